// The chain of stages as verbs: source → findings and a compiled template; canvas + payload → pages → bytes.

import { adviseOn } from "../../advice/index.ts";
import { summaryText } from "../../canvas/index.ts";
import { arrange, type Diagnostic, hasErrors, type Judgement, judgementOf } from "../../diagnostics/index.ts";
import type { CodeEncoder } from "../../layout/index.ts";
import type { ProfileDescription } from "../../profiles/index.ts";
import type { Barcode, Renderer } from "../../sdk/index.ts";
import { createCodeEncoder } from "../barcodes/index.ts";
import {
  checkLayout,
  countAllowed,
  judgeMended,
  withoutCaused,
  withTriedEdits,
  withWorkingEdits,
} from "../checking/index.ts";
import {
  type Crew,
  drawAlone,
  drawFile,
  drawPageImages,
  drawRun,
  type FileJob,
  fileProfiles,
  pageRendererOf,
  readBack,
  refusePassword,
  runJobOf,
  runsOf,
  type SentRun,
  sentRun,
  Templates,
} from "../drawing/index.ts";
import type { EngineFonts } from "../fonts/index.ts";
import { type DrawnForm, exportDrawn, judgeDrawn, type Learned, profilesAsked, readAloud } from "../judging/index.ts";
import {
  type CanvasJson,
  type CheckAnswer,
  type CheckRequest,
  type ExportAnswer,
  type ExportRequest,
  type JudgeAnswer,
  type JudgeRequest,
  type KnownAnswer,
  type KnownCanvas,
  type KnownRequest,
  listExcess,
  type PageImagesAnswer,
  type PageImagesRequest,
  type PreviewAnswer,
  type PreviewRequest,
  planRecords,
  type RenderAnswer,
  type RenderRequest,
  type RowsAnswer,
  type RowsRequest,
  type ToldCheckAnswer,
  type ToldCheckRequest,
} from "../messages/index.ts";
import { NO_PROFILES, type ProfileJudge, type RendererSource } from "../plugins/index.ts";
import { spliceRows } from "./dataset-rows.ts";
import { knownValues } from "./known-values.ts";
import { filesOfCanvas } from "./source-files.ts";
import { toldCheck } from "./told-check.ts";

/** What an engine is made of. */
export interface EngineParts {
  readonly fonts: EngineFonts;
  /** Asked at the first render: checks need no renderer, and loading one takes longer than a check. */
  readonly renderers: RendererSource;
  /** Those that draw pages as images; left out, they are among the others. */
  readonly pageRenderers?: RendererSource;
  /** Business profiles; left out: none are installed. */
  readonly profiles?: ProfileJudge;
  /** Kinds of bar codes of plugins; left out: those of the language are all. */
  readonly barcodes?: readonly Barcode[];
}

/** Agrees to so many records, or throws what is to be thrown on. */
export type AdmitRecords = (records: number) => Promise<void>;

/** Draws a run of a batch by its number; what comes of it may be sent, and takes its memory along. */
export type RunDrawer = (run: number) => { readonly value: SentRun; readonly memory: readonly ArrayBuffer[] };

/** The engine of one thread. It holds caches only: no answer depends on what it did before. */
export interface Engine {
  check(request: CheckRequest): CheckAnswer;
  /** The same, as it is told to whoever wrote the source. */
  checkTold(request: ToldCheckRequest): ToldCheckAnswer;
  /** Writes a source and its data in a format of an installed exporter. */
  export(request: ExportRequest): ExportAnswer;
  /** The business profiles that are installed. */
  profiles(): readonly ProfileDescription[];
  /** Validates without drawing: what has to be known of data that is drawn later. */
  judge(request: JudgeRequest): JudgeAnswer;
  /** What services ask of a canvas that was compiled before, as JSON text. */
  summarize(request: KnownCanvas): string;
  /** Judges values that are known before a form is filled in. */
  known(request: KnownRequest): KnownAnswer;
  /** Puts rows into a dataset, unless they break what the canvas that draws from it declares. */
  spliceRows(request: RowsRequest): RowsAnswer;
  /** Validates, asks `admit`, and draws; the runs of a batch are drawn by `crew`, left out: by this engine alone. */
  render(request: RenderRequest, admit: AdmitRecords, crew?: Crew): Promise<RenderAnswer>;
  /** Draws runs of an admitted batch for the engine of another thread, which puts them into the file. */
  help(request: RenderRequest): Promise<RunDrawer>;
  /** Compiles and renders a source that is not published. */
  preview(request: PreviewRequest): Promise<PreviewAnswer>;
  /** Compiles a source that is not published and draws its pages as images, one by one. */
  pageImages(request: PageImagesRequest): Promise<PageImagesAnswer>;
}

/** Makes the engine of a thread. */
export function createEngine(parts: EngineParts): Engine {
  const codes = createCodeEncoder(parts.barcodes);
  const templates = new Templates(parts.fonts, codes, parts.barcodes);
  const installed = parts.profiles ?? NO_PROFILES;

  const rendererOf = async ({ renderer: id }: RenderRequest): Promise<Renderer> => {
    const renderer = (await parts.renderers()).find((candidate) => candidate.id === id);
    if (renderer === undefined || !("render" in renderer)) throw new Error(`no renderer '${id}' is registered`);
    return renderer;
  };

  const render = async (request: RenderRequest, admit: AdmitRecords, crew: Crew = drawAlone): Promise<RenderAnswer> => {
    const loaded = templates.load(request.canvasHash, () => canvasText(request.canvasJson));
    const renderer = await rendererOf(request);
    const refused = refusePassword(loaded.canvas, request.options.password);
    if (refused !== null) return refused;
    const plan = planRecords(loaded.canvas, request.payload, request.isList === true);
    if (plan.kind !== "records") return plan;
    await admit(plan.count);
    const profiles = await fileProfiles({ judge: installed, templates }, loaded, plan, request);
    return drawFile({ loaded, plan, request, renderer, fonts: parts.fonts, codes, profiles }, crew);
  };

  const help = async (request: RenderRequest): Promise<RunDrawer> => {
    const loaded = templates.load(request.canvasHash, () => canvasText(request.canvasJson));
    const renderer = await rendererOf(request);
    const plan = planRecords(loaded.canvas, request.payload, request.isList === true);
    if (plan.kind !== "records") throw new Error("a batch that was admitted breaks its contract");
    const profiles = await fileProfiles({ judge: installed, templates }, loaded, plan, request);
    const job: FileJob = { loaded, plan, request, renderer, fonts: parts.fonts, codes, profiles };
    const runs = runJobOf(job);
    if (runs === null) throw new Error("a batch that is drawn at once has no runs");
    const ranges = runsOf(job);
    return (run) => sentRun(runs, drawRun(runs, ranges[run] ?? { from: 0, to: 0 }));
  };

  const judge = ({ canvasHash, canvasJson, payload, isList }: JudgeRequest): JudgeAnswer => {
    const { canvas } = templates.load(canvasHash, () => canvasText(canvasJson));
    const plan = planRecords(canvas, payload, isList === true);
    return plan.kind === "records" ? { kind: "good", records: plan.count } : plan;
  };

  const splice = ({ canvas, ...rows }: RowsRequest): RowsAnswer =>
    spliceRows(
      rows,
      canvas === null ? null : templates.load(canvas.canvasHash, () => canvasText(canvas.canvasJson)).canvas,
    );

  const known = ({ canvasHash, canvasJson, payload }: KnownRequest): KnownAnswer =>
    knownValues(templates.load(canvasHash, () => canvasText(canvasJson)).canvas, payload);

  const summarize = ({ canvasHash, canvasJson }: KnownCanvas): string =>
    summaryText(templates.load(canvasHash, () => canvasText(canvasJson)).canvas);

  const profiles = () => installed.installed();
  const source = sourceVerbs({ ...parts, codes }, templates, render);
  return {
    judge,
    known,
    summarize,
    spliceRows: splice,
    render,
    help,
    profiles,
    ...source,
    checkTold: (request) => toldCheck(source.check, templates, request),
  };
}

function canvasText(json: CanvasJson): string {
  return typeof json === "string" ? json : new TextDecoder().decode(json);
}

/** An engine's parts, and the encoder that was made of them. */
interface SourceParts extends EngineParts {
  readonly codes: CodeEncoder;
}

/** Values that only stand in for refused ones show nothing of what a form bears. */
function isJudgedWhole(found: readonly Diagnostic[]): boolean {
  return found.every(({ code }) => code !== "RPT9010");
}

/** A profile that could not be judged may have found what a line allows. */
function isUnjudged({ code }: Diagnostic): boolean {
  return code === "RPT7021";
}

/** What is asked of a source that is not published, or not yet. */
function sourceVerbs(
  parts: SourceParts,
  templates: Templates,
  render: Engine["render"],
): Pick<Engine, "check" | "export" | "preview" | "pageImages"> {
  const preview = async (request: PreviewRequest): Promise<PreviewAnswer> => {
    const { template, found } = templates.compile(request.source, request.assets);
    if (template === null) {
      return { kind: "invalid-source", diagnostics: arrange(repairedWhere(request, found, templates)) };
    }
    const { canvasJson, hash } = template;
    const { usedExamples, payload } = templates.previewed(template, request.data);
    const { renderer, options, isList = false, refusesMisfit = false } = request;
    const excess = isList ? listExcess(request.data) : null;
    if (excess !== null) return { kind: "preview", usedExamples, rendering: excess };
    const rendering = await render(
      {
        ...{ canvasHash: hash, canvasJson, payload, isList, renderer, options, refusesMisfit, screen: true },
        // Examples are judged by a check, which says that they are examples.
        ...(usedExamples ? {} : { source: request.source }),
      },
      async () => {},
    );
    return { kind: "preview", usedExamples, rendering };
  };

  const pageImages = async (request: PageImagesRequest): Promise<PageImagesAnswer> => {
    const renderer = await pageRendererOf(parts.pageRenderers ?? parts.renderers, request.renderer);
    const { template, found } = templates.compile(request.source, request.assets);
    if (template === null) {
      return { kind: "invalid-source", diagnostics: arrange(repairedWhere(request, found, templates)) };
    }
    const { loaded, usedExamples, payload } = templates.previewed(template, request.data);
    const plan = planRecords(loaded.canvas, payload, false);
    if (plan.kind !== "records") return { kind: "preview", usedExamples, drawing: plan };
    // Examples are judged by a check, as a file of them is.
    const source = usedExamples ? {} : { source: request.source };
    const judge = parts.profiles ?? NO_PROFILES;
    const profiles = await fileProfiles({ judge, templates }, loaded, plan, { canvasHash: template.hash, ...source });
    const drawing = drawPageImages(loaded, plan, { ...request, profiles }, renderer, parts);
    return { kind: "preview", usedExamples, drawing };
  };

  return { check: checking(parts, templates), export: exporting(parts, templates), preview, pageImages };
}

/** What is found of a source that does not compile, with repairs that were tried: each request offers the same ones. */
function repairedWhere(
  { source, assets = {} }: { readonly source: string; readonly assets?: CheckRequest["assets"] | undefined },
  found: readonly Diagnostic[],
  templates: Templates,
): readonly Diagnostic[] {
  return withTriedEdits(source, found, (text) => templates.read(text, assets).found);
}

/** The files that a source names: those that come with it, or those of the canvas that was published from it. */
function filesFor({ assets, filesOf }: Pick<CheckRequest, "assets" | "filesOf">, templates: Templates) {
  if (filesOf === undefined) return assets;
  return filesOfCanvas(templates.load(filesOf.canvasHash, () => canvasText(filesOf.canvasJson)).canvas);
}

/** A source with errors is judged as its own repairs make it, so that one round tells of everything. */
function checking(parts: SourceParts, templates: Templates): Engine["check"] {
  const judge = parts.profiles ?? NO_PROFILES;
  return (request) => {
    const { source, data, profiles = [], asOf, worstCases = true, advise: advises = false } = request;
    const { unknown } = profilesAsked(judge, profiles, []);
    if (unknown.length > 0) return { diagnostics: [], template: null, unknownProfiles: unknown };
    const assets = filesFor(request, templates);
    const learned: Learned = { typed: new WeakMap(), checked: null };
    const compiling = { learned, profiles: judge.installed };
    const { template, found: inSource } = templates.compile(source, assets, compiling);
    const { allowances = [] } = learned;
    // A form that compiles has no error whose edit could be wrong.
    const diagnostics = template === null ? repairedWhere(request, inSource, templates) : inSource;
    const layoutParts = { fonts: parts.fonts, codes: parts.codes, worstCases };
    let completeProfiles: readonly string[] = [];
    let reading: readonly string[] | undefined;
    let advice: readonly Diagnostic[] = [];
    const judgedIn =
      (text: string) =>
      (drawn: DrawnForm, shown: "given" | "examples"): Judgement => {
        const asked = { source: text, learned, profiles, asOf: asOf ?? null, data: shown } as const;
        const { judgement, complete } = judgeDrawn(judge, drawn, asked, layoutParts);
        if (request.reading === true) reading = readAloud(drawn.pages);
        if (advises) advice = adviseOn(drawn.canvas, drawn.pages);
        completeProfiles = complete;
        return judgement;
      };
    if (template === null) {
      const found = judgeMended(source, diagnostics, {
        read: (text) => templates.read(text, assets, compiling),
        judge: (canvas, text) => checkLayout(readBack(canvas), text, data, layoutParts, judgedIn(text)),
      });
      // Advice comes once the form is sound: what is drawn of a broken one is not what its author will see.
      const judged = { isWhole: false, profiles: [], advises: false };
      return { diagnostics: arrange(countAllowed([...diagnostics, ...found], allowances, judged)), template: null };
    }
    const loaded = templates.load(template.hash, () => template.canvasJson);
    const found = withoutCaused(checkLayout(loaded, source, data, layoutParts, judgedIn(source)), diagnostics);
    const complete = isJudgedWhole(found) && completeProfiles.length > 0 ? { completeProfiles } : {};
    const read = reading === undefined ? {} : { reading };
    const isWhole = data === null && worstCases && isJudgedWhole(found) && !found.some(isUnjudged);
    // A text that does not fit moves what stands below it: advice about their places would be wrong.
    const isSound = !hasErrors(found);
    const judged = {
      isWhole,
      profiles: [...profiles, ...loaded.canvas.document.profiles],
      advises: isSound && advises,
    };
    // What stands alone on the last page is told already.
    const alone = found.filter(({ code }) => code === "RPT4036");
    const isTold = ({ code, span }: Diagnostic): boolean =>
      code === "RPT5110" && alone.some((one) => one.span.start <= span.start && span.end <= one.span.end);
    const further = advice.filter((one) => !isTold(one));
    const given = withWorkingEdits(source, found, isSound ? further : [], (text) => {
      const again = templates.read(text, assets, compiling);
      if (again.canvas === null) return null;
      let changed: readonly Diagnostic[] = [];
      const fit = checkLayout(readBack(again.canvas), text, data, { ...layoutParts, worstCases: false }, (drawn) => {
        changed = adviseOn(drawn.canvas, drawn.pages);
        return judgementOf([]);
      });
      return { found: [...again.found, ...fit], advice: changed };
    });
    const told = countAllowed([...diagnostics, ...found, ...given], allowances, judged);
    return { diagnostics: arrange(told), template, ...complete, ...read };
  };
}

/** What is found of a form as it is drawn comes before what its exporter finds; an error of either leaves no file. */
function exporting(parts: SourceParts, templates: Templates): Engine["export"] {
  const judge = parts.profiles ?? NO_PROFILES;
  return ({ source, data, format, ...files }) => {
    const exporters = judge.exporters();
    const exporter = exporters.find(({ name }) => name === format);
    if (exporter === undefined) {
      const installedFormats = exporters.map(({ name }) => name);
      return { value: null, diagnostics: [], installedFormats, usedExamples: false };
    }
    const assets = filesFor(files, templates);
    const learned: Learned = { typed: new WeakMap(), checked: null };
    const compiled = templates.compile(source, assets, { learned, profiles: judge.installed });
    if (compiled.template === null) {
      const found = repairedWhere({ source, assets }, compiled.found, templates);
      return { value: null, diagnostics: arrange(found), usedExamples: false };
    }
    const { hash, canvasJson } = compiled.template;
    const loaded = templates.load(hash, () => canvasJson);
    const layoutParts = { fonts: parts.fonts, codes: parts.codes, worstCases: false };
    let text: string | null = null;
    const write = (drawn: DrawnForm, shown: "given" | "examples"): Judgement => {
      if (data !== null && shown === "examples") return judgementOf([]);
      const question = { format, source, learned, data: data === null ? "examples" : "given" } as const;
      const written = exportDrawn(judge, drawn, question, layoutParts);
      text = written.text;
      return judgementOf(written.diagnostics);
    };
    // No profile is asked whether a form may be exported, so that one that is gone says nothing of it.
    const ofSource = compiled.found.filter(({ code }) => code !== "RPT7020");
    const found = arrange([...ofSource, ...checkLayout(loaded, source, data, layoutParts, write)]);
    const usedExamples = data === null && loaded.canvas.dataset === null && loaded.canvas.fields.length > 0;
    const { mediaType, fileExtension } = exporter;
    if (text === null || hasErrors(found)) return { value: null, diagnostics: found, usedExamples };
    const value = { bytes: new TextEncoder().encode(text), mediaType, fileExtension };
    return { value, diagnostics: found, usedExamples };
  };
}
