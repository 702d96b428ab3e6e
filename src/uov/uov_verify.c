/* Verification, by buckets where the backend has no faster way. All data are public. */
#include "uov/uov.h"

#include <string.h>

/* Terms drawn at a time: whole blocks of the key stream, whatever a vector's length. */
#define CHUNK 128

/* Bytes that may be read before vectors, rounded up to a cache line, so that vectors are aligned. */
#define BEFORE 64

typedef struct workspace {
    neosig_aes_key *key;
    uint8_t *products; /* of each two variables, in the order of the key's terms; of one with all */
    uint8_t *buckets;
    uint8_t *chunk;
} workspace;

static workspace lay_out(const neosig_uov_ctx *ctx, neosig_arena *arena, int whole)
{
    workspace w = {
        .key = neosig_carve(arena, sizeof *w.key),
        .products = neosig_carve(arena, whole ? NEOSIG_BUCKETS_GROUP_BYTES : neosig_triangle(ctx->n) + 32),
        .buckets = neosig_carve(arena, neosig_tower_buckets(ctx->field) * neosig_tower_bucket_stride(ctx->m_bytes)),
    };
    if (!whole) {
        uint8_t *chunk = neosig_carve(arena, BEFORE + CHUNK * ctx->m_bytes);
        w.chunk = chunk != NULL ? chunk + BEFORE : NULL;
    }
    return w;
}

/* Whether the public key is whole. */
static int is_whole(const neosig_uov_ctx *ctx, int prepared)
{
    return prepared || ctx->set->version == NEOSIG_UOV_CLASSIC;
}

size_t neosig_uov_verify_bytes(const neosig_uov_ctx *ctx, int prepared, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, is_whole(ctx, prepared));
    return arena.used;
}

size_t neosig_uov_prepare_verify_bytes(const neosig_uov_ctx *ctx)
{
    return neosig_uov_verify_bytes(ctx, 0, 0);
}

/* y += the public map of a whole key, and 1; or 0 if buckets are faster. What is faster for P1 is so for P2 and P3. */
static int evaluate_blocks_vartime(const neosig_uov_ctx *ctx, uint8_t *y, const uint8_t *x, const uint8_t *oil,
                                   const uint8_t *pk)
{
    const neosig_tower_terms p1 = {x, ctx->v, x, ctx->v}, p2 = {x, ctx->v, oil, ctx->o},
                             p3 = {oil, ctx->o, oil, ctx->o};
    if (!neosig_tower_quadratic_vartime(ctx->field, y, pk, ctx->m_bytes, &p1))
        return 0;
    pk += ctx->p1_bytes;
    neosig_tower_quadratic_vartime(ctx->field, y, pk, ctx->m_bytes, &p2);
    neosig_tower_quadratic_vartime(ctx->field, y, pk + ctx->p2_bytes, ctx->m_bytes, &p3);
    return 1;
}

/* y += the public map of a whole key. */
static void evaluate_whole_vartime(const neosig_uov_ctx *ctx, const workspace *w, uint8_t *y, const uint8_t *x,
                                   const uint8_t *oil, const uint8_t *pk)
{
    const size_t bytes = ctx->m_bytes;
    const uint8_t *const P2 = pk + ctx->p1_bytes, *const P3 = P2 + ctx->p2_bytes;
    if (evaluate_blocks_vartime(ctx, y, x, oil, pk))
        return;
    neosig_bucket_block_vartime(ctx->field, w->buckets, w->products, pk, bytes, x, ctx->v, x, ctx->v);
    neosig_bucket_block_vartime(ctx->field, w->buckets, w->products, P2, bytes, x, ctx->v, oil, ctx->o);
    neosig_bucket_block_vartime(ctx->field, w->buckets, w->products, P3, bytes, oil, ctx->o, oil, ctx->o);
    neosig_tower_gather(ctx->field, y, w->buckets, bytes);
}

/* y += the public map of a key with a seed. */
static void evaluate_parts_vartime(const neosig_uov_ctx *ctx, const workspace *w, uint8_t *y, const uint8_t *x,
                                   const uint8_t *oil, const uint8_t *pk)
{
    const size_t bytes = ctx->m_bytes, drawn = neosig_triangle(ctx->v) + ctx->v * ctx->o;
    const neosig_tower_terms p3 = {oil, ctx->o, oil, ctx->o};
    uint8_t *next = neosig_bucket_products(ctx->field, w->products, x, ctx->v, x, ctx->v);
    next = neosig_bucket_products(ctx->field, next, x, ctx->v, oil, ctx->o);
    neosig_bucket_products(ctx->field, next, oil, ctx->o, oil, ctx->o);
    neosig_uov_open_stream(ctx, w->key, pk);
    for (size_t i = 0; i < drawn; i += CHUNK) {
        const size_t some = drawn - i < CHUNK ? drawn - i : CHUNK;
        neosig_uov_read_stream(ctx, w->key, w->chunk, i * bytes, some * bytes);
        const neosig_tower_terms terms = {(const uint8_t[]){1}, 1, w->products + i, some};
        if (!neosig_tower_quadratic_vartime(ctx->field, y, w->chunk, bytes, &terms))
            ctx->field->scatter_vartime(w->buckets, (const uint8_t *const[]){w->chunk}, 1, w->products + i, 0, some,
                                        bytes);
    }
    pk += NEOSIG_UOV_PUBLIC_SEED_BYTES;
    if (!neosig_tower_quadratic_vartime(ctx->field, y, pk, bytes, &p3))
        ctx->field->scatter_vartime(w->buckets, &pk, 1, w->products + drawn, 0, neosig_triangle(ctx->o), bytes);
    neosig_tower_gather(ctx->field, y, w->buckets, bytes);
}

neosig_error neosig_uov_verify(const neosig_uov_ctx *ctx, const uint8_t *sig, const neosig_shake *message,
                               const uint8_t *pk, int prepared, void *memory)
{
    const int whole = is_whole(ctx, prepared);
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(ctx, &arena, whole);
    uint8_t y[NEOSIG_UOV_MAX_M], x[NEOSIG_BUCKETS_GROUP_BYTES] = {0}, oil[NEOSIG_BUCKETS_GROUP_BYTES] = {0};
    neosig_shake shake = *message;
    neosig_shake_absorb(&shake, sig + ctx->n_bytes, NEOSIG_UOV_SALT_BYTES);
    neosig_uov_make_target(ctx, y, &shake);
    for (size_t i = 0; i < ctx->n; i++)
        *(i < ctx->v ? x + i : oil + i - ctx->v) = neosig_tower_element(ctx->field->bits, sig, i);
    memset(w.buckets, 0, neosig_tower_buckets(ctx->field) * neosig_tower_bucket_stride(ctx->m_bytes));
    if (whole)
        evaluate_whole_vartime(ctx, &w, y, x, oil, pk);
    else
        evaluate_parts_vartime(ctx, &w, y, x, oil, pk);
    uint8_t difference = 0;
    for (size_t i = 0; i < ctx->m_bytes; i++)
        difference |= y[i];
    return difference == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}

/* A prepared public key is P1 | P2 | P3. */
neosig_error neosig_uov_prepare_verify(const neosig_uov_ctx *ctx, uint8_t *prepared, const uint8_t *pk, void *memory)
{
    if (ctx->set->version == NEOSIG_UOV_CLASSIC) {
        memcpy(prepared, pk, ctx->set->alg.public_key_bytes);
        return NEOSIG_OK;
    }
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(ctx, &arena, 0);
    neosig_uov_open_stream(ctx, w.key, pk);
    neosig_uov_read_stream(ctx, w.key, prepared, 0, ctx->p1_bytes + ctx->p2_bytes);
    memcpy(prepared + ctx->p1_bytes + ctx->p2_bytes, pk + NEOSIG_UOV_PUBLIC_SEED_BYTES, ctx->p3_bytes);
    return NEOSIG_OK;
}
