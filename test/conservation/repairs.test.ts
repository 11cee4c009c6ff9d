// Repairs that a machine can apply truly work: on generated forms, and where they were seen not to.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ELEMENTS } from "../../src/core/schema/index.ts";
import { formPlans } from "../support/conservation/form-plan.ts";
import { writtenForm } from "../support/conservation/form-writer.ts";
import { BORDERED, FAINT, offerForm, UNFIT, WITHOUT_PADDING } from "../support/conservation/offer-samples.ts";
import { triedOffers } from "../support/conservation/offers.ts";
import { mendings } from "../support/conservation/repairs.ts";
import { inLane } from "../support/lane.ts";

/** Of a hundred forms, so many edits at least: a check that hands out none would pass. */
const EDITS_OF_HUNDRED = 5;
const FORMS = inLane({ fast: 40, merge: 632, full: 4_000 });

test("each edit of a generated form ends its finding and makes no error", () => {
  let edits = 0;
  fc.assert(
    fc.property(formPlans, (plan) => {
      const { source, data } = writtenForm(plan);
      const mending = mendings(source, JSON.stringify(data));
      edits += mending.edits;
      expect(mending.failures, source).toEqual([]);
    }),
    { numRuns: FORMS },
  );
  expect(edits * 100).toBeGreaterThanOrEqual(FORMS * EDITS_OF_HUNDRED);
}, 3_600_000);

const page = (body: string): string => `rpt 1\npage A5 portrait margin=15mm {\n  body {\n${body}\n  }\n}\n`;

const SEEN: readonly (readonly [what: string, body: string, edits: number])[] = [
  ["a box that is wider than what holds it", 'box w=40mm {\n  text "国" w=60mm\n}', 1],
  ["a picture of letters beyond the paper", "rect w=300mm h=9mm stroke=0.5pt", 2],
  ["two texts that would part from one another onto a third", oneOnAnother(4.9), 0],
  ["two texts that one move parts", oneOnAnother(40), 1],
  ["a height that its page has not", `text "${"国\\n".repeat(80)}" h=150mm`, 0],
  ["a height that its page has", `text "${"国\\n".repeat(8)}" h=20mm`, 1],
  ["a place of letters that its neighbours leave", `comb "12345" cells=40 w=40mm h=8mm`, 0],
];

function oneOnAnother(thirdMm: number): string {
  return `plate h=60mm {
  text "国国国" x=0mm y=0mm w=30mm h=5mm
  text "語語語" x=0mm y=2mm w=30mm h=5mm
  text "字字字" x=0mm y=${thirdMm}mm w=30mm h=5mm
}`;
}

describe("an edit is handed out where it works, and only there", () => {
  test.each(SEEN)("%s", (_, body, edits) => {
    expect(mendings(page(body), "{}")).toEqual({ edits, failures: [] });
  });
});

/** Forms of elements that have something wrong, by what is wrong. */
const WRONG = {
  "letters under its border": BORDERED,
  "what does not fit": UNFIT,
  "marks that hardly differ": FAINT,
};

describe.each(Object.entries(WRONG))("%s: what is offered in words works", (_, elements) => {
  describe.each(Object.entries(elements))("%s", (_name, samples) => {
    test.each(Object.entries(samples))("%s", (_what, body) => {
      const { found, failures } = triedOffers(offerForm(body));
      expect(found).not.toEqual([]);
      expect(failures, found.join("\n")).toEqual([]);
    });
  });
});

test("every element that takes a border is among them", () => {
  const bodies = Object.values(BORDERED).flatMap((samples) => Object.values(samples).join("\n"));
  const words = new Set([...bodies.join("\n").matchAll(/^ *([a-z]+)\b/gmu)].map(([, word]) => word));
  const bordered = ELEMENTS.filter(({ properties }) => Object.hasOwn(properties, "border")).map(({ name }) => name);
  expect(bordered.filter((name) => !words.has(name) && !WITHOUT_PADDING.includes(name))).toEqual([]);
});
