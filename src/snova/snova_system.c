/* The linear system, and the derivation of all that signing and verifying compute, in rounds 1 and 3.
 *
 * Ranges: equations i < o, public matrices i' < m, vinegar and oil blocks j, k < n (vinegar first), oil blocks x < o,
 * alpha < alphas, s, t, c, y, y' < l and p, q, q', z < r. In round 1, r = l, m = o and alphas = L. sigma = (s, q) and
 * tau = (t, q') number the columns of U. e is a row of H1 or H2: p < r for H1, c < l for H2. Brackets name the part of
 * the specification in which a symbol stands.
 *
 *   symbol                       shape                what it is
 *   X_j                          l x r block          of the signature [public map]; of the vinegar, drawn [signing]
 *   X_(v+x)                      l x r block          of the oil, unknown [signing]
 *   A_(i,alpha)                  r x r block          [public map]; in round 1 the same for all i, as are B, Q1, Q2
 *   B_(i,alpha)                  r x l block
 *   Q1_(i,alpha)                 l x l block, F16[S]  sum over s of q1[i][alpha][s] S^s
 *   Q2_(i,alpha)                 l x l block, F16[S]  sum over t of q2[i][alpha][t] S^t
 *   i' = i'(i, alpha)            public matrix        i in round 1, (i + alpha) mod m in round 3
 *   P_i' = P11_i' P12_i'         N x N                [public key]
 *          P21_i' P22_i'
 *   T = T12                      V x O, F16[S] blocks [private key]: signature = vinegar + T oil | oil
 *   F11_i' = P11_i'              V x V                [private key]: central map, for which F22 = 0
 *   F12_i' = P12_i' + P11_i' T   V x O
 *   F21_i' = P21_i' + T^T P11_i' O x V
 *   U[(j, y)][(s, q)]            N x l r or V x l r   (S^s X_j)[y][q]
 *   W_i' = U^T P_i'              l r x N              W_i' = U^T F11_i', l r x V, when signing
 *   E_i' = W_i' U                l r x l r
 *   G1_i' = U^T F12_i'           l r x O
 *   G2_i' = (F21_i' U)^T         l r x O
 *
 * 1. The public map. The specification has
 *      P(X)_i = sum over alpha, j, k of A_(i,alpha) X_j^T Q1_(i,alpha) P_i'[j][k] Q2_(i,alpha) X_k B_(i,alpha),
 *    an r x l block. S is symmetric, so X_j^T S^s = (S^s X_j)^T, and with the r x r block E_i'[s][t] = sum over j, k of
 *    (S^s X_j)^T P_i'[j][k] (S^t X_k), whose entry (q, q') is E_i'[sigma][tau],
 *      P(X)_i = sum over alpha of A_(i,alpha) Z_(i,alpha) B_(i,alpha),
 *      Z_(i,alpha) = sum over s, t of q1[i][alpha][s] q2[i][alpha][t] E_i'[s][t].
 *    So for each public matrix two products with l r columns are enough for all alpha. neosig_snova_evaluate does the
 *    rest in lanes (i, alpha): K[(s, t)] = q1[s] q2[t], then Z = K E, where a lane takes E_i' of its own i', then Z B
 *    and A Z B. The lanes of A Z B are summed over alpha.
 *
 * 2. The linear system. For vinegar and oil before T is applied, P becomes F. As F22 = 0, no term has two oil blocks.
 *    Equation i is
 *      target_i = F11's part, as in 1 with the vinegar alone,
 *        + sum over alpha, x of H1[i][alpha][x] X_(v+x) B_(i,alpha) + A_(i,alpha) X_(v+x)^T H2[i][alpha][x]^T,
 *      H1[i][alpha][x] = A_(i,alpha) (sum over s of q1[i][alpha][s] G1_i'[s][x]) Q2_(i,alpha), r x l,
 *      H2[i][alpha][x] = B_(i,alpha)^T (sum over t of q2[i][alpha][t] G2_i'[t][x]) Q1_(i,alpha), l x l,
 *    where G1_i'[s][x] is the r x l block of rows (s, .) and columns (x, .) of G1_i', and G2_i'[t][x] is that of rows
 *    (t, .) of G2_i'. Q1 and Q2 are symmetric. The coefficient of X_(v+x)[y][z] in equation (i, p, c) is
 *      sum over alpha of H1[i][alpha][x][p][y] B_(i,alpha)[z][c] + A_(i,alpha)[p][z] H2[i][alpha][x][c][y].
 *    If all equations share A, B, Q1, Q2 (round 1), the scalars by which G1 and G2 are multiplied are the same for all
 *    i: products by tables make H for all i at once. Else H is made in lanes (i, alpha).
 *
 * 3. From the two seeds, F12 is not made: G1_i' = U^T P12_i' + W_i' T. To make F21_i' takes products with the O columns
 *    of T. Without F21_i', products with the l r columns of U take its place. So F21 is made if l > 3 and O is not much
 *    above l r (snova_thresholds.h), and then all products of the central map go by values at points (snova_points.c).
 *    Without F21, with Y_i' = P11_i' U, G2_i' is (P21_i' U)^T + (T^T Y_i')^T. */
#include "snova/snova.h"

#include <string.h>

/* Making H1 or H2 of equations that share A, B, Q1, Q2. */
typedef struct shared_workspace {
    uint8_t *grouped; /* G1 or G2: rows sigma of lanes (y', i, x), one every l m o bytes */
    uint8_t *pairs;   /* of tables: rows sigma of (e, alpha): entries of A (H2: B) times coefficients of Q1 (H2: Q2) */
    uint8_t *k;       /* K of make_shared_h, not of 1 above: rows (e, alpha) of lanes (y', i, x) */
} shared_workspace;

/* Making H1 or H2 of equations that have their own. */
typedef struct own_workspace {
    uint8_t *gt;          /* G1 or G2 transposed: rows (x, y') of lanes (sigma, i') */
    uint8_t *q_pairs, *q; /* the entries (y', y) of Q1 or Q2 in lanes (i, alpha): in pair rows, in rows */
    uint8_t *sum;         /* r x l entries in lanes (i, alpha): the sum over s or t of q1 G1 or q2 G2 */
    uint8_t *product;     /* A or B^T times sum */
    uint8_t *h_lanes;     /* H1 or H2: rows (e, y, x) of lanes (i, alpha) */
} own_workspace;

typedef struct workspace {
    shared_workspace shared;
    own_workspace own;
    uint8_t *h1, *h2;       /* H1, H2. Shared: rows alpha of lanes (e, y, i, x); for odd l, one row of m o lanes is
                             * written behind. Own: rows (i, alpha) of lanes (e, y, x) */
    uint8_t *a, *b;         /* A, B: pairs of entries. Shared: rows alpha. Own: rows (i, alpha) */
    void *entry_pairs;      /* of neosig_snova_entry_pairs, for A, B and Q */
    uint8_t *term1, *term2; /* the sums over alpha of H1 B, in rows (z, c) of lanes (p, y, i, x), and of A H2, in rows
                             * (p, z) of lanes (c, y, i, x). For even l, term1 has half as many pair rows, of c and
                             * c + l/2 */
    neosig_gf16_table *tables; /* of all these products */
    uint8_t *rows;             /* odd l: two rows of the system, before they are joined to a pair row */
    uint8_t *system;           /* pair rows of the equations, one every system_stride */
    uint8_t *solution;         /* the unknowns in the order (z, y, x) */
    void *solve;               /* of neosig_gf16_solve */
    size_t h1_stride, h2_stride, system_stride;
} workspace;

/* Pair rows of K, which has l L rows (e, alpha). */
static size_t k_pairs_of(const neosig_snova_ctx *ctx)
{
    return (ctx->l * ctx->L + 1) / 2;
}

static shared_workspace lay_out_shared(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    shared_workspace w = {0};
    const size_t k_pairs = k_pairs_of(ctx), lanes = ctx->l * ctx->m * ctx->o;
    w.grouped = neosig_carve(arena, neosig_snova_rows_bytes(ctx->w_lanes, ctx->O));
    w.pairs = neosig_carve(arena, neosig_snova_rows_bytes(ctx->L, k_pairs));
    w.k = neosig_carve(arena, neosig_snova_rows_bytes(2 * k_pairs, neosig_gf16_round(lanes)));
    return w;
}

static own_workspace lay_out_own(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    own_workspace w = {0};
    const size_t lanes = ctx->map_lanes;
    w.gt = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->O), neosig_gf16_round(ctx->w_lanes)));
    w.q_pairs = neosig_carve(arena, neosig_snova_rows_bytes(ctx->s_pairs, lanes));
    w.q = neosig_carve(arena, neosig_snova_rows_bytes(2 * ctx->s_pairs, lanes));
    w.sum = neosig_carve(arena, ctx->lr * lanes);
    w.product = neosig_carve(arena, ctx->lr * lanes);
    w.h_lanes = neosig_carve(arena, neosig_gf16_round(ctx->lr * ctx->o) * lanes);
    return w;
}

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    const size_t ox = ctx->together * ctx->o, n = ctx->o * ctx->lr, a_pairs = (ctx->r * ctx->r + 1) / 2;
    const size_t stride1 = neosig_gf16_round(ctx->lr * ox), stride2 = neosig_gf16_round(ctx->L * ox);
    size_t tables = ctx->alphas * neosig_snova_larger(a_pairs, ctx->u_pairs), h_rows = ctx->map_lanes;
    size_t entries = neosig_snova_larger(a_pairs, ctx->u_pairs);
    if (ctx->shared) {
        w.shared = lay_out_shared(ctx, arena);
        w.h1_stride = ctx->lr * ox;
        w.h2_stride = ctx->L * ox;
        h_rows = ctx->alphas + 1;
        tables = neosig_snova_larger(tables, ctx->L * k_pairs_of(ctx));
        entries = neosig_snova_larger(entries, ctx->l * ctx->r_pairs);
    } else {
        w.own = lay_out_own(ctx, arena);
        w.h1_stride = stride1;
        w.h2_stride = stride2;
    }
    w.h1 = neosig_carve(arena, neosig_snova_rows_bytes(h_rows, w.h1_stride));
    w.h2 = neosig_carve(arena, neosig_snova_rows_bytes(h_rows, w.h2_stride));
    w.a = neosig_carve(arena, neosig_snova_rows_bytes(ctx->abq_lanes, a_pairs));
    w.b = neosig_carve(arena, neosig_snova_rows_bytes(ctx->abq_lanes, ctx->u_pairs));
    w.entry_pairs = neosig_carve(arena, neosig_snova_entry_pairs_bytes(entries, ctx->abq_lanes));
    w.term1 = neosig_carve(arena, neosig_snova_rows_bytes((ctx->l % 2 + 1) * ctx->u_pairs, stride1));
    w.term2 = neosig_carve(arena, neosig_snova_rows_bytes(2 * a_pairs, stride2));
    w.tables = neosig_carve(arena, neosig_gf16_round(tables) * sizeof *w.tables);
    w.system_stride = neosig_gf16_system_stride(n);
    w.rows = neosig_carve(arena, ctx->l % 2 ? neosig_snova_rows_bytes(2, w.system_stride) : 0);
    w.system = neosig_carve(arena, neosig_gf16_system_bytes(n));
    w.solution = neosig_carve(arena, n);
    w.solve = neosig_carve(arena, neosig_gf16_solve_bytes(n));
    return w;
}

size_t neosig_snova_solve_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

/* H1 or H2 of equations that share A, B, Q1, Q2. For H1, left is A, outer q1 and inner q2. For H2, left is B, which is
 * transposed, outer q2 and inner q1. With sigma = (s, q), entry (e, q) of left times coefficient s of outer is a scalar
 * for each e, sigma and alpha. The products of these scalars and G, summed over sigma, are K. Then K is multiplied by
 * the matrices of F16[S] that have the coefficients inner. */
static void make_shared_h(const neosig_snova_ctx *ctx, const workspace *w, uint8_t *h, const uint8_t *g,
                          const uint8_t *left, int transposed, const uint8_t *outer, const uint8_t *inner)
{
    size_t l = ctx->l, mo = ctx->m * ctx->o, pairs = k_pairs_of(ctx), lanes = l * mo;
    for (size_t sigma = 0; sigma < ctx->L; sigma++)
        neosig_gf16_deinterleave(w->shared.grouped + sigma * lanes, mo, g + sigma * ctx->m * ctx->O, mo, (unsigned)l);

    /* K[(e, alpha)][(y', i, x)] */
    uint8_t products[4 * 16] = {0}; /* l <= 4 in round 1 */
    for (size_t sigma = 0; sigma < ctx->L; sigma++) {
        size_t q = sigma % l;
        for (size_t e = 0; e < l; e++) { /* the next e overwrites the zeros past L */
            neosig_gf16_group entry = neosig_gf16_load(left + 16 * (transposed ? q * l + e : e * l + q));
            neosig_gf16_store(products + e * ctx->L,
                              neosig_gf16_mul_group(neosig_gf16_load(outer + 16 * (sigma / l)), entry));
        }
        neosig_gf16_join(w->shared.pairs + sigma * pairs, products, products + pairs, pairs);
    }
    ctx->gf->tables(w->tables, w->shared.pairs, ctx->L * pairs);
    size_t stride = neosig_gf16_round(lanes);
    neosig_gf16_multiply_split(ctx->gf, (neosig_gf16_matrix){w->shared.k, stride, 2 * pairs, lanes},
                               (neosig_gf16_factor){w->tables, pairs},
                               (neosig_gf16_view){w->shared.grouped, lanes, ctx->L, lanes});

    /* H[alpha][(e, y)] = sum over y' of Q[alpha][y'][y] K[(e, alpha)][y']; Q is symmetric. */
    uint8_t matrices[16 * 16], bytes[16 * 4 * 2 + 16];
    neosig_snova_field_matrices(matrices, l, inner);
    neosig_snova_entry_pairs(ctx, bytes, matrices, 16, l, l, ctx->alphas, w->entry_pairs);
    ctx->gf->tables(w->tables, bytes, ctx->L * l * ctx->r_pairs);
    for (size_t alpha = 0; alpha < ctx->L; alpha++)
        for (size_t e = 0; e < l; e++) /* rows of h are close */
            ctx->gf->multiply_rows((neosig_gf16_matrix){h + (alpha * l + e) * lanes, mo, 2 * ctx->r_pairs, mo},
                                   (neosig_gf16_factor){w->tables + alpha * l * ctx->r_pairs, ctx->r_pairs},
                                   ctx->r_pairs,
                                   (neosig_gf16_view){w->shared.k + (e * ctx->L + alpha) * stride, mo, l, mo}, 1);
}

/* H1, or H2 if second, of equations that have their own A, B, Q1, Q2. All is made in lanes (i, alpha), and transposed
 * to rows (i, alpha) at the end. */
static void make_own_h(const neosig_snova_ctx *ctx, const workspace *w, uint8_t *h, size_t h_stride, const uint8_t *g,
                       const neosig_snova_abq *c, const uint8_t *numbers, int second)
{
    const neosig_gf16_kernels *gf = ctx->gf;
    size_t l = ctx->l, r = ctx->r, lanes = ctx->map_lanes, rows = second ? l : r, h_rows = rows * l * ctx->o;
    size_t stride = neosig_gf16_round(ctx->w_lanes);
    size_t offsets[5]; /* in a row of gt: of lanes sigma = (s, 0), i' = 0 */
    for (size_t s = 0; s < l; s++)
        offsets[s] = s * r * ctx->m;
    neosig_snova_field_pairs(ctx, w->own.q_pairs, lanes, second ? c->q1 : c->q2, lanes, lanes);
    neosig_gf16_split((neosig_gf16_matrix){w->own.q, lanes, 2 * ctx->s_pairs, lanes},
                      (neosig_gf16_pairs_view){w->own.q_pairs, lanes, ctx->s_pairs, lanes});
    gf->transpose((neosig_gf16_matrix){w->own.gt, stride, ctx->O, ctx->w_lanes},
                  (neosig_gf16_view){g, ctx->O, ctx->w_lanes, ctx->O});
    for (size_t x = 0; x < ctx->o; x++) {
        for (size_t y = 0; y < l; y++)
            neosig_snova_multiply_picked(
                ctx, (neosig_gf16_matrix){w->own.sum + y * lanes, l * lanes, r, lanes},
                (neosig_gf16_view){second ? c->q2 : c->q1, lanes, l, lanes},
                (neosig_snova_picked){w->own.gt + (x * l + y) * stride, offsets, ctx->m, numbers});
        if (second)
            gf->multiply_lanes(w->own.product, lanes, (neosig_gf16_entries){c->b, lanes, l * lanes, l, r},
                               (neosig_gf16_entries){w->own.sum, l * lanes, lanes, r, l}, lanes);
        else
            gf->multiply_lanes(w->own.product, lanes, (neosig_gf16_entries){c->a, r * lanes, lanes, r, r},
                               (neosig_gf16_entries){w->own.sum, l * lanes, lanes, r, l}, lanes);
        gf->multiply_lanes(w->own.h_lanes + x * lanes, ctx->o * lanes,
                           (neosig_gf16_entries){w->own.product, l * lanes, lanes, rows, l},
                           (neosig_gf16_entries){w->own.q, l * lanes, lanes, l, l}, lanes);
    }
    gf->transpose((neosig_gf16_matrix){h, h_stride, ctx->o * ctx->alphas, h_rows},
                  (neosig_gf16_view){w->own.h_lanes, lanes, h_rows, ctx->o * ctx->alphas});
}

/* Makes term1, the sum over alpha of b[alpha] times h1[alpha], and term2, that of a[alpha] times h2[alpha]. Shared: of
 * all equations. Own: of equation i. */
static void make_terms(const neosig_snova_ctx *ctx, const workspace *w, size_t i)
{
    const neosig_gf16_kernels *gf = ctx->gf;
    size_t ox = ctx->together * ctx->o, u_pairs = ctx->u_pairs, a_pairs = (ctx->r * ctx->r + 1) / 2;
    size_t first = i * ctx->alphas, lanes1 = ctx->lr * ox, lanes2 = ctx->L * ox;
    size_t stride1 = neosig_gf16_round(lanes1), stride2 = neosig_gf16_round(lanes2);
    const uint8_t *h1 = w->h1 + first * w->h1_stride, *h2 = w->h2 + first * w->h2_stride;
    gf->tables(w->tables, w->b + first * u_pairs, ctx->alphas * u_pairs);
    if (ctx->l % 2 == 0)
        gf->multiply((neosig_gf16_pairs){w->term1, stride1, u_pairs, lanes1}, (neosig_gf16_factor){w->tables, u_pairs},
                     (neosig_gf16_view){h1, w->h1_stride, ctx->alphas, lanes1});
    else
        neosig_gf16_multiply_split(gf, (neosig_gf16_matrix){w->term1, stride1, 2 * u_pairs, lanes1},
                                   (neosig_gf16_factor){w->tables, u_pairs},
                                   (neosig_gf16_view){h1, w->h1_stride, ctx->alphas, lanes1});
    gf->tables(w->tables, w->a + first * a_pairs, ctx->alphas * a_pairs);
    neosig_gf16_multiply_split(gf, (neosig_gf16_matrix){w->term2, stride2, 2 * a_pairs, lanes2},
                               (neosig_gf16_factor){w->tables, a_pairs},
                               (neosig_gf16_view){h2, w->h2_stride, ctx->alphas, lanes2});
}

/* Where the coefficients of an equation are in term1 and term2: for each z, in runs of lanes. */
typedef struct parts {
    const uint8_t *term1, *term2;
    size_t zs, term1_step, term2_step; /* how many z there are; from one z to the next */
    size_t runs, run, run_step;        /* how many runs a z has; lanes of a run; from one run to the next */
    size_t high; /* even l: in term2, from a lane for low nibbles to that for the high ones. Odd l: 0 */
} parts;

/* Writes the sums of both terms, run after run. Each run is written in whole groups, and the next one over its excess.
 * The excess of an equation's last run lies behind the row's last lane. There it may reach the next row, which is
 * written later, or the slack. */
static inline void put_sums(uint8_t *to, const parts from, size_t groups)
{
    const uint8_t *term1 = from.term1, *term2 = from.term2;
    for (size_t z = 0; z < from.zs; z++, term1 += from.term1_step, term2 += from.term2_step)
        for (size_t at = 0, n = from.runs; n > 0; n--, to += from.run, at += from.run_step)
            for (size_t x = at; x < at + 16 * groups; x += 16) {
                neosig_gf16_group sum = neosig_gf16_load(term1 + x) ^ neosig_gf16_load(term2 + x);
                if (from.high != 0)
                    sum ^= neosig_gf16_load(term2 + from.high + x) << 4;
                neosig_gf16_store(to + x - at, sum);
            }
}

/* Writes equations (i, p, c) from i = base on: the right side in lane 0, then the coefficients of the unknowns in the
 * order (z, y, x). */
static void put_equations(const neosig_snova_ctx *ctx, const workspace *w, size_t base, const uint8_t *right)
{
    size_t l = ctx->l, r = ctx->r, o = ctx->o, ox = ctx->together * o, stride = w->system_stride;
    size_t stride1 = neosig_gf16_round(ctx->lr * ox), stride2 = neosig_gf16_round(ctx->L * ox);
    size_t width = l % 2 ? l : l / 2; /* how many c, or pairs of c and c + l/2 */
    parts from = {.zs = r, .term1_step = width * stride1, .term2_step = stride2, .high = l % 2 ? 0 : width * l * ox};
    /* Shared: a run has the x of one (y, i). Own: there is one i, and a run has all (y, x). */
    from.run = ctx->shared ? o : l * o;
    from.runs = ctx->shared ? l : 1;
    from.run_step = ox;
    for (size_t i = 0, row = base * r * width; i < ctx->together; i++)
        for (size_t p = 0; p < r; p++)
            for (size_t c = 0; c < width; c++, row++) {
                uint8_t *to = l % 2 ? w->rows + row % 2 * stride : w->system + row * stride;
                from.term1 = w->term1 + c * stride1 + p * l * ox + i * o;
                from.term2 = w->term2 + p * r * stride2 + c * l * ox + i * o;
                if (from.run <= 16) /* short runs are one group, without a loop */
                    put_sums(to + 1, from, 1);
                else
                    put_sums(to + 1, from, (from.run + 15) / 16);
                to[0] = right[(base + i) * ctx->lr + p * l + c];
                if (l % 2 == 0)
                    to[0] |= (uint8_t)(right[(base + i) * ctx->lr + p * l + c + width] << 4);
                else if (row % 2)
                    neosig_gf16_join(w->system + row / 2 * stride, w->rows, to, o * ctx->lr + 1);
                else if (row + 1 == o * ctx->lr)
                    memcpy(w->system + row / 2 * stride, to, row + 2);
            }
}

int neosig_snova_solve(const neosig_snova_ctx *ctx, uint8_t *oil, const uint8_t *abq, const uint8_t *g1,
                       const uint8_t *g2, const uint8_t *right, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena);
    size_t n = ctx->o * ctx->lr, count = (ctx->shared ? 1 : ctx->o) * ctx->alphas;
    const neosig_snova_abq c = neosig_snova_abq_of(ctx, abq);
    if (ctx->shared) {
        make_shared_h(ctx, &w, w.h1, g1, c.a, 0, c.q1, c.q2);
        make_shared_h(ctx, &w, w.h2, g2, c.b, 1, c.q2, c.q1);
    } else {
        uint8_t numbers[NEOSIG_SNOVA_MAX_MAP_LANES];
        neosig_snova_matrix_numbers(ctx, numbers);
        make_own_h(ctx, &w, w.h1, w.h1_stride, g1, &c, numbers, 0);
        make_own_h(ctx, &w, w.h2, w.h2_stride, g2, &c, numbers, 1);
    }
    /* If l is even, a pair of B has entries (z, c) and (z, c + l/2). Else a pair has entries e and e + (l r + 1) / 2.
     */
    if (ctx->l % 2 == 0)
        neosig_snova_entry_pairs(ctx, w.b, c.b, ctx->abq_lanes, ctx->r, ctx->l, count, w.entry_pairs);
    else
        neosig_snova_entry_pairs(ctx, w.b, c.b, ctx->abq_lanes, 1, ctx->lr, count, w.entry_pairs);
    neosig_snova_entry_pairs(ctx, w.a, c.a, ctx->abq_lanes, 1, ctx->r * ctx->r, count, w.entry_pairs);
    for (size_t i = 0; i < ctx->o; i += ctx->together) {
        make_terms(ctx, &w, i);
        put_equations(ctx, &w, i, right);
    }
    int singular = neosig_gf16_solve(ctx->gf, w.solution, w.system, n, w.solve);
    for (size_t x = 0; x < ctx->o; x++)
        for (size_t y = 0; y < ctx->l; y++)
            for (size_t z = 0; z < ctx->r; z++)
                oil[x * ctx->lr + y * ctx->r + z] = w.solution[(z * ctx->l + y) * ctx->o + x];
    return singular;
}
