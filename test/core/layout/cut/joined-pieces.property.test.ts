// merge=same beside rows that a page's end parts: each page says all of what its rows share.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Page } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutOf } from "../../../support/lay-out.ts";

const NAMES = ["東京第一営業所", "大阪支店の倉庫と展示場", "西"] as const;

const formOf = (split: string, heightMm: number) =>
  layOutOf(`rpt 1
field r[].name string(20) example=["西"]
field r[].said text(400) example=["い"]
page 100mm ${heightMm}mm margin=5mm {
  body {
    table r split=${split} {
      column name "所" w=14mm merge=same wrap=char
      column said "内容" w=40mm
    }
  }
}
`);

const records = fc.array(fc.record({ name: fc.constantFrom(...NAMES), lines: fc.integer({ min: 1, max: 7 }) }), {
  minLength: 1,
  maxLength: 9,
});

/** What a page shows of the members of each record: the letters of names, and how many lines of its text. */
function shownOn({ items }: Page): { readonly names: string; readonly lines: ReadonlyMap<number, number> } {
  const lines = new Map<number, number>();
  const names: { readonly yEmu: number; readonly text: string }[] = [];
  for (const item of items) {
    const path = item.kind === "glyphs" ? item.sources[0]?.path : null;
    const [, at, member] = /^r\[(\d+)\]\.(\w+)$/.exec(path ?? "") ?? [];
    if (item.kind !== "glyphs" || at === undefined) continue;
    if (member === "name") names.push({ yEmu: item.yEmu, text: item.run.text });
    lines.set(Number(at), (lines.get(Number(at)) ?? 0) + (member === "said" ? 1 : 0));
  }
  const sorted = names.toSorted((one, other) => one.yEmu - other.yEmu);
  return { names: sorted.map(({ text }) => text).join(""), lines };
}

describe("merge=same of rows that are parted", () => {
  test.each(["cell", "row"])("split=%s: rows of one name stand beside all of it on each page", (split) => {
    fc.assert(
      fc.property(records, fc.integer({ min: 28, max: 60 }), (written, heightMm) => {
        const said = (count: number) => Array.from({ length: count }, (_, at) => `行${at + 1}`).join("\n");
        const r = written.map(({ name, lines }) => ({ name, said: said(lines) }));
        const { pages } = formOf(split, heightMm)({ r }).value;
        for (const page of pages) {
          const { names, lines } = shownOn(page);
          const runs: number[][] = [];
          for (const at of [...lines.keys()].toSorted((one, other) => one - other)) {
            const run = runs.at(-1);
            const before = run?.at(-1);
            if (run !== undefined && before !== undefined && r[before]?.name === r[at]?.name) run.push(at);
            else runs.push([at]);
          }
          const isWhole = (at: number) => lines.get(at) === written[at]?.lines;
          const expected = runs.map((run) => {
            const name = r[run[0] ?? 0]?.name ?? "";
            return run.length > 1 && run.some(isWhole) ? name : "[^]{0,12}";
          });
          expect(names).toMatch(new RegExp(`^${expected.join("")}$`, "u"));
        }
      }),
      { numRuns: inLane({ fast: 150, full: 5_000 }) },
    );
  });
});
