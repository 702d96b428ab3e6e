"""readme.py CC SOURCE_DIRECTORY LIBRARY SCRATCH_DIRECTORY EMULATOR... -- PROGRAM

The tables of sets, neosig/sizes.h and the sizes in docs/memory.md are what the program says, in any time zone and at
any time. The bill of materials says who supplies what, and since when. README.md's C example compiles, runs and
verifies."""
import json
import os
import pathlib
import re
import subprocess
import sys
from datetime import datetime
from email.utils import parsedate_to_datetime

cut = sys.argv.index("--")
cc, source, library, scratch, *emulator = sys.argv[1:cut]
program = sys.argv[cut + 1]
source, scratch = pathlib.Path(source), pathlib.Path(scratch)

subprocess.run([sys.executable, source / "tools/tables.py", "--check", *emulator, program], check=True,
               env={**os.environ, "TZ": "Asia/Kathmandu", "SOURCE_DATE_EPOCH": "1"})

(version,) = re.findall(r'NEOSIG_VERSION "(.*)"', (source / "include/neosig/neosig.h").read_text())
metadata = json.loads((source / "sbom.cdx.json").read_text())["metadata"]
described = metadata["component"]
assert metadata["supplier"] == described["supplier"] == {"name": "The neosig authors"}, metadata
assert described["purl"] == f"pkg:generic/neosig@{version}" and described["version"] == version, described
changed = re.match(rf"neosig \({re.escape(version)}-.*?^ -- .*?>  (.*?)$",
                   (source / "packaging/debian/changelog").read_text(), re.M | re.S)[1]
assert datetime.fromisoformat(metadata["timestamp"].replace("Z", "+00:00")) == parsedate_to_datetime(changed), metadata


def said(*arguments):
    return subprocess.run([*emulator, program, *arguments], check=True, capture_output=True, text=True).stdout


def sizes():
    """{row of docs/memory.md: prepared keys and workspaces}, as the program says them."""
    found = {}
    for alg in json.loads(said("list", "--json")):
        prepared = [alg["prepared_secret_key_bytes"], alg["prepared_public_key_bytes"]]
        found[alg["name"]] = prepared + list(alg["workspace_bytes"].values())
        if f"| {alg['name']}, low memory |" in memory:
            least = re.findall(r"^[\w-]+ +[\d,]+ +([\d,]+) bytes$", said("info", alg["name"]), re.M)
            found[f"{alg['name']}, low memory"] = prepared + [int(n.replace(",", "")) for n in least]
    return found


def written(text):
    """The same, as the document has them, behind the stack of each operation."""
    rows = re.findall(r"^\| ([\w, -]+) \| (\d+ \| \d+ \| \d+ \+ .*) \|$", text, re.M)
    return {name: [int(cell.split("+")[-1]) for cell in cells.split("|")] for name, cells in rows}


memory = (source / "docs/memory.md").read_text()
planted = re.sub(r"^(\| [\w, -]+ \| \d+ \| \d+ \| \d+ \+ \d+)", r"\g<1>0", memory, count=1, flags=re.M)
if written(memory) != sizes() or written(planted) == sizes():
    sys.exit("docs/memory.md does not have the sizes that the program says: make stack")

(example,) = re.findall(r"^```c\n(.*?)^```$", (source / "README.md").read_text(), re.M | re.S)
scratch.mkdir(parents=True, exist_ok=True)
(scratch / "example.c").write_text(example)
subprocess.run([cc, "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{source}/include", scratch / "example.c", library,
                "-o", scratch / "example"], check=True)
done = subprocess.run([*emulator, scratch / "example"], capture_output=True, text=True)
sys.stdout.write(done.stdout)
sys.exit(0 if done.returncode == 0 and done.stdout == "verified\n" else 1)
