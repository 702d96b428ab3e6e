/* sign and verify. */
#include "app.h"
#include "common/hex.h"
#include "file.h"
#include "keyfile.h"

#include <stdlib.h>
#include <string.h>

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
    const char *public_path; /* sign: what the signature is verified with */
    int no_verify;
    uint8_t context_bytes[CONTEXT_MOST];
    neosig_options options;
} request;

#define SHARED_OPTIONS(r)                                                                                              \
    {0, "context", "TEXT", "context string, at most 255 bytes", NULL, &(r).context},                                   \
        {0, "context-hex", "HEX", "the same, as hexadecimal digits", NULL, &(r).context_hex},                          \
    {                                                                                                                  \
        0, "prehash", "HASH", "sign a hash of the file: sha2-512, shake256, ... (list above)", NULL, &(r).prehash      \
    }

/* What can be checked before any file is opened. */
static int check_request(request *r, const char *command)
{
    if (!r->key_path)
        return app_usage("%s needs -k KEY (see neosig %s --help)", command, command);
    r->options.size = sizeof r->options;
    if (r->context && r->context_hex)
        return app_usage("--context and --context-hex exclude each other");
    if (r->context) {
        size_t bytes = strlen(r->context);
        if (bytes > CONTEXT_MOST)
            return app_usage("--context: %zu bytes, more than 255", bytes);
        memcpy(r->context_bytes, r->context, bytes);
        r->options.context_bytes = bytes;
    }
    if (r->context_hex) {
        size_t digits = strlen(r->context_hex);
        if (digits % 2 || digits > 2 * CONTEXT_MOST)
            return app_usage("--context-hex: %zu digits; an even number up to 510 is needed", digits);
        if (hex_decode(r->context_bytes, digits / 2, r->context_hex) != 0)
            return app_usage("--context-hex: %s is not hexadecimal", r->context_hex);
        r->options.context_bytes = digits / 2;
    }
    r->options.context = r->context_bytes;
    if (r->deterministic)
        r->options.flags |= NEOSIG_DETERMINISTIC;
    for (size_t i = 0; r->prehash && i < PREHASHES; i++)
        if (strcmp(r->prehash, prehashes[i].name) == 0)
            r->options.prehash = prehashes[i].id;
    if (r->prehash && !r->options.prehash)
        return app_usage("unknown pre-hash %s (see neosig %s --help)", r->prehash, command);
    return 0;
}

/* What the algorithm of the key decides. */
static int check_features(const request *r, const neosig_alg *alg)
{
    if ((r->context || r->context_hex) && !(alg->features & NEOSIG_HAS_CONTEXT))
        return app_usage("%s has no context strings", alg->name);
    if (r->prehash && !(alg->features & NEOSIG_HAS_PREHASH))
        return app_usage("%s has no pre-hash modes", alg->name);
    if (r->deterministic && !(alg->features & NEOSIG_HAS_DETERMINISTIC))
        return app_usage("%s has no deterministic signing", alg->name);
    return 0;
}

static int is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* An error of signing or verifying the file at path: about the key, if it is. */
static int fail_job(const request *r, const char *path, neosig_error error)
{
    return app_error(file_name(error == NEOSIG_ERR_KEY ? r->key_path : path), error);
}

/* ---- verify ---- */

static neosig_error skip(neosig_stream *stream, const uint8_t *data, size_t bytes)
{
    (void)stream, (void)data, (void)bytes;
    return NEOSIG_OK;
}

/* EXIT_GOOD, EXIT_INVALID, or EXIT_INPUT after a message. The file is read even if its signature was refused at once:
 * one that cannot be read is an error in any case. */
static int verify_file(const request *r, const neosig_alg *alg, const uint8_t *pk, const char *path, const uint8_t *sig,
                       size_t sig_bytes)
{
    neosig_stream stream;
    neosig_error error = neosig_verify_init(&stream, alg, sig, sig_bytes, pk, alg->public_key_bytes, &r->options);
    if (error != NEOSIG_OK && error != NEOSIG_ERR_SIGNATURE)
        return app_error(file_name(r->key_path), error);
    int code = file_stream(path, error == NEOSIG_OK ? neosig_verify_update : skip, &stream);
    if (!code && error == NEOSIG_OK)
        error = neosig_verify_final(&stream);
    neosig_wipe(&stream, sizeof stream);
    if (code || error == NEOSIG_OK)
        return code;
    return error == NEOSIG_ERR_SIGNATURE ? EXIT_INVALID : fail_job(r, path, error);
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
    if (code >= 0)
        return code;
    const char *path = argv[0], *sig_path = argv[1];
    code = check_request(&r, self->name);
    if (code)
        return code;
    if (is_standard(r.key_path) + is_standard(path) + is_standard(sig_path) > 1)
        return app_usage("only one of PUB, FILE and SIG can be standard input");
    neosig_key key = {.alg = NULL};
    code = keyfile_load(&key, r.key_path, NEOSIG_KEY_PUBLIC, NULL);
    code = code ? code : check_features(&r, key.alg);
    if (!code) {
        uint8_t *sig = NULL;
        size_t sig_bytes = 0, most = key.alg->signature_bytes;
        code = file_read(sig_path, most, &sig, &sig_bytes); /* a longer one stays too long, and is refused */
        code = code ? code : verify_file(&r, key.alg, key.public_key, path, sig, sig_bytes);
        app_release(sig, sig_bytes);
        if (code == EXIT_INVALID)
            app_print(stderr, "%s: signature INVALID", file_name(path));
        if (!code && !quiet) {
            app_print(stdout, "%s: good signature, %s (%s)", file_name(path), key.alg->name,
                      neosig_status_name(key.alg->status));
        }
    }
    neosig_key_release(&key);
    return code;
}

const app_command command_verify = {
    "verify", "-k PUB FILE SIG", "Verify a file's signature",
    "Says whether SIG is a signature of FILE under the public key in PUB. One of them may be -, standard input.\n"
    "Exit status: 0 good, 1 not a signature of this file under this key, 2 usage, 3 a file cannot be read or is no "
    "key.\n\n"
    "Contexts and pre-hash modes must be those of the signing.\n" PREHASH_HELP,
    run_verify};

/* ---- sign ---- */

static int sign_file(const request *r, const neosig_key *key, const char *path, uint8_t *sig, size_t *sig_bytes)
{
    neosig_stream stream;
    neosig_error error = neosig_sign_init(&stream, key->alg, key->secret_key, key->alg->secret_key_bytes, &r->options);
    if (error != NEOSIG_OK)
        return app_error(file_name(r->key_path), error);
    int code = file_stream(path, neosig_sign_update, &stream);
    if (!code) {
        error = neosig_sign_final(&stream, sig, sig_bytes);
        code = error == NEOSIG_OK ? 0 : fail_job(r, path, error);
    }
    neosig_wipe(&stream, sizeof stream);
    return code;
}

/* NAME.pub for NAME.key if that is there, else NULL; for free(). */
static char *public_beside(const char *key_path)
{
    size_t length = strlen(key_path);
    char *path = length > 4 && strcmp(key_path + length - 4, ".key") == 0 ? malloc(length + 1) : NULL;
    if (path) {
        memcpy(path, key_path, length - 4);
        memcpy(path + length - 4, ".pub", 5);
        if (!file_exists(path)) {
            free(path);
            path = NULL;
        }
    }
    return path;
}

/* Finds what to verify the signature with: key->public_key stays NULL, after a warning, if there is nothing. The file
 * it came from is noted in r->public_path, NULL if the secret key gave it. */
static int load_public(request *r, neosig_key *key, char **beside)
{
    if (key->public_key && !r->public_path)
        return 0;
    if (!r->public_path)
        r->public_path = *beside = public_beside(r->key_path);
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
    if (!code) {
        neosig_key_free(key->public_key, key->alg->public_key_bytes);
        key->public_key = public.public_key;
        public.public_key = NULL;
    }
    neosig_key_release(&public);
    return code;
}

/* Verifies the signature before anyone gets it: a secret key that is damaged, or is none, signs all the same. Of a file
 * that cannot be read again, the key pair is tried on an empty message instead. */
static int check_signature(const request *r, const neosig_key *key, const char *path, const uint8_t *sig,
                           size_t sig_bytes)
{
    int code;
    if (file_rereadable(path)) {
        request with = *r; /* whose errors are about the public key */
        with.key_path = r->public_path ? r->public_path : r->key_path;
        code = verify_file(&with, key->alg, key->public_key, path, sig, sig_bytes);
    } else {
        uint8_t *trial = app_allocate(key->alg->signature_bytes);
        if (!trial)
            return EXIT_INPUT;
        size_t bytes;
        neosig_error error =
            neosig_sign(key->alg, trial, &bytes, NULL, 0, key->secret_key, key->alg->secret_key_bytes, &r->options);
        if (error == NEOSIG_OK) {
            error = neosig_verify(key->alg, trial, bytes, NULL, 0, key->public_key, key->alg->public_key_bytes,
                                  &r->options);
        }
        app_release(trial, key->alg->signature_bytes);
        code = error == NEOSIG_OK ? 0 : error == NEOSIG_ERR_SIGNATURE ? EXIT_INVALID : fail_job(r, path, error);
    }
    return code != EXIT_INVALID ? code
                                : app_fail("%s: what it signs does not verify under its public key%s%s: they do not "
                                           "belong together, or one is damaged (--no-verify writes it all the same)",
                                           file_name(r->key_path), r->public_path ? ", " : "",
                                           r->public_path ? file_name(r->public_path) : "");
}

static int run_sign(const app_command *self, int argc, char **argv)
{
    request r = {.key_path = NULL};
    const char *output = NULL, *passphrase_path = NULL;
    int force = 0, quiet = 0;
    const app_option options[] = {
        {'k', "key", "KEY", "secret key file (required)", NULL, &r.key_path},
        {0, "passphrase-file", "FILE", "the key's passphrase is FILE's first line", NULL, &passphrase_path},
        {'o', "output", "SIG", "signature file, - for standard output (FILE.sig)", NULL, &output},
        {'f', "force", NULL, "replace an existing signature file", &force, NULL},
        {'p', "public", "PUB", "public key file to verify the signature with", NULL, &r.public_path},
        {0, "no-verify", NULL, "write the signature without verifying it", &r.no_verify, NULL},
        {0, "deterministic", NULL, "draw no random bytes", &r.deterministic, NULL},
        SHARED_OPTIONS(r),
        {'q', "quiet", NULL, "print nothing on success", &quiet, NULL},
        {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 1, 1) : code;
    if (code >= 0)
        return code;
    const char *path = argv[0];
    code = check_request(&r, self->name);
    if (code)
        return code;
    if (is_standard(r.key_path) + is_standard(path) + is_standard(r.public_path) + is_standard(passphrase_path) > 1)
        return app_usage("only one of KEY, PUB, FILE and the passphrase can be standard input");
    if (r.public_path && r.no_verify)
        return app_usage("--public and --no-verify exclude each other");
    if (!output && strcmp(path, "-") == 0)
        return app_usage("with FILE on standard input, -o SIG is needed");
    size_t room = strlen(path) + 5;
    char *given = malloc(room);
    if (!given)
        return app_fail("out of memory");
    snprintf(given, room, "%s.sig", path);
    output = output ? output : given;

    char *beside = NULL;
    neosig_key key = {.alg = NULL};
    code = file_check_output(output, force);
    code = code ? code : keyfile_load(&key, r.key_path, NEOSIG_KEY_SECRET, passphrase_path);
    code = code ? code : check_features(&r, key.alg);
    code = code || r.no_verify ? code : load_public(&r, &key, &beside);
    if (!code) {
        uint8_t *sig = app_allocate(key.alg->signature_bytes);
        size_t sig_bytes = 0;
        code = sig ? sign_file(&r, &key, path, sig, &sig_bytes) : EXIT_INPUT;
        if (!code && !r.no_verify && key.public_key)
            code = check_signature(&r, &key, path, sig, sig_bytes);
        if (!code) {
            const file_output out = {output, sig, sig_bytes, 0};
            code = file_write(&out, 1, force);
        }
        if (!code && !quiet && strcmp(output, "-") != 0)
            app_print(stdout, "%s: signature, %s", output, key.alg->name);
        app_release(sig, key.alg->signature_bytes);
    }
    neosig_key_release(&key);
    free(beside);
    free(given);
    return code;
}

const app_command command_sign = {
    "sign", "-k KEY [-p PUB] [-o SIG] FILE", "Sign a file",
    "Signs FILE (- for standard input; of any size, read in pieces) with the secret key in KEY, which also says the\n"
    "algorithm. The signature goes to a file of its own, FILE.sig unless -o names another.\n\n"
    "It is verified before it is written, with the public key in PUB; without -p with the one that the secret key\n"
    "itself gives if it is a seed, else with NAME.pub beside NAME.key. What comes through a pipe is read only once;\n"
    "then the key pair is tried on an empty message instead.\n\n"
    "Contexts, pre-hash modes and deterministic signing exist for some algorithms only (see neosig info "
    "ALG).\n" PREHASH_HELP,
    run_sign};
