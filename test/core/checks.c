/* The roof's checks, on the fake scheme: each documented error, nothing left behind, nothing called too early. */
#include "fake.h"
#include "neosig/nist.h"
#include "test.h"

#include <stdalign.h>
#include <string.h>

static const neosig_alg *full, *bare, *variable;
static uint8_t pk[32], sk[40], sig[64];
static size_t sig_bytes;
static const uint8_t msg[] = "the quick brown fox";
static alignas(64) uint8_t prepared_sign[64 + FAKE_PREPARED], prepared_verify[64 + FAKE_PREPARED];

static int all_are(const void *memory, size_t bytes, uint8_t value)
{
    const uint8_t *at = memory;
    uint8_t different = 0;
    for (size_t i = 0; i < bytes; i++)
        different |= at[i] ^ value;
    return different == 0;
}

static void no_run(void *state, void (*part)(void *work, size_t i), void *work, size_t count)
{
    (void)state, (void)part, (void)work, (void)count;
}

static int no_random(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    memset(out, 0xa5, bytes);
    return 1;
}

/* The outputs, filled with something that must go. */
static void stain(void)
{
    memset(pk, 0x5a, sizeof pk);
    memset(sk, 0x5a, sizeof sk);
    memset(sig, 0x5a, sizeof sig);
    sig_bytes = 77;
}

static int keys_clear(void)
{
    return all_are(pk, sizeof pk, 0) && all_are(sk, sizeof sk, 0);
}

static int sig_clear(void)
{
    return all_are(sig, sizeof sig, 0) && sig_bytes == 0;
}

static neosig_error sign_with(const neosig_options *options)
{
    stain();
    memset(sk, 1, sizeof sk);
    neosig_error error = neosig_sign(full, sig, &sig_bytes, msg, sizeof msg, sk, sizeof sk, options);
    CHECK(error == NEOSIG_OK ? sig_bytes == sizeof sig : sig_clear());
    return error;
}

static void make_key(const neosig_alg *alg)
{
    CHECK(neosig_keypair(alg, pk, sk, NULL) == NEOSIG_OK);
}

static void test_registry(void)
{
    CHECK(neosig_alg_count() == 6);
    CHECK(neosig_alg_at(0) == full && neosig_alg_at(4) == variable && neosig_alg_at(6) == NULL &&
          neosig_alg_at((size_t)-1) == NULL);
    CHECK(neosig_alg_find(NULL) == NULL && neosig_alg_find("") == NULL && neosig_alg_find("ful") == NULL);
    CHECK(neosig_alg_find("FULL") == neosig_alg_find("full") && neosig_alg_find("fully") == NULL);
    CHECK(neosig_alg_by_oid(NULL) == NULL && neosig_alg_by_oid("") == NULL && neosig_alg_by_oid("1.2") == NULL);
    CHECK(strcmp(neosig_version(), NEOSIG_VERSION) == 0);
    CHECK(neosig_prepared_bytes(full, 1) == 64 + FAKE_PREPARED && neosig_prepared_bytes(NULL, 0) == 0);
    for (size_t i = 0; i <= 6; i++) /* only where a row begins, and not behind the last */
        for (size_t bytes = 0; bytes < sizeof *full; bytes++) {
            const neosig_alg *near = (const neosig_alg *)((uintptr_t)full + i * sizeof *full + bytes);
            CHECK((neosig_prepared_bytes(near, 1) != 0) == (i < 6 && bytes == 0));
        }
    CHECK(neosig_prepared_bytes((const neosig_alg *)((uintptr_t)full - sizeof *full), 1) == 0);
    CHECK(neosig_workspace_bytes(full, NEOSIG_OP_SIGN, 0) == FAKE_WORKSPACE);
    CHECK(neosig_workspace_bytes(full, NEOSIG_OP_SIGN, NEOSIG_LOW_MEMORY) == FAKE_WORKSPACE / 2);
    CHECK(neosig_workspace_bytes(NULL, NEOSIG_OP_SIGN, 0) == 0);
    CHECK(neosig_workspace_bytes(full, (neosig_operation)99, 0) == 0);
    for (int error = NEOSIG_OK; error <= NEOSIG_ERR_BACKEND; error++)
        CHECK(strcmp(neosig_strerror((neosig_error)error), "unknown error") != 0);
    CHECK(strcmp(neosig_strerror((neosig_error)1000), "unknown error") == 0);
}

static void test_operation_names(void)
{
    static const struct {
        neosig_operation op;
        const char *name;
    } names[] = {
        {NEOSIG_OP_KEYPAIR, "keypair"},
        {NEOSIG_OP_SIGN, "sign"},
        {NEOSIG_OP_VERIFY, "verify"},
        {NEOSIG_OP_PREPARE_SIGN, "prepare-sign"},
        {NEOSIG_OP_PREPARE_VERIFY, "prepare-verify"},
        {NEOSIG_OP_SIGN_PREPARED, "sign-prepared"},
        {NEOSIG_OP_VERIFY_PREPARED, "verify-prepared"},
    };
    unsigned seen = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        CHECK(strcmp(neosig_operation_name(names[i].op), names[i].name) == 0);
        CHECK(neosig_workspace_bytes(full, names[i].op, 0) != 0);
        seen |= 1u << names[i].op;
    }
    CHECK(seen == (1u << NEOSIG_OPERATIONS) - 1);
    CHECK(neosig_operation_name((neosig_operation)NEOSIG_OPERATIONS) == NULL);
    CHECK(neosig_operation_name((neosig_operation)-1) == NULL);
    CHECK(neosig_workspace_bytes(full, (neosig_operation)NEOSIG_OPERATIONS, 0) == 0);
}

static void test_keypair(void)
{
    uint8_t seed[41] = {1, 2, 3}, pk2[32], sk2[40];
    neosig_alg copy = *full;

    stain();
    CHECK(neosig_keypair(NULL, pk, sk, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_keypair(&copy, pk, sk, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(all_are(pk, sizeof pk, 0x5a)); /* of what size would it be? */
    CHECK(neosig_keypair(full, NULL, sk, NULL) == NEOSIG_ERR_ARGUMENT && all_are(sk, sizeof sk, 0));
    CHECK(neosig_keypair(full, pk, NULL, NULL) == NEOSIG_ERR_ARGUMENT && all_are(pk, sizeof pk, 0));

    stain();
    CHECK(neosig_keypair(full, pk, sk, &(neosig_options){.size = sizeof(neosig_options), .random = no_random}) ==
              NEOSIG_ERR_RANDOM &&
          keys_clear());
    stain();
    CHECK(neosig_keypair(full, pk, sk, &(neosig_options){.size = sizeof(neosig_options), .flags = 1u << 31}) ==
              NEOSIG_ERR_ARGUMENT &&
          keys_clear());
    stain();
    fake_keypair_error = NEOSIG_ERR_ATTEMPTS;
    CHECK(neosig_keypair(full, pk, sk, NULL) == NEOSIG_ERR_ATTEMPTS && keys_clear());
    fake_keypair_error = NEOSIG_OK;

    stain();
    CHECK(neosig_keypair_from_seed(full, pk, sk, NULL, 40, NULL) == NEOSIG_ERR_ARGUMENT && keys_clear());
    for (size_t bytes = 0; bytes <= sizeof seed; bytes++) {
        stain();
        neosig_error error = neosig_keypair_from_seed(full, pk, sk, seed, bytes, NULL);
        CHECK(bytes == 40 ? error == NEOSIG_OK : error == NEOSIG_ERR_LENGTH && keys_clear());
    }
    CHECK(neosig_keypair_from_seed(NULL, pk, sk, seed, 40, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_keypair_from_seed(full, pk2, sk2, seed, 40,
                                   &(neosig_options){.size = sizeof(neosig_options), .random = no_random}) ==
          NEOSIG_OK);
    CHECK(neosig_keypair_from_seed(full, pk, sk, seed, 40, NULL) == NEOSIG_OK);
    CHECK(memcmp(pk, pk2, sizeof pk) == 0 && memcmp(sk, sk2, sizeof sk) == 0);

    neosig_options allow = {.size = sizeof allow, .flags = NEOSIG_ALLOW_INSECURE};
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        int insecure = alg->status == NEOSIG_BROKEN || alg->status == NEOSIG_WITHDRAWN;
        stain();
        neosig_error error = neosig_keypair(alg, pk, sk, NULL);
        CHECK(insecure ? error == NEOSIG_ERR_INSECURE && keys_clear() : error == NEOSIG_OK);
        CHECK(neosig_keypair_from_seed(alg, pk, sk, seed, 40, NULL) == error);
        CHECK(neosig_keypair(alg, pk, sk, &allow) == NEOSIG_OK);
        CHECK(neosig_sign(alg, sig, &sig_bytes, msg, sizeof msg, sk, sizeof sk, NULL) == NEOSIG_OK);
        CHECK(neosig_verify(alg, sig, sig_bytes, msg, sizeof msg, pk, sizeof pk, NULL) == NEOSIG_OK);
    }
}

/* Of the scheme that makes the key pair again, and of one whose secret keys are seeds. */
static void test_pairs(void)
{
    static const uint8_t seed[40] = {1, 2, 3};
    static alignas(64) uint8_t space[FAKE_WORKSPACE];
    uint8_t made[32], other[32];
    const neosig_alg *const algs[] = {full, variable};
    for (size_t i = 0; i < 2; i++) {
        const neosig_alg *alg = algs[i];
        CHECK(neosig_keypair_from_seed(alg, pk, sk, seed, 40, NULL) == NEOSIG_OK);
        memcpy(other, pk, 32);
        other[31] ^= 0x80;
        CHECK(neosig_public_key(alg, made, sk, 40, NULL) == NEOSIG_OK && memcmp(made, pk, 32) == 0);
        CHECK(neosig_check_keypair(alg, pk, 32, sk, 40, NULL) == NEOSIG_OK);
        CHECK(neosig_check_keypair(alg, other, 32, sk, 40, NULL) == NEOSIG_ERR_KEY);
        const size_t steps = fake_steps;
        for (size_t bytes = 0; bytes <= 41; bytes++) {
            memset(made, 0x5a, 32);
            if (bytes != 40) {
                CHECK(neosig_public_key(alg, made, sk, bytes, NULL) == NEOSIG_ERR_LENGTH && all_are(made, 32, 0));
                CHECK(neosig_check_keypair(alg, pk, 32, sk, bytes, NULL) == NEOSIG_ERR_LENGTH);
            }
            if (bytes != 32)
                CHECK(neosig_check_keypair(alg, pk, bytes, sk, 40, NULL) == NEOSIG_ERR_LENGTH);
        }
        memset(made, 0x5a, 32);
        CHECK(neosig_public_key(alg, made, NULL, 40, NULL) == NEOSIG_ERR_ARGUMENT && all_are(made, 32, 0));
        CHECK(neosig_public_key(alg, NULL, sk, 40, NULL) == NEOSIG_ERR_ARGUMENT);
        CHECK(neosig_public_key(NULL, made, sk, 40, NULL) == NEOSIG_ERR_ARGUMENT);
        CHECK(neosig_check_keypair(alg, NULL, 32, sk, 40, NULL) == NEOSIG_ERR_ARGUMENT);
        CHECK(neosig_check_keypair(alg, pk, 32, NULL, 40, NULL) == NEOSIG_ERR_ARGUMENT);
        CHECK(neosig_check_keypair(NULL, pk, 32, sk, 40, NULL) == NEOSIG_ERR_ARGUMENT);
        neosig_options options = {.size = sizeof options, .flags = 1u << 31};
        CHECK(neosig_public_key(alg, made, sk, 40, &options) == NEOSIG_ERR_ARGUMENT);
        options = (neosig_options){
            .size = sizeof options, .workspace = space, .workspace_bytes = FAKE_WORKSPACE - 1, .random = no_random};
        CHECK(neosig_public_key(alg, made, sk, 40, &options) == NEOSIG_ERR_WORKSPACE);
        CHECK(neosig_check_keypair(alg, pk, 32, sk, 40, &options) == NEOSIG_ERR_WORKSPACE);
        CHECK(fake_steps == steps); /* refused before any work */
        options.workspace_bytes++;
        CHECK(neosig_public_key(alg, made, sk, 40, &options) == NEOSIG_OK && memcmp(made, pk, 32) == 0);
        CHECK(all_are(space, sizeof space, 0));

        neosig_error *error = i == 0 ? &fake_remake_error : &fake_keypair_error;
        *error = i == 0 ? NEOSIG_ERR_KEY : NEOSIG_ERR_ATTEMPTS; /* of this seed there is no key */
        CHECK(neosig_public_key(alg, made, sk, 40, NULL) == NEOSIG_ERR_KEY && all_are(made, 32, 0));
        CHECK(neosig_check_keypair(alg, pk, 32, sk, 40, NULL) == NEOSIG_ERR_KEY);
        *error = NEOSIG_OK;
    }
    CHECK(neosig_keypair_from_seed(full, pk, sk, seed, 40, NULL) == NEOSIG_OK);
    for (fake_remade = 1; fake_remade != 0; fake_remade = (uint8_t)(2 * fake_remade)) {
        CHECK(neosig_public_key(full, made, sk, 40, NULL) == NEOSIG_ERR_KEY && all_are(made, 32, 0));
        CHECK(neosig_check_keypair(full, pk, 32, sk, 40, NULL) == NEOSIG_ERR_KEY);
    }
    const uint8_t zeros[40] = {0};
    CHECK(neosig_keypair_from_seed(variable, pk, sk, zeros, 40, NULL) == NEOSIG_OK);
    CHECK(neosig_public_key(variable, made, sk, 40, NULL) == NEOSIG_ERR_UNSUPPORTED && all_are(made, 32, 0));
    CHECK(neosig_check_keypair(variable, pk, 32, sk, 40, NULL) == NEOSIG_OK);
    const neosig_alg *broken = neosig_alg_find("broken"); /* its keys may be looked at */
    CHECK(neosig_public_key(broken, made, sk, 40, NULL) == NEOSIG_OK);
}

static void test_sign(void)
{
    make_key(full);
    CHECK(neosig_sign(NULL, sig, &sig_bytes, msg, 1, sk, sizeof sk, NULL) == NEOSIG_ERR_ARGUMENT && sig_bytes == 0);
    CHECK(neosig_sign(full, NULL, &sig_bytes, msg, 1, sk, sizeof sk, NULL) == NEOSIG_ERR_ARGUMENT);
    stain();
    CHECK(neosig_sign(full, sig, NULL, msg, 1, sk, sizeof sk, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(all_are(sig, sizeof sig, 0));
    stain();
    CHECK(neosig_sign(full, sig, &sig_bytes, NULL, 1, sk, sizeof sk, NULL) == NEOSIG_ERR_ARGUMENT && sig_clear());
    stain();
    CHECK(neosig_sign(full, sig, &sig_bytes, msg, 1, NULL, sizeof sk, NULL) == NEOSIG_ERR_ARGUMENT && sig_clear());
    for (size_t bytes = 0; bytes <= 41; bytes++) {
        stain();
        neosig_error error = neosig_sign(full, sig, &sig_bytes, msg, 1, sk, bytes, NULL);
        CHECK(bytes == 40 ? error == NEOSIG_OK : error == NEOSIG_ERR_LENGTH && sig_clear());
    }
    CHECK(neosig_sign(full, sig, &sig_bytes, NULL, 0, sk, sizeof sk, NULL) == NEOSIG_OK && sig_bytes == 64);
    CHECK(sign_with(&(neosig_options){.size = sizeof(neosig_options), .random = no_random}) == NEOSIG_ERR_RANDOM);
    fake_begin_error = NEOSIG_ERR_KEY;
    CHECK(sign_with(NULL) == NEOSIG_ERR_KEY);
    fake_begin_error = NEOSIG_OK;
    fake_sign_error = NEOSIG_ERR_ATTEMPTS;
    CHECK(sign_with(NULL) == NEOSIG_ERR_ATTEMPTS);
    fake_sign_error = NEOSIG_OK;
}

static void test_verify(void)
{
    uint8_t longer[65];
    make_key(full);
    CHECK(neosig_sign(full, sig, &sig_bytes, msg, sizeof msg, sk, sizeof sk, NULL) == NEOSIG_OK);
    memcpy(longer, sig, 64);
    size_t steps = fake_steps;
    for (size_t bytes = 0; bytes <= 65; bytes++)
        if (bytes != 64)
            CHECK(neosig_verify(full, longer, bytes, msg, sizeof msg, pk, 32, NULL) == NEOSIG_ERR_SIGNATURE);
    for (size_t bytes = 0; bytes <= 33; bytes++)
        if (bytes != 32)
            CHECK(neosig_verify(full, sig, 64, msg, sizeof msg, pk, bytes, NULL) == NEOSIG_ERR_LENGTH);
    CHECK(neosig_verify(NULL, sig, 64, msg, 1, pk, 32, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_verify(full, NULL, 64, msg, 1, pk, 32, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_verify(full, sig, 64, msg, 1, NULL, 32, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(fake_steps == steps); /* refused before any work */
    CHECK(neosig_verify(full, sig, 64, NULL, 1, pk, 32, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_verify(full, sig, 64, msg, sizeof msg, pk, 32, NULL) == NEOSIG_OK);
    CHECK(neosig_verify(full, sig, 64, msg, sizeof msg - 1, pk, 32, NULL) == NEOSIG_ERR_SIGNATURE);
    fake_verify_error = NEOSIG_ERR_KEY;
    CHECK(neosig_verify(full, sig, 64, msg, sizeof msg, pk, 32, NULL) == NEOSIG_ERR_KEY);
    fake_verify_error = NEOSIG_OK;
}

/* The algorithm with no features says so; the other takes them. A context and the like change the signature. */
static void test_modes(void)
{
    uint8_t context[256] = {1};
    static const struct {
        neosig_options options;
        neosig_error full, bare;
    } cases[] = {
        {{.flags = NEOSIG_DETERMINISTIC}, NEOSIG_OK, NEOSIG_ERR_UNSUPPORTED},
        {{.flags = NEOSIG_INTERNAL}, NEOSIG_OK, NEOSIG_ERR_UNSUPPORTED},
        {{.prehash = NEOSIG_PREHASH_SHAKE256}, NEOSIG_OK, NEOSIG_ERR_UNSUPPORTED},
        {{.prehash = (neosig_prehash)(NEOSIG_PREHASH_SHAKE256 + 1)}, NEOSIG_ERR_ARGUMENT, NEOSIG_ERR_ARGUMENT},
        {{.context_bytes = 1}, NEOSIG_OK, NEOSIG_ERR_UNSUPPORTED},
        {{.context_bytes = 255}, NEOSIG_OK, NEOSIG_ERR_UNSUPPORTED},
        {{.context_bytes = 256}, NEOSIG_ERR_ARGUMENT, NEOSIG_ERR_ARGUMENT},
        {{.context_bytes = 1, .flags = NEOSIG_INTERNAL}, NEOSIG_ERR_ARGUMENT, NEOSIG_ERR_ARGUMENT},
        {{.context_bytes = 1, .flags = NEOSIG_EXTERNAL_MU}, NEOSIG_ERR_ARGUMENT, NEOSIG_ERR_ARGUMENT},
        {{.prehash = 1, .flags = NEOSIG_INTERNAL}, NEOSIG_ERR_ARGUMENT, NEOSIG_ERR_ARGUMENT},
        {{.prehash = 1, .context_bytes = 3}, NEOSIG_OK, NEOSIG_ERR_UNSUPPORTED},
        {{.flags = NEOSIG_ALLOW_INSECURE | NEOSIG_LOW_MEMORY}, NEOSIG_OK, NEOSIG_OK},
        {{.flags = NEOSIG_DIGEST}, NEOSIG_ERR_ARGUMENT, NEOSIG_ERR_ARGUMENT},
        {{.flags = NEOSIG_DIGEST, .prehash = NEOSIG_PREHASH_SHA2_256}, NEOSIG_ERR_LENGTH, NEOSIG_ERR_UNSUPPORTED},
        {{.flags = NEOSIG_VERIFY_SIGNED}, NEOSIG_OK, NEOSIG_ERR_UNSUPPORTED},
        {{.flags = NEOSIG_SIGN_TWICE}, NEOSIG_OK, NEOSIG_ERR_UNSUPPORTED},
        {{.flags = NEOSIG_PARTS}, NEOSIG_ERR_ARGUMENT, NEOSIG_ERR_ARGUMENT},
        {{.flags = NEOSIG_PARTS, .run = no_run}, NEOSIG_OK, NEOSIG_ERR_UNSUPPORTED},
        {{.run = no_run}, NEOSIG_OK, NEOSIG_OK},
        {{.flags = 512}, NEOSIG_ERR_ARGUMENT, NEOSIG_ERR_ARGUMENT},
    };
    make_key(full);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        neosig_options options = cases[i].options;
        options.size = sizeof options;
        options.context = options.context_bytes != 0 ? context : NULL;
        neosig_error error = neosig_sign(full, sig, &sig_bytes, msg, sizeof msg, sk, sizeof sk, &options);
        CHECK(error == cases[i].full);
        if (error == NEOSIG_OK) {
            CHECK(neosig_verify(full, sig, 64, msg, sizeof msg, pk, 32, &options) == NEOSIG_OK);
            int hashed = options.context_bytes != 0 || options.prehash != 0 || options.flags == NEOSIG_INTERNAL;
            CHECK(neosig_verify(full, sig, 64, msg, sizeof msg, pk, 32, NULL) ==
                  (hashed ? NEOSIG_ERR_SIGNATURE : NEOSIG_OK));
        }
        CHECK(neosig_sign(bare, sig, &sig_bytes, msg, sizeof msg, sk, sizeof sk, &options) == cases[i].bare);
    }
    CHECK(sign_with(&(neosig_options){.size = sizeof(neosig_options), .context_bytes = 1}) ==
          NEOSIG_ERR_ARGUMENT); /* NULL context */
    CHECK(neosig_keypair(bare, pk, sk,
                         &(neosig_options){.size = sizeof(neosig_options), .flags = NEOSIG_DETERMINISTIC}) ==
          NEOSIG_OK);

    /* An external mu is 64 bytes. */
    uint8_t mu[65] = {0};
    neosig_options external = {.size = sizeof external, .flags = NEOSIG_EXTERNAL_MU};
    for (size_t bytes = 0; bytes <= sizeof mu; bytes++) {
        neosig_error expected = bytes == 64 ? NEOSIG_OK : NEOSIG_ERR_LENGTH;
        CHECK(neosig_sign(full, sig, &sig_bytes, mu, bytes, sk, sizeof sk, &external) == expected);
    }
    CHECK(neosig_sign(bare, sig, &sig_bytes, mu, 64, sk, sizeof sk, &external) == NEOSIG_ERR_UNSUPPORTED);
}

/* A digest has the length of its function's. */
static void test_digests(void)
{
    static const size_t lengths[] = {0, 28, 32, 48, 64, 28, 32, 28, 32, 48, 64, 32, 64};
    uint8_t digest[80] = {0};
    make_key(full);
    for (int function = NEOSIG_PREHASH_SHA2_224; function <= NEOSIG_PREHASH_SHAKE256; function++)
        for (size_t bytes = 0; bytes <= sizeof digest; bytes++) {
            const neosig_options options = {
                .size = sizeof options, .flags = NEOSIG_DIGEST, .prehash = (neosig_prehash)function};
            const neosig_error expected = bytes == lengths[function] ? NEOSIG_OK : NEOSIG_ERR_LENGTH;
            neosig_stream stream;
            stain();
            memset(sk, 1, sizeof sk);
            CHECK(neosig_sign(full, sig, &sig_bytes, digest, bytes, sk, sizeof sk, &options) == expected);
            CHECK(expected == NEOSIG_OK || sig_clear());
            CHECK(neosig_sign_init(&stream, full, sk, sizeof sk, &options) == NEOSIG_OK);
            for (size_t i = 0; i < bytes; i++)
                CHECK(neosig_sign_update(&stream, digest + i, 1) == NEOSIG_OK);
            CHECK(neosig_sign_final(&stream, sig, &sig_bytes) == expected);
        }
}

/* What the call returns, and what each item's answer is. */
static void test_many(void)
{
    enum { ITEMS = 5 };
    neosig_item items[ITEMS];
    make_key(full);
    CHECK(neosig_sign(full, sig, &sig_bytes, msg, sizeof msg, sk, sizeof sk, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_verify(bare, prepared_verify, sizeof prepared_verify, pk, 32, NULL) == NEOSIG_OK);
    for (size_t i = 0; i < ITEMS; i++)
        items[i] = (neosig_item){sig, sizeof sig, msg, sizeof msg, pk, 32, NULL, NEOSIG_ERR_FAULT};
    CHECK(neosig_verify_many(full, items, ITEMS, NULL) == NEOSIG_OK);
    for (size_t i = 0; i < ITEMS; i++)
        CHECK(items[i].error == NEOSIG_OK);
    items[1].prepared = prepared_verify; /* of another set */
    items[2].sig_bytes--;
    items[4].pk_bytes--;
    CHECK(neosig_verify_many(full, items, ITEMS, NULL) == NEOSIG_ERR_KEY);
    CHECK(items[0].error == NEOSIG_OK && items[1].error == NEOSIG_ERR_KEY && items[2].error == NEOSIG_ERR_SIGNATURE);
    CHECK(items[3].error == NEOSIG_OK && items[4].error == NEOSIG_ERR_LENGTH);
    CHECK(neosig_verify_many(full, items + 2, 3, NULL) == NEOSIG_ERR_SIGNATURE);
    CHECK(neosig_verify_many(full, items, 1, NULL) == NEOSIG_OK);
    const size_t steps = fake_steps;
    CHECK(neosig_verify_many(full, NULL, 0, NULL) == NEOSIG_OK &&
          neosig_verify_many(full, items, 0, NULL) == NEOSIG_OK);
    CHECK(neosig_verify_many(full, NULL, 1, NULL) == NEOSIG_ERR_ARGUMENT);
    const neosig_options wrong = {.size = sizeof wrong, .flags = 1u << 31};
    CHECK(neosig_verify_many(full, NULL, 0, &wrong) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_verify_many(NULL, NULL, 0, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_verify_many(full, items, ITEMS, &wrong) == NEOSIG_ERR_ARGUMENT);
    for (size_t i = 0; i < ITEMS; i++)
        CHECK(items[i].error == NEOSIG_ERR_ARGUMENT);
    items[0].error = NEOSIG_OK;
    CHECK(neosig_verify_many(NULL, items, 1, NULL) == NEOSIG_ERR_ARGUMENT && items[0].error == NEOSIG_ERR_ARGUMENT);
    CHECK(fake_steps == steps);
}

static void test_mu(void)
{
    uint8_t mu[64];
    const uint8_t zeros[64] = {0};
    neosig_options options = {.size = sizeof options};
    make_key(full);
    CHECK(neosig_mu(full, mu, msg, sizeof msg, pk, 32, &options) == NEOSIG_OK && memcmp(mu, zeros, 64) != 0);
    CHECK(neosig_mu(full, mu, NULL, 0, pk, 32, NULL) == NEOSIG_OK);
    const size_t steps = fake_steps;
    CHECK(neosig_mu(bare, mu, msg, sizeof msg, pk, 32, NULL) == NEOSIG_ERR_UNSUPPORTED && all_are(mu, 64, 0));
    memset(mu, 0x5a, 64);
    CHECK(neosig_mu(NULL, mu, msg, sizeof msg, pk, 32, NULL) == NEOSIG_ERR_ARGUMENT && all_are(mu, 64, 0));
    CHECK(neosig_mu(full, NULL, msg, sizeof msg, pk, 32, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_mu(full, mu, msg, sizeof msg, NULL, 32, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_mu(full, mu, msg, sizeof msg, pk, 31, NULL) == NEOSIG_ERR_LENGTH);
    const unsigned wrong[] = {NEOSIG_EXTERNAL_MU, NEOSIG_DIGEST, 256};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        options.flags = wrong[i];
        CHECK(neosig_mu(full, mu, zeros, 64, pk, 32, &options) == NEOSIG_ERR_ARGUMENT && all_are(mu, 64, 0));
    }
    CHECK(fake_steps == steps); /* refused before any work */
    CHECK(neosig_mu(full, mu, NULL, 1, pk, 32, NULL) == NEOSIG_ERR_ARGUMENT);
    options.flags = NEOSIG_DIGEST;
    options.prehash = NEOSIG_PREHASH_SHA2_256;
    CHECK(neosig_mu(full, mu, zeros, 31, pk, 32, &options) == NEOSIG_ERR_LENGTH && all_are(mu, 64, 0));
    fake_begin_error = NEOSIG_ERR_KEY;
    CHECK(neosig_mu(full, mu, msg, 1, pk, 32, NULL) == NEOSIG_ERR_KEY && all_are(mu, 64, 0));
    fake_begin_error = NEOSIG_OK;
}

static void test_workspace(void)
{
    static alignas(64) uint8_t space[FAKE_WORKSPACE + 64];
    make_key(full);
    for (size_t bytes = 0; bytes <= FAKE_WORKSPACE; bytes += 250) {
        for (size_t shift = 0; shift < 64; shift += 8) {
            neosig_error expected = bytes == FAKE_WORKSPACE && shift == 0 ? NEOSIG_OK : NEOSIG_ERR_WORKSPACE;
            neosig_options options = {.size = sizeof options, .workspace = space + shift, .workspace_bytes = bytes};
            uint8_t pk2[32], sk2[40];
            memset(space, 0x11, sizeof space);
            CHECK(neosig_keypair(full, pk2, sk2, &options) == expected);
            CHECK(neosig_prepare_sign(full, prepared_sign, sizeof prepared_sign, sk, 40, &options) == expected);
            CHECK(neosig_prepare_verify(full, prepared_verify, sizeof prepared_verify, pk, 32, &options) == expected);
            size_t steps = fake_steps;
            CHECK(neosig_sign(full, sig, &sig_bytes, msg, 5, sk, 40, &options) == expected);
            CHECK(expected == NEOSIG_OK || fake_steps == steps);
            /* What held a secret is wiped, and no byte more. */
            CHECK(all_are(space, FAKE_WORKSPACE, expected == NEOSIG_OK ? 0 : 0x11));
            CHECK(all_are(space + FAKE_WORKSPACE, 64, 0x11));
            CHECK(neosig_sign(full, sig, &sig_bytes, msg, 5, sk, 40, NULL) == NEOSIG_OK);
            CHECK(neosig_verify(full, sig, 64, msg, 5, pk, 32, &options) == expected);
        }
    }
}

static void test_prepared(void)
{
    static alignas(64) uint8_t copy[64 + FAKE_PREPARED + 64];
    size_t need = 64 + FAKE_PREPARED;
    make_key(full);
    for (size_t bytes = 0; bytes < need; bytes++) {
        memset(copy, 0x5a, sizeof copy);
        CHECK(neosig_prepare_sign(full, copy, bytes, sk, 40, NULL) == NEOSIG_ERR_WORKSPACE);
        CHECK(all_are(copy, bytes, 0) && copy[bytes] == 0x5a);
    }
    CHECK(neosig_prepare_sign(full, copy + 32, need, sk, 40, NULL) == NEOSIG_ERR_WORKSPACE);
    CHECK(neosig_prepare_sign(full, NULL, need, sk, 40, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_prepare_sign(NULL, copy, need, sk, 40, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_prepare_sign(full, copy, need, NULL, 40, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_prepare_sign(full, copy, need, sk, 39, NULL) == NEOSIG_ERR_LENGTH);
    CHECK(neosig_prepare_verify(full, copy, need, pk, 31, NULL) == NEOSIG_ERR_LENGTH);
    fake_prepare_error = NEOSIG_ERR_KEY;
    CHECK(neosig_prepare_sign(full, copy, need, sk, 40, NULL) == NEOSIG_ERR_KEY && all_are(copy, need, 0));
    fake_prepare_error = NEOSIG_OK;

    CHECK(neosig_prepare_sign(full, prepared_sign, sizeof prepared_sign, sk, 40, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_verify(full, prepared_verify, sizeof prepared_verify, pk, 32, NULL) == NEOSIG_OK);
    CHECK(neosig_sign_prepared(prepared_sign, sig, &sig_bytes, msg, 5, NULL) == NEOSIG_OK && sig_bytes == 64);
    CHECK(neosig_verify_prepared(prepared_verify, sig, 64, msg, 5, NULL) == NEOSIG_OK);
    CHECK(neosig_verify_prepared(prepared_verify, sig, 63, msg, 5, NULL) == NEOSIG_ERR_SIGNATURE);
    CHECK(neosig_verify_prepared(prepared_verify, NULL, 64, msg, 5, NULL) == NEOSIG_ERR_ARGUMENT);

    /* The wrong kind, no prepared key at all, one in the wrong place. */
    stain();
    CHECK(neosig_sign_prepared(prepared_verify, sig, &sig_bytes, msg, 5, NULL) == NEOSIG_ERR_KEY && sig_bytes == 0);
    CHECK(neosig_verify_prepared(prepared_sign, sig, 64, msg, 5, NULL) == NEOSIG_ERR_KEY);
    CHECK(neosig_sign_prepared(NULL, sig, &sig_bytes, msg, 5, NULL) == NEOSIG_ERR_ARGUMENT);
    memcpy(copy + 8, prepared_sign, need);
    CHECK(neosig_sign_prepared(copy + 8, sig, &sig_bytes, msg, 5, NULL) == NEOSIG_ERR_WORKSPACE);
    for (size_t i = 0; i < 2 * sizeof(uint64_t) + sizeof(void *); i++) { /* what says that it is one */
        memcpy(copy, prepared_sign, need);
        copy[i] ^= 1;
        CHECK(neosig_sign_prepared(copy, sig, &sig_bytes, msg, 5, NULL) == NEOSIG_ERR_KEY);
    }
}

static void test_streams(void)
{
    neosig_stream stream;
    make_key(full);
    memset(&stream, 0, sizeof stream);
    CHECK(neosig_sign_update(&stream, msg, 1) == NEOSIG_ERR_STATE);
    CHECK(neosig_verify_update(&stream, msg, 1) == NEOSIG_ERR_STATE);
    sig_bytes = 5;
    CHECK(neosig_sign_final(&stream, sig, &sig_bytes) == NEOSIG_ERR_STATE && sig_bytes == 0);
    CHECK(neosig_verify_final(&stream) == NEOSIG_ERR_STATE);
    CHECK(neosig_sign_init(NULL, full, sk, 40, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_sign_update(NULL, msg, 1) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_verify_final(NULL) == NEOSIG_ERR_ARGUMENT);

    /* A stream that failed to start is none. */
    CHECK(neosig_sign_init(&stream, full, sk, 39, NULL) == NEOSIG_ERR_LENGTH);
    CHECK(neosig_sign_update(&stream, msg, 1) == NEOSIG_ERR_STATE);

    /* The wrong kind. */
    CHECK(neosig_sign_init(&stream, full, sk, 40, NULL) == NEOSIG_OK);
    CHECK(neosig_verify_update(&stream, msg, 1) == NEOSIG_ERR_STATE);
    CHECK(neosig_verify_final(&stream) == NEOSIG_ERR_STATE);
    /* A bad update changes nothing. */
    CHECK(neosig_sign_update(&stream, NULL, 1) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_sign_update(&stream, NULL, 0) == NEOSIG_OK);
    CHECK(neosig_sign_update(&stream, msg, 5) == NEOSIG_OK);
    CHECK(neosig_sign_final(&stream, sig, &sig_bytes) == NEOSIG_OK);
    CHECK(neosig_verify(full, sig, 64, msg, 5, pk, 32, NULL) == NEOSIG_OK);
    CHECK(neosig_sign_update(&stream, msg, 1) == NEOSIG_ERR_STATE);
    CHECK(neosig_sign_final(&stream, sig, &sig_bytes) == NEOSIG_ERR_STATE);

    /* final ends a stream also when it fails. */
    CHECK(neosig_sign_init(&stream, full, sk, 40, NULL) == NEOSIG_OK);
    CHECK(neosig_sign_final(&stream, NULL, &sig_bytes) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_sign_final(&stream, sig, &sig_bytes) == NEOSIG_ERR_STATE);
    CHECK(neosig_verify_init(&stream, full, sig, 64, pk, 32, NULL) == NEOSIG_OK);
    CHECK(neosig_verify_final(&stream) == NEOSIG_ERR_SIGNATURE);
    CHECK(neosig_verify_final(&stream) == NEOSIG_ERR_STATE);

    /* What a finished stream leaves: nothing. */
    memset(&stream, 0, sizeof stream);
    CHECK(neosig_sign_init(&stream, full, sk, 40, NULL) == NEOSIG_OK);
    CHECK(!all_are(&stream, sizeof stream, 0));
    CHECK(neosig_sign_final(&stream, sig, &sig_bytes) == NEOSIG_OK && all_are(&stream, sizeof stream, 0));
}

static void test_nist(void)
{
    uint8_t sm[200], m[200];
    unsigned long long smlen = 9, mlen = 9;
    make_key(full);
    CHECK(neosig_nist_sign(NULL, sm, &smlen, msg, 5, sk, NULL) == NEOSIG_ERR_ARGUMENT && smlen == 0);
    CHECK(neosig_nist_sign(full, NULL, &smlen, msg, 5, sk, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_nist_sign(full, sm, NULL, msg, 5, sk, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_nist_sign(full, sm, &smlen, NULL, 5, sk, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_nist_sign(full, sm, &smlen, msg, ~0ull, sk, NULL) == NEOSIG_ERR_LENGTH);
    memset(sm, 0x5a, sizeof sm);
    CHECK(neosig_nist_sign(full, sm, &smlen, msg, 5, NULL, NULL) == NEOSIG_ERR_ARGUMENT && smlen == 0);
    CHECK(all_are(sm, 69, 0) && sm[69] == 0x5a);

    /* The message may lie anywhere in sm, and go anywhere in sm. */
    for (size_t place = 0; place <= 100; place++) {
        memcpy(sm + place, msg, 20);
        CHECK(neosig_nist_sign(full, sm, &smlen, sm + place, 20, sk, NULL) == NEOSIG_OK && smlen == 84);
        CHECK(memcmp(sm + 64, msg, 20) == 0);
        CHECK(neosig_nist_open(full, m, &mlen, sm, smlen, pk, NULL) == NEOSIG_OK && mlen == 20);
        CHECK(memcmp(m, msg, 20) == 0);
        CHECK(neosig_nist_open(full, sm + place, &mlen, sm, smlen, pk, NULL) == NEOSIG_OK && mlen == 20);
        CHECK(memcmp(sm + place, msg, 20) == 0);
    }
    CHECK(neosig_nist_sign(full, sm, &smlen, NULL, 0, sk, NULL) == NEOSIG_OK && smlen == 64);
    CHECK(neosig_nist_open(full, m, &mlen, sm, 64, pk, NULL) == NEOSIG_OK && mlen == 0);
    mlen = 9;
    CHECK(neosig_nist_open(full, m, &mlen, sm, 63, pk, NULL) == NEOSIG_ERR_SIGNATURE && mlen == 0);
    CHECK(neosig_nist_sign(full, sm, &smlen, msg, 20, sk, NULL) == NEOSIG_OK);
    sm[70] ^= 1;
    memset(m, 0x5a, sizeof m);
    CHECK(neosig_nist_open(full, m, &mlen, sm, smlen, pk, NULL) == NEOSIG_ERR_SIGNATURE && mlen == 0);
    CHECK(all_are(m, 20, 0) && m[20] == 0x5a);
}

/* A signature of made bytes and whatever lies behind it: no other length verifies. */
static void check_lengths(const void *prepared, size_t made)
{
    for (size_t bytes = 0; bytes <= 65; bytes++) {
        uint8_t cut[65] = {0};
        neosig_error expected = bytes == made ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
        neosig_stream stream;
        memcpy(cut, sig, made);
        CHECK(neosig_verify(variable, cut, bytes, msg, sizeof msg, pk, 32, NULL) == expected);
        CHECK(neosig_verify_prepared(prepared, cut, bytes, msg, sizeof msg, NULL) == expected);
        neosig_error error = neosig_verify_init(&stream, variable, cut, bytes, pk, 32, NULL);
        CHECK(error == (bytes == 0 || bytes > 64 ? NEOSIG_ERR_SIGNATURE : NEOSIG_OK));
        if (error == NEOSIG_OK) {
            CHECK(neosig_verify_update(&stream, msg, sizeof msg) == NEOSIG_OK);
            CHECK(neosig_verify_final(&stream) == expected);
        }
    }
}

static void test_variable(void)
{
    static alignas(64) uint8_t secret[64 + FAKE_PREPARED], public[64 + FAKE_PREPARED];
    neosig_stream stream;
    make_key(variable);
    CHECK(neosig_prepare_sign(variable, secret, sizeof secret, sk, 40, NULL) == NEOSIG_OK);
    CHECK(neosig_prepare_verify(variable, public, sizeof public, pk, 32, NULL) == NEOSIG_OK);
    for (size_t made = FAKE_SHORTEST; made <= 64; made++) {
        fake_signature_bytes = made;
        CHECK(neosig_sign(variable, sig, &sig_bytes, msg, sizeof msg, sk, 40, NULL) == NEOSIG_OK);
        CHECK(sig_bytes == made);
        check_lengths(public, made);
        CHECK(neosig_sign_prepared(secret, sig, &sig_bytes, msg, sizeof msg, NULL) == NEOSIG_OK && sig_bytes == made);
        check_lengths(public, made);
        CHECK(neosig_sign_init(&stream, variable, sk, 40, NULL) == NEOSIG_OK);
        for (size_t i = 0; i < sizeof msg; i++)
            CHECK(neosig_sign_update(&stream, msg + i, 1) == NEOSIG_OK);
        CHECK(neosig_sign_final(&stream, sig, &sig_bytes) == NEOSIG_OK && sig_bytes == made);
        check_lengths(public, made);
        CHECK(neosig_sign_init_prepared(&stream, secret, NULL) == NEOSIG_OK);
        CHECK(neosig_sign_update(&stream, msg, sizeof msg) == NEOSIG_OK);
        CHECK(neosig_sign_final(&stream, sig, &sig_bytes) == NEOSIG_OK && sig_bytes == made);
        check_lengths(public, made);

        /* Whatever length a failed signature would have had, the whole buffer is zeroed. */
        sig_bytes = 5;
        memset(sig, 0x5a, sizeof sig);
        fake_sign_error = NEOSIG_ERR_ATTEMPTS;
        CHECK(neosig_sign(variable, sig, &sig_bytes, msg, 1, sk, 40, NULL) == NEOSIG_ERR_ATTEMPTS && sig_clear());
        memset(sig, 0x5a, sizeof sig);
        CHECK(neosig_sign_prepared(secret, sig, &sig_bytes, msg, 1, NULL) == NEOSIG_ERR_ATTEMPTS && sig_clear());
        fake_sign_error = NEOSIG_OK;
    }
}

/* A signed message in the scheme's own format. */
static void test_nist_variable(void)
{
    const neosig_alg *formless = neosig_alg_find("formless");
    uint8_t sm[200], other[200], m[200];
    unsigned long long smlen = 9, mlen = 9;
    make_key(variable);
    CHECK(neosig_nist_bytes(variable) == 66 && neosig_nist_bytes(full) == 64);
    CHECK(neosig_nist_bytes(formless) == 0 && neosig_nist_bytes(NULL) == 0);
    for (size_t made = FAKE_SHORTEST; made <= 64; made++) {
        fake_signature_bytes = made;
        /* The message may lie anywhere in sm, and go anywhere in sm. */
        for (size_t place = 0; place <= 100; place += 3) {
            memset(sm, 0x5a, sizeof sm);
            memcpy(sm + place, msg, 20);
            CHECK(neosig_nist_sign(variable, sm, &smlen, sm + place, 20, sk, NULL) == NEOSIG_OK);
            CHECK(smlen == made + 22 && sm[0] == 0 && sm[1] == made - FAKE_SALT);
            CHECK(memcmp(sm + 2 + FAKE_SALT, msg, 20) == 0);
            CHECK(neosig_nist_open(variable, m, &mlen, sm, smlen, pk, NULL) == NEOSIG_OK && mlen == 20);
            CHECK(memcmp(m, msg, 20) == 0);
            CHECK(neosig_nist_open(variable, sm + place, &mlen, sm, smlen, pk, NULL) == NEOSIG_OK && mlen == 20);
            CHECK(memcmp(sm + place, msg, 20) == 0);
        }
        CHECK(neosig_nist_sign(variable, sm, &smlen, NULL, 0, sk, NULL) == NEOSIG_OK && smlen == made + 2);
        CHECK(neosig_nist_open(variable, m, &mlen, sm, smlen, pk, NULL) == NEOSIG_OK && mlen == 0);

        /* Cut, lengthened, altered. */
        CHECK(neosig_nist_sign(variable, sm, &smlen, msg, 20, sk, NULL) == NEOSIG_OK);
        for (size_t bytes = 0; bytes <= smlen + 1; bytes++) {
            if (bytes == smlen)
                continue;
            mlen = 9;
            CHECK(neosig_nist_open(variable, m, &mlen, sm, bytes, pk, NULL) == NEOSIG_ERR_SIGNATURE && mlen == 0);
        }
        for (size_t i = 0; i < smlen; i++) {
            memcpy(other, sm, sizeof sm);
            other[i] ^= 1;
            memset(m, 0x5a, sizeof m);
            mlen = 9;
            CHECK(neosig_nist_open(variable, m, &mlen, other, smlen, pk, NULL) == NEOSIG_ERR_SIGNATURE && mlen == 0);
            if (i > 1) /* the lengths are as before: what would have been the message is zero, and no byte more */
                CHECK(all_are(m, 20, 0) && m[20] == 0x5a);
        }
    }
    fake_sign_error = NEOSIG_ERR_ATTEMPTS;
    memset(sm, 0x5a, sizeof sm);
    CHECK(neosig_nist_sign(variable, sm, &smlen, msg, 20, sk, NULL) == NEOSIG_ERR_ATTEMPTS && smlen == 0);
    CHECK(all_are(sm, 20 + 66, 0) && sm[20 + 66] == 0x5a);
    fake_sign_error = NEOSIG_OK;

    /* Without a format there is no saying where such a signature ends. */
    memset(sm, 0x5a, sizeof sm);
    CHECK(neosig_nist_sign(formless, sm, &smlen, msg, 20, sk, NULL) == NEOSIG_ERR_UNSUPPORTED && smlen == 0);
    CHECK(all_are(sm, 20, 0) && sm[20] == 0x5a);
    CHECK(neosig_nist_open(formless, m, &mlen, sm, 84, pk, NULL) == NEOSIG_ERR_UNSUPPORTED && mlen == 0);
}

/* Outputs in the place of inputs or of each other; the byte next to an input is free. */
static void test_overlap(void)
{
    static alignas(64) uint8_t room[4096];
    uint8_t *seed = room + 1000;
    memset(room, 1, sizeof room);
    for (size_t shift = 900; shift <= 1100; shift++) {
        memset(room, 1, sizeof room);
        int apart = shift + 32 <= 1000 || shift >= 1040;
        neosig_error expected = apart ? NEOSIG_OK : NEOSIG_ERR_ARGUMENT;
        CHECK(neosig_keypair(full, room + shift, room + 1000, NULL) == expected);
        CHECK(neosig_keypair_from_seed(full, room + shift, sk, seed, 40, NULL) == expected);
        apart = shift + 40 <= 1000 || shift >= 1040;
        memset(room, 1, sizeof room);
        CHECK(neosig_keypair_from_seed(full, pk, room + shift, seed, 40, NULL) ==
              (apart ? NEOSIG_OK : NEOSIG_ERR_ARGUMENT));
        apart = shift + 64 <= 1000 || shift >= 1040;
        expected = apart ? NEOSIG_OK : NEOSIG_ERR_ARGUMENT;
        CHECK(neosig_sign(full, room + shift, &sig_bytes, msg, 5, room + 1000, 40, NULL) == expected);
        CHECK(neosig_sign(full, room + shift, &sig_bytes, room + 1000, 40, sk, 40, NULL) == expected);
        neosig_stream stream;
        CHECK(neosig_sign_init(&stream, full, room + 1000, 40, NULL) == NEOSIG_OK);
        CHECK(neosig_sign_final(&stream, room + shift, &sig_bytes) == expected);
        unsigned long long smlen;
        apart = shift + 64 + 5 <= 1000 || shift >= 1040;
        memset(room, 1, sizeof room);
        CHECK(neosig_nist_sign(full, room + shift, &smlen, msg, 5, room + 1000, NULL) ==
              (apart ? NEOSIG_OK : NEOSIG_ERR_ARGUMENT));
    }
    for (size_t at = 0; at < 64 + FAKE_PREPARED; at++)
        CHECK(neosig_prepare_sign(full, room, 64 + FAKE_PREPARED, room + at, 40, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_prepare_sign(full, room, 64 + FAKE_PREPARED, room + 64 + FAKE_PREPARED, 40, NULL) == NEOSIG_OK);
    CHECK(neosig_sign_prepared(room, room + 64, &sig_bytes, msg, 5, NULL) == NEOSIG_ERR_ARGUMENT);
}

static void test_wipe(void)
{
    uint8_t bytes[100];
    memset(bytes, 7, sizeof bytes);
    neosig_wipe(bytes + 1, 98);
    CHECK(bytes[0] == 7 && all_are(bytes + 1, 98, 0) && bytes[99] == 7);
    neosig_wipe(NULL, 5);
    neosig_wipe(bytes, 0);
    CHECK(bytes[0] == 7);
}

int main(void)
{
    full = neosig_alg_find("full");
    bare = neosig_alg_find("bare");
    variable = neosig_alg_find("variable");
    test_registry();
    test_operation_names();
    test_keypair();
    test_pairs();
    test_sign();
    test_verify();
    test_modes();
    test_digests();
    test_many();
    test_mu();
    test_workspace();
    test_prepared();
    test_streams();
    test_variable();
    test_nist();
    test_nist_variable();
    test_overlap();
    test_wipe();
    return test_end();
}
