"""ntt.py <clang> <source tree> [--target T] [--self-test]: proves the transforms of src/ntt for all inputs.

For each backend's file, compiled by clang to LLVM's intermediate code with assertions (the bounds of each
layer), on all inputs within the bounds of ntt32.h:
- no signed operation overflows, no access leaves the 256 coefficients or a table, every assertion holds;
- what comes out is the transform, its inverse times 2^32, the product times 2^-32 modulo q, within the stated bounds.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

from affine import Atom, Form, Module, Refuted

Q, ROOT = 8380417, 1753
BACKENDS = {'portable': [], 'avx2': ['--target=x86_64-linux-gnu', '-mavx2'],
            'neon': ['--target=aarch64-linux-gnu', '-isystem', '/usr/aarch64-linux-gnu/include']}


def compiled(clang, source, backend, first=None):
    """Not inlined, so that the assertions stay calls; no vectors but those of the source. first: a directory whose
    folder ntt comes before that of source."""
    includes = [argument for directory in [first, source / 'src', source / 'include'] if directory
                for argument in ('-I', directory)]
    return subprocess.run(
        [clang, '-DNEOSIG_ASSERTIONS', *BACKENDS[backend], *includes, '-O1', '-fno-inline', '-fno-vectorize',
         '-fno-slp-vectorize', '-fno-unroll-loops', '-fno-discard-value-names', '-w', '-S', '-emit-llvm', '-o', '-',
         (pathlib.Path(first) if first else source / 'src') / 'ntt' / f'ntt32_{backend}.c'],
        check=True, stdout=subprocess.PIPE, text=True).stdout


def polynomial(bound, residues):
    """256 unknown numbers, |x| <= bound; residues: whether they are the inputs of linear functions."""
    return [Form(0, {Atom(-bound, bound, [int(i == j) for j in range(257)] if residues else None): 1})
            for i in range(256)]


def reverse8(i):
    return int(f'{i:08b}'[::-1], 2)


def check(module, bound, expected):
    """bound: two numbers, |r| < bound[0] q / bound[1]. expected: rows of residues."""
    for i in range(256):
        form = module.number(module.memory['r'][i], 32)
        low, high = form.range()
        if max(-low, high) * bound[1] >= bound[0] * Q:
            raise Refuted(f'coefficient {i} may be {float(max(-low, high)) / Q:.4f} q, too much')
        residue = module.residue(form)
        if residue is None or residue[256] != 0 or residue[:256] != expected(i):
            raise Refuted(f'coefficient {i} is not what it should be modulo q')
    return max(max(abs(e) for e in module.number(c, 32).range()) for c in module.memory['r'])


def forward(module):
    module.memory['r'] = polynomial(Q, True)
    module.call(f'ntt32_forward_{Q}', [('r', 0)])
    return check(module, (6, 1), lambda i: [pow(ROOT, (2 * reverse8(i) + 1) * j, Q) for j in range(256)])


def inverse(module):
    module.memory['r'] = polynomial(8 * Q - 1, True)
    module.call(f'ntt32_inverse_{Q}', [('r', 0)])
    scale = (1 << 32) * pow(256, -1, Q) % Q
    return check(module, (65, 100),
                 lambda j: [scale * pow(ROOT, -(2 * reverse8(i) + 1) * j, Q) % Q for i in range(256)])


def multiply(module):
    a, b = polynomial(6 * Q - 1, False), polynomial(6 * Q - 1, False)
    module.memory.update(r=[None] * 256, a=list(a), b=list(b))
    place = {frozenset([*a[i].terms, *b[i].terms]): i for i in range(256)}

    def product(x, y):
        """Coefficient i of a times coefficient i of b, as input i."""
        i = place.get(frozenset([*x.terms, *y.terms]))
        return None if i is None else [int(i == j) for j in range(257)]
    module.product = product
    module.call(f'ntt32_multiply_{Q}', [('r', 0), ('a', 0), ('b', 0)])
    return check(module, (6, 10), lambda i: [int(i == j) * pow(1 << 32, -1, Q) % Q for j in range(256)])


def prove(text, function):
    module = Module(text, Q, 256)
    worst = function(module)
    return f'{float(worst) / Q:.3f} q at most, {module.asserted} assertions, {module.overflows} signed operations'


# Faults for --self-test, planted in the source: backend, function, file, text and what replaces it.
FAULTS = {
    'a zeta is another number': ('portable', forward, 'ntt_8380417_portable_tables.h', '{-3572223,', '{-3572222,'),
    'a quotient is another number': ('portable', forward, 'ntt_8380417_portable_tables.h', '964937599}', '974937599}'),
    'a zeta with its quotient is another one': (
        'portable', forward, 'ntt_8380417_portable_tables.h', '{-3572223, -915382907}', '{3765607, 964937599}'),
    'a sum is a difference': ('portable', forward, 'ntt32_portable.c', 'r[i] += t;', 'r[i] -= t;'),
    'a bound of a layer is too small': ('portable', forward, 'ntt32.h', 'INT64_C(64) + 33 *', 'INT64_C(64) + 32 *'),
    'the last bound is too small': ('portable', inverse, 'ntt32_portable.c', 'INT64_C(65) *', 'INT64_C(56) *'),
    'the reduction of the inverse comes too late': ('portable', inverse, 'ntt32_portable.c', 'layer == 3', 'layer == 5'),
    'an access outside': ('portable', multiply, 'ntt32_portable.c', 'i < 256; i++) /*', 'i <= 256; i++) /*'),
    'the inverse of q is another number': (
        'portable', multiply, 'ntt_8380417_portable_tables.h', '_INVERSE 58728449', '_INVERSE 58728447'),
    'avx2: a constant is another number': (
        'avx2', forward, 'ntt_8380417_avx2_tables.h', '{25847, 1830765815}', '{25847, 1830765817}'),
    'avx2: an even lane in place of an odd one': (
        'avx2', inverse, 'mod32_avx2.h', '_mm256_mul_epi32(a_odd, odd_y)', '_mm256_mul_epi32(a, odd_y)'),
    'neon: a lane is another one': ('neon', forward, 'ntt32_neon.c', 'forward(&v[7], &v[15], &t, 1);',
                                     'forward(&v[7], &v[15], &t, 2);'),
    'neon: without the reduction of the inverse': ('neon', inverse, 'ntt32_neon.c', 'if (i == 0)', 'if (i == 1)'),
}


def self_test(options):
    failed = 0
    for fault, (backend, function, name, old, new) in FAULTS.items():
        if backend not in options.backends.split(','):
            continue
        with tempfile.TemporaryDirectory() as directory:
            shutil.copytree(options.source / 'src/ntt', pathlib.Path(directory, 'ntt'))
            file = pathlib.Path(directory, 'ntt', name)
            text = file.read_text()
            if text.count(old) != 1:
                raise SystemExit(f'{fault}: cannot be planted, {name} has "{old}" {text.count(old)} times')
            file.write_text(text.replace(old, new))
            try:
                prove(compiled(options.clang, options.source, backend, directory), function)
                print(f'{fault}: NOT NOTICED', flush=True)
                failed += 1
            except Refuted as why:
                print(f'{fault}: refuted ({why})', flush=True)
    return failed != 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('clang')
    parser.add_argument('source', type=pathlib.Path)
    parser.add_argument('--backends', default=','.join(BACKENDS))
    parser.add_argument('--self-test', action='store_true')
    options = parser.parse_args()
    failed = 0
    if options.self_test:
        return self_test(options)
    for backend in options.backends.split(','):
        text = compiled(options.clang, options.source, backend)
        for function in (forward, inverse, multiply):
            try:
                print(f'{backend} {function.__name__}: {prove(text, function)}', flush=True)
            except Refuted as why:
                print(f'{backend} {function.__name__}: NOT PROVED: {why}', flush=True)
                failed += 1
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
