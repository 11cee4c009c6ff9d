"""Calls with their tries, and files that come whole or not at all."""

from __future__ import annotations

import collections.abc
import contextlib
import dataclasses
import hashlib
import http.client
import json
import os
import random
import re
import secrets
import ssl
import time
import types
import typing
import urllib.parse

from ._connections import Cancel, Connection, Connections
from ._errors import Cancelled, ClientErrorCode, PlatenError, error_of_answer

if typing.TYPE_CHECKING:
    from ._generated import Call, Operation

Facts = typing.TypeVar("Facts")
Value = typing.TypeVar("Value")

_FIRST_WAIT_SECONDS = 0.25
_WAIT_SECONDS_MAX = 8.0

#: Many clients that were sent away at once come back spread over this time.
_SPREAD_SECONDS = 0.25

_PART_BYTES = 65_536


@dataclasses.dataclass(frozen=True)
class Policy:
    """How long and how often calls are tried."""

    #: How often a call is tried again at most.
    retries: int
    #: How many seconds a call may take until its answer begins, with all its tries and waits.
    timeout: float
    #: After how many seconds without a word from the service a connection counts as broken.
    silence: float


@dataclasses.dataclass(frozen=True)
class Prepared:
    """A call as it is sent, as often as it is."""

    operation: Operation
    target: str
    headers: dict[str, str]
    body: bytes | None
    key: str | None
    timeout: float
    cancel: Cancel | None

    @property
    def may_repeat(self) -> bool:
        """Whether a second try does no second work."""
        return self.operation.verb == "GET" or self.key is not None

    def pause(self, seconds: float) -> None:
        if self.cancel is None:
            time.sleep(seconds)
        else:
            self.cancel.wait(seconds)

    def broken(self, why: object) -> PlatenError:
        return self.failed(f"The connection broke: {why}.", "connection_broken")

    def failed(self, message: str, code: ClientErrorCode, **facts: typing.Any) -> PlatenError:
        return PlatenError(message, code, idempotency_key=self.key, **facts)


class Answer:
    """An answer whose body is still to be read. Whoever has it finishes it."""

    def __init__(self, connections: Connections, connection: Connection, response: http.client.HTTPResponse) -> None:
        self._connections = connections
        self.connection = connection
        self.response = response
        self.status = response.status
        self.headers: dict[str, str] = {name.lower(): value for name, value in response.getheaders()}
        self._is_open = True

    def body(self) -> bytes:
        """All of the body. Raises an error of http.client where the connection breaks."""
        try:
            return self.response.read()
        finally:
            self.finish()

    def finish(self) -> None:
        """Gives the connection back; it is good for another call where the body was read to its end."""
        if self._is_open:
            self._is_open = False
            is_good = self.response.isclosed() and not self.response.will_close
            self.response.close()
            self._connections.give(self.connection, is_good=is_good)


class Transport:
    """Sends calls, and tries again where that is safe."""

    def __init__(self, base_url: str, api_key: str | None, policy: Policy, ssl_context: ssl.SSLContext | None) -> None:
        self._connections = Connections(base_url, ssl_context)
        self._api_key = api_key
        self.policy = policy

    def close(self) -> None:
        self._connections.close()

    def prepare(self, operation: Operation, call: Call, prefer: str | None = None) -> Prepared:
        """A call with its key, which all tries share."""
        path = re.sub(r"\{(\w+)\}", lambda found: urllib.parse.quote(call.path[found[1]], safe=""), operation.path)
        query = urllib.parse.urlencode({name: value for name, value in call.query.items() if value is not None})
        body = None
        # Without it, http.client and the service would talk of encodings.
        headers = {"accept-encoding": "identity"}
        if self._api_key is not None:
            headers["x-api-key"] = self._api_key
        if call.body is not None:
            given = {name: value for name, value in call.body.items() if value is not None}
            body = json.dumps(given, ensure_ascii=False, allow_nan=False).encode()
            headers["content-type"] = "application/json"
        key = None
        if operation.has_key and call.idempotency_key is not False:
            key = call.idempotency_key or secrets.token_hex(16)
            headers["idempotency-key"] = key
        if prefer is not None:
            headers["prefer"] = prefer
        target = f"{self._connections.prefix}{path}{'?' if query else ''}{query}"
        timeout = self.policy.timeout if call.timeout is None else call.timeout
        return Prepared(operation, target, headers, body, key, timeout, call.cancel)

    def send(self, call: Prepared) -> Answer:
        """Sends until an answer comes that is no error. Raises PlatenError or Cancelled."""
        return self.read(call, lambda answer: answer)

    def json(self, call: Prepared) -> typing.Any:
        """Sends until JSON comes. Raises PlatenError or Cancelled."""
        return self.read(call, lambda answer: json_of(call, answer))

    def read(self, call: Prepared, read: collections.abc.Callable[[Answer], Value]) -> Value:
        """Sends until an answer comes that is no error and that `read` reads to its end. Raises PlatenError or
        Cancelled."""
        until = time.monotonic() + call.timeout
        tried = 1
        while True:
            try:
                return self._try(call, until, read)
            except PlatenError as error:
                wait = None if tried > self.policy.retries else wait_before(tried, error, call.may_repeat)
                if wait is None or time.monotonic() + wait >= until:
                    raise
            call.pause(wait)
            tried += 1

    def _try(self, call: Prepared, until: float, read: collections.abc.Callable[[Answer], Value]) -> Value:
        left = until - time.monotonic()
        if left <= 0:
            raise call.failed("No answer came in time.", "deadline_exceeded")
        connection = self._connections.take(call.cancel, is_new=not call.may_repeat)
        answer: Answer | None = None
        seconds = min(left, self.policy.silence)
        try:
            response = connection.answer(call.operation.verb, call.target, call.body, call.headers, seconds)
            answer = Answer(self._connections, connection, response)
            if not 200 <= answer.status < 300:
                raise error_of_answer(answer.status, answer.headers, answer.body(), call.key)
            return read(answer)
        except (OSError, http.client.HTTPException) as error:
            self._drop(connection, answer)
            raise self._failure(call, error, is_last=left <= self.policy.silence) from error
        except BaseException:
            self._drop(connection, answer)
            raise

    def _drop(self, connection: Connection, answer: Answer | None) -> None:
        if answer is None:
            self._connections.give(connection, is_good=False)
        else:
            answer.finish()

    def _failure(self, call: Prepared, error: Exception, *, is_last: bool) -> Exception:
        """What the caller is told of a try that failed. `is_last`: it had all the time that was left to the call. The
        clock is not asked, since a timer may end a little before it."""
        if call.cancel is not None and call.cancel.is_cancelled:
            return Cancelled()
        if isinstance(error, TimeoutError) and is_last:
            return call.failed("No answer came in time.", "deadline_exceeded")
        return call.broken(error)


class File(typing.Generic[Facts]):
    """A file that the service answers. Its bytes are on their way and are read once: by `chunks`, `read`, `write_to` or
    `save`. Each checks the SHA-256. Close it, or use it in a `with`, where you may not read it to its end."""

    def __init__(self, transport: Transport, call: Prepared, first: Answer) -> None:
        self._transport = transport
        self._call = call
        self._first = first
        self._is_taken = False
        headers = first.headers
        members = call.operation.file_headers or ()
        said = [(name, headers[key], is_number) for key, name, is_number in members if key in headers]
        facts = {name: int(value) if is_number else value for name, value, is_number in said}
        #: What the service says of the file.
        self.answer: Facts = typing.cast(Facts, facts)
        #: How the file is best named; empty where the service does not say.
        self.name = _name_of(headers.get("content-disposition", ""))
        tag = re.fullmatch(r'(?:W/)?"([0-9a-f]{64})"', headers.get("etag", ""))
        #: Its SHA-256 in hexadecimal, as the service says it.
        self.sha256 = tag[1] if tag else None
        #: How many bytes it has, where that is known before.
        self.size = int(headers["content-length"]) if "content-length" in headers else None
        self.request_id = headers.get("x-request-id")
        #: The key of the call.
        self.idempotency_key = call.key

    def __enter__(self) -> File[Facts]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: types.TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of a file that is read no further."""
        self._is_taken = True
        self._first.finish()

    def chunks(self) -> collections.abc.Iterator[bytes]:
        """The bytes as they come. A connection that breaks off is taken up where it broke; where that can't be, the
        iterator raises. It never ends early, and it raises in place of an end where the SHA-256 is not the file's."""
        if self._is_taken:
            raise ValueError("The file was read already: its bytes are there once.")
        self._is_taken = True
        return self._parts()

    def read(self) -> bytes:
        """The whole file in memory."""
        return b"".join(self.chunks())

    def write_to(self, sink: typing.BinaryIO) -> None:
        """Writes the file, piece by piece. Where it raises, the sink may have got a part."""
        for part in self.chunks():
            sink.write(part)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file to a path. Nothing stands under the path before the file is whole and right; then it replaces
        what was there."""
        draft = f"{os.fspath(path)}.{secrets.token_hex(6)}.part"
        try:
            with open(draft, "xb") as sink:
                self.write_to(sink)
            os.replace(draft, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(draft)
            raise

    def _parts(self) -> collections.abc.Iterator[bytes]:
        digest = hashlib.sha256()
        answer = self._first
        read = 0
        breaks = 0
        while True:
            skip = read - _start_of(answer) if breaks > 0 else 0
            try:
                while part := self._next(answer):
                    fresh = part[skip:]
                    skip -= len(part) - len(fresh)
                    read += len(fresh)
                    digest.update(fresh)
                    if fresh:
                        yield fresh
                if self.size is not None and read != self.size:
                    raise self._call.broken(f"{read} of {self.size} bytes came")
                break
            except PlatenError as error:
                may_go_on = breaks < self._transport.policy.retries and self._call.may_repeat
                if error.code != "connection_broken" or not may_go_on:
                    raise
            finally:
                answer.finish()
            breaks += 1
            self._call.pause(backoff(breaks))
            answer = self._again(read)
        if self.sha256 is not None and digest.hexdigest() != self.sha256:
            raise self._damaged("Its SHA-256 is not the one of the file.")

    def _next(self, answer: Answer) -> bytes:
        """The next bytes, none at the end. Raises where the connection breaks or falls silent."""
        cancel = self._call.cancel
        if cancel is not None:
            cancel.demand()
        answer.connection.wait_at_most(self._transport.policy.silence)
        try:
            part = answer.response.read(_PART_BYTES)
        except (OSError, http.client.HTTPException, ValueError) as error:
            if cancel is not None:
                cancel.demand()
            raise self._call.broken(error) from error
        if not part and cancel is not None:
            cancel.demand()
        return part

    def _again(self, read: int) -> Answer:
        """The same call once more, for the bytes behind the first so many."""
        etag = self._first.headers.get("etag")
        headers = dict(self._call.headers)
        if self._call.operation.verb == "GET" and etag is not None and read > 0:
            headers.update({"range": f"bytes={read}-", "if-range": etag})
        answer = self._transport.send(dataclasses.replace(self._call, headers=headers))
        if answer.status != 202 and answer.headers.get("etag") == etag:
            return answer
        answer.finish()
        raise self._damaged("After a break another file came.")

    def _damaged(self, why: str) -> PlatenError:
        message = f"The file did not come as it was made. {why}"
        return self._call.failed(message, "file_damaged", request_id=self.request_id)


def wait_before(tried: int, error: PlatenError, may_repeat: bool) -> float | None:
    """How many seconds to wait before another try; None: there is none.

    Platen's own 429 and 503 come before any work. A 504 with `Retry-After` tells of work that goes on. What a broken
    connection or a proxy's failure has left behind is unknown, so only a call that may be repeated is.
    """
    is_proxys = error.code == "unexpected_answer" and error.status in (502, 503, 504)
    is_busy = not is_proxys and error.status in (429, 503)
    is_under_way = error.status == 504 and error.retry_after is not None and may_repeat
    is_broken = (is_proxys or error.code == "connection_broken") and may_repeat
    if not (is_busy or is_under_way or is_broken):
        return None
    if error.retry_after is not None:
        return error.retry_after + random.random() * _SPREAD_SECONDS
    return backoff(tried)


def backoff(tried: int, most: float = _WAIT_SECONDS_MAX) -> float:
    """A random time that may double with each try."""
    most = min(most, _FIRST_WAIT_SECONDS * 2.0 ** (tried - 1))
    return most / 2 + random.random() * most / 2


def json_of(call: Prepared, answer: Answer) -> typing.Any:
    """Raises where what was sent is no JSON, such as the page of a proxy."""
    text = answer.body()
    try:
        return json.loads(text)
    except ValueError as error:
        message = "What answered is not Platen: it sent no JSON."
        raise call.failed(message, "unexpected_answer", status=answer.status) from error


def _start_of(answer: Answer) -> int:
    """Where the bytes of an answer begin in the file."""
    found = re.match(r"bytes (\d+)-", answer.headers.get("content-range", ""))
    return int(found[1]) if answer.status == 206 and found else 0


def _name_of(disposition: str) -> str:
    """The name in UTF-8 (RFC 6266), or else the plain one."""
    encoded = re.search(r"filename\*=UTF-8''([^;\s]+)", disposition, re.IGNORECASE)
    if encoded:
        return urllib.parse.unquote(encoded[1])
    plain = re.search(r'filename="([^"]*)"', disposition)
    return plain[1] if plain else ""
