import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";
import { runCommand } from "../../support/command.ts";
import { type LineKind, linesOfPage, type PageLine } from "../../support/page-lines.ts";
import { templatePages } from "../../support/template-pages.ts";
import { EXACT_LEAST, type Fidelity, fidelityOf, shareOf, summed } from "../../support/text-fidelity.ts";
import type { Judge } from "../judge.ts";
import { pythonWith } from "../python.ts";
import type { Subjects } from "../subjects.ts";

// What programs find and copy in a file: each drawn line has to be in their text of its page, as it is.

const FOLDERS = ["docs/examples", "test/conformance/forms"];

const KINDS: readonly LineKind[] = ["horizontal", "vertical", "ruby"];

const OPTIONS = { createdAt: "2026-01-01T00:00:00Z", contentHash: "00", producer: "Platen" } as const;

/** Python packages with a reader in each, at fixed versions; a script that prints a file's pages as JSON. */
interface PythonReader {
  readonly requirement: string;
  readonly script: string;
}

const MUPDF: PythonReader = {
  requirement: "PyMuPDF==1.28.2",
  script: "import json, sys, pymupdf\nprint(json.dumps([page.get_text() for page in pymupdf.open(sys.argv[1])]))",
};

const PDFIUM: PythonReader = {
  requirement: "pypdfium2==5.15.2",
  script: [
    "import json, sys, pypdfium2",
    "pages = pypdfium2.PdfDocument(sys.argv[1])",
    "print(json.dumps([page.get_textpage().get_text_range() for page in pages]))",
  ].join("\n"),
};

/** What reads a file: the text of each page. */
type Reader = (path: string) => Promise<readonly string[]>;

export const textReaderJudges: readonly Judge[] = [
  { name: "poppler: every drawn line is read as it is", needs: ["pdftotext"], judge: (all) => compare(all, poppler) },
  { name: "pdf.js: every drawn line is read as it is", needs: [], judge: (all) => compare(all, pdfJs) },
  {
    name: "MuPDF: every drawn line is read as it is",
    needs: ["python3"],
    judge: async (all) => compare(all, await python(all, MUPDF)),
  },
  {
    name: "pdfium: every drawn line is read as it is",
    needs: ["python3"],
    judge: async (all) => compare(all, await python(all, PDFIUM)),
  },
];

async function poppler(path: string): Promise<readonly string[]> {
  return (await runCommand("pdftotext", [path, "-"])).stdout.split("\f");
}

async function pdfJs(path: string): Promise<readonly string[]> {
  const task = getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent({ disableNormalization: true });
    pages.push(items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join(""));
  }
  await task.destroy();
  return pages;
}

async function python(subjects: Subjects, { requirement, script }: PythonReader): Promise<Reader> {
  const program = await pythonWith(subjects, requirement);
  return async (path) => {
    const { exitCode, stderr, stdout } = await runCommand(program, ["-c", script, path]);
    if (exitCode !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as readonly string[];
  };
}

async function compare({ folder }: Subjects, read: Reader): Promise<void> {
  const found: Fidelity[] = [];
  for (const { lines, path } of await drawnForms(folder)) {
    const texts = await read(path);
    for (const kind of KINDS) found.push(fidelityOf(kind, lines, texts));
  }
  const whole = KINDS.map((kind) => summed(found, kind));
  const figures = whole.map((each) => `${each.kind} ${each.exact} of ${each.lines} (${shareOf(each).toFixed(1)} %)`);
  console.log(`        exact lines: ${figures.join(", ")}`);
  const poor = whole.filter((each) => shareOf(each) < EXACT_LEAST[each.kind]);
  if (poor.length > 0) throw new Error(poor.map(({ kind, missed }) => `${kind}: ${missed.join(" | ")}`).join("\n"));
}

async function drawnForms(
  folder: string,
): Promise<readonly { readonly path: string; readonly lines: readonly (readonly PageLine[])[] }[]> {
  const forms = [];
  for (const from of FOLDERS) {
    for (const name of await readdir(from)) {
      if (!name.endsWith(".rpt")) continue;
      const document = await templatePages(await readFile(join(from, name), "utf8"));
      const path = join(folder, `${name}.pdf`);
      await writeFile(path, pdfRenderer.render(document, OPTIONS));
      forms.push({ path, lines: document.pages.map(linesOfPage) });
    }
  }
  return forms;
}
