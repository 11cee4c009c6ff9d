// Whatever a chart has: its words and numbers lie clear of one another, and no line of a series runs through a number.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type FillItem,
  type GlyphRunItem,
  inkOf,
  letterInks,
  type PageDocument,
  type PathCommand,
  type Rectangle,
} from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const series = fc.record({
  isLine: fc.boolean(),
  format: fc.constantFrom("", "#,##0", '0.0"件"', "#,##0;▲#,##0"),
});
const forms = fc.record({
  kind: fc.constantFrom("bar", "line", "stacked"),
  widthMm: fc.integer({ min: 40, max: 180 }),
  heightMm: fc.integer({ min: 30, max: 100 }),
  size: fc.integer({ min: 7, max: 12 }),
  title: fc.constantFrom("", "月別の売上", "年度別の売上高と営業利益の推移及び来年度の見通し"),
  xTitle: fc.constantFrom("", "区分", "営業所の名称及び担当部門の区分（年度末現在）"),
  yTitle: fc.constantFrom("", "千円", "売上高（単位：百万円、税抜き）"),
  legend: fc.constantFrom("none", "right", "bottom", "top"),
  lineAt: fc.constantFrom("", "line-at=50", "max=60", "min=-20 max=40"),
  series: fc.array(series, { minLength: 1, maxLength: 3 }),
});
const name = fc
  .array(fc.constantFrom("本社", "営業", "管理", "Quality ", "第二", "製造部", "ICT", "倉庫"), { maxLength: 6 })
  .map((parts) => parts.join(""));
const number = fc.integer({ min: -90, max: 900 });
const records = fc.array(fc.record({ name, a: fc.option(number, { nil: null }), b: number, c: number }), {
  minLength: 1,
  maxLength: 12,
});
type Form = typeof forms extends fc.Arbitrary<infer One> ? One : never;
type Records = typeof records extends fc.Arbitrary<infer One> ? One : never;

const COLORS = ["#2050a0", "#c04020", "#208050"] as const;
const NAMES = ["売上高", "営業利益", "前年度の売上高"] as const;

function lay(form: Form, rows: Records) {
  const drawn = form.series.map(({ isLine, format }, at) => {
    const written = [format === "" ? "" : `format='${format}'`, isLine ? "type=line" : "", `color=${COLORS[at]}`];
    return `series "${NAMES[at]}" (.${"abc"[at]}) ${written.join(" ")}`;
  });
  const titles = [form.title === "" ? "" : `title="${form.title}"`, `legend=${form.legend}`].join(" ");
  const xAxis = form.xTitle === "" ? "" : `axis x title="${form.xTitle}"`;
  const yAxis = `axis y ${form.yTitle === "" ? "" : `title="${form.yTitle}"`} ${form.lineAt}`;
  return layOutSource(
    `rpt 1
field rows[].name string(60) example=["A"]
field rows[].a? decimal(12,4) example=[1]
field rows[].b decimal(12,4) example=[1]
field rows[].c decimal(12,4) example=[1]
sizes body=${form.size}pt
style base size=body
page A4 {
  body {
    chart ${form.kind} rows w=${form.widthMm}mm h=${form.heightMm}mm ${titles} alt="図" {
      category (.name)
      ${[...drawn, xAxis, yAxis === "axis y  " ? "" : yAxis].filter((line) => line !== "").join("\n      ")}
    }
  }
}
`,
    { rows: rows.map((row, at) => ({ ...row, name: `${row.name}${String.fromCodePoint(0x30a2 + at)}` })) },
  );
}

/** The ink of a run, as one box. */
function boxOf(item: GlyphRunItem): Rectangle | null {
  const inks = letterInks(item);
  if (inks.length === 0) return null;
  return {
    leftEmu: Math.min(...inks.map(({ leftEmu }) => leftEmu)),
    topEmu: Math.min(...inks.map(({ topEmu }) => topEmu)),
    rightEmu: Math.max(...inks.map(({ rightEmu }) => rightEmu)),
    bottomEmu: Math.max(...inks.map(({ bottomEmu }) => bottomEmu)),
  };
}

function wordsOf({ pages }: PageDocument) {
  return pages.flatMap(({ items }) =>
    items.flatMap((item) => {
      const box = item.kind === "glyphs" && item.run.text.trim() !== "" ? boxOf(item) : null;
      return item.kind !== "glyphs" || box === null ? [] : [{ item, box }];
    }),
  );
}

/** As much as letters of one word share. */
const TOUCH_EMU = 2_000;

function meet(one: Rectangle, other: Rectangle): boolean {
  return (
    Math.min(one.rightEmu, other.rightEmu) - Math.max(one.leftEmu, other.leftEmu) > TOUCH_EMU &&
    Math.min(one.bottomEmu, other.bottomEmu) - Math.max(one.topEmu, other.topEmu) > TOUCH_EMU
  );
}

test("titles, names of categories, legend and numbers never meet", () => {
  fc.assert(
    fc.property(forms, records, (form, rows) => {
      const { value, diagnostics } = lay(form, rows);
      // What does not fit its box is told, wherever it is drawn.
      if (diagnostics.some(({ code }) => code === "RPT4001" || code === "RPT4002")) return;
      const words = wordsOf(value);
      const met = words.flatMap((one, at) =>
        words
          .slice(at + 1)
          .filter((other) => meet(one.box, other.box))
          .map((other) => `${one.item.run.text} over ${other.item.run.text}`),
      );
      expect(met).toEqual([]);
    }),
    { numRuns: inLane({ fast: 80, full: 1_500 }) },
  );
});

/** Places so near to one another that none of them passes by a letter. */
function placesAlong(commands: readonly PathCommand[]): readonly (readonly [number, number])[] {
  const ends = commands.flatMap((one) => (one.op === "close" ? [] : [[one.xEmu, one.yEmu] as const]));
  return ends.slice(1).flatMap(([x, y], at) => {
    const [fromX, fromY] = ends[at] ?? [x, y];
    const parts = Math.max(1, Math.ceil((Math.abs(x - fromX) + Math.abs(y - fromY)) / 12_700));
    return Array.from({ length: parts }, (_, part) => {
      return [fromX + ((x - fromX) * part) / parts, fromY + ((y - fromY) * part) / parts] as const;
    });
  });
}

test("no line of a series and no marked line runs through a number without a ground", () => {
  const found = { grounded: 0 };
  fc.assert(
    fc.property(forms, records, (form, rows) => {
      const { value, diagnostics } = lay(form, rows);
      if (diagnostics.some(({ code }) => code === "RPT4001" || code === "RPT4002")) return;
      const items = value.pages.flatMap((page) => page.items);
      const grounds = items.filter((item): item is FillItem => {
        return item.kind === "fill" && item.isMark !== true && item.color.join() === "255,255,255,255";
      });
      const places = items.flatMap((item) => {
        const isLine = item.kind === "stroke" && (item.join === "round" || item.dashEmu.length > 0);
        return isLine && item.shape.kind === "path" ? placesAlong(item.shape.commands) : [];
      });
      const struck = wordsOf(value).flatMap(({ item, box }) => {
        if (!/[\d▲件]/u.test(item.run.text)) return [];
        const isStruck = places.some(([x, y]) => {
          return x > box.leftEmu && x < box.rightEmu && y > box.topEmu && y < box.bottomEmu;
        });
        if (!isStruck) return [];
        const isGrounded = grounds.some((fill) => {
          const ground = inkOf(fill);
          return (
            ground !== null &&
            ground.topEmu <= box.topEmu &&
            ground.bottomEmu >= box.bottomEmu &&
            ground.leftEmu <= box.leftEmu &&
            ground.rightEmu >= box.rightEmu
          );
        });
        if (isGrounded) found.grounded += 1;
        return isGrounded ? [] : [item.run.text];
      });
      expect(struck).toEqual([]);
    }),
    { numRuns: inLane({ fast: 80, full: 1_500 }) },
  );
  expect(found.grounded).toBeGreaterThan(0);
});

test("the number of a point between two higher ones stands below it, where no line runs", () => {
  const valley = fc.tuple(fc.integer({ min: 80, max: 100 }), fc.integer({ min: 30, max: 70 }));
  fc.assert(
    fc.property(fc.array(valley, { minLength: 1, maxLength: 4 }), (pairs) => {
      const points = [...pairs.flat(), 90];
      const form: Form = {
        ...{ kind: "line", widthMm: 170, heightMm: 70, size: 8, title: "", xTitle: "", yTitle: "" },
        ...{ legend: "none", lineAt: "", series: [{ isLine: true, format: "#,##0" }] },
      };
      const rows = points.map((a) => ({ name: "", a, b: 0, c: 0 }));
      const { value, diagnostics } = lay(form, rows);
      expect(diagnostics).toEqual([]);
      const ofAxis = new Set(["0", "20", "40", "60", "80", "100", "120"]);
      const items = value.pages.flatMap((page) => page.items);
      const places = items.flatMap((item) => {
        const isLine = item.kind === "stroke" && item.join === "round";
        return isLine && item.shape.kind === "path" ? placesAlong(item.shape.commands) : [];
      });
      const numbers = wordsOf(value).filter(({ item: { run } }) => /^\d+$/u.test(run.text) && !ofAxis.has(run.text));
      expect(numbers.length).toBe(points.filter((point) => !ofAxis.has(`${point}`)).length);
      const crossed = numbers.filter(({ box }) => {
        return places.some(([x, y]) => x > box.leftEmu && x < box.rightEmu && y > box.topEmu && y < box.bottomEmu);
      });
      expect(crossed.map(({ item }) => item.run.text)).toEqual([]);
    }),
    { numRuns: inLane({ fast: 40, full: 1_000 }) },
  );
});
