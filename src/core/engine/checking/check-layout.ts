// What a check finds by laying a template out: with given data or its examples, and with its fields at their worst.

import { type Canvas, decidingCopies, examplePayload, placesOnSheet } from "../../canvas/index.ts";
import { type NearMissList, readPayload } from "../../contract/index.ts";
import { type Diagnostic, diagnose, findingsIn, type Judgement, judgementOf } from "../../diagnostics/index.ts";
import { compileProgram, observed, type Program } from "../../expression/index.ts";
import { fullSizes, judgeGeometry, measureCapacities } from "../../gate/index.ts";
import {
  type CodeEncoder,
  type FoundInRecords,
  facesOf,
  type LayoutRecord,
  layOut,
  type Page,
  type ShownRoom,
} from "../../layout/index.ts";
import type { ImageReading } from "../../pictures/index.ts";
import type { Font } from "../../text/index.ts";
import { codePointIn } from "../../unicode/index.ts";
import type { EngineFonts } from "../fonts/index.ts";
import type { DrawnForm } from "../judging/index.ts";
import {
  type DataRefusal,
  type DrawnRecord,
  drawnRecords,
  planRecords,
  type RecordPlan,
  recordOfPage,
  recordPlaces,
} from "../messages/index.ts";
import { type FormLetters, findWorstCases, type LaidOut, type UsualForm } from "../worst/index.ts";
import { checkData, nearMembers, refusalSentence } from "./check-data.ts";
import { ConditionsTried } from "./conditions-tried.ts";
import { oneOfEachCause, withoutKnownEdges } from "./one-cause.ts";
import { withLinesEdits } from "./property-edits.ts";
import { type DrawAgain, withTriedRepairs } from "./tried-repairs.ts";
import { untakenLetters } from "./untaken-letters.ts";

/** A compiled template as it would be read back, so that a check speaks of what a render will do. */
interface Loaded {
  readonly canvas: Canvas;
  readonly program: Program;
}

/** What layouts are made with. */
interface LayoutParts {
  readonly fonts: EngineFonts;
  readonly codes: CodeEncoder;
}

/** What is asked of a check. */
interface CheckParts extends LayoutParts {
  /** Whether the form is asked for all that it declares to take, beside what it is drawn with. */
  readonly worstCases: boolean;
}

/** What the layouts of one check share: a picture is the same in all of them, and is read once. */
interface SharedParts extends CheckParts {
  readonly images: Map<string, ImageReading>;
}

/** Judges what was drawn, beside the gate; `shown` says whose values it shows. */
export type DrawnJudge = (drawn: DrawnForm, shown: "given" | "examples") => Judgement;

/** What a check has judged by, in the order of its findings. */
export const CHECK_STAGES = ["drawing", "profiles", "worst-cases", "near-names"] as const;
export type CheckStage = (typeof CHECK_STAGES)[number];

/** A stage without findings has looked, or says here why it had nothing to look at. */
type StageAnswer =
  | Judgement
  /** A stage before it failed, and tells so. */
  | { readonly kind: "hindered"; readonly by: Judgement & { readonly kind: "unjudged" } }
  /** It belongs to another question. */
  | { readonly kind: "not-asked" };

const NOT_ASKED = { kind: "not-asked" } as const;

/**
 * Findings of layout and gate. A form is drawn with the data that somebody sent, or else with its dataset or examples;
 * either way it is asked for all that it declares to take, because other data will come. Data that breaks the
 * declarations is told, and the form drawn with other values, so that one round tells of both.
 */
export function checkLayout(
  loaded: Loaded,
  source: string,
  data: Uint8Array | null,
  parts: CheckParts,
  judge: DrawnJudge,
): readonly Diagnostic[] {
  const stages = stagesOf(loaded, source, data, { ...parts, images: new Map() }, judge);
  return CHECK_STAGES.flatMap((stage) => toldBy(stages[stage]));
}

/** The message of RPT9010 where nothing was laid out for want of data. */
export const NOT_LAID_OUT = "layout and profiles could not be judged because no data can be laid out";

type Stages = Readonly<Record<CheckStage, StageAnswer>>;

function stagesOf(
  checked: Loaded,
  source: string,
  data: Uint8Array | null,
  parts: SharedParts,
  judge: DrawnJudge,
): Stages {
  const { canvas } = checked;
  const conditions = new ConditionsTried();
  const loaded = { canvas, program: observed(checked.program, conditions.note) };
  const payload = data ?? new TextEncoder().encode(canvas.dataset ?? examplePayload(canvas));
  const plan = planRecords(canvas, payload, false);
  const nearNames = data === null ? NOT_ASKED : judgementOf(nearMembers(canvas, nearMissesOf(canvas, plan, data)));
  if (plan.kind !== "records") {
    const failures = checkData(canvas, source, plan);
    const { found, profiles } = withStandIns(loaded, source, failures, parts, judge);
    const drawing = { kind: "unjudged", failures, diagnostics: found } as const;
    const hindered = { kind: "hindered", by: drawing } as const;
    const worst = parts.worstCases ? hindered : NOT_ASKED;
    return { drawing, profiles: profiles ?? hindered, "worst-cases": worst, "near-names": nearNames };
  }
  const drawn = drawForm(loaded, plan, parts);
  const found = triedOf(loaded, source, plan, drawn, parts);
  return {
    drawing: judgementOf(found),
    profiles: judge(drawn, data === null ? "examples" : "given"),
    "worst-cases": parts.worstCases
      ? withUntried(
          worstOf(loaded, source, data, { diagnostics: found, pages: pagesOf(drawn) }, parts),
          conditions.untried(canvas, source),
        )
      : NOT_ASKED,
    "near-names": nearNames,
  };
}

/** Adds the conditions that no data fulfilled. Another failure of the worst cases explains them already. */
function withUntried(worst: Judgement, untried: readonly Diagnostic[]): Judgement {
  const failures = worst.kind === "judged" ? [] : worst.failures;
  if (failures.some(({ code }) => code !== "RPT4033")) return worst;
  return judgementOf(worst.diagnostics, [...failures, ...untried]);
}

/** What is found with example values where the data, the dataset or the examples themselves break the declarations. */
function withStandIns(
  { canvas, program }: Loaded,
  source: string,
  refused: readonly Diagnostic[],
  parts: SharedParts,
  judge: DrawnJudge,
): { readonly found: readonly Diagnostic[]; readonly profiles: Judgement | null } {
  const asDeclared = { ...canvas, dataset: null };
  const unbound = { ...asDeclared, fields: canvas.fields.map((field) => ({ ...field, min: null, max: null })) };
  const invented = { ...unbound, fields: unbound.fields.map((field) => ({ ...field, example: null })) };
  for (const stood of [asDeclared, unbound, invented]) {
    const plan = planRecords(stood, new TextEncoder().encode(examplePayload(stood)), false);
    if (plan.kind !== "records") continue;
    const stand = { canvas: stood, program };
    const drawn = drawForm(stand, plan, parts);
    const found = [...standInsUsed(refused), ...triedOf(stand, source, plan, drawn, parts)];
    return { found, profiles: judge(drawn, "examples") };
  }
  return { found: nothingLaidOut(refused), profiles: null };
}

function standInsUsed([first]: readonly Diagnostic[]): readonly Diagnostic[] {
  if (first === undefined) return [];
  return [
    diagnose({
      code: "RPT9010",
      span: first.span,
      message: "the data could not be laid out; layout and profiles were judged with example values in its place",
      why: "What is found is true of the form, and may differ with data that is good.",
      repair: { title: "mend the data and check again", applicability: "suggestion", edits: [] },
    }),
  ];
}

/** Says of a form that cannot be drawn even with invented values that nothing of its pages was judged. */
function nothingLaidOut([first]: readonly Diagnostic[]): readonly Diagnostic[] {
  if (first === undefined) return [];
  return [
    diagnose({
      code: "RPT9010",
      span: first.span,
      message: NOT_LAID_OUT,
      why: "No values were found that the declarations take.",
      repair: { title: "mend the data or the examples and check again", applicability: "suggestion", edits: [] },
    }),
  ];
}

function toldBy(answer: StageAnswer): readonly Diagnostic[] {
  return answer.kind === "judged" || answer.kind === "unjudged" ? findingsIn(answer) : [];
}

/** Those of refused data too: they say what a required member was called instead. */
function nearMissesOf(canvas: Canvas, plan: RecordPlan | DataRefusal, data: Uint8Array): NearMissList {
  if (plan.kind === "records") return plan.nearMisses;
  return readPayload(data, canvas.fields, { extra: canvas.document.extra }).nearMisses;
}

/** The canvas with what its fields' boxes hold, measured with its examples. */
export function withCapacities(canvas: Canvas, { fonts, codes }: LayoutParts): Canvas {
  if (canvas.fields.length === 0) return canvas;
  const capacities = measureCapacities(canvas, roomsOf(canvas, compileProgram(canvas), { fonts, codes }));
  return Object.keys(capacities).length === 0 ? canvas : { ...canvas, capacities };
}

/** The rooms of texts, with the examples in them. */
function roomsOf(canvas: Canvas, program: Program, { fonts, codes }: LayoutParts): readonly ShownRoom[] {
  const plan = planRecords(canvas, new TextEncoder().encode(canvas.dataset ?? examplePayload(canvas)), false);
  if (plan.kind !== "records") return [];
  const rooms: ShownRoom[] = [];
  layOut(canvas, firstRecord(drawnRecords(canvas, program, plan, nameOf(canvas))), fonts.set, { codes, rooms });
  return rooms;
}

function nameOf({ document }: Canvas): string {
  return document.name ?? document.id;
}

/** All records and copies are drawn alike. */
function firstRecord(records: readonly DrawnRecord[]): readonly LayoutRecord[] {
  return records[0]?.layout.slice(0, 1) ?? [];
}

function drawForm(
  { canvas, program }: Loaded,
  plan: RecordPlan,
  { fonts, codes, images }: Omit<SharedParts, "worstCases">,
): DrawnForm {
  const records = drawnRecords(canvas, program, plan, nameOf(canvas));
  const layout = records.flatMap((record) => record.layout);
  const foundByRecord: FoundInRecords[] = [];
  const each = records.length > 1 ? { foundByRecord } : {};
  const { value: pages, diagnostics } = layOut(canvas, layout, fonts.set, { codes, images, ...each });
  const computed = records.flatMap((record) => record.computed());
  const recordOf = recordOfPage(pages.records, recordPlaces(canvas, plan));
  const found = oneOfEachCause(canvas, [...computed, ...diagnostics, ...judgeGeometry(canvas, pages, recordOf)]);
  return { canvas, records, pages, found, foundByRecord };
}

/** What was found, with edits that were tried with the same data. */
function triedOf(
  { canvas, program }: Loaded,
  source: string,
  plan: Extract<RecordPlan, { readonly kind: "records" }>,
  { found, pages }: DrawnForm,
  parts: SharedParts,
): readonly Diagnostic[] {
  const drawAgain: DrawAgain = (changed) => drawForm({ canvas: changed, program }, plan, parts).found;
  return withTriedRepairs(source, canvas, found, pages.pages.length, drawAgain);
}

/** Of more pages the later ones are alike, and what lies over what is found where a list makes one page more. */
const PAGES_JUDGED_MAX = 3;

/** Pages of the first record. */
function pagesOf({ pages }: DrawnForm): number {
  return pages.records[0]?.pages ?? 1;
}

/** Worst cases differ from what the examples show; what data have shown at an element is not told again of it. */
function worstOf(
  loaded: Loaded,
  source: string,
  data: Uint8Array | null,
  shown: UsualForm,
  parts: SharedParts,
): Judgement {
  if (data === null) return findWorst(loaded, source, shown, parts);
  const { canvas } = loaded;
  const plan = planRecords(canvas, new TextEncoder().encode(canvas.dataset ?? examplePayload(canvas)), false);
  if (plan.kind !== "records") {
    return { kind: "unjudged", failures: checkData(canvas, source, plan), diagnostics: [] };
  }
  const usual = drawForm(loaded, plan, parts);
  const told = new Set(shown.diagnostics.map(({ span }) => span.start));
  const isNew = ({ span }: Diagnostic): boolean => !told.has(span.start);
  const worst = findWorst(loaded, source, { diagnostics: usual.found, pages: pagesOf(usual) }, parts);
  switch (worst.kind) {
    case "judged":
      return judgementOf(worst.diagnostics.filter(isNew));
    case "unjudged":
      return { ...worst, diagnostics: worst.diagnostics.filter(isNew) };
  }
}

function findWorst(
  { canvas, program }: Loaded,
  source: string,
  usual: UsualForm,
  { fonts, codes, images }: SharedParts,
): Judgement {
  const copies = decidingCopies(canvas);
  const shrinks = canvas.textStyles.some(({ fit, linesMax }) => fit === "shrink" && (linesMax ?? 1) > 1);
  const sizes = fullSizes(canvas, shrinks ? roomsOf(canvas, program, { fonts, codes }) : []);
  const faces = facesOf(canvas, fonts.set);
  const letters = { ...lettersOf(faces), fullSizesOf: (path: string) => sizes.get(path) ?? [] };
  const untaken = untakenLetters(canvas, faces, usual.diagnostics);
  const worst = findWorstCases(canvas, usual, letters, (payload, last) => {
    const plan = planRecords(canvas, payload, false);
    if (plan.kind !== "records") return { refused: refusalSentence(plan) };
    const range = last === undefined ? {} : { last };
    const [record] = drawnRecords(canvas, program, plan, nameOf(canvas), { from: 0, to: 1, ...range });
    const laid = copies.flatMap((copy) => {
      const one = record?.layout[copy];
      return one === undefined ? [] : [judgePages(canvas, onWholeSheet(canvas, one), { fonts, codes, images })];
    });
    const found = laid.flatMap(({ diagnostics }) => diagnostics);
    return { diagnostics: [...(record?.computed() ?? []), ...found], pages: laid[0]?.pages ?? 0 };
  });
  const told = withLinesEdits(source, withoutKnownEdges(worst.diagnostics, usual.diagnostics));
  return { ...worst, diagnostics: [...untaken, ...told] };
}

/** Labels at the right and the lower edge of a sheet may stand where the first one does not. */
function onWholeSheet(canvas: Canvas, record: LayoutRecord): readonly LayoutRecord[] {
  const places = canvas.recordSource === undefined ? 1 : placesOnSheet(canvas);
  return Array.from({ length: places }, () => record);
}

/** Lays out one copy of a record, or as many of it as fill a sheet, and judges the places on its pages. */
function judgePages(
  canvas: Canvas,
  records: readonly LayoutRecord[],
  { fonts, codes, images }: Omit<SharedParts, "worstCases">,
): LaidOut {
  // Pages that nobody judges die young.
  const taken: Page[] = [];
  const { value, diagnostics } = layOut(canvas, records, fonts.set, {
    ...{ codes, images },
    onPage: (_, page) => {
      if (taken.length < PAGES_JUDGED_MAX) taken.push(page);
    },
  });
  // Nothing is taken where labels share a sheet.
  const pages = taken.length === 0 ? value.pages : taken;
  const isShort = value.pages.length <= PAGES_JUDGED_MAX;
  const placed = isShort ? judgeGeometry(canvas, { pages, structure: value.structure }) : [];
  return { diagnostics: oneOfEachCause(canvas, [...diagnostics, ...placed]), pages: value.pages.length };
}

/** A character counts as wide as the first of a form's faces draws it that has it. */
function lettersOf(faces: readonly Font[]): Omit<FormLetters, "fullSizesOf"> {
  const widthIn = (face: Font | undefined, character: string): number => {
    const glyph = face?.glyphOf(codePointIn(character, 0)) ?? 0;
    return face === undefined || glyph === 0 ? 0 : face.advanceOf(glyph) / face.unitsPerEm;
  };
  const widths = new Map<string, number>();
  const widthOf = (character: string): number => {
    const known = widths.get(character);
    if (known !== undefined) return known;
    const codePoint = codePointIn(character, 0);
    const face = faces.find((one) => one.glyphOf(codePoint) !== 0);
    const width = widthIn(face, character);
    widths.set(character, width);
    return width;
  };
  return {
    widestOf: (characters) => {
      const [first = "", ...others] = characters;
      return others.reduce((most, one) => (widthOf(one) > widthOf(most) ? one : most), first);
    },
    widthOf: (text) => Array.from(text).reduce((sum, character) => sum + widthOf(character), 0),
    hasWideLetters: faces.some((face) => widthIn(face, "W") > 1),
  };
}
