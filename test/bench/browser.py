"""browser.py [--screenshots DIRECTORY]: the page of bench/report.py in chromium, driven by playwright from PyPI. 77
where either is not there (make test-browser fetches it; sh tools/setup.sh browser installs chromium).

No message on the console, no request; filters change the marks, the state is in the address, the keyboard reaches the
marks; nothing sticks out at 400 and 1400 pixels, nor a text out of its plot; without scripts the plots are there, and
on paper the tables."""
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
FOLDER = tempfile.TemporaryDirectory()
PAGE = (pathlib.Path(FOLDER.name) / "report.html").as_uri()
subprocess.run([sys.executable, "-B", pathlib.Path(__file__).resolve().parents[2] / "bench/report.py", "-o",
                f"{FOLDER.name}/report.html"], check=True)
WRONG = []


def expect(condition, what):
    if not condition:
        WRONG.append(what)


class Tab:
    def __init__(self, browser, width=1400, address=PAGE, **more):
        self.context = browser.new_context(viewport={"width": width, "height": 900}, **more)
        self.page = self.context.new_page()
        self.trouble = []
        self.page.on("console", lambda message: self.trouble.append(message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("request", lambda request: self.trouble.append(request.url)
                     if not request.url.startswith((address.split("#")[0], "data:")) else None)
        self.page.goto(address)

    def shown(self, selector):
        """How many elements are displayed."""
        return self.page.locator(selector).evaluate_all(
            "all => all.filter(e => e.getClientRects().length && e.getAttribute('display') !== 'none').length")

    def place(self, selector):
        return self.page.locator(selector).first.evaluate("e => e.getAttribute('transform')")

    def fits(self):
        return self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def cut(self):
        """Texts that stick out of their plots."""
        return self.page.locator("svg text").evaluate_all("""all => all.filter(e => {
          const [own, plot] = [e, e.ownerSVGElement].map(x => x.getBoundingClientRect());
          return own.width && (own.left < plot.left || own.right > plot.right);
        }).map(e => e.textContent)""")

    def close(self, name):
        expect(not self.trouble, f"{name}: {self.trouble[:3]}")
        self.context.close()


def check_filters(browser):
    tab = Tab(browser)
    marks, rows, table = "#a .m", "svg[id^=b-] .r", "#peers tbody tr"
    all_marks, all_rows = tab.shown(marks), tab.shown(rows)
    expect(all_marks > 50 and all_rows > 40, f"{all_marks} marks, {all_rows} rows")
    tab.page.get_by_role("checkbox", name="SNOVA").uncheck()
    expect(0 < tab.shown(marks) < all_marks, "a family does not change the marks")
    expect(0 < tab.shown(rows) < all_rows, "a family does not change the rows")
    expect("family=" in tab.page.url, "the family is not in the address")
    tab.page.select_option("[name=level]", "5")
    tab.page.select_option("[name=sets]", "all")
    tab.page.select_option("[name=operation]", "sign")
    expect([tab.shown(f"#a .m[data-s='ml-dsa-{n}']") for n in (44, 87)] == [0, 1], "the level does not filter")
    expect(tab.shown("svg[id^=b-] .r:not([data-o=sign])") == 0, "the operation does not filter")
    tab.page.locator("#peers summary").first.click()
    expect(0 < tab.shown(table) < tab.page.locator(table).count(), "the table is not filtered")
    # The same state in another tab, from the address alone.
    other = Tab(browser, address=tab.page.url)
    for selector in (marks, rows):
        expect(tab.shown(selector) == other.shown(selector), f"the address does not keep {selector}")
    other.close("from the address")
    tab.page.get_by_role("button", name="Reset").click()
    tab.page.wait_for_function("!location.hash.includes('=')")
    expect(tab.shown(marks) == all_marks and tab.shown(rows) == all_rows, "Reset does not bring all back")
    tab.page.fill("[name=name]", "falcon-padded")
    expect(tab.shown(marks) == 2 and tab.shown(rows) == 10, "a name does not filter")
    label = tab.page.locator("svg[id^=b-] .r:not([display])").first.get_attribute("aria-label")
    expect("falcon-padded" in label and "neon-aes" in label, f"a row's text is {label}")
    tab.page.fill("[name=name]", "no such set")
    expect(tab.shown(marks) == 0 and tab.shown(rows) == 0, "marks of no set")
    tab.close("filters")


def check_axes(browser):
    tab = Tab(browser)
    mark = "#a .m[data-s='ml-dsa-65']"
    before = tab.place(mark)
    for name, value in (("x", "signature"), ("y", "sign")):
        tab.page.select_option(f"[name={name}]", value)
        expect(tab.place(mark) != before, f"the axis {name} does not move a mark")
        before = tab.place(mark)
    options = tab.page.locator("[name=of] option").evaluate_all("all => all.map(o => o.value)")
    tab.page.select_option("[name=of]", options[-1])
    expect("modelled cycles" in tab.page.locator("#a .axes").text_content(), "the axis does not name modelled cycles")
    first = "svg[id^=b-] .r:not([display])"
    tab.page.select_option("[name=order]", "least")
    values = tab.page.locator(first).evaluate_all(
        "rows => rows.map(r => [Number(r.getAttribute('transform').match(/ (.*)\\)/)[1]), Number(r.dataset.v)])")
    ordered = [value for _, value in sorted(values)]
    expect(ordered == sorted(ordered), "the rows are not in order")
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
        reached.append(tab.page.evaluate(focus))
        if tab.page.evaluate("!!document.activeElement.closest('#a .m')"):
            break
    expect({"family", "sets", "level", "status", "operation", "order", "name", "x", "y", "of"} <= set(reached),
           f"the tab key reaches {reached}")
    expect(tab.page.evaluate("!!document.activeElement.closest('#a .m')"), "the tab key does not reach the marks")
    expect(tab.page.locator("#tip").is_visible(), "a mark with the focus shows no text")
    first = tab.page.evaluate(focus)
    tab.page.keyboard.press("ArrowRight")
    expect(tab.page.evaluate(focus) not in ("", first), "an arrow does not go to the next mark")
    expect(tab.page.locator("#tip").text_content().startswith(tab.page.evaluate(focus)), "the text is of another mark")
    tab.page.keyboard.press("Escape")
    expect(not tab.page.locator("#tip").is_visible(), "Escape does not hide the text")
    tab.page.locator("#a .m[data-s='rainbow-I-classic']").hover()
    expect("ePrint 2022/214" in tab.page.locator("#tip").text_content(), "the pointer does not show a citation")
    tab.close("keyboard")


def check_sizes(browser, screenshots):
    for name, more in (("wide", {}), ("narrow", {"width": 400}), ("dark", {"color_scheme": "dark"}),
                       ("plain", {"java_script_enabled": False})):
        tab = Tab(browser, **more)
        if more.get("java_script_enabled", True):
            expect(tab.fits(), f"{name}: the page is wider than its window")
            tab.page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
            expect(tab.fits(), f"{name}: the page with its tables is wider than its window")
            tab.page.evaluate("for (const d of document.querySelectorAll('details')) d.open = false")
        else:
            boxes = [tab.page.locator(s).first.bounding_box() for s in ("#a .m[data-s='ml-dsa-65'] path", "#c .r text")]
            expect(all(boxes), "without scripts there are no marks")
            expect(not tab.page.locator("#filter").is_visible(), "without scripts there are filters")
        tab.page.screenshot(path=screenshots / f"report-{name}.png", full_page=True)
        expect((screenshots / f"report-{name}.png").stat().st_size > 50_000, f"{name}: the picture is empty")
        tab.close(name)


def check_print(browser, screenshots):
    tab = Tab(browser, 900, color_scheme="dark")
    tab.page.emulate_media(media="print")
    expect(not tab.page.locator("#filter").is_visible(), "filters are printed")
    expect(tab.page.locator("#peers tbody tr").first.is_visible(), "tables are not printed")
    paper = tab.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    expect(paper == "rgb(255, 255, 255)", f"what is printed is on {paper}")
    tab.page.screenshot(path=screenshots / "report-print.png")
    tab.close("print")


def check_texts(browser):
    tab = Tab(browser, address=f"{PAGE}#sets=all")
    expect(not tab.cut(), f"these texts stick out of their plots: {tab.cut()}")
    tab.page.evaluate("document.querySelector('#c .r:not([display]) text').textContent = 'x'.repeat(60)")
    expect(tab.cut() == ["x" * 60], "a text that sticks out of its plot was not seen")
    tab.close("texts")


def check_checks(browser):
    """Messages, requests and what sticks out are found where they are."""
    tab = Tab(browser, 400)
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
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        # Without its sandbox, since containers run as root.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        check_filters(browser)
        check_axes(browser)
        check_keyboard(browser)
        check_texts(browser)
        screenshots = pathlib.Path(given[1] if given else folder)
        check_sizes(browser, screenshots)
        check_print(browser, screenshots)
        check_checks(browser)
        browser.close()
    print("\n".join(WRONG or ["the page works"]))
    return 1 if WRONG else 0


sys.exit(main())
