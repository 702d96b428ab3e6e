"""Runs functions compiled to LLVM's intermediate code on all inputs of a range at once.

Control flow, addresses and constants are concrete. Data are integers of one lane of 32 or 16 bits, and of two lanes, as
affine forms (forms.py).

A proof fails (class Refuted) where a signed operation may overflow, an assertion of the source may fail, or an access
may leave its object. What this file does not know raises NotImplementedError. """
import argparse
import functools
import itertools
import pathlib
import re
import shutil
import subprocess
import tempfile

from forms import AnyZero, Halves, Numbers, Refuted, signed


TARGETS = {'portable': [], 'avx2': ['--target=x86_64-linux-gnu', '-mavx2'],
           'neon': ['--target=aarch64-linux-gnu', '-isystem', '/usr/aarch64-linux-gnu/include']}


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


class Lanes(list):
    """An integer of several lanes, which is only moved."""


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
def members(type_):
    """Of a structure, in which no member needs room before it; else None."""
    inside = re.fullmatch(r'<?\{(.*)\}>?', type_)
    return split(inside[1]) if inside else None


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


class Module(Numbers):
    def __init__(self, text, q, lane=32):
        super().__init__(q, lane)
        self.functions, self.memory, self.asserted = {}, {}, 0
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
    # ---- Memory: objects of cells of one lane

    def write(self, name, numbers):
        """A new object, and the pointer to it."""
        self.memory[name] = list(numbers)
        return (name, 0)

    def read(self, name):
        return self.memory[name]

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
        return [None, None] if value is None else self.halves(value)

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
        return members(self.types.get(type_, type_))

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
                return x.low if isinstance(x, Halves) else x.of_bits(min(x.bits, to_bits))
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
        op = next((op for op in self.NEON if f'.neon.{op}.' in name), None)
        if op:
            by = [values[1][values[2]]] * len(values[0]) if '.lane' in name else values[1]
            return [self.neon(op, a, b) for a, b in zip(values[0], by)]
        if 'neon.umaxv' in name:
            return functools.reduce(lambda a, b: self.arithmetic('or', lane, a, b, ()), values[0])
        ld = re.search(r'neon\.ld([24])\.v8i16', name)
        if ld:
            count = int(ld[1])
            cells, at = self.cells(values[0], 8 * count)
            return [cells[at + i:at + 8 * count:count] for i in range(count)]
        if name == 'neosig_mod32_assert_below':
            self.assert_below(*values)
            return None
        if name == 'neosig_mod16_assert_within':
            self.assert_below(*values[:2], values[2] + 1)
            return None
        return self.call(name, values)

    def assert_below(self, pointer, count, bound):
        cells, at = self.cells(pointer, count)
        for i in range(at, at + count):
            low, high = self.number(cells[i], self.lane).range()
            self.asserted += 1
            if max(-low, high) >= bound:
                raise Refuted(f'{pointer[0]}[{i}] may be {float(max(-low, high)):.0f}, not below {bound}')
