/* What a bound decides, one below the bound, at the bound and one beyond it: the norms of verification, of responses
 * and of points of the ball, and the singular value of a key. Known answers never come that near. And how many attempts
 * are made if all fail. */
#include "backends.h"
#include "common/splitmix64.h"
#include "core/backend.h"
#include "haetae/haetae_sign.c" /* of src/, for `respond` */
#include "reference.h"

enum { MOST_PK = 2080, MOST_SK = 2752, MOST_SIG = 2948, MOST_ALL = NEOSIG_HAETAE_MAX_K + NEOSIG_HAETAE_MAX_L };

static const neosig_alg *alg;
static uint8_t pk[MOST_PK], sk[MOST_SK], sig[MOST_SIG];
static const uint8_t message[] = "a message";

static neosig_haetae_set set_like(void)
{
    return *(const neosig_haetae_set *)(const void *)alg;
}

/* ---- Verification: sets like this one, whose bound is about the norm that a signature has */

static int reference_verifies(uint64_t bound)
{
    neosig_haetae_set set = set_like();
    set.b2_squared = bound;
    return neosig_reference_of(alg)->verify(&set.alg, sig, alg->signature_bytes, message, sizeof message, pk) == 0;
}

/* Of mu, which begins with the hash of the public key, a context of no bytes and the message. */
static void message_hash(const neosig_backend *backend, uint8_t mu[64])
{
    const uint8_t no_context = 0;
    neosig_shake shake;
    neosig_shake_init(&shake, backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, pk, alg->public_key_bytes);
    neosig_shake_absorb(&shake, &no_context, 1);
    neosig_shake_absorb(&shake, message, sizeof message);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, mu, 64);
}

static void test_verification(uint64_t norm)
{
    uint8_t mu[64];
    message_hash(neosig_backend_now(), mu);
    for (unsigned form = 0; form < 3; form++)
        for (uint64_t bound = norm - 1; bound <= norm + 1; bound++) {
            neosig_haetae_set set = set_like();
            set.b2_squared = bound;
            const neosig_haetae_ctx ctx = neosig_haetae_open(&set.alg, neosig_backend_now());
            const unsigned flags = form == 1 ? NEOSIG_LOW_MEMORY : 0;
            const int prepared = form == 2;
            uint8_t *key = test_allocate(neosig_haetae_prepared_public_bytes(&ctx));
            void *preparing = test_allocate(neosig_haetae_prepare_verify_bytes(&ctx));
            void *memory = test_allocate(neosig_haetae_verify_bytes(&ctx, prepared, flags));
            CHECK(neosig_haetae_prepare_verify(&ctx, key, pk, preparing) == NEOSIG_OK);
            CHECK(neosig_haetae_verify(&ctx, sig, mu, prepared ? key : pk, prepared, flags, memory) ==
                  (norm <= bound ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE));
            free(key);
            free(preparing);
            free(memory);
        }
}

/* ---- Vectors of any norm */

static uint64_t root_of(uint64_t a)
{
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit /= 2)
        if ((root + bit) * (root + bit) <= a)
            root += bit;
    return root;
}

/* Writes a vector of `count` coefficients with this norm: the root of what is left, again and again. */
static void vector_of(int32_t *x, size_t count, uint64_t norm)
{
    memset(x, 0, count * sizeof *x);
    for (size_t i = 0; i < 4; i++) { /* spread the most of it: no coefficient is greater than 2^31 */
        x[count - 1 - i] = (int32_t)root_of(norm / 5);
        norm -= (uint64_t)((int64_t)x[count - 1 - i] * x[count - 1 - i]);
    }
    for (size_t i = 0; norm != 0 && CHECK(i < count - 4); i++) {
        const int32_t root = (int32_t)root_of(norm);
        x[i] = i % 2 ? -root : root;
        norm -= (uint64_t)((int64_t)root * root);
    }
}

/* ---- Responses: with a challenge of zeros, z and 2z - y are y */

static void test_responses(void)
{
    static int32_t y[256 * MOST_ALL], z[256 * MOST_ALL];
    static int16_t s_hat[256 * MOST_ALL];
    static const uint8_t zeros[32];
    for (unsigned larger = 0; larger < 2; larger++) { /* which of the two bounds: B' < B */
        neosig_haetae_set set = set_like();
        const uint64_t b0 = set.b0_squared << 26, b1 = set.b1_squared << 26, bound = larger ? b0 : b1;
        if (larger)
            set.b1_squared = 2 * set.b0_squared; /* or z is too long before 2z - y is long enough */
        const neosig_haetae_ctx ctx = neosig_haetae_open(&set.alg, neosig_backend_now());
        const signer me = {.ctx = &ctx, .s_hat = s_hat, .w = {.y = y, .z = z}};
        for (int beyond = -1; beyond <= 1; beyond++) {
            const uint64_t norm = bound + (uint64_t)(int64_t)beyond;
            vector_of(y, 256 * (ctx.k + ctx.l), norm);
            for (unsigned bits = 0; bits < 4; bits++) {
                const int too_long = !larger && norm > b1, in_both = (bits & 2) != 0 && norm < b0;
                CHECK((respond(&me, zeros, bits) != 0) == (too_long || in_both));
            }
            CHECK(memcmp(z, y, 1024 * (ctx.k + ctx.l)) == 0);
        }
    }
}

static unsigned attempted;

/* Called once an attempt: this definition is taken in place of the library's. */
void neosig_attempt_begins(void)
{
    attempted++;
}

/* No response is short enough. */
static void test_attempts(void)
{
    static uint8_t made[MOST_SIG];
    static const uint8_t mu[64], rnd[32];
    neosig_haetae_set set = set_like();
    set.b1_squared = 0;
    const neosig_haetae_ctx ctx = neosig_haetae_open(&set.alg, neosig_backend_now());
    void *memory = test_allocate(neosig_haetae_sign_bytes(&ctx, 0, 0));
    attempted = 0;
    CHECK(neosig_haetae_sign(&ctx, made, mu, rnd, sk, 0, 0, memory) == NEOSIG_ERR_ATTEMPTS);
    CHECK(attempted == 2000);
    free(memory);
}

/* ---- Points of the ball: a kernel that brings points of chosen norms to what samples them */

static neosig_haetae_kernels chosen;
static int32_t points[3][256 * MOST_ALL];
static size_t scaled, polynomials;

static void scale(int32_t y[256], const uint64_t samples[256], const uint8_t signs[32],
                  const neosig_haetae_fixed *factor)
{
    (void)samples;
    (void)signs;
    (void)factor;
    if (CHECK(scaled < 3 * polynomials))
        memcpy(y, points[scaled / polynomials] + 256 * (scaled % polynomials), 1024);
    scaled++;
}

static void test_ball(void)
{
    static int32_t y[256 * MOST_ALL];
    const uint8_t seed[64] = {1};
    const uint64_t bound = set_like().b0_squared << 26;
    neosig_haetae_ctx ctx = neosig_haetae_open(alg, neosig_backend_now());
    neosig_arena arena = {NULL, 0};
    neosig_haetae_hyperball_workspace w = neosig_haetae_hyperball_lay_out(&ctx, &arena, 0);
    neosig_haetae_hyperball_carve(&ctx, &arena, &w);
    void *memory = test_allocate(arena.used);
    chosen = *ctx.poly;
    chosen.scale = scale;
    ctx.poly = &chosen;
    polynomials = ctx.k + ctx.l;
    for (int beyond = -1; beyond <= 0; beyond++) { /* one is outside, the next one is not */
        unsigned nonce = 0;
        arena = (neosig_arena){memory, 0};
        w = neosig_haetae_hyperball_lay_out(&ctx, &arena, 0);
        neosig_haetae_hyperball_carve(&ctx, &arena, &w);
        vector_of(points[0], 256 * polynomials, bound + 1);
        vector_of(points[1], 256 * polynomials, bound + (uint64_t)(int64_t)beyond);
        memset(points[2], 0, sizeof points[2]);
        scaled = 0;
        neosig_haetae_hyperball(&ctx, y, seed, &nonce, &w);
        CHECK(scaled == 2 * polynomials && memcmp(y, points[1], 1024 * polynomials) == 0);
    }
    free(memory);
}

/* ---- Keys: sets like this one, whose bound is about the singular value that a key has */

static uint64_t key_seed;

static int draw_seed(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    return splitmix64_random(&(uint64_t){key_seed}, out, bytes);
}

static void keypair_within(uint32_t bound, uint8_t *made_pk, uint8_t *made_sk)
{
    neosig_haetae_set set = set_like();
    set.gamma_squared_n = (int32_t)bound;
    const neosig_haetae_ctx ctx = neosig_haetae_open(&set.alg, neosig_backend_now());
    const neosig_source source = {draw_seed, NULL};
    void *memory = test_allocate(neosig_haetae_keypair_bytes(&ctx, 0));
    CHECK(neosig_haetae_keypair(&ctx, made_pk, made_sk, &source, memory, 0) == NEOSIG_OK);
    free(memory);
}

static uint32_t singular_value_of(const uint8_t *key)
{
    static int8_t s[336 * MOST_ALL];
    const neosig_haetae_ctx ctx = neosig_haetae_open(alg, neosig_backend_now());
    const neosig_haetae_secret parts = neosig_haetae_secret_of(&ctx, key);
    for (size_t i = 0; i < ctx.m; i++)
        CHECK(neosig_haetae_unpack_small(s + 256 * i, parts.s1 + 64 * i, 1) == 0);
    for (size_t i = 0; i < ctx.k; i++)
        CHECK(neosig_haetae_unpack_small(s + 256 * (ctx.m + i), parts.s2 + ctx.s2_bytes * i, ctx.set->d ? 2 : 1) == 0);
    return (uint32_t)neosig_haetae_singular_value(&ctx, s);
}

static void test_keys(void)
{
    static uint8_t first[MOST_SK], made[MOST_SK], made_pk[MOST_PK];
    keypair_within((uint32_t)set_like().gamma_squared_n, made_pk, first);
    const uint32_t value = singular_value_of(first);
    CHECK(value <= (uint32_t)set_like().gamma_squared_n);
    for (uint32_t bound = value - 1; bound <= value + 1; bound++) {
        keypair_within(bound, made_pk, made);
        CHECK((memcmp(made, first, alg->secret_key_bytes) == 0) == (bound >= value));
    }
}

/* Constant polynomials: at each root the sum of their squares, 2^14 at most. */
static void test_far_too_large(void)
{
    static const int8_t constants[3][5] = {{127, 15, 5, 2}, {127, 15, 5, 2, 1}, {127, 16}};
    const neosig_haetae_ctx ctx = neosig_haetae_open(alg, neosig_backend_now());
    for (size_t i = 0; i < 3; i++) {
        static int8_t s[256 * MOST_ALL];
        int sum = 0;
        for (size_t j = 0; j < 5; j++) {
            s[256 * j] = constants[i][j];
            sum += constants[i][j] * constants[i][j];
        }
        CHECK(sum == (1 << 14) - 1 + (int)i && neosig_haetae_secrets(&ctx) >= 5);
        CHECK(neosig_haetae_is_far_too_large(&ctx, s) == (sum > 1 << 14));
    }
}

/* Numbers in step with the first root, up to the largest sum that is not far too large: the kernel's is off by less
 * than 35 (haetae.h), and so below 2^15. */
static void test_largest_spectrum(void)
{
    const double unit_re = 0.99992470183914454, unit_im = -0.012271538285719926; /* exp(-i pi / 256) */
    const neosig_haetae_ctx ctx = neosig_haetae_open(alg, neosig_backend_now());
    int8_t s[256 * MOST_ALL] = {0};
    double at_re[MOST_ALL] = {0}, at_im[MOST_ALL] = {0}, exact = 0, re = 1, im = 0;
    int full = 0;
    for (size_t t = 0; t < 256; t++) {
        const int8_t step = (int8_t)(re > 0.5 ? 2 : re > 0 ? 1 : re > -0.5 ? -1 : -2);
        for (size_t i = 0; i < neosig_haetae_secrets(&ctx); i++) {
            const double next_re = at_re[i] + step * re, next_im = at_im[i] + step * im;
            const double next =
                exact + next_re * next_re + next_im * next_im - at_re[i] * at_re[i] - at_im[i] * at_im[i];
            full |= next > 1 << 14;
            if (full)
                continue;
            s[256 * i + t] = step;
            at_re[i] = next_re;
            at_im[i] = next_im;
            exact = next;
        }
        const double turned = re * unit_re - im * unit_im;
        im = re * unit_im + im * unit_re;
        re = turned;
    }
    int32_t sum[256] = {0};
    for (size_t i = 0; i < neosig_haetae_secrets(&ctx); i++)
        ctx.poly->spectrum(sum, s + 256 * i);
    CHECK(full && exact > (1 << 14) - 200 && neosig_haetae_is_far_too_large(&ctx, s) == 0);
    CHECK(sum[0] / 65536.0 > exact - 35 && sum[0] / 65536.0 < exact + 35);
}

int main(void)
{
    static const char *const sets[] = {"haetae2", "haetae3", "haetae5"};
    for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++) {
        uint64_t norm = 0;
        for (size_t i = 0; i < neosig_backend_count(); i++) {
            const unsigned failed = test_failed;
            size_t made;
            if (!test_backend(i))
                continue;
            alg = neosig_alg_find(sets[s]);
            if (!CHECK(alg != NULL))
                continue;
            key_seed = s;
            if (norm == 0) {
                const neosig_options options = {.size = sizeof options, .random = draw_seed};
                CHECK(neosig_keypair(alg, pk, sk, &options) == NEOSIG_OK);
                CHECK(neosig_sign(alg, sig, &made, message, sizeof message, sk, alg->secret_key_bytes, &options) ==
                      NEOSIG_OK);
                norm = test_least(set_like().b2_squared, reference_verifies); /* of sig */
            }
            test_verification(norm);
            test_responses();
            test_ball();
            test_keys();
            test_far_too_large();
            test_largest_spectrum();
            if (s == 0 && i == 0)
                test_attempts();
            if (test_failed != failed)
                fprintf(stderr, "%s in backend %s\n", sets[s], neosig_backend_name(i));
        }
    }
    return test_end();
}
