"""pack_arm.py <AArch64 build> <source tree> [--self-test]: proves for all inputs that NEON's functions pack, unpack and
round as they should, over the instructions of that build.

They run on unknown words (words_arm.py), and z3 decides that every result is what FIPS 204's algorithms make for
ML-DSA, and what falcon_kernels.h says for Falcon."""
import functools
import sys

from affine import Refuted, program
from image import built
from words import Claims, chosen, joined, longer, made, maxima, negated, part, parts, unknown
from words_arm import WordArm

Q, D = 8380417, 13
FALCON_Q = 12289


class Kernels(WordArm):
    def __init__(self, file, *of):
        super().__init__(built([f'{file}.c'], *of))
        self.claims = Claims()

    def unknown_bytes(self, name, count):
        return self.put(name, [unknown((name, i), 8) for i in range(count)])

    def unknown_numbers(self, name, count, size, low, high):
        """Signed numbers of so many bytes. Returns them and the pointer."""
        numbers = [unknown((name, i), 8 * size, low, high) for i in range(count)]
        return numbers, self.put(name, [cell for number in numbers for cell in parts(number, 8 * size)])

    def numbers(self, name, size):
        cells = self.memory[name]
        return [joined(cells[i:i + size]) for i in range(0, len(cells), size)]

    def all_same(self, got, wanted, bits, what):
        for i, (one, other) in enumerate(zip(got, wanted, strict=True)):
            self.claims.same(one, other, bits, f'{what} {i}')

    def tells(self, returned, numbers, limit, bits, others=()):
        """What was returned is nonzero if one of the numbers is above the limit, or one of `others` is 1. It is made of
        a maximum; a lane of it has each so many-th number."""
        of, = maxima(self.word(returned, 4))
        is_nonzero = negated(made('=', 32, self.word(returned, 4), 0))
        self.claims.same(is_nonzero, any_of([above(bits, of, limit), *others]), 1, 'what is returned')
        lanes = 128 // bits
        in_lanes = [number for lane in range(lanes) for number in numbers[lane::lanes]]
        self.all_same(*([above(bits, number, limit) for number in some] for some in (of.of, in_lanes)), 1,
                      'what is returned of number')


def any_of(conditions):
    return functools.reduce(functools.partial(made, 'bvor', 1), conditions)


def above(bits, a, b, is_signed=False):
    return made('bvslt' if is_signed else 'bvult', bits, b, a)


# ---- FIPS 204

def bits_of(numbers, count):
    """IntegerToBits of each, one behind the other."""
    return [bit for number in numbers for bit in parts(number, count, 1)]


def bytes_of(bits):
    """BitsToBytes."""
    return [joined(bits[i:i + 8], 1) for i in range(0, len(bits), 8)]


def packed(numbers, count):
    return bytes_of(bits_of([part(number, 0, count) for number in numbers], count))


def fields(cells, count):
    """BytesToBits, and the integers of so many bits each."""
    bits = bits_of(cells, 8)
    return [joined(bits[i:i + count], 1) for i in range(0, len(bits), count)]


def subtracted(of, numbers, bits=32):
    return [made('bvsub', bits, of, number) for number in numbers]


def unpack_z(m):
    for gamma1, count in ((1 << 17, 18), (1 << 19, 20)):
        in_ = m.unknown_bytes('in', 32 * count)
        m.call('unpack_z', [m.put('r', [None] * 1024), in_, gamma1])
        found = [longer(field, count, 32 - count) for field in fields(m.memory['in'], count)]
        m.all_same(m.numbers('r', 4), subtracted(gamma1, found), 32, 'number')


def pack_z(m):
    for gamma1, count in ((1 << 17, 18), (1 << 19, 20)):
        numbers, r = m.unknown_numbers('r', 256, 4, 1 - gamma1, gamma1 - 1)
        m.call('pack_z', [m.put('out', [None] * 32 * count), r, gamma1])
        m.all_same(m.memory['out'], packed(subtracted(gamma1, numbers), count), 8, 'byte')


def unpack_s(m):
    for eta, count in ((2, 3), (4, 4)):
        in_ = m.unknown_bytes('in', 32 * count)
        bad = m.call('unpack_s', [m.put('s', [None] * 512), in_, eta])
        found = [longer(field, count, 8 - count) for field in fields(m.memory['in'], count)]
        wanted = subtracted(eta, found, 8)
        m.all_same(m.memory['s'], subtracted(0, wanted, 8) + wanted, 8, 'number')
        m.tells(bad, found, 2 * eta, 8)


def pack_s(m):
    for eta, count in ((2, 3), (4, 4)):
        numbers, s = m.unknown_numbers('s', 256, 1, -eta, eta)
        m.call('pack_s', [m.put('out', [None] * 32 * count), s, eta])
        m.all_same(m.memory['out'], packed(subtracted(eta, numbers, 8), count), 8, 'byte')


def unpack_t1(m):
    in_ = m.unknown_bytes('in', 320)
    m.call('unpack_t1', [m.put('r', [None] * 1024), in_])
    found = [made('bvshl', 32, longer(field, 10, 22), D) for field in fields(m.memory['in'], 10)]
    m.all_same(m.numbers('r', 4), found, 32, 'number')


def unpack_t0(m):
    in_ = m.unknown_bytes('in', 416)
    m.call('unpack_t0', [m.put('r', [None] * 1024), in_])
    found = [longer(field, D, 32 - D) for field in fields(m.memory['in'], D)]
    m.all_same(m.numbers('r', 4), subtracted(1 << D - 1, found), 32, 'number')


def modulo_q(r):
    """Of |r| < q."""
    return made('bvadd', 32, r, chosen(above(32, 0, r, True), Q, 0, 32))


def centred(r, modulus):
    """r mod+- an even modulus, of 0 <= r."""
    rest = made('bvurem', 32, r, modulus)
    return made('bvsub', 32, rest, chosen(above(32, rest, modulus // 2), modulus, 0, 32))


def power2round(m):
    """Algorithm 35."""
    most = (65 * Q - 1) // 100
    r, r_at = m.unknown_numbers('r', 256, 4, -most, most)
    s, s_at = m.unknown_numbers('s', 256, 1, -4, 4)
    m.call('power2round', [m.put('t1', [None] * 320), m.put('t0', [None] * 416), r_at, s_at])
    t = [modulo_q(made('bvadd', 32, a, longer(b, 8, 24, True))) for a, b in zip(r, s)]
    low = [centred(number, 1 << D) for number in t]
    high = [made('bvlshr', 32, made('bvsub', 32, a, b), D) for a, b in zip(t, low)]
    m.all_same(m.memory['t1'], packed(high, 10), 8, 'byte of t1')
    m.all_same(m.memory['t0'], packed(subtracted(1 << D - 1, low), D), 8, 'byte of t0')


GAMMAS = [((Q - 1) // 88, 6, 44), ((Q - 1) // 32, 4, 16)]  # gamma2, bits of w1, high parts


class Decomposed:
    """Algorithm 36. Each number in [0, q) is k 2 gamma2 + rest with one k and one rest mod+- 2 gamma2; so these are
    unknown, and r is congruent to that number. What is wanted holds if it is in [0, q), and r within bounds."""

    def __init__(self, name, gamma2, number_of_parts):
        k, rest = unknown((name, 'k'), 32, 0, number_of_parts), unknown((name, 'rest'), 32, 1 - gamma2, gamma2)
        number = made('bvadd', 32, made('bvmul', 32, k, 2 * gamma2), rest)
        self.conditions = [above(32, number, -1, True), above(32, Q, number, True)]
        self.r = made('bvadd', 32, number, made('bvmul', 32, unknown((name, 'multiple'), 32, -1, 1), Q))
        is_last = made('=', 32, k, number_of_parts)
        self.high, self.low = chosen(is_last, 0, k, 32), made('bvsub', 32, rest, longer(is_last, 1, 31))

    def bound(self, r, bound):
        self.conditions += [above(32, r, -bound, True), above(32, bound, r, True)]

    def hinted(self, number_of_parts):
        """Algorithm 40, if there is a hint."""
        up = chosen(made('=', 32, self.high, number_of_parts - 1), 0, made('bvadd', 32, self.high, 1), 32)
        down = chosen(made('=', 32, self.high, 0), number_of_parts - 1, made('bvsub', 32, self.high, 1), 32)
        return chosen(above(32, self.low, 0, True), up, down, 32)

    def claim(self, m, got, wanted, bits, what):
        m.claims.holds(any_of([*map(negated, self.conditions), made('=', bits, got, wanted)]), what)


def decomposed(m, gamma2, number_of_parts):
    """256 numbers r, |r| < q, and the pointer."""
    numbers = [Decomposed(i, gamma2, number_of_parts) for i in range(256)]
    for number in numbers:
        number.bound(number.r, Q)
    return numbers, m.put('r', [cell for number in numbers for cell in parts(number.r, 32)])


def decompose(m):
    for gamma2, count, number_of_parts in GAMMAS:
        numbers, r = decomposed(m, gamma2, number_of_parts)
        m.call('decompose', [m.put('w1', [None] * 32 * count), r, gamma2])
        for number, low, high in zip(numbers, m.numbers('r', 4), fields(m.memory['w1'], count), strict=True):
            number.claim(m, low, number.low, 32, 'w0')
            number.claim(m, high, part(number.high, 0, count), count, 'w1')


def use_hint(m):
    for gamma2, count, number_of_parts in GAMMAS:
        numbers, r = decomposed(m, gamma2, number_of_parts)
        hints, hint = m.unknown_numbers('hint', 256, 1, 0, 1)
        m.call('use_hint', [m.put('w1', [None] * 32 * count), r, hint, gamma2])
        for number, h, got in zip(numbers, hints, fields(m.memory['w1'], count), strict=True):
            wanted = chosen(part(h, 0, 1), number.hinted(number_of_parts), number.high, 32)
            number.claim(m, got, part(wanted, 0, count), count, 'w1')


def make_hint(m):
    """Algorithm 39: r + b is what is added to w1 2 gamma2."""
    for gamma2, count, number_of_parts in GAMMAS:
        numbers = [Decomposed(i, gamma2, number_of_parts) for i in range(256)]
        w1 = [unknown(('w1', i), 32, 0, number_of_parts - 1) for i in range(256)]
        b, b_at = m.unknown_numbers('b', 256, 4, 1 - gamma2, gamma2 - 1)
        sums = [made('bvsub', 32, number.r, made('bvmul', 32, high, 2 * gamma2)) for number, high in zip(numbers, w1)]
        r = [made('bvsub', 32, *pair) for pair in zip(sums, b)]
        r_at = m.put('r', [cell for number in r for cell in parts(number, 32)])
        m.call('make_hint', [m.put('hint', [None] * 32), r_at, b_at, m.put('w1', packed(w1, count)), gamma2])
        m.all_same(m.numbers('r', 4), sums, 32, 'number')
        for i, (number, hint) in enumerate(zip(numbers, bits_of(m.memory['hint'], 8), strict=True)):
            number.bound(r[i], gamma2)
            number.claim(m, hint, negated(made('=', 32, number.high, w1[i])), 1, 'hint')


# ---- Falcon


def numbers_of_key(m, form):
    for n in (16, 512, 1024):
        in_ = m.unknown_bytes('in', n * 7 // 4)
        bad = m.call(f'neosig_falcon_numbers_of_key_{form}_neon', [m.put('h', [None] * 2 * n), in_, n])
        bits = bits_of(m.memory['in'], 8)
        if form == 'round3':  # the highest first
            bits = [bit for byte in range(0, len(bits), 8) for bit in bits[byte:byte + 8][::-1]]
        fields_ = [joined(bits[i:i + 14][::-1 if form == 'round3' else 1], 1) for i in range(0, len(bits), 14)]
        wanted = found = [longer(field, 14, 2) for field in fields_]
        if form == 'round3':
            wanted = [made('bvsub', 16, w, chosen(above(16, w, FALCON_Q // 2), FALCON_Q, 0, 16)) for w in found]
        m.all_same(m.numbers('h', 2), wanted, 16, 'number')
        m.tells(bad, found, FALCON_Q - 1, 16)


def code_of(word, form):
    """Sign and size of a number, by the bits of a code in order; whether it is minus zero."""
    bits = parts(word, 64, 1)[::-1 if form == 'round3' else 1]
    low = joined(bits[1:8][::-1 if form == 'round3' else 1], 1)
    zeros = len(bits) - 8
    for i, bit in reversed([*enumerate(bits[8:])]):
        zeros = chosen(bit, i, zeros, 16)
    return bits[0], made('bvadd', 16, made('bvmul', 16, zeros, 128), longer(low, 7, 9)), \
        made('=', 9, joined(bits[:9], 1), 0b100000001)


def numbers_of_codes(m, form):
    most = {'round3': 2047, 'fndsa': 840}[form]
    for n in (8, 16, 24):
        words_, at = m.unknown_numbers('words', n, 8, None, None)
        bad = m.call(f'neosig_falcon_numbers_of_codes_{form}_neon', [m.put('s2', [None] * 2 * n), at, n])
        codes = [code_of(word, form) for word in words_]
        for got, (minus, size, _) in zip(m.numbers('s2', 2), codes, strict=True):
            is_right = made('=', 16, got, chosen(minus, made('bvsub', 16, 0, size), size, 16))
            m.claims.holds(made('bvor', 1, above(16, size, most), is_right), 'number')
        m.tells(bad, [size for _, size, _ in codes], most, 16, [is_minus_zero for *_, is_minus_zero in codes])


# What is proved: file, function, and what else it takes.
MLDSA, FALCON = 'mldsa/mldsa_poly_neon', 'falcon/falcon_numbers_neon'
PARTS = [*((MLDSA, function) for function in (unpack_z, pack_z, unpack_s, pack_s, unpack_t1, unpack_t0, power2round,
                                              decompose, use_hint, make_hint)),
         *((FALCON, function, form) for function in (numbers_of_key, numbers_of_codes) for form in ('round3', 'fndsa'))]

# Faults for --self-test: what, text, what replaces it, and the part that notices.
FAULTS = {what: (*f'{part_[0]}.c'.split('/'), old, new, 'neon', part_) for what, old, new, part_ in [
    ('a field of z is shifted too far', '{0, -4, 0, -4}', '{0, -4, 0, -5}', (MLDSA, unpack_z)),
    ('a byte of z has other bits', 'vgetq_lane_u64(y, 1) >> 28', 'vgetq_lane_u64(y, 1) >> 27', (MLDSA, pack_z)),
    ('a coefficient of s is too large', '(2 * eta - vmaxvq', '(2 * eta + 1 - vmaxvq', (MLDSA, unpack_s)),
    ('a field of s is shifted too far', '-7, -2, -5}', '-7, -2, -6}', (MLDSA, unpack_s)),
    ('fields of s overlap', 'vshrq_n_u16(x, 8), 3)', 'vshrq_n_u16(x, 8), 2)', (MLDSA, pack_s)),
    ('the last load is past the end', 'vld1q_u8(in + 4);', 'vld1q_u8(in + 5);', (MLDSA, unpack_t1)),
    ('a byte of t0 is another', '4, 5, 6, NONE, 6, 7, 8, NONE, 7', '4, 5, 6, NONE, 6, 7, 8, NONE, 8',
     (MLDSA, unpack_t0)),
    ('halves are rounded up', 'vdupq_n_s32((1 << (NEOSIG_MLDSA_D - 1)) - 1)',
     'vdupq_n_s32(1 << (NEOSIG_MLDSA_D - 1))', (MLDSA, power2round)),
    ('one number does not wrap', 'Q - 1 - gamma2', 'Q - gamma2', (MLDSA, decompose)),
    ('a hint at zero points up', 'vcgtq_s32(low, vdupq_n_s32(0))', 'vcgeq_s32(low, vdupq_n_s32(0))', (MLDSA, use_hint)),
    ('a hint too many', 'vcgtq_s32(vabsq_s32(x), limit)', 'vcgeq_s32(vabsq_s32(x), limit)', (MLDSA, make_hint)),
    ('q/2 becomes negative', 'vcgtq_u16(number, vdupq_n_u16(NEOSIG_FALCON_Q / 2))',
     'vcgeq_u16(number, vdupq_n_u16(NEOSIG_FALCON_Q / 2))', (FALCON, numbers_of_key, 'round3')),
    ('a number is shifted too far', '{0, -6, -4, -2}', '{0, -6, -4, -3}', (FALCON, numbers_of_key, 'fndsa')),
    ('2048 is let through', '> NEOSIG_FALCON_MOST_S2', '> NEOSIG_FALCON_MOST_S2 + 1',
     (FALCON, numbers_of_codes, 'round3')),
    ('minus zero is let through', 'NEOSIG_FNDSA_MOST || vminvq_s16(bad) < 0', 'NEOSIG_FNDSA_MOST',
     (FALCON, numbers_of_codes, 'fndsa'))]}


def claimed(part_, *of):
    file, function, *form = part_
    module = Kernels(file, *of)
    function(module, *form)
    return f'{module.claims.decide()} claims, apart from others alike'


def proofs(options, backend):
    for part_ in PARTS if backend == 'neon' else []:
        yield ' '.join([part_[0], part_[1].__name__, *part_[2:]]), functools.partial(claimed, part_, options)


def planted(options, fault, first):
    claimed(fault[5], options, fault, first)


if __name__ == '__main__':
    sys.exit(program(proofs, FAULTS, planted))
