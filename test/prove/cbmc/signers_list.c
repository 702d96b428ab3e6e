/* Names and keys of a list of signers, the list, failures, and times. */
#include "piece.h"
#include "texts.h"

#include <stdlib.h>

#define free(p) (void)(p) /* the names of any list are anywhere */
#include "apps/signers.c"
#undef free

size_t text_character(const unsigned char *text)
{
    return any_character(text);
}

unsigned text_steers(const unsigned char *text, size_t bytes)
{
    unsigned number;
    __CPROVER_assert(__CPROVER_r_ok(text, bytes), "the character is there");
    return number;
}

int text_unseen(const unsigned char *text, size_t bytes)
{
    return (int)text_steers(text, bytes);
}

const char *neosig_pem_decode(uint8_t *data, size_t *bytes, neosig_der_piece body)
{
    _Bool good;
    size_t used;
    __CPROVER_assert(__CPROVER_r_ok(body.data, body.bytes) && __CPROVER_w_ok(data, body.bytes / 4 * 3), "the body");
    __CPROVER_assume(used <= body.bytes / 4 * 3);
    *bytes = used;
    return good ? NULL : "";
}

neosig_error neosig_key_wrong(neosig_key *key, neosig_error error, const char *format, ...)
{
    return error;
}

neosig_error neosig_key_read(neosig_key *key, neosig_key_kind kind, const void *text, size_t bytes,
                             const char *passphrase, size_t passphrase_bytes)
{
    neosig_error error;
    __CPROVER_assert(__CPROVER_r_ok(text, bytes) && passphrase == NULL, "what is read is there");
    return error;
}

void neosig_key_free(void *text, size_t bytes)
{
    __CPROVER_assert(text == NULL || __CPROVER_w_ok(text, bytes), "what is wiped is there");
}

void neosig_key_release(neosig_key *key)
{
    __CPROVER_assert(__CPROVER_w_ok(key, sizeof *key), "the key is there");
}

void *realloc(void *old, size_t bytes)
{
    __CPROVER_assert(old == NULL || offset(old) == 0, "an object becomes another");
    return malloc(bytes);
}

int snprintf(char *out, size_t room, const char *format, ...)
{
    int length;
    __CPROVER_assert(__CPROVER_w_ok(out, room), "there is room");
    __CPROVER_assume(length >= 7 && length <= 30); /* of "line 1: " */
    return length;
}

int vsnprintf(char *out, size_t room, const char *format, va_list arguments)
{
    __CPROVER_assert(__CPROVER_w_ok(out, room) && room > 0, "there is room");
    return 0;
}

void harness_fail(void)
{
    signers s;
    size_t line;
    __CPROVER_assert(fail(&s, line, "") == -1, "a failure");
}

void harness_name_wrong(void)
{
    const char *const name = any_text();
    if (!name_wrong(name))
        __CPROVER_assert(strlen(name) <= SIGNERS_NAME_MOST, "a name has a bound");
}

void harness_signers_key(void)
{
    neosig_key *key;
    const uint8_t *text;
    size_t bytes;
    signers_key(key, text, bytes);
}

/* A list with as many places as it says. */
static signers any_list(void)
{
    signers s;
    __CPROVER_assume(s.count <= s.room && s.room <= SIGNERS_FILE_MOST);
    s.list = s.room ? any_bytes(s.room * sizeof *s.list) : NULL;
    return s;
}

void harness_add(void)
{
    signers s = any_list();
    signer new;
    const size_t before = s.count;
    if (add(&s, &new) == 0)
        __CPROVER_assert(s.count == before + 1 && s.count <= s.room, "one more, within the places");
}

void harness_signers_release(void)
{
    signers *s;
    signers_release(s);
}

int64_t any_days(int64_t year, int64_t month)
{
    int64_t days;
    __CPROVER_assert(FIRST_YEAR <= year && year <= LAST_YEAR && 1 <= month && month <= 12, "a month of the calendar");
    __CPROVER_assume(0 <= days && days <= 366 * (LAST_YEAR - FIRST_YEAR + 1));
    return days;
}

void harness_signers_time_text(void)
{
    char *text;
    int64_t seconds;
    signers_time_text(text, seconds);
}

/* A word and what is behind it, each an object of its own. */
neosig_der_piece any_word(neosig_der_piece *line)
{
    __CPROVER_assert(__CPROVER_r_ok(line->data, line->bytes), "the line is there");
    *line = any_piece();
    return any_piece();
}

/* Each limit is there once: after 1, one more is set. */
int any_limit(signers *s, signer *new, neosig_der_piece word, size_t line)
{
    int code;
    int64_t time;
    _Bool before;
    int64_t *const limit = before ? &new->before : &new->after, unset = before ? INT64_MAX : INT64_MIN;
    __CPROVER_assert(__CPROVER_r_ok(word.data, word.bytes), "the word is there");
    __CPROVER_assume(-1 <= code && code <= 1 && (code != 1 || (*limit == unset && time != unset)));
    if (code == 1)
        *limit = time;
    return code;
}

int any_setting(neosig_der_piece word)
{
    int is;
    __CPROVER_assert(__CPROVER_r_ok(word.data, word.bytes), "the word is there");
    return is;
}

const char *any_name_wrong(const char *name)
{
    _Bool good;
    __CPROVER_assert(ends(name), "the name is there");
    return good ? NULL : "";
}

int any_key(neosig_key *key, const uint8_t *text, size_t bytes)
{
    int code;
    __CPROVER_assert(__CPROVER_w_ok(key, sizeof *key) && __CPROVER_r_ok(text, bytes), "the key and its text");
    return code;
}

int any_add(signers *s, const signer *new)
{
    int code;
    __CPROVER_assert(__CPROVER_r_ok(new, sizeof *new), "the signer is there");
    return code;
}

int any_fail(signers *s, size_t line, const char *format, ...)
{
    return -1;
}

void harness_read_line(void)
{
    signers s;
    size_t number;
    read_line(&s, any_piece(), number);
}
