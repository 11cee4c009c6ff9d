// Loaded into the server that is attacked, beside its own code: looks at the event loop of the main thread, and tells
// the longest time that it was held to who asks at a socket.
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

const LOOKING_MS = 5;

/** How long the main thread was ready to run without a processor, in milliseconds (`schedstat`, Linux). */
function waitedMs(): number {
  const waited = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ", 2)[1];
  return Number(waited) / 1e6;
}

function watch(path: string): void {
  let heldMs = 0;
  let before = { atMs: performance.now(), waitedMs: waitedMs() };
  setInterval(() => {
    const now = { atMs: performance.now(), waitedMs: waitedMs() };
    // What other programs of the machine took is no attack's doing.
    const late = now.atMs - before.atMs - LOOKING_MS - (now.waitedMs - before.waitedMs);
    heldMs = Math.max(heldMs, late);
    before = now;
  }, LOOKING_MS).unref();
  createServer((socket) => {
    socket.on("error", () => undefined);
    socket.end(String(heldMs));
    heldMs = 0;
  })
    .listen(path)
    .unref();
}

const path = process.env["ATTACK_WATCH_SOCKET"];
if (isMainThread && path !== undefined) watch(path);
