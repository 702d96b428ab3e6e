/* Vectors over Rainbow's tower of fields: GF(4) = GF(2)[x]/(x^2 + x + 1), GF(16) = GF(4)[y]/(y^2 + y + x),
 * GF(256) = GF(16)[z]/(z^2 + z + xy). Bit i of an element is the coefficient of the i-th of 1, x, y, xy, z, xz, yz,
 * xyz, so GF(16) is the set 0 ... 15 of GF(256).
 *
 * A packed vector holds GF(16) two elements a byte, the even one in the low nibble, and GF(256) one a byte. One and the
 * same set of kernels exists for either field; lengths are bytes of packed vectors.
 *
 * Scalars come as tables, made by arithmetic from scalars that may be secret; no address depends on a scalar or on an
 * element, but in functions named _vartime. What a table holds is the backend's own.
 */
#ifndef NEOSIG_GF_TOWER_H
#define NEOSIG_GF_TOWER_H

#include "core/build.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_TOWER_SCALAR_MAX 32     /* bound of scalar_bytes */
#define NEOSIG_TOWER_MAX_COLUMNS 64    /* of multiply's B, and of a system to solve */
#define NEOSIG_TOWER_MAX_BUCKET 112    /* bytes of a vector of the public map: seven registers of 16 bytes */
#define NEOSIG_TOWER_MAX_ROWS 6        /* that go into buckets at once */
#define NEOSIG_TOWER_MAX_VARIABLES 196 /* of quadratic_vartime */

/* Everything may be secret but counts, strides and offsets. No alignment is asked of vectors; tables are 16-byte
 * aligned. Vectors are at least 16 bytes long and need not be a multiple of it; nothing is read or written outside
 * them, but where scatter_vartime says so. Outputs overlap no inputs. */
typedef struct neosig_tower {
    unsigned bits;       /* of an element: 4 or 8 */
    size_t scalar_bytes; /* of a scalar's table for combine */
    size_t pair_bytes;   /* of a pair of scalars' table for multiply */

    /* Tables for combine of the first count elements of packed vector x. */
    void (*scalars)(void *tables, const uint8_t *x, size_t count);

    /* c += sum of scalar k times the vector a + k*stride, k < count. c: bytes bytes. */
    void (*combine)(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars, size_t count);

    /* Tables for multiply of a matrix B of rows x columns elements, columns a multiple of 4 and at most
     * NEOSIG_TOWER_MAX_COLUMNS: B[k][j] is element k*row_step + j*column_step of packed vector b. Row k's tables start
     * at k * columns/2 * pair_bytes. */
    void (*pairs)(void *tables, const uint8_t *b, size_t rows, size_t columns, size_t row_step, size_t column_step);

    /* c_j += sum over k < rows of B[k][j] times a_k, for j < columns. The vectors c_j and a_k, of bytes bytes, are at
     * c + c_offsets[j] and a + a_offsets[k]; no two c_j overlap. */
    void (*multiply)(uint8_t *c, const uint32_t *c_offsets, size_t columns, const uint8_t *a, const uint32_t *a_offsets,
                     size_t rows, const void *pairs, size_t bytes);

    /* Transposes a square of elements whose rows are 16 bytes: 32 x 32 over GF(16), 16 x 16 over GF(256). */
    void (*transpose)(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride);

    /* Step p of elimination on rows rows of bytes bytes, a multiple of 16 and at most NEOSIG_TOWER_MAX_COLUMNS + 16 (a
     * right side), stride apart, a multiple of 32; up to there they are zero. While element p of row p is zero, the
     * tries next rows are added to it; then row p is divided by it, and multiples of row p are added to lower rows so
     * as to make their elements p zero. Earlier elements are zero already in these rows. Returns 0, or 255 if element p
     * stayed zero. */
    uint8_t (*eliminate)(uint8_t *m, size_t stride, size_t bytes, size_t rows, size_t p, size_t tries);

    /* The sum of products of like elements. bytes is a multiple of 16. */
    uint8_t (*dot)(const uint8_t *a, const uint8_t *b, size_t bytes);

    /* c = scalar times x, both of elements one a byte; bytes is a multiple of 32. Serves either field. */
    void (*scale)(uint8_t *c, const uint8_t *x, size_t bytes, uint8_t scalar);

    /* buckets[b_t] += vector t of each of rows[0 .. n - 1], first <= t < end, for bytes b_t (public). n is 1 to
     * NEOSIG_TOWER_MAX_ROWS, a vector has at most NEOSIG_TOWER_MAX_BUCKET bytes and lies in its bucket at the end:
     * see neosig_tower_gather. If bytes is no multiple of 16, up to 15 bytes before a vector are read too. */
    void (*scatter_vartime)(uint8_t *buckets, const uint8_t *const *rows, size_t n, const uint8_t *b, size_t first,
                            size_t end, size_t bytes);

    /* y += sum over i <= j < n of x_i x_j times vector (i, j), all public. The vectors stand one after another, row by
     * row, each of 32 to NEOSIG_TOWER_MAX_BUCKET bytes; x holds n elements, one a byte, n at most
     * NEOSIG_TOWER_MAX_VARIABLES. Returns 0, having done nothing, if the CPU lacks what makes it faster than buckets;
     * NULL in backends that have no such way. */
    int (*quadratic_vartime)(uint8_t *y, const uint8_t *vectors, size_t bytes, const uint8_t *x, size_t n);
} neosig_tower;

typedef struct neosig_tower_kernels {
    const char *name;
    neosig_tower gf16, gf256;
} neosig_tower_kernels;

extern const neosig_tower_kernels neosig_tower_portable;
extern const neosig_tower_kernels neosig_tower_neon;
extern const neosig_tower_kernels neosig_tower_neon_sha3; /* EOR3 */
extern const neosig_tower_kernels neosig_tower_avx2;

#if defined(__x86_64__)
void neosig_tower_quadratic_gfni_vartime(uint8_t *y, const uint8_t *vectors, size_t bytes, const uint8_t *x, size_t n);
#endif

/* The product of two elements, of GF(16) or GF(256), without a branch or a table. */
uint8_t neosig_tower_mul(uint8_t a, uint8_t b);

/* 1 / a; 0 for 0. */
uint8_t neosig_tower_inverse(uint8_t a);

/* Room for a table in any backend: 16 bytes for each half byte of a scalar, so many again for its pair. */
static inline size_t neosig_tower_scalar_room_bytes(const neosig_tower *field)
{
    return field->bits == 4 ? 16 : 32;
}
static inline size_t neosig_tower_pair_room_bytes(const neosig_tower *field)
{
    return field->bits == 4 ? 16 : 64;
}

/* Bytes of a packed vector of n elements, n even or one a byte. */
static inline size_t neosig_tower_bytes(const neosig_tower *field, size_t n)
{
    return n * field->bits / 8;
}

/* Element i of packed vector x. */
static inline uint8_t neosig_tower_get(const neosig_tower *field, const uint8_t *x, size_t i)
{
    return (uint8_t)(field->bits == 8 ? x[i] : x[i / 2] >> i % 2 * 4 & 15);
}

/* Solves M x = y, M of n x n elements stored by columns, n <= NEOSIG_TOWER_MAX_COLUMNS, 16 bytes a column at least.
 * Returns 0, or -1 if M is singular (x is then of no use); the caller declassifies that. Pivots are sought in the tries
 * next rows only, which takes the less time the fewer these are: then -1 may also mean that there they all are zero.
 * workspace: neosig_tower_solve_bytes, 64-byte aligned.
 */
int neosig_tower_solve(const neosig_tower *field, uint8_t *x, const uint8_t *m, const uint8_t *y, size_t n,
                       size_t tries, void *workspace);
size_t neosig_tower_solve_bytes(void);

/* Buckets for scatter_vartime: their stride for vectors of bytes bytes, which keeps 32 bytes of one, counted from its
 * end, in one cache line, and how many the field has. */
static inline size_t neosig_tower_bucket_stride(size_t bytes)
{
    return (bytes + 31) & ~(size_t)31;
}
static inline size_t neosig_tower_buckets(const neosig_tower *field)
{
    return (size_t)1 << field->bits;
}

/* y += sum over b of b times bucket b, bytes <= NEOSIG_TOWER_MAX_BUCKET. */
void neosig_tower_gather(const neosig_tower *field, uint8_t *y, const uint8_t *buckets, size_t bytes);

#endif
