// What a seal shows follows from its label and its source: with each of them, no property is idle and untold.
import { expect, test } from "vitest";
import { ELEMENTS, type ElementDefinition, isIdle } from "../../src/core/schema/index.ts";
import { CIRCUMSTANCES } from "../support/effect-samples.ts";
import { samplesOf } from "../support/element-samples.ts";
import { sampled } from "../support/lane.ts";
import { shownBy } from "../support/shown-form.ts";

/** What is declared, with data that have a seal, and with data that have none. */
const DECLARED = [
  ["asset:logo", "山本"],
  [null, ""],
].map(([late, clerk]) => {
  const given = late === null ? "" : ` example="${late}"`;
  return `asset logo src='asset:logo.svg'
field photo image example="asset:logo"
field late? image${given}
field clerk string(8) example="${clerk}"
`;
});

const SOURCES = [
  "",
  " logo",
  " (photo)",
  " (late)",
  " ('山本')",
  " ('Yamamoto')",
  " ('株式会社青葉製作所')",
  " (clerk)",
];
const CONTENTS = SOURCES.flatMap((source) => [`seal${source}`, `seal "印"${source}`]);

const SEALS = ELEMENTS.filter(({ name }) => name === "seal").flatMap((element) => {
  const isInRow = (element.parents as readonly string[]).includes("seals");
  return CONTENTS.map((content) => {
    const example = isInRow ? content : `${content} w=30mm h=20mm`;
    return [isInRow ? `${content} in seals` : content, { ...element, example } as ElementDefinition] as const;
  });
});

/**
 * Idle for other causes: margins beside nothing, what holds a page together or names a destination, and the level of
 * one code for all texts.
 */
const ELSEWHERE = new Set(["margin-right", "keep", "hang", "lines", "rotate", "role", "place", "break"]);
const SEEN_IN = ["as it is", "among others", "with long words"].map((name) => CIRCUMSTANCES[name] ?? String);

test.each(sampled(SEALS, 3))("%s", (name, element) => {
  const samples = samplesOf(element, name.endsWith("seals") ? "seals" : "flow").flatMap((sample) =>
    DECLARED.map((declared) => {
      const declaring = (source: string) => source.replace(/^page A4/m, `${declared}page A4`);
      return { ...sample, source: declaring(sample.source), plain: declaring(sample.plain) };
    }),
  );
  const byName = Map.groupBy(samples, ({ property }) => property ?? "");
  const idle = [...byName].flatMap(([property, all]) => {
    // The label stands in the place of a picture that cannot be read.
    if (property === "label" && name.includes("(photo)")) return [];
    if (property === "" || ELSEWHERE.has(property) || isIdle("seal", property)) return [];
    const isShown = all.some(({ source, plain }) =>
      SEEN_IN.some((one) => shownBy(one(source)) !== shownBy(one(plain))),
    );
    return isShown ? [] : [property];
  });
  expect(idle).toEqual([]);
});

test("a frame and a label that may still come are not told", () => {
  for (const content of ['seal "印" (late)', 'seal "印" (clerk)']) {
    const body = `${content} w=20mm h=20mm border=1pt size=head padding=2mm weight=bold`;
    const source = `rpt 1\nsizes head=12pt\n${DECLARED[0]}page A4 {\nbody {\n${body}\n}\n}\n`;
    expect(shownBy(source)).not.toContain("RPT1023");
  }
});
