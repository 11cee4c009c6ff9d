// The bytes of `data` → values as the template sees them, or all that is wrong with them.
import type { CanvasField, PayloadValue } from "../expression/index.ts";
import { type Malformed, readJsonBytes } from "./json.ts";
import { type JudgeOptions, judgePayload } from "./judge.ts";
import type { Violation } from "./violation.ts";

export interface PayloadReading {
  /** With defaults and normal forms; null where anything is wrong. */
  readonly value: PayloadValue | null;
  /** Sorted by path; at most 100 and then one of rule `truncated`. */
  readonly violations: readonly Violation[];
  /** Set where the bytes are no JSON at all; there are no violations then. */
  readonly malformed: Malformed | null;
}

/** Reads the JSON of `data` (UTF-8) and judges it by the declared fields. No fields: any object passes. */
export function readPayload(bytes: Uint8Array, fields: readonly CanvasField[], options: JudgeOptions): PayloadReading {
  const { value, malformed } = readJsonBytes(bytes);
  if (malformed !== null) return { value: null, violations: [], malformed };
  return { ...judgePayload(value, fields, options), malformed: null };
}
