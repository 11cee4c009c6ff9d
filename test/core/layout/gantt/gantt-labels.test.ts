import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import { type FillItem, inkOf, type PageDocument } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutData } from "../../../support/lay-out.ts";

interface Axis {
  readonly unit: string;
  readonly widthMm: number;
  readonly children?: readonly string[];
  readonly type?: number;
  readonly border?: string;
  readonly rowMm?: number;
}

function formOf({ unit, widthMm, children = [], type = 8, border = "", rowMm = 8 }: Axis): string {
  return `rpt 1
field from date example="2026-04-01"
field to date example="2028-04-01"
field jobs[].no string example=["A"]
field jobs[].start date example=["2026-06-01"]
field jobs[].end date example=["2026-09-09"]
field jobs[].due? date example=["2026-09-09"]
field jobs[].rate decimal(5,2) example=[50]
field jobs[].whole? int min=0 max=100 example=[50]
sizes body=${type}pt
style base size=body
style cell ${border}
page ${widthMm + 40}mm 150mm margin=10mm {
  body {
    gantt jobs style=cell header=repeat row-h=${rowMm}mm {
      column no "No" w=20mm
      scale from=(from) to=(to) unit=${unit}
${children.map((child) => `      ${child}\n`).join("")}      bar start=(.start) end=(.end)
    }
  }
}
`;
}

function lay(axis: Axis, data: Record<string, unknown>) {
  const source = formOf(axis);
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  const job = { no: "A", start: data["from"], end: data["from"], rate: 50 };
  return layOutData(value, { jobs: [job], ...data });
}

interface Word {
  readonly text: string;
  readonly fromEmu: number;
  readonly toEmu: number;
  readonly yEmu: number;
}

/** Runs that touch on one baseline are one word. */
function wordsOf(document: PageDocument): readonly Word[] {
  const words: Word[] = [];
  for (const item of document.pages[0]?.items ?? []) {
    if (item.kind !== "glyphs") continue;
    const last = words.at(-1);
    const [fromEmu, toEmu] = [item.xEmu, item.xEmu + item.advanceEmu];
    if (last !== undefined && last.yEmu === item.yEmu && Math.abs(last.toEmu - fromEmu) < 5_000) {
      words[words.length - 1] = { ...last, text: last.text + item.run.text, toEmu };
    } else words.push({ text: item.run.text, fromEmu, toEmu, yEmu: item.yEmu });
  }
  return words;
}

function covering(words: readonly Word[]): readonly string[] {
  return words.flatMap((one, at) =>
    words
      .slice(at + 1)
      .filter((other) => other.yEmu === one.yEmu && one.fromEmu < other.toEmu && other.fromEmu < one.toEmu)
      .map((other) => `${one.text} over ${other.text}`),
  );
}

const toldOf = (lain: ReturnType<typeof lay>) => lain.diagnostics.map((each) => `${each.code} ${each.message}`);

describe("headings of a time axis", () => {
  test("of two years by the day fall to weeks under months and years, which is told", () => {
    const lain = lay({ unit: "day", widthMm: 230 }, { from: "2026-04-01", to: "2028-04-01" });
    expect(toldOf(lain)).toEqual([
      expect.stringMatching(/^RPT4003 a step of a day is 0\.3mm wide, .*the axis has steps of a week .*\bto\)$/u),
      expect.stringMatching(/^RPT4003 the heading of the axis has no room for "4月" /u),
    ]);
    const texts = wordsOf(lain.value).map(({ text }) => text);
    for (const name of ["2026年", "2027年", "2028年", "4月", "12月"]) expect(texts).toContain(name);
    const mended = lay({ unit: "week", widthMm: 230 }, { from: "2026-04-01", to: "2028-04-01" });
    expect(toldOf(mended)).toEqual([expect.stringMatching(/no room for "4月" /u)]);
  });

  test("name the months at the ends without their year, where a whole name stands beside them", () => {
    const lain = lay({ unit: "day", widthMm: 120 }, { from: "2026-03-30", to: "2026-05-03" });
    const texts = wordsOf(lain.value).map(({ text }) => text);
    expect(texts.filter((text) => text.includes("月"))).toEqual(["3月", "2026年4月", "5月"]);
    expect(toldOf(lain)).toEqual([]);
  });

  test("without room for any name are told", () => {
    const lain = lay({ unit: "month", widthMm: 6 }, { from: "2020-01-01", to: "2030-12-31" });
    expect(toldOf(lain)).toEqual([expect.stringMatching(/^RPT4003 an axis of 6\.0mm has no room for the names/u)]);
  });

  test("date every axis, or say that they cannot; no name lies over another", () => {
    const axis = fc.record({
      unit: fc.constantFrom("hour", "day", "week", "month"),
      widthMm: fc.integer({ min: 8, max: 260 }),
      type: fc.integer({ min: 6, max: 12 }),
    });
    const first = fc.integer({ min: 0, max: 800 });
    const days = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 3_000 }));
    fc.assert(
      fc.property(axis, first, days, (form, start, length) => {
        const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
        const lain = lay(form, { from: day(start), to: day(start + length) });
        const words = wordsOf(lain.value);
        expect(covering(words)).toEqual([]);
        if (toldOf(lain).some((each) => /^RPT4021|no room for the names/u.test(each))) return;
        const texts = words.map(({ text }) => text);
        const isFine = texts.some((text) => text.includes("月"));
        expect(isFine).toBe(true);
        const needsYear = form.unit !== "hour" || texts.every((text) => !text.includes("日"));
        if (needsYear) expect(texts.some((text) => /\d{4}年/u.test(text))).toBe(true);
      }),
      { numRuns: inLane({ fast: 60, full: 2_000 }) },
    );
  });
});

describe("words of marks", () => {
  const mark = (words: string) => `milestone (.due) "${words}"`;

  test("on one day stand one below another beside their marks", () => {
    const children = [mark("納品"), mark("検収")];
    const jobs = [{ no: "A", start: "2026-04-01", end: "2026-04-02", due: "2026-04-15", rate: 50 }];
    const lain = lay({ unit: "day", widthMm: 120, children }, { from: "2026-04-01", to: "2026-04-30", jobs });
    expect(toldOf(lain)).toEqual([]);
    const [first, second] = wordsOf(lain.value).filter(({ text }) => text === "納品" || text === "検収");
    expect(first?.fromEmu).toBe(second?.fromEmu);
    expect((second?.yEmu ?? 0) - (first?.yEmu ?? 0)).toBe(4 * EMU_PER_MM);
  });

  test("on one day keep clear of one another, or are told", () => {
    const children = [mark("納品"), mark("検収"), mark("請求")];
    const jobs = [{ no: "A", start: "2026-04-01", end: "2026-04-02", due: "2026-04-15", rate: 50 }];
    const lain = lay({ unit: "day", widthMm: 120, children }, { from: "2026-04-01", to: "2026-04-30", jobs });
    const texts = wordsOf(lain.value).map(({ text }) => text);
    expect(["納品", "検収", "請求"].filter((text) => texts.includes(text))).toEqual(["納品", "検収"]);
    expect(covering(wordsOf(lain.value))).toEqual([]);
    expect(toldOf(lain)).toEqual([expect.stringMatching(/^RPT4003 "請求" has no room on the time axis/u)]);
  });

  test("never leave the axis", () => {
    const children = [mark("長い名の付いた節目の日であることを示す文字")];
    const jobs = [{ no: "A", start: "2026-04-01", end: "2026-04-02", due: "2026-04-02", rate: 50 }];
    const lain = lay({ unit: "day", widthMm: 40, children }, { from: "2026-04-01", to: "2026-04-03", jobs });
    expect(toldOf(lain)).toEqual([expect.stringMatching(/^RPT4003 "長い名/u)]);
  });
});

/** A bar by its colour, and the first letter of its words. */
const BARS = [
  { color: "#112233", red: 0x11, name: "甲" },
  { color: "#223344", red: 0x22, name: "乙" },
  { color: "#334455", red: 0x33, name: "丙" },
] as const;

describe("words of bars", () => {
  const AWAY_SIZES = 3;
  const stretch = fc.tuple(fc.integer({ min: 0, max: 29 }), fc.integer({ min: 0, max: 12 }));
  const form = fc.record({
    stretches: fc.array(stretch, { minLength: 1, maxLength: 3 }),
    rest: fc.constantFrom("", "作業", "据付工事と試運転の立会い"),
    widthMm: fc.integer({ min: 40, max: 220 }),
    rowMm: fc.integer({ min: 6, max: 14 }),
    mark: fc.boolean(),
  });

  test("stand on their bar or beside it, with no other between, or are told", () => {
    const found = { beside: 0, leftOut: 0 };
    fc.assert(
      fc.property(form, ({ stretches, rest, widthMm, rowMm, mark }) => {
        const bars = stretches.map(([from, days], at) => {
          const [start, end] = [from, Math.min(29, from + days)].map((day) => `(addDays(.start, ${day}))`);
          return `bar start=${start} end=${end} fill=${BARS[at]?.color} label="${BARS[at]?.name}${rest}"`;
        });
        const children = [...bars, ...(mark ? ['milestone (.due) "検収"'] : [])];
        const jobs = [{ no: "A", start: "2026-04-01", end: "2026-04-01", due: "2026-04-12", rate: 50 }];
        const lain = lay({ unit: "day", widthMm, rowMm, children }, { from: "2026-04-01", to: "2026-04-30", jobs });
        const items = lain.value.pages[0]?.items ?? [];
        const inks = BARS.map(({ red }) => {
          const fill = items.find((item) => item.kind === "fill" && item.color[0] === red);
          return fill?.kind === "fill" ? inkOf(fill) : null;
        });
        const words = wordsOf(lain.value);
        for (const at of stretches.keys()) {
          const name = BARS[at]?.name ?? "";
          const own = inks[at];
          if (own === null || own === undefined) throw new Error(`no bar ${name}`);
          const label = words.find(({ text }) => text.includes(name));
          if (label === undefined) {
            found.leftOut += 1;
            expect(toldOf(lain)).toContainEqual(expect.stringContaining(`RPT4003 "${name}${rest}" has no room`));
            continue;
          }
          // Two labels that touch are one word here.
          if (label.text !== `${name}${rest}`) continue;
          const [from, to] = label.fromEmu >= own.rightEmu ? [own.rightEmu, label.fromEmu] : [label.toEmu, own.leftEmu];
          if (to <= from) continue;
          found.beside += 1;
          expect(to - from).toBeLessThan(AWAY_SIZES * 8 * 12_700 + 1_000);
          // Bars of one time lie one below another, and those at another height lie between no label and its bar.
          const between = inks.filter((ink, other) => {
            if (ink === null || other === at) return false;
            const isLevel = ink.topEmu < own.bottomEmu && ink.bottomEmu > own.topEmu;
            return isLevel && ink.leftEmu < to - 2_000 && ink.rightEmu > from + 2_000;
          });
          expect(between).toEqual([]);
        }
      }),
      { numRuns: inLane({ fast: 80, full: 2_000 }) },
    );
    expect(found.beside).toBeGreaterThan(0);
    expect(found.leftOut).toBeGreaterThan(0);
  });

  test("stand on a plan that lies above what was done", () => {
    const children = [
      'bar start=(.start) end=(.end) fill=#112233 label="甲計画"',
      'bar start=(addDays(.start, 1)) end=(addDays(.end, 3)) fill=#223344 label="乙"',
      'milestone (.due) "完了"',
    ];
    const jobs = [{ no: "A", start: "2026-04-01", end: "2026-04-09", due: "2026-04-09", rate: 50 }];
    const lain = lay(
      { unit: "day", widthMm: 200, rowMm: 12, children },
      { from: "2026-04-01", to: "2026-04-30", jobs },
    );
    expect(wordsOf(lain.value).map(({ text }) => text)).toEqual(expect.arrayContaining(["甲計画", "乙", "完了"]));
    expect(toldOf(lain)).toEqual([]);
  });
});

/** Where the words of a form stand and where its black areas are, as ink. */
function inkIn(document: PageDocument, words: string) {
  const items = document.pages[0]?.items ?? [];
  const letters = items.flatMap((item) => {
    if (item.kind !== "glyphs" || !words.includes(item.run.text)) return [];
    const { xEmu, yEmu, advanceEmu, sizeEmu } = item;
    // The middle of the letters: their tips may touch a stripe, as those of an underlined word do.
    const [topEmu, bottomEmu] = [yEmu - sizeEmu * 0.75, yEmu - sizeEmu * 0.02];
    return [{ leftEmu: xEmu, rightEmu: xEmu + advanceEmu, topEmu, bottomEmu }];
  });
  const areas = items
    .filter((item): item is FillItem => item.kind === "fill" && item.color.slice(0, 3).join() === "0,0,0")
    .flatMap((item) => inkOf(item) ?? []);
  return { letters, areas };
}

describe("words of a mark and what is done of a bar", () => {
  const bars = [
    "bar start=(.start) end=(.end) progress=(.rate) fill=#dde4f0",
    "bar start=(.start) end=(.end) progress=(.rate) lane=progress fill=#000000",
    "bar start=(.start) end=(.due) progress=(.rate) fill=#dde4f0",
    "bar start=(.start) end=(.end) h=3mm progress=(.rate) fill=#dde4f0",
  ];
  const form = fc.record({
    bars: fc.subarray(bars, { minLength: 1 }),
    type: fc.integer({ min: 5, max: 14 }),
    due: fc.integer({ min: 1, max: 28 }),
    end: fc.integer({ min: 1, max: 28 }),
    rate: fc.integer({ min: 0, max: 100 }),
    shape: fc.constantFrom("triangle", "diamond"),
  });

  test("lie beside one another, or it is told", () => {
    const found = { told: 0, all: 0 };
    fc.assert(
      fc.property(form, (one) => {
        const date = (day: number) => `2026-04-${String(day).padStart(2, "0")}`;
        const words = `milestone (.due) "中間検査" shape=${one.shape} color=#d00000`;
        const job = { no: "A", start: date(1), end: date(one.end), due: date(one.due), rate: one.rate };
        const axis = { unit: "day", widthMm: 160, type: one.type, children: [...one.bars, words] };
        const lain = lay(axis, { from: "2026-04-01", to: "2026-04-30", jobs: [job] });
        found.all += 1;
        if (toldOf(lain).some((each) => each.includes("the words of a mark lie over"))) {
          found.told += 1;
          return;
        }
        const { letters, areas } = inkIn(lain.value, "中間検査");
        for (const word of letters) {
          const crossing = areas.filter((area) => {
            const isBeside = area.rightEmu <= word.leftEmu || area.leftEmu >= word.rightEmu;
            return !isBeside && area.topEmu < word.bottomEmu && area.bottomEmu > word.topEmu;
          });
          expect(crossing).toEqual([]);
        }
      }),
      { numRuns: inLane({ fast: 80, full: 2_000 }) },
    );
    expect(found.told).toBeLessThan(found.all / 2);
  });
});

describe("words on the axis and the lines between its steps", () => {
  const form = fc.record({
    unit: fc.constantFrom("day", "week", "month"),
    widthMm: fc.integer({ min: 60, max: 240 }),
    type: fc.integer({ min: 6, max: 12 }),
    start: fc.integer({ min: 1, max: 28 }),
    days: fc.integer({ min: 0, max: 40 }),
    due: fc.integer({ min: 1, max: 28 }),
    rate: fc.integer({ min: 0, max: 100 }),
    rowMm: fc.integer({ min: 5, max: 12 }),
  });

  const shrunkOnBars = { unit: "day", widthMm: 95, type: 10, start: 1, days: 13, due: 13, rate: 0, rowMm: 5 } as const;

  test("leave one another out", () => {
    let crossings = 0;
    fc.assert(
      fc.property(form, ({ start, days, due, rate, ...axis }) => {
        const date = (day: number) => new Date(Date.UTC(2026, 3, day)).toISOString().slice(0, 10);
        const job = { no: "A", start: date(start), end: date(start + days), due: date(due), rate };
        const children = [
          'bar start=(.start) end=(.end) progress=(.rate) fill=#dde4f0 label="据付工事と試運転"',
          'milestone (.due) "検収" color=#d00000',
        ];
        const data = { from: "2026-04-01", to: "2026-06-30", jobs: [job, { ...job, start: job.due }] };
        const { value } = lay({ ...axis, children, border: "border=0.25pt" }, data);
        const { letters } = inkIn(value, "据付工事と試運転検収");
        const lines = (value.pages[0]?.items ?? []).flatMap((item) => {
          // Fills are bars and stripes of what is done: words over those are told, as the tests above say.
          const ink = item.kind === "stroke" ? inkOf(item) : null;
          return ink === null || ink.rightEmu - ink.leftEmu > 15_000 ? [] : [ink];
        });
        const rowLines = (value.pages[0]?.items ?? []).flatMap((item) => {
          const ink = item.kind === "stroke" ? inkOf(item) : null;
          const isLevel = ink !== null && ink.bottomEmu - ink.topEmu < 15_000 && ink.rightEmu - ink.leftEmu > 100_000;
          return isLevel ? [(ink.topEmu + ink.bottomEmu) / 2] : [];
        });
        for (const word of letters) {
          const [left, right] = [word.leftEmu + 2_000, word.rightEmu - 2_000];
          const over = lines.filter((line) => line.leftEmu < right && line.rightEmu > left);
          crossings += over.length;
          expect(rowLines.filter((y) => y > word.topEmu + 2_000 && y < word.bottomEmu - 2_000)).toEqual([]);
          expect(over.filter((line) => line.topEmu < word.bottomEmu && line.bottomEmu > word.topEmu)).toEqual([]);
        }
      }),
      { numRuns: inLane({ fast: 60, full: 1_500 }), examples: [[shrunkOnBars]] },
    );
    expect(crossings).toBeGreaterThan(0);
  });
});

describe("progress", () => {
  const jobs = (...rates: readonly number[]) =>
    rates.map((rate) => ({ no: "A", start: "2026-04-01", end: "2026-04-09", rate }));
  const found = (...rates: readonly number[]) => {
    const bar = "bar start=(.start) end=(.end) progress=(.rate)";
    const data = { from: "2026-04-01", to: "2026-04-30", jobs: jobs(...rates) };
    return toldOf(lay({ unit: "day", widthMm: 120, children: [bar] }, data));
  };

  test.each([[[1, 0.5]], [[0, 0.25]], [[1]]])("of %j counts shares, which is told", (rates) => {
    expect(found(...rates)).toEqual([expect.stringMatching(/^RPT4020 a progress of .* no other is more than 1 /u)]);
  });

  test.each([[[0]], [[100, 50]], [[1, 2]], [[0.5, 30]]])("of %j counts percents", (rates) => {
    expect(found(...rates)).toEqual([]);
  });

  test("of whole numbers up to a hundred counts percents, also where all are 0 or 1", () => {
    const bar = "bar start=(.start) end=(.end) progress=(.whole)";
    const jobs = [0, 1].map((whole) => ({ no: "A", start: "2026-04-01", end: "2026-04-09", rate: 0, whole }));
    const data = { from: "2026-04-01", to: "2026-04-30", jobs };
    expect(toldOf(lay({ unit: "day", widthMm: 120, children: [bar] }, data))).toEqual([]);
  });

  test.each([[130], [-5]])("of %d is told", (rate) => {
    expect(found(rate)).toEqual([expect.stringContaining("lies outside of 0 to 100")]);
  });
});
