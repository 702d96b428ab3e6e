/* What the tests of whole operations share: which algorithms, buffers of exact size with guards, generators. */
#ifndef NEOSIG_TEST_USE_H
#define NEOSIG_TEST_USE_H

#include "common/nist_drbg.h"
#include "neosig/neosig.h"
#include "sets.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* The known answers visit all sets. */
static const char *const use_names[] = {TEST_SETS(TEST_SET_NAME, TEST_SET_NAME)};
static const char *const use_first_names[] = {TEST_SETS(TEST_SET_NAME, TEST_SET_NONE)};

static inline int use_is_first(const neosig_alg *alg)
{
    int is = 0;
    for (size_t i = 0; i < sizeof use_first_names / sizeof use_first_names[0]; i++)
        is |= strcmp(alg->name, use_first_names[i]) == 0;
    return is;
}

/* Calls visit for each of them that this build has. Every registered scheme must be among them. Where time is short, of
 * the schemes that take longest it is the first set alone: the others have the same code around other hash functions.
 */
static inline void use_each(void (*visit)(const neosig_alg *alg))
{
    for (size_t i = 0; i < sizeof use_names / sizeof use_names[0]; i++) {
        const neosig_alg *alg = neosig_alg_find(use_names[i]);
        if (alg != NULL && (!SLOW || !(alg->features & NEOSIG_READS_TWICE) || use_is_first(alg)))
            visit(alg);
    }
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        int seen = 0;
        for (size_t j = 0; j < sizeof use_names / sizeof use_names[0]; j++) {
            const neosig_alg *alg = neosig_alg_find(use_names[j]);
            seen |= alg != NULL && strcmp(alg->scheme, neosig_alg_at(i)->scheme) == 0;
        }
        CHECK(seen);
    }
}

#define USE_GUARD 64

/* 64-byte aligned, followed by a guard. */
static inline uint8_t *use_allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + USE_GUARD + 63) & ~(size_t)63);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    memset(memory, 0x5a, bytes + USE_GUARD);
    return memory;
}

static inline int use_all(const uint8_t *at, size_t bytes, uint8_t value)
{
    uint8_t different = 0;
    for (size_t i = 0; i < bytes; i++)
        different |= at[i] ^ value;
    return different == 0;
}

/* Nothing was written behind a buffer. */
static inline int use_intact(const uint8_t *memory, size_t bytes)
{
    return use_all(memory + bytes, USE_GUARD, 0x5a);
}

/* A generator that fails at the call numbered fail_at, from 1; 0: never. It keeps the first bytes it gave, or of each
 * `period` bytes the last ones. */
typedef struct use_random {
    nist_drbg drbg;
    unsigned calls, fail_at;
    size_t bytes, period;
    uint8_t given[NEOSIG_MAX_SEED_BYTES];
} use_random;

static inline int use_draw(void *state, uint8_t *out, size_t bytes)
{
    use_random *source = state;
    nist_drbg_random(&source->drbg, out, bytes);
    for (size_t i = 0; i < bytes; i++, source->bytes++) {
        const size_t at = source->period != 0 ? source->bytes % source->period : source->bytes;
        if (at < sizeof source->given)
            source->given[at] = out[i];
    }
    return ++source->calls == source->fail_at;
}

static inline neosig_options use_options(use_random *source, uint8_t seed, unsigned fail_at)
{
    uint8_t bytes[48] = {seed};
    *source = (use_random){.fail_at = fail_at};
    nist_drbg_seed(&source->drbg, bytes);
    return (neosig_options){
        .size = sizeof(neosig_options), .flags = NEOSIG_ALLOW_INSECURE, .random = use_draw, .random_state = source};
}

/* A key pair and a signature of a message, always the same. */
typedef struct use_case {
    const neosig_alg *alg;
    uint8_t *pk, *sk, *sig;
    size_t sig_bytes;
    uint8_t msg[333];
} use_case;

static inline void use_make(use_case *c, const neosig_alg *alg)
{
    use_random source;
    neosig_options options = use_options(&source, 1, 0);
    c->alg = alg;
    c->pk = use_allocate(alg->public_key_bytes);
    c->sk = use_allocate(alg->secret_key_bytes);
    c->sig = use_allocate(alg->signature_bytes);
    for (size_t i = 0; i < sizeof c->msg; i++)
        c->msg[i] = (uint8_t)(7 * i);
    CHECK(neosig_keypair(alg, c->pk, c->sk, &options) == NEOSIG_OK);
    options = use_options(&source, 2, 0);
    CHECK(neosig_sign(alg, c->sig, &c->sig_bytes, c->msg, sizeof c->msg, c->sk, alg->secret_key_bytes, &options) ==
          NEOSIG_OK);
}

static inline void use_free(use_case *c)
{
    free(c->pk);
    free(c->sk);
    free(c->sig);
}

#endif
