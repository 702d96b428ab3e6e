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
static double last; /* when a text was shown, or work began; 0: nothing is under way */
static int shown;   /* whether there is a text on the line */
static _Thread_local int mute;

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int is_terminal(void)
{
    static int terminal = -1;
    if (terminal < 0)
        terminal = isatty(STDERR_FILENO);
    return terminal;
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
    if (!is_terminal())
        return;
    va_list arguments;
    va_start(arguments, format);
    progress_clear();
    vfprintf(stderr, format, arguments);
    fflush(stderr);
    va_end(arguments);
    shown = 1;
}

void progress_begin(size_t count)
{
    files = count;
    files_done = 0;
    last = now() + 0.4;
    atomic_store(&bytes_read, 0);
}

void progress_done(size_t count)
{
    files_done = count;
}

void progress_tick(void)
{
    char done[28], all[28];
    if (last == 0 || !is_terminal() || now() - last < 0.1)
        return;
    last = now();
    const double megabytes = (double)atomic_load(&bytes_read) / 1e6;
    if (files > 1)
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
