"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
PROOFS = [
    {'file': 'src/snova/snova_encode.c', 'function': 'all_prepared', 'bound': 'every set; the parts are the whole',
     'fault': ('neosig_snova_prepared_abq_offset(1) + header_bytes(neosig_snova_abq_bytes(ctx))',
               'neosig_snova_prepared_abq_offset(1) + neosig_snova_abq_bytes(ctx)'), 'most': 36,
     'covers': ['header_bytes', *(f'neosig_snova_prepared_{part}' for part in (
         'abq_offset', 't_offset', 'r_offset', 'p_offset', 'secret_bytes', 'public_bytes'))]},
]
