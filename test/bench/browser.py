"""browser.py [--screenshots DIRECTORY]: the page of bench/report.py in chromium, driven by playwright from PyPI. 77
where either is not there (make test-browser fetches it; sh tools/setup.sh browser installs chromium). Without
axe-playwright-python, which brings axe-core, only its check is left out.

No message on the console, no request; the first screen answers what is fastest at what, on each core and for a file of
the reader; filters change the marks, the state is in the address, the keyboard reaches the marks; nothing sticks out at
390 and 1400 pixels, nor a text out of its plot, no mark hides another, names stay where plots scroll; without scripts
the plots are there; ten sheets of paper suffice. Planted faults must be found."""
import csv
import importlib.util
import io
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    print("playwright is not there: skipped")
    sys.exit(77)
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if not CHROMIUM:
    print("chromium is not there: skipped")
    sys.exit(77)

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import documents
import looks
import recorded
from page import data, schema

FOLDER = tempfile.TemporaryDirectory()
HERE = pathlib.Path(FOLDER.name)
OWN = json.loads(data.OWN.read_text())
WRONG = []
BOARD = {"date": "2026-01-02T03:04:05Z", "emulated": False, "unit": "cycles", "counter": "a <counter>",
         "cpu": "A <core> & more", "cpu_share": 0.99}


def expect(condition, what):
    if not condition:
        WRONG.append(what)


def board(name, core="", **more):
    """A machine's file, made from the project's own: with a core's modelled cycles, or the counts, as its figures."""
    results = []
    for r in OWN["results"]:
        value = r.get("modelled", {}).get(core) if core else r["mean"]
        if value:
            results.append({"algorithm": r["algorithm"], "backend": r["backend"], "operation": r["operation"],
                            "median": value, "q1": value * 0.99, "q3": value * 1.01, "mean": value, "samples": 9,
                            "mean_cpu_ns": value / 2})
    path = HERE / f"{name}.json"
    path.write_text(json.dumps({**OWN, **BOARD, "results": results, **more}))
    return path


def made(name, *arguments):
    """The address of a page."""
    path = HERE / f"{name}.html"
    subprocess.run([sys.executable, "-B", ROOT / "bench/report.py", *arguments, "-o", path], check=True)
    return path.as_uri()


PAGE = made("report")


class Tab:
    def __init__(self, browser, width=1400, address=PAGE, height=900, **more):
        self.context = browser.new_context(viewport={"width": width, "height": height}, **more)
        self.page = self.context.new_page()
        self.trouble = []
        self.page.on("console", lambda message: self.trouble.append(message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("request", lambda request: self.trouble.append(request.url)
                     if not request.url.startswith((address.split("#")[0], "data:", "blob:")) else None)
        self.page.goto(address)

    def shown(self, selector):
        """How many elements are displayed."""
        return self.page.locator(selector).evaluate_all("all => all.filter(e => e.getClientRects().length).length")

    def sets(self, plot):
        """Of how many sets a plot shows marks."""
        return len(set(self.page.locator(f"{plot} :is(.m, .r)").evaluate_all(
            "all => all.filter(e => e.getClientRects().length).map(e => e.dataset.s)")))

    def says(self, plot):
        """What stands above a plot."""
        return self.page.locator(f"figure:has({plot}) .shown").text_content()

    def place(self, selector):
        return self.page.locator(selector).first.evaluate("e => e.getAttribute('transform')")

    def fits(self):
        return self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def open_tables(self, yes=True):
        self.page.evaluate("yes => { for (const d of document.querySelectorAll('details')) d.open = yes }", yes)

    def close(self, name):
        expect(not self.trouble, f"{name}: {self.trouble[:3]}")
        self.context.close()


def fastest(values, levels):
    """The least of the usable sets of these levels: [(value, set)]."""
    found = [(values[a["name"]], a["name"]) for a in OWN["algorithms"] if a["name"] in values and a["level"] in levels
             and a["status"] in ("standard", "candidate")]
    return min(found)


def headline(tab):
    """Of the table that is shown: (its caption, the bold set and its number of each cell)."""
    caption, cells = tab.page.locator("table.headline").evaluate_all("""all => {
      const [table] = all.filter(t => t.getClientRects().length);
      return [table.caption.textContent, [...table.tBodies[0].rows].map(row => [...row.cells].slice(1).map(
        cell => [cell.querySelector("b").textContent,
                 parseInt(cell.querySelector("span").textContent.replaceAll(",", ""))]))];
    }""")
    return caption, cells


def expected(core, backends):
    rows = []
    for operation in documents.WHOLE:
        values = {}
        for r in OWN["results"]:
            if r["operation"] == operation and r["backend"] in backends and core in r.get("modelled", {}):
                values[r["algorithm"]] = min(values.get(r["algorithm"], 1e99), r["modelled"][core])
        rows.append([fastest(values, levels) for levels in ((1, 2), (3,), (5,))])
    sizes = {a["name"]: a["public_key_bytes"] + a["signature_bytes"] for a in OWN["algorithms"]}
    return [[[name, value] for value, name in row]
            for row in [*rows, [fastest(sizes, levels) for levels in ((1, 2), (3,), (5,))]]]


def check_first_screen(browser):
    cores = {core for r in OWN["results"] for core in r.get("modelled", {})}
    for width, height in ((1280, 800), (390, 844)):
        tab = Tab(browser, width, height=height)
        WRONG.extend(f"{width}: {what}" for what in looks.first_screen(tab.page))
        tab.close("first screen")
    tab = Tab(browser, 1280)
    radios = tab.page.locator("[name=core]").evaluate_all("all => all.map(r => r.value)")
    expect(sorted(radios) == sorted(cores), f"the switch has {radios}, the data {cores}")
    for core in radios:
        tab.page.locator(f"label:has([value='{core}'])").click()
        backend = next(b for _, model, b, _ in documents.CHOICES if model == core)
        caption, cells = headline(tab)
        expect(data.core_name(core) in caption and backend in caption, f"{core}: {caption}")
        expect(cells == expected(core, [backend]), f"{core}: {cells} is not what is fastest")
        expect((f"core={core}" in tab.page.url) == (core != radios[0]), f"{core} and {tab.page.url}")
        other = Tab(browser, address=tab.page.url)
        expect(headline(other)[0] == caption, f"the address does not keep {core}")
        other.close("core from the address")
    ratio = tab.page.locator("table.headline small", has_text="mldsa-native: 1.").count()
    expect(ratio > 0, "no other implementation is named")
    others = tab.page.locator("table.headline small").filter(has_not_text="then ").all_text_contents()
    expect(all(text.endswith((" instructions", " cycles")) for text in others), f"a ratio is of nothing: {others}")
    tab.page.evaluate("document.querySelector('h1').after(Object.assign(document.createElement('p'), "
                      "{textContent: 'planted'}))")
    expect(looks.first_screen(tab.page) == ["before the headline there is planted"], "planted prose was not seen")
    tab.close("switch")
    # Without scripts, too.
    tab = Tab(browser, 1280, java_script_enabled=False)
    tab.page.locator(f"label:has([value='{radios[1]}'])").click()
    expect([tab.page.locator(f"[data-core='{core}']").is_visible() for core in radios].count(True) == 1 and
           tab.page.locator(f"[data-core='{radios[1]}']").is_visible(), "without scripts the switch does nothing")
    tab.close("switch without scripts")


def check_own_file(browser):
    tab = Tab(browser, 1280)
    # A core on which the last backend of the file is not the fastest at everything.
    backends = list(dict.fromkeys(r["backend"] for r in OWN["results"] if r["backend"] != "reference"))
    core = next(core for core in sorted({core for r in OWN["results"] for core in r.get("modelled", {})})
                if any(core in r.get("modelled", {}) for r in OWN["results"] if r["backend"] == backends[-1])
                and expected(core, backends) != expected(core, backends[-1:]))
    good = board("my-board", core)
    give = lambda *paths: tab.page.locator("#file").set_input_files(list(map(str, paths)))
    give(good)
    tab.page.wait_for_selector("[value=own1]", state="attached")
    caption, cells = headline(tab)
    parts = ("A <core> & more", "my-board.json of 2026-01-02", "cycles by a <counter>")
    expect("Beware" not in caption and all(part in caption for part in parts), f"the caption of a file is {caption}")
    expect(cells == expected(core, backends), f"of a file: {cells}")
    expect(tab.page.locator("[name=of] option[value='own1:neon-aes']").count() == 1, "a file is not among the axes")
    tab.page.select_option("[name=of]", "own1:neon-aes")
    expect(tab.shown("#a .m") > 50 and "cycles (my-board.json, neon-aes)" in tab.page.locator("#a .t").text_content(),
           "a file is not in the plot")
    give(board("busy", core, cpu_share=0.5, emulated=True), good)
    tab.page.wait_for_selector("[value=own3]", state="attached")
    tab.page.locator("label:has([value=own2])").click()
    expect("50 % of the CPU" in headline(tab)[0] and "nothing about a real CPU" in headline(tab)[0], "no warning")
    # What is wrong is said as bench/report.py says it.
    part = {**OWN["results"][0], "median": -1, "deciles": [1], "operation": "think"}
    faults = {"unit": {"unit": "weeks"}, "format": {"format": "neosig-speed-0"}, "part": {"results": [part]},
              "empty": {"results": [{}]}, "date": {"date": "yesterday"}, "more": {"colour": "red"},
              "null": {"cpu": None}}
    for name, change in faults.items():
        path = board(name, **change)
        said = schema.faults(json.loads(path.read_text()), schema.of_results(), path.name)
        give(path)
        tab.page.wait_for_selector(f"#faults :text('{path.name}')")
        found = tab.page.locator("#faults p").all_text_contents()
        expect(said and found[:5] == said[:5], f"{name}: {found} is not {said}")
    for name, text, says in (("broken", "{", "broken.json is no JSON"), ("list", "[]", "list.json is no object"),
                             ("none", json.dumps({**OWN, "results": []}), "none.json has no results of neosig"),
                             ("unknown", json.dumps({**OWN, "algorithms": OWN["algorithms"][1:]}),
                              f"does not describe {OWN['algorithms'][0]['name']}")):
        path = HERE / f"{name}.json"
        path.write_text(text)
        give(path)
        tab.page.wait_for_selector(f"#faults :text('{path.name}')")
        expect(says in tab.page.locator("#faults").text_content(), f"{name}: no word of it")
    expect(tab.page.locator("[name=core][value^=own]").count() == 3, "a bad file has a headline")
    give(good)
    tab.page.wait_for_selector("[value=own4]", state="attached")
    expect(tab.page.locator("#faults").text_content() == "", "old faults stand beside a good file")
    expect(tab.fits(), "a file makes the page wider than its window")
    tab.close("own file")


def check_filters(browser):
    tab = Tab(browser)
    marks, rows, table = "#a .m", "#b .r", "#peers tbody tr"
    all_marks, all_rows, sets = tab.shown(marks), tab.shown(rows), len(OWN["algorithms"])
    expect(all_marks == sets and all_rows > 20, f"{all_marks} marks of {sets} sets, {all_rows} rows")
    output = tab.page.locator("[name=count]")
    expect(output.text_content() == f"{sets} of {sets} sets", f"the count says {output.text_content()}")
    for plot in ("#a", "#b", "#c", "#model", "#e"):
        expect(tab.says(plot).startswith(f"{tab.sets(plot)} of "), f"{plot} shows {tab.sets(plot)}: {tab.says(plot)}")
    tab.page.get_by_role("checkbox", name="SNOVA").uncheck()
    expect(0 < tab.shown(marks) < all_marks, "a family does not change the marks")
    expect(0 < tab.shown(rows) < all_rows, "a family does not change the rows")
    expect("family=" in tab.page.url, "the family is not in the address")
    tab.page.select_option("[name=level]", "5")
    tab.page.select_option("[name=sets]", "all")
    tab.page.select_option("[name=operation]", "sign")
    expect([tab.shown(f"#a .m[data-s='ml-dsa-{n}']") for n in (44, 87)] == [0, 1], "the level does not filter")
    expect(tab.shown("#b .o:not(.sign)") == 0 < tab.shown("#b .o.sign"), "the operation does not filter marks")
    expect(tab.shown("#d .r:not([data-o=sign])") == 0, "the operation does not filter rows")
    tab.page.locator("#peers summary").first.click()
    expect(0 < tab.shown(table) < tab.page.locator(table).count(), "the table is not filtered")
    # The same state in another tab, from the address alone.
    other = Tab(browser, address=tab.page.url)
    for selector in (marks, rows, "#b .o", "#c .o"):
        expect(tab.shown(selector) == other.shown(selector), f"the address does not keep {selector}")
    other.close("from the address")
    tab.page.get_by_role("button", name="Reset").click()
    tab.page.wait_for_function("!location.hash.includes('=')")
    expect(tab.shown(marks) == all_marks and tab.shown(rows) == all_rows, "Reset does not bring all back")
    tab.page.select_option("[name=sets]", "all")
    for plot in ("#a", "#b", "#model", "#e"):
        expect(tab.sets(plot) == sets and tab.says(plot) == f"{sets} of {sets} sets", f"{plot}: {tab.says(plot)}")
    expect(tab.shown("#b .r .o") == len(OWN["results"]), f"{tab.shown('#b .r .o')} marks of all results")
    tab.page.select_option("[name=level]", "1")
    level = sum(a["level"] == 1 for a in OWN["algorithms"])
    expect(tab.sets("#a") == tab.sets("#b") == level and output.text_content() == f"{level} of {sets} sets",
           f"of level 1: {output.text_content()}")
    tab.page.get_by_role("button", name="Reset").click()
    tab.page.wait_for_function("!location.hash.includes('=')")
    tab.page.fill("[name=name]", "falcon-padded")
    expect(tab.shown(marks) == 2 and tab.sets("#b") == 2, "a name does not filter")
    label = tab.page.locator("#b .r:not([hidden])").first.get_attribute("aria-label")
    expect("falcon-padded-512, neon-aes" in label and "keypair" in label and "neon-sha3" not in label,
           f"a row's text is {label}")
    expect(tab.shown("#memory .nothing") == 0 and "No match" not in tab.says("#a"), "a match is none")
    tab.page.fill("[name=name]", "no such set")
    expect(tab.shown(":is(.m, .r:not([data-s='']))") == 0, "marks of no set")
    expect(output.text_content().startswith("No match"), f"no match says {output.text_content()}")
    for figure in tab.page.locator("figure:has(.shown)").all():
        expect(figure.locator(".shown").text_content().startswith("No match") and
               not figure.locator(".plot").is_visible(), "a plot without a match does not say so")
    tab.close("filters")


def check_address(browser):
    tab = Tab(browser)
    tab.page.select_option("[name=level]", "5")
    tab.page.locator("nav a[href='#papers']").click()
    tab.page.wait_for_function("location.hash.startsWith('#papers&')")
    tab.page.locator("nav a[href='#peers']").click()
    tab.page.wait_for_function("location.hash.startsWith('#peers&')")
    expect("level=5" in tab.page.url, "a section takes the filters from the address")
    tab.page.select_option("[name=status]", "standard")
    expect(tab.page.url.endswith("#peers&level=5&status=standard"), f"the address is {tab.page.url}")
    other = Tab(browser, address=tab.page.url)
    top = other.page.locator("#peers").evaluate("e => e.getBoundingClientRect().top")
    covered = other.page.evaluate("""document.querySelector("#filter").getBoundingClientRect().bottom >
      document.querySelector("#peers h2").getBoundingClientRect().bottom - 24""")
    expect(not covered, "the filters cover the title of a section")
    expect(0 <= top < 300 and other.shown("#c .o") == tab.shown("#c .o") > 0, f"the address leads to {top}")
    expect(other.page.locator("[name=level]").input_value() == "5", "the address does not keep the level")
    other.close("section from the address")
    tab.close("address")


def check_downloads(browser):
    tab = Tab(browser)

    def got(button):
        with tab.page.expect_download() as download:
            button.click()
        return download.value.suggested_filename, pathlib.Path(download.value.path()).read_bytes().decode()

    tab.page.select_option("[name=level]", "3")
    section = tab.page.locator("#peers")
    rows = section.locator("tbody tr:not([hidden])").evaluate_all(
        "all => all.map(r => [...r.cells].map(c => c.textContent))")
    name, text = got(section.get_by_role("button", name="CSV"))
    table = list(csv.reader(io.StringIO(text, newline="")))
    expect(name == "neosig-peers.csv" and text.endswith("\r\n"), f"CSV is {name}")
    expect(table[0][:3] == ["set", "operation", "implementation"] and len(table) == len(rows) + 1 > 20,
           f"CSV has {len(table)} lines beside {len(rows)} rows")
    plain = lambda all_rows: [[cell.replace(",", "") for cell in row] for row in all_rows]
    expect(plain(table[1:]) == plain(rows), "CSV is not the table")
    expect(any("," in row[2] for row in table[1:]) and all(row[6].isdigit() for row in table[1:]), "CSV quotes badly")
    name, text = got(section.get_by_role("button", name="JSON"))
    objects = json.loads(text)
    expect(name == "neosig-peers.json" and [o["set"] for o in objects] == [row[0] for row in rows] and
           all(isinstance(o["instructions"], int) and isinstance(o["smaller ratio"], float | int) for o in objects),
           "JSON is not the table")
    name, text = got(tab.page.get_by_role("button", name="All as JSON"))
    every = json.loads(text)
    expect(set(every) == set(tab.page.locator("section:has(figure)").evaluate_all("all => all.map(s => s.id)")) and
           all(every.values()), f"all as JSON has {list(every)}")
    tab.close("downloads")


def check_axes(browser):
    tab = Tab(browser)
    mark = "#a .m[data-s='ml-dsa-65']"
    before = tab.place(mark)
    for name, value in (("x", "signature"), ("y", "sign")):
        tab.page.select_option(f"[name={name}]", value)
        expect(tab.place(mark) != before, f"the axis {name} does not move a mark")
        WRONG.extend(looks.hiding(tab.page)[:3])
        before = tab.place(mark)
    options = tab.page.locator("[name=of] option").evaluate_all("all => all.map(o => o.value)")
    tab.page.select_option("[name=of]", options[-1])
    expect("modelled cycles" in tab.page.locator("#a .t").text_content(), "the axis does not name modelled cycles")
    tab.page.select_option("[name=order]", "least")
    values = tab.page.locator("#c .r:not([hidden])").evaluate_all(
        "rows => rows.map(r => [r.getBoundingClientRect().top, Number(r.dataset.v), r.dataset.s])")
    least = {}
    for _, value, name in sorted(values):
        least[name] = min(value, least.get(name, value))
    expect(list(least.values()) == sorted(least.values()), "the groups are not in order")
    tab.page.locator("#size-speed summary").first.click()
    head, cells = "#size-speed th:nth-child(4) button", "#size-speed td:nth-child(4)"
    tab.page.locator(head).click()
    numbers = tab.page.locator(cells).evaluate_all("all => all.map(c => Number(c.textContent.replaceAll(',', '')))")
    expect(numbers == sorted(numbers), "a table is not ordered by a column")
    tab.close("axes")


def check_keyboard(browser):
    tab = Tab(browser)
    focus = "document.activeElement.closest('#a .m')?.dataset.s ?? document.activeElement.name ?? ''"
    reached = []
    for _ in range(60):
        tab.page.keyboard.press("Tab")
        reached.append(tab.page.evaluate("document.activeElement.id") or tab.page.evaluate(focus))
        if tab.page.evaluate("!!document.activeElement.closest('#a .m')"):
            break
    expect({"core", "file", "family", "sets", "level", "status", "operation", "order", "name", "x", "y", "of"} <=
           set(reached), f"the tab key reaches {reached}")
    expect(tab.page.evaluate("!!document.activeElement.closest('#a .m')"), "the tab key does not reach the marks")
    expect(tab.page.locator("#tip").is_visible(), "a mark with the focus shows no text")
    first = tab.page.evaluate(focus)
    tab.page.keyboard.press("ArrowRight")
    expect(tab.page.evaluate(focus) not in ("", first), "an arrow does not go to the next mark")
    expect(tab.page.locator("#tip").text_content().startswith(tab.page.evaluate(focus)), "the text is of another mark")
    tab.page.keyboard.press("Escape")
    expect(not tab.page.locator("#tip").is_visible(), "Escape does not hide the text")
    tab.page.locator("#a .m[data-s='rainbow-I-classic'] .p").hover()
    expect("ePrint 2022/214" in tab.page.locator("#tip").text_content(), "the pointer does not show a citation")
    tab.close("keyboard")


def check_looks(browser):
    tab = Tab(browser, address=f"{PAGE}#sets=all")
    expect(not looks.cut(tab.page), f"these texts stick out of their plots: {looks.cut(tab.page)[:5]}")
    WRONG.extend(looks.bars(tab.page)[:3] + looks.hiding(tab.page)[:3])
    sets = {r["alg"] for r in recorded.read_results()[0]}
    named = {(r["alg"], r["peer"]) for r in documents.published("costs") if r["alg"] in sets}
    expect(looks.peers(tab.page) == named, f"peers without a name: {sorted(named ^ looks.peers(tab.page))[:5]}")
    tab.page.evaluate("""() => {
      const row = document.querySelector("#c .r:not([hidden])"), begin = document.querySelector("#c .g").getBBox().x;
      const text = document.querySelector("#c").previousElementSibling.querySelector(".l:not([hidden])");
      text.textContent = "x".repeat(60);
      for (const [name, a] of [["rect", {x: begin, y: 0, width: 90, height: 9}],
                               ["path", {d: `M${begin} 0h90`, style: "stroke-width: 6"}],
                               ["path", {d: row.querySelector(".o").getAttribute("d"), class: "o"}]]) {
        const e = row.appendChild(document.createElementNS("http://www.w3.org/2000/svg", name));
        for (const k in a) e.setAttribute(k, a[k]);
      }
    }""")
    expect(looks.cut(tab.page) == ["x" * 60], "a text that sticks out of its plot was not seen")
    expect(len(looks.bars(tab.page)) == 2, f"planted bars were not seen: {looks.bars(tab.page)}")
    expect(len(looks.hiding(tab.page)) == 1, f"a hidden mark was not seen: {looks.hiding(tab.page)}")
    expect(len(named ^ looks.peers(tab.page)) == 2, "a peer without its name was not seen")
    tab.close("looks")
    tab = Tab(browser, 390, height=844)
    WRONG.extend(looks.scrolled(tab.page))
    tab.page.add_style_tag(content=".names { position: static !important }")
    expect(len(looks.scrolled(tab.page)) == tab.page.locator(".plot").count(), "names that scroll away were not seen")
    tab.context.close()


def check_readme(browser):
    for name in ("peers", "size-speed"):
        address = (ROOT / f"docs/{name}.svg").as_uri()
        tab = Tab(browser, 390, address)
        WRONG.extend(f"{name}.svg: {what}" for what in looks.readme(tab.page))
        text = tab.page.locator("svg").first.text_content().lower()
        expect("snova" in text and "rainbow" in text, f"{name}.svg has no SNOVA or no Rainbow")
        tab.page.evaluate("document.querySelector('svg').setAttribute('viewBox', '0 0 1000 500')")
        expect(looks.readme(tab.page), f"{name}.svg: small text was not seen")
        tab.close(name)


def check_machines(browser):
    boards = [board(f"board{i}", cpu=f"Core {i}") for i in range(5)]
    address = made("machines", data.OWN, *boards)
    tab = Tab(browser, address=address)
    one = Tab(browser)
    sections = [t.page.locator("section").evaluate_all("all => all.map(s => s.id)") for t in (tab, one)]
    expect([s for s in sections[0] if s != "machines"] == sections[1], f"machines add sections: {sections[0]}")
    lines = tab.page.locator("#machines-plot").evaluate("""plot => {
      const texts = plot.previousElementSibling.querySelectorAll(".l");
      return [...plot.querySelectorAll(".r")].map((r, i) => [r.dataset.s, texts[i].textContent,
        r.querySelectorAll(".o").length, r.getClientRects().length]).filter(r => r[3]);
    }""")
    for name in {line[0] for line in lines}:
        mine = [line[1:3] for line in lines if line[0] == name]
        expect(mine == [[f"Core {i}", 3] for i in range(5)], f"the machines of {name} are {mine}")
    expect(len(lines) >= 50, f"{len(lines)} lines of machines")
    WRONG.extend(looks.bars(tab.page)[:3] + looks.hiding(tab.page)[:3])
    expect(looks.pages(tab.page) <= 10, f"a page of five machines prints {looks.pages(tab.page)} sheets")
    one.close("one machine")
    tab.close("machines")


def check_axe(browser):
    found = importlib.util.find_spec("axe_playwright_python")
    if not found:
        print("axe-playwright-python is not there: no check by axe-core (make test-browser fetches it)")
        return
    script = (pathlib.Path(found.origin).parent / "axe.min.js").read_text()
    colours = "{runOnly: ['color-contrast']}"
    for name, more, rules in (("light", {}, "{}"), ("dark", {"color_scheme": "dark"}, colours),
                              ("narrow", {"width": 390}, "{}")):
        tab = Tab(browser, address=f"{PAGE}#name=ml-dsa-65", **more)
        (HERE / "bad.json").write_text("{")
        for path in (board("axe"), HERE / "bad.json"):
            tab.page.locator("#file").set_input_files(str(path))
        tab.page.wait_for_selector("[value=own1]", state="attached")
        tab.page.wait_for_selector("#faults p")
        tab.open_tables()
        WRONG.extend(f"{name}: {what}" for what in looks.axe(tab.page, script, rules))
        if name == "light":
            tab.page.fill("[name=name]", "no such set")
            WRONG.extend(f"no match: {what}" for what in looks.axe(tab.page, script, colours))
        tab.page.evaluate("""() => {
          const main = document.querySelector("main");
          main.append(document.createElement("button"), Object.assign(document.createElement("p"),
            {textContent: "pale", style: "color: #888; background: #999"}));
        }""")
        planted = looks.axe(tab.page, script, "{runOnly: ['button-name', 'color-contrast']}")
        expect(len(planted) == 2, f"axe-core misses what was planted: {planted}")
        tab.close(f"axe {name}")


def check_sizes(browser, screenshots):
    for name, more in (("wide", {}), ("narrow", {"width": 390}), ("dark", {"color_scheme": "dark"}),
                       ("plain", {"java_script_enabled": False})):
        tab = Tab(browser, **more)
        if more.get("java_script_enabled", True):
            expect(tab.fits(), f"{name}: the page is wider than its window")
            tab.open_tables()
            expect(tab.fits(), f"{name}: the page with its tables is wider than its window")
            tab.open_tables(False)
        else:
            boxes = [tab.page.locator(s).first.bounding_box() for s in ("#a .m[data-s='ml-dsa-65'] path", "#c .r .o")]
            expect(all(boxes), "without scripts there are no marks")
            expect(not tab.page.locator("#filter").is_visible(), "without scripts there are filters")
            expect(not tab.page.get_by_text("my own file").is_visible(), "without scripts there is a file to choose")
        tab.page.screenshot(path=screenshots / f"report-{name}.png", full_page=True)
        expect((screenshots / f"report-{name}.png").stat().st_size > 50_000, f"{name}: the picture is empty")
        tab.close(name)


def check_print(browser, screenshots):
    tab = Tab(browser, 900, color_scheme="dark")
    tab.page.emulate_media(media="print")
    expect(not tab.page.locator("#filter").is_visible(), "filters are printed")
    expect(tab.page.locator("table.headline").first.is_visible() and tab.page.locator("#c .o").first.is_visible(),
           "the headline or a plot is not printed")
    paper = tab.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    expect(paper == "rgb(255, 255, 255)", f"what is printed is on {paper}")
    expect(1 < looks.pages(tab.page) <= 10, f"the page prints {looks.pages(tab.page)} sheets")
    tab.page.pdf(path=screenshots / "report.pdf", format="A4")
    tab.open_tables()
    expect(tab.page.locator("#peers tbody tr").first.is_visible(), "a table that is open is not printed")
    expect(looks.pages(tab.page) > 10, "sheets of paper are not counted")
    tab.close("print")


def check_checks(browser):
    """Messages, requests and what sticks out are found where they are."""
    tab = Tab(browser, 390)
    tab.page.evaluate("""document.body.append(
      Object.assign(document.createElement("img"), {src: "file:///nowhere.png"}),
      Object.assign(document.createElement("div"), {style: "width: 500px", textContent: "wide"}))""")
    tab.page.evaluate("console.error('planted')")
    tab.page.wait_for_timeout(100)
    expect({"planted", "file:///nowhere.png"} <= set(tab.trouble), f"planted trouble was not seen: {tab.trouble}")
    expect(not tab.fits(), "what sticks out was not seen")
    tab.context.close()


def main():
    given = sys.argv[1:]
    if given and (given[0] != "--screenshots" or len(given) != 2):
        sys.exit(__doc__)
    screenshots = pathlib.Path(given[1] if given else HERE)
    with sync_playwright() as playwright:
        # Without its sandbox, since containers run as root.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for check in (check_first_screen, check_own_file, check_filters, check_address, check_downloads, check_axes,
                      check_keyboard, check_looks, check_readme, check_machines, check_axe, check_checks):
            check(browser)
        check_sizes(browser, screenshots)
        check_print(browser, screenshots)
        browser.close()
    print("\n".join(WRONG or ["the page works"]))
    return 1 if WRONG else 0


sys.exit(main())
