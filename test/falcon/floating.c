/* Falcon's floating point and its surroundings. A program's rounding mode, flushing of subnormal numbers and trapped
 * exceptions change no key and no signature. They are as before after every operation, after an error too. No operation
 * meets a subnormal number, overflows, or yields no number. */
#include "backends.h"
#include "common/splitmix64.h"
#include "core/backend.h"
#include "falcon/falcon.h"
#include "neosig/neosig.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* ---- Control and flags of the CPU */

#if defined(__aarch64__)
typedef uint64_t word;

static word control(void)
{
    word fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
    return fpcr;
}

static void set_control(word fpcr)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(fpcr) : "memory");
}

static void clear_flags(void)
{
    __asm__ volatile("msr fpsr, %0" : : "r"(UINT64_C(0)) : "memory");
}

/* Of invalid, division by zero, overflow, underflow, subnormal input (seen if these are flushed). */
static word bad_flags(void)
{
    word fpsr;
    __asm__ volatile("mrs %0, fpsr" : "=r"(fpsr) : : "memory");
    return fpsr & 0x8f;
}

enum { PLAIN = 0, FLUSH = 1 << 24 };
static const word modes[] = {1 << 22, 2 << 22, 3 << 22, FLUSH, FLUSH | 1 << 25 | 1 << 22};
#elif defined(__x86_64__)
typedef uint32_t word;

static word control(void)
{
    word mxcsr;
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
    return mxcsr & 0xffc0;
}

static void set_control(word mxcsr)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr) : "memory");
}

static void clear_flags(void)
{
    set_control(control());
}

/* Of invalid, subnormal input, division by zero, overflow, underflow. */
static word bad_flags(void)
{
    word mxcsr;
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr) : : "memory");
    return mxcsr & 0x1f;
}

enum { PLAIN = 0x1f80, FLUSH = 0x1f80 };
/* the last one traps inexact results */
static const word modes[] = {0x3f80, 0x5f80, 0x7f80, 0x9fc0, 0x0f80};
#endif

#if defined(__aarch64__) || defined(__x86_64__)
static const neosig_alg *alg;
static uint8_t pk[1793], sk[2369], sig[1462];

static size_t sign(uint8_t *out, int prepare, unsigned message)
{
    uint64_t state = message;
    const neosig_options options = {.size = sizeof options, .random = splitmix64_random, .random_state = &state};
    const uint8_t msg[1] = {(uint8_t)message};
    const size_t bytes = neosig_prepared_bytes(alg, 1);
    size_t sig_bytes = 0;
    void *prepared = prepare ? aligned_alloc(64, (bytes + 63) / 64 * 64) : NULL;
    memset(out, 0, alg->signature_bytes);
    if (prepared != NULL) {
        CHECK(neosig_prepare_sign(alg, prepared, bytes, sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
        CHECK(neosig_sign_prepared(prepared, out, &sig_bytes, msg, sizeof msg, &options) == NEOSIG_OK);
    } else {
        CHECK(neosig_sign(alg, out, &sig_bytes, msg, sizeof msg, sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
    }
    free(prepared);
    return sig_bytes;
}

/* All operations on secrets, a failing one too. */
static size_t operate(uint8_t *new_pk, uint8_t *new_sk, uint8_t *out, int prepare, unsigned message)
{
    uint64_t state = message;
    const neosig_options options = {.size = sizeof options, .random = splitmix64_random, .random_state = &state};
    uint8_t bad[1] = {0};
    size_t sig_bytes;
    CHECK(neosig_keypair(alg, new_pk, new_sk, &options) == NEOSIG_OK);
    memset(new_sk + 1, 0, 1000); /* f = 0 */
    CHECK(neosig_sign(alg, out, &sig_bytes, bad, sizeof bad, new_sk, alg->secret_key_bytes, &options) ==
          NEOSIG_ERR_KEY);
    return sign(out, prepare, message);
}

static void test_modes(void)
{
    static uint8_t expected[1462], expected_pk[1793], new_pk[1793], new_sk[2369];
    for (unsigned message = 0; message < 2; message++) {
        const size_t bytes = operate(expected_pk, new_sk, expected, 0, message);
        for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
            for (int prepare = 0; prepare < 2; prepare++) {
                set_control(modes[i]);
                const size_t sig_bytes = operate(new_pk, new_sk, sig, prepare, message);
                const word after = control();
                set_control(PLAIN);
                CHECK(after == modes[i]);
                CHECK(memcmp(new_pk, expected_pk, alg->public_key_bytes) == 0);
                CHECK(sig_bytes == bytes && memcmp(sig, expected, bytes) == 0);
            }
    }
}

static neosig_error sign_below(const neosig_falcon_ctx *ctx, const neosig_source *source, const uint8_t *key,
                               void *workspace)
{
    neosig_job job = {.alg = alg, .key = key, .backend = ctx->backend};
    neosig_falcon_signing signing = {.ctx = ctx, .job = &job, .source = source};
    size_t sig_bytes;
    const neosig_error error = neosig_falcon_message_begin(ctx, &job, 1, source);
    return error == NEOSIG_OK ? neosig_falcon_sign(&signing, sig, &sig_bytes, key, 0, 0, workspace) : error;
}

/* Operations without what surrounds them, which restores flags. A prepared key is made as the compact one's is. */
static void test_flags(void)
{
    const neosig_falcon_ctx ctx = neosig_falcon_open(alg, neosig_backend_now());
    void *workspace = aligned_alloc(64, (neosig_falcon_sign_bytes(&ctx, 0, 0) + 63) / 64 * 64);
    void *keys = aligned_alloc(64, (neosig_falcon_keypair_bytes(&ctx, 0) + 63) / 64 * 64);
    static uint8_t new_pk[1793], new_sk[2369];
    uint64_t state = 1;
    const neosig_source source = {splitmix64_random, &state};
    if (!CHECK(workspace != NULL && keys != NULL))
        return;
    set_control(FLUSH);
    clear_flags();
    volatile double tiny = 0x1p-1022; /* the flags work */
    tiny = tiny * 0.3;
    tiny = tiny + 1;
    CHECK(bad_flags() != 0);
    for (unsigned i = 0; i < 4; i++) {
        clear_flags();
        CHECK(neosig_falcon_keypair(&ctx, new_pk, new_sk, &source, keys, 0) == NEOSIG_OK);
        CHECK(bad_flags() == 0);
        clear_flags();
        for (unsigned j = 0; j < 5; j++)
            CHECK(sign_below(&ctx, &source, new_sk, workspace) == NEOSIG_OK);
        CHECK(bad_flags() == 0);
    }
    set_control(PLAIN);
    free(workspace);
    free(keys);
}

int main(void)
{
    static const char *const names[] = {"falcon-512", "falcon-padded-1024", "fn-dsa-512-pre", "fn-dsa-1024-pre"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        uint64_t state = i;
        const neosig_options options = {.size = sizeof options, .random = splitmix64_random, .random_state = &state};
        alg = neosig_alg_find(names[i]);
        if (!CHECK(alg != NULL && neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK))
            continue;
        for (size_t b = 0; b < neosig_backend_count(); b++) {
            if (!test_backend(b))
                continue;
            test_modes();
            test_flags();
        }
    }
    return test_end();
}
#else
int main(void)
{
    return test_skip("no floating point of this machine is used");
}
#endif
