/* falcon_kernels.h in plain C. */
#define REALS "fft/reals_portable.h"
#include "falcon/falcon_block.h"
#include "falcon/falcon_candidates_body.h"
#include "falcon/falcon_tree_body.h"

const neosig_falcon_kernels neosig_falcon_portable = {
    .name = "portable",
    FALCON_TREE_KERNELS,
    .block = NEOSIG_IF_SIGNING(neosig_falcon_block_portable),
    FALCON_PLAIN_KERNELS,
};
