/* The library's operations on secrets, for the checks described in harness.h.
 *
 *     driver SET keypair|sign|prepare|sign-prepared|low-sign|all INDEX ...
 *     driver list all|quick|low 0      the names of sets; low: those that low-sign (NEOSIG_LOW_MEMORY) makes sense for
 *     driver list backends 0           those that this CPU runs
 *
 * For one set, every index gives the same public seed, message and signing randomness, and another private seed. The
 * public key that follows from it differs, and so does the signature.
 */
#include "harness.h"
#include "neosig/neosig.h"

/* A scheme whose key seed has a public part has a row here; of all others, the whole seed is private. */
static const struct {
    const char *scheme;
    size_t public_offset, public_bytes;
} layouts[] = {{"snova", 0, 16}, {"rainbow", 32, 32} /* but for classic keys */};

/* Static memory, for addresses that repeat. */
enum { WORKSPACE_BYTES = 48 << 20, PREPARED_BYTES = 16 << 20, KEY_BYTES = 4 << 20, SIGNATURE_BYTES = 1 << 16 };
enum { SEED_BYTES = 256, MESSAGE_BYTES = 57 };

static const neosig_alg *alg;
static char operation; /* its first letter, but P for sign-prepared */
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

static const neosig_options key_options = {
    .flags = NEOSIG_ALLOW_INSECURE, .random = draw_seed, .workspace = workspace, .workspace_bytes = sizeof workspace};
static const neosig_options sign_options = {
    .random = draw_nonce, .workspace = workspace, .workspace_bytes = sizeof workspace};

static neosig_error keypair(void)
{
    seed_used = 0;
    return neosig_keypair(alg, pk, sk, &key_options);
}

static neosig_error sign(unsigned flags)
{
    neosig_options options = sign_options;
    options.flags = flags;
    return neosig_sign(alg, sig, &sig_bytes, message, sizeof message, sk, alg->secret_key_bytes, &options);
}

static neosig_error prepare(void)
{
    return neosig_prepare_sign(alg, prepared, neosig_prepared_bytes(alg, 1), sk, alg->secret_key_bytes, &sign_options);
}

static neosig_error prepare_from_seed(void)
{
    uint8_t copy[SEED_BYTES];
    memcpy(copy, seed, alg->seed_bytes);
    neosig_classify(copy, alg->seed_bytes);
    return neosig_prepare_sign_from_seed(alg, prepared, neosig_prepared_bytes(alg, 1), copy, alg->seed_bytes,
                                         &key_options);
}

static neosig_error sign_prepared(void)
{
    return neosig_sign_prepared(prepared, sig, &sig_bytes, message, sizeof message, &sign_options);
}

static int has_low(const neosig_alg *a)
{
    return neosig_workspace_bytes(a, NEOSIG_OP_SIGN, NEOSIG_LOW_MEMORY) != neosig_workspace_bytes(a, NEOSIG_OP_SIGN, 0);
}

static void list(char which)
{
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *a = neosig_alg_at(i);
        if (which == 'a' || (which == 'q' && quick_set(a)) || (which == 'l' && has_low(a)))
            puts(a->name);
    }
    exit(0);
}

int harness_prepare(const char *set, const char *name, uint64_t index)
{
    if (!strcmp(set, "list")) {
        harness_list_backends(name);
        list(name[0]);
    }
    alg = neosig_alg_find(set);
    if (!alg)
        return -1;
    if (!harness_backend())
        return -3;
    if (neosig_prepared_bytes(alg, 1) > sizeof prepared || alg->secret_key_bytes > sizeof sk ||
        alg->public_key_bytes > sizeof pk || alg->signature_bytes > sizeof sig || alg->seed_bytes > sizeof seed)
        return -2;
    operation = !strcmp(name, "sign-prepared") ? 'P' : name[0];

    harness_bytes(message, sizeof message, 0);
    harness_bytes(seed, alg->seed_bytes, 2 + index);
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        if (!strcmp(layouts[i].scheme, alg->scheme) &&
            layouts[i].public_offset + layouts[i].public_bytes <= alg->seed_bytes)
            harness_bytes(seed + layouts[i].public_offset, layouts[i].public_bytes, 1);

    /* The operations after key generation start from a key made out of sight. */
    neosig_error error = NEOSIG_OK;
    if (operation != 'k' && operation != 'a') {
        neosig_options options = key_options;
        error = neosig_keypair_from_seed(alg, pk, sk, seed, alg->seed_bytes, &options);
        neosig_classify(sk, alg->secret_key_bytes);
    }
    if (!error && operation == 'P')
        error = prepare();
    return (int)error;
}

int harness_run(void)
{
    neosig_error error = NEOSIG_ERR_ARGUMENT;
    switch (operation) {
    case 'k':
        return (int)keypair();
    case 's':
        return (int)sign(0);
    case 'l':
        return (int)sign(NEOSIG_LOW_MEMORY);
    case 'p':
        return (int)prepare();
    case 'P':
        return (int)sign_prepared();
    case 'a':
        error = keypair();
        neosig_classify(sk, alg->secret_key_bytes); /* all of it, whatever the library thinks */
        if (!error)
            error = sign(0);
        if (!error && has_low(alg))
            error = sign(NEOSIG_LOW_MEMORY);
        if (!error && (alg->features & NEOSIG_HAS_DETERMINISTIC))
            error = sign(NEOSIG_DETERMINISTIC);
        if (!error)
            error = prepare();
        if (!error)
            error = sign_prepared();
        if (!error)
            error = prepare_from_seed();
        if (!error)
            error = sign_prepared();
    }
    return (int)error;
}

int harness_finish(int result)
{
    neosig_declassify(&sig_bytes, sizeof sig_bytes, "output");
    neosig_declassify(pk, alg->public_key_bytes, "output");
    neosig_declassify(sig, sizeof sig, "output");
    if (!result && operation != 'k' && operation != 'p')
        result = (int)neosig_verify(alg, sig, sig_bytes, message, sizeof message, pk, alg->public_key_bytes, NULL);
    return result;
}
