#include "any.h"
#include "api/call.c"
#include "core/contract.h"
#include "core/region.c"

/* What is not given is not wiped. */
void neosig_wipe(void *p, size_t bytes)
{
    if (p != NULL)
        write_any(p, bytes);
}

neosig_error neosig_backend_error(void)
{
    neosig_error error;
    return error;
}

void harness_neosig_options_take(void)
{
    size_t size, there;
    _Bool is_given;
    neosig_options *taken;
    __CPROVER_assume(sizeof size <= there && there <= MOST_OPTIONS_BYTES);
    neosig_options *const given = any_bytes(there);
    memcpy(given, &size, sizeof size);
    __CPROVER_assume(size == there || size < sizeof *taken || size > MOST_OPTIONS_BYTES);
    neosig_options_take(taken, is_given ? given : NULL);
}

void harness_neosig_options_check(void)
{
    neosig_options taken;
    const neosig_error error = neosig_options_check(&taken);
    __CPROVER_assert(error == NEOSIG_ERR_ARGUMENT || (taken.flags | ALL_FLAGS) == ALL_FLAGS,
                     "only flags that there are");
}

neosig_error any_take(neosig_options *opts, const neosig_options *given)
{
    neosig_options taken;
    neosig_error error;
    __CPROVER_assert(given == NULL || __CPROVER_r_ok(given, sizeof given->size), "a size is there");
    *opts = taken;
    return error;
}

void harness_neosig_call_open(void)
{
    neosig_call *call;
    const neosig_options *given;
    const neosig_region *regions;
    size_t count;
    neosig_call_open(call, given, regions, count);
}

void harness_neosig_call_reopen(void)
{
    neosig_call *call;
    const neosig_options *taken;
    const neosig_region *regions;
    size_t count;
    neosig_call_reopen(call, taken, regions, count);
}

void harness_neosig_refuse(void)
{
    neosig_call *call;
    int fault;
    neosig_error error;
    neosig_refuse(call, fault, error);
}

void harness_neosig_call_begins(void)
{
    neosig_call *call;
    neosig_call_begins(call);
}

void harness_neosig_regions_apart(void)
{
    const neosig_region *regions;
    size_t count;
    neosig_regions_apart(regions, count);
}

void harness_neosig_call_end(void)
{
    const neosig_call *call;
    neosig_call_end(call);
}

void harness_neosig_regions_clear(void)
{
    const neosig_region *regions;
    size_t count;
    neosig_regions_clear(regions, count);
}
