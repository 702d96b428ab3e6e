#!/usr/bin/env python3
"""Makes one page of measurements that can be opened anywhere. Releases have it as docs/report.html.

    bench/report.py [RESULTS.json...] [-o FILE]  the page of these machines, in this order, or of all in results/
    bench/report.py --tree                       writes README.md's plots, and results/aarch64-instructions.json from
                                                 bench/results
    bench/report.py --check                      exit 1 if one of those files is not what its sources say

The page stays below 1 MB, with fewer sets where there are many machines. It needs no network and, but for filters,
orders and axes, no script. bench/page writes its plots as SVG, in a few hundred lines: a plotting library would take as
many kilobytes of the page, and draw nothing without a script.
"""
import argparse
import json
import pathlib
import re
import sys

import documents
import families
import recorded
from page import data, figures, headline, lines, schema, svg

ROOT = data.ROOT
PAGE = ROOT / "build/report.html"
PLOTS = {"docs/size-speed.svg": lambda machines, results: figures.size_speed(
             machines[:1], label_y="instructions of verification", width=420, height=460, apart=9).picture,
         "docs/peers.svg": lambda machines, results: lines.strongest(results)}
NARROW = "svg {\n  font-size: 13px;\n}\n"  # README's plots are read on telephones too
MOST = 1_000_000
OPERATION_WORDS = {"keypair": "key pair", "sign": "sign", "verify": "verify", "sign-prepared": "sign, prepared key",
                   "verify-prepared": "verify, prepared key"}

SCRIPTS = ("plots.js", "page.js", "own.js")
SCRIPT_NAMES = ("sets", "shown", "sizes", "operations", "shapes", "schema", "levels", "usable", "headlineRows",
                "smallest")

ORDERS = {"": "by set", "least": "least first", "most": "most first"}


def part(name):
    return (ROOT / "bench/page" / name).read_text().replace("/* families */\n", families.COLOURS)


def scroll(name):
    """What the keyboard scrolls has a name."""
    return f'<div class=scroll tabindex=0 role=region aria-label="{svg.text(name)}">'


def table(figure):
    """Its first columns are text, and the first two may be the set and the operation, by which the script filters."""
    texts = sum(name.startswith("'") for name in figure.head)
    heads = [f"<th scope=col>{svg.text(name.lstrip(chr(39)))}" for name in figure.head]
    lines = ["<tr>" + "".join(f"<td>{svg.text(cell)}" for cell in cells) for cells in figure.rows]
    return (f"<details><summary>Table: {svg.text(figure.title)}</summary>{scroll(f'table: {figure.title}')}"
            f"<table class=t{texts}>"
            f"<caption class=note>{svg.text(figure.title)}, {len(figure.rows)} rows</caption>"
            f"<thead><tr>{''.join(heads)}</thead>\n<tbody>\n" + "\n".join(lines) + "\n</tbody></table></div></details>")


def sources(figure):
    if not figure.sources:
        return ""
    return ("<details><summary>Sources</summary><ul class=note>" +
            "".join(f"<li>{svg.text(source)}" for source in figure.sources) + "</ul></details>")


def counted_sets(figure):
    """How many sets the plot shows of those that it has, where it has sets."""
    marks = re.findall(r'<g class="(?:r|m .*?)" [^>]*>', figure.picture.plot)
    sets = {re.search(r'data-s="(.*?)"', mark)[1]: False for mark in marks}
    for mark in marks:
        if 'display="none"' not in mark:
            sets[re.search(r'data-s="(.*?)"', mark)[1]] = True
    sets.pop("", None)
    return (f'<p class="note shown" data-of={len(sets)} role=status>{sum(sets.values())} of {len(sets)} sets</p>'
            if sets else "")


DOWNLOADS = ('<p class="note script" hidden>What is shown, as <button type=button data-get=csv>CSV</button> '
             '<button type=button data-get=json>JSON</button></p>')


def section(figure, controls=""):
    return (f'<section id="{figure.id}"><h2>{svg.text(figure.title)}</h2><p>{figure.text}</p>{controls}<figure>'
            f'<div class=about>{counted_sets(figure)}{DOWNLOADS}</div>'
            f'{scroll(figure.title)}{figure.picture.page()}</div>'
            f'{table(figure)}{sources(figure)}</figure></section>\n')


def options(pairs, chosen=""):
    return "".join(f'<option value="{svg.text(value)}"{" selected" if value == chosen else ""}>{svg.text(label)}'
                   for value, label in pairs)


def filters():
    boxes = "".join(f'<label><input type=checkbox name=family value={f} checked> {svg.text(label)}</label>'
                       for f, label in families.LABELS.items())
    statuses = [(s, s) for s in ("standard", "candidate", "superseded", "withdrawn", "broken")]
    return f"""<form id=filter class=script hidden aria-label="Filter">
<fieldset><legend>Families</legend>{boxes}</fieldset>
<label>Sets of a family <select name=sets>{options([("some", "some"), ("all", "all")])}</select></label>
<label>Level <select name=level>{options([("", "all"), *((n, n) for n in (1, 2, 3, 5))])}</select></label>
<label>Status <select name=status>{options([("", "all"), *statuses])}</select></label>
<label>Operation <select name=operation>{options([("", "all"), *OPERATION_WORDS.items()])}</select></label>
<label>Order <select name=order>{options(ORDERS.items())}</select></label>
<label>Name <input type=search name=name placeholder="ml-dsa"></label>
<output name=count></output><button type=reset>Reset</button>
<button type=button data-get=json>All as JSON</button></form>"""


def axes(machines):
    shown = options((key, f"{label}: {unit}") for key, (label, unit, _) in figures.series(machines).items())
    return f"""<form id=axes class=script hidden aria-label="Axes">
<label>Across <select name=x>{options(figures.SIZES.items())}</select></label>
<label>Up <select name=y>{options(OPERATION_WORDS.items(), "verify")}</select></label>
<label>Of <select name=of>{shown}</select></label>
</form>"""


def disturbance(d):
    """How much of the CPU the program had. Counts do not say."""
    if "cpu_share" not in d:
        return []
    samples, disturbed = (sum(r.get(key, 0) for r in d["results"]) for key in ("samples", "disturbed"))
    found = [f"had {100 * d['cpu_share']:.0f} % of the CPU, {disturbed:,} calls disturbed beside {samples:,} samples"]
    if d.get("load_before") is not None and d.get("load_after") is not None:
        found.append(f"load average {d['load_before']:.2f} before and {d['load_after']:.2f} after, on {d['cpus']} CPUs")
    return found + ["OTHER PROGRAMS RAN: measure again"] * (d["cpu_share"] < 0.9)


def machine_text(m):
    d = m.data
    about = [d["cpu"], f"neosig {d['version']}" + (f" at {d['commit']}" if "commit" in d else ""), d.get("date", ""),
             d["os"], d["compiler"], d["flags"] or "", f"unit: {d['unit']} ({d['counter']})",
             f"governor {d['governor']}" if d["governor"] else "",
             f"{d['frequency_khz'] / 1e6:.2f} GHz" if d["frequency_khz"] else "", *disturbance(d)]
    # Counts under emulation are exact; times are not.
    if d["emulated"] and d["unit"] != "instructions":
        about.append("EMULATED: these times say nothing about a real CPU")
    if not m.whole:
        about.append("some sets only, so that the page stays small")
    return "<li>" + svg.text("; ".join(a for a in about if a))


def without_prose(value):
    if not isinstance(value, dict):
        return value
    return {key: without_prose(part) for key, part in value.items() if not (key in schema.COMMENTS and
                                                                            isinstance(part, str))}


def script_data(machines):
    """What the script filters and moves by."""
    sets = {name: [families.family(name), a["level"], a["status"], int(name in figures.SOME), a["public_key_bytes"],
                   a["secret_key_bytes"], a["signature_bytes"]] for name, a in figures.sets_of(machines).items()}
    shown = {}
    for key, (label, unit, values) in figures.series(machines).items():
        by_set = {}
        for (name, operation), value in values.items():
            by_set.setdefault(name, {})[figures.OPERATIONS.index(operation)] = round(value)
        shown[key] = [f"{unit} ({label})", {name: [v.get(i) for i in range(len(figures.OPERATIONS))]
                                            for name, v in by_set.items()}]
    return json.dumps({"sets": sets, "shown": shown, "sizes": figures.SIZES, "operations": figures.OPERATIONS,
                       "shapes": svg.SHAPES, "schema": without_prose(schema.of_results()), "levels": headline.LEVELS,
                       "usable": headline.USABLE, "headlineRows": headline.ROWS, "smallest": headline.SMALLEST},
                      separators=(",", ":")).replace("<", "\\u003c")


def page(machines, results):
    counted = [m for m in machines if m.unit == "instructions"]
    figs = [figures.size_speed(machines), lines.machines(machines), lines.backends(machines[0]),
            *(lines.modelled(m) for m in counted[:1]), lines.peers(results), figures.kernels(data.functions()),
            *(figures.growth(m, "neon-aes") for m in counted[:1]), lines.signing(machines[0]), figures.papers(results),
            figures.memory(), figures.code()]
    figs = [f for f in figs if f]
    contents = "".join(f'<li><a href="#{f.id}">{svg.text(f.title)}</a>' for f in figs)
    sections = "".join(section(f, axes(machines) if f.id == "size-speed" else "") for f in figs)
    modelled = next((m for m in machines if m.cores), None)
    first, switch = headline.first_screen(modelled, results) if modelled else ("", "")
    return f"""<!DOCTYPE html>
<html lang=en><meta charset=utf-8><title>neosig: measurements</title>
<meta name=viewport content="width=device-width">
<link rel=icon href="data:,">
<style>
{part("page.css")}{part("layout.css")}{switch}</style>
<main>
<h1>Post-quantum signatures on 64-bit Arm: what is fastest at what</h1>
{first}<nav aria-label="Plots"><ul>{contents}<li><a href="#about">About</a></ul></nav>
<noscript><p class=note>Without scripts the plots show some sets of each family, and the tables all.</p></noscript>
{filters()}
{sections}<section id=about><h2>About</h2>
<p>These are the measurements of neosig, a library of post-quantum signatures. Instructions are counted exactly, under
emulation; they are not cycles. Modelled cycles come from a model of a core. Published cycles come from the papers'
machines. No axis has two units. <a href="../bench/README.md">bench/README.md</a> says how all was measured,
<a href="../results/README.md">results/README.md</a> how to add a machine.</p>
<ul class=note>{"".join(machine_text(m) for m in machines)}</ul></section>
</main>
<div id=tip role=status hidden></div>
<script type="application/json" id=data>{script_data(machines)}</script>
<script>
"use strict";
(() => {{
const {{ {", ".join(SCRIPT_NAMES)} }} = JSON.parse(document.getElementById("data").textContent);
{"".join(map(part, SCRIPTS))}}})();
</script>
</html>
"""


def fitting(machines, results):
    """The page with all sets of all machines, or where it is not below MOST with some sets of all but the first, or of
    all."""
    some = [m.of(figures.SOME) for m in machines]
    for chosen in (machines, [machines[0], *some[1:]], some):
        text = page(chosen, results)
        if len(text.encode()) < MOST:
            return text
    raise SystemExit(f"the page would have {len(text.encode())} bytes, more than {MOST}: name fewer results")


def machines_here():
    """The project's own counts first."""
    others = sorted(p for p in (ROOT / "results").glob("*.json") if p not in (data.OWN, ROOT / "results/schema.json"))
    return [data.OWN, *others]


def read(paths):
    """(machines, results, text of the project's own counts): that file may be old."""
    rows, about = recorded.read_results()
    own = data.own_text(rows, about)
    machines = [data.Machine(path, own if path == data.OWN else None) for path in paths]
    return machines, documents.Results(rows, about), own


def texts():
    """{path: text} of what is kept in the tree."""
    machines, results, own = read(machines_here())
    plots = {ROOT / name: make(machines, results).alone(part("page.css") + NARROW) for name, make in PLOTS.items()}
    return {data.OWN: own, **plots}


def on_disk(path):
    return path.read_text() if path.exists() else None


def stale():
    """Which files are not as they should be, a line each."""
    return differing(texts(), on_disk)


def differing(new, held):
    """The same of the texts new; held gives the text of a file."""
    return [f"{path.relative_to(ROOT)} is not what bench/report.py writes"
            for path, text in new.items() if held(path) != text]


def write():
    """What is kept in the tree."""
    for path, text in texts().items():
        path.write_text(text)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("results", nargs="*", type=pathlib.Path, metavar="RESULTS.json",
                   help="what neosig speed --json wrote")
    p.add_argument("-o", "--output", type=pathlib.Path, metavar="FILE", default=PAGE, help="default: build/report.html")
    p.add_argument("--tree", action="store_true")
    p.add_argument("--check", action="store_true")
    args = p.parse_args()
    if args.check:
        wrong = stale()
        print("\n".join([*wrong, *(["run bench/report.py --tree"] if wrong else [])]), end="\n" if wrong else "")
        return 1 if wrong else 0
    if args.tree:
        write()
    else:
        machines, results, _ = read([path.resolve() for path in args.results] or machines_here())
        args.output.parent.mkdir(exist_ok=True)
        args.output.write_text(fitting(machines, results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
