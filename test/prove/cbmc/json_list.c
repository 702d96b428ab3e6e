/* Members of objects and elements of arrays, as json_read finds them. Where spaces, names and values end is any
 * function of where they begin. */
#include "any.h"
#include "core/contract.h"
#include "json_reader.c"

enum { MOST = 12 };

static const char *text;
static size_t bytes, space_ends[MOST + 1], name_ends[MOST + 1], value_ends[MOST + 1]; /* 0: there is none */

static size_t place_of(const char *p)
{
    __CPROVER_assert(__CPROVER_same_object(p, text) && offset(p) <= bytes, "a place of the text");
    return offset(p);
}

static const char *end_of(const size_t *ends, const char *p)
{
    const size_t end = ends[place_of(p)];
    return end != 0 ? text + end : NULL;
}

const char *any_space(const char *p, const char *end)
{
    return text + space_ends[place_of(p)];
}

const char *any_name(const char *p, const char *end)
{
    return end_of(name_ends, p);
}

const char *any_value(const char *p, const char *end, int depth)
{
    return end_of(value_ends, p);
}

/* A name has quotes at both ends. No value begins with a bracket that ends a list. */
static json_value any_list(char bracket)
{
    size_t any;
    bytes = any;
    __CPROVER_havoc_object(space_ends);
    __CPROVER_havoc_object(name_ends);
    __CPROVER_havoc_object(value_ends);
    __CPROVER_assume(2 <= bytes && bytes <= MOST);
    char *const made = any_bytes(bytes);
    made[0] = bracket;
    text = made;
    for (size_t i = 0; i <= MOST; i++) {
        size_t quote;
        __CPROVER_assume(i > bytes || (i <= space_ends[i] && space_ends[i] <= bytes));
        __CPROVER_assume(name_ends[i] == 0 || (i < quote && quote < name_ends[i] && name_ends[i] <= bytes &&
                                               text[i] == '"' && text[quote] == '"'));
        __CPROVER_assume(value_ends[i] == 0 ||
                         (i < value_ends[i] && value_ends[i] <= bytes && text[i] != ']' && text[i] != '}'));
    }
    __CPROVER_assume(skip_list(text, text + bytes, 0) == text + bytes);
    return (json_value){text, text + bytes};
}

void harness_json_read_member(void)
{
    json_value value;
    char name[3];
    __CPROVER_assume(name[0] != '"' && name[1] != '"');
    name[2] = '\0';
    if (json_read_member(&value, any_list('{'), name) == 0)
        __CPROVER_assert(in_order(text, value.at, value.end) && offset(value.end) < bytes, "a value in the object");
}

void harness_json_read_next(void)
{
    json_value value = {0};
    const json_value array = any_list('[');
    while (json_read_next(&value, array) == 0)
        __CPROVER_assert(in_order(text, value.at, value.end) && offset(value.end) < bytes, "a value in the array");
}
