/* The part of a scheme's table that is alike in all schemes: a function opens the scheme's context, and calls the
 * scheme's own. Before, the including file includes the scheme's header and defines SCHEME, the name of its folder, and
 * sign and verify. NEOSIG_ADAPTED begins the scheme's table. All schemes have these functions, of the context:
 *
 *   neosig_<SCHEME>_open(alg, backend)               the context. Only sizes can be asked for if backend is NULL
 *   _verify_bytes(ctx, prepared, flags)              of workspace. flags: NEOSIG_LOW_MEMORY or 0.
 *   _prepare_verify_bytes(ctx)
 *   _prepared_public_bytes(ctx)                      of the prepared key
 *   _prepare_verify(ctx, prepared, pk, workspace)
 *   _keypair_bytes(ctx, flags)                       from here on, only where the build signs
 *   _sign_bytes(ctx, prepared, flags)                flags: also NEOSIG_PARTS, for algorithms that have parts
 *   _prepare_sign_bytes(ctx)
 *   _prepared_secret_bytes(ctx)
 *   _keypair(ctx, pk, sk, source, workspace, flags)
 *   _prepare_sign(ctx, prepared, sk, workspace)
 */
#define NEOSIG_JOINED_(scheme, name) neosig_##scheme##_##name
#define NEOSIG_JOINED(scheme, name) NEOSIG_JOINED_(scheme, name)
#define OF(name) NEOSIG_JOINED(SCHEME, name)

static size_t call_verifier_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    const OF(ctx) ctx = OF(open)(alg, NULL);
    if (op == NEOSIG_OP_PREPARE_VERIFY)
        return OF(prepare_verify_bytes)(&ctx);
    return OF(verify_bytes)(&ctx, op == NEOSIG_OP_VERIFY_PREPARED, flags);
}

static size_t call_prepared_public_bytes(const neosig_alg *alg)
{
    const OF(ctx) ctx = OF(open)(alg, NULL);
    return OF(prepared_public_bytes)(&ctx);
}

static neosig_error call_prepare_verify(const neosig_alg *alg, const neosig_backend *backend, void *prepared,
                                        const uint8_t *pk, void *workspace)
{
    const OF(ctx) ctx = OF(open)(alg, backend);
    return OF(prepare_verify)(&ctx, prepared, pk, workspace);
}

static size_t call_signer_bytes(const neosig_alg *alg, neosig_operation op, unsigned flags)
{
    const OF(ctx) ctx = OF(open)(alg, NULL);
    if (op == NEOSIG_OP_KEYPAIR)
        return OF(keypair_bytes)(&ctx, flags);
    if (op == NEOSIG_OP_PREPARE_SIGN)
        return OF(prepare_sign_bytes)(&ctx);
    return OF(sign_bytes)(&ctx, op == NEOSIG_OP_SIGN_PREPARED, flags);
}

static size_t call_prepared_secret_bytes(const neosig_alg *alg)
{
    const OF(ctx) ctx = OF(open)(alg, NULL);
    return OF(prepared_secret_bytes)(&ctx);
}

static neosig_error call_keypair(const neosig_alg *alg, const neosig_backend *backend, uint8_t *pk, uint8_t *sk,
                                 const neosig_source *source, void *workspace, unsigned flags)
{
    const OF(ctx) ctx = OF(open)(alg, backend);
    return OF(keypair)(&ctx, pk, sk, source, workspace, flags);
}

static neosig_error call_prepare_sign(const neosig_alg *alg, const neosig_backend *backend, void *prepared,
                                      const uint8_t *sk, void *workspace)
{
    const OF(ctx) ctx = OF(open)(alg, backend);
    return OF(prepare_sign)(&ctx, prepared, sk, workspace);
}

#define NEOSIG_ADAPTED                                                                                                 \
    .rows = OF(sets), .row_bytes = sizeof OF(sets)[0], .count = &OF(sets_count), .row_fault = OF(row_fault),           \
    .verifier_bytes = call_verifier_bytes, .prepared_public_bytes = call_prepared_public_bytes,                        \
    .prepare_verify = call_prepare_verify, .verify = verify, .signer_bytes = NEOSIG_IF_SIGNING(call_signer_bytes),     \
    .prepared_secret_bytes = NEOSIG_IF_SIGNING(call_prepared_secret_bytes),                                            \
    .keypair = NEOSIG_IF_SIGNING(call_keypair), .prepare_sign = NEOSIG_IF_SIGNING(call_prepare_sign),                  \
    .sign = NEOSIG_IF_SIGNING(sign)
