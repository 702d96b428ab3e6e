/* Keys as files: PEM text, the DER in it, object identifiers, protection. What is read is written as the same key. */
#include "../key/protected.h"
#include "fuzz.h"
#include "key/kdf.h"
#include "key/pem.h"
#include "neosig/key.h"

static const char passphrase[] = "p";

/* Those that a passphrase opens may ask for any work: it is given only where the input is our own. */
static void decode(neosig_key_kind kind, const uint8_t *text, size_t bytes, int with_passphrase)
{
    neosig_key key, again;
    if (neosig_key_read(&key, kind, text, bytes, with_passphrase ? passphrase : NULL, (size_t)with_passphrase) !=
        NEOSIG_OK) {
        REQUIRE(key.wrong[0] != '\0' && memchr(key.wrong, 0, sizeof key.wrong) != NULL);
        REQUIRE(key.public_key == NULL && key.secret_key == NULL && key.seed == NULL);
        return;
    }
    REQUIRE(key.alg != NULL && key.kind == kind &&
            (kind == NEOSIG_KEY_PUBLIC ? key.public_key : key.secret_key) != NULL);
    size_t written;
    uint8_t *copy;
    REQUIRE(neosig_key_write(&copy, &written, &key, kind, NULL) == NEOSIG_OK);
    REQUIRE(neosig_key_read(&again, kind, copy, written, NULL, 0) == NEOSIG_OK && again.alg == key.alg);
    if (kind == NEOSIG_KEY_PUBLIC)
        REQUIRE(!memcmp(again.public_key, key.public_key, key.alg->public_key_bytes));
    else
        REQUIRE(!memcmp(again.secret_key, key.secret_key, key.alg->secret_key_bytes));
    neosig_key_release(&again);
    neosig_key_free(copy, written);
    neosig_key_release(&key);
}

/* A valid key of the chosen set, as text or DER, plain or protected, with patches. */
static void decode_patched(fuzz_input *in)
{
    const fuzz_set *set = fuzz_choose(in);
    const neosig_key key = {.alg = set->alg, .public_key = set->pk, .secret_key = set->sk};
    const unsigned choice = fuzz_take(in, 1);
    const neosig_key_kind kind = choice & 1 ? NEOSIG_KEY_SECRET : NEOSIG_KEY_PUBLIC;
    neosig_key_format format = {.flags = choice & 2 ? NEOSIG_KEY_DER : 0};
    if (kind == NEOSIG_KEY_SECRET) {
        format.flags |= choice & 4 ? NEOSIG_KEY_WITH_PUBLIC : 0;
        format.passphrase = choice & 8 ? passphrase : NULL;
        format.passphrase_bytes = choice >> 3 & 1;
        format.kdf = choice & 16 ? NEOSIG_KDF_SCRYPT : NEOSIG_KDF_PBKDF2;
        format.cost = 2;
    }
    size_t bytes;
    uint8_t *text;
    REQUIRE(neosig_key_write(&text, &bytes, &key, kind, &format) == NEOSIG_OK);
    const int patched = in->bytes != 0;
    while (in->bytes) {
        /* Mostly where the headers are. */
        size_t at = fuzz_take(in, 1);
        at = at < 128 ? at : bytes - 1 - (at - 128) % bytes;
        text[at % bytes] ^= (uint8_t)fuzz_take(in, 1);
    }
    decode(NEOSIG_KEY_PUBLIC, text, bytes, 0);
    decode(NEOSIG_KEY_SECRET, text, bytes, !patched && format.passphrase != NULL);
    neosig_key_free(text, bytes);
}

/* The input as the DER content of a PEM text. */
static void decode_der(neosig_key_kind kind, const char *label, const uint8_t *der, size_t bytes)
{
    size_t text_bytes = neosig_pem_bytes(label, bytes), back_bytes;
    uint8_t *text = malloc(text_bytes), *back = malloc(text_bytes);
    REQUIRE(text != NULL && back != NULL);
    neosig_pem_encode(text, label, der, bytes);
    neosig_der_piece rest = {text, text_bytes}, body;
    char found[NEOSIG_PEM_LABEL];
    REQUIRE(neosig_pem_take(&rest, found, &body) == NULL && !strcmp(found, label));
    REQUIRE(neosig_pem_decode(back, &back_bytes, body) == NULL);
    REQUIRE(back_bytes == bytes && (bytes == 0 || !memcmp(back, der, bytes)));
    decode(kind, text, text_bytes, 0);
    decode(kind, der, bytes, 0);
    free(text);
    free(back);
}

/* Numbers around what files have, or of any size. */
static protected_kdf take_kdf(fuzz_input *in, size_t most_salt)
{
    const unsigned choice = fuzz_take(in, 1), huge = choice & 2 ? 37 : 0;
    protected_kdf d = {.is_scrypt = choice & 1, .salt_bytes = fuzz_take(in, 2) % most_salt};
    d.cost = (uint64_t)(d.is_scrypt ? 1 : fuzz_take(in, 1)) << fuzz_take(in, 1) % 25;
    d.r = (uint64_t)(fuzz_take(in, 1) % 8) << fuzz_take(in, 1) % (23 + huge);
    d.p = (uint64_t)(fuzz_take(in, 1) % 80) << fuzz_take(in, 1) % (1 + huge);
    return d;
}

static neosig_error open_empty(const uint8_t *der, size_t bytes, const char *with)
{
    neosig_key key;
    const neosig_error error = neosig_key_read(&key, NEOSIG_KEY_SECRET, der, bytes, with, with != NULL);
    REQUIRE(error != NEOSIG_OK && key.wrong[0] != '\0');
    return error;
}

/* A protection that asks for any memory and work: beyond the bounds it is refused before there is either, within them
 * it is carried out if it is little. */
static void decode_protected(fuzz_input *in)
{
    enum { MOST_SALT = 1500, LITTLE = 4096 };
    const protected_kdf d = take_kdf(in, MOST_SALT);
    const double N = (double)d.cost, r = (double)d.r, p = (double)d.p, memory = d.is_scrypt ? 128 * r * (N + p + 2) : 0,
                 work = d.is_scrypt ? N * r * p : N;
    uint8_t der[MOST_SALT + 500], derived[32];
    neosig_der_writer w = {der + sizeof der, der + sizeof der};
    protected_put(&w, &d);
    const size_t bytes = (size_t)(w.end - w.at);
    const neosig_error error = open_empty(w.at, bytes, NULL);
    if (error == NEOSIG_ERR_PASSPHRASE) {
        REQUIRE(memory <= 1025.0 * 1024 * 1024 && work <= (d.is_scrypt ? 1 << 24 : 10000000));
        if (memory <= 1 << 20 && work <= LITTLE)
            REQUIRE(open_empty(w.at, bytes, passphrase) == NEOSIG_ERR_PASSPHRASE);
        return;
    }
    REQUIRE(error == NEOSIG_ERR_UNSUPPORTED && open_empty(w.at, bytes, passphrase) == NEOSIG_ERR_UNSUPPORTED);
    if (d.is_scrypt && d.salt_bytes <= NEOSIG_KDF_SALT_MOST)
        REQUIRE(neosig_scrypt(derived, sizeof derived, derived, 0, derived, 0, d.cost, d.r, d.p) ==
                NEOSIG_ERR_UNSUPPORTED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input in = {data, bytes};
    switch (fuzz_take(&in, 1) % 6) {
    case 0: {
        char label[NEOSIG_PEM_LABEL], dotted[NEOSIG_DER_OID_TEXT];
        neosig_der_piece rest = {in.data, in.bytes}, body;
        (void)neosig_pem_take(&rest, label, &body);
        REQUIRE(memchr(label, 0, sizeof label) != NULL && rest.bytes <= in.bytes);
        neosig_der_oid_decode(dotted, (neosig_der_piece){in.data, in.bytes});
        REQUIRE(memchr(dotted, 0, sizeof dotted) != NULL);
        decode(NEOSIG_KEY_PUBLIC, in.data, in.bytes, 0);
        decode(NEOSIG_KEY_SECRET, in.data, in.bytes, 0);
        break;
    }
    case 1:
        decode_patched(&in);
        break;
    case 2:
        decode_der(NEOSIG_KEY_PUBLIC, "PUBLIC KEY", in.data, in.bytes);
        break;
    case 3:
        decode_der(NEOSIG_KEY_SECRET, "PRIVATE KEY", in.data, in.bytes);
        break;
    case 4:
        decode_protected(&in);
        break;
    default:
        decode_der(NEOSIG_KEY_SECRET, "ENCRYPTED PRIVATE KEY", in.data, in.bytes);
    }
    return 0;
}
