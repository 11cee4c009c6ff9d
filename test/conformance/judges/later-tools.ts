import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderOptions } from "../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";
import { LEDGER_SOURCE, ledgerPayload } from "../../bench/ledger.ts";
import { runCommand } from "../../support/command.ts";
import { tagged, templatePages } from "../../support/template-pages.ts";
import { type Judge, NotHereError } from "../judge.ts";
import { pythonWith } from "../python.ts";
import type { Subjects } from "../subjects.ts";

// What other programs do with files afterwards: they merge, split and stamp them. The pages must look as before, say
// the same, and keep their structure. Two of the programs come from npm and Python's index, one from Go's modules.

const PDF_LIB = "pdf-lib@1.17.1";
const PYPDF = "pypdf==6.14.2";
const PDFCPU = { module: "github.com/pdfcpu/pdfcpu/cmd/pdfcpu", version: "v0.15.0" };

const FETCH_TIMEOUT_MS = 600_000;

type Work = "merge" | "split" | "stamp";
const WORKS: readonly Work[] = ["merge", "split", "stamp"];

/** Does a work on a file and writes another one. */
type Tool = (work: Work, from: string, to: string) => Promise<void>;

/** The lower left corner, in points, where a stamp is laid. */
const STAMPED = { width: 90, height: 60 };

const PDF_LIB_SCRIPT = `
import { PDFDocument, rgb } from "pdf-lib";
import { readFileSync, writeFileSync } from "node:fs";
const [work, from, to] = process.argv.slice(2);
const file = await PDFDocument.load(readFileSync(from), { updateMetadata: false });
if (work === "merge") {
  const other = await PDFDocument.load(readFileSync(from));
  for (const page of await file.copyPages(other, other.getPageIndices())) file.addPage(page);
}
if (work === "split") for (let page = file.getPageCount() - 1; page > 0; page--) file.removePage(page);
if (work === "stamp") {
  for (const page of file.getPages()) page.drawRectangle({ x: 10, y: 10, width: 20, height: 20, color: rgb(1, 0, 0) });
}
writeFileSync(to, await file.save());
`;

const PYPDF_SCRIPT = `
import io, sys
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, NameObject
work, source, target = sys.argv[1:]
writer = PdfWriter(clone_from=PdfReader(source, strict=True))
if work == "merge":
    writer.append(PdfReader(source, strict=True))
if work == "split":
    for page in range(len(writer.pages) - 1, 0, -1):
        writer.remove_page(page)
if work == "stamp":
    stamp = PdfWriter()
    page = stamp.add_blank_page(595, 842)
    mark = DecodedStreamObject()
    mark.set_data(b"1 0 0 rg 10 10 20 20 re f")
    page[NameObject("/Contents")] = stamp._add_object(mark)
    held = io.BytesIO()
    stamp.write(held)
    over = PdfReader(held).pages[0]
    for page in writer.pages:
        page.merge_page(over)
writer.write(target)
`;

export const laterToolJudges: readonly Judge[] = [
  {
    name: "pdf-lib: merged, split and stamped files are what they were",
    needs: ["npm", "pdfinfo"],
    judge: async (subjects) => judgeTool(subjects, "pdf-lib", await pdfLib(subjects)),
  },
  {
    name: "pypdf, strict: merged, split and stamped files are what they were",
    needs: ["python3", "pdfinfo"],
    judge: async (subjects) => judgeTool(subjects, "pypdf", await pypdf(subjects)),
  },
  {
    name: "pdfcpu: merged, split and stamped files are what they were",
    needs: ["go", "pdfinfo"],
    judge: async (subjects) => judgeTool(subjects, "pdfcpu", pdfcpuTool(await pdfcpu(subjects)), ["split"]),
  },
  {
    name: "pdfcpu, strict: every example in every flavour",
    needs: ["go"],
    async judge(subjects) {
      const program = await pdfcpu(subjects);
      for (const path of await everyFlavour(subjects)) {
        const strict = await runCommand(program, ["validate", "--mode", "strict", path]);
        if (strict.exitCode === 0) continue;
        const words = `${strict.stdout}${strict.stderr}`;
        if (!path.endsWith("-old-tagged.pdf") || !TABS_OF_LINKS.test(words)) throw new Error(`${path}: ${words}`);
        const relaxed = await runCommand(program, ["validate", "--mode", "relaxed", path]);
        if (relaxed.exitCode !== 0) throw new Error(`${path}: ${relaxed.stdout}${relaxed.stderr}`);
      }
    },
  },
];

/** PDF/UA-1 §7.18.3 asks for the key on pages with links, of files that call themselves older too. */
const TABS_OF_LINKS = /entry=Tabs: unsupported in version 1\.4/;

async function succeed(command: string, args: readonly string[], cwd?: string): Promise<void> {
  const { exitCode, stderr, stdout } = await runCommand(command, args, {
    timeoutMs: FETCH_TIMEOUT_MS,
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (exitCode !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
}

async function pdfLib({ folder }: Subjects): Promise<Tool> {
  const quiet = ["--no-save", "--no-audit", "--no-fund", "--prefix", folder];
  const fetched = await runCommand("npm", ["install", ...quiet, PDF_LIB], { timeoutMs: FETCH_TIMEOUT_MS });
  if (fetched.exitCode !== 0) throw new NotHereError(`npm could not fetch ${PDF_LIB}`);
  const script = join(folder, "pdf-lib.mjs");
  await writeFile(script, PDF_LIB_SCRIPT);
  return (work, from, to) => succeed(process.execPath, [script, work, from, to], folder);
}

async function pypdf(subjects: Subjects): Promise<Tool> {
  const program = await pythonWith(subjects, PYPDF);
  const script = join(subjects.folder, "with-pypdf.py");
  await writeFile(script, PYPDF_SCRIPT);
  return (work, from, to) => succeed(program, [script, work, from, to]);
}

async function pdfcpu({ folder }: Subjects): Promise<string> {
  const { module, version } = PDFCPU;
  const fetched = await runCommand("go", ["install", `${module}@${version}`], {
    env: { GOBIN: join(folder, "go") },
    timeoutMs: FETCH_TIMEOUT_MS,
  });
  if (fetched.exitCode !== 0) throw new NotHereError(`Go could not fetch ${module} ${version}`);
  return join(folder, "go/pdfcpu");
}

function pdfcpuTool(program: string): Tool {
  const words: Readonly<Record<Work, (from: string, to: string) => readonly string[]>> = {
    merge: (from, to) => ["merge", "--quiet", to, from, from],
    split: (from, to) => ["trim", "--quiet", "--pages", "1", from, to],
    stamp: (from, to) => {
      const look = "pos:bl, off:10 10, scale:0.05 rel, rot:0, fillc:#FF0000";
      return ["stamp", "add", "--quiet", "--mode", "text", "--", "STAMP", look, from, to];
    },
  };
  return (work, from, to) => succeed(program, words[work](from, to));
}

const ELEMENTS_LEAST = 50;

/** `bare`: works that leave the structure of any file out. */
async function judgeTool(subjects: Subjects, name: string, tool: Tool, bare: readonly Work[] = []): Promise<void> {
  for (const before of await taggedFiles(subjects)) {
    const elements = await elementsOf(before);
    if (elements < ELEMENTS_LEAST) throw new Error(`${before} has no structure to keep`);
    for (const work of WORKS) {
      const after = before.replace(".pdf", `-${name}-${work}.pdf`);
      await tool(work, before, after);
      const where = `${name}, ${work}, ${before}`;
      if ((await firstText(after)) !== (await firstText(before))) throw new Error(`${where}: the text is another one`);
      if (!samePixels(await pixelsOf(after), await pixelsOf(before), work))
        throw new Error(`${where}: the page differs`);
      const kept = await elementsOf(after);
      if (kept < elements && !bare.includes(work)) throw new Error(`${where}: ${kept} of ${elements} elements`);
    }
  }
}

/** Without the stamp, and without blanks: they are each reader's own. */
async function firstText(path: string): Promise<string> {
  const { stdout } = await runCommand("pdftotext", ["-raw", "-f", "1", "-l", "1", path, "-"]);
  return stdout.replace("STAMP", "").replaceAll(/\s/g, "");
}

async function elementsOf(path: string): Promise<number> {
  return (await runCommand("pdfinfo", ["-struct", path])).stdout.trimEnd().split("\n").length;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

async function pixelsOf(path: string): Promise<Pixels> {
  const { stdoutBytes } = await runCommand("pdftoppm", ["-r", "72", "-f", "1", "-l", "1", path]);
  const header = /^P6\s(\d+) (\d+)\s255\s/.exec(Buffer.from(stdoutBytes.subarray(0, 40)).toString("latin1"));
  if (header === null) throw new Error(`pdftoppm drew nothing of ${path}`);
  return { width: Number(header[1]), height: Number(header[2]), data: stdoutBytes.subarray(header[0].length) };
}

function samePixels(one: Pixels, other: Pixels, work: Work): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  for (let at = 0; at < one.data.length; at += 1) {
    if (one.data[at] === other.data[at]) continue;
    const pixel = Math.floor(at / 3);
    const [x, y] = [pixel % one.width, Math.floor(pixel / one.width)];
    const isStamp = x < STAMPED.width && y > one.height - STAMPED.height;
    if (work !== "stamp" || !isStamp) return false;
  }
  return true;
}

const OPTIONS = { createdAt: "2026-01-01T00:00:00Z", contentHash: "00", producer: "Platen" } as const;
const TAGGED = { pdf: "1.7", ua: true } as const;

/** A short form, one whose structure takes streams of its own, and one of PDF 1.4. */
async function taggedFiles({ folder }: Subjects): Promise<readonly string[]> {
  const invoice = await templatePages(tagged(await readFile("docs/examples/invoice.rpt", "utf8")));
  const ledger = await templatePages(tagged(LEDGER_SOURCE), ledgerPayload(400, 1));
  const files = [
    ["later-invoice.pdf", pdfRenderer.render(invoice, { ...OPTIONS, conformance: TAGGED })],
    ["later-ledger.pdf", pdfRenderer.render(ledger, { ...OPTIONS, conformance: TAGGED })],
    ["later-old.pdf", pdfRenderer.render(ledger, { ...OPTIONS, conformance: TAGGED, compatibility: "1.4" })],
  ] as const;
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  return files.map(([name]) => join(folder, name));
}

const FLAVOURS: Readonly<Record<string, Partial<RenderOptions>>> = {
  plain: {},
  tagged: { conformance: TAGGED },
  old: { compatibility: "1.4" },
  "old-tagged": { compatibility: "1.4", conformance: TAGGED },
  "a-2u": { conformance: { pdf: "a-2u", ua: false } },
  "a-3a": { conformance: { pdf: "a-3a", ua: true } },
};

async function everyFlavour({ folder }: Subjects): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const name of (await readdir("docs/examples")).filter((each) => each.endsWith(".rpt"))) {
    const document = await templatePages(tagged(await readFile(join("docs/examples", name), "utf8")));
    for (const [flavour, asked] of Object.entries(FLAVOURS)) {
      const path = join(folder, `${name}-${flavour}.pdf`);
      await writeFile(path, pdfRenderer.render(document, { ...OPTIONS, ...asked }));
      paths.push(path);
    }
  }
  return paths;
}
