import { describe, expect, test } from "vitest";
import type { CanvasElement, CanvasPage, CanvasSheet } from "../../../../src/core/canvas/index.ts";
import { compileProgram } from "../../../../src/core/expression/index.ts";
import { judgeGeometry } from "../../../../src/core/gate/index.ts";
import { type LayoutOptions, layOut } from "../../../../src/core/layout/index.ts";
import {
  band,
  box,
  canvas,
  column,
  field,
  length,
  mm,
  page,
  pageNumber,
  payload,
  plate,
  pt,
  table,
  template,
  text,
  textStyle,
} from "../../../support/canvas-builder.ts";
import { describeItem, layOutData, pageLines, testFonts } from "../../../support/lay-out.ts";

const STYLES = [textStyle({ sizeEmu: mm(5), lineHeightThousandths: 2000 })];

function sheet(over: Partial<CanvasSheet> = {}): CanvasSheet {
  return {
    widthEmu: mm(220),
    heightEmu: mm(320),
    columns: 2,
    rows: 3,
    leftEmu: mm(10),
    topEmu: mm(10),
    stepXEmu: mm(100),
    stepYEmu: mm(100),
    together: 1,
    ...over,
  };
}

function layRecords(section: CanvasPage, records: readonly unknown[], options: LayoutOptions = {}) {
  const form = canvas([section], STYLES);
  const program = compileProgram(form);
  const prepared = records.map((data, index) => ({
    evaluation: program.evaluate(payload(data), { copy: { label: ["正", "副", "控"][index] ?? "", index: index + 1 } }),
    title: `記録${index + 1}`,
    copy: (section.sheet?.together ?? 1) > 1 ? index + 1 : 1,
  }));
  return layOut(form, prepared, testFonts(), options).value;
}

const COPY_LABEL = { value: { op: "ambient", name: "copy.label" } } as const;
const NUMBER = template(COPY_LABEL, pageNumber("page.n"), "/", pageNumber("page.total"));
const FOOTER = band("footer", mm(10), [
  text(NUMBER, { box: { xEmu: 0, yEmu: 0, width: length(mm(50)), heightEmu: mm(10) } }),
]);

function rows(count: number) {
  return { items: Array.from({ length: count }, (_, index) => ({ name: `品${index + 1}` })) };
}

describe("several pages on one sheet", () => {
  test("labels fill the places row by row, and a full sheet is followed by the next", () => {
    const label = { ...page([text(field("name"))]), sheet: sheet() };
    const document = layRecords(
      label,
      Array.from({ length: 7 }, (_, index) => ({ name: `宛先${index + 1}` })),
    );
    expect(document.pages.map((one) => [one.widthEmu / mm(1), one.heightEmu / mm(1)])).toEqual([
      [220, 320],
      [220, 320],
    ]);
    expect(pageLines(document, 0)).toEqual(["宛先1|宛先2", "宛先3|宛先4", "宛先5|宛先6"]);
    expect(pageLines(document, 1)).toEqual(["宛先7"]);
    expect(document.records.map((one) => [one.firstPage, one.pages])).toEqual([
      ...Array.from({ length: 6 }, () => [0, 1]),
      [1, 1],
    ]);
  });

  test("copies stand together page by page, each with its own numbers and label", () => {
    const body = [table([column("name")])];
    const section = {
      ...page(body, { bands: [FOOTER] }),
      sheet: sheet({ columns: 1, rows: 3, together: 3 }),
    };
    const document = layRecords(section, [rows(7), rows(7), rows(7)]);
    expect(document.pages.length).toBe(2);
    expect(pageLines(document, 0).filter((line) => line.includes("/"))).toEqual(["正1/2", "副1/2", "控1/2"]);
    expect(pageLines(document, 1).filter((line) => line.includes("/"))).toEqual(["正2/2", "副2/2", "控2/2"]);
    expect(document.records.map((one) => [one.firstPage, one.pages])).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
    ]);
  });

  test("copies without a sheet are documents of their own", () => {
    const section = page([table([column("name")])], { bands: [FOOTER] });
    const document = layRecords(section, [rows(7), rows(7)]);
    const numbers = document.pages.map((_, index) => pageLines(document, index).at(-1));
    expect(numbers).toEqual(["正1/2", "正2/2", "副1/2", "副2/2"]);
  });

  test("bookmarks and destinations move with their pages", () => {
    const mark: CanvasElement = { kind: "bookmark", title: template("宛先"), level: 1, when: null, span: [1, 2] };
    const label = { ...page([mark, text("内", { box: { id: "place" } })]), sheet: sheet() };
    const document = layRecords(label, [{}, {}, {}]);
    expect(document.bookmarks.map((one) => [one.page, one.yEmu / mm(1)])).toEqual([
      [0, 20],
      [0, 20],
      [0, 120],
    ]);
    // Each record has a place of that name.
    expect(document.destinations.map((one) => [one.page, one.yEmu / mm(1)])).toEqual([
      [0, 20],
      [0, 20],
      [0, 120],
    ]);
  });
});

describe("pre-printed stock", () => {
  const stock = {
    ...band("background", 0, [text("枠", { box: { xEmu: mm(5), yEmu: mm(5), width: length(mm(20)) } })]),
    print: false,
    offset: [mm(2), mm(-1)],
  } as const;
  const section = page([text("中")], { bands: [stock] });

  test("is left out in print and moved to its place on screens", () => {
    expect(pageLines(layRecords(section, [{}]), 0)).toEqual(["中"]);
    const shown = layRecords(section, [{}], { screen: true });
    const stockText = shown.pages[0]?.items.find((item) => item.kind === "glyphs");
    expect(stockText?.kind === "glyphs" ? stockText.xEmu : 0).toBe(mm(7));
  });
});

describe("turned and translucent boxes", () => {
  const TURNS = [
    { rotate: 90, start: [mm(10) + mm(20) - mm(6.2), mm(10)] },
    { rotate: 180, start: [mm(10) + mm(40), mm(10) + mm(20) - mm(6.2)] },
    { rotate: 270, start: [mm(10) + mm(6.2), mm(10) + mm(40)] },
  ] as const;

  test.each(TURNS)("a text turned by $rotate degrees starts at its corner", ({ rotate, start }) => {
    const quarter = rotate !== 180;
    const size = quarter ? { width: length(mm(20)), heightEmu: mm(40) } : { width: length(mm(40)), heightEmu: mm(20) };
    const turned = text("縦", { box: { ...size, rotate } });
    const { value, diagnostics } = layOutData(canvas([page([turned, text("後")])], STYLES));
    const run = value.pages[0]?.items.find((item) => item.kind === "glyphs");
    if (run?.kind !== "glyphs") throw new Error("no text");
    expect(run.rotation).toBe(rotate);
    expect(Math.abs(run.xEmu - start[0])).toBeLessThan(mm(1));
    expect(Math.abs(run.yEmu - start[1])).toBeLessThan(mm(1));
    const after = value.pages[0]?.items.find((item) => item.kind === "glyphs" && item.run.text === "後");
    expect(after?.kind === "glyphs" ? Math.floor((after.yEmu - mm(10)) / mm(1)) : 0).toBe((quarter ? 40 : 20) + 6);
    expect(diagnostics).toEqual([]);
  });

  test("fills turn with their box", () => {
    const fill = { kind: "fixed", color: [1, 2, 3, 255] } as const;
    const inside = plate([], { heightEmu: mm(30), width: length(mm(10)), rotate: 90, fill });
    const { value } = layOutData(canvas([page([inside])], STYLES));
    expect(value.pages[0]?.items.map(describeItem)).toEqual(["fill 10,10-20,40"]);
  });

  test("opacity fades all that a box draws", () => {
    const fill = { kind: "fixed", color: [1, 2, 3, 255] } as const;
    const faded = text("薄", { box: { fill, opacityThousandths: 500 } });
    const { value } = layOutData(canvas([page([faded])], STYLES));
    const alphas = value.pages[0]?.items.flatMap((item) => ("color" in item ? [item.color[3]] : []));
    expect(alphas).toEqual([128, 128]);
  });

  test("the gate sees turned ink where it lies", () => {
    const own = { ...box(), xEmu: 0, yEmu: 0, width: length(mm(8)), heightEmu: mm(40), rotate: 90 } as const;
    const beside = { xEmu: mm(8), yEmu: 0, width: length(mm(40)), heightEmu: mm(10) };
    const form = canvas(
      [page([plate([text("縦書きの札", { box: own }), text("横の文", { box: beside })], { heightEmu: mm(50) })])],
      [textStyle({ sizeEmu: pt(9) })],
    );
    const { value } = layOutData(form);
    expect(judgeGeometry(form, value).filter((one) => one.code === "RPT5001")).toEqual([]);
  });
});
