// Which list a repair names: the nearest one whose entries have what is read. The edits end in a form without errors.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";

const HEAD = `rpt 1
document plan title="計画" lang=ja
field from date example="2026-10-01"
field to date example="2026-10-31"
field days[] date example=["2026-10-12"]
field notes[].text string(20) example=["備考"]
field rooms[].name string(20) example=["会議室"]
field rooms[].tags[] string(9) max=3 example=[["甲"]]
field rooms[].stays[].guest string(20) example=[["山田"]]
field rooms[].stays[].from date example=[["2026-10-02"]]
field rooms[].stays[].to date example=[["2026-10-05"]]
`;

const form = (body: string): string => `${HEAD}page A4 landscape margin=15mm {\n  body {\n${body}\n  }\n}\n`;
const schedule = (mark: string): string =>
  form(`gantt rooms {\ncolumn name "部屋" w=30mm\nscale from=(from) to=(to)\n${mark}\n}`);
const within = (element: string): string => form(`each rooms {\n${element}\n}`);

const errorsOf = (source: string): readonly Diagnostic[] =>
  compileSource(source).diagnostics.filter(({ severity }) => severity === "error");

/** The form after the edits of its first error, of that of the form that they make, and so on. */
function mended(source: string): string {
  let text = source;
  for (let round = 0; round < 4; round += 1) {
    const [first] = errorsOf(text);
    if (first === undefined) return text;
    expect(first.repair?.edits, `${first.message}: ${first.repair?.title}`).not.toEqual([]);
    text = applyEdits(text, first.repair?.edits ?? []);
  }
  return text;
}

const BAR = "start=(.from) end=(.to)";

describe("a mark that misses its list", () => {
  test.each([
    [`bar ${BAR}`, `bar .stays ${BAR}`],
    [`bar ${BAR} label="{.name}"`, `bar .stays ${BAR} label="{outer.name}"`],
    [`bar each ${BAR}`, `bar .stays ${BAR}`],
    [`bar .name ${BAR}`, `bar .stays ${BAR}`],
    ["bar as=t start=(t.from) end=(t.to)", "bar .stays as=t start=(t.from) end=(t.to)"],
    ["milestone (.to)", "milestone .stays (.to)"],
    ['milestone (.to) "{.name}"', 'milestone .stays (.to) "{outer.name}"'],
    ["milestone as=t (t.to)", "milestone .stays as=t (t.to)"],
  ])("%s", (written, meant) => {
    expect(mended(schedule(`bar .stays ${BAR}\n${written}`))).toBe(schedule(`bar .stays ${BAR}\n${meant}`));
  });
});

describe("an element without its list", () => {
  test.each([
    [form('table {\ncolumn name "名"\n}'), form('table rooms {\ncolumn name "名"\n}')],
    [form('each as=r {\ntext "{r.name}"\n}'), form('each rooms as=r {\ntext "{r.name}"\n}')],
    [form('each {\ntext "{.text}"\n}'), form('each notes {\ntext "{.text}"\n}')],
    [within('table {\ncolumn guest "客"\n}'), within('table .stays {\ncolumn guest "客"\n}')],
    [within('each {\ntext "{.guest}"\n}'), within('each .stays {\ntext "{.guest}"\n}')],
    [within('each {\ntext "{.text}"\n}'), within('each notes {\ntext "{.text}"\n}')],
    [within('table (.name) {\ncolumn guest "客"\n}'), within('table .stays {\ncolumn guest "客"\n}')],
    [
      within('chart bar h=30mm alt="図" legend=none {\ncategory (.guest)\nseries "数" (len(.guest))\n}'),
      within('chart bar .stays h=30mm alt="図" legend=none {\ncategory (.guest)\nseries "数" (len(.guest))\n}'),
    ],
  ])("%#", (written, meant) => {
    expect(mended(written)).toBe(meant);
  });
});

describe("a field of the record around an entry", () => {
  test.each([
    ['each .stays {\ntext "{.name}"\n}', 'each .stays {\ntext "{outer.name}"\n}'],
    ['each .stays {\ntext "{name}"\n}', 'each .stays {\ntext "{outer.name}"\n}'],
    ['each .stays as=s {\ntext "{s.name}"\n}', 'each .stays as=s {\ntext "{outer.name}"\n}'],
    ['each .tags {\ntext "{.name}"\n}', 'each .tags {\ntext "{outer.name}"\n}'],
    [
      'each .stays {\neach outer.tags {\ntext "{name}"\n}\n}',
      'each .stays {\neach outer.tags {\ntext "{outer.outer.name}"\n}\n}',
    ],
    ['text "{count(.stays[.guest == name])}"', 'text "{count(.stays[.guest == outer.name])}"'],
    ['text "{guest}"', 'text "{first(.stays[].guest)}"'],
  ])("%s", (written, meant) => {
    expect(mended(within(written))).toBe(within(meant));
  });

  test("a word of a mark of a list", () => {
    const written = (words: string): string => schedule(`bar .stays ${BAR} label="{${words}}"`);
    expect(mended(written(".name"))).toBe(written("outer.name"));
  });
});
