// The findings of worst cases: each names what does not fit, the fields that cause it, and the repair.
import {
  type Canvas,
  capacityInLetters,
  describeCapacity,
  describeInLetters,
  type EntryCounts,
  namesWithin,
  type PatternLetters,
  reads,
  type TextCapacity,
  type TriedValue,
  type UnfitNumber,
  type WorstCase,
  type WorstTrial,
} from "../../canvas/index.ts";
import {
  countedEntries,
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
  type Repair,
} from "../../diagnostics/index.ts";
import { withContainer } from "./container-room.ts";
import type { CountCase } from "./row-counts.ts";
import type { Breaking } from "./worst-alone.ts";
import { keyOf, listed } from "./worst-laying.ts";
import type { Told } from "./worst-rooms.ts";

/** Texts that are set and do not fit; what else is found with examples is found without the worst. */
const TEXT: readonly DiagnosticCode[] = ["RPT4001", "RPT4002", "RPT4003", "RPT4004"];
export const TEXT_CODES: ReadonlySet<string> = new Set(TEXT);
/** More pages than the form allows: of no single element, so that it keeps none from being judged. */
export const PAGES: DiagnosticCode = "RPT4037";
/** A value that is not drawn as it is. */
export const BEYOND_AXIS: DiagnosticCode = "RPT4020";
/** What is wrong with the one value that the data path names. */
export const VALUE_CODES: ReadonlySet<string> = new Set<DiagnosticCode>([...TEXT, BEYOND_AXIS]);
/** Bar codes that cannot hold what they are given, or not at their size. */
const CODES_OF_BARS: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT4007", "RPT4015"]);

/** A canvas whose worst cases become findings. */
export interface JudgedForm extends Canvas {
  /** The widest character of a field's pattern; null where the pattern allows full-width characters. */
  readonly lettersOf: (path: string) => PatternLetters | null;
}

/** `items[].name` for `items[4].name`. */
export function declaredPath(dataPath: string): string {
  return dataPath.replaceAll(/\[\d+\]/g, "[]");
}

/** What a field's number makes of the place that cannot take it. */
export const UNFIT = {
  divisor: "RPT3020",
  decimals: "RPT3024",
  part: "RPT4020",
  moved: "RPT3023",
} as const satisfies Record<UnfitNumber["kind"], DiagnosticCode>;

/** A form that says how many pages it has is wrong where declared data need more; other forms are warned of. */
function severityOf(told: Diagnostic, finding: Diagnostic): Pick<Diagnostic, "severity"> {
  return { severity: finding.code === PAGES && told.code === "RPT4031" ? "error" : told.severity };
}

/** What is only an info here refuses a render: who reads the info is to know it. */
function refusal({ isDeclared }: Pick<TriedValue, "isDeclared">, { code }: Diagnostic): string {
  return code === PAGES && !isDeclared ? `; a render with such data has the error ${PAGES}` : "";
}

/** What a render with such data tells: a warning of declared data may be an error of real ones. */
function whyOf({ code, severity }: Diagnostic): string {
  return `The declaration allows such data, and a render with them has the ${severity} ${code}.`;
}

/** One finding for each element that breaks: a text that shows the field, a computed one, or a block. */
export function wordsOf(canvas: JudgedForm, one: WorstCase | CountCase, news: readonly Diagnostic[]): readonly Told[] {
  const told = new Set<string>();
  const found: Told[] = [];
  for (const finding of news) {
    if (told.has(keyOf(finding))) continue;
    told.add(keyOf(finding));
    const shows = finding.dataPath !== undefined && declaredPath(finding.dataPath) === one.field.path;
    // Where a form limits its pages and its list has no bound, the finding asks the author to declare one.
    const given = finding.code === PAGES && "isOpen" in one && one.isOpen ? { ...one, isDeclared: false } : one;
    const tried = `${one.field.path} ${valueWords(one)}${undeclared(one)}`;
    const words = diagnose({
      // No form is drawn where it divides by zero, and zero is likely where nothing is declared.
      // Whether it is this value that does not fit, one computed from it, or a neighbour that it leaves no room.
      code: (given.isDeclared && !isAtSameTimes(one)) || finding.code === UNFIT.divisor ? "RPT4031" : "RPT4032",
      span: finding.span,
      message: `with ${tried}: ${finding.message}${refusal(given, finding)}`,
      why: whyOf(finding),
      repair: withBounds(canvas, repairOf(canvas, one, finding, shows), new Map([[one.field.path, given]])),
    });
    const of = { finding, values: new Map([[one.field.path, { words: valueWords(one) }]]) };
    found.push({ ...words, ...severityOf(words, finding), dataPath: one.field.path, ...besideOf(finding), of });
  }
  return found;
}

function isAtSameTimes(one: WorstCase | CountCase): boolean {
  return "isAtSameTimes" in one && one.isAtSameTimes === true;
}

function besideOf({ beside }: Diagnostic): Pick<Diagnostic, "beside"> {
  return beside === undefined ? {} : { beside };
}

function undeclared({ isDeclared }: Pick<TriedValue, "isDeclared">): string {
  return isDeclared ? "" : ", which is what it takes without a declared bound";
}

/** So many fields of a trial are named where no value is shown that breaks. */
const FIELDS_NAMED = 3;

/** The field whose value an element shows. With other numbers of rows it may be any of them that does not fit. */
export function shownPath({ values, counts }: WorstTrial, { code, dataPath }: Diagnostic): string | null {
  if (dataPath === undefined || counts.size > 0 || !VALUE_CODES.has(code)) return null;
  const path = declaredPath(dataPath);
  return values.has(path) ? path : null;
}

/** What mends the shown value of a trial alone: no length bounds how many lines a text has. */
export function ownAdvice(trial: WorstTrial, finding: Diagnostic): string | null {
  const path = TEXT_CODES.has(finding.code) ? shownPath(trial, finding) : null;
  return path === null ? null : (trial.values.get(path)?.advice ?? null);
}

/** The finding of an element that does not fit where fields are at their limits. */
export function wordsOfTrial(canvas: JudgedForm, { values, finding, isAlone }: Breaking): Told {
  const [first] = values.size === 1 ? values : [];
  const path = finding.dataPath === undefined ? null : declaredPath(finding.dataPath);
  const words =
    first === undefined
      ? severalWords(readFirst(canvas, values, finding))
      : `${first[0]} ${first[1].words}${undeclared(first[1])}`;
  const shows = VALUE_CODES.has(finding.code) && path === first?.[0];
  const layouts = finding.repair === null ? null : { ...finding.repair, title: withContainer(canvas, finding) };
  const repair = first === undefined ? layouts : repairOf(canvas, { field: { path: first[0] } }, finding, shows);
  const tried = [...values.values()];
  const isRare = tried.some((value) => value.isRare === true);
  // What no field does alone, all of them do within their declarations: a render of such data has the same error.
  const isDeclared = isAlone || (finding.severity === "error" && tried.every((value) => value.isDeclared));
  const isCertain = isDeclared && !isRare;
  const told = diagnose({
    code: isCertain ? "RPT4031" : "RPT4032",
    span: finding.span,
    message: `with ${words}: ${finding.message}${refusal({ isDeclared: isCertain }, finding)}`,
    why: whyOf(finding),
    repair: withBounds(canvas, repair, values),
  });
  const dataPath = first?.[0] ?? path;
  const own = dataPath === null ? {} : { dataPath };
  return { ...told, ...severityOf(told, finding), ...own, ...besideOf(finding), of: { finding, values } };
}

/** The fields that the element reads before all others: these are named. Nothing else makes a block too high. */
function readFirst(
  canvas: Canvas,
  values: Breaking["values"],
  { code, span, lackEmu }: Diagnostic,
): Breaking["values"] {
  const names = namesWithin(canvas, span.start);
  const isFlat = ([path]: readonly [string, unknown]): number => Number(lackEmu !== undefined && !grows(canvas, path));
  const others = [...values].toSorted((a, b) => isFlat(a) - isFlat(b));
  const own = others.filter(([path]) => reads(names, path));
  return new Map(code === "RPT4011" && own.length > 0 ? own : [...own, ...others]);
}

/** Whether more of a field makes a block higher: of texts and lists, and hardly of a number. */
function grows({ fields }: Canvas, path: string): boolean {
  const kind = fields.find((field) => field.path === path)?.type.kind;
  return path.endsWith("[]") || kind === "string" || kind === "text";
}

/** The advice, and which fields have no bounds, as far as they are named. */
function withBounds(canvas: Canvas, repair: Repair | null, values: ReadonlyMap<string, Tried>): Repair | null {
  const named = [...values].slice(0, FIELDS_NAMED);
  const open = named.flatMap(([path, { isDeclared, advice }]) => (isDeclared || advice !== undefined ? [] : [path]));
  // How many lines a text may have is looked for when all is told.
  const own = named.flatMap(([, { advice, lines }]) => (lines === undefined ? (advice ?? []) : [])).slice(0, 1);
  const told = repair === null ? [] : [repair.title];
  const advice = [...told, ...own.filter((one) => !told.join().includes(one)), ...boundsAdvice(canvas, open)];
  return advice.length === 0 ? null : { title: advice.join(", or "), applicability: "suggestion", edits: [] };
}

/** What a trial says of a field that the advice asks for. */
type Tried = Pick<TriedValue, "isDeclared" | "advice" | "lines">;

/** What would bound these fields, which nothing bounds. */
function boundsAdvice({ fields }: Canvas, paths: readonly string[]): readonly string[] {
  const kinds = new Map(fields.map(({ path, type }) => [path, type.kind]));
  const ofKind = (isOfKind: (path: string, kind: string | undefined) => boolean) =>
    paths.filter((path) => isOfKind(path, kinds.get(path))).join(" and ");
  // The bounds of a plain list are those of how many entries it has.
  const lists = ofKind((path) => path.endsWith("[]"));
  const numbers = ofKind((path, kind) => !path.endsWith("[]") && (kind === "int" || kind === "decimal"));
  const texts = ofKind((path, kind) => !path.endsWith("[]") && (kind === "string" || kind === "text"));
  return [
    ...(numbers === "" ? [] : [`declare min= and max= of ${numbers}`]),
    ...(lists === "" ? [] : [`declare max= of ${lists}`]),
    ...(texts === "" ? [] : [`declare a length of ${texts}, such as string(20)`]),
  ];
}

/** `qty of -99.9, price of 1000, tags absent and 4 more fields at their limits` */
export function severalWords(values: ReadonlyMap<string, TriedValue>): string {
  const named = [...values].slice(0, FIELDS_NAMED).map(([path, { words }]) => `${path} ${words}`);
  const more = values.size - named.length;
  return `${listed(named, more, "field")}${more > 0 ? " at their limits" : ""}`;
}

/** `items[] of 80 entries and tags[] of 1 entry` */
export function countWords(counts: EntryCounts): string {
  const words = [...counts].map(([path, count]) => `${path} of ${countedEntries(count)}`);
  return listed(words.slice(0, FIELDS_NAMED), Math.max(0, words.length - FIELDS_NAMED), "list");
}

export function caseWords({ field, ...one }: WorstCase): string {
  return `${field.path} ${valueWords(one)}`;
}

/** `of 40 characters`, `absent` */
function valueWords({ words, isAbsent }: Pick<WorstCase, "words" | "isAbsent">): string {
  return isAbsent === true ? words : `of ${words}`;
}

/**
 * Whether a box holds less than is declared, shrunk where it may: else it is another box of the field than the one that
 * breaks, or letters break it that are wider than full-width characters.
 */
function isBelow(canvas: JudgedForm, path: string, capacity: TextCapacity): boolean {
  const type = canvas.fields.find((field) => field.path === path)?.type;
  const isText = type?.kind === "string" || type?.kind === "text";
  const letters = lettersIn(canvas, path, capacity);
  const { charactersPerLine, lines, shrunk } = capacity;
  const perLine = shrunk?.charactersPerLine ?? charactersPerLine;
  const most = letters === null ? perLine * lines : capacityInLetters(capacity, letters);
  return charactersPerLine > 0 && (!isText || most < type.lengthMax);
}

/** Null for several lines: these end between words, so that no width says how many letters fit. */
function lettersIn({ lettersOf }: JudgedForm, path: string, { lines }: TextCapacity): PatternLetters | null {
  return lines === 1 ? lettersOf(path) : null;
}

function fittingWords(canvas: JudgedForm, path: string, capacity: TextCapacity): string {
  const letters = lettersIn(canvas, path, capacity);
  return letters === null ? describeCapacity(capacity) : describeInLetters(capacity, letters);
}

/** The declared length that fits is known where the box's own capacity is; else the layout's own advice stands. */
function repairOf(
  canvas: JudgedForm,
  { field, advice: own }: Pick<CountCase, "field" | "advice">,
  finding: Diagnostic,
  shows: boolean,
): Repair | null {
  // What a text holds says nothing about a code that shows the field as well.
  const isText = shows && TEXT_CODES.has(finding.code);
  const capacity = isText ? canvas.capacities?.[field.path] : undefined;
  const isCode = shows && CODES_OF_BARS.has(finding.code);
  const advice = [
    ...(own === undefined ? [] : [own]),
    ...(finding.code === "RPT5006" ? [`declare a shorter length of ${field.path}`] : []),
    ...(isCode ? [`declare only what the code holds, by pattern= or a shorter length of ${field.path}`] : []),
    ...(capacity === undefined || !isBelow(canvas, field.path, capacity)
      ? []
      : [`declare what fits (${fittingWords(canvas, field.path, capacity)})`]),
    ...(finding.repair === null ? [] : [withContainer(canvas, finding)]),
  ];
  return advice.length === 0 ? null : { title: advice.join(", or "), applicability: "suggestion", edits: [] };
}
