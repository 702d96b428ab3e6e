/* For the self-test of declassified.py, which reads this file: two declassifications, one of them without a reason, and
 * functions of variable time in the shapes that they are written in. Not compiled. */
static int plain_vartime(const uint8_t *data)
{
    neosig_declassify(data, (size_t)(2 * (3 + 4)),
                      "a reason (with parentheses), "
                      "in two pieces");
    return data[0];
}

static __attribute__((noinline)) void attribute_vartime(uint8_t *out, const uint8_t *data)
{
    neosig_declassify(&out[0], sizeof out[0], "");
}

size_t lines_vartime(void (*call_that_takes_most_of_the_line)(uint8_t *, size_t), const uint8_t *the_data_of_the_call,
                     size_t bytes)
{
    /* neosig_declassify(data, bytes, "a comment declassifies nothing"); */
    return called_vartime(the_data_of_the_call, bytes);
}

void declared_vartime(uint8_t *out);
