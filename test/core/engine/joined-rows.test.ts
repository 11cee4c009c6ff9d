// Payloads of a check in which rows are alike or differ: cells that are joined over them, and columns that they head.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(source: string) {
  return engine.check({ source, data: null }).diagnostics.filter(({ code }) => code === "RPT4031");
}

describe("words of a joined cell over rows of other colours are found without data", () => {
  const form = (type: string, examples: string, pattern = "") => `rpt 1
document judged title="判定" lang=ja
field xs[] max=30
field xs[].day${type} example=${examples}
field xs[].st enum(ok, ng) labels=["良", "否"] example=[ok, ng]
page A5 landscape margin=10mm {
  body {
    table xs row-fill=(if(.st == 'ng', 'black', null)) row-color=(if(.st == 'ng', 'white', 'black')) {
      column day "日" (.day) w=30mm merge=same ${pattern}
      column st "判定" (label(.st)) w=1fr merge=same
    }
  }
}
`;

  test.each([
    [" date", '["2026-04-01", "2026-04-02"]', "format='M月d日'"],
    ["? date", '["2026-04-01", "2026-04-02"]', "format='M月d日'"],
    [" datetime", '["2026-04-01T10:00:00+09:00", "2026-04-02T10:00:00+09:00"]', "format='M月d日'"],
    [" int min=1 max=31", "[1, 2]", ""],
    [" enum(a, b)", "[a, b]", ""],
    [" string(8)", '["一", "二"]', ""],
  ])("of%s", (type, examples, pattern) => {
    const [first] = found(form(type, examples, pattern));
    expect(first?.message).toContain("contrast 1.0:1");
    expect(first?.message).toContain("xs[].day");
  });

  test("and none where the colours of all rows are read", () => {
    const plain = form(" date", '["2026-04-01", "2026-04-02"]').replace(/ row-fill=.* \{/u, " {");
    expect(found(plain)).toEqual([]);
  });
});

describe("columns that entries of a list head", () => {
  const CHOICES = Array.from({ length: 12 }, (_, at) => `"${at + 1}月"`).join(", ");
  const form = (area: string, label: string, fit = "") => `rpt 1
document plan title="月別計画" lang=ja
sizes body=8pt
style base size=body
style cell border=0.25pt padding=[0.6mm, 0.8mm]
field rows[] max=40
field rows[].area ${area} example=["東", "西"]
field rows[].months[] max=12
field rows[].months[].label ${label} example=[["4月", "5月"], ["4月", "6月"]]
field rows[].months[].amount int min=-99999 max=99999 example=[[100, 200], [300, 400]]
page A4 landscape margin=10mm {
  body {
    table rows style=cell {
      column area "地区" w=30mm
      column each .months as=m "{m.label}" (m.amount) w=1fr align=right format='#,##0;▲#,##0' ${fit}
      column total "計" (sum(.months[].amount)) w=26mm align=right format='#,##0;▲#,##0'
      group (.area) {
        head "地区 {.key}"
      }
    }
  }
}
`;

  test("are no more than the choices of their headings", () => {
    expect(found(form("string(10)", `enum(${CHOICES})`))).toEqual([]);
  });

  test.each(["string(10)", 'enum("東", "西")'])("are too many for the values of their headings (%s)", (area) => {
    const told = found(form(area, "string(6)", "fit=shrink"));
    expect(told.length).toBeGreaterThan(0);
    for (const { repair } of told) {
      expect(repair?.title).toContain("declare the values of rows[].months[].label as an enum");
      expect(repair?.title).not.toContain("rows[].area");
    }
  });
});
