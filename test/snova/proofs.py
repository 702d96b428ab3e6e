"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
PROOFS = [
    {'file': 'src/snova/snova_encode.c', 'function': 'all_prepared', 'bound': 'every set; the parts are the whole',
     'fault': ('neosig_snova_prepared_abq_offset(1) + header_bytes(neosig_snova_abq_bytes(ctx))',
               'neosig_snova_prepared_abq_offset(1) + neosig_snova_abq_bytes(ctx)'), 'most': 36,
     'covers': ['header_bytes', *(f'neosig_snova_prepared_{part}' for part in (
         'abq_offset', 't_offset', 'r_offset', 'p_offset', 'secret_bytes', 'public_bytes'))]},
    {'file': 'src/snova/snova_encode.c', 'function': 'all_keys', 'bound': 'every set; the parts are the whole',
     'fault': ('return (size_t)set->m * set->o * set->o', 'return (size_t)set->m * set->v * set->o'), 'most': 36,
     'quick': False, 'covers': ['p22_elements', 'signature_elements', *(f'neosig_snova_{name}' for name in (
         'seeds_offset', 'binding_of', 'check_public_key', 'check_signature', 'encode_public_key', 'encode_signature',
         'decode_signature', 'salt_offset'))]},
]
