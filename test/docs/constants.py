"""Figures of the documents that the sources define: constants, dimensions of the rows, what tests are asked to do."""
import math
import re

import bound
import prove
import schemes
from reading import ROOT, found, number, prose, read, spoken

README, CONTRIBUTING, PACKAGING, RESULTS = "README.md", "CONTRIBUTING.md", "packaging/README.md", "results/README.md"
OPENSSL, SECURITY, DESIGN, PYTHON = "docs/openssl.md", "docs/security.md", "docs/design.md", "bindings/python/README.md"
QUICKSTART, API, SETS, FORMATS = "docs/quickstart.md", "docs/api.md", "docs/sets.md", "docs/formats.md"
MULTIVARIATE = "docs/multivariate.md"
WORDS = dict(zip(range(2, 11), "two three four five six seven eight nine ten".split()))
# Times, written by test/openssl/cost.sh and test/openssl/handshakes.sh.
COST = r"## (?:What it costs to be loaded .*?(?=## Parameters)|Handshakes a second .*?(?=## Why not))"
# Standards, fields, platforms and what others wrote. In the documents below no other number stands outside of the
# parts that are compared.
NAMES = [r"FIPS \d+", r"RFC \d+", r"PKCS #?\d+", r"GF\(\d+\)", r"neosig\(1\)", r"TLS 1\.3", r"level \d",
         r"ePrint 20\d\d/\d+"]
# test/docs/versions.py compares these.
SCHEMES = "|".join(re.findall(r"^ +title: (.*)\n +version:", read("CITATION.cff"), re.M))
VERSIONS = rf"(?:{SCHEMES}) \d[\d.-]*(?: and \d\.\d)?"
NO_FIGURES = {
    # Debian's compilers, and compilers that were tried by hand.
    README: [VERSIONS, r"In November 2026 GCC [\d.]+, Clang [\d.]+ and Clang [\d.]+ were",
             r"Debian 12: GCC \d+, Clang \d+", r"Hansung University, 20\d\d"],
    CONTRIBUTING: [r"(?<=[.:s] )\d\. ", r"EOR3"],  # the numbers of steps; an instruction
    # Flags, the numbers of notes, formats, versions of OpenSSL: versions() sees that these were tried.
    OPENSSL: [r"\| [01]: ", r"\(\d\)", r" \d\. (?=[\"V37])", r"Version 2 of", r"November 2026", r"16 MiB", r"100 KiB",
              COST, r"(?<![\w.])[34]\.\d+(?:\.\d+)?(?![\w.]*\w)"],
    SECURITY: [VERSIONS, r"[Rr]ound(?:-| )\d(?:\.\d)?", r"modulo 2,", r"sampling\", 2020", r"mldsa-native 2\.0",
               r"0 alarms", r"algorithms 41 and 42", r"arXiv [\d.]+", r"p = 1/\d+", r"\(1 - p\)\^n"],
    # Formulas and degrees.
    DESIGN: [VERSIONS, r"[Rr]ound [13]\b", r"\+ 1\) / 2", r"F16\[S\]", r"16\^l", r"(?<!\w)2 l - 1", r"q = 1 ", r"towards 0",
             r"[Dd]epths 0 and 1 ", r"Level k has degree 2\^k", r"Depth d has degree n / 2\^d",
             r"16 lanes: what a vector of 128 bits holds"],
    QUICKSTART: [],
    # What others read and take.
    FORMATS: [r"November 2026 OpenSSL [\d.]+ and Bouncy Castle [\d.]+ read", r"cryptography [\d.]+ does not",
              r"version [12]\b", r"what \w+ takes \| 2\^\d+ \| 8 \| 1 \| \d+ [MG]iB", r"more than 32 MiB",
              r"RustCrypto's pkcs5", r"2026 OpenSSL [\d.]+ and the Python package cryptography [\d.]+ refused"],
    API: [r"Only 0 is", r"returns 0 by", r"sets of levels 3 and 5"],
    SETS: [r"2\^64 messages", r"SNOVA's round 1 ", r"[Rr]ound [23]", r"At a clock of 2 GHz 2,000 M cycles are a second"],
    MULTIVARIATE: [r"round 3"],
    PACKAGING: [r"Conan 2 ", r"run on Debian 12", r"until 1\.0"],
    RESULTS: [r"Raspberry Pi 5", r"Linux 5\.17 or later", r"from OpenSSL 3\.5 on", r": 1 is all"],
    # What cffi supports; what was tried by hand.
    PYTHON: [r"3\.1[34]t", r"from 3\.14 on", r"November 2026"],
}
COMPLETE = tuple(NO_FIGURES)


def size(name, column):
    """A size in docs/sets.md: 0 the public key, 1 the secret key, 2 the signature."""
    return number(rf"\n\| `{name}` \| \d (?:\| [\d,]+ ){{{column}}}\| ([\d,]+) \|", SETS)


def version():
    return found(r"#define NEOSIG_VERSION \"([\d.]+)\"", read("include/neosig/neosig.h"))


def mldsa_rows():
    """{name: (k, l, eta, omega, log2 gamma1)}"""
    rows = re.findall(r'ML_DSA\("([\w-]+)", \d, "[\d.]+", (\d), (\d), (\d), \d+, (\d+), 1 << (\d+)',
                      read("src/mldsa/mldsa_params.c"))
    return {name: tuple(map(int, row)) for name, *row in rows}


# ---- README, CONTRIBUTING and what else is about the tree

def tree():
    first = [*schemes.sets(r"\w+"), found(r"APPEND kat_first (\w+)", read("test/kat/tests.cmake"), plant=False)]
    bits = found(r"bits\[\] = \{0, (\d+), (\d+), (\d+), (\d+), (\d+)\}", read("src/api/names.c"))
    *most, last = (f"2^{n}" for n in bits)
    yield SETS, f"{', '.join(most)} and {last} classical gates for levels 1 to {len(bits)}"
    uov = re.sub(r'"\s+"', "", read("src/uov/uov_params.c"))
    margins = [found(rf'LEVEL\("{name}".*\s+FURUE "2\^[\d.]+: a margin of ([\d.]+) bits"', uov) for name in ("Ip", "V")]
    yield SETS, f"on `uov-Ip` costs {margins[0]} bits more than the level asks, on `uov-V` {margins[1]} bits more."
    count = found(r"by a collision, about 2\^([\d.]+) by ", uov)
    remark = found(r"collision = \{0, \"([\d-]+)\"", uov)
    yield SETS, (f"count 2^{count} gates for a forgery by a collision, where NIST asks for 2^{bits[0]}, and a remark of "
                 f"{remark} counts a few bits less.")
    enlarged = {found(r'"3", "(\d+)-', read(f"src/{scheme}/{scheme}_params.c")) for scheme in ("uov", "mayo")}
    yield SETS, f"their designers enlarged the sets in {' and '.join(enlarged)}, after new attacks"
    yield README, f"the library must give the known answers of {WORDS[len(first)]} sets"
    macos = number(r"aarch64-macos\.(\d+)\.0", "tools/ports.sh")
    yield README, f"| macOS {macos}, 64-bit Arm | zig's Clang |"
    vectors = number(r"vectors LESS (\d+)", "test/kat/tests.cmake")
    yield CONTRIBUTING, f"digests of at least {vectors} vectors"
    standard = number(r"CMAKE_C_STANDARD (\d+)", "CMakeLists.txt")
    columns = number(r"ColumnLimit: (\d+)", ".clang-format")
    layout = number(r"so only (\d+) is asked", "test/docs/layout.sh")
    yield CONTRIBUTING, f"- C{standard}, {columns} columns, clang-format {layout} with"
    yield CONTRIBUTING, f"At most {stack(1)} KiB of stack in any call"
    major, minor, _ = map(int, version().split("."))
    yield CONTRIBUTING, f"`libneosig.so.{major}.{minor + 1}` after `{major}.{minor}`"
    for part in ("| Debian: `{}`, ", "runs it with `{}` |", "so they need no `{}`.", "The name `{}` is that",
                 "`debian/{}.symbols` lists"):
        yield PACKAGING, part.format(f"libneosig{major}.{minor}")
    conan = found(r'"gcc": "(\d+)", "clang": "(\d+)"', read("packaging/conan/conanfile.py"))
    assert conan[0] == conan[1], conan
    yield PACKAGING, f"with GCC or Clang from version {conan[0]}: what"
    good, invalid = found(r"EXIT_GOOD = (\d), EXIT_INVALID = (\d)", read("apps/app.h"))
    yield QUICKSTART, f"the exit status: {good} for a good signature, {invalid} for any other."
    yield API, f"`neosig_mu` makes the {mu()} bytes that are signed"
    most = int(found(r"\nMOST = ([\d_]+)", read("bench/report.py")).replace("_", ""))
    yield RESULTS, f"It stays below {most / 10 ** 6:g} MB:"
    assert {found(r"if \(share < (0\.\d+)\)", read("apps/speed.c")),
            found(r'd\["cpu_share"\] < (0\.\d+)', read("bench/report.py"))} == {"0.9"}  # nine tenths


def formats():
    pem, pbes2 = read("key/pem.c"), read("key/pbes2.c")
    fingerprint = number(r"uint8_t fingerprint\[(\d+)\]", "include/neosig/key.h")
    yield f"SHA-256 of its SubjectPublicKeyInfo, {2 * fingerprint} digits |"
    line = found(r"enum { LINE = (\d+) }", pem)
    yield f"base64 (RFC 7468, lines of {line} characters)."
    r = found(r"SCRYPT_R = (\d+)", pbes2)
    yield f"that are written with r = {r} and p = {found(r'format->cost != 0 ?. (.*?) : DEFAULT_P', pbes2)}"
    N, p = (int(found(rf"DEFAULT_{name} = 1 << (\d+)", pbes2)) for name in "NP")
    yield f"| `keygen --encrypt`, `passphrase` | 2^{N} | {r} | {1 << p} | {128 * int(r) << N >> 20} MiB |"


def mu():
    return number(r"uint8_t mu\[(\d+)\]", "include/neosig/neosig.h")


def stack(optimised):
    """KiB that a call may take."""
    return number(rf"OPTIMISED = {optimised}, STACK_LIMIT = (\d+) << 10 ", "test/ct/residue.c")


def python():
    oldest = found(r'requires-python = ">=([\d.]+)"', read("pyproject.toml"))
    yield PYTHON, f"Python {oldest} or later. A wheel"
    callback = found(r"before Python ([\d.]+) a subinterpreter's cannot", read("bindings/python/neosig/_call.py"))
    before = f"3.{int(callback.split('.')[1]) - 1}"
    yield PYTHON, f"do everything from Python {callback} on. On {oldest} to {before} cffi cannot"
    yield PYTHON, f"with a lock of their own** ({callback} and later) cannot"
    rows = int(found(r"check_table\(tmp_path, (\d+_\d+), client\)", read("bindings/python/test/test_table.py")))
    yield PYTHON, f"the table of {rows:,} rows,"
    wheels = read("bindings/python/wheels.py")
    for machine, name in (("x86_64", "x86-64"), ("aarch64", "64-bit Arm")):
        tag, glibc = found(rf'"manylinux_(\w+)_{machine}": \("{machine}-linux-gnu\.([\d.]+)"', wheels)
        assert tag == glibc.replace(".", "_"), tag
        yield PYTHON, f"| Linux, {name} | zig, glibc {glibc} |"
    macos = found(r'"macosx_(\d+)_0_arm64": \("aarch64-macos\.\1\.0"', wheels)
    yield PYTHON, f"| macOS {macos}, 64-bit Arm | zig |"
    wheel = f"neosig-{version()}-cp{oldest.replace('.', '')}-abi3-manylinux_{tag}_x86_64.whl"
    assert set(re.findall(r"neosig-\d[\w.-]*\.whl", read(PYTHON))) == {wheel}, wheel


# ---- The provider

def openssl():
    text = prose(OPENSSL)
    context, rounds = (number(rf"{name} = (\d+)", f"bindings/openssl/{file}.c")
                       for name, file in (("CONTEXT_MOST", "signature"), ("ITERATIONS", "protect")))
    yield OPENSSL, f"a signature | at most {context} bytes, where the set"
    yield OPENSSL, f"the message is the {mu()} bytes of mu (ML-DSA)"
    yield OPENSSL, f"PBKDF2 with {rounds:,} rounds."
    since = number(r"in->version >= (\d+) && \(\(!in->ml_dsa", "bindings/openssl/options.c")
    for scheme in ("ml-dsa", "slh-dsa"):
        yield OPENSSL, f"| `{scheme}` | `no` from {since // 100}.{since % 100} on |"
    tls = read("bindings/openssl/tls.c")
    falcon = int(found(r'"1\.3\.9999\.3\.", (0x\w+)\}', tls), 16) + 11
    begin = [int(found(rf'\{{NEOSIG_OID_ARC "{arc}\.", (0x\w+)\}}', tls), 16) + 1 for arc in (1, 3, 4, 5, 7, 8)]
    points = [f"0x{point:04X}" for point in begin]
    same = int(found(r'"1\.3\.9999\.9\.", (0x\w+)\}', tls), 16)
    numbers = re.findall(r'OQS\("(\d)"\)', read("src/uov/uov_params.c"))
    yield OPENSSL, (f"oqs-provider, 0x{falcon:X} for `falcon-512`, and so are those of `uov-Is-classic`, `uov-Is-pkc` "
                    f"and `uov-Is-pkc-skc`: {spoken([f'0x{same + int(n):X}' for n in numbers])}. Those of SNOVA, "
                    f"Dilithium, HAETAE, FN-DSA, the other sets of UOV, and MAYO begin at {spoken(points)} in")
    slh_dsa, ml_dsa = standard_points()
    yield OPENSSL, f"ML-DSA's are IANA's: {', '.join(ml_dsa)}."
    yield OPENSSL, f"draft-reddy-tls-slhdsa: {slh_dsa[0]} to {slh_dsa[5]} for `slh-dsa-sha2-128s`, "
    yield OPENSSL, f" and {slh_dsa[6]} to {slh_dsa[11]} for `slh-dsa-shake-128s` to `slh-dsa-shake-256f`."
    peer = found(r"commit (\w+) of", read("test/openssl/oqs-code-points.txt"))
    yield OPENSSL, f"(oqs-provider at commit {peer})"
    yield from ((OPENSSL, part) for part in versions(text))


def standard_points():
    """The code points of SLH-DSA and ML-DSA."""
    bases = found(r"first=\$\(\((0x\w+) - 20\)\) \|\| first=\$\(\((0x\w+) - 17\)\)", read("test/openssl/points.sh"))
    return [[f"0x{int(base, 16) + i:04X}" for i in range(count)] for base, count in zip(bases, (12, 3))]


def versions(text):
    """What was tried, and the table of what works by what the scripts ask of each version."""
    newer = found(r"OpenSSL of Debian \d+ \(([\d.]+)\)", read("tools/newer-openssl.sh"))
    yield f"`make test-all` tries 3.0, as Debian 12 has it, and {newer};"
    tried = re.findall(r"\d+\.\d+\.\d+", found(r"It was tried on x86-64 with OpenSSL (.*?), and on AArch64", text))
    known = {re.match(r"\d+\.\d+", v)[0] for v in tried}
    columns = [["3.0", "3.1"], ["3.2", "3.3"], ["3.4"], ["3.5", "3.6"], ["4.0"]]
    assert known == set(sum(columns, [])), known
    yield "| | " + " | ".join(", ".join(column) for column in columns) + " |"
    tls, x509 = read("test/openssl/tls.sh"), read("test/openssl/x509.sh")
    asked = r"if (?:! )?at_least ([\d.]+); then"
    level = found(asked + r"\s+# shellcheck disable=SC2086\s+ossl verify -auth_level", x509)
    cms, plain = found(asked + r"\s+good_cms -md sha512\s+" + asked + " good_cms -noattr", x509)
    certificates = found(asked + r"\s+make_pair", tls)
    names = found(asked + r"\s+good_shake", tls)

    def row(what, say):
        return f"| {what} | " + " | ".join(say(*map(parse, (column[0], column[-1]))) for column in columns) + " |"

    def from_on(first, no, yes="yes"):
        return lambda least, most: yes if least >= parse(first) else no
    yield row("`verify -auth_level` above 0, of a chain", from_on(level, "no (1)"))
    yield row("`cms -sign -md sha512`, with attributes", from_on(cms, "no (2)"))
    yield row("`cms -sign -md sha512 -noattr`", lambda least, most: "yes (5)" if least >= parse(plain) else
              "no (4)" if least >= parse(cms) else "no (3)")
    yield row("TLS 1.3, certificates of servers and clients", from_on(certificates, "no (6)"))
    yield row("`-sigalgs falcon512:...`, `SSL_CTX_set1_sigalgs_list`", lambda least, most: "yes" if least >= parse(
        names) else f"from {names} on (7)" if most >= parse(names) else "no (6)")
    # A version that is named, was tried.
    emulated = found(r", and on AArch64, under qemu, with ([\d.]+),", text)
    for name in re.findall(r"(?<![\w.])[34]\.\d+(?:\.\d+)?(?![\w.]*\w)", re.sub(f"`[^`]*`|{COST}", "", text)):
        assert name in {*tried, *known, emulated}, f"OpenSSL {name} is in {OPENSSL} and was not tried"


def parse(name):
    return [int(part) for part in name.split(".")]


# ---- Security

def security():
    yield f"| at most {stack(1)} KiB of stack ({stack(0)} without optimisation), what"
    _, _, eta, _, gamma1 = mldsa_rows()["ml-dsa-65"]
    yield f"`ml-dsa-65` (eta = {eta}, masks of {gamma1 + 1} bits, the other gamma2)"
    cmake = read("test/ct/tests.cmake")
    usual = number(r'"--repeated", type=int, default=(\d+)', "test/ct/trace.py")
    gf256 = found(r"--sets rainbow-III-classic --operations \S+ --secrets (\d+)\s", cmake)
    yield f"| the same | signing with `rainbow-III-classic`, in `neon` | {gf256}, {usual} |"
    quick = found(r"--backends neon-sha3,neon,portable --secrets (\d+) --jobs", cmake)
    yield f"| `make ct` | quick, in `neon-sha3`, `neon` and `portable` | {quick}, {usual} |"
    every = found(r"COMMAND \$\{trace\} --secrets (\d+) --jobs", cmake)
    yield f"| the same | all | {every}, {usual} |"
    digest = number(r"NEOSIG_SNOVA_KEY_HASH_BYTES (\d+)", "src/snova/snova.h")
    yield f"The last {digest} bytes of a round-3 secret key are the hash"
    yield f"Signing from the {size('snova-i-s', 1)} bytes of the key does not compare"
    digits = number(r"\(in\[i\] - (\d+)\) >> 31", "src/haetae/haetae_poly_plain_body.h")
    yield f"which ones are above {digits - 1} says nothing"
    blocks = number(r"#define S_BLOCKS (\d)", "src/mldsa/mldsa_expand.c")
    once = 1 / later_blocks(blocks)
    about = f"{round(once, -len(str(int(once))) + 1):,.0f}".replace(",", " ")
    yield (f"the XOF blocks that one ML-DSA key in about {about} needs for its short secrets after the first "
           f"{WORDS[blocks]}.")
    yield from proofs()


def later_blocks(blocks):
    """That a key of ml-dsa-65 needs more: half-bytes, of which 9 in 16 are taken, 256 a polynomial."""
    k, l, eta, _, _ = mldsa_rows()["ml-dsa-65"]
    n, p = 2 * 136 * blocks, (2 * eta + 1) / 16
    return (k + l) * sum(math.comb(n, i) * p ** i * (1 - p) ** (n - i) for i in range(256))


def proofs():
    """The ranges of docs/security.md's table, which prove.py prints: those of the programs."""
    eva = {e.name: e for e in prove.EVA}
    rows = [f"({k}, {omega})" for k, _, _, omega, _ in mldsa_rows().values()]
    assert eva["hints"].variants == [f"K={k} OMEGA={omega}" for k, _, _, omega, _ in mldsa_rows().values()]
    yield f"| Frama-C's Eva | any bytes; (k, omega) = {', '.join(rows)} |"
    fields = read("test/prove/exhaustive_fields.c")
    lanes, pairs = found(r"LANES = (\d+), PAIRS = (\d+)", fields)
    batches = found(r"batch <= (\d+);", fields)
    yield f"every pair of scalars and element, {lanes} lanes, 1 to {pairs} pairs, batches up to {batches}; of `pivots`"
    one, few = found(r"shapes\[\] = \{\{(\d+), 256\}, \{(\d+), 256\}, \{MOST, 256\}", fields)
    most = found(r"enum \{ MOST = (\d+),", fields)
    for end in ("; all", ", of `pivots`"):
        yield f"of `combine` in sums of {one}, {few} and {most} products{end}"
    places = number(r"PLACES = (\d+)", "test/prove/exhaustive_regions.c")
    yield f"three pieces of any use within {places} bytes, at"
    alike = number(r"return from \+ \(int32_t\)\(i / (\d+)\)", "test/prove/exhaustive_rounding.c")
    yield f"`mldsa_poly.h`, at every place modulo {alike}; all"
    q = number(r"#define NEOSIG_MLDSA_Q (\d+)", "src/mldsa/mldsa_poly.h")
    of_haetae = number(r"extern const neosig_ntt32 neosig_ntt_(?!8380417)(\d+)_portable", "src/ntt/ntt32.h")
    yield f"transforms modulo {q} (ML-DSA) and {of_haetae} (HAETAE), with the bounds"
    lengths = re.findall(r"neosig_ntt_12289_(\d+)_portable", read("src/ntt/ntt16.h"))
    short = number(r"#define NEOSIG_MOD16_Q (\d+)", "src/ntt/mod16.h")
    yield f"transforms of {', '.join(lengths[:-1])} and {lengths[-1]} numbers modulo {short} (HAETAE, Falcon) likewise"


# ---- Design

def design():
    ntru, internal = read("src/ntru/ntru.h"), read("src/ntru/ntru_internal.h")
    digits = found(r"NEOSIG_NTRU_DIGIT_BITS (\d+)", ntru)
    yield f"those below in rows of digits of {digits} bits"
    most = sorted(set(transformed(int(found(r"NEOSIG_NTRU_PRIMES (\d+)", ntru, plant=False)),
                                  int(found(r"depth\) >= (\d) \* primes", internal, plant=False)))))
    degree = int(found(r"NEOSIG_NTRU_LONG_DEGREE (\d+)", ntru))
    yield (f"(depths 1 to {' or '.join(map(str, most))}). At degrees {degree} and {degree // 2}, where numbers are "
           "longest,")
    candidate = number(r"CANDIDATE_BYTES (\d+)", "src/haetae/haetae_poly.h")
    entries, bits = found(r"integer part, (\d+) numbers of (\d+) bits", read("tools/haetae_tables.py"))
    yield (f"A candidate is {candidate} bytes of a stream. Its first {bits} bits give the integer part x: how many of the "
           f"{entries} entries of a table are below them.")
    blocks = number(r"#define BLOCKS (\d+)", "src/haetae/haetae_hyperball.c")
    yield f"The first {blocks} blocks hold enough candidates"
    q16 = found(r"modulo q = (\d+) in 16-bit lanes", read("src/ntt/ntt16.h"))
    yield f"Products by the challenge are small enough to be exact modulo {q16}, where they fit 16 bits."
    yield f"it is right modulo {q16}, in 16-bit lanes. The reference works modulo another prime."
    primes = [int(p) for p in re.findall(r"\.p = (\d+),", read("src/hawk/hawk_residue_tables.h"))]
    assert len(primes) == 2
    yield f"modulo two primes below 2^{max(primes).bit_length()}. If both"
    yield "numbers of 32 bits whose point moves"
    block = found(r"NEOSIG_FALCON_BLOCK_LEVEL (\d)", read("src/falcon/falcon_kernels.h"))
    yield f"From level {block} down it is kept in tree blocks"
    batch = number(r"NEOSIG_FALCON_BATCH (\d)", "src/falcon/falcon_kernels.h")
    yield f"Candidates of the sampler are made {WORDS[batch]} at a time"
    scheme = read("src/snova/snova_scheme.c")
    beyond, alone = found(r"ctx\.l > (\d) \|\| \(ctx\.l == (\d) && ctx\.v >= NEOSIG_SNOVA_POINTS_LEAST_V\)", scheme)
    yield f"where l > {beyond}, or where l = {alone} and v is large. The values take (2 l - 1) / l times the memory"
    forms = found(r"NEOSIG_SNOVA_FORMS_LEAST_O (\d+)", read("src/snova/snova_thresholds.h"))
    yield f"From o = {forms} on, a product with such a block takes l (l + 1) / 2 products"
    for ways, sets in snova_ways().items():
        yield f"| {', '.join(f'`{name}`' for name in sets)} | {' | '.join(ways)} |"
    table = number(r"uint8_t \w+\[(\d+)\];\n\} neosig_gf16_table", "src/gf/gf16.h")
    yield (f"over GF(16) whose scalars are {table}-byte tables. A look-up yields one byte, and a byte has room for two "
           f"products, so one TBL and one EOR do {2 * table} multiply-accumulates")


def snova_ways():
    """{(way of a prepared key, of two seeds, other products with T): sets without the ends of their names}"""
    ways = {}
    for name, (v, o, l, r, *_) in bound.SNOVA.items():
        if name.endswith(("-ssk", "-aes")):
            way = ("prepared points" if bound.has_values(v, l) else "prepared",
                   "seeds points" if bound.makes_f21(o, l, r) else "seeds",
                   "by forms" if o >= bound.threshold("FORMS_LEAST_O") else "by rows")
            ways.setdefault(way, []).append(name[:-len("-ssk")])
    return ways


def transformed(primes, times):
    """The last depth at which each set's products go modulo so many primes: neosig_ntru_has_fg_hat."""
    sets = [(int(logn), bits) for logn, bits in re.findall(r"\.logn = (\d+),[\s\S]*?\.bits = \{([\d, ]+)\}",
                                                           read("src/hawk/hawk_params.c"))]
    bits = found(r"\.bits = \{([\d, ]+)\}, \.window", read("src/falcon/falcon_keygen.c"), plant=False)
    sets += [(int(logn), bits) for logn in re.findall(r"[={ ]FNDSA\((\d+), ", read("src/falcon/falcon_keygen.c"))]
    assert len(sets) == 5, sets
    for logn, of_depth in sets:
        needed = {d: 2 if d == 1 else -(-(logn - d + 33 + int(b)) // 28) for d, b in enumerate(of_depth.split(","))}
        yield max(d for d, n in needed.items() if d and n <= primes and 1 << logn - d >= times * n)


def program():
    small = 2 ** int(found(r"VERIFICATION_SMALL = 1 << (\d+)", read("apps/verification.h"))) >> 10
    yield API, f"does this with files of at most {small} KiB."
    few, many = found(r'test_set\("slh-dsa-sha2-128s", \d+, (\d+)\);\s+test_set\("slh-dsa-shake-256f", \d+, (\d+)\);',
                      read("test/slhdsa/parts.c"))
    yield API, (f"a workspace has {few} bytes with `slh-dsa-sha2-128s`, and {many} with `slh-dsa-shake-256f`.")
    yield DESIGN, f"signatures of files of at most {small} KiB are verified four at a time"


def parts():
    """[(document, part)]"""
    return [*tree(), *program(), *python(), *openssl(), *((FORMATS, part) for part in formats()),
            *((SECURITY, part) for part in security()),
            *((DESIGN, part) for part in design())]
