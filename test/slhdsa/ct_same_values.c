/* Traces are compared between secrets that lead to the same public values. No two signatures of SLH-DSA have the same R
 * and the same roots, and what these select decides where a chain stops and which path is copied. In the programs that
 * are traced all signatures therefore select the same. The functions that stand here do their own work first. */
#include "slhdsa/slhdsa.h"

void __real_neosig_slhdsa_select(const neosig_slhdsa_ctx *ctx, neosig_slhdsa_selection *selection,
                                 const uint8_t *digest);
void __real_neosig_slhdsa_digits(const neosig_slhdsa_ctx *ctx, uint8_t digits[NEOSIG_SLHDSA_MAX_LEN],
                                 const uint8_t *message);
void __wrap_neosig_slhdsa_select(const neosig_slhdsa_ctx *ctx, neosig_slhdsa_selection *selection,
                                 const uint8_t *digest);
void __wrap_neosig_slhdsa_digits(const neosig_slhdsa_ctx *ctx, uint8_t digits[NEOSIG_SLHDSA_MAX_LEN],
                                 const uint8_t *message);

void __wrap_neosig_slhdsa_select(const neosig_slhdsa_ctx *ctx, neosig_slhdsa_selection *selection,
                                 const uint8_t *digest)
{
    uint8_t same[NEOSIG_SLHDSA_MAX_M];
    __real_neosig_slhdsa_select(ctx, selection, digest);
    for (size_t i = 0; i < sizeof same; i++)
        same[i] = (uint8_t)(37 * i + 11);
    __real_neosig_slhdsa_select(ctx, selection, same);
}

/* All digits, those of the checksum too. */
void __wrap_neosig_slhdsa_digits(const neosig_slhdsa_ctx *ctx, uint8_t digits[NEOSIG_SLHDSA_MAX_LEN],
                                 const uint8_t *message)
{
    __real_neosig_slhdsa_digits(ctx, digits, message);
    for (size_t i = 0; i < NEOSIG_SLHDSA_MAX_LEN; i++)
        digits[i] = (uint8_t)(7 * i % 16);
}
