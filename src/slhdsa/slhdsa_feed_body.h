/* Lanes on their way through a kernel. The functions that a family of hash functions gives are part of its loop. */
#ifndef NEOSIG_SLHDSA_SLHDSA_FEED_BODY_H
#define NEOSIG_SLHDSA_SLHDSA_FEED_BODY_H

#include "core/inline.h"
#include "slhdsa/slhdsa.h"

#include <string.h>

/* Lanes as a kernel takes them. */
typedef union neosig_slhdsa_slots {
    uint32_t sha256[NEOSIG_SLHDSA_MAX_LANES][16];
    uint64_t sha512[NEOSIG_SLHDSA_MAX_LANES][16];
    uint64_t shake[NEOSIG_SLHDSA_MAX_LANES][25];
} neosig_slhdsa_slots;

/* How a kernel is fed: `put` a lane whose M has m bytes into slot i, `run` the kernel over the first slots, which all
 * end with that or not, `take` the n bytes out of slot i, `copy` slot j to slot i, give slot i another address, where M
 * stays: `readdress`. H alone needs neither of these two. Compilers know n and m. */
typedef struct neosig_slhdsa_feeding {
    void (*put)(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_place *place,
                const neosig_slhdsa_lane *lane, size_t n, size_t m);
    void (*run)(const neosig_slhdsa_key *key, neosig_slhdsa_slots *slots, size_t count, size_t n, size_t steps,
                int end);
    void (*take)(const neosig_slhdsa_key *key, const neosig_slhdsa_slots *slots, size_t i, size_t n, uint8_t *out);
    void (*copy)(neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_slots *from, size_t j);
    void (*readdress)(neosig_slhdsa_slots *slots, size_t i, const neosig_slhdsa_place *place,
                      const neosig_slhdsa_lane *lane, size_t n);
} neosig_slhdsa_feeding;

/* F. Keeps the kernel's slots, `width` of them, full: all slots go as many steps as the one with fewest left, and lanes
 * that have ended give way to others. */
INLINE void neosig_slhdsa_feed_f_n(const neosig_slhdsa_key *key, const neosig_slhdsa_feeding feed, size_t width,
                                   const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lane, size_t count,
                                   size_t n)
{
    const neosig_slhdsa_lane *const end = lane + count;
    const neosig_slhdsa_lane *lanes[NEOSIG_SLHDSA_MAX_LANES];
    uint32_t left[NEOSIG_SLHDSA_MAX_LANES];
    neosig_slhdsa_slots slots;
    size_t used = 0;
    for (;;) {
        for (; used < width && lane < end; lane++) {
            if (lane->steps == 0) {
                if (lane->out != lane->in)
                    memcpy(lane->out, lane->in, n);
                continue;
            }
            feed.put(key, &slots, used, place, lane, n, n);
            lanes[used] = lane;
            left[used++] = lane->steps;
        }
        if (used == 0)
            return;
        uint32_t steps = left[0], most = left[0];
        for (size_t i = 1; i < used; i++) {
            steps = left[i] < steps ? left[i] : steps;
            most = left[i] > most ? left[i] : most;
        }
        feed.run(key, &slots, used, n, steps, steps == most);
        for (size_t i = used; i-- > 0;) {
            left[i] -= steps;
            if (left[i] != 0)
                continue;
            feed.take(key, &slots, i, n, lanes[i]->out);
            if (--used == i)
                continue;
            feed.copy(&slots, i, &slots, used);
            lanes[i] = lanes[used];
            left[i] = left[used];
        }
    }
}

INLINE void neosig_slhdsa_feed_f(const neosig_slhdsa_key *key, const neosig_slhdsa_feeding feed, size_t width,
                                 const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes, size_t count)
{
    if (key->ctx->n == 16)
        neosig_slhdsa_feed_f_n(key, feed, width, place, lanes, count, 16);
    else if (key->ctx->n == 24)
        neosig_slhdsa_feed_f_n(key, feed, width, place, lanes, count, 24);
    else
        neosig_slhdsa_feed_f_n(key, feed, width, place, lanes, count, 32);
}

/* H: M has 2n bytes, and there is one step. */
INLINE void neosig_slhdsa_feed_h_n(const neosig_slhdsa_key *key, const neosig_slhdsa_feeding feed, size_t width,
                                   const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes, size_t count,
                                   size_t n)
{
    neosig_slhdsa_slots slots;
    for (size_t used; count != 0; lanes += used, count -= used) {
        used = count < width ? count : width;
        for (size_t i = 0; i < used; i++)
            feed.put(key, &slots, i, place, lanes + i, n, 2 * n);
        feed.run(key, &slots, used, n, 1, 1);
        for (size_t i = 0; i < used; i++)
            feed.take(key, &slots, i, n, lanes[i].out);
    }
}

INLINE void neosig_slhdsa_feed_h(const neosig_slhdsa_key *key, const neosig_slhdsa_feeding feed, size_t width,
                                 const neosig_slhdsa_place *place, const neosig_slhdsa_lane *lanes, size_t count)
{
    if (key->ctx->n == 16)
        neosig_slhdsa_feed_h_n(key, feed, width, place, lanes, count, 16);
    else if (key->ctx->n == 24)
        neosig_slhdsa_feed_h_n(key, feed, width, place, lanes, count, 24);
    else
        neosig_slhdsa_feed_h_n(key, feed, width, place, lanes, count, 32);
}

/* PRF and F. All lanes begin with one M, SK.seed, and what PRF gives stands where F has its M. So only the address in a
 * slot changes. */
INLINE void neosig_slhdsa_feed_prf_f_n(const neosig_slhdsa_key *key, const neosig_slhdsa_feeding feed, size_t width,
                                       const neosig_slhdsa_place *prf, const neosig_slhdsa_place *hash,
                                       const neosig_slhdsa_lane *lanes, size_t count, size_t n)
{
    const size_t steps = lanes->steps;
    neosig_slhdsa_slots seed, slots;
    feed.put(key, &seed, 0, prf, lanes, n, n);
    for (size_t used; count != 0; lanes += used, count -= used) {
        used = count < width ? count : width;
        for (size_t i = 0; i < used; i++) {
            feed.copy(&slots, i, &seed, 0);
            feed.readdress(&slots, i, prf, lanes + i, n);
        }
        feed.run(key, &slots, used, n, 1, steps == 0);
        if (steps != 0) {
            for (size_t i = 0; i < used; i++)
                feed.readdress(&slots, i, hash, lanes + i, n);
            feed.run(key, &slots, used, n, steps, 1);
        }
        for (size_t i = 0; i < used; i++)
            feed.take(key, &slots, i, n, lanes[i].out);
    }
}

INLINE void neosig_slhdsa_feed_prf_f(const neosig_slhdsa_key *key, const neosig_slhdsa_feeding feed, size_t width,
                                     const neosig_slhdsa_place *prf, const neosig_slhdsa_place *hash,
                                     const neosig_slhdsa_lane *lanes, size_t count)
{
    if (key->ctx->n == 16)
        neosig_slhdsa_feed_prf_f_n(key, feed, width, prf, hash, lanes, count, 16);
    else if (key->ctx->n == 24)
        neosig_slhdsa_feed_prf_f_n(key, feed, width, prf, hash, lanes, count, 24);
    else
        neosig_slhdsa_feed_prf_f_n(key, feed, width, prf, hash, lanes, count, 32);
}

#endif
