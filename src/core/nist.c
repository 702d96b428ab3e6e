/* NIST's signature interface over the API. */
#include "neosig/nist.h"
#include "core/core.h"
#include <string.h>

/* Whether the scheme has signed messages: where signatures vary in length, only a format of its own can tell where they
 * end. */
static int has_signed_messages(const neosig_scheme *scheme)
{
    return scheme->pack != NULL || (scheme->traits & NEOSIG_VARIABLE_SIGNATURE) == 0;
}

size_t neosig_nist_bytes(const neosig_alg *alg)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL || !has_signed_messages(scheme))
        return 0;
    return scheme->overhead != NULL ? scheme->overhead(alg) : alg->signature_bytes;
}

static size_t pack(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *sm, const uint8_t *sig,
                   size_t sig_bytes, const uint8_t *msg, size_t msg_bytes)
{
    if (scheme->pack != NULL)
        return scheme->pack(alg, sm, sig, sig_bytes, msg, msg_bytes);
    int message_first = (scheme->traits & NEOSIG_MESSAGE_FIRST) != 0;
    if (msg_bytes != 0) /* first, as it may lie where the signature goes */
        memmove(message_first ? sm : sm + sig_bytes, msg, msg_bytes);
    memcpy(message_first ? sm + msg_bytes : sm, sig, sig_bytes);
    return sig_bytes + msg_bytes;
}

static neosig_error unpack(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *sig, size_t *sig_bytes,
                           const uint8_t **msg, size_t *msg_bytes, const uint8_t *sm, size_t sm_bytes)
{
    if (scheme->unpack != NULL)
        return scheme->unpack(alg, sig, sig_bytes, msg, msg_bytes, sm, sm_bytes);
    if (sm_bytes < alg->signature_bytes)
        return NEOSIG_ERR_SIGNATURE;
    int message_first = (scheme->traits & NEOSIG_MESSAGE_FIRST) != 0;
    *sig_bytes = alg->signature_bytes;
    *msg_bytes = sm_bytes - *sig_bytes;
    *msg = message_first ? sm : sm + *sig_bytes;
    memcpy(sig, message_first ? sm + *msg_bytes : sm, *sig_bytes);
    return NEOSIG_OK;
}

neosig_error neosig_nist_keypair(const neosig_alg *alg, unsigned char *pk, unsigned char *sk,
                                 const neosig_options *options)
{
    return neosig_keypair(alg, pk, sk, options);
}

neosig_error neosig_nist_sign(const neosig_alg *alg, unsigned char *sm, unsigned long long *smlen,
                              const unsigned char *m, unsigned long long mlen, const unsigned char *sk,
                              const neosig_options *options)
{
    uint8_t sig[NEOSIG_MAX_SIGNATURE_BYTES];
    size_t sig_bytes;
    if (smlen != NULL)
        *smlen = 0;
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL || sm == NULL || smlen == NULL || (m == NULL && mlen != 0))
        return NEOSIG_ERR_ARGUMENT;
    if (mlen > SIZE_MAX - neosig_nist_bytes(alg))
        return NEOSIG_ERR_LENGTH;
    neosig_error error = NEOSIG_ERR_UNSUPPORTED;
    if (sk != NULL && neosig_overlap(sm, (size_t)mlen + neosig_nist_bytes(alg), sk, alg->secret_key_bytes))
        error = NEOSIG_ERR_ARGUMENT;
    else if (has_signed_messages(scheme))
        error = neosig_sign(alg, sig, &sig_bytes, m, (size_t)mlen, sk, alg->secret_key_bytes, options);
    if (error == NEOSIG_OK)
        *smlen = pack(scheme, alg, sm, sig, sig_bytes, m, (size_t)mlen);
    else
        neosig_wipe(sm, (size_t)mlen + neosig_nist_bytes(alg));
    return error;
}

neosig_error neosig_nist_open(const neosig_alg *alg, unsigned char *m, unsigned long long *mlen,
                              const unsigned char *sm, unsigned long long smlen, const unsigned char *pk,
                              const neosig_options *options)
{
    uint8_t sig[NEOSIG_MAX_SIGNATURE_BYTES];
    size_t sig_bytes, msg_bytes;
    const uint8_t *msg;
    if (mlen != NULL)
        *mlen = 0;
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL || m == NULL || mlen == NULL || sm == NULL)
        return NEOSIG_ERR_ARGUMENT;
    if (!has_signed_messages(scheme))
        return NEOSIG_ERR_UNSUPPORTED;
    if (smlen > SIZE_MAX)
        return NEOSIG_ERR_LENGTH;
    neosig_error error = unpack(scheme, alg, sig, &sig_bytes, &msg, &msg_bytes, sm, (size_t)smlen);
    if (error != NEOSIG_OK)
        return error;
    error = neosig_verify(alg, sig, sig_bytes, msg, msg_bytes, pk, alg->public_key_bytes, options);
    if (error == NEOSIG_OK) {
        memmove(m, msg, msg_bytes);
        *mlen = msg_bytes;
    } else {
        neosig_wipe(m, msg_bytes);
    }
    return error;
}
