#define _GNU_SOURCE
#define _DARWIN_C_SOURCE

#include "cycles.h"

#include <stddef.h>
#include <time.h>

static const char *enable;

const char *cycles_enable(void)
{
    return enable;
}

/* ---- The clock: always there ---- */

static uint64_t clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static const cycles_source clock_source = {"ns", "nanoseconds of CPU time; no cycle counter can be read here", 0,
                                           clock_now};

/* ---- Linux: perf_event, unless the C library is musl without the kernel's headers ---- */

#if defined(__linux__) && __has_include(<linux/perf_event.h>)
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int perf_fd = -1;

static uint64_t perf_read(void)
{
    uint64_t count;
    return read(perf_fd, &count, sizeof count) == (ssize_t)sizeof count ? count : 0;
}

static const cycles_source perf_source = {"cycles", "perf_event, read() by system call", 0, perf_read};

static int perf_open(uint64_t config1)
{
    struct perf_event_attr attr;
    memset(&attr, 0, sizeof attr);
    attr.size = sizeof attr;
    attr.type = PERF_TYPE_HARDWARE;
    attr.config = PERF_COUNT_HW_CPU_CYCLES;
    attr.config1 = config1;
    attr.exclude_kernel = 1;
    attr.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
}

#if defined(__aarch64__)
/* Armv8 PMU driver, config1: bit 0 a 64-bit counter, bit 1 user access (if kernel.perf_user_access is 1). */
enum { ARM_LONG_USER = 3, ARM_CYCLE_COUNTER = 31 };
static volatile struct perf_event_mmap_page *perf_page;

/* The kernel's protocol for this page: offset plus counter, again if the lock word moved. */
static uint64_t perf_user(void)
{
    uint32_t lock;
    uint64_t count;
    do {
        lock = perf_page->lock;
        __asm__ volatile("isb" ::: "memory");
        uint64_t counter;
        if (perf_page->index != ARM_CYCLE_COUNTER + 1)
            return perf_read();
        __asm__ volatile("mrs %0, pmccntr_el0" : "=r"(counter));
        unsigned shift = 64u - perf_page->pmc_width;
        count = (uint64_t)perf_page->offset + (uint64_t)((int64_t)(counter << shift) >> shift);
        __asm__ volatile("" ::: "memory");
    } while (perf_page->lock != lock);
    return count;
}

static const cycles_source perf_user_source = {"cycles", "perf_event, PMCCNTR_EL0 read in user mode", 0, perf_user};

static const cycles_source *open_user(void)
{
    perf_fd = perf_open(ARM_LONG_USER);
    if (perf_fd < 0)
        return NULL;
    void *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, perf_fd, 0);
    if (page != MAP_FAILED) {
        perf_page = page;
        if (perf_page->cap_user_rdpmc && perf_page->index == ARM_CYCLE_COUNTER + 1 && perf_page->pmc_width)
            return &perf_user_source;
    }
    close(perf_fd);
    return NULL;
}
#endif

/* Above 2 the kernel lets only root count (Debian's and Ubuntu's kernels go to 3 and 4). */
static int perf_paranoid(void)
{
    int level = 0;
    FILE *in = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
    if (in && fscanf(in, "%d", &level) != 1)
        level = 0;
    if (in)
        fclose(in);
    return level;
}

const char *cycles_linux_enable(int error, int paranoid)
{
    if ((error == EACCES || error == EPERM) && paranoid > 2)
        return "sudo sysctl kernel.perf_event_paranoid=2";
    if (error == EACCES || error == EPERM)
        return "run outside of the container, or let it use perf_event_open (Docker: --security-opt "
               "seccomp=unconfined)";
    if (error == ENOSYS)
        return "use a kernel with perf_event; emulators and WSL 1 have none";
    return "use a machine that shows its counters (bare metal, or AWS from Graviton2 on); this one hides them";
}

/* A counter that opens but stands still (virtual machines) is none. */
static int perf_counts(void)
{
    uint64_t before = perf_read();
    for (volatile int i = 0; i < 10000; i++) {
    }
    return perf_read() > before;
}

static const cycles_source *open_system(void)
{
    cpu_set_t set;
    size_t cpu = (size_t)sched_getcpu(); /* huge if unknown */
    if (cpu < CPU_SETSIZE) {
        CPU_ZERO(&set);
        CPU_SET(cpu, &set);
        sched_setaffinity(0, sizeof set, &set);
    }
#if defined(__aarch64__)
    const cycles_source *user = open_user();
    if (user)
        return user;
    enable = "sudo sysctl kernel.perf_user_access=1, which spares a system call at each reading";
#endif
    perf_fd = perf_open(0);
    if (perf_fd >= 0 && perf_counts())
        return &perf_source;
    enable = cycles_linux_enable(perf_fd < 0 ? errno : ENOENT, perf_paranoid());
    return NULL;
}

/* ---- macOS: kpc, which needs root and knows the M1 to M3 ---- */

#elif defined(__APPLE__)
#include <dlfcn.h>
#include <unistd.h>

enum { KPC_FIXED = 1, KPC_COUNTERS = 32 };
static int (*kpc_read)(uint32_t thread, uint32_t count, uint64_t *counters);

static uint64_t kpc_now(void)
{
    uint64_t counters[KPC_COUNTERS] = {0};
    return kpc_read(0, KPC_COUNTERS, counters) == 0 ? counters[0] : 0; /* the first fixed counter counts cycles */
}

static const cycles_source kpc_source = {"cycles", "kpc, fixed counter 0", 0, kpc_now};

static const cycles_source *open_system(void)
{
    enable = geteuid() == 0 ? "use an M1, M2 or M3 that is no virtual machine: this system lets no program count"
                            : "run as root: with sudo, or make result SUDO=sudo";
    void *kperf = dlopen("/System/Library/PrivateFrameworks/kperf.framework/kperf", RTLD_LAZY);
    if (!kperf)
        return NULL;
    int (*force)(int) = (int (*)(int))dlsym(kperf, "kpc_force_all_ctrs_set");
    int (*counting)(uint32_t) = (int (*)(uint32_t))dlsym(kperf, "kpc_set_counting");
    int (*thread_counting)(uint32_t) = (int (*)(uint32_t))dlsym(kperf, "kpc_set_thread_counting");
    kpc_read = (int (*)(uint32_t, uint32_t, uint64_t *))dlsym(kperf, "kpc_get_thread_counters");
    if (!force || !counting || !thread_counting || !kpc_read || force(1) || counting(KPC_FIXED) ||
        thread_counting(KPC_FIXED))
        return NULL;
    uint64_t before = kpc_now();
    for (volatile int i = 0; i < 10000; i++) {
    }
    if (kpc_now() == before)
        return NULL;
    enable = NULL;
    return &kpc_source;
}

#else
static const cycles_source *open_system(void)
{
#if defined(__linux__)
    enable = "build where the kernel's headers are (linux/perf_event.h)";
#endif
    return NULL;
}
#endif

/* ---- x86: the time stamp counter ---- */

#if defined(__x86_64__)
static uint64_t tsc_now(void)
{
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high)::"memory");
    return (uint64_t)high << 32 | low;
}

static const cycles_source tsc_source = {"ticks", "rdtsc, ticks of a constant rate, not cycles of the core", 1,
                                         tsc_now};
#endif

const cycles_source *cycles_open(void)
{
    const cycles_source *source = open_system();
#if defined(__x86_64__)
    source = source ? source : &tsc_source;
#endif
    return source ? source : &clock_source;
}
