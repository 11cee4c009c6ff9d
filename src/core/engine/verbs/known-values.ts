// What is known of a document before its form is filled in: where it breaks the contract, and whether numbers that are
// doubles say all of it.
import type { Canvas } from "../../canvas/index.ts";
import { readPayload } from "../../contract/index.ts";
import type { KnownAnswer } from "../messages/index.ts";

/** A form with more values than this nobody fills in; the thread that answers would make objects of them all. */
const VALUES_MAX = 10_000;

/** Judges values that are known already, of which any may be missing. */
export function knownValues(canvas: Canvas, payload: Uint8Array): KnownAnswer {
  const options = { extra: canvas.document.extra };
  const { violations, malformed } = readPayload(payload, canvas.fields, options);
  if (malformed !== null) return { kind: "malformed", ...malformed };
  const { values, isExact } = numbersOf(new TextDecoder().decode(payload));
  return values > VALUES_MAX ? { kind: "too-many", valuesMax: VALUES_MAX } : { kind: "read", violations, isExact };
}

/** How many values a JSON text has at least, and whether each of its numbers is written as its double is. */
function numbersOf(text: string): { readonly values: number; readonly isExact: boolean } {
  const number = /[-0-9][0-9.eE+-]*/y;
  let values = 1;
  let isExact = true;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (letter === '"') at = closingQuote(text, at);
    else if (letter === "," || letter === "[" || letter === "{") values += 1;
    else if (letter === "-" || (letter >= "0" && letter <= "9")) {
      number.lastIndex = at;
      const written = number.exec(text)?.[0] ?? letter;
      if (String(Number(written)) !== written) isExact = false;
      at += written.length - 1;
    }
  }
  return { values, isExact };
}

function closingQuote(text: string, opening: number): number {
  let at = opening + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
