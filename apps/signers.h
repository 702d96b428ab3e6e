/* Lists of signers: names, public keys, and when they are valid. docs/formats.md describes them. */
#ifndef SIGNERS_H
#define SIGNERS_H

#include "core/contract.h"
#include "neosig/key.h"

#include <stddef.h>
#include <stdint.h>

enum {
    SIGNERS_NAME_MOST = 255,     /* bytes */
    SIGNERS_FILE_MOST = 1 << 26, /* bytes */
    SIGNERS_TIME_TEXT = 24,      /* characters, with the final zero */
};

typedef struct signer {
    char *name;
    int64_t after, before; /* seconds since 1970: valid from after on, and no longer at before */
    neosig_key key;
} signer;

typedef struct signers {
    signer *list;
    size_t count, room;
    char wrong[800]; /* after a failure, to stand behind a name: "line 3: ..." */
} signers;

/* Reads a list, for signers_release: 0, or -1. */
int signers_read(signers *s, const uint8_t *text, size_t bytes)
    NEOSIG_CONTRACT(requires(is_fresh(s, sizeof *s) && fits(bytes) && is_fresh(text, bytes)), assigns(*s));
void signers_release(signers *s)
    NEOSIG_CONTRACT(requires(is_fresh(s, sizeof *s) && s->count <= s->room && s->room <= SIGNERS_FILE_MOST),
                    requires(s->list ? is_fresh(s->list, s->room * sizeof *s->list) : s->room == 0),
                    assigns(*s, upto(s->list, s->room * sizeof *s->list)),
                    ensures(s->count == 0 && s->room == 0 && !s->list));

/* A public key as it stands in a list: base64 of its SubjectPublicKeyInfo. 0, or -1 with the reason in key->wrong. */
int signers_key(neosig_key *key, const uint8_t *text, size_t bytes)
    NEOSIG_CONTRACT(requires(is_fresh(key, sizeof *key) && fits(bytes) && is_fresh(text, bytes)), assigns(*key),
                    ensures(returned == 0 || returned == -1));

/* A time in UTC, "2026-11-26" or "2026-11-26T12:00:00Z", in seconds since 1970: 0, or -1 if the text is none. */
int signers_time(int64_t *seconds, const char *text, size_t length)
    NEOSIG_CONTRACT(requires(is_fresh(seconds, sizeof *seconds) && fits(length) && is_fresh(text, length)),
                    assigns(*seconds), ensures(implies(returned == 0, 0 <= *seconds && *seconds <= 253402300799)),
                    ensures(returned == 0 || (returned == -1 && *seconds == before(*seconds))));

/* The same in the longer form, for times from 1970 to 9999. Returns text. */
char *signers_time_text(char text[SIGNERS_TIME_TEXT], int64_t seconds)
    NEOSIG_CONTRACT(requires(is_fresh(text, SIGNERS_TIME_TEXT)), assigns(upto(text, SIGNERS_TIME_TEXT)),
                    ensures(returned == text));

#endif
