/* From seeds to objects: T from the private seed, P_i and R_i from the public one, the target. */
#include "snova/snova.h"

#include <string.h>

void neosig_snova_expand_t(const neosig_snova_ctx *s, uint8_t *t, neosig_gf16_table *tables, uint8_t *blocks,
                           const uint8_t *private_seed, uint8_t *scratch)
{
    /* scratch: the hash, packed, then as coefficients [block][p], then as [p][block]; and T as blocks. */
    size_t count = s->v * s->o, lanes = neosig_snova_lanes(count);
    uint8_t *second = scratch + neosig_snova_scratch_bytes(s);
    uint8_t *coefficients = second, *by_power = scratch, *entries = second;
    neosig_shake256(s->backend->keccak, scratch, (count * s->l + 1) / 2, private_seed, NEOSIG_SNOVA_PRIVATE_SEED);
    neosig_gf16_unpack(coefficients, scratch, count * s->l);
    neosig_gf16_deinterleave(by_power, lanes, coefficients, count, (unsigned)s->l);
    neosig_snova_replace_zero(by_power + (s->l - 1) * lanes, by_power, count);

    /* Entry e of all blocks is sum over p of coefficient p times (S^p)[e]. */
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
    neosig_snova_t_rows(s, t, tables, out, scratch);
}

/* ---- P: the key stream holds P11_0, ..., P11_(m-1), then so P12, then P21, each row by row in blocks */

static size_t p11_first(const neosig_snova_ctx *s, size_t i)
{
    return i * s->v * s->v * s->L;
}

static size_t p12_first(const neosig_snova_ctx *s, size_t i)
{
    return p11_first(s, s->m) + i * s->v * s->o * s->L;
}

static size_t p21_first(const neosig_snova_ctx *s, size_t i)
{
    return p12_first(s, s->m) + i * s->o * s->v * s->L;
}

/* rows block rows of width blocks each, from element first of the stream on. */
static void expand_rows(const neosig_snova_ctx *s, uint8_t *p, size_t stride, neosig_snova_keystream *stream,
                        size_t first, size_t rows, size_t width)
{
    neosig_snova_keystream_read(stream, first, rows * width * s->L);
    s->gf->rows_of_packed(p, stride, stream->packed, stream->skip, rows, width, (unsigned)s->l);
}

void neosig_snova_expand_p11(const neosig_snova_ctx *s, uint8_t *p11, size_t stride, neosig_snova_keystream *stream,
                             size_t i)
{
    expand_rows(s, p11, stride, stream, p11_first(s, i), s->v, s->v);
}

void neosig_snova_expand_p12(const neosig_snova_ctx *s, uint8_t *p12, size_t stride, neosig_snova_keystream *stream,
                             size_t i)
{
    expand_rows(s, p12, stride, stream, p12_first(s, i), s->v, s->o);
}

void neosig_snova_expand_p21(const neosig_snova_ctx *s, uint8_t *p21, size_t stride, neosig_snova_keystream *stream,
                             size_t i)
{
    expand_rows(s, p21, stride, stream, p21_first(s, i), s->o, s->v);
}

/* The transpose of the rows block rows of v blocks that the stream read last, where the backend has it at once; 0 where
 * not. */
static int expand_columns(const neosig_snova_ctx *s, uint8_t *transposed, size_t stride,
                          const neosig_snova_keystream *stream, size_t rows)
{
    if (s->l != 4 || s->gf->columns_of_packed == NULL)
        return 0;
    s->gf->columns_of_packed(transposed, stride, stream->packed + stream->skip / 2, rows, s->v);
    return 1;
}

void neosig_snova_transpose_p11(const neosig_snova_ctx *s, uint8_t *transposed, size_t stride,
                                const neosig_snova_keystream *stream, const uint8_t *p11)
{
    if (!expand_columns(s, transposed, stride, stream, s->v))
        s->gf->transpose(transposed, stride, p11, stride, s->V, s->V);
}

void neosig_snova_expand_r(const neosig_snova_ctx *s, uint8_t *r, neosig_snova_keystream *stream, size_t i,
                           uint8_t *scratch)
{
    neosig_snova_expand_p11(s, r, s->stride, stream, i);
    neosig_snova_expand_p12(s, r + s->V, s->stride, stream, i);
    neosig_snova_keystream_read(stream, p21_first(s, i), s->o * s->v * s->L);
    if (!expand_columns(s, r + s->V + s->O, s->stride, stream, s->o)) {
        s->gf->rows_of_packed(scratch, s->v_stride, stream->packed, stream->skip, s->o, s->v, (unsigned)s->l);
        s->gf->transpose(r + s->V + s->O, s->stride, scratch, s->v_stride, s->O, s->V);
    }
}

/* P22_i, packed, in place of what the stream read: kernels read past its end. */
static void read_p22(const neosig_snova_ctx *s, neosig_snova_keystream *stream, const uint8_t *pk, size_t i)
{
    size_t count = s->o * s->o * s->L, first = i * count;
    stream->skip = first % 2;
    memcpy(stream->packed, pk + NEOSIG_SNOVA_PUBLIC_SEED + first / 2, (stream->skip + count + 1) / 2);
}

void neosig_snova_expand_p(const neosig_snova_ctx *s, uint8_t *p, neosig_snova_keystream *stream, const uint8_t *pk,
                           size_t i)
{
    uint8_t *oil = p + s->V * s->stride;
    neosig_snova_expand_p11(s, p, s->stride, stream, i);
    neosig_snova_expand_p12(s, p + s->V, s->stride, stream, i);
    neosig_snova_expand_p21(s, oil, s->stride, stream, i);
    read_p22(s, stream, pk, i);
    s->gf->rows_of_packed(oil + s->V, s->stride, stream->packed, stream->skip, s->o, s->o, (unsigned)s->l);
}

/* w += U^T times rows block rows of the stream. */
static void add_product(const neosig_snova_ctx *s, uint8_t *w, size_t w_stride, const neosig_gf16_table *u,
                        neosig_snova_keystream *stream, size_t first, size_t rows, size_t width)
{
    neosig_snova_keystream_read(stream, first, rows * width * s->L);
    s->gf->multiply_packed(w, w_stride, u, stream->packed + stream->skip / 2, rows, width);
}

void neosig_snova_add_w(const neosig_snova_ctx *s, uint8_t *w, size_t w_stride, size_t oil, const neosig_gf16_table *u,
                        neosig_snova_keystream *stream, const uint8_t *pk, size_t i)
{
    const neosig_gf16_table *u_oil = u + s->V * s->u_pairs;
    add_product(s, w, w_stride, u, stream, p11_first(s, i), s->v, s->v);
    add_product(s, w + oil, w_stride, u, stream, p12_first(s, i), s->v, s->o);
    add_product(s, w, w_stride, u_oil, stream, p21_first(s, i), s->o, s->v);
    read_p22(s, stream, pk, i);
    s->gf->multiply_packed(w + oil, w_stride, u_oil, stream->packed, s->o, s->o);
}

/* ---- The target */

void neosig_snova_expand_target(const neosig_snova_ctx *s, uint8_t *target, const uint8_t *public_seed,
                                const uint8_t *digest, const uint8_t *salt)
{
    uint8_t input[NEOSIG_SNOVA_PUBLIC_SEED + NEOSIG_SNOVA_DIGEST + NEOSIG_SNOVA_SALT], packed[128];
    memcpy(input, public_seed, NEOSIG_SNOVA_PUBLIC_SEED);
    memcpy(input + NEOSIG_SNOVA_PUBLIC_SEED, digest, NEOSIG_SNOVA_DIGEST);
    memcpy(input + NEOSIG_SNOVA_PUBLIC_SEED + NEOSIG_SNOVA_DIGEST, salt, NEOSIG_SNOVA_SALT);
    neosig_shake256(s->backend->keccak, packed, (s->m * s->L + 1) / 2, input, sizeof input);
    neosig_gf16_unpack(target, packed, s->m * s->L);
}
