/* The tree of a secret basis and ffSampling along it, in the order of operations of Falcon's "dyn" signing (round 3)
 * or of FN-DSA, whichever form the key comes in. */
#ifndef NEOSIG_FALCON_FALCON_TREE_H
#define NEOSIG_FALCON_FALCON_TREE_H

#include "falcon/falcon.h"
#include "falcon/falcon_sampler.h"
#include "fft/fft.h"

/* Reals of a tree: the levels from log n down to 4, the highest first, then the blocks of level 3. */
static inline size_t neosig_falcon_tree_reals(const neosig_falcon_ctx *ctx)
{
    return (ctx->logn + 1) * ctx->n;
}

/* The tree of the matrix B B* for the basis B = (g, -f; G, -F), transformed. Returns nonzero if a leaf is out of the
 * sampler's range, which no key's leaves are; then the tree must not be used. scratch: 7 n reals. */
unsigned neosig_falcon_tree(const neosig_falcon_ctx *ctx, neosig_real *tree, const neosig_real *f, const neosig_real *g,
                            const neosig_real *F, const neosig_real *G, neosig_real *scratch);

/* ffSampling (algorithm 11): integers z0 and z1, n each, for targets t0 and t1, which are overwritten. scratch: 2 n
 * reals. */
void neosig_falcon_sample_tree(const neosig_falcon_ctx *ctx, neosig_falcon_sampler *sampler, int16_t *z0, int16_t *z1,
                               neosig_real *t0, neosig_real *t1, const neosig_real *tree, neosig_real *scratch);

#endif
