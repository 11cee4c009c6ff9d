// Every argument and property that takes one value, with lists and objects: each is told in one sentence at its place,
// and the repair that the finding offers leaves nothing wrong.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { lane, sampled } from "../../../support/lane.ts";
import { NAME_PLACES } from "../../../support/name-places.ts";
import { formOf, type Slot, slotsOf } from "../../../support/name-slots.ts";

const FIELDS = ["label string(9)", "m int", "d date", "b bool", "photo image"];
const HEAD = `rpt 1
${FIELDS.map((field) => `field rows[].${field}\n`).join("")}${FIELDS.map((field) => `field one.${field}\n`).join("")}
field rows[].v int
field rows[].s[].m int
field mark int
field days.a date
field days.b date
field days.z date
field photo.a image
field photo.b image
field texts[] string(9)
field counts[] int
field dates[] date
field flags[] bool
field pictures[] image
`;

/** What is one value nowhere, and which slots take it all the same. */
const VALUES: Readonly<Record<string, (slot: Slot) => boolean>> = {
  rows: () => false,
  "rows[]": () => false,
  "rows[.m == 1]": () => false,
  "sort(rows, .m)": () => false,
  one: () => false,
  texts: () => false,
  counts: ({ kind }) => kind === "numbers",
  dates: ({ yields }) => yields === "dates",
  flags: () => false,
  pictures: () => false,
  "rows[].label": () => false,
  "rows[].m": ({ kind }) => kind === "numbers",
};

function errorsOf(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter(({ severity }) => severity === "error");
}

function written({ kind, name }: Slot, value: string): string {
  if (kind === "stroke") return `[1pt, (${value})]`;
  if (kind === "template" && name === "link") return `"https://a.jp/{${value}}"`;
  return kind === "template" ? `"{${value}}"` : `(${value})`;
}

/** What the finding says amiss; null where it stands at its place, alone, and its repair works. */
function fault(slot: Slot, value: string, needsEdit: boolean): string | null {
  const source = formOf(HEAD, slot, written(slot, value), false);
  const errors = errorsOf(source);
  const [first, second] = errors;
  if (first === undefined) return "is not told";
  if (second !== undefined) return `is told twice: ${errors.map(({ message }) => message).join(" / ")}`;
  if (!["RPT2108", "RPT2109", "RPT2123"].includes(first.code)) return `${first.code} ${first.message}`;
  if (!/\b(?:list|record)\b/u.test(`${first.message} ${first.why}`)) return `does not say what it is: ${first.message}`;
  const at = source.slice(first.span.start, first.span.end);
  if (!at.includes(value)) return `stands at ${at}`;
  const edits = first.repair?.edits ?? [];
  if (edits.length === 0) return needsEdit ? "has no edit" : null;
  const repaired = applyEdits(source, edits);
  const left = errorsOf(repaired);
  return left.length === 0
    ? null
    : `repair leaves ${left.map(({ code, message }) => `${code} ${message}`).join(" / ")}`;
}

/** Whether some entry or field has what the slot takes, so that an edit can name it: a sum of rows is of their own. */
function isNamedByEdit({ kind, yields }: Slot, value: string): boolean {
  if (yields === "summed") return false;
  const areMany = kind === "numbers" || yields === "dates";
  if (value === "one") return yields !== "dates";
  return value === "sort(rows, .m)" ? !areMany : value.startsWith("rows") && !value.includes("[].");
}

const SLOTS = NAME_PLACES.flatMap(slotsOf).filter(
  ({ place }) => lane === "full" || !/^(?:plate|header) /.test(place.name),
);

describe("a list or an object where one value stands is told with a repair that works", () => {
  test.each(SLOTS.map((slot) => [`${slot.place.name}: ${slot.name}`, slot] as const))("%s", (_, slot) => {
    const faults = sampled(Object.entries(VALUES), 3, SLOTS.indexOf(slot)).flatMap(([value, isTaken]) => {
      if (isTaken(slot)) return [];
      const told = fault(slot, value, isNamedByEdit(slot, value));
      return told === null ? [] : [`${value}: ${told}`];
    });
    expect(faults).toEqual([]);
  });
});
