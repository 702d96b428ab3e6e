#include "core/attempt.h"

/* Alone in its file: nothing else may bring this definition into a program that has its own. */
void neosig_attempt_begins(void)
{
}
