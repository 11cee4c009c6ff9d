// A legal item → a rule that finds it on the drawn form, or says how it is missing.
import {
  allOf,
  asksForCopy,
  choosesByCopy,
  declarationsOf,
  defineRule,
  type Form,
  type FormRun,
  type FormSource,
  type LegalBasis,
  oneOf,
  type Presence,
  type PresenceAnswer,
  presenceOf,
  type RecordGlance,
  type Rule,
  type Settlement,
  type Span,
  valuesOf,
} from "../../../../core/sdk/index.ts";
import { contentsDrawn, type DrawnContent } from "./drawn-contents.ts";
import { narrow } from "./narrow.ts";
import { saysNoContent } from "./no-content.ts";
import { quoted } from "./quote.ts";
import { seenItem } from "./settled-items.ts";

/** What a form has to show. */
export interface LegalItem {
  /** The rule's id. */
  readonly id: string;
  /** What it is, for messages: `the issuer's name (発行事業者の氏名又は名称)`. */
  readonly item: string;
  /** One of these roles has to be drawn; the first is proposed where none is there. */
  readonly roles: readonly string[] | ((form: FormSource) => readonly string[]);
  readonly basis: readonly LegalBasis[];
  /** Left out: `error`. */
  readonly severity?: "error" | "warning" | "info";
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly unverified?: string;
  /** `false`: no form may allow that it is missing. */
  readonly waivable?: false;
  /** Of a list: every entry needs a value of its own. */
  readonly ofEachLine?: boolean;
  /** Each value that is not zero is required by itself: every rate, every deduction. */
  readonly ofEachValue?: boolean;
  /** Whether it is drawn otherwise than as a value with a role: a number in pieces. */
  readonly isDrawnOtherwise?: (form: Form) => boolean;
  /** The label that a reader finds it by, where it needs no role: 労働日数. */
  readonly label?: string;
  /** When it is not asked for, for the summary: `of 管理監督者, where the form says so`. */
  readonly notAsked?: string;
  /** What its words have to match, such as a day; left out: any words that say something. */
  readonly says?: RegExp;
  /** Whether words such as 未定 may stand for it on the form at hand; left out: never. */
  readonly mayBeOpen?: (form: Form) => boolean;
  /** Whether the form at hand has to show it; left out: always. */
  readonly appliesTo?: (form: Form) => boolean;
}

const MESSAGES = {
  undeclared: { what: "{item} is missing: nothing has role {role}", why: "A required item was not found." },
  unlabelled: {
    what: '{item} is missing: nothing is printed under or beside a label such as "{label}"',
    why: "A required item was not found, by a label or by role {role}.",
  },
  "not-shown": { what: "{item} is declared and shown nowhere", why: "A required item counts where it is printed." },
  "not-drawn": {
    what: "{item} is not drawn with these data",
    why: "A condition is not met, or the list that it stands in is empty; a required item has to be on every form.",
  },
  empty: { what: "{item} has no value", why: "Where a required item belongs, nothing is printed." },
  clipped: { what: "{item} is cut off", why: "A required item has to be legible as a whole." },
  invisible: { what: "{item} is drawn in the colour of its ground", why: "A required item has to be legible." },
  covered: { what: "{item} is covered by what is drawn over it", why: "A required item has to be legible." },
  "off-page": { what: "{item} lies outside of the paper", why: "A required item has to be on the paper." },
  "too-small": { what: "{item} is drawn in letters of less than 3 pt", why: "A required item has to be legible." },
  "not-every-copy": {
    what: "{item} is drawn on some copies only",
    why: "Whoever receives another copy does not find a required item.",
  },
  oneMissing: {
    what: "{item}: {path} is not drawn, or nobody sees it",
    why: "Each of them is required by itself; another one that is drawn does not stand for it.",
  },
  emptyLine: { what: "{item} is empty in {path}", why: "Every line of the form has to name it." },
  noContent: {
    what: 'for {item} the form prints only "{text}"',
    why: "These words do not tell it. Print the content itself; of a day its year, month and day.",
  },
} as const;

/** Best first: what is told of an item that several roles may stand for. */
const NEAREST: readonly Presence[] = [
  "drawn",
  "not-every-copy",
  "clipped",
  "too-small",
  "covered",
  "invisible",
  "off-page",
  "empty",
  "not-drawn",
  "not-shown",
  "undeclared",
];

/** What an item says of the rule that demands it, where it says anything. */
function saidOf({ validFrom, validTo, unverified, waivable }: LegalItem) {
  return {
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validTo === undefined ? {} : { validTo }),
    ...(unverified === undefined ? {} : { unverified }),
    ...(waivable === undefined ? {} : { waivable }),
  };
}

/** The rule that demands an item: declared with its role and drawn, legibly, for the data at hand. */
export function itemRule(legal: LegalItem): Rule {
  const { id, item, label, roles, basis, severity, ofEachLine, ofEachValue, appliesTo } = legal;
  const { isDrawnOtherwise, says, mayBeOpen, notAsked } = legal;
  const isSaid = (text: string) => !saysNoContent(text) && (says === undefined || says.test(narrow(text)));
  return defineRule({
    meta: {
      id,
      summary: `The form shows ${item}${notAsked === undefined ? "" : `; it is not asked ${notAsked}`}.`,
      severity: severity ?? "error",
      basis,
      ...saidOf(legal),
      messages: MESSAGES,
      repairs: "suggestion",
    },
    check({ form, report }) {
      if (appliesTo !== undefined && !appliesTo(form)) return;
      const { role, answer } = nearest(form, typeof roles === "function" ? roles(form) : roles);
      const { presence, span } = answer;
      if (presence !== "drawn") {
        if (presence !== "not-every-copy" && isDrawnOtherwise?.(form) === true) return;
        const repair = { title: repairTitle(presence, item, role) };
        if (label === undefined || presence !== "undeclared")
          report({ message: presence, span, values: { item, role }, repair });
        else report({ message: "unlabelled", span, values: { item, label, role }, repair });
        return;
      }
      if (ofEachValue === true) {
        for (const path of valuesUndrawn(form, role, answer)) {
          const repair = { title: "show it in a text of the page" };
          report({ message: "oneMissing", span: spanOfPath(form, path, span), values: { item, path }, path, repair });
        }
      }
      const contents = contentsDrawn(form, role, answer);
      for (const { text, path } of unsaidOf(contents, isSaid, ofEachLine === true || ofEachValue === true)) {
        if (mayBeOpen?.(form) === true) break;
        const at = path === null ? { span } : { span, path };
        report({ ...at, message: "noContent", values: { item, text: quoted(text) } });
      }
      if (ofEachLine !== true) return;
      for (const path of emptyLines(form, role)) report({ message: "emptyLine", span, values: { item, path }, path });
    },
    settle: (source) => {
      const own = typeof roles === "function" ? roles(source) : roles;
      const isOne = ofEachValue !== true || own.every((role) => declarationsOf(source, role).length < 2);
      const seen = isOne ? settledItem(source, own, ofEachLine === true) : null;
      if (seen === null || (says !== undefined && writesUnsaid(source, own, isSaid))) return null;
      const areSaid = (glance: RecordGlance) =>
        own.every((one) => glance.values(one).every((value) => typeof value !== "string" || isSaid(value)));
      return allOf([seen, { elements: [], holds: areSaid }]);
    },
  });
}

/** Whether fixed words with one of the roles say nothing of it. */
function writesUnsaid({ elements }: FormSource, roles: readonly string[], isSaid: (text: string) => boolean): boolean {
  return elements.some(({ role, texts }) => {
    if (role === null || !roles.includes(role)) return false;
    return texts.some(({ parts }) => parts.some((part) => part.kind === "fixed" && !isSaid(part.text)));
  });
}

/** Lines that have no value with the role. */
function emptyLines(form: Form, role: string): readonly string[] {
  return valuesOf(form, role).flatMap(({ path, value }) =>
    typeof value !== "boolean" && isBlank(value) ? [path] : [],
  );
}

/** Contents that say nothing: each of a list, else one where all of them do. */
function unsaidOf(
  contents: readonly DrawnContent[],
  isSaid: (text: string) => boolean,
  isOfEach: boolean,
): readonly DrawnContent[] {
  const unsaid = contents.filter(({ text }) => !isSaid(text));
  if (isOfEach) return unsaid;
  return unsaid.length === contents.length ? unsaid.slice(0, 1) : [];
}

/** Values with a role that are not zero and that no reader sees. */
export function valuesUndrawn(form: Form, role: string, { drawn }: PresenceAnswer): readonly string[] {
  const seen = new Set(drawn.filter(({ run }) => isOnEveryCopy(form, run)).map(({ source }) => source.path));
  return valuesOf(form, role).flatMap(({ path, value }) => (isNothing(value) || seen.has(path) ? [] : [path]));
}

/** Whether no condition on the copy decides on an element's letters. */
export function isOnEveryCopy(form: Form, { element }: FormRun): boolean {
  if (form.copies.length < 2 || element === null) return true;
  const own = form.elements[element];
  return own === undefined || !(asksForCopy(form, own) || choosesByCopy(own));
}

function isBlank(value: unknown): boolean {
  return typeof value !== "string" || value.trim() === "";
}

function isNothing(value: unknown): boolean {
  return typeof value !== "string" || isBlank(value) || /^-?0+(?:\.0+)?$/.test(value);
}

function spanOfPath({ declarations }: Form, path: string, span: Span): Span {
  const declared = path.replaceAll(/\[\d+\]/g, "[]");
  return declarations.find((each) => each.path === declared)?.span ?? span;
}

/** A reader sees the item, and where lines have one each, none is empty. */
function settledItem(source: FormSource, roles: readonly string[], ofEachLine: boolean): Settlement | null {
  const seen = oneOf(roles.flatMap((role) => seenItem(source, role) ?? []));
  const [role] = roles;
  if (seen === null || role === undefined || !ofEachLine) return seen;
  if (roles.length > 1) return null;
  const hasWords = (value: unknown) => typeof value === "boolean" || !isBlank(value);
  return allOf([seen, { elements: [], holds: (glance) => glance.values(role).every(hasWords) }]);
}

interface Nearest {
  readonly role: string;
  readonly answer: PresenceAnswer;
}

function nearest(form: Form, roles: readonly string[]): Nearest {
  let best: Nearest | null = null;
  for (const role of roles) {
    const answer = presenceOf(form, role);
    if (best !== null && NEAREST.indexOf(answer.presence) >= NEAREST.indexOf(best.answer.presence)) continue;
    best = { role, answer };
    if (answer.presence === NEAREST[0]) break;
  }
  if (best === null) throw new Error("an item has a role");
  return best;
}

function repairTitle(presence: Exclude<Presence, "drawn">, item: string, role: string): string {
  switch (presence) {
    case "undeclared":
      return `write role=${role} on the field, let or text that holds ${item}`;
    case "not-shown":
      return `show it in a text of the page, or write role=${role} on the element that shows it`;
    case "not-drawn":
      return "draw it without a condition, or under one that all data meet";
    case "empty":
      return "require the field, or give it a value";
    case "clipped":
      return "make its box larger, or let it shrink with fit=shrink";
    case "invisible":
      return "give it a colour that stands out from its ground";
    case "covered":
      return "move it, or what lies over it";
    case "off-page":
      return "move it onto the paper";
    case "too-small":
      return "give it a size of 6 pt or more";
    case "not-every-copy":
      return "draw it without a condition on the copy";
  }
}
