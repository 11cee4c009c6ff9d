// The sentence of a text that is no JSON. jsonc-parser has the codes; it is given only what stands around the mistake,
// because it goes through a whole text to say what is wrong with its first byte.
import { type ParseError, parse } from "jsonc-parser";
import { type JsonPlace, jsonMistake } from "../diagnostics/index.ts";
import type { Expectation, ScanMistake } from "./json-scan.ts";
import type { Sliced } from "./slices.ts";

/** A text that ends where the grammar expects the same as where the mistake is. */
const BEFORE: Readonly<Record<Expectation, string>> = {
  value: "",
  "first item": "[",
  "next item": "[0,",
  "first name": "{",
  "next name": '{"":0,',
  colon: '{""',
  "member value": '{"":',
  "after item": "[0 ",
  "after member": '{"":0 ',
  "after value": "0 ",
};

/** So much of a token tells what it is. */
const TOKEN_BYTES = 64;

/** So far it is looked where a string ends that holds a mistake: one that never does is told of as that. */
const STRING_BYTES = 16 * 1024;

/** Bytes that are counted in one step. */
const STEP_BYTES = 256 * 1024;

/** Where the mistake of a text is, and what it is. */
export function* mistakePlace(bytes: Uint8Array, mistake: ScanMistake): Sliced<JsonPlace> {
  const { start, expected } = mistake;
  let line = 1;
  let column = 1;
  for (let from = 0; from < start; from += STEP_BYTES) {
    const to = Math.min(start, from + STEP_BYTES);
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === LINE_FEED) {
        line += 1;
        column = 1;
      } else if ((byte & 0xc0) !== 0x80) column += 1;
    }
    yield;
  }
  // Behind a whole value nothing stands rightly, and that is what is said of it.
  const before = expected === "after value" ? "0" : "";
  return { line, column, message: jsonMistake(codeOf(bytes, mistake), before, before.length) };
}

function codeOf(bytes: Uint8Array, { start, at, expected }: ScanMistake): number {
  const isString = bytes[start] === QUOTE && at > start;
  const text = BEFORE[expected] + (isString ? stringOf(bytes, start, at) : tokenOf(bytes, start, at));
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  return errors[0]?.error ?? 0;
}

/** The string of the mistake; of a long one what stands before the mistake is left out. */
function stringOf(bytes: Uint8Array, start: number, at: number): string {
  const isLong = at - start > TOKEN_BYTES;
  const end = at + STRING_BYTES;
  const text = textOf(bytes.subarray(isLong ? at : start, end));
  return `${isLong ? '"' : ""}${text}${end < bytes.length ? '"' : ""}`;
}

/** The token of the mistake; of a long number the digits are left out. */
function tokenOf(bytes: Uint8Array, start: number, at: number): string {
  if (at - start < TOKEN_BYTES) return textOf(bytes.subarray(start, start + 2 * TOKEN_BYTES));
  const last = String.fromCharCode(bytes[at - 1] ?? 0);
  const from = last === "+" || last === "-" ? at - 2 : at - 1;
  return `1${textOf(bytes.subarray(from, at + TOKEN_BYTES))}`;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
