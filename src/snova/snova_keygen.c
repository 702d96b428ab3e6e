/* Key generation, all equations at once, so that no lanes are wasted. G has V rows of lanes P12 (i, column) | F21^T
 * (row in the order of pair form: half, i, pair); its product T^T G is P22 in two summands, the second transposed. */
#include "core/secret.h"
#include "snova/snova.h"

#include <string.h>

typedef struct workspace {
    neosig_snova_keystream stream;
    uint8_t *t, *t_blocks, *p11, *f21, *f12, *g, *product, *p22, *sum, *scratch;
    neosig_gf16_table *t_tables;
    size_t pairs; /* of all F21: m * o_pairs */
    size_t g_lanes, g_stride, product_stride;
} workspace;

static size_t lay_out(const neosig_snova_ctx *s, workspace *w, void *memory)
{
    neosig_arena arena = {memory, 0};
    w->pairs = s->m * s->o_pairs;
    w->g_lanes = s->m * s->O + 2 * w->pairs;
    w->g_stride = w->g_lanes + 16;
    w->product_stride = neosig_gf16_round(w->g_lanes);
    w->stream.packed = neosig_carve(&arena, neosig_snova_keystream_bytes(s));
    w->t = neosig_carve(&arena, s->t_bytes);
    w->t_blocks = neosig_carve(&arena, s->v * s->o * s->L + NEOSIG_GF16_SLACK);
    w->t_tables = neosig_carve(&arena, neosig_gf16_round(s->V * s->o_pairs) * sizeof *w->t_tables);
    w->p11 = neosig_carve(&arena, s->v_stride * s->v_rows + NEOSIG_GF16_SLACK);
    w->f21 = neosig_carve(&arena, s->v_stride * neosig_gf16_round(w->pairs) + NEOSIG_GF16_SLACK);
    if (s->set->expanded)
        w->f12 = neosig_carve(&arena, s->o_stride * s->v_rows + NEOSIG_GF16_SLACK);
    w->g = neosig_carve(&arena, w->g_stride * s->V + NEOSIG_GF16_SLACK);
    w->product = neosig_carve(&arena, w->product_stride * neosig_gf16_round(s->o_pairs) + NEOSIG_GF16_SLACK);
    w->p22 = neosig_carve(&arena, s->m * s->o * s->o * s->L + NEOSIG_GF16_SLACK);
    w->sum = neosig_carve(&arena, s->o_stride * (neosig_gf16_round(s->O) + 1) + NEOSIG_GF16_SLACK);
    size_t f21t = s->v_rows * neosig_gf16_round(w->pairs);
    size_t p22t = neosig_gf16_round(2 * w->pairs) * neosig_gf16_round(s->o_pairs);
    w->scratch =
        neosig_carve(&arena, neosig_snova_larger(2 * neosig_snova_scratch_bytes(s), neosig_snova_larger(f21t, p22t)));
    return arena.used;
}

size_t neosig_snova_keypair_bytes(const neosig_snova_ctx *s)
{
    workspace w;
    return lay_out(s, &w, NULL);
}

/* The pair rows of F21_i = P21 + T^T P11, P11 being in p11. */
static void make_f21(const neosig_snova_ctx *s, workspace *w, size_t i)
{
    uint8_t *f21 = w->f21 + i * s->o_pairs * s->v_stride, *p21 = w->scratch;
    s->gf->multiply(f21, s->v_stride, w->t_tables, s->o_pairs, w->p11, s->v_stride, s->o_pairs, s->V, s->V);
    neosig_snova_expand_p21(s, p21, s->v_stride, &w->stream, i);
    memset(p21 + s->O * s->v_stride, 0, s->v_stride); /* the row after the last, where O is odd */
    for (size_t p = 0; p < s->o_pairs; p++, f21 += s->v_stride, p21 += s->v_stride)
        neosig_gf16_add_joined(f21, p21, p21 + s->o_pairs * s->v_stride, s->V);
}

/* P22 = T^T P12 + F21 T for all i. */
static void make_p22(const neosig_snova_ctx *s, const workspace *w)
{
    size_t mo = s->m * s->O, stride = neosig_gf16_round(s->o_pairs);
    neosig_snova_transpose_pairs(s, w->g + mo, w->g_stride, w->f21, s->v_stride, w->pairs, s->V, w->scratch);
    s->gf->multiply(w->product, w->product_stride, w->t_tables, s->o_pairs, w->g, w->g_stride, s->o_pairs, s->V,
                    w->g_lanes);
    /* Zeros past the last pair let whole groups be added. */
    memset(w->product + s->o_pairs * w->product_stride, 0, (stride - s->o_pairs) * w->product_stride);
    s->gf->transpose(w->scratch, stride, w->product + mo, w->product_stride, stride, 2 * w->pairs);
    for (size_t i = 0; i < s->m; i++) {
        neosig_gf16_split(w->sum, s->o_stride, w->product + i * s->O, w->product_stride, s->o_pairs, s->O);
        for (size_t row = 0; row < s->O; row++) {
            size_t half = row >= s->o_pairs, lane = (half * s->m + i) * s->o_pairs + row - half * s->o_pairs;
            uint8_t *sum = w->sum + row * s->o_stride;
            neosig_gf16_add_split(sum, sum + s->o_pairs, w->scratch + lane * stride, s->o_pairs);
        }
        s->gf->blocks_of_rows(w->p22 + i * s->o * s->o * s->L, w->sum, s->o_stride, s->o, s->o, (unsigned)s->l);
    }
}

/* The parts F11 = P11 and F12 = P12 + P11 T of equation i, while the stream holds P11. */
static void put_f11_f12(const neosig_snova_ctx *s, uint8_t *esk, const workspace *w, size_t i)
{
    uint8_t *rows = w->scratch, *second = w->scratch + neosig_snova_scratch_bytes(s);
    neosig_snova_esk_put_f11(s, esk, &w->stream, i, second);

    /* (P11 T)^T = T^T P11^T */
    neosig_snova_transpose_p11(s, rows, s->v_stride, &w->stream, w->p11);
    s->gf->multiply(second, s->v_stride, w->t_tables, s->o_pairs, rows, s->v_stride, s->o_pairs, s->V, s->V);
    for (size_t j = 0; j < s->V; j++)
        for (size_t lane = 0; lane < s->O; lane += 16)
            neosig_gf16_store(w->f12 + j * s->o_stride + lane,
                              neosig_gf16_load(w->g + j * w->g_stride + i * s->O + lane));
    neosig_snova_add_transposed(s, w->f12, s->o_stride, second, s->v_stride, s->O, s->V, rows);
    s->gf->blocks_of_rows(second, w->f12, s->o_stride, s->v, s->o, (unsigned)s->l);
    neosig_snova_esk_put_f12(s, esk, i, second);
}

static void put_f21(const neosig_snova_ctx *s, uint8_t *esk, const workspace *w, size_t i)
{
    uint8_t *rows = w->scratch, *blocks = w->scratch + neosig_snova_scratch_bytes(s);
    neosig_gf16_split(rows, s->v_stride, w->f21 + i * s->o_pairs * s->v_stride, s->v_stride, s->o_pairs, s->V);
    s->gf->blocks_of_rows(blocks, rows, s->v_stride, s->o, s->v, (unsigned)s->l);
    neosig_snova_esk_put_f21(s, esk, i, blocks);
}

neosig_error neosig_snova_keypair(const neosig_snova_ctx *s, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                  void *memory)
{
    workspace w;
    lay_out(s, &w, memory);

    uint8_t *public_seed = sk + neosig_snova_seeds_offset(s), *private_seed = public_seed + NEOSIG_SNOVA_PUBLIC_SEED;
    neosig_error error = neosig_draw(source, public_seed, NEOSIG_SNOVA_SEEDS);
    if (error != NEOSIG_OK)
        return error;
    neosig_declassify(public_seed, NEOSIG_SNOVA_PUBLIC_SEED, "the public seed is part of the public key");

    neosig_snova_keystream_open(s, &w.stream, public_seed);
    neosig_snova_expand_t(s, w.t, w.t_tables, w.t_blocks, private_seed, w.scratch);
    if (s->set->expanded) {
        neosig_snova_abq abq;
        neosig_snova_expand_abq_vartime(s, &abq, &w.stream);
        memset(sk, 0, neosig_snova_seeds_offset(s));
        neosig_snova_esk_put_abq(s, sk, &abq);
        neosig_snova_esk_put_t(s, sk, w.t_blocks);
    }
    for (size_t i = 0; i < s->m; i++)
        neosig_snova_expand_p12(s, w.g + i * s->O, w.g_stride, &w.stream, i);
    for (size_t i = 0; i < s->m; i++) {
        neosig_snova_expand_p11(s, w.p11, s->v_stride, &w.stream, i);
        if (s->set->expanded)
            put_f11_f12(s, sk, &w, i);
        make_f21(s, &w, i);
        if (s->set->expanded)
            put_f21(s, sk, &w, i);
    }
    make_p22(s, &w);
    neosig_snova_encode_public_key(s, pk, public_seed, w.p22);
    return NEOSIG_OK;
}
