# The web app, the program that carries it, and the machine it runs on: Chromium and fonts for printing, nothing else.
FROM node:24.21.0-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY internal/design/designs/document.schema.json /src/internal/design/designs/
COPY internal/edges/openapi /src/internal/edges/openapi
COPY internal/formats/dataintegrity/contexts /src/internal/formats/dataintegrity/contexts
COPY docs/api-changelog.md /src/docs/
COPY locales /src/locales
COPY web ./
RUN npm run build

FROM golang:1.26.8-bookworm AS program
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY cmd cmd
COPY internal internal
COPY locales locales
COPY migrations migrations
COPY web/*.go web/
COPY --from=web /src/web/dist web/dist
ARG VERSION=unknown
# The image is for installations with a store of their own, so the embedded one stays out.
RUN CGO_ENABLED=0 go build -trimpath -tags nos3 -ldflags "-s -w -X main.version=${VERSION}" -o /laurel ./cmd/laurel

FROM debian:12.12-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates chromium-headless-shell fontconfig fonts-noto-core fonts-noto-cjk \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --create-home --home-dir /var/lib/laurel laurel \
 && install -d -o laurel -g laurel -m 711 /var/lib/laurel/data # a volume that is mounted here belongs to laurel
COPY --from=program /laurel /usr/local/bin/laurel
USER laurel
WORKDIR /var/lib/laurel
ENV LAUREL_LISTEN=:8080 LAUREL_DATA_DIR=/var/lib/laurel/data
EXPOSE 8080
VOLUME /var/lib/laurel/data
STOPSIGNAL SIGTERM
ENTRYPOINT ["laurel"]
CMD ["serve"]
