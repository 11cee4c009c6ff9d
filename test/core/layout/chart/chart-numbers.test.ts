import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import {
  type FillItem,
  inkOf,
  type PageDocument,
  type PathCommand,
  type Rectangle,
} from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutData } from "../../../support/lay-out.ts";

/** Numbers of several series are looked at without a legend, which is told. */
function isNews({ code }: { readonly code: string }): boolean {
  return code !== "RPT4035";
}

function lay(kind: string, head: string, rows: readonly unknown[]) {
  const source = `rpt 1
field rows[].name string(20) example=["A"]
field rows[].v? decimal(14,2) example=[1]
field rows[].w? decimal(14,2) example=[1]
page A4 {
  body {
    chart ${kind} rows ${head} legend=none alt="図" {
      category (.name)
      series "甲" (.v) format='"v"0.00' color=#8fb4e0
      series "乙" (.w) format='"w"0.00' color=#d9534f
    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return layOutData(value, { rows });
}

/** The numbers of series, which begin with their letter. */
function numbers(document: PageDocument): readonly string[] {
  const texts = (document.pages[0]?.items ?? []).flatMap((item) => (item.kind === "glyphs" ? [item.run.text] : []));
  return texts.join("").match(/-?[vw]\d+\.\d\d/gu) ?? [];
}

const value = fc.oneof(
  fc.constant(null),
  fc.constantFrom(0, 0.01, -0.01, 1_000_000_000),
  fc.integer({ min: -20_000, max: 90_000 }).map((units) => units / 100),
);

test("the number of each bar, part and point stands there whole, or is told", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("bar", "stacked", "line"),
      fc.record({ w: fc.integer({ min: 40, max: 180 }), h: fc.integer({ min: 30, max: 100 }) }),
      fc.array(fc.record({ v: value, w: value }), { minLength: 1, maxLength: 12 }),
      (kind, { w, h }, data) => {
        const rows = data.map((one, at) => ({ ...one, name: `N${at}` }));
        const { value: document, diagnostics } = lay(kind, `w=${w}mm h=${h}mm`, rows);
        if (diagnostics.some(({ code }) => code === "RPT4001" || code === "RPT4002")) return;
        const written = (sign: string, one: number) => `${one < 0 ? "-" : ""}${sign}${Math.abs(one).toFixed(2)}`;
        const wanted = data.flatMap((row) =>
          (["v", "w"] as const).flatMap((sign) => {
            const one = row[sign];
            return one === null ? [] : [written(sign, one)];
          }),
        );
        const stand = [...numbers(document)];
        const missing = wanted.filter((one) => {
          const at = stand.indexOf(one);
          if (at >= 0) stand.splice(at, 1);
          return at < 0;
        });
        expect(stand).toEqual([]);
        const told = diagnostics.map(({ message }) => Number(/^(\d+) numbers? of the chart/u.exec(message)?.[1] ?? 0));
        expect(told.reduce((sum, count) => sum + count, 0)).toBe(missing.length);
      },
    ),
    { numRuns: inLane({ fast: 60, full: 3_000 }) },
  );
});

/** Bars and parts, and the white grounds of numbers. */
function areas(document: PageDocument) {
  const fills = (document.pages[0]?.items ?? []).filter((item): item is FillItem => item.kind === "fill");
  const inks = (from: readonly FillItem[]) => from.flatMap((item) => inkOf(item) ?? []);
  return {
    marks: inks(fills.filter((item) => item.isMark === true)),
    grounds: inks(fills.filter((item) => item.isMark !== true && item.color.join() === "255,255,255,255")),
  };
}

test("no number hides the end of a bar, or a part of a stack", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("bar", "stacked"),
      fc.integer({ min: 30, max: 180 }),
      fc.array(fc.record({ v: value, w: value }), { minLength: 1, maxLength: 10 }),
      (kind, w, data) => {
        const rows = data.map((one, at) => ({ ...one, name: `N${at}` }));
        const { marks, grounds } = areas(lay(kind, `w=${w}mm h=60mm`, rows).value);
        for (const mark of marks) {
          // What is lower than a line is, is not seen anyway.
          if (mark.bottomEmu - mark.topEmu < 12_700) continue;
          expect(Math.min(endSeen(mark, grounds, "topEmu"), endSeen(mark, grounds, "bottomEmu"))).toBeGreaterThan(0.3);
        }
      },
    ),
    { numRuns: inLane({ fast: 60, full: 3_000 }) },
  );
});

test("no number cuts another bar, or another part of a stack beside its own", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("bar", "stacked"),
      fc.integer({ min: 30, max: 120 }),
      fc.array(fc.record({ v: fc.integer({ min: 1, max: 9_000 }), w: fc.integer({ min: 1, max: 9_000 }) }), {
        minLength: 2,
        maxLength: 6,
      }),
      (kind, w, data) => {
        const rows = data.map((one, at) => ({ ...one, name: `N${at}` }));
        const { marks, grounds } = areas(lay(kind, `w=${w}mm h=60mm`, rows).value);
        for (const ground of grounds) {
          const cut = marks.filter((mark) => {
            const width = Math.min(mark.rightEmu, ground.rightEmu) - Math.max(mark.leftEmu, ground.leftEmu);
            const height = Math.min(mark.bottomEmu, ground.bottomEmu) - Math.max(mark.topEmu, ground.topEmu);
            const isLow = mark.bottomEmu - mark.topEmu < 25_400;
            return !isLow && width > 0.35 * (mark.rightEmu - mark.leftEmu) && height > 25_400;
          });
          // A number in the middle of its own part of a stack may be wider than that.
          const stacks = new Set(cut.map((mark) => mark.leftEmu));
          expect(kind === "bar" ? stacks.size : Math.max(0, stacks.size - 1)).toBe(0);
        }
      },
    ),
    { numRuns: inLane({ fast: 60, full: 2_000 }) },
  );
});

/** A chart of bars with numbers, a line over them and a marked line across them. */
function layUnderLines(kind: string, head: string, data: { readonly rows: readonly unknown[]; readonly lim: number }) {
  const source = `rpt 1
field rows[].name string(20) example=["A"]
field rows[].v decimal(14,2) example=[1]
field rows[].w decimal(14,2) example=[1]
field rows[].u? decimal(14,2) example=[1]
field lim decimal(14,2) example=1
page A4 {
  body {
    chart ${kind} rows ${head} legend=none alt="図" {
      category (.name)
      series "甲" (.v) format='"v"0' color=#8fb4e0
      series "乙" (.w) format='"w"0' color=#d9a34f
      series "目標" (.u) type=line color=#000000
      axis y min=0 max=200 line-at=(lim)
    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return layOutData(value, data);
}

/** The letters of numbers that no ground parts from the lines, and all that lines and marks run through. */
function struckNumbers(document: PageDocument): readonly string[] {
  const items = document.pages[0]?.items ?? [];
  const { grounds } = areas(document);
  const places = items.flatMap((item) => {
    const isLine = item.kind === "stroke" && (item.join === "round" || item.dashEmu.length > 0);
    const isMarker = item.kind === "fill" && item.isMark !== true && item.color.join() === "0,0,0,255";
    return (isLine || isMarker) && item.shape.kind === "path" ? placesAlong(item.shape.commands) : [];
  });
  return items.flatMap((item) => {
    if (item.kind !== "glyphs" || !/[vw\d]/u.test(item.run.text)) return [];
    const { xEmu, yEmu, advanceEmu, sizeEmu } = item;
    const [right, top] = [xEmu + advanceEmu, yEmu - sizeEmu * 0.7];
    const isGrounded = grounds.some((one) => {
      return one.leftEmu <= xEmu && one.rightEmu >= right && one.topEmu <= top && one.bottomEmu >= yEmu;
    });
    const isStruck = places.some(([x, y]) => x > xEmu && x < right && y > top && y < yEmu);
    return isStruck && !isGrounded ? [item.run.text] : [];
  });
}

/** Places so near to one another that none of them passes by a letter. */
function placesAlong(commands: readonly PathCommand[]): readonly (readonly [number, number])[] {
  const ends = commands.flatMap((one) => (one.op === "close" ? [] : [[one.xEmu, one.yEmu] as const]));
  return ends.slice(1).flatMap(([x, y], at) => {
    const [fromX, fromY] = ends[at] ?? [x, y];
    return Array.from({ length: 400 }, (_, part) => {
      return [fromX + ((x - fromX) * part) / 400, fromY + ((y - fromY) * part) / 400] as const;
    });
  });
}

test("no line and no mark runs through the number of a bar or part", () => {
  const inAxis = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(
      fc.constantFrom("bar", "stacked"),
      fc.record({ w: fc.integer({ min: 40, max: 180 }), h: fc.integer({ min: 30, max: 90 }) }),
      fc.array(fc.record({ v: inAxis, w: inAxis, u: fc.option(fc.integer({ min: 0, max: 200 }), { nil: null }) }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.integer({ min: 0, max: 220 }),
      (kind, { w, h }, data, lim) => {
        const rows = data.map((one, at) => ({ ...one, name: `名${"あいうえおか"[at]}` }));
        const { value: document, diagnostics } = layUnderLines(kind, `w=${w}mm h=${h}mm`, { rows, lim });
        if (diagnostics.some(({ code }) => code === "RPT4001" || code === "RPT4002")) return;
        expect(struckNumbers(document)).toEqual([]);
        const texts = (document.pages[0]?.items ?? []).flatMap((one) => (one.kind === "glyphs" ? [one.run.text] : []));
        const stand = texts.join("").match(/[vw]\d+/gu) ?? [];
        const told = diagnostics.map(({ message }) => Number(/^(\d+) numbers? of the chart/u.exec(message)?.[1] ?? 0));
        expect(stand.length + told.reduce((sum, count) => sum + count, 0)).toBe(2 * data.length);
      },
    ),
    { numRuns: inLane({ fast: 60, full: 2_000 }) },
  );
});

test("a number in the middle of its part moves within it where a line runs there", () => {
  const parts = [
    [10, 100],
    [12, 88],
    [20, 60],
  ];
  const rows = parts.map(([v, w], at) => ({ name: `名${at}`, v, w, u: 60 }));
  for (const lim of [60, 210]) {
    const { value: document } = layUnderLines("stacked", "w=128mm h=55mm", { rows, lim });
    const items = document.pages[0]?.items ?? [];
    const texts = items.flatMap((one) => (one.kind === "glyphs" ? [one.run.text] : []));
    expect(texts.join("").match(/w\d+/gu)).toEqual(["w100", "w88", "w60"]);
    expect(struckNumbers(document)).toEqual([]);
  }
});

/** A chart of lines, and where the numbers of its points stand, by their texts. */
function layLines(
  rows: readonly { readonly v: number; readonly w: number }[],
  pattern = "0.00",
  signs = true,
  series: "both" | "first" = "both",
) {
  const named = rows.map((one, at) => ({ ...one, name: `N${at}` }));
  const source = `rpt 1
field rows[].name string(20) example=["A"]
field rows[].v decimal(14,2) example=[1]
field rows[].w decimal(14,2) example=[1]
page A4 {
  body {
    chart line rows w=170mm h=55mm legend=none alt="図" {
      category (.name)
      series "甲" (.v) format='${signs ? '"v"' : ""}${pattern}'
      series "乙" (.w)${series === "both" ? ` format='${signs ? '"w"' : ""}${pattern}'` : ""}
    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return layOutData(value, { rows: named });
}

test("of two points that are near, the upper one has its number above, the lower one below", () => {
  const near = fc
    .integer({ min: 30, max: 90 })
    .chain((v) => fc.integer({ min: -2, max: 2 }).map((by) => ({ v, w: v + (by === 0 ? 1 : by) })));
  fc.assert(
    fc.property(fc.array(near, { minLength: 1, maxLength: 5 }), (rows) => {
      const { value: document, diagnostics } = layLines(rows);
      expect(diagnostics.filter(isNews)).toEqual([]);
      const found = (document.pages[0]?.items ?? []).flatMap((item) =>
        item.kind === "glyphs" && /^[vw]/u.test(item.run.text) ? [item] : [],
      );
      const yOf = (sign: string) => found.filter(({ run }) => run.text.startsWith(sign)).map(({ yEmu }) => yEmu);
      rows.forEach(({ v, w }, at) => {
        const [ofV, ofW] = [yOf("v")[at] ?? Number.NaN, yOf("w")[at] ?? Number.NaN];
        expect(v > w ? ofV < ofW : ofW < ofV).toBe(true);
      });
    }),
    { numRuns: inLane({ fast: 30, full: 500 }) },
  );
});

test("a shorter pattern is a repair only where one has room", () => {
  const repairs = ({ diagnostics }: ReturnType<typeof layLines>) =>
    diagnostics.flatMap(({ message, repair }) => (/numbers? of the chart/u.test(message) ? [repair?.title] : []));
  const dense = Array.from({ length: 30 }, (_, at) => ({ v: 20 + (at % 2), w: 90 - (at % 2) }));
  expect(repairs(layLines(dense, "0.0000"))).toEqual([
    "enlarge w and h, or write a shorter format= at the series, or none",
  ]);
  const crowded = Array.from({ length: 90 }, (_, at) => ({ v: 20 + at, w: 900 - at }));
  expect(repairs(layLines(crowded, "0", false))).toEqual(["enlarge w and h, or write no format= at one of the series"]);
  expect(repairs(layLines(crowded, "0", false, "first"))).toEqual([
    "enlarge w and h, or write no format= at the series",
  ]);
  // Near the axis, the lower of two has no room on either side.
  const low = [
    { v: 0, w: 0.5 },
    { v: 90, w: 60 },
  ];
  expect(repairs(layLines(low, "0.0"))).toEqual(["enlarge w and h, or write no format= at one of the series"]);
});

/** The share of a bar's edge that no single ground lies over. */
function endSeen(mark: Rectangle, grounds: readonly Rectangle[], edge: "topEmu" | "bottomEmu"): number {
  const y = mark[edge];
  const width = mark.rightEmu - mark.leftEmu;
  const hidden = grounds
    .filter((one) => one.topEmu < y && one.bottomEmu > y)
    .map((one) => Math.min(one.rightEmu, mark.rightEmu) - Math.max(one.leftEmu, mark.leftEmu));
  return 1 - Math.max(0, ...hidden) / width;
}

/** A chart of stacks of three series with numbers, its numbers with their ink, and its bars. */
function layStacks(rows: readonly (readonly number[])[], { w = 170, pattern = "0" } = {}) {
  const names = ["a", "b", "c"] as const;
  const data = rows.map((row, at) => ({
    name: `N${"ABCDEFGHIJ"[at]}`,
    ...Object.fromEntries(row.map((one, of) => [names[of], one])),
  }));
  const source = `rpt 1
field rows[].name string(20) example=["A"]
${names.map((name) => `field rows[].${name}? decimal(14,2) example=[1]\n`).join("")}page A4 {
  body {
    chart stacked rows w=${w}mm h=80mm legend=none alt="図" {
      category (.name)
${names.map((name) => `      series "${name}" (.${name}) format='"${name}"${pattern}'\n`).join("")}    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  const laid = layOutData(value, { rows: data });
  const items = laid.value.pages[0]?.items ?? [];
  const numbered = items.flatMap((item) => {
    return item.kind === "glyphs" && /^-?[abc]\d/u.test(item.run.text)
      ? [{ text: item.run.text, ink: inkOf(item) }]
      : [];
  });
  const bars = items.filter((item): item is FillItem => item.kind === "fill" && item.isMark === true);
  return { numbered, bars: bars.flatMap((item) => inkOf(item) ?? []), diagnostics: laid.diagnostics };
}

describe("the number of a zero in a stack", () => {
  test.each([
    ["of all zeros", [0, 0, 0], "c", "above"],
    ["at the end of its stack", [10, 20, 0], "c", "above"],
    ["over parts below zero", [-10, -20, 0], "c", "above"],
    ["between two parts", [10, 0, 20], "b", "beside"],
    ["under all parts", [0, 10, 20], "a", "beside"],
    ["between parts above and below zero", [-10, 0, 20], "b", "beside"],
  ])("%s", (_, row, name, where) => {
    const { numbered, bars, diagnostics } = layStacks([row]);
    expect(diagnostics.filter(isNews)).toEqual([]);
    expect(numbered.map(({ text }) => text.replace("-", "")[0]).sort()).toEqual(["a", "b", "c"]);
    const ink = numbered.find(({ text }) => text === `${name}0`)?.ink;
    const [left, right] = [Math.min(...bars.map((bar) => bar.leftEmu)), Math.max(...bars.map((bar) => bar.rightEmu))];
    if (ink == null) throw new Error("the zero has no ink");
    if (bars.length === 0) return;
    const isOver = ink.leftEmu < right && ink.rightEmu > left;
    expect(isOver ? "above" : "beside").toBe(where);
    // Whether above or beside: nothing of a part lies under it.
    const touched = bars.filter((bar) => {
      const isAcross = ink.leftEmu < bar.rightEmu && ink.rightEmu > bar.leftEmu;
      return isAcross && ink.topEmu < bar.bottomEmu && ink.bottomEmu > bar.topEmu;
    });
    expect(touched).toEqual([]);
  });

  test("that has no room is told, with a pattern that prints none", () => {
    const rows = Array.from({ length: 8 }, () => [10, 0, 20]);
    const found = layStacks(rows, { w: 60 }).diagnostics.filter(({ code }) => code === "RPT4003");
    expect(found.map(({ repair }) => repair?.title)).toEqual([
      "enlarge w and h, or end format= of the series with a part that prints no zero: format='#,##0;-#,##0;'",
    ]);
    const without = layStacks(rows, { w: 60, pattern: "0;-0;" });
    expect(without.numbered.map(({ text }) => text).filter((text) => text === "b0")).toEqual([]);
    expect(without.diagnostics.filter(isNews)).toEqual([]);
  });
});

test("the lines of an axis end before a number that stands on them", () => {
  // The number of 0.95 stands where the line of 1 runs.
  const document = lay("line", "w=120mm h=50mm", [
    { name: "A", v: 0, w: null },
    { name: "B", v: 0.95, w: null },
  ]).value;
  const { grounds } = areas(document);
  const letters = (document.pages[0]?.items ?? []).filter(
    (item) => item.kind === "glyphs" && item.run.text === "v0.95",
  );
  expect(letters).toHaveLength(1);
  for (const item of letters) {
    const ink = inkOf(item);
    const ground = grounds.find(({ topEmu, bottomEmu, leftEmu, rightEmu }) => {
      return (
        ink !== null &&
        topEmu < ink.bottomEmu &&
        bottomEmu > ink.topEmu &&
        leftEmu < ink.rightEmu &&
        rightEmu > ink.leftEmu
      );
    });
    expect((ink?.leftEmu ?? 0) - (ground?.leftEmu ?? 0)).toBeGreaterThan(12_000);
    expect((ground?.rightEmu ?? 0) - (ink?.rightEmu ?? 0)).toBeGreaterThan(12_000);
  }
});
