/* The functions that write DER ask for the room that they need (put.h). */
#include "key/key_write.c"
#include "moved.h"
#include "put.h"
#include "sha256.h"

int neosig_alg_is_known(const neosig_alg *alg)
{
    return alg != NULL;
}

const char *const neosig_key_labels[NEOSIG_LABELS] = {"PUBLIC KEY", "PRIVATE KEY", "ENCRYPTED PRIVATE KEY"};

int neosig_key_has_forms(const neosig_alg *of)
{
    return of->level != 0;
}

void neosig_key_free(void *text, size_t bytes)
{
    __CPROVER_assert(text == NULL || __CPROVER_w_ok(text, bytes), "what is wiped is there");
    free(text);
}

void neosig_wipe_stack(void)
{
}

neosig_error neosig_pbes2_encrypt(neosig_der_writer *w, const uint8_t *key, size_t bytes,
                                  const neosig_key_format *format)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_r_ok(key, bytes) && format->passphrase != NULL, "what is encrypted is there");
    any_put(w, bytes + NEOSIG_PBES2_AROUND, bytes + NEOSIG_PBES2_AROUND);
    return error;
}

enum { PEM = 100 };

size_t neosig_pem_bytes(const char *label, size_t bytes)
{
    return bytes + PEM;
}

void neosig_pem_encode(uint8_t *text, const char *label, const uint8_t *data, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(text, bytes + PEM) && __CPROVER_r_ok(data, bytes), "text and content are there");
}

static void write_any_key(neosig_alg alg)
{
    _Bool known, has_public, has_secret, has_seed, plain;
    neosig_key_kind kind;
    neosig_key_format format;
    const neosig_key key = {.alg = known ? &alg : NULL,
                            .public_key = has_public ? any_bytes(alg.public_key_bytes) : NULL,
                            .secret_key = has_secret ? any_bytes(alg.secret_key_bytes) : NULL,
                            .seed = has_seed ? any_bytes(alg.seed_bytes) : NULL};
    uint8_t *text;
    size_t bytes;
    const neosig_error error = neosig_key_write(&text, &bytes, &key, kind, plain ? NULL : &format);
    __CPROVER_assert(error != NEOSIG_OK || __CPROVER_r_ok(text, bytes), "the text is there");
    neosig_key_free(text, bytes);
}

/* Lengths of public key, secret key and seed: those of ML-DSA's sets. */
void harness_neosig_key_write(void)
{
    static const size_t lengths[3][3] = {{1312, 2560, 32}, {1952, 4032, 32}, {2592, 4896, 32}};
    for (size_t i = 0; i < 3; i++) {
        neosig_alg alg;
        alg.public_key_bytes = lengths[i][0];
        alg.secret_key_bytes = lengths[i][1];
        alg.seed_bytes = lengths[i][2];
        write_any_key(alg);
    }
}

void harness_neosig_fingerprint(void)
{
    neosig_alg alg;
    size_t bytes;
    __CPROVER_assume(fits(bytes));
    neosig_fingerprint(&alg, any_bytes(bytes), bytes, any_bytes(32));
}
