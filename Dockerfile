# syntax=docker/dockerfile:1
#
#   docker build --tag musbot .
#   docker run --env-file .env --volume musbot:/data --restart unless-stopped --stop-timeout 20 musbot
#
# With a folder of the host in place of the volume, let the bot run as the folder's owner:
#   docker build --build-arg UID=$(id -u) --build-arg GID=$(id -g) --tag musbot .

FROM python:3.11-slim AS build
WORKDIR /src
RUN python -m venv /opt/musbot
COPY constraints.txt ./
RUN --mount=type=cache,target=/root/.cache/pip \
    /opt/musbot/bin/pip install --constraint constraints.txt pip setuptools
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE ./
COPY assets assets
COPY musbot musbot
RUN --mount=type=cache,target=/root/.cache/pip \
    /opt/musbot/bin/pip install --constraint constraints.txt --no-build-isolation '.[fast]' \
    && /opt/musbot/bin/pip uninstall --yes setuptools pip

FROM python:3.11-slim
ARG UID=1000
ARG GID=1000
# The folder belongs to the bot before it becomes a volume, so that a new volume does too.
RUN groupadd --gid "$GID" --non-unique musbot \
    && useradd --uid "$UID" --gid "$GID" --non-unique --no-create-home --home-dir /data musbot \
    && install --directory --owner "$UID" --group "$GID" /data
COPY --from=build /opt/musbot /opt/musbot
ENV PATH=/opt/musbot/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    MUSBOT_DATA=/data
USER ${UID}:${GID}
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["musbot", "healthcheck"]
CMD ["musbot", "run"]
