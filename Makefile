# Every target sets up what it needs by itself; `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help setup run test check build dev generate verify fmt lint bench faults test-e2e screenshots migration

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

setup: ## Fetch or install what is missing: Node, PostgreSQL, Chromium, fonts, packages
	@scripts/setup.sh

build: setup ## Build the web app and bin/laurel
	@scripts/build.sh

run: build ## Run Laurel; the first time with a demo department
	@scripts/run.sh

dev: build ## Run Laurel and the web app's development server beside it
	@scripts/dev.sh

test: build ## Run all tests: Go, web, browser (RACE=1 with the race detector)
	@scripts/test.sh

test-e2e: build ## Run the browser test alone
	@scripts/test.sh browser

check: setup ## All that has to be right before a change goes in
	@scripts/code.sh fmt
	@RACE=1 $(MAKE) --no-print-directory verify lint test

generate: setup ## Make the generated code anew
	@scripts/code.sh generate

verify: setup ## Check that the generated code is fresh
	@scripts/code.sh verify

fmt: setup ## Format all sources
	@scripts/code.sh format

lint: setup ## Run the linters
	@scripts/code.sh lint

bench: build ## Measure
	@scripts/bench.sh

faults: build ## Kill Chrome and fill its disk while 2,000 documents are made, and kill workers while 50,000 rows are imported and 1,000 mails sent; migrate 1,000,000 credentials in use; compare canvas and paper in designs of the day's seed
	@LAUREL_TEST_MIGRATE_ROWS=1000000 go test -run MigratingBlocks -v -timeout 30m ./internal/platform/pg
	@LAUREL_TEST_IMPORT_ROWS=50000 go test -run AnImportWhoseProcess -v -timeout 30m ./internal/app/apptest
	@LAUREL_TEST_MAIL_KILLS=40 go test -run WhileItMailsSendsNoneTwice -v -timeout 30m ./internal/app/apptest
	@LAUREL_TEST_RENDERS=2000 go test -run PrintedOnceDespite -parallel 1 -v -timeout 10m ./internal/documents/rendering
	@LAUREL_TEST_GOLDEN_SEED=$${LAUREL_TEST_GOLDEN_SEED:-$$(date -u +%Y%m%d)} node web/e2e/golden/run.mjs --generated

screenshots: build ## Take the screenshots of the README
	@bash -c "source scripts/lib.sh && exec node scripts/screenshots.mjs"

migration: ## Begin a migration: make migration name=add_group_colour
	@scripts/migration.sh "$(name)"
