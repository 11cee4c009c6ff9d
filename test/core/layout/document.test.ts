import { describe, expect, test } from "vitest";
import type { CanvasElement, GridElement, PairsElement } from "../../../src/core/canvas/index.ts";
import { compileProgram } from "../../../src/core/expression/index.ts";
import { layOut } from "../../../src/core/layout/index.ts";
import {
  allBorders,
  band,
  box,
  canvas,
  each,
  field,
  length,
  mm,
  own,
  page,
  pageNumber,
  payload,
  pt,
  share,
  stack,
  template,
  text,
  textStyle,
} from "../../support/canvas-builder.ts";
import { describeItem, layOutData, pageLines, testFonts } from "../../support/lay-out.ts";

const TEN_MM_LINES = textStyle({ sizeEmu: mm(5), lineHeightThousandths: 2000 });

function lines(count: number) {
  return Array.from({ length: count }, (_, index) => text(`行${index + 1}`));
}

describe("records of one document", () => {
  const footer = band("footer", mm(10), [
    text(template(pageNumber("page.n"), "/", pageNumber("page.total")), {
      box: { xEmu: 0, yEmu: 0, width: length(mm(30)), heightEmu: mm(10) },
    }),
  ]);
  const form = canvas(
    [page([text(field("name")), each(field("items").value, lines(1))], { bands: [footer] })],
    [TEN_MM_LINES],
  );
  const program = compileProgram(form);
  const record = (name: string, count: number) => ({
    evaluation: program.evaluate(payload({ name, items: Array.from({ length: count }, () => ({})) })),
    title: name,
  });

  test("page numbers restart, and each record knows its pages", () => {
    const { value } = layOut(form, [record("甲", 9), record("乙", 2)], testFonts());
    expect(value.records).toEqual([
      { firstPage: 0, pages: 2, title: "甲" },
      { firstPage: 2, pages: 1, title: "乙" },
    ]);
    expect(value.pages.map((_, index) => pageLines(value, index).at(-1))).toEqual(["1/2", "2/2", "1/1"]);
    expect(value.structure.filter((node) => node.type === "Sect").length).toBe(2);
  });

  test("one record has no title and no section of its own", () => {
    const { value } = layOut(form, [{ ...record("甲", 1), title: null }], testFonts());
    expect(value.records).toEqual([{ firstPage: 0, pages: 1, title: null }]);
    expect(value.structure.map((node) => node.type)).toEqual(["Document", "P", "P"]);
  });

  test("a record reads the same alone and after others", () => {
    const alone = layOut(form, [record("乙", 2)], testFonts()).value.pages;
    const after = layOut(form, [record("甲", 9), record("乙", 2)], testFonts()).value.pages.slice(2);
    expect(after.map((one) => one.items.map(describeItem).map((line) => line.replace(/ node.*/u, "")))).toEqual(
      alone.map((one) => one.items.map(describeItem).map((line) => line.replace(/ node.*/u, ""))),
    );
  });
});

describe("bookmarks and headings", () => {
  const bookmark = (title: string): CanvasElement => ({
    kind: "bookmark",
    title: template(title),
    level: 1,
    when: null,
    span: [700_001, 700_005],
  });

  test("a bookmark takes no room and stands on the page of what follows it", () => {
    const { value } = layOutData(
      canvas([page([...lines(8), bookmark("次"), text("続")], { gapEmu: 0 })], [TEN_MM_LINES]),
    );
    expect(value.bookmarks).toEqual([{ title: "次", level: 1, page: 1, yEmu: mm(10) }]);
  });

  test("headings and the document's title are told apart from paragraphs", () => {
    const title = text("表題", { box: { role: "document.title" } });
    const { value } = layOutData(
      canvas([page([title, text("章", { heading: 2 }), text("文"), stack([text("枠")], { kind: "box" })])]),
    );
    expect(value.structure.map((node) => node.type)).toEqual(["Document", "H1", "H2", "P", "Div", "P"]);
  });
});

describe("grid, pairs and backgrounds", () => {
  const grid = (children: readonly CanvasElement[], gapMm: number): GridElement => ({
    kind: "grid",
    columns: [length(mm(20)), share()],
    gapEmu: mm(gapMm),
    rowGapEmu: mm(gapMm),
    children,
    box: box(),
    span: [710_001, 710_005],
  });

  test("cells fill the columns in turn, and each gives one cell per child", () => {
    const cells = [text("甲"), each(field("items").value, [text(own("name"))]), text("丁")];
    const { value } = layOutData(canvas([page([grid(cells, 4)])], [TEN_MM_LINES]), {
      items: [{ name: "乙" }, { name: "丙" }],
    });
    expect(pageLines(value, 0)).toEqual(["甲|乙", "丙|丁"]);
    const last = value.pages[0]?.items.at(-1);
    expect(last?.kind === "glyphs" ? [last.xEmu, last.yEmu] : null).toEqual([mm(34), mm(24 + 6.9)]);
  });

  test("without gaps neighbours share one line, centred on the edge", () => {
    const cell = (content: string) => text(content, { box: allBorders(pt(1)) });
    const { value } = layOutData(canvas([page([grid([cell("甲"), cell("乙")], 0)])], [TEN_MM_LINES]));
    expect(value.pages[0]?.items.filter((item) => item.kind === "stroke").map(describeItem)).toEqual([
      "stroke 10,10-30,20 w 0.35",
      "stroke 30,10-90,20 w 0.35",
    ]);
  });

  test("a label and its value stand on one baseline whatever their sizes", () => {
    const pairs: PairsElement = {
      kind: "pairs",
      labelWidthEmu: mm(20),
      gapEmu: 0,
      pairs: [
        {
          label: template("番号"),
          value: template("A-1"),
          labelStyle: 1,
          valueStyle: 0,
          when: null,
          role: null,
          span: [720_001, 720_005],
        },
      ],
      box: box(),
      span: [730_001, 730_005],
    };
    const { value } = layOutData(canvas([page([pairs])], [TEN_MM_LINES, textStyle({ sizeEmu: pt(7) })]));
    const baselines = value.pages[0]?.items.map((item) => (item.kind === "glyphs" ? item.yEmu : 0));
    expect(new Set(baselines).size).toBe(1);
    expect(value.structure.map((node) => node.type)).toEqual(["Document", "P", "Span", "Span"]);
  });

  test("a background is measured from the paper's corner and lies under everything", () => {
    const mark = text("折", { box: { xEmu: 0, yEmu: 0, width: length(mm(10)), heightEmu: mm(10) } });
    const { value } = layOutData(
      canvas([page([text("文")], { bands: [band("background", 0, [mark])] })], [TEN_MM_LINES]),
    );
    expect(value.pages[0]?.items.map(describeItem)).toEqual([
      'text 0,6.9 "折" static node -1',
      'text 10,16.9 "文" static node 1',
    ]);
  });

  test("layers lie under and over the page's other items", () => {
    const layered = [text("上", { box: { layer: "over" } }), text("中"), text("下", { box: { layer: "under" } })];
    const { value } = layOutData(canvas([page(layered)], [TEN_MM_LINES]));
    expect(value.pages[0]?.items.map((item) => (item.kind === "glyphs" ? item.run.text : ""))).toEqual([
      "下",
      "中",
      "上",
    ]);
  });
});
