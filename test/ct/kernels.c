/* Kernels alone, for the checks described in harness.h. Some kernels follow declassified values, so an operation's
 * trace passes over them. Here these values are equal, so that only what the kernels do with secrets could make traces
 * differ. Kernels over fields run on secrets that no operation is likely to meet.
 *
 *     kernels KERNEL - INDEX ...
 *     kernels list all|operations|backends 0
 *
 * Each index is another secret. What the kernel follows is the same for all secrets, made by set_up. Or it falls into
 * classes of secrets that lead to the same decisions, as the attempts of an operation do (trace.py). A sampler that
 * rejects has two rows: its candidate, which is branch-free, and its loop until one number is accepted.
 */
#include "core/backend.h"
#include "falcon/falcon_sampler.h"
#include "falcon/falcon_short.h"
#include "gf/gf16.h"
#include "gf/multiples.h"
#include "gf/polynomial_tables.h"
#include "gf/tower.h"
#include "haetae/haetae.h"
#include "harness.h"
#include "mldsa/mldsa_poly.h"
#include "ntt/ntt16.h"
#include "ntt/ntt32.h"
#include "sym/aes.h"
#include "sym/keccak.h"
#include "sym/sha2.h"

typedef struct kernel {
    const char *name;
    void (*set_up)(uint64_t stream, unsigned parameter); /* classifies what is secret */
    void (*run)(const neosig_backend *backend, unsigned parameter);
    int (*finish)(unsigned parameter); /* 0 if the outputs can be right; NULL: not looked at */
    unsigned parameter;
} kernel;

enum { PUBLIC_STREAM = 0, MADE = 8, MADE_STREAMS = 1000 };

static int is_made; /* on purpose: what a sampler makes of it may be unlikely */

/* The bytes of a secret. The first ones are made on purpose, so that zeros and extremes are met in every place. */
static void secret_bytes(uint8_t *out, size_t bytes, uint64_t stream)
{
    is_made = stream - PUBLIC_STREAM <= MADE;
    harness_bytes(out, bytes, stream);
    for (size_t i = 0; i < bytes; i++)
        switch (stream - PUBLIC_STREAM) {
        case 1: /* nothing */
            out[i] = 0;
            break;
        case 2: /* the largest of all */
            out[i] = 0xff;
            break;
        case 3: /* the smallest coefficients, see coefficients */
            out[i] = 0x80;
            break;
        case 4: /* nothing but the first */
            out[i] = i == 0;
            break;
        case 5: /* nothing but the last */
            out[i] = i == bytes - 1 ? 0x10 : 0;
            break;
        case 6: /* nothing in the first half: rows of zeros */
            out[i] = i < bytes / 2 ? 0 : out[i];
            break;
        case 7: /* nothing in every other word */
            out[i] = i / 4 % 2 ? out[i] : 0;
            break;
        case 8: /* little */
            out[i] = out[i] % 16 ? 0 : out[i] >> 4;
            break;
        default:
            break;
        }
}

/* Numbers below bound in size; of words of equal bytes 0, 0xff and 0x80: 0 and the two ends. */
static void coefficients(int32_t *out, size_t count, int32_t bound, uint64_t stream)
{
    uint8_t bytes[4 * 256];
    secret_bytes(bytes, sizeof bytes, stream);
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, bytes + 4 * i, 4);
        if (word == 0)
            out[i] = 0;
        else if (word == 0xffffffff || word == 0x80808080)
            out[i] = word == 0xffffffff ? bound - 1 : 1 - bound;
        else
            out[i] = (int32_t)(word % (2 * (uint32_t)bound - 1)) - (bound - 1);
    }
}

/* ---- GF(16): matrices as SNOVA multiplies them, and systems of an odd and an even number of equations. */

enum { PAIRS = 9, ROWS = 10, LANES = 40, STRIDE = 48, GROUPS = (ROWS * PAIRS + 15) / 16 * 16, EQUATIONS = 17 };

static uint8_t gf16_scalars[GROUPS], gf16_rows[ROWS * STRIDE + NEOSIG_GF16_SLACK], gf16_numbers[8];
static uint8_t gf16_out[PAIRS * STRIDE + NEOSIG_GF16_SLACK], gf16_sums[4 * PAIRS];
static uint8_t gf16_turned[STRIDE * 16], gf16_system[EQUATIONS * STRIDE], gf16_x[STRIDE];
static neosig_gf16_table gf16_tables[GROUPS];
static _Alignas(64) uint8_t gf_memory[1 << 17];
static volatile int gf_singular;

static void gf16_set_up(uint64_t stream, unsigned n)
{
    secret_bytes(gf16_scalars, sizeof gf16_scalars, stream);
    secret_bytes(gf16_rows, sizeof gf16_rows, stream);
    secret_bytes(gf16_system, sizeof gf16_system, stream);
    for (size_t i = 0; i < sizeof gf16_rows; i++)
        gf16_rows[i] &= 15;
    for (size_t i = 0; i < STRIDE && n % 2 != 0; i++) /* an odd system's last row has no other */
        gf16_system[n / 2 * neosig_gf16_system_stride(n) + i] &= 15;
    for (size_t i = 0; i < sizeof gf16_numbers; i++)
        gf16_numbers[i] = gf16_scalars[i] % 32;
    neosig_classify(gf16_scalars, sizeof gf16_scalars);
    neosig_classify(gf16_rows, sizeof gf16_rows);
    neosig_classify(gf16_system, sizeof gf16_system);
    neosig_classify(gf16_numbers, sizeof gf16_numbers);
    if (neosig_gf16_solve_bytes(n) > sizeof gf_memory || neosig_gf16_system_bytes(n) > sizeof gf16_system)
        abort();
}

static void gf16_run(const neosig_backend *backend, unsigned n)
{
    const neosig_gf16_kernels *k = backend->gf16;
    k->tables(gf16_tables, gf16_scalars, ROWS * PAIRS);
    k->multiply_rows((neosig_gf16_matrix){gf16_out, STRIDE, 2 * 4, LANES}, (neosig_gf16_factor){gf16_tables, PAIRS}, 4,
                     (neosig_gf16_view){gf16_rows, STRIDE, ROWS / 2, LANES}, 1);
    k->multiply((neosig_gf16_pairs){gf16_out, STRIDE, PAIRS, LANES}, (neosig_gf16_factor){gf16_tables, PAIRS},
                (neosig_gf16_view){gf16_rows, STRIDE, ROWS, LANES});
    k->update(gf16_out, STRIDE, gf16_tables, PAIRS, gf16_rows, LANES);
    k->pivot_lanes(gf16_sums, gf16_out, STRIDE, PAIRS, gf16_numbers);
    k->transpose((neosig_gf16_matrix){gf16_turned, 16, LANES, ROWS},
                 (neosig_gf16_view){gf16_rows, STRIDE, ROWS, LANES});
    k->transpose_pairs((neosig_gf16_matrix){gf16_turned, 16, LANES, 2 * 8},
                       (neosig_gf16_view){gf16_turned, 16, LANES, 2 * 8},
                       (neosig_gf16_pairs_view){gf16_rows, STRIDE, 8, LANES});
    gf_singular = neosig_gf16_solve(k, gf16_x, gf16_system, n, gf_memory);
}

/* ---- GF(16) and GF(256) of Rainbow, UOV and MAYO. */

enum {
    TOWER_BYTES = 48,
    TOWER_ROW = 96,
    TOWER_COUNT = 8,
    TOWER_UNKNOWNS = 22,
    TOWER_SYSTEM = (TOWER_UNKNOWNS + 1) * TOWER_UNKNOWNS
};

static uint8_t tower_x[TOWER_COUNT * 4 * TOWER_BYTES], tower_out[TOWER_COUNT * TOWER_BYTES], tower_system[TOWER_SYSTEM];
static uint8_t tower_square[TOWER_SYSTEM], tower_solution[32];
static _Alignas(16) uint8_t tower_scalars[2 * TOWER_COUNT * 32], tower_pairs[4 * TOWER_COUNT / 2 * 64];
static uint8_t tower_public[4 * TOWER_BYTES], tower_sums[2 * TOWER_BYTES * TOWER_ROW];
static _Alignas(16) uint8_t tower_multiples[NEOSIG_TOWER_MULTIPLES * 256 * TOWER_ROW];

static void tower_set_up(uint64_t stream, unsigned bits)
{
    (void)bits;
    secret_bytes(tower_x, sizeof tower_x, stream);
    secret_bytes(tower_system, sizeof tower_system, stream);
    neosig_classify(tower_x, sizeof tower_x);
    neosig_classify(tower_system, sizeof tower_system);
    memset(tower_out, 0, sizeof tower_out);
    for (size_t i = 0; i < sizeof tower_public; i++)
        tower_public[i] = (uint8_t)(i * i);
    if (neosig_gf256_solve_bytes(TOWER_UNKNOWNS) > sizeof gf_memory)
        abort();
}

static void tower_run_field(const neosig_tower *k)
{
    uint32_t offsets[TOWER_COUNT];
    for (uint32_t i = 0; i < TOWER_COUNT; i++)
        offsets[i] = i * TOWER_BYTES;
    k->scalars(tower_scalars, tower_x, TOWER_COUNT);
    k->combine(tower_out, TOWER_BYTES, tower_x, TOWER_BYTES, tower_scalars, TOWER_COUNT);
    k->pairs(tower_pairs, tower_x, 4, TOWER_COUNT, TOWER_COUNT, 1);
    k->multiply(&(neosig_tower_vectors){tower_out, offsets, TOWER_COUNT}, &(neosig_tower_vectors){tower_x, offsets, 4},
                tower_pairs, TOWER_BYTES);
    k->transpose(tower_square, 16, tower_system, 16);
    if (k->solver != NULL)
        gf_singular = neosig_gf256_solve(k, tower_solution, tower_system, TOWER_UNKNOWNS, gf_memory);
}

static void tower_run(const neosig_backend *backend, unsigned bits)
{
    /* Look-ups have code for each number of 16 bytes, up to six. Those of UOV are 32, 45, 72 and 96. */
    static const size_t row_bytes[] = {16, 32, 45, 64, 72, TOWER_ROW};
    /* Sums of multiples have code for each of these lengths. */
    static const size_t lengths[] = {16, 31, 32, TOWER_BYTES, 64, 72, 80, 96, 128};
    tower_run_field(bits == 4 ? &backend->tower->gf16 : &backend->tower->gf256);

    const neosig_tower *const in_powers_of_x =
        bits == 4 ? &backend->tower->polynomial16 : &backend->tower->polynomial256;
    if (in_powers_of_x->multiply != NULL)
        tower_run_field(in_powers_of_x);
    in_powers_of_x->scalars(tower_scalars, tower_x, TOWER_COUNT);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        in_powers_of_x->combine(tower_out, lengths[i], tower_x, TOWER_BYTES, tower_scalars, TOWER_COUNT - 1);
    in_powers_of_x->scale(tower_out, tower_x, 64, tower_x[0]);
    neosig_factor factor = {.field = bits == 4 ? in_powers_of_x : &backend->tower->gf256,
                            .basis = bits == 4 ? neosig_polynomial16_powers_of_x : neosig_tower_powers_of_x,
                            .stored = tower_x,
                            .rows = 4,
                            .memory = tower_multiples};
    const neosig_block block = {.base = tower_public, .step = TOWER_BYTES, .width = 4};
    for (size_t i = 0; i < sizeof row_bytes / sizeof row_bytes[0]; i++) {
        factor.row_bytes = factor.stride = row_bytes[i];
        neosig_factor_make_tables(&factor, 0);
        neosig_add_public_product_vartime(&factor, 0, tower_sums, TOWER_BYTES, &block, NEOSIG_ROW, 1);
    }
    backend->tower->map(tower_out, tower_x, TOWER_BYTES, neosig_polynomial_to_tower);
    if (bits == 8)
        gf_singular = neosig_gf256_solve(in_powers_of_x, tower_solution, tower_system, TOWER_UNKNOWNS, gf_memory);
}

#if defined(__x86_64__)
/* The field of a CPU with GFNI, and vectors shorter and longer than the others. */
static void tower_run_gfni(const neosig_backend *backend, unsigned bits)
{
    const neosig_tower *k = neosig_tower_by_gfni(backend->tower);
    (void)bits;
    if (k == NULL)
        return;
    tower_run_field(k);
    k->scalars(tower_scalars, tower_x, TOWER_COUNT + 4 + 1);
    k->combine(tower_out, TOWER_BYTES / 2, tower_x, TOWER_BYTES, tower_scalars, TOWER_COUNT);
    k->combine(tower_out, 4 * TOWER_BYTES, tower_x, TOWER_BYTES, tower_scalars, TOWER_COUNT + 4 + 1);
    k->scale(tower_out, tower_x, 64, 3);
}
#endif

/* ---- ML-DSA: rounding, packing, the transform. */

static _Alignas(64) int32_t poly_r[256], poly_b[256], poly_z[256];
static int8_t poly_s[256], poly_doubled[512];
static uint8_t poly_in[640], poly_t1[320], poly_t0[416], poly_w1[192], poly_z_out[640], poly_s_out[128], poly_hint[32];
static uint8_t poly_a[NEOSIG_MLDSA_UNIFORM_BYTES];
static volatile unsigned poly_answer;

static void poly_set_up(uint64_t stream, unsigned divisor)
{
    const int32_t gamma2 = (NEOSIG_MLDSA_Q - 1) / (int32_t)divisor;
    coefficients(poly_r, 256, NEOSIG_MLDSA_Q / 2, stream);
    coefficients(poly_b, 256, gamma2, stream);
    secret_bytes(poly_in, sizeof poly_in, stream);
    for (size_t i = 0; i < 256; i++)
        poly_s[i] = (int8_t)(poly_b[i] % 3);
    neosig_classify(poly_r, sizeof poly_r);
    neosig_classify(poly_b, sizeof poly_b);
    neosig_classify(poly_in, sizeof poly_in);
    neosig_classify(poly_s, sizeof poly_s);
}

static void poly_run(const neosig_backend *backend, unsigned divisor)
{
    const neosig_mldsa_kernels *k = backend->mldsa;
    const int32_t gamma2 = (NEOSIG_MLDSA_Q - 1) / (int32_t)divisor, gamma1 = divisor == 88 ? 1 << 17 : 1 << 19;
    k->unpack_z(poly_z, poly_in, gamma1);
    k->pack_z(poly_z_out, poly_z, gamma1);
    poly_answer = (unsigned)k->unpack_s(poly_doubled, poly_in, divisor == 88 ? 2 : 4);
    k->pack_s(poly_s_out, poly_s, divisor == 88 ? 2 : 4);
    k->power2round(poly_t1, poly_t0, poly_r, poly_s);
    poly_answer = (unsigned)k->exceeds(poly_r, gamma1 - 78);
    k->decompose(poly_w1, poly_r, gamma2);
    poly_answer = k->make_hint(poly_hint, poly_r, poly_b, poly_w1, gamma2);
    k->unpack_t0(poly_z, poly_in);
    backend->ntt_8380417->forward(poly_b);
    backend->ntt_8380417->multiply(poly_r, poly_b, poly_b);
    k->inner(poly_r, poly_a, poly_b, 1, 1);
    backend->ntt_8380417->inverse(poly_r);
}

static int poly_finish(unsigned divisor)
{
    const size_t bytes = divisor == 88 ? 576 : 640;
    neosig_declassify(poly_z_out, sizeof poly_z_out, "output");
    neosig_declassify(poly_in, sizeof poly_in, "output");
    return memcmp(poly_z_out, poly_in, bytes) != 0;
}

/* ---- ML-DSA: sampling in [-eta, eta] from half-bytes. The same ones are rejected for every secret. */

enum { ETA_BYTES = 2 * 136 };

static uint8_t eta_in[ETA_BYTES];
static int8_t eta_out[272];
static size_t eta_have;

static unsigned eta_half(uint8_t pattern, uint8_t secret, unsigned eta)
{
    const unsigned limit = eta == 2 ? 15 : 9; /* FIPS 204, algorithm 15 */
    return (unsigned)(pattern % 16 < limit ? secret % limit : limit + secret % (16 - limit));
}

static void eta_set_up(uint64_t stream, unsigned eta)
{
    uint8_t pattern[2 * ETA_BYTES], secret[2 * ETA_BYTES];
    harness_bytes(pattern, sizeof pattern, PUBLIC_STREAM);
    secret_bytes(secret, sizeof secret, stream);
    for (size_t i = 0; i < ETA_BYTES; i++)
        eta_in[i] = (uint8_t)(eta_half(pattern[2 * i], secret[2 * i], eta) |
                              eta_half(pattern[2 * i + 1], secret[2 * i + 1], eta) << 4);
    neosig_classify(eta_in, sizeof eta_in);
}

static void eta_run(const neosig_backend *backend, unsigned eta)
{
    eta_have = backend->mldsa->eta_vartime(eta_out, 0, eta_in, sizeof eta_in, eta);
}

static int eta_finish(unsigned eta)
{
    int wrong = eta_have != 256;
    neosig_declassify(eta_out, sizeof eta_out, "output");
    for (size_t i = 0; i < 256; i++)
        wrong |= eta_out[i] < -(int)eta || eta_out[i] > (int)eta;
    return wrong;
}

/* ---- ML-DSA: r += c s and r -= c s for a sparse challenge c. */

static _Alignas(64) int32_t sparse_r[256];
static _Alignas(64) int8_t sparse_s[512];
static neosig_mldsa_sparse sparse_c;
static int sparse_exceeds;

static void sparse_set_up(uint64_t stream, unsigned eta)
{
    uint8_t order[256], choice[256], secret[256 + 4 * 256];
    const size_t tau = 60; /* the most of all sets */
    harness_bytes(choice, sizeof choice, PUBLIC_STREAM);
    for (size_t i = 0; i < 256; i++)
        order[i] = (uint8_t)i;
    for (size_t i = 0; i < tau; i++) {
        const size_t j = i + choice[i] % (256 - i);
        sparse_c.exponent[i] = order[j];
        order[j] = order[i];
    }
    sparse_c.plus = 25; /* not the same number of both signs */
    sparse_c.minus = (uint8_t)(tau - sparse_c.plus);

    secret_bytes(secret, 256, stream); /* zeros, too: whole groups of them */
    secret_bytes(secret + 256, sizeof secret - 256, stream);
    for (size_t i = 0; i < 256; i++) {
        const int s = (int8_t)secret[i] % ((int)eta + 1);
        uint32_t r;
        memcpy(&r, secret + 256 + 4 * i, 4);
        sparse_s[i] = (int8_t)-s;
        sparse_s[256 + i] = (int8_t)s;
        sparse_r[i] = (int32_t)(r % (1u << 20)) - (1 << 19);
    }
    neosig_classify(sparse_s, sizeof sparse_s);
    neosig_classify(sparse_r, sizeof sparse_r);
}

static void sparse_run(const neosig_backend *backend, unsigned eta)
{
    sparse_exceeds = backend->mldsa->add_sparse_vartime(sparse_r, sparse_s, &sparse_c, eta, 0, (1 << 19) - 78);
    sparse_exceeds |= backend->mldsa->add_sparse_vartime(sparse_r, sparse_s, &sparse_c, eta, 1, 1 << 20);
}

static int sparse_finish(unsigned eta)
{
    int wrong = 0;
    (void)eta;
    neosig_declassify(sparse_r, sizeof sparse_r, "output");
    for (size_t i = 0; i < 256; i++) /* added and subtracted again */
        wrong |= sparse_r[i] < -(1 << 19) || sparse_r[i] >= 1 << 19;
    return wrong;
}

/* ---- HAETAE: transforms, the spectrum of secrets, the products by A. */

static _Alignas(64) int16_t short_r[256], short_b[256];
static int32_t spectrum_sum[256];
static uint16_t row_a[256];

static void haetae_set_up(uint64_t stream, unsigned parameter)
{
    int32_t b[256];
    (void)parameter;
    coefficients(poly_r, 256, NEOSIG_HAETAE_Q, stream);
    coefficients(poly_b, 256, NEOSIG_HAETAE_Q, stream);
    coefficients(b, 256, 12289 / 2, stream);
    for (size_t i = 0; i < 256; i++) {
        poly_s[i] = (int8_t)(poly_r[i] % 3);
        short_r[i] = short_b[i] = (int16_t)b[i];
        row_a[i] = (uint16_t)(i * 251); /* public, below q */
        spectrum_sum[i] = 0;
    }
    neosig_classify(poly_r, sizeof poly_r);
    neosig_classify(poly_b, sizeof poly_b);
    neosig_classify(poly_s, sizeof poly_s);
    neosig_classify(short_r, sizeof short_r);
    neosig_classify(short_b, sizeof short_b);
}

static void haetae_run(const neosig_backend *backend, unsigned parameter)
{
    (void)parameter;
    backend->ntt_64513->forward(poly_b);
    backend->haetae->inner(poly_z, row_a, poly_b, 1, 0);
    backend->ntt_64513->multiply(poly_b, poly_b, poly_z);
    backend->ntt_64513->inverse(poly_b);
    backend->haetae->spectrum(spectrum_sum, poly_s);
    backend->ntt_12289_256->forward(short_r);
    backend->ntt_12289_256->forward(short_b);
    backend->ntt_12289_256->multiply(short_r, short_r, short_b);
    backend->ntt_12289_256->inverse(short_r);
}

/* ---- HAETAE: secrets from bytes, of which the same ones are rejected for every secret. */

static uint8_t ternary_in[136];
static int8_t ternary_out[336];
static size_t ternary_have;

static void ternary_set_up(uint64_t stream, unsigned parameter)
{
    uint8_t pattern[sizeof ternary_in], secret[sizeof ternary_in];
    (void)parameter;
    harness_bytes(pattern, sizeof pattern, PUBLIC_STREAM);
    secret_bytes(secret, sizeof secret, stream);
    for (size_t i = 0; i < sizeof ternary_in; i++) /* more rejections than there would be */
        ternary_in[i] = (uint8_t)(pattern[i] % 8 != 0 ? secret[i] % 243 : 243 + secret[i] % 13);
    neosig_classify(ternary_in, sizeof ternary_in);
}

static void ternary_run(const neosig_backend *backend, unsigned parameter)
{
    (void)parameter;
    ternary_have = backend->haetae->ternary_vartime(ternary_out, 0, ternary_in, sizeof ternary_in);
}

static int ternary_finish(unsigned parameter)
{
    int wrong = ternary_have != 256;
    (void)parameter;
    neosig_declassify(ternary_out, sizeof ternary_out, "output");
    for (size_t i = 0; i < 256; i++)
        wrong |= ternary_out[i] < -1 || ternary_out[i] > 1;
    return wrong;
}

/* ---- HAETAE: candidates of the Gaussian; the loop that accepts, where the same ones are rejected for every secret;
 * what is made of the accepted ones. */

enum { CANDIDATES = 192, CANDIDATE = NEOSIG_HAETAE_CANDIDATE_BYTES };

static uint8_t candidate_in[CANDIDATES * CANDIDATE];
static neosig_haetae_candidates candidates;

static void candidates_set_up(uint64_t stream, unsigned n)
{
    secret_bytes(candidate_in, n * CANDIDATE, stream);
    neosig_classify(candidate_in, sizeof candidate_in);
}

static void candidates_run(const neosig_backend *backend, unsigned n)
{
    backend->haetae->candidates(&candidates, candidate_in, n);
}

static int candidates_finish(unsigned n)
{
    size_t accepted = 0;
    neosig_declassify(&candidates, sizeof candidates, "output");
    for (size_t i = 0; i < n; i++)
        accepted += candidates.accepted[i];
    return accepted < n / 2 && !is_made;
}

enum { REJECTED_ONE_IN = 16 };

static uint64_t accepted[CANDIDATES];
static neosig_haetae_samples samples;
static volatile int samples_missing;

/* Each candidate is 88 bits of x, 48 of v and 72 of y. Those of x are the secret's, so the first secrets have the least
 * and the greatest x. v is drawn until the candidate is accepted, or not, as wanted at its place: from the greatest two
 * where it is not wanted. At last y is drawn too, so that the others keep a sample of zero. */
static void accept_set_up(uint64_t stream, unsigned wanted)
{
    enum { V = 11, Y = 17, KEPT = 16 };
    secret_bytes(candidate_in, sizeof candidate_in, stream);
    uint64_t state = splitmix64(&stream);
    for (size_t place = 0; place < CANDIDATES; place++) {
        uint8_t *const in = candidate_in + place * CANDIDATE;
        const uint8_t good = place % REJECTED_ONE_IN != 0;
        for (unsigned tries = 0; neosig_haetae_portable.candidates(&candidates, in, 1), candidates.accepted[0] != good;
             tries++) {
            splitmix64_random(&state, in + V, tries < KEPT ? Y - V : CANDIDATE - V);
            if (!good) {
                in[V] |= 0xfe;
                memset(in + V + 1, 0xff, Y - V - 1);
            }
        }
    }
    samples = (neosig_haetae_samples){.to = accepted, .wanted = wanted, .square_sum = neosig_wide_of(0)};
    neosig_classify(candidate_in, sizeof candidate_in);
}

static void accept_run(const neosig_backend *backend, unsigned wanted)
{
    (void)wanted;
    samples_missing =
        neosig_haetae_accept_vartime(backend->haetae, &samples, candidate_in, CANDIDATES / 2, &candidates);
    samples_missing &= neosig_haetae_accept_vartime(
        backend->haetae, &samples, candidate_in + CANDIDATES / 2 * CANDIDATE, CANDIDATES / 2, &candidates);
}

static int accept_finish(unsigned wanted)
{
    return samples.have != wanted || samples_missing;
}

static uint64_t scale_in[256];
static uint8_t scale_signs[32];
static _Alignas(64) int32_t scale_out[256];
static neosig_haetae_fixed scale_factor;

static void scale_set_up(uint64_t stream, unsigned parameter)
{
    uint8_t bytes[8 * 256 + 32 + 8];
    (void)parameter;
    secret_bytes(bytes, sizeof bytes, stream);
    memcpy(scale_in, bytes, sizeof scale_in);
    memcpy(scale_signs, bytes + 8 * 256, sizeof scale_signs);
    memcpy(&scale_factor.limb[0], bytes + 8 * 256 + 32, 8);
    for (size_t i = 0; i < 256; i++)
        scale_in[i] %= UINT64_C(167) << 56;
    scale_factor.limb[0] &= (UINT64_C(1) << 48) - 1;
    scale_factor.limb[1] = UINT64_C(1) << 40;
    neosig_classify(scale_in, sizeof scale_in);
    neosig_classify(scale_signs, sizeof scale_signs);
    neosig_classify(&scale_factor, sizeof scale_factor);
}

static void scale_run(const neosig_backend *backend, unsigned parameter)
{
    (void)parameter;
    backend->haetae->scale(scale_out, scale_in, scale_signs, &scale_factor);
}

static int scale_finish(unsigned parameter)
{
    int32_t any = 0;
    (void)parameter;
    neosig_declassify(scale_out, sizeof scale_out, "output");
    for (size_t i = 0; i < 256; i++)
        any |= scale_out[i];
    return any == 0 && !is_made;
}

/* ---- Falcon: candidates of the sampler; and the sampler, with secret centres and deviations. Every other candidate is
 * rejected by its first byte, and the others are accepted. */

static uint8_t falcon_in[7 * NEOSIG_FALCON_CANDIDATE_STEP + 16];
static neosig_falcon_candidates falcon_out;

static void falcon_candidates_set_up(uint64_t stream, unsigned parameter)
{
    (void)parameter;
    secret_bytes(falcon_in, sizeof falcon_in, stream);
    neosig_classify(falcon_in, sizeof falcon_in);
}

static void falcon_candidates_run(const neosig_backend *backend, unsigned parameter)
{
    (parameter == NEOSIG_FALCON_FNDSA ? backend->falcon->candidates_fndsa
                                      : backend->falcon->candidates_round3)(&falcon_out, falcon_in);
}

static int falcon_candidates_finish(unsigned parameter)
{
    int wrong = 0;
    (void)parameter;
    neosig_declassify(&falcon_out, sizeof falcon_out, "output");
    for (size_t i = 0; i < NEOSIG_FALCON_BATCH; i++) {
        const int64_t z = neosig_real_truncate(falcon_out.z[i]);
        wrong |= z < -18 || z > 19;
    }
    return wrong;
}

enum { FALCON_PAIRS = 10 }; /* of two candidates a sample: as many as 512 bytes hold */

static neosig_falcon_sampler falcon_sampler;
static neosig_falcon_ctx falcon_ctx;
static neosig_real falcon_centres[FALCON_PAIRS][2], falcon_leaves[FALCON_PAIRS];
static uint64_t falcon_samples[FALCON_PAIRS];

/* A candidate with a large z0 is accepted only if z is near the centre and the deviation near that of z0. So the first
 * secrets have centres just above or just below an integer, and the sign that leads there. */
static void falcon_sample_set_up(uint64_t stream, unsigned parameter)
{
    const uint8_t seed[48] = {0};
    uint8_t bytes[3 * 4 * FALCON_PAIRS], *in = falcon_sampler.stream + NEOSIG_FALCON_BEFORE_STREAM;
    uint8_t sign[2 * FALCON_PAIRS];
    (void)parameter;
    falcon_ctx = neosig_falcon_open(neosig_alg_find("falcon-512"), neosig_backend_now());
    neosig_falcon_sampler_init(&falcon_sampler, &falcon_ctx, seed, sizeof seed);
    neosig_falcon_sampler_attempt(&falcon_sampler, NULL, 0);
    secret_bytes(in, NEOSIG_FALCON_STREAM_BYTES, stream);
    harness_bytes(bytes, sizeof bytes, stream + MADE_STREAMS);
    for (size_t i = 0; i < FALCON_PAIRS; i++) {
        int32_t random[3];
        memcpy(random, bytes + 12 * i, sizeof random);
        for (size_t j = 0; j < 2; j++) {
            sign[2 * i + j] = (uint8_t)(random[j] & 1);
            if (is_made)
                random[j] = (random[j] & -(1 << 20)) - sign[2 * i + j];
            falcon_centres[i][j] = neosig_real_multiply(neosig_real_of_int(random[j]),
                                                        neosig_real_of_bits(UINT64_C(0x3eb0000000000000))); /* 2^-20 */
        }
        /* 1 / sigma from 0.5625 to 0.6875; or from 0.55 to 0.552, where 1 / sigma0 is 0.5493 */
        const uint64_t part = (uint32_t)random[2] & 0xffffff;
        falcon_leaves[i] = neosig_real_of_bits(is_made ? UINT64_C(0x3fe199999999999a) + (part << 20)
                                                       : UINT64_C(0x3fe2000000000000) + (part << 26));
    }
    for (size_t i = 0; i < 4 * FALCON_PAIRS; i++, in += NEOSIG_FALCON_CANDIDATE_STEP) {
        const int is_good = i % 2 != 0;
        if (is_made)
            in[9] = sign[i / 2];
        if (is_good && !is_made)
            in[8] |= 0x80; /* z0 is 0 or 1 */
        else
            for (size_t j = 0, zeros = in[10] % 10u; j < zeros; j++) /* any z0 */
                in[8 - j] = 0;
        in[10] = is_good ? 0 : 255;
    }
    falcon_sampler.end = falcon_sampler.in + 512;
    neosig_classify(falcon_sampler.stream, sizeof falcon_sampler.stream);
    neosig_classify(falcon_centres, sizeof falcon_centres);
    neosig_classify(falcon_leaves, sizeof falcon_leaves);
}

static void falcon_sample_run(const neosig_backend *backend, unsigned parameter)
{
    (void)parameter;
    falcon_sampler.candidates = backend->falcon->candidates_round3;
    for (size_t i = 0; i < FALCON_PAIRS; i++)
        falcon_samples[i] =
            neosig_falcon_sample_vartime(&falcon_sampler, falcon_centres[i][0], falcon_centres[i][1], falcon_leaves[i]);
}

static int falcon_sample_finish(unsigned parameter)
{
    int wrong = 0;
    (void)parameter;
    neosig_declassify(falcon_samples, sizeof falcon_samples, "output");
    neosig_declassify(falcon_centres, sizeof falcon_centres, "output");
    for (size_t i = 0; i < FALCON_PAIRS; i++)
        for (size_t j = 0; j < 2; j++) {
            const int64_t off =
                (int32_t)(uint32_t)(falcon_samples[i] >> 32 * j) - neosig_real_floor(falcon_centres[i][j]);
            wrong |= off < -18 || off > 19;
        }
    return wrong;
}

enum { TIED = 2 * NEOSIG_FALCON_CANDIDATE_BYTES + 3 }; /* bytes of a pair whose first sample takes a byte more */

static int falcon_is_tied(void)
{
    neosig_falcon_sampler tried = falcon_sampler;
    tried.in = tried.stream + NEOSIG_FALCON_BEFORE_STREAM;
    tried.end = tried.in + 512;
    neosig_falcon_sample_vartime(&tried, falcon_centres[0][0], falcon_centres[0][1], falcon_leaves[0]);
    return tried.in - tried.stream == NEOSIG_FALCON_BEFORE_STREAM + TIED;
}

/* A pair of samples, the first of which is decided by its second byte: the first byte is its threshold's, the second is
 * one less. Both are found by trying all. */
static void falcon_tie_set_up(uint64_t stream, unsigned parameter)
{
    falcon_sample_set_up(stream, parameter);
    uint8_t *const in = falcon_sampler.stream + NEOSIG_FALCON_BEFORE_STREAM, *const first = in + 10,
                   *const second = in + 11;
    *second = 0;
    in[NEOSIG_FALCON_CANDIDATE_STEP + 8] |= 0x80; /* of the second sample, wherever its candidate begins */
    in[NEOSIG_FALCON_CANDIDATE_STEP + 1 + 8] |= 0x80;
    in[TIED - 1] = 0;
    if (!is_made)
        in[8] |= 0x80;
    falcon_sampler.candidates = neosig_falcon_portable.candidates_round3;
    for (unsigned byte = 0; byte < 256; byte++) {
        *first = (uint8_t)byte;
        if (falcon_is_tied())
            break;
    }
    for (unsigned byte = 256; byte-- > 0;) {
        *second = (uint8_t)byte;
        if (falcon_is_tied())
            break;
    }
    neosig_classify(falcon_sampler.stream, sizeof falcon_sampler.stream);
}

static void falcon_tie_run(const neosig_backend *backend, unsigned parameter)
{
    (void)parameter;
    falcon_sampler.candidates = backend->falcon->candidates_round3;
    falcon_samples[0] =
        neosig_falcon_sample_vartime(&falcon_sampler, falcon_centres[0][0], falcon_centres[0][1], falcon_leaves[0]);
}

/* ---- Falcon: the generator's bytes. */

static uint8_t refill_seed[48], refill_skipped[NEOSIG_FALCON_NONCE_BYTES];

static void refill_set_up(uint64_t stream, unsigned is_fndsa)
{
    falcon_ctx = neosig_falcon_open(neosig_alg_find(is_fndsa ? "fn-dsa-512-pre" : "falcon-512"), neosig_backend_now());
    secret_bytes(refill_seed, sizeof refill_seed, stream);
    neosig_classify(refill_seed, sizeof refill_seed);
}

static void refill_run(const neosig_backend *backend, unsigned is_fndsa)
{
    (void)backend;
    (void)is_fndsa;
    neosig_falcon_sampler_init(&falcon_sampler, &falcon_ctx, refill_seed, sizeof refill_seed);
    neosig_falcon_sampler_attempt(&falcon_sampler, refill_skipped, sizeof refill_skipped);
}

/* ---- Falcon's f and g from bytes. */

enum { GAUSS = 64 };

static uint8_t gauss_in[32 * GAUSS];
static int8_t gauss_out[3][GAUSS];

static void gauss_set_up(uint64_t stream, unsigned parameter)
{
    (void)parameter;
    secret_bytes(gauss_in, sizeof gauss_in, stream);
    neosig_classify(gauss_in, sizeof gauss_in);
}

static void gauss_run(const neosig_backend *backend, unsigned parameter)
{
    (void)parameter;
    backend->falcon->gauss_round3(gauss_out[0], gauss_in, GAUSS, 2);
    backend->falcon->gauss_fndsa(gauss_out[1], gauss_in, GAUSS, 9);
    backend->falcon->gauss_fndsa(gauss_out[2], gauss_in, GAUSS, 10);
}

/* ---- AES-CTR, SHA-2 and Keccak, by the widest instructions of the CPU. */

enum { STREAM = 16 * 40 + 5 }; /* every loop of the kernels */

static uint8_t aes_key[32], aes_iv[16], aes_out[STREAM], sha2_in[STREAM], sha2_out[64];
#if defined(__x86_64__)
static uint64_t keccak_states[100];
#endif

static void symmetric_set_up(uint64_t stream, unsigned parameter)
{
    (void)parameter;
    secret_bytes(aes_key, sizeof aes_key, stream);
    secret_bytes(aes_iv, sizeof aes_iv, stream);
    secret_bytes(sha2_in, sizeof sha2_in, stream);
    neosig_classify(aes_key, sizeof aes_key);
    neosig_classify(aes_iv, sizeof aes_iv);
    neosig_classify(sha2_in, sizeof sha2_in);
}

#if defined(__x86_64__)
/* One, two and four states; the last two as earlier ones leave them. */
static void keccak_run(const neosig_backend *backend, unsigned parameter)
{
    (void)parameter;
    for (size_t i = 0; i < 4; i++)
        memcpy(keccak_states + 25 * i, sha2_in + i, 200);
    backend->keccak->f1600(keccak_states);
    backend->keccak->f1600_x2(keccak_states);
    backend->keccak->f1600_x4(keccak_states);
}
#endif

static void aes_run(const neosig_backend *backend, unsigned key_bytes)
{
    neosig_aes_key key;
    backend->aes->expand(&key, aes_key, key_bytes);
    backend->aes->ctr(aes_out, sizeof aes_out, &key, aes_iv, aes_key[0]);
    neosig_wipe(&key, sizeof key);
}

static void sha256_run(const neosig_backend *backend, unsigned bytes)
{
    neosig_sha256 hash;
    (void)backend;
    neosig_sha256_init(&hash, 32);
    neosig_sha256_update(&hash, sha2_in, bytes);
    neosig_sha256_final(&hash, sha2_out, 32);
}

static void sha512_run(const neosig_backend *backend, unsigned bytes)
{
    neosig_sha512 hash;
    (void)backend;
    neosig_sha512_init(&hash, 64);
    neosig_sha512_update(&hash, sha2_in, bytes);
    neosig_sha512_final(&hash, sha2_out, 64);
}

/* ---- The NTRU equation, of random short f and g that have a solution. Key generation itself is traced by what becomes
 * of the pairs that it draws; here are pairs without draws. */

static int8_t ntru_fg[2][512], ntru_FG[2][512];
static uint8_t ntru_workspace[1 << 17];

static int ntru_solve(const neosig_backend *backend, unsigned rules)
{
    const neosig_falcon_set set = {.rules = rules, .logn = 9};
    const neosig_falcon_ctx ctx = neosig_falcon_open(&set.alg, NULL);
    uint8_t *aligned = ntru_workspace + (64 - (uintptr_t)ntru_workspace % 64) % 64;
    if (neosig_ntru_solve_bytes(neosig_falcon_ntru_set(&ctx)) > sizeof ntru_workspace - 64)
        return NEOSIG_NTRU_TOO_LARGE;
    return neosig_ntru_solve(neosig_falcon_ntru_set(&ctx), backend, ntru_FG[0], ntru_FG[1], ntru_fg[0], ntru_fg[1],
                             aligned);
}

/* f of the first secrets has zeros where secret_bytes has, or coefficients of one size. If none such
 * is found to have a solution, f is like the others. */
static void ntru_set_up(uint64_t stream, unsigned rules)
{
    enum { DRAWS = 8 }; /* of such an f */
    const neosig_backend *portable = neosig_backends[neosig_backends_count - 1];
    uint8_t bytes[2][512], made[512];
    unsigned draws = 0;
    secret_bytes(made, sizeof made, stream);
    do {
        harness_bytes(bytes[0], sizeof bytes, (stream << 8) + draws);
        for (size_t i = 0; i < 2; i++) {
            unsigned odd = 0;
            for (size_t j = 0; j < 512; j++) { /* sums of bits: of deviation 4 / sqrt(2), shorter than Falcon's */
                unsigned sum = bytes[i][j] * 0x0101u & 0x1111;
                sum = (sum & 15) + (sum >> 4 & 15) + (sum >> 8 & 15) + (sum >> 12) + bytes[i][j] % 13;
                if (i == 0 && is_made && draws < DRAWS)
                    sum = made[j] == 0 ? 8 : made[j] == 0xff ? 3 + sum % 2 * 10 : sum;
                ntru_fg[i][j] = (int8_t)((int)sum - 8);
                odd ^= sum;
            }
            ntru_fg[i][0] = (int8_t)(ntru_fg[i][0] ^ (int8_t)(~odd & 1));
        }
        draws++;
    } while (ntru_solve(portable, rules) != NEOSIG_NTRU_SOLVED);
    neosig_classify(ntru_fg, sizeof ntru_fg);
}

static void ntru_run(const neosig_backend *backend, unsigned rules)
{
    ntru_solve(backend, rules);
}

static int ntru_finish(unsigned rules)
{
    int any = 0;
    (void)rules;
    neosig_declassify(ntru_FG, sizeof ntru_FG, "output");
    for (size_t i = 0; i < 512; i++)
        any |= ntru_FG[0][i];
    return any == 0;
}

/* ---- */

static const kernel kernels[] = {
    {"mldsa-eta-2", eta_set_up, eta_run, eta_finish, 2},
    {"mldsa-eta-4", eta_set_up, eta_run, eta_finish, 4},
    {"mldsa-add-sparse-2", sparse_set_up, sparse_run, sparse_finish, 2},
    {"mldsa-add-sparse-4", sparse_set_up, sparse_run, sparse_finish, 4},
    {"haetae-poly", haetae_set_up, haetae_run, NULL, 0},
    {"haetae-ternary", ternary_set_up, ternary_run, ternary_finish, 0},
    {"haetae-candidates", candidates_set_up, candidates_run, candidates_finish, 61},
    {"haetae-accept", accept_set_up, accept_run, accept_finish, 160},
    {"haetae-scale", scale_set_up, scale_run, scale_finish, 0},
    {"falcon-candidates", falcon_candidates_set_up, falcon_candidates_run, falcon_candidates_finish,
     NEOSIG_FALCON_ROUND3},
    {"fndsa-candidates", falcon_candidates_set_up, falcon_candidates_run, falcon_candidates_finish,
     NEOSIG_FALCON_FNDSA},
    {"falcon-sample", falcon_sample_set_up, falcon_sample_run, falcon_sample_finish, 0},
    {"falcon-tie", falcon_tie_set_up, falcon_tie_run, NULL, 0},
    {"falcon-refill", refill_set_up, refill_run, NULL, 0},
    {"fndsa-refill", refill_set_up, refill_run, NULL, 1},
    {"falcon-gauss", gauss_set_up, gauss_run, NULL, 0},
    {"ntru-solve-float", ntru_set_up, ntru_run, ntru_finish, NEOSIG_FALCON_ROUND3},
    {"ntru-solve-fixed", ntru_set_up, ntru_run, ntru_finish, NEOSIG_FALCON_FNDSA},
    {"aes-128", symmetric_set_up, aes_run, NULL, 16},
    {"aes-256", symmetric_set_up, aes_run, NULL, 32},
    {"sha-256", symmetric_set_up, sha256_run, NULL, 150},
    {"sha-512", symmetric_set_up, sha512_run, NULL, 300},
    {"mldsa-poly-88", poly_set_up, poly_run, poly_finish, 88},
    {"mldsa-poly-32", poly_set_up, poly_run, poly_finish, 32},
    {"gf16-odd", gf16_set_up, gf16_run, NULL, EQUATIONS},
    {"gf16-even", gf16_set_up, gf16_run, NULL, EQUATIONS - 1},
    {"tower-16", tower_set_up, tower_run, NULL, 4},
    {"tower-256", tower_set_up, tower_run, NULL, 8},
#if defined(__x86_64__)
    {"tower-gfni", tower_set_up, tower_run_gfni, NULL, 8},
    {"keccak", symmetric_set_up, keccak_run, NULL, 0},
#endif
};

/* Rows that stand with their scheme: test/<scheme>/ct_kernels.h. CMake writes the list. */
#include "scheme_kernels.h"

#define ROWS_OF(scheme) {scheme##_kernels, sizeof scheme##_kernels / sizeof scheme##_kernels[0]},
static const struct {
    const kernel *rows;
    size_t count;
} all_rows[] = {{kernels, sizeof kernels / sizeof kernels[0]}, SCHEME_KERNELS(ROWS_OF)};

static const kernel *chosen;

int harness_prepare(const char *set, const char *operation, uint64_t index)
{
    const int listed = !strcmp(set, "list");
    if (listed)
        harness_list_backends(operation);
    chosen = NULL;
    for (size_t j = 0; j < sizeof all_rows / sizeof all_rows[0]; j++)
        for (size_t i = 0; i < all_rows[j].count; i++) {
            const kernel *const row = &all_rows[j].rows[i];
            if (listed)
                printf("%s%s\n", row->name, strcmp(operation, "operations") != 0 ? "" : " -");
            else if (!strcmp(row->name, set))
                chosen = row;
        }
    if (listed)
        exit(0);
    if (!chosen)
        return -1;
    if (!harness_backend())
        return -3;
    chosen->set_up(PUBLIC_STREAM + 1 + index, chosen->parameter);
    return 0;
}

int harness_run(void)
{
    chosen->run(neosig_backend_now(), chosen->parameter);
    return 0;
}

int harness_finish(int result)
{
    return result || !chosen->finish ? result : chosen->finish(chosen->parameter);
}
