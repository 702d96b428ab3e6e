#include "json_reader.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32, NUMBER_MOST = 64 };

/* Each skip_ returns the place behind what begins at p, NULL if that is not there. */

static const char *skip_space(const char *p, const char *end)
    NEOSIG_CONTRACT(requires(readable(p, end)), assigns(), ensures(in_order(p, returned, end)))
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r'))
        NEOSIG_LOOP(assigns(p), invariant(in_order(entry(p), p, end)), decreases(end - p))
    {
        p++;
    }
    return p;
}

static int is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static const char *skip_string(const char *p, const char *end)
    NEOSIG_CONTRACT(requires(readable(p, end) && p < end), assigns(), ensures(!returned || in_order(p, returned, end)))
{
    for (p++; p < end && *p != '"'; p++)
        NEOSIG_LOOP(assigns(p), invariant(in_order(entry(p), p, end)), decreases(end - p))
    {
        if ((unsigned char)*p < 0x20)
            return NULL;
        if (*p != '\\')
            continue;
        if (++p == end || !*p || !strchr("\"\\/bfnrtu", *p))
            return NULL;
        for (int i = 0; *p == 'u' && i < 4; i++)
            if (end - p <= i + 1 || !is_hex(p[i + 1]))
                return NULL;
    }
    return p < end ? p + 1 : NULL;
}

static const char *skip_digits(const char *p, const char *end)
    NEOSIG_CONTRACT(requires(readable(p, end)), assigns(), ensures(!returned || in_order(p, returned, end)))
{
    const char *begin = p;
    while (p < end && *p >= '0' && *p <= '9')
        NEOSIG_LOOP(assigns(p), invariant(in_order(entry(p), p, end)), decreases(end - p))
    {
        p++;
    }
    return p > begin ? p : NULL;
}

static const char *skip_number(const char *p, const char *end)
    NEOSIG_CONTRACT(requires(readable(p, end) && p < end), assigns(), ensures(!returned || in_order(p, returned, end)))
{
    p += *p == '-';
    const int zero = p < end && *p == '0';
    p = zero ? p + 1 : skip_digits(p, end);
    if (p && p < end && *p == '.')
        p = skip_digits(p + 1, end);
    if (p && p < end && (*p == 'e' || *p == 'E')) {
        p++;
        p += p < end && (*p == '+' || *p == '-');
        p = skip_digits(p, end);
    }
    return p;
}

static const char *skip_word(const char *p, const char *end, const char *word)
    NEOSIG_CONTRACT(requires(readable(p, end)), assigns(), ensures(!returned || in_order(p, returned, end)))
{
    const size_t bytes = strlen(word);
    return (size_t)(end - p) >= bytes && memcmp(p, word, bytes) == 0 ? p + bytes : NULL;
}

static const char *skip_value(const char *p, const char *end, int depth)
    NEOSIG_CONTRACT(requires(readable(p, end) && depth <= DEEPEST), assigns(),
                    ensures(!returned || in_order(p, returned, end)));

/* "name" : and the space after it */
static const char *skip_name(const char *p, const char *end)
    NEOSIG_CONTRACT(requires(readable(p, end)), assigns(), ensures(!returned || in_order(p, returned, end)))
{
    p = p < end && *p == '"' ? skip_string(p, end) : NULL;
    p = p ? skip_space(p, end) : NULL;
    return p && p < end && *p == ':' ? skip_space(p + 1, end) : NULL;
}

/* An object or an array. */
static const char *skip_list(const char *p, const char *end, int depth)
    NEOSIG_CONTRACT(requires(readable(p, end) && p < end && depth <= DEEPEST), assigns(),
                    ensures(!returned || in_order(p, returned, end)))
{
    const int object = *p == '{';
    const char close = object ? '}' : ']';
    p = skip_space(p + 1, end);
    if (p < end && *p == close)
        return p + 1;
    while (p)
        NEOSIG_LOOP(assigns(p), invariant(!p || in_order(entry(p), p, end)))
    {
        p = object ? skip_name(p, end) : p;
        p = p ? skip_value(p, end, depth) : NULL;
        p = p ? skip_space(p, end) : NULL;
        if (!p || p == end || (*p != ',' && *p != close))
            return NULL;
        if (*p++ == close)
            return p;
        p = skip_space(p, end);
    }
    return NULL;
}

static const char *skip_value(const char *p, const char *end, int depth)
{
    if (p == end || depth == DEEPEST)
        return NULL;
    switch (*p) {
    case '{':
    case '[':
        return skip_list(p, end, depth + 1);
    case '"':
        return skip_string(p, end);
    case 't':
        return skip_word(p, end, "true");
    case 'f':
        return skip_word(p, end, "false");
    case 'n':
        return skip_word(p, end, "null");
    default:
        return skip_number(p, end);
    }
}

int json_read(json_value *value, const char *text, size_t bytes)
{
    const char *end = text + bytes;
    value->at = skip_space(text, end);
    value->end = skip_value(value->at, end, 0);
    return value->end && skip_space(value->end, end) == end ? 0 : -1;
}

/* The elements of a list begin behind its bracket, and behind commas. */
static const char *first_of(json_value list)
{
    return skip_space(list.at + 1, list.end);
}

static const char *after(const char *p, json_value list)
{
    p = skip_space(p, list.end);
    return *p == ',' ? skip_space(p + 1, list.end) : p;
}

int json_read_member(json_value *value, json_value object, const char *name)
{
    if (*object.at != '{')
        return -1;
    const size_t bytes = strlen(name);
    for (const char *p = first_of(object); *p != '}'; p = after(value->end, object)) {
        value->at = skip_name(p, object.end);
        value->end = skip_value(value->at, object.end, 0);
        if (strncmp(p + 1, name, bytes) == 0 && p[bytes + 1] == '"')
            return 0;
    }
    return -1;
}

int json_read_next(json_value *value, json_value array)
{
    if (*array.at != '[')
        return -1;
    value->at = value->at ? after(value->end, array) : first_of(array);
    if (*value->at == ']')
        return -1;
    value->end = skip_value(value->at, array.end, 0);
    return 0;
}

int json_read_text(char *text, size_t bytes, json_value value)
{
    const size_t length = (size_t)(value.end - value.at);
    if (*value.at != '"' || length - 2 >= bytes || memchr(value.at, '\\', length))
        return -1;
    memcpy(text, value.at + 1, length - 2);
    text[length - 2] = '\0';
    return 0;
}

int json_read_number(double *number, json_value value)
{
    char text[NUMBER_MOST];
    const size_t length = (size_t)(value.end - value.at);
    if ((*value.at != '-' && (*value.at < '0' || *value.at > '9')) || length >= sizeof text)
        return -1;
    memcpy(text, value.at, length);
    text[length] = '\0';
    *number = strtod(text, NULL);
    return 0;
}
