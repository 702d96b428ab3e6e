"""The library as four files: neosig.h, neosig.c, neosig-aarch64.S and the licence.

    amalgamate.py DIRECTORY [--prefix my_]

neosig.c has the sources of src/ and key/ one after another. What keeps them apart as files keeps them apart in it:

- A header whose names all begin with neosig_ stands ahead, once. One that has other names, or belongs to one backend,
  or is a body, is code for the file that includes it, and stands in each such file. Macros may make something else of
  it.
- What is static in a file gets the file's name at its end: no other file, and no header of a system, has it.
- A macro ends with its file, and so do the compiler's options that the file asks for.

With a prefix each name neosig_x of a function, an object or a type becomes my_neosig_x; macros and enumeration
constants keep their names.
"""

import argparse
import functools
import os
import re
import shutil

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PUBLIC = ["neosig", "sizes", "nist", "key"]
BACKENDS = re.compile(r"_(neon|avx2|sse2|body)\b|\.c$")
STRING = r'"(?:\\.|[^"\\\n])*"'
TOKEN = re.compile(rf"/\*.*?\*/|{STRING}|'(?:\\.|[^'\\\n])*'|(?:\.|->)?\b[A-Za-z_]\w*", re.S)
# In the declaration of a structure: types, not what they are of.
MEMBER = re.compile(TOKEN.pattern + r"(?!\w|\s*[\[;,:])", re.S)
INCLUDE = re.compile(r'#include (?:"(.*)"|([A-Z]\w*))')
NAMED_FILE = re.compile(r'#define (\w+) "(.*\.h)"')
STANDARD = ["errno", "float", "limits", "stddef", "stdint", "stdio", "stdlib", "string"]

HEAD = """/* neosig {version}: post-quantum signatures. Written by neosig's tools/amalgamate.py, not edited by hand.
 *
 *     cc -O3 -c neosig.c neosig-aarch64.S
 *
 * For GCC and Clang. On other machines than 64-bit Arm neosig-aarch64.S is empty. No flag is needed but for speed.
 * -DNEOSIG_SCHEMES=NEOSIG_MLDSA+NEOSIG_FALCON and -DNEOSIG_VERIFY_ONLY choose what is in, together with
 * -ffunction-sections -fdata-sections and -Wl,--gc-sections.
 */
"""

SETTINGS = """#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* getrandom, getentropy */
#endif
#include "neosig.h"

/* Each machine, each choice of schemes, leaves something of the shared code unused. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
"""

# Before any file asks for instructions: what these headers define would be for such instructions only.
INTRINSICS = """#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif
"""


@functools.cache
def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def find(name):
    """The path of what is included as name."""
    for path in ("src/" + name, name):
        if os.path.exists(os.path.join(ROOT, path)):
            return path
    raise SystemExit(f"amalgamate.py: no file {name}")


def sources(suffix):
    paths = []
    for top in ("src", "key"):
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            paths += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith(suffix)]
    return sorted(paths)


def definitions(text):
    """The names that are a text's own: static functions and objects, types and enumeration constants. Headers that stand
    ahead may define macros for static."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    static = {"static"} | set(re.findall(r"^#define (\w+)\s+static\b", read("src/core/inline.h") + text, re.M))
    text = re.sub(r"^[ ]*#(?:.*\\\n)*.*", "", text, flags=re.M)
    text = re.sub(r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\)|_Alignas\(\d+\)|alignas\(\d+\)", "", text)
    names = set(re.findall(rf"^(?:{'|'.join(sorted(static))})\b[^=;(\[{{]*?(\w+)\s*[=;(\[]", text, re.M))
    names |= set(re.findall(r"^\} (\w+)\b", text, re.M))
    names |= set(re.findall(r"^typedef [^{};]*?\b(\w+)\s*[;\[(]", text, re.M))
    names |= set(re.findall(r"^(?:typedef |static const )?(?:struct|union|enum) (\w+) \{", text, re.M))
    for constants in re.findall(r"^(?:typedef )?enum[^{;]*\{(.*?)\}", text, re.M | re.S):
        names |= set(re.findall(r"(?:^|,)\s*(\w+)", constants))
    return names - {"static", "struct", "union", "enum"}


def own(name, text):
    """Whether a header is code for the file that includes it."""
    macros = set(re.findall(r"^#define (\w+)", text, re.M))
    return bool(BACKENDS.search(name)) or any(not n.lower().startswith("neosig_") for n in definitions(text) | macros)


class Headers:
    """Which of them stand ahead, in an order in which each has what it needs before it."""

    def __init__(self, paths):
        self.text = {}
        for path in paths:
            self.look(path)
        ahead = {"core/target.h"} | {name for name, text in self.text.items() if not own(name, text)}
        while more := {inner for name in ahead for inner in self.includes(name) if not inner.endswith("_body.h")} - ahead:
            ahead |= more
        self.ahead = []
        for name in ["core/target.h", *sorted(ahead)]:
            self.place(name)

    def includes(self, name):
        return [inner for inner, _ in INCLUDE.findall(self.text[name]) if inner in self.text]

    def look(self, path):
        for name in re.findall(r'^#(?:include|define \w+) "(.*\.[hc])"', read(path), re.M):
            if not name.startswith("neosig/") and name not in self.text:
                self.text[name] = read(find(name))
                self.look(find(name))

    def place(self, name):
        if name not in self.ahead:
            for inner in self.includes(name):
                if not inner.endswith("_body.h"):
                    self.place(inner)
            self.ahead.append(name)


def expand(text, headers, files=None):
    """text with the headers that are its own, without the others."""
    files = {} if files is None else files  # what macros name
    lines = []
    for line in text.splitlines():
        if named := NAMED_FILE.match(line):
            files[named[1]] = named[2]
        elif included := INCLUDE.match(line):
            name = included[1] or files[included[2]]
            if name in headers.text and name not in headers.ahead:
                lines.append(expand(headers.text[name], headers, files))
        elif line not in [f"#include <{name}.h>" for name in STANDARD]:
            lines.append(line)
    return "\n".join(lines)


def rename(text, new):
    """text with other names, but for members of structures, strings and comments."""
    parts = re.split(r"(^(?:typedef |static const )?(?:struct|union)\b[^;{]*\{.*?^\})", text, flags=re.M | re.S)
    return "".join((MEMBER if i % 2 else TOKEN).sub(lambda word: new.get(word[0], word[0]), part)
                   for i, part in enumerate(parts))


def with_prefix(text, prefix):
    """Comments too, strings not."""
    return re.sub(rf"({STRING})|\bneosig_(?=\w|##)", lambda m: m[1] or prefix + m[0], text) if prefix else text


def section(path, text):
    """A file whose names, macros and options end with it."""
    suffix = "__" + re.sub(r"\W", "_", os.path.splitext(os.path.basename(path))[0])
    mine = definitions(text)
    # Names that macros put together are renamed by the preprocessor.
    stems = "|".join(re.findall(r"\b(\w+_)##", text))
    pasted = {name for name in mine if stems and re.match(rf"(?:{stems})\d", name)}
    mine -= pasted
    text = rename(text, {name: name + suffix for name in mine})
    stems = "|".join(re.findall(r"static\b.*?\b(\w+_)##", text))
    pasted |= set(re.findall(rf"\b(?:{stems})\w+", text)) - mine - definitions(text) if stems else set()
    for macro, parameter, body in re.findall(r"^#define (\w+)\((\w+)[^)]*\)((?:.*\\\n)*.*)", text, re.M):
        for stem in re.findall(rf"static\b[^(]*?\b(\w+_)##{parameter}\b", body):
            pasted |= {stem + argument for argument in re.findall(rf"^{macro}\((\w+)", text, re.M)}
    text = "".join(f"#define {name} {name}{suffix}\n" for name in sorted(pasted)) + text
    macros = sorted(set(re.findall(r"^#define (\w+)", text, re.M)))
    if "#pragma GCC optimize" in text:
        keep = "#ifndef __clang__\n#pragma GCC {}\n#endif\n"
        text = keep.format("push_options") + text.rstrip() + "\n" + keep.format("pop_options")
    undo = "".join(f"#undef {name}\n" for name in macros if name != "_DEFAULT_SOURCE")
    return f"\n/* ---- {path} */\n\n{text.rstrip()}\n{undo}"


def public_header():
    text = "".join(f"\n/* ---- neosig/{name}.h */\n\n" + read(f"include/neosig/{name}.h") for name in PUBLIC)
    return re.sub(r"^#include [<\"]neosig/.*\n", "", text, flags=re.M)


def implementation():
    paths = sources(".c")
    headers = Headers(paths)
    ahead = [(name, expand(headers.text[name], headers)) for name in headers.ahead]
    first = ahead.pop(0)
    return "".join(
        [SETTINGS, "".join(f"#include <{name}.h>\n" for name in STANDARD), f"\n/* ---- {first[0]} */\n\n{first[1]}\n",
         INTRINSICS, *(f"\n/* ---- {name} */\n\n{text}\n" for name, text in ahead),
         *(section(path, expand(read(path), headers)) for path in paths)])


def assembly():
    """The assembler keeps its macros from file to file, so what files share has them once; a file's own end with it, as
    the preprocessor's do."""
    common, shared, texts = read("src/sym/asm.inc"), set(), []

    def included(line):
        path = "src/" + line[1]
        if path == "src/sym/asm.inc":
            return ""
        text = read(path)
        if path in shared:
            text = "\n".join(re.findall(r"^#define .*", text, re.M))
        shared.add(path)
        return text + "\n"

    for path in sources(".S"):
        own = re.findall(r"^\.macro (\w+)", read(path), re.M)
        purged = "#if defined(__aarch64__)\n" + "".join(f".purgem {name}\n" for name in own) + "#endif\n" if own else ""
        text = re.sub(r'^#include "(.*)"\n', included, read(path), flags=re.M)
        macros = sorted(set(re.findall(r"^#define (\w+)", text, re.M)))
        undo = purged + "".join(f"#undef {name}\n" for name in macros)
        texts.append(re.sub(r"^END_FILE\n", "", text, flags=re.M) + undo)
    return common + "\n" + "".join(texts) + "\nEND_FILE\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory")
    parser.add_argument("--prefix", default="", help="before neosig_ in all names of functions, objects and types")
    arguments = parser.parse_args()
    if not re.fullmatch(r"(?:[A-Za-z_]\w*)?", arguments.prefix):
        parser.error(f"--prefix {arguments.prefix}: not the beginning of a name in C")
    os.makedirs(arguments.directory, exist_ok=True)
    head = HEAD.format(version=re.search(r'^#define NEOSIG_VERSION "(.*)"', public_header(), re.M)[1])
    for name, text in (("neosig.h", public_header()), ("neosig.c", implementation()), ("neosig-aarch64.S", assembly())):
        with open(os.path.join(arguments.directory, name), "w", encoding="utf-8") as file:
            file.write(with_prefix(head + text, arguments.prefix))
    shutil.copy(os.path.join(ROOT, "LICENSE"), arguments.directory)


if __name__ == "__main__":
    main()
