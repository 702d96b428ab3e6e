/* The distributions of f and g, as their reference codes have them. */
#ifndef NEOSIG_FALCON_FALCON_GAUSS_TABLES_H
#define NEOSIG_FALCON_FALCON_GAUSS_TABLES_H

#include <stdint.h>

/* Probabilities times 2^63, rounded to the nearest, of the Gaussian of deviation 1.17 sqrt(q / 2048): first of 0; then,
 * of a number that is not 0, that its size is more than 1, 2, ... */
static const uint64_t falcon_round3_table[27] = {1283868770400643928,
                                                 6416574995475331444,
                                                 4078260278032692663,
                                                 2353523259288686585,
                                                 1227179971273316331,
                                                 575931623374121527,
                                                 242543240509105209,
                                                 91437049221049666,
                                                 30799446349977173,
                                                 9255276791179340,
                                                 2478152334826140,
                                                 590642893610164,
                                                 125206034929641,
                                                 23590435911403,
                                                 3948334035941,
                                                 586753615614,
                                                 77391054539,
                                                 9056793210,
                                                 940121950,
                                                 86539696,
                                                 7062824,
                                                 510971,
                                                 32764,
                                                 1862,
                                                 94,
                                                 4,
                                                 0};

/* For entry j of 34, table[j] + 1 of the 2^16 values of a draw give a number that is at most -17 + j; of 24, at most
 * -12 + j. Deviation 1.17 sqrt(q / (2 n)). Rounded as c-fn-dsa has it. */
static const uint16_t falcon_fndsa_table_512[34] = {1,     4,     11,    28,    65,    146,   308,   615,   1164,
                                                    2083,  3535,  5692,  8706,  12669, 17574, 23285, 29542, 35993,
                                                    42250, 47961, 52866, 56829, 59843, 62000, 63452, 64371, 64920,
                                                    65227, 65389, 65470, 65507, 65524, 65531, 65534};
static const uint16_t falcon_fndsa_table_1024[24] = {2,     8,     28,    94,    280,   742,   1761,  3753,
                                                     7197,  12472, 19623, 28206, 37329, 45912, 53063, 58338,
                                                     61782, 63774, 64793, 65255, 65441, 65507, 65527, 65533};

#endif
