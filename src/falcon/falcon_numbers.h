/* The kernels of falcon_kernels.h that read numbers from what is public: in plain C (falcon_numbers.c) and in NEON
 * (falcon_numbers_neon.c). */
#ifndef NEOSIG_FALCON_FALCON_NUMBERS_H
#define NEOSIG_FALCON_FALCON_NUMBERS_H

#include "falcon/falcon_kernels.h"

unsigned neosig_falcon_numbers_of_key(int16_t *h, const uint8_t *in, size_t n);
unsigned neosig_falcon_numbers_of_key_neon(int16_t *h, const uint8_t *in, size_t n);

size_t neosig_falcon_numbers_of_block_vartime(uint16_t *hm, const uint16_t *block);
size_t neosig_falcon_numbers_of_block_neon_vartime(uint16_t *hm, const uint16_t *block);

unsigned neosig_falcon_numbers_of_codes(int16_t *s2, const uint64_t *words, size_t n);
unsigned neosig_falcon_numbers_of_codes_neon(int16_t *s2, const uint64_t *words, size_t n);

#endif
