/* Every way to do an operation gives the same bytes, in every backend; every refusal leaves zeros. */
#include "api/api.h"
#include "backends.h"
#include "use.h"

static use_case c;

static neosig_error verify_case(const uint8_t *sig, size_t sig_bytes, const uint8_t *pk, size_t pk_bytes)
{
    return neosig_verify(c.alg, sig, sig_bytes, c.msg, sizeof c.msg, pk, pk_bytes, NULL);
}

/* sig is the signature of the case, made by another way; it is then cleared for the next. */
static void check_same(uint8_t *sig, size_t sig_bytes)
{
    CHECK(sig_bytes == c.sig_bytes && memcmp(sig, c.sig, sig_bytes) == 0);
    CHECK(use_intact(sig, c.alg->signature_bytes));
    memset(sig, 0, c.alg->signature_bytes);
}

static void test_registry(void)
{
    size_t pk = 0, sk = 0, sig = 0, seed = 0;
    CHECK(neosig_alg_count() > 0);
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        CHECK(neosig_alg_find(alg->name) == alg);
        CHECK(neosig_alg_by_oid(alg->oid) == alg);
        CHECK(alg->scheme[0] != '\0');
        CHECK(strlen(alg->status_since) >= 7 && alg->status_citation[0] != '\0');
        CHECK(strcmp(neosig_status_name(alg->status), "unknown") != 0);
        CHECK(alg->seed_bytes > 0 && alg->seed_bytes <= NEOSIG_MAX_SEED_BYTES);
        pk = alg->public_key_bytes > pk ? alg->public_key_bytes : pk;
        sk = alg->secret_key_bytes > sk ? alg->secret_key_bytes : sk;
        sig = alg->signature_bytes > sig ? alg->signature_bytes : sig;
        seed = alg->seed_bytes > seed ? alg->seed_bytes : seed;
        CHECK(neosig_prepared_bytes(alg, 0) >= 64 && neosig_prepared_bytes(alg, 1) >= 64);
        for (int op = NEOSIG_OP_KEYPAIR; op < NEOSIG_OPERATIONS; op++)
            CHECK(neosig_workspace_bytes(alg, (neosig_operation)op, NEOSIG_LOW_MEMORY) <=
                  neosig_workspace_bytes(alg, (neosig_operation)op, 0));
    }
    CHECK(pk == NEOSIG_MAX_PUBLIC_KEY_BYTES && sk == NEOSIG_MAX_SECRET_KEY_BYTES);
    CHECK(sig == NEOSIG_MAX_SIGNATURE_BYTES && seed == NEOSIG_MAX_SEED_BYTES);
}

/* Every name in capital letters, with another sign between its parts and one before its first number. */
static void test_spelled(const neosig_alg *alg)
{
    char spelled[64];
    size_t used = 0;
    int number = 0;
    for (const char *at = alg->name; *at != 0 && used + 2 < sizeof spelled; at++) {
        if (!number && *at >= '0' && *at <= '9') {
            spelled[used++] = '-';
            number = 1;
        }
        spelled[used++] = (char)(*at == '-' ? '_' : *at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at);
    }
    spelled[used] = 0;
    CHECK(neosig_alg_find(spelled) == alg);
}

/* As designers, standards and other libraries write them. */
static void test_names(void)
{
    for (size_t i = 0; i < neosig_alg_count(); i++)
        test_spelled(neosig_alg_at(i));
    static const char *const same[][8] = {
        {"ml-dsa-65", "ML-DSA-65", "MLDSA65", "mldsa65", "ml_dsa_65", "ML_DSA_65", "ML DSA 65"},
        {"dilithium3", "Dilithium3", "DILITHIUM3", "Dilithium-3", "dilithium 3"},
        {"falcon-512", "Falcon-512", "falcon512", "FALCON512"},
        {"falcon-padded-1024", "falconpadded1024", "Falcon-padded-1024", "FALCONPADDED1024"},
        {"snova-24-5-16-4-esk", "SNOVA_24_5_16_4_ESK", "SNOVA_24_5_16_4_esk", "snova245164esk"},
        {"snova-iii-b-aes", "SNOVA_III_B_AES", "snova_iii_b_aes"},
        {"rainbow-I-circumzenithal", "Rainbow-I-Circumzenithal", "rainbowI-circumzenithal"},
        {"rainbow-III-classic", "Rainbow-III-Classic", "rainbow-iii-classic"},
        {"uov-Is-classic", "UOV-Is", "OV-Is", "OV_Is", "ov is", "uov_is_classic"},
        {"uov-Ip-pkc", "UOV-Ip-pkc", "OV-Ip-pkc", "OV_Ip_pkc"},
        {"uov-V-pkc-skc", "OV-V-pkc-skc", "OV_V_pkc_skc", "UOV-V-PKC-SKC", "uov-V-pkc+skc"},
    };
    static const char *const none[] = {"",
                                       "-",
                                       "_ -",
                                       "ml-dsa",
                                       "ml-dsa-6",
                                       "ml-dsa-655",
                                       "ml.dsa.65",
                                       "ml-dsa-65\n",
                                       "SNOVA_24_5_4_esk",
                                       "fn-dsa-512",
                                       "falcon",
                                       "dilithium3x",
                                       "ov",
                                       "uov-Is-skc",
                                       "OV-Is-classic",
                                       "rainbow-classic"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        const neosig_alg *alg = neosig_alg_find(same[i][0]);
        CHECK(alg != NULL && strcmp(alg->name, same[i][0]) == 0);
        for (size_t j = 1; j < 8 && same[i][j] != NULL; j++)
            CHECK(neosig_alg_find(same[i][j]) == alg);
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        CHECK(neosig_alg_find(none[i]) == NULL);
}

static void test_keypair(void)
{
    const neosig_alg *alg = c.alg;
    uint8_t *pk = use_allocate(alg->public_key_bytes), *sk = use_allocate(alg->secret_key_bytes);
    use_random source;
    neosig_options options = use_options(&source, 1, 0);
    const int refuses = strcmp(alg->scheme, TEST_REFUSES_SEEDS) == 0; /* most seeds, and draws others */
    source.period = alg->seed_bytes;
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    CHECK(refuses ? source.bytes % alg->seed_bytes == 0 && source.calls > 1 : source.bytes == alg->seed_bytes);
    CHECK(neosig_keypair_from_seed(alg, pk, sk, source.given, alg->seed_bytes, &options) == NEOSIG_OK);
    CHECK(memcmp(pk, c.pk, alg->public_key_bytes) == 0 && memcmp(sk, c.sk, alg->secret_key_bytes) == 0);
    CHECK(use_intact(pk, alg->public_key_bytes) && use_intact(sk, alg->secret_key_bytes));

    for (unsigned flags = 0; flags <= NEOSIG_LOW_MEMORY; flags += NEOSIG_LOW_MEMORY) {
        options = use_options(&source, 1, 0);
        options.flags |= flags;
        options.workspace_bytes = neosig_workspace_bytes(alg, NEOSIG_OP_KEYPAIR, flags);
        uint8_t *space = options.workspace = use_allocate(options.workspace_bytes);
        CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
        CHECK(memcmp(pk, c.pk, alg->public_key_bytes) == 0 && memcmp(sk, c.sk, alg->secret_key_bytes) == 0);
        CHECK(use_all(space, options.workspace_bytes, 0) && use_intact(space, options.workspace_bytes));
        free(space);
    }

    /* The generator fails at each call in turn. */
    for (unsigned fail_at = 1;; fail_at++) {
        options = use_options(&source, 1, fail_at);
        neosig_error error = neosig_keypair(alg, pk, sk, &options);
        if (error == NEOSIG_OK) {
            CHECK(source.calls == fail_at - 1 && fail_at > 1);
            break;
        }
        CHECK(error == NEOSIG_ERR_RANDOM);
        CHECK(use_all(pk, alg->public_key_bytes, 0) && use_all(sk, alg->secret_key_bytes, 0));
    }
    free(pk);
    free(sk);
}

/* One stream over the message in pieces of this many bytes. prepared: NULL, or the prepared key. */
static void check_signing_stream(uint8_t *sig, const void *prepared, size_t piece)
{
    const neosig_alg *alg = c.alg;
    neosig_stream stream;
    use_random source;
    neosig_options options = use_options(&source, 2, 0);
    size_t sig_bytes;
    const neosig_error begun = prepared != NULL ? neosig_sign_init_prepared(&stream, prepared, &options)
                                                : neosig_sign_init(&stream, alg, c.sk, alg->secret_key_bytes, &options);
    if (alg->features & NEOSIG_READS_TWICE) {
        CHECK(begun == NEOSIG_ERR_UNSUPPORTED && use_all((const uint8_t *)&stream, sizeof stream, 0));
        return;
    }
    CHECK(begun == NEOSIG_OK);
    for (size_t at = 0; at < sizeof c.msg; at += piece)
        CHECK(neosig_sign_update(&stream, c.msg + at, at + piece < sizeof c.msg ? piece : sizeof c.msg - at) ==
              NEOSIG_OK);
    CHECK(neosig_sign_final(&stream, sig, &sig_bytes) == NEOSIG_OK);
    check_same(sig, sig_bytes);
}

static void check_stream(uint8_t *sig, const void *prepared_sign, const void *prepared_verify, size_t piece)
{
    const neosig_alg *alg = c.alg;
    neosig_stream stream;
    check_signing_stream(sig, prepared_sign, piece);
    for (int damage = 0; damage < 2; damage++) {
        CHECK((prepared_verify != NULL ? neosig_verify_init_prepared(&stream, prepared_verify, c.sig, c.sig_bytes, NULL)
                                       : neosig_verify_init(&stream, alg, c.sig, c.sig_bytes, c.pk,
                                                            alg->public_key_bytes, NULL)) == NEOSIG_OK);
        for (size_t at = 0; at < sizeof c.msg; at += piece)
            CHECK(neosig_verify_update(&stream, c.msg + at, at + piece < sizeof c.msg ? piece : sizeof c.msg - at) ==
                  NEOSIG_OK);
        if (damage)
            CHECK(neosig_verify_update(&stream, c.msg, 1) == NEOSIG_OK);
        CHECK(neosig_verify_final(&stream) == (damage ? NEOSIG_ERR_SIGNATURE : NEOSIG_OK));
    }
}

/* What was signed is verified by the hash that signing made: as a verification of the whole message would find it.
 * other: the public key of another key pair. */
static void check_signed(const void *secret, const void *public, const void *other, neosig_options *options,
                         size_t msg_bytes)
{
    const neosig_alg *alg = c.alg;
    if ((alg->features & NEOSIG_READS_TWICE) != 0 && options->prehash == NEOSIG_PREHASH_NONE)
        return;
    neosig_stream stream, begun, hashed;
    uint8_t *sig = use_allocate(alg->signature_bytes);
    size_t sig_bytes;
    const neosig_options mode = {.size = sizeof mode,
                                 .prehash = options->prehash,
                                 .context = options->context,
                                 .context_bytes = options->context_bytes};
    CHECK(neosig_sign_init_prepared(&stream, secret, options) == NEOSIG_OK);
    begun = stream;
    CHECK(neosig_sign_update(&stream, c.msg, msg_bytes / 2) == NEOSIG_OK);
    CHECK(neosig_sign_update(&stream, c.msg + msg_bytes / 2, msg_bytes - msg_bytes / 2) == NEOSIG_OK);
    hashed = stream;
    CHECK(neosig_sign_final(&stream, sig, &sig_bytes) == NEOSIG_OK);
    CHECK(neosig_verify_prepared(public, sig, sig_bytes, c.msg, msg_bytes, &mode) == NEOSIG_OK);
    CHECK(neosig_verify_signed(public, sig, sig_bytes, &begun, &hashed) == NEOSIG_OK);
    CHECK(neosig_verify_signed(other, sig, sig_bytes, &begun, &hashed) == NEOSIG_ERR_SIGNATURE);
    CHECK(neosig_verify_signed(public, sig, sig_bytes, &stream, &hashed) == NEOSIG_ERR_STATE);
    CHECK(neosig_verify_signed(public, sig, sig_bytes, &begun, &stream) == NEOSIG_ERR_STATE);
    CHECK(neosig_verify_signed(secret, sig, sig_bytes, &begun, &hashed) == NEOSIG_ERR_KEY);
    CHECK(neosig_verify_signed(public, sig, alg->signature_bytes + 1, &begun, &hashed) == NEOSIG_ERR_SIGNATURE);
    sig[1] ^= 1; /* of R, or of the nonce, where these are hashed before the message */
    CHECK(neosig_verify_signed(public, sig, sig_bytes, &begun, &hashed) == NEOSIG_ERR_SIGNATURE);
    sig[1] ^= 1;
    CHECK(neosig_sign_update(&hashed, c.msg, 1) == NEOSIG_OK); /* another message */
    CHECK(neosig_verify_signed(public, sig, sig_bytes, &begun, &hashed) == NEOSIG_ERR_SIGNATURE);
    if (msg_bytes != 0)
        CHECK(neosig_verify_signed(public, sig, sig_bytes, &begun, &begun) == NEOSIG_ERR_SIGNATURE);
    free(sig);
}

static void test_signed(const void *secret, const void *public)
{
    const neosig_alg *alg = c.alg;
    uint8_t *pk = use_allocate(alg->public_key_bytes), *sk = use_allocate(alg->secret_key_bytes),
            *other = use_allocate(neosig_prepared_bytes(alg, 0));
    use_random source;
    neosig_options options = use_options(&source, 3, 0);
    const int step = SLOW && alg->features & NEOSIG_READS_TWICE ? 5 : 1; /* slhdsa-scheme takes all hash functions */
    CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
    CHECK(neosig_prepare_verify(alg, other, neosig_prepared_bytes(alg, 0), pk, alg->public_key_bytes, NULL) ==
          NEOSIG_OK);
    for (size_t bytes = 0; bytes <= sizeof c.msg; bytes += sizeof c.msg) {
        options = use_options(&source, 4, 0);
        check_signed(secret, public, other, &options, bytes);
        if (alg->features & NEOSIG_HAS_CONTEXT) {
            options.context = c.msg;
            options.context_bytes = 7;
            check_signed(secret, public, other, &options, bytes);
        }
        for (int hash = NEOSIG_PREHASH_SHA2_224; hash <= NEOSIG_PREHASH_SHAKE256; hash += step) {
            options.prehash = (neosig_prehash)hash;
            if (alg->features & NEOSIG_HAS_PREHASH)
                check_signed(secret, public, other, &options, bytes);
        }
    }
    free(pk);
    free(sk);
    free(other);
}

static void test_same(void)
{
    static const size_t pieces[] = {1, 3, 64, 135, 136, 137, 168, 332, 333};
    const neosig_alg *alg = c.alg;
    uint8_t *sig = use_allocate(alg->signature_bytes + 8);
    size_t sig_bytes;
    use_random source;
    neosig_options options = use_options(&source, 2, 0);

    /* Any alignment. */
    uint8_t *odd_sk = use_allocate(alg->secret_key_bytes + 8), *odd_pk = use_allocate(alg->public_key_bytes + 8);
    memcpy(odd_sk + 1, c.sk, alg->secret_key_bytes);
    memcpy(odd_pk + 3, c.pk, alg->public_key_bytes);
    CHECK(neosig_sign(alg, sig + 5, &sig_bytes, c.msg, sizeof c.msg, odd_sk + 1, alg->secret_key_bytes, &options) ==
          NEOSIG_OK);
    CHECK(sig_bytes == c.sig_bytes && memcmp(sig + 5, c.sig, sig_bytes) == 0);
    CHECK(verify_case(sig + 5, sig_bytes, odd_pk + 3, alg->public_key_bytes) == NEOSIG_OK);
    free(odd_sk);
    free(odd_pk);
    free(sig);
    sig = use_allocate(alg->signature_bytes);

    /* The caller's workspace, in both amounts. */
    for (unsigned flags = 0; flags <= NEOSIG_LOW_MEMORY; flags += NEOSIG_LOW_MEMORY) {
        options = use_options(&source, 2, 0);
        options.flags |= flags;
        options.workspace_bytes = neosig_workspace_bytes(alg, NEOSIG_OP_SIGN, flags);
        uint8_t *space = options.workspace = use_allocate(options.workspace_bytes);
        CHECK(neosig_sign(alg, sig, &sig_bytes, c.msg, sizeof c.msg, c.sk, alg->secret_key_bytes, &options) ==
              NEOSIG_OK);
        check_same(sig, sig_bytes);
        CHECK(use_all(space, options.workspace_bytes, 0) && use_intact(space, options.workspace_bytes));
        free(space);
        options.workspace_bytes = neosig_workspace_bytes(alg, NEOSIG_OP_VERIFY, flags);
        space = options.workspace = use_allocate(options.workspace_bytes);
        CHECK(neosig_verify(alg, c.sig, c.sig_bytes, c.msg, sizeof c.msg, c.pk, alg->public_key_bytes, &options) ==
              NEOSIG_OK);
        CHECK(use_intact(space, options.workspace_bytes));
        free(space);
    }

    /* Prepared keys, which outlive the keys they were made of. */
    size_t secret_bytes = neosig_prepared_bytes(alg, 1), public_bytes = neosig_prepared_bytes(alg, 0);
    uint8_t *secret = use_allocate(secret_bytes), *public = use_allocate(public_bytes);
    uint8_t *copy = use_allocate(alg->secret_key_bytes);
    memcpy(copy, c.sk, alg->secret_key_bytes);
    CHECK(neosig_prepare_sign(alg, secret, secret_bytes, copy, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    CHECK(use_intact(secret, secret_bytes));
    free(copy);
    copy = use_allocate(alg->public_key_bytes);
    memcpy(copy, c.pk, alg->public_key_bytes);
    CHECK(neosig_prepare_verify(alg, public, public_bytes, copy, alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(use_intact(public, public_bytes));
    free(copy);
    for (unsigned flags = 0; flags <= NEOSIG_LOW_MEMORY; flags += NEOSIG_LOW_MEMORY) { /* they are not used up */
        options = use_options(&source, 2, 0);
        options.flags |= flags;
        options.workspace_bytes = neosig_workspace_bytes(alg, NEOSIG_OP_SIGN_PREPARED, flags);
        uint8_t *space = options.workspace = use_allocate(options.workspace_bytes);
        CHECK(neosig_sign_prepared(secret, sig, &sig_bytes, c.msg, sizeof c.msg, &options) == NEOSIG_OK);
        check_same(sig, sig_bytes);
        CHECK(use_all(space, options.workspace_bytes, 0) && use_intact(space, options.workspace_bytes));
        free(space);
        CHECK(neosig_verify_prepared(public, c.sig, c.sig_bytes, c.msg, sizeof c.msg, NULL) == NEOSIG_OK);
        CHECK(neosig_verify_prepared(public, c.sig, c.sig_bytes, c.msg, 332, NULL) == NEOSIG_ERR_SIGNATURE);
    }
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        check_stream(sig, secret, public, pieces[i]);
        if (i % 3 == 0)
            check_stream(sig, NULL, NULL, pieces[i]);
    }
    test_signed(secret, public);
    free(secret);
    free(public);

    /* The generator fails at each call in turn. */
    for (unsigned fail_at = 1;; fail_at++) {
        options = use_options(&source, 2, fail_at);
        neosig_error error =
            neosig_sign(alg, sig, &sig_bytes, c.msg, sizeof c.msg, c.sk, alg->secret_key_bytes, &options);
        if (error == NEOSIG_OK) {
            CHECK(source.calls == fail_at - 1);
            check_same(sig, sig_bytes);
            break;
        }
        CHECK(error == NEOSIG_ERR_RANDOM && sig_bytes == 0 && use_all(sig, alg->signature_bytes, 0));
    }
    free(sig);
}

static void test_lengths(void)
{
    const neosig_alg *alg = c.alg;
    uint8_t *sig = use_allocate(alg->signature_bytes);
    size_t sig_bytes, wrong = 0;
    for (size_t bytes = 0; bytes < alg->secret_key_bytes + 100; bytes++) {
        if (bytes == alg->secret_key_bytes)
            continue;
        memset(sig, 0x5a, alg->signature_bytes);
        sig_bytes = 1;
        wrong += neosig_sign(alg, sig, &sig_bytes, c.msg, 1, c.sk, bytes, NULL) != NEOSIG_ERR_LENGTH;
        wrong += sig_bytes != 0 || !use_all(sig, alg->signature_bytes, 0);
    }
    CHECK(wrong == 0);
    for (size_t bytes = 0; bytes < alg->public_key_bytes + 100; bytes++)
        if (bytes != alg->public_key_bytes)
            wrong += verify_case(c.sig, c.sig_bytes, c.pk, bytes) != NEOSIG_ERR_LENGTH;
    CHECK(wrong == 0);
    for (size_t bytes = 0; bytes < alg->signature_bytes + 100; bytes++)
        if (bytes != c.sig_bytes)
            wrong += verify_case(c.sig, bytes, c.pk, alg->public_key_bytes) != NEOSIG_ERR_SIGNATURE;
    CHECK(wrong == 0);
    free(sig);
}

static void test_others(void)
{
    const neosig_alg *alg = c.alg;
    size_t sig_bytes;
    uint8_t *pk = use_allocate(alg->public_key_bytes), *sk = use_allocate(alg->secret_key_bytes);
    uint8_t *sig = use_allocate(alg->signature_bytes);
    neosig_options allow = {.size = sizeof allow, .flags = NEOSIG_ALLOW_INSECURE};
    CHECK(verify_case(c.sig, c.sig_bytes, c.pk, alg->public_key_bytes) == NEOSIG_OK);
    /* A key of the operating system's bytes, an empty message; its signature is not ours, nor ours its. */
    CHECK(neosig_keypair(alg, pk, sk, &allow) == NEOSIG_OK);
    CHECK(memcmp(pk, c.pk, alg->public_key_bytes) != 0);
    CHECK(neosig_sign(alg, sig, &sig_bytes, NULL, 0, sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    CHECK(neosig_verify(alg, sig, sig_bytes, NULL, 0, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    CHECK(verify_case(c.sig, c.sig_bytes, pk, alg->public_key_bytes) == NEOSIG_ERR_SIGNATURE);
    CHECK(verify_case(sig, sig_bytes, pk, alg->public_key_bytes) == NEOSIG_ERR_SIGNATURE);
    free(pk);
    free(sk);
    free(sig);
}

static void test_algorithm(const neosig_alg *alg)
{
    printf("%s\n", alg->name);
    CHECK(neosig_backend_select("portable") == NEOSIG_OK);
    use_make(&c, alg);
    for (size_t i = 0; i < neosig_backend_count(); i++) {
        if (!test_backend(i))
            continue;
        test_keypair();
        test_same();
        test_others();
    }
    test_lengths();
    use_free(&c);
}

int main(void)
{
    test_registry();
    test_names();
    use_each(test_algorithm);
    return test_end();
}
