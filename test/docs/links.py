#!/usr/bin/env python3
"""Every link of a document to a place in this repository leads there: the file is there, and the heading in it.

    links.py [--self-test]

Links to other sites are only counted. README.md's section "Three ways in" leads three kinds of readers to the headings
that they look for. --self-test plants links that lead nowhere, and takes a way out, which must be found.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\[[^\]\[]*(?:\[[^\]]*\])?[^\]\[]*\]\(<?([^()\s>]+(?:\([^()]*\))?)>?(?: \"[^\"]*\")?\)|"
                  r"(?:href|src|srcset)=\"([^\"]+)\"|^\[[^\]]+\]: (\S+)", re.M)

WAYS = "## Three ways in\n"


def documents():
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode or not listed.stdout:
        sys.exit(77)  # an archive
    return {name: (ROOT / name).read_text() for name in listed.stdout.splitlines() if (ROOT / name).is_file()}


def without_code(text):
    text = re.sub(r"^( *)(```|~~~).*?^\1\2$", "", text, flags=re.M | re.S)
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text, flags=re.S)


def anchors(text):
    """What GitHub calls the headings, and names that the text gives itself."""
    found, seen = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text)), {}
    for heading in re.findall(r"^#{1,6} +(.*?) *#*$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        number = seen[name] = seen.get(name, -1) + 1
        found.add(f"{name}-{number}" if number else name)
    return found


def faults(texts):
    """(links to this repository, links to others, those that lead nowhere, a line each)"""
    here = elsewhere = 0
    wrong = []
    for name, text in texts.items():
        for link in LINK.findall(without_code(text)):
            target = next(part for part in link if part)
            if re.match(r"[a-z]+:", target):
                elsewhere += 1
                continue
            here += 1
            path, _, anchor = target.partition("#")
            to = (ROOT / name).parent / path if path else ROOT / name
            inside = to.resolve().is_relative_to(ROOT) and to.exists()
            if not inside:
                wrong.append(f"{name}: {target} is not there")
            elif anchor and to.suffix == ".md":
                known = texts.get(str(to.resolve().relative_to(ROOT))) or to.read_text()
                if anchor not in anchors(known):
                    wrong.append(f"{name}: {target}: there is no such heading")
    ways = re.split(r"^- ", texts["README.md"].partition(WAYS)[2].partition("\n## ")[0], flags=re.M)[1:]
    if len(ways) != 3 or not all(re.search(r"\]\([^)#]+\.md#", way) for way in ways):
        wrong.append(f"README.md: {WAYS.strip()} is not three points with a heading each to go to")
    return here, elsewhere, wrong


def main():
    texts = documents()
    here, elsewhere, wrong = faults(texts)
    if "--self-test" in sys.argv[1:]:
        text = texts["README.md"]
        for planted in ("[a](docs/nowhere.md)", "[a](docs/speed.md#nowhere)", "[a](#nowhere)", "[a](../../etc)",
                        '<img src="docs/nowhere.svg">', "[a]: docs/nowhere.md", "[`a`](docs/nowhere.md)"):
            if len(faults(texts | {"README.md": f"{text}\n{planted}\n"})[2]) != len(wrong) + 1:
                sys.exit(f"a planted fault was not found: {planted}")
        for way in ("- **TLS", "](docs/memory.md#"):
            if len(faults(texts | {"README.md": text.replace(way, "**", 1)})[2]) != len(wrong) + 1:
                sys.exit(f"a way in that is gone was not found: {way}")
        print("planted faults are found")
        return 0
    print("\n".join([*wrong, f"{here} links to files and headings of this repository, {len(wrong)} of them go nowhere; "
                             f"{elsewhere} links to other sites"]))
    return 1 if wrong or here < 50 else 0


sys.exit(main())
