"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
PROOFS = [
    {'file': 'src/mayo/mayo_encode.c', 'function': 'neosig_mayo_secret_parts',
     'bound': 'every set; the parts are the whole', 'most': 154,
     'fault': ('neosig_triangle(ctx->v) *', 'neosig_triangle(ctx->o) *'),
     'covers': ['lay_out', 'neosig_mayo_prepared_secret_bytes', 'neosig_mayo_prepared_public_bytes']}]
