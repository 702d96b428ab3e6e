"""ntt.py <clang> <source tree> [--backends a,b] [--self-test]: proves the transforms of src/ntt for all inputs.

For each backend's file, compiled by clang to LLVM's intermediate code with assertions (the bounds of the
layers), on all inputs within the bounds of ntt32.h and ntt16.h:
- no signed operation overflows, no access leaves the coefficients or a table, every assertion holds;
- what comes out is the transform, its inverse times 2^32 or 2^16, the product or quotient times 2^-32 or 2^-16 modulo
  q, within the stated bounds.
"""
import functools
import re
import sys

from affine import Module, compiled, program
from forms import Atom, Form, Refuted


class Transform:
    """The transforms modulo q of n numbers in lanes of so many bits. Bounds are in hundredths of q: the greatest of
    what goes in, and what comes out is below."""

    def __init__(self, lane, q, n, root, forward, inverse, multiply):
        self.lane, self.q, self.n, self.root = lane, q, n, root  # root: of order 2n
        self.forward, self.inverse, self.multiply = forward, inverse, multiply
        self.file, self.suffix = f'ntt{lane}', q if lane == 32 else n

    def __str__(self):
        return f'{self.q}, {self.n}'


# The rows of tools/ntt_tables.py, with the bounds of ntt32.h and ntt16.h.
BOUNDS32 = (100, 600), (800, 65), (600, 60)
BOUNDS16 = (50, 180), (120, 81), (190, 120)
TRANSFORMS = [Transform(32, 8380417, 256, 1753, *BOUNDS32), Transform(32, 64513, 256, 426, *BOUNDS32),
              *(Transform(16, 12289, n, root, *BOUNDS16) for n, root in ((256, 3), (512, 49), (1024, 7)))]


def intermediate(options, transform, backend, first=None):
    """Not inlined, so that the assertions stay calls; no vectors but those of the source."""
    return compiled(options.clang, options.source, f'ntt/{transform.file}_{backend}', backend,
                    ['-DNEOSIG_ASSERTIONS', '-fno-inline'], first)


def polynomial(n, bound, residues):
    """n unknown numbers, |x| <= bound; residues: whether they are the inputs of linear functions."""
    return [Form(0, {Atom(-bound, bound, {i: 1} if residues else None): 1}) for i in range(n)]


def exponent(transform, i):
    """Of the root at which the transform evaluates for its coefficient i."""
    return 2 * int(f'{i:0{transform.n.bit_length() - 1}b}'[::-1], 2) + 1


@functools.cache
def powers(transform):
    """Of its root."""
    return [pow(transform.root, i, transform.q) for i in range(2 * transform.n)]


def check(module, transform, bound, expected, simplified=lambda residue: residue):
    """bound: |r| < bound q / 100. expected: rows of residues, which simplified ones are to equal."""
    q = transform.q
    worst = 0
    for i, cell in enumerate(module.read('r')):
        form = module.number(cell, transform.lane)
        size = max(abs(end) for end in form.range())
        if size * 100 >= bound * q:
            raise Refuted(f'coefficient {i} may be {float(size) / q:.4f} q, too much')
        residue = module.residue(form)
        if residue is None or simplified(residue) != expected(i):
            raise Refuted(f'coefficient {i} is not what it should be modulo q')
        worst = max(worst, size)
    return worst


def evaluated_at(t, i):
    """The row of coefficient i."""
    e = exponent(t, i)
    return {j: powers(t)[j * e % (2 * t.n)] for j in range(t.n)}


def forward(module, t):
    r = module.write('r', polynomial(t.n, t.forward[0] * t.q // 100, True))
    module.call(f'{t.file}_forward_{t.suffix}', [r])
    return check(module, t, t.forward[1], functools.partial(evaluated_at, t))


def inverse(module, t):
    r = module.write('r', polynomial(t.n, (t.inverse[0] * t.q - 1) // 100, True))
    module.call(f'{t.file}_inverse_{t.suffix}', [r])
    scale = (1 << t.lane) * pow(t.n, -1, t.q)
    exponents = [exponent(t, i) for i in range(t.n)]
    return check(module, t, t.inverse[1], lambda j: {i: scale * powers(t)[-e * j % (2 * t.n)] % t.q
                                                     for i, e in enumerate(exponents)})


def on_factors(module, t, function):
    """What a function returns that makes r of polynomials a and b, whose coefficients are the inputs of products."""
    module.monomials, bound = True, (t.multiply[0] * t.q - 1) // 100
    a, b = ([Form(0, {Atom(-bound, bound, {frozenset([((name, i), 1)]): 1}): 1}) for i in range(t.n)] for name in 'ab')
    returned = module.call(f'{t.file}_{function}_{t.suffix}', [module.write('r', [None] * t.n), module.write('a', a),
                                                               module.write('b', b)])
    if (module.read('a'), module.read('b')) != (a, b):
        raise Refuted('a factor has changed')
    return returned


def multiply(module, t):
    on_factors(module, t, 'multiply')
    scale = pow(1 << t.lane, -1, t.q)
    return check(module, t, t.multiply[1], lambda i: {frozenset([(('a', i), 1), (('b', i), 1)]): scale})


def divide(module, t):
    """r = a b^(q-2) 2^-16, if no coefficient of b is 0 modulo q; else what is returned is not 0."""
    if on_factors(module, t, 'divide') != {('b', i) for i in range(t.n)}:
        raise Refuted('a coefficient may be 0 and not be told')
    scale = pow(1 << t.lane, -1, t.q)

    def without_ones(residue):
        """x^(q-1) = 1."""
        return {frozenset(power for power in product if power[1] != t.q - 1): c for product, c in residue.items()}
    return check(module, t, t.multiply[1], lambda i: {frozenset([(('a', i), 1), (('b', i), t.q - 2)]): scale},
                 without_ones)


def prove(text, transform, function):
    module = Module(text, transform.q, transform.lane)
    worst = function(module, transform)
    return f'{float(worst) / transform.q:.3f} q at most, {module.asserted} assertions, ' \
        f'{module.overflows} signed operations'


# Faults for --self-test: folder, file, text, what replaces it, backend and function. The transform is the first whose
# numbers the file's name has.
FAULTS = {
    'a zeta is another number': (
        'ntt', 'ntt_8380417_portable_tables.h', '{-3572223,', '{-3572222,', 'portable', forward),
    'a quotient is another number': (
        'ntt', 'ntt_8380417_portable_tables.h', '964937599}', '974937599}', 'portable', forward),
    'a zeta with its quotient is another one': (
        'ntt', 'ntt_8380417_portable_tables.h', '{-3572223, -915382907}', '{3765607, 964937599}', 'portable', forward),
    'a sum is a difference': ('ntt', 'ntt32_portable.c', 'r[i] += t;', 'r[i] -= t;', 'portable', forward),
    'a bound of a layer is too small': (
        'ntt', 'ntt32.h', 'INT64_C(64) + 33 *', 'INT64_C(64) + 32 *', 'portable', forward),
    'the last bound is too small': ('ntt', 'ntt32_portable.c', 'INT64_C(65) *', 'INT64_C(56) *', 'portable', inverse),
    'the reduction of the inverse comes too late': (
        'ntt', 'ntt32_portable.c', 'layer == 3', 'layer == 5', 'portable', inverse),
    'an access outside': ('ntt', 'ntt32_portable.c', 'i < 256; i++) /*', 'i <= 256; i++) /*', 'portable', multiply),
    'the inverse of q is another number': (
        'ntt', 'ntt_8380417_portable_tables.h', '_INVERSE 58728449', '_INVERSE 58728447', 'portable', multiply),
    'avx2: a constant is another number': (
        'ntt', 'ntt_8380417_avx2_tables.h', '{25847, 1830765815}', '{25847, 1830765817}', 'avx2', forward),
    'avx2: an even lane in place of an odd one': (
        'ntt', 'mod32_avx2.h', '_mm256_mul_epi32(a_odd, odd_y)', '_mm256_mul_epi32(a, odd_y)', 'avx2', inverse),
    'neon: a lane is another one': (
        'ntt', 'ntt32_neon.c', 'forward(&v[7], &v[15], &t, 1);', 'forward(&v[7], &v[15], &t, 2);', 'neon', forward),
    'neon: without the reduction of the inverse': (
        'ntt', 'ntt32_neon.c', 'if (i == 0)', 'if (i == 1)', 'neon', inverse),
    'HAETAE: a zeta is another number': (
        'ntt', 'ntt_64513_portable_tables.h', '{28837,', '{28838,', 'portable', forward),
    '16 bits: a zeta is another number': (
        'ntt', 'ntt_12289_256_tables.h', ' 1479, 4043,', ' 1479, 4044,', 'portable', forward),
    '16 bits: a layer is not limited': ('ntt', 'ntt16_plain_body.h', 'half == 1;', 'half == 2;', 'portable', forward),
    '16 bits: the last bound is too small': ('ntt', 'ntt16_plain_body.h', '81 * N', '71 * N', 'portable', inverse),
    '16 bits: the inverse of q is another number': ('ntt', 'mod16.h', '(-12287)', '(-12285)', 'portable', multiply),
    '16 bits: a rounding is too small': ('ntt', 'mod16.h', '(1 << 14)) >> 15', '(1 << 13)) >> 15', 'portable', inverse),
    '16 bits, neon: a layer is not limited': ('ntt', 'ntt16_neon.c', 'v[i] = limit(v[i]);', '', 'neon', forward),
    '16 bits, neon: a lane is another one': ('ntt', 'ntt16_neon.c', '&v[3], d, 1)', '&v[3], d, 0)', 'neon', forward),
    '16 bits, neon: a difference is not halved': ('ntt', 'ntt16_neon.c', 'vhsubq_s16', 'vsubq_s16', 'neon', multiply),
    '16 bits: a power is another one': ('ntt', 'ntt16_plain_body.h', 'bits < 4; b', 'bits < 3; b', 'portable', divide),
    '16 bits, neon: a zero is not told': (
        'ntt', 'ntt16_neon.c', 'i < t->n; i += 64) {', 'i + 64 < t->n; i += 64) {', 'neon', divide),
    '16 bits, neon: an access outside': (
        'ntt', 'ntt16_neon.c', 'i < t->n; i += 8', 'i <= t->n; i += 8', 'neon', multiply),
}


def proofs(options, backend):
    for transform in TRANSFORMS:
        text = intermediate(options, transform, backend)
        for function in (forward, inverse, multiply, *([divide] if transform.lane == 16 else [])):
            yield f'{backend} {transform}, {function.__name__}', functools.partial(prove, text, transform, function)


def planted(options, fault, first):
    name, backend, function = fault[1], fault[4], fault[5]
    transform = next(t for t in TRANSFORMS if re.match(f'(ntt|mod){t.lane}|ntt_{t.q}_', name))
    prove(intermediate(options, transform, backend, first), transform, function)


if __name__ == '__main__':
    sys.exit(program(proofs, FAULTS, planted))
