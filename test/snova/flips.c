/* SNOVA: no bit of a signature, public key or message can change, encodings are canonical, and round 3's secret keys
 * are of their public keys. */
#include "core/use.h"

#ifdef NEOSIG_SLOW_CPU
#define STEP 7
#else
#define STEP 1
#endif

static use_case c;

static neosig_error verify(const uint8_t *msg)
{
    return neosig_verify(c.alg, c.sig, c.sig_bytes, msg, sizeof c.msg, c.pk, c.alg->public_key_bytes, NULL);
}

/* Each bit of data in turn, by steps. */
static void flip_each(uint8_t *data, size_t bytes, const char *what)
{
    size_t accepted = 0;
    for (size_t bit = 0; bit < 8 * bytes; bit += STEP) {
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (verify(c.msg) != NEOSIG_ERR_SIGNATURE) {
            fprintf(stderr, "%s bit %zu does not matter\n", what, bit);
            accepted++;
        }
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    CHECK(accepted == 0);
    CHECK(verify(c.msg) == NEOSIG_OK);
}

/* The high nibble of the last byte of an odd number of elements is zero, or the encoding is refused. */
static void pad(const char *name, int signature, int public_key)
{
    const neosig_alg *alg = neosig_alg_find(name);
    if (!CHECK(alg != NULL))
        return;
    size_t prepared_bytes = neosig_prepared_bytes(alg, 0);
    uint8_t *prepared = use_allocate(prepared_bytes);
    use_make(&c, alg);
    CHECK(verify(c.msg) == NEOSIG_OK);
    uint8_t *sig_pad = &c.sig[c.sig_bytes - 16 - 1], *pk_pad = &c.pk[alg->public_key_bytes - 1];
    for (unsigned value = 0x10; value < 0x100; value += 0x10) {
        if (signature) {
            CHECK(*sig_pad < 16);
            *sig_pad = (uint8_t)(*sig_pad | value);
            CHECK(verify(c.msg) == NEOSIG_ERR_SIGNATURE);
            *sig_pad &= 15;
        }
        if (public_key) {
            CHECK(*pk_pad < 16);
            *pk_pad = (uint8_t)(*pk_pad | value);
            CHECK(verify(c.msg) == NEOSIG_ERR_KEY);
            CHECK(neosig_prepare_verify(alg, prepared, prepared_bytes, c.pk, alg->public_key_bytes, NULL) ==
                  NEOSIG_ERR_KEY);
            *pk_pad &= 15;
        }
    }
    CHECK(verify(c.msg) == NEOSIG_OK);
    free(prepared);
    use_free(&c);
}

/* A secret key of round 3 whose parts do not belong together is not prepared, and what it signs does not verify. */
static void test_secret_key(const char *name)
{
    use_make(&c, neosig_alg_find(name));
    size_t prepared_bytes = neosig_prepared_bytes(c.alg, 1), made;
    uint8_t *prepared = use_allocate(prepared_bytes), *sig = use_allocate(c.alg->signature_bytes);
    for (size_t byte = 0; byte < c.alg->secret_key_bytes; byte += 5) {
        c.sk[byte] ^= 0x10;
        CHECK(neosig_prepare_sign(c.alg, prepared, prepared_bytes, c.sk, c.alg->secret_key_bytes, NULL) ==
              NEOSIG_ERR_KEY);
        CHECK(use_all(prepared, prepared_bytes, 0));
        CHECK(neosig_sign(c.alg, sig, &made, c.msg, sizeof c.msg, c.sk, c.alg->secret_key_bytes, NULL) == NEOSIG_OK);
        CHECK(neosig_verify(c.alg, sig, made, c.msg, sizeof c.msg, c.pk, c.alg->public_key_bytes, NULL) ==
              NEOSIG_ERR_SIGNATURE);
        c.sk[byte] ^= 0x10;
    }
    CHECK(neosig_prepare_sign(c.alg, prepared, prepared_bytes, c.sk, c.alg->secret_key_bytes, NULL) == NEOSIG_OK);
    free(sig);
    free(prepared);
    use_free(&c);
}

static void flip_all(const char *name)
{
    use_make(&c, neosig_alg_find(name));
    flip_each(c.sig, c.sig_bytes, "signature");
    flip_each(c.pk, c.alg->public_key_bytes, "public key");
    flip_each(c.msg, sizeof c.msg, "message");
    use_free(&c);
}

int main(void)
{
    flip_all("snova-24-5-16-4-ssk");
    flip_all("snova-i-s");
    test_secret_key("snova-i-k-aes");
    pad("snova-25-8-16-3-ssk", 1, 0);
    pad("snova-49-11-16-3-ssk", 0, 1);
    pad("snova-66-15-16-3-ssk", 1, 1);
    return test_end();
}
