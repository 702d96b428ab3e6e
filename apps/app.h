/* What the commands of the neosig program share: exit codes, messages, options. */
#ifndef APP_H
#define APP_H

#include "neosig/neosig.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* app_exits says what they mean. */
enum { EXIT_GOOD = 0, EXIT_INVALID = 1, EXIT_USAGE = 2, EXIT_INPUT = 3, EXIT_POLICY = 4 };

typedef struct app_exit {
    int code;
    const char *meaning; /* NULL ends the table */
} app_exit;

extern const app_exit app_exits[];

/* What a command ends with that met both. What an attacker may have done comes first: 1, 3, 2, 4, 0. */
int app_worse(int a, int b);

#if defined(__GNUC__)
#define APP_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define APP_PRINTF(text, first)
#endif

/* ---- Messages: one line on standard error, after "neosig: ", without what would steer a terminal ---- */

int app_usage(const char *format, ...) APP_PRINTF(1, 2);             /* returns EXIT_USAGE */
int app_fail(const char *format, ...) APP_PRINTF(1, 2);              /* returns EXIT_INPUT */
void app_warn(const char *format, ...) APP_PRINTF(1, 2);             /* after "warning: " */
void app_print(FILE *out, const char *format, ...) APP_PRINTF(2, 3); /* such a line, on out and without "neosig: " */
int app_error(const char *subject, neosig_error error); /* an error of the library about subject; EXIT_INPUT */

/* The last message of app_usage or app_fail in this thread, as it was given; "" if there was none. */
const char *app_last_error(void);

/* From now on messages of this thread wait in log; NULL: they are seen at once. Returns where they waited before.
 * app_replay shows and forgets them. */
typedef struct app_log {
    char *text;
    size_t bytes;
} app_log;

app_log *app_capture(app_log *log);
void app_replay(app_log *log);

/* ---- Memory ---- */

void *app_allocate(size_t bytes);             /* 64-byte aligned; NULL after a message */
void app_release(void *memory, size_t bytes); /* wiped and freed; NULL is allowed */
char *app_join(const char *a, const char *b); /* one text behind the other, for free(); NULL after a message */

/* From now on no core dump of the program is written: a secret is about to be in its memory. */
void app_hold_secret(void);

/* ---- Options ---- */

typedef struct app_option {
    char letter;          /* 0: it has none */
    const char *name;     /* without the two hyphens; NULL ends a table */
    const char *argument; /* what it takes, in capitals, a word that cmd_completion.c knows; NULL: nothing */
    const char *help;
    int *flag;          /* set to 1 where it takes nothing */
    const char **value; /* set to its argument where it takes one */
} app_option;

typedef struct app_command {
    const char *name;
    const char *synopsis; /* what follows the name */
    const char *operands; /* what its operands are, a word as for options; NULL: it takes none */
    const char *summary;  /* one line, no full stop */
    const char *details;  /* paragraphs for --help, may be "" */
    int (*run)(const struct app_command *self, int argc, char **argv);
} app_command;

extern const app_command *const *app_commands; /* main's table, in the order of the help; NULL ends it */

/* Takes the options out of argv, leaving *argc operands in it. Returns -1 to go on, or the exit code to end with: after
 * --help, or after a message about a mistake. */
int app_options(const app_command *command, const app_option *options, int *argc, char **argv);

/* Shows the table of a command's options, which exists only while it runs, to visit. */
void app_visit_options(const app_command *command,
                       void (*visit)(const app_command *command, const app_option *options));

/* The number that text is, from least to most; 0 after a message about the option called name. */
size_t app_number(const char *name, const char *text, size_t least, size_t most);

/* Refuses a number of operands outside least..most; names the missing one by its place in what, "FILE SIG". */
int app_operands(const app_command *command, int count, int least, int most);

/* ---- Algorithms ---- */

/* The algorithm called name, in any case; NULL after a message that suggests near names. */
const neosig_alg *app_algorithm(const char *name);

/* How many letters must change, come or go to make one name of another, without regard to case: Levenshtein's distance.
 * Names too long to be one are far from everything. */
unsigned app_distance(const char *a, const char *b);

extern const app_command command_list, command_info, command_keygen, command_public, command_passphrase,
    command_inspect, command_sign, command_verify, command_selftest, command_speed, command_completion;

#endif
