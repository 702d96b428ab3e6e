/* PEM text (RFC 7468): written in its strict form, read in its lax one. For secrets too: neither direction branches on
 * or looks up by the content. */
#ifndef NEOSIG_KEY_PEM_H
#define NEOSIG_KEY_PEM_H

#include "key/der.h"

#include <stddef.h>
#include <stdint.h>

/* Of contracts: a label is shorter than NEOSIG_PEM_LABEL; the bytes of a text. */
#define is_label(text) (is_text(text) && strlen(text) < 40)
#define pem_text_bytes(label, bytes) (((bytes) + 2) / 3 * 4 + ((bytes) + 47) / 48 + 2 * strlen(label) + 32)

/* Bytes of the text around so many bytes of content. */
size_t neosig_pem_bytes(const char *label, size_t bytes)
    NEOSIG_CONTRACT(requires(is_label(label) && fits(bytes)), assigns(),
                    ensures(returned == pem_text_bytes(label, bytes)));

/* Writes neosig_pem_bytes(label, bytes) bytes of text, no final zero. */
void neosig_pem_encode(uint8_t *text, const char *label, const uint8_t *data, size_t bytes)
    NEOSIG_CONTRACT(requires(is_label(label) && bytes < 1 << 24 && is_fresh(data, bytes)),
                    requires(is_fresh(text, pem_text_bytes(label, bytes))), assigns(whole(text)));

enum { NEOSIG_PEM_LABEL = 40 };

/* Takes the next block from the front of the text, with what stands before it: its label, and the lines between its
 * boundaries. The label is "" where there is no block left. Lines end with LF, CR LF or CR; blanks may follow a
 * boundary. Returns NULL, or what is wrong with the block. */
const char *neosig_pem_take(neosig_der_piece *text, char label[NEOSIG_PEM_LABEL], neosig_der_piece *body)
    NEOSIG_CONTRACT(requires(is_fresh(text, sizeof *text) && fits(text->bytes) && is_fresh(text->data, text->bytes)),
                    requires(is_fresh(label, NEOSIG_PEM_LABEL) && is_fresh(body, sizeof *body)),
                    assigns(*text, *body, __CPROVER_object_upto(label, NEOSIG_PEM_LABEL)),
                    ensures(tail_of(text->data, text->bytes, before(text->data), before(text->bytes))),
                    ensures(implies(label[0] != '\0', in_order(before(text->data), body->data, text->data))),
                    ensures(implies(label[0] != '\0', body->bytes <= offset(text->data) - offset(body->data))));

/* The bytes that base64 with any white space in it stands for. Returns NULL, or what is wrong. */
const char *neosig_pem_decode(uint8_t *data, size_t *bytes, neosig_der_piece body)
    NEOSIG_CONTRACT(requires(fits(body.bytes) && is_fresh(body.data, body.bytes)),
                    requires(is_fresh(data, body.bytes / 4 * 3) && is_fresh(bytes, sizeof *bytes)),
                    assigns(__CPROVER_object_upto(data, body.bytes / 4 * 3), *bytes),
                    ensures(*bytes <= body.bytes / 4 * 3));

#endif
