/* inspect: what is in a file. */
#include "app.h"
#include "armor.h"
#include "common/hex.h"
#include "file.h"
#include "json.h"
#include "keyfile.h"
#include "passphrase.h"
#include "signing.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Facts: a line of text each, or a member of a JSON object ---- */

static int as_json;

static void begin_facts(const char *path, const char *kind)
{
    static int before;
    if (as_json) {
        json_object(NULL);
        json_text("file", path);
        json_text("kind", kind);
        return;
    }
    if (before++)
        printf("\n");
    app_print(stdout, "%s: %s", file_name(path), kind);
}

static void end_facts(void)
{
    if (as_json)
        json_end();
}

/* member NULL: only in text; label NULL: only in JSON. */
static void fact(const char *label, const char *member, const char *text)
{
    if (as_json && member)
        json_text(member, text);
    else if (!as_json && label && text)
        app_print(stdout, "  %-14s%s", label, text);
}

static void fact_bytes(const char *label, const char *member, size_t bytes)
{
    char number[28];
    if (as_json)
        json_number(member, bytes);
    else
        app_print(stdout, "  %-14s%s bytes", label, text_grouped(number, bytes));
}

static void fact_flag(const char *label, const char *member, int flag)
{
    if (as_json)
        json_flag(member, flag);
    else
        fact(label, NULL, flag ? "yes" : "no");
}

static void fact_algorithm(const neosig_alg *alg)
{
    char text[160];
    fact("Algorithm", "algorithm", alg->name);
    snprintf(text, sizeof text, "%s since %s", neosig_status_name(alg->status), alg->status_since);
    fact("Status", NULL, text);
    fact(NULL, "status", neosig_status_name(alg->status));
    snprintf(text, sizeof text, "%u", alg->level);
    fact("Level", NULL, text);
    if (as_json)
        json_number("level", alg->level);
    fact("OID", "oid", alg->oid);
}

/* ---- Keys ---- */

/* The form of a secret key: one of the three of RFC 9881, or the scheme's own. */
static const char *form_of(const neosig_key *key)
{
    return key->form & NEOSIG_KEY_BOTH       ? "both"
           : key->form & NEOSIG_KEY_EXPANDED ? "expanded"
           : key->seed                       ? "seed"
                                             : "scheme";
}

static void tell_key(const char *path, const neosig_key *key)
{
    const neosig_alg *const alg = key->alg;
    const int is_secret = key->kind == NEOSIG_KEY_SECRET;
    uint8_t fingerprint[32];
    char hex[65];
    if (is_secret)
        file_warn_open(path);
    begin_facts(path, is_secret ? "secret key" : "public key");
    fact("Encoding", "encoding", key->form & NEOSIG_KEY_DER ? "DER" : "PEM");
    if (is_secret)
        fact_flag("Encrypted", "encrypted", (key->form & NEOSIG_KEY_PROTECTED) != 0);
    if (!alg) {
        fact("Algorithm", NULL, "under the passphrase (--decrypt, or --passphrase-file FILE)");
        fact(NULL, "algorithm", NULL);
        end_facts();
        return;
    }
    fact_algorithm(alg);
    if (is_secret) {
        fact("Form", "form", form_of(key));
        fact_flag("Holds public", "holds_public_key", (key->form & NEOSIG_KEY_WITH_PUBLIC) != 0);
    }
    fact_bytes("Public key", "public_key_bytes", alg->public_key_bytes);
    fact_bytes("Secret key", "secret_key_bytes", alg->secret_key_bytes);
    fact_bytes("Signature", "signature_bytes", alg->signature_bytes);
    const int known =
        key->public_key && neosig_fingerprint(alg, key->public_key, alg->public_key_bytes, fingerprint) == NEOSIG_OK;
    fact("Fingerprint", "fingerprint", known ? text_hex(hex, fingerprint) : NULL);
    end_facts();
}

/* ---- Signatures ---- */

static void tell_armored(const char *path, const char *kind, const armor *a, size_t sig_bytes)
{
    const neosig_alg *const alg = neosig_alg_find(a->algorithm);
    char text[2 * MODE_CONTEXT_MOST + 1], hex[65];
    begin_facts(path, kind);
    if (alg)
        fact_algorithm(alg);
    else
        fact("Algorithm", "algorithm", a->algorithm);
    fact("Fingerprint", "fingerprint", text_hex(hex, a->key));
    fact("Context", "context_hex", a->context_bytes ? hex_encode(text, a->context, a->context_bytes) : NULL);
    fact("Prehash", "prehash", a->prehash ? mode_prehash_name(a->prehash) : NULL);
    fact("Comment", "comment", a->comment[0] ? a->comment : NULL);
    fact_bytes("Signature", "bytes", sig_bytes);
    fact_flag(NULL, "verified", 0);
    fact("Verified", NULL, "no: this is what it says (neosig verify)");
    end_facts();
}

/* Raw bytes say nothing of themselves but how many they are. 0 if no algorithm has such signatures. */
static int tell_raw(const char *path, size_t bytes)
{
    const neosig_alg *alg;
    size_t found = 0;
    char text[200];
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++)
        found += bytes == alg->signature_bytes;
    if (!found)
        return 0;
    begin_facts(path, "perhaps a raw signature");
    fact_bytes("Size", "bytes", bytes);
    if (as_json)
        json_array("algorithms");
    for (size_t i = 0; (alg = neosig_alg_at(i)) != NULL; i++) {
        if (bytes != alg->signature_bytes)
            continue;
        snprintf(text, sizeof text, "%s (%s)", alg->name, neosig_status_name(alg->status));
        if (as_json)
            json_text(NULL, alg->name);
        else
            fact("Length of", NULL, text);
    }
    if (as_json)
        json_end();
    end_facts();
    return 1;
}

/* ---- Files ---- */

static int inspect_armored(const char *path, const uint8_t *text, size_t bytes)
{
    armor a;
    size_t sig_bytes, used;
    uint8_t *const sig = app_allocate(ARMOR_TEXT_MOST);
    if (!sig)
        return EXIT_INPUT;
    const char *const wrong = armor_read(&a, sig, &sig_bytes, text, bytes);
    const int is_signed = wrong && !armor_read_signed(&a, sig, &sig_bytes, &used, text,
                                                      bytes < ARMOR_TEXT_MOST ? bytes : ARMOR_TEXT_MOST);
    app_release(sig, ARMOR_TEXT_MOST);
    if (wrong && !is_signed)
        return app_fail("%s: %s", file_name(path), wrong);
    tell_armored(path, is_signed ? "signed file" : "armoured signature", &a, sig_bytes);
    return 0;
}

/* A file in which no key was found may be a raw signature. */
static int inspect_key(const char *path, const uint8_t *text, size_t bytes, int decrypt, const char *passphrase_path)
{
    neosig_key key;
    char passphrase[PASSPHRASE_MOST];
    size_t passphrase_bytes = 0;
    const int opens = decrypt || passphrase_path;
    int code = 0;
    neosig_error error = neosig_key_read(&key, NEOSIG_KEY_ANY, text, bytes, NULL, 0);
    if (error == NEOSIG_ERR_PASSPHRASE && opens) {
        code = passphrase_get(passphrase, &passphrase_bytes, passphrase_path, file_name(path), PASSPHRASE_OLD);
        if (!code)
            error = neosig_key_read(&key, NEOSIG_KEY_ANY, text, bytes, passphrase, passphrase_bytes);
        neosig_wipe(passphrase, sizeof passphrase);
    }
    if (!code && (error == NEOSIG_OK || (error == NEOSIG_ERR_PASSPHRASE && !opens)))
        tell_key(path, &key);
    else if (!code && (key.kind != NEOSIG_KEY_ANY || !tell_raw(path, bytes)))
        code = app_fail("%s: %s%s", file_name(path), key.wrong,
                        key.kind == NEOSIG_KEY_ANY ? ", nor is it as long as a signature" : "");
    neosig_key_release(&key);
    return code;
}

static int inspect(const char *path, int decrypt, const char *passphrase_path)
{
    const size_t most = keyfile_most_bytes(NEOSIG_KEY_SECRET);
    uint8_t *text = NULL;
    size_t bytes = 0;
    app_hold_secret(); /* it may be a secret key */
    int code = file_read(path, most, &text, &bytes);
    if (code)
        return code;
    if (armor_is(text, bytes))
        code = inspect_armored(path, text, bytes);
    else if (bytes > most)
        code = app_fail("%s: is too long for a key or a signature", file_name(path));
    else
        code = inspect_key(path, text, bytes, decrypt, passphrase_path);
    app_release(text, bytes);
    return code;
}

static int tell(const char *path, int decrypt, const char *passphrase_path)
{
    const int code = inspect(path, decrypt, passphrase_path);
    if (code && as_json) {
        begin_facts(path, NULL);
        json_text("error", app_last_error());
        end_facts();
    }
    return code;
}

static int run(const app_command *self, int argc, char **argv)
{
    const char *passphrase_path = NULL;
    int decrypt = 0, code;
    as_json = 0;
    const app_option options[] = {
        {0, "decrypt", NULL, "open a key under a passphrase, asked for on the terminal", &decrypt, NULL},
        {0, "passphrase-file", "FILE", "open it by the first line of FILE", NULL, &passphrase_path},
        {0, "json", NULL, "print JSON", &as_json, NULL},
        {.name = NULL}};
    code = app_options(self, options, &argc, argv);
    code = code < 0 ? app_operands(self, argc, 1, argc) : code;
    if (code >= 0)
        return code;
    int standard = file_is_standard(passphrase_path), worst = 0;
    for (int i = 0; i < argc; i++)
        standard += file_is_standard(argv[i]);
    if (standard > 1)
        return app_usage("only one of the files and the passphrase can be standard input");
    for (int i = 0; i < argc; i++)
        if (file_note_input(argv[i]) != 0)
            return EXIT_INPUT;
    if (as_json)
        json_array(NULL);
    for (int i = 0; i < argc; i++)
        worst = app_worse(worst, tell(argv[i], decrypt, passphrase_path));
    if (as_json)
        json_end();
    return worst;
}

const app_command command_inspect = {
    "inspect",
    "[OPTION]... FILE...",
    "FILE",
    "Describe keys and signatures",
    "Says what each FILE is (- for standard input). For a key: its kind, its algorithm and status, the form and\n"
    "the protection of a secret key, sizes, and the fingerprint, which is the SHA-256 of the public key's\n"
    "SubjectPublicKeyInfo. For an armoured signature, alone or in front of a signed file: its head, which is not\n"
    "verified. For any other file: the algorithms whose raw signatures have this length. Nothing secret is printed.",
    run};
