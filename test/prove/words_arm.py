"""Runs functions compiled for AArch64 on words.py's words: what arm.py and neon.py do not know of them.

Cells are numbers, words of 8 bits or None. Flags may come of words; an instruction that chooses may use them, a branch
may not."""
from affine import Refuted, signed
from arm import OPERATIONS, SIZES, Arm, general, immediate, is_vector, lanes, on, vector
from neon import number_of
from sums import to_number
from words import chosen, joined, longer, made, most, negated, part, parts

LANES, WORDS = {}, {}  # by mnemonic: of lanes, of a processor


def less(n, a, b):
    """With signs."""
    return made('bvslt', n, a, b)


def mask(n, bit):
    return chosen(bit, -1 % (1 << n), 0, n)


def inverted(n, a):
    return made('bvxor', n, a, (1 << n) - 1)


def both(n, a, b):
    return made('bvand', n, a, b)


def picked(n, which, a, b):
    """Of each bit."""
    return made('bvor', n, both(n, a, which), both(n, b, inverted(n, which)))


def shifted(n, a, by):
    """Down, if `by` is negative."""
    return made('bvshl' if by >= 0 else 'bvlshr', n, a, abs(by)) if abs(by) < n else 0


def shifted_by_lane(n, into, a, by):
    if not isinstance(by, int):
        raise NotImplementedError('a shift by what is not known')
    return shifted(n, a, signed(by, 8))


def inserted(n, into, a, by):
    """a shifted, and the bits of `into` where the shift leaves room."""
    room = (1 << by) - 1 if by > 0 else ~((1 << n + by) - 1)
    return made('bvor', n, both(n, into, room), shifted(n, a, by))


def rounded(n, into, a, by):
    """Shifted down by so many bits, halves up."""
    wide = made('bvadd', n + 1, longer(a, n, 1, True), 1 << by - 1)
    return part(made('bvashr', n + 1, wide, by), 0, n)


def doubled_high(n, into, a, b):
    """The high half of twice the product; that of the least number by itself would be too large."""
    least = 1 << n - 1
    product = made('bvmul', 2 * n, made('bvmul', 2 * n, longer(a, n, n, True), longer(b, n, n, True)), 2)
    saturates = both(1, made('=', n, a, least), made('=', n, b, least))
    return chosen(saturates, least - 1, part(product, n, n), n)


def leading_zeros(n, into, a):
    count = n
    for i, bit in enumerate(parts(a, n, 1)):
        count = chosen(bit, n - 1 - i, count, n)
    return count


LANES.update({  # of the bits of a lane, the lane of the destination, and operands
    'add': lambda n, d, a, b: made('bvadd', n, a, b), 'sub': lambda n, d, a, b: made('bvsub', n, a, b),
    'mla': lambda n, d, a, b: made('bvadd', n, d, made('bvmul', n, a, b)),
    'mls': lambda n, d, a, b: made('bvsub', n, d, made('bvmul', n, a, b)),
    'and': lambda n, d, a, b: both(n, a, b), 'bic': lambda n, d, a, b: both(n, a, inverted(n, b)),
    'orr': lambda n, d, a, b: made('bvor', n, a, b), 'eor': lambda n, d, a, b: made('bvxor', n, a, b),
    'bsl': lambda n, d, a, b: picked(n, d, a, b), 'bit': lambda n, d, a, b: picked(n, b, a, d),
    'abs': lambda n, d, a: chosen(less(n, a, 0), made('bvsub', n, 0, a), a, n),
    'clz': leading_zeros, 'rbit': lambda n, d, a: joined(parts(a, n, 1)[::-1], 1),
    'ushl': shifted_by_lane, 'sqdmulh': doubled_high, 'srshr': rounded,
    'shl': lambda n, d, a, by: shifted(n, a, by), 'ushr': lambda n, d, a, by: shifted(n, a, -by),
    'sshr': lambda n, d, a, by: made('bvashr', n, a, by), 'sli': inserted,
    'sri': lambda n, d, a, by: inserted(n, d, a, -by),
    'cmeq': lambda n, d, a, b: mask(n, made('=', n, a, b)),
    'cmtst': lambda n, d, a, b: mask(n, negated(made('=', n, both(n, a, b), 0))),
    'cmhi': lambda n, d, a, b: mask(n, made('bvult', n, b, a)), 'cmgt': lambda n, d, a, b: mask(n, less(n, b, a)),
    'cmhs': lambda n, d, a, b: mask(n, negated(made('bvult', n, a, b))),
    'cmge': lambda n, d, a, b: mask(n, negated(less(n, a, b))),
    'cmlt': lambda n, d, a, b: mask(n, less(n, a, b)), 'umax': lambda n, d, a, b: most(a, b, n),
    'smin': lambda n, d, a, b: chosen(less(n, a, b), a, b, n)})


def words(cells, lane):
    return [joined(one) for one in lanes(cells, lane)]


def cells_of(made_words, lane):
    return [cell for one in made_words for cell in parts(one, 8 * lane)]


@on(WORDS, *LANES)
def by_lanes(m, mnemonic, operands):
    """The last operand may be one number, or one lane, for all lanes. bic and orr of a number change the register."""
    _, lane, size, _ = vector(operands[0])
    values = [words(m.get_vector(text), lane) for text in operands if is_vector(text)]
    if len(values) < len(operands):
        values += [[joined(number_of(operands[0], operands[1:]))]] if len(values) == 1 else [[immediate(operands[-1])]]
    values = [values[0]] * (mnemonic in ('bic', 'orr') and len(values) == 2) + values
    values = [one * (size // lane) if len(one) == 1 else one for one in values]
    m.set_vector(operands[0], cells_of([LANES[mnemonic](8 * lane, *one) for one in zip(*values, strict=True)], lane))


@on(WORDS, 'sxtl', 'uxtl', 'uxtl2', 'saddw', 'saddw2')
def lengthened(m, mnemonic, operands):
    """Lanes of half the size, or a sum with them."""
    lane = vector(operands[0])[1]
    half = m.get_vector(operands[-1])[8 * mnemonic.endswith('2'):][:8]
    values = [longer(w, 4 * lane, 4 * lane, mnemonic[0] == 's') for w in words(half, lane // 2)]
    if 'add' in mnemonic:
        values = [made('bvadd', 8 * lane, *pair) for pair in zip(words(m.get_vector(operands[1]), lane), values)]
    m.set_vector(operands[0], cells_of(values, lane))


@on(WORDS, 'xtn', 'shrn')
def shortened(m, mnemonic, operands):
    lane = vector(operands[0])[1]
    by = immediate(operands[2]) if operands[2:] else 0
    m.set_vector(operands[0], cells_of([part(w, by, 8 * lane) for w in words(m.get_vector(operands[1]), 2 * lane)],
                                       lane))


@on(WORDS, 'addv', 'uaddlv', 'umaxv', 'sminv')
def across(m, mnemonic, operands):
    lane = vector(operands[1])[1]
    values = words(m.get_vector(operands[1]), lane)
    if mnemonic == 'uaddlv':
        values, lane = [longer(w, 8 * lane, 8 * lane) for w in values], 2 * lane
    of = LANES[{'addv': 'add', 'uaddlv': 'add'}.get(mnemonic, mnemonic[:-1])]
    while len(values) > 1:
        values = [of(8 * lane, None, a, b) for a, b in zip(values[::2], values[1::2])]
    m.set_vector(operands[0], cells_of(values, lane))


class Compared:
    """Flags of a comparison of two words."""

    def __init__(self, bits, a, b):
        equal, below, less_ = (made(op, bits, a, b) for op in ('=', 'bvult', 'bvslt'))
        self.bit = {'eq': equal, 'cc': below, 'lo': below, 'lt': less_, 'ls': made('bvor', 1, below, equal),
                    'le': made('bvor', 1, less_, equal)}
        opposite = {'ne': 'eq', 'cs': 'cc', 'hs': 'lo', 'ge': 'lt', 'hi': 'ls', 'gt': 'le'}
        self.bit.update({name: negated(self.bit[of]) for name, of in opposite.items()})


@on(WORDS, 'cmp')
def compared(m, mnemonic, operands):
    size = general(operands[0])[1]
    a, b = m.get(operands[0]), m.second(operands[1:])
    if isinstance(a, int) and isinstance(b, int):
        return OPERATIONS['cmp'](m, mnemonic, operands)
    m.flags = Compared(8 * size, *(m.word(v, size) for v in (a, b)))


@on(WORDS, 'csel', 'csinc', 'cset')
def selected(m, mnemonic, operands):
    if not isinstance(m.flags, Compared):
        return OPERATIONS[mnemonic](m, mnemonic, operands)
    size = general(operands[0])[1]
    a, b = (1, 0) if mnemonic == 'cset' else (m.word(m.get(text), size) for text in operands[1:3])
    if mnemonic == 'csinc':
        b = made('bvadd', 8 * size, b, 1)
    m.set(operands[0], m.number(chosen(m.flags.bit[operands[-1]], a, b, 8 * size), size))


class WordArm(Arm):
    """A processor whose data are words."""

    def word(self, value, size):
        return value if isinstance(value, int) else joined(value[:size])

    def number(self, word, size):
        return to_number(parts(word, 8 * size))

    def computed(self, op, a, b, size):
        if isinstance(a, int) and isinstance(b, int):
            return super().computed(op, a, b, size)
        name = {'xor': 'bvxor', 'and': 'bvand', 'or': 'bvor', 'add': 'bvadd', 'sub': 'bvsub', 'mul': 'bvmul',
                'shl': 'bvshl', 'lshr': 'bvlshr', 'ashr': 'bvashr'}[op]
        return self.number(made(name, 8 * size, *(self.word(v, size) for v in (a, b))), size)

    def second(self, operands):
        """Of an extended word, with what is known the other extensions do."""
        value, kind = self.get(operands[0]), operands[1].partition(' ') if operands[1:] else ('', '', '')
        if isinstance(value, int) or kind[0][1:3] != 'xt':
            return super().second(operands)
        size = SIZES[kind[0][-1]]
        of = longer(self.word(value, size), 8 * size, 64 - 8 * size, kind[0][0] == 's')
        return self.number(shifted(64, of, immediate(kind[2]) if kind[2] else 0), 8)

    def holds(self, condition):
        if isinstance(self.flags, Compared):
            raise Refuted('a branch depends on data')
        return super().holds(condition)

    def step(self, mnemonic, operands):
        if mnemonic in WORDS and (is_vector(operands[0]) or WORDS[mnemonic] in (compared, selected)):
            WORDS[mnemonic](self, mnemonic, operands)
        else:
            super().step(mnemonic, operands)
