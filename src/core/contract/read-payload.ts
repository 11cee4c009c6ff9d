// The bytes of `data` → values as the template sees them, or all that is wrong with them.
import { refusedJson } from "../diagnostics/index.ts";
import type { CanvasField, PayloadValue } from "../expression/index.ts";
import { type Malformed, readJsonBytes } from "./json.ts";
import { type JudgeOptions, judgePayload, VIOLATIONS_MAX } from "./judge.ts";
import { type NearMissList, NearMissLog, NO_NEAR_MISSES } from "./near-miss.ts";
import { truncatedViolation, type Violation } from "./violation.ts";

export interface PayloadReading {
  /** With defaults and normal forms; null where anything is wrong. */
  readonly value: PayloadValue | null;
  /** Sorted by path; at most 100 and then one of rule `truncated`. */
  readonly violations: readonly Violation[];
  /** Members that were passed over, and probably meant for declared ones that are absent. */
  readonly nearMisses: NearMissList;
  /** Set where the bytes are no JSON at all; there are no violations then. */
  readonly malformed: Malformed | null;
}

/** Reads the JSON of `data` (UTF-8) and judges it by the declared fields. No fields: any object passes. */
export function readPayload(bytes: Uint8Array, fields: readonly CanvasField[], options: JudgeOptions): PayloadReading {
  const { value, malformed } = readJsonBytes(bytes);
  if (malformed !== null) return { value: null, violations: [], nearMisses: NO_NEAR_MISSES, malformed };
  return { ...judgePayload(value, fields, options), malformed: null };
}

export interface PayloadListReading {
  /** One value for each entry, in order; null where anything is wrong. */
  readonly values: readonly PayloadValue[] | null;
  /** Paths begin with the entry, as in `dataList[2].items[0].price`; at most 100 and then one of rule `truncated`. */
  readonly violations: readonly Violation[];
  /** Of all entries; one that stands in several is told of the first, as in `dataList[2].nmae`. */
  readonly nearMisses: NearMissList;
  /** Why the text is no list of records at all, as a sentence; there are no violations then. */
  readonly malformed: string | null;
}

/** Reads the JSON of `dataList` (UTF-8): an array of objects, each of which is judged as `data` is. */
export function readPayloadList(
  bytes: Uint8Array,
  fields: readonly CanvasField[],
  options: JudgeOptions,
): PayloadListReading {
  const refused = (sentence: string) => ({
    values: null,
    violations: [],
    nearMisses: NO_NEAR_MISSES,
    malformed: sentence,
  });
  const { value, malformed } = readJsonBytes(bytes);
  if (malformed !== null) return refused(refusedJson("dataList", malformed));
  if (!Array.isArray(value)) return refused("'dataList' must be an array.");
  const entries = value as readonly PayloadValue[];
  if (entries.length === 0) return refused("dataList is empty. Send one object for each document.");
  const foreign = entries.findIndex((entry) => !(entry instanceof Map));
  if (foreign >= 0) return refused(`'dataList[${foreign}]' must be an object.`);
  const values: PayloadValue[] = [];
  const violations: Violation[] = [];
  const nearMisses = new NearMissLog();
  let count = 0;
  for (const [index, entry] of entries.entries()) {
    const judgement = judgePayload(entry, fields, options);
    if (judgement.value !== null) values.push(judgement.value);
    nearMisses.addAll(judgement.nearMisses, (path) => pathInList(index, path));
    for (const violation of judgement.violations) {
      count += violation.rule === "truncated" ? Number(violation.received) : 1;
      if (violation.rule === "truncated" || violations.length >= VIOLATIONS_MAX) continue;
      violations.push({ ...violation, path: pathInList(index, violation.path) });
    }
  }
  if (count > violations.length) violations.push(truncatedViolation(count - violations.length));
  return { values: count === 0 ? values : null, violations, nearMisses: nearMisses.list(), malformed: null };
}

/** The path of a value of an entry, as every answer about `dataList` writes it. */
export function pathInList(index: number, path: string): string {
  const entry = `dataList[${index}]`;
  if (path === "") return entry;
  return path.startsWith("[") ? `${entry}${path}` : `${entry}.${path}`;
}
