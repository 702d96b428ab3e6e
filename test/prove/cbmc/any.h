/* What harnesses begin with. A variable without a value has any. */
#ifndef NEOSIG_ANY_H
#define NEOSIG_ANY_H

#include <stdint.h>
#include <stdlib.h>

/* So many bytes of any value; CBMC finds each access outside of them. */
static void *any_bytes(size_t bytes)
{
    void *const p = malloc(bytes);
    __CPROVER_assume(p != NULL);
    return p;
}

/* Writes one of so many bytes, any of them: each must be there, and a contract must allow it. */
static void write_any(void *p, size_t bytes)
{
    size_t at;
    uint8_t byte;
    __CPROVER_assert(__CPROVER_w_ok(p, bytes), "what is written has room");
    if (at < bytes)
        ((uint8_t *)p)[at] = byte;
}

/* First in a harness of a contract: goto-instrument has no model of free unless it is called. If one harness of a file
 * calls it, all that are of contracts do. */
static void has_free(void)
{
    free(NULL);
}

/* The statement after it is run for the context of each set of a scheme. */
#define EACH_SET(scheme, ctx)                                                                                          \
    for (size_t set_ = 0; set_ < neosig_##scheme##_sets_count; set_++)                                                 \
        for (neosig_##scheme##_ctx ctx = neosig_##scheme##_open(&neosig_##scheme##_sets[set_].alg, NULL);              \
             ctx.set != NULL; ctx.set = NULL)

static size_t any_number(void)
{
    size_t number;
    return number;
}

/* The same for one set of any: a contract is proved of one call. */
#define ANY_SET(scheme, ctx)                                                                                           \
    for (size_t one_ = any_number(), once_ = 1; once_; once_ = 0)                                                      \
        EACH_SET (scheme, ctx)                                                                                         \
            if (set_ == one_)

/* The same, but CBMC does not try set after set: quicker for a function that only computes sizes. */
#define UNKNOWN_SET(scheme, ctx)                                                                                       \
    for (size_t one_ = any_number(), once_ = 1; once_ && one_ < neosig_##scheme##_sets_count; once_ = 0)               \
        for (neosig_##scheme##_ctx ctx = neosig_##scheme##_open(&neosig_##scheme##_sets[one_].alg, NULL);              \
             ctx.set != NULL; ctx.set = NULL)

#endif
