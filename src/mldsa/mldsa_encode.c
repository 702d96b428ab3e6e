/* Byte layouts of keys, signatures and prepared keys, and the encoding of hints (FIPS 204, sections 7.1 and 7.2). Those
 * of polynomials are kernels. */
#include "core/contract.h"
#include "mldsa/mldsa.h"

#include <string.h>

neosig_mldsa_public_layout neosig_mldsa_public_layout_of(const neosig_mldsa_ctx *ctx)
{
    neosig_mldsa_public_layout layout = {.rho = 0, .t1 = NEOSIG_MLDSA_SEED_BYTES};
    layout.bytes = layout.t1 + ctx->k * NEOSIG_MLDSA_T1_BYTES;
    return layout;
}

neosig_mldsa_secret_layout neosig_mldsa_secret_layout_of(const neosig_mldsa_ctx *ctx)
{
    neosig_mldsa_secret_layout layout = {.rho = 0, .key = NEOSIG_MLDSA_SEED_BYTES};
    layout.s = NEOSIG_MLDSA_SECRET_TR + ctx->set->tr_bytes;
    layout.t0 = layout.s + (ctx->l + ctx->k) * ctx->s_bytes;
    layout.bytes = layout.t0 + ctx->k * NEOSIG_MLDSA_T0_BYTES;
    return layout;
}

neosig_mldsa_signature_layout neosig_mldsa_signature_layout_of(const neosig_mldsa_ctx *ctx)
{
    neosig_mldsa_signature_layout layout = {.ctilde = 0, .z = ctx->set->ctilde_bytes};
    layout.hint = layout.z + ctx->l * ctx->z_bytes;
    layout.bytes = layout.hint + ctx->hint_bytes;
    return layout;
}

neosig_mldsa_prepared_layout neosig_mldsa_prepared_layout_of(const neosig_mldsa_ctx *ctx, int secret)
{
    neosig_mldsa_prepared_layout layout = {.key = 64, .a = 128};
    layout.s = layout.a + ctx->k * ctx->l * NEOSIG_MLDSA_UNIFORM_BYTES;
    layout.t = layout.s + (secret ? (ctx->l + ctx->k) * NEOSIG_MLDSA_DOUBLED_BYTES : 0);
    layout.bytes = layout.t + ctx->k * 1024;
    return layout;
}

/* Writes the places of a byte's ones, with so many bits before it. Returns where the next byte's go. */
static inline size_t put_ones(uint8_t *out, size_t next, unsigned before, unsigned byte)
{
    for (; byte != 0; byte &= byte - 1)
        out[next++] = (uint8_t)(before + (unsigned)__builtin_ctz(byte));
    return next;
}

void neosig_mldsa_pack_hints_vartime(const neosig_mldsa_ctx *ctx, uint8_t *out, uint8_t bits[][32])
{
    const size_t omega = ctx->set->omega;
    size_t next = 0;
    memset(out, 0, ctx->hint_bytes);
    for (size_t i = 0; i < ctx->k; i++)
        NEOSIG_LOOP(assigns(i, next, whole(out)), invariant(i <= ctx->k && next <= omega), decreases(ctx->k - i))
    {
        for (unsigned j = 0; j < 32; j++)
            NEOSIG_LOOP(assigns(j, next, whole(out)), invariant(j <= 32 && next <= omega), decreases(32 - j))
        {
            next = put_ones(out, next, 8 * j, bits[i][j]);
        }
        out[omega + i] = (uint8_t)next;
    }
}

neosig_error neosig_mldsa_unpack_hints_vartime(const neosig_mldsa_ctx *ctx, uint8_t *hint, const uint8_t *in)
{
    const size_t omega = ctx->set->omega;
    size_t next = 0;
    memset(hint, 0, ctx->k * 256);
    for (size_t i = 0; i < ctx->k; i++)
        NEOSIG_LOOP(assigns(i, next, whole(hint)), invariant(i <= ctx->k && next <= omega), decreases(ctx->k - i))
    {
        const size_t end = in[omega + i];
        if (end < next || end > omega)
            return NEOSIG_ERR_SIGNATURE;
        for (size_t first = next; next < end; next++)
            NEOSIG_LOOP(assigns(next, whole(hint)), invariant(first <= next && next <= end), decreases(end - next))
        {
            if (next > first && in[next] <= in[next - 1])
                return NEOSIG_ERR_SIGNATURE;
            hint[256 * i + in[next]] = 1;
        }
    }
    for (; next < omega; next++)
        NEOSIG_LOOP(assigns(next), invariant(next <= omega), decreases(omega - next))
    {
        if (in[next] != 0)
            return NEOSIG_ERR_SIGNATURE;
    }
    return NEOSIG_OK;
}
