/* Vectors over GF(16) and GF(256), each field in two bases: Rainbow's tower of fields, and powers of x.
 *
 * The tower: GF(4) = GF(2)[x]/(x^2 + x + 1), GF(16) = GF(4)[y]/(y^2 + y + x), GF(256) = GF(16)[z]/(z^2 + z + xy). Bit i
 * of an element is the coefficient of the i-th of 1, x, y, xy, z, xz, yz, xyz. So GF(16) is the set 0 ... 15 of
 * GF(256).
 *
 * A packed vector holds two elements of GF(16) a byte, the one of even number in the low nibble, or one element of
 * GF(256) a byte. Both fields have the same kernels, and lengths are bytes of packed vectors.
 *
 * Scalars that may be secret are given as tables; the kernel scale alone takes the scalar itself. Kernels compute
 * tables by arithmetic and by look-ups in registers, and only the backend that made a table reads it. No address
 * depends on a scalar or on an element, but in functions whose name ends in _vartime.
 *
 * A pair here is two scalars of neighbouring columns of a matrix.
 */
#ifndef NEOSIG_GF_TOWER_H
#define NEOSIG_GF_TOWER_H

#include "core/build.h"
#include "core/inline.h"
#include "gf/gf256_solve.h"
#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>

#define NEOSIG_TOWER_SCALAR_MAX 32     /* bound of scalar_bytes */
#define NEOSIG_TOWER_MAX_COLUMNS 96    /* of multiply's B */
#define NEOSIG_TOWER_MAX_BUCKET 112    /* bytes of a vector of the public map: seven registers of 16 bytes */
#define NEOSIG_TOWER_MAX_ROWS 6        /* that go into buckets at once */
#define NEOSIG_TOWER_MAX_VARIABLES 259 /* of a quadratic map */
#define NEOSIG_TOWER_MULTIPLES 4       /* tables of look_up_vartime */

/* Vectors of one length, anywhere: vector i begins offsets[i] bytes behind base. */
typedef struct neosig_tower_vectors {
    uint8_t *base;
    const uint32_t *offsets;
    size_t count;
} neosig_tower_vectors;

/* Terms of a quadratic map: the products of each row's variable and each column's, one a byte. If columns is rows, they
 * are a triangle, i <= j, and height is width. width is at most NEOSIG_TOWER_MAX_VARIABLES. */
typedef struct neosig_tower_terms {
    const uint8_t *rows;
    size_t height;
    const uint8_t *columns;
    size_t width;
} neosig_tower_terms;

/* Elements and tables may be secret. Pointers, strides, steps, offsets, counts of bytes, rows, columns and elements,
 * and first and end are public. Vectors need no alignment. What scalars and pairs write begins on a multiple of 16
 * bytes, and combine may begin with any scalar of these. A vector has at least 16 bytes; its length need not be a
 * multiple of 16. Exactly the vectors are read and written, unless a kernel says otherwise. What is written overlaps
 * nothing that is read. Counts are at least 1, unless a kernel allows 0. A kernel that only signing uses is NULL in
 * builds that only verify: its place in a table is NEOSIG_IF_SIGNING(kernel). */
typedef struct neosig_tower {
    unsigned bits;       /* of an element: 4 or 8 */
    size_t scalar_bytes; /* of a scalar's table for combine: at most NEOSIG_TOWER_SCALAR_MAX. 1: the scalar itself */
    size_t pair_bytes;   /* of the table of two scalars for multiply, at most neosig_tower_pair_room_bytes */
    size_t columns;      /* that multiply takes at a time: 2 or 4 */

    /* tables: for combine, count * scalar_bytes, of the first count elements of packed vector x. x may be shorter than
     * 16 bytes: exactly the bytes of count elements are read. */
    void (*scalars)(void *tables, const uint8_t *x, size_t count);

    /* c += sum over k < count of scalar k times a_k. bytes is the length of c and of the vectors a_k = a + k * stride.
     * scalars: the tables of count scalars. count may be 0. stride does not matter if count is 1. */
    void (*combine)(uint8_t *c, size_t bytes, const uint8_t *a, size_t stride, const void *scalars, size_t count);

    /* tables: for multiply, of a matrix B of rows x columns elements: B[k][j] is element k * row_step + j * column_step
     * of packed vector b. columns is a multiple of field->columns and at most NEOSIG_TOWER_MAX_COLUMNS. Row k's tables
     * begin at k * columns / 2 * pair_bytes. */
    void (*pairs)(void *tables, const uint8_t *b, size_t rows, size_t columns, size_t row_step, size_t column_step);

    /* c_j += sum over k of B[k][j] a_k. c has a vector for each column of B and a has one for each row. bytes is the
     * length of all vectors. No two c_j overlap. a is only read. pairs: the tables of B. */
    void (*multiply)(const neosig_tower_vectors *c, const neosig_tower_vectors *a, const void *pairs, size_t bytes);

    /* dst[j][i] = src[i][j] for a square of elements whose rows have 16 bytes: 32 x 32 elements of GF(16), 16 x 16 of
     * GF(256). */
    void (*transpose)(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride);

    /* The kernels of neosig_gf256_solve, or NULL. */
    const neosig_gf256_kernels *solver;

    /* c = scalar times x, of elements one a byte in either field. Both fields take any element of GF(256) as scalar.
     * bytes: a multiple of 32. */
    void (*scale)(uint8_t *c, const uint8_t *x, size_t bytes, uint8_t scalar);

    /* For first <= t < end, vector t of each of n rows is added to bucket b[t]. All of it is public. end - first may be
     * 0. n: 1 to NEOSIG_TOWER_MAX_ROWS. bytes: of a vector, at most NEOSIG_TOWER_MAX_BUCKET. In a row vectors follow
     * each other. rows[r] is where vector 0 of row r lies, or would lie: only vectors first to end - 1 are read, and
     * only these numbers of b. If bytes is no multiple of 16, up to 15 bytes before a vector are read: the caller's
     * buffers contain those before vector first, too.
     *
     * buckets: neosig_tower_buckets of them, one every neosig_tower_bucket_stride(bytes). b[t] is below their number.
     * Before the first call the caller sets all buckets to zero. A vector takes the last bytes of its bucket. The
     * bucket's bytes before it are undefined. */
    void (*scatter_vartime)(uint8_t *buckets, const uint8_t *const *rows, size_t n, const uint8_t *b, size_t first,
                            size_t end, size_t bytes);

    /* y += the sum of all terms' vectors, each times the product of the term's two variables. All data are public. The
     * vectors follow each other row by row; bytes is the length of each, 32 to NEOSIG_TOWER_MAX_BUCKET. The result is
     * 1, or 0 if buckets are faster on this CPU: then nothing is done. NULL in a backend that has no such kernel. */
    int (*quadratic_vartime)(uint8_t *y, const uint8_t *vectors, size_t bytes, const neosig_tower_terms *terms);

    /* For k < rows, vector k of c += the sum, over t < NEOSIG_TOWER_MULTIPLES, of vector index[t][k] of table t. The
     * index is public; the vectors may be secret. bytes: of a vector, a multiple of 16 and at most 96. The vectors of c
     * are step bytes apart. A table has 256 vectors, and tables follow each other. */
    void (*look_up_vartime)(uint8_t *c, size_t step, size_t bytes, const uint8_t *const index[NEOSIG_TOWER_MULTIPLES],
                            size_t rows, const uint8_t *tables);
} neosig_tower;

typedef struct neosig_tower_kernels {
    const char *name;
    neosig_tower gf16, gf256;

    /* The same fields in the polynomial basis: GF(16) = GF(2)[x]/(x^4 + x + 1), and
     * GF(256) = GF(2)[x]/(x^8 + x^4 + x^3 + x + 1). Bit i of an element is the coefficient of x^i. Kernels that no
     * scheme uses are NULL: pairs, multiply and look_up_vartime of polynomial256, since products of matrices over
     * GF(256) are cheaper in the tower's basis. The other three fields have no solver: systems over GF(256) in the
     * tower's basis change to this one, and gf16.h has the kernels of systems over GF(16). */
    neosig_tower polynomial16, polynomial256;

    /* dst has the images of the bytes of src by a linear map, which images gives: those of the low nibbles, then those
     * of the high ones. So bases are changed, by polynomial_tables.h. bytes may be any number. dst may be src. */
    void (*map)(uint8_t *dst, const uint8_t *src, size_t bytes, const uint8_t images[32]);

    /* polynomial256 for CPUs with GFNI, whose instructions multiply in this very field: products of matrices and
     * systems need no other basis. All kernels are there but scatter_vartime, whose place quadratic_vartime takes, and
     * look_up_vartime, which takes longer than multiply. NULL in a backend that has no such field. */
    const neosig_tower *polynomial256_gfni;
} neosig_tower_kernels;

/* The powers of x in the tower's basis of GF(256), and in their own of GF(16): what the bits of an element in the
 * polynomial basis stand for. */
extern const uint8_t neosig_tower_powers_of_x[8], neosig_polynomial16_powers_of_x[2];

extern const neosig_tower_kernels neosig_tower_portable;
extern const neosig_tower_kernels neosig_tower_neon;
extern const neosig_tower_kernels neosig_tower_neon_sha3; /* EOR3 */
extern const neosig_tower_kernels neosig_tower_avx2;
extern const neosig_tower neosig_tower_polynomial256_gfni;

#if defined(__x86_64__)
/* quadratic_vartime of a CPU that has GFNI, in the tower's basis. */
void neosig_tower_quadratic_gfni_vartime(uint8_t *y, const uint8_t *vectors, size_t bytes,
                                         const neosig_tower_terms *terms);

/* scalars and combine of such a CPU for gf16, gf256 and polynomial16. bits: of an element, since combine does not look
 * at the basis. */
typedef enum neosig_tower_gfni_field {
    NEOSIG_TOWER_GFNI_16,
    NEOSIG_TOWER_GFNI_256,
    NEOSIG_TOWER_GFNI_POLYNOMIAL16
} neosig_tower_gfni_field;

void neosig_tower_scalars_gfni(neosig_tower_gfni_field field, void *tables, const uint8_t *x, size_t count);
void neosig_tower_combine_gfni(unsigned bits, uint8_t *c, size_t bytes, const uint8_t *a, size_t stride,
                               const void *scalars, size_t count);

/* pairs and multiply of the same fields. */
void neosig_tower_pairs_gfni(neosig_tower_gfni_field field, void *tables, const uint8_t *b, size_t rows, size_t columns,
                             size_t row_step, size_t column_step);
void neosig_tower_multiply_gfni(unsigned bits, const neosig_tower_vectors *c, const neosig_tower_vectors *a,
                                const void *tables, size_t bytes);

/* transpose of GF(256). */
void neosig_tower_transpose_avx2(uint8_t *dst, size_t dst_stride, const uint8_t *src, size_t src_stride);
#endif

/* quadratic_vartime, or 0 where the CPU or the backend has none; polynomial256_gfni, or NULL. Only x86-64 has them:
 * elsewhere the compiler sees the 0 and the NULL, and drops the code that they lead to. */
static inline int neosig_tower_quadratic_vartime(const neosig_tower *field, uint8_t *y, const uint8_t *vectors,
                                                 size_t bytes, const neosig_tower_terms *terms)
{
#if defined(__x86_64__)
    return field->quadratic_vartime != NULL && field->quadratic_vartime(y, vectors, bytes, terms);
#else
    (void)field, (void)y, (void)vectors, (void)bytes, (void)terms;
    return 0;
#endif
}

static inline const neosig_tower *neosig_tower_by_gfni(const neosig_tower_kernels *kernels)
{
#if defined(__x86_64__)
    return (neosig_cpu() & NEOSIG_CPU_GFNI) != 0 ? kernels->polynomial256_gfni : NULL;
#else
    (void)kernels;
    return NULL;
#endif
}

/* Bounds of scalar_bytes and pair_bytes over all backends. */
static inline size_t neosig_tower_scalar_room_bytes(const neosig_tower *field)
{
    return field->bits == 4 ? 16 : 32;
}
static inline size_t neosig_tower_pair_room_bytes(const neosig_tower *field)
{
    return field->bits == 4 ? 16 : 48;
}

/* Bytes of a packed vector of n elements. Over GF(16) n is even. */
static inline size_t neosig_tower_bytes(const neosig_tower *field, size_t n)
{
    return n * field->bits / 8;
}

/* columns rounded up for multiply. */
static inline size_t neosig_tower_columns(const neosig_tower *field, size_t columns)
{
    return (columns + field->columns - 1) & ~(field->columns - 1);
}

/* Element i of packed vector x. bits: of an element, 4 or 8. */
static inline uint8_t neosig_tower_element(unsigned bits, const uint8_t *x, size_t i)
{
    return (uint8_t)(bits == 8 ? x[i] : x[i / 2] >> i % 2 * 4 & 15);
}

/* How many of `left` pieces go next, at most `most`. The last two parts are of nearly one size. */
INLINE size_t neosig_tower_next_part(size_t left, const size_t most)
{
    return left <= most ? left : left < 2 * most ? (left + 1) / 2 : most;
}

/* dst[j][i] = src[i][j] for packed vectors, in rows of any distance. Rows and columns: at least 32 over GF(16), and
 * even; at least 16 over GF(256). Exactly the vectors are read and written. */
void neosig_tower_transpose(const neosig_tower *field, uint8_t *dst, size_t dst_stride, const uint8_t *src,
                            size_t src_stride, size_t rows, size_t columns);

/* Buckets for scatter_vartime: the distance between two, for vectors of this length, and how many the field has. The
 * distance is a multiple of 32 bytes. If the buckets begin on such a multiple, too, each 32 bytes of a vector, counted
 * from its end, lie in one cache line. */
static inline size_t neosig_tower_bucket_stride(size_t bytes)
{
    return (bytes + 31) & ~(size_t)31;
}
static inline size_t neosig_tower_buckets(const neosig_tower *field)
{
    return (size_t)1 << field->bits;
}

/* y += sum over b of b times bucket b. bytes: the length of y, 16 to NEOSIG_TOWER_MAX_BUCKET. buckets: all buckets of
 * the field, as scatter_vartime fills them. A bucket's bytes before its vector have no effect. */
void neosig_tower_gather(const neosig_tower *field, uint8_t *y, const uint8_t *buckets, size_t bytes);

#endif
