#include "app.h"
#include "common/hex.h"
#include "file.h"
#include "progress.h"
#include "text.h"
#include "verification.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Why a signature is invalid ---- */

static void because(verification *v, const char *format, ...) APP_PRINTF(2, 3);
static void because(verification *v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->reason, sizeof v->reason, format, arguments);
    va_end(arguments);
}

/* Two arguments that end "the keys in FILE" where some of them were not tried. */
#define WITH(t) (t)->lacks ? " with " : "", (t)->lacks ? (t)->lacks : ""

/* Whether the only key's signatures, or those of any key of a list, may have so many bytes. */
static int length_fits(const trust *t, size_t bytes)
{
    char text[200];
    for (size_t i = 0; i < t->count; i++)
        if (!t->keys[i].lacks && !signing_length_wrong(text, sizeof text, t->keys[i].key.alg, bytes))
            return 1;
    return 0;
}

/* Whether the file looks like a signature: operands may have been swapped. */
static int looks_like_signature(const trust *t, const char *path)
{
    enum { MOST = ARMOR_TEXT_MOST };
    uint8_t *data = NULL;
    size_t bytes = 0;
    if (!file_rereadable(path) || file_read(path, MOST, &data, &bytes) != 0)
        return 0;
    int looks = armor_is(data, bytes);
    for (size_t i = 0; i < t->count; i++)
        looks |= bytes == t->keys[i].key.alg->signature_bytes;
    app_release(data, bytes);
    return looks;
}

static const char *swapped(const verification *v)
{
    return looks_like_signature(v->trust, v->path) ? "; the file itself looks like a signature: are the two swapped?"
                                                   : "";
}

/* Whether a raw signature can be one. */
static int check_raw(verification *v, const uint8_t *sig, size_t bytes)
{
    char wrong[200], number[28];
    static const char begin[] = "-----BEGIN ";
    const char *const name = file_name(v->sig_path);
    if (bytes > sizeof begin && memcmp(sig, begin, sizeof begin - 1) == 0) {
        const char *const label = (const char *)sig + sizeof begin - 1;
        int length = 0;
        while (length < 40 && sizeof begin - 1 + (size_t)length < bytes && label[length] != '-' && label[length] >= ' ')
            length++;
        because(v, "%s holds \"%.*s\", not a signature%s", name, length, label, swapped(v));
        return 0;
    }
    if (length_fits(v->trust, bytes))
        return 1;
    if (bytes > ARMOR_TEXT_MOST) {
        because(v, "%s is too long to be a signature%s", name, swapped(v));
    } else if (v->by) {
        signing_length_wrong(wrong, sizeof wrong, v->by->key.alg, bytes);
        because(v, "%s %s%s%s%s", name, wrong, v->trust->own ? "; the default key is " : "",
                v->trust->own ? v->trust->own : "", swapped(v));
    } else {
        because(v, "%s has %s bytes, which no signature by a key in %s%s%s has%s", name, text_grouped(number, bytes),
                file_name(v->trust->source), WITH(v->trust), swapped(v));
    }
    return 0;
}

static void context_text(char text[80], const uint8_t *context, size_t bytes)
{
    enum { SHOWN = 24 };
    char hex[2 * SHOWN + 1];
    snprintf(text, 80, "%s%s", bytes == 0 ? "none" : hex_encode(hex, context, bytes < SHOWN ? bytes : SHOWN),
             bytes > SHOWN ? "..." : "");
}

/* The key that an armoured signature names: the only key in any case, or that of a list; NULL if it is not there. */
static const trusted *named_key(const verification *v)
{
    for (size_t i = 0; i < v->trust->count && !v->by; i++)
        if (memcmp(v->trust->keys[i].fingerprint, v->head.key, sizeof v->head.key) == 0)
            return &v->trust->keys[i];
    return v->by;
}

/* Whether the head of an armoured signature is of this key and this mode. */
static int check_head(verification *v, size_t sig_bytes)
{
    const armor *const a = &v->head;
    const trusted *const named = named_key(v);
    const char *const name = file_name(v->sig_path);
    const neosig_options *const asked = &v->mode->options;
    char one[80], other[80], wrong[200], hex[65], its[65];
    if (named && named->lacks) {
        because(v, "%s is by %s, whose %s has no %s", name, named->who->name, named->key.alg->name, named->lacks);
        return 0;
    }
    if (!named) {
        because(v, "%s is of a key that %s does not list, %s", name, file_name(v->trust->source),
                text_hex(its, a->key));
        return 0;
    }
    const neosig_alg *const alg = named->key.alg;
    const char *const key = file_name(named->key.path);
    if (strcmp(a->algorithm, alg->name) != 0) {
        because(v, "%s is of %s, but %s is a key of %s", name, a->algorithm, key, alg->name);
    } else if (memcmp(a->key, named->fingerprint, sizeof a->key) != 0) {
        because(v, "%s is of another key, %s; the fingerprint of %s is %s", name, text_hex(its, a->key), key,
                text_hex(hex, named->fingerprint));
    } else if (a->context_bytes != asked->context_bytes || memcmp(a->context, asked->context, a->context_bytes) != 0) {
        context_text(one, a->context, a->context_bytes);
        context_text(other, asked->context, asked->context_bytes);
        because(v, "%s is of another context (in hexadecimal): %s, not %s", name, one, other);
    } else if (asked->prehash && a->prehash != asked->prehash) {
        because(v, "%s is of another pre-hash: %s, not %s", name, a->prehash ? mode_prehash_name(a->prehash) : "none",
                mode_prehash_name(asked->prehash));
    } else if (a->prehash && !(alg->features & NEOSIG_HAS_PREHASH)) {
        because(v, "%s is of a pre-hash, which %s does not have", name, alg->name);
    } else if (signing_length_wrong(wrong, sizeof wrong, alg, sig_bytes)) {
        because(v, "the signature in %s %s", name, wrong);
    } else {
        return 1;
    }
    return 0;
}

/* ---- One file ---- */

/* The signature in its file, raw or not, into sig, of ARMOR_TEXT_MOST bytes: 0; EXIT_INVALID if it cannot be one. */
static int load_signature(verification *v, uint8_t *sig, size_t *sig_bytes)
{
    uint8_t *data = NULL;
    size_t bytes = 0;
    const int code = file_read(v->sig_path, ARMOR_TEXT_MOST, &data, &bytes);
    if (code)
        return code;
    int good;
    v->armored = armor_is(data, bytes);
    if (v->armored) {
        const char *const wrong = armor_read(&v->head, sig, sig_bytes, data, bytes);
        if (wrong)
            because(v, "%s %s", file_name(v->sig_path), wrong);
        good = !wrong && check_head(v, *sig_bytes);
    } else {
        good = check_raw(v, data, bytes);
        if (good) {
            memcpy(sig, data, bytes);
            *sig_bytes = bytes;
        }
    }
    app_release(data, bytes);
    return good ? 0 : EXIT_INVALID;
}

static int may_be_by(const verification *v, const trusted *t)
{
    return !t->lacks && (!v->armored || memcmp(t->fingerprint, v->head.key, sizeof t->fingerprint) == 0);
}

/* Under the keys that may have made the signature. A key may be listed several times, with other names and times: it is
 * accepted if one of them is, and otherwise the message is of the one that comes nearest. */
static int verify_under_keys(verification *v, const signing_message *message, const uint8_t *sig, size_t sig_bytes)
{
    const size_t count = v->trust->count, room = 2 * count * sizeof(void *);
    const trusted **const tried = app_allocate(room);
    if (!tried)
        return EXIT_INPUT;
    const signing_key **const keys = (const signing_key **)(tried + count);
    size_t used = 0, which = 0;
    for (int answer = TRUST_ACCEPTED; answer < TRUST_ANSWERS; answer++) {
        for (size_t i = 0; i < count; i++) {
            const trusted *const t = &v->trust->keys[i];
            if (may_be_by(v, t) && (int)t->answer == answer) {
                keys[used] = &t->key;
                tried[used++] = t;
            }
        }
    }
    int code = v->is_ahead
                   ? v->answer
                   : signing_verify(keys, used, &which, v->mode, v->armored ? &v->head : NULL, message, sig, sig_bytes);
    if (code == EXIT_GOOD && tried[which]->answer != TRUST_ACCEPTED) {
        trust_reason(v->reason, sizeof v->reason, v->trust, tried[which]);
        code = EXIT_INVALID;
    } else if (code == EXIT_GOOD) {
        v->by = tried[which];
    }
    app_release(tried, room);
    return code;
}

/* With sig NULL for one that was refused at once, after a reason: the message is read all the same. */
static int conclude(verification *v, const signing_message *message, const uint8_t *sig, size_t sig_bytes)
{
    const int code = verify_under_keys(v, message, sig, sig_bytes);
    if (code != EXIT_INVALID || v->reason[0])
        return code;
    if (v->armored)
        because(v, "the file or the signature was changed");
    else if (!v->by)
        because(v, "it is by none of the keys in %s%s%s, or the file or the signature was changed",
                file_name(v->trust->source), WITH(v->trust));
    else if (v->trust->own)
        because(v, "it is not by the default key %s, or the file or the signature was changed", v->trust->own);
    return code;
}

static void begin(verification *v)
{
    v->by = v->trust->signers_path ? NULL : &v->trust->keys[0];
    v->armored = 0;
    v->reason[0] = '\0';
}

int verification_detached(verification *v, const signing_message *message)
{
    if (v->is_ahead)
        return conclude(v, message, NULL, 0);
    size_t sig_bytes = 0;
    uint8_t *const sig = app_allocate(ARMOR_TEXT_MOST);
    begin(v);
    int code = sig ? load_signature(v, sig, &sig_bytes) : EXIT_INPUT;
    if (code == 0 || code == EXIT_INVALID)
        code = conclude(v, message, code ? NULL : sig, sig_bytes);
    app_release(sig, sig_bytes);
    return code;
}

/* The only key that may have made the signature; NULL: there are several, or none. */
static const signing_key *only_key(const verification *v)
{
    const trusted *only = NULL;
    for (size_t i = 0; i < v->trust->count; i++) {
        if (may_be_by(v, &v->trust->keys[i])) {
            if (only)
                return NULL;
            only = &v->trust->keys[i];
        }
    }
    return only ? &only->key : NULL;
}

/* A signature and its file, where all is well so far and the signature can be read again if it is not in the end. */
static void read_ahead(verification *v, signing_item *item, uint8_t *sig)
{
    uint8_t *data = NULL;
    size_t bytes = 0;
    *item = (signing_item){.sig = sig};
    begin(v);
    if (!sig || !file_rereadable(v->sig_path) || load_signature(v, sig, &item->sig_bytes) != 0 ||
        file_read(v->path, VERIFICATION_SMALL, &data, &bytes) != 0)
        return;
    if (bytes <= VERIFICATION_SMALL)
        item->key = only_key(v);
    item->armor = v->armored ? &v->head : NULL;
    item->message = (signing_message){.path = v->path, .data = data, .bytes = bytes};
}

void verification_ahead(verification *const *v, size_t n)
{
    signing_item items[SIGNING_TOGETHER];
    uint8_t *sigs[SIGNING_TOGETHER];
    app_log unseen = {.text = NULL}, *const before = app_capture(&unseen);
    for (size_t i = 0; i < n; i++) {
        sigs[i] = app_allocate(ARMOR_TEXT_MOST);
        read_ahead(v[i], &items[i], sigs[i]);
    }
    signing_verify_together(items, n, v[0]->mode);
    app_capture(before);
    for (size_t i = 0; i < n; i++) {
        signing_item *const it = &items[i];
        v[i]->is_ahead = it->code != SIGNING_UNANSWERED;
        v[i]->answer = it->code;
        if (v[i]->is_ahead)
            progress_read(it->message.bytes);
        app_release(sigs[i], it->sig_bytes);
        app_release((void *)(uintptr_t)it->message.data, it->message.bytes);
    }
    free(unseen.text);
}

/* The signed file that message is, of which data is the beginning. */
static int verify_signed(verification *v, signing_message *message)
{
    size_t sig_bytes = 0, used = 0;
    uint8_t *const sig = app_allocate(ARMOR_TEXT_MOST);
    if (!sig)
        return EXIT_INPUT;
    const char *const wrong = armor_read_signed(&v->head, sig, &sig_bytes, &used, message->data, message->bytes);
    if (wrong)
        because(v, "%s %s", file_name(v->path), wrong);
    const int good = !wrong && check_head(v, sig_bytes);
    message->data += used;
    message->bytes -= used;
    message->copy = good ? message->copy : NULL;
    const int code = conclude(v, message, good ? sig : NULL, sig_bytes);
    if (code == EXIT_INVALID && good && message->bytes == 0)
        because(v, "%s has no file behind its signature: is it the signature of another file?", file_name(v->path));
    app_release(sig, sig_bytes);
    return code;
}

int verification_embedded(verification *v, file_consumer *copy, void *to)
{
    uint8_t *data;
    size_t bytes;
    file_input *const in = file_begin(v->path, ARMOR_TEXT_MOST, &data, &bytes);
    int code = in ? VERIFICATION_NO_SIGNED_FILE : EXIT_INPUT;
    begin(v);
    if (in && armor_is(data, bytes)) {
        signing_message message = {
            .path = v->path, .data = data, .bytes = bytes, .rest = in, .copy = copy, .copy_to = to};
        v->sig_path = v->path;
        v->armored = v->embedded = 1;
        code = verify_signed(v, &message);
    }
    file_end(in);
    app_release(data, bytes);
    return code;
}

int verification_is_signed(const char *path)
{
    enum { BEGINNING = 64 };
    uint8_t *data = NULL;
    size_t bytes = 0;
    file_input *const in = file_rereadable(path) ? file_begin(path, BEGINNING, &data, &bytes) : NULL;
    const int is = in && armor_is(data, bytes);
    file_end(in);
    app_release(data, bytes);
    return is;
}
