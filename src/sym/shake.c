/* The sponge (FIPS 202 section 4) over any Keccak kernels. */
#include "core/assertion.h"
#include "neosig/neosig.h"
#include "sym/bytes.h"
#include "sym/keccak.h"

#include <string.h>

/* The state's bytes in order. On little-endian machines these are its memory. */
static inline void xor_byte(uint64_t *state, size_t at, uint8_t byte)
{
    state[at / 8] ^= (uint64_t)byte << 8 * (at % 8);
}

static inline uint8_t get_byte(const uint64_t *state, size_t at)
{
    return (uint8_t)(state[at / 8] >> 8 * (at % 8));
}

/* Adds `in` to the state's bytes from `at` on, lane by lane where a whole lane is covered. */
static void xor_bytes(uint64_t *restrict state, size_t at, const uint8_t *restrict in, size_t bytes)
{
    for (; bytes && at % 8; at++, in++, bytes--)
        xor_byte(state, at, *in);
    for (size_t i = 0; i < bytes / 8; i++)
        state[at / 8 + i] ^= neosig_load64_le(in + 8 * i);
    for (size_t i = bytes - bytes % 8; i < bytes; i++)
        xor_byte(state, at + i, in[i]);
}

/* out = the state's bytes from `at` on. */
static inline void copy_bytes(uint8_t *out, const uint64_t *state, size_t at, size_t bytes)
{
    if (!NEOSIG_BIG_ENDIAN) {
        const uint8_t *from = (const uint8_t *)state + at;
        if (bytes == NEOSIG_SHAKE256_RATE) /* whole blocks: compilers make a few vectors of a constant length */
            memcpy(out, from, NEOSIG_SHAKE256_RATE);
        else if (bytes == NEOSIG_SHAKE128_RATE)
            memcpy(out, from, NEOSIG_SHAKE128_RATE);
        else
            memcpy(out, from, bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i++)
        out[i] = get_byte(state, at + i);
}

void neosig_shake_init(neosig_shake *shake, const neosig_keccak_kernels *kernels, unsigned rate)
{
    memset(shake->state, 0, sizeof shake->state);
    shake->rate = rate;
    shake->offset = 0;
    shake->kernels = kernels;
}

void neosig_shake_absorb(neosig_shake *shake, const uint8_t *in, size_t bytes)
{
    while (bytes >= shake->rate - shake->offset) {
        const size_t part = shake->rate - shake->offset;
        xor_bytes(shake->state, shake->offset, in, part);
        shake->kernels->f1600(shake->state);
        shake->offset = 0;
        in += part;
        bytes -= part;
    }
    xor_bytes(shake->state, shake->offset, in, bytes);
    shake->offset += (uint32_t)bytes;
}

void neosig_shake_finish_as(neosig_shake *shake, uint8_t padding)
{
    xor_byte(shake->state, shake->offset, padding);
    xor_byte(shake->state, shake->rate - 1, 0x80);
    shake->offset = shake->rate; /* an empty block: squeezing starts with the permutation */
}

void neosig_shake_finish(neosig_shake *shake)
{
    neosig_shake_finish_as(shake, 0x1f);
}

void neosig_shake_squeeze(neosig_shake *shake, uint8_t *out, size_t bytes)
{
    while (bytes) {
        if (shake->offset == shake->rate) {
            shake->kernels->f1600(shake->state);
            shake->offset = 0;
        }
        const size_t left = shake->rate - shake->offset;
        const size_t part = bytes < left ? bytes : left;
        copy_bytes(out, shake->state, shake->offset, part);
        shake->offset += (uint32_t)part;
        out += part;
        bytes -= part;
    }
}

void neosig_shake256(const neosig_keccak_kernels *kernels, uint8_t *out, size_t out_bytes, const uint8_t *in,
                     size_t in_bytes)
{
    neosig_shake shake;
    neosig_shake_init(&shake, kernels, NEOSIG_SHAKE256_RATE);
    neosig_shake_absorb(&shake, in, in_bytes);
    neosig_shake_finish(&shake);
    neosig_shake_squeeze(&shake, out, out_bytes);
    neosig_wipe(&shake, sizeof shake);
}

/* The states are copied to where they follow one another, which costs little beside a permutation. */
static void permute_each(neosig_shake *const *shakes, size_t n)
{
    uint64_t states[25 * NEOSIG_SIDE_BY_SIDE];
    NEOSIG_ASSERT(n <= NEOSIG_SIDE_BY_SIDE);
    if (n == 1)
        shakes[0]->kernels->f1600(shakes[0]->state);
    if (n <= 1)
        return;
    for (size_t i = 0; i < n; i++)
        memcpy(states + 25 * i, shakes[i]->state, sizeof shakes[i]->state);
    if (n == 3) /* the idle one */
        memset(states + 25 * n, 0, sizeof shakes[0]->state);
    neosig_keccak_permute(shakes[0]->kernels, states, n);
    for (size_t i = 0; i < n; i++)
        memcpy(shakes[i]->state, states + 25 * i, sizeof shakes[i]->state);
}

void neosig_sponges_absorb(const neosig_sponges *sponges)
{
    size_t done[NEOSIG_SIDE_BY_SIDE] = {0}, count;
    do {
        neosig_shake *full[NEOSIG_SIDE_BY_SIDE];
        count = 0;
        for (size_t i = 0; i < sponges->n; i++) {
            neosig_shake *shake = sponges->shakes[i];
            const size_t left = sponges->in_bytes[i] - done[i], room = shake->rate - shake->offset;
            const size_t part = left < room ? left : room;
            if (part != 0) /* in may be NULL where there is nothing */
                xor_bytes(shake->state, shake->offset, sponges->in[i] + done[i], part);
            done[i] += part;
            shake->offset = part == room ? 0 : shake->offset + (uint32_t)part;
            if (part == room)
                full[count++] = shake;
        }
        permute_each(full, count);
    } while (count != 0);
}

void neosig_sponges_finish(const neosig_sponges *sponges)
{
    for (size_t i = 0; i < sponges->n; i++)
        neosig_shake_finish(sponges->shakes[i]);
}

void neosig_sponges_squeeze(const neosig_sponges *sponges, size_t bytes)
{
    permute_each(sponges->shakes, sponges->n);
    for (size_t i = 0; i < sponges->n; i++) {
        const neosig_shake *shake = sponges->shakes[i];
        NEOSIG_ASSERT(shake->offset == shake->rate && bytes <= shake->rate);
        copy_bytes(sponges->out[i], shake->state, 0, bytes);
    }
}

/* Finishes the first state, which has absorbed what all sponges share, and copies it. `last` is the last byte in which
 * they differ. The states after sponge n - 1 are copies, too, for they may be permuted with the others. */
static void finish_and_copy(neosig_shakes *shakes, const neosig_keccak_kernels *kernels, size_t rate, size_t last,
                            size_t n)
{
    NEOSIG_ASSERT(n <= 4 && last + 1 < rate);
    uint64_t *first = shakes->states;
    xor_byte(first, last + 1, 0x1f);
    xor_byte(first, rate - 1, 0x80);
    for (size_t i = 1; i < 4; i++)
        memcpy(first + 25 * i, first, sizeof shakes->states / 4);
    shakes->n = n;
    shakes->rate = rate;
    shakes->kernels = kernels;
}

void neosig_shakes_init(neosig_shakes *shakes, const neosig_keccak_kernels *kernels, size_t rate, const uint8_t *seed,
                        size_t seed_bytes, const uint16_t *nonces, size_t n)
{
    memset(shakes->states, 0, sizeof shakes->states / 4);
    xor_bytes(shakes->states, 0, seed, seed_bytes);
    finish_and_copy(shakes, kernels, rate, seed_bytes + 1, n);
    for (size_t i = 0; i < n; i++) {
        xor_byte(shakes->states + 25 * i, seed_bytes, (uint8_t)nonces[i]);
        xor_byte(shakes->states + 25 * i, seed_bytes + 1, (uint8_t)(nonces[i] >> 8));
    }
}

void neosig_shakes_fork(neosig_shakes *shakes, const neosig_shake *common, const uint8_t *bytes, size_t n)
{
    memcpy(shakes->states, common->state, sizeof common->state);
    finish_and_copy(shakes, common->kernels, common->rate, common->offset, n);
    for (size_t i = 0; i < n; i++)
        xor_byte(shakes->states + 25 * i, common->offset, bytes[i]);
}

/* Permutes the first `states` states, and squeezes a block of each sponge. */
static inline void squeeze_block(neosig_shakes *shakes, uint8_t *const *out, size_t block, size_t states)
{
    const size_t rate = shakes->rate;
    neosig_keccak_permute(shakes->kernels, shakes->states, states);
    for (size_t i = 0; i < shakes->n; i++)
        copy_bytes(out[i] + block * rate, shakes->states + 25 * i, 0, rate);
}

void neosig_shakes_squeeze(neosig_shakes *shakes, uint8_t *const *out, size_t blocks)
{
    for (size_t block = 0; block < blocks; block++)
        squeeze_block(shakes, out, block, shakes->n);
}

void neosig_beside_begin(neosig_beside *beside, const neosig_keccak_kernels *kernels, const uint8_t *in, size_t bytes)
{
    neosig_shake_init(&beside->shake, kernels, NEOSIG_SHAKE256_RATE);
    beside->in = in;
    beside->bytes = bytes;
    beside->absorbed = 0;
}

/* What comes before the next permutation of the state. */
static void next_block(neosig_beside *beside, uint64_t state[25])
{
    const size_t rate = beside->shake.rate;
    const size_t part = beside->bytes < rate ? beside->bytes : rate;
    xor_bytes(state, 0, beside->in, part);
    beside->in += part;
    beside->bytes -= part;
    if (part < rate) {
        xor_byte(state, part, 0x1f);
        xor_byte(state, rate - 1, 0x80);
        beside->absorbed = 1;
    }
}

void neosig_beside_finish(neosig_beside *beside, uint8_t *out, size_t bytes)
{
    while (!beside->absorbed) {
        next_block(beside, beside->shake.state);
        beside->shake.kernels->f1600(beside->shake.state);
    }
    neosig_shake_squeeze(&beside->shake, out, bytes);
}

void neosig_shakes_squeeze_beside(neosig_shakes *shakes, uint8_t *const *out, size_t blocks, neosig_beside *beside)
{
    const size_t n = shakes->n;
    uint64_t *state = shakes->states + 25 * n;
    size_t block = 0;
    NEOSIG_ASSERT(n < NEOSIG_SIDE_BY_SIDE);
    memcpy(state, beside->shake.state, sizeof beside->shake.state);
    for (; block < blocks && !beside->absorbed; block++) {
        next_block(beside, state);
        squeeze_block(shakes, out, block, n + 1);
    }
    memcpy(beside->shake.state, state, sizeof beside->shake.state);
    for (; block < blocks; block++)
        squeeze_block(shakes, out, block, n);
}
