import { expect, test } from "vitest";
import { unpacked } from "../../plugins/renderers/pdf/opened-pdf.ts";
import { inLane } from "../../support/lane.ts";
import { admitAll, INVOICE, pdfEngine, requestFor, templateOf } from "./sources.ts";

// What records of one file share: their fonts, and what no data touch.

const engine = pdfEngine();

/** A file of so many invoices with notes of their own letters, unpacked. */
async function invoices(records: number, promise: string): Promise<string> {
  const template = templateOf(engine, INVOICE.replace(/^(document .*)$/m, `$1 ${promise}`.trimEnd()));
  const data = JSON.parse(template.example) as Record<string, unknown>;
  const list = Array.from({ length: records }, (_, index) => ({ ...data, note: `${index + 1}件目の備考` }));
  const answer = await engine.render({ ...requestFor(template, list), isList: true }, admitAll);
  if (answer.kind !== "rendered") throw new Error(answer.kind);
  return unpacked(answer.bytes);
}

/** Objects of a file whose dictionary says so, each as it stands. */
function objectsWith(file: string, said: string): readonly string[] {
  return file.split(/^endobj$/m).filter((object) => object.includes(said) && !object.includes("/Type /ObjStm"));
}

/** More than one run of records has, so that runs share them too. */
const MANY = inLane({ fast: 24, full: 100 });

test.each([
  ["", "plain"],
  ["ua=1", "tagged"],
])("many records have as many fonts and forms as two: %s", async (promise) => {
  const [two, many] = [await invoices(2, promise), await invoices(MANY, promise)];
  expect(objectsWith(many, "/Type /Page\n")).toHaveLength(MANY);
  for (const said of ["/FontFile2", "/Subtype /Type0", "/Subtype /Form"]) {
    expect(objectsWith(many, said).length, said).toBe(objectsWith(two, said).length);
    // What is tagged has its own place on each page; the invoice has little beside.
    if (promise === "" || said !== "/Subtype /Form") expect(objectsWith(two, said).length, said).toBeGreaterThan(0);
  }
  // A form is drawn on many pages: what it marked would belong to many places of the tree.
  for (const form of objectsWith(many, "/Subtype /Form")) expect(form).not.toContain("/MCID");
  // Which glyphs a subset holds is told by its map alone; a set of CIDs would have to agree with it.
  expect(many).not.toContain("/CIDSet");
});
