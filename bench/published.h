/* The published tables of bench/published, as text, ended by NULL. */
#ifndef NEOSIG_BENCH_PUBLISHED_H
#define NEOSIG_BENCH_PUBLISHED_H

extern const char *const neosig_bench_published[];

#endif
