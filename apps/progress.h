/* What long work has come to, on one line of standard error if that is a terminal. Messages clear it. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stddef.h>

/* A text at once, in place of the last one; NULL: none. */
void progress_show(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;
void progress_clear(void);

/* From now on nothing is shown. */
void progress_quiet(void);

/* Whether anybody would see it. */
int progress_is_seen(void);

/* count files are to be worked on; so many are done. Shown when work has taken half a second: by the bytes that were
 * read; or as what, if that is not NULL, by its seconds. */
void progress_begin(size_t count, const char *what);
void progress_done(size_t count);
void progress_tick(void); /* shows what is new; for the thread that messages are seen from */

/* So many bytes were read, by any thread. A thread that is mute shows nothing: its messages wait. */
void progress_read(size_t bytes);
void progress_mute(int is_mute);

#endif
