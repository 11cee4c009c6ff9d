import { expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import { layOutSource } from "../../support/lay-out.ts";

const WORDS = "The Contractor shall deliver the goods to the place designated by the Customer on or before the date. ";

test.each(["justify", "left", "distribute"])("blanks at the ends of lines run over no margin: align=%s", (align) => {
  const text = WORDS.repeat(6).trim();
  const source = `rpt 1\npage A4 portrait margin=20mm {\n  body {\n    text "${text}" align=${align}\n  }\n}\n`;
  const { value: canvas } = compileSource(source);
  if (canvas === null) throw new Error("the form does not compile");
  const codes = judgeGeometry(canvas, layOutSource(source).value).map(({ code }) => code);
  expect(codes).not.toContain("RPT5004");
});
