# What the client library for Python does before a server and a proxy that misbehaves, as one JSON object on standard
# output: scenario.ts does the same and writes the same. Environment: PLATEN_URL (the proxy), PLATEN_API_KEY,
# PLATEN_CANVAS; the payload is in invoice.json.
import hashlib
import json
import os
import pathlib
import threading
import time
import typing
import unittest.mock
import urllib.request

import platen

base_url, canvas = os.environ["PLATEN_URL"], os.environ["PLATEN_CANVAS"]
client = platen.Client(base_url, os.environ["PLATEN_API_KEY"])
invoice = json.loads(pathlib.Path("invoice.json").read_text(encoding="utf-8"))


def set_faults(*faults: typing.Any) -> None:
    body = json.dumps(faults).encode()
    urllib.request.urlopen(urllib.request.Request(f"{base_url}/-/faults", data=body, method="PUT")).close()
    seen()


def seen() -> typing.Any:
    with urllib.request.urlopen(f"{base_url}/-/seen") as answer:
        return json.load(answer)


def sum_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def code_of(**options: typing.Any) -> str:
    try:
        client.render_pdf(canvas, invoice, **options).read()
        return "none"
    except platen.PlatenError as error:
        return error.code
    except platen.Cancelled:
        return "aborted"


def cancelled_after(seconds: float) -> platen.Cancel:
    cancel = platen.Cancel()
    timer = threading.Timer(seconds, cancel.cancel)
    timer.daemon = True
    timer.start()
    return cancel


def busy(status: int, code: str, headers: dict[str, str] = {}) -> dict[str, object]:
    body = json.dumps({"error": "Busy.", "code": code, "requestId": "req_1"})
    return {"kind": "answer", "status": status, "headers": headers, "body": body}


first = client.render_pdf(canvas, invoice, idempotency_key="scenario-py")
first.save("saved.pdf")
again = client.render_pdf(canvas, invoice, idempotency_key="scenario-py")
replay = {"isSame": again.answer["renderId"] == first.answer["renderId"], "sum": sum_of(again.read())}
titles = [each["title"] for each in client.canvases(page_size=2)]
job = client.start_render(canvas, invoice)
job_sum = sum_of(job.file().read())
set_faults({"kind": "cut"})
ranged_sum = sum_of(client.get_render_pdf(job.id).read())
ranges = [request["range"] is not None for request in seen()]
violations: list[list[str | None]] = []
try:
    client.render_pdf(canvas, {**invoice, "customer": {**invoice["customer"], "name": 3}})
except platen.PlatenError as error:
    violations = [[each["path"], each["rule"], each.get("expected")] for each in error.violations]
set_faults(busy(429, "rate_limited", {"retry-after": "1"}), busy(503, "unavailable"), {"kind": "lose"})
started = time.monotonic()
busy_sum = sum_of(client.render_pdf(canvas, invoice).read())
has_waited = time.monotonic() - started >= 1
keys = [request["key"] for request in seen()]
set_faults({"kind": "cut"})
cut_sum = sum_of(client.render_pdf(canvas, invoice).read())
failures = []
for kind in ("lose", "cut", "shorten", "damage"):
    set_faults({"kind": kind})
    failures.append(code_of(idempotency_key=False))
set_faults(busy(404, "not_found"))
failures += [code_of(), f"{len(seen())} try"]
set_faults({"kind": "hang"})
failures.append(code_of(cancel=cancelled_after(0.2)))
set_faults({"kind": "stall"})
failures.append(code_of(cancel=cancelled_after(2)))
set_faults({"kind": "hang"})
# A timer may end a little before the clock says so.
with unittest.mock.patch("time.monotonic", lambda: 0.0):
    failures.append(code_of(timeout=0.2))
set_faults({"kind": "cut"})
begun = bool(client.start_render(canvas, invoice).id)
# The first wait before a second try is longer than the time that this call has: it must not meet a dead connection.
set_faults({"kind": "leave"}, {"kind": "hang"})
client.render_pdf(canvas, invoice).read()
time.sleep(0.2)
failures.append(code_of(timeout=0.1))

print(
    json.dumps(
        {
            "name": first.name,
            "begun": begun,
            "pages": first.answer["pages"],
            "saved": sum_of(pathlib.Path("saved.pdf").read_bytes()),
            "replay": replay,
            "titles": titles,
            "jobSum": job_sum,
            "rangedSum": ranged_sum,
            "ranges": ranges,
            "violations": violations,
            "busySum": busy_sum,
            "hasWaited": has_waited,
            "cutSum": cut_sum,
            "failures": failures,
            "tries": {"many": len(keys), "keys": len(set(keys))},
        }
    )
)
