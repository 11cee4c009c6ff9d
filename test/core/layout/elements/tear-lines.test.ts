// A tear line stands on the page of the slip below it: at the page's foot alone nothing is torn off.
import { expect, test } from "vitest";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

const PAGE_MM = 80;

const form = (down: number, body: string): string => `rpt 1
field slips[].name string(20) example=["甲", "乙"]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page w=90mm h=${PAGE_MM}mm margin=5mm {
  body gap=2mm {
    text "前"
    space ${down}mm
    ${body}
  }
}
`;

const SLIP = 'box border=0.25pt keep=together h=25mm {\n text "片"\n}';
const TEARS = [
  "line stroke=[0.5pt, dash]",
  "line stroke=[0.5pt, dot] margin-top=2mm",
  'row gap=2mm {\n line stroke=[0.5pt, dash] w=1fr\n text "切" w=5mm\n line stroke=[0.5pt, dash] w=1fr\n}',
] as const;

/** How many tear lines and slips each page shows. */
function pagesOf(down: number, body: string): readonly (readonly [tears: number, slips: number])[] {
  const { value } = layOutSource(form(down, body), { slips: ["甲", "乙", "丙", "丁"].map((name) => ({ name })) });
  return value.pages.map(({ items }, at) => {
    const lines = items.filter((item) => item.kind === "stroke" && item.dashEmu.length > 0);
    const slips = pageLines(value, at).filter((line) => line.includes("片"));
    return [lines.length, slips.length] as const;
  });
}

test.each(TEARS)("%s above one slip", (tear) => {
  for (let down = 0; down < PAGE_MM - 10; down += 2) {
    const pages = pagesOf(down, `${tear}\n space 2mm\n ${SLIP}`);
    expect(pages.filter(([tears, slips]) => tears > 0 !== slips > 0)).toEqual([]);
  }
});

test.each(TEARS)("%s above each of several", (tear) => {
  const perSlip = tear.startsWith("row") ? 2 : 1;
  for (let down = 0; down < PAGE_MM - 10; down += 2) {
    const pages = pagesOf(down, `each slips {\n ${tear}\n ${SLIP}\n}`);
    expect(pages.filter(([tears, slips]) => tears !== slips * perSlip)).toEqual([]);
  }
});

test("a line below each of several stays below it", () => {
  for (let down = 0; down < PAGE_MM - 45; down += 2) {
    const pages = pagesOf(down, `each slips {\n ${SLIP}\n ${TEARS[0]}\n space 1mm\n}`);
    expect(pages.filter(([tears, slips]) => tears !== slips)).toEqual([]);
  }
});

test("a solid line stays where there is room for it", () => {
  const { value } = layOutSource(form(45, `line stroke=0.5pt\n ${SLIP}`));
  expect(value.pages.map(({ items }) => items.some((item) => item.kind === "stroke"))).toEqual([true, true]);
  expect(pageLines(value, 0)).toEqual(["前"]);
});
