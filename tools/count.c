/* QEMU plugin: how many instructions each function of a single-threaded program executed, exactly.
 *
 * Argument out=FILE. At exit FILE holds one line a function: "<instructions> <calls> <name>", the name "-" for code
 * without a symbol. A block counts for the function that its first instruction is in. */
#include "plugin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct function {
    const char *name;
    uint64_t entry; /* the lowest address seen: execution reaches it before the rest of the function */
    uint64_t calls, instructions;
    struct function *next;
};

int qemu_plugin_version = 1;
static struct function *functions;
static const char *path = "count.txt";

static struct function *find(const char *name)
{
    struct function *f = functions;
    while (f && strcmp(f->name, name) != 0)
        f = f->next;
    if (!f) {
        f = calloc(1, sizeof *f);
        char *copy = strdup(name);
        if (!f || !copy)
            abort();
        *f = (struct function){copy, UINT64_MAX, 0, 0, functions};
        functions = f;
    }
    return f;
}

static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    const char *name = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(tb, 0));
    struct function *f = find(name && *name ? name : "-");
    uint64_t address = qemu_plugin_tb_vaddr(tb);
    if (address < f->entry) {
        f->entry = address;
        f->calls = 0;
    }
    if (address == f->entry)
        qemu_plugin_register_vcpu_tb_exec_inline(tb, QEMU_PLUGIN_INLINE_ADD_U64, &f->calls, 1);
    qemu_plugin_register_vcpu_tb_exec_inline(tb, QEMU_PLUGIN_INLINE_ADD_U64, &f->instructions,
                                             qemu_plugin_tb_n_insns(tb));
}

static void on_exit_write(qemu_plugin_id_t id, void *unused)
{
    (void)id;
    (void)unused;
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        return;
    }
    for (const struct function *f = functions; f; f = f->next)
        fprintf(out, "%" PRIu64 " %" PRIu64 " %s\n", f->instructions, f->calls, f->name);
    fclose(out);
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++)
        if (strncmp(argv[i], "out=", 4) == 0)
            path = strdup(argv[i] + 4);
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
    qemu_plugin_register_atexit_cb(id, on_exit_write, NULL);
    return 0;
}
