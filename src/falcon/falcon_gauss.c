/* The Gaussian distributions of f and g: kernels in plain C. */
#include "falcon/falcon_gauss_tables.h"
#include "falcon/falcon_short.h"
#include "sym/bytes.h"

/* A number from 16 bytes. 63 bits of the first eight tell whether it is 0, and the other bit is the sign. 63 bits of
 * the second eight give its size if it is not 0: 1, and 1 more for each entry of the table above them. */
static int32_t round3_draw(const uint8_t *in)
{
    const uint64_t first = neosig_load64_le(in), second = neosig_load64_le(in + 8) & (UINT64_MAX >> 1);
    const uint64_t zero = ((first & (UINT64_MAX >> 1)) - falcon_round3_table[0]) >> 63;
    uint32_t size = 1;
    for (size_t i = 1; i < 26; i++)
        size += (uint32_t)((second - falcon_round3_table[i]) >> 63);
    size &= (uint32_t)zero - 1;
    const uint32_t minus = 0 - (uint32_t)(first >> 63);
    return (int32_t)((size ^ minus) - minus);
}

void neosig_falcon_gauss_round3(int8_t *f, const uint8_t *in, size_t n, size_t summands)
{
    for (size_t i = 0; i < n; i++) {
        int32_t sum = 0;
        for (size_t j = 0; j < summands; j++, in += 16)
            sum += round3_draw(in);
        f[i] = (int8_t)sum;
    }
}

/* Bit 0 is the sign, and the size is the number of entries above the other 15 bits. */
void neosig_falcon_gauss_fndsa(int8_t *f, const uint8_t *in, size_t n, unsigned logn)
{
    const uint16_t *table = logn == 9 ? falcon_fndsa_table_512 : falcon_fndsa_table_1024;
    const size_t entries = logn == 9 ? FALCON_FNDSA_ENTRIES_512 : FALCON_FNDSA_ENTRIES_1024;
    for (size_t i = 0; i < n; i++) {
        const uint32_t draw = neosig_load16_le(in + 2 * i), minus = 0 - (draw & 1);
        uint32_t size = 0;
        for (size_t j = 0; j < entries; j++)
            size += ((draw >> 1) - table[j]) >> 31;
        f[i] = (int8_t)(int32_t)((size ^ minus) - minus);
    }
}
