/* list and info: what there is. */
#include "app.h"
#include "json.h"
#include "neosig/nist.h"
#include "system.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    unsigned bit;
    const char *name;
} features[] = {{NEOSIG_HAS_CONTEXT, "context"},
                {NEOSIG_HAS_DETERMINISTIC, "deterministic"},
                {NEOSIG_HAS_HEDGED, "hedged"},
                {NEOSIG_HAS_PREHASH, "prehash"},
                {NEOSIG_HAS_EXTERNAL_MU, "external-mu"}};
enum { FEATURES = sizeof features / sizeof features[0] };

static void json_alg(const neosig_alg *alg)
{
    json_object(NULL);
    json_text("name", alg->name);
    json_text("scheme", alg->scheme);
    json_number("level", alg->level);
    json_text("status", neosig_status_name(alg->status));
    json_text("status_since", alg->status_since);
    json_text("status_citation", alg->status_citation);
    json_text("oid", alg->oid);
    json_number("public_key_bytes", alg->public_key_bytes);
    json_number("secret_key_bytes", alg->secret_key_bytes);
    json_number("signature_bytes", alg->signature_bytes);
    json_number("seed_bytes", alg->seed_bytes);
    json_number("nist_bytes", neosig_nist_bytes(alg));
    json_array("features");
    for (size_t i = 0; i < FEATURES; i++)
        if (alg->features & features[i].bit)
            json_text(NULL, features[i].name);
    json_end();
    json_object("workspace_bytes");
    for (int i = 0; i < NEOSIG_OPERATIONS; i++) {
        const neosig_operation op = (neosig_operation)i;
        json_number(neosig_operation_name(op), neosig_workspace_bytes(alg, op, 0));
    }
    json_end();
    json_number("prepared_secret_key_bytes", neosig_prepared_bytes(alg, 1));
    json_number("prepared_public_key_bytes", neosig_prepared_bytes(alg, 0));
    json_end();
}

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

static int run_list(const app_command *self, int argc, char **argv)
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
            json_alg(alg);
    json_end();
    return EXIT_GOOD;
}

const app_command command_list = {
    "list",
    "[OPTION]...",
    NULL,
    "List the algorithms: sizes in bytes, security level claimed, status today",
    "The safest come first. Status: standard (use it), candidate, superseded, withdrawn, broken. neosig info ALG says\n"
    "since when and by which work.",
    run_list};

/* ---- info ---- */

/* Prints text in lines of at most 78 columns, the later ones indented by margin. */
static void print_wrapped(const char *text, int margin)
{
    int column = margin;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column > margin && column + 1 + length > 78) {
            printf("\n%*s", margin, "");
            column = margin;
        } else if (column > margin) {
            putchar(' ');
            column++;
        }
        printf("%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void print_field(const char *name, const char *text)
{
    printf("%-16s", name);
    print_wrapped(text, 16);
}

static void print_bytes(const char *name, size_t bytes)
{
    char number[28];
    printf("%-16s%11s bytes\n", name, app_grouped(number, bytes));
}

static void info_alg(const neosig_alg *alg)
{
    char text[128];
    print_field("Name", alg->name);
    snprintf(text, sizeof text, "%u (claimed by the designers)", alg->level);
    print_field("Security level", text);
    snprintf(text, sizeof text, "%s since %s", neosig_status_name(alg->status), alg->status_since);
    print_field("Status", text);
    print_field("Source", alg->status_citation);
    print_field("OID", alg->oid);
    text[0] = '\0';
    for (size_t i = 0; i < FEATURES; i++) {
        if (alg->features & features[i].bit) {
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", features[i].name);
        }
    }
    print_field("Features", text[0] ? text : "none beyond sign and verify");
    printf("\n");
    print_bytes("Public key", alg->public_key_bytes);
    print_bytes("Secret key", alg->secret_key_bytes);
    print_bytes("Signature", alg->signature_bytes);
    print_bytes("Seed", alg->seed_bytes);
    printf("\n%-16s%11s%12s\n", "Workspace", "fastest", "least");
    for (int i = 0; i < NEOSIG_OPERATIONS; i++) {
        neosig_operation op = (neosig_operation)i;
        char most[28], least[28];
        printf("%-16s%11s%12s bytes\n", neosig_operation_name(op),
               app_grouped(most, neosig_workspace_bytes(alg, op, 0)),
               app_grouped(least, neosig_workspace_bytes(alg, op, NEOSIG_LOW_MEMORY)));
    }
    printf("\nPrepared keys\n");
    print_bytes("for signing", neosig_prepared_bytes(alg, 1));
    print_bytes("for verifying", neosig_prepared_bytes(alg, 0));
}

/* The words for this CPU's features, "none" if it has none. */
static void cpu_features(char out[SYSTEM_TEXT])
{
    const char *name;
    size_t used = 0;
    snprintf(out, SYSTEM_TEXT, "none");
    for (uint32_t bit = 1; (name = neosig_cpu_feature_name(bit)) != NULL && used < SYSTEM_TEXT; bit <<= 1)
        if (neosig_cpu() & bit)
            used += (size_t)snprintf(out + used, SYSTEM_TEXT - used, "%s%s", used ? " " : "", name);
}

static void info_machine(int json)
{
    char cpu[SYSTEM_TEXT], os[SYSTEM_TEXT], words[SYSTEM_TEXT];
    cpu_features(words);
    system_cpu(cpu);
    system_os(os);
    const char *name;
    if (json) {
        json_object(NULL);
        json_text("version", neosig_version());
        json_text("cpu", cpu);
        json_text("os", os);
        json_text("compiler", system_compiler());
        json_text("cpu_features", words);
        json_text("backend", neosig_backend_active());
        json_text("backend_why", neosig_backend_why());
        json_array("backends");
        for (size_t i = 0; (name = neosig_backend_name(i)) != NULL; i++) {
            json_object(NULL);
            json_text("name", name);
            json_flag("usable", neosig_backend_usable(name));
            json_end();
        }
        json_end();
        json_number("algorithms", neosig_alg_count());
        json_end();
        return;
    }
    print_field("neosig", neosig_version());
    print_field("CPU", cpu);
    print_field("OS", os);
    print_field("Compiler", system_compiler());
    print_field("CPU features", words);
    print_field("Backend", neosig_backend_active());
    print_field("Chosen because", neosig_backend_why());
    printf("\nBackends of this build, best first:\n");
    for (size_t i = 0; (name = neosig_backend_name(i)) != NULL; i++) {
        printf("  %-12s  %s\n", name,
               strcmp(name, neosig_backend_active()) == 0 ? "in use"
               : neosig_backend_usable(name)              ? "usable"
                                                          : "this CPU lacks what it needs");
    }
}

static int run_info(const app_command *self, int argc, char **argv)
{
    int json = 0;
    const app_option options[] = {{0, "json", NULL, "print JSON", &json, NULL}, {.name = NULL}};
    int code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 0, 1) : code;
    if (code >= 0)
        return code;
    if (argc == 0) {
        info_machine(json);
        return EXIT_GOOD;
    }
    const neosig_alg *alg = app_algorithm(argv[0]);
    if (!alg)
        return EXIT_USAGE;
    if (json)
        json_alg(alg);
    else
        info_alg(alg);
    return EXIT_GOOD;
}

const app_command command_info = {
    "info",
    "[OPTION]... [ALG]",
    "ALG",
    "Describe an algorithm, or this machine and the backends it runs",
    "A backend is a complete set of kernels for one kind of CPU. The best one this CPU runs is used, unless\n"
    "NEOSIG_BACKEND in the environment names another.",
    run_info};
