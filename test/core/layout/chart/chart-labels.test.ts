import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import { areRegular } from "../../../../src/core/layout/chart/chart-regular.ts";
import type { GlyphRunItem, PageDocument } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutData } from "../../../support/lay-out.ts";

/** A chart of records with the lines of the source in it. */
function chartOf(kind: string, size: string, lines: readonly string[]) {
  return `rpt 1
field rows[].name string(60) example=["A"]
field rows[].v? decimal(12,4) example=[1]
field rows[].w? decimal(12,4) example=[1]
sizes body=9pt
style base size=body
page A4 {
  body {
    chart ${kind} rows ${size} alt="図" {
      category (.name)
${lines.map((line) => `      ${line}\n`).join("")}    }
  }
}
`;
}

function lay(source: string, rows: readonly unknown[]) {
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return layOutData(value, { rows });
}

function runsOf(document: PageDocument): readonly GlyphRunItem[] {
  return document.pages.flatMap((page) => page.items.flatMap((item) => (item.kind === "glyphs" ? [item] : [])));
}

/** The letters of a page, in the order in which they are drawn. */
function lettersOf(document: PageDocument): string {
  return runsOf(document)
    .map(({ run }) => run.text)
    .join("");
}

const V = 'series "売上" (.v) color=#2050a0';
const named = (names: readonly string[]) => names.map((name, at) => ({ name, v: at * 10, w: at * 10 }));

describe("names of categories", () => {
  const branches = Array.from({ length: 20 }, (_, at) => `支店名その${at}`);
  test.each([
    ["w=60mm h=40mm", Array.from({ length: 7 }, (_, at) => `最大の区分名称です${at}`)],
    ["w=180mm h=50mm", branches],
    ["w=180mm h=60mm", Array.from({ length: 30 }, (_, at) => `区分${at}番`)],
    ["w=120mm h=60mm", ["Accounting department", "Human resources", "Quality assurance", "Logistics", "Sales"]],
  ])("are all there in a chart of %s", (size, names) => {
    const { value, diagnostics } = lay(chartOf("bar", size, [V]), named(names));
    expect(diagnostics).toEqual([]);
    const letters = lettersOf(value).replaceAll(" ", "");
    expect(names.filter((name) => !letters.includes(name.replaceAll(" ", "")))).toEqual([]);
  });

  test.each([
    ["営業所0", 20],
    ["国国国国国国国国国0", 20],
    ["第0営業部東京支店", 20],
    ["Customer 0", 12],
    ["Team 0", 20],
    ["営業所10", 20],
    ["営業所A", 20],
  ])("%s and others that differ in a figure stand upright, each of %i", (name, count) => {
    const names = Array.from({ length: count }, (_, at) => name.replace("0", `${at % 10}`));
    const { value, diagnostics } = lay(chartOf("bar", "w=128mm h=50mm", [V]), named(names));
    expect(diagnostics).toEqual([]);
    const letters = lettersOf(value).replaceAll(" ", "");
    const told = names.reduce((rest, one) => rest.replace(one.replaceAll(" ", ""), ""), letters);
    expect(letters.length - told.length).toBe(names.join("").replaceAll(" ", "").length);
  });

  test("never run out of their room, and what is told of them helps in a chart", () => {
    const part = fc.constantFrom("営業所", "Team ", "7", "12", "A", "1234", "第", "㈱", " ", "-");
    const name = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
    const [width, height] = [fc.integer({ min: 25, max: 180 }), fc.integer({ min: 20, max: 90 })];
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 25 }), width, height, (names, w, h) => {
        const { diagnostics } = lay(chartOf("bar", `w=${w}mm h=${h}mm`, [V]), named(names));
        expect(diagnostics.filter(({ code }) => code === "RPT4004")).toEqual([]);
        const repairs = diagnostics.map(({ repair }) => repair?.title ?? "");
        expect(repairs.filter((one) => /fit=|wrap=|lines=/u.test(one))).toEqual([]);
      }),
      { numRuns: inLane({ fast: 60, full: 2_000 }) },
    );
  });

  test("without room are told with how many they are and the first of them", () => {
    const names = Array.from({ length: 60 }, (_, at) => `${String.fromCodePoint(0x30a2 + at)}支店`);
    const { value, diagnostics } = lay(chartOf("bar", "w=60mm h=40mm", [V]), named(names));
    const letters = lettersOf(value);
    const left = names.filter((name) => !letters.includes(name));
    expect(left.length).toBeGreaterThan(0);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringContaining(`RPT4003 ${left.length} of the chart's 60 categories have no room for a name`),
    ]);
    expect(diagnostics[0]?.dataPath).toBe(`rows[${names.indexOf(left[0] ?? "")}].name`);
  });

  test("that count on by themselves are thinned without a finding, level and at their size", () => {
    const days = Array.from({ length: 60 }, (_, at) => `${at < 30 ? 4 : 5}月${1 + (at % 30)}日`);
    const { value, diagnostics } = lay(chartOf("line", "w=120mm h=60mm", [V]), named(days));
    expect(diagnostics).toEqual([]);
    const letters = lettersOf(value);
    expect(days.filter((day) => letters.includes(day)).length).toBeLessThan(days.length);
  });

  test.each([
    [true, ["2026-04-01", "2026-04-02"]],
    [true, ["2026-01-31", "2026-02-28", "2026-03-31"]],
    [true, ["2026-04-30", "2026-05-31", "2026-06-30"]],
    [false, ["2026-04-01", "2026-04-02", "2026-04-04"]],
    [false, ["2026-04-02", "2026-04-01", "2026-03-31"]],
    [false, ["2026-04-01", "2026-04-01", "2026-04-01"]],
    [true, ["2026-04-01T22:00:00+09:00", "2026-04-01T23:00:00+09:00", "2026-04-02T00:00:00+09:00"]],
    [true, ["4月", "5月", "6月"]],
    [true, ["4月", "6月", "8月", "10月", "12月", "2月"]],
    [true, ["11月", "12月", "1月", "2月"]],
    [false, ["4月", "5月", "7月"]],
    [false, ["7月", "3月", "11月", "1月"]],
    [true, ["2026年11月", "2026年12月", "2027年1月"]],
    [true, ["2026/11", "2026/12", "2027/1"]],
    [true, ["令和8年12月", "令和9年1月", "令和9年2月"]],
    [false, ["令和8年12月", "令和9年12月", "令和10年1月"]],
    [true, ["12/30", "12/31", "1/1"]],
    [true, ["2/27", "2/28", "2/29", "3/1"]],
    [true, ["2/27", "2/28", "3/1"]],
    [false, ["2/27", "2/28", "3/2"]],
    [true, ["4/1(水)", "4/2(木)", "4/3(金)"]],
    [true, ["４月１日（水）", "４月２日（木）"]],
    [true, ["R8.2.27", "R8.2.28", "R8.3.1"]],
    [false, ["4/30", "5/1", "5/3"]],
    [true, ["9:00", "9:30", "10:00"]],
    [true, ["22時", "23時", "0時", "1時"]],
    [false, ["9:00", "9:30", "11:00"]],
    [true, ["4/1 22:00", "4/1 23:00", "4/2 0:00"]],
    [true, ["0", "10", "20", "30"]],
    [false, ["30", "20", "10"]],
    [true, ["第1", "第2", "第3"]],
    [true, ["第1週", "第2週", "第3週"]],
    [false, ["3組", "1組", "2組"]],
    [true, ["令和7年", "令和8年"]],
    [true, ["令和元年", "令和2年", "令和3年"]],
    [false, ["令和元年", "令和8年", "令和3年"]],
    [false, ["2026年4月", "5月", "6月"]],
    [false, ["1001", "1002", "1007"]],
    [false, ["東京", "大阪"]],
    [false, ["支店名その1", "支店名その2"]],
    [false, ["A-12", "B-7"]],
    [false, ["4月", "予備"]],
    [false, ["4月", "", "6月"]],
    [false, []],
  ])("%s: %j count on", (expected, names) => {
    expect(areRegular(names.map((text) => ({ text, value: null })))).toBe(expected);
  });
});

describe("steps of an axis", () => {
  test("that are too near are named evenly, from zero on, and told", () => {
    const source = chartOf("line", "w=100mm h=30mm", [V, "axis y min=0 max=100 step=5"]);
    const { value, diagnostics } = lay(source, [
      { name: "甲", v: 5 },
      { name: "乙", v: 100 },
    ]);
    const steps = runsOf(value).filter(({ run }) => /^\d+$/u.test(run.text));
    expect(steps.map(({ run }) => run.text)).toEqual(["0", "25", "50", "75", "100"]);
    expect(diagnostics.map(({ code, repair }) => `${code} ${repair?.title}`)).toEqual([
      "RPT4003 enlarge h, or give the axis step=25",
    ]);
    const mended = lay(source.replace("step=5", "step=25"), [{ name: "甲", v: 5 }]);
    expect(mended.diagnostics).toEqual([]);
  });
});

describe("lines that lie on one another", () => {
  const LINES = [V, 'series "目標" (.w) color=#c04020'];
  const drawn = (values: readonly (readonly [v: number, w: number])[]) => {
    const rows = values.map(([v, w], at) => ({ name: `${at}`, v, w }));
    const items = lay(chartOf("line", "w=100mm h=50mm legend=none", LINES), rows).value.pages.flatMap(
      ({ items }) => items,
    );
    const isOf = (color: readonly number[], part: number) => color[0] === (part === 0 ? 0x20 : 0xc0);
    const parts = [0, 1];
    return {
      /** Of each series, how wide its pieces are and how many steps of the axis they go. */
      pieces: parts.map((part) =>
        items.flatMap((item) =>
          item.kind === "stroke" && item.join === "round" && item.shape.kind === "path" && isOf(item.color, part)
            ? [{ width: item.widthEmu, steps: item.shape.commands.length - 1 }]
            : [],
        ),
      ),
      /** Of each series, how high its marks are. */
      marks: parts.map((part) =>
        items.flatMap((item) => {
          if (item.kind !== "fill" || item.shape.kind !== "path" || !isOf(item.color, part)) return [];
          const ys = item.shape.commands.flatMap((one) => (one.op === "close" ? [] : [one.yEmu]));
          return [Math.max(...ys) - Math.min(...ys)];
        }),
      ),
    };
  };

  test("show both: the lower one is wider", () => {
    const { pieces } = drawn([1, 2, 3].map((one) => [one, one]));
    const [[lower], [upper]] = [pieces[0] ?? [], pieces[1] ?? []];
    expect([pieces[0]?.length, pieces[1]?.length]).toEqual([1, 1]);
    expect(lower?.width).toBeGreaterThan(2 * (upper?.width ?? 0));
  });

  test("at single points alone are as wide as ever, and the lower mark is larger there", () => {
    const { pieces, marks } = drawn([
      [1, 1],
      [2, 1],
      [3, 3],
    ]);
    expect(pieces[0]).toEqual(pieces[1]);
    expect(marks[0]?.[0]).toBeGreaterThan(1.3 * (marks[1]?.[0] ?? 0));
    expect(marks[0]?.[1]).toBeLessThan(marks[0]?.[0] ?? 0);
  });

  test("from some point on are wider from there on", () => {
    const { pieces } = drawn([
      [10, 90],
      [50, 50],
      [60, 60],
      [30, 30],
    ]);
    const [first, second] = pieces[0] ?? [];
    expect([first?.steps, second?.steps]).toEqual([1, 2]);
    expect(second?.width).toBeGreaterThan(2 * (first?.width ?? 0));
    expect(pieces[1]).toEqual([{ width: first?.width, steps: 3 }]);
  });

  test("show both wherever two points that follow one another are the same", () => {
    const value = fc.constantFrom(0, 40, 80);
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 8 }), (values) => {
        const { pieces } = drawn(values);
        const isEqual = values.map(([v, w]) => v === w);
        const both = isEqual.filter((one, at) => at > 0 && one && isEqual[at - 1]).length;
        const thin = pieces[1]?.[0]?.width ?? 0;
        const wide = (pieces[0] ?? []).filter(({ width }) => width > 2 * thin);
        expect(wide.reduce((sum, { steps }) => sum + steps, 0)).toBe(both);
        expect((pieces[0] ?? []).reduce((sum, { steps }) => sum + steps, 0)).toBe(values.length - 1);
      }),
      { numRuns: inLane({ fast: 40, full: 1_000 }) },
    );
  });
});

/** Where the letters of a run surely have ink, smaller than their boxes on all sides. */
function inkOf({ xEmu, yEmu, advanceEmu, sizeEmu, run, rotation }: GlyphRunItem) {
  const inset = sizeEmu * 0.1;
  const { text } = run;
  if (run.direction === "vertical") {
    return { text, box: [xEmu - sizeEmu * 0.35, yEmu + inset, xEmu + sizeEmu * 0.35, yEmu + advanceEmu - inset] };
  }
  if (rotation === 90) return { text, box: [xEmu, yEmu + inset, xEmu + sizeEmu * 0.6, yEmu + advanceEmu - inset] };
  return { text, box: [xEmu + inset, yEmu - sizeEmu * 0.6, xEmu + advanceEmu - inset, yEmu] };
}

function overlaps(document: PageDocument): readonly string[] {
  const inks = runsOf(document)
    .filter(({ run }) => run.text.trim() !== "")
    .map(inkOf);
  return inks.flatMap(({ text, box: [left = 0, top = 0, right = 0, bottom = 0] }, at) =>
    inks
      .slice(at + 1)
      .filter(({ box: [x = 0, y = 0, endX = 0, endY = 0] }) => left < endX && x < right && top < endY && y < bottom)
      .map((other) => `${text} over ${other.text}`),
  );
}

const KINDS = ["bar", "line", "stacked", "pie"] as const;
const SYLLABLES = ["本社", "営業", "管理", "Quality ", "第二", "製造部", "ICT", "倉庫"] as const;

test("each name of a chart is drawn clear of the others, or is told", () => {
  const form = fc.record({
    kind: fc.constantFrom(...KINDS),
    widthMm: fc.integer({ min: 20, max: 180 }),
    heightMm: fc.integer({ min: 15, max: 100 }),
    size: fc.integer({ min: 7, max: 12 }),
    step: fc.constantFrom("", "axis y step=5", "axis y min=0 max=900 step=10", 'axis x title="区分"'),
    legend: fc.constantFrom("", "legend=right", "legend=bottom", "legend=top"),
    writes: fc.boolean(),
    isDouble: fc.boolean(),
  });
  const name = fc.array(fc.constantFrom(...SYLLABLES), { minLength: 0, maxLength: 5 }).map((parts) => parts.join(""));
  const number = fc.integer({ min: -200, max: 900 });
  const rows = fc.array(fc.record({ name, v: number, w: number }), { minLength: 1, maxLength: 45 });
  fc.assert(
    fc.property(form, rows, (one, drawn) => {
      const format = one.writes ? " format='#,##0'" : "";
      const second = one.isDouble ? [`series "目標" (.w)${format}`] : [];
      const lines = [`${V}${format}`, ...second, ...(one.step === "" ? [] : [one.step])];
      const head = `w=${one.widthMm}mm h=${one.heightMm}mm ${one.legend}`;
      const source = chartOf(one.kind, head, lines).replace("body=9pt", `body=${one.size}pt`);
      // No part of a circle is less than nothing.
      const drawnOf = (v: number) => (one.kind === "pie" ? Math.abs(v) + 1 : v);
      const data = drawn.map(({ v, w, name: own }, at) => ({
        v: drawnOf(v),
        w,
        name: `${own}${String.fromCodePoint(0x30a2 + at)}`,
      }));
      const { value, diagnostics } = lay(source, data);
      const codes = new Set(diagnostics.map(({ code }) => code));
      // What does not fit its box is told, wherever it is drawn.
      if (codes.has("RPT4001") || codes.has("RPT4002")) return;
      expect(overlaps(value)).toEqual([]);
      const letters = lettersOf(value).replaceAll(" ", "");
      const left = data.filter((row) => !letters.includes(row.name.replaceAll(" ", "")));
      if (left.length === 0) return;
      const told = diagnostics.map(({ message }) => /^(\d+) of the chart's/u.exec(message)?.[1]).filter(Boolean);
      expect(told).toContain(`${left.length}`);
    }),
    { numRuns: inLane({ fast: 60, full: 3_000 }) },
  );
});
