// A last block that has no room below the rows: alone on its page it is told (RPT4036), and comes with the last rows
// where keep=next is written at what stands before it.
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { layOutOf, pageLines } from "../../../support/lay-out.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const BEFORE = {
  table: 'table items header=repeat border=0.25pt#KEEP {\n column name "品名" w=1fr\n }',
  "table with a foot":
    'table items header=repeat border=0.25pt#KEEP {\n column name "品名" w=1fr\n foot {\n cell "合計" col=name\n }\n }',
  "table with blank rows": 'table items header=repeat border=0.25pt min-rows=4#KEEP {\n column name "品名" w=1fr\n }',
  "table with carried sums":
    'table items header=repeat#KEEP {\n column name "品名" w=1fr\n column n "数" (1) w=20mm\n carry (1) into=n\n }',
  "table whose blank rows fill the page":
    'table items header=repeat border=0.25pt fill-rows=true#KEEP {\n column name "品名" w=1fr\n }',
  "text in columns": "columns n=2 gap=4mm#KEEP {\n text \"{join(items[].name, '\\n')}\"\n }",
  list: "each items#KEEP {\n text (.name)\n }",
  text: "text \"{join(items[].name, '\\n')}\"#KEEP",
  markdown: "markdown \"{join(items[].name, '\\n\\n')}\"#KEEP",
} as const;

const LAST = {
  以上: 'text "以上" align=right',
  seals: 'seals w=36mm h=18mm {\n seal "受領"\n }',
  remarks: 'box padding=2mm border=0.5pt keep=together {\n text "備考"\n text "一"\n text "二"\n }',
  signature: 'row {\n text "署名" w=1fr\n text "印" w=20mm\n }',
  plate: 'plate h=20mm {\n text "署名" x=0mm y=0mm w=20mm h=6mm\n }',
  "two blocks": 'text "署名" keep=next\n text "以上"',
  "in a stack": 'stack {\n text "署名" h=12mm\n }',
} as const;

function formOf(before: string, last: string, keep: string): string {
  return `rpt 1
document d title="様式" lang=ja
field items[].name string(20) example=["行"]
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A5 margin=15mm {
  header h=8mm {
    text "頭" x=0mm y=0mm w=50mm h=6mm
  }
  body gap=4mm {
    text "前文"
    ${before.replace("#KEEP", keep)}
    ${last}
  }
}
`;
}

const itemsOf = (count: number) => ({ items: Array.from({ length: count }, (_, at) => ({ name: `行${at}` })) });

/** The numbers of rows around the one at which the form needs its second page. */
function aroundPageEnd(lay: ReturnType<typeof layOutOf>): readonly number[] {
  let count = 5;
  while (lay(itemsOf(count)).value.pages.length === 1) count += 1;
  return Array.from({ length: 10 }, (_, at) => count - 2 + at);
}

function laidAt(lay: ReturnType<typeof layOutOf>, count: number) {
  const { value, diagnostics } = lay(itemsOf(count));
  const rows = pageLines(value, value.pages.length - 1).filter((line) => line.includes("行")).length;
  return { pages: value.pages.length, rows, codes: diagnostics.map(({ code }) => code) };
}

describe.each(Object.entries(BEFORE))("below a %s", (name, before) => {
  test.each(Object.entries(LAST))("%s", (_last, last) => {
    const plain = layOutOf(formOf(before, last, ""));
    const kept = layOutOf(formOf(before, last, " keep=next"));
    const seen = { alone: 0 };
    for (const count of aroundPageEnd(plain)) {
      const laid = laidAt(plain, count);
      const isAlone = laid.pages > 1 && laid.rows === 0;
      // A foot stands with its last row, and that with the foot.
      expect(laid.codes.includes("RPT4036"), `${count} rows`).toBe(isAlone);
      if (isAlone) seen.alone += 1;
      const along = laidAt(kept, count);
      expect({ count, pages: along.pages }).toEqual({ count, pages: laid.pages });
      expect(along.codes.filter((code) => code !== "RPT4019")).toEqual([]);
      if (along.pages > 1) expect(along.rows, `${count} rows with keep=next`).toBeGreaterThan(0);
      // The rows that need not come along stay.
      const most = name === "table with carried sums" ? 2 : 1;
      if (along.pages > 1 && name.startsWith("table"))
        expect(along.rows).toBeLessThanOrEqual(Math.max(most, laid.rows));
    }
    expect(seen.alone).toBeGreaterThan(0);
  });
});

describe("what is no block left alone", () => {
  const table = BEFORE.table.replace("#KEEP", "");
  test.each([
    ["a break that the form asks for", `${table}\n text "署名" break=before`],
    ["a section with a heading", `${table}\n text "付記" heading=2\n text "署名"`],
    ["a box that begins with a heading", `${table}\n box {\n text "付記" heading=2\n text "署名"\n }`],
    ["what fills a good part of the page", `${table}\n plate h=60mm {\n text "署名" x=0mm y=0mm w=20mm h=6mm\n }`],
    ["a further record of a list", 'each items {\n plate h=30mm {\n text "行" x=0mm y=0mm w=20mm h=6mm\n }\n }'],
    ["rows alone", table],
    ["the pairs of one list", 'each items {\n pairs {\n pair "甲" "一"\n pair "乙" "二"\n pair "丙" "三"\n }\n }'],
  ])("%s", (_name, body) => {
    const lay = layOutOf(formOf(body, "", ""));
    for (let count = 1; count < 40; count += 1) {
      expect(lay(itemsOf(count)).diagnostics.map(({ code }) => code)).not.toContain("RPT4036");
    }
  });
});

test("keep=next is not offered at vertical text, which no page parts for what follows it", () => {
  const body = "text \"{join(items[].name, '')}\" writing=vertical";
  const found = Array.from({ length: 12 }, (_, at) => at * 40 + 120).flatMap((count) =>
    layOutOf(formOf(body, LAST.以上, ""))(itemsOf(count)).diagnostics.filter(({ code }) => code === "RPT4036"),
  );
  expect(found.length).toBeGreaterThan(3);
  for (const { repair } of found) {
    expect(repair?.title).toContain("would move most of the page");
    expect(repair?.edits).toEqual([]);
  }
});

test("what the examples show alone has an edit that mends it", () => {
  const names = Array.from({ length: 60 }, (_, at) => `"行${at}"`);
  for (let count = 10; count < 60; count += 1) {
    const source = formOf(BEFORE.table, LAST.signature, "").replace('["行"]', `[${names.slice(0, count).join(", ")}]`);
    const { diagnostics } = engine.check({ source, data: null, worstCases: false });
    const found = diagnostics.find(({ code }) => code === "RPT4036");
    if (found === undefined) continue;
    const edits = found.repair?.edits ?? [];
    expect(edits).toHaveLength(1);
    const mended = applyEdits(source, edits);
    expect(mended).toContain("border=0.25pt keep=next {");
    expect(engine.check({ source: mended, data: null, worstCases: false }).diagnostics.length).toBeLessThan(
      diagnostics.length,
    );
    return;
  }
  throw new Error("no number of rows leaves the signature alone");
});
