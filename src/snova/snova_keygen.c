/* Key generation. P22_i = T^T P12_i + F21_i T is made for all i at once, so that no lanes are wasted: T^T is multiplied
 * by one matrix M. M has V rows, with the P12_i and the F21_i^T of all i side by side. The lanes of P12 are (i',
 * column). The lanes of F21^T are (nibble, i', pair row), as the transposition of the pair rows of F21_i gives them:
 * nibble 0 is the low one. The first lanes of the product T^T M are T^T P12_i, the last ones (F21_i T)^T. */
#include "core/secret.h"
#include "snova/snova.h"

#include <string.h>

typedef struct workspace {
    neosig_snova_keystream stream;
    neosig_snova_t t;
    uint8_t *abq;     /* expanded key: A, B, Q1, Q2 */
    uint8_t *p11;     /* P11_i: V rows, one every v_stride */
    uint8_t *f21;     /* all F21_i: pair rows (i', pair row) of V lanes, one every v_stride */
    uint8_t *m;       /* V rows of lanes P12 | F21^T */
    uint8_t *product; /* T^T M: t_pairs pair rows */
    uint8_t *sum;     /* P22_i in rows, one every o_stride */
    uint8_t *p22;     /* all P22_i in blocks */
    void *multiply;   /* of neosig_snova_multiply_t */
    void *memory;     /* of the functions below and of neosig_snova_expand_t, one after another */
    size_t pairs;     /* of all F21: m * t_pairs */
    size_t m_lanes, m_stride, product_stride;
} workspace;

/* F12 of the expanded key. */
typedef struct f12_workspace {
    uint8_t *p11_transposed; /* V rows, one every v_stride */
    uint8_t *product;        /* T^T P11^T: t_pairs pair rows of V lanes, one every v_stride */
    uint8_t *f12;            /* V rows of O lanes, one every o_stride */
    uint8_t *blocks;         /* F12 in blocks */
} f12_workspace;

static f12_workspace lay_out_f12(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    f12_workspace w = {0};
    w.p11_transposed = neosig_carve(arena, neosig_snova_rows_bytes(ctx->v_rows, ctx->v_stride));
    w.product = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->t_pairs), ctx->v_stride));
    w.f12 = neosig_carve(arena, neosig_snova_rows_bytes(ctx->V, ctx->o_stride));
    w.blocks = neosig_carve(arena, neosig_snova_rows_bytes(ctx->v * ctx->o, ctx->L));
    return w;
}

/* F21 of the expanded key. */
typedef struct f21_workspace {
    uint8_t *rows;   /* F21_i: 2 t_pairs rows of V lanes, one every v_stride */
    uint8_t *blocks; /* F21_i in blocks */
} f21_workspace;

static f21_workspace lay_out_f21(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    f21_workspace w = {0};
    w.rows = neosig_carve(arena, neosig_snova_rows_bytes(2 * ctx->t_pairs, ctx->v_stride));
    w.blocks = neosig_carve(arena, neosig_snova_rows_bytes(ctx->o * ctx->v, ctx->L));
    return w;
}

/* P21_i in rows, and rows of zeros up to the 2 t_pairs of T^T P11. */
static uint8_t *lay_out_p21(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    return neosig_carve(arena, neosig_snova_rows_bytes(2 * ctx->t_pairs, ctx->v_stride));
}

static size_t memory_bytes(const neosig_snova_ctx *ctx)
{
    neosig_arena p21 = {NULL, 0}, f12 = {NULL, 0}, f21 = {NULL, 0};
    lay_out_p21(ctx, &p21);
    size_t most = neosig_snova_larger(neosig_snova_expand_t_bytes(ctx), p21.used);
    if (!ctx->set->expanded)
        return most;
    lay_out_f12(ctx, &f12);
    lay_out_f21(ctx, &f21);
    most = neosig_snova_larger(most, neosig_snova_esk_put_f11_bytes(ctx));
    return neosig_snova_larger(most, neosig_snova_larger(f12.used, f21.used));
}

static workspace lay_out(const neosig_snova_ctx *ctx, neosig_arena *arena)
{
    workspace w = {0};
    w.pairs = ctx->m * ctx->t_pairs;
    w.m_lanes = ctx->m * ctx->O + 2 * w.pairs;
    w.m_stride = w.m_lanes + 16;
    w.product_stride = neosig_gf16_round(w.m_lanes);
    w.stream.memory = neosig_carve(arena, neosig_snova_keystream_bytes(ctx));
    w.t.tables = neosig_carve(arena, neosig_gf16_round(neosig_snova_t_tables_count(ctx)) * sizeof *w.t.tables);
    w.t.coefficients = neosig_carve(arena, neosig_snova_t_coefficients_bytes(ctx));
    if (ctx->set->expanded || !ctx->by_forms)
        w.t.blocks = neosig_carve(arena, neosig_snova_t_blocks_bytes(ctx));
    if (!ctx->by_forms)
        w.t.rows = neosig_carve(arena, ctx->t_bytes);
    if (ctx->set->expanded)
        w.abq = neosig_carve(arena, neosig_snova_abq_bytes(ctx));
    w.p11 = neosig_carve(arena, neosig_snova_rows_bytes(ctx->v_rows, ctx->v_stride));
    w.f21 = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(w.pairs), ctx->v_stride));
    w.m = neosig_carve(arena, neosig_snova_rows_bytes(ctx->V, w.m_stride));
    w.product = neosig_carve(arena, neosig_snova_rows_bytes(neosig_gf16_round(ctx->t_pairs), w.product_stride));
    w.sum = neosig_carve(arena, neosig_snova_rows_bytes(2 * ctx->t_pairs, ctx->o_stride));
    w.p22 = neosig_carve(arena, neosig_snova_rows_bytes(ctx->m * ctx->o * ctx->o, ctx->L));
    w.multiply = neosig_carve(arena, neosig_snova_multiply_t_bytes(ctx));
    w.memory = neosig_carve(arena, memory_bytes(ctx));
    return w;
}

size_t neosig_snova_keypair_bytes(const neosig_snova_ctx *ctx, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {NULL, 0};
    lay_out(ctx, &arena);
    return arena.used;
}

/* The pair rows of F21_i = P21_i + T^T P11_i. p11 holds P11_i. */
static void make_f21(const neosig_snova_ctx *ctx, workspace *w, size_t i)
{
    neosig_arena arena = {w->memory, 0};
    uint8_t *f21 = w->f21 + i * ctx->t_pairs * ctx->v_stride, *p21 = lay_out_p21(ctx, &arena);
    neosig_snova_multiply_t(ctx, (neosig_gf16_pairs){f21, ctx->v_stride, ctx->t_pairs, ctx->V}, w->t.tables,
                            (neosig_gf16_view){w->p11, ctx->v_stride, ctx->V, ctx->V}, w->multiply);
    neosig_snova_expand_p21(ctx, p21, ctx->v_stride, &w->stream, i);
    /* The rows behind the last. */
    memset(p21 + ctx->O * ctx->v_stride, 0, (2 * ctx->t_pairs - ctx->O) * ctx->v_stride);
    for (size_t p = 0; p < ctx->t_pairs; p++, f21 += ctx->v_stride, p21 += ctx->v_stride)
        neosig_gf16_add_joined(f21, p21, p21 + ctx->t_pairs * ctx->v_stride, ctx->V);
}

/* P22_i = T^T P12_i + F21_i T for all i. */
static void make_p22(const neosig_snova_ctx *ctx, const workspace *w)
{
    size_t mo = ctx->m * ctx->O, half = ctx->t_pairs;
    ctx->gf->transpose_pairs((neosig_gf16_matrix){w->m + mo, w->m_stride, ctx->V, 2 * w->pairs}, (neosig_gf16_view){0},
                             (neosig_gf16_pairs_view){w->f21, ctx->v_stride, w->pairs, ctx->V});
    neosig_snova_multiply_t(ctx, (neosig_gf16_pairs){w->product, w->product_stride, half, w->m_lanes}, w->t.tables,
                            (neosig_gf16_view){w->m, w->m_stride, ctx->V, w->m_lanes}, w->multiply);
    for (size_t i = 0; i < ctx->m; i++) {
        neosig_gf16_split((neosig_gf16_matrix){w->sum, ctx->o_stride, 2 * half, ctx->O},
                          (neosig_gf16_pairs_view){w->product + i * ctx->O, w->product_stride, half, ctx->O});
        for (size_t nibble = 0; nibble < 2; nibble++) {
            uint8_t *sum = w->sum + nibble * half * ctx->o_stride;
            ctx->gf->transpose_pairs((neosig_gf16_matrix){sum, ctx->o_stride, half, 2 * half},
                                     (neosig_gf16_view){sum, ctx->o_stride, half, 2 * half},
                                     (neosig_gf16_pairs_view){w->product + mo + (nibble * ctx->m + i) * half,
                                                              w->product_stride, half, half});
        }
        ctx->kernels->blocks_of_rows(w->p22 + i * ctx->o * ctx->o * ctx->L, w->sum, ctx->o_stride, ctx->o, ctx->o,
                                     (unsigned)ctx->l);
    }
}

/* The parts F11_i = P11_i and F12_i = P12_i + P11_i T, while the stream holds P11_i. */
static void put_f11_f12(const neosig_snova_ctx *ctx, uint8_t *esk, const workspace *w, size_t i)
{
    neosig_snova_esk_put_f11(ctx, esk, &w->stream, i, w->memory);
    neosig_arena arena = {w->memory, 0};
    const f12_workspace f = lay_out_f12(ctx, &arena);

    /* (P11 T)^T = T^T P11^T */
    neosig_snova_transpose_p11(ctx, f.p11_transposed, &w->stream, w->p11, ctx->v_stride);
    neosig_snova_multiply_t(ctx, (neosig_gf16_pairs){f.product, ctx->v_stride, ctx->t_pairs, ctx->V}, w->t.tables,
                            (neosig_gf16_view){f.p11_transposed, ctx->v_stride, ctx->V, ctx->V}, w->multiply);
    ctx->gf->transpose_pairs((neosig_gf16_matrix){f.f12, ctx->o_stride, ctx->V, 2 * ctx->t_pairs},
                             (neosig_gf16_view){w->m + i * ctx->O, w->m_stride, ctx->V, 2 * ctx->t_pairs},
                             (neosig_gf16_pairs_view){f.product, ctx->v_stride, ctx->t_pairs, ctx->V});
    ctx->kernels->blocks_of_rows(f.blocks, f.f12, ctx->o_stride, ctx->v, ctx->o, (unsigned)ctx->l);
    neosig_snova_esk_put_f12(ctx, esk, i, f.blocks);
}

static void put_f21(const neosig_snova_ctx *ctx, uint8_t *esk, const workspace *w, size_t i)
{
    neosig_arena arena = {w->memory, 0};
    const f21_workspace f = lay_out_f21(ctx, &arena);
    neosig_gf16_split(
        (neosig_gf16_matrix){f.rows, ctx->v_stride, 2 * ctx->t_pairs, ctx->V},
        (neosig_gf16_pairs_view){w->f21 + i * ctx->t_pairs * ctx->v_stride, ctx->v_stride, ctx->t_pairs, ctx->V});
    ctx->kernels->blocks_of_rows(f.blocks, f.rows, ctx->v_stride, ctx->o, ctx->v, (unsigned)ctx->l);
    neosig_snova_esk_put_f21(ctx, esk, i, f.blocks);
}

neosig_error neosig_snova_keypair(const neosig_snova_ctx *ctx, uint8_t *pk, uint8_t *sk, const neosig_source *source,
                                  void *memory, unsigned flags)
{
    (void)flags;
    neosig_arena arena = {memory, 0};
    workspace w = lay_out(ctx, &arena);

    uint8_t *public_seed = sk + neosig_snova_seeds_offset(ctx),
            *private_seed = public_seed + NEOSIG_SNOVA_PUBLIC_SEED_BYTES;
    neosig_error error = neosig_draw(source, public_seed, NEOSIG_SNOVA_SEEDS_BYTES);
    if (error != NEOSIG_OK)
        return error;
    neosig_declassify(public_seed, NEOSIG_SNOVA_PUBLIC_SEED_BYTES, "the public seed is part of the public key");

    neosig_snova_keystream_open(ctx, &w.stream, public_seed);
    neosig_snova_expand_t(ctx, &w.t, private_seed, w.memory);
    if (ctx->set->expanded) {
        ctx->set->rules->expand_abq_vartime(ctx, w.abq, &w.stream, NULL);
        memset(sk, 0, neosig_snova_seeds_offset(ctx));
        neosig_snova_esk_put_abq(ctx, sk, w.abq);
        neosig_snova_esk_put_t(ctx, sk, w.t.blocks);
    }
    for (size_t i = 0; i < ctx->m; i++)
        neosig_snova_expand_p12(ctx, w.m + i * ctx->O, w.m_stride, &w.stream, i);
    for (size_t i = 0; i < ctx->m; i++) {
        neosig_snova_expand_p11(ctx, w.p11, ctx->v_stride, &w.stream, i);
        if (ctx->set->expanded)
            put_f11_f12(ctx, sk, &w, i);
        make_f21(ctx, &w, i);
        if (ctx->set->expanded)
            put_f21(ctx, sk, &w, i);
    }
    make_p22(ctx, &w);
    neosig_snova_encode_public_key(ctx, pk, public_seed, w.p22);
    if (ctx->set->round == 3)
        neosig_shake256(ctx->backend->keccak, private_seed + NEOSIG_SNOVA_PRIVATE_SEED_BYTES,
                        NEOSIG_SNOVA_KEY_HASH_BYTES, pk, ctx->set->alg.public_key_bytes);
    return NEOSIG_OK;
}
