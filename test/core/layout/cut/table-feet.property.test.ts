// The foot of a table on its page: below a row, whatever else stands at the edges of the page and of the table.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PageDocument } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

interface Edges {
  readonly heightMm: number;
  readonly beforeMm: number;
  readonly firstMm: number;
  readonly lastMm: number;
  readonly split: string;
  readonly sums: readonly string[];
  readonly foot: string;
}

const SUMS = ['carry (.v) into=v out="次頁へ" in="前頁より"', 'pagefoot {\n cell "頁計" col=n\n cell (.v) col=v\n }'];

const edges: fc.Arbitrary<Edges> = fc.record({
  heightMm: fc.integer({ min: 50, max: 90 }),
  beforeMm: fc.constantFrom(0, 0, 10, 25),
  firstMm: fc.constantFrom(0, 0, 8, 15),
  lastMm: fc.constantFrom(0, 6, 12, 18, 25),
  split: fc.constantFrom("row", "cell"),
  sums: fc.subarray(SUMS),
  foot: fc.constantFrom("foot {", "foot keep=together {"),
});

const rows = fc.array(fc.record({ n: fc.constantFrom("品", "品".repeat(30), "品".repeat(200)) }), { maxLength: 14 });

function sourceOf({ heightMm, beforeMm, firstMm, lastMm, split, sums, foot }: Edges): string {
  const first = firstMm === 0 ? "" : `header h=${firstMm}mm on=first {\n text "初" x=0mm y=0mm w=9mm h=5mm\n }`;
  const last = lastMm === 0 ? "" : `footer h=${lastMm}mm on=last {\n text "末" x=0mm y=0mm w=9mm h=5mm\n }`;
  return `rpt 1
field i[].n string(300) example=["品"]
field i[].v int example=[1]
sizes body=9pt
style base size=body
style grid border=0.25pt padding=1mm
page w=100mm h=${heightMm}mm margin=5mm {
  ${first}
  ${last}
  body {
    space ${beforeMm}mm
    table i style=grid split=${split} {
      column n "名" w=1fr
      column v "数" w=20mm
      ${sums.join("\n      ")}
      ${foot}
        cell "合計" col=n
        cell (sum(i[].v)) col=v
      }
    }
  }
}
`;
}

interface Shown {
  readonly hasRow: boolean;
  readonly lines: readonly string[];
}

function shownOn(document: PageDocument): readonly Shown[] {
  return document.pages.map(({ items }, page) => ({
    hasRow: items.some((item) => item.kind === "glyphs" && item.run.text.startsWith("品")),
    lines: pageLines(document, page),
  }));
}

const has = ({ lines }: Shown, words: string) => lines.some((line) => line.startsWith(words));

test("no foot stands without a row, and a cut table has its headings and sums, or it is told", () => {
  const told = { foot: 0, all: 0 };
  fc.assert(
    fc.property(edges, rows, (form, data) => {
      const { value, diagnostics } = layOutSource(sourceOf(form), { i: data.map((row) => ({ ...row, v: 1 })) });
      const pages = shownOn(value);
      const isTold = diagnostics.some(({ code }) => code === "RPT4012" || code === "RPT4010");
      told.all += 1;
      if (isTold) told.foot += 1;
      else for (const page of pages) if (has(page, "合計")) expect(page.hasRow || data.length === 0).toBe(true);
      const ofTable = pages.filter(({ hasRow }) => hasRow);
      ofTable.forEach((page, at) => {
        expect(has(page, "名")).toBe(true);
        if (!form.sums.some((one) => one.startsWith("carry"))) return;
        expect(has(page, "前頁より")).toBe(at > 0);
        expect(has(page, "次頁へ")).toBe(at + 1 < ofTable.length);
      });
    }),
    { numRuns: inLane({ fast: 80, full: 3_000 }) },
  );
  // What is told is the exception: else the law above would say nothing.
  expect(told.foot).toBeLessThan(told.all / 2);
});

const groups: fc.Arbitrary<string> = fc
  .record({
    head: fc.boolean(),
    keep: fc.constantFrom("", "", " keep=together"),
    rows: fc.constantFrom("計", "計\\n計\\n計"),
    inner: fc.boolean(),
  })
  .map(({ head, keep, rows, inner }) => {
    const level = (key: string, words: string, inside: string) => {
      const foot = ` foot {\n cell "${words}{.key}" col=n\n cell (sum(.items[].v)) col=v\n }\n`;
      return `group (${key})${keep} {\n${head ? ` head "組{.key}"\n` : ""}${inside}${foot}}\n`;
    };
    return inner ? level(".h", "小計", level(".g", rows, "")) : level(".g", rows, "");
  });

const grouped = fc.array(
  fc.record({
    n: fc.constantFrom("品", "品".repeat(30), "品".repeat(90), "品".repeat(200), "品".repeat(300)),
    g: fc.constantFrom("甲", "乙"),
    h: fc.constantFrom("一", "二"),
  }),
  { minLength: 1, maxLength: 9 },
);

function groupedSource(form: Edges, group: string): string {
  return sourceOf(form)
    .replace("field i[].v", 'field i[].g string(2) example=["甲"]\nfield i[].h string(2) example=["一"]\nfield i[].v')
    .replace(`      ${form.sums.join("\n      ")}\n`, (sums) => `${group}${sums}`);
}

test("no foot of a group stands without a row of its group, or it is told", () => {
  const told = { foot: 0, all: 0 };
  fc.assert(
    fc.property(edges, groups, grouped, (form, group, data) => {
      const source = groupedSource(form, group);
      const { value, diagnostics } = layOutSource(source, { i: data.map((row) => ({ ...row, v: 1 })) });
      const isTold = diagnostics.some(({ code }) => code === "RPT4012" || code === "RPT4010" || code === "RPT4011");
      if (form.split === "cell" && !group.includes("keep=")) told.all += 1;
      if (isTold && form.split === "cell" && !group.includes("keep=")) told.foot += 1;
      if (isTold) return;
      for (const page of shownOn(value)) if (has(page, "計") || has(page, "小計")) expect(page.hasRow).toBe(true);
    }),
    { numRuns: inLane({ fast: 120, full: 4_000 }) },
  );
  expect(told.foot).toBeLessThan(told.all / 2);
});

test("a foot that no page can hold below a row is told, and only then", () => {
  const form: Edges = { heightMm: 60, beforeMm: 0, firstMm: 0, lastMm: 0, split: "row", sums: SUMS, foot: "foot {" };
  const found = (heightMm: number) => {
    const { diagnostics } = layOutSource(sourceOf({ ...form, heightMm }), { i: [{ n: "品", v: 1 }] });
    return diagnostics.map(({ code, message }) => `${code} ${message}`);
  };
  expect(found(60)).toEqual([]);
  expect(found(34)).toEqual([expect.stringMatching(/^RPT4012 the foot of a table stands without a row/u)]);
});
