/* Verification, on public data throughout. */
#include "snova/snova.h"

#include <string.h>

typedef struct workspace {
    neosig_snova_keystream stream;
    neosig_gf16_table *u;
    uint8_t *x, *p, *w, *wt, *evaluate, *scratch, *target, *image;
    size_t w_stride;
} workspace;

static size_t lay_out(const neosig_snova_ctx *s, workspace *w, void *memory, int prepared)
{
    neosig_arena arena = {memory, 0};
    if (!prepared) {
        w->stream.packed = neosig_carve(&arena, neosig_snova_keystream_bytes(s));
        w->p = neosig_carve(&arena, s->p_bytes);
    }
    w->u = neosig_carve(&arena, neosig_gf16_round(s->N * s->u_pairs) * sizeof *w->u);
    w->x = neosig_carve(&arena, s->n * s->L + NEOSIG_GF16_SLACK);
    w->w_stride = neosig_gf16_round_pair(s->V) + neosig_gf16_round_pair(s->O);
    w->w = neosig_carve(&arena, w->w_stride * neosig_gf16_round(s->u_pairs * s->m) + NEOSIG_GF16_SLACK);
    w->wt = neosig_carve(&arena, s->w_lanes * s->N + NEOSIG_GF16_SLACK);
    w->evaluate = neosig_carve(&arena, neosig_snova_evaluate_bytes(s));
    w->scratch = neosig_carve(&arena, neosig_snova_larger(neosig_snova_u_scratch_bytes(s, s->n),
                                                          neosig_snova_w_scratch_bytes(s, s->N) + NEOSIG_GF16_SLACK));
    w->target = neosig_carve(&arena, s->m * s->L + NEOSIG_GF16_SLACK);
    w->image = neosig_carve(&arena, s->m * s->L + NEOSIG_GF16_SLACK);
    return arena.used;
}

size_t neosig_snova_verify_bytes(const neosig_snova_ctx *s, int prepared)
{
    workspace w;
    return lay_out(s, &w, NULL, prepared);
}

size_t neosig_snova_prepare_verify_bytes(const neosig_snova_ctx *s)
{
    return neosig_snova_keystream_bytes(s);
}

void neosig_snova_prepare_verify(const neosig_snova_ctx *s, uint8_t *prepared, const uint8_t *pk, void *memory)
{
    neosig_snova_prepared_public *key = (neosig_snova_prepared_public *)(void *)prepared;
    neosig_snova_keystream stream = {.packed = memory};
    memcpy(key->public_seed, pk, sizeof key->public_seed);
    neosig_snova_keystream_open(s, &stream, pk);
    neosig_snova_expand_abq_vartime(s, &key->abq, &stream);
    for (size_t i = 0; i < s->m; i++)
        neosig_snova_expand_p(s, prepared + neosig_snova_prepared_p_offset(s, i), &stream, pk, i);
}

neosig_error neosig_snova_verify(const neosig_snova_ctx *s, const uint8_t *sig, const uint8_t *digest,
                                 const uint8_t *pk, int prepared, void *memory)
{
    workspace w;
    lay_out(s, &w, memory, prepared);
    const neosig_snova_prepared_public *key = (const neosig_snova_prepared_public *)(const void *)pk;
    const uint8_t *public_seed = prepared ? key->public_seed : pk;

    neosig_snova_abq abq;
    if (prepared) {
        abq = key->abq;
    } else {
        neosig_snova_keystream_open(s, &w.stream, public_seed);
        neosig_snova_expand_abq_vartime(s, &abq, &w.stream);
    }
    neosig_snova_decode_signature(s, w.x, sig);
    neosig_snova_u_tables(s, w.u, w.x, s->n, w.scratch);
    size_t oil = s->V; /* where the last O lanes of W begin */
    if (!prepared && s->l == 2 && s->gf->multiply_packed != NULL) {
        oil = neosig_gf16_round_pair(s->V);
        memset(w.w, 0, w.w_stride * s->u_pairs * s->m);
        for (size_t i = 0; i < s->m; i++)
            neosig_snova_add_w(s, w.w + i * w.w_stride, s->m * w.w_stride, oil, w.u, &w.stream, pk, i);
    } else {
        for (size_t i = 0; i < s->m; i++) {
            const uint8_t *p = prepared ? pk + neosig_snova_prepared_p_offset(s, i) : w.p;
            if (!prepared)
                neosig_snova_expand_p(s, w.p, &w.stream, pk, i);
            s->gf->multiply(w.w + i * w.w_stride, s->m * w.w_stride, w.u, s->u_pairs, p, s->stride, s->u_pairs, s->N,
                            s->N);
        }
    }
    neosig_snova_transpose_w(s, w.wt, w.w, w.w_stride, s->V, w.scratch);
    neosig_snova_transpose_w(s, w.wt + s->V * s->w_lanes, w.w + oil, w.w_stride, s->O, w.scratch);
    neosig_snova_evaluate(s, w.image, &abq, w.u, w.wt, s->N, w.evaluate);
    neosig_snova_expand_target(s, w.target, public_seed, digest, sig + neosig_snova_salt_offset(s));
    return memcmp(w.image, w.target, s->m * s->L) == 0 ? NEOSIG_OK : NEOSIG_ERR_SIGNATURE;
}
