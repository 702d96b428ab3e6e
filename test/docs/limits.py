"""limits.py CTEST BUILD_DIRECTORY | --self-test

No test may depend on an idle machine: limits of time are for what hangs. Every test of the build has an hour, and what
the tests' programs wait for themselves they wait for five minutes at least."""
import json
import pathlib
import re
import subprocess
import sys

TEST, WAIT = 3600, 300
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WAITS = re.compile(r"\btimeout(?:=|\s*=\s*|\s+-k\s+\d+\s+|\s+)(\d+)|\bmonotonic\(\) \+ (\d+)|\balarm\((\d+)\)|"
                   r"\bsettimeout\((\d+)\)|\bselect\([^)]*, (\d+)\)")


def short_tests(description):
    """Tests of `ctest --show-only=json-v1` that end sooner."""
    for test in description["tests"]:
        limit = {p["name"]: p["value"] for p in test.get("properties", [])}.get("TIMEOUT", 0)
        if limit < TEST:
            yield f"the test {test['name']} has {limit:.0f} s: neosig_test_properties gives it {TEST}"


def short_waits(name, text):
    for number, line in enumerate(text.splitlines(), 1):
        for match in WAITS.finditer(line):
            if int(next(filter(None, match.groups()))) < WAIT:
                yield f"{name}:{number}: waits {match.group()}, not {WAIT} s: {line.strip()}"


def self_test():
    planted = {"subprocess.run(command, timeout=20)": 1, "timeout 60 program": 1, "-timeout=60": 1, "alarm(5);": 1, "select([fd], [], [], 60)": 1,
               "end = time.monotonic() + 20": 1, "run(timeout=500); timeout 300 program": 0, "no timeout": 0}
    wrong = [line for line, faults in planted.items() if len(list(short_waits("planted", line))) != faults]
    tests = {"tests": [{"name": "a", "properties": [{"name": "TIMEOUT", "value": 3600.0}]}, {"name": "b"}]}
    if [fault.split()[2] for fault in short_tests(tests)] != ["b"]:
        wrong.append("a test without a limit")
    print("\n".join(f"not as planted: {line}" for line in wrong) or "all planted limits were seen")
    return bool(wrong)


def main():
    if sys.argv[1] == "--self-test":
        return self_test()
    ctest, build = sys.argv[1:]
    shown = subprocess.run([ctest, "--show-only=json-v1"], cwd=build, check=True, capture_output=True, text=True).stdout
    faults = list(short_tests(json.loads(shown)))
    files = [file for folder in ("test", "bindings") for file in sorted((ROOT / folder).rglob("*"))
             if file.suffix in (".py", ".sh", ".c", ".h") and file != pathlib.Path(__file__).resolve()]
    assert len(files) > 100, files
    for file in files:
        faults += short_waits(file.relative_to(ROOT).as_posix(), file.read_text())
    print("\n".join(faults) or f"{len(files)} files wait long enough")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
