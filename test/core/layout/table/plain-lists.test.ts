// A plain list repeats like records do: whatever repeats, and however its entry is written, the entries are drawn.
import { describe, expect, test } from "vitest";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

const HEAD = `rpt 1
field tags[] string(20) example=["急", "精密", "返品不可"]
field counts[] int example=[3, 1200, 5]
field body text(400) example="一行目\\n二行目\\n三行目"
field sites[].name string(10) example=["東京", "大阪"]
field sites[].codes[] string(10) example=[["A1", "B2"], ["C3"]]
let paras[] = split(body, '\\n')
let kinds[] = group(tags, len(.))
`;

/** All words that are drawn. */
function drawn(lines: string): string {
  const { value, diagnostics } = layOutSource(`${HEAD}page A4 {\n  body gap=1mm {\n${lines}\n  }\n}\n`);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return pageLines(value, 0).join(" ");
}

/** How an entry is written: what opens the list, what shows it. */
const WRITTEN: readonly (readonly [opened: string, shown: string])[] = [
  ["", '"〔{.}〕"'],
  ["", '"〔{.value}〕"'],
  ["", "(concat('〔', ., '〕'))"],
  [" as=t", '"〔{t}〕"'],
  [" as=t", '"〔{t.value}〕"'],
];

/** Lists that have no records, and their entries. */
const LISTS: readonly (readonly [list: string, entries: readonly string[]])[] = [
  ["tags", ["急", "精密", "返品不可"]],
  ["paras", ["一行目", "二行目", "三行目"]],
  ["tags[. != '急']", ["精密", "返品不可"]],
  ["counts[. < 1000]", ["3", "5"]],
  ["(split(body, '\\n'))", ["一行目", "二行目", "三行目"]],
  ["(sort(counts, ., desc))", ["1200", "5", "3"]],
  ["(distinct(tags))", ["急", "精密", "返品不可"]],
];

/** What repeats: the lines around what shows an entry. */
const REPEATED: Readonly<Record<string, (list: string, shown: string) => string>> = {
  each: (list, shown) => `each ${list} {\ntext ${shown}\n}`,
  "each in a row": (list, shown) => `each ${list} {\nrow {\nbox {\ntext ${shown} w=60mm\n}\n}\n}`,
  table: (list, shown) => `table ${list} {\ncolumn a "欄" ${shown} w=1fr\n}`,
};

describe.each(Object.entries(REPEATED))("%s", (_, around) => {
  test.each(LISTS)("over %s", (list, entries) => {
    for (const [opened, shown] of WRITTEN) {
      const text = drawn(around(`${list}${opened}`, shown));
      const places = entries.map((entry) => text.indexOf(`〔${entry}〕`));
      expect(places, `${list}${opened} ${shown}: ${text}`).toEqual(
        places.filter((place) => place >= 0).toSorted((a, b) => a - b),
      );
      expect(text.split("〔").length - 1).toBe(entries.length);
    }
  });
});

test("a column that is called value shows the entry, with its format", () => {
  const text = drawn(
    "table counts {\ncolumn value \"数\" w=1fr format='#,##0'\nfoot {\ncell (sum(counts)) col=value\n}\n}",
  );
  expect(text).toMatch(/3 .*1,200 .*5 .*1,208/);
});

test("lists in records and groups of a list know their record, their number and what is further out", () => {
  const nested = drawn('each sites {\neach .codes {\ntext "{outer.name}{index}〔{.}〕{count(outer.codes)}"\n}\n}');
  for (const shown of ["東京1〔A1〕2", "東京2〔B2〕2", "大阪1〔C3〕1"]) expect(nested).toContain(shown);
  const inner = drawn('each sites {\neach .codes {\neach tags[. == outer] {\ntext "×"\n}\ntext "〔{.}〕"\n}\n}');
  expect(inner).not.toContain("×");
  const groups = drawn('each kinds {\ntext "〔{.key}:{count(.items)}〕"\n}');
  expect(groups).toContain("〔1:1〕");
});

test("an entry that is absent or blank is asked with has", () => {
  const source = `${HEAD}page A4 {\n  body {\n    each tags {\n      text "〔{.}〕" when=(has(.))\n    }\n  }\n}\n`;
  const { value } = layOutSource(source, { tags: ["甲", "", "　", "乙"], counts: [], body: "", sites: [] });
  expect(
    pageLines(value, 0)
      .join(" ")
      .match(/〔[^〕]*〕/g),
  ).toEqual(["〔甲〕", "〔乙〕"]);
});
