"""The client, and renders in the background."""

from __future__ import annotations

import collections.abc
import ssl
import time
import types
import typing

from ._calls import Answer, File, Policy, Prepared, Transport, backoff, json_of
from ._connections import Cancel
from ._errors import PlatenError
from ._generated import (
    STATUS_OF_CODE,
    Call,
    ErrorCode,
    GetRenderPdfResponse,
    Operation,
    Operations,
    Render,
    RenderCanvasRequest,
    RenderCanvasResponse,
    RenderOptions,
)

#: The data of one document: what `to_data` of `platen codegen` makes, or a dict of your own.
Data = collections.abc.Mapping[str, typing.Any]

#: A job is asked for more and more seldom, at last every so often.
_POLL_SECONDS_MAX = 5.0

_WAIT_SECONDS = 600.0


class Client(Operations):
    """A client of one installation with one key. Threads may share it. It keeps connections: `close` lets go of them,
    as the end of a `with` does."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        retries: int = 4,
        timeout: float = 120.0,
        silence: float = 60.0,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """
        base_url: where the service is, such as `https://forms.example.com`.
        api_key: without one, only what is open to anyone is answered.
        retries: how often a call is tried again at most.
        timeout: how many seconds a call may take until its answer begins, with all its tries and waits.
        silence: after how many seconds without a word from the service a connection counts as broken.
        ssl_context: for authorities of your own; Python's default when left out.
        """
        self._transport = Transport(base_url, api_key, Policy(retries, timeout, silence), ssl_context)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: types.TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the connections that no call uses."""
        self._transport.close()

    def render_pdf(
        self,
        canvas_id: str,
        data: Data | collections.abc.Sequence[Data],
        *,
        options: RenderOptions | None = None,
        idempotency_key: str | typing.Literal[False] | None = None,
        timeout: float | None = None,
        cancel: Cancel | None = None,
    ) -> File[RenderCanvasResponse]:
        """Renders a canvas: one document of an object, one file of all documents of a list of at most 100."""
        body = _body_of(data, options)
        return self.render_canvas(canvas_id, body, idempotency_key=idempotency_key, timeout=timeout, cancel=cancel)

    def start_render(
        self,
        canvas_id: str,
        data: Data | collections.abc.Sequence[Data],
        *,
        options: RenderOptions | None = None,
        idempotency_key: str | typing.Literal[False] | None = None,
        timeout: float | None = None,
        cancel: Cancel | None = None,
    ) -> Job:
        """Renders a canvas in the background, as `render_pdf` does."""
        body = _body_of(data, options)
        render_id = self.render_canvas_in_background(
            canvas_id, body, idempotency_key=idempotency_key, timeout=timeout, cancel=cancel
        )
        return self.job(render_id)

    def job(self, render_id: str) -> Job:
        """A job that was started earlier, perhaps by another process."""
        return Job(self, render_id)

    def _json(self, operation: Operation, call: Call) -> typing.Any:
        return self._transport.json(self._transport.prepare(operation, call))

    def _file(self, operation: Operation, call: Call) -> File[typing.Any]:
        prepared = self._transport.prepare(operation, call)
        answer = self._transport.send(prepared)
        if answer.status == 200:
            return File(self._transport, prepared, answer)
        answer.finish()
        message = f"A file was asked for, and the answer has status {answer.status}."
        raise prepared.failed(message, "unexpected_answer", status=answer.status)

    def _background(self, operation: Operation, call: Call) -> str:
        prepared = self._transport.prepare(operation, call, prefer="respond-async")
        return self._transport.read(prepared, lambda answer: _render_id_of(prepared, answer))


class Job:
    """A render in the background. Its `id` is all that another process needs: `client.job(id)`."""

    def __init__(self, client: Client, render_id: str) -> None:
        self._client = client
        self.id = render_id

    def status(self, *, timeout: float | None = None, cancel: Cancel | None = None) -> Render:
        """What has become of it by now."""
        return self._client.get_render(self.id, timeout=timeout, cancel=cancel)

    def wait(self, *, timeout: float = _WAIT_SECONDS, cancel: Cancel | None = None) -> Render:
        """Waits until it has succeeded; `timeout` is for the whole wait. Raises PlatenError: the job's own where it
        failed, `deadline_exceeded` where it still runs then."""
        until = time.monotonic() + timeout
        asked = 1
        while True:
            render = self.status(timeout=max(0.001, until - time.monotonic()), cancel=cancel)
            if render["status"] == "succeeded":
                return render
            if render["status"] == "failed":
                raise _failure_of(render)
            if render["status"] == "expired":
                raise PlatenError(f"The file of {self.id} is kept no longer.", "render_expired")
            seconds = backoff(asked, _POLL_SECONDS_MAX)
            if time.monotonic() + seconds >= until:
                raise PlatenError(f"{self.id} is {render['status']} still. Wait again.", "deadline_exceeded")
            if cancel is None:
                time.sleep(seconds)
            else:
                cancel.wait(seconds)
            asked += 1

    def file(self, *, timeout: float = _WAIT_SECONDS, cancel: Cancel | None = None) -> File[GetRenderPdfResponse]:
        """Waits as `wait` does and answers the file."""
        self.wait(timeout=timeout, cancel=cancel)
        return self._client.get_render_pdf(self.id, cancel=cancel)


def _body_of(data: Data | collections.abc.Sequence[Data], options: RenderOptions | None) -> RenderCanvasRequest:
    body: RenderCanvasRequest = {}
    if isinstance(data, collections.abc.Mapping):
        body["data"] = dict(data)
    else:
        body["dataList"] = [dict(each) for each in data]
    if options is not None:
        body["options"] = options
    return body


def _render_id_of(call: Prepared, answer: Answer) -> str:
    if answer.status == 200 and "x-service-render-id" in answer.headers:
        # The file of an earlier call with the same key is there already.
        answer.finish()
        return answer.headers["x-service-render-id"]
    return str(json_of(call, answer)["id"])


def _failure_of(render: Render) -> PlatenError:
    detail = render.get("error")
    if detail is None:
        return PlatenError(f"The render {render['id']} failed.", "internal", status=STATUS_OF_CODE["internal"])
    code = typing.cast(ErrorCode, detail["code"])
    return PlatenError(detail["error"], code, status=STATUS_OF_CODE.get(code), detail=detail)
