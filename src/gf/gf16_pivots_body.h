/* The kernels pivots and dot, for each backend; gf16_solve.c has the method. The including file first defines, for rows
 * of 32 lanes in two groups:
 *
 *   highest(found)       the number of the last lane that is 255, plus 1; 0 if there is none. Lanes are 255 or 0.
 *   picked(row, number)  in all 16 lanes, the element of row in lane number, or 0 if number is 255. number has the same
 *                        value in all lanes.
 *   product(x, y)        in each lane, the product as a polynomial of degree 6 at most */
#include "gf/gf16.h"

static const neosig_gf16_group lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

INLINE neosig_gf16_group spread(size_t x)
{
    return (neosig_gf16_group){0} + (uint8_t)x;
}

/* 255 where x = 0, and 0 for other x < 256. */
INLINE unsigned is_zero(unsigned x)
{
    return (x - 1) >> 8 & 0xff;
}

/* row += factor times other. */
INLINE void add_multiple(neosig_gf16_two_groups *row, neosig_gf16_group factor, const neosig_gf16_two_groups *other)
{
    UNROLL for (int g = 0; g < 2; g++) row->g[g] ^= neosig_gf16_reduce(product(other->g[g], factor));
}

static unsigned pivots(uint8_t scalars[8], uint8_t numbers[8], const uint8_t *window, size_t stride, size_t first,
                       size_t last)
{
    /* Lanes 28 to 31 hold what becomes of the unit matrix. */
    neosig_gf16_two_groups row[4];
    UNROLL for (int p = 0; p < 2; p++) UNROLL for (int g = 0; g < 2; g++)
    {
        neosig_gf16_group x = neosig_gf16_load(window + (size_t)p * stride + 16 * g);
        row[2 * p].g[g] = x & 15;
        row[2 * p + 1].g[g] = x >> 4;
    }
    UNROLL for (size_t r = 0; r < 4; r++)
    {
        row[r].g[1] &= (neosig_gf16_group)(lane_numbers < 12);
        row[r].g[1] |= (neosig_gf16_group)(lane_numbers == spread(12 + r)) & 1;
    }

    unsigned singular = 0;
    UNROLL for (size_t j = 0; j < 4; j++)
    {
        const size_t at = last - j;
        neosig_gf16_two_groups here, found;
        UNROLL for (int g = 0; g < 2; g++)
        {
            neosig_gf16_group lanes = lane_numbers + (uint8_t)(16 * g);
            here.g[g] = (neosig_gf16_group)(lanes == spread(at));
            found.g[g] = (neosig_gf16_group)(row[j].g[g] != 0) & (neosig_gf16_group)(lanes >= spread(first)) &
                         (neosig_gf16_group)(lanes <= spread(at));
        }
        const unsigned chosen = highest(&found);
        singular |= is_zero(chosen);
        /* If chosen is 0, the low byte of chosen - 1 is 255, whatever is_zero gives. */
        numbers[j] = (uint8_t)((chosen - 1) | is_zero((chosen - 1) ^ (unsigned)at));
        numbers[4 + j] = (uint8_t)at;
        const neosig_gf16_group other = spread(numbers[j]);
        UNROLL for (int r = 0; r < 4; r++)
        {
            const neosig_gf16_group change = picked(&row[r], other);
            UNROLL for (int g = 0; g < 2; g++) row[r].g[g] ^= change & here.g[g];
        }
        /* A one in the pivot, zeros above and below. */
        const neosig_gf16_group inverse = spread(neosig_gf16_inverse(picked(&row[j], spread(at))[0]));
        UNROLL for (int g = 0; g < 2; g++) row[j].g[g] = neosig_gf16_reduce(product(row[j].g[g], inverse));
        UNROLL for (size_t r = 0; r < 4; r++) if (r != j) add_multiple(&row[r], picked(&row[r], spread(at)), &row[j]);
    }
    UNROLL for (int p = 0; p < 2; p++)
    {
        uint8_t pairs[16];
        neosig_gf16_store(pairs, row[2 * p].g[1] ^ row[2 * p + 1].g[1] << 4);
        memcpy(scalars + 4 * p, pairs + 12, 4);
        /* Lanes 28 to 31 now hold the matrix by which the four rows are multiplied. update adds to the rows, so a one
         * is taken from its diagonal: (2 p, 2 p) in the low nibbles, (2 p + 1, 2 p + 1) in the high ones. */
        scalars[6 * p] ^= 1;
        scalars[6 * p + 1] ^= 1 << 4;
    }
    return singular;
}

static void dot(uint8_t sums[4], const uint8_t *pair, size_t stride, const uint8_t *values, size_t lanes)
{
    neosig_gf16_group sum[4] = {{0}};
    for (size_t lane = 0; lane < lanes; lane += 16) {
        neosig_gf16_group value = neosig_gf16_load(values + lane);
        UNROLL for (int p = 0; p < 2; p++)
        {
            neosig_gf16_group x = neosig_gf16_load(pair + (size_t)p * stride + lane);
            sum[2 * p] ^= product(x & 15, value);
            sum[2 * p + 1] ^= product(x >> 4, value);
        }
    }
    UNROLL for (int r = 0; r < 4; r++) sums[r] = neosig_gf16_sum(neosig_gf16_reduce(sum[r]));
}
