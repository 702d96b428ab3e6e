"""The plots of the page, each with the table it shows."""
import dataclasses
import re

import documents
import families

from . import data, svg

SIZES = {"public_key+signature": "public key + signature", "public_key": "public key", "secret_key": "secret key",
         "signature": "signature"}
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
    picture: svg.Drawing
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
            for core in m.cores:
                values = {k: r["modelled"][core] for k, r in mine.items() if core in r.get("modelled", {})}
                if values:
                    found[f"{m.id}:{backend}:{core}"] = (f"model of {data.core_name(core)}, {backend}",
                                                         "modelled cycles", values)
    return found


def size_speed(machines, **more):
    """Of all sets, each a mark."""
    sets = sets_of(machines)
    every = series(machines)
    label, unit, values = next(iter(every.values()))
    x, operation = "public_key+signature", "verify"
    points = [svg.Point(name, families.family(name), a["status"] in HOLLOW, of_set(a), bytes_of(a, x),
                        values[name, operation], name if name in LABELLED else "")
              for name, a in sorted(sets.items(), key=lambda item: item[0] not in LABELLED)  # those with labels first
              if (name, operation) in values]
    title = "Size against speed"
    more.setdefault("label_y", f"{operation}, {unit} ({label})")
    picture = svg.scatter("a", title, points, f"{SIZES[x]}, bytes", names=families.LABELS, **more)
    sources = list(dict.fromkeys(a["status_citation"] for a in sets.values()))
    head = ["'set", "'status", "level", *SIZES.values(), *OPERATIONS]
    rows = [[name, f"{a['status']} since {a['status_since']} ({sources.index(a['status_citation']) + 1})",
             str(a["level"]), *(whole(bytes_of(a, size)) for size in SIZES),
             *(whole(values[name, o]) if (name, o) in values else "" for o in OPERATIONS)] for name, a in sets.items()]
    text = ("Left and below is better. Both axes are logarithmic. Sets that are broken, withdrawn or superseded are "
            f"hollow; a mark's text says why, with its source. The table is of {svg.text(label)}, in {unit}.")
    return Figure("size-speed", title, text, picture, head, rows,
                  [f"({i}) {source}" for i, source in enumerate(sources, 1)])


def kernels(functions):
    """Shares of functions."""
    axis = svg.Linear([100], svg.BEGIN, END)
    rows, table = [], []
    for (alg, operation, backend), parts in functions.items():
        total, done, marks = sum(n for _, n in parts), 0, ""
        says = [f"{alg}, {operation}, {backend}: {whole(total)}"]
        for i, (name, n) in enumerate(parts):
            label = re.sub(r"^neosig_|\.(constprop|part)\.\d+", "", name) or "all others"
            hashing = re.search("keccak|ctr_rounds|aes|sha256|sha512|_(chains|hashes|shake)_", name)
            kind = "c-soft" if not name else "c-aes" if hashing else ("c-other", "c-sha3")[i % 2]
            x0, x1 = axis(100 * done / total), axis(100 * (done + n) / total)
            marks += svg.rect(kind + " in", x0, x1, -9, 18)
            if x1 - x0 > 6.3 * len(label) + 6:
                marks += f'<text class="x" x="{svg.at(x0 + 4)}" y="4">{svg.text(label)}</text>'
            says.append(f"{100 * n / total:4.1f} %  {label}")
            table.append([alg, operation, backend, label, whole(n), f"{100 * n / total:.1f} %"])
            done += n
        label = backend.removeprefix("neon-")
        rows.append(svg.Row(f"{operation}, {label}", "\n".join(says), marks, alg, operation, total, 22, alg))
    title = "Where the instructions of an operation go"
    picture = svg.rows("d", title, [svg.Panel("per cent of the instructions", axis)], rows,
                       [(svg.sign("c-aes"), "hashing and AES"), (svg.sign("c-other"), ""),
                        (svg.sign("c-sha3"), "other functions, in turns"), (svg.sign("c-soft"), "those below 2 %")],
                       some, end=WIDE)
    text = "By function, the largest first; functions with less than 2 % together. Counted by backend, for some sets."
    return Figure("kernels", title, text, picture,
                  ["'set", "'operation", "'backend", "'function", "instructions", "share"], table)


def variant(name):
    """The name without what goes with the level."""
    snova = re.fullmatch(r"snova-\d+-\d+-16-(\d)-(\w+)", name)
    if snova:
        return f"snova l = {snova[1]} {snova[2]}"
    return re.sub(r"-(i|iii|v|I|Ip|III|V|44|65|87|512|1024)(?=-|$)|(?<=[a-z])(1|2|3|5|256|512|1024)$", "", name)


def growth(m, backend):
    """Cost by parameters."""
    width, height, gap, left = WIDE, 450, 44, 60
    panel = (width - left - 2 * gap - 26) / 3  # 10 and 16: half of the first label and of the last
    sets = sorted((a for a in m.sets.values() if (a["name"], "verify", backend) in m.results and
                   data.dimension(a["name"])), key=lambda a: data.dimension(a["name"]))
    signs, _ = svg.legend(svg.of_families(families.LABELS), left, width)
    axis_y = svg.Log([m.results[a["name"], o, backend]["mean"] for a in sets for o in documents.WHOLE], height - 44, 64)
    names = [f'<text class="l" x="{left - 8}" y="{axis_y(t) + 4:.1f}">{svg.short(t)}</text>' for t in axis_y.ticks()]
    parts, marks, table = [], [], []
    for i, operation in enumerate(documents.WHOLE):
        x0 = left + 10 + i * (panel + gap)
        axis_x = svg.Log([data.dimension(a["name"]) for a in sets], x0, x0 + panel)
        parts.append(f'<text class="t" x="{svg.at(x0)}" y="48">{operation}, {m.unit}</text>')
        for tick in axis_x.ticks():
            x = svg.at(axis_x(tick))
            parts.append(f'<path class="g" d="M{x} 64V{height - 44}"/>'
                         f'<text class="a" x="{x}" y="{height - 28}">{svg.short(tick)}</text>')
        parts += [svg.line("g", x0, x0 + panel, axis_y(tick)) for tick in axis_y.ticks()]
        values = [m.results[a["name"], operation, backend]["mean"] for a in sets]
        true = [(axis_x(data.dimension(a["name"])), axis_y(value)) for a, value in zip(sets, values)]
        kinds = {}
        for a, place, value, moved in zip(sets, true, values, svg.spread(true, 8)):
            kinds.setdefault(variant(a["name"]), []).append(place)
            family, hollow = families.family(a["name"]), " h" if a["status"] in HOLLOW else ""
            marks.append(f'<g class="m f-{family}{hollow}" data-s="{a["name"]}" '
                         f'transform="translate({svg.at(moved[0])} {svg.at(moved[1])})"><title>{a["name"]}, '
                         f'{operation}: {whole(value)}</title>{svg.lead(*place, moved)}'
                         f'<path class="p" transform="scale(.62)" d="{families.SHAPES[family]}"/></g>')
        parts += [f'<path class="s f-{families.family(kind)}" data-f="{families.family(kind)}" d="M' +
                  "L".join(f"{svg.at(x)} {svg.at(y)}" for x, y in places) + '"/>' for kind, places in kinds.items()]
    for a in sets:
        table.append([a["name"], variant(a["name"]), str(data.dimension(a["name"])), *(
            whole(m.results[a["name"], o, backend]["mean"]) for o in documents.WHOLE)])
    title = "Growth with the dimension"
    parts.append(f'<text class="a n" x="{width / 2:g}" y="{height - 6}">dimension</text>')
    picture = svg.Drawing("e", "scatter", title, left - 4, width, height, "".join(names),
                          signs + "".join(parts + marks))
    text = (f"{m.unit.capitalize()} of {backend} by the dimension, both on logarithmic axes, so that a power of it is "
            "a straight line: of the lattice (2 n; 256 (k + l) for ML-DSA and HAETAE), or of the matrices of the "
            "public map (its variables; SNOVA's n l). A line joins the sets of one kind: SNOVA's block size and "
            "form of key, the three forms of UOV and of Rainbow.")
    return Figure("growth", title, text, picture, ["'set", "'kind", "dimension", *documents.WHOLE], table)


def paper(name):
    """The source of a file of bench/published."""
    said, machine = data.about(name)
    return f"{families.LABELS[families.family(documents.published(name)[0]['alg'])]}, {machine}: {' '.join(said)}"


def papers(results):
    """What the papers gained over their C, and what neosig gains over the teams' C."""
    found = data.papers()
    middle = svg.BEGIN + (END - svg.BEGIN) / 2
    cycles = svg.Log([r[k] for r in found for k in ("before", "after")], svg.BEGIN, middle - 20)
    mine, rows, table = [], [], []
    for r in found:
        alg, operation = r["alg"], r["operation"]
        technique = results.peer(alg, operation, documents.TECHNIQUE_AES)  # SNOVA's was rebuilt in slow C
        team = results.peer(alg, operation, families.FAMILIES[families.family(alg)].team)
        mine.append((r, team["instructions"], technique["instructions"] if technique else None,
                     results.at(alg, operation, "neon-aes", team["attempts"])))
    counts = svg.Log([n for _, *numbers in mine for n in numbers if n], middle + 20, END)
    for r, plain, technique, ours in mine:
        marks, height = "", svg.HEIGHT
        for axis, values in ((cycles, (r["before"], r["after"])), (counts, (plain, technique, ours))):
            places = [(kind, axis(v)) for kind, v in zip(("o", "c-sha3", "c-aes"), values) if v]
            ys, tall = svg.laned([x for _, x in places])
            height = max(height, tall)
            marks += svg.line("v k", *sorted((places[0][1], places[-1][1])))
            marks += "".join(svg.ring("c-reference", x, y) if kind == "o" else svg.dot(kind, x, y)
                             for (kind, x), y in zip(places, ys))
        gain = f"{r['before'] / r['after']:.2f}"
        says = (f"{r['alg']}, {r['operation']}, {r['machine']}\npublished: {gain} times fewer cycles\n"
                f"neosig: {plain / ours:.1f} times fewer instructions")
        rows.append(svg.Row(r["operation"], says, marks, r["alg"], r["operation"], ours, height,
                            f"{r['alg']}, {r['machine']}"))
        table.append([r["alg"], r["operation"], r["machine"], whole(r["before"]), whole(r["after"]), gain, whole(plain),
                      whole(technique) if technique else "", whole(ours), f"{plain / ours:.1f}"])
    title = "The papers' tables"
    picture = svg.rows("g", title, [svg.Panel("published, cycles of the papers' machines", cycles),
                                    svg.Panel("counted, AArch64 instructions", counts)], rows,
                       [(svg.sign("o c-reference"), "C"), (svg.sign("c-sha3"), "the papers' technique"),
                        (svg.sign("c-aes"), "neosig, neon-aes")], some, end=WIDE)
    text = ("Two axes, since cycles and instructions cannot be set against each other. The C programs differ, too: a "
            "gain on the left is over the authors' C, on the right over the C of the scheme's own team. Published "
            "cycles are of each paper's machine. On the right Rainbow's technique is rebuilt from its description. The "
            "key pair of rainbow-I-classic is a misprint in its source.")
    return Figure("papers", title, text, picture,
                  ["'set", "'operation", "'machine", "C, cycles", "technique", "gain",
                   "the team's C, instructions", "technique, rebuilt", "neosig", "gain"], table,
                  [paper(name) for name in families.PAPERS])


def memory():
    """Of every operation."""
    found, _ = data.memory()
    axis = svg.Log([sum(both) for r in found for o in OPERATIONS for both in [r[o]]], svg.BEGIN, END)
    rows, table = [], []
    for r in found:
        sums = {o: sum(r[o]) for o in OPERATIONS}
        xs = [axis(v) for v in sums.values()]
        ys, height = svg.laned(xs)
        marks = svg.line_of_marks(xs) + "".join(svg.mark(operation, x, y) for operation, x, y in zip(sums, xs, ys))
        says = [f"{r['set']}: stack + workspace, bytes",
                *(f"{o}: {whole(r[o][0])} + {whole(r[o][1])}" for o in OPERATIONS)]
        name = r["set"].split(",")[0]
        rows.append(svg.Row(r["set"], "\n".join(says), marks, name, "", sums["sign"], height,
                            places=svg.places(sums, xs, ys)))
        table.append([r["set"], *(f"{whole(r[o][0])} + {whole(r[o][1])}" for o in OPERATIONS)])
    title = "Memory"
    picture = svg.rows("h", title, [svg.Panel("bytes of stack and workspace together", axis)], rows,
                       svg.operations(OPERATIONS), some, end=WIDE)
    text = ("Peak stack, the largest of all backends, and workspace. Keys, messages and signatures are the caller's "
            "and not counted.")
    return Figure("memory", title, text, picture, ["'set", *(f"{o}: stack + workspace" for o in OPERATIONS)], table)


def code():
    """Of the program's code, where docs/memory.md has it."""
    _, found = data.memory()
    if not found:
        return None
    first, *columns = found[0]
    axis = svg.Linear([data.number(r[c]) for r in found for c in columns], svg.BEGIN, END)
    kinds = ["c-verify", "c-more", "c-sign", "c-other"]
    rows = [svg.Row(r[first], "\n".join([r[first], *(f"{c}: {r[c]} bytes" for c in columns)]),
                    "".join(svg.rect(kinds[i % 4], axis(0), axis(data.number(r[c])), 6 * i - 3 * len(columns), 5)
                            for i, c in enumerate(columns)),
                    value=data.number(r[columns[-1]]), height=10 + 6 * len(columns))
            for r in found]
    title = "Size of the code"
    picture = svg.rows("h-code", title, [svg.Panel("bytes", axis)], rows,
                       [(svg.sign(kinds[i % 4]), c) for i, c in enumerate(columns)], some, end=WIDE)
    return Figure("code", title, "Text and constants of a static program that has one scheme, or all.", picture,
                  [f"'{first}", *columns],
                  [[r[first], *(whole(data.number(r[c])) for c in columns)] for r in found])


