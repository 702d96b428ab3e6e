/* Byte layouts of keys and signatures, but for the expanded secret key (snova_esk.c). */
#include "snova/snova.h"

#include <string.h>

static size_t header_bytes(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

size_t neosig_snova_prepared_t_offset(void)
{
    return header_bytes(sizeof(neosig_snova_prepared_secret));
}

size_t neosig_snova_prepared_r_offset(const neosig_snova_ctx *s, size_t i)
{
    return neosig_snova_prepared_t_offset() + s->t_bytes + i * s->r_bytes;
}

size_t neosig_snova_prepared_p_offset(const neosig_snova_ctx *s, size_t i)
{
    return header_bytes(sizeof(neosig_snova_prepared_public)) + i * s->p_bytes;
}

size_t neosig_snova_prepared_bytes(const neosig_snova_ctx *s, int secret)
{
    return secret ? neosig_snova_prepared_r_offset(s, s->m) : neosig_snova_prepared_p_offset(s, s->m);
}

size_t neosig_snova_seeds_offset(const neosig_snova_ctx *s)
{
    return s->set->alg.secret_key_bytes - NEOSIG_SNOVA_SEEDS;
}

static size_t p22_elements(const neosig_snova_ctx *s)
{
    return s->m * s->o * s->o * s->L;
}

neosig_error neosig_snova_check_public_key(const neosig_snova_ctx *s, const uint8_t *pk)
{
    int odd = p22_elements(s) % 2 != 0;
    return odd && pk[s->set->alg.public_key_bytes - 1] >> 4 ? NEOSIG_ERR_KEY : NEOSIG_OK;
}

neosig_error neosig_snova_check_signature(const neosig_snova_ctx *s, const uint8_t *sig)
{
    int odd = s->n * s->L % 2 != 0;
    return odd && sig[neosig_snova_salt_offset(s) - 1] >> 4 ? NEOSIG_ERR_SIGNATURE : NEOSIG_OK;
}

void neosig_snova_encode_public_key(const neosig_snova_ctx *s, uint8_t *pk, const uint8_t *public_seed,
                                    const uint8_t *p22)
{
    memcpy(pk, public_seed, NEOSIG_SNOVA_PUBLIC_SEED);
    neosig_gf16_pack(pk + NEOSIG_SNOVA_PUBLIC_SEED, p22, p22_elements(s));
}

void neosig_snova_encode_signature(const neosig_snova_ctx *s, uint8_t *sig, const uint8_t *x, const uint8_t *salt)
{
    neosig_gf16_pack(sig, x, s->n * s->L);
    memcpy(sig + neosig_snova_salt_offset(s), salt, NEOSIG_SNOVA_SALT);
}

void neosig_snova_decode_signature(const neosig_snova_ctx *s, uint8_t *x, const uint8_t *sig)
{
    neosig_gf16_unpack(x, sig, s->n * s->L);
}

size_t neosig_snova_salt_offset(const neosig_snova_ctx *s)
{
    return s->set->alg.signature_bytes - NEOSIG_SNOVA_SALT;
}
