#!/usr/bin/env python3
"""quickstart.py BUILD_DIRECTORY SCRATCH_DIRECTORY [WHEEL_DIRECTORY...]

Runs every block of docs/quickstart.md, from the top, in one folder. A block of c, cpp or cmake is written to the file
that the text before it names. Blocks of sh and python run, and each must end with 0. BUILD_DIRECTORY is a build of
neosig, which is installed in the scratch directory. The wheel of neosig in the first WHEEL_DIRECTORY lies where the
blocks run, and pip finds what it needs in the WHEEL_DIRECTORYs alone. Without a WHEEL_DIRECTORY the blocks of Python
are not run.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^## (?P<section>[^\n]*)$|^```(?P<language>\w+)\n(?P<text>.*?)^```$|`(?P<name>[\w.]+)`:$", re.M | re.S)


def blocks(text):
    """(section, language, name of its file, text) of each block. A fence without a language is none."""
    section = name = None
    found = []
    for match in BLOCK.finditer(text):
        if match["section"]:
            section, name = match["section"], None
        elif match["name"]:
            name = match["name"]
        else:
            found.append((section, match["language"], name, match["text"]))
            name = None
    if len(found) != len(re.findall(r"^```", text, re.M)) // 2:
        raise ValueError("there are fences that are no block of a language")
    return found


def run(found, folder, environment, sections_left_out=()):
    """Runs blocks; returns how many. Raises for the first that fails."""
    done = 0
    for section, language, name, text in found:
        if section in sections_left_out:
            continue
        if language in ("c", "cpp", "cmake"):
            if name is None:
                raise ValueError(f"{section}: a block of {language} that no file is named for")
            (folder / name).write_text(text)
        elif language in ("sh", "python"):
            command = ["sh", "-eux", "-c", text] if language == "sh" else ["python3", "-W", "error", "-c", text]
            result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
            if result.returncode != 0:
                raise RuntimeError(f"{section}: this block failed:\n{text}\n{result.stdout}{result.stderr}")
        else:
            raise ValueError(f"{section}: nobody runs blocks of {language}")
        done += 1
    return done


def self_test(folder):
    """Planted faults that must be caught."""
    for planted in ["## A\n```sh\nfalse\n```\n", "## A\n```python\nraise SystemExit(1)\n```\n", "## A\n```c\nint x;\n```\n",
                    "## A\n```perl\n1\n```\n", "## A\n```\ntrue\n```\n", "## A\n```sh\ntrue | grep x\n```\n"]:
        try:
            run(blocks(planted), folder, os.environ)
        except (RuntimeError, ValueError):
            continue
        sys.exit(f"a planted fault was not caught:\n{planted}")


def main(build, scratch, *wheels):
    build, scratch = pathlib.Path(build).resolve(), pathlib.Path(scratch).resolve()
    shutil.rmtree(scratch, ignore_errors=True)
    folder, prefix = scratch / "work", scratch / "prefix"
    folder.mkdir(parents=True)
    self_test(folder)
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    if not (prefix / "lib/libneosig.a").exists():  # the page says lib, some systems lib64
        (library,) = prefix.glob("lib*/**/libneosig.a")
        (prefix / "lib").symlink_to(library.parent)
    (folder / "neosig").symlink_to(ROOT)
    # Whether it builds takes less time without optimisation.
    environment = {**os.environ, "PREFIX": str(prefix), "PATH": f"{prefix}/bin:{os.environ['PATH']}", "CFLAGS": "-O0"}
    left_out = []
    if not wheels:
        left_out.append("Python")
    else:
        (wheel,) = pathlib.Path(wheels[0]).glob("neosig-*.whl")
        shutil.copy(wheel, folder)
        environment.pop("PYTHONPATH", None)
        subprocess.run([sys.executable, "-m", "venv", scratch / "venv"], check=True)
        environment.update(PATH=f"{scratch}/venv/bin:{environment['PATH']}", PIP_NO_INDEX="1", PIP_FIND_LINKS=" ".join(os.path.abspath(folder) for folder in wheels),
                           PIP_DISABLE_PIP_VERSION_CHECK="1")
    if shutil.which("c++") is None:
        left_out.append("C++")
    found = blocks((ROOT / "docs/quickstart.md").read_text())
    done = run(found, folder, environment, left_out)
    made = {path.parent.name for path in (folder / "build-fetched").rglob("*.o")}
    if "mldsa" not in made or made & {"falcon", "snova"}:
        sys.exit(f"of NEOSIG_SCHEMES is what was not chosen, or what was is not: {sorted(made)}")
    print(f"{done} of {len(found)} blocks ran" + "".join(f"; left out: {section}" for section in left_out))
    if done == 0:
        sys.exit(1)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
