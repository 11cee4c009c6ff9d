// Lists at their limits: all records with one value of what parts them, and as many as longer lists declare.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(source: string, data?: unknown): readonly string[] {
  const bytes = data === undefined ? null : new TextEncoder().encode(JSON.stringify(data));
  return engine.check({ source, data: bytes }).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const STYLES = `sizes body=9pt
colors rule=#767676
fonts gothic="Noto Sans JP"
style base font=gothic size=body
style cell border=[0.25pt, rule] padding=1mm
`;

interface Parted {
  readonly is: string;
  readonly key: string;
  readonly sums: string;
}

const PARTED: readonly Parted[] = [
  { is: "a choice", key: "enum(10, 8) example=[10, 8]", sums: "group(items, .key)" },
  { is: "a flag", key: "bool example=[true, false]", sums: "group(items, .key)" },
  { is: "a text", key: 'string(8) example=["甲", "乙"]', sums: "group(items, .key)" },
  { is: "a day", key: 'date example=["2026-01-01", "2026-01-02"]', sums: "group(items, .key)" },
];

describe("records that are parted by", () => {
  test.each(PARTED)("$is are tried with all of one part, whose sum is that of the whole list", ({ key, sums }) => {
    const form = (widthMm: number) => `rpt 1
document sums title="合計" lang=ja
field items[] min=1 max=100
field items[].price int min=0 max=9999999 example=[100, 200]
field items[].key ${key}
let parts[] = ${sums}
let parts[].sum = sum(.items[].price)
${STYLES}page A4 margin=12mm {
  body {
    table parts style=cell {
      column key "区分" (.key) w=40mm
      column sum "計" (.sum) w=${widthMm}mm align=right format='#,##0'
    }
  }
}
`;
    // 99,999,900 is wider than any sum of 50 records.
    const data = (value: unknown) => ({ items: Array.from({ length: 100 }, () => ({ price: 999_999, key: value })) });
    const value = { "a choice": 10, "a flag": true, "a text": "甲", "a day": "2026-01-01" };
    const kind = PARTED.find((one) => one.key === key)?.is as keyof typeof value;
    const narrow = [...Array(20).keys()].map((at) => 12 + at).find((mm) => found(form(mm)).length === 0);
    expect(narrow).toBeDefined();
    expect(found(form(narrow ?? 40), data(value[kind]))).toEqual([]);
    expect(found(form((narrow ?? 40) - 1))).not.toEqual([]);
  });
});

describe("a list of many records", () => {
  const form = (most: number, widthMm: number) => `rpt 1
document sums title="合計" lang=ja
field items[] min=1 max=${most}
field items[].price int min=0 max=40000 example=[100, 200]
${STYLES}page A4 margin=12mm {
  body {
    table items style=cell header=repeat {
      column no "No." (index) w=20mm
      column price "金額" (.price) w=${widthMm}mm align=right format='#,##0'
      foot {
        cell "計" col=no
        cell (sum(items[].price)) col=price align=right format='#,##0'
      }
    }
  }
}
`;

  test.each([
    [200, 17, "8,000,000 has room"],
    [1000, 19, "40,000,000 has room"],
  ])("of %d is silent in a column of %d mm: %s", (most, widthMm) => {
    expect(found(form(most, widthMm))).toEqual([]);
  });

  test("is tried with a thousand of them", () => {
    expect(found(form(1000, 17))).toEqual([
      expect.stringMatching(/^RPT4031 with items\[\]\.price of 40000 and items\[\] of 1000 entries: "40,000,000" is/),
    ]);
  });

  test("is told to be longer than what is tried", () => {
    expect(found(form(5000, 24))).toEqual([
      "RPT4033 items[] of 5000 entries was not tried: a check tries lists of 1000 entries at most",
    ]);
  });
});

test("what is found of an axis of time does not hang on whether another text fits", () => {
  const form = (footer: string) => `rpt 1
document plan title="工程表" lang=ja
field from date example="2026-10-01"
field to date example="2026-11-30"
field note string(40) example="備考"
field jobs[] min=1 max=10
field jobs[].start date example=["2026-10-05"]
field jobs[].end date example=["2026-10-20"]
${STYLES}page A4 landscape margin=12mm {
  body gap=4mm {
    text (note) w=30mm h=5mm ${footer}
    gantt jobs style=cell row-h=9mm {
      column start "開始" (.start) w=24mm format='M/d'
      scale from=(from) to=(to) unit=day
      bar start=(.start) end=(.end) fill=rule
    }
  }
}
`;
  const ofAxis = (source: string) => found(source).filter((one) => /scale|step|bar /.test(one));
  expect(found(form("")).some((one) => one.includes("note"))).toBe(true);
  expect(ofAxis(form(""))).toEqual(ofAxis(form("fit=shrink lines=3")));
});
