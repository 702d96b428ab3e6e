/* SNOVA: no bit of a signature, public key or message can change, and encodings are canonical. */
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

int main(void)
{
    use_make(&c, neosig_alg_find("snova-24-5-16-4-ssk"));
    flip_each(c.sig, c.sig_bytes, "signature");
    flip_each(c.pk, c.alg->public_key_bytes, "public key");
    flip_each(c.msg, sizeof c.msg, "message");
    use_free(&c);
    pad("snova-25-8-16-3-ssk", 1, 0);
    pad("snova-49-11-16-3-ssk", 0, 1);
    pad("snova-66-15-16-3-ssk", 1, 1);
    return test_end();
}
