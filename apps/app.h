/* What the commands of the neosig program share: exit codes, messages, options. */
#ifndef APP_H
#define APP_H

#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { EXIT_GOOD = 0, EXIT_INVALID = 1, EXIT_USAGE = 2, EXIT_INPUT = 3 };

#if defined(__GNUC__)
#define APP_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define APP_PRINTF(text, first)
#endif

/* ---- Messages: one line on standard error, after "neosig: "; control characters in it are shown as '?' ---- */

int app_usage(const char *format, ...) APP_PRINTF(1, 2);             /* returns EXIT_USAGE */
int app_fail(const char *format, ...) APP_PRINTF(1, 2);              /* returns EXIT_INPUT */
void app_warn(const char *format, ...) APP_PRINTF(1, 2);             /* after "warning: " */
void app_print(FILE *out, const char *format, ...) APP_PRINTF(2, 3); /* such a line, on out and without "neosig: " */
int app_error(const char *subject, neosig_error error); /* an error of the library about subject; EXIT_INPUT */
void *app_allocate(size_t bytes);                       /* 64-byte aligned; NULL after a message */
void app_release(void *memory, size_t bytes);           /* wiped and freed; NULL is allowed */

/* ---- Options ---- */

typedef struct app_option {
    char letter;          /* 0: it has none */
    const char *name;     /* without the two hyphens; NULL ends a table */
    const char *argument; /* what it takes, in capitals; NULL: nothing */
    const char *help;
    int *flag;          /* set to 1 where it takes nothing */
    const char **value; /* set to its argument where it takes one */
} app_option;

typedef struct app_command {
    const char *name;
    const char *synopsis; /* what follows the name */
    const char *summary;  /* one line, no full stop */
    const char *details;  /* paragraphs for --help, may be "" */
    int (*run)(const struct app_command *self, int argc, char **argv);
} app_command;

/* Takes the options out of argv, leaving *argc operands in it. Returns -1 to go on, or the exit code to end with: after
 * --help, or after a message about a mistake. */
int app_options(const app_command *command, const app_option *options, int *argc, char **argv);

/* Refuses a number of operands outside least..most; names the missing one by its place in what, "FILE SIG". */
int app_operands(const app_command *command, int count, int least, int most);

/* ---- Algorithms ---- */

/* The algorithm called name, in any case; NULL after a message that suggests near names. */
const neosig_alg *app_algorithm(const char *name);

/* How many letters must change, come or go to make one name of another, without regard to case: Levenshtein's distance.
 * Names too long to be one are far from everything. */
unsigned app_distance(const char *a, const char *b);

/* ---- Text ---- */

/* 1234567 as "1,234,567"; text takes 28 bytes. Returns text. */
char *app_grouped(char *text, uint64_t number);

/* text as a JSON string with its quotes. */
void app_json(FILE *out, const char *text);

extern const app_command command_list, command_info, command_keygen, command_sign, command_verify, command_selftest,
    command_speed;

#endif
