/* Constants shared by the backends of ring.h. */
#ifndef NEOSIG_RING_TABLES_H
#define NEOSIG_RING_TABLES_H

#include <stdint.h>

/* A product a b mod q by a constant b (Barrett, as in ePrint 2021/986): a b - q round(a b' / 2^31), b' = round(b 2^31 /
 * q). For |a| <= 2^31 it lies within q (1/2 + |a| / 2^32). */
extern const int32_t neosig_ring_zeta[256];
extern const int32_t neosig_ring_zeta_quotient[256];

#define RING_Q_INVERSE 58728449 /* q^-1 mod 2^32 */

/* 2^32 / 256 mod q, and the same times zeta[1]: the last layer of the inverse transform. */
#define RING_SCALE 16382
#define RING_SCALE_QUOTIENT 4197891
#define RING_SCALE_ZETA 294725
#define RING_SCALE_ZETA_QUOTIENT 75523344

#endif
