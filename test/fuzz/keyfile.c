/* Key files: PEM text, the DER in it, object identifiers. What decodes encodes back to the same key. */
#include "apps/app.h"
#include "apps/der.h"
#include "apps/keyfile.h"
#include "apps/pem.h"
#include "fuzz.h"

static void decode(int secret, const uint8_t *text, size_t bytes)
{
    keyfile_key key = {0}, again = {0};
    if (keyfile_decode(&key, secret, text, bytes) != NULL)
        return;
    REQUIRE(key.alg != NULL && key.size == (secret ? key.alg->secret_key_bytes : key.alg->public_key_bytes));
    if (!secret) {
        size_t written;
        uint8_t *copy = keyfile_encode(key.alg, secret, key.bytes, &written);
        REQUIRE(copy != NULL && keyfile_decode(&again, secret, copy, written) == NULL);
        REQUIRE(again.alg == key.alg && !memcmp(again.bytes, key.bytes, key.size));
        keyfile_release(&again);
        app_release(copy, written);
    }
    keyfile_release(&key);
}

/* DER made of the input, or of a valid key of the chosen set with patches, as text. */
static void decode_patched(fuzz_input *in)
{
    const fuzz_set *set = fuzz_choose(in);
    size_t bytes;
    uint8_t *text = keyfile_encode(set->alg, 0, set->pk, &bytes);
    REQUIRE(text != NULL);
    size_t whole = bytes;
    while (in->bytes) {
        /* Mostly where the headers are. */
        size_t at = fuzz_take(in, 1);
        at = at < 128 ? at : bytes - 1 - (at - 128) % bytes;
        text[at % bytes] ^= (uint8_t)fuzz_take(in, 1);
    }
    uint8_t *exact = malloc(bytes);
    REQUIRE(exact != NULL);
    memcpy(exact, text, bytes);
    app_release(text, whole);
    decode(0, exact, bytes);
    decode(1, exact, bytes);
    free(exact);
}

/* The input as the DER content of a PEM text. */
static void decode_der(int secret, const uint8_t *der, size_t bytes)
{
    const char *label = secret ? "PRIVATE KEY" : "PUBLIC KEY";
    size_t text_bytes = pem_bytes(label, bytes), back_bytes;
    uint8_t *text = malloc(text_bytes), *back = malloc(text_bytes);
    REQUIRE(text != NULL && back != NULL);
    pem_encode(text, label, der, bytes);
    REQUIRE(pem_decode(back, &back_bytes, label, text, text_bytes) == NULL);
    REQUIRE(back_bytes == bytes && !memcmp(back, der, bytes));
    decode(secret, text, text_bytes);
    free(text);
    free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input in = {data, bytes};
    switch (fuzz_take(&in, 1) % 4) {
    case 0: {
        char label[PEM_LABEL], dotted[DER_OID_TEXT];
        pem_label(label, in.data, in.bytes);
        REQUIRE(memchr(label, 0, sizeof label) != NULL);
        der_oid_decode(dotted, (der_piece){in.data, in.bytes});
        REQUIRE(memchr(dotted, 0, sizeof dotted) != NULL);
        decode(0, in.data, in.bytes);
        decode(1, in.data, in.bytes);
        break;
    }
    case 1:
        decode_patched(&in);
        break;
    case 2:
        decode_der(0, in.data, in.bytes);
        break;
    default:
        decode_der(1, in.data, in.bytes);
    }
    return 0;
}
