/* What kernels over GF(16) on NEON are made of: groups of 16 lanes in registers. Each file that includes this header is
 * compiled a second time with NEOSIG_GF16_EOR3, to sum two products by one EOR3. */
#ifndef __clang__
/* GCC's first scheduling pass hoists loads until the tiles' registers do not suffice: 12.7 % more instructions in
 * verification by neon-sha3 (bench/count.py --sets snova-24-5-16-4-esk --operations verify, GCC 12). */
#pragma GCC optimize("no-schedule-insns")
#endif
#include "core/inline.h"
#include "gf/gf16.h"

#include <arm_neon.h>
#include <string.h>

#ifdef NEOSIG_GF16_EOR3
#define ROWS 2 /* rows of B whose products are summed at a time */
#else
#define ROWS 1
#endif

INLINE uint8x16_t eor3(uint8x16_t x, uint8x16_t y, uint8x16_t z)
{
#ifdef NEOSIG_GF16_EOR3
    return veor3q_u8(x, y, z);
#else
    return veorq_u8(veorq_u8(x, y), z);
#endif
}

/* n groups, 1 to 4, by one instruction. */
INLINE void load_groups(uint8x16_t *x, const uint8_t *from, const int n)
{
    if (n == 4) {
        uint8x16x4_t y = vld1q_u8_x4(from);
        UNROLL for (int i = 0; i < 4; i++) x[i] = y.val[i];
    } else if (n == 3) {
        uint8x16x3_t y = vld1q_u8_x3(from);
        UNROLL for (int i = 0; i < 3; i++) x[i] = y.val[i];
    } else if (n == 2) {
        uint8x16x2_t y = vld1q_u8_x2(from);
        UNROLL for (int i = 0; i < 2; i++) x[i] = y.val[i];
    } else {
        x[0] = vld1q_u8(from);
    }
}

INLINE void store_groups(uint8_t *to, const uint8x16_t *x, const int n)
{
    if (n == 4) {
        uint8x16x4_t y = {{x[0], x[1], x[2], x[3]}};
        vst1q_u8_x4(to, y);
    } else if (n == 3) {
        uint8x16x3_t y = {{x[0], x[1], x[2]}};
        vst1q_u8_x3(to, y);
    } else if (n == 2) {
        uint8x16x2_t y = {{x[0], x[1]}};
        vst1q_u8_x2(to, y);
    } else {
        vst1q_u8(to, x[0]);
    }
}

/* Loads and stores by one instruction that also steps the pointer. The stepped pointer is the result.
 *
 *   load_step       n groups, 1 to 4
 *   load_step_2     the even bytes of two groups and their odd ones
 *   store_step      one group
 *   store_step_2    the bytes of two groups in turn.
 *
 * Clang finds these instructions, and refuses the constraints of this assembly. GCC 12 finds them only where the step
 * is the size of the load, so they are in assembly for GCC. Without the assembly there are more instructions, as
 * bench/count.py --sets snova-i-s-aes,snova-28-17-16-2-ssk --backends neon-sha3 counts them.
 *
 *   load_step       4.1 % in signing with snova-i-s-aes
 *   load_step_2     1.3 % in verification with snova-28-17-16-2-ssk
 *   store_step      2.2 % in signing with snova-28-17-16-2-ssk
 *   store_step_2    1.3 % in verification with snova-i-s-aes */
#ifdef __clang__
INLINE const uint8_t *load_step(uint8x16_t *x, const uint8_t *from, size_t step, const int n)
{
    load_groups(x, from, n);
    return from + step;
}

INLINE const uint8_t *load_step_2(uint8x16_t x[2], const uint8_t *from, size_t step)
{
    const uint8x16x2_t y = vld2q_u8(from);
    x[0] = y.val[0];
    x[1] = y.val[1];
    return from + step;
}

INLINE uint8_t *store_step(uint8_t *to, uint8x16_t x, size_t step)
{
    vst1q_u8(to, x);
    return to + step;
}

INLINE uint8_t *store_step_2(uint8_t *to, uint8x16_t even, uint8x16_t odd, size_t step)
{
    const uint8x16x2_t x = {{even, odd}};
    vst2q_u8(to, x);
    return to + step;
}
#else
#define LOAD_STEP(instruction, type, registers, n)                                                                     \
    {                                                                                                                  \
        type y;                                                                                                        \
        __asm__(instruction " {" registers "}, [%1], %2"                                                               \
                : "=w"(y), "+r"(from)                                                                                  \
                : "r"(step), "m"(*(const uint8_t(*)[16 * (n)]) from));                                                 \
        UNROLL for (int i = 0; i < (n); i++) x[i] = y.val[i];                                                          \
    }

INLINE const uint8_t *load_step(uint8x16_t *x, const uint8_t *from, size_t step, const int n)
{
    if (n == 4)
        LOAD_STEP("ld1", uint8x16x4_t, "%S0.16b - %V0.16b", 4)
    else if (n == 3)
        LOAD_STEP("ld1", uint8x16x3_t, "%S0.16b - %U0.16b", 3)
    else if (n == 2)
        LOAD_STEP("ld1", uint8x16x2_t, "%S0.16b - %T0.16b", 2)
    else
        __asm__("ld1 {%0.16b}, [%1], %2" : "=w"(*x), "+r"(from) : "r"(step), "m"(*(const uint8_t(*)[16])from));
    return from;
}

INLINE const uint8_t *load_step_2(uint8x16_t x[2], const uint8_t *from, size_t step)
{
    LOAD_STEP("ld2", uint8x16x2_t, "%S0.16b - %T0.16b", 2)
    return from;
}

INLINE uint8_t *store_step(uint8_t *to, uint8x16_t x, size_t step)
{
    __asm__("st1 {%2.16b}, [%0], %3" : "+r"(to), "=m"(*(uint8_t(*)[16])to) : "w"(x), "r"(step));
    return to;
}

INLINE uint8_t *store_step_2(uint8_t *to, uint8x16_t even, uint8x16_t odd, size_t step)
{
    const uint8x16x2_t x = {{even, odd}};
    __asm__("st2 {%S2.16b - %T2.16b}, [%0], %3" : "+r"(to), "=m"(*(uint8_t(*)[32])to) : "w"(x), "r"(step));
    return to;
}
#endif

/* sum += table x, by one asm statement. Without it, GCC looks up the products of many sums before it adds any, and runs
 * out of registers: 21.9 % more instructions in verification by neon-aes (bench/count.py --sets snova-24-5-16-4-esk
 * --operations verify, GCC 12). */
INLINE void add_looked_up(uint8x16_t *sum, uint8x16_t table, uint8x16_t x)
{
    uint8x16_t product;
    __asm__("tbl %1.16b, {%2.16b}, %3.16b\n\teor %0.16b, %0.16b, %1.16b"
            : "+w"(*sum), "=&w"(product)
            : "w"(table), "w"(x));
}

/* If first, the product of polynomials; else sum plus that product. */
INLINE uint8x16_t add_product(uint8x16_t sum, uint8x16_t x, uint8x16_t y, const int first)
{
    uint8x16_t product = vreinterpretq_u8_p8(vmulq_p8(vreinterpretq_p8_u8(x), vreinterpretq_p8_u8(y)));
    return first ? product : veorq_u8(sum, product);
}

/* x^4 = x + 1: to clear the high part h x^4 and to add h (x + 1) is to add h (x^4 + x + 1). */
INLINE uint8x16_t reduce(uint8x16_t x)
{
    poly8x16_t high = vreinterpretq_p8_u8(vshrq_n_u8(x, 4));
    return veorq_u8(x, vreinterpretq_u8_p8(vmulq_p8(high, vdupq_n_p8(0x13))));
}

INLINE void store_reduced(uint8_t *c, size_t c_step, uint8x16_t *sum, const int C, const int G)
{
    UNROLL for (int j = 0; j < C; j++, c += c_step)
    {
        UNROLL for (int g = 0; g < G; g++) sum[j * G + g] = reduce(sum[j * G + g]);
        store_groups(c, sum + j * G, G);
    }
}

/* The low (shift 0) or the high nibbles (4). */
INLINE uint8x16_t nibbles(const unsigned shift, uint8x16_t x)
{
    return shift == 0 ? vandq_u8(x, vdupq_n_u8(15)) : vshrq_n_u8(x, 4);
}
