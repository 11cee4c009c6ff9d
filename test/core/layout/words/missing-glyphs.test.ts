// A character that no font has is told wherever the schema table lets a text be drawn.
import { describe, expect, test } from "vitest";
import { compileSource, examplePayload } from "../../../../src/core/canvas/index.ts";
import { createCodeEncoder } from "../../../../src/core/engine/barcodes/code-encoder.ts";
import type { PageDocument } from "../../../../src/core/layout/index.ts";
import { ELEMENTS, type ElementDefinition } from "../../../../src/core/schema/index.ts";
import { CIRCUMSTANCES, withoutRecords } from "../../../support/effect-samples.ts";
import { placedSample, placesIn } from "../../../support/element-samples.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

/** A picture of a dinosaur: no bundled font has it, and it is of no script that is refused as a whole. */
const UNKNOWN = "\u{1f995}";

/** Some places of each element at every change, all of them in the full lane. */
const PLACES_MAX = inLane({ fast: 2, full: Infinity });

/** Templates that are read by programs, and drawn by nobody. */
const UNDRAWN: ReadonlySet<string> = new Set(["alt", "link"]);

const codes = createCodeEncoder([]);

interface Slot {
  /** `seal "承認"`, `text marker` … */
  readonly name: string;
  readonly source: string;
}

/** Where a text could stand, as its source with the unknown letter there: arguments, properties, fields. */
function slotsOf(element: ElementDefinition, place: string): readonly Slot[] {
  const plain = placedSample(element, place);
  const [head = "", ...rest] = element.example.split(/(?= \{$)/);
  const tokens =
    head.match(
      /"[^"]*"|'[^']*'|\((?:[^()]|\([^()]*\))*\)|[^\s=]+=(?:"[^"]*"|'[^']*'|\((?:[^()]|\([^()]*\))*\)|\S+)|\S+/g,
    ) ?? [];
  const written = tokens.flatMap((token, at): readonly Slot[] => {
    if (at === 0 || !/^["(]/.test(token)) return [];
    const example = [...tokens.slice(0, at), `"${UNKNOWN}"`, ...tokens.slice(at + 1)].join(" ") + rest.join("");
    return [{ name: `${element.name} ${token}`, source: placedSample({ ...element, example }, place) }];
  });
  const more: ElementDefinition = { ...element, example: `${head} "${UNKNOWN}"${rest.join("")}` };
  const optional = { name: `${element.name} and a text`, source: placedSample(more, place) };
  const properties = Object.entries(element.properties).flatMap(([name, { kind }]): readonly Slot[] => {
    if ((kind !== "template" && kind !== "literal") || UNDRAWN.has(name)) return [];
    const value = kind === "template" ? `"${UNKNOWN}"` : `'${name === "format" ? "#,##0" : "d"}${UNKNOWN}'`;
    const own = tokens.findIndex((token) => token.startsWith(`${name}=`));
    const property = `${name === "blank" ? "fill-rows=true " : ""}${name}=${value}`;
    const example = tokens.map((token, at) => (at === own ? property : token)).join(" ") + rest.join("");
    const source = own < 0 ? placedSample(element, place, property) : placedSample({ ...element, example }, place);
    return [{ name: `${element.name} ${name}=`, source }];
  });
  const fields = [...plain.matchAll(/^field (\S+) (string|text)\((\d+)\) example=(.*)$/gm)].map(
    ([line = "", path, type, , values = ""]): Slot => {
      const unknown = values.replace(/"[^"]*"/g, `"${UNKNOWN}"`);
      const source = plain.replace(line, () => `field ${path} ${type}(400) example=${unknown}`);
      return { name: `${element.name} with ${path}`, source };
    },
  );
  return [...written, optional, ...properties, ...fields];
}

function compiles(source: string): boolean {
  return compileSource(source).diagnostics.every(({ severity }) => severity !== "error");
}

/** Whether a page shows the letter, or ought to: a glyph that stands for what is missing is drawn. */
function shows(pages: PageDocument): boolean {
  return pages.pages.some(({ items }) =>
    items.some((item) => item.kind === "glyphs" && item.run.text.includes(UNKNOWN)),
  );
}

/** The form as it is; where that does not show the letter, with more records, and with none. */
function* formsOf(source: string, isFirst: boolean) {
  yield layOutSource(source, undefined, { codes });
  if (!isFirst || /^source /m.test(source)) return;
  yield layOutSource(CIRCUMSTANCES["with many records"]?.(source) ?? source, undefined, { codes });
  const { value } = compileSource(source);
  if (value !== null) yield layOutSource(source, JSON.parse(withoutRecords(examplePayload(value))), { codes });
}

/** Slots of a place that draw the letter, and those of them whose forms have no finding of it. */
function judged(element: ElementDefinition, place: string, isFirst: boolean) {
  const drawn: string[] = [];
  const untold: string[] = [];
  for (const { name, source } of slotsOf(element, place)) {
    if (!compiles(source)) continue;
    const form = formsOf(source, isFirst).find(({ value }) => shows(value));
    if (form === undefined) continue;
    drawn.push(name);
    const isTold = form.diagnostics.some(({ code, message }) => code === "RPT4005" && message.includes("U+1F995"));
    if (!isTold) untold.push(`${name} in ${place}:\n${source}`);
  }
  return { drawn, untold };
}

const DRAWN = new Set<string>();

describe("a letter that no font has is found", () => {
  test.each(ELEMENTS.map((element, at) => [`${element.name} (${at})`, element] as const))("%s", (_, element) => {
    for (const [at, place] of placesIn(element).slice(0, PLACES_MAX).entries()) {
      const { drawn, untold } = judged(element, place, at === 0);
      for (const name of drawn) DRAWN.add(name);
      expect(untold).toEqual([]);
    }
  });

  test("in each template of the table that is drawn", () => {
    const templates = ELEMENTS.flatMap(({ name, properties }) =>
      Object.entries(properties).flatMap(([property, { kind }]) =>
        kind === "template" && !UNDRAWN.has(property) ? [`${name} ${property}=`] : [],
      ),
    );
    // Titles and bookmarks are the file's; the label of a seal in a row stands before it.
    const told = ["document title=", "source name="];
    expect(templates.filter((name) => !DRAWN.has(name) && !told.includes(name))).toEqual([]);
  });

  test.each([
    ...["text with customer.name", "seal with issuer.name", "comb with applicant.postcode", 'check "同意する"'],
    ...['ruby "帳票"', 'ruby "ちょう ひょう"', 'span "重要"', "pair (invoice.number)", "column with items[].name"],
    ...["scale top=", "milestone and a text", "today and a text", "category with loads[].key", 'series "負荷率"'],
    ...["axis format=", "carry format=", 'head "{.key}"', "cell (total)"],
  ])("%s is among them", (name) => {
    expect([...DRAWN]).toContain(name);
  });
});

test("what a reading lacks is told with the letters below it", () => {
  const { diagnostics } = layOutSource(
    `rpt 1\npage A5 {\n  body {\n    rich {\n      ruby "帳票" "ちょう ${UNKNOWN}"\n    }\n  }\n}\n`,
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining(`no font has a glyph for "${UNKNOWN}" (U+1F995), in the reading of "票"`),
  ]);
});
