/* Where secrets are marked and where they stop being secret.
 *
 * neosig_declassify says that bytes that came from a secret are public from here on, by design: the number of attempts,
 * a salt, a rejected candidate. Each use gives its reason. In a taint build the marks become valgrind client requests;
 * in a hook build the program is told; in all others they vanish.
 */
#ifndef NEOSIG_CORE_SECRET_H
#define NEOSIG_CORE_SECRET_H

#include <stddef.h>

#ifdef NEOSIG_TAINT
#include <valgrind/memcheck.h>
#define neosig_declassify(pointer, bytes, why) ((void)(why), (void)VALGRIND_MAKE_MEM_DEFINED((pointer), (bytes)))
#define neosig_classify(pointer, bytes) ((void)VALGRIND_MAKE_MEM_UNDEFINED((pointer), (bytes)))
#elif defined(NEOSIG_DECLASSIFY_HOOK)
void neosig_declassified(const void *data, size_t bytes, const char *why);
#define neosig_declassify(pointer, bytes, why) neosig_declassified((pointer), (bytes), (why))
#define neosig_classify(pointer, bytes) ((void)(pointer), (void)(bytes))
#else
#define neosig_declassify(pointer, bytes, why) ((void)(pointer), (void)(bytes), (void)(why))
#define neosig_classify(pointer, bytes) ((void)(pointer), (void)(bytes))
#endif

/* Before a static function of variable time: the traces pass over a function, and cannot where it is part of its
 * caller. */
#if defined(__GNUC__)
#define NEOSIG_NOT_INLINED __attribute__((noinline))
#else
#define NEOSIG_NOT_INLINED
#endif

#endif
