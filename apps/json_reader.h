/* A reader of JSON (RFC 8259) in memory. A value is a piece of the text. json.h writes. */
#ifndef JSON_READER_H
#define JSON_READER_H

#include "core/contract.h"

#include <stddef.h>

typedef struct json_value {
    const char *at, *end; /* from its first character to behind its last */
} json_value;

/* The one value that a whole text is, at most 32 deep. 0, or -1 if it is none. The other functions take only pieces of
 * such a value. */
int json_read(json_value *value, const char *text, size_t bytes)
    NEOSIG_CONTRACT(requires(is_fresh(value, sizeof *value) && fits(bytes) && is_fresh(text, bytes)), assigns(*value),
                    ensures(implies(returned == 0, in_order(text, value->at, value->end))));

/* The first member called name of an object. 0, or -1 if it has none, or is no object. Names with escapes in them are
 * taken as they are written. */
int json_read_member(json_value *value, json_value object, const char *name);

/* The elements of an array, one a call: value holds the one before, at first {0}. 0, or -1 after the last, or if it is
 * no array. */
int json_read_next(json_value *value, json_value array);

/* 0, or -1 if it is no string, has escapes, or does not fit. */
int json_read_text(char *text, size_t bytes, json_value value)
    NEOSIG_CONTRACT(requires(fits(bytes) && bytes > 0 && is_fresh(text, bytes)),
                    requires(readable(value.at, value.end)), requires(value.end - value.at >= 1),
                    assigns(upto(text, bytes)));

/* 0, or -1 if it is no number. */
int json_read_number(double *number, json_value value)
    NEOSIG_CONTRACT(requires(is_fresh(number, sizeof *number) && readable(value.at, value.end)),
                    requires(value.end - value.at >= 1), assigns(*number));

#endif
