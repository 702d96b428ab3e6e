/* One encoding each: the signature, public key and secret key that Falcon's decoders take are encoded to the same bytes
 * again. The input chooses a set, one of the three, its numbers, and what is changed of its encoding; or it is the
 * encoding. */
#include "core/backend.h"
#include "falcon/falcon.h"
#include "fuzz/fuzz.h"

enum { N = NEOSIG_FALCON_MAX_N, HEAD = 1 + NEOSIG_FALCON_NONCE_BYTES, MOST = 2369, Q = NEOSIG_FALCON_Q };

typedef struct change {
    uint32_t place, bits;
} change;

/* A copy of what is decoded, exactly as long as it is: AddressSanitizer sees what is read beyond. */
static uint8_t *exactly(const uint8_t *in, size_t bytes)
{
    uint8_t *copy = malloc(bytes ? bytes : 1);
    REQUIRE(copy != NULL);
    memcpy(copy, in, bytes);
    return copy;
}

/* Returns whether it is one. */
static int check_signature(const neosig_falcon_ctx *ctx, const uint8_t *in, size_t bytes)
{
    static uint8_t again[MOST];
    static int16_t s2[N];
    size_t again_bytes = 0;
    uint8_t *sig = exactly(in, bytes);
    const neosig_error error = neosig_falcon_unpack_signature_vartime(ctx, s2, sig, bytes);
    REQUIRE(error == NEOSIG_OK || error == NEOSIG_ERR_SIGNATURE);
    if (error == NEOSIG_OK) {
        /* two bytes less than what is taken are made where lengths vary */
        const int made = neosig_falcon_pack_signature_vartime(ctx, again, &again_bytes, sig + 1, s2) == 0;
        REQUIRE(made || (!ctx->set->padded && bytes > ctx->set->alg.signature_bytes - 2));
        REQUIRE(!made || (again_bytes == bytes && !memcmp(again, sig, bytes)));
    }
    free(sig);
    return error == NEOSIG_OK;
}

static void try_signature(const neosig_falcon_ctx *ctx, fuzz_input *in, const uint8_t *random, const change *changes)
{
    static uint8_t sig[MOST];
    static int16_t s2[N];
    const size_t most = ctx->set->alg.signature_bytes;
    const uint32_t how = fuzz_take(in, 1), amount = fuzz_take(in, 2);
    size_t bytes = 0;
    if (how % 4 == 0) { /* the input, over and over, behind a header that is right */
        bytes = ctx->set->padded ? most : HEAD + amount % (most - HEAD);
        for (size_t i = 0; i < bytes; i++)
            sig[i] = i >= HEAD && in->bytes ? in->data[(i - HEAD) % in->bytes] : random[i];
        sig[0] = (uint8_t)(0x30 + ctx->logn);
    } else { /* seven of eight are short, or nothing would fit */
        for (size_t i = 0; i < ctx->n; i++) {
            const int high = random[i] % 8 == 7 ? random[2 * N - 1 - i] % 16 : random[i] % 2;
            const int size = high << 7 | (random[N + i] & 127);
            s2[i] = (int16_t)((random[i] & 16 ? -1 : 1) * (size < ctx->most_s2 ? size : ctx->most_s2));
        }
        if (neosig_falcon_pack_signature_vartime(ctx, sig, &bytes, random, s2) != 0)
            return;
        REQUIRE(check_signature(ctx, sig, bytes));
        if (how % 4 == 1) /* another length */
            bytes = amount % (bytes + 1);
        for (uint32_t i = 0; i < 3 && bytes != 0; i++) /* mostly of the end */
            sig[bytes - 1 - changes[i].place % (i == 0 && bytes > 8 ? 8 : bytes)] ^= (uint8_t)changes[i].bits;
    }
    check_signature(ctx, sig, bytes);
}

/* Field i of numbers of `bits` bits: from the highest bit, by FN-DSA's rules from the lowest. */
static uint32_t field(const neosig_falcon_ctx *ctx, const uint8_t *in, size_t i, unsigned bits)
{
    uint32_t value = 0;
    for (unsigned j = 0; j < bits; j++) {
        const size_t at = i * bits + j;
        if (ctx->rules == NEOSIG_FALCON_FNDSA)
            value |= (uint32_t)(in[at / 8] >> at % 8 & 1) << j;
        else
            value = value << 1 | (in[at / 8] >> (7 - at % 8) & 1);
    }
    return value;
}

/* The numbers of a public key from the transform that unpacking makes of them. */
static void numbers_of(const neosig_falcon_ctx *ctx, uint16_t *numbers, int16_t *transform)
{
    static _Alignas(64) int16_t one[N];
    if (ctx->rules == NEOSIG_FALCON_ROUND3) {
        for (size_t i = 0; i < ctx->n; i++)
            one[i] = 1;
        ctx->ntt->multiply(transform, transform, one); /* 2^-16 ... */
        ctx->ntt->inverse(transform);                  /* ... and 2^16 */
    }
    for (size_t i = 0; i < ctx->n; i++)
        numbers[i] = (uint16_t)((transform[i] + 2 * Q) % Q);
}

static void try_public_key(const neosig_falcon_ctx *ctx, const uint8_t *random, const change *changes)
{
    static uint8_t pk[MOST], again[MOST];
    static uint16_t h[N];
    static _Alignas(64) int16_t transform[N];
    const size_t bytes = ctx->set->alg.public_key_bytes;
    for (size_t i = 0; i < ctx->n; i++)
        h[i] = (uint16_t)((random[2 * i] << 8 | random[2 * i + 1]) % Q);
    neosig_falcon_pack_public_key(ctx, pk, h);
    for (uint32_t i = 0; i < 3; i++)
        pk[changes[i].place % bytes] ^= (uint8_t)changes[i].bits;
    int good = pk[0] == ctx->logn;
    for (size_t i = 0; i < ctx->n; i++)
        good &= field(ctx, pk + 1, i, 14) < Q;
    uint8_t *copy = exactly(pk, bytes);
    const neosig_error error = neosig_falcon_unpack_public_key_vartime(ctx, transform, copy);
    REQUIRE(error == (good ? NEOSIG_OK : NEOSIG_ERR_KEY));
    free(copy);
    if (good) {
        numbers_of(ctx, h, transform);
        neosig_falcon_pack_public_key(ctx, again, h);
        REQUIRE(!memcmp(again, pk, bytes));
    }
}

static void try_secret_key(const neosig_falcon_ctx *ctx, const uint8_t *random, const change *changes)
{
    static uint8_t sk[MOST], again[MOST];
    static int8_t f[N], g[N], F[N];
    /* without FN-DSA's hash, which is not decoded */
    const size_t bytes = 1 + (2 * ctx->f_bits + 8) * ctx->n / 8, f_bytes = ctx->n * ctx->f_bits / 8;
    const int most = (1 << (ctx->f_bits - 1)) - 1;
    for (size_t i = 0; i < ctx->n; i++) {
        f[i] = (int8_t)(random[i] % (2 * most + 1) - most);
        g[i] = (int8_t)(random[N + i] % (2 * most + 1) - most);
        F[i] = (int8_t)(random[2 * N - 1 - i] % 255 - 127);
    }
    neosig_falcon_pack_secret_key(ctx, sk, f, g, F);
    for (uint32_t i = 0; i < 3; i++)
        sk[changes[i].place % bytes] ^= (uint8_t)changes[i].bits;
    int good = sk[0] == 0x50 + ctx->logn;
    for (size_t i = 0; i < ctx->n; i++) {
        good &= field(ctx, sk + 1, i, ctx->f_bits) != 1u << (ctx->f_bits - 1);
        good &= field(ctx, sk + 1 + f_bytes, i, ctx->f_bits) != 1u << (ctx->f_bits - 1);
        good &= field(ctx, sk + 1 + 2 * f_bytes, i, 8) != 128;
    }
    uint8_t *copy = exactly(sk, bytes);
    REQUIRE(neosig_falcon_unpack_secret_key(ctx, f, g, F, copy) == (good ? NEOSIG_OK : NEOSIG_ERR_KEY));
    free(copy);
    if (good) {
        neosig_falcon_pack_secret_key(ctx, again, f, g, F);
        REQUIRE(!memcmp(again, sk, bytes));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static uint8_t random[2 * N];
    fuzz_input in = {data, bytes};
    const neosig_falcon_set *set = &neosig_falcon_sets[fuzz_take(&in, 1) % neosig_falcon_sets_count];
    const neosig_falcon_ctx ctx = neosig_falcon_open(&set->alg, neosig_backend_now());
    const uint32_t what = fuzz_take(&in, 1) % 4;
    change changes[3];
    for (uint32_t i = 0; i < 3; i++)
        changes[i] = (change){fuzz_take(&in, 2), fuzz_take(&in, 1)};
    harness_bytes(random, sizeof random, fuzz_take(&in, 2));
    for (size_t i = 0; i < in.bytes; i++)
        random[i * 7 % sizeof random] = in.data[i];
    if (what < 2)
        try_signature(&ctx, &in, random, changes);
    else if (what == 2)
        try_public_key(&ctx, random, changes);
    else
        try_secret_key(&ctx, random, changes);
    return 0;
}
