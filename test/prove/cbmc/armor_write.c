/* Armoured signatures, written. The lengths of texts that are put together are known by the sizes of their objects. */
#include "any.h"
#include "core/contract.h"
#include "moved.h"

#include <stdio.h>
#include <string.h>

#define sprintf(at, ...) put_form(at, (const char *const[]){__VA_ARGS__, NULL})
static int put_form(char *at, const char *const *form);
#include "apps/armor.c"

enum { HEX = 2 * MODE_CONTEXT_MOST + 1 };

size_t strlen(const char *text)
{
    size_t length;
    switch (__CPROVER_OBJECT_SIZE(text)) {
    case sizeof(armor):
        if (offset(text) == offsetof(armor, algorithm)) {
            __CPROVER_assert(has_zero(text, ARMOR_NAME_MOST + 1), "the name ends");
            __CPROVER_assume(length <= ARMOR_NAME_MOST);
        } else {
            __CPROVER_assert(offset(text) == offsetof(armor, comment), "the other text that a head has");
            __CPROVER_assert(has_zero(text, ARMOR_COMMENT_MOST + 1), "the comment ends");
            __CPROVER_assume(length <= ARMOR_COMMENT_MOST);
        }
        __CPROVER_assume(text[length] == '\0');
        return length;
    case HEX:
        return *(const size_t *)text; /* any_hex_encode */
    case ARMOR_HEAD_MOST:
        __CPROVER_assume(length < ARMOR_HEAD_MOST);
        return length;
    default:
        return __CPROVER_OBJECT_SIZE(text) - offset(text) - 1;
    }
}

/* A form and its texts, each in place of two characters. */
static int put_form(char *at, const char *const *form)
{
    size_t bytes = strlen(form[0]);
    for (size_t i = 1; form[i] != NULL; i++)
        bytes += strlen(form[i]) - 2;
    write_any(at, bytes + 1);
    at[bytes] = '\0';
    return (int)bytes;
}

char *any_hex_encode(char *text, const uint8_t *data, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(text, 2 * bytes + 1) && __CPROVER_r_ok(data, bytes), "digits and bytes");
    *(size_t *)text = 2 * bytes; /* for strlen */
    return text;
}

const char *mode_prehash_name(neosig_prehash prehash)
{
    return "longer than any name"; /* sha2-512-256 */
}

char *strcpy(char *to, const char *from)
{
    memcpy(to, from, strlen(from) + 1);
    write_any(to, strlen(from) + 1);
    return to;
}

int app_fail(const char *format, ...)
{
    return EXIT_INPUT;
}

static size_t pem_text;

size_t neosig_pem_bytes(const char *label, size_t bytes)
{
    __CPROVER_assume(fits(pem_text) && pem_text >= bytes && pem_text >= 2 * strlen(label));
    return pem_text;
}

void neosig_pem_encode(uint8_t *text, const char *label, const uint8_t *data, size_t bytes)
{
    __CPROVER_assert(__CPROVER_r_ok(data, bytes), "the content is there");
    write_any(text, pem_text);
}

void harness_armor_head(void)
{
    char *text;
    const armor *a;
    has_free();
    armor_head(text, a);
}

void harness_armor_write(void)
{
    const armor *a;
    const uint8_t *sig;
    size_t bytes, any;
    has_free();
    pem_text = any;
    armor_write(a, sig, bytes);
}
