/* Armoured signatures, written. The lengths of texts that are put together are known by where these lie. */
#include "any.h"
#include "core/contract.h"
#include "moved.h"

#include <stdio.h>
#include <string.h>

#define sprintf(at, ...) put_form(at, (const char *const[]){__VA_ARGS__, NULL})
static int put_form(char *at, const char *const *form);
#include "apps/armor.c"

static armor written;
static size_t algorithm_bytes, comment_bytes, hex_bytes;
static const char *hex_at;

size_t strlen(const char *text)
{
    size_t length;
    if (text == written.algorithm)
        return algorithm_bytes;
    if (text == written.comment)
        return comment_bytes;
    if (text == hex_at)
        return hex_bytes;
    if (__CPROVER_OBJECT_SIZE(text) == ARMOR_HEAD_MOST) {
        __CPROVER_assume(length < ARMOR_HEAD_MOST);
        return length;
    }
    return __CPROVER_OBJECT_SIZE(text) - offset(text) - 1;
}

/* A form and its texts, each in place of two characters. */
static int put_form(char *at, const char *const *form)
{
    size_t bytes = strlen(form[0]);
    for (size_t i = 1; form[i] != NULL; i++)
        bytes += strlen(form[i]) - 2;
    __CPROVER_assert(__CPROVER_w_ok(at, bytes + 1), "the line has room");
    return (int)bytes;
}

char *any_hex_encode(char *text, const uint8_t *data, size_t bytes)
{
    __CPROVER_assert(__CPROVER_w_ok(text, 2 * bytes + 1) && __CPROVER_r_ok(data, bytes), "digits and bytes");
    hex_at = text;
    hex_bytes = 2 * bytes;
    return text;
}

const char *mode_prehash_name(neosig_prehash prehash)
{
    return "longer than any name"; /* sha2-512-256 */
}

char *strcpy(char *to, const char *from)
{
    return memcpy(to, from, strlen(from) + 1);
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
    __CPROVER_assert(__CPROVER_w_ok(text, pem_text) && __CPROVER_r_ok(data, bytes), "text and content are there");
}

static void any_armor(void)
{
    armor any;
    size_t algorithm, comment, text;
    written = any;
    algorithm_bytes = algorithm;
    comment_bytes = comment;
    pem_text = text;
    __CPROVER_assume(algorithm <= ARMOR_NAME_MOST && comment <= ARMOR_COMMENT_MOST);
    __CPROVER_assume(any.context_bytes <= MODE_CONTEXT_MOST);
}

void harness_armor_head(void)
{
    any_armor();
    armor_head(any_bytes(ARMOR_HEAD_MOST), &written);
}

void harness_armor_write(void)
{
    size_t bytes;
    __CPROVER_assume(fits(bytes));
    any_armor();
    armor_write(&written, any_bytes(bytes), bytes);
}
