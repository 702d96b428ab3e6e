/* JSON (RFC 8259) on standard output: names and values in the order of the calls, commas and quotes by themselves. */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>
#include <stdint.h>

/* In an object each value has a name; in an array, and outside of all, name is NULL. */
void json_object(const char *name);
void json_array(const char *name);
void json_end(void); /* of the innermost object or array; behind the outermost the line ends */

/* Whether there was one. */
int json_begun(void);

/* Text is UTF-8; a byte that is not becomes U+FFFD. NULL is null. */
void json_text(const char *name, const char *text);
void json_number(const char *name, uint64_t number);
void json_decimal(const char *name, double number, int digits); /* so many behind the point; negative: null */
void json_flag(const char *name, int flag);
void json_null(const char *name);

#endif
