// What the compiler of TypeScript says of generated types: it takes what the contract takes, and refuses what is wrong.
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Canvas, contractSchema, examplePayload } from "../../../src/core/canvas/index.ts";
import { typesOfSource } from "../../../src/core/codegen/index.ts";
import { readPayload } from "../../../src/core/contract/index.ts";
import { runCommand } from "../../support/command.ts";
import { payloadsOf, type Schema } from "../../support/generated-payloads.ts";
import { inLane } from "../../support/lane.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { ALL_TYPES, canvasOf, formOf } from "./support.ts";

const TSC = resolve("node_modules/.bin/tsc");
const SETTINGS = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2024", "--module", "esnext"];

/** The first complaints of the compiler, of files by their names. */
async function complaintsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  await using folder = await temporaryFolder("codegen");
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  const args = [...SETTINGS, "--types", "", "--pretty", "false", ...Object.keys(files)];
  const { stdout, exitCode } = await runCommand(TSC, args, { cwd: folder.path });
  return exitCode === 0 ? [] : stdout.split("\n").filter((line) => line !== "");
}

const typesOf = (source: string): string => typesOfSource(source, { language: "ts" }).text ?? "";

test("the form's example is of its type, and of that of any JSON object", async () => {
  const example = examplePayload(canvasOf(ALL_TYPES));
  const text = `${typesOf(ALL_TYPES)}export const data: OrderForm = ${example};
export const object: Readonly<Record<string, unknown>> = data;
`;
  expect(await complaintsOf({ "good.ts": text })).toEqual([]);
});

test.each([
  ["a missing member", '{ "a": "x" }', /'rows'/],
  ["a number for a text", '{ "a": 1, "rows": [] }', /'number' is not assignable to type 'string'/],
  ["another word than one of the choice", '{ "a": "x", "kind": "c", "rows": [] }', /"c"/],
  ["null for a member that must be there", '{ "a": null, "rows": [] }', /'null'/],
  ["a text for a whole number", '{ "a": "x", "rows": [{ "n": "1" }] }', /'string' is not assignable to type 'number'/],
  ["a member that nothing declares", '{ "a": "x", "rows": [], "b": 1 }', /b.* does not exist/],
] as const)("%s is refused", async (_what, data, complaint) => {
  const source = formOf("small", "a string", "kind? enum(a, b)", "rows[].n int");
  const complaints = await complaintsOf({ "bad.ts": `${typesOf(source)}export const data: Small = ${data};\n` });
  expect(complaints.join("\n")).toMatch(complaint);
});

/**
 * Names as authors may write them, and those that programs keep for themselves. Names that every object has, such as
 * `constructor`, are left out: the compiler takes them for members that are there, whatever a type says of them.
 */
const NAME = fc.oneof(
  fc.constantFrom("class", "type", "Record", "string", "__proto__", "_", "a", "A", "a_", "aB", "a_b", "品名"),
  fc.stringMatching(/^[A-Za-z_々-〇ぁ-ゖァ-ヺ一-龠ｦ-ﾟ][A-Za-z_々-〇ぁ-ゖァ-ヺ一-龠ｦ-ﾟ0-9]{0,4}$/),
);
const TYPE = fc.constantFrom(
  ...["string(9)", "text(30)", "int", "int min=1 max=5", "decimal(9,2)", "decimal(40,0)", "bool", "date", "time"],
  ...["datetime", "enum(a, b)", 'enum("a b", "*/", "\\"")', "enum(10, 8, 0.5, -1)", "image"],
);
const FIELD = fc
  .record({
    path: fc.array(fc.tuple(NAME, fc.boolean()), { minLength: 1, maxLength: 3 }),
    optional: fc.boolean(),
    type: TYPE,
    label: fc.option(fc.constantFrom("金額", "*/ x", "a\\nb", "`x`")),
  })
  .map(({ path, optional, type, label }) => {
    const names = path.map(([name, many]) => (many ? `${name}[]` : name)).join(".");
    return `${names}${optional ? "?" : ""} ${type}${label === null ? "" : ` label="${label}"`}`;
  });

test("no contract makes a file that the compiler refuses, nor one that refuses what the contract takes", async () => {
  const drawn = fc.sample(fc.array(FIELD, { minLength: 1, maxLength: 8 }), inLane({ fast: 120, full: 3_000 }));
  const files: Record<string, string> = {};
  for (const [at, fields] of drawn.entries()) {
    const source = formOf(`form-${at}`, ...fields);
    const types = typesOf(source);
    if (types === "") continue; // names that clash are refused before
    files[`form-${at}.ts`] =
      `${types}export const data: readonly Form${at}[] = [${payloadTexts(canvasOf(source)).join(",\n")}];\n`;
  }
  expect(Object.keys(files).length).toBeGreaterThan(drawn.length / 4);
  expect(await complaintsOf(files)).toEqual([]);
});

/** Payloads that the contract takes. */
function payloadTexts(canvas: Canvas): readonly string[] {
  const schema = JSON.stringify(contractSchema(canvas, { canvasId: "cnv_0", version: 1 }));
  const texts = fc.sample(payloadsOf(JSON.parse(schema) as Schema), 3).map((payload) => JSON.stringify(payload));
  return texts.filter((text) => {
    const { value } = readPayload(new TextEncoder().encode(text), canvas.fields, { extra: "forbid" });
    // A literal of a program sets the prototype by this name, whatever stands in quotation marks.
    return value !== null && !text.includes('"__proto__"');
  });
}
