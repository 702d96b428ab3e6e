/* Loops for bench/tune.c: the two ways of each choice that bench/choices.py prices. bytes is a multiple of 64. */
#ifndef NEOSIG_TUNE_H
#define NEOSIG_TUNE_H

#include <stddef.h>
#include <stdint.h>

typedef void neosig_bench_loop(uint8_t *out, const uint8_t *in, size_t bytes);

/* out += each pair of elements of GF(16) of in, looked up in two tables. */
neosig_bench_loop neosig_bench_products_stp, neosig_bench_products_st1;

neosig_bench_loop neosig_bench_copy_vectors, neosig_bench_copy_general;

#endif
