# Tandem as a container. It needs a PostgreSQL of its own: see docker-compose.yml.

# The program, with the browser files inside. Debian's image has git, which
# stamps the revision into "tandem version".
FROM golang:1.26-bookworm AS build
WORKDIR /src
ENV CGO_ENABLED=0 GOCACHE=/go/cache
COPY go.mod go.sum ./
RUN --mount=type=cache,target=/go/pkg/mod go mod download
COPY . .
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/go/cache \
    go run -trimpath ./cmd/assets fetch && \
    go run -trimpath ./cmd/assets && \
    go build -trimpath -ldflags='-s -w' -o /tandem ./cmd/tandem

FROM alpine:3.22
# A volume mounted on the folder of the save points takes its owner over.
RUN apk add --no-cache ca-certificates && adduser -D -H -u 10001 tandem && \
    install -d -o tandem -g tandem -m 700 /var/lib/tandem/backups
COPY --from=build /tandem /usr/local/bin/tandem
USER tandem
ENV TANDEM_ADDR=:8080 TANDEM_BACKUP_DIR=/var/lib/tandem/backups
EXPOSE 8080
# healthz answers only when the database does.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
    CMD wget -q -O /dev/null http://127.0.0.1:8080/healthz || exit 1
ENTRYPOINT ["tandem"]
CMD ["serve"]
