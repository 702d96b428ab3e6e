/* QEMU TCG plugin: the trace of an AArch64 program between two marks.
 *
 * The trace is the sequence of executed code addresses (by translation block: a block runs from its first instruction
 * to its last) and of load and store addresses, in order. A mark is an instruction without effect, see harness.h; each
 * pair of marks makes one region. Of functions passed over the entry is part of the trace, what they and their callees
 * do is not.
 *
 * Arguments:
 *     out=FILE      where to write; one line a region: "region <events> <instructions> <hash>", followed by lines
 *                   "at <hash>", the running hash after every CHUNK events, to find a difference
 *     chunk=N       also write every event of the N-th chunk of each region (from 0), as "block <pc>" or
 *                   "load|store <pc> <bytes> <address>"
 *     pass=FILE     the functions to pass over, a line each: first address and address after the last, hexadecimal; 1
 *                   if the function may hold secrets, else 0
 *
 * At the end the blocks that ran in regions: "ran <pc>" of those in the trace, "skipped <pc>" of those that ran while a
 * function that may hold secrets was passed over.
 *
 * Below is what tools/plugin.h lacks of QEMU's public plugin interface, version 1.
 */
#include "../../tools/plugin.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t qemu_plugin_meminfo_t;
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_RW = 3 };
typedef void exec_cb(unsigned, void *);
typedef void mem_cb(unsigned, qemu_plugin_meminfo_t, uint64_t, void *);

extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, exec_cb *, enum qemu_plugin_cb_flags, void *);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, exec_cb *, enum qemu_plugin_cb_flags,
                                                   void *);
extern void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *, mem_cb *, enum qemu_plugin_cb_flags,
                                             enum qemu_plugin_mem_rw, void *);
extern unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t);
extern bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t);

PLUGIN_EXPORT int qemu_plugin_version = 1;

#define CHUNK 65536
#define MOVZ_XZR 0xd280001fu /* movz xzr, #imm: imm in bits 5 to 20 */
#define MARK_BEGIN (MOVZ_XZR | 0x6e62u << 5)
#define MARK_END (MOVZ_XZR | 0x6e65u << 5)

struct block {
    uint64_t start, end, instructions;
    bool passed_over, holds_secrets, calls, ran, skipped;
    struct block *next;
};

static struct block *blocks;
static FILE *out;
static uint64_t chunk = UINT64_MAX;

static struct range {
    uint64_t start, end;
    unsigned holds_secrets;
} * ranges;
static size_t range_count;

static bool active, skipping, noting; /* noting: what is skipped may hold secrets */
static uint64_t hash, events, instructions;
static const struct block *last;
static uint64_t returns[256], resume; /* where the calls under way will return to */
static unsigned depth;

static bool event(uint64_t a, uint64_t b)
{
    hash = ((hash << 7 | hash >> 57) ^ a) * 0x9e3779b97f4a7c15u;
    hash = ((hash << 9 | hash >> 55) ^ b) * 0xc2b2ae3d27d4eb4fu;
    bool dump = events / CHUNK == chunk;
    if (++events % CHUNK == 0)
        fprintf(out, "at %016" PRIx64 "\n", hash);
    return dump;
}

static void on_block(unsigned cpu, void *data)
{
    (void)cpu;
    struct block *b = data;
    const struct block *from = last;
    last = b;
    if (!active)
        return;
    if (from && from->calls && depth < sizeof returns / sizeof returns[0])
        returns[depth++] = from->end;
    else if (depth && returns[depth - 1] == b->start)
        depth--;
    if (skipping) {
        if (b->start != resume) {
            b->skipped |= noting;
            return;
        }
        skipping = false;
    }
    b->ran = true;
    instructions += b->instructions;
    if (event(b->start, 0))
        fprintf(out, "block %" PRIx64 "\n", b->start);
    if (b->passed_over && depth) {
        skipping = true;
        noting = b->holds_secrets;
        resume = returns[depth - 1];
    }
}

static void on_memory(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *data)
{
    (void)cpu;
    if (!active || skipping)
        return;
    unsigned store = qemu_plugin_mem_is_store(info), shift = qemu_plugin_mem_size_shift(info);
    if (event(address, 1 + (store | shift << 1)))
        fprintf(out, "%s %" PRIx64 " %u %" PRIx64 "\n", store ? "store" : "load", (uint64_t)(uintptr_t)data,
                1u << shift, address);
}

static void on_mark(unsigned cpu, void *data)
{
    (void)cpu;
    if (data) {
        hash = events = instructions = depth = 0;
        active = true;
    } else if (active) {
        active = skipping = false;
        fprintf(out, "region %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", events, instructions, hash);
    }
}

static bool read_ranges(const char *path)
{
    FILE *file = fopen(path, "r");
    struct range r;
    while (file && fscanf(file, "%" SCNx64 " %" SCNx64 " %u", &r.start, &r.end, &r.holds_secrets) == 3) {
        ranges = realloc(ranges, (range_count + 1) * sizeof *ranges);
        ranges[range_count++] = r;
    }
    return file && fclose(file) == 0;
}

static const struct range *passed_over(uint64_t address)
{
    for (size_t i = 0; i < range_count; i++)
        if (address >= ranges[i].start && address < ranges[i].end)
            return &ranges[i];
    return NULL;
}

static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    size_t n = qemu_plugin_tb_n_insns(tb);
    struct block *b = calloc(1, sizeof *b);
    b->start = qemu_plugin_tb_vaddr(tb);
    b->end = b->start + 4 * n;
    b->instructions = n;
    const struct range *range = passed_over(b->start);
    b->passed_over = range != NULL;
    b->holds_secrets = range != NULL && range->holds_secrets;
    b->next = blocks;
    blocks = b;
    qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, QEMU_PLUGIN_CB_NO_REGS, b);
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint32_t word;
        memcpy(&word, qemu_plugin_insn_data(insn), 4);
        if (word == MARK_BEGIN || word == MARK_END)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_mark, QEMU_PLUGIN_CB_NO_REGS,
                                                   word == MARK_BEGIN ? b : NULL);
        b->calls = (word & 0xfc000000u) == 0x94000000u || (word & 0xfffffc1fu) == 0xd63f0000u; /* BL, BLR */
        qemu_plugin_register_vcpu_mem_cb(insn, on_memory, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                         (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn));
    }
}

static void on_exit_flush(qemu_plugin_id_t id, void *unused)
{
    (void)id;
    (void)unused;
    for (const struct block *b = blocks; b; b = b->next) {
        if (b->ran)
            fprintf(out, "ran %" PRIx64 "\n", b->start);
        if (b->skipped)
            fprintf(out, "skipped %" PRIx64 "\n", b->start);
    }
    fclose(out);
    while (blocks) {
        struct block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++)
        if (!strncmp(argv[i], "out=", 4))
            out = fopen(argv[i] + 4, "w");
        else if (!strncmp(argv[i], "chunk=", 6))
            chunk = strtoull(argv[i] + 6, NULL, 10);
        else if (!strncmp(argv[i], "pass=", 5) && !read_ranges(argv[i] + 5))
            return 1;
    if (!out)
        return 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
    qemu_plugin_register_atexit_cb(id, on_exit_flush, NULL);
    return 0;
}
