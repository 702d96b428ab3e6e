/* The tests that need nothing of their own in the library's place, as one program: test-unit NAME [ARG...].
 *
 * The build names main of each by unit_<name>, and lists them in units.h. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define UNIT(function, name) int unit_##function(void);
#define UNIT_WITH_ARGUMENTS(function, name) int unit_##function(int argc, char **argv);
#include "units.h"
#undef UNIT
#undef UNIT_WITH_ARGUMENTS

static const struct {
    const char *name;
    int (*plain)(void);
    int (*with_arguments)(int argc, char **argv);
} units[] = {
#define UNIT(function, name) {name, unit_##function, NULL},
#define UNIT_WITH_ARGUMENTS(function, name) {name, NULL, unit_##function},
#include "units.h"
};

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i].name, name) == 0)
            return units[i].plain ? units[i].plain() : units[i].with_arguments(argc - 1, argv + 1);
    fprintf(stderr, "%s: no test \"%s\"; there are\n", argv[0], name);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        fprintf(stderr, "  %s\n", units[i].name);
    return 2;
}
