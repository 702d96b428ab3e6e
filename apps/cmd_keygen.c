#include "app.h"
#include "file.h"
#include "neosig/key.h"
#include "parallel.h"
#include "passphrase.h"
#include "progress.h"

#include <stdlib.h>
#include <string.h>

typedef struct request {
    const char *seed_path, *passphrase_path, *cost_text;
    int protect, empty, force;
    unsigned long cost;
} request;

/* A key pair and the texts of its files, as they come into being. */
typedef struct pair {
    const neosig_alg *alg;
    const request *request;
    const char *name; /* of the file of the secret key */
    uint8_t *seed;    /* NULL: random bytes */
    neosig_key_format format;
    neosig_key key;
    uint8_t *texts[2];
    size_t bytes[2];
} pair;

static int read_seed(pair *p)
{
    const neosig_alg *const alg = p->alg;
    const char *const path = p->request->seed_path;
    size_t bytes = alg->seed_bytes;
    const int code = path ? file_read(path, alg->seed_bytes, &p->seed, &bytes) : 0;
    if (p->seed)
        file_warn_open(path);
    return code || bytes == alg->seed_bytes
               ? code
               : app_fail("%s: a seed for %s is %zu bytes, this is %s", file_name(path), alg->name, alg->seed_bytes,
                          bytes > alg->seed_bytes ? "longer" : "shorter");
}

static int get_passphrase(pair *p, char passphrase[PASSPHRASE_MOST])
{
    const request *const r = p->request;
    if (!r->protect && !r->passphrase_path && !r->empty)
        return 0;
    p->format.passphrase = passphrase;
    if (r->empty) {
        p->format.flags = NEOSIG_KEY_EMPTY_PASSPHRASE;
        return 0;
    }
    return passphrase_get(passphrase, &p->format.passphrase_bytes, r->passphrase_path, p->name, PASSPHRASE_NEW);
}

static int make(void *state, size_t i)
{
    pair *const p = state;
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    (void)i;
    neosig_error error = neosig_key_make(&p->key, p->alg, p->seed, &options);
    if (error == NEOSIG_ERR_ATTEMPTS && p->seed)
        return app_fail("%s: this seed makes no key of %s; most do not", file_name(p->request->seed_path),
                        p->alg->name);
    int code = error == NEOSIG_OK ? 0 : app_error(p->alg->name, error);
    for (int kind = 0; kind < 2 && !code; kind++) {
        error = neosig_key_write(&p->texts[kind], &p->bytes[kind], &p->key, (neosig_key_kind)kind,
                                 kind == NEOSIG_KEY_SECRET ? &p->format : NULL);
        code = error == NEOSIG_OK ? 0 : passphrase_error(p->alg->name, error, p->request->cost);
    }
    return code;
}

static int make_and_show(pair *p)
{
    char what[100];
    const parallel_task task = {.count = 1, .what = what, .state = p, .work = make};
    snprintf(what, sizeof what, "%s: making the key pair", p->alg->name);
    return parallel_run(&task, 1);
}

/* Makes the key pair and writes both files. */
static int make_files(const neosig_alg *alg, const request *r, const char *key_path, const char *pub_path)
{
    char passphrase[PASSPHRASE_MOST];
    pair p = {.alg = alg, .request = r, .name = key_path, .format = {.cost = r->cost}};
    app_hold_secret();
    int code = get_passphrase(&p, passphrase);
    code = code ? code : read_seed(&p);
    code = code ? code : make_and_show(&p);
    if (!code) {
        const file_output outputs[2] = {
            {.path = key_path, .data = p.texts[NEOSIG_KEY_SECRET], .bytes = p.bytes[NEOSIG_KEY_SECRET], .secret = 1},
            {.path = pub_path, .data = p.texts[NEOSIG_KEY_PUBLIC], .bytes = p.bytes[NEOSIG_KEY_PUBLIC]}};
        code = file_write(outputs, 2, r->force);
    }
    for (int kind = 0; kind < 2; kind++)
        neosig_key_free(p.texts[kind], p.bytes[kind]);
    neosig_key_release(&p.key);
    app_release(p.seed, alg->seed_bytes + 1); /* as many as a longer file filled */
    neosig_wipe(passphrase, sizeof passphrase);
    return code;
}

/* Whether this set may be used for a new key. */
static int check_status(const neosig_alg *alg, int allow_insecure)
{
    const char *status = neosig_status_name(alg->status);
    switch (alg->status) {
    case NEOSIG_STANDARD:
        return 0;
    case NEOSIG_CANDIDATE:
        if (strncmp(alg->status_citation, "provisional", strlen("provisional")) == 0)
            app_warn("%s is %s", alg->name, alg->status_citation);
        return 0;
    case NEOSIG_SUPERSEDED:
        break;
    default:
        if (!allow_insecure) {
            return app_usage("%s is %s since %s (neosig info %s); --allow-insecure makes a key all the same", alg->name,
                             status, alg->status_since, alg->name);
        }
    }
    app_warn("%s is %s since %s (neosig info %s); not for real use", alg->name, status, alg->status_since, alg->name);
    return 0;
}

/* Whether NAME.key and NAME.pub are files of that name. */
static int check_name(const char *name)
{
    if (!name || !name[0])
        return app_usage("keygen needs -o NAME, to write NAME.key and NAME.pub");
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    if (file_is_standard(name))
        return app_usage("-o -: a key pair is two files, NAME.key and NAME.pub, and needs their name");
    if (!last[0] || strcmp(last, ".") == 0 || strcmp(last, "..") == 0)
        return app_usage("-o %s: is a folder; NAME.key and NAME.pub need a name in it", name);
    return 0;
}

static int run(const app_command *self, int argc, char **argv)
{
    request r = {.seed_path = NULL};
    const char *name = NULL;
    int allow_insecure = 0, quiet = 0;
    const app_option options[] = {
        {'o', "output", "NAME", "write NAME.key and NAME.pub (required)", NULL, &name},
        {'f', "force", NULL, "replace existing files", &r.force, NULL},
        {0, "encrypt", NULL, "protect the secret key by a passphrase, asked for on the terminal", &r.protect, NULL},
        {0, "passphrase-file", "FILE", "protect it by the first line of FILE", NULL, &r.passphrase_path},
        {0, "empty-passphrase", NULL, "protect it by an empty passphrase, which keeps nobody out", &r.empty, NULL},
        {0, "kdf-cost", "N", "scrypt's N, a power of 2 (a second's work, see above)", NULL, &r.cost_text},
        {0, "seed", "FILE", "make the key from the bytes of FILE (- for standard input)", NULL, &r.seed_path},
        {0, "allow-insecure", NULL, "allow a set that is broken or withdrawn", &allow_insecure, NULL},
        {'q', "quiet", NULL, "print nothing on success", &quiet, NULL},
        {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 1, 1) : code;
    if (code >= 0)
        return code;
    const neosig_alg *alg = app_algorithm(argv[0]);
    if (!alg)
        return EXIT_USAGE;
    if (file_is_standard(r.seed_path) && file_is_standard(r.passphrase_path))
        return app_usage("only one of the seed and the passphrase can be standard input");
    if (r.protect + (r.passphrase_path != NULL) + r.empty > 1)
        return app_usage("--encrypt, --passphrase-file and --empty-passphrase exclude each other");
    if (r.cost_text && !(r.empty || r.protect || r.passphrase_path))
        return app_usage("--kdf-cost needs --encrypt or --passphrase-file");
    if (quiet)
        progress_quiet();
    code = passphrase_cost(&r.cost, r.cost_text);
    code = code ? code : check_name(name);
    code = code ? code : check_status(alg, allow_insecure);
    if (code)
        return code;
    size_t room = strlen(name) + 5;
    char *key_path = malloc(room), *pub_path = malloc(room);
    if (key_path && pub_path) {
        snprintf(key_path, room, "%s.key", name);
        snprintf(pub_path, room, "%s.pub", name);
        code = file_note_input(r.seed_path);
        code = code ? code : file_note_input(r.passphrase_path);
        code = code ? code : file_check_output(key_path, r.force);
        code = code ? code : file_check_output(pub_path, r.force);
        code = code ? code : make_files(alg, &r, key_path, pub_path);
        if (!code && !quiet) {
            app_print(stdout, "%s: secret key, keep it", key_path);
            app_print(stdout, "%s: public key", pub_path);
        }
    } else {
        code = app_fail("out of memory");
    }
    free(key_path);
    free(pub_path);
    return code;
}

const app_command command_keygen = {
    "keygen",
    "-o NAME [OPTION]... ALG",
    "ALG",
    "Make a key pair",
    "Writes the secret key to NAME.key (mode 0600) and the public key to NAME.pub, both PEM. neosig list names\n"
    "the algorithms. On any failure neither file is written. Existing files are replaced only with --force. A\n"
    "protected secret key is an encrypted PKCS #8 file, which OpenSSL reads, too (scrypt, "
    "AES-256-CBC).\n\n" PASSPHRASE_COST_HELP,
    run};
