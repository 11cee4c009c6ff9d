// A comb's cells stand side by side: vertical writing is told to have no effect, and its repair ends that.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";

const form = (said: string): string => `rpt 1
field code string(7) pattern='^[0-9]{7}$' example="1234567"
page A5 margin=10mm {
  body {
    comb (code) cells=7 w=49mm h=8mm ${said}
  }
}
`;

test("writing=vertical", () => {
  const source = form("writing=vertical");
  const [found, ...others] = compileSource(source).diagnostics;
  expect(found).toMatchObject({ code: "RPT1023", message: "writing=vertical has no effect in comb" });
  expect(others).toEqual([]);
  expect(compileSource(applyEdits(source, found?.repair?.edits ?? [])).diagnostics).toEqual([]);
});

test.each(["", "writing=horizontal", "align=right"])("%s is no slip", (said) => {
  expect(compileSource(form(said)).diagnostics).toEqual([]);
});
