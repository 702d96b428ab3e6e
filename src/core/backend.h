/* Backends: one const table of kernels for each kind of CPU, one of them active. */
#ifndef NEOSIG_CORE_BACKEND_H
#define NEOSIG_CORE_BACKEND_H

#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>

/* Each family declares its table in its own header. */
struct neosig_keccak_kernels; /* sym/keccak.h */
struct neosig_aes_kernels;    /* sym/aes.h */
struct neosig_chacha20;       /* sym/chacha20.h */
struct neosig_sha2_kernels;   /* sym/sha2.h */
struct neosig_gf16_kernels;   /* gf/gf16.h */
struct neosig_tower_kernels;  /* gf/tower.h */
struct neosig_ntt16;          /* ntt/ntt16.h */
struct neosig_ntt32;          /* ntt/ntt32.h */
struct neosig_fft;            /* fft/fft.h */
struct neosig_ntru_kernels;   /* ntru/ntru.h */
struct neosig_snova_kernels;  /* snova/snova_kernels.h */
struct neosig_mldsa_kernels;  /* mldsa/mldsa_poly.h */
struct neosig_falcon_kernels; /* falcon/falcon_kernels.h */
struct neosig_haetae_kernels; /* haetae/haetae_poly.h */
struct neosig_hawk_kernels;   /* hawk/hawk_kernels.h */

typedef struct neosig_backend {
    const char *name;
    uint32_t needs; /* NEOSIG_CPU_... bits, all required */
    uint32_t wants; /* those without which another backend is faster: it is chosen by name only */
    const struct neosig_keccak_kernels *keccak;
    const struct neosig_aes_kernels *aes;
    const struct neosig_chacha20 *chacha20;
    const struct neosig_sha2_kernels *sha2;
    const struct neosig_gf16_kernels *gf16;
    const struct neosig_tower_kernels *tower;
    const struct neosig_ntt32 *ntt_8380417;
    const struct neosig_ntt32 *ntt_64513;
    const struct neosig_ntt16 *ntt_12289_256;
    const struct neosig_ntt16 *ntt_12289_512;
    const struct neosig_ntt16 *ntt_12289_1024;
    const struct neosig_fft *fft;
    const struct neosig_ntru_kernels *ntru;
    const struct neosig_snova_kernels *snova;
    const struct neosig_mldsa_kernels *mldsa;
    const struct neosig_falcon_kernels *falcon;
    const struct neosig_haetae_kernels *haetae;
    const struct neosig_hawk_kernels *hawk;
} neosig_backend;

/* NEOSIG_ERR_BACKEND, with which operations end, while NEOSIG_BACKEND names no backend that this CPU runs and the
 * program has not chosen one. */
neosig_error neosig_backend_error(void);

/* The backend in use; never NULL. An operation asks once and keeps to the answer. */
const neosig_backend *neosig_backend_now(void);

/* The first backend that a CPU with these features runs; never NULL. */
const neosig_backend *neosig_backend_best(uint32_t cpu);

/* The backends of this build, best first, the last one runs anywhere. */
extern const neosig_backend *const neosig_backends[];
extern const size_t neosig_backends_count;

#endif
