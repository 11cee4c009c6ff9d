// Whole forms of offices with random data within their declarations: what does not fit, a check without data has told
// of. The forms are the documentation's, and those that people wrote who knew the reference alone.
import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { type Canvas, contractSchema } from "../../../src/core/canvas/index.ts";
import type { Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

import { payloadsOf, type Schema } from "../../support/generated-payloads.ts";
import { limit } from "./limited-data.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
/** Every second form: the check of each takes a second or two. */
const FORMS = globSync([
  ...["docs/starters/*.rpt", "docs/examples/*.rpt", "test/core/layout/forms/*.rpt", "test/core/engine/office/*.rpt"],
])
  .toSorted()
  .filter((_, at) => at % 2 === 0);

/** Lists without a declared bound are tried with so many entries; a check tries more. */
const ENTRIES_UNDECLARED = 40;
/** Longer lists say nothing that these do not say. */
const ENTRIES_MAX = 30;
const LETTERS = [
  ..."国東京都港区赤坂株式会社山田太郎検査成績書納品請求見積注文部品番号数量単価備考鋼板材料品質管理責任者承認",
  ..."アイウエオカキクケコあいうえおのにをはが、。ー（）",
];
const WORDS = ["bolt", "M8x20", "manufacturer", "A-100", "Co.,Ltd.", "quality", "inspection", "No.", "12.5mm"];

/** Longer numbers that nothing parts are broken where their line ends, which the reference says. */
const NUMBERS_MAX = 24;
const NUMBERS = fc.stringMatching(/^[0-9][0-9-]{2,10}[0-9]$/u);

const sorts = {
  words: (lengthMax: number): fc.Arbitrary<string> =>
    limit(1, lengthMax).chain((length) =>
      fc
        .oneof(
          fc.array(fc.constantFrom(...LETTERS), { minLength: length, maxLength: length }).map((all) => all.join("")),
          fc.array(fc.constantFrom(...WORDS), { minLength: length, maxLength: length }).map((all) => all.join(" ")),
          fc.array(NUMBERS, { minLength: length, maxLength: length }).map((all) => all.join(" ").slice(0, NUMBERS_MAX)),
        )
        .map((text) => [...text].slice(0, length).join("").trim()),
    ),
  entries: (min: number, max: number | undefined): fc.Arbitrary<number> =>
    limit(min, Math.max(min, Math.min(max ?? ENTRIES_UNDECLARED, ENTRIES_MAX))),
  integers: { minimum: 0, maximum: 999_999 },
  picture: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAQAAAAziH6sAAAADklEQVR42mP4z8DwnwEABv8B/xpDwIAAAAAASUVORK5CYII=",
};

/**
 * What no declaration can prevent: a wrong check digit, a coarse or blank picture, days outside of a scale; and where a
 * page ends, which `keep` may ask for in vain.
 */
const OF_DATA_ALONE: ReadonlySet<string> = new Set(["RPT4008", "RPT4012", "RPT4020", "RPT4021", "RPT4026"]);
/** Told of by its code, a code without the right check digit or a scale of too many days is a mistake of the data. */
const MISTAKES_OF_DATA = ["wants the check digit", "a step of "];

function isOwn({ code, severity, message }: Diagnostic): boolean {
  return severity !== "info" && !OF_DATA_ALONE.has(code) && !MISTAKES_OF_DATA.some((words) => message.includes(words));
}

/** The data do not satisfy the contract, or an expression of them has no value. */
function isRefused(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => /^RPT[36]/u.test(code));
}

/** The line of a finding and of the blocks that it stands in, by their indentation; from the inside outwards. */
function linesAround(lines: readonly string[], at: number): readonly number[] {
  let indent = Number.POSITIVE_INFINITY;
  const around: number[] = [];
  for (let line = at; line >= 0 && indent > 0; line -= 1) {
    const own = lines[line]?.search(/\S/u) ?? -1;
    if (own < 0 || own >= indent) continue;
    around.push(line);
    indent = own;
  }
  return around;
}

/** Advice to declare what fits that would not shorten the field, as it stands; null where there is none. */
function offersMore({ fields }: Canvas, { message, repair }: Diagnostic): string | null {
  const path = /^with (\S+) of /u.exec(message)?.[1];
  const offered = /declare what fits \((\d+) full-width characters? × (\d+) lines? at [\d.]+pt(?:, shrunk (\d+))?/u;
  const [, perLine, lines, shrunk] = offered.exec(repair?.title ?? "") ?? [];
  const type = fields.find((field) => field.path === path)?.type;
  if (perLine === undefined || (type?.kind !== "string" && type?.kind !== "text")) return null;
  return Number(shrunk ?? perLine) * Number(lines) < type.lengthMax ? null : `${message}: ${repair?.title}`;
}

const counts = { data: 0, refused: 0, broken: 0 };
afterAll(() => {
  console.log(`${FORMS.length} forms of offices: ${counts.data} random data, ${counts.broken} did not fit, each told`);
});

test.for(FORMS)("what does not fit in %s, a check has told of", { timeout: 600_000 }, (file) => {
  const source = readFileSync(file, "utf8");
  const lines = source.split("\n");
  const lineOf = ({ span }: Diagnostic): number => source.slice(0, span.start).split("\n").length - 1;
  const { template, diagnostics: checked } = engine.check({ source, data: null });
  if (template === null) throw new Error(`${file} does not compile`);
  for (const finding of checked) expect(offersMore(JSON.parse(template.canvasJson) as Canvas, finding)).toBeNull();
  const told = new Set(checked.filter(({ code }) => code !== "RPT7020").map(lineOf));
  const canvas = JSON.parse(template.canvasJson) as Canvas;
  const schema = contractSchema(canvas, { canvasId: "test", version: 1 }) as Schema;
  fc.assert(
    fc.property(payloadsOf(schema, sorts), (payload) => {
      const data = new TextEncoder().encode(JSON.stringify(payload));
      const { diagnostics } = engine.check({ source, data, worstCases: false });
      counts.data += 1;
      if (isRefused(diagnostics)) {
        counts.refused += 1;
        return;
      }
      const own = diagnostics.filter(isOwn).filter(({ code }) => code !== "RPT7020");
      if (own.length > 0) counts.broken += 1;
      const isTold = (one: Diagnostic): boolean => linesAround(lines, lineOf(one)).some((line) => told.has(line));
      // What does not fit lies on others and runs off the page.
      const follows = own.some((one) => one.code.startsWith("RPT4") && isTold(one));
      const untold = own.filter((one) => !isTold(one) && !(follows && one.code.startsWith("RPT5")));
      expect(
        untold.map((one) => `${lineOf(one) + 1} ${one.code} ${one.message} with ${JSON.stringify(payload)}`),
      ).toEqual([]);
    }),
    { numRuns: 24, endOnFailure: true },
  );
});
