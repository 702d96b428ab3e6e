/* Constants shared by the backends of mldsa_poly.h. */
#ifndef NEOSIG_MLDSA_MLDSA_POLY_TABLES_H
#define NEOSIG_MLDSA_MLDSA_POLY_TABLES_H

#include <stdint.h>

/* A product a b mod q by a constant b (Barrett, as in ePrint 2021/986): a b - q round(a b' / 2^31), b' = round(b 2^31 /
 * q). For |a| <= 2^31 it lies within q (1/2 + |a| / 2^32). */
extern const int32_t neosig_mldsa_zeta[256];
extern const int32_t neosig_mldsa_zeta_quotient[256];

#define MLDSA_Q_INVERSE 58728449 /* q^-1 mod 2^32 */

/* 2^32 / 256 mod q, and the same times zeta[1]: the last layer of the inverse transform. */
#define MLDSA_SCALE 16382
#define MLDSA_SCALE_QUOTIENT 4197891
#define MLDSA_SCALE_ZETA 294725
#define MLDSA_SCALE_ZETA_QUOTIENT 75523344

#endif
