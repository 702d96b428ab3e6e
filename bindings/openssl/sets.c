#include "key/der.h"
#include "provider.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

unsigned security_bits(const neosig_alg *alg)
{
    if (alg->status == NEOSIG_BROKEN || alg->status == NEOSIG_WITHDRAWN)
        return 0;
    return alg->level == 5 ? 256 : alg->level == 3 ? 192 : 128;
}

void close_name(char *to, size_t room, const char *from)
{
    for (; *from != 0 && room > 1; from++)
        if (*from != '-') {
            *to++ = *from;
            room--;
        }
    *to = 0;
}

/* NIST's spelling of NIST's names, the library's of all others: NIST's have capitals but for the last letter of
 * SLH-DSA's. Aliases: the same without '-', as oqs-provider and OpenSSL have them; the object identifier; of NIST's the
 * name that OpenSSL has for that. */
void name_set(set *s)
{
    const int standard = s->alg->status == NEOSIG_STANDARD;
    char close[sizeof s->name];
    size_t n = 0;
    for (const char *from = s->alg->name; *from != 0 && n + 1 < sizeof s->name; from++)
        s->name[n++] = standard && from[1] != 0 ? (char)toupper((unsigned char)*from) : *from;
    close_name(close, sizeof close, s->name);
    const int other = strcmp(close, s->name) != 0;
    snprintf(s->names, sizeof s->names, "%s%s%s:%s%s%s", s->name, other ? ":" : "", other ? close : "", s->alg->oid,
             standard ? ":id-" : "", standard ? s->alg->name : "");
}

int identify_set(set *s)
{
    uint8_t oid[NEOSIG_DER_OID_BYTES], *const end = s->algorithm_id + sizeof s->algorithm_id;
    const size_t bytes = neosig_der_oid_encode(oid, s->alg->oid);
    neosig_der_writer w = {end, end};
    neosig_der_put(&w, oid, bytes);
    neosig_der_put_header(&w, NEOSIG_DER_OBJECT_IDENTIFIER, end);
    neosig_der_put_header(&w, NEOSIG_DER_SEQUENCE, end);
    s->algorithm_id_bytes = (size_t)(end - w.at);
    memmove(s->algorithm_id, w.at, s->algorithm_id_bytes);
    return bytes != 0;
}
