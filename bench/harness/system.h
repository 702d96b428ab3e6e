/* What a measurement was made on. */
#ifndef SYSTEM_H
#define SYSTEM_H

enum { SYSTEM_TEXT = 128 };

/* The CPU's name; says so if this program is seen to run under emulation. */
void system_cpu(char text[SYSTEM_TEXT]);

/* Name, release and architecture of the operating system. */
void system_os(char text[SYSTEM_TEXT]);

/* The compiler of this program. */
const char *system_compiler(void);

/* Whether AArch64 code seems to be emulated: times then mean nothing. */
int system_emulated(void);

#endif
