/* The bound of |c s| that key generation tests (algorithm 42). */
#include "haetae/haetae.h"
#include "haetae/haetae_poly_tables.h"

#include <string.h>

/* *a the larger, *b the smaller. */
static inline void order(int32_t *a, int32_t *b)
{
    const int32_t swap = (*a ^ *b) & -(int32_t)(*a < *b);
    *a ^= swap;
    *b ^= swap;
}

/* A bound of the sums in neosig_haetae_is_far_too_large. Secrets drawn at random stay far below. Above it a key is bad
 * in any case: one value alone contributes tau 2^14, which is more than gamma^2 n. */
#define FAR_TOO_LARGE ((int64_t)1 << 14)

unsigned neosig_haetae_is_far_too_large(const neosig_haetae_ctx *ctx, const int8_t *s)
{
    unsigned large = 0;
    for (size_t j = 0; j < 128; j++) { /* the other values are conjugates */
        int64_t sum = 0;
        for (size_t i = 0; i < neosig_haetae_secrets(ctx); i++) {
            int32_t re = 0, im = 0;
            for (size_t t = 0; t < 256; t++) {
                const size_t angle = (2 * j + 1) * t % 512;
                const int32_t x = angle < 256 ? s[256 * i + t] : -s[256 * i + t]; /* which angle is public */
                re += x * haetae_unit_re[angle % 256];
                im += x * haetae_unit_im[angle % 256];
            }
            sum += ((int64_t)re * re + (int64_t)im * im) >> 32;
        }
        large |= (unsigned)((FAR_TOO_LARGE - sum) >> 63) & 1;
    }
    return large;
}

#define MOST 5 /* n / tau + 1 of the largest values are taken */
#define LANES 8

int32_t neosig_haetae_singular_value(const neosig_haetae_ctx *ctx, const int8_t *s)
{
    const size_t tau = ctx->set->tau, count = 256 / tau + 1;
    _Alignas(64) int32_t sum[256] = {0};
    /* The largest of the values at lane, lane + 8, ..., which are not negative; the largest of all first. */
    int32_t best[MOST][LANES] = {{0}};
    for (size_t i = 0; i < neosig_haetae_secrets(ctx); i++)
        ctx->poly->spectrum(sum, s + 256 * i);
    for (size_t i = 0; i < 256; i += LANES) {
        int32_t x[LANES];
        memcpy(x, sum + i, sizeof x);
        for (size_t j = 0; j < MOST; j++)
            for (size_t lane = 0; lane < LANES; lane++) {
                const int32_t a = best[j][lane], b = x[lane], swap = (a ^ b) & -(int32_t)(a < b);
                best[j][lane] = a ^ swap;
                x[lane] = b ^ swap;
            }
    }
    /* The largest of all lanes to the front. */
    int32_t *all = best[0];
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < MOST * LANES; j++)
            order(&all[i], &all[j]);
    int32_t total = 0;
    for (size_t i = 0; i < count; i++) {
        /* A value that equals the least of these counts n mod tau times, any other tau times. 2^16 is added for the
         * first polynomial of s, which is 1. 0x200 rounds where 10 bits are dropped. */
        const int32_t above = -(int32_t)(all[i] > all[count - 1]);
        const int32_t times = ((int32_t)tau & above) | ((int32_t)(256 % tau) & ~above);
        total += ((all[i] + 0x10200) >> 10) * times;
    }
    neosig_wipe(sum, sizeof sum);
    neosig_wipe(best, sizeof best);
    return (total + 32) >> 6;
}
