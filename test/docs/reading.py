"""Reading documents and sources: used by figures.py and constants.py."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
values = 0  # how many found() has returned
changed = None  # the one of them, by number, that is returned with its first digit changed
last = None  # its pattern


def read(path):
    return (ROOT / path).read_text()


def flat(text):
    return " ".join(text.split())


def prose(path):
    """A document without the tables that programs write, in one line."""
    text = re.sub(r"<!-- ([\w -]+): written by .*?<!-- end of \1 -->", "", read(path), flags=re.S)
    return flat(re.sub(r"^(```.*?^```|    .*?)$", "", text, flags=re.S | re.M))


def other(text, at):
    """The text with another digit there."""
    return text[:at] + str((int(text[at], 16) + 1) % 10) + text[at + 1:]


def found(pattern, text, plant=True):
    """What a file says: the groups of its only place. plant: a figure in a document follows each change of them."""
    global values, last
    places = re.findall(pattern, text)
    if len(places) != 1:
        raise AssertionError(f"{pattern} is found {len(places)} times")
    groups = [places[0]] if isinstance(places[0], str) else list(places[0])
    for n in range(len(groups) if plant else 0):
        if values == changed:
            groups[n], last = other(groups[n], re.search(r"(?:0x)?[\da-fA-F]", groups[n]).end() - 1), pattern
        values += 1
    return groups[0] if isinstance(places[0], str) else tuple(groups)


def number(pattern, path):
    return int(found(pattern, read(path)).replace(",", ""))


def spoken(values):
    *most, last = values
    return f"{', '.join(most)} and {last}"
