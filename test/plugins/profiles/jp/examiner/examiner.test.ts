// What an examiner would find on paper and the profiles do not, form by form: mutants made by a machine that does not
// know the rules, and cases that examiners named. The golden file records the rates and every miss as they are.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inLane } from "../../../../support/lane.ts";
import { judged, reportOf } from "./bench.ts";
import { breachesOf } from "./breaches.ts";
import { deeperBreachesOf } from "./deeper-breaches.ts";
import { LABEL_WORDINGS } from "./label-wordings.ts";
import { LAW_ITEMS } from "./law-items.ts";
import type { Mutant } from "./mutant.ts";
import { NAMED_MUTANTS } from "./named-cases.ts";
import { type Seed, seedsOf } from "./seeds.ts";
import { wordingsIn } from "./unlawful-wordings.ts";
import { variationsOf } from "./variations.ts";

const RECORD = "test/plugins/profiles/jp/examiner/record.txt";

const asItIs = ({ name, profile, source }: Seed): Mutant => ({
  ...{ name: `${name}: as it is`, profile, source },
  kind: "lawful",
});

/** The findings of each clean form, and of each mutant that the language draws. */
function reportOn(seeds: readonly Seed[], mutants: readonly Mutant[]) {
  const clean = new Map(seeds.map((seed) => [seed.name, judged(asItIs(seed))?.findings ?? []]));
  const all = mutants.flatMap((mutant) => judged(mutant) ?? []);
  return { ...reportOf(all, clean), names: new Set(all.map(({ mutant }) => `${mutant.profile} ${mutant.name}`)) };
}

const mutantsOf = (seed: Seed) => [
  ...[asItIs(seed), ...breachesOf(seed), ...deeperBreachesOf(seed), ...variationsOf(seed)],
  ...wordingsIn(seed),
];

test("the table of labels has hundreds of wordings", () => {
  expect(Object.values(LABEL_WORDINGS).flat().length).toBeGreaterThanOrEqual(400);
});

test("each named case is found or spared as the record says", () => {
  const seeds = seedsOf((profile) => profile in LAW_ITEMS);
  const { misses, names } = reportOn(seeds, NAMED_MUTANTS);
  expect(misses).toEqual(recorded(names));
});

test("mutants of clean forms are found or spared as the record says", async () => {
  const seeds = seedsOf((profile) => profile in LAW_ITEMS);
  const step = inLane({ fast: 150, full: 1 });
  const mutants = seeds.flatMap(mutantsOf).filter((_, at) => at % step === 0);
  const { rates, misses, names } = reportOn(seeds, step === 1 ? [...mutants, ...NAMED_MUTANTS] : mutants);
  if (step > 1) expect(misses).toEqual(recorded(names));
  else {
    process.stdout.write(`${rates}\n`);
    await expect(`${rates}\n${misses.join("\n")}\n`).toMatchFileSnapshot("record.txt");
  }
});

/** Those of the recorded misses and alarms that are about some mutants, without what was told. */
function recorded(names: ReadonlySet<string>): readonly string[] {
  const lines = readFileSync(RECORD, "utf8").split("\n");
  return lines.filter((line) => {
    const about = /^(?:alarm|missed \w+): (.*?)(?: \(gate\)|: [\w-]+: .*)?$/.exec(line)?.[1];
    return about !== undefined && names.has(about);
  });
}
