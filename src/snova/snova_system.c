/* The linear system, and the derivation of all that signing and verifying compute, in rounds 1 and 3.
 *
 * Ranges: equations i < o, public matrices i' < m, vinegar and oil blocks j, k < n (vinegar first), oil blocks x < o,
 * alpha < alphas, s, t, c, y, y' < l and p, q, q', z < r. In round 1, r = l, m = o and alphas = L. sigma = (s, q) and
 * tau = (t, q') number the columns of U. In brackets stand the specification's names of what a symbol belongs to.
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
 *    So two products with l r columns for each public matrix do for all alpha. neosig_snova_evaluate takes the rest in
 *    lanes alpha, of one equation or of all: K[(s, t)] = q1[s] q2[t], Z = K E (E spread to the lanes), Y = Z B,
 *    X = A Y, and the sum of all lanes of X.
 *
 * 2. The linear system. With T taken off, P becomes F; F22 = 0 leaves no product of two oil blocks, and equation i is
 *      target_i = F11's part, as in 1 with the vinegar alone,
 *        + sum over alpha, x of H1[i][alpha][x] X_(v+x) B_(i,alpha) + A_(i,alpha) X_(v+x)^T H2[i][alpha][x]^T,
 *      H1[i][alpha][x] = A_(i,alpha) (sum over s of q1[i][alpha][s] G1_i'[s][x]) Q2_(i,alpha), r x l,
 *      H2[i][alpha][x] = B_(i,alpha)^T (sum over t of q2[i][alpha][t] G2_i'[t][x]) Q1_(i,alpha), l x l,
 *    G1_i'[s][x] and G2_i'[t][x] being the r x l blocks of rows (s, .), (t, .) and columns (x, .); Q1 and Q2 are
 *    symmetric. The coefficient of X_(v+x)[y][z] in equation (i, p, c) is
 *      sum over alpha of H1[i][alpha][x][p][y] B_(i,alpha)[z][c] + A_(i,alpha)[p][z] H2[i][alpha][x][c][y].
 *    Where all equations share A, B, Q1, Q2 and take their own matrices (round 1), one product by constants makes H for
 *    all i; else H is made in lanes alpha.
 *
 * 3. From the two seeds alone F12 is not made, and F21 only where O is not much more than l r, since U has l r columns
 *    and T has O. G1_i' = U^T P12_i' + W_i' T and, with Z_i' = P11_i' U, G2_i' = (P21_i' U)^T + (T^T Z_i')^T. */
#include "snova/snova.h"

typedef struct workspace {
    uint8_t *grouped;             /* shared: G1 or G2, rows sigma of lanes (y', i, x) */
    uint8_t *k;                   /* shared: [(e, alpha)][(y', i, x)] */
    uint8_t *gt;                  /* own: G1 or G2 transposed, rows (x, y') of lanes (sigma, i') */
    uint8_t *lanes;               /* own: [(sigma, y')], of one x, spread */
    uint8_t *q;                   /* own: Q1 or Q2 of all equations, [(y', y)], and in pair form */
    uint8_t *sum, *product;       /* own: two r x l blocks in lanes alpha */
    uint8_t *h1_lanes, *h2_lanes; /* own: H1, H2 of all equations, [(e, y, x)][alpha] */
    uint8_t *h;                   /* H1 or H2 of the equations at hand: [alpha][(e, y, i, x)] */
    uint8_t *term1, *term2; /* the sums over alpha of H1 B, A H2: [(z, c)][(p, y, i, x)], [(p, z)][(c, y, i, x)] */
    uint8_t *bytes;         /* of tables; products in pair form */
    neosig_gf16_table *tables;
    uint8_t *system, *solution, *solve;
    size_t h_stride, system_stride;
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    size_t ox = ctx->shared * ctx->o, lanes = ctx->lr * ox, n = ctx->o * ctx->lr;
    size_t a_pairs = (ctx->r * ctx->r + 1) / 2, k_pairs = ctx->l * ctx->L / 2 + 1, products = 0, tables = 0;
    size_t h_rows = ctx->alphas + 1;
    if (ctx->shared > 1) {
        w.grouped = neosig_carve(arena, ctx->w_lanes * ctx->O + NEOSIG_GF16_SLACK);
        w.k = neosig_carve(arena, 2 * k_pairs * ctx->l * ox + NEOSIG_GF16_SLACK);
        products = k_pairs * neosig_gf16_round(ctx->l * ox);
        tables = ctx->L * k_pairs;
        w.h_stride = lanes;
    } else {
        size_t al = ctx->alpha_lanes;
        w.gt = neosig_carve(arena, neosig_gf16_round(ctx->O) * neosig_gf16_round(ctx->w_lanes) + NEOSIG_GF16_SLACK);
        w.lanes = neosig_carve(arena, ctx->lr * ctx->l * neosig_snova_spread_bytes(ctx) + NEOSIG_GF16_SLACK);
        w.q = neosig_carve(arena, (ctx->o * 2 + 1) * ctx->s_pairs * al + NEOSIG_GF16_SLACK);
        w.sum = neosig_carve(arena, ctx->lr * al);
        w.product = neosig_carve(arena, ctx->lr * al);
        w.h1_lanes = neosig_carve(arena, ctx->o * ctx->lr * ctx->o * al + 16 * al);
        w.h2_lanes = neosig_carve(arena, ctx->o * ctx->L * ctx->o * al + 16 * al);
        w.h_stride = neosig_gf16_round(lanes);
        h_rows = al;
    }
    w.h = neosig_carve(arena, h_rows * w.h_stride + NEOSIG_GF16_SLACK);
    w.term1 = neosig_carve(arena, ctx->sigmas * lanes + NEOSIG_GF16_SLACK);
    w.term2 = neosig_carve(arena, 2 * a_pairs * ctx->L * ox + NEOSIG_GF16_SLACK);
    products = neosig_snova_larger(products, ctx->u_pairs * neosig_gf16_round(lanes));
    products = neosig_snova_larger(products, a_pairs * neosig_gf16_round(ctx->L * ox));
    products = neosig_snova_larger(products, ctx->alphas * a_pairs);
    tables = neosig_snova_larger(tables, ctx->alphas * a_pairs);
    w.bytes = neosig_carve(arena, products + NEOSIG_GF16_SLACK);
    w.tables = neosig_carve(arena, neosig_gf16_round(tables) * sizeof *w.tables);
    w.system_stride = neosig_gf16_round(n + 1) + 16 + neosig_gf16_round(ctx->O);
    w.system = neosig_carve(arena, w.system_stride * n + NEOSIG_GF16_SLACK);
    w.solution = neosig_carve(arena, n + NEOSIG_GF16_SLACK);
    w.solve = neosig_carve(arena, neosig_gf16_solve_bytes(n));
    return w;
}

size_t neosig_snova_solve_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

/* H1 (left is A, first q1, second q2) or H2 (left is B, which is transposed, first q2, second q1) of equations that
 * share them: left[e] times first, contracted with G over sigma = (., e), then times the matrix of F16[S] with the
 * coefficients second. */
static void make_shared_h(const neosig_snova_ctx *ctx, const workspace *w, const uint8_t *g, const uint8_t *left,
                          int transposed, const uint8_t *first, const uint8_t *second)
{
    size_t l = ctx->l, mo = ctx->m * ctx->o, rows = l * ctx->L, pairs = (rows + 1) / 2, lanes = l * mo;
    for (size_t sigma = 0; sigma < ctx->L; sigma++)
        neosig_gf16_deinterleave(w->grouped + sigma * lanes, mo, g + sigma * ctx->m * ctx->O, mo, (unsigned)l);

    /* K[(e, alpha)][(y', i, x)] */
    uint8_t products[5 * 16 + 16] = {0};
    for (size_t sigma = 0; sigma < ctx->L; sigma++) {
        size_t inner = sigma % l;
        for (size_t e = 0; e < l; e++) { /* entries past L are zero, or overwritten by the next */
            neosig_gf16_group entry = neosig_gf16_load(left + 16 * (transposed ? inner * l + e : e * l + inner));
            neosig_gf16_store(products + e * ctx->L,
                              neosig_gf16_mul_group(neosig_gf16_load(first + 16 * (sigma / l)), entry));
        }
        neosig_gf16_join(w->bytes + sigma * pairs, products, products + pairs, pairs);
    }
    ctx->gf->tables(w->tables, w->bytes, ctx->L * pairs);
    size_t stride = neosig_gf16_round(lanes);
    ctx->gf->multiply(w->bytes, stride, w->tables, pairs, w->grouped, lanes, pairs, ctx->L, lanes);
    neosig_gf16_split(w->k, lanes, w->bytes, stride, pairs, lanes);

    /* H[alpha][(e, y)] = sum over y' of Q[alpha][y'][y] K[(e, alpha)][y']; Q is symmetric. */
    uint8_t matrices[16 * 16], bytes[16 * 4 * 2 + 16];
    neosig_snova_field_matrices(matrices, l, second);
    neosig_snova_entry_pairs(ctx, bytes, matrices, l, l);
    ctx->gf->tables(w->tables, bytes, ctx->L * l * ctx->r_pairs);
    size_t mo_round = neosig_gf16_round(mo);
    for (size_t alpha = 0; alpha < ctx->L; alpha++)
        for (size_t e = 0; e < l; e++) {
            uint8_t *h = w->h + (alpha * l + e) * lanes;
            ctx->gf->multiply(w->bytes, mo_round, w->tables + alpha * l * ctx->r_pairs, ctx->r_pairs,
                              w->k + (e * ctx->L + alpha) * lanes, mo, ctx->r_pairs, l, mo);
            neosig_gf16_split(h, mo, w->bytes, mo_round, ctx->r_pairs, mo); /* what is too much is overwritten later */
        }
}

/* The same, in lanes alpha, for equations that have their own: h is [(e, y, x)][alpha] of each. */
static void make_own_h(const neosig_snova_ctx *ctx, const workspace *w, uint8_t *h, const uint8_t *g,
                       const uint8_t *abq, int second)
{
    const neosig_gf16_kernels *gf = ctx->gf;
    size_t l = ctx->l, r = ctx->r, al = ctx->alpha_lanes, step = neosig_snova_spread_bytes(ctx), rows = second ? l : r;
    size_t stride = neosig_gf16_round(ctx->w_lanes), q_bytes = 2 * ctx->s_pairs * al;
    uint8_t *q_pairs = w->q + ctx->o * q_bytes, numbers[256];
    neosig_snova_spread_numbers(ctx, numbers);
    for (size_t i = 0; i < ctx->o; i++) {
        neosig_snova_abq c = neosig_snova_abq_of(ctx, abq, i);
        neosig_snova_field_pairs(ctx, q_pairs, al, second ? c.q1 : c.q2, al, ctx->alphas);
        neosig_gf16_split(w->q + i * q_bytes, al, q_pairs, al, ctx->s_pairs, al);
    }
    gf->transpose(w->gt, stride, g, ctx->O, ctx->w_lanes, ctx->O);
    for (size_t x = 0; x < ctx->o; x++) {
        for (size_t sigma = 0; sigma < ctx->lr; sigma++)
            neosig_snova_spread(ctx, w->lanes + sigma * l * step, w->gt + x * l * stride + sigma * ctx->m, stride, l,
                                numbers);
        for (size_t i = 0; i < ctx->o; i++) {
            neosig_snova_abq c = neosig_snova_abq_of(ctx, abq, i);
            gf->multiply_lanes(w->sum, al, second ? c.q2 : c.q1, 0, al, w->lanes + i, step, 1, l, r * l, al);
            if (second)
                gf->multiply_lanes(w->product, al, c.b, al, l * al, w->sum, al, l, r, l, al);
            else
                gf->multiply_lanes(w->product, al, c.a, r * al, al, w->sum, al, r, r, l, al);
            gf->multiply_lanes(h + (i * rows * l * ctx->o + x) * al, ctx->o * al, w->product, l * al, al,
                               w->q + i * q_bytes, al, rows, l, l, al);
        }
    }
}

/* term[entry][lane] = sum over alpha of left[entry][alpha] h[alpha][lane]. */
static void make_term(const neosig_snova_ctx *ctx, const workspace *w, uint8_t *term, const uint8_t *left,
                      size_t entries, size_t h_stride, size_t lanes)
{
    size_t stride = neosig_gf16_round(lanes), pairs = (entries + 1) / 2;
    neosig_snova_entry_pairs(ctx, w->bytes, left, 1, entries);
    ctx->gf->tables(w->tables, w->bytes, ctx->alphas * pairs);
    ctx->gf->multiply(w->bytes, stride, w->tables, pairs, w->h, h_stride, pairs, ctx->alphas, lanes);
    neosig_gf16_split(term, lanes, w->bytes, stride, pairs, lanes);
}

/* term1 and term2 of the equations that share A, B, Q1, Q2 with number base. */
static void make_terms(const neosig_snova_ctx *ctx, const workspace *w, const uint8_t *abq, size_t base,
                       const uint8_t *g1, const uint8_t *g2)
{
    neosig_snova_abq c = neosig_snova_abq_of(ctx, abq, base);
    size_t ox = ctx->shared * ctx->o, rr = ctx->r * ctx->r, al = ctx->alpha_lanes;
    size_t lanes1 = ctx->lr * ox, lanes2 = ctx->L * ox;
    if (ctx->shared > 1)
        make_shared_h(ctx, w, g1, c.a, 0, c.q1, c.q2);
    else
        ctx->gf->transpose(w->h, w->h_stride, w->h1_lanes + base * lanes1 * al, al, lanes1, ctx->alphas);
    make_term(ctx, w, w->term1, c.b, ctx->lr, w->h_stride, lanes1);
    if (ctx->shared > 1)
        make_shared_h(ctx, w, g2, c.b, 1, c.q2, c.q1);
    else
        ctx->gf->transpose(w->h, w->h_stride, w->h2_lanes + base * lanes2 * al, al, lanes2, ctx->alphas);
    make_term(ctx, w, w->term2, c.a, rr, w->h_stride, lanes2);
}

/* Runs of lanes of the sum of two terms, in whole groups: each run overwrites the excess of the one before. */
static inline void put_runs(uint8_t *to, const uint8_t *h1, const uint8_t *h2, size_t step, size_t run, size_t runs,
                            size_t groups)
{
    for (; runs > 0; runs--, to += run, h1 += step, h2 += step)
        for (size_t x = 0; x < 16 * groups; x += 16)
            neosig_gf16_store(to + x, neosig_gf16_load(h1 + x) ^ neosig_gf16_load(h2 + x));
}

/* Rows (i, p, c) of the equations from base on, but for the right side in lane 0: the coefficients of the unknowns in
 * the order (z, y, x). */
static void put_equations(const neosig_snova_ctx *ctx, const workspace *w, size_t base)
{
    size_t l = ctx->l, r = ctx->r, o = ctx->o, ox = ctx->shared * o;
    /* (y, x) is one run where there is one i. */
    size_t run = ctx->shared > 1 ? o : l * o, runs = ctx->shared > 1 ? l : 1;
    for (size_t p = 0; p < r; p++)
        for (size_t c = 0; c < l; c++)
            for (size_t z = 0; z < r; z++)
                for (size_t i = 0; i < ctx->shared; i++) {
                    const uint8_t *h1 = w->term1 + ((z * l + c) * ctx->lr + p * l) * ox + i * o;
                    const uint8_t *h2 = w->term2 + ((p * r + z) * ctx->L + c * l) * ox + i * o;
                    uint8_t *to = w->system + ((base + i) * ctx->lr + p * l + c) * w->system_stride + 1 + z * l * o;
                    if (run <= 16) /* the short ones without a loop */
                        put_runs(to, h1, h2, ox, run, runs, 1);
                    else
                        put_runs(to, h1, h2, ox, run, runs, (run + 15) / 16);
                }
}

int neosig_snova_solve(const neosig_snova_ctx *ctx, uint8_t *oil, const uint8_t *abq, const uint8_t *g1,
                       const uint8_t *g2, const uint8_t *right, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena);
    size_t n = ctx->o * ctx->lr;
    if (ctx->shared == 1) {
        make_own_h(ctx, &w, w.h1_lanes, g1, abq, 0);
        make_own_h(ctx, &w, w.h2_lanes, g2, abq, 1);
    }
    for (size_t i = 0; i < ctx->o; i += ctx->shared) {
        make_terms(ctx, &w, abq, i, g1, g2);
        put_equations(ctx, &w, i);
    }
    for (size_t row = 0; row < n; row++)
        w.system[row * w.system_stride] = right[row];
    int singular = neosig_gf16_solve(ctx->gf, w.solution, w.system, w.system_stride, n, w.solve);
    for (size_t x = 0; x < ctx->o; x++)
        for (size_t y = 0; y < ctx->l; y++)
            for (size_t z = 0; z < ctx->r; z++)
                oil[x * ctx->lr + y * ctx->r + z] = w.solution[(z * ctx->l + y) * ctx->o + x];
    return singular;
}
