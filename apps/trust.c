#include "algorithm.h"
#include "app.h"
#include "file.h"
#include "keyfile.h"
#include "trust.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

int trust_check(trust *t)
{
    if ((t->key_path != NULL) + (t->key_text != NULL) + (t->signers_path != NULL) > 1)
        return app_usage("--key, --public-key and --signers exclude each other");
    if ((t->wanted || t->time_text) && !t->signers_path)
        return app_usage("%s needs --signers", t->wanted ? "--signer" : "--at");
    if (t->wanted && !t->wanted[0])
        return app_usage("--signer needs a name");
    t->time = (int64_t)time(NULL);
    if (t->time == -1 && t->signers_path && !t->time_text)
        return app_fail("the system does not know the time (--at TIME)");
    if (t->time_text && signers_time(&t->time, t->time_text, strlen(t->time_text)) != 0)
        return app_usage("--at: %s is no time in UTC, as 2026-11-26 or 2026-11-26T12:00:00Z", t->time_text);
    if (!t->key_path && !t->key_text && !t->signers_path)
        t->key_path = t->own = keyfile_default(NEOSIG_KEY_PUBLIC, "verify needs -k PUB");
    t->source = t->key_path ? t->key_path : t->key_text ? "-P" : t->signers_path;
    return t->source ? 0 : EXIT_USAGE;
}

/* ---- Keys ---- */

static trust_answer answer_of(const trust *t, const signer *who)
{
    if (!who)
        return TRUST_ACCEPTED;
    if (t->wanted && strcmp(who->name, t->wanted) != 0)
        return TRUST_OTHER;
    return t->time >= who->after && t->time < who->before ? TRUST_ACCEPTED : TRUST_NOT_VALID;
}

static int add(trust *t, const neosig_key *key, const signer *who, const char *lacks)
{
    trusted *const new = &t->keys[t->count++]; /* released even if it is not complete */
    char *const start = who ? app_join(file_name(t->source), ", ") : NULL;
    new->who = who;
    new->answer = answer_of(t, who);
    new->lacks = lacks;
    new->label = who &&start ? app_join(start, who->name) : NULL;
    free(start);
    if (who && !new->label)
        return EXIT_INPUT;
    const neosig_error error =
        neosig_fingerprint(key->alg, key->public_key, key->alg->public_key_bytes, new->fingerprint);
    if (error != NEOSIG_OK)
        return app_error(who ? new->label : file_name(t->source), error);
    new->key = (signing_key){.alg = key->alg, .path = who ? new->label : t->source};
    return lacks ? 0 : signing_prepare(&new->key, key, NEOSIG_KEY_PUBLIC, new->key.path);
}

static int load_key(trust *t, const mode *m)
{
    neosig_key key = {.alg = NULL};
    int code;
    if (t->key_path) {
        code = keyfile_load(&key, t->key_path, NEOSIG_KEY_PUBLIC, NULL);
    } else {
        code = signers_key(&key, (const uint8_t *)t->key_text, strlen(t->key_text));
        code = code ? app_usage("-P: %s", key.wrong) : 0;
    }
    code = code ? code : mode_fits(m, key.alg);
    t->keys = code ? NULL : calloc(1, sizeof *t->keys);
    if (!code)
        code = t->keys ? add(t, &key, NULL, NULL) : app_fail("out of memory");
    neosig_key_release(&key);
    return code;
}

static int add_all(trust *t, const mode *m)
{
    int code = 0, named = 0, usable = 0;
    t->keys = calloc(t->list.count, sizeof *t->keys);
    if (!t->keys)
        return app_fail("out of memory");
    for (size_t i = 0; i < t->list.count && !code; i++) {
        const signer *const s = &t->list.list[i];
        const char *const lacks = mode_lacks(m, s->key.alg);
        code = add(t, &s->key, s, lacks);
        const int wanted = t->keys[i].answer != TRUST_OTHER;
        named |= wanted;
        usable |= wanted && !lacks;
        t->lacks = lacks ? lacks : t->lacks;
    }
    if (!code && !named)
        return app_usage("%s: lists no signer %s", file_name(t->source), t->wanted);
    if (!code && !usable) {
        return app_usage("%s: no key %s%s has %s", file_name(t->source), t->wanted ? "of " : "in it",
                         t->wanted ? t->wanted : "", t->lacks);
    }
    return code;
}

static int load_list(trust *t, const mode *m)
{
    uint8_t *text;
    size_t bytes;
    int code = file_read(t->signers_path, SIGNERS_FILE_MOST, &text, &bytes);
    if (!code && bytes > SIGNERS_FILE_MOST)
        code = app_fail("%s: is too long for a list of signers", file_name(t->source));
    if (!code && signers_read(&t->list, text, bytes) != 0)
        code = app_fail("%s: %s", file_name(t->source), t->list.wrong);
    app_release(text, bytes);
    return code ? code : add_all(t, m);
}

int trust_load(trust *t, const mode *m)
{
    return t->signers_path ? load_list(t, m) : load_key(t, m);
}

void trust_release(trust *t)
{
    for (size_t i = 0; i < t->count; i++) {
        signing_release(&t->keys[i].key);
        free(t->keys[i].label);
    }
    free(t->keys);
    signers_release(&t->list);
    free(t->own);
    *t = (trust){.keys = NULL};
}

void trust_reason(char *text, size_t room, const trust *t, const trusted *key)
{
    const signer *const who = key->who;
    char limit[SIGNERS_TIME_TEXT], now[SIGNERS_TIME_TEXT];
    if (key->answer == TRUST_OTHER) {
        snprintf(text, room, "it is by %s, not by %s", who->name, t->wanted);
        return;
    }
    const int early = t->time < who->after;
    snprintf(text, room, "it is by %s, whose key is valid %s %s, not at %s", who->name, early ? "from" : "before",
             signers_time_text(limit, early ? who->after : who->before), signers_time_text(now, t->time));
}
