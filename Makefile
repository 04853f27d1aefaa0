# gstcam's Makefile. "make help" lists what it can do.
.POSIX:
.SUFFIXES:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory
.PHONY: build plugin deb record test docs sanitize fuzz faults bench-stab lab install uninstall lint format clean help toolchain

PREFIX = /usr/local
DESTDIR =

# Added to every build, for example: make SWIFT_FLAGS="--jobs 1"
SWIFT_FLAGS =

# The first Swift of these that is there.
SWIFT != for swift in swift /opt/swift/usr/bin/swift "$$HOME/.local/share/swiftly/bin/swift"; do \
	command -v "$$swift" && exit; done; echo swift
OLDEST_SWIFT = 6.1

# What the tests are built with: no warnings, and no import of a target that Package.swift does not name.
STRICT = -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error

# "make test LAB=no" leaves the device lab out, and its tests with it.
LAB = yes

# The finished command and the finished plugin: self-contained but for GStreamer, without symbols.
GSTCAM = .build/dist/gstcam
PLUGIN = .build/dist/libgstcamelements.so

BINARY_DIR = $(DESTDIR)$(PREFIX)/bin
SHARE_DIR = $(DESTDIR)$(PREFIX)/share/gstcam
MANUAL_DIR = $(DESTDIR)$(PREFIX)/share/man/man1
COMPLETION_DIR = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
# Where GStreamer looks for plugins, when all users get it; else a directory for GST_PLUGIN_PATH.
PLUGINS != case "$(PREFIX)" in /usr|/usr/local) pkg-config --variable=pluginsdir gstreamer-1.0;; \
	*) echo "$(PREFIX)/lib/gstreamer-1.0";; esac
PLUGIN_DIR = $(DESTDIR)$(PLUGINS)
SCRIPTS = .ci/run .ci/deb .ci/try-deb .ci/docs .ci/faults .ci/install-packages .ci/manual .ci/completion Tests/DeviceLab/build-kernel Tests/DeviceLab/fault Tests/DeviceLab/init \
	Tests/DeviceLab/run-in-lab Tests/DeviceLab/tone Tests/AddressSanitizer/run Tests/ThreadSanitizer/run

build: toolchain ## build the command: .build/dist/gstcam
	$(SWIFT) build -c release --static-swift-stdlib --product gstcam $(SWIFT_FLAGS)
	@mkdir -p .build/dist
	strip -o $(GSTCAM).new .build/release/gstcam
	@mv $(GSTCAM).new $(GSTCAM)

plugin: toolchain ## build the elements for other GStreamer programs: .build/dist/libgstcamelements.so
	$(SWIFT) build -c release --static-swift-stdlib --product gstcamelements $(SWIFT_FLAGS)
	@mkdir -p .build/dist
	strip -o $(PLUGIN).new .build/release/libgstcamelements.so
	@mv $(PLUGIN).new $(PLUGIN)

deb: ## make a Debian package of what install installs: .build/dist/gstcam_VERSION_ARCHITECTURE.deb
	@$(MAKE) build plugin
	@.ci/deb .build/dist

record: toolchain ## install what is missing (Debian), build, and record ten seconds
	@.ci/install-packages record
	@$(MAKE) build
	@$(GSTCAM) record -D 10s || { status=$$?; [ $$status -eq 66 ] || exit $$status; \
	echo "There is no camera, so this records the built-in test camera."; \
	$(GSTCAM) record -d test -D 10s; }

test: toolchain ## install what is missing (Debian), build, and run all checks and tests, the device lab's as well
	@.ci/install-packages test
	@$(MAKE) lint
	$(SWIFT) build --build-tests $(STRICT) $(SWIFT_FLAGS)
	@.ci/docs $(SWIFT)
	@$(MAKE) build plugin
	@lab=0; unset GSTCAM_LAB; \
	if [ "$(LAB)" != no ]; then $(MAKE) lab || lab=1; export GSTCAM_LAB="$(CURDIR)/Tests/DeviceLab"; fi; \
	export GSTCAM_BINARY="$(CURDIR)/$(GSTCAM)" GSTCAM_PLUGIN="$(CURDIR)/$(PLUGIN)"; \
	$(SWIFT) test --disable-xctest --no-parallel --skip LabTests $(STRICT) $(SWIFT_FLAGS) && \
	$(SWIFT) test --disable-xctest --no-parallel --filter LabTests $(STRICT) $(SWIFT_FLAGS) && [ $$lab -eq 0 ] || { \
	[ $$lab -eq 0 ] || echo "make test: the device lab did not start, see above." >&2; exit 1; }

docs: toolchain ## make the documentation of the libraries, for a web browser: .build/docs
	$(SWIFT) build $(STRICT) $(SWIFT_FLAGS)
	@.ci/docs $(SWIFT)

sanitize: toolchain ## look for data races and for wrong use of memory, with builds of their own (20 minutes on two cores)
	Tests/ThreadSanitizer/run "$(SWIFT)" $(SWIFT_FLAGS)
	Tests/AddressSanitizer/run "$(SWIFT)" $(SWIFT_FLAGS)

fuzz: toolchain ## read 100,000 damaged templates, and as many damaged recordings of each kind
	$(SWIFT) build --build-tests $(STRICT) $(SWIFT_FLAGS)
	GSTCAM_FUZZ_ROUNDS=100000 $(SWIFT) test --disable-xctest --filter FuzzTests $(STRICT) $(SWIFT_FLAGS)

# The suites with rows of the fault matrix; GSTCAM_FAULTS makes them complete, and is where they write their rows.
faults: toolchain ## break recordings in every way, and print what was lost (half an hour on two cores)
	$(SWIFT) build --build-tests $(STRICT) $(SWIFT_FLAGS)
	@$(MAKE) build
	@$(MAKE) lab
	@rm -f .build/faults; status=0; \
	GSTCAM_LAB="$(CURDIR)/Tests/DeviceLab" GSTCAM_BINARY="$(CURDIR)/$(GSTCAM)" GSTCAM_FAULTS="$(CURDIR)/.build/faults" \
	$(SWIFT) test --disable-xctest --no-parallel --filter 'FaultTests|SoundClockTests|TruncationTests' \
	$(STRICT) $(SWIFT_FLAGS) || status=1; .ci/faults .build/faults && exit $$status

bench-stab: toolchain ## measure the stabilizer, through the element, against its bars and its peers (40 minutes on two cores)
	@[ -e $(PLUGIN) ] || $(MAKE) plugin
	GST_PLUGIN_PATH="$(CURDIR)/.build/dist" $(SWIFT) run -c release --package-path Benchmarks stabilization --check \
	--video element-standard --output .build/stabilization

lab: ## build and start the device lab, the virtual machine with a camera that tests use
	@Tests/DeviceLab/build-kernel
	@Tests/DeviceLab/run-in-lab -t 300 -- gst-inspect-1.0 --exists v4l2src

install: ## install command, plugin, templates, manual and completion below PREFIX (/usr/local), with DESTDIR before it
	@[ -x $(GSTCAM) ] || $(MAKE) build
	@[ -e $(PLUGIN) ] || $(MAKE) plugin
	install -d "$(BINARY_DIR)" "$(SHARE_DIR)/pipelines" "$(MANUAL_DIR)" "$(COMPLETION_DIR)" "$(PLUGIN_DIR)"
	install -m 755 $(GSTCAM) "$(BINARY_DIR)/gstcam"
	install -m 644 $(PLUGIN) "$(PLUGIN_DIR)/libgstcamelements.so"
	install -m 644 pipelines/* "$(SHARE_DIR)/pipelines"
	.ci/manual $(GSTCAM) >.build/dist/gstcam.1
	install -m 644 .build/dist/gstcam.1 "$(MANUAL_DIR)/gstcam.1"
	.ci/completion $(GSTCAM) >.build/dist/gstcam.bash
	install -m 644 .build/dist/gstcam.bash "$(COMPLETION_DIR)/gstcam"

uninstall: ## remove what install put there
	rm -f "$(BINARY_DIR)/gstcam" "$(PLUGIN_DIR)/libgstcamelements.so"
	rm -f "$(MANUAL_DIR)/gstcam.1" "$(COMPLETION_DIR)/gstcam"
	for file in pipelines/*; do rm -f "$(SHARE_DIR)/$$file"; done
	[ ! -d "$(SHARE_DIR)" ] || rmdir --ignore-fail-on-non-empty "$(SHARE_DIR)/pipelines" "$(SHARE_DIR)"

lint: toolchain ## check the format of the Swift code, and the scripts
	$(SWIFT) format lint --strict -r Sources Tests Benchmarks Package.swift
	@for script in $(SCRIPTS); do bash -n $$script || exit; done
	@if command -v shellcheck >/dev/null; then shellcheck --severity=warning $(SCRIPTS); fi

format: toolchain ## bring the Swift code into its format
	$(SWIFT) format -i -r Sources Tests Benchmarks Package.swift

clean: ## remove everything that was built (the lab's kernel stays in the user's cache)
	rm -rf .build

help: ## this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1 \2/p' Makefile | while read -r target text; do \
	printf '  make %-10s %s\n' "$$target" "$$text"; done

toolchain:
	@found=$$($(SWIFT) --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1); \
	if [ -z "$$found" ]; then \
	echo "gstcam: there is no Swift here. Install Swift $(OLDEST_SWIFT) or newer, https://www.swift.org/install/linux." >&2; \
	exit 1; \
	elif [ "$$(printf '%s\n' $(OLDEST_SWIFT) $$found | sort -V | head -n 1)" != $(OLDEST_SWIFT) ]; then \
	echo "gstcam: Swift $$found is too old. Install $(OLDEST_SWIFT) or newer, https://www.swift.org/install/linux." >&2; \
	exit 1; \
	fi
