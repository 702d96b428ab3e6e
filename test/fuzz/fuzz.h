/* What the fuzz targets share: reading choices out of the input, and one valid key pair and signature of every set. */
#ifndef NEOSIG_FUZZ_H
#define NEOSIG_FUZZ_H

#include "../ct/inputs.h"
#include "neosig/neosig.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef NEOSIG_ASSERTIONS
#error "what is fuzzed is built with assertions"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

/* A property that must hold for every input. */
#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);                             \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

typedef struct fuzz_input {
    const uint8_t *data;
    size_t bytes;
} fuzz_input;

/* The next n bytes as a number; missing ones count as zero. */
static inline uint32_t fuzz_take(fuzz_input *in, unsigned n)
{
    uint32_t value = 0;
    while (n--) {
        value = value << 8 | (in->bytes ? *in->data : 0u);
        in->data += in->bytes != 0;
        in->bytes -= in->bytes != 0;
    }
    return value;
}

static inline void *fuzz_alloc(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
    REQUIRE(memory != NULL);
    return memory;
}

/* A generator that plays harness_bytes of a stream number. */
static inline int fuzz_random(void *state, uint8_t *out, size_t bytes)
{
    uint64_t *stream = state;
    harness_bytes(out, bytes, *stream);
    *stream += UINT64_C(1) << 32; /* HAWK draws again and again */
    return 0;
}

enum { FUZZ_MAX_SETS = 128, FUZZ_MESSAGE_BYTES = 32 };

typedef struct fuzz_set {
    const neosig_alg *alg;
    uint8_t *pk, *sk, *sig;
    size_t sig_bytes;
} fuzz_set;

static const uint8_t fuzz_message[FUZZ_MESSAGE_BYTES] = "neosig fuzz";

/* The set that the next two bytes choose, among the quick ones, with its valid objects. */
static inline const fuzz_set *fuzz_choose(fuzz_input *in)
{
    static fuzz_set sets[FUZZ_MAX_SETS];
    static size_t count;
    if (!count)
        for (size_t i = 0; i < neosig_alg_count() && count < FUZZ_MAX_SETS; i++)
            if (quick_set(neosig_alg_at(i)))
                sets[count++].alg = neosig_alg_at(i);
    REQUIRE(count != 0);
    fuzz_set *set = &sets[fuzz_take(in, 1) % count];
    if (!set->pk) {
        const neosig_alg *alg = set->alg;
        set->pk = fuzz_alloc(alg->public_key_bytes);
        set->sk = fuzz_alloc(alg->secret_key_bytes);
        set->sig = fuzz_alloc(alg->signature_bytes);
        uint64_t stream = 7;
        neosig_options options = {
            .size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE, .random = fuzz_random, .random_state = &stream};
        REQUIRE(neosig_keypair(alg, set->pk, set->sk, &options) == NEOSIG_OK);
        options.flags = 0;
        REQUIRE(neosig_sign(alg, set->sig, &set->sig_bytes, fuzz_message, sizeof fuzz_message, set->sk,
                            alg->secret_key_bytes, &options) == NEOSIG_OK);
    }
    return set;
}

static inline int fuzz_all_zero(const void *memory, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (((const uint8_t *)memory)[i])
            return 0;
    return 1;
}

#endif
