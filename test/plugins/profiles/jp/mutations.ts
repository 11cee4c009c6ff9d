// A good form → forms with one thing changed: a required item taken away, a formula falsified, or something cosmetic
// moved. A profile has to find every one of the first two, by the right rule, and none of the last.
import { applyEdits, LineIndex, type TextEdit } from "../../../../src/core/diagnostics/index.ts";
import { checkForm } from "../../../../src/core/rule-tester/index.ts";
import {
  declarationsOf,
  defineProfile,
  elementsOf,
  type Form,
  type FormElement,
  type Profile,
} from "../../../../src/core/sdk/index.ts";

/**
 * What a profile is tried on. `items`: the rules that miss an item, by its role, or by all of the roles that may stand
 * for it (`transaction.period line.date`), which are then changed together; `formulas`: those that find it false.
 */
export interface MutationPlan {
  readonly profile: Profile;
  readonly source: string;
  readonly items: Readonly<Record<string, readonly string[]>>;
  readonly formulas: Readonly<Record<string, readonly string[]>>;
  /** Mutants that are good forms of the profile, by name, each with its reason. */
  readonly harmless?: Readonly<Record<string, string>>;
}

export interface Mutant {
  /** `issuer.name: role dropped` */
  readonly name: string;
  readonly source: string;
  /** One of these rules has to find it; none: the profile is silent. */
  readonly rules: readonly string[];
}

/** The form as a rule sees it. */
export function factsOf(source: string): Form {
  let facts: Form | null = null;
  const probe = defineProfile({
    name: "test.probe",
    sdk: 1,
    title: "test",
    rules: [
      {
        meta: { id: "probe", summary: "", severity: "info", basis: [], messages: {}, repairs: "none" },
        check: ({ form }) => {
          facts ??= form;
        },
      },
    ],
  });
  checkForm([probe], { source });
  if (facts === null) throw new Error(`the form is not drawn:\n${source}`);
  return facts;
}

/** Every mutant of a plan that takes something away or falsifies it. */
export function breakingMutants({ source, items, formulas, harmless = {} }: MutationPlan): readonly Mutant[] {
  const form = factsOf(source);
  const dropped = Object.entries(items).flatMap(([item, rules]) => {
    const roles = item.split(" ");
    return [
      { name: `${item}: role dropped`, source: roles.reduce(withoutRole, source), rules },
      ...drawingsDropped(form, roles).map((one) => ({ name: `${item}: ${one.how}`, source: one.source, rules })),
      ...declarationDropped(form, roles).map((text) => ({ name: `${item}: declaration dropped`, source: text, rules })),
    ];
  });
  const falsified = Object.entries(formulas).map(([path, rules]) => {
    const formula = form.formulas.find((candidate) => candidate.path === path);
    if (formula === undefined) throw new Error(`there is no formula ${path}`);
    return { name: `${path}: a yen more`, source: falsifiedAt(source, formula.span.end), rules };
  });
  return [...dropped, ...falsified].filter(({ name }) => harmless[name] === undefined);
}

function withoutRole(source: string, role: string): string {
  const text = source.replaceAll(new RegExp(` +role=${role.replaceAll(".", "\\.")}(?![\\w.])`, "g"), "");
  if (text === source) throw new Error(`nothing has role ${role}`);
  return text;
}

/** Everything that shows a role: under a condition that is never met, in the colour of the paper, taken out. */
function drawingsDropped(form: Form, roles: readonly string[]): readonly { how: string; source: string }[] {
  const elements = [...new Set(roles.flatMap((role) => elementsOf(form, role)))].filter(
    ({ keyword }) => !["table", "each", "page"].includes(keyword),
  );
  const ways = [
    { how: "never drawn", source: withProperty(form, elements, "when", "(1 == 2)") },
    { how: "white on white", source: withProperty(form, elements, "color", "#ffffff") },
    { how: "drawing dropped", source: withoutElements(form, elements) },
  ];
  const drawn = ways.filter(({ source }) => source !== form.source && isDrawnForm(source));
  if (elements.length > 0 && drawn.length === 0)
    throw new Error(`no way to leave the drawing of ${roles.join(" ")} out`);
  return drawn;
}

function withProperty(form: Form, elements: readonly FormElement[], property: string, value: string): string {
  const edits = elements.map(({ span }): TextEdit => {
    const lineEnd = form.source.indexOf("\n", span.start);
    const line = form.source.slice(span.start, lineEnd < 0 ? span.end : Math.min(lineEnd, span.end));
    const written = new RegExp(` ${property}=(?:\\([^)]*(?:\\([^)]*\\)[^)]*)*\\)|\\S+)`).exec(line);
    if (written !== null) {
      const start = span.start + written.index;
      return { span: { start, end: start + written[0].length }, text: ` ${property}=${value}` };
    }
    const end = span.start + line.replace(/\s*\{\s*$/, "").length;
    return { span: { start: end, end }, text: ` ${property}=${value}` };
  });
  return applyEdits(form.source, edits);
}

function withoutElements({ source }: Form, elements: readonly FormElement[]): string {
  return applyEdits(
    source,
    elements.map(({ span }) => ({ span, text: "" })),
  );
}

/** Without the declaration and everything that cannot be without it: what the language refuses goes, line by line. */
function declarationDropped(form: Form, roles: readonly string[]): readonly string[] {
  const declared = roles.flatMap((role) => declarationsOf(form, role));
  if (declared.length === 0) return [];
  let source = applyEdits(
    form.source,
    declared.map(({ span }) => ({ span, text: "" })),
  );
  for (let rest = 40; rest > 0; rest -= 1) {
    const { diagnostics, isDrawn } = checkForm([], { source });
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (error === undefined && isDrawn) return [source];
    if (error === undefined) return [];
    source = withoutLine(source, error.span.start);
  }
  return [];
}

/** A let becomes a plain zero, everything else goes. */
function withoutLine(source: string, at: number): string {
  const { line } = new LineIndex(source).range({ start: at, end: at });
  const lines = source.split("\n");
  const own = lines[line - 1] ?? "";
  const isLet = /^\s*let\b/.test(own) && !/=\s*0$/.test(own);
  lines[line - 1] = isLet ? own.replace(/ = .*$/, " = 0") : "";
  return lines.join("\n");
}

function falsifiedAt(source: string, end: number): string {
  const head = source.slice(0, end).trimEnd();
  return `${head} + 1${source.slice(head.length)}`;
}

function isDrawnForm(source: string): boolean {
  const { diagnostics, isDrawn } = checkForm([], { source });
  return isDrawn && !diagnostics.some(({ severity, code }) => severity === "error" && !code.startsWith("RPT4"));
}

/** Words that rules read; other labels may be anything. */
const TELLING = /税|登録|適格|[%％]|軽|様|御中|確認|印|控|再発行|円|号|条|日|期|法|\d/;

/** Good forms that look otherwise: order, wording, fonts, positions, further fields. */
export function cosmeticMutants({ source }: Pick<MutationPlan, "source">): readonly Mutant[] {
  const form = factsOf(source);
  const mutants: Mutant[] = [];
  const add = (name: string, text: string): void => {
    if (text !== source && isDrawnForm(text)) mutants.push({ name, source: text, rules: [] });
  };
  const lines = source.split("\n");
  lines.forEach((line, at) => {
    const next = lines[at + 1] ?? "";
    if (!/^field [\w.]+\??\s/.test(line) || !/^field [\w.]+\??\s/.test(next)) return;
    add(
      `lines ${at + 1} and ${at + 2} swapped`,
      lines
        .with(at, next)
        .with(at + 1, line)
        .join("\n"),
    );
  });
  for (const { span, texts } of form.elements) {
    for (const part of texts.flatMap(({ parts }) => parts)) {
      if (part.kind !== "fixed" || TELLING.test(part.text) || part.text.trim() === "") continue;
      const text = `${source.slice(0, part.span.start)}項目${source.slice(part.span.end)}`;
      add(`"${part.text}" at ${span.start} worded otherwise`, text);
    }
  }
  add("BIZ UDGothic", source.replace(/gothic="[^"]*"/, 'gothic="BIZ UDGothic"'));
  add("wider margins", source.replace(/margin=15mm/, "margin=16mm"));
  add("a smaller gap", source.replace(/body gap=\d+mm/, "body gap=3mm"));
  add("a further field", source.replace(/^field /m, 'field extra.remark? string(20) example="備忘"\nfield '));
  add("a comment", source.replace(/^field /m, "// 変数の宣言\nfield "));
  add("another name of the document", source.replace(/^document \S+/m, "document renamed-form"));
  return mutants;
}

/** What a run came to. */
export interface MutationRates {
  readonly found: number;
  readonly broken: number;
  readonly silent: number;
  readonly cosmetic: number;
  /** Mutants that were missed, and cosmetic ones that were told, with what was told. */
  readonly wrong: readonly string[];
}

/** Runs all mutants of a plan, and says what was wrong. */
export function runMutations(plan: MutationPlan): MutationRates {
  const wrong: string[] = [];
  const judged = (text: string): readonly string[] =>
    checkForm([plan.profile], { source: text })
      .diagnostics.filter(({ code }) => code.startsWith(`${plan.profile.name}/`))
      .map(({ code, message }) => `${code.slice(plan.profile.name.length + 1)} ${message}`);
  const broken = breakingMutants(plan);
  for (const { name, source, rules } of broken) {
    const told = judged(source);
    if (told.some((one) => rules.some((rule) => one.startsWith(`${rule} `)))) continue;
    wrong.push(`missed: ${name}; told: ${told.join(" | ") || "nothing"}`);
  }
  const missed = wrong.length;
  const cosmetic = cosmeticMutants(plan);
  for (const { name, source } of cosmetic) {
    const told = judged(source);
    if (told.length > 0) wrong.push(`told of a cosmetic change: ${name}: ${told.join(" | ")}`);
  }
  return {
    found: broken.length - missed,
    broken: broken.length,
    silent: cosmetic.length - (wrong.length - missed),
    cosmetic: cosmetic.length,
    wrong,
  };
}
