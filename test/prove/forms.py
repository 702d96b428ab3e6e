"""Affine forms: numbers c + c1 a1 + c2 a2 + ... with exact coefficients, fractions of a power of 2, where an
atom a1, a2, ... is an unknown integer in a known range.

Sums, multiples and shifts of affine forms are affine forms again. What a shift drops is a new atom. So is a number that
may have wrapped, which is then known modulo a power of 2 only. So the range of each number is a theorem about all
inputs. Atoms that a reduction adds have multiples of q as coefficients. So the residue of each number modulo q, as a
linear function of the inputs, is a theorem, too.

A proof fails (class Refuted) where a signed operation may overflow. What this file does not know raises
NotImplementedError. """
import functools
import itertools
import operator
from fractions import Fraction


class Refuted(Exception):
    pass


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
        if form.scale:
            return None
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
    """(constant + sum of coefficient * atom) / 2^scale, equal to a number of the program modulo 2^bits."""

    def __init__(self, constant=0, terms=None, bits=64, scale=0):
        terms = {a: c for a, c in (terms or {}).items() if c}
        if scale:  # as small as possible, so that equal forms have equal numbers
            every = functools.reduce(operator.or_, terms.values(), constant)
            less = min(scale, (every & -every).bit_length() - 1) if every else scale
            constant, terms, scale = constant >> less, {a: c >> less for a, c in terms.items()}, scale - less
        self.constant, self.terms, self.bits, self.scale = constant, terms, bits, scale

    def of_bits(self, bits):
        return Form(self.constant, self.terms, bits, self.scale)

    def ends(self):
        """2^scale times the least and the greatest number that it may be."""
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

    def range(self):
        return tuple(Fraction(end, 1 << self.scale) for end in self.ends())

    def fits(self, bits):
        if self.bits < bits:
            return False
        low, high = self.ends()
        return low >= -1 << (bits - 1 + self.scale) and high < 1 << (bits - 1 + self.scale)

    def plus(self, other, factor=1):
        scale = max(self.scale, other.scale)
        up, factor = scale - self.scale, factor << (scale - other.scale)
        terms = {a: c << up for a, c in self.terms.items()}
        for atom, c in other.terms.items():
            terms[atom] = terms.get(atom, 0) + factor * c
        return Form((self.constant << up) + factor * other.constant, terms, min(self.bits, other.bits), scale)

    def times(self, factor, scale=0):
        """Times factor / 2^scale."""
        return Form(self.constant * factor, {a: c * factor for a, c in self.terms.items()}, self.bits,
                    self.scale + scale)

    def modulo(self, bits, replace=True):
        """A form equal to it modulo 2^bits, with smaller coefficients. replace: atoms by what they are congruent to."""
        terms, constant, scale = dict(self.terms), self.constant, self.scale
        while True:
            terms = {a: signed(c, bits + scale) for a, c in terms.items()}
            known = [a for a, c in terms.items() if c and a.congruent is not None and
                     c % (1 << scale) == 0 and (c << a.congruent[0]) % (1 << (bits + scale)) == 0]
            if not known or not replace:
                return Form(signed(constant, bits + scale), terms, min(self.bits, bits), scale)
            c, form = terms.pop(known[-1]), known[-1].congruent[1]
            if form.scale > scale:
                up, scale = form.scale - scale, form.scale
                terms, constant, c = {a: d << up for a, d in terms.items()}, constant << up, c << up
            c >>= form.scale
            constant += c * form.constant
            for atom, d in form.terms.items():
                terms[atom] = terms.get(atom, 0) + c * d

    def divisible(self, bits):
        """Whether it surely is a multiple of 2^bits."""
        rest = Form(self.constant, self.terms, self.bits).modulo(bits + self.scale)
        return not rest.terms and rest.constant == 0


def signed(value, bits):
    value %= 1 << bits
    return value - (1 << bits) if value >> (bits - 1) else value


class Halves:
    """64 bits as two numbers of 32."""

    def __init__(self, low, high):
        self.low, self.high = low, high


class AnyZero(frozenset):
    """A number of the program, not 0 where one of these inputs is 0 modulo q, and else 0."""


class Numbers:
    """Arithmetic of numbers of one lane, of pairs of them, and of what is concrete."""

    def __init__(self, q, lane):
        """lane: bits of a number."""
        self.q, self.lane = q, lane
        self.most = 3 if lane == 32 else 1  # atoms of a sum; numbers of 16 bits need the ranges of single ones
        self.dropped, self.products = {}, {}
        self.overflows = 0
        self.monomials = False  # whether the inputs of residues are products

    def residue(self, form):
        total, over = {}, pow(1 << form.scale, -1, self.q)
        for c, residue in [(form.constant, {None: 1}), *((c, atom.residue) for atom, c in form.terms.items())]:
            c = c * over % self.q
            if c:
                if residue is None:
                    return None
                for i, r in residue.items():
                    total[i] = total.get(i, 0) + c * r
        return {i: rest for i, r in total.items() if (rest := r % self.q)}

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
            return value.of_bits(64)
        if value.bits < bits:
            raise NotImplementedError('bits that are not known')
        return Form(0, {Atom(-(1 << (bits - 1)), (1 << (bits - 1)) - 1, None, (bits, value)): 1})

    def unsigned(self, value):
        form = self.number(value, 32)
        low, _ = form.ends()
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
            key = by, rest.scale, rest.constant, frozenset(rest.terms.items())
            if key not in self.dropped:
                self.dropped[key] = Atom(0, (1 << by) - 1, None, (by, rest))
            form = form.plus(Form(0, {self.dropped[key]: 1}), -1)
        return form.times(1, by)

    def simple(self, form, most):
        """One atom with the same range and residue, for a form of more atoms than most."""
        if not isinstance(form, Form) or len(form.terms) <= most or not form.fits(self.lane):
            return form
        low, high = form.ends()
        residue = self.residue(form)
        if residue is None:  # a quotient, which is of use beside its dividend only
            return form
        return Form(0, {Atom(-(-low >> form.scale), high >> form.scale, residue): 1})

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
                    return self.number(a.times(1, b).of_bits(a.bits - b), bits - b)
                return self.shifted(self.number(a, bits), b)
            if isinstance(a, Halves):
                raise NotImplementedError('a shift of a pair')
            return self.shifted(a, b).of_bits(min(a.bits, bits) - b)
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
                result = a.times(b.constant, b.scale) if a.terms else b.times(a.constant, a.scale)
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
        factor, scale, key = 1, 0, []
        for form in (a, b):
            if len(form.terms) == 1 and not form.constant:
                (atom, c), = form.terms.items()
                factor, scale = factor * c, scale + form.scale
                form = Form(0, {atom: 1})
            key.append((form.scale, form.constant, frozenset(form.terms.items())))
        key = tuple(sorted(key, key=hash))
        if key not in self.products:
            one, other = (Form(constant, dict(terms), scale=of) for of, constant, terms in key)
            ends, of = [x * y for x in one.ends() for y in other.ends()], one.scale + other.scale
            self.products[key] = Atom(min(ends) >> of, -(-max(ends) >> of),
                                      self.multiply_residues(one, other) if self.monomials else None)
        return Form(0, {self.products[key]: factor}, min(bits, a.bits, b.bits), scale)

    def halves(self, value):
        """The two numbers of 32 bits that one of 64 is."""
        if isinstance(value, Halves):
            return [value.low, value.high]
        if isinstance(value, int):
            return [signed(value, 32), signed(value >> 32, 32)]
        high = self.shifted(value, 32)
        return [value.of_bits(32), high.of_bits(value.bits - 32)]

    NEON = ('sqrdmulh', 'sqdmulh', 'shsub', 'srshl', 'smull')

    def neon(self, op, a, b):
        """One of these instructions, on one lane of each operand."""
        lane, number = self.lane, self.number(a, self.lane)
        if op in ('sqrdmulh', 'srshl') and not isinstance(b, int):
            raise NotImplementedError(f'{op} by what is not known')
        if op == 'sqrdmulh':  # of 32 bits: 2 a b / 2^32, rounded; it saturates for a = b = -2^31 only
            return self.rounded(number.times(b), lane - 1)
        if op == 'sqdmulh':
            return self.half(self.arithmetic('mul', 2 * lane, number, b, ()), lane - 1)
        if op == 'shsub':
            return self.simple(self.shifted(number.plus(self.number(b, lane), -1), 1), self.most)
        if op == 'srshl':
            return self.rounded(number, -signed(b, 8))
        return self.arithmetic('mul', 2 * lane, number, self.number(b, lane), ())  # smull

    def rounded(self, form, by):
        return self.half(form.plus(Form(1 << (by - 1))), by)

    def half(self, form, by):
        result = self.shifted(form, by)
        if not result.fits(self.lane):
            raise Refuted('half of a product may saturate')
        return result
