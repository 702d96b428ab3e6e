/* Signing.
 *
 * Once the vinegar variables have values v, the public map at (v + O x, x) is linear in x. Column c of the system is
 * v^T S_c, and the right side is t + v^T P1 v. A secret key that is a seed has no S = (P1 + P1^T) O + P2. There, with
 * w = (P1 + P1^T) v, column c is v^T P2_c + O_c^T w. So P1 and P2 are read once, as they come from the key stream. */
#include "core/attempt.h"
#include "core/secret.h"
#include "core/wipe.h"
#include "uov/uov.h"

#include <string.h>

#define ROWS 4 /* of P2 that are multiplied at a time */

typedef struct workspace {
    uint8_t *vinegar, *x;
    uint8_t *scalars; /* tables of the vinegar, or of x */
    uint8_t *y;       /* the right side; columns follow it */
    uint8_t *columns;
    uint8_t *sums; /* of the rows of P1 times v; or the scalars v_i v_j */
    void *solver;

    /* A key that is a seed. */
    neosig_aes_key *key;
    uint8_t *O;     /* packed columns, `width` of them */
    uint8_t *rows;  /* of P1 or P2 */
    uint8_t *polar; /* w */
    uint8_t *more;  /* its part of the columns, `width` of them, if it is made by tables of pairs */
    void *pairs;
    uint8_t *column_scalars; /* else, tables of a column of O */
} workspace;

static size_t solver_bytes(const neosig_uov_ctx *ctx)
{
    return ctx->set->bits == 4 ? neosig_gf16_solve_columns_bytes(ctx->o, ctx->o) : neosig_gf256_solve_bytes(ctx->o);
}

static workspace lay_out(const neosig_uov_ctx *ctx, neosig_arena *arena, int whole)
{
    const size_t bytes = ctx->m_bytes, p1_row = ctx->v * bytes, p2_rows = ROWS * ctx->o * bytes;
    workspace w = {
        .vinegar = neosig_carve(arena, ctx->v_bytes),
        .x = neosig_carve(arena, ctx->m_bytes),
        .scalars = neosig_carve(arena, ctx->v * neosig_tower_scalar_room_bytes(ctx->field)),
        .y = neosig_carve(arena, neosig_gf16_columns_bytes(2 * bytes, ctx->o)),
        .sums = neosig_carve(arena, neosig_larger(p1_row, whole ? neosig_triangle(ctx->v) + 32 : 0)),
        .solver = neosig_carve(arena, solver_bytes(ctx)),
    };
    w.columns = w.y != NULL ? w.y + bytes : NULL;
    if (!whole) {
        w.key = neosig_carve(arena, sizeof *w.key);
        w.O = neosig_carve(arena, ctx->width * ctx->v_bytes);
        w.rows = neosig_carve(arena, neosig_larger(p1_row, p2_rows) + 32);
        w.polar = neosig_carve(arena, p1_row);
        if (ctx->field == ctx->products) {
            w.more = neosig_carve(arena, ctx->width * bytes);
            w.pairs = neosig_carve(arena, neosig_matrix_pairs_bytes(ctx->field, ctx->v, ctx->width));
        } else {
            w.column_scalars = neosig_carve(arena, ctx->v * neosig_tower_scalar_room_bytes(ctx->field));
        }
    }
    return w;
}

/* Whether the secret key is whole. */
static int is_whole(const neosig_uov_ctx *ctx, int prepared)
{
    return prepared || ctx->set->version != NEOSIG_UOV_PKC_SKC;
}

size_t neosig_uov_sign_bytes(const neosig_uov_ctx *ctx, int prepared, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, is_whole(ctx, prepared));
    return arena.used;
}

static const void *table_of(const neosig_uov_ctx *ctx, const uint8_t *tables, size_t i)
{
    return tables + i * ctx->field->scalar_bytes;
}

/* y += v^T P1 v. If a scalar needs no table, all vectors of P1 are combined at once, by the scalars v_i v_j. */
static void add_form(const neosig_uov_ctx *ctx, const uint8_t *P1, const workspace *w)
{
    const size_t bytes = ctx->m_bytes;
    if (ctx->field->scalar_bytes == 1) {
        uint8_t *products = w->sums;
        for (size_t i = 0; i < ctx->v; i++) { /* what a row writes behind its end, the next row replaces */
            const size_t left = ctx->v - i;
            ctx->field->scale(products, w->scalars + i, (left + 31) / 32 * 32, w->scalars[i]);
            products += left;
        }
        ctx->field->combine(w->y, bytes, P1, bytes, w->sums, neosig_triangle(ctx->v));
        return;
    }
    memset(w->sums, 0, ctx->v * bytes);
    for (size_t i = 0; i < ctx->v; i++) {
        ctx->field->combine(w->sums + i * bytes, bytes, P1, bytes, table_of(ctx, w->scalars, i), ctx->v - i);
        P1 += (ctx->v - i) * bytes;
    }
    ctx->field->combine(w->y, bytes, w->sums, bytes, w->scalars, ctx->v);
}

/* y += v^T P1 v, and the columns, from a whole key. */
static void whole_system(const neosig_uov_ctx *ctx, const neosig_uov_secret *s, const workspace *w)
{
    const size_t row = ctx->o * ctx->m_bytes;
    add_form(ctx, s->P1, w);
    memset(w->columns, 0, row);
    ctx->field->combine(w->columns, row, s->S, row, w->scalars, ctx->v);
}

/* The same from a seed. */
static void seed_system(const neosig_uov_ctx *ctx, const workspace *w)
{
    const size_t bytes = ctx->m_bytes, p2_row = ctx->o * bytes;
    size_t at = 0;
    memset(w->sums, 0, ctx->v * bytes);
    memset(w->polar, 0, ctx->v * bytes);
    for (size_t i = 0; i < ctx->v; i++) {
        const size_t left = ctx->v - i;
        const void *own = table_of(ctx, w->scalars, i);
        const uint8_t *row = neosig_uov_read_stream(ctx, w->key, w->rows, at, left * bytes);
        ctx->field->combine(w->polar + i * bytes, left * bytes, row, 0, own, 1);
        ctx->field->combine(w->sums + i * bytes, bytes, row, bytes, own, left);
        at += left * bytes;
    }
    ctx->field->combine(w->y, bytes, w->sums, bytes, w->scalars, ctx->v);
    neosig_gf16_add(w->polar, w->sums, ctx->v * bytes); /* the square's terms, now twice, are gone */

    memset(w->columns, 0, p2_row);
    for (size_t i = 0; i < ctx->v; i += ROWS) {
        const size_t some = ctx->v - i < ROWS ? ctx->v - i : ROWS;
        const uint8_t *rows = neosig_uov_read_stream(ctx, w->key, w->rows, at, some * p2_row);
        ctx->field->combine(w->columns, p2_row, rows, p2_row, table_of(ctx, w->scalars, i), some);
        at += some * p2_row;
    }
    if (ctx->field == ctx->products) {
        const neosig_block columns = {.base = w->more, .step = bytes, .width = ctx->width};
        const neosig_block polar = {.base = w->polar, .step = bytes, .width = ctx->v};
        neosig_matrix o = {ctx->v, ctx->width, w->O, 1, ctx->o_step, w->pairs, ctx->v};
        memset(w->more, 0, ctx->width * bytes);
        neosig_add_product(ctx->field, bytes, &columns, NEOSIG_ROW, &polar, NEOSIG_ROW, 1, &o);
        neosig_gf16_add(w->columns, w->more, p2_row);
        return;
    }
    for (size_t c = 0; c < ctx->o; c++) { /* one line is too few for tables of pairs */
        ctx->field->scalars(w->column_scalars, w->O + c * ctx->v_bytes, ctx->v);
        ctx->field->combine(w->columns + c * bytes, bytes, w->polar, bytes, w->column_scalars, ctx->v);
    }
}

/* Whether there is a solution is public, as the number of attempts is. */
static int solve(const neosig_uov_ctx *ctx, const workspace *w)
{
    neosig_attempt_begins();
    int singular = ctx->set->bits == 4 ? neosig_gf16_solve_columns(ctx->gf16, w->x, w->y, ctx->o, ctx->o, w->solver)
                                       : neosig_gf256_solve(ctx->field, w->x, w->y, ctx->o, w->solver);
    neosig_declassify(&singular, sizeof singular, "a rejected attempt");
    return singular;
}

neosig_error neosig_uov_sign(const neosig_uov_ctx *ctx, uint8_t *sig, const neosig_shake *message, const uint8_t *sk,
                             int prepared, const neosig_source *source, void *memory)
{
    const int whole = is_whole(ctx, prepared);
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(ctx, &arena, whole);
    uint8_t *const salt = sig + ctx->n_bytes, t[NEOSIG_UOV_MAX_M], public_seed[NEOSIG_UOV_PUBLIC_SEED_BYTES];
    neosig_uov_secret s = neosig_uov_secret_parts(ctx, (uint8_t *)sk); /* a key is only read through this */
    neosig_error error = neosig_draw(source, salt, NEOSIG_UOV_SALT_BYTES);
    if (error != NEOSIG_OK)
        return error;
    neosig_declassify(salt, NEOSIG_UOV_SALT_BYTES, "the salt");
    neosig_shake common = *message, shake;
    neosig_shake_absorb(&common, salt, NEOSIG_UOV_SALT_BYTES);
    neosig_uov_make_target(ctx, t, &common);
    if (!whole) {
        s.O = w.O;
        memset(w.O + ctx->o_bytes, 0, (ctx->width - ctx->o) * ctx->v_bytes);
        neosig_uov_expand_secret(ctx, public_seed, w.O, s.seed);
        neosig_declassify(public_seed, sizeof public_seed, "the public seed");
        neosig_uov_open_stream(ctx, w.key, public_seed);
    }

    int found = 0;
    for (unsigned ctr = 0; !found && ctr < NEOSIG_UOV_ATTEMPTS; ctr++) {
        const uint8_t number = (uint8_t)ctr;
        shake = common;
        neosig_shake_absorb(&shake, s.seed, NEOSIG_UOV_SEED_BYTES);
        neosig_shake_absorb(&shake, &number, 1);
        neosig_shake_finish(&shake);
        neosig_shake_squeeze(&shake, w.vinegar, ctx->v_bytes);
        ctx->field->scalars(w.scalars, w.vinegar, ctx->v);
        memcpy(w.y, t, ctx->m_bytes);
        if (whole)
            whole_system(ctx, &s, &w);
        else
            seed_system(ctx, &w);
        found = solve(ctx, &w) == 0;
    }
    neosig_wipe(&shake, sizeof shake);
    if (!found)
        return NEOSIG_ERR_ATTEMPTS;
    ctx->field->scalars(w.scalars, w.x, ctx->o);
    ctx->field->combine(w.vinegar, ctx->v_bytes, s.O, ctx->v_bytes, w.scalars, ctx->o);
    memcpy(sig, w.vinegar, ctx->v_bytes);
    memcpy(sig + ctx->v_bytes, w.x, ctx->m_bytes);
    neosig_declassify(sig, ctx->set->alg.signature_bytes, "the signature");
    return NEOSIG_OK;
}
