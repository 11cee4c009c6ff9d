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
  /** Other changes that break the form, by name: texts and what stands in their place, and the rules that find them. */
  readonly changes?: Readonly<Record<string, { readonly edits: Edits; readonly rules: readonly string[] }>>;
  /** Other changes of looks or words, of which the profile is silent. */
  readonly looks?: Readonly<Record<string, Edits>>;
  /** Mutants that are good forms of the profile, by name, each with its reason. */
  readonly harmless?: Readonly<Record<string, string>>;
}

/** What is written in place of what. */
type Edits = readonly (readonly [from: string, to: string])[];

interface Mutant {
  /** `issuer.name: role dropped` */
  readonly name: string;
  /** Null where the change cannot be made: an element without that property. */
  make(): string | null;
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
function breakingMutants({ source, items, formulas, changes = {}, harmless = {} }: MutationPlan): readonly Mutant[] {
  const form = factsOf(source);
  const dropped = Object.entries(items).flatMap(([item, rules]): readonly Mutant[] => {
    const roles = item.split(" ");
    const elements = shownBy(form, roles);
    return [
      { name: `${item}: role dropped`, make: () => roles.reduce(withoutRole, source), rules },
      { name: `${item}: never drawn`, make: () => drawable(withProperty(form, elements, "when", "(1 == 2)")), rules },
      {
        name: `${item}: white on white`,
        make: () => drawable(withProperty(form, elements, "color", "#ffffff")),
        rules,
      },
      { name: `${item}: drawing dropped`, make: () => drawable(withoutElements(form, elements)), rules },
      { name: `${item}: declaration dropped`, make: () => declarationDropped(form, roles), rules },
    ];
  });
  const falsified = Object.entries(formulas).map(([path, rules]): Mutant => {
    const formula = form.formulas.find((candidate) => candidate.path === path);
    if (formula === undefined) throw new Error(`there is no formula ${path}`);
    return { name: `${path}: a yen more`, make: () => falsifiedAt(source, formula.span.end), rules };
  });
  const changed = Object.entries(changes).map(
    ([name, { edits, rules }]): Mutant => ({ name, make: () => drawable(withEdits(source, edits)), rules }),
  );
  return [...dropped, ...falsified, ...changed].filter(({ name }) => harmless[name] === undefined);
}

function withEdits(source: string, edits: Edits): string {
  return edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the form has no ${from}`);
    return text.replace(from, to);
  }, source);
}

function withoutRole(source: string, role: string): string {
  const text = source.replaceAll(new RegExp(` +role=${role.replaceAll(".", "\\.")}(?![\\w.])`, "g"), "");
  if (text === source) throw new Error(`nothing has role ${role}`);
  return text;
}

/** What shows a role, and can be left out or coloured. */
function shownBy(form: Form, roles: readonly string[]): readonly FormElement[] {
  return [...new Set(roles.flatMap((role) => elementsOf(form, role)))].filter(
    ({ keyword }) => !["table", "each", "page"].includes(keyword),
  );
}

/** The form, where the language lets it be drawn; what the gate finds of its looks is no matter. */
function drawable(source: string): string | null {
  const { diagnostics, isDrawn } = checkForm([], { source });
  const isRefused = diagnostics.some(({ severity, code }) => severity === "error" && !code.startsWith("RPT4"));
  return isDrawn && !isRefused ? source : null;
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
function declarationDropped(form: Form, roles: readonly string[]): string | null {
  const declared = roles.flatMap((role) => declarationsOf(form, role));
  if (declared.length === 0) return null;
  let source = applyEdits(
    form.source,
    declared.map(({ span }) => ({ span, text: "" })),
  );
  for (let rest = 40; rest > 0; rest -= 1) {
    const { diagnostics, isDrawn } = checkForm([], { source });
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (error === undefined && isDrawn) return source;
    if (error === undefined) return null;
    source = withoutLine(source, error.span.start);
  }
  return null;
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

/** Words that rules read; other labels may be anything. */
const TELLING = /税|登録|適格|[%％]|軽|様|御中|確認|印|控|再発行|円|号|条|日|期|法|領収|給与|凡例|[/／]|\d/;

/** Good forms that look otherwise: order, wording, fonts, positions, further fields. */
function cosmeticMutants({ source, looks = {} }: MutationPlan): readonly Mutant[] {
  const form = factsOf(source);
  const mutants: Mutant[] = [];
  const add = (name: string, text: string): void => {
    if (text !== source) mutants.push({ name, make: () => drawable(text), rules: [] });
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
  const title = /^document .*title="([^"]*)"/m.exec(source)?.[1] ?? "";
  for (const { span, role, texts } of form.elements) {
    for (const part of texts.flatMap(({ parts }) => parts)) {
      if (part.kind !== "fixed" || TELLING.test(part.text) || part.text.trim() === "") continue;
      // The title is what the form says it is.
      if (role === "document.title" || title.includes(part.text)) continue;
      const text = `${source.slice(0, part.span.start)}項目${source.slice(part.span.end)}`;
      add(`"${part.text}" at ${span.start} worded otherwise`, text);
    }
  }
  add("BIZ UDGothic", source.replace(/gothic="[^"]*"/, 'gothic="BIZ UDGothic"'));
  add("wider margins", source.replace(/margin=15mm/, "margin=16mm"));
  add("a smaller gap", source.replace(/body gap=\d+mm/, "body gap=3mm"));
  add("a further field", source.replace(/^field /m, 'field extra.remark? string(20) example="備忘"\nfield '));
  add("a comment", source.replace(/^field /m, "// 変数の宣言\nfield "));
  for (const [name, edits] of Object.entries(looks)) add(name, withEdits(source, edits));
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

/** Runs every `step`th mutant of a plan, and says what was wrong. */
export function runMutations(plan: MutationPlan, step: number): MutationRates {
  const told = (source: string): readonly string[] =>
    checkForm([plan.profile], { source })
      .diagnostics.filter(({ code }) => code.startsWith(`${plan.profile.name}/`))
      .map(({ code, message }) => `${code.slice(plan.profile.name.length + 1)} ${message}`);
  const judged = (mutants: readonly Mutant[]) =>
    mutants
      .filter((_, at) => at % step === 0)
      .flatMap(({ name, make, rules }) => {
        const source = make();
        return source === null ? [] : [{ name, rules, findings: told(source) }];
      });
  const broken = judged(breakingMutants(plan));
  const missed = broken.filter(
    ({ findings, rules }) => !findings.some((one) => rules.some((rule) => one.startsWith(`${rule} `))),
  );
  const cosmetic = judged(cosmeticMutants(plan));
  const noisy = cosmetic.filter(({ findings }) => findings.length > 0);
  return {
    found: broken.length - missed.length,
    broken: broken.length,
    silent: cosmetic.length - noisy.length,
    cosmetic: cosmetic.length,
    wrong: [
      ...missed.map(({ name, findings }) => `missed: ${name}; told: ${findings.join(" | ") || "nothing"}`),
      ...noisy.map(({ name, findings }) => `told of a cosmetic change: ${name}: ${findings.join(" | ")}`),
    ],
  };
}
