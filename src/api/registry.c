#include "api/api.h"

#include <string.h>

size_t neosig_alg_count(void)
{
    size_t count = 0;
    for (size_t s = 0; s < neosig_schemes_count; s++)
        count += neosig_schemes[s] != NULL ? *neosig_schemes[s]->count : 0;
    return count;
}

const neosig_alg *neosig_alg_at(size_t i)
{
    for (size_t s = 0; s < neosig_schemes_count; s++) {
        const neosig_scheme *scheme = neosig_schemes[s];
        if (scheme == NULL)
            continue;
        if (i < *scheme->count)
            return (const neosig_alg *)(const void *)((const uint8_t *)scheme->rows + i * scheme->row_bytes);
        i -= *scheme->count;
    }
    return NULL;
}

/* The next character of a name that counts, a letter as small; 0 at the end. */
static char next(const char **at)
{
    char c;
    do
        c = *(*at)++;
    while (c == '-' || c == '_' || c == ' ');
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static int is_same_name(const char *a, const char *b)
{
    for (;;) {
        const char of_a = next(&a), of_b = next(&b);
        if (of_a != of_b || of_a == 0)
            return of_a == of_b;
    }
}

static int is_other_name(const neosig_alg *alg, const char *name)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    const char *const *other = scheme->other_names != NULL ? scheme->other_names(alg) : NULL;
    for (; other != NULL && *other != NULL; other++)
        if (is_same_name(*other, name))
            return 1;
    return 0;
}

const neosig_alg *neosig_alg_find(const char *name)
{
    if (name == NULL)
        return NULL;
    const neosig_alg *alg;
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++)
        if (is_same_name(alg->name, name) || is_other_name(alg, name))
            return alg;
    return NULL;
}

const neosig_alg *neosig_alg_by_oid(const char *dotted)
{
    if (dotted == NULL)
        return NULL;
    const neosig_alg *alg;
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++)
        if (strcmp(alg->oid, dotted) == 0)
            return alg;
    return NULL;
}

const neosig_scheme *neosig_scheme_of(const neosig_alg *alg)
{
    for (size_t s = 0; s < neosig_schemes_count; s++) {
        const neosig_scheme *scheme = neosig_schemes[s];
        if (scheme == NULL)
            continue;
        const uintptr_t offset = (uintptr_t)alg - (uintptr_t)scheme->rows; /* far too large for a row below the first */
        if (offset < *scheme->count * scheme->row_bytes)
            return offset % scheme->row_bytes == 0 ? scheme : NULL;
    }
    return NULL;
}
