#!/usr/bin/env python3
"""How a machine is added to results/: the commands of results/README.md, and the workflow for GitHub's runners.

    machines.py               what can be read off them is right, and planted faults are found. 77: PyYAML is not there
    machines.py --run FOLDER  runs their commands in a fresh clone in FOLDER, each figure in a moment, with a remote
                              repository in FOLDER and a gh that only notes its arguments. What it leaves out it names
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORKFLOW, README = ".github/workflows/measure.yml", "results/README.md"
MOST = 6  # commands from the clone to the pull request
# Commands that only the machine itself can take: settings of the system, packages, and tests that contain this one.
LEFT_OUT = r"sudo sysctl |brew install |sh tools/setup\.sh|.*\bmake test\b"


def recipes(text):
    """The blocks of commands of the section on adding a machine."""
    section = text.split("## Add a machine")[1].split("\n## ")[0]
    return [[line.strip() for line in block.splitlines()] for block in re.findall(r"(?:^    .*\n)+", section, re.M)]


def workflow(text):
    import yaml
    return yaml.safe_load(text)


def runs(job):
    """(name, command) of the steps of a job, for each row of its matrix."""
    for row in job.get("strategy", {}).get("matrix", {}).get("include", [{}]):
        def filled(text, row=row):
            return re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda found: row.get(found[1], ""), text)
        for step in job["steps"]:
            command = filled(step.get("run", "")).strip()
            if command:
                yield row.get("runner", ""), step["name"], command


def faults(readme, text):
    """What is wrong with the two texts, a line each."""
    wrong, flow, targets = [], workflow(text), re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M)
    commands = [command for job in flow["jobs"].values() for _, _, command in runs(job)]
    blocks = recipes(readme)
    if len(blocks) != 3:
        wrong.append(f"{README} has {len(blocks)} recipes")
    for block in blocks:
        if len(block) > MOST or not block[0].startswith("git clone ") or not block[-1].startswith("make pull-request "):
            wrong.append(f"{README}: not from the clone to the pull request in {MOST} commands: {'; '.join(block)}")
    for command in [*commands, *(command for block in blocks for command in block)]:
        wrong += [f"make has no {target}" for target in re.findall(r"(?:^|&& )make ([\w-]+)", command, re.M)
                  if target not in targets]
    if flow["permissions"] != {}:
        wrong.append("the workflow has permissions that its jobs do not ask for")
    for name, job in flow["jobs"].items():
        allowed = {"contents": "write"} if name == "publish" else {"contents": "read"}
        if job["permissions"] != allowed:
            wrong.append(f"the job {name} has the permissions {job['permissions']}, not {allowed}")
        wrong += [f"{step['uses']} is not GitHub's own" for step in job["steps"]
                  if not step.get("uses", "actions/").startswith("actions/")]
    on = flow[True]  # YAML 1.1 reads the word on so
    if not {"push", "public", "pull_request"} <= on.keys():
        wrong.append("the workflow does not start with a push, a pull request and the first public day")
    if not any("make result" in command for command in commands) or "# Never run so far" not in text:
        wrong.append("the workflow does not measure, or does not say at its head what was not run")
    return wrong


def actionlint(text):
    """What the linter says; nothing where it is not installed."""
    if not shutil.which("actionlint"):
        print("actionlint is not installed")
        return []
    done = subprocess.run(["actionlint", "-"], input=text, capture_output=True, text=True)
    return done.stdout.splitlines()


def read_check():
    readme, text = (ROOT / README).read_text(), (ROOT / WORKFLOW).read_text()
    wrong = faults(readme, text) + actionlint(text)
    planted = [(readme.replace("    cd neosig\n", "    cd neosig\n    git status\n", 1), text),
               (readme.replace("make result ", "make measure "), text),
               *((readme, text.replace(old, new)) for old, new in (
                   ("contents: read", "contents: write"), ("permissions: {}", "permissions: write-all"),
                   ("uses: actions/checkout", "uses: others/checkout"), ("  public:", "  gollum:"),
                   ("make result", "make results"), ("# Never run so far", "# Runs")))]
    return wrong + [f"planted fault {i} was not found" for i, (a, b) in enumerate(planted)
                    if len(faults(a, b)) <= len(wrong)]


# ---- Running ----

def run(command, folder, environment):
    """As GitHub runs a step. Raises where it fails."""
    done = subprocess.run(["bash", "-e", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def publish_here(folder):
    """A remote repository whose one commit is this work tree's files."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        sys.exit(77)  # an archive
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (folder / "first" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / "first" / name)
    for command in ("git init -q -b main first", "git -C first add -A -f", "git -C first commit -q -m first",
                    "git clone -q --bare first origin.git"):
        run(command, folder, os.environ | identity())
    return folder / "origin.git"


def identity():
    return {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in
            (("NAME", "A tester"), ("EMAIL", "tester@example.org"))}


def run_recipe(block, folder, origin, environment):
    clone = folder
    for command in block:
        if re.match(LEFT_OUT, command):
            print(f"left out: {command}")
        elif command.startswith("cd "):
            clone = clone / command[3:]
        else:
            run(command.replace("ADDRESS", str(origin)), clone, environment)
            print(f"ran: {command}")
    return clone


def run_workflow(flow, clone, environment):
    """Its jobs, one after the other, on this machine."""
    for runner, name, command in runs(flow["jobs"]["measure"]):
        here = environment | {"NAME": f"github-{runner}", "GITHUB_OUTPUT": str(clone.parent / f"output-{runner}"),
                              "AGAIN": "false"}
        if re.match(LEFT_OUT, command):
            print(f"left out: {runner}: {name}: {command}")
            continue
        if not shutil.which("sudo"):
            command = command.replace('SUDO="sudo"', 'SUDO=""')
        run(command, clone, here)
        print(f"ran: {runner}: {name}")
        if name == "Measure":
            kept = clone.parent / "measured" / here["NAME"] / "results"
            kept.mkdir(parents=True)
            for path in (clone / "results").glob(f"{here['NAME']}.*"):
                shutil.move(path, kept)
            assert "wanted=true" in pathlib.Path(here["GITHUB_OUTPUT"]).read_text()
            assert (clone / "report.html").stat().st_size > 1000
    shutil.move(clone.parent / "measured", clone / "measured")
    for _, name, command in runs(flow["jobs"]["publish"]):
        run(command, clone, environment | {"GITHUB_WORKFLOW_REF": "measure.yml"})
        print(f"ran: publish: {name}")


def run_check(folder):
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "bin").mkdir(parents=True)
    (folder / "bin/gh").write_text(f'#!/bin/sh\necho "$@" > {folder}/gh.txt\n')
    (folder / "bin/gh").chmod(0o755)
    try:
        run("false\ntrue", folder, os.environ)
        return ["a command that fails was not found"]
    except RuntimeError:
        pass
    origin = publish_here(folder)
    environment = os.environ | identity() | {"PATH": f"{folder}/bin:{os.environ['PATH']}",
                                             "SPEED": "--time 0 ml-dsa-44 hawk256", "OPENSSL_SPEED": "ed25519"}
    environment = {name: value for name, value in environment.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    clone = run_recipe(recipes((ROOT / README).read_text())[0], folder, origin, environment)
    branch, files = (run(command, clone, environment).split() for command in
                     ("git branch --show-current", "git show --name-only --format= HEAD"))
    wrong = [] if (folder / "gh.txt").read_text().split() == ["pr", "create", "--fill"] else ["gh was not asked"]
    if branch != ["result-raspberry-pi-5"] or "results/raspberry-pi-5.json" not in files:
        wrong.append(f"the pull request is of {branch} with {files}")
    measured = json.loads((clone / "results/raspberry-pi-5.json").read_text())
    if not measured["commit"] or "cpu_share" not in measured or "load_after" not in measured:
        wrong.append("the file has no commit, load or share of the CPU")
    run("git switch -q main", clone, environment)
    run_workflow(workflow((ROOT / WORKFLOW).read_text()), clone, environment)
    listed = run("git ls-tree -r --name-only main results", origin, environment).split()
    wrong += [f"{name} was not published" for name in ("results/github-ubuntu-24.04-arm.json",
                                                       "results/github-macos-15.json") if name not in listed]
    return wrong


def main():
    try:
        import yaml  # noqa: F401
    except ImportError:
        print("PyYAML is not installed")
        return 77
    wrong = run_check(pathlib.Path(sys.argv[2]).resolve()) if sys.argv[1:2] == ["--run"] else read_check()
    print("\n".join(wrong or ["all is right"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
