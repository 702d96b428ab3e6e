/* Signing, and keys prepared for it. */
#include "falcon/falcon.h"

size_t neosig_falcon_prepared_secret_bytes(const neosig_falcon_ctx *ctx)
{
    (void)ctx;
    return 64;
}

size_t neosig_falcon_prepare_sign_bytes(const neosig_falcon_ctx *ctx)
{
    (void)ctx;
    return 64;
}

neosig_error neosig_falcon_prepare_sign(const neosig_falcon_ctx *ctx, void *prepared, const uint8_t *sk,
                                        void *workspace)
{
    (void)ctx;
    (void)prepared;
    (void)sk;
    (void)workspace;
    return NEOSIG_ERR_UNSUPPORTED;
}

size_t neosig_falcon_sign_bytes(const neosig_falcon_ctx *ctx, int prepared, unsigned flags)
{
    (void)ctx;
    (void)prepared;
    (void)flags;
    return 64;
}

neosig_error neosig_falcon_sign(const neosig_falcon_ctx *ctx, uint8_t *sig, size_t *sig_bytes,
                                neosig_falcon_start *start, void *state, const uint8_t *key, int prepared,
                                unsigned flags, void *workspace)
{
    (void)ctx;
    (void)sig;
    (void)sig_bytes;
    (void)start;
    (void)state;
    (void)key;
    (void)prepared;
    (void)flags;
    (void)workspace;
    return NEOSIG_ERR_UNSUPPORTED;
}
