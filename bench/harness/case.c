#include "case.h"
#include "common/splitmix64.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_PAIR_SEED = 1, SIGNATURE_SEED = 2, ALIGNMENT = 64, BUFFERS = 5 };

const char neosig_bench_reference[] = "reference";

int neosig_bench_find_operation(neosig_operation *operation, const char *name)
{
    for (int i = 0; i < NEOSIG_OPERATIONS; i++)
        if (strcmp(neosig_operation_name((neosig_operation)i), name) == 0) {
            *operation = (neosig_operation)i;
            return 0;
        }
    return -1;
}

const char *neosig_bench_refusal(const neosig_alg *alg, neosig_operation operation, const char *backend)
{
    if (strcmp(backend, neosig_bench_reference) != 0)
        return neosig_backend_usable(backend) ? NULL : neosig_strerror(NEOSIG_ERR_BACKEND);
    if (!neosig_reference_of(alg))
        return "its scheme has no reference";
    return operation >= NEOSIG_OP_PREPARE_SIGN ? "the reference has no prepared keys" : NULL;
}

static void seed(neosig_bench_case *c, uint32_t number, unsigned purpose)
{
    c->random_state = (uint64_t)number << 32 | purpose;
}

static int key_pair(neosig_bench_case *c, uint32_t number)
{
    seed(c, number, KEY_PAIR_SEED);
    if (c->reference)
        return c->reference->keypair(c->alg, c->public_key, c->secret_key, splitmix64_random, &c->random_state);
    return neosig_keypair(c->alg, c->public_key, c->secret_key, &c->options) ? -1 : 0;
}

static void take_message(neosig_bench_case *c, uint32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        c->message[i] = (uint8_t)(number >> 8 * i);
}

static int sign(neosig_bench_case *c, uint32_t number)
{
    seed(c, number, SIGNATURE_SEED);
    take_message(c, number);
    if (c->reference)
        return c->reference->sign(c->alg, c->signature, &c->signature_bytes, c->message, sizeof c->message,
                                  c->secret_key, splitmix64_random, &c->random_state);
    neosig_error error;
    if (c->operation == NEOSIG_OP_SIGN_PREPARED)
        error = neosig_sign_prepared(c->prepared, c->signature, &c->signature_bytes, c->message, sizeof c->message,
                                     &c->options);
    else
        error = neosig_sign(c->alg, c->signature, &c->signature_bytes, c->message, sizeof c->message, c->secret_key,
                            c->alg->secret_key_bytes, &c->options);
    return error ? -1 : 0;
}

static int verify(const neosig_bench_case *c)
{
    if (c->reference)
        return c->reference->verify(c->alg, c->signature, c->signature_bytes, c->message, sizeof c->message,
                                    c->public_key);
    neosig_error error;
    if (c->operation == NEOSIG_OP_VERIFY_PREPARED)
        error = neosig_verify_prepared(c->prepared, c->signature, c->signature_bytes, c->message, sizeof c->message,
                                       &c->options);
    else
        error = neosig_verify(c->alg, c->signature, c->signature_bytes, c->message, sizeof c->message, c->public_key,
                              c->alg->public_key_bytes, &c->options);
    return error ? -1 : 0;
}

/* The signature is good for the first message, and must be refused with the others. */
static int verify_in_turn(neosig_bench_case *c)
{
    if (c->messages <= 1)
        return verify(c);
    const int signed_one = c->number == c->first;
    take_message(c, c->number);
    c->number = c->number + 1 < c->first + c->messages ? c->number + 1 : c->first;
    return (verify(c) == 0) == signed_one ? 0 : -1;
}

static int prepare_sign(const neosig_bench_case *c)
{
    return neosig_prepare_sign(c->alg, c->prepared, c->prepared_bytes, c->secret_key, c->alg->secret_key_bytes,
                               &c->options)
               ? -1
               : 0;
}

static int prepare_verify(const neosig_bench_case *c)
{
    return neosig_prepare_verify(c->alg, c->prepared, c->prepared_bytes, c->public_key, c->alg->public_key_bytes,
                                 &c->options)
               ? -1
               : 0;
}

/* The next bytes of a block of memory, aligned. */
static void *take(uint8_t **memory, size_t bytes)
{
    uint8_t *here = *memory + (ALIGNMENT - (uintptr_t)*memory % ALIGNMENT) % ALIGNMENT;
    *memory = here + bytes;
    return here;
}

/* The workspace does for every operation, since set-up takes several. */
static int allocate(neosig_bench_case *c)
{
    const neosig_alg *alg = c->alg;
    size_t workspace = 0;
    for (int op = 0; op < NEOSIG_OPERATIONS; op++) {
        size_t bytes = neosig_workspace_bytes(alg, (neosig_operation)op, 0);
        workspace = bytes > workspace ? bytes : workspace;
    }
    if (c->operation >= NEOSIG_OP_PREPARE_SIGN)
        c->prepared_bytes = neosig_prepared_bytes(alg, c->operation == NEOSIG_OP_PREPARE_SIGN ||
                                                           c->operation == NEOSIG_OP_SIGN_PREPARED);
    uint8_t *memory = c->memory = malloc(alg->public_key_bytes + alg->secret_key_bytes + alg->signature_bytes +
                                         c->prepared_bytes + workspace + BUFFERS * ALIGNMENT);
    if (!memory)
        return -1;
    c->public_key = take(&memory, alg->public_key_bytes);
    c->secret_key = take(&memory, alg->secret_key_bytes);
    c->signature = take(&memory, alg->signature_bytes);
    c->prepared = take(&memory, c->prepared_bytes);
    c->options.workspace = take(&memory, workspace);
    c->options.workspace_bytes = workspace;
    return 0;
}

/* What must have happened before the operation. */
static int set_up(neosig_bench_case *c)
{
    switch (c->operation) {
    case NEOSIG_OP_KEYPAIR:
        return 0;
    case NEOSIG_OP_SIGN:
    case NEOSIG_OP_PREPARE_SIGN:
    case NEOSIG_OP_PREPARE_VERIFY:
        return key_pair(c, 0);
    case NEOSIG_OP_VERIFY:
        return key_pair(c, 0) || sign(c, c->number) ? -1 : 0;
    case NEOSIG_OP_SIGN_PREPARED:
        return key_pair(c, 0) || prepare_sign(c) ? -1 : 0;
    case NEOSIG_OP_VERIFY_PREPARED:
        return key_pair(c, 0) || sign(c, c->number) || prepare_verify(c) ? -1 : 0;
    }
    return -1;
}

int neosig_bench_begin(neosig_bench_case *c, const neosig_alg *alg, neosig_operation operation, const char *backend,
                       uint32_t first)
{
    *c = (neosig_bench_case){.alg = alg, .operation = operation, .backend = backend, .number = first, .first = first};
    memset(c->message, 7, sizeof c->message);
    c->options.size = sizeof c->options;
    c->options.flags = NEOSIG_ALLOW_INSECURE; /* what is broken may still be measured */
    c->options.random = splitmix64_random;
    c->options.random_state = &c->random_state;
    const neosig_reference *reference = strcmp(backend, neosig_bench_reference) == 0 ? neosig_reference_of(alg) : NULL;
    if (neosig_bench_refusal(alg, operation, backend) || (!reference && neosig_bench_select(c)) || allocate(c) ||
        set_up(c)) {
        neosig_bench_end(c);
        return -1;
    }
    c->reference = reference;
    return 0;
}

void neosig_bench_end(neosig_bench_case *c)
{
    free(c->memory);
    c->memory = NULL;
}

int neosig_bench_run(void *state)
{
    neosig_bench_case *c = state;
    switch (c->operation) {
    case NEOSIG_OP_KEYPAIR:
        return key_pair(c, c->number++);
    case NEOSIG_OP_SIGN:
    case NEOSIG_OP_SIGN_PREPARED:
        return sign(c, c->number++);
    case NEOSIG_OP_VERIFY:
    case NEOSIG_OP_VERIFY_PREPARED:
        return verify_in_turn(c);
    case NEOSIG_OP_PREPARE_SIGN:
        return prepare_sign(c);
    case NEOSIG_OP_PREPARE_VERIFY:
        return prepare_verify(c);
    }
    return -1;
}

int neosig_bench_select(void *state)
{
    const neosig_bench_case *c = state;
    return !c->reference && neosig_backend_select(c->backend) ? -1 : 0;
}
