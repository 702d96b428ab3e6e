"""The functions of variable time, which trace.py passes over with all that they call: each by folder/file:function of
src/, with what it follows, and the kernels of kernels.c that cover those which hold secrets besides. declassified.py
compares this list with the sources."""

LIST = [
    # functions, what they follow, kernels
    (["gf/tower_avx2.c:scatter_vartime", "gf/tower_neon.c:scatter_vartime", "gf/tower_portable.c:scatter_vartime",
      "rainbow/rainbow_verify.c:rainbow_evaluate_vartime"],
     "the signature and the public key", []),
    (["snova/snova_field.c:neosig_snova_make_invertible_vartime",
      "snova/snova_map_round1.c:neosig_snova_expand_abq_vartime"],
     "the public seed", []),
    (["mldsa/mldsa_poly_avx2.c:uniform", "mldsa/mldsa_poly_neon.c:uniform", "mldsa/mldsa_poly_plain.h:plain_uniform"],
     "the public matrix", []),
    (["mldsa/mldsa_poly_avx2.c:eta_sample", "mldsa/mldsa_poly_neon.c:eta_sample",
      "mldsa/mldsa_poly_plain.h:plain_eta_sample"],
     "which candidates are rejected, declassified", ["mldsa-eta-2", "mldsa-eta-4"]),
    (["mldsa/mldsa_poly_avx2.c:add_sparse", "mldsa/mldsa_poly_neon.c:add_sparse",
      "mldsa/mldsa_poly_plain.h:plain_add_sparse"],
     "the challenge, declassified", ["mldsa-add-sparse-2", "mldsa-add-sparse-4"]),
    (["mldsa/mldsa_expand.c:neosig_mldsa_challenge_vartime", "mldsa/mldsa_expand.c:neosig_mldsa_challenge_dense"],
     "the challenge, declassified", []),
    (["mldsa/mldsa_sign.c:pack_hints_vartime"],
     "the hints of the signature, declassified", []),
]

FUNCTIONS = {function: why for functions, why, _ in LIST for function in functions}
KERNELS = sorted({kernel for *_, kernels in LIST for kernel in kernels})
