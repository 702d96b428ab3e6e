/* Verification. All data are public.
 *
 * There is a bucket for each value of a product x_i x_j. In one pass over the public key, the vector of each term x_i
 * x_j is added to the bucket of its value. At the end each bucket is multiplied once by its value. Rows i of a classic
 * key with the same value x_i have the same bucket in each column, and are added together. Where a backend has a faster
 * way for a classic key, it takes the place of the buckets. */
#include "rainbow/rainbow.h"

#include <string.h>

/* Terms drawn at a time: whole blocks of the generator, whatever a vector's length. */
#define CHUNK 128 /* at least a row of a block */

/* Bytes that may be read before vectors, rounded up to a cache line, so that vectors are aligned. */
#define BEFORE 64

#define GROUP_BYTES NEOSIG_BUCKETS_GROUP_BYTES

static size_t round_up(size_t count)
{
    return (count + 31) & ~(size_t)31;
}

/* Variables first, ..., end - 1. */
static void unpack(const neosig_rainbow_ctx *ctx, uint8_t *x, const uint8_t *sig, size_t first, size_t end)
{
    if (ctx->field->bits == 8)
        memcpy(x, sig + first, end - first);
    else
        for (size_t i = first; i < end; i++)
            x[i - first] = sig[i / 2] >> i % 2 * 4 & 15;
}

typedef struct workspace {
    neosig_rainbow_drbg *drbg;
    uint8_t *products; /* of each two variables, in the order of the key's terms; of one with all */
    uint8_t *buckets;
    uint8_t *chunk;
} workspace;

static workspace lay_out(const neosig_rainbow_ctx *ctx, neosig_arena *arena, int whole)
{
    size_t bytes = whole ? ctx->m_bytes : ctx->o1_bytes > ctx->o2_bytes ? ctx->o1_bytes : ctx->o2_bytes;
    workspace w = {
        .drbg = neosig_carve(arena, sizeof *w.drbg),
        .products = neosig_carve(arena, whole ? GROUP_BYTES : neosig_triangle(ctx->n) + 32),
        .buckets = neosig_carve(arena, neosig_tower_buckets(ctx->field) * neosig_tower_bucket_stride(bytes)),
    };
    if (!whole) {
        uint8_t *chunk = neosig_carve(arena, BEFORE + CHUNK * bytes);
        w.chunk = chunk != NULL ? chunk + BEFORE : NULL;
    }
    return w;
}

/* Whether the key is a classic one, or in its form. */
static int is_whole(const neosig_rainbow_ctx *ctx, int prepared)
{
    return prepared || ctx->set->version == NEOSIG_RAINBOW_CLASSIC;
}

size_t neosig_rainbow_verify_bytes(const neosig_rainbow_ctx *ctx, int prepared, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, is_whole(ctx, prepared));
    return arena.used;
}

/* y += the public map of a classic key at the signature's variables. */
static void evaluate_rows_vartime(const neosig_rainbow_ctx *ctx, const workspace *w, uint8_t *y, const uint8_t *sig,
                                  const uint8_t *pk)
{
    const neosig_tower *const field = ctx->field;
    const size_t n = ctx->n, bytes = ctx->m_bytes;
    uint8_t x[GROUP_BYTES] = {0};
    unpack(ctx, x, sig, 0, n);
    if (field->quadratic_vartime != NULL && field->quadratic_vartime(y, pk, bytes, &(neosig_tower_terms){x, n, x, n}))
        return;
    memset(w->buckets, 0, neosig_tower_buckets(field) * neosig_tower_bucket_stride(bytes));
    neosig_bucket_block_vartime(field, w->buckets, w->products, pk, bytes, x, n, x, n);
    neosig_tower_gather(field, y, w->buckets, bytes);
}

/* A part of a key with seeds; parts follow one another. A part holds the terms x_i x_j, i <= j, with i in one range and
 * j in another, for the equations of one layer. It comes from the generator or from the stored key. */
typedef struct part {
    unsigned char layer, rows, columns, drawn;
} part;

static const part parts[] = {
    {1, 0, 0, 1}, {1, 0, 1, 1}, {1, 0, 2, 0}, {1, 1, 1, 0}, {1, 1, 2, 0}, {1, 2, 2, 0},
    {2, 0, 0, 1}, {2, 0, 1, 1}, {2, 0, 2, 1}, {2, 1, 1, 1}, {2, 1, 2, 1}, {2, 2, 2, 0},
};

typedef struct range {
    size_t first, end;
} range;

static range range_of(const neosig_rainbow_ctx *ctx, unsigned group)
{
    const size_t ends[4] = {0, ctx->v, ctx->v + ctx->o1, ctx->n};
    return (range){ends[group], ends[group + 1]};
}

static size_t terms_of(const neosig_rainbow_ctx *ctx, const part *p)
{
    range rows = range_of(ctx, p->rows), columns = range_of(ctx, p->columns);
    size_t height = rows.end - rows.first, width = columns.end - columns.first;
    return p->rows == p->columns ? neosig_triangle(height) : height * width;
}

static size_t vector_bytes(const neosig_rainbow_ctx *ctx, const part *p)
{
    return p->layer == 1 ? ctx->o1_bytes : ctx->o2_bytes;
}

/* The products of a part's terms. The zeros behind a row are overwritten by the next row. */
static void make_products(const neosig_rainbow_ctx *ctx, uint8_t *products, const uint8_t *sig, const part *p)
{
    range rows = range_of(ctx, p->rows), columns = range_of(ctx, p->columns);
    uint8_t x[GROUP_BYTES] = {0};
    unpack(ctx, x, sig, columns.first, columns.end);
    for (size_t i = rows.first; i < rows.end; i++) {
        size_t first = i > columns.first ? i : columns.first, count = columns.end - first;
        ctx->field->scale(products, x + first - columns.first, round_up(count),
                          neosig_tower_element(ctx->field->bits, sig, i));
        products += count;
    }
}

/* y += the public map of a key with seeds. pk is what follows the seed. */
static void evaluate_parts_vartime(const neosig_rainbow_ctx *ctx, const workspace *w, uint8_t *y, const uint8_t *sig,
                                   const uint8_t *pk)
{
    const size_t count = sizeof parts / sizeof parts[0];
    const uint8_t *products = NULL;
    uint8_t *next = w->products;
    for (size_t k = 0; k < count && (k == 0 || parts[k].layer == parts[0].layer); k++) {
        make_products(ctx, next, sig, &parts[k]); /* both layers have the same terms */
        next += terms_of(ctx, &parts[k]);
    }
    for (size_t k = 0; k < count; k++) {
        const part *p = &parts[k];
        const size_t bytes = vector_bytes(ctx, p), terms = terms_of(ctx, p);
        if (k == 0 || p->layer != parts[k - 1].layer) {
            memset(w->buckets, 0, neosig_tower_buckets(ctx->field) * neosig_tower_bucket_stride(bytes));
            products = w->products;
        }
        if (p->drawn) {
            for (size_t i = 0; i < terms; i += CHUNK) {
                size_t some = terms - i < CHUNK ? terms - i : CHUNK;
                neosig_rainbow_drbg_read(ctx, w->drbg, w->chunk, some * bytes);
                ctx->field->scatter_vartime(w->buckets, (const uint8_t *const[]){w->chunk}, 1, products + i, 0, some,
                                            bytes);
            }
            neosig_rainbow_drbg_end(ctx, w->drbg);
        } else {
            ctx->field->scatter_vartime(w->buckets, &pk, 1, products, 0, terms, bytes);
            pk += terms * bytes;
        }
        products += terms;
        if (k + 1 == count || parts[k + 1].layer != p->layer)
            neosig_tower_gather(ctx->field, p->layer == 2 ? y + ctx->o1_bytes : y, w->buckets, bytes);
    }
}

neosig_error neosig_rainbow_verify(const neosig_rainbow_ctx *ctx, const uint8_t *sig, const uint8_t *digest,
                                   const uint8_t *pk, int prepared, void *memory)
{
    const int whole = is_whole(ctx, prepared);
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena, whole);
    uint8_t y[NEOSIG_RAINBOW_MAX_M];
    neosig_rainbow_hash(ctx, y, ctx->m_bytes, digest, ctx->set->digest_bytes, sig + ctx->n_bytes,
                        NEOSIG_RAINBOW_SALT_BYTES);
    if (whole) {
        evaluate_rows_vartime(ctx, &w, y, sig, pk);
    } else {
        neosig_rainbow_drbg_init(ctx, w.drbg, pk, NEOSIG_RAINBOW_SEED_BYTES);
        evaluate_parts_vartime(ctx, &w, y, sig, pk + NEOSIG_RAINBOW_SEED_BYTES);
    }
    uint8_t difference = 0;
    for (size_t i = 0; i < ctx->m_bytes; i++)
        difference |= y[i];
    return difference == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}

size_t neosig_rainbow_prepare_verify_bytes(const neosig_rainbow_ctx *ctx)
{
    return neosig_rainbow_verify_bytes(ctx, 0, 0);
}

/* A prepared public key is a classic one: drawn and stored terms are written to their places there. */
neosig_error neosig_rainbow_prepare_verify(const neosig_rainbow_ctx *ctx, uint8_t *prepared, const uint8_t *pk,
                                           void *memory)
{
    if (ctx->set->version == NEOSIG_RAINBOW_CLASSIC) {
        memcpy(prepared, pk, ctx->set->alg.public_key_bytes);
        return NEOSIG_OK;
    }
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena, 0);
    neosig_rainbow_drbg_init(ctx, w.drbg, pk, NEOSIG_RAINBOW_SEED_BYTES);
    pk += NEOSIG_RAINBOW_SEED_BYTES;
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        const part *p = &parts[k];
        const size_t bytes = vector_bytes(ctx, p);
        range rows = range_of(ctx, p->rows), columns = range_of(ctx, p->columns);
        for (size_t i = rows.first; i < rows.end; i++) {
            size_t first = i > columns.first ? i : columns.first, row_bytes = (columns.end - first) * bytes;
            const uint8_t *row = pk;
            if (p->drawn) {
                neosig_rainbow_drbg_read(ctx, w.drbg, w.chunk, row_bytes);
                row = w.chunk;
            } else {
                pk += row_bytes;
            }
            uint8_t *to =
                prepared + ctx->m_bytes * (i * (2 * ctx->n - i - 1) / 2 + first) + (p->layer == 1 ? 0 : ctx->o1_bytes);
            for (size_t j = first; j < columns.end; j++, to += ctx->m_bytes, row += bytes)
                memcpy(to, row, bytes);
        }
        if (p->drawn)
            neosig_rainbow_drbg_end(ctx, w.drbg);
    }
    return NEOSIG_OK;
}
