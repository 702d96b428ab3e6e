#include "common/hex.h"
#include "core/contract.h"
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

static unsigned number_of(const unsigned char *text, size_t bytes)
{
    unsigned c = bytes == 1 ? text[0] : text[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++)
        c = c << 6 | (text[i] & 0x3fu);
    return c;
}

typedef struct range {
    unsigned first, last;
} range;

static int is_in(const range *ranges, size_t count, unsigned c)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return 1;
    return 0;
}

unsigned text_steers(const unsigned char *text, size_t bytes)
{
    static const range ranges[] = {{0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},
                                   {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};
    const unsigned c = number_of(text, bytes);
    return is_in(ranges, sizeof ranges / sizeof ranges[0], c) ? c : 0;
}

/* White_Space and Default_Ignorable_Code_Point of Unicode 14. */
int text_unseen(const unsigned char *text, size_t bytes)
{
    static const range ranges[] = {
        {0x09, 0x0d},     {0x20, 0x20},     {0x85, 0x85},       {0xa0, 0xa0},       {0xad, 0xad},      {0x34f, 0x34f},
        {0x61c, 0x61c},   {0x115f, 0x1160}, {0x1680, 0x1680},   {0x17b4, 0x17b5},   {0x180b, 0x180f},  {0x2000, 0x200f},
        {0x2028, 0x202f}, {0x205f, 0x206f}, {0x3000, 0x3000},   {0x3164, 0x3164},   {0xfe00, 0xfe0f},  {0xfeff, 0xfeff},
        {0xffa0, 0xffa0}, {0xfff0, 0xfff8}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
    return is_in(ranges, sizeof ranges / sizeof ranges[0], number_of(text, bytes));
}

/* A byte that is not UTF-8 is hidden as well: some terminals see a control character of U+0080 to U+009F in it. */
void text_hide_controls(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c;)
        NEOSIG_LOOP(assigns(c, whole(text)), invariant(in_text(c, text) && ends(text)),
                    decreases(__CPROVER_OBJECT_SIZE(text) - offset(c)))
    {
        NEOSIG_POINTER(c, text);
        const size_t bytes = text_character(c), steps = bytes ? bytes : 1;
        if (!bytes || text_steers(c, bytes))
            memset(c, '?', steps);
        c += steps;
    }
}

int text_ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text), end_length = strlen(end);
    return length > end_length && strcmp(text + length - end_length, end) == 0;
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
