import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

// What is refused in declarations is shown by the forms of test/suite/2-declarations.

test("numbers with leading zeros are numbers, in examples, bounds and members", () => {
  const source = `rpt 1
document zeros
field rows[]      max=09
field rows[].n    int max=0100 example=[007, -08]
field rows[].rate enum(010, 08) example=[10, 08]
page A4 {
  body {
    table rows {
      column n "数"
      column rate "率"
    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  expect(diagnostics).toEqual([]);
  expect(value?.fields.map((field) => field.example)).toEqual([null, "[7,-8]", "[10,8]"]);
});
