// An element that is wider than what holds it lies on what stands beside: told of every element in every flow.
import { describe, expect, test } from "vitest";
import { ELEMENTS } from "../../../../src/core/schema/index.ts";
import { drawnForm } from "../../../support/conservation/judged-form.ts";
import { PHOTO } from "../../../support/conservation/photo.ts";

/** Elements that stand in a flow and take a width, by what is written with it. */
const WIDE: Readonly<Record<string, (size: string) => string>> = {
  text: (size) => `text "文" ${size}`,
  label: (size) => `label "文" ${size}`,
  rich: (size) => `rich ${size} {\nspan "文"\n}`,
  markdown: (size) => `markdown "文" ${size}`,
  stack: (size) => `stack ${size} {\ntext "文"\n}`,
  box: (size) => `box ${size} {\ntext "文"\n}`,
  each: (size) => `each lines ${size} {\ntext "文"\n}`,
  row: (size) => `row ${size} {\ntext "文"\n}`,
  grid: (size) => `grid cols=[1fr] ${size} {\ntext "文"\n}`,
  columns: (size) => `columns n=2 ${size} {\ntext "文"\n}`,
  plate: (size) => `plate ${size} h=9mm {\nline x=0mm y=0mm w=9mm stroke=0.5pt\n}`,
  pairs: (size) => `pairs ${size} label-w=20mm {\npair "番" "文"\n}`,
  line: (size) => `line ${size} stroke=0.5pt`,
  rect: (size) => `rect ${size} h=9mm stroke=0.5pt`,
  image: (size) => `image (photo) ${size} h=9mm alt="写真"`,
  barcode: (size) => `barcode qr "ABC" ${size} h=9mm`,
  chart: (size) => `chart bar lines ${size} h=40mm alt="棒" {\ncategory (.name)\nseries "数" (index)\n}`,
  seal: (size) => `seal (photo) ${size} h=9mm`,
  seals: (size) => `seals ${size} h=20mm {\nseal "承認"\n}`,
  comb: (size) => `comb "123" cells=3 ${size} h=9mm`,
  check: (size) => `check (ok) "同意" ${size}`,
  use: (size) => `use slip ${size}`,
  table: (size) => `table lines ${size} {\ncolumn name "品名"\n}`,
  gantt: (size) =>
    `gantt lines ${size} {\ncolumn name "品名"\nscale from=(start) to=(start)\nbar start=(start) end=(start)\n}`,
};

/** What holds it, 40 mm wide inside. */
const HOLDERS: Readonly<Record<string, (element: string) => string>> = {
  box: (element) => `box w=44mm padding=2mm {\n${element}\n}`,
  stack: (element) => `stack w=40mm {\n${element}\n}`,
  "a box of a height": (element) => `box w=40mm h=80mm {\n${element}\n}`,
  each: (element) => `each lines w=40mm {\n${element}\n}`,
  "a cell": (element) => `table lines {\ncolumn name "名" w=40mm {\n${element}\n}\ncolumn more "品" "" w=1fr\n}`,
  columns: (element) => `columns n=3 gap=10mm w=140mm {\n${element}\n}`,
  "a cell of a grid": (element) => `grid cols=[40mm, 1fr] {\nstack {\n${element}\n}\ntext "隣"\n}`,
  "a place of a row": (element) => `row {\nstack w=40mm {\n${element}\n}\ntext "隣" w=1fr\n}`,
};

function found(body: string): readonly string[] {
  const form = drawnForm(
    `rpt 1
field photo image example="${PHOTO}"
field ok bool example=true
field start date example="2026-10-05"
field lines[].name string(8) example=["東"]
part slip {
  text "文"
}
page A4 portrait margin=15mm {
  body {
${body}
  }
}
`,
    null,
  );
  if (form.kind === "refused") throw new Error(form.why);
  expect(form.kind === "drawn", JSON.stringify(form.findings)).toBe(true);
  return form.findings.flatMap(({ code, message }) => (code === "RPT5002" ? [message] : []));
}

test("all elements that stand in a flow and take a width are judged", () => {
  const flowing = ELEMENTS.filter(({ parents, properties }) => parents.includes("flow") && "w" in properties);
  expect(Object.keys(WIDE).toSorted()).toEqual([...new Set(flowing.map(({ name }) => name))].toSorted());
});

describe.each(Object.entries(HOLDERS))("in %s", (_, held) => {
  test.each(Object.entries(WIDE))("%s", (name, element) => {
    expect(found(held(element("w=60mm")))).toEqual([
      expect.stringMatching(/ is 60\.0mm wide, its container 40\.0mm \(page 1, /u),
    ]);
    expect(found(held(element("w=40mm")))).toEqual([]);
    if (name !== "use") expect(found(held(element("w=60mm layer=over")))).toEqual([]);
  });
});
