/* The kernels pivots and dot of both fields, for each backend; solve_body.h has the method. The including file first
 * defines LINE_ROWS, 2 over GF(16), whose lines are pair rows, and 1 over GF(256). Then, for rows of 32 lanes in two
 * groups or of 16 lanes in one:
 *
 *   highest(found)          the number of the last lane that is 255, plus 1; 0 if there is none. Lanes are 255 or 0.
 *   picked(row, number)     in all 16 lanes, the element of row in lane number, or 0 if number is 255. number has the
 *                           same value in all lanes.
 *   lane_product(x, y)      in each lane, the product: over GF(16) as a polynomial of degree 6 at most
 *   lane_inverse(x)         over GF(256): in all lanes, the inverse of what is in all lanes. Of 0 it is anything.
 *
 * If these two are for elements in another basis, it also defines the macros TO_LANES(x) and FROM_LANES(x), which
 * change to that basis and back. */
#include "gf/gf16.h"

static const neosig_gf16_group lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

INLINE neosig_gf16_group spread(size_t x)
{
    return (neosig_gf16_group){0} + (uint8_t)x;
}

#if LINE_ROWS == 2
typedef neosig_gf16_two_groups window_row;
enum { WINDOW_GROUPS = 2 };
#define in_field neosig_gf16_reduce

INLINE neosig_gf16_group lane_inverse(neosig_gf16_group x)
{
    return spread(neosig_gf16_inverse(x[0]));
}
#else
typedef neosig_gf16_one_group window_row;
enum { WINDOW_GROUPS = 1 };
#define in_field(x) (x)
#endif

#ifndef TO_LANES
#define TO_LANES(x) (x)
#define FROM_LANES(x) (x)
#endif

/* 255 where x = 0, and 0 for other x < 256. */
INLINE unsigned is_zero(unsigned x)
{
    return (x - 1) >> 8 & 0xff;
}

/* row += factor times other. */
INLINE void add_multiple(window_row *row, neosig_gf16_group factor, const window_row *other)
{
    UNROLL for (int g = 0; g < WINDOW_GROUPS; g++) row->g[g] ^= in_field(lane_product(other->g[g], factor));
}

static unsigned pivots(uint8_t scalars[16 / LINE_ROWS], uint8_t numbers[8], const uint8_t *window, size_t stride,
                       size_t first, size_t last)
{
    /* The last four lanes hold what becomes of the unit matrix. */
    window_row row[4];
    UNROLL for (int p = 0; p < 4 / LINE_ROWS; p++) UNROLL for (int g = 0; g < WINDOW_GROUPS; g++)
    {
        neosig_gf16_group x = TO_LANES(neosig_gf16_load(window + (size_t)p * stride + 16 * g));
        row[LINE_ROWS * p].g[g] = LINE_ROWS == 2 ? x & 15 : x;
        if (LINE_ROWS == 2)
            row[2 * p + 1].g[g] = x >> 4;
    }
    UNROLL for (size_t r = 0; r < 4; r++)
    {
        row[r].g[WINDOW_GROUPS - 1] &= (neosig_gf16_group)(lane_numbers < 12);
        row[r].g[WINDOW_GROUPS - 1] |= (neosig_gf16_group)(lane_numbers == spread(12 + r)) & 1;
    }

    unsigned singular = 0;
    UNROLL for (size_t j = 0; j < 4; j++)
    {
        const size_t at = last - j;
        window_row here, found;
        UNROLL for (int g = 0; g < WINDOW_GROUPS; g++)
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
            UNROLL for (int g = 0; g < WINDOW_GROUPS; g++) row[r].g[g] ^= change & here.g[g];
        }
        /* A one in the pivot, zeros above and below. */
        const neosig_gf16_group scale = lane_inverse(picked(&row[j], spread(at)));
        UNROLL for (int g = 0; g < WINDOW_GROUPS; g++) row[j].g[g] = in_field(lane_product(row[j].g[g], scale));
        UNROLL for (size_t r = 0; r < 4; r++) if (r != j) add_multiple(&row[r], picked(&row[r], spread(at)), &row[j]);
    }
    UNROLL for (int p = 0; p < 4 / LINE_ROWS; p++)
    {
        uint8_t last_lanes[16];
        neosig_gf16_store(last_lanes, LINE_ROWS == 2
                                          ? row[2 * p].g[WINDOW_GROUPS - 1] ^ row[2 * p + 1].g[WINDOW_GROUPS - 1] << 4
                                          : FROM_LANES(row[p].g[WINDOW_GROUPS - 1]));
        memcpy(scalars + 4 * p, last_lanes + 12, 4);
        /* The last lanes now hold the matrix by which the four rows are multiplied. update adds to the rows, so a one
         * is taken from its diagonal: of pair rows, (2 p, 2 p) in the low nibbles, (2 p + 1, 2 p + 1) in the high ones.
         */
        scalars[(4 + LINE_ROWS) * p] ^= 1;
        if (LINE_ROWS == 2)
            scalars[6 * p + 1] ^= 1 << 4;
    }
    return singular;
}

static void dot(uint8_t sums[4], const uint8_t *lines, size_t stride, const uint8_t *values, size_t lanes)
{
    neosig_gf16_group sum[4] = {{0}};
    for (size_t lane = 0; lane < lanes; lane += 16) {
        neosig_gf16_group value = TO_LANES(neosig_gf16_load(values + lane));
        UNROLL for (int p = 0; p < 4 / LINE_ROWS; p++)
        {
            neosig_gf16_group x = TO_LANES(neosig_gf16_load(lines + (size_t)p * stride + lane));
            sum[LINE_ROWS * p] ^= lane_product(LINE_ROWS == 2 ? x & 15 : x, value);
            if (LINE_ROWS == 2)
                sum[2 * p + 1] ^= lane_product(x >> 4, value);
        }
    }
    UNROLL for (int r = 0; r < 4; r++) sums[r] = neosig_gf16_sum(FROM_LANES(in_field(sum[r])));
}
