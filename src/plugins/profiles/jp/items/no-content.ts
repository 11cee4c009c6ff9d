// Words that stand where a content belongs and say none: －, 未定, 別途協議, 追って通知, 　年　月　日.
import { narrow } from "./narrow.ts";

/** Signs that fill a place: dashes, blanks to write on, circles and asterisks of samples. */
const SIGNS = /^(?:[-‐‑–—―−ー~〜_*＊・…‥./]+|[○◯〇●×✕xX]{2,})$/;

/** Blanks between the words of a date or a number that nobody filled in: 　年　月　日, 毎月　日, 　　円. */
const BLANK_FORM = /^(?:令和|平成|西暦|毎月|翌月|当月|金|¥)?(?:年|月|日|時|分|円|から|まで|~|〜|-){1,9}$/;

const LATER = "(?:別途|別に|追って|後日|後ほど|後に|改めて|今後|協議(?:の上|のうえ|により|して)|打合せの?上)";
const LATER_DONE = [
  "協議(?:し(?:て|、)?|の上|のうえ|により)?(?:定め(?:る|ます)?|決定)?|相談(?:の上|のうえ)?(?:決定)?|打合せ|指示|指定|通知|連絡|案内|決定",
  "定め(?:る|ます|た)?|決め(?:る|ます)?|知らせ(?:る|ます)?|お知らせ|ご連絡|ご案内|ご相談|ご指示|示す|示します|書面|見積り?|請求",
].join("|");
const ENDING =
  "(?:いた)?(?:する|します|した|される|されます|ところによる|による|もの|予定|事項|内容|とおり|通り|場合|期日|日|場所|額|金額)*" +
  "(?:とする|とします|です|である|にする)?";
const NAMELESS = [
  "未|未判定|未定|未確定|未記入|未入力|未設定|未登録|不明|不詳|検討中|調整中|協議中|確認中|交渉中|要相談|要確認|要協議|応相談|相談による",
  "空欄|空白|記載なし|記入なし|該当なし|なお記載|ダミー|サンプル|テスト|仮|仮称|tbd|tba|n/?a|xxx+|null|undefined|none|pending",
].join("|");

const SAYS_LATER = new RegExp(`^(?:${LATER})(?:、)?(?:[^。、0-9]{0,10}?(?:${LATER_DONE}))*${ENDING}$`);
const SAYS_NOTHING = new RegExp(`^(?:${NAMELESS})(?:とする|とします|です|である)?$`, "i");
/** Between a heading and what it tells. */
const LEADING = /^(?:の有無|につい(?:て|ては)|に関して(?:は)?|とは|[：:はをがのに、,\s])+/;
const TRAILING = /(?:とする|とします|です|である|になる)?[。．、,\s]*$/;
/** ○○株式会社, △△△, 株式会社□□ 御中: a name that nobody filled in. */
const PLACEHOLDER =
  /^(?:株式会社|有限会社|合同会社|[(（]株[)）])?[○〇◯●□■△▲☆]{2,}(?:商事|産業|工業|株式会社|有限会社|合同会社|商店|商会|工場|支店|店|農園|[(（]株[)）])?(?:様|御中|殿)?$/;
/** （会社名）: the name of a field in place of its value. */
const NAME_OF_FIELD =
  /^[([【<](?:貴?社名|会社名|お?名前|ご?氏名|宛名|名称|住所|品名|件名|金額|日付)[)\]】>](?:様|御中|殿)?$/;
const BRACKETS = /^[（(［[「【](.*)[）)］\]」】]$/;

/**
 * With one of these begins whatever matches one of the patterns, as it is written or narrowed. Values are judged for
 * every record, and nearly all begin with another letter: this look at one takes a tenth of the patterns' time.
 */
const FIRST_LETTERS = new Set(
  [
    "-‐‑–—―−ー~〜_*＊・…‥./○◯〇●×✕xX□■△▲☆([【<（［「。．、,",
    "令平西毎翌当金¥年月日時分円かま",
    "別追後改今協打",
    "とになで",
  ]
    .concat("未不検調確交要応相空記該なダサテ仮", "tnupTNUP", "株有合", " \t\n\r\u3000")
    .join("")
    .split("")
    .flatMap((letter) => {
      const wide = letter.charCodeAt(0) + 0xfee0;
      return letter >= "!" && letter <= "~" ? [letter, String.fromCharCode(wide)] : [letter];
    }),
);

/** Whether words say nothing of what they stand for. Blank words say nothing either. */
export function saysNoContent(words: string): boolean {
  const first = words.charAt(0);
  return (first === "" || FIRST_LETTERS.has(first) || first.trim() === "") && matchesNoContent(words);
}

/** The same by the patterns alone. */
export function matchesNoContent(words: string): boolean {
  const joined = narrow(words).replaceAll(/\s/g, "");
  const plain = joined.replace(TRAILING, "").replace(BRACKETS, "$1");
  if (plain === "") return true;
  if (PLACEHOLDER.test(plain) || NAME_OF_FIELD.test(joined)) return true;
  // Most values are told by their first letters or their length.
  if (plain.length > 28) return false;
  return SIGNS.test(plain) || BLANK_FORM.test(plain) || SAYS_NOTHING.test(plain) || SAYS_LATER.test(plain);
}

/** The same of what follows a heading or a word: は、別途定める, について：－. */
export function restSaysNothing(rest: string): boolean {
  const plain = narrow(rest).replaceAll(/\s/g, "").replace(LEADING, "");
  return saysNoContent(plain) || isUnchosen(plain);
}

/** 有・無, □有 □無: neither is chosen. */
export function isUnchosen(words: string): boolean {
  const plain = narrow(words)
    .replaceAll(/\s/g, "")
    .replace(/^[：:はを、（(]+/, "");
  return (
    /^(?:有り?|あり)[・/|｜,、或又]*(?:は|いは)?(?:無し?|なし)(?:[）)。、]|$|[^：:。、（）()0-9]{2,14}[：:])/.test(
      plain,
    ) || /^[□☐][^□☐■☑☒✓✔]{1,8}[□☐](?!.*[■☑☒✓✔])/.test(plain)
  );
}

const BLANK_NUMBER =
  /(?:毎月|翌月|当月|月額|時給|時間給|日給|月給|年俸|基本給|始業|終業|休憩|上限|年)[はを：:約]?(?:[\s　＿_]*)(?:日|円|時|分|回|年)(?![給間々前後曜数額度内以上]|[0-9０-９])/;
const BLANKED = /[\s　＿_]{1,}(?:円|時間|か月|ヶ月|箇月|回|年間|年)(?=[、。\s　）)]|まで|以内|を|$)/;

/** A place for a number that nobody filled in: 毎月　日, 月額　　円. */
export function hasBlankNumber(words: string): boolean {
  return BLANK_NUMBER.test(words) || BLANKED.test(words);
}
