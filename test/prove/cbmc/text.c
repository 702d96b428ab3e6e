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
    size_t bytes;
    __CPROVER_assume(bytes >= 1 && bytes <= 4);
    const unsigned char *const text = any_bytes(bytes);
    text_unseen(text, bytes);
    text_steers(text, bytes);
}

unsigned any_steers(const unsigned char *text, size_t bytes)
{
    unsigned number;
    return number;
}

void harness_text_hide_controls(void)
{
    char *const text = any_text();
    text_hide_controls(text);
    __CPROVER_assert(ends(text), "a text is left");
}

void harness_text_ends_in(void)
{
    text_ends_in(any_text(), any_text());
}

void harness_text_grouped(void)
{
    uint64_t number;
    text_grouped(any_bytes(28), number);
}

void harness_text_hex(void)
{
    text_hex(any_bytes(65), any_bytes(32));
}
