// Cells that are one with those above them: the rows of a page are high enough for the text of each, whatever the page
// begins with.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const LONG = "国".repeat(40);

/** What stands before the first row of records, and what follows the last. */
const PARTS: Readonly<Record<string, string>> = {
  "no group": "",
  "a head": '      group (.g) {\n        head "{.key}"\n      }\n',
  "a foot": '      group (.g) {\n        foot "計 {count(.items)}"\n      }\n',
  "a head and a foot": '      group (.g) {\n        head "{.key}"\n        foot "計 {count(.items)}"\n      }\n',
  "a head of two cells":
    '      group (.g) {\n        head {\n          cell "{.key}" col=a..b\n          cell "" col=c\n' +
    "        }\n      }\n",
};

const COLUMNS = ["a", "b", "c"] as const;

function form(parts: string, long: (typeof COLUMNS)[number], header: string, records: number): string {
  const values = (name: string): string =>
    JSON.stringify(Array.from({ length: records }, () => (name === long ? LONG : "あ")));
  const g = JSON.stringify(Array.from({ length: records }, (_, at) => (at < records / 2 ? "甲" : "乙")));
  return `rpt 1
field r[].g string(9) example=${g}
${COLUMNS.map((name) => `field r[].${name} string(40) example=${values(name)}`).join("\n")}
sizes body=9pt
style base size=body
style cell border=0.25pt padding=1mm
page w=150mm h=280mm margin=10mm {
  body {
    table r style=cell header=${header} {
${COLUMNS.map((name) => `      column ${name} "${name}" w=15mm merge=same wrap=char\n`).join("")}
      column d "名" "い" w=1fr
${parts}    }
    text "下"
  }
}
`;
}

describe.each(Object.entries(PARTS))("with %s", (_, parts) => {
  const cases = COLUMNS.flatMap((long) =>
    ["none", "repeat"].flatMap((header) => [1, 2, 4].map((records) => [long, header, records] as const)),
  );

  test.each(cases)("the text of column %s, header=%s, %i records", (long, header, records) => {
    const { pages } = layOutSource(form(parts, long, header, records)).value;
    const items = pages[0]?.items ?? [];
    const letters = items.filter((item) => item.kind === "glyphs");
    const lowest = Math.max(...letters.filter(({ run }) => run.text.includes("国")).map(({ yEmu }) => yEmu));
    const below = letters.find(({ run }) => run.text === "下");
    // The text below the table stands a line lower than the last line of the cell.
    expect((below?.yEmu ?? 0) - lowest).toBeGreaterThan(12_700 * 9);
    const feet = letters.filter(({ run }) => run.text.startsWith("計") || run.text === "乙");
    for (const { yEmu, run } of feet.filter((foot) => foot.run.text.startsWith("計"))) {
      const own = letters.filter((one) => one.run.text.includes("国") && one.yEmu < yEmu).map((one) => one.yEmu);
      if (own.length > 0) expect(yEmu - Math.max(...own), run.text).toBeGreaterThan(12_700 * 9);
    }
  });
});
