/* Armoured signatures, read. */
#include <string.h>

#define strcpy(to, from) (__CPROVER_assert(strlen(from) < sizeof(to), "the text has room"), strcpy(to, from))
#include "apps/armor.c"
#undef strcpy
#include "texts.h"

int app_fail(const char *format, ...)
{
    return EXIT_INPUT;
}

size_t text_character(const unsigned char *text)
{
    return any_character(text);
}

neosig_prehash mode_prehash(const char *name)
{
    neosig_prehash prehash;
    __CPROVER_assert(in_text(name, name), "the word is there");
    return prehash;
}

const char *neosig_pem_decode(uint8_t *data, size_t *bytes, neosig_der_piece body)
{
    _Bool good;
    __CPROVER_assert(__CPROVER_r_ok(body.data, body.bytes) && __CPROVER_w_ok(data, body.bytes / 4 * 3), "the body");
    return good ? NULL : "";
}

void harness_armor_comment_wrong(void)
{
    has_free();
    armor_comment_wrong(any_text());
}

void harness_armor_is(void)
{
    const uint8_t *text;
    size_t bytes;
    has_free();
    armor_is(text, bytes);
}

/* Of a text that ends before its object. */
size_t any_length(const char *text)
{
    size_t length;
    __CPROVER_assume(length < __CPROVER_OBJECT_SIZE(text) - offset(text));
    __CPROVER_assume(text[length] == '\0');
    return length;
}

void harness_take_line(void)
{
    char *const text = any_text(), *rest = text;
    const char *const line = take_line(&rest);
    __CPROVER_assert(in_text(rest, text) && ends(text), "a text is left");
    __CPROVER_assert(!line || line == text, "the line is its beginning");
}

void harness_value_of(void)
{
    const char *const names[] = {"Algorithm", "Key", "Context", "Prehash", "Comment"}, *const line = any_text();
    for (size_t i = 0; i < 5; i++) {
        const char *const value = value_of(line, names[i]);
        __CPROVER_assert(!value || in_text(value, line), "the value is part of the line");
    }
}

void harness_read_hex(void)
{
    uint8_t context[MODE_CONTEXT_MOST];
    __CPROVER_assert(read_hex(context, sizeof context, any_text()) <= sizeof context, "the bytes have room");
}

int any_hex_decode(uint8_t *out, size_t bytes, const char *text)
{
    int wrong;
    __CPROVER_assert(__CPROVER_w_ok(out, bytes) && is_text(text), "digits and bytes");
    return wrong;
}

char *any_line(char **rest)
{
    __CPROVER_assert(in_text(*rest, *rest), "the text is there");
    *rest += any_part(*rest);
    return maybe_text();
}

const char *any_value(const char *line, const char *name)
{
    __CPROVER_assert(in_text(line, line), "the line is there");
    return maybe_text();
}

size_t any_hex(uint8_t *out, size_t most, const char *text)
{
    size_t bytes;
    __CPROVER_assert(__CPROVER_w_ok(out, most) && in_text(text, text), "digits and bytes");
    __CPROVER_assume(bytes <= most);
    return bytes;
}

const char *any_comment_wrong(const char *comment)
{
    _Bool wrong;
    return wrong || strlen(comment) > ARMOR_COMMENT_MOST ? "" : NULL;
}

void harness_read_head(void)
{
    armor a;
    char *rest = any_text();
    read_head(&a, &rest);
}

const char *any_head(armor *a, char **rest)
{
    _Bool good;
    any_line(rest);
    return good ? NULL : "";
}

void harness_read_text(void)
{
    armor a;
    size_t bytes;
    char *const text = any_text();
    __CPROVER_assume(strlen(text) <= ARMOR_TEXT_MOST);
    read_text(&a, any_bytes(ARMOR_TEXT_MOST), &bytes, text);
}

const char *any_read(armor *a, uint8_t *sig, size_t *sig_bytes, char *text)
{
    _Bool good;
    __CPROVER_assert(text[strlen(text)] == '\0' && strlen(text) <= ARMOR_TEXT_MOST, "a text that fits");
    return good ? NULL : "";
}

void harness_armor_read(void)
{
    armor *a;
    uint8_t *sig;
    const uint8_t *text;
    size_t *sig_bytes, bytes;
    armor_read(a, sig, sig_bytes, text, bytes);
}

void harness_find(void)
{
    size_t bytes, at;
    const char *const part = any_text();
    __CPROVER_assume(fits(bytes) && at <= bytes);
    const size_t found = find(any_bytes(bytes), bytes, at, part);
    __CPROVER_assert(found == bytes || (found < bytes && bytes - found >= strlen(part)), "all of it is there");
}

size_t any_find(const uint8_t *text, size_t bytes, size_t at, const char *part)
{
    size_t found;
    __CPROVER_assert(__CPROVER_r_ok(text, bytes) && at <= bytes, "what is searched is there");
    __CPROVER_assume(at <= found && (found == bytes || (found < bytes && bytes - found >= strlen(part))));
    return found;
}

const char *any_armor_read(armor *a, uint8_t *sig, size_t *sig_bytes, const uint8_t *text, size_t bytes)
{
    _Bool good;
    __CPROVER_assert(__CPROVER_r_ok(text, bytes), "the armour is there");
    return good ? NULL : "";
}

char *any_write(const armor *a, const uint8_t *sig, size_t sig_bytes)
{
    return maybe_text();
}

void harness_armor_read_signed(void)
{
    armor *a;
    uint8_t *sig;
    const uint8_t *text;
    size_t *sig_bytes, *used, bytes;
    armor_read_signed(a, sig, sig_bytes, used, text, bytes);
}
