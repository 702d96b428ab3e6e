/* Sampling from the ball (algorithms 11 to 16): Gaussian samples, two more than the vector has coefficients, are scaled
 * to the radius.
 *
 * The specification's arithmetic has 76 fractional bits, and it fixes each rounding. Another rounding would make
 * another signature once in a while. */
#include "core/wide.h"
#include "haetae/haetae.h"

#include <string.h>

/* ---- Fixed-point numbers modulo 2^36, as neosig_haetae_fixed */

#define MASK48 ((UINT64_C(1) << 48) - 1)

static neosig_haetae_fixed carry(uint64_t limb0, uint64_t limb1)
{
    return (neosig_haetae_fixed){{limb0 & MASK48, limb1 + (limb0 >> 48)}};
}

static neosig_haetae_fixed fixed_of(neosig_wide a)
{
    return (neosig_haetae_fixed){{neosig_wide_low(a) & MASK48, neosig_wide_low(neosig_wide_right(a, 48))}};
}

/* low_and_cross / 2^28 + a1 b1 2^20. The first argument is a0 b0 / 2^48, rounded already, plus the cross products, and
 * plus 2^27 where the sum is rounded to the nearest. */
static neosig_haetae_fixed join(neosig_wide low_and_cross, uint64_t a1, uint64_t b1)
{
    neosig_wide sum = neosig_wide_right(low_and_cross, 28);
    const neosig_wide top = neosig_wide_multiply(a1, b1);
    const uint64_t low = (neosig_wide_low(sum) & MASK48) + (neosig_wide_low(top) << 20 & MASK48);
    const uint64_t high = neosig_wide_low(neosig_wide_right(sum, 48)) + neosig_wide_low(neosig_wide_right(top, 28));
    return carry(low, high);
}

static neosig_haetae_fixed multiply(neosig_haetae_fixed a, neosig_haetae_fixed b)
{
    neosig_wide low = neosig_wide_multiply(a.limb[0], b.limb[0]);
    low = neosig_wide_right(neosig_wide_add(low, neosig_wide_of(UINT64_C(1) << 47)), 48);
    neosig_wide cross = neosig_wide_multiply(a.limb[0], b.limb[1]);
    cross = neosig_wide_add(cross, neosig_wide_multiply(a.limb[1], b.limb[0]));
    cross = neosig_wide_add(cross, neosig_wide_of(UINT64_C(1) << 27));
    return join(neosig_wide_add(low, cross), a.limb[1], b.limb[1]);
}

/* a^2, rounded down in both places where multiply rounds to the nearest. */
static neosig_haetae_fixed square(neosig_haetae_fixed a)
{
    const neosig_wide low = neosig_wide_right(neosig_wide_multiply(a.limb[0], a.limb[0]), 48);
    return join(neosig_wide_add(low, neosig_wide_multiply(2 * a.limb[0], a.limb[1])), a.limb[1], a.limb[1]);
}

/* -a if negative is all ones, a if it is zero. */
static neosig_haetae_fixed negate_if(neosig_haetae_fixed a, uint64_t negative)
{
    return carry((a.limb[0] ^ (negative & MASK48)) + (negative & 1), a.limb[1] ^ negative);
}

/* 1 / sqrt(2 half) by Newton's iteration y <- y (3/2 - half y^2).
 *
 * It starts from y = 1 / sqrt(N), where N is the number of samples, 256 (k + l) + 2. With deviation 1, the sum of their
 * squares is near N. The first step is 3/2 y - half y^3, with the constants three_halves and cube of the set. */
static neosig_haetae_fixed inverse_root(const neosig_haetae_set *set, neosig_haetae_fixed half)
{
    const neosig_haetae_fixed minus = negate_if(multiply(half, set->cube), UINT64_MAX);
    neosig_haetae_fixed y = {{set->three_halves.limb[0] + minus.limb[0], set->three_halves.limb[1] + minus.limb[1]}};
    for (unsigned i = 0; i < 6; i++) {
        neosig_haetae_fixed t = negate_if(multiply(half, square(y)), UINT64_MAX);
        t = carry(t.limb[0], t.limb[1] + (UINT64_C(3) << 27));
        const uint64_t negative = 0 - (t.limb[1] >> 63);
        y = negate_if(multiply(negate_if(t, negative), y), negative);
    }
    return y;
}

/* B 2^13 / sqrt(sum), in the scale that the kernel takes. */
static neosig_haetae_fixed factor_of(const neosig_haetae_set *set, neosig_haetae_fixed sum)
{
    const uint64_t rounded = sum.limb[0] + 1;
    const neosig_haetae_fixed half = carry((rounded >> 1) + ((sum.limb[1] & 1) << 47), sum.limb[1] >> 1);
    const neosig_haetae_fixed root = inverse_root(set, half);
    const uint64_t scale = set->scale << 15;
    /* (root scale + 2^27) / 2^28, where root is limb 1 2^48 + limb 0 */
    neosig_wide low = neosig_wide_multiply(root.limb[0], scale), high = neosig_wide_multiply(root.limb[1], scale);
    low = neosig_wide_right(neosig_wide_add(low, neosig_wide_of(UINT64_C(1) << 27)), 28);
    low = neosig_wide_add(low, neosig_wide_left(high, 20));
    return fixed_of(low);
}

/* ---- Samples */

/* Of a stream, at first: 270 candidates. 257 samples take 263.4 in the mean, with a deviation of 2.6; 52 blocks suffice
 * 99 times in a hundred, and 51 would eight times in ten. */
#define BLOCKS 52
#define STRIDE 264 /* from one polynomial's samples to the next: 257, rounded up to 64 bytes */
#define SIGN_BYTES 32
#define STREAM_BYTES (BLOCKS * NEOSIG_SHAKE256_RATE)

neosig_haetae_hyperball_workspace neosig_haetae_hyperball_lay_out(const neosig_haetae_ctx *ctx, neosig_arena *arena,
                                                                  unsigned flags)
{
    const size_t all = ctx->k + ctx->l;
    neosig_haetae_hyperball_workspace w = {.streams = flags & NEOSIG_LOW_MEMORY ? 1 : 4};
    if (all % 2 != 0 && w.streams > 1) {
        w.ahead = neosig_carve(arena, STREAM_BYTES);
        w.ahead_state = neosig_carve(arena, 25 * sizeof *w.ahead_state);
    }
    return w;
}

void neosig_haetae_hyperball_carve(const neosig_haetae_ctx *ctx, neosig_arena *arena,
                                   neosig_haetae_hyperball_workspace *workspace)
{
    const size_t all = ctx->k + ctx->l;
    workspace->samples = neosig_carve(arena, all * STRIDE * sizeof *workspace->samples);
    workspace->signs = neosig_carve(arena, all * SIGN_BYTES);
    workspace->xof = neosig_carve(arena, workspace->streams * STREAM_BYTES);
    workspace->candidates = neosig_carve(arena, sizeof *workspace->candidates);
}

/* The accepted ones of n candidates. */
static void haetae_keep_vartime(neosig_haetae_samples *samples, const neosig_haetae_candidates *restrict c, size_t n)
{
    uint64_t *to = samples->to + samples->have;
    for (size_t i = 0; i < n; i++) { /* the next one writes over a rejected one */
        *to = c->sample[i];
        to += c->accepted[i];
    }
    samples->square_sum = neosig_wide_add(samples->square_sum, c->square_sum);
    samples->have = (size_t)(to - samples->to);
}

int neosig_haetae_accept_vartime(const neosig_haetae_kernels *poly, neosig_haetae_samples *samples, const uint8_t *in,
                                 size_t count, neosig_haetae_candidates *c)
{
    for (size_t n; count > 0 && samples->have < samples->wanted; in += n * NEOSIG_HAETAE_CANDIDATE_BYTES, count -= n) {
        n = samples->wanted - samples->have;
        n = n < NEOSIG_HAETAE_BATCH ? n : NEOSIG_HAETAE_BATCH;
        n = n < count ? n : count;
        poly->candidates(c, in, n);
        neosig_declassify(c->accepted, n, "which candidates are rejected says nothing of the others");
        haetae_keep_vartime(samples, c, n);
    }
    return samples->have < samples->wanted;
}

/* What samples_of does with the next call's first stream: nothing; begin it beside the others; or go on with it, where
 * the call before has begun it. */
typedef enum next_stream { NOTHING_AHEAD, BEGIN_AHEAD, TAKE_AHEAD } next_stream;

/* Samples of `count` polynomials, from `first` on; count is at most workspace->streams. Time and addresses follow what
 * neosig_haetae_accept_vartime returns: once in some hundred attempts a stream needs more blocks. */
static void samples_of(const neosig_haetae_ctx *ctx, neosig_wide *sum, const uint8_t *seed, unsigned nonce,
                       size_t first, size_t count, next_stream ahead,
                       const neosig_haetae_hyperball_workspace *workspace)
{
    neosig_shakes shakes;
    neosig_haetae_samples samples[4];
    uint8_t *xof[4], *out[4];
    uint16_t nonces[4];
    const size_t lanes = count + (ahead == BEGIN_AHEAD);
    for (size_t j = 0; j < lanes; j++) {
        nonces[j] = (uint16_t)(nonce + j);
        xof[j] = j == count || ahead == TAKE_AHEAD ? workspace->ahead : workspace->xof + j * STREAM_BYTES;
        out[j] = xof[j];
        samples[j] = (neosig_haetae_samples){
            .to = workspace->samples + STRIDE * (first + j),
            .wanted = first + j < 2 ? 257 : 256,
            .square_sum = neosig_wide_of(0),
        };
    }
    neosig_shakes_init(&shakes, ctx->backend->keccak, NEOSIG_SHAKE256_RATE, seed, NEOSIG_HAETAE_MU_BYTES, nonces,
                       lanes);
    if (ahead == TAKE_AHEAD) {
        memcpy(shakes.states, workspace->ahead_state, 25 * sizeof shakes.states[0]);
    } else {
        neosig_shakes_squeeze(&shakes, out, BLOCKS);
        shakes.n = count;
    }
    if (ahead == BEGIN_AHEAD)
        memcpy(workspace->ahead_state, shakes.states + 25 * count, 25 * sizeof shakes.states[0]);
    size_t bytes = STREAM_BYTES, signs = SIGN_BYTES;
    for (int more = 1; more;) {
        const size_t candidates = (bytes - signs) / NEOSIG_HAETAE_CANDIDATE_BYTES;
        const size_t used = signs + candidates * NEOSIG_HAETAE_CANDIDATE_BYTES, over = bytes - used;
        more = 0;
        for (size_t j = 0; j < count; j++) { /* a polynomial that is complete takes no more samples */
            uint8_t *from = xof[j];
            memcpy(workspace->signs + SIGN_BYTES * (first + j), from, signs);
            more |=
                neosig_haetae_accept_vartime(ctx->poly, &samples[j], from + signs, candidates, workspace->candidates);
            memcpy(from, from + used, over); /* the next candidate begins in this block */
            out[j] = from + over;
        }
        neosig_declassify(&more, sizeof more, "whether a stream goes on says nothing of what was accepted");
        bytes = over + NEOSIG_SHAKE256_RATE;
        signs = 0;
        if (more)
            neosig_shakes_squeeze(&shakes, out, 1);
    }
    for (size_t j = 0; j < count; j++)
        *sum = neosig_wide_add(*sum, samples[j].square_sum);
    neosig_wipe(samples, sizeof samples);
    neosig_wipe(&shakes, sizeof shakes);
}

static uint64_t norm(const int32_t *x, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (uint64_t)((int64_t)x[i] * x[i]);
    return sum;
}

unsigned neosig_haetae_hyperball(const neosig_haetae_ctx *ctx, int32_t *y, const uint8_t seed[64], unsigned *nonce,
                                 const neosig_haetae_hyperball_workspace *workspace)
{
    const size_t all = ctx->k + ctx->l;
    const uint64_t bound = ctx->set->b0_squared << 2 * NEOSIG_HAETAE_FRACTION_BITS;
    uint64_t outside;
    int begun; /* whether this call begins the next one's first stream: at even nonces, as they advance by an odd number
                */
    do {
        neosig_wide sum = neosig_wide_of(0);
        size_t i = 0;
        begun = workspace->ahead != NULL && *nonce % 2 == 0;
        if (workspace->ahead != NULL && !begun)
            samples_of(ctx, &sum, seed, *nonce, i++, 1, TAKE_AHEAD, workspace);
        for (size_t count; i < all; i += count) {
            count = all - i < workspace->streams ? all - i : workspace->streams;
            samples_of(ctx, &sum, seed, *nonce + (unsigned)i, i, count,
                       begun && i + count == all ? BEGIN_AHEAD : NOTHING_AHEAD, workspace);
        }
        *nonce += (unsigned)all;
        const neosig_haetae_fixed factor = factor_of(ctx->set, fixed_of(sum));
        for (i = 0; i < all; i++)
            ctx->poly->scale(y + 256 * i, workspace->samples + STRIDE * i, workspace->signs + 32 * i, &factor);
        outside = (bound - norm(y, 256 * all)) >> 63;
        neosig_declassify(&outside, sizeof outside, "whether a point is outside the ball says nothing of the next one");
    } while (outside);
    if (begun)
        return workspace->ahead[0] & 3;

    neosig_shake shake;
    const uint8_t tail[2] = {(uint8_t)*nonce, (uint8_t)(*nonce >> 8)};
    uint8_t bits;
    neosig_shake_init(&shake, ctx->backend->keccak, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, seed, NEOSIG_HAETAE_MU_BYTES);
    neosig_shake_absorb(&shake, tail, sizeof tail);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, &bits, 1);
    neosig_wipe(&shake, sizeof shake);
    return bits & 3;
}
