#include "any.h"
#include "json_reader.c"

/* A place in a text, or behind its end: `after` bytes follow at least. */
static const char *any_place(const char **end, size_t after)
{
    size_t bytes, at;
    __CPROVER_assume(fits(bytes) && at <= bytes && bytes - at >= after);
    const char *const text = any_bytes(bytes);
    *end = text + bytes;
    return text + at;
}

void harness_skip_space(void)
{
    const char *end, *const p = any_place(&end, 0);
    skip_space(p, end);
}

void harness_skip_string(void)
{
    const char *end, *const p = any_place(&end, 1);
    skip_string(p, end);
}

void harness_skip_digits(void)
{
    const char *end, *const p = any_place(&end, 0);
    skip_digits(p, end);
}

void harness_skip_number(void)
{
    const char *end, *const p = any_place(&end, 1);
    skip_number(p, end);
}

void harness_skip_word(void)
{
    static const char *const words[] = {"true", "false", "null"};
    unsigned i;
    const char *end, *const p = any_place(&end, 0);
    __CPROVER_assume(i < 3);
    skip_word(p, end, words[i]);
}

void harness_skip_name(void)
{
    const char *end, *const p = any_place(&end, 0);
    skip_name(p, end);
}

void harness_skip_list(void)
{
    int depth;
    const char *end, *const p = any_place(&end, 1);
    skip_list(p, end, depth);
}

void harness_skip_value(void)
{
    int depth;
    const char *end, *const p = any_place(&end, 0);
    skip_value(p, end, depth);
}

void harness_json_read(void)
{
    json_value *value;
    const char *text;
    size_t bytes;
    json_read(value, text, bytes);
}
