/* Keys and signatures as nobody makes them: every field as small or as large as its encoding allows, in every backend
 * and every form of an operation. They get an answer, everywhere the same; and in builds with NEOSIG_ASSERTIONS no
 * stated bound fails. */
#include "backends.h"
#include "core/backend.h"
#include "falcon/falcon.h"
#include "haetae/haetae.h"
#include "hawk/hawk.h"
#include "mldsa/mldsa.h"
#include "use.h"

static use_case c;
static uint8_t *pk, *sk, *sig, *prepared[2], *made;

/* ---- What is done with them. Each returns the one answer that all backends and forms give. */

static const neosig_options low = {.size = sizeof low, .flags = NEOSIG_LOW_MEMORY};

static void agree(neosig_error *all, neosig_error one)
{
    CHECK(one == NEOSIG_OK || one == NEOSIG_ERR_KEY || one == NEOSIG_ERR_SIGNATURE || one == NEOSIG_ERR_ATTEMPTS);
    if (*all == NEOSIG_ERR_ARGUMENT) /* none before */
        *all = one;
    if (!CHECK(one == *all))
        fprintf(stderr, "%s in %s: %s, elsewhere %s\n", c.alg->name, neosig_backend_active(), neosig_strerror(one),
                neosig_strerror(*all));
}

static neosig_error use_public(size_t sig_bytes)
{
    const neosig_alg *alg = c.alg;
    neosig_error all = NEOSIG_ERR_ARGUMENT;
    for (size_t b = 0; b < neosig_backend_count(); b++) {
        if (!test_backend(b))
            continue;
        agree(&all, neosig_verify(alg, sig, sig_bytes, c.msg, sizeof c.msg, pk, alg->public_key_bytes, NULL));
        agree(&all, neosig_verify(alg, sig, sig_bytes, c.msg, sizeof c.msg, pk, alg->public_key_bytes, &low));
        neosig_error error =
            neosig_prepare_verify(alg, prepared[0], neosig_prepared_bytes(alg, 0), pk, alg->public_key_bytes, NULL);
        if (error == NEOSIG_OK)
            error = neosig_verify_prepared(prepared[0], sig, sig_bytes, c.msg, sizeof c.msg, NULL);
        agree(&all, error);
    }
    return all;
}

/* A secret key that can be used signs, or runs out of attempts, which takes long. */
static neosig_error use_secret(int signs)
{
    const neosig_alg *alg = c.alg;
    neosig_error all = NEOSIG_ERR_ARGUMENT, pairs = NEOSIG_ERR_ARGUMENT, signing = NEOSIG_ERR_ARGUMENT;
    for (size_t b = 0; b < neosig_backend_count(); b++) {
        use_random source;
        size_t bytes;
        if (!test_backend(b))
            continue;
        agree(&all,
              neosig_prepare_sign(alg, prepared[1], neosig_prepared_bytes(alg, 1), sk, alg->secret_key_bytes, NULL));
        agree(&pairs, neosig_check_keypair(alg, c.pk, alg->public_key_bytes, sk, alg->secret_key_bytes, NULL));
        if (all != NEOSIG_OK || !signs)
            continue;
        neosig_options options = use_options(&source, 3, 0);
        agree(&signing, neosig_sign(alg, made, &bytes, c.msg, sizeof c.msg, sk, alg->secret_key_bytes, &options));
        options = use_options(&source, 3, 0);
        agree(&signing, neosig_sign_prepared(prepared[1], made, &bytes, c.msg, sizeof c.msg, &options));
    }
    return all;
}

/* ---- Any encoding: fields of `width` bits, alternately zeros and ones; of width 0 all the same. */

static void alternate(uint8_t *out, size_t bytes, unsigned width, unsigned first)
{
    memset(out, 0, bytes);
    for (size_t i = 0; i < 8 * bytes; i++) {
        const unsigned bit = first ^ (width == 0 ? 0 : (unsigned)(i / width & 1));
        out[i / 8] |= (uint8_t)(bit << i % 8);
    }
}

/* Behind a head: a byte that names the key's kind, a seed, more. */
static void test_patterns(void)
{
    static const size_t heads[] = {1, 32, 128};
    static const unsigned widths[] = {0, 1, 2, 3, 4, 8, 10, 13, 15}; /* those of fields in keys */
    for (size_t h = 0; h < sizeof heads / sizeof heads[0]; h++)
        for (unsigned kind = 0; kind < 2 * sizeof widths / sizeof widths[0]; kind++) {
            const size_t of_pk = heads[h] < c.alg->public_key_bytes ? heads[h] : 0;
            const size_t of_sk = heads[h] < c.alg->secret_key_bytes ? heads[h] : 0;
            memset(pk, 1, of_pk);
            memset(sk, 1, of_sk);
            pk[0] = c.pk[0];
            sk[0] = c.sk[0];
            alternate(pk + of_pk, c.alg->public_key_bytes - of_pk, widths[kind / 2], kind & 1);
            alternate(sk + of_sk, c.alg->secret_key_bytes - of_sk, widths[kind / 2], kind & 1);
            memcpy(sig, c.sig, c.sig_bytes);
            CHECK(use_public(c.sig_bytes) != NEOSIG_OK); /* nobody's signature */
            use_secret(0);
        }
}

/* The extremes of a field, in turns: one, the other, both alternately, and here and there among zeros. */
enum { TURNS = 6 };

static int32_t turn(unsigned kind, size_t i, int32_t least, int32_t most, int32_t common)
{
    switch (kind) {
    case 0:
        return least;
    case 1:
        return most;
    case 2:
        return i % 2 ? most : least;
    case 3:
        return i / 128 % 2 ? most : least;
    case 4:
        return i % 31 ? common : most;
    default:
        return i % 31 ? common : least;
    }
}

/* ---- ML-DSA: z at the end of what verification takes; s and t0 */

static void put_fields(uint8_t *out, const uint32_t *fields, size_t n, unsigned bits)
{
    memset(out, 0, n * bits / 8);
    for (size_t i = 0; i < n * bits; i++)
        out[i / 8] |= (uint8_t)((fields[i / bits] >> i % bits & 1) << i % 8);
}

static void test_mldsa(void)
{
    const neosig_mldsa_ctx ctx = neosig_mldsa_open(c.alg, neosig_backend_now());
    const neosig_mldsa_signature_layout at = neosig_mldsa_signature_layout_of(&ctx);
    const neosig_mldsa_secret_layout secret = neosig_mldsa_secret_layout_of(&ctx);
    const int32_t gamma1 = ctx.set->gamma1, most = gamma1 - ctx.beta - 1;
    static uint32_t fields[16 * 256];
    for (unsigned kind = 0; kind < TURNS; kind++) {
        memcpy(pk, c.pk, c.alg->public_key_bytes);
        memcpy(sig, c.sig, c.sig_bytes);
        for (size_t i = 0; i < 256 * ctx.l; i++)
            fields[i] = (uint32_t)(gamma1 - turn(kind, i, -most, most, 0));
        put_fields(sig + at.z, fields, 256 * ctx.l, (unsigned)(ctx.z_bytes / 32));
        for (unsigned key = 0; key < 3; key++) { /* its own, t1 = 0, t1 = 1023 */
            if (key > 0)
                memset(pk + 32, key == 1 ? 0 : 0xff, c.alg->public_key_bytes - 32);
            CHECK(use_public(c.sig_bytes) == NEOSIG_ERR_SIGNATURE);
        }
        memcpy(sk, c.sk, c.alg->secret_key_bytes);
        for (size_t i = 0; i < 256 * (ctx.l + ctx.k); i++)
            fields[i] = (uint32_t)turn(kind, i, 0, 2 * ctx.set->eta, ctx.set->eta);
        put_fields(sk + secret.s, fields, 256 * (ctx.l + ctx.k), (unsigned)(ctx.s_bytes / 32));
        for (size_t i = 0; i < 256 * ctx.k; i++)
            fields[i] = (uint32_t)turn(kind, i, 0, (1 << 13) - 1, 1 << 12);
        put_fields(sk + secret.t0, fields, 256 * ctx.k, 13);
        CHECK(use_secret(1) == NEOSIG_OK);
    }
}

/* ---- HAETAE: symbols at the ends of the coder's ranges; s */

static void test_haetae(void)
{
    enum { K = NEOSIG_HAETAE_MAX_K, L = NEOSIG_HAETAE_MAX_L };
    static int32_t z1[256 * L], h[256 * K];
    static uint8_t scratch[256 * (K + L)];
    static uint32_t lost[256 * (K + L)];
    const neosig_haetae_ctx ctx = neosig_haetae_open(c.alg, neosig_backend_now());
    const neosig_haetae_set *set = ctx.set;
    const int32_t least_z = -256 * set->z1_offset - 128;
    const int32_t most_z = 256 * ((int32_t)set->z1.symbols - 1 - set->z1_offset) + 127;
    const int32_t middle = (int32_t)(set->h.symbols - 1) / 2;
    uint8_t challenge[32];
    unsigned fit = 0;
    for (unsigned kind = 0; kind < TURNS; kind++) {
        for (size_t i = 0; i < 256 * ctx.l; i++)
            z1[i] = turn(kind, i, least_z, most_z, 0);
        for (size_t i = 0; i < 256 * ctx.k; i++)
            h[i] = turn(kind, i, middle + 1 + set->h_offset, middle, 0);
        static int8_t s[256];
        const neosig_haetae_secret secret = neosig_haetae_secret_of(&ctx, c.sk);
        const size_t s1 = (size_t)(secret.s1 - c.sk), s2 = (size_t)(secret.s2 - c.sk);
        const int most_s2 = set->d != 0 ? 2 : 1;
        memcpy(sk, c.sk, c.alg->secret_key_bytes);
        for (size_t j = 0; j < ctx.m + ctx.k; j++) {
            const int most = j < ctx.m ? 1 : most_s2;
            for (size_t i = 0; i < 256; i++)
                s[i] = (int8_t)turn(kind, i, -most, most, 0);
            neosig_haetae_pack_small(sk + (j < ctx.m ? s1 + 64 * j : s2 + ctx.s2_bytes * (j - ctx.m)), s,
                                     (unsigned)most);
        }
        CHECK(use_secret(kind == 1 && ctx.k == 2) == NEOSIG_OK);
        memset(challenge, kind % 2 ? 0xff : 0, sizeof challenge);
        for (unsigned key = 0; key < 3; key++) {
            memset(sig, 0, c.alg->signature_bytes);
            if (neosig_haetae_pack_signature(&ctx, sig, challenge, z1, h, scratch, lost) != 0)
                continue;
            fit++;
            memcpy(pk, c.pk, c.alg->public_key_bytes);
            if (key > 0)
                memset(pk + 32, key == 1 ? 0 : 0xff, c.alg->public_key_bytes - 32);
            CHECK(use_public(c.alg->signature_bytes) == NEOSIG_ERR_SIGNATURE);
        }
    }
    CHECK(fit > 0);
}

/* ---- Falcon: h, f, g, F, s2 */

static void test_falcon(void)
{
    static uint16_t h[NEOSIG_FALCON_MAX_N];
    static int8_t f[NEOSIG_FALCON_MAX_N], g[NEOSIG_FALCON_MAX_N], F[NEOSIG_FALCON_MAX_N];
    static int16_t s2[NEOSIG_FALCON_MAX_N];
    const neosig_falcon_ctx ctx = neosig_falcon_open(c.alg, neosig_backend_now());
    const int32_t q = NEOSIG_FALCON_Q, most = (1 << (ctx.f_bits - 1)) - 1;
    const uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES] = {1};
    unsigned fit = 0;
    for (unsigned kind = 0; kind < TURNS; kind++)
        for (unsigned middle = 0; middle < 2; middle++) { /* of balanced numbers the ends are in the middle */
            size_t sig_bytes = c.sig_bytes;
            for (size_t i = 0; i < ctx.n; i++) {
                h[i] = (uint16_t)(middle ? turn(kind, i, q / 2, q / 2 + 1, 0) : turn(kind, i, 0, q - 1, 0));
                s2[i] = (int16_t)turn(4 + middle, i + kind, -2047, 2047, 0);
                f[i] = (int8_t)turn(kind, i, -most, most, 0);
                g[i] = (int8_t)turn(TURNS - 1 - kind, i, -most, most, 0);
                F[i] = (int8_t)turn((kind + 2) % TURNS, i, -127, 127, 0);
            }
            f[0] = (int8_t)(f[0] / (middle ? -2 : 1)); /* or else it has no inverse */
            neosig_falcon_pack_public_key(&ctx, pk, h);
            memcpy(sig, c.sig, c.sig_bytes);
            CHECK(use_public(c.sig_bytes) == NEOSIG_ERR_SIGNATURE);
            if (neosig_falcon_pack_signature_vartime(&ctx, sig, &sig_bytes, nonce, s2) == 0) {
                fit++;
                CHECK(use_public(sig_bytes) == NEOSIG_ERR_SIGNATURE);
            }
            neosig_falcon_pack_secret_key(&ctx, sk, f, g, F);
            use_secret(1);
        }
    CHECK(fit > 0);
}

/* ---- HAWK: q00, q01, s1, as many of them as fit */

static void test_hawk(void)
{
    static int16_t q00[NEOSIG_HAWK_MAX_N / 2], q01[NEOSIG_HAWK_MAX_N], s1[NEOSIG_HAWK_MAX_N];
    const neosig_hawk_ctx ctx = neosig_hawk_open(c.alg, neosig_backend_now());
    const neosig_hawk_set *set = ctx.set;
    unsigned keys = 0, signatures = 0;
    for (unsigned kind = 0; kind < TURNS; kind++)
        for (unsigned large = 0; large < 2; large++) {
            const int32_t of_q00 = 1 << (large ? set->q00.size : set->q00.low);
            const int32_t of_q01 = 1 << (large ? set->q01.size : set->q01.low);
            const int32_t of_s1 = 1 << (large ? set->s1.size : set->s1.low);
            for (size_t i = 0; i < ctx.n / 2; i++)
                q00[i] = (int16_t)turn(kind, i, -of_q00, of_q00 - 1, 0);
            q00[0] = INT16_MAX;
            for (size_t i = 0; i < ctx.n; i++) {
                q01[i] = (int16_t)turn(kind, i, -of_q01, of_q01 - 1, 0);
                s1[i] = (int16_t)turn(kind, i, -of_s1, of_s1 - 1, 0);
            }
            memcpy(sig, c.sig, c.sig_bytes);
            const int made_key = neosig_hawk_pack_public_key_vartime(&ctx, pk, q00, q01) == 0;
            if (!made_key)
                memcpy(pk, c.pk, c.alg->public_key_bytes);
            keys += made_key && use_public(c.sig_bytes) == NEOSIG_ERR_SIGNATURE;
            if (neosig_hawk_pack_signature_vartime(&ctx, sig, c.sig, s1) == 0) {
                signatures++;
                CHECK(use_public(c.sig_bytes) != NEOSIG_OK);
            }
        }
    CHECK(keys > 0 && signatures > 0); /* not only refused ones */
}

/* ---- Of the schemes whose fields have no bounds, a few sets. Where time is short: of these the first, of all others a
 * few */

static void visit(const neosig_alg *alg)
{
    static const struct {
        const char *scheme;
        void (*test)(void);
    } schemes[] = {{"ml-dsa", test_mldsa},
                   {"dilithium", test_mldsa},
                   {"haetae", test_haetae},
                   {"falcon", test_falcon},
                   {"hawk", test_hawk}};
    use_make(&c, alg);
    pk = use_allocate(alg->public_key_bytes);
    sk = use_allocate(alg->secret_key_bytes);
    sig = use_allocate(alg->signature_bytes);
    made = use_allocate(alg->signature_bytes);
    for (int secret = 0; secret < 2; secret++)
        prepared[secret] = use_allocate(neosig_prepared_bytes(alg, secret));
    test_patterns();
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (strcmp(alg->scheme, schemes[i].scheme) == 0)
            schemes[i].test();
    uint8_t *all[] = {pk, sk, sig, made, prepared[0], prepared[1]};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
    use_free(&c);
}

int main(void)
{
    static const char *const unbounded[] = {"snova", "rainbow", "uov", "mayo", "slh-dsa"};
    for (size_t i = 0; i < neosig_alg_count(); i++) {
        const neosig_alg *alg = neosig_alg_at(i);
        int bounded = 1, named = 0;
        for (size_t j = 0; j < sizeof unbounded / sizeof unbounded[0]; j++)
            bounded &= strcmp(alg->scheme, unbounded[j]) != 0;
        for (size_t j = 0; j < sizeof use_names / sizeof use_names[0]; j++)
            named |= strcmp(alg->name, use_names[j]) == 0;
        const int chosen = SLOW ? (named && bounded) || use_is_first(alg) : named || bounded;
        if (chosen)
            visit(alg);
    }
    return test_end();
}
