#include "app.h"

#include <stdlib.h>
#include <string.h>

static void print_help(const app_command *command, const app_option *options)
{
    printf("Usage: neosig %s %s\n\n%s.\n", command->name, command->synopsis, command->summary);
    if (command->details[0])
        printf("\n%s\n", command->details);
    printf("\nOptions:\n");
    for (const app_option *o = options; o->name; o++) {
        char left[40];
        snprintf(left, sizeof left, "%c%c%c --%s %s", o->letter ? '-' : ' ', o->letter ? o->letter : ' ',
                 o->letter ? ',' : ' ', o->name, o->argument ? o->argument : "");
        printf("  %-26s %s\n", left, o->help);
    }
    printf("  %-26s %s\n", "-h, --help", "print this help");
}

static const app_option *find_long(const app_option *options, const char *name, size_t length)
{
    for (const app_option *o = options; o->name; o++)
        if (strlen(o->name) == length && memcmp(o->name, name, length) == 0)
            return o;
    return NULL;
}

static const app_option *find_letter(const app_option *options, char letter)
{
    for (const app_option *o = options; o->name; o++)
        if (o->letter == letter)
            return o;
    return NULL;
}

static int unknown(const app_command *command, const char *argument)
{
    return app_usage("unknown option %s (see neosig %s --help)", argument, command->name);
}

const app_command *const *app_commands;

/* Not NULL: app_options shows the table to it, and does nothing else. */
static void (*visitor)(const app_command *command, const app_option *options);

void app_visit_options(const app_command *command, void (*visit)(const app_command *command, const app_option *options))
{
    visitor = visit;
    command->run(command, 0, NULL);
    visitor = NULL;
}

int app_options(const app_command *command, const app_option *options, int *argc, char **argv)
{
    if (visitor) {
        visitor(command, options);
        return EXIT_GOOD;
    }
    int operands = 0;
    for (int i = 0; i < *argc; i++) {
        char *argument = argv[i];
        if (argument[0] != '-' || argument[1] == '\0') { /* an operand, or "-" for standard input */
            argv[operands++] = argument;
            continue;
        }
        if (strcmp(argument, "--") == 0) {
            while (++i < *argc)
                argv[operands++] = argv[i];
            break;
        }
        if (strcmp(argument, "-h") == 0 || strcmp(argument, "--help") == 0) {
            print_help(command, options);
            return EXIT_GOOD;
        }
        const app_option *option;
        const char *value;
        int letters = 0;
        if (argument[1] == '-') {
            const char *equals = strchr(argument, '=');
            size_t length = equals ? (size_t)(equals - argument) - 2 : strlen(argument) - 2;
            option = find_long(options, argument + 2, length);
            value = equals ? equals + 1 : NULL;
        } else {
            option = find_letter(options, argument[1]);
            value = argument[2] ? argument + 2 : NULL;
            letters = option && !option->argument && value; /* -qf: more flags behind this one */
        }
        if (!option)
            return unknown(command, argument);
        if (option->argument) {
            if (!value && ++i < *argc)
                value = argv[i];
            if (!value) {
                return app_usage("option --%s needs %s (see neosig %s --help)", option->name, option->argument,
                                 command->name);
            }
            *option->value = value;
            continue;
        }
        if (value && !letters)
            return app_usage("option --%s takes no argument", option->name);
        *option->flag = 1;
        for (; letters && *value; value++) {
            option = find_letter(options, *value);
            if (!option || option->argument)
                return unknown(command, argument);
            *option->flag = 1;
        }
    }
    *argc = operands;
    return -1;
}

size_t app_number(const char *name, const char *text, size_t least, size_t most)
{
    char *end;
    const unsigned long long number = text[0] >= '0' && text[0] <= '9' ? strtoull(text, &end, 10) : 0;
    if (!number || *end || number < least || number > most) {
        app_usage("--%s: %s is not a number from %zu to %zu", name, text, least, most);
        return 0;
    }
    return (size_t)number;
}

int app_operands(const app_command *command, int count, int least, int most)
{
    if (count < least || count > most) {
        app_usage("%s operands", count < least ? "missing" : "too many");
        fprintf(stderr, "Usage: neosig %s %s\n", command->name, command->synopsis);
        return EXIT_USAGE;
    }
    return -1;
}
