"""Builds neosig-bench for AArch64 and runs it under qemu-user with the plugins of tools/.

Keys, messages and random bytes of neosig-bench are fixed, and what a program could see of the machine is kept the same:
no environment, one working directory, one name. So counts repeat to the instruction.
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import kinds

ROOT = pathlib.Path(__file__).resolve().parent.parent
SYSROOT = pathlib.Path("/usr/aarch64-linux-gnu")
BUILD = ROOT / "build-count"
COMPILER = "aarch64-linux-gnu-gcc"
CPU = "max,sve=off"  # the C library would copy by SVE, which not all cores that are modelled have
OLDER = "neoverse-n1"  # has no instructions of SHA-3 and SHA-512: for cores that are modelled and lack these
# The backend neon-aes on a CPU with SHA-3 instructions, where Keccak then takes some; "neon-aes" is without.
NEON_AES_SHA3 = "neon-aes+sha3"


def with_neon_aes_sha3(rows):
    """rows, by (alg, operation, implementation), with those of neon-aes as NEON_AES_SHA3 where this has none: there the
    two are the same."""
    return {(*key, NEON_AES_SHA3): r for (*key, name), r in rows.items() if name == "neon-aes"} | rows


# The function of the API that one repetition of an operation calls, once.
MARKS = {"keypair": "neosig_keypair", "sign": "neosig_sign", "verify": "neosig_verify",
         "sign-prepared": "neosig_sign_prepared", "verify-prepared": "neosig_verify_prepared"}
WIDTH = 1280
SAMPLE = {"windows": 1024, "width": WIDTH}  # of what ran, for bench/model.py: arguments of tools/count.c
ATTEMPT = "neosig_attempt_begins"  # each attempt at a key pair or a signature calls it once (src/core/attempt.h)


def fail(message):
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {message}")


def need(tool, package):
    if not shutil.which(tool):
        fail(f"{tool} is not installed: apt-get install {package}")


def build_program(directory, name="neosig-bench"):
    """A static program of this folder."""
    need("cmake", "cmake")
    need(COMPILER, "gcc-aarch64-linux-gnu")
    for command in (["cmake", "--preset", "aarch64", "-B", directory, "-DNEOSIG_BUILD_TESTS=OFF",
                     "-DCMAKE_EXE_LINKER_FLAGS=-static"],
                    ["cmake", "--build", directory, "--target", name, "-j", str(os.cpu_count())]):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            fail(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return next(pathlib.Path(directory).glob(f"**/{name}"))


def build_plugin(name, directory):
    need("cc", "gcc")
    plugin = pathlib.Path(directory).resolve() / f"{name}.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", plugin, ROOT / "tools" / f"{name}.c"], check=True)
    return plugin


def versions():
    """What the counts depend on besides the code."""
    def first_line(*command):
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    libc = subprocess.run([COMPILER, "-E", "-P", "-"], input="#include <features.h>\n__GLIBC__ __GLIBC_MINOR__",
                          capture_output=True, text=True, check=True).stdout.split()
    return {"compiler": first_line(COMPILER, "--version"), "C library": f"glibc {libc[-2]}.{libc[-1]}",
            "qemu": first_line("qemu-aarch64", "--version")}


def length(words):
    return words.count(",") + 1


@dataclasses.dataclass
class Count:
    """What some repetitions of one operation executed."""
    repetitions: int
    instructions: list  # of each repetition, or one mean of them all
    attempts: list      # of each repetition, empty where there are none
    blocks: dict        # (address, instruction words with commas): (function, times it ran in all repetitions)
    windows: list = ()  # (where it begins, instructions of its first block before that, keys of blocks), as they ran
    cycles: dict = dataclasses.field(default_factory=dict)  # by core

    def functions(self):
        """Instructions of each function in one repetition, most first."""
        sums = {}
        for (_, words), (function, runs) in self.blocks.items():
            sums[function] = sums.get(function, 0) + length(words) * runs / self.repetitions
        return dict(sorted(sums.items(), key=lambda item: -item[1]))

    def takes_sha512(self):
        return any(kinds.is_sha512(words) for _, words in self.blocks)

    def takes_sha3(self):
        return any(kinds.is_sha3(words) for _, words in self.blocks)


class Emulator:
    def __init__(self, program, plugin, cpu=CPU):
        need("qemu-aarch64", "qemu-user")
        self.program, self.plugin, self.cpu = pathlib.Path(program).resolve(), plugin, cpu
        self.environment = {}

    def run(self, arguments, plugin=None):
        command = [shutil.which("qemu-aarch64"), "-cpu", self.cpu]
        if plugin:
            command += ["-plugin", f"file={plugin}"]
        if SYSROOT.exists():
            command += ["-L", SYSROOT]
        return subprocess.run([*command, f"./{self.program.name}", *map(str, arguments)], capture_output=True,
                              text=True, cwd=self.program.parent, env=self.environment)

    def text(self, *arguments):
        done = self.run(arguments)
        if done.returncode:
            fail(f"neosig-bench {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def sets(self):
        return self.text("list").split()

    def counted(self, arguments, **plugin_arguments):
        """(marks, blocks, windows) of tools/count.c, or None where the program has no such thing."""
        with tempfile.NamedTemporaryFile("r") as out:
            given = "".join(f",{name}={value}" for name, value in plugin_arguments.items())
            done = self.run(arguments, f"{self.plugin},out={out.name}{given}")
            if done.returncode == 2:
                return None
            if done.returncode:
                fail(f"{self.program.name} {' '.join(map(str, arguments))}: {done.stderr}")
            marks, blocks, keys, windows = [], {}, [], []
            for line in out:
                kind, *fields = line.split()
                if kind == "mark":
                    marks.append((int(fields[0]), int(fields[1])))
                elif kind == "window":
                    windows.append((int(fields[0]), int(fields[1]), [keys[int(i)] for i in fields[2].split(",")]))
                else:
                    key = (fields[0], sys.intern(fields[3]))
                    keys.append(key)
                    blocks[key] = (sys.intern(fields[2]), int(fields[1]) + blocks.get(key, ("", 0))[1])
            return marks, blocks, windows

    def between(self, arguments, function):
        """A Count, with windows, of what runs from the first entry of a function to the last."""
        entries = len(self.counted(arguments, mark=function)[0])
        if entries < 2:
            fail(f"{self.program.name} enters {function} {entries} times: nothing lies between")
        marks, blocks, windows = self.counted(arguments, mark=function, marks=entries, **SAMPLE)
        return Count(entries - 1, [b[0] - a[0] for a, b in zip(marks, marks[1:])], [], blocks, windows)

    def of(self, implementation):
        """The backend of an implementation, and what emulates a CPU for it."""
        if implementation == "neon-aes":
            return implementation, Emulator(self.program, self.plugin, OLDER)
        return "neon-aes" if implementation == NEON_AES_SHA3 else implementation, self

    def operation(self, alg, operation, implementation, repetitions, sampled=False):
        """A Count of the library, with windows if sampled, or None where it has no such operation or implementation.
        NEON_AES_SHA3 is one where neon-aes takes SHA-3 instructions, and neon-aes is counted without them there."""
        if implementation not in ("neon-aes", NEON_AES_SHA3):
            return self.calls(alg, operation, implementation, repetitions, sampled)
        first = self.calls(alg, operation, "neon-aes", 1)
        if first is not None and first.takes_sha3():
            backend, emulator = self.of(implementation)
            return emulator.calls(alg, operation, backend, repetitions, sampled)
        return None if implementation == NEON_AES_SHA3 else self.calls(alg, operation, "neon-aes", repetitions, sampled)

    def calls(self, alg, operation, backend, repetitions, sampled=False):
        """A Count of calls of the library on this CPU, with windows if sampled, or None where it has no such operation
        or backend.

        A repetition lasts from one call of the API to the next, so there is one more than is counted.
        """
        arguments = ["op", alg, operation, repetitions + 1, "--backend", backend]
        if operation.startswith("verify") and repetitions > 1:
            arguments += ["--messages", repetitions + 1]
        found = self.counted(arguments, mark=MARKS[operation], marks=repetitions + 1, attempt=ATTEMPT,
                             **(SAMPLE if sampled else {}))
        if found is None:
            return None
        marks, blocks, windows = found
        if len(marks) != repetitions + 1:
            fail(f"neosig-bench op {alg} {operation} {repetitions + 1} calls {MARKS[operation]} {len(marks)} times")
        instructions, attempts = zip(*((b[0] - a[0], b[1] - a[1]) for a, b in zip(marks, marks[1:])))
        if not all(attempts) and (any(attempts) or operation.startswith("sign")):
            fail(f"{operation} with {alg} does not call {ATTEMPT} for every attempt")
        return Count(repetitions, list(instructions), list(attempts) if any(attempts) else [], blocks, windows)

    def kernel(self, name, backend):
        """Instructions of a kernel of the library in a backend."""
        self.environment = {"NEOSIG_BACKEND": backend}
        cost = self.difference(*(["kernels", name, "neosig", n] for n in (0, 4)), 4).instructions[0]
        self.environment = {}
        return cost

    def difference(self, before, after, repetitions):
        """A Count of what the second command executes beyond the first, repetitions times; None as above."""
        without, all_of_it = self.counted(before), self.counted(after)
        if without is None or all_of_it is None:
            return None
        blocks = {}
        for key, (function, runs) in all_of_it[1].items():
            more = runs - without[1].get(key, ("", 0))[1]
            if more:
                blocks[key] = (function, more)
        for key in without[1].keys() - all_of_it[1].keys():
            blocks[key] = (without[1][key][0], -without[1][key][1])
        total = sum(length(words) * runs for (_, words), (_, runs) in blocks.items())
        return Count(repetitions, [total / repetitions], [], blocks)

    def reference(self, alg, operation, repetitions):
        """A Count of the reference, whose functions have no fixed names: what more repetitions take."""
        return self.difference(*(["op", alg, operation, n, "--backend", "reference"] for n in (0, repetitions)),
                               repetitions)


def counting(directory, program=None, cpu=CPU):
    """An emulator that counts, with that neosig-bench, or one built in the directory."""
    directory.mkdir(parents=True, exist_ok=True)
    return Emulator(program or build_program(directory), build_plugin("count", directory), cpu)


def parallel(work, progress):
    """The results of the functions in the dict work, by key."""
    results = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = {pool.submit(function): key for key, function in work.items()}
        for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
            results[futures[future]] = future.result()
            if progress:
                print(f"\r{done}/{len(futures)} ", end="", file=sys.stderr, flush=True)
    if progress:
        print("\r" + " " * 12 + "\r", end="", file=sys.stderr)
    return {key: results[key] for key in work}
