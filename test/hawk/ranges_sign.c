/* s1 in signing. */
#include "hawk/hawk_sign.c" /* of src/, for `halve` */
#include "ranges.h"

/* Coefficient i of s1 is v, and w begins with this sign. Whether that is within the range. */
static int is_in_range(const neosig_hawk_ctx *ctx, size_t i, int v, int sign, int bit)
{
    static int16_t w[NEOSIG_HAWK_MAX_N], bits[NEOSIG_HAWK_MAX_N];
    static uint8_t h1[NEOSIG_HAWK_MAX_N / 8];
    const workspace space = {.w = w, .w1 = bits};
    memset(w, 0, sizeof w);
    memset(h1, bit ? 0xff : 0, sizeof h1);
    w[0] = (int16_t)(2 * sign);
    w[i] = (int16_t)(sign * (bit - 2 * v));
    const unsigned good = halve(ctx, &space, h1);
    CHECK(w[i] == v);
    return good == 1;
}

unsigned test_s1_range(const neosig_hawk_ctx *ctx)
{
    const int limit = 1 << ctx->set->s1.size;
    const size_t places[] = {0, 1, ctx->n - 1};
    for (int bit = 0; bit < 2; bit++)
        for (int sign = -1; sign <= 1; sign += 2)
            for (size_t at = 0; at < 3; at++)
                for (int v = limit - 2; v <= limit; v++) {
                    const size_t i = places[at];
                    CHECK(is_in_range(ctx, i, -v - 1, sign, bit) == (v < limit));
                    if (i != 0) /* the first one is (h1 - |w|) / 2, never above 0 */
                        CHECK(is_in_range(ctx, i, v, sign, bit) == (v < limit));
                }
    return test_failed;
}
