// The text of generated files: a golden one of all types for each language, names, comments, and where they come from.
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../src/core/canvas/index.ts";
import {
  CODE_LANGUAGES,
  type CodeLanguage,
  takesPackage,
  typesOfCompiled,
  typesOfSource,
} from "../../../src/core/codegen/index.ts";
import { ALL_TYPES, canvasOf, formOf } from "./support.ts";

const typesOf = (language: CodeLanguage, ...fields: readonly string[]): string =>
  typesOfSource(formOf("a-form", ...fields), { language }).text ?? "";

describe.each(CODE_LANGUAGES)("types in %s", (language) => {
  test("of a form of all types are these, byte by byte, each time", async () => {
    const { text } = typesOfSource(ALL_TYPES, { language });
    await expect(text).toMatchFileSnapshot(`golden/all-types.${language}.txt`);
    expect(typesOfSource(ALL_TYPES, { language }).text).toBe(text);
  });

  test("of a published version name it, and are the same otherwise", () => {
    const compiled = canonicalJson(canvasOf(ALL_TYPES));
    const published = typesOfCompiled(compiled, { language, origin: { canvasId: "cnv_0123", version: 7 } });
    expect(published).toContain("version 7 of cnv_0123");
    const bySource = typesOfSource(ALL_TYPES, { language }).text ?? "";
    expect(published.replace("version 7 of cnv_0123", "as its source declares it")).toBe(bySource);
  });

  test("of a form without declarations take any object", () => {
    expect(typesOf(language)).toMatch(
      /AForm = (?:Record<string, unknown>|_typing.Dict|map\[string\]any)|AForm\(@JsonValue|AForm : global/,
    );
  });

  test("hold no line that a label, an example or a member's word could end or hide", () => {
    const label = '\\n\\u{2028}\\u{202e} */ <b> \\\\u000a \\"\\"\\"';
    const text = typesOf(
      language,
      `a string label="${label}" example="x"`,
      'kind enum("a\\u{85}b", "\\\\u0022") example="\\\\u0022"',
    );
    for (const line of text.split("\n")) expect(line).not.toMatch(/[\p{Cf}\u0085\u2028]/u);
    const labelled = text.split("\n").filter((line) => /b(?:>|&gt;)/.test(line));
    expect(labelled).toHaveLength(1);
    // Where a comment ends by this sign, it stands at the end of the line alone.
    if (language === "ts" || language === "java")
      expect(labelled[0]?.indexOf("*/")).toBe((labelled[0]?.length ?? 0) - 2);
    if (language === "java") expect(text.split("\n").filter((line) => /^\s*\/\*\*.*\\u/.test(line))).toEqual([]);
  });
});

describe("names", () => {
  test.each([
    ["ts", "class string", "  class: string;"],
    ["ts", "品・名 string", '  "品・名": string;'],
    ["python", "class string", '    class_: str = _dataclasses.field(metadata={"wire": "class"})'],
    ["python", "ｱｲ string", '    x_FF71_FF72: str = _dataclasses.field(metadata={"wire": "ｱｲ"})'],
    ["python", "int string", '    int_: str = _dataclasses.field(metadata={"wire": "int"})'],
    ["python", "_ string", '    x: str = _dataclasses.field(metadata={"wire": "_"})'],
    ["go", "品名 string", '\tX品名 string `json:"品名"`'],
    ["go", "〇〇 string", '\tX_3007_3007 string `json:"-"`'],
    ["go", "MarshalJSON string", '\tMarshalJSON_ string `json:"MarshalJSON"`'],
    ["java", "toString string", '    @JsonProperty("toString") String toString_'],
    ["java", "URL string", '    @JsonProperty("URL") String url'],
    ["csharp", "a_form string", "    public required string AForm_ { get; init; }"],
    ["csharp", "clone string", "    public required string Clone_ { get; init; }"],
  ] as const)("in %s, %s", (language, field, line) => {
    expect(typesOf(language, field).split("\n")).toContain(line);
  });

  test("that become one are told apart, and no member takes another's", () => {
    const text = typesOf("java", "aB string", "a_b string", "A_B string", "aB2 string");
    expect([...text.matchAll(/@JsonProperty\("(\w+)"\) String (\w+)/g)].map(([, wire, name]) => [wire, name])).toEqual([
      ["aB", "aB"],
      ["a_b", "aB2"],
      ["A_B", "aB3"],
      ["aB2", "aB22"],
    ]);
  });

  test("of types that become one are told apart, too", () => {
    const text = typesOf("ts", "aB.c string", "a_b.c string", "a.b.c string");
    expect(text.match(/(?<=export type )\w+/g)).toEqual(["AForm", "AFormAB", "AFormAB2", "AFormA", "AFormAB3"]);
  });
});

test("a decimal of more digits than a language's own type holds is a text there", () => {
  expect(typesOf("csharp", "a decimal(28,2)", "b decimal(29,2)")).toMatch(/decimal A \{[\s\S]*string B \{/);
});

test("a whole number beyond 64 bits gets a type that holds it", () => {
  const fields = ["a int max=9223372036854775807", "b int max=9223372036854775808"];
  expect(typesOf("java", ...fields)).toMatch(/long a,[\s\S]*java\.math\.BigInteger b/);
  expect(typesOf("go", ...fields)).toMatch(/A int64[\s\S]*B json\.Number/);
});

test("packages are names of the language", () => {
  expect(takesPackage("java", "com.example.forms")).toBe(true);
  expect(takesPackage("go", "com.example")).toBe(false);
  expect(takesPackage("csharp", "a-b")).toBe(false);
  expect(takesPackage("ts", "forms")).toBe(false);
  const request = { language: "java", packageName: "com.example" } as const;
  expect(typesOfSource(ALL_TYPES, request).text).toContain("\npackage com.example;\n");
});

test("a source with errors gets no types, and its findings", () => {
  const { text, diagnostics } = typesOfSource("rpt 1\nfield a strin\n", { language: "ts" });
  expect(text).toBeNull();
  expect(diagnostics.map(({ severity }) => severity)).toContain("error");
});
