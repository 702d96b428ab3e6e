"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
PROOFS = [
    {'file': 'src/rainbow/rainbow_encode.c', 'function': f'neosig_rainbow_{name}',
     'bound': 'every set; the parts are the whole', 'most': 9, 'fault': fault, 'covers': covers, 'enforces': True}
    for name, fault, *covers in (
        ('secret_parts', ('{&s.layer1.b2, ctx->o1_bytes, ctx->v}', '{&s.layer1.b2, ctx->o1_bytes, ctx->o1}'),
         'end_of'),
        ('prepared_secret_bytes', ('size_t more = ctx->v * ctx->o2', 'size_t more = ctx->v * ctx->o1')),
        ('prepared_public_bytes', ('neosig_triangle(ctx->n) *', 'neosig_triangle(ctx->v) *')),
        ('classic_layer', ('pk : pk + ctx->o1_bytes', 'pk : pk + ctx->o2_bytes')),
        ('stored_layer', ('map.b6.base + end_of(&map.b6, ctx->o1)', 'map.b6.base + end_of(&map.b6, ctx->v)')))
]
