"""The processor of arm.py on all inputs of a range at once: data are affine forms (forms.py)."""
import typing

import sums
from arm import Arm
from forms import AnyZero, Form, Halves, Numbers, signed
from sums import of_number, to_number


class Part(typing.NamedTuple):
    """A byte of a number of so many bytes: a cell, which moves as any other."""
    number: object
    index: int
    bytes: int


def cells_of(number, count):
    if number is None:
        return [None] * count
    return of_number(number, count) if isinstance(number, int) else [Part(number, i, count) for i in range(count)]


class ArmNumbers(Numbers, Arm):
    def __init__(self, image, q, lane):
        Numbers.__init__(self, q, lane)
        Arm.__init__(self, image)

    def write(self, name, numbers):
        """A new object of lanes, and the pointer to it."""
        return self.put(name, [cell for number in numbers for cell in cells_of(number, self.lane // 8)])

    def read(self, name):
        of = self.lane // 8
        return [self.number_in(self.memory[name][i:i + of]) for i in range(0, len(self.memory[name]), of)]

    def call(self, function, arguments):
        """What it returns is in w0."""
        x0 = super().call(function, arguments)
        return x0 if isinstance(x0, int) else self.number_in(x0[:4])

    def number_in(self, cells):
        """The number that cells are; None if it is undefined."""
        if None in cells:
            return None
        count, first, known = len(cells), cells[0], to_number(cells)
        if isinstance(known, int):
            return signed(known, 8 * count)
        if isinstance(first, Part):
            number, at, whole = first.number, first.index, cells_of(first.number, first.bytes)
            if cells == whole or isinstance(number, AnyZero) and cells == whole + [0] * (count - len(whole)):
                return number
            if 2 * count == len(whole) and cells == whole[at:at + count] and at % count == 0:
                return self.halves(number)[at // count]
        if count == 8:
            return Halves(self.number_in(cells[:4]), self.number_in(cells[4:]))
        raise NotImplementedError('a number of parts of others')

    def calculate(self, op, a, b):
        count, of = len(a), self.lane // 8
        if op in ('and', 'or', 'xor') and count > of:
            return [cell for i in range(0, count, of) for cell in self.calculate(op, a[i:i + of], b[i:i + of])]
        x, y = self.number_in(a), self.number_in(b)
        if x is None or y is None:  # what is made of it is undefined, and must not matter
            return [None] * (2 * count if op == 'smull' else count)
        if op in self.NEON:
            if count != of:
                raise NotImplementedError(f'{op} of {count} bytes')
            made = self.neon(op, x, y)
        elif isinstance(x, int) and isinstance(y, int):
            return sums.calculate(op, a, b)
        elif op == 'cmeq' and y == 0:
            made = self.is_zero(x, 8 * count)
        elif op == 'shl':  # also of a number that may wrap
            made = self.arithmetic('mul', 8 * count, x, 1 << y, ())
        else:
            made = self.arithmetic('or' if op == 'umax' else op, 8 * count, x, y, ())
        count = 2 * count if op == 'smull' else count
        if isinstance(made, Form):
            made = made.of_bits(min(made.bits, 8 * count))
        return cells_of(made, count)
