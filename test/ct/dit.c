/* Data-independent timing (PSTATE.DIT): on during every operation on secrets where the CPU has it, as the caller had it
 * afterwards. Every call of a kernel looks, every call of the generator, and the wipe of the stack at the end.
 * Preparing some keys only copies, and the wipe is all that is seen of it. */
#include "core/backend.h"
#include "falcon/falcon_kernels.h"
#include "fft/fft.h"
#include "gf/gf16.h"
#include "gf/tower.h"
#include "haetae/haetae_poly.h"
#include "hawk/hawk_kernels.h"
#include "inputs.h"
#include "mldsa/mldsa_poly.h"
#include "neosig/neosig.h"
#include "ntru/ntru.h"
#include "ntt/ntt16.h"
#include "ntt/ntt32.h"
#include "slhdsa/slhdsa_kernels.h"
#include "snova/snova_kernels.h"
#include "sym/aes.h"
#include "sym/chacha20.h"
#include "sym/keccak.h"
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

/* ---- Kernels that look. A table of kernels is copied, each function in it replaced by a stub, which notes whether DIT
 * is on and goes on to the function, all arguments in place. */

#define STUBS 256

extern uint64_t dit_seen[2];            /* how often it was off, and on */
extern const void *dit_behind[STUBS];   /* the functions */
extern const uint32_t dit_stubs[][2];   /* two instructions each */
extern const char __executable_start[]; /* of the linker: where the program's code is */
extern const char etext[];

uint64_t dit_seen[2];
const void *dit_behind[STUBS];

__asm__(".text\n"
        "dit_stubs:\n"
        ".set n, 0\n"
        ".rept 256\n" /* STUBS */
        "  mov x16, n\n"
        "  b 1f\n"
        "  .set n, n + 1\n"
        ".endr\n"
        "1:\n"
        "  stp x0, x1, [sp, #-16]!\n"
        "  mrs x0, s3_3_c4_c2_5\n"
        "  ubfx x0, x0, #24, #1\n"
        "  adrp x17, dit_seen\n"
        "  add x17, x17, :lo12:dit_seen\n"
        "  ldr x1, [x17, x0, lsl #3]\n"
        "  add x1, x1, #1\n"
        "  str x1, [x17, x0, lsl #3]\n"
        "  ldp x0, x1, [sp], #16\n"
        "  adrp x17, dit_behind\n"
        "  add x17, x17, :lo12:dit_behind\n"
        "  ldr x16, [x17, x16, lsl #3]\n"
        "  br x16\n");

static size_t stubs;

/* A copy of a table; what is an address of the program's code in it is a function. */
static const void *looking(void *copy, const void *table, size_t bytes)
{
    memcpy(copy, table, bytes);
    for (size_t at = 0; at + sizeof(uintptr_t) <= bytes; at += sizeof(uintptr_t)) {
        uintptr_t word;
        memcpy(&word, (uint8_t *)copy + at, sizeof word);
        if (word < (uintptr_t)__executable_start || word >= (uintptr_t)etext)
            continue;
        if (stubs == STUBS)
            abort();
        dit_behind[stubs] = (const void *)word;
        word = (uintptr_t)dit_stubs[stubs++];
        memcpy((uint8_t *)copy + at, &word, sizeof word);
    }
    return copy;
}

const neosig_backend *__real_neosig_backend_now(void);
const neosig_backend *__wrap_neosig_backend_now(void);

#define LOOKING(family)                                                                                                \
    do {                                                                                                               \
        static uint8_t copy[sizeof *backend.family] __attribute__((aligned(16)));                                      \
        backend.family = looking(copy, backend.family, sizeof copy);                                                   \
    } while (0)

const neosig_backend *__wrap_neosig_backend_now(void)
{
    static neosig_backend backend;
    if (backend.name == NULL) {
        backend = *__real_neosig_backend_now();
        LOOKING(keccak);
        LOOKING(aes);
        LOOKING(gf16);
        LOOKING(tower);
        LOOKING(snova);
        LOOKING(ntt_8380417);
        LOOKING(mldsa);
        LOOKING(ntt_64513);
        LOOKING(ntt_12289_256);
        LOOKING(haetae);
        LOOKING(chacha20);
        LOOKING(fft);
        LOOKING(ntru);
        LOOKING(ntt_12289_512);
        LOOKING(ntt_12289_1024);
        LOOKING(falcon);
        LOOKING(hawk);
        LOOKING(slhdsa);
    }
    return &backend;
}

void __real_neosig_wipe_stack(void);
void __wrap_neosig_wipe_stack(void);

void __wrap_neosig_wipe_stack(void)
{
    dit_seen[dit_get()]++;
    __real_neosig_wipe_stack();
}

static uint64_t drawn;

static int draw(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    dit_seen[dit_get()]++;
    harness_bytes(out, bytes, drawn++); /* HAWK draws again and again */
    return 0;
}

static int draw_fails(void *state, uint8_t *out, size_t bytes)
{
    draw(state, out, bytes);
    return 1;
}

/* Runs the operation with DIT off and on before it. One that is not on secrets leaves it as it is. */
#define OBSERVE(expected, secret, call)                                                                                \
    do {                                                                                                               \
        for (int before = 0; before < 2; before++) {                                                                   \
            dit_set(before);                                                                                           \
            dit_seen[0] = dit_seen[1] = 0;                                                                             \
            CHECK((call) == (expected));                                                                               \
            CHECK(dit_get() == before);                                                                                \
            CHECK(dit_seen[(secret) || before] != 0);                                                                  \
            CHECK(dit_seen[!((secret) || before)] == 0);                                                               \
        }                                                                                                              \
        dit_set(0);                                                                                                    \
    } while (0)

static neosig_error kernel_alone(void)
{
    const neosig_backend *backend = neosig_backend_now();
    neosig_gf16_table table;
    const uint8_t pair = 0x35;
    backend->gf16->tables(&table, &pair, 1);
    return NEOSIG_OK;
}

static neosig_error stream(const neosig_alg *alg, uint8_t *sig, size_t *n, const uint8_t *message, size_t bytes,
                           const uint8_t *sk, const neosig_options *options)
{
    neosig_stream stream;
    neosig_error error = neosig_sign_init(&stream, alg, sk, alg->secret_key_bytes, options);
    if (!error)
        error = neosig_sign_update(&stream, message, bytes);
    return error ? error : neosig_sign_final(&stream, sig, n);
}

/* A part begins as in a thread that has DIT off. */
static void run_apart(void *state, void (*part)(void *work, size_t i), void *work, size_t count)
{
    const int before = dit_get();
    (void)state;
    for (size_t i = 0; i < count; i++) {
        dit_set(0);
        part(work, i);
        CHECK(dit_get() == 0);
    }
    dit_set(before);
}

int main(void)
{
    if ((neosig_cpu() & NEOSIG_CPU_DIT) == 0)
        return test_skip("this CPU has no DIT");
    uint8_t message[4] = {1, 2, 3, 4}, seed[NEOSIG_MAX_SEED_BYTES];
    OBSERVE(NEOSIG_OK, 0, kernel_alone()); /* what forgets DIT is seen */
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        if (!quick_set(alg))
            continue;
        size_t bytes = (neosig_prepared_bytes(alg, 1) + 63) / 64 * 64, n;
        uint8_t *pk = malloc(alg->public_key_bytes), *sk = malloc(alg->secret_key_bytes),
                *sig = malloc(alg->signature_bytes);
        void *prepared = aligned_alloc(64, bytes);
        neosig_options good = {.size = sizeof good, .flags = NEOSIG_ALLOW_INSECURE, .random = draw}, bad = good,
                       other = good;
        bad.random = draw_fails;
        OBSERVE(NEOSIG_ERR_RANDOM, 1, neosig_keypair(alg, pk, sk, &bad));
        OBSERVE(NEOSIG_OK, 1, neosig_keypair(alg, pk, sk, &good));
        if (neosig_sign(alg, sig, &n, message, 4, sk, alg->secret_key_bytes, &bad) != NEOSIG_OK) /* it draws */
            OBSERVE(NEOSIG_ERR_RANDOM, 1, neosig_sign(alg, sig, &n, message, 4, sk, alg->secret_key_bytes, &bad));
        const unsigned flags[] = {0, NEOSIG_LOW_MEMORY, NEOSIG_DETERMINISTIC};
        for (size_t f = 0; f < 2u + ((alg->features & NEOSIG_HAS_DETERMINISTIC) != 0); f++) {
            other.flags = NEOSIG_ALLOW_INSECURE | flags[f];
            OBSERVE(NEOSIG_OK, 1, neosig_sign(alg, sig, &n, message, 4, sk, alg->secret_key_bytes, &other));
            other.prehash = alg->features & NEOSIG_READS_TWICE ? NEOSIG_PREHASH_SHA2_256 : NEOSIG_PREHASH_NONE;
            OBSERVE(NEOSIG_OK, 1, stream(alg, sig, &n, message, 4, sk, &other));
            other.prehash = NEOSIG_PREHASH_NONE;
            OBSERVE(NEOSIG_OK, 1, neosig_prepare_sign(alg, prepared, bytes, sk, alg->secret_key_bytes, &other));
            OBSERVE(NEOSIG_OK, 1, neosig_sign_prepared(prepared, sig, &n, message, 4, &other));
        }
        if (alg->features & NEOSIG_HAS_PARTS) {
            other.flags = NEOSIG_PARTS;
            other.run = run_apart;
            OBSERVE(NEOSIG_OK, 1, neosig_sign(alg, sig, &n, message, 4, sk, alg->secret_key_bytes, &other));
        }
        harness_seed(alg, seed, pk, sk, 2);
        OBSERVE(NEOSIG_OK, 1, neosig_keypair_from_seed(alg, pk, sk, seed, alg->seed_bytes, &good));
        OBSERVE(NEOSIG_OK, 1, neosig_prepare_sign_from_seed(alg, prepared, bytes, seed, alg->seed_bytes, &good));
        OBSERVE(NEOSIG_OK, 1, neosig_sign_prepared(prepared, sig, &n, message, 4, &good));
        OBSERVE(NEOSIG_OK, 0, neosig_verify(alg, sig, n, message, 4, pk, alg->public_key_bytes, &good));
        free(pk);
        free(sk);
        free(sig);
        free(prepared);
    }
    return test_end();
}
