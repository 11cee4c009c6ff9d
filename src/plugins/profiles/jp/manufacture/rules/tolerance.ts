// Specifications as drawings write them (10 +0.02/0, 120 ±0.1, 0.005以下) → whether a measured value is within them.
import { Decimal, defineRule, type Form, presenceOf, readingOf, valuesOf } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { entryOf } from "../../money/figures.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";
import { PASSED } from "./inspection.ts";

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
    summary: "An item that passes has a measured value within its specification.",
    severity: "error",
    basis: [],
    messages: {
      outside: {
        what: "{path} is {value}, outside of {specification}, and the item passes",
        why: "Whoever receives the goods compares the value with the specification.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const specifications = byEntry(form, "inspection.spec");
    const results = byEntry(form, "inspection.itemResult");
    const [verdict] = valuesOf(form, "inspection.verdict");
    for (const [entry, { path, text }] of byEntry(form, "inspection.value")) {
      const specification = specifications.get(entry)?.text;
      const limits = specification === undefined ? null : limitsOf(specification);
      const digits = /^[+-]?\d+(?:\.\d+)?$/.exec(narrow(text).trim())?.[0];
      if (
        limits === null ||
        digits === undefined ||
        !PASSED.test(results.get(entry)?.text ?? String(verdict?.value ?? ""))
      )
        continue;
      const amount = Decimal.of(digits.replace(/^\+/, ""));
      const isLow = limits.least !== null && amount.compare(limits.least) < 0;
      const isHigh = limits.most !== null && amount.compare(limits.most) > 0;
      if (!isLow && !isHigh) continue;
      const { span } = presenceOf(form, "inspection.value");
      report({ message: "outside", span, values: { path, value: digits, specification: specification ?? "" }, path });
    }
  },
});

interface CellOfEntry {
  readonly path: string;
  readonly text: string;
}

/** What a role says of each entry; where nothing has the role, what is printed in a column of that heading. */
function byEntry(form: Form, role: string): ReadonlyMap<string, CellOfEntry> {
  const values = valuesOf(form, role);
  if (values.length > 0) {
    return new Map(values.map(({ path, value }) => [entryOf(path), { path, text: String(value ?? "") }]));
  }
  const columns = readingOf(form).columns.filter(({ heading }) => meaningOfLabel(heading)?.roles.has(role) === true);
  return new Map(
    columns.flatMap(({ cells }) =>
      cells.flatMap(({ text, sources }) => {
        const path = sources.find((source) => source.path !== null)?.path ?? null;
        return path === null ? [] : [[entryOf(path), { path, text }] as const];
      }),
    ),
  );
}
