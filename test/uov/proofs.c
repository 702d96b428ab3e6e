#include "carved.h"
#include "core/contract.h"
#include "gf/buckets.h"
#include "gf/quadratic.h"

static size_t bits;

/* Up to 15 bytes before a vector may be read. */
static void is_read(const uint8_t *vectors, size_t count, size_t bytes)
{
    const size_t more = bytes % 16 != 0 ? 15 : 0;
    __CPROVER_assert(__CPROVER_r_ok(vectors - more, count * bytes + more), "vectors, and what is before them");
}

static void are_buckets(const uint8_t *buckets, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(buckets, neosig_tower_bucket_stride(bytes) << bits), "all buckets");
}

static void scatter(uint8_t *buckets, const uint8_t *const *rows, size_t n, const uint8_t *b, size_t first, size_t end,
                    size_t bytes)
{
    __CPROVER_assert(n == 1 && first == 0 && __CPROVER_r_ok(b, end), "products");
    is_read(rows[0], end, bytes);
    are_buckets(buckets, bytes);
}

/* A kernel, or none, as it is in the backends. */
static int quadratic(uint8_t *y, const uint8_t *vectors, size_t bytes, const neosig_tower_terms *terms)
{
    _Bool done;
    const size_t h = terms->height, w = terms->width;
    __CPROVER_assert(__CPROVER_w_ok(y, bytes) && w <= NEOSIG_TOWER_MAX_VARIABLES, "a sum");
    __CPROVER_assert(__CPROVER_r_ok(vectors, (terms->rows == terms->columns ? neosig_triangle(w) : h * w) * bytes),
                     "vectors");
    __CPROVER_assert(__CPROVER_r_ok(terms->rows, h) && __CPROVER_r_ok(terms->columns, w), "variables");
    return done;
}

const neosig_tower_kernels neosig_tower_portable = {
    .gf256 = {.bits = 8, .columns = 4},
    .polynomial16 = {.bits = 4, .columns = 4, .scatter_vartime = scatter, .quadratic_vartime = quadratic},
    .polynomial256 = {.bits = 8, .scatter_vartime = scatter, .quadratic_vartime = quadratic}};

/* What it says is without effect, since there is no field by GFNI here. */
uint32_t neosig_cpu(void)
{
    return 0;
}

#include "symmetric.h"
#include "uov/uov_encode.c"
#include "uov/uov_expand.c"
#include "uov/uov_params.c"
#include "uov/uov_scheme.c"
#include "uov/uov_verify.c"
#include "wiped.h"

void harness_neosig_uov_secret_parts(void)
{
    ANY_SET (uov, ctx) {
        const size_t bytes = neosig_uov_prepared_secret_bytes(&ctx);
        uint8_t *const sk = any_bytes(bytes);
        __CPROVER_assert(neosig_uov_secret_parts(&ctx, sk).S + ctx.s_bytes == sk + bytes, "the end");
        __CPROVER_assert(ctx.set->version == NEOSIG_UOV_CLASSIC ||
                             NEOSIG_UOV_PUBLIC_SEED_BYTES + ctx.p3_bytes == ctx.set->alg.public_key_bytes,
                         "a public key's size, with a seed");
    }
}

void harness_neosig_uov_prepared_secret_bytes(void)
{
    ANY_SET (uov, ctx)
        neosig_uov_prepared_secret_bytes(&ctx);
}

void harness_neosig_uov_prepared_public_bytes(void)
{
    ANY_SET (uov, ctx)
        neosig_uov_prepared_public_bytes(&ctx);
}

#define EACH(ctx)                                                                                                      \
    EACH_SET (uov, ctx)                                                                                                \
        for (ctx.aes = &aes; ctx.aes != NULL; ctx.aes = NULL)

void harness_neosig_uov_prepare_verify(void)
{
    EACH(ctx)
    {
        neosig_uov_prepare_verify(&ctx, any_bytes(neosig_uov_prepared_public_bytes(&ctx)),
                                  any_bytes(ctx.set->alg.public_key_bytes), any_bytes(1));
        neosig_uov_prepare_verify_bytes(&ctx);
    }
}

static void map(uint8_t *dst, const uint8_t *src, size_t bytes, const uint8_t images[32])
{
    __CPROVER_assert(__CPROVER_w_ok(dst, bytes) && __CPROVER_r_ok(src, bytes), "what is mapped");
    __CPROVER_assert(__CPROVER_r_ok(images, 32), "the map");
}

void harness_neosig_uov_expand_secret(void)
{
    EACH(ctx)
    {
        size_t bytes, at;
        neosig_shake shake;
        neosig_aes_key key;
        const neosig_tower_kernels fields = {.map = map};
        ctx.fields = &fields;
        __CPROVER_assume(fits(bytes) && fits(at));
        neosig_uov_expand_secret(&ctx, any_bytes(NEOSIG_UOV_PUBLIC_SEED_BYTES), any_bytes(ctx.o_bytes),
                                 any_bytes(NEOSIG_UOV_SEED_BYTES));
        neosig_uov_open_stream(&ctx, &key, any_bytes(NEOSIG_UOV_PUBLIC_SEED_BYTES));
        const uint8_t *const stream = neosig_uov_read_stream(&ctx, &key, any_bytes(at % 16 + bytes), at, bytes);
        __CPROVER_assert(__CPROVER_r_ok(stream, bytes), "the stream is there");
        neosig_uov_make_target(&ctx, any_bytes(ctx.m_bytes), &shake);
        neosig_uov_to_products(&ctx, any_bytes(bytes), bytes);
        neosig_uov_from_products(&ctx, any_bytes(bytes), any_bytes(bytes), bytes);
    }
}

void neosig_bucket_block_vartime(const neosig_tower *field, uint8_t *buckets, uint8_t *products, const uint8_t *terms,
                                 size_t bytes, const uint8_t *rows, size_t height, const uint8_t *columns, size_t width)
{
    __CPROVER_assert(__CPROVER_w_ok(products, NEOSIG_BUCKETS_GROUP_BYTES), "memory of products");
    __CPROVER_assert(__CPROVER_r_ok(rows, height) && __CPROVER_r_ok(columns, NEOSIG_BUCKETS_GROUP_BYTES), "variables");
    if (rows == columns)
        __CPROVER_assert(height == width && __CPROVER_r_ok(terms, neosig_triangle(width) * bytes), "a triangle");
    else
        is_read(terms, height * width, bytes);
    are_buckets(buckets, bytes);
}

uint8_t *neosig_bucket_products(const neosig_tower *field, uint8_t *products, const uint8_t *rows, size_t height,
                                const uint8_t *columns, size_t width)
{
    const size_t count = rows == columns ? neosig_triangle(width) : height * width;
    __CPROVER_assert(__CPROVER_w_ok(products, count + 32), "products have room");
    __CPROVER_assert(__CPROVER_r_ok(rows, height) && __CPROVER_r_ok(columns, NEOSIG_BUCKETS_GROUP_BYTES), "variables");
    return products + count;
}

void neosig_tower_gather(const neosig_tower *field, uint8_t *y, const uint8_t *buckets, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(y, bytes), "a sum");
    __CPROVER_assert(__CPROVER_r_ok(buckets, neosig_tower_bucket_stride(bytes) << bits), "all buckets");
}

/* A set of each field; a prepared key is whole. */
void harness_neosig_uov_verify(void)
{
    EACH(ctx)
    for (int prepared = 0; prepared < 2; prepared++) {
        const size_t bytes = prepared ? neosig_uov_prepared_public_bytes(&ctx) : ctx.set->alg.public_key_bytes;
        if (ctx.v > 96 || ctx.set->version != NEOSIG_UOV_PKC)
            continue;
        bits = ctx.set->bits;
        neosig_uov_verify(&ctx, any_bytes(ctx.set->alg.signature_bytes), any_bytes(sizeof(neosig_shake)),
                          any_bytes(bytes), prepared, any_bytes(1));
        neosig_uov_verify_bytes(&ctx, prepared, 0);
    }
}
