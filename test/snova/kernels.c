/* Every kernel of SNOVA's shapes in every backend that this CPU runs, against loops over elements. */
#include "core/backend.h"
#include "gf/random_matrices.h"
#include "snova/snova_kernels.h"

static void add_two_rows(const neosig_snova_kernels *k, unsigned l)
{
    size_t blocks = between(1, 20), lanes = 16 * between(1, 9), stride = lanes + between(0, 20);
    size_t sums_bytes = blocks * l * (l - 1) / 2 * lanes, room = 1 + sums_bytes + NEOSIG_GF16_SLACK;
    uint8_t *b = bytes_of(1 + blocks * l * stride + NEOSIG_GF16_SLACK), *sums = bytes_of(room);
    uint8_t *before = copy_of(sums, room), *at = sums + 1;
    k->add_two_rows(at, (neosig_gf16_view){b + 1, stride, l, lanes}, blocks);
    int good = sums[0] == before[0];
    for (size_t block = 0; block < blocks; block++)
        for (size_t i = 0; i < l; i++)
            for (size_t j = i + 1; j < l; j++)
                for (size_t lane = 0; lane < lanes; lane++, at++)
                    good &= *at == (b[1 + (block * l + i) * stride + lane] ^ b[1 + (block * l + j) * stride + lane]);
    CHECK_KERNEL(k, good, "l %u, %zu blocks of %zu lanes, stride %zu", l, blocks, lanes, stride);
    CHECK_KERNEL(k, memcmp(at + 16, before + 1 + sums_bytes + 16, NEOSIG_GF16_SLACK - 16) == 0,
                 "l %u, %zu blocks of %zu lanes, stride %zu", l, blocks, lanes, stride);
    free(before);
    free(sums);
    free(b);
}

static void multiply_picked(const neosig_snova_kernels *k)
{
    size_t inner = between(1, 17), columns = between(1, 13), lanes = between(1, 140);
    size_t whole = neosig_gf16_round(lanes), a_step = whole + between(0, 9), c_step = whole + between(0, 9);
    size_t b_step = between(0, 40), offsets[17], size = 1 + columns * c_step;
    for (size_t m = 0; m < inner; m++)
        offsets[m] = between(0, 100);
    uint8_t *a = elements_of(1 + inner * a_step), *b = elements_of(100 + columns * b_step + 16);
    uint8_t *c = bytes_of(size), *before = copy_of(c, size), *numbers = elements_of(whole);
    k->multiply_picked((neosig_gf16_matrix){c + 1, c_step, columns, lanes},
                       (neosig_gf16_view){a + 1, a_step, inner, lanes},
                       (neosig_snova_picked){b, offsets, b_step, numbers});
    int good = 1, kept = c[0] == before[0];
    for (size_t j = 0; j < columns; j++) {
        for (size_t lane = 0; lane < lanes; lane++) {
            uint8_t sum = 0;
            for (size_t m = 0; m < inner; m++)
                sum ^= times(a[1 + m * a_step + lane], b[offsets[m] + j * b_step + numbers[lane]]);
            good &= c[1 + j * c_step + lane] == sum;
        }
        kept &= memcmp(c + 1 + j * c_step + whole, before + 1 + j * c_step + whole, c_step - whole) == 0;
    }
    CHECK_KERNEL(k, good, "1 x %zu by %zu x %zu, %zu lanes, steps %zu, %zu, %zu", inner, inner, columns, lanes, a_step,
                 b_step, c_step);
    CHECK_KERNEL(k, kept, "1 x %zu by %zu x %zu, %zu lanes, steps %zu, %zu, %zu", inner, inner, columns, lanes, a_step,
                 b_step, c_step);
    free(numbers);
    free(before);
    free(c);
    free(b);
    free(a);
}

/* Whether rows (j, r) of m hold blocks, and their excess is at most 15 bytes. */
static int rows_hold(const uint8_t *m, const uint8_t *before, size_t stride, const uint8_t *blocks, size_t rows,
                     size_t count, unsigned l)
{
    int good = 1;
    for (size_t j = 0; j < rows; j++)
        for (size_t r = 0; r < l; r++) {
            size_t row = (j * l + r) * stride, end = count * l + 15;
            for (size_t i = 0; i < count * l; i++)
                good &= m[row + i] == blocks[(j * count + i / l) * l * l + r * l + i % l];
            good &= memcmp(m + row + end, before + row + end, stride - end) == 0;
        }
    const size_t behind = rows * l * stride;
    return good && memcmp(m + behind, before + behind, NEOSIG_GF16_SLACK) == 0;
}

/* Columns of rows x count blocks e, from the packed form or else from nibbles. */
static void check_columns(const uint8_t *e, size_t rows, size_t count, unsigned l, const neosig_snova_kernels *k,
                          const uint8_t *packed, const uint8_t *nibbles, unsigned shift)
{
    size_t lanes = neosig_gf16_round(rows * l), height = neosig_gf16_round(count * l), stride = lanes + between(0, 9);
    uint8_t *m = bytes_of(height * stride), *before = copy_of(m, height * stride);
    if (packed)
        k->columns_of_packed(m, stride, (neosig_snova_blocks){packed, rows, count, l, 0});
    else
        k->columns_of_blocks(m, stride, (neosig_snova_blocks){nibbles, rows, count, l, shift});
    int good = 1;
    for (size_t j = 0; j < rows; j++)
        for (size_t b = 0; b < count; b++)
            for (size_t r = 0; r < l; r++)
                for (size_t c = 0; c < l; c++)
                    good &= m[(b * l + c) * stride + j * l + r] == e[((j * count + b) * l + r) * l + c];
    for (size_t row = 0; row < height; row++)
        good &= memcmp(m + row * stride + lanes, before + row * stride + lanes, stride - lanes) == 0;
    CHECK_KERNEL(k, good, "%s, l %u, %zu x %zu blocks, shift %u, stride %zu",
                 packed ? "columns_of_packed" : "columns_of_blocks", l, rows, count, shift, stride);
    free(before);
    free(m);
}

/* Products by blocks, whose rows are in m, from the packed form or else from nibbles: of two pairs for l = 2, of eight
 * for l = 4. */
static void check_products(const neosig_gf16_kernels *gf, const neosig_snova_kernels *k, const uint8_t *m,
                           size_t stride, size_t rows, size_t count, unsigned l, const uint8_t *packed,
                           const uint8_t *nibbles, unsigned shift)
{
    const size_t pairs = l == 2 ? 2 : 8, lanes = l * count;
    const size_t end = neosig_gf16_round_two(lanes), c_stride = end + between(0, 9);
    uint8_t *scalars = bytes_of(l * pairs * rows), *c = bytes_of(pairs * c_stride);
    uint8_t *old = copy_of(c, pairs * c_stride);
    neosig_gf16_table *a = tables_of(gf, scalars, l * pairs * rows);
    const neosig_gf16_pairs product = {c, c_stride, pairs, lanes};
    if (packed != NULL)
        k->multiply_packed(product, a, (neosig_snova_blocks){packed, rows, count, l, 0});
    else
        k->multiply_blocks(product, a, (neosig_snova_blocks){nibbles, rows, count, l, shift});
    int good = 1;
    for (size_t p = 0; p < pairs; p++) {
        for (size_t i = 0; i < lanes; i++) {
            uint8_t sum = old[p * c_stride + i];
            for (size_t r = 0; r < l * rows; r++)
                sum ^= pair_times(scalars[pairs * r + p], m[r * stride + i]);
            good &= c[p * c_stride + i] == sum;
        }
        good &= memcmp(c + p * c_stride + end, old + p * c_stride + end, c_stride - end) == 0;
    }
    CHECK_KERNEL(k, good, "%s, l %u, %zu x %zu blocks, shift %u, stride %zu",
                 packed ? "multiply_packed" : "multiply_blocks", l, rows, count, shift, c_stride);
    free(a);
    free(old);
    free(c);
    free(scalars);
}

/* The elements in the low (shift 0) or the high nibbles (4), beside anything. */
static uint8_t *nibbles_of(const uint8_t *e, size_t count, unsigned shift)
{
    uint8_t *nibbles = bytes_of(count + NEOSIG_GF16_SLACK);
    for (size_t i = 0; i < count; i++)
        nibbles[i] = (uint8_t)((nibbles[i] & 0xf0 >> shift) | e[i] << shift);
    return nibbles;
}

static void blocks(const neosig_gf16_kernels *gf, const neosig_snova_kernels *k, unsigned l)
{
    size_t rows = between(1, 6), count = between(1, 70), total = rows * count * l * l;
    size_t stride = count * l + 15 + between(0, 9), size = rows * l * stride + NEOSIG_GF16_SLACK;
    uint8_t *e = elements_of(total + NEOSIG_GF16_SLACK), *m = bytes_of(size), *before = copy_of(m, size);

    for (unsigned shift = 0; shift <= 4; shift += 4) {
        uint8_t *nibbles = nibbles_of(e, total, shift);
        k->rows_of_blocks(m, stride, (neosig_snova_blocks){nibbles, rows, count, l, shift});
        CHECK_KERNEL(k, rows_hold(m, before, stride, e, rows, count, l),
                     "rows_of_blocks, l %u, %zu x %zu blocks, shift %u, stride %zu", l, rows, count, shift, stride);
        free(nibbles);
    }

    uint8_t *back = bytes_of(total + NEOSIG_GF16_SLACK);
    k->blocks_of_rows(back, m, stride, rows, count, l);
    CHECK_KERNEL(k, memcmp(back, e, total) == 0, "blocks_of_rows, l %u, %zu x %zu blocks, stride %zu", l, rows, count,
                 stride);
    free(back);

    size_t first = l % 2 ? between(0, 7) : 2 * between(0, 7);
    uint8_t *packed = bytes_of((first + total + 1) / 2 + NEOSIG_GF16_SLACK);
    for (size_t i = 0; i < total; i++) {
        uint8_t *at = packed + (first + i) / 2, high = (first + i) % 2;
        *at = (uint8_t)(high ? (*at & 0x0f) | e[i] << 4 : (*at & 0xf0) | e[i]);
    }
    memcpy(m, before, size);
    k->rows_of_packed(m, stride, neosig_snova_packed(packed, first, rows, count, l));
    CHECK_KERNEL(k, rows_hold(m, before, stride, e, rows, count, l),
                 "rows_of_packed, l %u, %zu x %zu blocks from element %zu on, stride %zu", l, rows, count, first,
                 stride);

    if (l % 2 == 0 && k->columns_of_blocks != NULL) {
        unsigned shift = draw() % 2 * 4;
        uint8_t *nibbles = nibbles_of(e, total, shift);
        check_columns(e, rows, count, l, k, NULL, nibbles, shift);
        free(nibbles);
    }
    if (l % 2 == 0 && k->columns_of_packed != NULL)
        check_columns(e, rows, count, l, k, packed + first / 2, NULL, 0);

    if ((k->multiply_sizes >> l & 1) != 0) {
        const unsigned shift = draw() % 2 * 4;
        uint8_t *nibbles = nibbles_of(e, total, shift);
        check_products(gf, k, m, stride, rows, count, l, packed + first / 2, NULL, 0);
        check_products(gf, k, m, stride, rows, count, l, NULL, nibbles, shift);
        free(nibbles);
    }
    free(packed);
    free(before);
    free(m);
    free(e);
}

int main(void)
{
    const neosig_snova_kernels *last = NULL;
    for (size_t i = 0; i < neosig_backends_count; i++) {
        const neosig_snova_kernels *k = neosig_backends[i]->snova;
        if ((neosig_backends[i]->needs & ~neosig_cpu()) != 0 || k == last)
            continue;
        last = k;
        printf("%s\n", k->name);
        const int multiplies = k->multiply_sizes != 0;
        CHECK((k->multiply_packed != NULL) == multiplies && (k->multiply_blocks != NULL) == multiplies);
        CHECK(!multiplies || k->columns_of_packed != NULL);
        for (int round = 0; round < ROUNDS; round++) {
            multiply_picked(k);
            for (unsigned l = 2; l <= 5; l++) {
                blocks(neosig_backends[i]->gf16, k, l);
                add_two_rows(k, l);
            }
        }
    }
    return test_end();
}
