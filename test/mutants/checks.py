"""What table.py makes its rows of: mutants and checks."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Check:
    """A command on a build of the copy; {tree}, {build} and {python} are put into its arguments."""
    name: str
    machine: str  # native, cross, fuzz (Clang), or nothing: no build is needed
    targets: tuple
    argv: tuple
    says: str  # what it prints, besides failing, when it catches something
    env: tuple = ()
    x86_only: bool = False
    needs: tuple = ()  # flags of the CPU, as Linux names them

    @property
    def environment(self):
        return dict(self.env)


def trace(algorithm, operation, backend, secrets=3, search=32):
    """Traces of one operation on several secrets, AArch64."""
    return Check(f"ct-trace {algorithm} {operation} {backend}", "cross", ("test-ct", "test-ct-hook"),
                 ("{python}", "{tree}/test/ct/trace.py", "--sets", algorithm, "--operations", operation, "--backends",
                  backend, "--secrets", secrets, "--search", search, "{build}/test/test-ct",
                  "{build}/test/test-ct-hook"),
                 f"LEAK {algorithm} {operation} {backend}: ")


def trace_kernels(backend, kernels="all"):
    """Traces of kernels on equal decisions, AArch64."""
    return Check(f"ct-kernels {backend}" + (f" {kernels}" if kernels != "all" else ""), "cross",
                 ("test-ct-kernels", "test-ct-kernels-hook"),
                 ("{python}", "{tree}/test/ct/trace.py", "--kernels", "--sets", kernels, "--secrets", 16,
                  "--backends", backend, "{build}/test/test-ct-kernels", "{build}/test/test-ct-kernels-hook"), "LEAK ")


def taint(algorithm, backend):
    """All operations with undefined secrets under valgrind."""
    return Check(f"taint {algorithm} {backend}", "native", ("test-taint",),
                 ("{python}", "{tree}/test/ct/taint.py", "--sets", algorithm, "--backends", backend,
                  "{build}/test/test-taint"), "LEAK.*uninitialised", x86_only=backend == "avx2")


def taint_kernels(backend, kernels="all"):
    return Check(f"taint-kernels {backend}" + (f" {kernels}" if kernels != "all" else ""), "native",
                 ("test-taint-kernels",),
                 ("{python}", "{tree}/test/ct/taint.py", "--sets", kernels, "--backends", backend,
                  "{build}/test/test-taint-kernels"),
                 "LEAK.*uninitialised", x86_only=backend == "avx2")


def ctest(name, machine="native", target=None, says="failed: ", x86_only=False):
    """A test of the suite by its name."""
    return Check(f"{name} ({machine})", machine, (target or f"test-{name}",),
                 ("ctest", "--test-dir", "{build}", "--no-tests=error", "--output-on-failure", "-R", f"^{name}$"), says,
                 (("QEMU_CPU", "max"),), x86_only)


def fences(algorithm, backend):
    """All operations under valgrind, which watches the bytes between the buffers of a workspace."""
    return Check(f"fences {algorithm} {backend}", "native", ("test-taint",), taint(algorithm, backend).argv,
                 "Invalid (read|write)", x86_only=backend == "avx2")


NOP = '__asm__ volatile("nop");'  # a branch around it is no compiler's to turn into arithmetic


def branch(condition):
    """A branch by each of 16 numbers, so that two secrets are not alike by chance."""
    return f"for (int n = 0; n < 16; n++) if ({condition}) {NOP}"


@dataclasses.dataclass(frozen=True)
class Mutant:
    name: str
    file: str
    before: str  # to be found exactly once
    after: str  # @ stands for before
    check: Check
    where: str = ""  # what the check's message names besides, a regular expression
    uncaught: str = ""  # why no check catches it: a gap that is known
    kind: str = ""

    @property
    def says(self):
        return f"{self.check.says}.*{self.where}" if self.where else self.check.says
