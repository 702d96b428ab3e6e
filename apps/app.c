#include "app.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Messages ---- */

/* Names and labels come from files: what in them would steer a terminal becomes '?'. That is control characters and
 * bytes that are not UTF-8, where some terminals see more of them. */
static void hide_controls(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c;) {
        size_t more = *c >= 0xf0 && *c < 0xf5 ? 3 : *c >= 0xe0 && *c < 0xf0 ? 2 : *c >= 0xc2 && *c < 0xe0 ? 1 : 0;
        int good = *c < 0x80 ? *c >= 0x20 && *c != 0x7f : more != 0;
        for (size_t i = 1; i <= more && good; i++)
            good = c[i] >> 6 == 2;
        good = good && !(*c == 0xc2 && c[1] < 0xa0); /* U+0080 to U+009F */
        if (!good)
            *c = '?';
        c += good ? more + 1 : 1;
    }
}

static void print_line(FILE *out, const char *prefix, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) {
        vsnprintf(text, (size_t)length + 1, format, arguments);
        hide_controls(text);
    }
    fprintf(out, "%s%s\n", prefix, text ? text : "out of memory");
    free(text);
}

static void message(const char *prefix, const char *format, va_list arguments)
{
    fflush(stdout);
    print_line(stderr, prefix, format, arguments);
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
    message("neosig: ", format, arguments);
    va_end(arguments);
    return EXIT_USAGE;
}

int app_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message("neosig: ", format, arguments);
    va_end(arguments);
    return EXIT_INPUT;
}

void app_warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message("neosig: warning: ", format, arguments);
    va_end(arguments);
}

int app_error(const char *subject, neosig_error error)
{
    return app_fail("%s: %s", subject, neosig_strerror(error));
}

/* ---- Memory ---- */

void *app_allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 64) & ~(size_t)63);
    if (!memory)
        app_fail("out of memory (%zu bytes)", bytes);
    return memory;
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

void app_json(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}
