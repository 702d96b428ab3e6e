#include "any.h"
#include "core/contract.h"
#include "key/key.c"
#include "wiped.h"

int vsnprintf(char *out, size_t room, const char *format, va_list arguments)
{
    int length;
    __CPROVER_assert(__CPROVER_w_ok(out, room), "there is room");
    return length;
}

int neosig_alg_is_known(const neosig_alg *alg)
{
    return alg != NULL;
}

neosig_error neosig_options_take(neosig_options *opts, const neosig_options *given)
{
    neosig_error error;
    neosig_options any;
    *opts = any;
    return error;
}

int neosig_entropy(void *state, uint8_t *out, size_t bytes)
{
    return 0;
}

neosig_error neosig_draw(const neosig_source *source, uint8_t *out, size_t bytes)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(out, bytes), "what is drawn has room");
    return error;
}

neosig_error neosig_keypair(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const neosig_options *options)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(pk, alg->public_key_bytes) && __CPROVER_w_ok(sk, alg->secret_key_bytes),
                     "both keys have room");
    return error;
}

neosig_error neosig_keypair_from_seed(const neosig_alg *alg, uint8_t *pk, uint8_t *sk, const uint8_t *seed,
                                      size_t seed_bytes, const neosig_options *options)
{
    __CPROVER_assert(__CPROVER_r_ok(seed, seed_bytes), "the seed is there");
    return neosig_keypair(alg, pk, sk, options);
}

const char *neosig_strerror(neosig_error error)
{
    return "";
}

void neosig_wipe_stack(void)
{
}

void harness_neosig_key_make(void)
{
    neosig_alg alg;
    neosig_key key;
    _Bool known, given, has_forms;
    __CPROVER_assume(fits(alg.public_key_bytes) && fits(alg.secret_key_bytes) && fits(alg.seed_bytes));
    alg.scheme = has_forms ? "ml-dsa" : "falcon";
    neosig_key_make(&key, known ? &alg : NULL, given ? any_bytes(alg.seed_bytes) : NULL, NULL);
    neosig_key_release(&key);
}

void harness_neosig_key_has_forms(void)
{
    static const char wanted[6] = "ml-dsa";
    size_t length;
    neosig_alg alg;
    has_free();
    __CPROVER_assume(fits(length));
    char *const scheme = any_bytes(length + 1);
    scheme[length] = '\0';
    alg.scheme = scheme;
    int begins = 1;
    for (size_t i = 0; i < sizeof wanted; i++)
        begins = begins && scheme[i] == wanted[i];
    __CPROVER_assert(neosig_key_has_forms(&alg) == begins, "the name begins so");
}

/* The copy has every byte. */
void harness_neosig_key_copy(void)
{
    size_t count, i;
    has_free();
    __CPROVER_assume(fits(count));
    const uint8_t *const bytes = any_bytes(count), *const copy = neosig_key_copy(bytes, count);
    __CPROVER_assert(copy == NULL || i >= count || copy[i] == bytes[i], "each byte is copied");
}
