"""gf_arm.py <AArch64 build> <source tree> [--self-test]: proves kernels of NEON for all inputs, over the instructions
of that build.

The proofs are those of gf.py, gf16.py and quadratic.py, and others of elimination, but not of its pivots. Here they run
the build's own objects, C as it is compiled and assembly, linked as in the library (arm.py). Of what the assembly
holds, each instruction must have been run."""
import functools
import itertools
import re
import sys

import gf
import gf16
import neon  # noqa: F401: the instructions on vectors
import quadratic
from affine import program
from arm import Arm
from gf import Field, in_powers, in_tower, same
from image import built
from quadratic import add_product
from sums import down, looked_up, masked, plus, unknown, up

FIELDS = [Field(4, in_tower, '16'), Field(8, in_tower, '256'),
          Field(4, in_powers, 'polynomial16', multiply='multiply_16'), Field(8, in_powers, 'polynomial256')]
ASSEMBLY = [f'gf/tower_{name}_neon.S' for name in ('tiles', 'lazy', 'look_up', 'scatter')]

# Of multiply, beside those of gf.py: tiles of each number of pairs, each kind, and odd and even numbers of rows; then
# several tiles for a row.
TILES = [*((n, rows, 2 * pairs) for pairs in range(1, 9) for n, rows in ((56, 5), (48, 2), (23, 1))),
         (56, 2, 22), (16, 1, 38)]
# Of combine: each number of registers, whole or not, with two terms and three; one register with many terms.
WIDE = [(16, 9), (24, 37), *((n, count) for w in range(1, 9) for n in (16 * w, 16 * w + 5) for count in (2, 3)),
        *((n, 1) for n in (80, 96, 113, 128, 130, 144, 150, 200))]
# Each function of assembly, or two of them, with each remainder of terms modulo four.
LAZY = [(31, 8), *((n, count) for n in (16, 17, 32, 33, 48, 64, 72, 80, 81, 96, 97, 128, 144, 200)
                   for count in (5, 6, 7, 8)), (40, 9), (80, 13)]
SCATTERED = (16, 32, 36, 45, 48, 64, 72, 80, 96, 100)  # lengths with a function of their own
POINTS = [*quadratic.POINTS, *((n, 4, 6) for n in SCATTERED)]


class Tower(quadratic.Checks, Arm):
    """The tower fields, with what uses them. Elimination is over GF(256)."""
    bits = 8

    def __init__(self, variant, *of):
        names = [f'gf/{variant}.c', *ASSEMBLY, *(f'gf/{name}.c' for name in ('tower_vectors', 'quadratic', 'buckets'))]
        super().__init__(built(names, *of))
        self.table = f'neosig_{variant}'
        self.of_assembly = r'neosig_tower_neon_(sha3|scatter)_' if 'sha3' in variant else r'neosig_tower_neon_(?!sha3)'

    def tower(self, field):
        """The field's neosig_tower, of four in a neosig_tower_kernels between pointers: one before, two after."""
        at, size = self.image.symbols[self.table]
        number = ['16', '256', 'polynomial16', 'polynomial256'].index(field.name)
        return at + 8 + number * (size - 24) // 4


class Kernels(gf16.Tables, Arm):
    """Of GF(16), one element a byte."""
    bits, sizes, of_assembly = 4, (2, 4), '$^'

    def __init__(self, file, *of):
        super().__init__(built([f'{file}.c'], *of))

    def factor(self, tables, stride):
        return [tables, stride]


def look_up(module):
    """look_up_vartime. Of a table it may read the vectors that an index names."""
    shapes = [(n, rows) for n in range(16, 97, 16) for rows in (1, 3)]
    for n, rows in shapes:
        step = n + rows
        numbers = [[(t * 77 + k * 101 + n) % 256 for k in range(rows)] for t in range(4)]
        tables, c = [None] * 1024 * n, quadratic.vectors('c', rows, step)
        for t, k in itertools.product(range(4), range(rows)):
            at = (256 * t + numbers[t][k]) * n
            tables[at:at + n] = gf.vector((t, numbers[t][k]), n)
        module.put('c', c)
        module.put('tables', tables)
        indices = [module.put(f'index{t}', numbers[t]) for t in range(4)]
        module.call('look_up_vartime', [('c', 0), step, n, module.structure('index', *indices), rows, ('tables', 0)])
        for i, cell in enumerate(module.memory['c']):
            k, at = divmod(i, step)
            terms = [unknown(((t, numbers[t][k]), at)) for t in range(4)] if at < n else []
            same(cell, functools.reduce(plus, terms, c[i]), f'byte {at} of {n}')
    return len(shapes)


def scatter(module):
    """scatter_vartime: vectors before the first one and behind the last one are not there, but 15 bytes before."""
    shapes = [(n, rows) for n in SCATTERED for rows in range(1, 7)]
    for n, rows in shapes:
        first, stride, count = rows, (n + 31) // 32 * 32, 23 if rows == 1 else 5
        numbers = [None] * first + [(5 * t * t + n) % 16 for t in range(count)]
        for r in range(rows):
            module.put(f'row{r}', [*gf.vector(('before', r), 15), *gf.vector(r, n * count)])
        before = module.memory['buckets'] = gf.vector('bucket', 16 * stride)
        before = list(before)
        at = module.structure('rows', *((f'row{r}', 15 - first * n) for r in range(rows)))
        module.call('scatter_vartime', [
            ('buckets', 0), at, rows, module.put('numbers', numbers), first, first + count, n])
        for bucket, i in itertools.product(range(16), range(n)):
            terms = [unknown((r, t * n + i)) for r in range(rows) for t in range(count) if numbers[first + t] == bucket]
            place = bucket * stride + stride - n + i
            same(module.memory['buckets'][place], functools.reduce(plus, terms, before[place]), f'byte {i} of {n}')
    return len(shapes)


def transpose(module, field):
    """Packed, of a square and of other matrices."""
    for rows, columns in ((32, 32), (48, 34), (34, 70), (50, 66)):
        width, height, gap = columns * field.bits // 8, rows * field.bits // 8, 3

        def nibbles(cells, stride, row, column):
            """Of an element; both for a byte."""
            if field.bits == 8:
                return cells[row * stride + column]
            cell = cells[row * stride + column // 2]
            return down(cell, 4) if column % 2 else masked(cell, 15)
        src = gf.vector('src', (width + gap) * rows)
        module.put('src', src)
        module.put('dst', [None] * (height + gap) * columns)
        module.call('neosig_tower_transpose', [
            module.tower(field), ('dst', 0), height + gap, ('src', 0), width + gap, rows, columns])
        dst = module.memory['dst']
        for i, j in itertools.product(range(columns), range(height + gap)):
            if j >= height:
                same(dst[i * (height + gap) + j], None, f'row {i}')
                continue
            wanted = nibbles(src, width + gap, j, i) if field.bits == 8 else plus(
                nibbles(src, width + gap, 2 * j, i), up(nibbles(src, width + gap, 2 * j + 1, i), 4))
            same(dst[i * (height + gap) + j], wanted, f'byte {j} of row {i}')
    return 4


def scale(module, field):
    """Elements one a byte, all scalars. The tower's GF(16) is a part of its GF(256)."""
    of = FIELDS[1] if field.product is in_tower else field
    for scalar in range(1 << of.bits):
        x = [cell if of.bits == 8 else masked(cell, 15) for cell in gf.vector('x', 32 if scalar else 96)]
        module.put('x', x)
        module.put('c', [None] * len(x))
        module.call('scale_bytes' if field.product is in_tower else f'scale_{field.name}',
                    [('c', 0), ('x', 0), len(x), scalar])
        by = bytes(of.product(of.bits, scalar, v) for v in range(1 << of.bits))
        for cell, got in zip(x, module.memory['c']):
            same(got, looked_up(by, cell), f'times {scalar}')
    return 1 << of.bits


def map_bases(module):
    """By some linear map; in place, too."""
    columns = [(i * 83 + 29) % 256 for i in range(8)]
    of = [functools.reduce(int.__xor__, (c for i, c in enumerate(columns) if v >> i & 1), 0) for v in range(256)]
    module.put('images', [*of[:16], *of[::16]])
    lengths = (1, 7, 15, 16, 33, 64, 100, 130)
    for n, to in itertools.product(lengths, ('dst', 'src')):
        module.put('dst', [None] * n)
        module.put('src', gf.vector('src', n))
        module.call('map', [(to, 0), ('src', 0), n, ('images', 0)])
        for got, cell in zip(module.memory[to], gf.vector('src', n), strict=True):
            same(got, looked_up(bytes(of), cell), f'{n} bytes')
    return 2 * len(lengths)


# ---- Elimination. A line has two rows of GF(16), or one of GF(256); one element is a byte of GF(256)

@functools.cache
def multiples(bits, scalar):
    return bytes(in_powers(bits, scalar, v) for v in range(1 << bits))


def product_of(bits, a, b):
    """Of two elements, one of which is concrete."""
    scalar, cell = (a, b) if isinstance(a, int) else (b, a)
    return looked_up(multiples(bits, scalar), cell)


def row_of(module, lines, stride, row):
    line = lines[row * module.bits // 8 * stride:][:stride]
    return line if module.bits == 8 else [down(cell, 4) if row % 2 else masked(cell, 15) for cell in line]


def scattered(count, below=256):
    """Numbers; of 256, each is there."""
    return [(i * 91 + 7) % 256 % below for i in range(count)]


def dot(module):
    """Lines are concrete, or what they are multiplied by is."""
    shapes = [(lanes, is_known) for lanes in (1, 16, 17, 40, 256) for is_known in (False, True)]
    for lanes, is_known in shapes:
        stride, count = (lanes + 31) // 32 * 32, 1 << module.bits
        lines = scattered(stride * module.bits // 2) if is_known else gf.vector('line', stride * module.bits // 2)
        values = [masked(cell, count - 1) for cell in gf.vector('value', lanes)] if is_known else \
            scattered(lanes, count)
        module.put('sums', [None] * 4)
        module.call('dot', [('sums', 0), module.put('lines', lines), stride,
                            module.put('values', [*values, *[0] * (stride - lanes)]), lanes])
        for r, got in enumerate(module.memory['sums']):
            terms = map(functools.partial(product_of, module.bits), row_of(module, lines, stride, r), values)
            same(got, functools.reduce(plus, terms), f'sum {r} of {lanes} lanes')
    return len(shapes)


def pivot_lanes(module):
    """Windows are concrete, or numbers are."""
    width = 128 // module.bits
    shapes = [(lines, is_known) for lines in (0, 1, 5) for is_known in (False, True)]
    for lines, is_known in shapes:
        stride = width + 16
        window = scattered(lines * stride) if is_known else gf.vector('window', lines * stride)
        numbers = gf.vector('number', 8) if is_known else [width - 1, 255, 0, 3, 255, width - 2, 7, 1]
        module.put('sums', [None] * (4 * lines + 1))
        module.call('pivot_lanes', [('sums', 0), module.put('window', window), stride, lines,
                                    module.put('numbers', numbers)])
        for i, got in enumerate(module.memory['sums'][:-1]):
            picked = [looked_up(window[i // 4 * stride:][:width], numbers[k]) for k in (i % 4, 4 + i % 4)]
            same(got, plus(*picked), f'sum {i}')
        same(module.memory['sums'][-1], None, 'what is behind the sums')
    return len(shapes)


def update(module):
    """Over GF(256), also of the four rows by themselves."""
    shapes = [(rows, lanes) for rows in (0, 4, 8) for lanes in (1, 16, 33, 64, 70, 100)] + [(4, 48), (64, 20)]
    for rows, lanes in shapes:
        stride, written = (lanes + 31) // 32 * 32 + 32, (lanes + 31) // 32 * 32
        m, four, scalars = gf.vector('m', rows * stride), gf.vector('four', 4 * stride), scattered(4 * rows)
        module.put('m', m)
        module.put('four', four)
        for name, before in (('m', m), *([('four', four)] if rows == 4 else [])):
            module.call('update', [(name, 0), stride, module.put('scalars', scalars), rows, ('four', 0), lanes])
            for i, got in enumerate(module.memory[name]):
                r, lane = divmod(i, stride)
                if not lanes <= lane < written:
                    terms = [product_of(8, scalars[4 * r + k], four[k * stride + lane]) for k in range(4)]
                    same(got, functools.reduce(plus, terms, before[i]) if lane < lanes else before[i], f'byte {i}')
    return len(shapes)


def multiply(module, field):
    return gf.multiply(module, field, TILES)


def combine(module, field):
    shapes = [gf.SHAPES, WIDE, *([LAZY] if field.product is in_powers else [])]
    return sum(gf.combine(module, field, some) for some in shapes)


def buckets(module, field):
    return quadratic.buckets(module, field, POINTS)


def instructions(module):
    """All of the assembly must have been run. Of the other functions that were run, this says how much."""
    whole = run = among = 0
    for name in module.image.functions:
        all_ = module.image.instructions(name)
        if re.match(module.of_assembly, name):
            whole += 1
            module.run_whole(name)
        elif all_ & module.executed:
            run, among = run + len(all_ & module.executed), among + len(all_)
    return f'all of {whole} functions of assembly, {run} of {among} in those of C'


def parts(backend):
    """Class and file of a machine, and what is proved with it: function, and field or None."""
    of_fields = [(function, field) for field in FIELDS
                 for function in (multiply, combine, buckets, add_product, transpose, scale)
                 if field.name != 'polynomial256' or function not in (multiply, add_product)]
    others = [(function, None) for function in (map_bases, scatter, look_up, update, dot, pivot_lanes, instructions)]
    towers = [(Tower, file, of_fields + others) for file in ('tower_neon', 'tower_neon_sha3')]
    kernels = [(Kernels, file, [(function, None) for function in (
        *functions, *((dot, pivot_lanes) if file.startswith('gf/') else ()), instructions)])
               for file, functions in gf16.files('neon')]
    return [*towers, *kernels] if backend == 'neon' else []


# Faults for --self-test, of folder gf: what, file, text, what replaces it; variant, function and field that notice.
OF_TOWER = [
    ('a product is not added', 'tower_tiles_neon.S', '    eor v\\sum\\().16b, v\\sum\\().16b, v7.16b\n', '',
     'tower_neon', multiply, FIELDS[0]),
    ('a sum is in another register', 'tower_tiles_neon.S', 'pair_tail 4, 10, 11, 12', 'pair_tail 4, 10, 11, 13',
     'tower_neon', multiply, FIELDS[2]),
    ('a table begins 16 bytes later', 'tower_tiles_neon.S', 'ldr q4, [x4], #16\n    .elseif',
     'ldr q4, [x4], #32\n    .elseif', 'tower_neon', multiply, FIELDS[0]),
    ('the tail has the mask of the first bytes', 'tower_tiles_neon.S', 'and v6.8b, v6.8b, v1.8b',
     'and v6.8b, v6.8b, v0.8b', 'tower_neon', multiply, FIELDS[0]),
    ('more is stored than the tail', 'tower_tiles_neon.S', 'str d5, [x12, x11]', 'str q5, [x12, x11]',
     'tower_neon', multiply, FIELDS[0]),
    ('registers of the caller are lost', 'tower_tiles_neon.S', '.if \\sums > 16 || \\eor3\n    save_vector',
     '.if \\eor3\n    save_vector', 'tower_neon', multiply, FIELDS[1]),
    ('a branch depends on data', 'tower_tiles_neon.S', '    sub x6, x6, x1\n',
     '    sub x6, x6, x1\n    umov w9, v16.b[0]\n    cbz w9, 4f\n4:\n', 'tower_neon', multiply, FIELDS[0]),
    ('EOR3 adds a product twice', 'tower_tiles_neon.S', 'v\\table\\().16b, v\\other_table\\().16b\n.endm',
     'v\\table\\().16b, v\\table\\().16b\n.endm', 'tower_neon_sha3', multiply, FIELDS[1]),
    ('high bytes are low ones', 'tower_lazy_neon.S', 'pmull2 v7.8h, v\\x\\().16b, v4.16b',
     'pmull v7.8h, v\\x\\().8b, v4.8b', 'tower_neon', combine, FIELDS[3]),
    ('a scalar is that of another vector', 'tower_lazy_neon.S', 'pmul v7.16b, v7.16b, v5.16b',
     'pmul v7.16b, v7.16b, v4.16b', 'tower_neon_sha3', combine, FIELDS[2]),
    ('a bucket is read 16 bytes before its place', 'tower_scatter_neon.S', 'ldr q4, [x6, #64]', 'ldr q4, [x6, #48]',
     'tower_neon', scatter, None),
    ('a table of multiples begins too early', 'tower_look_up_neon.S', 'add x6, x5, x8, lsl #8',
     'add x6, x5, x8, lsl #7', 'tower_neon', look_up, None),
    ('a vector ends a byte early', 'tower_neon.c', 'last = bytes - 16;', 'last = bytes - 17;', 'tower_neon', combine,
     FIELDS[0]),
    ('a row is multiplied by the scalar of another', 'tower_solve_neon_body.h', 'carryless_high(x[3][n], s[3])',
     'carryless_high(x[3][n], s[2])', 'tower_neon', update, None),
    ('a sum has its last lanes only', 'pivots_body.h', 'sum[LINE_ROWS * p] ^= lane', 'sum[LINE_ROWS * p] = lane',
     'tower_neon_sha3', dot, None),
]
FAULTS = {what: ('gf', file, old, new, 'neon', Tower, *notices) for what, file, old, new, *notices in OF_TOWER}
FAULTS['lanes pick by the numbers of others'] = (
    'snova', 'snova_kernels_neon.c', 'b.numbers += 16 * n', 'b.numbers += 8 * n', 'neon', Kernels,
    'snova/snova_kernels_neon', gf16.multiply_picked, None)
FAULTS['an element is added to another'] = (
    'gf', 'solve_neon_body.h', 'vext_u8(x, x, 4)', 'vext_u8(x, x, 5)', 'neon', Kernels, 'gf/gf16_neon', pivot_lanes,
    None)


def made(module, function, field):
    """What a proof says that it saw."""
    saw = function(module, field) if field else function(module)
    return saw if isinstance(saw, str) else f'{saw} shapes and scalars'


def proofs(options, backend):
    for machine, file, functions in parts(backend):
        module = machine(file, options)
        for function, field in functions:
            what = f'{file} {function.__name__}{", " + field.name if field else ""}'
            yield what, lambda: made(module, function, field)


def planted(options, fault, first):
    machine, file, function, field = fault[5:]
    made(machine(file, options, fault, first), function, field)


if __name__ == '__main__':
    sys.exit(program(proofs, FAULTS, planted))
