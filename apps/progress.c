#define _POSIX_C_SOURCE 200809L

#include "progress.h"
#include "text.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static atomic_ullong bytes_read;
static size_t files, files_done;
static const char *work;   /* what it is if it is shown by its seconds */
static double began, last; /* when work began; when a text was shown, or may be: 0, nothing is under way */
static int quiet;
static int shown; /* whether there is a text on the line */
static _Thread_local int mute;

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress_quiet(void)
{
    quiet = 1;
}

int progress_is_seen(void)
{
    static int terminal = -1;
    if (terminal < 0)
        terminal = isatty(STDERR_FILENO);
    return terminal && !quiet;
}

void progress_clear(void)
{
    if (shown)
        fputs("\r\033[K", stderr);
    shown = 0;
    fflush(stderr);
}

void progress_show(const char *format, ...)
{
    if (!progress_is_seen())
        return;
    va_list arguments;
    va_start(arguments, format);
    progress_clear();
    vfprintf(stderr, format, arguments);
    fflush(stderr);
    va_end(arguments);
    shown = 1;
}

void progress_begin(size_t count, const char *what)
{
    files = count;
    files_done = 0;
    work = what;
    began = now();
    last = began + 0.4;
    atomic_store(&bytes_read, 0);
}

void progress_done(size_t count)
{
    files_done = count;
}

void progress_tick(void)
{
    char done[28], all[28];
    if (last == 0 || !progress_is_seen() || now() - last < 0.1)
        return;
    last = now();
    const double megabytes = (double)atomic_load(&bytes_read) / 1e6;
    if (work && files > 1)
        progress_show("%s, %s of %s files, %.0f s ...", work, text_grouped(done, files_done), text_grouped(all, files),
                      last - began);
    else if (work)
        progress_show("%s, %.0f s ...", work, last - began);
    else if (files > 1)
        progress_show("%s of %s files, %.1f MB ...", text_grouped(done, files_done), text_grouped(all, files),
                      megabytes);
    else
        progress_show("%.1f MB ...", megabytes);
}

void progress_mute(int is_mute)
{
    mute = is_mute;
}

void progress_read(size_t bytes)
{
    atomic_fetch_add(&bytes_read, bytes);
    if (!mute)
        progress_tick();
}
