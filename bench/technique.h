/* The papers' technique for AArch64, written from its description. Blocks are added by XOR of whole vectors. To
 * multiply them, products are looked up one by one, spread over a vector by DUP and summed by EOR. AES-CTR makes four
 * blocks at a time by AESE and AESMC. To compare with, not to use: a secret is the index into a table. */
#ifndef NEOSIG_BENCH_TECHNIQUE_H
#define NEOSIG_BENCH_TECHNIQUE_H

#include <stddef.h>
#include <stdint.h>

/* l x l blocks, row by row, one element a byte; plain: as the reference does it. A call a block. */
void neosig_bench_plain_add(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b);
void neosig_bench_plain_multiply(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b);
void neosig_bench_technique_add(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b);
void neosig_bench_technique_multiply(unsigned l, uint8_t *c, const uint8_t *a, const uint8_t *b);

/* c += scalar times a over Rainbow's GF(256), or its GF(16) with two elements a byte, for so many bytes. plain: a byte
 * at a time, by the arithmetic of the tower. technique: the scalar chooses a row of a table, and TBL takes both halves
 * of each byte. */
uint8_t neosig_bench_plain_tower(unsigned bits, uint8_t a, uint8_t b);
void neosig_bench_plain_combine(unsigned bits, uint8_t *c, size_t bytes, const uint8_t *a, uint8_t scalar);
void neosig_bench_technique_combine(unsigned bits, uint8_t *c, size_t bytes, const uint8_t *a, uint8_t scalar,
                                    const uint8_t rows[16][16]);

/* The kernels of ntt32.h, and uniform, as FIPS 204 writes them, with all coefficients in [0, q). zeta[k][0] is FIPS
 * 204's. xof must suffice. */
void neosig_bench_plain_ntt(int32_t w[256], const int32_t zeta[256][2]);
void neosig_bench_plain_intt(int32_t w[256], const int32_t zeta[256][2]);
void neosig_bench_plain_ntt_multiply(int32_t r[256], const int32_t a[256]);
void neosig_bench_plain_uniform(uint8_t a[768], const uint8_t *xof);

/* Key stream; the counter block is 12 zero bytes and a 32-bit big-endian number from 0. */
void neosig_bench_technique_aes128_ctr(uint8_t *out, size_t bytes, const uint8_t round_keys[11][16]);

#endif
