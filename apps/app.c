#include "app.h"
#include "progress.h"
#include "text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Messages ---- */

static _Thread_local char last_error[1000]; /* as much of it as fits */

const char *app_last_error(void)
{
    return last_error;
}

/* The messages of a thread wait here until its turn to be seen comes; NULL: they are seen at once. */
static _Thread_local app_log *waiting;

static void show(FILE *out, const char *line)
{
    progress_clear();
    if (out == stderr)
        fflush(stdout);
    fputs(line, out);
}

static void keep(app_log *log, const char *line)
{
    const size_t bytes = strlen(line);
    char *const text = realloc(log->text, log->bytes + bytes + 1);
    if (text) {
        memcpy(text + log->bytes, line, bytes + 1);
        log->text = text;
        log->bytes += bytes;
    }
}

app_log *app_capture(app_log *log)
{
    app_log *const before = waiting;
    waiting = log;
    progress_mute(log != NULL);
    return before;
}

void app_replay(app_log *log)
{
    if (log->text)
        show(stderr, log->text);
    free(log->text);
    *log = (app_log){.text = NULL};
}

static void print_line(FILE *out, const char *prefix, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    const size_t before = strlen(prefix);
    char *const line = length < 0 ? NULL : malloc(before + (size_t)length + 2);
    if (line) {
        memcpy(line, prefix, before);
        vsnprintf(line + before, (size_t)length + 1, format, arguments);
        text_hide_controls(line + before);
        strcat(line, "\n");
    }
    const char *const text = line ? line : "neosig: out of memory\n";
    if (waiting && out == stderr)
        keep(waiting, text);
    else
        show(out, text);
    free(line);
}

static void print_error(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    vsnprintf(last_error, sizeof last_error, format, again);
    va_end(again);
    print_line(stderr, "neosig: ", format, arguments);
}

void app_print(FILE *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(out, "", format, arguments);
    va_end(arguments);
}

int app_usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_error(format, arguments);
    va_end(arguments);
    return EXIT_USAGE;
}

int app_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_error(format, arguments);
    va_end(arguments);
    return EXIT_INPUT;
}

void app_warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(stderr, "neosig: warning: ", format, arguments);
    va_end(arguments);
}

int app_error(const char *subject, neosig_error error)
{
    return app_fail("%s: %s", subject, neosig_strerror(error));
}

/* ---- Exit codes ---- */

const app_exit app_exits[] = {
    {EXIT_GOOD, "good"},
    {EXIT_INVALID, "a signature is invalid, a file is not as a manifest says, or a self-test failed"},
    {EXIT_USAGE, "the command line is wrong, or asks for what the algorithm does not have"},
    {EXIT_INPUT, "a file cannot be read or written, or is not what it should be"},
    {EXIT_POLICY, "a signature verifies, but its algorithm is not as secure as required"},
    {0, NULL},
};

int app_worse(int a, int b)
{
    static const int rank[] = {
        [EXIT_GOOD] = 0, [EXIT_INVALID] = 4, [EXIT_USAGE] = 2, [EXIT_INPUT] = 3, [EXIT_POLICY] = 1};
    return rank[a] > rank[b] ? a : b;
}

/* ---- Memory ---- */

void *app_allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 64) & ~(size_t)63);
    if (!memory)
        app_fail("out of memory (%zu bytes)", bytes);
    return memory;
}

char *app_join(const char *a, const char *b)
{
    const size_t room = strlen(a) + strlen(b) + 1;
    char *const text = malloc(room);
    if (text)
        snprintf(text, room, "%s%s", a, b);
    else
        app_fail("out of memory");
    return text;
}

void app_release(void *memory, size_t bytes)
{
    if (memory) {
        neosig_wipe(memory, bytes);
        free(memory);
    }
}

/* ---- Names ---- */

enum { NAME_MOST = 48 };

unsigned app_distance(const char *a, const char *b)
{
    unsigned row[NAME_MOST + 1];
    size_t n = strlen(b);
    if (n > NAME_MOST || strlen(a) > NAME_MOST)
        return NAME_MOST;
    for (size_t j = 0; j <= n; j++)
        row[j] = (unsigned)j;
    for (size_t i = 0; a[i]; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i + 1;
        for (size_t j = 0; j < n; j++) {
            unsigned best = diagonal + (tolower((unsigned char)a[i]) != tolower((unsigned char)b[j]));
            diagonal = row[j + 1];
            best = best < row[j] + 1 ? best : row[j] + 1;
            row[j + 1] = best < diagonal + 1 ? best : diagonal + 1;
        }
    }
    return row[n];
}

const neosig_alg *app_algorithm(const char *name)
{
    enum { SUGGESTIONS = 3 };
    const neosig_alg *near[SUGGESTIONS] = {NULL};
    unsigned nearest[SUGGESTIONS];
    unsigned limit = (unsigned)strlen(name) / 3 + 1;
    for (size_t k = 0; k < SUGGESTIONS; k++)
        nearest[k] = limit > 5 ? 6 : limit + 1;
    const neosig_alg *alg = neosig_alg_find(name);
    if (alg != NULL)
        return alg;
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++) {
        unsigned d = app_distance(name, alg->name);
        for (size_t k = 0; k < SUGGESTIONS; k++) {
            if (d < nearest[k]) {
                memmove(near + k + 1, near + k, (SUGGESTIONS - 1 - k) * sizeof near[0]);
                memmove(nearest + k + 1, nearest + k, (SUGGESTIONS - 1 - k) * sizeof nearest[0]);
                near[k] = alg;
                nearest[k] = d;
                break;
            }
        }
    }
    char text[SUGGESTIONS * (NAME_MOST + 8)] = "";
    for (size_t k = 0; k < SUGGESTIONS && near[k] && nearest[k] <= nearest[0] + 1; k++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", k ? ", " : "; did you mean ", near[k]->name);
    }
    app_usage("unknown algorithm %s%s%s", name, text, text[0] ? "?" : "; see neosig list");
    return NULL;
}
