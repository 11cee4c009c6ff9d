// What rows-per-page counts: records, and heads and feet of groups. Headings, sums of pages and feet do not count.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const GROUPED = { head: 'head "群{.key}"', foot: 'foot {\n cell "計" col=t\n }' };
const INNER = 'group (.h) repeat-head=false {\n head "群{.key}"\n foot "計"\n }';
const CARRY = 'carry (.n) into=n out="繰" in="前"';
const PAGE_FOOT = 'pagefoot {\n cell "頁" col=t\n cell (.n) col=n\n }';
const FOOT = 'foot on=every {\n cell "総" col=t\n }';
/** Further lines of a table, and how many rows of groups two records of one group have. */
const PARTS: Readonly<Record<string, readonly [parts: string, ofGroups: number]>> = {
  "rows alone": ["", 0],
  "heads of groups": [`group (.g) repeat-head=false {\n ${GROUPED.head}\n }`, 1],
  "feet of groups": [`group (.g) repeat-head=false {\n ${GROUPED.foot}\n }`, 1],
  "heads and feet": [`group (.g) repeat-head=false {\n ${GROUPED.head}\n ${GROUPED.foot}\n }`, 2],
  "groups in groups": [`group (.g) repeat-head=false {\n ${GROUPED.head}\n ${INNER}\n ${GROUPED.foot}\n }`, 4],
  "a sum that is carried": [CARRY, 0],
  "a foot of the page": [PAGE_FOOT, 0],
  "a foot on every page": [FOOT, 0],
  "all of them": [
    `group (.g) repeat-head=false {\n ${GROUPED.head}\n ${GROUPED.foot}\n }\n${CARRY}\n${PAGE_FOOT}\n${FOOT}`,
    2,
  ],
};

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ g: `${Math.floor(at / 8)}`, h: `${Math.floor(at / 4)}`, t: "行", n: 1 }));

const form = (settings: string, parts: string): string => `rpt 1
field items[].g string(4)
field items[].h string(4)
field items[].t string(4)
field items[].n int
page A4 margin=10mm {
  body {
    table items ${settings} {
      column t "題" w=40mm
      column n "数" w=40mm
      ${parts}
    }
  }
}
`;

/** The rows of each page that count, by the words that only they have. */
function counted(source: string, count: number): readonly number[] {
  const { pages } = layOutSource(source, { items: rows(count) }).value;
  return pages.map(({ items }) => {
    const texts = items.flatMap((item) => (item.kind === "glyphs" ? [item.run.text] : []));
    return texts.filter((text) => text === "行" || text === "計" || /^群/u.test(text)).length;
  });
}

describe.each(Object.entries(PARTS))("%s", (_, [parts, ofGroups]) => {
  test.each([7, 9, 14])("pages have %d rows of records and groups", (limit) => {
    const pages = counted(form(`rows-per-page=${limit}`, parts), 40);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toBeLessThanOrEqual(limit);
    // Heads go with the row below them, and feet with the row above them: at most four rows fewer.
    for (const page of pages.slice(0, -1)) expect(page).toBeGreaterThanOrEqual(limit - 4);
    if (!parts.includes("group")) for (const page of pages.slice(0, -1)) expect(page).toBe(limit);
  });

  test("RPT4019 names the rows of groups, and its repair is exactly enough", () => {
    const told = (limit: number) =>
      layOutSource(form(`min-rows=6 rows-per-page=${limit}`, parts), { items: rows(2) }).diagnostics.filter(
        ({ code }) => code === "RPT4019",
      );
    const [finding] = told(5 + ofGroups);
    const words = ofGroups === 1 ? "1 head or foot" : `${ofGroups} heads and feet`;
    const beside = ofGroups === 0 ? "" : ` beside ${words} of groups, which count as rows`;
    expect(finding?.message.replace(/ \(page.*/u, "")).toBe(
      `min-rows=6 asks for 4 blank rows, and rows-per-page=${5 + ofGroups} leaves room for 3${beside}`,
    );
    expect(finding?.repair?.title).toBe(`lower min-rows, or raise rows-per-page to ${6 + ofGroups}`);
    expect(told(6 + ofGroups)).toEqual([]);
  });
});
