# `make` lists the targets. Everything that is fetched or built is pinned and cached under .cache/.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

CACHE ?= $(CURDIR)/.cache
BIN := $(CACHE)/bin
MODEL := $(CACHE)/model/e5-small-q4.bin
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
GO_BUILD := CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)"

##@ Use

.PHONY: run
run: build model ## Build, fetch the model, and serve the sample namespace on this machine.
	bin/rearview up -f config/samples/memorynamespace.yaml --model $(MODEL)

.PHONY: build
build: ## Build bin/rearview and bin/rearview-operator.
	$(GO_BUILD) -o bin/ ./cmd/rearview ./cmd/rearview-operator

##@ Develop

.PHONY: test
test: ## Check and test everything, on real servers. Needs Go, Python 3 with pip, and apt or gcc.
	hack/test.sh

.PHONY: test-unit
test-unit: model ## The quick part of the tests: no Kubernetes, no Python, no race detector.
	go test $$(go list ./... | grep -v -e /test/ -e /controllers)

.PHONY: bench
bench: model ## Measure speed and memory, and the worker on one core; prints a table, writes .cache/bench.json.
	go run ./test/bench --model $(MODEL) --json $(CACHE)/bench.json
	go test ./memory -run '^$$' -bench 'Worker|LookUp' -cpu 1 -benchtime 2s

.PHONY: lint
lint: golangci-lint ## Run golangci-lint.
	$(BIN)/golangci-lint run

.PHONY: generate
generate: controller-gen crd-ref-docs helm-docs ## Generate code, CRDs, RBAC, the chart's copies, and the references.
	rm -rf api/v1alpha1/applyconfiguration
	$(BIN)/controller-gen object:headerFile=hack/boilerplate.go.txt applyconfiguration:headerFile=hack/boilerplate.go.txt \
		crd paths=./api/... output:crd:dir=config/crd/bases
	$(BIN)/controller-gen rbac:roleName=rearview-operator paths=./controllers/... output:rbac:dir=config/rbac
	cp config/crd/bases/*.yaml charts/rearview/crds/
	cp config/rbac/role.yaml charts/rearview/files/
	$(BIN)/helm-docs --chart-search-root=charts --log-level=error
	$(BIN)/crd-ref-docs --source-path=api/v1alpha1 --config=hack/crd-ref-docs.yaml --renderer=markdown \
		--output-path=docs/reference/api.md --log-level=ERROR
	sed -i.bak -E 's/ ?Optional: \\\{\\\} <br \/>//; s/Required: \\\{\\\}/Required/' docs/reference/api.md && rm docs/reference/api.md.bak

.PHONY: check-generated
check-generated: controller-gen crd-ref-docs helm-docs ## Fail when a generated file is out of date.
	hack/check-generated.sh

##@ Parts

.PHONY: model
model: ## Fetch the built-in embedder's model (once).
	@hack/model.sh $(CACHE)/model
	@mkdir -p bin && ln -sfn $(MODEL) bin/

.PHONY: k8s
k8s: ## Build the real Kubernetes API server, etcd and controller manager for the tests (once).
	@hack/tools/k8s/build.sh $(CACHE)/k8s

.PHONY: python
python: ## Install the official Python MCP client for the tests (once).
	@hack/python.sh $(CACHE)/venv

.PHONY: tools
tools: controller-gen crd-ref-docs helm-docs kustomize helm ## Install the development tools (once).

.PHONY: controller-gen crd-ref-docs helm-docs kustomize helm golangci-lint
controller-gen:
	@hack/tool.sh $(BIN) sigs.k8s.io/controller-tools/cmd/controller-gen v0.23.0
crd-ref-docs:
	@hack/tool.sh $(BIN) github.com/elastic/crd-ref-docs v0.3.0
helm-docs:
	@hack/tool.sh $(BIN) github.com/norwoodj/helm-docs/cmd/helm-docs v1.14.2
kustomize:
	@hack/tool.sh $(BIN) sigs.k8s.io/kustomize/kustomize/v5 v5.8.1
helm:
	@hack/tool.sh $(BIN) helm.sh/helm/v4/cmd/helm v4.3.1
golangci-lint:
	@hack/tool.sh $(BIN) github.com/golangci/golangci-lint/v2/cmd/golangci-lint v2.15.0

.PHONY: clean
clean: ## Remove what was built; keeps data and .cache.
	rm -rf bin

.PHONY: help
help: ## Show this list.
	@awk 'BEGIN { FS = ":.*## " } \
		/^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z0-9-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
