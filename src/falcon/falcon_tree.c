/* The tree of a secret basis: level by level, all nodes of a level side by side. */
#include "falcon/falcon_tree.h"

#include <string.h>

enum { BLOCK_NODES = 4, BLOCK_LEAVES = 8 };

/* 1 / sigma. The root of a leaf times this number is 1 / (the leaf's deviation).
 *
 * sigma = 1.17 sqrt(q) sigma_min (section 2.6) is 165.7366171829775901... for n = 512 and 168.3885714465439394... for
 * n = 1024. FN-DSA takes 1 / sigma rounded to the nearest. Round 3's reference code has one ulp more: its constants
 * 0.006033669668157724103... and 0.005938645309533115995... are right to 15 and 16 digits only. */
static neosig_real inverse_sigma(const neosig_falcon_ctx *ctx)
{
    const uint64_t bits = ctx->logn == 9 ? UINT64_C(0x3f78b6c2de64c7ca) : UINT64_C(0x3f78531ef6311ae3);
    return neosig_real_of_bits(bits - (ctx->rules == NEOSIG_FALCON_FNDSA));
}

/* Writes node i of a level whose nodes have `reals` reals. */
static void pack_node(const neosig_falcon_ctx *ctx, neosig_real *out, const neosig_real *level, size_t reals, size_t i)
{
    const size_t half = reals / 2;
    for (size_t j = 0; j < half; j++) {
        out[j] = level[i * half + j];
        out[half + j] = level[ctx->n / 2 + i * half + j];
    }
}

/* Writes tree block i, from level 3, the two levels below, and the leaves. */
static void pack_block(const neosig_falcon_ctx *ctx, neosig_real *out, const neosig_real *const level[4], size_t i)
{
    const size_t nodes[4] = {ctx->n, ctx->n / 2, ctx->n / 4, ctx->n / 8}; /* of levels 0 to 3 */
    pack_node(ctx, out, level[3], 8, i);
    for (size_t a = 0; a < 2; a++) { /* d11 before d00 */
        const size_t at2 = i + (1 - a) * nodes[3];
        pack_node(ctx, out + 8 + 4 * a, level[2], 4, at2);
        for (size_t b = 0; b < 2; b++) {
            const size_t at1 = at2 + (1 - b) * nodes[2];
            pack_node(ctx, out + 16 + 4 * a + 2 * b, level[1], 2, at1);
            for (size_t c = 0; c < 2; c++)
                out[24 + 4 * a + 2 * b + c] = level[0][at1 + (1 - c) * nodes[1]];
        }
    }
}

/* Whether a leaf is outside of [1 / sigma0, 1 / sigma_min), or not a number. There the sampler's probabilities would
 * not be between 0 and 1.
 *
 * `least` is the first leaf for which leaf^2 / 2, rounded, is not below 1 / (2 sigma0^2): x of BerExp is not negative
 * then. `most` is the last leaf whose product with sigma_min, rounded, is below 1. Positive numbers are in the order of
 * their bits, so bits are compared; negative ones and NaN have bits above `most` or bit 63 set.
 *
 * The leaves of a key are inside, since (f, g) and its dual are short. |(f, g)|^2 is an integer, at most 16822 where
 * the bound is 16822.4121, so its leaf keeps a distance of 10^-5. For one key in 10^9 or fewer, a rounding error brings
 * another leaf outside. */
static unsigned out_of_range(const neosig_falcon_ctx *ctx, const neosig_real *leaves)
{
    const uint64_t least = UINT64_C(0x3fe193dcd8464f74);
    const uint64_t most = ctx->logn == 9 ? UINT64_C(0x3fe90ad9919b54fe) : UINT64_C(0x3fe8a5e2a32ca23e);
    uint64_t bad = 0;
    for (size_t i = 0; i < ctx->n; i++) {
        const uint64_t bits = neosig_real_bits(leaves[i]);
        bad |= (bits - least) | (most - bits) | bits;
    }
    return (unsigned)(bad >> 63);
}

unsigned neosig_falcon_tree(const neosig_falcon_ctx *ctx, neosig_real *tree, const neosig_real *f, const neosig_real *g,
                            const neosig_real *F, const neosig_real *G, neosig_real *scratch)
{
    const size_t n = ctx->n;
    const unsigned logn = ctx->logn;
    const int round3 = ctx->rules == NEOSIG_FALCON_ROUND3;
    const neosig_fft *fft = ctx->backend->fft;
    const neosig_falcon_kernels *kernels = ctx->backend->falcon;
    neosig_real *a = scratch, *b = a + n, *next_a = b + n, *next_b = next_a + n;
    neosig_real *low = next_b + n; /* levels 3, 2, 1; c is in the same place, and used before them */
    neosig_real *c = low, *leaves = a;
    const neosig_real *level[4];
    fft->norm(a, g, f, logn);
    fft->multiply_adjoint_2(b, g, G, f, F, logn);
    fft->norm(c, G, F, logn);
    memset(a + n / 2, 0, n / 2 * sizeof *a);
    memset(c + n / 2, 0, n / 2 * sizeof *c);
    for (unsigned k = logn; k > 1; k--) {
        neosig_real *l10 =
            k > NEOSIG_FALCON_BLOCK_LEVEL ? tree + (logn - k) * n : low + (NEOSIG_FALCON_BLOCK_LEVEL - k) * n;
        (round3 ? kernels->ldl_round3 : kernels->ldl_fndsa)(l10, next_a, next_b, a, b, k == logn ? c : a, k, logn);
        neosig_real *swap = a;
        a = next_a;
        next_a = swap;
        swap = b;
        b = next_b;
        next_b = swap;
    }
    leaves = next_a;
    (round3 ? kernels->leaves_round3 : kernels->leaves_fndsa)(low + 2 * n, leaves, a, b, inverse_sigma(ctx), logn);
    level[3] = low;
    level[2] = low + n;
    level[1] = low + 2 * n;
    level[0] = leaves;
    for (size_t i = 0; i < n / 8; i++)
        pack_block(ctx, tree + (logn - NEOSIG_FALCON_BLOCK_LEVEL) * n + NEOSIG_FALCON_BLOCK * i, level, i);
    return out_of_range(ctx, leaves);
}

/* ---- ffSampling */

typedef struct walk {
    const neosig_falcon_ctx *ctx;
    const neosig_falcon_kernels *kernels;
    neosig_falcon_sampler *sampler;
    const neosig_real *tree;
} walk;

/* Where a node's integers go: coefficient i of z0 to z0[i step], that of z1 to z1[i step]. */
typedef struct integers {
    int16_t *z0, *z1;
    size_t step;
} integers;

/* Of a polynomial's even and odd half. */
static integers halves(int16_t *z, size_t step)
{
    return (integers){z, z + step, 2 * step};
}

/* ffSampling at node `node` of level k. t0 and t1, of 2^k reals each, become the transforms of z0 and z1; t0 does so
 * only if `wanted`. */
static void descend(const walk *w, unsigned k, size_t node, neosig_real *t0, neosig_real *t1, integers z,
                    neosig_real *scratch, int wanted)
{
    const size_t n = w->ctx->n, half = (size_t)1 << k >> 1, nodes = n >> k;
    const neosig_real *level = w->tree + (w->ctx->logn - k) * n;
    if (k == NEOSIG_FALCON_BLOCK_LEVEL) {
        w->kernels->block(w->sampler, t0, t1, z.z0, z.z1, z.step, level + NEOSIG_FALCON_BLOCK * node);
        return;
    }
    neosig_real *even = scratch, *odd = scratch + half, *rest = odd + half;
    w->kernels->split(scratch, t1, k);
    descend(w, k - 1, nodes + node, even, odd, halves(z.z1, z.step), rest, 1);
    w->kernels->cross(scratch, t1, t0, t1, level + node * half, n / 2, k);
    descend(w, k - 1, node, even, odd, halves(z.z0, z.step), rest, wanted);
    if (wanted)
        w->kernels->merge(t0, scratch, k);
}

void neosig_falcon_sample_tree(const neosig_falcon_ctx *ctx, neosig_falcon_sampler *sampler, int16_t *z0, int16_t *z1,
                               neosig_real *t0, neosig_real *t1, const neosig_real *tree, neosig_real *scratch)
{
    const walk w = {ctx, ctx->backend->falcon, sampler, tree};
    descend(&w, ctx->logn, 0, t0, t1, (integers){z0, z1, 1}, scratch, 0);
}
