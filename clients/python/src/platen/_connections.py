"""Connections to one service, kept between calls, and a way to end those that are under way."""

from __future__ import annotations

import http.client
import selectors
import socket
import ssl
import threading
import time
import urllib.parse

from ._errors import Cancelled

#: The service lets go of an idle connection after 5 seconds; one that it is about to close is no good.
_IDLE_SECONDS = 4.0

#: Idle connections that are kept.
_IDLE_MAX = 8


class Cancel:
    """Ends the calls and the reading of files that it was given to, from any thread. They raise Cancelled."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._connections: set[Connection] = set()

    @property
    def is_cancelled(self) -> bool:
        return self._event.is_set()

    def cancel(self) -> None:
        """Ends what is under way now, and whatever is begun with it later."""
        self._event.set()
        with self._lock:
            connections = list(self._connections)
        for connection in connections:
            connection.interrupt()

    def demand(self) -> None:
        """Raises Cancelled once it is."""
        if self._event.is_set():
            raise Cancelled

    def wait(self, seconds: float) -> None:
        """Sleeps, and raises Cancelled as soon as it is."""
        if self._event.wait(seconds):
            raise Cancelled

    def _watch(self, connection: Connection) -> None:
        with self._lock:
            self.demand()
            self._connections.add(connection)

    def _release(self, connection: Connection) -> None:
        with self._lock:
            self._connections.discard(connection)


class Connection:
    """One connection, used by one call at a time."""

    def __init__(self, http_connection: http.client.HTTPConnection, cancel: Cancel | None) -> None:
        self.http = http_connection
        self._cancel = cancel
        #: Its socket: an answer that ends the connection takes it away from `http`.
        self._socket: socket.socket | None = None
        if cancel is not None:
            cancel._watch(self)

    def answer(
        self, verb: str, target: str, body: bytes | None, headers: dict[str, str], seconds: float
    ) -> http.client.HTTPResponse:
        """Sends a request and reads the head of its answer."""
        self.http.timeout = seconds
        if self.http.sock is None:
            self.http.connect()
        self._socket = self.http.sock
        self._socket.settimeout(seconds)
        if self._cancel is not None:
            self._cancel.demand()
        self.http.request(verb, target, body=body, headers=headers)
        return self.http.getresponse()

    def wait_at_most(self, seconds: float) -> None:
        """How long a read may wait from now on."""
        if self._socket is not None:
            self._socket.settimeout(seconds)

    def interrupt(self) -> None:
        """Wakes a thread that waits in it."""
        try:
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def leave(self) -> None:
        if self._cancel is not None:
            self._cancel._release(self)


class Connections:
    """Connections to the service; threads may share them."""

    def __init__(self, base_url: str, ssl_context: ssl.SSLContext | None) -> None:
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError("base_url: write an address with http:// or https://")
        self._host = parts.hostname
        self._port = parts.port
        self._context = None if parts.scheme == "http" else ssl_context or ssl.create_default_context()
        #: What stands before each path.
        self.prefix = parts.path.rstrip("/")
        self._idle: list[tuple[float, http.client.HTTPConnection]] = []
        self._lock = threading.Lock()

    def take(self, cancel: Cancel | None, *, is_new: bool) -> Connection:
        """An idle connection, or a new one; `is_new` for a call that a connection which just closed must not fail."""
        return Connection((None if is_new else self._idle_one()) or self._new(), cancel)

    def give(self, connection: Connection, *, is_good: bool) -> None:
        """Takes a connection back; one that is not good for another call is closed."""
        connection.leave()
        if is_good:
            with self._lock:
                if len(self._idle) < _IDLE_MAX:
                    self._idle.append((time.monotonic(), connection.http))
                    return
        connection.http.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def _idle_one(self) -> http.client.HTTPConnection | None:
        with self._lock:
            while self._idle:
                since, connection = self._idle.pop()
                if time.monotonic() - since < _IDLE_SECONDS and _is_quiet(connection):
                    return connection
                connection.close()
        return None

    def _new(self) -> http.client.HTTPConnection:
        if self._context is None:
            return http.client.HTTPConnection(self._host, self._port)
        return http.client.HTTPSConnection(self._host, self._port, context=self._context)


def _is_quiet(connection: http.client.HTTPConnection) -> bool:
    """Whether nothing waits to be read. What does on an idle connection is its end, or an answer that nobody asked."""
    if connection.sock is None:
        return False
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        return not selector.select(0)
