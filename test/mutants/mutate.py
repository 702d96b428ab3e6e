#!/usr/bin/env python3
"""Random faults in the library: an operator, a constant, or a line left out. What the tests do not notice is listed.

    mutate.py [--count 100] [--seed 1] [--build DIRECTORY]
    mutate.py --self-test

Functions of headers and assembly get faults, too. Each fault is put into a copy of the sources, which is built: for
AArch64 what is for that architecture alone. Then the quick tests of its scheme run, and if these pass, the other quick
tests; for the provider its own tests. Without a fault they must pass. Tests that with a fault take five times as long
have noticed that fault; the other quick tests may take five times as long as all. survivors.txt has the faults that no
test noticed and that somebody has judged, each with the judgement. A survivor that is not there is printed, and the run
fails. Faults that do not compile, and those that change no object file, do not count. The same seed gives the same
faults as long as the sources stay.
"""
import argparse
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

import mutants

sys.path.insert(0, str(mutants.ROOT / "test/ct"))
import sources  # noqa: E402

ROOT = mutants.ROOT
SURVIVORS = pathlib.Path(__file__).resolve().with_name("survivors.txt")
FOLDERS = ("src", "key", "bindings/openssl")
OPERATORS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "&": "|",
             "|": "&", "^": "|", "<<": ">>", ">>": "<<", "&&": "||", "||": "&&", "%": "/"}
OPERATOR = re.compile(r"(?<=[\w)\]] )(<<|>>|<=|>=|==|!=|&&|\|\||[<>+*&|^%-])(?= [\w(*&~-])")
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
STATEMENT = re.compile(r"^    +[a-z_][\w\->.\[\]]*(?:\(.*\)| [|&^+-]?= .*);$")
INSTRUCTION = re.compile(r"^    +[a-z][\w.]*(?: .*)?$")  # or a macro that is used
ASSEMBLY = re.compile(r"^\.macro|^FUNCTION\(", re.M)


def code(text):
    """[(number, line)] of the lines of functions: what follows an opening brace at the left margin, or an
    instruction."""
    inside, found = False, []
    lines = list(enumerate(sources.without_comments(text).splitlines()))
    if ASSEMBLY.search(text):
        return [(number, line) for number, line in lines if INSTRUCTION.match(line)]
    for number, line in lines:
        inside = line == "{" or (inside and line != "}")
        if inside and line.strip() and "NEOSIG_ASSERT" not in line and "neosig_declassify" not in line:
            found.append((number, line))
    return found


def fault(generator, text):
    """(line number, the line, another line in its place), or None."""
    lines, whole = code(text), INSTRUCTION if ASSEMBLY.search(text) else STATEMENT
    for _ in range(200 if lines else 0):
        number, line = generator.choice(lines)
        kind = generator.randrange(3)
        if kind == 2 and whole.match(line):
            return number, line, ""
        places = list((OPERATOR if kind == 0 else NUMBER).finditer(line))
        if kind < 2 and places:
            m = generator.choice(places)
            step = generator.choice((1, -1)) if m[0] != "0" else 1
            other = OPERATORS[m[0]] if kind == 0 else str(int(m[0]) + step)
            return number, line, line[:m.start()] + other + line[m.end():]
    return None


def files_of(tree):
    """([file], [number of its lines that may get a fault]): sources, and headers that have functions."""
    files = sorted(p.relative_to(tree).as_posix() for folder in FOLDERS for p in (tree / folder).rglob("*")
                   if p.suffix in (".c", ".h", ".S", ".inc") and "test" not in p.parts)
    weights = [len(code((tree / file).read_text())) for file in files]
    return [f for f, w in zip(files, weights) if w], [w for w in weights if w]


QUICK = ("-L", "^quick$")
OF_PROVIDER = ("-R", "^openssl-(keys|sign|contexts|options)-system$")


def tests_of(file):
    """ctest's arguments, once or twice: the quick tests of the scheme, then the others; those of the provider."""
    parts = pathlib.PurePath(file).parts
    if parts[0] == "bindings":
        return [OF_PROVIDER]
    if parts[0] == "src" and (ROOT / "test/kat" / parts[1]).is_dir():
        return [(*QUICK, "-L", f"^{parts[1]}$"), (*QUICK, "-LE", f"^{parts[1]}$")]
    return [QUICK]


def machine_of(file):
    """For which of mutants.py's builds a fault in a file is compiled and tested."""
    return "cross" if sources.ARM.search(file) and not mutants.ON_ARM else "native"


def make(copy, machine, *targets):
    """Whether these could be built."""
    return not mutants.run(["cmake", "--build", copy.directory / machine, "-j", mutants.JOBS, "--target", *targets],
                           copy.tree)[0]


def pass_within(seconds, argv):
    """That a program succeeds in time. One that is not done by then is killed, with its group of processes."""
    with subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, start_new_session=True) as program:
        try:
            return program.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGKILL)


def tests_pass(build, which, seconds=None):
    return pass_within(seconds, ["ctest", "--test-dir", build, "--stop-on-failure", "-j", mutants.JOBS, *which])


def objects(build):
    return {path: path.read_bytes() for path in (build / "CMakeFiles/neosig.dir").rglob("*.o")}


HEADER = """/* a + b */
typedef struct pair {
    int a, b;
} pair;

enum { MOST = 3 };

int neosig_declared(int a);

static inline int inlined(int a)
{
    /* a + 1
     * a - 1 */
    NEOSIG_ASSERT(a < 4);
    return a + 2;
}
"""

ROUTINE = """/* add v0 */
.macro twice v
    add \\v, \\v, \\v /* no shift */
.endm

FUNCTION(neosig_routine)
1:
    twice x1
    b.ne 1b
END_FUNCTION(neosig_routine)
"""


def self_test():
    """That faults are put into functions and instructions, of headers as of sources, and that a seed tells which."""
    found = {fault(random.Random(seed), HEADER) for seed in range(100)}
    line = "    return a + 2;"
    left_out = {fault(random.Random(seed), ROUTINE) for seed in range(100)}
    files, weights = files_of(ROOT)
    of = dict(zip(files, weights))
    texts = {file: (ROOT / file).read_text() for file in files}

    def drawn(seed):
        generator = random.Random(seed)
        return [(file := generator.choices(files, weights)[0], fault(generator, texts[file])) for _ in range(300)]
    first = drawn(1)
    changed = {file for file, it in first if it}
    tests = [
        (found == {(14, line, other) for other in ("    return a - 2;", "    return a + 3;", "    return a + 1;")},
         f"of a header: {sorted(found)}"),
        ({(number, new) for number, _, new in left_out} == {(2, ""), (7, ""), (8, "")}, f"of a routine: {left_out}"),
        (fault(random.Random(1), HEADER.split("static")[0]) is None, "a header without a function gets no fault"),
        (all(not file.endswith(".h") or "\n{\n" in texts[file] for file in files), "headers chosen have functions"),
        (of.get("src/mldsa/mldsa_poly_plain_body.h", 0) > 100 and "src/gf/gf16.h" in of, "bodies and inline functions"),
        (not any("/test/" in file for file in files), "no test is chosen"),
        ({pathlib.PurePath(file).suffix for file in changed} == {".c", ".h", ".S", ".inc"}, f"{len(changed)} files in 300 draws"),
        (all(it is None or it[1] != it[2] for _, it in first), "what is put in place is another line"),
        (drawn(1) == first and drawn(2) != first, "the same seed gives the same faults, another seed others"),
        ([machine_of(f) for f in ("src/gf/gf16_neon.c", "src/sym/asm.inc", "key/der.c")] in
         (["cross", "cross", "native"], ["native"] * 3), "what is for AArch64 is built for AArch64"),
        (tests_of("src/mldsa/mldsa_poly_plain_body.h") ==
         [("-L", "^quick$", "-L", "^mldsa$"), ("-L", "^quick$", "-LE", "^mldsa$")] and
         tests_of("src/gf/gf16.h") == [("-L", "^quick$")], "a header's tests"),
        (pass_within(60, ["true"]) and not pass_within(60, ["false"]), "a program's status"),
        (not pass_within(1, ["sh", "-c", "sleep 60 & wait"]), "a program that hangs has not passed"),
    ]
    for good, what in tests:
        print(f"{'ok  ' if good else 'FAIL'} {what}")
    return not all(good for good, _ in tests)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-mutants")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    generator, started = random.Random(options.seed), time.time()
    copy = mutants.Copy(options.build.resolve())
    copy.update()
    files, weights = files_of(copy.tree)
    limit, sound = {}, {}
    for machine in sorted({machine_of(file) for file in files}):
        copy.configure(machine)
        if not make(copy, machine, "quick-tests", "neosig-program", *["neosigprovider"] * (machine == "native")):
            sys.exit(f"mutate.py: the copy does not build ({machine})")
        sound[machine] = objects(copy.directory / machine)
        for which in {QUICK, *(tests_of(file)[0] for file in files if machine_of(file) == machine)}:
            began = time.time()
            if not tests_pass(copy.directory / machine, which):
                sys.exit(f"mutate.py: without a fault the tests do not pass ({machine}, {' '.join(which)})")
            limit[machine, which] = 5 * (time.time() - began)
    known = dict(line.rsplit(" # ", 1) for line in SURVIVORS.read_text().splitlines() if " # " in line)
    killed, survivors, skipped = 0, [], 0
    while killed + len(survivors) < options.count:
        file = generator.choices(files, weights)[0]
        path = copy.tree / file
        before = path.read_text()
        if (found := fault(generator, before)) is None:
            continue
        number, old, new = found
        lines = before.split("\n")
        machine = machine_of(file)
        build = copy.directory / machine
        lines[number] = new
        path.write_text("\n".join(lines))
        try:
            of_provider = file.startswith("bindings/")
            made = make(copy, machine, "neosigprovider" if of_provider else "neosig")
            if not made or (not of_provider and objects(build) == sound[machine]):
                skipped += 1
                continue
            noticed = not make(copy, machine, "quick-tests") or not all(
                tests_pass(build, which, limit.get((machine, which), limit[machine, QUICK]))
                for which in tests_of(file))
        finally:
            path.write_text(before)
        name = f"{file}: {' '.join(old.split())} -> {' '.join(new.split()) or '(nothing)'}"
        if noticed:
            killed += 1
        else:
            survivors.append(name)
        print(f"{'killed  ' if noticed else 'survived'} {name}", flush=True)
    new = [name for name in survivors if name not in known]
    print(f"{killed} of {killed + len(survivors)} killed, {skipped} did not compile or changed nothing, "
          f"{time.time() - started:.0f} s")
    print("\n".join(["survivors that nobody has judged (survivors.txt):", *new]) if new else "every survivor is judged")
    return bool(new)


if __name__ == "__main__":
    sys.exit(main())
