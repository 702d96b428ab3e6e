/* Characters that may come from outside, and numbers for people. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of the UTF-8 character (RFC 3629) that text, which ends with a zero, begins with; 0 if there is none. */
size_t text_character(const unsigned char *text);

/* The number of such a character if it steers a terminal, else 0. What steers: control characters, and those that
 * separate lines or turn the direction of writing. */
unsigned text_steers(const unsigned char *text, size_t bytes);

/* Whether it is a blank of any kind, or nobody sees it: two names may differ in it alone. */
int text_unseen(const unsigned char *text, size_t bytes);

/* What would steer a terminal becomes '?', as do bytes that are not UTF-8. */
void text_hide_controls(char *text);

/* Whether it has this end, and more in front. */
int text_ends_in(const char *text, const char *end);

/* 1234567 as "1,234,567"; text takes 28 bytes. Returns text. */
char *text_grouped(char *text, uint64_t number);

/* The 64 hexadecimal digits of a fingerprint. Returns text. */
char *text_hex(char text[65], const uint8_t fingerprint[32]);

#endif
