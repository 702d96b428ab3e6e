#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "drbg.h"
#include "known_answers.h"
#include "neosig/nist.h"
#include "sym/sha2.h"

enum { MESSAGE_MOST = 33 * KNOWN_VECTORS, COLUMN = 10 };

static int digest_is(const uint8_t *data, size_t bytes, const char *expected)
{
    static const char digits[] = "0123456789abcdef";
    neosig_sha256 ctx;
    uint8_t digest[32];
    char text[65];
    neosig_sha256_init(&ctx, 32);
    neosig_sha256_update(&ctx, data, bytes);
    neosig_sha256_final(&ctx, digest, 32);
    for (size_t i = 0; i < 32; i++) {
        text[2 * i] = digits[digest[i] >> 4];
        text[2 * i + 1] = digits[digest[i] & 15];
    }
    text[64] = '\0';
    return strcmp(text, expected) == 0;
}

typedef struct buffers {
    uint8_t *pk, *sk, *sm;
} buffers;

/* NIST's procedure: key pair and signature from a generator seeded for this vector, the signature then verified, and
 * refused when a bit of the message changes. */
static int check_vector(const neosig_alg *alg, const known_answer *answer, size_t count, const uint8_t seed[48],
                        const uint8_t *msg, const buffers *b)
{
    unsigned long long msg_bytes = 33 * (count + 1), sm_bytes, opened_bytes;
    uint8_t opened[MESSAGE_MOST], other[MESSAGE_MOST], sig[NEOSIG_MAX_SIGNATURE_BYTES];
    test_drbg drbg;
    test_drbg_seed(&drbg, seed);
    neosig_options options = {.flags = NEOSIG_ALLOW_INSECURE | (answer->deterministic ? NEOSIG_DETERMINISTIC : 0),
                              .random = test_drbg_random,
                              .random_state = &drbg};
    if (neosig_nist_keypair(alg, b->pk, b->sk, &options) != NEOSIG_OK ||
        !digest_is(b->pk, alg->public_key_bytes, answer->vectors[count].pk) ||
        !digest_is(b->sk, alg->secret_key_bytes, answer->vectors[count].sk)) {
        return 0;
    }
    if (neosig_nist_sign(alg, b->sm, &sm_bytes, msg, msg_bytes, b->sk, &options) != NEOSIG_OK ||
        !digest_is(b->sm, (size_t)sm_bytes, answer->vectors[count].sm) ||
        neosig_nist_open(alg, opened, &opened_bytes, b->sm, sm_bytes, b->pk, &options) != NEOSIG_OK ||
        opened_bytes != msg_bytes || memcmp(opened, msg, (size_t)msg_bytes) != 0) {
        return 0;
    }
    size_t sig_bytes;
    memcpy(other, msg, (size_t)msg_bytes);
    other[count] ^= 1;
    return neosig_sign(alg, sig, &sig_bytes, msg, (size_t)msg_bytes, b->sk, alg->secret_key_bytes, &options) ==
               NEOSIG_OK &&
           neosig_verify(alg, sig, sig_bytes, other, (size_t)msg_bytes, b->pk, alg->public_key_bytes, NULL) ==
               NEOSIG_ERR_SIGNATURE;
}

static int check_answer(const neosig_alg *alg, const known_answer *answer, const buffers *b)
{
    uint8_t start[48], seed[48], msg[MESSAGE_MOST];
    test_drbg messages;
    for (uint8_t i = 0; i < 48; i++) {
        start[i] = i;
    }
    test_drbg_seed(&messages, start);
    int good = 1;
    for (size_t count = 0; count < KNOWN_VECTORS && good; count++) {
        test_drbg_random(&messages, seed, sizeof seed);
        test_drbg_random(&messages, msg, 33 * (count + 1));
        good = check_vector(alg, answer, count, seed, msg, b);
    }
    return good;
}

/* Whether all known answers of alg come out in the backend selected. A set that has none fails. */
static int check_alg(const neosig_alg *alg, const buffers *b)
{
    int good = 1, found = 0;
    for (size_t i = 0; i < known_answers_count; i++) {
        if (strcmp(known_answers[i].name, alg->name) == 0) {
            found = 1;
            good &= check_answer(alg, &known_answers[i], b);
        }
    }
    return good && found;
}

/* One line of the table. Returns the number of backends that failed, or -1 without memory. */
static int check_line(const neosig_alg *alg, int quiet)
{
    size_t sm_bytes = alg->signature_bytes + MESSAGE_MOST;
    buffers b = {app_allocate(alg->public_key_bytes), app_allocate(alg->secret_key_bytes), app_allocate(sm_bytes)};
    int failures = b.pk && b.sk && b.sm ? 0 : -1;
    if (!quiet && failures == 0) {
        printf("%-28s", alg->name);
        fflush(stdout);
    }
    for (size_t i = 0; i < neosig_backend_count() && failures >= 0; i++) {
        const char *name = neosig_backend_name(i);
        if (neosig_backend_usable(name)) {
            int good = neosig_backend_select(name) == NEOSIG_OK && check_alg(alg, &b);
            failures += !good;
            if (!quiet) {
                printf("  %*s", COLUMN, good ? "PASS" : "FAIL");
                fflush(stdout);
            } else if (!good) {
                printf("%s, %s: FAIL\n", alg->name, name);
            }
        }
    }
    if (!quiet && failures >= 0) {
        putchar('\n');
    }
    app_release(b.pk, alg->public_key_bytes);
    app_release(b.sk, alg->secret_key_bytes);
    app_release(b.sm, sm_bytes);
    return failures;
}

static int run(const app_command *self, int argc, char **argv)
{
    int quiet = 0;
    const app_option options[] = {{'q', "quiet", NULL, "print failures only", &quiet, NULL}, {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    if (code >= 0) {
        return code;
    }
    for (int i = 0; i < argc; i++) {
        if (!app_algorithm(argv[i])) {
            return EXIT_USAGE;
        }
    }
    if (!quiet) {
        printf("%-28s", "Known answers");
        for (size_t i = 0; i < neosig_backend_count(); i++) {
            if (neosig_backend_usable(neosig_backend_name(i))) {
                printf("  %*s", COLUMN, neosig_backend_name(i));
            }
        }
        putchar('\n');
    }
    size_t count = argc ? (size_t)argc : neosig_alg_count(), failures = 0;
    for (size_t i = 0; i < count; i++) {
        int failed = check_line(argc ? app_algorithm(argv[i]) : neosig_alg_at(i), quiet);
        if (failed < 0) {
            return EXIT_INPUT;
        }
        failures += (size_t)failed;
    }
    if (failures) {
        app_fail("self-test: %zu failed", failures);
        return EXIT_INVALID;
    }
    if (count == 0) {
        app_fail("self-test: nothing to test");
        return EXIT_INVALID;
    }
    return EXIT_GOOD;
}

const app_command command_selftest = {
    "selftest", "[-q] [ALG]...", "Check the known answers of every algorithm in every backend this CPU runs",
    "Makes the first keys and signatures of each set's published test vectors again, compares them, verifies the\n"
    "signatures, and sees that a changed message is refused. Exit status: 0 all passed, 1 something failed.",
    run};
