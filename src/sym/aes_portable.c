/* AES-CTR bit-sliced on 64-bit words: four blocks at once, no table, no branch on data.
 *
 * Eight words q[0..7]; bit 16 row + 4 column + block of q[i] is bit i of that byte of that block's state. */
#include "neosig/neosig.h"
#include "sym/aes.h"
#include "sym/aes_schedule.h"
#include "sym/bytes.h"

#include <string.h>

/* The S-box inverts in a tower of fields with normal bases at each step:
 *   GF(4)   = <W^2, W>    over GF(2),   W = 0xbc;
 *   GF(16)  = <Z^4, Z>    over GF(4),   Z = 0x5c, norm Z^5 = W;
 *   GF(256) = <Y^16, Y>   over GF(16),  Y = 0xfe, norm Y^17 = 0xec,
 * all traces 1, the hexadecimal numbers being elements of AES's field. These bases make the two changes of basis
 * cheapest. Each plane of a field element is one word: 64 elements side by side. */
typedef struct gf4 {
    uint64_t h, l;
} gf4;

typedef struct gf16 {
    gf4 h, l;
} gf16;

static inline gf4 gf4_add(gf4 a, gf4 b)
{
    return (gf4){a.h ^ b.h, a.l ^ b.l};
}

static inline gf4 gf4_mul(gf4 a, gf4 b)
{
    const uint64_t t = (a.h ^ a.l) & (b.h ^ b.l);
    return (gf4){t ^ (a.h & b.h), t ^ (a.l & b.l)};
}

static inline gf4 gf4_mul_w(gf4 a)
{
    return (gf4){a.h ^ a.l, a.h};
}

/* Squaring, which is also inversion. */
static inline gf4 gf4_square(gf4 a)
{
    return (gf4){a.l, a.h};
}

static inline gf16 gf16_add(gf16 a, gf16 b)
{
    return (gf16){gf4_add(a.h, b.h), gf4_add(a.l, b.l)};
}

static inline gf16 gf16_mul(gf16 a, gf16 b)
{
    const gf4 t = gf4_mul_w(gf4_mul(gf4_add(a.h, a.l), gf4_add(b.h, b.l)));
    return (gf16){gf4_add(t, gf4_mul(a.h, b.h)), gf4_add(t, gf4_mul(a.l, b.l))};
}

static inline gf16 gf16_invert(gf16 a)
{
    const gf4 norm = gf4_add(gf4_mul(a.h, a.l), gf4_mul_w(gf4_square(gf4_add(a.h, a.l))));
    const gf4 inverse = gf4_square(norm);
    return (gf16){gf4_mul(inverse, a.l), gf4_mul(inverse, a.h)};
}

/* Y^17 a^2 */
static inline gf16 gf16_square_scale(gf16 a)
{
    return (gf16){{a.l.l ^ a.h.l, a.l.h ^ a.h.h}, {a.l.h, a.l.l ^ a.l.h}};
}

static inline void sub_bytes(uint64_t q[8])
{
    /* Into the tower. */
    const uint64_t s06 = q[0] ^ q[6], s13 = q[1] ^ q[3];
    const uint64_t t5 = q[5] ^ s06, t1 = q[1] ^ t5, t2 = q[2] ^ t1;
    const gf16 l = {{q[4] ^ t5, q[7] ^ t2}, {q[7] ^ t5, t1}};
    const gf16 h = {{q[0], q[0] ^ q[4] ^ q[7] ^ s13}, {q[2] ^ s06 ^ s13, t5}};

    /* The inverse of h Y^16 + l Y is l / n Y^16 + h / n Y, n = h l + (h + l)^2 Y^17. */
    const gf16 inverse = gf16_invert(gf16_add(gf16_mul(h, l), gf16_square_scale(gf16_add(h, l))));
    const gf16 rh = gf16_mul(inverse, l), rl = gf16_mul(inverse, h);

    /* Back, through the affine map of FIPS 197 section 5.1.1; its constant is 0x63. */
    const uint64_t r0 = rl.l.l, r1 = rl.l.h, r2 = rl.h.l, r3 = rl.h.h, r4 = rh.l.l, r5 = rh.l.h, r6 = rh.h.l,
                   r7 = rh.h.h;
    const uint64_t u06 = r0 ^ r6, u13 = r1 ^ r3, u206 = r2 ^ u06, u357 = r7 ^ r3 ^ r5;
    q[0] = ~(r4 ^ u13);
    q[1] = ~(r4 ^ r0 ^ r1);
    q[2] = u06 ^ u357;
    q[3] = u206 ^ u13;
    q[4] = u206;
    q[5] = ~(r3 ^ r5);
    q[6] = ~(r2 ^ r6);
    q[7] = u06;
}

static inline uint64_t shift_rows_1(uint64_t x)
{
    return (x & UINT64_C(0x000000000000ffff)) |                                                 /* row 0 */
           (x >> 4 & UINT64_C(0x000000000fff0000)) | (x << 12 & UINT64_C(0x00000000f0000000)) | /* row 1 */
           (x >> 8 & UINT64_C(0x000000ff00000000)) | (x << 8 & UINT64_C(0x0000ff0000000000)) |  /* row 2 */
           (x << 4 & UINT64_C(0xfff0000000000000)) | (x >> 12 & UINT64_C(0x000f000000000000));  /* row 3 */
}

static inline void shift_rows(uint64_t q[8])
{
    for (unsigned i = 0; i < 8; i++) {
        q[i] = shift_rows_1(q[i]);
    }
}

/* Row r becomes 2 (a_r + a_(r+1)) + a_(r+1) + (a_(r+2) + a_(r+3)). */
static inline void mix_columns(uint64_t q[8])
{
    uint64_t next[8], sum[8];
    for (unsigned i = 0; i < 8; i++) {
        next[i] = q[i] >> 16 | q[i] << 48;
        sum[i] = q[i] ^ next[i];
    }
    for (unsigned i = 0; i < 8; i++) {
        q[i] = next[i] ^ (sum[i] >> 32 | sum[i] << 32) ^ sum[(i + 7) % 8];
    }
    q[1] ^= sum[7]; /* x^8 = x^4 + x^3 + x + 1 */
    q[3] ^= sum[7];
    q[4] ^= sum[7];
}

static inline void add_round_key(uint64_t q[8], const uint64_t key[8])
{
    for (unsigned i = 0; i < 8; i++) {
        q[i] ^= key[i];
    }
}

/* Exchanges the bits of a under mask << n with those of b under mask. */
static inline void swap_bits(uint64_t *a, uint64_t *b, uint64_t mask, unsigned n)
{
    const uint64_t t = ((*a >> n) ^ *b) & mask;
    *a ^= t << n;
    *b ^= t;
}

/* Transposes the eight 8 by 8 bit matrices whose rows are byte j of every word. */
static inline void transpose(uint64_t q[8])
{
    for (unsigned i = 0; i < 8; i += 2) {
        swap_bits(&q[i], &q[i + 1], UINT64_C(0x5555555555555555), 1);
    }
    for (unsigned i = 0; i < 8; i += 4) {
        swap_bits(&q[i], &q[i + 2], UINT64_C(0x3333333333333333), 2);
        swap_bits(&q[i + 1], &q[i + 3], UINT64_C(0x3333333333333333), 2);
    }
    for (unsigned i = 0; i < 4; i++) {
        swap_bits(&q[i], &q[i + 4], UINT64_C(0x0f0f0f0f0f0f0f0f), 4);
    }
}

/* The bytes of x to bytes 0, 2, 4, 6. */
static inline uint64_t spread(uint32_t x)
{
    const uint64_t y = (x | (uint64_t)x << 16) & UINT64_C(0x0000ffff0000ffff);
    return (y | y << 8) & UINT64_C(0x00ff00ff00ff00ff);
}

static inline uint32_t gather(uint64_t x)
{
    const uint64_t y = x & UINT64_C(0x00ff00ff00ff00ff), z = (y | y >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)(z | z >> 16);
}

/* Before the transposition, byte 2 row + column / 2 of word 4 (column % 2) + block is that byte of that block. */
static inline void put_block(uint64_t q[8], unsigned block, const uint32_t column[4])
{
    q[block] = spread(column[0]) | spread(column[2]) << 8;
    q[block + 4] = spread(column[1]) | spread(column[3]) << 8;
}

static inline void get_block(uint8_t out[16], const uint64_t q[8], unsigned block)
{
    neosig_store32_le(out, gather(q[block]));
    neosig_store32_le(out + 4, gather(q[block + 4]));
    neosig_store32_le(out + 8, gather(q[block] >> 8));
    neosig_store32_le(out + 12, gather(q[block + 4] >> 8));
}

static uint32_t sub_word(uint32_t word)
{
    uint64_t q[8] = {spread(word)};
    transpose(q);
    sub_bytes(q);
    transpose(q);
    return gather(q[0]);
}

static void expand(neosig_aes_key *key, const uint8_t *bytes, size_t key_bytes)
{
    neosig_aes_schedule(key, bytes, key_bytes, sub_word);
}

static void ctr(uint8_t *out, size_t bytes, const neosig_aes_key *key, const uint8_t iv[16], uint32_t first_block)
{
    uint64_t keys[15][8], q[8];
    uint32_t column[4], counter = neosig_load32_be(iv + 12) + first_block;
    uint8_t last[64];
    const unsigned rounds = key->rounds;

    for (unsigned i = 0; i <= rounds; i++) {
        for (unsigned j = 0; j < 4; j++) {
            column[j] = neosig_load32_le(key->round_keys[i] + 4 * j);
        }
        for (unsigned j = 0; j < 4; j++) {
            put_block(keys[i], j, column);
        }
        transpose(keys[i]);
    }

    for (unsigned j = 0; j < 3; j++) {
        column[j] = neosig_load32_le(iv + 4 * j);
    }
    while (bytes) {
        for (unsigned j = 0; j < 4; j++) {
            uint8_t word[4];
            neosig_store32_be(word, counter++);
            column[3] = neosig_load32_le(word);
            put_block(q, j, column);
        }
        transpose(q);
        add_round_key(q, keys[0]);
        for (unsigned i = 1; i < rounds; i++) {
            sub_bytes(q);
            shift_rows(q);
            mix_columns(q);
            add_round_key(q, keys[i]);
        }
        sub_bytes(q);
        shift_rows(q);
        add_round_key(q, keys[rounds]);
        transpose(q);

        uint8_t *const block = bytes < sizeof last ? last : out;
        for (unsigned j = 0; j < 4; j++) {
            get_block(block + 16 * j, q, j);
        }
        if (block == last) {
            memcpy(out, last, bytes);
            break;
        }
        out += sizeof last;
        bytes -= sizeof last;
    }
    neosig_wipe(keys, sizeof keys);
    neosig_wipe(q, sizeof q);
    neosig_wipe(last, sizeof last);
}

const neosig_aes_kernels neosig_aes_portable = {"portable", expand, ctr};
