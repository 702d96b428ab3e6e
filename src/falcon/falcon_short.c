/* Draws and tests of f and g, with the draws and the roundings of the reference code (round 3) and of c-fn-dsa
 * (FN-DSA). */
#include "falcon/falcon_kernels.h"
#include "falcon/falcon_short.h"
#include "fft/fft.h"
#include "ntru/ntru_fixed_point.h"

/* ---- Gaussian samples */

static uint32_t xor_of(const int8_t *f, size_t n)
{
    uint8_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum ^= (uint8_t)f[i];
    return sum;
}

/* Draws n coefficients, and the last one again until the sum is odd: with an even sum the resultant of f would be even,
 * too. gauss makes `bytes` bytes of draws a coefficient. */
static void sample_until_odd(const neosig_falcon_ctx *ctx, int8_t *f, neosig_shake *shake, uint8_t *draws, size_t bytes,
                             void (*gauss)(const neosig_falcon_ctx *, int8_t *, const uint8_t *, size_t))
{
    const size_t most = NEOSIG_FALCON_DRAW_BYTES / bytes;
    for (size_t i = 0; i < ctx->n; i += most) {
        const size_t count = ctx->n - i < most ? ctx->n - i : most;
        neosig_shake_squeeze(shake, draws, bytes * count);
        gauss(ctx, f + i, draws, count);
    }
    for (;;) {
        unsigned even = ~xor_of(f, ctx->n) & 1;
        neosig_declassify(&even, sizeof even, "an even sum says nothing of the coefficient drawn instead");
        if (!even)
            return;
        neosig_shake_squeeze(shake, draws, bytes);
        gauss(ctx, f + ctx->n - 1, draws, 1);
    }
}

static size_t round3_summands(const neosig_falcon_ctx *ctx)
{
    return ctx->logn == 9 ? 2 : 1; /* of the deviation for n = 1024 */
}

static void round3_gauss(const neosig_falcon_ctx *ctx, int8_t *f, const uint8_t *draws, size_t count)
{
    ctx->backend->falcon->gauss_round3(f, draws, count, round3_summands(ctx));
}

static void fndsa_gauss(const neosig_falcon_ctx *ctx, int8_t *f, const uint8_t *draws, size_t count)
{
    ctx->backend->falcon->gauss_fndsa(f, draws, count, ctx->logn);
}

void neosig_falcon_sample_short(const neosig_falcon_ctx *ctx, int8_t *f, neosig_shake *shake, uint8_t *draws)
{
    if (ctx->rules == NEOSIG_FALCON_ROUND3)
        sample_until_odd(ctx, f, shake, draws, 16 * round3_summands(ctx), round3_gauss);
    else
        sample_until_odd(ctx, f, shake, draws, 2, fndsa_gauss);
}

/* ---- Tests of f and g. What they say becomes public: then f and g are dropped. */

static unsigned declassified(unsigned good)
{
    unsigned bad = good ^ 1;
    neosig_declassify(&bad, sizeof bad, "that f and g are dropped says nothing of the next ones");
    return !bad;
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
    return declassified(good & (norm - 16823) >> 31); /* norm <= 16822, for 1.17^2 q = 16822.4121 */
}

/* The test is |X|^2 < 1.17^2 q for X = (q adj(f), q adj(g)) / (f adj(f) + g adj(g)).
 *
 * The reference codes compute X's transform, transform back and add up squares. Round 3 does it in binary64, and its
 * result is right to 40 bits. FN-DSA does it in fixed point, and its result is right to 15 bits or so: reciprocals 1 /
 * z are rounded to 32 fractional bits, and z is 2^14 in the mean.
 *
 * There is a shorter way. By Parseval's equation |X|^2 = 2 q^2 / n times a sum of 1 / (|f|^2 + |g|^2), taken over the
 * n / 2 values of the transforms. In binary64 that is right to 40 bits, too. Where the sum is 2^-10 or more away from
 * its bound, relatively, both ways agree, and the sum decides. Else the reference code's computation decides. Which of
 * the two decides is public, as their answer is. */
enum answer { LONG, SHORT, UNDECIDED };

static enum answer decide_by_sum(const neosig_falcon_ctx *ctx, const int8_t *const fg[2], neosig_real *numbers)
{
    const neosig_fft *fft = ctx->backend->fft;
    neosig_real *const x[2] = {numbers, numbers + ctx->n}, *const inverse = numbers + 2 * ctx->n;
    for (size_t j = 0; j < 2; j++) {
        for (size_t i = 0; i < ctx->n; i++)
            x[j][i] = neosig_real_of_int(fg[j][i]);
        fft->forward(x[j], ctx->logn);
    }
    fft->inverse_norm(inverse, x[0], x[1], ctx->logn);
    neosig_real sum = neosig_real_of_int(0);
    for (size_t i = 0; i < ctx->n / 2; i++)
        sum = neosig_real_add(sum, inverse[i]);
    /* The sum's bound n 1.17^2 / (2 q), in FN-DSA times 0.999^2; times 1 - 2^-10 and 1 + 2^-10. For n = 512 and round 3
     * it is 0.0285164..., for FN-DSA 0.0284594... n = 1024 has twice as much: 1 more in the exponent, which begins at
     * bit 52. */
    static const uint64_t bounds[2][2] = {
        [NEOSIG_FALCON_ROUND3] = {UINT64_C(0x3f9d2c1c53239360), UINT64_C(0x3f9d3ab607ba4ad8)},
        [NEOSIG_FALCON_FNDSA] = {UINT64_C(0x3f9d1d2e905eec02), UINT64_C(0x3f9d2bc0cc361141)},
    };
    const uint64_t twice = (uint64_t)(ctx->logn - 9) << 52, *const bound = bounds[ctx->rules];
    unsigned above[2] = {1 ^ neosig_real_less(sum, neosig_real_of_bits(bound[0] + twice)),
                         1 ^ neosig_real_less(sum, neosig_real_of_bits(bound[1] + twice))};
    neosig_declassify(above, sizeof above, "that f and g are dropped says nothing of the next ones");
    return above[1] ? LONG : above[0] ? UNDECIDED : SHORT;
}

/* As round 3 does, after decide_by_sum. */
static unsigned is_dual_short_float(const neosig_falcon_ctx *ctx, neosig_real *numbers)
{
    const neosig_fft *fft = ctx->backend->fft;
    neosig_real *const x[2] = {numbers, numbers + ctx->n}, *const inverse = numbers + 2 * ctx->n;
    for (size_t j = 0; j < 2; j++) {
        fft->adjoint(x[j], x[j], ctx->logn);
        fft->scale(x[j], x[j], neosig_real_of_int(NEOSIG_FALCON_Q), ctx->logn);
        fft->multiply_self_adjoint(x[j], x[j], inverse, ctx->logn);
        fft->inverse(x[j], ctx->logn);
    }
    neosig_real norm = neosig_real_of_int(0);
    for (size_t i = 0; i < ctx->n; i++)
        for (size_t j = 0; j < 2; j++)
            norm = neosig_real_add(norm, neosig_real_multiply(x[j][i], x[j][i]));
    return declassified(neosig_real_less(norm, neosig_real_of_bits(0x40d06d9a5fd8adac))); /* 1.17^2 q = 16822.4121 */
}

/* As FN-DSA does, in fixed point. */
static unsigned is_dual_short_fixed(const neosig_falcon_ctx *ctx, const int8_t *const fg[2], int64_t *numbers)
{
    int64_t *const x[2] = {numbers, numbers + ctx->n}, *const inverse = numbers + 2 * ctx->n;
    const size_t half = ctx->n / 2;
    for (size_t j = 0; j < 2; j++) {
        for (size_t i = 0; i < ctx->n; i++)
            x[j][i] = (int64_t)((uint64_t)fg[j][i] << 32);
        neosig_fixed_forward(x[j], ctx->logn);
    }
    neosig_fixed_norm(inverse, x, 2, ctx->logn);
    uint64_t beyond = 0; /* no quotient is beyond the range, since the norm is far from zero */
    for (size_t i = 0; i < half; i++) {
        const neosig_fixed_divisor divisor = neosig_fixed_divisor_of(inverse[i]);
        inverse[i] = neosig_fixed_divide(INT64_C(1) << 32, &divisor, &beyond);
    }
    int64_t norm = 0;
    for (size_t j = 0; j < 2; j++) {
        for (size_t i = 0; i < half; i++) {
            x[j][i] = neosig_fixed_multiply((int64_t)(NEOSIG_FALCON_Q * (uint64_t)x[j][i]), inverse[i]);
            x[j][half + i] =
                neosig_fixed_multiply((int64_t)(0 - NEOSIG_FALCON_Q * (uint64_t)x[j][half + i]), inverse[i]);
        }
        neosig_fixed_inverse(x[j], ctx->logn);
        for (size_t i = 0; i < ctx->n; i++)
            norm = neosig_fixed_add(norm, neosig_fixed_multiply(x[j][i], x[j][i]));
    }
    /* 2^32 (0.999 1.17)^2 q = 72107278641425.84, rounded to the nearest. */
    return declassified((unsigned)((uint64_t)neosig_fixed_sub(norm, INT64_C(72107278641426)) >> 63));
}

unsigned neosig_falcon_is_dual_short(const neosig_falcon_ctx *ctx, const int8_t *f, const int8_t *g, void *numbers)
{
    const int8_t *const fg[2] = {f, g};
    const enum answer answer = decide_by_sum(ctx, fg, numbers);
    if (answer != UNDECIDED)
        return answer == SHORT;
    return ctx->rules == NEOSIG_FALCON_ROUND3 ? is_dual_short_float(ctx, numbers)
                                              : is_dual_short_fixed(ctx, fg, numbers);
}
