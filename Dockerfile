FROM python:3.11-slim

# Where an index offers a CPU build of torch, naming it here makes the image several gigabytes smaller.
ARG PIP_EXTRA_INDEX_URL=""

ENV PATH="/opt/venv/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TESLA_LAB_HOME=/app/data

WORKDIR /app
COPY requirements.txt ./
# dumb-init is PID 1: it passes signals on and reaps what training processes leave behind.
RUN python3 -m venv /opt/venv \
    && pip install --no-cache-dir --disable-pip-version-check -r requirements.txt dumb-init==1.2.5.post1 \
    && useradd --uid 10001 --no-create-home --home-dir /app lab \
    && mkdir -p .cache data pictures \
    && chown lab .cache data pictures

COPY . .
USER 10001
EXPOSE 8501
VOLUME ["/app/data"]

HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]

ENTRYPOINT ["dumb-init", "--"]
CMD ["python", "-m", "streamlit", "run", "app.py", "--server.port=8501", "--server.address=0.0.0.0"]
