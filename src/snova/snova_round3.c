/* The rules of round 3. Each equation has its own A, B, Q1, Q2, which are constants of the set. The hash of the public
 * key is hashed with the message to the target. */
#include "snova/snova.h"
#include "snova/snova_round3_tables.h"

#include <string.h>

/* Rows of lanes (i, alpha), one row an entry, of all matrices of one kind. entries: how many elements a matrix has.
 * first: the number of the first matrix's first element in the constants. Whole groups of rows are written. */
static void put_entries(const neosig_snova_ctx *ctx, uint8_t *rows, size_t first, size_t entries, uint8_t *scratch)
{
    size_t count = ctx->o * ctx->alphas;
    memset(scratch + count * entries, 0, (ctx->abq_lanes - count) * entries + NEOSIG_GF16_SLACK);
    neosig_gf16_unpack(scratch, neosig_snova_abq_stream + first / 2, first % 2 + count * entries);
    ctx->gf->transpose((neosig_gf16_matrix){rows, ctx->abq_lanes, entries, ctx->abq_lanes},
                       (neosig_gf16_view){scratch + first % 2, entries, ctx->abq_lanes, entries});
}

static void expand_abq(const neosig_snova_ctx *ctx, uint8_t *abq, neosig_snova_keystream *stream, uint8_t *scratch)
{
    (void)stream;
    /* The constants are all A, all B, the coefficients of all Q1, and those of all Q2. Matrices of a kind are in the
     * order (i, alpha). */
    size_t entries[4] = {ctx->r * ctx->r, ctx->lr, ctx->l, ctx->l}, first = 0;
    uint8_t *rows = abq;
    for (size_t part = 0; part < 4; part++) { /* each part overwrites the surplus rows of the part before */
        put_entries(ctx, rows, first, entries[part], scratch);
        first += ctx->o * ctx->alphas * entries[part];
        rows += entries[part] * ctx->abq_lanes;
    }
    if (ctx->r != ctx->l)
        return;
    /* The specification adds S, 2 S, 3 S, ... to a singular A or B until the matrix is invertible. The sums of these
     * multiples are constants. Matrix n is lane n of A, or, from count on, lane n - count of B. */
    const uint8_t *s = neosig_snova_powers_of_s(ctx->l) + ctx->L;
    const size_t count = ctx->o * ctx->alphas;
    const neosig_snova_change *change = ctx->l == 3   ? neosig_snova_changes_3
                                        : ctx->l == 4 ? neosig_snova_changes_4
                                                      : neosig_snova_changes_5;
    for (; change->n < 2 * count; change++) {
        uint8_t added[32];
        for (size_t e = 0; e < ctx->L; e += 16)
            neosig_gf16_store(added + e,
                              neosig_gf16_mul_group(neosig_gf16_load(s + e), (neosig_gf16_group){0} + change->factor));
        uint8_t *to = abq + change->n;
        if (change->n >= count)
            to += ctx->L * ctx->abq_lanes - count;
        for (size_t e = 0; e < ctx->L; e++)
            to[e * ctx->abq_lanes] ^= added[e];
    }
}

static void bind(const neosig_snova_ctx *ctx, neosig_snova_binding *binding, const uint8_t *pk)
{
    neosig_shake256(ctx->backend->keccak, binding->bytes, sizeof binding->bytes, pk, ctx->set->alg.public_key_bytes);
}

const neosig_snova_rules neosig_snova_round3 = {
    .expand_abq_vartime = expand_abq,
    .bind = bind,
    .binding_bytes = NEOSIG_SNOVA_KEY_HASH_BYTES,
};
