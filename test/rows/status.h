/* The rules of versions and statuses (docs/sets.md). */
#ifndef NEOSIG_TEST_ROWS_STATUS_H
#define NEOSIG_TEST_ROWS_STATUS_H

#include "neosig/neosig.h"

#include <ctype.h>
#include <string.h>

/* "2026", "2026-08" or "2026-08-31". */
static inline int status_is_date(const char *text)
{
    static const char shape[] = "dddd-dd-dd";
    size_t i = 0;
    for (; text != NULL && text[i] != '\0'; i++)
        if (i == sizeof shape - 1 || (shape[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != '-'))
            return 0;
    return i == 4 || i == 7 || i == 10;
}

/* The first character from at on that counts in a name, as a small letter; at then points behind it. */
static inline int status_next(const char **at)
{
    while (**at == '-' || **at == '_' || **at == ' ')
        ++*at;
    return tolower((unsigned char)*(*at)++);
}

/* What two sets must not share, in words; NULL if they share nothing. */
static inline const char *status_shared(const neosig_alg *alg, const neosig_alg *other)
{
    if (strcmp(alg->oid, other->oid) == 0)
        return "two sets have one object identifier";
    const char *a = alg->name, *b = other->name;
    for (int c; (c = status_next(&a)) == status_next(&b);)
        if (c == 0)
            return "two sets have one name, but for capital letters, hyphens and spaces";
    return NULL;
}

/* The first rule that the set breaks, in words; NULL if it breaks none. */
static inline const char *status_fault(const neosig_alg *alg)
{
    if (alg->level < 1 || alg->level > 5)
        return "a level is 1 to 5";
    const neosig_specification *const follows = alg->specification;
    if (follows == NULL || follows->version == NULL || follows->source == NULL)
        return "a set says which version it follows, and by which source";
    if (!status_is_date(follows->date) || !status_is_date(follows->compared))
        return "a version has its date and that of its last comparison";
    if (strcmp(follows->compared, follows->date) < 0)
        return "a version is compared after it is published";
    const neosig_attack *const attack = alg->attack;
    if (attack != NULL && (attack->paper == NULL || !status_is_date(attack->date)))
        return "an attack has its paper and date";
    const int below = attack != NULL && attack->bits < neosig_level_bits(alg->level);
    /* The exception, which docs/sets.md explains: NIST has uov-Is in round 3 although it is a few bits below. */
    const int accepted = alg->status == NEOSIG_CANDIDATE && strncmp(alg->name, "uov-Is-", 7) == 0;
    if (below && !accepted && alg->status < NEOSIG_WITHDRAWN)
        return "a set with an attack below its level is withdrawn or broken";
    if (!below && alg->status == NEOSIG_BROKEN)
        return "a broken set names the attack";
    return NULL;
}

#endif
