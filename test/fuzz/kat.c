/* The reader of known-answer files. */
#define _POSIX_C_SOURCE 200809L /* fmemopen */
#define main kat_main
#include "../kat/kat.c"
#undef main
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    if (bytes == 0)
        return 0;
    char path[64];
    FILE *file = fmemopen((void *)(uintptr_t)data, bytes, "r");
    REQUIRE(file != NULL);
    vector v;
    int more;
    while ((more = read_vector(file, &v)) > 0)
        ;
    REQUIRE(more == 0 || more == -1);
    fclose(file);
    /* The name of a file names an algorithm or none. */
    size_t n = bytes < sizeof path - 1 ? bytes : sizeof path - 1;
    memcpy(path, data, n);
    path[n] = '\0';
    unsigned flags;
    const neosig_alg *alg = alg_of(path, &flags);
    REQUIRE(alg == NULL || neosig_alg_find(alg->name) == alg);
    return 0;
}
