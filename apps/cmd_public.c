/* public: the public key of a secret one. */
#include "app.h"
#include "file.h"
#include "keyfile.h"

/* PEM without its boundaries and with one line end. */
static size_t make_line(uint8_t *text, size_t bytes)
{
    size_t used = 0;
    int is_boundary = 0;
    for (size_t i = 0; i < bytes; i++) {
        is_boundary = i == 0 || text[i - 1] == '\n' ? text[i] == '-' : is_boundary;
        if (!is_boundary && text[i] != '\n')
            text[used++] = text[i];
    }
    text[used++] = '\n';
    return used;
}

static int write_public(const neosig_key *key, const char *key_path, const char *output, int force, int as_line)
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
        const file_output out = {.path = output, .data = text, .bytes = as_line ? make_line(text, bytes) : bytes};
        code = file_write(&out, 1, force);
    }
    neosig_key_free(text, bytes);
    return code;
}

static int run(const app_command *self, int argc, char **argv)
{
    const char *output = "-", *passphrase_path = NULL;
    int force = 0, as_line = 0;
    const app_option options[] = {
        {'o', "output", "PUB", "write it to PUB (standard output)", NULL, &output},
        {'f', "force", NULL, "replace an existing file", &force, NULL},
        {'l', "line", NULL, "write one line of base64, for verify -P and lists of signers", &as_line, NULL},
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
    code = code ? code : keyfile_load(&key, argv[0], NEOSIG_KEY_ANY, passphrase_path);
    code = code ? code : write_public(&key, argv[0], output, force, as_line);
    neosig_key_release(&key);
    return code;
}

const app_command command_public = {
    "public",
    "[OPTION]... KEY",
    "KEY",
    "Write the public key of a secret key",
    "KEY is a key file, - for standard input. The public key is computed from a secret key, which also finds\n"
    "damage; a public key is written as it is. The secret keys of rainbow's circumzenithal sets do not determine\n"
    "the public key. For these sets the command writes the public key that is in the key file, and fails if the\n"
    "file has none.",
    run};
