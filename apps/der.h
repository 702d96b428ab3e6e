/* As much of DER (X.690) as key files need, strict: definite lengths in their shortest form. */
#ifndef DER_H
#define DER_H

#include <stddef.h>
#include <stdint.h>

enum {
    DER_INTEGER = 0x02,
    DER_BIT_STRING = 0x03,
    DER_OCTET_STRING = 0x04,
    DER_OBJECT_IDENTIFIER = 0x06,
    DER_SEQUENCE = 0x30,
    DER_CONTEXT_0 = 0x80
};

typedef struct der_piece {
    const uint8_t *data;
    size_t bytes;
} der_piece;

/* Takes the element with this tag from the front of in; 0, with nothing taken, if it is not there or is not DER. */
int der_take(der_piece *in, uint8_t tag, der_piece *content);

/* Writing goes backwards from the end of a buffer, so that each length is known when its header's turn comes. The
 * buffer must have room: 6 bytes a header. */
typedef struct der_writer {
    uint8_t *at;  /* the first byte written */
    uint8_t *end; /* behind the last one */
} der_writer;

void der_put(der_writer *w, const void *data, size_t bytes);

/* The header of an element whose content is all that was written from w->at up to stop. */
void der_put_header(der_writer *w, uint8_t tag, const uint8_t *stop);

enum { DER_OID_BYTES = 40, DER_OID_TEXT = 128 };

/* The content of an OBJECT IDENTIFIER from dotted decimal with arcs of any size: its length, or 0 if the text is none
 * or does not fit. */
size_t der_oid_encode(uint8_t oid[DER_OID_BYTES], const char *dotted);

/* The way back, for messages; "?" where it is none or does not fit. */
void der_oid_decode(char dotted[DER_OID_TEXT], der_piece oid);

#endif
