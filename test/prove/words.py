"""Words of bits as terms of unknown words, and claims about all values of these, which the solver z3 decides.

A word is a number, or a Word. None is undefined, and so is what is made of it."""
import subprocess

from affine import Refuted, signed

STEPS = 1 << 26  # of z3, at most, for one claim


class Word:
    """op: as SMT-LIB writes it. of: words, or of an unknown word its name and its bounds as a signed number."""

    def __init__(self, op, of, bits):
        self.op, self.of, self.bits = op, of, bits


class Part(Word):
    """Bits of a word, from bit `at` on."""

    def __init__(self, word, at, bits):
        super().__init__(f'(_ extract {at + bits - 1} {at})', (word,), bits)
        self.at = at


class Number(Word):
    """One that a term needs."""

    def __init__(self, value, bits):
        super().__init__(f'(_ bv{value % (1 << bits)} {bits})', (), bits)
        self.value = value % (1 << bits)


class Most(Word):
    """The largest of some words, without sign."""

    def __init__(self, elements, bits):
        super().__init__('most', elements, bits)


# What operations make of numbers of so many bits.
NUMBERS = {
    'bvadd': lambda n, a, b: a + b, 'bvsub': lambda n, a, b: a - b, 'bvmul': lambda n, a, b: a * b,
    'bvand': lambda n, a, b: a & b, 'bvor': lambda n, a, b: a | b, 'bvxor': lambda n, a, b: a ^ b,
    'bvshl': lambda n, a, b: a << b, 'bvlshr': lambda n, a, b: a >> b, 'bvashr': lambda n, a, b: signed(a, n) >> b,
    '=': lambda n, a, b: a == b, 'bvult': lambda n, a, b: a < b, 'bvslt': lambda n, a, b: signed(a, n) < signed(b, n)}
IS_COMPARISON = ('=', 'bvult', 'bvslt')


def unknown(name, bits, low=None, high=None):
    return Word('unknown', (name, low, high), bits)


def made(op, bits, a, b):
    """Of two words of so many bits; of a comparison, one bit."""
    if a is None or b is None:
        return None
    size = 1 if op in IS_COMPARISON else bits
    if isinstance(a, int) and isinstance(b, int):
        return int(NUMBERS[op](bits, a % (1 << bits), b % (1 << bits))) % (1 << size)
    if b == 0 and op in ('bvadd', 'bvsub', 'bvor', 'bvxor', 'bvshl', 'bvlshr'):
        return a
    return Word(op, tuple(word(w, bits) for w in (a, b)), size)


def word(value, bits):
    return Number(value, bits) if isinstance(value, int) else value


def chosen(condition, a, b, bits):
    """a where the condition, one bit, is 1; else b."""
    if condition is None or a is None or b is None:
        return None
    return (a if condition else b) if isinstance(condition, int) else \
        Word('ite', (condition, word(a, bits), word(b, bits)), bits)


def most(a, b, bits):
    """The larger one, without sign."""
    if a is None or b is None or isinstance(a, int) and isinstance(b, int):
        return None if a is None or b is None else max(a, b)
    of = [w.of if isinstance(w, Most) else (word(w, bits),) for w in (a, b) if w != 0]
    return Most(sum(of, ()), bits) if len(of) > 1 or len(of[0]) > 1 else of[0][0]


def maxima(of):
    """In a term."""
    return {of} if isinstance(of, Most) else set() if of.op == 'unknown' else set().union(*map(maxima, of.of))


def part(of, at, bits):
    """Bits of a word, from bit `at` on."""
    if of is None or isinstance(of, (int, Number)):
        return None if of is None else getattr(of, 'value', of) >> at & (1 << bits) - 1
    if bits == of.bits:
        return of
    if isinstance(of, Part):
        return part(of.of[0], of.at + at, bits)
    if of.op != 'concat':
        return Part(of, at, bits)
    found, low = [], 0
    for piece in of.of[::-1]:
        first, end = max(at, low), min(at + bits, low + piece.bits)
        if first < end:
            found.append((part(piece, first - low, end - first), end - first))
        low += piece.bits
    return in_order(found)


def in_order(pieces):
    """The word of pieces with their bits, the lowest first. Numbers, and parts of a word, that follow one another are
    one piece."""
    runs = []
    for piece, bits in pieces:
        before, size = runs[-1] if runs else (None, 0)
        if isinstance(before, int) and isinstance(piece, int):
            runs[-1] = before | piece << size, size + bits
        elif isinstance(before, Part) and isinstance(piece, Part) and (piece.of, piece.at) == (
                before.of, before.at + size):
            runs[-1] = part(before.of[0], before.at, size + bits), size + bits
        else:
            runs.append((piece, bits))
    return runs[0][0] if len(runs) == 1 else \
        Word('concat', tuple(word(*run) for run in runs[::-1]), sum(bits for _, bits in runs))


def parts(of, bits, size=8):
    """All bits of a word, in parts, the lowest first."""
    return [part(of, at, size) for at in range(0, bits, size)]


def joined(pieces, bits=8):
    """The word of such parts, of so many bits each, the lowest first."""
    return None if None in pieces else in_order([(piece, bits) for piece in pieces])


def longer(of, bits, more, is_signed=False):
    """With so many bits more."""
    if of is None or isinstance(of, int):
        return None if of is None else (signed(of, bits) if is_signed else of) % (1 << bits + more)
    return Word(f'(_ sign_extend {more})', (of,), bits + more) if is_signed else in_order([(of, bits), (0, more)])


def negated(bit):
    return made('bvxor', 1, bit, 1)


def script(bit):
    """Asks for values that make a bit 0. Claims that differ in names of unknown words only have the same. A maximum may
    be anything: what holds then, holds."""
    names, lines = {}, []

    def name(of):
        if not of.of:
            return of.op
        if id(of) not in names:
            arguments = [] if of.op in ('unknown', 'most') else [name(w) for w in of.of]
            mine, sort = f'v{len(names)}', f'(_ BitVec {of.bits})'
            names[id(of)] = mine
            if of.op in ('unknown', 'most'):
                lines.append(f'(declare-const {mine} {sort})')
            if of.op == 'unknown':
                low, high = (mine if bound is None else Number(bound, of.bits).op for bound in of.of[1:])
                lines.append(f'(assert (and (bvsle {low} {mine}) (bvsle {mine} {high})))')
            elif of.op != 'most':
                if of.op == 'ite':
                    arguments[0] = f'(= {arguments[0]} #b1)'
                text = f'({of.op} {" ".join(arguments)})'
                text = f'(ite {text} #b1 #b0)' if of.op in IS_COMPARISON else text
                lines.append(f'(define-fun {mine} () {sort} {text})')
        return names[id(of)]
    goal = name(bit)
    return '\n'.join(['(reset)', f'(set-option :rlimit {STEPS})', '(set-logic QF_BV)', *lines,
                      f'(assert (= {goal} #b0))', '(check-sat)', ''])


class Claims:
    """That words are equal. Claims that are alike are decided once."""

    def __init__(self):
        self.scripts = {}

    def same(self, got, wanted, bits, what):
        self.holds(made('=', bits, got, wanted), what)

    def holds(self, bit, what):
        if bit is None or bit == 0:
            raise Refuted(f'{what} is wrong' if bit == 0 else f'{what} is undefined')
        if bit != 1:
            self.scripts.setdefault(script(bit), what)

    def decide(self):
        """Returns how many different claims there are."""
        done = subprocess.run(['z3', '-in'], input=''.join(self.scripts), stdout=subprocess.PIPE, text=True)
        answers = done.stdout.split()
        for what, answer in zip(self.scripts.values(), answers):
            if answer != 'unsat':
                raise Refuted(f'{what} is wrong' if answer == 'sat' else f'{what}: z3 says {answer}')
        if len(answers) != len(self.scripts) or done.returncode:
            raise Refuted(f'z3 has decided {len(answers)} of {len(self.scripts)} claims: {done.stdout[-200:]}')
        return len(self.scripts)
