#include "neosig/nist.h"
#include "core/core.h"
#include <string.h>

neosig_error neosig_nist_keypair(const neosig_alg *alg, unsigned char *pk, unsigned char *sk,
                                 const neosig_options *options)
{
    return neosig_keypair(alg, pk, sk, options);
}

neosig_error neosig_nist_sign(const neosig_alg *alg, unsigned char *sm, unsigned long long *smlen,
                              const unsigned char *m, unsigned long long mlen, const unsigned char *sk,
                              const neosig_options *options)
{
    if (smlen != NULL)
        *smlen = 0;
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL || sm == NULL || smlen == NULL || (m == NULL && mlen != 0))
        return NEOSIG_ERR_ARGUMENT;
    if (mlen > SIZE_MAX - alg->signature_bytes)
        return NEOSIG_ERR_LENGTH;
    size_t msg_bytes = (size_t)mlen;
    int message_first = (scheme->traits & NEOSIG_MESSAGE_FIRST) != 0;
    uint8_t *msg = message_first ? sm : sm + alg->signature_bytes;
    uint8_t *sig = message_first ? sm + msg_bytes : sm;
    /* The message goes to its place first and is signed there: m may overlap the signature's place. */
    if (msg_bytes != 0)
        memmove(msg, m, msg_bytes);
    size_t made;
    neosig_error error = neosig_sign(alg, sig, &made, msg, msg_bytes, sk, alg->secret_key_bytes, options);
    if (error == NEOSIG_OK && made != alg->signature_bytes)
        error = NEOSIG_ERR_UNSUPPORTED; /* signed messages of such schemes have formats of their own */
    if (error == NEOSIG_OK)
        *smlen = mlen + made;
    else
        neosig_wipe(sm, msg_bytes + alg->signature_bytes);
    return error;
}

neosig_error neosig_nist_open(const neosig_alg *alg, unsigned char *m, unsigned long long *mlen,
                              const unsigned char *sm, unsigned long long smlen, const unsigned char *pk,
                              const neosig_options *options)
{
    if (mlen != NULL)
        *mlen = 0;
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL || m == NULL || mlen == NULL || sm == NULL)
        return NEOSIG_ERR_ARGUMENT;
    if (smlen < alg->signature_bytes)
        return NEOSIG_ERR_SIGNATURE;
    if (smlen > SIZE_MAX)
        return NEOSIG_ERR_LENGTH;
    size_t msg_bytes = (size_t)smlen - alg->signature_bytes;
    int message_first = (scheme->traits & NEOSIG_MESSAGE_FIRST) != 0;
    const uint8_t *msg = message_first ? sm : sm + alg->signature_bytes;
    const uint8_t *sig = message_first ? sm + msg_bytes : sm;
    neosig_error error =
        neosig_verify(alg, sig, alg->signature_bytes, msg, msg_bytes, pk, alg->public_key_bytes, options);
    if (error == NEOSIG_OK) {
        memmove(m, msg, msg_bytes);
        *mlen = msg_bytes;
    } else {
        neosig_wipe(m, msg_bytes);
    }
    return error;
}
