/* look_up_vartime of every backend. If LOOK_UP(bytes) is defined, it names functions of assembly for vectors of so many
 * bytes. */
#include "core/inline.h"

#define LOOK_UP_PARAMETERS                                                                                             \
    uint8_t *c, size_t step, const uint8_t *const index[NEOSIG_TOWER_MULTIPLES], size_t rows, const uint8_t *tables

#ifdef LOOK_UP
extern void LOOK_UP(16)(LOOK_UP_PARAMETERS);
extern void LOOK_UP(32)(LOOK_UP_PARAMETERS);
extern void LOOK_UP(48)(LOOK_UP_PARAMETERS);
extern void LOOK_UP(64)(LOOK_UP_PARAMETERS);
extern void LOOK_UP(80)(LOOK_UP_PARAMETERS);
extern void LOOK_UP(96)(LOOK_UP_PARAMETERS);
#define LOOK_UP_ROWS(bytes) LOOK_UP(bytes)(c, step, index, rows, tables)
#else
/* Of registers of 32 bytes, as many as there are; and one of 16. */
typedef uint64_t long_part __attribute__((vector_size(32)));
typedef uint64_t short_part __attribute__((vector_size(16)));

INLINE void look_up_rows(LOOK_UP_PARAMETERS, const size_t bytes)
{
    const size_t whole = bytes / 32;
    for (size_t k = 0; k < rows; k++, c += step) {
        long_part sum[3], x;
        short_part last = {0}, y;
        UNROLL for (size_t i = 0; i < whole; i++) memcpy(&sum[i], c + 32 * i, sizeof x);
        if (bytes % 32 != 0)
            memcpy(&last, c + 32 * whole, sizeof y);
        UNROLL for (size_t t = 0; t < NEOSIG_TOWER_MULTIPLES; t++)
        {
            const uint8_t *const from = tables + (256 * t + index[t][k]) * bytes;
            UNROLL for (size_t i = 0; i < whole; i++)
            {
                memcpy(&x, from + 32 * i, sizeof x);
                sum[i] ^= x;
            }
            if (bytes % 32 != 0) {
                memcpy(&y, from + 32 * whole, sizeof y);
                last ^= y;
            }
        }
        UNROLL for (size_t i = 0; i < whole; i++) memcpy(c + 32 * i, &sum[i], sizeof x);
        if (bytes % 32 != 0)
            memcpy(c + 32 * whole, &last, sizeof y);
    }
}
#define LOOK_UP_ROWS(bytes) look_up_rows(c, step, index, rows, tables, bytes)
#endif

static void look_up_vartime(uint8_t *c, size_t step, size_t bytes, const uint8_t *const index[NEOSIG_TOWER_MULTIPLES],
                            size_t rows, const uint8_t *tables)
{
    if (bytes == 96)
        LOOK_UP_ROWS(96);
    else if (bytes == 80)
        LOOK_UP_ROWS(80);
    else if (bytes == 64)
        LOOK_UP_ROWS(64);
    else if (bytes == 48)
        LOOK_UP_ROWS(48);
    else if (bytes == 32)
        LOOK_UP_ROWS(32);
    else
        LOOK_UP_ROWS(16);
}
