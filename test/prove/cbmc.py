"""CBMC's proofs: that no input makes a function read or write outside of its objects, overflow, divide by zero or shift
too far, and that what its contract (src/core/contract.h) promises holds.

cbmc.py [--quick] [--self-test] [FUNCTION...]  proves them, or refutes a planted fault of each
"""
import argparse
import pathlib
import re
import runpy
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
CHECKS = ['--bounds-check', '--pointer-check', '--pointer-overflow-check', '--pointer-primitive-check',
          '--signed-overflow-check', '--div-by-zero-check', '--undefined-shift-check', '--unwinding-assertions']


class Proof:
    """A function of `file`, called by harness_FUNCTION of test/prove/cbmc/HARNESS.c with all inputs that its contract
    allows, or that the harness makes. Those of a scheme are in test/<scheme>/proofs.py and proofs.c.

    unwind: loops without a contract, and one more than their greatest number of rounds, which CBMC checks.
    replaced: functions of which only the contract is used. fault: (text, replacement) in the file. quick: part of
    `make test-all`. most: the function has no contract, and loops of at most so many rounds, which CBMC checks; the
    harness stands in for what it calls. loops: of other loops the contracts are used. covers: functions of the file
    that are proved with this one, since it or the harness calls them with all inputs that they get."""

    def __init__(self, harness, file, function, bound, fault, unwind=(), replaced=(), quick=True, most=None,
                 loops=False, covers=()):
        self.harness = HERE / 'cbmc' / f'{harness}.c' if isinstance(harness, str) else harness
        self.file, self.function, self.bound, self.fault = file, function, bound, fault
        self.unwind, self.replaced, self.quick, self.most = dict(unwind), replaced, quick, most
        self.loops, self.covers = loops, covers if function.startswith('all_') else [function, *covers]

    def run(self, tools, overlay=None):
        """Whether it is proved, and what CBMC says."""
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as directory:
            program = pathlib.Path(directory, 'program')

            def tool(name, *arguments):
                return subprocess.run([tools / name, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      text=True, cwd=directory)

            def step(name, *arguments):
                done = tool(name, *arguments)
                if done.returncode:
                    raise SystemExit(f'{self.function}: {name} failed:\n{done.stdout}')

            roots = [*([overlay] if overlay else []), SOURCE]
            step('goto-cc', '-std=c11', '-DNEOSIG_CBMC', '-DNEOSIG_ASSERTIONS', f'-I{HERE / "cbmc"}',
                 *(f'-I{root / part}' for part in ('', 'src', 'include', 'apps') for root in roots),
                 '--function', f'harness_{self.function}', '-o', program, self.harness)
            if self.most is not None:
                step('goto-instrument', '--drop-unused-functions', program, program)
            if self.unwind or self.loops:
                step('goto-instrument', '--add-library', program, program)
            if self.unwind:
                step('goto-instrument', '--unwindset', ','.join(f'{loop}:{n}' for loop, n in self.unwind.items()),
                     '--unwinding-assertions', program, program)
            if self.most is None:
                step('goto-instrument', '--dfcc', f'harness_{self.function}', '--enforce-contract', self.function,
                     '--apply-loop-contracts',
                     *(a for name in self.replaced for a in ('--replace-call-with-contract', name)), program, program)
                done = tool('cbmc', *CHECKS, program)
            else:
                if self.loops:
                    step('goto-instrument', '--apply-loop-contracts', program, program)
                done = tool('cbmc', *CHECKS, '--slice-formula', '--object-bits', '16', '--unwind', str(self.most + 1),
                            program)
        total = re.search(r'\*\* (\d+) of (\d+) failed', done.stdout)
        if not total or int(total[2]) == 0 or 'no body for' in done.stdout:
            raise SystemExit(f'{self.function}: CBMC failed:\n{done.stdout[-4000:]}')
        good = done.returncode == 0 and total[1] == '0' and 'VERIFICATION SUCCESSFUL' in done.stdout
        first = re.search(r'\] (line .*): FAILURE', done.stdout)
        seconds = time.monotonic() - start
        return good, f'{total[2]} checks, {seconds:.0f} s' if good else first[1] if first else 'failed'


ANY = 'any bytes of any length'
JSON = {'skip_string.0': 5, 'strchr.0': 10, 'strlen.0': 6, 'memcmp.0': 6}

PROOFS = [
    Proof('der', 'key/der.c', 'neosig_der_take', ANY, ('in->bytes < 2 + digits ||', 'in->bytes < digits ||'),
          {'neosig_der_take.0': 5}),
    Proof('pem', 'key/pem.c', 'next_line', ANY,
          ('length < text->bytes && !is_end(text', '!is_end(text')),
    Proof('pem', 'key/pem.c', 'boundary', ANY,
          ('line.bytes - n - 5 >= NEOSIG_PEM_LABEL', 'line.bytes - n - 5 > NEOSIG_PEM_LABEL'),
          {'strlen.0': 13, 'memcmp.0': 13}),
    Proof('pem', 'key/pem.c', 'neosig_pem_take', ANY, ('text->bytes >= sizeof mark &&', 'text->bytes >= 2 &&'),
          {'memcmp.0': 4, 'strcmp.0': 41}, ['next_line', 'boundary'], quick=False),
    Proof('pem', 'key/pem.c', 'neosig_pem_decode', ANY, ('j + padding < 3 && used < room', 'j + padding < 3'),
          {'to_value.0': 6, 'neosig_pem_decode.0': 4}),
    Proof('json', 'apps/json_reader.c', 'skip_space', ANY, ("p < end && (*p == ' '", "(*p == ' '")),
    Proof('json', 'apps/json_reader.c', 'skip_digits', ANY, ("p < end && *p >= '0'", "*p >= '0'")),
    Proof('json', 'apps/json_reader.c', 'skip_string', ANY, ('end - p <= i + 1', 'end - p < i + 1'),
          {'skip_string.0': 5, 'strchr.0': 10}, quick=False),
    Proof('json', 'apps/json_reader.c', 'skip_number', ANY, ("p += p < end && (*p == '+'", "p += (*p == '+'"), {},
          ['skip_digits']),
    Proof('json', 'apps/json_reader.c', 'skip_name', ANY, ("p && p < end && *p == ':'", "p && *p == ':'"), {},
          ['skip_space', 'skip_string']),
    Proof('json', 'apps/json_reader.c', 'skip_list', ANY, ("!p || p == end || (*p", "!p || (*p"),
          JSON, ['skip_space', 'skip_name', 'skip_value'], quick=False),
    Proof('json', 'apps/json_reader.c', 'skip_value', ANY, ("p == end || depth", "depth"),
          JSON, ['skip_list', 'skip_string', 'skip_number'], quick=False),
    Proof('json', 'apps/json_reader.c', 'json_read', ANY,
          ("value->at = skip_space(text, end);", "value->at = end + 1;"), JSON, ['skip_space', 'skip_value']),
    Proof('pbes2', 'key/pbes2.c', 'take_apart', ANY,
          ('digits.bytes == 0 || digits.bytes > 8', 'digits.bytes > 8'), most=8),
    Proof('key_read', 'key/key_read.c', 'label_of', ANY,
          ('&der, NEOSIG_DER_SEQUENCE, &body) || body.bytes == 0', '&der, NEOSIG_DER_SEQUENCE, &body)'), most=0),
    Proof('key_read', 'key/key_read.c', 'read_public', ANY,
          ('bits.bytes == 0 || bits.data[0] != 0', 'bits.data[0] != 0'), most=3),
    Proof('key_read', 'key/key_read.c', 'read_secret', ANY, ('version.bytes != 1 || version', 'version'), most=3),
    Proof('der', 'key/der.c', 'neosig_der_put_header', 'any content with a length; `neosig_der_take` is the inverse',
          ('0x80 | digits', '0x80 + digits + 1'), most=8),
    Proof('gf16', 'src/gf/gf16.c', 'neosig_gf16_unpack', 'any number of elements',
          ('row[2 * i + 1] = packed[i] >> 4', 'row[2 * i + 2] = packed[i] >> 4')),
    Proof('gf16', 'src/gf/gf16.c', 'neosig_gf16_pack', 'any number of elements',
          ('packed[n / 2] = row[n - 1]', 'packed[n / 2] = row[n]')),
    Proof('call', 'src/api/call.c', 'neosig_options_take', 'options of any size and content',
          ('given->size > MOST_OPTIONS_BYTES', 'given->size > 2 * MOST_OPTIONS_BYTES'), most=8, loops=True),
    Proof('call', 'src/api/call.c', 'neosig_call_begins', 'any five pieces of memory',
          ('call->count = 0;', 'call->count = 2;'), most=8,
          covers=['neosig_call_reopen', 'add', 'neosig_refuse', 'neosig_call_end']),
    Proof('call', 'src/core/region.c', 'neosig_regions_clear', 'any five pieces of memory',
          ('keep = regions[i].use != NEOSIG_RESULT', 'keep = 0'), most=8,
          covers=['overlap', 'allowed', 'neosig_regions_apart']),
    *(Proof(harness=file.with_suffix('.c'), **arguments) for file in sorted((SOURCE / 'test').glob('*/proofs.py'))
      for arguments in runpy.run_path(str(file))['PROOFS']),
]


def rows():
    """Of docs/security.md: the functions of a file that are proved for the same inputs."""
    groups = {}
    for proof in PROOFS:
        groups.setdefault((proof.file, proof.bound), {}).update((f'`{name}`', 1) for name in proof.covers)
    return [(f'`{file}`: {", ".join(functions)}: no undefined behaviour, and what contracts promise', 'CBMC', bound)
            for (file, bound), functions in groups.items()]


def planted(proof, tools):
    old, new = proof.fault
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory, proof.file)
        file.parent.mkdir(parents=True)
        text = (SOURCE / proof.file).read_text()
        if text.count(old) != 1:
            raise SystemExit(f'{proof.function}: the fault cannot be planted, {proof.file} has "{old}" '
                             f'{text.count(old)} times')
        file.write_text(text.replace(old, new))
        good, says = proof.run(tools, pathlib.Path(directory))
    return not good, f'{proof.file}, {proof.function} with {new}: ' + ('NOT NOTICED' if good else f'refuted ({says})')


def attempt(proof, tools):
    good, says = proof.run(tools)
    return good, f'{proof.file}, {proof.function}, {proof.bound}: ' + (f'proved ({says})' if good else
                                                                       f'NOT PROVED: {says}')


def tools_in(build):
    tools = SOURCE / build / 'bin'
    if not (tools / 'cbmc').exists():
        print(f'cbmc.py: no {tools}; sh tools/cbmc.sh --make {build}', file=sys.stderr)
        sys.exit(77)  # ctest: skipped
    return tools


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--self-test', action='store_true')
    parser.add_argument('functions', nargs='*')
    options = parser.parse_args()
    tools = tools_in('build-cbmc')
    failed = count = 0
    for proof in PROOFS:
        if (options.functions and proof.function not in options.functions) or (options.quick and not proof.quick):
            continue
        good, says = (planted if options.self_test else attempt)(proof, tools)
        print(says, flush=True)
        count += 1
        failed += not good
    print(f'{count - failed} of {count}', 'faults refuted' if options.self_test else 'functions proved')
    return failed != 0 or count == 0


if __name__ == '__main__':
    sys.exit(main())
