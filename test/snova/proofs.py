"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
PROOFS = [
    {'file': 'src/snova/snova_encode.c', 'function': f'neosig_snova_{name}',
     'bound': 'every set, any bytes' if 'code' in name or 'check' in name else 'every set; the parts are the whole',
     'most': 36, 'fault': fault, 'covers': covers, 'enforces': True, 'quick': name.startswith('prepared'),
     'stands_in': {'memcpy': 'any_copy'}}
    for name, fault, *covers in (
        ('prepared_abq_offset', ('(bytes + 63) & ~(size_t)63', '(bytes + 31) & ~(size_t)63'), 'header_bytes'),
        ('prepared_t_offset', ('abq_offset(1) + header_bytes(neosig_snova_abq_bytes(ctx))',
                               'abq_offset(1) + neosig_snova_abq_bytes(ctx)')),
        ('prepared_r_offset', ('prepared_t_offset(ctx) + ctx->t_bytes + i', 'prepared_t_offset(ctx) + i')),
        ('prepared_p_offset', ('abq_offset(0) + header_bytes(neosig_snova_abq_bytes(ctx))',
                               'abq_offset(0) + neosig_snova_abq_bytes(ctx)')),
        ('prepared_secret_bytes', ('prepared_r_offset(ctx, ctx->m)', 'prepared_r_offset(ctx, 0)')),
        ('prepared_public_bytes', ('prepared_p_offset(ctx, ctx->m)', 'prepared_p_offset(ctx, 0)')),
        ('seeds_offset', ('round == 1 ? 0 :', 'round == 3 ? 0 :')),
        ('binding_of', ('? seeds : seeds +', '? seeds : ctx->l + seeds +')),
        ('check_public_key', ('pk[set->alg.public_key_bytes - 1]', 'pk[set->alg.public_key_bytes]')),
        ('check_signature', ('sig[neosig_snova_salt_offset(set) - 1]', 'sig[2 * neosig_snova_salt_offset(set)]')),
        ('encode_public_key', ('return (size_t)set->m * set->o * set->o', 'return (size_t)set->m * set->v * set->o'),
         'p22_elements'),
        ('encode_signature', ('neosig_gf16_pack(sig, x,', 'neosig_gf16_pack(sig + 17, x,')),
        ('decode_signature', ('return ((size_t)set->v + set->o) * set->l', 'return ((size_t)set->v + set->o) * set->v'),
         'signature_elements'),
        ('salt_offset', ('signature_bytes - NEOSIG_SNOVA_SALT_BYTES', 'signature_bytes - 15')))
]
