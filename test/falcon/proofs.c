#include "any.h"
#include "core/arena.h"
#include "falcon/falcon_encode.c"
#include "falcon/falcon_numbers.c"
#include "falcon/falcon_params.c"
#include "falcon/falcon_scheme.c"
#include "words.h"

/* Each buffer of a workspace is an object of exactly its size. */
static void *any_carve(neosig_arena *arena, size_t bytes)
{
    arena->used += bytes;
    return arena->base != NULL ? any_bytes(bytes) : NULL;
}

#define neosig_carve any_carve
#define unpack unpack_both /* falcon_scheme.c has a function of this name, too */
#include "falcon/falcon_verify.c"

/* Kernels, and what is called of other files: they look at the places that they are given, and return anything. */
static unsigned numbers_of_key(int16_t *h, const uint8_t *in, size_t n)
{
    unsigned bad;
    __CPROVER_assert(__CPROVER_r_ok(in - 1, 1 + n * 14 / 8), "a key's numbers");
    write_any(h, 2 * n);
    return bad;
}

static unsigned numbers_of_codes(int16_t *s2, const uint64_t *words, size_t n)
{
    unsigned bad;
    __CPROVER_assert(__CPROVER_w_ok(s2, 2 * n) && __CPROVER_r_ok(words, 8 * n), "a signature's numbers");
    return bad;
}

static void any_transform(int16_t *r, size_t n)
{
    __CPROVER_assert(__CPROVER_w_ok(r, 2 * n), "a polynomial");
}

static void any_product(int16_t *r, const int16_t *a, const int16_t *b, size_t n)
{
    any_transform(r, n);
    __CPROVER_assert(__CPROVER_r_ok(a, 2 * n) && __CPROVER_r_ok(b, 2 * n), "factors");
}

#define TRANSFORMS(n)                                                                                                  \
    static void transform_##n(int16_t *r)                                                                              \
    {                                                                                                                  \
        any_transform(r, n);                                                                                           \
    }                                                                                                                  \
    static void product_##n(int16_t *r, const int16_t *a, const int16_t *b)                                            \
    {                                                                                                                  \
        any_product(r, a, b, n);                                                                                       \
    }                                                                                                                  \
    static const neosig_ntt16 ntt_##n = {.forward = transform_##n, .inverse = transform_##n, .multiply = product_##n}
TRANSFORMS(512);
TRANSFORMS(1024);

void neosig_shake256(const struct neosig_keccak_kernels *kernels, uint8_t *out, size_t out_bytes, const uint8_t *in,
                     size_t in_bytes)
{
    __CPROVER_assert(__CPROVER_r_ok(in, in_bytes), "what is hashed is there");
    write_any(out, out_bytes);
}

static const neosig_falcon_kernels kernels = {.numbers_of_key_round3 = numbers_of_key,
                                              .numbers_of_key_fndsa = numbers_of_key,
                                              .numbers_of_codes_round3 = numbers_of_codes,
                                              .numbers_of_codes_fndsa = numbers_of_codes};
static const neosig_backend backend = {.falcon = &kernels, .ntt_12289_512 = &ntt_512, .ntt_12289_1024 = &ntt_1024};

#define OPENED(ctx) for (ctx = neosig_falcon_open(&ctx.set->alg, &backend); ctx.backend != NULL; ctx.backend = NULL)
#define EACH(ctx)                                                                                                      \
    EACH_SET (falcon, ctx)                                                                                             \
    OPENED(ctx)
#define ANY(ctx)                                                                                                       \
    ANY_SET (falcon, ctx)                                                                                              \
    OPENED(ctx)

/* Of every width, and as many numbers as any set has. */
void harness_neosig_falcon_pack_small(void)
{
    uint8_t *out;
    const int8_t *a;
    const unsigned widths[] = {5, 6, 8};
    const size_t one = any_number();
    neosig_falcon_ctx ctx;
    __CPROVER_assume(ctx.n == 512 || ctx.n == 1024);
    ctx.set = neosig_falcon_sets;
    for (size_t i = 0; i < 3; i++)
        if (i == one) {
            ctx.f_bits = widths[i];
            neosig_falcon_pack_small(&ctx, out, a, widths[i]);
        }
}

void any_small(const neosig_falcon_ctx *ctx, uint8_t *out, const int8_t *a, unsigned bits)
{
    __CPROVER_assert((bits == ctx->f_bits || bits == 8) && __CPROVER_r_ok(a, ctx->n), "numbers and their width");
    write_any(out, ctx->n / 8 * bits);
}

void harness_neosig_falcon_unpack_small(void)
{
    int8_t *a;
    const uint8_t *in;
    unsigned bits;
    ANY(ctx)
    neosig_falcon_unpack_small(&ctx, a, in, bits);
}

void harness_neosig_falcon_pack_public_key(void)
{
    uint8_t *pk;
    const uint16_t *h;
    ANY(ctx)
    neosig_falcon_pack_public_key(&ctx, pk, h);
}

void harness_neosig_falcon_unpack_public_key_vartime(void)
{
    int16_t *h;
    const uint8_t *pk;
    ANY(ctx)
    neosig_falcon_unpack_public_key_vartime(&ctx, h, pk);
}

void harness_neosig_falcon_pack_key_hash(void)
{
    uint8_t *sk;
    const uint8_t *pk;
    ANY(ctx)
    neosig_falcon_pack_key_hash(&ctx, sk, pk);
}

void harness_neosig_falcon_pack_secret_key(void)
{
    uint8_t *sk;
    const int8_t *f, *g, *F;
    ANY(ctx)
    neosig_falcon_pack_secret_key(&ctx, sk, f, g, F);
}

void harness_pack_codes(void)
{
    _Bool low_first;
    size_t room;
    neosig_falcon_ctx ctx;
    __CPROVER_assume(fits(room) && ctx.n <= 1024 && ctx.most_s2 <= NEOSIG_FALCON_MOST_S2);
    uint8_t *const out = any_bytes(room);
    const uint8_t *const end = out + room, *const to = pack_codes(&ctx, out, end, any_bytes(2 * ctx.n), low_first);
    __CPROVER_assert(to == NULL || in_order(out, to, end), "the codes end where there is room");
}

uint8_t *any_pack_codes(const neosig_falcon_ctx *ctx, uint8_t *out, const uint8_t *end, const int16_t *s2,
                        int low_first)
{
    size_t used;
    const size_t room = (size_t)(end - out);
    __CPROVER_assert(ctx->most_s2 <= NEOSIG_FALCON_MOST_S2 && __CPROVER_r_ok(s2, 2 * ctx->n), "numbers");
    write_any(out, room);
    return used <= room ? out + used : NULL;
}

void harness_neosig_falcon_pack_signature_vartime(void)
{
    uint8_t *sig;
    size_t *bytes;
    const uint8_t *nonce;
    const int16_t *s2;
    ANY(ctx)
    neosig_falcon_pack_signature_vartime(&ctx, sig, bytes, nonce, s2);
}

/* Before and after a step the reader is at a bit of a byte; four codes take at most 28 bytes. */
static code_reader any_reader(void)
{
    code_reader at;
    __CPROVER_assume(fits(at.bytes) && fits(at.next) && at.bit < 8);
    at.in = any_bytes(at.bytes);
    return at;
}

/* Where four codes do not fit, none is taken. */
void harness_read_four(void)
{
    _Bool low_first;
    uint64_t words[FOUR];
    code_reader at = any_reader();
    const code_reader first = at;
    const int there = read_four(words, &at, low_first);
    __CPROVER_assert(first.next <= at.next && at.next <= first.next + (there ? 28 : 0), "the next code's byte");
    __CPROVER_assert(there ? at.bit < 8 : at.bit == first.bit, "the next code's bit");
    for (size_t i = 0; i < FOUR; i++)
        __CPROVER_assert(!there || low_first || words[i] << 8 != 0, "a code has the one that ends it");
}

void harness_falcon_read_any_four_vartime(void)
{
    _Bool low_first;
    uint64_t words[FOUR];
    code_reader at = any_reader();
    const size_t first = at.next;
    if (falcon_read_any_four_vartime(words, &at, low_first))
        __CPROVER_assert(first <= at.next && at.next <= first + 28 && at.bit < 8, "the next code");
}

int any_four(uint64_t *words, code_reader *at, int low_first)
{
    int there;
    size_t bytes;
    unsigned bit;
    __CPROVER_assert(__CPROVER_w_ok(words, 8 * FOUR) && __CPROVER_r_ok(at->in, at->bytes), "places of four codes");
    __CPROVER_assert(fits(at->next) && at->bit < 8, "the next code");
    __CPROVER_assume(bytes <= 28 && bit < 8);
    if (there) {
        at->next += bytes;
        at->bit = bit;
    }
    return there;
}

/* The most bits of a signature's codes, which each step of any_four allows. */
static size_t most_bits(const neosig_falcon_ctx *ctx)
{
    return 8 * 7 * ctx->n + 7;
}

void harness_unpack_codes(void)
{
    _Bool low_first;
    size_t bytes, bits;
    neosig_falcon_ctx ctx;
    __CPROVER_assume(fits(bytes) && ctx.n % CHUNK == 0 && ctx.n <= 1024);
    ctx.backend = &backend;
    const neosig_error error = unpack_codes(&ctx, any_bytes(2 * ctx.n), any_bytes(bytes), bytes, &bits, low_first);
    __CPROVER_assert(error == NEOSIG_ERR_SIGNATURE || (error == NEOSIG_OK && bits <= most_bits(&ctx)),
                     "the codes' bits");
}

neosig_error any_codes(const neosig_falcon_ctx *ctx, int16_t *s2, const uint8_t *in, size_t bytes, size_t *bits,
                       int low_first)
{
    size_t used;
    neosig_error error;
    __CPROVER_assert(__CPROVER_r_ok(in, bytes), "codes");
    __CPROVER_assume(used <= most_bits(ctx) && (error == NEOSIG_OK || error == NEOSIG_ERR_SIGNATURE));
    write_any(s2, 2 * ctx->n);
    *bits = used;
    return error;
}

void harness_neosig_falcon_unpack_signature_vartime(void)
{
    int16_t *s2;
    const uint8_t *sig;
    size_t bytes;
    ANY(ctx)
    neosig_falcon_unpack_signature_vartime(&ctx, s2, sig, bytes);
}

void harness_unpack_eights(void)
{
    size_t eights;
    _Bool low_first;
    __CPROVER_assume(eights <= 1024 / 8);
    unpack_eights(any_bytes(8 * eights), any_bytes(5 * eights), eights, 5, low_first);
    unpack_eights(any_bytes(8 * eights), any_bytes(6 * eights), eights, 6, low_first);
    unpack_eights(any_bytes(8 * eights), any_bytes(8 * eights), eights, 8, low_first);
}

uint32_t any_eights(int8_t *a, const uint8_t *in, size_t eights, unsigned bits, int low_first)
{
    uint32_t bad;
    __CPROVER_assert(eights <= 1024 / 8 && (bits == 5 || bits == 6 || bits == 8), "a count and a width");
    __CPROVER_assert(__CPROVER_r_ok(in, bits * eights), "bytes of numbers");
    write_any(a, 8 * eights);
    return bad;
}

void harness_neosig_falcon_unpack_secret_key(void)
{
    int8_t *f, *g, *F;
    const uint8_t *sk;
    ANY(ctx)
    neosig_falcon_unpack_secret_key(&ctx, f, g, F, sk);
}

/* ---- Numbers of what is public: any of them, and all that a set has */

void harness_all_numbers_of_keys(void)
{
    int16_t h[16];
    const uint8_t *const in = any_bytes(1 + 16 * 14 / 8);
    const unsigned bad = neosig_falcon_numbers_of_key_round3(h, in + 1, 16);
    for (size_t i = 0; i < 16; i++)
        __CPROVER_assert(bad || (-NEOSIG_FALCON_Q / 2 <= h[i] && h[i] <= NEOSIG_FALCON_Q / 2), "balanced");
    const unsigned worse = neosig_falcon_numbers_of_key_fndsa(h, in + 1, 16);
    for (size_t i = 0; i < 16; i++)
        __CPROVER_assert(worse || (0 <= h[i] && h[i] < NEOSIG_FALCON_Q), "below q");
}

void harness_all_numbers_of_codes(void)
{
    int16_t s2[8];
    uint64_t words[8];
    const unsigned bad = neosig_falcon_numbers_of_codes_fndsa(s2, words, 8);
    for (size_t i = 0; i < 8; i++)
        __CPROVER_assert(bad || abs(s2[i]) <= NEOSIG_FNDSA_MOST, "not beyond the largest");
    for (size_t i = 0; i < 8; i++)
        __CPROVER_assume(words[i] << 8 != 0); /* a one ends a code, or it is not read */
    const unsigned worse = neosig_falcon_numbers_of_codes_round3(s2, words, 8);
    for (size_t i = 0; i < 8; i++)
        __CPROVER_assert(worse || abs(s2[i]) <= NEOSIG_FALCON_MOST_S2, "not beyond the largest");
}

void harness_subtract_q(void)
{
    uint16_t w;
    const uint16_t r = subtract_q(subtract_q(subtract_q(w, 4), 2), 1);
    __CPROVER_assert(w >= 5 * NEOSIG_FALCON_Q || (r < NEOSIG_FALCON_Q && (w - r) % NEOSIG_FALCON_Q == 0), "w modulo q");
}

void harness_numbers_of_block(void)
{
    _Bool swapped;
    const uint16_t *const block = any_bytes(2 * NEOSIG_FALCON_BLOCK_NUMBERS);
    const size_t have =
        numbers_of_block(any_bytes(2 * (NEOSIG_FALCON_BLOCK_NUMBERS + NEOSIG_FALCON_BLOCK_BEYOND)), block, swapped);
    __CPROVER_assert(have <= NEOSIG_FALCON_BLOCK_NUMBERS, "no more than a block has");
}

/* ---- Verification */

neosig_error any_unpack_key(const neosig_falcon_ctx *ctx, int16_t *h, const uint8_t *pk)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(h, 2 * ctx->n), "a key's polynomial has room");
    __CPROVER_assert(__CPROVER_r_ok(pk, ctx->set->alg.public_key_bytes), "a key");
    return error;
}

neosig_error any_unpack_signature(const neosig_falcon_ctx *ctx, int16_t *s2, const uint8_t *sig, size_t bytes)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_w_ok(s2, 2 * ctx->n), "a signature's polynomial has room");
    __CPROVER_assert(__CPROVER_r_ok(sig, bytes), "a signature");
    return error;
}

void neosig_falcon_message_verify(const neosig_falcon_ctx *ctx, neosig_job *job, uint16_t *hm)
{
    __CPROVER_assert(__CPROVER_w_ok(hm, 2 * ctx->n), "a point has room");
}

static neosig_job any_job(const neosig_falcon_ctx *ctx)
{
    neosig_job job;
    __CPROVER_assume(fits(job.signature_bytes));
    job.key = any_bytes(job.prepared ? neosig_falcon_prepared_public_bytes(ctx) : ctx->set->alg.public_key_bytes);
    job.signature = any_bytes(job.signature_bytes);
    return job;
}

void harness_neosig_falcon_verify(void)
{
    EACH(ctx)
    {
        neosig_job job = any_job(&ctx);
        unsigned flags;
        __CPROVER_assert(neosig_falcon_verify_bytes(&ctx, job.prepared, flags) > 0, "memory");
        neosig_falcon_verify(&ctx, &job, any_bytes(1));
    }
}

void harness_neosig_falcon_prepare_verify(void)
{
    EACH(ctx)
    {
        const size_t bytes = neosig_falcon_prepare_verify_bytes(&ctx);
        neosig_falcon_prepare_verify(&ctx, any_bytes(neosig_falcon_prepared_public_bytes(&ctx)),
                                     any_bytes(ctx.set->alg.public_key_bytes), any_bytes(bytes));
    }
}
