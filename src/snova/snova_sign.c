/* Signing: vinegar values from the private seed, the equations in the oil values, until they have a solution. */
#include "core/secret.h"
#include "snova/snova.h"

#include <string.h>

/* Where R_i = F11 | F12 | F21^T comes from. From the two seeds alone, P11 | P12 | P21^T takes its place, and T corrects
 * the products U^T R_i, which is far less work than R_i itself: U has L columns, T has O. */
typedef enum source_kind { FROM_PREPARED, FROM_ESK, FROM_SEEDS } source_kind;

static source_kind kind_of(const neosig_snova_ctx *s, int prepared)
{
    return prepared ? FROM_PREPARED : s->set->expanded ? FROM_ESK : FROM_SEEDS;
}

typedef struct workspace {
    neosig_snova_keystream stream;
    neosig_gf16_table *t_tables;
    uint8_t *t, *x, *scratch, *target, *image, *g1, *g2;
    /* For the products with the vinegar values. */
    neosig_gf16_table *u;
    uint8_t *r, *w, *z, *wt, *zt, *evaluate;
    size_t w_stride;
    /* For the oil values, in the same place. */
    uint8_t *solve;
    /* For the signature, in the same place. */
    neosig_gf16_table *oil_tables;
    uint8_t *oil_bytes, *product, *product_rows;
} workspace;

static size_t lay_out(const neosig_snova_ctx *s, workspace *w, void *memory, source_kind kind)
{
    neosig_arena arena = {memory, 0};
    size_t pair_rows = neosig_gf16_round(s->u_pairs * s->m), image = s->m * s->L;
    if (kind == FROM_SEEDS)
        w->t_tables = neosig_carve(&arena, neosig_gf16_round(s->V * s->o_pairs) * sizeof *w->t_tables);
    if (kind != FROM_PREPARED)
        w->t = neosig_carve(&arena, s->t_bytes);
    w->x = neosig_carve(&arena, neosig_snova_lanes(s->n * s->L));
    size_t products = 2 * neosig_gf16_round(s->o_pairs) * neosig_gf16_round(s->w_lanes);
    size_t u_or_w = neosig_snova_larger(neosig_snova_u_scratch_bytes(s, s->v), neosig_snova_w_scratch_bytes(s, s->V));
    size_t scratch = neosig_snova_larger(2 * neosig_snova_scratch_bytes(s), neosig_snova_larger(products, u_or_w));
    w->scratch = neosig_carve(&arena, scratch + NEOSIG_GF16_SLACK);
    w->target = neosig_carve(&arena, image + NEOSIG_GF16_SLACK);
    w->image = neosig_carve(&arena, image + NEOSIG_GF16_SLACK);
    w->g1 = neosig_carve(&arena, s->w_lanes * s->O + NEOSIG_GF16_SLACK);
    w->g2 = neosig_carve(&arena, s->w_lanes * s->O + NEOSIG_GF16_SLACK);

    size_t shared = arena.used;
    if (kind == FROM_SEEDS) {
        w->stream.packed = neosig_carve(&arena, neosig_snova_keystream_bytes(s));
        w->zt = neosig_carve(&arena, s->w_lanes * s->V + NEOSIG_GF16_SLACK);
        w->z = neosig_carve(&arena, s->v_stride * pair_rows + NEOSIG_GF16_SLACK);
    }
    if (kind != FROM_PREPARED)
        w->r = neosig_carve(&arena, s->r_bytes);
    w->w_stride = s->stride;
    w->w = neosig_carve(&arena, w->w_stride * pair_rows + NEOSIG_GF16_SLACK);
    w->wt = neosig_carve(&arena, s->w_lanes * s->V + NEOSIG_GF16_SLACK);
    w->u = neosig_carve(&arena, neosig_gf16_round(s->V * s->u_pairs) * sizeof *w->u);
    w->evaluate = neosig_carve(&arena, neosig_snova_evaluate_bytes(s));
    size_t most = arena.used;

    arena.used = shared;
    w->solve = neosig_carve(&arena, neosig_snova_solve_bytes(s));
    most = neosig_snova_larger(most, arena.used);

    arena.used = shared;
    size_t oil = neosig_gf16_round(s->O * s->l_pairs);
    w->oil_tables = neosig_carve(&arena, oil * sizeof *w->oil_tables);
    w->oil_bytes = neosig_carve(&arena, oil);
    w->product = neosig_carve(&arena, s->l_pairs * s->v_rows + NEOSIG_GF16_SLACK);
    w->product_rows = neosig_carve(&arena, 2 * s->l_pairs * s->V + NEOSIG_GF16_SLACK);
    return neosig_snova_larger(most, arena.used);
}

size_t neosig_snova_sign_bytes(const neosig_snova_ctx *s, int prepared)
{
    workspace w;
    return lay_out(s, &w, NULL, kind_of(s, prepared));
}

/* ---- Prepared keys */

typedef struct prepare_workspace {
    neosig_snova_keystream stream;
    neosig_gf16_table *t_tables;
    uint8_t *scratch;
} prepare_workspace;

static size_t lay_out_prepare(const neosig_snova_ctx *s, prepare_workspace *w, void *memory)
{
    neosig_arena arena = {memory, 0};
    w->t_tables = neosig_carve(&arena, neosig_gf16_round(s->V * s->o_pairs) * sizeof *w->t_tables);
    w->scratch = neosig_carve(&arena, 2 * neosig_snova_scratch_bytes(s));
    w->stream.packed = neosig_carve(&arena, neosig_snova_keystream_bytes(s));
    return arena.used;
}

size_t neosig_snova_prepare_sign_bytes(const neosig_snova_ctx *s)
{
    prepare_workspace w;
    return lay_out_prepare(s, &w, NULL);
}

void neosig_snova_prepare_sign(const neosig_snova_ctx *s, uint8_t *prepared, const uint8_t *sk, void *memory)
{
    neosig_snova_prepared_secret *key = (neosig_snova_prepared_secret *)(void *)prepared;
    uint8_t *t = prepared + neosig_snova_prepared_t_offset();
    const uint8_t *seeds = sk + neosig_snova_seeds_offset(s);
    prepare_workspace w;
    lay_out_prepare(s, &w, memory);
    memcpy(key->public_seed, seeds, NEOSIG_SNOVA_PUBLIC_SEED);
    memcpy(key->private_seed, seeds + NEOSIG_SNOVA_PUBLIC_SEED, NEOSIG_SNOVA_PRIVATE_SEED);
    neosig_declassify(key->public_seed, NEOSIG_SNOVA_PUBLIC_SEED, "the public seed is part of the public key");
    if (s->set->expanded) {
        neosig_snova_esk_get_abq(s, &key->abq, sk);
        neosig_snova_esk_get_t(s, t, sk, w.scratch);
    } else {
        neosig_snova_keystream_open(s, &w.stream, key->public_seed);
        neosig_snova_expand_abq_vartime(s, &key->abq, &w.stream);
        neosig_snova_expand_t(s, t, w.t_tables, NULL, key->private_seed, w.scratch);
    }
    for (size_t i = 0; i < s->m; i++) {
        uint8_t *r = prepared + neosig_snova_prepared_r_offset(s, i);
        if (s->set->expanded) {
            neosig_snova_esk_get_r(s, r, sk, i, w.scratch);
        } else {
            neosig_snova_expand_r(s, r, &w.stream, i, w.scratch);
            neosig_snova_to_f12(s, r, w.t_tables, w.scratch);
            neosig_snova_to_f21(s, r, w.t_tables, w.scratch);
        }
    }
}

/* ---- Signing */

/* The map's value at the vinegar values x in image, G1 and G2. */
static void contract(const neosig_snova_ctx *s, workspace *w, neosig_snova_abq *abq, const uint8_t *sk,
                     source_kind kind)
{
    size_t lanes = s->V + 2 * s->O;
    neosig_snova_u_tables(s, w->u, w->x, s->v, w->scratch);
    for (size_t i = 0; i < s->m; i++) {
        const uint8_t *r = kind == FROM_PREPARED ? sk + neosig_snova_prepared_r_offset(s, i) : w->r;
        if (kind == FROM_ESK)
            neosig_snova_esk_get_r(s, w->r, sk, i, w->scratch);
        else if (kind == FROM_SEEDS)
            neosig_snova_expand_r(s, w->r, &w->stream, i, w->scratch);
        s->gf->multiply(w->w + i * w->w_stride, s->m * w->w_stride, w->u, s->u_pairs, r, s->stride, s->u_pairs, s->V,
                        lanes);
        if (kind == FROM_SEEDS) { /* Z = P11 U, as Z^T = U^T P11^T */
            s->gf->transpose(w->scratch, s->v_stride, r, s->stride, s->V, s->V);
            s->gf->multiply(w->z + i * s->v_stride, s->m * s->v_stride, w->u, s->u_pairs, w->scratch, s->v_stride,
                            s->u_pairs, s->V, s->V);
        }
    }
    neosig_snova_transpose_w(s, w->wt, w->w, w->w_stride, s->V, w->scratch);
    neosig_snova_evaluate(s, w->image, abq, w->u, w->wt, s->V, w->evaluate);
    neosig_gf16_split(w->g1, s->O, w->w + s->V, w->w_stride, s->u_pairs * s->m, s->O);
    neosig_gf16_split(w->g2, s->O, w->w + s->V + s->O, w->w_stride, s->u_pairs * s->m, s->O);
    if (kind == FROM_SEEDS) {
        /* U^T F12 = U^T P12 + W T and F21 U = P21 U + T^T Z. */
        size_t stride = neosig_gf16_round(s->w_lanes);
        uint8_t *second = w->scratch + neosig_gf16_round(s->o_pairs) * stride;
        neosig_snova_transpose_w(s, w->zt, w->z, s->v_stride, s->V, w->scratch);
        s->gf->multiply(w->scratch, stride, w->t_tables, s->o_pairs, w->wt, s->w_lanes, s->o_pairs, s->V, s->w_lanes);
        neosig_snova_add_transposed(s, w->g1, s->O, w->scratch, stride, s->O, s->w_lanes, second);
        s->gf->multiply(w->scratch, stride, w->t_tables, s->o_pairs, w->zt, s->w_lanes, s->o_pairs, s->V, s->w_lanes);
        neosig_snova_add_transposed(s, w->g2, s->O, w->scratch, stride, s->O, s->w_lanes, second);
    }
}

/* X_j += sum over k of T12[j][k] X_(v+k) for the vinegar blocks j, by the transpose of T X_oil: rows q, lanes (j, r).
 */
static void add_oil(const neosig_snova_ctx *s, const workspace *w, const uint8_t *t)
{
    size_t l = s->l, half = s->l_pairs;
    const uint8_t *oil = w->x + s->v * s->L;
    uint8_t *t_rows = w->scratch;
    s->gf->transpose(t_rows, s->v_rows, t, s->o_stride, s->V, s->O);
    for (size_t row = 0; row < s->O; row++)
        for (size_t p = 0; p < half; p++)
            w->oil_bytes[row * half + p] =
                (uint8_t)(oil[row * l + p] | (p + half < l ? oil[row * l + p + half] << 4 : 0));
    s->gf->tables(w->oil_tables, w->oil_bytes, s->O * half);
    s->gf->multiply(w->product, s->v_rows, w->oil_tables, half, t_rows, s->v_rows, half, s->O, s->V);
    neosig_gf16_split(w->product_rows, s->V, w->product, s->v_rows, half, s->V);
    neosig_gf16_interleave(w->scratch, w->product_rows, s->V, s->V, (unsigned)l);
    neosig_gf16_add(w->x, w->scratch, s->v * s->L);
}

neosig_error neosig_snova_sign(const neosig_snova_ctx *s, uint8_t *sig, const uint8_t *digest, const uint8_t *sk,
                               int prepared, const neosig_source *source, void *memory)
{
    source_kind kind = kind_of(s, prepared);
    workspace w;
    lay_out(s, &w, memory, kind);

    /* What the vinegar values are hashed from: private seed | digest | salt | attempt. */
    uint8_t input[NEOSIG_SNOVA_PRIVATE_SEED + NEOSIG_SNOVA_DIGEST + NEOSIG_SNOVA_SALT + 1];
    uint8_t *salt = input + NEOSIG_SNOVA_PRIVATE_SEED + NEOSIG_SNOVA_DIGEST;
    const neosig_snova_prepared_secret *key = (const neosig_snova_prepared_secret *)(const void *)sk;
    const uint8_t *seeds = prepared ? key->public_seed : sk + neosig_snova_seeds_offset(s);
    uint8_t public_seed[NEOSIG_SNOVA_PUBLIC_SEED];
    memcpy(public_seed, seeds, sizeof public_seed);
    neosig_declassify(public_seed, sizeof public_seed, "the public seed is part of the public key");
    memcpy(input, seeds + NEOSIG_SNOVA_PUBLIC_SEED, NEOSIG_SNOVA_PRIVATE_SEED);
    memcpy(input + NEOSIG_SNOVA_PRIVATE_SEED, digest, NEOSIG_SNOVA_DIGEST);
    neosig_error error = neosig_draw(source, salt, NEOSIG_SNOVA_SALT);
    if (error != NEOSIG_OK)
        goto end;
    neosig_snova_expand_target(s, w.target, public_seed, digest, salt);

    neosig_snova_abq abq;
    const uint8_t *t = w.t;
    switch (kind) {
    case FROM_PREPARED:
        abq = key->abq;
        t = sk + neosig_snova_prepared_t_offset();
        break;
    case FROM_ESK:
        neosig_snova_esk_get_abq(s, &abq, sk);
        neosig_snova_esk_get_t(s, w.t, sk, w.scratch);
        break;
    case FROM_SEEDS:
        neosig_snova_keystream_open(s, &w.stream, public_seed);
        neosig_snova_expand_abq_vartime(s, &abq, &w.stream);
        neosig_snova_expand_t(s, w.t, w.t_tables, NULL, input, w.scratch);
        break;
    }

    error = NEOSIG_ERR_ATTEMPTS;
    for (unsigned attempt = 1; attempt < 256 && error != NEOSIG_OK; attempt++) {
        input[sizeof input - 1] = (uint8_t)attempt;
        neosig_shake256(s->backend->keccak, w.scratch, (s->v * s->L + 1) / 2, input, sizeof input);
        neosig_gf16_unpack(w.x, w.scratch, s->v * s->L);
        contract(s, &w, &abq, sk, kind);
        neosig_gf16_add(w.image, w.target, s->m * s->L);
        int singular = neosig_snova_solve(s, w.x + s->v * s->L, &abq, w.g1, w.g2, w.image, w.solve);
        neosig_declassify(&singular, sizeof singular, "the number of attempts is public");
        if (singular)
            continue;
        add_oil(s, &w, t);
        neosig_snova_encode_signature(s, sig, w.x, salt);
        error = NEOSIG_OK;
    }
end:
    neosig_wipe(input, sizeof input);
    return error;
}
