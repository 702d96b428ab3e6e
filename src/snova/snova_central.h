/* The central map at the vinegar values. It is all that signing computes from the secret matrices
 * R_i = F11_i | F12_i | F21_i^T, i < m. snova_system.c derives it.
 *
 * There are five ways to the products U^T R_i. A way is a const table of functions. snova_sign.c chooses the way by the
 * secret key and the set, and calls its functions.
 */
#ifndef NEOSIG_SNOVA_SNOVA_CENTRAL_H
#define NEOSIG_SNOVA_SNOVA_CENTRAL_H

#include "snova/snova.h"

/* A secret key that is open for signing. What a way does not need is NULL. Secret are T and its tables, and the bytes
 * at `given` except for the public seed, the binding and A, B, Q1, Q2. */
typedef struct neosig_snova_secret {
    const uint8_t *given;          /* the key as the caller has it */
    const uint8_t *abq;            /* A, B, Q1, Q2 */
    const uint8_t *t;              /* T: V rows of O lanes, one every o_stride */
    uint8_t *made_abq, *made_t;    /* memory for these two, where the key lacks them in this form */
    neosig_gf16_table *t_tables;   /* of T, for products with T (snova_symmetric.c) */
    neosig_gf16_table *t_values;   /* of the values of T at points */
    neosig_gf16_table *constants;  /* of snova_points.c */
    neosig_snova_keystream stream; /* of the public seed. Its memory lies first in that of open and evaluate */
    neosig_arena behind_stream;    /* what follows the stream in that memory */
    int stream_is_open;            /* from open to the first evaluate */
} neosig_snova_secret;

/* What an attempt needs of the central map at its vinegar values. All are secret. */
typedef struct neosig_snova_central_value {
    uint8_t *image;   /* F(X) of the vinegar alone: o l r elements. Up to 15 bytes are written behind them */
    uint8_t *g1, *g2; /* G1 and G2: w_lanes close rows (sigma, i') of O lanes, one every O bytes, and the slack. Whole
                       * groups of rows are read */
} neosig_snova_central_value;

typedef struct neosig_snova_central {
    /* Carves the parts of key that are kept through all attempts. key is all zeros before. */
    void (*carve)(const neosig_snova_ctx *ctx, neosig_snova_secret *key, neosig_arena *arena);
    /* open and evaluate get the same memory of this size. The caller leaves it alone from open to the first evaluate.
     * Between two calls of evaluate the caller may use it. */
    size_t (*memory_bytes)(const neosig_snova_ctx *ctx);
    /* Opens key->given, which the caller has set. */
    void (*open)(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory);
    /* The value at the v vinegar blocks x, behind which NEOSIG_GF16_SLACK bytes may be read. */
    void (*evaluate)(const neosig_snova_ctx *ctx, neosig_snova_secret *key, const neosig_snova_central_value *value,
                     const uint8_t *x, void *memory);
} neosig_snova_central;

/* A prepared key: R_i in rows (snova_central_prepared.c), or the values of R_i at points (snova_central_points.c). */
extern const neosig_snova_central neosig_snova_central_prepared, neosig_snova_central_prepared_points;
/* Round 1's expanded key: R_i in blocks (snova_central_expanded.c). */
extern const neosig_snova_central neosig_snova_central_expanded;
/* The two seeds. Either P11 | P12 | P21^T takes the place of R_i, and the products are corrected by T
 * (snova_central_seeds.c). Or F21 is made, and all products go by values at points (snova_central_points.c). */
extern const neosig_snova_central neosig_snova_central_seeds, neosig_snova_central_seeds_points;

/* ---- What the ways have in common: snova_central.c */

/* The abq and t of a prepared key. */
void neosig_snova_find_prepared(const neosig_snova_ctx *ctx, neosig_snova_secret *key);

/* For the two seeds: carves the stream, which lies first in memory. Returns the arena behind it. */
neosig_arena neosig_snova_carve_stream(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory);
/* In open: also opens the stream. */
neosig_arena neosig_snova_open_stream(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory);
/* In evaluate: the first evaluate takes the stream as open left it, and each further one opens it again. */
neosig_arena neosig_snova_take_stream(const neosig_snova_ctx *ctx, neosig_snova_secret *key, void *memory);

/* The tables of U, and the products U^T R_i in rows. */
typedef struct neosig_snova_products {
    neosig_gf16_table *u; /* tables: V rows of u_pairs */
    uint8_t *w;           /* pair rows (pair, i'), one every stride: W_i, G1_i, G2_i from lanes 0, g1_at, g2_at on */
    uint8_t *wt;          /* from finish on: all W_i transposed, V rows of lanes (sigma, i'), one every wt_stride */
    size_t stride;
    size_t g1_at, g2_at; /* from begin on */
} neosig_snova_products;

/* Products by blocks leave lanes undefined up to a multiple of 32 (neosig_snova_multiplies_blocks), so W_i, G1_i and
 * G2_i then begin at multiples of 32 lanes. apart: the way has such products on some backend. The size must not depend
 * on the backend, so rows are long enough for them in round 1 with any even l. */
neosig_snova_products neosig_snova_carve_products(const neosig_snova_ctx *ctx, neosig_arena *arena, int apart);
/* Before any product: the tables of U for the v vinegar blocks x, behind which NEOSIG_GF16_SLACK bytes may be read.
 * by_blocks: products by blocks will be added, so W | G1 | G2 are set to zero; only if they were carved apart. memory:
 * neosig_snova_u_bytes(ctx, v). */
void neosig_snova_begin_products(const neosig_snova_ctx *ctx, neosig_snova_products *products, const uint8_t *x,
                                 int by_blocks, void *memory);
/* The pair rows of i, from lane at on, that products are written to. */
static inline neosig_gf16_pairs neosig_snova_products_of(const neosig_snova_ctx *ctx,
                                                         const neosig_snova_products *products, size_t i, size_t at,
                                                         size_t lanes)
{
    return (neosig_gf16_pairs){products->w + i * products->stride + at, ctx->m * products->stride, ctx->u_pairs, lanes};
}
/* After all products: the value. memory: neosig_snova_finish_bytes. */
size_t neosig_snova_finish_bytes(const neosig_snova_ctx *ctx);
void neosig_snova_finish_products(const neosig_snova_ctx *ctx, const neosig_snova_products *products,
                                  const uint8_t *abq, const neosig_snova_central_value *value, void *memory);

#endif
