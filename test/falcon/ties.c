/* BerExp (algorithm 14) at ties. A candidate's threshold and the random bytes behind it are made equal in their first
 * bytes, up to all eight, and the next byte decides. Five equal bytes come once in 2^40 candidates, in no known answer.
 */
#include <stdint.h>

static void see_threshold(uint64_t threshold);
#define NEOSIG_FALCON_SEE(threshold) see_threshold(threshold)
#include "backends.h"
#include "common/splitmix64.h"
#include "core/backend.h"
#include "falcon/falcon_sampler.c" /* of src/ */

#define ONE UINT64_C(0x3ff0000000000000)
#define FOUR UINT64_C(0x4010000000000000)
#define LEAST UINT64_C(0x3fe1a00000000000) /* 0.5508, more than 1 / sigma0 */
#define MOST UINT64_C(0x3fe8a00000000000)  /* 0.7695, less than 1 / sigma_min */

enum { MOST_SEEN = 256 };

static uint64_t seen[MOST_SEEN], state = 1;
static size_t count;

static void see_threshold(uint64_t threshold)
{
    if (count < MOST_SEEN)
        seen[count] = threshold;
    count++;
}

/* Positive, and between the numbers with these bits. */
static neosig_real random_real(uint64_t from, uint64_t to)
{
    return neosig_real_of_bits(from + splitmix64(&state) % (to - from));
}

/* What two samples take of the bytes, by the definition, with the thresholds that were seen. -1 where they are not as
 * many as that. */
static ptrdiff_t taken(const uint8_t *bytes)
{
    size_t at = 0, candidates = 0;
    for (unsigned sample = 0; sample < 2; candidates++) {
        int difference = 0;
        if (candidates == count)
            return -1;
        at += NEOSIG_FALCON_CANDIDATE_BYTES;
        for (int i = 7; difference == 0 && i >= 0; i--)
            difference = bytes[at++] - (int)(seen[candidates] >> 8 * i & 255);
        sample += difference < 0;
    }
    return candidates == count ? (ptrdiff_t)at : -1;
}

static void test_ties(const neosig_falcon_set *set)
{
    static neosig_falcon_sampler first, s;
    const neosig_falcon_ctx ctx = neosig_falcon_open(&set->alg, neosig_backend_now());
    const uint8_t seed[56] = {1};
    unsigned bad = 0;
    for (unsigned round = 0; round < 200; round++) {
        const neosig_real mu[2] = {random_real(ONE, FOUR), random_real(ONE, FOUR)}, leaf = random_real(LEAST, MOST);
        neosig_falcon_sampler_init(&first, &ctx, seed, sizeof seed);
        neosig_falcon_sampler_attempt(&first, NULL, 0);
        falcon_refill_vartime(&first);
        uint8_t *const begin = first.stream + NEOSIG_FALCON_BEFORE_STREAM;
        (void)splitmix64_random(&state, begin, (size_t)(first.end - begin));
        s = first;
        s.in = s.stream + NEOSIG_FALCON_BEFORE_STREAM;
        s.end = s.in + (first.end - first.in);
        count = 0;
        (void)neosig_falcon_sample_vartime(&s, mu[0], mu[1], leaf);
        const uint64_t threshold = seen[0];
        for (unsigned equal = 0; equal <= 8; equal++)
            for (int less = 0; less < 2; less++) {
                uint8_t *const behind = begin + NEOSIG_FALCON_CANDIDATE_BYTES;
                for (unsigned i = 0; i < equal; i++)
                    behind[i] = (uint8_t)(threshold >> (56 - 8 * i));
                if (equal < 8) {
                    const uint8_t byte = (uint8_t)(threshold >> (56 - 8 * equal));
                    if (byte == (less ? 0 : 255))
                        continue;
                    behind[equal] = (uint8_t)(less ? byte - 1 : byte + 1);
                }
                s = first;
                s.in = s.stream + NEOSIG_FALCON_BEFORE_STREAM;
                s.end = s.in + (first.end - first.in);
                count = 0;
                (void)neosig_falcon_sample_vartime(&s, mu[0], mu[1], leaf);
                bad += seen[0] != threshold;
                bad += taken(s.stream + NEOSIG_FALCON_BEFORE_STREAM) != s.in - (s.stream + NEOSIG_FALCON_BEFORE_STREAM);
            }
    }
    CHECK(bad == 0);
}

int main(void)
{
    for (size_t i = 0; i < neosig_backend_count(); i++)
        if (test_backend(i))
            for (size_t s = 0; s < neosig_falcon_sets_count; s++)
                test_ties(&neosig_falcon_sets[s]);
    return test_end();
}
