# docker build -t kitewright --build-arg SITE_URL=https://studio.example .
# docker run -p 127.0.0.1:4321:4321 -v kitewright:/data -v kitewright-backups:/backups --env-file .env kitewright

FROM node:24-slim AS build
WORKDIR /site
COPY . .
ARG SITE_URL=http://localhost:4321
ENV SITE_URL=$SITE_URL
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
WORKDIR /site
COPY --from=build /site ./
RUN mkdir /data /backups && chown node:node /data /backups
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data BACKUP_DIR=/backups
VOLUME /data /backups
EXPOSE 4321
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:4321/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["scripts/serve"]
