#include "mldsa/mldsa_poly_plain.h"

const neosig_mldsa_kernels neosig_mldsa_portable = {
    .name = "portable",
    .ntt = plain_ntt,
    .intt = plain_intt,
    .mul = plain_mul,
    .inner = plain_inner,
    .uniform = plain_uniform,
    .eta = plain_eta_sample,
    .unpack_z = plain_unpack_z,
    .pack_z = plain_pack_z,
    .unpack_short = plain_unpack_short,
    .pack_short = plain_pack_short,
    .unpack_t1 = plain_unpack_t1,
    .unpack_t0 = plain_unpack_t0,
    .power2round = plain_power2round,
    .decompose = plain_decompose,
    .use_hint = plain_use_hint,
    .add_sparse = plain_add_sparse,
    .exceeds = plain_exceeds,
    .make_hint = plain_make_hint,
};
