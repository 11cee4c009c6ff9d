// RPT5001: what a thick border of its container hides, for every container and every element that shows something.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const PHOTO = `data:image/png;base64,${[
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
  "AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
].join("")}`;

function found(content: string): readonly { readonly message: string; readonly repair: string }[] {
  const source = `rpt 1
field items[].name string(10) example=["一"]
field items[].n decimal(3,0) example=[3]
field photo image example="${PHOTO}"
field stamp? image example="${PHOTO}"
page A4 margin=10mm {
  body {
${content}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  expect(diagnostics.filter(({ code, severity }) => severity === "error" && code !== "RPT5001")).toEqual([]);
  return diagnostics
    .filter(({ code }) => code === "RPT5001")
    .map(({ message, repair }) => ({ message, repair: repair?.title ?? "" }));
}

/** `at`: where it stands in an absolute container, with the size that it needs there. */
type Child = (at: string) => string;

const LETTERS: Readonly<Record<string, Child>> = {
  text: (at) => `text "枠の中の文字" ${at === "" ? "" : `${at} w=60mm h=8mm`}`,
  label: (at) => `label "見出し" ${at === "" ? "" : `${at} w=60mm h=8mm`}`,
  "vertical text": (at) => `text "縦書き" writing=vertical w=8mm h=30mm ${at}`,
  "turned text": (at) => `text "回す" rotate=90 ${at === "" ? "" : `${at} w=8mm h=30mm`}`,
  pairs: (at) => `pairs label-w=20mm ${at === "" ? "" : `${at} w=60mm h=8mm`} {\n pair "番号" "A"\n }`,
  table: (at) => `table items w=60mm ${at} {\n column name "品名"\n }`,
};

const DRAWN: Readonly<Record<string, Child>> = {
  image: (at) => `image (photo) w=20mm h=10mm alt="写真" ${at}`,
  code: (at) => `barcode qr "ABC" w=20mm h=20mm alt="コード" ${at}`,
  comb: (at) => `comb "123" cells=3 w=18mm h=8mm ${at}`,
  check: (at) => `check (true) "可" ${at === "" ? "" : `${at} w=20mm`}`,
  "place of a seal": (at) => `seal label="印" w=17mm h=17mm ${at}`,
  seal: (at) => `seal (stamp) w=17mm h=17mm ${at}`,
  seals: (at) => `seals w=40mm h=20mm ${at} {\n seal label="承認"\n }`,
  chart: (at) => `chart bar items w=60mm h=40mm alt="図" legend=none ${at} {\n category (.name)\n series "数" (.n)\n }`,
};

/** Containers of a flow, with a border, and what they hold. */
const CONTAINERS: Readonly<Record<string, (look: string, child: Child) => string>> = {
  box: (look, child) => `box ${look} {\n ${child("")}\n }`,
  stack: (look, child) => `stack ${look} {\n ${child("")}\n }`,
  row: (look, child) => `row ${look} {\n ${child("")}\n }`,
  columns: (look, child) => `columns n=1 ${look} {\n ${child("")}\n }`,
  grid: (look, child) => `grid cols=[100mm] ${look} {\n ${child("")}\n }`,
  cell: (look, child) => `grid cols=[100mm] {\n cell ${look} {\n ${child("")}\n }\n }`,
};

const PLATE = (look: string, child: Child, at = "x=0mm y=0mm"): string => `plate h=60mm ${look} {\n ${child(at)}\n }`;

const THICK = "border=[3mm, #000000]";
const ON_BORDER =
  /(?:lies (?:on|under) the border of \w+, 3\.0mm wide, which hides|the border of \w+, 3mm wide, covers)/;

describe.each(Object.entries(CONTAINERS))("under the border of a %s", (_, container) => {
  test.each(Object.entries(LETTERS))("%s is told", (_name, child) => {
    const [first, ...others] = found(container(THICK, child));
    expect(first?.message).toMatch(ON_BORDER);
    expect(others).toEqual([]);
  });

  test.each(Object.entries(DRAWN))("no %s stands", (_name, child) => {
    expect(found(container(THICK, child))).toEqual([]);
  });
});

describe("under the border of a plate", () => {
  test.each(Object.entries({ ...LETTERS, ...DRAWN }))("%s is told", (_, child) => {
    const all = found(PLATE(THICK, child));
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ message }) => !ON_BORDER.test(message))).toEqual([]);
    expect(all[0]?.repair).toBe("write padding=3mm or more at the plate, or a thinner border");
    expect(found(PLATE(`${THICK} padding=3mm`, child))).toEqual([]);
    expect(found(PLATE(THICK, child, "x=4mm y=4mm"))).toEqual([]);
  });

  test.each(["0mm", "1mm", "3mm"])("a line at %s is told", (y) => {
    expect(found(PLATE(THICK, (at) => `line ${at} x2=40mm y2=${y} stroke=0.5pt`, `x=0mm y=${y}`))).toEqual([
      {
        message: "line lies under the border of plate, 3.0mm wide, which hides a part of it (page 1)",
        repair: "move the line off the border, or write a thinner border",
      },
    ]);
  });

  test.each(Object.entries(DRAWN))("%s may lie where layer=over says so", (_, child) => {
    expect(found(PLATE(`${THICK} layer=over`, child))).toEqual([]);
  });

  test.each([
    ["a thin border", PLATE("border=1pt", (at) => DRAWN["image"]?.(at) ?? "")],
    ["a translucent border", PLATE("border=[3mm, #00000040]", (at) => DRAWN["image"]?.(at) ?? "")],
    ["a line that runs into it", PLATE(THICK, (at) => `line ${at} x2=40mm y2=20mm stroke=0.5pt`, "x=0mm y=20mm")],
    ["a ground", PLATE(THICK, (at) => `rect ${at} w=190mm h=60mm fill=#dde4f0`)],
    ["a picture that it frames", PLATE(THICK, (at) => `image (photo) ${at} w=190mm h=60mm alt="写真" fit=fill`)],
  ])("%s hides nothing", (_, content) => {
    expect(found(content)).toEqual([]);
  });
});

test("under the lines of a table, a place of a seal that is as high as its row is told", () => {
  const table = (look: string) => `table items ${THICK} header=none {
    column name "印" ${look} {
      seal label="印" w=17mm h=17mm
    }
  }`;
  const [first] = found(table(""));
  expect(first?.message).toBe("seal lies under the border of table, 3.0mm wide, which hides a part of it (page 1)");
  expect(first?.repair).toBe("write padding=1.5mm or more at its cell, or a thinner border");
  expect(found(table("padding=1.5mm"))).toEqual([]);
});
