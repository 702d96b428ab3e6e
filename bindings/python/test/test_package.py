"""The package itself: its declarations against the headers, its types, its wheel in an empty environment."""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

import cffi
import pytest
from conftest import ROOT

import neosig
from neosig._native import ffi, lib


def program(name):
    """Not by sys.path: beside it are the package's sources, which must not hide what is installed."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"bindings/python/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


cdef, wheels = program("cdef"), program("wheels")

HEADERS = [ROOT / "include/neosig/neosig.h", ROOT / "include/neosig/key.h"]
PROBE = """
#include <stddef.h>
#include <stdio.h>
#include "neosig/neosig.h"
#include "neosig/key.h"
int main(void)
{
%s
}
"""


def test_every_function_of_the_headers_is_there():
    text = re.sub(r"\s+", " ", "".join(header.read_text() for header in HEADERS))
    functions = set(re.findall(r"NEOSIG_API [^;()#]*?\b(neosig_\w+)\(", text))
    assert len(functions) > 40
    assert functions == {name for name in dir(lib) if name.startswith("neosig_") and not name.startswith("neosig_py_")}


@pytest.fixture(scope="module")
def probe(tmp_path_factory):
    """What a C program says that prints numbers, which are ints there."""
    folder = tmp_path_factory.mktemp("probe")

    def run(expressions):
        lines = "\n".join(f'    printf("%lld\\n", (long long)({expression}));' for expression in expressions)
        (folder / "probe.c").write_text(PROBE % lines)
        compiler = os.environ.get("CC", "cc")
        subprocess.run([compiler, f"-I{ROOT}/include", "probe.c", "-o", "probe"], cwd=folder, check=True)
        return [int(line) for line in subprocess.run([folder / "probe"], capture_output=True, check=True).stdout.split()]
    return run


def test_every_number_and_structure_is_that_of_the_headers(probe):
    text = "".join(header.read_text() for header in HEADERS)
    numbers = set(re.findall(r"^#define (NEOSIG_\w+) \d", text, re.M))
    assert len(numbers) > 20 and all(hasattr(lib, name) for name in numbers)
    names = sorted(set(re.findall(r"\bNEOSIG_\w+", text)) & set(dir(lib)))
    structures = re.findall(r"typedef struct (\w+) {", text)
    assert {"neosig_alg", "neosig_options", "neosig_key", "neosig_key_format", "neosig_stream"} <= set(structures)
    expressions, ours = list(names), [getattr(lib, name) for name in names]
    for structure in structures:
        expressions.append(f"sizeof({structure})")
        ours.append(ffi.sizeof(structure))
        for member, _ in ffi.typeof(structure).fields:
            expressions.append(f"offsetof({structure}, {member})")
            ours.append(ffi.offsetof(structure, member))
    assert ours == probe(expressions)


def test_the_generator_takes_all_numbers_and_refuses_what_it_does_not_know(tmp_path):
    declared = cdef.declarations('#define NEOSIG_A 7u /* a */\n#define NEOSIG_B "x"\n#ifdef __cplusplus\nextern "C" {\n'
                                 "#endif\nNEOSIG_API int neosig_f(int a, /* b */\n    int b);\n")
    assert declared.split() == "#define NEOSIG_A ... int neosig_f(int a, int b);".split()
    planted = tmp_path / "planted.h"
    planted.write_text(HEADERS[0].read_text().replace("size_t seed_bytes;", "seed_type seed_bytes;", 1))
    with pytest.raises(cffi.CDefError):
        cdef.builder([planted])


def test_another_structure_than_the_headers_is_refused(tmp_path):
    """What cffi does: a member that its declarations lack makes the module useless at the first use."""
    if "NEOSIG_LIBRARY" not in os.environ:
        pytest.skip("NEOSIG_LIBRARY names no library")
    planted = tmp_path / "neosig.h"
    planted.write_text(HEADERS[0].read_text().replace("size_t seed_bytes;", "", 1))
    builder = cdef.builder([planted, HEADERS[1]])
    builder.emit_c_code(str(tmp_path / "native.c"))
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", f"-I{ROOT}/include",
                    f"-I{sysconfig.get_path('include')}", "native.c", os.environ["NEOSIG_LIBRARY"], "-o", "_native.so"],
                   cwd=tmp_path, check=True)
    done = subprocess.run([sys.executable, "-c", "import _native; _native.ffi.sizeof('neosig_alg')"], cwd=tmp_path,
                          capture_output=True, text=True)
    assert done.returncode != 0 and "neosig_alg" in done.stderr


def test_version():
    header = HEADERS[0].read_text()
    assert f'#define NEOSIG_VERSION "{neosig.__version__}"' in header


def test_types():
    mypy = pytest.importorskip("mypy.api")
    out, errors, status = mypy.run(["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", os.devnull])
    assert status == 0, out + errors


def test_types_of_users(tmp_path):
    """A program that uses the installed package is checked as strictly; a wrong one is found."""
    mypy = pytest.importorskip("mypy.api")
    good = tmp_path / "good.py"
    good.write_text("import neosig\nkey = neosig.PrivateKey.generate('ml-dsa-44')\n"
                    "signature: bytes = key.prepare().sign(memoryview(b'm'), context=b'c')\n"
                    "key.public_key.verify(signature, bytearray(b'm'))\nname: str = key.algorithm.name\n"
                    "import io, typing\nkey.sign_file(io.BytesIO(b'm'), prehash='sha512')\n"
                    "key.prepare().public_key.verify_file(bytes(key.public_key), open('m', 'rb'))\n"
                    "typing.assert_type(neosig.algorithms.by_oid('2.5').features, frozenset[typing.Literal['context', "
                    "'deterministic', 'hedged', 'prehash', 'external-mu', 'reads-twice', 'fault-checks']])\n")
    bad = tmp_path / "bad.py"
    calls = ["sign('text')", "sign(b'm', prehash='md5')", "sign(b'm', interface='outer')", "sign_file(5)",
             "to_pem(form='seeds')", "algorithm.status == 'good'", "algorithm = 5"]
    bad.write_text("import neosig\nkey = neosig.PrivateKey.generate('ml-dsa-44')\n"
                   + "".join(f"key.{call}\n" for call in calls))
    os.environ["MYPYPATH"] = str(pathlib.Path(neosig.__file__).parents[1])
    try:
        out, errors, _ = mypy.run(["--strict", "--cache-dir", os.devnull, str(good), str(bad)])
    finally:
        del os.environ["MYPYPATH"]
    found = [line for line in out.splitlines() if " error: " in line]
    assert {int(line.split(":")[1]) for line in found} == set(range(3, 3 + len(calls))), out + errors
    assert all("bad.py" in line for line in found) and 'has incompatible type "str"' in found[0], out + errors


def test_wheel_holds_what_it_should(wheel):
    tag = wheel.stem.split("-", 2)[2]
    assert tag.startswith("cp39-abi3-")
    names = zipfile.ZipFile(wheel).namelist()
    modules = {path.name for path in (ROOT / "bindings/python/neosig").iterdir() if path.suffix in (".py", ".pyi", ".typed")}
    inside = {name.split("/", 1)[1] for name in names if name.startswith("neosig/")}
    native = inside - modules
    assert modules <= inside and len(native) == 1 and native.pop().startswith("_native.")
    assert "LICENSE" in {name.rsplit("/", 1)[1] for name in names}
    assert f"neosig-{neosig.__version__}.dist-info/sboms/sbom.cdx.json" in names


@pytest.mark.skipif(sys.platform != "linux" or sys.maxsize < 2**32 or sys.byteorder != "little", reason="no such ELF")
def test_wheel_is_stripped(wheel, tmp_path):
    """Symbols for debuggers, and a module that is too large, are found by what checks the wheels of a release."""
    assert wheels.ballast(wheel) == []
    (tmp_path / "planted.c").write_text(f"char large[{wheels.LARGEST}] = {{1}};\n")
    subprocess.run([os.environ.get("CC", "cc"), "-g", "-shared", "-fPIC", "planted.c", "-o", "planted.so"],
                   cwd=tmp_path, check=True)
    with zipfile.ZipFile(tmp_path / "planted.whl", "w") as planted:
        planted.write(tmp_path / "planted.so", "neosig/_native.abi3.so")
    found = wheels.ballast(tmp_path / "planted.whl")
    assert {".debug_info", ".symtab"} < set(found) and found[-1].endswith(" bytes")


@pytest.mark.slow
def test_source_distribution_builds(tmp_path):
    """What is in it is enough for a wheel, without the library built here."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "-w", tmp_path]
    from scikit_build_core.build import build_sdist
    before = os.getcwd()
    os.chdir(ROOT)
    try:
        source = tmp_path / build_sdist(str(tmp_path))
    finally:
        os.chdir(before)
    names = tarfile.open(source).getnames()
    assert not [name for name in names if re.search(r"\.kat$|/build[^/]*/|/test/", name)]
    subprocess.run([*pip, source], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    done = subprocess.run([sys.executable, "-c", PROGRAM], env={**os.environ, "PYTHONPATH": str(site)},
                          capture_output=True, text=True)
    assert done.returncode == 0 and str(site) in done.stdout, done.stderr


PROGRAM = """
import neosig
key = neosig.PrivateKey.generate("ml-dsa-44")
neosig.PublicKey.from_pem(key.public_key.to_pem()).verify(key.sign(b"m"), b"m")
print(neosig.__file__)
"""


def test_wheel_in_an_empty_environment(wheel, tmp_path):
    """pip, in an environment without anything and a PATH without a compiler. cffi's wheel is the one that
    NEOSIG_WHEELS holds."""
    wheels = os.environ.get("NEOSIG_WHEELS")
    if not wheels or not list(pathlib.Path(wheels).glob("cffi-*.whl")):
        pytest.skip("NEOSIG_WHEELS names no folder with a wheel of cffi")
    environment = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "empty"], check=True)
    python = tmp_path / "empty/bin/python"
    subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check",
                    "--no-index", "--find-links", wheels, wheel], env=environment, check=True)
    done = subprocess.run([python, "-c", PROGRAM], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert str(tmp_path) in done.stdout
