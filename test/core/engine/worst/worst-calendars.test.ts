// Calendars and rosters: a column for each entry of a list that every record has, at the most entries that it takes.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(source: string, data?: unknown): readonly string[] {
  const bytes = data === undefined ? null : new TextEncoder().encode(JSON.stringify(data));
  return engine.check({ source, data: bytes }).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const SHIFT = 'string(1) example="早"';

interface Calendar {
  readonly is: string;
  readonly key: string;
  readonly heading: string;
  readonly keyAt: (at: number) => unknown;
}

const CALENDARS: readonly Calendar[] = [
  {
    is: "days, of which each record's example has one",
    key: 'date example=["2026-12-01", "2026-12-02", "2026-12-30"]',
    heading: "{format(d.key, 'd')}",
    keyAt: (at) => `2026-12-${String(at + 1).padStart(2, "0")}`,
  },
  {
    is: "days, of which each record's example has three",
    key: `date example=[${Array(3).fill('["2026-12-01", "2026-12-02", "2026-12-03"]').join(", ")}]`,
    heading: "{format(d.key, 'd')}",
    keyAt: (at) => `2026-12-${String(at + 1).padStart(2, "0")}`,
  },
  {
    is: "numbers of days",
    key: "int min=1 max=31 example=[1, 2, 3]",
    heading: "{d.key}",
    keyAt: (at) => at + 1,
  },
];

describe("a roster with a column for each of at most 31", () => {
  const form = (key: string, heading: string, widthMm: number) => `rpt 1
document roster title="勤務表" lang=ja
sizes body=8pt
fonts gothic="Noto Sans JP"
style base font=gothic size=body
field staff[] max=10
field staff[].name string(4) example=["田中", "佐藤", "鈴木"]
field staff[].days[] max=31
field staff[].days[].key ${key}
field staff[].days[].shift ${SHIFT}
page A3 landscape margin=10mm {
  body {
    table staff header=repeat {
      column name "氏名" w=20mm
      column each .days as=d "${heading}" (d.shift) w=${widthMm}mm align=center
    }
  }
}
`;

  test.each(CALENDARS)("of $is is tried with as many columns", ({ key, heading, keyAt }) => {
    const days = Array.from({ length: 31 }, (_, at) => ({ key: keyAt(at), shift: "早" }));
    const data = { staff: Array.from({ length: 10 }, () => ({ name: "田中一郎", days })) };
    // 31 columns of 12 mm are as wide as the page has room for, and of 13 mm they are not.
    expect(found(form(key, heading, 12))).toEqual([]);
    expect(found(form(key, heading, 12), data)).toEqual([]);
    expect(found(form(key, heading, 13))).not.toEqual([]);
    expect(found(form(key, heading, 13), data)).not.toEqual([]);
  });
});
