/* What kernels ask of compilers so that their parameters become constants and their arrays registers. */
#ifndef NEOSIG_CORE_INLINE_H
#define NEOSIG_CORE_INLINE_H

/* A function inlined whatever compilers think of it; but not without optimisation, where every copy takes stack of its
 * own. */
#ifdef __OPTIMIZE__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* A loop of at most 16 rounds unrolled whole: an array that only constants index stays in registers. */
#define UNROLL _Pragma("GCC unroll 16")

#endif
