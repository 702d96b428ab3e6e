"""What a reader sees of the page, for browser.py: each function says what is wrong with an open page, a line each."""
import re

FIRST_SCREEN = """() => {
  const h1 = document.querySelector("h1"), table = [...document.querySelectorAll("table.headline")].filter(
    t => t.getClientRects().length);
  if (table.length !== 1) return [`${table.length} headline tables are shown`];
  const wrong = [], before = (e) => e.compareDocumentPosition(table[0]) & Node.DOCUMENT_POSITION_FOLLOWING;
  for (const e of document.querySelectorAll("p, ul, nav, svg"))
    if (before(e) && e.getClientRects().length)
      wrong.push(`before the headline there is ${e.textContent.slice(0, 40)}`);
  const box = table[0].getBoundingClientRect();
  if (innerWidth > 1000 ? box.bottom > innerHeight : box.top > innerHeight / 2)
    wrong.push(`the headline is at ${box.top} to ${box.bottom} of ${innerHeight}`);
  return wrong;
}"""

# A log axis has no zero: nothing thick may begin where it begins.
BARS = """() => {
  const wrong = [];
  for (const plot of document.querySelectorAll("svg.log")) {
    const begins = [...plot.querySelectorAll("path.g")].map(g => g.getBBox().x);
    for (const e of plot.querySelectorAll(".r:not([hidden]) :is(path, rect, circle)")) {
      const box = e.getBBox(), style = getComputedStyle(e), mark = e.matches(".o, circle, .d");
      const thick = Math.max(style.fill === "none" ? 0 : box.height, parseFloat(style.strokeWidth)) > 2.5;
      const there = begins.some(x => Math.abs(x - box.x) < 1) && box.width > 2 && thick && box.width > box.height;
      if (e.matches("rect") || (!mark && there)) wrong.push(`a bar in ${plot.id}: ${e.outerHTML.slice(0, 60)}`);
    }
  }
  return wrong;
}"""

# Marks of a row are its direct children; those of a scatter plot are groups.
HIDING = """() => {
  const wrong = [], middle = (e) => {
    const b = e.getBoundingClientRect();
    return [b.left + b.width / 2, b.top + b.height / 2];
  };
  const look = (marks, apart, what) => {
    const at = marks.filter(e => e.getClientRects().length && !e.closest("[hidden]")).map(middle);
    at.forEach((a, i) => at.slice(0, i).forEach(b => {
      if (Math.hypot(a[0] - b[0], a[1] - b[1]) < apart) wrong.push(`marks hide each other in ${what}: ${a} ${b}`);
    }));
    return at.length;
  };
  let seen = 0;
  for (const plot of document.querySelectorAll("svg.scatter"))
    seen += look([...plot.querySelectorAll(".m:not([hidden]) .p")], plot.id === "a" ? 9 : 6.5, plot.id);
  for (const row of document.querySelectorAll("svg.rows .r:not([hidden])"))
    seen += look([...row.querySelectorAll(".o, .d, circle")], 6.5, row.getAttribute("aria-label"));
  if (seen < 150) wrong.push(`only ${seen} marks were looked at`);
  return wrong;
}"""

# (set, name) of each line of the plot of other implementations, as far as the names stand beside their marks.
PEERS = """() => {
  const plot = document.getElementById("c"), rows = [...plot.querySelectorAll(".r")], found = [];
  const texts = [...plot.previousElementSibling.querySelectorAll(".l")];
  rows.forEach((row, i) => {
    if (row.hidden || row.hasAttribute("hidden")) return;
    const [text, mark] = [texts[i], row.querySelector(".o")].map(e => e.getBoundingClientRect());
    if (text.width && text.top < mark.bottom + 9 && mark.top < text.bottom + 9)
      found.push([row.dataset.s, [...texts[i].childNodes].map(n => n.textContent).join(" ")]);
  });
  return found;
}"""

# How each plot scrolls: what moves of its names, and whether the plot moves.
SCROLLED = """() => {
  const wrong = [];
  for (const plot of document.querySelectorAll(".plot")) {
    const box = plot.parentElement, svg = plot.lastElementChild,
      text = [...plot.querySelectorAll(".names text")].find(t => t.getClientRects().length);
    box.scrollLeft = 0;
    const [a, b] = [text, svg].map(e => e.getBoundingClientRect().left);
    box.scrollLeft = 200;
    const [c, d] = [text, svg].map(e => e.getBoundingClientRect().left);
    box.scrollLeft = 0;
    if (Math.abs(a - c) > 1) wrong.push(`the names of ${svg.id} move by ${c - a}`);
    if (b - d < 100) wrong.push(`the plot ${svg.id} does not scroll`);
    if (plot.firstElementChild.getBoundingClientRect().right > innerWidth * 0.6)
      wrong.push(`the names of ${svg.id} leave no room`);
  }
  return wrong;
}"""

# Texts that stick out of their plots. The names above rows may go on over the plot.
CUT = """all => all.filter(e => {
  const svg = e.ownerSVGElement, own = e.getBoundingClientRect(), box = svg.getBoundingClientRect();
  const right = e.matches(".gh") ? (svg.parentElement ?? svg).getBoundingClientRect().right : box.right;
  return own.width && (own.left < box.left - 0.5 || own.right > right + 0.5);
}).map(e => e.textContent)"""

# The least text of a plot of README.md on a telephone, whose page is 390 pixels wide, and texts on other texts.
README = """svg => {
  const texts = [...svg.querySelectorAll("text")].filter(t => t.getClientRects().length);
  const shrunk = Math.min(1, 358 / svg.viewBox.baseVal.width), wrong = [];
  const least = Math.min(...texts.map(t => parseFloat(getComputedStyle(t).fontSize))) * shrunk;
  if (!(least >= 10.5)) wrong.push(`at 390 pixels a text is ${least} pixels high`);
  const boxes = texts.map(t => [t.getBoundingClientRect(), t.textContent]);
  boxes.forEach(([a, x], i) => boxes.slice(0, i).forEach(([b, y]) => {
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4) wrong.push(`${x} lies on ${y}`);
  }));
  return wrong;
}"""


def first_screen(page):
    return page.evaluate(FIRST_SCREEN)


def bars(page):
    return page.evaluate(BARS)


def hiding(page):
    return page.evaluate(HIDING)


def peers(page):
    return {tuple(pair) for pair in page.evaluate(PEERS)}


def scrolled(page):
    return page.evaluate(SCROLLED)


def cut(page):
    return page.locator("svg text").evaluate_all(CUT)


def readme(page):
    return page.locator("svg").first.evaluate(README) + cut(page)


def pages(page):
    """How many sheets of paper a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


def axe(page, script, options):
    """What axe-core finds."""
    if not page.evaluate("!!window.axe"):
        page.evaluate(script)
    found = page.evaluate(f"""async () => (await axe.run({options})).violations.map(
      v => [v.id, v.nodes[0].html.slice(0, 120)])""")
    return [f"axe: {name}: {html}" for name, html in found]
