/* Runs a fuzz target without libFuzzer: on the files named, and on as many made-up inputs as the first argument says.
 */
#include "fuzz.h"

int main(int argc, char **argv)
{
    static uint8_t input[4096];
    unsigned long made_up = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, runs = 0;
    for (int i = 2; i < argc; i++, runs++) {
        FILE *f = fopen(argv[i], "rb");
        REQUIRE(f != NULL);
        size_t bytes = fread(input, 1, sizeof input, f);
        fclose(f);
        LLVMFuzzerTestOneInput(input, bytes);
    }
    for (unsigned long i = 0; i < made_up; i++, runs++) {
        uint8_t length[2];
        harness_bytes(length, sizeof length, 2 * i);
        size_t bytes = i % 4 ? length[0] % 32u : ((size_t)length[0] << 8 | length[1]) % sizeof input;
        harness_bytes(input, bytes, 2 * i + 1);
        LLVMFuzzerTestOneInput(input, bytes);
    }
    printf("%lu inputs\n", runs);
    return runs == 0;
}
