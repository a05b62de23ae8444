# syntax=docker/dockerfile:1
# Two images, one target each:
#   docker build --target rearview .
#   docker build --target rearview-operator .
# Both are static binaries on an empty base and run as a user without rights.

FROM --platform=$BUILDPLATFORM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN --mount=type=cache,target=/go/pkg/mod go mod download
COPY . .
ARG VERSION=dev TARGETOS TARGETARCH
ENV CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
    go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /out/ ./cmd/rearview ./cmd/rearview-operator
# a volume that is mounted over this directory takes its owner from it
RUN mkdir -p /out/data

FROM --platform=$BUILDPLATFORM python:3.12-slim AS model
COPY hack/model.sh /model.sh
RUN /model.sh /model

FROM scratch AS base
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
USER 65532:65532

FROM base AS rearview-operator
COPY --from=build /out/rearview-operator /usr/local/bin/rearview-operator
ENTRYPOINT ["/usr/local/bin/rearview-operator"]

FROM base AS rearview
COPY --from=model /model/e5-small-q4.bin /usr/local/bin/e5-small-q4.bin
COPY --from=build /out/rearview /usr/local/bin/rearview
COPY --from=build --chown=65532:65532 /out/data /var/lib/rearview
VOLUME /var/lib/rearview
EXPOSE 8080
ENTRYPOINT ["/usr/local/bin/rearview"]
