#include "api/internal.h"
#include "key/attributes.h"
#include "key/key_parts.h"
#include "key/pbes2.h"
#include "key/pem.h"

#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {"public key", "secret key", "key"};

static neosig_error no_memory(neosig_key *key)
{
    return neosig_key_wrong(key, NEOSIG_ERR_MEMORY, "does not fit into the memory there is");
}

static neosig_error malformed(neosig_key *key)
{
    return neosig_key_wrong(key, NEOSIG_ERR_KEY, "is not well-formed: its DER is damaged or holds more than a key");
}

static neosig_error take_algorithm(neosig_key *key, neosig_der_piece *body)
{
    neosig_der_piece algorithm, oid;
    char dotted[NEOSIG_DER_OID_TEXT];
    if (!neosig_der_take(body, NEOSIG_DER_SEQUENCE, &algorithm) ||
        !neosig_der_take(&algorithm, NEOSIG_DER_OBJECT_IDENTIFIER, &oid))
        return malformed(key);
    neosig_declassify(oid.data, oid.bytes, "the structure of a key file");
    neosig_der_oid_decode(dotted, oid);
    key->alg = neosig_alg_by_oid(dotted);
    if (key->alg == NULL)
        return neosig_key_wrong(key, NEOSIG_ERR_UNSUPPORTED,
                                "holds a key of an algorithm neosig does not know (object identifier %s)", dotted);
    return algorithm.bytes == 0 ? NEOSIG_OK : malformed(key);
}

static neosig_error keep(neosig_key *key, uint8_t **member, const uint8_t *bytes, size_t count)
{
    *member = neosig_key_copy(bytes, count);
    return *member != NULL ? NEOSIG_OK : no_memory(key);
}

static neosig_error check_length(neosig_key *key, const char *what, size_t bytes, size_t needed)
{
    return bytes == needed ? NEOSIG_OK
                           : neosig_key_wrong(key, NEOSIG_ERR_LENGTH, "the %s in it has %zu bytes, but %s needs %zu",
                                              what, bytes, key->alg->name, needed);
}

/* The content of a BIT STRING of whole bytes that is a public key. */
static neosig_error keep_public(neosig_key *key, neosig_der_piece bits)
{
    neosig_declassify(bits.data, bits.bytes, "the public key");
    if (bits.bytes == 0 || bits.data[0] != 0)
        return malformed(key);
    const neosig_error error = check_length(key, "public key", bits.bytes - 1, key->alg->public_key_bytes);
    return error == NEOSIG_OK ? keep(key, &key->public_key, bits.data + 1, bits.bytes - 1) : error;
}

static neosig_error read_public(neosig_key *key, neosig_der_piece body)
{
    neosig_der_piece bits;
    const neosig_error error = take_algorithm(key, &body);
    if (error != NEOSIG_OK)
        return error;
    if (!neosig_der_take(&body, NEOSIG_DER_BIT_STRING, &bits) || body.bytes != 0)
        return malformed(key);
    return keep_public(key, bits);
}

/* What is missing of the key is made from its seed. What is there is compared with what the seed makes: *apart is the
 * sum of 1 if the public key differs, and 2 if the secret one does. */
static neosig_error expand(neosig_key *key, int *apart)
{
    const neosig_alg *const alg = key->alg;
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE};
    neosig_key made;
    const neosig_error error = neosig_key_make(&made, alg, key->seed, &options);
    if (error != NEOSIG_OK)
        return neosig_key_wrong(key, error, "its seed makes no key: %s", neosig_strerror(error));
    uint8_t **const has[2] = {&key->public_key, &key->secret_key},
                    **const makes[2] = {&made.public_key, &made.secret_key};
    const size_t bytes[2] = {alg->public_key_bytes, alg->secret_key_bytes};
    *apart = 0;
    for (int i = 0; i < 2; i++) {
        if (*has[i] != NULL) {
            *apart |= (int)neosig_differ(*has[i], *makes[i], bytes[i]) << i;
        } else {
            *has[i] = *makes[i];
            *makes[i] = NULL;
        }
    }
    neosig_key_release(&made);
    neosig_declassify(apart, sizeof *apart, "whether the key is well-formed");
    return NEOSIG_OK;
}

/* RFC 9881, section 6: CHOICE { seed [0] OCTET STRING, expandedKey OCTET STRING, both SEQUENCE { seed OCTET STRING,
 * expandedKey OCTET STRING } }. */
static neosig_error keep_forms(neosig_key *key, neosig_der_piece content)
{
    const neosig_alg *const alg = key->alg;
    neosig_der_piece both = {NULL, 0}, seed = {NULL, 0}, expanded = {NULL, 0};
    const int found = neosig_der_take(&content, NEOSIG_DER_SEQUENCE, &both)
                          ? neosig_der_take(&both, NEOSIG_DER_OCTET_STRING, &seed) &&
                                neosig_der_take(&both, NEOSIG_DER_OCTET_STRING, &expanded)
                          : neosig_der_take(&content, NEOSIG_DER_CONTEXT_0, &seed) ||
                                neosig_der_take(&content, NEOSIG_DER_OCTET_STRING, &expanded);
    if (!found || both.bytes != 0 || content.bytes != 0)
        return neosig_key_wrong(key, NEOSIG_ERR_KEY, "its private key is in none of the three forms of RFC 9881");
    neosig_error error = NEOSIG_OK;
    if (seed.data != NULL)
        error = check_length(key, "seed", seed.bytes, alg->seed_bytes);
    if (error == NEOSIG_OK && expanded.data != NULL)
        error = check_length(key, "secret key", expanded.bytes, alg->secret_key_bytes);
    if (error == NEOSIG_OK && seed.data != NULL)
        error = keep(key, &key->seed, seed.data, seed.bytes);
    if (error == NEOSIG_OK && expanded.data != NULL)
        error = keep(key, &key->secret_key, expanded.data, expanded.bytes);
    if (expanded.data != NULL)
        key->form |= seed.data != NULL ? NEOSIG_KEY_BOTH : NEOSIG_KEY_EXPANDED;
    int apart = 0;
    if (error == NEOSIG_OK && seed.data != NULL)
        error = expand(key, &apart);
    return error == NEOSIG_OK && apart != 0
               ? neosig_key_wrong(key, NEOSIG_ERR_KEY, "its seed and its %s key do not belong together",
                                  apart & 2 ? "expanded" : "public")
               : error;
}

/* The public key of the secret one: as it was read, or as the secret one tells it. */
static neosig_error pair(neosig_key *key)
{
    const neosig_alg *const alg = key->alg;
    uint8_t *const pk = malloc(alg->public_key_bytes);
    if (pk == NULL)
        return no_memory(key);
    neosig_error error = neosig_public_key(alg, pk, key->secret_key, alg->secret_key_bytes, NULL);
    if (error == NEOSIG_ERR_KEY)
        error = neosig_key_wrong(key, error, "its secret key is damaged: parts of it do not belong together");
    else if (error == NEOSIG_ERR_UNSUPPORTED)
        error = key->public_key == NULL ? NEOSIG_OK
                                        : neosig_check_keypair(alg, key->public_key, alg->public_key_bytes,
                                                               key->secret_key, alg->secret_key_bytes, NULL);
    else if (error == NEOSIG_OK && key->public_key == NULL)
        error = keep(key, &key->public_key, pk, alg->public_key_bytes);
    else if (error == NEOSIG_OK && memcmp(pk, key->public_key, alg->public_key_bytes) != 0)
        error = NEOSIG_ERR_KEY;
    free(pk);
    if (error == NEOSIG_ERR_MEMORY)
        return no_memory(key);
    if (error == NEOSIG_OK || key->wrong[0] != '\0')
        return error;
    return error == NEOSIG_ERR_KEY
               ? neosig_key_wrong(key, error, "its secret key and its public key do not belong together")
               : neosig_key_wrong(key, error, "cannot be compared with its public key: %s", neosig_strerror(error));
}

/* The secret key as it is; or as oqs-provider writes it: in an OCTET STRING of its own, the public key behind it. */
static neosig_error keep_secret(neosig_key *key, neosig_der_piece content)
{
    const neosig_alg *const alg = key->alg;
    neosig_der_piece rest = content, pair;
    neosig_error error = NEOSIG_OK;
    if (content.bytes != alg->secret_key_bytes && neosig_der_take(&rest, NEOSIG_DER_OCTET_STRING, &pair) &&
        rest.bytes == 0 && pair.bytes == alg->secret_key_bytes + alg->public_key_bytes && key->public_key == NULL) {
        content = (neosig_der_piece){pair.data, alg->secret_key_bytes};
        error = keep(key, &key->public_key, pair.data + alg->secret_key_bytes, alg->public_key_bytes);
    }
    if (error == NEOSIG_OK)
        error = check_length(key, "secret key", content.bytes, alg->secret_key_bytes);
    return error == NEOSIG_OK ? keep(key, &key->secret_key, content.data, content.bytes) : error;
}

static uint8_t version_of(neosig_der_piece version)
{
    neosig_declassify(version.data, 1, "the structure of a key file");
    return version.data[0];
}

/* OneAsymmetricKey: version, algorithm, privateKey, attributes [0] if any, publicKey [1] if the version is 2. */
static neosig_error read_secret(neosig_key *key, neosig_der_piece body)
{
    neosig_der_piece version, content, attributes, bits, digest = {NULL, 0};
    if (!neosig_der_take(&body, NEOSIG_DER_INTEGER, &version) || version.bytes != 1 || version_of(version) > 1)
        return malformed(key);
    neosig_error error = take_algorithm(key, &body);
    if (error != NEOSIG_OK)
        return error;
    if (!neosig_der_take(&body, NEOSIG_DER_OCTET_STRING, &content))
        return malformed(key);
    if (neosig_der_take(&body, NEOSIG_DER_CONTEXT_0_SET, &attributes) && !neosig_attributes_take(attributes, &digest))
        return malformed(key);
    key->form |= version.data[0] == 1 ? NEOSIG_KEY_WITH_PUBLIC : 0;
    if (version.data[0] == 1)
        error = neosig_der_take(&body, NEOSIG_DER_CONTEXT_1, &bits) ? keep_public(key, bits) : malformed(key);
    if (error != NEOSIG_OK)
        return error;
    if (body.bytes != 0)
        return malformed(key);
    error = neosig_key_has_forms(key->alg) ? keep_forms(key, content) : keep_secret(key, content);
    if (error == NEOSIG_OK && key->seed == NULL)
        error = pair(key);
    return error == NEOSIG_OK && digest.data != NULL && !neosig_attributes_match(digest, key)
               ? neosig_key_wrong(key, NEOSIG_ERR_KEY,
                                  "is damaged: its secret key and the digest of it do not belong together")
               : error;
}

/* The structure as it stands in a file, of which label is the name in PEM. */
static neosig_error read_der(neosig_key *key, int label, neosig_der_piece der, const void *passphrase,
                             size_t passphrase_bytes)
{
    neosig_der_piece body;
    if (!neosig_der_take(&der, NEOSIG_DER_SEQUENCE, &body) || der.bytes != 0)
        return malformed(key);
    if (label == NEOSIG_KEY_PUBLIC)
        return read_public(key, body);
    if (!NEOSIG_SIGNERS)
        return neosig_key_wrong(key, NEOSIG_ERR_UNSUPPORTED, "is a secret key, and this library only verifies");
    if (label == NEOSIG_KEY_SECRET)
        return read_secret(key, body);
    key->form |= NEOSIG_KEY_PROTECTED;
    uint8_t *const plain = malloc(body.bytes + 1);
    if (plain == NULL)
        return no_memory(key);
    size_t bytes;
    const char *reason;
    neosig_error error = neosig_pbes2_decrypt(plain, &bytes, body, passphrase, passphrase_bytes, &reason);
    if (error != NEOSIG_OK)
        neosig_key_wrong(key, error, "%s", reason);
    else
        error = read_der(key, NEOSIG_KEY_SECRET, (neosig_der_piece){plain, bytes}, NULL, 0);
    neosig_key_free(plain, body.bytes + 1);
    return error;
}

/* Which of the three structures this DER is, by what is in it: a number first, or what follows the first sequence.
 * NEOSIG_LABELS if it is none. */
static int label_of(neosig_der_piece der)
{
    neosig_der_piece body, first;
    if (!neosig_der_take(&der, NEOSIG_DER_SEQUENCE, &body) || body.bytes == 0)
        return NEOSIG_LABELS;
    if (body.data[0] == NEOSIG_DER_INTEGER)
        return NEOSIG_KEY_SECRET;
    if (!neosig_der_take(&body, NEOSIG_DER_SEQUENCE, &first) || body.bytes == 0)
        return NEOSIG_LABELS;
    return body.data[0] == NEOSIG_DER_OCTET_STRING ? NEOSIG_LABEL_PROTECTED : NEOSIG_KEY_PUBLIC;
}

static int label_number(const char *label)
{
    int i = 0;
    while (i < NEOSIG_LABELS && strcmp(label, neosig_key_labels[i]) != 0)
        i++;
    return i;
}

static neosig_key_kind kind_of(int label)
{
    return label == NEOSIG_LABELS ? NEOSIG_KEY_ANY : label == NEOSIG_KEY_PUBLIC ? NEOSIG_KEY_PUBLIC : NEOSIG_KEY_SECRET;
}

static int is_wanted(neosig_key_kind wanted, neosig_key_kind found)
{
    return found != NEOSIG_KEY_ANY && (wanted == NEOSIG_KEY_ANY || wanted == found);
}

static neosig_error of_other_kind(neosig_key *key, neosig_key_kind wanted)
{
    return neosig_key_wrong(key, NEOSIG_ERR_KEY, "holds a %s, not a %s", kinds[key->kind], kinds[wanted]);
}

static neosig_error read_pem(neosig_key *key, neosig_key_kind kind, neosig_der_piece text, const void *passphrase,
                             size_t passphrase_bytes)
{
    neosig_der_piece body;
    char label[NEOSIG_PEM_LABEL], first[NEOSIG_PEM_LABEL] = "";
    int found;
    // clang-format off
    do NEOSIG_LOOP(assigns(text, body, label, first, found, key->kind, key->wrong),
                   invariant(tail_of(text.data, text.bytes, entry(text.data), entry(text.bytes))),
                   decreases(text.bytes))
    {
        const char *const reason = neosig_pem_take(&text, label, &body);
        if (first[0] == '\0')
            memcpy(first, label, sizeof first);
        found = label_number(label[0] == '\0' ? first : label);
        key->kind = kind_of(found);
        if (reason != NULL)
            return neosig_key_wrong(key, NEOSIG_ERR_KEY, "%s", reason);
        if (first[0] == '\0')
            return neosig_key_wrong(key, NEOSIG_ERR_KEY, "is not a key file (PEM or DER)");
        if (label[0] == '\0')
            return found < NEOSIG_LABELS
                       ? of_other_kind(key, kind)
                       : neosig_key_wrong(key, NEOSIG_ERR_KEY, "holds \"%s\", not a %s", first, kinds[kind]);
    } while (!is_wanted(kind, key->kind));
    // clang-format on
    const size_t room = body.bytes / 4 * 3 + 1;
    uint8_t *const der = malloc(room);
    if (der == NULL)
        return no_memory(key);
    size_t bytes;
    const char *const reason = neosig_pem_decode(der, &bytes, body);
    const neosig_error error = reason != NULL
                                   ? neosig_key_wrong(key, NEOSIG_ERR_KEY, "%s", reason)
                                   : read_der(key, found, (neosig_der_piece){der, bytes}, passphrase, passphrase_bytes);
    neosig_key_free(der, room);
    return error;
}

neosig_error neosig_key_read(neosig_key *key, neosig_key_kind kind, const void *text, size_t bytes,
                             const void *passphrase, size_t passphrase_bytes)
{
    if (key == NULL)
        return NEOSIG_ERR_ARGUMENT;
    *key = (neosig_key){.alg = NULL};
    if (text == NULL || (unsigned)kind > NEOSIG_KEY_ANY || (passphrase == NULL && passphrase_bytes != 0))
        return neosig_key_wrong(key, NEOSIG_ERR_ARGUMENT, "%s", neosig_strerror(NEOSIG_ERR_ARGUMENT));
    const neosig_der_piece piece = {text, bytes};
    const int found = label_of(piece);
    neosig_error error;
    key->kind = kind_of(found);
    key->form = found == NEOSIG_LABELS ? 0 : NEOSIG_KEY_DER;
    if (found == NEOSIG_LABELS)
        error = read_pem(key, kind, piece, passphrase, passphrase_bytes);
    else if (!is_wanted(kind, key->kind))
        error = of_other_kind(key, kind);
    else
        error = read_der(key, found, piece, passphrase, passphrase_bytes);
    if (error != NEOSIG_OK) {
        const neosig_key failed = *key;
        neosig_key_release(key);
        key->alg = failed.alg;
        key->kind = failed.kind;
        key->form = failed.form;
        memcpy(key->wrong, failed.wrong, sizeof key->wrong);
    }
    neosig_wipe_stack();
    return error;
}
