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
    .candidates_round3 = NEOSIG_IF_SIGNING(candidates_round3),
    .candidates_fndsa = NEOSIG_IF_SIGNING(candidates_fndsa),
    .gauss_round3 = NEOSIG_IF_SIGNING(neosig_falcon_gauss_round3),
    .gauss_fndsa = NEOSIG_IF_SIGNING(neosig_falcon_gauss_fndsa),
    .numbers_of_key_round3 = neosig_falcon_numbers_of_key_round3,
    .numbers_of_key_fndsa = neosig_falcon_numbers_of_key_fndsa,
    .numbers_of_block_round3_vartime = neosig_falcon_numbers_of_block_round3_vartime,
    .numbers_of_block_fndsa_vartime = neosig_falcon_numbers_of_block_fndsa_vartime,
    .numbers_of_codes_round3 = neosig_falcon_numbers_of_codes_round3,
    .numbers_of_codes_fndsa = neosig_falcon_numbers_of_codes_fndsa,
};
