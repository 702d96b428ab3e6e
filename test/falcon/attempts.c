/* Attempts that do not fit, by a function that the linker puts before the library's (--wrap). A signature is made by
 * the first, the second, the third and the fifth attempt. */
#include "api/api.h"
#include "core/attempt.h"
#include "falcon/falcon.h"
#include "prepared.h"

#include <string.h>

enum { MOST_PK = 1793, MOST_SK = 2369, MOST_SIG = 1462 };

static unsigned refusals, attempts;

/* Called once an attempt: this definition is taken in place of the library's. */
void neosig_attempt_begins(void)
{
    attempts++;
}

int __wrap_neosig_falcon_pack_signature_vartime(const neosig_falcon_ctx *ctx, uint8_t *sig, size_t *sig_bytes,
                                                const uint8_t *nonce, const int16_t *s2);
int __real_neosig_falcon_pack_signature_vartime(const neosig_falcon_ctx *ctx, uint8_t *sig, size_t *sig_bytes,
                                                const uint8_t *nonce, const int16_t *s2);

int __wrap_neosig_falcon_pack_signature_vartime(const neosig_falcon_ctx *ctx, uint8_t *sig, size_t *sig_bytes,
                                                const uint8_t *nonce, const int16_t *s2)
{
    if (refusals > 0) {
        refusals--;
        return -1;
    }
    return __real_neosig_falcon_pack_signature_vartime(ctx, sig, sig_bytes, nonce, s2);
}

static void check(const neosig_alg *alg, size_t msg_bytes, const neosig_options *options)
{
    static const unsigned before[] = {0, 1, 2, 4};
    static uint8_t pk[MOST_PK], sk[MOST_SK], sig[MOST_SIG], msg[300];
    memset(msg, 7, sizeof msg);
    CHECK(neosig_keypair(alg, pk, sk, options) == NEOSIG_OK);
    void *prepared[2];
    test_prepare(prepared, alg, pk, sk);
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        neosig_stream stream, begun, hashed;
        size_t bytes;
        refusals = before[i];
        CHECK(neosig_sign(alg, sig, &bytes, msg, msg_bytes, sk, alg->secret_key_bytes, options) == NEOSIG_OK);
        CHECK(refusals == 0);
        CHECK(neosig_verify(alg, sig, bytes, msg, msg_bytes, pk, alg->public_key_bytes, options) == NEOSIG_OK);
        refusals = before[i];
        CHECK(neosig_sign_init(&stream, alg, sk, alg->secret_key_bytes, options) == NEOSIG_OK);
        begun = stream;
        CHECK(neosig_sign_update(&stream, msg, msg_bytes) == NEOSIG_OK);
        hashed = stream;
        const neosig_error error = neosig_sign_final(&stream, sig, &bytes);
        CHECK(error == NEOSIG_OK &&
              neosig_verify(alg, sig, bytes, msg, msg_bytes, pk, alg->public_key_bytes, options) == NEOSIG_OK &&
              neosig_verify_signed(prepared[0], sig, bytes, &begun, &hashed) == NEOSIG_OK);
    }
    const unsigned most = strcmp(alg->scheme, "fn-dsa") == 0 ? 27 : 128; /* attempts, of which a few may fail earlier */
    size_t bytes = 1;
    refusals = 1000;
    attempts = 0;
    CHECK(neosig_sign(alg, sig, &bytes, msg, msg_bytes, sk, alg->secret_key_bytes, options) == NEOSIG_ERR_ATTEMPTS);
    CHECK(bytes == 0 && attempts == most && 1000 - refusals > most / 2);
    free(prepared[0]);
    free(prepared[1]);
}

int main(void)
{
    static const uint8_t context[] = "context";
    const neosig_options plain = {.size = sizeof plain};
    const neosig_options other = {
        .size = sizeof other, .context = context, .context_bytes = sizeof context, .prehash = NEOSIG_PREHASH_SHA2_512};
    for (size_t i = 0; i < neosig_falcon_sets_count; i++) {
        const neosig_alg *alg = &neosig_falcon_sets[i].alg;
        check(alg, 0, &plain);
        check(alg, 300, &plain);
        if (neosig_falcon_sets[i].rules == NEOSIG_FALCON_FNDSA)
            check(alg, 300, &other);
    }
    return test_end();
}
