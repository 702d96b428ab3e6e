/* Whose signatures verify accepts: one key, or the keys of a list of signers. */
#ifndef TRUST_H
#define TRUST_H

#include "signers.h"
#include "signing.h"

/* Whether a key is accepted of which there is a good signature. */
typedef enum trust_answer {
    TRUST_ACCEPTED,
    TRUST_NOT_VALID, /* at the time, under a name that may sign */
    TRUST_OTHER,     /* by another name than the one that is asked for */
    TRUST_ANSWERS,
} trust_answer;

typedef struct trusted {
    const signer *who; /* NULL: the key was named by itself */
    char *label;       /* for messages; for free() where who is not NULL */
    uint8_t fingerprint[32];
    trust_answer answer;
    const char *lacks; /* why it can have made no signature of this mode, such as "context strings"; NULL: it can */
    signing_key key;   /* prepared if it can */
} trusted;

typedef struct trust {
    const char *key_path, *key_text, *signers_path, *wanted, *time_text; /* as given, or NULL */
    char *own;                                                           /* key_path, where the default key is used */
    const char *source;                                                  /* of the keys, for messages */
    int64_t time;                                                        /* at which keys must be valid */
    signers list;
    trusted *keys; /* at least one can have made signatures of this mode */
    size_t count;
    const char *lacks; /* what some keys lack; NULL: none */
} trust;

#define TRUST_OPTIONS(t)                                                                                                \
    {'k', "key", "PUB", "public key file (the default key)", NULL, &(t).key_path},                                      \
        {'P', "public-key", "BASE64", "the public key itself, as neosig public --line prints it", NULL, &(t).key_text}, \
        {0, "signers", "FILE", "a list of signers: any of their keys", NULL, &(t).signers_path},                        \
        {0, "signer", "WHO", "with --signers: only keys of this name", NULL, &(t).wanted},                              \
    {                                                                                                                   \
        0, "at", "TIME", "with --signers: keys that were valid then (now), in UTC", NULL, &(t).time_text                \
    }

/* What can be checked before any file is opened: 0, EXIT_USAGE or EXIT_INPUT after a message. */
int trust_check(trust *t);

/* Makes the keys ready, for trust_release: 0, EXIT_USAGE or EXIT_INPUT after a message. */
int trust_load(trust *t, const mode *m);
void trust_release(trust *t);

/* Why a key that is not accepted is not, though there is a good signature by it, into text. */
void trust_reason(char *text, size_t room, const trust *t, const trusted *key);

#endif
