/* The trace of a program on this x86-64 CPU between the marks of harness.h, instruction by instruction: for code that
 * no emulator at hand runs. Writes what plugin.c writes, but that each instruction is a block of its own, and that an
 * access is named by its address alone.
 *
 *     steps OUT CHUNK OPERANDS PROGRAM ARGUMENT ...
 *
 * CHUNK: the number of the chunk of events to write, or -1. OPERANDS is of trace.py: "begin|end <pc>", each mark; "<pc>
 * <base> <index> <scale> <displacement>", each operand in memory, with registers by their place in user_regs_struct, or
 * -1; "<pc> unknown", an operand that the program must not run.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MARK_BYTES = 7, CHUNK = 65536, CODE_MOST = 1 << 26 };

typedef struct operand {
    uint64_t pc;
    int base, index;
    int64_t scale, displacement;
    int is_known, next; /* the next one of this instruction, or -1 */
} operand;

static operand *operands;
static int operand_count;
static int *first_of;        /* by pc less `lowest`: of operands, or -1 */
static uint8_t *ran, *kinds; /* by the same: whether it ran; 1 begin, 2 end */
static uint64_t lowest = UINT64_MAX, highest, hash, events;
static FILE *out;
static int64_t chunk;

static _Noreturn void fail(const char *what, uint64_t where)
{
    fprintf(stderr, "steps: %s at %" PRIx64 "\n", what, where);
    exit(3);
}

static int event(uint64_t a, uint64_t b)
{
    hash = ((hash << 7 | hash >> 57) ^ a) * 0x9e3779b97f4a7c15u;
    hash = ((hash << 9 | hash >> 55) ^ b) * 0xc2b2ae3d27d4eb4fu;
    const int dump = (int64_t)(events / CHUNK) == chunk;
    if (++events % CHUNK == 0)
        fprintf(out, "at %016" PRIx64 "\n", hash);
    return dump;
}

static void read_operands(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[128], kind[8];
    if (!file)
        fail("no operands", 0);
    for (int pass = 0; pass < 2; pass++) {
        for (rewind(file); fgets(line, sizeof line, file);) {
            operand o = {.is_known = 1, .next = -1};
            const int is_mark = sscanf(line, "%7[a-z] %" SCNx64, kind, &o.pc) == 2 && strstr("begin end", kind) != NULL;
            if (!is_mark && sscanf(line, "%" SCNx64 " %d %d %" SCNd64 " %" SCNd64, &o.pc, &o.base, &o.index, &o.scale,
                                   &o.displacement) != 5)
                o.is_known = 0;
            if (pass == 0) {
                lowest = o.pc < lowest ? o.pc : lowest;
                highest = o.pc > highest ? o.pc : highest;
                operand_count += !is_mark;
                continue;
            }
            if (is_mark) {
                kinds[o.pc - lowest] = kind[0] == 'b' ? 1 : 2;
                continue;
            }
            o.next = first_of[o.pc - lowest];
            first_of[o.pc - lowest] = operand_count;
            operands[operand_count++] = o;
        }
        if (pass == 0) {
            if (highest < lowest || highest - lowest > CODE_MOST)
                fail("no code", lowest);
            const size_t bytes = (size_t)(highest - lowest) + 1;
            operands = calloc((size_t)operand_count, sizeof *operands);
            first_of = malloc(bytes * sizeof *first_of);
            memset(first_of, 0xff, bytes * sizeof *first_of);
            ran = calloc(bytes, 1);
            kinds = calloc(bytes, 1);
            operand_count = 0;
        }
    }
    fclose(file);
}

static void note(const struct user_regs_struct *registers)
{
    unsigned long long r[sizeof *registers / sizeof(unsigned long long)];
    memcpy(r, registers, sizeof r);
    const uint64_t pc = registers->rip;
    if (event(pc, 0))
        fprintf(out, "block %" PRIx64 "\n", pc);
    if (pc < lowest || pc > highest)
        return;
    ran[pc - lowest] = 1;
    for (int i = first_of[pc - lowest]; i >= 0; i = operands[i].next) {
        const operand *o = &operands[i];
        if (!o->is_known)
            fail("an operand that is not understood", pc);
        const uint64_t address = (o->base < 0 ? 0 : r[o->base]) +
                                 (o->index < 0 ? 0 : r[o->index] * (uint64_t)o->scale) + (uint64_t)o->displacement;
        if (event(pc, address))
            fprintf(out, "access %" PRIx64 " operand %" PRIx64 "\n", pc, address);
    }
}

/* Lets the program go on; 0 at its end. */
static int resume(pid_t child, enum __ptrace_request how)
{
    int status;
    if (ptrace(how, child, 0, 0) != 0 || waitpid(child, &status, 0) != child)
        fail("lost the program", 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP)
        fail("the program failed", (uint64_t)status);
    return 1;
}

static void run(pid_t child)
{
    struct user_regs_struct registers;
    for (uint64_t i = 0; i <= highest - lowest; i++)
        if (kinds[i]) {
            const long word = ptrace(PTRACE_PEEKTEXT, child, lowest + i, 0);
            ptrace(PTRACE_POKETEXT, child, lowest + i, (word & ~0xffL) | 0xcc);
        }
    while (resume(child, PTRACE_CONT)) {
        uint64_t instructions = 0;
        ptrace(PTRACE_GETREGS, child, 0, &registers);
        if (registers.rip - 1 < lowest || registers.rip - 1 > highest || kinds[registers.rip - 1 - lowest] != 1)
            fail("a trap that is no mark", registers.rip);
        registers.rip += MARK_BYTES - 1;
        ptrace(PTRACE_SETREGS, child, 0, &registers);
        hash = events = 0;
        while (registers.rip < lowest || registers.rip > highest || kinds[registers.rip - lowest] != 2) {
            note(&registers);
            instructions++;
            if (!resume(child, PTRACE_SINGLESTEP))
                fail("an end without a mark", registers.rip);
            ptrace(PTRACE_GETREGS, child, 0, &registers);
        }
        registers.rip += MARK_BYTES;
        ptrace(PTRACE_SETREGS, child, 0, &registers);
        fprintf(out, "region %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", events, instructions, hash);
    }
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    out = fopen(argv[1], "w");
    chunk = strtoll(argv[2], NULL, 10);
    read_operands(argv[3]);
    const pid_t child = fork();
    if (child == 0) {
        personality(ADDR_NO_RANDOMIZE);
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        execv(argv[4], argv + 4);
        _exit(127);
    }
    int status;
    if (child < 0 || !out || waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        fail("cannot trace a program", 0);
    run(child);
    for (uint64_t i = 0; i <= highest - lowest; i++)
        if (ran[i])
            fprintf(out, "ran %" PRIx64 "\n", lowest + i);
    return fclose(out) != 0;
}
