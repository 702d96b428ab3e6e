/* Characters that may come from outside, and numbers for people. */
#ifndef TEXT_H
#define TEXT_H

#include "core/contract.h"

#include <stddef.h>
#include <stdint.h>

/* The bytes of the UTF-8 character (RFC 3629) that text, which ends with a zero, begins with; 0 if there is none. */
size_t text_character(const unsigned char *text)
    NEOSIG_CONTRACT(requires(is_text(text)), assigns(), ensures(returned <= 4),
                    ensures(text[0] == '\0' ? returned == 1 : in_text(text + returned, text)));

/* The number of such a character if it steers a terminal, else 0. What steers: control characters, and those that
 * separate lines or turn the direction of writing. */
unsigned text_steers(const unsigned char *text, size_t bytes)
    NEOSIG_CONTRACT(requires(1 <= bytes && bytes <= 4 && is_fresh(text, bytes)), assigns(),
                    ensures(returned < 1 << 21));

/* Whether it is a blank of any kind, or nobody sees it: two names may differ in it alone. */
int text_unseen(const unsigned char *text, size_t bytes)
    NEOSIG_CONTRACT(requires(1 <= bytes && bytes <= 4 && is_fresh(text, bytes)), assigns());

/* What would steer a terminal becomes '?', as do bytes that are not UTF-8. */
void text_hide_controls(char *text) NEOSIG_CONTRACT(requires(is_text(text)), assigns(whole(text)), ensures(ends(text)));

/* Whether it has this end, and more in front. */
int text_ends_in(const char *text, const char *end) NEOSIG_CONTRACT(requires(is_text(text) && is_text(end)), assigns());

/* 1234567 as "1,234,567". Returns text. */
char *text_grouped(char *text, uint64_t number)
    NEOSIG_CONTRACT(requires(is_fresh(text, 28)), assigns(upto(text, 28)), ensures(returned == text));

/* The 64 hexadecimal digits of a fingerprint. Returns text. */
char *text_hex(char text[65], const uint8_t fingerprint[32])
    NEOSIG_CONTRACT(requires(is_fresh(text, 65) && is_fresh(fingerprint, 32)), assigns(upto(text, 65)),
                    ensures(returned == text && text[64] == '\0'));

#endif
