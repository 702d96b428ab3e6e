/* The one list of schemes and of families of kernels. Lists in C are made of it by the preprocessor (core/build.h,
 * core/backend.h, api/backend.c, api/schemes.c). CMake and Python read its rows, each a line: src/sources.cmake,
 * tools/schemes.py. */
#ifndef NEOSIG_CORE_LIST_H
#define NEOSIG_CORE_LIST_H

/* Schemes, in the order of the registry: SCHEME(NAME, name, bit). The rows of sets are in src/<name>/<name>_params.c,
 * the table of functions is neosig_<name>_scheme. -DNEOSIG_SCHEMES names NEOSIG_<NAME>, which is the bit. */
#define NEOSIG_LIST_SCHEMES(SCHEME)                                                                                    \
    SCHEME(SNOVA, snova, 1)                                                                                            \
    SCHEME(RAINBOW, rainbow, 2)                                                                                        \
    SCHEME(MLDSA, mldsa, 4)                                                                                            \
    SCHEME(HAETAE, haetae, 8)                                                                                          \
    SCHEME(FALCON, falcon, 16)                                                                                         \
    SCHEME(HAWK, hawk, 32)                                                                                             \
    SCHEME(UOV, uov, 64)                                                                                               \
    SCHEME(MAYO, mayo, 128)                                                                                            \
    SCHEME(SLHDSA, slhdsa, 256)

/* Families of kernels: FAMILY(NAME, name, type, verifiers, signers, neon, neon_aes, neon_sha3, avx2).
 * type        the structure of a table; the header that declares it has the contract.
 * verifiers   the schemes whose verifying uses the family; their signing may.
 * signers     the schemes that use it only to make keys and to sign.
 * the rest    which table a backend has: neosig_<name>_<word>. In the backend "portable" it is neosig_<name>_portable.
 */
#define NEOSIG_LIST_FAMILIES(FAMILY)                                                                                   \
    FAMILY(KECCAK, keccak, neosig_keccak_kernels, ~NEOSIG_RAINBOW, 0, aarch64, armv8, neon_sha3, x86)                  \
    FAMILY(AES, aes, neosig_aes_kernels, NEOSIG_SNOVA | NEOSIG_RAINBOW | NEOSIG_UOV | NEOSIG_MAYO, 0, neon, armv8,     \
           armv8, x86)                                                                                                 \
    FAMILY(CHACHA20, chacha20, neosig_chacha20, 0, NEOSIG_FALCON, neon, neon, neon, avx2)                              \
    FAMILY(SHA2, sha2, neosig_sha2_kernels, ~0, 0, portable, armv8, armv8, x86)                                        \
    FAMILY(GF16, gf16, neosig_gf16_kernels, NEOSIG_SNOVA, NEOSIG_RAINBOW | NEOSIG_UOV | NEOSIG_MAYO, neon, neon,       \
           neon_sha3, avx2)                                                                                            \
    FAMILY(TOWER, tower, neosig_tower_kernels, NEOSIG_RAINBOW | NEOSIG_UOV | NEOSIG_MAYO, 0, neon, neon, neon_sha3,    \
           avx2)                                                                                                       \
    FAMILY(NTT_8380417, ntt_8380417, neosig_ntt32, NEOSIG_MLDSA, 0, neon, neon, neon, avx2)                            \
    FAMILY(NTT_64513, ntt_64513, neosig_ntt32, NEOSIG_HAETAE, 0, neon, neon, neon, avx2)                               \
    FAMILY(NTT_12289_256, ntt_12289_256, neosig_ntt16, 0, NEOSIG_HAETAE | NEOSIG_HAWK, neon, neon, neon, avx2)         \
    FAMILY(NTT_12289_512, ntt_12289_512, neosig_ntt16, NEOSIG_FALCON, NEOSIG_HAWK, neon, neon, neon, avx2)             \
    FAMILY(NTT_12289_1024, ntt_12289_1024, neosig_ntt16, NEOSIG_FALCON, NEOSIG_HAWK, neon, neon, neon, avx2)           \
    FAMILY(FFT, fft, neosig_fft, 0, NEOSIG_FALCON, neon, neon, neon, avx2)                                             \
    FAMILY(NTRU, ntru, neosig_ntru_kernels, 0, NEOSIG_FALCON | NEOSIG_HAWK, neon, neon, neon, avx2)                    \
    FAMILY(SNOVA, snova, neosig_snova_kernels, NEOSIG_SNOVA, 0, neon, neon, neon_sha3, avx2)                           \
    FAMILY(MLDSA, mldsa, neosig_mldsa_kernels, NEOSIG_MLDSA, 0, neon, neon, neon, avx2)                                \
    FAMILY(FALCON, falcon, neosig_falcon_kernels, NEOSIG_FALCON, 0, neon, neon, neon, avx2)                            \
    FAMILY(HAETAE, haetae, neosig_haetae_kernels, NEOSIG_HAETAE, 0, neon, neon, neon, avx2)                            \
    FAMILY(HAWK, hawk, neosig_hawk_kernels, NEOSIG_HAWK, 0, neon, neon_pmull, neon_pmull, avx2)                        \
    FAMILY(SLHDSA, slhdsa, neosig_slhdsa_kernels, NEOSIG_SLHDSA, 0, neon, armv8, sha3, x86)

/* What else is not needed by all: PART(name, verifiers, signers), as above. A file of src/ whose name
 * begins with the name of a scheme, a family or a part is left out of a build that does not need that. */
#define NEOSIG_LIST_PARTS(PART)                                                                                        \
    PART(shake, ~NEOSIG_RAINBOW, 0)                                                                                    \
    PART(ntt32, NEOSIG_MLDSA | NEOSIG_HAETAE, 0)                                                                       \
    PART(ntt16, NEOSIG_FALCON, NEOSIG_HAETAE | NEOSIG_HAWK)                                                            \
    PART(prehash, NEOSIG_MLDSA | NEOSIG_FALCON | NEOSIG_SLHDSA, 0)                                                     \
    PART(tower_vectors, NEOSIG_RAINBOW | NEOSIG_UOV, 0)                                                                \
    PART(quadratic, NEOSIG_MAYO, NEOSIG_RAINBOW | NEOSIG_UOV)                                                          \
    PART(buckets, NEOSIG_RAINBOW | NEOSIG_UOV, 0)                                                                      \
    PART(multiples, 0, NEOSIG_UOV)                                                                                     \
    PART(gf16_solve, 0, NEOSIG_SNOVA | NEOSIG_RAINBOW | NEOSIG_UOV | NEOSIG_MAYO)                                      \
    PART(gf256_solve, 0, NEOSIG_RAINBOW | NEOSIG_UOV)                                                                  \
    PART(snova_central, 0, NEOSIG_SNOVA)                                                                               \
    PART(snova_esk, 0, NEOSIG_SNOVA)                                                                                   \
    PART(snova_prepare, 0, NEOSIG_SNOVA)                                                                               \
    PART(snova_system, 0, NEOSIG_SNOVA)                                                                                \
    PART(uov_keygen_rows, 0, NEOSIG_UOV)                                                                               \
    PART(rainbow_expand, 0, NEOSIG_RAINBOW)                                                                            \
    PART(parts, 0, NEOSIG_SLHDSA)                                                                                      \
    PART(haetae_hyperball, 0, NEOSIG_HAETAE)                                                                           \
    PART(haetae_singular, 0, NEOSIG_HAETAE)                                                                            \
    PART(falcon_block, 0, NEOSIG_FALCON)                                                                               \
    PART(falcon_gauss, 0, NEOSIG_FALCON)                                                                               \
    PART(falcon_ring, 0, NEOSIG_FALCON)                                                                                \
    PART(falcon_sampler, 0, NEOSIG_FALCON)                                                                             \
    PART(falcon_short, 0, NEOSIG_FALCON)                                                                               \
    PART(falcon_tree, 0, NEOSIG_FALCON)

#endif
