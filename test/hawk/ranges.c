/* s0 in verification, and what ranges_sign.c tests. */
#include "core/backend.h"
#include "hawk/hawk_verify.c" /* of src/, for `make_t0` */
#include "ranges.h"

/* Coefficient i of s0 is v, all others are 0. Whether that is within the range. */
static int is_in_range(const neosig_hawk_ctx *ctx, size_t i, int32_t v, int bit)
{
    static int32_t x[NEOSIG_HAWK_MAX_N], bits[NEOSIG_HAWK_MAX_N];
    static int16_t t0[NEOSIG_HAWK_MAX_N];
    static uint8_t h0[NEOSIG_HAWK_MAX_N / 8];
    const neosig_hawk_set *set = ctx->set;
    const unsigned shift =
        shift_of(1 + set->s1.size) + shift_of(set->q01.size) - shift_of(set->q00.size) - (ctx->logn - 1);
    const workspace w = {.t0 = t0, .x0 = bits};
    memset(h0, bit ? 0xff : 0, sizeof h0);
    for (size_t j = 0; j < ctx->n; j++)
        x[j] = (2 * (j == i ? v : 0) - bit - 1) * (1 << shift);
    const unsigned good = make_t0(ctx, &w, x, h0);
    CHECK(t0[i] == (int16_t)(bit - 2 * v));
    return good == 1;
}

static void test_s0_range(const neosig_hawk_ctx *ctx)
{
    const int32_t limit = 1 << ctx->set->s0_size;
    for (int bit = 0; bit < 2; bit++)
        for (int at = 0; at < 2; at++)
            for (int32_t v = limit - 2; v <= limit; v++) {
                CHECK(is_in_range(ctx, at ? ctx->n - 1 : 0, v, bit) == (v < limit));
                CHECK(is_in_range(ctx, at ? ctx->n - 1 : 0, -v - 1, bit) == (v < limit));
            }
}

int main(void)
{
    for (size_t s = 0; s < neosig_hawk_sets_count; s++) {
        const neosig_hawk_ctx ctx = neosig_hawk_open(&neosig_hawk_sets[s].alg, neosig_backend_now());
        test_s0_range(&ctx);
        CHECK(test_s1_range(&ctx) == 0);
    }
    return test_end();
}
