// RPT1020: data that a bar code cannot hold, and a repair that writes no other data than the author's.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";
import { BARCODE_KINDS } from "../../../../src/core/schema/index.ts";

const form = (code: string) => `rpt 1\npage A5 {\n  body {\n    barcode ${code} w=60mm h=15mm\n  }\n}\n`;
const refused = (source: string) => compileSource(source).diagnostics.filter(({ code }) => code === "RPT1020");

test.each([
  ["without its control characters", 'code128 "ABC\\tDEF"', 'write "ABCDEF"', 'code128 "ABCDEF"'],
  ["in narrow letters", 'code39 "ＡＢ１２"', 'write "AB12"', 'code39 "AB12"'],
  ["with the right check digit", 'ean13 "4901234567890"', 'write "4901234567894"', 'ean13 "4901234567894"'],
  [
    "with the right digit of GS1",
    'gs1-128 "(01)04901234567890"',
    'write "(01)04901234567894"',
    'gs1-128 "(01)04901234567894"',
  ],
  [
    "with the right digit of a shipment",
    'gs1-128 "(00)123456789012345678(10)AB1"',
    'write "(00)123456789012345675(10)AB1"',
    'gs1-128 "(00)123456789012345675(10)AB1"',
  ],
])("the author's data are written %s", (_, written, title, mended) => {
  const [finding] = refused(form(written));
  expect(finding?.repair?.title).toBe(title);
  const repaired = applyEdits(form(written), finding?.repair?.edits ?? []);
  expect(repaired).toBe(form(mended));
  expect(refused(repaired)).toEqual([]);
});

test.each(BARCODE_KINDS.filter((kind) => !["qr", "microqr", "datamatrix", "pdf417"].includes(kind)))(
  "%s: data that only their author can mend are not written anew",
  (kind) => {
    const [finding] = refused(form(`${kind} "品番を"`));
    expect(finding?.repair?.edits).toEqual([]);
    expect(finding?.repair?.title).toMatch(/^write data that it holds, as in /u);
  },
);

test.each([
  ['gs1-128 "(01)04901234567890"', "the check digit of (01) in (01)04901234567890 is 4"],
  ['gs1-128 "(01)4901234567894"', "gs1-128 takes 14 digits behind (01); a JAN code has a 0 before it"],
  ['gs1-128 "(00)1234"', "gs1-128 takes 18 digits behind (00)"],
  ['ean13 "4901234567890"', "the check digit of 4901234567890 is 4"],
])("%s: %s", (written, message) => {
  expect(refused(form(written)).map((each) => each.message)).toEqual([message]);
});

test.each(["(01)04901234567894(17)261231(10)AB1", "(10)ABC(21)1", "(8006)049012345678940102", "(253)4901234567894X1"])(
  "gs1-128 takes %s",
  (data) => {
    expect(refused(form(`gs1-128 "${data}"`))).toEqual([]);
  },
);
