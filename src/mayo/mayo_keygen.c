/* Key generation: T = P1 O + P2, P3 = Upper(O^T T); for a prepared secret key L = T + P1^T O. */
#include "core/secret.h"
#include "core/wipe.h"
#include "mayo/mayo.h"

#include <string.h>

typedef struct workspace {
    uint8_t *O; /* rows of NEOSIG_MAYO_O_ROW packed elements */
    neosig_mayo_rows rows;
    uint8_t *T, *P3; /* of o_width columns */
    void *pairs;
} workspace;

static workspace lay_out(const neosig_mayo_ctx *ctx, neosig_arena *arena)
{
    return (workspace){
        .O = neosig_carve(arena, ctx->v * NEOSIG_MAYO_O_ROW / 2),
        .rows = neosig_mayo_carve_rows(ctx, arena),
        .T = neosig_carve(arena, ctx->v * ctx->o_width * ctx->m_bytes),
        .P3 = neosig_carve(arena, neosig_triangle(ctx->o_width) * ctx->m_bytes),
        .pairs = neosig_carve(arena, neosig_matrix_pairs_bytes(ctx->field, ctx->v, ctx->o_width)),
    };
}

size_t neosig_mayo_keypair_bytes(const neosig_mayo_ctx *ctx, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

size_t neosig_mayo_prepare_sign_bytes(const neosig_mayo_ctx *ctx)
{
    return neosig_mayo_keypair_bytes(ctx, 0);
}

/* O with its tables, and T; and P1, if p1 is not NULL. */
static neosig_matrix expand(const neosig_mayo_ctx *ctx, workspace *w, uint8_t *p1, uint8_t *public_seed,
                            const uint8_t *seed)
{
    const size_t row = ctx->o_width * ctx->m_bytes, p2_row = ctx->o * ctx->m_bytes;
    neosig_mayo_expand_secret(ctx, public_seed, w->O, seed);
    neosig_declassify(public_seed, NEOSIG_MAYO_PUBLIC_SEED_BYTES, "the public seed");
    const neosig_matrix o = neosig_mayo_matrix(ctx, ctx->v, ctx->o_width, w->O, NEOSIG_MAYO_O_ROW, 1, w->pairs);
    neosig_mayo_draw_rows(ctx, &w->rows, public_seed);
    for (size_t i = 0; i < ctx->v; i++) {
        const uint8_t *drawn = neosig_mayo_next_row(ctx, &w->rows.p1, ctx->v - i);
        uint8_t *const t = w->T + i * row;
        memcpy(t, neosig_mayo_next_row(ctx, &w->rows.p2, ctx->o), p2_row);
        memset(t + p2_row, 0, row - p2_row);
        neosig_mayo_add_row(ctx, t, drawn, ctx->v - i, &o, i);
        if (p1 != NULL) {
            memcpy(p1, drawn, (ctx->v - i) * ctx->m_bytes);
            p1 += (ctx->v - i) * ctx->m_bytes;
        }
    }
    return o;
}

neosig_error neosig_mayo_keypair(const neosig_mayo_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                 void *memory, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena);
    neosig_error error = neosig_draw(source, sk, ctx->salt_bytes);
    if (error != NEOSIG_OK)
        return error;
    neosig_matrix o = expand(ctx, &w, NULL, pk, sk);
    const neosig_block t = {.base = w.T, .step = ctx->m_bytes, .width = ctx->o_width};
    const neosig_block p3 = {.base = w.P3, .step = ctx->m_bytes, .n = ctx->o_width};
    memset(w.P3, 0, neosig_triangle(ctx->o_width) * ctx->m_bytes);
    neosig_add_product(ctx->field, ctx->m_bytes, &p3, NEOSIG_COLUMN, &t, NEOSIG_COLUMN, ctx->o, &o);
    neosig_copy_triangle(pk + NEOSIG_MAYO_PUBLIC_SEED_BYTES, &p3, ctx->o);
    neosig_declassify(pk, ctx->set->alg.public_key_bytes, "the public key");
    return NEOSIG_OK;
}

neosig_error neosig_mayo_prepare_sign(const neosig_mayo_ctx *ctx, uint8_t *prepared, const uint8_t *sk, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena);
    const size_t row = ctx->o_width * ctx->m_bytes, terms = neosig_triangle(ctx->v);
    const neosig_mayo_secret s = neosig_mayo_secret_parts(ctx, prepared);
    uint8_t public_seed[NEOSIG_MAYO_PUBLIC_SEED_BYTES];
    uint8_t *const packed = s.P1 + terms * (ctx->lanes - ctx->m_bytes); /* P1 at the end of its place */
    memset(prepared, 0, neosig_mayo_prepared_secret_bytes(ctx));
    neosig_matrix o = expand(ctx, &w, packed, public_seed, sk);
    const neosig_block p1 = {.base = packed, .step = ctx->m_bytes, .n = ctx->v};
    const neosig_block t = {.base = w.T, .step = ctx->m_bytes, .width = ctx->o_width};
    neosig_add_product(ctx->field, ctx->m_bytes, &t, NEOSIG_ROW, &p1, NEOSIG_COLUMN, ctx->v, &o);
    neosig_mayo_to_lanes(ctx, s.P1, packed, terms);
    memcpy(s.seed, sk, ctx->salt_bytes);
    memcpy(s.O, w.O, ctx->v * NEOSIG_MAYO_O_ROW / 2);
    for (size_t i = 0; i < ctx->v; i++)
        neosig_mayo_to_lanes(ctx, s.L + i * ctx->o * ctx->lanes, w.T + i * row, ctx->o);
    return NEOSIG_OK;
}
