/* What a bound decides, one below the bound, at the bound and one beyond it: the norms of a signature, in signing and
 * in verification, and of f and g; the inverse of q00; the ranges of a key's numbers. Known answers never come that
 * near. And how many attempts are made if all fail.
 */
#include "backends.h"
#include "common/splitmix64.h"
#include "core/backend.h"
#include "hawk/hawk_keygen.c" /* of src/, for `has_short_inverse` and `is_within` */
#include "reference.h"

#include <stdlib.h>

enum { MOST_PK = 2440, MOST_SK = 360, MOST_SIG = 1221 };

static const neosig_alg *alg;
static uint8_t pk[MOST_PK], sk[MOST_SK], sig[MOST_SIG], other[MOST_SIG];
static const uint8_t message[] = "a message";

static neosig_hawk_set set_like(void)
{
    return *(const neosig_hawk_set *)(const void *)alg;
}

/* ---- Verification: sets like this one, whose bound is about the norm that a signature has */

static int reference_verifies(uint64_t bound)
{
    neosig_hawk_set set = set_like();
    set.most_norm = (uint32_t)bound;
    return neosig_reference_of(alg)->verify(&set.alg, sig, alg->signature_bytes, message, sizeof message, pk) == 0;
}

static void test_verification(uint32_t norm)
{
    for (int is_prepared = 0; is_prepared < 2; is_prepared++)
        for (uint32_t bound = norm - 1; bound <= norm + 1; bound++) {
            neosig_hawk_set set = set_like();
            set.most_norm = bound;
            const neosig_hawk_ctx ctx = neosig_hawk_open(&set.alg, neosig_backend_now());
            void *key = test_allocate(neosig_hawk_prepared_public_bytes(&ctx));
            void *preparing = test_allocate(neosig_hawk_prepare_verify_bytes(&ctx));
            void *memory = test_allocate(neosig_hawk_verify_bytes(&ctx, is_prepared, 0));
            CHECK(neosig_hawk_prepare_verify(&ctx, key, pk, preparing) == NEOSIG_OK);
            neosig_job job = {.alg = &set.alg,
                              .key = is_prepared ? key : pk,
                              .prepared = is_prepared,
                              .backend = ctx.backend,
                              .signature = sig};
            neosig_shake_init(&job.hash.shake, ctx.backend->keccak, NEOSIG_SHAKE256_RATE);
            neosig_shake_absorb(&job.hash.shake, message, sizeof message);
            CHECK(neosig_hawk_verify(&ctx, &job, memory) == (norm <= bound ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE));
            free(key);
            free(preparing);
            free(memory);
        }
}

/* ---- Signing: sets like this one, whose bound is about the norm that the first attempt has */

static neosig_hawk_kernels telling;
static const neosig_hawk_kernels *real;
static uint32_t norms[2];
static size_t sampled, calls;

static uint32_t sample(int8_t *x, const uint8_t *const in[NEOSIG_HAWK_STREAMS], const uint8_t *t, size_t groups,
                       const neosig_hawk_gauss *gauss)
{
    const uint32_t norm = real->sample(x, in, t, groups, gauss);
    const size_t attempt = sampled / (2 * ((size_t)1 << set_like().logn) / NEOSIG_HAWK_GROUP);
    if (attempt < 2)
        norms[attempt] += norm;
    sampled += groups;
    return norm;
}

/* Signs with the same draws each time. Returns the number of attempts that were sampled, and leaves their norms. */
static size_t attempts_within(uint32_t bound, neosig_error expected)
{
    neosig_hawk_set set = set_like();
    uint64_t state = 5;
    const neosig_source source = {splitmix64_random, &state};
    set.most_norm = bound;
    neosig_hawk_ctx ctx = neosig_hawk_open(&set.alg, neosig_backend_now());
    real = ctx.kernels;
    telling = *real;
    telling.sample = sample;
    ctx.kernels = &telling;
    sampled = 0;
    memset(norms, 0, sizeof norms);
    neosig_job job = {.alg = &set.alg, .key = sk, .backend = ctx.backend};
    void *memory = test_allocate(neosig_hawk_sign_bytes(&ctx, 0, 0));
    neosig_shake_init(&job.hash.shake, ctx.backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&job.hash.shake, message, sizeof message);
    CHECK(neosig_hawk_sign(&ctx, &job, other, &source, memory) == expected);
    free(memory);
    return sampled * NEOSIG_HAWK_GROUP / (2 * ctx.n);
}

static void test_signing(void)
{
    CHECK(attempts_within(UINT32_MAX / 2, NEOSIG_OK) == 1);
    const uint32_t norm = norms[0];
    CHECK(norm != 0 && attempts_within(norm, NEOSIG_OK) == 1);
    CHECK(attempts_within(norm + 1, NEOSIG_OK) == 1);
    CHECK(attempts_within(norm - 1, NEOSIG_OK) > 1);
    CHECK(attempts_within(0, NEOSIG_ERR_ATTEMPTS) == 1000);
}

/* ---- Keys */

/* The first draw gives a seed, and there is no second one. */
static int draw_once(void *state, uint8_t *out, size_t bytes)
{
    memcpy(out, state, bytes);
    return calls++ != 0;
}

static void test_short_keys(void)
{
    static uint8_t made_pk[MOST_PK], made_sk[MOST_SK], streams[NEOSIG_HAWK_STREAM_BYTES];
    static int8_t fg[2 * NEOSIG_HAWK_MAX_N];
    neosig_hawk_set set = set_like();
    const neosig_hawk_ctx ctx = neosig_hawk_open(&set.alg, neosig_backend_now());
    const neosig_source source = {draw_once, sk}; /* a secret key begins with its seed */
    void *memory = test_allocate(neosig_hawk_keypair_bytes(&ctx, 0));
    uint32_t norm = 0;
    neosig_hawk_expand(&ctx, fg, sk, streams);
    for (size_t i = 0; i < 2 * ctx.n; i++)
        norm += (uint32_t)(fg[i] * fg[i]);
    CHECK(norm >= set.least_norm);
    for (uint32_t bound = norm - 1; bound <= norm + 1; bound++) {
        set.least_norm = bound;
        calls = 0;
        CHECK(neosig_hawk_keypair(&ctx, made_pk, made_sk, &source, memory, 0) ==
              (norm >= bound ? NEOSIG_OK : NEOSIG_ERR_RANDOM));
    }
    free(memory);
}

static int count_draws(void *state, uint8_t *out, size_t bytes)
{
    calls++;
    return splitmix64_random(state, out, bytes);
}

/* No f and g are long enough. */
static void test_attempts_at_keys(void)
{
    static uint8_t made_pk[MOST_PK], made_sk[MOST_SK];
    neosig_hawk_set set = set_like();
    set.least_norm = INT32_MAX;
    const neosig_hawk_ctx ctx = neosig_hawk_open(&set.alg, neosig_backend_now());
    uint64_t state = 1;
    const neosig_source source = {count_draws, &state};
    void *memory = test_allocate(neosig_hawk_keypair_bytes(&ctx, 0));
    calls = 0;
    CHECK(neosig_hawk_keypair(&ctx, made_pk, made_sk, &source, memory, 0) == NEOSIG_ERR_ATTEMPTS);
    CHECK(calls == 20000);
    free(memory);
}

/* q00 = c, whose inverse is 2^32 / c, but for its rounding. */
static void test_inverses(void)
{
    static int32_t q00[NEOSIG_HAWK_MAX_N];
    static int64_t numbers[NEOSIG_HAWK_MAX_N];
    neosig_hawk_set set = set_like();
    const neosig_hawk_ctx ctx = neosig_hawk_open(&set.alg, neosig_backend_now());
    for (q00[0] = 2; q00[0] <= 8192; q00[0] *= 2) {
        const int64_t inverse = (INT64_C(1) << 32) / q00[0];
        for (set.most_inverse = inverse - 1; set.most_inverse <= inverse + 1; set.most_inverse++)
            CHECK(has_short_inverse(&ctx, q00, numbers) == (inverse <= set.most_inverse));
    }
}

static void test_ranges(void)
{
    for (unsigned size = 1; size < 30; size++)
        for (int32_t beyond = -1; beyond <= 1; beyond++)
            for (int32_t sign = -1; sign <= 1; sign += 2)
                CHECK(is_within(sign * ((1 << size) + beyond), size) == (beyond < 0 ? UINT32_MAX : 0));
}

int main(void)
{
    test_ranges();
    for (size_t s = 0; s < neosig_hawk_sets_count; s++) {
        uint32_t norm = 0;
        for (size_t i = 0; i < neosig_backend_count(); i++) {
            const unsigned failed = test_failed;
            uint64_t state = s;
            const neosig_options options = {.size = sizeof options,
                                            .flags = NEOSIG_ALLOW_INSECURE,
                                            .random = splitmix64_random,
                                            .random_state = &state};
            size_t made;
            if (!test_backend(i))
                continue;
            alg = &neosig_hawk_sets[s].alg;
            if (norm == 0) {
                CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
                CHECK(neosig_sign(alg, sig, &made, message, sizeof message, sk, alg->secret_key_bytes, &options) ==
                      NEOSIG_OK);
                norm = (uint32_t)test_least(set_like().most_norm, reference_verifies); /* of sig */
            }
            test_verification(norm);
            test_signing();
            test_short_keys();
            test_inverses();
            if (s == 0 && i == 0)
                test_attempts_at_keys();
            if (test_failed != failed)
                fprintf(stderr, "%s in backend %s\n", alg->name, neosig_backend_name(i));
        }
    }
    return test_end();
}
