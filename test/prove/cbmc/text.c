/* Characters and numbers of the program. */
#include "apps/text.c"
#include "texts.h"

int snprintf(char *out, size_t room, const char *format, ...)
{
    int length;
    __CPROVER_assert(__CPROVER_w_ok(out, room) && room > 20, "there is room for any number");
    __CPROVER_assume(length >= 1 && length <= 20);
    return length;
}

/* Of a character that its text has. */
void harness_text_unseen(void)
{
    const unsigned char *text;
    size_t bytes;
    text_unseen(text, bytes);
}

void harness_text_steers(void)
{
    const unsigned char *text;
    size_t bytes;
    text_steers(text, bytes);
}

unsigned any_steers(const unsigned char *text, size_t bytes)
{
    unsigned number;
    return number;
}

void harness_text_hide_controls(void)
{
    text_hide_controls(any_text());
}

void harness_text_ends_in(void)
{
    text_ends_in(any_text(), any_text());
}

void harness_text_grouped(void)
{
    char *text;
    uint64_t number;
    text_grouped(text, number);
}

void harness_text_hex(void)
{
    char *text;
    const uint8_t *fingerprint;
    text_hex(text, fingerprint);
}

void harness_text_character(void)
{
    text_character((const unsigned char *)any_text());
}
