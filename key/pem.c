#include "api/internal.h"
#include "key/pem.h"

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

size_t neosig_pem_bytes(const char *label, size_t bytes)
{
    size_t characters = (bytes + 2) / 3 * 4;
    return characters + (characters + LINE - 1) / LINE + 2 * strlen(label) +
           strlen("-----BEGIN -----\n-----END -----\n");
}

void neosig_pem_encode(uint8_t *text, const char *label, const uint8_t *data, size_t bytes)
{
    uint8_t *out = text;
    out += sprintf((char *)out, "-----BEGIN %s-----\n", label);
    NEOSIG_GHOST(const uint8_t *const body = out; const size_t all = (bytes + 2) / 3; size_t groups = 0, lines = 0);
    for (size_t i = 0, column = 0; i < bytes; i += 3)
        NEOSIG_LOOP(
            assigns(i, column, out, groups, lines, whole(text)),
            invariant(i == 3 * groups && groups <= all && lines <= groups),
            invariant(column < LINE && column % 4 == 0 && __CPROVER_same_object(out, text)),
            invariant(i >= bytes || 4 * groups == LINE * lines + column),
            invariant(offset(out) - offset(body) == 4 * groups + (i < bytes ? lines : (4 * all + LINE - 1) / LINE)),
            decreases(all - groups))
    {
        NEOSIG_POINTER(out, text);
        NEOSIG_GHOST(groups++);
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
            NEOSIG_GHOST(lines++);
        }
    }
    NEOSIG_POINTER(out, text);
    char end[NEOSIG_PEM_LABEL + 20];
    int n = snprintf(end, sizeof end, "-----END %s-----\n", label);
    memcpy(out, end, (size_t)n);
}

/* ---- Decoding */

/* Whether a character is one of some that are none of base64: where these stand is public. */
static int is_known(int is)
{
    neosig_declassify(&is, sizeof is, "the structure of a key file");
    return is;
}

static int is_blank(uint8_t character)
{
    return is_known((character == ' ') | ((character >= '\t') & (character <= '\r')));
}

static int is_end(uint8_t character)
{
    return is_known((character == '\n') | (character == '\r'));
}

/* The next line without its end (LF, CR LF, CR or the end of the text); 0 when there is none. */
static int next_line(neosig_der_piece *text, neosig_der_piece *line)
    NEOSIG_CONTRACT(requires(fits(text->bytes) && __CPROVER_r_ok(text->data, text->bytes)), assigns(*text, *line),
                    ensures(tail_of(text->data, text->bytes, before(text->data), before(text->bytes))),
                    ensures(implies(returned, line->data == before(text->data) &&
                                                  line->bytes <= before(text->bytes) - text->bytes)),
                    ensures(implies(returned, text->bytes < before(text->bytes))))
{
    if (text->bytes == 0)
        return 0;
    size_t length = 0;
    while (length < text->bytes && !is_end(text->data[length]))
        NEOSIG_LOOP(assigns(length), invariant(length <= text->bytes), decreases(text->bytes - length))
    {
        length++;
    }
    size_t end = length + (length < text->bytes);
    end += end < text->bytes && text->data[length] == '\r' && text->data[end] == '\n';
    *line = (neosig_der_piece){text->data, length};
    *text = (neosig_der_piece){text->data + end, text->bytes - end};
    return 1;
}

/* Whether the line is the prefix, a label that is not too long, "-----" and blanks; copies the label. */
static int boundary(neosig_der_piece line, const char *prefix, char label[NEOSIG_PEM_LABEL])
    NEOSIG_CONTRACT(requires(fits(line.bytes) && __CPROVER_r_ok(line.data, line.bytes)),
                    assigns(__CPROVER_object_upto(label, NEOSIG_PEM_LABEL)),
                    ensures(returned ? has_zero(label, NEOSIG_PEM_LABEL) : label[0] == before(label[0])))
{
    const size_t n = strlen(prefix);
    while (line.bytes && is_blank(line.data[line.bytes - 1]))
        NEOSIG_LOOP(assigns(line.bytes), invariant(line.bytes <= entry(line.bytes)), decreases(line.bytes))
    {
        line.bytes--;
    }
    if (line.bytes < n + 6 || line.bytes - n - 5 >= NEOSIG_PEM_LABEL || memcmp(line.data, prefix, n) != 0 ||
        memcmp(line.data + line.bytes - 5, "-----", 5) != 0)
        return 0;
    memcpy(label, line.data + n, line.bytes - n - 5);
    label[line.bytes - n - 5] = '\0';
    return 1;
}

const char *neosig_pem_take(neosig_der_piece *text, char label[NEOSIG_PEM_LABEL], neosig_der_piece *body)
{
    static const uint8_t mark[] = {0xef, 0xbb, 0xbf}; /* of UTF-8 */
    neosig_der_piece line;
    char end[NEOSIG_PEM_LABEL];
    if (text->bytes >= sizeof mark && memcmp(text->data, mark, sizeof mark) == 0)
        *text = (neosig_der_piece){text->data + sizeof mark, text->bytes - sizeof mark};
    label[0] = '\0';
    // clang-format off
    do NEOSIG_LOOP(assigns(*text, line, __CPROVER_object_upto(label, NEOSIG_PEM_LABEL)),
                   invariant(tail_of(text->data, text->bytes, entry(text->data), entry(text->bytes))),
                   invariant(label[0] == '\0'), decreases(text->bytes))
    {
        if (!next_line(text, &line))
            return NULL;
    } while (!boundary(line, "-----BEGIN ", label));
    // clang-format on
    *body = (neosig_der_piece){text->data, 0};
    for (;;)
        NEOSIG_LOOP(assigns(*text, line, body->bytes),
                    invariant(tail_of(text->data, text->bytes, entry(text->data), entry(text->bytes))),
                    invariant(body->bytes <= offset(text->data) - offset(body->data)), decreases(text->bytes))
    {
        if (!next_line(text, &line))
            return "is cut: its END line is missing";
        if (line.bytes && is_known(line.data[0] == '-'))
            break;
        body->bytes = (size_t)(text->data - body->data);
    }
    return boundary(line, "-----END ", end) && strcmp(end, label) == 0 ? NULL
                                                                       : "its END line does not match its BEGIN line";
}

const char *neosig_pem_decode(uint8_t *data, size_t *bytes, neosig_der_piece body)
{
    const size_t room = body.bytes / 4 * 3; /* never more: four characters are read for three bytes */
    unsigned bad = 0, group = 0, padding = 0;
    size_t characters = 0, used = 0;
    for (size_t i = 0; i < body.bytes && padding <= 2; i++)
        NEOSIG_LOOP(assigns(i, bad, group, padding, characters, used, __CPROVER_object_upto(data, room)),
                    invariant(i <= body.bytes && used <= room && padding <= 3), decreases(body.bytes - i))
    {
        if (is_blank(body.data[i]))
            continue;
        const unsigned pad = (unsigned)is_known(body.data[i] == '='), value = pad ? 0 : to_value(body.data[i]);
        bad |= value >> 6;
        bad |= padding != 0 && !pad; /* nothing but padding comes after padding */
        padding += pad;
        group = (group << 6 | (value & 63)) & 0xffffff;
        if (++characters % 4 != 0)
            continue;
        bad |= group & ((1u << 8 * (padding & 3)) - 1); /* the bits that encode nothing must be zero */
        for (size_t j = 0; j + padding < 3 && used < room; j++)
            data[used++] = (uint8_t)(group >> (16 - 8 * j));
    }
    bad |= padding > 2 || characters % 4 != 0;
    neosig_declassify(&bad, sizeof bad, "whether the key is well-formed");
    *bytes = bad ? 0 : used;
    return bad ? "its base64 has a wrong character or wrong padding" : NULL;
}
