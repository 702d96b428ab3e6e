/* Takes lanes through a kernel, as many at a time as the kernel has slots. A family of hash functions gives the six
 * functions of neosig_slhdsa_feeding. Compilers put them into the loops below, with n and m as constants. */
#ifndef NEOSIG_SLHDSA_SLHDSA_FEED_BODY_H
#define NEOSIG_SLHDSA_SLHDSA_FEED_BODY_H

#include "core/assertion.h"
#include "core/inline.h"
#include "slhdsa/slhdsa.h"

#include <string.h>

/* Lanes as a kernel takes them. */
typedef union neosig_slhdsa_slots {
    uint32_t sha256[NEOSIG_SLHDSA_MAX_LANES][16];
    uint64_t sha512[NEOSIG_SLHDSA_MAX_LANES][16];
    uint64_t shake[NEOSIG_SLHDSA_MAX_LANES][25];
} neosig_slhdsa_slots;

/* put: a lane, with M of m bytes, into slot i. refill: the same, where a lane of the same place and m was in the slot.
 * run: `steps` steps of the first `count` slots. take: the n bytes of slot i. copy: slot j of `from` to slot i.
 * readdress: the address of another type for slot i, whose layer, tree and M stay. H alone needs neither copy nor
 * readdress. */
typedef struct neosig_slhdsa_feeding {
    void (*put)(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_place *place,
                const neosig_slhdsa_lane *lane, size_t n, size_t m);
    void (*refill)(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_place *place,
                   const neosig_slhdsa_lane *lane, size_t n, size_t m);
    void (*run)(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t count, size_t n, size_t steps);
    void (*take)(const neosig_slhdsa_slots *slots, size_t i, size_t n, uint8_t *out);
    void (*copy)(neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_slots *from, size_t j);
    void (*readdress)(neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_place *place,
                      const neosig_slhdsa_lane *lane, size_t n);
} neosig_slhdsa_feeding;

/* function(..., n) with a constant n: compilers make a copy for each. */
#define NEOSIG_SLHDSA_WITH_N(n, function, ...)                                                                         \
    do {                                                                                                               \
        if ((n) == 16)                                                                                                 \
            function(__VA_ARGS__, 16);                                                                                 \
        else if ((n) == 24)                                                                                            \
            function(__VA_ARGS__, 24);                                                                                 \
        else                                                                                                           \
            function(__VA_ARGS__, 32);                                                                                 \
    } while (0)

/* The next lane that has steps, or end. Those without on the way to it are copied. */
INLINE const neosig_slhdsa_lane *neosig_slhdsa_next_lane(const neosig_slhdsa_lane **next, const neosig_slhdsa_lane *end,
                                                         size_t n)
{
    while (*next < end) {
        const neosig_slhdsa_lane *const lane = (*next)++;
        if (lane->steps != 0)
            return lane;
        if (lane->out != lane->in)
            memcpy(lane->out, lane->in, n);
    }
    return end;
}

/* F. Keeps the kernel's slots, `width` of them, full: all slots go as many steps as the one with fewest left, and lanes
 * that have ended give way to others. */
INLINE void neosig_slhdsa_feed_f(const neosig_slhdsa_key *key, const neosig_slhdsa_feeding feed, size_t width,
                                 const neosig_slhdsa_place *place, const neosig_slhdsa_lane *next, size_t count,
                                 size_t n)
{
    const neosig_slhdsa_lane *const end = next + count;
    const neosig_slhdsa_lane *lanes[NEOSIG_SLHDSA_MAX_LANES];
    uint32_t left[NEOSIG_SLHDSA_MAX_LANES];
    neosig_slhdsa_slots slots;
    size_t used = 0;
    for (; used < width && (lanes[used] = neosig_slhdsa_next_lane(&next, end, n)) != end; used++) {
        feed.put(key, &slots, used, place, lanes[used], n, n);
        left[used] = lanes[used]->steps;
    }
    while (used != 0) {
        uint32_t steps = left[0];
        for (size_t i = 1; i < used; i++)
            steps = left[i] < steps ? left[i] : steps;
        feed.run(key, &slots, used, n, steps);
        for (size_t i = used; i-- > 0;) {
            left[i] -= steps;
            if (left[i] != 0)
                continue;
            feed.take(&slots, i, n, lanes[i]->out);
            lanes[i] = neosig_slhdsa_next_lane(&next, end, n);
            if (lanes[i] != end) {
                feed.refill(key, &slots, i, place, lanes[i], n, n);
                left[i] = lanes[i]->steps;
            } else if (--used != i) {
                feed.copy(&slots, i, &slots, used);
                lanes[i] = lanes[used];
                left[i] = left[used];
            }
        }
    }
}

/* H: M has 2n bytes, and there is one step. */
INLINE void neosig_slhdsa_feed_h(const neosig_slhdsa_key *key, const neosig_slhdsa_feeding feed, size_t width,
                                 const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes, size_t count,
                                 size_t n)
{
    size_t used = count < width ? count : width;
    neosig_slhdsa_slots slots;
    for (size_t i = 0; i < used; i++)
        feed.put(key, &slots, i, place, lanes + i, n, 2 * n);
    for (;;) {
        feed.run(key, &slots, used, n, 1);
        for (size_t i = 0; i < used; i++)
            feed.take(&slots, i, n, lanes[i].out);
        lanes += used;
        count -= used;
        if (count == 0)
            return;
        used = count < width ? count : width;
        for (size_t i = 0; i < used; i++)
            feed.refill(key, &slots, i, place, lanes + i, n, 2 * n);
    }
}

/* PRF and F. All lanes begin with one M, SK.seed, and what PRF gives stands where F has its M. So only the address in a
 * slot changes. */
INLINE void neosig_slhdsa_feed_prf_f(const neosig_slhdsa_key *key, const neosig_slhdsa_feeding feed, size_t width,
                                     const neosig_slhdsa_place *prf, const neosig_slhdsa_place *hash,
                                     const neosig_slhdsa_lane *lanes, size_t count, size_t n)
{
    const size_t steps = lanes->steps;
    neosig_slhdsa_slots seed, slots;
    NEOSIG_ASSERT(count != 0);
    feed.put(key, &seed, 0, prf, lanes, n, n);
    for (size_t used; count != 0; lanes += used, count -= used) {
        used = count < width ? count : width;
        for (size_t i = 0; i < used; i++) {
            feed.copy(&slots, i, &seed, 0);
            feed.readdress(&slots, i, prf, lanes + i, n);
        }
        feed.run(key, &slots, used, n, 1);
        if (steps != 0) {
            for (size_t i = 0; i < used; i++)
                feed.readdress(&slots, i, hash, lanes + i, n);
            feed.run(key, &slots, used, n, steps);
        }
        for (size_t i = 0; i < used; i++)
            feed.take(&slots, i, n, lanes[i].out);
    }
}

#endif
