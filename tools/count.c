/* QEMU plugin: how often each block of a single-threaded AArch64 program ran, exactly.
 *
 * Arguments:
 *     out=FILE        where to write at exit
 *     mark=NAME       a repetition begins where this function is entered; what ran before the first does not count
 *     marks=N         and after the N-th entry nothing does; without mark the whole program counts
 *     attempt=NAME    a function whose calls are counted too
 *     windows=N       at most so many windows of what ran between the marks are written too, N an even number
 *     width=N         each of so many instructions
 *
 * FILE holds a line for each entry of the marked function, "mark <instructions> <calls>", counted from the first on. It
 * holds a line for each block, "block <address> <times it ran> <function> <its instructions, hexadecimal, with
 * commas>". The function is "-" for code without a symbol. A block counts for the function that its first instruction
 * is in. Windows begin at multiples of a distance. It is their width as long as they are few, so that they hold all
 * that ran. Each time there would be too many, every other one is dropped and the distance doubled. A window is a line,
 * "window <where it begins> <instructions of its first block before that> <blocks, with commas>": the blocks by the
 * number of their line, from 0 on. The last one may run on behind the window, or end before it. */
#include "plugin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of QEMU's plugin interface, version 1, what plugin.h lacks. */
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *),
                                                 enum qemu_plugin_cb_flags, void *);

struct block {
    uint64_t address;
    uint64_t runs; /* QEMU adds to this one */
    uint64_t counted;
    size_t instructions, number;
    char *function;
    uint32_t *words;
    struct block *next;
};

int qemu_plugin_version = 1;
static struct block *blocks;
static const char *path = "count.txt", *mark_name, *attempt_name;
static uint64_t mark_entry, attempt_entry; /* execution reaches a function at its entry: the first address seen */
static uint64_t wanted = 1, marks, attempts;
static struct mark {
    uint64_t instructions, attempts;
} * seen;

static struct window {
    uint64_t before;
    size_t length;
    struct block **blocks;
} * windows;
static uint64_t most, width, begun, distance, position; /* begun: windows; position: instructions that ran */
static int recording;

static void *allocate(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory)
        abort();
    return memory;
}

static void on_mark(unsigned cpu, void *unused)
{
    (void)cpu;
    (void)unused;
    marks++;
    recording = marks < wanted;
    if (marks > wanted)
        return;
    struct mark *now = &seen[marks - 1];
    for (struct block *b = blocks; b; b = b->next) {
        if (marks == 1)
            b->runs = 0;
        now->instructions += b->runs * b->instructions;
        b->counted = b->runs;
    }
    if (marks == 1)
        attempts = 0;
    now->attempts = attempts;
}

static void drop_every_other(void)
{
    begun /= 2;
    distance *= 2;
    for (uint64_t i = 0; i < begun; i++) {
        struct window dropped = windows[i];
        windows[i] = windows[2 * i];
        windows[2 * i] = dropped;
    }
}

static void on_run(unsigned cpu, void *block)
{
    (void)cpu;
    struct block *b = block;
    if (!recording)
        return;
    uint64_t first = position;
    position += b->instructions;
    if (begun > 0 && first < (begun - 1) * distance + width) {
        struct window *last = &windows[begun - 1];
        last->blocks[last->length++] = b;
    }
    while (begun * distance < position) {
        if (begun == most)
            drop_every_other();
        struct window *next = &windows[begun];
        next->before = begun * distance - first;
        next->length = 1;
        next->blocks[0] = b;
        begun++;
    }
}

static int is_entry(const char *function, const char *name, uint64_t address, uint64_t *entry)
{
    if (!name || strcmp(function, name) != 0)
        return 0;
    if (*entry == 0)
        *entry = address;
    return address == *entry;
}

static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    const char *symbol = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(tb, 0));
    struct block *b = allocate(sizeof *b);
    b->address = qemu_plugin_tb_vaddr(tb);
    b->instructions = qemu_plugin_tb_n_insns(tb);
    b->function = strdup(symbol && *symbol ? symbol : "-");
    b->words = allocate(b->instructions * sizeof *b->words);
    if (!b->function)
        abort();
    for (size_t i = 0; i < b->instructions; i++)
        memcpy(&b->words[i], qemu_plugin_insn_data(qemu_plugin_tb_get_insn(tb, i)), sizeof *b->words);
    b->next = blocks;
    blocks = b;
    if (is_entry(b->function, attempt_name, b->address, &attempt_entry))
        qemu_plugin_register_vcpu_tb_exec_inline(tb, QEMU_PLUGIN_INLINE_ADD_U64, &attempts, 1);
    if (is_entry(b->function, mark_name, b->address, &mark_entry))
        qemu_plugin_register_vcpu_tb_exec_cb(tb, on_mark, QEMU_PLUGIN_CB_NO_REGS, NULL);
    if (most > 0)
        qemu_plugin_register_vcpu_tb_exec_cb(tb, on_run, QEMU_PLUGIN_CB_NO_REGS, b);
    qemu_plugin_register_vcpu_tb_exec_inline(tb, QEMU_PLUGIN_INLINE_ADD_U64, &b->runs, 1);
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
    for (uint64_t i = 0; i < marks; i++) /* those past the wanted ones, so that they can be seen to be too many */
        fprintf(out, "mark %" PRIu64 " %" PRIu64 "\n", i < wanted ? seen[i].instructions : 0,
                i < wanted ? seen[i].attempts : 0);
    size_t lines = 0;
    for (struct block *b = blocks; b; b = b->next) {
        uint64_t runs = mark_name ? b->counted : b->runs;
        if (runs == 0)
            continue;
        b->number = lines++;
        fprintf(out, "block %" PRIx64 " %" PRIu64 " %s ", b->address, runs, b->function);
        for (size_t i = 0; i < b->instructions; i++)
            fprintf(out, "%s%08" PRIx32, i ? "," : "", b->words[i]);
        fputc('\n', out);
    }
    for (uint64_t i = 0; i < begun; i++) {
        fprintf(out, "window %" PRIu64 " %" PRIu64 " ", i * distance, windows[i].before);
        for (size_t k = 0; k < windows[i].length; k++)
            fprintf(out, "%s%zu", k ? "," : "", windows[i].blocks[k]->number);
        fputc('\n', out);
    }
    fclose(out);
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++) {
        const char *value = strchr(argv[i], '=');
        if (!value)
            return -1;
        value = strdup(value + 1);
        if (!value)
            abort();
        if (strncmp(argv[i], "out=", 4) == 0)
            path = value;
        else if (strncmp(argv[i], "marks=", 6) == 0)
            wanted = strtoull(value, NULL, 10);
        else if (strncmp(argv[i], "mark=", 5) == 0)
            mark_name = value;
        else if (strncmp(argv[i], "attempt=", 8) == 0)
            attempt_name = value;
        else if (strncmp(argv[i], "windows=", 8) == 0)
            most = strtoull(value, NULL, 10);
        else if (strncmp(argv[i], "width=", 6) == 0)
            distance = width = strtoull(value, NULL, 10);
        else
            return -1;
    }
    if (most % 2 != 0 || (most > 0 && width == 0))
        return -1;
    seen = allocate(wanted * sizeof *seen);
    windows = allocate((most + 1) * sizeof *windows);
    for (uint64_t i = 0; i < most; i++)
        windows[i].blocks = allocate((width + 1) * sizeof *windows[i].blocks);
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
    qemu_plugin_register_atexit_cb(id, on_exit_write, NULL);
    return 0;
}
