#ifndef NEOSIG_CORE_STEP_H
#define NEOSIG_CORE_STEP_H

/* Keeps compilers from turning a stepping pointer into offsets, which loads of several vectors do not have. */
#define NEOSIG_STEP(pointer) __asm__("" : "+r"(pointer))

#endif
