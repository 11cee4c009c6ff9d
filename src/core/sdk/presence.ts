// Whether an item of a form is there: declared with its role, and drawn so that a reader sees it.
import type { Span } from "../diagnostics/index.ts";
import type { ExpressionTree } from "../expression/index.ts";
import type { Declaration, DrawnText, Form, FormElement, FormRun, FormRunSource, FormValue } from "./form.ts";
import { namesIn, nodesOf } from "./formulas.ts";
import { namesPrinted, nameTold } from "./printed-names.ts";

/** Below this the letters are as good as the colour of their ground. WCAG 2 counts 1:1 for the same colour. */
const SEEN_CONTRAST_MIN = 1.5;

/** Below 3 pt letters are a line to whoever reads them, in EMU. */
const SEEN_SIZE_MIN_EMU = 38_100;

/** What of a form its source alone says. */
type Declared = Pick<Form, "declarations" | "elements">;

/** Fields and lets with a role. */
export function declarationsOf(form: Declared, role: string): readonly Declaration[] {
  const known = declaredMemo(form);
  if (known === null) return findDeclarations(form, role);
  return remembered(known.declarations, role, () => findDeclarations(form, role));
}

function findDeclarations(form: Declared, role: string): readonly Declaration[] {
  return form.declarations.filter((declaration) => declaration.role === role);
}

/** Elements that bear a role themselves, or show a field or let that does, as text or picture. */
export function elementsOf(form: Declared, role: string): readonly FormElement[] {
  const known = declaredMemo(form);
  return known === null ? findElements(form, role) : remembered(known.elements, role, () => findElements(form, role));
}

function findElements(form: Declared, role: string): readonly FormElement[] {
  const paths = new Set(declarationsOf(form, role).map(({ path }) => path));
  const roleOf = (path: string): string | null => (paths.has(path) ? role : null);
  return form.elements.filter(
    (element) =>
      element.role === role ||
      showsRole(element, role) ||
      (paths.size > 0 && computedIn(element).some((shown) => isAmong(shown, paths, roleOf))) ||
      Object.values(element.expressions).some((shown) => shown.kind === "name" && paths.has(shown.path)),
  );
}

function showsRole({ texts }: FormElement, role: string): boolean {
  return texts.some(({ parts }) => parts.some((part) => part.kind === "computed" && part.role === role));
}

function computedIn({ texts }: FormElement): readonly ExpressionTree[] {
  return texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "computed" ? [part.expression] : [])));
}

/** Whether an expression prints one of some names among others, or tells it by a word. */
function isAmong(
  expression: ExpressionTree,
  paths: ReadonlySet<string>,
  roleOf: (path: string) => string | null,
): boolean {
  const told = nameTold(expression, roleOf);
  return (told !== null && paths.has(told.path)) || namesPrinted(expression).some((path) => paths.has(path));
}

/** What fields and lets with a role are for this record, in the order of the data. */
export function valuesOf(form: Form, role: string): readonly FormValue[] {
  if (form.index !== undefined) return form.index.values(role);
  const known = drawnMemo(form);
  if (known === null) return form.values.filter((value) => value.role === role);
  known.values ??= valuesByRole(form);
  return known.values.get(role) ?? [];
}

/** Everything that is drawn under a role, its own or that of its element, page by page in paint order. */
export function drawnOf(form: Form, role: string): readonly DrawnText[] {
  if (form.index !== undefined) return form.index.drawn(role);
  const known = drawnMemo(form);
  if (known === null) return drawnByRole(form).get(role) ?? [];
  known.drawn ??= drawnByRole(form);
  return known.drawn.get(role) ?? [];
}

/** The runs of an element, page by page in paint order. */
export function runsOf(form: Form, { index }: FormElement): readonly FormRun[] {
  if (form.index !== undefined) return form.index.runs(index);
  return form.pages.flatMap(({ runs }) => runs.filter(({ element }) => element === index));
}

function drawnByRole({ pages, elements }: Form): ReadonlyMap<string, readonly DrawnText[]> {
  const found = new Map<string, DrawnText[]>();
  for (const { runs } of pages) {
    for (const run of runs) {
      const ofElement = run.element === null ? null : (elements[run.element]?.role ?? null);
      for (const source of run.sources) {
        if (ofElement !== null) addTo(found, ofElement, { source, run });
        if (source.role !== null && source.role !== ofElement) addTo(found, source.role, { source, run });
      }
    }
  }
  return found;
}

function valuesByRole({ values }: Form): ReadonlyMap<string, readonly FormValue[]> {
  const found = new Map<string, FormValue[]>();
  for (const value of values) if (value.role !== null) addTo(found, value.role, value);
  return found;
}

function addTo<One>(found: Map<string, One[]>, role: string, one: One): void {
  const known = found.get(role);
  if (known === undefined) found.set(role, [one]);
  else known.push(one);
}

/** What was found of the declarations and elements of a form: the same for all of its records. */
interface DeclaredMemo {
  readonly of: readonly Declaration[];
  readonly declarations: Map<string, readonly Declaration[]>;
  readonly elements: Map<string, readonly FormElement[]>;
}

/** What was found of one record of a form. */
interface DrawnMemo {
  values: ReadonlyMap<string, readonly FormValue[]> | null;
  drawn: ReadonlyMap<string, readonly DrawnText[]> | null;
  readonly presences: Map<string, PresenceAnswer>;
}

const DECLARED = new WeakMap<readonly FormElement[], DeclaredMemo>();
/** Of the form that was asked last: rules are asked form by form, and a map of many costs more than it saves. */
let drawnLast: { readonly form: Form; readonly memo: DrawnMemo } | null = null;

/** Null for a form that may change, of which nothing can be remembered. */
function declaredMemo({ elements, declarations }: Declared): DeclaredMemo | null {
  const known = DECLARED.get(elements);
  if (known?.of === declarations) return known;
  if (!Object.isFrozen(elements) || !Object.isFrozen(declarations)) return null;
  const memo = { of: declarations, declarations: new Map(), elements: new Map() };
  DECLARED.set(elements, memo);
  return memo;
}

function drawnMemo(form: Form): DrawnMemo | null {
  if (drawnLast?.form === form) return drawnLast.memo;
  if (!Object.isFrozen(form)) return null;
  const memo = { values: null, drawn: null, presences: new Map() };
  drawnLast = { form, memo };
  return memo;
}

function remembered<Value>(known: Map<string, Value>, role: string, make: () => Value): Value {
  const before = known.get(role);
  if (before !== undefined) return before;
  const made = make();
  known.set(role, made);
  return made;
}

/** How an item of a form is there, or is not. */
export type Presence =
  /** A reader sees it. */
  | "drawn"
  /** Nothing bears the role. */
  | "undeclared"
  /** Declared, but no element shows it. */
  | "not-shown"
  /** Elements show it, but none is drawn with this data: a condition is not met, or an array is empty. */
  | "not-drawn"
  /** It has no value, so that nothing stands where it belongs. */
  | "empty"
  /** Part of it is cut off. */
  | "clipped"
  /** It is drawn in the colour of its ground. */
  | "invisible"
  /** Something is drawn over it. */
  | "covered"
  /** It lies outside of the paper. */
  | "off-page"
  /** Its letters are less than 3 pt high. */
  | "too-small"
  /** It is drawn on some copies only: a condition asks which copy it is. */
  | "not-every-copy";

export interface PresenceAnswer {
  readonly presence: Presence;
  /** Where to tell of it: the element that draws it badly, else its declaration, else the `document` line. */
  readonly span: Span;
  /** What of it a reader sees. */
  readonly drawn: readonly DrawnText[];
}

/** Whether a reader of the drawn form finds what has this role. */
export function presenceOf(form: Form, role: string): PresenceAnswer {
  const known = drawnMemo(form);
  return known === null ? findPresence(form, role) : remembered(known.presences, role, () => findPresence(form, role));
}

function findPresence(form: Form, role: string): PresenceAnswer {
  const declared = declarationsOf(form, role);
  const elements = elementsOf(form, role);
  const drawn = drawnOf(form, role);
  const span = spanOf(form, declared, elements);
  const clipped = clippedOf(form, elements);
  const isItem = ({ source, run }: DrawnText) => source.text.trim() !== "" && !isLabelOf(form, role, source, run);
  if (drawn.some((one) => isItem(one) && isSeenText(one))) {
    const own = copyBound(form, elements);
    if (own !== null) return seenAnswer(form, "not-every-copy", own.span, drawn);
    return clipped === undefined
      ? seenAnswer(form, "drawn", span, drawn)
      : seenAnswer(form, "clipped", clipped.span, drawn);
  }
  if (!drawn.some(isSeenText) && drawsItself(form, elements)) return { presence: "drawn", span, drawn: [] };
  if (declared.length === 0 && elements.length === 0) return { presence: "undeclared", span, drawn: [] };
  const hidden = drawn.find(isItem);
  if (hidden !== undefined) {
    const own = hidden.run.element === null ? undefined : form.elements[hidden.run.element];
    return { presence: howHidden(hidden.run), span: own?.span ?? span, drawn: [] };
  }
  if (elements.length === 0) return { presence: "not-shown", span, drawn: [] };
  const values = valuesOf(form, role);
  const isEmpty = declared.length > 0 && values.length > 0 && values.every(({ value }) => isBlank(value));
  return { presence: isEmpty ? "empty" : "not-drawn", span: elements[0]?.span ?? span, drawn: [] };
}

/** An item that a reader finds. Most rules ask no more than whether one does, which one text of it tells. */
class SeenAnswer implements PresenceAnswer {
  readonly presence: Presence;
  readonly span: Span;
  readonly #texts: readonly DrawnText[];

  constructor(presence: Presence, span: Span, texts: readonly DrawnText[]) {
    this.presence = presence;
    this.span = span;
    this.#texts = texts;
  }

  get drawn(): readonly DrawnText[] {
    return this.#texts.filter(isSeenText);
  }
}

/** Rules of plugins may spread the answer, which copies no getters: theirs is a plain one. */
function seenAnswer(form: Form, presence: Presence, span: Span, texts: readonly DrawnText[]): PresenceAnswer {
  if (form.index !== undefined) return new SeenAnswer(presence, span, texts);
  return { presence, span, drawn: texts.filter(isSeenText) };
}

function isSeenText({ run }: DrawnText): boolean {
  return isSeen(run);
}

/** Lists are drawn by what they repeat; their own lines are no picture of their values. */
const LISTS: ReadonlySet<string> = new Set(["table", "each", "gantt", "chart", "source", "page", "body"]);

/** Whether boxes, seals or pictures are drawn by an element, or anything by what stands in a box with the role. */
function drawsItself(form: Form, elements: readonly FormElement[]): boolean {
  const bearers = new Set(
    elements.filter(({ keyword, texts }) => !LISTS.has(keyword) && texts.length === 0).map(({ index }) => index),
  );
  if (bearers.size === 0) return false;
  const isWithin = (index: number | null): boolean => {
    for (let at = index; at !== null; at = form.elements[at]?.parent ?? null) if (bearers.has(at)) return true;
    return false;
  };
  return form.pages.some(
    ({ runs, shapes }) =>
      shapes.some(({ element, kind }) => kind !== "link" && isWithin(element)) ||
      runs.some((run) => isSeen(run) && isWithin(run.element)),
  );
}

function isBlank(value: FormValue["value"]): boolean {
  return value === null || (typeof value === "string" && value.trim() === "");
}

/** Whether a reader sees letters: on the paper, under nothing, in a colour of their own, and large enough. */
export function isSeen(run: FormRun): boolean {
  return run.sizeEmu >= SEEN_SIZE_MIN_EMU && !run.isOffPage && !run.isCovered && run.contrast >= SEEN_CONTRAST_MIN;
}

/** The label of a pair that bears a role itself is not what has the role. */
function isLabelOf({ elements }: Form, role: string, { text, isFixed }: FormRunSource, { element }: FormRun): boolean {
  const own = element === null ? undefined : elements[element];
  if (own?.keyword !== "pair" || own.role !== role || !isFixed) return false;
  const isIn = (name: string) =>
    own.texts.some(
      (each) => each.name === name && each.parts.some((part) => part.kind === "fixed" && part.text.includes(text)),
    );
  return isIn("label") && !own.texts.some(({ name }) => name !== "label" && isIn(name));
}

/** An element that is drawn on some copies only, where all of them are; null where one is on every copy. */
function copyBound(form: Form, elements: readonly FormElement[]): FormElement | null {
  if (form.copies.length < 2) return null;
  const bound = elements.filter((element) => asksForCopy(form, element) || choosesByCopy(element));
  const [first] = bound;
  return first !== undefined && bound.length === elements.filter(({ keyword }) => !LISTS.has(keyword)).length
    ? first
    : null;
}

/** Whether the condition of an element, or of what it stands in, reads which copy it is. */
export function asksForCopy({ elements }: Pick<Form, "elements">, { when, parent }: FormElement): boolean {
  const isAsked = when !== null && readsCopy(when);
  const outer = parent === null ? undefined : elements[parent];
  return isAsked || (outer !== undefined && asksForCopy({ elements }, outer));
}

/** Whether a text of an element prints a value on some copies only: `if(copy.index == 1, name, '')`. */
export function choosesByCopy({ texts }: Pick<FormElement, "texts">): boolean {
  const parts = texts.flatMap((text) => text.parts);
  return parts.some((part) => part.kind === "computed" && nodesOf(part.expression).some(isChosenByCopy));
}

/** A choice by the copy of which some outcomes show a value and others do not. Fixed words may differ: 正, 控. */
function isChosenByCopy(node: ExpressionTree): boolean {
  if (node.kind !== "call" || node.name !== "case") return false;
  const conditions = node.args.filter((_, at) => at % 2 === 0 && at < node.args.length - 1);
  if (!conditions.some(readsCopy)) return false;
  const outcomes = node.args.filter((_, at) => at % 2 === 1 || at === node.args.length - 1);
  const shown = outcomes.map((outcome) => namesIn(outcome).length > 0);
  return shown.includes(true) && shown.includes(false);
}

function readsCopy(tree: ExpressionTree): boolean {
  return nodesOf(tree).some((node) => node.kind === "ambient" && node.name.startsWith("copy."));
}

function howHidden(run: FormRun): Presence {
  if (run.sizeEmu < SEEN_SIZE_MIN_EMU) return "too-small";
  if (run.isOffPage) return "off-page";
  return run.isCovered ? "covered" : "invisible";
}

/** RPT4003: the box of one of the elements cuts characters off. Most forms have no findings. */
function clippedOf(form: Form, elements: readonly FormElement[]): FormElement | undefined {
  if (elements.length === 0) return undefined;
  const clipped = form.findings.filter(({ code }) => code === "RPT4003");
  if (clipped.length === 0) return undefined;
  return elements.find((element) => clipped.some(({ span }) => span.start === element.span.start));
}

function spanOf(form: Form, declared: readonly Declaration[], elements: readonly FormElement[]): Span {
  return declared[0]?.span ?? elements[0]?.span ?? form.document.span;
}
