"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
EXPAND, LANES, ROWS, VERIFY = (f'src/mayo/mayo_{name}.c' for name in ('expand', 'lanes', 'rows', 'verify'))
EVERY = 'every set, any bytes'
PROOFS = [
    *({'file': 'src/mayo/mayo_encode.c', 'function': f'neosig_mayo_{name}', 'most': 154, 'enforces': True,
       'bound': 'every set; the parts are the whole', 'fault': fault, 'covers': covers}
      for name, fault, *covers in (
          ('secret_parts', ('neosig_triangle(ctx->v) *', 'neosig_triangle(ctx->o) *'), 'lay_out'),
          ('prepared_secret_bytes', ('return arena.used;', 'return arena.used + 1;')),
          ('prepared_public_bytes', ('neosig_triangle(ctx->n) *', 'neosig_triangle(ctx->v) *')))),
    {'file': VERIFY, 'function': 'neosig_mayo_verify', 'bound': EVERY, 'most': 154, 'quick': False,
     'fault': ('neosig_carve(arena, ctx->n * ctx->m_bytes)', 'neosig_carve(arena, ctx->v * ctx->m_bytes)'),
     'covers': ['lay_out', 'neosig_mayo_verify_bytes', 'multiply_rows', 'evaluate'],
     'stands_in': {'neosig_mayo_next_row': 'any_row', 'neosig_mayo_add_row': 'any_add_row',
                   'neosig_mayo_add_both_rows': 'any_add_both_rows', 'neosig_add_product': 'any_product',
                   'neosig_mayo_evaluate': 'any_evaluate',
                   'neosig_mayo_make_factor': 'any_factor', 'neosig_mayo_make_target': 'any_target'}},
    {'file': VERIFY, 'function': 'neosig_mayo_prepare_verify', 'bound': EVERY, 'most': 154, 'quick': False,
     'fault': ('neosig_block_offset(&P, v, v)', 'neosig_block_offset(&P, v, v + 1)'),
     'covers': ['neosig_mayo_prepare_verify_bytes'],
     'stands_in': {'neosig_mayo_next_row': 'any_row', 'neosig_mayo_to_lanes': 'any_lanes'}},
    {'file': ROWS, 'function': 'neosig_mayo_next_row', 'bound': 'every set, any rows', 'most': 154, 'quick': False,
     'unwind': {'take.0': 4}, 'covers': ['take', 'begin', 'neosig_mayo_carve_rows', 'neosig_mayo_draw_rows'],
     'fault': ('stream->end - stream->next < bytes', 'stream->end < bytes')},
    {'file': ROWS, 'function': 'neosig_mayo_add_row', 'bound': 'every set, any rows', 'most': 154,
     'covers': ['add', 'neosig_mayo_matrix'],
     'fault': ('first * (t->columns / 2)', '(first + 1) * (t->columns / 2)')},
    {'file': ROWS, 'function': 'neosig_mayo_add_both_rows', 'bound': 'every set, any rows', 'most': 154,
     'fault': ('vectors + ctx->o, t', 'vectors + ctx->o + 1, t')},
    {'file': LANES, 'function': 'neosig_mayo_make_factor', 'bound': EVERY, 'most': 154, 'quick': False,
     'covers': ['neosig_mayo_carve_factor', 'neosig_mayo_make_factor_of_rows'], 'fault': ('pairs + width)', 'pairs)')},
    {'file': LANES, 'function': 'neosig_mayo_multiply', 'bound': 'every set, any rows', 'most': 154, 'quick': False,
     'covers': ['split'], 'fault': ('split(9, c, t->width)', 'split(10, c, t->width)')},
    {'file': EXPAND, 'function': 'neosig_mayo_make_target', 'bound': EVERY, 'most': 154, 'quick': False,
     'covers': ['make_lambda_vartime'], 'fault': ('lambda + at + i, blocks + (i ^ low << 4), some - i',
                                                  'lambda + at + i, blocks + (i ^ low << 4), 16')},
    {'file': EXPAND, 'function': 'neosig_mayo_expand_secret', 'bound': EVERY, 'most': 154, 'quick': False,
     'covers': ['neosig_mayo_expand_public'], 'fault': ('packed + at / 2', 'packed + at')},
]
