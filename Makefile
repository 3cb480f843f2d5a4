# Comptoir. `make demo` and `make test` are all a newcomer needs; both do their own set-up.

SHELL = /bin/bash
.SHELLFLAGS = -eo pipefail -c
SWIFT ?= swift
export COMPTOIR_STRICT = 1
COMPTOIR = .build/debug/comptoir
BROWSER_PYTHON = $(CURDIR)/.build/browser-venv/bin/python
FORMATTED = Sources Tests Benchmarks/Sheet Package.swift UICheck/StandIns UICheck/Tests UICheck/Package.swift

.PHONY: help setup build demo test uicheck browser-test screens format lint bench clean

help:
	@echo "make demo    open a small shop on this machine, pay in it, and see everything that is said"
	@echo "make test    run every test"
	@echo "make uicheck type-check and test the Apple-only code against stand-ins of Apple's frameworks (make test does too)"
	@echo "make browser-test  the hosted checkout in a real browser (make test does too)"
	@echo "make screens pictures of every screen, into docs/screens"
	@echo "make bench   measure the gateway against its own limits"
	@echo "make format  format the sources;  make lint  check format, iOS 14 API and generated files"
	@echo "make setup   install the system libraries that are missing (the others do it for you)"

setup:
	@scripts/setup

build: setup
	@$(SWIFT) build --product comptoir

# 10 to 12 is how a payer ended it, which is no fault of make's.
demo: build
	@$(COMPTOIR) demo || [ $$? -ge 10 ]

test: setup
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --no-parallel | grep --line-buffered -v '^◇'
	@$(MAKE) --no-print-directory uicheck
	@$(MAKE) --no-print-directory browser-test

# Chromium and its driver are Debian's; elsewhere these tests are left out.
browser-test: build
ifeq ($(shell uname -s),Linux)
	scripts/browser-setup
	$(SWIFT) build --product gallery
	cd Tests/Browser && $(BROWSER_PYTHON) -W ignore::ResourceWarning -m unittest -v
else
	@echo "browser-test: only on Linux"
endif

screens: build
	scripts/browser-setup
	cd Tests/Browser && $(BROWSER_PYTHON) screens.py $(LOOKS)

# The samples pay at the real gateway.
uicheck: build
	$(SWIFT) build --package-path UICheck --build-tests
	$(SWIFT) test --package-path UICheck --skip-build --no-parallel | grep --line-buffered -v '^◇'

format:
	$(SWIFT) format --in-place --recursive $(FORMATTED)

lint:
	$(SWIFT) format lint --strict --recursive $(FORMATTED)
	scripts/lint-ios14

bench: setup
	@Benchmarks/run

clean:
	rm -rf .build UICheck/.build
