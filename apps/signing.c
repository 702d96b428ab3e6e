#include "api/internal.h"
#include "app.h"
#include "file.h"
#include "signing.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Keys ---- */

int signing_prepare(signing_key *ready, const neosig_key *key, neosig_key_kind kind, const char *path)
{
    const int secret = kind == NEOSIG_KEY_SECRET;
    const neosig_alg *const alg = key->alg;
    *ready = (signing_key){.alg = alg, .path = path, .bytes = neosig_prepared_bytes(alg, secret)};
    ready->prepared = app_allocate(ready->bytes);
    if (!ready->prepared)
        return EXIT_INPUT;
    const neosig_error error =
        secret
            ? neosig_prepare_sign(alg, ready->prepared, ready->bytes, key->secret_key, alg->secret_key_bytes, NULL)
            : neosig_prepare_verify(alg, ready->prepared, ready->bytes, key->public_key, alg->public_key_bytes, NULL);
    return error == NEOSIG_OK ? 0 : app_error(file_name(path), error);
}

void signing_release(signing_key *ready)
{
    app_release(ready->prepared, ready->bytes);
    *ready = (signing_key){.alg = NULL};
}

/* ---- Messages ---- */

/* A message that is kept. */
typedef struct whole {
    uint8_t *data;
    size_t bytes, room;
} whole;

/* The bytes of a message on their way to the library. A raw message must not begin as armoured ones do: a raw signature
 * of such a file would be an armoured one of its rest. */
typedef struct feed {
    neosig_stream *streams; /* each takes the message; there may be none */
    size_t count;
    neosig_error (*update)(neosig_stream *stream, const uint8_t *data, size_t bytes);
    whole *whole; /* takes it, too; NULL: it is not kept */
    const signing_message *message;
    size_t like_tag; /* bytes of it met so far */
    int differs;     /* from the tag */
} feed;

/* Bytes of this machine's memory; SIZE_MAX where that is not known. */
static size_t memory_bytes(void)
{
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0 && (size_t)pages <= SIZE_MAX / (size_t)page)
        return (size_t)pages * (size_t)page;
#endif
    return SIZE_MAX;
}

/* Makes room for so many bytes more. What is larger than the memory is refused: systems promise more than they have. */
static int reserve(whole *w, size_t bytes, const char *path)
{
    const size_t most = memory_bytes();
    uint8_t *larger = NULL;
    if (bytes <= w->room - w->bytes)
        return 0;
    if (bytes <= most && w->bytes <= most - bytes)
        larger = realloc(w->data, w->bytes + bytes);
    if (!larger) {
        return app_fail("%s: does not fit into memory, where it must be to be signed, since its algorithm reads it "
                        "twice (--prehash HASH signs files of any size)",
                        file_name(path));
    }
    w->data = larger;
    w->room = w->bytes + bytes;
    return 0;
}

/* Where the length was not known before, room is made for half as much again. */
static int keep(whole *w, const uint8_t *data, size_t bytes, const char *path)
{
    const int code = bytes > w->room - w->bytes ? reserve(w, bytes + w->bytes / 2, path) : 0;
    if (code || bytes == 0)
        return code;
    memcpy(w->data + w->bytes, data, bytes);
    w->bytes += bytes;
    return 0;
}

static int update_all(feed *f, const uint8_t *data, size_t bytes)
{
    neosig_error error = NEOSIG_OK;
    for (size_t i = 0; i < f->count && error == NEOSIG_OK; i++)
        error = f->update(&f->streams[i], data, bytes);
    if (error != NEOSIG_OK)
        return app_error(file_name(f->message->path), error);
    return f->whole ? keep(f->whole, data, bytes, f->message->path) : 0;
}

static int consume(void *state, const uint8_t *data, size_t bytes)
{
    feed *const f = state;
    const signing_message *const m = f->message;
    for (size_t i = 0; i < bytes && !f->differs && armor_tag[f->like_tag]; i++, f->like_tag++)
        f->differs = data[i] != (uint8_t)armor_tag[f->like_tag];
    const int code = update_all(f, data, bytes);
    return code || !m->copy ? code : m->copy(m->copy_to, data, bytes);
}

static int has_tag(const feed *f)
{
    return !f->differs && !armor_tag[f->like_tag];
}

/* Gives the library the head, if there is one, and the message. */
static int give(feed *f, const armor *a, const signing_message *message)
{
    int code = 0;
    f->message = message;
    f->differs = a != NULL;
    if (a) {
        char head[ARMOR_HEAD_MOST];
        armor_head(head, a);
        code = update_all(f, (const uint8_t *)head, strlen(head));
    }
    if (!code && message->data)
        code = consume(f, message->data, message->bytes);
    if (!code && message->rest)
        code = file_rest(message->rest, message->path, consume, f);
    else if (!code && !message->data)
        code = file_stream(message->path, consume, f);
    return code;
}

static int not_raw(const char *path)
{
    return app_fail("%s: begins as the message of an armoured signature does, and its raw signature could be taken "
                    "for one",
                    file_name(path));
}

/* 0, EXIT_INVALID without a message, or EXIT_INPUT after one about subject. */
static int verdict(neosig_error error, const char *subject)
{
    return error == NEOSIG_OK              ? EXIT_GOOD
           : error == NEOSIG_ERR_SIGNATURE ? EXIT_INVALID
                                           : app_error(file_name(subject), error);
}

/* Algorithms that read a message twice take it in one piece. */
static int sign_whole(const signing_key *key, const signing_key *public, const mode *m, const armor *a,
                      const signing_message *message, uint8_t *sig, size_t *sig_bytes)
{
    whole w = {.data = NULL};
    feed f = {.whole = &w};
    int code =
        reserve(&w, ARMOR_HEAD_MOST + (message->data ? message->bytes : file_bytes(message->path)), message->path);
    code = code ? code : give(&f, a, message);
    code = !code && has_tag(&f) ? not_raw(message->path) : code;
    if (!code) {
        const neosig_error error = neosig_sign_prepared(key->prepared, sig, sig_bytes, w.data, w.bytes, &m->options);
        code = error == NEOSIG_OK ? 0 : app_error(file_name(message->path), error);
    }
    if (!code && public->alg)
        code = verdict(neosig_verify_prepared(public->prepared, sig, *sig_bytes, w.data, w.bytes, &m->options),
                       public->path);
    app_release(w.data, w.bytes);
    return code;
}

/* Others take it as it comes; its hash is that of the verification, too. */
static int sign_stream(const signing_key *key, const signing_key *public, const mode *m, const armor *a,
                       const signing_message *message, uint8_t *sig, size_t *sig_bytes)
{
    neosig_stream stream, begun, hashed;
    feed f = {.streams = &stream, .count = 1, .update = neosig_sign_update};
    neosig_error error = neosig_sign_init_prepared(&stream, key->prepared, &m->options);
    if (error != NEOSIG_OK)
        return app_error(file_name(key->path), error);
    begun = stream;
    int code = give(&f, a, message);
    code = !code && has_tag(&f) ? not_raw(message->path) : code;
    hashed = stream;
    if (!code) {
        error = neosig_sign_final(&stream, sig, sig_bytes);
        code = error == NEOSIG_OK ? 0 : app_error(file_name(message->path), error);
    }
    if (!code && public->alg) {
        error = neosig_verify_signed(public->prepared, sig, *sig_bytes, &begun, &hashed);
        code = verdict(error, public->path);
    }
    neosig_wipe(&stream, sizeof stream);
    neosig_wipe(&begun, sizeof begun);
    neosig_wipe(&hashed, sizeof hashed);
    return code;
}

int signing_keeps(const neosig_alg *alg, const mode *m)
{
    return alg->features & NEOSIG_READS_TWICE && !m->options.prehash;
}

int signing_sign(const signing_key *key, const signing_key *public, const mode *m, const armor *a,
                 const signing_message *message, uint8_t *sig, size_t *sig_bytes)
{
    return (signing_keeps(key->alg, m) ? sign_whole : sign_stream)(key, public, m, a, message, sig, sig_bytes);
}

/* A stream for each key that the signature may be of; places has the keys' places. */
static int begin_streams(feed *f, size_t *places, const signing_key *const *keys, size_t count,
                         const neosig_options *options, const uint8_t *sig, size_t sig_bytes)
{
    for (size_t i = 0; i < count && sig; i++) {
        const neosig_error error =
            neosig_verify_init_prepared(&f->streams[f->count], keys[i]->prepared, sig, sig_bytes, options);
        if (error == NEOSIG_OK)
            places[f->count++] = i;
        else if (error != NEOSIG_ERR_SIGNATURE)
            return app_error(file_name(keys[i]->path), error);
    }
    return 0;
}

static neosig_options options_of(const mode *m, const armor *a)
{
    neosig_options options = m->options;
    options.prehash = a ? a->prehash : options.prehash;
    return options;
}

int signing_verify(const signing_key *const *keys, size_t count, size_t *which, const mode *m, const armor *a,
                   const signing_message *message, const uint8_t *sig, size_t sig_bytes)
{
    const size_t streams_bytes = count * sizeof(neosig_stream), places_bytes = count * sizeof(size_t);
    size_t *const places = app_allocate(places_bytes + 1);
    feed f = {.streams = app_allocate(streams_bytes + 1), .update = neosig_verify_update};
    const neosig_options options = options_of(m, a);
    int code = f.streams && places ? begin_streams(&f, places, keys, count, &options, sig, sig_bytes) : EXIT_INPUT;
    code = code ? code : give(&f, a, message);
    neosig_error error = NEOSIG_ERR_SIGNATURE;
    for (size_t i = 0; i < f.count && !code && !has_tag(&f) && error == NEOSIG_ERR_SIGNATURE; i++) {
        error = neosig_verify_final(&f.streams[i]);
        *which = places[i];
    }
    app_release(f.streams, streams_bytes + 1);
    app_release(places, places_bytes + 1);
    return code ? code : verdict(error, message->path);
}

int signing_goes_together(const signing_key *key)
{
    return neosig_verifies_side_by_side(key->alg);
}

/* The head and the message in one piece; 0 if it cannot be had, or is no message of a raw signature. */
static int join(whole *w, const armor *a, const signing_message *message)
{
    const size_t room = ARMOR_HEAD_MOST + message->bytes;
    feed f = {.whole = w};
    *w = (whole){.data = app_allocate(room), .room = room};
    if (w->data && give(&f, a, message) == 0 && !has_tag(&f))
        return 1;
    app_release(w->data, w->bytes);
    return 0;
}

void signing_verify_together(signing_item *items, size_t n, const mode *m)
{
    whole messages[SIGNING_TOGETHER];
    neosig_item many[SIGNING_TOGETHER];
    signing_item *of[SIGNING_TOGETHER];
    neosig_options options = m->options;
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        signing_item *const it = &items[i];
        const neosig_options own = options_of(m, it->armor);
        it->code = SIGNING_UNANSWERED;
        if (!it->key || (count && own.prehash != options.prehash) || !join(&messages[count], it->armor, &it->message))
            continue;
        options = own;
        of[count] = it;
        many[count] = (neosig_item){.sig = it->sig,
                                    .sig_bytes = it->sig_bytes,
                                    .msg = messages[count].data,
                                    .msg_bytes = messages[count].bytes,
                                    .prepared = it->key->prepared,
                                    .error = NEOSIG_ERR_ARGUMENT};
        count++;
    }
    if (count)
        neosig_verify_many(of[0]->key->alg, many, count, &options);
    for (size_t i = 0; i < count; i++) {
        if (many[i].error == NEOSIG_OK || many[i].error == NEOSIG_ERR_SIGNATURE)
            of[i]->code = many[i].error == NEOSIG_OK ? EXIT_GOOD : EXIT_INVALID;
        app_release(messages[i].data, messages[i].bytes);
    }
}

int signing_length_wrong(char *text, size_t room, const neosig_alg *alg, size_t bytes)
{
    char has[28], needs[28];
    const int variable = neosig_signature_varies(alg);
    if (bytes == alg->signature_bytes || (variable && bytes && bytes < alg->signature_bytes))
        return 0;
    snprintf(text, room, "has %s bytes; a signature of %s has %s%s", text_grouped(has, bytes), alg->name,
             variable ? "at most " : "", text_grouped(needs, alg->signature_bytes));
    return 1;
}

void signing_armor(armor *a, const neosig_alg *alg, const uint8_t fingerprint[32], const mode *m, const char *comment)
{
    *a = (armor){.context_bytes = m->options.context_bytes, .prehash = m->options.prehash};
    snprintf(a->algorithm, sizeof a->algorithm, "%s", alg->name);
    memcpy(a->key, fingerprint, sizeof a->key);
    memcpy(a->context, m->options.context, m->options.context_bytes);
    snprintf(a->comment, sizeof a->comment, "%s", comment ? comment : "");
}
