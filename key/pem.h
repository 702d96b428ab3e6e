/* PEM text (RFC 7468): written in its strict form, read in its lax one. For secrets too: neither direction branches on
 * or looks up by the content. */
#ifndef NEOSIG_KEY_PEM_H
#define NEOSIG_KEY_PEM_H

#include "key/der.h"

#include <stddef.h>
#include <stdint.h>

/* Bytes of the text around so many bytes of content. */
size_t neosig_pem_bytes(const char *label, size_t bytes);

/* Writes neosig_pem_bytes(label, bytes) bytes of text, no final zero. */
void neosig_pem_encode(uint8_t *text, const char *label, const uint8_t *data, size_t bytes);

enum { NEOSIG_PEM_LABEL = 40 };

/* Takes the next block from the front of the text, with what stands before it: its label, and the lines between its
 * boundaries. The label is "" where there is no block left. Lines end with LF, CR LF or CR; blanks may follow a
 * boundary. Returns NULL, or what is wrong with the block. */
const char *neosig_pem_take(neosig_der_piece *text, char label[NEOSIG_PEM_LABEL], neosig_der_piece *body);

/* The bytes that base64 with any white space in it stands for: at most body.bytes / 4 * 3. Returns NULL, or what is
 * wrong. */
const char *neosig_pem_decode(uint8_t *data, size_t *bytes, neosig_der_piece body);

#endif
