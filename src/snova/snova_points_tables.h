/* Constants of products by values at points. Written by tools/snova_tables.py. */
#ifndef NEOSIG_SNOVA_SNOVA_POINTS_TABLES_H
#define NEOSIG_SNOVA_SNOVA_POINTS_TABLES_H

#include <stdint.h>

/* clang-format off */
/* For l = 3, 4, 5, the pairs of five matrices, column after column, as a factor has their tables. These are
 * Psi without its first row, Phi, the powers of the points, and the transposes of the powers and of Phi.
 * Zeros follow, to whole groups. */
#define NEOSIG_SNOVA_POINTS_3 44
static const uint8_t neosig_snova_points_3[48] = {
    172,71,31,62,40,90,160,119,11,95,213,10,33,10,1,17,17,1,48,65,2,80,49,4,1,0,17,1,
    65,2,81,3,49,4,16,15,167,5,27,10,42,5,7,13,
};
#define NEOSIG_SNOVA_POINTS_4 72
static const uint8_t neosig_snova_points_4[80] = {
    161,90,97,58,161,98,200,217,171,236,107,72,212,172,185,12,228,87,248,12,177,122,171,10,204,215,99,12,
    17,17,17,1,64,81,98,3,48,33,116,5,192,161,24,15,1,0,17,17,65,130,81,243,49,196,33,165,
    113,22,20,196,172,119,185,56,172,204,189,206,122,213,171,111,
};
#define NEOSIG_SNOVA_POINTS_5 124
static const uint8_t neosig_snova_points_5[128] = {
    149,184,30,33,22,223,6,67,51,36,45,57,229,131,214,107,8,93,213,8,198,97,247,187,4,40,215,18,
    2,10,128,67,140,191,3,154,8,108,174,9,67,54,203,96,5,17,17,17,17,1,80,97,114,131,4,32,
    113,100,197,3,160,17,24,175,12,64,97,115,242,5,1,0,0,17,17,1,129,50,4,241,35,5,193,84,
    3,161,69,2,17,102,7,17,119,6,161,248,12,166,56,0,129,103,3,199,178,12,235,2,15,148,90,3,
    156,66,8,6,61,4,111,193,8,171,96,11,
};

#endif
