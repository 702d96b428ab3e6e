#include "api/api.h"
#include "api/workspace.h"

#include <stdlib.h>

size_t neosig_workspace_need(const neosig_scheme *scheme, const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    const int preparing = op == NEOSIG_OP_PREPARE_SIGN || op == NEOSIG_OP_PREPARE_VERIFY;
    const int verifying = op == NEOSIG_OP_VERIFY || op == NEOSIG_OP_VERIFY_PREPARED || op == NEOSIG_OP_PREPARE_VERIFY;
    const unsigned low = preparing ? 0 : flags & NEOSIG_LOW_MEMORY;
    const unsigned parts = (alg->features & NEOSIG_HAS_PARTS) != 0 ? flags & NEOSIG_PARTS : 0;
    if (verifying)
        return scheme->verifier_bytes(alg, op, low);
    return NEOSIG_SIGNERS ? scheme->signer_bytes(alg, op, low | parts) : 0;
}

neosig_error neosig_workspace_check(size_t bytes, const neosig_options *options)
{
    if (options->workspace != NULL && (!neosig_is_aligned(options->workspace) || options->workspace_bytes < bytes))
        return NEOSIG_ERR_WORKSPACE;
    return NEOSIG_OK;
}

neosig_error neosig_workspace_open(neosig_workspace *space, size_t bytes, const neosig_options *options)
{
    *space = (neosig_workspace){.memory = options->workspace, .bytes = bytes};
    if (options->workspace != NULL)
        return neosig_workspace_check(bytes, options);
    space->block = malloc(bytes + NEOSIG_ALIGNMENT);
    if (space->block == NULL)
        return NEOSIG_ERR_MEMORY;
    space->memory = (uint8_t *)space->block + (NEOSIG_ALIGNMENT - (uintptr_t)space->block % NEOSIG_ALIGNMENT);
    return NEOSIG_OK;
}

void neosig_workspace_close(neosig_workspace *space, int secret)
{
    NEOSIG_OPEN_MEMORY(space->memory, space->bytes);
    if (secret)
        neosig_wipe(space->memory, space->bytes);
    free(space->block);
}

size_t neosig_workspace_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    if (scheme == NULL || (unsigned)op >= NEOSIG_OPERATIONS)
        return 0;
    return neosig_workspace_need(scheme, alg, op, flags);
}
