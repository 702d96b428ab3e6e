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

# What Python defines for C, for options.random: it returns 1 where it has filled out. What glue.c defines for Python is
# read there.
GLUE = HERE / "glue.c"
DRAW = 'extern "Python" int neosig_py_draw(void *state, uint8_t *out, size_t bytes);\n'


def glue_declarations(source: str) -> str:
    """glue.c's functions; its structures are but names."""
    functions = re.findall(r"^static ((?:const )?\w+ \**neosig_py_\w+\([^{;]*\))\n{", source, re.M)
    structures = re.findall(r"^typedef struct (neosig_py_\w+) {", source, re.M)
    return "".join([*(f"typedef struct {name} {name};\n" for name in structures), DRAW,
                    *(f"{function};\n" for function in functions)])


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
    glue = GLUE.read_text(encoding="utf-8")
    ffi.cdef(glue_declarations(glue))
    includes = "".join(f'#include "neosig/{header.name}"\n' for header in headers)
    ffi.set_source("neosig._native", includes + glue, py_limited_api=True)
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
