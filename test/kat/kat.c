/* Known answers: kat FILE... [--count N] [--backend NAME]
 *
 * A file <algorithm>.kat, or <algorithm>-det.kat for deterministic signing, lists NIST's known-answer vectors by
 * digest. Each vector (the first N of a file) is made again through NIST's interface in every backend that this CPU
 * runs. */
#include "drbg.h"
#include "neosig/nist.h"
#include "sym/sha2.h"
#include "test.h"
#include <stdlib.h>
#include <string.h>

typedef struct vector {
    unsigned count;
    uint8_t seed[48];
    unsigned long long mlen, smlen;
    uint8_t msg[32], pk[32], sk[32], sm[32];
} vector;

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

static int unhex(uint8_t *out, size_t bytes, const char *text)
{
    for (size_t i = 0; i < bytes; i++) {
        unsigned value;
        if (sscanf(text + 2 * i, "%2x", &value) != 1)
            return -1;
        out[i] = (uint8_t)value;
    }
    return 0;
}

/* The next vector of a file: 1, 0 at its end, -1 if it is malformed. */
static int read_vector(FILE *file, vector *v)
{
    char line[512], name[32], value[256];
    unsigned seen = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' || sscanf(line, "%31[a-z0-9_] = %255s", name, value) != 2)
            continue;
        int bad = 0;
        if (strcmp(name, "count") == 0)
            v->count = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(name, "seed") == 0)
            bad = unhex(v->seed, 48, value);
        else if (strcmp(name, "mlen") == 0)
            v->mlen = strtoull(value, NULL, 10);
        else if (strcmp(name, "msg_sha256") == 0)
            bad = unhex(v->msg, 32, value);
        else if (strcmp(name, "pk_sha256") == 0)
            bad = unhex(v->pk, 32, value);
        else if (strcmp(name, "sk_sha256") == 0)
            bad = unhex(v->sk, 32, value);
        else if (strcmp(name, "smlen") == 0)
            v->smlen = strtoull(value, NULL, 10);
        else if (strcmp(name, "sm_sha256") == 0)
            bad = unhex(v->sm, 32, value);
        else
            continue;
        if (bad)
            return -1;
        if (++seen == 8)
            return 1;
    }
    return seen == 0 ? 0 : -1;
}

static int digest_is(const uint8_t *data, size_t bytes, const uint8_t expected[32])
{
    neosig_sha256 ctx;
    uint8_t digest[32];
    neosig_sha256_init(&ctx, 32);
    neosig_sha256_update(&ctx, data, bytes);
    neosig_sha256_final(&ctx, digest, 32);
    return memcmp(digest, expected, 32) == 0;
}

static int check_vector(const neosig_alg *alg, unsigned flags, const vector *v, const uint8_t *msg)
{
    uint8_t *pk = allocate(alg->public_key_bytes);
    uint8_t *sk = allocate(alg->secret_key_bytes);
    uint8_t *sm = allocate((size_t)v->mlen + alg->signature_bytes);
    uint8_t *opened = allocate((size_t)v->mlen);
    unsigned long long smlen = 0, mlen = 0;
    test_drbg drbg;
    test_drbg_seed(&drbg, v->seed);
    neosig_options options = {
        .flags = NEOSIG_ALLOW_INSECURE | flags, .random = test_drbg_random, .random_state = &drbg};

    int good = CHECK(neosig_nist_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    good &= CHECK(digest_is(pk, alg->public_key_bytes, v->pk));
    good &= CHECK(digest_is(sk, alg->secret_key_bytes, v->sk));
    good &= CHECK(neosig_nist_sign(alg, sm, &smlen, msg, v->mlen, sk, &options) == NEOSIG_OK);
    good &= CHECK(smlen == v->smlen && digest_is(sm, (size_t)smlen, v->sm));
    good &= CHECK(neosig_nist_open(alg, opened, &mlen, sm, smlen, pk, &options) == NEOSIG_OK);
    good &= CHECK(mlen == v->mlen && memcmp(opened, msg, (size_t)mlen) == 0);
    free(pk);
    free(sk);
    free(sm);
    free(opened);
    return good;
}

/* <folders>/<algorithm>[-det].kat */
static const neosig_alg *alg_of(const char *path, unsigned *flags)
{
    char name[64];
    const char *base = strrchr(path, '/');
    base = base != NULL ? base + 1 : path;
    size_t bytes = strcspn(base, ".");
    *flags = 0;
    if (bytes > 4 && memcmp(base + bytes - 4, "-det", 4) == 0) {
        *flags = NEOSIG_DETERMINISTIC;
        bytes -= 4;
    }
    if (bytes >= sizeof name)
        return NULL;
    memcpy(name, base, bytes);
    name[bytes] = '\0';
    return neosig_alg_find(name);
}

static void check_file(const char *path, unsigned count, const char *backend)
{
    unsigned flags, done = 0;
    const neosig_alg *alg = alg_of(path, &flags);
    FILE *file = fopen(path, "r");
    if (!CHECK(alg != NULL && file != NULL)) {
        fprintf(stderr, "%s: %s\n", path, alg == NULL ? "names no algorithm" : "cannot be read");
        if (file != NULL)
            fclose(file);
        return;
    }
    /* The messages come from one generator, which draws each vector's seed before its message. */
    uint8_t start[48], seed[48];
    test_drbg messages;
    for (unsigned i = 0; i < 48; i++)
        start[i] = (uint8_t)i;
    test_drbg_seed(&messages, start);

    vector v;
    int more = 1;
    while (done < count && (more = read_vector(file, &v)) > 0) {
        CHECK(v.count == done && v.mlen == 33 * (v.count + 1));
        uint8_t *msg = allocate((size_t)v.mlen);
        test_drbg_random(&messages, seed, 48);
        test_drbg_random(&messages, msg, (size_t)v.mlen);
        CHECK(memcmp(seed, v.seed, 48) == 0 && digest_is(msg, (size_t)v.mlen, v.msg));
        for (size_t i = 0; i < neosig_backend_count(); i++) {
            const char *name = neosig_backend_name(i);
            if (!neosig_backend_usable(name) || (backend != NULL && strcmp(backend, name) != 0))
                continue;
            CHECK(neosig_backend_select(name) == NEOSIG_OK);
            if (!check_vector(alg, flags, &v, msg))
                fprintf(stderr, "%s, backend %s, count %u\n", path, name, v.count);
        }
        free(msg);
        done++;
    }
    CHECK(more >= 0 && done > 0);
    fclose(file);
    printf("%s: %u vectors\n", path, done);
}

int main(int argc, char **argv)
{
    unsigned count = 1000;
    const char *backend = NULL;
    int files = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--count") == 0 && i + 1 < argc)
            count = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--backend") == 0 && i + 1 < argc)
            backend = argv[++i];
        else
            argv[files++] = argv[i];
    }
    if (backend != NULL && !neosig_backend_usable(backend)) {
        fprintf(stderr, "this CPU does not run the backend %s\n", backend);
        return 2;
    }
    for (int i = 0; i < files; i++)
        check_file(argv[i], count, backend);
    return test_end();
}
