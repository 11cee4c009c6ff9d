// What a notice of working conditions has to say, item by item (労働基準法施行規則5条), wherever the words come from.
import {
  defineRule,
  drawnOf,
  type Form,
  type LegalBasis,
  presenceOf,
  type Rule,
  readingOf,
} from "../../../../../core/sdk/index.ts";
import { laborStandardsAct, laborStandardsRule, partTimeAct } from "../../laws.ts";
import { isFixedTerm, isPartTime } from "./labor-terms.ts";

/** One thing that a notice says. */
interface Content {
  /** The rule's id. */
  readonly id: string;
  /** `breaks (休憩時間)` */
  readonly item: string;
  /** Words of a value or a sentence that say it. */
  readonly words: RegExp;
  /** A label of its own that says it, whatever stands behind it. */
  readonly label?: RegExp;
  readonly basis: readonly LegalBasis[];
  /** The role of what it stands with. */
  readonly role: string;
  readonly appliesTo?: (form: Form) => boolean;
}

const rule = (article: string): readonly LegalBasis[] => [laborStandardsAct("15条1項"), laborStandardsRule(article)];
const PART_TIME: readonly LegalBasis[] = [partTimeAct("6条1項")];

/** 支払日 翌月15日, 当月末日に振り込む, 毎月25日支払. */
const PAID_ON = new RegExp(
  [
    "(?:支払日|支給日|支払時期)[^。、]{0,8}(?:[\\d０-９]|末|月)",
    "(?:翌々?月|当月)[^。、]{0,4}(?:[\\d０-９]+日|末)",
    "毎月[^。、締〆]{0,6}(?:[\\d０-９]+日|末日?)[^。締〆]{0,4}(?:支払(?!方法)|支給|払(?!方法))",
  ].join("|"),
);

const CONTENTS: readonly Content[] = [
  {
    ...{ id: "breaks", item: "breaks (休憩時間)", role: "labor.hours", basis: rule("5条1項2号") },
    ...{ words: /休憩|休けい/, label: /^休(?:憩|けい)(?:時間)?$/ },
  },
  {
    ...{ id: "overtime", item: "whether there is overtime (所定労働時間を超える労働の有無)", role: "labor.hours" },
    ...{ words: /時間外(?:労働|勤務)|所定(?:労働)?(?:時間)?(?:外|を超える)|残業/, basis: rule("5条1項2号") },
    label: /^(?:所定)?(?:労働)?時間外(?:労働|勤務)(?:の有無)?$|^所定外労働(?:の有無)?$|^残業(?:の有無)?$/,
  },
  {
    ...{ id: "leave", item: "leave (休暇)", role: "labor.holidays", basis: rule("5条1項2号") },
    ...{ words: /休暇|有休|年休/, label: /^(?:年次)?(?:有給)?休暇等?$/ },
  },
  {
    ...{
      id: "wage-closing",
      item: "when wages are closed (賃金の締切り)",
      role: "labor.wages",
      basis: rule("5条1項3号"),
    },
    ...{ words: /締め?切|締日|締め|〆/, label: /^(?:賃金)?(?:締切日|締日)$/ },
  },
  {
    ...{
      id: "wage-payment",
      item: "when wages are paid (賃金の支払の時期)",
      role: "labor.wages",
      basis: rule("5条1項3号"),
    },
    words: PAID_ON,
    label: /^(?:賃金)?(?:支払日|支給日)$/,
  },
  {
    ...{ id: "leaving", item: "how the employee leaves (退職に関する事項)", role: "labor.retirement" },
    ...{ words: /自己都合|退職(?!手当|金|一時金)/, basis: rule("5条1項4号") },
    label: /^(?:退職|離職)(?:に関する(?:事項|こと))?$/,
  },
  {
    ...{
      id: "dismissal",
      item: "grounds of dismissal (解雇の事由)",
      role: "labor.retirement",
      basis: rule("5条1項4号"),
    },
    ...{ words: /解雇/, label: /^解雇(?:の事由|事由|に関する事項)?(?:及び手続)?$/ },
  },
  {
    ...{ id: "renewal-criteria", item: "the criteria of renewal (更新する場合の基準)", role: "labor.renewal" },
    ...{ words: /基準|判断|により|による|考慮|勘案/, basis: rule("5条1項1号の2"), label: /^更新の(?:判断)?基準$/ },
    appliesTo: (form) => isFixedTerm(form) && mayBeRenewed(form),
  },
  {
    ...{ id: "renewal-limit", item: "the limit of renewals, or that there is none (更新上限)", role: "labor.renewal" },
    words: /上限|通算[^。]{0,10}年|更新[^。]{0,8}回(?:まで|を限度)|[\d０-９]+回を(?:上限|限度)/,
    ...{ basis: rule("5条1項1号の2"), label: /上限/ },
    appliesTo: (form) => isFixedTerm(form) && mayBeRenewed(form),
  },
  ...(
    [
      ["raises", "raises (昇給の有無)", /昇給/],
      ["bonuses", "bonuses (賞与の有無)", /賞与|ボーナス/],
      ["retirement-pay", "retirement pay (退職手当の有無)", /退職(?:手当|金|一時金)/],
      ["contact", "whom to ask (相談窓口)", /相談/],
    ] as const
  ).map(
    ([id, item, words]): Content => ({
      ...{ id, item, words, role: "labor.partTime", basis: PART_TIME, appliesTo: isPartTime },
      label: new RegExp(`^(?:雇用管理[^・、／]*)?(?:${words.source})[^・、／]*$`),
    }),
  ),
];

/** The rules of all contents. */
export const contentsOfTerms: readonly Rule[] = [...CONTENTS.map(contentRule), startAndEnd()];

function contentRule({ id, item, words, label, basis, role, appliesTo }: Content): Rule {
  return defineRule({
    meta: {
      id,
      summary: `The form says ${item}.`,
      severity: "error",
      basis,
      messages: {
        missing: { what: "nothing drawn says {item}", why: "A required item was not found." },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      if (appliesTo !== undefined && !appliesTo(form)) return;
      // Of criteria only what stands with renewal counts: other terms follow from rules too.
      const own = id === "renewal-criteria" ? drawnWith(form, role, /更新/) : saidBy(form);
      if (own.some((text) => words.test(text)) || (label !== undefined && isLabelled(form, label))) return;
      const { span } = presenceOf(form, role);
      report({ message: "missing", span, values: { item }, repair: { title: `print ${item}` } });
    },
  });
}

/** 始業及び終業の時刻: two times of the day, or words that leave them open. */
function startAndEnd(): Rule {
  return defineRule({
    meta: {
      id: "start-and-end",
      summary: "The form says when work starts and ends (始業及び終業の時刻).",
      severity: "error",
      basis: rule("5条1項2号"),
      messages: {
        missing: {
          what: "the time at which work {which} is not drawn (始業及び終業の時刻)",
          why: "A required item was not found.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const texts = drawnWith(form, "labor.hours", /始業|終業|就業時間|勤務時間|労働時間/).join("\n");
      if (/シフト|フレックス|裁量|交替|交代|変形/.test(texts)) return;
      const times =
        texts.match(/[0-9０-９]{1,2}\s*(?:[:：]\s*[0-9０-９]{2}|時(?!間)\s*(?:[0-9０-９]{1,2}\s*分|半)?)/g) ?? [];
      if (times.length >= 2 || texts === "") return;
      const which = times.length === 0 ? "starts and ends" : /始業/.test(texts) ? "ends" : "starts";
      report({ message: "missing", span: presenceOf(form, "labor.hours").span, values: { which } });
    },
  });
}

/** What the form says in values and sentences; the labels of pairs are left out. */
function saidBy(form: Form): readonly string[] {
  return readingOf(form).sentences.map(({ text }) => text);
}

/** What has a role, or stands under a label or in a sentence with some words. */
function drawnWith(form: Form, role: string, words: RegExp): readonly string[] {
  const { sentences } = readingOf(form);
  const elements = new Set(drawnOf(form, role).map(({ run }) => run.element));
  return sentences
    .filter(({ text, label, element }) => elements.has(element) || words.test(`${label}${text}`))
    .map(({ text }) => text);
}

/** Whether a label says it by itself, and something stands behind it. */
function isLabelled(form: Form, label: RegExp): boolean {
  const { pairs } = readingOf(form);
  return pairs.some((pair) => pair.value.trim() !== "" && label.test(bareLabel(pair.label)));
}

function bareLabel(label: string): string {
  return label.replaceAll(/[（(][^）)]*[）)]|[【】［］\s　：:・]*$|^[【［\d.．、\s　]+/g, "");
}

/** Whether a fixed-term contract may be renewed, as far as it says. */
function mayBeRenewed(form: Form): boolean {
  const texts = drawnWith(form, "labor.renewal", /更新/);
  return !texts.some((text) =>
    /更新(?:は|を)?(?:し|行わ|いたし)(?:ない|ません)|更新(?:の有無)?[\s　：:]*(?:無|なし)/.test(text),
  );
}
