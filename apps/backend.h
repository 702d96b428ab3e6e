/* The backend that the environment names. */
#ifndef BACKEND_H
#define BACKEND_H

/* Refuses a NEOSIG_BACKEND that names no backend of this build, or one that this CPU cannot run: the library would take
 * another one. 0, or EXIT_USAGE after a message. */
int backend_check(void);

#endif
