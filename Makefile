# TermMap: `make run` installs missing packages, builds, and opens the bundled airports; `make test` runs the tests.

PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
SOAK_SECONDS ?= 600
SECONDS ?= 60
TARGET ?=
SCENES ?=

SWIFT ?= swift
# Without the path of the checkout the program is without the folder that it is built in.
BUILD_FLAGS = -c release --static-swift-stdlib -Xlinker -s -Xlinker --gc-sections -Xlinker --no-export-dynamic \
    -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.
BINARY = .build/release/termmap
# Where shells look for what completes options, below PREFIX/share.
COMPLETIONS = bash-completion/completions/termmap zsh/vendor-completions/_termmap fish/vendor_completions.d/termmap.fish

# Debian packages that the build needs, and those that the tests need in addition.
BUILD_PACKAGES = libncurses-dev libexpat1-dev libsqlite3-dev libzstd-dev zlib1g-dev
TEST_PACKAGES = clickhouse-server fish gdal-bin libcurl4 libpq5 openssl tmux gpsd pgbouncer postgresql postgresql-postgis python3-pip qemu-user valgrind zsh

.PHONY: run build check test test-clickhouse-current test-asan test-tsan fuzz faults count soak bench bench-all bench-peers bench-build deps deps-test docc format lint install install-files uninstall dist packed-program check-dist check-portability deb pictures terminals clean

run: build
	$(BINARY) $(ARGS)

build: deps
	$(SWIFT) build $(BUILD_FLAGS) --product termmap

# Before each commit: the linter, and the tests that start no program and no server.
check: deps lint
	TERMMAP_OPTIMIZED_TESTS=1 $(SWIFT) build --build-tests --scratch-path .build-tests
	SWIFT=$(SWIFT) tools/run-tests.sh quick

test: deps deps-test
	TERMMAP_OPTIMIZED_TESTS=1 $(SWIFT) build --build-tests --scratch-path .build-tests
	SWIFT=$(SWIFT) tools/test-neon.sh
	SWIFT=$(SWIFT) tools/test-library.sh
	SWIFT=$(SWIFT) tools/run-tests.sh
	SWIFT=$(SWIFT) tools/count-instructions.sh

# Compares with the current ClickHouse, in an environment of its own: PyPI's chdb, 0.9 GB unpacked.
test-clickhouse-current: build
	test -x .build/chdb/bin/python || python3 -m venv .build/chdb
	.build/chdb/bin/pip install --quiet chdb
	.build/chdb/bin/python tools/check-clickhouse-current.py $(BINARY)

# Records the instructions of the hottest paths, which `make test` compares with.
count: deps deps-test
	TERMMAP_OPTIMIZED_TESTS=1 $(SWIFT) build --build-tests --scratch-path .build-tests
	SWIFT=$(SWIFT) tools/count-instructions.sh --record

# Random keys, sizes, reloads and positions against the release build, then one long session and its memory:
# `make soak SOAK_SECONDS=3600` (ten minutes each without it).
soak: build deps-test
	$(SWIFT) build --build-tests
	TERMMAP_PROGRAM=$(CURDIR)/$(BINARY) TERMMAP_SOAK_SECONDS=$(SOAK_SECONDS) \
	    TERMMAP_SOAK_QUIT_MILLISECONDS=200 \
	    $(SWIFT) test --skip-build --no-parallel --filter SoakTests
	tools/long-session.py $(SOAK_SECONDS) $(CURDIR)/$(BINARY)

# libFuzzer with AddressSanitizer on each parser: `make fuzz SECONDS=600 TARGET=csv`.
fuzz: deps
	SWIFT=$(SWIFT) tools/fuzz.sh $(SECONDS) $(TARGET)

# System calls that fail, limits of memory, huge inputs, and all signals at all moments.
faults: build deps-test
	@tools/install-packages.sh strace
	tools/faults.py $(BINARY)
	$(SWIFT) build --build-tests
	TERMMAP_SIGNALS=all $(SWIFT) test --skip-build --no-parallel --filter FaultTests

# The tests of the libraries under a sanitizer. Those that start programs are left out: the program is not the same.
test-asan: deps deps-test
	SWIFT=$(SWIFT) tools/test-sanitized.sh address

test-tsan: deps deps-test
	SWIFT=$(SWIFT) tools/test-sanitized.sh thread

# The pictures of the documentation that need only the bundled data.
pictures: build
	tools/make-pictures.sh $(BINARY)

# Pictures of the screens in xterm, kitty and alacritty, to be looked at: `make terminals SCENES="world streets"`.
terminals: build
	@tools/install-packages.sh xvfb xterm kitty alacritty imagemagick x11-utils fonts-dejavu-core
	tools/terminal-pictures.sh $(BINARY) .build/terminals $(SCENES)

# One table, on TERMMAP_BENCH_ROWS rows (a million without it); the peers are in it once `make bench-peers` has run.
bench: bench-build
	.build/release/Benchmarks comparison

# All benchmarks in detail.
bench-all: bench-build
	.build/release/Benchmarks

# The table with the libraries that others use, in an environment of their own.
bench-peers: bench-build
	test -x .build/peers/bin/python || python3 -m venv .build/peers
	@for peer in polars duckdb numpy scipy shapely pysupercluster; do \
	    .build/peers/bin/pip install --quiet --upgrade $$peer >.build/peers/pip.log 2>&1 || \
	        echo "$$peer is left out: it cannot be installed (.build/peers/pip.log)"; \
	done
	.build/release/Benchmarks comparison

bench-build: deps
	$(SWIFT) build $(BUILD_FLAGS) --product termmap
	$(SWIFT) build -c release --product Benchmarks

deps:
	@tools/install-packages.sh $(BUILD_PACKAGES)

deps-test:
	@tools/install-packages.sh $(TEST_PACKAGES)
	@tools/install-duckdb.sh

# The documentation of MapModel in .build/docc.
docc: deps
	SWIFT=$(SWIFT) tools/make-docc.sh

format:
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks docs/example

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks docs/example

install: build install-files

# The files of a program that is built already.
install-files:
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/termmap/licenses $(DESTDIR)$(PREFIX)/share/man/man1
	install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,$(dir $(COMPLETIONS)))
	install -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/termmap
	install -m 644 data/basemap.tmb data/coast-detail.tmb data/labels.tsv data/airports.csv \
	    data/gazetteer.tmg data/SOURCES.md $(DESTDIR)$(PREFIX)/share/termmap
	install -m 644 LICENSE data/licenses/* $(DESTDIR)$(PREFIX)/share/termmap/licenses
	install -m 644 docs/termmap.1 $(DESTDIR)$(PREFIX)/share/man/man1
	$(BINARY) --completion bash > $(DESTDIR)$(PREFIX)/share/$(word 1,$(COMPLETIONS))
	$(BINARY) --completion zsh > $(DESTDIR)$(PREFIX)/share/$(word 2,$(COMPLETIONS))
	$(BINARY) --completion fish > $(DESTDIR)$(PREFIX)/share/$(word 3,$(COMPLETIONS))

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/termmap $(DESTDIR)$(PREFIX)/share/man/man1/termmap.1
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/share/,$(COMPLETIONS))
	rm -rf $(DESTDIR)$(PREFIX)/share/termmap

# One program that needs only the C library, with its data, in .build/dist.
dist: deps
	@tools/install-packages.sh dpkg-dev binutils
	tools/make-dist.sh $(SWIFT)

# What tools/make-dist.sh builds in a folder of its own, with the static libraries of ARCHIVES. The compiler keeps a hash of what
# it has handed to LLVM for its next run; that of the same code is not always the same.
packed-program:
	$(SWIFT) build --only-use-versions-from-resolved-file $(BUILD_FLAGS) -Xlinker "-L$(ARCHIVES)" \
	    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen --product termmap

# Runs what `make dist` made in a Debian without development packages and without terminfo; needs root.
check-dist: dist
	@tools/install-packages.sh debootstrap
	tools/check-dist.sh

# What of other systems can be checked on this one; each part says what it shows.
check-portability:
	SWIFT=$(SWIFT) tools/check-portability.sh

# A Debian package of the same files in .build/deb.
deb: dist
	tools/make-deb.sh

clean:
	rm -rf .build .build-tests .build-fuzz .build-fuzz-plain .build-address .build-thread
