#include "key/key_parts.h"
#include "key/pem.h"
#include "signers.h"
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Times: the Gregorian calendar, days counted from 1970 ---- */

enum { DAY = 86400, FIRST_YEAR = 1970, LAST_YEAR = 9999 };

static int is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_of(int64_t year, int64_t month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Days of the years before this one, and of its months before this one. */
static int64_t days_before(int64_t year, int64_t month)
{
    const int64_t y = year - 1, first = FIRST_YEAR - 1;
    int64_t days = 365 * (year - FIRST_YEAR) + (y / 4 - first / 4) - (y / 100 - first / 100) + (y / 400 - first / 400);
    for (int64_t m = 1; m < month; m++)
        days += days_of(year, m);
    return days;
}

/* Takes the text's beginning apart by a form, in which a digit stands for any digit: the numbers between the other
 * characters. */
static int read_form(int64_t *numbers, const char *form, const char *text)
{
    int64_t *at = numbers;
    *at = 0;
    for (; *form; form++, text++) {
        if (*form != '0') {
            if (*text != *form)
                return 0;
            *++at = 0;
        } else if (*text < '0' || *text > '9') {
            return 0;
        } else {
            *at = 10 * *at + (*text - '0');
        }
    }
    return 1;
}

int signers_time(int64_t *seconds, const char *text, size_t length)
{
    static const char date[] = "0000-00-00", whole[] = "0000-00-00T00:00:00Z";
    int64_t n[7] = {0};
    const int is_date = length == sizeof date - 1, is_whole = length == sizeof whole - 1;
    if ((!is_date && !is_whole) || !read_form(n, is_date ? date : whole, text))
        return -1;
    if (n[0] < FIRST_YEAR || n[1] < 1 || n[1] > 12 || n[2] < 1 || n[2] > days_of(n[0], n[1]) || n[3] > 23 ||
        n[4] > 59 || n[5] > 59)
        return -1;
    *seconds = DAY * (days_before(n[0], n[1]) + n[2] - 1) + 3600 * n[3] + 60 * n[4] + n[5];
    return 0;
}

char *signers_time_text(char text[SIGNERS_TIME_TEXT], int64_t seconds)
{
    const int64_t days = seconds / DAY, rest = seconds % DAY;
    int64_t year = FIRST_YEAR, month = 1;
    while (year < LAST_YEAR && days_before(year + 1, 1) <= days)
        NEOSIG_LOOP(assigns(year), invariant(FIRST_YEAR <= year && year <= LAST_YEAR), decreases(LAST_YEAR - year))
    {
        year++;
    }
    while (month < 12 && days_before(year, month + 1) <= days)
        NEOSIG_LOOP(assigns(month), invariant(1 <= month && month <= 12), decreases(12 - month))
    {
        month++;
    }
    snprintf(text, SIGNERS_TIME_TEXT, "%04u-%02u-%02uT%02u:%02u:%02uZ", (unsigned)year % 10000, (unsigned)month % 100,
             (unsigned)(days - days_before(year, month) + 1) % 100, (unsigned)(rest / 3600) % 100,
             (unsigned)(rest / 60 % 60), (unsigned)(rest % 60));
    return text;
}

/* ---- Lists ---- */

static int fail(signers *s, size_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int fail(signers *s, size_t line, const char *format, ...)
{
    va_list arguments;
    const int used = snprintf(s->wrong, sizeof s->wrong, "line %zu: ", line);
    va_start(arguments, format);
    vsnprintf(s->wrong + used, sizeof s->wrong - (size_t)used, format, arguments);
    va_end(arguments);
    return -1;
}

int signers_key(neosig_key *key, const uint8_t *text, size_t bytes)
{
    *key = (neosig_key){.alg = NULL};
    uint8_t *const der = malloc(bytes / 4 * 3 + 1);
    size_t der_bytes;
    const char *const wrong = der ? neosig_pem_decode(der, &der_bytes, (neosig_der_piece){text, bytes})
                                  : "does not fit into the memory there is";
    const neosig_error error =
        wrong ? neosig_key_wrong(key, NEOSIG_ERR_KEY, "%s", der ? "is not base64 of a public key" : wrong)
              : neosig_key_read(key, NEOSIG_KEY_PUBLIC, der, der_bytes, NULL, 0);
    if (error == NEOSIG_ERR_KEY && key->kind == NEOSIG_KEY_ANY)
        neosig_key_wrong(key, error, "is not base64 of a public key");
    neosig_key_free(der, bytes / 4 * 3 + 1); /* somebody may have taken a secret key for a public one */
    return error == NEOSIG_OK ? 0 : -1;
}

static int is_blank(uint8_t c)
{
    return c == ' ' || c == '\t';
}

/* The next word of a line; empty behind the last one. */
static neosig_der_piece take_word(neosig_der_piece *line)
{
    while (line->bytes && is_blank(line->data[0]))
        NEOSIG_LOOP(assigns(*line), invariant(tail_of(line->data, line->bytes, entry(line->data), entry(line->bytes))),
                    decreases(line->bytes))
    {
        *line = (neosig_der_piece){line->data + 1, line->bytes - 1};
    }
    neosig_der_piece word = {line->data, 0};
    while (word.bytes < line->bytes && !is_blank(line->data[word.bytes]))
        NEOSIG_LOOP(assigns(word.bytes), invariant(word.bytes <= line->bytes), decreases(line->bytes - word.bytes))
    {
        word.bytes++;
    }
    *line = (neosig_der_piece){line->data + word.bytes, line->bytes - word.bytes};
    return word;
}

enum { WORD_SHOWN = 60 };

/* Whether a word is of the form NAME=VALUE, with a NAME of letters and '-'. base64 has '=' at its end alone, and a key
 * before it has other characters, too: lines that have run together are no settings. */
static int is_setting(neosig_der_piece word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-";
    size_t i = 0;
    while (i < word.bytes && strchr(letters, word.data[i]) && word.data[i])
        NEOSIG_LOOP(assigns(i), invariant(i <= word.bytes), decreases(word.bytes - i))
    {
        i++;
    }
    return i && i + 1 < word.bytes && word.data[i] == '=' && word.data[i + 1] != '=';
}

/* Why a name cannot be one; NULL if it can. */
static const char *name_wrong(const char *name)
{
    if (strlen(name) > SIGNERS_NAME_MOST)
        return "is longer than 255 bytes";
    if (strchr(name, '='))
        return "has a '=': does the name stand first?";
    for (const unsigned char *c = (const unsigned char *)name; *c;)
        NEOSIG_LOOP(assigns(c), invariant(in_text(c, name)), decreases(__CPROVER_OBJECT_SIZE(name) - offset(c)))
    {
        NEOSIG_POINTER(c, name);
        const size_t bytes = text_character(c);
        if (!bytes)
            return "is not UTF-8";
        if (text_steers(c, bytes))
            return "has a control character";
        if (text_unseen(c, bytes))
            return "has a character that nobody sees, or a blank that is not ASCII";
        c += bytes;
    }
    return NULL;
}

/* "valid-after=" or "valid-before=" and a time: 1, or 0 if the word is none; -1 after a failure. */
static int read_limit(signers *s, signer *new, neosig_der_piece word, size_t line)
{
    static const char *const names[] = {"valid-after=", "valid-before="};
    int64_t *const limits[] = {&new->after, &new->before};
    for (size_t i = 0; i < 2; i++) {
        const size_t length = strlen(names[i]);
        if (word.bytes < length || memcmp(word.data, names[i], length) != 0)
            continue;
        if (*limits[i] != (i ? INT64_MAX : INT64_MIN))
            return fail(s, line, "%.*s is there twice", (int)length - 1, names[i]);
        if (signers_time(limits[i], (const char *)word.data + length, word.bytes - length) != 0) {
            return fail(s, line, "%.*s needs a time in UTC, as 2026-11-26 or 2026-11-26T12:00:00Z", (int)length,
                        names[i]);
        }
        return 1;
    }
    return 0;
}

static int add(signers *s, const signer *new)
{
    if (s->count == s->room) {
        const size_t room = s->room ? 2 * s->room : 16;
        signer *const list = realloc(s->list, room * sizeof *list);
        if (!list)
            return -1;
        s->list = list;
        s->room = room;
    }
    s->list[s->count++] = *new;
    return 0;
}

/* NAME [valid-after=TIME] [valid-before=TIME] KEY */
static int read_line(signers *s, neosig_der_piece line, size_t number)
{
    static const char pem[] = "-----BEGIN";
    if (memchr(line.data, '\r', line.bytes))
        return fail(s, number, "has a carriage return inside: lines end with LF or CR LF");
    neosig_der_piece word = take_word(&line);
    if (!word.bytes || word.data[0] == '#')
        return 0;
    if (word.bytes == sizeof pem - 1 && memcmp(word.data, pem, word.bytes) == 0)
        return fail(s, number, "begins a PEM file, not a signer (a public key file is for -k)");
    signer new = {.after = INT64_MIN, .before = INT64_MAX};
    int code = 0;
    new.name = calloc(word.bytes + 1, 1);
    if (!new.name)
        return fail(s, number, "does not fit into the memory there is");
    memcpy(new.name, word.data, word.bytes);
    const char *const wrong = name_wrong(new.name);
    if (wrong)
        code = fail(s, number, "the name %s", wrong);
    word = take_word(&line);
    while (!code && (code = read_limit(s, &new, word, number)) > 0) {
        word = take_word(&line);
        code = 0;
    }
    const neosig_der_piece behind = take_word(&line);
    if (!code && !word.bytes)
        code = fail(s, number, "%s has no key", new.name);
    if (!code && is_setting(word)) {
        code = fail(s, number, "%.*s is neither valid-after=TIME nor valid-before=TIME",
                    (int)(word.bytes < WORD_SHOWN ? word.bytes : WORD_SHOWN), (const char *)word.data);
    }
    if (!code && behind.bytes)
        code = fail(s, number, "there is more behind the key");
    if (!code && new.after >= new.before)
        code = fail(s, number, "%s is never valid: valid-after is not before valid-before", new.name);
    if (!code && signers_key(&new.key, word.data, word.bytes) != 0)
        code = fail(s, number, "the key of %s %s", new.name, new.key.wrong);
    if (!code && add(s, &new) != 0)
        code = fail(s, number, "does not fit into the memory there is");
    if (code) {
        free(new.name);
        neosig_key_release(&new.key);
    }
    return code;
}

int signers_read(signers *s, const uint8_t *text, size_t bytes)
{
    static const uint8_t mark[] = {0xef, 0xbb, 0xbf}; /* of UTF-8 */
    int code = 0;
    *s = (signers){.list = NULL};
    if (bytes >= sizeof mark && memcmp(text, mark, sizeof mark) == 0) {
        text += sizeof mark;
        bytes -= sizeof mark;
    }
    for (size_t number = 1; bytes && !code; number++)
        NEOSIG_LOOP(assigns(number, text, bytes, code, *s), invariant(tail_of(text, bytes, entry(text), entry(bytes))),
                    decreases(bytes))
    {
        const uint8_t *const feed = memchr(text, '\n', bytes);
        const size_t length = feed ? (size_t)(feed - text) : bytes, taken = length + (feed != NULL);
        neosig_der_piece line = {text, length - (length && text[length - 1] == '\r')};
        code = memchr(line.data, 0, line.bytes) ? fail(s, number, "has a zero byte") : read_line(s, line, number);
        text += taken;
        bytes -= taken;
    }
    if (!code && !s->count) {
        snprintf(s->wrong, sizeof s->wrong, "lists no signer");
        code = -1;
    }
    if (code) {
        const signers failed = *s;
        signers_release(s);
        memcpy(s->wrong, failed.wrong, sizeof s->wrong);
    }
    return code;
}

void signers_release(signers *s)
{
    for (size_t i = 0; i < s->count; i++)
        NEOSIG_LOOP(assigns(i), invariant(i <= s->count), decreases(s->count - i))
    {
        free(s->list[i].name);
        neosig_key_release(&s->list[i].key);
    }
    free(s->list);
    *s = (signers){.list = NULL};
}
