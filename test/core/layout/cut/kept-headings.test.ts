// A heading never stands at a page's foot while what it heads begins on the next page, whatever holds the two; nor does
// the first line of a box stand there alone.
import { expect, test } from "vitest";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { sampled } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const PAGE_MM = 60;
const TEXT = "本文。".repeat(60);

const FORM = `rpt 1
field body text(9000) example="本文"
field rows[].name string(20) example=["行"]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page w=90mm h=${PAGE_MM}mm margin=5mm {
  body gap=2mm {
    text "前"
    space #mm
    @
  }
}
`;

const HEADED: readonly (readonly [element: string, body: string])[] = [
  ["markdown (body)", `# 題\n\n${TEXT}`],
  ["markdown (body)", `# 題\n\n## 題\n\n${TEXT}`],
  ["markdown (body)", `# 題\n\n- 項\n- ${TEXT}`],
  ["markdown (body)", `# 題\n\n|甲|\n|-|\n|${TEXT}|`],
  ["markdown (body)", `# 題\n\n> ${TEXT}`],
  ["markdown (body)", `- # 題\n\n  ${TEXT}`],
  ["box border=0.25pt padding=2mm {\n markdown (body)\n }", `# 題\n\n${TEXT}`],
  ["box border=0.25pt padding=2mm {\n markdown (body)\n }", `${TEXT}\n\n# 題\n\n## 題\n\n${TEXT}`],
  ['stack border=0.25pt padding=2mm gap=1mm {\n text "題" heading=1\n text (body)\n }', TEXT],
  ['stack gap=1mm {\n text "題" heading=1\n space 3mm\n text (body)\n }', TEXT],
  ['text "題" heading=1\n space 3mm\n bookmark "題"\n text (body)', TEXT],
  ['box border=0.25pt padding=1mm {\n text "題" heading=2\n }\n text (body)', TEXT],
  ['row gap=2mm {\n text "題" heading=2 w=1fr\n text "日" w=20mm\n }\n text (body)', TEXT],
  ['stack {\n box fill=#eeeeee padding=1mm {\n text "題" heading=2\n }\n }\n text (body)', TEXT],
  ['markdown "# 題"\n text (body)', TEXT],
  ['text "題" heading=1\n box border=0.25pt padding=2mm {\n text (body)\n }', TEXT],
  ['text "題" heading=1\n line stroke=0.5pt\n text (body)', TEXT],
  ['text "題" heading=2\n line stroke=0.5pt\n space 2mm\n text (body)', TEXT],
  ['stack {\n text "題" heading=2\n line stroke=0.5pt\n }\n text (body)', TEXT],
  ["markdown (body)", `# 題\n\n---\n\n${TEXT}`],
  [
    'plate h=6mm {\n rect x=0mm y=0mm w=80mm h=6mm fill=#eee\n text "題" heading=2 x=2mm y=1mm w=7mm\n }\n text (body)',
    TEXT,
  ],
  [
    'box border=0.25pt padding=1mm {\n plate h=6mm {\n text "題" heading=2 x=2mm y=1mm w=70mm\n }\n text (body)\n }',
    TEXT,
  ],
  ['row gap=2mm {\n rect w=2mm h=4mm fill=#333333\n text "題" heading=2 w=1fr\n }\n text (body)', TEXT],
  ['box border=0.25pt padding=1mm {\n text "題"\n text (body)\n }', TEXT],
  ['box border=0.25pt padding=1mm gap=1mm {\n text "題"\n line stroke=0.5pt\n space 2mm\n text (body)\n }', TEXT],
  [
    'box border=0.25pt padding=1mm {\n row gap=2mm {\n text "題" w=1fr\n text "日" w=20mm\n }\n markdown (body)\n }',
    TEXT,
  ],
  ['box padding=1mm {\n text "題"\n table rows {\n column name "甲"\n }\n }', TEXT],
  ['box padding=1mm {\n text "題" heading=2\n text "題の見出し"\n text (body)\n }', TEXT],
  ['stack gap=1mm {\n text "題"\n each rows {\n text (.name)\n }\n }', TEXT],
  ['box padding=1mm {\n box padding=1mm {\n text "題"\n text (body)\n }\n }', TEXT],
  ['text "題" heading=1\n table rows {\n column name "甲"\n }', TEXT],
  ['grid cols=[20mm, 1fr] border=1pt {\n head "題" cols=2\n cell "甲"\n cell (body)\n }', TEXT],
  ['grid cols=[20mm, 1fr] border=1pt {\n head "題"\n head "題の値"\n cell "甲"\n cell "乙"\n }', TEXT],
  ['grid cols=[20mm, 1fr] border=1pt {\n head "題" cols=2\n head "題"\n head "題"\n cell "甲"\n cell "乙"\n }', TEXT],
  ['grid cols=[20mm, 1fr] border=1pt {\n cell "前"\n cell "前"\n head "題" cols=2\n cell "甲"\n cell "乙"\n }', TEXT],
  ['grid cols=[20mm, 1fr] border=1pt {\n cell cols=2 {\n text "題" heading=2\n }\n cell "甲"\n cell "乙"\n }', TEXT],
  ['grid cols=[20mm, 1fr] border=1pt {\n cell\n cell {\n text "題" heading=2\n }\n cell "甲"\n cell "乙"\n }', TEXT],
  ['grid cols=[20mm, 1fr] gap=2mm {\n text "題" heading=2\n text "題"\n text "甲"\n text "乙"\n }', TEXT],
  ['grid cols=[1fr] {\n text "題" heading=2\n text "甲"\n text "乙"\n }', TEXT],
  ['table rows header=none {\n column name "" (body)\n group (1) {\n head "題"\n }\n }', TEXT],
  ['each rows {\n grid cols=[1fr, 1fr] border=1pt {\n head "題" cols=2\n cell (.name)\n cell "乙"\n }\n }', TEXT],
  ['pairs label-w=20mm {\n pair "甲" "乙"\n }', TEXT],
];

test.each(HEADED)("%s", (element, body) => {
  const alone: number[] = [];
  const rows = Array.from({ length: 20 }, () => ({ name: "行" }));
  const places = Array.from({ length: PAGE_MM - 10 }, (_, down) => down);
  for (const down of sampled(places, 2, element.length)) {
    const source = FORM.replace("#", String(down)).replace("@", () => element);
    const { pages } = layOutSource(source, { body, rows }).value;
    const isAlone = pages.slice(0, -1).some(({ items }) => {
      const runs = items.filter((item) => item.kind === "glyphs");
      const lowest = Math.max(...runs.map(({ yEmu }) => yEmu));
      const ofLast = runs.filter(({ yEmu }) => yEmu > lowest - EMU_PER_MM).map(({ run }) => run.text);
      return ofLast.some((text) => text.includes("題"));
    });
    if (isAlone) alone.push(down);
  }
  expect(alone).toEqual([]);
});
