#include "provider.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char ml_dsa_name[] = "ml-dsa", slh_dsa_name[] = "slh-dsa", points_name[] = "private-code-points",
                  sets_name[] = "sets";
static const char *const names[] = {ml_dsa_name, slh_dsa_name, points_name, sets_name};
enum { NAMES = sizeof names / sizeof *names, NAME_ROOM = sizeof points_name + 1 };

static const char between[] = " \t,:;";

int refuse_start(const provider *in, const char *format, ...)
{
    char reason[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    fprintf(stderr, "neosig: the provider is not there: %s\n", reason);
    return RAISE(in, NEOSIG_ERR_ARGUMENT, "%s", reason);
}

/* What the section has under this name, or NULL. */
static const char *value_of(const provider *in, const char *name)
{
    const char *value = NULL;
    OSSL_PARAM params[] = {PARAM(name, OSSL_PARAM_UTF8_PTR, &value, 0), PARAM_END};
    in->get_params(in->core, params);
    return value;
}

static int read_flag(const provider *in, const char *name, int *flag)
{
    static const char *const words[] = {"no", "off", "false", "0", "yes", "on", "true", "1"};
    const char *const text = value_of(in, name);
    *flag = 0;
    if (text == NULL)
        return 1;
    for (size_t i = 0; i < 8; i++)
        if (strcasecmp(text, words[i]) == 0) {
            *flag = i >= 4;
            return 1;
        }
    return refuse_start(in, "%s = %s: it is yes or no (on or off, true or false, 1 or 0)", name, text);
}

/* ---- Misspelt names. OpenSSL tells the value of a name, not which names there are. */

static int is_there(const provider *in, const char *wrong, const char *name)
{
    return strcmp(wrong, name) != 0 && value_of(in, wrong) != NULL &&
           !refuse_start(in, "there is no option %s, but %s", wrong, name);
}

/* One letter too many, another, or at the place of the next. */
static int is_edited(const provider *in, const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz-_";
    char edited[NAME_ROOM];
    const size_t length = strlen(name);
    int found = 0;
    for (size_t i = 0; i <= length && !found; i++) {
        for (const char *letter = letters; *letter != '\0' && !found; letter++) {
            snprintf(edited, sizeof edited, "%.*s%c%s", (int)i, name, *letter, name + i);
            found = is_there(in, edited, name);
            if (i < length && !found) {
                snprintf(edited, sizeof edited, "%.*s%c%s", (int)i, name, *letter, name + i + 1);
                found = is_there(in, edited, name);
            }
        }
        if (i + 1 < length && !found) {
            snprintf(edited, sizeof edited, "%.*s%c%c%s", (int)i, name, name[i + 1], name[i], name + i + 2);
            found = is_there(in, edited, name);
        }
    }
    return found;
}

/* A letter less; '_' for '-', or nothing; in capitals, or each word with one. */
static int is_varied(const provider *in, const char *name)
{
    char under[NAME_ROOM] = "", without[NAME_ROOM], capitals[NAME_ROOM] = "", title[NAME_ROOM] = "", shorter[NAME_ROOM];
    close_name(without, sizeof without, name);
    for (size_t i = 0; name[i] != '\0'; i++) {
        under[i] = name[i] == '-' ? '_' : name[i];
        capitals[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 'a' + 'A' : name[i]);
        title[i] = i == 0 || name[i - 1] == '-' ? capitals[i] : name[i];
        snprintf(shorter, sizeof shorter, "%.*s%s", (int)i, name, name + i + 1);
        if (is_there(in, shorter, name))
            return 1;
    }
    return is_there(in, under, name) || is_there(in, without, name) || is_there(in, capitals, name) ||
           is_there(in, title, name);
}

/* ---- The sets to offer: names, schemes and statuses */

static int is_word(const char *word, size_t bytes, const char *name)
{
    char close[64], given[64];
    snprintf(given, sizeof given, "%.*s", (int)bytes, word);
    close_name(close, sizeof close, name);
    close_name(given, sizeof given, given);
    return strcasecmp(close, given) == 0;
}

static int is_meant(const char *word, size_t bytes, const neosig_alg *alg)
{
    return is_word(word, bytes, alg->name) || is_word(word, bytes, alg->scheme) || is_word(word, bytes, alg->oid) ||
           is_word(word, bytes, neosig_status_name(alg->status));
}

static int check_wanted(const provider *in)
{
    const char *word = in->wanted;
    if (word == NULL)
        return 1;
    if (word[strspn(word, between)] == '\0')
        return refuse_start(in, "%s = %s: it names no set", sets_name, in->wanted);
    for (size_t bytes; *(word += strspn(word, between)) != '\0'; word += bytes) {
        size_t i = 0;
        bytes = strcspn(word, between);
        while (i < neosig_alg_count() && !is_meant(word, bytes, neosig_alg_at(i)))
            i++;
        if (i == neosig_alg_count())
            return refuse_start(in, "%s = %s: %.*s is no set, no scheme and no status", sets_name, in->wanted,
                                (int)bytes, word);
    }
    return 1;
}

int is_wanted(const provider *in, const set *s)
{
    const char *word = in->wanted;
    if (in->version >= 305 && ((!in->ml_dsa && strcmp(s->alg->scheme, ml_dsa_name) == 0) ||
                               (!in->slh_dsa && strcmp(s->alg->scheme, slh_dsa_name) == 0)))
        return 0;
    if (word == NULL)
        return 1;
    for (size_t bytes; *(word += strspn(word, between)) != '\0'; word += bytes) {
        bytes = strcspn(word, between);
        if (is_meant(word, bytes, s->alg))
            return 1;
    }
    return 0;
}

int read_options(provider *in)
{
    for (size_t i = 0; i < NAMES; i++)
        if (is_edited(in, names[i]) || is_varied(in, names[i]))
            return 0;
    in->wanted = value_of(in, sets_name);
    return read_flag(in, ml_dsa_name, &in->ml_dsa) && read_flag(in, slh_dsa_name, &in->slh_dsa) &&
           read_flag(in, points_name, &in->private_points) && check_wanted(in);
}
