"""ntt_arm.py <AArch64 build> <source tree> [--self-test]: proves the transforms of src/ntt in NEON for all inputs, over
the instructions of that build.

The proofs are those of ntt.py: the same inputs, results and bounds. Here they run the build's own objects (arm.py) on
affine forms (arm_numbers.py). Each instruction of these objects must have been run."""
import functools
import itertools
import sys

import neon  # noqa: F401: the instructions on vectors
import ntt
from affine import program
from arm_numbers import ArmNumbers
from image import built
from ntt import TRANSFORMS, divide, forward, inverse, multiply


def prove(machine, transform, function):
    return f'{float(function(machine, transform)) / transform.q:.3f} q at most'


def instructions(machines):
    """All of an object, of which each machine has run a part."""
    first, *others = machines
    first.executed.update(*(machine.executed for machine in others))
    functions = first.image.functions
    for name in functions:
        first.run_whole(name)
    return f'all of {sum(len(first.image.instructions(name)) for name in functions)} in {len(functions)} functions'


def of_file(options, lane, fault=None, first=None):
    """What is proved, which function proves it, and that function with what it needs."""
    file, machines = f'ntt{lane}_neon', []
    image = built([f'ntt/{file}.c'], options, fault, first)
    for transform in (t for t in TRANSFORMS if t.lane == lane):
        machine = ArmNumbers(image, transform.q, lane)
        machines.append(machine)
        for function in (forward, inverse, multiply, *([divide] if lane == 16 else [])):
            yield (f'{file} {transform}, {function.__name__}', function,
                   functools.partial(prove, machine, transform, function))
    yield f'{file} instructions', instructions, functools.partial(instructions, machines)


# Faults for --self-test: folder, file, text, what replaces it, backend and function: those of ntt.py, and others.
FAULTS = {what: fault for what, fault in ntt.FAULTS.items() if fault[4] == 'neon'} | {
    'a zeta is another number': ('ntt', 'ntt_8380417_neon_tables.h', '1, -3572223,', '1, -3572222,', 'neon', forward),
    'HAETAE: a zeta is another number': ('ntt', 'ntt_64513_neon_tables.h', '1, 28837,', '1, 28838,', 'neon', forward),
    'constants are those of other lanes': (
        'ntt', 'ntt32_neon.c', 'forward_group(r + 32, k, 2, c + 72,', 'forward_group(r + 32, k, 2, c + 76,', 'neon',
        forward),
    'high halves in place of low ones': (
        'ntt', 'mod32_neon.h', 'vmulq_laneq_s32(vuzp1q_s32(', 'vmulq_laneq_s32(vuzp2q_s32(', 'neon', multiply),
    'a factor is changed': (
        'ntt', 'ntt32_neon.c', '    neosig_mod32_assert_below(b, 256, 6 * q);\n',
        '    ((int32_t *)(uintptr_t)b)[255] = 0;\n', 'neon', multiply),
    'coefficients are left out': (
        'ntt', 'ntt32_neon.c', 'for (size_t i = 0; i < 256; i += 16) {', 'for (size_t i = 0; i < 240; i += 16) {',
        'neon', multiply),
    'registers of the caller are lost': (
        'ntt', 'mod32_neon.h', 'v = vld1q_s32(constants);', 'v = vld1q_s32(constants); __asm__("movi v8.16b, #0");',
        'neon', multiply),
    'a branch depends on data': (
        'ntt', 'ntt32_neon.c', '    neosig_mod32_assert_below(b, 256, 6 * q);\n',
        '    if (b[0] == 0)\n        return;\n', 'neon', multiply),
    'instructions that no input reaches': (
        'ntt', 'ntt32_neon.c', '    neosig_mod32_assert_below(b, 256, 6 * q);\n',
        '    if ((uintptr_t)r % 64)\n        r[0] = 0;\n', 'neon', instructions),
    '16 bits: a scale is another number': (
        'ntt', 'ntt_12289_512_tables.h', '{128, 341}', '{129, 341}', 'neon', inverse),
    '16 bits: sums are not limited': (
        'ntt', 'ntt16_neon.c', 'limit(vaddq_s16(*a, *b));\n    *b = mul_one', 'vaddq_s16(*a, *b);\n    *b = mul_one',
        'neon', inverse),
}


def proofs(options, backend):
    files = (of_file(options, lane) for lane in (32, 16)) if backend == 'neon' else ()
    return [(what, prove) for what, _, prove in itertools.chain(*files)]


def planted(options, fault, first):
    """Instructions have been run by all of a file's proofs."""
    for _, function, run in of_file(options, 16 if '16' in fault[1] or '12289' in fault[1] else 32, fault, first):
        if fault[5] in (function, instructions):
            run()


if __name__ == '__main__':
    sys.exit(program(proofs, FAULTS, planted))
