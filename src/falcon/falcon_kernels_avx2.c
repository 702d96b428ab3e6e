/* falcon_kernels.h in AVX2; candidates in plain C, which the compiler makes AVX2 of. */
#include "fft/real.h"

#if defined(__x86_64__) && !NEOSIG_REAL_INTEGER
#include "core/target.h"

NEOSIG_TARGET_AVX2

#define REALS "fft/reals_avx2.h"
#include "falcon/falcon_block.h"
#include "falcon/falcon_candidates_body.h"
#include "falcon/falcon_tree_body.h"

const neosig_falcon_kernels neosig_falcon_avx2 = {
    .name = "avx2",
    FALCON_TREE_KERNELS,
    .block = NEOSIG_IF_SIGNING(neosig_falcon_block_avx2),
    FALCON_PLAIN_KERNELS,
};

NEOSIG_TARGET_END

#endif
