"""Runs functions compiled to LLVM's intermediate code on all inputs of a range at once.

Control flow, addresses and constants are concrete. Data are integers of one lane of 32 or 16 bits, and of two lanes, as
affine sums with exact rational coefficients: c + c1 a1 + c2 a2 + ..., where an atom a1, a2, ... is an unknown integer
in a known range. Sums, multiples and shifts of affine sums are affine sums again. What a shift drops is a new atom. So
is a number that may have wrapped, which is then known modulo a power of 2 only. So the range of each number is a
theorem about all inputs. Atoms that a reduction adds have multiples of q as coefficients. So the residue of each number
modulo q, as a linear function of the inputs, is a theorem, too.

A proof fails (class Refuted) where a signed operation may overflow, an assertion of the source may fail, or an access
may leave its object. What this file does not know raises NotImplementedError. """
import argparse
import functools
import itertools
import math
import pathlib
import re
import shutil
import subprocess
import tempfile
from fractions import Fraction


TARGETS = {'portable': [], 'avx2': ['--target=x86_64-linux-gnu', '-mavx2'],
           'neon': ['--target=aarch64-linux-gnu', '-isystem', '/usr/aarch64-linux-gnu/include']}


class Refuted(Exception):
    pass


def compiled(clang, source, file, backend, options=(), first=None):
    """The intermediate code of src/<file>.c. first: a directory whose folders come before those of src."""
    includes = [argument for directory in [first, source / 'src', source / 'include'] if directory
                for argument in ('-I', directory)]
    return subprocess.run(
        [clang, *TARGETS[backend], *includes, *options, '-O1', '-fno-vectorize', '-fno-slp-vectorize',
         '-fno-unroll-loops', '-fno-discard-value-names', '-w', '-S', '-emit-llvm', '-o', '-',
         (pathlib.Path(first) if first else source / 'src') / f'{file}.c'],
        check=True, stdout=subprocess.PIPE, text=True).stdout


def refuted(source, what, fault, prove):
    """Whether prove(fault, first) refutes the fault in a copy of its folder. A fault begins with (folder, file, text,
    what replaces it)."""
    folder, name, old, new = fault[:4]
    with tempfile.TemporaryDirectory() as directory:
        shutil.copytree(source / 'src' / folder, pathlib.Path(directory, folder))
        file = pathlib.Path(directory, folder, name)
        text = file.read_text()
        if text.count(old) != 1:
            raise SystemExit(f'{what}: cannot be planted, {name} has "{old}" {text.count(old)} times')
        file.write_text(text.replace(old, new))
        try:
            prove(fault, directory)
        except Refuted as why:
            print(f'{what}: refuted ({why})', flush=True)
            return True
    print(f'{what}: NOT NOTICED', flush=True)
    return False


def program(proofs, faults, planted):
    """The command line of a proof, <clang> <source tree> [--backends a,b] [--self-test]; returns its status.

    proofs(options, backend): pairs of what is proved and a function that proves it, and returns what it saw.
    faults: {what: (folder, file, text, what replaces it, backend, ...)}. planted(options, fault, first): proves."""
    parser = argparse.ArgumentParser()
    parser.add_argument('clang')
    parser.add_argument('source', type=pathlib.Path)
    parser.add_argument('--backends', default=','.join(TARGETS))
    parser.add_argument('--self-test', action='store_true')
    options = parser.parse_args()
    chosen = options.backends.split(',')
    if options.self_test:
        return not all([refuted(options.source, what, fault, functools.partial(planted, options))
                        for what, fault in faults.items() if fault[4] in chosen])
    failed = 0
    for what, prove in itertools.chain.from_iterable(proofs(options, backend) for backend in chosen):
        try:
            print(f'{what}: {prove()}', flush=True)
        except Refuted as why:
            print(f'{what}: NOT PROVED: {why}', flush=True)
            failed += 1
    return failed != 0


class Atom:
    """An unknown integer in [low, high]. residue: what it is modulo q, as coefficients of the inputs by their numbers
    and, by None, a constant; of products of inputs as multiply_residues has it; or None.
    congruent: (bits, form): what it is modulo 2^bits, or None."""

    def __init__(self, low, high, residue=None, congruent=None):
        self.low, self.high, self.residue, self.congruent = low, high, residue, congruent

    def steps(self, x, most=64):
        """If this is what a shift drops of a multiple of the atom x plus a constant: for each result of the shift the
        least and the greatest x, and what is dropped of each. None if it is not, or of more than `most` results."""
        if self.congruent is None or list(self.congruent[1].terms) != [x]:
            return None
        bits, form = self.congruent
        factor, constant = form.terms[x], form.constant
        if Fraction(factor).denominator != 1 or constant.denominator != 1:
            return None
        factor, constant = int(factor), int(constant)
        if (self.low, self.high) != (0, (1 << bits) - 1) or factor <= 0 or factor * (x.high - x.low) >> bits > most:
            return None
        found = []
        for result in range((factor * x.low + constant) >> bits, ((factor * x.high + constant) >> bits) + 1):
            first = max(x.low, -((constant - (result << bits)) // factor))
            last = min(x.high, (((result + 1) << bits) - 1 - constant) // factor)
            if first <= last:
                found.append([(at, factor * at + constant - (result << bits)) for at in (first, last)])
        return found


class Form:
    """constant + sum of coefficient * atom, equal to a number of the program modulo 2^bits."""

    def __init__(self, constant=0, terms=None, bits=64):
        self.constant, self.bits = Fraction(constant), bits
        self.terms = {a: c for a, c in (terms or {}).items() if c != 0}

    def range(self):
        low = high = self.constant
        for x, dropped in itertools.permutations(self.terms, 2) if len(self.terms) == 2 else ():
            steps = dropped.steps(x)
            if steps:
                ends = [self.constant + self.terms[x] * at + self.terms[dropped] * of
                        for step in steps for at, of in step]
                return min(ends), max(ends)
        for atom, c in self.terms.items():
            low += c * (atom.low if c > 0 else atom.high)
            high += c * (atom.high if c > 0 else atom.low)
        return low, high

    def fits(self, bits):
        low, high = self.range()
        return self.bits >= bits and low >= -(1 << (bits - 1)) and high < 1 << (bits - 1)

    def plus(self, other, factor=1):
        terms = dict(self.terms)
        for atom, c in other.terms.items():
            terms[atom] = terms.get(atom, 0) + factor * c
        return Form(self.constant + factor * other.constant, terms, min(self.bits, other.bits))

    def times(self, factor):
        return Form(self.constant * factor, {a: c * factor for a, c in self.terms.items()}, self.bits)

    def modulo(self, bits, replace=True):
        """A form equal to it modulo 2^bits, with smaller coefficients. replace: atoms by what they are congruent to."""
        terms, constant = dict(self.terms), self.constant
        while True:
            terms = {a: c - (round(c / (1 << bits)) << bits) for a, c in terms.items()}
            terms = {a: c for a, c in terms.items() if c}
            known = [a for a, c in terms.items() if a.congruent is not None and c.denominator == 1 and
                     c.numerator * (1 << a.congruent[0]) % (1 << bits) == 0]
            if not known or not replace:
                return Form(constant - (round(constant / (1 << bits)) << bits), terms, min(self.bits, bits))
            c, form = terms.pop(known[-1]), known[-1].congruent[1]
            constant += c * form.constant
            for atom, d in form.terms.items():
                terms[atom] = terms.get(atom, 0) + c * d

    def divisible(self, bits):
        """Whether it surely is a multiple of 2^bits."""
        scale = max(c.denominator for c in (self.constant, *map(Fraction, self.terms.values()))).bit_length() - 1
        rest = self.times(1 << scale).modulo(bits + scale)
        return not rest.terms and rest.constant == 0


def signed(value, bits):
    value %= 1 << bits
    return value - (1 << bits) if value >> (bits - 1) else value


class Halves:
    """64 bits as two numbers of 32."""

    def __init__(self, low, high):
        self.low, self.high = low, high


class Lanes(list):
    """An integer of several lanes, which is only moved."""


class AnyZero(frozenset):
    """A number of the program, not 0 where one of these inputs is 0 modulo q, and else 0."""


@functools.cache
def split(text):
    """The parts of text between commas that stand in no brackets."""
    parts, depth, part = [], 0, ''
    for c in text:
        depth += c in '([{<'
        depth -= c in ')]}>'
        if c == ',' and depth == 0:
            parts.append(part.strip())
            part = ''
        else:
            part += c
    return parts + [part.strip()] if part.strip() else parts


@functools.cache
def split_type(text):
    """A type and what follows it."""
    text = text.strip()
    if text[0] in '<[{':
        depth = 0
        for i, c in enumerate(text):
            depth += c in '<[{('
            depth -= c in '>]})'
            if depth == 0:
                break
        end = i + 1
    else:
        end = re.match(r'[%\w.]+', text).end()
    while True:
        more = re.match(r'\s*\*|\s*\([^()]*\)\s*\*', text[end:])
        if not more:
            return text[:end], text[end:].strip()
        end += more.end()


@functools.cache
def elements(type_):
    """(count, type of an element) of a vector or an array, else None."""
    inside = re.fullmatch(r'[<\[](\d+) x (.*)[>\]]', type_)
    return (int(inside[1]), inside[2]) if inside and not type_.endswith('*') else None


@functools.cache
def width(type_):
    """The bits of an integer, or of a vector's element."""
    return int((elements(type_)[1] if elements(type_) else type_)[1:])


@functools.cache
def size(type_):
    if type_.endswith('*') or type_ == 'ptr':
        return 8
    if elements(type_):
        count, of = elements(type_)
        return count * size(of)
    return int(re.fullmatch(r'i(\d+)', type_)[1]) // 8


FLAGS = r'\b(?:nuw|nsw|exact|inbounds|disjoint|nneg|samesign|tail|musttail|notail|noundef|nonnull|nocapture|readonly|' \
        r'writeonly|zeroext|signext|immarg|captures\(none\)|align \d+|dereferenceable\(\d+\))(?= |,|$)'


@functools.cache
def plain(text):
    """Without flags."""
    return re.sub(FLAGS, '', text)


class Module:
    def __init__(self, text, q, lane=32):
        """lane: bits of a number."""
        self.q, self.lane = q, lane
        self.most = 3 if lane == 32 else 1  # atoms of a sum; numbers of 16 bits need the ranges of single ones
        self.functions, self.memory, self.dropped, self.products = {}, {}, {}, {}
        self.asserted = self.overflows = 0
        self.monomials = False  # whether the inputs of residues are products
        self.types = dict(re.findall(r'^(%[\w.]+) = type (\{.*\})', text, re.M))
        of = rf'^@([\w.]+) = .*?constant \[[^"]*?i{lane}\]+ (\[.*\]),'
        for name, value in re.findall(of, text, re.M):
            self.memory[name] = [int(n) for n in re.findall(rf'i{lane} (-?\d+)', value)]
        text = re.sub(r'switch [^\[]*\[[^\]]*\]', lambda m: ' '.join(m[0].split()), text)
        definition = r'^define [^@\n]*@([\w.]+)\(([^\n]*)\)[^()\n]*\{\n(.*?)^\}'
        for name, arguments, body in re.findall(definition, text, re.M | re.S):
            names = [a.split()[-1] for a in split(arguments)]
            blocks, label = {}, None
            for line in body.splitlines():
                head = re.match(r'([\w.\-$]+):', line)
                if head:
                    label = head[1]
                    blocks[label] = []
                elif line.strip():
                    label = label or 'entry'
                    line = re.sub(r', ![\w.]+ ![\w]+|, align \d+$| #\d+', '', line.strip())
                    blocks.setdefault(label, []).append(line)
            self.functions[name] = (names, blocks)

    # ---- Numbers

    def residue(self, form):
        total = {}
        constant = form.constant.numerator * pow(form.constant.denominator, -1, self.q)
        for c, residue in [(constant, {None: 1}), *((c.numerator * pow(c.denominator, -1, self.q), atom.residue)
                                                    for atom, c in form.terms.items())]:
            if c % self.q:
                if residue is None:
                    return None
                for i, r in residue.items():
                    total[i] = (total.get(i, 0) + c * r) % self.q
        return {i: r for i, r in total.items() if r}

    def form(self, value):
        return Form(value) if isinstance(value, int) else value

    def number(self, value, bits):
        """The form of the signed number that value's lowest bits are."""
        if value is None:
            raise Refuted('an undefined number is used')
        if isinstance(value, int):
            return Form(signed(value, bits))
        if isinstance(value, Halves):
            if bits == 32:
                return self.number(value.low, 32)
            high = self.number(value.high, 32).times(1 << 32)
            return high if isinstance(value.low, int) and value.low == 0 else high.plus(self.unsigned(value.low))
        if value.fits(bits):
            return Form(value.constant, value.terms)
        if value.bits < bits:
            raise NotImplementedError('bits that are not known')
        return Form(0, {Atom(-(1 << (bits - 1)), (1 << (bits - 1)) - 1, None, (bits, value)): 1})

    def unsigned(self, value):
        form = self.number(value, 32)
        low, high = form.range()
        return form if low >= 0 else Form(0, {Atom(0, (1 << 32) - 1, None, (32, form)): 1})

    def is_zero(self, value, bits):
        if isinstance(value, int):
            return int(value == 0)
        form = self.number(value, bits)
        residue = self.residue(form)
        if max(abs(end) for end in form.range()) >= self.q or residue is None or len(residue) != 1:
            raise NotImplementedError('comparison of what is not known')
        return AnyZero(name for name, _ in next(iter(residue)))

    def multiply_residues(self, a, b):
        """Of products of inputs: {frozenset of (input, exponent): factor}. x^q is x, also for x = 0."""
        a, b = self.residue(a), self.residue(b)
        if a is None or b is None or len(a) != 1 or len(b) != 1:
            return None
        (first, c), (second, d) = a.popitem(), b.popitem()
        exponents = dict(first)
        for name, exponent in second:
            exponents[name] = (exponents.get(name, 0) + exponent - 1) % (self.q - 1) + 1
        return {frozenset(exponents.items()): c * d % self.q}

    def shifted(self, form, by):
        """Its floor after division by 2^by. What is dropped of numbers that are congruent is the same atom."""
        if not form.divisible(by):
            rest = form.modulo(by)
            key = by, rest.constant, frozenset(rest.terms.items())
            if key not in self.dropped:
                self.dropped[key] = Atom(0, (1 << by) - 1, None, (by, rest))
            form = form.plus(Form(0, {self.dropped[key]: 1}), -1)
        return form.times(Fraction(1, 1 << by))

    def simple(self, form, most):
        """One atom with the same range and residue, for a form of more atoms than most."""
        if not isinstance(form, Form) or len(form.terms) <= most or not form.fits(self.lane):
            return form
        low, high = form.range()
        residue = self.residue(form)
        if residue is None and self.lane == 16:  # a quotient, which is of use beside its dividend only
            return form
        return Form(0, {Atom(math.ceil(low), math.floor(high), residue): 1})

    def arithmetic(self, op, bits, a, b, flags):
        if isinstance(a, int) and isinstance(b, int):
            ua, ub = a % (1 << bits), b % (1 << bits)
            result = {'add': lambda: a + b, 'sub': lambda: a - b, 'mul': lambda: a * b, 'and': lambda: a & b,
                      'or': lambda: a | b, 'xor': lambda: a ^ b, 'shl': lambda: a << ub, 'lshr': lambda: ua >> ub,
                      'ashr': lambda: signed(a, bits) >> ub, 'udiv': lambda: ua // ub,
                      'sdiv': lambda: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)}[op]()
            if 'nsw' in flags and result != signed(result, bits):
                raise Refuted(f'signed overflow: {op} of {bits} bits, {a} and {b}')
            return signed(result, bits)
        if op in ('shl', 'lshr', 'ashr'):
            if not isinstance(b, int):
                raise NotImplementedError('a shift by what is not known')
            if op == 'shl':
                if bits == 64 and b == 32:
                    return Halves(0, a.low if isinstance(a, Halves) else a)
                return self.number(a, bits).times(1 << b)
            if isinstance(a, Halves) and b == 32:
                return Halves(a.high, 0) if op == 'lshr' else self.number(a.high, 32)
            if op == 'ashr':
                if not isinstance(a, Halves) and a.divisible(b) and not a.fits(bits):  # a wrapped multiple
                    whole = a.times(Fraction(1, 1 << b))
                    return self.number(Form(whole.constant, whole.terms, a.bits - b), bits - b)
                return self.shifted(self.number(a, bits), b)
            if isinstance(a, Halves):
                raise NotImplementedError('a shift of a pair')
            result = self.shifted(a, b)
            return Form(result.constant, result.terms, min(a.bits, bits) - b)
        if op == 'or' and isinstance(a, AnyZero) and (b == 0 or isinstance(b, AnyZero)):
            return AnyZero(a | (b or set()))
        if op == 'or' and isinstance(b, AnyZero) and a == 0 or op == 'and' and isinstance(a, AnyZero) and b == 65535:
            return b if a == 0 else a
        if op == 'or' and isinstance(a, Halves) and isinstance(b, Halves):
            if a.low == 0 and b.high == 0:
                return Halves(b.low, a.high)
            if b.low == 0 and a.high == 0:
                return Halves(a.low, b.high)
        if op not in ('add', 'sub', 'mul'):
            raise NotImplementedError(op + ' of what is not known')
        if 'nsw' in flags:
            a, b = self.number(a, bits), self.number(b, bits)
        else:
            a, b = (self.number(x, 64) if isinstance(x, Halves) else self.form(x) for x in (a, b))
        if op == 'mul':
            if a.terms and b.terms:
                result = self.of_two(a, b, bits)
            else:
                result = a.times(b.constant) if a.terms else b.times(a.constant)
        else:
            result = a.plus(b, 1 if op == 'add' else -1)
        result.bits = min(result.bits, bits)
        if 'nsw' in flags:
            self.overflows += 1
            if not result.fits(bits):
                raise Refuted(f'signed overflow: {op} of {bits} bits, range {[float(x) for x in result.range()]}')
        return self.simple(result, self.most) if bits == self.lane and op != 'mul' else result

    def of_two(self, a, b, bits):
        """The product of two unknown numbers: a multiple of one atom for each two atoms, or each two sums."""
        if any(len(form.terms) != 1 or form.constant for form in (a, b)):
            a, b = self.number(a, bits), self.number(b, bits)
        factor, key = 1, []
        for form in (a, b):
            if len(form.terms) == 1 and not form.constant:
                (atom, c), = form.terms.items()
                factor *= c
                form = Form(0, {atom: 1})
            key.append((form.constant, frozenset(form.terms.items())))
        key = tuple(sorted(key, key=hash))
        if key not in self.products:
            one, other = (Form(constant, dict(terms)) for constant, terms in key)
            ends = [x * y for x in one.range() for y in other.range()]
            self.products[key] = Atom(math.floor(min(ends)), math.ceil(max(ends)),
                                      self.multiply_residues(one, other) if self.monomials else None)
        return Form(0, {self.products[key]: factor}, min(bits, a.bits, b.bits))

    # ---- Memory: objects of cells of one lane

    def cells(self, pointer, count):
        name, offset = pointer
        cells, of = self.memory[name], self.lane // 8
        if offset % of or offset < 0 or offset // of + count > len(cells):
            raise Refuted(f'access outside: {count} words at byte {offset} of {name}, which has {of * len(cells)}')
        return cells, offset // of

    def load(self, type_, pointer):
        count = self.size(type_) * 8 // self.lane
        cells, at = self.cells(pointer, count)
        return self.from_cells(type_, cells[at:at + count])

    def store(self, type_, value, pointer):
        words = self.to_cells(type_, value)
        cells, at = self.cells(pointer, len(words))
        cells[at:at + len(words)] = [self.simple(w, 1) for w in words]

    def from_cells(self, type_, cells):
        if elements(type_):
            count, of = elements(type_)
            step = len(cells) // count
            return [self.from_cells(of, cells[i * step:(i + 1) * step]) for i in range(count)]
        if type_ == f'i{self.lane}':
            return cells[0]
        if self.lane == 16 and type_ in ('i32', 'i64'):
            return Lanes(cells)
        if type_ != 'i64':
            raise NotImplementedError('load of ' + type_)
        if None in cells:
            return None if cells == [None, None] else Halves(*cells)
        if isinstance(cells[0], int) and isinstance(cells[1], int):
            return signed(cells[0] % (1 << 32) + (cells[1] << 32), 64)
        return Halves(*cells)

    def to_cells(self, type_, value):
        if elements(type_):
            return [cell for v in value for cell in self.to_cells(elements(type_)[1], v)]
        if type_ == f'i{self.lane}':
            return [value]
        if isinstance(value, Lanes):
            return list(value)
        if type_ != 'i64' or self.lane != 32:
            raise NotImplementedError('store of ' + type_)
        if isinstance(value, Halves) or value is None:
            return [value.low, value.high] if value else [None, None]
        if isinstance(value, int):
            return [signed(value, 32), signed(value >> 32, 32)]
        low = Form(value.constant, value.terms, 32)
        high = self.shifted(value, 32)
        return [low, Form(high.constant, high.terms, value.bits - 32)]

    # ---- Code

    def operand(self, type_, text, frame):
        text = text.strip()
        if text.startswith('%'):
            return frame[text]
        if text.startswith('@'):
            return (text[1:], 0)
        if elements(type_):
            count, of = elements(type_)
            if text in ('zeroinitializer', 'undef', 'poison'):
                return [0 if text == 'zeroinitializer' else None] * count
            if text.startswith('splat'):
                return [int(re.search(r'i\d+ (-?\d+)', text)[1])] * count
            return [self.operand(*split_type(part), frame) for part in split(text[1:-1])]
        if text in ('undef', 'poison'):
            return None
        if text in ('true', 'false'):
            return int(text == 'true')
        if text.startswith('getelementptr'):
            return self.address(split(plain(text)[len('getelementptr'):].strip()[1:-1]), frame)
        if text.startswith('bitcast'):
            return self.operand(*split_type(text[len('bitcast'):].strip()[1:-1].split(' to ')[0]), frame)
        return int(text)

    def address(self, parts, frame):
        type_ = parts[0].strip()
        base = self.operand(*split_type(parts[1]), frame)
        if base is None:  # what is made of a null pointer must not matter
            return None
        name, offset = base
        for depth, index in enumerate(parts[2:]):
            index = split_type(index)
            number = signed(self.operand(*index, frame), width(index[0]))
            members = self.members(type_)
            if depth and members:
                offset += sum(self.size(member) for member in members[:number])
                type_ = members[number]
                continue
            if depth:
                type_ = elements(type_)[1]
            offset += self.size(type_) * number
        return (name, offset)

    def members(self, type_):
        """Of a structure, in which no member needs room before it; else None."""
        text = self.types.get(type_, type_)
        inside = re.fullmatch(r'<?\{(.*)\}>?', text)
        return split(inside[1]) if inside else None

    def size(self, type_):
        members = self.members(type_)
        return sum(self.size(member) for member in members) if members else size(type_)

    def lanes(self, type_, function, *values):
        def one(*lane):  # what is made of an undefined number is undefined, and must not matter
            return None if None in lane else function(*lane)
        return [one(*lane) for lane in zip(*values)] if elements(type_) else one(*values)

    def call(self, name, arguments):
        names, blocks = self.functions[name]
        frame = dict(zip(names, arguments))
        label, before = next(iter(blocks)), None
        while True:
            incoming = {}
            for line in blocks[label]:
                if ' = phi ' in line:
                    target, rest = line.split(' = phi ')
                    type_, rest = split_type(rest)
                    for value, origin in re.findall(r'\[ (.+?), %([\w.\-$]+) \]', rest):
                        if origin == before:
                            incoming[target] = self.operand(type_, value, frame)
            frame.update(incoming)
            for line in blocks[label]:
                if ' = phi ' in line:
                    continue
                if line.startswith('ret'):
                    rest = line[4:]
                    return None if rest == 'void' else self.operand(*split_type(rest), frame)
                if line.startswith('br '):
                    targets = re.findall(r'label %([\w.\-$]+)', line)
                    if len(targets) == 2:
                        taken = self.operand('i1', split(line[3:])[0][3:], frame)
                        targets = [targets[0] if taken else targets[1]]
                    before, label = label, targets[0]
                    break
                if line.startswith('switch '):
                    on, other, cases = re.match(r'switch (.*), label %([\w.\-$]+) \[(.*)\]', line).groups()
                    value = self.operand(*split_type(on), frame)
                    chosen = {int(n): to for n, to in re.findall(r'i\d+ (-?\d+), label %([\w.\-$]+)', cases)}
                    before, label = label, chosen.get(value, other)
                    break
                self.step(line, frame)
            else:
                raise NotImplementedError('block without an end')

    def step(self, line, frame):
        target, text = line.split(' = ', 1) if re.match(r'%[\w.\-$]+ = ', line) else (None, line)
        if re.match(r'(tail |musttail |notail )?call ', text):
            frame[target] = self.step_call(text, frame)
            return
        op, rest = text.split(' ', 1)
        flags = re.findall(r'\b(nuw|nsw|exact)\b', rest)
        rest = plain(rest).strip()
        parts = split(rest)
        if op in ('add', 'sub', 'mul', 'and', 'or', 'xor', 'shl', 'lshr', 'ashr', 'udiv', 'sdiv'):
            type_, first = split_type(parts[0])
            frame[target] = self.calculated(op, type_, self.operand(type_, first, frame),
                                            self.operand(type_, parts[1], frame), flags)
        elif op == 'load':
            frame[target] = self.load(parts[0], self.operand(*split_type(parts[1]), frame))
        elif op == 'store':
            type_, value = split_type(parts[0])
            self.store(type_, self.operand(type_, value, frame), self.operand(*split_type(parts[1]), frame))
        elif op == 'getelementptr':
            frame[target] = self.address(parts, frame)
        elif op == 'alloca':
            self.memory[f'{target}.{len(self.memory)}'] = [None] * (self.size(parts[0]) * 8 // self.lane)
            frame[target] = (list(self.memory)[-1], 0)
        elif op in ('bitcast', 'sext', 'zext', 'trunc', 'inttoptr'):
            source, to = rest.rsplit(' to ', 1)
            type_, value = split_type(source)
            value, to = self.operand(type_, value, frame), to.strip()
            frame[target] = self.convert(op, type_, value, to)
        elif op == 'icmp':
            how, first = parts[0].split(' ', 1)
            type_, first = split_type(first)
            frame[target] = self.compared(how, type_, self.operand(type_, first, frame),
                                          self.operand(type_, parts[1], frame))
        elif op == 'select' and elements(split_type(parts[0])[0]):  # of a vector: all bits where a lane is zero
            zero, true, false = (self.operand(*split_type(part), frame) for part in parts)
            if set(true) != {-1}:
                raise NotImplementedError(line)
            frame[target] = [self.arithmetic('or', 1, z, f, ()) for z, f in zip(zero, false)]
        elif op == 'select':
            chosen = self.operand('i1', split_type(parts[0])[1], frame)
            frame[target] = self.operand(*split_type(parts[1 if chosen else 2]), frame)
        elif op == 'insertelement':
            vector = list(self.operand(*split_type(parts[0]), frame))
            vector[self.operand(*split_type(parts[2]), frame)] = self.operand(*split_type(parts[1]), frame)
            frame[target] = vector
        elif op == 'extractelement':
            frame[target] = self.operand(*split_type(parts[0]), frame)[self.operand(*split_type(parts[1]), frame)]
        elif op == 'insertvalue':
            whole = list(self.operand(*split_type(parts[0]), frame))
            whole[int(parts[2])] = self.operand(*split_type(parts[1]), frame)
            frame[target] = whole
        elif op == 'extractvalue':
            frame[target] = self.operand(*split_type(parts[0]), frame)[int(parts[1])]
        elif op == 'shufflevector':
            both = self.operand(*split_type(parts[0]), frame) + self.operand(*split_type(parts[1]), frame)
            frame[target] = [None if i is None else both[i] for i in self.operand(*split_type(parts[2]), frame)]
        else:
            raise NotImplementedError(line)

    def calculated(self, op, type_, a, b, flags):
        return self.lanes(type_, lambda x, y: self.arithmetic(op, width(type_), x, y, flags), a, b)

    def compared(self, how, type_, a, b):
        if how == 'eq' and (b == 0 or elements(type_) and set(b) == {0}):
            return self.lanes(type_, lambda x: self.is_zero(x, width(type_)), a)
        if not isinstance(a, int) or not isinstance(b, int):
            raise NotImplementedError('comparison of what is not known')
        if how[0] == 'u':
            a, b = a % (1 << width(type_)), b % (1 << width(type_))
        else:
            a, b = signed(a, width(type_)), signed(b, width(type_))
        return int({'eq': a == b, 'ne': a != b, 'lt': a < b, 'le': a <= b, 'gt': a > b, 'ge': a >= b}[how[-2:]])

    def convert(self, op, type_, value, to):
        if op == 'bitcast':
            return value if isinstance(value, tuple) else self.from_cells(to, self.to_cells(type_, value))
        bits, to_bits = width(type_), width(to)

        def one(x):
            if isinstance(x, AnyZero):
                return x
            if isinstance(x, int):
                return x % (1 << bits) if op == 'zext' else signed(x, min(bits, to_bits))
            if op == 'trunc' and to_bits == 16:
                return self.simple(x.modulo(16, replace=False), self.most)
            if op == 'trunc':
                return x.low if isinstance(x, Halves) else Form(x.constant, x.terms, min(x.bits, to_bits))
            return self.number(x, bits) if op == 'sext' else self.unsigned(x)
        return self.lanes(type_, one, value)

    def step_call(self, text, frame):
        if ' asm ' in text:  # if "", with one operand that it keeps
            type_, rest = split_type(re.sub(r'^.*?call ', '', text))
            code, value = re.match(r'asm (?:sideeffect )?"(.*?)", ".*?"\((.*)\)', rest).groups()
            values = [self.operand(*split_type(plain(v)), frame) for v in split(value)]
            return self.assembled(code, values) if code else values[0]
        name, arguments = re.search(r'([@%][\w.]+)\((.*)\)', text).groups()
        name = frame[name][0] if name[0] == '%' else name[1:]
        typed = [split_type(plain(a)) for a in split(arguments)]
        values = [self.operand(t, plain(v), frame) for t, v in typed]
        if name.startswith('llvm.lifetime'):
            return None
        if name.startswith('llvm.memcpy'):
            words = values[2] * 8 // self.lane
            cells, at = self.cells(values[1], words)
            copied = cells[at:at + words]
            cells, at = self.cells(values[0], words)
            cells[at:at + words] = copied
            return None
        return self.called(name, values)

    def assembled(self, code, values):
        raise NotImplementedError('assembler: ' + code)

    def called(self, name, values):
        """The result of a function, of the source or of the compiler's own."""
        lane = self.lane
        if 'sqrdmulh' in name:  # of 32 bits: 2 a b / 2^32, rounded; it saturates for a = b = -2^31 only
            by = [values[1][values[2]]] * len(values[0]) if '.lane' in name else values[1]
            return [self.rounded(self.number(a, lane).times(b), lane - 1) for a, b in zip(values[0], by)]
        if 'sqdmulh' in name:
            return [self.half(self.arithmetic('mul', 2 * lane, self.number(a, lane), b, ()), lane - 1)
                    for a, b in zip(*values)]
        if 'neon.shsub' in name:
            return [self.simple(self.shifted(self.number(a, lane).plus(self.number(b, lane), -1), 1), self.most)
                    for a, b in zip(*values)]
        if 'neon.umaxv' in name:
            return functools.reduce(lambda a, b: self.arithmetic('or', lane, a, b, ()), values[0])
        ld = re.search(r'neon\.ld([24])\.v8i16', name)
        if ld:
            count = int(ld[1])
            cells, at = self.cells(values[0], 8 * count)
            return [cells[at + i:at + 8 * count:count] for i in range(count)]
        if 'neon.srshl' in name:
            return [self.rounded(self.number(a, 32), -by) for a, by in zip(*values)]
        if 'neon.smull' in name:
            return [self.arithmetic('mul', 64, self.number(a, 32), self.number(b, 32), ()) for a, b in zip(*values)]
        if name == 'neosig_mod32_assert_below':
            self.assert_below(*values)
            return None
        if name == 'neosig_mod16_assert_within':
            self.assert_below(*values[:2], values[2] + 1)
            return None
        return self.call(name, values)

    def rounded(self, form, by):
        return self.half(form.plus(Form(1 << (by - 1))), by)

    def half(self, form, by):
        result = self.shifted(form, by)
        if not result.fits(self.lane):
            raise Refuted('half of a product may saturate')
        return result

    def assert_below(self, pointer, count, bound):
        cells, at = self.cells(pointer, count)
        for i in range(at, at + count):
            low, high = self.number(cells[i], self.lane).range()
            self.asserted += 1
            if max(-low, high) >= bound:
                raise Refuted(f'{pointer[0]}[{i}] may be {float(max(-low, high)):.0f}, not below {bound}')
