"""The functions of variable time, which trace.py passes over with all that they call: each by folder/file:function of
src/, with what it follows, and the kernels of kernels.c that cover those which hold secrets besides. declassified.py
compares this list with the sources."""

LIST = [
    # functions, what they follow, kernels
    (["gf/tower_avx2.c:scatter_vartime", "gf/tower_neon.c:scatter_vartime", "gf/tower_portable.c:scatter_vartime",
      "rainbow/rainbow_verify.c:rainbow_evaluate_vartime"],
     "the signature and the public key", []),
    (["snova/snova_field.c:neosig_snova_make_invertible_vartime",
      "snova/snova_round1.c:expand_abq_vartime"],
     "the public seed", []),
    (["mldsa/mldsa_poly_avx2.c:mldsa_avx2_uniform_vartime", "mldsa/mldsa_poly_neon.c:mldsa_neon_uniform_vartime",
      "mldsa/mldsa_poly_plain.h:mldsa_plain_uniform_vartime"],
     "the public matrix", []),
    (["mldsa/mldsa_poly_avx2.c:mldsa_avx2_eta_vartime", "mldsa/mldsa_poly_neon.c:mldsa_neon_eta_vartime",
      "mldsa/mldsa_poly_plain.h:mldsa_plain_eta_vartime"],
     "which candidates are rejected, declassified", ["mldsa-eta-2", "mldsa-eta-4"]),
    (["mldsa/mldsa_poly_avx2.c:mldsa_avx2_add_sparse_vartime", "mldsa/mldsa_poly_neon.c:mldsa_neon_add_sparse_vartime",
      "mldsa/mldsa_poly_plain.h:mldsa_plain_add_sparse_vartime",
      "mldsa/mldsa_poly_plain.h:mldsa_plain_add_slices_vartime"],
     "the challenge, declassified", ["mldsa-add-sparse-2", "mldsa-add-sparse-4"]),
    (["mldsa/mldsa_expand.c:neosig_mldsa_challenge_vartime",
      "mldsa/mldsa_expand.c:neosig_mldsa_challenge_dense_vartime"],
     "the challenge, declassified", []),
    (["mldsa/mldsa_encode.c:neosig_mldsa_pack_hints_vartime", "mldsa/mldsa_encode.c:neosig_mldsa_unpack_hints_vartime"],
     "the hints of the signature, declassified", []),
    (["haetae/haetae_poly_plain.h:haetae_plain_uniform_vartime",
      "haetae/haetae_poly_neon.c:haetae_neon_uniform_vartime"],
     "the public matrix", []),
    (["haetae/haetae_poly_plain.h:haetae_plain_good_vartime", "haetae/haetae_poly_plain.h:haetae_plain_ternary_vartime",
      "haetae/haetae_poly_neon.c:haetae_neon_ternary_vartime"],
     "which candidates are rejected, declassified", ["haetae-ternary"]),
    (["haetae/haetae_hyperball.c:neosig_haetae_accept_vartime", "haetae/haetae_hyperball.c:haetae_keep_vartime"],
     "which candidates are rejected, declassified", ["haetae-candidates", "haetae-accept"]),
    (["haetae/haetae_expand.c:neosig_haetae_challenge_vartime"],
     "the challenge, declassified", []),
    (["haetae/haetae_rans.c:haetae_code_vartime", "haetae/haetae_rans.c:haetae_decode_vartime",
      "haetae/haetae_rans.c:neosig_haetae_unpack_signature_vartime"],
     "the signature, declassified", []),
]

FUNCTIONS = {function: why for functions, why, _ in LIST for function in functions}
KERNELS = sorted({kernel for *_, kernels in LIST for kernel in kernels})
