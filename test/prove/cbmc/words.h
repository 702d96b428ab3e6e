/* Words from and to bytes (sym/bytes.h), of which only the places matter: what is loaded has any value. */
#ifndef NEOSIG_WORDS_H
#define NEOSIG_WORDS_H

#define neosig_load64_le source_load64_le
#define neosig_load64_be source_load64_be
#define neosig_store32_le source_store32_le
#define neosig_store32_be source_store32_be
#define neosig_store64_le source_store64_le
#include "sym/bytes.h"
#undef neosig_load64_le
#undef neosig_load64_be
#undef neosig_store32_le
#undef neosig_store32_be
#undef neosig_store64_le

static uint64_t neosig_load64_le(const uint8_t *p)
{
    uint64_t word;
    __CPROVER_assert(__CPROVER_r_ok(p, 8), "what is loaded is there");
    return word;
}

static uint64_t neosig_load64_be(const uint8_t *p)
{
    return neosig_load64_le(p);
}

static void neosig_store32_le(uint8_t *p, uint32_t word)
{
    __CPROVER_assert(__CPROVER_w_ok(p, 4), "what is stored has room");
}

static void neosig_store32_be(uint8_t *p, uint32_t word)
{
    neosig_store32_le(p, word);
}

static void neosig_store64_le(uint8_t *p, uint64_t word)
{
    __CPROVER_assert(__CPROVER_w_ok(p, 8), "what is stored has room");
}

#endif
