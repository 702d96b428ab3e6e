"""The instructions on vectors of AArch64, for arm.py: of a processor, a mnemonic and operands."""
import functools
import itertools

from affine import signed
from arm import VECTORS, immediate, is_vector, lanes, on, registers, vector
from sums import inserted, looked_up, of_number, product


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
        values[-1] = m.calculate('xor', values[-1], [255] * size)
    op = {'eor': 'xor', 'eor3': 'xor', 'and': 'and', 'bic': 'and', 'mvn': 'and'}.get(mnemonic, 'or')
    m.set_vector(operands[0], functools.reduce(functools.partial(m.calculate, op), values))


@on(VECTORS, 'mov', 'fmov', 'dup')
def moved_vector(m, mnemonic, operands):
    _, lane, size, _ = vector(operands[0])
    if is_vector(operands[1]):
        cells = m.get_vector(operands[1])
    else:
        value = m.get(operands[1])
        cells = (of_number(value, 8) if isinstance(value, int) else (list(value) + [0] * 8))[:lane]
    m.set_vector(operands[0], cells * (size // len(cells)))


def by_lane(m, operands, lane):
    """Of each lane the operands' cells. A number or an element is in all lanes."""
    found = [[of_number(immediate(text), lane)] if text[0] == '#' else lanes(m.get_vector(text), lane)
             for text in operands]
    most = max(map(len, found))
    return zip(*(of * most if len(of) == 1 else of for of in found))


def joined(made):
    return [cell for one in made for cell in one]


@on(VECTORS, 'add', 'sub', 'mul', 'umax', 'umin', 'cmeq', 'cmhs', 'cmhi', 'cmtst', 'shl', 'ushr', 'sqdmulh', 'sqrdmulh',
    'shsub', 'srshl')
def calculated(m, mnemonic, operands):
    op = 'lshr' if mnemonic == 'ushr' else mnemonic
    pairs = by_lane(m, operands[1:], vector(operands[0])[1])
    m.set_vector(operands[0], joined(m.calculate(op, a, b) for a, b in pairs))


@on(VECTORS, 'mla', 'mls')
def accumulated(m, mnemonic, operands):
    op = 'add' if mnemonic == 'mla' else 'sub'
    of = by_lane(m, operands, vector(operands[0])[1])
    m.set_vector(operands[0], joined(m.calculate(op, into, m.calculate('mul', a, b)) for into, a, b in of))


@on(VECTORS, 'smull', 'smull2', 'smlsl', 'smlsl2')
def widened(m, mnemonic, operands):
    """Lanes of the results are twice as wide. 2: of the upper lanes."""
    lane = vector(operands[0])[1]
    into, pairs = lanes(m.get_vector(operands[0]), lane), list(by_lane(m, operands[1:], lane // 2))
    made = [m.calculate('smull', a, b) for a, b in (pairs[len(into):] if mnemonic[-1] == '2' else pairs)]
    if mnemonic[:5] == 'smlsl':
        made = [m.calculate('sub', a, b) for a, b in zip(into, made, strict=True)]
    m.set_vector(operands[0], joined(made))


@on(VECTORS, 'umaxv')
def greatest(m, mnemonic, operands):
    of = lanes(m.get_vector(operands[1]), vector(operands[1])[1])
    m.set_vector(operands[0], functools.reduce(functools.partial(m.calculate, 'umax'), of))


@on(VECTORS, 'sli', 'sri')
def inserted_vector(m, mnemonic, operands):
    lane, by = vector(operands[0])[1], immediate(operands[2]) * (1 if mnemonic == 'sli' else -1)
    into, of = (lanes(m.get_vector(text), lane) for text in operands[:2])
    m.set_vector(operands[0], joined(inserted(a, b, by) for a, b in zip(into, of)))


@on(VECTORS, 'ushl')
def shifted_by_lanes(m, mnemonic, operands):
    """By the lowest byte of each lane; down, if that is negative."""
    lane = vector(operands[0])[1]

    def one(a, by):
        by = signed(m.concrete(by[0]), 8)
        return m.calculate('shl' if by > 0 else 'lshr', a, of_number(abs(by), lane))
    m.set_vector(operands[0], joined(one(a, by) for a, by in by_lane(m, operands[1:], lane)))


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
    m.set_vector(operands[0], joined(list(made)[:len(a)]))


@on(VECTORS, 'ext')
def extracted(m, mnemonic, operands):
    a, b = (m.get_vector(text) for text in operands[1:3])
    m.set_vector(operands[0], (a + b)[immediate(operands[3]):][:len(a)])


@on(VECTORS, 'rev16', 'rev32', 'rev64')
def reversed_lanes(m, mnemonic, operands):
    lane, of = vector(operands[0])[1], int(mnemonic[3:]) // 8
    groups = lanes(m.get_vector(operands[1]), of)
    m.set_vector(operands[0], [cell for group in groups for one in lanes(group, lane)[::-1] for cell in one])
