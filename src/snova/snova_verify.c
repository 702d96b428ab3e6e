#include <string.h>

#include "snova/snova.h"

/* A prepared public key: this, then P_0, ..., P_(m-1). */
typedef struct prepared {
    uint8_t public_seed[NEOSIG_SNOVA_PUBLIC_SEED];
    neosig_snova_map map;
} prepared;

#define HEADER ((sizeof(prepared) + 63) & ~(size_t)63)

static size_t matrix_bytes(const neosig_snova_shape *s)
{
    return (s->stride * s->N + NEOSIG_GF16_SLACK + 63) & ~(size_t)63;
}

typedef struct space {
    neosig_snova_stream stream;
    neosig_gf16_table *u;
    uint8_t *x, *p, *w, *wt, *evaluate, *scratch, *target, *image;
    size_t w_stride;
} space;

static size_t lay_out(space *a, void *base, const neosig_snova_shape *s, int is_prepared)
{
    neosig_arena arena = {base, 0};
    a->w_stride = neosig_gf16_round_pair(s->V) + neosig_gf16_round_pair(s->O);
    if (!is_prepared) {
        a->stream.packed = neosig_carve(&arena, neosig_snova_stream_bytes(s));
        a->p = neosig_carve(&arena, matrix_bytes(s));
    }
    size_t pair_rows = neosig_gf16_round(s->u_pairs * s->m);
    a->u = neosig_carve(&arena, neosig_gf16_round(s->N * s->u_pairs) * sizeof *a->u);
    a->x = neosig_carve(&arena, s->n * s->L + NEOSIG_GF16_SLACK);
    a->w = neosig_carve(&arena, a->w_stride * pair_rows + NEOSIG_GF16_SLACK);
    a->wt = neosig_carve(&arena, s->columns * s->N + NEOSIG_GF16_SLACK);
    a->evaluate = neosig_carve(&arena, neosig_snova_evaluate_bytes(s));
    size_t u_scratch = (s->l + 4 * s->u_pairs) * neosig_snova_lanes(s->N);
    size_t transposed = neosig_gf16_round(s->N) * pair_rows + NEOSIG_GF16_SLACK;
    a->scratch = neosig_carve(&arena, u_scratch > transposed ? u_scratch : transposed);
    a->target = neosig_carve(&arena, s->m * s->L + NEOSIG_GF16_SLACK);
    a->image = neosig_carve(&arena, s->m * s->L + NEOSIG_GF16_SLACK);
    return arena.used;
}

size_t neosig_snova_verify_bytes(const neosig_snova_shape *shape, int is_prepared)
{
    space a;
    return lay_out(&a, NULL, shape, is_prepared);
}

size_t neosig_snova_prepared_verify_bytes(const neosig_snova_shape *shape)
{
    return HEADER + shape->m * matrix_bytes(shape);
}

size_t neosig_snova_prepare_verify_bytes(const neosig_snova_shape *shape)
{
    return neosig_snova_stream_bytes(shape);
}

/* The reference ignores the last high nibble of an odd number of elements. */
neosig_error neosig_snova_check_public_key(const neosig_snova_shape *s, const uint8_t *pk)
{
    int odd = (s->m * s->o * s->o * s->L) % 2 != 0;
    return odd && pk[s->set->alg.public_key_bytes - 1] >> 4 ? NEOSIG_ERR_KEY : NEOSIG_OK;
}

neosig_error neosig_snova_prepare_verify(const neosig_snova_shape *s, void *out, const uint8_t *pk, void *workspace)
{
    neosig_error error = neosig_snova_check_public_key(s, pk);
    if (error != NEOSIG_OK)
        return error;
    prepared *key = out;
    neosig_snova_stream stream = {.packed = workspace};
    memcpy(key->public_seed, pk, sizeof key->public_seed);
    neosig_snova_stream_open(&stream, s, pk);
    neosig_snova_map_vartime(&key->map, s, &stream);
    for (size_t i = 0; i < s->m; i++)
        neosig_snova_verify_rows((uint8_t *)out + HEADER + i * matrix_bytes(s), s, &stream, pk, i);
    return NEOSIG_OK;
}

neosig_error neosig_snova_verify(neosig_job *job, void *workspace)
{
    neosig_snova_shape shape;
    neosig_snova_shape_of(&shape, job->alg, job->backend);
    const neosig_snova_shape *s = &shape;
    space a;
    lay_out(&a, workspace, s, job->prepared);
    const prepared *key = job->key;
    const uint8_t *pk = job->key, *seed = job->prepared ? key->public_seed : pk;

    neosig_snova_map map;
    if (job->prepared) {
        map = key->map;
    } else {
        neosig_snova_stream_open(&a.stream, s, seed);
        neosig_snova_map_vartime(&map, s, &a.stream);
    }
    neosig_gf16_unpack(a.x, job->signature, s->n * s->L);
    neosig_snova_u_tables(a.u, s, a.x, s->n, a.scratch);
    size_t oil = s->V; /* where the last O lanes of W begin */
    if (!job->prepared && s->l == 2 && s->gf->multiply_packed != NULL) {
        oil = neosig_gf16_round_pair(s->V);
        memset(a.w, 0, a.w_stride * s->u_pairs * s->m);
        for (size_t i = 0; i < s->m; i++)
            neosig_snova_verify_product(a.w + i * a.w_stride, s->m * a.w_stride, oil, s, a.u, &a.stream, pk, i);
    } else {
        for (size_t i = 0; i < s->m; i++) {
            const uint8_t *p = job->prepared ? pk + HEADER + i * matrix_bytes(s) : a.p;
            if (!job->prepared)
                neosig_snova_verify_rows(a.p, s, &a.stream, pk, i);
            s->gf->multiply(a.w + i * a.w_stride, s->m * a.w_stride, a.u, s->u_pairs, p, s->stride, s->u_pairs, s->N,
                            s->N);
        }
    }
    neosig_snova_transpose_w(a.wt, s, a.w, a.w_stride, s->V, a.scratch);
    neosig_snova_transpose_w(a.wt + s->V * s->columns, s, a.w + oil, a.w_stride, s->O, a.scratch);
    neosig_snova_evaluate(a.image, s, &map, a.u, a.wt, s->N, a.evaluate);

    uint8_t digest[NEOSIG_SNOVA_DIGEST];
    neosig_snova_digest(job, digest);
    neosig_snova_target(a.target, s, seed, digest, job->signature + job->signature_bytes - NEOSIG_SNOVA_SALT);
    return memcmp(a.image, a.target, s->m * s->L) == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}
