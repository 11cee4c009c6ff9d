import { describe, expect, test } from "vitest";
import { CODES, type CodeEntry } from "../../../../src/core/diagnostics/index.ts";
import { openedOf, refusalOf, renderedOf } from "../../../../src/facades/mcp/form/answer.ts";
import { ENGLISH } from "../../../../src/facades/mcp/form/english.ts";
import { JAPANESE } from "../../../../src/facades/mcp/form/japanese.ts";

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

  test.each([
    { paths: ["whole"], code: "RPT3020" },
    { paths: ["part", "whole"], code: "RPT3020" },
    { paths: ["part"], code: undefined },
  ])("of data that can't be computed with says the finding about $paths", ({ paths: [path, ...others], code }) => {
    const details = [{ path: "whole", rule: "computable", expected: "x" }];
    const places = others.map((each) => ({ path: each }));
    const diagnostics = [
      { code: "RPT3020", path, places },
      { code: "RPT3022", path: "day" },
    ];
    const error = { code: "data_contract_violation", error: "It can't be drawn.", details, diagnostics };
    const [violation] = refusalOf({ ...text(""), isError: true, _meta: { "platen/error": error } }).violations;
    expect(violation?.code).toBe(code);
  });

  test.each([
    { findings: ["RPT3020"], code: "RPT3020" },
    { findings: ["RPT3020", "RPT3020"], code: "RPT3020" },
    { findings: ["RPT3020", "RPT3022"], code: undefined },
  ])("says the finding by its text where all are one kind: $findings", ({ findings, code }) => {
    const lines = findings.map((each) => `7:3\terror\t${each}\tit is divided by zero at whole`);
    const words = ["400 data_contract_violation: No.", "whole\tcomputable\tx", lines.join("\n")].join("\n\n");
    expect(refusalOf({ ...text(words), isError: true }).violations).toEqual([
      { path: "whole", rule: "computable", expected: "x", ...(code === undefined ? {} : { code }) },
    ]);
  });

  test("has words in each language for every finding that a value may make while a form is computed", () => {
    // What is no error makes a file, and is told with it.
    const refuses = ([code, { severity }]: readonly [string, CodeEntry]) =>
      /^RPT302/.test(code) && severity === "error";
    const computing = Object.entries<CodeEntry>(CODES)
      .filter(refuses)
      .map(([code]) => code);
    expect(computing.length).toBeGreaterThan(3);
    for (const words of [ENGLISH, JAPANESE]) expect(Object.keys(words.computing).sort()).toEqual(computing.sort());
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
