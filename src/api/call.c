#include "api/call.h"
#include "core/assertion.h"
#include "core/backend.h"
#include "core/contract.h"

#include <string.h>

#define MOST_OPTIONS_BYTES 1024 /* no version has as many: a size that was never set is not followed */
#define ALL_FLAGS                                                                                                      \
    (NEOSIG_ALLOW_INSECURE | NEOSIG_DETERMINISTIC | NEOSIG_EXTERNAL_MU | NEOSIG_INTERNAL | NEOSIG_LOW_MEMORY |         \
     NEOSIG_DIGEST | NEOSIG_VERIFY_SIGNED | NEOSIG_SIGN_TWICE | NEOSIG_PARTS)

neosig_error neosig_options_take(neosig_options *opts, const neosig_options *given)
{
    memset(opts, 0, sizeof *opts);
    opts->size = sizeof opts->size;
    if (given == NULL)
        return NEOSIG_OK;
    if (given->size < sizeof *opts || given->size > MOST_OPTIONS_BYTES) /* the first version has as many members */
        return NEOSIG_ERR_ARGUMENT;
    opts->size = given->size;
    for (size_t i = sizeof *opts; i < given->size; i++)
        NEOSIG_LOOP(assigns(i), invariant(sizeof *opts <= i && i <= given->size), decreases(given->size - i))
    {
        if (((const uint8_t *)given)[i] != 0)
            return NEOSIG_ERR_UNSUPPORTED;
    }
    *opts = *given;
    return NEOSIG_OK;
}

neosig_error neosig_options_check(const neosig_options *options)
{
    if ((options->flags & ~ALL_FLAGS) != 0 || ((options->flags & NEOSIG_PARTS) != 0 && options->run == NULL))
        return NEOSIG_ERR_ARGUMENT;
    return neosig_backend_error();
}

static void add(neosig_call *call, const neosig_region *regions, size_t count)
{
    NEOSIG_ASSERT(call->count + count <= NEOSIG_COUNT(call->regions));
    for (size_t i = 0; i < count; i++)
        call->regions[call->count++] = regions[i];
}

void neosig_call_reopen(neosig_call *call, const neosig_options *taken, const neosig_region *regions, size_t count)
{
    const neosig_region brought[] = {{NEOSIG_READ, taken->context, taken->context_bytes},
                                     {NEOSIG_WORK, taken->workspace, taken->workspace_bytes}};
    call->options = *taken;
    call->error = NEOSIG_OK;
    call->count = 0;
    add(call, regions, count);
    add(call, brought, NEOSIG_COUNT(brought));
}

void neosig_call_open(neosig_call *call, const neosig_options *given, const neosig_region *regions, size_t count)
{
    neosig_options opts;
    const neosig_error error = neosig_options_take(&opts, given);
    neosig_call_reopen(call, &opts, regions, count);
    add(call, &(neosig_region){NEOSIG_READ, given, opts.size}, 1);
    call->error = error;
}

void neosig_refuse(neosig_call *call, int fault, neosig_error error)
{
    if (call->error == NEOSIG_OK && fault)
        call->error = error;
}

int neosig_call_begins(neosig_call *call)
{
    neosig_refuse(call, !neosig_regions_apart(call->regions, call->count), NEOSIG_ERR_ARGUMENT);
    return call->error == NEOSIG_OK;
}

neosig_error neosig_call_end(const neosig_call *call)
{
    if (call->error != NEOSIG_OK)
        neosig_regions_clear(call->regions, call->count);
    return call->error;
}
