"""What the programs that write tables of constants share."""
import pathlib
import sys


def wrapped(numbers, indent="    "):
    """Lines of an initializer, at most 120 characters long."""
    lines, line = [], ""
    for text in (f" {number}," for number in numbers):
        if len(indent) + len(line) + len(text) > 121:
            lines, line = [*lines, indent + line[1:]], ""
        line += text
    return [*lines, indent + line[1:]]


def array(declaration, *rows):
    return [f"{declaration} = {{", *(line for row in rows for line in wrapped(row)), "};", ""]


def main(doc, folder, files):
    """PROGRAM [--check] [DIRECTORY]: writes the files, a dict of names and texts, or says which are not current."""
    arguments = sys.argv[1:]
    check = arguments[:1] == ["--check"]
    arguments = arguments[check:]
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        sys.exit(doc)
    directory = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent.parent / folder
    stale = []
    for name, text in files.items():
        file = directory / name
        if not check:
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            stale.append(name)
    if stale:
        sys.exit(f"not what tools/{pathlib.Path(sys.argv[0]).name} writes: {', '.join(stale)}")
    if check:
        print("the tables are current")
