/* Signing.
 *
 * Once the vinegar variables have values, layer 1 is linear in its own variables. Once these are found, layer 2 is
 * linear in its own.
 *
 * With a whole secret key, a layer's system is read off its central map. With a compressed one the central map is never
 * made. It is the public map after the inverse of T. So it is enough to push values through T and to evaluate the drawn
 * blocks of the public map; the generator gives these in one pass. Layer 1 of the public map has layer 2 mixed in by
 * S. Since S is linear, that is undone on the system, and not on the map. */
#include "core/attempt.h"
#include "core/secret.h"
#include "gf/polynomial_tables.h"
#include "rainbow/rainbow.h"

#include <string.h>

typedef struct workspace {
    neosig_rainbow_drbg *signing, *saved; /* this signature's generator, and as it was before the salt */
    uint8_t *x;                           /* the variables: n_bytes */
    uint8_t *y;                           /* the target: m_bytes */
    uint8_t *scalars1, *scalars2;         /* tables of x: of v and o1 variables */
    uint8_t *matrix1, *constant1;         /* layer 1's system: o1 columns, and right after them the constant term */
    uint8_t *constant2, *matrix2;         /* layer 2's: the constant term, and right after it o2 columns */
    uint8_t *system;                      /* to solve, in powers of x: in place of layer 2's, the larger one */
    void *solver;

    /* Whole keys: what the vinegar makes of layer 2. */
    uint8_t *vinegar_matrix, *vinegar_oil, *vinegar_constant;

    /* Compressed keys. */
    neosig_rainbow_drbg *layer1, *layer2; /* the public generator at the start of each layer */
    uint8_t *st;                          /* seed | s1 | t1 | t4 | t3 */
    uint8_t *row;                         /* of a block */
    uint8_t *polar_v, *polar_o;           /* a vector for each variable of v, of o1 */
    uint8_t *polar_mixed;                 /* of v, of layer 1 with layer 2 mixed in */
    uint8_t *column;                      /* tables of a column of t1, t3 or t4 */
    uint8_t *pushed;                      /* v + t1 x_o1 */
    uint8_t *mixed_in;                    /* layer 2's part of layer 1: o1 columns and the constant */
} workspace;

static size_t system_bytes(const neosig_rainbow_ctx *ctx)
{
    return ctx->set->bits == 4 ? neosig_gf16_columns_bytes(ctx->o2, ctx->o2) : (ctx->o2 + 1) * ctx->o2;
}

static size_t solver_bytes(const neosig_rainbow_ctx *ctx)
{
    return ctx->set->bits == 4 ? neosig_gf16_solve_columns_bytes(ctx->o2, ctx->o2) : neosig_gf256_solve_bytes(ctx->o2);
}

static workspace lay_out(const neosig_rainbow_ctx *ctx, neosig_arena *arena, int whole)
{
    const size_t table = neosig_tower_scalar_room_bytes(ctx->field), o2_vectors = ctx->o2 * ctx->o2_bytes,
                 o1_vectors = ctx->o1 * ctx->o2_bytes;
    workspace w = {
        .signing = neosig_carve(arena, sizeof *w.signing),
        .saved = neosig_carve(arena, sizeof *w.saved),
        .x = neosig_carve(arena, ctx->n_bytes),
        .y = neosig_carve(arena, ctx->m_bytes),
        .scalars1 = neosig_carve(arena, ctx->v * table),
        .scalars2 = neosig_carve(arena, ctx->o2 * table),
        .matrix1 = neosig_carve(arena, (ctx->o1 + 1) * ctx->o1_bytes),
        .system = neosig_carve(arena, system_bytes(ctx)),
        .solver = neosig_carve(arena, solver_bytes(ctx)),
    };
    if (w.matrix1 != NULL) {
        w.constant1 = w.matrix1 + ctx->o1 * ctx->o1_bytes;
        w.constant2 = w.system;
        w.matrix2 = w.system + ctx->o2_bytes;
    }
    if (whole) {
        w.vinegar_matrix = neosig_carve(arena, o2_vectors + o1_vectors); /* room for a form's sums, v vectors, too */
        w.vinegar_oil = w.vinegar_matrix != NULL ? w.vinegar_matrix + o2_vectors : NULL;
        w.vinegar_constant = neosig_carve(arena, ctx->o2_bytes);
    } else {
        size_t st = 2 * ctx->o1_bytes * ctx->o2 + ctx->v_bytes * (ctx->o1 + ctx->o2);
        w.layer1 = neosig_carve(arena, sizeof *w.layer1);
        w.layer2 = neosig_carve(arena, sizeof *w.layer2);
        w.st = neosig_carve(arena, NEOSIG_RAINBOW_SEED_BYTES + st);
        w.row = neosig_carve(arena, (ctx->v > ctx->o2 ? ctx->v : ctx->o2) * ctx->o2_bytes);
        w.polar_v = neosig_carve(arena, ctx->v * ctx->o2_bytes);
        w.polar_o = neosig_carve(arena, o1_vectors);
        w.polar_mixed = neosig_carve(arena, ctx->v * ctx->o1_bytes);
        w.column = neosig_carve(arena, ctx->v * table);
        w.pushed = neosig_carve(arena, ctx->v_bytes);
        w.mixed_in = neosig_carve(arena, o1_vectors + ctx->o2_bytes);
    }
    return w;
}

/* Whether the secret key is whole. */
static int is_whole(const neosig_rainbow_ctx *ctx, int prepared)
{
    return prepared || ctx->set->version != NEOSIG_RAINBOW_COMPRESSED;
}

size_t neosig_rainbow_sign_bytes(const neosig_rainbow_ctx *ctx, int prepared, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, is_whole(ctx, prepared));
    return arena.used;
}

static const void *table_of(const neosig_rainbow_ctx *ctx, const uint8_t *tables, size_t i)
{
    return tables + i * ctx->field->scalar_bytes;
}

/* c += the value of a quadratic form of n variables. Its terms are given row by row. A row is multiplied as one long
 * vector; sums has room for the first, which is the longest. */
static void add_form(const neosig_rainbow_ctx *ctx, uint8_t *c, size_t bytes, const uint8_t *terms,
                     const uint8_t *scalars, size_t n, uint8_t *sums)
{
    memset(sums, 0, n * bytes);
    for (size_t i = 0; i < n; i++) {
        ctx->field->combine(sums + i * bytes, (n - i) * bytes, terms, 0, table_of(ctx, scalars, i), 1);
        terms += (n - i) * bytes;
    }
    ctx->field->combine(c, bytes, sums, bytes, scalars, n);
}

/* c += matrix times vector. The matrix is given by columns of `bytes` bytes, the vector is packed. The vector's tables
 * are left in scalars. */
static void add_matrix_vector(const neosig_rainbow_ctx *ctx, uint8_t *c, size_t bytes, const uint8_t *columns,
                              const uint8_t *vector, size_t n, uint8_t *scalars)
{
    ctx->field->scalars(scalars, vector, n);
    ctx->field->combine(c, bytes, columns, bytes, scalars, n);
}

/* ---- Systems from a whole key */

static void whole_layer1(const neosig_rainbow_ctx *ctx, const neosig_rainbow_secret *s, const workspace *w)
{
    size_t bytes = ctx->o1 * ctx->o1_bytes;
    ctx->field->scalars(w->scalars1, w->x, ctx->v);
    memset(w->matrix1, 0, bytes + ctx->o1_bytes);
    ctx->field->combine(w->matrix1, bytes, s->layer1.b2.base, bytes, w->scalars1, ctx->v);
    add_form(ctx, w->constant1, ctx->o1_bytes, s->layer1.b1.base, w->scalars1, ctx->v, w->vinegar_matrix);
}

static void whole_vinegar(const neosig_rainbow_ctx *ctx, const neosig_rainbow_secret *s, const workspace *w)
{
    size_t oil = ctx->o1 * ctx->o2_bytes, square = ctx->o2 * ctx->o2_bytes;
    memset(w->vinegar_constant, 0, ctx->o2_bytes);
    add_form(ctx, w->vinegar_constant, ctx->o2_bytes, s->layer2.b1.base, w->scalars1, ctx->v, w->vinegar_matrix);
    memset(w->vinegar_matrix, 0, square + oil);
    ctx->field->combine(w->vinegar_matrix, square, s->layer2.b3.base, square, w->scalars1, ctx->v);
    ctx->field->combine(w->vinegar_oil, oil, s->layer2.b2.base, oil, w->scalars1, ctx->v);
}

static void whole_layer2(const neosig_rainbow_ctx *ctx, const neosig_rainbow_secret *s, const workspace *w)
{
    size_t bytes = ctx->o2 * ctx->o2_bytes;
    memcpy(w->constant2, w->vinegar_constant, ctx->o2_bytes);
    add_matrix_vector(ctx, w->constant2, ctx->o2_bytes, w->vinegar_oil, w->x + ctx->v_bytes, ctx->o1, w->scalars2);
    add_form(ctx, w->constant2, ctx->o2_bytes, s->layer2.b5.base, w->scalars2, ctx->o1, w->matrix2);
    memcpy(w->matrix2, w->vinegar_matrix, bytes);
    ctx->field->combine(w->matrix2, bytes, s->layer2.b6.base, bytes, w->scalars2, ctx->o1);
}

/* ---- Systems from a compressed key */

/* Variables of a form. */
typedef struct variables {
    const uint8_t *values; /* their tables; NULL while the values are not known */
    uint8_t *polar;        /* for each variable the sum of the vectors that it is multiplied by */
    size_t count;
} variables;

/* Reads a triangular block Q, and evaluates it at the variables a: constant += Q(a) + a polar, polar += (Q + Q^t) a.
 * Before row i is read, polar_i has its old value and what the rows above it add. */
static void read_triangle(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, const workspace *w,
                          const variables *a, uint8_t *constant, size_t bytes)
{
    uint8_t *polar = a->polar;
    for (size_t i = 0; i < a->count; i++, polar += bytes) {
        const void *own = table_of(ctx, a->values, i);
        const size_t left = a->count - i;
        neosig_rainbow_drbg_read(ctx, drbg, w->row, left * bytes);
        ctx->field->combine(polar, left * bytes, w->row, 0, own, 1);
        ctx->field->combine(constant, bytes, polar, 0, own, 1);
        ctx->field->combine(polar, bytes, w->row, bytes, own, left); /* the square's term, now twice, is gone */
    }
    neosig_rainbow_drbg_end(ctx, drbg);
}

/* Reads a rectangular block Q of the variables a of its rows and b of its columns: b's polar += a^t Q, and if b has
 * values, a's polar += Q b. */
static void read_rectangle(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, const workspace *w,
                           const variables *a, const variables *b, size_t bytes)
{
    for (size_t i = 0; i < a->count; i++) {
        neosig_rainbow_drbg_read(ctx, drbg, w->row, b->count * bytes);
        ctx->field->combine(b->polar, b->count * bytes, w->row, 0, table_of(ctx, a->values, i), 1);
        if (b->values != NULL)
            ctx->field->combine(a->polar + i * bytes, bytes, w->row, bytes, b->values, b->count);
    }
    neosig_rainbow_drbg_end(ctx, drbg);
}

/* Column j of the system += vectors times column j of t. */
static void add_columns(const neosig_rainbow_ctx *ctx, uint8_t *system, size_t columns, size_t bytes,
                        const uint8_t *vectors, const uint8_t *t, size_t n, const workspace *w)
{
    for (size_t j = 0; j < columns; j++)
        add_matrix_vector(ctx, system + j * bytes, bytes, vectors, t + j * neosig_tower_bytes(ctx->field, n), n,
                          w->column);
}

/* Reads blocks 1 and 2 of one layer at the vinegar. This gives the system in layer 1's variables without polar times
 * t1, and after it the constant. */
static void read_layer1(const neosig_rainbow_ctx *ctx, neosig_rainbow_drbg *drbg, const workspace *w, uint8_t *system,
                        uint8_t *polar, size_t bytes)
{
    const variables v = {w->scalars1, polar, ctx->v}, o1 = {NULL, system, ctx->o1};
    memset(system, 0, (ctx->o1 + 1) * bytes);
    memset(polar, 0, ctx->v * bytes);
    read_triangle(ctx, drbg, w, &v, system + ctx->o1 * bytes, bytes);
    read_rectangle(ctx, drbg, w, &v, &o1, bytes);
}

static void compressed_layer1(const neosig_rainbow_ctx *ctx, const neosig_rainbow_secret *s, const workspace *w)
{
    const size_t bytes1 = ctx->o1_bytes, bytes2 = ctx->o2_bytes;
    ctx->field->scalars(w->scalars1, w->x, ctx->v);
    *w->layer2 = *w->layer1;
    read_layer1(ctx, w->layer2, w, w->matrix1, w->polar_mixed, bytes1);
    neosig_rainbow_drbg drbg = *w->layer2;
    read_layer1(ctx, &drbg, w, w->mixed_in, w->polar_v, bytes2);
    for (size_t j = 0; j < ctx->o1; j++) {
        add_matrix_vector(ctx, w->matrix1 + j * bytes1, bytes1, w->polar_mixed, s->t1 + j * ctx->v_bytes, ctx->v,
                          w->column);
        ctx->field->combine(w->mixed_in + j * bytes2, bytes2, w->polar_v, bytes2, w->column, ctx->v);
    }
    for (size_t j = 0; j <= ctx->o1; j++)
        add_matrix_vector(ctx, w->matrix1 + j * bytes1, bytes1, s->s1, w->mixed_in + j * bytes2, ctx->o2, w->column);
}

/* The public map's variables are (a + t4 x_o2, x_o1 + t3 x_o2, x_o2) with a = v + t1 x_o1. */
static void compressed_layer2(const neosig_rainbow_ctx *ctx, const neosig_rainbow_secret *s, const workspace *w)
{
    const size_t bytes = ctx->o2_bytes;
    const variables a = {w->scalars1, w->polar_v, ctx->v}, o1 = {w->scalars2, w->polar_o, ctx->o1},
                    o2 = {NULL, w->matrix2, ctx->o2};
    neosig_rainbow_drbg drbg = *w->layer2;
    memcpy(w->pushed, w->x, ctx->v_bytes);
    add_matrix_vector(ctx, w->pushed, ctx->v_bytes, s->t1, w->x + ctx->v_bytes, ctx->o1, w->scalars2);
    ctx->field->scalars(w->scalars1, w->pushed, ctx->v);
    memset(w->constant2, 0, (ctx->o2 + 1) * bytes);
    memset(w->polar_v, 0, ctx->v * bytes);
    memset(w->polar_o, 0, ctx->o1 * bytes);
    read_triangle(ctx, &drbg, w, &a, w->constant2, bytes);
    read_rectangle(ctx, &drbg, w, &a, &o1, bytes);
    read_rectangle(ctx, &drbg, w, &a, &o2, bytes);
    /* This adds to the constant also the term of the variables of a and o1, which polar_o has. */
    read_triangle(ctx, &drbg, w, &o1, w->constant2, bytes);
    read_rectangle(ctx, &drbg, w, &o1, &o2, bytes);
    add_columns(ctx, w->matrix2, ctx->o2, bytes, w->polar_v, s->t4, ctx->v, w);
    add_columns(ctx, w->matrix2, ctx->o2, bytes, w->polar_o, s->t3, ctx->o1, w);
}

/* ---- Both */

static void start_compressed(const neosig_rainbow_ctx *ctx, const neosig_rainbow_secret *s, const uint8_t *sk,
                             const workspace *w)
{
    memcpy(s->seed, sk + NEOSIG_RAINBOW_SEED_BYTES, NEOSIG_RAINBOW_SEED_BYTES);
    neosig_rainbow_drbg_init(ctx, w->layer1, s->seed, NEOSIG_RAINBOW_SEED_BYTES);
    neosig_rainbow_draw_st(ctx, w->layer1, s);
    neosig_rainbow_t2_to_t4(ctx, s);
    neosig_rainbow_drbg_init(ctx, w->layer1, sk, NEOSIG_RAINBOW_SEED_BYTES);
}

/* y = S^-1 of the digest and salt's hash. */
static void make_target(const neosig_rainbow_ctx *ctx, const neosig_rainbow_secret *s, const workspace *w,
                        const uint8_t *digest, const uint8_t *salt)
{
    neosig_rainbow_hash(ctx, w->y, ctx->m_bytes, digest, ctx->set->digest_bytes, salt, NEOSIG_RAINBOW_SALT_BYTES);
    add_matrix_vector(ctx, w->y, ctx->o1_bytes, s->s1, w->y + ctx->o1_bytes, ctx->o2, w->scalars2);
}

/* Solves a layer's system for y, in powers of x. Whether there is a solution is public, as the number of attempts is.
 */
static int solve(const neosig_rainbow_ctx *ctx, uint8_t *x, const uint8_t *matrix, const uint8_t *constant,
                 const uint8_t *y, size_t n, const workspace *w)
{
    const size_t bytes = neosig_tower_bytes(ctx->field, n);
    const int nibbles = ctx->set->bits == 4;
    const uint8_t *const from_tower = nibbles ? neosig_polynomial_16_from_tower : neosig_polynomial_from_tower;
    for (size_t i = 0; i < bytes; i++)
        w->system[i] = y[i] ^ constant[i];
    ctx->fields->map(w->system, w->system, bytes, from_tower);
    ctx->fields->map(w->system + bytes, matrix, n * bytes, from_tower);
    neosig_attempt_begins();
    const neosig_tower *const by_gfni = neosig_tower_by_gfni(ctx->fields);
    int singular = nibbles ? neosig_gf16_solve_columns(ctx->gf16, x, w->system, n, n, w->solver)
                           : neosig_gf256_solve(by_gfni != NULL ? by_gfni : &ctx->fields->polynomial256, x, w->system,
                                                n, w->solver);
    neosig_declassify(&singular, sizeof singular, "a rejected attempt");
    ctx->fields->map(x, x, bytes, nibbles ? neosig_polynomial_16_to_tower : neosig_polynomial_to_tower);
    return singular;
}

/* The number of attempts counts vinegars and salts together. */
static neosig_error find(const neosig_rainbow_ctx *ctx, uint8_t *salt, const neosig_rainbow_secret *s,
                         const uint8_t *digest, int whole, const workspace *w)
{
    uint8_t *x_o1 = w->x + ctx->v_bytes, *x_o2 = x_o1 + ctx->o1_bytes;
    unsigned attempts = 0;
    int found = 0, vinegar = 0;
    while (!found && attempts < NEOSIG_RAINBOW_ATTEMPTS) {
        if (!vinegar) {
            attempts++;
            neosig_rainbow_drbg_generate(ctx, w->signing, w->x, ctx->v_bytes);
            if (whole)
                whole_layer1(ctx, s, w);
            else
                compressed_layer1(ctx, s, w);
            *w->saved = *w->signing;
        }
        neosig_rainbow_drbg_generate(ctx, w->signing, salt, NEOSIG_RAINBOW_SALT_BYTES);
        make_target(ctx, s, w, digest, salt);
        if (solve(ctx, x_o1, w->matrix1, w->constant1, w->y, ctx->o1, w) != 0) {
            *w->signing = *w->saved; /* the next vinegar is drawn from where no salt was drawn yet */
            continue;
        }
        if (!vinegar && whole)
            whole_vinegar(ctx, s, w);
        vinegar = 1;
        if (attempts == NEOSIG_RAINBOW_ATTEMPTS)
            break;
        attempts++;
        if (whole)
            whole_layer2(ctx, s, w);
        else
            compressed_layer2(ctx, s, w);
        found = solve(ctx, x_o2, w->matrix2, w->constant2, w->y + ctx->o1_bytes, ctx->o2, w) == 0;
    }
    /* The published code gives up at the limit, even where the last attempt was good. */
    return found && attempts < NEOSIG_RAINBOW_ATTEMPTS ? NEOSIG_OK : NEOSIG_ERR_ATTEMPTS;
}

neosig_error neosig_rainbow_sign(const neosig_rainbow_ctx *ctx, uint8_t *sig, const uint8_t *digest, const uint8_t *sk,
                                 int prepared, void *memory)
{
    const size_t digest_bytes = ctx->set->digest_bytes;
    const int whole = is_whole(ctx, prepared);
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena, whole);
    /* A key is only read through this. */
    neosig_rainbow_secret s = neosig_rainbow_secret_parts(ctx, whole ? (uint8_t *)sk : w.st, whole);
    if (!whole)
        start_compressed(ctx, &s, sk, &w);

    uint8_t seed[NEOSIG_RAINBOW_MAX_DIGEST_BYTES];
    neosig_rainbow_hash(ctx, seed, digest_bytes, s.seed, NEOSIG_RAINBOW_SEED_BYTES, digest, digest_bytes);
    neosig_rainbow_drbg_init(ctx, w.signing, seed, digest_bytes);
    neosig_wipe(seed, sizeof seed);

    uint8_t *salt = sig + ctx->n_bytes;
    neosig_error error = find(ctx, salt, &s, digest, whole, &w);
    if (error != NEOSIG_OK)
        return error;
    uint8_t *x_v = w.x, *x_o1 = x_v + ctx->v_bytes, *x_o2 = x_o1 + ctx->o1_bytes;
    add_matrix_vector(ctx, x_v, ctx->v_bytes, s.t1, x_o1, ctx->o1, w.scalars2);
    add_matrix_vector(ctx, x_v, ctx->v_bytes, s.t4, x_o2, ctx->o2, w.scalars2);
    ctx->field->combine(x_o1, ctx->o1_bytes, s.t3, ctx->o1_bytes, w.scalars2, ctx->o2);
    memcpy(sig, w.x, ctx->n_bytes);
    neosig_declassify(sig, ctx->set->alg.signature_bytes, "the signature");
    return NEOSIG_OK;
}
