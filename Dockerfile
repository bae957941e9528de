# syntax=docker/dockerfile:1
# The app with its subscription API, in production. See docs/production.md.

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /cadence
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /cadence
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build:app

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production PORT=4000 DATA_DIR=/data
WORKDIR /cadence
COPY --from=packages /cadence/node_modules node_modules
COPY package.json package-lock.json ./
COPY contract contract
COPY process process
# The operator's command and the migrations; the service itself is in the build.
COPY services/subscription-api services/subscription-api
COPY --from=build /cadence/build/client build/client
COPY --from=build /cadence/build/server build/server
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 4000
# Without DATABASE_URL PGlite keeps its data here, for one instance alone.
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As `npm start`, but not through npm, which would keep the signal to stop from the app.
CMD ["node", "--max-old-space-size=320", "--max-semi-space-size=16", "build/server/start.js"]
