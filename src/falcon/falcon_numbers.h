/* The kernels of falcon_kernels.h that read numbers from what is public: in plain C (falcon_numbers.c) and in NEON
 * (falcon_numbers_neon.c). */
#ifndef NEOSIG_FALCON_FALCON_NUMBERS_H
#define NEOSIG_FALCON_FALCON_NUMBERS_H

#include "falcon/falcon_kernels.h"

unsigned neosig_falcon_numbers_of_key_round3(int16_t *h, const uint8_t *in, size_t n);
unsigned neosig_falcon_numbers_of_key_fndsa(int16_t *h, const uint8_t *in, size_t n);
unsigned neosig_falcon_numbers_of_key_round3_neon(int16_t *h, const uint8_t *in, size_t n);
unsigned neosig_falcon_numbers_of_key_fndsa_neon(int16_t *h, const uint8_t *in, size_t n);

size_t neosig_falcon_numbers_of_block_round3_vartime(uint16_t *hm, const uint16_t *block);
size_t neosig_falcon_numbers_of_block_fndsa_vartime(uint16_t *hm, const uint16_t *block);
size_t neosig_falcon_numbers_of_block_round3_neon_vartime(uint16_t *hm, const uint16_t *block);
size_t neosig_falcon_numbers_of_block_fndsa_neon_vartime(uint16_t *hm, const uint16_t *block);

unsigned neosig_falcon_numbers_of_codes_round3(int16_t *s2, const uint64_t *words, size_t n);
unsigned neosig_falcon_numbers_of_codes_fndsa(int16_t *s2, const uint64_t *words, size_t n);
unsigned neosig_falcon_numbers_of_codes_round3_neon(int16_t *s2, const uint64_t *words, size_t n);
unsigned neosig_falcon_numbers_of_codes_fndsa_neon(int16_t *s2, const uint64_t *words, size_t n);

#endif
