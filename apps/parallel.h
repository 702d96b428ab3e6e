/* Work on many things by threads, told in their order. */
#ifndef PARALLEL_H
#define PARALLEL_H

#include <stddef.h>

typedef struct parallel_task {
    size_t count;
    const char *what; /* of long work: its name, which is seen, and for how long it has gone on. NULL: files are read */
    void *state;
    int (*work)(void *state, size_t i);           /* on the thing i, in any thread and any order; an exit code */
    int (*done)(void *state, size_t i, int code); /* then, in this thread and in order: its exit code. NULL: code */
    /* How many things from i on, 1 to most, one thread works on in their order. Called once for these, and not by two
     * threads at once. NULL: 1 */
    size_t (*together)(void *state, size_t i, size_t most);
} parallel_task;

/* Works on all things in up to jobs threads. Messages of work appear just before done, progress in between. The worst
 * of the exit codes. Where no thread can be had, this one does all. */
int parallel_run(const parallel_task *task, size_t jobs);

/* For neosig_options.run: parts of a signature in so many threads, this one among them. state: a size_t. */
void parallel_parts(void *state, void (*part)(void *work, size_t i), void *work, size_t count);

/* Reads --jobs; text NULL: as many as there are processors. 0, or EXIT_USAGE after a message. */
int parallel_jobs(size_t *jobs, const char *text);

#endif
