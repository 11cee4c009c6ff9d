// The chain of stages as verbs: source → findings and a compiled template; canvas + payload → pages → bytes.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Canvas, canonicalJson, compileSource, examplePayload, parseCanvas } from "../canvas/index.ts";
import { readPayload } from "../contract/index.ts";
import { arrange, type Diagnostic, hasErrors } from "../diagnostics/index.ts";
import { compileProgram, type PayloadValue, type Program } from "../expression/index.ts";
import { judgeGeometry } from "../gate/index.ts";
import { layOut } from "../layout/index.ts";
import type { Renderer } from "../sdk/index.ts";
import { checkData } from "./check-data.ts";
import type { EngineFonts } from "./fonts.ts";
import type {
  CheckAnswer,
  CheckRequest,
  CompiledTemplate,
  PreviewAnswer,
  PreviewRequest,
  RenderAnswer,
  RenderRequest,
} from "./messages.ts";
import type { RendererSource } from "./renderers.ts";
import { PRODUCER } from "./version.ts";

/** Compiled canvases kept at hand, by number and by the length of their JSON: an object takes a few times that. */
const CANVASES_KEPT_MAX = 128;
const CANVASES_KEPT_CHARACTERS_MAX = 16 * 1024 * 1024;

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
  /** Validates, asks `admit`, and draws. */
  render(request: RenderRequest, admit: AdmitRecords): Promise<RenderAnswer>;
  /** Compiles and renders a source that is not published. */
  preview(request: PreviewRequest): Promise<PreviewAnswer>;
}

interface Loaded {
  readonly canvas: Canvas;
  readonly program: Program;
}

type Reading =
  | { readonly kind: "values"; readonly value: PayloadValue }
  | Extract<RenderAnswer, { kind: "malformed" | "violations" }>;

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
    if (renderer === undefined) throw new Error(`no renderer '${request.renderer}' is registered`);
    const reading = read(loaded.canvas, request.payload);
    if (reading.kind !== "values") return reading;
    await admit(1);
    return draw(loaded, reading.value, request, renderer, parts.fonts);
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
    const reading = read(canvas, payload);
    const found =
      reading.kind === "values" ? layoutFindings(loaded, reading.value, parts.fonts) : checkData(canvas, reading);
    return { diagnostics: arrange([...diagnostics, ...found]), template };
  };

  const preview = async (request: PreviewRequest): Promise<PreviewAnswer> => {
    const { template, found } = compile(request.source);
    if (template === null) return { kind: "invalid-source", diagnostics: arrange(found) };
    const { canvasJson, hash } = template;
    const { canvas } = load(hash, () => canvasJson);
    const usedExamples = request.data === null && canvas.dataset === null && canvas.fields.length > 0;
    const payload = usedExamples ? new TextEncoder().encode(template.example) : request.data;
    const { renderer, options } = request;
    const rendering = await render({ canvasHash: hash, canvasJson, payload, renderer, options }, async () => {});
    return { kind: "preview", usedExamples, rendering };
  };

  return { check, render, preview };
}

/** Pages and bytes of values that keep the contract. */
function draw(
  loaded: Loaded,
  value: PayloadValue,
  request: RenderRequest,
  renderer: Renderer,
  fonts: EngineFonts,
): RenderAnswer {
  const evaluation = loaded.program.evaluate(value);
  const { value: pages, diagnostics } = layOut(loaded.canvas, [{ evaluation, title: null }], fonts.set);
  // Expressions run while they are laid out, so what can't be computed is known only now.
  const computed = evaluation.diagnostics;
  if (hasErrors(computed)) return { kind: "refused", diagnostics: arrange(computed) };
  const { createdAt } = request.options;
  const contentHash = contentHashOf(request);
  const bytes = renderer.render(pages, { createdAt, contentHash, producer: PRODUCER });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const records = 1;
  return { kind: "rendered", bytes, sha256, pages: pages.pages.length, records, diagnostics: arrange(diagnostics) };
}

/** The payload's values, or why there are none. Without a payload the template's own dataset is drawn. */
function read(canvas: Canvas, payload: Uint8Array | null): Reading {
  const bytes = payload ?? new TextEncoder().encode(canvas.dataset ?? "{}");
  const reading = readPayload(bytes, canvas.fields, { extra: canvas.document.extra });
  if (reading.malformed !== null) {
    const { line, column, message } = reading.malformed;
    return { kind: "malformed", message: `The data is no JSON object: ${message} (line ${line}, column ${column}).` };
  }
  // Without an object there are no paths to speak of: it is the request that is wrong, not a value in it.
  const root = reading.violations.find((violation) => violation.path === "" && violation.rule === "type");
  if (root !== undefined)
    return { kind: "malformed", message: `The data must be a JSON object, not ${root.received}.` };
  if (reading.value === null) return { kind: "violations", violations: reading.violations };
  return { kind: "values", value: reading.value };
}

function layoutFindings(loaded: Loaded, value: PayloadValue, fonts: EngineFonts): readonly Diagnostic[] {
  const evaluation = loaded.program.evaluate(value);
  const { value: pages, diagnostics } = layOut(loaded.canvas, [{ evaluation, title: null }], fonts.set);
  return [...evaluation.diagnostics, ...diagnostics, ...judgeGeometry(loaded.canvas, pages)];
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
