#!/usr/bin/env python3
"""List what the library makes public on purpose: every neosig_declassify with its reason, and every function of
variable time. Fails if a mark has no reason, or if the functions called _vartime are not those that vartime.py lists.
Also fails if a mark stands in a folder that the builds for marks do not compile again (variant.cmake).

    declassified.py SOURCE_DIRECTORY [--markdown]
    declassified.py --self-test
"""
import pathlib
import re
import sys
import tempfile

import sources
import vartime

STRING = r"\"((?:[^\"\\]|\\.)*)\""
MARK_FREE = re.search(r"set\(neosig_mark_free ([^)]*)\)", (sources.HERE / "variant.cmake").read_text()).group(1).split()
CALL = re.compile(r"neosig_declassify\s*\(((?:[^()\"]|\((?:[^()]|\([^()]*\))*\)|" + STRING + r")*)\)")


def declassifications(tree):
    """(folder/file, line, what, reason) of each."""
    for name in tree.paths:
        if name != "secret.h":
            text = tree.text(name)
            for m in CALL.finditer(text):
                reason = "".join(re.findall(STRING, m.group(1)))
                what = re.sub(r"\s+", " ", m.group(1).split(",")[0]).strip()
                yield tree.keys[name], text.count("\n", 0, m.start()) + 1, what, reason


def faults(tree, listed):
    """What is wrong with the declassifications and with the list."""
    calls, functions = list(declassifications(tree)), tree.all_functions()
    found = [f"{file}:{line}: no reason given for {what}" for file, line, what, reason in calls if not reason]
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
    with tempfile.TemporaryDirectory() as empty:
        nothing = faults(sources.Sources(empty), [])
        (pathlib.Path(empty) / "gf").mkdir()
        (pathlib.Path(empty) / "gf" / "marked.c").write_text('void f(int *x) { neosig_classify(x, 4); }\n')
        marked = faults(sources.Sources(empty), [])
    tests = {
        "a declassification without a reason": [f for f in faults(tree, listed) if f.startswith("declassified.c:")] ==
                                               ["declassified.c:13: no reason given for &out[0]"],
        "every declassification": [(line, reason) for file, line, _, reason in declassifications(tree)
                                   if file == "declassified.c"] ==
                                  [(5, "a reason (with parentheses), in two pieces"), (13, "")],
        **{f"{name} that is not listed": f"declassified.c:{name} is not in the list of vartime.py" in
                                         faults(tree, listed - {f"declassified.c:{name}"}) for name in names},
        "listed functions that do not exist": all(
            f"{f}, in the list of vartime.py, does not exist" in faults(tree, listed | {f})
            for f in ("declassified.c:declared_vartime", "declassified.c:called_vartime", "leaks.c:plain_vartime")),
        "a mark in a folder without": "gf/marked.c: a mark, though variant.cmake says that its folder has none" in marked,
        "no declassification at all": nothing == ["no declassification found"],
    }
    for name, good in tests.items():
        print(f"{'ok  ' if good else 'FAIL'} sees {name}")
    return not all(tests.values())


def main():
    if sys.argv[1] == "--self-test":
        return self_test()
    tree = sources.Sources(pathlib.Path(sys.argv[1]))
    calls = list(declassifications(tree))
    if "--markdown" in sys.argv:
        print("| where | what | why it may be public |\n|---|---|---|")
        for file, _, what, reason in calls:
            print(f"| `{file}` | `{what}` | {reason} |")
    else:
        print(f"{len(calls)} declassifications:")
        for file, line, what, reason in calls:
            print(f"  {file}:{line}: {what}: {reason}")
        print(f"{len(vartime.FUNCTIONS)} functions of variable time:")
        for function, follows in vartime.FUNCTIONS.items():
            print(f"  {function} follows {follows}")
    found = faults(tree, vartime.FUNCTIONS)
    print("\n".join(found), file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
