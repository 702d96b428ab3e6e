"""quadratic.py <clang> <source tree> [--backends a,b] [--self-test]: proves quadratic maps for all coefficients.

Of the files in src/gf that evaluate and compose maps, with a backend's kernels, compiled by clang to LLVM's
intermediate code: the values of a map at a point are the sums of its terms' coefficients times the products of the
point's variables, and composing a map with a matrix gives the sums that quadratic.h defines, whatever the coefficients
are, and no access leaves an object. Orders, variables and matrices are concrete: some of each."""
import sys

from affine import compiled, program
from gf import fields, packed, same
from sums import Bytes, plus, unknown

ROW, COLUMN = 0, 1


class Checks:
    """What the proofs use of any module."""

    def check(self, field, name, before, terms, where):
        """That the bytes `name` are what they were plus terms, (scalar, name of an unknown byte) of each."""
        for i, cell in enumerate(self.memory[name]):
            same(cell, plus(before[i], field.sum(None, terms(i))), f'{where}: byte {i} of {name}')


class Maps(Checks, Bytes):
    """These files of a backend."""

    def __init__(self, options, backend, first, files):
        super().__init__(''.join(compiled(options.clang, options.source, file, backend, first=first) for file in files))
        self.backend = backend

    def tower(self, field):
        """The field's neosig_tower."""
        number = ['16', '256', 'polynomial16', 'polynomial256'].index(field.name)
        return (f'neosig_tower_{self.backend}', 8 + number * self.size('%struct.neosig_tower'))


def vectors(name, count, n):
    return [unknown((name, k, i)) for k in range(count) for i in range(n)]


def terms_of(height, width, is_triangle):
    """(row, column) of each, in the order of their vectors."""
    return [(i, j) for i in range(height) for j in range(i if is_triangle else 0, width)]


def point(field, n, first):
    """Variables, each value at some place; some are alike."""
    return [(first + 5 * i // 2) % (1 << field.bits) for i in range(n)]


def value(field, module, n, evaluate, rows, columns, where):
    """y += the values of a map, by evaluate(vectors, y, rows, columns); the map is a triangle if columns is rows."""
    terms = terms_of(len(rows), len(columns), columns is rows)
    before = vectors('y', 1, n)
    module.put('y', before)
    module.put('terms', [*vectors('before', 1, 15), *vectors('p', len(terms), n)])
    at = {name: module.put(name, [*cells, *[0] * 64]) for name, cells in (('rows', rows), ('columns', columns))}
    evaluate(('terms', 15), ('y', 0), at['rows'], at['rows' if columns is rows else 'columns'])
    module.check(field, 'y', before, lambda i: [
        (field.product(field.bits, rows[r], columns[c]), ('p', k, i)) for k, (r, c) in enumerate(terms)], where)


# Of a vector: a length that has a function of its own for each backend.
POINTS = [(16, 4, 0), (32, 9, 0), (45, 5, 0), (36, 3, 6), (48, 7, 4), (64, 2, 9), (100, 3, 0), (16, 40, 0)]


def buckets(module, field, points=POINTS):
    """The value by buckets. Each shape is (bytes of a vector, rows, columns); no columns: a triangle."""
    for number, (n, height, width) in enumerate(points):
        stride = (n + 31) // 32 * 32
        rows = point(field, height, number * 29)
        columns = point(field, width, 3 + number * 51) if width else rows

        def evaluate(terms, y, at_rows, at_columns):
            module.put('buckets', [0] * (stride << field.bits))
            tower = module.tower(field)
            module.call('neosig_bucket_block_vartime', [
                tower, ('buckets', 0), module.put('products', [None] * 320), terms, n, at_rows, height, at_columns,
                len(columns)])
            module.call('neosig_tower_gather', [tower, y, ('buckets', 0), n])
        value(field, module, n, evaluate, rows, columns, f'{height} x {len(columns)} of {n}')
    return len(points)


# name, (order, i0, j0) or width, lines' direction: of c, then of a; rows and columns of the matrix, lines, bytes.
PRODUCTS = [(4, ROW, 3, ROW, 3, 4, 2, 16), (4, ROW, (6, 1, 2), ROW, 4, 4, 3, 33), (8, ROW, (5, 0, 0), ROW, 5, 8, 5, 16),
            (4, ROW, (5, 0, 0), COLUMN, 5, 4, 5, 16), ((8, 0, 4), COLUMN, 4, COLUMN, 6, 4, 3, 20),
            ((4, 0, 0), COLUMN, 3, ROW, 3, 4, 4, 16), ((7, 2, 2), COLUMN, 4, COLUMN, 5, 4, 4, 48),
            (4, ROW, 162, ROW, 162, 4, 1, 16)]


class Block:
    def __init__(self, module, name, shape, height, n):
        self.order, self.i0, self.j0 = (0, 0, 0) if isinstance(shape, int) else shape
        self.width, self.n, self.name = (shape if isinstance(shape, int) else 0), n, name
        count = self.order * (self.order + 1) // 2 if self.order else height * self.width
        self.cells = vectors(name, count, n)
        module.put(name, self.cells)
        self.pointer = module.structure(name + '.block', (name, 0), n, self.order, self.i0, self.j0, self.width)
        self.is_triangle = self.order != 0 and self.i0 == self.j0

    def term(self, line, k, direction):
        """The number of the vector."""
        i, j = (line, k) if direction == ROW else (k, line)
        if self.is_triangle and i > j:
            i, j = j, i
        row = self.i0 + i
        return row * (2 * self.order - row - 1) // 2 + self.j0 + j if self.order else i * self.width + j


def add_product(module, field):
    """The composition of a map with a matrix."""
    for number, (c_shape, c_way, a_shape, a_way, rows, columns, lines, n) in enumerate(PRODUCTS):
        c, a = (Block(module, name, shape, lines if way == ROW else of_line, n) for name, shape, way, of_line in
                (('c', c_shape, c_way, columns), ('a', a_shape, a_way, rows)))
        by_columns = number % 2 and field.bits == 8 or rows % 2 and field.bits == 4
        entries = [(number * 31 + 7 * i) % (1 << field.bits) for i in range(rows * columns)]  # in memory
        row_step, column_step = (1, rows) if by_columns else (columns, 1)
        module.put('entries', packed(field, entries))
        matrix = module.structure('matrix', rows, columns, ('entries', 0), row_step, column_step,
                                  module.put('pairs', [None] * 48 * 162 * columns), rows)
        module.call('neosig_add_product', [module.tower(field), n, c.pointer, c_way, a.pointer, a_way, lines, matrix])
        wanted = {}
        for line in range(lines):
            for k in range(rows):
                if a.is_triangle and (k < line if a_way == ROW else k > line):
                    continue
                for j in range(columns):
                    wanted.setdefault(c.term(line, j, c_way), []).append(
                        (entries[k * row_step + j * column_step], a.term(line, k, a_way)))
        module.check(field, 'c', c.cells, lambda i: [(s, ('a', k, i % n)) for s, k in wanted.get(i // n, [])],
                     f'product {number}')
    return len(PRODUCTS)


def by_terms(function, module, field):
    """The value by a function of its own."""
    shapes = [(32, 4, 0), (33, 5, 3), (48, 3, 4), (64, 6, 0), (80, 3, 0), (96, 2, 4), (100, 3, 5), (112, 4, 0),
              (32, 40, 0)]
    for number, (n, height, width) in enumerate(shapes):
        rows = point(field, height, number * 29)
        columns = point(field, width, 3 + number * 51) if width else rows
        value(field, module, n, lambda terms, y, at_rows, at_columns: module.call(function, [
            y, terms, n, module.structure('of', at_rows, height, at_columns, len(columns))]), rows, columns,
            f'{height} x {len(columns)} of {n}')
    return len(shapes)


def kernels(backend):
    """What is proved, and of which field. NEON's buckets and products are assembly: gf_arm.py proves them."""
    tower, powers = fields(backend)[1], fields(backend)[3]
    found = [(function, field) for field in fields(backend) for function in (buckets, add_product)
             if function is buckets or field.name != 'polynomial256']
    if backend == 'avx2':
        found += [(gfni_tower, tower), (gfni_powers, powers)]
    return [] if backend == 'neon' else found


def gfni_tower(module, field):
    """By matrices."""
    return by_terms('neosig_tower_quadratic_gfni_vartime', module, field)


def gfni_powers(module, field):
    """By products of bytes."""
    return by_terms('quadratic_vartime', module, field)


FILES = {gfni_tower: 'gf/tower_gfni', gfni_powers: 'gf/tower_polynomial_gfni'}


def module_of(options, backend, function, first=None):
    return Maps(options, backend, first, [FILES[function]] if function in FILES else
                [f'gf/tower_{backend}', 'gf/quadratic', 'gf/buckets', 'gf/tower_vectors'])


# Faults for --self-test: folder, file, text, what replaces it, backend, and which of its kernels is to notice.
FAULTS = {
    'portable: rows of a triangle begin elsewhere': (
        'gf', 'buckets.c', 'row * (2 * n - row - 1) / 2', 'row * (2 * n - row) / 2', 'portable', 0),
    'portable: a sum of buckets lacks one': ('gf', 'tower_vectors.c', 'low[l + 1] ^= x[1];', '', 'portable', 0),
    'portable: a term is added to its mirror image': (
        'gf', 'quadratic.c', 'c_direction == NEOSIG_COLUMN && neosig', 'c_direction == NEOSIG_ROW && neosig',
        'portable', 1),
    'portable: a piece begins with a wrong row': (
        'gf', 'quadratic.c', 'stored + neosig_tower_bytes(field, start * t->row_step)', 'stored', 'portable', 1),
    'avx2: a bucket is another one': (
        'gf', 'tower_avx2.c', '(next & 255) * stride', '(next & 127) * stride', 'avx2', 2),
    'gfni: the last bytes come from elsewhere': (
        'gf', 'tower_gfni.h', 'load_wide(vectors + (k + 1 < w ? 32 * (size_t)k : last))',
        'load_wide(vectors + 32 * (size_t)k)', 'avx2', 7),
    'gfni: a triangle is a rectangle': (
        'gf', 'tower_gfni.h', 'terms->rows == terms->columns ? i : 0', '0', 'avx2', 8),
}


def proofs(options, backend):
    for function, field in kernels(backend):
        yield (f'{backend} {function.__name__}, {field.name}',
               lambda: f'{function(module_of(options, backend, function), field)} shapes')


def planted(options, fault, first):
    function, field = kernels(fault[4])[fault[5]]
    function(module_of(options, fault[4], function, first), field)


if __name__ == '__main__':
    sys.exit(program(proofs, FAULTS, planted))
