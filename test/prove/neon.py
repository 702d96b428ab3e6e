"""The instructions on vectors of AArch64, for arm.py: of a processor, a mnemonic and operands."""
import functools
import itertools

from affine import signed
from arm import VECTORS, immediate, is_vector, lanes, on, registers, vector
from sums import both, calculate, each, either, inserted, looked_up, of_number, plus, product, shifted, to_number


def number_of(text, operands):
    """The number that each lane of a vector is, of movi v0.4s, #1, lsl #8."""
    value, shift = immediate(operands[0]), operands[1].split() if operands[1:] else ('lsl', '#0')
    by, of = immediate(shift[1]), vector(text)[1]
    return of_number(value << by | ((1 << by) - 1 if shift[0] == 'msl' else 0), of)


@on(VECTORS, 'movi', 'mvni')
def constant(m, mnemonic, operands):
    _, lane, size, _ = vector(operands[0])
    made = number_of(operands[0], operands[1:]) * (size // lane)
    m.set_vector(operands[0], made if mnemonic == 'movi' else [cell ^ 255 for cell in made])


@on(VECTORS, 'eor', 'and', 'orr', 'bic', 'orn', 'eor3', 'mvn')
def bitwise(m, mnemonic, operands):
    """bic and orr of a number change the register itself."""
    _, lane, size, _ = vector(operands[0])
    if operands[1][0] == '#':
        values = [m.get_vector(operands[0]), number_of(operands[0], operands[1:]) * (size // lane)]
    else:
        values = [m.get_vector(text) for text in operands[1:]]
    if mnemonic in ('bic', 'orn', 'mvn'):
        values[-1] = [plus(cell, 255) for cell in values[-1]]
    by = {'eor': plus, 'eor3': plus, 'and': both, 'bic': both, 'orr': either, 'orn': either, 'mvn': both}[mnemonic]
    m.set_vector(operands[0], [functools.reduce(by, cells) for cells in zip(*values)])


@on(VECTORS, 'mov', 'fmov', 'dup')
def moved_vector(m, mnemonic, operands):
    _, lane, size, _ = vector(operands[0])
    if is_vector(operands[1]):
        cells = m.get_vector(operands[1])
    else:
        value = m.get(operands[1])
        cells = (of_number(value, 8) if isinstance(value, int) else (list(value) + [0] * 8))[:lane]
    m.set_vector(operands[0], cells * (size // len(cells)))


@on(VECTORS, 'add', 'sub', 'mul')
def by_lanes(m, mnemonic, operands):
    lane = vector(operands[0])[1]
    pairs = zip(*(lanes(m.get_vector(text), lane) for text in operands[1:]))
    m.set_vector(operands[0], [cell for a, b in pairs for cell in calculate(mnemonic, a, b)])


@on(VECTORS, 'shl', 'ushr', 'sli', 'sri')
def shifted_vector(m, mnemonic, operands):
    lane, by = vector(operands[0])[1], immediate(operands[2]) * (1 if mnemonic in ('shl', 'sli') else -1)
    into, of = (lanes(m.get_vector(text), lane) for text in operands[:2])
    made = [shifted(b, by) if mnemonic in ('shl', 'ushr') else inserted(a, b, by) for a, b in zip(into, of)]
    m.set_vector(operands[0], [cell for one in made for cell in one])


@on(VECTORS, 'ushl')
def shifted_by_lanes(m, mnemonic, operands):
    """By the lowest byte of each lane; down, if that is negative."""
    lane = vector(operands[0])[1]
    pairs = zip(*(lanes(m.get_vector(text), lane) for text in operands[1:]))
    m.set_vector(operands[0], [cell for a, by in pairs for cell in shifted(a, signed(m.concrete(by[0]), 8))])


@on(VECTORS, 'tbl')
def looked_up_vector(m, mnemonic, operands):
    table = [cell for number in registers(operands[1])[0] for cell in m.vectors[number]]
    table = bytes(table) if all(isinstance(cell, int) for cell in table) else table
    m.set_vector(operands[0], [looked_up(table, index) for index in m.get_vector(operands[2])])


@on(VECTORS, 'pmul', 'pmull', 'pmull2')
def multiplied_vector(m, mnemonic, operands):
    a, b = (m.get_vector(text) for text in operands[1:])
    if mnemonic == 'pmul':
        return m.set_vector(operands[0], [product(x, y)[0] for x, y in zip(a, b)])
    if vector(operands[0])[1] != 2:
        raise NotImplementedError('a product of more than bytes')
    pairs = list(zip(a, b))[8 * (mnemonic == 'pmull2'):]
    m.set_vector(operands[0], [cell for x, y in pairs for cell in product(x, y)])


@on(VECTORS, 'zip1', 'zip2', 'uzp1', 'uzp2', 'trn1', 'trn2')
def permuted(m, mnemonic, operands):
    lane = vector(operands[0])[1]
    a, b = (lanes(m.get_vector(text), lane) for text in operands[1:])
    half, which = len(a) // 2, int(mnemonic[3]) - 1
    if mnemonic[:3] == 'zip':
        made = itertools.chain(*zip(a[half * which:], b[half * which:]))
    else:
        made = (a + b)[which::2] if mnemonic[:3] == 'uzp' else itertools.chain(*zip(a[which::2], b[which::2]))
    m.set_vector(operands[0], [cell for one in list(made)[:len(a)] for cell in one])


@on(VECTORS, 'ext')
def extracted(m, mnemonic, operands):
    a, b = (m.get_vector(text) for text in operands[1:3])
    m.set_vector(operands[0], (a + b)[immediate(operands[3]):][:len(a)])


@on(VECTORS, 'rev16', 'rev32', 'rev64')
def reversed_lanes(m, mnemonic, operands):
    lane, of = vector(operands[0])[1], int(mnemonic[3:]) // 8
    groups = lanes(m.get_vector(operands[1]), of)
    m.set_vector(operands[0], [cell for group in groups for one in lanes(group, lane)[::-1] for cell in one])


@on(VECTORS, 'umax', 'umin', 'cmeq', 'cmhs', 'cmhi', 'cmtst')
def by_bytes(m, mnemonic, operands):
    """Of bytes; or of lanes that are known."""
    lane = vector(operands[0])[1]
    of = {'umax': max, 'umin': min, 'cmeq': lambda a, b: -(a == b), 'cmhs': lambda a, b: -(a >= b),
          'cmhi': lambda a, b: -(a > b), 'cmtst': lambda a, b: -(a & b != 0)}[mnemonic]
    a = lanes(m.get_vector(operands[1]), lane)
    b = [[0] * lane] * len(a) if operands[2] == '#0' else lanes(m.get_vector(operands[2]), lane)
    if lane == 1:
        return m.set_vector(operands[0], [each(lambda v, w: of(v, w) % 256, x, y) for (x,), (y,) in zip(a, b)])
    made = [of_number(of(*(m.concrete(to_number(v)) for v in pair)), lane) for pair in zip(a, b)]
    m.set_vector(operands[0], [cell for one in made for cell in one])
