/* Signing. The vinegar values are a hash of private seed, digest, salt and the number of the attempt. They give linear
 * equations for the oil values. If these are singular, another attempt takes other vinegar values. */
#include "core/attempt.h"
#include "core/secret.h"
#include "snova/snova_central.h"
#include "snova/snova_thresholds.h"

#include <string.h>

/* Whether a signature by the two seeds makes F21, with all products by values at points. */
static int makes_f21(const neosig_snova_ctx *ctx)
{
    return ctx->l > 3 && ctx->o <= NEOSIG_SNOVA_POINTS_MOST_WIDTH &&
           ctx->O <= ctx->lr * NEOSIG_SNOVA_F21_MOST_PERCENT / 100;
}

/* The way for a secret key of this set, or for a prepared key. */
static const neosig_snova_central *way_of(const neosig_snova_ctx *ctx, int prepared)
{
    if (prepared)
        return ctx->points != 0 ? &neosig_snova_central_prepared_points : &neosig_snova_central_prepared;
    if (ctx->set->expanded)
        return &neosig_snova_central_expanded;
    return makes_f21(ctx) ? &neosig_snova_central_seeds_points : &neosig_snova_central_seeds;
}

/* What the vinegar values are hashed from. */
typedef struct vinegar_input {
    uint8_t private_seed[NEOSIG_SNOVA_PRIVATE_SEED_BYTES];
    uint8_t digest[NEOSIG_SNOVA_DIGEST_BYTES];
    uint8_t salt[NEOSIG_SNOVA_SALT_BYTES];
    uint8_t attempt;
} vinegar_input;

typedef struct workspace {
    neosig_snova_secret key;
    uint8_t *target;                  /* o l r elements */
    uint8_t *packed;                  /* the hash of which the vinegar values are made, two to a byte */
    uint8_t *x;                       /* v vinegar blocks, then o oil blocks; after add_oil, the signature */
    neosig_snova_central_value value; /* at the vinegar; image becomes the right side of the equations */
    void *memory;                     /* of open and evaluate of the way, of neosig_snova_solve, of add_oil */
} workspace;

/* Of add_oil. */
typedef struct oil_workspace {
    uint8_t *t_transposed;     /* O rows of V lanes, one every v_rows bytes */
    uint8_t *pairs;            /* of the oil: O rows of r_pairs; whole groups are read */
    neosig_gf16_table *tables; /* of these pairs */
    uint8_t *product;          /* (T X_oil)^T: 2 r_pairs close rows q of lanes (j, y), one every V bytes */
    uint8_t *sum;              /* T X_oil: v blocks */
} oil_workspace;

static oil_workspace lay_out_oil(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    oil_workspace w = {0};
    const size_t pairs = neosig_gf16_round(ctx->O * ctx->r_pairs);
    w.t_transposed = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->O), ctx->v_rows));
    w.pairs = neosig_carve(arena, pairs);
    w.tables = neosig_carve(arena, pairs * sizeof *w.tables);
    w.product = neosig_carve(arena, neosig_snova_rows_bytes(2 * ctx->r_pairs, ctx->V));
    w.sum = neosig_carve(arena, ctx->v * ctx->lr);
    return w;
}

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena, const neosig_snova_central *way)
{
    workspace w = {0};
    const size_t image = neosig_snova_rows_bytes(ctx->o, ctx->lr);
    /* The rows (sigma, i') of G1 and G2 are read in whole groups of rows. */
    const size_t g = neosig_snova_rows_bytes(neosig_gf16_round(ctx->w_lanes), ctx->O);
    way->carve(ctx, &w.key, arena);
    w.target = neosig_carve(arena, image);
    w.packed = neosig_carve(arena, (ctx->v * ctx->lr + 1) / 2);
    w.x = neosig_carve(arena, neosig_snova_lanes_bytes(ctx->n * ctx->lr));
    w.value.image = neosig_carve(arena, image);
    w.value.g1 = neosig_carve(arena, g);
    w.value.g2 = neosig_carve(arena, g);
    w.memory = neosig_arena_rest(arena);
    neosig_arena oil = {NULL, 0};
    lay_out_oil(ctx, &oil);
    arena->used +=
        neosig_snova_larger(way->memory_bytes(ctx), neosig_snova_larger(neosig_snova_solve_bytes(ctx), oil.used));
    return w;
}

size_t neosig_snova_sign_bytes(const neosig_snova_ctx *ctx, int prepared, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, way_of(ctx, prepared));
    return arena.used;
}

/* X_j += sum over k of T12[j][k] X_(v+k) for the vinegar blocks j, by the transpose of T X_oil: rows q, lanes (j, y).
 */
static void add_oil(const neosig_snova_ctx *ctx, uint8_t *x, const uint8_t *t, void *memory)
{
    const size_t r = ctx->r, half = ctx->r_pairs, V = ctx->V;
    const uint8_t *oil = x + ctx->v * ctx->lr;
    neosig_arena arena = {memory, 0};
    const oil_workspace w = lay_out_oil(ctx, &arena);
    ctx->gf->transpose((neosig_gf16_matrix){w.t_transposed, ctx->v_rows, ctx->O, V},
                       (neosig_gf16_view){t, ctx->o_stride, V, ctx->O});
    for (size_t row = 0; row < ctx->O; row++)
        for (size_t p = 0; p < half; p++)
            w.pairs[row * half + p] = (uint8_t)(oil[row * r + p] | (p + half < r ? oil[row * r + p + half] << 4 : 0));
    ctx->gf->tables(w.tables, w.pairs, ctx->O * half);
    ctx->gf->multiply_rows((neosig_gf16_matrix){w.product, V, 2 * half, V}, (neosig_gf16_factor){w.tables, half}, half,
                           (neosig_gf16_view){w.t_transposed, ctx->v_rows, ctx->O, V}, 1);
    neosig_gf16_interleave(w.sum, w.product, V, V, (unsigned)r);
    neosig_gf16_add(x, w.sum, ctx->v * ctx->lr);
}

/* The private seed and the binding of a key. */
static void take_key(const neosig_snova_ctx *ctx, vinegar_input *input, neosig_snova_binding *binding,
                     const uint8_t *sk, int prepared)
{
    const neosig_snova_prepared_secret *key = (const neosig_snova_prepared_secret *)(const void *)sk;
    const size_t bytes = ctx->set->rules->binding_bytes;
    memcpy(input->private_seed, prepared ? key->private_seed : neosig_snova_private_seed(ctx, sk),
           sizeof input->private_seed);
    memcpy(binding->bytes, prepared ? key->binding.bytes : neosig_snova_binding_of(ctx, sk), bytes);
    neosig_declassify(binding->bytes, bytes, "the public seed and the public key's hash are public");
}

neosig_error neosig_snova_sign(const neosig_snova_ctx *ctx, uint8_t *sig, const uint8_t *digest, const uint8_t *sk,
                               int prepared, const neosig_source *source, void *memory)
{
    const neosig_snova_central *way = way_of(ctx, prepared);
    const size_t vinegar = ctx->v * ctx->lr;
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena, way);
    vinegar_input input;
    neosig_snova_binding binding;
    take_key(ctx, &input, &binding, sk, prepared);
    memcpy(input.digest, digest, sizeof input.digest);
    neosig_error error = neosig_draw(source, input.salt, sizeof input.salt);
    if (error != NEOSIG_OK)
        goto end;
    neosig_snova_expand_target(ctx, w.target, &binding, digest, input.salt);
    w.key.given = sk;
    way->open(ctx, &w.key, w.memory);

    error = NEOSIG_ERR_ATTEMPTS;
    for (unsigned attempt = 1; attempt < 256 && error != NEOSIG_OK; attempt++) {
        neosig_attempt_begins();
        input.attempt = (uint8_t)attempt;
        neosig_shake256(ctx->backend->keccak, w.packed, (vinegar + 1) / 2, (const uint8_t *)&input, sizeof input);
        neosig_gf16_unpack(w.x, w.packed, vinegar);
        way->evaluate(ctx, &w.key, &w.value, w.x, w.memory);
        neosig_gf16_add(w.value.image, w.target, ctx->o * ctx->lr);
        int singular =
            neosig_snova_solve(ctx, w.x + vinegar, w.key.abq, w.value.g1, w.value.g2, w.value.image, w.memory);
        neosig_declassify(&singular, sizeof singular, "the number of attempts is public");
        if (singular)
            continue;
        add_oil(ctx, w.x, w.key.t, w.memory);
        neosig_snova_encode_signature(ctx, sig, w.x, input.salt);
        error = NEOSIG_OK;
    }
end:
    neosig_wipe(&input, sizeof input);
    return error;
}
