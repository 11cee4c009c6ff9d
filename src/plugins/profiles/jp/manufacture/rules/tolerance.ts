// Specifications as drawings write them (10 +0.02/0, 120 ±0.1, 0.005以下) → whether a measured value is within them.
import { Decimal, defineRule, type Form, presenceOf, readingOf, valuesOf } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { saysNoContent } from "../../items/no-content.ts";
import { entryOf } from "../../money/figures.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";
import { PASSED, verdictDrawn } from "./inspection.ts";

/** Limits of a value; null: none on that side. */
interface Limits {
  readonly least: Decimal | null;
  readonly most: Decimal | null;
}

const NUMBER = "([+-]?\\d+(?:\\.\\d+)?)";
const PLUS_MINUS = new RegExp(`^${NUMBER}±${NUMBER}$`);
const TWO_SIDED = new RegExp(`^${NUMBER}\\(?([+-]\\d+(?:\\.\\d+)?|0)[/~,]([+-]\\d+(?:\\.\\d+)?|0)\\)?$`);
const BETWEEN = new RegExp(`^${NUMBER}[~〜]${NUMBER}$`);
const AT_MOST = new RegExp(`^(?:≦|≤|<=)?${NUMBER}(?:以下|max|MAX)$|^(?:≦|≤|<=)${NUMBER}$`);
const AT_LEAST = new RegExp(`^${NUMBER}(?:以上|min|MIN)$|^(?:≧|≥|>=)${NUMBER}$`);

/** The limits that a specification sets; null for one that is not of a known form. */
export function limitsOf(specification: string): Limits | null {
  const text = narrow(specification).replaceAll(/[\s,φΦ⌀]|mm|μm|kg|g$|[NV]$/g, "");
  const [nominal, deviation] = numbersIn(PLUS_MINUS, text);
  if (nominal !== undefined && deviation !== undefined) {
    return { least: nominal.minus(deviation), most: nominal.plus(deviation) };
  }
  const [middle, one, other] = numbersIn(TWO_SIDED, text);
  if (middle !== undefined && one !== undefined && other !== undefined) {
    const [low, high] = one.compare(other) < 0 ? [one, other] : [other, one];
    return { least: middle.plus(low), most: middle.plus(high) };
  }
  const [least, most] = numbersIn(BETWEEN, text);
  if (least !== undefined && most !== undefined) return { least, most };
  const [limit] = numbersIn(AT_MOST, text);
  if (limit !== undefined) return { least: null, most: limit };
  const [floor] = numbersIn(AT_LEAST, text);
  return floor === undefined ? null : { least: floor, most: null };
}

function numbersIn(pattern: RegExp, text: string): readonly Decimal[] {
  const [, ...digits] = pattern.exec(text) ?? [];
  return digits.flatMap((one) => (one === undefined ? [] : [Decimal.of(one.replace(/^\+/, ""))]));
}

/** A value out of its tolerance does not pass. */
export const valuesWithinLimits = defineRule({
  meta: {
    id: "tolerance",
    summary: "An item that passes has measured values, within its specification.",
    severity: "error",
    basis: [],
    messages: {
      outside: {
        what: "{path} is {value}, outside of {specification}, and the item passes",
        why: "Whoever receives the goods compares the value with the specification.",
      },
      failed: {
        what: '{path} says "{value}", and the item passes',
        why: "Whoever receives the goods compares what was found with the result.",
      },
      unmeasured: {
        what: '{path} says "{value}" of {specification}, and the item passes',
        why: "A specification in figures asks for what was measured.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const limits = limitsByEntry(form);
    const results = firstOf(cellsWith(form, "inspection.itemResult"));
    const tools = firstOf(cellsWith(form, "inspection.instrument"));
    const verdict = verdictDrawn(form) ?? "";
    const values = cellsWith(form, "inspection.value");
    const { span } = presenceOf(form, "inspection.value");
    for (const [entry, cells] of Map.groupBy(values, ({ path }) => entryOf(path))) {
      const specification = limits.get(entry);
      if (!PASSED.test(results.get(entry) ?? verdict)) continue;
      const isLeftOut = cells.every(({ text }) => saysNoContent(text));
      for (const { path, text } of cells) {
        const value = narrow(text).trim();
        const at = { span, path, values: { path, value, specification: specification?.text ?? "" } };
        const digits = /^[+-]?\d+(?:\.\d+)?$/.exec(value)?.[0];
        if (digits === undefined) {
          const isGauged = GAUGES.test(tools.get(entry) ?? "") && !isLeftOut;
          if (FOUND.test(value)) report({ ...at, message: "failed" });
          else if (specification !== undefined && !isGauged && (isLeftOut || PASSED.test(value)))
            report({ ...at, message: "unmeasured" });
          continue;
        }
        if (specification === undefined) continue;
        const amount = Decimal.of(digits.replace(/^\+/, ""));
        const isLow = specification.least !== null && amount.compare(specification.least) < 0;
        const isHigh = specification.most !== null && amount.compare(specification.most) > 0;
        if (isLow || isHigh) report({ ...at, message: "outside" });
      }
    }
  },
});

/** What was found, where it does not pass. */
const FOUND = /^(?!.*(?:なし|無し?|異常な))(?:.*(?:あり|有り|不良|不可)|NG|ng|否|×|不合格)$/;
/** What such tools tell is whether a part fits, and no figure. */
const GAUGES = /ゲージ|通止|通り止|目視|治具/;

interface SaidLimits extends Limits {
  readonly text: string;
}

/** The limits of each entry: as its specification writes them, else from columns of 下限 and 上限. */
function limitsByEntry(form: Form): ReadonlyMap<string, SaidLimits> {
  const found = new Map<string, SaidLimits>();
  for (const [entry, text] of firstOf(cellsWith(form, "inspection.spec"))) {
    const limits = limitsOf(text);
    if (limits !== null) found.set(entry, { ...limits, text });
  }
  const [least, most] = [/^(?:規格)?(?:許容)?下限(?:値)?$|^最小(?:値|許容)$/, /^(?:規格)?(?:許容)?上限(?:値)?$/].map(
    (heading) => firstOf(cellsUnder(form, (label) => heading.test(label.replaceAll(/[\s　]|[（(].*$/g, "")))),
  );
  for (const entry of new Set([...(least?.keys() ?? []), ...(most?.keys() ?? [])])) {
    const [low, high] = [numberOf(least?.get(entry)), numberOf(most?.get(entry))];
    if (found.has(entry) || (low === null && high === null)) continue;
    found.set(entry, { least: low, most: high, text: `${low?.toString() ?? ""}〜${high?.toString() ?? ""}` });
  }
  return found;
}

function numberOf(text: string | undefined): Decimal | null {
  const digits = /^[+-]?\d+(?:\.\d+)?$/.exec(narrow(text ?? "").trim())?.[0];
  return digits === undefined ? null : Decimal.of(digits.replace(/^\+/, ""));
}

interface CellOfEntry {
  readonly path: string;
  readonly text: string;
}

function firstOf(cells: readonly CellOfEntry[]): ReadonlyMap<string, string> {
  return new Map([...cells].reverse().map(({ path, text }) => [entryOf(path), text] as const));
}

/** What a role says of each entry; where nothing has the role, what is printed in columns of that heading. */
function cellsWith(form: Form, role: string): readonly CellOfEntry[] {
  const values = valuesOf(form, role);
  if (values.length > 0) return values.map(({ path, value }) => ({ path, text: String(value ?? "") }));
  return cellsUnder(form, (heading) => meaningOfLabel(heading)?.roles.has(role) === true);
}

function cellsUnder(form: Form, isHeading: (heading: string) => boolean): readonly CellOfEntry[] {
  const columns = readingOf(form).columns.filter(({ heading }) => isHeading(heading));
  return columns.flatMap(({ cells }) =>
    cells.flatMap(({ text, sources }) => {
      const path = sources.find((source) => source.path !== null)?.path ?? null;
      return path === null ? [] : [{ path, text }];
    }),
  );
}
