import { describe, expect, test } from "vitest";
import type { CanvasElement, CheckElement, CombElement, SealElement } from "../../../../src/core/canvas/index.ts";
import { inkOf } from "../../../../src/core/layout/index.ts";
import {
  allBorders,
  box,
  canvas,
  field,
  length,
  mm,
  page,
  pt,
  space,
  template,
  text,
  textStyle,
} from "../../../support/canvas-builder.ts";
import { describeItem, layOutData, layOutSource, pageLines } from "../../../support/lay-out.ts";

const STYLES = [
  textStyle({ sizeEmu: mm(5), lineHeightThousandths: 2000 }),
  textStyle({ sizeEmu: mm(5), lineHeightThousandths: 2000, align: "right" }),
];

function lay(children: readonly CanvasElement[], data: unknown = {}) {
  return layOutData(canvas([page(children)], STYLES), data);
}

function check(over: Partial<CheckElement>): CheckElement {
  const ticked = field("yes").value;
  return { kind: "check", ticked, mark: "tick", label: template("同意"), style: 0, box: box(), span: [1, 2], ...over };
}

describe("check boxes", () => {
  const MARKS = [
    { name: "a tick is a bold line through three points", over: {}, data: { yes: true }, shapes: 2, kind: "stroke" },
    { name: "a cross is two lines", over: { mark: "cross" }, data: { yes: true }, shapes: 3, kind: "stroke" },
    { name: "a filled box", over: { mark: "fill" }, data: { yes: true }, shapes: 2, kind: "fill" },
    { name: "false leaves the box empty", over: {}, data: { yes: false }, shapes: 1, kind: "stroke" },
    { name: "null leaves the box empty", over: {}, data: {}, shapes: 1, kind: "stroke" },
    { name: "a box to tick by hand", over: { ticked: null }, data: { yes: true }, shapes: 1, kind: "stroke" },
  ] as const;

  test.each(MARKS)("$name", ({ over, data, shapes, kind }) => {
    const { value, diagnostics } = lay([check(over)], data);
    const drawn = value.pages[0]?.items.filter((item) => item.kind !== "glyphs") ?? [];
    expect(drawn.length).toBe(shapes);
    expect(drawn.at(-1)?.kind).toBe(kind);
    expect(pageLines(value, 0)).toEqual(["同意"]);
    expect(diagnostics).toEqual([]);
  });

  test("what a box says is told to those who do not see it", () => {
    const { value } = lay([check({}), check({ ticked: null })], { yes: true });
    expect(value.structure.flatMap((node) => (node.type === "Figure" ? [node.alt] : []))).toEqual(["☑", "☐"]);
  });

  test("a label wraps beside its box", () => {
    const { value } = lay([check({ label: template("同意する。".repeat(6)), box: box({ width: length(mm(50)) }) })]);
    const left = value.pages[0]?.items.flatMap((item) => (item.kind === "glyphs" ? [item.xEmu] : []));
    expect(new Set(left)).toEqual(new Set([mm(10) + Math.round(mm(5) * 0.86) + Math.round(mm(5) * 0.4)]));
    expect(pageLines(value, 0).length).toBeGreaterThan(2);
  });
});

function comb(content: string, over: Partial<CombElement> = {}): CombElement {
  const own = box({ width: length(mm(70)), heightEmu: mm(10), ...allBorders(pt(0.5)) });
  return { kind: "comb", content: template(content), cells: 7, style: 0, box: own, span: [1, 2], ...over };
}

describe("combs", () => {
  test("each letter stands in the middle of its cell", () => {
    const { value, diagnostics } = lay([comb("大阪市")]);
    const centres = value.pages[0]?.items.flatMap((item) =>
      item.kind === "glyphs" ? [(item.xEmu + item.advanceEmu / 2) / mm(1)] : [],
    );
    expect(centres).toEqual([15, 25, 35]);
    expect(value.pages[0]?.items.filter((item) => item.kind === "stroke").length).toBe(7);
    expect(diagnostics).toEqual([]);
  });

  test("letters aligned to the right end in the last cell", () => {
    const { value } = lay([comb("123", { style: 1 })]);
    const first = value.pages[0]?.items.find((item) => item.kind === "glyphs");
    expect(first?.kind === "glyphs" ? Math.floor(first.xEmu / mm(10)) : 0).toBe(5);
  });

  test("letters with variation selectors and marks stay one", () => {
    const { value } = lay([comb("葛\u{E0100}が", { cells: 2 })]);
    expect(value.pages[0]?.items.flatMap((item) => (item.kind === "glyphs" ? [item.run.text] : []))).toEqual([
      "葛\u{E0100}",
      "が",
    ]);
  });

  test("more letters than cells are told", () => {
    const { diagnostics } = lay([comb("12345678")]);
    expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      "RPT4001 text has 8 letters, its comb 7 cells (page 1, x 10.0mm, y 10.0mm)",
    ]);
  });
});

describe("rows of seal boxes", () => {
  function seal(label: string, name: string | null): SealElement {
    const source = name === null ? null : ({ op: "text", text: name } as const);
    return { kind: "seal", source, label: template(label), style: 0, box: box(), span: [3, 4] };
  }

  test("labels stand above the places, lines between all, and a seal in the middle of its place", () => {
    const seals = [seal("承認", "山本"), seal("審査", null), seal("作成", null)];
    const own = box({ width: length(mm(60)), heightEmu: mm(32), ...allBorders(pt(0.5)) });
    const { value, diagnostics } = lay([{ kind: "seals", columns: 3, seals, box: own, span: [5, 6] }]);
    expect(pageLines(value, 0)[0]).toBe("承認|審査|作成");
    const lines = value.pages[0]?.items.filter((item) => item.kind === "stroke" && item.shape.kind === "path");
    expect(lines?.map(describeItem)).toEqual([
      "stroke 10,22-70,22 w 0.18",
      "stroke 30,10-30,42 w 0.18",
      "stroke 50,10-50,42 w 0.18",
      "stroke 10,10-70,10-70,42-10,42-z w 0.18",
    ]);
    const ring = value.pages[0]?.items.find((item) => item.kind === "stroke" && item.shape.kind === "rectangle");
    const centre =
      ring?.kind === "stroke" && ring.shape.kind === "rectangle"
        ? (ring.shape.rectangle.leftEmu + ring.shape.rectangle.rightEmu) / 2 / mm(1)
        : 0;
    expect(Math.round(centre * 10) / 10).toBe(20);
    expect(diagnostics).toEqual([]);
  });

  test.each(["", " ", "\u3000", " \u3000\t"])(
    "a name of blanks (%j) leaves the place as empty as none does",
    (name) => {
      const drawn = (each: string | null) => {
        const own = box({ width: length(mm(60)), heightEmu: mm(32), ...allBorders(pt(0.5)) });
        const { value } = lay([{ kind: "seals", columns: 1, seals: [seal("承認", each)], box: own, span: [5, 6] }]);
        return value.pages[0]?.items.map(describeItem);
      };
      expect(drawn(name)).toEqual(drawn(null));
      expect(drawn("山本")).not.toEqual(drawn(null));
    },
  );
});

describe("seals that are left out", () => {
  const DECLARED = 4;
  const SHOWN = Array.from({ length: 2 ** DECLARED }, (_, bits) => bits);
  const cases = [0, 1, 2, 3, 4, 7].flatMap((cols) => SHOWN.map((bits) => [cols, bits] as const));
  test.each(cases)("with cols=%i, those of the pattern %i have the size that they have among all", (cols, bits) => {
    const columns = cols === 0 ? DECLARED : Math.min(cols, DECLARED);
    const seals = Array.from({ length: DECLARED }, (_, at) => `seal "印" when=(${(bits >> at) % 2 === 1})`);
    const own = `w=80mm h=40mm ${cols === 0 ? "" : `cols=${cols}`} border=0.5pt fill=#eeeeee place=right`;
    const source = `rpt 1\npage A4 margin=10mm {\n body {\n seals ${own} {\n ${seals.join("\n ")}\n }\n }\n}\n`;
    const items = layOutSource(source).value.pages[0]?.items ?? [];
    const count = [...bits.toString(2)].filter((bit) => bit === "1").length;
    expect(items.filter((item) => item.kind === "glyphs")).toHaveLength(count);
    if (count === 0) return;
    const rows = Math.ceil(count / columns);
    const [widthMm, heightMm] = [80 / columns, 40 / Math.ceil(DECLARED / columns)];
    const fill = items.flatMap((item) => (item.kind === "fill" ? [inkOf(item)] : []))[0];
    const [left, top, right, bottom] = [fill?.leftEmu, fill?.topEmu, fill?.rightEmu, fill?.bottomEmu].map(
      (edge) => (edge ?? 0) / mm(1),
    );
    // At the right edge of the page's content, in as many boxes as there are.
    expect(right).toBeCloseTo(200, 1);
    expect((right ?? 0) - (left ?? 0)).toBeCloseTo(widthMm * Math.min(count, columns), 1);
    expect((bottom ?? 0) - (top ?? 0)).toBeCloseTo(heightMm * rows, 1);
  });
});

describe("newspaper columns", () => {
  function columns(lines: number, balance: boolean): CanvasElement {
    const children = Array.from({ length: lines }, (_, index) => text(`行${index + 1}`));
    return {
      kind: "columns",
      count: 2,
      columnGapEmu: mm(10),
      gapEmu: 0,
      balance,
      children,
      box: box(),
      span: [7, 8],
    };
  }

  test("columns end at one height where all ends", () => {
    const { value } = lay([columns(6, true), text("後")]);
    expect(pageLines(value, 0)).toEqual(["行1|行4", "行2|行5", "行3|行6", "後"]);
  });

  test("without balance the first column is filled first", () => {
    const { value } = lay([columns(9, false), text("後")]);
    expect(pageLines(value, 0)).toEqual(["行1|行9", "行2", "行3", "行4", "行5", "行6", "行7", "行8"]);
    expect(pageLines(value, 1)).toEqual(["後"]);
  });

  test("columns go on over pages, and below what stands above them", () => {
    const { value } = lay([space(mm(50)), columns(11, true)]);
    expect(pageLines(value, 0)).toEqual(["行1|行4", "行2|行5", "行3|行6"]);
    expect(pageLines(value, 1)).toEqual(["行7|行10", "行8|行11", "行9"]);
  });
});
