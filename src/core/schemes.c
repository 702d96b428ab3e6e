/* The list of schemes. It has a file to itself so that a test can link another list. */
#include "core/scheme.h"

const neosig_scheme *const neosig_schemes[] = {
    NULL,
};
