#include "any.h"
#include "common/hex.h"
#include "texts.h"

void harness_hex_decode(void)
{
    uint8_t *out;
    size_t bytes;
    hex_decode(out, bytes, any_text());
}

void harness_hex_encode(void)
{
    char *text;
    const uint8_t *data;
    size_t bytes;
    hex_encode(text, data, bytes);
}
