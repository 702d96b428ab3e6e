/* Signing.
 *
 * With V the k vinegars as rows, the system's blocks are M = V L, and its right side is made of U = V P1 V^T. A key
 * that is a seed has no L = (P1 + P1^T) O + P2. There M = V P2 + W^T O with W = (P1 + P1^T) V^T, whose first summand
 * gives U, too. lambda is added to the first column of this summand: entry (i, 0) of U then contains Lambda(v_i), and
 * M_0 contains lambda_0^T O. A prepared key has L, and its vectors are in lanes. */
#include "core/attempt.h"
#include "core/secret.h"
#include "core/wipe.h"
#include "mayo/mayo.h"

#include <string.h>

#define FEW 8 /* of P1 at a time, in little memory */

typedef struct workspace {
    uint8_t *O, *p; /* of a key that is a seed; in little memory p is not there, but */
    neosig_mayo_rows rows;
    uint8_t *few;     /* FEW rows of P1, zeros before the diagonal */
    uint8_t *polar;   /* v rows of k_width vectors: the part of W that the columns of P1 make */
    uint8_t *columns; /* of O, each of v packed elements */
    uint8_t *lambda;
    uint8_t *V;       /* k_width vinegars of v_bytes, zeros behind the first k; behind them k o elements */
    uint8_t *W;       /* v rows of k_width vectors */
    uint8_t *U, *M;   /* triangle of order k_width; k_width rows of o_width vectors */
    uint8_t *spread;  /* vectors of M or U, spread out */
    uint8_t *vectors; /* the system: its right side, then k o columns */
    uint8_t *scalars; /* tables of elements */
    uint8_t *s;       /* the signature's vectors, one element a byte */
    uint8_t *packed;
    void *pairs, *solver;
    neosig_mayo_values values; /* of a prepared key, in place of W and pairs */
    neosig_mayo_factor o;      /* O */
    uint8_t *lambda_o;         /* lambda_0^T O, o_width vectors in lanes */
} workspace;

static workspace lay_out(const neosig_mayo_ctx *ctx, neosig_arena *arena, int prepared, unsigned flags)
{
    const size_t bytes = ctx->m_bytes, ko = ctx->k * ctx->o;
    workspace w = {
        .columns = neosig_carve(arena, ctx->o * ctx->v_bytes),
        .lambda = neosig_carve(arena, ctx->n * bytes),
        .V = neosig_carve(arena, ctx->k_width * ctx->v_bytes + ctx->ko_bytes),
        .U = neosig_carve(arena, neosig_triangle(ctx->k_width) * bytes),
        .M = neosig_carve(arena, ctx->k_width * ctx->o_width * bytes),
        .spread = neosig_carve(arena, ko * NEOSIG_MAYO_SPREAD_BYTES),
        .vectors = neosig_carve(arena, neosig_gf16_columns_bytes(ctx->m, ko)),
        .scalars = neosig_carve(arena, ko * neosig_tower_scalar_room_bytes(ctx->field)),
        .s = neosig_carve(arena, ctx->k * ctx->n),
        .packed = neosig_carve(arena, ctx->ko_bytes),
        .solver = neosig_carve(arena, neosig_gf16_solve_columns_bytes(ctx->m, ko)),
    };
    if (prepared) {
        w.values = neosig_mayo_carve_values(ctx, arena, ctx->v);
        w.o = neosig_mayo_carve_factor(arena, ctx->v, ctx->o);
        w.lambda_o = neosig_carve(arena, ctx->o_width * ctx->lanes);
        return w;
    }
    w.O = neosig_carve(arena, ctx->v * NEOSIG_MAYO_O_ROW / 2);
    w.W = neosig_carve(arena, ctx->v * ctx->k_width * bytes);
    w.pairs = neosig_carve(arena, neosig_matrix_pairs_bytes(ctx->field, ctx->v, ctx->k_width) +
                                      neosig_matrix_pairs_bytes(ctx->field, ctx->v, ctx->o_width));
    if ((flags & NEOSIG_LOW_MEMORY) != 0) {
        w.rows = neosig_mayo_carve_rows(ctx, arena);
        w.few = neosig_carve(arena, FEW * ctx->v * bytes);
        w.polar = neosig_carve(arena, ctx->v * ctx->k_width * bytes);
    } else {
        w.p = neosig_carve(arena, ctx->p1_bytes + ctx->p2_bytes);
    }
    return w;
}

size_t neosig_mayo_sign_bytes(const neosig_mayo_ctx *ctx, int prepared, unsigned flags)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, prepared, flags);
    return arena.used;
}

/* Four inputs, of which some may be empty. */
static void hash(const neosig_mayo_ctx *ctx, uint8_t *out, size_t out_bytes, const uint8_t *const in[4],
                 const size_t bytes[4])
{
    neosig_shake shake;
    neosig_shake_init(&shake, ctx->keccak, NEOSIG_SHAKE256_RATE);
    for (size_t i = 0; i < 4; i++)
        neosig_shake_absorb(&shake, in[i], bytes[i]);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, out, out_bytes);
    neosig_wipe(&shake, sizeof shake);
}

/* The columns of O, packed. */
static void make_columns_of_o(const neosig_mayo_ctx *ctx, const workspace *w, const uint8_t *O)
{
    enum { ROWS = 16 }; /* at a time, as the stack is wiped to a depth that is fixed */
    uint8_t rows[ROWS * NEOSIG_MAYO_O_ROW], columns[NEOSIG_MAYO_O_ROW * ROWS];
    for (size_t first = 0; first < ctx->v; first += ROWS) {
        const size_t left = ctx->v - first, some = left < ROWS ? left : ROWS;
        neosig_gf16_unpack(rows, O + first * NEOSIG_MAYO_O_ROW / 2, some * NEOSIG_MAYO_O_ROW);
        ctx->gf16->transpose((neosig_gf16_matrix){columns, ROWS, 0, 0},
                             (neosig_gf16_view){rows, NEOSIG_MAYO_O_ROW, some, NEOSIG_MAYO_O_ROW});
        for (size_t c = 0; c < ctx->o; c++)
            neosig_gf16_pack(w->columns + c * ctx->v_bytes + first / 2, columns + c * ROWS, some);
    }
    neosig_wipe(rows, sizeof rows);
    neosig_wipe(columns, sizeof columns);
}

/* W and M = lambda in their first columns, U = 0. */
static void begin(const neosig_mayo_ctx *ctx, const workspace *w)
{
    const size_t bytes = ctx->m_bytes, row = ctx->k_width * bytes;
    memset(w->W, 0, ctx->v * row);
    for (size_t r = 0; r < ctx->v; r++)
        memcpy(w->W + r * row, w->lambda + r * bytes, bytes);
    memset(w->U, 0, neosig_triangle(ctx->k_width) * bytes);
    memset(w->M, 0, ctx->k_width * ctx->o_width * bytes);
    memcpy(w->M, w->lambda + ctx->v * bytes, ctx->o * bytes);
}

/* U and M at the vinegars in V. */
static void evaluate(const neosig_mayo_ctx *ctx, const workspace *w, const uint8_t *O)
{
    const size_t bytes = ctx->m_bytes, v = ctx->v;
    const neosig_block p1 = {.base = w->p, .step = bytes, .n = v};
    const neosig_block p2 = {.base = w->p + ctx->p1_bytes, .step = bytes, .width = ctx->o};
    const neosig_block W = {.base = w->W, .step = bytes, .width = ctx->k_width};
    const neosig_block U = {.base = w->U, .step = bytes, .n = ctx->k_width};
    const neosig_block M = {.base = w->M, .step = bytes, .width = ctx->o_width};
    uint8_t *const o_pairs = (uint8_t *)w->pairs + neosig_matrix_pairs_bytes(ctx->field, v, ctx->k_width);
    neosig_matrix V = {v, ctx->k_width, w->V, 1, 2 * ctx->v_bytes, w->pairs, v};
    neosig_matrix o = {v, ctx->o_width, O, NEOSIG_MAYO_O_ROW, 1, o_pairs, v};

    begin(ctx, w);
    neosig_add_product(ctx->field, bytes, &W, NEOSIG_ROW, &p1, NEOSIG_ROW, v, &V);
    neosig_add_product(ctx->field, bytes, &U, NEOSIG_COLUMN, &W, NEOSIG_COLUMN, ctx->k, &V);
    neosig_add_product(ctx->field, bytes, &W, NEOSIG_ROW, &p1, NEOSIG_COLUMN, v, &V);
    neosig_add_product(ctx->field, bytes, &M, NEOSIG_ROW, &W, NEOSIG_COLUMN, ctx->k, &o);
    neosig_add_product(ctx->field, bytes, &M, NEOSIG_COLUMN, &p2, NEOSIG_COLUMN, ctx->o, &V);
}

/* The same of a prepared key. */
static void evaluate_prepared(const neosig_mayo_ctx *ctx, const workspace *w, const neosig_mayo_secret *sk)
{
    const size_t lanes = ctx->lanes, bytes = ctx->m_bytes;
    const neosig_block M = {.base = w->M, .step = bytes, .width = ctx->o_width};
    uint8_t *const lambda = w->values.N, *const products = w->values.products;
    neosig_mayo_make_factor(ctx, &w->values.points, w->V, ctx->v_bytes);
    neosig_mayo_evaluate(ctx, w->U, &w->values, sk->P1, w->lambda);
    neosig_mayo_make_factor_of_rows(ctx, &w->o, sk->O, NEOSIG_MAYO_O_ROW / 2);
    neosig_mayo_to_lanes(ctx, lambda, w->lambda, ctx->v);
    neosig_mayo_multiply(ctx, w->lambda_o, &w->o, 0, lambda, lanes, ctx->v);
    neosig_mayo_add_to_lanes(ctx, w->lambda_o, lanes, w->lambda + ctx->v * bytes, ctx->o);
    for (size_t c = 0; c < ctx->o; c++) {
        neosig_mayo_multiply(ctx, products, &w->values.points, 0, sk->L + c * lanes, ctx->o * lanes, ctx->v);
        neosig_gf16_add(products, w->lambda_o + c * lanes, lanes);
        for (size_t j = 0; j < ctx->k; j++)
            neosig_mayo_from_lanes(ctx, w->M + neosig_block_offset(&M, j, c), products + j * lanes, 1);
    }
}

/* Rows first ... first + count - 1 of a matrix whose tables are all there. */
static neosig_matrix rows_of(const neosig_mayo_ctx *ctx, const neosig_matrix *t, size_t first, size_t count)
{
    neosig_matrix rows = *t;
    rows.rows = count;
    rows.pairs = (uint8_t *)t->pairs + first * (t->columns / 2) * ctx->field->pair_bytes;
    return rows;
}

/* The same in little memory, from rows of P1 and P2 as they are drawn. */
static void evaluate_by_rows(const neosig_mayo_ctx *ctx, workspace *w, const uint8_t *public_seed)
{
    const size_t bytes = ctx->m_bytes, v = ctx->v, row = ctx->k_width * bytes;
    const neosig_block W = {.base = w->W, .step = bytes, .width = ctx->k_width};
    const neosig_block U = {.base = w->U, .step = bytes, .n = ctx->k_width};
    const neosig_block M = {.base = w->M, .step = bytes, .width = ctx->o_width};
    uint8_t *const o_pairs = (uint8_t *)w->pairs + neosig_matrix_pairs_bytes(ctx->field, v, ctx->k_width);
    neosig_matrix V = neosig_mayo_matrix(ctx, v, ctx->k_width, w->V, 1, 2 * ctx->v_bytes, w->pairs);
    neosig_matrix o = neosig_mayo_matrix(ctx, v, ctx->o_width, w->O, NEOSIG_MAYO_O_ROW, 1, o_pairs);

    begin(ctx, w);
    memset(w->polar, 0, v * row);
    neosig_mayo_draw_rows(ctx, &w->rows, public_seed);
    for (size_t first = 0; first < v; first += FEW) {
        const size_t left = v - first, some = left < FEW ? left : FEW;
        const neosig_block p1 = {.base = w->few, .step = bytes, .width = left};
        const neosig_block W_here = {.base = w->W + first * row, .step = bytes, .width = ctx->k_width};
        const neosig_block polar_here = {.base = w->polar + first * row, .step = bytes, .width = ctx->k_width};
        neosig_matrix from_here = rows_of(ctx, &V, first, left), here = rows_of(ctx, &V, first, some);
        memset(w->few, 0, some * left * bytes);
        for (size_t i = 0; i < some; i++)
            memcpy(w->few + (i * left + i) * bytes, neosig_mayo_next_row(ctx, &w->rows.p1, left - i),
                   (left - i) * bytes);
        neosig_add_product(ctx->field, bytes, &W_here, NEOSIG_ROW, &p1, NEOSIG_ROW, some, &from_here);
        neosig_add_product(ctx->field, bytes, &polar_here, NEOSIG_ROW, &p1, NEOSIG_COLUMN, left, &here);
    }
    neosig_add_product(ctx->field, bytes, &U, NEOSIG_COLUMN, &W, NEOSIG_COLUMN, ctx->k, &V);
    neosig_gf16_add(w->W, w->polar, v * row);
    neosig_add_product(ctx->field, bytes, &M, NEOSIG_ROW, &W, NEOSIG_COLUMN, ctx->k, &o);
    for (size_t r = 0; r < v; r++) {
        uint8_t *const drawn = (uint8_t *)neosig_mayo_next_row(ctx, &w->rows.p2, ctx->o); /* only read */
        const neosig_block p2 = {.base = drawn, .step = bytes, .width = ctx->o};
        neosig_matrix here = rows_of(ctx, &V, r, 1);
        neosig_add_product(ctx->field, bytes, &M, NEOSIG_COLUMN, &p2, NEOSIG_COLUMN, ctx->o, &here);
    }
}

/* s_i = (v_i + O x_i, x_i), packed one after another. x is in w->packed. */
static void write_signature(const neosig_mayo_ctx *ctx, const workspace *w, uint8_t *sig)
{
    ctx->field->scalars(w->scalars, w->packed, ctx->k * ctx->o);
    for (size_t i = 0; i < ctx->k; i++) {
        uint8_t *const vinegar = w->V + i * ctx->v_bytes, *const s = w->s + i * ctx->n;
        ctx->field->combine(vinegar, ctx->v_bytes, w->columns, ctx->v_bytes,
                            w->scalars + i * ctx->o * ctx->field->scalar_bytes, ctx->o);
        neosig_gf16_unpack(s, vinegar, ctx->v);
        for (size_t c = 0; c < ctx->o; c++)
            s[ctx->v + c] = neosig_tower_element(ctx->field->bits, w->packed, i * ctx->o + c);
    }
    neosig_gf16_pack(sig, w->s, ctx->k * ctx->n);
}

neosig_error neosig_mayo_sign(const neosig_mayo_ctx *ctx, uint8_t *sig, const uint8_t *digest, const uint8_t *sk,
                              int prepared, const neosig_source *source, void *memory, unsigned flags)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena, prepared, flags);
    const size_t salt_bytes = ctx->salt_bytes, ko = ctx->k * ctx->o;
    uint8_t random[NEOSIG_MAYO_MAX_SALT_BYTES], public_seed[NEOSIG_MAYO_PUBLIC_SEED_BYTES];
    uint8_t t[NEOSIG_MAYO_MAX_M / 2], *const salt = sig + ctx->n_bytes;
    const neosig_mayo_secret parts = neosig_mayo_secret_parts(ctx, (uint8_t *)sk); /* only read, if prepared */
    const uint8_t *const seed = prepared ? parts.seed : sk, *const O = prepared ? parts.O : w.O;
    neosig_error error = neosig_draw(source, random, salt_bytes);
    if (error != NEOSIG_OK)
        return error;
    hash(ctx, salt, salt_bytes, (const uint8_t *const[]){digest, random, seed, seed},
         (const size_t[]){ctx->digest_bytes, salt_bytes, salt_bytes, 0});
    neosig_declassify(salt, salt_bytes, "the salt");
    neosig_mayo_make_target(ctx, t, w.lambda, digest, salt);
    if (!prepared) {
        neosig_mayo_expand_secret(ctx, public_seed, w.O, sk);
        neosig_declassify(public_seed, sizeof public_seed, "the public seed");
        if (w.p != NULL)
            neosig_mayo_expand_public(ctx, w.p, public_seed);
    }
    make_columns_of_o(ctx, &w, O);

    int singular = 1;
    for (unsigned ctr = 0; singular && ctr < NEOSIG_MAYO_ATTEMPTS; ctr++) {
        const uint8_t number = (uint8_t)ctr;
        uint8_t *const r = w.V + ctx->k * ctx->v_bytes, *const padding = w.V + ctx->k_width * ctx->v_bytes;
        neosig_attempt_begins();
        hash(ctx, w.V, ctx->k * ctx->v_bytes + ctx->ko_bytes, (const uint8_t *const[]){digest, salt, seed, &number},
             (const size_t[]){ctx->digest_bytes, salt_bytes, salt_bytes, 1});
        memmove(padding, r, ctx->ko_bytes);
        memset(r, 0, (size_t)(padding - r)); /* what is multiplied there has no effect, but is defined */
        if (prepared)
            evaluate_prepared(ctx, &w, &parts);
        else if (w.p != NULL)
            evaluate(ctx, &w, O);
        else
            evaluate_by_rows(ctx, &w, public_seed);
        neosig_mayo_make_columns(ctx, w.vectors + ctx->m_bytes, w.M, w.spread);
        memcpy(w.vectors, t, ctx->m_bytes);
        neosig_mayo_whip(ctx, w.vectors, w.U, w.spread);
        ctx->field->scalars(w.scalars, padding, ko);
        ctx->field->combine(w.vectors, ctx->m_bytes, w.vectors + ctx->m_bytes, ctx->m_bytes, w.scalars, ko);
        singular = neosig_gf16_solve_columns(ctx->gf16, w.packed, w.vectors, ctx->m, ko, w.solver);
        neosig_declassify(&singular, sizeof singular, "a rejected attempt");
        if (!singular)
            neosig_gf16_add(w.packed, padding, ctx->ko_bytes);
    }
    neosig_wipe(random, sizeof random);
    if (singular)
        return NEOSIG_ERR_ATTEMPTS;
    write_signature(ctx, &w, sig);
    neosig_declassify(sig, ctx->set->alg.signature_bytes, "the signature");
    return NEOSIG_OK;
}
