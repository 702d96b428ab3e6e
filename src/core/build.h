/* What is in this build. That is everything, unless the compiler is told otherwise, in the same way for all files.
 *
 *     -DNEOSIG_SCHEMES=NEOSIG_MLDSA+NEOSIG_FALCON    these schemes
 *     -DNEOSIG_VERIFY_ONLY                           no keys are made, nothing is signed: NEOSIG_ERR_UNSUPPORTED
 *
 * The tables of the library hold NULL for what is not in, so that nothing refers to its files. A build may leave them
 * out, as src/sources.cmake does, which reads these lines; or its linker does, of an archive or with --gc-sections. */
#ifndef NEOSIG_CORE_BUILD_H
#define NEOSIG_CORE_BUILD_H

#define NEOSIG_SNOVA 1
#define NEOSIG_RAINBOW 2
#define NEOSIG_MLDSA 4
#define NEOSIG_HAETAE 8
#define NEOSIG_FALCON 16
#define NEOSIG_HAWK 32

#ifndef NEOSIG_SCHEMES
#define NEOSIG_SCHEMES 63
#endif

/* The schemes that verify, and those that make keys and sign. */
#define NEOSIG_VERIFIERS (NEOSIG_SCHEMES)
#ifdef NEOSIG_VERIFY_ONLY
#define NEOSIG_SIGNERS 0
#else
#define NEOSIG_SIGNERS (NEOSIG_SCHEMES)
#endif

/* A file whose name begins with one of these names, in small letters, is needed if the value is not 0: by one of these
 * schemes. All other files are always needed. An NTT_<modulus> is a part of the files ntt16 and ntt32. */
#define NEOSIG_USES_SNOVA (NEOSIG_VERIFIERS & NEOSIG_SNOVA)
#define NEOSIG_USES_RAINBOW (NEOSIG_VERIFIERS & NEOSIG_RAINBOW)
#define NEOSIG_USES_MLDSA (NEOSIG_VERIFIERS & NEOSIG_MLDSA)
#define NEOSIG_USES_HAETAE (NEOSIG_VERIFIERS & NEOSIG_HAETAE)
#define NEOSIG_USES_FALCON (NEOSIG_VERIFIERS & NEOSIG_FALCON)
#define NEOSIG_USES_HAWK (NEOSIG_VERIFIERS & NEOSIG_HAWK)
#define NEOSIG_USES_KECCAK (NEOSIG_VERIFIERS & ~NEOSIG_RAINBOW)
#define NEOSIG_USES_SHAKE (NEOSIG_VERIFIERS & ~NEOSIG_RAINBOW)
#define NEOSIG_USES_PREHASH (NEOSIG_VERIFIERS & (NEOSIG_MLDSA | NEOSIG_FALCON))
#define NEOSIG_USES_AES (NEOSIG_VERIFIERS & (NEOSIG_SNOVA | NEOSIG_RAINBOW))
#define NEOSIG_USES_CHACHA20 (NEOSIG_SIGNERS & NEOSIG_FALCON)
#define NEOSIG_USES_GF16 (NEOSIG_VERIFIERS & NEOSIG_SNOVA)
#define NEOSIG_USES_TOWER (NEOSIG_VERIFIERS & NEOSIG_RAINBOW)
#define NEOSIG_USES_NTT32 (NEOSIG_VERIFIERS & (NEOSIG_MLDSA | NEOSIG_HAETAE))
#define NEOSIG_USES_NTT16 ((NEOSIG_VERIFIERS & NEOSIG_FALCON) | (NEOSIG_SIGNERS & (NEOSIG_HAETAE | NEOSIG_HAWK)))
#define NEOSIG_USES_NTT_8380417 (NEOSIG_VERIFIERS & NEOSIG_MLDSA)
#define NEOSIG_USES_NTT_64513 (NEOSIG_VERIFIERS & NEOSIG_HAETAE)
#define NEOSIG_USES_NTT_12289_256 (NEOSIG_SIGNERS & (NEOSIG_HAETAE | NEOSIG_HAWK))
#define NEOSIG_USES_NTT_12289_512 ((NEOSIG_VERIFIERS & NEOSIG_FALCON) | (NEOSIG_SIGNERS & NEOSIG_HAWK))
#define NEOSIG_USES_NTT_12289_1024 ((NEOSIG_VERIFIERS & NEOSIG_FALCON) | (NEOSIG_SIGNERS & NEOSIG_HAWK))
#define NEOSIG_USES_FFT (NEOSIG_SIGNERS & NEOSIG_FALCON)
#define NEOSIG_USES_NTRU (NEOSIG_SIGNERS & (NEOSIG_FALCON | NEOSIG_HAWK))

/* What a table has where something is not in the build: NULL. What stands there is checked all the same, but no
 * reference to it is left. */
#define NEOSIG_IF_USED(name, object) (NEOSIG_USES_##name ? &(object) : NULL)
#define NEOSIG_IF_SIGNING(function) (NEOSIG_SIGNERS ? &(function) : NULL)

#endif
