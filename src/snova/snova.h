/* SNOVA inside the library: what its parts share.
 *
 * The specification's l x l blocks are read as one matrix of elements: row (j, y) is row y of block row j, lane (k, c)
 * is column c of block column k. V = v l, O = o l, N = n l, L = l l. A signature's blocks are l x r, and there are o
 * equations of r x l elements from m public matrices P_i; in round 1, r = l and m = o. How the
 * rounds make A, B, Q1, Q2 and the binding is in snova_round1.c and snova_round3.c, and round 1's expanded key in
 * snova_esk.c. Where else the rounds differ, the code looks at set->round, set->expanded or ctx->shared. snova_system.c
 * derives the equations.
 *
 * Where lanes and rows are numbered, i is an equation, i < o, and i' is a public matrix, i' < m: lanes (i, alpha),
 * lanes (sigma, i'). P_i, R_i, W_i, G1_i and G2_i are those of public matrix i: with these letters i stands for i', and
 * i < m. Only snova_system.c writes P_i', since it also names matrices of an equation.
 *
 * Unless a comment says otherwise: What a function writes overlaps nothing that it reads. Whole groups of a row's lanes
 * are read and written. Bytes and elements may be secret. Dimensions, strides, counts of rows, lanes and blocks, and
 * pointers are public; so are public keys and signatures, with all that follows from them alone. memory, prepared keys
 * and what is carved are on multiples of 64 bytes; nothing else is aligned.
 *
 * docs/design.md has the words, and lists the files in the order of their calls.
 */
#ifndef NEOSIG_SNOVA_SNOVA_H
#define NEOSIG_SNOVA_SNOVA_H

#include "core/contract.h"
#include "scheme/scheme.h"
#include "snova/snova_kernels.h"
#include "sym/aes.h"

#define NEOSIG_SNOVA_PUBLIC_SEED_BYTES 16
#define NEOSIG_SNOVA_PRIVATE_SEED_BYTES 32
#define NEOSIG_SNOVA_SEEDS_BYTES (NEOSIG_SNOVA_PUBLIC_SEED_BYTES + NEOSIG_SNOVA_PRIVATE_SEED_BYTES)
#define NEOSIG_SNOVA_SALT_BYTES 16
#define NEOSIG_SNOVA_DIGEST_BYTES 64
#define NEOSIG_SNOVA_KEY_HASH_BYTES 48
#define NEOSIG_SNOVA_MAX_TARGET 256 /* elements: o l r */

/* ---- Parameter sets: snova_params.c */

/* A row: v vinegar and o oil blocks of l x r elements, m public matrices, alphas terms of an equation. */
typedef struct neosig_snova_set {
    neosig_alg alg;
    const struct neosig_snova_rules *rules; /* of the round */
    unsigned round;                         /* 1 or 3 */
    unsigned v, o, l, r, m, alphas;
    int shake;    /* the public seed's key stream is SHAKE128's, not AES-128's */
    int expanded; /* round 1: the secret key is the expanded one (esk), not the two seeds (ssk) */
} neosig_snova_set;

extern const neosig_snova_set neosig_snova_sets[];
extern const size_t neosig_snova_sets_count;

/* The first precondition of the code that a row breaks, in words; NULL if it breaks none. alg lies in a
 * neosig_snova_set, perhaps in another table than neosig_snova_sets. */
const char *neosig_snova_row_fault(const neosig_alg *alg);

/* What every operation takes: the dimensions, choices and sizes of a set, and the backend. snova_scheme.c derives all
 * numbers from the set. */
typedef struct neosig_snova_ctx {
    const neosig_snova_set *set;
    const neosig_backend *backend;
    const neosig_gf16_kernels *gf;
    const neosig_snova_kernels *kernels;

    /* Dimensions. */
    size_t v, o, l, r, n, m; /* the specification's: blocks are l x l and l x r, n = v + o */
    size_t L, V, O, N;       /* l l; v l, o l, n l */
    size_t lr;               /* elements of a block of X and of an equation; columns of U */
    size_t alphas;           /* terms of an equation */
    size_t forms;            /* of a symmetric block: l (l + 1) / 2 */
    int shared;              /* all equations have the same A, B, Q1, Q2: round 1 with more than one equation */
    size_t together;         /* equations that snova_system.c makes at a time: o if shared, else 1 */

    /* Choices: see snova_thresholds.h. */
    int by_forms;  /* products by T^T by the forms of T's blocks (snova_symmetric.c) */
    size_t points; /* 2 l - 1 where prepared keys hold values at points (snova_points.c), else 0 */

    /* Layout: counts of pair rows. */
    size_t u_pairs; /* of the l r columns of U: half of l r, rounded up */
    size_t s_pairs; /* of the L entries of a power of S: half of L, rounded up */
    size_t r_pairs; /* half of r, rounded up */
    size_t t_pairs; /* of the O rows of a product by T^T: half of O, rounded up. By forms: half of o, rounded up,
                     * times l */

    /* Layout: counts of lanes. map_lanes and abq_lanes are multiples of 16; w_lanes need not be. */
    size_t map_lanes; /* lanes (i, alpha) */
    size_t abq_lanes; /* of A, B, Q1, Q2: lanes (i, alpha); if shared, lanes alpha */
    size_t w_lanes;   /* of W^T and E: lanes (sigma, i') for 2 u_pairs sigmas; if l r is odd, the last one's are zero */

    /* Layout: distances between rows. stride, v_stride and o_stride have 16 bytes more than whole groups: a store may
     * begin at any lane of a row, and rows_of_blocks needs 15 bytes behind the last. */
    size_t wt_stride; /* of matrices of w_lanes lanes */
    size_t stride;    /* of R_i and P_i */
    size_t v_rows;    /* V, rounded up to 16: V rows in whole groups. Also the distance of rows of V lanes, if stores
                       * begin at multiples of 16 lanes */
    size_t v_stride;  /* of matrices of V lanes */
    size_t o_stride;  /* of T and of other matrices of O lanes */

    /* Layout: bytes of T and of R_i in whole groups of rows, and of P_i in its N rows alone; each with the slack, and a
     * multiple of 64. */
    size_t t_bytes, r_bytes, p_bytes;
} neosig_snova_ctx;

/* The larger of two sizes, for memory that serves two purposes one after another. */
static inline size_t neosig_snova_larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Bytes of a row of n lanes: whole groups, and the slack. */
static inline size_t neosig_snova_lanes_bytes(size_t n)
{
    return neosig_gf16_round(n) + NEOSIG_GF16_SLACK;
}

/* Bytes of rows, one every stride, and the slack. rows is how many. */
static inline size_t neosig_snova_rows_bytes(size_t rows, size_t stride)
{
    return rows * stride + NEOSIG_GF16_SLACK;
}

/* ---- Byte layouts of keys and signatures: snova_encode.c */

/* The binding: what is hashed with a message to the target, so that a signature belongs to one public key. It is the
 * public seed (round 1), or the hash of the public key (round 3). */
typedef struct neosig_snova_binding {
    uint8_t bytes[NEOSIG_SNOVA_KEY_HASH_BYTES];
} neosig_snova_binding;

/* A prepared secret key begins with this. A, B, Q1, Q2 follow, then T, then R_0, ..., R_(m-1), where
 * R_i = F11 | F12 | F21^T. With points, the values of R_i take the place of R_i. */
typedef struct neosig_snova_prepared_secret {
    uint8_t private_seed[NEOSIG_SNOVA_PRIVATE_SEED_BYTES];
    neosig_snova_binding binding;
} neosig_snova_prepared_secret;

/* A prepared public key begins with this. A, B, Q1, Q2 follow, then P_0, ..., P_(m-1), or their values. */
typedef struct neosig_snova_prepared_public {
    neosig_snova_binding binding;
} neosig_snova_prepared_public;

/* Bytes of A, B, Q1, Q2 (neosig_snova_abq). */
size_t neosig_snova_abq_bytes(const neosig_snova_ctx *ctx);

/* Offsets in prepared keys. secret: 1 for a secret key, 0 for a public key. */
size_t neosig_snova_prepared_abq_offset(int secret)
    NEOSIG_CONTRACT(assigns(), ensures(returned % 64 == 0),
                    ensures(returned >=
                            (secret ? sizeof(neosig_snova_prepared_secret) : sizeof(neosig_snova_prepared_public))));
size_t neosig_snova_prepared_t_offset(const neosig_snova_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(), ensures(returned % 64 == 0),
                    ensures(returned >= neosig_snova_prepared_abq_offset(1) + neosig_snova_abq_bytes(ctx)));
size_t neosig_snova_prepared_r_offset(const neosig_snova_ctx *ctx, size_t i)
    NEOSIG_CONTRACT(requires(is_context(ctx) && i <= ctx->m), assigns(), ensures(returned % 64 == 0),
                    ensures(returned >= neosig_snova_prepared_t_offset(ctx) + ctx->t_bytes));
size_t neosig_snova_prepared_p_offset(const neosig_snova_ctx *ctx, size_t i)
    NEOSIG_CONTRACT(requires(is_context(ctx) && i <= ctx->m), assigns(), ensures(returned % 64 == 0),
                    ensures(returned >= neosig_snova_prepared_abq_offset(0) + neosig_snova_abq_bytes(ctx)));
size_t neosig_snova_prepared_secret_bytes(const neosig_snova_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(),
                    ensures(returned > neosig_snova_prepared_r_offset(ctx, ctx->m - 1)));
size_t neosig_snova_prepared_public_bytes(const neosig_snova_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(),
                    ensures(returned > neosig_snova_prepared_p_offset(ctx, ctx->m - 1)));

/* Where a secret key has the public seed. The private seed follows, and in round 3 the hash of the public key. */
size_t neosig_snova_seeds_offset(const neosig_snova_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(), ensures(ctx->set->expanded || returned == 0),
                    ensures(returned + NEOSIG_SNOVA_SEEDS_BYTES +
                                (ctx->set->round == 1 ? 0 : NEOSIG_SNOVA_KEY_HASH_BYTES) ==
                            ctx->set->alg.secret_key_bytes));
static inline const uint8_t *neosig_snova_private_seed(const neosig_snova_ctx *ctx, const uint8_t *sk)
{
    return sk + neosig_snova_seeds_offset(ctx) + NEOSIG_SNOVA_PUBLIC_SEED_BYTES;
}

/* If the elements of a public key or of a signature are odd in number, the high nibble of their last byte is left over.
 * Round 1's published code ignores this nibble. Here it must be zero. */
neosig_error neosig_snova_check_public_key(const neosig_snova_set *set, const uint8_t *pk)
    NEOSIG_CONTRACT(requires(set != NULL && is_fresh(pk, set->alg.public_key_bytes)), assigns(),
                    ensures(returned == NEOSIG_OK || returned == NEOSIG_ERR_KEY));
neosig_error neosig_snova_check_signature(const neosig_snova_set *set, const uint8_t *sig)
    NEOSIG_CONTRACT(requires(set != NULL && is_fresh(sig, set->alg.signature_bytes)), assigns(),
                    ensures(returned == NEOSIG_OK || returned == NEOSIG_ERR_SIGNATURE));

/* The binding in a secret key. */
const uint8_t *neosig_snova_binding_of(const neosig_snova_ctx *ctx, const uint8_t *sk)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sk, ctx->set->alg.secret_key_bytes)), assigns(),
                    ensures(ctx->set->round == 1
                                ? returned == sk + neosig_snova_seeds_offset(ctx)
                                : returned + NEOSIG_SNOVA_KEY_HASH_BYTES == sk + ctx->set->alg.secret_key_bytes));

/* p22: m matrices of o x o blocks. x: n blocks. Elements are below 16. */
void neosig_snova_encode_public_key(const neosig_snova_ctx *ctx, uint8_t *pk, const uint8_t *public_seed,
                                    const uint8_t *p22)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(pk, ctx->set->alg.public_key_bytes)),
                    requires(is_fresh(public_seed, NEOSIG_SNOVA_PUBLIC_SEED_BYTES)),
                    requires(is_fresh(p22, ctx->m * ctx->O * ctx->O)),
                    assigns(upto(pk, ctx->set->alg.public_key_bytes)));
void neosig_snova_encode_signature(const neosig_snova_ctx *ctx, uint8_t *sig, const uint8_t *x, const uint8_t *salt)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sig, ctx->set->alg.signature_bytes)),
                    requires(is_fresh(x, ctx->n * ctx->lr) && is_fresh(salt, NEOSIG_SNOVA_SALT_BYTES)),
                    assigns(upto(sig, ctx->set->alg.signature_bytes)));
void neosig_snova_decode_signature(const neosig_snova_ctx *ctx, uint8_t *x, const uint8_t *sig)
    NEOSIG_CONTRACT(requires(is_context(ctx) && is_fresh(sig, ctx->set->alg.signature_bytes)),
                    requires(is_fresh(x, ctx->n * ctx->lr)), assigns(upto(x, ctx->n * ctx->lr)));
size_t neosig_snova_salt_offset(const neosig_snova_set *set)
    NEOSIG_CONTRACT(requires(set != NULL), assigns(),
                    ensures(returned == ((set->v + set->o) * set->l * set->r + 1) / 2),
                    ensures(returned + NEOSIG_SNOVA_SALT_BYTES == set->alg.signature_bytes));

/* ---- The key stream of a public seed, by ranges of elements: snova_keystream.c */

typedef struct neosig_snova_keystream {
    neosig_aes_key key;
    const neosig_aes_kernels *aes; /* NULL: SHAKE128 */
    uint8_t *memory;               /* neosig_snova_keystream_bytes. SHAKE128: all of the stream, from open on */
    uint8_t *p22;    /* in memory, for a copy of one packed P22 when a public key is expanded. AES-128: the copy
                      * overwrites the range read last */
    uint8_t *packed; /* the range read last, from element skip on. AES-128: kept until the next read, or
                      * until p22 is written */
    size_t skip;     /* AES-128: below 32, the elements of a block of AES; SHAKE128: 0 or 1 */
} neosig_snova_keystream;

/* Elements of P11, P12 and P21 of all m matrices, with which the stream begins. */
size_t neosig_snova_p_elements(const neosig_snova_ctx *ctx);
size_t neosig_snova_keystream_bytes(const neosig_snova_ctx *ctx);
/* Starts the stream of a seed. The caller has set stream->memory, and keeps it as long as what was read is used.
 * AES-128 makes a range when the range is read. SHAKE128 makes all of P here. */
void neosig_snova_keystream_open(const neosig_snova_ctx *ctx, neosig_snova_keystream *stream,
                                 const uint8_t *public_seed);
/* Sets packed and skip to the range of count elements from element first on: at most v v L elements, and with SHAKE128
 * only elements of P. NEOSIG_GF16_SLACK bytes behind the range may be read, too. */
void neosig_snova_keystream_read(neosig_snova_keystream *stream, size_t first, size_t count);

/* ---- The rules of a round: snova_round1.c, snova_round3.c */

/* All A, B, Q1, Q2: row after row of abq_lanes elements. A: r x r entries, B: r x l entries, Q1, Q2: l coefficients of
 * the powers of S. Lanes past the last are zero. */
typedef struct neosig_snova_abq {
    const uint8_t *a, *b, *q1, *q2;
} neosig_snova_abq;

neosig_snova_abq neosig_snova_abq_of(const neosig_snova_ctx *ctx, const uint8_t *abq);
/* Round 1: from L matrices, one after another, to one matrix in each lane: row e of the result, of 16 lanes, has entry
 * e of all matrices. entries is how many a matrix has, at most 16. One row for each is written, and no other; lanes
 * past L are zero. Up to 15 * entries + 16 elements are read. */
void neosig_snova_lanes_of_matrices(const neosig_snova_ctx *ctx, uint8_t *lanes, const uint8_t *matrices,
                                    size_t entries);

typedef struct neosig_snova_rules {
    /* Makes all A, B, Q1, Q2: neosig_snova_abq_bytes. They are public. Round 1: reads the stream; the time depends
     * on the public seed; scratch may be NULL. Round 3: the stream is not used; scratch is memory of
     * neosig_snova_abq_scratch_bytes. */
    void (*expand_abq_vartime)(const neosig_snova_ctx *ctx, uint8_t *abq, neosig_snova_keystream *stream,
                               uint8_t *scratch);
    /* The binding from a public key. Its first binding_bytes are written. */
    void (*bind)(const neosig_snova_ctx *ctx, neosig_snova_binding *binding, const uint8_t *pk);
    size_t binding_bytes;
} neosig_snova_rules;

extern const neosig_snova_rules neosig_snova_round1, neosig_snova_round3;

size_t neosig_snova_abq_scratch_bytes(const neosig_snova_ctx *ctx);

/* ---- The field F16[S] and what is made with S: snova_field.c */

/* The elements of S^s, s < l: [s][row][column]. 2 <= l <= 5. 125 bytes may be read. */
const uint8_t *neosig_snova_powers_of_s(size_t l);
/* The matrices of count elements of F16[S], one in each lane, from l rows of coefficients: s_pairs pair rows, one every
 * stride, which are the L rows of entries. Rows are read and written in whole groups. */
void neosig_snova_field_pairs(const neosig_snova_ctx *ctx, uint8_t *pairs, size_t stride, const uint8_t *coefficients,
                              size_t coefficients_stride, size_t count);
/* Round 1, l <= 4: 16 elements of F16[S], one in each lane alpha. The first function makes their matrices, L rows of
 * entries, from l rows of coefficients; the second makes the coefficients from the first rows of the matrices. Rows
 * have 16 lanes, one row after another. */
void neosig_snova_field_matrices(uint8_t *matrices, size_t l, const uint8_t *coefficients);
void neosig_snova_field_coefficients(uint8_t *coefficients, size_t l, const uint8_t *first_rows);
/* Replaces the last of l coefficients where it is zero, in n lanes. The new one follows from the first coefficient, as
 * the specification has it. So no element is zero. */
void neosig_snova_replace_zero(uint8_t *restrict last, const uint8_t *restrict first, size_t n);
/* Round 1, l <= 4: L matrices, one in each lane alpha < L, L rows of entries. Rows have 16 lanes, one row after
 * another; lanes from L on are read, and keep their values. Adds S, then 2 S, 3 S, ..., 15 S, S, ... to those that are
 * singular, until none is. */
void neosig_snova_make_invertible_vartime(uint8_t *matrices, size_t l);

/* ---- Matrices: snova_matrices.c */

/* Of each function that takes memory, a function whose name ends in _bytes gives the size. It stands above, or the
 * comment names it. */

/* dst = src, and dst = a + b, in whole groups. Rows and lanes of src, a and b are not looked at. Rows of dst may be
 * close. In neosig_snova_add_rows dst may be a, if both have the same stride and rows are not close. */
void neosig_snova_copy_rows(neosig_gf16_matrix dst, neosig_gf16_view src);
void neosig_snova_add_rows(neosig_gf16_matrix dst, neosig_gf16_view a, neosig_gf16_view b);

/* The pairs of scalars in matrices of rows x columns entries. matrices: one matrix in each lane. Entry (y, c) of all
 * matrices is row (y, c), one every stride. out: let half be columns / 2, rounded up. For each lane, one after another,
 * there are rows * half pairs: pair (y, p) is entries (y, p) and (y, p + half), or (y, p) and zero. If
 * rows * half <= 16, out has room for the pairs of neosig_gf16_round(lanes) lanes, and these may be written. Behind all
 * of these pairs, out has 15 more bytes, which may be written. neosig_snova_entry_pairs_bytes: entries is rows * half.
 */
size_t neosig_snova_entry_pairs_bytes(size_t entries, size_t lanes);
void neosig_snova_entry_pairs(const neosig_snova_ctx *ctx, uint8_t *out, const uint8_t *matrices, size_t stride,
                              size_t rows, size_t columns, size_t lanes, void *memory);

/* neosig_snova_matrix_numbers writes one number for each lane (i, alpha), o * alphas in all: i' mod 16, where i' is the
 * lane's own public matrix. Zeros follow to the end of numbers. i' = i in round 1, (i + alpha) mod m in round 3.
 *
 * neosig_snova_multiply_picked is the kernel multiply_picked for map_lanes lanes, with these numbers; c.lanes is not
 * looked at. B has an element for each public matrix. Round 1 may have more than 16 matrices: after the lanes of each
 * 16 equations, the next 16 elements of B are taken. */
#define NEOSIG_SNOVA_MAX_MAP_LANES 256
void neosig_snova_matrix_numbers(const neosig_snova_ctx *ctx, uint8_t numbers[NEOSIG_SNOVA_MAX_MAP_LANES]);
void neosig_snova_multiply_picked(const neosig_snova_ctx *ctx, neosig_gf16_matrix c, neosig_gf16_view a,
                                  neosig_snova_picked b);

/* T in rows, one every o_stride, from its blocks in specification order, behind which NEOSIG_GF16_SLACK bytes are read.
 * t: t_bytes. */
void neosig_snova_t_rows(const neosig_snova_ctx *ctx, uint8_t *t, const uint8_t *blocks);

/* Tables of the product of a matrix and l rows of lanes (j, q), j < count, q < width. matrix: the tables of a matrix of
 * matrix_rows rows and l columns, column after column, as a factor has them. tables: let half be width / 2, rounded up.
 * Table (j, e, q), q < half, is that of lanes (j, q) and (j, q + half) in row e of the product; if width is odd, the
 * second scalar of the last q is zero. rows.rows is l. tables has whole groups of 16. */
size_t neosig_snova_product_tables_bytes(size_t matrix_rows, size_t width, size_t count);
void neosig_snova_product_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables,
                                 const neosig_gf16_table *matrix, size_t matrix_rows, neosig_gf16_view rows,
                                 size_t width, size_t count, void *memory);

/* From count blocks x, in specification order, to l rows of lanes (j, q), one every stride: row y has row y of all
 * blocks. The excess of a row is up to 15 bytes; rows are not close. NEOSIG_GF16_SLACK bytes behind x may be read. */
void neosig_snova_rows_of_x(const neosig_snova_ctx *ctx, uint8_t *rows, size_t stride, const uint8_t *x, size_t count);
/* The tables of U, count * l rows of u_pairs, for count blocks x in specification order, behind which
 * NEOSIG_GF16_SLACK bytes may be read. tables has whole groups of 16. */
size_t neosig_snova_u_bytes(const neosig_snova_ctx *ctx, size_t count);
void neosig_snova_u_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables, const uint8_t *x, size_t count,
                           void *memory);
/* Transposes lanes 0 to lanes - 1 of all W_i. w: pair rows (pair, i'), one every w_stride, of which whole groups of
 * rows are read. wt: row k, one every wt_stride, is lane k of all W_i, in w_lanes lanes (sigma, i'). Up to 8
 * bytes behind a row's whole groups are written, too. They may lie in the next row, so what stood there is lost; those
 * of the last row may lie in the slack. */
void neosig_snova_transpose_w(const neosig_snova_ctx *ctx, uint8_t *wt, const uint8_t *w, size_t w_stride,
                              size_t lanes);

/* ---- Products with U and T by values at points: snova_points.c. Only for sets whose ctx->points is not 0. */

/* Width: products by values have at most so many columns, the r of X or the o block columns of T. The kernel
 * multiply_rows takes 4 pairs of them. */
#define NEOSIG_SNOVA_POINTS_MOST_WIDTH 8

/* The constants: tables of Psi, Phi and the points' powers, which all products by values need. */
neosig_gf16_table *neosig_snova_points_carve_constants(const neosig_snova_ctx *ctx, neosig_arena *arena);
void neosig_snova_points_make_constants(const neosig_snova_ctx *ctx, neosig_gf16_table *constants);

/* How many tables a product takes for its scalars, the values of count block rows of width columns: for each block row
 * and each point, one for every two columns. Buffers of tables have whole groups of 16. */
size_t neosig_snova_points_tables_count(const neosig_snova_ctx *ctx, size_t width, size_t count);
/* The tables of the values of X: count blocks x in specification order, behind which NEOSIG_GF16_SLACK bytes may be
 * read. The width is r. */
size_t neosig_snova_points_x_tables_bytes(const neosig_snova_ctx *ctx, size_t count);
void neosig_snova_points_x_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables,
                                  const neosig_gf16_table *constants, const uint8_t *x, size_t count, void *memory);
/* The tables of the values of T, v block rows of width o. coefficients: of T, as neosig_snova_t has them. memory:
 * neosig_snova_product_tables_bytes(points, o, v). */
void neosig_snova_points_t_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables,
                                  const neosig_gf16_table *constants, const uint8_t *coefficients, void *memory);

/* The values of a matrix of block rows, l rows each. They take the place of the matrix in products by tables of
 * scalars: a block row has one row for each of the 2 l - 1 points. The row of point 0 is the block row's first row, and
 * lies apart from the others. */
typedef struct neosig_snova_values {
    const uint8_t *at_0;   /* the row of point 0: of block row j at at_0 + j * step */
    const uint8_t *others; /* the row of point e > 0: of block row j at others + (j * (2 l - 2) + e - 1) * stride */
    size_t step, stride, block_rows;
} neosig_snova_values;

/* The values of the matrix `rows`, count block rows of l rows each. At point 0 they are the first rows of the block
 * rows. These are not copied: the result points into `rows`. The values at the other points are written to `others`,
 * one row every rows.stride, which is at least rows.lanes rounded up to 16. rows.rows is not looked at. */
size_t neosig_snova_points_values_bytes(const neosig_snova_ctx *ctx, size_t stride, size_t count);
neosig_snova_values neosig_snova_points_values(const neosig_snova_ctx *ctx, uint8_t *others,
                                               const neosig_gf16_table *constants, neosig_gf16_view rows, size_t count);

/* The values of a matrix in a prepared key: first all rows of point 0, then the others, one every ctx->stride. Their
 * bytes are a multiple of 64. rows.stride is ctx->stride; rows of point 0 are copied with all bytes of their strides.
 */
size_t neosig_snova_points_stored_bytes(const neosig_snova_ctx *ctx, size_t count);
void neosig_snova_points_store(const neosig_snova_ctx *ctx, uint8_t *stored, const neosig_gf16_table *constants,
                               neosig_gf16_view rows, size_t count);
neosig_snova_values neosig_snova_points_find_stored(const neosig_snova_ctx *ctx, const uint8_t *stored, size_t count);

/* Products with the matrix that has these values. multiply_u: U^T times the matrix, l r rows (s, q). For odd l, r rows
 * of zeros follow. multiply_t: T^T times the matrix, O rows (x, y). For odd l, one row of zeros follows. out.rows is
 * not looked at; rows are not close. sums: neosig_snova_points_sums_bytes for out.lanes, and for width r or o. */
size_t neosig_snova_points_sums_bytes(const neosig_snova_ctx *ctx, size_t width, size_t lanes);
void neosig_snova_points_multiply_u(const neosig_snova_ctx *ctx, neosig_gf16_matrix out,
                                    const neosig_gf16_table *tables, const neosig_gf16_table *constants,
                                    const neosig_snova_values *values, uint8_t *sums);
void neosig_snova_points_multiply_t(const neosig_snova_ctx *ctx, neosig_gf16_matrix out,
                                    const neosig_gf16_table *tables, const neosig_gf16_table *constants,
                                    const neosig_snova_values *values, uint8_t *sums);

/* E = W U, as neosig_snova_multiply_w makes it, for count block rows of U. w: W in w_lanes rows (sigma, i') of count *
 * l lanes; whole groups of rows are read. e: neosig_snova_e_bytes. The function also writes W^T to wt, one row every
 * wt_stride, in whole groups of rows. It returns the values of W^T: those of point 0 lie in wt, and the others are
 * written to others, neosig_snova_points_values_bytes(ctx, ctx->wt_stride, count). sums:
 * neosig_snova_points_sums_bytes(ctx, r, w_lanes). */
neosig_snova_values neosig_snova_points_multiply_w(const neosig_snova_ctx *ctx, uint8_t *e,
                                                   const neosig_gf16_table *tables, const neosig_gf16_table *constants,
                                                   neosig_gf16_view w, size_t count, uint8_t *wt, uint8_t *others,
                                                   uint8_t *sums);

/* ---- Products by T^T by the symmetry of T's blocks: snova_symmetric.c */

/* The tables of T, in whole groups of 16. If ctx->by_forms, neosig_snova_t_tables makes them from the
 * coefficients, which neosig_snova_t has. Else neosig_snova_t_tables_of_rows makes them from the rows. */
size_t neosig_snova_t_tables_count(const neosig_snova_ctx *ctx);
size_t neosig_snova_t_tables_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_t_tables(const neosig_snova_ctx *ctx, neosig_gf16_table *tables, const uint8_t *coefficients,
                           void *memory);
size_t neosig_snova_t_tables_of_rows_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_t_tables_of_rows(const neosig_snova_ctx *ctx, neosig_gf16_table *tables, const uint8_t *t,
                                   void *memory);
/* C = T^T R for the matrix R in `rows`. c: t_pairs pair rows, not close; rows of C behind the O-th are zeros. t: the
 * tables of T. c.rows is t_pairs, rows.rows is V, and rows.lanes is c.lanes. Up to 16 bytes behind the whole groups of
 * each row of R are read. */
size_t neosig_snova_multiply_t_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_multiply_t(const neosig_snova_ctx *ctx, neosig_gf16_pairs c, const neosig_gf16_table *t,
                             neosig_gf16_view rows, void *memory);
/* From P11 | P12 | P21^T to R_i, in place: to_f12 replaces P12 by F12 = P12 + P11 T, and to_f21 replaces P21^T by
 * F21^T = (P21 + T^T P11)^T. r: r_bytes, of which whole groups of rows are read. t: the tables of T. memory:
 * neosig_snova_to_f_bytes. */
size_t neosig_snova_to_f_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_to_f12(const neosig_snova_ctx *ctx, uint8_t *r, const neosig_gf16_table *t, void *memory);
void neosig_snova_to_f21(const neosig_snova_ctx *ctx, uint8_t *r, const neosig_gf16_table *t, void *memory);

/* ---- From seeds to objects: snova_expand.c */

/* What is made of T. Coefficients are always made. The others are NULL if they are not wanted, but rows need blocks,
 * and tables need rows unless ctx->by_forms. */
typedef struct neosig_snova_t {
    uint8_t *coefficients;     /* row s has coefficient s of all blocks, in lanes (j, k); s < l, and a row begins every
                                * neosig_snova_lanes_bytes(v * o) */
    uint8_t *blocks;           /* in specification order: neosig_snova_t_blocks_bytes */
    uint8_t *rows;             /* V rows of O lanes, one every o_stride: t_bytes */
    neosig_gf16_table *tables; /* neosig_snova_t_tables_count, in whole groups of 16 */
} neosig_snova_t;

size_t neosig_snova_t_coefficients_bytes(const neosig_snova_ctx *ctx);
size_t neosig_snova_t_blocks_bytes(const neosig_snova_ctx *ctx);
size_t neosig_snova_expand_t_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_expand_t(const neosig_snova_ctx *ctx, const neosig_snova_t *t, const uint8_t *private_seed,
                           void *memory);

/* P11_i, P12_i and P21_i in rows, one every stride. The excess of a row is up to 15 bytes; rows are not close. Each of
 * these functions reads another range of the stream. */
void neosig_snova_expand_p11(const neosig_snova_ctx *ctx, uint8_t *p11, size_t stride, neosig_snova_keystream *stream,
                             size_t i);
void neosig_snova_expand_p12(const neosig_snova_ctx *ctx, uint8_t *p12, size_t stride, neosig_snova_keystream *stream,
                             size_t i);
void neosig_snova_expand_p21(const neosig_snova_ctx *ctx, uint8_t *p21, size_t stride, neosig_snova_keystream *stream,
                             size_t i);
/* The transpose of P11_i, one row every v_stride. transposed has v_rows rows, which may all be written. P11_i must be
 * what the stream read last. p11: its rows, one every stride. Whole groups of rows are read, if l is odd or the backend
 * has no columns_of_packed. */
void neosig_snova_transpose_p11(const neosig_snova_ctx *ctx, uint8_t *transposed, const neosig_snova_keystream *stream,
                                const uint8_t *p11, size_t stride);
/* P21_i^T: V rows of O lanes, one every stride. Whole groups of lanes are written, and v_rows rows may be. */
size_t neosig_snova_p21_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_expand_p21_transposed(const neosig_snova_ctx *ctx, uint8_t *transposed, size_t stride,
                                        neosig_snova_keystream *stream, size_t i, void *memory);
/* P11_i | P12_i | P21_i^T, in the places of F11_i | F12_i | F21_i^T in R_i. r: r_bytes. memory: neosig_snova_p21_bytes.
 */
void neosig_snova_expand_r(const neosig_snova_ctx *ctx, uint8_t *r, neosig_snova_keystream *stream, size_t i,
                           void *memory);
/* P_i: N rows of N lanes. P22_i is from the public key, the rest from the stream. p: p_bytes. stream->p22 may be
 * written. */
void neosig_snova_expand_p(const neosig_snova_ctx *ctx, uint8_t *p, neosig_snova_keystream *stream, const uint8_t *pk,
                           size_t i);
/* Whether multiply_packed and multiply_blocks take this set's blocks: in round 1, if the backend has them for l. Then
 * the next two functions add U^T P11_i and U^T P12_i to w without making rows of P. As these kernels do, they leave
 * the lanes behind P's undefined, up to a multiple of 32: w.stride has room for these. */
int neosig_snova_multiplies_blocks(const neosig_snova_ctx *ctx);
void neosig_snova_add_p11(const neosig_snova_ctx *ctx, neosig_gf16_pairs w, const neosig_gf16_table *u,
                          neosig_snova_keystream *stream, size_t i);
void neosig_snova_add_p12(const neosig_snova_ctx *ctx, neosig_gf16_pairs w, const neosig_gf16_table *u,
                          neosig_snova_keystream *stream, size_t i);
/* The same for all of P_i: adds U^T P_i to W_i, whose first V lanes are vinegar and whose last O lanes are oil.
 * stream->p22 may be written. */
void neosig_snova_add_w(const neosig_snova_ctx *ctx, neosig_gf16_pairs vinegar, neosig_gf16_pairs oil,
                        const neosig_gf16_table *u, neosig_snova_keystream *stream, const uint8_t *pk, size_t i);

/* The o l r elements of SHAKE256(binding | digest | salt), which a signature must map to. Exactly these are written.
 * digest: NEOSIG_SNOVA_DIGEST_BYTES. salt: NEOSIG_SNOVA_SALT_BYTES. */
void neosig_snova_expand_target(const neosig_snova_ctx *ctx, uint8_t *target, const neosig_snova_binding *binding,
                                const uint8_t *digest, const uint8_t *salt);

/* ---- Round 1's expanded secret key: snova_esk.c */

/* Each of these functions adds what its name says, and changes only the nibbles of that. Before the first, the caller
 * sets the bytes before the seeds to zero. Blocks are in specification order. */
void neosig_snova_esk_put_abq(const neosig_snova_ctx *ctx, uint8_t *esk, const uint8_t *abq);
void neosig_snova_esk_put_t(const neosig_snova_ctx *ctx, uint8_t *esk, const uint8_t *blocks);
/* F11_i = P11_i, which must be what the stream read last. */
size_t neosig_snova_esk_put_f11_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_esk_put_f11(const neosig_snova_ctx *ctx, uint8_t *esk, const neosig_snova_keystream *stream, size_t i,
                              void *memory);
void neosig_snova_esk_put_f12(const neosig_snova_ctx *ctx, uint8_t *esk, size_t i, const uint8_t *blocks);
void neosig_snova_esk_put_f21(const neosig_snova_ctx *ctx, uint8_t *esk, size_t i, const uint8_t *blocks);

void neosig_snova_esk_get_abq(const neosig_snova_ctx *ctx, uint8_t *abq, const uint8_t *esk);
/* T as neosig_snova_t_rows makes it. */
size_t neosig_snova_esk_t_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_esk_get_t(const neosig_snova_ctx *ctx, uint8_t *t, const uint8_t *esk, void *memory);
/* R_i = F11 | F12 | F21^T. r: r_bytes. Rows behind the V-th may be written. */
size_t neosig_snova_esk_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_esk_get_r(const neosig_snova_ctx *ctx, uint8_t *r, const uint8_t *esk, size_t i, void *memory);
/* Only if neosig_snova_multiplies_blocks: the products with R_i, which is not made. Adds U^T F11_i to w[0] and U^T
 * F12_i to w[1], and sets w[2] to U^T F21_i^T. In w[0] and w[1] the lanes behind the product's, up to a multiple
 * of 32, become undefined. memory: neosig_snova_esk_bytes. */
void neosig_snova_esk_add_products(const neosig_snova_ctx *ctx, const neosig_gf16_pairs w[3],
                                   const neosig_gf16_table *u, const uint8_t *esk, size_t i, void *memory);

/* ---- The public map: snova_map.c */

/* E = W U by its columns: rows tau of lanes (sigma, i'), one every wt_stride. For odd l, up to r rows of zeros
 * follow. e: neosig_snova_e_bytes. u: the tables of U. wt: all W_i transposed: rows of lanes (sigma, i'), one every
 * wt_stride. rows is how many. */
size_t neosig_snova_e_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_multiply_w(const neosig_snova_ctx *ctx, uint8_t *e, const neosig_gf16_table *u, const uint8_t *wt,
                             size_t rows);
/* The value of the map: image[(i, p, c)], o blocks of r x l elements; up to 15 bytes behind them are written. e: E as
 * neosig_snova_multiply_w makes it. */
size_t neosig_snova_evaluate_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_evaluate(const neosig_snova_ctx *ctx, uint8_t *image, const uint8_t *abq, const uint8_t *e,
                           void *memory);

/* ---- The linear system: snova_system.c */

/* Solves the linear system. right: the right side. oil: the solution, o blocks in specification order. Both have
 * exactly o l r elements. g1, g2: w_lanes rows (sigma, i') of O lanes (x, y'), one every O bytes; whole groups of rows
 * are read. The result is 0, or -1 if the system is singular; then oil is undefined. The result is secret, and the
 * caller declassifies it. */
size_t neosig_snova_solve_bytes(const neosig_snova_ctx *ctx);
int neosig_snova_solve(const neosig_snova_ctx *ctx, uint8_t *oil, const uint8_t *abq, const uint8_t *g1,
                       const uint8_t *g2, const uint8_t *right, void *memory);

/* ---- Operations: snova_keygen.c, snova_prepare.c, snova_sign.c, snova_verify.c
 *
 * digest: NEOSIG_SNOVA_DIGEST_BYTES. pk, sk and sig have the sizes in set->alg, and prepared keys have
 * neosig_snova_prepared_secret_bytes or neosig_snova_prepared_public_bytes. flags have no effect. On an error sig is
 * not written. */

size_t neosig_snova_keypair_bytes(const neosig_snova_ctx *ctx, unsigned flags);
neosig_error neosig_snova_keypair(const neosig_snova_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                  void *memory, unsigned flags);

/* sk and pk are the set's keys, or prepared keys if prepared is not 0. neosig_snova_sign returns NEOSIG_ERR_ATTEMPTS if
 * the systems of 255 attempts were singular. In round 3 neosig_snova_prepare_sign makes the key pair again, and returns
 * NEOSIG_ERR_KEY if its secret key is not sk. */
size_t neosig_snova_sign_bytes(const neosig_snova_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_snova_sign(const neosig_snova_ctx *ctx, uint8_t *sig, const uint8_t *digest, const uint8_t *sk,
                               int prepared, const neosig_source *source, void *memory);
size_t neosig_snova_prepare_sign_bytes(const neosig_snova_ctx *ctx);
neosig_error neosig_snova_prepare_sign(const neosig_snova_ctx *ctx, uint8_t *prepared, const uint8_t *sk, void *memory);

/* The caller has checked sig by neosig_snova_check_signature and, if pk is not prepared, pk by
 * neosig_snova_check_public_key. neosig_snova_prepare_verify checks pk itself, and returns NEOSIG_ERR_KEY if the check
 * fails.
 * neosig_snova_verify returns NEOSIG_OK or NEOSIG_ERR_SIGNATURE. */
size_t neosig_snova_verify_bytes(const neosig_snova_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_snova_verify(const neosig_snova_ctx *ctx, const uint8_t *sig, const uint8_t *digest,
                                 const uint8_t *pk, int prepared, void *memory);
size_t neosig_snova_prepare_verify_bytes(const neosig_snova_ctx *ctx);
neosig_error neosig_snova_prepare_verify(const neosig_snova_ctx *ctx, uint8_t *prepared, const uint8_t *pk,
                                         void *memory);

/* ---- snova_scheme.c */

/* Only sizes can be asked for if backend is NULL. alg lies in a neosig_snova_set. */
neosig_snova_ctx neosig_snova_open(const neosig_alg *alg, const neosig_backend *backend);

#endif
