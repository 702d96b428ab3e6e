/* The rows of P1 and P2, and their products with matrices. Rows of a public key with a seed are drawn as they are read,
 * so that the map is never whole in memory. */
#include "mayo/mayo.h"

#include <assert.h>
#include <string.h>

#define DRAWN 4096 /* bytes of the key stream at a time: whole blocks */

static_assert(DRAWN % 16 == 0, "whole blocks are drawn");

neosig_mayo_rows neosig_mayo_carve_rows(const neosig_mayo_ctx *ctx, neosig_arena *arena)
{
    return (neosig_mayo_rows){
        .key = neosig_carve(arena, sizeof(neosig_aes_key)),
        /* v vectors, the longest row, of which some are left from the last draw; and what is drawn */
        .memory = neosig_carve(arena, ctx->v * ctx->m_bytes + DRAWN),
    };
}

void neosig_mayo_draw_rows(const neosig_mayo_ctx *ctx, neosig_mayo_rows *rows, const uint8_t *public_seed)
{
    ctx->aes->expand(rows->key, public_seed, NEOSIG_MAYO_PUBLIC_SEED_BYTES);
    rows->next = rows->end = 0;
    rows->block = 0;
    rows->left = ctx->p1_bytes + ctx->p2_bytes;
}

const uint8_t *neosig_mayo_next_row(const neosig_mayo_ctx *ctx, neosig_mayo_rows *rows, size_t vectors)
{
    static const uint8_t zero[16] = {0};
    const size_t bytes = vectors * ctx->m_bytes;
    if (rows->end - rows->next < bytes) {
        memmove(rows->memory, rows->memory + rows->next, rows->end - rows->next);
        rows->end -= rows->next;
        rows->next = 0;
    }
    while (rows->end < bytes) {
        const size_t some = rows->left < DRAWN ? rows->left : DRAWN;
        ctx->aes->ctr(rows->memory + rows->end, some, rows->key, zero, rows->block);
        rows->block += DRAWN / 16;
        rows->left -= some;
        rows->end += some;
    }
    rows->next += bytes;
    return rows->memory + rows->next - bytes;
}

void neosig_mayo_add_row(const neosig_mayo_ctx *ctx, uint8_t *c, const uint8_t *row, size_t vectors,
                         const neosig_matrix *t, size_t first)
{
    ctx->field->multiply(&(neosig_tower_vectors){c, ctx->offsets, t->columns},
                         &(neosig_tower_vectors){(uint8_t *)row, ctx->offsets, vectors}, /* only read */
                         (const uint8_t *)t->pairs + first * (t->columns / 2) * ctx->field->pair_bytes, ctx->m_bytes);
}

neosig_matrix neosig_mayo_matrix(const neosig_mayo_ctx *ctx, size_t rows, size_t columns, const uint8_t *stored,
                                 size_t row_step, size_t column_step, void *pairs)
{
    static_assert(NEOSIG_MAYO_MAX_N <= NEOSIG_QUADRATIC_ROWS, "the tables of all rows are there");
    ctx->field->pairs(pairs, stored, rows, columns, row_step, column_step);
    return (neosig_matrix){rows, columns, stored, row_step, column_step, pairs, 0};
}
