/* sign: a file, many files, a tree of files. */
#include "algorithm.h"
#include "app.h"
#include "file.h"
#include "keyfile.h"
#include "manifest.h"
#include "parallel.h"
#include "progress.h"
#include "signing.h"
#include "text.h"
#include "tree.h"

#include <stdlib.h>
#include <string.h>

/* What is to be signed, and its signature. */
typedef struct item {
    const char *path;
    char *output;        /* for free() */
    manifest_text *text; /* what is signed where it is a manifest */
    uint8_t *sig;        /* for app_release(sig, room) */
    size_t room, bytes;
    char *armored;     /* the signature as text, if it is written so; for free() */
    file_input *again; /* what came but once, for a second reading */
} item;

typedef struct request {
    const char *key_path, *passphrase_path, *output, *comment, *jobs_text, *base;
    const char *public_path; /* what signatures are verified with */
    int armored, embedded, is_manifest, no_verify, force, quiet;
    size_t jobs, threads; /* threads for each file at work */
    mode mode;
    char *own;                  /* key_path, where the command line does not name it */
    char *beside;               /* public_path, where it was found */
    signing_key secret, public; /* public.alg is NULL if nothing is verified */
    armor head;                 /* where armored */
    item *items;
    size_t count;
} request;

/* ---- Keys ---- */

/* NAME.pub for NAME.key if that is there, else NULL; for free(). */
static char *public_beside(const char *key_path)
{
    char *const path = keyfile_public_name(key_path);
    if (path && file_exists(path))
        return path;
    free(path);
    return NULL;
}

/* Finds the public key: the one in PUB or NAME.pub, which must be what the secret key tells, if it tells one; else
 * that. key->public_key stays NULL, after a warning, if there is none. The file it came from is noted in
 * r->public_path, NULL if the secret key gave it. */
static int load_public(request *r, neosig_key *key)
{
    if (!r->public_path && !(key->public_key && r->no_verify))
        r->public_path = r->beside = public_beside(r->key_path);
    if (!r->public_path && key->public_key)
        return 0;
    if (!r->public_path && r->armored) {
        return app_fail("%s: its public key, whose fingerprint an armoured signature has, is not at hand (-p PUB)",
                        file_name(r->key_path));
    }
    if (!r->public_path) {
        app_warn("%s: what it signs is not verified: its public key is not at hand (-p PUB, or --no-verify)",
                 file_name(r->key_path));
        return 0;
    }
    neosig_key public = {.alg = NULL};
    int code = keyfile_load(&public, r->public_path, NEOSIG_KEY_PUBLIC, NULL);
    if (!code && public.alg != key->alg) {
        code = app_fail("%s: is a key of %s, but %s is one of %s", file_name(r->public_path), public.alg->name,
                        file_name(r->key_path), key->alg->name);
    }
    if (!code && key->public_key && memcmp(key->public_key, public.public_key, key->alg->public_key_bytes) != 0) {
        code = app_fail("%s and %s do not belong together: they are of two key pairs, or one is damaged (-p PUB names "
                        "another public key, --no-verify uses none)",
                        file_name(r->key_path), file_name(r->public_path));
    }
    if (!code) {
        neosig_key_free(key->public_key, key->alg->public_key_bytes);
        key->public_key = public.public_key;
        public.public_key = NULL;
    }
    neosig_key_release(&public);
    return code;
}

static int make_head(request *r, const neosig_key *key)
{
    uint8_t fingerprint[32];
    const neosig_error error = neosig_fingerprint(key->alg, key->public_key, key->alg->public_key_bytes, fingerprint);
    if (error != NEOSIG_OK)
        return app_error(file_name(r->key_path), error);
    signing_armor(&r->head, key->alg, fingerprint, &r->mode, r->comment);
    return 0;
}

static int load_keys(request *r)
{
    neosig_key key = {.alg = NULL};
    int code = keyfile_load(&key, r->key_path, NEOSIG_KEY_SECRET, r->passphrase_path);
    if (!code)
        algorithm_warn(key.alg);
    code = code ? code : mode_fits(&r->mode, key.alg);
    code = code || (r->no_verify && !r->armored) ? code : load_public(r, &key);
    code = code ? code : signing_prepare(&r->secret, &key, NEOSIG_KEY_SECRET, r->key_path);
    if (!code && key.public_key && !r->no_verify)
        code = signing_prepare(&r->public, &key, NEOSIG_KEY_PUBLIC, r->public_path ? r->public_path : r->key_path);
    code = code || !r->armored ? code : make_head(r, &key);
    neosig_key_release(&key);
    return code;
}

/* ---- Signatures ---- */

static const armor *head_of(const request *r)
{
    return r->armored ? &r->head : NULL;
}

/* Signs, and verifies the signature before anyone gets it. PUB may be of another key pair, a secret key that does not
 * tell its public key may be damaged, and a computer may err. */
static int sign_and_check(const request *r, const signing_message *message, uint8_t *sig, size_t *bytes)
{
    const int code = signing_sign(&r->secret, &r->public, &r->mode, head_of(r), message, sig, bytes);
    return code != EXIT_INVALID ? code
                                : app_fail("%s: what it signs does not verify under its public key%s%s: they do not "
                                           "belong together, or one is damaged (--no-verify writes it all the same)",
                                           file_name(r->key_path), r->public_path ? ", " : "",
                                           r->public_path ? file_name(r->public_path) : "");
}

/* Tries the keys on an empty message: so that those which do not belong together are not told of every file. */
static int check_keys(const request *r)
{
    const signing_message nothing = {.path = r->key_path, .data = (const uint8_t *)""};
    size_t bytes = 0;
    uint8_t *const sig = app_allocate(r->secret.alg->signature_bytes);
    const int code = sig ? sign_and_check(r, &nothing, sig, &bytes) : EXIT_INPUT;
    app_release(sig, r->secret.alg->signature_bytes);
    return code;
}

/* What comes through a pipe is kept in a file until it is copied. */
static int sign_once(const request *r, item *it, signing_message *message)
{
    file_sink sink = {file_spool(), "temporary file", 0};
    if (sink.fd < 0)
        return EXIT_INPUT;
    message->copy = file_put;
    message->copy_to = &sink;
    const int code = sign_and_check(r, message, it->sig, &it->bytes);
    it->again = file_again(sink.fd);
    return code || it->again ? code : EXIT_INPUT;
}

static int sign_one(void *state, size_t i)
{
    const request *const r = state;
    item *const it = &r->items[i];
    signing_message message = {.path = it->path,
                               .data = it->text ? (const uint8_t *)it->text->data : NULL,
                               .bytes = it->text ? it->text->bytes : 0};
    it->room = r->secret.alg->signature_bytes;
    it->sig = app_allocate(it->room);
    int code = !it->sig                                    ? EXIT_INPUT
               : r->embedded && !file_rereadable(it->path) ? sign_once(r, it, &message)
                                                           : sign_and_check(r, &message, it->sig, &it->bytes);
    if (!code && r->armored && !(it->armored = armor_write(&r->head, it->sig, it->bytes)))
        code = EXIT_INPUT;
    return code;
}

/* One file of a request. */
typedef struct embedding {
    const request *request;
    item *item;
} embedding;

/* Copies the file behind its signature, and verifies what it copies: the file may be another by now. */
static int embed(void *state, file_consumer *put, void *to)
{
    const embedding *const e = state;
    const request *const r = e->request;
    const item *const it = e->item;
    const signing_key *const key = &r->public;
    const signing_message message = {.path = it->path, .rest = it->again, .copy = put, .copy_to = to};
    size_t which;
    const int code = signing_verify(&key, 1, &which, &r->mode, &r->head, &message, it->sig, it->bytes);
    return code == EXIT_INVALID ? app_fail("%s: was changed while it was signed", file_name(it->path)) : code;
}

static int write_one(void *state, size_t i, int code)
{
    const request *const r = state;
    item *const it = &r->items[i];
    embedding e = {r, it};
    if (!code) {
        const file_output outputs[2] = {{.path = it->output,
                                         .data = it->armored ? (const uint8_t *)it->armored : it->sig,
                                         .bytes = it->armored ? strlen(it->armored) : it->bytes,
                                         .fill = r->embedded ? embed : NULL,
                                         .state = &e},
                                        {.path = it->path,
                                         .data = it->text ? (const uint8_t *)it->text->data : NULL,
                                         .bytes = it->text ? it->text->bytes : 0}};
        code = file_write(outputs, it->text ? 2 : 1, r->force);
    }
    app_release(it->sig, it->room);
    free(it->armored);
    file_end(it->again);
    it->sig = NULL;
    it->armored = NULL;
    it->again = NULL;
    if (!code && !r->quiet && it->text)
        app_print(stdout, "%s: manifest", it->path);
    if (!code && !r->quiet && !file_to_standard(it->output))
        app_print(stdout, "%s: %s, %s", it->output, r->embedded ? "signed file" : "signature", r->secret.alg->name);
    return code;
}

/* All that will be read, before anything is written: the signature of one file may be the name of the next. */
static int note_inputs(const request *r)
{
    const char *const paths[] = {r->key_path, r->public_path, r->passphrase_path};
    int code = 0;
    for (size_t i = 0; i < 3 && !code; i++)
        code = file_note_input(paths[i]);
    for (size_t i = 0; i < r->count && !r->is_manifest && !code; i++)
        code = file_note_input(r->items[i].path);
    return code;
}

/* Where there are fewer files than jobs, signatures are made in parts. */
static void share_jobs(request *r)
{
    r->threads = r->jobs / (r->count < r->jobs ? r->count : r->jobs);
    if (r->threads == 1 || !(r->secret.alg->features & NEOSIG_HAS_PARTS))
        return;
    r->mode.options.flags |= NEOSIG_PARTS;
    r->mode.options.run = parallel_parts;
    r->mode.options.run_state = &r->threads;
}

static int sign_all(request *r)
{
    char what[100];
    parallel_task task = {.count = r->count, .state = r, .work = sign_one, .done = write_one};
    int code = note_inputs(r);
    for (size_t i = 0; i < r->count && !code; i++)
        code = file_check_output(r->items[i].output, r->force);
    code = code ? code : load_keys(r);
    if (!code && r->secret.alg->features & NEOSIG_READS_TWICE) { /* signing takes long: seen, and not tried */
        snprintf(what, sizeof what, "%s: signing", r->secret.alg->name);
        task.what = what;
    } else if (!code && r->public.alg && r->count > 1) {
        code = check_keys(r);
    }
    if (!code) {
        share_jobs(r);
        code = parallel_run(&task, r->jobs);
    }
    signing_release(&r->secret);
    signing_release(&r->public);
    free(r->beside);
    return code;
}

/* ---- What to sign ---- */

/* FILE.sig or FILE.signed, or what -o says. */
static int name_outputs(request *r)
{
    for (size_t i = 0; i < r->count; i++) {
        item *const it = &r->items[i];
        if (!r->output && file_is_standard(it->path))
            return app_usage("with FILE on standard input, -o SIG is needed");
        it->output = r->output && !r->is_manifest ? app_join(r->output, "")
                                                  : app_join(it->path, r->embedded ? ".signed" : ".sig");
        if (!it->output)
            return EXIT_INPUT;
    }
    return 0;
}

static int sign_files(request *r, int argc, char **argv)
{
    r->count = (size_t)argc;
    r->items = calloc(r->count, sizeof *r->items);
    if (!r->items)
        return app_fail("out of memory");
    for (size_t i = 0; i < r->count; i++)
        r->items[i].path = argv[i];
    const int code = name_outputs(r);
    return code ? code : sign_all(r);
}

/* The manifest of a single folder is FOLDER.sha256 beside it. */
static char *manifest_name(const request *r, int argc, char **argv)
{
    if (r->output)
        return app_join(r->output, "");
    char *const folder = argc == 1 ? tree_folder(argv[0]) : NULL;
    char *name = NULL;
    if (argc > 1 || (folder && strcmp(folder, ".") == 0)) {
        app_usage("the manifest of %s needs a name (-o MANIFEST)", argc > 1 ? "several folders" : argv[0]);
    } else if (folder) {
        char *const path = tree_path(r->base, folder);
        name = path ? app_join(path, ".sha256") : NULL;
        free(path);
    }
    free(folder);
    return name;
}

static int sign_manifest(request *r, int argc, char **argv)
{
    if (file_to_standard(r->output))
        return app_usage("-o %s: a manifest and its signature are two files, MANIFEST and MANIFEST.sig", r->output);
    char *const path = manifest_name(r, argc, argv);
    if (!path)
        return EXIT_USAGE;
    manifest_text text = {.data = NULL};
    item it = {.path = path, .text = &text};
    r->items = &it;
    r->count = 1;
    int code = name_outputs(r);
    if (!code) {
        const manifest_place place = {r->base, {path, it.output}, r->jobs};
        code = note_inputs(r);
        code = code ? code : file_check_output(path, r->force);
        code = code ? code : file_check_output(it.output, r->force);
        code = code ? code : manifest_make(&text, &place, argv, (size_t)argc);
    }
    code = code ? code : sign_all(r);
    free(text.data);
    free(it.output);
    free(path);
    r->items = NULL;
    return code;
}

/* ---- The command line ---- */

static int check_request(request *r, int argc, char **argv)
{
    if (!r->key_path)
        r->key_path = r->own = keyfile_default(NEOSIG_KEY_SECRET, "sign needs -k KEY");
    if (!r->key_path)
        return EXIT_USAGE;
    int standard =
        file_is_standard(r->key_path) + file_is_standard(r->public_path) + file_is_standard(r->passphrase_path);
    for (int i = 0; i < argc; i++)
        standard += file_is_standard(argv[i]);
    if (standard > 1)
        return app_usage("only one of KEY, PUB, FILE and the passphrase can be standard input");
    if (r->public_path && r->no_verify && !r->armored)
        return app_usage("--public and --no-verify exclude each other");
    if (r->embedded && (r->no_verify || r->is_manifest)) {
        return app_usage("--embed and %s exclude each other: %s", r->no_verify ? "--no-verify" : "--manifest",
                         r->no_verify ? "what is copied behind a signature is verified"
                                      : "a manifest and its signature are two files");
    }
    if (r->embedded && r->output && text_ends_in(r->output, ".sig"))
        return app_usage("-o %s: verify takes a file of such a name for a signature alone (-o NAME.signed)", r->output);
    r->armored |= r->embedded;
    if (r->comment && !r->armored)
        return app_usage("--comment needs --armor or --embed: a raw signature has no place for it");
    if (r->comment && armor_comment_wrong(r->comment))
        return app_usage("--comment: the text %s", armor_comment_wrong(r->comment));
    if (r->output && argc > 1 && !r->is_manifest)
        return app_usage("-o %s: of several files each has a signature of its own, FILE.%s", r->output,
                         r->embedded ? "signed" : "sig");
    if (r->base && !r->is_manifest)
        return app_usage("--directory needs --manifest");
    if (r->quiet)
        progress_quiet();
    const int code = mode_read(&r->mode);
    return code ? code : parallel_jobs(&r->jobs, r->jobs_text);
}

static int run(const app_command *self, int argc, char **argv)
{
    request r = {.key_path = NULL};
    const app_option options[] = {
        {'k', "key", "KEY", "secret key file (the default key)", NULL, &r.key_path},
        {0, "passphrase-file", "FILE", "the key's passphrase is FILE's first line", NULL, &r.passphrase_path},
        {'o', "output", "SIG", "signature file, - for standard output (FILE.sig)", NULL, &r.output},
        {'f', "force", NULL, "replace existing files", &r.force, NULL},
        {'a', "armor", NULL, "write the signature as text that names key and mode", &r.armored, NULL},
        {'e', "embed", NULL, "write the same text with the file behind it (FILE.signed)", &r.embedded, NULL},
        {'c', "comment", "TEXT", "with --armor or --embed: a comment that is signed, too", NULL, &r.comment},
        {'m', "manifest", NULL, "sign the SHA-256 of all files in the folders", &r.is_manifest, NULL},
        {'C', "directory", "DIR", "with --manifest: the folders are in DIR", NULL, &r.base},
        {'p', "public", "PUB", "public key file to verify the signature with", NULL, &r.public_path},
        {0, "no-verify", NULL, "write the signature without verifying it", &r.no_verify, NULL},
        {0, "deterministic", NULL, "draw no random bytes", &r.mode.deterministic, NULL},
        {0, "twice", NULL, "make each signature twice, and compare", &r.mode.twice, NULL},
        MODE_OPTIONS(r.mode),
        {'j', "jobs", "N", "work in N threads (one for each processor)", NULL, &r.jobs_text},
        {'q', "quiet", NULL, "print nothing on success", &r.quiet, NULL},
        {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 1, argc) : code;
    if (code >= 0)
        return code;
    code = check_request(&r, argc, argv);
    if (!code)
        code = r.is_manifest ? sign_manifest(&r, argc, argv) : sign_files(&r, argc, argv);
    for (size_t i = 0; i < r.count && r.items; i++)
        free(r.items[i].output);
    free(r.items);
    free(r.own);
    return code;
}

const app_command command_sign = {
    "sign",
    "[-k KEY] [OPTION]... FILE...",
    "FILE",
    "Sign files",
    "Signs each FILE (- for standard input) with the secret key in KEY, which names the algorithm. FILE may have\n"
    "any size. The signature goes to FILE.sig, or to the file that -o names. --armor writes the signature as\n"
    "text. The text names the key, the mode and a comment, which are signed together with the file. --embed writes\n"
    "this text and the file behind it to FILE.signed, which verify knows, and which verify -o takes the file from.\n\n"
    "--manifest signs folders. MANIFEST has the SHA-256 of all files in the folders, as sha256sum writes it, and\n"
    "MANIFEST.sig is its signature. The manifest of a single folder is FOLDER.sha256. Symbolic links and devices\n"
    "are refused.\n\n" KEYFILE_DEFAULT_HELP "\n\n"
    "A damaged secret key is refused. The secret key must belong to the public key in PUB, or without -p to\n"
    "NAME.pub beside NAME.key, if there is such a file. Before a signature is written, it is verified with this\n"
    "public key, or with the public key that is computed from the secret key. The secret keys of rainbow's\n"
    "circumzenithal sets do not determine the public key. If their public key is not at hand, a warning says that\n"
    "nothing was verified. Each FILE is read once; with --embed, a regular file is read twice.\n\n"
    "Some algorithms read a message twice to sign it (reads-twice in neosig info ALG). With these, each FILE that is\n"
    "being signed is in memory as a whole, and one that does not fit is refused. With --prehash it is not.\n\n"
    "With some algorithms (fault-checks in neosig info ALG) a fault while signing can give a signature that helps to\n"
    "forge others, even if it verifies. --twice finds such faults, and takes twice as long.\n\n"
    "With some algorithms (parts in neosig info ALG) several threads make one signature, where there are fewer files\n"
    "than threads.\n\n"
    "Only some algorithms have contexts, pre-hash modes and deterministic signing (see neosig info ALG).\n\n" MODE_HELP,
    run};
