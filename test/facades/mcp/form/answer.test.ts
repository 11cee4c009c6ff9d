import { describe, expect, test } from "vitest";
import { openedOf, refusalOf, renderedOf } from "../../../../src/facades/mcp/form/answer.ts";

const text = (words: string) => ({ content: [{ type: "text", text: words }] });

describe("a refusal", () => {
  const violations = [{ path: "items[0].price", rule: "required", expected: "decimal(11,2)" }];

  test("is read by its machine form", () => {
    const error = { code: "data_contract_violation", error: "One value is wrong.", details: violations };
    expect(refusalOf({ ...text("400 x: y"), isError: true, _meta: { "platen/error": error } })).toEqual({
      code: "data_contract_violation",
      sentence: "One value is wrong.",
      violations,
    });
  });

  test("is read by its text where a host hands on nothing else", () => {
    const words = [
      "400 data_contract_violation: One value is wrong.",
      "items[0].price\trequired\tdecimal(11,2)",
      "items[].price\tdecimal(11,2)\trequired\t1",
    ].join("\n\n");
    expect(refusalOf({ ...text(words), isError: true })).toEqual({
      code: "data_contract_violation",
      sentence: "One value is wrong.",
      violations,
    });
  });

  test("is a sentence where it is nothing of ours", () => {
    const refusal = refusalOf({ ...text("The host said no."), isError: true });
    expect(refusal).toEqual({ code: "internal", sentence: "The host said no.", violations: [] });
  });
});

describe("a file", () => {
  test("is known by its link alone where a host hands on nothing else", () => {
    const line = "curl -fsS -o 'a b.pdf' 'https://x'";
    expect(renderedOf(text(line))?.link).toBe(line);
    expect(renderedOf(text("https://x/y"))?.link).toBe("https://x/y");
  });

  test("is none where the answer is an error, or says nothing", () => {
    expect(renderedOf({ ...text("https://x"), isError: true })).toBeNull();
    expect(renderedOf({})).toBeNull();
  });
});

test("an answer that holds no form opens none", () => {
  expect(openedOf({})).toBeNull();
  expect(openedOf({ structuredContent: { document: {} } })).toBeNull();
  expect(openedOf({ isError: true, structuredContent: { document: { id: "x" } } })).toBeNull();
});
