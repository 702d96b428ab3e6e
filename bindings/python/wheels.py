#!/usr/bin/env python3
"""Builds the package's wheels on Linux, and tries those that this machine can run.

    wheels.py FOLDER [--only TAG]

Needs requirements.txt, requirements-wheels.txt and CMake. zig's compiler makes all of them, against the C libraries that
the tags name. The one of this machine, and with qemu-aarch64 and an aarch64 Python's root folder (--arm-root) the one
of 64-bit Arm Linux, are installed and tried; the others are built and not tried.
"""
import argparse
import os
import pathlib
import platform
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# Tag of the wheel: zig's name of the machine, CMake's of the system and of the processor.
PLATFORMS = {
    "manylinux_2_28_x86_64": ("x86_64-linux-gnu.2.28", "Linux", "x86_64"),
    "manylinux_2_28_aarch64": ("aarch64-linux-gnu.2.28", "Linux", "aarch64"),
    "musllinux_1_2_x86_64": ("x86_64-linux-musl", "Linux", "x86_64"),
    "musllinux_1_2_aarch64": ("aarch64-linux-musl", "Linux", "aarch64"),
    "macosx_11_0_arm64": ("aarch64-macos.11.0", "Darwin", "arm64"),
    "win_amd64": ("x86_64-windows-gnu", "Windows", "AMD64"),
    "win_arm64": ("aarch64-windows-gnu", "Windows", "ARM64"),
}

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


def windows_python(folder, target):
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
    subprocess.run([sys.executable, "-m", "ziglang", "dlltool", "-m", machine, "-d", folder / "python3.def",
                    "-l", folder / "libpython3.a"], check=True)
    return include, folder / "libpython3.a"


def build(tag, folder):
    """The wheel of a platform."""
    target, system, processor = PLATFORMS[tag]
    tools = folder / "tools" / tag
    shutil.rmtree(tools, ignore_errors=True)
    tools.mkdir(parents=True)
    zig = f'exec "{sys.executable}" -m ziglang'
    compiler = script(tools / "cc", f'{zig} cc -target {target} "$@"')
    defines = {
        "CMAKE_SYSTEM_NAME": system, "CMAKE_SYSTEM_PROCESSOR": processor, "CMAKE_OSX_SYSROOT": "",
        "CMAKE_C_COMPILER": compiler, "CMAKE_ASM_COMPILER": compiler, "CMAKE_C_COMPILER_WORKS": "TRUE",
        "CMAKE_AR": script(tools / "ar", f'{zig} ar "$@"'),
        "CMAKE_RANLIB": script(tools / "ranlib", f'{zig} ranlib "$@"'),
        "Python_INCLUDE_DIR": sysconfig.get_path("include"),
    }
    options = []
    if system == "Windows":
        defines["Python_INCLUDE_DIR"], stable = windows_python(tools, target)
        options.append(f"-Ccmake.define.PYTHON_STABLE_LIBRARY={stable}")
    (tools / "toolchain.cmake").write_text("".join(f'set({name} "{value}")\n' for name, value in defines.items()))
    out = folder / "wheels"
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


def repair(wheel):
    """auditwheel's word that the wheel needs no more than its tag says."""
    done = subprocess.run([sys.executable, "-m", "auditwheel", "show", wheel], capture_output=True, text=True)
    said = re.sub(r"\s+", " ", done.stdout)
    plain = re.search(r'constrains the platform tag to "(\w+)"|consistent with the following platform tag: "(\w+)"', said)
    return plain[1] or plain[2] if plain else textwrap.shorten(said + done.stderr, 200)


def unpack(wheel, folder, *more):
    site = folder / "site" / wheel.stem
    shutil.rmtree(site, ignore_errors=True)
    for one in (wheel, *more):
        shutil.unpack_archive(one, site, "zip")
    return site


def cffi_for(tag, folder):
    """cffi's own wheel for another machine."""
    out = folder / "cffi" / tag
    version = re.search(r"^cffi==(.*)$", (HERE / "requirements.txt").read_text(), re.M)[1]
    # Of the Python that runs under emulation: Debian 12's.
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "-d", out,
                    "--only-binary=:all:", "--python-version=3.11", "--implementation=cp", f"--platform={tag}",
                    "--platform=manylinux2014_aarch64", "--platform=manylinux_2_17_aarch64", f"cffi=={version}"],
                   check=True)
    return sorted(out.glob("*.whl"))


def attempt(command, environment):
    done = subprocess.run([*command, "-c", TRY], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"failed: {done.stderr}")
    return done.stdout.strip()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--only", action="append", choices=list(PLATFORMS))
    arguments.add_argument("--arm-root", type=pathlib.Path, help="the root folder of an aarch64 Linux with Python 3.11")
    given = arguments.parse_args()
    folder = given.folder.resolve()
    for tag in given.only or PLATFORMS:
        wheel = build(tag, folder)
        said = f"{wheel.name}: {wheel.stat().st_size >> 10} KiB"
        if "linux" in tag:
            said += f"; auditwheel: {repair(wheel)}"
        if tag == f"manylinux_2_28_{platform.machine()}":
            empty = folder / "empty"
            subprocess.run([sys.executable, "-m", "venv", "--clear", empty], check=True)
            subprocess.run([empty / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                            wheel], check=True, env={"PATH": str(empty / "bin"), "HOME": str(folder)})
            said += "; tried: " + attempt([empty / "bin/python"], {})
        elif tag == "manylinux_2_28_aarch64" and given.arm_root:
            site = unpack(wheel, folder, *cffi_for(tag, folder))
            said += "; tried under qemu: " + attempt(
                ["qemu-aarch64", "-cpu", "max", "-L", given.arm_root.resolve(),
                 given.arm_root.resolve() / "usr/bin/python3.11"],
                {**os.environ, "PYTHONPATH": str(site), "PYTHONHOME": str(given.arm_root.resolve() / "usr")})
        else:
            said += "; not tried"
        print(said, flush=True)


if __name__ == "__main__":
    main()
