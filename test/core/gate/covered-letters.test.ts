// RPT5001: letters under the border of what holds them, or under their own, for every element that has a border. What
// is told is compared with the picture: the letters drawn alone and the borders drawn alone, laid over each other.
import { beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../../src/core/engine/index.ts";
import { ELEMENTS } from "../../../src/core/schema/index.ts";
import { inLane } from "../../support/lane.ts";
import { drawnPage, engineWithPixels, type Pixels } from "../../support/page-pixels.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await engineWithPixels();
});

/** An element and what is in it; `frame` is its border and padding, `line-height=1` maybe. */
type Element = (frame: string) => string;

const RUBY = 'ruby "漢字" "かんじ"\n span "の文字 agp"';

const SCALE = "scale from=(date('2026-10-01')) to=(date('2026-10-10')) unit=day";

const ELEMENTS_WITH_BORDERS: Readonly<Record<string, Readonly<Record<string, Element>>>> = {
  text: {
    "from the left": (frame) => `text "請求書 12 agp" w=50mm ${frame}`,
    "to the right": (frame) => `text "請求書 12" w=50mm align=right ${frame}`,
    vertical: (frame) => `text "請求書" writing=vertical h=11mm w=20mm ${frame}`,
    italic: (frame) => `text "Total MWj" italic=true w=50mm align=right ${frame}`,
  },
  rich: {
    "with ruby": (frame) => `rich w=50mm ${frame} {\n ${RUBY}\n }`,
    "vertical with ruby": (frame) => `rich writing=vertical h=12mm w=20mm ${frame} {\n ${RUBY}\n }`,
    "with a line below": (frame) => `rich w=50mm ${frame} {\n span "下線の文字" decoration=underline\n }`,
  },
  markdown: { "a line": (frame) => `markdown (note) w=50mm ${frame}` },
  check: { "with words": (frame) => `check (true) "確認しました" w=50mm align=right ${frame}` },
  box: {
    "about a text": (frame) => `box w=50mm ${frame} {\n text "請求書 12" align=right\n }`,
    "about ruby": (frame) => `box w=50mm ${frame} {\n rich {\n ${RUBY}\n }\n }`,
    "about vertical ruby": (frame) => `box h=12mm w=12mm ${frame} {\n rich writing=vertical {\n ${RUBY}\n }\n }`,
    "about a part": (frame) => `box w=50mm ${frame} {\n use words\n }`,
  },
  plate: { "about a text": (frame) => `plate w=50mm h=6mm ${frame} {\n text "請求書" x=0mm y=0.2mm w=30mm h=5mm\n }` },
  stack: { "about a text": (frame) => `stack w=50mm ${frame} {\n text "請求書 12"\n }` },
  row: { "about a text": (frame) => `row w=50mm ${frame} {\n text "請求書 12" w=1fr\n }` },
  grid: { "about a text": (frame) => `grid cols=[50mm] w=50mm ${frame} {\n text "請求書 12"\n }` },
  columns: { "about a text": (frame) => `columns n=1 w=50mm ${frame} {\n text "請求書 12"\n }` },
  each: { "about a text": (frame) => `each items w=50mm ${frame} {\n text (.name)\n }` },
  comb: {
    "with narrow cells": (frame) => `comb "12345678" cells=8 w=20mm ${frame.replace(/padding=\S+/, "")}`,
    "with wide cells": (frame) => `comb "1234" cells=4 w=50mm ${frame.replace(/padding=\S+/, "")}`,
  },
  seals: {
    "of two places": (frame) => `seals w=20mm ${frame.replace(/padding=\S+/, "")} {\n seal "承認"\n seal "担当"\n }`,
  },
  gantt: {
    "cells to the right": (frame) => `gantt items ${frame} {\n column name "品名" w=30mm align=right\n ${SCALE}\n }`,
  },
  pairs: { "of two words": (frame) => `pairs label-w=15mm w=50mm ${frame} {\n pair "番号" "請求書 12"\n }` },
  table: {
    "cells to the right": (frame) => `table items ${frame} {\n column name "品名" w=30mm align=right\n }`,
    "cells of a column": (frame) => `table items {\n column name "品名" w=30mm align=right ${frame}\n }`,
    "cells of a foot": (frame) =>
      `table items {\n column name "品名" w=30mm\n foot {\n cell "合計 12" col=name align=right ${frame}\n }\n }`,
    "cells with a child": (frame) =>
      `table items ${frame} {\n column name "品名" w=30mm {\n text (.name) align=right\n }\n }`,
  },
};

/** Elements with a border that hold no letters, and those whose border is a line about letters by its very nature. */
const WITHOUT_LETTERS = ["image", "barcode", "rect", "chart", "seal", "bar"];
/** What is said of a table's cells, among its own cases; and what others are styled by. */
const PARTS = ["column", "head", "carry", "cell", "foot", "style", "label"];

const WIDTHS = inLane({ fast: [0.5, 1.5, 3], full: [0.25, 0.5, 0.75, 1, 1.5, 2, 3] });
const LEADINGS = inLane({ fast: [""], full: ["", "line-height=1"] });
/** So large a page holds all cases; drawing paper that stays blank takes as long as drawing them. */
const WIDTH_MM = 85;
const HEIGHT_MM = inLane({ fast: 320, full: 700 });
const DPI = 300;
const PT_PX = DPI / 72;
const SIZE_PT = 9;

interface Case {
  readonly width: number;
  readonly isPadded: boolean;
}

const CASES = WIDTHS.flatMap((width): readonly Case[] => [
  { width, isPadded: false },
  { width, isPadded: true },
]);

/** A form with one element for each case; the blue of a border is the number of its case. */
function form(element: Element, letters: string, border: (at: number) => string, more: string): string {
  const elements = CASES.map(({ width, isPadded }, at) => {
    const padding = isPadded ? `padding=${width + 4}pt` : "";
    return element(`border=[${width}pt, ${border(at)}] ${padding} ${more}`);
  });
  return `rpt 1
field note string(20) example="文字 agp"
field items[].name string(10) example=["請求書 12"]
sizes body=${SIZE_PT}pt
style base size=body color=${letters}
part words {
  text "請求書 12"
}
page w=${WIDTH_MM}mm h=${HEIGHT_MM}mm margin=15mm {
  body gap=3mm {
${elements.join("\n")}
  }
}
`;
}

const drawn = (source: string): Promise<Pixels> => drawnPage(engine, source, DPI);

/** How deep ink lies under the border of each case, in pixels: the smaller of its extents across and down. */
function depths(letters: Pixels, borders: Pixels): readonly number[] {
  const { width, bytes } = letters;
  const caseAt = (at: number): number => {
    const pixel = at * 4;
    const isInk = (bytes[pixel] ?? 255) < 128 && (bytes[pixel + 3] ?? 0) > 128;
    // Red is what the paper shows through the edge of a line.
    const [red, blue] = [borders.bytes[pixel] ?? 255, borders.bytes[pixel + 2] ?? 255];
    return isInk && red < 128 ? Math.round(((blue - red) * 255) / (255 - red) / STEP) - 1 : -1;
  };
  const found = CASES.map(() => 0);
  const covered = new Int8Array(bytes.length / 4).map((_, at) => caseAt(at));
  const extent = (at: number, step: number): number => {
    let [from, to] = [at, at];
    while (covered[from - step] === covered[at]) from -= step;
    while (covered[to + step] === covered[at]) to += step;
    return (to - from) / step + 1;
  };
  covered.forEach((index, at) => {
    if (index < 0 || found[index] === undefined) return;
    found[index] = Math.max(found[index], Math.min(extent(at, 1), extent(at, width)));
  });
  return found;
}

/** Between the blues of two cases. */
const STEP = 10;
const CLEAR = "#00000000";

describe.each(Object.keys(ELEMENTS_WITH_BORDERS))("%s", (kind) => {
  const forms = Object.entries(ELEMENTS_WITH_BORDERS[kind] ?? {}).flatMap(([name, element]) =>
    LEADINGS.map((more) => ({ name: `${name} ${more}`, element, more })),
  );
  test.each(forms)("$name: told where the picture shows ink under its border, and nowhere else", async (each) => {
    const { element, more } = each;
    const blue = (at: number): string => `#0000${((at + 1) * STEP).toString(16).padStart(2, "0")}`;
    const under = depths(
      await drawn(form(element, "#000000", () => CLEAR, more)),
      await drawn(form(element, CLEAR, blue, more)),
    );
    const source = form(element, "#000000", () => "#000000", more);
    const { diagnostics } = engine.check({ source, data: null });
    expect(diagnostics.filter(({ code, severity }) => /^RPT[12]/.test(code) && severity === "error")).toEqual([]);
    const starts = startsOf(source, element, more);
    const told = starts.map((start, at) => {
      const end = starts[at + 1] ?? source.length;
      const isWithin = (at: number | undefined): boolean => at !== undefined && at >= start && at < end;
      return diagnostics.some(
        ({ code, span, beside }) => code === "RPT5001" && (isWithin(span.start) || isWithin(beside?.start)),
      );
    });
    const wrong = CASES.flatMap(({ width, isPadded }, at) => {
      const depth = under[at] ?? 0;
      // Half of a stroke and a pixel more is seen; no pixel at all is nothing.
      const isRight = told[at] === true ? depth > 0 : depth <= SIZE_PT * 0.03 * PT_PX + 1;
      return isRight ? [] : [`${width}pt${isPadded ? " padded" : ""}: ${depth} px deep, told: ${told[at]}`];
    });
    expect(wrong).toEqual([]);
  });
});

/** Where the elements of the cases begin in the source. */
function startsOf(source: string, element: Element, more: string): readonly number[] {
  let from = source.indexOf("body gap");
  return CASES.map(({ width, isPadded }) => {
    const padding = isPadded ? `padding=${width + 4}pt` : "";
    const written = element(`border=[${width}pt, #000000] ${padding} ${more}`);
    from = source.indexOf(written, from);
    const start = from;
    from += written.length;
    return start;
  });
}

test("every element that takes a border is among them", () => {
  const bordered = ELEMENTS.filter(({ properties }) => "border" in properties);
  const named = bordered.map(({ name }) => name).filter((name) => ![...WITHOUT_LETTERS, ...PARTS].includes(name));
  expect(named.filter((name) => !(name in ELEMENTS_WITH_BORDERS))).toEqual([]);
});

describe("a full stop that hangs over the end of its line", () => {
  /** 22 letters of 10pt: the ring of the full stop reaches from 77.9mm to 78.8mm. */
  const hung = (widthMm: number, border: string): string => `rpt 1
sizes body=10pt
style base size=body
page A5 margin=15mm {
  body {
    text "本日はお日柄もよく誠にありがとうございました。" w=${widthMm}mm hang=true ${border}
  }
}
`;
  const told = (widthMm: number, border: string): readonly string[] =>
    engine.check({ source: hung(widthMm, border), data: null }).diagnostics.map(({ code }) => code);

  test.each([0.1, 0.25, 0.5, 1])("is struck by a border of %d pt through its middle", (pt) => {
    expect(told(78.35, `border=${pt}pt`)).toContain("RPT5001");
    expect(told(78.35, `border-right=${pt}pt`)).toContain("RPT5001");
  });

  test("is left whole by a border beside it, and by none", () => {
    expect(told(79.5, "border=0.25pt")).toEqual([]);
    expect(told(77.65, "border=0.25pt")).toEqual([]);
    expect(told(78.35, "")).toEqual([]);
  });
});
