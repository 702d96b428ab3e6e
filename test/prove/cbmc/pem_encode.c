/* Writing PEM. Of the lines that are printed only the lengths matter: of what is around the label, and of the label. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static struct {
    const char *text;
    size_t bytes;
} any_label;

static size_t length_of(const char *text)
{
    return text == any_label.text ? any_label.bytes : strlen(text);
}

/* Prints a format, of so many characters besides the label. */
static int any_line(char *out, size_t room, size_t bytes, const char *label)
{
    __CPROVER_assert(label == any_label.text, "the label");
    bytes += any_label.bytes;
    __CPROVER_assert(bytes < room && __CPROVER_w_ok(out, bytes + 1), "a line has room");
    return (int)bytes;
}

#define strlen length_of
#define sprintf(out, format, label) any_line(out, SIZE_MAX, sizeof format - 3, label)
#define snprintf(out, room, format, label) any_line(out, room, sizeof format - 3, label)
#include "any.h"
#include "key/pem.c"
#include "moved.h"

static size_t any_length(void)
{
    size_t bytes;
    __CPROVER_assume(bytes < NEOSIG_PEM_LABEL);
    return bytes;
}

_Static_assert(NEOSIG_PEM_LABEL == 40, "as the contract of neosig_pem_bytes says");

void harness_neosig_pem_bytes(void)
{
    size_t bytes;
    has_free();
    any_label.bytes = any_length();
    char *const text = any_bytes(any_label.bytes + 1);
    text[any_label.bytes] = '\0';
    any_label.text = text;
    neosig_pem_bytes(text, bytes);
}

void harness_neosig_pem_encode(void)
{
    uint8_t *text, *data;
    size_t bytes;
    any_label.bytes = any_length();
    char *const label = any_bytes(1);
    *label = '\0';
    any_label.text = label;
    has_free();
    neosig_pem_encode(text, label, data, bytes);
}
