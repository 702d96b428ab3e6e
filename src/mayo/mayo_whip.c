/* Whipping: vectors as polynomials in z, times powers of z. */
#include "core/inline.h"
#include "core/wipe.h"
#include "mayo/mayo.h"

#include <assert.h>
#include <string.h>

/* A vector is spread out in two halves, as it is and times z, with zeros before and behind. So a load before its
 * beginning gives the vector times a power of z. */
enum { BEFORE = 48, WIDTH = 80, MOST_GROUPS = 7, HALF = BEFORE + 16 * MOST_GROUPS, SUM = 16 * MOST_GROUPS + 16 };

static_assert(2 * HALF == NEOSIG_MAYO_SPREAD_BYTES, "two halves");
static_assert(NEOSIG_MAYO_MAX_M / 2 + 1 <= WIDTH, "a vector times z");
static_assert(NEOSIG_MAYO_MAX_K * (NEOSIG_MAYO_MAX_K + 1) / 4 <= BEFORE, "the highest power");
static_assert(NEOSIG_MAYO_MAX_M / 2 + (NEOSIG_MAYO_MAX_K * (NEOSIG_MAYO_MAX_K + 1) / 2 + 1) / 2 <= 16 * MOST_GROUPS,
              "a vector times the highest power");

static unsigned power_of(const neosig_mayo_ctx *ctx, size_t i, size_t j)
{
    return i < j ? ctx->set->whipping[j * (j + 1) / 2 + i] : ctx->set->whipping[i * (i + 1) / 2 + j];
}

/* Bytes that powers of z move a polynomial of degree m - 1 to, behind m_bytes. */
static size_t high_bytes(const neosig_mayo_ctx *ctx)
{
    return (ctx->k * (ctx->k + 1) / 2 + 1) / 2;
}

/* to: zeros, or a vector that was spread out. */
static void spread_out(const neosig_mayo_ctx *ctx, uint8_t *to, const uint8_t *vector)
{
    uint8_t padded[1 + WIDTH] = {0}, *const v = padded + 1;
    memcpy(v, vector, ctx->m_bytes);
    for (size_t b = 0; b < WIDTH; b += 16) {
        neosig_gf16_store(to + BEFORE + b, neosig_gf16_load(v + b));
        neosig_gf16_store(to + HALF + BEFORE + b, neosig_gf16_load(v + b) << 4 | neosig_gf16_load(v + b - 1) >> 4);
    }
}

/* Where a vector that was spread out is times a power of z. */
static uint32_t place_of(unsigned power)
{
    return power % 2 * HALF + BEFORE - power / 2;
}

INLINE void sum_groups(const size_t groups, uint8_t *sum, const uint8_t *spread, const uint32_t *places, size_t count)
{
    neosig_gf16_group x[MOST_GROUPS] = {{0}};
    for (size_t j = 0; j < count; j++)
        UNROLL for (size_t g = 0; g < groups; g++) x[g] ^= neosig_gf16_load(spread + places[j] + 16 * g);
    UNROLL for (size_t g = 0; g < groups; g++) neosig_gf16_store(sum + 16 * g, x[g]);
}

/* sum: the sum of the polynomials at these places, in whole groups. */
static void sum_up(const neosig_mayo_ctx *ctx, uint8_t sum[SUM], const uint8_t *spread, const uint32_t *places,
                   size_t count)
{
    switch ((ctx->m_bytes + high_bytes(ctx) + 15) / 16) {
    case 7:
        sum_groups(7, sum, spread, places, count);
        break;
    case 6:
        sum_groups(6, sum, spread, places, count);
        break;
    case 5:
        sum_groups(5, sum, spread, places, count);
        break;
    case 4:
        sum_groups(4, sum, spread, places, count);
        break;
    case 3:
        sum_groups(3, sum, spread, places, count);
        break;
    default:
        sum_groups(2, sum, spread, places, count);
    }
}

/* Packed elements times x. */
static neosig_gf16_group times_x(neosig_gf16_group elements)
{
    const neosig_gf16_group carry = elements >> 3 & 0x11;
    return (elements << 1 & 0xee) ^ carry ^ carry << 1;
}

/* Brings a polynomial below z^m, which has SUM bytes, zeros behind its end. z^(m + i) = z^i tail, for all i at once,
 * since no power comes out that is m or more. z^j times the whole high part h is h moved by j nibbles. What is stored
 * is not read back before all is stored: a load of other bytes than one store's waits for the stores. */
static void reduce(const neosig_mayo_ctx *ctx, uint8_t *polynomial)
{
    enum { GROUPS = (NEOSIG_MAYO_MAX_K * (NEOSIG_MAYO_MAX_K + 1) / 4 + 1 + 15) / 16 };
    const size_t bytes = high_bytes(ctx), groups = bytes / 16 + 1 < GROUPS ? bytes / 16 + 1 : GROUPS;
    uint8_t products[4][2 + 16 * GROUPS]; /* behind two zeros, coefficient j of tail times h */
    UNROLL for (size_t j = 0; j < 4; j++) products[j][0] = products[j][1] = 0;
    for (size_t g = 0; g < groups; g++) {
        neosig_gf16_group multiple = neosig_gf16_load(polynomial + ctx->m_bytes + 16 * g), sum[4] = {{0}};
        UNROLL for (unsigned bit = 0; bit < 4; bit++)
        {
            UNROLL for (size_t j = 0; j < 4; j++) if ((ctx->set->tail[j] >> bit & 1) != 0) sum[j] ^= multiple;
            multiple = times_x(multiple);
        }
        UNROLL for (size_t j = 0; j < 4; j++) neosig_gf16_store(products[j] + 2 + 16 * g, sum[j]);
    }
    for (size_t g = 0; g < groups; g++) {
        neosig_gf16_group sum = neosig_gf16_load(polynomial + 16 * g);
        UNROLL for (size_t j = 0; j < 4; j++)
        {
            const uint8_t *const moved = products[j] + 2 - j / 2 + 16 * g;
            const neosig_gf16_group x = neosig_gf16_load(moved);
            sum ^= j % 2 == 0 ? x : x << 4 | neosig_gf16_load(moved - 1) >> 4;
        }
        neosig_gf16_store(polynomial + 16 * g, sum);
    }
}

void neosig_mayo_make_columns(const neosig_mayo_ctx *ctx, uint8_t *columns, const uint8_t *M, uint8_t *spread)
{
    uint8_t column[SUM] = {0};
    uint32_t places[NEOSIG_MAYO_MAX_K];
    memset(spread, 0, ctx->k * ctx->o * NEOSIG_MAYO_SPREAD_BYTES);
    for (size_t j = 0; j < ctx->k; j++)
        for (size_t c = 0; c < ctx->o; c++)
            spread_out(ctx, spread + (j * ctx->o + c) * NEOSIG_MAYO_SPREAD_BYTES,
                       M + (j * ctx->o_width + c) * ctx->m_bytes);
    for (size_t i = 0; i < ctx->k; i++) {
        for (size_t j = 0; j < ctx->k; j++)
            places[j] = (uint32_t)(j * ctx->o * NEOSIG_MAYO_SPREAD_BYTES) + place_of(power_of(ctx, i, j));
        for (size_t c = 0; c < ctx->o; c++, columns += ctx->m_bytes) {
            sum_up(ctx, column, spread + c * NEOSIG_MAYO_SPREAD_BYTES, places, ctx->k);
            reduce(ctx, column);
            memcpy(columns, column, ctx->m_bytes);
        }
    }
    neosig_wipe(column, sizeof column);
}

void neosig_mayo_whip(const neosig_mayo_ctx *ctx, uint8_t *y, const uint8_t *U, uint8_t *spread)
{
    uint8_t sum[SUM] = {0}, of_row[SUM];
    uint32_t places[NEOSIG_MAYO_MAX_K];
    memset(spread, 0, ctx->k * NEOSIG_MAYO_SPREAD_BYTES);
    for (size_t i = 0; i < ctx->k; i++) {
        for (size_t j = i; j < ctx->k; j++) {
            spread_out(ctx, spread + (j - i) * NEOSIG_MAYO_SPREAD_BYTES, U + (j - i) * ctx->m_bytes);
            places[j - i] = (uint32_t)((j - i) * NEOSIG_MAYO_SPREAD_BYTES) + place_of(power_of(ctx, i, j));
        }
        sum_up(ctx, of_row, spread, places, ctx->k - i);
        neosig_gf16_add(sum, of_row, ctx->m_bytes + high_bytes(ctx));
        U += (ctx->k_width - i) * ctx->m_bytes;
    }
    reduce(ctx, sum);
    neosig_gf16_add(y, sum, ctx->m_bytes);
}
