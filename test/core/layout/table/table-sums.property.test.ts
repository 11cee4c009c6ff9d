// Rows of sums at the edges of pages: as high as the highest of their sums needs, whatever the sums before and after.
import fc from "fast-check";
import { expect, test } from "vitest";
import { letterInks, type PageDocument, type Rectangle } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const MM = 36_000;
const PAGE_MM = 80;
const MARGIN_MM = 8;

const forms = fc.record({
  widthMm: fc.integer({ min: 11, max: 34 }),
  format: fc.constantFrom<string[]>("", "format='#,##0'", "format='#,##0.00'", "format='#,##0;▲#,##0'"),
  wrap: fc.constantFrom("", "wrap=char"),
  parts: fc.subarray(["carry", "pagefoot", "two tiers"], { minLength: 1 }),
});
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 99 }) },
  { weight: 1, arbitrary: fc.constantFrom(999_999_999_999, -999_999_999_990, 1_234_567, -1_234_567, 0.25) },
);
/** Those in which a smaller number may take more letters than a larger one. */
const NAMED = ["daiji", "kanji-unit", "kanji", "wide", "[h]:mm"].map((pattern) => `format='${pattern}'`);
const smallRecords = fc.array(fc.constantFrom(0, 1, 999, 5_000, 9_001, -8_999, 10_000), {
  minLength: 8,
  maxLength: 40,
});
const records = fc.array(amount, { minLength: 8, maxLength: 40 });
type Form = typeof forms extends fc.Arbitrary<infer One> ? One : never;

function lay({ widthMm, format, wrap, parts }: Form, amounts: readonly number[]) {
  const cells = ['cell "小計" col=name', "cell (.amount) col=amount"];
  const tiers = parts.includes("two tiers") ? [...cells, "newrow", ...cells] : cells;
  const sums = [
    parts.includes("carry") ? 'carry (.amount) into=amount out="次頁へ繰越" in="前頁より繰越"' : "",
    parts.length > 1 || !parts.includes("carry") ? `pagefoot {\n ${tiers.join("\n ")}\n }` : "",
  ];
  return layOutSource(
    `rpt 1
field items[].name string(20) example=["甲"]
field items[].amount decimal(15,2) example=[1]
sizes body=9pt
style base size=body
page 100mm ${PAGE_MM}mm margin=${MARGIN_MM}mm {
  body {
    table items header=repeat border=0.25pt {
      column name "品名" w=1fr
      column amount "金額" w=${widthMm}mm align=right ${format} ${wrap}
      ${sums.join("\n      ")}
    }
  }
}
`,
    { items: amounts.map((each, at) => ({ name: `行${at}`, amount: each })) },
  );
}

function boxesOf({ pages }: PageDocument, page: number): readonly { readonly text: string; readonly box: Rectangle }[] {
  return (pages[page]?.items ?? []).flatMap((item) => {
    const inks = item.kind === "glyphs" ? letterInks(item) : [];
    return item.kind === "glyphs" ? inks.map((box) => ({ text: item.run.text, box })) : [];
  });
}

const TOUCH_EMU = 3_000;

function meet(one: Rectangle, other: Rectangle): boolean {
  return (
    Math.min(one.rightEmu, other.rightEmu) - Math.max(one.leftEmu, other.leftEmu) > TOUCH_EMU &&
    Math.min(one.bottomEmu, other.bottomEmu) - Math.max(one.topEmu, other.topEmu) > TOUCH_EMU
  );
}

function expectApart(value: PageDocument): void {
  value.pages.forEach((_, page) => {
    const boxes = boxesOf(value, page);
    const met = boxes.flatMap((one, at) =>
      boxes.slice(at + 1).flatMap((other) => (meet(one.box, other.box) ? [`${one.text} over ${other.text}`] : [])),
    );
    expect(met).toEqual([]);
    const last = (PAGE_MM - MARGIN_MM) * MM;
    expect(boxes.filter(({ box }) => box.bottomEmu > last + TOUCH_EMU).map(({ text }) => text)).toEqual([]);
  });
}

test("no sum lies over another row or beyond the page in formats of their own letters", () => {
  fc.assert(
    fc.property(forms, fc.constantFrom(...NAMED), smallRecords, (form, format, amounts) => {
      // Narrower, three rows of sums are higher than a page.
      expectApart(lay({ ...form, widthMm: form.widthMm + 8, format }, amounts).value);
    }),
    { numRuns: inLane({ fast: 60, full: 2_000 }) },
  );
});

test("no sum lies over another row or beyond the page", () => {
  const found = { wrapped: 0 };
  fc.assert(
    fc.property(forms, records, (form, amounts) => {
      const { value, diagnostics } = lay(form, amounts);
      if (diagnostics.some(({ code }) => code === "RPT4004")) found.wrapped += 1;
      expectApart(value);
    }),
    { numRuns: inLane({ fast: 60, full: 2_000 }) },
  );
  expect(found.wrapped).toBeGreaterThan(0);
});
