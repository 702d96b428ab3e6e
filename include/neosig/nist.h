/* The shape of NIST's signature interface for any algorithm of neosig.
 *
 * The neosig_nist_ functions take the algorithm as an argument. A program that was written for NIST's names chooses one
 * algorithm before it includes this header:
 *
 *     #define NEOSIG_NIST_ALG ML_DSA_65       (or cc -DNEOSIG_NIST_ALG=ML_DSA_65)
 *     #include <neosig/nist.h>
 *
 * The header then defines static inline functions: crypto_sign_keypair, crypto_sign, crypto_sign_open,
 * crypto_sign_signature and crypto_sign_verify. It defines the constants CRYPTO_PUBLICKEYBYTES, CRYPTO_SECRETKEYBYTES,
 * CRYPTO_BYTES and CRYPTO_ALGNAME. neosig/sizes.h has the names to choose from: NEOSIG_<name>_NAME. The program may
 * also define
 * - NEOSIG_NIST_SIZE, the type of lengths. The default is unsigned long long, as in NIST's and SUPERCOP's interface.
 *   mupq and PQClean have size_t;
 * - NEOSIG_NIST_RANDOMBYTES, to draw from the program's own int randombytes(unsigned char *, unsigned long long);
 * - NEOSIG_NIST_FLAGS, neosig_options.flags for each call.
 *
 * The signed message sm has the format of the scheme's submission: signature | message, message | signature, or a
 * format that the submission defines.
 */
#ifndef NEOSIG_NIST_H
#define NEOSIG_NIST_H

#include <neosig/neosig.h>
#ifdef NEOSIG_NIST_ALG
#include <neosig/sizes.h>
#include <string.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A signed message is at most so many bytes longer than its message: CRYPTO_BYTES. That is alg->signature_bytes, and
 * the bytes that the scheme's own format adds. 0 for a NULL alg, and for an algorithm that has no signed messages. */
NEOSIG_API size_t neosig_nist_bytes(const neosig_alg *alg);

/* As neosig_keypair. */
NEOSIG_API neosig_error neosig_nist_keypair(const neosig_alg *alg, unsigned char *pk, unsigned char *sk,
                                            const neosig_options *options);

/* Signs m into sm, which has room for mlen + neosig_nist_bytes(alg) bytes. *smlen is set to the length of the signed
 * message. m may lie anywhere in sm. On failure sm is zeroed, so a message that lay there is lost. Errors: those of
 * neosig_sign, and UNSUPPORTED. */
NEOSIG_API neosig_error neosig_nist_sign(const neosig_alg *alg, unsigned char *sm, unsigned long long *smlen,
                                         const unsigned char *m, unsigned long long mlen, const unsigned char *sk,
                                         const neosig_options *options);

/* Verifies sm and copies its message, *mlen bytes, to m. m may lie anywhere in sm, and must have room for the message:
 * smlen - alg->signature_bytes if all signatures of alg have one length, and smlen in any case. On failure *mlen is 0,
 * and the bytes of m that the message would take are zeroed. Errors: those of neosig_verify, and UNSUPPORTED. */
NEOSIG_API neosig_error neosig_nist_open(const neosig_alg *alg, unsigned char *m, unsigned long long *mlen,
                                         const unsigned char *sm, unsigned long long smlen, const unsigned char *pk,
                                         const neosig_options *options);

#ifdef NEOSIG_NIST_ALG
#ifndef NEOSIG_NIST_SIZE
#define NEOSIG_NIST_SIZE unsigned long long
#endif
#ifndef NEOSIG_NIST_FLAGS
#define NEOSIG_NIST_FLAGS 0
#endif

#define NEOSIG_NIST_PASTE(alg, what) NEOSIG_##alg##what
#define NEOSIG_NIST_OF(alg, what) NEOSIG_NIST_PASTE(alg, what)
#define CRYPTO_ALGNAME NEOSIG_NIST_OF(NEOSIG_NIST_ALG, _NAME)
#define CRYPTO_PUBLICKEYBYTES NEOSIG_NIST_OF(NEOSIG_NIST_ALG, _PUBLIC_KEY_BYTES)
#define CRYPTO_SECRETKEYBYTES NEOSIG_NIST_OF(NEOSIG_NIST_ALG, _SECRET_KEY_BYTES)
#define CRYPTO_BYTES NEOSIG_NIST_OF(NEOSIG_NIST_ALG, _NIST_BYTES)

static inline const neosig_alg *neosig_nist_alg(void)
{
    return neosig_alg_find(CRYPTO_ALGNAME);
}

#ifdef NEOSIG_NIST_RANDOMBYTES
int randombytes(unsigned char *out, unsigned long long bytes);

static inline int neosig_nist_random(void *state, uint8_t *out, size_t bytes)
{
    (void)state;
    return randombytes(out, bytes);
}
#endif

static inline neosig_options neosig_nist_options(void)
{
    neosig_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.flags = NEOSIG_NIST_FLAGS;
#ifdef NEOSIG_NIST_RANDOMBYTES
    options.random = neosig_nist_random;
#endif
    return options;
}

/* 0, or -1 for any failure. */
static inline int crypto_sign_keypair(unsigned char *pk, unsigned char *sk)
{
    neosig_options options = neosig_nist_options();
    return neosig_nist_keypair(neosig_nist_alg(), pk, sk, &options) == NEOSIG_OK ? 0 : -1;
}

static inline int crypto_sign(unsigned char *sm, NEOSIG_NIST_SIZE *smlen, const unsigned char *m, NEOSIG_NIST_SIZE mlen,
                              const unsigned char *sk)
{
    neosig_options options = neosig_nist_options();
    unsigned long long bytes = 0;
    neosig_error error = neosig_nist_sign(neosig_nist_alg(), sm, &bytes, m, mlen, sk, &options);
    *smlen = (NEOSIG_NIST_SIZE)bytes;
    return error == NEOSIG_OK ? 0 : -1;
}

static inline int crypto_sign_open(unsigned char *m, NEOSIG_NIST_SIZE *mlen, const unsigned char *sm,
                                   NEOSIG_NIST_SIZE smlen, const unsigned char *pk)
{
    neosig_options options = neosig_nist_options();
    unsigned long long bytes = 0;
    neosig_error error = neosig_nist_open(neosig_nist_alg(), m, &bytes, sm, smlen, pk, &options);
    *mlen = (NEOSIG_NIST_SIZE)bytes;
    return error == NEOSIG_OK ? 0 : -1;
}

/* The signature alone, of at most CRYPTO_BYTES. */
static inline int crypto_sign_signature(unsigned char *sig, NEOSIG_NIST_SIZE *siglen, const unsigned char *m,
                                        NEOSIG_NIST_SIZE mlen, const unsigned char *sk)
{
    neosig_options options = neosig_nist_options();
    size_t bytes = 0;
    neosig_error error = mlen > SIZE_MAX ? NEOSIG_ERR_LENGTH
                                         : neosig_sign(neosig_nist_alg(), sig, &bytes, m, (size_t)mlen, sk,
                                                       CRYPTO_SECRETKEYBYTES, &options);
    *siglen = (NEOSIG_NIST_SIZE)bytes;
    return error == NEOSIG_OK ? 0 : -1;
}

static inline int crypto_sign_verify(const unsigned char *sig, NEOSIG_NIST_SIZE siglen, const unsigned char *m,
                                     NEOSIG_NIST_SIZE mlen, const unsigned char *pk)
{
    neosig_options options = neosig_nist_options();
    return siglen <= SIZE_MAX && mlen <= SIZE_MAX &&
                   neosig_verify(neosig_nist_alg(), sig, (size_t)siglen, m, (size_t)mlen, pk, CRYPTO_PUBLICKEYBYTES,
                                 &options) == NEOSIG_OK
               ? 0
               : -1;
}

#endif

#ifdef __cplusplus
}
#endif
#endif
