import { expect, test } from "vitest";
import { compileSource, examplePayload } from "../../../src/core/canvas/index.ts";
import { readJson } from "../../../src/core/contract/index.ts";
import {
  checkExpression,
  checkLets,
  compileProgram,
  rootScope,
  SIGNATURES,
} from "../../../src/core/expression/index.ts";
import { FUNCTION_EXAMPLE_DATA, FUNCTION_EXAMPLES } from "../../../src/core/reference/index.ts";
import { parseExpression } from "../expression/support.ts";

const { value: canvas } = compileSource(`rpt 1\n${FUNCTION_EXAMPLE_DATA}page A4 {\n  body {\n  }\n}\n`);

function printed(expression: string): string {
  if (canvas === null) throw new Error("the declarations of the examples are sound");
  const { scope } = checkLets([], rootScope(canvas.fields)).value;
  const { value, diagnostics } = checkExpression(parseExpression(expression), scope);
  if (value === null || diagnostics.length > 0) throw new Error(diagnostics.map((each) => each.message).join("; "));
  const data = readJson(examplePayload(canvas)).value;
  const evaluation = compileProgram(canvas).evaluate(data);
  const { text } = evaluation.text(value.code, evaluation.root);
  expect(evaluation.diagnostics).toEqual([]);
  return text;
}

test("every function has an example, and no example is of a function that is gone", () => {
  expect(Object.keys(FUNCTION_EXAMPLES).toSorted()).toEqual(SIGNATURES.map((each) => each.name).toSorted());
  for (const { name } of SIGNATURES) {
    expect(
      FUNCTION_EXAMPLES[name]?.every(([expression]) => expression.includes(`${name}(`) || name === "coalesce"),
    ).toBe(true);
  }
});

test.each(Object.values(FUNCTION_EXAMPLES).flat())("%s prints %s", (expression, expected) => {
  expect(printed(expression)).toBe(expected);
});
