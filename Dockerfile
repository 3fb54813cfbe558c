FROM python:3.13-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
RUN python -m venv /venv
COPY requirements/serve.lock requirements/
RUN /venv/bin/pip install --require-hashes -r requirements/serve.lock
COPY pyproject.toml README.md ./
COPY service service
COPY migrations migrations
# Editable: the migrations stay beside the package, as in a checkout. Nothing is fetched: the lock has pinned setuptools.
RUN /venv/bin/pip install --no-deps --no-build-isolation -e . && \
    /venv/bin/pip uninstall --yes setuptools && \
    /venv/bin/python -m compileall -q service

FROM python:3.13-slim-bookworm
RUN groupadd --gid 10001 clock && useradd --uid 10001 --gid clock --no-create-home --shell /usr/sbin/nologin clock
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    CLOCK_ENV=production HOST=0.0.0.0 METRICS_HOST=0.0.0.0 PROMETHEUS_MULTIPROC_DIR=/tmp/metrics
USER 10001:10001
EXPOSE 8000 9000 9001
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
ENTRYPOINT ["clock"]
CMD ["serve"]
