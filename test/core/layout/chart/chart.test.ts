import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import type { FillItem, PageDocument } from "../../../../src/core/layout/index.ts";
import { mm } from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutData, pageLines } from "../../../support/lay-out.ts";

function form(head: string, children: readonly string[]): string {
  const lines = children.map((line) => `      ${line}\n`).join("");
  return `rpt 1
field rows[].name string(20) example=["A"]
field rows[].v? decimal(12,4) example=[1]
field rows[].w? decimal(12,4) example=[1]
page A4 {
  body {
    chart ${head} w=120mm h=70mm alt="図" {
      category (.name)
${lines}    }
  }
}
`;
}

function lay(head: string, children: readonly string[], rows: readonly unknown[]) {
  const source = form(head, children);
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return layOutData(value, { rows });
}

/** The texts of the page: runs that touch are of one. */
function names(document: PageDocument): readonly string[] {
  const words: string[] = [];
  let end = { x: -1, y: -1 };
  for (const item of document.pages[0]?.items ?? []) {
    if (item.kind !== "glyphs") continue;
    const touches = item.yEmu === end.y && Math.abs(item.xEmu - end.x) < 20_000;
    words.push((touches ? (words.pop() ?? "") : "") + item.run.text);
    end = { x: item.xEmu + item.advanceEmu, y: item.yEmu };
  }
  return words;
}

/** Heights of the filled rectangles of a colour, the first as 100. */
function heights(document: PageDocument, color: string): readonly number[] {
  const found = (document.pages[0]?.items ?? [])
    .filter((item): item is FillItem => item.kind === "fill")
    .filter(
      (item) =>
        item.color
          .slice(0, 3)
          .map((one) => one.toString(16).padStart(2, "0"))
          .join("") === color,
    )
    .map(({ shape }) => {
      const ys = shape.kind === "path" ? shape.commands.flatMap((one) => (one.op === "close" ? [] : [one.yEmu])) : [];
      return Math.max(...ys) - Math.min(...ys);
    });
  return found.map((height) => Math.round((height * 100) / (found[0] ?? 1)));
}

const V = 'series "甲" (.v) color=#8fb4e0';
const W = 'series "乙" (.w) color=#d9534f';
const rows = (...values: readonly (number | null)[]) => values.map((v, at) => ({ name: `N${at}`, v }));

describe("the axis of values has steps that people count in", () => {
  test.each([
    [
      [120.5, 240.5],
      ["0", "50", "100", "150", "200", "250"],
    ],
    [
      [3, 7],
      ["0", "2", "4", "6", "8"],
    ],
    [
      [0.012, 0.018],
      ["0.000", "0.005", "0.010", "0.015", "0.020"],
    ],
    [
      [-35, 40],
      ["-40", "-20", "0", "20", "40"],
    ],
    [
      [-8, -3],
      ["-8", "-6", "-4", "-2", "0"],
    ],
    [
      [0, 0],
      ["0", "1"],
    ],
    [[1234567], ["0", "500,000", "1,000,000", "1,500,000"]],
  ] as const)("%j", (values, expected) => {
    const { value, diagnostics } = lay("bar rows", [V], rows(...values));
    expect(diagnostics).toEqual([]);
    expect(names(value).filter((name) => /^[-\d.,]+$/u.test(name))).toEqual(expected);
  });

  test("limits, steps and pattern of the source stand over the data", () => {
    const { value } = lay("bar rows", [V, "axis y min=0 max=150 step=25 format='0\"%\"'"], rows(90));
    expect(names(value).filter((name) => name.endsWith("%"))).toEqual([
      "0%",
      "25%",
      "50%",
      "75%",
      "100%",
      "125%",
      "150%",
    ]);
  });

  test("what limits cut off is told with its path", () => {
    const { diagnostics } = lay("bar rows", [V, "axis y min=0 max=100"], rows(90, 120));
    expect(diagnostics.map((each) => `${each.code} ${each.message}`)).toEqual([
      "RPT4020 120 lies outside of the axis from 0 to 100 (page 1, x 15.0mm, y 15.0mm, rows[1].v)",
    ]);
  });

  test("names of steps are exact multiples, whatever the data", () => {
    const number = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((units) => units / 100);
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (values) => {
        const { value, diagnostics } = lay("bar rows", [V], rows(...values));
        expect(diagnostics).toEqual([]);
        const ticks = names(value)
          .filter((name) => /^-?[\d.,]+$/u.test(name))
          .map((name) => Math.round(Number(name.replaceAll(",", "")) * 1000));
        const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
        expect(ticks.length).toBeGreaterThan(1);
        ticks.forEach((tick, at) => {
          expect(tick).toBe((ticks[0] ?? 0) + at * step);
        });
        expect(ticks).toContain(0);
      }),
      { numRuns: inLane({ fast: 25, full: 1_000 }) },
    );
  });
});

describe("bars", () => {
  test("are as high as their values", () => {
    expect(heights(lay("bar rows", [V], rows(100, 50, 25, 0, -50)).value, "8fb4e0")).toEqual([100, 50, 25, 50]);
  });

  test("of stacks lie on one another, those below zero for themselves", () => {
    const data = [
      { name: "N", v: 60, w: 30 },
      { name: "M", v: 60, w: -30 },
    ];
    const { value } = lay("stacked rows legend=none", [V, W], data);
    expect(heights(value, "8fb4e0")).toEqual([100, 100]);
    expect(heights(value, "d9534f")).toEqual([100, 100]);
    expect(names(value)).toContain("100");
    expect(names(value)).toContain("-40");
  });

  test("have their numbers beside them where a pattern is given", () => {
    const { value } = lay("bar rows", [`${V} format='#,##0.0'`], rows(1234.5));
    expect(names(value)).toContain("1,234.5");
  });

  test.each([
    ["crossed beyond its end", 97, "100", "within"],
    ["free beyond its end", 60, "100", "beyond"],
    ["crossed on both sides of its end", 97, "[94, 100]", "beyond"],
  ])("have their number where no marked line crosses it: %s", (_, value, lines, expected) => {
    const series = [`axis y min=0 max=125 line-at=${lines}`, `${V} format='0.0'`];
    const { value: document } = lay("bar rows", series, rows(value));
    const items = document.pages[0]?.items ?? [];
    const bar = items.find((item) => item.kind === "fill" && item.color[0] === 0x8f);
    const shape = bar?.kind === "fill" ? bar.shape : null;
    const commands = shape?.kind === "path" ? shape.commands : [];
    const top = Math.min(...commands.flatMap((one) => (one.op === "close" ? [] : [one.yEmu])));
    const number = items.find((item) => item.kind === "glyphs" && item.run.text === `${value}.0`);
    const baseline = number?.kind === "glyphs" ? number.yEmu : 0;
    expect(baseline > top ? "within" : "beyond").toBe(expected);
  });

  test("take their colour from their record", () => {
    const late = "series \"甲\" (.v) color=(if(.v > 60, '#d9534f', '#8fb4e0'))";
    const { value } = lay("bar rows", [late], rows(50, 100));
    expect(heights(value, "8fb4e0")).toHaveLength(1);
    expect(heights(value, "d9534f")).toHaveLength(1);
  });
});

/** The fills of a colour, as their least and greatest heights on the page; `curved` are those that waves bound. */
function fillsOf(document: PageDocument, color: readonly number[]) {
  return (document.pages[0]?.items ?? []).flatMap((item) => {
    if (item.kind !== "fill" || item.shape.kind !== "path") return [];
    if (color.some((part, at) => item.color[at] !== part)) return [];
    const points = item.shape.commands.flatMap((one) => (one.op === "close" ? [] : [one]));
    const xs = points.map((one) => one.xEmu);
    const ys = points.map((one) => one.yEmu);
    const isCurved = points.some((one) => one.op === "curve");
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return [{ left, right, top, bottom, isCurved, corners: points.length }];
  });
}

const PAPER = [255, 255, 255];
const BLUE = [0x8f, 0xb4, 0xe0];

describe("what limits of an axis cut off", () => {
  const limit = fc.option(fc.integer({ min: -120, max: 120 }), { nil: null });
  const number = fc.integer({ min: -2_000, max: 2_000 }).map((tenths) => tenths / 10);
  const axisOf = (min: number | null, max: number | null) => {
    const limits = [min === null ? "" : ` min=${min}`, max === null ? "" : ` max=${max}`].join("");
    return limits === "" ? [] : [`axis y${limits}`];
  };
  const told = (messages: readonly string[]) => messages.filter((one) => one.startsWith("RPT4020"));

  test("a bar is as high as its value, or has a break mark, its number and a finding", () => {
    fc.assert(
      fc.property(limit, limit, fc.array(number, { minLength: 1, maxLength: 5 }), (one, other, values) => {
        const [min, max] = one !== null && other !== null && one > other ? [other, one] : [one, other];
        if (min !== null && min === max) return;
        const { value, diagnostics } = lay("bar rows", [V, ...axisOf(min, max)], rows(...values));
        const messages = diagnostics.map(({ code, message }) => `${code} ${message}`);
        const ticks = placed(value)
          .filter((run) => /^-?[\d.,]+$/u.test(run.text) && run.xEmu < mm(20))
          .map((run) => ({ value: Number(run.text.replaceAll(",", "")), yEmu: run.yEmu }));
        const [low, high] = [ticks[0], ticks.at(-1)];
        if (low === undefined || high === undefined || low.value === high.value) return;
        const emuOfOne = (low.yEmu - high.yEmu) / (high.value - low.value);
        const waves = fillsOf(value, PAPER).filter((mark) => mark.isCurved);
        const bars = fillsOf(value, BLUE);
        const drawn = values.filter((each) => each !== 0);
        const bare = bars.filter((bar) => bar.corners === 4 && !waves.some((mark) => mark.left === bar.left));
        // Each bar without a mark is as high as one of the values.
        for (const bar of bare) {
          const height = (bar.bottom - bar.top) / emuOfOne;
          expect(drawn.some((each) => Math.abs(Math.abs(each) - height) < Math.max(1, 4_000 / emuOfOne))).toBe(true);
        }
        // Arrows have points, bars have edges.
        const isSeen = drawn.length === bars.length || drawn.some((each) => Math.abs(each) * emuOfOne < 1);
        expect(isSeen || (min ?? 0) > 0 || (max ?? 0) < 0).toBe(true);
        if (waves.length > 0) expect(told(messages).length).toBeGreaterThan(0);
        const beyondAxis = drawn.filter((each) => (max !== null && each > max) || (min !== null && each < min));
        if (beyondAxis.length === 0 || messages.some((message) => message.includes("cannot end"))) return;
        expect(told(messages).some((message) => message.includes("lies outside of the axis"))).toBe(true);
        const words = placed(value).map((run) => run.text);
        const isLeftOut = messages.some((message) => message.startsWith("RPT4003"));
        for (const each of beyondAxis) expect(isLeftOut || words.includes(String(each))).toBe(true);
      }),
      { numRuns: inLane({ fast: 60, full: 3_000 }) },
    );
  });

  test("a line ends where it leaves the plot, and an arrow points to what lies beyond", () => {
    const { value, diagnostics } = lay("line rows", [V, "axis y min=0 max=100"], rows(0, 200, 50, -50));
    const lines = (value.pages[0]?.items ?? []).flatMap((item) =>
      item.kind === "stroke" && item.join === "round" && item.shape.kind === "path" ? [item.shape.commands] : [],
    );
    const [top, bottom] = [
      placed(value).find((run) => run.text === "100"),
      placed(value).find((run) => run.text === "0"),
    ];
    const high = (bottom?.yEmu ?? 0) - (top?.yEmu ?? 0);
    const spans = lines.map((line) => line.flatMap((one) => (one.op === "close" ? [] : [one])));
    // Half of the way to 200, the last third of the way down to 50, half of the way to -50.
    expect(spans.map((points) => points.length)).toEqual([2, 3]);
    const [first, second] = spans;
    const across = (points: typeof first) => (points?.at(-1)?.xEmu ?? 0) - (points?.[0]?.xEmu ?? 0);
    expect(Math.round((across(second) / across(first)) * 100) / 100).toBeCloseTo((1 / 3 + 1 / 2) / (1 / 2), 1);
    expect((first?.[0]?.yEmu ?? 0) - (first?.at(-1)?.yEmu ?? 0)).toBeCloseTo(high, -3);
    expect(placed(value).map((run) => run.text)).toEqual(expect.arrayContaining(["200", "-50"]));
    expect(diagnostics.map((each) => each.message.replace(/ \(.*/u, ""))).toEqual([
      "200 lies outside of the axis from 0 to 100",
      "-50 lies outside of the axis from 0 to 100",
    ]);
  });

  test("a stack has a mark across it and its sum", () => {
    const data = [{ name: "A", v: 60, w: 90.4 }];
    const { value } = lay("stacked rows legend=none", [V, W, "axis y max=120"], data);
    expect(fillsOf(value, PAPER).filter((mark) => mark.isCurved)).toHaveLength(1);
    expect(placed(value).map((run) => run.text)).toContain("150.4");
  });

  test.each([
    ["axis y max=120 line-at=130", "the line at 130 lies outside of the axis from 0 to 120"],
    ["axis y min=50 max=20", "the axis cannot end at 20: it begins at 50, and is drawn to 51"],
    ["axis y min=20 max=120", "zero lies outside of the axis from 20 to 120"],
  ])("%s is told", (axis, expected) => {
    const { diagnostics } = lay("bar rows", [V, axis], rows(60));
    expect(diagnostics.map((each) => each.message.replace(/ \(.*/u, ""))).toContain(expected);
  });
});

describe("lines that mark values near to one another", () => {
  const DATA = [
    { name: "A", v: 10, w: 90 },
    { name: "B", v: 10.02 },
  ];

  test.each([
    ["of a chart of lines are apart", "line", [V, "axis y line-at=[9.95, 10.05]"], []],
    ["are told where bars keep zero", "bar", [V, "axis y line-at=[9.95, 10.05]"], ["9.95 and 10.05"]],
    ["are told where other values are far", "line", [V, W, "axis y line-at=[9.95, 10.05]"], ["9.95 and 10.05"]],
    ["are told once", "bar", [V, "axis y line-at=[9.95, 9.96, 9.97]"], ["9.95 and 9.96"]],
    ["are one where they are one value", "bar", [V, "axis y line-at=[10, 10]"], []],
    ["are apart where the advice is followed", "bar", [V, "axis y min=9.9 max=10.1 line-at=[9.95, 10.05]"], []],
  ] as const)("%s", (_, kind, children, expected) => {
    const { diagnostics } = lay(`${kind} rows legend=bottom`, children, DATA);
    const told = diagnostics.filter(({ code }) => code === "RPT5007");
    expect(told.map(({ message }) => /lines at (.*) look like one/u.exec(message)?.[1])).toEqual(expected);
  });
});

/** The baselines of runs of text, and where they begin and end. */
function placed(document: PageDocument) {
  return (document.pages[0]?.items ?? []).flatMap((item) =>
    item.kind === "glyphs"
      ? [{ text: item.run.text, xEmu: item.xEmu, endEmu: item.xEmu + item.advanceEmu, yEmu: item.yEmu }]
      : [],
  );
}

describe("what is written", () => {
  test("under bars below zero stands above the names of categories", () => {
    const { value } = lay("bar rows", [`${V} format='0.0'`], rows(-100, -50));
    const found = placed(value);
    const yOf = (text: string) => found.find((run) => run.text === text)?.yEmu ?? 0;
    expect(yOf("-100.0")).toBeGreaterThan(yOf("-100"));
    expect(yOf("N0") - yOf("-100.0")).toBeGreaterThan(mm(4));
  });

  test("below a plot with wide numbers stays within the chart", () => {
    for (let length = 2; length < 12; length += 1) {
      const wide = Array.from({ length: 6 }, () => ({ name: "名".repeat(length), v: 12_345_678.1234, w: 1 }));
      const { value } = lay("bar rows", [V, W], wide);
      const bottom = placed(value).reduce((most, run) => Math.max(most, run.yEmu), 0);
      const legend = placed(value).find((run) => run.text === "甲")?.yEmu;
      expect(bottom, `${length} letters`).toBe(legend);
      const names = placed(value).filter((run) => run.text.startsWith("名"));
      expect(Math.max(...names.map((run) => run.yEmu)), `${length} letters`).toBeLessThan(bottom - mm(3));
    }
  });

  test("below very many categories never lies over what is beside it", () => {
    const days = Array.from({ length: 365 }, (_, at) => ({ name: `${(at % 12) + 1}月${(at % 28) + 1}日`, v: at }));
    const { value } = lay("line rows", [V], days);
    const found = placed(value);
    const foot = Math.max(...found.map((run) => run.yEmu));
    const line = found.filter((run) => run.yEmu === foot).sort((one, other) => one.xEmu - other.xEmu);
    expect(line.length).toBeGreaterThan(10);
    expect(line.slice(1).filter((run, at) => run.xEmu < (line[at]?.endEmu ?? 0))).toEqual([]);
  });

  test("on a stack that limits cut off stands in what is left of its part, and what is beyond is told", () => {
    const series = ["axis y max=60", `${V} format='0'`, `${W} format='0'`];
    const { value, diagnostics } = lay("stacked rows", series, [
      { name: "A", v: 40, w: 120 },
      { name: "B", v: 60, w: -5 },
    ]);
    const top = placed(value).find((run) => run.text === "60")?.yEmu ?? 0;
    const number = placed(value).find((run) => run.text === "120")?.yEmu ?? 0;
    expect(number - top).toBeGreaterThan(mm(4));
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^RPT4020 160 lies outside of the axis from -20 to 60 .*rows\[0\]\.w/),
    ]);
  });

  test("on a part of a stack that is too low is left out and told, and that of a zero stands beside the stack", () => {
    const series = [`${V} format='0'`, `${W} format='0'`];
    const { value, diagnostics } = lay("stacked rows", series, [
      { name: "A", v: 1_000_000, w: 7 },
      { name: "B", v: 0, w: 500_000 },
    ]);
    const words = names(value);
    expect([words.includes("7"), words.filter((word) => word === "0").length]).toEqual([false, 2]);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^RPT4003 1 number of the chart has no room beside the others .*rows\[0\]\.w/),
    ]);
  });

  test("over another number is left out and told, but not what says the same there", () => {
    const long = `${V} format='0.0000'`;
    const { value, diagnostics } = lay("line rows", [long, W], rows(...Array.from({ length: 20 }, () => 12_345_678)));
    const numbers = placed(value).filter((run) => run.text === "12345678.0000");
    expect(numbers.length).toBeGreaterThan(3);
    // Numbers that touch are read as one.
    for (const yEmu of new Set(numbers.map((run) => run.yEmu))) {
      const line = numbers.filter((run) => run.yEmu === yEmu);
      expect(line.slice(1).filter((run, at) => run.xEmu < (line[at]?.endEmu ?? 0) + mm(0.5))).toEqual([]);
    }
    expect(diagnostics[0]?.message).toContain(`${20 - numbers.length} numbers of the chart`);
    const both = [`${V} format='0.0'`, `${W} format='0.0'`];
    const same = lay("line rows", both, [{ name: "A", v: 5, w: 5 }]);
    expect(same.diagnostics).toEqual([]);
    expect(names(same.value).filter((word) => word === "5.0")).toEqual(["5.0"]);
  });
});

test("very narrow bars keep their colour: outlines would cover it", () => {
  const { value } = lay("bar rows", [V], rows(...Array.from({ length: 400 }, (_, at) => at + 1)));
  const strokes = (value.pages[0]?.items ?? []).filter((item) => item.kind === "stroke" && item.shape.kind === "path");
  expect(strokes.length).toBeLessThan(20);
});

describe("lines along the edge of their plot", () => {
  test.each([
    ["at zero", "", [0, 0, 0]],
    ["at the least value of the axis", "axis y min=5 max=9", [5, 5, 5]],
    ["of equal values below zero", "", [-5, -5, -5]],
    ["of one point", "axis y min=5", [5]],
  ])("%s lie over the axis", (_, axis, values) => {
    const { value } = lay("line rows", [V, axis], rows(...values));
    const items = value.pages[0]?.items ?? [];
    const of = (color: readonly number[]) =>
      items.flatMap((item, at) =>
        (item.kind === "stroke" || item.kind === "fill") && item.color.slice(0, 3).join() === color.join() ? [at] : [],
      );
    expect(of(BLUE).length).toBeGreaterThan(0);
    expect(Math.min(...of(BLUE))).toBeGreaterThan(Math.max(...of([0, 0, 0])));
  });
});

describe("lines", () => {
  test("have marks that can be told apart, and one wherever there is no line", () => {
    const values = Array.from({ length: 400 }, (_, at) => (at === 201 || at === 203 ? null : at));
    const { value } = lay("line rows", ['series "甲" (.v) color=#123456'], rows(...values));
    const marks = (value.pages[0]?.items ?? []).filter((item) => item.kind === "fill" && item.color[0] === 0x12);
    expect(marks.length).toBeGreaterThan(30);
    expect(marks.length).toBeLessThan(120);
  });

  test("break where there is no number", () => {
    const { value } = lay("line rows", ['series "甲" (.v) color=#123456'], rows(1, 2, null, 3, 4));
    const strokes = (value.pages[0]?.items ?? []).filter((item) => item.kind === "stroke" && item.join === "round");
    expect(strokes).toHaveLength(2);
  });
});

describe("charts of little or much", () => {
  test("a legend without room is told", () => {
    const { diagnostics } = lay("pie rows", [V], rows(...Array.from({ length: 40 }, () => 1)));
    expect(diagnostics.map((each) => each.message)).toEqual([
      "the legend has 40 names, and 15 fit beside the chart (page 1, x 15.0mm, y 15.0mm, rows[15].name)",
    ]);
  });

  test.each(["bar", "stacked", "line", "pie"])("a %s of nothing says so", (kind) => {
    expect(pageLines(lay(`${kind} rows`, [V], []).value, 0)).toEqual(["データなし"]);
    expect(pageLines(lay(`${kind} rows`, [V], rows(null)).value, 0)).toEqual(["データなし"]);
  });

  test("of many categories every so many are named", () => {
    const many = Array.from({ length: 200 }, (_, at) => ({ name: `第${at + 1}`, v: at }));
    const { value, diagnostics } = lay("line rows", [V], many);
    expect(diagnostics).toEqual([]);
    const shown = names(value).filter((name) => name.startsWith("第"));
    expect(shown[0]).toBe("第1");
    expect(shown.length).toBeLessThan(30);
  });

  test("too small a box is told", () => {
    const source = form("bar rows", [V]).replace("w=120mm h=70mm", "w=20mm h=10mm");
    const { value } = compileSource(source);
    const { diagnostics } = value === null ? { diagnostics: [] } : layOutData(value, { rows: rows(1) });
    expect(diagnostics.map((each) => each.code)).toContain("RPT4001");
  });
});

test("whatever the data, all of a chart lies in its box", () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.integer({ min: -5, max: 5 }),
    fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((one) => Math.round(one * 100) / 100),
    fc.constantFrom(1e-4, -1e-4, 99_999_999.9999, 1e21, -1e21),
  );
  const row = fc.record({ name: fc.string({ maxLength: 12 }), v: value, w: value });
  const kind = fc.constantFrom("bar", "stacked", "line", "pie");
  fc.assert(
    fc.property(kind, fc.array(row, { maxLength: 40 }), (chart, data) => {
      const { value: document } = lay(`${chart} rows`, [`${V} format='#,##0'`, W], data);
      for (const item of document.pages.flatMap((page) => page.items)) {
        if (item.kind !== "fill" && item.kind !== "stroke") continue;
        // The lines of a hatch are cut by the area that they fill.
        const path = item.shape.kind === "path" ? item.shape.commands : [];
        for (const command of item.clipPaths?.[0]?.commands ?? path) {
          if (command.op === "close") continue;
          expect(Number.isSafeInteger(command.xEmu) && Number.isSafeInteger(command.yEmu)).toBe(true);
          // The margin of 15 mm, the box of 120 by 70.
          expect(command.xEmu).toBeGreaterThanOrEqual(mm(15) - 20_000);
          expect(command.xEmu).toBeLessThanOrEqual(mm(135) + 20_000);
          expect(command.yEmu).toBeLessThanOrEqual(mm(85) + 20_000);
        }
      }
    }),
    { numRuns: inLane({ fast: 40, full: 2_000 }) },
  );
});

test("a chart is one figure with the words of its author", () => {
  const { value } = lay("bar rows", [V], rows(1));
  expect(value.structure.filter((node) => node.type === "Figure").map((node) => node.alt)).toEqual(["図"]);
});
