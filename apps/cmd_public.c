/* public: the public key of a secret one. */
#include "app.h"
#include "file.h"
#include "keyfile.h"

static int write_public(const neosig_key *key, const char *key_path, const char *output, int force)
{
    uint8_t *text = NULL;
    size_t bytes = 0;
    if (!key->public_key) {
        return app_fail("%s: its public key cannot be told from it, and the file does not hold it",
                        file_name(key_path));
    }
    const neosig_error error = neosig_key_write(&text, &bytes, key, NEOSIG_KEY_PUBLIC, NULL);
    int code = error == NEOSIG_OK ? 0 : app_error(file_name(key_path), error);
    if (!code) {
        const file_output out = {output, text, bytes, 0};
        code = file_write(&out, 1, force);
    }
    neosig_key_free(text, bytes);
    return code;
}

static int run(const app_command *self, int argc, char **argv)
{
    const char *output = "-", *passphrase_path = NULL;
    int force = 0;
    const app_option options[] = {
        {'o', "output", "PUB", "write it to PUB (standard output)", NULL, &output},
        {'f', "force", NULL, "replace an existing file", &force, NULL},
        {0, "passphrase-file", "FILE", "the key's passphrase is FILE's first line", NULL, &passphrase_path},
        {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 1, 1) : code;
    if (code >= 0)
        return code;
    if (file_is_standard(argv[0]) && file_is_standard(passphrase_path))
        return app_usage("only one of KEY and the passphrase can be standard input");
    neosig_key key = {.alg = NULL};
    code = file_note_input(argv[0]);
    code = code ? code : file_note_input(passphrase_path);
    code = code ? code : file_check_output(output, force);
    code = code ? code : keyfile_load(&key, argv[0], NEOSIG_KEY_SECRET, passphrase_path);
    code = code ? code : write_public(&key, argv[0], output, force);
    neosig_key_release(&key);
    return code;
}

const app_command command_public = {
    "public",
    "[OPTION]... KEY",
    "KEY",
    "Write the public key of a secret key",
    "KEY is a secret key file, - for standard input. The public key is computed from the secret key, which also\n"
    "finds damage. The secret keys of rainbow's circumzenithal sets do not determine the public key. For these\n"
    "sets the command writes the public key that is in the key file, and fails if the file has none.",
    run};
