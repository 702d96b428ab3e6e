#include "pem.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 64 }; /* characters of base64 in every line but the last */

/* base64 is five ranges of values that go to ranges of characters. */
static const struct {
    unsigned first, last, character;
} ranges[5] = {{0, 25, 'A'}, {26, 51, 'a'}, {52, 61, '0'}, {62, 62, '+'}, {63, 63, '/'}};

/* All ones if low <= x <= high, for numbers below 2^16. */
static unsigned within(unsigned x, unsigned low, unsigned high)
{
    return (((x - low) | (high - x)) >> 31) - 1u;
}

static uint8_t to_character(unsigned value)
{
    unsigned character = 0;
    for (size_t i = 0; i < 5; i++)
        character |= within(value, ranges[i].first, ranges[i].last) & (value - ranges[i].first + ranges[i].character);
    return (uint8_t)character;
}

/* Above 63 if there is no such value. */
static unsigned to_value(uint8_t character)
{
    unsigned value = 0, found = 0;
    for (size_t i = 0; i < 5; i++) {
        unsigned last = ranges[i].character + ranges[i].last - ranges[i].first;
        unsigned here = within(character, ranges[i].character, last);
        value |= here & (character - ranges[i].character + ranges[i].first);
        found |= here;
    }
    return value | (~found & 64);
}

size_t pem_bytes(const char *label, size_t bytes)
{
    size_t characters = (bytes + 2) / 3 * 4;
    return characters + (characters + LINE - 1) / LINE + 2 * strlen(label) +
           strlen("-----BEGIN -----\n-----END -----\n");
}

size_t pem_most_bytes(const char *label, size_t bytes)
{
    return pem_bytes(label, bytes) + (bytes + 47) / 48 + 64;
}

void pem_encode(uint8_t *text, const char *label, const uint8_t *data, size_t bytes)
{
    uint8_t *out = text;
    out += sprintf((char *)out, "-----BEGIN %s-----\n", label);
    for (size_t i = 0, column = 0; i < bytes; i += 3) {
        size_t left = bytes - i;
        unsigned group = (unsigned)data[i] << 16;
        group |= left > 1 ? (unsigned)data[i + 1] << 8 : 0;
        group |= left > 2 ? data[i + 2] : 0;
        *out++ = to_character(group >> 18);
        *out++ = to_character(group >> 12 & 63);
        *out++ = left > 1 ? to_character(group >> 6 & 63) : '=';
        *out++ = left > 2 ? to_character(group & 63) : '=';
        column += 4;
        if (column == LINE || left <= 3) {
            *out++ = '\n';
            column = 0;
        }
    }
    char end[PEM_LABEL + 20];
    int n = snprintf(end, sizeof end, "-----END %s-----\n", label);
    memcpy(out, end, (size_t)n);
}

/* ---- Decoding ---- */

typedef struct cursor {
    const uint8_t *at, *end;
} cursor;

/* The next line without its end (LF, CR LF or the end of the text); 0 when there is none. */
static int next_line(cursor *c, const uint8_t **line, size_t *length)
{
    if (c->at == c->end)
        return 0;
    const uint8_t *feed = memchr(c->at, '\n', (size_t)(c->end - c->at));
    const uint8_t *stop = feed ? feed : c->end;
    *line = c->at;
    *length = (size_t)(stop - c->at);
    if (*length && stop[-1] == '\r')
        (*length)--;
    c->at = feed ? feed + 1 : c->end;
    return 1;
}

/* The next line that is not empty. */
static int next_text(cursor *c, const uint8_t **line, size_t *length)
{
    int more;
    do {
        more = next_line(c, line, length);
    } while (more && *length == 0);
    return more;
}

/* Whether the line is the prefix, a label and "-----"; copies a label that is not too long. */
static int boundary(const uint8_t *line, size_t length, const char *prefix, char label[PEM_LABEL])
{
    const size_t n = strlen(prefix);
    if (length < n + 5 || length - n - 5 >= PEM_LABEL || memcmp(line, prefix, n) != 0 ||
        memcmp(line + length - 5, "-----", 5) != 0)
        return 0;
    memcpy(label, line + n, length - n - 5);
    label[length - n - 5] = '\0';
    return 1;
}

void pem_label(char *label, const uint8_t *text, size_t text_bytes)
{
    cursor c = {text, text + text_bytes};
    const uint8_t *line;
    size_t length;
    label[0] = '\0';
    if (!next_text(&c, &line, &length) || !boundary(line, length, "-----BEGIN ", label))
        label[0] = '\0';
}

/* One line of base64, whose padding may only come last. Returns NULL or what is wrong. */
static const char *decode_line(uint8_t **out, const uint8_t *line, size_t length, int *last)
{
    if (*last || length == 0 || length > LINE || length % 4)
        return "its base64 lines are not 64 characters wide, or one is cut";
    *last = length < LINE;
    unsigned bad = 0;
    for (size_t i = 0; i < length; i += 4) {
        unsigned padding = 0;
        if (i + 4 == length)
            padding = line[i + 3] != '=' ? 0 : line[i + 2] != '=' ? 1 : 2;
        *last |= padding != 0;
        unsigned group = 0;
        for (size_t j = 0; j < 4; j++) {
            unsigned value = j < 4 - padding ? to_value(line[i + j]) : 0;
            bad |= value >> 6;
            group = group << 6 | (value & 63);
        }
        bad |= padding ? group & ((1u << 8 * padding) - 1) : 0; /* the bits that encode nothing must be zero */
        for (size_t j = 0; j < 3 - padding; j++)
            *(*out)++ = (uint8_t)(group >> (16 - 8 * j));
    }
    return bad ? "its base64 has a wrong character or wrong padding" : NULL;
}

const char *pem_decode(uint8_t *data, size_t *bytes, const char *label, const uint8_t *text, size_t text_bytes)
{
    cursor c = {text, text + text_bytes};
    const uint8_t *line;
    size_t length;
    char found[PEM_LABEL];
    uint8_t *out = data;
    *bytes = 0;
    if (!next_text(&c, &line, &length) || !boundary(line, length, "-----BEGIN ", found) || strcmp(found, label) != 0)
        return "has no such PEM block";
    for (int last = 0;;) {
        if (!next_line(&c, &line, &length))
            return "is cut: its END line is missing";
        if (length && line[0] == '-')
            break;
        const char *wrong = decode_line(&out, line, length, &last);
        if (wrong)
            return wrong;
    }
    if (!boundary(line, length, "-----END ", found) || strcmp(found, label) != 0)
        return "its END line does not match its BEGIN line";
    if (next_text(&c, &line, &length))
        return "goes on after the end of the key";
    *bytes = (size_t)(out - data);
    return NULL;
}
