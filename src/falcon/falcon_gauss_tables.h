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

/* Probabilities times 2^15, rounded to the nearest, of the Gaussian of deviation 1.17 sqrt(q / (2 n)): that a number's
 * size is more than 0, 1, 2, ... */
#define FALCON_FNDSA_ENTRIES_512 17
#define FALCON_FNDSA_ENTRIES_1024 12
static const uint16_t falcon_fndsa_table_512[FALCON_FNDSA_ENTRIES_512] = {
    29543, 23286, 17574, 12669, 8706, 5692, 3535, 2083, 1164, 615, 308, 146, 65, 28, 11, 4, 1};
static const uint16_t falcon_fndsa_table_1024[FALCON_FNDSA_ENTRIES_1024] = {28207, 19623, 12472, 7198, 3753, 1761,
                                                                            742,   280,   94,    28,   8,    2};

#endif
