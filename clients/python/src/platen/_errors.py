"""What goes wrong, as one class."""

from __future__ import annotations

import email.utils
import json
import time
import typing

if typing.TYPE_CHECKING:
    from ._generated import Diagnostic, ErrorCode, ErrorDetail, Violation

#: What went wrong on the way, or with what came.
ClientErrorCode = typing.Literal[
    # The connection broke, and no further try was safe or left.
    "connection_broken",
    # Time ran out before an answer came.
    "deadline_exceeded",
    # The file that came is not the one that was made: its SHA-256 differs, or another one came after a break.
    "file_damaged",
    # Something that is not Platen answered.
    "unexpected_answer",
    # The file was stored and is kept no longer.
    "render_expired",
]

#: What a program does about an error. "data": the payload or its look is wrong, see violations and diagnostics;
#: "request": the call is; "access": the key is, or nothing of that name is within its reach; "limit": too much for now
#: or for the plan; "service": the service failed or is away; "connection": what lies between is broken.
ErrorKind = typing.Literal["data", "request", "access", "limit", "service", "connection"]

_KIND_OF_CODE: dict[str, ErrorKind] = {
    "data_contract_violation": "data",
    "document_refused": "data",
    "render_expired": "access",
    "unexpected_answer": "service",
}


class Cancelled(Exception):
    """The call was ended by its Cancel."""


class PlatenError(Exception):
    """Every failure of a call but its cancelling, which raises Cancelled."""

    def __init__(
        self,
        message: str,
        code: ErrorCode | ClientErrorCode,
        *,
        status: int | None = None,
        detail: ErrorDetail | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: What went wrong, out of a closed list. A later service may know more.
        self.code = code
        #: The status of HTTP, where an answer came. That of a failed job is what a request would have got.
        self.status = status
        self.kind: ErrorKind = _KIND_OF_CODE.get(code) or _kind_of_status(status)
        #: Name it when you report a problem.
        self.request_id: str | None = detail["requestId"] if detail and "requestId" in detail else request_id
        #: One for each place where the data is not as the form declares it.
        self.violations: list[Violation] = detail.get("details", []) if detail else []
        #: What was found of a form or its look that was refused.
        self.diagnostics: list[Diagnostic] = detail.get("diagnostics", []) if detail else []
        #: After how many seconds another try makes sense.
        self.retry_after = retry_after
        #: The key of the call: a call with the same one makes no second file.
        self.idempotency_key = idempotency_key


def error_of_answer(status: int, headers: typing.Mapping[str, str], body: bytes, key: str | None) -> PlatenError:
    """The error that an answer tells. What is no answer of Platen, such as a proxy's page, is `unexpected_answer`."""
    detail = _detail_of(body)
    request_id = headers.get("x-request-id")
    retry_after = _seconds_of(headers.get("retry-after"))
    if detail is not None:
        return PlatenError(
            detail["error"],
            typing.cast("ErrorCode", detail["code"]),
            status=status,
            detail=detail,
            request_id=request_id,
            retry_after=retry_after,
            idempotency_key=key,
        )
    is_moved = 300 <= status < 400
    said = "with a redirect" if is_moved else f"with status {status}"
    advice = " Give the address that it leads to as base_url." if is_moved else ""
    return PlatenError(
        f"What answered {said} is not Platen.{advice}",
        "unexpected_answer",
        status=status,
        request_id=request_id,
        retry_after=retry_after,
        idempotency_key=key,
    )


def _kind_of_status(status: int | None) -> ErrorKind:
    if status is None:
        return "connection"
    if status >= 500:
        return "service"
    if status in (402, 429):
        return "limit"
    return "access" if status in (401, 403, 404) else "request"


def _detail_of(body: bytes) -> ErrorDetail | None:
    try:
        value = json.loads(body)
    except ValueError:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("code"), str) or not isinstance(value.get("error"), str):
        return None
    return typing.cast("ErrorDetail", value)


def _seconds_of(header: str | None) -> float | None:
    """A `Retry-After` is a number of seconds or a date (RFC 9110 §10.2.3)."""
    if header is None:
        return None
    if header.strip().isdecimal():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None
