"""Runs functions compiled to LLVM's intermediate code on all inputs of some bytes at once.

Control flow, addresses and all numbers that are not data are concrete. A byte of data is a constant plus, over GF(2), a
sum of functions of one unknown byte each. Sums, products with constants and shifts of such sums are such sums again.
A look-up in a table is, if its index is a function of one unknown byte, or if the table is linear. So what each byte of
a result is, as a function of all the unknown bytes, is a theorem. What this file does not know raises
NotImplementedError. """
import functools
import re

from affine import Module, elements, plain, signed, split, split_type, width

EACH = int.from_bytes(b'\1' * 256, 'little')


class Byte:
    """constant + sum of tables[x][x's value] over unknown bytes x. A table is a number whose byte v is the value at v;
    its value at 0 is 0."""

    def __init__(self, constant, tables):
        self.constant, self.tables = constant, tables

    def map(self, constant, table):
        """By linear functions of the constant and of the tables."""
        made = {x: table(t) for x, t in self.tables.items()}
        return known(constant(self.constant), {x: t for x, t in made.items() if t})

    @functools.cached_property
    def bits(self):
        """Those that may be set."""
        every = functools.reduce(lambda a, b: a | b, self.tables.values())
        for by in (1024, 512, 256, 128, 64, 32, 16, 8):
            every |= every >> by
        return self.constant | every & 255


def known(constant, tables):
    return Byte(constant, tables) if tables else constant


def unknown(name):
    return Byte(0, {name: int.from_bytes(bytes(range(256)), 'little')})


def strict(function):
    """What is made of an undefined cell, None, is undefined, and must not matter."""
    @functools.wraps(function)
    def one(*values):
        return None if None in values else function(*values)
    return one


def bits(cell):
    return cell if isinstance(cell, int) else cell.bits


@strict
def masked(cell, mask):
    return cell & mask if isinstance(cell, int) else cell.map(lambda c: c & mask, lambda t: t & mask * EACH)


@strict
def up(cell, by):
    if isinstance(cell, int):
        return cell << by & 255
    return cell.map(lambda c: c << by & 255, lambda t: t << by & (255 << by & 255) * EACH)


@strict
def down(cell, by):
    return cell >> by if isinstance(cell, int) else cell.map(lambda c: c >> by, lambda t: t >> by & (255 >> by) * EACH)


@strict
def plus(a, b):
    if isinstance(a, int) and isinstance(b, int):
        return a ^ b
    if isinstance(a, int):
        a, b = b, a
    if isinstance(b, int):
        return Byte(a.constant ^ b, a.tables)
    tables = dict(a.tables)
    for x, t in b.tables.items():
        t ^= tables.pop(x, 0)
        if t:
            tables[x] = t
    return known(a.constant ^ b.constant, tables)


@strict
def either(a, b):
    if isinstance(a, int) and isinstance(b, int):
        return a | b
    if bits(a) & bits(b):
        raise NotImplementedError('or of bits that both may be set')
    return plus(a, b)


@strict
def both(a, b):
    if isinstance(a, int):
        a, b = b, a
    if isinstance(b, int):
        return masked(a, b)
    raise NotImplementedError('and of what is not known')


@functools.cache
def is_linear(table, bits_):
    subsets = [i for i in range(256) if not i & ~bits_]
    return table[0] == 0 and all(table[i] == table[i & i - 1] ^ table[i & -i] for i in subsets if i)


@functools.cache
def moved(table, constant):
    return bytes(table[constant ^ i] ^ table[constant] for i in range(256))


@functools.lru_cache(1 << 16)
def values_of(function, a, b):
    """Of two bytes: its value where the unknown byte is 0, and its table. Each is a number or (constant, table)."""
    of_a, of_b = ([cell] * 256 if isinstance(cell, int) else [cell[0] ^ v for v in cell[1].to_bytes(256, 'little')]
                  for cell in (a, b))
    values = [function(v, w) for v, w in zip(of_a, of_b)]
    return values[0], int.from_bytes(bytes(v ^ values[0] for v in values), 'little')


@strict
def each(function, a, b):
    """A function of two bytes, of cells that are functions of the same unknown byte or constants."""
    unknowns = {x for cell in (a, b) if isinstance(cell, Byte) for x in cell.tables}
    if not unknowns:
        return function(a, b)
    if len(unknowns) > 1:
        raise NotImplementedError('a function of two unknown bytes')
    first, table = values_of(function, *(cell if isinstance(cell, int) else
                                         (cell.constant, next(iter(cell.tables.values()))) for cell in (a, b)))
    return known(first, {unknowns.pop(): table} if table else {})


def looked_up(table, index):
    """table: up to 256 cells, of which those that the index may name are constants; what is behind them is 0."""
    if index is None or isinstance(index, int):
        return None if index is None else table[index] if index < len(table) else 0
    if not isinstance(table, bytes):
        if any(not isinstance(cell, int) and not i & ~index.bits for i, cell in enumerate(table)):
            raise NotImplementedError('a look-up in what is not known')
        table = bytes(cell if isinstance(cell, int) else 0 for cell in table)
    table = table.ljust(256, b'\0')
    if len(index.tables) > 1 and not is_linear(table, index.bits):
        raise NotImplementedError('a look-up by a sum')
    by = moved(table, index.constant)

    def looked(t):
        return int.from_bytes(t.to_bytes(256, 'little').translate(by), 'little')
    return index.map(lambda c: table[c], looked)


def product(a, b):
    """Without carries: (low byte, high byte)."""
    if not isinstance(b, int):
        a, b = b, a
    if not isinstance(b, int):
        raise NotImplementedError('a product of what is not known')
    low = high = 0
    for i in range(8):
        if b >> i & 1:
            low, high = plus(low, up(a, i)), plus(high, down(a, 8 - i))
    return low, high


@functools.cache
def by_matrix(matrix):
    """Byte 7 - i of the matrix has a mask of the bits that sum up to bit i: what becomes of each byte."""
    return bytes(sum(bin(matrix[7 - i] & v).count('1') % 2 << i for i in range(8)) for v in range(256))


@functools.cache
def multiples_gfni(scalar):
    """Of each byte, modulo x^8 + x^4 + x^3 + x + 1."""
    def product_of(v):
        result = 0
        for i in range(8):
            result ^= (v << i) * (scalar >> i & 1)
        for i in range(14, 7, -1):
            result ^= (0x11b << i - 8) * (result >> i & 1)
        return result
    return bytes(product_of(v) for v in range(256))


@strict
def product_gfni(a, b):
    a, b = (a, b) if isinstance(b, int) else (b, a)
    if not isinstance(b, int):
        raise NotImplementedError('a product of what is not known')
    return looked_up(multiples_gfni(b), a)


def carries_nothing(bits_, factor):
    """Whether a number with such bits times the factor is a byte that is their product without carries."""
    copies = [bits_ << i for i in range(8) if factor >> i & 1]
    return sum(copies) == functools.reduce(lambda a, b: a | b, copies, 0) < 256


def shifted(cells, by):
    """A number of several bytes, the lowest first, shifted by so many bits; down, if that is negative."""
    found = []
    for i in range(len(cells)):
        whole, part = divmod(-by, 8)  # byte i gets bits of bytes i + whole and i + whole + 1
        at = [cells[j] if 0 <= j < len(cells) else 0 for j in (i + whole, i + whole + 1)]
        found.append(plus(down(at[0], part), up(at[1], 8 - part)) if part else at[0])
    return found


def of_number(value, count):
    return list((value % (1 << 8 * count)).to_bytes(count, 'little'))


def to_number(cells):
    """The concrete number, or the cells."""
    return int.from_bytes(bytes(cells), 'little') if all(isinstance(c, int) for c in cells) else cells


# Of numbers without signs.
NUMBERS = {'add': lambda x, y: x + y, 'sub': lambda x, y: x - y, 'mul': lambda x, y: x * y, 'shl': lambda x, y: x << y,
           'lshr': lambda x, y: x >> y, 'udiv': lambda x, y: x // y, 'umax': max, 'umin': min,
           'cmeq': lambda x, y: -(x == y), 'cmhs': lambda x, y: -(x >= y), 'cmhi': lambda x, y: -(x > y),
           'cmtst': lambda x, y: -(x & y != 0)}
OF_BYTES = {op: lambda v, w, of=of: of(v, w) % 256 for op, of in NUMBERS.items()}


def saturated(v, w):
    return min(255, v + w)


def calculate(op, a, b):
    """On one lane, a list of cells, the lowest first."""
    if op in ('xor', 'or', 'and'):
        by = {'xor': plus, 'or': either, 'and': both}[op]
        return [by(x, y) for x, y in zip(a, b)]
    count, (x, y) = len(a), map(to_number, (a, b))
    if isinstance(x, int) and isinstance(y, int):
        return of_number(signed(x, 8 * count) >> y if op == 'ashr' else NUMBERS[op](x, y), count)
    if op in ('shl', 'lshr') and isinstance(y, int):
        return shifted(a, y if op == 'shl' else -y)
    if op == 'mul':
        a, y = (a, y) if isinstance(y, int) else (b, x)
        if isinstance(y, int) and y < 256 and all(carries_nothing(bits(c), y) for c in a):
            return [product(c, y)[0] for c in a]
    elif op in NUMBERS and count == 1:
        return [each(OF_BYTES[op], a[0], b[0])]
    raise NotImplementedError(f'{op} of what is not known')


def inserted(into, of, by):
    """A lane shifted by so many bits, down if that is negative, and into's bits where the shift leaves room."""
    room = (1 << by) - 1 if by > 0 else ~(-1 % (1 << 8 * len(of)) >> -by)
    kept = calculate('and', into, of_number(room, len(of)))
    return calculate('or', kept, shifted(of, by))


class Objects:
    """Memory: lists of cells by name. pointer(p) is the cells of a pointer, or of None."""

    def put(self, name, cells):
        """A new object, and the pointer to it."""
        self.memory[name] = list(cells)
        return (name, 0)

    def structure(self, name, *members):
        """An object of pointers or None, sizes, and (value, bytes)."""
        cells = []
        for member in members:
            member = (member, 8) if isinstance(member, int) else member
            is_number = member is not None and isinstance(member[0], int)
            cells += of_number(*member) if is_number else self.pointer(member)
        return self.put(name, cells)


class Bytes(Objects, Module):
    """Vectors are lists of bytes. So are integers that are not concrete."""

    def __init__(self, text):
        super().__init__(text, 0, lane=8)
        self.memory = {}
        for name, value in re.findall(r'^@([\w.]+) = [^\n]*?constant ([^\n]*?)(?:, align \d+)?$', text, re.M):
            try:
                self.memory[name] = self.cells_of(*split_type(value), {})
            except (NotImplementedError, ValueError, KeyError, AttributeError, TypeError):
                pass  # a table of kernels

    def pointer(self, to):
        return [to, *[None] * 7]

    def cells_of(self, type_, text, frame):
        """A constant or a variable as bytes."""
        count = self.size(type_)
        if text.startswith('%'):
            value = frame[text]
            return of_number(value, count) if isinstance(value, int) else value
        if text in ('zeroinitializer', 'null') and not type_.endswith('*'):
            return [0] * count
        if type_.endswith('*'):
            return [self.operand(type_, text, frame)] + [None] * 7
        if text in ('undef', 'poison'):
            return [None] * count
        if text.startswith('c"'):
            return [int(h, 16) if h else ord(c) for h, c in re.findall(r'\\([0-9A-F]{2})|([^\\])', text[2:-1])]
        if elements(type_) or self.members(type_):
            inside = text.strip('<>') if self.members(type_) else text
            return [cell for part in split(inside[1:-1]) for cell in self.cells_of(*split_type(part), frame)]
        return of_number(int({'true': 1, 'false': 0}.get(text, text)), count)

    def size(self, type_):
        if elements(type_) and not type_.endswith('*'):
            return elements(type_)[0] * self.size(elements(type_)[1])
        return 1 if type_ == 'i1' else super().size(type_)

    def operand(self, type_, text, frame):
        text = text.strip()
        if text.startswith('byval('):
            count = self.size(type_[:-1])
            cells, at = self.cells(super().operand(type_, text.split()[-1], frame), count)
            name = f'copy.{len(self.memory)}'
            self.memory[name] = cells[at:at + count]
            return (name, 0)
        if text.startswith(('%', '@')) or text.startswith(('getelementptr', 'bitcast')):
            return super().operand(type_, text, frame)
        if type_.endswith('*'):
            return None if text in ('null', 'undef', 'poison') else super().operand(type_, text, frame)
        cells = self.cells_of(type_, text, frame)
        return cells if elements(type_) or self.members(type_) else None if None in cells else to_number(cells)

    def load(self, type_, pointer):
        cells, at = self.cells(pointer, self.size(type_))
        if type_.endswith('*'):
            return cells[at]
        found = cells[at:at + self.size(type_)]
        return found if elements(type_) else to_number(found)

    def store(self, type_, value, pointer):
        count = self.size(type_)
        cells, at = self.cells(pointer, count)
        if type_.endswith('*'):
            cells[at:at + count] = [value] + [None] * (count - 1)
        else:
            cells[at:at + count] = of_number(value, count) if isinstance(value, int) else value

    def lanes_of(self, type_, value):
        of = self.size(elements(type_)[1]) if elements(type_) else self.size(type_)
        value = of_number(value, of) if isinstance(value, int) else value
        return [value[i:i + of] for i in range(0, len(value), of)]

    def calculated(self, op, type_, a, b, flags):
        if type_ == 'i1':
            return {'and': a & b, 'or': a | b, 'xor': a ^ b}[op]
        pairs = zip(self.lanes_of(type_, a), self.lanes_of(type_, b))
        made = [cell for x, y in pairs for cell in calculate(op, x, y)]
        return made if elements(type_) else to_number(made)

    def compared(self, how, type_, a, b):
        if elements(type_):
            of = elements(type_)[1]
            return [self.compared(how, of, to_number(x), to_number(y))
                    for x, y in zip(self.lanes_of(type_, a), self.lanes_of(type_, b))]
        if type_.endswith('*'):
            return int((a == b) == (how == 'eq'))
        if isinstance(a, int) and isinstance(b, int):
            return super().compared(how, type_, a, b)
        raise NotImplementedError('comparison of what is not known')

    def step(self, line, frame):
        """Of what takes vectors apart and puts them together; the rest is alike."""
        target, _, text = line.partition(' = ')
        op, _, rest = text.partition(' ')
        parts = split(plain(rest).strip())
        if op == 'insertelement':
            type_, value = split_type(parts[0])
            of = self.size(elements(type_)[1])
            vector, at = list(self.operand(type_, value, frame)), self.operand(*split_type(parts[2]), frame)
            vector[of * at:of * at + of] = self.lanes_of(*((t := split_type(parts[1]))[0],
                                                           self.operand(*t, frame)))[0]
            frame[target] = vector
        elif op == 'extractelement':
            type_, value = split_type(parts[0])
            lanes = self.lanes_of(type_, self.operand(type_, value, frame))
            frame[target] = to_number(lanes[self.operand(*split_type(parts[1]), frame)])
        elif op == 'select' and elements(split_type(parts[0])[0]):
            which, true, false = (self.operand(*split_type(part), frame) for part in parts)
            type_ = split_type(parts[1])[0]
            lanes = zip(which, self.lanes_of(type_, true), self.lanes_of(type_, false))
            frame[target] = [cell for one, a, b in lanes for cell in (a if one else b)]
        elif op in ('insertvalue', 'extractvalue'):
            type_, value = split_type(parts[0])
            whole = self.operand(type_, value, frame)
            members = self.members(type_) or [elements(type_)[1]] * elements(type_)[0]
            index = int(parts[-1])
            at, count = sum(self.size(m) for m in members[:index]), self.size(members[index])
            if op == 'extractvalue':
                frame[target] = whole[at:at + count] if elements(members[index]) else to_number(whole[at:at + count])
            else:
                made = self.operand(*split_type(parts[1]), frame)
                frame[target] = whole[:at] + (of_number(made, count) if isinstance(made, int) else made) + \
                    whole[at + count:]
        elif op == 'shufflevector':
            type_, first = split_type(parts[0])
            lanes = self.lanes_of(type_, self.operand(type_, first, frame))
            lanes += self.lanes_of(type_, self.operand(*split_type(parts[1]), frame))
            type_, chosen = split_type(parts[2])
            order = [int(i[4:]) if re.match(r'i32 \d', i) else None for i in split(chosen[1:-1])] \
                if chosen[0] == '<' else [0] * elements(type_)[0]
            frame[target] = [cell for i in order for cell in (lanes[i] if i is not None else [None] * len(lanes[0]))]
        else:
            super().step(line, frame)

    def convert(self, op, type_, value, to):
        if op == 'bitcast':
            return value
        if op == 'inttoptr':
            return value[0]
        count, from_ = self.size(to), self.size(type_)
        if isinstance(value, int):
            if op == 'sext' and value >> (width(type_) - 1):
                value -= 1 << width(type_)
            return value % (1 << width(to))
        if elements(type_):
            count, from_ = count // elements(to)[0], from_ // elements(type_)[0]
        if elements(type_) and elements(type_)[1] == 'i1':
            return [byte for one in value for byte in of_number(-one if op == 'sext' else one, count)]
        if op == 'sext' and any(bits(value[i]) & 128 for i in range(from_ - 1, len(value), from_)):
            raise NotImplementedError('the sign of what is not known')
        lanes = [value[i:i + from_] for i in range(0, len(value), from_)]
        made = [cell for lane in lanes for cell in (lane + [0] * count)[:count]]
        return made if elements(to) else to_number(made)

    def assembled(self, code, values):
        text = code.replace('\\0A', ';').replace('\\09', '')
        if text == 'tbl $1.16b, {$2.16b}, $3.16b;eor $0.16b, $0.16b, $1.16b':  # table, index, sum
            found = [looked_up(values[0], i) for i in values[1]]
            return [plus(a, b) for a, b in zip(values[2], found)] + found
        if text == 'eor3 $0.16b, $1.16b, $2.16b, $3.16b':
            return [plus(plus(a, b), c) for a, b, c in zip(*values)]
        raise NotImplementedError('assembler: ' + text)

    def called(self, name, values):
        if name.startswith('llvm.memset'):
            cells, at = self.cells(values[0], values[2])
            cells[at:at + values[2]] = [values[1]] * values[2]
            return None
        if name.startswith(('llvm.umin', 'llvm.umax')):
            of_two = min if 'umin' in name else max
            if isinstance(values[0], int):
                return of_two(values)
            if re.search(r'\.v\d+i8$', name):
                return [each(of_two, a, b) for a, b in zip(*values)]
            raise NotImplementedError(name + ' of what is not known')
        if 'vgf2p8mulb' in name:
            return [product_gfni(a, b) for a, b in zip(*values)]
        if 'vgf2p8affineqb' in name:
            x, matrices, constant = values
            return [plus(looked_up(by_matrix(bytes(matrices[i // 8 * 8:i // 8 * 8 + 8])), cell), constant)
                    for i, cell in enumerate(x)]
        if 'crypto.eor3u' in name:
            return [plus(plus(a, b), c) for a, b, c in zip(*values)]
        if 'usub.sat.i64' in name:
            return max(0, values[0] - values[1])
        if 'neon.ushl' in name:  # by the lowest byte of each lane; down, if that is negative
            return [down(a, 256 - by) if by > 127 else up(a, by) for a, by in zip(*values)]
        if 'psrl.w' in name:
            by = int.from_bytes(bytes(values[1][:8]), 'little')
            return [cell for i in range(0, len(values[0]), 2) for cell in shifted(values[0][i:i + 2], -by)]
        if 'pblendvb' in name:
            return [b if mask >> 7 else a for a, b, mask in zip(*values)]
        turns = re.search(r'neon\.(ld|st)([24])\.v(\d+)i(\d+)', name)
        if turns:  # numbers of several vectors, in turn
            vectors, lanes, of = int(turns[2]), int(turns[3]), int(turns[4]) // 8
            cells, at = self.cells(values[-1], vectors * lanes * of)
            places = [at + (lane * vectors + v) * of + i for v in range(vectors) for lane in range(lanes)
                      for i in range(of)]
            if turns[1] == 'ld':
                return [cells[place] for place in places]
            for place, cell in zip(places, [cell for value in values[:-1] for cell in value]):
                cells[place] = cell
            return None
        ld = re.search(r'neon\.(ld|st)1x(\d)\.v16i8', name)
        if ld:
            count = 16 * int(ld[2])
            cells, at = self.cells(values[-1], count)
            if ld[1] == 'ld':
                return cells[at:at + count]
            cells[at:at + count] = [cell for value in values[:-1] for cell in value]
            return None
        if 'neon.tbl' in name:
            table = [cell for value in values[:-1] for cell in value]
            table = bytes(table) if all(isinstance(cell, int) for cell in table) else table
            return [looked_up(table, i) for i in values[-1]]
        if 'pshuf.b' in name:
            made = []
            for first in range(0, len(values[1]), 16):
                table = values[0][first:first + 16] * 8
                table = bytes(table) if all(isinstance(cell, int) for cell in table) else table
                made += [looked_up(table, index) for index in values[1][first:first + 16]]
            return made
        if 'uadd.sat.v' in name:
            return [each(saturated, a, b) for a, b in zip(*values)]
        if 'neon.pmull.v8i16' in name:
            return [cell for a, b in zip(*values) for cell in product(a, b)]
        if 'neon.pmul.v' in name:
            return [product(a, b)[0] for a, b in zip(*values)]
        if re.search(r'neon\.vs[lr]i\.v16i8', name):
            into, of, by = values
            return [inserted([a], [b], by if 'vsli' in name else -by)[0] for a, b in zip(into, of)]
        if name == 'neosig_cpu':  # no instructions beyond those of the backend
            return 0
        if name in self.functions:
            return self.call(name, values)
        raise NotImplementedError(name)
