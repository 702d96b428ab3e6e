#include "any.h"
#include "gf/tower.h"

const neosig_tower_kernels neosig_tower_portable = {.polynomial16 = {.bits = 4, .columns = 4}};

#include "mayo/mayo_encode.c"
#include "mayo/mayo_params.c"
#include "mayo/mayo_scheme.c"

void harness_neosig_mayo_secret_parts(void)
{
    EACH_SET (mayo, ctx) {
        const size_t bytes = neosig_mayo_prepared_secret_bytes(&ctx);
        uint8_t *const sk = any_bytes(bytes);
        const neosig_mayo_secret s = neosig_mayo_secret_parts(&ctx, sk);
        __CPROVER_assert(s.seed == sk && sk + ctx.set->alg.seed_bytes <= s.O, "the seed");
        const size_t p1_bytes = neosig_triangle(ctx.v) * ctx.lanes, l_bytes = ctx.v * ctx.o * ctx.lanes;
        __CPROVER_assert(s.O + ctx.v * NEOSIG_MAYO_O_ROW / 2 <= s.P1 && s.P1 + p1_bytes <= s.L, "the parts");
        __CPROVER_assert(s.L + l_bytes <= sk + bytes && sk + bytes - s.L - l_bytes < 64, "the end");
        __CPROVER_assert(neosig_mayo_prepared_public_bytes(&ctx) == neosig_triangle(ctx.n) * ctx.lanes,
                         "a prepared public key is P");
    }
}
