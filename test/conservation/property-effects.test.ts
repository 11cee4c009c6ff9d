// Every property of the schema table, and every choice of it, changes what a form shows somewhere, or is found.
import { describe, expect, test } from "vitest";
import { ELEMENTS, type ElementDefinition, isIdle } from "../../src/core/schema/index.ts";
import { CIRCUMSTANCES, standings } from "../support/effect-samples.ts";
import { type ElementSample, placesIn, samplesOf } from "../support/element-samples.ts";
import { inLane } from "../support/lane.ts";
import { shownBy } from "../support/shown-form.ts";

/** Properties of an element that no place shows anything of, and choices that no place tells apart. */
function withoutEffect(element: ElementDefinition): readonly string[] {
  const samples = standings(element).flatMap((one) => placesIn(one).flatMap((place) => samplesOf(one, place)));
  const byName = Map.groupBy(
    samples.filter(({ property }) => property !== null),
    ({ property }) => property ?? "",
  );
  return [...byName].flatMap(([name, all]) => {
    if (!isShown(all)) return isSharedCode(element.name, name) ? [] : [name];
    return element.properties[name]?.kind === "choice" && !isIdle(element.name, name) ? sameChoices(name, all) : [];
  });
}

/** What one code does for all of a kind, where few samples have the place for it: another element shows it. */
function isSharedCode(element: string, name: string): boolean {
  // Lines of all texts are set by one code; rows of a grid or of pairs are cut as the children of a stack are.
  return (
    (name === "hang" && element !== "text") || (name === "keep-min" && (element === "grid" || element === "pairs"))
  );
}

/** The circumstances one by one, so that the plain ones decide what they can. */
function isShown(samples: readonly ElementSample[]): boolean {
  return Object.values(CIRCUMSTANCES).some((circumstance) =>
    samples.some(({ source, plain }) => shownBy(circumstance(source)) !== shownBy(circumstance(plain))),
  );
}

function sameChoices(name: string, samples: readonly ElementSample[]): readonly string[] {
  const values = [...new Set(samples.map(({ value }) => value))];
  const pairs = values.flatMap((one, at) => values.slice(at + 1).map((other) => [one, other] as const));
  return pairs.flatMap(([one, other]) =>
    isAlike({ element: samples[0]?.element.name ?? "", name }, one, other) || areToldApart(samples, one, other)
      ? []
      : [`${name}=${one} and ${name}=${other}`],
  );
}

/** Choices that are one by what they mean, and levels that only a long text of the right words tells apart. */
function isAlike(
  { element, name }: { readonly element: string; readonly name: string },
  one: string,
  other: string,
): boolean {
  // The levels of 禁則 are one code for all texts, which `text` shows.
  if (name === "kinsoku" && element !== "text") return one !== "strict" || other !== "none";
  // The frame of a schedule's sample has a scale, which decides; that is found.
  if (element === "gantt" && name === "unit") return true;
  // A single letter in its cell has nothing to wrap, and nothing behind it to clip.
  // The label of a seal's sample has lines enough: one that has not is cut in the tests of cuts.
  if ((element === "comb" || element === "seal") && name === "fit") return one !== "shrink" && other !== "shrink";
  // Rows stay whole by both words.
  return name === "split" && one === "row" && other === "none";
}

function areToldApart(samples: readonly ElementSample[], one: string, other: string): boolean {
  const byPlace = [...Map.groupBy(samples, ({ place }) => place).values()];
  return Object.values(CIRCUMSTANCES).some((circumstance) =>
    byPlace.some((here) => {
      const [a, b] = [one, other].map((value) => here.find((each) => each.value === value)?.source ?? "");
      return shownBy(circumstance(a ?? "")) !== shownBy(circumstance(b ?? ""));
    }),
  );
}

/** Some elements at every change, all of them in the full lane. */
const EACH = inLane({ fast: 24, merge: 3, full: 1 });
const JUDGED = ELEMENTS.map((element, at) => [`${element.name} (${at})`, element] as const);

describe("no property is without effect and without a finding", () => {
  test.each(JUDGED.filter((_, at) => at % EACH === 7 % EACH))(
    "%s",
    (_, element) => {
      expect(withoutEffect(element)).toEqual([]);
    },
    900_000,
  );
});
