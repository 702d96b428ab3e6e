#define _GNU_SOURCE
#define _DARWIN_C_SOURCE

#include "system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#if !defined(_WIN32)
#include <unistd.h>
#endif
#if defined(__APPLE__)
#include <sys/sysctl.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif

/* Main ID register: implementer and part (Arm's and the vendors' manuals). */
static const struct {
    unsigned implementer, part;
    const char *name;
} cores[] = {
    {0x41, 0xd03, "Arm Cortex-A53"},    {0x41, 0xd04, "Arm Cortex-A35"},     {0x41, 0xd05, "Arm Cortex-A55"},
    {0x41, 0xd07, "Arm Cortex-A57"},    {0x41, 0xd08, "Arm Cortex-A72"},     {0x41, 0xd09, "Arm Cortex-A73"},
    {0x41, 0xd0a, "Arm Cortex-A75"},    {0x41, 0xd0b, "Arm Cortex-A76"},     {0x41, 0xd0c, "Arm Neoverse N1"},
    {0x41, 0xd0d, "Arm Cortex-A77"},    {0x41, 0xd40, "Arm Neoverse V1"},    {0x41, 0xd41, "Arm Cortex-A78"},
    {0x41, 0xd44, "Arm Cortex-X1"},     {0x41, 0xd46, "Arm Cortex-A510"},    {0x41, 0xd47, "Arm Cortex-A710"},
    {0x41, 0xd48, "Arm Cortex-X2"},     {0x41, 0xd49, "Arm Neoverse N2"},    {0x41, 0xd4d, "Arm Cortex-A715"},
    {0x41, 0xd4e, "Arm Cortex-X3"},     {0x41, 0xd4f, "Arm Neoverse V2"},    {0x41, 0xd80, "Arm Cortex-A520"},
    {0x41, 0xd81, "Arm Cortex-A720"},   {0x41, 0xd82, "Arm Cortex-X4"},      {0x41, 0xd84, "Arm Neoverse V3"},
    {0x41, 0xd8e, "Arm Neoverse N3"},   {0x61, 0x022, "Apple M1 Icestorm"},  {0x61, 0x023, "Apple M1 Firestorm"},
    {0x61, 0x032, "Apple M2 Blizzard"}, {0x61, 0x033, "Apple M2 Avalanche"}, {0xc0, 0xac3, "Ampere-1"},
    {0xc0, 0xac4, "Ampere-1A"},         {0x48, 0xd01, "HiSilicon TSV110"},   {0x46, 0x001, "Fujitsu A64FX"},
    {0x51, 0x001, "Qualcomm Oryon"}};
enum { CORES = sizeof cores / sizeof cores[0] };

typedef struct cpuinfo {
    char model[SYSTEM_TEXT]; /* "model name", which AArch64 kernels do not write */
    int has_arm;
    unsigned implementer, part;
} cpuinfo;

/* The first value of each line kind in /proc/cpuinfo. */
static cpuinfo read_cpuinfo(void)
{
    cpuinfo info = {"", 0, 0, 0};
    char line[256];
    FILE *in = fopen("/proc/cpuinfo", "r");
    while (in && fgets(line, sizeof line, in)) {
        char *value = strstr(line, ": ");
        if (!value)
            continue;
        value += 2;
        value[strcspn(value, "\n")] = '\0';
        if (strncmp(line, "model name", 10) == 0 && !info.model[0]) {
            snprintf(info.model, sizeof info.model, "%.100s", value);
        } else if (strncmp(line, "CPU implementer", 15) == 0 && !info.has_arm) {
            info.has_arm = 1;
            info.implementer = (unsigned)strtoul(value, NULL, 0);
        } else if (strncmp(line, "CPU part", 8) == 0 && !info.part) {
            info.part = (unsigned)strtoul(value, NULL, 0);
        }
    }
    if (in)
        fclose(in);
    return info;
}

/* The first line of a file that describes the CPU this thread is on; empty if there is none. */
static void read_of_core(char text[SYSTEM_TEXT], const char *file)
{
    text[0] = '\0';
#if defined(__linux__)
    char path[SYSTEM_TEXT];
    int cpu = sched_getcpu();
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/%s", cpu, file);
    FILE *in = cpu < 0 ? NULL : fopen(path, "r");
    if (in && !fgets(text, SYSTEM_TEXT, in))
        text[0] = '\0';
    if (in)
        fclose(in);
    text[strcspn(text, "\n")] = '\0';
#else
    (void)file;
#endif
}

system_core system_this_core(void)
{
    system_core core;
    char number[SYSTEM_TEXT];
    read_of_core(number, "regs/identification/midr_el1");
    core.midr = strtoull(number, NULL, 16);
    read_of_core(core.governor, "cpufreq/scaling_governor");
    read_of_core(number, "cpufreq/scaling_cur_freq");
    core.now = strtoull(number, NULL, 10);
    read_of_core(number, "cpufreq/cpuinfo_max_freq");
    core.most = strtoull(number, NULL, 10);
    return core;
}

double system_load(void)
{
    double load = -1;
#if !defined(_WIN32)
    if (getloadavg(&load, 1) != 1)
        load = -1;
#endif
    return load;
}

unsigned system_cpus(void)
{
    long count = 0;
#if !defined(_WIN32)
    count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count > 0 ? (unsigned)count : 0;
}

int system_emulated(void)
{
#if defined(__aarch64__) && defined(__linux__)
    /* qemu-user shows the host's file, or its own CPU model, whose implementer is 0. */
    cpuinfo info = read_cpuinfo();
    return !info.has_arm || info.implementer == 0;
#else
    return 0;
#endif
}

void system_cpu(char text[SYSTEM_TEXT])
{
#if defined(__APPLE__)
    size_t bytes = SYSTEM_TEXT;
    if (sysctlbyname("machdep.cpu.brand_string", text, &bytes, NULL, 0) == 0)
        return;
#endif
    cpuinfo info = read_cpuinfo();
    if (system_emulated()) {
        snprintf(text, SYSTEM_TEXT, "emulated%s%.100s", info.model[0] ? " on " : "", info.model);
        return;
    }
    const unsigned long long midr = system_this_core().midr; /* cpuinfo's first core may be of another kind */
    if (midr) {
        info.has_arm = 1;
        info.implementer = (unsigned)(midr >> 24 & 0xff);
        info.part = (unsigned)(midr >> 4 & 0xfff);
    }
    if (info.has_arm) {
        snprintf(text, SYSTEM_TEXT, "Arm, implementer 0x%02x part 0x%03x", info.implementer, info.part);
        for (size_t i = 0; i < CORES; i++)
            if (cores[i].implementer == info.implementer && cores[i].part == info.part)
                snprintf(text, SYSTEM_TEXT, "%s", cores[i].name);
        return;
    }
    snprintf(text, SYSTEM_TEXT, "%s", info.model[0] ? info.model : "unknown");
}

void system_os(char text[SYSTEM_TEXT])
{
    struct utsname name;
    if (uname(&name) != 0) {
        snprintf(text, SYSTEM_TEXT, "unknown");
        return;
    }
    snprintf(text, SYSTEM_TEXT, "%.30s %.60s %.30s", name.sysname, name.release, name.machine);
}

const char *system_flags(void)
{
    return NEOSIG_FLAGS;
}

const char *system_commit(void)
{
    return NEOSIG_COMMIT[0] ? NEOSIG_COMMIT : NULL;
}

const char *system_compiler(void)
{
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}
