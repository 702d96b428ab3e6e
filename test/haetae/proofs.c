#include "any.h"
#include "copied.h"
#include "core/contract.h"
#include "haetae/haetae_encode.c"
#include "haetae/haetae_params.c"
#include "haetae/haetae_poly_plain_body.h"
#include "haetae/haetae_rans.c"
#include "haetae/haetae_round.h"
#include "haetae/haetae_scheme.c"
#include "wiped.h"

void harness_neosig_haetae_pack(void)
{
    uint8_t *out;
    const int32_t *w;
    const size_t one = any_number();
    const unsigned widths[] = {2, 3, 8, 9, 15, 16};
    for (size_t i = 0; i < 6; i++)
        if (i == one)
            neosig_haetae_pack(out, w, widths[i]);
}

void harness_neosig_haetae_unpack(void)
{
    int32_t *w;
    const uint8_t *in;
    const size_t one = any_number();
    const unsigned widths[] = {2, 3, 15, 16};
    for (size_t i = 0; i < 4; i++)
        if (i == one)
            neosig_haetae_unpack(w, in, widths[i]);
}

void any_pack(uint8_t *out, const int32_t w[256], unsigned bits)
{
    __CPROVER_assert(__CPROVER_r_ok(w, 1024), "numbers are there");
    write_any(out, 32 * bits);
}

void harness_neosig_haetae_pack_small(void)
{
    uint8_t *out;
    const int8_t *s;
    unsigned most;
    neosig_haetae_pack_small(out, s, most);
}

void any_unpack(int32_t w[256], const uint8_t *in, unsigned bits)
{
    int32_t numbers[256];
    __CPROVER_assert(__CPROVER_r_ok(in, 32 * bits) && __CPROVER_w_ok(w, 1024), "bytes are there, numbers have room");
    __CPROVER_assume(all_below(numbers, 256, 256, 1u << bits));
    memcpy(w, numbers, 1024);
}

void harness_neosig_haetae_unpack_small(void)
{
    int8_t *s;
    const uint8_t *in;
    unsigned most;
    neosig_haetae_unpack_small(s, in, most);
}

void harness_neosig_haetae_secret_of(void)
{
    const uint8_t *sk;
    ANY_SET (haetae, ctx)
        neosig_haetae_secret_of(&ctx, sk);
}

void harness_neosig_haetae_prepared_layout(void)
{
    int secret;
    ANY_SET (haetae, ctx)
        neosig_haetae_prepared_layout(&ctx, secret);
}

/* After a step the state is in its range again: in two rounds, so that no bytes make the loop endless. */
void harness_decode_step(void)
{
    uint8_t symbol;
    uint32_t x, steps[1024];
    coded from;
    __CPROVER_assume(from.bytes > 0 && fits(from.bytes) && LOWEST <= x && x < LOWEST << 8);
    __CPROVER_assume((steps[x & 1023] & 1023) != 0 && (steps[x & 1023] >> 10 & 1023) < (steps[x & 1023] & 1023));
    from.in = any_bytes(from.bytes);
    x = decode_step(&symbol, x, steps, &from);
    __CPROVER_assert(LOWEST <= x && x < LOWEST << 8, "a state");
}

/* decode_step, for steps of any place that it may find. */
uint32_t any_decode_step(uint8_t *symbol, uint32_t x, const uint32_t steps[1024], coded *from)
{
    uint32_t next;
    size_t at;
    __CPROVER_assert(__CPROVER_r_ok(from->in, from->bytes) && from->bytes > 0, "bytes are there");
    write_any(symbol, 1);
    from->at = at;
    return next;
}

/* Symbols of every set, from any bytes. */
void harness_haetae_decode_vartime(void)
{
    EACH_SET (haetae, ctx) {
        size_t bytes;
        const size_t z1 = 256 * ctx.l, h = 256 * ctx.k;
        __CPROVER_assume(fits(bytes));
        __CPROVER_assert(neosig_haetae_row_fault(&ctx.set->alg) == NULL, "frequencies are positive, their sum is 1024");
        const uint8_t *const in = any_bytes(bytes);
        haetae_decode_vartime(&ctx.set->z1, any_bytes(z1), z1, in, bytes);
        haetae_decode_vartime(&ctx.set->h, any_bytes(h), h, in, bytes);
    }
}

int any_decode(const neosig_haetae_model *model, uint8_t *symbols, size_t count, const uint8_t *in, size_t bytes)
{
    _Bool refused;
    __CPROVER_assert(count % 4 == 0 && __CPROVER_r_ok(in, bytes), "bytes are there");
    write_any(symbols, count);
    return refused ? -1 : 0;
}

void harness_neosig_haetae_unpack_signature_vartime(void)
{
    const uint8_t *sig;
    uint8_t *c, *scratch;
    int32_t *z1, *h;
    ANY_SET (haetae, ctx)
        neosig_haetae_unpack_signature_vartime(&ctx, sig, c, z1, h, scratch);
}

/* The step of each symbol that a set has. */
void harness_code_step(void)
{
    for (size_t i = 0; i < 2 * neosig_haetae_sets_count; i++) {
        intervals model;
        const neosig_haetae_set *const set = &neosig_haetae_sets[i / 2];
        open_intervals(&model, i % 2 ? &set->z1 : &set->h);
        for (size_t s = 0; s < model.symbols; s++) {
            uint64_t x, total = 0;
            uint32_t lost;
            __CPROVER_assume(LOWEST <= x && x < LOWEST << 8);
            const uint64_t next = code_step(x, model.of[s], &lost, &total);
            __CPROVER_assert(LOWEST <= next && next < LOWEST << 8, "a state");
            __CPROVER_assert(lost >> 16 == total && total <= 2, "the bytes that it loses");
        }
    }
}

static void any_look_up(uint64_t out[256], const uint8_t in[256], const uint64_t table[48], size_t entries)
{
    __CPROVER_assert(__CPROVER_w_ok(out, 2048) && __CPROVER_r_ok(in, 256) && __CPROVER_r_ok(table, 8 * 48), "places");
    __CPROVER_assert(entries <= 48, "a table's entries");
}

uint64_t any_code_step(uint64_t x, uint64_t chosen, uint32_t *lost, uint64_t *total)
{
    uint64_t next;
    uint8_t bytes;
    __CPROVER_assert(LOWEST <= x && x < LOWEST << 8 && __CPROVER_w_ok(lost, 4), "a state and its place");
    __CPROVER_assume(LOWEST <= next && next < LOWEST << 8 && bytes <= 2);
    *total += bytes;
    return next;
}

void harness_states(void)
{
    size_t count;
    uint32_t last;
    intervals model;
    const neosig_haetae_kernels poly = {.look_up = any_look_up};
    __CPROVER_assume(0 < count && count <= NEOSIG_HAETAE_MAX_L && model.symbols <= 48);
    const size_t total = states(&poly, &model, any_bytes(256 * count), count, any_bytes(1024 * count), &last);
    __CPROVER_assert(4 <= total && total <= 4 + 512 * count, "the symbols' bytes");
}

uint8_t *any_put_lost(uint8_t *end, uint32_t lost)
{
    uint8_t bytes;
    __CPROVER_assert(__CPROVER_w_ok(end - 2, 2), "two bytes have room");
    __CPROVER_assume(bytes <= 2 && bytes <= left);
    left -= bytes;
    return end - bytes;
}

void harness_haetae_code_vartime(void)
{
    size_t count;
    uint32_t last;
    __CPROVER_assume(0 < count && count <= NEOSIG_HAETAE_MAX_L && left <= 512 * count);
    uint8_t *const first = any_bytes(4 + left);
    haetae_code_vartime(first + 4 + left, any_bytes(1024 * count), count, last);
}

void harness_put_lost(void)
{
    size_t bytes;
    uint32_t lost;
    __CPROVER_assume(2 <= bytes && fits(bytes) && lost >> 16 <= 2);
    put_lost((uint8_t *)any_bytes(bytes) + bytes, lost);
}

void harness_put_z1_symbol(void)
{
    int32_t z1;
    uint8_t symbol;
    __CPROVER_assume(-(1 << 30) < z1 && z1 < 1 << 30);
    for (size_t i = 0; i < neosig_haetae_sets_count; i++) {
        const neosig_haetae_set *const set = &neosig_haetae_sets[i];
        if (put_z1_symbol(&symbol, set, z1) >> 31 == 0) {
            __CPROVER_assert(symbol < set->z1.symbols, "a symbol");
            __CPROVER_assert(256 * (symbol - set->z1_offset) + (int8_t)z1 == z1, "with the low byte, the number");
        }
    }
}

void harness_put_h_symbol(void)
{
    for (size_t i = 0; i < neosig_haetae_sets_count; i++) {
        int32_t h;
        uint8_t symbol;
        const neosig_haetae_set *const set = &neosig_haetae_sets[i];
        __CPROVER_assume(0 <= h && h < set->h_offset + (int)set->h.symbols);
        if (put_h_symbol(&symbol, set, h) >> 31 == 0) {
            __CPROVER_assert(symbol < set->h.symbols, "a symbol");
            __CPROVER_assert(symbol + (symbol > (set->h.symbols - 1) / 2 ? set->h_offset : 0) == h, "of this hint");
        }
    }
}

/* Bytes that the symbols of so many polynomials take: z1 and h have different numbers of them. */
static size_t sizes[8];
static neosig_haetae_ctx packing;

size_t any_states(const neosig_haetae_kernels *poly, const intervals *model, const uint8_t *symbols, size_t count,
                  uint32_t *lost, uint32_t *last)
{
    __CPROVER_assert(__CPROVER_r_ok(symbols, 256 * count) && __CPROVER_w_ok(lost, 1024 * count), "symbols");
    __CPROVER_assume(4 <= sizes[count] && sizes[count] <= 4 + 512 * count);
    return sizes[count];
}

void any_code(uint8_t *end, const uint32_t *lost, size_t count, uint32_t last)
{
    __CPROVER_assert(__CPROVER_r_ok(lost, 1024 * count), "lost bytes");
    uint8_t *const start = end - sizes[count];
    if (count == packing.l) {
        __CPROVER_assert(start[-2] + packing.set->base_z1 == sizes[packing.l], "the size of z1");
        __CPROVER_assert(start[-1] + packing.set->base_h == sizes[packing.k], "the size of h");
    }
    write_any(start, sizes[count]);
}

uint32_t any_symbol(uint8_t *out, const neosig_haetae_set *set, int32_t number)
{
    uint32_t bad;
    write_any(out, 1);
    return bad;
}

void any_open(intervals *out, const neosig_haetae_model *model)
{
}

void harness_neosig_haetae_pack_signature(void)
{
    uint8_t *sig, *c, *scratch;
    int32_t *z1, *h;
    uint32_t *lost;
    __CPROVER_havoc_object(sizes);
    UNKNOWN_SET (haetae, ctx) {
        packing = ctx;
        if (neosig_haetae_pack_signature(&ctx, sig, c, z1, h, scratch, lost) == 0)
            __CPROVER_assert(32 + 256 * ctx.l + 2 + sizes[ctx.l] + sizes[ctx.k] <= ctx.set->alg.signature_bytes,
                             "all fits");
    }
}

/* ---- Arithmetic modulo 2q */

void harness_neosig_haetae_from_crt(void)
{
    int32_t a, b, parity;
    __CPROVER_assume(-2 * Q <= a && a < 4 * Q && -2 * Q < b && b < 2 * Q);
    __CPROVER_assume(parity == 0 || parity == 1);
    const int32_t r = neosig_haetae_mod_2q(a), s = neosig_haetae_from_crt(b, parity), more = s - b;
    __CPROVER_assert(0 <= r && r < 2 * Q && (r == a || r == a - 2 * Q || r == a + 2 * Q), "a modulo 2q");
    __CPROVER_assert(0 <= s && s < 2 * Q && (s & 1) == parity, "the parity");
    __CPROVER_assert(more == -2 * Q || more == -Q || more == 0 || more == Q || more == 2 * Q || more == 3 * Q,
                     "b modulo q");
}

/* High bits are the number less what rounding takes; near 2q they are zero. */
void harness_neosig_haetae_high(void)
{
    EACH_SET (haetae, ctx) {
        int32_t r;
        const unsigned log_alpha = ctx.set->log_alpha;
        const int32_t top = neosig_haetae_top(&ctx), half = 1 << (log_alpha - 1);
        __CPROVER_assume(0 <= r && r < 2 * Q);
        const int32_t high = neosig_haetae_high(r, log_alpha, top), low = r - (high << log_alpha);
        __CPROVER_assert(0 <= high && high < top, "high bits");
        __CPROVER_assert((-half <= low && low < half) || (high == 0 && r >= (top << log_alpha) - half), "the rest");
    }
}

void harness_neosig_haetae_hashed_parity(void)
{
    EACH_SET (haetae, ctx) {
        uint8_t *const hashed = any_bytes(ctx.k * NEOSIG_HAETAE_HIGH_BYTES + 32);
        neosig_haetae_hashed_parity(&ctx, hashed, any_bytes(1024));
        for (size_t i = 0; i < ctx.k; i++)
            neosig_haetae_hashed_high(&ctx, hashed, i, any_bytes(1024));
    }
}

/* |b| <= 2^63, so the high word of a b is at most |a| / 2 in size, and rounded down. */
int64_t any_high(int64_t a, int64_t b)
{
    int64_t high;
    __CPROVER_assume(a >= 0 ? -(a / 2) - 1 <= high && high <= a / 2 + 1 : a / 2 - 1 <= high && high <= -(a / 2) + 1);
    return high;
}

void harness_haetae_plain_exponential(void)
{
    uint64_t e;
    haetae_plain_exponential(e);
}

void harness_haetae_plain_good_vartime(void)
{
    size_t wanted, bytes;
    __CPROVER_assume(wanted <= 256 && fits(bytes));
    const size_t count = haetae_plain_good_vartime(any_bytes(64), wanted, any_bytes(bytes), bytes);
    __CPROVER_assert(count <= 52 && 5 * count <= wanted + 4, "as many as give the digits");
}

size_t any_good(uint8_t *good, size_t wanted, const uint8_t *in, size_t bytes)
{
    size_t count;
    __CPROVER_assert(wanted <= 256 && __CPROVER_w_ok(good, 64) && __CPROVER_r_ok(in, bytes), "bytes and their room");
    __CPROVER_assume(count <= 52 && 5 * count <= wanted + 4);
    return count;
}

void harness_haetae_plain_ternary_vartime(void)
{
    size_t have, bytes;
    __CPROVER_assume(have <= 256 && fits(bytes));
    __CPROVER_assert(haetae_plain_ternary_vartime(any_bytes(336), have, any_bytes(bytes), bytes) <= 256, "256 at most");
}
