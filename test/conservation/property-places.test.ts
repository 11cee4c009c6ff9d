// Every property changes what a form shows in each place where its element may stand, or is found there.
import { describe, expect, test } from "vitest";
import { ELEMENTS, type ElementDefinition, isIdle } from "../../src/core/schema/index.ts";
import { CIRCUMSTANCES, standings } from "../support/effect-samples.ts";
import { type ElementSample, placedSample, placesIn, samplesOf } from "../support/element-samples.ts";
import { inLane, sampled } from "../support/lane.ts";
import { shownBy } from "../support/shown-form.ts";

/** What one code does for all boxes or all texts, wherever they stand: `property-effects` asks that each does it. */
const OF_EVERY_BOX = /^(?:margin|padding|border|radius|fill$|opacity$|layer$|when$|lang$|style$|level$)/;
const OF_EVERY_TEXT = new Set([
  ...["size", "weight", "font", "italic", "color", "decoration", "align", "valign", "line-height", "letter-spacing"],
  ...["wrap", "kinsoku", "fit", "min-size", "condense", "lines", "combine", "hang", "latin-gap", "writing", "format"],
]);
/** What follows from counts of rows and lines, which few places have: `property-effects` finds one that shows it. */
const BY_COUNTS = new Set(["keep-min", "empty", "order", "fill-rows", "blank", "strike", "min-rows"]);

/** The element among others, where it stands: before and behind it in its container. */
const OPENS = /^((?:stack|row|grid|box|columns|each|column) [^\n]*\{\n)(?! *text "前")/m;
const CLOSES = /\n\}\n( {2}\}\n\}\n)$/;
const amongItsOwn = (source: string): string =>
  source.replace(OPENS, (head) => `${head}text "前"\n`).replace(CLOSES, (_, tail: string) => `\ntext "後"\n}\n${tail}`);

const ALL: readonly ((source: string) => string)[] = [
  ...Object.values(CIRCUMSTANCES),
  amongItsOwn,
  ...Object.values(CIRCUMSTANCES).map((one) => (source: string) => one(amongItsOwn(source))),
];

/** Properties of an element and the places where nothing is seen of them, and nothing told. */
function withoutEffect(element: ElementDefinition): readonly string[] {
  const samples = standings(element).flatMap((one) => placesIn(one).flatMap((place) => samplesOf(one, place)));
  const judged = samples.filter(
    ({ property, place }) => property !== null && isJudged(element, property) && !isElsewhere(element, property, place),
  );
  const byName = Map.groupBy(judged, ({ property, place }) => `${property} (${place})`);
  return [...byName].flatMap(([name, all]) => (isShown(all) ? [] : [name]));
}

/** Where the sample has not what its property needs, and what shows that it holds there. */
const ELSEWHERE: readonly (readonly [element: RegExp, property: string, place: RegExp, why: string])[] = [
  [/./, "keep", /within (?:columns|box)|flow|within (?:stack|part|copies)/, "children of a flow are cut by one code"],
  [/line/, "h", /absolute|header|footer|background/, "the sample of a plain line has no x and y"],
  [/barcode/, "min-h", /within grid/, "the column makes the symbol higher than the sample's least height"],
  [/group/, "break", /group/, "each group of the sample holds one group"],
  [/grid/, "equal-rows", /within (?:grid|table cell)/, "the rows of the sample are alike there"],
];

function isElsewhere({ name }: ElementDefinition, property: string, place: string): boolean {
  return ELSEWHERE.some(([element, other, where]) => element.test(name) && other === property && where.test(place));
}

function isJudged({ name }: ElementDefinition, property: string): boolean {
  if (OF_EVERY_BOX.test(property) || OF_EVERY_TEXT.has(property) || BY_COUNTS.has(property)) return false;
  return !isIdle(name, property);
}

function isShown(samples: readonly ElementSample[]): boolean {
  return ALL.some((circumstance) =>
    samples.some(({ source, plain }) => shownBy(circumstance(source)) !== shownBy(circumstance(plain))),
  );
}

/** Some elements at every change, all of them in the full lane. */
const EACH = inLane({ fast: 24, merge: 3, full: 1 });
const JUDGED = ELEMENTS.map((element, at) => [`${element.name} (${at})`, element] as const);

describe("no property is without effect in a place and without a finding", () => {
  test.each(JUDGED.filter((_, at) => at % EACH === 5 % EACH))(
    "%s",
    (_, element) => {
      expect(withoutEffect(element)).toEqual([]);
    },
    900_000,
  );
});

/** What paints say, each with a value that is another than those of the others. */
const PAINTS: Readonly<Record<string, string>> = {
  color: "#0a6b2d",
  fill: "#d8d0ff",
  stroke: "[1.2pt, #b00020, dash]",
  "stroke-width": "2pt",
  dash: "dot",
  border: "[1.2pt, #b00020, dash]",
  "border-color": "#7a4b00",
  "border-style": "dot",
  radius: "2mm",
};

/** Pairs of paints of which the first changes nothing beside the second, where it does by itself. */
function hiddenPaints(element: ElementDefinition): readonly string[] {
  const names = Object.keys(PAINTS).filter(
    (name) => Object.hasOwn(element.properties, name) && !isIdle(element.name, name),
  );
  const example = element.example.replace(
    / (?:color|fill|stroke|stroke-width|dash|border|radius)=(?:\[[^\]]*\]|\S+)/g,
    "",
  );
  const bare = { ...element, example };
  const shown = (place: string, ...written: readonly string[]): string =>
    shownBy(placedSample(bare, place, written.map((name) => `${name}=${PAINTS[name]}`).join(" ")));
  return placesIn(element)
    .slice(0, 1)
    .flatMap((place) =>
      names.flatMap((name) =>
        names
          .filter((other) => other !== name)
          .filter((other) => shown(place, name) !== shown(place) && shown(place, name, other) === shown(place, other))
          .map((other) => `${name} beside ${other} (${place})`),
      ),
    );
}

test("no paint is without effect beside another and without a finding", () => {
  expect(sampled(ELEMENTS, 3).flatMap((each) => hiddenPaints(each).map((pair) => `${each.name}: ${pair}`))).toEqual([]);
});
