/* The functions of tower_scatter.h from scatter_block of the file that includes this and names them by SCATTER. */

#define SCATTER_CASE(n_, bytes_)                                                                                       \
    case n_:                                                                                                           \
        scatter_block(buckets, rows, n_, bytes_, b, first, end);                                                       \
        break

/* Classic keys have loops for each number of rows, the others for one. */
#define SCATTER_CLASSIC(bytes_)                                                                                        \
    static void SCATTER(bytes_)(SCATTER_PARAMETERS)                                                                    \
    {                                                                                                                  \
        static_assert(NEOSIG_TOWER_MAX_ROWS == 6, "a case for each number of rows");                                   \
        switch (n) {                                                                                                   \
            SCATTER_CASE(1, bytes_);                                                                                   \
            SCATTER_CASE(2, bytes_);                                                                                   \
            SCATTER_CASE(3, bytes_);                                                                                   \
            SCATTER_CASE(4, bytes_);                                                                                   \
            SCATTER_CASE(5, bytes_);                                                                                   \
            SCATTER_CASE(6, bytes_);                                                                                   \
        }                                                                                                              \
    }

#define SCATTER_OTHER(bytes_)                                                                                          \
    static void SCATTER(bytes_)(SCATTER_PARAMETERS)                                                                    \
    {                                                                                                                  \
        for (size_t r = 0; r < n; r++)                                                                                 \
            scatter_block(buckets, rows + r, 1, bytes_, b, first, end);                                                \
    }

#define SCATTER_LINKAGE static
#include "gf/tower_scatter.h"

SCATTER_CLASSIC(32)
SCATTER_CLASSIC(80)
SCATTER_CLASSIC(100)
SCATTER_OTHER(16)
SCATTER_OTHER(36)
SCATTER_OTHER(48)
SCATTER_OTHER(64)
