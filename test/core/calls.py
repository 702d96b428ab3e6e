#!/usr/bin/env python3
"""The functions of others that the library calls, each with the files that may call it and the reason.

    calls.py --nm NM LIBRARY
    calls.py --self-test

Such a function is compiled elsewhere, so no check of instructions sees it; its time may follow what it is given, and it
may keep a copy. A call that is not in this list, and a file that no longer calls what the list says, are faults.
"""
import re
import subprocess
import sys

ANY = "*"
MEMORY = "kdf.c key.c key_read.c key_write.c keys.c prepared.c workspace.c"
# name: (files, why it is no danger to a secret). Of a file with a ? some compilers put instructions in place of the call.
ALLOWED = {
    "memcpy": (ANY, "time and addresses follow lengths, which are public"),
    "memmove": (ANY, "the same"),
    "memset": (ANY, "the same; neosig_wipe hides its memory from the compiler"),
    "malloc": (MEMORY, "sizes are public"),
    "free": (MEMORY, "what was secret is wiped before"),
    "memcmp": ("der.c haetae_verify.c? key_read.c mldsa_verify.c? pem.c? snova_verify.c stream.c?",
               "object identifiers, public keys, signatures, hashes of signatures, text of PEM files"),
    "strcmp": ("backend.c? key_read.c? pem.c? registry.c?", "names and labels"),
    "strncmp": ("key.c?", "names"),
    "strlen": ("pem.c?", "labels"),
    "snprintf": ("pem.c?", "labels"),
    "sprintf": ("pem.c", "labels"),
    "vsnprintf": ("key.c", "messages of errors"),
    "getenv": ("backend.c", "NEOSIG_BACKEND"),
    "getauxval": ("cpu.c", "features of the CPU"),
    "getrandom": ("entropy.c", "the system's generator"),
    "__errno_location": ("entropy.c", "its error"),
}
# What compilers and linkers put in of their own.
COMPILERS = re.compile(r"_GLOBAL_OFFSET_TABLE_|__aarch64_(cas|swp|ldadd)\w*|__aeabi_u?(i|l)div(mod)?|__c[tl]z[ds]i2|"
                       r"__stack_chk_(fail|guard)")
SAME = {"bcmp": "memcmp", "__memcpy_chk": "memcpy", "__memmove_chk": "memmove", "__memset_chk": "memset",
        "__snprintf_chk": "snprintf", "__sprintf_chk": "sprintf", "__vsnprintf_chk": "vsnprintf"}
# Builds with assertions.
ASSERTIONS = {"abort", "fprintf", "stderr", "__fprintf_chk"}


def calls(text):
    """{(name, file)} of the undefined symbols in what nm says of a library that no file of it defines."""
    member, defined, undefined = "", set(), set()
    for line in text.splitlines():
        if m := re.match(r"(?:.*[(:])?([\w.-]+?)(?:\.o(?:bj)?)\)?:$", line):
            member = m[1]
        elif m := re.match(r"\s+U (\S+)$", line):
            undefined.add((m[1], member))
        elif m := re.match(r"[0-9a-f]+ \w (\S+)$", line):
            defined.add(m[1])
    if not defined:
        sys.exit("calls.py: no symbols")
    return {(SAME.get(name, name), file) for name, file in undefined if name not in defined}


def files_of(name):
    """(those that may call it, those that do)"""
    files = ALLOWED.get(name, ("", ""))[0].split()
    return {file.rstrip("?") for file in files}, {file for file in files if not file.endswith("?") and file != ANY}


def faults(seen):
    assertions = any(name == "abort" for name, _ in seen)
    found = []
    for name, file in sorted(seen):
        may, _ = files_of(name)
        if not (COMPILERS.fullmatch(name) or (assertions and name in ASSERTIONS) or may & {ANY, file}):
            found.append(f"{file} calls {name}: say in the list ALLOWED why that is no danger to a secret")
    for name in ALLOWED:
        called = {file for other, file in seen if other == name}
        if called:  # not every system has it
            found += [f"{file} does not call {name}, the list ALLOWED says that it does"
                      for file in sorted(files_of(name)[1] - called)]
    return found


def self_test():
    good = {(name, file.replace(ANY, "any.c")) for name in ALLOWED for file in files_of(name)[0]}
    text = ("keys.c.o:\n                 U memcmp\n                 U neosig_wipe\n0000 T neosig_keypair\n\nwipe.c.o:\n"
            "00 T neosig_wipe\n")
    tests = {
        "what is listed": faults(good) == [],
        "a search among secrets": bool(faults(good | {("bsearch", "keys.c")})),
        "a comparison of secrets": bool(faults(good | {("memcmp", "keys.c")})),
        "a call that is gone": bool(faults(good - {("memcmp", "der.c")})),
        "a copy on a disk": bool(faults(good | {("fprintf", "keys.c")})),
        "a call in what nm says": calls(text) == {("memcmp", "keys.c")},
        "a call in an archive that nm names first": calls(text.replace("keys.c.o:", "libneosig.a:keys.c.o:")) ==
                                                    {("memcmp", "keys.c")},
    }
    for name, passed in tests.items():
        print(f"{'ok  ' if passed else 'FAIL'} {name}")
    return not all(tests.values())


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 4 or sys.argv[1] != "--nm":
        sys.exit(__doc__)
    text = subprocess.run([sys.argv[2], "-g", sys.argv[3]], capture_output=True, text=True, check=True).stdout
    seen = calls(text)
    found = faults(seen)
    print("\n".join(found) or f"{len(seen)} calls, all in the list")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
