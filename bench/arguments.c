#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

int neosig_bench_no(const char *what, const char *which)
{
    fprintf(stderr, "neosig-bench: %s: %s\n", what, which);
    return 2;
}

int neosig_bench_number(uint32_t *number, const char *text)
{
    char *rest;
    unsigned long long value = strtoull(text, &rest, 10);
    *number = (uint32_t)value;
    return text[0] >= '0' && text[0] <= '9' && !*rest && value <= UINT32_MAX ? 0 : -1;
}
