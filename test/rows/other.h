/* Rows of other dimensions than the library's. Each file other_<scheme>.c compiles the scheme's table again, under
 * other names, for the macros that write a row, and puts a table of its own in the place of it. */
#ifndef NEOSIG_TEST_ROWS_OTHER_H
#define NEOSIG_TEST_ROWS_OTHER_H

#include <stdio.h>
#include <string.h>

/* Each returns how many of its planted rows, of which each breaks one precondition, are not called by its words. */
unsigned other_snova_unseen(void);
unsigned other_rainbow_unseen(void);
unsigned other_mldsa_unseen(void);
unsigned other_haetae_unseen(void);
unsigned other_falcon_unseen(void);
unsigned other_hawk_unseen(void);

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
