/* Armoured signatures: text with the algorithm, the key's fingerprint, the mode and a comment, all of it signed.
 * docs/formats.md describes it. */
#ifndef ARMOR_H
#define ARMOR_H

#include "core/contract.h"
#include "mode.h"

enum {
    ARMOR_NAME_MOST = 63,
    ARMOR_COMMENT_MOST = 1000,
    ARMOR_HEAD_MOST = 2048, /* with its final zero */
    ARMOR_TEXT_MOST = ARMOR_HEAD_MOST + 2 * NEOSIG_MAX_SIGNATURE_BYTES
};

/* What the head says, true or not. */
typedef struct armor {
    char algorithm[ARMOR_NAME_MOST + 1];
    uint8_t key[32]; /* fingerprint */
    uint8_t context[MODE_CONTEXT_MOST];
    size_t context_bytes;
    neosig_prehash prehash;
    char comment[ARMOR_COMMENT_MOST + 1];
} armor;

/* Of contracts: members within their bounds. */
#define is_armor(a)                                                                                                    \
    (is_fresh(a, sizeof *(a)) && (a)->context_bytes <= MODE_CONTEXT_MOST &&                                            \
     has_zero((a)->algorithm, ARMOR_NAME_MOST + 1) && has_zero((a)->comment, ARMOR_COMMENT_MOST + 1))

/* What every message of an armoured signature begins with. */
extern const char armor_tag[];

/* Why a text cannot be a comment, to stand behind a name; NULL if it can. */
const char *armor_comment_wrong(const char *comment)
    NEOSIG_CONTRACT(requires(is_text(comment)), assigns(),
                    ensures(returned || __CPROVER_OBJECT_SIZE(comment) - offset(comment) <= ARMOR_COMMENT_MOST + 1));

/* What is signed in front of the file: the tag and the head, both whole lines, and an empty one. */
void armor_head(char text[ARMOR_HEAD_MOST], const armor *a)
    NEOSIG_CONTRACT(requires(is_fresh(text, ARMOR_HEAD_MOST) && is_armor(a)), assigns(upto(text, ARMOR_HEAD_MOST)),
                    ensures(has_zero(text, ARMOR_HEAD_MOST)));

/* The text for free(); NULL after a message where memory is short. */
char *armor_write(const armor *a, const uint8_t *sig, size_t sig_bytes)
    NEOSIG_CONTRACT(requires(is_armor(a) && fits(sig_bytes) && is_fresh(sig, sig_bytes)), assigns(),
                    ensures(!returned || is_text(returned)));

/* Whether a text is to be taken for an armoured signature, by its beginning. */
int armor_is(const uint8_t *text, size_t bytes)
    NEOSIG_CONTRACT(requires(fits(bytes) && is_fresh(text, bytes)), assigns());

/* Reads one. NULL, or what is wrong with it, to stand behind a name. */
const char *armor_read(armor *a, uint8_t *sig, size_t *sig_bytes, const uint8_t *text, size_t bytes)
    NEOSIG_CONTRACT(requires(is_fresh(a, sizeof *a) && is_fresh(sig, ARMOR_TEXT_MOST)),
                    requires(is_fresh(sig_bytes, sizeof *sig_bytes) && fits(bytes) && is_fresh(text, bytes)),
                    assigns(*a, upto(sig, ARMOR_TEXT_MOST), *sig_bytes));

/* The same of a signed file, of which text is the beginning: behind *used bytes, the file that was signed follows. The
 * armour must be as armor_write writes it. */
const char *armor_read_signed(armor *a, uint8_t *sig, size_t *sig_bytes, size_t *used, const uint8_t *text,
                              size_t bytes)
    NEOSIG_CONTRACT(requires(is_fresh(a, sizeof *a) && is_fresh(sig, ARMOR_TEXT_MOST) && is_fresh(used, sizeof *used)),
                    requires(is_fresh(sig_bytes, sizeof *sig_bytes) && fits(bytes) && is_fresh(text, bytes)),
                    assigns(*a, upto(sig, ARMOR_TEXT_MOST), *sig_bytes, *used), ensures(*used <= bytes));

#endif
