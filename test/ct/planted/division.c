/* Divisions planted for instructions.py: those of the functions called leak_ must be found. Its list has by_dimension
 * once, leak_second once and leak_slack twice. */
#include <stdint.h>

uint32_t leak_unsigned(uint32_t a, uint32_t b);
int64_t leak_signed(int64_t a, int64_t b);
uint64_t leak_remainder(uint64_t a, uint64_t b);
double leak_float(double a, double b);
uint32_t leak_vartime(uint32_t a, uint32_t b);
uint32_t leak_second(uint32_t a, uint32_t b, uint32_t c);
uint32_t leak_slack(uint32_t a, uint32_t b);
uint32_t by_dimension(uint32_t a, uint32_t b);
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

uint32_t leak_vartime(uint32_t a, uint32_t b) /* a name is no reason */
{
    return a / b;
}

uint32_t leak_second(uint32_t a, uint32_t b, uint32_t c)
{
    return a / b / c;
}

uint32_t leak_slack(uint32_t a, uint32_t b)
{
    return a / b;
}

uint32_t by_dimension(uint32_t a, uint32_t b)
{
    return a / b;
}

uint32_t by_constant(uint32_t a) /* a multiplication, once compiled */
{
    return a / 3329;
}
