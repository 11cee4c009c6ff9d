import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, readFontFolder, renderersAt } from "../../../../src/core/engine/index.ts";
import { checkByQpdf, judge, pixels } from "../../../plugins/renderers/pdf/opened-pdf.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { admitAll, PDF_PLUGIN, requestFor, templateOf } from "../sources.ts";

/**
 * Two fonts of frames and bars, made for this test: weights from 100 (stems of 40 units) to 900 (of 200), thin by
 * default; an A is 500 units wide and grows by 10 for each 100 of weight.
 */
const FONTS = [
  ["variable.ttf", "Platen Wachsend", "CID TrueType"],
  ["variable.otf", "Platen Zweifach", "CID Type 0C"],
] as const;

const fontFile = (name: string): string => join(import.meta.dirname, name);

function form(family: string, weight: string): string {
  const style = `fonts own="${family}"\nstyle base font=own\n`;
  return `rpt 1\ndocument weights\n${style}page A5 {\n  body {\n    text "A1あ帳A1あ帳" weight=${weight}\n  }\n}\n`;
}

describe("a variable font of an installation", () => {
  test.each(FONTS)("is a face of its regular and one of its bold weight: %s", async (file, family, kind) => {
    await using folder = await temporaryFolder("fonts");
    copyFileSync(fontFile(file), join(folder.path, file));
    const { faces, problems } = readFontFolder(folder.path);
    expect(problems).toEqual([]);
    expect(faces.map(({ weight, place, otherNames }) => [weight, place, otherNames])).toEqual([
      ["normal", { wght: 400 }, [`${family} Thin`]],
      ["bold", { wght: 700 }, [`${family} Thin`]],
    ]);
    const fonts = bundledFonts(faces);
    const [normal] = fonts.set.faces([family], "normal");
    const [bold] = fonts.set.faces([family], "bold");
    expect([normal, bold].map((font) => font?.advanceOf(font.glyphOf(0x41)))).toEqual([530, 560]);
    expect(normal?.id).not.toBe(bold?.id);

    const engine = createEngine({ fonts, renderers: renderersAt([PDF_PLUGIN]) });
    const ink: number[] = [];
    for (const weight of ["normal", "bold"]) {
      const answer = await engine.render(requestFor(templateOf(engine, form(family, weight)), null), admitAll);
      if (answer.kind !== "rendered") throw new Error(JSON.stringify(answer));
      await checkByQpdf(answer.bytes);
      const embedded = (await judge(answer.bytes, "pdffonts", ["FILE"])).stdout;
      expect(embedded).toMatch(new RegExp(`\\+Platen\\w+-Thin_[47]00wght +${kind} +Identity-H +yes yes yes`));
      // Between kanji and letters stands a quarter of an em, which poppler may take for a space.
      expect((await judge(answer.bytes, "pdftotext", ["FILE", "-"])).stdout.replace(/\s/g, "")).toBe("A1あ帳A1あ帳");
      const { data } = await pixels(answer.bytes, 150);
      ink.push(data.filter((_value, at) => at % 3 === 0 && (data[at] ?? 255) < 128).length);
    }
    const [thinner = 0, thicker = 0] = ink;
    expect(thinner).toBeGreaterThan(200);
    // Stems of 160 units instead of 100.
    expect(thicker / thinner).toBeGreaterThan(1.3);
    expect(thicker / thinner).toBeLessThan(1.9);
  });

  test("that is damaged is left out at the start, with a sentence", async () => {
    await using folder = await temporaryFolder("fonts");
    const bytes = readFileSync(fontFile("variable.otf"));
    bytes.fill(0xff, bytes.indexOf("CFF2", 0, "latin1") + 8, bytes.indexOf("CFF2", 0, "latin1") + 12);
    writeFileSync(join(folder.path, "broken.otf"), bytes);
    const outlines = readFileSync(fontFile("variable.otf"));
    const entry = outlines.indexOf("CFF2", 0, "latin1");
    const start = outlines.readUInt32BE(entry + 8);
    outlines.fill(0xff, start, start + outlines.readUInt32BE(entry + 12));
    writeFileSync(join(folder.path, "torn.otf"), outlines);
    const { faces, problems } = readFontFolder(folder.path);
    expect(faces).toEqual([]);
    expect(problems.map((problem) => problem.replace(folder.path, "…"))).toEqual([
      expect.stringMatching(/^The font …\/broken\.otf is left out\. The font's table CFF2 reaches beyond the end/),
      "The font …/torn.otf is left out. The font is damaged: it can't be made static.",
    ]);
  });
});
