/* The memory that operations of SETS take with NEOSIG_LOW_MEMORY on a Cortex-M3 without an operating system, for
 * embedded.py. A line for each set: its name, and of each operation the bytes of stack and of workspace. */
#include "common/splitmix64.h"
#include "neosig/neosig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void _start(void);

/* Where the core finds its stack and its first instruction. */
extern void (*const vectors[2])(void);
__attribute__((section(".vectors"))) void (*const vectors[])(void) = {(void (*)(void))0x400000, _start};

enum { DEEP = 64 << 10, OWN = 256, PAINT = 0xa5, ALIGNMENT = 64 };

static const neosig_alg *alg;
static neosig_options options;
static uint8_t *pk, *sk, *sig;
static size_t sig_bytes;
static const uint8_t msg[] = "message";

static neosig_error keypair(void)
{
    return neosig_keypair(alg, pk, sk, &options);
}

static neosig_error sign(void)
{
    return neosig_sign(alg, sig, &sig_bytes, msg, sizeof msg, sk, alg->secret_key_bytes, &options);
}

static neosig_error verify(void)
{
    return neosig_verify(alg, sig, sig_bytes, msg, sizeof msg, pk, alg->public_key_bytes, &options);
}

static void *allocate(size_t bytes)
{
    uint8_t *const memory = malloc(bytes + ALIGNMENT);
    if (memory == NULL) {
        printf("no memory\n");
        exit(1);
    }
    return memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT;
}

/* Runs one operation on a painted stack. */
__attribute__((noinline)) static void measure(neosig_operation op, neosig_error (*call)(void))
{
    const size_t workspace = neosig_workspace_bytes(alg, op, NEOSIG_LOW_MEMORY);
    options.workspace = allocate(workspace);
    options.workspace_bytes = workspace;
    volatile uint8_t *const top = __builtin_frame_address(0), *low = top - DEEP;
    for (volatile uint8_t *p = low; p < top - OWN; p++)
        *p = PAINT;
    const neosig_error error = call();
    while (*low == PAINT)
        low++;
    if (error != NEOSIG_OK || low == top - DEEP) {
        printf("%s %s: %s\n", alg->name, neosig_operation_name(op), neosig_strerror(error));
        exit(1);
    }
    printf(" %u %u", (unsigned)(top - low), (unsigned)workspace);
}

int main(void)
{
    static const char *const names[] = {SETS};
    static uint64_t state = 1;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        alg = neosig_alg_find(names[i]);
        options = (neosig_options){
            .size = sizeof options, .flags = NEOSIG_LOW_MEMORY, .random = splitmix64_random, .random_state = &state};
        pk = allocate(alg->public_key_bytes);
        sk = allocate(alg->secret_key_bytes);
        sig = allocate(alg->signature_bytes);
        printf("%s", alg->name);
        measure(NEOSIG_OP_KEYPAIR, keypair);
        measure(NEOSIG_OP_SIGN, sign);
        measure(NEOSIG_OP_VERIFY, verify);
        printf("\n");
    }
    return 0;
}
