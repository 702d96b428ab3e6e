#include <string.h>

#include "core/secret.h"
#include "snova/snova.h"

/* All equations at once, so that no lanes are wasted. G has V rows of lanes P12 (i, column) | F21^T (row in the order
 * of pair form: half, i, pair); its product T^T G is P22 in two summands, the second transposed. */
typedef struct space {
    neosig_snova_stream stream;
    uint8_t *t, *t_blocks, *p11, *f21, *f12, *g, *product, *p22, *sum, *scratch;
    neosig_gf16_table *t_tables;
    size_t pairs; /* of all F21: m * o_pairs */
    size_t g_lanes, g_stride, product_stride, v_stride;
} space;

static size_t lay_out(space *a, void *base, const neosig_snova_shape *s)
{
    neosig_arena arena = {base, 0};
    a->pairs = s->m * s->o_pairs;
    a->g_lanes = s->m * s->O + 2 * a->pairs;
    a->g_stride = a->g_lanes + 16;
    a->product_stride = neosig_gf16_round(a->g_lanes);
    a->v_stride = s->rows + 16;
    a->stream.packed = neosig_carve(&arena, neosig_snova_stream_bytes(s));
    a->t = neosig_carve(&arena, s->t_stride * s->rows + NEOSIG_GF16_SLACK);
    a->t_blocks = neosig_carve(&arena, s->v * s->o * s->L + NEOSIG_GF16_SLACK);
    a->t_tables = neosig_carve(&arena, neosig_gf16_round(s->V * s->o_pairs) * sizeof *a->t_tables);
    a->p11 = neosig_carve(&arena, a->v_stride * s->rows + NEOSIG_GF16_SLACK);
    a->f21 = neosig_carve(&arena, a->v_stride * neosig_gf16_round(a->pairs) + NEOSIG_GF16_SLACK);
    if (s->set->expanded)
        a->f12 = neosig_carve(&arena, s->t_stride * s->rows + NEOSIG_GF16_SLACK);
    a->g = neosig_carve(&arena, a->g_stride * s->V + NEOSIG_GF16_SLACK);
    a->product = neosig_carve(&arena, a->product_stride * neosig_gf16_round(s->o_pairs) + NEOSIG_GF16_SLACK);
    a->p22 = neosig_carve(&arena, s->m * s->o * s->o * s->L + NEOSIG_GF16_SLACK);
    a->sum = neosig_carve(&arena, s->t_stride * (neosig_gf16_round(s->O) + 1) + NEOSIG_GF16_SLACK);
    size_t f21t = s->rows * neosig_gf16_round(a->pairs);
    size_t p22t = neosig_gf16_round(2 * a->pairs) * neosig_gf16_round(s->o_pairs);
    a->scratch =
        neosig_carve(&arena, neosig_snova_larger(2 * neosig_snova_scratch_bytes(s), neosig_snova_larger(f21t, p22t)));
    return arena.used;
}

size_t neosig_snova_keypair_bytes(const neosig_snova_shape *shape)
{
    space a;
    return lay_out(&a, NULL, shape);
}

/* The pair rows of F21_i = P21 + T^T P11, P11 being in p11. */
static void make_f21(const neosig_snova_shape *s, const space *a, size_t i)
{
    uint8_t *f21 = a->f21 + i * s->o_pairs * a->v_stride, *p21 = a->scratch;
    s->gf->multiply(f21, a->v_stride, a->t_tables, s->o_pairs, a->p11, a->v_stride, s->o_pairs, s->V, s->V);
    neosig_snova_p21_rows(p21, a->v_stride, s, &a->stream, i);
    memset(p21 + s->O * a->v_stride, 0, a->v_stride); /* the row after the last, where O is odd */
    for (size_t p = 0; p < s->o_pairs; p++, f21 += a->v_stride, p21 += a->v_stride)
        neosig_gf16_add_joined(f21, p21, p21 + s->o_pairs * a->v_stride, s->V);
}

/* P22 = T^T P12 + F21 T for all i. */
static void make_p22(const neosig_snova_shape *s, const space *a)
{
    size_t mo = s->m * s->O, t_stride = neosig_gf16_round(s->o_pairs);
    neosig_snova_transpose_pairs(a->g + mo, a->g_stride, s, a->f21, a->v_stride, a->pairs, s->V, a->scratch);
    s->gf->multiply(a->product, a->product_stride, a->t_tables, s->o_pairs, a->g, a->g_stride, s->o_pairs, s->V,
                    a->g_lanes);
    /* Zeros past the last pair let whole groups be added. */
    memset(a->product + s->o_pairs * a->product_stride, 0, (t_stride - s->o_pairs) * a->product_stride);
    s->gf->transpose(a->scratch, t_stride, a->product + mo, a->product_stride, t_stride, 2 * a->pairs);
    for (size_t i = 0; i < s->m; i++) {
        neosig_gf16_split(a->sum, s->t_stride, a->product + i * s->O, a->product_stride, s->o_pairs, s->O);
        for (size_t row = 0; row < s->O; row++) {
            size_t half = row >= s->o_pairs, lane = (half * s->m + i) * s->o_pairs + row - half * s->o_pairs;
            uint8_t *sum = a->sum + row * s->t_stride;
            neosig_gf16_add_split(sum, sum + s->o_pairs, a->scratch + lane * t_stride, s->o_pairs);
        }
        s->gf->blocks_of_rows(a->p22 + i * s->o * s->o * s->L, a->sum, s->t_stride, s->o, s->o, (unsigned)s->l);
    }
}

/* The parts F11 = P11 and F12 = P12 + P11 T of equation i, while the stream holds P11. */
static void put_f11_f12(uint8_t *sk, const neosig_snova_shape *s, const space *a, size_t i)
{
    size_t short_row = s->o * s->L;
    uint8_t *rows = a->scratch, *e = a->scratch + neosig_snova_scratch_bytes(s);
    neosig_snova_esk_put_f11(sk, s, &a->stream, i, e);

    /* (P11 T)^T = T^T P11^T */
    neosig_snova_p11_columns(rows, a->v_stride, s, &a->stream, i, a->p11);
    s->gf->multiply(e, a->v_stride, a->t_tables, s->o_pairs, rows, a->v_stride, s->o_pairs, s->V, s->V);
    for (size_t j = 0; j < s->V; j++)
        for (size_t lane = 0; lane < s->O; lane += 16)
            neosig_gf16_store(a->f12 + j * s->t_stride + lane,
                              neosig_gf16_load(a->g + j * a->g_stride + i * s->O + lane));
    neosig_snova_add_transposed(a->f12, s->t_stride, s, e, a->v_stride, s->O, s->V, rows);
    s->gf->blocks_of_rows(e, a->f12, s->t_stride, s->v, s->o, (unsigned)s->l);
    neosig_snova_esk_put(sk, s, neosig_snova_esk_offset(s, PART_F12) + i * s->v * short_row, e, s->v * short_row);
}

static void put_f21(uint8_t *sk, const neosig_snova_shape *s, const space *a, size_t i)
{
    size_t count = s->o * s->v * s->L;
    uint8_t *rows = a->scratch, *e = a->scratch + neosig_snova_scratch_bytes(s);
    neosig_gf16_split(rows, a->v_stride, a->f21 + i * s->o_pairs * a->v_stride, a->v_stride, s->o_pairs, s->V);
    s->gf->blocks_of_rows(e, rows, a->v_stride, s->o, s->v, (unsigned)s->l);
    neosig_snova_esk_put(sk, s, neosig_snova_esk_offset(s, PART_F21) + i * count, e, count);
}

neosig_error neosig_snova_keypair(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                                  const neosig_source *source, void *workspace, unsigned flags)
{
    (void)flags;
    neosig_snova_shape shape;
    neosig_snova_shape_of(&shape, alg, backend);
    const neosig_snova_shape *s = &shape;
    space a;
    lay_out(&a, workspace, s);

    /* Both secret keys end with the two seeds. */
    size_t seeds = NEOSIG_SNOVA_PUBLIC_SEED + NEOSIG_SNOVA_PRIVATE_SEED;
    uint8_t *seed = sk + alg->secret_key_bytes - seeds;
    neosig_error error = neosig_draw(source, seed, seeds);
    if (error != NEOSIG_OK)
        return error;
    neosig_declassify(seed, NEOSIG_SNOVA_PUBLIC_SEED, "the public seed is part of the public key");
    memcpy(pk, seed, NEOSIG_SNOVA_PUBLIC_SEED);

    neosig_snova_stream_open(&a.stream, s, seed);
    neosig_snova_secret_t(a.t, a.t_tables, a.t_blocks, s, seed + NEOSIG_SNOVA_PUBLIC_SEED, a.scratch);
    if (s->set->expanded) {
        neosig_snova_map map;
        neosig_snova_map_vartime(&map, s, &a.stream);
        memset(sk, 0, alg->secret_key_bytes - seeds);
        neosig_snova_esk_put_map(sk, s, &map);
        neosig_snova_esk_put(sk, s, neosig_snova_esk_offset(s, PART_T12), a.t_blocks, s->v * s->o * s->L);
    }
    for (size_t i = 0; i < s->m; i++)
        neosig_snova_p12_rows(a.g + i * s->O, a.g_stride, s, &a.stream, i);
    for (size_t i = 0; i < s->m; i++) {
        neosig_snova_p11_rows(a.p11, a.v_stride, s, &a.stream, i);
        if (s->set->expanded)
            put_f11_f12(sk, s, &a, i);
        make_f21(s, &a, i);
        if (s->set->expanded)
            put_f21(sk, s, &a, i);
    }
    make_p22(s, &a);
    neosig_gf16_pack(pk + NEOSIG_SNOVA_PUBLIC_SEED, a.p22, s->m * s->o * s->o * s->L);
    return NEOSIG_OK;
}
