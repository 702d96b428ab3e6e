/* Divisions planted for instructions.py, one in each function called leak_. */
#include <stdint.h>

uint32_t leak_unsigned(uint32_t a, uint32_t b);
int64_t leak_signed(int64_t a, int64_t b);
uint64_t leak_remainder(uint64_t a, uint64_t b);
double leak_float(double a, double b);
uint32_t count_vartime(uint32_t a, uint32_t b);
uint32_t by_constant(uint32_t a);

uint32_t leak_unsigned(uint32_t a, uint32_t b)
{
    return a / b;
}

int64_t leak_signed(int64_t a, int64_t b)
{
    return a / b;
}

uint64_t leak_remainder(uint64_t a, uint64_t b)
{
    return a % b;
}

double leak_float(double a, double b)
{
    return a / b;
}

uint32_t count_vartime(uint32_t a, uint32_t b)
{
    return a / b;
}

uint32_t by_constant(uint32_t a) /* a multiplication, once compiled */
{
    return a / 3329;
}
