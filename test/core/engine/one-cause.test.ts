// What follows from one cause is one finding: of a label that overflows, and of a page without a margin.
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../../src/core/diagnostics/index.ts";
import { pdfEngine, toldBy } from "./sources.ts";

const engine = pdfEngine();
const found = (source: string): readonly string[] => toldBy(engine, source);

const HEAD = `rpt 1
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
`;

describe("labels that overflow", () => {
  const sheet = (padding: string, lines: number) => `${HEAD}field people[].name string(10) example=["甲", "乙"]
source people as=p
page A4 n-up=[3, 8] margin=0mm {
  body {
    box padding=[${padding}, 6mm] {
      text (p.name)
${Array.from({ length: lines }, (_, at) => `      text "行${at + 1}"`).join("\n")}
    }
  }
}
`;

  test("are told as that alone where what goes on begins at the next label's edge", () => {
    const codes = new Set(found(sheet("6mm", 12)).map((one) => one.slice(0, 7)));
    expect([...codes]).toEqual(["RPT4025"]);
  });

  test("are told once of each side where several elements stand too far out, whatever the data", () => {
    const narrow = sheet("6mm", 3)
      .replace("padding=[6mm, 6mm]", "padding=[6mm, 2mm]")
      .replace("string(10)", "string(14)");
    const sides = found(narrow).filter((one) => / leaves the printable area by /u.test(one));
    expect(sides).toHaveLength(1);
    expect(sides[0]).toContain("at the left");
  });

  test("are told to leave the printable area where they hold all of the record", () => {
    expect(found(sheet("1mm", 1)).some((one) => / at the top .*padding-top= of a box around it/u.test(one))).toBe(true);
    expect(found(sheet("6mm", 1))).toEqual([]);
  });
});

describe("a page without a margin", () => {
  const page = (margin: string) => `${HEAD}page A4 margin=${margin} {
  body {
    text "見積書"
    text "御中"
    stack {
      text "住所"
      text "電話"
    }
  }
}
`;

  test("is told once of each side, with a margin that is enough", () => {
    const told = found(page("0mm")).filter((one) => one.startsWith("RPT5003"));
    const sides = told.map((one) => / at the (\w+) \(/u.exec(one)?.[1]);
    expect(sides).toEqual([...new Set(sides)]);
    expect(sides).toContain("left");
    const least = told.map((one) => Number(/margin of at least ([\d.]+)mm/u.exec(one)?.[1]));
    expect(found(page(`${Math.max(...least)}mm`)).filter((one) => one.startsWith("RPT5003"))).toEqual([]);
  });
});

test("an edit that is offered ends its finding", () => {
  const footer = '  footer h=5mm {\n    text "頁" x=-13mm y=0mm w=20mm h=5mm\n  }\n';
  const source = `${HEAD}page A4 margin=15mm {\n  body\n${footer}}\n`;
  const { diagnostics } = engine.check({ source, data: null });
  const [told] = diagnostics.filter(({ code }) => code === "RPT5003");
  const mended = applyEdits(source, told?.repair?.edits ?? []);
  expect(mended).not.toBe(source);
  expect(found(mended).filter((one) => one.startsWith("RPT5003"))).toEqual([]);
});
