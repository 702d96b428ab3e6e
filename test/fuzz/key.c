/* Keys as files: PEM text, the DER in it, object identifiers, protection. What is read is written as the same key. */
#include "fuzz.h"
#include "key/der.h"
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input in = {data, bytes};
    switch (fuzz_take(&in, 1) % 5) {
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
    default:
        decode_der(NEOSIG_KEY_SECRET, "ENCRYPTED PRIVATE KEY", in.data, in.bytes);
    }
    return 0;
}
