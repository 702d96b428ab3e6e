/* Keccak-f[1600] by AVX2: four states, one in each quarter of a register. For one state the compiler makes BMI's ANDN
 * and RORX of the plain code. */
#if defined(__x86_64__)
#include "core/target.h"

NEOSIG_TARGET_AVX2

#include "sym/keccak_internal.h"
#include "sym/keccak_round.h"

#include <immintrin.h>
#include <string.h>

typedef uint64_t vector __attribute__((vector_size(32)));

static void f1600(uint64_t state[25])
{
    uint64_t a[25], e[25];
    memcpy(a, state, sizeof a);
    for (unsigned i = 0; i < 24; i += 2) {
        NEOSIG_KECCAK_ROUND(uint64_t, a, e, neosig_keccak_round_constants[i][0]);
        NEOSIG_KECCAK_ROUND(uint64_t, e, a, neosig_keccak_round_constants[i + 1][0]);
    }
    memcpy(state, a, sizeof a);
}

static void f1600_x2(uint64_t states[50])
{
    f1600(states);
    f1600(states + 25);
}

/* Transposes a matrix of 4 by 4 words, a row in each vector. */
static inline void transpose(vector out[4], const vector in[4])
{
    const __m256i a = _mm256_unpacklo_epi64((__m256i)in[0], (__m256i)in[1]);
    const __m256i b = _mm256_unpackhi_epi64((__m256i)in[0], (__m256i)in[1]);
    const __m256i c = _mm256_unpacklo_epi64((__m256i)in[2], (__m256i)in[3]);
    const __m256i d = _mm256_unpackhi_epi64((__m256i)in[2], (__m256i)in[3]);
    out[0] = (vector)_mm256_permute2x128_si256(a, c, 0x20);
    out[1] = (vector)_mm256_permute2x128_si256(b, d, 0x20);
    out[2] = (vector)_mm256_permute2x128_si256(a, c, 0x31);
    out[3] = (vector)_mm256_permute2x128_si256(b, d, 0x31);
}

static void f1600_x4(uint64_t states[100])
{
    vector a[25], e[25], rows[4];
    for (unsigned i = 0; i < 24; i += 4) {
        for (unsigned j = 0; j < 4; j++)
            memcpy(&rows[j], states + 25 * j + i, sizeof rows[j]);
        transpose(a + i, rows);
    }
    a[24] = (vector){states[24], states[49], states[74], states[99]};

    for (unsigned i = 0; i < 24; i += 2) {
        NEOSIG_KECCAK_ROUND(vector, a, e, neosig_keccak_round_constants[i][0]);
        NEOSIG_KECCAK_ROUND(vector, e, a, neosig_keccak_round_constants[i + 1][0]);
    }

    for (unsigned i = 0; i < 24; i += 4) {
        transpose(rows, a + i);
        for (unsigned j = 0; j < 4; j++)
            memcpy(states + 25 * j + i, &rows[j], sizeof rows[j]);
    }
    for (unsigned j = 0; j < 4; j++)
        states[25 * j + 24] = a[24][j];
}

const neosig_keccak_kernels neosig_keccak_avx2 = {"avx2", f1600, f1600_x2, f1600_x4};

NEOSIG_TARGET_END

#endif
