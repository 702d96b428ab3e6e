/* Portable kernels of haetae_poly.h on any bytes, and on any numbers within the bounds that it states. Claim: no access
 * leaves a buffer, no shift is too wide, no signed arithmetic overflows, and what `inner` and `candidates` make is
 * within its bounds. CBMC proves the exponential and the ternary numbers (test/haetae). */
#undef __SIZEOF_INT128__ /* which Frama-C lacks: the halves of core/wide.h */
#include "__fc_builtin.h"
#include "haetae/haetae_poly_portable.c"

static void any(int32_t *r, size_t n, int32_t bound) /* |r[i]| < bound */
{
    for (size_t i = 0; i < n; i++)
        r[i] = Frama_C_interval(1 - bound, bound - 1);
}

#define UNKNOWN(array) Frama_C_make_unknown((char *)(array), sizeof(array))

void neosig_wipe(void *memory, size_t bytes)
{
    memset(memory, 0, bytes);
}

/* Eva forgets that n numbers are written where n are read. */
static void any_below(uint8_t *x, const uint8_t *in, size_t n)
{
    (void)in, (void)n;
    for (size_t i = 0; i < NEOSIG_HAETAE_BATCH; i++)
        x[i] = (uint8_t)Frama_C_interval(0, 166);
}

static int64_t any_exponential(uint64_t e)
{
    int64_t any;
    Frama_C_make_unknown((char *)&any, sizeof any);
    return haetae_signed_high(any, (int64_t)(e << 15));
}

int main(void)
{
    const neosig_haetae_kernels *k = &neosig_haetae_portable;
    static int32_t r[256], b[7 * 256];
    static uint16_t a[7 * 256];
    static uint8_t in[26 * 64], looked[256];
    static int8_t digits[336];
    static uint64_t samples[256], table[48];
    static neosig_haetae_fixed factor;
    static neosig_haetae_candidates candidates;
    int used = 0;
#if PART == 0
    for (size_t i = 0; i < 7 * 256; i++)
        a[i] = (uint16_t)Frama_C_interval(0, Q - 1);
    any(b, 7 * 256, 6 * Q);
    k->inner(r, a, b, (size_t)Frama_C_interval(1, 7), 0);
    for (size_t i = 0; i < 256; i++) { /* 0.51 q */
        //@ assert -32901 <= r[i] <= 32901;
    }
    any(r, 256, INT32_MAX - Q);
    k->inner(r, a, b, (size_t)Frama_C_interval(1, 7), 1);
#elif PART == 1
    UNKNOWN(in);
    used += (int)k->uniform_vartime(a + 6 * 256, (size_t)Frama_C_interval(0, 256), in,
                                    2 * (size_t)Frama_C_interval(0, 256));
#elif PART == 2
    UNKNOWN(in);
    haetae_plain_below(looked, in, (size_t)Frama_C_interval(0, 64));
    for (size_t i = 0; i < 64; i++) {
        //@ assert looked[i] <= 166;
    }
    haetae_plain_candidates_by(any_below, any_exponential, &candidates, in, (size_t)Frama_C_interval(0, 64));
    for (size_t i = 0; i < 64; i++) {
        //@ assert candidates.sample[i] <= 167 * 0x100000000000000 && candidates.accepted[i] <= 1;
    }
#elif PART == 3
    for (size_t i = 0; i < 256; i++)
        samples[i] = Frama_C_unsigned_long_interval(0, 167UL << 56);
    factor.limb[0] = Frama_C_unsigned_long_interval(0, (1UL << 48) - 1);
    factor.limb[1] = Frama_C_unsigned_long_interval(0, (1UL << 41) - 1);
    UNKNOWN(in);
    k->scale(r, samples, in, &factor);
#elif PART == 4
    for (size_t i = 0; i < 256; i++) {
        digits[i] = (int8_t)Frama_C_interval(-2, 2);
        r[i] = Frama_C_interval(0, INT32_MAX);
    }
    k->spectrum(r, digits);
#else
    UNKNOWN(table);
    for (size_t i = 0; i < 256; i++)
        looked[i] = (uint8_t)Frama_C_interval(0, 47);
    k->look_up(samples, looked, table, (size_t)Frama_C_interval(1, 48));
#endif
    return used;
}
