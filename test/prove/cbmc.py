"""CBMC's proofs: that no input makes a function read or write outside of its objects, overflow, divide by zero or shift
too far, and that what its contract (src/core/contract.h) promises holds, or what the harness asserts.

cbmc.py [--quick] [--self-test] [FUNCTION...]  proves them, or refutes a planted fault of each
"""
import argparse
import os
import pathlib
import re
import runpy
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
CHECKS = ['--bounds-check', '--pointer-check', '--pointer-overflow-check', '--pointer-primitive-check',
          '--signed-overflow-check', '--div-by-zero-check', '--undefined-shift-check', '--unwinding-assertions']


class Proof:
    """A function of `file`, called by harness_FUNCTION of test/prove/cbmc/HARNESS.c with all inputs that its contract
    allows, or that the harness makes. Those of a scheme are in test/<scheme>/proofs.py and proofs.c.

    unwind: loops without a contract, and one more than their greatest number of rounds, which CBMC checks.
    replaced: functions of which only the contract is used. fault: (text, replacement) in the file. quick: part of
    `make test-all`. most: loops have at most so many rounds, which CBMC checks; the harness stands in for what the
    function calls. loops: of other loops the contracts are used. enforces: whether the function has a contract,
    which then is what is proved; else the harness asserts what it is to do. Without most it has one. stands_in:
    functions of the file that have proofs of their own, and those of the harness that take their place. covers:
    functions of the file that are proved with this one, since it or the harness calls them with all inputs that
    they get. large: the solver takes arrays of any size as functions, which is faster where objects have hundreds
    of bytes. cadical: this solver, which is faster than CBMC's own where lengths are multiplied and divided."""

    def __init__(self, harness, file, function, bound, fault, unwind=(), replaced=(), quick=True, most=None,
                 loops=False, covers=(), stands_in=None, large=False, cadical=False, enforces=False):
        self.harness = HERE / 'cbmc' / f'{harness}.c' if isinstance(harness, str) else harness
        self.file, self.function, self.bound, self.fault = file, function, bound, fault
        self.unwind, self.replaced, self.quick, self.most = dict(unwind), replaced, quick, most
        self.enforces = enforces or most is None
        self.loops, self.covers = loops or most is None, covers if function.startswith('all_') else [function, *covers]
        self.stands_in = stands_in or {}
        self.solver = [*(['--arrays-uf-always'] if large else []),
                       *(['--external-sat-solver', 'cadical'] if cadical else [])]

    def run(self, tools, overlay=None):
        """Whether it is proved, and what CBMC says; with a planted fault CBMC stops at the first."""
        seconds = 0  # of CPU: other proofs run beside this one
        stop = ['--stop-on-fail'] if overlay else []
        with tempfile.TemporaryDirectory() as directory:
            program = pathlib.Path(directory, 'program')

            def tool(name, *arguments):
                nonlocal seconds
                with subprocess.Popen([tools / name, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      text=True, cwd=directory) as process:
                    says = process.stdout.read()
                    _, status, usage = os.wait4(process.pid, 0)
                    process.returncode = os.waitstatus_to_exitcode(status)
                seconds += usage.ru_utime + usage.ru_stime
                return process.returncode, says

            def step(name, *arguments):
                failed, says = tool(name, *arguments)
                if failed:
                    raise SystemExit(f'{self.function}: {name} failed:\n{says}')

            roots = [*([overlay] if overlay else []), SOURCE]
            step('goto-cc', '-std=c11', '-DNEOSIG_CBMC', '-DNEOSIG_ASSERTIONS', f'-I{HERE / "cbmc"}',
                 *(f'-I{root / part}' for part in ('', 'src', 'include', 'apps') for root in roots),
                 '--function', f'harness_{self.function}', '-o', program, self.harness)
            for name, other in self.stands_in.items():
                step('goto-instrument', '--replace-calls', f'{name}:{other}', program, program)
            if not self.enforces:
                step('goto-instrument', '--drop-unused-functions', program, program)
            if self.unwind or self.loops:
                step('goto-instrument', '--add-library', program, program)
            if self.unwind:
                step('goto-instrument', '--unwindset', ','.join(f'{loop}:{n}' for loop, n in self.unwind.items()),
                     '--unwinding-assertions', program, program)
            if self.enforces or self.loops:
                step('goto-instrument', *(['--dfcc', f'harness_{self.function}', '--enforce-contract', self.function]
                                          if self.enforces else []),
                     *(a for name in self.replaced for a in ('--replace-call-with-contract', name)),
                     *(['--apply-loop-contracts'] if self.loops else []), program, program)
            bounded = [] if self.most is None else ['--slice-formula', '--unwind', str(self.most + 1), '--object-bits',
                                                    '10' if self.enforces else '16']
            failed, says = tool('cbmc', *CHECKS, *stop, *self.solver, *bounded, program)
        violated = re.search(r'Violated property:\n.* (line \d+)', says)
        if violated and 'no body for' not in says:
            return False, f'{violated[1]}, {seconds:.0f} s'
        total = re.search(r'\*\* (\d+) of (\d+) failed', says)
        if not total or int(total[2]) == 0 or 'no body for' in says:
            raise SystemExit(f'{self.function}: CBMC failed:\n{says[-4000:]}')
        good = failed == 0 and total[1] == '0' and 'VERIFICATION SUCCESSFUL' in says
        first = re.search(r'\] (line .*): FAILURE', says)
        what = f'{total[2]} checks' if good else first[1] if first else 'failed'
        return good, f'{what}, {seconds:.0f} s'


ANY = 'any bytes of any length'
LIST = {'skip_space': 'any_space', 'skip_name': 'any_name', 'skip_value': 'any_value'}
JSON = {'skip_string.0': 5, 'strchr.0': 10, 'strlen.0': 6, 'memcmp.0': 6}

COPIES = {'memcpy': 'any_copy', 'memmove': 'any_copy', 'memcmp': 'any_compare'}


def call(file, function, fault, covers=(), stands_in=(), bound='any set, arguments and options', unwind=()):
    """A function of the API, over any scheme."""
    return Proof('roof', f'src/api/{file}.c', function, bound, fault, unwind, most=8, covers=covers, quick=False,
                 stands_in={**COPIES, **dict(stands_in)})


PROOFS = [
    Proof('der', 'key/der.c', 'neosig_der_take', ANY, ('in->bytes < 2 + digits ||', 'in->bytes < digits ||'),
          {'neosig_der_take.0': 5}),
    Proof('pem', 'key/pem.c', 'next_line', ANY,
          ('length < text->bytes && !is_end(text', '!is_end(text'), covers=['is_end']),
    Proof('pem', 'key/pem.c', 'boundary', ANY,
          ('line.bytes - n - 5 >= NEOSIG_PEM_LABEL', 'line.bytes - n - 5 > NEOSIG_PEM_LABEL'),
          {'strlen.0': 13, 'memcmp.0': 13}, quick=False),
    Proof('pem', 'key/pem.c', 'neosig_pem_take', ANY, ('text->bytes >= sizeof mark &&', 'text->bytes >= 2 &&'),
          {'memcmp.0': 4, 'strcmp.0': 41}, ['next_line', 'boundary'], quick=False),
    Proof('pem', 'key/pem.c', 'neosig_pem_decode', ANY, ('j + padding < 3 && used < room', 'j + padding < 3'),
          {'to_value.0': 6, 'neosig_pem_decode.0': 4}, covers=['to_value', 'is_known', 'is_blank'], quick=False),
    Proof('json', 'apps/json_reader.c', 'skip_space', ANY, ("p < end && (*p == ' '", "(*p == ' '")),
    Proof('json', 'apps/json_reader.c', 'skip_digits', ANY, ("p < end && *p >= '0'", "*p >= '0'")),
    Proof('json', 'apps/json_reader.c', 'skip_string', ANY, ('end - p <= i + 1', 'end - p < i + 1'),
          {'skip_string.0': 5, 'strchr.0': 10}, quick=False, covers=['is_hex']),
    Proof('json', 'apps/json_reader.c', 'skip_word', ANY, ('(end - p) >= bytes &&', '(end - p) + 1 >= bytes &&'),
          {'strlen.0': 6, 'memcmp.0': 6}, quick=False),
    Proof('json', 'apps/json_reader.c', 'skip_number', ANY, ("p += p < end && (*p == '+'", "p += (*p == '+'"), {},
          ['skip_digits'], quick=False),
    Proof('json', 'apps/json_reader.c', 'skip_name', ANY, ("p && p < end && *p == ':'", "p && *p == ':'"), {},
          ['skip_space', 'skip_string'], quick=False),
    Proof('json', 'apps/json_reader.c', 'skip_list', ANY, ("!p || p == end || (*p", "!p || (*p"),
          JSON, ['skip_space', 'skip_name', 'skip_value'], quick=False),
    Proof('json', 'apps/json_reader.c', 'skip_value', ANY, ("p == end || depth", "depth"),
          JSON, ['skip_list', 'skip_string', 'skip_number'], quick=False),
    Proof('json', 'apps/json_reader.c', 'json_read', ANY,
          ("value->at = skip_space(text, end);", "value->at = end + 1;"), JSON, ['skip_space', 'skip_value'],
          quick=False),
    Proof('pbes2', 'key/pbes2.c', 'take_apart', ANY,
          ('digits.bytes == 0 || digits.bytes > 8', 'digits.bytes > 8'), most=8, quick=False),
    Proof('key_read', 'key/key_read.c', 'label_of', ANY,
          ('&der, NEOSIG_DER_SEQUENCE, &body) || body.bytes == 0', '&der, NEOSIG_DER_SEQUENCE, &body)'), most=0),
    Proof('key_read', 'key/key_read.c', 'read_public', ANY,
          ('bits.bytes == 0 || bits.data[0] != 0', 'bits.data[0] != 0'), most=3),
    Proof('key_read', 'key/key_read.c', 'read_secret', ANY, ('version.bytes != 1 || version', 'version'), most=3,
          covers=['no_memory', 'malformed', 'take_algorithm', 'keep', 'check_length', 'keep_public', 'expand',
                  'keep_forms', 'pair', 'keep_secret', 'version_of'], quick=False),
    Proof('der', 'key/der.c', 'neosig_der_put', ANY,
          ('memcpy(w->at, data, bytes)', 'memcpy(w->at, data, bytes + 1)'), most=8, enforces=True),
    Proof('der', 'key/der.c', 'neosig_der_put_header', 'any content with a length; `neosig_der_take` is the inverse',
          ('0x80 | digits', '0x80 + digits + 1'), most=8, quick=False, enforces=True),
    Proof('der', 'key/der.c', 'neosig_der_put_algorithm', 'identifiers of every length that fits',
          ('w->at -= bytes;', 'w->at -= 2 * bytes;'), most=8, stands_in={'neosig_der_oid_encode': 'any_encode'},
          enforces=True),
    Proof('der', 'key/der.c', 'neosig_der_put_oid', 'identifiers of every length that fits',
          ('(w, oid, neosig_der_oid_encode(oid', '(w, oid, 2 * neosig_der_oid_encode(oid'), most=8,
          stands_in={'neosig_der_oid_encode': 'any_encode'}, enforces=True),
    Proof('der', 'key/der.c', 'multiply_add', 'numbers of any digits',
          ('addend % base', 'addend % (base + 1)'), most=52),
    Proof('der', 'key/der.c', 'neosig_der_take_oid', ANY,
          ('|| oid.bytes != bytes)', '|| oid.bytes > bytes)'), most=41,
          stands_in={'neosig_der_oid_encode': 'any_encode'}, covers=['known'], quick=False, enforces=True),
    Proof('pbes2', 'key/pbes2.c', 'neosig_pbes2_decrypt', ANY,
          ('data->bytes != 0 && data->bytes % 16 == 0', 'data->bytes != 0'), most=8,
          covers=['take_number', 'take_derivation', 'is_sound', 'is_bounded', 'derive'], quick=False, enforces=True),
    Proof('key_read', 'key/key_read.c', 'neosig_key_read', ANY,
          ('body.bytes / 4 * 3 + 1;', 'body.bytes / 4 + 1;'), {'label_number.0': 5}, most=4, loops=True,
          stands_in={'read_secret': 'any_read', 'read_public': 'any_read'},
          covers=['read_der', 'read_pem', 'label_number', 'kind_of', 'is_wanted', 'of_other_kind'], quick=False),
    Proof('attributes', 'key/attributes.c', 'neosig_attributes_put', 'any secret key',
          ('neosig_der_put(w, digest, DIGEST);', 'neosig_der_put(w, digest, 4 * DIGEST);'), most=8,
          stands_in={'neosig_der_oid_encode': 'any_encode'}, covers=['digest_of'], enforces=True),
    Proof('attributes_take', 'key/attributes.c', 'neosig_attributes_take', ANY,
          ('i < bytes && type.bytes == bytes', 'i < bytes'), {'same_bytes.0': 41}, most=40, loops=True,
          covers=['same_bytes'], stands_in={'neosig_der_oid_encode': 'any_encode'}, quick=False,
          enforces=True),
    Proof('attributes_take', 'key/attributes.c', 'neosig_attributes_match', 'any digest and secret key',
          ('neosig_differ(made, digest.data, DIGEST)', 'neosig_differ(made, digest.data, 2 * DIGEST)'), most=4,
          enforces=True),
    Proof('key_write', 'key/key_write.c', 'neosig_fingerprint', 'any public key',
          ('if (pk_bytes != alg->public_key_bytes)', 'if (pk_bytes > alg->public_key_bytes)'), most=4,
          covers=['put_public', 'put_bits']),
    Proof('key', 'key/key.c', 'neosig_key_make', 'any set and seed', ('malloc(alg->seed_bytes)', 'malloc(1)'), most=24,
          covers=['neosig_key_wrong', 'neosig_key_free', 'neosig_key_release']),
    Proof('key', 'key/key.c', 'neosig_key_has_forms', 'any name of a scheme', ('"ml-dsa", 6)', '"ml-dsa", 5)'), most=8,
          enforces=True),
    Proof('key', 'key/key.c', 'neosig_key_copy', ANY, ('malloc(count)', 'malloc(count / 2)'), most=8, enforces=True),
    Proof('der', 'key/der.c', 'neosig_der_oid_encode', 'any text',
          ('septets > NEOSIG_DER_OID_BYTES - used', 'septets > NEOSIG_DER_OID_BYTES'), {'digits_used.0': 53}, most=52,
          loops=True, stands_in={'multiply_add': 'any_multiply_add'}, covers=['digits_used'], quick=False,
          enforces=True),
    Proof('der', 'key/der.c', 'neosig_der_oid_decode', ANY, ('used + DECIMALS + 4', 'used + DECIMALS + 1'),
          {'neosig_der_oid_decode.0': 53, 'digits_used.0': 53}, most=52, loops=True,
          stands_in={'multiply_add': 'any_multiply_add'}, quick=False, enforces=True),
    Proof('pem_encode', 'key/pem.c', 'neosig_pem_encode', 'any label, content below `2^24` bytes',
          ('column == LINE || left <= 3', 'column == LINE || left <= 6'), {'to_character.0': 6}, most=40, loops=True,
          quick=False, cadical=True, covers=['to_character', 'within'], enforces=True),
    Proof('pem_encode', 'key/pem.c', 'neosig_pem_bytes', 'any label, any number of bytes',
          ('characters + LINE - 1', 'characters + LINE'), most=40, quick=False, cadical=True, enforces=True),
    Proof('pbes2', 'key/pbes2.c', 'neosig_pbes2_encrypt', 'any key and format',
          ('w->at -= bytes + 16 - bytes % 16;', 'w->at -= bytes;'), most=9,
          covers=['put_octets', 'put_number', 'put_derivation'], quick=False, enforces=True),
    Proof('key_write', 'key/key_write.c', 'neosig_key_write',
          'any key with the lengths of ML-DSA, any format',
          ('neosig_der_put(w, &unused, 1);', 'neosig_der_put(w, &unused, 2);'), most=4,
          covers=['put', 'put_secret', 'passphrase_is_sound', 'check_members'], quick=False),
    Proof('aes_cbc', 'key/aes_cbc.c', 'neosig_aes_cbc_encrypt', 'any number of bytes',
          ('i + j < bytes ?', 'i + j <= bytes ?'), {'neosig_aes_cbc_encrypt.0': 17}, most=16, loops=True, quick=False,
          enforces=True, cadical=True),
    Proof('aes_cbc', 'key/aes_cbc.c', 'neosig_aes_cbc_decrypt', 'any number of blocks',
          ('const unsigned padding = out[bytes - 1];', 'const unsigned padding = out[bytes];'),
          {'neosig_aes_cbc_decrypt.0': 3, 'neosig_aes_cbc_decrypt.2': 17}, most=16, loops=True, quick=False,
          cadical=True, enforces=True,
          stands_in={'decrypt_block': 'any_block'}),
    Proof('aes_cbc', 'key/aes_cbc.c', 'all_padding', 'any number of blocks; only padding is cut off',
          ('(padding - 1) / BLOCK', 'padding / BLOCK'), {'neosig_aes_cbc_decrypt.0': 3}, most=16, loops=True,
          quick=False, cadical=True, stands_in={'decrypt_block': 'any_block'},
          covers=['neosig_aes_cbc_decrypt']),
    Proof('aes_cbc', 'key/aes_cbc.c', 'decrypt_block', 'any block and key',
          ('4 * ((column + row) % 4)', '4 * (column + row)'), most=16,
          covers=['everywhere', 'doubled', 'product', 'inverse', 'rotated', 'inverse_s_box', 'moved',
                  'inverse_mix_columns', 'inverse_shift_rows'], quick=False),
    Proof('kdf', 'key/kdf.c', 'neosig_pbkdf2', 'any lengths and iterations',
          ('bytes < DIGEST ? bytes', 'bytes < 2 * DIGEST ? bytes'),
          most=64, loops=True, covers=['hmac_key', 'hmac_end'], quick=False,
          stands_in={'memcpy': 'any_copy'}, enforces=True),
    Proof('scrypt', 'key/kdf.c', 'neosig_scrypt_is_bounded', 'any N and p, `r = 8`; what is within bounds fits',
          ('MOST_TABLE / 128)', 'MOST_TABLE / 64)'), most=8,
          covers=['product_is_bounded'], enforces=True),
    Proof('scrypt', 'key/kdf.c', 'neosig_pbkdf2_is_bounded', 'any number of iterations',
          ('iterations <= MOST_ITERATIONS', 'iterations < MOST_ITERATIONS'), most=8, enforces=True),
    Proof('scrypt', 'key/kdf.c', 'salsa20_8', 'any block', ('{15, 12, 13, 14}', '{15, 12, 13, 16}'), most=16,
          covers=['rotated']),
    Proof('scrypt', 'key/kdf.c', 'block_mix', 'any r', ('(i % 2) * r)', '(i % 2) * (r + 1))'), {'block_mix.0': 17},
          most=16, loops=True, stands_in={'salsa20_8': 'any_salsa'}),
    Proof('scrypt', 'key/kdf.c', 'mix', 'any N, `r = 8`', ('WORDS] & (N - 1)', 'WORDS] & N'), most=16, loops=True,
          stands_in={'block_mix': 'any_block_mix'}),
    Proof('scrypt', 'key/kdf.c', 'neosig_scrypt', 'any N and p, `r = 8`',
          ('(N + p + 2) * piece', '(N + p + 1) * piece'), most=16, loops=True,
          stands_in={'neosig_scrypt_is_bounded': 'any_bounded', 'mix': 'any_mix', 'neosig_pbkdf2': 'any_pbkdf2'},
          quick=False, enforces=True),
    Proof('signers', 'apps/signers.c', 'signers_read', ANY, ('length - (length && text[', 'length - (text['), most=8,
          loops=True, quick=False,
          stands_in={'fail': 'any_fail', 'read_line': 'any_line', 'signers_release': 'any_release'}, enforces=True),
    Proof('signers', 'apps/signers.c', 'take_word', ANY,
          ('word.bytes < line->bytes &&', 'word.bytes <= line->bytes &&'), most=3, loops=True, covers=['is_blank'],
          quick=False),
    Proof('signers', 'apps/signers.c', 'read_limit', ANY, ('(!is_date && !is_whole)', '(!is_date && is_whole)'),
          most=24, stands_in={'fail': 'any_fail'}, quick=False),
    Proof('signers', 'apps/signers.c', 'signers_time', ANY, ('n[1] > 12', 'n[1] > 13'), most=24,
          covers=['read_form', 'days_before', 'days_of', 'is_leap'], quick=False, enforces=True),
    Proof('signers', 'apps/signers.c', 'is_setting', ANY, ('i + 1 < word.bytes &&', 'i < word.bytes &&'), most=3,
          loops=True),
    Proof('signers_list', 'apps/signers.c', 'fail', 'any line', ('sizeof s->wrong - (size_t)used', 'sizeof s->wrong'),
          most=3),
    Proof('signers_list', 'apps/signers.c', 'name_wrong', 'any text', ('> SIGNERS_NAME_MOST', '> SIGNERS_NAME_MOST + 1'),
          most=3, loops=True),
    Proof('signers_list', 'apps/signers.c', 'read_line', 'any line',
          ('word.data, word.bytes);', 'word.data, word.bytes + 2);'), most=3,
          stands_in={'fail': 'any_fail', 'take_word': 'any_word', 'name_wrong': 'any_name_wrong',
                     'read_limit': 'any_limit', 'is_setting': 'any_setting', 'signers_key': 'any_key',
                     'add': 'any_add'}),
    Proof('signers_list', 'apps/signers.c', 'signers_key', ANY, ('malloc(bytes / 4 * 3 + 1)', 'malloc(bytes / 4 + 1)'),
          most=3, enforces=True),
    Proof('signers_list', 'apps/signers.c', 'add', 'any list', ('s->count == s->room', 's->count == s->room + 1'), most=3),
    Proof('signers_list', 'apps/signers.c', 'signers_release', 'any list', ('i < s->count; i++', 'i <= s->count; i++'),
          most=3, loops=True, enforces=True),
    Proof('signers_list', 'apps/signers.c', 'signers_time_text', 'any time',
          ('month < 12 && days_before', 'month <= 12 && days_before'), most=13, loops=True,
          stands_in={'days_before': 'any_days'}, enforces=True),
    Proof('hex', 'common/hex.h', 'hex_decode', 'any text',
          ('return text[2 * bytes] ==', 'return text[2 * bytes + 1] =='), covers=['hex_digit']),
    Proof('hex', 'common/hex.h', 'hex_encode', ANY, ('text[2 * bytes] = ', 'text[2 * bytes + 1] = ')),
    Proof('text', 'apps/text.c', 'text_character', 'any text', ('text[i] >> 6 != 2', 'text[i] >> 6 == 3'), most=8,
          enforces=True),
    Proof('text', 'apps/text.c', 'text_steers', 'any character',
          ('sizeof ranges[0], c) ? c : 0', 'sizeof ranges[0] + 1, c) ? c : 0'), most=24, enforces=True),
    Proof('text', 'apps/text.c', 'text_unseen', 'any character', ('i < count; i++)', 'i <= count; i++)'), most=24,
          covers=['number_of', 'is_in'], enforces=True),
    Proof('text', 'apps/text.c', 'text_hide_controls', 'any text', ('bytes ? bytes : 1;', 'bytes + 1;'), most=3,
          loops=True, stands_in={'text_character': 'any_character', 'text_steers': 'any_steers'}, quick=False,
          enforces=True),
    Proof('text', 'apps/text.c', 'text_ends_in', 'any text', ('length > end_length &&', 'length > 0 &&'), most=3,
          enforces=True),
    Proof('text', 'apps/text.c', 'text_grouped', 'any number', ('(n - i) % 3 == 0', '(n - i) % 1 == 0'), most=24,
          enforces=True),
    Proof('text', 'apps/text.c', 'text_hex', 'any fingerprint', ('fingerprint, 32)', 'fingerprint, 33)'), most=33,
          enforces=True),
    Proof('json_take', 'apps/json_reader.c', 'json_read_text', 'any string',
          ('length - 2 >= bytes', 'length - 2 > bytes'), most=3, enforces=True),
    Proof('json_take', 'apps/json_reader.c', 'json_read_number', 'any value',
          ('length >= sizeof text', 'length > sizeof text'), most=3, enforces=True),
    Proof('json_list', 'apps/json_reader.c', 'json_read_member', 'objects of at most twelve characters',
          ('p = after(value->end, object))', 'p = after(value->end + 1, object))'), most=13, quick=False,
          stands_in=LIST, covers=['first_of', 'after']),
    Proof('json_list', 'apps/json_reader.c', 'json_read_next', 'arrays of at most twelve characters',
          ('after(value->end, array)', 'after(value->end + 1, array)'), most=13, quick=False, stands_in=LIST),
    Proof('manifest_differences', 'apps/manifest.c', 'differ', 'any report',
          ('(report->count + 1) * sizeof', 'report->count * sizeof'), most=3, quick=False),
    Proof('manifest_differences', 'apps/manifest.c', 'manifest_release', 'any report',
          ('i < report->count; i++', 'i <= report->count; i++'), most=3, loops=True, quick=False, enforces=True),
    Proof('manifest_differences', 'apps/manifest.c', 'compare', 'any listing and any files',
          ('i += order <= 0;', 'i += order <= 1;'), most=3, loops=True, quick=False, cadical=True,
          stands_in={'differ': 'any_differ'}),
    Proof('manifest', 'apps/manifest.c', 'add', 'any text',
          ('room - text->bytes < bytes + 1', 'room - text->bytes < bytes'), most=3),
    Proof('manifest', 'apps/manifest.c', 'escape', 'any text', ('2 * strlen(name) + 1', '2 * strlen(name)'), most=3,
          loops=True),
    Proof('manifest', 'apps/manifest.c', 'unescape', 'any text', ("&& *c != 'n' &&", "&& *c != 'n' && *c &&"), most=3,
          loops=True, quick=False),
    Proof('manifest', 'apps/manifest.c', 'read_line', 'any text', ('< 2 * HASH + 3', '< 2 * HASH'), most=3,
          stands_in={'unescape': 'any_unescape', 'hex_decode': 'any_hex_decode'}, covers=['malformed']),
    Proof('manifest_files', 'apps/manifest.c', 'read_lines', 'any text, at most `MANIFEST_MOST` bytes',
          ('l->paths = calloc(lines + 1,', 'l->paths = calloc(lines / 2 + 1,'), most=3, loops=True, quick=False,
          stands_in={'read_line': 'any_read_line'}),
    Proof('manifest_files', 'apps/manifest.c', 'manifest_check', 'any text, at most `MANIFEST_MOST` bytes',
          ('code = code ? code : check(report, place, &l);', 'code = check(report, place, &l);'), most=3,
          stands_in={'read_lines': 'any_read_lines', 'check': 'any_check'}, enforces=True),
    Proof('manifest_files', 'apps/manifest.c', 'hash_one', 'any file', ('fd < 0 ?', 'fd < -1 ?'), most=3,
          covers=['absorb', 'by_path']),
    Proof('manifest_files', 'apps/manifest.c', 'hash_all', 'any files',
          ('count + 1, sizeof *h->codes', 'count + 1, 1'), most=3, covers=['release_hashes']),
    Proof('manifest_files', 'apps/manifest.c', 'is_manifest', 'any path',
          ('fgets(line, sizeof line,', 'fgets(line, 2 + sizeof line,'), most=3),
    Proof('manifest_files', 'apps/manifest.c', 'is_at', 'any path', ('strlen(place) + 1, "', 'strlen(place) + 2, "'),
          most=3),
    Proof('manifest_files', 'apps/manifest.c', 'add_escaped', 'any text',
          ('add(text, before, strlen(before))', 'add(text, before, strlen(before) + 2)'), most=3, covers=['add_line'],
          stands_in={'add': 'any_add', 'escape': 'any_escape'}),
    Proof('manifest_files', 'apps/manifest.c', 'add_file', 'any text', ('digits[65];', 'digits[64];'), most=3,
          stands_in={'add_escaped': 'any_add_escaped'}),
    Proof('manifest_files', 'apps/manifest.c', 'make', 'any files',
          ('i < files.count && !code', 'i <= files.count && !code'), most=3, loops=True,
          stands_in={'walk': 'any_walk', 'check_entries': 'any_check_entries', 'hash_all': 'any_hash_all',
                     'add_escaped': 'any_add_escaped', 'add_line': 'any_add_line', 'add_file': 'any_add_file'}),
    Proof('manifest_files', 'apps/manifest.c', 'check', 'any files', ('h.hashes && h.codes ?', 'h.hashes ?'), most=3,
          stands_in={'walk': 'any_walk', 'hash_all': 'any_hash_all', 'compare': 'any_compare'}),
    Proof('manifest_differences', 'apps/manifest.c', 'walk', 'any files', ('t->count = kept;', 't->count = kept + 1;'),
          {'walk.0': 3, 'walk.2': 3}, most=3, loops=True, stands_in={'is_manifest': 'any_manifest', 'is_at': 'any_at'}),
    Proof('manifest_differences', 'apps/manifest.c', 'check_entries', 'any files', ('} else if (i &&', '} else if ('),
          most=3, loops=True),
    Proof('manifest_differences', 'apps/manifest.c', 'manifest_make', 'any folders',
          ('i < count && clean;', 'i < count + 1 && clean;'), most=3, loops=True, stands_in={'make': 'any_make'},
          enforces=True, quick=False),
    Proof('armor', 'apps/armor.c', 'armor_comment_wrong', 'any text', ('c[1] < 0xa0', 'c[2] < 0xa0'), most=3,
          loops=True, enforces=True),
    Proof('armor', 'apps/armor.c', 'armor_is', ANY, ('bytes >= sizeof begin - 1', 'bytes >= sizeof begin - 2'), most=3,
          enforces=True),
    Proof('armor', 'apps/armor.c', 'take_line', 'any text', ('feed ? feed + 1', 'feed ? feed + 2'), most=3,
          stands_in={'strlen': 'any_length'}),
    Proof('armor', 'apps/armor.c', 'value_of', 'any text', ('line + length + 2 :', 'line + length + 3 :'), most=10),
    Proof('armor', 'apps/armor.c', 'read_hex', 'any text', ('digits > 2 * most', 'digits > 4 * most'), most=3,
          stands_in={'hex_decode': 'any_hex_decode'}),
    Proof('armor', 'apps/armor.c', 'read_head', 'any text',
          ('strlen(value) > ARMOR_NAME_MOST', 'strlen(value) > ARMOR_NAME_MOST + 1'), most=3,
          stands_in={'take_line': 'any_line', 'value_of': 'any_value', 'read_hex': 'any_hex',
                     'armor_comment_wrong': 'any_comment_wrong'}, quick=False),
    Proof('armor', 'apps/armor.c', 'read_text', 'any text',
          ('(size_t)(end - text)}', '(size_t)(end - text + 32)}'), most=3,
          stands_in={'take_line': 'any_line', 'read_head': 'any_head'}),
    Proof('armor', 'apps/armor.c', 'armor_read', ANY, ('malloc(bytes + 1)', 'malloc(bytes)'), most=3,
          stands_in={'read_text': 'any_read'}, enforces=True),
    Proof('armor', 'apps/armor.c', 'find', ANY, ('bytes - at < length ||', 'bytes < length ||'), most=3, loops=True),
    Proof('armor', 'apps/armor.c', 'armor_read_signed', ANY, ('strlen(again) == *used', 'strlen(again) >= *used - 2'),
          most=3, stands_in={'find': 'any_find', 'armor_read': 'any_armor_read', 'armor_write': 'any_write'},
          covers=['armor_bytes'], enforces=True),
    Proof('armor_write', 'apps/armor.c', 'armor_head', 'any members within their bounds',
          ('char hex[2 * MODE_CONTEXT_MOST + 1]', 'char hex[MODE_CONTEXT_MOST + 1]'), most=4, covers=['put_lines'],
          stands_in={'hex_encode': 'any_hex_encode'}, enforces=True, cadical=True, quick=False),
    Proof('armor_write', 'apps/armor.c', 'armor_write', 'any members within their bounds, any signature',
          ('malloc(pem_bytes + head + 1)', 'malloc(pem_bytes + head)'), most=4,
          stands_in={'hex_encode': 'any_hex_encode'}, enforces=True),
    Proof('gf16', 'src/gf/gf16.c', 'neosig_gf16_unpack', 'any number of elements',
          ('row[2 * i + 1] = packed[i] >> 4', 'row[2 * i + 2] = packed[i] >> 4'), quick=False),
    Proof('gf16', 'src/gf/gf16.c', 'neosig_gf16_pack', 'any number of elements',
          ('packed[n / 2] = row[n - 1]', 'packed[n / 2] = row[n]'), quick=False),
    *(Proof('gf16_solve', 'src/gf/gf16_solve.c', function, bound, fault, most=most, quick=False, stands_in=instead,
            covers=covers)
      for function, bound, most, fault, instead, *covers in (
          ('neosig_gf16_solve', '`1` to `16` equations, and the numbers of SNOVA', 161,
           ('memset(pair + given, 0, w->lanes + 1 - given)', 'memset(pair + given, 0, w->stride + 1)'),
           {'eliminate': 'any_eliminate', 'substitute': 'any_substitute'},
           'neosig_gf16_solve_bytes', 'neosig_gf16_system_bytes', 'neosig_gf16_system_stride', 'add_missing'),
          ('neosig_gf16_solve_columns', 'equations and unknowns of MAYO, UOV and Rainbow', 161,
           ('memcpy(c.kernel[f], c.w.values + 1, unknowns)', 'memcpy(c.kernel[f], c.w.values + 1, c.w.stride + 1)'),
           {'eliminate': 'any_eliminate', 'substitute': 'any_substitute', 'clear_last': 'any_clear_last'},
           'neosig_gf16_solve_columns_bytes', 'neosig_gf16_columns_bytes', 'lay_out_columns'),
          ('clear_last', '`108` equations with `110` unknowns', 161,
           ('i < count; i += 16)', 'i <= count; i += 16)'), {'neosig_gf16_mul_group': 'any_product'},
           'is_zero_mask', 'add_multiple_of'))),
    Proof('gf256_solve', 'src/gf/gf256_solve.c', 'neosig_gf256_solve', '`16` to `100` equations',
          ('memset(w.m, 0, w.n * w.stride)', 'memset(w.m, 0, (w.n + 2) * w.stride)'), most=100, quick=False,
          stands_in={'eliminate': 'any_eliminate', 'substitute': 'any_substitute'},
          covers=['neosig_gf256_solve_bytes', 'lay_out_rows']),
    *(Proof(f'gf{field}_solve', 'src/gf/solve_body.h', function, f'over GF({field}), {bound}', fault, most=8,
            quick=False, covers=covers)
      for field, bound in ((16, '`1` to `256` equations'), (256, 'the numbers of Rainbow and UOV'))
      for function, fault, *covers in (
          ('eliminate', ('lane < WINDOW ?', 'lane < WINDOW + 8 ?'), 'window_of', 'lay_out', 'round_four'),
          ('substitute', ('w->lanes - k - j] = sums', 'w->lanes + 2 * k - j] = sums')))),
    Proof('buckets', 'src/gf/buckets.c', 'neosig_bucket_products', 'every set of UOV',
          ('columns + start, round_up', 'columns + start, 64 + round_up'), most=164, quick=False, covers=['round_up']),
    Proof('transpose', 'src/gf/tower_vectors.c', 'neosig_tower_gather', 'vectors of one, two and nearly three registers',
          ('size_t bucket = stride - used + at;', 'size_t bucket = stride - bytes + at;'), most=112, quick=False,
          covers=['sum_by_bits']),
    Proof('transpose', 'src/gf/tower_vectors.c', 'neosig_tower_transpose',
          'matrices of one to three squares a side, also of parts of squares',
          ('r : rows - side', 'r : rows'), most=16, quick=False),
    Proof('sha2', 'src/sym/sha2.c', 'update', 'any number of bytes; each whole block is compressed once',
          ('bytes < size - have ? bytes', 'bytes <= size - have + 1 ? bytes'), most=3, quick=False,
          covers=['neosig_sha256_update', 'neosig_sha512_update']),
    Proof('sha2', 'src/sym/sha2.c', 'pad', 'any number of bytes before',
          ('have > size - size / 8', 'have > size'), most=8, quick=False,
          covers=['neosig_sha256_init', 'neosig_sha512_init', 'neosig_sha256_final', 'neosig_sha512_final']),
    Proof('call', 'src/api/call.c', 'neosig_options_take', 'options of any size and content',
          ('given->size > MOST_OPTIONS_BYTES', 'given->size > 2 * MOST_OPTIONS_BYTES'), most=8, loops=True,
          enforces=True),
    Proof('call', 'src/api/call.c', 'neosig_options_check', 'options of any content',
          ('~ALL_FLAGS) != 0 ||', '~ALL_FLAGS) > 1024 ||'), most=8, enforces=True),
    Proof('call', 'src/api/call.c', 'neosig_call_open', 'up to five pieces of memory, any options',
          ('given, opts.size}, 1);', 'given, opts.size}, 2);'), most=8, stands_in={'neosig_options_take': 'any_take'},
          enforces=True),
    Proof('call', 'src/api/call.c', 'neosig_call_reopen', 'up to five pieces of memory, any options',
          ('call->count = 0;', 'call->count = 2;'), most=8, covers=['add'], enforces=True),
    Proof('call', 'src/api/call.c', 'neosig_refuse', 'any call', ('== NEOSIG_OK && fault', '== NEOSIG_OK || fault'),
          most=8, enforces=True),
    Proof('call', 'src/api/call.c', 'neosig_call_begins', 'any call',
          ('return call->error == NEOSIG_OK', 'return call->error != NEOSIG_OK'), most=8, enforces=True),
    Proof('call', 'src/api/call.c', 'neosig_call_end', 'up to eight pieces of memory',
          ('(call->regions, call->count);\n    return', '(call->regions, call->count + 1);\n    return'), most=8,
          quick=False, enforces=True),
    Proof('call', 'src/core/region.c', 'neosig_regions_apart', 'up to eight pieces of memory',
          ('j < i && regions', 'j <= count && regions'), most=8, covers=['overlap', 'allowed'], enforces=True),
    Proof('call', 'src/core/region.c', 'neosig_regions_clear', 'up to eight pieces of memory',
          ('keep = regions[i].use != NEOSIG_RESULT', 'keep = 0'), most=8,
          covers=['overlap'], enforces=True, quick=False),
    Proof('roof', 'src/api/job.c', 'neosig_given_raw_key', 'any set, key and length',
          ('else if (size != need)', 'else if (size > need)'), most=8, enforces=True),
    Proof('roof', 'src/api/job.c', 'neosig_job_check_length', 'any job',
          ('job->message_bytes != NEOSIG_MU_BYTES', 'job->message_bytes > NEOSIG_MU_BYTES'), most=8, enforces=True),
    Proof('roof', 'src/api/job.c', 'check_mode', 'any set and options; accepted are those that `neosig.h` allows',
          ('(internal || mu) && (context', 'internal && (context'), most=8),
    Proof('roof', 'src/api/job.c', 'neosig_job_verify', 'any set, signature, message and options',
          ('sig_bytes == 0 || sig_bytes > most', 'sig_bytes == 0 || sig_bytes > most + 1'), most=8,
          covers=['job_operation', 'neosig_job_open', 'neosig_job_take', 'begin', 'neosig_job_update',
                  'neosig_job_end']),
    Proof('roof', 'src/api/job.c', 'neosig_job_end', 'any set, signature, message and options, signing or not',
          ('data == NULL && bytes != 0', 'data == NULL && bytes == 1'), most=8,
          covers=['neosig_job_start', 'neosig_job_secret_key']),
    Proof('roof', 'src/api/workspace.c', 'neosig_workspace_open', 'any length and options',
          ('bytes + NEOSIG_ALIGNMENT);', 'bytes);'), most=8, covers=['neosig_workspace_close'], enforces=True),
    Proof('roof', 'src/api/workspace.c', 'neosig_workspace_check', 'any length and options',
          ('options->workspace_bytes < bytes', 'options->workspace_bytes + 1 < bytes'), most=8, enforces=True),
    Proof('roof', 'src/api/workspace.c', 'neosig_workspace_bytes', 'any set, operation and flags',
          ('alg->features & NEOSIG_HAS_PARTS) != 0', 'alg->features & NEOSIG_HAS_CONTEXT) != 0'), most=8,
          covers=['neosig_workspace_need']),
    call('keys', 'neosig_keypair', ('neosig_backend_now(), pk, sk, source', 'neosig_backend_now(), pk, pk, source'),
         ['keypair']),
    call('keys', 'neosig_keypair_from_seed', ('if (bytes > seed->left)', 'if (bytes > seed->left + 1)'),
         ['play', 'neosig_keypair_of_seed']),
    call('keys', 'neosig_public_key', ('seed[NEOSIG_MAX_SEED_BYTES];', 'seed[NEOSIG_MAX_SEED_BYTES - 1];'),
         ['remake', 'check_pair']),
    call('keys', 'neosig_check_keypair', ('pk_bytes != alg->public_key_bytes || sk_bytes', 'sk_bytes')),
    call('message', 'neosig_sign', ('sig == NULL || sig_bytes == NULL', 'sig == NULL'), ['sign_message']),
    call('message', 'neosig_sign_prepared', ('prepared_key(1, prepared)', 'prepared_key(0, prepared)')),
    call('message', 'neosig_verify', ('neosig_at_most(sig_bytes, neosig_given_key_signature_bytes(key))', 'sig_bytes'),
         ['verify_message']),
    call('message', 'neosig_verify_prepared', ('prepared_key(0, prepared)', 'prepared_key(1, prepared)')),
    call('message', 'neosig_mu', ('mu == NULL || (call', '(call')),
    call('prepared', 'neosig_prepare_sign', ('sizeof(header) + scheme->prepared_secret', 'scheme->prepared_secret'),
         ['prepare', 'prepare_or_zeros', 'prepared_need']),
    call('prepared', 'neosig_prepare_sign_from_seed', ('? alg->seed_bytes', '? alg->seed_bytes - 1'), ['prepare_seed']),
    call('prepared', 'neosig_prepare_verify', ('sizeof(header) + scheme->prepared_public', 'scheme->prepared_public'),
         ['neosig_prepared_bytes']),
    call('prepared', 'neosig_given_prepared_key', ('magic == PREPARED && head', 'magic != PREPARED && head'),
         ['neosig_prepared_region']),
    call('stream', 'neosig_sign_final', ('sizeof(stream_content));\n    return call', '0);\n    return call'),
         ['stream_init', 'stream_check', 'stream_update', 'neosig_sign_init', 'neosig_sign_init_prepared',
          'neosig_sign_update']),
    call('stream', 'neosig_verify_final', ('->magic == magic ?', '->magic != magic ?'),
         ['neosig_verify_init', 'neosig_verify_init_prepared', 'neosig_verify_update']),
    call('stream', 'neosig_verify_signed', ('memcpy(hash, hashed, bytes);', 'memcpy(hash, hashed, 2 * bytes);'),
         ['take_hash', 'take_message']),
    call('nist', 'neosig_nist_sign', ('msg_bytes + overhead : 0', 'msg_bytes + overhead + 1 : 0'),
         ['has_signed_messages', 'neosig_nist_bytes', 'signature_at', 'message_at', 'sign']),
    call('nist', 'neosig_nist_open', ('(sm_bytes < alg->signature_bytes)', '(sm_bytes + 1 < alg->signature_bytes)'),
         ['find']),
    call('nist', 'neosig_nist_keypair', ('neosig_keypair(alg, pk, sk, options)', 'neosig_keypair(alg, pk, pk, options)')),
    call('many', 'take', ('item->msg == NULL && item->msg_bytes != 0', 'item->msg == NULL && item->msg_bytes == 1'),
         ['key_of']),
    call('many', 'verify_group', ('taken < n && count < NEOSIG_SIDE_BY_SIDE', 'taken < n'), stands_in={'take': 'any_take'},
         bound='up to five items'),
    call('many', 'neosig_verify_many', ('items == NULL && n != 0', 'items == NULL && n == 1'),
         ['is_apart', 'verify_alone', 'verify_all'], stands_in={'verify_group': 'any_group'},
         bound='any set and options, up to two items',
         unwind={'neosig_verify_many.0': 3, 'neosig_verify_many.1': 3, 'neosig_verify_many.2': 3, 'verify_all.0': 3}),
    *(Proof(harness=file.with_suffix('.c'), **arguments) for file in sorted((SOURCE / 'test').glob('*/proofs.py'))
      for arguments in runpy.run_path(str(file))['PROOFS']),
]


def rows():
    """Of docs/security.md: the functions of a file that are proved in the same way for the same inputs."""
    groups = {}
    for proof in PROOFS:
        more = 'what contracts promise' if proof.enforces else 'what the program asserts'
        groups.setdefault((proof.file, proof.bound, more), {}).update((f'`{name}`', 1) for name in proof.covers)
    return [(f'`{file}`: {", ".join(functions)}: no undefined behaviour, and {more}', 'CBMC', bound)
            for (file, bound, more), functions in groups.items()]


def planted(proof, tools):
    old, new = proof.fault
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory, proof.file)
        file.parent.mkdir(parents=True)
        text = (SOURCE / proof.file).read_text()
        if text.count(old) != 1:
            raise SystemExit(f'{proof.function}: the fault cannot be planted, {proof.file} has "{old}" '
                             f'{text.count(old)} times')
        file.write_text(text.replace(old, new))
        good, says = proof.run(tools, pathlib.Path(directory))
    return not good, f'{proof.file}, {proof.function} with {new}: ' + ('NOT NOTICED' if good else f'refuted ({says})')


def attempt(proof, tools):
    good, says = proof.run(tools)
    return good, f'{proof.file}, {proof.function}, {proof.bound}: ' + (f'proved ({says})' if good else
                                                                       f'NOT PROVED: {says}')


def tools_in(build):
    tools = SOURCE / build / 'bin'
    if not (tools / 'cbmc').exists():
        print(f'cbmc.py: no {tools}; sh tools/cbmc.sh --make {build}', file=sys.stderr)
        sys.exit(77)  # ctest: skipped
    return tools


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--self-test', action='store_true')
    parser.add_argument('functions', nargs='*')
    options = parser.parse_args()
    tools = tools_in('build-cbmc')
    failed = count = 0
    for proof in PROOFS:
        if (options.functions and proof.function not in options.functions) or (options.quick and not proof.quick):
            continue
        good, says = (planted if options.self_test else attempt)(proof, tools)
        print(says, flush=True)
        count += 1
        failed += not good
    print(f'{count - failed} of {count}', 'faults refuted' if options.self_test else 'functions proved')
    return failed != 0 or count == 0


if __name__ == '__main__':
    sys.exit(main())
