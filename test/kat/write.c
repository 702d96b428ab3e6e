/* Writes known answers by reference/, for a set for which its team has published none: write SET [COUNT] > FILE */
#include "api/api.h"
#include "common/known_answer.h"
#include "neosig/nist.h"
#include "reference.h"
#include "sym/sha2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

static void print_hex(const char *name, const uint8_t *bytes, size_t count)
{
    printf("%s = ", name);
    for (size_t i = 0; i < count; i++)
        printf("%02x", bytes[i]);
    printf("\n");
}

static void print_digest(const char *name, const uint8_t *data, size_t bytes)
{
    neosig_sha256 sha;
    uint8_t digest[32];
    neosig_sha256_init(&sha, sizeof digest);
    neosig_sha256_update(&sha, data, bytes);
    neosig_sha256_final(&sha, digest, sizeof digest);
    print_hex(name, digest, sizeof digest);
}

/* NIST's signed message. */
static size_t pack(const neosig_alg *alg, uint8_t *sm, const uint8_t *sig, size_t sig_bytes, const uint8_t *msg,
                   size_t msg_bytes)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    const int message_first = (scheme->traits & NEOSIG_MESSAGE_FIRST) != 0;
    if (scheme->pack != NULL)
        return scheme->pack(alg, sm, sig, sig_bytes, msg, msg_bytes);
    memcpy(message_first ? sm : sm + sig_bytes, msg, msg_bytes);
    memcpy(message_first ? sm + msg_bytes : sm, sig, sig_bytes);
    return sig_bytes + msg_bytes;
}

/* One vector; nonzero if the reference fails or refuses its own signature. */
static int write_vector(const neosig_alg *alg, size_t count, const uint8_t seed[48], const uint8_t *msg)
{
    const neosig_reference *reference = neosig_reference_of(alg);
    const size_t msg_bytes = KNOWN_ANSWER_MESSAGE_BYTES(count);
    uint8_t *pk = allocate(alg->public_key_bytes), *sk = allocate(alg->secret_key_bytes);
    uint8_t *sig = allocate(alg->signature_bytes), *sm = allocate(msg_bytes + neosig_nist_bytes(alg));
    size_t sig_bytes = 0;
    nist_drbg drbg;
    nist_drbg_seed(&drbg, seed);
    const int bad = reference->keypair(alg, pk, sk, nist_drbg_random, &drbg) != 0 ||
                    reference->sign(alg, sig, &sig_bytes, msg, msg_bytes, sk, nist_drbg_random, &drbg) != 0 ||
                    reference->verify(alg, sig, sig_bytes, msg, msg_bytes, pk) != 0;
    if (!bad) {
        const size_t sm_bytes = pack(alg, sm, sig, sig_bytes, msg, msg_bytes);
        printf("count = %zu\n", count);
        print_hex("seed", seed, 48);
        printf("mlen = %zu\n", msg_bytes);
        print_digest("msg_sha256", msg, msg_bytes);
        print_digest("pk_sha256", pk, alg->public_key_bytes);
        print_digest("sk_sha256", sk, alg->secret_key_bytes);
        printf("smlen = %zu\n", sm_bytes);
        print_digest("sm_sha256", sm, sm_bytes);
        printf("\n");
    }
    free(pk);
    free(sk);
    free(sig);
    free(sm);
    return bad;
}

int main(int argc, char **argv)
{
    const neosig_alg *alg = argc == 2 || argc == 3 ? neosig_alg_find(argv[1]) : NULL;
    const size_t vectors = argc == 3 ? strtoul(argv[2], NULL, 10) : 25;
    if (alg == NULL || neosig_reference_of(alg) == NULL || vectors == 0) {
        fprintf(stderr, "write SET [COUNT] > test/kat/SCHEME/SET.kat\n");
        return 2;
    }
    printf(
        "# %s: written by test/kat/write.c from reference/, neosig's own reading of the specification. Nobody else's "
        "code has made these answers; replace them when the designers publish theirs\n",
        alg->name);
    printf("# public_key_bytes = %zu   secret_key_bytes = %zu   signature_bytes = %zu (maximum)\n",
           alg->public_key_bytes, alg->secret_key_bytes, alg->signature_bytes);
    nist_drbg source;
    known_answer_begin(&source);
    for (size_t count = 0; count < vectors; count++) {
        uint8_t seed[48], *msg = allocate(KNOWN_ANSWER_MESSAGE_BYTES(count));
        known_answer_next(&source, count, seed, msg);
        const int bad = write_vector(alg, count, seed, msg);
        free(msg);
        if (bad) {
            fprintf(stderr, "%s: the reference fails at vector %zu\n", alg->name, count);
            return 1;
        }
    }
    return 0;
}
