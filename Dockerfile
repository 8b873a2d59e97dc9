# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY contracts/package.json contracts/
COPY projections/package.json projections/
COPY console/package.json console/
COPY services/postgres/package.json services/postgres/
COPY services/event-store/package.json services/event-store/
COPY services/shared/package.json services/shared/
COPY services/api/package.json services/api/
COPY services/reactors/package.json services/reactors/
COPY services/payment-sandbox/package.json services/payment-sandbox/
COPY services/launcher/package.json services/launcher/
COPY tools/package.json tools/
RUN npm ci --no-audit --no-fund
COPY . .
RUN NX_DAEMON=false NX_NO_CLOUD=true npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf .nx contracts/src projections/src services/*/src console/src

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=root:root /app ./
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# The flags are those of `tools/dev/node-flags.mjs`.
ENTRYPOINT ["node", "--max-semi-space-size=32", "--min-semi-space-size=16", "services/launcher/dist/main.js"]
