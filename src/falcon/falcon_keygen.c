/* Key generation. */
#include "falcon/falcon.h"

size_t neosig_falcon_keypair_bytes(const neosig_falcon_ctx *ctx, unsigned flags)
{
    (void)ctx;
    (void)flags;
    return 64;
}

neosig_error neosig_falcon_keypair(const neosig_falcon_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                   void *workspace, unsigned flags)
{
    (void)ctx;
    (void)pk;
    (void)sk;
    (void)source;
    (void)workspace;
    (void)flags;
    return NEOSIG_ERR_UNSUPPORTED;
}
