#include "any.h"
#include "snova/snova_encode.c"
#include "snova/snova_params.c"
#include "snova/snova_scheme.c"

/* Sizes of other files: one that is no multiple of 64, one that must be. */
size_t neosig_snova_abq_bytes(const neosig_snova_ctx *ctx)
{
    return 1000;
}

size_t neosig_snova_points_stored_bytes(const neosig_snova_ctx *ctx, size_t count)
{
    return 64 * count;
}

void harness_all_prepared(void)
{
    EACH_SET (snova, ctx) {
        __CPROVER_assert(sizeof(neosig_snova_prepared_secret) <= neosig_snova_prepared_abq_offset(1), "the head");
        __CPROVER_assert(sizeof(neosig_snova_prepared_public) <= neosig_snova_prepared_abq_offset(0), "the head");
        const size_t t = neosig_snova_prepared_t_offset(&ctx), r = neosig_snova_prepared_r_offset(&ctx, 0);
        const size_t p = neosig_snova_prepared_p_offset(&ctx, 0);
        __CPROVER_assert(t % 64 == 0 && r % 64 == 0 && p % 64 == 0, "alignment");
        __CPROVER_assert(t < r && r < neosig_snova_prepared_secret_bytes(&ctx), "the order");
        __CPROVER_assert(p < neosig_snova_prepared_public_bytes(&ctx), "the order");
    }
}
