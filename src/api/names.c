/* The words for the numbers of the API. */
#include "neosig/neosig.h"

const char *neosig_version(void)
{
    return NEOSIG_VERSION;
}

const char *neosig_strerror(neosig_error error)
{
    switch (error) {
    case NEOSIG_OK:
        return "success";
    case NEOSIG_ERR_SIGNATURE:
        return "the signature is not valid";
    case NEOSIG_ERR_ARGUMENT:
        return "an argument is NULL or out of range";
    case NEOSIG_ERR_LENGTH:
        return "a key, seed or buffer has the wrong length";
    case NEOSIG_ERR_KEY:
        return "the key is not a valid encoding";
    case NEOSIG_ERR_UNSUPPORTED:
        return "the algorithm, or this build of the library, has no such feature";
    case NEOSIG_ERR_INSECURE:
        return "the algorithm is broken or withdrawn, and insecure algorithms were not allowed";
    case NEOSIG_ERR_RANDOM:
        return "the random generator failed, or there is none";
    case NEOSIG_ERR_MEMORY:
        return "out of memory";
    case NEOSIG_ERR_WORKSPACE:
        return "the workspace or prepared key is too small or misaligned";
    case NEOSIG_ERR_STATE:
        return "the stream was used out of order";
    case NEOSIG_ERR_ATTEMPTS:
        return "gave up after the largest number of attempts";
    case NEOSIG_ERR_BACKEND:
        return "NEOSIG_BACKEND, or the program, names no backend of this build, or one that this CPU cannot run";
    case NEOSIG_ERR_PASSPHRASE:
        return "the key is protected by a passphrase, which is missing or another";
    case NEOSIG_ERR_FAULT:
        return "a fault while signing: the signature was thrown away";
    }
    return "unknown error";
}

const char *neosig_status_name(neosig_status status)
{
    switch (status) {
    case NEOSIG_STANDARD:
        return "standard";
    case NEOSIG_CANDIDATE:
        return "candidate";
    case NEOSIG_SUPERSEDED:
        return "superseded";
    case NEOSIG_WITHDRAWN:
        return "withdrawn";
    case NEOSIG_BROKEN:
        return "broken";
    }
    return "unknown";
}

unsigned neosig_level_bits(unsigned level)
{
    static const unsigned bits[] = {0, 143, 146, 207, 210, 272};
    return level < sizeof bits / sizeof bits[0] ? bits[level] : 0;
}

const char *neosig_operation_name(neosig_operation op)
{
    static const char *const names[NEOSIG_OPERATIONS] = {
        [NEOSIG_OP_KEYPAIR] = "keypair",
        [NEOSIG_OP_SIGN] = "sign",
        [NEOSIG_OP_VERIFY] = "verify",
        [NEOSIG_OP_PREPARE_SIGN] = "prepare-sign",
        [NEOSIG_OP_PREPARE_VERIFY] = "prepare-verify",
        [NEOSIG_OP_SIGN_PREPARED] = "sign-prepared",
        [NEOSIG_OP_VERIFY_PREPARED] = "verify-prepared",
    };
    return (unsigned)op < NEOSIG_OPERATIONS ? names[op] : NULL;
}

const char *neosig_cpu_feature_name(uint32_t feature)
{
    switch (feature) {
    case NEOSIG_CPU_NEON:
        return "neon";
    case NEOSIG_CPU_AES:
        return "aes";
    case NEOSIG_CPU_PMULL:
        return "pmull";
    case NEOSIG_CPU_SHA2:
        return "sha2";
    case NEOSIG_CPU_SHA3:
        return "sha3";
    case NEOSIG_CPU_SHA512:
        return "sha512";
    case NEOSIG_CPU_DIT:
        return "dit";
    case NEOSIG_CPU_AVX2:
        return "avx2";
    case NEOSIG_CPU_AESNI:
        return "aes-ni";
    case NEOSIG_CPU_SHANI:
        return "sha-ni";
    case NEOSIG_CPU_FAST_SHA3:
        return "fast-sha3";
    case NEOSIG_CPU_VAES:
        return "vaes";
    case NEOSIG_CPU_GFNI:
        return "gfni";
    case NEOSIG_CPU_AVX512VL:
        return "avx512vl";
    }
    return NULL;
}
