#include "core/assertion.h"
#include "core/cpu.h"
#include "core/parts.h"
#include "core/wipe.h"

typedef struct parts {
    void (*part)(void *work, size_t i);
    void *work;
    size_t count;
    unsigned char done[NEOSIG_MAX_PARTS]; /* a byte for each part: threads write to different objects */
} parts;

static void call_part(void *argument, size_t i)
{
    parts *const p = argument;
    if (i >= p->count)
        return;
    const uint64_t dit = neosig_dit_enter();
    p->part(p->work, i);
    neosig_wipe_stack();
    neosig_dit_leave(dit);
    p->done[i] = 1;
}

neosig_error neosig_run_parts(const neosig_options *options, void (*part)(void *work, size_t i), void *work,
                              size_t count)
{
    parts p = {.part = part, .work = work, .count = count};
    NEOSIG_ASSERT(count <= NEOSIG_MAX_PARTS);
    options->run(options->run_state, call_part, &p, count);
    for (size_t i = 0; i < count; i++)
        if (!p.done[i])
            return NEOSIG_ERR_FAULT;
    return NEOSIG_OK;
}
