// Measured values beside their specifications: whether an item that passes is within its own.
import { defineRule, type Form, presenceOf, readingOf, valuesOf } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { saysNoContent } from "../../items/no-content.ts";
import { entryOf } from "../../money/figures.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";
import { isOutside, type Limits, limitsOf, measuredOf } from "../limits.ts";
import { PASSED, verdictDrawn } from "./inspection.ts";

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
        const measured = measuredOf(value);
        if (measured === null) {
          const isGauged = GAUGES.test(tools.get(entry) ?? "") && !isLeftOut;
          if (FOUND.test(value)) report({ ...at, message: "failed" });
          else if (specification !== undefined && !isGauged && (isLeftOut || PASSED.test(value)))
            report({ ...at, message: "unmeasured" });
          continue;
        }
        if (specification !== undefined && isOutside(measured, specification)) report({ ...at, message: "outside" });
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
  const items = firstOf(cellsWith(form, "inspection.item"));
  for (const [entry, text] of firstOf(cellsWith(form, "inspection.spec"))) {
    const limits = limitsOf(text, items.get(entry));
    if (limits !== null) found.set(entry, { ...limits, text });
  }
  const [least, most] = [/^(?:規格)?(?:許容)?下限(?:値)?$|^最小(?:値|許容)$/, /^(?:規格)?(?:許容)?上限(?:値)?$/].map(
    (heading) => firstOf(cellsUnder(form, (label) => heading.test(label.replaceAll(/[\s　]|[（(].*$/g, "")))),
  );
  for (const entry of new Set([...(least?.keys() ?? []), ...(most?.keys() ?? [])])) {
    const [low, high] = [measuredOf(least?.get(entry) ?? ""), measuredOf(most?.get(entry) ?? "")];
    if (found.has(entry) || (low === null && high === null)) continue;
    const limits = { least: low?.amount ?? null, most: high?.amount ?? null, excludesEnds: false };
    const text = `${low?.amount.toString() ?? ""}〜${high?.amount.toString() ?? ""}`;
    found.set(entry, { ...limits, unit: low?.unit || high?.unit || "", text });
  }
  return found;
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
