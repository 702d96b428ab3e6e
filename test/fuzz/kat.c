/* The reader of known-answer files. */
#define _POSIX_C_SOURCE 200809L /* fmemopen */
#include "../kat/kat_file.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    if (bytes == 0)
        return 0;
    char path[64];
    FILE *file = fmemopen((void *)(uintptr_t)data, bytes, "r");
    REQUIRE(file != NULL);
    kat_vector v;
    int more;
    while ((more = kat_read(file, &v)) > 0)
        ;
    REQUIRE(more == 0 || more == -1);
    fclose(file);
    /* The name of a file names an algorithm or none. */
    size_t n = bytes < sizeof path - 1 ? bytes : sizeof path - 1;
    memcpy(path, data, n);
    path[n] = '\0';
    unsigned flags;
    const neosig_alg *alg = kat_alg(path, &flags);
    REQUIRE(alg == NULL || neosig_alg_find(alg->name) == alg);
    return 0;
}
