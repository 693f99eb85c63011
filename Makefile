# Everything a person types to build, run and test Tandem.
# "make help" lists the targets.

GO     ?= go
BIN    := bin/tandem
MANIFEST := static/dist/manifest.json
ASSETS := $(shell find static/js static/css static/pieces static/icons -type f -not -path 'static/js/test/*') $(wildcard cmd/assets/*.go)
TOOL   := $(GO) tool -modfile=tools/go.mod

.DEFAULT_GOAL := help
.PHONY: help run dev build dist test tests packages beside check assets generate vet lint vulncheck licences soak faults bench pictures clean installed

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

# All that is missing is named first. What compiling needs is installed at once,
# the rest while Go compiles.
run: ## install what is missing, build, and start Tandem (DEMO=1: with a demonstration event)
	@scripts/install-needs go later $(if $(DATABASE_URL),,server)
	@$(MAKE) --no-print-directory --jobs=2 build installed NEEDS=$(if $(DATABASE_URL),,server)
	@exec $(BIN) $(if $(DEMO),demo,serve)

installed:
	@TANDEM_NEEDS_SAID=1 scripts/install-needs $(NEEDS)

dev: ## build templates, styles and the server again at each save, and show it in the browser
	@scripts/install-needs go $(if $(DATABASE_URL),,server)
	@exec scripts/dev

# The same flags as for all other Go commands here: with others, -trimpath among
# them, Go compiles its whole standard library once more.
build: assets ## build bin/tandem with the browser files inside
	$(GO) build -o $(BIN) ./cmd/tandem

# The servers that go into the downloads are kept in the user's cache folder; with that and
# Go's caches filled it needs no network. It sets its own flags for Go.
dist: assets ## make the downloads of all systems in bin/dist, with sums and bills of materials (VERSION=, ONLY=linux-amd64)
	$(GO) run ./cmd/dist $(if $(VERSION),-version $(VERSION)) $(if $(ONLY),-only $(ONLY))

# Go's cache of test results does not watch what other modules and other packages
# hold, which is what the tests in tools and archtest look at: hence -count=1.
# Go's limit of ten minutes a package is short for a browser on a busy machine.
# The packages that take longest begin first, so that the others run beside them.
# vet has looked at everything already.
LONGEST := ./internal/journey ./internal/web ./internal/pairing ./internal/postgres

test: ## install what tests need, then vet and run all tests
	@scripts/install-needs go later server browser node
	@$(MAKE) --no-print-directory --jobs=2 vet installed NEEDS="server browser node"
	@scripts/test-times $(MAKE) --no-print-directory tests

# The small parts run beside the packages: by themselves they leave a core idle. What holds
# the whole repository together (archtest) is one of them, and not looked at twice.
tests: assets tools/openapi/node_modules/.package-lock.json
	@$(MAKE) --no-print-directory --jobs=2 packages beside

# Compilers, servers and pages in tests make much that is thrown away at once: a third of the
# collections saves a twentieth to a tenth of their time, for some hundred megabytes.
test tests packages: export GOGC ?= 300
# No event is in this zone, so a time that is told in the machine's own comes to light.
packages: export TZ ?= America/St_Johns
# One package and one test more than there are cores: now and then one waits, for a browser
# or a server, and a core had nothing to do for a twentieth of the time.
packages: AT_ONCE ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
packages:
	all=$$($(GO) list ./...) && scripts/in-memory $(GO) test -vet=off -p $(AT_ONCE) -parallel $(AT_ONCE) -timeout 60m $(LONGEST) $$(echo "$$all" | grep -v /internal/archtest$$)

beside:
	node --test --test-reporter=dot static/js/test/*.test.js tools/openapi/*.test.js
	cd tools && $(GO) test -count=1 ./...
	$(GO) test -vet=off -count=1 ./internal/archtest

check: lint ## the quick checks before a commit: lint and short tests
	$(GO) test -short ./...

vet: assets
	$(GO) vet ./...

assets: $(MANIFEST) ## build the browser files into static/dist

$(MANIFEST): $(ASSETS) node_modules/.package-lock.json
	$(GO) run ./cmd/assets

node_modules/.package-lock.json: package-lock.json
	$(GO) run ./cmd/assets fetch

tools/openapi/node_modules/.package-lock.json: tools/openapi/package-lock.json
	$(GO) run ./cmd/assets fetch tools/openapi

generate: ## generate Go from the templates
	$(GO) tool templ generate -log-level error

lint: assets ## vet (for other systems too), staticcheck, gofumpt, templ fmt, tsc, eslint, prettier and stylelint: finds, changes nothing (PARTS="vet templ": only these)
	scripts/lint $(PARTS)

# Asks vuln.go.dev, or the copy of it that GOVULNDB names.
vulncheck: assets ## look for known holes in libraries and in Go itself, where our code calls them
	$(TOOL) govulncheck $(if $(GOVULNDB),-db $(GOVULNDB)) ./...

licences: assets ## check that all we give on has a licence of the list in scripts/licences
	scripts/licences

# Every pairing system is compared with an enumeration on 100,000 random rounds and
# more, and its shortcuts with the exact search; about half an hour. One package
# at a time with -v: each part says when it begins and how long it took.
soak: assets ## run the long tests: random rounds against enumeration, servers killed for SOAK (default 10m)
	TANDEM_SOAK=$(or $(SOAK),10m) $(GO) test -p 1 -v -run '^TestSoak' -count=1 -timeout 0 \
		$(addprefix ./,$(sort $(dir $(shell grep -rl --include='*_test.go' '^func TestSoak' internal))))

# Everything happens in folders of its own below /tmp; the small disk needs root.
faults: build ## break a Tandem of its own for MINUTES (default 10), PARTS of it (default all); prints a table
	$(GO) run ./cmd/faults -minutes $(or $(MINUTES),10) $(if $(PARTS),-only $(PARTS))

bench: assets ## run all benchmarks
	$(GO) test -run '^$$' -bench . -benchmem ./...

# Pictures that differ are what was asked for, no failure: hence the dash.
pictures: assets ## take pictures of every page into tmp/pictures/NAME; with AGAINST=before, compare them with that folder
	$(GO) run ./cmd/pictures take $(if $(PAGES),-pages '$(PAGES)') tmp/pictures/$(or $(NAME),now)
	$(if $(AGAINST),-$(GO) run ./cmd/pictures compare tmp/pictures/$(AGAINST) tmp/pictures/$(or $(NAME),now))

clean: ## remove everything that was built or fetched into this folder
	rm -rf bin tmp/dev node_modules tools/openapi/node_modules tools/javascript/node_modules
	find static/dist -mindepth 1 ! -name .gitkeep -delete
