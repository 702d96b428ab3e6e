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
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    const neosig_options opts = options != NULL ? *options : (neosig_options){0};
    const int fits = scheme != NULL && mlen <= SIZE_MAX - alg->signature_bytes;
    const size_t msg_bytes = fits ? (size_t)mlen : 0;
    const neosig_region regions[] = {{NEOSIG_RESULT, sm, fits ? msg_bytes + alg->signature_bytes : 0},
                                     {NEOSIG_RESULT, smlen, sizeof *smlen},
                                     {NEOSIG_READ_FIRST, m, msg_bytes},
                                     {NEOSIG_READ, sk, scheme != NULL ? alg->secret_key_bytes : 0},
                                     NEOSIG_OPTIONS_REGIONS(options, opts)};
    neosig_error error = NEOSIG_OK;
    if (scheme == NULL || sm == NULL || smlen == NULL || (m == NULL && mlen != 0))
        error = NEOSIG_ERR_ARGUMENT;
    else if (!fits)
        error = NEOSIG_ERR_LENGTH;
    else if (!neosig_regions_apart(regions, NEOSIG_COUNT(regions)))
        error = NEOSIG_ERR_ARGUMENT;
    if (error != NEOSIG_OK) {
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
        return error;
    }
    int message_first = (scheme->traits & NEOSIG_MESSAGE_FIRST) != 0;
    uint8_t *msg = message_first ? sm : sm + alg->signature_bytes;
    uint8_t *sig = message_first ? sm + msg_bytes : sm;
    /* The message goes to its place first and is signed there: m may overlap the signature's place. */
    if (msg_bytes != 0)
        memmove(msg, m, msg_bytes);
    size_t made;
    error = neosig_sign(alg, sig, &made, msg, msg_bytes, sk, alg->secret_key_bytes, options);
    if (error == NEOSIG_OK && made != alg->signature_bytes)
        error = NEOSIG_ERR_UNSUPPORTED; /* signed messages of such schemes have formats of their own */
    if (error == NEOSIG_OK)
        *smlen = mlen + made;
    else
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
    return error;
}

neosig_error neosig_nist_open(const neosig_alg *alg, unsigned char *m, unsigned long long *mlen,
                              const unsigned char *sm, unsigned long long smlen, const unsigned char *pk,
                              const neosig_options *options)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    const neosig_options opts = options != NULL ? *options : (neosig_options){0};
    const int fits = scheme != NULL && smlen >= alg->signature_bytes && smlen <= SIZE_MAX;
    const size_t msg_bytes = fits ? (size_t)smlen - alg->signature_bytes : 0;
    const neosig_region regions[] = {{NEOSIG_RESULT, m, msg_bytes},
                                     {NEOSIG_RESULT, mlen, sizeof *mlen},
                                     {NEOSIG_READ_FIRST, sm, fits ? (size_t)smlen : 0},
                                     {NEOSIG_READ, pk, scheme != NULL ? alg->public_key_bytes : 0},
                                     NEOSIG_OPTIONS_REGIONS(options, opts)};
    neosig_error error = NEOSIG_OK;
    if (scheme == NULL || m == NULL || mlen == NULL || sm == NULL)
        error = NEOSIG_ERR_ARGUMENT;
    else if (!fits)
        error = smlen > SIZE_MAX ? NEOSIG_ERR_LENGTH : NEOSIG_ERR_SIGNATURE;
    else if (!neosig_regions_apart(regions, NEOSIG_COUNT(regions)))
        error = NEOSIG_ERR_ARGUMENT;
    if (error != NEOSIG_OK) {
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
        return error;
    }
    int message_first = (scheme->traits & NEOSIG_MESSAGE_FIRST) != 0;
    const uint8_t *msg = message_first ? sm : sm + alg->signature_bytes;
    const uint8_t *sig = message_first ? sm + msg_bytes : sm;
    error = neosig_verify(alg, sig, alg->signature_bytes, msg, msg_bytes, pk, alg->public_key_bytes, options);
    if (error == NEOSIG_OK) {
        memmove(m, msg, msg_bytes);
        *mlen = msg_bytes;
    } else {
        neosig_regions_clear(regions, NEOSIG_COUNT(regions));
    }
    return error;
}
