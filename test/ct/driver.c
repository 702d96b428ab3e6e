/* The library's operations on secrets, for the checks described in harness.h.
 *
 *     driver SET OPERATION INDEX ...
 *     driver list all|quick|first 0    the names of sets; first: of each scheme
 *     driver list operations 0         lines of a set and one of its operations; those of less memory (low-), and
 *                                      without randomness (deterministic-), are not of every set
 *     driver list backends 0           those that this CPU runs
 *
 * For one set, every index gives the same public seed, message and signing randomness, and another private seed. The
 * public key that follows from it differs, and so does the signature.
 */
#include "harness.h"
#include "neosig/neosig.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* A scheme whose key seed has a public part has a row here; of all others, the whole seed is private. */
static const struct {
    const char *scheme;
    size_t public_offset, public_bytes;
} layouts[] = {{"snova", 0, 16}, {"rainbow", 32, 32} /* but for classic keys */};

/* Static memory, for addresses that repeat. */
enum { WORKSPACE_BYTES = 48 << 20, PREPARED_BYTES = 16 << 20, KEY_BYTES = 4 << 20, SIGNATURE_BYTES = 1 << 16 };
enum { SEED_BYTES = 256, MESSAGE_BYTES = 57 };

static const neosig_alg *alg;
static uint8_t pk[KEY_BYTES], sk[KEY_BYTES], sig[SIGNATURE_BYTES];
static uint8_t seed[SEED_BYTES], message[MESSAGE_BYTES];
static _Alignas(64) uint8_t workspace[WORKSPACE_BYTES], prepared[PREPARED_BYTES];
static size_t sig_bytes, seed_used;

/* What a key pair or a signature draws. A caller's generator knows nothing of which bytes get published. */
static int draw_seed(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    if (bytes > alg->seed_bytes - seed_used)
        return -1;
    memcpy(out, seed + seed_used, bytes);
    seed_used += bytes;
    neosig_classify(out, bytes);
    return 0;
}

static int draw_nonce(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    harness_bytes(out, bytes, 1);
    neosig_classify(out, bytes);
    return 0;
}

static const neosig_options key_options = {.size = sizeof key_options,
                                           .flags = NEOSIG_ALLOW_INSECURE,
                                           .random = draw_seed,
                                           .workspace = workspace,
                                           .workspace_bytes = sizeof workspace};
static const neosig_options sign_options = {
    .size = sizeof sign_options, .random = draw_nonce, .workspace = workspace, .workspace_bytes = sizeof workspace};

static neosig_error keypair(unsigned flags)
{
    neosig_options options = key_options;
    options.flags |= flags;
    seed_used = 0;
    return neosig_keypair(alg, pk, sk, &options);
}

static neosig_error check_keypair(unsigned flags)
{
    neosig_options options = sign_options;
    options.flags = flags;
    return neosig_check_keypair(alg, pk, alg->public_key_bytes, sk, alg->secret_key_bytes, &options);
}

static neosig_error sign(unsigned flags)
{
    neosig_options options = sign_options;
    options.flags = flags;
    return neosig_sign(alg, sig, &sig_bytes, message, sizeof message, sk, alg->secret_key_bytes, &options);
}

static neosig_error prepare(unsigned flags)
{
    (void)flags; /* there is one way only */
    return neosig_prepare_sign(alg, prepared, neosig_prepared_bytes(alg, 1), sk, alg->secret_key_bytes, &sign_options);
}

static neosig_error prepare_from_seed(unsigned flags)
{
    uint8_t copy[SEED_BYTES];
    neosig_options options = key_options;
    options.flags |= flags;
    memcpy(copy, seed, alg->seed_bytes);
    neosig_classify(copy, alg->seed_bytes);
    return neosig_prepare_sign_from_seed(alg, prepared, neosig_prepared_bytes(alg, 1), copy, alg->seed_bytes, &options);
}

static neosig_error sign_prepared(unsigned flags)
{
    neosig_options options = sign_options;
    options.flags = flags;
    return neosig_sign_prepared(prepared, sig, &sig_bytes, message, sizeof message, &options);
}

static neosig_error stream_sign(unsigned flags)
{
    neosig_stream stream;
    neosig_options options = sign_options;
    options.flags = flags;
    neosig_error error = neosig_sign_init(&stream, alg, sk, alg->secret_key_bytes, &options);
    if (error == NEOSIG_OK)
        error = neosig_sign_update(&stream, message, sizeof message);
    return error == NEOSIG_OK ? neosig_sign_final(&stream, sig, &sig_bytes) : error;
}

static neosig_error all(unsigned flags);

static const struct operation {
    const char *name;
    neosig_error (*run)(unsigned flags);
    unsigned flags;
    enum { SEED, KEY, PREPARED } from; /* what is there before */
    int signs;
    neosig_operation memory; /* whose workspace tells whether low memory is of a kind of its own */
} operations[] = {
    {"keypair", keypair, 0, SEED, 0, NEOSIG_OP_KEYPAIR},
    {"low-keypair", keypair, NEOSIG_LOW_MEMORY, SEED, 0, NEOSIG_OP_KEYPAIR},
    {"check-keypair", check_keypair, 0, KEY, 0, NEOSIG_OP_KEYPAIR},
    {"prepare-sign", prepare, 0, KEY, 0, NEOSIG_OP_PREPARE_SIGN},
    {"prepare-seed", prepare_from_seed, 0, SEED, 0, NEOSIG_OP_KEYPAIR},
    {"sign", sign, 0, KEY, 1, NEOSIG_OP_SIGN},
    {"low-sign", sign, NEOSIG_LOW_MEMORY, KEY, 1, NEOSIG_OP_SIGN},
    {"deterministic-sign", sign, NEOSIG_DETERMINISTIC, KEY, 1, NEOSIG_OP_SIGN},
    {"stream-sign", stream_sign, 0, KEY, 1, NEOSIG_OP_SIGN},
    {"sign-prepared", sign_prepared, 0, PREPARED, 1, NEOSIG_OP_SIGN_PREPARED},
    {"low-sign-prepared", sign_prepared, NEOSIG_LOW_MEMORY, PREPARED, 1, NEOSIG_OP_SIGN_PREPARED},
    {"deterministic-sign-prepared", sign_prepared, NEOSIG_DETERMINISTIC, PREPARED, 1, NEOSIG_OP_SIGN_PREPARED},
    {"all", all, 0, SEED, 1, NEOSIG_OP_SIGN},
};

enum { OPERATIONS = sizeof operations / sizeof operations[0], ALL = OPERATIONS - 1 };

static const struct operation *operation;

static int has(const neosig_alg *a, const struct operation *o)
{
    if (o->flags & NEOSIG_LOW_MEMORY)
        return neosig_workspace_bytes(a, o->memory, NEOSIG_LOW_MEMORY) != neosig_workspace_bytes(a, o->memory, 0);
    const unsigned both = NEOSIG_HAS_DETERMINISTIC | NEOSIG_HAS_HEDGED; /* with one alone, sign is the same */
    return !(o->flags & NEOSIG_DETERMINISTIC) || (a->features & both) == both;
}

/* One after the other, each in what the others left. */
static neosig_error all(unsigned flags)
{
    neosig_error error = NEOSIG_OK;
    (void)flags;
    for (size_t i = 0; i < ALL && error == NEOSIG_OK; i++)
        if (has(alg, &operations[i])) {
            error = operations[i].run(operations[i].flags);
            neosig_classify(sk, alg->secret_key_bytes); /* all of it, whatever the library thinks */
        }
    return error;
}

static void list(const char *which)
{
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *a = neosig_alg_at(i);
        for (size_t j = 0; j < ALL && !strcmp(which, "operations"); j++)
            if (has(a, &operations[j]))
                printf("%s %s\n", a->name, operations[j].name);
        if (!strcmp(which, "all") || (!strcmp(which, "quick") && quick_set(a)) ||
            (!strcmp(which, "first") && first_set(a)))
            puts(a->name);
    }
    exit(0);
}

int harness_prepare(const char *set, const char *name, uint64_t index)
{
    if (!strcmp(set, "list")) {
        harness_list_backends(name);
        list(name);
    }
    alg = neosig_alg_find(set);
    operation = NULL;
    for (size_t i = 0; i < OPERATIONS; i++)
        if (!strcmp(operations[i].name, name))
            operation = &operations[i];
    if (!alg || !operation)
        return -1;
    if (!harness_backend())
        return -3;
    if (neosig_prepared_bytes(alg, 1) > sizeof prepared || alg->secret_key_bytes > sizeof sk ||
        alg->public_key_bytes > sizeof pk || alg->signature_bytes > sizeof sig || alg->seed_bytes > sizeof seed)
        return -2;

#ifdef __GLIBC__
    /* What is freed stays in the heap: from the warm-up on, every run gets the same addresses. */
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
    harness_bytes(message, sizeof message, 0);
    harness_seed(alg, seed, pk, sk, 2 + index);
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        if (!strcmp(layouts[i].scheme, alg->scheme) &&
            layouts[i].public_offset + layouts[i].public_bytes <= alg->seed_bytes)
            harness_bytes(seed + layouts[i].public_offset, layouts[i].public_bytes, 1);

    /* The operations after key generation start from a key made out of sight. */
    neosig_error error = NEOSIG_OK;
    if (operation->from != SEED) {
        neosig_options options = key_options;
        error = neosig_keypair_from_seed(alg, pk, sk, seed, alg->seed_bytes, &options);
        neosig_classify(sk, alg->secret_key_bytes);
    }
    if (!error && operation->from == PREPARED)
        error = prepare(0);
    return (int)error;
}

int harness_run(void)
{
    return (int)operation->run(operation->flags);
}

int harness_finish(int result)
{
    neosig_declassify(&sig_bytes, sizeof sig_bytes, "output");
    neosig_declassify(pk, alg->public_key_bytes, "output");
    neosig_declassify(sig, sizeof sig, "output");
    if (!result && operation->signs)
        result = (int)neosig_verify(alg, sig, sig_bytes, message, sizeof message, pk, alg->public_key_bytes, NULL);
    return result;
}
