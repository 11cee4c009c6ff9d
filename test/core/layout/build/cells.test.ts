// A ruled grid on its pages: heights, breaks, and what assistive technology is told.
import { describe, expect, test } from "vitest";
import { inkOf, type PageDocument } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const form = (grid: string, page = "page w=100mm h=60mm margin=5mm"): string =>
  `rpt 1\n${page} {\n  body {\n${grid}\n  }\n}\n`;

function ruled(cells: string, more = ""): string {
  return form(`    grid cols=[20mm, 1fr] border=1pt ${more} {\n${cells}\n    }`);
}

/** Where lines run across each page, in whole tenths of a millimetre from its top. */
function across(document: PageDocument): readonly (readonly number[])[] {
  return document.pages.map(({ items }) => {
    const at = items.flatMap((item) => {
      if (item.kind !== "stroke" || item.shape.kind !== "path") return [];
      const [from, to] = item.shape.commands;
      const isAcross = from?.op === "move" && to?.op === "line" && from.yEmu === to.yEmu;
      return isAcross ? [Math.round((from.yEmu / EMU_PER_MM) * 10)] : [];
    });
    return [...new Set(at)].sort((one, other) => one - other);
  });
}

describe("rows", () => {
  test("are as high as row-h, min-h and their contents ask", () => {
    const { value } = layOutSource(ruled('cell "甲"\ncell\ncell min-h=12mm\ncell', "row-h=8mm"));
    expect(across(value)).toEqual([[50, 130, 250]]);
  });

  test("share what a cell over several of them lacks", () => {
    const { value } = layOutSource(ruled("cell rows=2 min-h=30mm\ncell\ncell", "row-h=8mm"));
    expect(across(value)).toEqual([[50, 200, 350]]);
  });

  test("in which nothing stands have the height of a line, to be written in", () => {
    const line = across(layOutSource(ruled('cell "甲"\ncell')).value)[0]?.[1] ?? 0;
    const twice = 2 * (line - 50) + 50;
    const blanks: readonly (readonly [cells: string, more: string])[] = [
      ['cell "甲"\ncell\ncell\ncell', ""],
      ['cell "甲"\ncell\ncell ""\ncell', ""],
      ['cell "甲" rows=2\ncell\ncell', ""],
    ];
    for (const [cells, more] of blanks) {
      const rows = across(layOutSource(ruled(cells, more)).value)[0] ?? [];
      expect(rows[0], cells).toBe(50);
      expect(Math.abs((rows.at(-1) ?? 0) - twice), cells).toBeLessThanOrEqual(1);
    }
    const [both = []] = across(layOutSource(ruled('cell "甲" rows=2\ncell "乙" rows=2\ncell\ncell')).value);
    expect(Math.abs((both.at(-1) ?? 0) - (3 * (line - 50) + 50))).toBeLessThanOrEqual(1);
    // What the source says itself is taken at its word.
    expect(across(layOutSource(ruled("cell\ncell\ncell min-h=3mm\ncell", "row-h=3mm")).value)).toEqual([[50, 80, 110]]);
    const [thin = []] = across(layOutSource(ruled('cell "甲"\ncell\ncell min-h=4mm\ncell')).value);
    expect((thin.at(-1) ?? 0) - (thin.at(-2) ?? 0)).toBe(40);
  });

  test("share what the grid has more, and are equal where it says so", () => {
    const cells = "cell min-h=12mm\ncell\ncell\ncell";
    expect(across(layOutSource(ruled(cells, "row-h=8mm h=40mm")).value)).toEqual([[50, 270, 450]]);
    expect(across(layOutSource(ruled(cells, "equal-rows=true")).value)).toEqual([[50, 170, 290]]);
  });

  test("a grid that is higher than it says is told", () => {
    const { diagnostics } = layOutSource(ruled("cell min-h=12mm\ncell", "h=10mm"));
    expect(diagnostics.map(({ code }) => code)).toEqual(["RPT4001"]);
  });
});

describe("pages", () => {
  test("never part a cell over several rows, and close the lines around", () => {
    const cells = `${"cell\ncell\n".repeat(3)}cell rows=3\ncell\ncell\ncell`;
    const { value, diagnostics } = layOutSource(ruled(cells, "row-h=10mm"));
    expect(diagnostics).toEqual([]);
    expect(across(value)).toEqual([
      [50, 150, 250, 350],
      [50, 150, 250, 350],
    ]);
    const thick = value.pages.map(
      ({ items }) =>
        items.filter((item) => item.kind === "stroke" && item.widthEmu === 12_700 && item.shape.kind === "path").length,
    );
    expect(thick).toEqual([4, 4]);
  });

  const words = (source: string, data: object): readonly string[] =>
    layOutSource(source, data).value.pages.map(({ items }) =>
      items.flatMap((item) => (item.kind === "glyphs" ? [item.run.text] : [])).join(""),
    );
  const HIGH = 'head "内容" rows=2\ncell (a)\ncell "二" rows=2\nnewrow\ncell (b)';
  const high = `field a text(600) example="短"\nfield b text(600) example="短"\n${form(
    `    space 20mm\n    grid cols=[20mm, 1fr, 20mm] border=1pt {\n${HIGH}\n    }`,
  ).slice(6)}`;

  test.each([
    [200, 1],
    [1, 200],
    [120, 120],
    [300, 200],
  ])("print a cell over several rows once, where %d and %d letters part them", (first, second) => {
    const pages = words(`rpt 1\n${high}`, { a: "甲".repeat(first), b: "乙".repeat(second) });
    expect(pages.length).toBeGreaterThan(1);
    for (const word of ["内容", "二"]) expect(pages.join("").split(word)).toHaveLength(2);
  });

  const labelled = (spaceMm: number, rows: number): string => {
    const lines = Array.from({ length: rows }, (_, at) => `head "名${at}"\ncell "甲"`).join("\nnewrow\n");
    const cells = `head "事業の概要" rows=${rows} writing=vertical\n${lines}`;
    return form(`    space ${spaceMm}mm\n    grid cols=[9mm, 20mm, 1fr] row-h=6mm border=1pt {\n${cells}\n    }`);
  };

  test.each([0, 10, 25, 40, 44])("that part rows of one label say which, and cut no label (%d mm above)", (spaceMm) => {
    const { value, diagnostics } = layOutSource(labelled(spaceMm, 12));
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["info RPT4010"]);
    expect(diagnostics[0]?.message).toMatch(/^row 1 needs 72\.0mm/);
    const labels = value.pages.map(({ items }) =>
      items.filter((item) => item.kind === "glyphs" && item.run.text.includes("事")),
    );
    expect(labels.flat()).toHaveLength(1);
  });

  test("name no vertical text as the cause where the rows beside it are too high", () => {
    const source = labelled(0, 3).replaceAll('cell "甲"', `cell "${"甲".repeat(200)}"`);
    const { diagnostics } = layOutSource(source);
    expect(diagnostics.map(({ code }) => code)).toEqual(["RPT4010"]);
    expect(diagnostics[0]?.repair?.title).toContain("widen the column");
  });
});

test("labels are heads of what they name, and cells tell what they span", () => {
  const cells = 'head "氏名" rows=2\ncell "甲"\ncell {\ntext "乙"\n}\nhead "備考" cols=2';
  const { value } = layOutSource(ruled(cells));
  const told = value.structure.flatMap(({ type, columnSpan, rowSpan, scope }) =>
    type === "TH" || type === "TD" ? [`${type} ${columnSpan}×${rowSpan} ${scope}`] : [],
  );
  expect(told).toEqual(["TH 1×2 row", "TD 1×1 null", "TD 1×1 null", "TH 2×1 column"]);
});

test("what stands in a cell over several rows stands in the middle of them", () => {
  const { value } = layOutSource(ruled("cell rows=2 {\nrect w=5mm h=5mm stroke=0.5pt\n}\ncell\ncell", "row-h=10mm"));
  const rect = value.pages[0]?.items.find((item) => item.kind === "stroke" && item.shape.kind === "rectangle");
  const shape = rect?.kind === "stroke" && rect.shape.kind === "rectangle" ? rect.shape.rectangle : null;
  expect(((shape?.topEmu ?? 0) + (shape?.bottomEmu ?? 0)) / 2 / EMU_PER_MM).toBeCloseTo(15, 1);
});

/** The sides of a page's first grid that have a line, each in whole tenths of a millimetre of its length. */
function rim(document: PageDocument): Readonly<Record<"top" | "right" | "bottom" | "left", number>> {
  const lines = document.pages
    .flatMap(({ items }) => items)
    .flatMap((item) => {
      if (item.kind !== "stroke" || item.shape.kind !== "path") return [];
      const ink = inkOf(item);
      return ink === null ? [] : [{ ink, half: item.widthEmu / 2 }];
    });
  const tenths = (emu: number) => Math.round((emu / EMU_PER_MM) * 10);
  const across = (y: number) =>
    lines
      .filter(({ ink }) => ink.rightEmu - ink.leftEmu > ink.bottomEmu - ink.topEmu)
      .filter(({ ink, half }) => Math.abs(ink.topEmu + half - y * EMU_PER_MM) < 2)
      .reduce((sum, { ink, half }) => sum + tenths(ink.rightEmu - ink.leftEmu - 2 * half), 0);
  const down = (x: number) =>
    lines
      .filter(({ ink }) => ink.rightEmu - ink.leftEmu < ink.bottomEmu - ink.topEmu)
      .filter(({ ink, half }) => Math.abs(ink.leftEmu + half - x * EMU_PER_MM) < 2)
      .reduce((sum, { ink }) => sum + tenths(ink.bottomEmu - ink.topEmu), 0);
  return { top: across(5), right: down(35), bottom: across(35), left: down(5) };
}

const NINE = Array.from({ length: 9 }, (_, at) => at);
const square = (cells: string, more = "") =>
  form(`    grid cols=[10mm, 10mm, 10mm] row-h=10mm border=1pt ${more} {\n${cells}\n    }`);

describe("border=none at a cell", () => {
  test.each(NINE)("takes the grid's own line away at each of its sides: cell %i", (open) => {
    const source = square(NINE.map((at) => (at === open ? "cell border=none" : "cell")).join("\n"));
    const [row, column] = [Math.floor(open / 3), open % 3];
    const { top, right, bottom, left } = rim(layOutSource(source).value);
    const sides = { top, bottom, left, right };
    const lacks = (isOpen: boolean) => (isOpen ? 200 : 300);
    // Lines across reach half a width further at both ends.
    for (const side of ["top", "bottom", "left", "right"] as const) {
      const isOpen = { top: row === 0, bottom: row === 2, left: column === 0, right: column === 2 }[side];
      expect(Math.abs(sides[side] - lacks(isOpen)), side).toBeLessThan(15);
    }
  });

  test("leaves the lines that close the grid where a page cuts it", () => {
    const cells = Array.from({ length: 18 }, () => "cell border=none").join("\n");
    const { pages } = layOutSource(square(cells)).value;
    const lines = pages.map(({ items }) => items.filter(({ kind }) => kind === "stroke").length);
    expect(lines).toEqual([1, 1]);
  });
});

describe("place", () => {
  const bounds = (document: PageDocument) => {
    const inks = document.pages
      .flatMap(({ items }) => items)
      .flatMap((item) => (item.kind === "stroke" ? (inkOf(item) ?? []) : []));
    const tenths = (emu: number) => Math.round((emu / EMU_PER_MM) * 10);
    return [tenths(Math.min(...inks.map((ink) => ink.leftEmu))), tenths(Math.max(...inks.map((ink) => ink.rightEmu)))];
  };
  const GRID = "grid cols=[20mm, 20mm] border=0.25pt #";
  const CELLS = "{\n cell\n cell\n }";
  const TABLE = "table rows style=cell #";
  const COLUMNS = '{\n column n "N" w=20mm\n column m "N" (.n) w=20mm\n }';

  test.each([
    ["a ruled grid", `${GRID} ${CELLS}`],
    ["a ruled grid of a width", `${GRID} w=60mm ${CELLS}`],
    ["a table", `${TABLE} ${COLUMNS}`],
    ["a grid in a box", `box {\n ${GRID} ${CELLS}\n }`],
    ["a grid in a row", `row {\n ${GRID} w=1fr ${CELLS}\n }`],
    ["a grid in a grid", `grid cols=[1fr] {\n ${GRID} ${CELLS}\n }`],
    ["a plain grid", `grid cols=[20mm, 20mm] # {\n rect h=5mm stroke=0.25pt\n rect h=5mm stroke=0.25pt\n }`],
  ])("holds for %s that its columns make narrow", (_, grid) => {
    const source = (place: string) =>
      form(grid.replace("#", place)).replace(
        "rpt 1\n",
        'rpt 1\nfield rows[].n string(4) example=["a"]\nstyle cell border=0.25pt\n',
      );
    const lay = (place: string) => bounds(layOutSource(source(place), { rows: [{ n: "a" }] }).value);
    const [left = 0, right = 0] = lay("");
    expect(right - left).toBeGreaterThan(395);
    expect(lay("place=left")).toEqual([left, right]);
    const [shifted = 0, end = 0] = lay("place=right");
    expect([shifted - left, end - right]).toEqual([500, 500]);
    const [middle = 0, middleEnd = 0] = lay("place=center");
    expect([middle - left, middleEnd - right]).toEqual([250, 250]);
  });
});
