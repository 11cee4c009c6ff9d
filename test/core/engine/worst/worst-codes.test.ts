import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

// A bar code that cannot hold its text is missing from the label. So each field that a code shows is tried with texts
// and numbers that it may have and the code may not hold, whatever else stands in the code and whatever computes it.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Label {
  readonly fields: string;
  readonly code: string;
}

function found({ fields, code }: Label): readonly string[] {
  const source = `rpt 1
document label title="札" lang=ja
${fields}
sizes body=9pt
style base size=body
page A5 margin=10mm {
  body gap=3mm {
    text "札"
    barcode ${code} w=90mm h=14mm
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.map(({ code: name, message, repair }) => {
    return `${name} ${message.replace(/ \(page .*/, "")} → ${repair?.title ?? ""}`;
  });
}

const ONE = 'field a string(2) example="A"';
const NUMBER = "field n int min=1 max=9 example=3";

test.each<[string, Label, string]>([
  ["a text beside a number", { fields: `${ONE}\n${NUMBER}`, code: 'code128 "{a}{n}"' }, "a of "],
  ["a text beside a printed number", { fields: `${ONE}\n${NUMBER}`, code: `code128 "{a}{format(n, '00')}"` }, "a of "],
  ["a text beside the copy's number", { fields: ONE, code: 'code128 "{a}{copy.index}"' }, "a of "],
  [
    "a text beside a day",
    { fields: `${ONE}\nfield d date example="2026-10-01"`, code: `code128 "{a}-{format(d, 'yyMMdd')}"` },
    "a of ",
  ],
  [
    "small letters beside a number",
    { fields: `field a string(6) pattern='^[A-Za-z]{1,6}$' example="AB"\n${NUMBER}`, code: 'code39 "{a}{n}"' },
    "a of ",
  ],
  [
    "a digit more beside a number",
    { fields: `field a string(6) pattern='^[0-9]{5,6}$' example="12345"\n${NUMBER}`, code: 'itf "{a}{n}"' },
    "a of ",
  ],
  [
    "a number of another length",
    {
      fields: 'field d date example="2026-10-01"\nfield n int min=0 max=99 example=12',
      code: `itf "{format(d, 'yyyyMMdd')}{n}"`,
    },
    "n of 0: ",
  ],
  [
    "a text that a function empties",
    {
      fields: `field t string(13) pattern='^[0-9-]{10,13}$' example="03-1234-5678"`,
      code: `nw7 "A{replace(t, '-', '')}A"`,
    },
    "t of ",
  ],
  [
    "an empty text between letters",
    { fields: `field t string(13) pattern='^[0-9]*$' example="0312"`, code: 'nw7 "A{t}A"' },
    't of "": ',
  ],
  ["a value of an enumeration", { fields: 'field e enum(A1, b2) example="A1"', code: 'code39 "{e}9"' }, 'e of "b2": '],
  ["what a let computes", { fields: `${ONE}\n${NUMBER}\nlet whole = concat(a, n)`, code: "code128 (whole)" }, "a of "],
])("%s is told once, at its field", (_, label, of) => {
  const told = found(label);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`RPT4031 with ${of}`);
});

test.each<[string, Label]>([
  [
    "texts that the code holds",
    { fields: `field a string(2) pattern='^[A-Z]{1,2}$' example="A"\n${NUMBER}`, code: 'code39 "{a}{n}"' },
  ],
  [
    "numbers of a fixed length",
    {
      fields: 'field d date example="2026-10-01"\nfield n int min=0 max=99 example=12',
      code: `itf "{format(d, 'yyyyMMdd')}{format(n, '00')}"`,
    },
  ],
  ["digits by their number", { fields: "field n int min=1000000 max=9999999 example=1234567", code: "ean8 (n)" }],
])("%s are not told", (_, label) => {
  expect(found(label)).toEqual([]);
});

test("the repair of a number works", () => {
  const fields = 'field d date example="2026-10-01"\nfield n int min=0 max=99 example=12';
  const [told = ""] = found({ fields, code: `itf "{format(d, 'yyyyMMdd')}{n}"` });
  const [, printed = ""] = /such as (\{format\(n, '0+'\)\})/.exec(told) ?? [];
  expect(found({ fields, code: `itf "{format(d, 'yyyyMMdd')}${printed}"` })).toEqual([]);
});

test("a number by itself is told with what can be written of a number", () => {
  const told = found({ fields: "field n int min=0 max=999 example=12", code: "itf (n)" });
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("→ print n with a fixed number of digits, such as {format(n, '00')}");
});
