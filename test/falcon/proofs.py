"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
PROOFS = [
    {'file': 'src/falcon/falcon_encode.c', 'function': f'neosig_falcon_{name}', 'bound': bound, 'most': 8,
     'fault': fault}
    for name, bound, fault in (
        ('unpack_public_key_vartime', 'every set, any bytes',
         ('numbers_of_key_fndsa(h, pk + 1, ctx->n)', 'numbers_of_key_fndsa(h, pk + 2, ctx->n)')),
        ('pack_key_hash', 'every set, any bytes',
         ('alg->secret_key_bytes - NEOSIG', 'alg->secret_key_bytes + 1 - NEOSIG')))
]
