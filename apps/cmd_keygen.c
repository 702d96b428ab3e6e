#define _DEFAULT_SOURCE

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <sys/random.h>
#endif

#include "app.h"
#include "file.h"
#include "keyfile.h"

static int get_seed(const neosig_alg *alg, const char *path, uint8_t *seed)
{
    if (!path)
        return getentropy(seed, alg->seed_bytes) == 0 ? 0 : app_fail("random generator: %s", strerror(errno));
    uint8_t *data;
    size_t bytes;
    int code = file_read(path, alg->seed_bytes, &data, &bytes);
    if (code)
        return code;
    if (bytes == alg->seed_bytes) {
        memcpy(seed, data, bytes);
    } else {
        code = app_fail("%s: a seed for %s is %zu bytes, this is %s", file_name(path), alg->name, alg->seed_bytes,
                        bytes > alg->seed_bytes ? "longer" : "shorter");
    }
    app_release(data, alg->seed_bytes + 1);
    return code;
}

/* Makes the key pair and writes both files. */
static int make_keys(const neosig_alg *alg, const char *seed_path, const char *key_path, const char *pub_path,
                     int force)
{
    uint8_t seed[NEOSIG_MAX_SEED_BYTES];
    int code = get_seed(alg, seed_path, seed);
    if (code)
        return code;
    uint8_t *pk = app_allocate(alg->public_key_bytes), *sk = app_allocate(alg->secret_key_bytes);
    uint8_t *pk_text = NULL, *sk_text = NULL;
    size_t pk_text_bytes = 0, sk_text_bytes = 0;
    code = EXIT_INPUT;
    if (pk && sk) {
        neosig_options options = {.flags = NEOSIG_ALLOW_INSECURE};
        neosig_error error = neosig_keypair_from_seed(alg, pk, sk, seed, alg->seed_bytes, &options);
        code = error == NEOSIG_OK ? 0 : app_error(alg->name, error);
    }
    if (!code) {
        pk_text = keyfile_encode(alg, 0, pk, &pk_text_bytes);
        sk_text = keyfile_encode(alg, 1, keyfile_keeps_seed(alg) ? seed : sk, &sk_text_bytes);
        const file_output outputs[2] = {{key_path, sk_text, sk_text_bytes, 1}, {pub_path, pk_text, pk_text_bytes, 0}};
        code = pk_text && sk_text ? file_write(outputs, 2, force) : EXIT_INPUT;
    }
    neosig_wipe(seed, sizeof seed);
    app_release(pk, alg->public_key_bytes);
    app_release(sk, alg->secret_key_bytes);
    app_release(pk_text, pk_text_bytes);
    app_release(sk_text, sk_text_bytes);
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
    if (strcmp(name, "-") == 0)
        return app_usage("-o -: a key pair is two files, NAME.key and NAME.pub, and needs their name");
    if (!last[0] || strcmp(last, ".") == 0 || strcmp(last, "..") == 0)
        return app_usage("-o %s: is a folder; NAME.key and NAME.pub need a name in it", name);
    return 0;
}

static int run(const app_command *self, int argc, char **argv)
{
    const char *name = NULL, *seed_path = NULL;
    int force = 0, allow_insecure = 0, quiet = 0;
    const app_option options[] = {
        {'o', "output", "NAME", "write NAME.key and NAME.pub (required)", NULL, &name},
        {'f', "force", NULL, "replace existing files", &force, NULL},
        {0, "seed", "FILE", "make the key from the bytes of FILE (- for standard input)", NULL, &seed_path},
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
    code = check_name(name);
    code = code ? code : check_status(alg, allow_insecure);
    if (code)
        return code;
    size_t room = strlen(name) + 5;
    char *key_path = malloc(room), *pub_path = malloc(room);
    if (key_path && pub_path) {
        snprintf(key_path, room, "%s.key", name);
        snprintf(pub_path, room, "%s.pub", name);
        code = file_check_output(key_path, force);
        code = code ? code : file_check_output(pub_path, force);
        code = code ? code : make_keys(alg, seed_path, key_path, pub_path, force);
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
    "keygen", "ALG -o NAME", "Make a key pair",
    "Writes the secret key to NAME.key (mode 0600) and the public key to NAME.pub, both PEM. neosig list names the\n"
    "algorithms. Both files are written whole or not at all; existing ones are left alone without --force.",
    run};
