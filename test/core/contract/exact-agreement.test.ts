// The published schema, read by an exact validator, and our own reading: also where numbers are no doubles, texts end
// in a line feed or hold half of a character, and patterns use short forms that engines read differently.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource, contractSchema } from "../../../src/core/canvas/index.ts";
import { readPayload } from "../../../src/core/contract/index.ts";
import { inLane } from "../../support/lane.ts";
import { satisfies } from "./exact-schema.ts";

/** A form of one field, as its line declares it. */
function judgesOf(line: string) {
  const source = `rpt 1\ndocument d\n${line}\npage A5 portrait margin=10mm {\n  body {\n    text "x"\n  }\n}\n`;
  const { value: canvas, diagnostics } = compileSource(source);
  if (canvas === null) throw new Error(`${line}: ${diagnostics[0]?.message}`);
  const schema = JSON.stringify(contractSchema(canvas, { canvasId: "cnv_1", version: 1 }));
  return {
    schema: (json: string) => satisfies(schema, `{"v":${json}}`),
    service: (json: string) => {
      const bytes = new TextEncoder().encode(`{"v":${json}}`);
      return readPayload(bytes, canvas.fields, { extra: "ignore" }).value !== null;
    },
    text: schema,
  };
}

const LINES = [
  "field v int min=-9007199254740993 max=9007199254740993 example=1",
  "field v int max=9223372036854775807 example=1",
  "field v decimal(30,10) min=-12345678901234567890.5 max=12345678901234567890.5 example=1",
  "field v decimal(20,0) max=99999999999999999998 example=1",
  "field v decimal(4,2) min=0.1 max=0.3 example=0.2",
  "field v enum(9007199254740993, 1.10) example=1.10",
  'field v string(6) example="a"',
  'field v text(6) example="a"',
  "field v string(6) pattern='^[A-Z]{2}$' example=\"AB\"",
  "field v string(6) pattern='^\\d\\s\\w.$' example=\"1 ab\"",
  "field v text(6) pattern='^[\\d\\s.]\\D\\S\\W$' example=\"1xx-\"",
  "field v string(6) pattern='^\\p{L}+$' example=\"あ\"",
  // Patterns that a line end satisfies, or stands beside what does: a string is one line all the same.
  "field v string(6) pattern='^[^x]*$' example=\"a\"",
  "field v string(6) pattern='[A-Z1]' example=\"A\"",
  'field v date example="2026-10-31"',
  'field v time example="09:30"',
  'field v datetime example="2026-10-31T09:30:00Z"',
] as const;

const EDGES = [
  "9007199254740992",
  "9007199254740993",
  "9007199254740994",
  "9223372036854775807",
  "9223372036854775808",
  "12345678901234567890.5",
  "12345678901234567890.6",
  "99999999999999999998",
  "99999999999999999999",
  "0.1",
  "0.3",
  "1.1",
  "1e-10",
  "1e-11",
];
const number = fc
  .tuple(fc.constantFrom("", "-"), fc.constantFrom(...EDGES), fc.constantFrom("", "0", "00", "e0", "e1", "E-1", "e400"))
  .map(([sign, digits, tail]) => {
    if (tail.startsWith("0")) return `${sign}${digits}${/[.]/.test(digits) ? tail : `.${tail}`}`;
    return /e/.test(digits) ? `${sign}${digits}` : `${sign}${digits}${tail}`;
  });
const PIECES = [
  "A",
  "B",
  "1",
  "１",
  " ",
  "\\u3000",
  "é",
  "漢",
  "x",
  "-",
  "_",
  "\\n",
  "\\r",
  "\\u2028",
  "\\t",
  "\\u0000",
];
const MORE = ["\\ud800", "\\udc00", "\\ud83d\\ude00", "\\u200b", "\\ufeff", "\\u0007"];
const text = fc.array(fc.constantFrom(...PIECES, ...MORE), { maxLength: 5 }).map((parts) => `"${parts.join("")}"`);
const moment = fc
  .tuple(fc.constantFrom("2026-10-31", "2026-02-30", "09:30", "2026-10-31T09:30:00Z"), fc.constantFrom("", "\\n", " "))
  .map(([at, tail]) => `"${at}${tail}"`);
const quoted = number.filter((digits) => !/e/i.test(digits)).map((digits) => `"${digits}"`);
const json = fc.oneof(number, quoted, text, moment, fc.constantFrom("null", "true", "[]", "{}", "01", "NaN", '""'));

describe("the schema's bytes and the service", () => {
  const judges = LINES.map((line) => ({ line, ...judgesOf(line) }));

  test("agree on every value", () => {
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(json, (value) => {
        for (const { line, schema, service } of judges) {
          const verdict = service(value);
          expect([line, value, schema(value)]).toEqual([line, value, verdict]);
          counts[verdict ? "accepted" : "refused"] += 1;
        }
      }),
      { numRuns: inLane({ fast: 400, full: 20_000 }) },
    );
    expect(counts.accepted).toBeGreaterThan(counts.refused / 50);
  });

  test("write bounds, choices and examples in all of their digits", () => {
    expect(judges[0]?.text).toContain('"minimum":-9007199254740993,"maximum":9007199254740993');
    expect(judges[2]?.text).toContain('"minimum":-12345678901234567890.5,"maximum":12345678901234567890.5');
    expect(judges[5]?.text).toContain('"enum":[9007199254740993,1.1');
    const { text: published } = judgesOf("field v? decimal(30,10) default=12345678901234567890.5");
    expect(published).toContain('"default":12345678901234567890.5');
    expect(judgesOf("field v int example=9007199254740993").text).toContain('"examples":[9007199254740993]');
  });
});
