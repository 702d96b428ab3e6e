/* Key generation: T = P1 O + P2, P3 = Upper(O^T T), and for a whole secret key S = T + P1^T O. O, P2 and all products
 * are in the basis for products. P1, which chooses multiples of O, stays in powers of x. */
#include "core/secret.h"
#include "core/wipe.h"
#include "uov/uov.h"

#include <string.h>

typedef struct workspace {
    neosig_aes_key *key;
    uint8_t *O;      /* packed columns, `width` of them, zeros behind the last */
    uint8_t *O_rows; /* rows of o elements */
    uint8_t *P1;     /* if no key holds it */
    uint8_t *sums;   /* T, then S: for each row a matrix with a row for each equation */
    uint8_t *T, *P3; /* of `width` columns */
    uint8_t *row;    /* of P2, T or S */
    uint8_t *tables; /* of O, for either kind of product */
} workspace;

static workspace lay_out(const neosig_uov_ctx *ctx, neosig_arena *arena, int holds_p1)
{
    const size_t pairs = neosig_matrix_pairs_bytes(ctx->products, ctx->v, ctx->width);
    const size_t multiples = neosig_factor_bytes(ctx->m_bytes);
    workspace w = {
        .key = neosig_carve(arena, sizeof *w.key),
        .O = neosig_carve(arena, ctx->width * ctx->v_bytes),
        .O_rows = neosig_carve(arena, ctx->v * ctx->m_bytes),
        .sums = neosig_carve(arena, ctx->v * ctx->o * neosig_product_stride(ctx->m_bytes)),
        .T = neosig_carve(arena, ctx->v * ctx->width * ctx->m_bytes),
        .P3 = neosig_carve(arena, neosig_triangle(ctx->width) * ctx->m_bytes),
        .row = neosig_carve(arena, ctx->o * ctx->m_bytes + 32),
        .tables = neosig_carve(arena, pairs > multiples ? pairs : multiples),
    };
    if (!holds_p1)
        w.P1 = neosig_carve(arena, ctx->p1_bytes);
    return w;
}

size_t neosig_uov_keypair_bytes(const neosig_uov_ctx *ctx, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    if (flags & NEOSIG_LOW_MEMORY)
        return neosig_uov_make_by_rows_bytes(ctx);
    lay_out(ctx, &arena, ctx->set->version != NEOSIG_UOV_PKC_SKC);
    return arena.used;
}

size_t neosig_uov_prepare_sign_bytes(const neosig_uov_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, 1);
    return arena.used;
}

/* A row's matrix of sums, o rows of m elements in keys, has m rows of o. */
static uint8_t *sums_of(const neosig_uov_ctx *ctx, const workspace *w, size_t i)
{
    return w->sums + i * ctx->o * neosig_product_stride(ctx->m_bytes);
}

static void read_sums(const neosig_uov_ctx *ctx, const workspace *w, uint8_t *row, size_t i)
{
    neosig_tower_transpose(ctx->products, row, ctx->m_bytes, sums_of(ctx, w, i), neosig_product_stride(ctx->m_bytes),
                           ctx->o, ctx->o);
}

/* O and P1, and sums = P2; by GFNI, T = P2. to->P1 is not NULL. */
static void expand(const neosig_uov_ctx *ctx, const workspace *w, const neosig_uov_parts *to, uint8_t *public_seed,
                   const uint8_t *seed)
{
    const size_t bytes = ctx->m_bytes, o_row = ctx->o * bytes;
    memset(w->O + ctx->o_bytes, 0, (ctx->width - ctx->o) * ctx->v_bytes);
    neosig_uov_expand_secret(ctx, public_seed, w->O, seed);
    neosig_declassify(public_seed, NEOSIG_UOV_PUBLIC_SEED_BYTES, "the public seed");
    if (to->O != NULL)
        memcpy(to->O, w->O, ctx->o_bytes);
    if (!neosig_uov_by_gfni(ctx)) {
        neosig_uov_to_products(ctx, w->O, ctx->o_bytes);
        neosig_tower_transpose(ctx->products, w->O_rows, bytes, w->O, ctx->v_bytes, ctx->o, ctx->v);
    }

    neosig_uov_open_stream(ctx, w->key, public_seed);
    neosig_uov_read_stream(ctx, w->key, to->P1, 0, ctx->p1_bytes);
    for (size_t i = 0; i < ctx->v; i++) {
        uint8_t *const row = neosig_uov_read_stream(ctx, w->key, w->row, ctx->p1_bytes + i * o_row, o_row);
        if (to->P2 != NULL)
            memcpy(to->P2 + i * o_row, row, o_row);
        if (neosig_uov_by_gfni(ctx)) {
            uint8_t *const line = w->T + i * ctx->width * bytes;
            memcpy(line, row, o_row);
            memset(line + o_row, 0, ctx->width * bytes - o_row);
            continue;
        }
        neosig_uov_to_products(ctx, row, o_row);
        neosig_tower_transpose(ctx->products, sums_of(ctx, w, i), neosig_product_stride(bytes), row, bytes, ctx->o,
                               ctx->o);
    }
}

/* By GFNI. All products are made by tables of O, line by line. */
static void make_by_gfni(const neosig_uov_ctx *ctx, const workspace *w, const neosig_uov_parts *to)
{
    const size_t bytes = ctx->m_bytes, o_row = ctx->o * bytes, row = ctx->width * bytes;
    const neosig_block p1 = {.base = to->P1, .step = bytes, .n = ctx->v};
    const neosig_block p3 = {.base = w->P3, .step = bytes, .n = ctx->width};
    const neosig_block t = {.base = w->T, .step = bytes, .width = ctx->width};
    neosig_matrix o = {ctx->v, ctx->width, w->O, 1, ctx->o_step, w->tables, ctx->v};
    neosig_add_product(ctx->field, bytes, &t, NEOSIG_ROW, &p1, NEOSIG_ROW, ctx->v, &o);
    if (to->P3 != NULL) {
        memset(w->P3, 0, neosig_triangle(ctx->width) * bytes);
        neosig_add_product(ctx->field, bytes, &p3, NEOSIG_COLUMN, &t, NEOSIG_COLUMN, ctx->o, &o);
        neosig_copy_triangle(to->P3, &p3, ctx->o);
    }
    if (to->S != NULL) {
        neosig_add_product(ctx->field, bytes, &t, NEOSIG_ROW, &p1, NEOSIG_COLUMN, ctx->v, &o);
        for (size_t i = 0; i < ctx->v; i++)
            memcpy(to->S + i * o_row, w->T + i * row, o_row);
    }
}

static void make(const neosig_uov_ctx *ctx, const workspace *w, const neosig_uov_parts *to)
{
    if (neosig_uov_by_gfni(ctx)) {
        make_by_gfni(ctx, w, to);
        return;
    }
    const size_t bytes = ctx->m_bytes, o_row = ctx->o * bytes, row = ctx->width * bytes;
    const int tower = ctx->field != ctx->products;
    const neosig_factor factor = {.field = ctx->products,
                                  .basis = tower ? neosig_tower_powers_of_x : neosig_polynomial16_powers_of_x,
                                  .stored = w->O_rows,
                                  .rows = ctx->v,
                                  .row_bytes = bytes,
                                  .stride = bytes,
                                  .memory = w->tables};
    const neosig_block p1 = {.base = to->P1, .step = bytes, .n = ctx->v};
    /* Row i of T takes the rows of O from i on, and row i of S those up to i, too. With the last rows of O first, a row
     * of T is whole before it becomes one of S, and the tables of each row serve both. */
    for (size_t stop = ctx->v, start; stop > 0; stop = start) {
        start = (stop - 1) / neosig_factor_piece(&factor) * neosig_factor_piece(&factor);
        neosig_factor_make_tables(&factor, start);
        neosig_add_public_product_vartime(&factor, start, w->sums, bytes, &p1, NEOSIG_ROW, ctx->v);
        for (size_t i = start; to->P3 != NULL && i < stop; i++) {
            read_sums(ctx, w, w->T + i * row, i);
            memset(w->T + i * row + o_row, 0, row - o_row);
        }
        if (to->S != NULL)
            neosig_add_public_product_vartime(&factor, start, w->sums, bytes, &p1, NEOSIG_COLUMN, ctx->v);
    }
    for (size_t i = 0; to->S != NULL && i < ctx->v; i++) {
        read_sums(ctx, w, to->S + i * o_row, i);
        neosig_uov_from_products(ctx, to->S + i * o_row, to->S + i * o_row, o_row);
    }
    if (to->P3 != NULL) {
        const neosig_block t = {.base = w->T, .step = bytes, .width = ctx->width};
        const neosig_block p3 = {.base = w->P3, .step = bytes, .n = ctx->width};
        neosig_matrix o = {ctx->v, ctx->width, w->O, 1, ctx->o_step, w->tables, ctx->v};
        memset(w->P3, 0, neosig_triangle(ctx->width) * bytes);
        neosig_add_product(ctx->products, bytes, &p3, NEOSIG_COLUMN, &t, NEOSIG_COLUMN, ctx->o, &o);
        neosig_copy_triangle(to->P3, &p3, ctx->o);
        neosig_uov_from_products(ctx, to->P3, to->P3, ctx->p3_bytes);
    }
}

/* What `to` asks for, and the public seed. */
static void make_whole(const neosig_uov_ctx *ctx, const neosig_uov_parts *to, uint8_t *public_seed, const uint8_t *seed,
                       void *memory)
{
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(ctx, &arena, to->P1 != NULL);
    neosig_uov_parts all = *to;
    if (all.P1 == NULL)
        all.P1 = w.P1;
    expand(ctx, &w, &all, public_seed, seed);
    make(ctx, &w, &all);
}

neosig_error neosig_uov_keypair(const neosig_uov_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                void *memory, unsigned flags)
{
    const neosig_uov_version version = ctx->set->version;
    uint8_t public_seed[NEOSIG_UOV_PUBLIC_SEED_BYTES];
    neosig_uov_parts to = {.P3 = pk + NEOSIG_UOV_PUBLIC_SEED_BYTES};
    neosig_error error = neosig_draw(source, sk, NEOSIG_UOV_SEED_BYTES);
    if (error != NEOSIG_OK)
        return error;
    const neosig_uov_secret s = neosig_uov_secret_parts(ctx, sk);
    if (version != NEOSIG_UOV_PKC_SKC) {
        to.O = s.O;
        to.P1 = s.P1;
        to.S = s.S;
    }
    if (version == NEOSIG_UOV_CLASSIC) {
        to.P2 = pk + ctx->p1_bytes;
        to.P3 = to.P2 + ctx->p2_bytes;
    }
    if (flags & NEOSIG_LOW_MEMORY)
        neosig_uov_make_by_rows(ctx, &to, public_seed, sk, memory);
    else
        make_whole(ctx, &to, public_seed, sk, memory);
    if (version == NEOSIG_UOV_CLASSIC)
        memcpy(pk, s.P1, ctx->p1_bytes);
    else
        memcpy(pk, public_seed, sizeof public_seed);
    neosig_declassify(pk, ctx->set->alg.public_key_bytes, "the public key");
    return NEOSIG_OK;
}

neosig_error neosig_uov_prepare_sign(const neosig_uov_ctx *ctx, uint8_t *prepared, const uint8_t *sk, void *memory)
{
    if (ctx->set->version != NEOSIG_UOV_PKC_SKC) {
        memcpy(prepared, sk, ctx->set->alg.secret_key_bytes);
        return NEOSIG_OK;
    }
    const neosig_uov_secret s = neosig_uov_secret_parts(ctx, prepared);
    const neosig_uov_parts to = {.O = s.O, .P1 = s.P1, .S = s.S};
    uint8_t public_seed[NEOSIG_UOV_PUBLIC_SEED_BYTES];
    memcpy(prepared, sk, NEOSIG_UOV_SEED_BYTES);
    make_whole(ctx, &to, public_seed, sk, memory);
    return NEOSIG_OK;
}
