/* Work of independent parts, done by the caller (NEOSIG_PARTS). */
#ifndef NEOSIG_CORE_PARTS_H
#define NEOSIG_CORE_PARTS_H

#include "neosig/neosig.h"

#define NEOSIG_MAX_PARTS 32

/* Has options->run call part(work, i) for each i below count, which is at most NEOSIG_MAX_PARTS. Each call leaves its
 * thread as an operation on secrets leaves it. NEOSIG_ERR_FAULT if one is missing. */
neosig_error neosig_run_parts(const neosig_options *options, void (*part)(void *work, size_t i), void *work,
                              size_t count);

#endif
