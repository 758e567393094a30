# The release pins it by digest; `npm run image -- --stand-in` puts one of its own in its place.
ARG BASE=node:24.21.0-bookworm-slim

FROM ${BASE} AS build

WORKDIR /app

# The image's own Node 24 runs everything; the one that npm installs beside it stays behind in this stage.
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY patient/package.json patient/
COPY console/package.json console/
RUN npm ci --omit=dev --ignore-scripts

COPY tsconfig.json ./
COPY contract contract
COPY patient patient
COPY console console
COPY server server
RUN node patient/build.ts && node console/build.ts && node server/build.ts

FROM ${BASE}

WORKDIR /app

# Without the workspaces of the web apps, whose tools are of no use any more.
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
RUN npm ci --omit=dev --omit=optional --ignore-scripts --workspace=contract --workspace=server && npm cache clean --force

COPY bin bin
COPY contract contract
COPY server server
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/patient/dist patient/dist
COPY --from=build /app/console/dist console/dist

RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/app/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
VOLUME /data
EXPOSE 3000
USER node

HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# It becomes node itself, as process 1, so that a stop reaches it.
CMD ["zhenyue", "serve"]
