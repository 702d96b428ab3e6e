/* Products of variables. */
#include "carved.h"
#include "gf/buckets.c"

static void scale(uint8_t *c, const uint8_t *x, size_t count, uint8_t scalar)
{
    __CPROVER_assert(count % 32 == 0 && __CPROVER_w_ok(c, count) && __CPROVER_r_ok(x, count), "whole groups");
}

static const neosig_tower field = {.bits = 8, .scale = scale};

void harness_neosig_bucket_products(void)
{
    const size_t sizes[][2] = /* vinegars and oils */ {{96, 64}, {74, 45}, {121, 72}, {163, 96}, {1, 1}};
    for (size_t i = 0; i < 5; i++) {
        const size_t v = sizes[i][0], o = sizes[i][1], count = v * (v + 1) / 2 + v * o;
        uint8_t *const x = any_bytes(v + 32), *const oil = any_bytes(o + 32), *const to = any_bytes(count + 32);
        uint8_t *const next = neosig_bucket_products(&field, to, x, v, x, v);
        __CPROVER_assert(neosig_bucket_products(&field, next, x, v, oil, o) == to + count, "one product a term");
    }
}
