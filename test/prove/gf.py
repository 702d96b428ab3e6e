"""gf.py <clang> <source tree> [--backends a,b] [--self-test]: proves products of the fields in src/gf for all inputs.

For each backend's file, compiled by clang to LLVM's intermediate code: each byte of a result is the sum over the terms
of the definition's product of the scalar and the same byte of the vector, whatever the vectors are, and no access
leaves an object. Lengths, counts and scalars are concrete: some of each, and every scalar in some place."""
import functools
import sys

from affine import Refuted, compiled, program
from sums import Byte, Bytes, known, plus, unknown

# Of combine: (bytes of a vector, terms). Every remainder of a register and of a pair of them; each way to take terms.
SHAPES = [(33, 4), *((n, 1) for n in range(16, 80)), *((n, 5) for n in (16, 47, 64, 112, 129)), (48, 2), (48, 3),
          (40, 9)]
# Of multiply: (bytes of a vector, rows and columns of the matrix).
MATRICES = [(33, 3, 8), (48, 2, 4), *((n, 1, 4) for n in range(16, 65)), (64, 4, 12)]
MATRICES_16 = [(32, 3, 6), (40, 3, 10), (33, 2, 14), (54, 1, 22)]  # over GF(16) columns come in pairs


@functools.cache
def in_powers(bits, a, b):
    """GF(2)[x]/(x^4 + x + 1) or GF(2)[x]/(x^8 + x^4 + x^3 + x + 1)."""
    total = 0
    for i in range(bits):
        total ^= (a << i) * (b >> i & 1)
    for i in range(2 * bits - 2, bits - 1, -1):
        total ^= ({4: 0x13, 8: 0x11b}[bits] << (i - bits)) * (total >> i & 1)
    return total


@functools.cache
def in_tower(bits, a, b):
    """t^2 = t + c: x^2 = x + 1, y^2 = y + x, z^2 = z + x y."""
    if bits == 1:
        return a & b
    half, c = bits // 2, {2: 1, 4: 2, 8: 8}[bits]
    low = (1 << half) - 1
    product = functools.partial(in_tower, half)
    top = product(a >> half, b >> half)
    return product(a & low, b & low) ^ product(top, c) | \
        (product(a >> half, b & low) ^ product(a & low, b >> half) ^ top) << half


class Field:
    """bits of an element; product: of two; scalars, combine, pairs and multiply: the names of its functions, by default
    with the field's name, or what those of vectors share with another field. gfni: the field's number where one
    function serves several fields. most: terms of a sum that are not left to assembly. pair_bytes: of a table."""

    def __init__(self, bits, product, name, shared=None, gfni=None, most=9, pair_bytes=None, **functions):
        self.bits, self.product, self.name, self.most = bits, product, name, most
        self.pair_bytes = pair_bytes or {4: 16, 8: 48}[bits]
        self.number, self.width = ([], []) if gfni is None else ([gfni], [bits])
        names = {f: f'{f}_{(shared or name) if f in ("combine", "multiply") else name}'
                 for f in ('scalars', 'combine', 'pairs', 'multiply')}
        self.__dict__.update(names, **functions)

    @functools.cache
    def table(self, scalar):
        """What each byte of a packed vector becomes."""
        def byte(v):
            return self.product(8, scalar, v) if self.bits == 8 else \
                self.product(4, scalar, v & 15) | self.product(4, scalar, v >> 4) << 4
        return int.from_bytes(bytes(byte(v) for v in range(256)), 'little')

    def sum(self, name, terms):
        """The byte `name`, or 0, plus scalars times bytes, (scalar, name) each."""
        return plus(unknown(name) if name else 0, known(0, {x: self.table(s) for s, x in terms if s}))


def fields(backend):
    """polynomial16 on AVX2 shares functions with the tower's GF(16): only the tables of scalars differ."""
    shared, most = '16' if backend == 'avx2' else None, 4 if backend == 'neon' else 9
    of = functools.partial(Field, pair_bytes=2 if backend == 'portable' else None)
    return [of(4, in_tower, '16'), of(8, in_tower, '256'), of(4, in_powers, 'polynomial16', shared, most=most),
            of(8, in_powers, 'polynomial256', most=most)]


def vector(name, n):
    return [unknown((name, i)) for i in range(n)]


def packed(field, scalars):
    if field.bits == 8:
        return list(scalars)
    return [scalars[i] | (scalars[i + 1] if i + 1 < len(scalars) else 0) << 4 for i in range(0, len(scalars), 2)]


def same(got, wanted, where):
    equal = got == wanted if not isinstance(got, Byte) or not isinstance(wanted, Byte) else \
        (got.constant, got.tables) == (wanted.constant, wanted.tables)
    if not equal:
        raise Refuted(f'{where} is not what it should be')


def combine(module, field, shapes=SHAPES):
    """The first shape takes every scalar."""
    checked = 0
    for shape, (n, count) in enumerate(shape for shape in shapes if shape[1] <= field.most):
        size, gap = 1 << field.bits, [None] * (shape % 2)
        stride = n + len(gap)
        for first in range(0, size if shape == 0 else count, count):
            scalars = [(first + 37 * shape + k) % size for k in range(count)]
            vectors = [cell for k in range(count) for cell in [*vector(k, n), *gap]]
            module.memory.update(x=packed(field, scalars), tables=[None] * 32 * (count + 1), c=vector('c', n),
                                 a=vectors[:len(vectors) - len(gap)])
            module.call(field.scalars, [*field.number, ('tables', 0), ('x', 0), count])
            module.call(field.combine, [*field.width, ('c', 0), n, ('a', 0), stride, ('tables', 0), count])
            if module.memory['a'] != vectors[:len(vectors) - len(gap)]:
                raise Refuted('a vector that is read has changed')
            for i, cell in enumerate(module.memory['c']):
                same(cell, field.sum(('c', i), [(s, (k, i)) for k, s in enumerate(scalars)]), f'byte {i} of {n}')
            checked += 1
    return checked


def argument(module, name, n, count):
    """An argument neosig_tower_vectors: count vectors of n bytes, a byte apart."""
    base = module.put(f'{name}.base', [cell for k in range(count) for cell in [*vector((name, k), n), None]])
    offsets = module.put(f'{name}.offsets', [b for k in range(count) for b in (k * (n + 1)).to_bytes(4, 'little')])
    return module.structure(name, base, offsets, count)


def multiply(module, field, more=()):
    """All rows, and rows from the second on, or but the last. The first shape takes every scalar.
    Every other matrix lies in memory by columns."""
    checked, size = 0, 1 << field.bits
    for shape, (n, rows, columns) in enumerate([*MATRICES, *MATRICES_16 * (field.bits == 4), *more]):
        for first in range(0, size if shape == 0 else 1, rows * columns):
            b = [(first + 37 * shape + i) % size for i in range(rows * columns)]
            by_columns = [b[k * columns + j] for j in range(columns) for k in range(rows)]
            module.memory.update(b=packed(field, by_columns if shape % 2 else b), pairs=[None] * 48 * len(b))
            module.call(field.pairs, [*field.number, ('pairs', 0), ('b', 0), rows, columns,
                                      *((1, rows) if shape % 2 else (columns, 1))])
            for begin, end in {(0, rows), (min(1, rows - 1), rows), (0, max(1, rows - 1))}:
                product_of_rows(module, field, n, columns, b, begin, end)
            checked += 1
    return checked


def product_of_rows(module, field, n, columns, b, begin, end):
    c, a = argument(module, 'c', n, columns), argument(module, 'a', n, end - begin)
    before = list(module.memory['a.base'])
    module.call(field.multiply, [*field.width, c, a, ('pairs', begin * columns // 2 * field.pair_bytes), n])
    if module.memory['a.base'] != before or any(cell is not None for cell in module.memory['c.base'][n::n + 1]):
        raise Refuted('a vector that is read has changed, or a byte behind one that is written')
    for j in range(columns):
        for i in range(n):
            terms = [(b[k * columns + j], (('a', k - begin), i)) for k in range(begin, end)]
            same(module.memory['c.base'][j * (n + 1) + i], field.sum((('c', j), i), terms), f'byte {i} of {n}')


def kernels(backend):
    """File, function, field. NEON multiplies matrices by assembly, and so it sums more than four terms in powers of x:
    that is no intermediate code, and gf_arm.py proves it."""
    found = [*((f'tower_{backend}', combine, field) for field in fields(backend)),
             *((f'tower_{backend}', multiply, field) for field in fields(backend)[:3] if backend != 'neon')]
    if backend == 'avx2':
        powers = Field(8, in_powers, 'polynomial256', scalars='scalars', combine='combine_elements', pairs='pairs',
                       multiply='multiply_elements', pair_bytes=2)
        names = {name: f'neosig_tower_{name}_gfni' for name in ('scalars', 'combine', 'pairs', 'multiply')}
        several = [Field(field.bits, field.product, field.name, gfni=number, **names)
                   for number, field in enumerate(fields(backend)[:3])]
        found += [*(('tower_gfni', function, field) for function in (multiply, combine) for field in several),
                  ('tower_polynomial_gfni', combine, powers), ('tower_polynomial_gfni', multiply, powers)]
    if backend == 'neon':
        found += [('tower_neon_sha3', combine, field) for field in fields(backend)]
    return found


# Faults for --self-test: folder, file, text, what replaces it, backend, and which of its kernels is to notice.
FAULTS = {
    'portable: a bit of a product is lost': ('gf', 'tower_portable.c', 'REPEAT(0x33)', 'REPEAT(0x13)', 'portable', 1),
    'avx2: a logarithm is another one': ('gf', 'tower_avx2.h', '{192, 0, 5, 10, 1,', '{192, 0, 5, 10, 2,', 'avx2', 4),
    'gfni: a bit of a matrix is another one': (
        'gf', 'tower_gfni.c', '0x4080f050223388cc', '0x4080f050223388cd', 'avx2', 8),
    'gfni: a bit of x is another one': ('gf', 'tower_gfni.c', '0x040c090240c09020', '0x040c090240c09021', 'avx2', 12),
    'gfni: a vector ends a byte early': (
        'gf', 'tower_gfni.h', 'last = bytes - 32, others', 'last = bytes - 33, others', 'avx2', 13),
    'gfni: both terms of a byte are the first': (
        'gf', 'tower_gfni.c', 'y = load_wide(second(a, k))', 'y = load_wide(a.base + a.offsets[k])', 'avx2', 7),
    'gfni: a row comes twice': ('gf', 'tower_gfni.c', 'slli_epi16(here, 4)', 'slli_epi16(r[i], 4)', 'avx2', 9),
    'neon: a vector ends a byte early': ('gf', 'tower_neon.c', 'last = bytes - 16;', 'last = bytes - 17;', 'neon', 0),
    'neon: the last bytes are added twice': ('gf', 'tower_neon.c', 'last_mask(bytes % 16)', 'last_mask(16)', 'neon', 3),
}


def proofs(options, backend):
    modules = {}
    for file, function, field in kernels(backend):
        if file not in modules:
            modules[file] = Bytes(compiled(options.clang, options.source, f'gf/{file}', backend))
        yield (f'{file} {function.__name__}, {field.name}',
               lambda: f'{function(modules[file], field)} shapes and scalars')


def planted(options, fault, first):
    file, function, field = kernels(fault[4])[fault[5]]
    function(Bytes(compiled(options.clang, options.source, f'gf/{file}', fault[4], first=first)), field)


if __name__ == '__main__':
    sys.exit(program(proofs, FAULTS, planted))
