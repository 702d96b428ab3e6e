#include "app.h"
#include "file.h"
#include "keyfile.h"

/* A key file is a key and its public key in base64, with as much text again around them. */
enum { MOST = 4 * (NEOSIG_MAX_PUBLIC_KEY_BYTES + NEOSIG_MAX_SECRET_KEY_BYTES) };

int keyfile_load(neosig_key *key, const char *path, neosig_key_kind kind)
{
    uint8_t *text;
    size_t bytes;
    *key = (neosig_key){.alg = NULL};
    const int code = file_read(path, MOST, &text, &bytes);
    if (code)
        return code;
    const neosig_error error = bytes > MOST ? NEOSIG_ERR_LENGTH : neosig_key_read(key, kind, text, bytes, NULL, 0);
    app_release(text, MOST + 1);
    if (error == NEOSIG_OK)
        return 0;
    return app_fail("%s: %s", file_name(path), bytes > MOST ? "is too long for a key file" : key->wrong);
}
