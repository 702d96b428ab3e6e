/* From seeds to objects: T from the private seed; P11, P12 and P21 from the public seed; P_i from these and the P22 in
 * the public key; the target from binding, digest and salt. */
#include "snova/snova.h"

#include <string.h>

/* ---- T */

size_t neosig_snova_t_coefficients_bytes(const neosig_snova_ctx *ctx)
{
    return ctx->l * neosig_snova_lanes_bytes(ctx->v * ctx->o);
}

size_t neosig_snova_t_blocks_bytes(const neosig_snova_ctx *ctx)
{
    return neosig_snova_rows_bytes(ctx->v * ctx->o, ctx->L);
}

/* For the coefficients. */
typedef struct hash_workspace {
    uint8_t *packed;   /* the hash */
    uint8_t *elements; /* of the hash: coefficients [block][s] */
} hash_workspace;

static hash_workspace lay_out_hash(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    hash_workspace w = {0};
    const size_t count = ctx->v * ctx->o * ctx->l;
    w.packed = neosig_carve(arena, (count + 1) / 2);
    w.elements = neosig_carve(arena, count);
    return w;
}

/* The entries of all blocks: s_pairs pair rows of lanes (j, k), in whole groups of rows. */
static uint8_t *lay_out_entries(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    return neosig_carve(arena, neosig_gf16_round(ctx->s_pairs) * neosig_snova_lanes_bytes(ctx->v * ctx->o));
}

size_t neosig_snova_expand_t_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena hash = {NULL, 0}, entries = {NULL, 0};
    lay_out_hash(ctx, &hash);
    lay_out_entries(ctx, &entries);
    return neosig_snova_larger(neosig_snova_larger(hash.used, entries.used),
                               ctx->by_forms ? neosig_snova_t_tables_bytes(ctx)
                                             : neosig_snova_t_tables_of_rows_bytes(ctx));
}

static void expand_coefficients(const neosig_snova_ctx *ctx, uint8_t *coefficients, const uint8_t *private_seed,
                                void *memory)
{
    const size_t count = ctx->v * ctx->o, stride = neosig_snova_lanes_bytes(count);
    neosig_arena arena = {memory, 0};
    const hash_workspace w = lay_out_hash(ctx, &arena);
    neosig_shake256(ctx->backend->keccak, w.packed, (count * ctx->l + 1) / 2, private_seed,
                    NEOSIG_SNOVA_PRIVATE_SEED_BYTES);
    neosig_gf16_unpack(w.elements, w.packed, count * ctx->l);
    neosig_gf16_deinterleave(coefficients, stride, w.elements, count, (unsigned)ctx->l);
    if (ctx->set->round == 1)
        neosig_snova_replace_zero(coefficients + (ctx->l - 1) * stride, coefficients, count);
}

static void make_blocks(const neosig_snova_ctx *ctx, uint8_t *blocks, const uint8_t *coefficients, void *memory)
{
    const size_t count = ctx->v * ctx->o, stride = neosig_snova_lanes_bytes(count);
    neosig_arena arena = {memory, 0};
    uint8_t *entries = lay_out_entries(ctx, &arena);
    neosig_snova_field_pairs(ctx, entries, stride, coefficients, stride, count);
    ctx->gf->transpose_pairs((neosig_gf16_matrix){blocks, ctx->L, count, 2 * ctx->s_pairs}, (neosig_gf16_view){0},
                             (neosig_gf16_pairs_view){entries, stride, ctx->s_pairs, count});
}

void neosig_snova_expand_t(const neosig_snova_ctx *ctx, const neosig_snova_t *t, const uint8_t *private_seed,
                           void *memory)
{
    expand_coefficients(ctx, t->coefficients, private_seed, memory);
    if (t->tables != NULL && ctx->by_forms)
        neosig_snova_t_tables(ctx, t->tables, t->coefficients, memory);
    if (t->blocks == NULL)
        return;
    make_blocks(ctx, t->blocks, t->coefficients, memory);
    if (t->rows == NULL)
        return;
    neosig_snova_t_rows(ctx, t->rows, t->blocks);
    if (t->tables != NULL && !ctx->by_forms)
        neosig_snova_t_tables_of_rows(ctx, t->tables, t->rows, memory);
}

/* ---- P: the key stream holds P11_0, ..., P11_(m-1), then all P12_i, then all P21_i, in specification order */

static size_t p11_first(const neosig_snova_ctx *ctx, size_t i)
{
    return i * ctx->v * ctx->v * ctx->L;
}

static size_t p12_first(const neosig_snova_ctx *ctx, size_t i)
{
    return p11_first(ctx, ctx->m) + i * ctx->v * ctx->o * ctx->L;
}

static size_t p21_first(const neosig_snova_ctx *ctx, size_t i)
{
    return p12_first(ctx, ctx->m) + i * ctx->o * ctx->v * ctx->L;
}

/* rows: how many block rows; width: blocks of each; first: the number of their first element in the stream. */
static void expand_rows(const neosig_snova_ctx *ctx, uint8_t *p, size_t stride, neosig_snova_keystream *stream,
                        size_t first, size_t rows, size_t width)
{
    neosig_snova_keystream_read(stream, first, rows * width * ctx->L);
    ctx->kernels->rows_of_packed(p, stride,
                                 neosig_snova_packed(stream->packed, stream->skip, rows, width, (unsigned)ctx->l));
}

void neosig_snova_expand_p11(const neosig_snova_ctx *ctx, uint8_t *p11, size_t stride, neosig_snova_keystream *stream,
                             size_t i)
{
    expand_rows(ctx, p11, stride, stream, p11_first(ctx, i), ctx->v, ctx->v);
}

void neosig_snova_expand_p12(const neosig_snova_ctx *ctx, uint8_t *p12, size_t stride, neosig_snova_keystream *stream,
                             size_t i)
{
    expand_rows(ctx, p12, stride, stream, p12_first(ctx, i), ctx->v, ctx->o);
}

void neosig_snova_expand_p21(const neosig_snova_ctx *ctx, uint8_t *p21, size_t stride, neosig_snova_keystream *stream,
                             size_t i)
{
    expand_rows(ctx, p21, stride, stream, p21_first(ctx, i), ctx->o, ctx->v);
}

/* The transpose of the block rows, of v blocks each, that the stream read last. The result is 0, and nothing is
 * written, if the backend has no kernel for this. */
static int expand_columns(const neosig_snova_ctx *ctx, uint8_t *transposed, size_t stride,
                          const neosig_snova_keystream *stream, size_t rows)
{
    if (ctx->l % 2 != 0 || ctx->kernels->columns_of_packed == NULL)
        return 0;
    ctx->kernels->columns_of_packed(
        transposed, stride,
        (neosig_snova_blocks){stream->packed + stream->skip / 2, rows, ctx->v, (unsigned)ctx->l, 0});
    return 1;
}

void neosig_snova_transpose_p11(const neosig_snova_ctx *ctx, uint8_t *transposed, const neosig_snova_keystream *stream,
                                const uint8_t *p11, size_t stride)
{
    if (!expand_columns(ctx, transposed, ctx->v_stride, stream, ctx->v))
        ctx->gf->transpose((neosig_gf16_matrix){transposed, ctx->v_stride, ctx->V, ctx->V},
                           (neosig_gf16_view){p11, stride, ctx->V, ctx->V});
}

/* P21_i in rows, one every v_stride. */
static uint8_t *lay_out_p21(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    return neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->O), ctx->v_stride));
}

size_t neosig_snova_p21_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out_p21(ctx, &arena);
    return arena.used;
}

void neosig_snova_expand_p21_transposed(const neosig_snova_ctx *ctx, uint8_t *transposed, size_t stride,
                                        neosig_snova_keystream *stream, size_t i, void *memory)
{
    neosig_snova_keystream_read(stream, p21_first(ctx, i), ctx->o * ctx->v * ctx->L);
    if (!expand_columns(ctx, transposed, stride, stream, ctx->o)) {
        neosig_arena arena = {memory, 0};
        uint8_t *p21 = lay_out_p21(ctx, &arena);
        ctx->kernels->rows_of_packed(
            p21, ctx->v_stride, neosig_snova_packed(stream->packed, stream->skip, ctx->o, ctx->v, (unsigned)ctx->l));
        ctx->gf->transpose((neosig_gf16_matrix){transposed, stride, ctx->V, ctx->O},
                           (neosig_gf16_view){p21, ctx->v_stride, ctx->O, ctx->V});
    }
}

void neosig_snova_expand_r(const neosig_snova_ctx *ctx, uint8_t *r, neosig_snova_keystream *stream, size_t i,
                           void *memory)
{
    neosig_snova_expand_p11(ctx, r, ctx->stride, stream, i);
    neosig_snova_expand_p12(ctx, r + ctx->V, ctx->stride, stream, i);
    neosig_snova_expand_p21_transposed(ctx, r + ctx->V + ctx->O, ctx->stride, stream, i, memory);
}

/* Returns P22_i, packed, from element *skip on. It lies in the public key. If it is so near to the key's end that
 * kernels would read beyond, it is copied to stream->p22. With AES-128 the copy overwrites what the stream read last.
 */
static const uint8_t *p22_of(const neosig_snova_ctx *ctx, const neosig_snova_keystream *stream, const uint8_t *pk,
                             size_t i, size_t *skip)
{
    size_t count = ctx->o * ctx->o * ctx->L, first = i * count, bytes = (first % 2 + count + 1) / 2;
    size_t begin = NEOSIG_SNOVA_PUBLIC_SEED_BYTES + first / 2;
    *skip = first % 2;
    if (begin + bytes + NEOSIG_GF16_SLACK <= ctx->set->alg.public_key_bytes)
        return pk + begin;
    memcpy(stream->p22, pk + begin, bytes);
    return stream->p22;
}

void neosig_snova_expand_p(const neosig_snova_ctx *ctx, uint8_t *p, neosig_snova_keystream *stream, const uint8_t *pk,
                           size_t i)
{
    uint8_t *oil = p + ctx->V * ctx->stride;
    neosig_snova_expand_p11(ctx, p, ctx->stride, stream, i);
    neosig_snova_expand_p12(ctx, p + ctx->V, ctx->stride, stream, i);
    neosig_snova_expand_p21(ctx, oil, ctx->stride, stream, i);
    size_t skip;
    const uint8_t *p22 = p22_of(ctx, stream, pk, i, &skip);
    ctx->kernels->rows_of_packed(oil + ctx->V, ctx->stride,
                                 neosig_snova_packed(p22, skip, ctx->o, ctx->o, (unsigned)ctx->l));
}

int neosig_snova_multiplies_blocks(const neosig_snova_ctx *ctx)
{
    /* The kernels make l l / 2 pair rows. These are all the u_pairs of W only if r = l, as in round 1. In round 3 most
     * sets have r > l. */
    return ctx->set->round == 1 && (ctx->kernels->multiply_sizes >> ctx->l & 1) != 0;
}

/* w += U^T times the matrix of rows x width blocks at packed. */
static void add_packed(const neosig_snova_ctx *ctx, neosig_gf16_pairs w, const neosig_gf16_table *u,
                       const uint8_t *packed, size_t rows, size_t width)
{
    ctx->kernels->multiply_packed(w, u, (neosig_snova_blocks){packed, rows, width, (unsigned)ctx->l, 0});
}

/* The same for a matrix that begins with element first of the stream. */
static void add_product(const neosig_snova_ctx *ctx, neosig_gf16_pairs w, const neosig_gf16_table *u,
                        neosig_snova_keystream *stream, size_t first, size_t rows, size_t width)
{
    neosig_snova_keystream_read(stream, first, rows * width * ctx->L);
    add_packed(ctx, w, u, stream->packed + stream->skip / 2, rows, width);
}

void neosig_snova_add_p11(const neosig_snova_ctx *ctx, neosig_gf16_pairs w, const neosig_gf16_table *u,
                          neosig_snova_keystream *stream, size_t i)
{
    add_product(ctx, w, u, stream, p11_first(ctx, i), ctx->v, ctx->v);
}

void neosig_snova_add_p12(const neosig_snova_ctx *ctx, neosig_gf16_pairs w, const neosig_gf16_table *u,
                          neosig_snova_keystream *stream, size_t i)
{
    add_product(ctx, w, u, stream, p12_first(ctx, i), ctx->v, ctx->o);
}

void neosig_snova_add_w(const neosig_snova_ctx *ctx, neosig_gf16_pairs vinegar, neosig_gf16_pairs oil,
                        const neosig_gf16_table *u, neosig_snova_keystream *stream, const uint8_t *pk, size_t i)
{
    const neosig_gf16_table *u_oil = u + ctx->V * ctx->u_pairs;
    neosig_snova_add_p11(ctx, vinegar, u, stream, i);
    neosig_snova_add_p12(ctx, oil, u, stream, i);
    add_product(ctx, vinegar, u_oil, stream, p21_first(ctx, i), ctx->o, ctx->v);
    size_t skip; /* 0, as l is even */
    add_packed(ctx, oil, u_oil, p22_of(ctx, stream, pk, i, &skip), ctx->o, ctx->o);
}

/* ---- The target */

void neosig_snova_expand_target(const neosig_snova_ctx *ctx, uint8_t *target, const neosig_snova_binding *binding,
                                const uint8_t *digest, const uint8_t *salt)
{
    uint8_t input[sizeof binding->bytes + NEOSIG_SNOVA_DIGEST_BYTES + NEOSIG_SNOVA_SALT_BYTES],
        packed[NEOSIG_SNOVA_MAX_TARGET / 2];
    size_t bound = ctx->set->rules->binding_bytes, count = ctx->o * ctx->lr;
    memcpy(input, binding->bytes, bound);
    memcpy(input + bound, digest, NEOSIG_SNOVA_DIGEST_BYTES);
    memcpy(input + bound + NEOSIG_SNOVA_DIGEST_BYTES, salt, NEOSIG_SNOVA_SALT_BYTES);
    neosig_shake256(ctx->backend->keccak, packed, (count + 1) / 2, input,
                    bound + NEOSIG_SNOVA_DIGEST_BYTES + NEOSIG_SNOVA_SALT_BYTES);
    neosig_gf16_unpack(target, packed, count);
}
