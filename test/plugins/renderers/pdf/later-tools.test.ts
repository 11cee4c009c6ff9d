import { describe, expect, test } from "vitest";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { LEDGER_SOURCE, ledgerPayload } from "../../../bench/ledger.ts";
import { exampleSource, tagged, templatePages } from "../../../support/template-pages.ts";
import { judge, pixels } from "./opened-pdf.ts";
import { options } from "./page-document.ts";

// What other programs do with a file afterwards: merge it, split it, stamp it.

describe.each([
  ["invoice.rpt", exampleSource("invoice.rpt"), null],
  ["inspection-report.rpt", exampleSource("inspection-report.rpt"), null],
  // Its structure is packed in two rounds.
  ["table of 400 rows", LEDGER_SOURCE, ledgerPayload(400, 1)],
])("the tagged %s", (_, source, data) => {
  const drawn = templatePages(tagged(source), data).then((document) =>
    pdfRenderer.render(document, { ...options, conformance: { pdf: "1.7", ua: true } }),
  );

  test("has object streams without a predictor, which pdf-lib does not undo there", async () => {
    const file = Buffer.from(await drawn).toString("latin1");
    const streams = [...file.matchAll(/<<[^>]*\/Type ?\/ObjStm[^>]*>>/g)].map(([dictionary]) => dictionary);
    expect(streams.length).toBeGreaterThan(0);
    expect(streams.join("\n")).not.toContain("Predictor");
  });

  test.each([
    ["merged with itself", ["FILE", "--pages", ".", ".", "--", "-"]],
    ["split", ["FILE", "--pages", ".", "1", "--", "-"]],
    ["written anew without object streams", ["FILE", "--object-streams=disable", "-"]],
  ])("keeps its text, its structure and its look when qpdf has %s it", async (_, args) => {
    const file = await drawn;
    const { exitCode, stderr, stdoutBytes } = await judge(file, "qpdf", args);
    expect(`${exitCode} ${stderr}`).toBe("0 ");
    const first = ["-f", "1", "-l", "1", "FILE", "-"];
    expect((await judge(stdoutBytes, "pdftotext", first)).stdout).toBe((await judge(file, "pdftotext", first)).stdout);
    const structureOf = async (bytes: Uint8Array) => (await judge(bytes, "pdfinfo", ["-struct", "FILE"])).stdout;
    expect(await structureOf(stdoutBytes)).toContain((await structureOf(file)).split("\n").slice(0, 20).join("\n"));
    expect(Buffer.compare((await pixels(stdoutBytes)).data, (await pixels(file)).data)).toBe(0);
  });
});
