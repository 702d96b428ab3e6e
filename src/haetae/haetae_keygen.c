/* Key generation (algorithm 48). */
#include "core/attempt.h"
#include "haetae/haetae.h"

#include <string.h>

typedef struct workspace {
    uint16_t *a0;    /* k rows of a | A0, or of A0 */
    int32_t *s1_hat; /* m polynomials */
    int32_t *b;      /* k polynomials */
    int8_t *s;       /* s1, then s2 */
    uint8_t *xof;
} workspace;

static workspace lay_out(const neosig_haetae_ctx *ctx, neosig_arena *arena)
{
    workspace w;
    w.a0 = neosig_carve(arena, 512 * ctx->k * (ctx->m + (ctx->set->d != 0)));
    w.s1_hat = neosig_carve(arena, 1024 * ctx->m);
    w.b = neosig_carve(arena, 1024 * ctx->k);
    w.s = neosig_carve(arena, 256 * neosig_haetae_secrets(ctx));
    w.xof = neosig_carve(arena, NEOSIG_HAETAE_XOF_BYTES);
    return w;
}

size_t neosig_haetae_keypair_bytes(const neosig_haetae_ctx *ctx, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

/* In [0, q), from |t| < 2q. */
static inline int32_t canonical(int32_t t)
{
    t += 2 * NEOSIG_HAETAE_Q & t >> 31;
    return t - (NEOSIG_HAETAE_Q & ~((t - NEOSIG_HAETAE_Q) >> 31));
}

static void transform_s1(const neosig_haetae_ctx *ctx, const workspace *w)
{
    for (size_t i = 0; i < 256 * ctx->m; i++)
        w->s1_hat[i] = w->s[i];
    for (size_t i = 0; i < ctx->m; i++)
        ctx->ntt->forward(w->s1_hat + 256 * i);
}

/* b = a + A0 s1 + s2 = 2 b1 + b0 with b0 in {-1, 0, 1} (algorithm 17); b becomes b1, and b0 leaves s2. */
static void make_rounded_b(const neosig_haetae_ctx *ctx, const workspace *w)
{
    transform_s1(ctx, w);
    for (size_t i = 0; i < ctx->k; i++) {
        int32_t *b = w->b + 256 * i;
        int8_t *s2 = w->s + 256 * (ctx->m + i);
        const uint16_t *a = w->a0 + 256 * ctx->l * i;
        ctx->poly->inner(b, a + 256, w->s1_hat, ctx->m, 0);
        ctx->ntt->inverse(b);
        for (size_t j = 0; j < 256; j++) { /* below 0.65 q + 1 + q */
            const int32_t t = canonical(b[j] + s2[j] + a[j]), odd = t & 1, b0 = odd - (t & 2 * odd);
            b[j] = (t - b0) >> 1;
            s2[j] = (int8_t)(s2[j] - b0);
        }
    }
}

/* The transform of -2 (A0 s1 + s2). */
static void make_whole_b(const neosig_haetae_ctx *ctx, const workspace *w)
{
    const int32_t minus_two = -2 * 14321 + NEOSIG_HAETAE_Q; /* -2 2^32 mod q: 2^32 mod q = 14321 */
    const int32_t minus_two_twice = -2 * 4214;              /* -2 2^64 mod q: 2^64 mod q = 4214 */
    _Alignas(64) int32_t s2[256];
    transform_s1(ctx, w);
    for (size_t i = 0; i < ctx->k; i++) {
        int32_t *b = w->b + 256 * i;
        for (size_t j = 0; j < 256; j++)
            s2[j] = w->s[256 * (ctx->m + i) + j];
        ctx->ntt->forward(s2);
        ctx->poly->inner(b, w->a0 + 256 * ctx->m * i, w->s1_hat, ctx->m, 0); /* times 2^-32 */
        for (size_t j = 0; j < 256; j++)
            b[j] = canonical(neosig_mod32_montgomery((int64_t)b[j] * minus_two_twice + (int64_t)s2[j] * minus_two,
                                                     NEOSIG_HAETAE_Q, NEOSIG_HAETAE_Q_INVERSE));
    }
    neosig_wipe(s2, sizeof s2);
}

/* Makes b from A0 and from s1 and s2, which are drawn or given. Returns nonzero if these are no secret key, because c s
 * can be too large. */
static int derive(const neosig_haetae_ctx *ctx, const workspace *w, int given)
{
    if (ctx->set->d != 0)
        make_rounded_b(ctx, w);
    int bad = 0;
    if (given) {
        bad = (int)neosig_haetae_is_far_too_large(ctx, w->s);
        neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
    }
    if (!bad) {
        bad = neosig_haetae_singular_value(ctx, w->s) > ctx->set->gamma_squared_n;
        neosig_declassify(&bad, sizeof bad, "that a secret was rejected says nothing of the next one");
    }
    if (!bad && ctx->set->d == 0)
        make_whole_b(ctx, w);
    return bad;
}

static void expand_a0(const neosig_haetae_ctx *ctx, const workspace *w, const uint8_t *rho)
{
    neosig_haetae_expand_a0(ctx, w->a0, 256 * (ctx->set->d != 0 ? ctx->l : ctx->m), rho, 0, ctx->k, w->xof);
}

/* Writes the key pair, but for the last part of the secret key. */
static void pack(const neosig_haetae_ctx *ctx, uint8_t *pk, uint8_t *sk, const uint8_t *rho, const workspace *w)
{
    const neosig_haetae_secret parts = neosig_haetae_secret_of(ctx, sk);
    memcpy(pk, rho, NEOSIG_HAETAE_SEED_BYTES);
    for (size_t i = 0; i < ctx->k; i++)
        neosig_haetae_pack(pk + NEOSIG_HAETAE_SEED_BYTES + ctx->b_bytes * i, w->b + 256 * i, ctx->b_bits);
    neosig_declassify(pk, ctx->set->alg.public_key_bytes, "the public key");
    memcpy(sk, pk, ctx->set->alg.public_key_bytes);
    for (size_t i = 0; i < ctx->m; i++)
        neosig_haetae_pack_small(sk + (parts.s1 - sk) + 64 * i, w->s + 256 * i, 1);
    for (size_t i = 0; i < ctx->k; i++)
        neosig_haetae_pack_small(sk + (parts.s2 - sk) + ctx->s2_bytes * i, w->s + 256 * (ctx->m + i),
                                 ctx->set->d != 0 ? 2 : 1);
}

neosig_error neosig_haetae_keypair(const neosig_haetae_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                   void *memory, unsigned flags)
{
    (void)flags;
    uint8_t seed[NEOSIG_HAETAE_SEED_BYTES], expanded[2 * NEOSIG_HAETAE_SEED_BYTES + NEOSIG_HAETAE_MU_BYTES];
    const uint8_t *rho = expanded, *sigma = rho + NEOSIG_HAETAE_SEED_BYTES, *key = sigma + NEOSIG_HAETAE_MU_BYTES;
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(ctx, &arena);
    const neosig_error error = neosig_draw(source, seed, sizeof seed);
    if (error != NEOSIG_OK)
        return error;
    neosig_shake256(ctx->backend->keccak, expanded, sizeof expanded, seed, sizeof seed);
    neosig_declassify(rho, NEOSIG_HAETAE_SEED_BYTES, "rho is part of the public key");
    expand_a0(ctx, &w, rho);
    unsigned nonce = 0;
    do {
        neosig_attempt_begins();
        neosig_haetae_expand_s(ctx, w.s, sigma, nonce, w.xof);
        nonce += (unsigned)neosig_haetae_secrets(ctx);
    } while (derive(ctx, &w, 0));
    pack(ctx, pk, sk, rho, &w);
    memcpy(sk + (neosig_haetae_secret_of(ctx, sk).key - sk), key, NEOSIG_HAETAE_SEED_BYTES);
    neosig_wipe(seed, sizeof seed);
    neosig_wipe(expanded, sizeof expanded);
    return NEOSIG_OK;
}

/* In a key with a rounded b, s2 is s2 - b0 of key generation. With it a + A0 s1 + s2 = 2 b1 is even, so make_rounded_b
 * finds b0 = 0 and leaves s2 as it is. */
neosig_error neosig_haetae_remake(const neosig_haetae_ctx *ctx, uint8_t *pk, uint8_t *again, const uint8_t *sk,
                                  void *memory)
{
    const neosig_haetae_secret parts = neosig_haetae_secret_of(ctx, sk);
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(ctx, &arena);
    uint8_t rho[NEOSIG_HAETAE_SEED_BYTES];
    unsigned bad = 0;
    for (size_t i = 0; i < ctx->m; i++)
        bad |= neosig_haetae_unpack_small(w.s + 256 * i, parts.s1 + 64 * i, 1);
    for (size_t i = 0; i < ctx->k; i++)
        bad |= neosig_haetae_unpack_small(w.s + 256 * (ctx->m + i), parts.s2 + ctx->s2_bytes * i,
                                          ctx->set->d != 0 ? 2 : 1);
    neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
    memcpy(rho, parts.pk, sizeof rho);
    neosig_declassify(rho, sizeof rho, "rho is part of the public key");
    expand_a0(ctx, &w, rho);
    if (bad || derive(ctx, &w, 1))
        return NEOSIG_ERR_KEY;
    pack(ctx, pk, again, rho, &w);
    return NEOSIG_OK;
}
