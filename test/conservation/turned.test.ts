// Every element that can be turned shows its content at every angle, in every place where it may stand.
import { afterAll, describe, expect, test } from "vitest";
import { ELEMENTS, type ElementDefinition } from "../../src/core/schema/index.ts";
import { judgedForm } from "../support/conservation/judged-form.ts";
import { Tally } from "../support/conservation/tally.ts";
import { placedSample, placesIn } from "../support/element-samples.ts";
import { inLane } from "../support/lane.ts";

const ANGLES = ["90", "180", "270"] as const;
/** At every change in so many places of each element. */
const PLACES = inLane({ fast: 2, full: 40 });

/** Besides an element's example: what stands on its side in another way, or is drawn without a picture. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  seal: ['seal label="承認印" w=17mm h=12mm', 'seal label="印" w=10mm h=24mm'],
  comb: ["comb (applicant.postcode) cells=7 w=8mm h=49mm", 'comb "12AB" cells=4 w=28mm h=8mm align=right'],
  text: ['text "回した文字 ABC" w=40mm h=40mm', 'text "一行目\\n二行目" w=12mm h=50mm align=right valign=bottom'],
  barcode: ['barcode code128 "P123456" w=44mm h=44mm module=0.3mm'],
};

function examplesOf(element: ElementDefinition): readonly string[] {
  const further = element.args.length === 0 && element.name === "seal" ? [] : (FURTHER[element.name] ?? []);
  return [element.example, ...further];
}

const TURNED = ELEMENTS.filter(({ properties }) => properties["rotate"] !== undefined);

const tally = new Tally();
afterAll(() => tally.tell("turned elements"));

describe("nothing that a turned element shows is lost", () => {
  test.each(TURNED.map((element, at) => [`${element.name} (${at})`, element] as const))(
    "%s",
    async (_, element) => {
      const all = placesIn(element);
      const places = [...new Set(["absolute", "within table cell", ...all])].filter((place) => all.includes(place));
      for (const place of places.slice(0, PLACES)) {
        for (const example of examplesOf(element)) {
          for (const angle of ANGLES) {
            const source = placedSample({ ...element, example }, place, `rotate=${angle}`);
            const form = await judgedForm(source);
            expect(form.kind, source).toBe("judged");
            tally.expectNothingLost(form, source);
          }
        }
      }
    },
    600_000,
  );
});
