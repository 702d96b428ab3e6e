#include "app.h"
#include "file.h"
#include "key/pbes2.h"
#include "key/pem.h"
#include "keyfile.h"
#include "passphrase.h"

#include <stdlib.h>
#include <string.h>

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
    int code = passphrase_get(passphrase, &count, passphrase_path, file_name(path), 0);
    if (!code && neosig_key_read(key, NEOSIG_KEY_SECRET, text, bytes, passphrase, count) != NEOSIG_OK)
        code = fail(key, path);
    neosig_wipe(passphrase, sizeof passphrase);
    return code;
}

int keyfile_load(neosig_key *key, const char *path, neosig_key_kind kind, const char *passphrase_path)
{
    const size_t most = keyfile_most_bytes(kind);
    uint8_t *text;
    size_t bytes;
    *key = (neosig_key){.alg = NULL};
    int code = file_read(path, most, &text, &bytes);
    if (code)
        return code;
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

/* ---- What a key file is ---- */

/* The form of a OneAsymmetricKey that was read without fault (RFC 5958); of ML-DSA keys RFC 9881 has three, whose tags
 * differ. */
static void tell_form(keyfile_facts *facts, neosig_der_piece der)
{
    neosig_der_piece body, version, algorithm, content;
    if (!neosig_der_take(&der, NEOSIG_DER_SEQUENCE, &body) || !neosig_der_take(&body, NEOSIG_DER_INTEGER, &version) ||
        !neosig_der_take(&body, NEOSIG_DER_SEQUENCE, &algorithm) ||
        !neosig_der_take(&body, NEOSIG_DER_OCTET_STRING, &content) || !version.bytes || !content.bytes)
        return;
    const int is_whole = content.bytes == facts->key.alg->secret_key_bytes; /* the scheme's own encoding */
    facts->has_public = version.data[0] == 1;
    facts->form = is_whole                                     ? "scheme"
                  : content.data[0] == NEOSIG_DER_CONTEXT_0    ? "seed"
                  : content.data[0] == NEOSIG_DER_OCTET_STRING ? "expanded"
                                                               : "both";
}

/* The DER of the first block that neosig_key_read took, in memory for neosig_key_free(*memory, bytes of text). */
static neosig_der_piece secret_der(uint8_t **memory, const uint8_t *text, size_t bytes)
{
    neosig_der_piece rest = {text, bytes}, body, der = {NULL, 0};
    char label[NEOSIG_PEM_LABEL];
    *memory = malloc(bytes + 1);
    while (*memory && !neosig_pem_take(&rest, label, &body) && label[0]) {
        if (strcmp(label, "PRIVATE KEY") == 0 || strcmp(label, "ENCRYPTED PRIVATE KEY") == 0) {
            if (!neosig_pem_decode(*memory, &der.bytes, body))
                der.data = *memory;
            break;
        }
    }
    return der;
}

/* A secret key that was read: its form is in its DER, under the passphrase also. */
static void tell_secret(keyfile_facts *facts, const uint8_t *text, size_t bytes, const char *passphrase,
                        size_t passphrase_bytes)
{
    uint8_t *memory = NULL, *const plain = malloc(bytes + 1);
    const char *wrong;
    neosig_der_piece der = {text, bytes}, outer, body;
    if (!facts->is_der)
        der = secret_der(&memory, text, bytes);
    if (facts->is_encrypted && plain && der.data) {
        outer = der;
        if (neosig_der_take(&outer, NEOSIG_DER_SEQUENCE, &body) &&
            neosig_pbes2_decrypt(plain, &der.bytes, body, (const uint8_t *)passphrase, passphrase_bytes, &wrong) ==
                NEOSIG_OK)
            der.data = plain;
    }
    if (der.data)
        tell_form(facts, der);
    neosig_key_free(memory, bytes + 1);
    neosig_key_free(plain, bytes + 1);
}

const char *keyfile_inspect(keyfile_facts *facts, const uint8_t *text, size_t bytes, const char *passphrase,
                            size_t passphrase_bytes)
{
    static const char other_kind[] = "holds a secret key";
    *facts = (keyfile_facts){.is_der = bytes != 0 && text[0] == NEOSIG_DER_SEQUENCE};
    neosig_key *const key = &facts->key;
    if (neosig_key_read(key, NEOSIG_KEY_PUBLIC, text, bytes, NULL, 0) == NEOSIG_OK)
        return NULL;
    if (strncmp(key->wrong, other_kind, sizeof other_kind - 1) != 0)
        return key->wrong;
    facts->is_secret = 1;
    neosig_error error = neosig_key_read(key, NEOSIG_KEY_SECRET, text, bytes, NULL, 0);
    if (error == NEOSIG_ERR_PASSPHRASE) {
        facts->is_encrypted = 1;
        if (!passphrase)
            return NULL;
        error = neosig_key_read(key, NEOSIG_KEY_SECRET, text, bytes, passphrase, passphrase_bytes);
    }
    if (error != NEOSIG_OK)
        return key->wrong;
    tell_secret(facts, text, bytes, passphrase, passphrase_bytes);
    return NULL;
}

void keyfile_release(keyfile_facts *facts)
{
    neosig_key_release(&facts->key);
}
