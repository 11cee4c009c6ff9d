// A long string of JSON as a text, in steps: JSON.parse holds the thread until it has the whole of it.
import type { Sliced } from "./slices.ts";

/** Bytes that are read in one step: about a millisecond where each of them is part of an escape. */
const STEP_BYTES = 128 * 1024;

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** @param json the bytes of a JSON string with its quotes, proved */
export function* longText(json: Uint8Array): Sliced<string> {
  const end = json.length - 1;
  let text = "";
  for (let from = 1; from < end; ) {
    const to = stepEnd(json, from, end);
    const part = DECODER.decode(json.subarray(from, to));
    text += String(JSON.parse(`"${part}"`));
    from = to;
    if (from < end) yield;
  }
  return text;
}

/** Where a step ends that starts at `from`: neither within a character nor within an escape. */
function stepEnd(json: Uint8Array, from: number, end: number): number {
  let to = from + STEP_BYTES;
  if (to >= end) return end;
  while (((json[to] ?? 0) & 0xc0) === 0x80) to -= 1;
  for (let at = json.indexOf(BACKSLASH, from); at >= 0 && at < to; at = json.indexOf(BACKSLASH, at)) {
    at += json[at + 1] === LETTER_U ? 6 : 2;
    if (at > to) return at;
  }
  return to;
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
