// Words on a time axis and the edges of bars: none run into a slanted or torn end, none lie across the edge of a bar.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { glyphInk, inkOf } from "../../../../src/core/layout/page/ink.ts";
import type { Rectangle } from "../../../../src/core/layout/page/pages.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const DAY_MS = 86_400_000;
const BAR = 0x12;

interface Form {
  readonly rowMm: number;
  readonly fromDay: number;
  readonly days: number;
  readonly dueDay: number;
}

function dayOf(day: number): string {
  return new Date(Date.UTC(2026, 9, 1) + day * DAY_MS).toISOString().slice(0, 10);
}

function lay({ rowMm, fromDay, days, dueDay }: Form) {
  const source = `rpt 1
document edges title="縁" lang=ja
field jobs[].no string(4)
field jobs[].from date
field jobs[].to date
field jobs[].due date
page w=260mm h=80mm margin=10mm {
  body {
    gantt jobs row-h=${rowMm}mm {
      column no "No" w=20mm
      scale from=(date('2026-10-01')) to=(date('2026-10-31')) unit=day
      bar start=(.from) end=(.to) fill=#12d0ff label="搬入と据付"
      milestone (.due) "検収" shape=line
    }
  }
}
`;
  const jobs = [{ no: "A", from: dayOf(fromDay), to: dayOf(fromDay + days), due: dayOf(dueDay) }];
  const items = layOutSource(source, { jobs }).value.pages.flatMap((page) => page.items);
  const bar = items.flatMap((item) => (item.kind === "fill" && item.color[0] === BAR ? (inkOf(item) ?? []) : []))[0];
  const inksOf = (letters: string): readonly Rectangle[] =>
    items.flatMap((item) =>
      item.kind === "glyphs" && letters.includes(item.run.text.charAt(0)) ? [glyphInk(item)] : [],
    );
  return { bar, ofBar: inksOf("搬入と据付"), ofMark: inksOf("検収") };
}

const FORM = fc.record({
  rowMm: fc.integer({ min: 8, max: 20 }),
  fromDay: fc.integer({ min: -10, max: 25 }),
  days: fc.integer({ min: 2, max: 45 }),
  dueDay: fc.integer({ min: 0, max: 30 }),
});

describe("words beside the edges of bars", () => {
  test("begin and end clear of a slanted end", () => {
    const found = { judged: 0 };
    fc.assert(
      fc.property(FORM, (form) => {
        const { bar, ofBar } = lay(form);
        if (bar === undefined) return;
        const height = bar.bottomEmu - bar.topEmu;
        const middle = (bar.topEmu + bar.bottomEmu) / 2;
        const tip = Math.min(height / 2, (bar.rightEmu - bar.leftEmu) / 2);
        for (const word of ofBar) {
          if (word.rightEmu <= bar.leftEmu || word.leftEmu >= bar.rightEmu) continue;
          const away = Math.max(Math.abs(word.topEmu - middle), Math.abs(word.bottomEmu - middle));
          const slant = (tip * Math.min(away, height / 2)) / (height / 2);
          found.judged += 1;
          if (form.fromDay < 0) expect(word.leftEmu).toBeGreaterThanOrEqual(bar.leftEmu + slant);
          if (form.fromDay + form.days > 30) expect(word.rightEmu).toBeLessThanOrEqual(bar.rightEmu - slant);
        }
      }),
      { numRuns: inLane({ fast: 100, full: 1_000 }) },
    );
    expect(found.judged).toBeGreaterThan(20);
  });

  test("of a mark lie on a bar, above it or below it, where one of these has room", () => {
    fc.assert(
      fc.property(FORM, (form) => {
        const { bar, ofMark } = lay(form);
        if (bar === undefined) return;
        for (const word of ofMark) {
          if (word.rightEmu <= bar.leftEmu || word.leftEmu >= bar.rightEmu) continue;
          const edges = [bar.topEmu, bar.bottomEmu];
          expect(edges.filter((edge) => word.topEmu < edge && edge < word.bottomEmu)).toEqual([]);
        }
      }),
      { numRuns: inLane({ fast: 100, full: 1_000 }) },
    );
  });
});
