/* The rows of P1 and P2, and their products with matrices. Rows of a public key with a seed are drawn as they are read,
 * so that the map is never whole in memory. */
#include "mayo/mayo.h"

#include <assert.h>
#include <string.h>

#define DRAWN 4096 /* bytes of the key stream at a time: whole blocks */

static_assert(DRAWN % 16 == 0, "whole blocks are drawn");

neosig_mayo_rows neosig_mayo_carve_rows(const neosig_mayo_ctx *ctx, neosig_arena *arena)
{
    /* The longest row, of which some vectors are left from the last draw; and what is drawn. */
    neosig_mayo_rows rows = {.key = neosig_carve(arena, sizeof(neosig_aes_key))};
    rows.p1.memory = neosig_carve(arena, ctx->v * ctx->m_bytes + DRAWN);
    rows.p2.memory = neosig_carve(arena, ctx->o * ctx->m_bytes + DRAWN);
    return rows;
}

/* The next bytes of a matrix. */
static const uint8_t *take(const neosig_mayo_ctx *ctx, neosig_mayo_stream *stream, size_t bytes)
{
    static const uint8_t zero[16] = {0};
    if (stream->end - stream->next < bytes) {
        memmove(stream->memory, stream->memory + stream->next, stream->end - stream->next);
        stream->end -= stream->next;
        stream->next = 0;
    }
    while (stream->end < bytes) {
        const size_t some = stream->left < DRAWN ? stream->left : DRAWN;
        ctx->aes->ctr(stream->memory + stream->end, some, stream->key, zero, stream->block);
        stream->block += DRAWN / 16;
        stream->left -= some;
        stream->end += some;
    }
    stream->next += bytes;
    return stream->memory + stream->next - bytes;
}

/* So many bytes from byte `first` of the key stream on. */
static void begin(const neosig_mayo_ctx *ctx, neosig_mayo_stream *stream, const neosig_aes_key *key, size_t first,
                  size_t bytes)
{
    stream->key = key;
    stream->next = stream->end = 0;
    stream->left = first % 16 + bytes;
    stream->block = (uint32_t)(first / 16);
    take(ctx, stream, first % 16);
}

void neosig_mayo_draw_rows(const neosig_mayo_ctx *ctx, neosig_mayo_rows *rows, const uint8_t *public_seed)
{
    ctx->aes->expand(rows->key, public_seed, NEOSIG_MAYO_PUBLIC_SEED_BYTES);
    begin(ctx, &rows->p1, rows->key, 0, ctx->p1_bytes);
    begin(ctx, &rows->p2, rows->key, ctx->p1_bytes, ctx->p2_bytes);
}

const uint8_t *neosig_mayo_next_row(const neosig_mayo_ctx *ctx, neosig_mayo_stream *stream, size_t vectors)
{
    return take(ctx, stream, vectors * ctx->m_bytes);
}

static void add(const neosig_mayo_ctx *ctx, uint8_t *c, const uint8_t *row, const uint32_t *offsets, size_t vectors,
                const neosig_matrix *t, size_t first)
{
    ctx->field->multiply(&(neosig_tower_vectors){c, ctx->offsets, t->columns},
                         &(neosig_tower_vectors){(uint8_t *)row, offsets, vectors}, /* only read */
                         (const uint8_t *)t->pairs + first * (t->columns / 2) * ctx->field->pair_bytes, ctx->m_bytes);
}

void neosig_mayo_add_row(const neosig_mayo_ctx *ctx, uint8_t *c, const uint8_t *row, size_t vectors,
                         const neosig_matrix *t, size_t first)
{
    add(ctx, c, row, ctx->offsets, vectors, t, first);
}

void neosig_mayo_add_both_rows(const neosig_mayo_ctx *ctx, uint8_t *c, const uint8_t *p1, const uint8_t *p2,
                               const neosig_matrix *t, size_t first)
{
    const size_t vectors = ctx->v - first;
    const uint32_t between = (uint32_t)(p2 - p1);
    uint32_t offsets[NEOSIG_MAYO_MAX_N];
    memcpy(offsets, ctx->offsets, vectors * sizeof offsets[0]);
    for (size_t k = 0; k < ctx->o; k++)
        offsets[vectors + k] = between + ctx->offsets[k];
    add(ctx, c, p1, offsets, vectors + ctx->o, t, first);
}

neosig_matrix neosig_mayo_matrix(const neosig_mayo_ctx *ctx, size_t rows, size_t columns, const uint8_t *stored,
                                 size_t row_step, size_t column_step, void *pairs)
{
    static_assert(NEOSIG_MAYO_MAX_N <= NEOSIG_QUADRATIC_ROWS, "the tables of all rows are there");
    ctx->field->pairs(pairs, stored, rows, columns, row_step, column_step);
    return (neosig_matrix){rows, columns, stored, row_step, column_step, pairs, 0};
}
