/* Draws and tests of f and g, with the draws and the roundings of the reference code (round 3) and of c-fn-dsa (FN-DSA).
 */
#include "falcon/falcon_short.h"
#include "fft/fft.h"
#include "ntru/ntru_fixed_point.h"
#include "sym/bytes.h"

/* ---- Gaussian samples */

/* Of 2^63: the probability of 0; then, of a number that is not 0, that it is more than 1, 2, ... in size. Deviation 1.17
 * sqrt(q / 2048). */
static const uint64_t round3_table[27] = {
    1283868770400643928, 6416574995475331444, 4078260278032692663, 2353523259288686585, 1227179971273316331,
    575931623374121527,  242543240509105209,  91437049221049666,   30799446349977173,   9255276791179340,
    2478152334826140,    590642893610164,     125206034929641,     23590435911403,      3948334035941,
    586753615614,        77391054539,         9056793210,          940121950,           86539696,
    7062824,             510971,              32764,               1862,                94,
    4,                   0};

/* a number from 16 bytes */
static int32_t round3_draw(const uint8_t *in)
{
    const uint64_t first = neosig_load64_le(in), second = neosig_load64_le(in + 8) & (UINT64_MAX >> 1);
    const uint64_t zero = ((first & (UINT64_MAX >> 1)) - round3_table[0]) >> 63;
    uint32_t size = 1;
    for (size_t i = 1; i < 26; i++)
        size += (uint32_t)((second - round3_table[i]) >> 63);
    size &= (uint32_t)zero - 1;
    const uint32_t minus = 0 - (uint32_t)(first >> 63);
    return (int32_t)((size ^ minus) - minus);
}

/* The sum of its coefficients is odd, or the resultants were even: the last one is drawn until it is. */
static void round3_sample(const neosig_falcon_ctx *ctx, int8_t *f, neosig_shake *shake, uint8_t *draws)
{
    const size_t count = ctx->log_n == 9 ? 2 : 1; /* summands of deviation for n = 1024 */
    uint32_t sum = 0;
    for (size_t i = 0, at = NEOSIG_FALCON_DRAW_BYTES; i < ctx->n; i++) {
        int32_t s = 0;
        for (size_t j = 0; j < count; j++, at += 16) {
            if (at == NEOSIG_FALCON_DRAW_BYTES) {
                const size_t left = 16 * (count * (ctx->n - i) - j);
                at = left < NEOSIG_FALCON_DRAW_BYTES ? NEOSIG_FALCON_DRAW_BYTES - left : 0;
                neosig_shake_squeeze(shake, draws + at, NEOSIG_FALCON_DRAW_BYTES - at);
            }
            s += round3_draw(draws + at);
        }
        f[i] = (int8_t)s;
        sum ^= (uint32_t)s;
    }
    for (;;) {
        unsigned odd = sum & 1;
        neosig_declassify(&odd, sizeof odd, "an even sum says nothing of the coefficient drawn instead");
        if (odd)
            return;
        sum ^= (uint8_t)f[ctx->n - 1];
        neosig_shake_squeeze(shake, draws, 16 * count);
        int32_t s = 0;
        for (size_t j = 0; j < count; j++)
            s += round3_draw(draws + 16 * j);
        f[ctx->n - 1] = (int8_t)s;
        sum ^= (uint32_t)s;
    }
}

/* Of 2^16, that a number is at most -17, -16, ...; less 1. */
static const uint16_t fndsa_table_512[34] = {1,     4,     11,    28,    65,    146,   308,   615,   1164,
                                             2083,  3535,  5692,  8706,  12669, 17574, 23285, 29542, 35993,
                                             42250, 47961, 52866, 56829, 59843, 62000, 63452, 64371, 64920,
                                             65227, 65389, 65470, 65507, 65524, 65531, 65534};
static const uint16_t fndsa_table_1024[24] = {2,     8,     28,    94,    280,   742,   1761,  3753,
                                              7197,  12472, 19623, 28206, 37329, 45912, 53063, 58338,
                                              61782, 63774, 64793, 65255, 65441, 65507, 65527, 65533};

static void fndsa_sample(const neosig_falcon_ctx *ctx, int8_t *f, neosig_shake *shake, uint8_t *draws)
{
    const uint16_t *table = ctx->log_n == 9 ? fndsa_table_512 : fndsa_table_1024;
    const size_t length = ctx->log_n == 9 ? 34 : 24;
    unsigned odd;
    do {
        neosig_shake_squeeze(shake, draws, 2 * ctx->n);
        uint32_t sum = 0;
        for (size_t i = 0; i < ctx->n; i++) {
            const uint32_t y = neosig_load16_le(draws + 2 * i);
            int32_t s = -(int32_t)(length / 2);
            for (size_t j = 0; j < length; j++)
                s += (int32_t)((table[j] - y) >> 31);
            f[i] = (int8_t)s;
            sum ^= (uint32_t)s;
        }
        odd = sum & 1;
        neosig_declassify(&odd, sizeof odd, "an even sum says nothing of the polynomial drawn instead");
    } while (!odd);
}

void neosig_falcon_sample_short(const neosig_falcon_ctx *ctx, int8_t *f, neosig_shake *shake, uint8_t *draws)
{
    (ctx->rules == NEOSIG_FALCON_ROUND3 ? round3_sample : fndsa_sample)(ctx, f, shake, draws);
}

/* ---- Tests of f and g. What they say becomes public: then f and g are dropped. */

static unsigned declassified(unsigned good)
{
    neosig_declassify(&good, sizeof good, "that f and g are dropped says nothing of the next ones");
    return good;
}

unsigned neosig_falcon_is_short(const neosig_falcon_ctx *ctx, const int8_t *f, const int8_t *g)
{
    const int8_t *const fg[2] = {f, g};
    const int32_t limit = 1 << (ctx->f_bits - 1);
    uint32_t norm = 0, good = 1;
    for (size_t j = 0; j < 2; j++)
        for (size_t i = 0; i < ctx->n; i++) {
            const int32_t a = fg[j][i];
            norm += (uint32_t)(a * a);
            good &= (uint32_t)(a - limit) >> 31 & (uint32_t)(-limit - a) >> 31;
        }
    return declassified(good & (norm - 16823) >> 31); /* 1.17^2 q */
}

/* |(q adj(f), q adj(g)) / (f adj(f) + g adj(g))|^2 < 1.17^2 q, in binary64. */
static unsigned is_dual_short_float(const neosig_falcon_ctx *ctx, const int8_t *const fg[2], neosig_real *numbers)
{
    const neosig_fft *fft = ctx->backend->fft;
    neosig_real *const x[2] = {numbers, numbers + ctx->n}, *const inverse = numbers + 2 * ctx->n;
    for (size_t j = 0; j < 2; j++) {
        for (size_t i = 0; i < ctx->n; i++)
            x[j][i] = neosig_real_of_int(fg[j][i]);
        fft->forward(x[j], ctx->log_n);
    }
    fft->inverse_norm(inverse, x[0], x[1], ctx->log_n);
    for (size_t j = 0; j < 2; j++) {
        fft->adjoint(x[j], x[j], ctx->log_n);
        fft->scale(x[j], x[j], neosig_real_of_int(NEOSIG_FALCON_Q), ctx->log_n);
        fft->multiply_self_adjoint(x[j], x[j], inverse, ctx->log_n);
        fft->inverse(x[j], ctx->log_n);
    }
    neosig_real norm = neosig_real_of_int(0);
    for (size_t i = 0; i < ctx->n; i++)
        for (size_t j = 0; j < 2; j++)
            norm = neosig_real_add(norm, neosig_real_multiply(x[j][i], x[j][i]));
    return declassified(neosig_real_less(norm, neosig_real_of_bits(0x40d06d9a5fd8adac))); /* 16822.4121 */
}

/* The same in fixed point. */
static unsigned is_dual_short_fixed(const neosig_falcon_ctx *ctx, const int8_t *const fg[2], int64_t *numbers)
{
    int64_t *const x[2] = {numbers, numbers + ctx->n}, *const inverse = numbers + 2 * ctx->n;
    const size_t half = ctx->n / 2;
    for (size_t j = 0; j < 2; j++) {
        for (size_t i = 0; i < ctx->n; i++)
            x[j][i] = (int64_t)((uint64_t)fg[j][i] << 32);
        neosig_fixed_forward(x[j], ctx->log_n);
    }
    neosig_fixed_norm(inverse, x[0], x[1], ctx->log_n);
    for (size_t i = 0; i < half; i++)
        inverse[i] = neosig_fixed_divide(INT64_C(1) << 32, inverse[i]);
    int64_t norm = 0;
    for (size_t j = 0; j < 2; j++) {
        for (size_t i = 0; i < half; i++) {
            x[j][i] = neosig_fixed_multiply((int64_t)(NEOSIG_FALCON_Q * (uint64_t)x[j][i]), inverse[i]);
            x[j][half + i] = neosig_fixed_multiply((int64_t)(0 - NEOSIG_FALCON_Q * (uint64_t)x[j][half + i]), inverse[i]);
        }
        neosig_fixed_inverse(x[j], ctx->log_n);
        for (size_t i = 0; i < ctx->n; i++)
            norm = neosig_fixed_add(norm, neosig_fixed_multiply(x[j][i], x[j][i]));
    }
    return declassified((unsigned)((uint64_t)neosig_fixed_sub(norm, INT64_C(72251709809335)) >> 63));
}

unsigned neosig_falcon_is_dual_short(const neosig_falcon_ctx *ctx, const int8_t *f, const int8_t *g, void *numbers)
{
    const int8_t *const fg[2] = {f, g};
    return ctx->rules == NEOSIG_FALCON_ROUND3 ? is_dual_short_float(ctx, fg, numbers)
                                              : is_dual_short_fixed(ctx, fg, numbers);
}
