#include "api/internal.h"
#include "key/der.h"

#include <stdio.h>
#include <string.h>

/* ---- Elements ---- */

/* A byte of a tag or a length, which are public. */
static uint8_t known(const uint8_t *byte)
{
    neosig_declassify(byte, 1, "the structure of a key file");
    return *byte;
}

int neosig_der_take(neosig_der_piece *in, uint8_t tag, neosig_der_piece *content)
{
    if (in->bytes < 2 || known(in->data) != tag)
        return 0;
    size_t header = 2, length = known(in->data + 1);
    if (length >= 0x80) {
        size_t digits = length & 0x7f;
        if (digits == 0 || digits > 4 || in->bytes < 2 + digits || known(in->data + 2) == 0)
            return 0;
        length = 0;
        for (size_t i = 0; i < digits; i++)
            length = length << 8 | known(in->data + 2 + i);
        if (length < 0x80)
            return 0;
        header += digits;
    }
    if (length > in->bytes - header)
        return 0;
    content->data = in->data + header;
    content->bytes = length;
    in->data += header + length;
    in->bytes -= header + length;
    return 1;
}

void neosig_der_put(neosig_der_writer *w, const void *data, size_t bytes)
{
    if (bytes == 0) /* data may be NULL */
        return;
    w->at -= bytes;
    memcpy(w->at, data, bytes);
}

void neosig_der_put_header(neosig_der_writer *w, uint8_t tag, const uint8_t *stop)
{
    size_t length = (size_t)(stop - w->at);
    if (length < 0x80) {
        *--w->at = (uint8_t)length;
    } else {
        uint8_t digits = 0;
        for (; length; length >>= 8, digits++)
            *--w->at = (uint8_t)length;
        *--w->at = 0x80 | digits;
    }
    *--w->at = tag;
}

/* ---- Object identifiers: an arc is a number of any size, here in digits of 7 or 10, lowest first ---- */

enum { SEPTETS = 24, DECIMALS = 52 };

/* number = number * factor + addend, in count digits to the base; 0 if it does not fit. */
static int multiply_add(uint8_t *number, size_t count, unsigned base, unsigned factor, unsigned addend)
{
    for (size_t i = 0; i < count; i++) {
        addend += number[i] * factor;
        number[i] = (uint8_t)(addend % base);
        addend /= base;
    }
    return addend == 0;
}

static size_t digits_used(const uint8_t *number, size_t count)
{
    while (count > 1 && number[count - 1] == 0)
        count--;
    return count;
}

size_t neosig_der_oid_encode(uint8_t oid[NEOSIG_DER_OID_BYTES], const char *dotted)
{
    if (dotted[0] < '0' || dotted[0] > '2' || dotted[1] != '.')
        return 0;
    unsigned first = (unsigned)(dotted[0] - '0') * 40; /* the first two arcs are one number */
    size_t used = 0;
    const char *p = dotted + 1;
    while (*p == '.')
        NEOSIG_LOOP(assigns(p, first, used, __CPROVER_object_upto(oid, NEOSIG_DER_OID_BYTES)),
                    invariant(in_text(p, dotted) && used <= NEOSIG_DER_OID_BYTES && first < 128),
                    decreases(__CPROVER_OBJECT_SIZE(dotted) - offset(p)))
    {
        NEOSIG_POINTER(p, dotted);
        uint8_t arc[SEPTETS] = {0};
        const char *start = ++p;
        for (; *p >= '0' && *p <= '9'; p++)
            NEOSIG_LOOP(assigns(p, whole(arc)), invariant(in_text(p, dotted) && offset(start) <= offset(p)),
                        decreases(__CPROVER_OBJECT_SIZE(dotted) - offset(p)))
        {
            NEOSIG_POINTER(p, dotted);
            if (!multiply_add(arc, SEPTETS, 128, 10, (unsigned)(*p - '0')))
                return 0;
        }
        NEOSIG_POINTER(p, dotted);
        if (p == start || !multiply_add(arc, SEPTETS, 128, 1, first))
            return 0;
        first = 0;
        size_t septets = digits_used(arc, SEPTETS);
        if (septets > NEOSIG_DER_OID_BYTES - used)
            return 0;
        while (septets--)
            NEOSIG_LOOP(assigns(septets, used, __CPROVER_object_upto(oid, NEOSIG_DER_OID_BYTES)),
                        invariant(septets <= entry(septets) && used + septets == entry(used) + entry(septets)),
                        decreases(septets))
        {
            oid[used++] = (uint8_t)(arc[septets] | (septets ? 0x80 : 0));
        }
    }
    NEOSIG_POINTER(p, dotted);
    return *p ? 0 : used;
}

void neosig_der_put_oid(neosig_der_writer *w, const char *dotted)
{
    const uint8_t *const stop = w->at;
    uint8_t oid[NEOSIG_DER_OID_BYTES];
    neosig_der_put(w, oid, neosig_der_oid_encode(oid, dotted));
    neosig_der_put_header(w, NEOSIG_DER_OBJECT_IDENTIFIER, stop);
}

void neosig_der_put_algorithm(neosig_der_writer *w, const char *dotted)
{
    const uint8_t *const stop = w->at;
    neosig_der_put_oid(w, dotted);
    neosig_der_put_header(w, NEOSIG_DER_SEQUENCE, stop);
}

int neosig_der_take_oid(neosig_der_piece *in, const char *dotted)
{
    neosig_der_piece ahead = *in, oid;
    uint8_t wanted[NEOSIG_DER_OID_BYTES];
    const size_t bytes = neosig_der_oid_encode(wanted, dotted);
    if (!neosig_der_take(&ahead, NEOSIG_DER_OBJECT_IDENTIFIER, &oid) || oid.bytes != bytes)
        return 0;
    neosig_declassify(oid.data, bytes, "the structure of a key file");
    if (memcmp(oid.data, wanted, bytes) != 0)
        return 0;
    *in = ahead;
    return 1;
}

void neosig_der_oid_decode(char dotted[NEOSIG_DER_OID_TEXT], neosig_der_piece oid)
{
    size_t used = 0;
    uint8_t arc[DECIMALS] = {0};
    for (size_t i = 0; i < oid.bytes; i++)
        NEOSIG_LOOP(assigns(i, used, arc, __CPROVER_object_upto(dotted, NEOSIG_DER_OID_TEXT)),
                    invariant(i <= oid.bytes && used < NEOSIG_DER_OID_TEXT - 1 && implies(i == 0, used == 0)),
                    decreases(oid.bytes - i))
    {
        if (!multiply_add(arc, DECIMALS, 10, 128, oid.data[i] & 0x7f) || used + DECIMALS + 4 > NEOSIG_DER_OID_TEXT) {
            used = 0;
            break;
        }
        if (oid.data[i] & 0x80)
            continue;
        if (used == 0) { /* the first arc is 0, 1 or 2; what is 80 or more belongs to 2 */
            unsigned root = digits_used(arc, DECIMALS) > 2 || arc[1] >= 8 ? 2 : arc[1] >= 4 ? 1 : 0;
            for (unsigned borrow = 4 * root, k = 1; borrow; k++) {
                unsigned have = arc[k];
                arc[k] = (uint8_t)((have + 10 - borrow) % 10);
                borrow = have < borrow;
            }
            dotted[used++] = (char)('0' + root);
        }
        dotted[used++] = '.';
        for (size_t k = digits_used(arc, DECIMALS); k--;)
            NEOSIG_LOOP(assigns(k, used, __CPROVER_object_upto(dotted, NEOSIG_DER_OID_TEXT)),
                        invariant(k <= entry(k) && used + k == entry(used) + entry(k)), decreases(k))
        {
            dotted[used++] = (char)('0' + arc[k]);
        }
        memset(arc, 0, sizeof arc);
    }
    if (used == 0 || (oid.data[oid.bytes - 1] & 0x80)) {
        dotted[0] = '?';
        used = 1;
    }
    dotted[used] = '\0';
}
