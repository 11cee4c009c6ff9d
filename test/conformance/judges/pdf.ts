import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { type CommandResult, runCommand } from "../../support/command.ts";
import type { Judge } from "../judge.ts";

/** Words that the invoice's page must give back, in this order. */
const WORDS_IN_ORDER = ["請求書", "御中", "合計"];

/** Japanese forms are spaced by layout, so spaces in extracted text mean nothing. */
function expectWordsInOrder(text: string): void {
  const solid = text.replaceAll(/\s/g, "");
  let from = 0;
  for (const word of WORDS_IN_ORDER) {
    const at = solid.indexOf(word, from);
    if (at < 0) throw new Error(`"${word}" is missing, or not after what precedes it, in: ${solid.slice(0, 400)}`);
    from = at + word.length;
  }
}

/** These programs exit with 0 although they warned, so whatever they say counts as a fault. */
function expectSilence(result: CommandResult): void {
  if (result.exitCode !== 0 || result.stderr !== "") throw new Error(`exit ${result.exitCode}: ${result.stderr}`);
}

export const pdfJudges: readonly Judge[] = [
  {
    name: "qpdf: the invoice's file structure",
    needs: ["qpdf"],
    async judge(subjects) {
      const result = await runCommand("qpdf", ["--check", await subjects.invoicePdf()]);
      if (result.exitCode !== 0) throw new Error(result.stdout + result.stderr);
    },
  },
  {
    name: "poppler: the invoice's text in reading order",
    needs: ["pdftotext"],
    async judge(subjects) {
      const result = await runCommand("pdftotext", ["-raw", await subjects.invoicePdf(), "-"]);
      expectSilence(result);
      expectWordsInOrder(result.stdout);
    },
  },
  {
    name: "poppler: the invoice's page drawn without complaint",
    needs: ["pdftoppm"],
    async judge(subjects) {
      const target = join(subjects.folder, "page");
      expectSilence(await runCommand("pdftoppm", ["-png", "-r", "72", await subjects.invoicePdf(), target]));
    },
  },
  {
    name: "pdf.js: the invoice opens and gives its text back",
    needs: [],
    async judge(subjects) {
      const data = new Uint8Array(await readFile(await subjects.invoicePdf()));
      const task = getDocument({ data, verbosity: 0 });
      const document = await task.promise;
      const page = await document.getPage(1);
      const { items } = await page.getTextContent();
      expectWordsInOrder(items.map((item) => ("str" in item ? item.str : "")).join(""));
      await task.destroy();
    },
  },
];
