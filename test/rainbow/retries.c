/* Signatures that draw the vinegar or the salt again: retries FILE. Keys are those of the first known answers. A
 * circumzenithal vector is also one of the compressed set, and of its prepared key. */
#include "backends.h"
#include "common/hex.h"
#include "common/known_answer.h"
#include "neosig/neosig.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* A set with its first known key. */
typedef struct key {
    const neosig_alg *alg;
    uint8_t *pk, *sk;
    void *prepared;
    size_t prepared_bytes;
} key;

static int make_key(key *k, const char *name)
{
    k->alg = neosig_alg_find(name);
    if (!CHECK(k->alg != NULL))
        return -1;
    uint8_t seed[48], msg[KNOWN_ANSWER_MESSAGE_BYTES(0)];
    nist_drbg drbg;
    known_answer_begin(&drbg);
    known_answer_next(&drbg, 0, seed, msg);
    nist_drbg_seed(&drbg, seed);
    neosig_options options = {
        .size = sizeof options, .flags = NEOSIG_ALLOW_INSECURE, .random = nist_drbg_random, .random_state = &drbg};
    k->pk = test_allocate(k->alg->public_key_bytes);
    k->sk = test_allocate(k->alg->secret_key_bytes);
    k->prepared_bytes = neosig_prepared_bytes(k->alg, 1);
    k->prepared = test_allocate(k->prepared_bytes);
    CHECK(neosig_keypair(k->alg, k->pk, k->sk, &options) == NEOSIG_OK);
    CHECK(neosig_prepare_sign(k->alg, k->prepared, k->prepared_bytes, k->sk, k->alg->secret_key_bytes, NULL) ==
          NEOSIG_OK);
    return 0;
}

static void free_key(key *k)
{
    free(k->pk);
    free(k->sk);
    free(k->prepared);
}

static void check(const key *k, const uint8_t msg[4], const uint8_t *signature, size_t bytes)
{
    uint8_t sig[256];
    size_t made;
    CHECK(bytes == k->alg->signature_bytes);
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        const char *backend = neosig_backend_name(i);
        if (!test_backend(i))
            continue;
        int good = CHECK(neosig_sign(k->alg, sig, &made, msg, 4, k->sk, k->alg->secret_key_bytes, NULL) == NEOSIG_OK);
        good &= CHECK(made == bytes && memcmp(sig, signature, bytes) == 0);
        good &= CHECK(neosig_verify(k->alg, sig, made, msg, 4, k->pk, k->alg->public_key_bytes, NULL) == NEOSIG_OK);
        memset(sig, 0, sizeof sig);
        good &= CHECK(neosig_sign_prepared(k->prepared, sig, &made, msg, 4, NULL) == NEOSIG_OK);
        good &= CHECK(made == bytes && memcmp(sig, signature, bytes) == 0);
        if (!good)
            fprintf(stderr, "%s, message %02x%02x, backend %s\n", k->alg->name, msg[2], msg[3], backend);
    }
}

int main(int argc, char **argv)
{
    char line[1024], name[32], value[900], current[900] = "";
    uint8_t msg[4] = {0}, signature[256];
    unsigned vectors = 0, again[2] = {0};
    key keys[2] = {{0}};
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!CHECK(file != NULL))
        return test_end();
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' || sscanf(line, "%31[a-z_] = %899s", name, value) != 2)
            continue;
        if (strcmp(name, "variant") == 0 && strcmp(value, current) != 0) {
            char *version = strstr(value, "circumzenithal");
            strcpy(current, value);
            for (unsigned i = 0; i < 2; i++)
                free_key(&keys[i]);
            memset(keys, 0, sizeof keys);
            if (make_key(&keys[0], value))
                break;
            if (version != NULL) {
                strcpy(version, "compressed");
                if (make_key(&keys[1], value))
                    break;
            }
        } else if (strcmp(name, "msg") == 0) {
            CHECK(hex_decode(msg, 4, value) == 0);
        } else if (strcmp(name, "vinegar_draws") == 0) {
            again[0] += strcmp(value, "1") != 0;
        } else if (strcmp(name, "salt_draws") == 0) {
            again[1] += strcmp(value, "1") != 0;
        } else if (strcmp(name, "signature") == 0) {
            size_t bytes = strlen(value) / 2;
            if (!CHECK(bytes <= sizeof signature && hex_decode(signature, bytes, value) == 0))
                break;
            for (unsigned i = 0; i < 2 && keys[i].alg != NULL; i++)
                check(&keys[i], msg, signature, bytes);
            vectors++;
        }
    }
    for (unsigned i = 0; i < 2; i++)
        free_key(&keys[i]);
    fclose(file);
    CHECK(vectors >= 12 && again[0] >= 6 && again[1] >= 6);
    return test_end();
}
