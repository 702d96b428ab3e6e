/* As much of DER (X.690) as key files need, strict: definite lengths in their shortest form. */
#ifndef NEOSIG_KEY_DER_H
#define NEOSIG_KEY_DER_H

#include "core/contract.h"

#include <stddef.h>
#include <stdint.h>

enum {
    NEOSIG_DER_INTEGER = 0x02,
    NEOSIG_DER_BIT_STRING = 0x03,
    NEOSIG_DER_OCTET_STRING = 0x04,
    NEOSIG_DER_NULL = 0x05,
    NEOSIG_DER_OBJECT_IDENTIFIER = 0x06,
    NEOSIG_DER_SEQUENCE = 0x30,
    NEOSIG_DER_SET = 0x31,
    NEOSIG_DER_CONTEXT_0 = 0x80, /* what it stands for is a string: the tags of fields [0], [1] */
    NEOSIG_DER_CONTEXT_1 = 0x81,
    NEOSIG_DER_CONTEXT_0_SET = 0xa0
};

typedef struct neosig_der_piece {
    const uint8_t *data;
    size_t bytes;
} neosig_der_piece;

/* Takes the element with this tag from the front of in; 0, with nothing taken, if it is not there or is not DER. */
int neosig_der_take(neosig_der_piece *in, uint8_t tag, neosig_der_piece *content)
    NEOSIG_CONTRACT(requires(is_fresh(in, sizeof *in) && is_fresh(content, sizeof *content)),
                    requires(fits(in->bytes) && is_fresh(in->data, in->bytes)), assigns(*in, *content),
                    ensures(tail_of(in->data, in->bytes, before(in->data), before(in->bytes))),
                    ensures(implies(!returned, in->bytes == before(in->bytes))),
                    ensures(implies(returned, content->data + content->bytes == in->data)),
                    ensures(implies(returned, content->bytes + 2 + in->bytes <= before(in->bytes))));

/* Writing goes backwards from the end of a buffer, so that each length is known when its header's turn comes. */
typedef struct neosig_der_writer {
    uint8_t *at;  /* the first byte written */
    uint8_t *end; /* behind the last one */
} neosig_der_writer;

void neosig_der_put(neosig_der_writer *w, const void *data, size_t bytes)
    NEOSIG_CONTRACT(requires(__CPROVER_w_ok(w, sizeof *w) && room_before(w->at, bytes)),
                    requires(is_fresh(data, bytes) || bytes == 0), assigns(w->at, upto(w->at - bytes, bytes)),
                    ensures(w->at == before(w->at) - bytes));

/* The header of an element whose content is all that was written from w->at up to stop. */
void neosig_der_put_header(neosig_der_writer *w, uint8_t tag, const uint8_t *stop)
    NEOSIG_CONTRACT(requires(__CPROVER_w_ok(w, sizeof *w) && room_before(w->at, 6)),
                    requires(readable(w->at, stop) && offset(stop) - offset(w->at) < (size_t)1 << 32),
                    assigns(w->at, upto(w->at - 6, 6)), ensures(in_order(before(w->at) - 6, w->at, before(w->at) - 2)));

enum { NEOSIG_DER_OID_BYTES = 40, NEOSIG_DER_OID_TEXT = 128 };

/* The content of an OBJECT IDENTIFIER from dotted decimal with arcs of any size: its length, or 0 if the text is none
 * or does not fit. */
size_t neosig_der_oid_encode(uint8_t oid[NEOSIG_DER_OID_BYTES], const char *dotted)
    NEOSIG_CONTRACT(requires(__CPROVER_w_ok(oid, NEOSIG_DER_OID_BYTES) && is_text(dotted)),
                    assigns(upto(oid, NEOSIG_DER_OID_BYTES)), ensures(returned <= NEOSIG_DER_OID_BYTES));

/* An OBJECT IDENTIFIER that neosig names: written, and taken from the front of in; 0, with nothing taken, if it is not
 * this one. */
void neosig_der_put_oid(neosig_der_writer *w, const char *dotted)
    NEOSIG_CONTRACT(requires(__CPROVER_w_ok(w, sizeof *w) && room_before(w->at, NEOSIG_DER_OID_BYTES + 6)),
                    requires(is_text(dotted)),
                    assigns(w->at, upto(w->at - NEOSIG_DER_OID_BYTES - 6, NEOSIG_DER_OID_BYTES + 6)),
                    ensures(in_order(before(w->at) - NEOSIG_DER_OID_BYTES - 6, w->at, before(w->at) - 2)));
int neosig_der_take_oid(neosig_der_piece *in, const char *dotted)
    NEOSIG_CONTRACT(requires(is_fresh(in, sizeof *in) && fits(in->bytes) && is_fresh(in->data, in->bytes)),
                    requires(is_text(dotted)), assigns(*in),
                    ensures(tail_of(in->data, in->bytes, before(in->data), before(in->bytes))),
                    ensures(returned ? in->bytes + 2 <= before(in->bytes) : in->bytes == before(in->bytes)));

/* An AlgorithmIdentifier without parameters. */
void neosig_der_put_algorithm(neosig_der_writer *w, const char *dotted)
    NEOSIG_CONTRACT(requires(__CPROVER_w_ok(w, sizeof *w) && room_before(w->at, NEOSIG_DER_OID_BYTES + 12)),
                    requires(is_text(dotted)),
                    assigns(w->at, upto(w->at - NEOSIG_DER_OID_BYTES - 12, NEOSIG_DER_OID_BYTES + 12)),
                    ensures(in_order(before(w->at) - NEOSIG_DER_OID_BYTES - 12, w->at, before(w->at) - 4)));

/* The way back, for messages; "?" where it is none or does not fit. */
void neosig_der_oid_decode(char dotted[NEOSIG_DER_OID_TEXT], neosig_der_piece oid)
    NEOSIG_CONTRACT(requires(is_fresh(dotted, NEOSIG_DER_OID_TEXT) && fits(oid.bytes) && is_fresh(oid.data, oid.bytes)),
                    assigns(upto(dotted, NEOSIG_DER_OID_TEXT)), ensures(has_zero(dotted, NEOSIG_DER_OID_TEXT)));

#endif
