/* Data-independent timing (PSTATE.DIT): on during every operation on secrets where the CPU has it, as the caller had it
 * afterwards. The random callback runs in the middle of an operation and looks. */
#include "core/backend.h"
#include "inputs.h"
#include "neosig/neosig.h"
#include "test.h"

#include <asm/hwcap.h>
#include <stdlib.h>
#include <sys/auxv.h>

/* qemu-user emulates DIT but does not announce it: where the ID register has it, so does the answer here. */
unsigned long __real_getauxval(unsigned long type);
unsigned long __wrap_getauxval(unsigned long type);

unsigned long __wrap_getauxval(unsigned long type)
{
    unsigned long value = __real_getauxval(type);
    if (type == AT_HWCAP && (value & HWCAP_CPUID)) {
        uint64_t id;
        __asm__("mrs %0, id_aa64pfr0_el1" : "=r"(id));
        if (id >> 48 & 15)
            value |= HWCAP_DIT;
    }
    return value;
}

static int dit_get(void)
{
    uint64_t value;
    __asm__ volatile("mrs %0, s3_3_c4_c2_5" : "=r"(value));
    return (int)(value >> 24 & 1);
}

static void dit_set(int on)
{
    __asm__ volatile("msr s3_3_c4_c2_5, %0" : : "r"((uint64_t)on << 24));
}

static unsigned calls, calls_with_dit;

static int draw(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    calls++;
    calls_with_dit += dit_get() != 0;
    harness_bytes(out, bytes, 1);
    return 0;
}

static int draw_fails(void *state, uint8_t *out, size_t bytes)
{
    draw(state, out, bytes);
    return 1;
}

/* Runs the operation with DIT off and on before it. */
#define OBSERVE(expected, call)                                                                                        \
    do {                                                                                                               \
        for (int before = 0; before < 2; before++) {                                                                   \
            dit_set(before);                                                                                           \
            calls = calls_with_dit = 0;                                                                                \
            CHECK((call) == (expected));                                                                               \
            CHECK(dit_get() == before);                                                                                \
            CHECK(calls_with_dit == calls);                                                                            \
        }                                                                                                              \
        dit_set(0);                                                                                                    \
    } while (0)

int main(void)
{
    if ((neosig_cpu() & NEOSIG_CPU_DIT) == 0)
        return test_skip("this CPU has no DIT");
    uint8_t message[4] = {1, 2, 3, 4};
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        if (!quick_set(alg))
            continue;
        size_t bytes = (neosig_prepared_bytes(alg, 1) + 63) / 64 * 64, n;
        uint8_t *pk = malloc(alg->public_key_bytes), *sk = malloc(alg->secret_key_bytes),
                *sig = malloc(alg->signature_bytes);
        void *prepared = aligned_alloc(64, bytes);
        neosig_options good = {.flags = NEOSIG_ALLOW_INSECURE, .random = draw}, bad = good;
        bad.random = draw_fails;
        OBSERVE(NEOSIG_ERR_RANDOM, neosig_keypair(alg, pk, sk, &bad));
        OBSERVE(NEOSIG_OK, neosig_keypair(alg, pk, sk, &good));
        CHECK(calls != 0);
        OBSERVE(NEOSIG_OK, neosig_sign(alg, sig, &n, message, 4, sk, alg->secret_key_bytes, &good));
        if (calls != 0) /* some schemes sign without */
            OBSERVE(NEOSIG_ERR_RANDOM, neosig_sign(alg, sig, &n, message, 4, sk, alg->secret_key_bytes, &bad));
        OBSERVE(NEOSIG_OK, neosig_prepare_sign(alg, prepared, bytes, sk, alg->secret_key_bytes, &good));
        OBSERVE(NEOSIG_OK, neosig_sign_prepared(prepared, sig, &n, message, 4, &good));
        OBSERVE(NEOSIG_OK, neosig_verify(alg, sig, n, message, 4, pk, alg->public_key_bytes, &good));
        free(pk);
        free(sk);
        free(sig);
        free(prepared);
    }
    return test_end();
}
