# Put the settings you change in /etc/kitewright.env (.env.example explains them), without quotes, and without empty lines
# like DATA_DIR=, which would override the image's defaults. Pass SITE_URL only to the build:
#
# touch /etc/kitewright.env && chmod 600 /etc/kitewright.env
# docker build -t kitewright --build-arg SITE_URL=https://studio.example .
# docker run -d --name kitewright --restart unless-stopped --memory 1g -p 127.0.0.1:4321:4321 \
#   -v kitewright:/data -v kitewright-backups:/backups -e TRUSTED_PROXIES=1 --env-file /etc/kitewright.env kitewright
# docker exec -it kitewright studio leads
#
# To update: git pull, build again, docker stop kitewright && docker rm kitewright, then the same docker run. The volumes keep
# the data. Changed settings also need a new container.
#
# In a container, localhost is the container itself. To use PostgreSQL, a mail server, or Ollama on the same machine, or to
# open the desk (studio desk) through an SSH tunnel, write --network host -e HOST=127.0.0.1 instead of -p 127.0.0.1:4321:4321.

FROM node:24.21.0-slim AS build
WORKDIR /site
COPY . .
ARG SITE_URL
RUN test -n "$SITE_URL" || { echo 'Set the public URL: --build-arg SITE_URL=https://studio.example' >&2; exit 1; }
RUN npm run build

FROM node:24.21.0-slim
# Backups of PostgreSQL need its client programs.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
WORKDIR /site
COPY --from=build /site ./
# When a scheduled article is due, the running container rebuilds the site, which needs 600 MB for a few seconds.
RUN mkdir /data /backups && chown -R node:node /data /backups dist .astro node_modules/.cache && ln -s /site/scripts/studio.mjs /usr/local/bin/studio
USER node
# The site must run with the URL it was built for.
ARG SITE_URL
ENV SITE_URL=$SITE_URL HOST=0.0.0.0 DATA_DIR=/data BACKUP_DIR=/backups
VOLUME /data /backups
EXPOSE 4321
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:4321/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The server isn't process 1, which can't be killed from inside the container.
CMD ["node", "scripts/start.mjs"]
