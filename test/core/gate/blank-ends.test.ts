import { expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import { layOutSource } from "../../support/lay-out.ts";

const WORDS = "The Contractor shall deliver the goods to the place designated by the Customer on or before the date. ";

test.each(["right", "center"])("several blanks where lines are broken run over no margin either: align=%s", (align) => {
  const words = "The  Contractor   shall    deliver     the      goods       to        the place.   ";
  expect(codesOf(words.repeat(8).trim(), align)).toEqual([]);
});

test.each(["justify", "left", "distribute"])("blanks at the ends of lines run over no margin: align=%s", (align) => {
  expect(codesOf(WORDS.repeat(6).trim(), align)).not.toContain("RPT5004");
});

function codesOf(text: string, align: string): readonly string[] {
  const source = `rpt 1\npage A4 portrait margin=20mm {\n  body {\n    text "${text}" align=${align}\n  }\n}\n`;
  const { value: canvas } = compileSource(source);
  if (canvas === null) throw new Error("the form does not compile");
  return judgeGeometry(canvas, layOutSource(source).value).map(({ code }) => code);
}
