/* One call of the API: the options and the memory that the caller gave, and what becomes of the results. */
#ifndef NEOSIG_API_CALL_H
#define NEOSIG_API_CALL_H

#include "api/internal.h"
#include "core/contract.h"
#include "core/region.h"

/* What every operation needs: flags that there are, and a backend. */
neosig_error neosig_options_check(const neosig_options *options)
    NEOSIG_CONTRACT(requires(__CPROVER_r_ok(options, sizeof *options)), assigns());

/* A call is opened with its options and its memory. neosig_refuse and neosig_call_begins find what is wrong with these,
 * in the order of the codes that the header promises. Then the call runs, and neosig_call_end returns the first error.
 *
 *     neosig_call call;
 *     neosig_call_open(&call, options, (neosig_region[]){{NEOSIG_RESULT, pk, ...}, ...}, count);
 *     neosig_refuse(&call, pk_bytes != alg->public_key_bytes, NEOSIG_ERR_LENGTH);
 *     if (neosig_call_begins(&call))
 *         call.error = ...;
 *     return neosig_call_end(&call); */
typedef struct neosig_call {
    neosig_options options;
    neosig_error error;
    size_t count;
    neosig_region regions[8];
} neosig_call;

/* With the regions of the call come those of the options: the structure, context and workspace. */
void neosig_call_open(neosig_call *call, const neosig_options *given, const neosig_region *regions, size_t count)
    NEOSIG_CONTRACT(requires(is_fresh(call, sizeof *call) && (given == NULL || is_fresh(given, sizeof given->size))),
                    requires(count <= 5 && is_fresh(regions, count * sizeof *regions)), assigns(*call),
                    ensures(call->count == count + 3));

/* The same with options that were taken before. */
void neosig_call_reopen(neosig_call *call, const neosig_options *taken, const neosig_region *regions, size_t count)
    NEOSIG_CONTRACT(requires(is_fresh(call, sizeof *call) && is_fresh(taken, sizeof *taken)),
                    requires(count <= 5 && is_fresh(regions, count * sizeof *regions)), assigns(*call),
                    ensures(call->count == count + 2 && call->error == NEOSIG_OK));

/* Ends the call with this error if the fault is there, and no error was found before. */
void neosig_refuse(neosig_call *call, int fault, neosig_error error)
    NEOSIG_CONTRACT(requires(is_fresh(call, sizeof *call)), assigns(call->error),
                    ensures(call->error == (before(call->error) == NEOSIG_OK && fault ? error : before(call->error))));

/* Refuses regions that overlap, with ARGUMENT; then whether no error was found. */
int neosig_call_begins(neosig_call *call)
    NEOSIG_CONTRACT(requires(is_fresh(call, sizeof *call) && call->count <= NEOSIG_COUNT(call->regions)),
                    assigns(call->error), ensures(returned == (call->error == NEOSIG_OK)),
                    ensures(before(call->error) == NEOSIG_OK || call->error == before(call->error)));

/* After an error the results are zero. */
neosig_error neosig_call_end(const neosig_call *call)
    NEOSIG_CONTRACT(requires(is_fresh(call, sizeof *call) && call->count <= NEOSIG_COUNT(call->regions)),
                    requires(results_are_fresh(call->regions, call->count)),
                    assigns(results_if(call->error != NEOSIG_OK, call->regions, call->count)),
                    ensures(returned == call->error));

/* Of an input with a length of its own, no more is read than the algorithm takes: a wrong length reaches no further. */
static inline size_t neosig_at_most(size_t bytes, size_t most)
{
    return bytes < most ? bytes : most;
}

#endif
