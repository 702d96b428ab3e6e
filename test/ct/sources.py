"""Which source file defines a function of an object, so that a list can name a function by folder/file:function."""
import functools
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
SRC = HERE.parent.parent / "src"
KEY = SRC.parent / "key"  # whose files are part of the library, too

# A definition at the left margin: words, attributes and macros, then name(arguments) {.
DEFINITION = re.compile(r"^[A-Za-z_](?:[^;{}()#=]|__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|\b[A-Z_]+\([^()]*\))*?"
                        r"\b(\w+)\s*\((?:[^(){};]|\([^()]*\))*\)\s*\{", re.M)
INCLUDE = re.compile(r'^\s*#\s*include\s+"(?:[^"]*/)?([^"/]+)"', re.M)


def without_comments(text):
    """The same lines, comments blank."""
    return re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


# Names of files that are for one architecture alone.
ARM = re.compile(r"_neon|_armv8|_aarch64|_pmull|_sha3|\.S\b|\.inc\b")
X86_64 = re.compile(r"_avx2|_avx512|_gfni|_x86|_sse2|_vaes|_shani")


class Sources:
    """The C and assembly files under some folders. A file's name is unique there, so that an object's name tells it."""

    def __init__(self, *roots):
        self.paths, self.keys = {}, {}
        for root in map(pathlib.Path, roots):
            for path in sorted(root.rglob("*.[chS]")):
                if path.name in self.paths:
                    raise SystemExit(f"{path} and {self.paths[path.name]} have the same name")
                self.paths[path.name], self.keys[path.name] = path, path.relative_to(root).as_posix()

    @functools.lru_cache(None)
    def text(self, name):
        return without_comments(self.paths[name].read_text())

    @functools.lru_cache(None)
    def definitions(self, name):
        """The functions that a file defines."""
        return frozenset(DEFINITION.findall(self.text(name)))

    @functools.lru_cache(None)
    def includes(self, name):
        """The file and all that it includes, of these."""
        found, new = [], [name]
        while new:
            file = new.pop(0)
            if file in self.paths and file not in found:
                found.append(file)
                new += INCLUDE.findall(self.text(file))
        return found

    def function(self, object_name, symbol):
        """folder/file:function of a symbol of an object (file.c.o, alone or as a member of an archive); the file is the
        object's own where none that it includes defines the function. None for an object that is not from here."""
        name, function = re.sub(r"\.o(?:bj)?$", "", object_name.rsplit("/", 1)[-1]), symbol.split(".")[0]
        if name not in self.paths:
            return None
        home = next((file for file in self.includes(name) if function in self.definitions(file)), name)
        return f"{self.keys[home]}:{function}"

    def all_functions(self):
        """folder/file:function of every definition."""
        return {f"{key}:{function}" for name, key in self.keys.items() for function in self.definitions(name)}
