/* verify: a file, many files, a tree of files. */
#include "algorithm.h"
#include "app.h"
#include "file.h"
#include "json.h"
#include "keyfile.h"
#include "manifest.h"
#include "parallel.h"
#include "progress.h"
#include "text.h"
#include "trust.h"
#include "verification.h"

#include <stdlib.h>
#include <string.h>

/* A file, its signature and what is found out. */
typedef struct item {
    verification v;
    char *own;       /* the path of both that was told from the other's name; for free() */
    int unnamed;     /* nobody named a signature: sig_path is where one may be */
    int is_small;    /* and of a key whose signatures are verified together */
    size_t together; /* files from this one on that are */
    int code;
    manifest_report report;
} item;

typedef struct request {
    const char *sig_path, *output, *require, *jobs_text, *base;
    int force, quiet, json, is_manifest;
    size_t jobs;
    mode mode;
    neosig_status least; /* the status that is still accepted */
    trust trust;
    item *items;
    size_t count;
} request;

/* ---- One file ---- */

/* The reason of an error is its message. */
static int keep_reason(item *it, int code)
{
    if (code == EXIT_INPUT || code == EXIT_USAGE)
        snprintf(it->v.reason, sizeof it->v.reason, "%s", app_last_error());
    return code;
}

/* The lines of a manifest are looked at when its signature is good, not before. */
static int verify_manifest(const request *r, item *it)
{
    verification *const v = &it->v;
    const manifest_place place = {r->base, {v->path, v->sig_path}, r->jobs};
    uint8_t *text = NULL;
    size_t bytes = 0;
    int code = file_read(v->path, MANIFEST_MOST, &text, &bytes);
    if (!code && bytes > MANIFEST_MOST)
        code = app_fail("%s: is too long for a manifest", file_name(v->path));
    if (!code && armor_is(text, bytes))
        code = app_fail("%s: is a signature or a signed file, not a manifest", file_name(v->path));
    if (!code) {
        const signing_message message = {.path = v->path, .data = text, .bytes = bytes};
        code = verification_detached(v, &message);
    }
    it->code = code;
    code = code ? code : manifest_check(&it->report, &place, file_name(v->path), (const char *)text, bytes);
    app_release(text, bytes);
    return keep_reason(it, code);
}

/* A signature that lies beside the file is taken before one inside; but whoever asks for the file inside means that.
 * copy, which may be NULL, gets the file inside. */
static int verify(const request *r, item *it, file_consumer *copy, void *to)
{
    const signing_message message = {.path = it->v.path};
    const int asked = r->output || file_is_standard(it->v.path),
              inside = it->unnamed && !it->v.is_ahead &&
                       (asked || (!file_exists(it->v.sig_path) && file_exists(it->v.path)));
    int code = inside ? verification_embedded(&it->v, copy, to) : VERIFICATION_NO_SIGNED_FILE;
    if (code == VERIFICATION_NO_SIGNED_FILE) {
        code = !inside || !asked ? verification_detached(&it->v, &message)
               : r->output
                   ? app_usage("%s: is not a signed file, which -o would take the file from", file_name(it->v.path))
                   : app_usage("with FILE on standard input, its signature needs a name (-s SIG), or is in a "
                               "signed file");
    }
    return it->code = keep_reason(it, code);
}

/* Small files that stand together are verified so. Others one by one, as each is read in pieces. */
static size_t together(void *state, size_t i, size_t most)
{
    const request *const r = state;
    size_t n = 0;
    while (n < most && n < SIGNING_TOGETHER && r->items[i + n].is_small)
        n++;
    r->items[i].together = n;
    return n ? n : 1;
}

static int verify_one(void *state, size_t i)
{
    const request *const r = state;
    verification *v[SIGNING_TOGETHER];
    for (size_t k = 0; k < r->items[i].together; k++)
        v[k] = &r->items[i + k].v;
    if (r->items[i].together > 1)
        verification_ahead(v, r->items[i].together);
    return verify(r, &r->items[i], NULL, NULL);
}

static int is_accepted(const request *r, const neosig_alg *alg)
{
    return alg->status <= r->least;
}

/* Gives the file inside to file_write, which writes it under its name if all is well. */
static int take_out(void *state, file_consumer *put, void *to)
{
    const request *const r = state;
    const int code = verify(r, &r->items[0], put, to);
    return !code && !is_accepted(r, r->items[0].v.by->key.alg) ? EXIT_POLICY : code;
}

/* What cannot be written is an error of this file. */
static int verify_into_output(void *state, size_t i)
{
    request *const r = state;
    const file_output output = {.path = r->output, .fill = take_out, .state = r};
    const int code = file_write(&output, 1, r->force);
    if (code == EXIT_INPUT)
        r->items[i].code = keep_reason(&r->items[i], code);
    return code;
}

/* ---- Telling ---- */

static const char *result_name(int code)
{
    return code == EXIT_GOOD ? "good" : code == EXIT_INVALID ? "invalid" : code == EXIT_POLICY ? "insecure" : "error";
}

static void tell_json(const request *r, const item *it, int code)
{
    const neosig_alg *const alg = it->v.by ? it->v.by->key.alg : NULL;
    char hex[65];
    json_object(NULL);
    json_text("file", it->v.path);
    json_text("signature", it->v.sig_path);
    json_text("result", result_name(code));
    json_text("reason", it->v.reason[0] ? it->v.reason : NULL);
    json_text("key", r->trust.key_path);
    json_text("signer", it->v.by && it->v.by->who ? it->v.by->who->name : NULL);
    json_text("algorithm", alg ? alg->name : NULL);
    json_text("status", alg ? neosig_status_name(alg->status) : NULL);
    json_text("fingerprint", alg ? text_hex(hex, it->v.by->fingerprint) : NULL);
    json_flag("armored", it->v.armored);
    json_flag("embedded", it->v.embedded);
    json_text("comment", it->code == EXIT_GOOD && it->v.armored && it->v.head.comment[0] ? it->v.head.comment : NULL);
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
    app_print(stderr, "%s: good signature, but not of these files: %s", file_name(it->v.path), summary);
}

static void tell_good(const request *r, const item *it)
{
    const neosig_alg *const alg = it->v.by->key.alg;
    const signer *const who = it->v.by->who;
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
    FILE *const out = file_to_standard(r->output) ? stderr : stdout; /* where the file inside is */
    app_print(out, "%s: good signature%s%s%s, %s (%s)%s%s%s", file_name(it->v.path),
              it->v.embedded ? " of the file inside" : "", by, name, alg->name, neosig_status_name(alg->status), files,
              it->v.armored && it->v.head.comment[0] ? ": " : "", it->v.armored ? it->v.head.comment : "");
}

/* Says what came of one file; its exit code. */
static int tell(void *state, size_t i, int code)
{
    const request *const r = state;
    const item *const it = &r->items[i];
    const neosig_alg *const alg = it->v.by ? it->v.by->key.alg : NULL;
    if (!code && !is_accepted(r, alg))
        code = EXIT_POLICY;
    if (!code && it->v.by->who)
        algorithm_warn(alg);
    if (r->json)
        tell_json(r, it, code);
    if (it->code == EXIT_INVALID) {
        app_print(stderr, "%s: signature INVALID%s%s", file_name(it->v.path), it->v.reason[0] ? ": " : "",
                  it->v.reason);
    } else if (it->report.count) {
        tell_differences(it);
    } else if (code == EXIT_POLICY) {
        app_warn("%s: the signature verifies, but %s is %s since %s (neosig info %s), and %s is required",
                 file_name(it->v.path), alg->name, neosig_status_name(alg->status), alg->status_since, alg->name,
                 r->least == NEOSIG_STANDARD ? "a standard" : "better");
    } else if (!code && !r->quiet && !r->json) {
        tell_good(r, it);
        if (r->output && !file_to_standard(r->output))
            app_print(stdout, "%s: the file that was signed", r->output);
    }
    return code;
}

/* A size of 0 says nothing where the system makes a file as it is read. */
static void find_small(request *r)
{
    int all = r->count > 1;
    for (size_t i = 0; i < r->trust.count && all; i++)
        all = signing_goes_together(&r->trust.keys[i].key);
    for (size_t i = 0; i < r->count && all; i++) {
        const size_t bytes = file_is_standard(r->items[i].v.path) ? 0 : file_bytes(r->items[i].v.path);
        r->items[i].is_small = bytes && bytes <= VERIFICATION_SMALL;
    }
}

static int verify_all(request *r)
{
    const parallel_task task = {.count = r->count,
                                .state = r,
                                .work = r->output ? verify_into_output : verify_one,
                                .done = tell,
                                .together = together};
    int code = 0;
    for (size_t i = 0; i < r->count && !code; i++)
        code = file_note_input(r->items[i].v.path);
    if (r->output)
        code = code ? code : file_check_output(r->output, r->force);
    code = code ? code : trust_load(&r->trust, &r->mode);
    if (!code && !r->trust.signers_path && is_accepted(r, r->trust.keys[0].key.alg))
        algorithm_warn(r->trust.keys[0].key.alg);
    if (!code) {
        find_small(r);
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
    return text_ends_in(path, ".sig");
}

/* SIG alone or before its FILE, as gpg has them. What else may stand behind several is a FILE of its own. Returns how
 * many operands these are. */
static int signature_first(item *it, const char *sig, const char *next, int argc)
{
    it->v.sig_path = sig;
    it->own[strlen(sig) - 4] = '\0';
    if (next && !ends_with_sig(next) && (argc == 2 || strcmp(next, it->own) == 0)) {
        it->v.path = next;
        return 2;
    }
    it->v.path = it->own;
    return 1;
}

/* The file and the signature that the first of argc operands begin with: how many these are, or -1 after a message. */
static int take_item(const request *r, item *it, int argc, int left, char **argv)
{
    const char *const path = argv[0], *const next = left > 1 ? argv[1] : NULL;
    it->v.path = path;
    if (!r->output && !ends_with_sig(path) && next && ends_with_sig(next)) {
        it->v.sig_path = next;
        return 2;
    }
    if (r->is_manifest && file_is_standard(path)) {
        app_usage("with FILE on standard input, its signature needs a name (-s SIG)");
        return -1;
    }
    it->v.sig_path = it->own = app_join(path, ".sig");
    if (!it->own)
        return -1;
    it->unnamed = r->output || !ends_with_sig(path);
    return !r->output && ends_with_sig(path) && !file_exists(it->own) ? signature_first(it, path, next, argc) : 1;
}

static int missing_both(const request *r)
{
    const item *const it = &r->items[0];
    if (r->count == 2 && !file_exists(it[0].v.sig_path) && !file_exists(it[1].v.sig_path) &&
        !verification_is_signed(it[0].v.path) && !verification_is_signed(it[1].v.path)) {
        return app_usage("there is neither %s nor %s; for a signature of another name say -s SIG", it[0].v.sig_path,
                         it[1].v.sig_path);
    }
    if (r->count == 1 && it->v.path == it->own && !file_exists(it->v.path)) {
        return app_usage("there is neither %s, which %s may be a signature of, nor %s.sig", it->v.path, it->v.sig_path,
                         it->v.sig_path);
    }
    return 0;
}

static int take_items(request *r, int argc, char **argv)
{
    for (int i = 0, taken = 1; i < argc; i += taken) {
        item *const it = &r->items[r->count++];
        it->v = (verification){.trust = &r->trust, .mode = &r->mode, .path = argv[i], .sig_path = r->sig_path};
        taken = r->sig_path ? 1 : take_item(r, it, argc, argc - i, argv + i);
        if (taken < 0)
            return EXIT_USAGE;
    }
    if (r->sig_path && r->count > 1)
        return app_usage("-s %s: one signature is of one file, not of %zu", r->sig_path, r->count);
    if (r->is_manifest && r->count > 1)
        return app_usage("one manifest at a time");
    if (r->output && r->count > 1)
        return app_usage("-o %s: takes the file out of one signed file, not of %zu", r->output, r->count);
    return argc <= 2 && !r->sig_path && !r->output ? missing_both(r) : 0;
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
        standard += file_is_standard(r->items[i].v.path) + file_is_standard(r->items[i].v.sig_path);
    if (standard > 1)
        return app_usage("only one of PUB, the list of signers, FILE and SIG can be standard input");
    if (r->base && !r->is_manifest)
        return app_usage("--directory needs --manifest");
    if (r->output && (r->sig_path || r->is_manifest)) {
        return app_usage("-o and %s exclude each other: a signed file has its signature inside",
                         r->sig_path ? "-s" : "--manifest");
    }
    if (r->force && !r->output)
        return app_usage("--force needs -o: nothing else is written");
    if (r->json && file_to_standard(r->output))
        return app_usage("--json and -o %s exclude each other: both print", r->output);
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
        {'o', "output", "FILE", "of a signed file: write the file inside here, - for standard output", NULL, &r.output},
        {'f', "force", NULL, "with -o: replace an existing file", &r.force, NULL},
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
    "FILE, and FILE.sig alone verifies FILE. Armoured signatures are recognised, and so is a signed file (sign\n"
    "--embed), which has its signature inside. -o takes the file out of it, and writes nothing if the signature is\n"
    "not good. One of FILE, SIG, PUB and the list of signers may be -, standard input.\n\n" KEYFILE_DEFAULT_HELP "\n\n"
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
