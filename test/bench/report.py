"""report.py: README.md's plots and results/aarch64-instructions.json are what bench/report.py writes, and its page is
the same every time; all files of results/ are what their schema says; a machine's file makes plots. Planted faults must
be found."""
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH))
import families
import recorded
import report
from page import data, figures, schema, svg

FIELDS = {"date": "2026-01-02T03:04:05Z", "cpu": "A <core> & more", "emulated": False, "unit": "cycles",
          "cpu_share": 0.987, "cpus": 4, "load_before": 0.25, "load_after": 1.5, "commit": "abc",
          "governor": "performance", "frequency_khz": 2400000, "midr": "0x413fd0c1"}
OPENSSL = """\
                  sign    verify    sign/s verify/s
rsa 2048 bits 0.000562s 0.000016s   1778.5  61243.4
                              sign    verify    sign/s verify/s
 256 bits ecdsa (nistp256)   0.0000s   0.0001s  38468.6  12884.9
                              sign    verify    sign/s verify/s
 253 bits EdDSA (Ed25519)   0.0000s   0.0001s  22483.0   8104.5
                              op      op/s
 253 bits ecdh (X25519)   0.0000s  33123.1
                               keygen    encaps    decaps keygens/s  encaps/s  decaps/s
                    ML-KEM-768 0.000021s 0.000014s 0.000021s   47000.0   71000.0   47000.0
                               keygen     signs    verify keygens/s    sign/s  verify/s
             SLH-DSA-SHA2-128s 0.021000s 0.160000s 0.000140s   50.0   6.2   8000.0
"""


def machine(own):
    """A machine's file, made from the project's own."""
    made = {**own, **FIELDS, "results": []}
    for r in own["results"]:
        made["results"].append({k: v for k, v in r.items() if k != "modelled"} |
                               {"mean_cpu_ns": r["mean"] / 2.4, "disturbed": 2, "cpu_share": 0.9})
    return made


def printed(*arguments, seed="0"):
    return subprocess.run([sys.executable, "-B", BENCH / "report.py", *map(str, arguments)], capture_output=True,
                          text=True, env={**os.environ, "PYTHONHASHSEED": seed})


def look(page, machines):
    """What is wrong with the form of a page; machines: whether one of them was timed."""
    wrong = [f"the page wants {url}" for url in re.findall(r"""(?:src=|@import|url\(|href=["']?https?:)[^>]*""", page)]
    ids = re.findall(r"""\bid=["']?([\w.-]+)""", page)
    wrong += [f"two elements are called {name}" for name in set(ids) if ids.count(name) > 1]
    sections = re.findall(r"<section .*?</section>", page, re.S)
    if not sections[0].startswith("<section id=fastest>") or "<p" in page[:page.index("<table class=headline>")]:
        wrong.append("the page does not begin with what is fastest")
    for part in sections[1:-1]:
        if not re.search(r"<h2>[^<]+</h2><p>.*<svg id[^>]*aria-label=[^>]+>.*<table .*<tbody>\n<tr><td>", part, re.S):
            wrong.append(f"no title, plot or table: {part[:60]}")
    names = re.findall(r"<section id=\"?([\w-]+)", page)
    needed = ["fastest", "size-speed", *["machines"] * machines, "backends", "modelled", "peers", "kernels", "growth",
              "signing", "papers", "memory", "code", "about"]
    if names != needed:
        wrong.append(f"the sections are {names}")
    found = re.search(r"<svg id=b .*?</svg>", page, re.S)
    bars = "" if found and "<rect" not in found[0] else "a plot on a log axis has a bar"
    wrong += [bars] if bars else []
    return wrong


def check_own():
    new = report.texts()
    wrong = report.differing(new, report.on_disk)
    rows, about = recorded.read_results()
    plot = data.ROOT / next(iter(report.PLOTS))
    for planted in (plot.read_text().replace("</text>", "!</text>", 1), None):
        found = report.differing(new, lambda path: planted if path == plot else report.on_disk(path))
        if len(found) != len(wrong) + 1:
            wrong.append("a changed plot was not found")
    before = data.own_text(rows, about)
    rows[0] = rows[0] | {"instructions": rows[0]["instructions"] + 1}
    if data.own_text(rows, about) == before:
        wrong.append("a changed count does not change results/")
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        done = printed("-o", page)
        timed = any(path != data.OWN for path in report.machines_here())
        return wrong + ([done.stderr] if done.returncode else look(page.read_text(), timed))


def check_machine(folder):
    wrong, own = [], json.loads(data.OWN.read_text())
    file, page = folder / "board.json", folder / "page.html"
    file.write_text(json.dumps(machine(own)))
    (folder / "board.openssl.txt").write_text(OPENSSL)
    pages = []
    for seed in ("1", "2"):
        done = printed(data.OWN, file, "-o", page, seed=seed)
        if done.returncode:
            return [done.stderr]
        pages.append(page.read_text())
    wrong += look(pages[0], True)
    if pages[0] != pages[1]:
        wrong.append("two pages of the same files differ")
    if "A &lt;core&gt; &amp; more" not in pages[0] or "<core>" in pages[0]:
        wrong.append("a name is not escaped")
    for text in ("SLH-DSA-SHA2-128s", "Ed25519", "nistp256", "20,000,000"):
        if text not in pages[0]:
            wrong.append(f"{text} is not in the page")
    share = f"had 99 % of the CPU, {2 * len(own['results']):,} calls disturbed"
    if pages[0].count(share) != 1 or "OTHER PROGRAMS" in pages[0]:
        wrong.append("the share of the CPU is not in the page")
    if pages[0].count("load average 0.25 before and 1.50 after, on 4 CPUs") != 1:
        wrong.append("the load average is not in the page")
    if "ML-KEM" in pages[0] or "X25519" in pages[0]:
        wrong.append("what is no signature is in the page")
    # Many machines fit, with some of the sets of each, of neosig's counts too.
    boards = [folder / f"board{i}.json" for i in range(4)]
    for i, board in enumerate(boards):
        board.write_text(json.dumps(machine(own) | {"cpu": f"Core {i}", "cpu_share": 0.5 + i / 7}))
    done = printed(data.OWN, *boards, "-o", page)
    many = page.read_text()
    wrong += [done.stderr] if done.returncode else look(many, True)
    if many.count("OTHER PROGRAMS RAN") != 3: # of 0.5, 0.64, 0.79 and 0.93
        wrong.append("a machine that others used is not marked")
    if len(many.encode()) >= report.MOST or many.count("some sets only") != len(boards) + 1:
        wrong.append(f"a page of many machines has {len(many.encode())} bytes")
    # Bad files are refused by name.
    for change, says in (({"unit": "weeks"}, "unit is none of"), ({"results": [{}]}, "has no algorithm"),
                         ({"algorithms": []}, "does not describe"), (None, "bad.json: ")):
        bad = folder / "bad.json"
        bad.write_text("{" if change is None else json.dumps(own | change))
        done = printed(bad, "-o", page)
        told = says in done.stderr and "bad.json" in done.stderr and "Traceback" not in done.stderr
        if done.returncode == 0 or not told:
            wrong.append(f"{says}: {done.stderr[-200:]}")
    return wrong


def check_axes():
    wrong = []
    for values in ([1], [3, 3], [1, 10], [0.5, 0.51], [36_000, 12_749_375_231], [7, 650]):
        axis = svg.Log(values, 0, 100)
        if not all(-1e-9 <= axis(v) <= 100 + 1e-9 for v in values) or len(axis.ticks()) < 2:
            wrong.append(f"a logarithmic axis of {values} has {axis.ticks()}")
    linear = svg.Linear([3, 812_345], 0, 100)
    if not 0 < linear(812_345) <= 100 or not 4 <= len(linear.ticks()) <= 12:
        wrong.append(f"a linear axis has {linear.ticks()}")
    lines = {name: figures.variant(name) for name in ("snova-24-5-16-4-esk", "snova-60-10-16-4-esk", "snova-i-k-aes",
                                                      "snova-v-k-aes", "rainbow-III-classic", "ml-dsa-87", "haetae5",
                                                      "dilithium2", "falcon-padded-512", "fn-dsa-1024-pre")}
    expected = ["snova l = 4 esk", "snova l = 4 esk", "snova-k-aes", "snova-k-aes", "rainbow-classic", "ml-dsa",
                "haetae", "dilithium", "falcon-padded", "fn-dsa-pre"]
    if list(lines.values()) != expected:
        wrong.append(f"kinds of sets: {lines}")
    wrong += [f"{name}: a kind of {figures.variant(name)}" for name in families.SETS
              if not figures.variant(name).startswith(families.family(name))]
    return wrong


def check_marks():
    """Marks that would hide each other are apart, near their places, and names break evenly."""
    wrong = []
    for xs in ([5.0] * 5, [0.0, 3.0, 6.0, 9.0, 12.0, 40.0], [1.0], []):
        ys, height = svg.laned(xs)
        near = [(i, j) for i in range(len(xs)) for j in range(i) if math.dist((xs[i], ys[i]), (xs[j], ys[j])) < 8]
        if near or any(abs(y) > height / 2 for y in ys):
            wrong.append(f"the lanes of {xs} are {ys}, of {height}")
    places = [(50.0, 50.0)] * 9 + [(52.0, 51.0), (200.0, 9.0)]
    moved = svg.spread(places, 10)
    if any(math.dist(a, b) < 9.9 for i, a in enumerate(moved) for b in moved[:i]) or moved[0] != places[0]:
        wrong.append(f"{places} are spread to {moved}")
    if max(math.dist(a, b) for a, b in zip(places, moved)) > 21 or moved[-1] != places[-1]:
        wrong.append(f"marks move far: {moved}")
    names = "PQClean", "Cortex-A76 (Raspberry Pi 5)", "x" * 30, "a" + 29 * " a"
    lines = {name: svg.wrapped(name, 22) for name in names}
    if lines["PQClean"] != ["PQClean"] or lines["Cortex-A76 (Raspberry Pi 5)"] != ["Cortex-A76", "(Raspberry Pi 5)"]:
        wrong.append(f"names break so: {lines}")
    return wrong + [f"{name} breaks into {parts}" for name, parts in lines.items()
                    if " ".join(parts) != name or any(" " in part and len(part) > 22 for part in parts)]


def check_headline(folder):
    """The cores are those of the data, and what is fastest is of sets that one may use."""
    own, wrong = json.loads(data.OWN.read_text()), []
    page, file = folder / "page.html", folder / "cores.json"
    for r in own["results"]:
        special = {"ml-dsa-44": {"new-core": 7, "other": 5}, "rainbow-I-classic": {"new-core": 1}}
        r["modelled"] = special.get(r["algorithm"], {"new-core": 9e9})
    file.write_text(json.dumps(own))
    done = printed(file, "-o", page)
    if done.returncode:
        return [done.stderr]
    text = page.read_text()
    if re.findall("name=core value=\"(.*?)\"", text) != ["new-core", "other"]:
        wrong.append("the switch does not have the cores of the data")
    first = text[text.index("<table class=headline>"):text.index("</table>")]
    cells = re.findall(r"<b>(.*?)</b> <span>(.*?)</span>", first)
    if cells[0] != ("ml-dsa-44", "7 cycles") or cells[3] != cells[0] or "rainbow" in first:
        wrong.append(f"fastest is {cells}")
    return wrong


def main():
    wrong = check_own() + check_axes() + check_marks()
    for path in sorted((data.ROOT / "results").glob("*.json")):
        if path.name != "schema.json":
            wrong += schema.faults(json.loads(path.read_text()), schema.of_results(), path.name)[:5]
    with tempfile.TemporaryDirectory() as folder:
        wrong += check_machine(pathlib.Path(folder)) + check_headline(pathlib.Path(folder))
    print("\n".join([*wrong, "where a file is old: run bench/report.py --tree"] if wrong else ["all is current"]))
    return 1 if wrong else 0


sys.exit(main())
