/* The tables of kernels, and which one is in use. */
#include "core/backend.h"
#include "core/build.h"
#include "core/secret.h"
#include "falcon/falcon_kernels.h"
#include "fft/fft.h"
#include "gf/gf16.h"
#include "gf/tower.h"
#include "haetae/haetae_poly.h"
#include "hawk/hawk_kernels.h"
#include "mldsa/mldsa_poly.h"
#include "ntru/ntru.h"
#include "ntt/ntt16.h"
#include "ntt/ntt32.h"
#include "snova/snova_kernels.h"
#include "sym/aes.h"
#include "sym/chacha20.h"
#include "sym/keccak.h"
#include "sym/sha2.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const neosig_backend portable = {
    .name = "portable",
    .keccak = NEOSIG_IF_USED(KECCAK, neosig_keccak_portable),
    .aes = NEOSIG_IF_USED(AES, neosig_aes_portable),
    .chacha20 = NEOSIG_IF_USED(CHACHA20, neosig_chacha20_portable),
    .sha2 = &neosig_sha2_portable,
    .gf16 = NEOSIG_IF_USED(GF16, neosig_gf16_portable),
    .snova = NEOSIG_IF_USED(SNOVA, neosig_snova_portable),
    .tower = NEOSIG_IF_USED(TOWER, neosig_tower_portable),
    .ntt_8380417 = NEOSIG_IF_USED(NTT_8380417, neosig_ntt_8380417_portable),
    .ntt_64513 = NEOSIG_IF_USED(NTT_64513, neosig_ntt_64513_portable),
    .ntt_12289_256 = NEOSIG_IF_USED(NTT_12289_256, neosig_ntt_12289_256_portable),
    .ntt_12289_512 = NEOSIG_IF_USED(NTT_12289_512, neosig_ntt_12289_512_portable),
    .ntt_12289_1024 = NEOSIG_IF_USED(NTT_12289_1024, neosig_ntt_12289_1024_portable),
    .fft = NEOSIG_IF_USED(FFT, neosig_fft_portable),
    .falcon = NEOSIG_IF_USED(FALCON, neosig_falcon_portable),
    .ntru = NEOSIG_IF_USED(NTRU, neosig_ntru_portable),
    .mldsa = NEOSIG_IF_USED(MLDSA, neosig_mldsa_portable),
    .haetae = NEOSIG_IF_USED(HAETAE, neosig_haetae_portable),
    .hawk = NEOSIG_IF_USED(HAWK, neosig_hawk_portable),
};

#if defined(__aarch64__)
/* What gains nothing from the instructions that neon-aes and neon-sha3 add. */
#define NEON_KERNELS                                                                                                   \
    .chacha20 = NEOSIG_IF_USED(CHACHA20, neosig_chacha20_neon),                                                        \
    .ntt_8380417 = NEOSIG_IF_USED(NTT_8380417, neosig_ntt_8380417_neon),                                               \
    .ntt_64513 = NEOSIG_IF_USED(NTT_64513, neosig_ntt_64513_neon),                                                     \
    .ntt_12289_256 = NEOSIG_IF_USED(NTT_12289_256, neosig_ntt_12289_256_neon),                                         \
    .ntt_12289_512 = NEOSIG_IF_USED(NTT_12289_512, neosig_ntt_12289_512_neon),                                         \
    .ntt_12289_1024 = NEOSIG_IF_USED(NTT_12289_1024, neosig_ntt_12289_1024_neon),                                      \
    .fft = NEOSIG_IF_USED(FFT, neosig_fft_neon), .falcon = NEOSIG_IF_USED(FALCON, neosig_falcon_neon),                 \
    .ntru = NEOSIG_IF_USED(NTRU, neosig_ntru_neon), .mldsa = NEOSIG_IF_USED(MLDSA, neosig_mldsa_neon),                 \
    .haetae = NEOSIG_IF_USED(HAETAE, neosig_haetae_neon)

static const neosig_backend neon = {
    .name = "neon",
    .needs = NEOSIG_CPU_NEON,
    .keccak = NEOSIG_IF_USED(KECCAK, neosig_keccak_aarch64),
    .aes = NEOSIG_IF_USED(AES, neosig_aes_neon),
    .sha2 = &neosig_sha2_portable,
    .gf16 = NEOSIG_IF_USED(GF16, neosig_gf16_neon),
    .snova = NEOSIG_IF_USED(SNOVA, neosig_snova_neon),
    .tower = NEOSIG_IF_USED(TOWER, neosig_tower_neon),
    NEON_KERNELS,
    .hawk = NEOSIG_IF_USED(HAWK, neosig_hawk_neon),
};

static const neosig_backend neon_aes = {
    .name = "neon-aes",
    .needs = NEOSIG_CPU_NEON | NEOSIG_CPU_AES | NEOSIG_CPU_PMULL | NEOSIG_CPU_SHA2,
    .keccak = NEOSIG_IF_USED(KECCAK, neosig_keccak_aarch64),
    .aes = NEOSIG_IF_USED(AES, neosig_aes_armv8),
    .sha2 = &neosig_sha2_armv8,
    .gf16 = NEOSIG_IF_USED(GF16, neosig_gf16_neon),
    .snova = NEOSIG_IF_USED(SNOVA, neosig_snova_neon),
    .tower = NEOSIG_IF_USED(TOWER, neosig_tower_neon),
    NEON_KERNELS,
    .hawk = NEOSIG_IF_USED(HAWK, neosig_hawk_neon_pmull),
};

static const neosig_backend neon_sha3 = {
    .name = "neon-sha3",
    .needs = NEOSIG_CPU_NEON | NEOSIG_CPU_AES | NEOSIG_CPU_PMULL | NEOSIG_CPU_SHA2 | NEOSIG_CPU_SHA3,
    .wants = NEOSIG_CPU_FAST_SHA3,
    .keccak = NEOSIG_IF_USED(KECCAK, neosig_keccak_neon_sha3),
    .aes = NEOSIG_IF_USED(AES, neosig_aes_armv8),
    .sha2 = &neosig_sha2_armv8,
    .gf16 = NEOSIG_IF_USED(GF16, neosig_gf16_neon_sha3),
    .snova = NEOSIG_IF_USED(SNOVA, neosig_snova_neon_sha3),
    .tower = NEOSIG_IF_USED(TOWER, neosig_tower_neon_sha3),
    NEON_KERNELS,
    .hawk = NEOSIG_IF_USED(HAWK, neosig_hawk_neon_pmull),
};

const neosig_backend *const neosig_backends[] = {&neon_sha3, &neon_aes, &neon, &portable};
#elif defined(__x86_64__)
static const neosig_backend avx2 = {
    .name = "avx2",
    .needs = NEOSIG_CPU_AVX2 | NEOSIG_CPU_AESNI,
    .keccak = NEOSIG_IF_USED(KECCAK, neosig_keccak_avx2),
    .aes = NEOSIG_IF_USED(AES, neosig_aes_x86),
    .chacha20 = NEOSIG_IF_USED(CHACHA20, neosig_chacha20_avx2),
    .sha2 = &neosig_sha2_x86,
    .gf16 = NEOSIG_IF_USED(GF16, neosig_gf16_avx2),
    .snova = NEOSIG_IF_USED(SNOVA, neosig_snova_avx2),
    .tower = NEOSIG_IF_USED(TOWER, neosig_tower_avx2),
    .ntt_8380417 = NEOSIG_IF_USED(NTT_8380417, neosig_ntt_8380417_avx2),
    .ntt_64513 = NEOSIG_IF_USED(NTT_64513, neosig_ntt_64513_avx2),
    .ntt_12289_256 = NEOSIG_IF_USED(NTT_12289_256, neosig_ntt_12289_256_avx2),
    .ntt_12289_512 = NEOSIG_IF_USED(NTT_12289_512, neosig_ntt_12289_512_avx2),
    .ntt_12289_1024 = NEOSIG_IF_USED(NTT_12289_1024, neosig_ntt_12289_1024_avx2),
    .fft = NEOSIG_IF_USED(FFT, neosig_fft_avx2),
    .falcon = NEOSIG_IF_USED(FALCON, neosig_falcon_avx2),
    .ntru = NEOSIG_IF_USED(NTRU, neosig_ntru_avx2),
    .mldsa = NEOSIG_IF_USED(MLDSA, neosig_mldsa_avx2),
    .haetae = NEOSIG_IF_USED(HAETAE, neosig_haetae_avx2),
    .hawk = NEOSIG_IF_USED(HAWK, neosig_hawk_avx2),
};

const neosig_backend *const neosig_backends[] = {&avx2, &portable};
#else
const neosig_backend *const neosig_backends[] = {&portable};
#endif

const size_t neosig_backends_count = sizeof neosig_backends / sizeof neosig_backends[0];

/* How the backend in use was chosen. */
enum reason { BEST = 1, ENVIRONMENT, ENVIRONMENT_UNKNOWN, ENVIRONMENT_UNUSABLE, PROGRAM, REASONS };

static const char *const reasons[REASONS] = {
    [BEST] = "the best this CPU runs",
    [ENVIRONMENT] = "named by NEOSIG_BACKEND",
    [ENVIRONMENT_UNKNOWN] = "nothing is computed: NEOSIG_BACKEND names no backend of this build",
    [ENVIRONMENT_UNUSABLE] = "nothing is computed: this CPU cannot run the one that NEOSIG_BACKEND names",
    [PROGRAM] = "chosen by the program",
};

/* 0: not chosen yet. Else index, reason and error, the last two in four bits each. */
static atomic_size_t choice;

static int runs(const neosig_backend *backend, uint32_t cpu)
{
    return (backend->needs & ~cpu) == 0;
}

static size_t index_of(const char *name)
{
    size_t i = 0;
    while (i < neosig_backends_count && strcmp(neosig_backends[i]->name, name) != 0)
        i++;
    return i;
}

static size_t best(uint32_t cpu)
{
    size_t i = 0;
    while (((neosig_backends[i]->needs | neosig_backends[i]->wants) & ~cpu) != 0) /* portable, the last, asks nothing */
        i++;
    return i;
}

const neosig_backend *neosig_backend_best(uint32_t cpu)
{
    return neosig_backends[best(cpu)];
}

static size_t encode(size_t index, enum reason reason)
{
    const int refused = reason == ENVIRONMENT_UNKNOWN || reason == ENVIRONMENT_UNUSABLE;
    return index << 8 | (size_t)reason << 4 | (refused ? NEOSIG_ERR_BACKEND : NEOSIG_OK);
}

static size_t choose(void)
{
    uint32_t cpu = neosig_cpu();
    const char *name = getenv("NEOSIG_BACKEND");
    if (name == NULL || name[0] == '\0')
        return encode(best(cpu), BEST);
    size_t i = index_of(name);
    if (i == neosig_backends_count)
        return encode(best(cpu), ENVIRONMENT_UNKNOWN);
    if (!runs(neosig_backends[i], cpu))
        return encode(best(cpu), ENVIRONMENT_UNUSABLE);
    return encode(i, ENVIRONMENT);
}

/* Threads that meet here make the same choice, and a choice by neosig_backend_select in between is kept. */
NEOSIG_NOT_INLINED
static size_t choose_first(void)
{
    size_t now = 0, made = choose();
    return atomic_compare_exchange_strong_explicit(&choice, &now, made, memory_order_relaxed, memory_order_relaxed)
               ? made
               : now;
}

/* The choice, made now if it was not made before. */
static size_t chosen(void)
{
    const size_t now = atomic_load_explicit(&choice, memory_order_relaxed);
    return now != 0 ? now : choose_first();
}

static neosig_error error_of(size_t made)
{
    return (neosig_error)(made & 15);
}

neosig_error neosig_backend_error(void)
{
    return error_of(chosen());
}

const neosig_backend *neosig_backend_now(void)
{
    return neosig_backends[chosen() >> 8];
}

size_t neosig_backend_count(void)
{
    return neosig_backends_count;
}

const char *neosig_backend_name(size_t i)
{
    return i < neosig_backends_count ? neosig_backends[i]->name : NULL;
}

int neosig_backend_usable(const char *name)
{
    size_t i = name != NULL ? index_of(name) : neosig_backends_count;
    return i < neosig_backends_count && runs(neosig_backends[i], neosig_cpu());
}

const char *neosig_backend_active(void)
{
    return neosig_backend_now()->name;
}

const char *neosig_backend_why(void)
{
    return reasons[chosen() >> 4 & 15];
}

neosig_error neosig_backend_select(const char *name)
{
    if (name != NULL && !neosig_backend_usable(name))
        return NEOSIG_ERR_BACKEND;
    size_t made = name != NULL ? encode(index_of(name), PROGRAM) : choose();
    atomic_store_explicit(&choice, made, memory_order_relaxed);
    return error_of(made);
}
