#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "app.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/resource.h>
#endif
#if defined(__linux__)
#include <sys/prctl.h>
#elif defined(__FreeBSD__)
#include <sys/procctl.h>
#endif

/* The limit holds for files; a program that the kernel hands the core to, and a debugger, are kept off by the rest. */
void app_hold_secret(void)
{
#ifdef _WIN32
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); /* no report, which has a dump in it */
#else
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#endif
#if defined(__linux__)
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#elif defined(__FreeBSD__)
    int disable = PROC_TRACE_CTL_DISABLE;
    procctl(P_PID, 0, PROC_TRACE_CTL, &disable);
#endif
}
