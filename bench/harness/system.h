/* What a measurement was made on. */
#ifndef SYSTEM_H
#define SYSTEM_H

enum { SYSTEM_TEXT = 128 };

/* The CPU's name; says so if this program is seen to run under emulation. */
void system_cpu(char text[SYSTEM_TEXT]);

/* Name, release and architecture of the operating system. */
void system_os(char text[SYSTEM_TEXT]);

/* The compiler of this program, the flags that its builder chose, and the commit of its sources, NULL if unknown. */
const char *system_compiler(void);
const char *system_flags(void);
const char *system_commit(void);

/* What Linux tells of the CPU this thread is on. 0: it does not. */
typedef struct system_core {
    unsigned long long midr;      /* Arm's Main ID Register */
    char governor[SYSTEM_TEXT];   /* of its frequency; empty if unknown */
    unsigned long long now, most; /* its frequency, in kHz */
} system_core;
system_core system_this_core(void);

/* The load average of the last minute: how many threads wanted a CPU. Negative if the system does not tell. */
double system_load(void);

/* CPUs that are online; 0 if the system does not tell. */
unsigned system_cpus(void);

/* Whether AArch64 code seems to be emulated: times then mean nothing. */
int system_emulated(void);

#endif
