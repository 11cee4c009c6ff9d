import { defineRule, drawnOf, type Form, presenceOf } from "../../../../../core/sdk/index.ts";
import { restSaysNothing, saysNoContent } from "../../items/no-content.ts";
import { laborStandardsRule } from "../../laws.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";
import { type Said, saidBy } from "../terms-said.ts";

/** 変更の範囲, 変更範囲, 変更し得る範囲, 異動の範囲, 配置転換の範囲 */
const RANGE = [
  "(?:変わ(?:る|り[うえ得]る)|変え(?:る|[うえ得]る)|移(?:る|り[うえ得]る)",
  "|変更|異動|配転|配置転換|配置換え?|転勤|出向)",
  "(?:の|後の|する|される|し得る|しうる|があり得る|の可能性(?:の|が)ある|可能性のある|可能な?)*(?:範囲|可能性)(?:の有無)?",
].join("");
const HEAD = new RegExp(RANGE);
/** その後、市内の店舗に変更することがある; 変更なし */
const CHANGES = new RegExp(
  [
    "(?:変更|異動|転勤|配置転換|従事|勤務|就業)(?:を命(?:じ|ずる|じる)|させる|する|すること|となる)?(?:こと|場合|可能性)?(?:が|も)(?:あり得る|あり得ます|ありうる|ある|あります|できる)",
    "(?:変更|異動|転勤|配置転換)(?:は|を|の)?、?(?:な[しい]|無し?|行わ(?:ない|ず)|しない|ありません|されない)",
    "(?:変更|異動|転勤|配置転換)を命(?:じ|ずる|じる)",
  ].join("|"),
);
/** One range that is of both. */
const OF_BOTH = new RegExp(`(?:場所|勤務地)[^。]{0,12}(?:業務|職務)[^。]{0,10}${RANGE}`);
const AT_HIRING =
  /[（(【]?(?:雇い?入れ(?:直後|時|当初|の?際)|採用(?:直後|時|当初)|当初|入社時)(?:の[^）)：:は、\s　]{1,8})?[）)】]?[：:はに、]*/g;
const CLOSING = /^[\s　]*[）)】」]?[\s　]*/;

const PARTS = [
  { role: "labor.place", of: "the place", words: /場所|勤務地|店舗|事業[所場]|営業所/ },
  { role: "labor.duties", of: "the duties", words: /業務|職務|仕事/ },
] as const;

/** 変更の範囲: since 2024-04-01 place and duties come with what they may change to, each with its own. */
export const rangeOfChange = defineRule({
  meta: {
    id: "range-of-change",
    summary: "Place and duties are given with the range in which they may change (変更の範囲).",
    severity: "error",
    basis: [laborStandardsRule("5条1項1号の3")],
    validFrom: "2024-04-01",
    messages: {
      missing: {
        what: "nothing drawn says 変更の範囲 of {of}",
        why: "A required item since 2024-04-01 was not found: the words alone do not say what it may change to.",
      },
      atHiring: {
        what: "nothing drawn says {of} at hiring (雇入れ直後)",
        why: "A word that stands in the place of a content is no content.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const said = saidBy(form);
    const own = PARTS.map(({ role }) => said.filter((each) => isOf(form, role, each)));
    const others = said.filter((each) => !own.some((texts) => texts.includes(each)));
    for (const [at, { role, of }] of PARTS.entries()) {
      const texts = own[at] ?? [];
      const isNowhere = texts.length > 0 && texts.every(({ text, label }) => HEAD.test(label) || saysNoPlace(text));
      if (isNowhere) report({ message: "atHiring", span: presenceOf(form, role).span, values: { of } });
    }
    if (others.some(({ text, label }) => OF_BOTH.test(`${label}${text}`))) return;
    const missing = PARTS.filter((_, at) => !(own[at] ?? []).some(saysRange));
    const apart = others.filter(saysRange);
    const left = missing.filter(({ words }) => !apart.some(({ text, label }) => words.test(`${label}${text}`)));
    // Ranges that name neither stand for both in their order.
    const unnamed = apart.filter(({ text, label }) => PARTS.every(({ words }) => !words.test(`${label}${text}`)));
    const [first] = left;
    if (first === undefined || unnamed.length >= left.length) return;
    const title = "print （雇入れ直後）… （変更の範囲）… for place and duties";
    const of = left.length > 1 ? "place and duties" : first.of;
    report({ message: "missing", span: presenceOf(form, first.role).span, values: { of }, repair: { title } });
  },
});

function isOf(form: Form, role: string, { element, label }: Said): boolean {
  if (drawnOf(form, role).some(({ run }) => run.element === element)) return true;
  return label !== "" && meaningOfLabel(label)?.roles.has(role) === true;
}

/** Whether a text says what something may change to. */
function saysRange({ text, label }: Said): boolean {
  if (HEAD.test(label) && !saysNoContent(text)) return true;
  if (CHANGES.test(text)) return true;
  return [...text.matchAll(new RegExp(RANGE, "g"))].some(({ index, 0: word }) => {
    const behind = text.slice(index + word.length).replace(CLOSING, "");
    return !restSaysNothing(behind.split("。")[0] ?? "");
  });
}

/** Whether nothing stands before the range of a text, or a word that says none. */
function saysNoPlace(text: string): boolean {
  const at = HEAD.exec(text)?.index ?? text.length;
  if (at < 4) return false;
  const before = text
    .slice(0, at)
    .replace(AT_HIRING, "")
    .replace(/[（(【「][\s　]*$/, "");
  return saysNoContent(before);
}
