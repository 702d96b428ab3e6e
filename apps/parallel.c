#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE

#include "app.h"
#include "parallel.h"
#include "progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MOST = 1024 };

/* ---- Threads that share out 0 to count - 1 */

typedef struct pool {
    void (*part)(void *work, size_t i);
    void *work;
    size_t (*take)(void *work, size_t i); /* how many from i on a thread takes; NULL: 1 */
    size_t next, count;                   /* next: the first that nobody works on */
    pthread_mutex_t lock;
    pthread_t *threads;
    size_t started;
} pool;

static void *work_on(void *argument)
{
    pool *const p = argument;
    pthread_mutex_lock(&p->lock);
    while (p->next < p->count) {
        size_t i = p->next;
        const size_t end = i + (p->take ? p->take(p->work, i) : 1);
        p->next = end;
        pthread_mutex_unlock(&p->lock);
        for (; i < end; i++)
            p->part(p->work, i);
        pthread_mutex_lock(&p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Threads that signals do not reach: what they stop is this one. */
static void start(pool *p, size_t jobs)
{
    sigset_t all, old;
    pthread_mutex_init(&p->lock, NULL);
    p->threads = calloc(jobs + 1, sizeof *p->threads);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    while (p->threads && p->started < jobs && pthread_create(&p->threads[p->started], NULL, work_on, p) == 0)
        p->started++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void end(pool *p)
{
    for (size_t i = 0; i < p->started; i++)
        pthread_join(p->threads[i], NULL);
    pthread_mutex_destroy(&p->lock);
    free(p->threads);
}

/* ---- Things, told in their order */

typedef struct outcome {
    int finished, code;
    app_log log;
} outcome;

typedef struct shared {
    const parallel_task *task;
    outcome *outcomes;
    size_t jobs;
    pthread_mutex_t lock;
    pthread_cond_t finished;
} shared;

/* At most a fair share of what is left, so that no thread is without work while another has much. */
static size_t together(const parallel_task *task, size_t i, size_t jobs)
{
    const size_t share = (task->count - i) / jobs;
    return task->together && share > 1 ? task->together(task->state, i, share) : 1;
}

static size_t take(void *state, size_t i)
{
    const shared *const s = state;
    return together(s->task, i, s->jobs);
}

static void work_quietly(void *state, size_t i)
{
    shared *const s = state;
    app_capture(&s->outcomes[i].log);
    const int code = s->task->work(s->task->state, i);
    app_capture(NULL);
    pthread_mutex_lock(&s->lock);
    s->outcomes[i].code = code;
    s->outcomes[i].finished = 1;
    pthread_cond_signal(&s->finished);
    pthread_mutex_unlock(&s->lock);
}

static void wait_for(shared *s, size_t i)
{
    enum { TENTH = 100000000 };
    pthread_mutex_lock(&s->lock);
    while (!s->outcomes[i].finished) {
        struct timespec until;
        timespec_get(&until, TIME_UTC);
        until.tv_nsec += TENTH;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&s->finished, &s->lock, &until);
        pthread_mutex_unlock(&s->lock);
        progress_tick();
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
}

static int tell(const parallel_task *task, size_t i, int code)
{
    progress_done(i + 1);
    return task->done ? task->done(task->state, i, code) : code;
}

static int run_alone(const parallel_task *task)
{
    int worst = 0;
    for (size_t i = 0, next = 0; i < task->count; i++) {
        next += i == next ? together(task, i, 1) : 0;
        worst = app_worse(worst, tell(task, i, task->work(task->state, i)));
    }
    return worst;
}

static int run_threads(const parallel_task *task, size_t jobs)
{
    int worst = 0;
    shared s = {.task = task, .outcomes = calloc(task->count, sizeof *s.outcomes), .jobs = jobs};
    pool p = {.part = work_quietly, .work = &s, .take = take, .count = task->count};
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.finished, NULL);
    start(&p, s.outcomes ? jobs : 0);
    if (p.started == 0)
        worst = run_alone(task);
    for (size_t i = 0; p.started && i < task->count; i++) {
        wait_for(&s, i);
        app_replay(&s.outcomes[i].log);
        worst = app_worse(worst, tell(task, i, s.outcomes[i].code));
    }
    end(&p);
    pthread_cond_destroy(&s.finished);
    pthread_mutex_destroy(&s.lock);
    free(s.outcomes);
    return worst;
}

int parallel_run(const parallel_task *task, size_t jobs)
{
    progress_begin(task->count, task->what);
    jobs = jobs < task->count ? jobs : task->count;
    const int threads = jobs > 1 || (task->what && progress_is_seen()); /* so that this one can show what goes on */
    const int worst = threads ? run_threads(task, jobs) : run_alone(task);
    progress_clear();
    return worst;
}

/* This thread works, too, so all is done even where no other can be had. */
void parallel_parts(void *state, void (*part)(void *work, size_t i), void *work, size_t count)
{
    const size_t jobs = *(const size_t *)state;
    pool p = {.part = part, .work = work, .count = count};
    start(&p, (jobs < count ? jobs : count) - 1);
    work_on(&p);
    end(&p);
}

int parallel_jobs(size_t *jobs, const char *text)
{
    if (text) {
        *jobs = app_number("jobs", text, 1, JOBS_MOST);
        return *jobs ? 0 : EXIT_USAGE;
    }
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    *jobs = processors < 1 ? 1 : processors > JOBS_MOST ? JOBS_MOST : (size_t)processors;
    return 0;
}
