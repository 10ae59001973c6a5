# docker build -t salute . && docker run -p 8080:8080 -v salute:/data --read-only --tmpfs /tmp --stop-timeout 30 salute
# A stop lets what is in flight finish for at most 10 s, and Litestream send the rest for at most 8: more than docker's own 10.
# Nothing is written outside /data; backup verify unpacks in /tmp.

FROM oven/bun:1.4.5 AS build
WORKDIR /salute
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY tsconfig.json ./
COPY drizzle ./drizzle
COPY clients ./clients
COPY deploy ./deploy
COPY CHANGELOG.md LICENSE ./
COPY src ./src
# Without git, these name the sources, so that the same commit makes the same executable:
# --build-arg SALUTE_COMMIT=$(git rev-parse HEAD) --build-arg SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
ARG SALUTE_COMMIT
ARG SOURCE_DATE_EPOCH
RUN bun run build --without-litestream

# Digests of the images for amd64 and arm64: renew one with `docker buildx imagetools inspect NAME:TAG`.
FROM debian:bookworm-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
# Dates of files and of the account; layers get theirs by --output type=image,rewrite-timestamp=true.
ARG SOURCE_DATE_EPOCH
RUN useradd --system --uid 10001 --no-create-home --home-dir /data salute \
  && install -d -o salute -g salute -m 0700 /data \
  && rm -f /etc/passwd- /etc/group- /etc/shadow- /etc/gshadow- /var/log/lastlog /var/log/faillog
COPY --from=build /salute/dist/salute /usr/local/bin/salute
# Started only where LITESTREAM_REPLICA_URL is set. Beside the executable, not in it: an image is one thing anyway, and nothing
# has to be unpacked into the volume.
COPY --from=litestream/litestream:0.5.17@sha256:4b02b9859a6b6b4087d8b8944e15f7e984bd7957cba322bbeee38b0e27b9656a /usr/local/bin/litestream /usr/local/bin/litestream
ENV SALUTE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER salute
WORKDIR /data
VOLUME /data
EXPOSE 8080
# The executable carries Bun, and with BUN_BE_BUN it is Bun: no curl is needed.
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s \
  CMD BUN_BE_BUN=1 salute -e 'process.exit((await fetch("http://127.0.0.1:" + process.env.PORT + "/readyz?reads=1")).ok ? 0 : 1)'
ENTRYPOINT ["salute"]
CMD ["serve"]
