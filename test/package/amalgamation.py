"""Compiles the amalgamation under a prefix, by the line of README.md, alone and beside the library, and runs known
answers of each scheme.

    amalgamation.py SCRATCH_DIRECTORY NM OBJDUMP LIBRARY C_COMPILER [OPTION...] [-- EMULATOR...]

- No warning, and no call that ends the process; every global symbol begins with the prefix; a program, in C++ where the
  compiler knows that, has it and LIBRARY.
- Without a flag that forbids it, no product is fused with a sum but where the result is the same (fft/real.h).
- A bit changed in a constant of the object file must be noticed.
"""

import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import schemes  # noqa: E402

ANSWERS = [os.path.join(ROOT, "test", "kat", scheme, name + ".kat")
           for scheme in schemes.NAMES for name in schemes.sets(scheme)]
CHECKERS = ["test/kat/kat.c", "test/kat/kat_file.c", "common/known_answer.c", "common/nist_drbg.c"]
FUSED = re.compile(r"\s(fn?m(?:add|sub)|fml[as]|vfn?m(?:add|sub)\w*)\s")
# The reciprocal and the root, whose last step a fused instruction makes exact; products with powers of two.
FUSING = re.compile(r"(leaves|ldl)_(round3|fndsa)|inverse_norm|divide_self_adjoint|\w*ntru_neon_approximate|reals_r")
PLANTED = """#ifdef __x86_64__
__attribute__((target("fma")))
#endif
double planted(double a, double b, double c);
double planted(double a, double b, double c)
{
    return a * b + c;
}
"""
OBJECTS = ["neosig.o", "neosig-aarch64.o"]
CONSTANT = bytes.fromhex("8980000000000080")  # of Keccak's rounds


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


def stated_line(file):
    """The one line by which README.md, and the file itself, say that it is compiled."""
    lines = set()
    for path in (os.path.join(ROOT, "README.md"), file):
        with open(path, encoding="utf-8") as text:
            lines.update(re.findall(rf"^(?: \*)? +(cc .*{re.escape(file)}.*)$", text.read(), re.M))
    if len(lines) != 1:
        sys.exit(f"how {file} is compiled: {sorted(lines)}")
    return lines.pop()


def speaks_cxx(compiler):
    return subprocess.run([*compiler, "-x", "c++", "-fsyntax-only", "-"], input="int main() {}", text=True,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def fused_elsewhere(objdump, path):
    function, found = "", []
    for line in run(objdump, "-d", "--no-show-raw-insn", path).splitlines():
        if named := re.match(r"[0-9a-f]+ <(.*)>:", line):
            function = named[1]
        elif FUSED.search(line) and not FUSING.match(function):
            found.append(f"{function}: {line.strip()}")
    return found


def main():
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    scratch, nm, objdump, library, *compiler = arguments[:cut]
    emulator = arguments[cut + 1:]
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    os.chdir(scratch)
    warnings = ["-Wall", "-Wextra", "-pedantic", "-Wshadow", "-Werror"]

    run(sys.executable, os.path.join(ROOT, "tools", "amalgamate.py"), ".", "--prefix", "my_")
    line = stated_line("neosig.c").split()
    run(compiler[0], *line[1:], *compiler[1:], *warnings)
    run("sh", os.path.join(ROOT, "test", "core", "assertions.sh"), nm, "off", "neosig.o")
    # Not "neosig-aarch64.o: no symbols".
    names = re.findall(r"^[0-9a-f]+ [A-Z] (\S+)$", run(nm, "-g", "--defined-only", *OBJECTS), re.M)
    foreign = [name for name in names if not name.startswith("my_neosig_")]
    if len(names) < 50 or foreign:
        sys.exit(f"global symbols: {len(names)}, without the prefix: {' '.join(foreign)}")
    with open("planted.c", "w", encoding="utf-8") as file:
        file.write(PLANTED)
    run(*compiler, "-O2", "-ffp-contract=fast", "-c", "planted.c", "-o", "planted.o")
    if not fused_elsewhere(objdump, "planted.o"):
        sys.exit("a fused product is not seen")
    if fused := fused_elsewhere(objdump, "neosig.o"):
        sys.exit("products fused with sums:\n" + "\n".join(fused))

    language = "c++" if speaks_cxx(compiler) else "c"
    run(*compiler, *warnings, "-x", language, "-I.", os.path.join(ROOT, "test", "package", "two_copies.c"),
        "-x", "none", "neosig.o", "neosig-aarch64.o", library, "-o", "two_copies")
    print(run(*emulator, "./two_copies"), end="")

    # What checks the answers calls the library by its own names.
    with open("names.h", "w", encoding="utf-8") as file:
        file.writelines(f"#define {name[3:]} {name}\n" for name in names)
    include = [f"-I{os.path.join(ROOT, folder)}" for folder in ("include", "src", "test", "")]
    checkers = [os.path.join(ROOT, path) for path in CHECKERS]

    def check(objects, answers):
        run(*compiler, *warnings, "-include", "names.h", *include, *checkers, *objects, "neosig-aarch64.o", "-o", "answers")
        return subprocess.run([*emulator, "./answers", "--count", "1", *answers], stderr=subprocess.STDOUT,
                              stdout=subprocess.PIPE, text=True, check=False)

    good = check(["neosig.o"], ANSWERS)
    print(good.stdout, end="")
    if good.returncode or good.stdout.count("1 vectors") != len(ANSWERS):
        sys.exit("the amalgamation does not give the known answers")
    with open("neosig.o", "rb") as file:
        content = file.read()
    if CONSTANT not in content:
        sys.exit("the constant to be changed is not found")
    with open("changed.o", "wb") as file:
        file.write(content.replace(CONSTANT, bytes([CONSTANT[0] ^ 1]) + CONSTANT[1:]))
    if check(["changed.o"], [file for file in ANSWERS if os.path.basename(file).startswith("ml-dsa")]).returncode == 0:
        sys.exit("a changed constant is not noticed")


if __name__ == "__main__":
    main()
