"""What CBMC proves, with proofs.c: arguments of Proof in test/prove/cbmc.py."""
EXPAND, VERIFY = (f'src/uov/uov_{name}.c' for name in ('expand', 'verify'))
EVERY = 'every set, any bytes'
PROOFS = [
    *({'file': 'src/uov/uov_encode.c', 'function': f'neosig_uov_{name}', 'bound': 'every set; the parts are the whole',
       'most': 12, 'fault': fault, 'enforces': True}
      for name, fault in (
          ('secret_parts', ('s.S = s.P1 + ctx->p1_bytes', 's.S = s.P1 + ctx->p2_bytes')),
          ('prepared_secret_bytes', ('ctx->p1_bytes + ctx->s_bytes', 'ctx->p1_bytes + ctx->p2_bytes + ctx->s_bytes')),
          ('prepared_public_bytes', ('ctx->p2_bytes + ctx->p3_bytes', 'ctx->p2_bytes')))),
    {'file': VERIFY, 'function': 'neosig_uov_prepare_verify', 'bound': EVERY, 'most': 12, 'quick': False,
     'covers': ['neosig_uov_prepare_verify_bytes'],
     'fault': ('pk + NEOSIG_UOV_PUBLIC_SEED_BYTES, ctx->p3_bytes', 'pk + NEOSIG_UOV_SEED_BYTES, ctx->p3_bytes')},
    {'file': VERIFY, 'function': 'neosig_uov_verify', 'most': 160, 'quick': False,
     'bound': 'UOV-Is-pkc and UOV-Ip-pkc, prepared or not, any bytes',
     'fault': ('CHUNK * ctx->m_bytes)', 'CHUNK * ctx->m_bytes - 1)'),
     'covers': ['lay_out', 'is_whole', 'neosig_uov_verify_bytes', 'evaluate_blocks_vartime', 'evaluate_whole_vartime',
                'evaluate_parts_vartime']},
    {'file': EXPAND, 'function': 'neosig_uov_expand_secret', 'bound': EVERY, 'most': 12, 'quick': False,
     'fault': ('O, ctx->o_bytes)', 'O, ctx->s_bytes)'),
     'covers': ['neosig_uov_open_stream', 'neosig_uov_read_stream', 'neosig_uov_make_target',
                'neosig_uov_to_products', 'neosig_uov_from_products']},
]
