// Each unlawful wording is found by the rule of its article, and no lawful one is, in every clean form of the profile.
import { describe, expect, test } from "vitest";
import { inLane } from "../../../../support/lane.ts";
import { judged } from "./bench.ts";
import { seedsOf } from "./seeds.ts";
import { withSentence, wordingsOf } from "./unlawful-wordings.ts";

const SHARE_OF_SEEDS = inLane({ fast: 6, merge: 2, full: 1 });

describe.each(["jp.labor-terms", "jp.order"])("%s", (profile) => {
  const seeds = seedsOf((name) => name === profile).filter((_, at) => at % SHARE_OF_SEEDS === 0);
  const says = (sentence: string) =>
    seeds.map((seed) => {
      const source = withSentence(seed, sentence);
      const mutant = { name: seed.name, profile, kind: "content" as const, source };
      return { form: seed.name, findings: judged(mutant)?.findings.map((one) => one.replace(/:.*/s, "")) ?? null };
    });

  test.each(wordingsOf(profile))("$rule", ({ rule, unlawful, lawful }) => {
    const missed = unlawful.flatMap((sentence) =>
      says(sentence).flatMap(({ form, findings }) =>
        findings === null || findings.includes(rule) ? [] : [`${form}: ${sentence}`],
      ),
    );
    const alarms = lawful.flatMap((sentence) =>
      says(sentence).flatMap(({ form, findings }) =>
        findings === null || findings.length === 0 ? [] : [`${form}: ${sentence} (${findings.join(", ")})`],
      ),
    );
    expect({ missed, alarms }).toEqual({ missed: [], alarms: [] });
  });
});
