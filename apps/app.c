#include "app.h"
#include "common/hex.h"
#include "progress.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Messages ---- */

size_t app_character(const unsigned char *text)
{
    const unsigned char c = text[0];
    if (c < 0x80)
        return 1;
    const size_t bytes = c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < bytes; i++)
        if (text[i] >> 6 != 2)
            return 0;
    /* longer than it need be, a surrogate, beyond U+10FFFF */
    if ((c == 0xe0 && text[1] < 0xa0) || (c == 0xed && text[1] >= 0xa0) || (c == 0xf0 && text[1] < 0x90) ||
        (c == 0xf4 && text[1] >= 0x90))
        return 0;
    return bytes;
}

unsigned app_steers(const unsigned char *text, size_t bytes)
{
    const unsigned c = bytes == 1   ? text[0]
                       : bytes == 2 ? (text[0] & 0x1fu) << 6 | (text[1] & 0x3fu)
                       : bytes == 3 ? (text[0] & 0x0fu) << 12 | (text[1] & 0x3fu) << 6 | (text[2] & 0x3fu)
                                    : 0;
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ? c : 0;
}

/* A byte that is not UTF-8 is hidden as well: some terminals see a control character of U+0080 to U+009F in it. */
void app_hide_controls(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c;) {
        const size_t bytes = app_character(c), steps = bytes ? bytes : 1;
        if (!bytes || app_steers(c, bytes))
            memset(c, '?', steps);
        c += steps;
    }
}

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

void app_capture(app_log *log)
{
    waiting = log;
}

int app_captures(void)
{
    return waiting != NULL;
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
        app_hide_controls(line + before);
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

/* ---- Text ---- */

char *app_grouped(char *text, uint64_t number)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *out = text;
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            *out++ = ',';
        *out++ = digits[i];
    }
    *out = '\0';
    return text;
}

char *app_hex(char text[65], const uint8_t fingerprint[32])
{
    return hex_encode(text, fingerprint, 32);
}
