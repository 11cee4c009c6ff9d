// `place` of what holds other elements: without a width it has no effect, and the edit gives it that of its content.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";
import { inkOf } from "../../../../src/core/layout/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const form = (element: string): string => `rpt 1
field seals[] max=4
field seals[].name string(4) example=["甲", "乙"]
page A5 margin=15mm {
  body {
    ${element}
  }
}
`;

/** What is free at the right of the body, in millimetres. */
function freeMm(source: string): number {
  const { value } = layOutSource(source, { seals: [{ name: "甲" }, { name: "乙" }] });
  const rights = value.pages[0]?.items.map((item) => inkOf(item)?.rightEmu ?? 0) ?? [];
  return 133 - Math.max(...rights) / 36_000;
}

test.each([
  "row place=right { each seals { stack w=20mm border=0.5pt { text (.name) } } }",
  `box place=right border=0.5pt { text "{join(seals[].name, '・')}" w=20mm }`,
  `stack place=right { text "{join(seals[].name, '・')}" w=30mm align=right }`,
])("%s", (element) => {
  const source = form(element.replaceAll("{ ", "{\n").replaceAll(" }", "\n}"));
  const [found, ...others] = compileSource(source).diagnostics;
  expect(found).toMatchObject({ code: "RPT1023", message: "place has no effect without w" });
  expect(others).toEqual([]);
  const mended = applyEdits(source, found?.repair?.edits ?? []);
  expect(mended).toContain("w=auto place=right");
  expect(compileSource(mended).diagnostics).toEqual([]);
  expect(freeMm(mended)).toBeLessThan(2);
});

test("what fills its room is told to leave place out", () => {
  const source = form('box place=right {\ntable seals {\ncolumn name "印"\n}\n}');
  const [found] = compileSource(source).diagnostics;
  const mended = applyEdits(source, found?.repair?.edits ?? []);
  expect(mended).not.toContain("place");
  expect(compileSource(mended).diagnostics).toEqual([]);
});
