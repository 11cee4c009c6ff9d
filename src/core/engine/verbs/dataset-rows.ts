// One array of a dataset → the dataset's text with other rows in it, judged by the canvas that draws from it.
import type { Canvas } from "../../canvas/index.ts";
import { topLevelMembers } from "../../contract/index.ts";
import { type RowsAnswer, type RowsRequest, rowViolations } from "../messages/index.ts";

/**
 * Puts the rows in the place of the array. Every other byte stays: values are never turned into numbers. Refusals come
 * in the order of what is known first: the rows' own text, the canvas's contract, the array's place.
 */
export function spliceRows(
  request: Pick<RowsRequest, "datasetJson" | "path" | "rows">,
  canvas: Canvas | null,
): RowsAnswer {
  const { datasetJson, path, rows } = request;
  const reading = readRows(rows);
  if (reading.kind !== "rows") return reading;
  const members = topLevelMembers(datasetJson);
  // Of a name that stands twice, the last one counts for every reader of JSON.
  const member = members.findLast(({ name }) => name === path);
  if (member === undefined || member.items === null) {
    return { kind: "no-array", arrays: members.filter(({ items }) => items !== null).map(({ name }) => name) };
  }
  const spliced = datasetJson.slice(0, member.start) + reading.text + datasetJson.slice(member.end);
  const violations = canvas === null ? [] : rowViolations(canvas, spliced, path);
  if (violations.length > 0) return { kind: "violations", violations };
  return { kind: "spliced", datasetJson: spliced, rowsBefore: member.items, rowsAfter: reading.count };
}

type RowsReading = { readonly kind: "rows"; readonly text: string; readonly count: number };

/** The text of the rows, and how many there are. */
function readRows(bytes: Uint8Array): RowsReading | Extract<RowsAnswer, { kind: "malformed" | "no-rows" }> {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).trim();
    value = JSON.parse(text);
  } catch {
    return { kind: "malformed" };
  }
  if (!Array.isArray(value) || !value.every(isObject)) return { kind: "no-rows" };
  return { kind: "rows", text, count: value.length };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
