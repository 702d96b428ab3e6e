/* list: all algorithms. */
#include "algorithm.h"
#include "app.h"
#include "json.h"

#include <string.h>

enum { STATUSES = NEOSIG_BROKEN + 1 };

/* Which statuses to list, from words between commas; NULL: all. */
static int read_statuses(int wanted[STATUSES], const char *list)
{
    for (int s = 0; s < STATUSES; s++)
        wanted[s] = !list;
    while (list && *list) {
        const size_t length = strcspn(list, ",");
        int s = 0;
        for (; s < STATUSES; s++) {
            const char *const name = neosig_status_name((neosig_status)s);
            if (strlen(name) == length && memcmp(list, name, length) == 0)
                break;
        }
        if (s == STATUSES)
            return app_usage("--status: %.*s is none of standard, candidate, superseded, withdrawn, broken",
                             (int)length, list);
        wanted[s] = 1;
        list += length + (list[length] == ',');
    }
    return 0;
}

static void print_row(const neosig_alg *alg, int width)
{
    printf("%-*s  %5u  %10zu  %10zu  %9zu  %s\n", width, alg->name, alg->level, alg->public_key_bytes,
           alg->secret_key_bytes, alg->signature_bytes, neosig_status_name(alg->status));
}

/* The safest first: in the order of their status. */
static void print_table(const int wanted[STATUSES], int names)
{
    const neosig_alg *alg;
    int width = 4;
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++)
        width = wanted[alg->status] && (int)strlen(alg->name) > width ? (int)strlen(alg->name) : width;
    if (!names)
        printf("%-*s  Level  Public key  Secret key  Signature  Status\n", width, "Name");
    for (int s = 0; s < STATUSES; s++) {
        for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++)
            if (wanted[s] && (int)alg->status == s && names)
                printf("%s\n", alg->name);
            else if (wanted[s] && (int)alg->status == s)
                print_row(alg, width);
    }
}

static int run(const app_command *self, int argc, char **argv)
{
    int json = 0, names = 0, wanted[STATUSES];
    const char *statuses = NULL;
    const app_option options[] = {
        {0, "status", "STATUS", "only algorithms of these statuses, comma-separated", NULL, &statuses},
        {0, "names", NULL, "print names only", &names, NULL},
        {0, "json", NULL, "print JSON, with all that info ALG tells, in the library's order", &json, NULL},
        {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 0, 0) : code;
    if (code >= 0)
        return code;
    code = json && names ? app_usage("--json and --names exclude each other") : read_statuses(wanted, statuses);
    if (code)
        return code;
    if (!json) {
        print_table(wanted, names);
        return EXIT_GOOD;
    }
    const neosig_alg *alg;
    json_array(NULL);
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++)
        if (wanted[alg->status])
            algorithm_json(alg);
    json_end();
    return EXIT_GOOD;
}

const app_command command_list = {
    "list",
    "[OPTION]...",
    NULL,
    "List the algorithms: sizes in bytes, security level claimed, status today",
    "The safest algorithms come first. Status: standard (use it), candidate, superseded, withdrawn, broken.\n"
    "neosig info ALG says since when an algorithm has its status, and which work shows it.",
    run};
