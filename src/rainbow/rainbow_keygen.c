/* Key generation: the composition of quadratic maps with T, or with its inverse, and with S.
 *
 * Let Xk be the blocks of a layer's map, and U = (I t1 c; 0 I t3; 0 0 I). U is T for c = t2, and the inverse of T for
 * c = t4. UT folds a square matrix to its upper triangle. Then Y = X o U has the blocks
 *     Y1 = X1
 *     Y2 = X2 + (X1 + X1^t) t1                     Y5 = X5 + UT(t1^t (X2 + X1 t1))
 *     Y3 = X3 + (X1 + X1^t) c + X2 t3
 *     Y6 = X6 + (X5 + X5^t) t3 + X2^t c + t1^t Y3
 *     Y9 = UT(c^t (X3 + X2 t3 + X1 c) + t3^t (X6 + X5 t3)),
 * Each of the sums in Y5 and Y9 is a step on the way to another block, so all is done in place. Central maps have no
 * block 9, and those of layer 1 have no blocks 3, 5 and 6.
 *
 * For a classic key the central map is drawn and composed with T. For the other keys blocks of the public map are
 * drawn. Where the central map has a block, it follows from these with the inverse of T. Where the central map has
 * none, the block of the public map is the one for which the composition gives zero. */
#include "core/secret.h"
#include "rainbow/rainbow.h"

#include <string.h>

/* A matrix that is stored by columns; before its first product no tables are there. */
static neosig_matrix matrix_of(size_t rows, size_t columns, const uint8_t *stored, void *pairs)
{
    return (neosig_matrix){rows, columns, stored, 1, rows, pairs, rows};
}

static void add_product(const neosig_rainbow_ctx *ctx, size_t bytes, const neosig_block *c,
                        neosig_direction c_direction, const neosig_block *a, neosig_direction a_direction, size_t lines,
                        neosig_matrix *t)
{
    neosig_add_product(ctx->field, bytes, c, c_direction, a, a_direction, lines, t);
}

typedef enum extent { ALL, CORNER_ONLY } extent;

/* Blocks 3, 6 and 9 of y = x o U. They begin as x's blocks, or as zeros. Block 9 is made only if y has one. If it alone
 * is wanted, blocks 3 and 6 are left half done. */
static void substitute_second(const neosig_rainbow_ctx *ctx, const neosig_rainbow_map *y, const neosig_rainbow_map *x,
                              const neosig_rainbow_secret *s, extent wanted, void *pairs)
{
    const size_t v = ctx->v, o1 = ctx->o1, o2 = ctx->o2, bytes = x->bytes;
    neosig_matrix t = matrix_of(o1, o2, s->t3, pairs);
    add_product(ctx, bytes, &y->b3, NEOSIG_ROW, &x->b2, NEOSIG_ROW, v, &t);
    if (x->b5.base != NULL) {
        add_product(ctx, bytes, &y->b6, NEOSIG_ROW, &x->b5, NEOSIG_ROW, o1, &t);
        if (y->b9.base != NULL)
            add_product(ctx, bytes, &y->b9, NEOSIG_COLUMN, &y->b6, NEOSIG_COLUMN, o2, &t);
        if (wanted == ALL)
            add_product(ctx, bytes, &y->b6, NEOSIG_ROW, &x->b5, NEOSIG_COLUMN, o1, &t);
    }
    t = matrix_of(v, o2, s->t4, pairs);
    add_product(ctx, bytes, &y->b3, NEOSIG_ROW, &x->b1, NEOSIG_ROW, v, &t);
    if (y->b9.base != NULL)
        add_product(ctx, bytes, &y->b9, NEOSIG_COLUMN, &y->b3, NEOSIG_COLUMN, o2, &t);
    if (wanted == CORNER_ONLY)
        return;
    add_product(ctx, bytes, &y->b3, NEOSIG_ROW, &x->b1, NEOSIG_COLUMN, v, &t);
    add_product(ctx, bytes, &y->b6, NEOSIG_ROW, &x->b2, NEOSIG_COLUMN, o1, &t);
    t = matrix_of(v, o1, s->t1, pairs);
    add_product(ctx, bytes, &y->b6, NEOSIG_COLUMN, &y->b3, NEOSIG_COLUMN, o2, &t);
}

/* Blocks 2 and, if y has one, 5. */
static void substitute_first(const neosig_rainbow_ctx *ctx, const neosig_rainbow_map *y, const neosig_block *x1,
                             const neosig_rainbow_secret *s, void *pairs)
{
    neosig_matrix t = matrix_of(ctx->v, ctx->o1, s->t1, pairs);
    add_product(ctx, y->bytes, &y->b2, NEOSIG_ROW, x1, NEOSIG_ROW, ctx->v, &t);
    if (y->b5.base != NULL)
        add_product(ctx, y->bytes, &y->b5, NEOSIG_COLUMN, &y->b2, NEOSIG_COLUMN, ctx->o1, &t);
    add_product(ctx, y->bytes, &y->b2, NEOSIG_ROW, x1, NEOSIG_COLUMN, ctx->v, &t);
}

/* ---- S */

/* Room to turn vectors of terms into vectors of one element of many terms. */
typedef struct turned {
    uint8_t layer2[NEOSIG_RAINBOW_MAX_O2 * 16], layer1[(NEOSIG_RAINBOW_MAX_O1 + 16) * 16], back[32 * 16];
} turned;

/* For each of count terms: its vector of layer 1 += s1 times its vector of layer 2. count is at least 32. */
static void mix(const neosig_rainbow_ctx *ctx, uint8_t *layer1, size_t step1, const uint8_t *layer2, size_t step2,
                size_t count, const void *s1, turned *w)
{
    const size_t tile = 128 / ctx->field->bits, per_byte = 8 / ctx->field->bits;
    uint32_t offsets[NEOSIG_RAINBOW_MAX_O2];
    for (uint32_t i = 0; i < NEOSIG_RAINBOW_MAX_O2; i++)
        offsets[i] = 16 * i;
    for (size_t done = 0; done < count;) {
        size_t some = count - done < tile ? count - done : tile, first = done + some - tile;
        for (size_t j = 0; j < ctx->o2_bytes; j += 16)
            ctx->field->transpose(w->layer2 + j * per_byte * 16, 16, layer2 + first * step2 + j, step2);
        memset(w->layer1, 0, ctx->o1 * 16);
        ctx->field->multiply(&(neosig_tower_vectors){w->layer1, offsets, ctx->o1},
                             &(neosig_tower_vectors){w->layer2, offsets, ctx->o2}, s1, 16);
        for (size_t j = 0; j < ctx->o1_bytes;) {
            size_t width = ctx->o1_bytes - j < 16 ? ctx->o1_bytes - j : 16, start = j + width - 16;
            ctx->field->transpose(w->back, 16, w->layer1 + start * per_byte * 16, 16);
            for (size_t i = done; i < done + some; i++)
                for (size_t l = j; l < j + width; l++)
                    layer1[i * step1 + l] ^= w->back[(i - first) * 16 + l - start];
            j += width;
        }
        done += some;
    }
}

/* s1 as tables for mix. There vectors over the terms are multiplied by columns of s1, so this is its transpose. */
static void *load_s1(const neosig_rainbow_ctx *ctx, void *pairs, const uint8_t *s1)
{
    ctx->field->pairs(pairs, s1, ctx->o2, ctx->o1, ctx->o1, 1);
    return pairs;
}

/* mix on blocks whose terms lie one after another. */
static void mix_block(const neosig_rainbow_ctx *ctx, const neosig_block *layer1, const neosig_block *layer2,
                      size_t count, const void *s1, turned *w)
{
    mix(ctx, layer1->base, layer1->step, layer2->base, layer2->step, count, s1, w);
}

/* ---- Keys */

typedef struct workspace {
    neosig_rainbow_drbg *drbg;
    void *pairs;
    turned *turned;
    uint8_t *secret; /* a secret key that is not written out whole */
} workspace;

static workspace lay_out(const neosig_rainbow_ctx *ctx, neosig_arena *arena, int preparing)
{
    /* Of s1, v x o1, v x o2 and o1 x o2 elements. */
    const size_t sizes[] = {neosig_matrix_pairs_bytes(ctx->field, ctx->v, ctx->o2),
                            neosig_matrix_pairs_bytes(ctx->field, ctx->v, ctx->o1),
                            neosig_matrix_pairs_bytes(ctx->field, ctx->o1, ctx->o2),
                            ctx->o2 * ctx->o1 / 2 * neosig_tower_pair_room_bytes(ctx->field)};
    size_t most = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        most = sizes[i] > most ? sizes[i] : most;
    workspace w = {
        .drbg = neosig_carve(arena, sizeof *w.drbg),
        .pairs = neosig_carve(arena, most),
        .turned = neosig_carve(arena, sizeof *w.turned),
    };
    if (ctx->set->version == NEOSIG_RAINBOW_COMPRESSED && !preparing)
        w.secret = neosig_carve(arena, neosig_rainbow_prepared_secret_bytes(ctx));
    return w;
}

size_t neosig_rainbow_keypair_bytes(const neosig_rainbow_ctx *ctx, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, 0);
    return arena.used;
}

size_t neosig_rainbow_prepare_sign_bytes(const neosig_rainbow_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena, 1);
    return arena.used;
}

static void copy_block(const neosig_block *to, const neosig_block *from, size_t rows, size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        size_t first = neosig_block_is_triangle(from) ? i : 0;
        uint8_t *out = to->base + neosig_block_offset(to, i, first);
        const uint8_t *in = from->base + neosig_block_offset(from, i, first);
        for (size_t j = first; j < columns; j++, out += to->step, in += from->step)
            memcpy(out, in, from->step);
    }
}

static void classic(const neosig_rainbow_ctx *ctx, uint8_t *pk, uint8_t *sk, const workspace *w)
{
    neosig_rainbow_secret s = neosig_rainbow_secret_parts(ctx, sk, 1);
    neosig_rainbow_drbg_init(ctx, w->drbg, s.seed, NEOSIG_RAINBOW_SEED_BYTES);
    neosig_rainbow_draw_st(ctx, w->drbg, &s);
    neosig_rainbow_draw_blocks(ctx, w->drbg, &s);
    memset(pk, 0, neosig_rainbow_prepared_public_bytes(ctx));
    for (unsigned layer = 1; layer <= 2; layer++) {
        const neosig_rainbow_map x = layer == 1 ? s.layer1 : s.layer2, y = neosig_rainbow_classic_layer(ctx, pk, layer);
        copy_block(&y.b1, &x.b1, ctx->v, ctx->v);
        copy_block(&y.b2, &x.b2, ctx->v, ctx->o1);
        if (layer == 2) {
            copy_block(&y.b3, &x.b3, ctx->v, ctx->o2);
            copy_block(&y.b5, &x.b5, ctx->o1, ctx->o1);
            copy_block(&y.b6, &x.b6, ctx->o1, ctx->o2);
        }
        substitute_second(ctx, &y, &x, &s, ALL, w->pairs);
        substitute_first(ctx, &y, &x.b1, &s, w->pairs);
    }
    const void *s1 = load_s1(ctx, w->pairs, s.s1);
    mix(ctx, pk, ctx->m_bytes, pk + ctx->o1_bytes, ctx->m_bytes, neosig_triangle(ctx->n), s1, w->turned);
    neosig_rainbow_t2_to_t4(ctx, &s);
}

/* Makes the secret key at s from its seed, which is there, and the public seed. If pk is not NULL, also makes what the
 * public key stores besides that seed. The central map of layer 2 is made only if whole. */
static void from_seeds(const neosig_rainbow_ctx *ctx, uint8_t *pk, const neosig_rainbow_secret *s,
                       const uint8_t *public_seed, int whole, const workspace *w)
{
    const size_t v_terms = neosig_triangle(ctx->v), o2_terms = neosig_triangle(ctx->o2);
    neosig_rainbow_drbg_init(ctx, w->drbg, s->seed, NEOSIG_RAINBOW_SEED_BYTES);
    neosig_rainbow_draw_st(ctx, w->drbg, s);
    neosig_rainbow_drbg_init(ctx, w->drbg, public_seed, NEOSIG_RAINBOW_SEED_BYTES);
    neosig_rainbow_draw_blocks(ctx, w->drbg, s);

    const void *s1 = load_s1(ctx, w->pairs, s->s1);
    mix_block(ctx, &s->layer1.b1, &s->layer2.b1, v_terms, s1, w->turned);
    mix_block(ctx, &s->layer1.b2, &s->layer2.b2, ctx->v * ctx->o1, s1, w->turned);
    neosig_rainbow_map y1 = s->layer1, y2 = s->layer2;
    if (pk != NULL) {
        y1 = neosig_rainbow_stored_layer(ctx, pk, 1);
        y1.b2 = s->layer1.b2;
        y2.b9 = neosig_rainbow_stored_layer(ctx, pk, 2).b9;
    }
    substitute_first(ctx, &y1, &s->layer1.b1, s, w->pairs);
    if (pk != NULL) {
        substitute_second(ctx, &y1, &s->layer1, s, ALL, w->pairs); /* by T: t2 is still in place */
        s1 = load_s1(ctx, w->pairs, s->s1);
        mix_block(ctx, &y1.b3, &s->layer2.b3, ctx->v * ctx->o2, s1, w->turned);
        mix_block(ctx, &y1.b5, &s->layer2.b5, neosig_triangle(ctx->o1), s1, w->turned);
        mix_block(ctx, &y1.b6, &s->layer2.b6, ctx->o1 * ctx->o2, s1, w->turned);
    }
    neosig_rainbow_t2_to_t4(ctx, s);
    substitute_second(ctx, &y2, &s->layer2, s, whole ? ALL : CORNER_ONLY, w->pairs);
    if (whole)
        substitute_first(ctx, &y2, &s->layer2.b1, s, w->pairs);
    if (pk != NULL) {
        s1 = load_s1(ctx, w->pairs, s->s1);
        mix_block(ctx, &y1.b9, &y2.b9, o2_terms, s1, w->turned);
    }
}

neosig_error neosig_rainbow_keypair(const neosig_rainbow_ctx *ctx, uint8_t *pk, uint8_t *sk,
                                    const neosig_source *source, void *memory, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena, 0);
    int compressed = ctx->set->version == NEOSIG_RAINBOW_COMPRESSED;
    uint8_t *seed = compressed ? sk + NEOSIG_RAINBOW_SEED_BYTES : sk;
    neosig_error error = neosig_draw(source, seed, NEOSIG_RAINBOW_SEED_BYTES);
    if (error != NEOSIG_OK)
        return error;
    if (ctx->set->version == NEOSIG_RAINBOW_CLASSIC) {
        classic(ctx, pk, sk, &w);
        neosig_declassify(pk, ctx->set->alg.public_key_bytes, "the public key");
        return NEOSIG_OK;
    }
    error = neosig_draw(source, pk, NEOSIG_RAINBOW_SEED_BYTES);
    if (error != NEOSIG_OK)
        return error;
    neosig_declassify(pk, NEOSIG_RAINBOW_SEED_BYTES, "the public seed");
    memset(pk + NEOSIG_RAINBOW_SEED_BYTES, 0, ctx->set->alg.public_key_bytes - NEOSIG_RAINBOW_SEED_BYTES);
    if (compressed) {
        memcpy(sk, pk, NEOSIG_RAINBOW_SEED_BYTES);
        memcpy(w.secret, seed, NEOSIG_RAINBOW_SEED_BYTES);
    }
    neosig_rainbow_secret s = neosig_rainbow_secret_parts(ctx, compressed ? w.secret : sk, 1);
    from_seeds(ctx, pk, &s, pk, !compressed, &w);
    neosig_declassify(pk, ctx->set->alg.public_key_bytes, "the public key");
    return NEOSIG_OK;
}

/* A prepared secret key is the whole secret key. */
neosig_error neosig_rainbow_prepare_sign(const neosig_rainbow_ctx *ctx, uint8_t *prepared, const uint8_t *sk,
                                         void *memory)
{
    if (ctx->set->version != NEOSIG_RAINBOW_COMPRESSED) {
        memcpy(prepared, sk, ctx->set->alg.secret_key_bytes);
        return NEOSIG_OK;
    }
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena, 1);
    neosig_rainbow_secret s = neosig_rainbow_secret_parts(ctx, prepared, 1);
    memcpy(prepared, sk + NEOSIG_RAINBOW_SEED_BYTES, NEOSIG_RAINBOW_SEED_BYTES);
    from_seeds(ctx, NULL, &s, sk, 1, &w);
    return NEOSIG_OK;
}
