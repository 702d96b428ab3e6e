/* Rows of other dimensions than the library's. Each test/<scheme>/other_rows.c compiles the scheme's table again,
 * under other names, for the macros that write a row, and puts a table of its own in the place of it. Its function
 * other_<scheme>_unseen returns how many of its planted rows, of which each breaks one precondition, are not called by
 * the words for that. */
#ifndef NEOSIG_TEST_ROWS_OTHER_H
#define NEOSIG_TEST_ROWS_OTHER_H

#include <stdio.h>
#include <string.h>

static inline unsigned other_is_unseen(const char *fault, const char *words, const char *change)
{
    if (fault != NULL && strcmp(fault, words) == 0)
        return 0;
    fprintf(stderr, "%s is not seen as \"%s\", but as \"%s\"\n", change, words, fault != NULL ? fault : "good");
    return 1;
}

/* In a function with `unseen`: the row with one field changed breaks the precondition of these words. */
#define BREAK(scheme, row, field, value, words)                                                                        \
    do {                                                                                                               \
        neosig_##scheme##_set broken = row;                                                                            \
        broken.field = value;                                                                                          \
        unseen += other_is_unseen(neosig_##scheme##_row_fault(&broken.alg), words, #scheme ", " #field " = " #value);  \
    } while (0)

#endif
