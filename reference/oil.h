/* Quadratic maps with an oil space, which UOV and MAYO share: m forms in n = v + o variables, that vanish on the
 * vectors (O u, u). The forms are upper triangular, P = (P1 P2; 0 P3). An element is one byte. An m-vector has one
 * coefficient of all m forms. */
#ifndef NEOSIG_REFERENCE_OIL_H
#define NEOSIG_REFERENCE_OIL_H

#include "field.h"
#include "sym.h"

#include <stdlib.h>

enum { OIL_SEED = 16, OIL_MAX_N = 259, OIL_MAX_M = 142 };

typedef struct oil {
    gf field;
    size_t v, o, n, m;
    uint8_t *P; /* [n][n] m-vectors: of x_i x_j, i <= j */
    uint8_t *S; /* [v][o] m-vectors: (P1 + P1^T) O + P2, which MAYO calls L */
    uint8_t *O; /* [v][o] elements */
} oil;

static inline int oil_make(oil *q, unsigned bits, size_t v, size_t o, size_t m)
{
    field_make(&q->field, bits, (1u << bits) - 1, bits == 4 ? 2 : 3, field_by_polynomial);
    q->v = v;
    q->o = o;
    q->n = v + o;
    q->m = m;
    q->P = calloc(q->n * q->n, m);
    q->S = calloc(v * o, m);
    q->O = calloc(v, o);
    return q->P != NULL && q->S != NULL && q->O != NULL ? 0 : -1;
}

/* NULL is allowed. */
static inline void oil_free(oil *q)
{
    if (q == NULL)
        return;
    free(q->P);
    free(q->S);
    free(q->O);
    free(q);
}

static inline uint8_t *oil_P(const oil *q, size_t i, size_t j)
{
    return q->P + (i * q->n + j) * q->m;
}

static inline uint8_t *oil_S(const oil *q, size_t i, size_t j)
{
    return q->S + (i * q->o + j) * q->m;
}

/* Parts of keys: each is read, and written, row by row. The result is where the part ends. */
typedef enum oil_part { OIL_P1, OIL_P2, OIL_P3, OIL_S } oil_part;

static inline size_t oil_walk(const oil *q, oil_part part, const uint8_t *in, uint8_t *out)
{
    const size_t bytes = field_bytes(&q->field, q->m);
    size_t at = 0, rows[] = {0, 0, q->v, 0}, columns[] = {0, q->v, q->v, 0}, ends[] = {q->v, q->n, q->n, q->o};
    for (size_t i = rows[part]; i < (part == OIL_P3 ? q->n : q->v); i++)
        for (size_t j = part != OIL_S && i > columns[part] ? i : columns[part]; j < ends[part]; j++, at += bytes) {
            uint8_t *vector = part == OIL_S ? oil_S(q, i, j) : oil_P(q, i, j);
            if (in != NULL)
                field_unpack(&q->field, vector, in + at, q->m);
            if (out != NULL)
                field_pack(&q->field, out + at, vector, q->m);
        }
    return at;
}

static inline const uint8_t *oil_read(oil *q, oil_part part, const uint8_t *in)
{
    return in + oil_walk(q, part, in, NULL);
}

static inline uint8_t *oil_write(const oil *q, oil_part part, uint8_t *out)
{
    return out + oil_walk(q, part, NULL, out);
}

/* P1 | P2, the key stream of the public seed. */
static inline int oil_expand(oil *q, const uint8_t seed[OIL_SEED])
{
    size_t bytes = oil_walk(q, OIL_P1, NULL, NULL) + oil_walk(q, OIL_P2, NULL, NULL);
    uint8_t *stream = malloc(bytes);
    if (stream == NULL)
        return -1;
    neosig_reference_aes128_ctr(stream, bytes, seed);
    oil_read(q, OIL_P2, oil_read(q, OIL_P1, stream));
    free(stream);
    return 0;
}

/* S = (P1 + P1^T) O + P2. */
static inline void oil_make_S(oil *q)
{
    for (size_t i = 0; i < q->v; i++)
        for (size_t c = 0; c < q->o; c++) {
            memcpy(oil_S(q, i, c), oil_P(q, i, q->v + c), q->m);
            for (size_t j = 0; j < q->v; j++)
                if (j != i)
                    field_add(&q->field, oil_S(q, i, c), q->O[j * q->o + c], oil_P(q, i < j ? i : j, i < j ? j : i),
                              q->m);
        }
}

/* P3 = Upper(O^T P1 O + O^T P2): Upper adds the transposed entry to every entry off the diagonal. */
static inline void oil_make_P3(oil *q)
{
    const gf *f = &q->field;
    for (size_t c = 0; c < q->o; c++)
        for (size_t i = 0; i < q->v; i++) {
            uint8_t sum[OIL_MAX_M]; /* entry (i, c) of P1 O + P2 */
            memcpy(sum, oil_P(q, i, q->v + c), q->m);
            for (size_t j = i; j < q->v; j++)
                field_add(f, sum, q->O[j * q->o + c], oil_P(q, i, j), q->m);
            for (size_t r = 0; r < q->o; r++)
                field_add(f, oil_P(q, q->v + (r < c ? r : c), q->v + (r < c ? c : r)), q->O[i * q->o + r], sum, q->m);
        }
}

/* value += a^T P b. */
static inline void oil_evaluate(const oil *q, uint8_t *value, const uint8_t *a, const uint8_t *b)
{
    for (size_t i = 0; i < q->n; i++) {
        uint8_t sum[OIL_MAX_M] = {0};
        for (size_t j = i; j < q->n; j++)
            field_add(&q->field, sum, b[j], oil_P(q, i, j), q->m);
        field_add(&q->field, value, a[i], sum, q->m);
    }
}

/* x = (v + O u, u). */
static inline void oil_join(const oil *q, uint8_t *x, const uint8_t *vinegar, const uint8_t *u)
{
    memcpy(x, vinegar, q->v);
    for (size_t i = 0; i < q->v; i++)
        for (size_t c = 0; c < q->o; c++)
            x[i] ^= field_multiply(&q->field, q->O[i * q->o + c], u[c]);
    memcpy(x + q->v, u, q->o);
}

#endif
