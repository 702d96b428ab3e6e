#include "snova/snova.h"

size_t neosig_snova_esk_offset(const neosig_snova_shape *s, neosig_snova_part part)
{
    const size_t sizes[PART_END] = {
        [PART_A] = s->L * s->L,
        [PART_B] = s->L * s->L,
        [PART_Q1] = s->L * s->L,
        [PART_Q2] = s->L * s->L,
        [PART_T12] = s->v * s->o * s->L,
        [PART_F11] = s->m * s->v * s->v * s->L,
        [PART_F12] = s->m * s->v * s->o * s->L,
        [PART_F21] = s->m * s->o * s->v * s->L,
    };
    size_t at = 0;
    for (size_t p = 0; p < (size_t)part; p++)
        at += sizes[p];
    return at;
}

/* How many of count elements from first on lie in the first half, that of the low nibbles. */
static size_t in_low_half(const neosig_snova_shape *s, size_t first, size_t count, size_t *half)
{
    *half = neosig_snova_esk_offset(s, PART_END) / 2;
    if (first >= *half)
        return 0;
    return *half - first < count ? *half - first : count;
}

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
    for (; i < n; i++)
        to[i] |= (uint8_t)(from[i] << shift);
}

void neosig_snova_esk_put(uint8_t *restrict esk, const neosig_snova_shape *s, size_t first,
                          const uint8_t *restrict elements, size_t count)
{
    size_t half, low = in_low_half(s, first, count, &half);
    if (low > 0)
        put_nibbles(esk + first, elements, low, 0);
    if (low < count)
        put_nibbles(esk + first + low - half, elements + low, count - low, 4);
}

/* The same of n packed elements: element 2i + j is nibble j of byte i. */
static inline void put_packed(uint8_t *restrict to, const uint8_t *restrict packed, size_t n, const unsigned shift)
{
    size_t i = 0;
    for (; i + 64 <= n; i += 64) {
        neosig_gf16_group x[4];
        for (size_t g = 0; g < 2; g++) {
            neosig_gf16_group p = neosig_gf16_load(packed + i / 2 + 16 * g);
            neosig_gf16_group low = shift ? p << 4 : p & 15, high = shift ? p & 0xf0 : p >> 4;
            x[2 * g] = __builtin_shufflevector(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            x[2 * g + 1] =
                __builtin_shufflevector(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        }
        for (size_t g = 0; g < 4; g++)
            neosig_gf16_store(to + i + 16 * g, neosig_gf16_load(to + i + 16 * g) | x[g]);
    }
    for (; i < n; i++)
        to[i] |= (uint8_t)((packed[i / 2] >> (i % 2 ? 4 : 0) & 15) << shift);
}

void neosig_snova_esk_put_f11(uint8_t *esk, const neosig_snova_shape *s, const neosig_snova_stream *stream, size_t i,
                              uint8_t *elements)
{
    size_t count = s->v * s->v * s->L, first = neosig_snova_esk_offset(s, PART_F11) + i * count, skip = i * count % 32;
    size_t half, low = in_low_half(s, first, count, &half);
    if (skip % 2 || low % 2) {
        neosig_gf16_unpack(elements, stream->packed + skip / 2, skip % 2 + count);
        neosig_snova_esk_put(esk, s, first, elements + skip % 2, count);
        return;
    }
    const uint8_t *packed = stream->packed + skip / 2;
    if (low > 0)
        put_packed(esk + first, packed, low, 0);
    if (low < count)
        put_packed(esk + first + low - half, packed + low / 2, count - low, 4);
}

void neosig_snova_esk_get(uint8_t *restrict elements, const neosig_snova_shape *s, const uint8_t *restrict esk,
                          size_t first, size_t count)
{
    size_t half, low = in_low_half(s, first, count, &half);
    for (size_t i = 0; i < low; i++)
        elements[i] = esk[first + i] & 15;
    for (size_t i = low; i < count; i++)
        elements[i] = esk[first + i - half] >> 4;
}

void neosig_snova_esk_put_map(uint8_t *esk, const neosig_snova_shape *s, neosig_snova_map *map)
{
    uint8_t q1[16][16], q2[16][16], elements[256];
    neosig_snova_ring_matrices(q1, s, map->q1);
    neosig_snova_ring_matrices(q2, s, map->q2);
    uint8_t(*const parts[])[16] = {map->a, map->b, q1, q2};
    for (size_t part = PART_A; part <= PART_Q2; part++) {
        for (size_t alpha = 0; alpha < s->L; alpha++)
            for (size_t e = 0; e < s->L; e++)
                elements[alpha * s->L + e] = parts[part][e][alpha];
        neosig_snova_esk_put(esk, s, part * s->L * s->L, elements, s->L * s->L);
    }
}

void neosig_snova_esk_get_map(neosig_snova_map *map, const neosig_snova_shape *s, const uint8_t *esk)
{
    /* The coefficients of Q are its first row times the inverse of the matrix of the first rows of S^0, S^1, ... */
    static const uint8_t inverse[3][4][4] = {
        {{1, 0}, {5, 6}},
        {{1, 0, 0}, {8, 7, 7}, {8, 6, 1}},
        {{1, 0, 0, 0}, {3, 6, 2, 4}, {12, 6, 8, 13}, {3, 4, 9, 4}},
    };
    uint8_t e[256];
    *map = (neosig_snova_map){0};
    for (size_t part = PART_A; part <= PART_Q2; part++) {
        neosig_snova_esk_get(e, s, esk, part * s->L * s->L, s->L * s->L);
        if (part <= PART_B) {
            uint8_t(*to)[16] = part == PART_A ? map->a : map->b;
            for (size_t alpha = 0; alpha < s->L; alpha++)
                for (size_t i = 0; i < s->L; i++)
                    to[i][alpha] = e[alpha * s->L + i];
            continue;
        }
        uint8_t(*to)[16] = part == PART_Q1 ? map->q1 : map->q2;
        for (size_t c = 0; c < s->l; c++) {
            neosig_gf16_group first_row = {0}, zero = {0};
            for (size_t alpha = 0; alpha < s->L; alpha++)
                first_row[alpha] = e[alpha * s->L + c];
            for (size_t p = 0; p < s->l; p++) {
                neosig_gf16_group term = neosig_gf16_mul_group(first_row, zero + inverse[s->l - 2][c][p]);
                neosig_gf16_store(to[p], neosig_gf16_load(to[p]) ^ term);
            }
        }
    }
}
