"""Plots as SVG: a scatter plot, and plots whose rows share their axes. Colours are classes, which page.css defines; the
script page.js moves marks and rows and draws axes again, by the same rules."""
import dataclasses
import html
import math

import families

LABELS = 264  # pixels for the labels of rows
HEIGHT = 22  # of most rows
STEPS = (1, 2, 5)


def text(value):
    return html.escape(str(value), quote=True)


def short(n):
    """A number on an axis."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if n >= size:
            return f"{n / size:g}{unit}"
    return f"{n:g}"


def at(x):
    return f"{x:.1f}".rstrip("0").rstrip(".")


def width(label):
    """About how wide a text of 12 pixels is in a wide font."""
    return sum(4.2 if c in " .,:;il()-'" else 8.8 if c.isupper() else 7.2 for c in label)


class Log:
    """A logarithmic axis that begins and ends with 1, 2 or 5 times a power of ten."""

    def __init__(self, values, begin, end):
        values = [v for v in values if v > 0] or [1]
        self.low, self.high = self.step(min(values), -1), self.step(max(values), 1)
        if self.low == self.high:
            self.high *= 10
        self.begin, self.end = begin, end

    @staticmethod
    def step(value, direction):
        """The nearest step at or beyond a value."""
        ten = 10.0 ** math.floor(math.log10(value) + 1e-9)
        steps = [ten * s for s in (*STEPS, 10)]
        return max(s for s in steps if s <= value * 1.000001) if direction < 0 else min(
            s for s in steps if s >= value * 0.999999)

    def __call__(self, value):
        part = math.log(value / self.low) / math.log(self.high / self.low)
        return self.begin + part * (self.end - self.begin)

    def ticks(self):
        decades = round(math.log10(self.high / self.low), 6)
        steps = STEPS if decades < 3 else (1,)
        found, ten = [], 10.0 ** math.floor(math.log10(self.low) + 1e-9)
        while ten <= self.high * 1.000001:
            found += [ten * s for s in steps if self.low * 0.999999 <= ten * s <= self.high * 1.000001]
            ten *= 10
        return found


class Linear:
    def __init__(self, values, begin, end):
        top = max(values)
        ten = 10.0 ** math.floor(math.log10(top))
        self.tick = next(ten * s for s in (0.1, 0.2, 0.5, 1, 2) if top / (ten * s) <= 8)
        self.high = self.tick * math.ceil(top / self.tick)
        self.begin, self.end = begin, end

    def __call__(self, value):
        return self.begin + value / self.high * (self.end - self.begin)

    def ticks(self):
        return [self.tick * i for i in range(round(self.high / self.tick) + 1)]


@dataclasses.dataclass
class Panel:
    """A part of all rows, with an axis of its own."""
    title: str
    axis: object


@dataclasses.dataclass
class Row:
    label: str
    about: str      # the tooltip
    marks: str      # SVG
    set: str = ""
    operation: str = ""
    value: float = 0  # to sort by
    height: int = HEIGHT


def bar(kind, x0, x1, y):
    """y: its middle; its width is the class's."""
    return f'<path class="b {kind}" d="M{at(x0)} {at(y)}H{at(max(x1, x0 + 0.5))}"/>'


def rect(kind, x0, x1, y, height):
    return f'<rect class="{kind}" x="{at(x0)}" y="{at(y)}" width="{at(max(x1 - x0, 0.5))}" height="{at(height)}"/>'


def line(kind, x0, x1, y):
    return f'<path class="{kind}" d="M{at(x0)} {at(y)}H{at(x1)}"/>'


def dots(kind, xs, y):
    """The round ends of lines without length, which take less than circles."""
    return f'<path class="d {kind}" d="{"".join(f"M{at(x)} {at(y)}h0" for x in xs)}"/>'


def dot(kind, x, y):
    return dots(kind, [x], y)


def ring(kind, x, y):
    return f'<circle class="{kind}" cx="{at(x)}" cy="{at(y)}" r="4.5"/>'


def strokes(kind, xs, y, half):
    places = "".join(f"M{at(x)} {at(y - half)}v{2 * half}" for x in xs)
    return f'<path class="{kind}" d="{places}"/>'


def whisker(x0, x1, y, half=2.5):
    """From x0 to x1, over a bar."""
    return line("w", x0, x1, y) + strokes("w", (x0, x1), y, half)


def legend(entries, x=0, y=12):
    """entries: (class, label), in a row; a ring where the class begins with o. One without a label shares the next."""
    parts = []
    for kind, label in entries:
        mark = ring(kind[2:], x + 6, y - 4) if kind.startswith("o ") else dot(kind, x + 6, y - 4)
        parts.append(mark + (f'<text x="{at(x + 16)}" y="{at(y)}">{text(label)}</text>'
                                                   if label else ""))
        x += 32 + width(label) if label else 12
    return "".join(parts)


def legend_of_families(names, x):
    """The legend of marks: {family: label}."""
    parts = []
    for kind, shape, label in [*((f"f-{f}", families.SHAPES[f], label) for f, label in names.items()),
                               ("h k", families.SHAPES["snova"], "broken, withdrawn, superseded")]:
        parts.append(f'<g class="{kind}" transform="translate({at(x)} 12)"><path d="{shape}"/>'
                     f'<text x="12" y="4">{text(label)}</text></g>')
        x += 32 + width(label)
    return f'<g class="e">{"".join(parts)}</g>'


def rows(name, title, panels, rows, width, entries, shown):
    """Rows below one another, those for which shown(row) is true laid out, the others hidden. What is hidden needs no
    text of its own: a script shows it, and takes that from the table."""
    head, parts, y = 64, [], 64
    for row in rows:
        place = f'transform="translate(0 {y})"' if shown(row) else 'display="none"'
        about = f"<title>{text(row.about)}</title>" if shown(row) else ""
        y += row.height if shown(row) else 0
        height = f' data-h="{row.height}"' if row.height != HEIGHT else ""
        parts.append(f'<g class="r" data-s="{row.set}" data-o="{row.operation}" data-v="{row.value:.6g}"'
                     f'{height} {place}>{about}'
                     f'<text class="l" x="{LABELS - 8}" y="{row.height / 2 + 4:g}">{text(row.label)}</text>'
                     f'{row.marks}</g>')
    grid = []
    for panel in panels:
        x0, x1 = panel.axis.begin, panel.axis.end
        grid.append(f'<text class="t" x="{at(x0)}" y="34">{text(panel.title)}</text>')
        for i, tick in enumerate(panel.axis.ticks()):
            x = panel.axis(tick)
            grid.append(f'<path class="g" d="M{at(x)} 56V99999"/>'
                        f'<text class="a" x="{at(x)}" y="50">{short(tick)}</text>')
    return (f'<svg id="{name}" class="rows" role="group" aria-label="{text(title)}" viewBox="0 0 {width} {y + 6}" '
            f'width="{width}" height="{y + 6}" data-top="{head}" data-height="{HEIGHT}">'
            f'<g class="e">{legend(entries)}</g>{"".join(grid)}{"".join(parts)}</svg>')


@dataclasses.dataclass
class Point:
    set: str
    family: str
    hollow: bool
    about: str
    x: float
    y: float
    label: str = ""


def cross(axis_x, axis_y, label_x, label_y):
    """The axes of a scatter plot."""
    parts = []
    for tick in axis_x.ticks():
        x = at(axis_x(tick))
        parts.append(f'<path class="g" d="M{x} {axis_y.end}V{axis_y.begin}"/>'
                     f'<text class="a" x="{x}" y="{axis_y.begin + 18}">{short(tick)}</text>')
    for tick in axis_y.ticks():
        y = at(axis_y(tick))
        parts.append(f'<path class="g" d="M{axis_x.begin} {y}H{axis_x.end}"/>'
                     f'<text class="l" x="{axis_x.begin - 8}" y="{axis_y(tick) + 4:.1f}">{short(tick)}</text>')
    middle = (axis_x.begin + axis_x.end) / 2
    parts.append(f'<text class="a n" x="{middle:g}" y="{axis_y.begin + 42}">{text(label_x)}</text>'
                 f'<text class="a n" transform="translate(16 {(axis_y.begin + axis_y.end) / 2:g})rotate(-90)">'
                 f'{text(label_y)}</text>')
    return "".join(parts)


NOT_SHOWN = ' display="none"'


def free_side(boxes, x, y, wide, begin, end):
    """Where a label does not lie on a mark or another label: (its place, its class), or (0, "") if it has none."""
    for side, left, kind in ((10, x + 10, ""), (-10, x - 10 - wide, "l")):
        if begin <= left and left + wide <= end + 20 and all(
                abs(y - b[1]) > 12 or left > b[0] + b[2] or b[0] > left + wide for b in boxes):
            boxes.append((left, y, wide))
            return side, kind
    return 0, ""


def scatter(name, title, points, label_x, label_y, names, width=900, height=560):
    axis_x = Log([p.x for p in points], 76, width - 20)
    axis_y = Log([p.y for p in points], height - 60, 56)
    places = [(axis_x(p.x), axis_y(p.y)) for p in points]
    boxes, marks = [(x - 6, y, 12) for x, y in places], []
    for p, (x, y) in zip(points, places):
        label = ""
        if p.label:
            side, end = free_side(boxes, x, y, 6.6 * len(p.label), axis_x.begin, axis_x.end)
            label = f'<text x="{side or 10}" y="4" class="{end}"{"" if side else NOT_SHOWN}>{text(p.label)}</text>'
        marks.append(f'<g class="m f-{p.family}{" h" if p.hollow else ""}" data-s="{p.set}" '
                     f'transform="translate({at(x)} {at(y)})"><title>{text(p.about)}</title>'
                     f'<path d="{families.SHAPES[p.family]}"/>{label}</g>')
    return (f'<svg id="{name}" class="scatter" role="group" aria-label="{text(title)}" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}">{legend_of_families(names, 76)}'
            f'<g class="axes">{cross(axis_x, axis_y, label_x, label_y)}</g>{"".join(marks)}</svg>')


def standing_alone(svg, css):
    """An SVG of its own, with its colours."""
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(
        ">", f"><style>{css}</style>", 1) + "\n"
