/* One message and one signature: what sign and verify do with each. */
#ifndef SIGNING_H
#define SIGNING_H

#include "armor.h"
#include "file.h"
#include "mode.h"
#include "neosig/key.h"

/* A key made ready for many messages, by any number of threads. */
typedef struct signing_key {
    const neosig_alg *alg;
    const char *path; /* of its file, for messages */
    void *prepared;
    size_t bytes;
} signing_key;

/* 0, or EXIT_INPUT after a message. */
int signing_prepare(signing_key *ready, const neosig_key *key, neosig_key_kind kind, const char *path);
void signing_release(signing_key *ready);

/* A file; or where data is not NULL, or rest is not, what was read from it and what is still to be read. */
typedef struct signing_message {
    const char *path;
    const uint8_t *data;
    size_t bytes;
    file_input *rest;
    file_consumer *copy; /* gets all of it, too, with copy_to; NULL: nothing does */
    void *copy_to;
} signing_message;

/* Whether a message is kept in memory to be signed: by NEOSIG_READS_TWICE. Otherwise it may have any length. */
int signing_keeps(const neosig_alg *alg, const mode *m);

/* Signs into sig, of alg->signature_bytes: a raw signature, or the one of this armour. If public->alg is not NULL the
 * signature is verified under that key. The message is read once, and hashed once for both if it is not kept. 0;
 * EXIT_INVALID, without a message, if it does not verify; EXIT_INPUT after a message. */
int signing_sign(const signing_key *key, const signing_key *public, const mode *m, const armor *a,
                 const signing_message *message, uint8_t *sig, size_t *sig_bytes);

/* Verifies one signature under several keys, reading the message once. EXIT_GOOD, with *which the place of the first
 * key that it is by; EXIT_INVALID without a message; or EXIT_INPUT after one. A file that cannot be read is an error in
 * any case: it is read even if its signature was refused at once, for which sig NULL stands. */
int signing_verify(const signing_key *const *keys, size_t count, size_t *which, const mode *m, const armor *a,
                   const signing_message *message, const uint8_t *sig, size_t sig_bytes);

/* A signature that may be verified beside others. Its message is in memory, and gets no copy. */
typedef struct signing_item {
    const signing_key *key; /* NULL: there is no such signature */
    const armor *armor;     /* NULL: a raw signature */
    signing_message message;
    const uint8_t *sig;
    size_t sig_bytes;
    int code; /* EXIT_GOOD or EXIT_INVALID; SIGNING_UNANSWERED: signing_verify has to */
} signing_item;

enum { SIGNING_TOGETHER = 4, SIGNING_UNANSWERED = -1 };

/* Whether signatures by this key take less time together than one by one. */
int signing_goes_together(const signing_key *key);

/* Answers up to SIGNING_TOGETHER signatures: the first, and those of the same algorithm and pre-hash. What fails stays
 * unanswered. */
void signing_verify_together(signing_item *items, size_t n, const mode *m);

/* Why no signature of this algorithm has so many bytes, "has 6 bytes; a signature of ml-dsa-65 has 3,309"; 0 if one
 * may. */
int signing_length_wrong(char *text, size_t room, const neosig_alg *alg, size_t bytes);

/* The head of a signature by the key with this fingerprint. comment: one that can be, or NULL. */
void signing_armor(armor *a, const neosig_alg *alg, const uint8_t fingerprint[32], const mode *m, const char *comment);

#endif
