/* The memory that a scheme works in: the caller's, or the heap's. */
#ifndef NEOSIG_API_WORKSPACE_H
#define NEOSIG_API_WORKSPACE_H

#include "core/contract.h"
#include "core/cpu.h"
#include "core/wipe.h"
#include "scheme/scheme.h"

#define NEOSIG_ALIGNMENT 64 /* of workspaces and prepared keys */

static inline int neosig_is_aligned(const void *pointer)
{
    return (uintptr_t)pointer % NEOSIG_ALIGNMENT == 0;
}

typedef struct neosig_workspace {
    void *memory;
    size_t bytes;
    void *block; /* what malloc gave, NULL if the memory is the caller's */
} neosig_workspace;

/* What a scheme asks for; nothing for what this build cannot do. Preparing a key knows one way only. */
size_t neosig_workspace_need(const neosig_scheme *scheme, const neosig_alg *alg, neosig_operation op, unsigned flags);

/* Whether the caller's workspace, if there is one, will do. */
neosig_error neosig_workspace_check(size_t bytes, const neosig_options *options)
    NEOSIG_CONTRACT(requires(__CPROVER_r_ok(options, sizeof *options)), assigns(),
                    ensures(returned == NEOSIG_OK || returned == NEOSIG_ERR_WORKSPACE),
                    ensures((returned == NEOSIG_OK) ==
                            (options->workspace == NULL ||
                             (neosig_is_aligned(options->workspace) && options->workspace_bytes >= bytes))));

neosig_error neosig_workspace_open(neosig_workspace *space, size_t bytes, const neosig_options *options)
    NEOSIG_CONTRACT(requires(__CPROVER_w_ok(space, sizeof *space) && __CPROVER_r_ok(options, sizeof *options)),
                    requires(bytes < (size_t)1 << 40 && fits(options->workspace_bytes)),
                    requires(options->workspace == NULL ||
                             __CPROVER_w_ok(options->workspace, options->workspace_bytes)),
                    assigns(*space),
                    ensures(implies(returned == NEOSIG_OK,
                                    __CPROVER_w_ok(space->memory, bytes) && neosig_is_aligned(space->memory))));
void neosig_workspace_close(neosig_workspace *space, int secret);

/* After each call of a scheme on secrets, between neosig_dit_enter and here. */
static inline void neosig_secrets_leave(uint64_t dit)
{
    neosig_wipe_stack();
    neosig_dit_leave(dit);
}

#endif
