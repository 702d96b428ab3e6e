/* passphrase: set, change or remove the passphrase of a secret key. */
#include "app.h"
#include "file.h"
#include "key/key_parts.h"
#include "key/pbes2.h"
#include "key/pem.h"
#include "keyfile.h"
#include "passphrase.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct request {
    const char *path, *old_path, *new_path, *cost_text;
    int remove, empty, quiet;
    unsigned long cost;
} request;

/* A key file taken apart. What is not of the key's protection stays as it is: text and other blocks around the key, its
 * form and its attributes. */
typedef struct parts {
    neosig_der_piece before, after; /* the key: in PEM with its boundaries */
    unsigned form;                  /* neosig_key's */
    uint8_t *plain;                 /* the key's DER without a passphrase, for app_release(plain, room) */
    size_t bytes, room;
    neosig_key key; /* what it is */
} parts;

static int fail(const request *r, const char *wrong)
{
    return app_fail("%s: %s", r->path, wrong);
}

/* ---- Taking apart ---- */

/* The DER of the first secret key in PEM, which was read before, into p->plain. */
static int take_pem(const request *r, parts *p, neosig_der_piece text)
{
    static const char begin[] = "-----BEGIN ";
    const char *const wanted =
        neosig_key_labels[p->form & NEOSIG_KEY_PROTECTED ? (int)NEOSIG_LABEL_PROTECTED : (int)NEOSIG_KEY_SECRET];
    neosig_der_piece rest = text, body;
    char label[NEOSIG_PEM_LABEL];
    const char *wrong;
    do {
        wrong = neosig_pem_take(&rest, label, &body);
        wrong = wrong || label[0] ? wrong : "is not a key file";
    } while (!wrong && strcmp(label, wanted) != 0);
    wrong = wrong ? wrong : neosig_pem_decode(p->plain, &p->bytes, body);
    if (wrong)
        return fail(r, wrong);
    const uint8_t *start = body.data - (sizeof begin - 1);
    while (memcmp(start, begin, sizeof begin - 1) != 0)
        start--;
    p->before = (neosig_der_piece){text.data, (size_t)(start - text.data)};
    p->after = rest;
    return 0;
}

/* Takes the passphrase off the DER in p->plain. */
static int decrypt(const request *r, parts *p)
{
    char passphrase[PASSPHRASE_MOST];
    size_t count;
    neosig_der_piece der = {p->plain, p->bytes}, body = {NULL, 0};
    const char *wrong = "is not well-formed";
    int code = passphrase_get(passphrase, &count, r->old_path, r->path, PASSPHRASE_OLD);
    if (code)
        return code;
    uint8_t *const opened = app_allocate(p->room);
    if (!opened || !neosig_der_take(&der, NEOSIG_DER_SEQUENCE, &body) ||
        neosig_pbes2_decrypt(opened, &p->bytes, body, (const uint8_t *)passphrase, count, &wrong) != NEOSIG_OK) {
        code = opened ? fail(r, wrong) : EXIT_INPUT;
        app_release(opened, p->room);
    } else {
        app_release(p->plain, p->room);
        p->plain = opened;
    }
    neosig_wipe(passphrase, sizeof passphrase);
    return code;
}

/* A damaged key is refused, and stays as it is. */
static int take_apart(const request *r, parts *p, const uint8_t *text, size_t bytes)
{
    *p = (parts){.room = bytes};
    const neosig_error error = neosig_key_read(&p->key, NEOSIG_KEY_SECRET, text, bytes, NULL, 0);
    if (error != NEOSIG_OK && error != NEOSIG_ERR_PASSPHRASE)
        return fail(r, p->key.wrong);
    p->form = p->key.form;
    if (r->remove && !(p->form & NEOSIG_KEY_PROTECTED))
        return app_fail("%s: has no passphrase", r->path);
    if (r->old_path && !(p->form & NEOSIG_KEY_PROTECTED))
        passphrase_warn_unused(r->path);
    p->plain = app_allocate(p->room);
    if (!p->plain)
        return EXIT_INPUT;
    int code = 0;
    if (p->form & NEOSIG_KEY_DER) {
        memcpy(p->plain, text, bytes);
        p->bytes = bytes;
    } else {
        code = take_pem(r, p, (neosig_der_piece){text, bytes});
    }
    if (code || !(p->form & NEOSIG_KEY_PROTECTED))
        return code;
    code = decrypt(r, p);
    if (!code && neosig_key_read(&p->key, NEOSIG_KEY_SECRET, p->plain, p->bytes, NULL, 0) != NEOSIG_OK)
        code = fail(r, p->key.wrong);
    return code;
}

/* ---- Putting together ---- */

/* The DER that p->plain becomes, in the last bytes of memory of *room bytes. */
static int protect(const request *r, const parts *p, const neosig_key_format *format, uint8_t **memory, size_t *room,
                   neosig_der_writer *w)
{
    *room = p->bytes + NEOSIG_PBES2_AROUND;
    *memory = app_allocate(*room);
    if (!*memory)
        return EXIT_INPUT;
    *w = (neosig_der_writer){*memory + *room, *memory + *room};
    if (r->remove) {
        neosig_der_put(w, p->plain, p->bytes);
        return 0;
    }
    const neosig_error error = neosig_pbes2_encrypt(w, p->plain, p->bytes, format);
    return error == NEOSIG_OK ? 0 : passphrase_error(r->path, error, format->cost);
}

/* Whether the new file opens, and holds the same key: nobody may have another copy of it. */
static int check_opens(const request *r, const parts *p, const neosig_key_format *format, const uint8_t *whole,
                       size_t bytes)
{
    neosig_key key;
    if (bytes > keyfile_most_bytes(NEOSIG_KEY_SECRET))
        return app_fail("%s: would become too long for a key file", r->path);
    const neosig_error error = neosig_key_read(&key, NEOSIG_KEY_SECRET, whole, bytes,
                                               r->remove ? NULL : format->passphrase, format->passphrase_bytes);
    int code = error == NEOSIG_OK ? 0 : fail(r, key.wrong);
    if (!code && (key.alg != p->key.alg || memcmp(key.secret_key, p->key.secret_key, key.alg->secret_key_bytes) != 0))
        code = fail(r, "the new file would hold another key");
    neosig_key_release(&key);
    return code;
}

static int put_together(const request *r, const parts *p, const uint8_t *text, size_t text_bytes)
{
    char passphrase[PASSPHRASE_MOST];
    neosig_key_format format = {.passphrase = passphrase, .cost = r->cost};
    uint8_t *memory = NULL, *whole = NULL;
    size_t room = 0, bytes = 0;
    neosig_der_writer w;
    int code = r->remove || r->empty
                   ? 0
                   : passphrase_get(passphrase, &format.passphrase_bytes, r->new_path, r->path, PASSPHRASE_OTHER);
    code = code ? code : protect(r, p, &format, &memory, &room, &w);
    if (!code) {
        const char *const label = neosig_key_labels[r->remove ? (int)NEOSIG_KEY_SECRET : (int)NEOSIG_LABEL_PROTECTED];
        const size_t der = (size_t)(w.end - w.at), is_der = p->form & NEOSIG_KEY_DER,
                     key = is_der ? der : neosig_pem_bytes(label, der);
        bytes = p->before.bytes + key + p->after.bytes;
        whole = app_allocate(bytes);
        code = whole ? 0 : EXIT_INPUT;
        if (whole && p->before.bytes)
            memcpy(whole, p->before.data, p->before.bytes);
        if (whole && is_der)
            memcpy(whole, w.at, der);
        else if (whole)
            neosig_pem_encode(whole + p->before.bytes, label, w.at, der);
        if (whole && p->after.bytes)
            memcpy(whole + p->before.bytes + key, p->after.data, p->after.bytes);
    }
    code = code ? code : check_opens(r, p, &format, whole, bytes);
    neosig_wipe(passphrase, sizeof passphrase);
    if (!code) {
        const file_output output = {.path = r->path,
                                    .data = whole,
                                    .bytes = bytes,
                                    .secret = FILE_ALTERED,
                                    .old = text,
                                    .old_bytes = text_bytes};
        code = file_write(&output, 1, 1);
    }
    app_release(whole, bytes);
    app_release(memory, room);
    return code;
}

static int change(const request *r)
{
    const size_t most = keyfile_most_bytes(NEOSIG_KEY_SECRET);
    uint8_t *text;
    size_t bytes;
    parts p = {.plain = NULL};
    app_hold_secret();
    int code = file_read(r->path, most, &text, &bytes);
    if (code)
        return code;
    file_warn_open(r->path);
    file_warn_linked(r->path);
    code = bytes > most ? app_fail("%s: is too long for a key file", r->path) : take_apart(r, &p, text, bytes);
    code = code ? code : put_together(r, &p, text, bytes);
    if (!code && !r->quiet) {
        app_print(stdout, "%s: passphrase %s", r->path,
                  r->remove                       ? "removed"
                  : p.form & NEOSIG_KEY_PROTECTED ? "changed"
                                                  : "set");
    }
    neosig_key_release(&p.key);
    app_release(p.plain, p.room);
    app_release(text, bytes);
    return code;
}

static int run(const app_command *self, int argc, char **argv)
{
    request r = {.path = NULL};
    const app_option options[] = {
        {0, "passphrase-file", "FILE", "the present passphrase is FILE's first line", NULL, &r.old_path},
        {0, "new-passphrase-file", "FILE", "the new passphrase is FILE's first line", NULL, &r.new_path},
        {0, "remove", NULL, "leave the key without a passphrase", &r.remove, NULL},
        {0, "empty-passphrase", NULL, "set an empty passphrase, which keeps nobody out", &r.empty, NULL},
        {0, "kdf-cost", "N", "scrypt's N, a power of 2 (a second's work, see above)", NULL, &r.cost_text},
        {'q', "quiet", NULL, "print nothing on success", &r.quiet, NULL},
        {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 1, 1) : code;
    if (code >= 0)
        return code;
    r.path = argv[0];
    if (file_is_standard(r.path))
        return app_usage("KEY must be a file: it is written anew");
    if (file_is_standard(r.old_path) && file_is_standard(r.new_path))
        return app_usage("only one of the passphrases can be standard input");
    if ((r.new_path != NULL) + r.remove + r.empty > 1)
        return app_usage("--new-passphrase-file, --remove and --empty-passphrase exclude each other");
    if (r.remove && r.cost_text)
        return app_usage("--remove and --kdf-cost exclude each other");
    code = passphrase_cost(&r.cost, r.cost_text);
    if (!code && file_exists(r.path)) {
        code = file_rereadable(r.path) ? file_check_folder(r.path)
                                       : app_fail("%s: is not a regular file, which could be written anew", r.path);
    }
    code = code ? code : file_note_input(r.old_path);
    code = code ? code : file_note_input(r.new_path);
    struct stat info;
    if (!code && stat(r.path, &info) == 0 && file_is_input(&info))
        code = app_fail("%s: is the passphrase file too, and would be written over", r.path);
    return code ? code : change(&r);
}

const app_command command_passphrase = {
    "passphrase",
    "[OPTION]... KEY",
    "KEY",
    "Set, change or remove the passphrase of a secret key",
    "The terminal asks for the present passphrase of KEY, if it has one, and twice for the new one. The key, its\n"
    "form, and text and other keys in the file stay as they are. The file is replaced in one step, with its owner\n"
    "and mode: on any failure the old file is there, whole. Copies and backups of KEY keep the old "
    "passphrase.\n\n" PASSPHRASE_COST_HELP,
    run};
