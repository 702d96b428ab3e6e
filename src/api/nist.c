/* NIST's signature interface over the API. */
#include "api/api.h"
#include "core/assertion.h"
#include "neosig/nist.h"

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

/* Signatures of schemes with a format of their own are taken apart on the stack, and have at most so many bytes. All
 * others are made and verified where they lie in the signed message. */
enum { PACKED_MOST = 2048 };

/* The signature in a signed message, behind or before the message. */
static size_t signature_at(const neosig_scheme *scheme, size_t msg_bytes)
{
    return (scheme->traits & NEOSIG_MESSAGE_FIRST) != 0 ? msg_bytes : 0;
}

static size_t message_at(const neosig_scheme *scheme, const neosig_alg *alg)
{
    return (scheme->traits & NEOSIG_MESSAGE_FIRST) != 0 ? 0 : alg->signature_bytes;
}

static neosig_error sign(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t *sm, size_t *sm_bytes,
                         const uint8_t *msg, size_t msg_bytes, const uint8_t *sk, const neosig_options *options)
{
    uint8_t packed[PACKED_MOST], *sig = packed;
    size_t sig_bytes;
    if (!has_signed_messages(scheme))
        return NEOSIG_ERR_UNSUPPORTED;
    if (scheme->pack == NULL) {
        uint8_t *const place = sm + message_at(scheme, alg);
        if (msg_bytes != 0) /* first, as it may lie where the signature goes */
            memmove(place, msg, msg_bytes);
        msg = msg_bytes != 0 ? place : msg;
        sig = sm + signature_at(scheme, msg_bytes);
    }
    NEOSIG_ASSERT(sig != packed || alg->signature_bytes <= sizeof packed);
    const neosig_error error = neosig_sign(alg, sig, &sig_bytes, msg, msg_bytes, sk, alg->secret_key_bytes, options);
    if (error == NEOSIG_OK)
        *sm_bytes = sig == packed ? scheme->pack(alg, sm, sig, sig_bytes, msg, msg_bytes) : sig_bytes + msg_bytes;
    return error;
}

/* Finds signature and message in a signed message. packed: room for a signature that must be taken apart. */
static neosig_error find(const neosig_scheme *scheme, const neosig_alg *alg, uint8_t packed[PACKED_MOST],
                         const uint8_t **sig, size_t *sig_bytes, const uint8_t **msg, size_t *msg_bytes,
                         const uint8_t *sm, size_t sm_bytes)
{
    NEOSIG_ASSERT(scheme->unpack == NULL || alg->signature_bytes <= PACKED_MOST);
    *sig = packed;
    if (scheme->unpack != NULL)
        return scheme->unpack(alg, packed, sig_bytes, msg, msg_bytes, sm, sm_bytes);
    if (sm_bytes < alg->signature_bytes)
        return NEOSIG_ERR_SIGNATURE;
    *sig_bytes = alg->signature_bytes;
    *msg_bytes = sm_bytes - *sig_bytes;
    *msg = sm + message_at(scheme, alg);
    *sig = sm + signature_at(scheme, *msg_bytes);
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
    size_t sm_bytes = 0;
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    const size_t overhead = neosig_nist_bytes(alg);
    const int fits = mlen <= SIZE_MAX - overhead;
    const size_t msg_bytes = fits ? (size_t)mlen : 0;
    const neosig_region regions[] = {{NEOSIG_RESULT, sm, scheme != NULL && fits ? msg_bytes + overhead : 0},
                                     {NEOSIG_RESULT, smlen, sizeof *smlen},
                                     {NEOSIG_READ_FIRST, m, msg_bytes},
                                     {NEOSIG_READ, sk, scheme != NULL ? alg->secret_key_bytes : 0}};
    neosig_call call;
    neosig_call_open(&call, options, regions, NEOSIG_COUNT(regions));
    neosig_refuse(&call, scheme == NULL || sm == NULL || smlen == NULL || (m == NULL && mlen != 0),
                  NEOSIG_ERR_ARGUMENT);
    neosig_refuse(&call, !fits, NEOSIG_ERR_LENGTH);
    if (neosig_call_begins(&call))
        call.error = sign(scheme, alg, sm, &sm_bytes, m, msg_bytes, sk, options);
    if (call.error == NEOSIG_OK)
        *smlen = sm_bytes;
    return neosig_call_end(&call);
}

neosig_error neosig_nist_open(const neosig_alg *alg, unsigned char *m, unsigned long long *mlen,
                              const unsigned char *sm, unsigned long long smlen, const unsigned char *pk,
                              const neosig_options *options)
{
    uint8_t packed[PACKED_MOST];
    size_t sig_bytes, msg_bytes = 0;
    const uint8_t *sig = NULL, *msg = NULL;
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    neosig_error error; /* of the signed message, which comes before those of the options */
    if (scheme == NULL || m == NULL || mlen == NULL || sm == NULL)
        error = NEOSIG_ERR_ARGUMENT;
    else if (!has_signed_messages(scheme))
        error = NEOSIG_ERR_UNSUPPORTED;
    else if (smlen > SIZE_MAX)
        error = NEOSIG_ERR_LENGTH;
    else
        error = find(scheme, alg, packed, &sig, &sig_bytes, &msg, &msg_bytes, sm, (size_t)smlen);
    if (error != NEOSIG_OK)
        msg_bytes = 0;
    const neosig_region regions[] = {{NEOSIG_RESULT, m, msg_bytes},
                                     {NEOSIG_RESULT, mlen, sizeof *mlen},
                                     {NEOSIG_READ_FIRST, sm, smlen <= SIZE_MAX ? (size_t)smlen : 0},
                                     {NEOSIG_READ, pk, scheme != NULL ? alg->public_key_bytes : 0}};
    neosig_call call;
    neosig_call_open(&call, options, regions, NEOSIG_COUNT(regions));
    if (error != NEOSIG_OK)
        call.error = error;
    if (neosig_call_begins(&call))
        call.error = neosig_verify(alg, sig, sig_bytes, msg, msg_bytes, pk, alg->public_key_bytes, options);
    if (call.error == NEOSIG_OK) {
        memmove(m, msg, msg_bytes);
        *mlen = msg_bytes;
    }
    return neosig_call_end(&call);
}
