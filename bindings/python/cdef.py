#!/usr/bin/env python3
"""Writes the C source of the extension module neosig._native: what cffi makes of the library's headers and glue.c.

    cdef.py HEADER... -o native.c     with - in place of native.c prints the declarations alone

The headers are read as they are: their declarations without comments and preprocessor lines are what cffi parses, and
of #define lines those of numbers are kept, as names whose values the C compiler finds.
"""
import argparse
import pathlib
import re

import cffi

HERE = pathlib.Path(__file__).resolve().parent

# What glue.c defines, and what Python defines for C: neosig_random, for options.random.
GLUE = """
void *neosig_py_allocate(size_t bytes);
void neosig_py_free(void *memory);
extern "Python" int neosig_py_random(void *state, uint8_t *out, size_t bytes);
"""


def declarations(header: str) -> str:
    """The declarations of a header of neosig as cffi takes them."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.S).replace("\\\n", " ")
    text = re.sub(r"^#ifdef __cplusplus$.*?^#endif$", "", text, flags=re.M | re.S)
    numbers = re.findall(r"^#define (NEOSIG_\w+) +(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]* *$", text, re.M)
    text = re.sub(r"^#.*$", "", text, flags=re.M).replace("NEOSIG_API ", "")
    return "".join(f"#define {name} ...\n" for name in numbers) + re.sub(r"\s*\n\s*\n+", "\n", text)


def builder(headers: list[pathlib.Path]) -> cffi.FFI:
    ffi = cffi.FFI()
    for header in headers:
        ffi.cdef(declarations(header.read_text(encoding="utf-8")))
    ffi.cdef(GLUE)
    includes = "".join(f'#include "neosig/{header.name}"\n' for header in headers)
    ffi.set_source("neosig._native", includes + (HERE / "glue.c").read_text(encoding="utf-8"), py_limited_api=True)
    return ffi


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("headers", nargs="+", type=pathlib.Path)
    arguments.add_argument("-o", dest="output", required=True)
    given = arguments.parse_args()
    ffi = builder(given.headers)
    if given.output == "-":
        print("".join(declarations(header.read_text(encoding="utf-8")) for header in given.headers))
    else:
        ffi.emit_c_code(given.output)


if __name__ == "__main__":
    main()
