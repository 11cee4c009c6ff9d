// How work began and ended: days in their order, a day of leaving with its reason, a dismissal with its own.
import { defineRule, type Form, type LegalBasis, type Rule } from "../../../../../core/sdk/index.ts";
import { datesIn } from "../../items/period.ts";
import { quoted } from "../../items/quote.ts";
import { laborStandardsAct, laborStandardsRule } from "../../laws.ts";
import {
  BIRTH_DATE,
  DEATH_CAUSE,
  DEATH_DATE,
  DISMISSAL_REASON,
  HIRE_DATE,
  LEAVE_DATE,
  LEAVE_REASON,
} from "../labels.ts";
import { placeOf, type Told, toldAs, toldUnder } from "../told.ts";

type Labelled = { readonly roles: readonly string[]; readonly labels: RegExp };

/** Contents of an item, by its roles and by its labels. */
function contentsOf(form: Form, { roles, labels }: Labelled): readonly Told[] {
  return toldAs(form, roles, labels);
}

/** The first day that an item names; null where there is none. */
function dayOf(form: Form, item: Labelled): { readonly day: string; readonly of: Told } | null {
  for (const of of contentsOf(form, item)) {
    const [day] = datesIn(of.text);
    if (day !== undefined) return { day, of };
  }
  return null;
}

const OF_LEAVING = [laborStandardsAct("107条1項"), laborStandardsRule("53条1項5号")];

/** A day of leaving has its reason beside it. */
export const reasonOfLeaving = together("reason-of-leaving", OF_LEAVING, LEAVE_DATE, LEAVE_REASON, {
  summary: "A worker who left has the reason written down (退職の事由).",
  what: "the worker left on {day}, and nothing says why (退職の事由)",
});

/** A day of death has its cause beside it. */
export const causeOfDeath = together(
  "cause-of-death",
  [laborStandardsAct("107条1項"), laborStandardsRule("53条1項6号")],
  DEATH_DATE,
  DEATH_CAUSE,
  {
    summary: "A worker who died has the cause written down (死亡の原因).",
    what: "the worker died on {day}, and nothing says of what (死亡の原因)",
  },
);

interface Words {
  readonly summary: string;
  readonly what: string;
}

function together(
  id: string,
  basis: readonly LegalBasis[],
  one: Labelled,
  other: Labelled,
  { summary, what }: Words,
): Rule {
  return defineRule({
    meta: {
      id,
      summary,
      severity: "error",
      basis,
      messages: { missing: { what, why: "Both are written down when it happens." } },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const found = dayOf(form, one);
      if (found === null) return;
      // 退職の年月日及びその事由 may have one place for both.
      if (saysMoreThanDay(found.of.text) || contentsOf(form, other).some(({ text }) => saysMoreThanDay(text))) return;
      report({ message: "missing", ...placeOf(found.of), values: { day: found.of.text } });
    },
  });
}

/** 契約期間満了（令和8年10月31日） says why, 令和8年10月31日付け only when. */
function saysMoreThanDay(text: string): boolean {
  return /[^\d\s〇一二三四五六七八九十年月日/.\-令和平成昭和元RHS()（）火水木金土付けにで、]/.test(text);
}

const DISMISSED = /解雇|懲戒免職/;
/** What says no more than that it was one. */
const BARE_DISMISSAL =
  /^(?:\d+[.．、)]?)?(?:普通|懲戒|整理|諭旨)?(?:解雇|懲戒免職)(?:予告)?(?:による(?:退職|もの)?|のため|した|された|です|による離職)?。?$/;

/** Of a dismissal, the content that names it without a reason; null where a reason stands anywhere. */
export function dismissalWithoutReason(form: Form): Told | null {
  const reasons = contentsOf(form, DISMISSAL_REASON).concat(toldUnder(form, DISMISSAL_REASON.labels));
  const isBare = (text: string) => BARE_DISMISSAL.test(text.replaceAll(/\s/g, ""));
  if (reasons.some(({ text }) => !isBare(text))) return null;
  const causes = toldAs(form, ["worker.leaveReason"], LEAVE_REASON.labels);
  // Of several causes to choose from nobody knows which one was.
  if (causes.length > 2) return null;
  return causes.find(({ text }) => DISMISSED.test(text) && isBare(text)) ?? null;
}

/** 53条1項5号: of a dismissal the reason is written down as well. */
export const rosterDismissal = dismissalRule(OF_LEAVING);

/** The rule that asks for the reason of a dismissal. */
export function dismissalRule(basis: readonly LegalBasis[]): Rule {
  return defineRule({
    meta: {
      id: "dismissal-reason",
      summary: "A dismissal has its reason written down (解雇の理由).",
      severity: "error",
      basis,
      messages: {
        missing: {
          what: '"{text}" is how the work ended, and nothing says for what reason (解雇の理由)',
          why: "Of a dismissal the reason is part of how the work ended.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const bare = dismissalWithoutReason(form);
      if (bare === null) return;
      const repair = { title: "write the reason behind it, or under 解雇の理由" };
      report({ message: "missing", ...placeOf(bare), values: { text: quoted(bare.text) }, repair });
    },
  });
}

/** Born, hired, left, dead: none before the other. */
const ORDER = [
  { item: "生年月日", ...BIRTH_DATE },
  { item: "雇入の年月日", ...HIRE_DATE },
  { item: "退職の年月日", ...LEAVE_DATE },
  { item: "死亡の年月日", ...DEATH_DATE },
] as const;

/** Days of one worker stand in their order. */
export const daysInOrder = defineRule({
  meta: {
    id: "days-in-order",
    summary: "Birth, hiring, leaving and death stand in their order.",
    severity: "error",
    basis: [laborStandardsAct("56条1項")],
    messages: {
      earlier: {
        what: "{later} is {day}, before {sooner}, {before}",
        why: "One of both days is wrong, or the two are exchanged.",
      },
      young: {
        what: "who was born on {born} was hired on {hired}, before the 31st of March that follows the 15th birthday",
        why: "Children are employed from the day after it; younger ones need leave of the labour office (労働基準法56条).",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const days = ORDER.map((each) => ({ item: each.item, days: daysOf(form, each) }));
    const [born, hired] = days;
    if (born !== undefined && hired !== undefined && born.days.length === hired.days.length) {
      for (const [index, { day, of }] of hired.days.entries()) {
        const birth = born.days[index]?.day ?? day;
        if (birth >= day || day > endOfSchool(birth)) continue;
        report({ message: "young", severity: "warning", ...placeOf(of), values: { born: birth, hired: day } });
      }
    }
    for (const [at, { item, days: own }] of days.entries()) {
      const before = days.slice(0, at).findLast((each) => each.days.length === own.length);
      if (before === undefined) continue;
      for (const [index, { day, of }] of own.entries()) {
        const sooner = before.days[index]?.day;
        if (sooner === undefined || sooner <= day) continue;
        report({
          message: "earlier",
          ...placeOf(of),
          values: { later: item, day, sooner: before.item, before: sooner },
        });
      }
    }
  },
});

const SCHOOL_YEARS = 15;

/** 56条1項: the first 31st of March after the 15th year is full, which it is on the day before the birthday. */
function endOfSchool(birth: string): string {
  const year = Number(birth.slice(0, 4)) + SCHOOL_YEARS;
  const isBeforeApril = birth.slice(5) <= "04-01";
  return `${String(isBeforeApril ? year : year + 1).padStart(4, "0")}-03-31`;
}

/** The day of each content of an item, worker by worker; what is drawn again is passed over. */
function daysOf(form: Form, item: Labelled) {
  const seen = new Set<string>();
  return contentsOf(form, item).flatMap((of) => {
    const [day] = datesIn(of.text);
    const key = of.path ?? `${of.span.start} ${of.text}`;
    if (day === undefined || seen.has(key)) return [];
    seen.add(key);
    return [{ day, of }];
  });
}
