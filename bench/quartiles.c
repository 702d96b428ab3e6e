#include "bench.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

neosig_bench_quartiles neosig_bench_summarise(double *samples, size_t count)
{
    qsort(samples, count, sizeof samples[0], compare);
    return (neosig_bench_quartiles){samples[count / 4], samples[count / 2], samples[count * 3 / 4]};
}
