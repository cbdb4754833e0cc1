# A thin door to the CMake presets. `make help` lists what it opens.

PRESET ?= release
FILE ?= examples/reduce.cu
ARGS ?=
PROGRAMS ?= 10000
build := build/$(PRESET)

SHELL := bash
.SHELLFLAGS := -euo pipefail -c

# The first build shows its progress. From then on `make run` is silent unless something is wrong: ninja 1.11
# says "no work to do" even when told to be quiet, so what it says is kept back.
toolchain := cmake --build $(build) --target raddle-toolchain
first = echo 'Building Raddle, once; this takes some minutes: about ten on two cores.'; $(toolchain); touch $(build)/built
again = log=$$($(toolchain) -- --quiet 2>&1) || { printf '%s\n' "$$log"; exit 1; }

.PHONY: help run build test test-check test-asan fuzz bench deb test-deb clean packages

help:
	@echo 'make run [FILE=mine.cu] [ARGS="..."]  compile a CUDA program and run it on this CPU (examples/reduce.cu)'
	@echo 'make test                             build and run all tests'
	@echo 'make test-check                       all pairs of programs that the checker is tested with'
	@echo 'make test-asan                        the same under the address and undefined-behaviour sanitizers'
	@echo 'make fuzz [PROGRAMS=10000]            random programs: both engines must give the same bits'
	@echo 'make bench                            measure; table on the terminal, JSON in build/'
	@echo 'make build                            build everything'
	@echo 'make deb                              a Debian package, in build/package/package/'
	@echo 'make test-deb                         install it in a clean root and use it there (as root)'
	@echo 'make clean                            remove build/'
	@echo 'PRESET=dev picks another preset of CMakePresets.json (release)'

# Only what a user's program needs; the tests are left to `make build`.
run: $(build)/build.ninja
	@$(if $(wildcard $(build)/built),$(again),$(first))
	@$(build)/bin/raddle run "$(FILE)" -- $(ARGS)

build: $(build)/build.ninja
	@cmake --build $(build)

test: build
	@tools/run-tests.sh $(PRESET)

test-check: export RADDLE_FALLBACK = 0
test-check: $(build)/build.ninja
	@cmake --build $(build) --target test-check

test-asan:
	@$(MAKE) --no-print-directory PRESET=asan-ubsan build
	@tools/run-tests.sh asan-ubsan --label-exclude lit

fuzz: build
	@test/fuzz/fuzz.py --raddlecc $(build)/bin/raddlecc --programs $(PROGRAMS) --jobs $$(nproc) --progress

bench: build
	@bench/run.py --build $(build)

# The package is of a build of its own: ordering the kernel compiler's code by its use takes minutes.
deb:
	@tools/install-packages.sh --package
	@$(MAKE) --no-print-directory PRESET=package build/package/build.ninja
	@cmake --build build/package --target raddle-package

test-deb: deb
	@test/package/try_package.sh build/package/package/raddle_*.deb

clean:
	rm -rf build

packages:
	@tools/install-packages.sh

# Ninja configures again by itself when a CMakeLists.txt changes; only new presets need this rule.
$(build)/build.ninja: CMakePresets.json | packages
	@cmake --preset $(PRESET) --log-level=WARNING
	@touch $@
