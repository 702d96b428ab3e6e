"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
PROOFS = [
    {'file': 'src/falcon/falcon_encode.c', 'function': f'neosig_falcon_{name}', 'bound': bound, 'most': 8,
     'loops': True, 'unwind': unwind, 'fault': fault, 'covers': covers,
     'quick': name != 'pack_public_key'}
    for name, bound, unwind, fault, *covers in (
        ('pack_public_key', 'every set, any numbers',
         {'neosig_falcon_pack_public_key.0': 5, 'neosig_falcon_pack_public_key.1': 8},
         ('*pk++ = (uint8_t)(HEADER', 'pk += 2; *pk = (uint8_t)(HEADER'), 'is_low_first', 'place_of'),
        ('unpack_public_key_vartime', 'every set, any bytes', {},
         ('numbers_of_key_fndsa(h, pk + 1, ctx->n)', 'numbers_of_key_fndsa(h, pk + 2, ctx->n)')),
        ('pack_key_hash', 'every set, any bytes', {},
         ('alg->secret_key_bytes - NEOSIG', 'alg->secret_key_bytes + 1 - NEOSIG')))
]
