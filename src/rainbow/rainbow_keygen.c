/* Key generation: the composition of quadratic maps with T, or with its inverse, and with S.
 *
 * Of a layer's map, let Xk be its blocks and U = (I t1 c; 0 I t3; 0 0 I): T with c = t2, its inverse with c = t4. Then
 * Y = X o U has, UT being the fold of a square to its upper triangle,
 *     Y1 = X1
 *     Y2 = X2 + (X1 + X1^t) t1                     Y5 = X5 + UT(t1^t (X2 + X1 t1))
 *     Y3 = X3 + (X1 + X1^t) c + X2 t3
 *     Y6 = X6 + (X5 + X5^t) t3 + X2^t c + t1^t Y3
 *     Y9 = UT(c^t (X3 + X2 t3 + X1 c) + t3^t (X6 + X5 t3)),
 * where each of the sums in Y5 and Y9 is a step on the way to another block, so that all is done in place. Central maps
 * have no block 9, nor those of layer 1 blocks 3, 5 and 6.
 *
 * A classic key draws the central map and composes it with T. The others draw blocks of the public map: where the
 * central map has a block it follows with the inverse of T, and where it has none the missing block of the public map
 * is what cancels it. */
#include "core/secret.h"
#include "rainbow/rainbow.h"

#include <string.h>

/* ---- Products of blocks and matrices */

/* Steps from a term to the one in the next row. */
static size_t down(const neosig_rainbow_block *b, size_t i)
{
    return b->step * (b->n != 0 ? b->n - 1 - (b->i0 + i) : b->width);
}

static size_t at(const neosig_rainbow_block *b, size_t i, size_t j)
{
    size_t row = b->i0 + i;
    return b->step * (b->n != 0 ? row * (2 * b->n - row - 1) / 2 + b->j0 + j : i * b->width + j);
}

static int is_triangle(const neosig_rainbow_block *b)
{
    return b->n != 0 && b->i0 == b->j0;
}

/* Offsets of row line's terms from column first to end, of column line's from row first to end. */
static void row_offsets(uint32_t *out, const neosig_rainbow_block *b, size_t line, size_t first, size_t end)
{
    uint32_t offset = (uint32_t)at(b, line, first);
    for (size_t j = first; j < end; j++, offset += (uint32_t)b->step)
        *out++ = offset;
}

static void column_offsets(uint32_t *out, const neosig_rainbow_block *b, size_t line, size_t first, size_t end)
{
    uint32_t offset = (uint32_t)at(b, first, line);
    for (size_t i = first; i < end; i++) {
        *out++ = offset;
        offset += (uint32_t)down(b, i);
    }
}

typedef enum direction { ROW, COLUMN } direction;

/* Rows of a matrix, at most, whose tables are in memory at a time. */
#define PIECE 48

/* A matrix stored by columns, and the tables of the piece that starts at row at, if that is not rows. */
typedef struct matrix {
    size_t rows, columns;
    const uint8_t *stored;
    void *pairs;
    size_t at;
} matrix;

/* c += a t. For each line of block a, read as rows or columns (of a triangle, what there is of them): the line times t
 * is added to the same line of c; as a column of a triangle c that is folded to its upper half. */
static void add_product(const neosig_rainbow *r, size_t bytes, const neosig_rainbow_block *c, direction c_direction,
                        const neosig_rainbow_block *a, direction a_direction, size_t lines, matrix *t)
{
    uint32_t a_offsets[PIECE], c_offsets[NEOSIG_RAINBOW_MAX_O2];
    const size_t pieces = (t->rows + PIECE - 1) / PIECE, piece = (t->rows + pieces - 1) / pieces;
    for (size_t start = 0; start < t->rows; start += piece) {
        const size_t stop = start + piece < t->rows ? start + piece : t->rows;
        if (t->at != start)
            r->field->pairs(t->pairs, t->stored + neosig_tower_bytes(r->field, start), stop - start, t->columns, 1,
                            t->rows);
        t->at = start;
        for (size_t line = 0; line < lines; line++) {
            size_t first = start, end = stop, fold = 0;
            if (is_triangle(a) && a_direction == ROW && first < line)
                first = line;
            if (is_triangle(a) && a_direction == COLUMN && end > line + 1)
                end = line + 1;
            if (first >= end)
                continue;
            if (a_direction == ROW)
                row_offsets(a_offsets, a, line, first, end);
            else
                column_offsets(a_offsets, a, line, first, end);
            if (c_direction == COLUMN) {
                fold = is_triangle(c) ? line : t->columns;
                column_offsets(c_offsets, c, line, 0, fold);
            }
            if (fold < t->columns)
                row_offsets(c_offsets + fold, c, line, fold, t->columns);
            const uint8_t *pairs =
                (const uint8_t *)t->pairs + (first - start) * (t->columns / 2) * r->field->pair_bytes;
            r->field->multiply(c->base, c_offsets, t->columns, a->base, a_offsets, end - first, pairs, bytes);
        }
    }
}

typedef enum extent { ALL, CORNER_ONLY } extent;

/* Blocks 3, 6 and 9 of y = x o U; they start with x's, or zeros. Block 9 only if y has one; if it alone is wanted,
 * blocks 3 and 6 are left half done. */
static void substitute_second(const neosig_rainbow *r, const neosig_rainbow_map *y, const neosig_rainbow_map *x,
                              const neosig_rainbow_secret *s, extent wanted, void *pairs)
{
    const size_t v = r->v, o1 = r->o1, o2 = r->o2, bytes = x->bytes;
    matrix t = {o1, o2, s->t3, pairs, o1};
    add_product(r, bytes, &y->b3, ROW, &x->b2, ROW, v, &t);
    if (x->b5.base != NULL) {
        add_product(r, bytes, &y->b6, ROW, &x->b5, ROW, o1, &t);
        if (y->b9.base != NULL)
            add_product(r, bytes, &y->b9, COLUMN, &y->b6, COLUMN, o2, &t);
        if (wanted == ALL)
            add_product(r, bytes, &y->b6, ROW, &x->b5, COLUMN, o1, &t);
    }
    t = (matrix){v, o2, s->t4, pairs, v};
    add_product(r, bytes, &y->b3, ROW, &x->b1, ROW, v, &t);
    if (y->b9.base != NULL)
        add_product(r, bytes, &y->b9, COLUMN, &y->b3, COLUMN, o2, &t);
    if (wanted == CORNER_ONLY)
        return;
    add_product(r, bytes, &y->b3, ROW, &x->b1, COLUMN, v, &t);
    add_product(r, bytes, &y->b6, ROW, &x->b2, COLUMN, o1, &t);
    t = (matrix){v, o1, s->t1, pairs, v};
    add_product(r, bytes, &y->b6, COLUMN, &y->b3, COLUMN, o2, &t);
}

/* Blocks 2 and, if y has one, 5. */
static void substitute_first(const neosig_rainbow *r, const neosig_rainbow_map *y, const neosig_rainbow_block *x1,
                             const neosig_rainbow_secret *s, void *pairs)
{
    matrix t = {r->v, r->o1, s->t1, pairs, r->v};
    add_product(r, y->bytes, &y->b2, ROW, x1, ROW, r->v, &t);
    if (y->b5.base != NULL)
        add_product(r, y->bytes, &y->b5, COLUMN, &y->b2, COLUMN, r->o1, &t);
    add_product(r, y->bytes, &y->b2, ROW, x1, COLUMN, r->v, &t);
}

/* ---- S */

/* Room to turn vectors of terms into vectors of one element of many terms. */
typedef struct turned {
    uint8_t layer2[NEOSIG_RAINBOW_MAX_O2 * 16], layer1[(NEOSIG_RAINBOW_MAX_O1 + 16) * 16], back[32 * 16];
} turned;

/* For each of count terms: its layer 1 += s1 times its layer 2. count is at least 32. */
static void mix(const neosig_rainbow *r, uint8_t *layer1, size_t step1, const uint8_t *layer2, size_t step2,
                size_t count, const void *s1, turned *w)
{
    const size_t tile = 128 / r->field->bits, per_byte = 8 / r->field->bits;
    uint32_t offsets[NEOSIG_RAINBOW_MAX_O2];
    for (uint32_t i = 0; i < NEOSIG_RAINBOW_MAX_O2; i++)
        offsets[i] = 16 * i;
    for (size_t done = 0; done < count;) {
        size_t some = count - done < tile ? count - done : tile, first = done + some - tile;
        for (size_t j = 0; j < r->o2_bytes; j += 16)
            r->field->transpose(w->layer2 + j * per_byte * 16, 16, layer2 + first * step2 + j, step2);
        memset(w->layer1, 0, r->o1 * 16);
        r->field->multiply(w->layer1, offsets, r->o1, w->layer2, offsets, r->o2, s1, 16);
        for (size_t j = 0; j < r->o1_bytes;) {
            size_t width = r->o1_bytes - j < 16 ? r->o1_bytes - j : 16, start = j + width - 16;
            r->field->transpose(w->back, 16, w->layer1 + start * per_byte * 16, 16);
            for (size_t i = done; i < done + some; i++)
                for (size_t l = j; l < j + width; l++)
                    layer1[i * step1 + l] ^= w->back[(i - first) * 16 + l - start];
            j += width;
        }
        done += some;
    }
}

/* s1 as tables for mix: the products are of vectors over the terms by columns of s1, so its transpose is wanted. */
static void *load_s1(const neosig_rainbow *r, void *pairs, const uint8_t *s1)
{
    r->field->pairs(pairs, s1, r->o2, r->o1, r->o1, 1);
    return pairs;
}

/* Of blocks whose terms lie one after another. */
static void mix_block(const neosig_rainbow *r, const neosig_rainbow_block *layer1, const neosig_rainbow_block *layer2,
                      size_t count, const void *s1, turned *w)
{
    mix(r, layer1->base, layer1->step, layer2->base, layer2->step, count, s1, w);
}

/* ---- Keys */

typedef struct workspace {
    neosig_rainbow_drbg *drbg;
    void *pairs;
    turned *turned;
    uint8_t *secret; /* a secret key that is not written out whole */
} workspace;

static workspace carve(const neosig_rainbow *r, neosig_arena *arena, int prepare)
{
    size_t piece = r->v < PIECE ? r->v : PIECE, rows = piece > r->o1 ? piece : r->o1;
    workspace w = {
        .drbg = neosig_carve(arena, sizeof *w.drbg),
        .pairs = neosig_carve(arena, rows * r->o2 / 2 * neosig_tower_pair_room(r->field)),
        .turned = neosig_carve(arena, sizeof *w.turned),
    };
    if (r->set->version == NEOSIG_RAINBOW_COMPRESSED && !prepare)
        w.secret = neosig_carve(arena, neosig_rainbow_secret_bytes(r));
    return w;
}

void neosig_rainbow_keypair_carve(const neosig_rainbow *r, neosig_arena *arena, int prepare)
{
    carve(r, arena, prepare);
}

void neosig_rainbow_draw_st(const neosig_rainbow *r, neosig_rainbow_drbg *drbg, const neosig_rainbow_secret *s)
{
    neosig_rainbow_drbg_generate(r, drbg, s->s1, r->o1_bytes * r->o2);
    neosig_rainbow_drbg_generate(r, drbg, s->t1, r->v_bytes * r->o1);
    neosig_rainbow_drbg_generate(r, drbg, s->t4, r->v_bytes * r->o2);
    neosig_rainbow_drbg_generate(r, drbg, s->t3, r->o1_bytes * r->o2);
}

/* t4 = t1 t3 + t2, column by column. */
void neosig_rainbow_t2_to_t4(const neosig_rainbow *r, const neosig_rainbow_secret *s)
{
    _Alignas(16) uint8_t scalars[NEOSIG_RAINBOW_MAX_O1 * NEOSIG_TOWER_SCALAR_MAX];
    for (size_t j = 0; j < r->o2; j++) {
        r->field->scalars(scalars, s->t3 + j * r->o1_bytes, r->o1);
        r->field->combine(s->t4 + j * r->v_bytes, r->v_bytes, s->t1, r->v_bytes, scalars, r->o1);
    }
    neosig_wipe(scalars, sizeof scalars);
}

/* The blocks that one generator gives: of the central map, or of the public map in their place. */
static void draw_blocks(const neosig_rainbow *r, neosig_rainbow_drbg *drbg, const neosig_rainbow_secret *s)
{
    uint8_t *const starts[] = {s->layer1.b1.base, s->layer1.b2.base, s->layer2.b1.base, s->layer2.b2.base,
                               s->layer2.b3.base, s->layer2.b5.base, s->layer2.b6.base, s->seed + s->bytes};
    for (size_t i = 0; i + 1 < sizeof starts / sizeof starts[0]; i++)
        neosig_rainbow_drbg_generate(r, drbg, starts[i], (size_t)(starts[i + 1] - starts[i]));
}

static void copy_block(const neosig_rainbow_block *to, const neosig_rainbow_block *from, size_t rows, size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        size_t first = is_triangle(from) ? i : 0;
        uint8_t *out = to->base + at(to, i, first);
        const uint8_t *in = from->base + at(from, i, first);
        for (size_t j = first; j < columns; j++, out += to->step, in += from->step)
            memcpy(out, in, from->step);
    }
}

static void classic(const neosig_rainbow *r, uint8_t *pk, uint8_t *sk, const workspace *w)
{
    neosig_rainbow_secret s = neosig_rainbow_secret_at(r, sk, 1);
    neosig_rainbow_drbg_init(r, w->drbg, s.seed, NEOSIG_RAINBOW_SEED);
    neosig_rainbow_draw_st(r, w->drbg, &s);
    draw_blocks(r, w->drbg, &s);
    memset(pk, 0, neosig_rainbow_classic_bytes(r));
    for (unsigned layer = 1; layer <= 2; layer++) {
        const neosig_rainbow_map x = layer == 1 ? s.layer1 : s.layer2, y = neosig_rainbow_classic_at(r, pk, layer);
        copy_block(&y.b1, &x.b1, r->v, r->v);
        copy_block(&y.b2, &x.b2, r->v, r->o1);
        if (layer == 2) {
            copy_block(&y.b3, &x.b3, r->v, r->o2);
            copy_block(&y.b5, &x.b5, r->o1, r->o1);
            copy_block(&y.b6, &x.b6, r->o1, r->o2);
        }
        substitute_second(r, &y, &x, &s, ALL, w->pairs);
        substitute_first(r, &y, &x.b1, &s, w->pairs);
    }
    const void *s1 = load_s1(r, w->pairs, s.s1);
    mix(r, pk, r->m_bytes, pk + r->o1_bytes, r->m_bytes, neosig_rainbow_triangle(r->n), s1, w->turned);
    neosig_rainbow_t2_to_t4(r, &s);
}

/* The secret key from its seed, in place at s, and the public seed; and what the public key stores beside that seed if
 * pk is not NULL. The central map of layer 2 is made only if whole. */
static void from_seeds(const neosig_rainbow *r, uint8_t *pk, const neosig_rainbow_secret *s, const uint8_t *public_seed,
                       int whole, const workspace *w)
{
    const size_t v_terms = neosig_rainbow_triangle(r->v), o2_terms = neosig_rainbow_triangle(r->o2);
    neosig_rainbow_drbg_init(r, w->drbg, s->seed, NEOSIG_RAINBOW_SEED);
    neosig_rainbow_draw_st(r, w->drbg, s);
    neosig_rainbow_drbg_init(r, w->drbg, public_seed, NEOSIG_RAINBOW_SEED);
    draw_blocks(r, w->drbg, s);

    const void *s1 = load_s1(r, w->pairs, s->s1);
    mix_block(r, &s->layer1.b1, &s->layer2.b1, v_terms, s1, w->turned);
    mix_block(r, &s->layer1.b2, &s->layer2.b2, r->v * r->o1, s1, w->turned);
    neosig_rainbow_map y1 = s->layer1, y2 = s->layer2;
    if (pk != NULL) {
        y1 = neosig_rainbow_stored_at(r, pk, 1);
        y1.b2 = s->layer1.b2;
        y2.b9 = neosig_rainbow_stored_at(r, pk, 2).b9;
    }
    substitute_first(r, &y1, &s->layer1.b1, s, w->pairs);
    if (pk != NULL) {
        substitute_second(r, &y1, &s->layer1, s, ALL, w->pairs); /* by T: t2 is still in place */
        s1 = load_s1(r, w->pairs, s->s1);
        mix_block(r, &y1.b3, &s->layer2.b3, r->v * r->o2, s1, w->turned);
        mix_block(r, &y1.b5, &s->layer2.b5, neosig_rainbow_triangle(r->o1), s1, w->turned);
        mix_block(r, &y1.b6, &s->layer2.b6, r->o1 * r->o2, s1, w->turned);
    }
    neosig_rainbow_t2_to_t4(r, s);
    substitute_second(r, &y2, &s->layer2, s, whole ? ALL : CORNER_ONLY, w->pairs);
    if (whole)
        substitute_first(r, &y2, &s->layer2.b1, s, w->pairs);
    if (pk != NULL) {
        s1 = load_s1(r, w->pairs, s->s1);
        mix_block(r, &y1.b9, &y2.b9, o2_terms, s1, w->turned);
    }
}

neosig_error neosig_rainbow_keypair(const neosig_rainbow *r, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                    void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = carve(r, &arena, 0);
    int compressed = r->set->version == NEOSIG_RAINBOW_COMPRESSED;
    uint8_t *seed = compressed ? sk + NEOSIG_RAINBOW_SEED : sk;
    neosig_error error = neosig_draw(source, seed, NEOSIG_RAINBOW_SEED);
    if (error != NEOSIG_OK)
        return error;
    if (r->set->version == NEOSIG_RAINBOW_CLASSIC) {
        classic(r, pk, sk, &w);
        neosig_declassify(pk, r->set->alg.public_key_bytes, "the public key");
        return NEOSIG_OK;
    }
    error = neosig_draw(source, pk, NEOSIG_RAINBOW_SEED);
    if (error != NEOSIG_OK)
        return error;
    neosig_declassify(pk, NEOSIG_RAINBOW_SEED, "the public seed");
    memset(pk + NEOSIG_RAINBOW_SEED, 0, r->set->alg.public_key_bytes - NEOSIG_RAINBOW_SEED);
    if (compressed) {
        memcpy(sk, pk, NEOSIG_RAINBOW_SEED);
        memcpy(w.secret, seed, NEOSIG_RAINBOW_SEED);
    }
    neosig_rainbow_secret s = neosig_rainbow_secret_at(r, compressed ? w.secret : sk, 1);
    from_seeds(r, pk, &s, pk, !compressed, &w);
    neosig_declassify(pk, r->set->alg.public_key_bytes, "the public key");
    return NEOSIG_OK;
}

void neosig_rainbow_expand_secret(const neosig_rainbow *r, uint8_t *out, const uint8_t *sk, void *memory)
{
    neosig_arena arena = {memory, 0};
    workspace w = carve(r, &arena, 1);
    neosig_rainbow_secret s = neosig_rainbow_secret_at(r, out, 1);
    memcpy(out, sk + NEOSIG_RAINBOW_SEED, NEOSIG_RAINBOW_SEED);
    from_seeds(r, NULL, &s, sk, 1, &w);
}
