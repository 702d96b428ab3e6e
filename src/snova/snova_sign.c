#include <string.h>

#include "core/secret.h"
#include "snova/snova.h"

/* A prepared secret key: this, then T, then R_0, ..., R_(m-1) with R_i = F11 | F12 | F21^T. */
typedef struct prepared {
    uint8_t public_seed[NEOSIG_SNOVA_PUBLIC_SEED], private_seed[NEOSIG_SNOVA_PRIVATE_SEED];
    neosig_snova_map map;
} prepared;

#define HEADER ((sizeof(prepared) + 63) & ~(size_t)63)

static size_t t_bytes(const neosig_snova_shape *s)
{
    return (s->t_stride * s->rows + NEOSIG_GF16_SLACK + 63) & ~(size_t)63;
}

static size_t matrix_bytes(const neosig_snova_shape *s)
{
    return (s->stride * s->rows + NEOSIG_GF16_SLACK + 63) & ~(size_t)63;
}

/* Where the rows R_i come from. From the two seeds alone, R_i = P11 | P12 | P21^T serves, and T corrects the products
 * U^T R_i, which is far less work than R_i itself: U has L columns, T has O. */
typedef enum source_kind { FROM_PREPARED, FROM_ESK, FROM_SEEDS } source_kind;

static source_kind kind_of(const neosig_snova_shape *s, int is_prepared)
{
    return is_prepared ? FROM_PREPARED : s->set->expanded ? FROM_ESK : FROM_SEEDS;
}

typedef struct space {
    neosig_snova_stream stream;
    neosig_gf16_table *t_tables, *u, *tables;
    uint8_t *t, *r, *x, *w, *z, *wt, *zt, *evaluate, *scratch, *target, *image;
    uint8_t *g1, *g2, *grouped, *k, *h, *term1, *term2, *system, *solution, *solve, *bytes;
    size_t w_stride, z_stride, system_stride, pairs;
} space;

static size_t lay_out(space *a, void *base, const neosig_snova_shape *s, source_kind kind)
{
    neosig_arena arena = {base, 0};
    size_t mo = s->m * s->o, lanes = s->l * s->l * mo, n = s->m * s->L;
    size_t pair_rows = neosig_gf16_round(s->u_pairs * s->m);
    if (kind == FROM_SEEDS)
        a->t_tables = neosig_carve(&arena, neosig_gf16_round(s->V * s->o_pairs) * sizeof *a->t_tables);
    if (kind != FROM_PREPARED)
        a->t = neosig_carve(&arena, t_bytes(s));
    a->x = neosig_carve(&arena, neosig_snova_lanes(s->n * s->L));
    size_t transposed = neosig_gf16_round(s->V) * pair_rows;
    size_t corrected = neosig_gf16_round(s->o_pairs) * neosig_gf16_round(s->columns) * 2;
    size_t u_scratch = (s->l + 4 * s->u_pairs) * neosig_snova_lanes(s->V);
    a->scratch =
        neosig_carve(&arena, neosig_snova_larger(neosig_snova_larger(2 * neosig_snova_scratch_bytes(s), transposed),
                                                 neosig_snova_larger(corrected, u_scratch)) +
                                 NEOSIG_GF16_SLACK);
    a->target = neosig_carve(&arena, n + NEOSIG_GF16_SLACK);
    a->image = neosig_carve(&arena, n + NEOSIG_GF16_SLACK);
    a->g1 = neosig_carve(&arena, s->columns * s->O + NEOSIG_GF16_SLACK);
    a->g2 = neosig_carve(&arena, s->columns * s->O + NEOSIG_GF16_SLACK);

    /* For the products with the vinegar values, until G1, G2 and the image are known. */
    size_t shared = arena.used;
    if (kind == FROM_SEEDS) {
        a->stream.packed = neosig_carve(&arena, neosig_snova_stream_bytes(s));
        a->zt = neosig_carve(&arena, s->columns * s->V + NEOSIG_GF16_SLACK);
    }
    if (kind != FROM_PREPARED)
        a->r = neosig_carve(&arena, matrix_bytes(s));
    a->w_stride = s->stride;
    a->z_stride = s->rows + 16;
    a->w = neosig_carve(&arena, a->w_stride * pair_rows + NEOSIG_GF16_SLACK);
    if (kind == FROM_SEEDS)
        a->z = neosig_carve(&arena, a->z_stride * pair_rows + NEOSIG_GF16_SLACK);
    a->wt = neosig_carve(&arena, s->columns * s->V + NEOSIG_GF16_SLACK);
    a->u = neosig_carve(&arena, neosig_gf16_round(s->V * s->u_pairs) * sizeof *a->u);
    a->evaluate = neosig_carve(&arena, neosig_snova_evaluate_bytes(s));
    size_t products = arena.used;

    /* For the linear system, in the same place. */
    arena.used = shared;
    a->grouped = neosig_carve(&arena, s->columns * s->O + NEOSIG_GF16_SLACK);
    a->k = neosig_carve(&arena, 2 * (s->l * s->L / 2 + 1) * s->l * mo + NEOSIG_GF16_SLACK);
    a->h = neosig_carve(&arena, (s->L + 1) * lanes + NEOSIG_GF16_SLACK);
    a->term1 = neosig_carve(&arena, s->sigmas * lanes + NEOSIG_GF16_SLACK);
    a->term2 = neosig_carve(&arena, s->sigmas * lanes + NEOSIG_GF16_SLACK);
    a->pairs = neosig_snova_larger(neosig_snova_larger(s->u_pairs * neosig_gf16_round(lanes),
                                                       (s->l * s->L / 2 + 1) * neosig_gf16_round(s->l * mo)),
                                   s->l_pairs * neosig_gf16_round(s->V));
    a->bytes = neosig_carve(&arena, a->pairs + NEOSIG_GF16_SLACK);
    a->tables =
        neosig_carve(&arena, neosig_gf16_round(neosig_snova_larger(s->L * (s->l * s->L / 2 + 1), s->O * s->l_pairs)) *
                                 sizeof *a->tables);
    a->system_stride = neosig_gf16_round(n + 1) + 16 + neosig_gf16_round(s->o);
    a->system = neosig_carve(&arena, a->system_stride * n + NEOSIG_GF16_SLACK);
    a->solution = neosig_carve(&arena, n + NEOSIG_GF16_SLACK);
    a->solve = neosig_carve(&arena, neosig_gf16_solve_bytes(n));
    return neosig_snova_larger(arena.used, products);
}

size_t neosig_snova_sign_bytes(const neosig_snova_shape *shape, int is_prepared)
{
    space a;
    return lay_out(&a, NULL, shape, kind_of(shape, is_prepared));
}

/* ---- Prepared keys */

size_t neosig_snova_prepared_sign_bytes(const neosig_snova_shape *shape)
{
    return HEADER + t_bytes(shape) + shape->m * matrix_bytes(shape);
}

typedef struct prepare_space {
    neosig_snova_stream stream;
    neosig_gf16_table *t_tables;
    uint8_t *scratch;
} prepare_space;

static size_t lay_out_prepare(prepare_space *a, void *base, const neosig_snova_shape *s)
{
    neosig_arena arena = {base, 0};
    a->t_tables = neosig_carve(&arena, neosig_gf16_round(s->V * s->o_pairs) * sizeof *a->t_tables);
    a->scratch = neosig_carve(&arena, 2 * neosig_snova_scratch_bytes(s));
    a->stream.packed = neosig_carve(&arena, neosig_snova_stream_bytes(s));
    return arena.used;
}

size_t neosig_snova_prepare_sign_bytes(const neosig_snova_shape *shape)
{
    prepare_space a;
    return lay_out_prepare(&a, NULL, shape);
}

/* T from an expanded secret key. scratch: one for the blocks. */
static void esk_t(uint8_t *t, const neosig_snova_shape *s, const uint8_t *sk, uint8_t *scratch)
{
    neosig_snova_esk_get(scratch, s, sk, neosig_snova_esk_offset(s, PART_T12), s->v * s->o * s->L);
    neosig_snova_t_of_blocks(t, NULL, s, scratch, NULL);
}

neosig_error neosig_snova_prepare_sign(const neosig_snova_shape *s, void *out, const uint8_t *sk, void *workspace)
{
    prepared *key = out;
    prepare_space a;
    lay_out_prepare(&a, workspace, s);
    const uint8_t *seeds = sk + s->set->alg.secret_key_bytes - NEOSIG_SNOVA_PUBLIC_SEED - NEOSIG_SNOVA_PRIVATE_SEED;
    memcpy(key->public_seed, seeds, NEOSIG_SNOVA_PUBLIC_SEED);
    memcpy(key->private_seed, seeds + NEOSIG_SNOVA_PUBLIC_SEED, NEOSIG_SNOVA_PRIVATE_SEED);
    neosig_declassify(key->public_seed, NEOSIG_SNOVA_PUBLIC_SEED, "the public seed is part of the public key");
    uint8_t *t = (uint8_t *)out + HEADER, *r = t + t_bytes(s);
    if (s->set->expanded) {
        neosig_snova_esk_get_map(&key->map, s, sk);
        esk_t(t, s, sk, a.scratch);
    } else {
        neosig_snova_stream_open(&a.stream, s, key->public_seed);
        neosig_snova_map_vartime(&key->map, s, &a.stream);
        neosig_snova_secret_t(t, a.t_tables, NULL, s, key->private_seed, a.scratch);
    }
    for (size_t i = 0; i < s->m; i++, r += matrix_bytes(s)) {
        if (s->set->expanded) {
            neosig_snova_esk_rows(r, s, sk, i, a.scratch);
        } else {
            neosig_snova_public_rows(r, s, &a.stream, i, a.scratch);
            neosig_snova_to_f12(r, s, a.t_tables, a.scratch);
            neosig_snova_to_f21(r, s, a.t_tables, a.scratch);
        }
    }
    return NEOSIG_OK;
}

/* ---- The linear system */

/* The coefficient of an unknown block X_x, entry (y, z), in equation i, entry (r, c), is a sum over alpha of
 *   H1[alpha][r][y] B[alpha][z][c] + A[alpha][r][z] H2[alpha][c][y],
 *   H1[alpha] = A[alpha] (sum over s of q1[alpha][s] G1[i][x][s]) Q2[alpha],  G1 = U^T F12,
 *   H2[alpha] = (Q1[alpha] (sum over t of q2[alpha][t] G2[i][x][t]) B[alpha])^T,  G2 = F21 U.
 * Both are: left[e][alpha] times q[s][alpha] contracted with g over sigma = (s, e), then times a matrix of F16[S] with
 * the coefficients by_s. h[alpha][(e, y, i, x)] is written. g: rows (sigma, i) of lanes (x, y'). */
static void make_h(const neosig_snova_shape *s, space *a, const uint8_t *g, uint8_t left[16][16], int transposed,
                   uint8_t q[4][16], uint8_t by_s[4][16])
{
    size_t l = s->l, mo = s->m * s->o, rows = l * s->L, pairs = (rows + 1) / 2, lanes = l * mo;
    for (size_t sigma = 0; sigma < s->L; sigma++)
        neosig_gf16_deinterleave(a->grouped + sigma * lanes, mo, g + sigma * s->m * s->O, mo, (unsigned)l);

    /* K[(e, alpha)][(y', i, x)] */
    uint8_t products[5 * 16 + 16] = {0};
    for (size_t sigma = 0; sigma < s->L; sigma++) {
        size_t inner = sigma % l;
        for (size_t e = 0; e < l; e++) { /* entries past L are zero, or overwritten by the next */
            const uint8_t *entry = left[transposed ? inner * l + e : e * l + inner];
            neosig_gf16_store(products + e * s->L,
                              neosig_gf16_mul_group(neosig_gf16_load(q[sigma / l]), neosig_gf16_load(entry)));
        }
        neosig_gf16_join(a->bytes + sigma * pairs, products, products + pairs, pairs);
    }
    s->gf->tables(a->tables, a->bytes, s->L * pairs);
    size_t stride = neosig_gf16_round(lanes);
    s->gf->multiply(a->bytes, stride, a->tables, pairs, a->grouped, lanes, pairs, s->L, lanes);
    neosig_gf16_split(a->k, lanes, a->bytes, stride, pairs, lanes);

    /* H[alpha][(e, y)] = sum over y' of Q[alpha][y'][y] K[(e, alpha)][y']; Q is symmetric. */
    uint8_t entries[16][16], matrices[16 * 4 * 2 + 16];
    neosig_snova_ring_matrices(entries, s, by_s);
    neosig_snova_entry_pairs(matrices, s, entries, l, l);
    s->gf->tables(a->tables, matrices, s->L * l * s->l_pairs);
    size_t mo_round = neosig_gf16_round(mo);
    for (size_t alpha = 0; alpha < s->L; alpha++)
        for (size_t e = 0; e < l; e++) {
            uint8_t *h = a->h + (alpha * l + e) * lanes;
            s->gf->multiply(a->bytes, mo_round, a->tables + alpha * l * s->l_pairs, s->l_pairs,
                            a->k + (e * s->L + alpha) * lanes, mo, s->l_pairs, l, mo);
            neosig_gf16_split(h, mo, a->bytes, mo_round, s->l_pairs, mo); /* what is too much is overwritten later */
        }
}

/* term[(row, column)][lane] = sum over alpha of left[(row, column)][alpha] h[alpha][lane]. */
static void make_term(uint8_t *term, const neosig_snova_shape *s, space *a, uint8_t left[16][16])
{
    size_t lanes = s->L * s->m * s->o, stride = neosig_gf16_round(lanes);
    neosig_snova_entry_pairs(a->bytes, s, left, 1, s->L);
    s->gf->tables(a->tables, a->bytes, s->L * s->u_pairs);
    s->gf->multiply(a->bytes, stride, a->tables, s->u_pairs, a->h, lanes, s->u_pairs, s->L, lanes);
    neosig_gf16_split(term, lanes, a->bytes, stride, s->u_pairs, lanes);
}

/* l runs of o lanes of the sum of two terms, in whole groups: each run overwrites the excess of the one before. */
static inline void put_runs(uint8_t *to, const uint8_t *h1, const uint8_t *h2, size_t step, size_t o, size_t l,
                            size_t groups)
{
    for (size_t y = 0; y < l; y++, to += o, h1 += step, h2 += step)
        for (size_t x = 0; x < 16 * groups; x += 16)
            neosig_gf16_store(to + x, neosig_gf16_load(h1 + x) ^ neosig_gf16_load(h2 + x));
}

/* Rows (i, r, c): the right side, then the coefficients of the unknowns in the order (z, y, x). */
static void make_system(const neosig_snova_shape *s, space *a)
{
    size_t l = s->l, o = s->o, mo = s->m * o;
    for (size_t r = 0; r < l; r++)
        for (size_t c = 0; c < l; c++)
            for (size_t z = 0; z < l; z++)
                for (size_t i = 0; i < s->m; i++) {
                    const uint8_t *h1 = a->term1 + ((z * l + c) * s->L + r * l) * mo + i * o;
                    const uint8_t *h2 = a->term2 + ((r * l + z) * s->L + c * l) * mo + i * o;
                    uint8_t *to = a->system + (i * s->L + r * l + c) * a->system_stride + 1 + z * l * o;
                    if (o <= 16) /* the short ones without a loop */
                        put_runs(to, h1, h2, mo, o, l, 1);
                    else
                        put_runs(to, h1, h2, mo, o, l, (o + 15) / 16);
                }
    for (size_t row = 0; row < s->m * s->L; row++)
        a->system[row * a->system_stride] = a->target[row] ^ a->image[row];
}

/* ---- Signing */

/* W, and with it Fvv in image, G1 and G2, for the vinegar values in x. */
static void contract(const neosig_snova_shape *s, space *a, neosig_snova_map *map, const uint8_t *key, source_kind kind)
{
    const uint8_t *r = kind == FROM_PREPARED ? key + HEADER + t_bytes(s) : a->r;
    size_t lanes = s->V + 2 * s->O;
    neosig_snova_u_tables(a->u, s, a->x, s->v, a->scratch);
    for (size_t i = 0; i < s->m; i++) {
        if (kind == FROM_ESK)
            neosig_snova_esk_rows(a->r, s, key, i, a->scratch);
        else if (kind == FROM_SEEDS)
            neosig_snova_public_rows(a->r, s, &a->stream, i, a->scratch);
        s->gf->multiply(a->w + i * a->w_stride, s->m * a->w_stride, a->u, s->u_pairs, r, s->stride, s->u_pairs, s->V,
                        lanes);
        if (kind == FROM_SEEDS) { /* Z = P11 U, as Z^T = U^T P11^T */
            s->gf->transpose(a->scratch, a->z_stride, r, s->stride, s->V, s->V);
            s->gf->multiply(a->z + i * a->z_stride, s->m * a->z_stride, a->u, s->u_pairs, a->scratch, a->z_stride,
                            s->u_pairs, s->V, s->V);
        }
        if (kind == FROM_PREPARED)
            r += matrix_bytes(s);
    }
    neosig_snova_transpose_w(a->wt, s, a->w, a->w_stride, s->V, a->scratch);
    neosig_snova_evaluate(a->image, s, map, a->u, a->wt, s->V, a->evaluate);
    neosig_gf16_split(a->g1, s->O, a->w + s->V, a->w_stride, s->u_pairs * s->m, s->O);
    neosig_gf16_split(a->g2, s->O, a->w + s->V + s->O, a->w_stride, s->u_pairs * s->m, s->O);
    if (kind == FROM_SEEDS) {
        /* U^T F12 = U^T P12 + W T and F21 U = P21 U + T^T Z. */
        size_t stride = neosig_gf16_round(s->columns);
        uint8_t *second = a->scratch + neosig_gf16_round(s->o_pairs) * stride;
        neosig_snova_transpose_w(a->zt, s, a->z, a->z_stride, s->V, a->scratch);
        s->gf->multiply(a->scratch, stride, a->t_tables, s->o_pairs, a->wt, s->columns, s->o_pairs, s->V, s->columns);
        neosig_snova_add_transposed(a->g1, s->O, s, a->scratch, stride, s->O, s->columns, second);
        s->gf->multiply(a->scratch, stride, a->t_tables, s->o_pairs, a->zt, s->columns, s->o_pairs, s->V, s->columns);
        neosig_snova_add_transposed(a->g2, s->O, s, a->scratch, stride, s->O, s->columns, second);
    }
}

/* The signature's blocks in place of x: X_j + sum over k of T12[j][k] X_(v+k), then the oil blocks. */
static void finish(const neosig_snova_shape *s, space *a, const uint8_t *t)
{
    size_t l = s->l, o = s->o, stride = neosig_gf16_round(s->V);
    uint8_t *oil = a->x + s->v * s->L;
    for (size_t x = 0; x < o; x++)
        for (size_t y = 0; y < l; y++)
            for (size_t z = 0; z < l; z++)
                oil[x * s->L + y * l + z] = a->solution[(z * l + y) * o + x];
    /* T X_oil as its transpose: rows q, lanes (j, r). */
    uint8_t *t_rows = a->scratch, *product = a->bytes, *q_rows = a->k;
    s->gf->transpose(t_rows, s->rows, t, s->t_stride, s->V, s->O);
    for (size_t row = 0; row < s->O; row++)
        for (size_t p = 0, half = s->l_pairs; p < half; p++)
            a->bytes[row * half + p] = (uint8_t)(oil[row * l + p] | (p + half < l ? oil[row * l + p + half] << 4 : 0));
    s->gf->tables(a->tables, a->bytes, s->O * s->l_pairs);
    s->gf->multiply(product, stride, a->tables, s->l_pairs, t_rows, s->rows, s->l_pairs, s->O, s->V);
    neosig_gf16_split(q_rows, s->V, product, stride, s->l_pairs, s->V);
    neosig_gf16_interleave(a->scratch, q_rows, s->V, s->V, (unsigned)l);
    neosig_gf16_add(a->x, a->scratch, s->v * s->L);
}

neosig_error neosig_snova_sign(neosig_job *job, uint8_t *sig, size_t *sig_bytes, const neosig_source *source,
                               void *workspace)
{
    neosig_snova_shape shape;
    neosig_snova_shape_of(&shape, job->alg, job->backend);
    const neosig_snova_shape *s = &shape;
    source_kind kind = kind_of(s, job->prepared);
    space a;
    lay_out(&a, workspace, s, kind);

    /* salt | attempt follow the private seed and the digest in one buffer. */
    uint8_t input[NEOSIG_SNOVA_PRIVATE_SEED + NEOSIG_SNOVA_DIGEST + NEOSIG_SNOVA_SALT + 1];
    uint8_t *digest = input + NEOSIG_SNOVA_PRIVATE_SEED, *salt = digest + NEOSIG_SNOVA_DIGEST;
    const prepared *key = job->key;
    const uint8_t *seeds = (const uint8_t *)job->key;
    seeds = job->prepared ? key->public_seed
                          : seeds + job->alg->secret_key_bytes - NEOSIG_SNOVA_PUBLIC_SEED - NEOSIG_SNOVA_PRIVATE_SEED;
    uint8_t public_seed[NEOSIG_SNOVA_PUBLIC_SEED];
    memcpy(public_seed, seeds, sizeof public_seed);
    neosig_declassify(public_seed, sizeof public_seed, "the public seed is part of the public key");
    memcpy(input, seeds + NEOSIG_SNOVA_PUBLIC_SEED, NEOSIG_SNOVA_PRIVATE_SEED);
    neosig_snova_digest(job, digest);
    neosig_error error = neosig_draw(source, salt, NEOSIG_SNOVA_SALT);
    if (error != NEOSIG_OK)
        goto end;
    neosig_snova_target(a.target, s, public_seed, digest, salt);

    neosig_snova_map map;
    const uint8_t *t = a.t;
    switch (kind) {
    case FROM_PREPARED:
        map = key->map;
        t = (const uint8_t *)job->key + HEADER;
        break;
    case FROM_ESK:
        neosig_snova_esk_get_map(&map, s, job->key);
        esk_t(a.t, s, job->key, a.scratch);
        break;
    case FROM_SEEDS:
        neosig_snova_stream_open(&a.stream, s, public_seed);
        neosig_snova_map_vartime(&map, s, &a.stream);
        neosig_snova_secret_t(a.t, a.t_tables, NULL, s, input, a.scratch);
        break;
    }

    error = NEOSIG_ERR_ATTEMPTS;
    for (unsigned attempt = 1; attempt < 256 && error != NEOSIG_OK; attempt++) {
        input[sizeof input - 1] = (uint8_t)attempt;
        neosig_shake256(s->backend->keccak, a.scratch, (s->v * s->L + 1) / 2, input, sizeof input);
        neosig_gf16_unpack(a.x, a.scratch, s->v * s->L);
        contract(s, &a, &map, job->key, kind);
        make_h(s, &a, a.g1, map.a, 0, map.q1, map.q2);
        make_term(a.term1, s, &a, map.b);
        make_h(s, &a, a.g2, map.b, 1, map.q2, map.q1);
        make_term(a.term2, s, &a, map.a);
        make_system(s, &a);
        int singular = neosig_gf16_solve(s->gf, a.solution, a.system, a.system_stride, s->m * s->L, a.solve);
        neosig_declassify(&singular, sizeof singular, "the number of attempts is public");
        if (singular)
            continue;
        finish(s, &a, t);
        neosig_gf16_pack(sig, a.x, s->n * s->L);
        memcpy(sig + job->alg->signature_bytes - NEOSIG_SNOVA_SALT, salt, NEOSIG_SNOVA_SALT);
        *sig_bytes = job->alg->signature_bytes;
        error = NEOSIG_OK;
    }
end:
    neosig_wipe(input, sizeof input);
    return error;
}
