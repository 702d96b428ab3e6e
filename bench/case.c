#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const neosig_bench_operations[7] = {
    [NEOSIG_OP_KEYPAIR] = "keypair",
    [NEOSIG_OP_SIGN] = "sign",
    [NEOSIG_OP_VERIFY] = "verify",
    [NEOSIG_OP_PREPARE_SIGN] = "prepare-sign",
    [NEOSIG_OP_PREPARE_VERIFY] = "prepare-verify",
    [NEOSIG_OP_SIGN_PREPARED] = "sign-prepared",
    [NEOSIG_OP_VERIFY_PREPARED] = "verify-prepared",
};

int neosig_bench_operation(const char *name)
{
    for (int i = 0; i < 7; i++)
        if (strcmp(neosig_bench_operations[i], name) == 0)
            return i;
    return -1;
}

int neosig_bench_random(void *state, uint8_t *out, size_t bytes)
{
    uint64_t *counter = state;
    while (bytes > 0) {
        uint64_t z = *counter += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        z ^= z >> 31;
        for (unsigned i = 0; i < 8 && bytes > 0; i++, bytes--)
            *out++ = (uint8_t)(z >> 8 * i);
    }
    return 0;
}

static int keypair(neosig_bench_case *c)
{
    if (c->reference)
        return c->reference->keypair(c->alg, c->pk, c->sk, neosig_bench_random, &c->key_state);
    c->options.random_state = &c->key_state;
    return neosig_keypair(c->alg, c->pk, c->sk, &c->options) ? -1 : 0;
}

static int sign(neosig_bench_case *c, size_t i)
{
    c->message[0] = (uint8_t)i;
    if (c->reference)
        return c->reference->sign(c->alg, c->sig, &c->sig_bytes, c->message, sizeof c->message, c->sk,
                                  neosig_bench_random, &c->sign_state);
    c->options.random_state = &c->sign_state;
    neosig_error error;
    if (c->operation == NEOSIG_OP_SIGN_PREPARED)
        error = neosig_sign_prepared(c->prepared, c->sig, &c->sig_bytes, c->message, sizeof c->message, &c->options);
    else
        error = neosig_sign(c->alg, c->sig, &c->sig_bytes, c->message, sizeof c->message, c->sk,
                            c->alg->secret_key_bytes, &c->options);
    return error ? -1 : 0;
}

static int verify(const neosig_bench_case *c)
{
    if (c->reference)
        return c->reference->verify(c->alg, c->sig, c->sig_bytes, c->message, sizeof c->message, c->pk);
    neosig_error error;
    if (c->operation == NEOSIG_OP_VERIFY_PREPARED)
        error = neosig_verify_prepared(c->prepared, c->sig, c->sig_bytes, c->message, sizeof c->message, &c->options);
    else
        error = neosig_verify(c->alg, c->sig, c->sig_bytes, c->message, sizeof c->message, c->pk,
                              c->alg->public_key_bytes, &c->options);
    return error ? -1 : 0;
}

static int prepare(const neosig_bench_case *c, int secret)
{
    neosig_error error = secret ? neosig_prepare_sign(c->alg, c->prepared, c->prepared_bytes, c->sk,
                                                      c->alg->secret_key_bytes, &c->options)
                                : neosig_prepare_verify(c->alg, c->prepared, c->prepared_bytes, c->pk,
                                                        c->alg->public_key_bytes, &c->options);
    return error ? -1 : 0;
}

/* The next bytes of a block of memory, 64-byte aligned. */
static void *take(uint8_t **memory, size_t bytes)
{
    uint8_t *here = *memory + (64 - (uintptr_t)*memory % 64) % 64;
    *memory = here + bytes;
    return here;
}

static int set_up(neosig_bench_case *c, const neosig_reference *reference)
{
    neosig_operation operation = c->operation;
    int secret = operation == NEOSIG_OP_PREPARE_SIGN || operation == NEOSIG_OP_SIGN_PREPARED;
    int prepared = operation >= NEOSIG_OP_PREPARE_SIGN;
    size_t workspace = 0;
    if (reference && prepared) {
        fputs("neosig-bench: the reference has no prepared keys\n", stderr);
        return -1;
    }
    for (int op = 0; op < 7; op++) {
        size_t bytes = neosig_workspace_bytes(c->alg, (neosig_operation)op, 0);
        workspace = bytes > workspace ? bytes : workspace;
    }
    c->prepared_bytes = prepared ? neosig_prepared_bytes(c->alg, secret) : 0;
    uint8_t *memory = c->memory = malloc(c->alg->public_key_bytes + c->alg->secret_key_bytes + c->alg->signature_bytes +
                                         c->prepared_bytes + workspace + 5 * 64);
    if (!memory)
        return -1;
    c->pk = take(&memory, c->alg->public_key_bytes);
    c->sk = take(&memory, c->alg->secret_key_bytes);
    c->sig = take(&memory, c->alg->signature_bytes);
    c->prepared = take(&memory, c->prepared_bytes);
    c->options.workspace = take(&memory, workspace);
    c->options.workspace_bytes = workspace;
    c->options.random = neosig_bench_random;
    c->options.flags = NEOSIG_ALLOW_INSECURE; /* what is broken may still be measured */

    if (operation == NEOSIG_OP_KEYPAIR)
        return 0;
    if (keypair(c))
        return -1;
    if (operation == NEOSIG_OP_VERIFY || operation == NEOSIG_OP_VERIFY_PREPARED)
        if (sign(c, 0))
            return -1;
    if (operation == NEOSIG_OP_SIGN_PREPARED || operation == NEOSIG_OP_VERIFY_PREPARED)
        return prepare(c, secret);
    return 0;
}

int neosig_bench_begin(neosig_bench_case *c, const neosig_alg *alg, neosig_operation operation,
                       const neosig_reference *reference)
{
    memset(c, 0, sizeof *c);
    memset(c->message, 7, sizeof c->message);
    c->alg = alg;
    c->operation = operation;
    c->key_state = 1;
    c->sign_state = 2;
    if (set_up(c, reference) == 0) {
        c->reference = reference;
        return 0;
    }
    fprintf(stderr, "neosig-bench: cannot set up %s of %s\n", neosig_bench_operations[operation], alg->name);
    neosig_bench_end(c);
    return -1;
}

int neosig_bench_run(neosig_bench_case *c, size_t i)
{
    switch (c->operation) {
    case NEOSIG_OP_KEYPAIR:
        return keypair(c);
    case NEOSIG_OP_SIGN:
    case NEOSIG_OP_SIGN_PREPARED:
        return sign(c, i);
    case NEOSIG_OP_VERIFY:
    case NEOSIG_OP_VERIFY_PREPARED:
        return verify(c);
    case NEOSIG_OP_PREPARE_SIGN:
    case NEOSIG_OP_PREPARE_VERIFY:
        return prepare(c, c->operation == NEOSIG_OP_PREPARE_SIGN);
    }
    return -1;
}

void neosig_bench_end(neosig_bench_case *c)
{
    free(c->memory);
    c->memory = NULL;
}
