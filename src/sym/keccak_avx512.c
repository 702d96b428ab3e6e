/* Keccak-f[1600] by AVX-512VL: VPTERNLOGQ makes theta and chi, VPROLQ rotates, and 32 registers hold the lanes. So even
 * one state is faster in vectors, of which it fills a quarter, than in general registers. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX512VL

#define KECCAK_AVX512VL

#include "sym/keccak_x4_avx2_body.h"

#define LANES _Pragma("GCC unroll 25") for (unsigned i = 0; i < 25; i++)

static void f1600(uint64_t state[25])
{
    vector a[25];
    LANES a[i] = (vector){state[i]};
    permute(a);
    for (unsigned i = 0; i < 24; i += 2) { /* GCC 12 would join eight lanes, which takes 2 % more time on Zen 4 */
        const __m256i pair = _mm256_unpacklo_epi64((__m256i)a[i], (__m256i)a[i + 1]);
        _mm_storeu_si128((__m128i *)(void *)(state + i), _mm256_castsi256_si128(pair));
    }
    state[24] = a[24][0];
}

static void f1600_x2(uint64_t states[50])
{
    vector a[25];
    LANES a[i] = (vector){states[i], states[25 + i]};
    permute(a);
    LANES states[i] = a[i][0], states[25 + i] = a[i][1];
}

const neosig_keccak_kernels neosig_keccak_avx512 = {"avx512", 1, f1600, f1600_x2, f1600_x4};

NEOSIG_TARGET_END

#endif
