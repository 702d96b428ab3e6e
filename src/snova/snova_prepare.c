/* Prepared secret keys: A, B, Q1, Q2, T, and R_i in rows or as values at points. */
#include "core/secret.h"
#include "snova/snova.h"

#include <string.h>

/* For check_secret_key (round 3). */
typedef struct check_workspace {
    uint8_t *pk, *sk; /* made from the seeds in the secret key */
    void *keypair;    /* of neosig_snova_keypair */
} check_workspace;

static check_workspace lay_out_check(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    check_workspace w = {0};
    w.pk = neosig_carve(arena, ctx->set->alg.public_key_bytes);
    w.sk = neosig_carve(arena, ctx->set->alg.secret_key_bytes);
    w.keypair = neosig_carve(arena, neosig_snova_keypair_bytes(ctx, 0));
    return w;
}

/* For expanding the key, after the check and in the same memory. */
typedef struct workspace {
    neosig_snova_keystream stream;
    neosig_snova_t t;             /* T's rows are the prepared key's */
    neosig_gf16_table *constants; /* of snova_points.c */
    uint8_t *r;                   /* R_i in rows, if the prepared key holds the values of R_i */
    void *memory;                 /* of the functions that expand A, B, Q1, Q2, T and R_i, one after another */
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    size_t most = neosig_snova_larger(neosig_snova_esk_bytes(ctx), neosig_snova_esk_t_bytes(ctx));
    if (!ctx->set->expanded) {
        most = neosig_snova_larger(neosig_snova_expand_t_bytes(ctx), neosig_snova_to_f_bytes(ctx));
        most = neosig_snova_larger(
            most, neosig_snova_larger(neosig_snova_abq_scratch_bytes(ctx), neosig_snova_p21_bytes(ctx)));
        w.stream.memory = neosig_carve(arena, neosig_snova_keystream_bytes(ctx));
        w.t.coefficients = neosig_carve(arena, neosig_snova_t_coefficients_bytes(ctx));
        w.t.blocks = neosig_carve(arena, neosig_snova_t_blocks_bytes(ctx));
        w.t.tables = neosig_carve(arena, neosig_gf16_round(neosig_snova_t_tables_count(ctx)) * sizeof *w.t.tables);
    }
    if (ctx->points != 0) {
        w.constants = neosig_snova_points_carve_constants(ctx, arena);
        w.r = neosig_carve(arena, ctx->r_bytes);
    }
    w.memory = neosig_carve(arena, most);
    return w;
}

size_t neosig_snova_prepare_sign_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena checking = {NULL, 0}, expanding = {NULL, 0};
    lay_out(ctx, &expanding);
    if (ctx->set->round == 3)
        lay_out_check(ctx, &checking);
    return neosig_snova_larger(checking.used, expanding.used);
}

/* A neosig_random that gives the seeds of a secret key, to make its key pair again. */
static int give_seeds(void *state, uint8_t *out, size_t bytes)
{
    memcpy(out, *(const uint8_t *const *)state, bytes);
    return 0;
}

/* Round 3: makes the key pair again from the seeds in sk, and compares the secret keys. The published code does not
 * check the hash in sk. */
static neosig_error check_secret_key(const neosig_snova_ctx *ctx, const uint8_t *sk, void *memory)
{
    neosig_arena arena = {memory, 0};
    const check_workspace w = lay_out_check(ctx, &arena);
    const neosig_source source = {give_seeds, &sk};
    neosig_error error = neosig_snova_keypair(ctx, w.pk, w.sk, &source, w.keypair, 0);
    uint8_t different = 0;
    for (size_t i = 0; i < ctx->set->alg.secret_key_bytes; i++)
        different |= w.sk[i] ^ sk[i];
    neosig_declassify(&different, sizeof different, "whether a secret key is well-formed is public");
    return error == NEOSIG_OK && different != 0 ? NEOSIG_ERR_KEY : error;
}

/* A, B, Q1, Q2 and T. */
static void expand_abq_and_t(const neosig_snova_ctx *ctx, workspace *w, uint8_t *abq, const uint8_t *sk)
{
    if (ctx->set->expanded) {
        neosig_snova_esk_get_abq(ctx, abq, sk);
        neosig_snova_esk_get_t(ctx, w->t.rows, sk, w->memory);
        return;
    }
    uint8_t public_seed[NEOSIG_SNOVA_PUBLIC_SEED_BYTES];
    memcpy(public_seed, sk + neosig_snova_seeds_offset(ctx), sizeof public_seed);
    neosig_declassify(public_seed, sizeof public_seed, "the public seed is part of the public key");
    neosig_snova_keystream_open(ctx, &w->stream, public_seed);
    ctx->set->rules->expand_abq_vartime(ctx, abq, &w->stream, w->memory);
    neosig_snova_expand_t(ctx, &w->t, neosig_snova_private_seed(ctx, sk), w->memory);
}

/* R_i in rows. */
static void expand_r(const neosig_snova_ctx *ctx, workspace *w, uint8_t *r, const uint8_t *sk, size_t i)
{
    if (ctx->set->expanded) {
        neosig_snova_esk_get_r(ctx, r, sk, i, w->memory);
        return;
    }
    neosig_snova_expand_r(ctx, r, &w->stream, i, w->memory);
    neosig_snova_to_f12(ctx, r, w->t.tables, w->memory);
    neosig_snova_to_f21(ctx, r, w->t.tables, w->memory);
}

neosig_error neosig_snova_prepare_sign(const neosig_snova_ctx *ctx, uint8_t *prepared, const uint8_t *sk, void *memory)
{
    const neosig_snova_rules *rules = ctx->set->rules;
    neosig_snova_prepared_secret *key = (neosig_snova_prepared_secret *)(void *)prepared;
    if (ctx->set->round == 3) {
        neosig_error error = check_secret_key(ctx, sk, memory);
        if (error != NEOSIG_OK)
            return error;
    }
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena);
    w.t.rows = prepared + neosig_snova_prepared_t_offset(ctx);
    memset(key, 0, sizeof *key);
    memcpy(key->private_seed, neosig_snova_private_seed(ctx, sk), sizeof key->private_seed);
    memcpy(key->binding.bytes, neosig_snova_binding_of(ctx, sk), rules->binding_bytes);
    expand_abq_and_t(ctx, &w, prepared + neosig_snova_prepared_abq_offset(1), sk);
    if (ctx->points != 0)
        neosig_snova_points_make_constants(ctx, w.constants);
    for (size_t i = 0; i < ctx->m; i++) {
        uint8_t *to = prepared + neosig_snova_prepared_r_offset(ctx, i);
        expand_r(ctx, &w, ctx->points != 0 ? w.r : to, sk, i);
        if (ctx->points != 0)
            neosig_snova_points_store(ctx, to, w.constants,
                                      (neosig_gf16_view){w.r, ctx->stride, ctx->V, ctx->V + 2 * ctx->O}, ctx->v);
    }
    return NEOSIG_OK;
}
