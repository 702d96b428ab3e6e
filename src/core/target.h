/* Kernels say in their own file which instructions beyond the architecture's base they are made of, so that no build
 * system needs flags for them: such a file stands between NEOSIG_TARGET_<instructions> and NEOSIG_TARGET_END, from its
 * first #include on. The backends that name its kernels ask the CPU for the same (api/backend.c). */
#ifndef NEOSIG_CORE_TARGET_H
#define NEOSIG_CORE_TARGET_H

#define NEOSIG_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define NEOSIG_TARGET(features)                                                                                        \
    NEOSIG_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define NEOSIG_TARGET_END _Pragma("clang attribute pop")
#else
#define NEOSIG_TARGET(features) _Pragma("GCC push_options") NEOSIG_PRAGMA(GCC target(features))
#define NEOSIG_TARGET_END _Pragma("GCC pop_options")
#endif

#if defined(__x86_64__)
#define NEOSIG_TARGET_AVX2 NEOSIG_TARGET("avx2,bmi,bmi2,popcnt")
#define NEOSIG_TARGET_AESNI NEOSIG_TARGET("aes,ssse3")
#define NEOSIG_TARGET_VAES NEOSIG_TARGET("vaes,avx2")
#define NEOSIG_TARGET_GFNI NEOSIG_TARGET("gfni,avx2")
#define NEOSIG_TARGET_SHANI NEOSIG_TARGET("sha,sse4.1")
#define NEOSIG_TARGET_AVX512VL NEOSIG_TARGET("avx512vl,avx2")

#elif defined(__aarch64__) && defined(__clang__)
#define NEOSIG_TARGET_AES NEOSIG_TARGET("aes")
#define NEOSIG_TARGET_SHA2 NEOSIG_TARGET("sha2")
#define NEOSIG_TARGET_SHA3 NEOSIG_TARGET("sha3")
/* Before Clang 16 <arm_neon.h> hides the intrinsics of instructions that not the whole compilation may use. They are
 * inlined always and have the target of their caller. */
#ifndef __ARM_FEATURE_CRYPTO
#define __ARM_FEATURE_CRYPTO 1
#endif
#ifndef __ARM_FEATURE_AES
#define __ARM_FEATURE_AES 1
#endif
#ifndef __ARM_FEATURE_SHA2
#define __ARM_FEATURE_SHA2 1
#endif
#ifndef __ARM_FEATURE_SHA512
#define __ARM_FEATURE_SHA512 1
#endif
#ifndef __ARM_FEATURE_SHA3
#define __ARM_FEATURE_SHA3 1
#endif
/* Before Clang 13 it lacks those of SHA-3 and SHA-512. */
#if __clang_major__ < 13 && !defined(__apple_build_version__)
#include <arm_neon.h>
static inline __attribute__((target("sha3"))) uint8x16_t veor3q_u8(uint8x16_t a, uint8x16_t b, uint8x16_t c)
{
    uint8x16_t sum;
    __asm__("eor3 %0.16b, %1.16b, %2.16b, %3.16b" : "=w"(sum) : "w"(a), "w"(b), "w"(c));
    return sum;
}
static inline __attribute__((target("sha3"))) uint64x2_t vsha512hq_u64(uint64x2_t sum, uint64x2_t x, uint64x2_t y)
{
    __asm__("sha512h %q0, %q1, %2.2d" : "+w"(sum) : "w"(x), "w"(y));
    return sum;
}
static inline __attribute__((target("sha3"))) uint64x2_t vsha512h2q_u64(uint64x2_t sum, uint64x2_t x, uint64x2_t y)
{
    __asm__("sha512h2 %q0, %q1, %2.2d" : "+w"(sum) : "w"(x), "w"(y));
    return sum;
}
static inline __attribute__((target("sha3"))) uint64x2_t vsha512su0q_u64(uint64x2_t w, uint64x2_t next)
{
    __asm__("sha512su0 %0.2d, %1.2d" : "+w"(w) : "w"(next));
    return w;
}
static inline __attribute__((target("sha3"))) uint64x2_t vsha512su1q_u64(uint64x2_t w, uint64x2_t x, uint64x2_t y)
{
    __asm__("sha512su1 %0.2d, %1.2d, %2.2d" : "+w"(w) : "w"(x), "w"(y));
    return w;
}
#endif

#elif defined(__aarch64__)
#define NEOSIG_TARGET_AES NEOSIG_TARGET("+crypto")
#define NEOSIG_TARGET_SHA2 NEOSIG_TARGET("+crypto")
#define NEOSIG_TARGET_SHA3 NEOSIG_TARGET("arch=armv8.2-a+sha3")
#endif

#endif
