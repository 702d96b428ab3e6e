#include "common/hex.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

size_t text_character(const unsigned char *text)
{
    const unsigned char c = text[0];
    if (c < 0x80)
        return 1;
    const size_t bytes = c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < bytes; i++)
        if (text[i] >> 6 != 2)
            return 0;
    /* longer than it need be, a surrogate, beyond U+10FFFF */
    if ((c == 0xe0 && text[1] < 0xa0) || (c == 0xed && text[1] >= 0xa0) || (c == 0xf0 && text[1] < 0x90) ||
        (c == 0xf4 && text[1] >= 0x90))
        return 0;
    return bytes;
}

unsigned text_steers(const unsigned char *text, size_t bytes)
{
    const unsigned c = bytes == 1   ? text[0]
                       : bytes == 2 ? (text[0] & 0x1fu) << 6 | (text[1] & 0x3fu)
                       : bytes == 3 ? (text[0] & 0x0fu) << 12 | (text[1] & 0x3fu) << 6 | (text[2] & 0x3fu)
                                    : 0;
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ? c : 0;
}

/* A byte that is not UTF-8 is hidden as well: some terminals see a control character of U+0080 to U+009F in it. */
void text_hide_controls(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c;) {
        const size_t bytes = text_character(c), steps = bytes ? bytes : 1;
        if (!bytes || text_steers(c, bytes))
            memset(c, '?', steps);
        c += steps;
    }
}

char *text_grouped(char *text, uint64_t number)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *out = text;
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            *out++ = ',';
        *out++ = digits[i];
    }
    *out = '\0';
    return text;
}

char *text_hex(char text[65], const uint8_t fingerprint[32])
{
    return hex_encode(text, fingerprint, 32);
}
