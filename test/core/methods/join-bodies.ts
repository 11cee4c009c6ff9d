import { setImmediate as nextTurn } from "node:timers/promises";
import { joinedBytes } from "../../../src/core/methods/index.ts";

// A process of its own, so that nothing else fills its memory: joins one body after another, so many and of so many MiB
// as its arguments say, keeps none, and prints by how many MiB the process grew at most.

const [bodies, mebibytes] = process.argv.slice(2).map(Number) as [number, number];
const MEBIBYTE = 1024 * 1024;

const chunk = Buffer.alloc(MEBIBYTE, "x");
const before = process.memoryUsage.rss();
let most = 0;
for (let body = 0; body < bodies; body += 1) {
  const { length } = await joinedBytes(Array<Uint8Array>(mebibytes).fill(chunk), mebibytes * MEBIBYTE);
  if (length !== mebibytes * MEBIBYTE) throw new Error(`a body of ${length} bytes`);
  await nextTurn();
  most = Math.max(most, process.memoryUsage.rss() - before);
}
console.log(most / MEBIBYTE);
