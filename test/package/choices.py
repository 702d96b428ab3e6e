#!/usr/bin/env python3
"""choices.py SOURCE SCRATCH C_COMPILER NM LIBRARY

What people choose who build the library: schemes, verification only, flags. LIBRARY is the one with everything.
Each library is built, a program is linked to it and run; the library holds what the program needs, and nothing else.
"""
import json
import os
import re
import shutil
import subprocess
import sys

SOURCE, SCRATCH, CC, NM, LIBRARY = sys.argv[1:]
BUILD = os.path.join(SCRATCH, "build")
sys.path.insert(0, os.path.join(SOURCE, "tools"))
import schemes  # noqa: E402

ALL = ";".join(schemes.NAMES)
# What only those need who have secrets: files, and symbols in what is linked.
SECRET_FILES = r"keygen|_sign\.|sampler|gauss|falcon_tree|hyperball|singular|solve|ntru|fft|chacha|pbes2|kdf|cbc"
SECRET_SYMBOLS = (r"neosig_\w+_(keypair|sign|prepare_sign)\b|keypair_bytes|sign_bytes|sampler|gauss|ldl_|hyperball|"
                  r"neosig_(fft|ntru|chacha|pbes2|scrypt|pbkdf2)|expand_(s|mask|t)\b|eta_vartime|ternary|make_hint|"
                  r"power2round|pack_s(ecret|mall)|eliminate|getrandom|getentropy")


def run(*command, good=True, **more):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if (result.returncode == 0) != good:
        sys.exit(f"{' '.join(command)}\n{result.stdout}")
    return result.stdout


def configure(good=True, **variables):
    variables = {"NEOSIG_SCHEMES": ALL, "NEOSIG_VERIFY_ONLY": "OFF", "NEOSIG_BUILD_TESTS": "OFF", "CMAKE_C_FLAGS": "",
                 "NEOSIG_SHARED": "OFF", "CMAKE_BUILD_TYPE": "", **variables}
    out = run("cmake", "-S", SOURCE, "-B", BUILD, f"-DCMAKE_C_COMPILER={CC}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
              "-DNEOSIG_BUILD_PROGRAMS=OFF", "-DNEOSIG_INSTALL=OFF",
              *(f"-D{name}={value}" for name, value in variables.items()), good=good)
    return " ".join(out.split())


def refused(says, **variables):
    out = configure(good=False, **variables)
    if says not in out:
        sys.exit(f"{variables}: refused without saying {says!r}:\n{out}")


def commands():
    """The compiler's command for each source of the library."""
    with open(os.path.join(BUILD, "compile_commands.json")) as file:
        return {c["file"]: c["command"].split() for c in json.load(file)}


def check_flags(wanted, **variables):
    """wanted: the flags that must be there; of those for optimisation the last one counts."""
    configure(**variables)
    command = commands()[f"{SOURCE}/src/api/message.c"]
    found = [flag for flag in command if flag.startswith("-O")][-1:] + [flag for flag in command if flag == "-g"]
    if found != wanted or "-ffp-contract=off" not in command:
        sys.exit(f"{variables}: compiled with {command}, not with {wanted}")


def build(**variables):
    configure(**variables)
    run("cmake", "--build", BUILD, "-j2", "--target", "neosig")
    return os.path.join(BUILD, "libneosig.a")


def build_one(scheme, objects):
    """What the choice of one scheme makes of the objects of all: few files alone know the choice. These are optimised,
    since what is static and of no use is compiled without optimisation, too."""
    configure(NEOSIG_SCHEMES=scheme, CMAKE_C_FLAGS="-O0")
    library = os.path.join(SCRATCH, scheme, "libneosig.a")
    os.makedirs(os.path.dirname(library))
    members = []
    for file, command in commands().items():
        member = os.path.join(objects, os.path.relpath(file, SOURCE) + ".o")
        if re.fullmatch(r"(backend|schemes|ntt(16|32)_\w+)\.c", os.path.basename(file)):
            member = os.path.join(SCRATCH, scheme, os.path.basename(file) + ".o")
            run(*command[:command.index("-o")], "-O1", "-c", file, "-o", member)
        members.append(member)
    run("ar", "qc", library, *members)
    run("ranlib", library)
    return library


def members_of(library):
    """Those that define something: files for other machines are empty."""
    lines = run(NM, "-A", "--defined-only", library).splitlines()
    return {match[1] for match in (re.fullmatch(r".*libneosig\.a:([^:]*):.* \S+", line) for line in lines) if match}


def transforms_of(library):
    """The lengths and moduli of the transforms that are compiled."""
    return set(re.findall(r" ntt(?:16|32)_forward_(\d+)$", run(NM, library), re.M))


def link(name, library, *flags):
    """A program with the library; and which members the linker took."""
    program = os.path.join(SCRATCH, name)
    run(CC, "-Wall", "-Wextra", "-Werror", f"-I{SOURCE}/include", f"{SOURCE}/test/package/choices.c", library,
        f"-Wl,-Map={program}.map", *flags, "-o", program)
    with open(program + ".map") as file:
        return program, set(re.findall(r"libneosig\.a\(([^)]+)\)", file.read()))


def text_bytes(program):
    return int(run("size", program).splitlines()[1].split()[0])


shutil.rmtree(SCRATCH, ignore_errors=True)
os.makedirs(SCRATCH)

check_flags(["-O3"])
check_flags(["-Os"], CMAKE_C_FLAGS="-Os")
check_flags(["-Os"], CMAKE_BUILD_TYPE="MinSizeRel")
check_flags(["-O2", "-g"], CMAKE_BUILD_TYPE="RelWithDebInfo")
check_flags(["-g"], CMAKE_BUILD_TYPE="Debug")
refused(", ".join(schemes.NAMES), NEOSIG_SCHEMES="mldsa;bogus")
refused("NEOSIG_SCHEMES names no scheme", NEOSIG_SCHEMES="")
refused("the tests need all of NEOSIG_SCHEMES", NEOSIG_SCHEMES="mldsa", NEOSIG_BUILD_TESTS="ON")
refused("-ffast-math", CMAKE_C_FLAGS="-O2 -ffast-math")
refused("-Ofast", CMAKE_C_FLAGS="-Ofast")

# Everything, whose keys and signatures the others verify.
everything, _ = link("everything", LIBRARY)
sets = run(everything, "sign", SCRATCH).split()  # in the order of the schemes
most = text_bytes(everything)

# Each scheme alone. What else is in the library than what a program with all public functions needs, is too much.
roots = [f"-Wl,-u,neosig_{name}" for name in ("key_write", "key_read", "nist_sign", "strerror")]
build(CMAKE_C_FLAGS="-O0")
objects = os.path.join(SCRATCH, "objects")
os.rename(os.path.join(BUILD, "CMakeFiles/neosig.dir"), objects)
found = []
for scheme in schemes.NAMES:
    library = build_one(scheme, objects)
    program, taken = link(scheme + ".program", library, *roots)
    out = run(program, "sign", SCRATCH).split()
    found += out
    if not out or found != sets[:len(found)]:
        sys.exit(f"NEOSIG_SCHEMES={scheme}: the library has {out}; all of {sets}")
    if members_of(library) - taken:
        sys.exit(f"NEOSIG_SCHEMES={scheme}: not needed, but in the library: {sorted(members_of(library) - taken)}")
    transforms = {name.rpartition("_")[2] for name in schemes.families(scheme) if name.startswith("ntt_")}
    if transforms_of(library) != transforms:
        sys.exit(f"NEOSIG_SCHEMES={scheme}: transforms of {transforms_of(library)}, not of {transforms}")
if found != sets:
    sys.exit(f"the libraries of one scheme have {found}; all of {sets}")
print(f"{len(schemes.NAMES)} schemes: each alone makes keys, signs and verifies")

# Verification only, in a shared library: nothing that is not exported is left if nothing needs it.
configure(NEOSIG_VERIFY_ONLY="ON", NEOSIG_SHARED="ON", CMAKE_C_FLAGS="-O1")
for file in commands():
    if re.search(SECRET_FILES, os.path.basename(file)):
        sys.exit(f"verification only: {file} is compiled")
run("cmake", "--build", BUILD, "-j2", "--target", "neosig_shared")
library = os.path.join(BUILD, "libneosig.so")
program, _ = link("verify-only", library, f"-Wl,-rpath,{BUILD},--no-allow-shlib-undefined")
if run(program, "verify", SCRATCH).split() != sets:
    sys.exit("verification only: sets are missing")


def secret_symbols(file):
    public = set(re.findall(r"neosig_\w+", "".join(open(f"{SOURCE}/include/neosig/{h}.h").read()
                                                  for h in ("neosig", "key", "nist"))))
    symbols = {line.split()[-1].split("@")[0] for line in run(NM, file).splitlines() if line}
    return sorted(s for s in symbols - public if re.search(SECRET_SYMBOLS, s))


if len(secret_symbols(everything)) < 20:
    sys.exit("the symbols of secrets are not found where they are")
if secret_symbols(library):
    sys.exit(f"verification only: the library has {secret_symbols(library)}")
least = text_bytes(library)
print(f"verification only: {least} bytes of text, of {most}")
if least > most / 2:
    sys.exit("verification only is not much smaller")
