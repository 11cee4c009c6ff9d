// No line of a bar, and no stripe that shows what is done of it, runs through words of a schedule untold.
import fc from "fast-check";
import { expect, test } from "vitest";
import { inkOf, letterInks, type PageDocument, type Rectangle } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const day = (at: number) => `2026-12-${String(at).padStart(2, "0")}`;

const bar = fc.record({
  from: fc.integer({ min: 1, max: 20 }),
  days: fc.integer({ min: 0, max: 10 }),
  label: fc.constantFrom("", "基礎", "基礎工事"),
  progress: fc.option(fc.integer({ min: 0, max: 100 })),
  lane: fc.constantFrom("main", "progress"),
  heightMm: fc.option(fc.integer({ min: 1, max: 6 })),
  border: fc.constantFrom("", "0.25pt", "1pt", "2pt"),
});
const mark = fc.record({
  at: fc.integer({ min: 1, max: 28 }),
  label: fc.constantFrom("", "検査", "中間検査"),
  shape: fc.constantFrom("triangle", "diamond", "line"),
});
const schedules = fc.record({
  rowMm: fc.integer({ min: 4, max: 14 }),
  type: fc.integer({ min: 6, max: 11 }),
  bars: fc.array(bar, { minLength: 1, maxLength: 3 }),
  marks: fc.array(mark, { maxLength: 3 }),
});
type Schedule = typeof schedules extends fc.Arbitrary<infer One> ? One : never;

/** Stripes have the colour of the words, which is their own, and so have the borders of bars. */
const INK = "#101820";

function lay({ rowMm, type, bars, marks }: Schedule) {
  const drawn = bars.map(({ from, days, label, progress, lane, heightMm, border }) => {
    const words = label === "" ? "" : `label="${label}"`;
    const done = progress === null ? "" : `progress=(${progress})`;
    const [height, line] = [
      heightMm === null ? "" : `h=${heightMm}mm`,
      border === "" ? "" : `border=[${border}, ${INK}]`,
    ];
    const [start, end] = [`date('${day(from)}')`, `date('${day(from + days)}')`];
    return `bar start=(${start}) end=(${end}) ${words} ${done} lane=${lane} ${height} ${line} fill=#d0dcf0`;
  });
  const points = marks.map(({ at, label, shape }) => {
    return `milestone (date('${day(at)}')) ${label === "" ? "" : `"${label}"`} shape=${shape} color=#d00000`;
  });
  return layOutSource(
    `rpt 1
field jobs[].no string(4)
sizes body=${type}pt
style base size=body color=${INK}
page 260mm 60mm margin=10mm {
  body {
    gantt jobs row-h=${rowMm}mm {
      column no "No" w=20mm
      scale from=(date('${day(1)}')) to=(date('${day(31)}')) unit=day
${[...drawn, ...points].join("\n")}
    }
  }
}
`,
    { jobs: [{ no: "A" }] },
  );
}

const WORDS = /[基礎工事中間検査]/u;

/** The middle of letters: a line that touches their tips is as one below them. */
function lettersOf({ pages }: PageDocument): readonly Rectangle[] {
  return (pages[0]?.items ?? []).flatMap((item) => {
    if (item.kind !== "glyphs" || !WORDS.test(item.run.text)) return [];
    const { xEmu, yEmu, advanceEmu, sizeEmu } = item;
    return [
      { leftEmu: xEmu, rightEmu: xEmu + advanceEmu, topEmu: yEmu - sizeEmu * 0.78, bottomEmu: yEmu - sizeEmu * 0.02 },
    ];
  });
}

/** The lines about bars, and what is filled in their colour. */
function linesOf({ pages }: PageDocument): readonly Rectangle[] {
  return (pages[0]?.items ?? []).flatMap((item): readonly Rectangle[] => {
    const ink = inkOf(item);
    if (ink === null || (item.kind !== "stroke" && item.kind !== "fill")) return [];
    if (item.color[0] !== 0x10 || item.color[1] !== 0x18) return [];
    if (item.kind === "fill") return [ink];
    const { widthEmu } = item;
    return [
      { ...ink, bottomEmu: ink.topEmu + widthEmu },
      { ...ink, topEmu: ink.bottomEmu - widthEmu },
      { ...ink, rightEmu: ink.leftEmu + widthEmu },
      { ...ink, leftEmu: ink.rightEmu - widthEmu },
    ];
  });
}

function meet(one: Rectangle, other: Rectangle): boolean {
  return (
    one.leftEmu < other.rightEmu &&
    other.leftEmu < one.rightEmu &&
    one.topEmu < other.bottomEmu &&
    other.topEmu < one.bottomEmu
  );
}

test("no line of a bar runs through words, or it is told", () => {
  const found = { crossed: 0, all: 0 };
  fc.assert(
    fc.property(schedules, (schedule) => {
      const { value, diagnostics } = lay(schedule);
      found.all += 1;
      const isTold = diagnostics.some(({ message }) => /the words of a (?:bar|mark) lie over/u.test(message));
      if (isTold) found.crossed += 1;
      const lines = linesOf(value);
      const struck = lettersOf(value).filter((letter) => lines.some((line) => meet(letter, line)));
      if (!isTold) expect(struck).toEqual([]);
    }),
    { numRuns: inLane({ fast: 150, full: 4_000 }) },
  );
  expect(found.crossed).toBeLessThan(found.all / 2);
});

test("all words are drawn, or told to have no room", () => {
  fc.assert(
    fc.property(schedules, (schedule) => {
      const { value, diagnostics } = lay(schedule);
      const shown = (value.pages[0]?.items ?? []).map((item) => (item.kind === "glyphs" ? item.run.text : "")).join("");
      const words = [...schedule.bars, ...schedule.marks].map(({ label }) => label).join("");
      const lost = diagnostics.flatMap(({ message }) => /^"(.+)" has no room/u.exec(message)?.[1] ?? []).join("");
      const letters = (text: string) =>
        [...text]
          .filter((letter) => WORDS.test(letter))
          .toSorted()
          .join("");
      expect(letters(shown + lost)).toBe(letters(words));
    }),
    { numRuns: inLane({ fast: 100, full: 2_000 }) },
  );
});

/** Each bar with words is the only one of its row and has a colour of its own. */
const lowBar = fc.record({
  from: fc.integer({ min: 1, max: 26 }),
  days: fc.integer({ min: 0, max: 25 }),
  label: fc.constantFrom("基礎", "基礎工事と試験", "50%", "A-12", "Type g", "(仮)3/4"),
  progress: fc.option(fc.integer({ min: 0, max: 100 })),
  heightMm: fc.option(fc.integer({ min: 1, max: 6 })),
  border: fc.constantFrom("", "0.25pt", "1pt"),
});
const lowBars = fc.record({
  rowMm: fc.integer({ min: 3, max: 12 }),
  type: fc.integer({ min: 6, max: 12 }),
  widthMm: fc.integer({ min: 90, max: 260 }),
  bar: lowBar,
  mark: fc.boolean(),
});

function layLow({
  rowMm,
  type,
  widthMm,
  bar: one,
  mark: isMarked,
}: typeof lowBars extends fc.Arbitrary<infer A> ? A : never) {
  const done = one.progress === null ? "" : `progress=(${one.progress})`;
  const look = [one.heightMm === null ? "" : `h=${one.heightMm}mm`, one.border === "" ? "" : `border=${one.border}`];
  const [start, end] = [day(one.from), day(Math.min(31, one.from + one.days))];
  const words = `bar start=(date('${start}')) end=(date('${end}')) label="${one.label}" ${done} ${look.join(" ")}`;
  return layOutSource(
    `rpt 1
field jobs[].no string(4)
sizes body=${type}pt
style base size=body color=${INK}
page ${widthMm}mm 60mm margin=10mm {
  body {
    gantt jobs row-h=${rowMm}mm {
      column no "No" w=20mm
      scale from=(date('${day(1)}')) to=(date('${day(31)}')) unit=day top='' bottom=''
      ${words} fill=#d0dcf1
      ${isMarked ? `milestone (date('${end}')) shape=triangle color=#d00000` : ""}
    }
  }
}
`,
    { jobs: [{ no: "無" }] },
  );
}

test("words of a bar lie within its height, or off it, or it is told", () => {
  const found = { within: 0, off: 0, told: 0 };
  fc.assert(
    fc.property(lowBars, (form) => {
      const { value, diagnostics } = layLow(form);
      const items = value.pages[0]?.items ?? [];
      const fill = items.find((item) => item.kind === "fill" && item.color[0] === 0xd0 && item.color[2] === 0xf1);
      const bar = fill === undefined ? null : inkOf(fill);
      if (bar === null) throw new Error("no bar is drawn");
      const letters = items.flatMap((item) => {
        if (item.kind !== "glyphs" || item.run.text === "No" || item.run.text === "無") return [];
        return [...letterInks(item)];
      });
      const across = letters.filter((letter) => {
        const slack = (letter.bottomEmu - letter.topEmu) * 0.04;
        const isBeside = letter.leftEmu >= bar.rightEmu || letter.rightEmu <= bar.leftEmu;
        const isWithin = letter.topEmu >= bar.topEmu - slack && letter.bottomEmu <= bar.bottomEmu + slack;
        const isOff = letter.bottomEmu <= bar.topEmu + slack || letter.topEmu >= bar.bottomEmu - slack;
        if (isWithin && !isBeside) found.within += 1;
        if (isBeside || isOff) found.off += 1;
        return !isBeside && !isWithin && !isOff;
      });
      const isTold = diagnostics.some(({ message }) => /the words of a bar (?:stand across|lie over)/u.test(message));
      if (isTold) found.told += 1;
      else expect(across).toEqual([]);
    }),
    { numRuns: inLane({ fast: 150, full: 4_000 }) },
  );
  expect(Object.values(found).every((count) => count > 0)).toBe(true);
});
