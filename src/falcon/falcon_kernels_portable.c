/* falcon_kernels.h in plain C. */
#define REALS "fft/reals_portable.h"
#include "falcon/falcon_block.h"
#include "falcon/falcon_candidates_body.h"
#include "falcon/falcon_numbers.h"
#include "falcon/falcon_short.h"
#include "falcon/falcon_tree_body.h"

const neosig_falcon_kernels neosig_falcon_portable = {
    .name = "portable",
    FALCON_TREE_KERNELS,
    .block = NEOSIG_IF_SIGNING(neosig_falcon_block_portable),
    .candidates = NEOSIG_IF_SIGNING(candidates),
    .gauss_round3 = NEOSIG_IF_SIGNING(neosig_falcon_gauss_round3),
    .gauss_fndsa = NEOSIG_IF_SIGNING(neosig_falcon_gauss_fndsa),
    .numbers_of_key = neosig_falcon_numbers_of_key,
    .numbers_of_block_vartime = neosig_falcon_numbers_of_block_vartime,
    .numbers_of_codes = neosig_falcon_numbers_of_codes,
};
