import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

// Records may be parted by what is computed of them: each of 40 days in a month of its own makes 40 groups.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** What breaks with as many groups as records, in a form of one page. */
function found(group: string, max: number): readonly string[] {
  const source = `rpt 1
document list title="一覧" lang=ja
field rows[] max=${max}
field rows[].name string(8) example=["甲", "甲", "乙"]
field rows[].day date example=["2026-04-01", "2026-04-01", "2026-05-01"]
field rows[].at datetime example=["2026-04-01T08:00:00Z", "2026-04-01T09:00:00Z", "2026-05-01T08:00:00Z"]
field rows[].value int min=0 max=99 example=[1, 2, 3]
page A4 margin=15mm pages=1 {
  body {
    table rows {
      column name "品名" w=40mm
      column value "数" w=1fr align=right
      group (${group}) {
        head "{.key}"
        foot {
          cell "計" col=name
          cell (sum(.items[].value)) col=value
        }
      }
    }
  }
}
`;
  return engine
    .check({ source, data: null })
    .diagnostics.filter(({ code }) => code !== "RPT2012")
    .map(({ code, severity, message }) => `${severity} ${code} ${message.slice(0, message.indexOf(","))}`);
}

test.each([
  ["year(.day)", "rows[].day"],
  ["month(.day)", "rows[].day"],
  ["format(.day, 'yyyy年M月')", "rows[].day"],
  ["format(.at, 'yyyy/MM')", "rows[].at"],
  ["left(.name, 1)", "rows[].name"],
  ["concat(left(.name, 2), '類')", "rows[].name"],
])("records that are parted by %s are tried with as many groups as that makes", (group, field) => {
  expect(found(group, 40)).toEqual([`error RPT4031 with ${field} of 40 different values`]);
  expect(found(group, 5)).toEqual([]);
});
