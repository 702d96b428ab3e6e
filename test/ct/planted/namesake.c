/* A function that has the name of a listed one, in another file. */
#include <stddef.h>
#include <stdint.h>

void neosig_planted_namesake(const uint8_t *data);

static volatile uint8_t sink;

static __attribute__((noinline)) void count_vartime(const uint8_t *data)
{
    for (size_t i = 0; i < 16; i++)
        if (data[i] & 1)
            sink = 1;
}

void neosig_planted_namesake(const uint8_t *data)
{
    count_vartime(data);
}
