/* The kernels of ntru.h in NEON, a file a subject: transforms (ntru_transform_neon.c), products of rows
 * (ntru_product_neon.c), subtractions (ntru_subtract_neon.c), approximations and rounding (ntru_words_neon.c). */
#ifndef NEOSIG_NTRU_NTRU_NEON_H
#define NEOSIG_NTRU_NTRU_NEON_H

#include "ntru/ntru.h"

void neosig_ntru_neon_forward(int32_t *r, unsigned logn, const neosig_ntru_prime *prime);
void neosig_ntru_neon_inverse(int32_t *r, unsigned logn, const neosig_ntru_prime *prime);
void neosig_ntru_neon_multiply(int32_t *r, const int32_t *a, const int32_t *b, size_t n,
                               const neosig_ntru_prime *prime);
void neosig_ntru_neon_product(int32_t *out, size_t n, size_t rows_out, size_t stride_out, const neosig_ntru_term *terms,
                              size_t count);
void neosig_ntru_neon_subtract(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, const int32_t *k, size_t n,
                               size_t polynomials, unsigned shift);
void neosig_ntru_neon_subtract_long(int32_t *FG, size_t rows, const int32_t *fg, size_t rows_fg, const int32_t *k,
                                    size_t n, size_t polynomials);
void neosig_ntru_neon_subtract_residues(int32_t *FG, size_t rows, const int32_t *r, size_t primes, size_t count,
                                        unsigned shift);
void neosig_ntru_neon_approximate(neosig_real *out, const int32_t *in, size_t count, size_t rows, unsigned bit,
                                  unsigned words);
void neosig_ntru_neon_approximate_fixed(int64_t *out, const int32_t *in, size_t count, size_t rows, unsigned bit,
                                        unsigned words, uint32_t shift);
void neosig_ntru_neon_round_fixed(int32_t *k, const int64_t *x, size_t n);

#endif
