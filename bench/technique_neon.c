#include "gf16.h"
#include "technique.h"

#include <arm_neon.h>
#include <string.h>

void neosig_bench_technique_add(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    if (l == 4) {
        vst1q_u8(c, veorq_u8(vld1q_u8(a), vld1q_u8(b)));
    } else if (l == 3) {
        vst1_u8(c, veor_u8(vld1_u8(a), vld1_u8(b)));
        c[8] = a[8] ^ b[8];
    } else {
        uint32_t x, y;
        memcpy(&x, a, 4);
        memcpy(&y, b, 4);
        x ^= y;
        memcpy(c, &x, 4);
    }
}

static inline void multiply(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    for (unsigned i = 0; i < l; i++) {
        uint8x16_t sum[4];
        for (unsigned j = 0; j < l; j++)
            sum[j] = vdupq_n_u8(gf16_product[a[i * l]][b[j]]);
        for (unsigned k = 1; k < l; k++)
            for (unsigned j = 0; j < l; j++)
                sum[j] = veorq_u8(sum[j], vdupq_n_u8(gf16_product[a[i * l + k]][b[k * l + j]]));
        for (unsigned j = 0; j < l; j++)
            vst1q_lane_u8(c + i * l + j, sum[j], 0);
    }
}

void neosig_bench_technique_multiply(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b)
{
    if (l == 4)
        multiply(4, c, a, b);
    else if (l == 3)
        multiply(3, c, a, b);
    else
        multiply(2, c, a, b);
}

void neosig_bench_technique_combine(unsigned bits, uint8_t *c, size_t bytes, const uint8_t *a, uint8_t scalar,
                                    const uint8_t rows[16][16])
{
    uint8x16_t row0 = vld1q_u8(rows[scalar & 15]), row1 = vld1q_u8(rows[scalar >> 4]), correction = vld1q_u8(rows[8]);
    for (; bytes >= 16; bytes -= 16, a += 16, c += 16) {
        uint8x16_t x = vld1q_u8(a), low = vandq_u8(x, vdupq_n_u8(15)), high = vshrq_n_u8(x, 4), sum0, sum1;
        if (bits == 8) {
            /* z^2 = z + xy, and xy is 8. */
            sum0 = veorq_u8(vqtbl1q_u8(row0, low), vqtbl1q_u8(correction, vqtbl1q_u8(row1, high)));
            sum1 = veorq_u8(vqtbl1q_u8(row0, high), vqtbl1q_u8(row1, veorq_u8(low, high)));
        } else {
            sum0 = vqtbl1q_u8(row0, low);
            sum1 = vqtbl1q_u8(row0, high);
        }
        vst1q_u8(c, veorq_u8(vld1q_u8(c), veorq_u8(sum0, vshlq_n_u8(sum1, 4))));
    }
}

static uint8x16_t counter(uint32_t block)
{
    return vreinterpretq_u8_u32(vsetq_lane_u32(__builtin_bswap32(block), vdupq_n_u32(0), 3));
}

void neosig_bench_technique_aes128_ctr(uint8_t *out, size_t bytes, const uint8_t round_keys[11][16])
{
    uint8x16_t keys[11];
    for (unsigned i = 0; i < 11; i++)
        keys[i] = vld1q_u8(round_keys[i]);
    for (uint32_t block = 0; bytes > 0; block += 4) {
        uint8x16_t x[4];
        for (uint32_t i = 0; i < 4; i++)
            x[i] = counter(block + i);
        for (unsigned round = 0; round < 9; round++)
            for (unsigned i = 0; i < 4; i++)
                x[i] = vaesmcq_u8(vaeseq_u8(x[i], keys[round]));
        uint8_t end[64];
        uint8_t *to = bytes < 64 ? end : out;
        for (unsigned i = 0; i < 4; i++)
            vst1q_u8(to + 16 * i, veorq_u8(vaeseq_u8(x[i], keys[9]), keys[10]));
        size_t some = bytes < 64 ? bytes : 64;
        if (to == end)
            memcpy(out, end, some);
        out += some;
        bytes -= some;
    }
}
