// RPT5004: the lines of frames lie about the margin or beside it, however thick they are; content beyond it is told.
import { expect, test } from "vitest";
import { checkedForm } from "../../support/conservation/repairs.ts";

const GRID = (grid: string, cell: string): string => `grid cols=[20mm, 1fr] ${grid} {
      head "氏名"
      cell "山本 花子" ${cell}
    }`;

const PIE = (more: string): string => `chart pie s h=60mm ${more} alt="円" {
      category (.no)
      series "" (.v)
    }`;

const FIELDS = `field s[].no string(4) example=["甲", "乙", "丙"]
field s[].v int example=[1, 2, 5]`;

function told(body: string): readonly string[] {
  const source = `rpt 1\n${FIELDS}\npage A5 margin=12mm {\n  body gap=3mm {\n    ${body}\n  }\n}\n`;
  return (checkedForm(source, null) ?? []).flatMap(({ code, message }) => (code === "RPT5004" ? [message] : []));
}

test.each([
  ["a cell with a thicker line", GRID("border=1pt rules=0.25pt", "border=[2pt, black] padding=2mm")],
  ["a cell with a much thicker line", GRID("border=1pt rules=0.25pt", "border=[6pt, black] padding=3mm")],
  ["a line at the right alone", GRID("border=none", "border-right=[4pt, black] padding=2mm")],
  ["a line at the left alone", 'grid cols=[1fr] border=none {\n cell "一" border-left=[4pt, black] padding=2mm\n }'],
  ["a table within a box", `box border=3pt padding=2mm {\n ${GRID("border=1pt", "")}\n }`],
  ["a pie at the margin", PIE("w=60mm")],
  ["a pie in a box", `box border=0.25pt {\n ${PIE("w=60mm")}\n }`],
  ["a pie in a cell", `grid cols=[60mm, 1fr] border=0.25pt {\n cell {\n ${PIE("")}\n }\n cell "一"\n }`],
])("%s keeps to the margins", (_, body) => {
  expect(told(body)).toEqual([]);
});

test("content beyond one margin is told", () => {
  const [message] = told('grid cols=[127mm] border=1pt {\n cell "請求書"\n }');
  expect(message).toMatch(/^content margins differ: left 12\.0mm, right 9\.0mm/);
});
