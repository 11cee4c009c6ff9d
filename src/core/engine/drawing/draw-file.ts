// Records that keep the contract → pages → the bytes of a file, with what there is to be said of it.
import { createHash } from "node:crypto";
import { arrange, type Diagnostic, hasErrors } from "../../diagnostics/index.ts";
import { judgeGeometry } from "../../gate/index.ts";
import { type CodeEncoder, type FoundInRecords, layOut } from "../../layout/index.ts";
import type { ImageReading } from "../../pictures/index.ts";
import type { Renderer, RenderOptions } from "../../sdk/index.ts";
import { missingCodes } from "../barcodes/index.ts";
import { nearMembers, untriedAtRender, withoutAllowed } from "../checking/index.ts";
import type { EngineFonts } from "../fonts/index.ts";
import {
  drawnRecords,
  isCollated,
  PRODUCER,
  type RecordPlan,
  type RenderAnswer,
  type RenderRequest,
  receiptOf,
  recordOfPage,
  recordPlaces,
} from "../messages/index.ts";
import { Collation } from "./collation.ts";
import { type Crew, drawAlone } from "./crew.ts";
import { beginWhole } from "./judged-records.ts";
import { hasMisfit } from "./misfit.ts";
import { needsStructure, outputOptions } from "./output-policy.ts";
import { rangesOf } from "./record-runs.ts";
import type { FileProfiles } from "./render-profiles.ts";
import type { RecordRange, RunJob } from "./run-job.ts";
import type { Loaded } from "./templates.ts";

/** A request that is admitted, and what it is drawn with. */
export interface FileJob {
  readonly loaded: Loaded;
  readonly plan: RecordPlan;
  readonly request: RenderRequest;
  readonly renderer: Renderer;
  readonly fonts: EngineFonts;
  readonly codes: CodeEncoder;
  /** The profiles that judge the records; null for none. */
  readonly profiles: FileProfiles | null;
}

/** What is drawn, before it is known whether it may leave. */
interface Drawn {
  readonly computed: readonly Diagnostic[];
  readonly diagnostics: readonly Diagnostic[];
  readonly pagesBeyond: number | null;
  readonly pageCount: number;
  /** What profiles find, waited for. */
  judged(): readonly Diagnostic[];
  /** The file, or how many bytes it would have at least, where that is known before it is whole. */
  finish(): Uint8Array | number;
}

/** Fewer records are drawn before another thread has made ready to help. */
const SHARED_RECORDS_MIN = 24;

/** Draws the file; `crew` draws the runs of a batch. */
export async function drawFile(job: FileJob, crew: Crew): Promise<RenderAnswer> {
  const { request, plan, fonts } = job;
  const bytesMax = bytesMaxOf(request);
  const missing = missingCodes(job.loaded.barcodes, job.codes);
  if (missing.length > 0) return { kind: "refused", diagnostics: missing };
  const runs = runJobOf(job);
  const drawn = runs === null ? drawWhole(job) : await drawInRuns(job, runs, crew);
  if (hasErrors(drawn.computed)) return { kind: "refused", diagnostics: arrange(drawn.computed) };
  if (drawn.pagesBeyond !== null) return { kind: "too-large", what: "pages", pages: drawn.pagesBeyond, bytes: 0 };
  // Rules of another thread run while the file is written, unless what they find decides whether there is one.
  const early = request.refusesMisfit === true ? findingsOf(job, drawn) : null;
  if (early !== null && hasMisfit(early)) return { kind: "misfit", diagnostics: early };
  const pages = drawn.pageCount;
  const file = drawn.finish();
  const found = early ?? findingsOf(job, drawn);
  if (typeof file === "number") return { kind: "too-large", what: "bytes", pages, bytes: file };
  if (file.length > bytesMax) return { kind: "too-large", what: "bytes", pages, bytes: file.length };
  const bytes = ownBytes(file, job.renderer);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return {
    kind: "rendered",
    bytes,
    sha256,
    pages,
    records: plan.count,
    receipt: receiptOf(request, sha256, fonts.versions),
    diagnostics: found,
  };
}

function findingsOf({ loaded, plan, profiles }: FileJob, drawn: Drawn): readonly Diagnostic[] {
  const found = [
    ...drawn.computed,
    ...drawn.diagnostics.map(untriedAtRender),
    ...nearMembers(loaded.canvas, plan.nearMisses),
    ...(profiles?.named ?? []),
    ...drawn.judged(),
  ];
  return arrange(withoutAllowed(found, loaded.canvas.allowances));
}

/** Whatever its limits are: what takes a hash of a file takes no more at once, nor do many readers of files. */
const FILE_BYTES_MAX = 2 ** 31 - 1;

function bytesMaxOf({ options: { limits } }: RenderRequest): number {
  return Math.min(limits?.bytesMax ?? FILE_BYTES_MAX, FILE_BYTES_MAX);
}

/** A file that nobody else looks at. Throws where a renderer gives the same memory away twice: it is empty by then. */
function ownBytes(file: Uint8Array, { id, givesMemory }: Renderer): Uint8Array {
  if (file.buffer instanceof ArrayBuffer && file.buffer.detached) {
    throw new Error(`the renderer ${id} answered memory that it gave away before; leave out its givesMemory`);
  }
  // Not by `slice`, which copies nothing of a `Buffer`.
  return givesMemory === true ? file : new Uint8Array(file);
}

/**
 * The job of the request's runs; null where its file is drawn at once: its renderer wants that, or pages of several
 * records share a sheet.
 */
export function runJobOf({ loaded, plan, request, renderer, fonts, codes, profiles }: FileJob): RunJob | null {
  if (renderer.parts === undefined || loaded.canvas.pages.some((page) => page.sheet !== undefined)) return null;
  const name = nameOf(loaded, request);
  const { pagesMax = null } = request.options.limits ?? {};
  const bytesMax = bytesMaxOf(request);
  const screen = request.screen === true;
  const images = new Map<string, ImageReading>();
  const limits = { pagesMax, bytesMax };
  return { loaded, plan, name, renderer: renderer.parts, fonts, codes, ...limits, screen, images, profiles };
}

/** The runs of the request, the same in every thread. */
export function runsOf({
  loaded,
  plan,
  request,
}: Pick<FileJob, "loaded" | "plan" | "request">): readonly RecordRange[] {
  return rangesOf(plan.count, request.payload?.length ?? loaded.canvas.dataset?.length ?? 0);
}

async function drawInRuns(job: FileJob, runs: RunJob, crew: Crew): Promise<Drawn> {
  const { canvas } = job.loaded;
  const collation = new Collation(canvas, runs.renderer.assemble(canvas.document.lang, renderOptionsOf(job)), runs);
  const draw = job.plan.count >= SHARED_RECORDS_MIN ? crew : drawAlone;
  await draw({ job: runs, ranges: runsOf(job), take: (run) => collation.add(run) });
  const { computed, pagesBeyond, bytesBeyond, pageCount } = collation;
  const finish = (): Uint8Array | number => bytesBeyond ?? collation.finish();
  return {
    computed,
    pagesBeyond,
    pageCount,
    diagnostics: collation.diagnostics(recordPlaces(canvas, job.plan)),
    judged: () => collation.judged(),
    finish,
  };
}

function drawWhole(job: FileJob): Drawn {
  const { loaded, plan, request, renderer, fonts, codes, profiles } = job;
  const { canvas, program } = loaded;
  const { limits } = request.options;
  const screen = request.screen === true;
  const foundByRecord: FoundInRecords[] = [];
  const name = nameOf(loaded, request);
  const records = drawnRecords(canvas, program, plan, name);
  const { value: pages, diagnostics } = layOut(
    canvas,
    records.flatMap((record) => record.layout),
    fonts.set,
    {
      ...(isCollated(canvas, plan) ? { title: name } : {}),
      ...(limits === undefined ? {} : { pagesMax: limits.pagesMax }),
      structure: needsStructure(canvas),
      ...{ screen, codes, ...(profiles === null || plan.count === 1 ? {} : { foundByRecord }) },
    },
  );
  const recordOf = recordOfPage(pages.records, recordPlaces(canvas, plan));
  const computed = records.flatMap((record) => record.computed());
  const found = [...diagnostics, ...judgeGeometry(canvas, pages, recordOf)];
  const drawn = { canvas, records, pages, found: [...computed, ...found], foundByRecord };
  const isWhole = pages.pagesBeyond === undefined;
  return {
    computed,
    diagnostics: found,
    judged: isWhole ? beginWhole({ profiles, loaded, fonts, codes, screen }, drawn) : () => [],
    pagesBeyond: pages.pagesBeyond ?? null,
    pageCount: pages.pages.length,
    finish: () => renderer.render(pages, renderOptionsOf(job)),
  };
}

function nameOf({ canvas }: Loaded, { options }: RenderRequest): string {
  return options.collatedTitle ?? canvas.document.name ?? canvas.document.id;
}

function renderOptionsOf({ loaded: { canvas }, request }: FileJob): RenderOptions {
  const { createdAt, password } = request.options;
  const payload = request.payload ?? new TextEncoder().encode(canvas.dataset ?? "{}");
  const policy = outputOptions(canvas, payload, password);
  return { createdAt, contentHash: contentHashOf(request), producer: PRODUCER, ...policy };
}

/**
 * What a file's id is derived from, beside the drawn content itself, which the renderer adds. The payload's bytes stay
 * out: the same data in another spelling (spaces, the order of members) is the same document, whatever door it took.
 */
function contentHashOf({ canvasHash, options }: RenderRequest): string {
  return createHash("sha256").update(canvasHash).update("\0").update(options.createdAt).digest("hex");
}
