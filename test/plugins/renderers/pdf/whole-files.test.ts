import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource, contractSchema } from "../../../../src/core/canvas/index.ts";
import type { PageDocument } from "../../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { runCommand } from "../../../support/command.ts";
import { payloadsOf, type Schema } from "../../../support/generated-payloads.ts";
import { inLane } from "../../../support/lane.ts";
import { randomDocuments } from "../../../support/random-pages.ts";
import { exampleSource, templatePages } from "../../../support/template-pages.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { options } from "./page-document.ts";

// What programs that know nothing of ours say of whole files: their structure, their fonts and their text.

const EXAMPLES = readdirSync("docs/examples").filter((name) => name.endsWith(".rpt"));

/** Readers put spaces and line ends where they see gaps; what is said is the rest. */
function solid(text: string): string {
  return text.replaceAll(/\s/g, "");
}

function counted(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

/** Each page says the characters of its runs, no more and no fewer, and each run in one piece. */
function expectText(document: PageDocument, extracted: string): void {
  const pages = extracted.split("\f").slice(0, -1).map(solid);
  expect(pages.length).toBe(document.pages.length);
  for (const [index, page] of document.pages.entries()) {
    const runs = page.items.flatMap((item) => (item.kind === "glyphs" ? [solid(item.run.text)] : []));
    const said = pages[index] ?? "";
    expect(counted(said)).toEqual(counted(runs.join("")));
    for (const run of runs) expect(said).toContain(run);
  }
}

/** Lines of `pdffonts`: the columns emb, sub and uni end each of them, before the object's number. */
function expectFontsEmbedded(listing: string): void {
  for (const line of listing.trimEnd().split("\n").slice(2)) {
    expect(line).toMatch(/^[A-Z]{6}\+\S+ +CID TrueType +Identity-[HV] +yes yes yes +\d+ +0$/);
  }
}

async function expectGoodFile(document: PageDocument): Promise<void> {
  await using folder = await temporaryFolder("pdf");
  const file = join(folder.path, "file.pdf");
  await writeFile(file, pdfRenderer.render(document, options));
  const [structure, fonts, text] = await Promise.all([
    runCommand("qpdf", ["--check", file]),
    runCommand("pdffonts", [file]),
    runCommand("pdftotext", ["-raw", file, "-"]),
  ]);
  expect(`${structure.exitCode} ${structure.stderr}`).toBe("0 ");
  expect(`${fonts.exitCode} ${fonts.stderr}`).toBe("0 ");
  expectFontsEmbedded(fonts.stdout);
  expect(`${text.exitCode} ${text.stderr}`).toBe("0 ");
  expectText(document, text.stdout);
}

describe("a file is sound, its fonts are embedded in part, and its text is the pages'", () => {
  test.for(EXAMPLES)("of the example %s", async (name) => {
    await expectGoodFile(await templatePages(exampleSource(name)));
  });

  test("of random pages with every kind of item", async () => {
    const numRuns = inLane({ fast: 5, full: 200 });
    await fc.assert(fc.asyncProperty(randomDocuments, expectGoodFile), { numRuns });
  });

  test("of the example invoice with random data", async () => {
    const source = exampleSource("invoice.rpt");
    const { value: canvas } = compileSource(source);
    if (canvas === null) throw new Error("The example does not compile.");
    const schema = contractSchema(canvas, { canvasId: "test", version: 1 }) as Schema;
    const words = fc.constantFrom(
      ..."東京都港区 請求書 カタカナ ひらがな Invoice No.12-3 （株）山本 ㈱".split(" "),
      "",
    );
    const numRuns = inLane({ fast: 5, full: 200 });
    await fc.assert(
      fc.asyncProperty(payloadsOf(schema, { words: () => words }), async (payload) => {
        await expectGoodFile(await templatePages(source, JSON.stringify(payload)));
      }),
      { numRuns },
    );
  });
});
