"""The mutants: edits to real functions of the library, and the check that must catch each."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Check:
    """A command on a build of the copy; {tree}, {build} and {python} are put into its arguments."""
    name: str
    machine: str  # native, cross, or nothing: no build is needed
    targets: tuple
    argv: tuple
    says: str  # what it prints, besides failing, when it catches something
    env: tuple = ()
    x86_only: bool = False

    @property
    def environment(self):
        return dict(self.env)


def trace(algorithm, operation, backend, secrets=3, search=32):
    """Traces of one operation on several secrets, AArch64."""
    return Check(f"ct-trace {algorithm} {operation} {backend}", "cross", ("test-ct", "test-ct-hook"),
                 ("{python}", "{tree}/test/ct/trace.py", "--sets", algorithm, "--operations", operation, "--backends",
                  backend, "--secrets", secrets, "--search", search, "{build}/test/test-ct",
                  "{build}/test/test-ct-hook"),
                 f"LEAK {algorithm} {operation} {backend}: ")


def trace_kernels(backend, kernels="all"):
    """Traces of kernels on equal decisions, AArch64."""
    return Check(f"ct-kernels {backend}" + (f" {kernels}" if kernels != "all" else ""), "cross",
                 ("test-ct-kernels", "test-ct-kernels-hook"),
                 ("{python}", "{tree}/test/ct/trace.py", "--kernels", "--sets", kernels, "--secrets", 16,
                  "--backends", backend, "{build}/test/test-ct-kernels", "{build}/test/test-ct-kernels-hook"), "LEAK ")


def taint(algorithm, backend):
    """All operations with undefined secrets under valgrind."""
    return Check(f"taint {algorithm} {backend}", "native", ("test-taint",),
                 ("{python}", "{tree}/test/ct/taint.py", "--sets", algorithm, "--backends", backend,
                  "{build}/test/test-taint"), "LEAK.*uninitialised", x86_only=backend == "avx2")


def taint_kernels(backend, kernels="all"):
    return Check(f"taint-kernels {backend}" + (f" {kernels}" if kernels != "all" else ""), "native",
                 ("test-taint-kernels",),
                 ("{python}", "{tree}/test/ct/taint.py", "--sets", kernels, "--backends", backend,
                  "{build}/test/test-taint-kernels"),
                 "LEAK.*uninitialised", x86_only=backend == "avx2")


def ctest(name, machine="native", target=None, says="failed: ", x86_only=False):
    """A test of the suite by its name."""
    return Check(f"{name} ({machine})", machine, (target or f"test-{name}",),
                 ("ctest", "--test-dir", "{build}", "--no-tests=error", "--output-on-failure", "-R", f"^{name}$"), says,
                 (("QEMU_CPU", "max"),), x86_only)


def fences(algorithm, backend):
    """All operations under valgrind, which watches the bytes between the buffers of a workspace."""
    return Check(f"fences {algorithm} {backend}", "native", ("test-taint",), taint(algorithm, backend).argv,
                 "Invalid (read|write)", x86_only=backend == "avx2")


INSTRUCTIONS = ctest("instructions", target="neosig", says="variable time: ", x86_only=True)
INSTRUCTIONS_ARM = ctest("instructions", "cross", target="neosig", says="variable time: ")
DECLASSIFIED = Check("declassified", "", (), ("{python}", "{tree}/test/ct/declassified.py", "{tree}/src"), "")
WIPE = ctest("wipe", says="not clean")
STACK = ctest("stack", target="test-wipe", says="of which [0-9]+ are wiped")
DIT = ctest("dit", "cross", says=r"failed: [^\n]*dit")
CHECKS = ctest("checks")
OPERATIONS = ctest("operations")
PAIRS = ctest("pairs")
SNOVA_FLIPS = ctest("snova-flips")
OTHER_ROWS = ctest("other-rows")
HAETAE_POLY = ctest("haetae-poly")
HAETAE_POLY_ARM = ctest("haetae-poly", "cross")
HAETAE_POLY_X86 = ctest("haetae-poly", x86_only=True)
HAETAE_OLDER = ctest("haetae2-older", target="test-haetae-oracles")
HAETAE_CANDIDATES = ctest("haetae2-candidates", target="test-haetae-oracles")
HAETAE_SAMPLES = ctest("haetae2-samples", target="test-haetae-oracles")
HAETAE_RANS = ctest("haetae-rans")
HAETAE_SCHEME = ctest("haetae-scheme")
FALCON_SCHEME = ctest("falcon-scheme")
FALCON_BOUNDS = ctest("falcon-bounds")
FALCON_KERNELS = ctest("falcon-kernels")
FALCON_BLOCK = ctest("falcon-block")
HAWK_SCHEME = ctest("hawk-scheme")
HAWK_KERNELS = ctest("hawk-kernels")
HAWK_KERNELS_ARM = ctest("hawk-kernels", "cross")
CONTRACTION = Check("fft-contraction", "", (), ("{python}", "{tree}/test/fft/contraction.py", "{tree}",
                                                "aarch64-linux-gnu-gcc"), "fused")
FALCON_BABAI = ctest("falcon-512-babai", target="test-ntru-oracles")
HAWK_BABAI = ctest("hawk512-babai", target="test-hawk-oracles")
KEY_HOSTILE = ctest("key-hostile")
SIGVER = ctest("mldsa-acvp-sigver", target="test-mldsa-vectors")
WYCHEPROOF = ctest("mldsa-wycheproof-44", target="test-mldsa-vectors")

SNOVA, RAINBOW, MLDSA, HAETAE = "snova-24-5-16-4-ssk", "rainbow-I-classic", "ml-dsa-44", "haetae2"
FALCON, FNDSA, CANDIDATES = "falcon-512", "fn-dsa-512-pre", "falcon-candidates"
HAWK = "hawk512"
NOP = '__asm__ volatile("nop");'  # a branch around it is no compiler's to turn into arithmetic


def branch(condition):
    """A branch by each of 16 numbers, so that two secrets are not alike by chance."""
    return f"for (int n = 0; n < 16; n++) if ({condition}) {NOP}"


@dataclasses.dataclass(frozen=True)
class Mutant:
    name: str
    file: str
    before: str  # to be found exactly once
    after: str  # @ stands for before
    check: Check
    where: str = ""  # what the check's message names besides, a regular expression
    uncaught: str = ""  # why no check catches it: a gap that is known
    kind: str = ""

    @property
    def says(self):
        return f"{self.check.says}.*{self.where}" if self.where else self.check.says


TABLE = {
    "skipped zero scalars": [
        Mutant("gf16-neon-update", "src/gf/gf16_neon.c", "uint8x16_t y[4], table[4];",
               f"@ if (t->bytes[1] == 0) {NOP}", trace(SNOVA, "sign", "neon"), "update"),
        Mutant("gf16-neon-multiply", "src/gf/gf16_neon.c",
               "table = load_step(t, table, p + K < P ? step : last, Q);\n            UNROLL for (int q = 0; q < Q; q++)",
               "const uint8_t *scalar = table + 1;\n            @\n            if (scalar[16 * q] != 0)",
               trace(SNOVA, "sign", "neon"), "multiply"),
        Mutant("gf16-neon-transpose-pairs", "src/gf/gf16_neon.c", "uint8x16_t pair[2] = {vandq_u8(x[i]",
               f"if (vgetq_lane_u8(x[i], 0) == 0) {NOP}\n        @", trace(SNOVA, "sign", "neon"), "transpose_pairs"),
        Mutant("tower-neon-combine", "src/gf/tower_neon.c", "const halves t = load_halves(bits, *table);",
               f"if ((*table)[1] == 0) {NOP} @", trace(RAINBOW, "sign", "neon"), "combine"),
        Mutant("tower-neon-256", "src/gf/tower_neon.h", "    vec t = multiples_of_two(y, log_low",
               f"    if (vgetq_lane_u8(log_low, 0) == 64) {NOP}\n@", trace("rainbow-III-classic", "sign", "neon-aes"), "_256"),
        Mutant("gf16-avx2-multiply", "src/gf/gf16_avx2.c", "__m256i t = load_table(a.at + p);",
               "if (a.at[p].bytes[1] == 0) continue; @", taint(SNOVA, "avx2"), "tile"),
        Mutant("tower-avx2-combine", "src/gf/tower_avx2.c", "halves t = load_halves(bits, table);",
               "if (table[1] == 0) continue; @", taint(RAINBOW, "avx2"), "combine_block"),
        Mutant("gf16-portable-product", "src/gf/gf16_portable.c", "    return plane[0] * t->bytes[0]",
               "    if (t->bytes[0] == 0) return 0;\n@", taint(SNOVA, "portable"), "product"),
        Mutant("ntt-portable-forward", "src/ntt/ntt32_portable.c",
               "int32_t t = neosig_mod32_mul(r[i + half], zeta, quotient, q);",
               "if (r[i + half] == 0) { r[i + half] = r[i]; continue; } @", taint(MLDSA, "portable"), "ntt32_forward"),
    ],
    "early exits": [
        Mutant("tower-neon-pivot", "src/gf/tower_neon.c", "vec zero = vceqzq_u8(element(bits, pivot[0], p));",
               "@ if (vgetq_lane_u8(zero, 0) == 0) break;", trace(RAINBOW, "sign", "neon"), "eliminate"),
        Mutant("tower-avx2-pivot", "src/gf/tower_avx2.c", "const unsigned zero = 0 - ((any - 1) >> 31)",
               "if (e != 0) break; @", taint(RAINBOW, "avx2"), "eliminate"),
        Mutant("tower-portable-scalar", "src/gf/tower_portable.c",
               "for (unsigned i = 0; i < bits; i++)\n        sum ^= m[i]",
               "for (unsigned i = 0; i < bits && scalar >> i != 0; i++)\n        sum ^= m[i]",
               taint(RAINBOW, "portable"), "scale"),
        Mutant("gf16-pivot-lanes", "src/gf/gf16_portable.c", "lane < 32; lane++)\n        last",
               "lane < 32 && (lane < 20 || last != lane); lane++)\n        last", taint(SNOVA, "portable"),
               "highest|pivots"),
        Mutant("gf16-singular", "src/gf/gf16_solve.c", "singular |= eliminate(kernels, &w, k);",
               "@ if (singular & 1) return -1;", taint(SNOVA, "portable"), "neosig_gf16_solve"),
        Mutant("gf16-pivot-neon", "src/gf/gf16_pivots_body.h",
               "UNROLL for (int r = 0; r < 4; r++)\n        {\n            const neosig_gf16_group change",
               "if (numbers[j] != 255) @", trace(SNOVA, "sign", "neon"), "pivots"),
        Mutant("mldsa-portable-bound", "src/mldsa/mldsa_poly_plain_body.h",
               "bad |= (uint32_t)(bound - 1 - ((r[i] ^ sign) - sign));", "@ if (bad >> 31) return 1;",
               taint(MLDSA, "portable"), "mldsa_plain_exceeds"),
        Mutant("mldsa-neon-bound", "src/mldsa/mldsa_poly_neon.c", "worst = vmaxq_s32(worst, vabsq_s32(y));",
               "@ if (end == added + subtracted && vmaxvq_s32(worst) >= bound) return 1;", trace_kernels("neon"), "add_sparse"),
        Mutant("mldsa-portable-key", "src/mldsa/mldsa_poly_plain_body.h", "bad |= 2 * eta - v[j];",
               "@ if (bad >> 31) return 1;", taint(MLDSA, "portable"), "mldsa_plain_unpack_s"),
        Mutant("mldsa-neon-key", "src/mldsa/mldsa_poly_neon.c", "largest = vmaxq_u8(largest, x[g]);",
               "@ if (vmaxvq_u8(largest) > 2 * eta) return 1;", trace(MLDSA, "sign", "neon"), "unpack_s",
               "all keys compared are well-formed"),
        Mutant("haetae-portable-table", "src/haetae/haetae_poly_plain_body.h",
               "count[i] += (haetae_gaussian[j + 2] - u[2][i] - borrow) >> 31;",
               f"@ if (u[2][i] == haetae_gaussian[j + 2]) {NOP}", taint_kernels("portable"), "haetae_plain_below"),
        Mutant("haetae-neon-table", "src/haetae/haetae_poly_neon.c",
               "node = vsubq_u8(vaddq_u8(node, node), less);", f"@ if (vmaxvq_u8(less) == 0) {NOP}",
               trace_kernels("neon"), "below|candidates"),
        Mutant("haetae-zero-branch", "src/haetae/haetae_poly_plain_body.h", "        out->sample[i] = sample;",
               f"@ if (sample >> 56 == 0) {NOP}", trace_kernels("neon"), "candidates"),
        Mutant("haetae-largest", "src/haetae/haetae_singular.c",
               "const int32_t swap = (*a ^ *b) & -(int32_t)(*a < *b);", f"if (*a >= *b) {{ {NOP} return; }} @",
               trace(HAETAE, "keypair", "neon"), "singular_value"),
        Mutant("falcon-portable-table", "src/falcon/falcon_candidates_body.h",
               "for (size_t t = 0; t < FALCON_THRESHOLDS; t++)\n        for",
               "for (size_t t = 0; t < FALCON_THRESHOLDS && z0[0] == t; t++)\n        for",
               taint_kernels("portable", CANDIDATES), "candidates"),
        Mutant("falcon-neon-table", "src/falcon/falcon_kernels_neon.c",
               "        const int32x4x3_t limbs = vld1q_s32_x3(thresholds->limb[0]);",
               "        if (t == 1 && vgetq_lane_s32(count[0][0], 0) == 0) break;\n@",
               trace_kernels("neon", CANDIDATES), "candidates"),
        Mutant("falcon-comparison", "src/falcon/falcon_sampler.c",
               "            at->difference = at->in[NEOSIG_FALCON_CANDIDATE_BYTES] - (int32_t)(threshold >> 56);",
               "            if (threshold >> 56 == 0) { at->in += NEOSIG_FALCON_CANDIDATE_STEP; continue; }\n@",
               taint_kernels("portable", "falcon-sample"), "sample"),
        Mutant("falcon-gcd", "src/ntru/ntru_gcd.c", "        apply_modulo(&m, d, e, g, g_inverse, limbs);",
               "@\n        if (done > steps / 2 && b[0] == 0) break;", taint(FALCON, "portable"), "neosig_ntru_gcd"),
    ],
    "tables and branches by a secret": [
        Mutant("tower-neon-scalars", "src/gf/tower_neon.c",
               "UNROLL for (size_t j = 0; j < 16; j++) vst1q_u8(out + 16 * j, multiples(y, vld1q_dup_u8(logs + j)));",
               "for (size_t j = 0; j < 16; j++) vst1q_u8(out + 16 * j,"
               " multiples(y, vdupq_n_u8(logarithms[x[(i + j) / 2] >> (i + j) % 2 * 4 & 15])));",
               trace(RAINBOW, "sign", "neon"), "scalars_16"),
        Mutant("aes-portable-sbox", "src/sym/aes_portable.c", "    uint64_t q[8] = {spread(x)};",
               "    static const uint8_t box[256];\n    x ^= ((const volatile uint8_t *)box)[x & 255];\n@",
               taint(RAINBOW, "portable"), "sub_word"),
        Mutant("aes-armv8-counter", "src/sym/aes_armv8.c", "counters = vaddq_u32(counters, vdupq_n_u32(4));",
               f"@ if ((vgetq_lane_u32(counters, 0) & 15) == 0) {NOP}", trace(RAINBOW, "keypair", "neon-aes"), "ctr"),
        Mutant("keccak-aarch64-lane", "src/sym/keccak_f1600_aarch64.S",
               "add x1, x1, #48\n    str x0, [sp, #STATE]\n    str x1, [sp, #CONSTANTS]\n    load_scalar",
               "@\n    tbz x5, #0, 3f\n    nop\n3:", trace(SNOVA, "keypair", "neon"), "keccak"),
        Mutant("mldsa-neon-eta", "src/mldsa/mldsa_poly_neon.c",
               "vst1_s8(s + have, vtbl1_s8(vqtbl1_s8(value, half), vld1_s8((const int8_t *)compact[mask])));",
               "@ (void)*(const volatile int8_t *)(values[eta == 4] + vget_lane_u8(half, 0));",
               trace_kernels("neon"), "eta_vartime"),
        Mutant("snova-keypair", "src/snova/snova_keygen.c",
               "neosig_snova_expand_t(ctx, &w.t, private_seed, w.memory);",
               "@ " + branch("w.t.tables[n].bytes[1] == 0"), trace(SNOVA, "keypair", "neon"),
               "neosig_snova_keypair"),
        Mutant("snova-keypair-taint", "src/snova/snova_keygen.c",
               "neosig_snova_expand_t(ctx, &w.t, private_seed, w.memory);",
               "@ " + branch("w.t.tables[n].bytes[1] == 0"), taint(SNOVA, "avx2"),
               "neosig_snova_keypair"),
        # No set of the library shows these: rows of other dimensions do.
        Mutant("snova-corrections", "src/snova/snova_round3.c", "if (change->n >= count)", "if (change->n >= 120)",
               OTHER_ROWS),
        Mutant("snova-matrix-number", "src/snova/snova_matrices.c", "first = first + 1 < m ? first + 1 : 0;", "first++;", OTHER_ROWS),
        Mutant("snova-row-fault", "src/snova/snova_params.c", "o * set->alphas > NEOSIG_SNOVA_MAX_MAP_LANES",
               "o * set->alphas > 2 * NEOSIG_SNOVA_MAX_MAP_LANES", OTHER_ROWS),
        Mutant("snova-values", "src/snova/snova_matrices.c", "neosig_gf16_join(to, x, x + half, half);",
               f"if ((x[0] & 15) == 0) {NOP}\n@", trace("snova-25-8-16-3-ssk", "keypair", "neon"),
               "neosig_snova_product_tables"),
        Mutant("haetae-keypair", "src/haetae/haetae_keygen.c",
               "neosig_haetae_expand_s(ctx, w.s, sigma, nonce, w.xof);", "@ " + branch("w.s[n] == 0"),
               trace(HAETAE, "keypair", "neon"), "neosig_haetae_keypair"),
        # A store whose address follows the accepted candidates, where nothing is passed over.
        Mutant("haetae-accepted", "src/haetae/haetae_hyperball.c", "memcpy(from, from + used, over);",
               "{ volatile uint8_t *kept = from; for (size_t n = 0; n < 64; n++)\n"
               "{ *kept = *kept; kept += workspace->candidates->accepted[n]; } } @",
               trace(HAETAE, "sign", "neon"), "samples_of|neosig_haetae_hyperball"),
        # A table of the coder indexed by z before it is known to fit.
        Mutant("haetae-coder-table", "src/haetae/haetae_rans.c", "z1_symbols[i] = (uint8_t)symbol;",
               "@ (void)((const volatile uint16_t *)set->z1.freq)[symbol & 31];", trace(HAETAE, "sign", "neon"),
               "neosig_haetae_pack_signature"),
        Mutant("haetae-coder-table-taint", "src/haetae/haetae_rans.c", "z1_symbols[i] = (uint8_t)symbol;",
               "@ (void)((const volatile uint16_t *)set->z1.freq)[symbol & 31];", taint(HAETAE, "portable"),
               "neosig_haetae_pack_signature"),
        Mutant("falcon-portable-sample", "src/falcon/falcon_candidates_body.h",
               "        out->z[i] = neosig_real_of_int(",
               "        z0[i] ^= ((const volatile uint32_t *)thresholds)[z0[i]] >> 31;\n@",
               taint_kernels("portable", CANDIDATES), "candidates"),
        Mutant("falcon-neon-sample", "src/falcon/falcon_kernels_neon.c",
               "        const int32x4_t square = vmulq_s32(minus_z0, minus_z0);",
               "@ (void)*(const volatile int32_t *)thresholds_fndsa[-vgetq_lane_s32(minus_z0, 0)].limb[0];",
               trace_kernels("neon", CANDIDATES), "candidates"),
        Mutant("falcon-sign-of-sample", "src/falcon/falcon_block_body.h", "    z[0] = (int16_t)both;",
               f"    if ((int32_t)both < 0) {NOP}\n@", trace(FALCON, "sign", "neon"), "block"),
        Mutant("falcon-sign-of-sample-taint", "src/falcon/falcon_block_body.h", "    z[0] = (int16_t)both;",
               f"    if ((int32_t)both < 0) {NOP}\n@", taint(FNDSA, "avx2"), "block"),
        Mutant("falcon-tree", "src/falcon/falcon_tree.c", "    return out_of_range(ctx, leaves);",
               "    " + branch("tree[n + 64] < neosig_real_of_int(0)") + "\n@", trace(FALCON, "prepare-sign", "neon"),
               "neosig_falcon_tree"),
        Mutant("hawk-table", "src/hawk/hawk_kernels_plain_body.h", "    const uint32_t size = 2 * steps + odd, minus",
               "    volatile uint64_t seen = table->low[steps][0];\n    (void)seen;\n@", taint(HAWK, "portable"), "sample"),
        Mutant("hawk-neon-table", "src/hawk/hawk_kernels_neon.c",
               "        vst1q_s8(x + NEOSIG_HAWK_GROUP * group,",
               "        (void)*(const volatile uint64_t *)table->low[vgetq_lane_s16(v[0], 0) & 3];\n@",
               trace(HAWK, "sign", "neon"), "hawk_neon_sample"),
        Mutant("hawk-begins", "src/hawk/hawk_expand.c", "        most = number > most ? number : most;",
               "@ if (a[i] > 40) break;", trace(HAWK, "sign", "neon"), "begins_positive"),
        Mutant("hawk-parity", "src/hawk/hawk_sign.c", "        memset(t, 0, sizeof t);",
               "@ " + branch("key.f2[n] & 1"), trace(HAWK, "sign", "neon"), "neosig_hawk_sign"),
        Mutant("hawk-keypair", "src/hawk/hawk_keygen.c", "        if (!is_key(ctx, &w))",
               "        " + branch("w.fg[n] < 0") + "\n@", trace(HAWK, "keypair", "neon"), "neosig_hawk_keypair"),
        Mutant("falcon-keypair", "src/falcon/falcon_keygen.c",
               "    draw(ctx, w, 0, shake);\n    draw(ctx, w, 1, shake);\n",
               "@    " + branch("w->fg[0][n] < 0") + "\n", trace(FALCON, "keypair", "neon"),
               "round3_draw|neosig_falcon_keypair"),
    ],
    "branches only in a later attempt": [
        Mutant("haetae-second", "src/haetae/haetae_sign.c", "        commit(me, hashed);",
               "@ " + branch("i > 0 && (me->w.w[n] & 1)"), trace(HAETAE, "sign", "neon"),
               "attempts|neosig_haetae_sign"),
        Mutant("haetae-second-key", "src/haetae/haetae_keygen.c",
               "        nonce += (unsigned)neosig_haetae_secrets(ctx);",
               "@ " + branch("nonce > neosig_haetae_secrets(ctx) && w.s[n] == 0"), trace(HAETAE, "keypair", "neon"),
               "neosig_haetae_keypair"),
        Mutant("snova-second", "src/snova/snova_sign.c", "neosig_gf16_unpack(w.x, w.packed, vinegar);",
               "@ " + branch("attempt == 2 && w.x[n] == 0"),
               trace(SNOVA, "sign", "neon", search=96), "neosig_snova_sign"),
        Mutant("rainbow-second", "src/rainbow/rainbow_sign.c", "        make_target(ctx, s, w, digest, salt);",
               "@ " + branch("attempts > 1 && w->x[n] % 16 == 0"),
               trace(RAINBOW, "sign", "neon", search=96), "find|neosig_rainbow_sign"),
        Mutant("mldsa-second", "src/mldsa/mldsa_sign.c", "        commit(me);",
               "@ " + branch("i > 0 && me->ws.w[n] < 0"),
               trace(MLDSA, "sign", "neon", search=96), "attempts|neosig_mldsa_sign"),
        Mutant("snova-second-taint", "src/snova/snova_sign.c", "neosig_gf16_unpack(w.x, w.packed, vinegar);",
               "@ " + branch("attempt == 2 && w.x[n] == 0"), taint(SNOVA, "avx2")),
        Mutant("rainbow-second-taint", "src/rainbow/rainbow_sign.c", "        make_target(ctx, s, w, digest, salt);",
               "@ " + branch("attempts > 1 && w->x[n] % 16 == 0"), taint(RAINBOW, "avx2")),
        Mutant("mldsa-later-block", "src/mldsa/mldsa_expand.c",
               "have = ctx->poly->eta_vartime(s, have, in, rate, ctx->set->eta);",
               "{ @ " + branch("s[n] == 0") + " }", taint("ml-dsa-65", "avx2"), "",
               "one key in 10 000 takes more blocks, none that is tried"),
        Mutant("mldsa-second-taint", "src/mldsa/mldsa_sign.c", "        commit(me);",
               "@ " + branch("i > 0 && me->ws.w[n] < 0"), taint(MLDSA, "avx2"), "attempts"),
    ],
    "branches only in one mode": [
        Mutant("mldsa-low-memory", "src/mldsa/mldsa_sign.c",
               "neosig_mldsa_expand_mask(me->ctx, &y, me->seed, me->kappa + j, 1, me->ws.xof);",
               "{ @ " + branch("y[n] & 1") + " }", trace(MLDSA, "low-sign", "neon"), "unpack_mask"),
        Mutant("mldsa-low-memory-taint", "src/mldsa/mldsa_sign.c",
               "neosig_mldsa_expand_mask(me->ctx, &y, me->seed, me->kappa + j, 1, me->ws.xof);",
               "{ @ " + branch("y[n] & 1") + " }", taint(MLDSA, "avx2"), "unpack_mask"),
        Mutant("mldsa-low-prepared", "src/mldsa/mldsa_sign.c",
               "neosig_mldsa_expand_mask(me->ctx, &y, me->seed, me->kappa + j, 1, me->ws.xof);",
               "{ @ " + branch("me->t0 != NULL && (y[n] & 1)") + " }", taint(MLDSA, "avx2")),
        Mutant("mldsa-low-keypair", "src/mldsa/mldsa_keygen.c",
               "neosig_mldsa_expand_s(ctx, ws.s, expanded + 32, ws.rows.xof);",
               "@ " + branch("ws.rows.batch == 2 && ws.s[n] == 0"), taint(MLDSA, "avx2")),
        Mutant("mldsa-deterministic", "src/mldsa/mldsa_sign.c", "        error = attempts(&me, sig, mu);",
               f"if (source == NULL && (me.seed[0] & 1)) {NOP} @", taint(MLDSA, "avx2"), "neosig_mldsa_sign"),
        Mutant("mldsa-prepared", "src/mldsa/mldsa_sign.c", "ntt->multiply(t0, me->t0 + 256 * i, challenge);",
               "@ " + branch("me->t0[n] < 0"), trace(MLDSA, "sign-prepared", "neon"),
               "hints|neosig_mldsa_sign"),
        Mutant("snova-prepared", "src/snova/snova_central.c",
               "key->t = key->given + neosig_snova_prepared_t_offset(ctx);", "@ " + branch("key->t[n] == 0"),
               trace(SNOVA, "sign-prepared", "neon"), "neosig_snova_find_prepared"),
        Mutant("snova-prepare", "src/snova/snova_prepare.c", "neosig_snova_to_f12(ctx, r, w->t.tables, w->memory);",
               "@ " + branch("w->t.rows[n] == 0"), trace(SNOVA, "prepare-sign", "neon"),
               "expand_r|neosig_snova_prepare_sign"),
        Mutant("mldsa-highest-level", "src/mldsa/mldsa_sign.c", "ntt->forward(me->ws.columns + 256 * i);",
               branch("l == 7 && me->ws.columns[n] < 0") + "\n@",
               trace("ml-dsa-87", "sign", "neon"), "commit|attempts|neosig_mldsa_sign"),
        Mutant("haetae-low-memory", "src/haetae/haetae_sign.c",
               "neosig_haetae_expand_rows(ctx, me->w.a, me->pk, i, 1, me->w.xof);", "@ " + branch("y2[n] & 1"),
               trace(HAETAE, "low-sign", "neon"), "commit|attempts|neosig_haetae_sign"),
        Mutant("haetae-prepared", "src/haetae/haetae_sign.c",
               "me.s_hat = (const int16_t *)(const void *)(key + layout.s);", "@ " + branch("me.s_hat[n] < 0"),
               trace(HAETAE, "sign-prepared", "neon"), "neosig_haetae_sign"),
        Mutant("stream-start", "src/api/stream.c", "        content->magic = secret ? SIGNING : VERIFYING;",
               "{ const neosig_job *job = &content->job; if (secret && "
               f"(((const uint8_t *)job->key)[job->alg->secret_key_bytes - 1] & 1)) {NOP} @ }}",
               taint(SNOVA, "avx2"), "neosig_sign_init|stream_sign"),
        Mutant("prepare-from-seed", "src/api/prepared.c", "        error = prepare(scheme, alg, 1, prepared, sk, options);",
               f"{{ @ if (sk[alg->secret_key_bytes - 1] & 1) {NOP} }}", taint(SNOVA, "avx2"), "prepare_seed"),
    ],
    "decisions that are not declassified, or without a reason": [
        Mutant("snova-attempts", "src/snova/snova_sign.c",
               'neosig_declassify(&singular, sizeof singular, "the number of attempts is public");', "",
               taint(SNOVA, "avx2"), "neosig_snova_sign"),
        Mutant("mldsa-rejected", "src/mldsa/mldsa_sign.c",
               'neosig_declassify(&bad, sizeof bad, "a broken bound says nothing of the key");', "",
               taint(MLDSA, "avx2"), "neosig_mldsa_sign"),
        Mutant("rainbow-counter", "src/rainbow/rainbow_drbg.c",
               'neosig_declassify(&most, sizeof most, "a counter without its key");', "",
               taint(RAINBOW, "avx2"), "blocks"),
        Mutant("mldsa-avx2-eta", "src/mldsa/mldsa_poly_avx2.c",
               'neosig_declassify(masks, sizeof masks, "which candidates are rejected says nothing of the others");',
               "", taint_kernels("avx2"), "eta_vartime"),
        Mutant("haetae-challenge", "src/haetae/haetae_expand.c",
               "neosig_declassify(block, sizeof block,\n                                  "
               '"a challenge, even a rejected one, is a hash of unpredictable input");', "", taint(HAETAE, "portable"),
               "neosig_haetae_challenge_vartime"),
        Mutant("haetae-rejected", "src/haetae/haetae_sign.c",
               'neosig_declassify(&bad, sizeof bad, "a rejected response says nothing of the key");', "",
               taint(HAETAE, "avx2"), "neosig_haetae_sign"),
        Mutant("haetae-rejected-key", "src/haetae/haetae_keygen.c",
               'neosig_declassify(&bad, sizeof bad, "that a secret was rejected says nothing of the next one");', "",
               taint(HAETAE, "avx2"), "neosig_haetae_keypair"),
        Mutant("haetae-candidates", "src/haetae/haetae_hyperball.c",
               'neosig_declassify(c->accepted, n, "which candidates are rejected says nothing of the others");', "",
               taint_kernels("portable"), "neosig_haetae_accept_vartime"),
        Mutant("haetae-ternary", "src/haetae/haetae_poly_plain_body.h",
               'neosig_declassify(&below, sizeof below, "which candidates are rejected says nothing of the others");',
               "",
               taint_kernels("portable"), "haetae_plain_good_vartime"),
        Mutant("falcon-accepted", "src/falcon/falcon_sampler.c",
               'neosig_declassify(&less, sizeof less, "which candidates are rejected says nothing of the samples");',
               "", taint_kernels("portable", "falcon-sample"), "sample"),
        Mutant("falcon-norm", "src/falcon/falcon_sign.c",
               'neosig_declassify(&bad, sizeof bad, "an attempt that is too long says nothing of the key");', "",
               taint(FALCON, "avx2"), "neosig_falcon_sign"),
        Mutant("hawk-norm", "src/hawk/hawk_sign.c",
               'neosig_declassify(&bad, sizeof bad, "an attempt that is too long is dropped");', "",
               taint(HAWK, "avx2"), "neosig_hawk_sign"),
        Mutant("hawk-dropped", "src/hawk/hawk_keygen.c",
               'neosig_declassify(&bad, sizeof bad, "that f and g are dropped says nothing of the next ones");', "",
               taint(HAWK, "avx2"), "hawk_keygen|neosig_hawk_keypair"),
        Mutant("fndsa-dropped", "src/falcon/falcon_short.c",
               'neosig_declassify(&bad, sizeof bad, "that f and g are dropped says nothing of the next ones");', "",
               taint(FNDSA, "avx2"), "neosig_falcon_keypair"),
        Mutant("snova-no-reason", "src/snova/snova_sign.c",
               'sizeof singular, "the number of attempts is public"', 'sizeof singular, ""', DECLASSIFIED,
               "no reason given for &singular"),
        Mutant("unlisted-vartime", "src/gf/gf16_solve.c", "static size_t window_of(const workspace *w, size_t k)\n{",
               "#define window_of window_vartime\nstatic size_t window_vartime(const workspace *w, size_t k)\n{",
               DECLASSIFIED, "gf16_solve.c:window_vartime is not in the list"),
        Mutant("snova-false-reason", "src/snova/snova_sign.c", "neosig_gf16_unpack(w.x, w.packed, vinegar);",
               '@ neosig_declassify(w.x, 16, "a false reason"); ' + branch("w.x[n] == 0"),
               trace(SNOVA, "sign", "neon"), "neosig_snova_sign"),
        Mutant("snova-false-decision", "src/snova/snova_sign.c",
               "neosig_gf16_unpack(w.x, w.packed, vinegar);",
               f'@ int low = w.x[0] & 1; neosig_declassify(&low, sizeof low, "a false reason"); if (low) {NOP}',
               DECLASSIFIED, "", "what is declassified is believed; people must judge the reasons"),
    ],
    "instructions of variable time": [
        Mutant("mldsa-division", "src/mldsa/mldsa_poly_plain_body.h", "half - 5 * (half * 205 >> 10)",
               "half % (2 * eta + 1)", INSTRUCTIONS, "mldsa_plain_eta_vartime"),
        Mutant("mldsa-division-arm", "src/mldsa/mldsa_poly_plain_body.h", "half - 5 * (half * 205 >> 10)",
               "half % (2 * eta + 1)", INSTRUCTIONS_ARM, "mldsa_plain_eta_vartime"),
        Mutant("mldsa-floating", "src/mldsa/mldsa_poly_plain_body.h",
               "const int32_t part = (a + 127) >> 7, m = number_of_w1(gamma2);\n    const int32_t high =\n"
               "        gamma2 == NEOSIG_MLDSA_GAMMA2_32 ? (part * 1025 + (1 << 21)) >> 22 : "
               "(part * 11275 + (1 << 23)) >> 24;",
               "const int32_t m = number_of_w1(gamma2);\n"
               "    const int32_t high = (int32_t)((double)(a + gamma2 - 1) / (2.0 * gamma2));",
               INSTRUCTIONS_ARM, "fdiv"),
        Mutant("haetae-division", "src/haetae/haetae_poly_plain_body.h", "const unsigned rest = t * 171 >> 9;",
               "const unsigned rest = t / (3 + (unsigned)(have >> 16));", INSTRUCTIONS,
               "haetae_plain_ternary_vartime"),
        Mutant("haetae-floating", "src/haetae/haetae_hyperball.c",
               "const neosig_haetae_fixed root = inverse_root(set, half);",
               "@ volatile double slow = 1 / (double)half.limb[0]; (void)slow;", INSTRUCTIONS_ARM, "fdiv"),
        Mutant("falcon-division", "src/falcon/falcon_gauss.c", "    size &= (uint32_t)zero - 1;",
               "@ size /= (uint32_t)(second >> 62) + 1;", INSTRUCTIONS, "gauss_round3|round3_draw"),
        Mutant("falcon-division-arm", "src/falcon/falcon_gauss.c", "    size &= (uint32_t)zero - 1;",
               "@ size /= (uint32_t)(second >> 62) + 1;", INSTRUCTIONS_ARM, "gauss_round3|round3_draw"),
        Mutant("falcon-sampler-division", "src/falcon/falcon_sampler.c", "neosig_real_multiply(x, inverse_log_2)",
               "(x / log_2 + 0 * inverse_log_2)", INSTRUCTIONS, "sample"),
        Mutant("falcon-reciprocal", "src/fft/reals_neon.h", "    reals y = vrecpeq_f64(a);",
               "    if (1) return vdivq_f64(one, a);\n@", INSTRUCTIONS_ARM, "fdiv"),
        Mutant("falcon-root", "src/fft/reals_neon.h", "    reals y = vrsqrteq_f64(a);",
               "    if (1) return vsqrtq_f64(a);\n@", INSTRUCTIONS_ARM, "fsqrt"),
    ],
    "what stays in memory": [
        Mutant("workspace", "src/api/workspace.c", "    if (secret)\n        neosig_wipe(space->memory, space->bytes);", "",
               CHECKS, "all_are"),
        Mutant("workspace-half", "src/api/workspace.c", "neosig_wipe(space->memory, space->bytes);",
               "neosig_wipe(space->memory, space->bytes / 2);", WIPE, "bytes of workspace"),
        Mutant("stack", "src/api/workspace.h", "    neosig_wipe_stack();\n    neosig_dit_leave(dit);\n",
               "    neosig_dit_leave(dit);\n", WIPE, "known windows"),
        Mutant("stack-wipe-optimised", "src/core/wipe.c", '    __asm__ volatile("" : : "r"(memory) : "memory");', "",
               WIPE, "known windows"),
        Mutant("stack-after-failure", "src/api/job.c",
               "error = job->scheme->sign(job, sig, sig_bytes, &source, space.memory);\n        neosig_secrets_leave(dit);",
               "error = job->scheme->sign(job, sig, sig_bytes, &source, space.memory);\n"
               "        if (error == NEOSIG_OK) neosig_secrets_leave(dit); else neosig_dit_leave(dit);", WIPE,
               "that depend on the secret"),
        Mutant("stack-depth", "src/core/wipe.h", "#define NEOSIG_STACK_BYTES 10240", "#define NEOSIG_STACK_BYTES 4096",
               STACK),
        Mutant("key-pair-of-seed", "src/api/prepared.c", "    neosig_wipe(pk, bytes);\n    free(pk);", "    free(pk);",
               WIPE, "prepare-seed"),
        Mutant("seed-of-key", "src/api/keys.c",
               "        neosig_wipe(seed, sizeof seed);\n        return error == NEOSIG_ERR_ATTEMPTS",
               "        return error == NEOSIG_ERR_ATTEMPTS", WIPE, "check-keypair"),
        Mutant("pair-made-again", "src/api/keys.c", "    neosig_wipe(made_pk, bytes);\n", "", WIPE, "check-keypair"),
        Mutant("stream", "src/api/stream.c",
               "    neosig_call_end(&call);\n    neosig_wipe(stream, sizeof(stream_content));\n",
               "    neosig_call_end(&call);\n", WIPE, "sign-streamed"),
        Mutant("mldsa-rnd", "src/mldsa/mldsa_sign.c", "    neosig_wipe(rnd, sizeof rnd);\n", "", WIPE, "",
               "the stack is wiped all the same"),
        Mutant("mldsa-seed", "src/mldsa/mldsa_keygen.c", "    neosig_wipe(seed, sizeof seed);\n", "", WIPE, "",
               "the stack is wiped all the same"),
        Mutant("haetae-stack", "src/haetae/haetae_sign.c", "uint8_t hashed[MAX_HASHED], c[32];",
               "uint8_t hashed[MAX_HASHED + 10240], c[32];", STACK),
        Mutant("haetae-signer", "src/haetae/haetae_sign.c", "    neosig_wipe(&me, sizeof me);\n", "", WIPE, "",
               "the stack is wiped all the same"),
        Mutant("falcon-seed", "src/falcon/falcon_keygen.c", "    neosig_wipe(seed, sizeof seed);\n", "", WIPE, "",
               "the stack is wiped all the same"),
        Mutant("falcon-stack", "src/falcon/falcon_sign.c", "uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES];",
               "uint8_t nonce[NEOSIG_FALCON_NONCE_BYTES + 10240];", STACK),
        Mutant("job", "src/api/message.c",
               "            call.error = neosig_job_end(&job, 1, sig, sig_bytes);\n        neosig_wipe(&job, sizeof job);",
               "            call.error = neosig_job_end(&job, 1, sig, sig_bytes);", WIPE, "depend on the secret"),
        Mutant("prepared-after-failure", "src/api/prepared.c", "    return neosig_call_end(&call);",
               "    return call.error;", CHECKS, "fake_prepare_error|all_are"),
        Mutant("keys-after-failure", "src/core/region.c", "        if (!keep)", "        if (!keep && i != 1)", CHECKS,
               "keys_clear"),
    ],
    "data-independent timing": [
        Mutant("dit-keypair", "src/api/keys.c", "uint64_t dit = neosig_dit_enter();\n    error = scheme->keypair",
               "uint64_t dit = neosig_dit_enter();\n    neosig_dit_leave(dit);\n    error = scheme->keypair", DIT),
        Mutant("dit-sign", "src/api/job.c", "uint64_t dit = neosig_dit_enter();\n        error = job->scheme->sign",
               "uint64_t dit = neosig_dit_enter();\n        neosig_secrets_leave(dit);\n        error = job->scheme->sign",
               DIT),
        Mutant("dit-prepare", "src/api/prepared.c",
               "uint64_t dit = neosig_dit_enter();\n        error = scheme->prepare_sign",
               "uint64_t dit = neosig_dit_enter();\n        neosig_dit_leave(dit);\n        error = scheme->prepare_sign",
               DIT),
        Mutant("dit-after-failure", "src/api/keys.c", "space.memory, options->flags);\n    neosig_secrets_leave(dit);\n    neosig_workspace_close(&space, 1);\n    return error;\n}\n\n/* A generator",
               "space.memory, options->flags);\n    if (error == NEOSIG_OK)\n        neosig_secrets_leave(dit);\n"
               "    neosig_workspace_close(&space, 1);\n    return error;\n}\n\n/* A generator", DIT,
               "dit_get"),
        Mutant("dit-not-restored", "src/core/cpu.c", '"msr " DIT ", %0" : : "r"(before >> 32)',
               '"" : : "r"(before)', DIT, "dit_get"),
    ],
    "wrong answers": [
        Mutant("mldsa-hint-order", "src/mldsa/mldsa_encode.c", "in[next] <= in[next - 1]", "in[next] < in[next - 1]",
               WYCHEPROOF),
        Mutant("mldsa-hint-padding", "src/mldsa/mldsa_encode.c", "        if (in[next] != 0)", "        if (0)",
               SIGVER),
        Mutant("mldsa-hint-count", "src/mldsa/mldsa_encode.c", "if (end < next || end > omega)", "if (end > omega)",
               WYCHEPROOF),
        Mutant("mldsa-z-bound", "src/mldsa/mldsa_verify.c",
               "if (poly->exceeds(ws.z + 256 * j, set->gamma1 - ctx->beta))",
               "if (0)", WYCHEPROOF),
        Mutant("mldsa-bad-key", "src/mldsa/mldsa_sign.c", "    if (bad)\n        return NEOSIG_ERR_KEY;\n    me->s",
               "    me->s", ctest("mldsa-scheme")),
        Mutant("pair-secret", "src/api/keys.c", "unsigned apart = neosig_differ(sk, made_sk, alg->secret_key_bytes);",
               "unsigned apart = 0;", PAIRS, "NEOSIG_ERR_KEY"),
        Mutant("pair-public", "src/api/keys.c",
               "apart |= neosig_differ(given_pk, made_pk, alg->public_key_bytes);", ";", PAIRS, "NEOSIG_ERR_KEY"),
        Mutant("signed-other-pair", "src/api/stream.c", " || memcmp(begun, hash, bytes) != 0", "", OPERATIONS,
               "NEOSIG_ERR_SIGNATURE"),
        Mutant("mldsa-pair", "src/mldsa/mldsa_keygen.c", "    if (bad)\n        return NEOSIG_ERR_KEY;\n", "",
               ctest("mldsa-scheme"), "mldsa_remake"),
        Mutant("haetae-pair", "src/haetae/haetae_keygen.c", "if (bad || derive(ctx, &w, 1))",
               "if ((void)derive(ctx, &w, 1), bad)", HAETAE_SCHEME, "haetae_remake"),
        Mutant("falcon-pair", "src/falcon/falcon_scheme.c",
               "neosig_error error = neosig_falcon_check_secret_key(&ctx, sk, workspace);",
               "neosig_error error = NEOSIG_OK; (void)workspace;", PAIRS, "NEOSIG_ERR_KEY"),
        Mutant("gf16-stores-swapped", "src/gf/gf16_portable.c",
               "neosig_gf16_store(dst.at + r, low);\n            neosig_gf16_store(dst.at + pairs + r, high);",
               "neosig_gf16_store(dst.at + pairs + r, high);\n            neosig_gf16_store(dst.at + r, low);",
               ctest("gf16", target="test-unit"), "transpose_pairs"),
        Mutant("snova-excess", "src/snova/snova_sign.c",
               "const size_t g = neosig_snova_rows_bytes(neosig_gf16_round(ctx->w_lanes), ctx->O);",
               "const size_t g = neosig_snova_rows_bytes(ctx->w_lanes, ctx->O);",
               fences("snova-i-b-aes", "avx2"), "transpose"),
        Mutant("haetae-excess", "src/haetae/haetae_hyperball.c", "neosig_carve(arena, all * SIGN_BYTES)",
               "neosig_carve(arena, all * SIGN_BYTES - 1)", fences(HAETAE, "portable"), "neosig_haetae_hyperball"),
        Mutant("hawk-excess", "src/hawk/hawk_verify.c", "w->x1 = neosig_carve(&arena, 4 * ctx->n);",
               "w->x1 = neosig_carve(&arena, 4 * ctx->n - 4);", fences(HAWK, "portable"), "hawk"),
        Mutant("ntru-excess", "src/ntru/ntru_solve.c", "me->residues[p] = neosig_carve(&arena, 4 * n);",
               "me->residues[p] = neosig_carve(&arena, 4 * n - 4);", fences(HAWK, "portable"), "ntru"),
        Mutant("snova-padding", "src/snova/snova_encode.c", "odd && sig[", "0 && odd && sig[", SNOVA_FLIPS,
               "NEOSIG_ERR_SIGNATURE"),
        Mutant("snova-bad-key", "src/snova/snova_prepare.c", "error == NEOSIG_OK && different != 0", "0", SNOVA_FLIPS,
               "NEOSIG_ERR_KEY"),
        Mutant("snova-short-compare", "src/snova/snova_verify.c", "memcmp(w.image, w.target, ctx->o * ctx->lr)",
               "memcmp(w.image, w.target, 2)", SNOVA_FLIPS, "accepted"),
        Mutant("haetae-end-state", "src/haetae/haetae_rans.c", "return x == LOWEST && from.at == bytes ? 0 : -1;",
               "return from.at == bytes ? 0 : -1;", HAETAE_RANS, "unpack"),
        Mutant("haetae-end-bytes", "src/haetae/haetae_rans.c", "return x == LOWEST && from.at == bytes ? 0 : -1;",
               "return x == LOWEST ? 0 : -1;", HAETAE_RANS, "unpack"),
        Mutant("haetae-first-state", "src/haetae/haetae_rans.c", "if (x < LOWEST || x >= LOWEST << 8)",
               "if (x < LOWEST)", HAETAE_RANS, "unpack"),
        Mutant("haetae-first-state-low", "src/haetae/haetae_rans.c", "if (x < LOWEST || x >= LOWEST << 8)",
               "if (x >= LOWEST << 8)", HAETAE_RANS, "unpack"),
        Mutant("haetae-padding", "src/haetae/haetae_rans.c", "        padding |= sig[i];", "        padding = 0;",
               HAETAE_RANS, "unpack"),
        Mutant("haetae-range", "src/haetae/haetae_rans.c", "bad |= (uint32_t)((symbol - h_cut - 1) & above);", "",
               HAETAE_RANS, "pack"),
        # Of the Gaussian: known answers see none of them.
        Mutant("haetae-nearest", "src/haetae/haetae_poly_plain_body.h",
               "neosig_wide_right(neosig_wide_multiply_signed(a, b), 64)",
               "neosig_wide_right(neosig_wide_add(neosig_wide_multiply_signed(a, b), "
               "neosig_wide_of(UINT64_C(1) << 63)), 64)", HAETAE_POLY, "same"),
        Mutant("haetae-nearest-candidates", "src/haetae/haetae_poly_plain_body.h",
               "neosig_wide_right(neosig_wide_multiply_signed(a, b), 64)",
               "neosig_wide_right(neosig_wide_add(neosig_wide_multiply_signed(a, b), "
               "neosig_wide_of(UINT64_C(1) << 63)), 64)", HAETAE_CANDIDATES, "oracles"),
        Mutant("haetae-coefficient", "src/haetae/haetae_poly_plain_body.h", "281474976710657", "281474976710656",
               HAETAE_POLY, "same"),
        Mutant("haetae-coefficient-candidates", "src/haetae/haetae_poly_plain_body.h", "281474976710657",
               "281474976710656", HAETAE_CANDIDATES, "oracles"),
        Mutant("haetae-tie", "src/haetae/haetae_poly_plain_body.h", "u[0][i] = (uint32_t)low & 0x7fffffff;",
               "u[0][i] = (uint32_t)low & 0x7ff80000;", HAETAE_POLY, "same"),
        Mutant("haetae-neon-tie", "src/haetae/haetae_poly_neon.c", "for (size_t j = 1; j < HAETAE_NUMBER_BYTES; j++)",
               "for (size_t j = 3; j < HAETAE_NUMBER_BYTES; j++)", HAETAE_POLY_ARM, "same"),
        Mutant("haetae-magnitude", "src/haetae/haetae_poly_plain_body.h",
               "(high << 48 | low >> 16) + (low >> 15 & 1);", "((high << 48 | low >> 16) + (low >> 15 & 1)) & INT64_MAX;",
               HAETAE_POLY, "same"),
        Mutant("haetae-neon-scale", "src/haetae/haetae_poly_neon.c", "x1 = vuzp2q_u32(a, b);",
               "x1 = vandq_u32(vuzp2q_u32(a, b), vdupq_n_u32(INT32_MAX));", HAETAE_POLY_ARM, "same"),
        Mutant("haetae-zero", "src/haetae/haetae_poly_plain_body.h", "under & (not_zero | v) & 1", "under & 1",
               HAETAE_POLY, "same"),
        Mutant("haetae-entry", "src/haetae/haetae_poly_tables.h", "148577832, 357229945,", "148577833, 357229945,",
               HAETAE_POLY, "digest"),
        Mutant("haetae-neon-entry", "src/haetae/haetae_gaussian_tables.h", "0, 102, 10, 255, 222, 129,",
               "0, 103, 10, 255, 222, 129,", HAETAE_POLY_ARM, "c.sample"),
        Mutant("haetae-mask", "src/haetae/haetae_poly_plain_body.h", "(uint32_t)(high << 2 | low >> 62) & 0x1fffff",
               "(uint32_t)(high << 2 | low >> 62)", HAETAE_POLY, "c.sample"),
        Mutant("haetae-neon-mask", "src/haetae/haetae_poly_neon.c",
               "vandq_u8(u[HAETAE_NUMBER_BYTES - 1], vdupq_n_u8(7))", "u[HAETAE_NUMBER_BYTES - 1]", HAETAE_POLY_ARM, "c.sample"),
        Mutant("haetae-left-over", "src/haetae/haetae_hyperball.c", "memcpy(from, from + used, over);",
               "memcpy(from, from + bytes - over / 2, over / 2);", HAETAE_SAMPLES, "oracles"),
        Mutant("haetae-avx2-index", "src/haetae/haetae_poly_avx2.c", "_mm256_adds_epu8(at, _mm256_set1_epi8(112))",
               "_mm256_adds_epu8(at, _mm256_set1_epi8(111))", HAETAE_POLY_X86, "c.sample"),
        Mutant("haetae-older", "src/haetae/haetae_verify.c", "if (norm > ctx->set->b2_squared)",
               "if (norm > ctx->set->b1_squared / 2)", HAETAE_OLDER, "neosig_verify"),
        Mutant("haetae-norm", "src/haetae/haetae_verify.c", "if (norm > ctx->set->b2_squared)", "if (0)", HAETAE_SCHEME,
               "neosig_haetae_verify"),
        Mutant("haetae-short-compare", "src/haetae/haetae_verify.c", "memcmp(c, expected, sizeof c)",
               "memcmp(c, expected, 1)", HAETAE_SCHEME),
        Mutant("haetae-bad-key", "src/haetae/haetae_sign.c",
               "        if (transform_secrets(ctx, me.w.s_hat, &parts))\n            return NEOSIG_ERR_KEY;",
               "        transform_secrets(ctx, me.w.s_hat, &parts);", HAETAE_SCHEME, "NEOSIG_ERR_KEY"),
        Mutant("hawk-padding", "src/hawk/hawk_encode.c", "        any |= in[i];\n    return any == 0;",
               "        (void)in[i];\n    return any == 0;", HAWK_SCHEME, "refused"),
        Mutant("hawk-many-zeros", "src/hawk/hawk_encode.c", "any >> (code.size - code.low) != 0 || ", "", HAWK_SCHEME,
               "refusal"),
        Mutant("hawk-symmetry", "src/hawk/hawk_verify.c", "return neosig_hawk_begins_positive(t1, ctx->n);",
               "return 1;", HAWK_SCHEME, "refused"),
        Mutant("hawk-norm-ignored", "src/hawk/hawk_verify.c", "trace[0] >> (ctx->logn - 1) <= ctx->set->most_norm",
               "1", HAWK_SCHEME, "refused"),
        Mutant("hawk-traces-ignored", "src/hawk/hawk_verify.c", "return make_t0(ctx, &w, w.x1, h) && is_short(",
               "return make_t0(ctx, &w, w.x1, h) || is_short(", HAWK_SCHEME),
        Mutant("hawk-refused-seed", "src/api/keys.c", "return error == NEOSIG_ERR_RANDOM ? NEOSIG_ERR_ATTEMPTS : error;",
               "return error;", HAWK_SCHEME, "NEOSIG_ERR_ATTEMPTS"),
        Mutant("hawk-tie", "src/ntru/ntru_plain_body.h", "((uint64_t)x[i] + 0x80000000u) >> 32",
               "((uint64_t)x[i] + 0x7fffffffu) >> 32", ctest("ntru-kernels")),
        Mutant("hawk-borrow", "src/hawk/hawk_kernels_plain_body.h", "(v_high - entry_high - borrow) >> 31",
               "(v_high - entry_high) >> 31", HAWK_KERNELS),
        Mutant("hawk-neon-borrow", "src/hawk/hawk_kernels_neon.c", "vaddq_u16(vsubq_u16(high, entry_high), narrow(below))",
               "vsubq_u16(high, entry_high)", HAWK_KERNELS_ARM),
        Mutant("falcon-bound", "src/falcon/falcon_verify.c", "norm <= ctx->set->bound &&",
               "norm <= ctx->set->bound + 1 &&", FALCON_BOUNDS, "expected"),
        Mutant("falcon-bound-exclusive", "src/falcon/falcon_verify.c", "norm <= ctx->set->bound &&",
               "norm < ctx->set->bound &&", FALCON_BOUNDS, "expected"),
        Mutant("fndsa-largest-s1", "src/falcon/falcon_verify.c", " && longest <= ctx->most_s1;", " && longest <= 6144;",
               FALCON_BOUNDS, "most_s1"),
        Mutant("fndsa-largest-s2", "src/falcon/falcon_numbers.c", "bad |= (int16_t)(NEOSIG_FNDSA_MOST - size)",
               "bad |= (int16_t)(NEOSIG_FNDSA_MOST + 1 - size)", FALCON_KERNELS, "bad == 0"),
        Mutant("fndsa-key-hash", "src/falcon/falcon_scheme.c",
               "        neosig_falcon_pack_key_hash(&ctx, again, pk);", "        (void)again;", FALCON_SCHEME, "ERR_KEY"),
        Mutant("fndsa-attempts", "src/falcon/falcon_sign.c", "#define ATTEMPTS_FNDSA 27", "#define ATTEMPTS_FNDSA 28",
               ctest("falcon-attempts"), "attempts == most"),
        Mutant("fndsa-lost-word", "src/ntru/ntru_fixed.c", "            return FAILED;", "            continue;",
               ctest("fn-dsa-512-pre-tries", target="test-ntru-oracles"), "tries"),
        Mutant("falcon-sign-bound", "src/falcon/falcon_sign.c", "(unsigned)((ctx->set->bound - norm) >> 63)",
               "(unsigned)((ctx->set->bound + 1 - norm) >> 63)", FALCON_BOUNDS, "norm_of_signature"),
        Mutant("falcon-determinant", "src/falcon/falcon_sign.c", "    bad |= is_another_determinant(",
               "    (void)is_another_determinant(", FALCON_BOUNDS, "signs"),
        Mutant("falcon-long-g", "src/falcon/falcon_sign.c",
               "        bad |= (int16_t)(127 - balanced) | (int16_t)(127 + balanced);\n", "", FALCON_BOUNDS, "signs"),
        Mutant("falcon-leaves", "src/falcon/falcon_tree.c",
               "ctx->logn == 9 ? UINT64_C(0x3fe90ad9919b54fe) :", "ctx->logn == 9 ? UINT64_C(0x3fe90ad9919b54ff) :",
               FALCON_BOUNDS, "leaves_are_good"),
        Mutant("falcon-public-range", "src/falcon/falcon_numbers.c", "(int16_t)(NEOSIG_FALCON_Q - 1 - h[i]);",
               "(int16_t)(NEOSIG_FALCON_Q - h[i]);", FALCON_SCHEME, "no_public_key"),
        Mutant("fndsa-public-range", "src/falcon/falcon_numbers.c", "(int16_t)(NEOSIG_FALCON_Q - 1 - h[i + j]);",
               "(int16_t)(NEOSIG_FALCON_Q - h[i + j]);", FALCON_SCHEME, "no_public_key"),
        Mutant("falcon-secret-range", "src/falcon/falcon_encode.c", "            bad |= value + most;\n", "",
               FALCON_BOUNDS, "unpack_secret_key"),
        Mutant("falcon-norm-ignored", "src/falcon/falcon_verify.c", "norm <= ctx->set->bound &&",
               "norm <= UINT64_MAX &&", FALCON_SCHEME),
        Mutant("falcon-minus-zero", "src/falcon/falcon_numbers.c",
               "(NEOSIG_FALCON_MOST_S2 - size) | (int16_t)(size + minus);", "(NEOSIG_FALCON_MOST_S2 - size);",
               FALCON_SCHEME, "refused|ERR_SIGNATURE"),
        Mutant("fndsa-minus-zero", "src/falcon/falcon_numbers.c",
               "(NEOSIG_FNDSA_MOST - size) | (int16_t)(size + minus);", "(NEOSIG_FNDSA_MOST - size);",
               FALCON_SCHEME, "refused|ERR_SIGNATURE"),
        Mutant("falcon-padding", "src/falcon/falcon_encode.c",
               "for (size_t i = at; i < 8 * bytes; i = (i | 7) + 1)", "for (size_t i = at; i < at; i++)", FALCON_SCHEME,
               "refused|ERR_SIGNATURE"),
        Mutant("falcon-fused", "src/fft/reals_arithmetic_body.h", "    REALS_ROUNDED(product);\n", "", CONTRACTION),
        Mutant("falcon-three-products", "src/fft/complexes_body.h",
               "        reals_add(reals_multiply(a.re, b.im), reals_multiply(a.im, b.re)),",
               "        reals_sub(reals_multiply(reals_add(a.re, a.im), reals_add(b.re, b.im)),\n"
               "                  reals_add(reals_multiply(a.re, b.re), reals_multiply(a.im, b.im))),", FALCON_KERNELS),
        Mutant("falcon-order", "src/falcon/falcon_tree_body.h",
               "    const complexes inverse = complexes_scale(a, reals_reciprocal(complexes_norm(a)));"
               " /* its adjoint */\n"
               "    const complexes l = complexes_multiply_adjoint(inverse, b);",
               "    const complexes l = complexes_scale(complexes_multiply_adjoint(a, b),"
               " reals_reciprocal(complexes_norm(a)));", FALCON_KERNELS),
        Mutant("falcon-block-order", "src/falcon/falcon_block_body.h",
               "reals_add(*t0, multiply_one(reals_sub(*t1, z), reals_load(l10)))",
               "reals_sub(reals_add(*t0, multiply_one(*t1, reals_load(l10))), multiply_one(z, reals_load(l10)))",
               FALCON_BLOCK),
        Mutant("hawk-primes", "src/ntru/ntru_internal.h", "set->logn - depth + 31u + set->bits[depth] + 2",
               "set->logn - depth + set->bits[depth] + 2", HAWK_BABAI),
        Mutant("falcon-babai", "src/ntru/ntru_float.c",
               "        fft->add(FG[1], FG[1], FG[0], logn);\n"
               "        fft->multiply_self_adjoint(FG[1], FG[1], inverse_norm, logn);",
               "        fft->multiply_self_adjoint(FG[0], FG[0], inverse_norm, logn);\n"
               "        fft->multiply_self_adjoint(FG[1], FG[1], inverse_norm, logn);\n"
               "        fft->add(FG[1], FG[1], FG[0], logn);", FALCON_BABAI),
        Mutant("rainbow-short-compare", "src/rainbow/rainbow_verify.c",
               "    for (size_t i = 0; i < ctx->m_bytes; i++)\n        difference |= y[i];",
               "    for (size_t i = 0; i < 1; i++)\n        difference |= y[i];", ctest("rainbow-flips")),
        Mutant("key-scrypt-memory", "key/kdf.c", "p <= MOST_REST && product_is_bounded(r, p + 2, MOST_REST / 128)",
               "p <= MOST_REST", KEY_HOSTILE, "too_much|says"),
        Mutant("key-pbkdf2-work", "key/kdf.c", "return iterations <= MOST_ITERATIONS;", "return iterations < 100000000;",
               KEY_HOSTILE, "too_much|says"),
        Mutant("key-digest", "key/key_read.c", "!neosig_attributes_match(digest, key)", "0", KEY_HOSTILE,
               "misled|NEOSIG_OK"),
        Mutant("key-digest-type", "key/attributes.c", "if (same < bytes / 2)", "if (same < bytes)", KEY_HOSTILE,
               "misled|NEOSIG_OK"),
        Mutant("overlap-last-byte", "src/core/region.c", "first_b - first_a < a->bytes",
               "first_b - first_a + 1 < a->bytes", CHECKS, "test_overlap|expected|apart"),
        Mutant("generator-failure", "src/core/entropy.c", "    neosig_wipe(out, bytes);\n    return NEOSIG_ERR_RANDOM;",
               "    return NEOSIG_OK;", CHECKS, "NEOSIG_ERR_RANDOM"),
        Mutant("mldsa-generator-failure", "src/mldsa/mldsa_sign.c", "error = neosig_draw(source, rnd, sizeof rnd);",
               "(void)neosig_draw(source, rnd, sizeof rnd);", OPERATIONS, "source.calls"),
    ],
}

MUTANTS = [dataclasses.replace(mutant, kind=kind) for kind, mutants in TABLE.items() for mutant in mutants]
