/* The package's objects as C sees them. Python has no more of them than pointers to types that it does not know: the
 * row of each, and every length, is found here, whatever a program does to the objects of Python. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory */

/* Before the memory given, in the 64 bytes that its alignment leaves. */
typedef struct wiped_block {
    void *start;
    size_t bytes;
} wiped_block;

/* Zeroed memory on a boundary of 64 bytes, for secrets; NULL if there is none. */
static void *wiped_allocate(size_t bytes)
{
    const size_t around = 63 + sizeof(wiped_block);
    char *const start = bytes > SIZE_MAX - around ? NULL : calloc(1, bytes + around);
    if (start == NULL)
        return NULL;
    const size_t past = ((size_t)start + sizeof(wiped_block)) % 64;
    char *const memory = start + sizeof(wiped_block) + (past == 0 ? 0 : 64 - past);
    ((wiped_block *)(void *)memory)[-1] = (wiped_block){start, bytes};
    return memory;
}

/* Wipes it and gives it back. */
static void wiped_free(void *memory)
{
    if (memory == NULL)
        return;
    void *const start = ((wiped_block *)memory)[-1].start;
    neosig_wipe(memory, ((wiped_block *)memory)[-1].bytes);
    free(start);
}

/* ---- Random bytes */

static int neosig_py_draw(void *state, uint8_t *out, size_t bytes); /* Python's: 1 for success */

/* cffi returns 0 where it cannot call Python, in a subinterpreter say: that must not be taken for success. */
static int neosig_py_random(void *state, uint8_t *out, size_t bytes)
{
    return neosig_py_draw(state, out, bytes) == 1 ? 0 : -1;
}

/* ---- Keys */

/* A key that never changes, and goes with the last that uses it: an object of Python or a stream. */
typedef struct neosig_py_key {
    atomic_size_t users;
    neosig_key raw;
    void *prepared; /* then nothing but the algorithm is in raw */
} neosig_py_key;

static void neosig_py_key_release(neosig_py_key *key)
{
    if (key == NULL || atomic_fetch_sub(&key->users, 1) > 1)
        return;
    wiped_free(key->prepared);
    if (key->prepared == NULL)
        neosig_key_release(&key->raw);
    wiped_free(key);
}

static neosig_py_key *key_new(void)
{
    neosig_py_key *const key = wiped_allocate(sizeof *key);
    if (key != NULL)
        atomic_init(&key->users, 1);
    return key;
}

/* *made is key, or NULL after an error, which is told in wrong too. */
static neosig_error key_made(neosig_py_key **made, neosig_py_key *key, neosig_error error, char wrong[192])
{
    *made = NULL;
    if (key == NULL)
        return NEOSIG_ERR_MEMORY;
    if (error == NEOSIG_OK)
        *made = key;
    else
        memcpy(wrong, key->raw.wrong, sizeof key->raw.wrong);
    if (error != NEOSIG_OK)
        neosig_py_key_release(key);
    return error;
}

static neosig_error neosig_py_read(neosig_py_key **made, neosig_key_kind kind, const uint8_t *text, size_t bytes,
                                   const uint8_t *passphrase, size_t passphrase_bytes, char wrong[192])
{
    neosig_py_key *const key = key_new();
    const neosig_error error =
        key == NULL ? NEOSIG_ERR_MEMORY : neosig_key_read(&key->raw, kind, text, bytes, passphrase, passphrase_bytes);
    return key_made(made, key, error, wrong);
}

/* From a seed, or from random bytes where that is NULL. */
static neosig_error neosig_py_make(neosig_py_key **made, const neosig_alg *alg, const uint8_t *seed, size_t seed_bytes,
                                   const neosig_options *options, char wrong[192])
{
    *made = NULL;
    if (alg == NULL)
        return NEOSIG_ERR_ARGUMENT;
    if (seed != NULL && seed_bytes != alg->seed_bytes)
        return NEOSIG_ERR_LENGTH;
    neosig_py_key *const key = key_new();
    const neosig_error error = key == NULL ? NEOSIG_ERR_MEMORY : neosig_key_make(&key->raw, alg, seed, options);
    return key_made(made, key, error, wrong);
}

/* From the bytes of the specification, NULL those of a key that is not given: checked as those of a file are. */
static neosig_error neosig_py_import(neosig_py_key **made, const neosig_alg *alg, uint8_t *pk, size_t pk_bytes,
                                     uint8_t *sk, size_t sk_bytes, char wrong[192])
{
    const neosig_key_kind kind = sk != NULL ? NEOSIG_KEY_SECRET : NEOSIG_KEY_PUBLIC;
    const neosig_key given = {.alg = alg, .public_key = pk, .secret_key = sk};
    const neosig_key_format format = {.flags =
                                          NEOSIG_KEY_DER | (sk != NULL && pk != NULL ? NEOSIG_KEY_WITH_PUBLIC : 0)};
    uint8_t *text;
    size_t bytes;
    *made = NULL;
    if (alg == NULL || (pk == NULL && sk == NULL))
        return NEOSIG_ERR_ARGUMENT;
    if ((pk != NULL && pk_bytes != alg->public_key_bytes) || (sk != NULL && sk_bytes != alg->secret_key_bytes))
        return NEOSIG_ERR_LENGTH;
    neosig_error error = neosig_key_write(&text, &bytes, &given, kind, &format);
    if (error != NEOSIG_OK)
        return error;
    error = neosig_py_read(made, kind, text, bytes, NULL, 0, wrong);
    neosig_key_free(text, bytes);
    return error;
}

/* From another key, for signing or for verifying. */
static neosig_error neosig_py_prepare(neosig_py_key **made, const neosig_py_key *of, int secret, char wrong[192])
{
    *made = NULL;
    if (of == NULL || of->raw.alg == NULL)
        return NEOSIG_ERR_ARGUMENT;
    const neosig_alg *const alg = of->raw.alg;
    const size_t bytes = neosig_prepared_bytes(alg, secret);
    neosig_py_key *const key = key_new();
    if (key == NULL || (key->prepared = wiped_allocate(bytes)) == NULL)
        return key_made(made, key, NEOSIG_ERR_MEMORY, wrong);
    key->raw.alg = alg;
    const neosig_error error =
        secret ? neosig_prepare_sign(alg, key->prepared, bytes, of->raw.secret_key, alg->secret_key_bytes, NULL)
               : neosig_prepare_verify(alg, key->prepared, bytes, of->raw.public_key, alg->public_key_bytes, NULL);
    return key_made(made, key, error, wrong);
}

static const neosig_alg *neosig_py_algorithm(const neosig_py_key *key)
{
    return key == NULL ? NULL : key->raw.alg;
}

/* What a signature takes; 0 without a key. */
static size_t neosig_py_room(const neosig_py_key *key)
{
    return key == NULL || key->raw.alg == NULL ? 0 : key->raw.alg->signature_bytes;
}

/* The public key of a key, and the secrets, with their lengths: NULL and 0 if they are not known. They stay as long as
 * the key. */
static const uint8_t *neosig_py_public_bytes(const neosig_py_key *key, size_t *bytes)
{
    const int known = key != NULL && key->raw.public_key != NULL;
    *bytes = known ? key->raw.alg->public_key_bytes : 0;
    return known ? key->raw.public_key : NULL;
}

static const uint8_t *neosig_py_secret_bytes(const neosig_py_key *key, size_t *bytes)
{
    const int known = key != NULL && key->raw.secret_key != NULL;
    *bytes = known ? key->raw.alg->secret_key_bytes : 0;
    return known ? key->raw.secret_key : NULL;
}

static const uint8_t *neosig_py_seed_bytes(const neosig_py_key *key, size_t *bytes)
{
    const int known = key != NULL && key->raw.seed != NULL;
    *bytes = known ? key->raw.alg->seed_bytes : 0;
    return known ? key->raw.seed : NULL;
}

static neosig_error neosig_py_write(uint8_t **text, size_t *bytes, const neosig_py_key *key, neosig_key_kind kind,
                                    const neosig_key_format *format)
{
    *text = NULL;
    return key == NULL ? NEOSIG_ERR_ARGUMENT : neosig_key_write(text, bytes, &key->raw, kind, format);
}

static neosig_error neosig_py_check_pair(const neosig_py_key *secret, const neosig_py_key *public_key)
{
    if (secret == NULL || public_key == NULL || secret->raw.alg == NULL)
        return NEOSIG_ERR_ARGUMENT;
    if (secret->raw.alg != public_key->raw.alg)
        return NEOSIG_ERR_KEY;
    const neosig_alg *const alg = secret->raw.alg;
    return neosig_check_keypair(alg, public_key->raw.public_key, alg->public_key_bytes, secret->raw.secret_key,
                                alg->secret_key_bytes, NULL);
}

static neosig_error neosig_py_fingerprint(const neosig_py_key *key, uint8_t fingerprint[32])
{
    size_t bytes;
    const uint8_t *const pk = neosig_py_public_bytes(key, &bytes);
    return neosig_fingerprint(neosig_py_algorithm(key), pk, bytes, fingerprint);
}

static neosig_error neosig_py_mu(const neosig_py_key *key, uint8_t mu[64], const uint8_t *msg, size_t msg_bytes,
                                 const neosig_options *options)
{
    size_t bytes;
    const uint8_t *const pk = neosig_py_public_bytes(key, &bytes);
    return neosig_mu(neosig_py_algorithm(key), mu, msg, msg_bytes, pk, bytes, options);
}

/* ---- Signing and verifying: with a prepared key if this is one */

/* sig has *sig_bytes, which is set to what is made. */
static neosig_error neosig_py_sign(const neosig_py_key *key, uint8_t *sig, size_t *sig_bytes, const uint8_t *msg,
                                   size_t msg_bytes, const neosig_options *options)
{
    size_t bytes;
    const uint8_t *const sk = neosig_py_secret_bytes(key, &bytes);
    if (key == NULL || *sig_bytes < neosig_py_room(key))
        return NEOSIG_ERR_ARGUMENT;
    if (key->prepared != NULL)
        return neosig_sign_prepared(key->prepared, sig, sig_bytes, msg, msg_bytes, options);
    return neosig_sign(key->raw.alg, sig, sig_bytes, msg, msg_bytes, sk, bytes, options);
}

static neosig_error neosig_py_verify(const neosig_py_key *key, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                                     size_t msg_bytes, const neosig_options *options)
{
    size_t bytes;
    const uint8_t *const pk = neosig_py_public_bytes(key, &bytes);
    if (key != NULL && key->prepared != NULL)
        return neosig_verify_prepared(key->prepared, sig, sig_bytes, msg, msg_bytes, options);
    return neosig_verify(neosig_py_algorithm(key), sig, sig_bytes, msg, msg_bytes, pk, bytes, options);
}

/* Of the items Python fills all but the keys. */
static neosig_error neosig_py_verify_many(const neosig_py_key *key, neosig_item *items, size_t n,
                                          const neosig_options *options)
{
    size_t bytes;
    const uint8_t *const pk = neosig_py_public_bytes(key, &bytes);
    for (size_t i = 0; i < n; i++) {
        items[i].pk = pk;
        items[i].pk_bytes = bytes;
        items[i].prepared = key == NULL ? NULL : key->prepared;
    }
    return neosig_verify_many(neosig_py_algorithm(key), items, n, options);
}

/* ---- Streams */

/* What the library's stream points to is here, or in the key that is held. */
typedef struct neosig_py_stream {
    atomic_flag busy;
    neosig_stream stream;
    neosig_py_key *key;
    uint8_t *signature; /* to be verified */
    uint8_t context[255];
} neosig_py_stream;

static void neosig_py_stream_free(neosig_py_stream *stream)
{
    if (stream == NULL)
        return;
    neosig_py_key_release(stream->key);
    wiped_free(stream->signature);
    wiped_free(stream);
}

/* A stream that holds the key, and options with the context in it. */
static neosig_error stream_new(neosig_py_stream **made, neosig_py_key *key, neosig_options *options)
{
    *made = NULL;
    if (key == NULL || options->context_bytes > 255)
        return NEOSIG_ERR_ARGUMENT;
    *made = wiped_allocate(sizeof **made);
    if (*made == NULL)
        return NEOSIG_ERR_MEMORY;
    atomic_flag_clear(&(*made)->busy);
    atomic_fetch_add(&key->users, 1);
    (*made)->key = key;
    if (options->context_bytes != 0)
        memcpy((*made)->context, options->context, options->context_bytes);
    options->context = (*made)->context;
    return NEOSIG_OK;
}

static neosig_error stream_opened(neosig_py_stream **made, neosig_error error)
{
    if (error != NEOSIG_OK) {
        neosig_py_stream_free(*made);
        *made = NULL;
    }
    return error;
}

static neosig_error neosig_py_sign_init(neosig_py_stream **made, neosig_py_key *key, const neosig_options *given)
{
    neosig_options options = *given;
    neosig_error error = stream_new(made, key, &options);
    size_t bytes;
    const uint8_t *const sk = neosig_py_secret_bytes(key, &bytes);
    if (error == NEOSIG_OK)
        error = key->prepared != NULL ? neosig_sign_init_prepared(&(*made)->stream, key->prepared, &options)
                                      : neosig_sign_init(&(*made)->stream, key->raw.alg, sk, bytes, &options);
    return stream_opened(made, error);
}

/* Of a signature, which may change afterwards, a copy is kept. */
static neosig_error neosig_py_verify_init(neosig_py_stream **made, neosig_py_key *key, const uint8_t *sig,
                                          size_t sig_bytes, const neosig_options *given)
{
    neosig_options options = *given;
    neosig_error error = stream_new(made, key, &options);
    size_t bytes;
    const uint8_t *const pk = neosig_py_public_bytes(key, &bytes);
    if (error == NEOSIG_OK && ((*made)->signature = wiped_allocate(sig_bytes)) == NULL)
        error = NEOSIG_ERR_MEMORY;
    if (error == NEOSIG_OK && sig_bytes != 0)
        memcpy((*made)->signature, sig, sig_bytes);
    if (error == NEOSIG_OK)
        error = key->prepared != NULL ? neosig_verify_init_prepared(&(*made)->stream, key->prepared, (*made)->signature,
                                                                    sig_bytes, &options)
                                      : neosig_verify_init(&(*made)->stream, key->raw.alg, (*made)->signature,
                                                           sig_bytes, pk, bytes, &options);
    return stream_opened(made, error);
}

/* Python's objects have a lock that waits; this one refuses. */
static int stream_enter(neosig_py_stream *stream)
{
    return stream != NULL && !atomic_flag_test_and_set(&stream->busy);
}

static neosig_error stream_leave(neosig_py_stream *stream, neosig_error error)
{
    atomic_flag_clear(&stream->busy);
    return error;
}

static neosig_error neosig_py_sign_update(neosig_py_stream *stream, const uint8_t *data, size_t bytes)
{
    if (!stream_enter(stream))
        return NEOSIG_ERR_STATE;
    return stream_leave(stream, neosig_sign_update(&stream->stream, data, bytes));
}

static neosig_error neosig_py_verify_update(neosig_py_stream *stream, const uint8_t *data, size_t bytes)
{
    if (!stream_enter(stream))
        return NEOSIG_ERR_STATE;
    return stream_leave(stream, neosig_verify_update(&stream->stream, data, bytes));
}

static size_t neosig_py_stream_room(const neosig_py_stream *stream)
{
    return stream == NULL ? 0 : neosig_py_room(stream->key);
}

static neosig_error neosig_py_sign_final(neosig_py_stream *stream, uint8_t *sig, size_t *sig_bytes)
{
    if (*sig_bytes < neosig_py_stream_room(stream))
        return NEOSIG_ERR_ARGUMENT;
    if (!stream_enter(stream))
        return NEOSIG_ERR_STATE;
    return stream_leave(stream, neosig_sign_final(&stream->stream, sig, sig_bytes));
}

static neosig_error neosig_py_verify_final(neosig_py_stream *stream)
{
    if (!stream_enter(stream))
        return NEOSIG_ERR_STATE;
    return stream_leave(stream, neosig_verify_final(&stream->stream));
}
