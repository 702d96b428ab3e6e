/* Signing: vinegar values from the private seed, the equations in the oil values, until they have a solution. */
#include "core/attempt.h"
#include "core/secret.h"
#include "snova/snova.h"

#include <string.h>

/* Where R_i = F11 | F12 | F21^T comes from. From the two seeds alone, P11 | P12 | P21^T takes its place, and T corrects
 * the products U^T R_i, which is far less work than R_i itself if U, of l r columns, has fewer than T, of O. Where T is
 * not much wider, F21 is made all the same: T^T P11 takes O columns where P11 U would take l r, a transposition of P11
 * and the product by T; and T^T P11 and U^T P11 both are made from P11's values at points. */
typedef enum source_kind {
    FROM_PREPARED,
    FROM_PREPARED_POINTS,
    FROM_ESK,
    FROM_SEEDS,
    FROM_SEEDS_BY_POINTS
} source_kind;

static source_kind kind_of(const neosig_snova_ctx *ctx, int prepared)
{
    if (prepared)
        return ctx->points != 0 ? FROM_PREPARED_POINTS : FROM_PREPARED;
    if (ctx->set->expanded)
        return FROM_ESK;
    return ctx->l >= 4 && 2 * ctx->O <= 3 * ctx->lr ? FROM_SEEDS_BY_POINTS : FROM_SEEDS;
}

static int from_seeds(source_kind kind)
{
    return kind == FROM_SEEDS || kind == FROM_SEEDS_BY_POINTS;
}

static int from_prepared(source_kind kind)
{
    return kind == FROM_PREPARED || kind == FROM_PREPARED_POINTS;
}

static int by_points(source_kind kind)
{
    return kind == FROM_PREPARED_POINTS || kind == FROM_SEEDS_BY_POINTS;
}

typedef struct workspace {
    neosig_snova_keystream stream;
    neosig_gf16_table *t_tables;
    neosig_gf16_table *constants, *t_values; /* at points */
    uint8_t *abq, *t, *x, *scratch, *target, *image, *g1, *g2;
    /* For the products with the vinegar values. */
    neosig_gf16_table *u; /* or values of X at points */
    uint8_t *r, *w, *z, *wt, *zt, *e, *evaluate;
    uint8_t *values, *sums, *product_t, *turned; /* of rows, at points; products with T, and their transposes */
    size_t w_stride, g1_at, g2_at;               /* W_i: lanes of F11, and where those of F12 and F21^T begin */
    /* For the oil values, in the same place. */
    uint8_t *solve;
    /* For the signature, in the same place. */
    neosig_gf16_table *oil_tables;
    uint8_t *oil_bytes, *product;
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena, source_kind kind)
{
    workspace w = {0};
    size_t w_rows = neosig_gf16_round(ctx->u_pairs * ctx->m), u_count = ctx->V * ctx->u_pairs;
    size_t image = ctx->o * ctx->lr;
    if (kind == FROM_SEEDS)
        w.t_tables = neosig_carve(arena, neosig_gf16_round(neosig_snova_t_tables_count(ctx)) * sizeof *w.t_tables);
    if (by_points(kind)) {
        w.constants = neosig_snova_points_carve(ctx, arena);
        w_rows = neosig_gf16_round((ctx->l + ctx->l % 2) * ctx->r * ctx->m);
        u_count = neosig_snova_points_tables(ctx, ctx->r, ctx->v);
    }
    if (kind == FROM_SEEDS_BY_POINTS) {
        size_t count = neosig_gf16_round(neosig_snova_points_tables(ctx, ctx->o, ctx->v));
        w.t_values = neosig_carve(arena, count * sizeof *w.t_values);
    }
    if (!from_prepared(kind)) {
        w.abq = neosig_carve(arena, neosig_snova_abq_bytes(ctx));
        w.t = neosig_carve(arena, ctx->t_bytes);
    }
    w.x = neosig_carve(arena, neosig_snova_lanes_bytes(ctx->n * ctx->lr));
    size_t products = neosig_gf16_round(ctx->t_pairs) * ctx->wt_stride + neosig_snova_multiply_t_scratch_bytes(ctx);
    size_t scratch = neosig_snova_larger(2 * neosig_snova_scratch_bytes(ctx),
                                         neosig_snova_larger(products, neosig_snova_u_scratch_bytes(ctx, ctx->v)));
    scratch = neosig_snova_larger(scratch, neosig_snova_abq_scratch_bytes(ctx));
    scratch = neosig_snova_larger(scratch, neosig_gf16_round(ctx->O) * ctx->v_rows);
    if (by_points(kind))
        scratch = neosig_snova_larger(scratch, 2 * neosig_snova_points_scratch_bytes(ctx, ctx->r, ctx->v));
    w.scratch = neosig_carve(arena, scratch + NEOSIG_GF16_SLACK);
    w.target = neosig_carve(arena, image + NEOSIG_GF16_SLACK);
    w.image = neosig_carve(arena, image + NEOSIG_GF16_SLACK);
    w.g1 = neosig_carve(arena, ctx->wt_stride * ctx->O + NEOSIG_GF16_SLACK); /* whole groups of rows are read */
    w.g2 = neosig_carve(arena, ctx->wt_stride * ctx->O + NEOSIG_GF16_SLACK);

    size_t shared = arena->used;
    if (from_seeds(kind))
        w.stream.room = neosig_carve_unfenced(arena, neosig_snova_keystream_bytes(ctx));
    if (kind == FROM_SEEDS) {
        w.zt = neosig_carve_unfenced(arena, ctx->wt_stride * ctx->V + NEOSIG_GF16_SLACK);
        w.z = neosig_carve_unfenced(arena, ctx->v_stride * w_rows + NEOSIG_GF16_SLACK);
    }
    if (by_points(kind)) {
        size_t stride = neosig_snova_larger(ctx->stride, ctx->wt_stride);
        size_t width = kind == FROM_SEEDS_BY_POINTS ? neosig_snova_larger(ctx->r, ctx->o) : ctx->r;
        w.values = neosig_carve_unfenced(arena, neosig_snova_points_values_bytes(ctx, stride, ctx->v));
        w.sums = neosig_carve_unfenced(arena, neosig_snova_points_sums_bytes(ctx, width, stride));
    }
    if (kind == FROM_SEEDS_BY_POINTS) {
        size_t lanes = neosig_snova_larger(ctx->stride, ctx->wt_stride), o_rows = ctx->O + ctx->l;
        w.product_t = neosig_carve_unfenced(arena, neosig_gf16_round(o_rows) * lanes + NEOSIG_GF16_SLACK);
        w.turned = neosig_carve_unfenced(arena, neosig_gf16_round(lanes) * neosig_gf16_round(ctx->O));
    }
    if (!from_prepared(kind))
        w.r = neosig_carve_unfenced(arena, ctx->r_bytes);
    w.w_stride = ctx->stride;
    if (!from_prepared(kind) && ctx->l % 2 == 0) /* multiply_packed changes pairs of groups */
        w.w_stride = neosig_gf16_round_pair(ctx->V) + 2 * neosig_gf16_round_pair(ctx->O);
    w.w = neosig_carve_unfenced(arena, w.w_stride * w_rows + NEOSIG_GF16_SLACK);
    w.wt = neosig_carve_unfenced(arena, ctx->wt_stride * ctx->v_rows + NEOSIG_GF16_SLACK);
    w.u = neosig_carve_unfenced(arena, neosig_gf16_round(u_count) * sizeof *w.u);
    w.e = neosig_carve_unfenced(arena, neosig_snova_e_bytes(ctx));
    w.evaluate = neosig_carve_unfenced(arena, neosig_snova_evaluate_bytes(ctx));
    size_t most = arena->used;

    arena->used = shared;
    w.solve = neosig_carve_unfenced(arena, neosig_snova_solve_bytes(ctx));
    most = neosig_snova_larger(most, arena->used);

    arena->used = shared;
    size_t oil = neosig_gf16_round(ctx->O * ctx->r_pairs);
    w.oil_tables = neosig_carve_unfenced(arena, oil * sizeof *w.oil_tables);
    w.oil_bytes = neosig_carve_unfenced(arena, oil);
    w.product = neosig_carve_unfenced(arena, 2 * ctx->r_pairs * ctx->V + NEOSIG_GF16_SLACK);
    arena->used = neosig_snova_larger(most, arena->used);
    return w;
}

size_t neosig_snova_sign_bytes(const neosig_snova_ctx *ctx, int prepared)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, kind_of(ctx, prepared));
    return arena.used;
}

/* ---- Prepared keys */

typedef struct prepare_workspace {
    neosig_snova_keystream stream;
    neosig_gf16_table *t_tables, *constants;
    uint8_t *scratch, *r;
    /* For the public key, in the same place. */
    uint8_t *pk, *sk, *keypair;
} prepare_workspace;

static prepare_workspace lay_out_prepare(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    prepare_workspace w = {0};
    w.t_tables = neosig_carve_unfenced(arena, neosig_gf16_round(neosig_snova_t_tables_count(ctx)) * sizeof *w.t_tables);
    w.scratch = neosig_carve_unfenced(
        arena, neosig_snova_larger(2 * neosig_snova_scratch_bytes(ctx) + neosig_snova_multiply_t_scratch_bytes(ctx),
                                   neosig_snova_abq_scratch_bytes(ctx)));
    w.stream.room = neosig_carve_unfenced(arena, neosig_snova_keystream_bytes(ctx));
    if (ctx->points != 0) {
        w.constants = neosig_snova_points_carve(ctx, arena);
        w.r = neosig_carve_unfenced(arena, ctx->r_bytes);
    }
    if (ctx->set->rules->round == 1)
        return w;
    size_t most = arena->used;
    arena->used = 0;
    w.pk = neosig_carve_unfenced(arena, ctx->set->alg.public_key_bytes);
    w.sk = neosig_carve_unfenced(arena, ctx->set->alg.secret_key_bytes);
    w.keypair = neosig_carve_unfenced(arena, neosig_snova_keypair_bytes(ctx));
    arena->used = neosig_snova_larger(most, arena->used);
    return w;
}

size_t neosig_snova_prepare_sign_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out_prepare(ctx, &arena);
    return arena.used;
}

/* A neosig_random that gives the seeds of a secret key. */
static int give_seeds(void *state, uint8_t *out, size_t bytes)
{
    memcpy(out, *(const uint8_t *const *)state, bytes);
    return 0;
}

/* Round 3: whether the hash in a secret key is that of the public key of its seeds. The published code does not ask. */
static neosig_error check_secret_key(const neosig_snova_ctx *ctx, const prepare_workspace *w, const uint8_t *sk)
{
    const neosig_source source = {give_seeds, &sk};
    neosig_error error = neosig_snova_keypair(ctx, w->pk, w->sk, &source, w->keypair);
    uint8_t different = 0;
    for (size_t i = 0; i < ctx->set->alg.secret_key_bytes; i++)
        different |= w->sk[i] ^ sk[i];
    neosig_declassify(&different, sizeof different, "whether a secret key is well-formed is public");
    return error == NEOSIG_OK && different != 0 ? NEOSIG_ERR_KEY : error;
}

neosig_error neosig_snova_prepare_sign(const neosig_snova_ctx *ctx, uint8_t *prepared, const uint8_t *sk, void *memory)
{
    const neosig_snova_rules *rules = ctx->set->rules;
    neosig_snova_prepared_secret *key = (neosig_snova_prepared_secret *)(void *)prepared;
    uint8_t *abq = prepared + neosig_snova_prepared_abq_offset(1), *t = prepared + neosig_snova_prepared_t_offset(ctx);
    const uint8_t *seeds = sk + neosig_snova_seeds_offset(ctx);
    neosig_arena arena = {memory, 0};
    prepare_workspace w = lay_out_prepare(ctx, &arena);
    if (rules->round == 3) {
        neosig_error error = check_secret_key(ctx, &w, sk);
        if (error != NEOSIG_OK)
            return error;
        NEOSIG_OPEN_MEMORY(w.keypair, neosig_snova_keypair_bytes(ctx)); /* takes turns with what follows */
    }
    memset(key, 0, sizeof *key);
    memcpy(key->private_seed, seeds + NEOSIG_SNOVA_PUBLIC_SEED_BYTES, NEOSIG_SNOVA_PRIVATE_SEED_BYTES);
    memcpy(key->binding.bytes, neosig_snova_binding_of(ctx, sk), rules->binding_bytes);
    if (ctx->set->expanded) {
        neosig_snova_esk_get_abq(ctx, abq, sk);
        neosig_snova_esk_get_t(ctx, t, sk, w.scratch);
    } else {
        uint8_t public_seed[NEOSIG_SNOVA_PUBLIC_SEED_BYTES];
        memcpy(public_seed, seeds, sizeof public_seed);
        neosig_declassify(public_seed, sizeof public_seed, "the public seed is part of the public key");
        rules->open(ctx, &w.stream, public_seed);
        rules->expand_abq(ctx, abq, &w.stream, w.scratch);
        neosig_snova_expand_t(ctx, t, w.t_tables, NULL, NULL, key->private_seed, w.scratch);
    }
    if (ctx->points != 0)
        neosig_snova_points_open(ctx, w.constants);
    for (size_t i = 0; i < ctx->m; i++) {
        uint8_t *to = prepared + neosig_snova_prepared_r_offset(ctx, i), *r = ctx->points != 0 ? w.r : to;
        if (ctx->set->expanded) {
            neosig_snova_esk_get_r(ctx, r, sk, i, w.scratch);
        } else {
            neosig_snova_expand_r(ctx, r, &w.stream, i, w.scratch);
            neosig_snova_to_f12(ctx, r, w.t_tables, w.scratch);
            neosig_snova_to_f21(ctx, r, w.t_tables, w.scratch);
        }
        if (ctx->points != 0)
            neosig_snova_points_store(ctx, to, w.constants, r, ctx->V + 2 * ctx->O, ctx->v);
    }
    return NEOSIG_OK;
}

/* ---- Signing */

/* U^T R_i and, as Z_i^T = U^T P11^T is what rows can make, that. */
static void contract_stream(const neosig_snova_ctx *ctx, workspace *w, size_t i, int packed)
{
    const neosig_gf16_kernels *gf = ctx->gf;
    size_t w_step = ctx->m * w->w_stride, pairs = ctx->u_pairs, V = ctx->V, O = ctx->O;
    uint8_t *wi = w->w + i * w->w_stride, *p21_transposed = w->r + V + O;
    if (packed)
        neosig_snova_add_p11(ctx, wi, w_step, w->u, &w->stream, i);
    else
        neosig_snova_expand_p11(ctx, w->r, ctx->stride, &w->stream, i);
    neosig_snova_transpose_p11(ctx, w->scratch, &w->stream, w->r, ctx->stride);
    gf->multiply((neosig_gf16_pairs){w->z + i * ctx->v_stride, ctx->m * ctx->v_stride, pairs, V},
                 (neosig_gf16_factor){w->u, pairs}, (neosig_gf16_view){w->scratch, ctx->v_stride, V, V});
    if (packed)
        neosig_snova_add_p12(ctx, wi + w->g1_at, w_step, w->u, &w->stream, i);
    else
        neosig_snova_expand_p12(ctx, w->r + V, ctx->stride, &w->stream, i);
    neosig_snova_expand_p21_transposed(ctx, p21_transposed, ctx->stride, &w->stream, i, w->scratch);
    if (packed)
        gf->multiply((neosig_gf16_pairs){wi + w->g2_at, w_step, pairs, O}, (neosig_gf16_factor){w->u, pairs},
                     (neosig_gf16_view){p21_transposed, ctx->stride, V, O});
    else
        gf->multiply((neosig_gf16_pairs){wi, w_step, pairs, V + 2 * O}, (neosig_gf16_factor){w->u, pairs},
                     (neosig_gf16_view){w->r, ctx->stride, V, V + 2 * O});
}

/* The map's value at the vinegar values x in image, G1 and G2. */
static void contract(const neosig_snova_ctx *ctx, workspace *w, const uint8_t *abq, const uint8_t *sk, source_kind kind)
{
    size_t V = ctx->V, O = ctx->O;
    int packed = !from_prepared(kind) && neosig_snova_multiplies_packed(ctx);
    w->g1_at = packed ? neosig_gf16_round_pair(V) : V;
    w->g2_at = w->g1_at + (packed ? neosig_gf16_round_pair(O) : O);
    neosig_snova_u_tables(ctx, w->u, w->x, ctx->v, w->scratch);
    if (packed)
        memset(w->w, 0, w->w_stride * ctx->u_pairs * ctx->m);
    for (size_t i = 0; i < ctx->m; i++) {
        uint8_t *wi = w->w + i * w->w_stride;
        const size_t w_step = ctx->m * w->w_stride;
        const uint8_t *r = kind == FROM_PREPARED ? sk + neosig_snova_prepared_r_offset(ctx, i) : w->r;
        if (kind == FROM_SEEDS) {
            contract_stream(ctx, w, i, packed);
            continue;
        }
        if (kind == FROM_ESK && packed) {
            neosig_snova_esk_add_w(ctx, wi, w_step, w->g1_at, w->g2_at, w->u, sk, i, w->r, w->scratch);
            continue;
        }
        if (kind == FROM_ESK)
            neosig_snova_esk_get_r(ctx, w->r, sk, i, w->scratch);
        ctx->gf->multiply((neosig_gf16_pairs){wi, w_step, ctx->u_pairs, V + 2 * O},
                          (neosig_gf16_factor){w->u, ctx->u_pairs}, (neosig_gf16_view){r, ctx->stride, V, V + 2 * O});
    }
    neosig_snova_transpose_w(ctx, w->wt, w->w, w->w_stride, ctx->V);
    neosig_snova_multiply_w(ctx, w->e, w->u, w->wt, ctx->V);
    neosig_snova_evaluate(ctx, w->image, abq, w->e, w->evaluate);
    neosig_gf16_split((neosig_gf16_matrix){w->g1, ctx->O, 2 * (ctx->u_pairs * ctx->m), ctx->O},
                      (neosig_gf16_pairs_view){w->w + w->g1_at, w->w_stride, ctx->u_pairs * ctx->m, ctx->O});
    neosig_gf16_split((neosig_gf16_matrix){w->g2, ctx->O, 2 * (ctx->u_pairs * ctx->m), ctx->O},
                      (neosig_gf16_pairs_view){w->w + w->g2_at, w->w_stride, ctx->u_pairs * ctx->m, ctx->O});
    if (kind == FROM_SEEDS) {
        /* U^T F12 = U^T P12 + W T, and F21 U = P21 U + T^T Z. */
        size_t stride = ctx->wt_stride;
        uint8_t *second = w->scratch + neosig_gf16_round(ctx->t_pairs) * stride;
        neosig_snova_multiply_t(ctx, w->scratch, stride, w->t_tables, w->wt, stride, ctx->w_lanes, second);
        ctx->gf->transpose_pairs((neosig_gf16_matrix){w->g1, O, ctx->w_lanes, 2 * ctx->t_pairs},
                                 (neosig_gf16_view){w->g1, O, ctx->w_lanes, 2 * ctx->t_pairs},
                                 (neosig_gf16_pairs_view){w->scratch, stride, ctx->t_pairs, ctx->w_lanes});
        neosig_snova_transpose_w(ctx, w->zt, w->z, ctx->v_stride, ctx->V);
        neosig_snova_multiply_t(ctx, w->scratch, stride, w->t_tables, w->zt, stride, ctx->w_lanes, second);
        ctx->gf->transpose_pairs((neosig_gf16_matrix){w->g2, O, ctx->w_lanes, 2 * ctx->t_pairs},
                                 (neosig_gf16_view){w->g2, O, ctx->w_lanes, 2 * ctx->t_pairs},
                                 (neosig_gf16_pairs_view){w->scratch, stride, ctx->t_pairs, ctx->w_lanes});
    }
}

/* rows rows of lanes elements: sum = a + b, in whole groups. */
static void add_rows(uint8_t *sum, size_t sum_stride, const uint8_t *a, size_t a_stride, const uint8_t *b,
                     size_t b_stride, size_t rows, size_t lanes)
{
    for (; rows > 0; rows--, sum += sum_stride, a += a_stride, b += b_stride)
        for (size_t lane = 0; lane < lanes; lane += 16)
            neosig_gf16_store(sum + lane, neosig_gf16_load(a + lane) ^ neosig_gf16_load(b + lane));
}

/* The same without b. With a sum_stride of lanes, the next row overwrites the excess. */
static void copy_rows(uint8_t *to, size_t to_stride, const uint8_t *from, size_t from_stride, size_t rows, size_t lanes)
{
    for (; rows > 0; rows--, to += to_stride, from += from_stride)
        for (size_t lane = 0; lane < lanes; lane += 16)
            neosig_gf16_store(to + lane, neosig_gf16_load(from + lane));
}

/* T^T times V rows by their values at points, transposed: turned has a row of O lanes for each lane. */
static void turn_product_t(const neosig_snova_ctx *ctx, workspace *w, const neosig_snova_values *values, size_t lanes)
{
    const size_t stride = values->stride;
    neosig_snova_points_multiply_t(ctx, w->product_t, stride, w->t_values, w->constants, values, lanes, w->sums);
    ctx->gf->transpose((neosig_gf16_matrix){w->turned, neosig_gf16_round(ctx->O), lanes, ctx->O},
                       (neosig_gf16_view){w->product_t, stride, ctx->O, lanes});
}

/* The values of R_i, from the seeds. */
static neosig_snova_values values_of_r(const neosig_snova_ctx *ctx, workspace *w, size_t i)
{
    size_t V = ctx->V, O = ctx->O, stride = ctx->stride;
    neosig_snova_expand_r(ctx, w->r, &w->stream, i, w->scratch);
    /* F21^T = P21^T + (T^T P11)^T. */
    const neosig_snova_values values =
        neosig_snova_points_of_rows(ctx, w->values, w->constants, w->r, stride, V, ctx->v);
    turn_product_t(ctx, w, &values, V);
    uint8_t *f21 = w->r + V + O;
    add_rows(f21, stride, f21, stride, w->turned, neosig_gf16_round(O), V, O);
    neosig_snova_points_of_rows(ctx, w->values + V, w->constants, w->r + V, stride, 2 * O, ctx->v);
    return values;
}

/* The same by values at points, which gives U^T R_i in rows (sigma, i). */
static void contract_by_points(const neosig_snova_ctx *ctx, workspace *w, const uint8_t *abq, const uint8_t *sk,
                               source_kind kind)
{
    size_t V = ctx->V, O = ctx->O, stride = ctx->stride;
    const neosig_gf16_table *constants = w->constants;
    neosig_snova_points_of_x(ctx, w->u, constants, w->x, ctx->v, w->scratch);
    for (size_t i = 0; i < ctx->m; i++) {
        const neosig_snova_values values =
            kind == FROM_PREPARED_POINTS
                ? neosig_snova_points_stored(ctx, sk + neosig_snova_prepared_r_offset(ctx, i), ctx->v)
                : values_of_r(ctx, w, i);
        neosig_snova_points_multiply_u(ctx, w->w + i * stride, ctx->m * stride, w->u, constants, &values, V + 2 * O,
                                       w->sums);
    }
    const neosig_snova_values values =
        neosig_snova_points_multiply_w(ctx, w->e, w->u, constants, w->w, ctx->v, w->wt, w->values, w->sums);
    neosig_snova_evaluate(ctx, w->image, abq, w->e, w->evaluate);
    copy_rows(w->g2, O, w->w + V + O, stride, ctx->w_lanes, O);
    if (kind == FROM_PREPARED_POINTS) {
        copy_rows(w->g1, O, w->w + V, stride, ctx->w_lanes, O);
    } else { /* U^T F12 = U^T P12 + W T */
        turn_product_t(ctx, w, &values, ctx->w_lanes);
        add_rows(w->g1, O, w->w + V, stride, w->turned, neosig_gf16_round(O), ctx->w_lanes, O);
    }
}

/* X_j += sum over k of T12[j][k] X_(v+k) for the vinegar blocks j, by the transpose of T X_oil: rows q, lanes (j, p).
 */
static void add_oil(const neosig_snova_ctx *ctx, const workspace *w, const uint8_t *t)
{
    size_t r = ctx->r, half = ctx->r_pairs;
    const uint8_t *oil = w->x + ctx->v * ctx->lr;
    uint8_t *t_rows = w->scratch;
    ctx->gf->transpose((neosig_gf16_matrix){t_rows, ctx->v_rows, ctx->O, ctx->V},
                       (neosig_gf16_view){t, ctx->o_stride, ctx->V, ctx->O});
    for (size_t row = 0; row < ctx->O; row++)
        for (size_t p = 0; p < half; p++)
            w->oil_bytes[row * half + p] =
                (uint8_t)(oil[row * r + p] | (p + half < r ? oil[row * r + p + half] << 4 : 0));
    ctx->gf->tables(w->oil_tables, w->oil_bytes, ctx->O * half);
    ctx->gf->multiply_rows((neosig_gf16_matrix){w->product, ctx->V, 2 * half, ctx->V},
                           (neosig_gf16_factor){w->oil_tables, half}, half,
                           (neosig_gf16_view){t_rows, ctx->v_rows, ctx->O, ctx->V}, 1);
    neosig_gf16_interleave(w->scratch, w->product, ctx->V, ctx->V, (unsigned)r);
    neosig_gf16_add(w->x, w->scratch, ctx->v * ctx->lr);
}

neosig_error neosig_snova_sign(const neosig_snova_ctx *ctx, uint8_t *sig, const uint8_t *digest, const uint8_t *sk,
                               int prepared, const neosig_source *source, void *memory)
{
    source_kind kind = kind_of(ctx, prepared);
    const neosig_snova_rules *rules = ctx->set->rules;
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena, kind);

    /* What the vinegar values are hashed from: private seed | digest | salt | attempt. */
    uint8_t input[NEOSIG_SNOVA_PRIVATE_SEED_BYTES + NEOSIG_SNOVA_DIGEST_BYTES + NEOSIG_SNOVA_SALT_BYTES + 1];
    uint8_t *salt = input + NEOSIG_SNOVA_PRIVATE_SEED_BYTES + NEOSIG_SNOVA_DIGEST_BYTES;
    const neosig_snova_prepared_secret *key = (const neosig_snova_prepared_secret *)(const void *)sk;
    const uint8_t *seeds = prepared ? NULL : sk + neosig_snova_seeds_offset(ctx);
    neosig_snova_binding binding;
    memcpy(binding.bytes, prepared ? key->binding.bytes : neosig_snova_binding_of(ctx, sk), rules->binding_bytes);
    neosig_declassify(binding.bytes, rules->binding_bytes, "the public seed and the public key's hash are public");
    memcpy(input, prepared ? key->private_seed : seeds + NEOSIG_SNOVA_PUBLIC_SEED_BYTES,
           NEOSIG_SNOVA_PRIVATE_SEED_BYTES);
    memcpy(input + NEOSIG_SNOVA_PRIVATE_SEED_BYTES, digest, NEOSIG_SNOVA_DIGEST_BYTES);
    neosig_error error = neosig_draw(source, salt, NEOSIG_SNOVA_SALT_BYTES);
    if (error != NEOSIG_OK)
        goto end;
    neosig_snova_expand_target(ctx, w.target, &binding, digest, salt);

    const uint8_t *abq = w.abq, *t = w.t;
    uint8_t public_seed[NEOSIG_SNOVA_PUBLIC_SEED_BYTES];
    switch (kind) {
    case FROM_PREPARED:
    case FROM_PREPARED_POINTS:
        abq = sk + neosig_snova_prepared_abq_offset(1);
        t = sk + neosig_snova_prepared_t_offset(ctx);
        break;
    case FROM_ESK:
        neosig_snova_esk_get_abq(ctx, w.abq, sk);
        neosig_snova_esk_get_t(ctx, w.t, sk, w.scratch);
        break;
    case FROM_SEEDS:
    case FROM_SEEDS_BY_POINTS:
        memcpy(public_seed, seeds, sizeof public_seed);
        neosig_declassify(public_seed, sizeof public_seed, "the public seed is part of the public key");
        rules->open(ctx, &w.stream, public_seed);
        rules->expand_abq(ctx, w.abq, &w.stream, w.scratch);
        neosig_snova_expand_t(ctx, w.t, w.t_tables, NULL, w.values, input, w.scratch);
        break;
    }
    if (by_points(kind))
        neosig_snova_points_open(ctx, w.constants);
    if (kind == FROM_SEEDS_BY_POINTS)
        neosig_snova_points_of_t(ctx, w.t_values, w.constants, w.values, w.scratch);

    error = NEOSIG_ERR_ATTEMPTS;
    for (unsigned attempt = 1; attempt < 256 && error != NEOSIG_OK; attempt++) {
        neosig_attempt_begins();
        input[sizeof input - 1] = (uint8_t)attempt;
        NEOSIG_OPEN_MEMORY(w.solve, neosig_snova_solve_bytes(ctx)); /* takes turns with the products */
        neosig_shake256(ctx->backend->keccak, w.scratch, (ctx->v * ctx->lr + 1) / 2, input, sizeof input);
        neosig_gf16_unpack(w.x, w.scratch, ctx->v * ctx->lr);
        if (from_seeds(kind) && attempt > 1) /* the system took the stream's place */
            rules->open(ctx, &w.stream, public_seed);
        if (by_points(kind))
            contract_by_points(ctx, &w, abq, sk, kind);
        else
            contract(ctx, &w, abq, sk, kind);
        neosig_gf16_add(w.image, w.target, ctx->o * ctx->lr);
        int singular = neosig_snova_solve(ctx, w.x + ctx->v * ctx->lr, abq, w.g1, w.g2, w.image, w.solve);
        neosig_declassify(&singular, sizeof singular, "the number of attempts is public");
        if (singular)
            continue;
        add_oil(ctx, &w, t);
        neosig_snova_encode_signature(ctx, sig, w.x, salt);
        error = NEOSIG_OK;
    }
end:
    neosig_wipe(input, sizeof input);
    return error;
}
