/* verify: a file, many files, a tree of files. */
#include "algorithm.h"
#include "app.h"
#include "common/hex.h"
#include "file.h"
#include "json.h"
#include "keyfile.h"
#include "manifest.h"
#include "parallel.h"
#include "progress.h"
#include "signing.h"
#include "text.h"
#include "trust.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A file and its signature, and what is found out. */
typedef struct item {
    const char *path, *sig_path;
    char *own; /* what of both was told from the other's name; for free() */
    int code;
    const trusted *by; /* the key of a good signature, or the only key; NULL: none is known */
    char reason[800];  /* why there is no good signature; "": it just does not verify */
    int armored;
    armor head;
    manifest_report report;
} item;

typedef struct request {
    const char *sig_path, *require, *jobs_text, *base;
    int quiet, json, is_manifest;
    size_t jobs;
    mode mode;
    neosig_status least; /* the status that is still accepted */
    trust trust;
    item *items;
    size_t count;
} request;

/* ---- Why a signature is invalid ---- */

static void because(item *it, const char *format, ...) APP_PRINTF(2, 3);
static void because(item *it, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(it->reason, sizeof it->reason, format, arguments);
    va_end(arguments);
}

/* Two arguments that end "the keys in FILE" where some of them were not tried. */
#define WITH(r) (r)->trust.lacks ? " with " : "", (r)->trust.lacks ? (r)->trust.lacks : ""

/* Whether the only key's signatures, or those of any key of a list, may have so many bytes. */
static int length_fits(const request *r, size_t bytes)
{
    char text[200];
    for (size_t i = 0; i < r->trust.count; i++)
        if (!r->trust.keys[i].lacks && !signing_length_wrong(text, sizeof text, r->trust.keys[i].key.alg, bytes))
            return 1;
    return 0;
}

/* Whether the file looks like a signature: operands may have been swapped. */
static int looks_like_signature(const request *r, const char *path)
{
    enum { MOST = ARMOR_TEXT_MOST };
    uint8_t *data = NULL;
    size_t bytes = 0;
    if (!file_rereadable(path) || file_read(path, MOST, &data, &bytes) != 0)
        return 0;
    int looks = armor_is(data, bytes);
    for (size_t i = 0; i < r->trust.count; i++)
        looks |= bytes == r->trust.keys[i].key.alg->signature_bytes;
    app_release(data, bytes);
    return looks;
}

static const char *swapped(const request *r, const item *it)
{
    return looks_like_signature(r, it->path) ? "; the file itself looks like a signature: are the two swapped?" : "";
}

/* Whether a raw signature can be one. */
static int check_raw(const request *r, item *it, const uint8_t *sig, size_t bytes)
{
    char wrong[200], number[28];
    static const char begin[] = "-----BEGIN ";
    const char *const name = file_name(it->sig_path);
    if (bytes > sizeof begin && memcmp(sig, begin, sizeof begin - 1) == 0) {
        const char *const label = (const char *)sig + sizeof begin - 1;
        int length = 0;
        while (length < 40 && sizeof begin - 1 + (size_t)length < bytes && label[length] != '-' && label[length] >= ' ')
            length++;
        because(it, "%s holds \"%.*s\", not a signature%s", name, length, label, swapped(r, it));
        return 0;
    }
    if (length_fits(r, bytes))
        return 1;
    if (bytes > ARMOR_TEXT_MOST) {
        because(it, "%s is too long to be a signature%s", name, swapped(r, it));
    } else if (it->by) {
        signing_length_wrong(wrong, sizeof wrong, it->by->key.alg, bytes);
        because(it, "%s %s%s%s%s", name, wrong, r->trust.own ? "; the default key is " : "",
                r->trust.own ? r->trust.own : "", swapped(r, it));
    } else {
        because(it, "%s has %s bytes, which no signature by a key in %s%s%s has%s", name, text_grouped(number, bytes),
                file_name(r->trust.source), WITH(r), swapped(r, it));
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
static const trusted *named_key(const request *r, const item *it)
{
    for (size_t i = 0; i < r->trust.count && !it->by; i++)
        if (memcmp(r->trust.keys[i].fingerprint, it->head.key, sizeof it->head.key) == 0)
            return &r->trust.keys[i];
    return it->by;
}

/* Whether the head of an armoured signature is of this key and this mode. */
static int check_head(const request *r, item *it, size_t sig_bytes)
{
    const armor *const a = &it->head;
    const trusted *const named = named_key(r, it);
    const char *const name = file_name(it->sig_path);
    const neosig_options *const asked = &r->mode.options;
    char one[80], other[80], wrong[200], hex[65], its[65];
    if (named && named->lacks) {
        because(it, "%s is by %s, whose %s has no %s", name, named->who->name, named->key.alg->name, named->lacks);
        return 0;
    }
    if (!named) {
        because(it, "%s is of a key that %s does not list, %s", name, file_name(r->trust.source),
                text_hex(its, a->key));
        return 0;
    }
    const neosig_alg *const alg = named->key.alg;
    const char *const key = file_name(named->key.path);
    if (strcmp(a->algorithm, alg->name) != 0) {
        because(it, "%s is of %s, but %s is a key of %s", name, a->algorithm, key, alg->name);
    } else if (memcmp(a->key, named->fingerprint, sizeof a->key) != 0) {
        because(it, "%s is of another key, %s; the fingerprint of %s is %s", name, text_hex(its, a->key), key,
                text_hex(hex, named->fingerprint));
    } else if (a->context_bytes != asked->context_bytes || memcmp(a->context, asked->context, a->context_bytes) != 0) {
        context_text(one, a->context, a->context_bytes);
        context_text(other, asked->context, asked->context_bytes);
        because(it, "%s is of another context (in hexadecimal): %s, not %s", name, one, other);
    } else if (asked->prehash && a->prehash != asked->prehash) {
        because(it, "%s is of another pre-hash: %s, not %s", name, a->prehash ? mode_prehash_name(a->prehash) : "none",
                mode_prehash_name(asked->prehash));
    } else if (a->prehash && !(alg->features & NEOSIG_HAS_PREHASH)) {
        because(it, "%s is of a pre-hash, which %s does not have", name, alg->name);
    } else if (signing_length_wrong(wrong, sizeof wrong, alg, sig_bytes)) {
        because(it, "the signature in %s %s", name, wrong);
    } else {
        return 1;
    }
    return 0;
}

/* ---- One file ---- */

/* The signature in its file, raw or not, into sig, of ARMOR_TEXT_MOST bytes: 0; EXIT_INVALID if it cannot be one. */
static int load_signature(const request *r, item *it, uint8_t *sig, size_t *sig_bytes)
{
    uint8_t *data = NULL;
    size_t bytes = 0;
    const int code = file_read(it->sig_path, ARMOR_TEXT_MOST, &data, &bytes);
    if (code)
        return code;
    int good;
    it->armored = armor_is(data, bytes);
    if (it->armored) {
        const char *const wrong = armor_read(&it->head, sig, sig_bytes, data, bytes);
        if (wrong)
            because(it, "%s %s", file_name(it->sig_path), wrong);
        good = !wrong && check_head(r, it, *sig_bytes);
    } else {
        good = check_raw(r, it, data, bytes);
        if (good) {
            memcpy(sig, data, bytes);
            *sig_bytes = bytes;
        }
    }
    app_release(data, bytes);
    return good ? 0 : EXIT_INVALID;
}

/* Under the keys that may have made the signature. A key may be listed several times, with other names and times: it is
 * accepted if one of them is, and otherwise the message is of the one that comes nearest. */
static int verify_under_keys(const request *r, item *it, const signing_message *message, const uint8_t *sig,
                             size_t sig_bytes)
{
    const size_t count = r->trust.count, room = 2 * count * sizeof(void *);
    const trusted **const tried = app_allocate(room);
    if (!tried)
        return EXIT_INPUT;
    const signing_key **const keys = (const signing_key **)(tried + count);
    char reason[sizeof it->reason];
    size_t used = 0, which = 0;
    for (int answer = TRUST_ACCEPTED; answer < TRUST_ANSWERS; answer++) {
        for (size_t i = 0; i < count; i++) {
            const trusted *const t = &r->trust.keys[i];
            const int may_be =
                !t->lacks && (!it->armored || memcmp(t->fingerprint, it->head.key, sizeof t->fingerprint) == 0);
            if (may_be && (int)trust_refuses(reason, sizeof reason, &r->trust, t) == answer) {
                keys[used] = &t->key;
                tried[used++] = t;
            }
        }
    }
    int code = signing_verify(keys, used, &which, &r->mode, it->armored ? &it->head : NULL, message, sig, sig_bytes);
    if (code == EXIT_GOOD && trust_refuses(it->reason, sizeof it->reason, &r->trust, tried[which]) != TRUST_ACCEPTED)
        code = EXIT_INVALID;
    else if (code == EXIT_GOOD)
        it->by = tried[which];
    app_release(tried, room);
    return code;
}

static int verify_message(const request *r, item *it, const signing_message *message)
{
    size_t sig_bytes = 0;
    uint8_t *const sig = app_allocate(ARMOR_TEXT_MOST);
    it->by = r->trust.signers_path ? NULL : &r->trust.keys[0];
    int code = sig ? load_signature(r, it, sig, &sig_bytes) : EXIT_INPUT;
    if (code == 0 || code == EXIT_INVALID)
        code = verify_under_keys(r, it, message, code ? NULL : sig, sig_bytes);
    if (code == EXIT_INVALID && it->armored && !it->reason[0])
        because(it, "the file or the signature was changed");
    if (code == EXIT_INVALID && !it->reason[0] && !it->by)
        because(it, "it is by none of the keys in %s%s%s, or the file or the signature was changed",
                file_name(r->trust.source), WITH(r));
    if (code == EXIT_INVALID && !it->reason[0] && r->trust.own)
        because(it, "it is not by the default key %s, or the file or the signature was changed", r->trust.own);
    if (code == EXIT_INPUT)
        because(it, "%s", app_last_error());
    app_release(sig, ARMOR_TEXT_MOST);
    return code;
}

/* The lines of a manifest are looked at when its signature is good, not before. */
static int verify_manifest(const request *r, item *it)
{
    const manifest_place place = {r->base, {it->path, it->sig_path}, r->jobs};
    uint8_t *text = NULL;
    size_t bytes = 0;
    int code = file_read(it->path, MANIFEST_MOST, &text, &bytes);
    if (!code && bytes > MANIFEST_MOST)
        code = app_fail("%s: is too long for a manifest", file_name(it->path));
    if (!code) {
        const signing_message message = {it->path, text, bytes};
        code = verify_message(r, it, &message);
    }
    it->code = code;
    code = code ? code : manifest_check(&it->report, &place, file_name(it->path), (const char *)text, bytes);
    if (code == EXIT_INPUT)
        because(it, "%s", app_last_error());
    app_release(text, bytes);
    return code;
}

static int verify_one(void *state, size_t i)
{
    const request *const r = state;
    item *const it = &r->items[i];
    const signing_message message = {.path = it->path};
    it->code = verify_message(r, it, &message);
    return it->code;
}

/* ---- Telling ---- */

static int is_accepted(const request *r, const neosig_alg *alg)
{
    return alg->status <= r->least;
}

static const char *result_name(int code)
{
    return code == EXIT_GOOD ? "good" : code == EXIT_INVALID ? "invalid" : code == EXIT_POLICY ? "insecure" : "error";
}

static void tell_json(const request *r, const item *it, int code)
{
    const neosig_alg *const alg = it->by ? it->by->key.alg : NULL;
    char hex[65];
    json_object(NULL);
    json_text("file", it->path);
    json_text("signature", it->sig_path);
    json_text("result", result_name(code));
    json_text("reason", it->reason[0] ? it->reason : NULL);
    json_text("key", r->trust.key_path);
    json_text("signer", it->by && it->by->who ? it->by->who->name : NULL);
    json_text("algorithm", alg ? alg->name : NULL);
    json_text("status", alg ? neosig_status_name(alg->status) : NULL);
    json_text("fingerprint", alg ? text_hex(hex, it->by->fingerprint) : NULL);
    json_flag("armored", it->armored);
    json_text("comment", it->code == EXIT_GOOD && it->armored && it->head.comment[0] ? it->head.comment : NULL);
    if (r->is_manifest) {
        json_number("files", it->report.files);
        json_array("differences");
        for (size_t i = 0; i < it->report.count; i++) {
            json_object(NULL);
            json_text("path", it->report.differences[i].path);
            json_text("difference", it->report.differences[i].what);
            json_end();
        }
        json_end();
    }
    json_end();
}

static void tell_differences(const item *it)
{
    static const char *const kinds[] = {"changed", "missing", "extra", "unreadable"};
    char summary[120] = "";
    for (size_t i = 0; i < it->report.count; i++)
        if (strcmp(it->report.differences[i].what, "unreadable") != 0) /* a message of its own said so */
            app_print(stderr, "%s: %s", it->report.differences[i].path, it->report.differences[i].what);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        size_t count = 0, used = strlen(summary);
        char number[28];
        for (size_t i = 0; i < it->report.count; i++)
            count += strcmp(it->report.differences[i].what, kinds[k]) == 0;
        if (count) {
            snprintf(summary + used, sizeof summary - used, "%s%s %s", used ? ", " : "", text_grouped(number, count),
                     kinds[k]);
        }
    }
    app_print(stderr, "%s: good signature, but not of these files: %s", file_name(it->path), summary);
}

static void tell_good(const request *r, const item *it)
{
    const neosig_alg *const alg = it->by->key.alg;
    const signer *const who = it->by->who;
    const char *const by = who            ? " by "
                           : r->trust.own ? " by the key "
                                          : "",
                      *const name = who            ? who->name
                                    : r->trust.own ? r->trust.own
                                                   : "";
    char number[28], files[60] = "";
    if (r->is_manifest) {
        snprintf(files, sizeof files, ", %s file%s as signed", text_grouped(number, it->report.files),
                 it->report.files == 1 ? "" : "s");
    }
    app_print(stdout, "%s: good signature%s%s, %s (%s)%s%s%s", file_name(it->path), by, name, alg->name,
              neosig_status_name(alg->status), files, it->armored && it->head.comment[0] ? ": " : "",
              it->armored ? it->head.comment : "");
}

/* Says what came of one file; its exit code. */
static int tell(void *state, size_t i, int code)
{
    const request *const r = state;
    const item *const it = &r->items[i];
    const neosig_alg *const alg = it->by ? it->by->key.alg : NULL;
    if (!code && !is_accepted(r, alg))
        code = EXIT_POLICY;
    if (!code && it->by->who)
        algorithm_warn(alg);
    if (r->json)
        tell_json(r, it, code);
    if (it->code == EXIT_INVALID) {
        app_print(stderr, "%s: signature INVALID%s%s", file_name(it->path), it->reason[0] ? ": " : "", it->reason);
    } else if (it->report.count) {
        tell_differences(it);
    } else if (code == EXIT_POLICY) {
        app_warn("%s: the signature verifies, but %s is %s since %s (neosig info %s), and %s is required",
                 file_name(it->path), alg->name, neosig_status_name(alg->status), alg->status_since, alg->name,
                 r->least == NEOSIG_STANDARD ? "a standard" : "better");
    } else if (!code && !r->quiet && !r->json) {
        tell_good(r, it);
    }
    return code;
}

static int verify_all(request *r)
{
    const parallel_task task = {.count = r->count, .state = r, .work = verify_one, .done = tell};
    int code = 0;
    for (size_t i = 0; i < r->count && !code; i++)
        code = file_note_input(r->items[i].path);
    code = code ? code : trust_load(&r->trust, &r->mode);
    if (!code && !r->trust.signers_path && is_accepted(r, r->trust.keys[0].key.alg))
        algorithm_warn(r->trust.keys[0].key.alg);
    if (!code) {
        if (r->json)
            json_array(NULL);
        code = r->is_manifest ? tell(r, 0, verify_manifest(r, &r->items[0])) : parallel_run(&task, r->jobs);
        if (r->json)
            json_end();
    }
    return code;
}

/* ---- The command line ---- */

static int ends_with_sig(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".sig") == 0;
}

/* SIG alone or before its FILE, as gpg has them. What else may stand behind several is a FILE of its own. Returns how
 * many operands these are. */
static int signature_first(item *it, const char *sig, const char *next, int argc)
{
    it->sig_path = sig;
    it->own[strlen(sig) - 4] = '\0';
    if (next && !ends_with_sig(next) && (argc == 2 || strcmp(next, it->own) == 0)) {
        it->path = next;
        return 2;
    }
    it->path = it->own;
    return 1;
}

/* The file and the signature that the first of argc operands begin with: how many these are, or -1 after a message. */
static int take_item(item *it, int argc, int left, char **argv)
{
    const char *const path = argv[0], *const next = left > 1 ? argv[1] : NULL;
    it->path = path;
    if (!ends_with_sig(path) && next && ends_with_sig(next)) {
        it->sig_path = next;
        return 2;
    }
    if (file_is_standard(path)) {
        app_usage("with FILE on standard input, its signature needs a name (-s SIG)");
        return -1;
    }
    it->sig_path = it->own = app_join(path, ".sig");
    if (!it->own)
        return -1;
    return ends_with_sig(path) && !file_exists(it->own) ? signature_first(it, path, next, argc) : 1;
}

static int missing_both(const request *r)
{
    const item *const it = &r->items[0];
    if (r->count == 2 && !file_exists(it[0].sig_path) && !file_exists(it[1].sig_path)) {
        return app_usage("there is neither %s nor %s; for a signature of another name say -s SIG", it[0].sig_path,
                         it[1].sig_path);
    }
    if (r->count == 1 && it->path == it->own && !file_exists(it->path)) {
        return app_usage("there is neither %s, which %s may be a signature of, nor %s.sig", it->path, it->sig_path,
                         it->sig_path);
    }
    return 0;
}

static int take_items(request *r, int argc, char **argv)
{
    for (int i = 0, taken = 1; i < argc; i += taken) {
        item *const it = &r->items[r->count++];
        it->path = argv[i];
        it->sig_path = r->sig_path;
        taken = r->sig_path ? 1 : take_item(it, argc, argc - i, argv + i);
        if (taken < 0)
            return EXIT_USAGE;
    }
    if (r->sig_path && r->count > 1)
        return app_usage("-s %s: one signature is of one file, not of %zu", r->sig_path, r->count);
    if (r->is_manifest && r->count > 1)
        return app_usage("one manifest at a time");
    return argc <= 2 && !r->sig_path ? missing_both(r) : 0;
}

static int read_requirement(request *r)
{
    if (!r->require) {
        r->least = r->quiet ? NEOSIG_STANDARD : NEOSIG_SUPERSEDED;
        return 0;
    }
    r->least = NEOSIG_BROKEN;
    for (int s = NEOSIG_STANDARD; s <= NEOSIG_SUPERSEDED; s++) {
        if (strcmp(r->require, neosig_status_name((neosig_status)s)) == 0) {
            r->least = (neosig_status)s;
            return 0;
        }
    }
    return strcmp(r->require, "any") == 0
               ? 0
               : app_usage("--require: %s is not standard, candidate, superseded or any", r->require);
}

static int check_request(request *r)
{
    int standard = file_is_standard(r->trust.source);
    for (size_t i = 0; i < r->count; i++)
        standard += file_is_standard(r->items[i].path) + file_is_standard(r->items[i].sig_path);
    if (standard > 1)
        return app_usage("only one of PUB, the list of signers, FILE and SIG can be standard input");
    if (r->base && !r->is_manifest)
        return app_usage("--directory needs --manifest");
    if (r->quiet)
        progress_quiet();
    int code = mode_read(&r->mode);
    code = code ? code : read_requirement(r);
    return code ? code : parallel_jobs(&r->jobs, r->jobs_text);
}

static int run(const app_command *self, int argc, char **argv)
{
    request r = {.sig_path = NULL};
    const app_option options[] = {
        TRUST_OPTIONS(r.trust),
        {'s', "signature", "SIG", "signature file (FILE.sig)", NULL, &r.sig_path},
        {'m', "manifest", NULL, "FILE is a manifest: compare the folders with it, too", &r.is_manifest, NULL},
        {'C', "directory", "DIR", "with --manifest: the folders are in DIR", NULL, &r.base},
        {0, "require", "LEAST", "least status of the algorithm: standard, candidate, superseded, any", NULL,
         &r.require},
        MODE_OPTIONS(r.mode),
        {'j', "jobs", "N", "work on N files at once (one for each processor)", NULL, &r.jobs_text},
        {0, "json", NULL, "print JSON", &r.json, NULL},
        {'q', "quiet", NULL, "print nothing when signatures are good", &r.quiet, NULL},
        {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 1, argc) : code;
    if (code >= 0)
        return code;
    code = trust_check(&r.trust);
    if (code)
        return code;
    r.items = calloc((size_t)argc, sizeof *r.items);
    code = r.items ? take_items(&r, argc, argv) : app_fail("out of memory");
    code = code ? code : check_request(&r);
    code = code ? code : verify_all(&r);
    for (size_t i = 0; i < r.count && r.items; i++) {
        manifest_release(&r.items[i].report);
        free(r.items[i].own);
    }
    free(r.items);
    trust_release(&r.trust);
    return code;
}

const app_command command_verify = {
    "verify",
    "[-k PUB | -P BASE64 | --signers FILE] [OPTION]... FILE [SIG]...",
    "FILE",
    "Verify signatures of files",
    "Verifies the signature of each FILE under the public key in PUB. The signature is in FILE.sig, or in the\n"
    "operand behind FILE if that operand ends in .sig, or in the file that -s names. SIG may also stand before\n"
    "FILE, and FILE.sig alone verifies FILE. Armoured signatures are recognised. One of FILE, SIG, PUB and\n"
    "the list of signers may be -, standard input.\n\n" KEYFILE_DEFAULT_HELP "\n\n"
    "A list of signers has a line for each key: a name, when the key is valid, and the key.\n\n"
    "    alice valid-after=2026-01-01 valid-before=2027-01-01T12:00:00Z MIIHsjALBglghkgB...\n\n"
    "neosig public --line prints the key. The answer names the signer. A signature does not say when it was made:\n"
    "the key must be valid now, or at the time that --at gives.\n\n"
    "A good signature fails with exit status 4 if the status of its algorithm (see neosig info ALG) is lower than\n"
    "--require demands. The default is standard with -q, and superseded without.\n\n"
    "--manifest verifies a manifest made by sign --manifest. Then it names all files in the folders that were\n"
    "changed, are missing, or are extra.\n\n"
    "Give the context of the signing again. Give the pre-hash again for raw signatures; an armoured signature\n"
    "names its pre-hash.\n\n" MODE_HELP,
    run};
