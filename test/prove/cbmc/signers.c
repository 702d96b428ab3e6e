/* Lists of signers. What is printed and searched for has any result that it may have. */
#include "apps/signers.c"
#include "apps/text.c"
#include "piece.h"

char *hex_encode(char *text, const uint8_t *data, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(text, 2 * bytes + 1) && __CPROVER_r_ok(data, bytes), "text and bytes are there");
    return text;
}

void *memchr(const void *text, int c, size_t bytes)
{
    _Bool found;
    size_t at;
    __CPROVER_assert(__CPROVER_r_ok(text, bytes), "what is searched is there");
    return found && at < bytes ? (char *)text + at : NULL;
}

char *strchr(const char *text, int c)
{
    _Bool found;
    return found ? (char *)text : NULL;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    int order;
    __CPROVER_assert(__CPROVER_r_ok(a, bytes) && __CPROVER_r_ok(b, bytes), "what is compared is there");
    return order;
}

int any_fail(signers *s, size_t line, const char *format, ...)
{
    return -1;
}

int any_line(signers *s, neosig_der_piece line, size_t number)
{
    int code;
    __CPROVER_assert(__CPROVER_r_ok(line.data, line.bytes), "the line is there");
    return code;
}

void any_release(signers *s)
{
}

int snprintf(char *out, size_t room, const char *format, ...)
{
    int length;
    __CPROVER_assert(__CPROVER_w_ok(out, room), "there is room");
    return length;
}

void harness_signers_read(void)
{
    signers *s;
    const uint8_t *text;
    size_t bytes;
    has_free();
    signers_read(s, text, bytes);
}

void harness_take_word(void)
{
    const neosig_der_piece all = any_piece();
    neosig_der_piece line = all;
    const neosig_der_piece word = take_word(&line);
    __CPROVER_assert(all.data + all.bytes == line.data + line.bytes, "the rest is the end of the line");
    __CPROVER_assert(word.data + word.bytes == line.data && all.data <= word.data, "the word is before it");
}

void harness_signers_time(void)
{
    int64_t *seconds;
    const char *text;
    size_t length;
    has_free();
    signers_time(seconds, text, length);
}

void harness_read_limit(void)
{
    signers s;
    signer new;
    const signer old = new;
    if (read_limit(&s, &new, any_piece(), 1) == 1)
        __CPROVER_assert((old.after == INT64_MIN && new.after != INT64_MIN) ||
                             (old.before == INT64_MAX && new.before != INT64_MAX),
                         "one more limit");
}

void harness_is_setting(void)
{
    is_setting(any_piece());
}
