/* PEM text (RFC 7468, its strict form), for secrets too: neither direction branches on or looks up by the content. */
#ifndef PEM_H
#define PEM_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the text around so many bytes of content; the same for the longest line ends and some blank lines. */
size_t pem_bytes(const char *label, size_t bytes);
size_t pem_most_bytes(const char *label, size_t bytes);

/* Writes pem_bytes(label, bytes) bytes of text, no final zero. */
void pem_encode(uint8_t *text, const char *label, const uint8_t *data, size_t bytes);

enum { PEM_LABEL = 40 };

/* The label of a text that begins as PEM does, "" if it does not; label takes PEM_LABEL bytes. */
void pem_label(char *label, const uint8_t *text, size_t text_bytes);

/* Decodes a text that is one block with this label and nothing else but blank lines around it. data takes
 * text_bytes / 4 * 3 bytes. Returns NULL, or what is wrong. */
const char *pem_decode(uint8_t *data, size_t *bytes, const char *label, const uint8_t *text, size_t text_bytes);

#endif
