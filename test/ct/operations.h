/* Every operation on secrets that the headers offer: the functions that take or make a secret, with every flag and mode
 * of a signature, raw, prepared, in a stream and through NIST's interface, and keys as files. driver.c traces and
 * taints them, residue.c looks at what they leave. A function of the headers that is missing here is found by api.py.
 */
#ifndef NEOSIG_CT_OPERATIONS_H
#define NEOSIG_CT_OPERATIONS_H

#include "inputs.h"
#include "neosig/key.h"
#include "neosig/nist.h"

/* What operations work on, in memory of the program. Only residue.c makes something shorter than it has to be. */
typedef struct subject {
    const neosig_alg *alg;
    uint8_t *seed, *pk, *sk, *sig;
    void *prepared; /* a secret key */
    neosig_stream *stream;
    uint8_t *message, *passphrase, *text; /* text: a key file */
    uint8_t *signed_message;              /* of NIST's interface: room for a message and neosig_nist_bytes() */
    size_t sig_bytes, text_bytes, key_less, prepared_less;
} subject;

enum { DIGEST_BYTES = 64, CONTEXT_BYTES = 5, PASSPHRASE_BYTES = 10 }; /* the program says what MESSAGE_BYTES is */

/* ---- Modes of a signature */

typedef struct mode {
    const char *name; /* before that of the function */
    unsigned flags, features;
    neosig_prehash prehash;
    int has_context, is_digest;
} mode;

static const mode modes[] = {
    {"", 0, 0, NEOSIG_PREHASH_NONE, 0, 0},
    {"low-", NEOSIG_LOW_MEMORY, 0, NEOSIG_PREHASH_NONE, 0, 0},
    {"deterministic-", NEOSIG_DETERMINISTIC, NEOSIG_HAS_DETERMINISTIC | NEOSIG_HAS_HEDGED, NEOSIG_PREHASH_NONE, 0, 0},
    {"internal-", NEOSIG_INTERNAL, NEOSIG_HAS_CONTEXT, NEOSIG_PREHASH_NONE, 0, 0},
    {"context-", 0, NEOSIG_HAS_CONTEXT, NEOSIG_PREHASH_NONE, 1, 0},
    {"prehash-", 0, NEOSIG_HAS_PREHASH, NEOSIG_PREHASH_SHA2_512, 1, 0},
    {"digest-", NEOSIG_DIGEST, NEOSIG_HAS_PREHASH, NEOSIG_PREHASH_SHAKE256, 0, 1},
    {"mu-", NEOSIG_EXTERNAL_MU, NEOSIG_HAS_EXTERNAL_MU, NEOSIG_PREHASH_NONE, 0, 1},
    {"checked-", NEOSIG_SIGN_TWICE | NEOSIG_VERIFY_SIGNED, NEOSIG_HAS_FAULT_CHECKS, NEOSIG_PREHASH_NONE, 0, 0},
    {"parts-", NEOSIG_PARTS, NEOSIG_HAS_PARTS, NEOSIG_PREHASH_NONE, 0, 0},
};

enum { PLAIN, LOW, MODES = sizeof modes / sizeof modes[0] };

static inline void run_in_turn(void *state, void (*part)(void *work, size_t i), void *work, size_t count)
{
    (void)state;
    for (size_t i = 0; i < count; i++)
        part(work, i);
}

static inline void mode_options(neosig_options *options, const mode *m)
{
    static const uint8_t context[CONTEXT_BYTES] = {1, 2, 3, 4, 5};
    options->flags |= m->flags;
    options->run = run_in_turn;
    options->prehash = m->prehash;
    options->context = m->has_context ? context : NULL;
    options->context_bytes = m->has_context ? CONTEXT_BYTES : 0;
}

static inline size_t message_bytes_of(const neosig_options *options)
{
    return options->flags & (NEOSIG_DIGEST | NEOSIG_EXTERNAL_MU) ? DIGEST_BYTES : MESSAGE_BYTES;
}

/* ---- Key pairs */

static neosig_error run_keypair(subject *s, const neosig_options *options)
{
    return neosig_keypair(s->alg, s->pk, s->sk, options);
}

static neosig_error run_nist_keypair(subject *s, const neosig_options *options)
{
    return neosig_nist_keypair(s->alg, s->pk, s->sk, options);
}

static neosig_error run_keypair_from_seed(subject *s, const neosig_options *options)
{
    return neosig_keypair_from_seed(s->alg, s->pk, s->sk, s->seed, s->alg->seed_bytes - s->key_less, options);
}

static neosig_error run_public_key(subject *s, const neosig_options *options)
{
    return neosig_public_key(s->alg, s->pk, s->sk, s->alg->secret_key_bytes - s->key_less, options);
}

static neosig_error run_check_keypair(subject *s, const neosig_options *options)
{
    return neosig_check_keypair(s->alg, s->pk, s->alg->public_key_bytes, s->sk, s->alg->secret_key_bytes - s->key_less,
                                options);
}

/* ---- Prepared keys */

static neosig_error run_prepare(subject *s, const neosig_options *options)
{
    return neosig_prepare_sign(s->alg, s->prepared, neosig_prepared_bytes(s->alg, 1) - s->prepared_less, s->sk,
                               s->alg->secret_key_bytes - s->key_less, options);
}

static neosig_error run_prepare_seed(subject *s, const neosig_options *options)
{
    return neosig_prepare_sign_from_seed(s->alg, s->prepared, neosig_prepared_bytes(s->alg, 1) - s->prepared_less,
                                         s->seed, s->alg->seed_bytes - s->key_less, options);
}

/* ---- Signatures */

static neosig_error run_sign(subject *s, const neosig_options *options)
{
    return neosig_sign(s->alg, s->sig, &s->sig_bytes, s->message, message_bytes_of(options), s->sk,
                       s->alg->secret_key_bytes - s->key_less, options);
}

static neosig_error run_sign_prepared(subject *s, const neosig_options *options)
{
    return neosig_sign_prepared(s->prepared, s->sig, &s->sig_bytes, s->message, message_bytes_of(options), options);
}

static neosig_error end_stream(subject *s, const neosig_options *options, neosig_error error)
{
    if (error == NEOSIG_OK)
        error = neosig_sign_update(s->stream, s->message, message_bytes_of(options));
    return error == NEOSIG_OK ? neosig_sign_final(s->stream, s->sig, &s->sig_bytes) : error;
}

static neosig_error run_stream(subject *s, const neosig_options *options)
{
    return end_stream(s, options,
                      neosig_sign_init(s->stream, s->alg, s->sk, s->alg->secret_key_bytes - s->key_less, options));
}

static neosig_error run_stream_prepared(subject *s, const neosig_options *options)
{
    return end_stream(s, options, neosig_sign_init_prepared(s->stream, s->prepared, options));
}

static neosig_error run_nist_sign(subject *s, const neosig_options *options)
{
    unsigned long long bytes = 0;
    const neosig_error error =
        neosig_nist_sign(s->alg, s->signed_message, &bytes, s->message, message_bytes_of(options), s->sk, options);
    s->sig_bytes = (size_t)bytes;
    return error;
}

/* ---- Key files */

static inline int has_forms(const neosig_alg *alg)
{
    return strcmp(alg->scheme, "ml-dsa") == 0; /* RFC 9881 */
}

static const neosig_key_format plain_form = {.flags = 0},
                               both_form = {.flags = NEOSIG_KEY_DER | NEOSIG_KEY_WITH_PUBLIC},
                               pbkdf2_form = {.kdf = NEOSIG_KDF_PBKDF2, .cost = 2},
                               scrypt_form = {.flags = NEOSIG_KEY_DER, .kdf = NEOSIG_KDF_SCRYPT, .cost = 2};

static neosig_error write_key(subject *s, const neosig_options *options, neosig_key_format format)
{
    const neosig_key key = {.alg = s->alg, .public_key = s->pk, .secret_key = s->sk, .seed = s->seed};
    static uint8_t *text; /* on no stack that residue.c searches */
    static size_t bytes;
    if (format.flags & NEOSIG_KEY_WITH_PUBLIC && has_forms(s->alg))
        format.flags |= NEOSIG_KEY_BOTH;
    if (format.cost != 0) {
        format.passphrase = s->passphrase;
        format.passphrase_bytes = PASSPHRASE_BYTES;
    }
    format.random = options->random;
    format.random_state = options->random_state;
    const neosig_error error = neosig_key_write(&text, &bytes, &key, NEOSIG_KEY_SECRET, &format);
    if (error == NEOSIG_OK && s->text != NULL) {
        memcpy(s->text, text, bytes);
        s->text_bytes = bytes;
    }
    neosig_key_free(text, bytes);
    return error;
}

static neosig_error read_key(subject *s)
{
    static neosig_key key;
    const neosig_error error =
        neosig_key_read(&key, NEOSIG_KEY_SECRET, s->text, s->text_bytes, s->passphrase, PASSPHRASE_BYTES);
    neosig_key_release(&key);
    return error;
}

#define KEY_FILE(form)                                                                                                 \
    static neosig_error run_write_##form(subject *s, const neosig_options *options)                                    \
    {                                                                                                                  \
        return write_key(s, options, form##_form);                                                                     \
    }                                                                                                                  \
    static neosig_error run_read_##form(subject *s, const neosig_options *options)                                     \
    {                                                                                                                  \
        (void)options;                                                                                                 \
        return read_key(s);                                                                                            \
    }

KEY_FILE(plain)
KEY_FILE(both)
KEY_FILE(pbkdf2)
KEY_FILE(scrypt)

static neosig_error run_key_make(subject *s, const neosig_options *options)
{
    static neosig_key key;
    const neosig_error error = neosig_key_make(&key, s->alg, s->seed, options);
    neosig_key_release(&key);
    return error;
}

/* ---- The table */

typedef struct operation {
    const char *name;
    neosig_error (*run)(subject *s, const neosig_options *options);
    enum { SEED, KEY, PREPARED, TEXT } from; /* what is there before */
    neosig_operation memory;                 /* whose workspace it takes */
    enum { ONE, OF_KEYPAIR, OF_SIGNATURE } modes;
    enum { ALL_SETS, API } extent; /* API: code that is of no scheme, for the first set of each */
    neosig_error (*text)(subject *s, const neosig_options *options); /* what makes the key file */
} operation;

static const operation operations[] = {
    {"keypair", run_keypair, SEED, NEOSIG_OP_KEYPAIR, OF_KEYPAIR, ALL_SETS, NULL},
    {"keypair-from-seed", run_keypair_from_seed, SEED, NEOSIG_OP_KEYPAIR, OF_KEYPAIR, API, NULL},
    {"nist-keypair", run_nist_keypair, SEED, NEOSIG_OP_KEYPAIR, OF_KEYPAIR, API, NULL},
    {"check-keypair", run_check_keypair, KEY, NEOSIG_OP_KEYPAIR, OF_KEYPAIR, ALL_SETS, NULL},
    {"public-key", run_public_key, KEY, NEOSIG_OP_KEYPAIR, OF_KEYPAIR, ALL_SETS, NULL},
    {"prepare-sign", run_prepare, KEY, NEOSIG_OP_PREPARE_SIGN, ONE, ALL_SETS, NULL},
    {"prepare-seed", run_prepare_seed, SEED, NEOSIG_OP_KEYPAIR, OF_KEYPAIR, ALL_SETS, NULL},
    {"sign", run_sign, KEY, NEOSIG_OP_SIGN, OF_SIGNATURE, ALL_SETS, NULL},
    {"stream-sign", run_stream, KEY, NEOSIG_OP_SIGN, OF_SIGNATURE, ALL_SETS, NULL},
    {"nist-sign", run_nist_sign, KEY, NEOSIG_OP_SIGN, OF_SIGNATURE, API, NULL},
    {"sign-prepared", run_sign_prepared, PREPARED, NEOSIG_OP_SIGN_PREPARED, OF_SIGNATURE, ALL_SETS, NULL},
    {"stream-sign-prepared", run_stream_prepared, PREPARED, NEOSIG_OP_SIGN_PREPARED, OF_SIGNATURE, API, NULL},
    {"key-make", run_key_make, SEED, NEOSIG_OP_KEYPAIR, OF_KEYPAIR, API, NULL},
    {"key-write", run_write_plain, KEY, NEOSIG_OP_KEYPAIR, ONE, API, NULL},
    {"key-write-both", run_write_both, KEY, NEOSIG_OP_KEYPAIR, ONE, API, NULL},
    {"key-write-pbkdf2", run_write_pbkdf2, KEY, NEOSIG_OP_KEYPAIR, ONE, API, NULL},
    {"key-write-scrypt", run_write_scrypt, KEY, NEOSIG_OP_KEYPAIR, ONE, API, NULL},
    {"key-read", run_read_plain, TEXT, NEOSIG_OP_KEYPAIR, ONE, API, run_write_plain},
    {"key-read-both", run_read_both, TEXT, NEOSIG_OP_KEYPAIR, ONE, API, run_write_both},
    {"key-read-pbkdf2", run_read_pbkdf2, TEXT, NEOSIG_OP_KEYPAIR, ONE, API, run_write_pbkdf2},
    {"key-read-scrypt", run_read_scrypt, TEXT, NEOSIG_OP_KEYPAIR, ONE, API, run_write_scrypt},
};

enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static inline int is_written(const operation *o)
{
    return o->run == run_write_plain || o->run == run_write_both || o->run == run_write_pbkdf2 ||
           o->run == run_write_scrypt;
}

/* Whether a set has an operation in a mode that is not another one's. */
static inline int has_operation(const neosig_alg *alg, const operation *o, const mode *m)
{
    if (o->extent != ALL_SETS && !first_set(alg))
        return 0;
    if ((is_written(o) || o->from == TEXT) && alg->secret_key_bytes > 8192) /* the same at great length */
        return 0;
    if (o->run == run_public_key && strstr(alg->name, "circumzenithal") != NULL) /* does not tell its public key */
        return 0;
    if (o->run == run_nist_sign && neosig_nist_bytes(alg) == 0)
        return 0;
    if ((o->run == run_stream || o->run == run_stream_prepared) && (alg->features & NEOSIG_READS_TWICE) != 0 &&
        m->prehash == NEOSIG_PREHASH_NONE)
        return 0;
    if (m->flags & NEOSIG_LOW_MEMORY)
        return o->modes != ONE &&
               neosig_workspace_bytes(alg, o->memory, NEOSIG_LOW_MEMORY) != neosig_workspace_bytes(alg, o->memory, 0);
    return m == &modes[PLAIN] || (o->modes == OF_SIGNATURE && (alg->features & m->features) == m->features);
}

static inline int operation_signs(const operation *o)
{
    return o->run == run_sign || o->run == run_stream || o->run == run_sign_prepared || o->run == run_stream_prepared;
}

#endif
