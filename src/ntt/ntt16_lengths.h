/* The lengths of ntt16.h's transforms, each with its tables (tools/ntt_tables.py). A backend's functions have a length
 * as their last parameter. NTT16_KERNELS makes an instance of them for one length, of whose numbers compilers make
 * constants, and its table. A length that the build does not use has a table without functions. */
#ifndef NEOSIG_NTT_NTT16_LENGTHS_H
#define NEOSIG_NTT_NTT16_LENGTHS_H

#include "core/build.h"
#include "core/inline.h"
#include "ntt/ntt_12289_1024_tables.h"
#include "ntt/ntt_12289_256_tables.h"
#include "ntt/ntt_12289_512_tables.h"

#include <stddef.h>

typedef struct ntt16_length {
    size_t n;
    const int16_t (*scale)[2];
    const int16_t *zeta, *quotient;
} ntt16_length;

#define NTT16_LENGTH(n_)                                                                                               \
    (&(const ntt16_length){n_, ntt_12289_##n_##_scale, ntt_12289_##n_##_zeta, ntt_12289_##n_##_quotient})
#define NTT16_KERNELS(n_, backend)                                                                                     \
    static void ntt16_forward_##n_(int16_t *r)                                                                         \
    {                                                                                                                  \
        ntt16_forward(r, NTT16_LENGTH(n_));                                                                            \
    }                                                                                                                  \
    static void ntt16_inverse_##n_(int16_t *r)                                                                         \
    {                                                                                                                  \
        ntt16_inverse(r, NTT16_LENGTH(n_));                                                                            \
    }                                                                                                                  \
    static void ntt16_multiply_##n_(int16_t *r, const int16_t *a, const int16_t *b)                                    \
    {                                                                                                                  \
        ntt16_multiply(r, a, b, NTT16_LENGTH(n_));                                                                     \
    }                                                                                                                  \
    static unsigned ntt16_divide_##n_(int16_t *r, const int16_t *a, const int16_t *b)                                  \
    {                                                                                                                  \
        return ntt16_divide(r, a, b, NTT16_LENGTH(n_));                                                                \
    }                                                                                                                  \
    const neosig_ntt16 neosig_ntt_12289_##n_##_##backend = {                                                           \
        .name = #backend,                                                                                              \
        .n = n_,                                                                                                       \
        .forward = NEOSIG_IF_USED(NTT_12289_##n_, ntt16_forward_##n_),                                                 \
        .inverse = NEOSIG_IF_USED(NTT_12289_##n_, ntt16_inverse_##n_),                                                 \
        .multiply = NEOSIG_IF_USED(NTT_12289_##n_, ntt16_multiply_##n_),                                               \
        .divide = NEOSIG_USES_NTT_12289_##n_ ? NEOSIG_IF_SIGNING(ntt16_divide_##n_) : NULL,                            \
    };

#endif
