// A clean form → forms that break the law and look whole: words that say nothing in the place of a content, parties
// and sentences exchanged, rows and totals that do not add up, copies that lack a value. Nothing here knows what the
// rules look for.
import { applyEdits, type TextEdit } from "../../../../../src/core/diagnostics/index.ts";
import type { FormElement, FormTextPart } from "../../../../../src/core/sdk/index.ts";
import { LAW_ITEMS } from "./law-items.ts";
import { elementsShowing, type Mutant, mutantOf, without } from "./mutant.ts";
import type { Seed } from "./seeds.ts";

/** Every such breach of a form. */
export function deeperBreachesOf(seed: Seed): readonly Mutant[] {
  return [
    ...vague(seed),
    ...exchanged(seed, "parties", ["issuer.name"], ["recipient.name", "payslip.employee"]),
    ...exchanged(seed, "days", ["payment.dueDate"], ["transaction.date", "receipt.date"]),
    ...multiplied(seed),
    ...unnamedNumbers(seed),
    ...literals(seed),
    ...otherRateShown(seed),
    ...chosenByCopy(seed),
    ...withoutMeasuring(seed),
    ...(seed.profile === "jp.labor-terms" ? [...emptiedTerms(seed), ...headingsExchanged(seed)] : []),
  ];
}

const VAGUE = ["－", "未定", "別途協議", "追って通知", "後日連絡します", "別に定める"];

/** A word that says nothing as the value of an item; each item has two of them, in turn. */
function vague(seed: Seed): readonly Mutant[] {
  const { source, form, profile } = seed;
  return (LAW_ITEMS[profile] ?? []).flatMap(({ item, roles }, at) => {
    const fields = form.declarations.filter(
      ({ role, kind, path }) => role !== null && roles.includes(role) && kind === "field" && !path.includes("[]"),
    );
    const [field, ...others] = fields;
    if (field === undefined || others.length > 0 || elementsShowing(form, new Set([field.path])).length === 0)
      return [];
    if (form.elements.some(({ role }) => role !== null && roles.includes(role))) return [];
    const written = /example="[^"]*"/.exec(source.slice(field.span.start, field.span.end));
    if (written === null || field.type === "date" || (field.pattern ?? "") !== "") return [];
    const start = field.span.start + written.index;
    return [VAGUE[at % VAGUE.length], VAGUE[(at + 3) % VAGUE.length]].flatMap((word) => {
      const span = { start, end: start + written[0].length };
      return mutantOf(
        seed,
        "content",
        `${item} says ${word}`,
        applyEdits(source, [{ span, text: `example="${word}"` }]),
      );
    });
  });
}

type Computed = Extract<FormTextPart, { kind: "computed" }>;

function partsWith(form: Seed["form"], roles: readonly string[]): readonly Computed[] {
  const parts = form.elements.flatMap(({ texts }) => texts.flatMap((text) => text.parts));
  return parts.flatMap((part) =>
    part.kind === "computed" && part.role !== null && roles.includes(part.role) ? [part] : [],
  );
}

/** Two values in one another's place, everywhere. */
function exchanged(seed: Seed, what: string, ones: readonly string[], others: readonly string[]): readonly Mutant[] {
  const { source, form } = seed;
  const [one, other] = [ones, others].map((roles) =>
    form.declarations.find(({ role, path }) => role !== null && roles.includes(role) && !path.includes("[]")),
  );
  if (one === undefined || other === undefined) return [];
  const swap = (parts: readonly Computed[], from: string, to: string): readonly TextEdit[] =>
    parts.map(({ span }) => ({ span, text: source.slice(span.start, span.end).replace(from, to) }));
  const edits = [
    ...swap(partsWith(form, [one.role ?? ""]), one.path, other.path),
    ...swap(partsWith(form, [other.role ?? ""]), other.path, one.path),
  ];
  const isBoth = [one, other].every(({ role }) => partsWith(form, [role ?? ""]).length > 0);
  return isBoth ? mutantOf(seed, "label", `${what} exchanged`, applyEdits(source, edits)) : [];
}

/** A number of a list one higher, of which the amounts of the data know nothing. */
function multiplied(seed: Seed): readonly Mutant[] {
  const { source, form } = seed;
  const has = (role: string) => form.declarations.find((one) => one.role === role);
  const amount = has("line.amount");
  const isGiven = amount?.kind === "field" && has("line.quantity") !== undefined && has("line.unitPrice") !== undefined;
  if (!isGiven) return [];
  return ["line.quantity", "line.unitPrice"].flatMap((role) => {
    const field = has(role);
    const written = field === undefined ? null : /example=\[(\d+)/.exec(source.slice(field.span.start, field.span.end));
    if (field === undefined || written?.[1] === undefined) return [];
    const end = field.span.start + written.index + written[0].length;
    const edit = { span: { start: end - written[1].length, end }, text: `${Number(written[1]) + 1}` };
    return mutantOf(seed, "figure", `${role} one higher`, applyEdits(source, [edit]));
  });
}

/** Printed whole numbers without a role: totals and cash. */
function unnamedNumbers(seed: Seed): readonly Mutant[] {
  return [...seed.source.matchAll(/^field (\w+) +int +example=(\d+)$/gm)].flatMap(
    ({ index, 0: line, 1: name, 2: digits }) => {
      const text = line.replace(/\d+$/, `${Number(digits) + 7}`);
      const span = { start: index, end: index + line.length };
      return mutantOf(seed, "figure", `${name} 7 too high`, applyEdits(seed.source, [{ span, text }]));
    },
  );
}

const MONEY_ROLES: ReadonlySet<string> = new Set([
  ...["tax.base", "tax.amount", "totals.net", "totals.tax", "totals.gross", "totals.due", "receipt.amount"],
  ...["order.amount", "payslip.net"],
]);

/** A total written out as words of the source, 1,000 too high. */
function literals(seed: Seed): readonly Mutant[] {
  const { source, form } = seed;
  return partsWith(form, [...MONEY_ROLES]).flatMap((part, at) => {
    const { expression, span } = part;
    if (expression.kind !== "format" || expression.value.kind !== "name" || expression.value.path.includes("[]")) {
      return [];
    }
    const { path } = expression.value;
    const value = form.values.find((one) => one.path === path)?.value;
    const written = source.slice(span.start, span.end);
    if (typeof value !== "string" || !/^\d+$/.test(value) || !/^[({]format\(/.test(written)) return [];
    const number = (Number(value) + 1_000).toLocaleString("en");
    const edit = { span, text: written.startsWith("{") ? number : `"${number}"` };
    return mutantOf(seed, "figure", `${path} 1,000 too high, in words ${at + 1}`, applyEdits(source, [edit]));
  });
}

/** The other of both rates printed where the data say one. */
function otherRateShown(seed: Seed): readonly Mutant[] {
  const { source, form } = seed;
  const parts = partsWith(form, ["tax.rate", "line.taxRate"]).filter(({ span }) =>
    /^\{\.\w+\}$/.test(source.slice(span.start, span.end)),
  );
  return parts.flatMap(({ span }, at) => {
    const text = source.slice(span.start, span.end).replace(/^\{(.*)\}$/, "{18 - $1}");
    return mutantOf(seed, "rate", `the other rate shown ${at + 1}`, applyEdits(source, [{ span, text }]));
  });
}

/** A required value on the first of two copies only, by a choice within its text. */
function chosenByCopy(seed: Seed): readonly Mutant[] {
  const { source, form, profile } = seed;
  return (LAW_ITEMS[profile] ?? []).flatMap(({ item, roles }) => {
    const paths = form.declarations.filter(
      ({ role, type }) => role !== null && roles.includes(role) && type === "string",
    );
    const shown = new Set(paths.map(({ path }) => path));
    const parts = partsWith(form, roles).filter(
      ({ expression }) => expression.kind === "name" && shown.has(expression.path),
    );
    const bearers = form.elements.filter(({ role }) => role !== null && roles.includes(role));
    if (parts.length === 0 || bearers.length > 0 || elementsShowing(form, shown).length !== parts.length) return [];
    const edits = parts.map(({ span }): TextEdit => {
      const written = source.slice(span.start, span.end);
      const bare = written.replace(/^[({](.*)[)}]$/, "$1");
      return { span, text: written.replace(bare, `if(copy.index == 1, ${bare}, '')`) };
    });
    const text = applyEdits(source, edits).replace(/^page /m, 'copies ["正", "控"]\n\npage ');
    return mutantOf(seed, "hidden", `${item} chosen by the copy`, text);
  });
}

/** The column of measured values gone, with its field. */
function withoutMeasuring(seed: Seed): readonly Mutant[] {
  const { form } = seed;
  const value = form.declarations.find(({ role }) => role === "inspection.value");
  const columns =
    value === undefined
      ? form.elements.filter(({ keyword, texts }) => keyword === "column" && isTitled(texts, /測定値/))
      : elementsShowing(form, new Set([value.path]));
  return columns.length === 0 ? [] : mutantOf(seed, "missing", "測定値 removed", without(seed, columns));
}

function isTitled(texts: FormElement["texts"], words: RegExp): boolean {
  return texts.some(({ parts }) => parts.some((part) => part.kind === "fixed" && words.test(part.text)));
}

/** What a term says, made blank: 有・無 without a choice, a number that nobody filled in, a heading alone. */
const BLANKED: readonly (readonly [name: string, from: RegExp, to: string])[] = [
  ["昇給 without a choice", /昇給(?:は、?| )(?:有り?|無し?)(?:（[^）]*）)?/, "昇給は有・無"],
  ["overtime without a choice", /(pair "所定時間外労働" )"[^"]*"/, '$1"有・無"'],
  ["the wage left blank", /(時給|時間給 |月給 )[0-9,]+円/, "$1　　　円"],
  ["the closing day left blank", /毎月(?:末日|[0-9]+日)(?=に締め切り|　支払日)/, "毎月　日"],
  ["the day of payment left blank", /(翌月|当月)(?:末日|[0-9]+日)/, "$1　日"],
  ["breaks told elsewhere", /(休憩は?)[0-9]+分|途中に60分の休憩を置く/, "休憩は別途指示する"],
  ["grounds of dismissal told elsewhere", /解雇の事由は、?[^。"]*/, "解雇の事由は、別に定める"],
  ["the range of places told elsewhere", /(変更の?範囲は、)(?:市内|当社の各)[^。"]*/, "$1別途通知する"],
  ["the range of duties left out", /(変更の?範囲は、)(?:店舗の|当社の定)[^。"]*/, "$1　とする"],
  ["no way of payment", /労働者の口座へ振り込む|本人の口座へ振り込んで支払う/, "支払う"],
  ["leave told by its heading alone", /年次有給休暇は[^。"]*。/, ""],
  ["days off told by their heading alone", /休日は[^。"]*。/, ""],
  ["the desk told elsewhere", /相談窓口は、[^。"]*/, "相談窓口は、別途知らせる"],
  ["no end of the term", /から2027年3月31日まで/, "から"],
];

function emptiedTerms(seed: Seed): readonly Mutant[] {
  return BLANKED.flatMap(([name, from, to]) => mutantOf(seed, "content", name, seed.source.replace(from, to)));
}

/** The headings of two articles exchanged: 第3条（就業の場所） and 第4条（従事すべき業務）. */
function headingsExchanged(seed: Seed): readonly Mutant[] {
  const found = [...seed.source.matchAll(/第\d+条（([^）]+)）/g)];
  return found.slice(0, 8).flatMap((one, at): readonly Mutant[] => {
    const other = found[at + 1];
    if (other === undefined || one[1] === undefined || other[1] === undefined) return [];
    const spanOf = (match: RegExpExecArray) => {
      const start = match.index + match[0].indexOf("（") + 1;
      return { start, end: start + (match[1] ?? "").length };
    };
    const text = applyEdits(seed.source, [
      { span: spanOf(one), text: other[1] },
      { span: spanOf(other), text: one[1] },
    ]);
    return mutantOf(seed, "label", `headings ${one[1]} and ${other[1]} exchanged`, text);
  });
}
