#include "core/region.h"
#include "neosig/neosig.h"

#include <stdint.h>

static int overlap(const neosig_region *a, const neosig_region *b)
{
    uintptr_t first_a = (uintptr_t)a->start, first_b = (uintptr_t)b->start;
    if (a->start == NULL || b->start == NULL || a->bytes == 0 || b->bytes == 0)
        return 0;
    return first_a < first_b ? first_b - first_a < a->bytes : first_a - first_b < b->bytes;
}

static int allowed(neosig_use a, neosig_use b)
{
    return (a <= NEOSIG_READ_FIRST && b <= NEOSIG_READ_FIRST) || (a == NEOSIG_READ_FIRST && b == NEOSIG_RESULT) ||
           (a == NEOSIG_RESULT && b == NEOSIG_READ_FIRST);
}

int neosig_regions_apart(const neosig_region *regions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i && regions[i].start != NULL; j++)
            if (!allowed(regions[i].use, regions[j].use) && overlap(&regions[i], &regions[j]))
                return 0;
    }
    return 1;
}

void neosig_regions_clear(const neosig_region *regions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int keep = regions[i].use != NEOSIG_RESULT;
        for (size_t j = 0; j < count; j++)
            keep |= regions[j].use == NEOSIG_READ && overlap(&regions[i], &regions[j]);
        if (!keep)
            neosig_wipe((void *)(uintptr_t)regions[i].start, regions[i].bytes);
    }
}
