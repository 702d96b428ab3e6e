#define _GNU_SOURCE

#include "footprint.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Heap: with the linker's --wrap, the program's and the library's allocations come here ---- */

#if defined(NEOSIG_WRAP_MALLOC)
#include <malloc.h>

static size_t live, peak;

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

enum { STACK = 1 << 20, PAGE = 1 << 14, PAINT = 0xa5, MARGIN = 512 };

typedef struct task {
    void (*call)(void *state);
    void *state;
    uint8_t *stack;
    footprint result;
} task;

/* Painting happens on the thread itself: starting it has used the stack already. The margin keeps clear of this frame
 * and of what the compiler may spill below it. */
static void *run(void *argument)
{
    task *t = argument;
    uint8_t *top = (uint8_t *)__builtin_frame_address(0) - MARGIN;
    size_t room = (size_t)(top - t->stack);
    for (size_t i = 0; i < room; i++) {
        ((volatile uint8_t *)t->stack)[i] = PAINT;
    }
    size_t before = live;
    peak = live;
    t->call(t->state);
    size_t untouched = 0;
    while (untouched < room && ((volatile uint8_t *)t->stack)[untouched] == PAINT) {
        untouched++;
    }
    t->result.heap = peak - before;
    t->result.stack = room + MARGIN - untouched;
    return NULL;
}

int footprint_measure(footprint *result, void (*call)(void *state), void *state)
{
    task t = {.call = call, .state = state, .stack = aligned_alloc(PAGE, STACK)};
    pthread_attr_t attributes;
    pthread_t thread;
    if (!t.stack || pthread_attr_init(&attributes) != 0) {
        free(t.stack);
        return -1;
    }
    int failed = pthread_attr_setstack(&attributes, t.stack, STACK) != 0 ||
                 pthread_create(&thread, &attributes, run, &t) != 0 || pthread_join(thread, NULL) != 0;
    pthread_attr_destroy(&attributes);
    free(t.stack);
    t.result.has_heap = 0;
#if defined(NEOSIG_WRAP_MALLOC)
    t.result.has_heap = 1;
#endif
    *result = t.result;
    return failed ? -1 : 0;
}
