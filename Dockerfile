# syntax=docker/dockerfile:1
#
#   docker compose up --detach          builds it and starts it; see compose.yaml
#   docker build --tag musbot .
#
# With a folder of the host in place of the volume, let the bot run as the folder's owner:
#   docker build --build-arg UID=$(id -u) --build-arg GID=$(id -g) --tag musbot .

FROM python:3.11-slim AS build
# For strip, which takes debugging symbols out of the wheels.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends binutils \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements.lock pyproject.toml setup.py MANIFEST.in README.md LICENSE ./
COPY deploy deploy
COPY assets assets
COPY musbot musbot
RUN --mount=type=cache,target=/root/.cache/pip deploy/install.sh /opt/musbot

# Python and Debian without what installs things, draws windows or writes Perl: nothing is installed any more.
FROM python:3.11-slim AS python
ARG UID=1000
ARG GID=1000
# The folder belongs to the bot before it becomes a volume, so that a new volume does too.
RUN groupadd --gid "$GID" --non-unique musbot \
    && useradd --uid "$UID" --gid "$GID" --non-unique --no-create-home --home-dir /data musbot \
    && install --directory --owner "$UID" --group "$GID" /data
WORKDIR /usr/local/lib/python3.11
RUN rm -rf site-packages/* ensurepip idlelib lib2to3 tkinter turtledemo turtle.py ../../bin/pip* ../../bin/idle* \
    /usr/bin/apt* /usr/lib/apt /usr/bin/perl* /usr/lib/*/perl-base /usr/lib/*/gconv /var/lib/apt /var/lib/dpkg/info \
    /var/cache/*

# From nothing, so that what was removed is in no layer.
FROM scratch
ARG UID=1000
ARG GID=1000
# A whole file system, on purpose.
# hadolint ignore=DL3067
COPY --from=python / /
COPY --from=build /opt/musbot /opt/musbot
ENV PATH=/opt/musbot/bin:/usr/local/bin:/usr/bin:/bin \
    LANG=C.UTF-8 \
    PYTHONDONTWRITEBYTECODE=1 \
    MUSBOT_DATA=/data
USER ${UID}:${GID}
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=1m --timeout=20s --start-period=2m --retries=3 CMD ["musbot", "healthcheck"]
CMD ["musbot", "run"]
