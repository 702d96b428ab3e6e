"""The plots of the page, each with the table it shows."""
import dataclasses
import re

import documents
import families

from . import data, svg

SIZES = {"public_key+signature": "public key + signature", "public_key": "public key", "secret_key": "secret key",
         "signature": "signature"}
BACKENDS = {"reference": "c-reference", "neon-aes": "c-aes", "neon-sha3": "c-sha3", "avx2": "c-aes",
            "portable": "c-more", "neon": "c-other"}
HOLLOW = ("broken", "withdrawn", "superseded")
SOME = {*documents.SHORT, *families.SETS, "dilithium3", "haetae3"}  # these two are in the papers' tables
LABELLED = [*documents.SHORT, *(name for name in families.SETS if name not in documents.SHORT)]
WIDE = 1000
END = WIDE - 24  # of the axes; half of the last number is beyond
OPERATIONS = documents.OPERATIONS


@dataclasses.dataclass
class Figure:
    id: str
    title: str
    text: str    # what to see, and what to beware of: HTML
    svg: str
    head: list   # of the table; a name that begins with ' is of text, as in documents.table
    rows: list   # of cells
    sources: list = ()  # of what neosig did not measure: text


def whole(n):
    return f"{n:,.0f}"


def bytes_of(a, size):
    return sum(a[f"{part}_bytes"] for part in size.split("+"))


def some(row):
    return not row.set or row.set in SOME


def of_set(a):
    return f"{a['name']}, level {a['level']}, {a['status']} since {a['status_since']}: {a['status_citation']}"


def sets_of(machines):
    """All sets, as the first machine that has them describes them."""
    found = {}
    for m in machines:
        for name, a in m.sets.items():
            found.setdefault(name, a)
    return found


def series(machines):
    """What a scatter plot can show: {id: (label, unit, {(set, operation): value})}."""
    found = {}
    for m in machines:
        for backend in m.backends:
            if backend == "reference":
                continue
            mine = {key[:2]: r for key, r in m.results.items() if key[2] == backend}
            found[f"{m.id}:{backend}"] = (f"{m.label}, {backend}", m.unit, {k: r["mean"] for k, r in mine.items()})
            for core in data.CORES:
                values = {k: r["modelled"][core] for k, r in mine.items() if core in r.get("modelled", {})}
                if values:
                    found[f"{m.id}:{backend}:{core}"] = (f"model of {data.CORES[core]}, {backend}",
                                                         "modelled cycles", values)
    return found


def size_speed(machines, labels=LABELLED):
    """(a)"""
    sets = sets_of(machines)
    every = series(machines)
    label, unit, values = next(iter(every.values()))
    x, operation = "public_key+signature", "verify"
    points = [svg.Point(name, families.family(name), a["status"] in HOLLOW, of_set(a), bytes_of(a, x),
                        values[name, operation], name if name in labels else "")
              for name, a in sorted(sets.items(), key=lambda item: item[0] in labels)  # those with labels on top
              if (name, operation) in values]
    title = "Size against speed"
    picture = svg.scatter("a", title, points, f"{SIZES[x]}, bytes", f"{operation}, {unit} ({label})", families.LABELS)
    sources = list(dict.fromkeys(a["status_citation"] for a in sets.values()))
    head = ["'set", "'status", "level", *SIZES.values(), *OPERATIONS]
    rows = [[name, f"{a['status']} since {a['status_since']} ({sources.index(a['status_citation']) + 1})",
             str(a["level"]), *(whole(bytes_of(a, size)) for size in SIZES),
             *(whole(values[name, o]) if (name, o) in values else "" for o in OPERATIONS)] for name, a in sets.items()]
    text = ("Left and below is better. Both axes are logarithmic. Sets that are broken, withdrawn or superseded are "
            f"hollow; a mark's text says why, with its source. The table is of {svg.text(label)}, in {unit}.")
    return Figure("size-speed", title, text, picture, head, rows,
                  [f"({i}) {source}" for i, source in enumerate(sources, 1)])


def backends(m, every):
    """(b), of every set or of some"""
    shown = [b for b in m.backends if b != "reference"] + [b for b in m.backends if b == "reference"]
    axis = svg.Log([r["mean"] for r in m.results.values()], svg.LABELS, END)
    rows, table = [], []
    for name in m.sets:
        for operation in OPERATIONS:
            mine = [(b, m.results[name, operation, b]) for b in shown if (name, operation, b) in m.results]
            if not mine:
                continue
            marks, says, y, cells = "", [f"{name}, {operation}: {m.unit}"], 7, {}
            for backend, r in mine:
                quartiles = [whole(r["q1"]), whole(r["q3"])] if "q1" in r else ["", ""]
                marks += svg.bar(BACKENDS.get(backend, "c-other"), axis.begin, axis(r["median"]), y)
                if "q1" in r and r["q3"] > 1.02 * r["q1"]:
                    marks += svg.whisker(axis(r["q1"]), axis(r["q3"]), y)
                says.append(f"{backend}: {whole(r['median'])}" + (f" ({' to '.join(quartiles)})" if "q1" in r else ""))
                cells[backend] = [whole(r["median"]), *(quartiles if backend != "reference" else [])]
                y += 7
            empty = {b: [""] * (1 if b == "reference" else 3) for b in shown}
            table.append([name, operation, *(cell for b in shown for cell in cells.get(b, empty[b]))])
            if every or name in SOME:
                rows.append(svg.Row(f"{name} {operation}", "\n".join(says), marks, name, operation,
                                    mine[0][1]["median"], y + 2))
    title = f"Every operation by backend: {m.label}"
    picture = svg.rows(f"b-{m.id}", title, [svg.Panel(f"{m.unit}, median", axis)], rows, WIDE,
                       [(BACKENDS.get(b, "c-other"), b) for b in shown], some)
    text = ("The bars end at the median, on a logarithmic axis; thin lines span the quartiles where they are apart. "
            "Prepared keys are expanded beforehand. The reference is the scheme written plainly from its "
            "specification." +
            ("" if every or not m.whole else " The plot has some sets of each family, the table all."))
    head = [name for b in shown for name in ([b] if b == "reference" else [b, "quartile 1", "quartile 3"])]
    return Figure(f"backends-{m.id}", title, text, picture, ["'set", "'operation", *head], table)


def modelled(m):
    """Of whole operations, of some sets."""
    colours = dict(zip(data.CORES, ("c-aes", "c-sha3", "c-reference", "c-other")))
    values = {}
    for (alg, operation, backend), r in m.results.items():
        for core, kind in documents.MODELLED:
            if backend == kind and core in r.get("modelled", {}) and operation in documents.WHOLE:
                values.setdefault((alg, operation), {})[core, backend] = r["modelled"][core]
    if not values:
        return None
    axis = svg.Log([v for (alg, _), those in values.items() for v in those.values() if alg in SOME] or [1], svg.LABELS,
                   END)
    rows, table = [], []
    for (alg, operation), those in values.items():
        marks = svg.line("v k", axis(min(those.values())), axis(max(those.values())), 11)
        says = [f"{alg}, {operation}: modelled cycles"]
        for (core, backend), value in those.items():
            marks += (svg.ring if backend == "neon-sha3" else svg.dot)(colours[core], axis(value), 11)
            says.append(f"{whole(value)}  {data.CORES[core]}, {backend}")
        if alg in SOME:
            rows.append(svg.Row(f"{alg} {operation}", "\n".join(says), marks, alg, operation, max(those.values())))
        table.append([alg, operation, *(whole(those[key]) if key in those else "" for key in documents.MODELLED)])
    title = "Modelled cycles"
    picture = svg.rows("model", title, [svg.Panel("cycles by a model of the core, not measured", axis)], rows, WIDE,
                       [*((colours[core], label) for core, label in data.CORES.items()),
                        ("o k", "hollow: neon-sha3, else neon-aes")], some)
    text = ("llvm-mca's models of four cores price the instructions that were counted: caches and branch prediction "
            "are perfect. They are good for the ratio of two operations on one core. The plot has some sets, the table "
            "all.")
    return Figure("modelled", title, text, picture,
                  ["'set", "'operation", *(f"{data.CORES[core]}, {backend}" for core, backend in documents.MODELLED)],
                  table)


def peers(results, only=None):
    """(c)"""
    found, table = [], []
    for (alg, operation), those in results.peers.items():
        for peer in those:
            backend = documents.beside(peer)
            if (alg, operation, backend) in results.rows:
                found.append((alg, operation, backend, peer, results.ratio(alg, operation, backend, peer)))
                table.append([alg, operation, peer["peer"], peer["features"], whole(peer["instructions"]),
                              f"{peer['attempts']:g}" if peer["attempts"] else "", f"{peer['work']:g}",
                              whole(results.at(alg, operation, backend, peer["attempts"])), f"{found[-1][4]:.2f}"])
    axis = svg.Log([f[4] for f in found if not only or f[0] in only] + [1], svg.LABELS, END)
    rows = []
    order = {alg: i for i, alg in enumerate(results.sets)}
    for alg, operation in sorted(results.peers, key=lambda key: order.get(key[0], len(order))):
        mine = [f for f in found if f[:2] == (alg, operation) and (not only or alg in only)]
        if not mine:
            continue
        marks = svg.strokes("one", [axis(1)], 11, 11)
        marks += svg.line("v k", axis(min([1, *(f[4] for f in mine)])), axis(max([1, *(f[4] for f in mine)])), 11)
        for backend in documents.BACKENDS:
            marks += svg.dots(BACKENDS[backend], [axis(f[4]) for f in mine if f[2] == backend], 11)
        says = [f"{alg}, {operation}: times as many instructions as neosig"]
        says += [f"{f[4]:.2f}  {f[3]['peer']} ({f[3]['features']})" for f in sorted(mine, key=lambda f: f[4])]
        rows.append(svg.Row(f"{alg} {operation}", "\n".join(says), marks, alg, operation,
                            min(f[4] for f in mine)))
    title = "Beside other implementations"
    panel = svg.Panel("times as many instructions as neosig on a core that chooses both", axis)
    picture = svg.rows("c", title, [panel], rows, WIDE, [("c-aes", "beside neon-aes: Arm's own cores"),
                                                         ("c-sha3", "beside neon-sha3: Apple's")], some)
    text = ("Each mark is one other implementation; right of 1, neosig takes fewer instructions. A signature is "
            "compared at the same number of attempts. Versions that do more work are divided by it. "
            "<a href=speed.md>speed.md</a> names them all and says how they were counted.")
    return Figure("peers", title, text, picture,
                  ["'set", "'operation", "'implementation", "'features", "instructions", "attempts", "work",
                   "neosig's at these attempts", "ratio"], table, data.about("peers")[0])


def kernels(functions):
    """(d)"""
    axis = svg.Linear([100], svg.LABELS, END)
    rows, table = [], []
    for (alg, operation, backend), parts in functions.items():
        total, done, marks = sum(n for _, n in parts), 0, ""
        says = [f"{alg}, {operation}, {backend}: {whole(total)}"]
        for i, (name, n) in enumerate(parts):
            label = re.sub(r"^neosig_|\.(constprop|part)\.\d+", "", name) or "all others"
            hashing = re.search("keccak|ctr_rounds|aes|sha256", name)
            kind = "c-soft" if not name else "c-aes" if hashing else ("c-other", "c-sha3")[i % 2]
            x0, x1 = axis(100 * done / total), axis(100 * (done + n) / total)
            marks += svg.rect(kind + " in", x0, x1, 2, 18)
            if x1 - x0 > 6.3 * len(label) + 6:
                marks += f'<text class="x" x="{svg.at(x0 + 4)}" y="15">{svg.text(label)}</text>'
            says.append(f"{100 * n / total:4.1f} %  {label}")
            table.append([alg, operation, backend, label, whole(n), f"{100 * n / total:.1f} %"])
            done += n
        label = {"neon-aes": "aes", "neon-sha3": "sha3"}[backend]
        rows.append(svg.Row(f"{alg} {operation}, {label}", "\n".join(says), marks, alg, operation, total))
    title = "Where the instructions of an operation go"
    picture = svg.rows("d", title, [svg.Panel("per cent of the instructions", axis)], rows, WIDE,
                       [("c-aes", "hashing and AES"), ("c-other", ""), ("c-sha3", "other functions, in turns"),
                        ("c-soft", "those below 2 %")], some)
    text = ("By function, the largest first; functions with less than 2 % together. Counted, in two backends, for some "
            "sets.")
    return Figure("kernels", title, text, picture,
                  ["'set", "'operation", "'backend", "'function", "instructions", "share"], table)


def variant(name):
    """The name without what goes with the level."""
    snova = re.fullmatch(r"snova-\d+-\d+-16-(\d)-(\w+)", name)
    if snova:
        return f"snova l = {snova[1]} {snova[2]}"
    return re.sub(r"-(i|iii|v|I|III|V|44|65|87|512|1024)(?=-|$)|(?<=[a-z])(2|3|5|256|512|1024)$", "", name)


def growth(m, backend):
    """(e)"""
    width, height, gap = WIDE, 430, 44
    panel = (width - 64 - 2 * gap - 16) / 3  # 16: half of the last label
    sets = sorted((a for a in m.sets.values() if (a["name"], "verify", backend) in m.results),
                  key=lambda a: data.dimension(a["name"]))
    axis_y = svg.Log([m.results[a["name"], o, backend]["mean"] for a in sets for o in documents.WHOLE], height - 40, 56)
    parts, marks, table = [], [], []
    for i, operation in enumerate(documents.WHOLE):
        x0 = 64 + i * (panel + gap)
        axis_x = svg.Log([data.dimension(a["name"]) for a in sets], x0, x0 + panel)
        parts.append(f'<text class="t" x="{svg.at(x0)}" y="40">{operation}</text>')
        for tick in axis_x.ticks():
            x = svg.at(axis_x(tick))
            parts.append(f'<path class="g" d="M{x} 56V{height - 40}"/>'
                         f'<text class="a" x="{x}" y="{height - 24}">{svg.short(tick)}</text>')
        for tick in axis_y.ticks():
            y = svg.at(axis_y(tick))
            parts.append(f'<path class="g" d="M{svg.at(x0)} {y}H{svg.at(x0 + panel)}"/>')
            if i == 0:
                parts.append(f'<text class="l" x="{x0 - 8}" y="{float(y) + 4:.1f}">{svg.short(tick)}</text>')
        lines = {}
        for a in sets:
            lines.setdefault(variant(a["name"]), []).append(a)
        for name, those in lines.items():
            family = families.family(those[0]["name"])
            points = [(axis_x(data.dimension(a["name"])), axis_y(m.results[a["name"], operation, backend]["mean"])) for a in those]
            marks.append(f'<path class="s f-{family}" data-f="{family}" d="M' +
                         "L".join(f"{svg.at(x)} {svg.at(y)}" for x, y in points) + '"/>')
            for a, (x, y) in zip(those, points):
                value = m.results[a["name"], operation, backend]["mean"]
                hollow = " h" if a["status"] in HOLLOW else ""
                marks.append(f'<g class="m f-{family}{hollow}" data-s="{a["name"]}" '
                             f'transform="translate({svg.at(x)} {svg.at(y)})scale(.7)"><title>'
                             f'{a["name"]}, {operation}: {whole(value)}</title><path d="{families.SHAPES[family]}"/></g>')
    for a in sets:
        table.append([a["name"], variant(a["name"]), str(data.dimension(a["name"])), *(
            whole(m.results[a["name"], o, backend]["mean"]) for o in documents.WHOLE)])
    title = "Growth with the dimension"
    picture = (f'<svg id="e" class="scatter" role="group" aria-label="{title}" viewBox="0 0 {width} {height}" '
               f'width="{width}" height="{height}">{svg.legend_of_families(families.LABELS, 64)}{"".join(parts)}'
               f'<text class="a n" x="{width / 2:g}" y="{height - 2}">dimension</text>'
               f'<text class="a n" transform="translate(14 {height / 2:g})rotate(-90)">{m.unit}</text>'
               f'{"".join(marks)}</svg>')
    text = (f"{m.unit.capitalize()} of {backend} by the dimension, both on logarithmic axes, so that a power of it is a "
            "straight line: of the lattice (2 n; 256 (k + l) for ML-DSA and HAETAE), or of the matrices of the public "
            "map (Rainbow's variables; SNOVA's n l). A line joins the sets of one kind: SNOVA's block size and form of "
            "key, Rainbow's three forms.")
    return Figure("growth", title, text, picture, ["'set", "'kind", "dimension", *documents.WHOLE], table)


def signing(m, every):
    """(f), of every set or of some"""
    shown = [b for b in m.backends if b != "reference"]
    shown = shown if every else shown[-1:]  # neosig speed has the fastest last
    mine = {key: r for key, r in m.results.items() if key[1] == "sign" and key[2] in shown and "q1" in r}
    if not mine:
        return None
    ends = [v for r in mine.values() for v in (r.get("minimum", r["q1"]), r.get("deciles", [r["q3"]])[-1], r["mean"])]
    axis = svg.Log(ends, svg.LABELS, END)
    rows, table = [], []
    for (alg, operation, backend), r in mine.items():
        kind, marks = BACKENDS.get(backend, "c-other"), ""
        deciles = r.get("deciles")
        if deciles:
            marks += svg.line(f"v {kind}", axis(r["minimum"]), axis(deciles[8]), 11)
            marks += svg.strokes(f"v {kind}", map(axis, deciles), 11, 3)
        marks += svg.rect(f"in {kind}", axis(r["q1"]), axis(r["q3"]), 4, 14)
        marks += svg.strokes(kind, [axis(r["median"])], 11, 7)
        marks += svg.ring(kind, axis(r["mean"]), 11)
        cells = [whole(r["minimum"]) if deciles else "", *(whole(d) for d in deciles or [""] * 0)]
        cells += [""] * (10 - len(cells))
        attempts = f"{r['attempts']:.2f}" if "attempts" in r else ""
        if every or alg in SOME:
            says = (f"{alg}, {backend}: middle half {whole(r['q1'])} to {whole(r['q3'])}, median {whole(r['median'])}, "
                    f"mean {whole(r['mean'])} {m.unit}" + (f"\n{attempts} attempts on average" if attempts else ""))
            rows.append(svg.Row(f"{alg}, {backend}", says, marks, alg, operation, r["median"]))
        table.append([alg, backend, str(r["samples"]), attempts, whole(r["mean"]), whole(r["q1"]), whole(r["median"]),
                      whole(r["q3"]), *cells])
    title = f"How much signatures differ: {m.label}"
    picture = svg.rows(f"f-{m.id}", title, [svg.Panel(m.unit, axis)], rows, WIDE,
                       [(BACKENDS.get(b, "c-other"), b) for b in shown], some)
    text = ("Boxes hold the middle half of the signatures, with the median as a stroke and the mean as a hollow dot. "
            "Where they are known, small strokes are the nine deciles, and the line begins at the least. A "
            "logarithmic axis.")
    return Figure(f"signing-{m.id}", title, text, picture,
                  ["'set", "'backend", "messages", "attempts", "mean", "quartile 1", "median", "quartile 3", "least",
                   *(f"{i}0 %" for i in range(1, 10))], table)


def paper(name):
    """The source of a file of bench/published."""
    said, machine = data.about(name)
    return f"{families.LABELS[families.family(documents.published(name)[0]['alg'])]}, {machine}: {' '.join(said)}"


def papers(results):
    """(g)"""
    found = data.papers()
    middle = svg.LABELS + (END - svg.LABELS) / 2
    cycles = svg.Log([r[k] for r in found for k in ("before", "after")], svg.LABELS, middle - 20)
    mine, rows, table = [], [], []
    for r in found:
        alg, operation = r["alg"], r["operation"]
        technique = results.peer(alg, operation, documents.TECHNIQUE_AES) or results.peer(alg, operation,
                                                                                           documents.TECHNIQUE)
        team = results.peer(alg, operation, families.FAMILIES[families.family(alg)].team)
        mine.append((r, team["instructions"], technique["instructions"] if technique else None,
                     results.at(alg, operation, "neon-aes", team["attempts"])))
    counts = svg.Log([n for _, *numbers in mine for n in numbers if n], middle + 20, END)
    for r, plain, technique, ours in mine:
        marks = svg.line("v k", cycles(r["before"]), cycles(r["after"]), 11)
        marks += svg.ring("c-reference", cycles(r["before"]), 11) + svg.dot("c-sha3", cycles(r["after"]), 11)
        marks += svg.line("v k", counts(plain), counts(ours), 11) + svg.ring("c-reference", counts(plain), 11)
        marks += svg.dot("c-sha3", counts(technique), 11) if technique else ""
        marks += svg.dot("c-aes", counts(ours), 11)
        gain = f"{r['before'] / r['after']:.2f}"
        says = (f"{r['alg']}, {r['operation']}, {r['machine']}\npublished: {gain} times fewer cycles\n"
                f"neosig: {plain / ours:.1f} times fewer instructions")
        rows.append(svg.Row(f"{r['alg']} {r['operation']}", says, marks, r["alg"], r["operation"], ours))
        table.append([r["alg"], r["operation"], r["machine"], whole(r["before"]), whole(r["after"]), gain, whole(plain),
                      whole(technique) if technique else "", whole(ours), f"{plain / ours:.1f}"])
    title = "The papers' tables"
    picture = svg.rows("g", title, [svg.Panel("published, cycles of the papers' machines", cycles),
                                    svg.Panel("counted, AArch64 instructions", counts)], rows, WIDE,
                       [("o c-reference", "the team's C"), ("c-sha3", "the papers' technique"),
                        ("c-aes", "neosig, neon-aes")], some)
    text = ("Two axes, since cycles and instructions cannot be set against each other: what each gains over the C of the "
            "scheme's own team can. Published cycles are of each paper's machine. On the right the technique is rebuilt "
            "from its description where that was done. The key pair of rainbow-I-classic is a misprint in its source.")
    return Figure("papers", title, text, picture,
                  ["'set", "'operation", "'machine", "C, cycles", "technique", "gain",
                   "the team's C, instructions", "technique, rebuilt", "neosig", "gain"], table,
                  [paper(name) for name in families.PAPERS])


def memory():
    """(h), of every operation"""
    found, _ = data.memory()
    axis = svg.Log([sum(both) for r in found for o in OPERATIONS for both in [r[o]]], svg.LABELS, END)
    rows, table = [], []
    for r in found:
        sums = {o: sum(r[o]) for o in OPERATIONS}
        marks = svg.line("v k", axis(min(sums.values())), axis(max(sums.values())), 11)
        for operation in reversed(documents.WHOLE):
            marks += svg.dot(f"c-{operation}", axis(sums[operation]), 11)
            if operation != "keypair":
                marks += svg.ring(f"c-{operation}", axis(sums[f"{operation}-prepared"]), 11)
        says = [f"{r['set']}: stack + workspace, bytes",
                *(f"{o}: {whole(r[o][0])} + {whole(r[o][1])}" for o in OPERATIONS)]
        name = r["set"].split(",")[0]
        rows.append(svg.Row(r["set"], "\n".join(says), marks, name, "", sums["sign"]))
        table.append([r["set"], *(f"{whole(r[o][0])} + {whole(r[o][1])}" for o in OPERATIONS)])
    title = "Memory"
    picture = svg.rows("h", title, [svg.Panel("bytes of stack and workspace together", axis)], rows, WIDE,
                       [(f"c-{o}", o) for o in documents.WHOLE] + [("o k", "hollow: with a prepared key")], some)
    text = ("Peak stack, the largest of all backends, and workspace. Keys, messages and signatures are the caller's "
            "and not counted.")
    return Figure("memory", title, text, picture, ["'set", *(f"{o}: stack + workspace" for o in OPERATIONS)], table)


def code():
    """(h), of the program's code, where docs/memory.md has it"""
    _, found = data.memory()
    if not found:
        return None
    first, *columns = found[0]
    axis = svg.Linear([data.number(r[c]) for r in found for c in columns], svg.LABELS, END)
    kinds = ["c-verify", "c-more", "c-sign", "c-other"]
    rows = [svg.Row(r[first], "\n".join([r[first], *(f"{c}: {r[c]} bytes" for c in columns)]),
                    "".join(svg.rect(kinds[i % 4], axis(0), axis(data.number(r[c])), 3 + 6 * i, 5)
                            for i, c in enumerate(columns)),
                    value=data.number(r[columns[-1]]), height=10 + 6 * len(columns))
            for r in found]
    title = "Size of the code"
    picture = svg.rows("h-code", title, [svg.Panel("bytes", axis)], rows, WIDE,
                       [(kinds[i % 4], c) for i, c in enumerate(columns)], some)
    return Figure("code", title, "Text and constants of a static program that has one scheme, or all.", picture,
                  [f"'{first}", *columns],
                  [[r[first], *(whole(data.number(r[c])) for c in columns)] for r in found])


def baselines(m):
    """What readers know, beside the sets that are standards or candidates, in CPU time."""
    if not m.openssl:
        return None
    found = [(name, o, value, "c-reference") for name, times in m.openssl.items() for o, value in times.items()]
    best = {}
    for (alg, operation, backend), r in m.results.items():
        hollow = m.sets[alg]["status"] in HOLLOW
        if alg in SOME and not hollow and operation in documents.WHOLE and backend != "reference":
            best.setdefault((alg, operation), []).append((r["median"], r.get("mean_cpu_ns"), backend))
    fastest = {key: min(those) for key, those in best.items()}
    ours = [(f"{alg} ({backend})", o, ns, "c-aes") for (alg, o), (_, ns, backend) in fastest.items() if ns]
    order = {o: i for i, o in enumerate(documents.WHOLE)}
    every = sorted([*found, *ours], key=lambda f: (order[f[1]], f[2]))
    axis = svg.Log([f[2] for f in every], svg.LABELS, END)
    rows = [svg.Row(f"{name} {o}", f"{name}, {o}: {whole(value)} ns",
                    svg.rect(kind, axis.begin, axis(value), 5, 12), name.split(" ")[0] if kind == "c-aes" else "", o,
                    value)
            for name, o, value, kind in every]
    title = f"Beside what everybody knows: {m.label}"
    picture = svg.rows(f"base-{m.id}", title, [svg.Panel("nanoseconds of one operation, mean", axis)], rows, WIDE,
                       [("c-reference", "OpenSSL (openssl speed)"), ("c-aes", "neosig, its fastest backend")], some)
    return Figure(f"baselines-{m.id}", title, "Both in CPU time of this machine. A logarithmic axis.", picture,
                  ["'what", "'operation", "nanoseconds"],
                  [[r.label.rsplit(" ", 1)[0], r.operation, whole(r.value)] for r in rows])
