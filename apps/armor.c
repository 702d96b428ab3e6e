#include "app.h"
#include "armor.h"
#include "common/hex.h"
#include "core/contract.h"
#include "key/pem.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "NEOSIG SIGNATURE"

const char armor_tag[] = "neosig armoured signature, version 1\n";

const char *armor_comment_wrong(const char *comment)
{
    const size_t length = strlen(comment);
    if (length > ARMOR_COMMENT_MOST)
        return "is longer than 1,000 bytes";
    if (length && (comment[0] == ' ' || comment[length - 1] == ' '))
        return "begins or ends with a blank";
    for (const unsigned char *c = (const unsigned char *)comment; *c;)
        NEOSIG_LOOP(assigns(c), invariant(in_text(c, comment)), decreases(__CPROVER_OBJECT_SIZE(comment) - offset(c)))
    {
        NEOSIG_POINTER(c, comment);
        const size_t bytes = text_character(c);
        if (!bytes)
            return "is not UTF-8";
        if (*c < 0x20 || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0))
            return "has a control character";
        c += bytes;
    }
    return NULL;
}

/* ---- Writing ---- */

/* The lines of the head, and the empty one behind them. */
static void put_lines(char *at, const armor *a)
{
    char hex[2 * MODE_CONTEXT_MOST + 1];
    at += sprintf(at, "Algorithm: %s\nKey: %s\n", a->algorithm, hex_encode(hex, a->key, sizeof a->key));
    if (a->context_bytes)
        at += sprintf(at, "Context: %s\n", hex_encode(hex, a->context, a->context_bytes));
    if (a->prehash)
        at += sprintf(at, "Prehash: %s\n", mode_prehash_name(a->prehash));
    if (a->comment[0])
        at += sprintf(at, "Comment: %s\n", a->comment);
    sprintf(at, "\n");
}

void armor_head(char text[ARMOR_HEAD_MOST], const armor *a)
{
    strcpy(text, armor_tag);
    put_lines(text + strlen(armor_tag), a);
}

char *armor_write(const armor *a, const uint8_t *sig, size_t sig_bytes)
{
    char lines[ARMOR_HEAD_MOST];
    put_lines(lines, a);
    const size_t pem_bytes = neosig_pem_bytes(LABEL, sig_bytes), head = strlen(lines),
                 first = strlen("-----BEGIN " LABEL "-----\n");
    char *const text = malloc(pem_bytes + head + 1);
    if (!text) {
        app_fail("out of memory");
        return NULL;
    }
    neosig_pem_encode((uint8_t *)text + head, LABEL, sig, sig_bytes);
    memmove(text, text + head, first);
    memcpy(text + first, lines, head);
    text[pem_bytes + head] = '\0';
    return text;
}

/* ---- Reading ---- */

int armor_is(const uint8_t *text, size_t bytes)
{
    static const char begin[] = "-----BEGIN " LABEL "-----";
    return bytes >= sizeof begin - 1 && memcmp(text, begin, sizeof begin - 1) == 0;
}

/* The text of the next line, of which the end, LF or CR LF, is cut off; NULL behind the last. */
static char *take_line(char **rest)
{
    char *const line = *rest, *const feed = strchr(line, '\n');
    if (!*line)
        return NULL;
    *rest = feed ? feed + 1 : line + strlen(line);
    if (feed)
        *feed = '\0';
    const size_t length = strlen(line);
    if (length && line[length - 1] == '\r')
        line[length - 1] = '\0';
    return line;
}

/* The value of a line with this name; NULL if it has another. */
static const char *value_of(const char *line, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(line, name, length) == 0 && strncmp(line + length, ": ", 2) == 0 ? line + length + 2 : NULL;
}

/* Lower case, in whole bytes: each value is written in one way. */
static size_t read_hex(uint8_t *out, size_t most, const char *text)
{
    const size_t digits = strlen(text);
    if (digits % 2 || digits > 2 * most || strspn(text, "0123456789abcdef") != digits ||
        hex_decode(out, digits / 2, text) != 0)
        return 0;
    return digits / 2;
}

/* The lines are there in this order or, those in brackets, not at all. */
static const char *read_head(armor *a, char **rest)
{
    static const char broken[] = "is not well-formed: it has a wrong line in its head";
    const char *line = take_line(rest), *value = line ? value_of(line, "Algorithm") : NULL;
    if (!value || !value[0] || strlen(value) > ARMOR_NAME_MOST ||
        strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") != strlen(value))
        return broken;
    strcpy(a->algorithm, value);
    line = take_line(rest);
    value = line ? value_of(line, "Key") : NULL;
    if (!value || read_hex(a->key, sizeof a->key, value) != sizeof a->key)
        return broken;
    line = take_line(rest);
    if (line && (value = value_of(line, "Context")) != NULL) {
        a->context_bytes = read_hex(a->context, sizeof a->context, value);
        if (!a->context_bytes)
            return broken;
        line = take_line(rest);
    }
    if (line && (value = value_of(line, "Prehash")) != NULL) {
        a->prehash = mode_prehash(value);
        if (!a->prehash)
            return broken;
        line = take_line(rest);
    }
    if (line && (value = value_of(line, "Comment")) != NULL) {
        if (!value[0] || armor_comment_wrong(value))
            return broken;
        strcpy(a->comment, value);
        line = take_line(rest);
    }
    return line && !line[0] ? NULL : broken;
}

static const char *read_text(armor *a, uint8_t *sig, size_t *sig_bytes, char *text)
{
    const char *line = take_line(&text), *wrong;
    if (!line || strcmp(line, "-----BEGIN " LABEL "-----") != 0)
        return "is not well-formed: its first line has more than it should";
    wrong = read_head(a, &text);
    if (wrong)
        return wrong;
    char *const end = strstr(text, "-----END " LABEL "-----");
    if (!end)
        return "is cut: its END line is missing";
    wrong = neosig_pem_decode(sig, sig_bytes, (neosig_der_piece){(const uint8_t *)text, (size_t)(end - text)});
    if (wrong)
        return wrong;
    const char *const behind = end + strlen("-----END " LABEL "-----");
    return strspn(behind, " \r\n") == strlen(behind) ? NULL
                                                     : "is not well-formed: there is more behind its END line (in a "
                                                       "signed file, the file itself: name only that)";
}

const char *armor_read(armor *a, uint8_t *sig, size_t *sig_bytes, const uint8_t *text, size_t bytes)
{
    *a = (armor){.algorithm = ""};
    *sig_bytes = 0;
    if (bytes > ARMOR_TEXT_MOST)
        return "is too long for an armoured signature";
    if (memchr(text, 0, bytes))
        return "is not well-formed: it has a zero byte";
    char *const copy = malloc(bytes + 1);
    if (!copy)
        return "does not fit into the memory there is";
    memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    const char *const wrong = read_text(a, sig, sig_bytes, copy);
    free(copy);
    return wrong;
}

/* Where a text begins in another, from at on; bytes if it is not there. */
static size_t find(const uint8_t *text, size_t bytes, size_t at, const char *part)
{
    const size_t length = strlen(part);
    while (at < bytes && (bytes - at < length || memcmp(text + at, part, length) != 0))
        NEOSIG_LOOP(assigns(at), invariant(at <= bytes), decreases(bytes - at))
    {
        at++;
    }
    return at;
}

/* How many bytes the armour has that a text begins with; 0 if it has no end. */
static size_t armor_bytes(const uint8_t *text, size_t bytes)
{
    static const char end[] = "\n-----END " LABEL "-----\n";
    const size_t at = find(text, bytes, find(text, bytes, 0, "\n\n"), end);
    return at < bytes ? at + sizeof end - 1 : 0;
}

const char *armor_read_signed(armor *a, uint8_t *sig, size_t *sig_bytes, size_t *used, const uint8_t *text,
                              size_t bytes)
{
    *used = armor_bytes(text, bytes);
    if (!*used) {
        return find(text, bytes, 0, "\r\n") < find(text, bytes, 0, "\n")
                   ? "has other ends of lines than it was signed with"
                   : "is cut, or its signature is too long: no END line";
    }
    const char *const wrong = armor_read(a, sig, sig_bytes, text, *used);
    if (wrong)
        return wrong;
    char *const again = armor_write(a, sig, *sig_bytes);
    const int same = again && strlen(again) == *used && memcmp(again, text, *used) == 0;
    free(again);
    return same ? NULL : "is not well-formed: the lines of its signature are not as they were written";
}
