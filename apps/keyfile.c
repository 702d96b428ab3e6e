#include "app.h"
#include "file.h"
#include "keyfile.h"
#include "passphrase.h"
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A key file is a key and its public key in base64, and as much text again around them. */
size_t keyfile_most_bytes(neosig_key_kind kind)
{
    return 2 * (NEOSIG_MAX_PUBLIC_KEY_BYTES + (kind != NEOSIG_KEY_PUBLIC ? NEOSIG_MAX_SECRET_KEY_BYTES : 0));
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
    if (kind != NEOSIG_KEY_PUBLIC)
        app_hold_secret();
    int code = file_read(path, most, &text, &bytes);
    if (code)
        return code;
    if (bytes > most) {
        code = app_fail("%s: is too long for a key file", file_name(path));
    } else {
        const neosig_error error = neosig_key_read(key, kind, text, bytes, NULL, 0);
        if (kind == NEOSIG_KEY_SECRET || key->kind == NEOSIG_KEY_SECRET)
            file_warn_open(path);
        if (error == NEOSIG_OK && passphrase_path)
            passphrase_warn_unused(file_name(path));
        if (error == NEOSIG_ERR_PASSPHRASE)
            code = open_protected(key, path, passphrase_path, text, bytes);
        else
            code = error == NEOSIG_OK ? 0 : fail(key, path);
    }
    app_release(text, bytes);
    return code;
}

/* ---- Where keys are ---- */

char *keyfile_public_name(const char *path)
{
    char *const name = text_ends_in(path, ".key") ? app_join(path, "") : NULL;
    if (name)
        memcpy(name + strlen(name) - 4, ".pub", 4);
    return name;
}

static const char *setting(const char *name)
{
    const char *const value = getenv(name);
    return value && value[0] ? value : NULL;
}

/* A file in the user's folder of this program, for free(); NULL if there is no such folder. The XDG Base Directory
 * Specification says to ignore names that are not absolute. */
static char *configured(const char *name)
{
#if defined(_WIN32)
    const char *const base = setting("APPDATA"), *const home = NULL, *const below = "";
#elif defined(__APPLE__)
    const char *const base = setting("XDG_CONFIG_HOME"), *const home = setting("HOME"),
                      *const below = "/Library/Application Support";
#else
    const char *const base = setting("XDG_CONFIG_HOME"), *const home = setting("HOME"), *const below = "/.config";
#endif
    const int own = base && (base[0] == '/' || !below[0]);
    if (!own && (!home || home[0] != '/'))
        return NULL;
    char *const folder = app_join(own ? base : home, own ? "/neosig/" : below);
    char *const inner = folder && !own ? app_join(folder, "/neosig/") : NULL;
    char *const path = folder ? app_join(inner ? inner : folder, name) : NULL;
    free(folder);
    free(inner);
    return path;
}

/* A file that is there but cannot be reached is not another default key. */
static int is_there(const char *path)
{
    return file_exists(path) || (errno != ENOENT && errno != ENOTDIR);
}

char *keyfile_default(neosig_key_kind kind, const char *needs)
{
    const int is_public = kind == NEOSIG_KEY_PUBLIC;
    const char *const named = setting("NEOSIG_KEY");
    char *path;
    if (named && (file_is_standard(named) || file_is_folder(named))) {
        app_usage("NEOSIG_KEY: %s is %s, not a key file", named, file_is_standard(named) ? "no name" : "a folder");
        return NULL;
    }
    if (named) {
        path = is_public ? keyfile_public_name(named) : NULL;
        return path ? path : app_join(named, is_public && !text_ends_in(named, ".pub") ? ".pub" : "");
    }
    path = configured(is_public ? "default.pub" : "default.key");
    if (path && is_there(path))
        return path;
    app_usage("%s: NEOSIG_KEY names no key%s%s", needs, path ? ", and there is no " : "", path ? path : "");
    free(path);
    return NULL;
}
