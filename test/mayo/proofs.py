"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
VERIFY, ROWS = (f'src/mayo/mayo_{name}.c' for name in ('verify', 'rows'))
PROOFS = [
    {'file': 'src/mayo/mayo_encode.c', 'function': 'neosig_mayo_secret_parts',
     'bound': 'every set; the parts are the whole', 'most': 154,
     'fault': ('neosig_triangle(ctx->v) *', 'neosig_triangle(ctx->o) *'),
     'covers': ['lay_out', 'neosig_mayo_prepared_secret_bytes', 'neosig_mayo_prepared_public_bytes']},
    {'file': VERIFY, 'function': 'neosig_mayo_verify', 'bound': 'every set, any bytes', 'most': 154, 'quick': False,
     'fault': ('neosig_carve(arena, ctx->n * ctx->m_bytes)', 'neosig_carve(arena, ctx->v * ctx->m_bytes)'),
     'covers': ['lay_out', 'neosig_mayo_verify_bytes', 'multiply_rows', 'evaluate'],
     'stands_in': {'neosig_mayo_next_row': 'any_row', 'neosig_mayo_add_row': 'any_add_row',
                   'neosig_add_product': 'any_product', 'neosig_mayo_evaluate': 'any_evaluate',
                   'neosig_mayo_make_factor': 'any_factor'}},
    {'file': ROWS, 'function': 'neosig_mayo_add_row', 'bound': 'every set, any rows', 'most': 154,
     'covers': ['neosig_mayo_matrix'], 'fault': ('first * (t->columns / 2)', '(first + 1) * (t->columns / 2)')},
]
