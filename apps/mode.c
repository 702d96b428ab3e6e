#include "app.h"
#include "common/hex.h"
#include "mode.h"

#include <string.h>

static const char *const prehashes[] = {
    [NEOSIG_PREHASH_SHA2_224] = "sha2-224",         [NEOSIG_PREHASH_SHA2_256] = "sha2-256",
    [NEOSIG_PREHASH_SHA2_384] = "sha2-384",         [NEOSIG_PREHASH_SHA2_512] = "sha2-512",
    [NEOSIG_PREHASH_SHA2_512_224] = "sha2-512-224", [NEOSIG_PREHASH_SHA2_512_256] = "sha2-512-256",
    [NEOSIG_PREHASH_SHA3_224] = "sha3-224",         [NEOSIG_PREHASH_SHA3_256] = "sha3-256",
    [NEOSIG_PREHASH_SHA3_384] = "sha3-384",         [NEOSIG_PREHASH_SHA3_512] = "sha3-512",
    [NEOSIG_PREHASH_SHAKE128] = "shake128",         [NEOSIG_PREHASH_SHAKE256] = "shake256"};
enum { PREHASHES = sizeof prehashes / sizeof prehashes[0] };

const char *mode_prehash_name(neosig_prehash prehash)
{
    return (size_t)prehash < PREHASHES ? prehashes[prehash] : NULL;
}

neosig_prehash mode_prehash(const char *name)
{
    for (size_t i = 1; i < PREHASHES; i++)
        if (strcmp(name, prehashes[i]) == 0)
            return (neosig_prehash)i;
    return NEOSIG_PREHASH_NONE;
}

int mode_read(mode *m)
{
    m->options.size = sizeof m->options;
    if (m->context && m->context_hex)
        return app_usage("--context and --context-hex exclude each other");
    if (m->context) {
        const size_t bytes = strlen(m->context);
        if (bytes > MODE_CONTEXT_MOST)
            return app_usage("--context: %zu bytes, more than 255", bytes);
        memcpy(m->bytes, m->context, bytes);
        m->options.context_bytes = bytes;
    }
    if (m->context_hex) {
        const size_t digits = strlen(m->context_hex);
        if (digits % 2 || digits > 2 * MODE_CONTEXT_MOST)
            return app_usage("--context-hex: %zu digits; an even number up to 510 is needed", digits);
        if (hex_decode(m->bytes, digits / 2, m->context_hex) != 0)
            return app_usage("--context-hex: %s is not hexadecimal", m->context_hex);
        m->options.context_bytes = digits / 2;
    }
    m->options.context = m->bytes;
    if (m->deterministic)
        m->options.flags |= NEOSIG_DETERMINISTIC;
    if (m->twice)
        m->options.flags |= NEOSIG_SIGN_TWICE;
    if (m->prehash)
        m->options.prehash = mode_prehash(m->prehash);
    if (m->prehash && !m->options.prehash)
        return app_usage("unknown pre-hash %s (see neosig sign --help)", m->prehash);
    return 0;
}

const char *mode_lacks(const mode *m, const neosig_alg *alg)
{
    return (m->context || m->context_hex) && !(alg->features & NEOSIG_HAS_CONTEXT) ? "context strings"
           : m->prehash && !(alg->features & NEOSIG_HAS_PREHASH)                   ? "pre-hash modes"
           : m->deterministic && !(alg->features & NEOSIG_HAS_DETERMINISTIC)       ? "deterministic signing"
           : m->twice && !(alg->features & NEOSIG_HAS_FAULT_CHECKS)                ? "signing twice"
                                                                                   : NULL;
}

int mode_fits(const mode *m, const neosig_alg *alg)
{
    const char *const lacks = mode_lacks(m, alg);
    return lacks ? app_usage("%s has no %s", alg->name, lacks) : 0;
}
