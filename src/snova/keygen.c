#include <string.h>

#include "core/secret.h"
#include "snova/snova.h"

typedef struct space {
    neosig_snova_stream stream;
    uint8_t *t, *t_blocks, *r, *p22, *f21t, *sum, *scratch;
    neosig_gf16_table *t_tables;
} space;

static size_t lay_out(space *a, void *base, const neosig_snova_shape *s)
{
    neosig_arena arena = {base, 0};
    a->stream.packed = neosig_carve(&arena, neosig_snova_stream_bytes(s));
    a->t = neosig_carve(&arena, s->t_stride * s->rows + NEOSIG_GF16_SLACK);
    a->t_blocks = neosig_carve(&arena, s->v * s->o * s->L + NEOSIG_GF16_SLACK);
    a->t_tables = neosig_carve(&arena, neosig_gf16_round(s->V * s->o_pairs) * sizeof *a->t_tables);
    a->r = neosig_carve(&arena, s->stride * s->rows + NEOSIG_GF16_SLACK);
    a->p22 = neosig_carve(&arena, s->m * s->o * s->o * s->L + NEOSIG_GF16_SLACK);
    a->f21t = neosig_carve(&arena, s->t_stride * s->rows + NEOSIG_GF16_SLACK);
    a->sum = neosig_carve(&arena, s->t_stride * (neosig_gf16_round(s->O) + 1) + NEOSIG_GF16_SLACK);
    a->scratch = neosig_carve(&arena, 2 * neosig_snova_scratch_bytes(s));
    return arena.used;
}

size_t neosig_snova_keypair_bytes(const neosig_snova_shape *shape)
{
    space a;
    return lay_out(&a, NULL, shape);
}

/* Block rows of a matrix to elements in specification order, count of them of width blocks. */
static void to_blocks(uint8_t *blocks, const neosig_snova_shape *s, const uint8_t *m, size_t stride, size_t count,
                      size_t width)
{
    for (size_t j = 0; j < count; j++)
        s->gf->blocks_of_rows(blocks + j * width * s->L, m + j * s->l * stride, stride, width, (unsigned)s->l);
}

/* P22_i = T^T P12 + F21 T from R_i = P11 | P12 | F21^T. */
static void make_p22(uint8_t *p22, const neosig_snova_shape *s, const space *a)
{
    size_t stride = s->t_stride;
    uint8_t *product = a->scratch, *transposed = a->scratch + neosig_snova_scratch_bytes(s);
    s->gf->multiply(product, stride, a->t_tables, s->o_pairs, a->r + s->V, s->stride, s->o_pairs, s->V, s->O);
    neosig_gf16_split(a->sum, stride, product, stride, s->o_pairs, s->O);
    /* (F21 T)^T = T^T F21^T. */
    s->gf->multiply(product, stride, a->t_tables, s->o_pairs, a->r + s->V + s->O, s->stride, s->o_pairs, s->V, s->O);
    neosig_snova_add_transposed(a->sum, stride, s, product, stride, s->O, s->O, transposed);
    to_blocks(p22, s, a->sum, stride, s->o, s->o);
}

/* The parts F11, F12, F21 of equation i, from R_i = P11 | F12 | F21^T. */
static void put_f(uint8_t *sk, const neosig_snova_shape *s, const space *a, size_t i)
{
    size_t row = s->v * s->L, short_row = s->o * s->L, stride = s->rows + 16;
    uint8_t *f21 = a->scratch, *e = a->scratch + neosig_snova_scratch_bytes(s);
    to_blocks(e, s, a->r, s->stride, s->v, s->v);
    neosig_snova_esk_put(sk, s, neosig_snova_esk_offset(s, PART_F11) + i * s->v * row, e, s->v * row);
    to_blocks(e, s, a->r + s->V, s->stride, s->v, s->o);
    neosig_snova_esk_put(sk, s, neosig_snova_esk_offset(s, PART_F12) + i * s->v * short_row, e, s->v * short_row);
    s->gf->transpose(f21, stride, a->r + s->V + s->O, s->stride, s->V, s->O);
    to_blocks(e, s, f21, stride, s->o, s->v);
    neosig_snova_esk_put(sk, s, neosig_snova_esk_offset(s, PART_F21) + i * s->o * row, e, s->o * row);
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
    size_t count = s->o * s->o * s->L;
    for (size_t i = 0; i < s->m; i++) {
        neosig_snova_public_rows(a.r, s, &a.stream, i, a.scratch);
        neosig_snova_to_f21(a.r, s, a.t_tables, a.scratch);
        make_p22(a.p22 + i * count, s, &a);
        if (s->set->expanded) {
            neosig_snova_to_f12(a.r, s, a.t_tables, a.scratch);
            put_f(sk, s, &a, i);
        }
    }
    neosig_gf16_pack(pk + NEOSIG_SNOVA_PUBLIC_SEED, a.p22, s->m * count);
    return NEOSIG_OK;
}
