/* info: an algorithm, or this machine. */
#include "algorithm.h"
#include "app.h"
#include "json.h"
#include "system.h"
#include "text.h"

#include <string.h>

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
    printf("%-16s%11s bytes\n", name, text_grouped(number, bytes));
}

static void print_attack(const neosig_attack *attack)
{
    char text[400];
    if (attack == NULL)
        snprintf(text, sizeof text, "none is published that costs less than the designers say");
    else if (attack->bits == 0)
        snprintf(text, sizeof text, "%s: %s", attack->date, attack->paper);
    else
        snprintf(text, sizeof text, "about 2^%u, %s: %s", attack->bits, attack->date, attack->paper);
    print_field("Best attack", text);
}

static void info_alg(const neosig_alg *alg)
{
    char text[400];
    const neosig_specification *const follows = alg->specification;
    print_field("Name", alg->name);
    snprintf(text, sizeof text, "%u, claimed by the designers: an attack has to cost 2^%u", alg->level,
             neosig_level_bits(alg->level));
    print_field("Security level", text);
    snprintf(text, sizeof text, "%s since %s", neosig_status_name(alg->status), alg->status_since);
    print_field("Status", text);
    print_field("Source", alg->status_citation);
    print_attack(alg->attack);
    snprintf(text, sizeof text, "%s, of %s (%s)", follows->version, follows->date, follows->source);
    print_field("Version", text);
    snprintf(text, sizeof text, "%s; compared in %s", follows->newer != NULL ? follows->newer : "none is known",
             follows->compared);
    print_field("Newer version", text);
    print_field("OID", alg->oid);
    text[0] = '\0';
    for (size_t i = 0; algorithm_feature(alg, i); i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", algorithm_feature(alg, i));
    }
    print_field("Features", text[0] ? text : "none beyond sign and verify");
    if (alg->features & NEOSIG_READS_TWICE) {
        print_field("Reads twice", "signing reads the message twice, so that sign keeps a file in memory, and the "
                                   "library has no stream that signs; with a pre-hash (sign --prehash) neither is so. "
                                   "Verifying reads the message once");
    }
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
               text_grouped(most, neosig_workspace_bytes(alg, op, 0)),
               text_grouped(least, neosig_workspace_bytes(alg, op, NEOSIG_LOW_MEMORY)));
    }
    printf("\nPrepared keys\n");
    print_bytes("for signing", neosig_prepared_bytes(alg, 1));
    print_bytes("for verifying", neosig_prepared_bytes(alg, 0));
}

/* The words for this CPU's features, "none" if it has none. */
static void cpu_features(char out[SYSTEM_TEXT])
{
    size_t used = 0;
    snprintf(out, SYSTEM_TEXT, "none");
    for (uint32_t bit = 1; bit != 0 && used < SYSTEM_TEXT; bit <<= 1)
        if (neosig_cpu() & bit)
            used +=
                (size_t)snprintf(out + used, SYSTEM_TEXT - used, "%s%s", used ? " " : "", neosig_cpu_feature_name(bit));
}

static void info_machine(int json)
{
    char cpu[SYSTEM_TEXT], os[SYSTEM_TEXT], words[SYSTEM_TEXT];
    cpu_features(words);
    system_cpu(cpu);
    system_os(os);
    text_hide_controls(cpu); /* a virtual machine's is what its host says */
    text_hide_controls(os);
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

static int run(const app_command *self, int argc, char **argv)
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
        algorithm_json(alg);
    else
        info_alg(alg);
    return EXIT_GOOD;
}

const app_command command_info = {
    "info",
    "[OPTION]... [ALG]",
    "ALG",
    "Describe an algorithm, or this machine and the backends it runs",
    "A backend is a complete set of kernels for one kind of CPU. neosig uses the best backend that this CPU runs,\n"
    "unless NEOSIG_BACKEND in the environment names another.",
    run};
