"""The functions of variable time, which trace.py passes over with all that they call. Each stands by
folder/file:function of src/, with what it follows. Some hold secrets, too: with these stand the kernels of kernels.c
that cover them. declassified.py compares this list with the sources."""
import sources

LIST = [
    # functions, what they follow, kernels
    (["gf/tower_scatter_body.h:scatter_vartime", "gf/tower_portable.c:scatter_vartime",
      "gf/tower_avx2.c:quadratic_vartime",
      "gf/tower_avx2.c:quadratic_polynomial256_vartime",
      "gf/tower_gfni.c:neosig_tower_quadratic_gfni_vartime",
      "gf/tower_polynomial_gfni.c:quadratic_vartime", "gf/tower.h:neosig_tower_quadratic_vartime",
      "gf/buckets.c:neosig_bucket_block_vartime", "gf/buckets.c:add_corner_vartime",
      "gf/buckets.c:add_triangle_vartime",
      "rainbow/rainbow_verify.c:evaluate_parts_vartime", "rainbow/rainbow_verify.c:evaluate_rows_vartime",
      "uov/uov_verify.c:evaluate_parts_vartime", "uov/uov_verify.c:evaluate_whole_vartime",
      "uov/uov_verify.c:evaluate_blocks_vartime"],
     "the signature and the public key", []),
    (["snova/snova_field.c:neosig_snova_make_invertible_vartime",
      "snova/snova_round1.c:expand_abq_vartime"],
     "the public seed", []),
    (["gf/multiples.c:neosig_add_public_product_vartime", "gf/tower_multiples_body.h:look_up_vartime"],
     "the public seed", ["tower-16", "tower-256"]),
    (["mayo/mayo_expand.c:make_lambda_vartime"],
     "the message's digest and the salt, declassified", []),
    (["mldsa/mldsa_poly_avx2.c:mldsa_avx2_uniform_vartime", "mldsa/mldsa_poly_neon.c:mldsa_neon_uniform_vartime",
      "mldsa/mldsa_poly_plain_body.h:mldsa_plain_uniform_vartime"],
     "the public matrix", []),
    (["mldsa/mldsa_poly_avx2.c:mldsa_avx2_eta_vartime", "mldsa/mldsa_poly_neon.c:mldsa_neon_eta_vartime",
      "mldsa/mldsa_poly_plain_body.h:mldsa_plain_eta_vartime"],
     "which candidates are rejected, declassified", ["mldsa-eta-2", "mldsa-eta-4"]),
    (["mldsa/mldsa_poly_avx2.c:mldsa_avx2_add_sparse_vartime", "mldsa/mldsa_poly_neon.c:mldsa_neon_add_sparse_vartime",
      "mldsa/mldsa_poly_plain_body.h:mldsa_plain_add_sparse_vartime",
      "mldsa/mldsa_poly_plain_body.h:mldsa_plain_add_slices_vartime"],
     "the challenge, declassified", ["mldsa-add-sparse-2", "mldsa-add-sparse-4"]),
    (["mldsa/mldsa_expand.c:neosig_mldsa_challenge_vartime",
      "mldsa/mldsa_expand.c:neosig_mldsa_challenge_dense_vartime"],
     "the challenge, declassified", []),
    (["mldsa/mldsa_encode.c:neosig_mldsa_pack_hints_vartime", "mldsa/mldsa_encode.c:neosig_mldsa_unpack_hints_vartime"],
     "the hints of the signature, declassified", []),
    (["haetae/haetae_poly_plain_body.h:haetae_plain_uniform_vartime",
      "haetae/haetae_poly_neon.c:haetae_neon_uniform_vartime"],
     "the public matrix", []),
    (["haetae/haetae_poly_plain_body.h:haetae_plain_good_vartime", "haetae/haetae_poly_plain_body.h:haetae_plain_ternary_vartime",
      "haetae/haetae_poly_neon.c:haetae_neon_ternary_vartime"],
     "which candidates are rejected, declassified", ["haetae-ternary"]),
    (["haetae/haetae_hyperball.c:neosig_haetae_accept_vartime", "haetae/haetae_hyperball.c:haetae_keep_vartime"],
     "which candidates are rejected, declassified", ["haetae-candidates", "haetae-accept"]),
    (["haetae/haetae_expand.c:draw_challenge_vartime"],
     "the challenge, declassified", []),
    (["haetae/haetae_rans.c:haetae_code_vartime", "haetae/haetae_rans.c:haetae_decode_vartime",
      "haetae/haetae_rans.c:neosig_haetae_unpack_signature_vartime"],
     "the signature, declassified", []),
    (["falcon/falcon_sampler.c:falcon_refill_vartime", "falcon/falcon_sampler.c:falcon_batch_vartime",
      "falcon/falcon_sampler.c:falcon_compare_vartime", "falcon/falcon_sampler.c:falcon_sample_one_vartime",
      "falcon/falcon_sampler.c:neosig_falcon_sample_vartime"],
     "which candidates are rejected, and at which byte, declassified", ["falcon-candidates", "fndsa-candidates", "falcon-sample"]),
    (["falcon/falcon_message.c:falcon_hash_to_point_vartime", "falcon/falcon_message.c:falcon_hash_to_points_vartime",
      "falcon/falcon_message.c:take_block_vartime",
      "falcon/falcon_numbers.c:neosig_falcon_numbers_of_block_round3_vartime",
      "falcon/falcon_numbers.c:neosig_falcon_numbers_of_block_fndsa_vartime",
      "falcon/falcon_numbers_neon.c:neosig_falcon_numbers_of_block_round3_neon_vartime",
      "falcon/falcon_numbers_neon.c:neosig_falcon_numbers_of_block_fndsa_neon_vartime"],
     "the nonce, the public key and the message", []),
    (["falcon/falcon_encode.c:neosig_falcon_unpack_public_key_vartime",
      "falcon/falcon_encode.c:falcon_read_any_four_vartime",
      "falcon/falcon_encode.c:neosig_falcon_unpack_signature_vartime"],
     "the public key and the signature", []),
    (["falcon/falcon_encode.c:neosig_falcon_pack_signature_vartime"], "the signature, declassified", []),
    (["hawk/hawk_encode.c:neosig_hawk_pack_public_key_vartime", "hawk/hawk_encode.c:neosig_hawk_pack_signature_vartime"],
     "the public key and the signature, declassified", []),
    (["hawk/hawk_encode.c:neosig_hawk_unpack_public_key_vartime",
      "hawk/hawk_encode.c:neosig_hawk_unpack_signature_vartime"],
     "the public key and the signature", []),
]

FUNCTIONS = {function: why for functions, why, _ in LIST for function in functions}
WITH_SECRETS = {function for functions, _, kernels in LIST if kernels for function in functions}
KERNELS = sorted({kernel for *_, kernels in LIST for kernel in kernels})

# Functions that hold secrets and run only where those of the list are passed over, with all sets or with some, so that
# the traces of these sets' operations lack them. They are in the traces of kernels. trace.py finds them, and finds
# whether a kernel runs each.
ALONE = [
    "gf/quadratic.c:neosig_line_offset", "gf/quadratic.c:neosig_line_offsets",
    "gf/tower_neon.c:scalars_256", "gf/tower_vector_body.h:combine_256",
    "gf/tower_portable.c:scalars_256", "gf/tower_portable.c:combine_256",
    *(f"gf/tower_look_up_neon.S:neosig_tower_neon_{sha3}look_up_{16 * w}" for sha3 in ("", "sha3_") for w in range(1, 7)),
    "falcon/falcon_candidates_body.h:candidates_fndsa", "falcon/falcon_candidates_body.h:candidates_round3",
    "falcon/falcon_kernels_neon.c:candidates_fndsa", "falcon/falcon_kernels_neon.c:candidates_round3",
    "haetae/haetae_poly_neon.c:below", "haetae/haetae_poly_neon.c:candidates",
    "haetae/haetae_poly_plain_body.h:haetae_plain_below", "haetae/haetae_poly_plain_body.h:haetae_plain_candidates",
    "sym/chacha20_portable.c:eight", "sym/chacha20_vector_body.h:eight",
]


def not_run(ran, present, backends):
    """Functions of this list, and those of the list above that hold secrets, that a program has and no kernel has run
    on these backends."""
    return sorted(f for f in (set(ALONE) | WITH_SECRETS) & present - ran if of_backends(f, backends))


def of_backends(function, backends):
    """Whether AArch64's backends of these names run the function for sure: portable runs what is of no backend,
    and neon-sha3 runs other functions in place of some that neon has."""
    name = function.split("/")[1]
    if sources.X86_64.search(name):
        return False
    if "_sha3_" in name:
        return "neon-sha3" in backends
    if sources.ARM.search(name) or "_vector" in name:
        replaced = function.replace("_neon_", "_neon_sha3_") in ALONE
        return bool({"neon", "neon-aes", *["neon-sha3"] * (not replaced)} & set(backends))
    return "portable" in backends
