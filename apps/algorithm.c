#include "algorithm.h"
#include "app.h"
#include "json.h"
#include "neosig/nist.h"

static const struct {
    unsigned bit;
    const char *name;
} features[] = {{NEOSIG_HAS_CONTEXT, "context"},
                {NEOSIG_HAS_DETERMINISTIC, "deterministic"},
                {NEOSIG_HAS_HEDGED, "hedged"},
                {NEOSIG_HAS_PREHASH, "prehash"},
                {NEOSIG_HAS_EXTERNAL_MU, "external-mu"},
                {NEOSIG_READS_TWICE, "reads-twice"},
                {NEOSIG_HAS_FAULT_CHECKS, "fault-checks"},
                {NEOSIG_HAS_PARTS, "parts"}};
enum { FEATURES = sizeof features / sizeof features[0] };

const char *algorithm_feature(const neosig_alg *alg, size_t i)
{
    for (size_t k = 0; k < FEATURES; k++)
        if (alg->features & features[k].bit && i-- == 0)
            return features[k].name;
    return NULL;
}

void algorithm_json(const neosig_alg *alg)
{
    json_object(NULL);
    json_text("name", alg->name);
    json_text("scheme", alg->scheme);
    json_number("level", alg->level);
    json_text("status", neosig_status_name(alg->status));
    json_text("status_since", alg->status_since);
    json_text("status_citation", alg->status_citation);
    json_object("specification");
    json_text("version", alg->specification->version);
    json_text("date", alg->specification->date);
    json_text("source", alg->specification->source);
    json_text("compared", alg->specification->compared);
    json_text("newer", alg->specification->newer);
    json_end();
    if (alg->attack != NULL) {
        json_object("attack");
        if (alg->attack->bits > 0)
            json_number("bits", alg->attack->bits);
        else
            json_null("bits");
        json_text("date", alg->attack->date);
        json_text("paper", alg->attack->paper);
        json_end();
    } else {
        json_null("attack");
    }
    json_text("oid", alg->oid);
    json_number("public_key_bytes", alg->public_key_bytes);
    json_number("secret_key_bytes", alg->secret_key_bytes);
    json_number("signature_bytes", alg->signature_bytes);
    json_number("seed_bytes", alg->seed_bytes);
    json_number("nist_bytes", neosig_nist_bytes(alg));
    json_array("features");
    for (size_t i = 0; algorithm_feature(alg, i); i++)
        json_text(NULL, algorithm_feature(alg, i));
    json_end();
    json_object("workspace_bytes");
    for (int i = 0; i < NEOSIG_OPERATIONS; i++) {
        const neosig_operation op = (neosig_operation)i;
        json_number(neosig_operation_name(op), neosig_workspace_bytes(alg, op, 0));
    }
    json_end();
    json_number("prepared_secret_key_bytes", neosig_prepared_bytes(alg, 1));
    json_number("prepared_public_key_bytes", neosig_prepared_bytes(alg, 0));
    json_end();
}

void algorithm_warn(const neosig_alg *alg)
{
    if (alg->status >= NEOSIG_WITHDRAWN) {
        app_warn("%s is %s since %s (neosig info %s): its signatures prove nothing", alg->name,
                 neosig_status_name(alg->status), alg->status_since, alg->name);
    }
}
