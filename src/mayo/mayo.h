/* MAYO, round 3: what the parts of the scheme share.
 *
 * The public map has m equations in n = v + o variables: P = (P1 P2; 0 P3), upper triangular. It vanishes on all
 * (O u, u), and the matrix O is secret. Names are the specification's.
 *
 * A vector of coefficients, one for each equation, is also a polynomial in z modulo f(z) = z^m + tail. A signature is k
 * vectors s_i for which the sum over i <= j of z^Z[i][j] U[i][j] is t. U[i][i] is P(s_i). With i < j, U[i][j] is the
 * polar form of P at s_i and s_j. Lambda(s_j) is added to U[0][j]. The linear map Lambda and the target t come from the
 * message's digest and the salt. */
#ifndef NEOSIG_MAYO_MAYO_H
#define NEOSIG_MAYO_MAYO_H

#include "core/contract.h"
#include "gf/gf16.h"
#include "gf/quadratic.h"
#include "scheme/scheme.h"
#include "sym/aes.h"

#define NEOSIG_MAYO_PUBLIC_SEED_BYTES 16
#define NEOSIG_MAYO_LAMBDA_SEED_BYTES 32
#define NEOSIG_MAYO_ATTEMPTS 256
#define NEOSIG_MAYO_MAX_N 154
#define NEOSIG_MAYO_MAX_O 13
#define NEOSIG_MAYO_O_ROW 16
#define NEOSIG_MAYO_MAX_M 142
#define NEOSIG_MAYO_MAX_K 12
#define NEOSIG_MAYO_MAX_SALT_BYTES 40
#define NEOSIG_MAYO_MAX_DIGEST_BYTES 64

/* ---- Parameter sets: mayo_params.c */

/* A set's row. f = z^m + tail[3] z^3 + ... + tail[0]. whipping: the lower triangle of Z, row by row. salt_bytes: of the
 * salt, and of the seed that is the secret key. */
typedef struct neosig_mayo_set {
    neosig_alg alg;
    unsigned v, o, m, k;
    uint8_t tail[4];
    const uint8_t *whipping;
    unsigned salt_bytes, digest_bytes;
} neosig_mayo_set;

extern const neosig_mayo_set neosig_mayo_sets[];
extern const size_t neosig_mayo_sets_count;

/* The first precondition of the code that a row breaks, in words; NULL if it breaks none. */
const char *neosig_mayo_row_fault(const neosig_alg *alg);

/* What an operation works with: a set and the kernels of its backend. o_width and k_width are o and k rounded up for
 * products. */
typedef struct neosig_mayo_ctx {
    const neosig_mayo_set *set;
    const neosig_tower *field;
    const neosig_gf16_kernels *gf16;
    const neosig_aes_kernels *aes;
    const neosig_keccak_kernels *keccak;
    size_t v, o, n, m, k, o_width, k_width;
    size_t m_bytes, n_bytes;  /* of packed vectors of m elements, and of the k vectors of a signature */
    size_t lanes;             /* of a vector of m elements, one a byte: m, in whole groups */
    size_t v_bytes, ko_bytes; /* of one vinegar, and of k o elements, each from a whole byte on */
    size_t o_bytes;           /* of O as SHAKE256 gives it */
    size_t p1_bytes, p2_bytes, p3_bytes;
    size_t salt_bytes, digest_bytes;
    uint32_t offsets[NEOSIG_MAYO_MAX_N]; /* of vectors of m elements that follow one another */
} neosig_mayo_ctx;

/* ---- Prepared keys: mayo_encode.c */

/* A prepared secret key is seed_sk | O | P1 | L, where L = (P1 + P1^T) O + P2. Each part begins on a multiple of 64
 * bytes. O has rows of NEOSIG_MAYO_O_ROW packed elements; P1 and L are of vectors in lanes. */
typedef struct neosig_mayo_secret {
    uint8_t *seed, *O, *P1, *L;
} neosig_mayo_secret;

size_t neosig_mayo_prepared_secret_bytes(const neosig_mayo_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(), ensures(returned % 64 == 0));
neosig_mayo_secret neosig_mayo_secret_parts(const neosig_mayo_ctx *ctx, uint8_t *prepared) NEOSIG_CONTRACT(
    requires(is_context(ctx) && __CPROVER_w_ok(prepared, neosig_mayo_prepared_secret_bytes(ctx))), assigns(),
    ensures(returned.seed == prepared && returned.seed + ctx->set->alg.seed_bytes <= returned.O),
    ensures(returned.O + ctx->v * NEOSIG_MAYO_O_ROW / 2 <= returned.P1),
    ensures(returned.P1 + neosig_triangle(ctx->v) * ctx->lanes <= returned.L),
    ensures(prepared + neosig_mayo_prepared_secret_bytes(ctx) - returned.L - ctx->v * ctx->o * ctx->lanes < 64));

/* A prepared public key is the upper triangle of P, row by row, of vectors in lanes. */
size_t neosig_mayo_prepared_public_bytes(const neosig_mayo_ctx *ctx)
    NEOSIG_CONTRACT(requires(is_context(ctx)), assigns(), ensures(returned == neosig_triangle(ctx->n) * ctx->lanes));

/* ---- From seeds to objects: mayo_expand.c */

/* seed_pk | O = SHAKE256(seed_sk). O: v rows of NEOSIG_MAYO_O_ROW packed elements, zeros behind the first o. */
void neosig_mayo_expand_secret(const neosig_mayo_ctx *ctx, uint8_t public_seed[NEOSIG_MAYO_PUBLIC_SEED_BYTES],
                               uint8_t *O, const uint8_t *seed);

/* p = P1 | P2. */
void neosig_mayo_expand_public(const neosig_mayo_ctx *ctx, uint8_t *p, const uint8_t *public_seed);

/* SHAKE256(digest | salt) is t and a seed, of which AES makes lambda: n vectors, the coefficients of Lambda. */
void neosig_mayo_make_target(const neosig_mayo_ctx *ctx, uint8_t *t, uint8_t *lambda, const uint8_t *digest,
                             const uint8_t *salt);

/* ---- Vectors in lanes: mayo_lanes.c
 *
 * A vector in lanes has one element a byte: first those of even number, then those of odd number, then zeros up to a
 * whole group. These are rows of gf/gf16.h, where products with a matrix take less than those of packed vectors. */

/* packed may end where `to` ends. */
void neosig_mayo_to_lanes(const neosig_mayo_ctx *ctx, uint8_t *to, const uint8_t *packed, size_t vectors);
void neosig_mayo_from_lanes(const neosig_mayo_ctx *ctx, uint8_t *packed, const uint8_t *from, size_t vectors);

/* Adds packed vectors to vectors in lanes that are step bytes apart. */
void neosig_mayo_add_to_lanes(const neosig_mayo_ctx *ctx, uint8_t *to, size_t step, const uint8_t *packed,
                              size_t vectors);

/* A matrix. Of each row it has the tables of `width` pairs of neighbouring columns. pairs: memory for these. */
typedef struct neosig_mayo_factor {
    size_t rows, width;
    uint8_t *pairs;
    neosig_gf16_table *tables;
} neosig_mayo_factor;

neosig_mayo_factor neosig_mayo_carve_factor(neosig_arena *arena, size_t rows, size_t columns);

/* The tables of a matrix whose columns are packed, one every stride bytes. An even number of columns is read. */
void neosig_mayo_make_factor(const neosig_mayo_ctx *ctx, const neosig_mayo_factor *t, const uint8_t *columns,
                             size_t stride);

/* The same of a matrix whose rows are packed. */
void neosig_mayo_make_factor_of_rows(const neosig_mayo_ctx *ctx, const neosig_mayo_factor *t, const uint8_t *rows,
                                     size_t stride);

/* c_j = sum over k < count of t[first + k][j] a_k, for vectors in lanes. Those of c, 2 t->width of them, follow one
 * another, and those of a are step bytes apart. */
void neosig_mayo_multiply(const neosig_mayo_ctx *ctx, uint8_t *c, const neosig_mayo_factor *t, size_t first,
                          const uint8_t *a, size_t step, size_t count);

/* Values of a quadratic map at k points, each a column of `points`. N: rows of k_width vectors in lanes, one for each
 * variable. products: k rows of k_width vectors. */
typedef struct neosig_mayo_values {
    neosig_mayo_factor points;
    uint8_t *N, *products;
} neosig_mayo_values;

neosig_mayo_values neosig_mayo_carve_values(const neosig_mayo_ctx *ctx, neosig_arena *arena, size_t variables);

/* U = S P S^T, folded to a triangle of order k_width, where S has the points as rows. lambda, a vector for each
 * variable, is added to the first column of P S^T. P: a triangle of vectors in lanes; lambda and U are packed. */
void neosig_mayo_evaluate(const neosig_mayo_ctx *ctx, uint8_t *U, const neosig_mayo_values *w, const uint8_t *P,
                          const uint8_t *lambda);

/* ---- Rows of P1 and P2: mayo_rows.c */

/* Rows of one of both matrices, each read once. */
typedef struct neosig_mayo_stream {
    const neosig_aes_key *key;
    uint8_t *memory;  /* bytes next ... end - 1 of memory are drawn and not read yet */
    size_t next, end; /* the row that was read last ends at next */
    size_t left;      /* bytes that are not drawn yet */
    uint32_t block;   /* of the key stream: the first that is not drawn yet */
} neosig_mayo_stream;

/* The rows of P1, and beside them those of P2, which the key stream has behind all of P1. */
typedef struct neosig_mayo_rows {
    neosig_aes_key *key;
    neosig_mayo_stream p1, p2; /* the memory of p2 is behind that of p1 */
} neosig_mayo_rows;

neosig_mayo_rows neosig_mayo_carve_rows(const neosig_mayo_ctx *ctx, neosig_arena *arena);
void neosig_mayo_draw_rows(const neosig_mayo_ctx *ctx, neosig_mayo_rows *rows, const uint8_t *public_seed);

/* The next row, of so many vectors. It stays until the next call for the same matrix. */
const uint8_t *neosig_mayo_next_row(const neosig_mayo_ctx *ctx, neosig_mayo_stream *stream, size_t vectors);

/* A matrix with the tables of all its rows. */
neosig_matrix neosig_mayo_matrix(const neosig_mayo_ctx *ctx, size_t rows, size_t columns, const uint8_t *stored,
                                 size_t row_step, size_t column_step, void *pairs);

/* c_j += sum over i of t[first + i][j] row_i. The vectors of c follow one another, and so do the `vectors` of row. */
void neosig_mayo_add_row(const neosig_mayo_ctx *ctx, uint8_t *c, const uint8_t *row, size_t vectors,
                         const neosig_matrix *t, size_t first);

/* The same for row `first` of (P1 P2), whose parts p1 and p2 are in the memory of neosig_mayo_rows. */
void neosig_mayo_add_both_rows(const neosig_mayo_ctx *ctx, uint8_t *c, const uint8_t *p1, const uint8_t *p2,
                               const neosig_matrix *t, size_t first);

/* ---- The whipped map: mayo_whip.c */

/* Bytes of a vector that is spread out: the vector, and the vector times z, each with zeros before and behind. */
#define NEOSIG_MAYO_SPREAD_BYTES 320

/* The k o columns of the system's matrix A. For each i there are o columns: the sum over j of z^Z[i][j] M_j, where M_j
 * is row j of M. spread: memory of k o vectors that are spread out. */
void neosig_mayo_make_columns(const neosig_mayo_ctx *ctx, uint8_t *columns, const uint8_t *M, uint8_t *spread);

/* y += the sum over i <= j < k of z^Z[i][j] U[i][j]. U: an upper triangle of order k_width. spread: memory of k vectors
 * that are spread out. */
void neosig_mayo_whip(const neosig_mayo_ctx *ctx, uint8_t *y, const uint8_t *U, uint8_t *spread);

/* ---- Operations: mayo_keygen.c, mayo_sign.c, mayo_verify.c; *_bytes is the size of the workspace */

size_t neosig_mayo_keypair_bytes(const neosig_mayo_ctx *ctx, unsigned flags);
neosig_error neosig_mayo_keypair(const neosig_mayo_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                 void *workspace, unsigned flags);

size_t neosig_mayo_prepare_sign_bytes(const neosig_mayo_ctx *ctx);
neosig_error neosig_mayo_prepare_sign(const neosig_mayo_ctx *ctx, uint8_t *prepared, const uint8_t *sk,
                                      void *workspace);

size_t neosig_mayo_sign_bytes(const neosig_mayo_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_mayo_sign(const neosig_mayo_ctx *ctx, uint8_t *sig, const uint8_t *digest, const uint8_t *sk,
                              int prepared, const neosig_source *source, void *workspace, unsigned flags);

size_t neosig_mayo_prepare_verify_bytes(const neosig_mayo_ctx *ctx);
neosig_error neosig_mayo_prepare_verify(const neosig_mayo_ctx *ctx, uint8_t *prepared, const uint8_t *pk,
                                        void *workspace);

size_t neosig_mayo_verify_bytes(const neosig_mayo_ctx *ctx, int prepared, unsigned flags);
neosig_error neosig_mayo_verify(const neosig_mayo_ctx *ctx, const uint8_t *sig, const uint8_t *digest,
                                const uint8_t *pk, int prepared, void *workspace);

/* ---- mayo_scheme.c */

/* backend may be NULL where only sizes are asked for. */
neosig_mayo_ctx neosig_mayo_open(const neosig_alg *alg, const neosig_backend *backend);

#endif
