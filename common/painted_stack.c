#define _XOPEN_SOURCE 600 /* pthread_attr_setstack */
#include "common/painted_stack.h"

#include <pthread.h>

/* The margin keeps the painter clear of its own frame and of what the compiler may spill below it. */
enum { PAINT = PAINTED_STACK_PAINT, MARGIN = 512 };

typedef struct task {
    uint8_t *stack;
    const uint8_t *lowest;
    void (*call)(void *state);
    void *state;
} task;

/* The call starts below the margin: all that it uses was painted. */
static __attribute__((noinline)) void call_below_margin(const task *t)
{
    uint8_t margin[MARGIN];
    __asm__ volatile("" : : "r"(margin) : "memory"); /* all of it is used, for all the compiler knows, */
    t->call(t->state);
    __asm__ volatile("" : : "r"(margin) : "memory"); /* and the frame outlives the call */
}

/* Painting happens on the thread itself: starting it has used the stack already. */
static void *run(void *argument)
{
    task *t = argument;
    const uint64_t paint = 0x0101010101010101 * (uint64_t)PAINT;
    const size_t words = (size_t)((uint8_t *)__builtin_frame_address(0) - MARGIN - t->stack) / sizeof paint;
    volatile uint64_t *stack = (void *)t->stack;
    for (size_t i = 0; i < words; i++)
        stack[i] = paint;
    call_below_margin(t);
    size_t painted = 0;
    while (painted < words && stack[painted] == paint)
        painted++;
    t->lowest = t->stack + painted * sizeof paint;
    while (painted < words && *t->lowest == PAINT)
        t->lowest++;
    return NULL;
}

const uint8_t *painted_stack_run(uint8_t *stack, size_t bytes, void (*call)(void *state), void *state)
{
    task t = {.stack = stack, .call = call, .state = state};
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0)
        return NULL;
    if (pthread_attr_setstack(&attributes, stack, bytes) == 0 && pthread_create(&thread, &attributes, run, &t) == 0)
        pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    return t.lowest;
}
