/* Verification, on public data throughout: the vector of each term x_i x_j of the public key is added to the bucket of
 * that product's value, in one pass over the key; multiplications happen once, at the end, bucket by bucket. */
#include "rainbow/rainbow.h"

#include <string.h>

/* Room for a row of elements, one a byte, and for reading 16 bytes from anywhere in it. */
#define ROW_BYTES (NEOSIG_RAINBOW_MAX_N + 16 + 15) / 16 * 16

typedef struct workspace {
    neosig_rainbow_drbg *drbg;
    uint8_t *scalars; /* tables of the signature's variables */
    uint8_t *buckets;
    uint8_t *row; /* of a block, as the generator gives it */
} workspace;

static workspace carve(const neosig_rainbow *r, neosig_arena *arena, int whole)
{
    size_t bytes = whole ? r->m_bytes : r->o1_bytes > r->o2_bytes ? r->o1_bytes : r->o2_bytes;
    workspace w = {
        .drbg = neosig_carve(arena, sizeof *w.drbg),
        .scalars = neosig_carve(arena, r->n * neosig_tower_scalar_room(r->field)),
        .buckets = neosig_carve(arena, neosig_tower_buckets(r->field) * neosig_tower_bucket_stride(bytes)),
    };
    if (!whole)
        w.row = neosig_carve(arena, (r->v > r->o2 ? r->v : r->o2) * r->o2_bytes);
    return w;
}

void neosig_rainbow_verify_carve(const neosig_rainbow *r, neosig_arena *arena, int prepared)
{
    carve(r, arena, prepared || r->set->version == NEOSIG_RAINBOW_CLASSIC);
}

/* The signature's variables, one a byte, and what they are multiplied into. */
typedef struct evaluation {
    const neosig_rainbow *r;
    const workspace *w;
    uint8_t x[ROW_BYTES];
} evaluation;

/* Adds the terms x_i x_j, j = first ... end-1, of vectors of bytes bytes. */
static void add_row_vartime(const evaluation *e, const uint8_t *terms, size_t bytes, size_t i, size_t first, size_t end)
{
    const neosig_tower *field = e->r->field;
    uint8_t products[ROW_BYTES];
    size_t count = end - first, rounded = (count + 15) & ~(size_t)15;
    if (e->x[i] == 0)
        return;
    memset(products, 0, rounded);
    field->combine(products, rounded, e->x + first, 0, e->w->scalars + i * field->scalar_bytes, 1);
    field->scatter_vartime(e->w->buckets, neosig_tower_bucket_stride(bytes), terms, bytes, products, count);
}

static void begin_layer(const evaluation *e, size_t bytes)
{
    memset(e->w->buckets, 0, neosig_tower_buckets(e->r->field) * neosig_tower_bucket_stride(bytes));
}

/* A block of the key, from memory if terms is not NULL, else drawn. Returns the end of the terms. */
static const uint8_t *add_block_vartime(const evaluation *e, const uint8_t *terms, size_t bytes, const size_t rows[2],
                                        const size_t columns[2])
{
    const neosig_rainbow *r = e->r;
    const int drawn = terms == NULL;
    for (size_t i = rows[0]; i < rows[1]; i++) {
        size_t first = i > columns[0] ? i : columns[0], row_bytes = (columns[1] - first) * bytes;
        if (drawn)
            neosig_rainbow_drbg_read(r, e->w->drbg, e->w->row, row_bytes);
        add_row_vartime(e, drawn ? e->w->row : terms, bytes, i, first, columns[1]);
        if (!drawn)
            terms += row_bytes;
    }
    if (drawn)
        neosig_rainbow_drbg_end(r, e->w->drbg);
    return terms;
}

/* Adds the public map of a key that stores it whole to y. */
static void evaluate_whole_vartime(const evaluation *e, uint8_t *y, const uint8_t *pk)
{
    const neosig_rainbow *r = e->r;
    const size_t all[2] = {0, r->n};
    begin_layer(e, r->m_bytes);
    add_block_vartime(e, pk, r->m_bytes, all, all);
    neosig_tower_gather(r->field, y, e->w->buckets, r->m_bytes);
}

/* Blocks of a layer: their groups of variables, and whether a generator gives them. */
typedef struct part {
    unsigned char layer, rows, columns, drawn;
} part;

/* In the order that generator and stored key give them. */
static const part parts[12] = {
    {1, 0, 0, 1}, {1, 0, 1, 1}, {1, 0, 2, 0}, {1, 1, 1, 0}, {1, 1, 2, 0}, {1, 2, 2, 0},
    {2, 0, 0, 1}, {2, 0, 1, 1}, {2, 0, 2, 1}, {2, 1, 1, 1}, {2, 1, 2, 1}, {2, 2, 2, 0},
};

static void evaluate_seeded_vartime(const evaluation *e, uint8_t *y, const uint8_t *pk)
{
    const neosig_rainbow *r = e->r;
    const size_t ends[4] = {0, r->v, r->v + r->o1, r->n};
    neosig_rainbow_drbg_init(r, e->w->drbg, pk, NEOSIG_RAINBOW_SEED);
    pk += NEOSIG_RAINBOW_SEED;
    for (size_t i = 0; i < 12; i++) {
        const part *p = &parts[i];
        size_t bytes = p->layer == 1 ? r->o1_bytes : r->o2_bytes;
        if (i % 6 == 0)
            begin_layer(e, bytes);
        const uint8_t *end = add_block_vartime(e, p->drawn ? NULL : pk, bytes, ends + p->rows, ends + p->columns);
        if (!p->drawn)
            pk = end;
        if (i % 6 == 5)
            neosig_tower_gather(r->field, p->layer == 1 ? y : y + r->o1_bytes, e->w->buckets, bytes);
    }
}

neosig_error neosig_rainbow_verify(const neosig_rainbow *r, const uint8_t *sig, const uint8_t *digest,
                                   const uint8_t *pk, int prepared, void *memory)
{
    const int whole = prepared || r->set->version == NEOSIG_RAINBOW_CLASSIC;
    neosig_arena arena = {memory, 0};
    workspace w = carve(r, &arena, whole);
    evaluation e = {.r = r, .w = &w};
    uint8_t y[NEOSIG_RAINBOW_MAX_M];
    neosig_rainbow_hash(r, y, r->m_bytes, digest, r->set->digest_bytes, sig + r->n_bytes, NEOSIG_RAINBOW_SALT);
    for (size_t i = 0; i < r->n; i++)
        e.x[i] = neosig_tower_get(r->field, sig, i);
    r->field->scalars(w.scalars, sig, r->n);
    if (whole)
        evaluate_whole_vartime(&e, y, pk);
    else
        evaluate_seeded_vartime(&e, y, pk);
    uint8_t difference = 0;
    for (size_t i = 0; i < r->m_bytes; i++)
        difference |= y[i];
    return difference == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}

/* Puts drawn and stored blocks where a classic key has them. */
void neosig_rainbow_expand_public(const neosig_rainbow *r, uint8_t *out, const uint8_t *pk, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = carve(r, &arena, 0);
    const size_t ends[4] = {0, r->v, r->v + r->o1, r->n};
    neosig_rainbow_drbg_init(r, w.drbg, pk, NEOSIG_RAINBOW_SEED);
    pk += NEOSIG_RAINBOW_SEED;
    for (size_t k = 0; k < 12; k++) {
        const part *p = &parts[k];
        const size_t bytes = p->layer == 1 ? r->o1_bytes : r->o2_bytes, end = ends[p->columns + 1];
        for (size_t i = ends[p->rows]; i < ends[p->rows + 1]; i++) {
            size_t first = i > ends[p->columns] ? i : ends[p->columns], row_bytes = (end - first) * bytes;
            const uint8_t *row = pk;
            if (p->drawn)
                neosig_rainbow_drbg_read(r, w.drbg, w.row, row_bytes), row = w.row;
            else
                pk += row_bytes;
            uint8_t *to = out + r->m_bytes * (i * (2 * r->n - i - 1) / 2 + first) + (p->layer == 1 ? 0 : r->o1_bytes);
            for (size_t j = first; j < end; j++, to += r->m_bytes, row += bytes)
                memcpy(to, row, bytes);
        }
        if (p->drawn)
            neosig_rainbow_drbg_end(r, w.drbg);
    }
}
