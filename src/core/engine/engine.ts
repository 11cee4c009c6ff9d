// The chain of stages as verbs: source → findings and a compiled template; canvas + payload → pages → bytes.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Canvas, canonicalJson, compileSource, examplePayload, parseCanvas } from "../canvas/index.ts";
import { arrange, type Diagnostic, hasErrors } from "../diagnostics/index.ts";
import { compileProgram, type Program } from "../expression/index.ts";
import { judgeGeometry } from "../gate/index.ts";
import { layOut } from "../layout/index.ts";
import type { Renderer } from "../sdk/index.ts";
import { checkData } from "./check-data.ts";
import { createCodeEncoder } from "./code-encoder.ts";
import type { EngineFonts } from "./fonts.ts";
import type {
  CheckAnswer,
  CheckRequest,
  CompiledTemplate,
  JudgeAnswer,
  JudgeRequest,
  PageImagesAnswer,
  PageImagesRequest,
  PreviewAnswer,
  PreviewRequest,
  RenderAnswer,
  RenderRequest,
} from "./messages.ts";
import { drawPageImages, pageRendererOf } from "./page-images.ts";
import { drawnRecords, isCollated, planRecords, type RecordPlan } from "./records.ts";
import type { RendererSource } from "./renderers.ts";
import { PRODUCER } from "./version.ts";

/** Compiled canvases kept at hand, by number and by the length of their JSON: an object takes a few times that. */
const CANVASES_KEPT_MAX = 128;
const CANVASES_KEPT_CHARACTERS_MAX = 16 * 1024 * 1024;

/** One for the thread: it keeps nothing but the library that it loads when the first code is drawn. */
const CODES = createCodeEncoder();

/** What an engine is made of. */
export interface EngineParts {
  readonly fonts: EngineFonts;
  /** Asked at the first render: checks need no renderer, and loading one takes longer than a check. */
  readonly renderers: RendererSource;
}

/** Agrees to so many records, or throws what is to be thrown on. */
export type AdmitRecords = (records: number) => Promise<void>;

/** The engine of one thread. It holds caches only: no answer depends on what it did before. */
export interface Engine {
  check(request: CheckRequest): CheckAnswer;
  /** Validates without drawing: what has to be known of data that is drawn later. */
  judge(request: JudgeRequest): JudgeAnswer;
  /** Validates, asks `admit`, and draws. */
  render(request: RenderRequest, admit: AdmitRecords): Promise<RenderAnswer>;
  /** Compiles and renders a source that is not published. */
  preview(request: PreviewRequest): Promise<PreviewAnswer>;
  /** Compiles a source that is not published and draws its pages as images, one by one. */
  pageImages(request: PageImagesRequest): Promise<PageImagesAnswer>;
}

interface Loaded {
  readonly canvas: Canvas;
  readonly program: Program;
}

/** Makes the engine of a thread. */
export function createEngine(parts: EngineParts): Engine {
  const canvases = new LRUCache<string, Loaded>({ max: CANVASES_KEPT_MAX, maxSize: CANVASES_KEPT_CHARACTERS_MAX });

  const load = (hash: string, json: () => string): Loaded => {
    const known = canvases.get(hash);
    if (known !== undefined) return known;
    const text = json();
    const canvas = parseCanvas(text);
    const loaded = { canvas, program: compileProgram(canvas) };
    canvases.set(hash, loaded, { size: text.length });
    return loaded;
  };

  const render = async (request: RenderRequest, admit: AdmitRecords): Promise<RenderAnswer> => {
    const loaded = load(request.canvasHash, () => request.canvasJson);
    const renderer = (await parts.renderers()).find((candidate) => candidate.id === request.renderer);
    if (renderer === undefined || !("render" in renderer))
      throw new Error(`no renderer '${request.renderer}' is registered`);
    const plan = planRecords(loaded.canvas, request.payload, request.isList === true);
    if (plan.kind !== "records") return plan;
    await admit(plan.count);
    return draw(loaded, plan, request, renderer, parts.fonts);
  };

  const judge = ({ canvasHash, canvasJson, payload, isList }: JudgeRequest): JudgeAnswer => {
    const { canvas } = load(canvasHash, () => canvasJson);
    const plan = planRecords(canvas, payload, isList === true);
    return plan.kind === "records" ? { kind: "good", records: plan.count } : plan;
  };

  const compile = (
    source: string,
  ): { readonly template: CompiledTemplate | null; readonly found: readonly Diagnostic[] } => {
    const { value: canvas, diagnostics } = compileSource(source, { families: parts.fonts.families });
    const refused = canvas === null || hasErrors(diagnostics);
    return { template: refused ? null : templateOf(canvas, parts.fonts.versions), found: diagnostics };
  };

  const check = ({ source, data }: CheckRequest): CheckAnswer => {
    const { template, found: diagnostics } = compile(source);
    if (template === null) return { diagnostics: arrange(diagnostics), template: null };
    // What is checked is the canvas as it would be read back, so that a check speaks of what a render will do.
    const loaded = load(template.hash, () => template.canvasJson);
    const { canvas } = loaded;
    const payload = data ?? new TextEncoder().encode(canvas.dataset ?? template.example);
    const plan = planRecords(canvas, payload, false);
    const found = plan.kind === "records" ? layoutFindings(loaded, plan, parts.fonts) : checkData(canvas, plan);
    return { diagnostics: arrange([...diagnostics, ...found]), template };
  };

  /** Whether a preview shows example values, and the payload that it draws. */
  const previewed = (template: CompiledTemplate, data: Uint8Array | null) => {
    const loaded = load(template.hash, () => template.canvasJson);
    const { canvas } = loaded;
    const usedExamples = data === null && canvas.dataset === null && canvas.fields.length > 0;
    return { loaded, usedExamples, payload: usedExamples ? new TextEncoder().encode(template.example) : data };
  };

  const preview = async (request: PreviewRequest): Promise<PreviewAnswer> => {
    const { template, found } = compile(request.source);
    if (template === null) return { kind: "invalid-source", diagnostics: arrange(found) };
    const { canvasJson, hash } = template;
    const { usedExamples, payload } = previewed(template, request.data);
    const { renderer, options } = request;
    const rendering = await render({ canvasHash: hash, canvasJson, payload, renderer, options }, async () => {});
    return { kind: "preview", usedExamples, rendering };
  };

  const pageImages = async (request: PageImagesRequest): Promise<PageImagesAnswer> => {
    const renderer = await pageRendererOf(parts.renderers, request.renderer);
    const { template, found } = compile(request.source);
    if (template === null) return { kind: "invalid-source", diagnostics: arrange(found) };
    const { loaded, usedExamples, payload } = previewed(template, request.data);
    const plan = planRecords(loaded.canvas, payload, false);
    if (plan.kind !== "records") return { kind: "preview", usedExamples, drawing: plan };
    const drawing = drawPageImages(loaded, plan, request, renderer, parts.fonts, { codes: CODES });
    return { kind: "preview", usedExamples, drawing };
  };

  return { check, judge, render, preview, pageImages };
}

/** Pages and bytes of records that keep the contract. */
function draw(
  loaded: Loaded,
  plan: RecordPlan,
  request: RenderRequest,
  renderer: Renderer,
  fonts: EngineFonts,
): RenderAnswer {
  const { canvas, program } = loaded;
  const { createdAt, collatedTitle, limits } = request.options;
  const name = collatedTitle ?? canvas.document.name ?? canvas.document.id;
  const records = drawnRecords(canvas, program, plan, name);
  const { value: pages, diagnostics } = layOut(
    canvas,
    records.flatMap((record) => record.layout),
    fonts.set,
    {
      ...(isCollated(canvas, plan) ? { title: name } : {}),
      ...(limits === undefined ? {} : { pagesMax: limits.pagesMax }),
      codes: CODES,
    },
  );
  // Expressions run while they are laid out, so what can't be computed is known only now.
  const computed = records.flatMap((record) => record.computed());
  if (hasErrors(computed)) return { kind: "refused", diagnostics: arrange(computed) };
  const pageCount = pages.pagesBeyond ?? pages.pages.length;
  if (pages.pagesBeyond !== undefined) return { kind: "too-large", what: "pages", pages: pageCount, bytes: 0 };
  const contentHash = contentHashOf(request);
  const bytes = renderer.render(pages, { createdAt, contentHash, producer: PRODUCER });
  if (limits !== undefined && bytes.length > limits.bytesMax) {
    return { kind: "too-large", what: "bytes", pages: pageCount, bytes: bytes.length };
  }
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return {
    kind: "rendered",
    bytes,
    sha256,
    pages: pageCount,
    records: plan.count,
    diagnostics: arrange(diagnostics),
  };
}

function layoutFindings(loaded: Loaded, plan: RecordPlan, fonts: EngineFonts): readonly Diagnostic[] {
  const { canvas, program } = loaded;
  const records = drawnRecords(canvas, program, plan, canvas.document.name ?? canvas.document.id);
  const layout = records.flatMap((record) => record.layout);
  const { value: pages, diagnostics } = layOut(canvas, layout, fonts.set, { codes: CODES });
  return [...records.flatMap((record) => record.computed()), ...diagnostics, ...judgeGeometry(canvas, pages)];
}

function templateOf(canvas: Canvas, fontVersions: string): CompiledTemplate {
  const canvasJson = canonicalJson(canvas);
  return {
    canvasJson,
    hash: createHash("sha256").update(canvasJson).digest("hex"),
    title: canvas.document.name ?? canvas.document.id,
    fields: canvas.fields.length,
    example: examplePayload(canvas),
    fontVersions,
  };
}

/**
 * What a file's id is derived from, beside the drawn content itself, which the renderer adds. The payload's bytes stay
 * out: the same data in another spelling (spaces, the order of members) is the same document, whatever door it took.
 */
function contentHashOf({ canvasHash, options }: RenderRequest): string {
  return createHash("sha256").update(canvasHash).update("\0").update(options.createdAt).digest("hex");
}
