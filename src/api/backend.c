/* The tables of kernels, and which one is in use. */
#include "core/backend.h"
#include "core/build.h"
#include "core/secret.h"
/* These name the portable tables where binary64 is computed by integers. */
#include "falcon/falcon_kernels.h"
#include "fft/fft.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Of the row of a family in core/list.h: its tables, and the one of each backend. */
#define DECLARED(NAME, name, type, verifiers, signers, neon, neon_aes, neon_sha3, avx2)                                \
    extern const struct type neosig_##name##_portable, neosig_##name##_##neon, neosig_##name##_##neon_aes,             \
        neosig_##name##_##neon_sha3, neosig_##name##_##avx2;
#define PORTABLE(NAME, name, type, verifiers, signers, neon, neon_aes, neon_sha3, avx2)                                \
    .name = NEOSIG_IF_USED(NAME, neosig_##name##_portable),
#define NEON(NAME, name, type, verifiers, signers, neon, neon_aes, neon_sha3, avx2)                                    \
    .name = NEOSIG_IF_USED(NAME, neosig_##name##_##neon),
#define NEON_AES(NAME, name, type, verifiers, signers, neon, neon_aes, neon_sha3, avx2)                                \
    .name = NEOSIG_IF_USED(NAME, neosig_##name##_##neon_aes),
#define NEON_SHA3(NAME, name, type, verifiers, signers, neon, neon_aes, neon_sha3, avx2)                               \
    .name = NEOSIG_IF_USED(NAME, neosig_##name##_##neon_sha3),
#define AVX2(NAME, name, type, verifiers, signers, neon, neon_aes, neon_sha3, avx2)                                    \
    .name = NEOSIG_IF_USED(NAME, neosig_##name##_##avx2),

NEOSIG_LIST_FAMILIES(DECLARED)

static const neosig_backend portable_backend = {.name = "portable", NEOSIG_LIST_FAMILIES(PORTABLE)};

#if defined(__aarch64__)
static const neosig_backend neon_backend = {.name = "neon", .needs = NEOSIG_CPU_NEON, NEOSIG_LIST_FAMILIES(NEON)};

static const neosig_backend neon_aes_backend = {.name = "neon-aes",
                                                .needs = NEOSIG_CPU_NEON | NEOSIG_CPU_AES | NEOSIG_CPU_PMULL |
                                                         NEOSIG_CPU_SHA2,
                                                NEOSIG_LIST_FAMILIES(NEON_AES)};

static const neosig_backend neon_sha3_backend = {.name = "neon-sha3",
                                                 .needs = NEOSIG_CPU_NEON | NEOSIG_CPU_AES | NEOSIG_CPU_PMULL |
                                                          NEOSIG_CPU_SHA2 | NEOSIG_CPU_SHA3,
                                                 .wants = NEOSIG_CPU_FAST_SHA3,
                                                 NEOSIG_LIST_FAMILIES(NEON_SHA3)};

const neosig_backend *const neosig_backends[] = {&neon_sha3_backend, &neon_aes_backend, &neon_backend,
                                                 &portable_backend};
#elif defined(__x86_64__)
static const neosig_backend avx2_backend = {
    .name = "avx2", .needs = NEOSIG_CPU_AVX2 | NEOSIG_CPU_AESNI, NEOSIG_LIST_FAMILIES(AVX2)};

const neosig_backend *const neosig_backends[] = {&avx2_backend, &portable_backend};
#else
const neosig_backend *const neosig_backends[] = {&portable_backend};
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
