/* Round 1's expanded secret key: the elements of A, B, Q1, Q2, T12, F11, F12, F21 in this order, blocks in
 * specification order, then the two seeds. There are 2 H elements. Byte i holds element i in its low nibble and element
 * i + H in its high nibble. */
#include "core/assertion.h"
#include "snova/snova.h"

#include <string.h>

typedef enum part { PART_A, PART_B, PART_Q1, PART_Q2, PART_T12, PART_F11, PART_F12, PART_F21, PART_END } part;

/* The first element of a part. */
static size_t first_of(const neosig_snova_ctx *ctx, part wanted)
{
    const size_t sizes[PART_END] = {
        [PART_A] = ctx->L * ctx->L,
        [PART_B] = ctx->L * ctx->L,
        [PART_Q1] = ctx->L * ctx->L,
        [PART_Q2] = ctx->L * ctx->L,
        [PART_T12] = ctx->v * ctx->o * ctx->L,
        [PART_F11] = ctx->m * ctx->v * ctx->v * ctx->L,
        [PART_F12] = ctx->m * ctx->v * ctx->o * ctx->L,
        [PART_F21] = ctx->m * ctx->o * ctx->v * ctx->L,
    };
    size_t first = 0;
    for (size_t p = 0; p < (size_t)wanted; p++)
        first += sizes[p];
    return first;
}

/* H, which is the number of bytes before the seeds. */
static size_t half_of(const neosig_snova_ctx *ctx)
{
    NEOSIG_ASSERT(first_of(ctx, PART_END) / 2 == neosig_snova_seeds_offset(ctx));
    return neosig_snova_seeds_offset(ctx);
}

/* How many of count elements from first on lie in the first half of the elements, which are the low nibbles. */
static size_t in_low_half(const neosig_snova_ctx *ctx, size_t first, size_t count, size_t *half)
{
    *half = half_of(ctx);
    if (first >= *half)
        return 0;
    return *half - first < count ? *half - first : count;
}

/* ---- Writing */

/* to[i] |= from[i] << shift for i < n and no further. */
static inline void put_nibbles(uint8_t *restrict to, const uint8_t *restrict from, size_t n, const unsigned shift)
{
    size_t i = 0;
    for (; i + 64 <= n; i += 64) {
        neosig_gf16_group x[4];
        for (size_t g = 0; g < 4; g++)
            x[g] = neosig_gf16_load(to + i + 16 * g) | neosig_gf16_load(from + i + 16 * g) << shift;
        for (size_t g = 0; g < 4; g++)
            neosig_gf16_store(to + i + 16 * g, x[g]);
    }
    for (; i + 16 <= n; i += 16)
        neosig_gf16_store(to + i, neosig_gf16_load(to + i) | neosig_gf16_load(from + i) << shift);
    for (; i < n; i++)
        to[i] |= (uint8_t)(from[i] << shift);
}

static void put(const neosig_snova_ctx *ctx, uint8_t *restrict esk, size_t first, const uint8_t *restrict elements,
                size_t count)
{
    size_t half, low = in_low_half(ctx, first, count, &half);
    if (low > 0)
        put_nibbles(esk + first, elements, low, 0);
    if (low < count)
        put_nibbles(esk + first + low - half, elements + low, count - low, 4);
}

/* As put_nibbles, from packed elements: element 2i + j is nibble j of byte i. */
static inline void put_packed(uint8_t *restrict to, const uint8_t *restrict packed, size_t n, const unsigned shift)
{
    for (size_t i = 0; i < n / 2; i++) {
        to[2 * i] |= (uint8_t)((packed[i] & 15) << shift);
        to[2 * i + 1] |= (uint8_t)((packed[i] >> 4) << shift);
    }
    if (n % 2)
        to[n - 1] |= (uint8_t)((packed[n / 2] & 15) << shift);
}

/* The elements of P11_i, and before them one element of the stream, if P11_i begins in a high nibble. */
static uint8_t *lay_out_elements(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    return neosig_carve(arena, ctx->v * ctx->v * ctx->L + 1);
}

size_t neosig_snova_esk_put_f11_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out_elements(ctx, &arena);
    return arena.used;
}

void neosig_snova_esk_put_f11(const neosig_snova_ctx *ctx, uint8_t *esk, const neosig_snova_keystream *stream, size_t i,
                              void *memory)
{
    size_t count = ctx->v * ctx->v * ctx->L, first = first_of(ctx, PART_F11) + i * count, skip = stream->skip;
    size_t half, low = in_low_half(ctx, first, count, &half);
    if (skip % 2 || low % 2) {
        neosig_arena arena = {memory, 0};
        uint8_t *elements = lay_out_elements(ctx, &arena);
        neosig_gf16_unpack(elements, stream->packed + skip / 2, skip % 2 + count);
        put(ctx, esk, first, elements + skip % 2, count);
        return;
    }
    const uint8_t *packed = stream->packed + skip / 2;
    if (low > 0)
        put_packed(esk + first, packed, low, 0);
    if (low < count)
        put_packed(esk + first + low - half, packed + low / 2, count - low, 4);
}

void neosig_snova_esk_put_f12(const neosig_snova_ctx *ctx, uint8_t *esk, size_t i, const uint8_t *blocks)
{
    size_t count = ctx->v * ctx->o * ctx->L;
    put(ctx, esk, first_of(ctx, PART_F12) + i * count, blocks, count);
}

void neosig_snova_esk_put_f21(const neosig_snova_ctx *ctx, uint8_t *esk, size_t i, const uint8_t *blocks)
{
    size_t count = ctx->o * ctx->v * ctx->L;
    put(ctx, esk, first_of(ctx, PART_F21) + i * count, blocks, count);
}

void neosig_snova_esk_put_t(const neosig_snova_ctx *ctx, uint8_t *esk, const uint8_t *blocks)
{
    put(ctx, esk, first_of(ctx, PART_T12), blocks, ctx->v * ctx->o * ctx->L);
}

void neosig_snova_esk_put_abq(const neosig_snova_ctx *ctx, uint8_t *esk, const uint8_t *abq)
{
    const neosig_snova_abq c = neosig_snova_abq_of(ctx, abq);
    uint8_t q1[16 * 16] = {0}, q2[16 * 16] = {0}, elements[16 * 16];
    neosig_snova_field_matrices(q1, ctx->l, c.q1);
    neosig_snova_field_matrices(q2, ctx->l, c.q2);
    const uint8_t *const parts[] = {c.a, c.b, q1, q2};
    for (size_t p = PART_A; p <= PART_Q2; p++) {
        ctx->gf->transpose((neosig_gf16_matrix){elements, ctx->L, ctx->L, ctx->L},
                           (neosig_gf16_view){parts[p], 16, ctx->L, ctx->L});
        put(ctx, esk, p * ctx->L * ctx->L, elements, ctx->L * ctx->L);
    }
}

/* ---- Reading */

static void get(const neosig_snova_ctx *ctx, uint8_t *restrict elements, const uint8_t *restrict esk, size_t first,
                size_t count)
{
    size_t half, low = in_low_half(ctx, first, count, &half);
    for (size_t i = 0; i < low; i++)
        elements[i] = esk[first + i] & 15;
    for (size_t i = low; i < count; i++)
        elements[i] = esk[first + i - half] >> 4;
}

void neosig_snova_esk_get_abq(const neosig_snova_ctx *ctx, uint8_t *abq, const uint8_t *esk)
{
    uint8_t matrices[4][16 * 16], elements[16 * 16] = {0}, *b = abq + 16 * ctx->L, *q1 = b + 16 * ctx->L;
    for (size_t p = PART_A; p <= PART_Q2; p++) {
        get(ctx, elements, esk, p * ctx->L * ctx->L, ctx->L * ctx->L);
        neosig_snova_lanes_of_matrices(ctx, matrices[p], elements, ctx->L);
    }
    memset(abq, 0, neosig_snova_abq_bytes(ctx));
    memcpy(abq, matrices[PART_A], 16 * ctx->L);
    memcpy(b, matrices[PART_B], 16 * ctx->L);
    neosig_snova_field_coefficients(q1, ctx->l, matrices[PART_Q1]);
    neosig_snova_field_coefficients(q1 + 16 * ctx->l, ctx->l, matrices[PART_Q2]);
}

static uint8_t *lay_out_blocks(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    return neosig_carve(arena, neosig_snova_t_blocks_bytes(ctx));
}

size_t neosig_snova_esk_t_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out_blocks(ctx, &arena);
    return arena.used;
}

void neosig_snova_esk_get_t(const neosig_snova_ctx *ctx, uint8_t *t, const uint8_t *esk, void *memory)
{
    neosig_arena arena = {memory, 0};
    uint8_t *blocks = lay_out_blocks(ctx, &arena);
    get(ctx, blocks, esk, first_of(ctx, PART_T12), ctx->v * ctx->o * ctx->L);
    neosig_snova_t_rows(ctx, t, blocks);
}

/* Block rows that lie in one half of the key, with as many bytes behind them as kernels read. */
typedef struct stretch {
    const uint8_t *blocks;
    size_t rows;
    unsigned shift; /* of their nibbles */
} stretch;

/* The next stretch. rows: how many block rows are left, of count elements each. first: the number of their first
 * element. A block row that lies over the middle of the elements, or too near the key's end, is copied to block_row: it
 * is a stretch of its own. */
static stretch next_stretch(const neosig_snova_ctx *ctx, const uint8_t *esk, size_t first, size_t rows, size_t count,
                            uint8_t *block_row)
{
    size_t half = half_of(ctx), byte = first >= half ? first - half : first;
    size_t end = ctx->set->alg.secret_key_bytes - NEOSIG_GF16_SLACK, direct = byte < end ? (end - byte) / count : 0;
    if (direct > 0)
        return (stretch){esk + byte, direct < rows ? direct : rows, first >= half ? 4 : 0};
    get(ctx, block_row, esk, first, count);
    return (stretch){block_row, 1, 0};
}

/* Block rows as the rows of m, or as its columns. rows: how many; width: blocks of each; first: the number of their
 * first element. */
static void get_matrix(const neosig_snova_ctx *ctx, uint8_t *m, size_t stride, const uint8_t *esk, size_t first,
                       size_t rows, size_t width, int columns, uint8_t *block_row)
{
    const size_t count = width * ctx->L;
    const unsigned l = (unsigned)ctx->l;
    while (rows > 0) {
        const stretch x = next_stretch(ctx, esk, first, rows, count, block_row);
        if (columns)
            ctx->kernels->columns_of_blocks(m, stride, (neosig_snova_blocks){x.blocks, x.rows, width, l, x.shift});
        else
            ctx->kernels->rows_of_blocks(m, stride, (neosig_snova_blocks){x.blocks, x.rows, width, l, x.shift});
        rows -= x.rows;
        first += x.rows * count;
        m += x.rows * ctx->l * (columns ? 1 : stride);
    }
}

/* w += U^T times the matrix of these block rows. u: the tables of the rows of U for them. */
static void add_product(const neosig_snova_ctx *ctx, neosig_gf16_pairs w, const neosig_gf16_table *u,
                        const uint8_t *esk, size_t first, size_t rows, size_t width, uint8_t *block_row)
{
    const size_t count = width * ctx->L;
    while (rows > 0) {
        const stretch x = next_stretch(ctx, esk, first, rows, count, block_row);
        ctx->kernels->multiply_blocks(w, u, (neosig_snova_blocks){x.blocks, x.rows, width, (unsigned)ctx->l, x.shift});
        rows -= x.rows;
        first += x.rows * count;
        u += x.rows * ctx->l * ctx->u_pairs;
    }
}

static size_t f11_first(const neosig_snova_ctx *ctx, size_t i)
{
    return first_of(ctx, PART_F11) + i * ctx->v * ctx->v * ctx->L;
}

static size_t f12_first(const neosig_snova_ctx *ctx, size_t i)
{
    return first_of(ctx, PART_F12) + i * ctx->v * ctx->o * ctx->L;
}

typedef struct workspace {
    uint8_t *block_row;      /* of next_stretch: a block row of up to v blocks */
    uint8_t *f21;            /* F21_i in rows, one every v_stride */
    uint8_t *f21_transposed; /* V rows of O lanes, one every o_stride */
} workspace;

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    w.block_row = neosig_carve(arena, neosig_snova_rows_bytes(ctx->v, ctx->L));
    w.f21 = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->O), ctx->v_stride));
    w.f21_transposed = neosig_carve(arena, neosig_snova_rows_bytes(ctx->v_rows, ctx->o_stride));
    return w;
}

size_t neosig_snova_esk_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

static void get_f21_transposed(const neosig_snova_ctx *ctx, uint8_t *transposed, size_t stride, const uint8_t *esk,
                               size_t i, const workspace *w)
{
    const size_t first = first_of(ctx, PART_F21) + i * ctx->o * ctx->v * ctx->L;
    /* The kernel takes even l. */
    if (ctx->l != 3 && ctx->kernels->columns_of_blocks != NULL) {
        get_matrix(ctx, transposed, stride, esk, first, ctx->o, ctx->v, 1, w->block_row);
    } else {
        get_matrix(ctx, w->f21, ctx->v_stride, esk, first, ctx->o, ctx->v, 0, w->block_row);
        ctx->gf->transpose((neosig_gf16_matrix){transposed, stride, ctx->V, ctx->O},
                           (neosig_gf16_view){w->f21, ctx->v_stride, ctx->O, ctx->V});
    }
}

void neosig_snova_esk_get_r(const neosig_snova_ctx *ctx, uint8_t *r, const uint8_t *esk, size_t i, void *memory)
{
    neosig_arena arena = {memory, 0};
    const workspace w = lay_out(ctx, &arena);
    get_matrix(ctx, r, ctx->stride, esk, f11_first(ctx, i), ctx->v, ctx->v, 0, w.block_row);
    get_matrix(ctx, r + ctx->V, ctx->stride, esk, f12_first(ctx, i), ctx->v, ctx->o, 0, w.block_row);
    get_f21_transposed(ctx, r + ctx->V + ctx->O, ctx->stride, esk, i, &w);
}

void neosig_snova_esk_add_products(const neosig_snova_ctx *ctx, const neosig_gf16_pairs w[3],
                                   const neosig_gf16_table *u, const uint8_t *esk, size_t i, void *memory)
{
    neosig_arena arena = {memory, 0};
    const workspace own = lay_out(ctx, &arena);
    add_product(ctx, w[0], u, esk, f11_first(ctx, i), ctx->v, ctx->v, own.block_row);
    add_product(ctx, w[1], u, esk, f12_first(ctx, i), ctx->v, ctx->o, own.block_row);
    get_f21_transposed(ctx, own.f21_transposed, ctx->o_stride, esk, i, &own);
    ctx->gf->multiply(w[2], (neosig_gf16_factor){u, ctx->u_pairs},
                      (neosig_gf16_view){own.f21_transposed, ctx->o_stride, ctx->V, ctx->O});
}
