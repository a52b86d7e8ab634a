"""`make image-test`: the compose file, its proxies and its container, run on this machine. Not part of `make test`.

Needs root, podman, caddy and nginx, and the image that `make image` built. The tests run in their order, on one host.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect, sync_playwright

from deploy.build import BASE, BUILD, ROOT, build, environment
from tests.deploy.host import PROJECT, TOOLS, Host, fetch, podman, wait_for
from tests.pages.conftest import CHROMIUM_FLAGS, DESKTOP, free_port

LARGEST = 2.2e9  # the image of before
WAIT = 120_000
FRAMES = 20
Open = Callable[[str], "Window"]


class Window:
    """A page in Chromium that counts the frames of live runs it is sent."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.frames = 0
        self.page: Page = context.new_page()
        self.page.on("websocket", self._listen)
        self.page.goto(url, timeout=WAIT)

    def _listen(self, socket: WebSocket) -> None:
        if "/live" in socket.url:
            socket.on("framereceived", self._count)

    def _count(self, payload: object) -> None:
        self.frames += isinstance(payload, bytes) and len(payload) > 1000

    def play(self) -> None:
        self.page.get_by_role("button", name="Play", exact=True).click(timeout=WAIT)

    def receives(self, number: int, what: str) -> None:
        before = self.frames

        def enough() -> bool:
            self.page.wait_for_timeout(200)
            return self.frames >= before + number

        wait_for(enough, what)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=CHROMIUM_FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def open_(browser: Browser) -> Iterator[Open]:
    """Chromium does not know the proxy's authority; that it vouches for the name is tested by `Host.get`."""
    context = browser.new_context(ignore_https_errors=True, viewport=DESKTOP)
    yield lambda url: Window(context, url)
    context.close()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("host"))
    host.up()
    wait_for(host.ready, "the lab is ready behind Caddy", 240)
    yield host
    host.down()


# ---- the image


def test_the_image_is_smaller_and_lists_what_is_in_it() -> None:
    size = int(podman("image", "inspect", "--format", "{{.Size}}", "tesla-lab:cpu"))
    assert size < LARGEST
    names = {one["name"] for one in json.loads((BUILD / "sbom.json").read_text(encoding="utf-8"))["components"]}
    assert {"torch", "streamlit", "libc6"} <= names
    assert not {"pytest", "pip", "playwright"} & names


def test_an_image_for_gpus_is_not_made_of_a_torch_without_them() -> None:
    """What pip finds here is a CPU build, and the build says so instead of naming it cuda."""
    words = ["podman", "run", "--rm", "--entrypoint", "python", "tesla-lab:cpu", "deploy/torch_build.py", "cuda"]
    done = subprocess.run(words, env=environment(), capture_output=True, text=True)
    assert done.returncode == 1
    assert "DEVICE=cuda, but pip found torch" in done.stdout


# ---- the files that other programs read


def test_every_file_is_understood_by_the_program_it_is_for(tmp_path: Path) -> None:
    unit = (ROOT / "deploy" / "tesla-lab.service").read_text(encoding="utf-8").replace("/opt/tesla-lab", str(tmp_path))
    program = tmp_path / ".venv" / "bin" / "python"
    program.parent.mkdir(parents=True)
    program.symlink_to(shutil.which("true") or "/bin/true")
    (tmp_path / "tesla-lab.service").write_text(unit, encoding="utf-8")
    for words in (
        [TOOLS / "kubernetes-validate", "--strict", "deploy/kubernetes.yaml"],
        ["caddy", "validate", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"],
        ["systemd-analyze", "verify", "--man=no", tmp_path / "tesla-lab.service"],
        [TOOLS / "podman-compose", "config"],
    ):
        done = subprocess.run([str(word) for word in words], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, f"{words[0]}\n{done.stdout}{done.stderr}"


# ---- the compose file


def test_https_is_vouched_for_by_the_proxys_own_authority(host: Host) -> None:
    assert host.get("/healthz") == (200, b"ok\n")
    assert host.get("/metrics")[0] == 403  # no token, no figures


def test_the_container_has_limits_and_no_rights(host: Host) -> None:
    about = json.loads(podman("inspect", host.lab))[0]
    assert about["HostConfig"]["ReadonlyRootfs"]
    assert about["HostConfig"]["Memory"] == 6 * 2**30
    assert about["HostConfig"]["PidsLimit"] == 2048
    status = dict(
        line.split(":\t", 1) for line in host.inside("cat", "/proc/self/status").splitlines() if ":\t" in line
    )
    assert {int(status[name], 16) for name in ("CapEff", "CapPrm", "CapBnd", "CapInh")} == {0}
    assert status["NoNewPrivs"] == "1"
    assert status["Uid"].split()[0] == "10001"
    with pytest.raises(AssertionError, match=r"Permission denied|Read-only"):
        host.inside("touch", "/app/app.py")
    assert host.inside("sh", "-c", "stat -f -c %b:%S /dev/shm") == f"{2 * 2**30 // 4096}:4096"


def test_the_passcode_was_said_once_and_secrets_are_the_labs_alone(host: Host) -> None:
    assert len(re.findall(r"said this once: \S+", host.log())) == 1
    modes = host.inside("stat", "-c", "%a %n", "/app/data/passcode", "/app/data/signing.key")
    assert modes == "600 /app/data/passcode\n600 /app/data/signing.key"


def test_the_doctor_leaves_its_word(host: Host) -> None:
    found = wait_for(
        lambda: (record := json.loads(host.inside("cat", "/app/data/doctor.json"))).get("examined") and record,
        "the doctor's word",
        300,
    )
    assert found["failed"] == []
    assert "GPUs here: none." in host.log()


def test_frames_come_through_caddy_to_chromium(host: Host, open_: Open) -> None:
    window = open_(f"{host.url}/boundaries")
    window.play()
    window.receives(FRAMES, "frames over the WebSocket through Caddy")


def test_a_job_needs_the_passcode(host: Host, open_: Open) -> None:
    """Refused to a visitor who has none, or a wrong one; launched by one who knows it."""
    code = host.inside("cat", "/app/data/passcode")
    page = open_(f"{host.url}/jobs").page
    expect(page.get_by_label("Passcode to launch runs")).to_be_visible(timeout=WAIT)
    launch = page.get_by_role("button", name=re.compile(r"^Launch"))
    assert not launch.count() or launch.first.is_disabled()
    unlock(page, "wrong-wrong-wrong")
    expect(page.get_by_text("That is not the passcode.")).to_be_visible(timeout=WAIT)
    assert host.inside("python", "-m", "tesla_core", "jobs", "list", "--json").strip() in ("", "[]")
    unlock(page, code)
    expect(launch.first).to_be_enabled(timeout=WAIT)
    fill(page)
    launch.first.click()
    expect(page.get_by_text("Job 1 is queued")).to_be_visible(timeout=WAIT)
    wait_for(lambda: host.job(1)["state"] == "running", "the job runs", every=3)


def unlock(page: Page, code: str) -> None:
    box = page.get_by_label("Passcode to launch runs")
    box.fill(code)
    box.press("Enter")


def fill(page: Page) -> None:
    """One run of a minute or so, so that it is there to be killed."""
    page.get_by_role("button", name="Clear all").first.click(timeout=WAIT)
    expect(page.get_by_role("button", name="Launch 3 runs")).to_be_visible(timeout=WAIT)
    page.get_by_role("textbox", name="Bits").fill("12")
    page.get_by_role("textbox", name="Train size").fill("")
    page.get_by_role("textbox", name="Seeds").fill("0")
    page.get_by_text("More options: model and training").click()
    page.get_by_role("textbox", name="Width").fill("16")
    page.get_by_role("textbox", name="Epochs").fill("60")
    page.get_by_role("textbox", name="Batch size").fill("256")
    page.get_by_role("textbox", name="Batch size").press("Enter")
    expect(page.get_by_role("button", name="Launch run")).to_be_visible(timeout=WAIT)


def test_a_killed_container_goes_on_with_jobs_and_open_pages(host: Host, open_: Open) -> None:
    """The whole container is lost at once, as with a power cut; the restart policy starts it, and nobody else helps."""
    window = open_(f"{host.url}/boundaries?b_seed=7")
    window.play()
    window.receives(FRAMES, "frames before the kill")
    wait_for(lambda: (host.job(1).get("epoch") or 0) >= 2, "the job has trained", every=3)
    before = host.pid()
    os.kill(before, signal.SIGKILL)
    wait_for(lambda: host.pid() not in (0, before), "the container was started again")
    wait_for(host.ready, "the lab is ready again", 240)
    window.receives(1, "the open page shows its run again")
    window.page.close()  # jobs give way to whoever watches
    done = wait_for(
        lambda: (job := host.job(1))["state"] in ("succeeded", "failed") and job, "the job's end", 600, every=10
    )
    assert (done["state"], done["attempts"]) == ("succeeded", 2)
    assert len(re.findall("said this once", host.log())) == 1


def test_a_lab_that_no_longer_answers_is_started_again(host: Host) -> None:
    """The web process is stopped dead: deploy/start.py ends the container with an error, and the policy starts it."""
    before = host.pid()
    host.stop_the_web_process()
    wait_for(lambda: host.pid() not in (0, before), "the container was ended and started again", 240)
    wait_for(host.ready, "the lab is ready again", 240)
    assert "Not well for too long" in host.log()


# ---- another proxy


def test_frames_come_under_a_base_path_through_nginx(host: Host, open_: Open, tmp_path: Path) -> None:
    """deploy/nginx.conf as it is, but for names, ports and the certificate."""
    host.down()
    behind = Host(tmp_path, "deploy/compose.behind.yaml")
    behind.up()
    key, certificate, port = tmp_path / "key", tmp_path / "crt", free_port()
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*request, *files, *subject], check=True, capture_output=True)
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for here, there in {
        "listen 443": f"listen 127.0.0.1:{port}",
        "server_name example.org": "server_name localhost",
        "/etc/ssl/example.org.crt": str(certificate),
        "/etc/ssl/example.org.key": str(key),
        "127.0.0.1:8501;": f"127.0.0.1:{behind.http};",
    }.items():
        assert here in text
        text = text.replace(here, there)
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off;\n{text}\n}}"
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    nginx = subprocess.Popen(["nginx", "-c", str(tmp_path / "nginx.conf"), "-g", "daemon off;"])
    try:
        wait_for(lambda: "Health: ok" in behind.log(), "the lab is ready under its base path", 240)
        window = open_(f"https://localhost:{port}/lab/boundaries")
        window.play()
        window.receives(FRAMES, "frames over the WebSocket through nginx")
        assert podman("ps", "--filter", f"name={PROJECT}_proxy", "--quiet") == ""
        assert window.page.request.get(f"https://localhost:{port}/lab/metrics").status == 403
        assert window.page.request.get(f"https://localhost:{port}/lab/readyz").ok
    finally:
        nginx.terminate()
        nginx.wait(30)
        behind.down()


# ---- a Hugging Face Space


def test_the_image_runs_as_a_space_runs_it(open_: Open) -> None:
    """Port 7860, user 1000, no volume; the passcode is a secret of the Space, and nothing is said in the log."""
    build("cpu", "tesla-lab:space", "1000", BASE)
    port = free_port()
    options = ["--detach", "--user", "1000", "--memory", "16g", "--cap-drop", "all"]
    options += ["--publish", f"127.0.0.1:{port}:7860"]
    settings = ["TESLA_LAB_PORT=7860", "TESLA_LAB_PASSCODE=of-the-space-1"]
    settings += ["TESLA_LAB_EMBED_ORIGINS=https://huggingface.co"]
    name = podman("run", *options, *(part for one in settings for part in ("--env", one)), "tesla-lab:space")
    try:
        wait_for(lambda: answers(f"http://127.0.0.1:{port}/readyz"), "the Space is ready", 240)
        window = open_(f"http://127.0.0.1:{port}/boundaries")
        window.play()
        window.receives(FRAMES, "frames")
        assert podman("exec", name, "id", "-u") == "1000"
        assert "said this once" not in podman("logs", name)
    finally:
        podman("rm", "--force", "--volumes", name)


def answers(url: str) -> bool:
    try:
        return fetch(url)[0] == 200
    except OSError:
        return False
