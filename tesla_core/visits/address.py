"""Where a visitor comes from: the socket's other end, or what a proxy says that was named. Nothing else is believed."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterable
from functools import cache
from typing import Any

from tesla_core.errors import TeslaError

VARIABLE = "TESLA_LAB_TRUSTED_PROXIES"
UNKNOWN = "unknown"
"""The address of one who comes through a trusted proxy that says nothing usable."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
IP = ipaddress.IPv4Address | ipaddress.IPv6Address


@cache
def trusted_proxies(text: str | None = None) -> tuple[Network, ...]:
    """The networks that TESLA_LAB_TRUSTED_PROXIES names, separated by commas; none by default."""
    text = os.environ.get(VARIABLE, "") if text is None else text
    found: list[Network] = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        try:
            found.append(ipaddress.ip_network(word, strict=False))
        except ValueError:
            example = "10.0.0.0/8, 172.18.0.2"
            raise TeslaError(
                f"{VARIABLE} must be addresses or networks, as in {example!r}; {word[:100]!r} was given."
            ) from None
    return tuple(found)


def parse_ip(text: str) -> IP | None:
    """An address as people and headers write it: with a port, in brackets, an IPv4 one inside IPv6; else None."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, ipaddress.IPv6Address) else found


def visitor_ip(peer: str, forwarded: Iterable[str], proxies: tuple[Network, ...]) -> str:
    """The visitor's address. peer: the socket's other end. forwarded: the X-Forwarded-For headers, in their order.

    Each proxy appends whom it saw, so the list is read from the right, past those that are trusted; what stands to the
    left of the first other address may have been written by anybody. What is no address there is refused: UNKNOWN.
    """
    here = parse_ip(peer)
    if here is None:
        return UNKNOWN
    if not is_trusted(here, proxies):
        return str(here)
    entries = [entry for header in forwarded for entry in header.split(",")]
    for entry in reversed(entries):
        found = parse_ip(entry)
        if found is None:
            return UNKNOWN
        if not is_trusted(found, proxies):
            return str(found)
    return UNKNOWN if not entries else str(parse_ip(entries[0]))


def neighbourhood(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 within which one machine picks its IPv6 addresses."""
    found = parse_ip(address)
    if found == ipaddress.IPv6Address("::1"):
        return "127.0.0.1"
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found) if found is not None else UNKNOWN


def socket_peer(scope: Any, receive: Any) -> str:
    """The socket's other end. uvicorn puts X-Forwarded-For into scope["client"] for whoever is on loopback, whether or
    not that is a proxy; its transport, which the connection's `receive` belongs to, knows better."""
    transport = getattr(getattr(receive, "__self__", None), "transport", None)
    name = transport.get_extra_info("peername") if transport is not None else None
    client = name or scope.get("client") or ("",)
    return str(client[0])


def is_trusted(address: IP | str, proxies: tuple[Network, ...]) -> bool:
    """Whether an address is a proxy's that was named."""
    found = parse_ip(address) if isinstance(address, str) else address
    return found is not None and any(found in network for network in proxies)
