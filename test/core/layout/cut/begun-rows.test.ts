// A record that a page's end may cut begins in all of its cells: its number never stands alone at the page's foot.
import { expect, test } from "vitest";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

const PAGE_MM = 80;

const form = (down: number, column: string): string => `rpt 1
field rows[].no int min=0 max=99 example=[1, 2]
field rows[].body text(900) example="本文"
fonts gothic="Noto Sans JP"
sizes body=9pt big=24pt
style base font=gothic size=body
page w=90mm h=${PAGE_MM}mm margin=5mm {
  body gap=2mm {
    space ${down}mm
    table rows split=cell header=none {
      column no "番" w=15mm "番{.no}"
      ${column}
    }
  }
}
`;

const COLUMNS = [
  'column body "文" {\n stack keep=together {\n text (.body)\n text "末{.no}"\n }\n}',
  'column body "文" {\n box h=20mm border=0.25pt {\n text "文"\n text "末{.no}"\n }\n}',
  'column body "文" {\n row {\n text "・" w=4mm\n text "末{.no}"\n }\n}',
  'column body "文" "末{.no}" size=big',
  'column note "註" "{.body}{.body}{.body}"\ncolumn body "文" {\n rect w=10mm h=20mm stroke=0.5pt\n text "末{.no}"\n}',
] as const;

test.each(COLUMNS)("%s", (column) => {
  const rows = [1, 2, 3, 4].map((no) => ({ no, body: "本文。".repeat(10) }));
  const parted: string[] = [];
  for (let down = 0; down < PAGE_MM - 10; down += 1) {
    const { value, diagnostics } = layOutSource(form(down, column), { rows });
    expect(diagnostics).toEqual([]);
    value.pages.forEach((_, page) => {
      const lines = pageLines(value, page).join("|");
      for (const { no } of rows) {
        if (lines.includes(`番${no}`) !== lines.includes(`末${no}`)) parted.push(`${down}: ${no} on page ${page + 1}`);
      }
    });
  }
  expect(parted).toEqual([]);
});

test("a record higher than a page is cut where it begins", () => {
  const column =
    'column body "文" {\n box h=60mm border=0.25pt {\n text "末{.no}"\n }\n}\ncolumn note "註" (.body) w=8mm';
  const { value } = layOutSource(form(0, column), { rows: [{ no: 1, body: "本文。".repeat(60) }] });
  expect(value.pages.length).toBeGreaterThan(1);
  expect(pageLines(value, 0).join("|")).toMatch(/番1.*末1|末1.*番1/u);
});
