"""Runs functions compiled for AArch64 on all inputs of some bytes at once: the instructions of object files (image.py).

Bytes of data are what sums.py makes of them: sums, over GF(2), of functions of one unknown byte each; or those of
affine forms, in arm_numbers.py. Registers and memory hold such bytes, or numbers, or None, which is undefined. Memory
is made of objects. A proof fails (class Refuted) where an access leaves its object, or the stack above its pointer;
where an address or a branch depends on data or on what is undefined; and where a function does not give back what
belongs to its caller: x19 to x29, the stack pointer and the lower halves of v8 to v15. What this file and neon.py do
not know raises NotImplementedError."""
import functools
import itertools
import re

import sums
from affine import Refuted, signed, split
from image import EXTERNAL
from sums import Objects, of_number, to_number, unknown

SP, ZERO = 31, 32  # general registers after x0 to x30
STACK = 1 << 14
MOST_STEPS = 1 << 22
RETURN = 0x3000  # where a proof's own call returns to
SIZES = {'q': 16, 'd': 8, 's': 4, 'h': 2, 'b': 1, 'x': 8, 'w': 4}


# ---- Operands

@functools.cache
def general(text):
    """(number, bytes) of a general register."""
    if text in ('sp', 'wsp'):
        return SP, 8 if text == 'sp' else 4
    return ZERO if text[1:] == 'zr' else int(text[1:]), SIZES[text[0]]


@functools.cache
def vector(text):
    """(number, bytes of a lane, bytes, lane or None) of v1.16b, v1.d[1] or q1."""
    found = re.fullmatch(r'v(\d+)\.(\d*)([bhsd])(?:\[(\d+)\])?', text)
    if not found:
        return int(text[1:]), SIZES[text[0]], SIZES[text[0]], None
    lane = SIZES[found[3]]
    return int(found[1]), lane, int(found[2] or 1) * lane, int(found[4]) if found[4] else None


@functools.cache
def registers(text):
    """Numbers of the registers in {v1.16b-v3.16b} or {v1.16b, v2.16b}; bytes of a lane, and of a register."""
    parts = [vector(part) for part in re.findall(r'v\d+\.\w+', text)]
    numbers = [part[0] for part in parts]
    if '-' in text:
        numbers = [i % 32 for i in range(numbers[0], numbers[-1] + 1 + 32 * (numbers[-1] < numbers[0]))]
    return numbers, parts[0][1], parts[0][2]


def immediate(text):
    return int(text[1:], 0)


def is_vector(text):
    return re.match(r'[vqdshb]\d', text) is not None


def lanes(cells, of):
    return [cells[i:i + of] for i in range(0, len(cells), of)]


OPERATIONS, VECTORS = {}, {}


def on(table, *mnemonics):
    """Of the function that carries out these instructions."""
    def put(function):
        table.update(dict.fromkeys(mnemonics, function))
        return function
    return put


class Arm(Objects):
    """A processor with memory. Objects are lists of cells; pointers are (name, offset).

    calculate(op, a, b): on one lane of each. Other data than those of sums.py bring their own."""
    calculate = staticmethod(sums.calculate)

    def __init__(self, image):
        self.image, self.memory, self.places, self.names, self.executed = image, {}, {}, [], set()
        self.kept_vectors = [[unknown(('kept', i, k)) for k in range(16)] for i in range(8)]

    # ---- Memory

    def pointer(self, to):
        return of_number(self.address(to), 8)

    def address(self, pointer):
        """Objects lie 2^32 bytes apart."""
        if pointer is None or isinstance(pointer, int):
            return pointer or 0
        name, offset = pointer
        if name not in self.places:
            self.names.append(name)
            self.places[name] = len(self.names)
        return (2 * self.places[name] + 1 << 31) + offset

    def cells(self, address, count, is_store=False):
        if not isinstance(address, int):
            raise Refuted('an address depends on data')
        if address < 1 << 32 and not is_store:
            return self.image.cells(address, count), 0
        place, offset = address >> 32, address % (1 << 32) - (1 << 31)
        name = self.names[place - 1] if 0 < place <= len(self.names) else 'constants'
        cells = self.memory.get(name, [])
        if offset < 0 or offset + count > len(cells) or name == 'stack' and address < self.general[SP]:
            raise Refuted(f'access outside: {count} bytes at byte {offset} of {name}, which has {len(cells)}')
        return cells, offset

    def load(self, address, count):
        cells, at = self.cells(address, count)
        return cells[at:at + count]

    def store(self, address, stored):
        cells, at = self.cells(address, len(stored), True)
        cells[at:at + len(stored)] = stored

    # ---- Registers

    def get(self, text):
        if text[0] == '#':
            return immediate(text)
        number, size = general(text)
        value = 0 if number == ZERO else self.general[number]
        if size == 4:
            value = value % (1 << 32) if isinstance(value, int) else to_number(value[:4])
        return value

    def set(self, text, value):
        number, size = general(text)
        self.general[number] = value % (1 << 8 * size) if isinstance(value, int) else \
            to_number((list(value) + [0] * 8)[:8])

    def get_vector(self, text):
        number, lane, size, at = vector(text)
        return self.vectors[number][lane * (at or 0):][:size]

    def set_vector(self, text, cells):
        """What is behind the cells becomes 0, but beside an element."""
        number, lane, _, at = vector(text)
        before = self.vectors[number]
        self.vectors[number] = cells + [0] * (16 - len(cells)) if at is None else \
            before[:lane * at] + cells + before[lane * (at + 1):]

    def concrete(self, value):
        if not isinstance(value, int):
            raise Refuted('an address or a branch depends on data')
        return value

    def second(self, operands):
        """The last operand, with its shift or extension if it has one: [register or number, shift]."""
        value = self.get(operands[0])
        if len(operands) == 1:
            return value
        kind, _, by = operands[1].partition(' ')
        by = immediate(by) if by else 0
        size = general(operands[0])[1] if operands[0][0] != '#' else 8
        if kind in ('lsl', 'lsr', 'asr'):
            return self.computed({'lsl': 'shl', 'lsr': 'lshr', 'asr': 'ashr'}[kind], value, by, size)
        of = 8 * SIZES[kind[-1]] if kind[-1] != 'x' else 64
        value = self.concrete(value) % (1 << of)
        return (signed(value, of) if kind[0] == 's' else value) << by

    def place(self, operands):
        """The address of a load or a store. A base register that steps before it, steps."""
        inside = split(operands[0].strip('!')[1:-1])
        base = self.concrete(self.get(inside[0]))
        address = (base + self.concrete(self.second(inside[1:]) if inside[1:] else 0)) % (1 << 64)
        if operands[0].endswith('!'):
            self.set(inside[0], address)
        return address

    def step_base(self, operands):
        """After a load or a store."""
        if operands[1:]:
            base = operands[0][1:-1]
            self.set(base, self.get(base) + self.concrete(self.get(operands[1])))

    # ---- Numbers

    def computed(self, op, a, b, size):
        """Of numbers, or cells, of so many bytes."""
        if isinstance(a, int) and isinstance(b, int):
            a, b = a % (1 << 8 * size), b % (1 << 8 * size)
            quick = {'add': int.__add__, 'sub': int.__sub__, 'xor': int.__xor__, 'and': int.__and__, 'or': int.__or__}
            if op in quick:
                return quick[op](a, b) % (1 << 8 * size)
        return to_number(self.calculate(op, *(of_number(v, size) if isinstance(v, int) else v for v in (a, b))))

    def added(self, a, b, carry, size):
        """The sum of numbers, of which the flags tell."""
        n = 8 * size
        a, b = a % (1 << n), b % (1 << n)
        whole, total = a + b + carry, (a + b + carry) % (1 << n)
        self.flags = (total >> (n - 1), int(total == 0), whole >> n,
                      int(signed(total, n) != signed(a, n) + signed(b, n) + carry))
        return total

    def holds(self, condition):
        if self.flags is None:
            raise Refuted('an undefined flag is used')
        n, z, c, v = self.flags
        holds = {'eq': z, 'cs': c, 'hs': c, 'mi': n, 'vs': v, 'hi': c and not z, 'ge': n == v, 'gt': n == v and not z}
        opposite = {'ne': 'eq', 'cc': 'cs', 'lo': 'cs', 'pl': 'mi', 'vc': 'vs', 'ls': 'hi', 'lt': 'ge', 'le': 'gt'}
        return bool(holds[condition]) if condition in holds else not holds[opposite[condition]]

    # ---- Calls

    def call(self, function, arguments):
        """A function by its name or address. What it returns is in x0."""
        self.put('stack', [None] * STACK)
        on_stack = [b for a in arguments[8:] for b in of_number(self.address(a), 8)]
        self.general = [[None] * 8] * 31 + [self.address(('stack', STACK - (len(on_stack) + 15) // 16 * 16)), 0]
        self.store(self.general[SP], on_stack)
        for i, argument in enumerate(arguments[:8]):
            self.general[i] = self.address(argument)
        for i in range(19, 30):
            self.general[i] = i << 56
        self.vectors = [[None] * 16 if not 8 <= i < 16 else list(self.kept_vectors[i - 8]) for i in range(32)]
        self.flags, self.calls = None, []
        self.enter(RETURN)
        self.run(self.image.symbols[function][0] if isinstance(function, str) else function)
        return self.general[0]

    def kept(self):
        return [*self.general[19:30], self.general[SP], *itertools.chain(*(v[:8] for v in self.vectors[8:16]))]

    def enter(self, after):
        self.general[30] = after
        self.calls.append((after, self.kept()))

    def leave(self, to):
        after, kept = self.calls.pop()
        if to != after or self.kept() != kept:
            raise Refuted('a function returns elsewhere, or with other registers of its caller')
        self.next = after

    def external(self, name):
        to, of, count = (self.concrete(self.general[0]), self.general[1], self.concrete(self.general[2]))
        self.store(to, self.load(of, count) if name == 'memcpy' else [self.concrete(of) % 256] * count)
        self.leave(self.general[30])

    def run(self, at):
        names = {at: name for name, at in EXTERNAL.items()}
        for _ in range(MOST_STEPS):
            if at == RETURN and not self.calls:
                return
            self.next = at + 4
            if at in names:
                self.external(names[at])
            elif at in self.image.code:
                self.executed.add(at)
                self.step(*self.image.code[at])
            else:
                raise Refuted(f'a branch to {at:x}')
            at = self.next
        raise Refuted('a function does not end')

    def run_whole(self, name):
        """Each instruction of the function must have been run."""
        if self.image.instructions(name) - self.executed:
            raise Refuted(f'{name} was not run whole')

    def step(self, mnemonic, operands):
        table = VECTORS if operands and is_vector(operands[0]) and mnemonic not in MEMORY else OPERATIONS
        if mnemonic.startswith('b.'):
            if self.holds(mnemonic[2:]):
                self.next = int(operands[0], 16)
        elif mnemonic in table:
            table[mnemonic](self, mnemonic, operands)
        else:
            raise NotImplementedError(f'{mnemonic} {", ".join(operands)}')


# ---- Instructions on general registers: of a processor, a mnemonic and operands

@on(OPERATIONS, 'add', 'sub', 'and', 'orr', 'eor', 'bic', 'lsl', 'lsr', 'asr', 'mul', 'udiv', 'adds', 'subs', 'ands',
    'cmp', 'cmn', 'tst', 'neg', 'mvn', 'bics')
def arithmetic(m, mnemonic, operands):
    first = {'cmp': ('subs', ZERO), 'cmn': ('adds', ZERO), 'tst': ('ands', ZERO)}
    if mnemonic in first:
        mnemonic, operands = first[mnemonic][0], (operands[0][0].replace('s', 'x') + 'zr', *operands)
    if mnemonic in ('neg', 'mvn'):
        mnemonic, operands = {'neg': 'sub', 'mvn': 'orn'}[mnemonic], (operands[0], operands[0][0] + 'zr', *operands[1:])
    size = general(operands[0])[1]
    a, b = m.get(operands[1]), m.second(operands[2:])
    if mnemonic in ('adds', 'subs'):
        b = m.concrete(b) if mnemonic == 'adds' else ~m.concrete(b)
        return m.set(operands[0], m.added(m.concrete(a), b, int(mnemonic == 'subs'), size))
    if mnemonic in ('bic', 'bics', 'orn'):
        b = m.computed('xor', b, -1, size)
    if mnemonic in ('lsl', 'lsr', 'asr'):
        b = m.concrete(b) % (8 * size)
    if mnemonic == 'udiv' and m.concrete(b) == 0:
        return m.set(operands[0], 0)
    op = {'orr': 'or', 'orn': 'or', 'eor': 'xor', 'bic': 'and', 'bics': 'and', 'ands': 'and', 'lsl': 'shl',
          'lsr': 'lshr', 'asr': 'ashr'}.get(mnemonic, mnemonic)
    result = m.computed(op, a, b, size)
    if mnemonic in ('ands', 'bics'):
        m.flags = (m.concrete(result) >> (8 * size - 1), int(result == 0), 0, 0)
    m.set(operands[0], result)


@on(OPERATIONS, 'madd', 'msub', 'umaddl', 'umull', 'mneg')
def multiplied(m, mnemonic, operands):
    a, b, *more = (m.concrete(m.get(text)) for text in operands[1:])
    m.set(operands[0], (more[0] if more else 0) + (-a * b if mnemonic in ('msub', 'mneg') else a * b))


@on(OPERATIONS, 'mov', 'fmov', 'umov')
def moved(m, mnemonic, operands):
    if is_vector(operands[1]):
        m.set(operands[0], to_number(m.get_vector(operands[1])))
    else:
        m.set(operands[0], m.get(operands[1]))


@on(OPERATIONS, 'movk')
def moved_part(m, mnemonic, operands):
    by = immediate(operands[2].split()[1]) if operands[2:] else 0
    m.set(operands[0], m.concrete(m.get(operands[0])) & ~(0xffff << by) | immediate(operands[1]) << by)


@on(OPERATIONS, 'adr', 'adrp')
def address_of(m, mnemonic, operands):
    m.set(operands[0], int(operands[1], 16))


@on(OPERATIONS, 'ubfx', 'ubfiz', 'bfi', 'bfxil', 'sbfiz', 'sbfx')
def field_of_bits(m, mnemonic, operands):
    value, (low, count) = m.get(operands[1]), map(immediate, operands[2:])
    size, into = general(operands[0])[1], m.get(operands[0])
    is_down = mnemonic in ('ubfx', 'bfxil', 'sbfx')
    part = m.computed('and', m.computed('lshr', value, low if is_down else 0, size), (1 << count) - 1, size)
    if mnemonic[0] == 's':
        part = signed(m.concrete(part), count)
    part, at = (part, 0) if is_down else (m.computed('shl', part, low, size), low)
    if mnemonic[0] == 'b':
        part = m.computed('or', m.computed('and', into, ~((1 << count) - 1 << at), size), part, size)
    m.set(operands[0], part)


@on(OPERATIONS, 'sxtw', 'sxtb', 'sxth', 'uxtb', 'uxth')
def extended(m, mnemonic, operands):
    m.set(operands[0], m.second((operands[1], mnemonic)))


@on(OPERATIONS, 'csel', 'csinc', 'csneg', 'csinv', 'cset', 'cinc', 'csetm')
def selected(m, mnemonic, operands):
    if m.holds(operands[-1]):
        made = {'cset': lambda: 1, 'csetm': lambda: -1, 'cinc': lambda: m.concrete(m.get(operands[1])) + 1}
        return m.set(operands[0], made[mnemonic]() if mnemonic in made else m.get(operands[1]))
    other = m.get(operands[2]) if len(operands) > 3 else 0 if mnemonic != 'cinc' else m.get(operands[1])
    made = {'csinc': lambda: m.concrete(other) + 1, 'csneg': lambda: -m.concrete(other),
            'csinv': lambda: ~m.concrete(other)}
    m.set(operands[0], made[mnemonic]() if mnemonic in made else other)


@on(OPERATIONS, 'ccmp', 'ccmn')
def compared_if(m, mnemonic, operands):
    if m.holds(operands[3]):
        arithmetic(m, 'cmp' if mnemonic == 'ccmp' else 'cmn', operands[:2])
    else:
        m.flags = tuple(immediate(operands[2]) >> i & 1 for i in (3, 2, 1, 0))


@on(OPERATIONS, 'b', 'bl', 'blr', 'br', 'ret', 'cbz', 'cbnz', 'tbz', 'tbnz', 'nop')
def branched(m, mnemonic, operands):
    if mnemonic == 'nop':
        return
    if mnemonic == 'ret':
        return m.leave(m.concrete(m.get(operands[0] if operands else 'x30')))
    to = m.concrete(m.get(operands[0])) if mnemonic in ('br', 'blr') else int(operands[-1], 16)
    if mnemonic in ('bl', 'blr'):
        m.enter(m.next)
    if mnemonic[1:] in ('bz', 'bnz'):
        value = m.concrete(m.get(operands[0]))
        value = value >> immediate(operands[1]) & 1 if mnemonic[0] == 't' else value
        if (value == 0) != (mnemonic[1:] == 'bz'):
            return
    m.next = to


# ---- Loads and stores, of either kind of registers

MEMORY = {'ldr', 'ldur', 'str', 'stur', 'ldp', 'stp', 'ldrb', 'ldrh', 'ldrsh', 'ldurb', 'ldurh', 'strb', 'strh',
          'sturb', 'sturh'}


@on(OPERATIONS, *MEMORY)
def loaded_or_stored(m, mnemonic, operands):
    count = 2 if mnemonic.endswith('p') else 1
    place = operands[count:]
    address, size = m.place(place), {'b': 1, 'h': 2}.get(mnemonic[-1], SIZES[operands[0][0]])
    for i, text in enumerate(operands[:count]):
        if mnemonic[0] == 's':
            value = m.get_vector(text) if is_vector(text) else m.get(text)
            m.store(address + i * size, (of_number(value, 8) if isinstance(value, int) else value)[:size])
        else:
            cells = m.load(address + i * size, size)
            if mnemonic == 'ldrsh':
                cells = signed(m.concrete(to_number(cells)), 16)
            m.set_vector(text, cells) if is_vector(text) else m.set(text, cells)
    m.step_base(place)


@on(OPERATIONS, 'ld1', 'st1', 'ld1r')
def several(m, mnemonic, operands):
    address = m.place(operands[1:])
    numbers, lane, size = registers(operands[0])
    at = re.search(r'\[(\d+)\]', operands[0])
    if at:
        text = f'v{numbers[0]}.{"bhsd"[lane.bit_length() - 1]}[{at[1]}]'
        m.store(address, m.get_vector(text)) if mnemonic == 'st1' else m.set_vector(text, m.load(address, lane))
        numbers = []
    for i, number in enumerate(numbers):
        if mnemonic == 'st1':
            m.store(address + i * size, m.vectors[number][:size])
        else:
            cells = m.load(address, lane) * (size // lane) if mnemonic == 'ld1r' else m.load(address + i * size, size)
            m.vectors[number] = cells + [0] * (16 - size)
    m.step_base(operands[1:])


@on(OPERATIONS, 'ld2', 'ld3', 'ld4', 'st2', 'st3', 'st4')
def in_turn(m, mnemonic, operands):
    """Lane 0 of each register, then lane 1 of each, and so on."""
    address = m.place(operands[1:])
    numbers, lane, size = registers(operands[0])
    if '[' in operands[0]:
        raise NotImplementedError(f'{mnemonic} of one lane')
    places = [(number, lane * at) for at in range(size // lane) for number in numbers]
    if mnemonic[0] == 's':
        m.store(address, [cell for number, at in places for cell in m.vectors[number][at:at + lane]])
    else:
        cells = m.load(address, size * len(numbers))
        for i, number in enumerate(numbers):
            mine = lanes(cells, lane)[i::len(numbers)]
            m.vectors[number] = [cell for one in mine for cell in one] + [0] * (16 - size)
    m.step_base(operands[1:])
