/* Many signatures verified in one call. */
#include "api/api.h"
#include "api/job.h"
#include "api/workspace.h"

static neosig_given_key key_of(const neosig_alg *alg, const neosig_item *item)
{
    if (item->prepared == NULL)
        return neosig_given_raw_key(0, alg, item->pk, item->pk_bytes);
    neosig_given_key key = neosig_given_prepared_key(0, item->prepared);
    if (key.error == NEOSIG_OK && key.alg != alg)
        key.error = NEOSIG_ERR_KEY;
    return key;
}

/* Whether an item's memory overlaps none that is written. */
static int is_apart(const neosig_alg *alg, const neosig_item *item, neosig_region items, const neosig_options *options)
{
    const neosig_given_key key = key_of(alg, item);
    const neosig_region regions[] = {
        items,
        {NEOSIG_WORK, options->workspace, options->workspace_bytes},
        {NEOSIG_READ, item->sig, neosig_at_most(item->sig_bytes, neosig_given_key_signature_bytes(&key))},
        {NEOSIG_READ, item->msg, item->msg_bytes},
        key.region};
    return neosig_regions_apart(regions, NEOSIG_COUNT(regions));
}

static neosig_error verify_alone(const neosig_alg *alg, const neosig_item *item, const neosig_options *options)
{
    const neosig_given_key key = key_of(alg, item);
    return key.error != NEOSIG_OK
               ? key.error
               : neosig_job_verify(&key, item->sig, item->sig_bytes, item->msg, item->msg_bytes, options);
}

/* What verify_many of a scheme takes. */
static neosig_error take(neosig_job *job, const neosig_alg *alg, const neosig_item *item, const neosig_options *options)
{
    const neosig_given_key key = key_of(alg, item);
    neosig_error error = key.error;
    if (error == NEOSIG_OK)
        error = neosig_job_take(job, 0, &key, item->sig, item->sig_bytes, options);
    if (error == NEOSIG_OK && item->msg == NULL && item->msg_bytes != 0)
        error = NEOSIG_ERR_ARGUMENT;
    if (error != NEOSIG_OK)
        return error;
    job->message = item->msg;
    job->message_bytes = item->msg_bytes;
    return neosig_job_check_length(job);
}

/* Answers the first items: those that are refused at once, and as many others as go side by side. Returns how many. */
static size_t verify_group(const neosig_alg *alg, neosig_item *items, size_t n, const neosig_options *options)
{
    neosig_job jobs[NEOSIG_SIDE_BY_SIDE];
    neosig_error errors[NEOSIG_SIDE_BY_SIDE];
    size_t at[NEOSIG_SIDE_BY_SIDE], count = 0, taken = 0;
    for (; taken < n && count < NEOSIG_SIDE_BY_SIDE; taken++) {
        items[taken].error = take(&jobs[count], alg, &items[taken], options);
        if (items[taken].error == NEOSIG_OK)
            at[count++] = taken;
    }
    if (count != 0)
        jobs[0].scheme->verify_many(jobs, count, errors, options->workspace);
    for (size_t i = 0; i < count; i++)
        items[at[i]].error = errors[i];
    neosig_wipe(jobs, sizeof jobs);
    return taken;
}

/* Answers all items, with one workspace. An error is all items' answer. */
static neosig_error verify_all(const neosig_scheme *scheme, const neosig_alg *alg, neosig_item *items, size_t n,
                               const neosig_options *given)
{
    const size_t raw = neosig_workspace_need(scheme, alg, NEOSIG_OP_VERIFY, given->flags);
    const size_t prepared = neosig_workspace_need(scheme, alg, NEOSIG_OP_VERIFY_PREPARED, given->flags);
    const size_t one = raw > prepared ? raw : prepared, many = NEOSIG_SIDE_BY_SIDE * one;
    const int room =
        given->workspace == NULL ? (given->flags & NEOSIG_LOW_MEMORY) == 0 : given->workspace_bytes >= many;
    const int together = scheme->verify_many != NULL && n > 1 && room;
    neosig_options options = *given;
    neosig_workspace space = {.memory = options.workspace, .bytes = options.workspace_bytes};
    neosig_error error = neosig_options_check(given);
    if (error == NEOSIG_OK && options.workspace == NULL) {
        error = neosig_workspace_open(&space, together ? many : one, &options);
        options.workspace = space.memory;
        options.workspace_bytes = space.bytes;
    }
    if (error != NEOSIG_OK)
        return error;
    for (size_t i = 0; i < n;) {
        if (together)
            i += verify_group(alg, items + i, n - i, &options);
        else {
            items[i].error = verify_alone(alg, &items[i], &options);
            i++;
        }
    }
    neosig_workspace_close(&space, 0);
    return NEOSIG_OK;
}

neosig_error neosig_verify_many(const neosig_alg *alg, neosig_item *items, size_t n, const neosig_options *options)
{
    const neosig_scheme *scheme = neosig_scheme_of(alg);
    const neosig_region region = {NEOSIG_WORK, items, n * sizeof *items};
    neosig_call call;
    if (items == NULL && n != 0)
        return NEOSIG_ERR_ARGUMENT;
    neosig_call_open(&call, options, &region, 1);
    int apart = neosig_regions_apart(call.regions, call.count);
    for (size_t i = 0; i < n && apart; i++)
        apart = is_apart(alg, &items[i], region, &call.options);
    if (!apart) /* no answer is written over an input */
        return NEOSIG_ERR_ARGUMENT;
    neosig_refuse(&call, scheme == NULL, NEOSIG_ERR_ARGUMENT);
    if (call.error == NEOSIG_OK)
        call.error = verify_all(scheme, alg, items, n, &call.options);
    for (size_t i = 0; i < n && call.error != NEOSIG_OK; i++)
        items[i].error = call.error;
    for (size_t i = 0; i < n && call.error == NEOSIG_OK; i++)
        call.error = items[i].error;
    return call.error;
}
