/* Every bit of a signature counts; and the three forms of a level are one scheme: from one seed they have the same
 * prepared keys and signatures. */
#include "core/use.h"
#include "flips.h"

#ifdef NEOSIG_SLOW_CPU
enum { STEP = 31, PROBES = 10, LEVELS = 2 };
#else
enum { STEP = 3, PROBES = 60, LEVELS = 4 };
#endif

/* A key pair and a signature of one form. */
typedef struct made {
    uint8_t *pk, *sk, *sig, *secret, *public;
} made;

static made make(const neosig_alg *alg)
{
    static const uint8_t seed[NEOSIG_MAX_SEED_BYTES] = {1, 2, 3}, msg[] = "a message";
    const made m = {test_allocate(alg->public_key_bytes), test_allocate(alg->secret_key_bytes),
                    test_allocate(alg->signature_bytes), test_allocate(neosig_prepared_bytes(alg, 1)),
                    test_allocate(neosig_prepared_bytes(alg, 0))};
    use_random source;
    const neosig_options options = use_options(&source, 5, 0);
    size_t bytes;
    CHECK(neosig_keypair_from_seed(alg, m.pk, m.sk, seed, alg->seed_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_sign(alg, m.sig, &bytes, msg, sizeof msg, m.sk, alg->secret_key_bytes, &options) == NEOSIG_OK);
    CHECK(neosig_prepare_sign(alg, m.secret, neosig_prepared_bytes(alg, 1), m.sk, alg->secret_key_bytes, NULL) ==
          NEOSIG_OK);
    CHECK(neosig_prepare_verify(alg, m.public, neosig_prepared_bytes(alg, 0), m.pk, alg->public_key_bytes, NULL) ==
          NEOSIG_OK);
    CHECK(neosig_verify(alg, m.sig, bytes, msg, sizeof msg, m.pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    return m;
}

static void release(made m)
{
    free(m.pk);
    free(m.sk);
    free(m.sig);
    free(m.secret);
    free(m.public);
}

/* What a prepared key has behind its header, which names its set. */
static int is_same(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    return memcmp(a + 64, b + 64, bytes - 64) == 0;
}

static void compare(const neosig_alg *const forms[3])
{
    const made first = make(forms[0]);
    for (size_t i = 1; i < 3; i++) {
        const made other = make(forms[i]);
        CHECK(memcmp(first.sig, other.sig, forms[0]->signature_bytes) == 0);
        CHECK(neosig_prepared_bytes(forms[0], 1) == neosig_prepared_bytes(forms[i], 1) &&
              neosig_prepared_bytes(forms[0], 0) == neosig_prepared_bytes(forms[i], 0));
        CHECK(is_same(first.secret, other.secret, neosig_prepared_bytes(forms[0], 1)));
        CHECK(is_same(first.public, other.public, neosig_prepared_bytes(forms[0], 0)));
        release(other);
    }
    release(first);
}

int main(void)
{
    const neosig_alg *forms[3 * LEVELS];
    size_t found = 0;
    for (size_t i = 0; i < neosig_alg_count() && found < 3 * LEVELS; i++)
        if (strcmp(neosig_alg_at(i)->scheme, "uov") == 0)
            forms[found++] = neosig_alg_at(i);
    CHECK(found == 3 * LEVELS);
    for (size_t i = 0; i < found; i += 3)
        compare(forms + i);
    /* One term in 8 is zero over GF(16), one in 128 over GF(256). */
    for (size_t i = 0; i < found; i++)
        flips_of(forms[i], i < 6 ? STEP : 8 * STEP, PROBES, i < 3 ? PROBES / 3 : PROBES / 10 + 1);
    return test_end();
}
