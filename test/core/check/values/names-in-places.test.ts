// Every argument and property that takes an expression, with every kind of name: what a place does not know is an
// error of names, and what it knows is drawn as the data say.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { createCodeEncoder } from "../../../../src/core/engine/barcodes/code-encoder.ts";
import type { PageDocument } from "../../../../src/core/layout/index.ts";
import { ELEMENTS, type ElementDefinition } from "../../../../src/core/schema/index.ts";
import { lane, sampled } from "../../../support/lane.ts";
import { describeItem, layOutOf } from "../../../support/lay-out.ts";
import { NAME_PLACES } from "../../../support/name-places.ts";
import { formOf, isKind, type Kind, LIKE_ANOTHER, type Slot, slotsOf } from "../../../support/name-slots.ts";

const PHOTOS = ["#0a0", "#aa0"].map((fill) => {
  const rect = `<rect width="9" height="9" fill="${fill}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${rect}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
});

/** What is said of rows, of one list and of those in records of another. */
const ROWS = (list: string): string => `field ${list}[].m int
field ${list}[].v int
field ${list}[].d date
field ${list}[].s[].m int
`;

const HEAD = `rpt 1
field mark int
field days.a date
field days.b date
field days.z date
field photo.a image
field photo.b image
${ROWS("rows")}field groups[].k int
${ROWS("groups[].rows")}`;

const codes = createCodeEncoder([]);

/** Data in which every condition holds that depends on any, or none does. */
function dataOf(m: 1 | 2, { name }: Slot): unknown {
  const rows = (name === "empty" ? [] : [1, 2]).map((v) => ({ m, v, d: "2026-10-05", s: [{ m }] }));
  const days = { a: "2026-10-04", b: "2026-10-06", z: "2026-10-09" };
  return { mark: m, days, photo: { a: PHOTOS[0], b: PHOTOS[1] }, rows, groups: [{ k: m, rows }] };
}

interface NameKind {
  readonly condition: string;
  /** Whether it depends on the data, or holds wherever the name is known. */
  readonly depends: boolean;
  /** Whether records of another list are around. */
  readonly isWithin: boolean;
  /** Asked of every element; others of those that open records or stand in such. */
  readonly isCommon: boolean;
}

function kinds(conditions: readonly string[], more: Partial<Omit<NameKind, "condition">> = {}): readonly NameKind[] {
  return conditions.map((condition) => ({ condition, depends: true, isWithin: false, isCommon: false, ...more }));
}

const NAMES: readonly NameKind[] = [
  ...kinds(["mark == 1", ".m == 1"], { isCommon: true }),
  ...kinds(["page.n >= 1"], { isCommon: true, depends: false }),
  ...kinds(["max(rows[].m) == 1", "row.m == 1", ".key == 1", "g.key == 1", "max(.items[].m) == 1", "e.m == 1"]),
  ...kinds(["outer.m == 1"]),
  ...kinds(["index >= 1"], { depends: false }),
  ...kinds(["o.k == 1", ".k == 1"], { isWithin: true, isCommon: true }),
  ...kinds(["outer.k == 1", "row.m == 1", ".m == 1"], { isWithin: true }),
];

/** What is written in a slot, where a condition decides between two values. */
function written({ name, kind, yields }: Slot, condition: string): string {
  if (kind === "paint") return `(if(${condition}, 'red', 'blue'))`;
  if (kind === "stroke") return `[1pt, (if(${condition}, 'red', 'blue'))]`;
  if (name === "link") return `"https://a.jp/{if(${condition}, '朱', '藍')}"`;
  if (kind === "template") return `"{if(${condition}, '朱', '藍')}"`;
  if (kind === "condition" || yields === "flag") return `(${condition})`;
  if (kind === "picture") return `(if(${condition}, photo.a, photo.b))`;
  if (yields === "instant") return `(if(${condition}, days.a, days.b))`;
  if (yields === "dates") return `(if(${condition}, rows[.m == 0].d, rows[].d))`;
  return `(if(${condition}, 3, 7))`;
}

function errorsOf(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter(({ severity }) => severity === "error");
}

/** Names that a place does not know, and values that it takes of none. */
const OF_NAMES: ReadonlySet<string> = new Set([
  ...["RPT2101", "RPT2102", "RPT2103", "RPT2107", "RPT2115"],
  // What is left where a misspelt name is mended and a list of that name is meant otherwise.
  ...["RPT2108", "RPT2127"],
]);

/** What is seen and read of a document, without what says where in the source it is from. */
function sketch(document: PageDocument): string {
  const items = document.pages.flatMap((page) =>
    page.items.map((item) => `${describeItem(item)} ${"color" in item ? item.color.join() : ""}`),
  );
  const { title, bookmarks, structure, images } = document;
  const shown = images.map((image) =>
    JSON.stringify(image, (key, value) => (key === "bytes" ? [...value].join() : value)),
  );
  return JSON.stringify([items, title, bookmarks, structure, shown], (key, value) =>
    key === "span" || key === "isStatic" || key === "path" ? undefined : value,
  );
}

const MARKS: Partial<Readonly<Record<Kind, readonly [string, string]>>> = {
  paint: ["255,0,0,255", "0,0,255,255"],
  stroke: ["255,0,0,255", "0,0,255,255"],
  template: ["朱", "藍"],
};

/** Repairs that follow one another: the name of a list, then `[]` behind it. */
const REPAIRS_MOST = 3;

/** What stays wrong where the repairs of errors are followed as far as they have edits; null for nothing else. */
function unrepaired(source: string, errors: readonly Diagnostic[], repairs = 0): string | null {
  const other = errors.find(({ code }) => !OF_NAMES.has(code));
  if (other !== undefined) return `${repairs} repairs: ${other.code} ${other.message}`;
  const edits = errors.flatMap(({ repair }) => repair?.edits ?? []);
  // The repair of a condition leaves open with what it is compared.
  if (edits.length === 0 || errors.some(({ code }) => code === "RPT2108")) return null;
  if (repairs === REPAIRS_MOST) return "repairs without an end";
  const repaired = applyEdits(source, edits);
  return unrepaired(repaired, errorsOf(repaired), repairs + 1);
}

/** Words for readers of pictures, where the element is none, and edges that a check tells to be of no use. */
function isWithoutEffect(slot: Slot): boolean {
  if (slot.name === "alt") return true;
  const told = compileSource(formOf(HEAD, slot, written(slot, "1 == 1"), false)).diagnostics;
  return told.some(({ severity, message }) => severity === "warning" && message.startsWith(`${slot.name} `));
}

/** What is wrong with a name in a slot; null where it is refused, or drawn as the data say. */
function fault(slot: Slot, { condition, depends, isWithin }: NameKind): string | null {
  const source = formOf(HEAD, slot, written(slot, condition), isWithin);
  const errors = errorsOf(source);
  if (errors.length > 0) {
    const other = errors.find(({ code }) => !OF_NAMES.has(code));
    if (other !== undefined) return `${other.code} ${other.message}`;
    return unrepaired(source, errors);
  }
  const draw = layOutOf(source, { codes });
  const [holds, fails] = ([1, 2] as const).map((m) => sketch(draw(dataOf(m, slot)).value));
  // A bar code shows its text in bars.
  const marks = slot.name === "data" ? undefined : MARKS[slot.kind];
  const [first, second] =
    marks === undefined
      ? ["1 == 1", "1 == 2"].map((each) =>
          sketch(layOutOf(formOf(HEAD, slot, written(slot, each), isWithin), { codes })(dataOf(1, slot)).value),
        )
      : marks;
  if (marks === undefined) {
    if (first === second) return "the sample shows nothing of it";
    if (holds !== first) return "is not drawn as where the condition holds";
    return depends && fails === holds ? "is drawn alike with other data" : null;
  }
  const isShown = [holds, fails].some((each) => each?.includes(first ?? "") || each?.includes(second ?? ""));
  if (!isShown && isWithoutEffect(slot)) return null;
  if (!holds?.includes(first ?? "")) return `draws no ${first}`;
  if (holds.includes(second ?? "")) return `draws ${second} where the condition holds`;
  if (!depends) return null;
  return fails?.includes(second ?? "") && !fails.includes(first ?? "") ? null : "is drawn alike with other data";
}

const SLOTS = NAME_PLACES.flatMap(slotsOf);

describe("a name is refused where it is not known, and else drawn as the data say", () => {
  // Plates and bands hold what flows do.
  const slots = SLOTS.filter(({ place }) => lane === "full" || !/^(?:plate|header) /.test(place.name));
  test.each(slots.map((slot) => [`${slot.place.name}: ${slot.name}`, slot] as const))("%s", (_, slot) => {
    // Where a table is empty, so is what is computed of its rows.
    const isEmpty = (name: NameKind) => slot.name === "empty" && name.condition.includes("[]");
    const asked = NAMES.filter(
      (name) => !isEmpty(name) && (slot.place.opens || name.isCommon) && !(slot.place.isTop && name.isWithin),
    );
    expect(errorsOf(formOf(HEAD, slot, written(slot, "1 == 1"), false))).toEqual([]);
    const faults = sampled(asked, 3, SLOTS.indexOf(slot)).flatMap((name) => {
      const told = fault(slot, name);
      return told === null ? [] : [`${name.isWithin ? "within each: " : ""}${name.condition}: ${told}`];
    });
    expect(faults).toEqual([]);
  });
});

test("every argument and property of the table that takes an expression is asked", () => {
  const asked = new Set(SLOTS.map(({ place, name }) => `${ELEMENTS.indexOf(place.definition)} ${name}`));
  const left = ELEMENTS.flatMap((definition: ElementDefinition, at) =>
    [
      ...definition.args.map(({ name, kind }) => ({ name, kind })),
      ...Object.entries(definition.properties).map(([name, { kind }]) => ({ name, kind })),
    ]
      .filter(({ name, kind }) => isKind(kind) && !LIKE_ANOTHER.has(name) && !asked.has(`${at} ${name}`))
      .map(({ name }) => `${definition.name} ${name}`),
  );
  expect(left).toEqual(["source name"]);
});
