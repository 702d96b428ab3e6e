"""prove.py --ctest BUILD... --clang CLANG --arm BUILD [--self-test [--quick]]
                      runs the proofs of the table below (make prove). --arm: the build for AArch64
prove.py --table      prints the tables as docs/security.md has them
prove.py --check FILE fails unless FILE holds these tables, and each fault of --self-test can be planted

--self-test plants faults in copies of the source; each must be refuted. With --quick these are of CBMC's proofs those
that `make test-all` runs, and of other kinds all. The programs of proofs by enumeration have their own faults, which
ctest runs with them."""
import argparse
import concurrent.futures
import importlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import cbmc
import unproved

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
sys.path.insert(0, str(SOURCE / 'test/ct'))
import vartime  # noqa: E402
UNROLLED = ['-eva-precision', '1', '-eva-min-loop-unroll', '256']
NO_WRAP = '-warn-unsigned-overflow'


class Eva:
    """A program of test/prove/eva run on all its inputs by Frama-C's Eva: no undefined behaviour, every index and
    pointer in bounds; with NO_WRAP no unsigned number wraps either.

    variants: macros, one run each. faults: (variant, text, replacement). file is what is proved of, and short says in
    few words what. assumed: the beginning of a line of which overflows are no alarms: its callers must see to that."""

    def __init__(self, name, what, bound, short, options, variants, file, *faults, assumed=None):
        self.name, self.what, self.bound, self.short, self.options = name, what, bound, short, options
        self.variants, self.file, self.faults, self.assumed = variants, file, faults, assumed

    def is_assumed(self, alarm):
        file, line, what = alarm.groups()
        return self.assumed is not None and 'signed overflow' in what and \
            pathlib.Path(file).read_text().split('\n')[int(line) - 1].strip().startswith(self.assumed)

    def run(self, variant, overlay=None):
        """Whether it is proved, and what Eva says."""
        first = [f'-I{overlay}', f'-I{overlay}/src'] if overlay else []
        cpp = ' '.join([*first, f'-I{SOURCE}', f'-I{SOURCE}/src', f'-I{SOURCE}/include',
                        *(f'-D{v}' for v in variant.split())])
        here = HERE / 'eva'  # headers are searched here first, so not where the source is; PWD is what Frama-C goes by
        done = subprocess.run(['frama-c', '-c11', '-machdep', 'gcc_x86_64', '-eva', '-eva-verbose', '1',
                               f'-cpp-extra-args={cpp}', *self.options, here / f'{self.name}.c'],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=here,
                              env=dict(os.environ, PWD=str(here)))
        alarms = re.search(r'(\d+) alarms? generated', done.stdout)
        if done.returncode or not alarms:
            raise SystemExit(f'{self.name} {variant}: Frama-C failed:\n{done.stdout}')
        raised = list(re.finditer(r'\[eva:alarm\] (\S+):(\d+): (.*?)\n(?=\[)', done.stdout, re.S))
        shown = [' '.join(alarm[0].split()) for alarm in raised if not self.is_assumed(alarm)]
        proven = '100% of the logical properties reached have been proven' in done.stdout or raised and not shown
        # The end must be reached: what stops before it has no faults behind.
        good = len(raised) == int(alarms[1]) and not shown and 'NON TERM' not in done.stdout and proven and all(
            says in done.stdout for says in ('No errors or warnings raised', 'at end of function main:'))
        return good, shown[0] if shown else f'{alarms[1]} alarms'


EVA = [
    Eva('hints', 'ML-DSA: a signature\'s hints are read in bounds, without overflow or wrap',
        'any bytes; (k, omega) = (4, 80), (6, 55), (8, 75)', 'hints are read in bounds', ['-eva-precision', '5', NO_WRAP],
        ['K=4 OMEGA=80', 'K=6 OMEGA=55', 'K=8 OMEGA=75'],
        'src/mldsa/mldsa_encode.c', ('K=6 OMEGA=55', 'end > omega', 'end > 2 * omega')),
    Eva('mldsa_portable',
        'ML-DSA, portable kernels (encodings, roundings, hints, samplers, products) but `add_sparse_vartime`: in '
        'bounds, no overflow; masks and products are within theirs',
        'any bytes, numbers within the bounds of `mldsa_poly.h`', 'in bounds, no overflow but for sparse challenges', UNROLLED,
        ['PART=0', 'PART=1', 'PART=2', 'PART=3'],
        'src/mldsa/mldsa_poly_plain_body.h', ('PART=1', 'part * 11275', 'part * 112750'),
        ('PART=2', 'sum += (int64_t)load24', 'sum += 2 * (int64_t)load24')),
    Eva('haetae_portable',
        'HAETAE, portable kernels (products, `uniform_vartime`, candidates, `scale`, `spectrum`, `look_up`): in bounds, '
        'no overflow; products and samples are within theirs; that the sums of `spectrum` stay below `2^31` is shown by '
        'hand (`haetae.h`)',
        'any bytes, numbers within the bounds of `haetae_poly.h`',
        'in bounds, no overflow but for sums of `spectrum`', UNROLLED, [f'PART={i}' for i in range(6)],
        'src/haetae/haetae_poly_plain_body.h', ('PART=0', '256 * j + i] * b[', '256 * j + i + 1] * b['),
        ('PART=0', 'sum += (int64_t)a', 'sum += 64 * (int64_t)a'),
        ('PART=1', 'have < 256; i += 2', 'have <= 256; i += 2'), ('PART=2', 'j < 3 * 166;', 'j <= 3 * 166;'),
        ('PART=3', 'limb[1] >> 11', 'limb[1] >> 9'), ('PART=4', 's[i] * haetae_unit_re', '256 * s[i] * haetae_unit_re'),
        ('PART=5', 's < entries; s++', 's <= entries; s++'), assumed='sum[i] += multiply16'),
]

# Those that ctest and the programs of INTERPRETED run: what is proved, how, for which inputs; then in few words, and of
# which files.
BACKENDS = ('portable', 'avx2', 'neon')
ALL_BACKENDS = (*BACKENDS, 'neon_sha3')
OTHERS = [
    ('GF(16) in powers of x, two elements a byte: `tables`, `multiply`, `update`, `dot` make the products of the '
     'definition; `pivots` finds pivots and their inverses, `pivot_lanes` sums of lanes',
     'all inputs tried', 'every pair of scalars and element, 32 lanes, 1 to 8 pairs, batches up to 32; of `pivots` '
     'every pivot, another element in its lane, and an element of any lane in the place of a zero; all backends',
     '`tables`, `multiply`, `update`, `dot`, `pivots`, `pivot_lanes` are right', [f'src/gf/gf16_{b}.c' for b in BACKENDS]),
    ('GF(16) and GF(256) of Rainbow: `combine`, `multiply` do', 'all inputs tried',
     'every two elements in every lane, of `combine` in sums of 1, 4 and 5 products; all backends',
     'in Rainbow\'s tower `combine`, `multiply` are right',
     [f'src/gf/tower_{b}.c' for b in BACKENDS]),
    ('GF(16) in powers of x: `combine`, `multiply` do; GF(256) in powers of x: `combine`, `update`, `dot`, `pivots`, '
     '`pivot_lanes` do, with inverses; `map` is an isomorphism of the two bases of GF(256)', 'all inputs tried',
     'every two elements in every lane, of `combine` in sums of 1, 4 and 5 products, of `pivots` every pivot and '
     'another element in its lane; all backends',
     'in powers of x `combine` is right, of GF(16) also `multiply`, of GF(256) `update`, `dot`, `pivots`, `pivot_lanes`; '
     '`map` is right',
     [f'src/gf/tower_{b}.c' for b in BACKENDS]),
    ('ML-DSA: `decompose`, `use_hint`, `make_hint`, `power2round`, encodings, candidates of samplers are FIPS 204\'s',
     'all inputs tried', 'every number within the bounds of `mldsa_poly.h`, at every place modulo 16; all backends',
     'roundings, encodings, candidates are right',
     ['src/mldsa/mldsa_poly_plain_body.h', 'src/mldsa/mldsa_poly_avx2.c', 'src/mldsa/mldsa_poly_neon.c']),
    ('pieces of a call\'s memory: `neosig_regions_apart` is its definition byte by byte', 'all inputs tried',
     'three pieces of any use within 6 bytes, at either end of the address space',
     '`neosig_regions_apart` is right', ['src/core/region.c']),
    ('transforms modulo 8380417 (ML-DSA) and 64513 (HAETAE), with the bounds of each layer, are those of FIPS 204, '
     'algorithms 41 and 42, for their moduli, without overflow', 'affine forms',
     'every polynomial within the bounds of `ntt32.h`; portable, AVX2, NEON, as LLVM\'s intermediate code',
     'right, no overflow', [f'src/ntt/ntt32_{b}.c' for b in BACKENDS]),
    ('transforms of 256, 512 and 1024 numbers modulo 12289 (HAETAE, Falcon) likewise, and `divide`', 'affine forms',
     'every polynomial within the bounds of `ntt16.h`; portable, AVX2, NEON, as LLVM\'s intermediate code',
     'right, no overflow', ['src/ntt/ntt16_plain_body.h', *(f'src/ntt/ntt16_{b}.c' for b in BACKENDS)]),
    ('GF(16) and GF(256), in powers of x and in Rainbow\'s tower: each byte of `combine` is the sum of the '
     'definition\'s products of scalars and of the same bytes of the vectors', 'sums of functions',
     'every vector, at some lengths, counts and scalars (`test/prove/gf.py`); portable, AVX2, GFNI, NEON with and '
     'without EOR3, as LLVM\'s intermediate code; assembly: as instructions, below',
     '`combine` is right for all vectors',
     [*(f'src/gf/tower_{b}.c' for b in ALL_BACKENDS), 'src/gf/tower_gfni.c', 'src/gf/tower_polynomial_gfni.c']),
    ('GF(16), in powers of x and in Rainbow\'s tower, and GF(256) in the tower: `multiply` likewise',
     'sums of functions', 'the same; NEON, which multiplies by assembly: below', '`multiply` is right for all vectors',
     ['src/gf/tower_portable.c', 'src/gf/tower_avx2.c', 'src/gf/tower_gfni.c', 'src/gf/tower_polynomial_gfni.c']),
    ('quadratic maps of Rainbow and UOV over GF(16) and GF(256), in both bases: the value of a map at a point by '
     'buckets, or by GFNI, is the sum of its terms; `neosig_add_product` composes as `quadratic.h` defines', 'sums of functions',
     'every coefficient, at some orders, points and matrices (`test/prove/quadratic.py`); portable, AVX2, GFNI, as '
     'LLVM\'s intermediate code', 'maps have the right values, or products',
     ['src/gf/quadratic.c', 'src/gf/buckets.c', 'src/gf/tower_vectors.c', 'src/gf/tower_gfni.c',
      'src/gf/tower_polynomial_gfni.c']),
    ('GF(16) in powers of x, one element a byte: `tables`, `multiply`, `multiply_rows`, `multiply_lanes`, `update`, '
     '`transpose`, `transpose_pairs` are their definitions in `gf16.h`', 'sums of functions',
     'every vector, at some shapes and scalars (`test/prove/gf16.py`), `multiply_rows` of NEON; portable, AVX2, NEON '
     'with and without EOR3, as LLVM\'s intermediate code', 'products and transposes are right for all vectors',
     [f'src/gf/gf16_{b}.c' for b in ALL_BACKENDS]),
    ('SNOVA\'s kernels likewise, of `snova_kernels.h`', 'sums of functions', 'the same; every l',
     'right for all vectors', [f'src/snova/snova_kernels_{b}.c' for b in ALL_BACKENDS]),
    ('NEON\'s instructions for Rainbow\'s and UOV\'s fields: `combine`, `multiply`, with tables by `scalars` and '
     '`pairs`; `scale`, `map`, `scatter_vartime`, `look_up_vartime`, `neosig_tower_transpose`; values of maps by buckets; '
     '`neosig_add_product`; of elimination over GF(256) `update`, `dot`, `pivot_lanes`: each byte of a result is what '
     '`tower.h`, `quadratic.h` and `gf256_solve.h` define', 'sums of functions over instructions',
     'every vector, at some shapes and scalars (`test/prove/gf_arm.py`); compiled C and all assembly of these kernels, '
     'with and without EOR3', 'over instructions, sums and products are right for all vectors',
     ['src/gf/tower_neon.c', 'src/gf/tower_neon_sha3.c',
      *(f'src/gf/tower_{name}_neon.S' for name in ('tiles', 'lazy', 'scatter', 'look_up'))]),
    ('NEON\'s instructions for GF(16) in powers of x, one element a byte, and for SNOVA: the kernels above, `dot` '
     'and `pivot_lanes` are their definitions', 'sums of functions over instructions', 'the same',
     'over instructions likewise',
     [f'src/{stem}_neon{more}.c' for stem in ('gf/gf16', 'snova/snova_kernels') for more in ('', '_sha3')]),
    ('NEON\'s instructions for the transforms above, with products and `divide`: results and their bounds are those of '
     '`ntt32.h` and `ntt16.h`', 'affine forms over instructions',
     'every polynomial within these bounds; compiled C, every instruction of it (`test/prove/ntt_arm.py`)',
     'over instructions, results and bounds are right', ['src/ntt/ntt32_neon.c', 'src/ntt/ntt16_neon.c']),
    ('NEON\'s instructions for ML-DSA: `unpack_z`, `pack_z`, `unpack_s`, `pack_s`, `unpack_t1`, `unpack_t0`, '
     '`power2round`, `decompose`, `use_hint`, `make_hint` are FIPS 204\'s; how many hints `make_hint` '
     'counts is left out', 'words over instructions',
     'every polynomial, encoding and hint within the bounds of `mldsa_poly.h`; compiled C',
     'over instructions, encodings and roundings are right', ['src/mldsa/mldsa_poly_neon.c']),
    ('NEON\'s instructions that read numbers of keys and of signatures of Falcon and FN-DSA: they are those of '
     '`falcon_kernels.h`, and others are refused', 'words over instructions',
     'every key and all codes, of some numbers of them (`test/prove/pack_arm.py`); compiled C',
     'over instructions, numbers of keys and of codes are right', ['src/falcon/falcon_numbers_neon.c']),
]


def table():
    rows = [*(row[:3] for row in OTHERS), *((e.what, 'Frama-C\'s Eva', e.bound) for e in EVA), *cbmc.rows()]
    return '| what | how | for which inputs |\n|---|---|---|\n' + ''.join(f'| {" | ".join(row)} |\n' for row in rows)


def functions_in(file):
    """How many functions a source file defines, as clang-format lays them out."""
    return len(re.findall(r'^\{$', (SOURCE / file).read_text(), re.M))


def file_tables():
    """Of each file with a proof: what is proved, and which of its functions the traces pass over. Then the others."""
    other, proved, passed = {}, {}, {}
    for _, _, _, short, files in [*OTHERS, *((0, 0, 0, eva.short, [eva.file]) for eva in EVA)]:
        for file in files:
            other.setdefault(file, []).append(short)
    for proof in cbmc.PROOFS:
        proved.setdefault(proof.file, set()).update(proof.covers)
    for function in vartime.FUNCTIONS:
        file, _, name = function.partition(':')
        passed.setdefault(f'src/{file}', []).append(f'`{name}`')
    rows = [(f'`{file}`', ('all' if len(proved[file]) == functions_in(file) else 'some') if file in proved else '',
             '; '.join(other.get(file, [])), ', '.join(passed.get(file, []))) for file in sorted({*other, *proved})]
    return ('| file | functions without undefined behaviour | also proved | passed over by traces |\n|---|---|---|---|\n' +
            ''.join(f'| {" | ".join(row)} |\n' for row in rows)), unproved.table({*other, *proved})


def planted(eva, variant, old, new):
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory, eva.file)
        file.parent.mkdir(parents=True)
        text = (SOURCE / eva.file).read_text()
        if text.count(old) != 1:
            raise SystemExit(f'{eva.name}: the fault cannot be planted, {eva.file} has "{old}" {text.count(old)} times')
        file.write_text(text.replace(old, new))
        good, says = eva.run(variant, directory)
    return not good, f'{eva.name}, {eva.file} with {new}: ' + ('NOT NOTICED' if good else f'refuted ({says})')


def attempt(eva, variant):
    good, says = eva.run(variant)
    return good, f'{eva.name} {variant}: ' + ('proved' if good else f'NOT PROVED: {says}')


# By program: which option is what it interprets, or compiles.
INTERPRETED = dict.fromkeys(('ntt.py', 'gf.py', 'gf16.py', 'quadratic.py'), 'clang') | \
    dict.fromkeys(('gf_arm.py', 'ntt_arm.py', 'pack_arm.py'), 'arm')


def interpreted(program, options, *more):
    of = getattr(options, INTERPRETED[program])
    done = subprocess.run([sys.executable, HERE / program, of, SOURCE, *more], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return done.returncode == 0, done.stdout.rstrip()


def not_plantable(more=()):
    """Faults whose text does not stand in the source once, a line each."""
    faults = [*more, *((proof.file, proof.fault[0]) for proof in cbmc.PROOFS),
              *((eva.file, old) for eva in EVA for _, old, _ in eva.faults),
              *((f'src/{folder}/{file}', old) for program in INTERPRETED for folder, file, old, *_ in
                importlib.import_module(program.removesuffix('.py')).FAULTS.values())]
    return [f'a fault cannot be planted: {file} has "{old}" {n} times' for file, old in faults
            if (n := (SOURCE / file).read_text().count(old)) != 1]


def ctest(build):
    environment = dict(os.environ, QEMU_CPU=os.environ.get('QEMU_CPU', 'max'))
    done = subprocess.run(['ctest', '--test-dir', build, '-L', '^prove$'], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, env=environment)
    return done.returncode == 0 and 'No tests were found' not in done.stdout, done.stdout.rstrip()


def timed(kind, function, *arguments):
    """(what kind of proof, whether it holds, what it says, its seconds)"""
    start = time.monotonic()
    return kind, *function(*arguments), time.monotonic() - start


def summary(results, verb):
    """A line for each kind of proof."""
    kinds = dict.fromkeys(kind for kind, *_ in results)
    rows = [(kind, len(mine), sum(good for _, good, *_ in mine), sum(seconds for *_, seconds in mine))
            for kind in kinds for mine in [[r for r in results if r[0] == kind]]]
    return f'| by | groups | {verb} | seconds |\n|---|--:|--:|--:|\n' + ''.join(
        f'| {kind} | {groups} | {good} | {seconds:.0f} |\n' for kind, groups, good, seconds in sorted(rows))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--ctest', nargs='*', default=[])
    parser.add_argument('--clang')
    parser.add_argument('--arm')
    parser.add_argument('--table', action='store_true')
    parser.add_argument('--check', type=pathlib.Path)
    parser.add_argument('--self-test', action='store_true')
    parser.add_argument('--quick', action='store_true')
    options = parser.parse_args()
    if options.table:
        print(table(), *file_tables(), sep='\n', end='')
        return 0
    if options.check:
        text, wrong = options.check.read_text(), not_plantable()
        if len(not_plantable([('src/api/call.c', 'no such text')])) != len(wrong) + 1:
            wrong.append('a fault that cannot be planted was not found')
        print(*wrong, sep='\n', end='\n' if wrong else '')
        if not all(part in text for part in (table(), *file_tables())):
            print(f'{options.check} does not hold the tables that "python3 test/prove/prove.py --table" prints')
            return 1
        return len(wrong) != 0
    if not options.clang or not options.arm or not shutil.which('frama-c') or not shutil.which('z3'):
        raise SystemExit('prove.py: needs --clang, --arm, frama-c and z3')
    tools = cbmc.tools_in('build-cbmc')
    start, results = time.monotonic(), []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        if options.self_test:
            jobs = [(p, interpreted, p, options, '--self-test') for p in INTERPRETED] + \
                   [('Eva', planted, eva, *fault) for eva in EVA for fault in eva.faults] + \
                   [('CBMC', cbmc.planted, proof, tools) for proof in cbmc.PROOFS if proof.quick or not options.quick]
        else:
            jobs = [('enumeration', ctest, build) for build in options.ctest] + \
                   [(p, interpreted, p, options) for p in INTERPRETED] + \
                   [('Eva', attempt, eva, variant) for eva in EVA for variant in eva.variants] + \
                   [('CBMC', cbmc.attempt, proof, tools) for proof in cbmc.PROOFS]
        for job in concurrent.futures.as_completed([pool.submit(timed, *job) for job in jobs]):
            results.append(job.result())
            print(results[-1][2], flush=True)
    good = sum(good for _, good, *_ in results)
    print(summary(results, 'refuted' if options.self_test else 'hold'))
    print(f'{good} of {len(jobs)} groups of', 'faults refuted' if options.self_test else 'proofs hold',
          f'({time.monotonic() - start:.0f} s)')
    return good != len(jobs)


if __name__ == '__main__':
    sys.exit(main())
