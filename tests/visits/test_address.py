"""If these fail, a visitor can pretend to come from elsewhere, or a class behind a proxy is one person."""

from __future__ import annotations

import pytest

from tesla_core.errors import TeslaError
from tesla_core.visits.address import UNKNOWN, neighbourhood, trusted_proxies, visitor_ip

NONE = trusted_proxies("")
DOCKER = trusted_proxies("172.18.0.0/16, 10.0.0.5, ::1")


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "found"),
    [
        ("203.0.113.9", [], NONE, "203.0.113.9"),
        ("203.0.113.9", ["10.1.1.1"], NONE, "203.0.113.9"),  # nobody is trusted
        ("127.0.0.1", ["10.1.1.1"], NONE, "127.0.0.1"),
        ("203.0.113.9", ["10.1.1.1"], DOCKER, "203.0.113.9"),  # past the proxy
        ("172.18.0.2", ["198.51.100.4"], DOCKER, "198.51.100.4"),
        ("172.18.0.2", ["1.2.3.4, 198.51.100.4"], DOCKER, "198.51.100.4"),  # the left one is the client's own words
        ("172.18.0.2", ["1.2.3.4", "198.51.100.4, 10.0.0.5"], DOCKER, "198.51.100.4"),
        ("172.18.0.2", ["198.51.100.4:4711"], DOCKER, "198.51.100.4"),
        ("172.18.0.2", ["[2001:db8::1]:4711"], DOCKER, "2001:db8::1"),
        ("::ffff:172.18.0.2", ["198.51.100.4"], DOCKER, "198.51.100.4"),
        ("::1", ["198.51.100.4"], DOCKER, "198.51.100.4"),
        ("172.18.0.2", ["172.18.0.9"], DOCKER, "172.18.0.9"),  # a machine of the proxies' own network
        ("172.18.0.2", [], DOCKER, UNKNOWN),
        ("172.18.0.2", ["localhost"], DOCKER, UNKNOWN),
        ("172.18.0.2", ["1.2.3.4, unknown"], DOCKER, UNKNOWN),
        ("172.18.0.2", ["1.2.3.4,"], DOCKER, UNKNOWN),
        ("172.18.0.2", ["1.2.3.4, " + "9" * 400], DOCKER, UNKNOWN),
        ("", ["1.2.3.4"], DOCKER, UNKNOWN),
    ],
)
def test_only_named_proxies_are_believed(peer: str, forwarded: list[str], proxies: tuple, found: str) -> None:
    assert visitor_ip(peer, forwarded, proxies) == found


def test_a_mistyped_proxy_is_named() -> None:
    with pytest.raises(TeslaError, match=r"TRUSTED_PROXIES.*'caddy' was given"):
        trusted_proxies("10.0.0.1, caddy")


def test_a_machine_s_many_addresses_are_one_neighbourhood() -> None:
    assert neighbourhood("2001:db8::1:2:3:4") == neighbourhood("2001:db8::9:9:9:9") == "2001:db8::/64"
    assert neighbourhood("203.0.113.9") == "203.0.113.9"
    assert neighbourhood("nonsense") == UNKNOWN
