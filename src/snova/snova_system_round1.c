/* Round 1's linear system, and the derivation of all that signing and verifying compute.
 *
 * Ranges: equations i < m, vinegar and oil blocks j, k < n (vinegar first), oil blocks x < o, alpha < L, and
 * s, t, r, c, q, q', y, y', z < l. A block is l x l. sigma = (s, q) and tau = (t, q') number the columns of U.
 * In brackets stand the specification's names of what a symbol belongs to.
 *
 *   symbol                       shape                what it is
 *   X_j                          block                of the signature [public map]; of the vinegar, drawn [signing]
 *   X_(v+x)                      block                of the oil, unknown [signing]
 *   A_alpha, B_alpha             block, invertible    [public map], the same for all i
 *   Q1_alpha, Q2_alpha           block of F16[S]      [public map]: sum over s of q1[alpha][s] S^s; q2 likewise
 *   P_i = P11_i P12_i            N x N                [public key]
 *         P21_i P22_i
 *   T = T12                      V x O, F16[S] blocks [private key]: signature = vinegar + T oil | oil
 *   F11_i = P11_i                V x V                [private key]: central map, for which F22 = 0
 *   F12_i = P12_i + P11_i T      V x O
 *   F21_i = P21_i + T^T P11_i    O x V
 *   U[(j, r)][(s, q)]            N x L or V x L       (S^s X_j)[r][q]
 *   W_i = U^T P_i                L x N                W_i = U^T F11_i, L x V, when signing
 *   E_i = W_i U                  L x L
 *   G1_i = U^T F12_i             L x O
 *   G2_i = (F21_i U)^T           L x O
 *
 * 1. The public map. The specification has
 *      P(X)_i = sum over alpha, j, k of A_alpha X_j^T Q1_alpha P_i[j][k] Q2_alpha X_k B_alpha.
 *    S is symmetric, so X_j^T S^s = (S^s X_j)^T, and with the l x l block E_i[s][t] = sum over j, k of
 *    (S^s X_j)^T P_i[j][k] (S^t X_k), whose entry (q, q') is E_i[sigma][tau],
 *      P(X)_i = sum over alpha of A_alpha (sum over s, t of q1[alpha][s] q2[alpha][t] E_i[s][t]) B_alpha.
 *    So two products with L columns do for all alpha. neosig_snova_evaluate takes the rest factor by factor, in lanes
 *    (sigma, i), without the index i here:
 *      Y1[alpha][q'][sigma] = sum over t of q2[alpha][t] E[sigma][(t, q')],
 *      Y2[c][alpha][sigma] = sum over q' of Y1[alpha][q'][sigma] B_alpha[q'][c],
 *      P(X)[r][c] = sum over alpha, (s, q) of q1[alpha][s] A_alpha[r][q] Y2[c][alpha][(s, q)].
 *
 * 2. The linear system. With T taken off, P becomes F; F22 = 0 leaves no product of two oil blocks, and equation i is
 *      target_i = F11's part, as in 1 with the vinegar alone,
 *        + sum over alpha, x of H1[alpha][i][x] X_(v+x) B_alpha + A_alpha X_(v+x)^T H2[alpha][i][x]^T,
 *      H1[alpha][i][x] = A_alpha (sum over s of q1[alpha][s] G1_i[s][x]) Q2_alpha,
 *      H2[alpha][i][x] = B_alpha^T (sum over t of q2[alpha][t] G2_i[t][x]) Q1_alpha,
 *    G1_i[s][x] and G2_i[t][x] being the l x l blocks of rows (s, .), (t, .) and columns (x, .); Q1 and Q2 are
 *    symmetric. The coefficient of X_(v+x)[y][z] in equation (i, r, c) is
 *      sum over alpha of H1[alpha][i][x][r][y] B_alpha[z][c] + A_alpha[r][z] H2[alpha][i][x][c][y].
 *
 * 3. From the two seeds alone F is not made. G1_i = U^T P12_i + W_i T and, with Z_i = P11_i U, G2_i = (P21_i U)^T +
 *    (T^T Z_i)^T: far less work, for U has L columns and T has O. */
#include "snova/snova.h"

typedef struct workspace {
    uint8_t *grouped;          /* G1 or G2: rows sigma of lanes (y', i, x) */
    uint8_t *k;                /* [(e, alpha)][(y', i, x)] */
    uint8_t *h;                /* H1 or H2: [alpha][(e, y, i, x)] */
    uint8_t *term1, *term2;    /* the sums over alpha of H1 B, A H2: [(z, c)][(r, y, i, x)], [(r, z)][(c, y, i, x)] */
    uint8_t *bytes;            /* of tables; products in pair form */
    neosig_gf16_table *tables; /* [sigma][(e, alpha)] at most */
    uint8_t *system, *solution, *solve;
    size_t system_stride;
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    size_t mo = ctx->m * ctx->o, lanes = ctx->L * mo, n = ctx->m * ctx->L, k_pairs = ctx->l * ctx->L / 2 + 1;
    w.grouped = neosig_carve(arena, ctx->w_lanes * ctx->O + NEOSIG_GF16_SLACK);
    w.k = neosig_carve(arena, 2 * k_pairs * ctx->l * mo + NEOSIG_GF16_SLACK);
    w.h = neosig_carve(arena, (ctx->L + 1) * lanes + NEOSIG_GF16_SLACK);
    w.term1 = neosig_carve(arena, ctx->sigmas * lanes + NEOSIG_GF16_SLACK);
    w.term2 = neosig_carve(arena, ctx->sigmas * lanes + NEOSIG_GF16_SLACK);
    size_t products =
        neosig_snova_larger(ctx->u_pairs * neosig_gf16_round(lanes), k_pairs * neosig_gf16_round(ctx->l * mo));
    w.bytes = neosig_carve(arena, products + NEOSIG_GF16_SLACK);
    w.tables = neosig_carve(arena, neosig_gf16_round(ctx->L * k_pairs) * sizeof *w.tables);
    w.system_stride = neosig_gf16_round(n + 1) + 16 + neosig_gf16_round(ctx->o);
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

/* H1 (left is A, first q1, second q2) or H2 (left is B, which is transposed, first q2, second q1): left[e] times first,
 * contracted with G over sigma = (., e), then times the matrix of F16[S] with the coefficients second. */
static void make_h(const neosig_snova_ctx *ctx, const workspace *w, const uint8_t *g, uint8_t left[16][16],
                   int transposed, uint8_t first[4][16], uint8_t second[4][16])
{
    size_t l = ctx->l, mo = ctx->m * ctx->o, rows = l * ctx->L, pairs = (rows + 1) / 2, lanes = l * mo;
    for (size_t sigma = 0; sigma < ctx->L; sigma++)
        neosig_gf16_deinterleave(w->grouped + sigma * lanes, mo, g + sigma * ctx->m * ctx->O, mo, (unsigned)l);

    /* K[(e, alpha)][(y', i, x)] */
    uint8_t products[5 * 16 + 16] = {0};
    for (size_t sigma = 0; sigma < ctx->L; sigma++) {
        size_t inner = sigma % l;
        for (size_t e = 0; e < l; e++) { /* entries past L are zero, or overwritten by the next */
            const uint8_t *entry = left[transposed ? inner * l + e : e * l + inner];
            neosig_gf16_store(products + e * ctx->L,
                              neosig_gf16_mul_group(neosig_gf16_load(first[sigma / l]), neosig_gf16_load(entry)));
        }
        neosig_gf16_join(w->bytes + sigma * pairs, products, products + pairs, pairs);
    }
    ctx->gf->tables(w->tables, w->bytes, ctx->L * pairs);
    size_t stride = neosig_gf16_round(lanes);
    ctx->gf->multiply(w->bytes, stride, w->tables, pairs, w->grouped, lanes, pairs, ctx->L, lanes);
    neosig_gf16_split(w->k, lanes, w->bytes, stride, pairs, lanes);

    /* H[alpha][(e, y)] = sum over y' of Q[alpha][y'][y] K[(e, alpha)][y']; Q is symmetric. */
    uint8_t matrices[16][16], bytes[16 * 4 * 2 + 16];
    neosig_snova_field_matrices(matrices, l, second);
    neosig_snova_entry_pairs(ctx, bytes, matrices, l, l);
    ctx->gf->tables(w->tables, bytes, ctx->L * l * ctx->l_pairs);
    size_t mo_round = neosig_gf16_round(mo);
    for (size_t alpha = 0; alpha < ctx->L; alpha++)
        for (size_t e = 0; e < l; e++) {
            uint8_t *h = w->h + (alpha * l + e) * lanes;
            ctx->gf->multiply(w->bytes, mo_round, w->tables + alpha * l * ctx->l_pairs, ctx->l_pairs,
                              w->k + (e * ctx->L + alpha) * lanes, mo, ctx->l_pairs, l, mo);
            neosig_gf16_split(h, mo, w->bytes, mo_round, ctx->l_pairs, mo); /* what is too much is overwritten later */
        }
}

/* term[(row, column)][lane] = sum over alpha of left[(row, column)][alpha] h[alpha][lane]. */
static void make_term(const neosig_snova_ctx *ctx, const workspace *w, uint8_t *term, uint8_t left[16][16])
{
    size_t lanes = ctx->L * ctx->m * ctx->o, stride = neosig_gf16_round(lanes);
    neosig_snova_entry_pairs(ctx, w->bytes, left, 1, ctx->L);
    ctx->gf->tables(w->tables, w->bytes, ctx->L * ctx->u_pairs);
    ctx->gf->multiply(w->bytes, stride, w->tables, ctx->u_pairs, w->h, lanes, ctx->u_pairs, ctx->L, lanes);
    neosig_gf16_split(term, lanes, w->bytes, stride, ctx->u_pairs, lanes);
}

/* l runs of o lanes of the sum of two terms, in whole groups: each run overwrites the excess of the one before. */
static inline void put_runs(uint8_t *to, const uint8_t *h1, const uint8_t *h2, size_t step, size_t o, size_t l,
                            size_t groups)
{
    for (size_t y = 0; y < l; y++, to += o, h1 += step, h2 += step)
        for (size_t x = 0; x < 16 * groups; x += 16)
            neosig_gf16_store(to + x, neosig_gf16_load(h1 + x) ^ neosig_gf16_load(h2 + x));
}

/* Rows (i, r, c): the right side, then the coefficients of the unknowns in the order (z, y, x). */
static void make_system(const neosig_snova_ctx *ctx, const workspace *w, const uint8_t *right)
{
    size_t l = ctx->l, o = ctx->o, mo = ctx->m * o;
    for (size_t r = 0; r < l; r++)
        for (size_t c = 0; c < l; c++)
            for (size_t z = 0; z < l; z++)
                for (size_t i = 0; i < ctx->m; i++) {
                    const uint8_t *h1 = w->term1 + ((z * l + c) * ctx->L + r * l) * mo + i * o;
                    const uint8_t *h2 = w->term2 + ((r * l + z) * ctx->L + c * l) * mo + i * o;
                    uint8_t *to = w->system + (i * ctx->L + r * l + c) * w->system_stride + 1 + z * l * o;
                    if (o <= 16) /* the short ones without a loop */
                        put_runs(to, h1, h2, mo, o, l, 1);
                    else
                        put_runs(to, h1, h2, mo, o, l, (o + 15) / 16);
                }
    for (size_t row = 0; row < ctx->m * ctx->L; row++)
        w->system[row * w->system_stride] = right[row];
}

int neosig_snova_solve(const neosig_snova_ctx *ctx, uint8_t *oil, neosig_snova_abq *abq, const uint8_t *g1,
                       const uint8_t *g2, const uint8_t *right, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena);
    make_h(ctx, &w, g1, abq->a, 0, abq->q1, abq->q2);
    make_term(ctx, &w, w.term1, abq->b);
    make_h(ctx, &w, g2, abq->b, 1, abq->q2, abq->q1);
    make_term(ctx, &w, w.term2, abq->a);
    make_system(ctx, &w, right);
    int singular = neosig_gf16_solve(ctx->gf, w.solution, w.system, w.system_stride, ctx->m * ctx->L, w.solve);
    for (size_t x = 0; x < ctx->o; x++)
        for (size_t y = 0; y < ctx->l; y++)
            for (size_t z = 0; z < ctx->l; z++)
                oil[x * ctx->L + y * ctx->l + z] = w.solution[(z * ctx->l + y) * ctx->o + x];
    return singular;
}
