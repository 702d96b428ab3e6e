#include "common/painted_stack.h"
#include "footprint.h"

#include <stdlib.h>

/* ---- Heap: with the linker's --wrap, the program's and the library's allocations come here ---- */

#if defined(NEOSIG_WRAP_MALLOC)
#include <malloc.h>
#include <stdatomic.h>

static atomic_size_t live, peak; /* threads allocate, too */

void *__real_malloc(size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void __real_free(void *memory);
void *__wrap_malloc(size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void __wrap_free(void *memory);

static void *count(void *memory)
{
    live += memory ? malloc_usable_size(memory) : 0;
    peak = live > peak ? live : peak;
    return memory;
}

void *__wrap_malloc(size_t bytes)
{
    return count(__real_malloc(bytes));
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    return count(__real_aligned_alloc(alignment, bytes));
}

void *__wrap_calloc(size_t number, size_t bytes)
{
    return count(__real_calloc(number, bytes));
}

void __wrap_free(void *memory)
{
    live -= memory ? malloc_usable_size(memory) : 0;
    __real_free(memory);
}
#else
static size_t live, peak;
#endif

/* ---- Stack ---- */

enum { STACK = 1 << 20 };

typedef struct task {
    void (*call)(void *state);
    void *state;
    const uint8_t *top;
    footprint result;
} task;

static void run(void *argument)
{
    task *t = argument;
    size_t before = live;
    peak = live;
    t->top = __builtin_frame_address(0);
    t->call(t->state);
    t->result.heap = peak - before;
}

int footprint_measure(footprint *result, void (*call)(void *state), void *state)
{
    task t = {.call = call, .state = state};
    uint8_t *stack = aligned_alloc(PAINTED_STACK_ALIGNMENT, STACK);
    const uint8_t *lowest = stack ? painted_stack_run(stack, STACK, run, &t) : NULL;
    if (lowest)
        t.result.stack = (size_t)(t.top - lowest);
    free(stack);
#if defined(NEOSIG_WRAP_MALLOC)
    t.result.has_heap = 1;
#endif
    *result = t.result;
    return lowest ? 0 : -1;
}
