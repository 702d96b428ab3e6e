/* sign and verify. */
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "file.h"
#include "keyfile.h"

/* ---- Options both share ---- */

static const struct {
    const char *name;
    neosig_prehash id;
} prehashes[] = {{"sha2-224", NEOSIG_PREHASH_SHA2_224},         {"sha2-256", NEOSIG_PREHASH_SHA2_256},
                 {"sha2-384", NEOSIG_PREHASH_SHA2_384},         {"sha2-512", NEOSIG_PREHASH_SHA2_512},
                 {"sha2-512-224", NEOSIG_PREHASH_SHA2_512_224}, {"sha2-512-256", NEOSIG_PREHASH_SHA2_512_256},
                 {"sha3-224", NEOSIG_PREHASH_SHA3_224},         {"sha3-256", NEOSIG_PREHASH_SHA3_256},
                 {"sha3-384", NEOSIG_PREHASH_SHA3_384},         {"sha3-512", NEOSIG_PREHASH_SHA3_512},
                 {"shake128", NEOSIG_PREHASH_SHAKE128},         {"shake256", NEOSIG_PREHASH_SHAKE256}};
enum { PREHASHES = sizeof prehashes / sizeof prehashes[0], CONTEXT_MOST = 255 };

#define PREHASH_HELP                                                                                                   \
    "Hashes for --prehash: sha2-224, sha2-256, sha2-384, sha2-512, sha2-512-224, sha2-512-256, sha3-224, sha3-256,\n"  \
    "sha3-384, sha3-512, shake128, shake256."

typedef struct request {
    const char *key_path;
    const char *context;     /* as given */
    const char *context_hex; /* as given */
    const char *prehash;     /* as given */
    int deterministic;
    uint8_t context_bytes[CONTEXT_MOST];
    neosig_options options;
} request;

#define SHARED_OPTIONS(r)                                                                                              \
    {0, "context", "TEXT", "context string, at most 255 bytes", NULL, &(r).context},                                   \
        {0, "context-hex", "HEX", "the same, as hexadecimal digits", NULL, &(r).context_hex},                          \
    {                                                                                                                  \
        0, "prehash", "HASH", "sign a hash of the file: sha2-512, shake256, ... (list above)", NULL, &(r).prehash      \
    }

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* What can be checked before any file is opened. */
static int check_request(request *r, const char *command)
{
    if (!r->key_path) {
        return app_usage("%s needs -k KEY (see neosig %s --help)", command, command);
    }
    if (r->context && r->context_hex) {
        return app_usage("--context and --context-hex exclude each other");
    }
    if (r->context) {
        size_t bytes = strlen(r->context);
        if (bytes > CONTEXT_MOST) {
            return app_usage("--context: %zu bytes, more than 255", bytes);
        }
        memcpy(r->context_bytes, r->context, bytes);
        r->options.context_bytes = bytes;
    }
    if (r->context_hex) {
        size_t digits = strlen(r->context_hex);
        if (digits % 2 || digits > 2 * CONTEXT_MOST) {
            return app_usage("--context-hex: %zu digits; an even number up to 510 is needed", digits);
        }
        for (size_t i = 0; i < digits / 2; i++) {
            int high = hex_digit(r->context_hex[2 * i]), low = hex_digit(r->context_hex[2 * i + 1]);
            if (high < 0 || low < 0) {
                return app_usage("--context-hex: %s is not hexadecimal", r->context_hex);
            }
            r->context_bytes[i] = (uint8_t)(16 * high + low);
        }
        r->options.context_bytes = digits / 2;
    }
    r->options.context = r->context_bytes;
    if (r->deterministic) {
        r->options.flags |= NEOSIG_DETERMINISTIC;
    }
    for (size_t i = 0; r->prehash && i < PREHASHES; i++) {
        if (strcmp(r->prehash, prehashes[i].name) == 0) {
            r->options.prehash = prehashes[i].id;
        }
    }
    if (r->prehash && !r->options.prehash) {
        return app_usage("unknown pre-hash %s (see neosig %s --help)", r->prehash, command);
    }
    return 0;
}

/* What the algorithm of the key decides. */
static int check_features(const request *r, const neosig_alg *alg)
{
    if ((r->context || r->context_hex) && !(alg->features & NEOSIG_HAS_CONTEXT)) {
        return app_usage("%s has no context strings", alg->name);
    }
    if (r->prehash && !(alg->features & NEOSIG_HAS_PREHASH)) {
        return app_usage("%s has no pre-hash modes", alg->name);
    }
    if (r->deterministic && !(alg->features & NEOSIG_HAS_DETERMINISTIC)) {
        return app_usage("%s has no deterministic signing", alg->name);
    }
    return 0;
}

static int count_standard(const char *a, const char *b, const char *c)
{
    return (strcmp(a, "-") == 0) + (strcmp(b, "-") == 0) + (c && strcmp(c, "-") == 0);
}

/* ---- sign ---- */

static int sign_file(request *r, const keyfile_key *key, const char *path, uint8_t *sig, size_t *sig_bytes)
{
    neosig_stream stream;
    neosig_error error = neosig_sign_init(&stream, key->alg, key->bytes, key->size, &r->options);
    if (error != NEOSIG_OK) {
        return app_error(file_name(r->key_path), error);
    }
    int code = file_stream(path, neosig_sign_update, &stream);
    if (!code) {
        error = neosig_sign_final(&stream, sig, sig_bytes);
        code = error == NEOSIG_OK ? 0 : app_error(file_name(path), error);
    }
    neosig_wipe(&stream, sizeof stream);
    return code;
}

static int run_sign(const app_command *self, int argc, char **argv)
{
    request r = {.key_path = NULL};
    const char *output = NULL;
    int force = 0, quiet = 0;
    const app_option options[] = {
        {'k', "key", "KEY", "secret key file (required)", NULL, &r.key_path},
        {'o', "output", "SIG", "signature file, - for standard output (FILE.sig)", NULL, &output},
        {'f', "force", NULL, "replace an existing signature file", &force, NULL},
        {0, "deterministic", NULL, "draw no random bytes", &r.deterministic, NULL},
        SHARED_OPTIONS(r),
        {'q', "quiet", NULL, "print nothing on success", &quiet, NULL},
        {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 1, 1) : code;
    if (code >= 0) {
        return code;
    }
    const char *path = argv[0];
    code = check_request(&r, self->name);
    if (code) {
        return code;
    }
    if (count_standard(r.key_path, path, NULL) > 1) {
        return app_usage("only one of KEY and FILE can be standard input");
    }
    if (!output && strcmp(path, "-") == 0) {
        return app_usage("with FILE on standard input, -o SIG is needed");
    }
    size_t room = strlen(path) + 5;
    char *given = malloc(room);
    if (!given) {
        return app_fail("out of memory");
    }
    snprintf(given, room, "%s.sig", path);
    output = output ? output : given;

    keyfile_key key = {NULL, NULL, 0};
    code = file_check_output(output, force);
    code = code ? code : keyfile_load(&key, r.key_path, 1);
    code = code ? code : check_features(&r, key.alg);
    if (!code) {
        uint8_t *sig = app_allocate(key.alg->signature_bytes);
        size_t sig_bytes = 0;
        code = sig ? sign_file(&r, &key, path, sig, &sig_bytes) : EXIT_INPUT;
        if (!code) {
            const file_output out = {output, sig, sig_bytes, 0};
            code = file_write(&out, 1, force);
        }
        if (!code && !quiet && strcmp(output, "-") != 0) {
            printf("%s: signature, %s\n", output, key.alg->name);
        }
        app_release(sig, key.alg->signature_bytes);
    }
    keyfile_release(&key);
    free(given);
    return code;
}

const app_command command_sign = {
    "sign", "-k KEY [-o SIG] FILE", "Sign a file",
    "Signs FILE (- for standard input; of any size, read in pieces) with the secret key in KEY, which also says the\n"
    "algorithm. The signature goes to a file of its own, FILE.sig unless -o names another.\n\n"
    "Contexts, pre-hash modes and deterministic signing exist for some algorithms only (see neosig info "
    "ALG).\n" PREHASH_HELP,
    run_sign};

/* ---- verify ---- */

static neosig_error skip(neosig_stream *stream, const uint8_t *data, size_t bytes)
{
    (void)stream, (void)data, (void)bytes;
    return NEOSIG_OK;
}

/* EXIT_GOOD, EXIT_INVALID, or EXIT_INPUT after a message. The file is read even if its signature was refused at once:
 * one that cannot be read is an error in any case. */
static int verify_file(request *r, const keyfile_key *key, const char *path, const uint8_t *sig, size_t sig_bytes)
{
    neosig_stream stream;
    neosig_error error = neosig_verify_init(&stream, key->alg, sig, sig_bytes, key->bytes, key->size, &r->options);
    if (error != NEOSIG_OK && error != NEOSIG_ERR_SIGNATURE) {
        return app_error(file_name(r->key_path), error);
    }
    int code = file_stream(path, error == NEOSIG_OK ? neosig_verify_update : skip, &stream);
    if (!code && error == NEOSIG_OK) {
        error = neosig_verify_final(&stream);
    }
    neosig_wipe(&stream, sizeof stream);
    if (code || error == NEOSIG_OK) {
        return code;
    }
    return error == NEOSIG_ERR_SIGNATURE ? EXIT_INVALID : app_error(file_name(path), error);
}

static int run_verify(const app_command *self, int argc, char **argv)
{
    request r = {.key_path = NULL};
    int quiet = 0;
    const app_option options[] = {{'k', "key", "PUB", "public key file (required)", NULL, &r.key_path},
                                  SHARED_OPTIONS(r),
                                  {'q', "quiet", NULL, "print nothing when the signature is good", &quiet, NULL},
                                  {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 2, 2) : code;
    if (code >= 0) {
        return code;
    }
    const char *path = argv[0], *sig_path = argv[1];
    code = check_request(&r, self->name);
    if (code) {
        return code;
    }
    if (count_standard(r.key_path, path, sig_path) > 1) {
        return app_usage("only one of PUB, FILE and SIG can be standard input");
    }
    keyfile_key key = {NULL, NULL, 0};
    code = keyfile_load(&key, r.key_path, 0);
    code = code ? code : check_features(&r, key.alg);
    if (!code) {
        uint8_t *sig = NULL;
        size_t sig_bytes = 0, most = key.alg->signature_bytes;
        code = file_read(sig_path, most, &sig, &sig_bytes); /* a longer one stays too long, and is refused */
        code = code ? code : verify_file(&r, &key, path, sig, sig_bytes);
        app_release(sig, most + 1);
        if (code == EXIT_INVALID) {
            fprintf(stderr, "%s: signature INVALID\n", file_name(path));
        }
        if (!code && !quiet) {
            printf("%s: good signature, %s (%s)\n", file_name(path), key.alg->name,
                   neosig_status_name(key.alg->status));
        }
    }
    keyfile_release(&key);
    return code;
}

const app_command command_verify = {
    "verify", "-k PUB FILE SIG", "Verify a file's signature",
    "Says whether SIG is a signature of FILE under the public key in PUB. One of them may be -, standard input.\n"
    "Exit status: 0 good, 1 not a signature of this file under this key, 2 usage, 3 a file cannot be read or is no "
    "key.\n\n"
    "Contexts and pre-hash modes must be those of the signing.\n" PREHASH_HELP,
    run_verify};
