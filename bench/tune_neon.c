/* The loops of bench/choices.py, instruction by instruction. */
#include "tune.h"

/* The products of the 16 bytes of register i by the scalar whose tables are in v28 and v29. */
#define PRODUCT(i, t, sum)                                                                                             \
    "and v" #t ".16b, v" #i ".16b, v30.16b\n\t"                                                                        \
    "ushr v" #i ".16b, v" #i ".16b, #4\n\t"                                                                            \
    "tbl v" #t ".16b, {v28.16b}, v" #t ".16b\n\t"                                                                      \
    "tbl v" #i ".16b, {v29.16b}, v" #i ".16b\n\t"                                                                      \
    "eor v" #sum ".16b, v" #sum ".16b, v" #t ".16b\n\t"                                                                \
    "eor v" #sum ".16b, v" #sum ".16b, v" #i ".16b\n\t"

#define PRODUCTS(store)                                                                                                \
    __asm__ volatile("movi v30.16b, #15\n\t"                                                                           \
                     "ldp q28, q29, [%3]\n"                                                                            \
                     "1:\n\t"                                                                                          \
                     "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%1], #64\n\t"                                             \
                     "ldp q4, q5, [%0]\n\t"                                                                            \
                     "ldp q6, q7, [%0, #32]\n\t" PRODUCT(0, 20, 4) PRODUCT(1, 21, 5) PRODUCT(2, 22, 6)                 \
                         PRODUCT(3, 23, 7) store "subs %2, %2, #64\n\t"                                                \
                                                 "b.ne 1b"                                                             \
                     : "+r"(out), "+r"(in), "+r"(bytes)                                                                \
                     : "r"(tables)                                                                                     \
                     : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v20", "v21", "v22", "v23", "v28", "v29",       \
                       "v30", "cc", "memory")

#define COPY(body)                                                                                                     \
    __asm__ volatile("1:\n\t" body "add %0, %0, #64\n\t"                                                               \
                     "add %1, %1, #64\n\t"                                                                             \
                     "subs %2, %2, #64\n\t"                                                                            \
                     "b.ne 1b"                                                                                         \
                     : "+r"(out), "+r"(in), "+r"(bytes)                                                                \
                     :                                                                                                 \
                     : "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "v0", "v1", "v2", "v3", "cc", "memory")

/* Multiples of x and of x^4 in GF(2)[x]/(x^4 + x + 1), as if a byte were an element of GF(256) in two halves. */
static const uint8_t tables[2][16] = {{0, 2, 4, 6, 8, 10, 12, 14, 3, 1, 7, 5, 11, 9, 15, 13},
                                      {0, 3, 6, 5, 12, 15, 10, 9, 11, 8, 13, 14, 7, 4, 1, 2}};

void neosig_bench_products_stp(uint8_t *out, const uint8_t *in, size_t bytes)
{
    PRODUCTS("stp q4, q5, [%0]\n\t"
             "stp q6, q7, [%0, #32]\n\t"
             "add %0, %0, #64\n\t");
}

void neosig_bench_products_st1(uint8_t *out, const uint8_t *in, size_t bytes)
{
    PRODUCTS("st1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%0], #64\n\t");
}

void neosig_bench_copy_vectors(uint8_t *out, const uint8_t *in, size_t bytes)
{
    COPY("ldp q0, q1, [%1]\n\t"
         "ldp q2, q3, [%1, #32]\n\t"
         "stp q0, q1, [%0]\n\t"
         "stp q2, q3, [%0, #32]\n\t");
}

void neosig_bench_copy_general(uint8_t *out, const uint8_t *in, size_t bytes)
{
    COPY("ldp x4, x5, [%1]\n\t"
         "ldp x6, x7, [%1, #16]\n\t"
         "ldp x8, x9, [%1, #32]\n\t"
         "ldp x10, x11, [%1, #48]\n\t"
         "stp x4, x5, [%0]\n\t"
         "stp x6, x7, [%0, #16]\n\t"
         "stp x8, x9, [%0, #32]\n\t"
         "stp x10, x11, [%0, #48]\n\t");
}
