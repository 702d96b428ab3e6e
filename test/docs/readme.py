"""readme.py CC SOURCE_DIRECTORY LIBRARY SCRATCH_DIRECTORY EMULATOR... -- PROGRAM

The tables of sets and neosig/sizes.h are what the program says, and README.md's C example compiles, runs and
verifies."""
import pathlib
import re
import subprocess
import sys

cut = sys.argv.index("--")
cc, source, library, scratch, *emulator = sys.argv[1:cut]
program = sys.argv[cut + 1]
source, scratch = pathlib.Path(source), pathlib.Path(scratch)

subprocess.run([sys.executable, source / "tools/tables.py", "--check", *emulator, program], check=True)

(example,) = re.findall(r"^```c\n(.*?)^```$", (source / "README.md").read_text(), re.M | re.S)
scratch.mkdir(parents=True, exist_ok=True)
(scratch / "example.c").write_text(example)
subprocess.run([cc, "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{source}/include", scratch / "example.c", library,
                "-o", scratch / "example"], check=True)
done = subprocess.run([*emulator, scratch / "example"], capture_output=True, text=True)
sys.stdout.write(done.stdout)
sys.exit(0 if done.returncode == 0 and done.stdout == "verified\n" else 1)
