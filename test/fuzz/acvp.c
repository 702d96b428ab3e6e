/* The reader of ACVP and Wycheproof vectors. */
#define _POSIX_C_SOURCE 200809L /* fmemopen */
#include "fuzz.h"
#define main vectors_main
#include "../kat/vectors.c"
#undef main

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes_given)
{
    if (bytes_given == 0)
        return 0;
    FILE *file = fmemopen((void *)(uintptr_t)data, bytes_given, "r");
    REQUIRE(file != NULL);
    test_case t;
    int more;
    while ((more = read_case(file, &t)) > 0) {
        REQUIRE(strlen(t.name) < sizeof t.name && strlen(t.algorithm) < sizeof t.algorithm);
        release(&t);
    }
    release(&t);
    fclose(file);
    return 0;
}
