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

static int any_line(char *out, size_t room, const char *format, const char *label)
{
    const size_t bytes = strlen(format) - 2 + length_of(label);
    __CPROVER_assert(bytes < room && __CPROVER_w_ok(out, bytes + 1), "a line has room");
    return (int)bytes;
}

#define strlen length_of
#define sprintf(out, format, label) any_line(out, SIZE_MAX, format, label)
#define snprintf any_line
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
    any_label.bytes = any_length();
    char *const text = any_bytes(any_label.bytes + 1);
    text[any_label.bytes] = '\0';
    any_label.text = text;
    neosig_pem_bytes(text, bytes);
}

void harness_neosig_pem_encode(void)
{
    size_t bytes;
    __CPROVER_assume(bytes < (size_t)1 << 24);
    any_label.bytes = any_length();
    any_label.text = any_bytes(1);
    neosig_pem_encode(any_bytes(neosig_pem_bytes(any_label.text, bytes)), any_label.text, any_bytes(bytes), bytes);
}
