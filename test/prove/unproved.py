"""The sources without a proof, and how the checks of test/ct see the secrets in them: a table of docs/security.md."""
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(SOURCE / 'test/ct'))
import sources  # noqa: E402
import steps  # noqa: E402
FOLDERS = 'apps', 'key', 'src'
CODE = re.compile(r'\.c$|\.S$|\.inc$|_body\.h$')  # other headers are of the files that include them


def seen_by(path):
    """Which checks run a file, as docs/security.md calls them."""
    if path.parts[0] == 'apps':
        return 'none'
    if sources.ARM.search(path.name):
        return 'traces'
    if sources.X86_64.search(path.name):
        return 'steps' if steps.needs((SOURCE / path).read_text()) else 'taint'
    return 'traces, taint'


def table(proved):
    """proved: the files that have a row of their own."""
    files = sorted(path.relative_to(SOURCE) for folder in FOLDERS for path in (SOURCE / folder).rglob('*')
                   if CODE.search(path.name))
    groups = {}
    for path in files:
        if path.as_posix() not in proved:
            groups.setdefault((path.parent.as_posix(), seen_by(path)), []).append(f'`{path.name}`')
    return '| folder | secrets | tests only |\n|---|---|---|\n' + ''.join(
        f'| `{folder}` | {checks} | {", ".join(names)} |\n' for (folder, checks), names in sorted(groups.items()))
