import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../src/core/diagnostics/index.ts";
import type { FillItem, PageDocument } from "../../../src/core/layout/index.ts";
import { inkOf } from "../../../src/core/layout/index.ts";
import { inLane } from "../../support/lane.ts";
import { layOutData } from "../../support/lay-out.ts";

interface Axis {
  readonly unit: string;
  readonly widthMm: number;
  readonly children?: readonly string[];
  readonly type?: number;
}

function formOf({ unit, widthMm, children = [], type = 8 }: Axis): string {
  return `rpt 1
field from date example="2026-04-01"
field to date example="2028-04-01"
field jobs[].no string example=["A"]
field jobs[].start date example=["2026-06-01"]
field jobs[].end date example=["2026-09-09"]
field jobs[].due? date example=["2026-09-09"]
field jobs[].rate decimal(5,2) example=[50]
sizes body=${type}pt
style base size=body
page ${widthMm + 40}mm 150mm margin=10mm {
  body {
    gantt jobs header=repeat row-h=8mm {
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
    ]);
    const texts = wordsOf(lain.value).map(({ text }) => text);
    for (const name of ["2026年", "2027年", "2028年", "4月", "12月"]) expect(texts).toContain(name);
    const mended = lay({ unit: "week", widthMm: 230 }, { from: "2026-04-01", to: "2028-04-01" });
    expect(toldOf(mended)).toEqual([]);
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
        if (toldOf(lain).some((each) => each.includes("the words of a mark lie over the stripe"))) {
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

  test.each([[130], [-5]])("of %d is told", (rate) => {
    expect(found(rate)).toEqual([expect.stringContaining("lies outside of 0 to 100")]);
  });
});
