#ifndef NEOSIG_CORE_OID_H
#define NEOSIG_CORE_OID_H

/* The arc of object identifiers that neosig gives where there are no others: by a UUID, so that nobody assigns it. Next
 * comes 0 for what is not a scheme, or a number for each scheme. */
#define NEOSIG_OID_ARC "2.25.251657656420782524799287090180023836719."

#endif
