/* Hexadecimal. */
#ifndef NEOSIG_COMMON_HEX_H
#define NEOSIG_COMMON_HEX_H

#include "core/contract.h"

#include <stddef.h>
#include <stdint.h>

/* The value of a digit of either case, -1 if it is none. */
static inline int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Fills out from exactly 2 * bytes digits: 0, or -1 if text is anything else. */
static inline int hex_decode(uint8_t *out, size_t bytes, const char *text)
    NEOSIG_CONTRACT(requires(fits(bytes) && is_fresh(out, bytes) && is_text(text)), assigns(upto(out, bytes)),
                    ensures(returned == -1 || (returned == 0 && text[2 * bytes] == '\0')))
{
    for (size_t i = 0; i < bytes; i++)
        NEOSIG_LOOP(assigns(i, upto(out, bytes)),
                    invariant(i <= bytes && 2 * i < __CPROVER_OBJECT_SIZE(text) - offset(text)), decreases(bytes - i))
    {
        const int high = hex_digit(text[2 * i]), low = high < 0 ? -1 : hex_digit(text[2 * i + 1]);
        if (low < 0)
            return -1;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return text[2 * bytes] == '\0' ? 0 : -1;
}

/* Writes 2 * bytes small digits and a zero behind them; returns text. */
static inline char *hex_encode(char *text, const uint8_t *data, size_t bytes)
    NEOSIG_CONTRACT(requires(fits(bytes) && is_fresh(text, 2 * bytes + 1) && is_fresh(data, bytes)),
                    assigns(upto(text, 2 * bytes + 1)), ensures(returned == text && text[2 * bytes] == '\0'))
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < bytes; i++)
        NEOSIG_LOOP(assigns(i, upto(text, 2 * bytes + 1)), invariant(i <= bytes), decreases(bytes - i))
    {
        text[2 * i] = digits[data[i] >> 4];
        text[2 * i + 1] = digits[data[i] & 15];
    }
    text[2 * bytes] = '\0';
    return text;
}

#endif
