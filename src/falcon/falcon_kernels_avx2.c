/* falcon_kernels.h in AVX2; candidates in plain C, which the compiler makes AVX2 of. */
#include "fft/real.h"

#if defined(__x86_64__) && !NEOSIG_REAL_INTEGER
#include "core/target.h"

NEOSIG_TARGET_AVX2

#define REALS "fft/reals_avx2.h"
#include "falcon/falcon_block.h"
#include "falcon/falcon_candidates_body.h"
#include "falcon/falcon_numbers.h"
#include "falcon/falcon_short.h"
#include "falcon/falcon_tree_body.h"

const neosig_falcon_kernels neosig_falcon_avx2 = {
    .name = "avx2",
    FALCON_TREE_KERNELS,
    .block = NEOSIG_IF_SIGNING(neosig_falcon_block_avx2),
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

NEOSIG_TARGET_END

#endif
