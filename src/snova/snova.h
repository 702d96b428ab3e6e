/* SNOVA, round 1 of NIST's additional signatures: what the parts of the scheme share.
 *
 * The specification's l x l blocks are read as one matrix of scalars: row (j, r) is row r of block row j, lane (k, c)
 * is column c of block column k. V = v l, O = o l, N = n l, L = l l.
 *
 * The public map needs only E[i][s][t] = sum over j, k of (S^s X_j)^T P_i[j][k] (S^t X_k). With U[(j, r)][(s, q)] =
 * (S^s X_j)[r][q], E_i = U^T P_i U is two matrix products with L columns, whatever the number L of values of alpha.
 * A column of U is numbered sigma = s l + q.
 */
#ifndef NEOSIG_SNOVA_H
#define NEOSIG_SNOVA_H

#include "core/scheme.h"
#include "gf/gf16.h"
#include "sym/aes.h"

#define NEOSIG_SNOVA_PUBLIC_SEED 16
#define NEOSIG_SNOVA_PRIVATE_SEED 32
#define NEOSIG_SNOVA_SALT 16
#define NEOSIG_SNOVA_DIGEST 64

/* A parameter set. */
typedef struct neosig_snova {
    neosig_alg alg;
    unsigned v, o, l;
    int expanded; /* the secret key is the expanded one (esk), not the two seeds (ssk) */
} neosig_snova;

/* A, B as [entry][alpha], Q1, Q2 as coefficients [s][alpha] of the powers of S; alpha < L, the rest zero. The second
 * half of a row of Q2 is read as a whole group, hence the bytes behind it, whose values do not matter. */
typedef struct neosig_snova_map {
    uint8_t a[16][16], b[16][16], q1[4][16], q2[4][16], behind[8];
} neosig_snova_map;

/* A set's dimensions and the kernels of one operation. */
typedef struct neosig_snova_shape {
    const neosig_snova *set;
    const neosig_backend *backend;
    const neosig_gf16_kernels *gf;
    size_t v, o, l, n, m, L, V, O, N;
    size_t u_pairs;  /* pair rows of L rows */
    size_t o_pairs;  /* of O rows */
    size_t l_pairs;  /* of l rows */
    size_t sigmas;   /* 2 u_pairs: L, and one more of zeros where L is odd */
    size_t columns;  /* sigmas * m: lanes (sigma, i) */
    size_t stride;   /* of the matrices R and P below */
    size_t rows;     /* theirs, rounded up */
    size_t t_stride; /* of T and of matrices of O lanes */
} neosig_snova_shape;

void neosig_snova_shape_of(neosig_snova_shape *shape, const neosig_alg *alg, const neosig_backend *backend);

/* The larger of two sizes: buffers that serve one purpose after another. */
static inline size_t neosig_snova_larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Bytes of a buffer of n lanes that kernels may run over. */
static inline size_t neosig_snova_lanes(size_t n)
{
    return neosig_gf16_round(n) + NEOSIG_GF16_SLACK;
}

/* ---- Expansion (expand.c) */

/* The public stream of one seed, by ranges of elements. */
typedef struct neosig_snova_stream {
    neosig_aes_key key;
    const neosig_aes_kernels *aes;
    uint8_t *packed; /* scratch, neosig_snova_stream_bytes */
} neosig_snova_stream;

/* Room for the largest range, the v * v blocks of one P11. */
size_t neosig_snova_stream_bytes(const neosig_snova_shape *shape);
void neosig_snova_stream_open(neosig_snova_stream *stream, const neosig_snova_shape *shape, const uint8_t *public_seed);
/* Elements first, first + 1, ... of the stream, somewhere in elements, which takes 32 + count. */
const uint8_t *neosig_snova_stream_get(const neosig_snova_stream *stream, uint8_t *elements, size_t first,
                                       size_t count);

/* A, B, Q1, Q2 from the public stream. Variable time: the public seed is public. */
void neosig_snova_map_vartime(neosig_snova_map *map, const neosig_snova_shape *shape,
                              const neosig_snova_stream *stream);

/* Scratch of the functions below: neosig_snova_scratch_bytes each. */
size_t neosig_snova_scratch_bytes(const neosig_snova_shape *shape);

/* T (V x O, t_stride) from the private seed, its blocks in specification order if blocks is not NULL, and its tables
 * (V x o_pairs). scratch: two of them. */
void neosig_snova_secret_t(uint8_t *t, neosig_gf16_table *tables, uint8_t *blocks, const neosig_snova_shape *shape,
                           const uint8_t *private_seed, uint8_t *scratch);
/* T, and its tables if they are asked for, from blocks in specification order. scratch: one, if there are tables. */
void neosig_snova_t_of_blocks(uint8_t *t, neosig_gf16_table *tables, const neosig_snova_shape *shape,
                              const uint8_t *blocks, uint8_t *scratch);

/* Rows of one matrix of the stream: whole groups are written. */
void neosig_snova_p11_rows(uint8_t *m, size_t stride, const neosig_snova_shape *shape,
                           const neosig_snova_stream *stream, size_t i);
/* P11_i transposed, from its rows p11 and the stream, which held P11_i last; as many rows and lanes as in p11. */
void neosig_snova_p11_columns(uint8_t *m, size_t stride, const neosig_snova_shape *shape,
                              const neosig_snova_stream *stream, size_t i, const uint8_t *p11);
void neosig_snova_p12_rows(uint8_t *m, size_t stride, const neosig_snova_shape *shape,
                           const neosig_snova_stream *stream, size_t i);
void neosig_snova_p21_rows(uint8_t *m, size_t stride, const neosig_snova_shape *shape,
                           const neosig_snova_stream *stream, size_t i);
/* R_i: V rows of P11 (V lanes) | P12 (O) | P21^T (O). */
void neosig_snova_public_rows(uint8_t *r, const neosig_snova_shape *shape, const neosig_snova_stream *stream, size_t i,
                              uint8_t *scratch);
/* In R_i: P12 to F12 = P12 + P11 T; P21^T to F21^T = (P21 + T^T P11)^T. scratch: two of them. */
void neosig_snova_to_f12(uint8_t *r, const neosig_snova_shape *shape, const neosig_gf16_table *t, uint8_t *scratch);
void neosig_snova_to_f21(uint8_t *r, const neosig_snova_shape *shape, const neosig_gf16_table *t, uint8_t *scratch);
/* R_i = F11 | F12 | F21^T from an expanded secret key. scratch: two of them. */
void neosig_snova_esk_rows(uint8_t *r, const neosig_snova_shape *shape, const uint8_t *esk, size_t i, uint8_t *scratch);

/* P_i: N rows of N lanes, from the stream and the public key. */
void neosig_snova_verify_rows(uint8_t *p, const neosig_snova_shape *shape, const neosig_snova_stream *stream,
                              const uint8_t *pk, size_t i);
/* The same at once as W_i += U^T P_i, by multiply_packed: l = 2. Pair rows every w_stride, the last O lanes from lane
 * oil on, which leaves room for the first V in pairs of groups. */
void neosig_snova_verify_product(uint8_t *w, size_t w_stride, size_t oil, const neosig_snova_shape *shape,
                                 const neosig_gf16_table *u, const neosig_snova_stream *stream, const uint8_t *pk,
                                 size_t i);

/* dst[lane][row] += src[row][lane], src having count rows in pair form and room for 16 pair rows at a time. scratch:
 * one.
 */
void neosig_snova_add_transposed(uint8_t *dst, size_t dst_stride, const neosig_snova_shape *shape, uint8_t *src,
                                 size_t src_stride, size_t count, size_t lanes, uint8_t *scratch);

/* dst row lane is lane of all pairs pair rows of src: those of the low nibbles, then those of the high ones; in whole
 * groups. scratch: lanes and pairs rounded up. */
void neosig_snova_transpose_pairs(uint8_t *dst, size_t dst_stride, const neosig_snova_shape *shape, const uint8_t *src,
                                  size_t src_stride, size_t pairs, size_t lanes, uint8_t *scratch);

/* ---- The expanded secret key (encode.c): elements of A, B, Q1, Q2, T12, F11, F12, F21 in this order */

typedef enum neosig_snova_part {
    PART_A,
    PART_B,
    PART_Q1,
    PART_Q2,
    PART_T12,
    PART_F11,
    PART_F12,
    PART_F21,
    PART_END
} neosig_snova_part;

size_t neosig_snova_esk_offset(const neosig_snova_shape *shape, neosig_snova_part part);
/* Halved packing. put: esk was zero before; elements may come in any order, once each. */
void neosig_snova_esk_put(uint8_t *esk, const neosig_snova_shape *shape, size_t first, const uint8_t *elements,
                          size_t count);
/* P11_i, which the stream held last, as F11_i. elements: V * V and one, or unused. */
void neosig_snova_esk_put_f11(uint8_t *esk, const neosig_snova_shape *shape, const neosig_snova_stream *stream,
                              size_t i, uint8_t *elements);
void neosig_snova_esk_get(uint8_t *elements, const neosig_snova_shape *shape, const uint8_t *esk, size_t first,
                          size_t count);
void neosig_snova_esk_put_map(uint8_t *esk, const neosig_snova_shape *shape, neosig_snova_map *map);
void neosig_snova_esk_get_map(neosig_snova_map *map, const neosig_snova_shape *shape, const uint8_t *esk);

/* ---- The public map (evaluate.c) */

/* S^s, s < l, as [s][row][column] of l columns: l * L elements. */
const uint8_t *neosig_snova_powers_of_s(size_t l);
/* The matrices of F16[S] with coefficients by_s[s][alpha], as entries[entry][alpha]. */
void neosig_snova_ring_matrices(uint8_t entries[16][16], const neosig_snova_shape *shape, uint8_t by_s[4][16]);
/* Pair bytes of the matrices of all alpha, rows x columns, at most 16 entries: out[alpha][row][p] = entry (row, p) |
 * entry (row, p + pairs) << 4 for the pairs of columns. out: 16 bytes more. */
void neosig_snova_entry_pairs(uint8_t *out, const neosig_snova_shape *shape, uint8_t entries[16][16], size_t rows,
                              size_t columns);

/* The tables of U (count*l rows of u_pairs) for count blocks x in specification order. scratch: one. */
void neosig_snova_u_tables(neosig_gf16_table *tables, const neosig_snova_shape *shape, const uint8_t *x, size_t count,
                           uint8_t *scratch);

/* Bytes of what evaluate works in. */
size_t neosig_snova_evaluate_bytes(const neosig_snova_shape *shape);
/* out[(i, r, c)] = the public map's m blocks, from wt = (U^T P)^T: rows rows. */
void neosig_snova_evaluate(uint8_t *out, const neosig_snova_shape *shape, neosig_snova_map *map,
                           const neosig_gf16_table *u, const uint8_t *wt, size_t rows, uint8_t *workspace);
/* wt: rows lanes of W, whose pair rows (p, i) are at w, one every w_stride, as rows (j, r) of lanes (sigma, i) at
 * wt + row * columns. */
void neosig_snova_transpose_w(uint8_t *wt, const neosig_snova_shape *shape, const uint8_t *w, size_t w_stride,
                              size_t rows, uint8_t *scratch);

/* ---- Hashing */

/* The m * L elements of SHAKE256(public seed | digest | salt), which a signature must map to. */
void neosig_snova_target(uint8_t *elements, const neosig_snova_shape *shape, const uint8_t *public_seed,
                         const uint8_t *digest, const uint8_t *salt);
/* SHAKE256 of the message, to NEOSIG_SNOVA_DIGEST bytes; ends the job's hash. */
void neosig_snova_digest(neosig_job *job, uint8_t *digest);

/* ---- Operations */

size_t neosig_snova_keypair_bytes(const neosig_snova_shape *shape);
neosig_error neosig_snova_keypair(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                                  const neosig_source *source, void *workspace, unsigned flags);

size_t neosig_snova_sign_bytes(const neosig_snova_shape *shape, int prepared);
size_t neosig_snova_prepared_sign_bytes(const neosig_snova_shape *shape);
size_t neosig_snova_prepare_sign_bytes(const neosig_snova_shape *shape);
neosig_error neosig_snova_prepare_sign(const neosig_snova_shape *shape, void *prepared, const uint8_t *sk,
                                       void *workspace);
neosig_error neosig_snova_sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source,
                               void *workspace);

size_t neosig_snova_verify_bytes(const neosig_snova_shape *shape, int prepared);
size_t neosig_snova_prepared_verify_bytes(const neosig_snova_shape *shape);
size_t neosig_snova_prepare_verify_bytes(const neosig_snova_shape *shape);
neosig_error neosig_snova_check_public_key(const neosig_snova_shape *shape, const uint8_t *pk);
neosig_error neosig_snova_prepare_verify(const neosig_snova_shape *shape, void *prepared, const uint8_t *pk,
                                         void *workspace);
neosig_error neosig_snova_verify(neosig_job *job, void *workspace);

extern const neosig_scheme neosig_snova_scheme;

#endif
