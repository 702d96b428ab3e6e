#!/usr/bin/env python3
"""List what the library makes public on purpose: every neosig_declassify with its reason, and every function of
variable time. Fails if a mark has no reason or is not in declassified.txt, which has the file, the function, what is
declassified, how many bytes, and the reason of each; or if the functions called _vartime are not those that vartime.py
lists. Also fails if a mark stands in a folder that the builds for marks do not compile again (variant.cmake).

A check of traces or taint believes every mark: whoever adds a line to declassified.txt has judged its reason.

    declassified.py [--markdown]
    declassified.py --write          declassified.txt
    declassified.py --self-test
"""
import collections
import pathlib
import re
import sys
import tempfile

import sources
import vartime

STRING = r"\"((?:[^\"\\]|\\.)*)\""
MARK_FREE = re.search(r"set\(neosig_mark_free ([^)]*)\)", (sources.HERE / "variant.cmake").read_text()).group(1).split()
CALL = re.compile(r"neosig_declassify\s*\(((?:[^()\"]|\((?:[^()]|\([^()]*\))*\)|" + STRING + r")*)\)")


LIST = sources.HERE / "declassified.txt"


def enclosing(tree, name, position):
    """The function that a place of a file is in."""
    before = [m[1] for m in sources.DEFINITION.finditer(tree.text(name)) if m.start() <= position]
    return before[-1] if before else "?"


def declassifications(tree):
    """(folder/file, line, function, what, bytes, reason) of each."""
    for name in tree.paths:
        if name != "secret.h":
            text = tree.text(name)
            for m in CALL.finditer(text):
                reason = "".join(re.findall(STRING, m.group(1)))
                arguments = re.sub(r"\s+", " ", m.group(1).split('"')[0])
                what, _, size = arguments.strip(" ,").partition(", ")
                line = text.count("\n", 0, m.start()) + 1
                yield tree.keys[name], line, enclosing(tree, name, m.start()), what, size, reason


def lines_of(calls):
    """As they stand in declassified.txt."""
    return sorted(f"{file}:{function}: {what}, {size}: {reason}" for file, _, function, what, size, reason in calls)


def faults(tree, listed, marks=None):
    """What is wrong with the declassifications and with the lists: of functions, and of marks if there is one."""
    calls, functions = list(declassifications(tree)), tree.all_functions()
    found = [f"{file}:{line}: no reason given for {what}" for file, line, _, what, _, reason in calls if not reason]
    if marks is not None:
        seen, known = collections.Counter(lines_of(calls)), collections.Counter(marks)
        found += [f"a mark that is not in {LIST.name}: {line}" for line in sorted((seen - known).elements())]
        found += [f"in {LIST.name}, but not in the sources: {line}" for line in sorted((known - seen).elements())]
    found += [f"{tree.keys[name]}: a mark, though variant.cmake says that its folder has none" for name in tree.paths
              if tree.keys[name].split("/")[0] in MARK_FREE and re.search("neosig_(de)?classify", tree.text(name))]
    if not calls:
        found.append("no declassification found")
    found += [f"{f} is not in the list of vartime.py" for f in sorted(functions)
              if f.endswith("_vartime") and f not in listed]
    found += [f"{f}, in the list of vartime.py, does not exist" for f in sorted(listed) if f not in functions]
    found += [f"{f}, in the list of vartime.py, is not called _vartime" for f in sorted(listed)
              if not f.endswith("_vartime")]
    return found


def self_test():
    tree = sources.Sources(sources.HERE / "planted")
    names = ["plain_vartime", "attribute_vartime", "lines_vartime"]
    others = {f for f in tree.all_functions() if f.endswith("_vartime") and not f.startswith("declassified.c:")}
    listed = others | {f"declassified.c:{name}" for name in names}
    marks = lines_of(declassifications(tree))
    with tempfile.TemporaryDirectory() as empty:
        nothing = faults(sources.Sources(empty), [])
        (pathlib.Path(empty) / "gf").mkdir()
        (pathlib.Path(empty) / "gf" / "marked.c").write_text('void f(int *x) { neosig_classify(x, 4); }\n')
        marked = faults(sources.Sources(empty), [])
    tests = {
        "a declassification without a reason": [f for f in faults(tree, listed) if f.startswith("declassified.c:")] ==
                                               ["declassified.c:13: no reason given for &out[0]"],
        "every declassification": [(line, reason) for file, line, *_, reason in declassifications(tree)
                                   if file == "declassified.c"] ==
                                  [(5, "a reason (with parentheses), in two pieces"), (13, "")],
        **{f"{name} that is not listed": f"declassified.c:{name} is not in the list of vartime.py" in
                                         faults(tree, listed - {f"declassified.c:{name}"}) for name in names},
        "listed functions that do not exist": all(
            f"{f}, in the list of vartime.py, does not exist" in faults(tree, listed | {f})
            for f in ("declassified.c:declared_vartime", "declassified.c:called_vartime", "leaks.c:plain_vartime")),
        "a mark in a folder without": "gf/marked.c: a mark, though variant.cmake says that its folder has none" in marked,
        "a mark with the reason of another": [f.split(": ")[0] for f in faults(tree, listed, marks[1:])
                                              if f.endswith(marks[0])] == [f"a mark that is not in {LIST.name}"],
        "a mark that is gone": faults(tree, listed, [*marks, marks[0]])[-1:] != faults(tree, listed, marks)[-1:] and
                               any(f.startswith("in ") for f in faults(tree, listed, [*marks, marks[0]])),
        "marks that are all listed": faults(tree, listed, marks) == faults(tree, listed),
        "no declassification at all": nothing == ["no declassification found"],
    }
    for name, good in tests.items():
        print(f"{'ok  ' if good else 'FAIL'} sees {name}")
    return not all(tests.values())


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    tree = sources.Sources(sources.SRC, sources.KEY)
    calls = list(declassifications(tree))
    if "--write" in sys.argv:
        LIST.write_text("\n".join(lines_of(calls)) + "\n")
        return 0
    if "--markdown" in sys.argv:
        print("| where | what | why it may be public |\n|---|---|---|")
        for file, _, _, what, _, reason in calls:
            print(f"| `{file}` | `{what}` | {reason} |")
    else:
        print(f"{len(calls)} declassifications:")
        for file, line, _, what, _, reason in calls:
            print(f"  {file}:{line}: {what}: {reason}")
        print(f"{len(vartime.FUNCTIONS)} functions of variable time:")
        for function, follows in vartime.FUNCTIONS.items():
            print(f"  {function} follows {follows}")
    found = faults(tree, vartime.FUNCTIONS, LIST.read_text().splitlines())
    print("\n".join(found), file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
