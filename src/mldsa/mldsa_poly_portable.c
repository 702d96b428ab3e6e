/* The kernels of mldsa_poly.h in plain C. */
#include "mldsa/mldsa_poly_plain_body.h"

const neosig_mldsa_kernels neosig_mldsa_portable = {
    .name = "portable",
    .inner = mldsa_plain_inner,
    .uniform_vartime = mldsa_plain_uniform_vartime,
    .eta_vartime = NEOSIG_IF_SIGNING(mldsa_plain_eta_vartime),
    .unpack_z = mldsa_plain_unpack_z,
    .pack_z = NEOSIG_IF_SIGNING(mldsa_plain_pack_z),
    .unpack_s = NEOSIG_IF_SIGNING(mldsa_plain_unpack_s),
    .pack_s = NEOSIG_IF_SIGNING(mldsa_plain_pack_s),
    .unpack_t1 = mldsa_plain_unpack_t1,
    .unpack_t0 = NEOSIG_IF_SIGNING(mldsa_plain_unpack_t0),
    .power2round = NEOSIG_IF_SIGNING(mldsa_plain_power2round),
    .decompose = NEOSIG_IF_SIGNING(mldsa_plain_decompose),
    .use_hint = mldsa_plain_use_hint,
    .add_sparse_vartime = NEOSIG_IF_SIGNING(mldsa_plain_add_sparse_vartime),
    .exceeds = mldsa_plain_exceeds,
    .make_hint = NEOSIG_IF_SIGNING(mldsa_plain_make_hint),
};
