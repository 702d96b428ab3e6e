/* Texts: each reaches to the end of its object. What is searched for in them is anywhere. */
#include "any.h"
#include "core/contract.h"
#include "moved.h"

#include <string.h>

size_t strlen(const char *text)
{
    __CPROVER_assert(in_text(text, text), "the text is there");
    return __CPROVER_OBJECT_SIZE(text) - offset(text) - 1;
}

static char *any_text(void)
{
    size_t length;
    __CPROVER_assume(fits(length));
    char *const text = any_bytes(length + 1);
    text[length] = '\0';
    return text;
}

/* A text, or NULL. */
static char *maybe_text(void)
{
    _Bool there;
    return there ? any_text() : NULL;
}

/* In place of text_character. */
size_t any_character(const unsigned char *text)
{
    size_t bytes;
    __CPROVER_assert(in_text(text, text), "the character is there");
    __CPROVER_assume(bytes <= 4 && bytes <= strlen((const char *)text));
    return bytes;
}

/* How far a search goes. */
static size_t any_part(const char *text)
{
    size_t bytes;
    __CPROVER_assume(bytes <= strlen(text));
    return bytes;
}

char *strchr(const char *text, int c)
{
    _Bool there;
    char *const at = (char *)text + any_part(text);
    return there && *at == (char)c ? at : NULL;
}

size_t strspn(const char *text, const char *set)
{
    return any_part(text);
}

char *strstr(const char *text, const char *part)
{
    _Bool there;
    const size_t at = any_part(text);
    return there && strlen(part) <= strlen(text + at) ? (char *)text + at : NULL;
}

int strcmp(const char *a, const char *b)
{
    int order;
    __CPROVER_assert(in_text(a, a) && in_text(b, b), "what is compared is there");
    return order;
}

char *strcpy(char *to, const char *from)
{
    return memcpy(to, from, strlen(from) + 1);
}

void *memchr(const void *in, int c, size_t bytes)
{
    _Bool there;
    size_t at;
    __CPROVER_assert(__CPROVER_r_ok(in, bytes), "what is searched is there");
    return there && at < bytes ? (char *)in + at : NULL;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    int order;
    __CPROVER_assert(__CPROVER_r_ok(a, bytes) && __CPROVER_r_ok(b, bytes), "what is compared is there");
    return order;
}
