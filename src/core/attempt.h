/* Where attempts at a key pair and at a signature are counted. */
#ifndef NEOSIG_CORE_ATTEMPT_H
#define NEOSIG_CORE_ATTEMPT_H

/* Each loop with rejection calls this once an attempt; Rainbow, whose attempt can solve two linear systems, once a
 * system. The library's definition does nothing. A program that counts defines the function itself: the linker then
 * takes no other from the archive. bench/emulate.py counts the calls from outside. */
void neosig_attempt_begins(void);

#endif
