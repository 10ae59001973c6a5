"""Requests over connections that stay open and are shared by threads."""

from __future__ import annotations

import base64
import os
import selectors
import socket
import urllib.parse
import urllib.request
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection, HTTPSConnection
from typing import Dict, List, Mapping, Optional

_MOST_IDLE = 32


@dataclass(frozen=True)
class Received:
    status: int
    headers: Message
    body: bytes


class Transport:
    """Uses the proxy of the environment (HTTPS_PROXY, NO_PROXY), as urllib does. Follows no redirects."""

    def __init__(self, base_url: str, timeout: float) -> None:
        self._url = urllib.parse.urlsplit(base_url.rstrip("/"))
        self._timeout = timeout
        self._proxy = _proxy_for(self._url)
        self._idle: List[HTTPConnection] = []
        self._process = os.getpid()

    def send(self, method: str, target: str, headers: Mapping[str, str], body: Optional[bytes]) -> Received:
        """Raises OSError and http.client.HTTPException."""
        connection = self._take()
        try:
            connection.request(method, self._place(target), body, dict(headers))
            response = connection.getresponse()
            received = Received(response.status, response.headers, response.read())
        except BaseException:
            connection.close()
            raise
        if response.will_close or len(self._idle) >= _MOST_IDLE:
            connection.close()
        else:
            self._idle.append(connection)
        return received

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _take(self) -> HTTPConnection:
        if self._process != os.getpid():
            # After a fork, the connections are the parent's.
            self._idle, self._process = [], os.getpid()
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return self._connect()
            if not _is_dropped(connection.sock):
                return connection
            connection.close()

    def _connect(self) -> HTTPConnection:
        kind = HTTPSConnection if self._url.scheme == "https" else HTTPConnection
        if self._proxy is None:
            return kind(self._url.hostname or "", self._url.port, timeout=self._timeout)
        connection = kind(self._proxy.hostname or "", self._proxy.port or 80, timeout=self._timeout)
        if self._url.scheme == "https":
            connection.set_tunnel(self._url.hostname or "", self._url.port, _proxy_headers(self._proxy))
        return connection

    def _place(self, target: str) -> str:
        is_absolute = self._proxy is not None and self._url.scheme == "http"
        return (self._url.geturl() if is_absolute else self._url.path) + target


def _proxy_for(url: urllib.parse.SplitResult) -> Optional[urllib.parse.SplitResult]:
    proxy = urllib.request.getproxies().get(url.scheme)
    if proxy is None or urllib.request.proxy_bypass(url.hostname or ""):
        return None
    return urllib.parse.urlsplit(proxy if "://" in proxy else f"http://{proxy}")


def _proxy_headers(proxy: urllib.parse.SplitResult) -> Dict[str, str]:
    if proxy.username is None:
        return {}
    user, password = (urllib.parse.unquote(part or "") for part in (proxy.username, proxy.password))
    return {"Proxy-Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


def _is_dropped(connected: Optional[socket.socket]) -> bool:
    """True if the server closed an idle connection: then it is readable."""
    if connected is None:
        return True
    with selectors.DefaultSelector() as selector:
        selector.register(connected, selectors.EVENT_READ)
        return len(selector.select(0)) > 0
