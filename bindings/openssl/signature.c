#include "provider.h"

#include <stdlib.h>
#include <string.h>

static const char context_name[] = "context-string", deterministic_name[] = "deterministic", mu_name[] = "mu",
                  encoding_name[] = "message-encoding", entropy_name[] = "test-entropy", signature_name[] = "signature";

enum { CONTEXT_MOST = 255, ENTROPY_MOST = 64 };

/* An operation. A message in pieces is collected: what is verified is told last by most callers, and OpenSSL finishes a
 * copy of what it began, so that a caller may finish twice. Two signatures of one message with one nonce would disclose
 * a Falcon key. */
typedef struct operation {
    const provider *in;
    const set *set;
    const key *key; /* OpenSSL holds it as long as this operation */
    int verifying;
    int deterministic, mu, pure, allow_insecure; /* flags */
    uint8_t context[CONTEXT_MOST];
    size_t context_bytes;
    uint8_t entropy[ENTROPY_MOST]; /* for tests: what is drawn */
    size_t entropy_bytes;
    uint8_t *message;
    size_t message_bytes, message_room;
    uint8_t *signature; /* to verify, of the functions for messages */
    size_t signature_bytes;
} operation;

static void *make(const provider *in, size_t slot)
{
    operation *const op = in->sets[slot].alg != NULL ? allocate(in, sizeof *op) : NULL;
    if (op != NULL) {
        op->in = in;
        op->set = &in->sets[slot];
        op->pure = 1;
    }
    return op;
}

static void forget_message(operation *op)
{
    neosig_key_free(op->message, op->message_room);
    op->message = NULL;
    op->message_bytes = op->message_room = 0;
}

static void free_operation(void *context)
{
    operation *const op = context;
    if (op == NULL)
        return;
    forget_message(op);
    free(op->signature);
    neosig_wipe(op, sizeof *op);
    free(op);
}

/* In place of the one before. */
static int keep_signature(operation *op, const uint8_t *signature, size_t bytes)
{
    uint8_t *const copy = allocate(op->in, bytes + 1);
    if (copy == NULL)
        return 0;
    if (bytes != 0)
        memcpy(copy, signature, bytes);
    free(op->signature);
    op->signature = copy;
    op->signature_bytes = bytes;
    return 1;
}

static int update(void *context, const unsigned char *data, size_t bytes)
{
    operation *const op = context;
    if (bytes > op->message_room - op->message_bytes) {
        const size_t needed = op->message_bytes + bytes, room = needed < 1024 ? 1024 : 2 * needed;
        uint8_t *const larger = needed < bytes || room < needed ? NULL : malloc(room);
        if (larger == NULL)
            return RAISE(op->in, NEOSIG_ERR_MEMORY, "the message is kept until it is whole");
        if (op->message_bytes != 0)
            memcpy(larger, op->message, op->message_bytes);
        neosig_key_free(op->message, op->message_room);
        op->message = larger;
        op->message_room = room;
    }
    if (bytes != 0)
        memcpy(op->message + op->message_bytes, data, bytes);
    op->message_bytes += bytes;
    return 1;
}

static void *dup(void *context)
{
    const operation *const from = context;
    operation *const op = allocate(from->in, sizeof *op);
    if (op == NULL)
        return NULL;
    *op = *from;
    op->message = op->signature = NULL;
    op->message_bytes = op->message_room = 0;
    if (update(op, from->message, from->message_bytes) && keep_signature(op, from->signature, from->signature_bytes))
        return op;
    free_operation(op);
    return NULL;
}

/* ---- Parameters, with the names of EVP_SIGNATURE-ML-DSA */

static const OSSL_PARAM *settable(void *op, void *in)
{
    static const OSSL_PARAM params[] = {
        PARAM_OCTETS(context_name), PARAM_INT(deterministic_name), PARAM_INT(mu_name),        PARAM_INT(encoding_name),
        PARAM_OCTETS(entropy_name), PARAM_OCTETS(signature_name),  PARAM_INT(ALLOW_INSECURE), PARAM_END};
    return params;
}

static int take_flag(const operation *op, const OSSL_PARAM params[], const char *name, int *flag)
{
    const OSSL_PARAM *const p = param_find(params, name);
    return p == NULL || param_get_flag(p, flag) || RAISE(op->in, NEOSIG_ERR_ARGUMENT, "%s is 0 or 1", name);
}

static int take_octets(const operation *op, const OSSL_PARAM params[], const char *name, uint8_t *to, size_t most,
                       size_t *bytes)
{
    const OSSL_PARAM *const p = param_find(params, name);
    const uint8_t *data;
    size_t count;
    if (p == NULL)
        return 1;
    if (!param_get_octets(p, &data, &count) || count > most)
        return RAISE(op->in, NEOSIG_ERR_ARGUMENT, "%s is a string of at most %zu octets", name, most);
    if (count != 0)
        memcpy(to, data, count);
    *bytes = count;
    return 1;
}

static int take_signature(operation *op, const OSSL_PARAM params[])
{
    const OSSL_PARAM *const p = param_find(params, signature_name);
    const uint8_t *data;
    size_t count;
    if (p == NULL)
        return 1;
    if (!param_get_octets(p, &data, &count) || count > NEOSIG_MAX_SIGNATURE_BYTES)
        return RAISE(op->in, NEOSIG_ERR_ARGUMENT, "%s is a string of at most %d octets", signature_name,
                     NEOSIG_MAX_SIGNATURE_BYTES);
    return keep_signature(op, data, count);
}

static int set_params(void *context, const OSSL_PARAM params[])
{
    operation *const given = context, changed = *given, *const op = &changed; /* all of them, or none */
    if (!take_octets(op, params, context_name, op->context, sizeof op->context, &op->context_bytes) ||
        !take_octets(op, params, entropy_name, op->entropy, sizeof op->entropy, &op->entropy_bytes) ||
        !take_flag(op, params, deterministic_name, &op->deterministic) || !take_flag(op, params, mu_name, &op->mu) ||
        !take_flag(op, params, encoding_name, &op->pure) || !take_flag(op, params, ALLOW_INSECURE, &op->allow_insecure))
        return 0;
    const unsigned has = op->set->alg->features;
    const char *refused = op->context_bytes != 0 && !(has & NEOSIG_HAS_CONTEXT)    ? context_name
                          : op->deterministic && !(has & NEOSIG_HAS_DETERMINISTIC) ? deterministic_name
                          : op->mu && !(has & NEOSIG_HAS_EXTERNAL_MU)              ? mu_name
                                                                                   : NULL;
    if (refused != NULL)
        return RAISE(op->in, NEOSIG_ERR_UNSUPPORTED, "%s has no %s", op->set->name, refused);
    if (!take_signature(op, params)) /* the last, since what it replaces is gone */
        return 0;
    *given = changed;
    return 1;
}

static const OSSL_PARAM *gettable(void *op, void *in)
{
    static const OSSL_PARAM params[] = {PARAM_OCTETS(OSSL_SIGNATURE_PARAM_ALGORITHM_ID), PARAM_END};
    return params;
}

static int get_params(void *context, OSSL_PARAM params[])
{
    const operation *const op = context;
    return param_set_octets(params, OSSL_SIGNATURE_PARAM_ALGORITHM_ID, op->set->algorithm_id,
                            op->set->algorithm_id_bytes) ||
           RAISE_NO_ROOM(op->in);
}

/* ---- Operations */

static int init(operation *op, const key *k, const OSSL_PARAM params[], int verifying)
{
    op->key = k != NULL ? k : op->key;
    op->verifying = verifying;
    op->mu = 0; /* as EVP_SIGNATURE-ML-DSA; what else was set stays */
    op->signature_bytes = 0;
    forget_message(op);
    if (op->key == NULL)
        return RAISE(op->in, NEOSIG_ERR_ARGUMENT, "no key was given");
    if (op->key->set != op->set)
        return RAISE(op->in, NEOSIG_ERR_KEY, "the key is of %s, not of %s", op->key->set->name, op->set->name);
    if ((verifying ? op->key->members.public_key : op->key->members.secret_key) == NULL)
        return RAISE(op->in, NEOSIG_ERR_KEY, "the key has no %s part", verifying ? "public" : "private");
    return set_params(op, params);
}

static int sign_init(void *op, void *k, const OSSL_PARAM params[])
{
    return init(op, k, params, 0);
}

static int verify_init(void *op, void *k, const OSSL_PARAM params[])
{
    return init(op, k, params, 1);
}

static int check_digest(const operation *op, const char *digest)
{
    return digest == NULL || *digest == 0 ||
           RAISE(op->in, NEOSIG_ERR_UNSUPPORTED, "%s signs messages, not digests: %s cannot be chosen", op->set->name,
                 digest);
}

static int digest_sign_init(void *op, const char *digest, void *k, const OSSL_PARAM params[])
{
    return check_digest(op, digest) && init(op, k, params, 0);
}

static int digest_verify_init(void *op, const char *digest, void *k, const OSSL_PARAM params[])
{
    return check_digest(op, digest) && init(op, k, params, 1);
}

/* The octets that a test gives in place of random ones, each once. */
static int draw_entropy(void *state, uint8_t *out, size_t bytes)
{
    operation *const op = state;
    if (bytes != op->entropy_bytes)
        return 1;
    memcpy(out, op->entropy, bytes);
    op->entropy_bytes = 0;
    return 0;
}

/* As with EVP_SIGNATURE-ML-DSA the octets of a test come before deterministic. */
static neosig_options options_of(operation *op)
{
    neosig_options options = {.size = sizeof options, .context = op->context, .context_bytes = op->context_bytes};
    options.flags = op->mu ? NEOSIG_EXTERNAL_MU : op->pure ? 0 : NEOSIG_INTERNAL;
    if (options.flags != 0)
        options.context_bytes = 0;
    if (op->entropy_bytes != 0 && !op->verifying) {
        options.random = draw_entropy;
        options.random_state = op;
    } else if (op->deterministic && !op->verifying) {
        options.flags |= NEOSIG_DETERMINISTIC;
    }
    return options;
}

static int sign(void *context, unsigned char *signature, size_t *bytes, size_t room, const unsigned char *message,
                size_t message_bytes)
{
    operation *const op = context;
    const neosig_alg *const alg = op->set->alg;
    if (signature == NULL) {
        *bytes = alg->signature_bytes;
        return 1;
    }
    if (room < alg->signature_bytes)
        return RAISE(op->in, NEOSIG_ERR_LENGTH, "a signature of %s needs %zu bytes, there are %zu", op->set->name,
                     alg->signature_bytes, room);
    if (security_bits(alg) == 0 && !op->allow_insecure)
        return RAISE(op->in, NEOSIG_ERR_INSECURE, "%s: -pkeyopt or -sigopt " ALLOW_INSECURE ":1 signs all the same",
                     op->set->name);
    const neosig_options options = options_of(op);
    const neosig_error error = neosig_sign(alg, signature, bytes, message, message_bytes, op->key->members.secret_key,
                                           alg->secret_key_bytes, &options);
    return error == NEOSIG_OK || RAISE(op->in, error, "signing with %s", op->set->name);
}

static int verify(void *context, const unsigned char *signature, size_t bytes, const unsigned char *message,
                  size_t message_bytes)
{
    operation *const op = context;
    const neosig_alg *const alg = op->set->alg;
    const neosig_options options = options_of(op);
    const neosig_error error = neosig_verify(alg, signature, bytes, message, message_bytes, op->key->members.public_key,
                                             alg->public_key_bytes, &options);
    return error == NEOSIG_OK || RAISE(op->in, error, "verifying with %s", op->set->name);
}

static int sign_final(void *context, unsigned char *signature, size_t *bytes, size_t room)
{
    operation *const op = context;
    return sign(op, signature, bytes, room, op->message, op->message_bytes);
}

static int verify_final(void *context, const unsigned char *signature, size_t bytes)
{
    operation *const op = context;
    return verify(op, signature, bytes, op->message, op->message_bytes);
}

static int verify_message_final(void *context)
{
    operation *const op = context;
    return verify(op, op->signature, op->signature_bytes, op->message, op->message_bytes);
}

/* In one call. What was given in pieces stands before the message, and is the same afterwards. */
static int sign_at_once(void *context, unsigned char *signature, size_t *bytes, size_t room,
                        const unsigned char *message, size_t message_bytes)
{
    operation *const op = context;
    const size_t before = op->message_bytes;
    if (before == 0 || signature == NULL)
        return sign(op, signature, bytes, room, message, message_bytes);
    const int done = update(op, message, message_bytes) && sign_final(op, signature, bytes, room);
    op->message_bytes = before;
    return done;
}

static int verify_at_once(void *context, const unsigned char *signature, size_t bytes, const unsigned char *message,
                          size_t message_bytes)
{
    operation *const op = context;
    const size_t before = op->message_bytes;
    if (before == 0)
        return verify(op, signature, bytes, message, message_bytes);
    const int done = update(op, message, message_bytes) && verify_final(op, signature, bytes);
    op->message_bytes = before;
    return done;
}

/* ---- Tables */

/* clang-format off */
#define F(id, function) ENTRY(OSSL_FUNC_SIGNATURE_##id, function)
/* What versions before 3.4 are not shown. */
enum { FOR_MESSAGES_ENTRIES = 8 };
#define FOR_MESSAGES \
    F(SIGN_MESSAGE_INIT, sign_init) F(SIGN_MESSAGE_UPDATE, update) F(SIGN_MESSAGE_FINAL, sign_final) \
    F(VERIFY_MESSAGE_INIT, verify_init) F(VERIFY_MESSAGE_UPDATE, update) F(VERIFY_MESSAGE_FINAL, verify_message_final) \
    F(SIGN, sign_at_once) F(VERIFY, verify_at_once)
#define SHARED \
    F(FREECTX, free_operation) F(DUPCTX, dup) \
    F(DIGEST_SIGN_INIT, digest_sign_init) F(DIGEST_SIGN_UPDATE, update) F(DIGEST_SIGN_FINAL, sign_final) \
    F(DIGEST_VERIFY_INIT, digest_verify_init) F(DIGEST_VERIFY_UPDATE, update) F(DIGEST_VERIFY_FINAL, verify_final) \
    F(DIGEST_SIGN, sign_at_once) F(DIGEST_VERIFY, verify_at_once) \
    F(GET_CTX_PARAMS, get_params) F(GETTABLE_CTX_PARAMS, gettable) \
    F(SET_CTX_PARAMS, set_params) F(SETTABLE_CTX_PARAMS, settable)
#define FUNCTIONS(i) \
    static void *new_##i(void *in, const char *properties) { return make(in, i); } \
    static const OSSL_DISPATCH functions_##i[] = {FOR_MESSAGES F(NEWCTX, new_##i) SHARED LAST};
/* clang-format on */
EACH_SLOT(FUNCTIONS)

const OSSL_DISPATCH *signature_functions(size_t slot, int version)
{
#define FUNCTIONS_OF(i) functions_##i,
    static const OSSL_DISPATCH *const functions[SLOTS] = {EACH_SLOT(FUNCTIONS_OF)};
    return functions[slot] + (version < 304 ? FOR_MESSAGES_ENTRIES : 0);
}
