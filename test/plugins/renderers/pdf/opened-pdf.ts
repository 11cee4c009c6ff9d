// Opens a PDF by programs that know nothing of ours: pdf.js, qpdf, poppler.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { runCommand } from "../../../support/command.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

/** The file as pdf.js reads it. */
export async function opened(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  // pdf.js takes the buffer over, so it gets a copy.
  return getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
}

/** The text of each page as pdf.js extracts it, pieces in the order of the content stream. */
export async function pageTexts(bytes: Uint8Array): Promise<string[]> {
  const file = await opened(bytes);
  const texts: string[] = [];
  for (let number = 1; number <= file.numPages; number++) {
    const content = await (await file.getPage(number)).getTextContent();
    texts.push(content.items.map((item) => ("str" in item ? item.str : "")).join(""));
  }
  await file.destroy();
  return texts;
}

/** What a command line program says of a file; `FILE` among the arguments stands for its path. */
export async function judge(bytes: Uint8Array, command: string, args: readonly string[]) {
  await using folder = await temporaryFolder("pdf");
  const path = join(folder.path, "file.pdf");
  await writeFile(path, bytes);
  return await runCommand(
    command,
    args.map((argument) => (argument === "FILE" ? path : argument)),
  );
}

/** Throws with qpdf's words where it finds anything wrong. */
export async function checkByQpdf(bytes: Uint8Array): Promise<void> {
  const result = await judge(bytes, "qpdf", ["--check", "FILE"]);
  if (result.exitCode !== 0) throw new Error(result.stdout + result.stderr);
}

/** The file with every stream unpacked, as text of one character per byte. */
export async function unpacked(bytes: Uint8Array): Promise<string> {
  const result = await judge(bytes, "qpdf", [
    "--qdf",
    "--normalize-content=n",
    "--object-streams=disable",
    "FILE",
    "-",
  ]);
  return Buffer.from(result.stdoutBytes).toString("latin1");
}

/** One page as gray or colour pixels (`pdftoppm`), three bytes a pixel. */
export async function pixels(bytes: Uint8Array, dotsPerInch = 72) {
  const { stdoutBytes } = await judge(bytes, "pdftoppm", ["-r", String(dotsPerInch), "-f", "1", "-l", "1", "FILE"]);
  const header = /^P6\s(\d+) (\d+)\s255\s/.exec(Buffer.from(stdoutBytes.subarray(0, 40)).toString("latin1"));
  if (header === null) throw new Error("pdftoppm drew nothing");
  const [width, height] = [Number(header[1]), Number(header[2])];
  const data = stdoutBytes.subarray(header[0].length);
  return {
    width,
    height,
    data,
    at: (x: number, y: number): readonly number[] => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)],
  };
}
