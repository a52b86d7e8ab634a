"""`make image`: build the image with Docker or podman, say its size, and lay its bill of materials into build/.

On a machine that reaches packages but no registry of images, podman builds on stand-ins made of Debian's packages; what
was a stand-in is said. pip's configuration of this machine holds inside that build, too, and stays out of the image.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
BASE = "docker.io/library/python:3.11-slim-bookworm"
SUITE = "bookworm"
PODMAN = "podman runc netavark aardvark-dns iptables"
PACKAGES = "python3,python3-venv,ca-certificates"
CONFIGURATION = """[containers]
default_ulimits = []
[engine]
runtime = "runc"
"""


def run(*words: str | Path, quiet: bool = False) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words],
        cwd=ROOT,
        env=environment(),
        check=True,
        text=True,
        stdout=subprocess.PIPE if quiet else None,
    )


def works(*words: str) -> bool:
    done = subprocess.run(words, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode == 0


def environment() -> dict[str, str]:
    """For podman where groups of processes are counted the old way (cgroups v1): crun refuses that, runc does not."""
    if "CONTAINERS_CONF" in os.environ or Path("/sys/fs/cgroup/cgroup.controllers").exists():
        return dict(os.environ)
    BUILD.mkdir(exist_ok=True)
    (BUILD / "containers.conf").write_text(CONFIGURATION, encoding="utf-8")
    return {**os.environ, "CONTAINERS_CONF": str(BUILD / "containers.conf")}


def engine() -> str:
    if shutil.which("docker") and works("docker", "info"):
        return "docker"
    if shutil.which("podman"):
        return "podman"
    raise SystemExit(f"Neither Docker nor podman is here. On Debian: apt-get install {PODMAN}")


def has(name: str) -> bool:
    """Whether podman has an image, or can pull it."""
    return works("podman", "image", "exists", name) or works("podman", "pull", "--quiet", name)


def ensure_base(name: str) -> None:
    """The base image, or a stand-in of Debian's packages under its name."""
    if has(name):
        return
    if not shutil.which("debootstrap"):
        raise SystemExit(f"{name} can't be pulled. For a stand-in: apt-get install debootstrap")
    print(f"{name} can't be pulled from here: a stand-in of Debian's packages takes its place.", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, folder, quiet=True)
        (Path(folder) / "usr/bin/python").symlink_to("python3")
        for emptied in ("var/cache/apt/archives", "var/lib/apt/lists"):
            shutil.rmtree(Path(folder) / emptied)
        run("tar", "--create", "--file", BUILD / "base.tar", "--directory", folder, ".")
    run("podman", "import", "--quiet", BUILD / "base.tar", name)
    (BUILD / "base.tar").unlink()


def ensure_caddy(name: str, base: str = BASE) -> None:
    """The proxy's image, or this machine's caddy on the base."""
    if has(name):
        return
    found = shutil.which("caddy")
    if not found:
        raise SystemExit(f"{name} can't be pulled. For a stand-in: apt-get install caddy")
    print(f"{name} can't be pulled from here: Debian's caddy takes its place.", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(found, folder)
        lines = f"FROM {base}", "ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config", "COPY caddy /usr/bin/caddy", ""
        (Path(folder) / "Dockerfile").write_text("\n".join(lines), encoding="utf-8")
        run("podman", "build", "--quiet", "--pull=never", "--tag", name, folder)


def pip_settings() -> list[str]:
    """Options for podman that mount this machine's pip configuration, and local folders it names, into the build."""
    listed = run(sys.executable, "-m", "pip", "config", "list", quiet=True).stdout
    settings = dict(re.findall(r"^(?:global|install|:env:)\.([\w-]+)='(.*)'$", listed, flags=re.MULTILINE))
    settings.pop("disable-pip-version-check", None)
    BUILD.mkdir(exist_ok=True)
    file = BUILD / "pip.conf"
    file.write_text("\n".join(["[global]", *(f"{name} = {value}" for name, value in settings.items()), ""]), "utf-8")
    mounts = {f"{file}:/etc/pip.conf:ro"}
    for word in " ".join(settings.values()).split():
        path = Path(word.removeprefix("file://"))
        if path.is_absolute() and path.exists():
            shown = path.parent if word.startswith("file://") else path  # an index' files lie beside its pages
            mounts.add(f"{shown}:{shown}:ro")
    return [part for mount in sorted(mounts) for part in ("--volume", mount)]


def build(device: str, tag: str, uid: str, base: str) -> None:
    tool = engine()
    revision = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    values = {
        "REVISION": revision,
        "DEVICE": device,
        "UID": uid,
        "BASE": base,
        "PIP_EXTRA_INDEX_URL": os.environ.get("PIP_EXTRA_INDEX_URL", ""),
    }
    arguments = ["--tag", tag, *(part for item in values.items() for part in ("--build-arg", "=".join(item)))]
    if tool == "podman":
        BUILD.mkdir(exist_ok=True)
        ensure_base(base)
        arguments += ["--pull=never", "--network", "host", "--format", "docker", *pip_settings()]
    began = time.monotonic()
    run(tool, "build", *arguments, ".")
    seconds = time.monotonic() - began
    size = int(run(tool, "image", "inspect", "--format", "{{.Size}}", tag, quiet=True).stdout)
    print(f"{tag}: {size / 1e9:.2f} GB, built in {seconds:.0f} s.", flush=True)
    (BUILD / "sbom.json").write_text(
        run(tool, "run", "--rm", "--entrypoint", "cat", tag, "sbom.json", quiet=True).stdout, encoding="utf-8"
    )
    print("Its bill of materials is in build/sbom.json.")


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the lab's image.")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--tag", help="by default tesla-lab:DEVICE")
    parser.add_argument("--uid", default="10001", help="the user inside; 1000 for a Hugging Face Space")
    parser.add_argument("--base", default=BASE, help="the base image, best with its digest")
    chosen = parser.parse_args()
    build(chosen.device, chosen.tag or f"tesla-lab:{chosen.device}", chosen.uid, chosen.base)


if __name__ == "__main__":
    main()
