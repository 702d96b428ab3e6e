/* What a bound decides, at the bound and just beyond it, in every backend. There is the norm that verification takes,
 * the norm and the number of attempts in signing, and the deviations that the sampler takes. Some secret keys are
 * encoded well but are no basis to sign with: each is refused, for one reason alone. */
#include "backends.h"
#include "common/splitmix64.h"
#include "core/backend.h"
#include "falcon/falcon_short.h"
#include "falcon/falcon_tree.h"
#include "neosig/neosig.h"
#include "reference.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_N = NEOSIG_FALCON_MAX_N, Q = NEOSIG_FALCON_Q, MOST_PK = 1793, MOST_SK = 2369, MOST_SIG = 1462 };

static const neosig_alg *alg;
static neosig_falcon_ctx ctx;
static size_t n;
static uint8_t pk[MOST_PK], sk[MOST_SK], sig[MOST_SIG];
static int8_t f[MOST_N], g[MOST_N], F[MOST_N], G[MOST_N];
static const uint8_t message[] = "a message";

static int32_t balanced(int64_t a)
{
    const int32_t r = (int32_t)(((a % Q) + Q) % Q);
    return r > Q / 2 ? r - Q : r;
}

/* The product modulo q and X^n + 1 by the definition, balanced. */
static void multiply(int16_t *r, const int16_t *a, const int16_t *b)
{
    static int64_t sum[2 * MOST_N];
    memset(sum, 0, sizeof sum);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            sum[i + j] += (int64_t)a[i] * b[j];
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)balanced(sum[i] - sum[n + i]);
}

/* ---- Verification: a public key, and s2 such that s1 = c - s2 h is short as well, with any norm wanted */

/* The point of the message, with a nonce, under pk. */
static void point(uint16_t *hm, const uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES])
{
    uint8_t key_hash[NEOSIG_FALCON_KEY_HASH_BYTES], pair[2] = {0, 0};
    neosig_shake shake;
    neosig_shake256(&neosig_keccak_portable, key_hash, sizeof key_hash, pk, alg->public_key_bytes);
    neosig_shake_init(&shake, &neosig_keccak_portable, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, nonce, NEOSIG_FALCON_NONCE_BYTES);
    if (ctx.rules == NEOSIG_FALCON_FNDSA) {
        uint8_t mu[NEOSIG_FALCON_MU_BYTES];
        neosig_shake of_mu;
        neosig_shake_init(&of_mu, &neosig_keccak_portable, NEOSIG_SHAKE256_RATE);
        neosig_shake_absorb(&of_mu, key_hash, sizeof key_hash);
        neosig_shake_absorb(&of_mu, pair, sizeof pair); /* no pre-hash, no context */
        neosig_shake_absorb(&of_mu, message, sizeof message);
        neosig_shake_finish(&of_mu);
        neosig_shake_squeeze(&of_mu, mu, sizeof mu);
        neosig_shake_absorb(&shake, mu, sizeof mu);
    } else {
        neosig_shake_absorb(&shake, message, sizeof message);
    }
    neosig_shake_finish(&shake);
    for (size_t i = 0; i < n;) {
        neosig_shake_squeeze(&shake, pair, sizeof pair);
        const size_t high = ctx.rules == NEOSIG_FALCON_FNDSA;
        const unsigned w = (unsigned)pair[high] << 8 | pair[1 - high];
        if (w < 5 * Q)
            hm[i++] = (uint16_t)(w % Q);
    }
}

/* The public key of h, or h of a public key's numbers: FN-DSA's are the transform. */
static void pack_h(const uint16_t *h)
{
    _Alignas(64) int16_t a[MOST_N];
    uint16_t numbers[MOST_N];
    for (size_t i = 0; i < n; i++)
        a[i] = (int16_t)balanced(h[i]);
    if (ctx.rules == NEOSIG_FALCON_FNDSA)
        ctx.ntt->forward(a);
    for (size_t i = 0; i < n; i++)
        numbers[i] = (uint16_t)((balanced(a[i]) + Q) % Q);
    neosig_falcon_pack_public_key(&ctx, pk, numbers);
}

static void h_of_numbers(int16_t *h, const uint16_t *numbers)
{
    _Alignas(64) int16_t a[MOST_N];
    for (size_t i = 0; i < n; i++)
        a[i] = (int16_t)balanced(numbers[i]);
    if (ctx.rules == NEOSIG_FALCON_FNDSA) {
        for (size_t i = 0; i < n; i++)
            a[i] = neosig_mod16_montgomery(a[i], 1); /* inverse() multiplies by 2^16 */
        ctx.ntt->inverse(a);
    }
    for (size_t i = 0; i < n; i++)
        h[i] = (int16_t)balanced(a[i]);
}

enum { H = 110, MOST_S2 = 2047 }; /* h is about sqrt(q): s2 = c / h leaves an s1 that is as short */

typedef struct choice {
    int64_t norm;
    int16_t s2;
} choice;

static int64_t s1_of(uint16_t c, int32_t s2)
{
    return balanced((int64_t)c - H * (int64_t)s2);
}

/* A coefficient of s2 with the norm of it and of its s1, which is -1 if one of them is too large. */
static choice choice_of(uint16_t c, int32_t s2)
{
    const int64_t s1 = s1_of(c, s2);
    const int fits = llabs(s1) <= ctx.most_s1 && abs(s2) <= ctx.most_s2;
    return (choice){fits ? s1 * s1 + s2 * s2 : -1, (int16_t)s2};
}

static int by_norm(const void *x, const void *y)
{
    const choice *a = x, *b = y;
    return (a->norm > b->norm) - (a->norm < b->norm);
}

/* The last three coefficients of s2, such that they have this norm. */
static int choose_last(int16_t *s2, const uint16_t *hm, int64_t norm)
{
    static choice last[2 * MOST_S2 + 1];
    for (int32_t s = -MOST_S2; s <= MOST_S2; s++)
        last[s + MOST_S2] = choice_of(hm[n - 1], s);
    qsort(last, 2 * MOST_S2 + 1, sizeof last[0], by_norm);
    for (int32_t s = -ctx.most_s2; s <= ctx.most_s2; s++)
        for (int32_t t = -ctx.most_s2; t <= ctx.most_s2; t++) {
            const choice a = choice_of(hm[n - 3], s), b = choice_of(hm[n - 2], t);
            const choice wanted = {norm - a.norm - b.norm, 0};
            if (a.norm < 0 || b.norm < 0 || wanted.norm < 0)
                continue;
            const choice *found = bsearch(&wanted, last, 2 * MOST_S2 + 1, sizeof last[0], by_norm);
            if (found != NULL) {
                s2[n - 3] = a.s2;
                s2[n - 2] = b.s2;
                s2[n - 1] = found->s2;
                return 1;
            }
        }
    return 0;
}

enum { AROUND = 7, LEFT = 2000000 }; /* to the last three: half of the most that they can have in FN-DSA */

/* s2 for the point hm such that the norm of (s1, s2) is this one. Each coefficient takes about its part of the norm,
 * and the last three make up what is left; the one before them is tried until they can. */
static int choose(int16_t *s2, const uint16_t *hm, int64_t norm)
{
    for (size_t i = 0; i < n - 4; i++) {
        const int64_t part = (norm - LEFT) / (int64_t)(n - 3 - i);
        choice best = choice_of(hm[i], hm[i] / H);
        for (int32_t s = hm[i] / H - AROUND; s <= hm[i] / H + AROUND; s++) {
            const choice other = choice_of(hm[i], s);
            if (other.norm >= 0 && llabs(other.norm - part) < llabs(best.norm - part))
                best = other;
        }
        s2[i] = best.s2;
        norm -= best.norm;
    }
    for (int32_t s = hm[n - 4] / H - AROUND; s <= hm[n - 4] / H + AROUND; s++) {
        const choice fourth = choice_of(hm[n - 4], s);
        s2[n - 4] = fourth.s2;
        if (fourth.norm >= 0 && choose_last(s2, hm, norm - fourth.norm))
            return 1;
    }
    return 0;
}

static int verifies(const int16_t *s2, const uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES])
{
    const neosig_reference *reference = neosig_reference_of(alg);
    size_t bytes = 0;
    CHECK(neosig_falcon_pack_signature_vartime(&ctx, sig, &bytes, nonce, s2) == 0);
    const int good =
        neosig_verify(alg, sig, bytes, message, sizeof message, pk, alg->public_key_bytes, NULL) == NEOSIG_OK;
    CHECK(reference == NULL || (reference->verify(alg, sig, bytes, message, sizeof message, pk) == 0) == good);
    return good;
}

/* The largest coefficients that FN-DSA takes, and the next ones, in vectors whose norm is small enough. */
static void test_largest_coefficients(const uint16_t *hm, const uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES])
{
    int16_t s2[MOST_N];
    size_t bytes;
    for (size_t i = 0; i < n; i++)
        s2[i] = (int16_t)(hm[i] / H);
    for (int32_t size = 840; size <= 841; size++)
        for (int32_t sign = -1; sign <= 1; sign += 2) {
            size_t i = 0;
            while (i < n && (hm[i] - sign * size + 110 * H) % H != 0)
                i++;
            if (CHECK(i < n)) {
                s2[i] = (int16_t)((hm[i] - sign * size) / H);
                CHECK(s1_of(hm[i], s2[i]) == sign * size);
                CHECK(verifies(s2, nonce) == (size <= ctx.most_s1));
                s2[i] = (int16_t)(hm[i] / H);
            }
            for (i = 0; i < n && llabs(s1_of(hm[i], sign * size)) > 840;)
                i++;
            if (CHECK(i < n)) {
                s2[i] = (int16_t)(sign * size);
                if (size <= ctx.most_s2)
                    CHECK(verifies(s2, nonce));
                else
                    CHECK(neosig_falcon_pack_signature_vartime(&ctx, sig, &bytes, nonce, s2) != 0);
                s2[i] = (int16_t)(hm[i] / H);
            }
        }
}

static void test_verification(void)
{
    const neosig_reference *reference = neosig_reference_of(alg);
    const int64_t bound = n == 512 ? 34034726 : 70265242; /* table 3.3 */
    const uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES] = {1};
    uint16_t h[MOST_N] = {H}, hm[MOST_N];
    int16_t s2[MOST_N];
    void *prepared = test_allocate(neosig_prepared_bytes(alg, 0));
    pack_h(h);
    CHECK(neosig_prepare_verify(alg, prepared, neosig_prepared_bytes(alg, 0), pk, alg->public_key_bytes, NULL) ==
          NEOSIG_OK);
    point(hm, nonce);
    test_largest_coefficients(hm, nonce);
    for (int64_t beyond = -2; beyond <= 2; beyond++) {
        const neosig_error expected = beyond > 0 ? NEOSIG_ERR_SIGNATURE : NEOSIG_OK;
        size_t bytes = 0;
        if (!CHECK(choose(s2, hm, bound + beyond)) ||
            !CHECK(neosig_falcon_pack_signature_vartime(&ctx, sig, &bytes, nonce, s2) == 0))
            continue;
        CHECK(neosig_verify(alg, sig, bytes, message, sizeof message, pk, alg->public_key_bytes, NULL) == expected);
        CHECK(neosig_verify_prepared(prepared, sig, bytes, message, sizeof message, NULL) == expected);
        CHECK(reference == NULL ||
              (reference->verify(alg, sig, bytes, message, sizeof message, pk) == 0) == (expected == NEOSIG_OK));
    }
    free(prepared);
}

/* ---- Signing: the bound of a set like this one is the norm that a signature has */

/* With the set's bound changed. The same draws each time: what is accepted depends on the bound alone. */
static neosig_error sign_within(uint32_t bound, size_t *bytes)
{
    neosig_falcon_set set = *ctx.set;
    set.bound = bound;
    const neosig_falcon_ctx changed = neosig_falcon_open(&set.alg, ctx.backend);
    uint64_t state = 1;
    const neosig_source source = {splitmix64_random, &state};
    void *workspace = test_allocate(neosig_falcon_sign_bytes(&ctx, 0, 0));
    neosig_job job = {.alg = &set.alg, .key = sk, .backend = ctx.backend};
    neosig_falcon_signing signing = {.ctx = &changed, .job = &job, .source = &source};
    CHECK(neosig_falcon_message_begin(&changed, &job, 1, &source) == NEOSIG_OK);
    neosig_falcon_message_absorb(&job, message, sizeof message);
    const neosig_error error = neosig_falcon_sign(&signing, sig, bytes, sk, 0, 0, workspace);
    free(workspace);
    return error;
}

static uint32_t norm_of_signature(size_t bytes)
{
    _Alignas(64) uint16_t numbers[MOST_N];
    _Alignas(64) int16_t scratch[MOST_N];
    int16_t s2[MOST_N], s2_h[MOST_N], h[MOST_N];
    uint16_t hm[MOST_N];
    int64_t norm = 0;
    CHECK(neosig_falcon_unpack_secret_key(&ctx, f, g, F, sk) == NEOSIG_OK);
    CHECK(neosig_falcon_public(&ctx, numbers, f, g, scratch) == 0);
    CHECK(neosig_falcon_unpack_signature_vartime(&ctx, s2, sig, bytes) == NEOSIG_OK);
    point(hm, sig + 1);
    h_of_numbers(h, numbers);
    multiply(s2_h, s2, h);
    for (size_t i = 0; i < n; i++) {
        const int64_t s1 = balanced((int64_t)hm[i] - s2_h[i]);
        norm += s1 * s1 + s2[i] * s2[i];
    }
    return (uint32_t)norm;
}

static void test_signing(void)
{
    static uint8_t first[MOST_SIG];
    size_t bytes = 0, again = 0;
    CHECK(sign_within(ctx.set->bound, &bytes) == NEOSIG_OK);
    const uint32_t norm = norm_of_signature(bytes);
    CHECK(norm <= ctx.set->bound);
    memcpy(first, sig, bytes);
    CHECK(sign_within(norm, &again) == NEOSIG_OK);
    CHECK(again == bytes && memcmp(sig, first, bytes) == 0);
    CHECK(sign_within(norm - 1, &again) == NEOSIG_OK);
    CHECK(norm_of_signature(again) < norm);
    CHECK(sign_within(0, &again) == NEOSIG_ERR_ATTEMPTS);
}

/* ---- Secret keys */

/* G of f, g, F modulo q; whether it fits. */
static int complete(void)
{
    _Alignas(64) uint16_t h[MOST_N];
    _Alignas(64) int16_t scratch[MOST_N];
    int16_t wide[MOST_N] = {0}, product[MOST_N];
    int fits = neosig_falcon_public(&ctx, h, f, g, scratch) == 0;
    for (size_t i = 0; i < n; i++)
        wide[i] = F[i];
    h_of_numbers(scratch, h);
    multiply(product, scratch, wide);
    for (size_t i = 0; i < n; i++) {
        fits &= product[i] >= -127 && product[i] <= 127;
        G[i] = (int8_t)product[i];
    }
    return fits;
}

/* Of the key f, g, F: what signing with it ends with, from the key itself and prepared, which is the same. */
static neosig_error signs(void)
{
    static uint8_t key[MOST_SK];
    const size_t prepared_bytes = neosig_prepared_bytes(alg, 1);
    uint64_t state = 3;
    const neosig_options options = {.size = sizeof options, .random = splitmix64_random, .random_state = &state};
    void *prepared = test_allocate(prepared_bytes);
    size_t bytes = 1;
    neosig_falcon_pack_secret_key(&ctx, key, f, g, F);
    neosig_falcon_pack_key_hash(&ctx, key, pk);
    const neosig_error error =
        neosig_sign(alg, sig, &bytes, message, sizeof message, key, alg->secret_key_bytes, &options);
    CHECK(neosig_prepare_sign(alg, prepared, prepared_bytes, key, alg->secret_key_bytes, NULL) == error);
    CHECK((error == NEOSIG_OK) == (bytes != 0));
    if (error == NEOSIG_OK)
        CHECK(neosig_verify(alg, sig, bytes, message, sizeof message, pk, alg->public_key_bytes, NULL) == NEOSIG_OK);
    free(prepared);
    return error;
}

static void times_x(int8_t *a)
{
    const int8_t last = a[n - 1];
    memmove(a + 1, a, n - 1);
    a[0] = (int8_t)-last;
}

/* F += f X^k: another basis of the same lattice, with the same tree. Undoes it unless it fits. */
static int add_shifted(size_t k)
{
    int8_t before[MOST_N];
    int fits = 1;
    memcpy(before, F, sizeof F);
    for (size_t i = 0; i < n; i++) {
        const int sum = F[i] + (i >= k ? f[i - k] : -f[n + i - k]);
        fits &= sum >= -127 && sum <= 127;
        F[i] = (int8_t)sum;
    }
    if (!fits)
        memcpy(F, before, sizeof F);
    return fits;
}

/* The one value that no coefficient has, which the sign of its encoding makes the least. */
static void test_encodings(void)
{
    static uint8_t key[MOST_SK];
    int8_t *const parts[3] = {f, g, F};
    for (size_t i = 0; i < 3; i++)
        for (size_t at = 0; at < n; at += n / 8 - 1) {
            CHECK(neosig_falcon_unpack_secret_key(&ctx, f, g, F, sk) == NEOSIG_OK);
            parts[i][at] = (int8_t) - (1 << ((i == 2 ? 8 : ctx.f_bits) - 1));
            neosig_falcon_pack_secret_key(&ctx, key, f, g, F);
            CHECK(neosig_falcon_unpack_secret_key(&ctx, f, g, F, key) == NEOSIG_ERR_KEY);
        }
}

/* f G - g F is not q, though F and G are as short and the tree of the basis is the same. */
static void test_other_determinants(void)
{
    CHECK(neosig_falcon_unpack_secret_key(&ctx, f, g, F, sk) == NEOSIG_OK);
    CHECK(signs() == NEOSIG_OK);
    for (size_t i = 0; i < n; i++)
        F[i] = (int8_t)-F[i];
    CHECK(complete() && signs() == NEOSIG_ERR_KEY);
    times_x(F);
    CHECK(complete() && signs() == NEOSIG_ERR_KEY);
    memset(F, 0, sizeof F);
    CHECK(complete() && signs() == NEOSIG_ERR_KEY);
    memcpy(F, f, sizeof F);
    CHECK(complete() && signs() == NEOSIG_ERR_KEY);
}

/* F fits and f G - g F = q, but G does not fit a key: it was made longer by multiples of g. */
static void test_long_G(void)
{
    CHECK(neosig_falcon_unpack_secret_key(&ctx, f, g, F, sk) == NEOSIG_OK);
    int fits = 1;
    for (size_t k = 0; fits && k < n; k++)
        if (add_shifted(k)) {
            fits = complete();
            CHECK(signs() == (fits ? NEOSIG_OK : NEOSIG_ERR_KEY));
        }
    CHECK(!fits);
}

/* f and g, which are a key's, changed until |(f, g)|^2 is norm, the dual is short, and the equation has a solution. */
static int change_norm(int32_t norm, uint64_t *state)
{
    void *numbers = test_allocate(24 * n),
         *workspace = test_allocate(neosig_ntru_solve_bytes(neosig_falcon_ntru_set(&ctx)));
    _Alignas(64) uint16_t h[MOST_N];
    _Alignas(64) int16_t scratch[MOST_N];
    int32_t now = 0;
    int solved = 0;
    for (size_t i = 0; i < n; i++)
        now += f[i] * f[i] + g[i] * g[i];
    for (unsigned tries = 0; !solved && tries < 1000000; tries++) {
        /* two of one polynomial, which leaves its sum odd */
        int8_t *a = splitmix64(state) % 2 ? f : g;
        const size_t i = (size_t)splitmix64(state) % n, j = (size_t)splitmix64(state) % n;
        const int8_t before[2] = {a[i], a[j]};
        if (i == j || abs(before[0]) > 9 || abs(before[1]) > 9)
            continue;
        a[i] = (int8_t)(a[i] + (splitmix64(state) % 2 ? 1 : -1));
        a[j] = (int8_t)(a[j] + (splitmix64(state) % 2 ? 1 : -1));
        const int32_t then = now + a[i] * a[i] + a[j] * a[j] - before[0] * before[0] - before[1] * before[1];
        if (abs(norm - then) > abs(norm - now)) {
            a[i] = before[0];
            a[j] = before[1];
            continue;
        }
        now = then;
        if (now == norm && neosig_falcon_is_dual_short(&ctx, f, g, numbers) &&
            neosig_falcon_public(&ctx, h, f, g, scratch) == 0)
            solved = neosig_ntru_solve(neosig_falcon_ntru_set(&ctx), ctx.backend, F, G, f, g, workspace) ==
                     NEOSIG_NTRU_SOLVED;
    }
    free(numbers);
    free(workspace);
    return solved;
}

/* f and g of the greatest norm there is, then one beyond it: both sums are odd, so norms are even. */
static void test_long_f(void)
{
    _Alignas(64) uint16_t h[MOST_N];
    _Alignas(64) int16_t scratch[MOST_N];
    uint64_t state = 4;
    CHECK(neosig_falcon_unpack_secret_key(&ctx, f, g, F, sk) == NEOSIG_OK);
    for (int beyond = 0; beyond < 2; beyond++) {
        CHECK(change_norm(16822 + 2 * beyond, &state));
        CHECK(complete() && neosig_falcon_public(&ctx, h, f, g, scratch) == 0);
        neosig_falcon_pack_public_key(&ctx, pk, h);
        CHECK(signs() == (beyond ? NEOSIG_ERR_KEY : NEOSIG_OK));
    }
}

/* ---- The tree's leaves, 1 / sigma: of a basis that is scaled by s */

static unsigned tree_of(neosig_real *tree, const neosig_real basis[4][MOST_N], uint64_t s)
{
    static neosig_real scaled[4][MOST_N], scratch[7 * MOST_N];
    for (size_t i = 0; i < 4; i++)
        ctx.backend->fft->scale(scaled[i], basis[i], neosig_real_of_bits(s), ctx.logn);
    return neosig_falcon_tree(&ctx, tree, scaled[0], scaled[1], scaled[2], scaled[3], scratch);
}

static neosig_real leaf_at(const neosig_real *tree, size_t i)
{
    return tree[(ctx.logn - NEOSIG_FALCON_BLOCK_LEVEL) * n + NEOSIG_FALCON_BLOCK * (i / 8) + 24 + i % 8];
}

/* What the sampler needs: sigma_min / sigma < 1, and 1 / (2 sigma^2) not below 1 / (2 sigma0^2), or it would take for a
 * probability what is none. Returns whether all leaves are such. */
static int leaves_are_good(const neosig_real *tree, neosig_real sigma_min)
{
    const neosig_real least = neosig_real_of_bits(UINT64_C(0x3fc34f8bc183bbc2)); /* 1 / (2 1.8205^2) */
    int good = 1;
    for (size_t i = 0; i < n; i++) {
        const neosig_real leaf = leaf_at(tree, i);
        good &= (int)neosig_real_less(neosig_real_multiply(leaf, sigma_min), neosig_real_of_int(1));
        good &= !neosig_real_less(neosig_real_half(neosig_real_multiply(leaf, leaf)), least);
    }
    return good;
}

/* The scales between which the shortest leaf is too short, or the longest too long. */
static void test_leaves(void)
{
    const int8_t *const small[4] = {f, g, F, G};
    static neosig_real basis[4][MOST_N], tree[11 * MOST_N];
    const neosig_real sigma_min =
        neosig_real_of_bits(n == 512 ? UINT64_C(0x3ff47201bf1f7a75) : UINT64_C(0x3ff4c5c19990c764));
    const neosig_real ends[2] = {neosig_real_of_bits(UINT64_C(0x3fe193dcd8464f74)), /* 1 / 1.8205 */
                                 neosig_real_reciprocal(sigma_min)};
    CHECK(neosig_falcon_unpack_secret_key(&ctx, f, g, F, sk) == NEOSIG_OK && complete());
    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < n; j++)
            basis[i][j] = neosig_real_of_int(small[i][j]);
        ctx.backend->fft->forward(basis[i], ctx.logn);
    }
    for (size_t end = 0; end < 2; end++) {
        CHECK(tree_of(tree, basis, UINT64_C(0x3ff0000000000000)) == 0 && leaves_are_good(tree, sigma_min));
        neosig_real leaf = leaf_at(tree, 0);
        for (size_t i = 1; i < n; i++) {
            const neosig_real other = leaf_at(tree, i);
            if (end == 0 ? neosig_real_less(other, leaf) : neosig_real_less(leaf, other))
                leaf = other;
        }
        /* scaled by this, but for rounding, the leaf is at the end */
        const uint64_t scale = neosig_real_bits(neosig_real_multiply(ends[end], neosig_real_reciprocal(leaf)));
        uint64_t good = end == 0 ? scale + 4096 : scale - 4096, bad = end == 0 ? scale - 4096 : scale + 4096;
        CHECK(tree_of(tree, basis, good) == 0 && tree_of(tree, basis, bad) != 0);
        while (good + 1 != bad && bad + 1 != good) {
            const uint64_t s = good / 2 + bad / 2 + (good & bad & 1);
            *(tree_of(tree, basis, s) == 0 ? &good : &bad) = s;
        }
        CHECK(tree_of(tree, basis, good) == 0 && leaves_are_good(tree, sigma_min));
        CHECK(tree_of(tree, basis, bad) != 0 && !leaves_are_good(tree, sigma_min));
    }
}

int main(void)
{
    for (size_t b = 0; b < neosig_backend_count(); b++) {
        const unsigned failed = test_failed;
        if (!test_backend(b))
            continue;
        for (size_t i = 0; i < neosig_falcon_sets_count; i++) {
            uint64_t state = i;
            const neosig_options options = {
                .size = sizeof options, .random = splitmix64_random, .random_state = &state};
            alg = &neosig_falcon_sets[i].alg;
            ctx = neosig_falcon_open(alg, neosig_backend_now());
            n = ctx.n;
            test_verification();
            if (!CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK))
                continue;
            test_signing();
            test_encodings();
            test_other_determinants();
            test_long_G();
            test_leaves();
            test_long_f(); /* makes another key */
        }
        if (test_failed != failed)
            fprintf(stderr, "in backend %s\n", neosig_backend_name(b));
    }
    return test_end();
}
