# One image of the lab. `docker build .` gives the one without a GPU, `--build-arg DEVICE=cuda` the one for NVIDIA GPUs.
#
# BASE: any Debian image with Python 3.11 or newer at `python3`. For a release, name it with its digest
# (--build-arg BASE=python:3.11-slim-bookworm@sha256:...); see "The image" in docs/hosting.md.
ARG BASE=python:3.11-slim-bookworm

# ---- the pins of torch and of what every build of it needs, so that other pins don't touch its layer ----------------
FROM ${BASE} AS pins
WORKDIR /pins
COPY requirements.txt constraints.txt ./
RUN grep -E '^torch==' requirements.txt > torch.txt \
    && grep -E '^(filelock|fsspec|jinja2|markupsafe|mpmath|networkx|numpy|setuptools|sympy|typing-extensions)==' \
        constraints.txt > torch-needs.txt

# ---- torch, which changes least and weighs most ----------------------------------------------------------------------
FROM ${BASE} AS torch
ARG DEVICE=cpu
# Where an index offers a CPU build of torch, naming it here makes the image several gigabytes smaller.
ARG PIP_EXTRA_INDEX_URL=""
# pip stays behind in an environment of its own.
RUN python3 -m venv /opt/pip && python3 -m venv --without-pip /opt/venv
WORKDIR /build
COPY --from=pins /pins/torch.txt /pins/torch-needs.txt ./
COPY deploy/torch_build.py deploy/slim.sh ./
RUN /opt/pip/bin/pip --python /opt/venv/bin/python install --no-cache-dir --no-compile --disable-pip-version-check \
        -c torch-needs.txt -r torch.txt numpy \
    && /opt/venv/bin/python torch_build.py "$DEVICE" \
    && sh slim.sh /opt/venv

# ---- everything else, beside it --------------------------------------------------------------------------------------
FROM torch AS packages
ARG PIP_EXTRA_INDEX_URL=""
COPY requirements.txt constraints.txt ./
# What torch's layer has already counts as installed; the rest goes to a folder that its interpreter looks into.
# dumb-init is PID 1: it passes signals on and reaps what training processes leave behind.
RUN /opt/pip/bin/pip --python /opt/venv/bin/python install --no-cache-dir --no-compile --disable-pip-version-check \
        --prefix /opt/lab -c constraints.txt -r requirements.txt dumb-init==1.2.5.post1 \
    && sh slim.sh /opt/lab

# ---- what runs -----------------------------------------------------------------------------------------------------
FROM ${BASE}
ARG DEVICE=cpu
SHELL ["/bin/sh", "-eu", "-c"]
# Triton compiles a small C file when a GPU first uses a kernel. Debian keeps only a package's newest version, so that a
# pin would soon break the build.
# hadolint ignore=DL3008
RUN if [ "$DEVICE" = cuda ]; then \
        apt-get update; \
        apt-get install -y --no-install-recommends gcc libc6-dev; \
        rm -rf /var/lib/apt/lists/*; \
    fi
COPY --from=torch /opt/venv /opt/venv
COPY --from=packages /opt/lab /opt/lab

# 1000 for a Hugging Face Space.
ARG UID=10001
WORKDIR /app
# The path file ties the two folders of packages together. The command `tesla-lab` of the wheel, for the source as it lies here.
RUN site=$(/opt/venv/bin/python -c 'import site; print(site.getsitepackages()[0])'); \
    echo "/opt/lab/${site#/opt/venv/}" > "$site/lab.pth"; \
    printf '#!/bin/sh\nexec python -m tesla_core "$@"\n' > /opt/lab/bin/tesla-lab; \
    chmod 755 /opt/lab/bin/tesla-lab; \
    useradd --uid "$UID" --no-create-home --home-dir /tmp lab; \
    mkdir data pictures; \
    chown "$UID" data pictures
COPY . .
# What is inside, by name, version and licence.
RUN /opt/venv/bin/python deploy/sbom.py > sbom.json

# The root file system may be read-only: bytecode goes to memory, and Triton's compiled kernels to the volume.
ENV PATH="/opt/venv/bin:/opt/lab/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    PYTHONPATH=/app \
    PYTHONPYCACHEPREFIX=/tmp/bytecode \
    HOME=/tmp \
    TRITON_CACHE_DIR=/app/data/cache/triton \
    TESLA_LAB_HOME=/app/data \
    TESLA_LAB_IMAGES=/app/pictures \
    TESLA_LAB_PORT=8501
# Which commit this is, for the results of its jobs.
ARG REVISION=""
ENV TESLA_LAB_REVISION=${REVISION}
USER ${UID}
EXPOSE 8501
VOLUME ["/app/data"]

HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=4 CMD ["python", "-m", "deploy.health"]

ENTRYPOINT ["dumb-init", "--", "python", "-m", "deploy.start"]
