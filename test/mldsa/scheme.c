/* What is particular to ML-DSA and Dilithium: modes of signing, encodings that must be refused, memory, seeds as keys.
 * Lengths, NULL pointers, streams and failing generators are tested for all schemes elsewhere. */
#include "mldsa/mldsa.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static _Alignas(64) uint8_t pk[2592], sk[4896], sig[4627], other[4627], prepared[1 << 17], workspace[1 << 16];
static const uint8_t message[100] = "a message of a hundred bytes, most of them zeros";

static int fixed_random(void *state, uint8_t *out, size_t bytes)
{
    memset(out, *(const uint8_t *)state, bytes);
    return 0;
}

static neosig_error sign(const neosig_alg *alg, uint8_t *out, const neosig_options *options)
{
    size_t bytes;
    return neosig_sign(alg, out, &bytes, message, sizeof message, sk, alg->secret_key_bytes, options);
}

static neosig_error verify(const neosig_alg *alg, const uint8_t *in, const neosig_options *options)
{
    return neosig_verify(alg, in, alg->signature_bytes, message, sizeof message, pk, alg->public_key_bytes, options);
}

static void test_modes(const neosig_alg *alg)
{
    uint8_t context[256] = {1, 2, 3};
    for (int mode = NEOSIG_PREHASH_NONE; mode <= NEOSIG_PREHASH_SHAKE256; mode++) {
        for (size_t bytes = 0; bytes <= 255; bytes += 85) {
            neosig_options options = {
                .size = sizeof options, .prehash = (neosig_prehash)mode, .context = context, .context_bytes = bytes};
            CHECK(sign(alg, sig, &options) == NEOSIG_OK);
            CHECK(verify(alg, sig, &options) == NEOSIG_OK);
            options.prehash = (neosig_prehash)((mode + 1) % (NEOSIG_PREHASH_SHAKE256 + 1));
            CHECK(verify(alg, sig, &options) == NEOSIG_ERR_SIGNATURE);
            options.prehash = (neosig_prehash)mode;
            options.context_bytes = bytes == 0 ? 1 : bytes - 1;
            CHECK(verify(alg, sig, &options) == NEOSIG_ERR_SIGNATURE);
        }
    }
    neosig_options options = {.size = sizeof options, .context = context, .context_bytes = 256};
    CHECK(sign(alg, sig, &options) == NEOSIG_ERR_ARGUMENT);
    CHECK(verify(alg, sig, &options) == NEOSIG_ERR_ARGUMENT);

    /* mu made here is the mu made there; the internal interface has no prefix. */
    uint8_t mu[64], tr[64];
    neosig_shake shake;
    neosig_shake256(&neosig_keccak_portable, tr, sizeof tr, pk, alg->public_key_bytes);
    for (unsigned internal = 0; internal < 2; internal++) {
        const unsigned flags = NEOSIG_DETERMINISTIC | (internal ? NEOSIG_INTERNAL : 0);
        neosig_options plain = {.size = sizeof plain,
                                .flags = flags,
                                .context = internal ? NULL : context,
                                .context_bytes = internal ? 0 : 3};
        neosig_options with_mu = {.size = sizeof with_mu, .flags = NEOSIG_DETERMINISTIC | NEOSIG_EXTERNAL_MU};
        const uint8_t prefix[5] = {0, 3, 1, 2, 3};
        size_t bytes;
        neosig_shake_init(&shake, &neosig_keccak_portable, NEOSIG_SHAKE256_RATE);
        neosig_shake_absorb(&shake, tr, sizeof tr);
        neosig_shake_absorb(&shake, prefix, internal ? 0 : sizeof prefix);
        neosig_shake_absorb(&shake, message, sizeof message);
        neosig_shake_finish(&shake);
        neosig_shake_squeeze(&shake, mu, sizeof mu);
        CHECK(sign(alg, sig, &plain) == NEOSIG_OK);
        CHECK(neosig_sign(alg, other, &bytes, mu, 64, sk, alg->secret_key_bytes, &with_mu) == NEOSIG_OK);
        CHECK(memcmp(sig, other, alg->signature_bytes) == 0);
        CHECK(neosig_verify(alg, sig, bytes, mu, 64, pk, alg->public_key_bytes, &with_mu) == NEOSIG_OK);
        mu[63] ^= 1;
        CHECK(neosig_verify(alg, sig, bytes, mu, 64, pk, alg->public_key_bytes, &with_mu) == NEOSIG_ERR_SIGNATURE);
        CHECK(neosig_sign(alg, sig, &bytes, mu, 63, sk, alg->secret_key_bytes, &with_mu) == NEOSIG_ERR_LENGTH);
        CHECK(neosig_sign(alg, sig, &bytes, message, 65, sk, alg->secret_key_bytes, &with_mu) == NEOSIG_ERR_LENGTH);
    }

    /* Hedged signatures depend on the random bytes, deterministic ones are those of 32 zeros. */
    uint8_t byte = 7;
    neosig_options random = {.size = sizeof random, .random = fixed_random, .random_state = &byte};
    neosig_options deterministic = {.size = sizeof deterministic, .flags = NEOSIG_DETERMINISTIC};
    CHECK(sign(alg, sig, &random) == NEOSIG_OK && sign(alg, other, &deterministic) == NEOSIG_OK);
    CHECK(memcmp(sig, other, alg->signature_bytes) != 0);
    byte = 0;
    CHECK(sign(alg, sig, &random) == NEOSIG_OK && memcmp(sig, other, alg->signature_bytes) == 0);
}

/* Dilithium 3.1 has none of these. */
static void test_no_modes(const neosig_alg *alg)
{
    const size_t size = sizeof(neosig_options);
    const neosig_options wrong[] = {{.size = size, .prehash = NEOSIG_PREHASH_SHA2_256},
                                    {.size = size, .context = message, .context_bytes = 1},
                                    {.size = size, .flags = NEOSIG_EXTERNAL_MU},
                                    {.size = size, .flags = NEOSIG_INTERNAL}};
    CHECK(sign(alg, sig, NULL) == NEOSIG_OK && sign(alg, other, NULL) == NEOSIG_OK);
    CHECK(memcmp(sig, other, alg->signature_bytes) == 0);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(verify(alg, sig, &wrong[i]) == NEOSIG_ERR_UNSUPPORTED);
        CHECK(sign(alg, other, &wrong[i]) == NEOSIG_ERR_UNSUPPORTED);
    }
}

static void refused(const neosig_alg *alg, const char *what)
{
    if (!CHECK(verify(alg, other, NULL) == NEOSIG_ERR_SIGNATURE))
        fprintf(stderr, "%s: %s\n", alg->name, what);
    memcpy(other, sig, alg->signature_bytes);
}

/* The layouts and the rows of the table come to the same sizes. */
static void test_sizes(const neosig_alg *alg)
{
    const neosig_mldsa_ctx ctx = neosig_mldsa_open(alg, NULL);
    CHECK(neosig_mldsa_public_layout_of(&ctx).bytes == alg->public_key_bytes);
    CHECK(neosig_mldsa_secret_layout_of(&ctx).bytes == alg->secret_key_bytes);
    CHECK(neosig_mldsa_signature_layout_of(&ctx).bytes == alg->signature_bytes);
    CHECK(neosig_mldsa_prepared_layout_of(&ctx, 1).bytes <= neosig_prepared_bytes(alg, 1));
}

static void test_encodings(const neosig_alg *alg)
{
    const neosig_mldsa_ctx ctx = neosig_mldsa_open(alg, NULL);
    const neosig_mldsa_set *set = ctx.set;
    const size_t hints = neosig_mldsa_signature_layout_of(&ctx).hint;
    uint8_t *in = other + hints, *ends = in + set->omega;
    size_t tested = 0;

    for (uint8_t byte = 1; byte < 20; byte++) {
        neosig_options options = {.size = sizeof options, .random = fixed_random, .random_state = &byte};
        CHECK(sign(alg, sig, &options) == NEOSIG_OK && verify(alg, sig, NULL) == NEOSIG_OK);
        memcpy(other, sig, alg->signature_bytes);
        const size_t count = ends[set->k - 1], first = ends[0];
        if (first >= 2) {
            uint8_t swap = in[0];
            in[0] = in[1];
            in[1] = swap;
            refused(alg, "hints out of order");
            in[1] = in[0];
            refused(alg, "a hint twice");
            ends[0] = (uint8_t)(first + 1 > ends[1] ? ends[1] + 1 : set->omega + 1);
            refused(alg, "counts that decrease or exceed omega");
            tested++;
        }
        if (count < set->omega) {
            in[count] = 1;
            refused(alg, "padding that is not zero");
            in[set->omega - 1] = 255;
            refused(alg, "padding that is not zero");
            tested++;
        }
        ends[set->k - 1] = (uint8_t)(set->omega + 1);
        refused(alg, "more than omega hints");
        ends[set->k - 1] = 255;
        refused(alg, "more than omega hints");
    }
    CHECK(tested > 0);

    /* z beyond its bound: refused before the challenge is compared, or after it, which bounds.c tells. */
    memset(other + set->ctilde_bytes, 0, 3);
    refused(alg, "z = gamma1");
    for (size_t at = 0; at < alg->signature_bytes; at++) {
        if (at >= 64 && at < hints - 64 && at % 31 != 0)
            continue;
        other[at] ^= (uint8_t)(1u << at % 8);
        refused(alg, "a bit flipped");
    }
    for (size_t at = 0; at < alg->public_key_bytes; at += at < 64 ? 1 : 61) {
        pk[at] ^= (uint8_t)(1u << at % 8);
        refused(alg, "a bit of the public key flipped");
        pk[at] ^= (uint8_t)(1u << at % 8);
    }
    CHECK(verify(alg, sig, NULL) == NEOSIG_OK);

    /* Coefficients of s1 and s2 outside [-eta, eta]: all bits set is one. */
    const size_t from = neosig_mldsa_secret_layout_of(&ctx).s, bytes = ctx.s_bytes;
    for (size_t i = 0; i < (size_t)set->k + set->l; i++) {
        for (size_t at = 0; at < bytes; at += bytes - 1) {
            uint8_t *byte = sk + from + i * bytes + at, before = *byte;
            *byte = 0xff;
            CHECK(sign(alg, other, NULL) == NEOSIG_ERR_KEY);
            CHECK(neosig_prepare_sign(alg, prepared, sizeof prepared, sk, alg->secret_key_bytes, NULL) ==
                  NEOSIG_ERR_KEY);
            *byte = before;
        }
    }
    CHECK(sign(alg, other, NULL) == NEOSIG_OK);
}

static void test_memory(const neosig_alg *alg, const uint8_t *seed)
{
    neosig_options options = {.size = sizeof options, .flags = NEOSIG_DETERMINISTIC, .workspace = workspace};
    NEOSIG_OPEN_MEMORY(workspace, sizeof workspace); /* functions below the roof leave their fences */
    CHECK(neosig_workspace_bytes(alg, NEOSIG_OP_SIGN, 0) < 64 * 1024);
    CHECK(neosig_workspace_bytes(alg, NEOSIG_OP_SIGN_PREPARED, 0) < 64 * 1024);
    for (int op = NEOSIG_OP_KEYPAIR; op <= NEOSIG_OP_VERIFY_PREPARED; op++)
        CHECK(neosig_workspace_bytes(alg, (neosig_operation)op, NEOSIG_LOW_MEMORY) < 16 * 1024);
    CHECK(neosig_prepared_bytes(alg, 1) <= sizeof prepared && neosig_prepared_bytes(alg, 0) <= sizeof prepared);
    CHECK(neosig_prepare_sign(alg, prepared, sizeof prepared, sk, alg->secret_key_bytes, NULL) == NEOSIG_OK);
    /* The same keys, the same verdict, */
    options.flags = NEOSIG_LOW_MEMORY;
    options.workspace_bytes = neosig_workspace_bytes(alg, NEOSIG_OP_KEYPAIR, NEOSIG_LOW_MEMORY);
    static uint8_t pk2[sizeof pk], sk2[sizeof sk];
    CHECK(neosig_keypair_from_seed(alg, pk2, sk2, seed, 32, &options) == NEOSIG_OK);
    CHECK(memcmp(pk, pk2, alg->public_key_bytes) == 0 && memcmp(sk, sk2, alg->secret_key_bytes) == 0);
    options.workspace_bytes = neosig_workspace_bytes(alg, NEOSIG_OP_VERIFY, NEOSIG_LOW_MEMORY);
    CHECK(sign(alg, sig, NULL) == NEOSIG_OK && verify(alg, sig, &options) == NEOSIG_OK);
    sig[0] ^= 1;
    CHECK(verify(alg, sig, &options) == NEOSIG_ERR_SIGNATURE);
    /* and the same signature from every shape of the work, each with no byte more than it asks for. */
    for (unsigned low = 0; low < 2; low++) {
        size_t bytes;
        options.flags = NEOSIG_DETERMINISTIC | (low ? NEOSIG_LOW_MEMORY : 0);
        options.workspace_bytes = neosig_workspace_bytes(alg, NEOSIG_OP_SIGN, options.flags);
        memset(workspace, 0xa5, sizeof workspace);
        CHECK(sign(alg, low ? other : sig, &options) == NEOSIG_OK);
        size_t written = 0;
        for (size_t i = options.workspace_bytes; i < sizeof workspace; i++)
            written += workspace[i] != 0xa5;
        CHECK(written == 0);
        if (low)
            CHECK(memcmp(sig, other, alg->signature_bytes) == 0);
        options.workspace_bytes = neosig_workspace_bytes(alg, NEOSIG_OP_SIGN_PREPARED, options.flags);
        CHECK(neosig_sign_prepared(prepared, other, &bytes, message, sizeof message, &options) == NEOSIG_OK);
        CHECK(memcmp(sig, other, alg->signature_bytes) == 0);
    }
}

/* The seed is a private key: it signs as the expanded one does. */
static void test_seed(const neosig_alg *alg, const uint8_t *seed)
{
    const size_t bytes = neosig_prepared_bytes(alg, 1);
    const neosig_options options = {.size = sizeof options, .flags = NEOSIG_DETERMINISTIC};
    size_t made;
    CHECK(neosig_prepare_sign_from_seed(alg, prepared, bytes, seed, 32, NULL) == NEOSIG_OK);
    CHECK(neosig_sign_prepared(prepared, other, &made, message, sizeof message, &options) == NEOSIG_OK);
    CHECK(sign(alg, sig, &options) == NEOSIG_OK && memcmp(sig, other, made) == 0);
    CHECK(neosig_prepare_sign_from_seed(alg, prepared, bytes, seed, 31, NULL) == NEOSIG_ERR_LENGTH);
    CHECK(neosig_sign_prepared(prepared, other, &made, message, sizeof message, &options) == NEOSIG_ERR_KEY);
    CHECK(neosig_prepare_sign_from_seed(alg, prepared, bytes - 1, seed, 32, NULL) == NEOSIG_ERR_WORKSPACE);
    CHECK(neosig_prepare_sign_from_seed(alg, prepared, bytes, NULL, 32, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_prepare_sign_from_seed(alg, NULL, bytes, seed, 32, NULL) == NEOSIG_ERR_ARGUMENT);
    CHECK(neosig_prepare_sign_from_seed(NULL, prepared, bytes, seed, 32, NULL) == NEOSIG_ERR_ARGUMENT);
}

/* A polynomial of A that needs more blocks than are squeezed at first has probability 2^-140. Half the bound in place
 * of q makes all of them so. */
static size_t picky_uniform_vartime(uint8_t a[768], size_t have, const uint8_t *in, size_t bytes)
{
    for (size_t i = 0; i < bytes && have < 256; i += 3) {
        if ((in[i + 2] & 127) < 64) {
            memcpy(a + 3 * have, in + i, 3);
            a[3 * have++ + 2] &= 127;
        }
    }
    return have;
}

static void test_long_expansion(void)
{
    static uint8_t a[16 * 768], xof[NEOSIG_MLDSA_XOF_BYTES], stream[20 * 168], expected[768];
    const uint8_t rho[32] = {5};
    neosig_mldsa_kernels poly = *neosig_backend_now()->mldsa;
    neosig_backend backend = *neosig_backend_now();
    poly.uniform_vartime = picky_uniform_vartime;
    backend.mldsa = &poly;
    const neosig_mldsa_ctx ctx = neosig_mldsa_open(&neosig_mldsa_sets[0].alg, &backend);
    const neosig_mldsa_matrix matrix = {.rho = rho, .xof = xof};
    neosig_mldsa_expand_a(&ctx, a, &matrix, 0, 1, 16);
    for (size_t i = 0; i < 16; i++) {
        const uint8_t nonce[2] = {(uint8_t)(i % 4), (uint8_t)(i / 4)};
        neosig_shake shake;
        neosig_shake_init(&shake, &neosig_keccak_portable, NEOSIG_SHAKE128_RATE);
        neosig_shake_absorb(&shake, rho, sizeof rho);
        neosig_shake_absorb(&shake, nonce, sizeof nonce);
        neosig_shake_finish(&shake);
        neosig_shake_squeeze(&shake, stream, sizeof stream);
        CHECK(picky_uniform_vartime(expected, 0, stream, 5 * 168) < 256);
        CHECK(picky_uniform_vartime(expected, 0, stream, sizeof stream) == 256);
        CHECK(memcmp(a + 768 * i, expected, sizeof expected) == 0);
    }
}

/* A secret key with a coefficient out of range is none, even if t0 and tr were those of its s1 and s2. */
static void test_bad_pairs(const neosig_alg *alg)
{
    static uint8_t made_pk[sizeof pk], made_sk[sizeof sk], bad[sizeof sk];
    const neosig_mldsa_ctx ctx = neosig_mldsa_open(alg, neosig_backend_now());
    const size_t s = neosig_mldsa_secret_layout_of(&ctx).s;
    CHECK(neosig_mldsa_remake(&ctx, made_pk, made_sk, sk, workspace, 0) == NEOSIG_OK);
    CHECK(memcmp(made_pk, pk, alg->public_key_bytes) == 0);
    for (size_t i = 0; i < ctx.k + ctx.l; i++) {
        memcpy(bad, sk, sizeof bad);
        bad[s + i * ctx.s_bytes + 3 * i] = 0xff; /* 7 of 3 bits, or 15 of 4 */
        CHECK(neosig_mldsa_remake(&ctx, made_pk, made_sk, bad, workspace, 0) == NEOSIG_ERR_KEY);
        CHECK(neosig_public_key(alg, made_pk, bad, alg->secret_key_bytes, NULL) == NEOSIG_ERR_KEY);
    }
}

/* Attempts of which each is rejected at its first polynomial. */
static unsigned tried;

static int always_over(int32_t r[256], const int8_t s[512], const neosig_mldsa_sparse *c, unsigned eta, int negative,
                       int32_t bound)
{
    (void)r, (void)s, (void)c, (void)eta, (void)negative, (void)bound;
    tried++;
    return 1;
}

/* bad out of all numbers, none of which n draws may hit. */
static double none_of(size_t n, int32_t bad, int32_t all)
{
    double chance = 1;
    for (size_t i = 0; i < n; i++)
        chance *= 1 - (double)bad / all;
    return chance;
}

/* Signing gives up so late that it does so with probability below 2^-256, by the bounds of z and w - c s2 alone. The
 * errata of FIPS 204 also count too many hints, which are rarer. */
static void test_attempts(const neosig_alg *alg)
{
    neosig_mldsa_kernels poly = *neosig_backend_now()->mldsa;
    neosig_backend backend = *neosig_backend_now();
    const uint8_t mu[64] = {1}, byte = 1;
    const neosig_source source = {fixed_random, (void *)(uintptr_t)&byte};
    poly.add_sparse_vartime = always_over;
    backend.mldsa = &poly;
    const neosig_mldsa_ctx ctx = neosig_mldsa_open(alg, &backend);
    const int32_t gamma1 = ctx.set->gamma1, gamma2 = ctx.set->gamma2, beta2 = 2 * ctx.beta + 1;
    tried = 0;
    CHECK(neosig_mldsa_sign(&ctx, sig, mu, sk, 0, &source, workspace, 0) == NEOSIG_ERR_ATTEMPTS);
    const double good = none_of(256 * ctx.l, beta2, 2 * gamma1) * none_of(256 * ctx.k, beta2, 2 * gamma2);
    double fail = 1;
    for (unsigned i = 0; i < tried; i++)
        fail *= 1 - good;
    CHECK(tried == 821 && fail < 0x1p-256);
}

int main(void)
{
    test_long_expansion();
    for (size_t i = 0; i < neosig_mldsa_sets_count; i++) {
        const neosig_alg *alg = &neosig_mldsa_sets[i].alg;
        uint8_t seed[32] = {(uint8_t)i};
        CHECK(alg->secret_key_bytes <= sizeof sk && alg->public_key_bytes <= sizeof pk);
        CHECK(neosig_keypair_from_seed(alg, pk, sk, seed, sizeof seed, NULL) == NEOSIG_OK);
        if (neosig_mldsa_sets[i].fips)
            test_modes(alg);
        else
            test_no_modes(alg);
        test_sizes(alg);
        test_attempts(alg);
        test_bad_pairs(alg);
        test_encodings(alg);
        test_memory(alg, seed);
        test_seed(alg, seed);
    }
    return test_end();
}
