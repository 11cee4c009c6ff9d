// The chain of stages as verbs: source → findings and a compiled template; canvas + payload → pages → bytes.
import { createHash } from "node:crypto";
import type { Violation } from "../contract/index.ts";
import { arrange, hasErrors } from "../diagnostics/index.ts";
import { layOut } from "../layout/index.ts";
import type { ProfileDescription } from "../profiles/index.ts";
import type { OpenDocument, Page, PageDocument, PageStream, Renderer, RenderOptions } from "../sdk/index.ts";
import { checkLayout } from "./check-layout.ts";
import { createCodeEncoder } from "./code-encoder.ts";
import type { EngineFonts } from "./fonts.ts";
import { type DrawnForm, judgeDrawn, type Learned, profilesAsked } from "./judge-drawn.ts";
import type {
  CheckAnswer,
  CheckRequest,
  JudgeAnswer,
  JudgeRequest,
  PageImagesAnswer,
  PageImagesRequest,
  PreviewAnswer,
  PreviewRequest,
  RenderAnswer,
  RenderRequest,
  RowsRequest,
} from "./messages.ts";
import { needsStructure, outputOptions, refusePassword } from "./output-policy.ts";
import { drawPageImages, pageRendererOf } from "./page-images.ts";
import { NO_PROFILES, type ProfileJudge } from "./profiles.ts";
import { receiptOf } from "./receipt.ts";
import { drawnRecords, isCollated, planRecords, type RecordPlan, rowViolations } from "./records.ts";
import type { RendererSource } from "./renderers.ts";
import { type Loaded, Templates } from "./templates.ts";
import { PRODUCER } from "./version.ts";

/** One for the thread: it keeps nothing but the library that it loads when the first code is drawn. */
const CODES = createCodeEncoder();

/** What an engine is made of. */
export interface EngineParts {
  readonly fonts: EngineFonts;
  /** Asked at the first render: checks need no renderer, and loading one takes longer than a check. */
  readonly renderers: RendererSource;
  /** Business profiles; left out: none are installed. */
  readonly profiles?: ProfileJudge;
}

/** Agrees to so many records, or throws what is to be thrown on. */
export type AdmitRecords = (records: number) => Promise<void>;

/** The engine of one thread. It holds caches only: no answer depends on what it did before. */
export interface Engine {
  check(request: CheckRequest): CheckAnswer;
  /** The business profiles that are installed. */
  profiles(): readonly ProfileDescription[];
  /** Validates without drawing: what has to be known of data that is drawn later. */
  judge(request: JudgeRequest): JudgeAnswer;
  /** Every place where an array of a dataset breaks what the canvas declares. */
  judgeRows(request: RowsRequest): readonly Violation[];
  /** Validates, asks `admit`, and draws. */
  render(request: RenderRequest, admit: AdmitRecords): Promise<RenderAnswer>;
  /** Compiles and renders a source that is not published. */
  preview(request: PreviewRequest): Promise<PreviewAnswer>;
  /** Compiles a source that is not published and draws its pages as images, one by one. */
  pageImages(request: PageImagesRequest): Promise<PageImagesAnswer>;
}

/** Makes the engine of a thread. */
export function createEngine(parts: EngineParts): Engine {
  const templates = new Templates(parts.fonts, CODES);

  const render = async (request: RenderRequest, admit: AdmitRecords): Promise<RenderAnswer> => {
    const loaded = templates.load(request.canvasHash, () => request.canvasJson);
    const renderer = (await parts.renderers()).find((candidate) => candidate.id === request.renderer);
    if (renderer === undefined || !("render" in renderer))
      throw new Error(`no renderer '${request.renderer}' is registered`);
    const refused = refusePassword(loaded.canvas, request.options.password);
    if (refused !== null) return refused;
    const plan = planRecords(loaded.canvas, request.payload, request.isList === true);
    if (plan.kind !== "records") return plan;
    await admit(plan.count);
    return draw(loaded, plan, request, renderer, parts.fonts);
  };

  const judge = ({ canvasHash, canvasJson, payload, isList }: JudgeRequest): JudgeAnswer => {
    const { canvas } = templates.load(canvasHash, () => canvasJson);
    const plan = planRecords(canvas, payload, isList === true);
    return plan.kind === "records" ? { kind: "good", records: plan.count } : plan;
  };

  const judgeRows = ({ canvasHash, canvasJson, datasetJson, path }: RowsRequest): readonly Violation[] => {
    const { canvas } = templates.load(canvasHash, () => canvasJson);
    return rowViolations(canvas, datasetJson, path);
  };

  const profiles = () => (parts.profiles ?? NO_PROFILES).installed();
  return { judge, judgeRows, render, profiles, ...sourceVerbs(parts, templates, render) };
}

/** What is asked of a source that is not published, or not yet. */
function sourceVerbs(
  parts: EngineParts,
  templates: Templates,
  render: Engine["render"],
): Pick<Engine, "check" | "preview" | "pageImages"> {
  const judge = parts.profiles ?? NO_PROFILES;
  const installed = () => judge.installed().map((profile) => profile.name);

  const check = ({ source, data, assets, profiles = [], asOf, worstCases = true }: CheckRequest): CheckAnswer => {
    const { unknown } = profilesAsked(judge, profiles, []);
    if (unknown.length > 0) return { diagnostics: [], template: null, unknownProfiles: unknown };
    const learned: Learned = { typed: new WeakMap(), checked: null };
    const { template, found: diagnostics } = templates.compile(source, assets, { learned, profiles: installed });
    if (template === null) return { diagnostics: arrange(diagnostics), template: null };
    const loaded = templates.load(template.hash, () => template.canvasJson);
    const layoutParts = { fonts: parts.fonts, codes: CODES, worstCases };
    const asked = {
      source,
      learned,
      profiles,
      asOf: asOf ?? null,
      data: data === null ? "examples" : "given",
    } as const;
    const judged = (drawn: DrawnForm) => judgeDrawn(judge, drawn, asked, layoutParts);
    const found = checkLayout(loaded, source, data, layoutParts, judged);
    return { diagnostics: arrange([...diagnostics, ...found]), template };
  };

  const preview = async (request: PreviewRequest): Promise<PreviewAnswer> => {
    const { template, found } = templates.compile(request.source, request.assets);
    if (template === null) return { kind: "invalid-source", diagnostics: arrange(found) };
    const { canvasJson, hash } = template;
    const { usedExamples, payload } = templates.previewed(template, request.data);
    const { renderer, options, isList = false } = request;
    const rendering = await render(
      { canvasHash: hash, canvasJson, payload, isList, renderer, options },
      async () => {},
    );
    return { kind: "preview", usedExamples, rendering };
  };

  const pageImages = async (request: PageImagesRequest): Promise<PageImagesAnswer> => {
    const renderer = await pageRendererOf(parts.renderers, request.renderer);
    const { template, found } = templates.compile(request.source, request.assets);
    if (template === null) return { kind: "invalid-source", diagnostics: arrange(found) };
    const { loaded, usedExamples, payload } = templates.previewed(template, request.data);
    const plan = planRecords(loaded.canvas, payload, false);
    if (plan.kind !== "records") return { kind: "preview", usedExamples, drawing: plan };
    const drawing = drawPageImages(loaded, plan, request, renderer, parts.fonts, { codes: CODES });
    return { kind: "preview", usedExamples, drawing };
  };

  return { check, preview, pageImages };
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
  const payload = request.payload ?? new TextEncoder().encode(canvas.dataset ?? "{}");
  const policy = outputOptions(canvas, payload, request.options.password);
  const options: RenderOptions = { createdAt, contentHash: contentHashOf(request), producer: PRODUCER, ...policy };
  const file = new StreamedFile(renderer, options);
  const { value: pages, diagnostics } = layOut(
    canvas,
    records.flatMap((record) => record.layout),
    fonts.set,
    {
      ...(isCollated(canvas, plan) ? { title: name } : {}),
      ...(limits === undefined ? {} : { pagesMax: limits.pagesMax }),
      ...(renderer.begin === undefined ? {} : { onPages: file.add }),
      structure: needsStructure(canvas),
      codes: CODES,
    },
  );
  // Expressions run while they are laid out, so what can't be computed is known only now.
  const computed = records.flatMap((record) => record.computed());
  if (hasErrors(computed)) return { kind: "refused", diagnostics: arrange(computed) };
  const pageCount = pages.pagesBeyond ?? pages.pages.length;
  if (pages.pagesBeyond !== undefined) return { kind: "too-large", what: "pages", pages: pageCount, bytes: 0 };
  const bytes = file.finish(pages);
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
    receipt: receiptOf(request, sha256, fonts.versions),
    diagnostics: arrange(diagnostics),
  };
}

/** A file that is drawn record by record, where its renderer can, and else at once. */
class StreamedFile {
  readonly #renderer: Renderer;
  readonly #options: RenderOptions;
  #stream: PageStream | null = null;

  constructor(renderer: Renderer, options: RenderOptions) {
    this.#renderer = renderer;
    this.#options = options;
  }

  readonly add = (document: OpenDocument, pages: readonly Page[]): void => {
    this.#stream ??= this.#renderer.begin?.(document, this.#options) ?? null;
    for (const page of pages) this.#stream?.add(page);
  };

  finish(document: PageDocument): Uint8Array {
    return this.#stream?.finish(document) ?? this.#renderer.render(document, this.#options);
  }
}

/**
 * What a file's id is derived from, beside the drawn content itself, which the renderer adds. The payload's bytes stay
 * out: the same data in another spelling (spaces, the order of members) is the same document, whatever door it took.
 */
function contentHashOf({ canvasHash, options }: RenderRequest): string {
  return createHash("sha256").update(canvasHash).update("\0").update(options.createdAt).digest("hex");
}
