#include <string.h>

#include "snova/snova.h"

/* ---- The public stream */

size_t neosig_snova_stream_bytes(const neosig_snova_shape *shape)
{
    return neosig_snova_lanes(shape->v * shape->v * shape->L / 2 + 32);
}

void neosig_snova_stream_open(neosig_snova_stream *stream, const neosig_snova_shape *shape, const uint8_t *public_seed)
{
    stream->aes = shape->backend->aes;
    stream->aes->expand(&stream->key, public_seed, NEOSIG_SNOVA_PUBLIC_SEED);
}

/* The packed stream from the block of element first on; the result is the element's number in it. */
static size_t stream_to(const neosig_snova_stream *stream, size_t first, size_t count)
{
    static const uint8_t zero_nonce[16] = {0};
    size_t skip = first % 32;
    stream->aes->ctr(stream->packed, (skip + count + 1) / 2, &stream->key, zero_nonce, (uint32_t)(first / 32));
    return skip;
}

const uint8_t *neosig_snova_stream_get(const neosig_snova_stream *stream, uint8_t *elements, size_t first, size_t count)
{
    size_t skip = stream_to(stream, first, count);
    neosig_gf16_unpack(elements, stream->packed, skip + count);
    return elements + skip;
}

/* rows block rows of width blocks each, from element first of the stream on, as the rows of m. */
static void stream_rows(uint8_t *m, size_t stride, const neosig_snova_shape *s, const neosig_snova_stream *stream,
                        size_t first, size_t rows, size_t width)
{
    size_t at = stream_to(stream, first, rows * width * s->L);
    s->gf->rows_of_packed(m, stride, stream->packed, at, rows, width, (unsigned)s->l);
}

/* Where the parts of the public stream begin. */
static size_t p11_at(const neosig_snova_shape *s, size_t i)
{
    return i * s->v * s->v * s->L;
}

static size_t p12_at(const neosig_snova_shape *s, size_t i)
{
    return p11_at(s, s->m) + i * s->v * s->o * s->L;
}

static size_t p21_at(const neosig_snova_shape *s, size_t i)
{
    return p12_at(s, s->m) + i * s->o * s->v * s->L;
}

/* The transpose of rows block rows of v packed blocks, where the backend has it at once; 0 where not. */
static int packed_columns(uint8_t *m, size_t stride, const neosig_snova_shape *s, const uint8_t *packed, size_t first,
                          size_t rows)
{
    if (s->l != 4 || s->gf->columns_of_packed == NULL)
        return 0;
    s->gf->columns_of_packed(m, stride, packed + first / 2, rows, s->v);
    return 1;
}

/* ---- A, B, Q1, Q2 */

static neosig_gf16_group minor(uint8_t m[16][16], size_t a, size_t b, size_t c, size_t d)
{
    return neosig_gf16_mul_group(neosig_gf16_load(m[a]), neosig_gf16_load(m[d])) ^
           neosig_gf16_mul_group(neosig_gf16_load(m[b]), neosig_gf16_load(m[c]));
}

/* The determinants of the matrices of all alpha. */
static neosig_gf16_group determinants(uint8_t m[16][16], size_t l)
{
    neosig_gf16_group det = {0};
    if (l == 2)
        return minor(m, 0, 1, 2, 3);
    if (l == 3) {
        for (size_t c = 0; c < 3; c++) {
            size_t c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            det ^= neosig_gf16_mul_group(neosig_gf16_load(m[c]), minor(m, 3 + c1, 3 + c2, 6 + c1, 6 + c2));
        }
        return det;
    }
    /* Laplace along the first two rows: all signs are + in characteristic 2. */
    for (size_t i = 0; i < 4; i++)
        for (size_t j = i + 1; j < 4; j++) {
            size_t p = i == 0 ? (j == 1 ? 2 : 1) : 0, q = 6 - i - j - p;
            det ^= neosig_gf16_mul_group(minor(m, i, j, 4 + i, 4 + j), minor(m, 8 + p, 8 + q, 12 + p, 12 + q));
        }
    return det;
}

/* Adds S, 2 S, 3 S, ... 15 S, S, ... to the singular ones of L matrices until none is. */
static void make_invertible_vartime(uint8_t m[16][16], size_t l)
{
    for (unsigned step = 0;; step++) {
        neosig_gf16_group d = determinants(m, l);
        int done = 1;
        for (size_t alpha = 0; alpha < l * l; alpha++) {
            if (d[alpha] != 0)
                continue;
            done = 0;
            for (size_t e = 0; e < l * l; e++)
                m[e][alpha] ^= neosig_gf16_mul((uint8_t)(1 + step % 15), (uint8_t)(8 - e / l - e % l));
        }
        if (done)
            return;
    }
}

/* The last of l coefficients, replaced where it is zero: the result is never zero. */
static void last_coefficient(uint8_t *restrict last, const uint8_t *restrict first, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t instead = (uint8_t)(16 - (first[i] + (first[i] == 0)));
        last[i] = (uint8_t)(last[i] | (instead & (uint8_t)-(last[i] == 0)));
    }
}

void neosig_snova_map_vartime(neosig_snova_map *map, const neosig_snova_shape *s, const neosig_snova_stream *stream)
{
    uint8_t elements[32 + 2 * 256 + 2 * 64];
    const uint8_t *e = neosig_snova_stream_get(stream, elements, p21_at(s, s->m), 2 * s->L * s->L + 2 * s->L * s->l);
    memset(map, 0, sizeof *map);
    for (size_t alpha = 0; alpha < s->L; alpha++) {
        for (size_t i = 0; i < s->L; i++) {
            map->a[i][alpha] = e[alpha * s->L + i];
            map->b[i][alpha] = e[(s->L + alpha) * s->L + i];
        }
        for (size_t i = 0; i < s->l; i++) {
            map->q1[i][alpha] = e[2 * s->L * s->L + alpha * s->l + i];
            map->q2[i][alpha] = e[2 * s->L * s->L + (s->L + alpha) * s->l + i];
        }
    }
    /* Q1 and Q2 are not zero, and F16[S] is a field: they are invertible as they are. */
    make_invertible_vartime(map->a, s->l);
    make_invertible_vartime(map->b, s->l);
    last_coefficient(map->q1[s->l - 1], map->q1[0], s->L);
    last_coefficient(map->q2[s->l - 1], map->q2[0], s->L);
}

/* ---- Matrices */

size_t neosig_snova_scratch_bytes(const neosig_snova_shape *s)
{
    size_t square = s->rows * (s->rows + 16), pairs = neosig_gf16_round(s->o_pairs) * (s->rows + 16);
    size_t blocks = 16 * neosig_snova_lanes(s->v * s->o); /* each in 16 bytes; as many rows are transposed */
    size_t most = square > pairs ? square : pairs;
    return neosig_snova_lanes((most > blocks ? most : blocks) + s->L * NEOSIG_GF16_SLACK);
}

void neosig_snova_t_of_blocks(uint8_t *t, neosig_gf16_table *tables, const neosig_snova_shape *s, const uint8_t *blocks,
                              uint8_t *scratch)
{
    s->gf->rows_of_blocks(t, s->t_stride, blocks, s->v, s->o, (unsigned)s->l, 0);
    if (tables == NULL)
        return;
    for (size_t row = 0; row < s->V; row++) {
        uint8_t *x = t + row * s->t_stride;
        x[s->O] = 0; /* the row after the last, where O is odd */
        neosig_gf16_join(scratch + row * s->o_pairs, x, x + s->o_pairs, s->o_pairs);
    }
    s->gf->tables(tables, scratch, s->V * s->o_pairs);
}

void neosig_snova_secret_t(uint8_t *t, neosig_gf16_table *tables, uint8_t *blocks, const neosig_snova_shape *s,
                           const uint8_t *private_seed, uint8_t *scratch)
{
    /* scratch: the stream, packed, then as coefficients [block][s], then as [s][block]; and T as blocks. */
    size_t count = s->v * s->o, lanes = neosig_snova_lanes(count);
    uint8_t *second = scratch + neosig_snova_scratch_bytes(s);
    uint8_t *coefficients = second, *by_power = scratch, *entries = second;
    neosig_shake256(s->backend->keccak, scratch, (count * s->l + 1) / 2, private_seed, NEOSIG_SNOVA_PRIVATE_SEED);
    neosig_gf16_unpack(coefficients, scratch, count * s->l);
    neosig_gf16_deinterleave(by_power, lanes, coefficients, count, (unsigned)s->l);
    last_coefficient(by_power + (s->l - 1) * lanes, by_power, count);

    /* Entry e of all blocks is sum over s of coefficient s times (S^s)[e]. */
    const uint8_t *powers = neosig_snova_powers_of_s(s->l);
    uint8_t pairs[4 * 8];
    neosig_gf16_table power_tables[4 * 8];
    for (size_t p = 0; p < s->l; p++)
        for (size_t e = 0; e < s->u_pairs; e++) {
            size_t other = e + s->u_pairs;
            pairs[p * s->u_pairs + e] =
                (uint8_t)(powers[p * s->L + e] | (other < s->L ? powers[p * s->L + other] << 4 : 0));
        }
    s->gf->tables(power_tables, pairs, s->l * s->u_pairs);
    s->gf->multiply(entries, lanes, power_tables, s->u_pairs, by_power, lanes, s->u_pairs, s->l, count);
    /* by_power is done with: entries of each block together, 16 bytes a block. */
    uint8_t *gathered = scratch;
    s->gf->transpose(gathered, 16, entries, lanes, s->u_pairs, count);
    uint8_t *out = blocks ? blocks : second;
    for (size_t k = 0; k < count; k++) /* in whole groups: the next store overwrites the excess */
        neosig_gf16_split(out + k * s->L, s->u_pairs, gathered + 16 * k, 16, 1, s->u_pairs);
    neosig_snova_t_of_blocks(t, tables, s, out, scratch);
}

void neosig_snova_p11_rows(uint8_t *m, size_t stride, const neosig_snova_shape *s, const neosig_snova_stream *stream,
                           size_t i)
{
    stream_rows(m, stride, s, stream, p11_at(s, i), s->v, s->v);
}

void neosig_snova_p12_rows(uint8_t *m, size_t stride, const neosig_snova_shape *s, const neosig_snova_stream *stream,
                           size_t i)
{
    stream_rows(m, stride, s, stream, p12_at(s, i), s->v, s->o);
}

void neosig_snova_p21_rows(uint8_t *m, size_t stride, const neosig_snova_shape *s, const neosig_snova_stream *stream,
                           size_t i)
{
    stream_rows(m, stride, s, stream, p21_at(s, i), s->o, s->v);
}

void neosig_snova_public_rows(uint8_t *r, const neosig_snova_shape *s, const neosig_snova_stream *stream, size_t i,
                              uint8_t *scratch)
{
    neosig_snova_p11_rows(r, s->stride, s, stream, i);
    neosig_snova_p12_rows(r + s->V, s->stride, s, stream, i);
    size_t at = stream_to(stream, p21_at(s, i), s->o * s->V * s->l);
    if (!packed_columns(r + s->V + s->O, s->stride, s, stream->packed, at, s->o)) {
        s->gf->rows_of_packed(scratch, s->rows + 16, stream->packed, at, s->o, s->v, (unsigned)s->l);
        s->gf->transpose(r + s->V + s->O, s->stride, scratch, s->rows + 16, s->O, s->V);
    }
}

void neosig_snova_p11_columns(uint8_t *m, size_t stride, const neosig_snova_shape *s, const neosig_snova_stream *stream,
                              size_t i, const uint8_t *p11)
{
    if (!packed_columns(m, stride, s, stream->packed, p11_at(s, i) % 32, s->v))
        s->gf->transpose(m, stride, p11, stride, s->V, s->V);
}

void neosig_snova_add_transposed(uint8_t *dst, size_t dst_stride, const neosig_snova_shape *s, uint8_t *src,
                                 size_t src_stride, size_t count, size_t lanes, uint8_t *scratch)
{
    size_t pairs = (count + 1) / 2, stride = neosig_gf16_round(pairs);
    /* Zeros past the last pair let whole groups be added. */
    memset(src + pairs * src_stride, 0, (stride - pairs) * src_stride);
    s->gf->transpose(scratch, stride, src, src_stride, stride, lanes);
    for (size_t lane = 0; lane < lanes; lane++, scratch += stride, dst += dst_stride)
        neosig_gf16_add_split(dst, dst + pairs, scratch, pairs);
}

void neosig_snova_transpose_pairs(uint8_t *dst, size_t dst_stride, const neosig_snova_shape *s, const uint8_t *src,
                                  size_t src_stride, size_t pairs, size_t lanes, uint8_t *scratch)
{
    size_t stride = neosig_gf16_round(pairs);
    s->gf->transpose(scratch, stride, src, src_stride, pairs, lanes);
    for (size_t lane = 0; lane < lanes; lane++)
        neosig_gf16_split(dst + lane * dst_stride, pairs, scratch + lane * stride, stride, 1, pairs);
}

void neosig_snova_to_f21(uint8_t *r, const neosig_snova_shape *s, const neosig_gf16_table *t, uint8_t *scratch)
{
    /* T^T P11 in pair rows over O, lanes over V. */
    size_t stride = s->rows + 16;
    uint8_t *transposed = scratch + neosig_snova_scratch_bytes(s);
    s->gf->multiply(scratch, stride, t, s->o_pairs, r, s->stride, s->o_pairs, s->V, s->V);
    neosig_snova_add_transposed(r + s->V + s->O, s->stride, s, scratch, stride, s->O, s->V, transposed);
}

void neosig_snova_to_f12(uint8_t *r, const neosig_snova_shape *s, const neosig_gf16_table *t, uint8_t *scratch)
{
    /* (P11 T)^T = T^T P11^T. */
    size_t stride = s->rows + 16;
    uint8_t *product = scratch + neosig_snova_scratch_bytes(s);
    s->gf->transpose(scratch, stride, r, s->stride, s->V, s->V);
    s->gf->multiply(product, stride, t, s->o_pairs, scratch, stride, s->o_pairs, s->V, s->V);
    neosig_snova_add_transposed(r + s->V, s->stride, s, product, stride, s->O, s->V, scratch);
}

static void put_blocks(uint8_t *m, size_t stride, const neosig_snova_shape *s, const uint8_t *blocks, size_t rows,
                       size_t width, unsigned shift, int columns)
{
    if (columns)
        s->gf->columns_of_blocks(m, stride, blocks, rows, width, (unsigned)s->l, shift);
    else
        s->gf->rows_of_blocks(m, stride, blocks, rows, width, (unsigned)s->l, shift);
}

/* rows block rows of width blocks, from element first of an expanded secret key on, as the rows or the columns of m. */
static void esk_part(uint8_t *m, size_t stride, const neosig_snova_shape *s, const uint8_t *esk, size_t first,
                     size_t rows, size_t width, int columns, uint8_t *scratch)
{
    size_t count = width * s->L, half = neosig_snova_esk_offset(s, PART_END) / 2;
    while (rows > 0) {
        /* As many as lie in one half and leave the kernel its slack, else one by way of scratch. */
        int high = first >= half;
        size_t at = high ? first - half : first;
        size_t end = s->set->alg.secret_key_bytes - NEOSIG_GF16_SLACK, direct = at < end ? (end - at) / count : 0;
        direct = direct < rows ? direct : rows;
        if (direct > 0) {
            put_blocks(m, stride, s, esk + at, direct, width, high ? 4 : 0, columns);
        } else {
            direct = 1;
            neosig_snova_esk_get(scratch, s, esk, first, count);
            put_blocks(m, stride, s, scratch, 1, width, 0, columns);
        }
        rows -= direct;
        first += direct * count;
        m += direct * s->l * (columns ? 1 : stride);
    }
}

void neosig_snova_esk_rows(uint8_t *r, const neosig_snova_shape *s, const uint8_t *esk, size_t i, uint8_t *scratch)
{
    size_t row = s->v * s->L, short_row = s->o * s->L, stride = s->rows + 16;
    uint8_t *e = scratch + neosig_snova_scratch_bytes(s);
    size_t f11 = neosig_snova_esk_offset(s, PART_F11) + i * s->v * row;
    size_t f12 = neosig_snova_esk_offset(s, PART_F12) + i * s->v * short_row;
    size_t f21 = neosig_snova_esk_offset(s, PART_F21) + i * s->o * row;
    esk_part(r, s->stride, s, esk, f11, s->v, s->v, 0, e);
    esk_part(r + s->V, s->stride, s, esk, f12, s->v, s->o, 0, e);
    if (s->l != 3 && s->gf->columns_of_blocks != NULL) {
        esk_part(r + s->V + s->O, s->stride, s, esk, f21, s->o, s->v, 1, e);
    } else {
        esk_part(scratch, stride, s, esk, f21, s->o, s->v, 0, e);
        s->gf->transpose(r + s->V + s->O, s->stride, scratch, stride, s->O, s->V);
    }
}

void neosig_snova_verify_rows(uint8_t *p, const neosig_snova_shape *s, const neosig_snova_stream *stream,
                              const uint8_t *pk, size_t i)
{
    uint8_t *oil = p + s->V * s->stride;
    size_t count = s->o * s->o * s->L, first = i * count;
    neosig_snova_p11_rows(p, s->stride, s, stream, i);
    neosig_snova_p12_rows(p + s->V, s->stride, s, stream, i);
    neosig_snova_p21_rows(oil, s->stride, s, stream, i);
    memcpy(stream->packed, pk + NEOSIG_SNOVA_PUBLIC_SEED + first / 2, (first % 2 + count + 1) / 2);
    s->gf->rows_of_packed(oil + s->V, s->stride, stream->packed, first % 2, s->o, s->o, (unsigned)s->l);
}

/* w += U^T times rows block rows of the stream. */
static void add_product(uint8_t *w, size_t w_stride, const neosig_snova_shape *s, const neosig_gf16_table *u,
                        const neosig_snova_stream *stream, size_t first, size_t rows, size_t width)
{
    size_t at = stream_to(stream, first, rows * width * s->L);
    s->gf->multiply_packed(w, w_stride, u, stream->packed + at / 2, rows, width);
}

void neosig_snova_verify_product(uint8_t *w, size_t w_stride, size_t oil, const neosig_snova_shape *s,
                                 const neosig_gf16_table *u, const neosig_snova_stream *stream, const uint8_t *pk,
                                 size_t i)
{
    const neosig_gf16_table *u_oil = u + s->V * s->u_pairs;
    size_t count = s->o * s->o * s->L;
    add_product(w, w_stride, s, u, stream, p11_at(s, i), s->v, s->v);
    add_product(w + oil, w_stride, s, u, stream, p12_at(s, i), s->v, s->o);
    add_product(w, w_stride, s, u_oil, stream, p21_at(s, i), s->o, s->v);
    memcpy(stream->packed, pk + NEOSIG_SNOVA_PUBLIC_SEED + i * count / 2, count / 2);
    s->gf->multiply_packed(w + oil, w_stride, u_oil, stream->packed, s->o, s->o);
}
