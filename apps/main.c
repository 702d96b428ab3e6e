#include "app.h"
#include "backend.h"
#include "file.h"
#include "json.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static const app_command *const commands[] = {
    &command_list, &command_info,   &command_keygen,   &command_public, &command_passphrase, &command_inspect,
    &command_sign, &command_verify, &command_selftest, &command_speed,  &command_completion, NULL};

static void print_help(FILE *out)
{
    fprintf(out, "Usage: neosig COMMAND [OPTION]... [ARGUMENT]...\n\n"
                 "Post-quantum signatures: makes keys, signs and verifies files, measures speed.\n\nCommands:\n");
    for (const app_command *const *c = commands; *c; c++)
        fprintf(out, "  %-10s %s\n", (*c)->name, (*c)->summary);
    fprintf(out, "\nneosig COMMAND --help explains a command; neosig version prints the version.\n"
                 "NEOSIG_BACKEND=NAME in the environment chooses the implementation (see neosig info).\n\n"
                 "Exit status:\n");
    for (const app_exit *e = app_exits; e->meaning; e++)
        fprintf(out, "  %d  %s\n", e->code, e->meaning);
}

static const app_command *find_command(const char *name)
{
    for (const app_command *const *c = commands; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    const char *near = NULL;
    unsigned nearest = 3;
    for (const app_command *const *c = commands; *c; c++) {
        unsigned d = app_distance(name, (*c)->name);
        if (d < nearest) {
            nearest = d;
            near = (*c)->name;
        }
    }
    if (near)
        app_usage("unknown command %s; did you mean %s?", name, near);
    else
        app_usage("unknown command %s; see neosig --help", name);
    return NULL;
}

static int is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(word, *words) != 0)
        words++;
    return *words != NULL;
}

static int run(int argc, char **argv)
{
    static const char *const helps[] = {"--help", "-h", "help", NULL};
    static const char *const versions[] = {"--version", "-v", "-V", "version", NULL};
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    const char *name = argv[1];
    if (is_one_of(name, helps)) {
        if (argc < 3) {
            print_help(stdout);
            return EXIT_GOOD;
        }
        char help[] = "--help";
        char *arguments[] = {help};
        const app_command *command = find_command(argv[2]);
        return command ? command->run(command, 1, arguments) : EXIT_USAGE;
    }
    if (is_one_of(name, versions)) {
        printf("neosig %s\n", neosig_version());
        return EXIT_GOOD;
    }
    if (name[0] == '-')
        return app_usage("unknown option %s (see neosig --help)", name);
    const app_command *command = find_command(name);
    if (!command || backend_check() != 0)
        return EXIT_USAGE;
    return command->run(command, argc - 2, argv + 2);
}

static int asks_for_json(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0)
            return 1;
    return 0;
}

/* What a command answers that failed before it had anything to tell. */
static void print_json_error(int code)
{
    json_object(NULL);
    json_text("error", app_last_error());
    json_number("code", (uint64_t)code);
    json_end();
}

int main(int argc, char **argv)
{
    if (file_guard_standard() != 0)
        return EXIT_INPUT;
    app_commands = commands;
    signal(SIGPIPE, SIG_IGN);                      /* a closed pipe is a write error, with its message and clean-up, */
    signal(SIGXFSZ, SIG_IGN);                      /* and so is a file that may not be as long */
    const int as_json = asks_for_json(argc, argv); /* run changes argv */
    int code = run(argc, argv);
    if (code != EXIT_GOOD && as_json && !json_begun())
        print_json_error(code);
    if (ferror(stdout))
        putchar('\n'); /* the reason of an earlier error is lost: this meets it again */
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == EXIT_GOOD)
        code = app_fail("standard output: %s", errno ? strerror(errno) : "write error");
    return code;
}
