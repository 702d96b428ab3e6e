"""Plots as SVG: a scatter plot, and plots whose rows share their axes. Colours are classes, which page.css defines; the
script plots.js moves marks and rows and draws axes again, by the same rules.

A log axis has no zero, so that the length of a bar on it says nothing: values are dots there."""
import dataclasses
import html
import math
import re

import families

LABELS = 176  # pixels for the labels of rows
BEGIN = LABELS + 8  # of the axes; half of a mark may be before
LETTERS = 24  # of a line of a label
HEIGHT = 18  # of most rows
HEAD = 24  # of the name above a group of rows
TOP = 60  # what is above the rows
STEPS = (1, 2, 5)
HIDDEN = ' display="none"'


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
class Drawing:
    """A plot, and the texts left of it: on the page an SVG of their own, which stays where the plot scrolls."""
    id: str
    kind: str
    title: str
    split: float  # where the plot begins
    width: float
    height: float
    names: str
    plot: str
    places: str = ""  # what the script lays it out by

    def page(self):
        """HTML, which needs fewer quotes than XML."""
        wide = self.width - self.split
        both = (f'<div class=plot><svg class=names aria-hidden=true viewBox="0 0 {self.split:g} {self.height:g}" '
                f'width="{self.split:g}" height="{self.height:g}">{self.names}</svg>'
                f'<svg id="{self.id}" class="{self.kind}" role="group" aria-label="{text(self.title)}" '
                f'viewBox="{self.split:g} 0 {wide:g} {self.height:g}" width="{wide:g}" height="{self.height:g}"'
                f'{self.places}>'
                f'{self.plot}</svg></div>')
        return re.sub(r'="([\w.#-]+)"(?=[ >])', r"=\1", both.replace(HIDDEN, " hidden"))

    def alone(self, css):
        """As a file of its own, with its colours."""
        return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{text(self.title)}" '
                f'viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}" height="{self.height:g}">'
                f'<style>{css}</style>{self.plot}{self.names}</svg>\n')


@dataclasses.dataclass
class Panel:
    """A part of all rows, with an axis of its own."""
    title: str
    axis: object


@dataclasses.dataclass
class Row:
    label: str
    about: str      # the tooltip
    marks: str      # SVG, around y = 0
    set: str = ""
    operation: str = ""
    value: float = 0  # to sort by
    height: float = HEIGHT
    group: str = ""  # the name above this row and its neighbours
    places: str = ""  # in short, what the script draws marks by that are hidden at first: as places(...)


def rect(kind, x0, x1, y, height):
    return f'<rect class="{kind}" x="{at(x0)}" y="{at(y)}" width="{at(max(x1 - x0, 0.5))}" height="{at(height)}"/>'


def line(kind, x0, x1, y=0):
    return f'<path class="{kind}" d="M{at(x0)} {at(y)}H{at(x1)}"/>'


def dot(kind, x, y=0):
    """The round end of a line without length, which takes less than a circle."""
    return f'<path class="d {kind}" d="M{at(x)} {at(y)}h0"/>'


def ring(kind, x, y=0):
    return f'<circle class="{kind}" cx="{at(x)}" cy="{at(y)}" r="4"/>'


def strokes(kind, xs, y, half):
    places = "".join(f"M{at(x)} {at(y - half)}v{2 * half}" for x in xs)
    return f'<path class="{kind}" d="{places}"/>'


SHAPES = {"keypair": "m-3.5-3.5h7v7h-7z", "verify": "m0-5 5 5-5 5-5-5z"}  # a square, a diamond; sign: a dot


def mark(operation, x, y=0):
    """That of an operation: hollow with a prepared key."""
    kind, _, prepared = operation.partition("-")
    if kind in SHAPES:
        return f'<path class="o {operation}" d="M{at(x)} {at(y)}{SHAPES[kind]}"/>'
    return (ring if prepared else dot)(f"o {operation}", x, y)


def places(operations, xs, ys):
    """operation,x,y of each mark."""
    return " ".join(f"{o},{at(x)},{at(y)}" for o, x, y in zip(operations, xs, ys))


def line_of_marks(xs, one=None):
    """From the first mark, or from where 1 is, to the last one."""
    far = [*xs] if one is None else [one, *xs]
    return line("v k", min(far), max(far)) if len(far) > 1 else ""


def lanes(xs, apart=10, step=8):
    """How far each mark of a row moves up or down, so that no two hide each other."""
    found = []
    for x in xs:
        taken = {lane for other, lane in found if abs(x - other) < apart}
        found.append((x, next(lane for lane in range(len(xs)) if lane not in taken)))
    last = max((lane for _, lane in found), default=0)
    return [(lane - last / 2) * step for _, lane in found]


def laned(xs, step=8):
    """(the lanes of marks, the height of their row)"""
    ys = lanes(xs, step=step)
    return ys, HEIGHT + max(0, max(ys, default=0) - min(ys, default=0))


def wrapped(label, most):
    """A label in as few lines of so many letters at most as can be, of about the same length."""
    lines = broken(label, most)
    return next(broken(label, width) for width in range(min(len(label) // len(lines), most), most + 1)
                if len(broken(label, width)) <= len(lines))


def broken(label, most):
    lines = [""]
    for word in label.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def legend(entries, x, end, y=12):
    """(its SVG, how many lines it has). entries: (mark, label), in lines up to end. A mark is a path or a class; one
    without a label shares the next one's."""
    parts, begin, lines = [], x, 1
    for sign, label in entries:
        if label and x > begin and x + 16 + width(label) > end:
            x, y, lines = begin, y + 18, lines + 1
        parts.append(sign(x + 6, y - 4) + (f'<text x="{at(x + 16)}" y="{at(y)}">{text(label)}</text>' if label else ""))
        x += 30 + width(label) if label else 12
    return f'<g class="e">{"".join(parts)}</g>', lines


def sign(kind):
    """Of a legend: a dot, or where the class begins with o a ring."""
    return lambda x, y: ring(kind[2:], x, y) if kind.startswith("o ") else dot(kind, x, y)


def operations(names):
    return [(lambda x, y, name=name: mark(name, x, y), name.replace("-", ", ") + " key" * ("-" in name))
            for name in names]


def of_families(names):
    """Of the marks of families: {family: label}."""
    def shape(kind, path):
        return lambda x, y: f'<path class="{kind}" transform="translate({at(x)} {at(y)})" d="{path}"/>'

    return [*((shape(f"f-{f}", families.SHAPES[f]), label) for f, label in names.items()),
            (shape("h k", families.SHAPES["snova"]), "broken, withdrawn, superseded")]


def name_of_row(row, x, most):
    """Its text, in as many lines as it needs."""
    lines = wrapped(row.label, most)
    if len(lines) == 1:
        return text(row.label)
    return "".join(f'<tspan x="{x:g}" dy="{-6 if i == 0 else 12}">{text(part)}</tspan>'
                   for i, part in enumerate(lines))


def rows(name, title, panels, rows, entries, shown, labels=LABELS, most=LETTERS, end=1000, one=None):
    """Rows below one another, those for which shown(row) is true laid out, the others hidden. What is hidden needs no
    text, guide and marks of its own: a script shows it, takes the text from the table, and draws what it has places of.
    data-v orders rows."""
    signs, lines = legend(entries, labels, end)
    top = TOP + 18 * (lines - 1) if entries else TOP - 20
    names, parts, y, group, guide = [], [], top, None, f'<path class="z" d="M{labels} 0H{end}"/>'
    for row in rows:
        visible = shown(row)
        if row.group != group:
            group = row.group
            place = f' transform="translate(0 {y:g})"' if visible else HIDDEN
            names.append(f'<text class="gh"{place} x="0" y="17">{text(group)}</text>')
            y += HEAD if visible else 0
        lines = len(wrapped(row.label, most))
        tall = max(row.height, 4 + 12 * lines)
        middle = y + tall / 2
        place = f' transform="translate(0 {middle:g})"' if visible else HIDDEN
        about = f"<title>{text(row.about)}</title>" if visible else ""
        height = f' data-h="{tall:g}"' if tall != HEIGHT else ""
        operation = f' data-o="{row.operation}"' if row.operation else ""
        short_form = f' data-m="{row.places}"' if row.places and not visible else ""
        parts.append(f'<g class="r" data-s="{row.set}"{operation} data-v="{row.value:.6g}"{height}{place}{short_form}>'
                     f'{about}{guide if visible else ""}{"" if short_form else row.marks}</g>')
        names.append(f'<text class="l"{place} x="{labels - 10}" y="4">{name_of_row(row, labels - 10, most)}</text>')
        y += tall if visible else 0
    grid = []
    for panel in panels:
        grid.append(f'<text class="t" x="{at(panel.axis.begin)}" y="{top - 28:g}">{text(panel.title)}</text>')
        for tick in panel.axis.ticks():
            x = at(panel.axis(tick))
            grid.append(f'<path class="g" d="M{x} {top - 6:g}V99999"/>'
                        f'<text class="a" x="{x}" y="{top - 12:g}">{short(tick)}</text>')
    log = " log" * any(isinstance(panel.axis, Log) for panel in panels)
    return Drawing(name, f"rows{log}", title, labels, end, y + 6, "".join(names),
                   f'{signs}{"".join(grid)}{"".join(parts)}',
                   f' data-top="{top:g}" data-height="{HEIGHT}" data-head="{HEAD}"' +
                   (f' data-one="{at(one)}"' if one else ""))


@dataclasses.dataclass
class Point:
    set: str
    family: str
    hollow: bool
    about: str
    x: float
    y: float
    label: str = ""


def cross(axis_x, axis_y, label_x):
    """The axes of a scatter plot: (what is left of it, what is in it)."""
    left, parts = [], []
    for tick in axis_x.ticks():
        x = at(axis_x(tick))
        parts.append(f'<path class="g" d="M{x} {axis_y.end}V{axis_y.begin}"/>'
                     f'<text class="a" x="{x}" y="{axis_y.begin + 18}">{short(tick)}</text>')
    for tick in axis_y.ticks():
        y = at(axis_y(tick))
        parts.append(f'<path class="g" d="M{axis_x.begin} {y}H{axis_x.end}"/>')
        left.append(f'<text class="l" x="{axis_x.begin - 8}" y="{axis_y(tick) + 4:.1f}">{short(tick)}</text>')
    middle = (axis_x.begin + axis_x.end) / 2
    parts.append(f'<text class="a n" x="{middle:g}" y="{axis_y.begin + 40}">{text(label_x)}</text>')
    return "".join(left), "".join(parts)


RINGS = ((0, 1), (1, 6), (2, 12), (3, 18))  # around a place: distance, and how many places are there


def spread(places, apart):
    """Marks that would hide each other move to the nearest free place around their own, the first ones least."""
    found = []
    for x, y in places:
        around = [(x + apart * ring * math.cos(2 * math.pi * i / number),
                   y + apart * ring * math.sin(2 * math.pi * i / number)) for ring, number in RINGS
                  for i in range(number)]
        found.append(next((a for a in around if all(math.dist(a, other) > 0.99 * apart for other in found)), (x, y)))
    return found


def lead(x, y, moved):
    """From where a mark is to where it belongs."""
    dx, dy = x - moved[0], y - moved[1]
    return f'<path class="lead" d="M0 0L{at(dx)} {at(dy)}"/>' if math.hypot(dx, dy) > 0.1 else ""


def free_side(boxes, x, y, wide, begin, end):
    """Where a label does not lie on a mark or another label: (x, y, class), or None if it has no place."""
    for dx, dy, kind in ((10, 4, ""), (-10, 4, "e"), (0, -8, "c"), (0, 18, "c"), (8, -6, ""), (8, 14, ""),
                         (-8, -6, "e"), (-8, 14, "e")):
        left = x + dx - {"": 0, "e": wide, "c": wide / 2}[kind]
        middle = y + dy - 4
        if begin <= left and left + wide <= end and all(
                abs(middle - b[1]) > 11 or left > b[0] + b[2] or b[0] > left + wide for b in boxes):
            boxes.append((left, middle, wide))
            return dx, dy, kind
    return None


def scatter(name, title, points, label_x, label_y, names, width=920, height=560, apart=11):
    """The first points are on top, and move least where marks would hide each other."""
    signs, lines = legend(of_families(names), 60, width)
    top = 40 + 18 * (lines - 1)
    axis_x = Log([p.x for p in points], 60, width - 24)
    axis_y = Log([p.y for p in points], height - 52, top + 8)
    true = [(axis_x(p.x), axis_y(p.y)) for p in points]
    places = spread(true, apart)
    boxes, marks = [(x - 6, y, 12) for x, y in places], []
    size = f"scale({at(apart / 11)})" if apart != 11 else ""
    for p, (x, y), moved in zip(points, true, places):
        label = ""
        if p.label:
            side = free_side(boxes, *moved, 6.6 * len(p.label), axis_x.begin, width)
            dx, dy, kind = side or (10, 4, "")
            label = (f'<text x="{dx}" y="{dy}" class="{kind}"{"" if side else HIDDEN}>{text(p.label)}</text>')
        marks.append(f'<g class="m f-{p.family}{" h" if p.hollow else ""}" data-s="{p.set}" '
                     f'transform="translate({at(moved[0])} {at(moved[1])})"><title>{text(p.about)}</title>'
                     f'{lead(x, y, moved)}<path class="p"{f""" transform="{size}" """ if size else " "}'
                     f'd="{families.SHAPES[p.family]}"/>{label}</g>')
    left, axes = cross(axis_x, axis_y, label_x)
    return Drawing(name, "scatter", title, 52, width, height, f'<g class="axes">{left}</g>',
                   f'{signs}<text class="t" x="60" y="{top - 4}">{text(label_y)}</text>'
                   f'<g class="axes">{axes}</g>{"".join(reversed(marks))}',
                   f' data-top="{axis_y.end:g}" data-bottom="{axis_y.begin:g}" data-begin="{axis_x.begin:g}" '
                   f'data-end="{axis_x.end:g}"')
