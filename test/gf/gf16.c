/* Every kernel over GF(16) in every backend that this CPU runs, against loops over elements. */
#include "core/backend.h"
#include "gf/random_matrices.h"

static void field(void)
{
    int product = 1, inverse = 1, group = 1;
    for (unsigned a = 0; a < 16; a++) {
        uint8_t lanes[16];
        for (unsigned b = 0; b < 16; b++) {
            product &= neosig_gf16_mul((uint8_t)a, (uint8_t)b) == times((uint8_t)a, (uint8_t)b);
            lanes[b] = (uint8_t)b;
        }
        inverse &= times((uint8_t)a, neosig_gf16_inverse((uint8_t)a)) == (a != 0);
        neosig_gf16_group all = neosig_gf16_mul_group((neosig_gf16_group){0} + (uint8_t)a, neosig_gf16_load(lanes));
        for (unsigned b = 0; b < 16; b++)
            group &= all[b] == times((uint8_t)a, (uint8_t)b);
    }
    CHECK(product);
    CHECK(inverse);
    CHECK(group);
}

/* All 256 pairs by all 16 elements, in batches of each length. */
static void all_pairs(const neosig_gf16_kernels *k)
{
    uint8_t pairs[256], row[16 + NEOSIG_GF16_SLACK] = {0}, c[16 + NEOSIG_GF16_SLACK];
    for (unsigned i = 0; i < 256; i++)
        pairs[i] = (uint8_t)i;
    for (unsigned i = 0; i < 16; i++)
        row[i] = (uint8_t)i;
    int good = 1;
    for (size_t batch = 1; batch <= 40; batch++)
        for (size_t first = 0; first < 256; first += batch) {
            size_t count = 256 - first < batch ? 256 - first : batch;
            neosig_gf16_table *t = tables_of(k, pairs + first, count);
            for (size_t i = 0; i < count; i++) {
                k->multiply((neosig_gf16_pairs){c, 16, 1, 16}, (neosig_gf16_factor){t + i, 1},
                            (neosig_gf16_view){row, 16, 1, 16});
                for (uint8_t x = 0; x < 16; x++)
                    good &= c[x] == pair_times(pairs[first + i], x);
            }
            free(t);
        }
    CHECK_KERNEL(k, good, "batches of 1 to 40 tables");
}

static void multiply(const neosig_gf16_kernels *k)
{
    size_t pairs = between(1, 21), rows = between(0, 20), lanes = between(1, 200), a_stride = pairs + between(0, 3);
    size_t whole = neosig_gf16_round(lanes), b_stride = whole + between(0, 20), c_stride = whole + between(0, 20);
    uint8_t *scalars = bytes_of(rows * a_stride), *b = elements_of(1 + rows * b_stride);
    uint8_t *c = bytes_of(1 + pairs * c_stride), *before = copy_of(c, 1 + pairs * c_stride);
    neosig_gf16_table *a = tables_of(k, scalars, rows * a_stride);
    k->multiply((neosig_gf16_pairs){c + 1, c_stride, pairs, lanes}, (neosig_gf16_factor){a, a_stride},
                (neosig_gf16_view){b + 1, b_stride, rows, lanes});
    int good = 1, kept = c[0] == before[0];
    for (size_t p = 0; p < pairs; p++) {
        for (size_t i = 0; i < lanes; i++) {
            uint8_t sum = 0;
            for (size_t r = 0; r < rows; r++)
                sum ^= pair_times(scalars[r * a_stride + p], b[1 + r * b_stride + i]);
            good &= c[1 + p * c_stride + i] == sum;
        }
        kept &= memcmp(c + 1 + p * c_stride + whole, before + 1 + p * c_stride + whole, c_stride - whole) == 0;
    }
    CHECK_KERNEL(k, good, "%zu pair rows of %zu lanes, %zu rows, strides %zu, %zu, %zu", pairs, lanes, rows, a_stride,
                 b_stride, c_stride);
    CHECK_KERNEL(k, kept, "%zu pair rows of %zu lanes, %zu rows, strides %zu, %zu, %zu", pairs, lanes, rows, a_stride,
                 b_stride, c_stride);
    free(a);
    free(before);
    free(c);
    free(b);
    free(scalars);
}

/* multiply_rows of 1 to 4 pairs, or multiply_split of more. */
static void multiply_rows(const neosig_gf16_kernels *k, int more)
{
    size_t pairs = more ? between(1, 33) : between(1, 4), rows = between(0, 40), lanes = between(1, 190);
    size_t blocks = more ? 1 : between(1, 6), whole = neosig_gf16_round(lanes), close = draw() % 2 && pairs <= 4;
    size_t a_stride = pairs + between(0, 3), b_stride = whole + between(0, 20);
    size_t c_stride = close ? lanes : whole + between(0, 20), half = more ? pairs : pairs + between(0, 3) * !close;
    size_t c_rows = 2 * half * blocks, size = 1 + c_rows * c_stride + NEOSIG_GF16_SLACK;
    uint8_t *scalars = bytes_of(rows * a_stride), *b = elements_of(1 + blocks * rows * b_stride);
    uint8_t *c = bytes_of(size), *before = copy_of(c, size);
    neosig_gf16_table *a = tables_of(k, scalars, rows * a_stride);
    if (more)
        neosig_gf16_multiply_split(k, (neosig_gf16_matrix){c + 1, c_stride, 2 * pairs, lanes},
                                   (neosig_gf16_factor){a, a_stride}, (neosig_gf16_view){b + 1, b_stride, rows, lanes});
    else
        k->multiply_rows((neosig_gf16_matrix){c + 1, c_stride, 2 * half, lanes}, (neosig_gf16_factor){a, a_stride},
                         pairs, (neosig_gf16_view){b + 1, b_stride, rows, lanes}, blocks);
    int good = 1, kept = c[0] == before[0];
    for (size_t row = 0; row < c_rows; row++) {
        const size_t p = row % half, block = row / (2 * half);
        const uint8_t *at = c + 1 + row * c_stride, *old = before + 1 + row * c_stride;
        for (size_t i = 0; i < lanes && p < pairs; i++) {
            uint8_t sum = 0;
            for (size_t r = 0; r < rows; r++)
                sum ^= pair_times(scalars[r * a_stride + p], b[1 + (block * rows + r) * b_stride + i]);
            good &= at[i] == (row % (2 * half) < half ? sum & 15 : sum >> 4);
        }
        if (p >= pairs)
            kept &= memcmp(at, old, c_stride) == 0;
        else if (!close)
            kept &= memcmp(at + whole, old + whole, c_stride - whole) == 0;
    }
    CHECK_KERNEL(k, good, "%s: %zu pairs, %zu lanes, %zu blocks of %zu rows, strides %zu, %zu, %zu",
                 more ? "multiply_split" : "kernel", pairs, lanes, blocks, rows, a_stride, b_stride, c_stride);
    CHECK_KERNEL(k, kept, "%s: %zu pairs, %zu lanes, %zu blocks of %zu rows, strides %zu, %zu, %zu",
                 more ? "multiply_split" : "kernel", pairs, lanes, blocks, rows, a_stride, b_stride, c_stride);
    CHECK_KERNEL(
        k, memcmp(c + 1 + c_rows * c_stride + 16, before + 1 + c_rows * c_stride + 16, NEOSIG_GF16_SLACK - 16) == 0,
        "%s: %zu pairs, %zu lanes, %zu blocks of %zu rows, strides %zu, %zu, %zu", more ? "multiply_split" : "kernel",
        pairs, lanes, blocks, rows, a_stride, b_stride, c_stride);
    free(a);
    free(before);
    free(c);
    free(b);
    free(scalars);
}

static void update(const neosig_gf16_kernels *k)
{
    size_t pairs = between(0, 40), lanes = between(1, 190), whole = neosig_gf16_round(lanes);
    size_t stride = whole + between(0, 20), size = 1 + (pairs < 2 ? 2 : pairs) * stride;
    uint8_t *scalars = bytes_of(4 * pairs), *two = bytes_of(2 * stride);
    uint8_t *m = bytes_of(size), *before = copy_of(m, size);
    neosig_gf16_table *t = tables_of(k, scalars, 4 * pairs);
    const int same = draw() % 2;
    if (same)
        memcpy(two, m + 1, 2 * stride);
    k->update(m + 1, stride, t, pairs, same ? m + 1 : two, lanes);
    int good = 1, kept = memcmp(m + 1 + pairs * stride, before + 1 + pairs * stride, size - 1 - pairs * stride) == 0;
    for (size_t p = 0; p < pairs; p++) {
        const uint8_t *now = m + 1 + p * stride, *old = before + 1 + p * stride;
        for (size_t i = 0; i < lanes; i++) {
            uint8_t sum = old[i];
            for (size_t r = 0; r < 4; r++)
                sum ^= pair_times(scalars[4 * p + r], two[r / 2 * stride + i] >> r % 2 * 4 & 15);
            good &= now[i] == sum;
        }
        kept &= memcmp(now + whole, old + whole, stride - whole) == 0;
    }
    CHECK_KERNEL(k, good, "%zu pair rows of %zu lanes, stride %zu", pairs, lanes, stride);
    CHECK_KERNEL(k, kept, "%zu pair rows of %zu lanes, stride %zu", pairs, lanes, stride);
    free(t);
    free(before);
    free(m);
    free(two);
    free(scalars);
}

static void pivot_lanes(const neosig_gf16_kernels *k)
{
    size_t pairs = between(0, 20), stride = between(32, 60);
    uint8_t *m = bytes_of(1 + pairs * stride), *sums = bytes_of(4 * pairs + 1), numbers[8], end = sums[4 * pairs];
    for (size_t i = 0; i < 8; i++)
        numbers[i] = (uint8_t)(draw() % 8 == 0 ? 255 : between(0, 31));
    k->pivot_lanes(sums, m + 1, stride, pairs, numbers);
    int good = sums[4 * pairs] == end;
    for (size_t p = 0; p < pairs; p++)
        for (size_t i = 0; i < 4; i++) {
            uint8_t sum = 0;
            for (size_t j = i; j < 8; j += 4)
                sum ^= numbers[j] == 255 ? 0 : m[1 + p * stride + numbers[j]];
            good &= sums[4 * p + i] == sum;
        }
    CHECK_KERNEL(k, good, "%zu pair rows, stride %zu", pairs, stride);
    free(sums);
    free(m);
}

static void dot(const neosig_gf16_kernels *k)
{
    size_t lanes = between(1, 190), whole = neosig_gf16_round(lanes), stride = whole + between(0, 9);
    uint8_t *pair = bytes_of(1 + 2 * stride), *values = elements_of(1 + whole), sums[4], expected[4] = {0};
    memset(values + 1 + lanes, 0, whole - lanes);
    k->dot(sums, pair + 1, stride, values + 1, lanes);
    for (size_t r = 0; r < 4; r++)
        for (size_t i = 0; i < lanes; i++)
            expected[r] ^= times(pair[1 + r / 2 * stride + i] >> r % 2 * 4 & 15, values[1 + i]);
    CHECK_KERNEL(k, memcmp(sums, expected, sizeof sums) == 0, "%zu lanes, stride %zu", lanes, stride);
    free(values);
    free(pair);
}

static void transpose(const neosig_gf16_kernels *k)
{
    size_t rows = between(1, 50), columns = between(1, 50), all_rows = neosig_gf16_round(rows);
    size_t all_columns = neosig_gf16_round(columns), from = all_columns + between(0, 9);
    size_t to = (rows <= 16 ? rows : all_rows) + between(0, 9); /* rows may be close */
    uint8_t *src = bytes_of(1 + (all_rows - 1) * from + all_columns);
    uint8_t *dst = bytes_of(1 + (all_columns - 1) * to + all_rows);
    k->transpose((neosig_gf16_matrix){dst + 1, to, columns, rows}, (neosig_gf16_view){src + 1, from, rows, columns});
    int good = 1;
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++)
            good &= dst[1 + c * to + r] == src[1 + r * from + c];
    CHECK_KERNEL(k, good, "%zu rows of %zu lanes, strides %zu, %zu", rows, columns, from, to);
    free(dst);
    free(src);
}

/* Without a summand, with another, in place. Rows of dst may be close. */
static void transpose_pairs(const neosig_gf16_kernels *k, int kind)
{
    size_t pairs = between(1, 50), lanes = between(1, 50), whole = neosig_gf16_round(pairs);
    size_t src_stride = neosig_gf16_round(lanes) + between(0, 9);
    size_t stride = pairs + between(0, pairs + 16), from_stride = 2 * pairs + between(0, 30);
    size_t used = 2 * pairs < stride ? 2 * pairs : stride, size = 1 + (lanes - 1) * stride + pairs + whole;
    uint8_t *src = bytes_of(1 + whole * src_stride), *dst = bytes_of(size);
    for (size_t r = stride - pairs; kind == 2 && r < pairs; r++) /* what is added to the next row of dst */
        for (size_t c = 0; c < src_stride; c++)
            src[1 + r * src_stride + c] &= 15;
    uint8_t *from = kind == 2 ? copy_of(dst, size) : bytes_of(1 + (lanes - 1) * from_stride + pairs + whole);
    const uint8_t *added = kind == 0 ? NULL : from + 1;
    if (kind == 2) {
        added = dst + 1;
        from_stride = stride;
    }
    k->transpose_pairs((neosig_gf16_matrix){dst + 1, stride, lanes, 2 * pairs},
                       (neosig_gf16_view){added, from_stride, lanes, 2 * pairs},
                       (neosig_gf16_pairs_view){src + 1, src_stride, pairs, lanes});
    int good = 1;
    for (size_t c = 0; c < lanes; c++)
        for (size_t r = 0; r < used; r++) {
            uint8_t pair = src[1 + r % pairs * src_stride + c], old = kind > 0 ? from[1 + c * from_stride + r] : 0;
            good &= dst[1 + c * stride + r] == (old ^ (r < pairs ? pair & 15 : pair >> 4));
        }
    CHECK_KERNEL(k, good, "kind %d: %zu pair rows of %zu lanes, strides %zu, %zu, %zu", kind, pairs, lanes, src_stride,
                 from_stride, stride);
    for (size_t at = 2 * pairs; kind == 2 && at + 1 < size; at++) /* behind the results of a row */
        CHECK_KERNEL(k, at % stride < used || dst[1 + at] == from[1 + at],
                     "in place: %zu pair rows of %zu lanes, stride %zu", pairs, lanes, stride);
    free(from);
    free(dst);
    free(src);
}

static void multiply_lanes(const neosig_gf16_kernels *k)
{
    size_t rows = between(1, 9), inner = between(1, 17), columns = between(1, 13), lanes = between(1, 64);
    size_t whole = neosig_gf16_round(lanes), a_step = whole + between(0, 9), b_step = whole + between(0, 9);
    size_t c_step = whole + between(0, 9), size = 1 + rows * columns * c_step, transposed = draw() % 2;
    size_t a_row = transposed ? a_step : inner * a_step, a_column = transposed ? rows * a_step : a_step;
    uint8_t *a = elements_of(1 + rows * inner * a_step), *b = elements_of(1 + inner * columns * b_step);
    uint8_t *c = bytes_of(size), *before = copy_of(c, size);
    k->multiply_lanes(c + 1, c_step, (neosig_gf16_entries){a + 1, a_row, a_column, rows, inner},
                      (neosig_gf16_entries){b + 1, columns * b_step, b_step, inner, columns}, lanes);
    int good = 1, kept = c[0] == before[0];
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            size_t at = 1 + (i * columns + j) * c_step;
            for (size_t lane = 0; lane < lanes; lane++) {
                uint8_t sum = 0;
                for (size_t m = 0; m < inner; m++)
                    sum ^= times(a[1 + i * a_row + m * a_column + lane], b[1 + (m * columns + j) * b_step + lane]);
                good &= c[at + lane] == sum;
            }
            kept &= memcmp(c + at + whole, before + at + whole, c_step - whole) == 0;
        }
    CHECK_KERNEL(k, good, "%zu x %zu by %zu x %zu, %zu lanes, steps %zu, %zu, %zu", rows, inner, inner, columns, lanes,
                 a_step, b_step, c_step);
    CHECK_KERNEL(k, kept, "%zu x %zu by %zu x %zu, %zu lanes, steps %zu, %zu, %zu", rows, inner, inner, columns, lanes,
                 a_step, b_step, c_step);
    free(before);
    free(c);
    free(b);
    free(a);
}

/* What has no backend. */
static void rearrangements(void)
{
    size_t n = between(1, 100), pairs = between(1, 6);
    uint8_t *e = elements_of(n), *packed = bytes_of((n + 1) / 2), *back = bytes_of(n);
    neosig_gf16_pack(packed, e, n);
    int good = 1;
    for (size_t i = 0; i < n; i++)
        good &= (packed[i / 2] >> (i % 2 ? 4 : 0) & 15) == e[i];
    CHECK(good && (n % 2 == 0 || packed[n / 2] >> 4 == 0));
    neosig_gf16_unpack(back, packed, n);
    CHECK(memcmp(back, e, n) == 0);
    free(back);
    free(packed);
    free(e);

    for (unsigned l = 2; l <= 8; l++) {
        size_t stride = n + between(0, 5);
        uint8_t *vectors = bytes_of(l * n), *rows = bytes_of(l * stride), *again = bytes_of(l * n);
        neosig_gf16_deinterleave(rows, stride, vectors, n, l);
        good = 1;
        for (size_t i = 0; i < n; i++)
            for (size_t r = 0; r < l; r++)
                good &= rows[r * stride + i] == vectors[i * l + r];
        neosig_gf16_interleave(again, rows, stride, n, l);
        CHECK(good && memcmp(again, vectors, l * n) == 0);
        free(again);
        free(rows);
        free(vectors);
    }

    /* Rows closer than a group, or not. */
    size_t stride = neosig_gf16_round(n) + between(0, 9), to = n + (draw() % 2 ? between(0, 20) : 0);
    uint8_t *pair = bytes_of(pairs * stride), *rows = bytes_of(2 * pairs * to + NEOSIG_GF16_SLACK);
    neosig_gf16_split((neosig_gf16_matrix){rows, to, 2 * pairs, n}, (neosig_gf16_pairs_view){pair, stride, pairs, n});
    good = 1;
    for (size_t p = 0; p < pairs; p++)
        for (size_t i = 0; i < n; i++)
            good &= rows[p * to + i] == (pair[p * stride + i] & 15) &&
                    rows[(p + pairs) * to + i] == pair[p * stride + i] >> 4;
    CHECK(good);
    free(rows);

    size_t whole = neosig_gf16_round(n);
    uint8_t *low = elements_of(whole), *high = elements_of(whole), *sum = copy_of(pair, whole),
            *joined = bytes_of(whole);
    uint8_t *added = copy_of(low, n);
    neosig_gf16_join(joined, low, high, n);
    neosig_gf16_add_joined(sum, low, high, n);
    neosig_gf16_add(added, high, n);
    good = 1;
    for (size_t i = 0; i < n; i++) {
        good &= joined[i] == (low[i] | high[i] << 4) && sum[i] == (pair[i] ^ joined[i]);
        good &= added[i] == (low[i] ^ high[i]);
    }
    CHECK(good);
    free(added);
    free(joined);
    free(sum);
    free(high);
    free(low);
    free(pair);
}

/* The rank of the first n columns of n rows. */
static size_t rank(const uint8_t *rows, size_t stride, size_t n)
{
    uint8_t *m = copy_of(rows, n * stride);
    size_t done = 0;
    for (size_t c = 0; c < n; c++) {
        size_t r = done;
        while (r < n && m[r * stride + c] == 0)
            r++;
        if (r == n)
            continue;
        for (size_t i = 0; i < n; i++) {
            uint8_t t = m[r * stride + i];
            m[r * stride + i] = m[done * stride + i];
            m[done * stride + i] = t;
        }
        uint8_t inverse = 1;
        while (times(inverse, m[done * stride + c]) != 1)
            inverse++;
        for (size_t j = done + 1; j < n; j++) {
            uint8_t factor = times(m[j * stride + c], inverse);
            for (size_t i = 0; i < n; i++)
                m[j * stride + i] ^= times(factor, m[done * stride + i]);
        }
        done++;
    }
    free(m);
    return done;
}

/* Four rows in a window of 28 lanes: dense, with few elements, or dependent. */
static void pivots(const neosig_gf16_kernels *k)
{
    enum { LANES = 28 };
    const size_t stride = between(32, 60), first = draw() % 3 ? draw() % 2 : between(0, LANES - 4);
    const size_t last = between(first + 3, LANES - 1);
    const size_t few = draw() % 2 ? between(2, 40) : 1, dependent = draw() % 4 == 0 ? between(1, 3) : 0;
    uint8_t *window = bytes_of(1 + stride + 32), rows[LANES * LANES] = {0}, scalars[8], numbers[8];
    for (size_t r = 0; r < 4; r++) {
        const unsigned shift = r % 2 * 4;
        for (size_t i = 0; i < LANES; i++) {
            uint8_t *at = window + 1 + r / 2 * stride + i, x = (uint8_t)(draw() % few == 0 ? *at >> shift & 15 : 0);
            if (dependent != 0 && r == dependent)
                x = times(7, rows[i]) ^ (dependent > 1 ? rows[LANES + i] : 0);
            *at = (uint8_t)((*at & 0xf0 >> shift) | x << shift);
            rows[r * LANES + i] = x;
        }
    }
    uint8_t *before = copy_of(window, 1 + stride + 32);
    const unsigned singular = k->pivots(scalars, numbers, window + 1, stride, first, last);
    CHECK_KERNEL(k, (singular == 0 || singular == 255) && memcmp(window, before, 1 + stride + 32) == 0,
                 "pivots of lanes %zu to %zu, stride %zu", first, last, stride);
    free(before);

    uint8_t candidates[LANES * LANES] = {0};
    for (size_t r = 0; r < 4; r++)
        memcpy(candidates + r * LANES + first, rows + r * LANES + first, last + 1 - first);
    CHECK_KERNEL(k, (singular == 0) == (rank(candidates, LANES, LANES) == 4), "pivots of lanes %zu to %zu, stride %zu",
                 first, last, stride);
    int good = 1;
    for (size_t j = 0; j < 4; j++) {
        good &= numbers[4 + j] == last - j && (numbers[j] == 255 || (numbers[j] >= first && numbers[j] < last - j));
        for (size_t r = 0; r < 4 && good && numbers[j] != 255; r++)
            rows[r * LANES + last - j] ^= rows[r * LANES + numbers[j]];
    }
    for (size_t r = 0; r < 4; r++)
        for (size_t j = 0; j < 4; j++) {
            uint8_t sum = rows[r * LANES + last - j];
            for (size_t i = 0; i < 4; i++)
                sum ^= times(scalars[4 * (r / 2) + i] >> r % 2 * 4 & 15, rows[i * LANES + last - j]);
            good &= sum == (r == j);
        }
    CHECK_KERNEL(k, good || singular != 0, "pivots of lanes %zu to %zu, stride %zu", first, last, stride);
    free(window);
}

#define MOST 160 /* rows of a system */
enum { DENSE, SPARSE, PERMUTATION, PERMUTED_TRIANGLE, REPEATED_ROW, ZERO_COLUMN, KINDS };

/* n rows of lane 0 the right side, lanes 1 to n the matrix. */
static void solve(const neosig_gf16_kernels *k, size_t n, int kind)
{
    size_t stride = neosig_gf16_round(n + 1) + between(0, 9);
    uint8_t *rows = elements_of(n * stride + NEOSIG_GF16_SLACK), *x = bytes_of(n + NEOSIG_GF16_SLACK);
    size_t order[MOST];
    for (size_t i = 0; i < n; i++) {
        size_t j = between(0, i);
        order[i] = order[j];
        order[j] = i;
    }
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++) {
            uint8_t *e = rows + r * stride + 1 + c;
            if (kind == SPARSE && draw() % n > 2)
                *e = 0;
            if ((kind == PERMUTATION && c != order[r]) || (kind == PERMUTED_TRIANGLE && c < order[r]))
                *e = 0;
            if ((kind == PERMUTATION || kind == PERMUTED_TRIANGLE) && c == order[r])
                *e = (uint8_t)(*e | 1);
            if (kind == REPEATED_ROW && n > 1 && r == order[0])
                *e = times(3, rows[order[1] * stride + 1 + c]);
            if (kind == ZERO_COLUMN && c == order[0])
                *e = 0;
        }
    if (kind == REPEATED_ROW && n > 1) /* also where the repeated row came first */
        for (size_t c = 0; c < n; c++)
            rows[order[0] * stride + 1 + c] = times(3, rows[order[1] * stride + 1 + c]);

    uint8_t *workspace = bytes_of(neosig_gf16_solve_bytes(n)), *system = bytes_of(neosig_gf16_system_bytes(n));
    for (size_t r = 0; r < n; r++)
        for (size_t i = 0; i <= n; i++) {
            uint8_t *at = system + r / 2 * neosig_gf16_system_stride(n) + i;
            *at = (uint8_t)(r % 2 ? *at | rows[r * stride + i] << 4 : rows[r * stride + i]);
        }
    int result = neosig_gf16_solve(k, x, system, n, workspace);
    size_t r = rank(rows + 1, stride, n);
    /* Of more than 28 equations, random ones only are sure to be solved. */
    const int sure = n <= 28 || (kind != SPARSE && kind != PERMUTATION && kind != PERMUTED_TRIANGLE);
    CHECK_KERNEL(k, result == 0 ? r == n : r < n || !sure, "%zu equations of kind %d", n, kind);
    if (kind == PERMUTATION || kind == PERMUTED_TRIANGLE)
        CHECK_KERNEL(k, r == n, "%zu equations of kind %d", n, kind);
    if (kind == ZERO_COLUMN || (kind == REPEATED_ROW && n > 1))
        CHECK_KERNEL(k, r < n, "%zu equations of kind %d", n, kind);
    if (result == 0) {
        int good = 1;
        for (size_t i = 0; i < n; i++) {
            uint8_t sum = 0;
            for (size_t c = 0; c < n; c++)
                sum ^= times(rows[i * stride + 1 + c], x[c]);
            good &= sum == rows[i * stride];
        }
        CHECK_KERNEL(k, good, "%zu equations of kind %d", n, kind);
    }
    free(system);
    free(workspace);
    free(x);
    free(rows);
}

/* The leftmost columns that are independent, by Gauss and Jordan, and the solution that is 0 off them. rows: n of
 * unknowns + 1 elements, the right side last. Returns the rank. */
static size_t solve_leftmost(uint8_t *rows, uint8_t *x, size_t n, size_t unknowns)
{
    const size_t width = unknowns + 1;
    size_t pivots = 0, at[MOST];
    for (size_t c = 0; c < unknowns && pivots < n; c++) {
        size_t r = pivots;
        while (r < n && rows[r * width + c] == 0)
            r++;
        if (r == n)
            continue;
        const uint8_t inverse = neosig_gf16_inverse(rows[r * width + c]);
        for (size_t i = 0; i < width; i++) {
            const uint8_t e = rows[r * width + i];
            rows[r * width + i] = rows[pivots * width + i];
            rows[pivots * width + i] = times(inverse, e);
        }
        for (r = 0; r < n; r++) {
            const uint8_t factor = r == pivots ? 0 : rows[r * width + c];
            for (size_t i = 0; i < width; i++)
                rows[r * width + i] ^= times(factor, rows[pivots * width + i]);
        }
        at[pivots++] = c;
    }
    memset(x, 0, unknowns);
    for (size_t p = 0; p < pivots; p++)
        x[at[p]] = rows[p * width + unknowns];
    return pivots;
}

/* n equations in up to two unknowns more. Some columns depend on those before; where `dependent` is more than the
 * unknowns that are too many, the rank is below n. */
static void solve_columns(const neosig_gf16_kernels *k, size_t n, size_t extra, size_t dependent)
{
    const size_t unknowns = n + extra, width = unknowns + 1;
    uint8_t *vectors = bytes_of(neosig_gf16_columns_bytes(n, unknowns)), *rows = bytes_of(n * width);
    uint8_t *workspace = bytes_of(neosig_gf16_solve_columns_bytes(n, unknowns)), *packed = bytes_of(unknowns / 2 + 2);
    uint8_t *x = bytes_of(unknowns), *found = bytes_of(unknowns), end = packed[(unknowns + 1) / 2];
    for (size_t d = 0; d < dependent; d++) { /* vector 0 is the right side */
        uint8_t *to = vectors + between(1, unknowns) * n / 2;
        const size_t from[2] = {between(1, unknowns), between(1, unknowns)};
        for (size_t i = 0; i < n / 2; i++)
            to[i] = vectors[from[0] * n / 2 + i] ^ vectors[from[1] * n / 2 + i];
    }
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < width; c++)
            rows[r * width + (c + unknowns) % width] = vectors[c * n / 2 + r / 2] >> r % 2 * 4 & 15;
    const size_t rank = solve_leftmost(rows, x, n, unknowns);
    const int result = neosig_gf16_solve_columns(k, packed, vectors, n, unknowns, workspace);
    CHECK_KERNEL(k, (result == 0) == (rank == n), "%zu equations, %zu unknowns, rank %zu", n, unknowns, rank);
    neosig_gf16_unpack(found, packed, unknowns);
    CHECK_KERNEL(k, result != 0 || memcmp(found, x, unknowns) == 0, "%zu equations, %zu unknowns", n, unknowns);
    CHECK_KERNEL(k, packed[(unknowns + 1) / 2] == end, "%zu unknowns", unknowns);
    free(vectors);
    free(rows);
    free(workspace);
    free(packed);
    free(x);
    free(found);
}

int main(void)
{
    field();
    for (int i = 0; i < ROUNDS; i++)
        rearrangements();
    const neosig_gf16_kernels *last = NULL;
    for (size_t i = 0; i < neosig_backends_count; i++) {
        const neosig_gf16_kernels *k = neosig_backends[i]->gf16;
        if ((neosig_backends[i]->needs & ~neosig_cpu()) != 0 || k == last)
            continue;
        last = k;
        printf("%s\n", k->name);
        all_pairs(k);
        for (int round = 0; round < ROUNDS; round++) {
            multiply(k);
            multiply_rows(k, 0);
            multiply_rows(k, 1);
            update(k);
            pivot_lanes(k);
            dot(k);
            pivots(k);
            transpose(k);
            for (int kind = 0; kind < 3; kind++)
                transpose_pairs(k, kind);
            multiply_lanes(k);
            solve(k, between(1, 40), round % KINDS);
            for (size_t extra = 0; extra <= NEOSIG_GF16_MOST_FREE; extra++)
                solve_columns(k, 2 * between(1, 72), extra, between(0, 3));
        }
        for (int kind = 0; kind < KINDS; kind++)
            for (size_t n = 1; n <= MOST; n += n < 20 ? 1 : 28)
                solve(k, n, kind);
    }
    return test_end();
}
