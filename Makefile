# SPDX-License-Identifier: MIT
# Builds, serves and tests Glassformer. `make help` lists the goals.
#
# One set of rules compiles every flavour of the engine; they differ in compiler, flags
# and folder only:
#   native    gcc or clang, optimised                       build/native
#   sanitize  clang or gcc, address and undefined checks    build/sanitize
#   races     the same, checks of what threads share        build/races
#   wasm      emcc, 128-bit SIMD, no JavaScript glue         build/wasm
# and one for bench/versus only, whose bytes are not the same on every machine:
#   native-fast  fused multiply-add                          build/native-fast
# CC=clang (or any other compiler) gets folders of its own: build/native-clang and so on.

MAKEFLAGS += --no-builtin-rules
# One line a file; `make V=1` shows the commands.
QUIET := $(if $(V),,@)
say = @printf '  %-6s %s\n' '$(1)' '$@'
.DELETE_ON_ERROR:
.SUFFIXES:
.DEFAULT_GOAL := native

FLAVOUR ?= native
HOST_CC := $(firstword $(foreach c,gcc clang cc,$(if $(shell command -v $(c)),$(c))))
# The checks are made by a second compiler where its runtime is there: it warns of other
# things and checks more.
SANITIZES = $(shell echo 'int main(void){return 0;}' | \
              $(1) -fsanitize=address,undefined -x c - -o /dev/null 2>/dev/null && echo $(1))
ifeq ($(origin CC),default)
  ifeq ($(FLAVOUR),sanitize)
    HOST_CC := $(or $(call SANITIZES,clang),$(HOST_CC))
  endif
  CC := $(HOST_CC)
endif
SUFFIX := $(if $(filter-out $(HOST_CC),$(notdir $(CC))),-$(notdir $(CC)))

# ---- flags ---------------------------------------------------------------------------

# For clang -Wconversion includes the harmless half that gcc leaves out.
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wvla -Wconversion \
            -Wno-sign-conversion $(if $(CI)$(WERROR),-Werror)
# Results must not depend on compiler or vector width: no contraction to fused
# multiply-add, and fast-math is never on. errno from libm is the one thing given up.
NUMERIC := -ffp-contract=off -fno-math-errno
CPPFLAGS := -Iinclude -Isrc -MMD -MP
# Only what glassformer.h declares can be seen outside a program or library built of it.
VISIBILITY := -fvisibility=hidden
COMPILE = $(CC)
# Tests take longer to be optimised than to run.
TEST_FLAGS := -O0
LANES := 4
EXE :=
FMA :=
ifneq ($(findstring -fast,$(FLAVOUR)),)
  CPPFLAGS += -DGF_FAST
  FMA := -mfma
endif

ifeq ($(FLAVOUR),wasm)
  override CC := emcc
  # Debian's emcc starts in half the time with Debian's Python as through the shim of a
  # version manager.
  export EMSDK_PYTHON ?= $(if $(wildcard /usr/share/emscripten),$(wildcard /usr/bin/python3))
  B := build/wasm
  EXE := .wasm
  # Kernels are optimised for speed, the rest for size (-O3 throughout: 35 KB more).
  # Conversions that saturate save the range checks around every double made a size.
  OPTIMISE := -Oz -msimd128 -mbulk-memory -mnontrapping-fptoint
  LANE_FLAGS_4 := -O3
  # emcc takes longer to start than its clang for most files: it is asked once what it
  # would tell it.
  COMPILE := $(shell em-config LLVM_ROOT)/clang $(shell emcc $(OPTIMISE) --cflags)
  AR := emar
  # _initialize is the reactor's constructor. The arena is sized before training, so
  # memory grows at set-up only. Up to 2 GB, so that no address is negative in JavaScript.
  # The passes bring control flow to the shape that binaryen shortens best: 1.7 KB of 299,
  # and as fast.
  LINK := -sSTANDALONE_WASM -Wl,-z,stack-size=1048576 -sALLOW_MEMORY_GROWTH \
          -sMAXIMUM_MEMORY=2147483648 -sMALLOC=emmalloc \
          -sBINARYEN_EXTRA_PASSES=--flatten,--rereloop,-Oz,-Oz
else
  AR ?= ar
  THREADS := -pthread
  ifeq ($(FLAVOUR),sanitize)
    B := build/sanitize$(SUFFIX)
    CHECKS := -fsanitize=address,undefined -fno-sanitize-recover=all
    OPTIMISE := -O1 -g1 -fno-omit-frame-pointer -DGF_DEBUG $(CHECKS)
    LINK := $(CHECKS) -lm
  else ifeq ($(FLAVOUR),races)
    B := build/races$(SUFFIX)
    OPTIMISE := -O0 -g1 -fsanitize=thread -DGF_NARROW
    LINK := -fsanitize=thread -lm
  else
    B := build/$(FLAVOUR)$(SUFFIX)
    OPTIMISE := -O3
    LINK := -lm
  endif
  TARGET := $(shell $(CC) -dumpmachine)
  # Kernels exist once per vector width the machine might have; -mfma stays out of them,
  # but for the fast build.
  ifneq ($(and $(findstring x86_64,$(TARGET)),$(filter-out races,$(FLAVOUR))),)
    LANES := 4 8 16
    LANE_FLAGS_4 := $(FMA)
    LANE_FLAGS_8 := -mavx2 $(FMA)
    LANE_FLAGS_16 := -mavx512f -mprefer-vector-width=512
  endif
endif

CFLAGS := -std=c17 $(OPTIMISE) $(NUMERIC) $(WARNINGS) $(VISIBILITY) $(THREADS)
$(B)/obj/tests/%.o: private CFLAGS += $(TEST_FLAGS) -Itests/c/support -Itests/c/kernels
# What they compare with takes longer to run.
$(foreach part,kernels simd support text,$(B)/obj/tests/c/$(part)/%.o): private CFLAGS += -O1

# ---- sources -------------------------------------------------------------------------

SOURCES := $(shell find src -name '*.c' -not -path 'src/cli/*' | sort)
# Kernels are one unit per width: headers of vectors take longer to read than most kernels.
ONCE := $(filter-out src/kernels/%.c,$(SOURCES)) src/kernels/kernels.c
CLI := $(shell find src/cli -name '*.c' | sort)
TEST_SOURCES := $(shell find tests/c -name '*.c' | sort)

object = $(patsubst %.c,$(B)/obj/%.o,$(1))
OBJECTS := $(call object,$(ONCE)) $(LANES:%=$(B)/obj/src/kernels/all.l%.o)
LIBRARY := $(B)/libglassformer.a
TESTS := $(B)/test-program$(EXE)

# ---- compiling -----------------------------------------------------------------------

# Rewritten only when the command line changes, so that a new flag rebuilds everything.
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(COMPILE) $(CPPFLAGS) $(CFLAGS) | $(TEST_FLAGS) | $(LINK)' | cmp -s - $@ || \
	  echo '$(COMPILE) $(CPPFLAGS) $(CFLAGS) | $(TEST_FLAGS) | $(LINK)' > $@

$(B)/obj/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,cc)
	$(QUIET)$(COMPILE) $(CPPFLAGS) $(CFLAGS) $(EXTRA) -c $< -o $@

$(B)/obj/src/kernels/all.l%.o: src/kernels/all.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,cc)
	$(QUIET)$(COMPILE) $(CPPFLAGS) $(CFLAGS) $(LANE_FLAGS_$*) $(EXTRA) -DGF_LANES=$* -c $< -o $@

$(LIBRARY): $(OBJECTS)
	$(call say,ar)
	@rm -f $@
	$(QUIET)$(AR) rcs $@ $^

$(B)/glassformer: $(call object,$(CLI)) $(LIBRARY)
	$(call say,link)
	$(QUIET)$(CC) $(CFLAGS) $^ $(LINK) -o $@

$(B)/versus: $(call object,bench/versus/sides/native.c) $(LIBRARY)
	$(call say,link)
	$(QUIET)$(CC) $(CFLAGS) $^ $(LINK) -o $@

# With clang's libFuzzer (tests/fuzz/run.sh).
$(B)/fuzz-%: tests/fuzz/fuzz_%.c $(LIBRARY)
	$(call say,link)
	$(QUIET)$(CC) $(CPPFLAGS) $(CFLAGS) -fsanitize=fuzzer $^ $(LINK) -o $@

# For wasm it has the module's libc.o and allocator. It does without its optimised link,
# which takes five times as long; tests/wasm runs the module itself. wasi-open.o imports
# path_open, which emcc does not know.
$(TESTS): $(call object,$(TEST_SOURCES)) $(LIBRARY) \
          $(if $(EXE),$(B)/obj/tests/tools/wasi-open.o $(B)/obj/wasm/abi/libc.o)
	$(call say,link)
	$(QUIET)$(CC) $(CFLAGS) $(if $(EXE),-O1) $(filter-out %.a,$^) $(LIBRARY) $(LINK) \
	  $(if $(EXE),-sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0) -o $@

# The yardstick does the arithmetic it measures.
$(call object,src/simd/peak.c): EXTRA := $(LANE_FLAGS_4)

# ---- the module for JavaScript -------------------------------------------------------

comma := ,
empty :=
space := $(empty) $(empty)
EXPORTS = $(subst $(space),$(comma),$(addprefix _,$(shell sed 's/\#.*//' wasm/abi/exports.txt)))
WASM_LIMIT := 307200
# The linker's map: web/build/notices derives the licence notices from it.
WASM_MAP := build/wasm/glassformer.map

build/wasm/glassformer.wasm: build/wasm/obj/wasm/abi/exports.o build/wasm/obj/wasm/abi/libc.o \
                             build/wasm/libglassformer.a wasm/abi/exports.txt wasm/abi/imports.js \
                             $(if $(wildcard $(WASM_MAP)),,FORCE)
	$(call say,link)
	$(QUIET)$(CC) $(CFLAGS) --no-entry $(LINK) --js-library wasm/abi/imports.js \
	  -sEXPORTED_FUNCTIONS=$(EXPORTS) \
	  -Wl,--print-map $(filter %.o %.a,$^) -o $@ > $(WASM_MAP)
	@size=$$(wc -c < $@); echo "$@: $$size bytes (limit $(WASM_LIMIT))"; \
	  test $$size -le $(WASM_LIMIT)

# For goals that start make themselves, unless -j was given.
JOBS = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))

# ---- goals ---------------------------------------------------------------------------

.PHONY: FORCE help setup native install test-program wasm web site release owner serve test test-new \
        soak-test python wheel hosts bench versus libraries fuzz lint format first-model pictures clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1 - /p' $(firstword $(MAKEFILE_LIST))

setup: ## install what is missing (says what it does)
	@tests/tools/setup.sh

native: $(LIBRARY) $(if $(CLI),$(B)/glassformer) ## library and program in build/native

# With DESTDIR into a folder that stands for /.
PREFIX ?= /usr/local
INSTALL := $(DESTDIR)$(PREFIX)
VERSION = $(shell sed -n 's/^\#define GF_VERSION "\(.*\)"/\1/p' include/glassformer.h)
install: native ## header, library, program and pkg-config file (PREFIX=/usr/local, DESTDIR=)
	@mkdir -p $(addprefix $(INSTALL)/,bin include lib/pkgconfig)
	@install -m 644 include/glassformer.h $(INSTALL)/include
	@install -m 644 $(LIBRARY) $(INSTALL)/lib
	@install $(B)/glassformer $(INSTALL)/bin
	@printf '%s\n' 'prefix=$(PREFIX)' '' 'Name: glassformer' \
	  'Description: transformers that can be inspected while they train' \
	  'Version: $(VERSION)' 'Cflags: -I$${prefix}/include' \
	  'Libs: -L$${prefix}/lib -lglassformer' > $(INSTALL)/lib/pkgconfig/glassformer.pc

test-program: $(TESTS)

wasm: ## the engine for browsers and Node: build/wasm/glassformer.wasm
	@$(MAKE) --no-print-directory $(JOBS) FLAVOUR=wasm build/wasm/glassformer.wasm

web: wasm ## one self-contained module and types (dist/), and the page (build/web/)
	@tests/tools/setup.sh packages
	@node web/build/build.js
	@node web/build/manifest.js
	@node_modules/typescript-native/bin/tsc --project tsconfig.types.json
	@cp web/entry/types/*.d.ts dist/types
	@node web/build/used-types.js

site: web ## the page, the files for other pages and the examples: build/site
	@rm -rf build/site && mkdir -p build/site
	@cp -r build/web/. dist examples build/site

release: web wheel ## the packages and the single files with their checksums: build/release
	@rm -rf build/release && mkdir -p build/release
	@npm pack --silent --ignore-scripts --pack-destination build/release >/dev/null
	@cp dist/*.js dist/*.html dist/NOTICES.txt build/wheel/*.whl build/release
	@cd build/release && sha256sum * > SHA256SUMS && cat SHA256SUMS

owner: ## write the addresses in package.json (OWNER=name on GitHub)
	@npm pkg set "repository.url=git+https://github.com/$(OWNER)/glassformer.git" \
	  "bugs=https://github.com/$(OWNER)/glassformer/issues" \
	  "homepage=https://$(OWNER).github.io/glassformer/"

serve: ## set up, build, and serve the page on this machine
	@tests/tools/setup.sh build
	@$(MAKE) --no-print-directory web
	@node tests/tools/serve.js build/web

test: ## set up, then every check and test
	@tests/tools/setup.sh test $(STAGES)
	@node tests/tools/test.js $(STAGES)

test-new: ## changed tests, and those that import what changed, ten times on a busy machine (SINCE=commit)
	@tests/tools/setup.sh test
	@$(MAKE) --no-print-directory native web test-program
	@node tests/tools/test.js --files "$$(node tests/tools/changed.js $(SINCE))" \
	  --times 10 --busy 2

soak-test: ## everything five times on a busy machine
	@tests/tools/setup.sh test
	@node tests/tools/test.js --times 5 --busy 2

python: web ## the bundle into the Python package, python/ (for notebooks)
	@cp build/python/glassformer.js dist/NOTICES.txt python/glassformer/

wheel: python ## the Python package as a wheel: build/wheel (PyPI; TEST=1 installs it with anywidget and without)
	@tests/tools/wheel.sh $(if $(TEST),test)

hosts: python ## the element in fresh projects of site generators, frameworks and notebooks (HOSTS="VitePress,Next")
	@tests/tools/setup.sh test
	@tests/hosts/setup.sh
	@HOSTS="$(HOSTS)" node tests/hosts/run.js

bench: native wasm $(B)/versus ## speed of the yardsticks, natively and in Node
	@node bench/versus/run.js --side wasm,native4,native

versus: ## the same training by PyTorch, TensorFlow.js and jax-js (sets them up)
	@tests/tools/setup.sh test
	@bench/versus/setup.sh
	@$(MAKE) --no-print-directory native wasm $(B)/versus
	@node bench/versus/run.js $(if $(QUICK),--quick)
	@node bench/browser/run.js $(if $(QUICK),--quick)

libraries: ## models in transformers and TransformerLens, and theirs here (sets them up)
	@tests/tools/setup.sh test
	@$(MAKE) --no-print-directory native web
	@tests/libraries/setup.sh && \
	  HF_HUB_OFFLINE=1 build/torch/bin/python tests/libraries/agree.py || [ $$? = 3 ]

fuzz: ## fuzz the parsers, a minute each (needs clang)
	@tests/fuzz/run.sh

lint: ## types, style and layering
	@tests/tools/setup.sh packages
	@tests/tools/lint.sh
	@tests/tools/format.sh --check

format: ## rewrite sources in the project's style
	@tests/tools/setup.sh packages
	@tests/tools/format.sh

first-model: native wasm ## train the page's pretrained model again (TEXT=path of the book, CHECK=1: only compare)
	@node web/pretrained/make.js $(TEXT) $(if $(CHECK),--check)

pictures: web ## pictures of the page in every state, four widths, both themes: build/pictures
	@node tests/tools/pictures.js

clean: ## remove everything that was built
	rm -rf build dist

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
