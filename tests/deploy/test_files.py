"""The files of a host say what they should: limits, no rights, one lab. `make image-test` runs them for real."""

from __future__ import annotations

import re
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

LABS = ("lab", "lab-gpu")


@pytest.fixture(scope="module")
def compose(root: Path) -> dict[str, Any]:
    return yaml.safe_load((root / "compose.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def objects(root: Path) -> dict[str, Any]:
    text = (root / "deploy" / "kubernetes.yaml").read_text(encoding="utf-8")
    return {one["kind"]: one for one in yaml.safe_load_all(text)}


@pytest.fixture(scope="module")
def pod(objects: dict[str, Any]) -> dict[str, Any]:
    return objects["Deployment"]["spec"]["template"]["spec"]


# ---- compose.yaml


@pytest.mark.parametrize("name", [*LABS, "proxy"])
def test_a_service_has_limits_and_no_rights(compose: dict[str, Any], name: str) -> None:
    """Whoever breaks into one can't write its files, become root, fill the host's memory, processes or disk."""
    service = compose["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert service["restart"] == "unless-stopped"
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}


@pytest.mark.parametrize("name", LABS)
def test_a_lab_keeps_its_data_and_is_reached_through_the_proxy_alone(compose: dict[str, Any], name: str) -> None:
    service = compose["services"][name]
    assert "data:/app/data" in service["volumes"]
    assert "data" in compose["volumes"]
    assert "ports" not in service
    assert service["healthcheck"]["test"][-1] == "deploy.health"
    assert service["shm_size"]
    assert "lab" in service["networks"]["default"]["aliases"]


def test_one_command_starts_one_lab(root: Path, compose: dict[str, Any]) -> None:
    """`up` starts the one without a GPU, `--profile gpu up` the other, and neither starts both."""
    assert [compose["services"][name]["profiles"] for name in LABS] == [["cpu"], ["gpu"]]
    assert "COMPOSE_PROFILES=cpu" in (root / ".env").read_text(encoding="utf-8").splitlines()
    assert "profiles" not in compose["services"]["proxy"]
    devices = compose["services"]["lab-gpu"]["deploy"]["resources"]["reservations"]["devices"]
    assert devices == [{"driver": "nvidia", "count": "all", "capabilities": ["gpu"]}]
    assert "deploy" not in compose["services"]["lab"]


def test_the_images_differ_by_one_argument(compose: dict[str, Any]) -> None:
    cpu, gpu = (compose["services"][name]["build"]["args"] for name in LABS)
    assert {name for name in cpu if cpu[name] != gpu[name]} == {"DEVICE"}


def test_no_passcode_stands_in_a_file(root: Path) -> None:
    for name in (".env", "compose.yaml", "deploy/kubernetes.yaml", "deploy/tesla-lab.service"):
        text = (root / name).read_text(encoding="utf-8")
        assert not re.search(r"^[^#\n]*PASSCODE[=:]\s*[^$\s-]", text, flags=re.MULTILINE), name


def test_every_setting_of_the_compose_file_is_explained(root: Path) -> None:
    """A variable that changes how the lab is served stands in .env or in the guide."""
    explained = (root / ".env").read_text(encoding="utf-8") + (root / "docs" / "hosting.md").read_text(encoding="utf-8")
    used = set(re.findall(r"\$\{(\w+)", (root / "compose.yaml").read_text(encoding="utf-8")))
    assert {name for name in used if name not in explained} == set()


def test_another_proxy_takes_the_place_of_the_first(root: Path, compose: dict[str, Any]) -> None:
    """nginx finds the lab where deploy/compose.behind.yaml puts it: on loopback alone, under its location's path."""
    behind = yaml.safe_load((root / "deploy" / "compose.behind.yaml").read_text(encoding="utf-8"))["services"]
    assert set(behind) == set(compose["services"])
    nginx = (root / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for name in LABS:
        assert behind[name]["ports"] == ["127.0.0.1:${TESLA_LAB_HTTP_PORT:-8501}:8501"]
        assert behind[name]["environment"]["TESLA_LAB_BASE_PATH"] == "${TESLA_LAB_BASE_PATH:-lab}"
    assert "server 127.0.0.1:8501;" in nginx
    assert "location /lab/ {" in nginx
    assert behind["proxy"]["profiles"] == ["never"]


# ---- the Kubernetes manifest


def test_a_cluster_runs_exactly_one_lab(objects: dict[str, Any], pod: dict[str, Any]) -> None:
    """Two would each have an engine, and share a store."""
    assert objects["Deployment"]["spec"]["replicas"] == 1
    assert objects["Deployment"]["spec"]["strategy"]["type"] == "Recreate"
    (lab,) = pod["containers"]
    assert lab["resources"]["limits"]["nvidia.com/gpu"] == 1
    assert objects["Service"]["spec"]["ports"][0]["targetPort"] == lab["ports"][0]["name"]
    assert {volume["name"] for volume in pod["volumes"]} == {mount["name"] for mount in lab["volumeMounts"]}
    assert objects["PersistentVolumeClaim"]["metadata"]["name"] == "data"


def test_a_pod_has_limits_and_no_rights(pod: dict[str, Any]) -> None:
    """As the namespace's own rule (restricted) asks for."""
    (lab,) = pod["containers"]
    assert pod["securityContext"]["runAsNonRoot"]
    assert lab["securityContext"]["readOnlyRootFilesystem"]
    assert lab["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert not lab["securityContext"]["allowPrivilegeEscalation"]
    assert lab["resources"]["limits"]["memory"]


def test_probes_ask_what_they_are_for(pod: dict[str, Any]) -> None:
    """A store that can't be written takes a lab off the service, and does not kill it again and again."""
    (lab,) = pod["containers"]
    asked = {name: lab[name]["httpGet"]["path"] for name in ("startupProbe", "livenessProbe", "readinessProbe")}
    assert asked == {"startupProbe": "/healthz", "livenessProbe": "/healthz", "readinessProbe": "/readyz"}


# ---- the service unit, the image


class Unit(ConfigParser):
    """A file of systemd's, whose names are written in capitals and small letters."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def test_the_unit_runs_what_the_container_runs(root: Path) -> None:
    unit = Unit(strict=False, interpolation=None)
    unit.read(root / "deploy" / "tesla-lab.service", encoding="utf-8")
    assert unit["Service"]["ExecStart"].endswith("python -m deploy.start")
    assert '"-m", "deploy.start"]' in (root / "Dockerfile").read_text(encoding="utf-8")
    assert unit["Service"]["Restart"] == "always"
    assert unit["Service"]["NoNewPrivileges"] == "yes"
    assert unit["Service"]["CapabilityBoundingSet"] == ""


def test_what_changes_least_comes_first(root: Path) -> None:
    """A new revision of the app costs a host some megabytes, not torch again."""
    text = (root / "Dockerfile").read_text(encoding="utf-8").rsplit("FROM ", 1)[1]
    places = [text.index(part) for part in ("COPY --from=torch", "COPY --from=packages", "COPY . .")]
    assert places == sorted(places)


def test_only_what_runs_is_sent_to_a_build(root: Path) -> None:
    """No test, no data, no key of somebody's folder ends up in an image."""
    lines = (root / ".dockerignore").read_text(encoding="utf-8").split()
    assert lines[0] == "*"
    assert not {"!tests", "!data", "!.git", "!.env"} & set(lines)
