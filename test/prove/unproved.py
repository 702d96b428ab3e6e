"""The sources without a proof, and how the checks of test/ct see the secrets in them: a table of docs/security.md. A body
whose every user has proofs is proved as part of these, and a file without functions with the body that it includes."""
import functools
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


@functools.cache
def texts():
    """Of every C source and header."""
    return {path.relative_to(SOURCE).as_posix(): path.read_text()
            for folder in FOLDERS for path in sorted((SOURCE / folder).rglob('*.[ch]'))}


def users_of(body):
    """The sources that include a body, also through other headers."""
    users = [path for path, text in texts().items() if f'#include "{body.removeprefix("src/")}"' in text]
    return {user for path in users for user in ([path] if path.endswith('.c') else users_of(path))}


def is_proved(path, proved):
    """Whether a file has a row of its own among proofs, or is part of those that have."""
    file, text = path.as_posix(), (SOURCE / path).read_text()
    if file.endswith('_body.h'):
        return file in proved or users_of(file) <= set(proved)
    return file in proved or not re.search(r'^\{$', text, re.M) and any(
        f'#include "{body.removeprefix("src/")}"' in text for body in proved if body.endswith('_body.h'))


def table(proved):
    """proved: the files that have a row of their own."""
    files = sorted(path.relative_to(SOURCE) for folder in FOLDERS for path in (SOURCE / folder).rglob('*')
                   if CODE.search(path.name))
    groups = {}
    for path in files:
        if not is_proved(path, proved):
            groups.setdefault((path.parent.as_posix(), seen_by(path)), []).append(f'`{path.name}`')
    return '| folder | secrets | tests only |\n|---|---|---|\n' + ''.join(
        f'| `{folder}` | {checks} | {", ".join(names)} |\n' for (folder, checks), names in sorted(groups.items()))
