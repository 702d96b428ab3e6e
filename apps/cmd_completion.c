/* completion: scripts for shells, from the tables of commands and options themselves. They stand in apps/completion/,
 * so that an installation need not run the program. */
#include "app.h"
#include "mode.h"

#include <string.h>

/* ---- What an option or an operand takes ---- */

typedef enum kind { TEXT, FILES, FOLDERS, ALGORITHMS, WORDS } kind;

static const char *const kind_names[] = {"text", "files", "folders", "algorithms", "words"};

static const struct {
    const char *word; /* in help */
    kind kind;
    const char *words; /* NULL of HASH: the names of mode.h */
} kinds[] = {{"ALG", ALGORITHMS, ""},
             {"BACKENDS", TEXT, ""},
             {"BASE64", TEXT, ""},
             {"DIR", FOLDERS, ""},
             {"FILE", FILES, ""},
             {"HASH", WORDS, NULL},
             {"HEX", TEXT, ""},
             {"KEY", FILES, ""},
             {"LEAST", WORDS, "standard candidate superseded any"},
             {"MS", TEXT, ""},
             {"N", TEXT, ""},
             {"NAME", FILES, ""},
             {"PUB", FILES, ""},
             {"SHELL", WORDS, "bash zsh fish"},
             {"SIG", FILES, ""},
             {"STATUS", WORDS, "standard candidate superseded withdrawn broken"},
             {"TEXT", TEXT, ""},
             {"TIME", TEXT, ""},
             {"WHO", TEXT, ""}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static kind kind_of(const char *word)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].word, word) == 0)
            return kinds[i].kind;
    return TEXT;
}

static void print_words(const char *word)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i].word, word) != 0)
            continue;
        if (kinds[i].words)
            printf("%s", kinds[i].words);
        for (int p = 1; !kinds[i].words && mode_prehash_name((neosig_prehash)p); p++)
            printf("%s%s", p > 1 ? " " : "", mode_prehash_name((neosig_prehash)p));
    }
}

/* Text between single quotes of a shell; before what stands in special comes a backslash. */
static void print_quoted(const char *text, const char *special)
{
    for (; *text; text++)
        if (*text == '\'')
            printf("'\\''");
        else
            printf("%s%c", strchr(special, *text) ? "\\" : "", *text);
}

/* ---- bash ---- */

static void bash_options(const app_command *command, const app_option *options)
{
    printf("    %s)\n        options='", command->name);
    for (const app_option *o = options; o->name; o++)
        printf("--%s ", o->name);
    printf("--help'\n        case $before in\n");
    for (const app_option *o = options; o->name; o++) {
        if (!o->argument)
            continue;
        printf("        ");
        if (o->letter)
            printf("-%c | ", o->letter);
        printf("--%s) takes=%s words='", o->name, kind_names[kind_of(o->argument)]);
        print_words(o->argument);
        printf("' options='' ;;\n");
    }
    printf("        *) takes=%s words='", kind_names[command->operands ? kind_of(command->operands) : TEXT]);
    if (command->operands)
        print_words(command->operands);
    printf("' ;;\n        esac\n        ;;\n");
}

static void print_bash(void)
{
    printf(
        "# Completion for bash: neosig completion bash\n"
        "_neosig() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options='' takes='' words=''\n"
        "    local command='' line\n"
        "    if [[ $before == '=' ]]; then\n"
        "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
        "    elif [[ $word == '=' ]]; then\n"
        "        word=''\n"
        "    fi\n"
        "    COMPREPLY=()\n"
        "    [[ $COMP_CWORD == 1 ]] || command=${COMP_WORDS[1]}\n"
        "    case $command in\n"
        "    '')\n"
        "        options='--help --version' takes=words words='");
    for (const app_command *const *c = app_commands; *c; c++)
        printf("%s ", (*c)->name);
    printf("help version'\n        ;;\n    help)\n        takes=words words='");
    for (const app_command *const *c = app_commands; *c; c++)
        printf("%s%s", c == app_commands ? "" : " ", (*c)->name);
    printf("'\n        ;;\n");
    for (const app_command *const *c = app_commands; *c; c++)
        app_visit_options(*c, bash_options);
    printf("    esac\n"
           "    if [[ $word == -* && -n $options ]]; then\n"
           "        takes=words words=$options\n"
           "    fi\n"
           "    while IFS= read -r line; do\n"
           "        COMPREPLY+=(\"$line\")\n"
           "    done < <(\n"
           "        case $takes in\n"
           "        files) compgen -f -- \"$word\" ;;\n"
           "        folders) compgen -d -- \"$word\" ;;\n"
           "        algorithms) compgen -W \"$(\"${COMP_WORDS[0]}\" list --names 2> /dev/null)\" -- \"$word\" ;;\n"
           "        words) compgen -W \"$words\" -- \"$word\" ;;\n"
           "        esac\n"
           "    )\n"
           "    if [[ $takes == files || $takes == folders ]]; then\n"
           "        compopt -o filenames 2> /dev/null\n"
           "    fi\n"
           "}\n"
           "complete -F _neosig neosig\n");
}

/* ---- zsh ---- */

static void zsh_action(const char *word)
{
    switch (kind_of(word)) {
    case FILES:
        printf("_files");
        break;
    case FOLDERS:
        printf("_files -/");
        break;
    case ALGORITHMS:
        printf("_neosig_algorithms");
        break;
    case WORDS:
        printf("(");
        print_words(word);
        printf(")");
        break;
    default:
        printf(" ");
    }
}

static void zsh_options(const app_command *command, const app_option *options)
{
    printf("    %s)\n        _arguments -s", command->name);
    for (const app_option *o = options; o->name; o++) {
        printf(" \\\n            ");
        if (o->letter)
            printf("'(-%c --%s)'{-%c%s,--%s%s}'[", o->letter, o->name, o->letter, o->argument ? "+" : "", o->name,
                   o->argument ? "=" : "");
        else
            printf("'--%s%s[", o->name, o->argument ? "=" : "");
        print_quoted(o->help, "[]\\");
        printf("]");
        if (o->argument) {
            printf(":%s:", o->argument);
            zsh_action(o->argument);
        }
        printf("'");
    }
    printf(" \\\n            '(-h --help)'{-h,--help}'[print this help]'");
    if (command->operands) {
        printf(" \\\n            '*:%s:", command->operands);
        zsh_action(command->operands);
        printf("'");
    }
    printf("\n        ;;\n");
}

static void print_zsh(void)
{
    printf("#compdef neosig\n# Completion for zsh: neosig completion zsh\n"
           "_neosig_algorithms() {\n"
           "    local -a names=(${(f)\"$(_call_program names neosig list --names 2> /dev/null)\"})\n"
           "    compadd -a names\n"
           "}\n"
           "_neosig() {\n"
           "    local -a commands=(");
    for (const app_command *const *c = app_commands; *c; c++) {
        printf("\n        '%s:", (*c)->name);
        print_quoted((*c)->summary, ":\\");
        printf("'");
    }
    printf("\n        'help:Explain a command'\n        'version:Print the version'\n    )\n"
           "    if ((CURRENT == 2)) || [[ $words[2] == help ]]; then\n"
           "        _describe command commands\n"
           "        return\n"
           "    fi\n"
           "    local command=$words[2]\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    case $command in\n");
    for (const app_command *const *c = app_commands; *c; c++)
        app_visit_options(*c, zsh_options);
    printf("    esac\n}\n"
           "if [[ $funcstack[1] == _neosig ]]; then\n"
           "    _neosig \"$@\"\n"
           "else\n"
           "    compdef _neosig neosig\n"
           "fi\n");
}

/* ---- fish ---- */

static void fish_values(const char *word)
{
    switch (kind_of(word)) {
    case FILES:
        printf(" -F");
        break;
    case FOLDERS:
        printf(" -a '(__fish_complete_directories)'");
        break;
    case ALGORITHMS:
        printf(" -a '(neosig list --names 2> /dev/null)'");
        break;
    case WORDS:
        printf(" -a '");
        print_words(word);
        printf("'");
        break;
    default:
        break;
    }
}

static void fish_options(const app_command *command, const app_option *options)
{
    if (command->operands) {
        printf("complete -c neosig -n '__fish_seen_subcommand_from %s'", command->name);
        fish_values(command->operands);
        printf("\n");
    }
    for (const app_option *o = options; o->name; o++) {
        printf("complete -c neosig -n '__fish_seen_subcommand_from %s' -l %s", command->name, o->name);
        if (o->letter)
            printf(" -s %c", o->letter);
        if (o->argument) {
            printf("%s", kind_of(o->argument) == FILES ? " -r" : " -x");
            fish_values(o->argument);
        }
        printf(" -d '");
        for (const char *c = o->help; *c; c++)
            printf("%s%c", *c == '\'' || *c == '\\' ? "\\" : "", *c);
        printf("'\n");
    }
}

static void print_fish(void)
{
    printf("# Completion for fish: neosig completion fish\ncomplete -c neosig -f\n"
           "complete -c neosig -s h -l help -d 'print help'\n"
           "complete -c neosig -n __fish_use_subcommand -s v -l version -d 'print the version'\n");
    for (const app_command *const *c = app_commands; *c; c++)
        printf("complete -c neosig -n __fish_use_subcommand -a %s -d '%s'\n", (*c)->name, (*c)->summary);
    printf("complete -c neosig -n __fish_use_subcommand -a help -d 'Explain a command'\n"
           "complete -c neosig -n __fish_use_subcommand -a version -d 'Print the version'\n"
           "complete -c neosig -n '__fish_seen_subcommand_from help' -a '");
    for (const app_command *const *c = app_commands; *c; c++)
        printf("%s%s", c == app_commands ? "" : " ", (*c)->name);
    printf("'\n");
    for (const app_command *const *c = app_commands; *c; c++)
        app_visit_options(*c, fish_options);
}

/* ---- The command ---- */

static int run(const app_command *self, int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    const app_option options[] = {{.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 1, 1) : code;
    if (code >= 0)
        return code;
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(argv[0], shells[i].name) == 0) {
            shells[i].print();
            return EXIT_GOOD;
        }
    }
    return app_usage("%s: there are completions for bash, zsh and fish", argv[0]);
}

const app_command command_completion = {
    "completion",
    "SHELL",
    "SHELL",
    "Print the completion script of a shell: bash, zsh, fish",
    "CMake installs it where the shell looks for it. To try it: source <(neosig completion bash).",
    run};
