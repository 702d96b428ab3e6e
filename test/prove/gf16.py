"""gf16.py <clang> <source tree> [--backends a,b] [--self-test]: proves kernels over GF(16) for all inputs: those of
src/gf/gf16.h, but elimination's pivots, and SNOVA's (src/snova/snova_kernels.h).

For each backend's file, compiled by clang to LLVM's intermediate code: each byte of a result is what the kernel's
definition makes of the inputs, whatever these are, nothing else is changed, and no access leaves an object. Shapes and
scalars are concrete: some of each, every scalar in some place. Of two factors that differ from lane to lane, one is
concrete and the other unknown, and then the other way round."""
import functools
import itertools
import sys

from affine import compiled, program
from gf import in_powers, same
from sums import Bytes, down, looked_up, masked, plus, unknown

SLACK = 64
UNDEFINED = None
product = functools.partial(in_powers, 4)


def element(name):
    """Below 16."""
    return masked(unknown(name), 15)


def bytes_of(name, n):
    return [unknown((name, i)) for i in range(n)]


def elements_of(name, n):
    return [element((name, i)) for i in range(n)]


def product_of(a, b):
    """Of two elements, one of which is concrete."""
    scalar, cell = (a, b) if isinstance(a, int) else (b, a)
    return looked_up(table(scalar), cell)


def total(cells):
    return functools.reduce(plus, cells, 0)


def nibble(packed, i):
    """Element i of packed bytes."""
    return down(packed[i // 2], 4) if i % 2 else masked(packed[i // 2], 15)


def up_to(n, of):
    return -(-n // of) * of


class Tables:
    """What the proofs use of any module."""
    sizes = ()  # of multiply_blocks

    @functools.cached_property
    def scalars(self):
        """One pair after another: all are in some place."""
        return (i * 91 % 256 for i in itertools.count(1))

    def tables(self, name, pairs):
        """Made by the kernel of this name."""
        count = len(pairs)
        rounded = up_to(count, 16) if count >= 4 else count
        pointer = self.put(name, [UNDEFINED] * 16 * rounded)
        self.call('tables', [pointer, self.put('pairs', [*pairs, *[0] * (rounded - count)]), count])
        return pointer


class Kernels(Tables, Bytes):
    """Of one file. Objects are put into memory, and given by their names or as (name, offset)."""

    def __init__(self, options, file, backend, first=None):
        shared = compiled(options.clang, options.source, 'gf/gf16', backend)
        super().__init__(shared + compiled(options.clang, options.source, file, backend, first=first))
        self.sizes = {'portable': (), 'avx2': (2,), 'neon': (2, 4)}[backend]

    def factor(self, tables, stride):
        """As this compiler's functions take it: in two registers, or in an array."""
        if len(self.functions['multiply'][0]) == 4:
            return [tables, stride]
        return [[tables, *[None] * 7, *stride.to_bytes(8, 'little')]]


def check(module, name, wanted, where):
    """wanted: the cells of object `name`; those that are UNDEFINED may be anything."""
    for i, (got, cell) in enumerate(zip(module.memory[name], wanted, strict=True)):
        if cell is not UNDEFINED:
            same(got, cell, f'{where}: byte {i} of {name}')


def pairs_of(module, n):
    return list(itertools.islice(module.scalars, n))


@functools.cache
def table(pair):
    """Of each element the products with both scalars, in one byte."""
    return bytes(product(pair & 15, x) | product(pair >> 4, x) << 4 for x in range(16))


def products(pair, cell):
    """Of a cell that is below 16."""
    return looked_up(table(pair), cell)


# ---- src/gf/gf16.h

def multiply(module):
    shapes = [*((p, g, 3 if p < 4 else 2) for p in range(1, 9) for g in range(1, 10)), (9, 2, 2), (13, 2, 2),
              *((p, g, 7) for p in range(1, 9) for g in range(1, 5))]
    for rows, groups, inner in shapes:
        lanes, stride = 16 * groups - rows % 5, 16 * groups + 16 * (rows % 2)
        pairs, b, c = pairs_of(module, rows * inner), elements_of('b', stride * inner), bytes_of('c', stride * rows)
        module.put('b', b)
        module.put('c', c)
        factor = module.factor(module.tables('a', pairs), rows)
        module.call('multiply', [module.structure('C', ('c', 0), stride, rows, lanes), *factor,
                                 module.structure('B', ('b', 0), stride, inner, 0)])
        check(module, 'c', [
            total(products(pairs[r * rows + p], b[r * stride + lane]) for r in range(inner)) if lane < lanes else
            UNDEFINED if lane < 16 * groups else c[p * stride + lane] for p in range(rows) for lane in range(stride)],
            f'{rows} pair rows of {lanes}')
    return len(shapes)


def multiply_rows(module):
    shapes = [*((p, g, 1, 0) for p in (1, 2, 3, 4) for g in range(1, 6)), (4, 9, 1, 0), (2, 2, 2, 1), (3, 1, 3, 0)]
    for pairs, groups, blocks, more in shapes:
        inner, half, lanes = 3, pairs + more, 16 * groups - pairs
        stride, whole = lanes if more == 0 else 16 * groups, 16 * groups
        scalars, b = pairs_of(module, pairs * inner), elements_of('b', 16 * groups * inner * blocks)
        module.put('b', b)
        c = bytes_of('c', 2 * half * blocks * stride + whole - stride)
        module.put('c', c)
        factor = module.factor(module.tables('a', scalars), pairs)
        module.call('multiply_rows', [module.structure('C', ('c', 0), stride, 2 * half, lanes), *factor, pairs,
                                      module.structure('B', ('b', 0), whole, inner, 0), blocks])
        wanted = [*c[:len(c) - (whole - stride)], *[UNDEFINED] * (whole - stride)]
        for n, high, p, lane in itertools.product(range(blocks), (0, 1), range(pairs), range(stride)):
            both = total(products(scalars[r * pairs + p], b[(n * inner + r) * whole + lane]) for r in range(inner))
            wanted[((2 * n + high) * half + p) * stride + lane] = \
                UNDEFINED if lane >= lanes else down(both, 4) if high else masked(both, 15)
        check(module, 'c', wanted, f'{pairs} pair rows of {lanes}')
    return len(shapes)


def multiply_lanes(module):
    shapes = [(16, 2, 2, 2), (33, 1, 3, 5), (48, 3, 1, 4), (70, 2, 3, 3), (64, 1, 2, 6), (17, 4, 4, 1),
              *((16 * g - 1, 1, i, j) for g in range(1, 9) for i in (1, 3) for j in range(1, 7))]
    for (lanes, rows, inner, columns), a_is_known in itertools.product(shapes, (True, False)):
        step, numbers = up_to(lanes, 16), itertools.count(lanes)
        a, b = ([next(numbers) * 7 // 3 % 16 for _ in range(step * n)] if is_known else elements_of(name, step * n)
                for name, n, is_known in (('a', rows * inner, a_is_known), ('b', inner * columns, not a_is_known)))
        module.put('a', a)
        module.put('b', b)
        module.put('c', [UNDEFINED] * step * rows * columns)
        module.call('multiply_lanes', [('c', 0), step, module.structure('A', ('a', 0), inner * step, step, rows, 0),
                                       module.structure('B', ('b', 0), columns * step, step, inner, columns), lanes])
        check(module, 'c', [
            total(product_of(a[(i * inner + k) * step + lane], b[(k * columns + j) * step + lane])
                  for k in range(inner)) if lane < lanes else UNDEFINED
            for i in range(rows) for j in range(columns) for lane in range(step)], f'{rows} x {columns} of {lanes}')
    return 2 * len(shapes)


def transpose(module):
    shapes = [(16, 16), (5, 20), (17, 33), (40, 7), (32, 50)]
    for rows, lanes in shapes:
        all_rows, stride = up_to(rows, 16), up_to(lanes, 16) + 16
        src, to = bytes_of('src', all_rows * stride), all_rows
        module.put('src', src)
        module.put('dst', [UNDEFINED] * up_to(lanes, 16) * to)
        module.call('transpose', [module.structure('D', ('dst', 0), to, 0, 0),
                                  module.structure('S', ('src', 0), stride, rows, lanes)])
        check(module, 'dst', [src[r * stride + c] if c < lanes and r < rows else UNDEFINED
                              for c in range(up_to(lanes, 16)) for r in range(to)], f'{rows} x {lanes}')
    return len(shapes)


def transpose_pairs(module):
    shapes = [(16, 16), (5, 20), (17, 33), (9, 7), (32, 40)]
    for (pairs, lanes), add in itertools.product(shapes, (False, True)):
        rows, stride = up_to(pairs, 16), up_to(lanes, 16)
        src, step = bytes_of('src', rows * stride), pairs + rows
        last = module.put('from', elements_of('from', lanes * step)) if add else None
        module.put('src', src)
        module.put('dst', [UNDEFINED] * lanes * step)
        module.call('transpose_pairs', [
            module.structure('D', ('dst', 0), step, 0, 0),
            module.structure('F', last, step, 0, 0),
            module.structure('S', ('src', 0), stride, pairs, lanes)])
        wanted = [UNDEFINED] * lanes * step
        for c, r, high in itertools.product(range(lanes), range(pairs), (0, 1)):
            cell, at = src[r * stride + c], c * step + high * pairs + r
            cell = down(cell, 4) if high else masked(cell, 15)
            wanted[at] = plus(cell, module.memory['from'][at]) if add else cell
        check(module, 'dst', wanted, f'{pairs} pair rows of {lanes}')
    return 2 * len(shapes)


def update(module):
    shapes = [(pairs, groups) for pairs in (1, 2, 3, 7) for groups in range(1, 6)]
    for pairs, groups in shapes:
        stride, lanes = 16 * groups + 16, 16 * groups - pairs % 3
        m, four, scalars = bytes_of('m', pairs * stride), bytes_of('four', 2 * stride), pairs_of(module, 4 * pairs)
        module.put('m', m)
        module.put('four', four)
        module.call('update', [('m', 0), stride, module.tables('a', scalars), pairs, ('four', 0), lanes])
        rows = [[(down(cell, 4) if r % 2 else masked(cell, 15)) for cell in four[r // 2 * stride:][:lanes]]
                for r in range(4)]
        check(module, 'm', [
            plus(m[p * stride + lane], total(products(scalars[4 * p + i], rows[i][lane]) for i in range(4)))
            if lane < lanes else UNDEFINED if lane < 16 * groups else m[p * stride + lane]
            for p in range(pairs) for lane in range(stride)], f'{pairs} pair rows of {lanes}')
    return len(shapes)


# ---- src/snova/snova_kernels.h

class Blocks:
    """neosig_snova_blocks of unknown bytes, with what may be read behind them."""

    def __init__(self, module, l, rows, columns, shift, packed):
        self.l, self.rows, self.columns, self.shift, self.packed = l, rows, columns, shift, packed
        count = rows * columns * l * l
        n = (count + shift // 4 + 1) // 2 if packed else count
        self.bytes = bytes_of('blocks', n + SLACK)
        module.put('blocks', self.bytes)
        self.pointer = module.structure('B', ('blocks', 0), rows, columns, (l, 4), (shift, 4))

    def element(self, row, lane):
        """Of the matrix of elements."""
        l = self.l
        i = (row // l * self.columns + lane // l) * l * l + row % l * l + lane % l
        if self.packed:
            return nibble(self.bytes, i + self.shift // 4)
        return down(self.bytes[i], 4) if self.shift else masked(self.bytes[i], 15)

    def __str__(self):
        return f'{self.rows} x {self.columns} blocks, l = {self.l}, shift {self.shift}'


COLUMNS = {2: (1, 2, 3, 7, 8, 9, 16, 17, 25, 33, 40), 3: (1, 4, 5, 6, 11), 4: (1, 4, 5, 8, 9, 13), 5: (1, 3, 4, 7)}


def to_rows(packed, module):
    done = 0
    for l, columns, shift in [(l, c, s) for l, all_ in COLUMNS.items() for c in all_ for s in (0, 4)]:
        if packed and shift and l % 2 == 0:
            continue
        b = Blocks(module, l, 2, columns, shift, packed)
        lanes, stride = l * columns, l * columns + 15
        module.put('dst', [UNDEFINED] * 2 * l * stride)
        module.call('rows_of_packed' if packed else 'rows_of_blocks', [('dst', 0), stride, b.pointer])
        check(module, 'dst', [b.element(row, lane) if lane < lanes else UNDEFINED
                              for row in range(2 * l) for lane in range(stride)], b)
        done += 1
    return done


def rows_of_blocks(module):
    return to_rows(False, module)


def rows_of_packed(module):
    return to_rows(True, module)


def blocks_of_rows(module):
    shapes = [(l, columns) for l, all_ in COLUMNS.items() for columns in all_]
    for l, columns in shapes:
        stride, rows = l * columns + 15, 2
        src = bytes_of('src', rows * l * stride)
        module.put('src', src)
        module.put('blocks', [UNDEFINED] * (rows * columns * l * l + SLACK))
        module.call('blocks_of_rows', [('blocks', 0), ('src', 0), stride, rows, columns, l])
        wanted = [src[(j * l + r) * stride + k * l + c] for j in range(rows) for k in range(columns)
                  for r in range(l) for c in range(l)]
        check(module, 'blocks', wanted + [UNDEFINED] * SLACK, f'{columns} blocks, l = {l}')
    return len(shapes)


def to_columns(packed, module):
    done = 0
    for l, rows, columns, shift in itertools.product((2, 4), (1, 3, 4, 5, 8, 9, 17), (1, 4, 5, 9), (0, 4)):
        if packed and shift:
            continue
        b = Blocks(module, l, rows, columns, shift, packed)
        lanes, stride = l * rows, up_to(l * rows, 16)
        module.put('dst', [UNDEFINED] * up_to(l * columns, 16) * stride)
        module.call('columns_of_packed' if packed else 'columns_of_blocks', [('dst', 0), stride, b.pointer])
        check(module, 'dst', [b.element(lane, row) if row < l * columns and lane < lanes else UNDEFINED
                              for row in range(up_to(l * columns, 16)) for lane in range(stride)], b)
        done += 1
    return done


def columns_of_blocks(module):
    return to_columns(False, module)


def columns_of_packed(module):
    return to_columns(True, module)


def by_blocks(packed, module):
    done = 0
    for l, columns, shift in [(l, c, s) for l in module.sizes for c in COLUMNS[l] for s in (0, 4)]:
        if packed and shift:
            continue
        b = Blocks(module, l, 3 if l == 2 else 2, columns, shift, packed)
        pairs, rows = l * l // 2, l * b.rows
        stride = up_to(l * columns, 32)
        c, scalars = bytes_of('c', pairs * stride), pairs_of(module, pairs * rows)
        module.put('c', c)
        module.put('a', [byte for pair in scalars for byte in table(pair)])
        module.call('multiply_packed' if packed else 'multiply_blocks',
                    [module.structure('C', ('c', 0), stride, 0, 0), ('a', 0), b.pointer])
        check(module, 'c', [
            plus(c[p * stride + lane], total(products(scalars[r * pairs + p], b.element(r, lane)) for r in range(rows)))
            if lane < l * columns else UNDEFINED for p in range(pairs) for lane in range(stride)], b)
        done += 1
    return done


def multiply_blocks(module):
    return by_blocks(False, module)


def multiply_packed(module):
    return by_blocks(True, module)


def multiply_picked(module):
    shapes = [(16, 1, 1), (33, 2, 2), (48, 3, 3), (64, 2, 4), (65, 1, 5), (130, 2, 7), (7, 3, 8),
              *((16 * g - 3, i, j) for g in range(1, 9) for i in (1, 3) for j in (1, 2, 3, 4, 5, 8))]
    for (lanes, inner, columns), a_is_known in itertools.product(shapes, (True, False)):
        step, numbers, apart = up_to(lanes, 16), itertools.count(lanes), 19
        picked = [next(numbers) * 5 % 16 for _ in range(step)]
        offsets = [(inner - 1 - k) * apart * columns for k in range(inner)]
        a, b = ([next(numbers) * 7 // 3 % 16 for _ in range(n)] if is_known else elements_of(name, n)
                for name, n, is_known in (('a', step * inner, a_is_known),
                                          ('b', apart * inner * columns, not a_is_known)))
        module.put('a', a)
        module.put('b', b)
        module.put('numbers', picked)
        module.put('offsets', [byte for offset in offsets for byte in offset.to_bytes(8, 'little')])
        module.put('c', [UNDEFINED] * step * columns)
        module.call('multiply_picked', [
            module.structure('C', ('c', 0), step, columns, lanes), module.structure('A', ('a', 0), step, inner, 0),
            module.structure('B', ('b', 0), ('offsets', 0), apart, ('numbers', 0))])
        check(module, 'c', [
            total(product_of(a[k * step + lane], b[offsets[k] + j * apart + picked[lane]]) for k in range(inner))
            if lane < lanes else UNDEFINED for j in range(columns) for lane in range(step)], f'{columns} of {lanes}')
    return 2 * len(shapes)


def add_two_rows(module):
    shapes = [(l, groups) for l in (2, 3, 4, 5) for groups in (1, 2, 3, 4, 5, 7)]
    for l, groups in shapes:
        lanes, stride, block_rows = 16 * groups, 16 * groups + 16, 2
        b = bytes_of('b', stride * l * block_rows)
        two = list(itertools.combinations(range(l), 2))
        module.put('b', b)
        module.put('sums', [UNDEFINED] * (lanes * len(two) * block_rows + 16))
        module.call('add_two_rows', [('sums', 0), module.structure('B', ('b', 0), stride, l, lanes), block_rows])
        wanted = [plus(b[(j * l + r) * stride + lane], b[(j * l + s) * stride + lane])
                  for j in range(block_rows) for r, s in two for lane in range(lanes)]
        check(module, 'sums', wanted + [UNDEFINED] * 16, f'l = {l}, {lanes} lanes')
    return len(shapes)


def files(backend):
    """Stem, and what is proved of its functions."""
    neon = backend == 'neon'
    gf16 = (multiply, *([multiply_rows] if neon else []), multiply_lanes, transpose, transpose_pairs, update)
    snova = (rows_of_blocks, rows_of_packed, blocks_of_rows, multiply_picked, add_two_rows,
             *([columns_of_blocks] if neon else []),
             *([columns_of_packed, multiply_blocks, multiply_packed] if backend != 'portable' else []))
    return [(f'{stem}_{backend}{more}', functions) for more in ('', '_sha3')[:1 + neon]
            for stem, functions in (('gf/gf16', gf16), ('snova/snova_kernels', snova))]


# Faults for --self-test: folder, file, text, what replaces it, backend, and file and function that are to notice.
FAULTS = {
    'portable: a row is shifted by another number': (
        'gf', 'gf16_portable.c', '>> r % 2 * 4', '>> r % 2 * 3', 'portable', 'gf/gf16_portable', update),
    'portable: rows of a block are its columns': (
        'snova', 'snova_kernels_portable.c', 'src[r * stride + k * l + c]', 'src[c * stride + k * l + r]', 'portable',
        'snova/snova_kernels_portable', blocks_of_rows),
    'avx2: a step is too short': (
        'gf', 'gf16_avx2.c', 'groups >= 2; groups -= 2, b.at += 32', 'groups >= 2; groups -= 2, b.at += 31', 'avx2',
        'gf/gf16_avx2', multiply),
    'avx2: a nibble is another one': (
        'snova', 'snova_kernels_avx2.c', '(char)(l * r + odd)', '(char)(l * r)', 'avx2', 'snova/snova_kernels_avx2',
        rows_of_packed),
    'avx2: what is read lies outside': (
        'snova', 'snova_columns_body.h', '(j < left ? j : left - 1)', 'j', 'avx2', 'snova/snova_kernels_avx2',
        columns_of_packed),
    'neon: the tables of a row begin elsewhere': (
        'gf', 'gf16_neon.c', '((P - 1) / K) * step', '(P / K) * step', 'neon', 'gf/gf16_neon', multiply),
    'neon: lanes pick by the numbers of others': (
        'snova', 'snova_kernels_neon.c', 'b.numbers += 16 * n', 'b.numbers += 8 * n', 'neon',
        'snova/snova_kernels_neon', multiply_picked),
    'neon: two lanes of the last blocks are exchanged': (
        'snova', 'snova_kernels_neon.c', '2, 3, 10, 11}', '2, 3, 11, 10}', 'neon', 'snova/snova_kernels_neon',
        multiply_packed),
    'neon-sha3: a product is added once more': (
        'gf', 'gf16_neon.c', 'vqtbl1q_u8(t[q], x[n]), vqtbl1q_u8(v[q], y[n])', 'vqtbl1q_u8(t[q], x[n]), x[n]', 'neon',
        'gf/gf16_neon_sha3', multiply),
}


def proofs(options, backend):
    for file, functions in files(backend):
        module = Kernels(options, file, backend)
        for function in functions:
            yield f'{file}, {function.__name__}', lambda: f'{function(module)} shapes'


def planted(options, fault, first):
    file, function = fault[5:]
    function(Kernels(options, file, fault[4], first))


if __name__ == '__main__':
    sys.exit(program(proofs, FAULTS, planted))
