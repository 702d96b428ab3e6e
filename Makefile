# make        builds neosig, signs a file with it, and shows its speed beside our plain oracle
# make test   shows in minutes that the build is right: here, under sanitizers, and for AArch64 under qemu
# make help   lists the rest
#
# No target installs packages of the system: sh tools/setup.sh does, for make; sh tools/setup.sh test, for make test and
# make check; sh tools/setup.sh test-all, for all the others but prove, packages and test-browser, which have their own:
# sh tools/setup.sh prove, packages or browser.

BUILD = build
JOBS = $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
MACHINE = $(shell uname -m)
NEOSIG = $(BUILD)/apps/neosig
DEMO_ALG = ml-dsa-65
DEMO = $(BUILD)/demo

MAKEFLAGS += --no-print-directory
CMAKE = cmake
CTEST = ctest --output-on-failure --no-tests=error -j$(JOBS)
# Compilers' results are kept where ccache is installed.
ifneq ($(shell command -v ccache),)
export CMAKE_C_COMPILER_LAUNCHER ?= ccache
endif
NEED = sh tools/setup.sh --check
CLANGS = clang clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14
CLANG = $$(for c in $(CLANGS); do command -v $$c && break; done)
PYTHON = $(CURDIR)/build-python/bin/python

.PHONY: demo build ports test test-rest test-all check quick-native quick-aarch64 quick-sanitize test-configure \
  test-build sanitize-configure arm-configure arm-build test-native test-sanitize test-clang test-aarch64 \
  test-portable test-oldest test-rust test-slow test-browser bench tune report result pull-request ct taint \
  check-figures mutants mutate stack fuzz prove prove-faults python rust-interop dist packages amalgamation install \
  clean help

demo: build
	@rm -rf $(DEMO) && mkdir -p $(DEMO) && cp LICENSE $(DEMO)/file.txt
	$(NEOSIG) keygen $(DEMO_ALG) -o $(DEMO)/demo
	$(NEOSIG) sign -k $(DEMO)/demo.key $(DEMO)/file.txt
	$(NEOSIG) verify -k $(DEMO)/demo.pub $(DEMO)/file.txt
	$(NEOSIG) speed $(DEMO_ALG)

build:
	@$(NEED) build
	$(CMAKE) --preset release -B $(BUILD) -DNEOSIG_BUILD_TESTS=OFF > /dev/null
	$(CMAKE) --build $(BUILD) -j$(JOBS)

ifneq ($(filter $(MACHINE),aarch64 arm64),)
# This machine is 64-bit Arm: the native build is the AArch64 build.
ARM_BUILD = build-test
EMULATOR =
ARM_SIZES = cc size
arm-configure: test-configure
arm-build: test-build
test: quick-native quick-sanitize
test-rest: test-native test-sanitize test-clang test-portable test-oldest fuzz
else
ARM_BUILD = build-aarch64
EMULATOR = qemu-aarch64 -cpu max -L /usr/aarch64-linux-gnu
ARM_SIZES = aarch64-linux-gnu-gcc aarch64-linux-gnu-size \
  -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/aarch64-linux-gnu.cmake
arm-configure:
	@$(NEED) build python arm
	$(CMAKE) --preset aarch64 > /dev/null
arm-build: arm-configure
	$(CMAKE) --build build-aarch64 -j$(JOBS)
test: quick-native quick-sanitize quick-aarch64
test-rest: test-native test-sanitize test-clang test-aarch64 test-portable test-oldest fuzz
endif

# quick,BUILD[,OPTIONS]: the tests of a build with the label quick, and what they need (test/CMakeLists.txt); OPTIONS of
# ctest choose among them.
quick = $(CMAKE) --build $(1) -j$(JOBS) --target quick-tests && $(CTEST) --test-dir $(1) -L '^quick$$' $(2)
quick-native: test-configure
	$(call quick,build-test)
quick-sanitize: sanitize-configure
	$(call quick,build-sanitize)
quick-aarch64: arm-configure
	QEMU_CPU=max $(call quick,$(ARM_BUILD))

# All tests that do not take hours: test-rest is what `make test` leaves out. Their parts, called by themselves, run
# their quick tests too.
test-all: test test-rest
test-rest: export FUZZ_SECONDS ?= 3
test-rest: LESS = |^quick$$
test-rest: export OLDEST ?= native

# The quick tests of one scheme and of the kernels that it uses, here and emulated: make check SCHEME=snova
OF_SCHEME = -L '^($(SCHEME)|$(shell python3 tools/schemes.py kernels "$(SCHEME)"))$$'
check:
	@python3 tools/schemes.py kernels "$(SCHEME)" > /dev/null
	@$(MAKE) test-configure arm-configure
	$(call quick,build-test,$(OF_SCHEME))
	QEMU_CPU=max $(call quick,$(ARM_BUILD),$(OF_SCHEME))

test-configure:
	@$(NEED) build python native
	python=$$(sh tools/python.sh build-python) && \
	  $(CMAKE) --preset release -B build-test -DNEOSIG_WERROR=ON -DNEOSIG_OPENSSL=ON \
	    -DPython3_EXECUTABLE=$$python > /dev/null
test-build: test-configure
	$(CMAKE) --build build-test -j$(JOBS)

test-native: test-build
	$(CTEST) --test-dir build-test -LE 'slow$(LESS)'

sanitize-configure:
	@$(NEED) build python
	$(CMAKE) --preset sanitize > /dev/null

test-sanitize: sanitize-configure
	$(CMAKE) --build build-sanitize -j$(JOBS)
	$(CTEST) --test-dir build-sanitize -LE 'slow|sources|reference$(LESS)'

# Clang warns of other things and compiles the kernels in its own way: their tests, the known answers, what stays in
# memory. The rest is of no compiler, or tells the same again; test-slow has it.
NOT_OF_CLANG = -(all|many)$$|self-test|-(reference|scheme|flips)$$|^(flat|pairs|extremes|key|key-hostile|fft-contraction.*)$$
test-clang:
	@$(NEED) build python clang
	$(CMAKE) --preset clang -DCMAKE_C_COMPILER=$(CLANG) -DNEOSIG_SHARED=OFF -DNEOSIG_INSTRUMENTED=OFF > /dev/null
	$(CMAKE) --build build-clang -j$(JOBS)
	$(CTEST) --test-dir build-clang -LE 'slow|sources|large|cli' -E '$(NOT_OF_CLANG)'

# The second run is on a CPU without the SHA-3 instructions.
test-aarch64: arm-build
	QEMU_CPU=max $(CTEST) --test-dir build-aarch64 -LE 'slow|sources|reference$(LESS)'
	QEMU_CPU=cortex-a53 $(CTEST) --test-dir build-aarch64 -L every-cpu

# The portable code where words are 32 bits, and their first byte is the highest. test-slow has machines with one of the
# two. -O1: it is compiled in a third of the time, and runs almost as fast under emulation.
PORTABLE = powerpc-linux-gnu
test-portable:
	@$(NEED) build portable
	for target in $(PORTABLE); do \
	  $(CMAKE) -B build-$$target -DCMAKE_TOOLCHAIN_FILE=cmake/$$target.cmake -DNEOSIG_WERROR=ON -DNEOSIG_SHARED=OFF \
	    -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 -DNEOSIG_ASSERTIONS=ON -DNEOSIG_BUILD_PROGRAMS=OFF > /dev/null && \
	  $(CMAKE) --build build-$$target -j$(JOBS) --target portable-tests && \
	  $(CTEST) --test-dir build-$$target -LE slow -L '^portable$$' || exit 1; \
	done

# The oldest GCC and Clang that Debian offers, also as cross compilers: the library and a few known answers.
test-oldest:
	@$(NEED) build oldest
	sh tools/oldest.sh build-oldest $(JOBS)

# The Rust crate: its tests with the oldest Rust that it takes, here and for AArch64, its lints, its reference, its
# package built offline. The test `rust` of test-native is a part of this, by the machine's own cargo.
test-rust: test-build arm-build
	sh tools/rust.sh --make build-rust
	sh bindings/rust/check.sh build-rust build-test $(ARM_BUILD)

# Every known answer of every set, every set in every check, all tests with Clang, all known answers on AArch64, the
# comparisons with reference/ also there and under sanitizers: hours.
test-slow: test-native test-sanitize test-clang arm-build
	$(CTEST) --test-dir build-test -L slow
	$(CTEST) --test-dir build-sanitize -L slow -L cli
	$(CTEST) --test-dir build-sanitize -L '^reference$$' -LE slow
	$(CTEST) --test-dir build-clang -LE 'slow|sources'
	QEMU_CPU=max $(CTEST) --test-dir $(ARM_BUILD) -L slow -L kat
	QEMU_CPU=max $(CTEST) --test-dir $(ARM_BUILD) -L '^reference$$' -LE slow
	$(MAKE) test-portable PORTABLE="arm-linux-gnueabihf s390x-linux-gnu"
	OLDEST=cross $(MAKE) test-oldest

# Speed beside our plain oracle; on other machines also exact AArch64 instruction counts.
bench: build
	$(NEOSIG) speed
ifeq ($(filter $(MACHINE),aarch64 arm64),)
	@$(NEED) python arm
	python3 bench/count.py
endif

# A page of plots from results/ and bench/results, build/report.html.
report:
	@$(NEED) python
	python3 bench/report.py

# Whether this CPU is better served by other choices than neosig made.
tune: build
	@$(BUILD)/bench/neosig-tune

# This machine's speed as a file of results/: make result NAME=raspberry-pi-5. With the times of what neosig chose from,
# and with what OpenSSL's speed command says, where there is one. SUDO=sudo measures as root, as which a Mac counts
# cycles.
SUDO =
OPENSSL_SPEED ?= rsa2048 ecdsap256 ed25519 \
  $$(openssl list -signature-algorithms | grep -o 'SLH-DSA-SHA2-128[fs]' | sort -u)
COMMIT = $(shell git describe --always --dirty --abbrev=12 2>/dev/null)
result:
	@[ -n "$(NAME)" ] || { echo "make result NAME=what-the-machine-is" >&2; exit 2; }
	@$(NEED) build
	$(CMAKE) --preset release -B $(BUILD) -DNEOSIG_BUILD_TESTS=OFF -DNEOSIG_COMMIT=$(COMMIT) > /dev/null
	$(CMAKE) --build $(BUILD) -j$(JOBS)
	$(SUDO) $(NEOSIG) speed --json $(SPEED) > results/$(NAME).json.new
	mv results/$(NAME).json.new results/$(NAME).json
	$(SUDO) $(BUILD)/bench/neosig-tune --csv > results/$(NAME).tune.csv
	if command -v openssl > /dev/null; then \
	  openssl speed -seconds 1 $(OPENSSL_SPEED) > results/$(NAME).openssl.txt 2> /dev/null; fi

# Those files as a commit on a branch, and a pull request by GitHub's program gh, which asks for the fork to push to.
pull-request:
	@[ -f "results/$(NAME).json" ] || { echo "make pull-request NAME=..., after make result NAME=..." >&2; exit 2; }
	git switch -c "result-$(NAME)"
	git add results/$(NAME).*
	git commit -m "Measured on $(NAME)"
	@command -v gh > /dev/null || { echo "gh is not installed: push the branch result-$(NAME) to your fork, and open" \
	  "a pull request of it" >&2; exit 1; }
	gh pr create --fill

# The page in a browser: chromium, driven by playwright from PyPI.
test-browser:
	@$(NEED) venv browser
	[ -x build-browser/bin/python ] || python3 -m venv build-browser
	build-browser/bin/python -m pip install --quiet playwright axe-playwright-python
	build-browser/bin/python test/bench/browser.py --screenshots build-browser

# Traces of the AArch64 build on different secrets, its instructions, what it leaves in memory, and where secrets become
# public; all sets. The figures go into docs/security.md.
ct: arm-build
	@$(NEED) python qemu
	$(CMAKE) --build $(ARM_BUILD) -j$(JOBS) --target test-unoptimised
	rm -rf $(ARM_BUILD)/figures
	$(CTEST) --test-dir $(ARM_BUILD) -V -L '^ct-all$$'
	python3 test/ct/figures.py --collect $(ARM_BUILD)/figures $(ARM_BUILD)/libneosig.a

# The native build under valgrind, secrets being undefined memory; all sets. The figures go into docs/security.md.
taint: test-build
	rm -rf build-test/figures
	$(CTEST) --test-dir build-test -V -L '^taint-all$$'
	python3 test/ct/figures.py --collect build-test/figures build-test/libneosig.a

# Before a release: whether the figures in docs/security.md are of this library.
check-figures: test-build arm-build
	python3 test/ct/figures.py --check $(ARM_BUILD)/libneosig.a build-test/libneosig.a

# Faults put into a copy of the library, one at a time: a named check must catch each.
mutants:
	@$(NEED) build python native arm
	python3 test/mutants/mutants.py --self-test
	python3 test/mutants/mutants.py

# Random faults, N of them: the quick tests must notice each, or test/mutants/survivors.txt says why none does. Another
# SEED gives others.
N = 100
SEED = 1
mutate:
	@$(NEED) build python native
	python3 test/mutants/mutate.py --count $(N) --seed $(SEED)

# Memory on a Cortex-M3, peak stack and workspace of every set and operation, and the size of the code of each scheme,
# into docs/memory.md. It takes minutes, and names each set as it comes to it.
stack: arm-build
	@$(NEED) portable
	python3 tools/embedded.py > docs/memory.md.new
	$(EMULATOR) $(ARM_BUILD)/test/test-wipe stack >> docs/memory.md.new
	echo >> docs/memory.md.new
	python3 tools/sizes.py $(ARM_SIZES) >> docs/memory.md.new
	mv docs/memory.md.new docs/memory.md

fuzz:
	@$(NEED) build python clang
	$(CMAKE) --preset clang -B build-fuzz -DNEOSIG_FUZZ=ON -DNEOSIG_SHARED=OFF -DCMAKE_C_COMPILER=$(CLANG) \
	  -DNEOSIG_BUILD_PROGRAMS=OFF > /dev/null
	$(CMAKE) --build build-fuzz -j$(JOBS) --target fuzz-programs
	$(CTEST) --test-dir build-fuzz -R '^assertions-fuzz$$'
	python3 test/fuzz/fuzz.py build-fuzz

# Proofs, by enumeration natively and on AArch64, by interpretation of compiled code, also of AArch64's instructions, by
# Frama-C and CBMC; then planted faults, of each kind. prove-faults plants one in every proof.
PROVE_BUILDS = $(sort build-test $(ARM_BUILD))
PROVE = python3 test/prove/prove.py --clang $(CLANG) --arm $(ARM_BUILD)
prove: test-build arm-build
	@$(NEED) python clang
	@$(NEED) prove > /dev/null 2>&1 || sh tools/setup.sh prove
	sh tools/cbmc.sh --make build-cbmc
	$(PROVE) --ctest $(PROVE_BUILDS)
	$(PROVE) --self-test --quick
prove-faults: arm-build
	@$(NEED) python clang prove
	sh tools/cbmc.sh --make build-cbmc
	$(PROVE) --self-test

# The Python package: all its tests, the slow ones and mypy's among them; its source distribution and wheels, of which
# those that this machine or qemu can run are tested; its reference. Needs PyPI. Those for musl, macOS and Windows are
# linked to the libraries of the ports.
python: ports
	@$(NEED) build python venv qemu
	sh tools/python.sh --make build-python | grep build-python
	$(CMAKE) --preset release -B build-test -DNEOSIG_WERROR=ON -DPython3_EXECUTABLE=$(PYTHON) > /dev/null
	$(CMAKE) --build build-test -j$(JOBS) --target neosig
	ctest --test-dir build-test -V -L '^python$$'
	$(PYTHON) -m pip install --quiet -r bindings/python/requirements-wheels.txt
	! command -v apt-get > /dev/null || sh tools/arm-python.sh build-wheels/arm
	$(PYTHON) bindings/python/wheels.py build-wheels build-ports
	PYTHONPATH=build-test/test/python/site $(PYTHON) -m pdoc neosig -o build-wheels/reference

# The crate beside others, by the machine's own cargo, 1.87 or later: what one signs the other verifies.
# RUST_INTEROP='bench --features bench' compares speeds.
RUST_INTEROP = test
rust-interop:
	cd bindings/rust/interop && cargo $(RUST_INTEROP)

help:
	@echo "make            build, sign and verify a file, compare the speed with our plain oracle"
	@echo "make test       in minutes: all C and the program here, what parses under sanitizers, AArch64's kernels"
	@echo "make check      the same of one scheme: SCHEME=snova, or another folder of test/kat"
	@echo "make test-all   every test; the parts: test-native, test-sanitize, test-clang, test-aarch64,"
	@echo "                test-portable (32 bits, big-endian), test-oldest (compilers), fuzz; test-slow takes hours"
	@echo "make bench      all speeds; elsewhere than on Arm also exact AArch64 instruction counts"
	@echo "make tune       what neosig chose by the CPU or by a model, beside the other ways, timed here"
	@echo "make result     this machine's speed into results/NAME.json (NAME=...)"
	@echo "make pull-request  of that file (NAME=...)"
	@echo "make report     a page of plots of results/, build/report.html"
	@echo "make test-browser  that page in chromium"
	@echo "make ct         traces of the AArch64 build must not depend on secrets"
	@echo "make taint      under valgrind, no branch and no address may depend on secrets"
	@echo "make check-figures  whether the figures that these two wrote into docs/security.md are of this library"
	@echo "make mutants    faults put into a copy of the library, each of which a named check must catch"
	@echo "make mutate     N random faults, of which the quick tests must notice each (N=100 SEED=1)"
	@echo "make stack      stack and workspace of every set and operation, sizes of code, into docs/memory.md"
	@echo "make fuzz       fuzzing, FUZZ_SECONDS each target"
	@echo "make prove      what is proved for all inputs: docs/security.md has the list; 40 minutes on two cores"
	@echo "make prove-faults  a fault planted in every proof"
	@echo "make python     the Python package: all tests (100,000 rows with Dask, mypy --strict), source distribution,"
	@echo "                wheels for all systems (zig), tested where this machine or qemu can, reference (PyPI)"
	@echo "make test-rust  the Rust crate: tests, lints, reference, package; for AArch64, too"
	@echo "make rust-interop  what the Rust crate signs other crates verify, and the other way round"
	@echo "make ports      links the program for musl, Arm Macs and Windows (zig, from PyPI); selftest on Linux"
	@echo "make dist       the sources as an archive, with digests and, with KEY=FILE, a signature of them"
	@echo "make amalgamation   the library as neosig.h, neosig.c, neosig-aarch64.S; SYMBOLS=my_ goes before its names"
	@echo "make packages   packages of Debian and Conan from the archive, in build-packages, installed and used; as root"
	@echo "make install    installs what make built (PREFIX=/usr/local)"

# The library and the program for musl, Arm Macs and Windows; run where this machine or qemu can.
ports:
	@$(NEED) build venv qemu
	sh tools/ports.sh build-ports $(JOBS)

# The sources as others get them; KEY=FILE, a secret key of neosig, signs the list of digests.
dist: build
	@$(NEED) python
	sh tools/dist.sh dist $(KEY)

# Packages from that archive, as far as this machine can: packaging/README.md.
packages:
	@$(NEED) packages
	sh packaging/check.sh build-packages

# The library as one header, one C file and one file of assembly, in build-amalgamation.
SYMBOLS =
amalgamation:
	@$(NEED) python
	python3 tools/amalgamate.py build-amalgamation --prefix "$(SYMBOLS)"

PREFIX = /usr/local
install: build
	$(CMAKE) --install $(BUILD) --prefix $(PREFIX)

clean:
	rm -rf build build-test build-debug build-sanitize build-clang build-aarch64 build-arm-linux-gnueabihf \
	  build-s390x-linux-gnu build-powerpc-linux-gnu dist build-count build-fuzz build-ports build-oldest \
	  build-mutants build-wheels build-browser build-amalgamation build-packages build-openssl \
	  build-cbmc build-rust
