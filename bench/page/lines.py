"""Plots of sets, with a line for each backend, core, machine or other implementation, and marks for its operations."""
import documents
import families
from emulate import NEON_AES_SHA3

from . import data, figures, svg
from .figures import END, OPERATIONS, Figure, some, whole


def lines(name, title, panel, axis, found, operations, one=False, group=None, shown=some, labels=svg.LABELS,
          most=svg.LETTERS, end=END + 24):
    """found: (set, label, {operation: value}, about). one: a line from 1 to the farthest mark."""
    rows, begin = [], axis(1) if one else None
    for alg, label, values, about in found:
        xs = [axis(v) for v in values.values()]
        ys, height = svg.laned(xs)
        marks = (svg.strokes("one", [begin], 0, height / 2) if one else "") + svg.line_of_marks(xs, begin)
        marks += "".join(svg.mark(operation, x, y) for operation, x, y in zip(values, xs, ys))
        rows.append(svg.Row(label, about, marks, alg, "", min(values.values()), height, group(alg) if group else alg,
                            svg.places(values, xs, ys)))
    return svg.rows(name, title, [svg.Panel(panel, axis)], rows, svg.operations(operations), shown, labels, most, end,
                    begin)


def told(values):
    return [f"{operation}: {whole(value)}" for operation, value in values.items()]


def backends(m):
    """Every operation of the first machine."""
    shown = [b for b in m.backends if b != "reference"] + [b for b in m.backends if b == "reference"]
    used = [o for o in OPERATIONS if any(key[1] == o for key in m.results)]
    apart = [o for o in used if any(key[1] == o and "q1" in r and r["q3"] > 1.005 * r["q1"]
                                    for key, r in m.results.items())]
    found, table = [], []
    for name in m.sets:
        for backend in shown:
            mine = {o: m.results[name, o, backend] for o in used if (name, o, backend) in m.results}
            plain = {o: m.results.get((name, o, "neon-aes")) for o in mine}
            if not mine or (backend == NEON_AES_SHA3 and mine == plain):
                continue
            values = {o: r["median"] for o, r in mine.items()}
            found.append((name, backend, values, "\n".join([f"{name}, {backend}: {m.unit}", *told(values)])))
            cells = []
            for o in used:
                r = mine.get(o, {})
                cells.append(whole(r["median"]) if r else "")
                if o in apart:
                    cells += [whole(r[q]) if q in r and backend != "reference" else "" for q in ("q1", "q3")]
            table.append([name, backend, *cells])
    axis = svg.Log([v for _, _, values, _ in found for v in values.values()], svg.BEGIN, END)
    title = "Every operation by backend"
    picture = lines("b", title, f"{m.unit}, median", axis, found, used)
    text = (f"Of {svg.text(m.label)}. A mark is the median of an operation; further left is faster. Prepared keys are "
            "expanded beforehand. The reference is our plain oracle, the scheme written plainly from its "
            "specification.")
    head = [name for o in used for name in ([o, f"{o}, quartile 1", f"{o}, quartile 3"] if o in apart else [o])]
    return Figure("backends", title, text, picture, ["'set", "'backend", *head], table)


def modelled(m):
    """Of whole operations, on each core with what it chooses."""
    found, table = [], []
    for name in m.sets:
        lines_of = {}
        for core in m.cores:
            for backend in m.backends:
                values = {o: m.results[name, o, backend]["modelled"][core] for o in documents.WHOLE
                          if core in m.results.get((name, o, backend), {}).get("modelled", {})}
                if values:
                    lines_of[core, backend] = values
        for (core, backend), values in lines_of.items():
            if backend == "reference":
                continue
            if backend == m.chosen(core):
                label = f"{data.core_name(core)}, {backend}"
                found.append((name, label, values, "\n".join([f"{name}, {label}: modelled cycles", *told(values)])))
            table.append([name, data.core_name(core), backend,
                          *(whole(values[o]) if o in values else "" for o in documents.WHOLE)])
    if not found:
        return None
    axis = svg.Log([v for _, _, values, _ in found for v in values.values()], svg.BEGIN, END)
    title = "Modelled cycles"
    picture = lines("model", title, "cycles by a model of the core, not measured", axis, found, documents.WHOLE)
    text = ("llvm-mca's models of the cores, corrected, price the instructions that were counted; caches and branch "
            "prediction are perfect. They are good for the ratio of two operations on one core. "
            "<a href=../bench/README.md>bench/README.md</a> says where the model of another core stands for one. The "
            "plot has the backend that neosig chooses on each core, the table all.")
    return Figure("modelled", title, text, picture, ["'set", "'core", "'backend", *documents.WHOLE], table)


def peers_of(results):
    """(set, backend, peer, {operation: (ratios, peer's row, our count at its attempts)}), the sets in their order."""
    order, found = {alg: i for i, alg in enumerate(results.sets)}, {}
    for (alg, operation), those in results.peers.items():
        for peer in those:
            backend, core = documents.beside(peer)
            if (alg, operation, backend) in results.rows:
                ours = results.at(alg, operation, backend, peer["attempts"])
                mine = found.setdefault((alg, backend, peer["peer"]), {})
                mine[operation] = (results.ratios(alg, operation, backend, peer, core), peer, ours)
    return sorted(((*key, mine) for key, mine in found.items()),
                  key=lambda f: (order.get(f[0], len(order)), min(ratios for ratios, *_ in f[3].values())))


def peers(results):
    """Beside every other implementation."""
    found, table = [], []
    for alg, backend, name, mine in peers_of(results):
        values = {o: mine[o][0][0][0] for o in OPERATIONS if o in mine}
        found.append((alg, name, values, "\n".join([
            f"{name}; {alg}: times as much as neosig's {backend} takes",
            *(f"{o}: {', '.join(filter(None, documents.both(mine[o][0])))}" for o in values)])))
        for operation, (ratios, peer, ours) in mine.items():
            table.append([alg, operation, name, peer["features"], backend, ratios[0][1], whole(peer["instructions"]),
                          f"{peer['attempts']:g}" if peer["attempts"] else "", f"{peer['work']:g}", whole(ours),
                          f"{ratios[0][0]:.2f}", f"{ratios[1][0]:.2f}" if ratios[1:] else ""])
    axis = svg.Log([v for _, _, values, _ in found for v in values.values()] + [1], svg.BEGIN, END)
    used = [o for o in OPERATIONS if any(o in values for _, _, values, _ in found)]
    title = "Beside other implementations"
    picture = lines("c", title, "times as much as neosig on a core that chooses both", axis, found, used, one=True)
    text = ("Right of 1, neosig takes less. A mark is the smaller of two ratios: of instructions, and of modelled "
            "cycles where the other implementation was modelled. Each line is another implementation, the strongest "
            "first. A signature is compared at the same number of attempts. Versions that do more work are divided by "
            "it. "
            "<a href=speed.md>speed.md</a> says how they were counted.")
    return Figure("peers", title, text, picture,
                  ["'set", "'operation", "'implementation", "'features", "'neosig's backend", "'smaller ratio of",
                   "instructions", "attempts", "work", "neosig's at these attempts", "smaller ratio", "larger ratio"],
                  table, data.about("peers")[0])


def strongest(results):
    """README's plot: of ML-DSA, the least ratio on a core; of other sets the strongest other implementations that use
    the same CPU features as neon-aes."""
    width, labels, found = 420, 162, []
    for cores, core, backend, _, alg in documents.on_each_core(results):
        if alg == "ml-dsa-65":
            values = {o: documents.least(results, core, backend, alg, o)[0][0] for o in documents.WHOLE}
            found.append((f"{alg}, beside others on", cores, values, ""))
    others = [name for row in families.FAMILIES.values() for name in row.sets if not name.startswith("ml-dsa")]
    for alg in others:
        those = {}
        for operation in documents.WHOLE:
            peer = results.strongest(alg, operation, "neon-aes")
            if peer:
                ratios = results.ratios(alg, operation, "neon-aes", peer)
                those.setdefault(peer["peer"], {})[operation] = ratios[0][0]
        found += [(f"{alg}, beside", peer, values, "") for peer, values in those.items()]
    axis = svg.Log([1, *(v for _, _, values, _ in found for v in values.values())], labels + 8, width - 14)
    title = "How many times as much the strongest other implementations take"
    return lines("peers", title, "times as much as neosig", axis, found, documents.WHOLE, one=True, labels=labels,
                 most=22, end=width, shown=lambda row: True)


def fastest(m):
    """{(set, operation): result} of a machine, with the CPU time of the backend that takes least."""
    found = {}
    for (alg, operation, backend), r in m.results.items():
        if backend != "reference" and r.get("mean_cpu_ns"):
            best = found.get((alg, operation))
            if not best or r["mean_cpu_ns"] < best["mean_cpu_ns"]:
                found[alg, operation] = r
    return found


def machines(those):
    """All machines that were timed, in one unit, with the schemes that everybody knows where OpenSSL was timed too."""
    times = {m: fastest(m) for m in those if m.unit != "instructions"}
    times = {m: best for m, best in times.items() if best}
    if not times:
        return None
    found, table = [], []
    sets = list(dict.fromkeys(alg for best in times.values() for alg, _ in best))
    for alg in sets:
        for m, best in times.items():
            values = {o: best[alg, o]["mean_cpu_ns"] for o in documents.WHOLE if (alg, o) in best}
            if values:
                backends_of = list(dict.fromkeys(best[alg, o]["backend"] for o in values))
                about = f"{alg}, {m.label}: nanoseconds ({', '.join(backends_of)})"
                found.append((alg, m.label, values, "\n".join([about, *told(values)])))
        for m in times:
            for (name, o, backend), r in m.results.items():
                if name == alg:
                    table.append([alg, o, m.label, backend, m.unit,
                                  whole(r["mean_cpu_ns"]) if "mean_cpu_ns" in r else "",
                                  *(whole(r[q]) if q in r else "" for q in ("median", "q1", "q3")),
                                  f"{100 * r['cpu_share']:.0f}" if "cpu_share" in r else ""])
    for name in dict.fromkeys(name for m in times for name in m.openssl):
        for m in times:
            values = {o: v for o, v in m.openssl.get(name, {}).items() if o in documents.WHOLE}
            if values:
                found.append((f"OpenSSL: {name}", m.label, values, "\n".join([f"{name}, {m.label}: nanoseconds",
                                                                             *told(values)])))
                table += [[f"OpenSSL: {name}", o, m.label, "", "", whole(v), "", "", "", ""] for o, v in values.items()]
    axis = svg.Log([v for _, _, values, _ in found for v in values.values()], svg.BEGIN, END)
    title = "Machines"
    known = [(alg if alg in sets else "", label, values, about) for alg, label, values, about in found]
    names = iter([f[0] for f in found])
    picture = lines("machines-plot", title, "nanoseconds of one operation in CPU time, mean", axis, known,
                    documents.WHOLE, group=lambda alg: next(names))
    text = ("A line is a machine, with the fastest backend there; further left is faster. The schemes at the end are "
            "OpenSSL's, timed by <code>openssl speed</code> on the same machine.")
    return Figure("machines", title, text, picture,
                  ["'set", "'operation", "'machine", "'backend", "'unit", "nanoseconds", "median", "quartile 1",
                   "quartile 3", "CPU, %"], table)


def signing(m):
    """How much the times of signatures differ."""
    shown = [b for b in m.backends if b != "reference"]
    mine = {key: r for key, r in m.results.items() if key[1] == "sign" and key[2] in shown and "q1" in r}
    if not mine:
        return None
    ends = [v for r in mine.values() for v in (r.get("minimum", r["q1"]), r.get("deciles", [r["q3"]])[-1], r["mean"])]
    axis = svg.Log(ends, svg.BEGIN, END)
    rows, table = [], []
    for (alg, _, backend), r in mine.items():
        deciles, marks = r.get("deciles"), ""
        if deciles:
            marks += svg.line("v sign", axis(r["minimum"]), axis(deciles[8]))
            marks += svg.strokes("v sign", map(axis, deciles), 0, 3)
        marks += svg.line("in sign", axis(r["q1"]), axis(r["q3"]))
        marks += svg.strokes("sign", [axis(r["median"])], 0, 7) + svg.ring("o sign", axis(r["mean"]))
        cells = [whole(r["minimum"]), *map(whole, deciles)] if deciles else [""] * 10
        attempts = f"{r['attempts']:.2f}" if "attempts" in r else ""
        says = (f"{alg}, {backend}: middle half {whole(r['q1'])} to {whole(r['q3'])}, median {whole(r['median'])}, "
                f"mean {whole(r['mean'])} {m.unit}" + (f"\n{attempts} attempts on average" if attempts else ""))
        rows.append(svg.Row(backend, says, marks, alg, "sign", r["median"], group=alg))
        table.append([alg, backend, str(r["samples"]), attempts, whole(r["mean"]), whole(r["q1"]), whole(r["median"]),
                      whole(r["q3"]), *cells])
    title = "How much signatures differ"
    picture = svg.rows("f", title, [svg.Panel(m.unit, axis)], rows, [], some, end=END + 24)
    text = (f"Of {svg.text(m.label)}. The thick line holds the middle half of the signatures, with the median as a "
            "stroke and the mean as a hollow dot. Small strokes are the nine deciles, and the thin line begins at the "
            "least, where they are known.")
    return Figure("signing", title, text, picture,
                  ["'set", "'backend", "messages", "attempts", "mean", "quartile 1", "median", "quartile 3", "least",
                   *(f"{i}0 %" for i in range(1, 10))], table)
