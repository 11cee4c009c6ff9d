import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { inLane } from "../../../support/lane.ts";
import { linesOfPage } from "../../../support/page-lines.ts";
import { templatePages } from "../../../support/template-pages.ts";
import { EXACT_LEAST, fidelityOf, shareOf, summed } from "../../../support/text-fidelity.ts";
import { judge, opened } from "./opened-pdf.ts";
import { options } from "./page-document.ts";

// What is drawn is what readers find, search and copy: no blank between 令和 and 7, no look-alike for ・.

const EXAMPLES = readdirSync("docs/examples")
  .filter((name) => name.endsWith(".rpt"))
  .map((name) => `docs/examples/${name}`);
const APART = "test/conformance/forms/letters-apart.rpt";

/** Programs that search and copy by rules of their own. */
const READERS: Readonly<Record<string, (file: Uint8Array) => Promise<readonly string[]>>> = {
  poppler: async (file) => (await judge(file, "pdftotext", ["FILE", "-"])).stdout.split("\f"),
  "pdf.js": async (file) => {
    const document = await opened(file);
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ disableNormalization: true });
      pages.push(items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join(""));
    }
    await document.destroy();
    return pages;
  },
};

const FORMS = inLane({
  fast: [APART, "docs/examples/letter-vertical.rpt", "docs/examples/invoice.rpt"],
  full: [APART, ...EXAMPLES],
});

describe.each(Object.entries(READERS))("%s", (_name, read) => {
  test.each([{}, { conformance: { pdf: "a-2u", ua: false } as const }])(
    "gives drawn lines back as they are (%j)",
    {
      timeout: 120_000,
    },
    async (promise) => {
      const found = [];
      for (const form of FORMS) {
        const document = await templatePages(readFileSync(form, "utf8"));
        const pages = document.pages.map(linesOfPage);
        const texts = await read(pdfRenderer.render(document, { ...options, ...promise }));
        for (const kind of ["horizontal", "vertical", "ruby"] as const) found.push(fidelityOf(kind, pages, texts));
      }
      for (const kind of ["horizontal", "vertical", "ruby"] as const) {
        const all = summed(found, kind);
        expect(shareOf(all), all.missed.join("\n")).toBeGreaterThanOrEqual(EXACT_LEAST[kind]);
        expect(all.lines, kind).toBeGreaterThan(0);
      }
    },
  );
});
