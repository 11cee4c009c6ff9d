// `valign` of every container, whatever stands in it: it moves what the reference says, or a finding says that it does
// not.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { layOutOf } from "../../../support/lay-out.ts";

const EMU_PER_MM = 36_000;
const PLACES = ["top", "middle", "bottom"] as const;

/** Elements at places of their own. */
const placed = (children: readonly string[]): string =>
  children.map((child, index) => `${child} x=${index * 30}mm y=0mm`).join("\n");
const lines = (children: readonly string[]): string => children.join("\n");

/** Containers that place all that stands in them together, and each text so in its own box. */
const PLACING: Readonly<Record<string, (valign: string, children: readonly string[]) => string>> = {
  box: (valign, children) => `box h=60mm ${valign} {\n${lines(children)}\n}`,
  "framed box": (valign, children) => `box w=80mm min-h=60mm border=1pt padding=2mm ${valign} {\n${lines(children)}\n}`,
  stack: (valign, children) => `stack h=60mm ${valign} {\n${lines(children)}\n}`,
  "stack in a row": (valign, children) => `row h=60mm {\nstack w=80mm ${valign} {\n${lines(children)}\n}\n}`,
  "stack beside a higher one": (valign, children) =>
    `row {\nstack w=80mm ${valign} {\n${lines(children)}\n}\nrect w=9mm h=60mm fill=#dddddd\n}`,
  "box in a grid": (valign, children) =>
    `grid cols=[80mm, 20mm] {\nbox ${valign} {\n${lines(children)}\n}\nrect h=60mm fill=#dddddd\n}`,
  "turned box": (valign, children) => `box w=80mm h=60mm rotate=180 ${valign} {\n${lines(children)}\n}`,
};

/** Containers that hand it on: each text stands so in its own box. */
const HANDING: Readonly<Record<string, (valign: string, children: readonly string[]) => string>> = {
  "box without a height": (valign, children) => `box ${valign} {\n${lines(children)}\n}`,
  each: (valign, children) => `each rows ${valign} {\n${lines(children)}\n}`,
  columns: (valign, children) => `columns n=2 ${valign} {\n${lines(children)}\n}`,
  plate: (valign, children) => `plate h=60mm ${valign} {\n${placed(children)}\n}`,
  "box in a cell": (valign, children) =>
    `grid cols=[80mm] row-h=60mm {\ncell {\nbox ${valign} {\n${lines(children)}\n}\n}\n}`,
};

/** Cells move all that stands in them, together. */
const MOVING: Readonly<Record<string, (valign: string, children: readonly string[]) => string>> = {
  "cell of a grid": (valign, children) => `grid cols=[80mm] row-h=60mm {\ncell ${valign} {\n${lines(children)}\n}\n}`,
  "framed cell": (valign, children) =>
    `grid cols=[80mm] border=2pt row-h=60mm {\ncell padding=3mm ${valign} {\n${lines(children)}\n}\n}`,
  "all cells of a grid": (valign, children) =>
    `grid cols=[80mm] row-h=60mm ${valign} {\ncell {\n${lines(children)}\n}\n}`,
  "cell of two rows": (valign, children) =>
    `grid cols=[80mm, 40mm] row-h=30mm {\ncell rows=2 ${valign} {\n${lines(children)}\n}\ncell "x"\ncell "x"\n}`,
  column: (valign, children) =>
    `table rows row-h=60mm {\ncolumn name "題" w=80mm ${valign} {\n${lines(children)}\n}\n}`,
  table: (valign, children) => `table rows row-h=60mm ${valign} {\ncolumn name "題" w=80mm {\n${lines(children)}\n}\n}`,
};

const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  "one text": ['text "k" w=20mm'],
  "two texts": ['text "k" w=20mm', 'text "k" w=20mm'],
  "three texts": ['text "k" w=20mm', 'text "k\\nk" w=20mm', 'text "k" w=20mm'],
  "a high text": ['text "k" w=20mm h=12mm'],
  "high texts": ['text "k" w=20mm h=12mm', 'text "k" w=20mm h=15mm'],
  "texts and a high one": ['text "k" w=20mm', 'text "k" w=20mm h=15mm', 'rich w=20mm h=12mm {\nspan "k"\n}'],
};

interface Drawn {
  readonly baselinesMm: readonly number[];
  readonly isTold: boolean;
}

function drawn(element: string): Drawn {
  const source = `rpt 1\nfield rows[].name string(9) example=["x"]\npage A4 margin=10mm {\nbody {\n${element}\n}\n}\n`;
  const isTold = compileSource(source).diagnostics.some(
    ({ code, message }) => code === "RPT1023" && message.startsWith("valign"),
  );
  const items = layOutOf(source)().value.pages[0]?.items ?? [];
  const baselinesMm = items.flatMap((item) =>
    item.kind === "glyphs" && item.run.text === "k" ? [Math.round((item.yEmu / EMU_PER_MM) * 100) / 100] : [],
  );
  return { baselinesMm, isTold };
}

/** How far each baseline stands below that of `top`. */
function movements(write: (valign: string, children: readonly string[]) => string, children: readonly string[]) {
  const [top, middle, bottom] = PLACES.map((place) => drawn(write(`valign=${place}`, children)));
  const by = (at: Drawn | undefined) =>
    (at?.baselinesMm ?? []).map((mm, index) => Math.round((mm - (top?.baselinesMm[index] ?? 0)) * 10) / 10);
  return { middle: by(middle), bottom: by(bottom), isTold: [top, middle, bottom].map((each) => each?.isTold) };
}

/** What of its own height each text of some children leaves free. */
const LINE_MM = 4.4;
function freeHeights(children: readonly string[]): readonly number[] {
  return children.flatMap((child) => {
    const count = (child.match(/k/gu) ?? []).length;
    const height = / h=(\d+)mm/u.exec(child)?.[1];
    return Array.from({ length: count }, () => (height === undefined ? 0 : Number(height) - LINE_MM));
  });
}

const spread = (all: readonly number[]): number => Math.max(...all) - Math.min(...all);

describe.each(Object.entries(HANDING))("%s", (name, write) => {
  test.each(Object.entries(CHILDREN))("%s", (_, all) => {
    const children = all.filter((child) => name !== "plate" || child.startsWith("text"));
    const { middle, bottom, isTold } = movements(write, children);
    const free = freeHeights(children);
    for (const [index, mm] of free.entries()) {
      expect(middle[index]).toBeCloseTo(mm / 2, 0);
      expect(bottom[index]).toBeCloseTo(mm, 0);
    }
    expect(isTold).toEqual(PLACES.map(() => free.every((mm) => mm === 0)));
  });
});

describe.each(Object.entries(PLACING))("%s", (name, write) => {
  const sign = name.startsWith("turned") ? -1 : 1;
  test.each(Object.entries(CHILDREN))("%s", (_, children) => {
    const { middle, bottom, isTold } = movements(write, children);
    const free = freeHeights(children);
    const together = bottom.map((mm, index) => sign * mm - (free[index] ?? 0));
    const half = middle.map((mm, index) => sign * mm - (free[index] ?? 0) / 2);
    expect(spread(together)).toBeLessThan(0.3);
    expect(spread(half)).toBeLessThan(0.3);
    expect(together[0]).toBeGreaterThan(20);
    expect(half[0]).toBeCloseTo((together[0] ?? 0) / 2, 0);
    expect(isTold).toEqual([false, false, false]);
  });
});

describe.each(Object.entries(MOVING))("%s", (_name, write) => {
  test.each(Object.entries(CHILDREN))("%s", (_, children) => {
    const { middle, bottom, isTold } = movements(write, children);
    expect(spread(middle)).toBeLessThan(0.15);
    expect(spread(bottom)).toBeLessThan(0.15);
    expect(bottom[0]).toBeGreaterThan(20);
    expect(middle[0]).toBeCloseTo((bottom[0] ?? 0) / 2, 0);
    expect(isTold).toEqual([false, false, false]);
  });
});

test("a band whose texts have no h is told of", () => {
  for (const band of ["header h=20mm", "footer h=20mm", "background"]) {
    const text = 'text "k" x=20mm y=5mm w=20mm';
    const { diagnostics } = compileSource(
      `rpt 1\npage A4 margin=10mm {\n${band} valign=middle {\n${text}\n}\nbody {\ntext "k"\n}\n}\n`,
    );
    expect(diagnostics.map(({ message }) => message).join()).toMatch(/valign/u);
  }
});
