/* HAETAE's table with rows of other dimensions. */
#include "haetae/haetae.h"

#define neosig_haetae_sets library_haetae_sets
#define neosig_haetae_sets_count library_haetae_sets_count
#include "haetae/haetae_params.c"
#undef neosig_haetae_sets
#undef neosig_haetae_sets_count

#include "rows/other.h"

/* Bounds and distributions belong to k, l and d: what is free is tau, and how long signatures are. */
const neosig_haetae_set neosig_haetae_sets[] = {
    {.alg = ALG("other-2-4", 2, "1", 2, 4, 1, 1500),
     .k = 2,
     .l = 4,
     .tau = 56,
     .d = 1,
     .log_alpha = 9,
     .b0_squared = 96944109,
     .b1_squared = 96805527,
     .b2_squared = 163265017,
     .gamma_squared_n = 611098,
     .scale = 80658615,
     .cube = {{0x770077e2e41a, 0x1162}},
     .three_halves = {{0x693861ad937b, 0x9caa56}},
     .base_z1 = 120,
     .base_h = 9,
     .z1_offset = 6,
     .h_offset = 239,
     .z1 = {13, {1, 1, 1, 5, 58, 246, 398, 247, 59, 5, 1, 1, 1}},
     .h = {13, {382, 246, 65, 7, 1, 1, 1, 1, 1, 1, 7, 65, 246}}},
};

const size_t neosig_haetae_sets_count = sizeof neosig_haetae_sets / sizeof neosig_haetae_sets[0];

unsigned other_haetae_unseen(void);
unsigned other_haetae_unseen(void)
{
    const neosig_haetae_set good = neosig_haetae_sets[0];
    unsigned unseen = 0;
    BREAK(haetae, good, k, 5, "1 <= k <= NEOSIG_HAETAE_MAX_K and 2 <= l <= NEOSIG_HAETAE_MAX_L");
    BREAK(haetae, good, l, 1, "1 <= k <= NEOSIG_HAETAE_MAX_K and 2 <= l <= NEOSIG_HAETAE_MAX_L");
    BREAK(haetae, good, tau, 51, "52 <= tau <= 128");
    BREAK(haetae, good, tau, 129, "52 <= tau <= 128");
    BREAK(haetae, good, log_alpha, 8, "d = 1 and alpha = 2^9, or d = 0 and alpha = 2^8");
    BREAK(haetae, good, h.symbols, 34, "a distribution has as many symbols as freq has room for");
    BREAK(haetae, good, z1.freq[3], 6, "frequencies are positive, and their sum is 1024");
    BREAK(haetae, good, alg.secret_key_bytes, 1, "sizes follow from the dimensions");
    return unseen;
}
