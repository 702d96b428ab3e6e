#include "app.h"
#include "json.h"
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH = 8 };

static struct {
    char end; /* what closes it */
    int filled, lines;
} nests[DEPTH];
static size_t depth;
static int begun;

int json_begun(void)
{
    return begun;
}

/* What steers a terminal is escaped. */
static void put_text(const char *text)
{
    putchar('"');
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        const size_t bytes = text_character(c);
        if (bytes == 0)
            fputs("\\ufffd", stdout);
        else if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if (text_steers(c, bytes))
            printf("\\u%04x", text_steers(c, bytes));
        else
            fwrite(c, 1, bytes, stdout);
        c += bytes ? bytes : 1;
    }
    putchar('"');
}

/* What stands before a value: a comma, and its name. Objects in an array have lines of their own. */
static void begin(const char *name, int is_object)
{
    if (depth) {
        const int line = is_object && nests[depth - 1].end == ']';
        fputs(!nests[depth - 1].filled ? "" : line ? "," : ", ", stdout);
        if (line)
            printf("\n%*s", (int)(2 * depth), "");
        nests[depth - 1].filled = 1;
        nests[depth - 1].lines |= line;
    }
    if (name) {
        put_text(name);
        fputs(": ", stdout);
    }
}

static void nest(const char *name, char first, char end)
{
    begin(name, first == '{');
    begun = 1;
    putchar(first);
    nests[depth].end = end;
    nests[depth].filled = nests[depth].lines = 0;
    depth++;
}

void json_object(const char *name)
{
    nest(name, '{', '}');
}

void json_array(const char *name)
{
    nest(name, '[', ']');
}

void json_end(void)
{
    depth--;
    if (nests[depth].lines)
        printf("\n%*s", (int)(2 * depth), "");
    putchar(nests[depth].end);
    if (depth == 0)
        putchar('\n');
}

void json_text(const char *name, const char *text)
{
    begin(name, 0);
    if (text)
        put_text(text);
    else
        fputs("null", stdout);
}

void json_number(const char *name, uint64_t number)
{
    begin(name, 0);
    printf("%" PRIu64, number);
}

void json_decimal(const char *name, double number, int digits)
{
    if (number < 0) {
        json_null(name);
        return;
    }
    begin(name, 0);
    printf("%.*f", digits, number);
}

void json_flag(const char *name, int flag)
{
    begin(name, 0);
    fputs(flag ? "true" : "false", stdout);
}

void json_null(const char *name)
{
    json_text(name, NULL);
}
