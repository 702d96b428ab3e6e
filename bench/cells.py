"""How the tables of the documents are written: numbers, and Markdown."""

import textwrap

NONE = "none counted"


def size(n):
    return f"{n / 1e6:.2f} M" if n >= 1e6 else f"{n / 1e3:.0f} k"


def times(ratio):
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}" if ratio < 100 else f"{ratio:.0f}"


def table(head, rows):
    """Markdown. The columns whose heads begin with ' are text, the others numbers. Those without content are left
    out."""
    head, *rows = zip(*(column for column in zip(head, *rows) if not rows or {*column[1:]} - {"", NONE}))
    rule = "|" + "|".join("---" if name.startswith("'") else "--:" for name in head) + "|"
    first, *rest = ["| " + " | ".join(cells) + " |" for cells in ([name.lstrip("'") for name in head], *rows)]
    return "\n".join([first, rule, *rest]) + "\n"


def ends(ratios):
    return f"{times(min(ratios))} to {times(max(ratios))}" if ratios else ""


def filled(text):
    return textwrap.fill(text, 120, break_on_hyphens=False)
