/* Systems over GF(256) = GF(2)[x]/(x^8 + x^4 + x^3 + x + 1), whose elements are bytes, by elimination. */
#ifndef NEOSIG_GF_GF256_SOLVE_H
#define NEOSIG_GF_GF256_SOLVE_H

#include <stddef.h>
#include <stdint.h>

/* The kernels of neosig_gf256_solve; solve_body.h has the method. They are as those of gf16.h, with rows in place of
 * pair rows: an element is a byte, and the same is secret. */
typedef struct neosig_gf256_kernels {
    /* Finds the pivots of four rows, in a window of 12 lanes; 16 are read, and the last four do not matter. first + 3
     * <= last < 12. The four rows change so: to row r is added scalars[4 r + i] times row i, for each i. */
    unsigned (*pivots)(uint8_t scalars[16], uint8_t numbers[8], const uint8_t *window, size_t stride, size_t first,
                       size_t last);

    /* sums[4 r + j] is lane numbers[j] of row r plus its lane numbers[4 + j]. The numbers are below 16, or 255. rows
     * may be 0. */
    void (*pivot_lanes)(uint8_t *sums, const uint8_t *window, size_t stride, size_t rows, const uint8_t numbers[8]);

    /* Adds multiples of four rows to rows of m: to row r, scalars[4 r + i] times row i. rows is a multiple of four, and
     * may be 0. If it is four, four may be m. Whole groups of 32 lanes are read, and may be written. */
    void (*update)(uint8_t *m, size_t stride, const uint8_t *scalars, size_t rows, const uint8_t *four, size_t lanes);

    /* sums[i] is the sum over all lanes of row i times values, which has zeros behind lanes. */
    void (*dot)(uint8_t sums[4], const uint8_t *four, size_t stride, const uint8_t *values, size_t lanes);
} neosig_gf256_kernels;

struct neosig_tower;

/* Solves M x = y, n equations, n >= 16. vectors: y and the n columns of M one after another. field: one that has these
 * kernels. memory: neosig_gf256_solve_bytes(n), on a multiple of 64 bytes. x, vectors and memory do not overlap. No
 * branch and no address depends on an element.
 *
 * The function returns 0, or -1 if M is singular; then x is undefined. The result is secret. For n > 12 a regular M may
 * be taken for a singular one: for a random M, with a probability below n 2^-73. */
int neosig_gf256_solve(const struct neosig_tower *field, uint8_t *x, const uint8_t *vectors, size_t n, void *memory);
size_t neosig_gf256_solve_bytes(size_t n);

#endif
