// The days of a plan under their headings: 着手 over the day work starts, 完了 over the day it ends, 納期 over the day
// on which it is due.
import { defineRule, type Form, type ReadText, readingOf } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";

/** What a heading says, by its words without blanks and brackets, and the roles that may stand under it. */
const HEADINGS: readonly (readonly [words: RegExp, roles: ReadonlySet<string>])[] = [
  [
    /^(?:作業|生産|製造|加工|工事)?(?:着手|開始|着工|始業|始まり|始期|始|自)(?:予定)?(?:年?月?日)?$|^(?:planned)?start(?:date)?$/i,
    new Set(["schedule.start", "schedule.from"]),
  ],
  [
    /^(?:作業|生産|製造|加工|工事)?(?:完了|終了|完成|竣工|完工|終わり|終期|終|至)(?:予定)?(?:年?月?日)?$|^(?:planned)?(?:end|finish)(?:date)?$/i,
    new Set(["schedule.end", "schedule.to"]),
  ],
  [
    /^(?:ご?要求|ご?希望|客先|得意先|指定|お?約束)?(?:納期|納入(?:期日|期限|日)|納品(?:期日|期限|日)|出荷期限)$|^due(?:date)?$/i,
    new Set(["schedule.due"]),
  ],
];
const DAYS: Readonly<Record<string, string>> = {
  "schedule.start": "the day work starts (着手)",
  "schedule.end": "the day work ends (完了)",
  "schedule.due": "the day on which it is due (納期)",
  "schedule.from": "the first day of the plan (計画期間の始め)",
  "schedule.to": "the last day of the plan (計画期間の終わり)",
};

/** Each day of a plan stands under the heading that says which day it is. */
export const daysUnderHeadings = defineRule({
  meta: {
    id: "label",
    summary: "Each day of the plan stands under a heading that says which day it is (着手, 完了, 納期).",
    severity: "error",
    basis: [],
    messages: {
      other: {
        what: '"{label}" is printed over or beside {value}, which is {is}',
        why: "A reader goes by the heading, and plans by the wrong day.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const told = new Set<string>();
    for (const { label, of, role, path, value } of headedDays(form)) {
      const key = `${label} ${role}`;
      const roles = rolesOf(label);
      if (roles === null || roles.has(role) || told.has(key)) continue;
      told.add(key);
      const span = (of.element === null ? undefined : form.elements[of.element]?.span) ?? form.document.span;
      const values = { label: label.trim(), value, is: DAYS[role] ?? role };
      const repair = { title: "exchange the headings, or give the field the role of what it is" };
      report({ message: "other", span, values, repair, ...(path === null ? {} : { path }) });
    }
  },
});

function rolesOf(label: string): ReadonlySet<string> | null {
  const bare = narrow(label)
    .replaceAll(/[([【][^)\]】]*[)\]】]|[\s：:・■◆●▼▲]/g, "")
    .trim();
  return HEADINGS.find(([words]) => words.test(bare))?.[1] ?? null;
}

interface HeadedDay {
  readonly label: string;
  readonly of: ReadText;
  readonly role: string;
  readonly path: string | null;
  readonly value: string;
}

/** Each day with a role of plans, and the words over it or beside it. */
function headedDays(form: Form): readonly HeadedDay[] {
  const { columns, pairs } = readingOf(form);
  const inColumns = columns.flatMap(({ heading, cells }) =>
    cells.flatMap((of) => daysIn(heading, of, of.sources, of.text)),
  );
  // A label in the text of several days is of the first of them: 着手 12/1　完了 12/4.
  const inPairs = pairs.flatMap(({ label, of, sources, value }) => daysIn(label, of, sources, value).slice(0, 1));
  return [...inColumns, ...inPairs];
}

function daysIn(label: string, of: ReadText, sources: ReadText["sources"], text: string): readonly HeadedDay[] {
  return sources.flatMap(({ role, path }) =>
    role !== null && role in DAYS ? [{ label, of, role, path, value: text.trim() }] : [],
  );
}
