#include "app.h"
#include "file.h"
#include "keyfile.h"
#include "passphrase.h"

/* A key file is a key and its public key in base64, and as much text again around them. */
size_t keyfile_most_bytes(neosig_key_kind kind)
{
    return 2 * (NEOSIG_MAX_PUBLIC_KEY_BYTES + (kind == NEOSIG_KEY_SECRET ? NEOSIG_MAX_SECRET_KEY_BYTES : 0));
}

static int fail(const neosig_key *key, const char *path)
{
    return app_fail("%s: %s", file_name(path), key->wrong);
}

static int open_protected(neosig_key *key, const char *path, const char *passphrase_path, const uint8_t *text,
                          size_t bytes)
{
    char passphrase[PASSPHRASE_MOST];
    size_t count;
    int code = passphrase_get(passphrase, &count, passphrase_path, file_name(path), PASSPHRASE_OLD);
    if (!code && neosig_key_read(key, NEOSIG_KEY_SECRET, text, bytes, passphrase, count) != NEOSIG_OK)
        code = fail(key, path);
    if (!code && count == 0)
        app_warn("%s: its passphrase is empty, and protects nothing", file_name(path));
    neosig_wipe(passphrase, sizeof passphrase);
    return code;
}

int keyfile_load(neosig_key *key, const char *path, neosig_key_kind kind, const char *passphrase_path)
{
    const size_t most = keyfile_most_bytes(kind);
    uint8_t *text;
    size_t bytes;
    *key = (neosig_key){.alg = NULL};
    if (kind == NEOSIG_KEY_SECRET)
        app_hold_secret();
    int code = file_read(path, most, &text, &bytes);
    if (code)
        return code;
    if (kind == NEOSIG_KEY_SECRET)
        file_warn_open(path);
    if (bytes > most) {
        code = app_fail("%s: is too long for a key file", file_name(path));
    } else {
        const neosig_error error = neosig_key_read(key, kind, text, bytes, NULL, 0);
        if (error == NEOSIG_ERR_PASSPHRASE)
            code = open_protected(key, path, passphrase_path, text, bytes);
        else
            code = error == NEOSIG_OK ? 0 : fail(key, path);
    }
    app_release(text, bytes);
    return code;
}
