"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
PROOFS = [
    {'file': 'src/uov/uov_encode.c', 'function': 'neosig_uov_secret_parts', 'bound': 'every set; the parts are the whole',
     'most': 12, 'fault': ('s.S = s.P1 + ctx->p1_bytes', 's.S = s.P1 + ctx->p2_bytes'),
     'covers': ['neosig_uov_prepared_secret_bytes', 'neosig_uov_prepared_public_bytes']}]
