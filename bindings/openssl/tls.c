#include "api/internal.h"
#include "provider.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Code points of signature schemes in TLS 1.3: of an arc of object identifiers, what the last number is added to.
 * ML-DSA's are IANA's, SLH-DSA's those of draft-reddy-tls-slhdsa. The others are from the range for private use (0xFE00
 * ... 0xFFFF): Falcon's and UOV Is's are oqs-provider's, which had them in 2026-07 with the same keys, signatures and
 * identifiers; all others are none of that project's. */
static const struct {
    const char *arc;
    unsigned base;
} points[] = {
    {"2.16.840.1.101.3.4.3.1", 0x0904 - 7}, /* ML-DSA: 17, 18, 19 */
    {"2.16.840.1.101.3.4.3.", 0x0911 - 20}, /* SLH-DSA, from 20 */
    {"1.3.9999.3.", 0xFECC},                /* Falcon, from 11 */
    {"1.3.9999.9.", 0xFF09},                /* UOV Is: the number behind the arc */
    {NEOSIG_OID_ARC "1.", 0xFE40},          /* SNOVA */
    {NEOSIG_OID_ARC "3.", 0xFE68},          /* Dilithium */
    {NEOSIG_OID_ARC "4.", 0xFE70},          /* HAETAE */
    {NEOSIG_OID_ARC "5.", 0xFE78},          /* FN-DSA, provisional */
    {NEOSIG_OID_ARC "7.", 0xFE80},          /* UOV but Is */
    {NEOSIG_OID_ARC "8.", 0xFE90},          /* MAYO */
};

/* The code point of a set. Broken and withdrawn ones have none: 0. */
static unsigned point_of(const neosig_alg *alg)
{
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        const size_t n = strlen(points[i].arc);
        if (security_bits(alg) != 0 && strncmp(alg->oid, points[i].arc, n) == 0)
            return points[i].base + (unsigned)strtoul(alg->oid + n, NULL, 10);
    }
    return 0;
}

/* Whether the object of this set has this name: what is registered already is registered again. */
static int is_called(const set *s, const char *name)
{
    s->in->set_error_mark(s->in->core);
    const int known = s->in->obj_add_sigid(s->in->core, name, "", s->alg->oid);
    s->in->pop_error_to_mark(s->in->core);
    return known;
}

static int offer(const set *s, unsigned point, OSSL_CALLBACK *callback, void *argument)
{
    char name[64], oid[128], object[128];
    int tls_1_3 = 0x0304, no_limit = 0, not_in_dtls = -1;
    unsigned bits = security_bits(s->alg);
    close_name(name, sizeof name, s->alg->name); /* as IANA's names of ML-DSA */
    snprintf(oid, sizeof oid, "%s", s->alg->oid);
    /* libssl chooses an algorithm by the name of an object, in its very letters and of at most 39. Of what oqs-provider
     * has, too, that is the name without '-' for both, and OpenSSL's own name where it has ML-DSA. Where somebody else
     * has named the object, its identifier will do, but nobody can write it in a list. */
    snprintf(object, sizeof object, "%s", is_called(s, name) ? name : is_called(s, s->name) ? s->name : oid);
    const OSSL_PARAM params[] = {PARAM("tls-sigalg-iana-name", OSSL_PARAM_UTF8_STRING, name, strlen(name) + 1),
                                 PARAM("tls-sigalg-name", OSSL_PARAM_UTF8_STRING, object, strlen(object) + 1),
                                 PARAM("tls-sigalg-oid", OSSL_PARAM_UTF8_STRING, oid, strlen(oid) + 1),
                                 PARAM("tls-sigalg-code-point", OSSL_PARAM_UNSIGNED_INTEGER, &point, sizeof point),
                                 PARAM("tls-sigalg-sec-bits", OSSL_PARAM_UNSIGNED_INTEGER, &bits, sizeof bits),
                                 PARAM("tls-min-tls", OSSL_PARAM_INTEGER, &tls_1_3, sizeof tls_1_3),
                                 PARAM("tls-max-tls", OSSL_PARAM_INTEGER, &no_limit, sizeof no_limit),
                                 PARAM("tls-min-dtls", OSSL_PARAM_INTEGER, &not_in_dtls, sizeof not_in_dtls),
                                 PARAM("tls-max-dtls", OSSL_PARAM_INTEGER, &not_in_dtls, sizeof not_in_dtls),
                                 PARAM_END};
    return callback(params, argument);
}

int tls_signature_algorithms(const provider *in, OSSL_CALLBACK *callback, void *argument)
{
    for (const set *s = in->sets; s < in->sets + SLOTS; s++) {
        const unsigned point = s->alg != NULL ? point_of(s->alg) : 0;
        if (point != 0 && (point < 0xFE00 || in->private_points) && !offer(s, point, callback, argument))
            return 0;
    }
    return 1;
}
