// A source and its data, drawn as the service draws them, and judged from outside.
import { type Canvas, compileSource, examplePayload } from "../../../src/core/canvas/index.ts";
import type { Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { createCodeEncoder } from "../../../src/core/engine/barcodes/code-encoder.ts";
import { bundledFonts, DEFAULT_CREATED_AT, type EngineFonts } from "../../../src/core/engine/index.ts";
import { drawnRecords, planRecords, type RecordPlan } from "../../../src/core/engine/messages/records.ts";
import { compileProgram, type Program } from "../../../src/core/expression/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import { type CodeEncoder, layOut, type PageDocument } from "../../../src/core/layout/index.ts";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";
import { type Expected, expectedOf } from "./expected.ts";
import { type SeenFile, seenFile } from "./seen.ts";
import { type DocumentPages, judge, type Verdict } from "./verdict.ts";

const EMU_PER_PT = 12_700;

/** What forms are drawn with. */
export interface DrawingParts {
  readonly fonts: EngineFonts;
  readonly codes: CodeEncoder;
}

const PARTS: DrawingParts = { fonts: bundledFonts(), codes: createCodeEncoder([]) };

export interface DrawnForm {
  readonly kind: "drawn";
  readonly canvas: Canvas;
  readonly program: Program;
  readonly plan: RecordPlan;
  readonly pages: PageDocument;
  /** Of layout and gate, with these data. */
  readonly findings: readonly Diagnostic[];
}

export type UndrawnForm =
  /** It does not compile: the findings say why. */
  | { readonly kind: "invalid"; readonly findings: readonly Diagnostic[] }
  /** The data break the contract. */
  | { readonly kind: "refused"; readonly why: string };

export interface JudgedForm {
  readonly kind: "judged";
  readonly verdict: Verdict;
  readonly findings: readonly Diagnostic[];
  /** What each rule tells of the pages, and the one look at a page that decides which rules are asked does not. */
  readonly overlooked: readonly string[];
  readonly pages: number;
}

/** Compiles a source and lays its data out; without data, its own or its examples. */
export function drawnForm(source: string, data: string | null, parts: DrawingParts = PARTS): DrawnForm | UndrawnForm {
  const { value: canvas, diagnostics } = compileSource(source);
  if (canvas === null || diagnostics.some(({ severity }) => severity === "error")) {
    return { kind: "invalid", findings: diagnostics };
  }
  const payload = new TextEncoder().encode(data ?? canvas.dataset ?? examplePayload(canvas));
  const plan = planRecords(canvas, payload, false);
  if (plan.kind !== "records") return { kind: "refused", why: JSON.stringify(plan) };
  const program = compileProgram(canvas);
  const records = drawnRecords(canvas, program, plan, canvas.document.name ?? canvas.document.id);
  const layout = records.flatMap((record) => record.layout);
  const { value: pages, diagnostics: unfit } = layOut(canvas, layout, parts.fonts.set, { codes: parts.codes });
  const computed = records.flatMap((record) => record.computed());
  const findings = [...computed, ...unfit, ...judgeGeometry(canvas, pages)];
  return { kind: "drawn", canvas, program, plan, pages, findings };
}

/** Writes pages as a file, reads that as others do, and judges it by the form and its findings. */
export async function judgedPages(drawn: DrawnForm, pages: PageDocument): Promise<Verdict> {
  const options = { createdAt: DEFAULT_CREATED_AT, contentHash: "0".repeat(64), producer: "conservation" };
  const file = await seenFile(pdfRenderer.render(pages, options));
  return verdictOf(drawn.canvas, drawn.program, drawn.plan, file, drawn.findings);
}

/** Draws and judges a form. */
export async function judgedForm(source: string, data: string | null = null): Promise<JudgedForm | UndrawnForm> {
  const drawn = drawnForm(source, data);
  if (drawn.kind !== "drawn") return drawn;
  const verdict = await judgedPages(drawn, drawn.pages);
  return {
    kind: "judged",
    verdict,
    findings: drawn.findings,
    overlooked: overlookedOf(drawn),
    pages: drawn.pages.pages.length,
  };
}

/** Findings of rules that one look at a page did not ask. */
export function overlookedOf({ canvas, pages, findings }: DrawnForm): readonly string[] {
  const told = new Set(findings.map(wordsOf));
  return judgeGeometry(canvas, pages, undefined, true)
    .map(wordsOf)
    .filter((words) => !told.has(words));
}

function wordsOf({ code, span, message }: Diagnostic): string {
  return `${code} at ${span.start}: ${message}`;
}

/** Judges a finished file of data that keep the contract. */
export function verdictOf(
  canvas: Canvas,
  program: Program,
  plan: RecordPlan,
  file: SeenFile,
  findings: readonly Diagnostic[],
): Verdict {
  const labels = canvas.copies ?? [""];
  const pages = documentPages(canvas, plan.count, labels.length, file);
  const expected = Array.from({ length: plan.count }, (_, record) =>
    labels.flatMap((label, copy): readonly Expected[] => {
      const index = record * labels.length + copy;
      const evaluation = program.evaluate(plan.payloads[plan.isList ? record : 0] ?? null, {
        record: { n: record + 1, total: plan.count },
        copy: { label, index: copy + 1 },
        ...(canvas.recordSource === undefined ? {} : { source: { path: canvas.recordSource.path, index: record } }),
      });
      return expectedOf(canvas, { evaluation, index, pages: pages[index] ?? null });
    }),
  );
  return judge(file, expected.flat(), pages, findings);
}

/** Records begin at their bookmarks; the copies of one record are of one length. Sheets hold several pages. */
function documentPages(
  canvas: Canvas,
  records: number,
  copies: number,
  { pages, bookmarks }: SeenFile,
): readonly (DocumentPages | null)[] {
  const unknown = Array.from({ length: records * copies }, () => null);
  if (canvas.pages.some(({ sheet }) => sheet !== undefined && sheet.columns * sheet.rows * sheet.together > 1)) {
    return unknown;
  }
  const starts = records === 1 ? [0] : [...new Set(bookmarks.map(({ page }) => page))].slice(0, records);
  if (starts.length !== records) return unknown;
  return starts.flatMap((start, record) => {
    const count = (starts[record + 1] ?? pages.length) - start;
    const each = count / copies;
    return Array.from({ length: copies }, (_, copy): DocumentPages | null =>
      Number.isInteger(each) ? documentAt(canvas, pages, start + copy * each, each) : null,
    );
  });
}

function documentAt(canvas: Canvas, pages: SeenFile["pages"], first: number, count: number): DocumentPages {
  const sections = pages.slice(first, first + count).map((page) => sectionOf(canvas, page));
  return { first, count, sections: sections.includes(-1) ? null : sections };
}

/** The section that a page belongs to by the size of its paper, which one section alone has; else -1. */
function sectionOf({ pages }: Canvas, { width, height }: SeenFile["pages"][number]): number {
  if (pages.length === 1) return 0;
  const has = ({ widthEmu, heightEmu }: Canvas["pages"][number]): boolean =>
    Math.abs(widthEmu / EMU_PER_PT - width) < 1 && Math.abs(heightEmu / EMU_PER_PT - height) < 1;
  const at = pages.findIndex(has);
  return pages.findLastIndex(has) === at ? at : -1;
}
