/* Public keys, secret keys and signatures, malformed in every way, through every function that reads them. */
#include "fuzz.h"

/* A copy of a valid object, of its length or a little off it, overwritten or patched as the input says. The block is
 * exactly as long as claimed, so that AddressSanitizer sees any read beyond. */
static uint8_t *mutate(fuzz_input *in, const uint8_t *valid, size_t valid_bytes, size_t *bytes)
{
    uint32_t how = fuzz_take(in, 1);
    *bytes = valid_bytes;
    if (how & 1) { /* another length: a bit more or less, or anything up to twice as long */
        uint32_t amount = fuzz_take(in, 3);
        *bytes = how & 2 ? amount % (2 * valid_bytes + 1) : valid_bytes - 4 + amount % 9;
    }
    uint8_t *object = malloc(*bytes ? *bytes : 1);
    REQUIRE(object != NULL);
    for (size_t i = 0; i < *bytes; i++)
        object[i] = i < valid_bytes ? valid[i] : 0;
    if (how & 4) /* raw: the input over and over */
        for (size_t i = 0; i < *bytes && in->bytes; i++)
            object[i] = in->data[i % in->bytes];
    else
        while (in->bytes && *bytes) {
            size_t at = fuzz_take(in, 3) % *bytes;
            object[at] ^= (uint8_t)fuzz_take(in, 1);
        }
    return object;
}

static void try_public(const fuzz_set *set, const uint8_t *pk, size_t pk_bytes)
{
    const neosig_alg *alg = set->alg;
    neosig_error error =
        neosig_verify(alg, set->sig, set->sig_bytes, fuzz_message, sizeof fuzz_message, pk, pk_bytes, NULL);
    REQUIRE(error == NEOSIG_OK || error == NEOSIG_ERR_SIGNATURE || error == NEOSIG_ERR_KEY ||
            error == NEOSIG_ERR_LENGTH);
    REQUIRE((error == NEOSIG_ERR_LENGTH) == (pk_bytes != alg->public_key_bytes));
    size_t bytes = neosig_prepared_bytes(alg, 0);
    uint8_t *prepared = fuzz_alloc(bytes);
    neosig_error made = neosig_prepare_verify(alg, prepared, bytes, pk, pk_bytes, NULL);
    REQUIRE(made == NEOSIG_OK || made == NEOSIG_ERR_KEY || made == NEOSIG_ERR_LENGTH);
    if (made == NEOSIG_OK)
        REQUIRE(neosig_verify_prepared(prepared, set->sig, set->sig_bytes, fuzz_message, sizeof fuzz_message, NULL) ==
                error);
    else
        REQUIRE(error == made && fuzz_all_zero(prepared, bytes));
    free(prepared);
}

static void try_secret(const fuzz_set *set, const uint8_t *sk, size_t sk_bytes)
{
    const neosig_alg *alg = set->alg;
    uint64_t stream = 8;
    neosig_options options = {.size = sizeof options, .random = fuzz_random, .random_state = &stream};
    uint8_t *sig = fuzz_alloc(alg->signature_bytes), *again = fuzz_alloc(alg->signature_bytes);
    size_t sig_bytes = 1, again_bytes = 1;
    neosig_error error = neosig_sign(alg, sig, &sig_bytes, fuzz_message, sizeof fuzz_message, sk, sk_bytes, &options);
    REQUIRE(error == NEOSIG_OK || error == NEOSIG_ERR_KEY || error == NEOSIG_ERR_LENGTH ||
            error == NEOSIG_ERR_ATTEMPTS);
    REQUIRE((error == NEOSIG_ERR_LENGTH) == (sk_bytes != alg->secret_key_bytes));
    if (error != NEOSIG_OK)
        REQUIRE(sig_bytes == 0 && fuzz_all_zero(sig, alg->signature_bytes));
    size_t bytes = neosig_prepared_bytes(alg, 1);
    uint8_t *prepared = fuzz_alloc(bytes);
    neosig_error made = neosig_prepare_sign(alg, prepared, bytes, sk, sk_bytes, &options);
    REQUIRE(made == NEOSIG_OK || made == NEOSIG_ERR_KEY || made == NEOSIG_ERR_LENGTH);
    if (made == NEOSIG_OK) {
        stream = 8;
        neosig_error second =
            neosig_sign_prepared(prepared, again, &again_bytes, fuzz_message, sizeof fuzz_message, &options);
        REQUIRE(second == error && again_bytes == sig_bytes && !memcmp(sig, again, sig_bytes));
    } else {
        const int unchecked = test_is_checked_late(alg) && made == NEOSIG_ERR_KEY && error == NEOSIG_OK;
        REQUIRE((error == made || unchecked) && fuzz_all_zero(prepared, bytes));
    }
    free(prepared);
    free(again);
    free(sig);
}

static void try_signature(const fuzz_set *set, const uint8_t *sig, size_t sig_bytes)
{
    const neosig_alg *alg = set->alg;
    neosig_error error =
        neosig_verify(alg, sig, sig_bytes, fuzz_message, sizeof fuzz_message, set->pk, alg->public_key_bytes, NULL);
    REQUIRE(error == NEOSIG_OK || error == NEOSIG_ERR_SIGNATURE);
    /* Another signature of the same message cannot be found by mutation. */
    REQUIRE((error == NEOSIG_OK) == (sig_bytes == set->sig_bytes && !memcmp(sig, set->sig, sig_bytes)));
    neosig_stream stream;
    neosig_error streamed = neosig_verify_init(&stream, alg, sig, sig_bytes, set->pk, alg->public_key_bytes, NULL);
    if (streamed == NEOSIG_OK)
        streamed = neosig_verify_update(&stream, fuzz_message, sizeof fuzz_message);
    if (streamed == NEOSIG_OK)
        streamed = neosig_verify_final(&stream);
    REQUIRE(streamed == error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input in = {data, bytes};
    const fuzz_set *set = fuzz_choose(&in);
    const neosig_alg *alg = set->alg;
    uint32_t what = fuzz_take(&in, 1) % 3;
    size_t n;
    if (what == 0) {
        uint8_t *sig = mutate(&in, set->sig, set->sig_bytes, &n);
        try_signature(set, sig, n);
        free(sig);
    } else if (what == 1) {
        uint8_t *pk = mutate(&in, set->pk, alg->public_key_bytes, &n);
        try_public(set, pk, n);
        free(pk);
    } else {
        uint8_t *sk = mutate(&in, set->sk, alg->secret_key_bytes, &n);
        try_secret(set, sk, n);
        free(sk);
    }
    return 0;
}
