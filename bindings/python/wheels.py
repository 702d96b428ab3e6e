#!/usr/bin/env python3
"""Builds the package's source distribution and its wheels on Linux, and tests those that this machine can run.

    wheels.py FOLDER PORTS [--only TAG]

Needs requirements.txt, requirements-wheels.txt, CMake, and PORTS, the folder of tools/ports.sh. The zig that is in it
makes all wheels, with all schemes and stripped: those for glibc whole, the others with the libraries in it. The one of
this machine is installed by pip in an empty environment, where no compiler is found, and signs there; then the
package's tests run with it. That of 64-bit Arm Linux gives the known answers of all sets under qemu-aarch64, where
tools/arm-python.sh has put a Python for it into FOLDER/arm. The others are linked, and not tested.
"""
import argparse
import os
import pathlib
import platform
import re
import shutil
import stat
import struct
import subprocess
import sys
import sysconfig
import textwrap
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TESTS = HERE / "test"

# Tag of the wheel: zig's name of the machine, CMake's of the system and of the processor. Beside glibc's, these are
# ports of tools/ports.sh.
PLATFORMS = {
    "manylinux_2_28_x86_64": ("x86_64-linux-gnu.2.28", "Linux", "x86_64"),
    "manylinux_2_28_aarch64": ("aarch64-linux-gnu.2.28", "Linux", "aarch64"),
    "musllinux_1_2_x86_64": ("x86_64-linux-musl", "Linux", "x86_64"),
    "musllinux_1_2_aarch64": ("aarch64-linux-musl", "Linux", "aarch64"),
    "macosx_11_0_arm64": ("aarch64-macos.11.0", "Darwin", "arm64"),
    "win_amd64": ("x86_64-windows-gnu", "Windows", "AMD64"),
    "win_arm64": ("aarch64-windows-gnu", "Windows", "ARM64"),
}

# A module with all sets, stripped, has 0.9 million bytes on x86-64.
LARGEST = 3 << 19

# What the stable interface's headers ask of the machine on Windows; Python's own file there is made by hand too.
WINDOWS_CONFIG = """
#define MS_WIN32
#define MS_WIN64
#define MS_WINDOWS
#define NT_THREADS
#define WITH_THREAD 1
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_DOUBLE 8
#define SIZEOF_FLOAT 4
#define SIZEOF_WCHAR_T 2
#define ALIGNOF_MAX_ALIGN_T 8
#define HAVE_STDDEF_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_ERRNO_H 1
#define HAVE_WCHAR_H 1
#define HAVE_DECLSPEC_DLL 1
#define Py_ENABLE_SHARED 1
typedef long long Py_ssize_t;
#define HAVE_PY_SSIZE_T 1
#define PY_SSIZE_T_MAX 0x7fffffffffffffffLL
"""

TRY = """
import neosig, sys
for name in ("ml-dsa-44", "falcon-512", "snova-i-s"):
    key = neosig.PrivateKey.generate(name)
    signature = key.prepare().sign(b"m", deterministic="deterministic" in key.algorithm.features)
    neosig.PublicKey.from_pem(key.public_key.to_pem()).verify(signature, b"m")
print(neosig.__version__, neosig.backend.active(), sys.platform)
"""


def script(path, line):
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def windows_python(folder, target, python):
    """Headers, and an import library of python3.dll with what cffi's code uses of it."""
    include = folder / "include"
    shutil.copytree(sysconfig.get_path("include"), include, dirs_exist_ok=True)
    (include / "pyconfig.h").write_text(WINDOWS_CONFIG)
    used = set()
    for header in include.glob("*.h"):
        used |= set(re.findall(r"PyAPI_FUNC\(.*?\)\s*(\w+)", header.read_text(errors="replace")))
    data = set()
    for header in include.glob("*.h"):
        data |= set(re.findall(r"PyAPI_DATA\(.*?\)\s*(\w+)", header.read_text(errors="replace")))
    lines = ["LIBRARY python3.dll", "EXPORTS", *sorted(used - data), *(f"{name} DATA" for name in sorted(data))]
    (folder / "python3.def").write_text("\n".join(lines) + "\n")
    machine = {"x86_64": "i386:x86-64", "aarch64": "arm64"}[target.split("-")[0]]
    subprocess.run([python, "-m", "ziglang", "dlltool", "-m", machine, "-d", folder / "python3.def",
                    "-l", folder / "libpython3.a"], check=True)
    return include, folder / "libpython3.a"


def build(tag, folder, ports):
    """The wheel of a platform."""
    target, system, processor = PLATFORMS[tag]
    tools = folder / "tools" / tag
    tools.mkdir(parents=True, exist_ok=True)
    python = ports / "venv/bin/python"
    zig = f'exec "{python}" -m ziglang'
    compiler = script(tools / "cc", f'{zig} cc -target {target} "$@"')
    defines = {
        "CMAKE_SYSTEM_NAME": system, "CMAKE_SYSTEM_PROCESSOR": processor, "CMAKE_OSX_SYSROOT": "",
        "CMAKE_C_COMPILER": compiler, "CMAKE_ASM_COMPILER": compiler, "CMAKE_C_COMPILER_WORKS": "TRUE",
        "CMAKE_AR": script(tools / "ar", f'{zig} ar "$@"'),
        "CMAKE_RANLIB": script(tools / "ranlib", f'{zig} ranlib "$@"'),
        "Python_INCLUDE_DIR": sysconfig.get_path("include"),
    }
    options = [f"-Ccmake.define.CMAKE_{kind}_LINKER_FLAGS=-s" for kind in ("MODULE", "SHARED")]
    if "-gnu." not in target:
        options.append(f"-Ccmake.define.NEOSIG_LIBRARY={ports / target / 'build/libneosig.a'}")
    if system == "Windows":
        defines["Python_INCLUDE_DIR"], stable = windows_python(tools, target, python)
        options.append(f"-Ccmake.define.PYTHON_STABLE_LIBRARY={stable}")
    (tools / "toolchain.cmake").write_text("".join(f'set({name} "{value}")\n' for name, value in defines.items()))
    out = folder / "wheels"
    for older in out.glob(f"*-{tag}.whl"):
        older.unlink()
    log = folder / f"{tag}.log"
    with open(log, "w") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", out, ROOT,
             f"-Ccmake.toolchain-file={tools / 'toolchain.cmake'}", f"-Cwheel.tags=cp39-abi3-{tag}",
             f"-Cbuild-dir={tools / 'build'}", "-Cinstall.strip=false", *options],
            stdout=stream, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        print(log.read_text()[-3000:], file=sys.stderr)
        raise SystemExit(f"{tag}: not built")
    (wheel,) = out.glob(f"*-{tag}.whl")
    return wheel


def sections(module):
    """The names of the sections of an ELF file of 64 bits, little-endian."""
    if module[:6] != b"\x7fELF\2\1":
        raise ValueError("no ELF file of 64 bits, little-endian")
    (headers,) = struct.unpack_from("<Q", module, 40)
    size, count, strings = struct.unpack_from("<3H", module, 58)
    names, places = zip(*((struct.unpack_from("<I", module, at)[0], struct.unpack_from("<Q", module, at + 24)[0])
                          for at in range(headers, headers + size * count, size)))
    return [module[places[strings] + name:].split(b"\0", 1)[0].decode() for name in names]


def ballast(wheel):
    """What a wheel for Linux should not carry, in words: symbols for debuggers, too many bytes."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".so"))
        module = archive.read(name)
    found = [section for section in sections(module) if section == ".symtab" or section.startswith(".debug")]
    return found + ([f"{len(module)} bytes"] if len(module) > LARGEST else [])


def source_distribution(folder):
    for older in (folder / "wheels").glob("*.tar.gz"):
        older.unlink()
    run([sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", folder / "wheels", ROOT])
    (source,) = (folder / "wheels").glob("*.tar.gz")
    return source


def needs(wheel):
    """auditwheel's word for the oldest system that has what the wheel needs."""
    done = subprocess.run([sys.executable, "-m", "auditwheel", "show", wheel], capture_output=True, text=True)
    said = re.sub(r"\s+", " ", done.stdout)
    tag = re.search(r'(?:constrains the platform tag to|consistent with the following platform tag:) "(\w+)"', said)
    if done.returncode != 0 or not tag:
        raise SystemExit(f"auditwheel: {textwrap.shorten(said + done.stderr, 400)}")
    return tag[1]


def run(command, **more):
    """What a command says; ends everything if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise SystemExit(f"failed: {command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout.strip()


def suite(python, site, *selection, **environment):
    """The package's tests with what is in a folder, a line that counts them."""
    said = run([*python, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-q", "-p", "no:cacheprovider", *selection],
               env={**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", **environment})
    return said.splitlines()[-1]


def test_here(wheel, folder):
    """In an empty environment with no compiler on its path, then the whole suite."""
    empty = folder / "empty"
    run([sys.executable, "-m", "venv", "--clear", empty])
    run([empty / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel],
        env={"PATH": str(empty / "bin"), "HOME": str(folder)})
    said = run([empty / "bin/python", "-c", TRY], env={"PATH": str(empty / "bin")})
    site = folder / "site" / wheel.stem
    shutil.rmtree(site, ignore_errors=True)
    shutil.unpack_archive(wheel, site, "zip")
    return f"tested in an empty environment: {said}; {suite([sys.executable], site, TESTS)}"


def test_under_qemu(wheel, folder, root):
    """The known answers, with packages for 64-bit Arm in the versions of requirements.txt."""
    (python,) = root.glob("usr/bin/python3.[0-9]*[0-9]")
    site = folder / "site" / wheel.stem
    shutil.rmtree(site, ignore_errors=True)
    wanted = re.findall(r"^(?:cffi|cryptography|hypothesis|pytest)==.*$", (HERE / "requirements.txt").read_text(), re.M)
    platforms = [f"--platform={tag}" for tag in ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64",
                                                 "manylinux2014_aarch64")]
    run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", site,
         "--only-binary=:all:", "--implementation=cp", f"--python-version={python.name[6:]}", *platforms, *wanted,
         wheel])
    qemu = ["qemu-aarch64", "-cpu", "max", "-L", root, python]
    home = {"PYTHONHOME": str(root / "usr")}
    said = run([*qemu, "-c", TRY], env={**os.environ, **home, "PYTHONPATH": str(site)})
    known = TESTS / "test_vectors.py"
    return f"tested under qemu-aarch64: {said}; {suite(qemu, site, f'{known}::test_known_answers', **home)}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("ports", type=pathlib.Path)
    arguments.add_argument("--only", action="append", choices=list(PLATFORMS))
    given = arguments.parse_args()
    folder = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{source_distribution(folder).name}: the sources", flush=True)
    for tag in given.only or PLATFORMS:
        wheel = build(tag, folder, given.ports.resolve())
        if PLATFORMS[tag][1] == "Linux" and ballast(wheel):
            raise SystemExit(f"{wheel.name} carries {', '.join(ballast(wheel))}")
        said = f"{wheel.name}: {wheel.stat().st_size >> 10} KiB; "
        if tag.startswith("manylinux"):  # where glibc is, auditwheel cannot resolve what needs musl
            said += f"needs {needs(wheel)}; "
        if tag == f"manylinux_2_28_{platform.machine()}":
            said += test_here(wheel, folder)
        elif tag == "manylinux_2_28_aarch64" and (folder / "arm/root").exists():
            said += test_under_qemu(wheel, folder, folder / "arm/root")
        else:
            said += "linked, not tested"
        print(said, flush=True)


if __name__ == "__main__":
    main()
