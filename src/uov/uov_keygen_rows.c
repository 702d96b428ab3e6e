/* Key generation in little memory: the rows of P1 and P2 are drawn a few at a time, and each is drawn once. With T of
 * these rows alone, P3 grows by Upper(O^T T). For S, P1 is read from the secret key, whose rows that S needs are there
 * by then. */
#include "core/secret.h"
#include "uov/uov.h"

#include <string.h>

/* At a time, of P1 and P2, and of O: even, since over GF(16) a matrix begins with a byte. */
#define ROWS 8
#define OIL_ROWS 16

typedef struct workspace {
    neosig_aes_key *key;
    uint8_t *O;       /* packed columns, `width` of them, zeros behind the last */
    uint8_t *drawn;   /* the longest row of P1, or one of P2 */
    uint8_t *factors; /* ROWS rows of v vectors: parts of rows of P1, or of columns */
    uint8_t *T;       /* ROWS rows of `width` vectors */
    uint8_t *P3;      /* of `width` columns */
    void *pairs;
} workspace;

static workspace lay_out(const neosig_uov_ctx *ctx, neosig_arena *arena)
{
    return (workspace){
        .key = neosig_carve(arena, sizeof(neosig_aes_key)),
        .O = neosig_carve(arena, ctx->width * ctx->v_bytes),
        .drawn = neosig_carve(arena, neosig_larger(ctx->v, ctx->o) * ctx->m_bytes + 32),
        .factors = neosig_carve(arena, ROWS * ctx->v * ctx->m_bytes),
        .T = neosig_carve(arena, ROWS * ctx->width * ctx->m_bytes),
        .P3 = neosig_carve(arena, neosig_triangle(ctx->width) * ctx->m_bytes),
        .pairs = neosig_carve(arena, neosig_matrix_pairs_bytes(ctx->products, OIL_ROWS, ctx->width)),
    };
}

size_t neosig_uov_make_by_rows_bytes(const neosig_uov_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

/* Rows start ... start + rows - 1 of O. */
static neosig_matrix rows_of_oil(const neosig_uov_ctx *ctx, const workspace *w, size_t start, size_t rows)
{
    const uint8_t *const stored = w->O + neosig_tower_bytes(ctx->products, start);
    return (neosig_matrix){rows, ctx->width, stored, 1, ctx->o_step, w->pairs, rows};
}

/* T += factors times rows start ... start + rows - 1 of O, for `some` rows of T. */
static void add_factors(const neosig_uov_ctx *ctx, const workspace *w, size_t some, size_t start, size_t rows)
{
    const size_t bytes = ctx->m_bytes;
    const neosig_block t = {.base = w->T, .step = bytes, .width = ctx->width};
    neosig_uov_to_products(ctx, w->factors, some * rows * bytes);
    for (size_t i = 0; i < rows; i += OIL_ROWS) {
        const neosig_block factors = {.base = w->factors + i * bytes, .step = bytes, .width = rows};
        neosig_matrix oil = rows_of_oil(ctx, w, start + i, rows - i < OIL_ROWS ? rows - i : OIL_ROWS);
        neosig_add_product(ctx->products, bytes, &t, NEOSIG_ROW, &factors, NEOSIG_ROW, some, &oil);
    }
}

/* T = P1 O + P2 for `some` rows from row first on. P1 and P2 go to keys, too. */
static void make_t(const neosig_uov_ctx *ctx, const workspace *w, const neosig_uov_parts *to, size_t first, size_t some)
{
    const size_t bytes = ctx->m_bytes, o_row = ctx->o * bytes, t_row = ctx->width * bytes;
    const neosig_block p1 = {.step = bytes, .n = ctx->v};
    memset(w->factors, 0, some * (ctx->v - first) * bytes);
    for (size_t i = 0; i < some; i++) {
        const size_t r = first + i, left = (ctx->v - r) * bytes, at = neosig_block_offset(&p1, r, r);
        const uint8_t *drawn = neosig_uov_read_stream(ctx, w->key, w->drawn, at, left);
        memcpy(w->factors + (i * (ctx->v - first) + i) * bytes, drawn, left);
        if (to->P1 != NULL)
            memcpy(to->P1 + at, drawn, left);
        drawn = neosig_uov_read_stream(ctx, w->key, w->drawn, ctx->p1_bytes + r * o_row, o_row);
        memcpy(w->T + i * t_row, drawn, o_row);
        memset(w->T + i * t_row + o_row, 0, t_row - o_row);
        if (to->P2 != NULL)
            memcpy(to->P2 + r * o_row, drawn, o_row);
    }
    neosig_uov_to_products(ctx, w->T, some * t_row);
    add_factors(ctx, w, some, first, ctx->v - first);
}

/* S = T + P1^T O for these rows. */
static void make_s(const neosig_uov_ctx *ctx, const workspace *w, const neosig_uov_parts *to, size_t first, size_t some)
{
    const size_t bytes = ctx->m_bytes, o_row = ctx->o * bytes, above = first + some;
    const neosig_block p1 = {.step = bytes, .n = ctx->v};
    memset(w->factors, 0, some * above * bytes);
    for (size_t i = 0; i < some; i++)
        for (size_t j = 0; j <= first + i; j++)
            memcpy(w->factors + (i * above + j) * bytes, to->P1 + neosig_block_offset(&p1, j, first + i), bytes);
    add_factors(ctx, w, some, 0, above);
    for (size_t i = 0; i < some; i++)
        neosig_uov_from_products(ctx, to->S + (first + i) * o_row, w->T + i * ctx->width * bytes, o_row);
}

void neosig_uov_make_by_rows(const neosig_uov_ctx *ctx, const neosig_uov_parts *to,
                             uint8_t public_seed[NEOSIG_UOV_PUBLIC_SEED_BYTES], const uint8_t *seed, void *memory)
{
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(ctx, &arena);
    const size_t bytes = ctx->m_bytes;
    memset(w.O + ctx->o_bytes, 0, (ctx->width - ctx->o) * ctx->v_bytes);
    neosig_uov_expand_secret(ctx, public_seed, w.O, seed);
    neosig_declassify(public_seed, NEOSIG_UOV_PUBLIC_SEED_BYTES, "the public seed");
    if (to->O != NULL)
        memcpy(to->O, w.O, ctx->o_bytes);
    neosig_uov_to_products(ctx, w.O, ctx->o_bytes);
    neosig_uov_open_stream(ctx, w.key, public_seed);

    const neosig_block t = {.base = w.T, .step = bytes, .width = ctx->width};
    const neosig_block p3 = {.base = w.P3, .step = bytes, .n = ctx->width};
    memset(w.P3, 0, neosig_triangle(ctx->width) * bytes);
    for (size_t first = 0; first < ctx->v; first += ROWS) {
        const size_t some = ctx->v - first < ROWS ? ctx->v - first : ROWS;
        neosig_matrix oil = rows_of_oil(ctx, &w, first, some);
        make_t(ctx, &w, to, first, some);
        neosig_add_product(ctx->products, bytes, &p3, NEOSIG_COLUMN, &t, NEOSIG_COLUMN, ctx->o, &oil);
        if (to->S != NULL)
            make_s(ctx, &w, to, first, some);
    }
    neosig_copy_triangle(to->P3, &p3, ctx->o);
    neosig_uov_from_products(ctx, to->P3, to->P3, ctx->p3_bytes);
}
