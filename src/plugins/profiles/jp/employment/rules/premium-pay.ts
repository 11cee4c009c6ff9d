// 労働基準法37条: what overtime, work at night and work on days off are paid above the wage.
import { defineRule, type Form } from "../../../../../core/sdk/index.ts";
import { quoted } from "../../items/quote.ts";
import { laborStandardsAct } from "../../laws.ts";
import { type Clause, clausesOf, placeOf } from "../terms-said.ts";

/** Sorts of work. What lies within the hours of the law, or on days off beyond those of the law, has no least rate. */
type Sort = "overtime" | "beyond60" | "night" | "legalDayOff" | "dayOff" | "free";

const LEAST_PERCENT: Readonly<Record<Sort, number>> = {
  ...{ overtime: 25, night: 25, beyond60: 50 },
  ...{ legalDayOff: 35, dayOff: 35, free: 0 },
};

/** Rates above the wage, by sort of work. */
export const premiumPay = defineRule({
  meta: {
    id: "premium-pay",
    summary: "Overtime and night work are paid 25 % more, overtime beyond 60 hours a month 50 %, days off 35 %.",
    severity: "error",
    waivable: false,
    basis: [laborStandardsAct("37条1項・4項")],
    messages: {
      low: {
        what: '"{text}" pays {percent} % more for {work}; the law asks for at least {least} %',
        why: "Overtime and night work are paid 25 % more, beyond 60 hours a month 50 %, days off of the law 35 %.",
      },
      none: {
        what: '"{text}" pays nothing more for overtime',
        why: "Overtime is paid 25 % more, whatever was agreed.",
      },
      uncounted: {
        what: '"{text}" leaves minutes of work out of the pay',
        why: "Each minute of overtime is paid; of the hours of a whole month less than thirty minutes may be left out.",
      },
      bounded: {
        what: '"{text}" bounds the pay for overtime, however many hours are worked',
        why: "Overtime beyond a fixed sum is paid as well.",
      },
      included: {
        what: '"{text}" holds pay for overtime (固定残業代), and says neither for how many hours nor how much it is',
        why: "Pay for overtime has to be told from the wage, and what goes beyond it is paid as well.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const hasOwnDaysOff = clausesOf(form).some(({ text }) => /法定休日|法定外休日|所定休日/.test(text));
    for (const clause of clausesOf(form)) {
      const at = placeOf(form, clause);
      const { text } = clause;
      const low = lowestOf(clause, hasOwnDaysOff);
      if (low !== null) {
        const { percent, least, work, words } = low;
        report({ message: "low", ...at, values: { text: quoted(text, words), percent, least, work } });
      } else if (UNPAID.test(text) && !MAY_BE_UNPAID.test(text))
        report({ message: "none", ...at, values: { text: quoted(text, UNPAID) } });
      else if (NOT_COUNTED.test(text) && !MAY_BE_ROUNDED.test(text))
        report({ message: "uncounted", ...at, values: { text: quoted(text, NOT_COUNTED) } });
      else if (BOUNDED.test(text) && !MAY_BE_BOUNDED.test(text))
        report({ message: "bounded", ...at, values: { text: quoted(text, BOUNDED) } });
      else if (INCLUDED.test(text) && !TOLD_APART.test(text) && !isToldApart(form))
        report({ message: "included", ...at, values: { text: quoted(text, INCLUDED) } });
    }
  },
});

const PAY = "(?:割増賃金|割増手当|残業代|残業手当|(?:時間外|超過勤務)(?:労働|勤務)?(?:の)?(?:割増|手当|賃金|割増賃金))";
/** Work at night and on days off of the law. */
const LATE = "(?:深夜|夜間|夜?(?:10|22)時(?:以降|から|を過ぎて)|法定休日)";
/** What is paid above the wage, and that it is not. */
const ABOVE_WAGE = "(?:割増(?:賃金|手当)?|(?<!夜勤)手当|増し?)";
const NONE =
  "(?:なし|無し|な[いく]|ありません|[つ付]か(?:ない|ず)|出(?:ない|ません|ず)|支払(?:わない|わず|いません)|支給し(?:ない|ません))";
const UNPAID = new RegExp(
  `${PAY}[^。、]{0,16}(?:支払わ|支払い|支払|支給し|支給|払わ|付か|つか|発生し|加算し|出)(?:ない|ません|ず|致しません|いたしません)` +
    `|${PAY}(?:は|：|:|の支給|の支払)?[\\s　：:は]{0,2}(?:なし|無し|無(?![いく]))|サービス残業` +
    `|${LATE}(?:労働|勤務|就業)?(?:の|に対する|には?)?[^。、0-9]{0,8}${ABOVE_WAGE}[はもを]?[\\s：:]{0,2}${NONE}`,
);
/** Who has no such pay by law, and hours that are within those of the law. */
const MAY_BE_UNPAID = new RegExp(
  [
    "管理監督|41条|法定[^。、]{0,6}(?:内|以内|まで)|所定[^。、]{0,4}(?:超|内)|8時間(?:以内|まで|を超えな)|範囲|裁量|みなし",
    "高度プロ|遅刻|場合を除|休業|深夜[^。、]{0,6}(?:行わ|させ|従事し)(?:ない|ません)|深夜(?:労働|勤務)は?な[いし]",
  ].join("|"),
);
/** 30分未満を切り捨て, 15分単位で切捨て: hours of a day that are not counted. */
const NOT_COUNTED = new RegExp(
  "(?:時間外|残業|労働時間|勤務時間|超過勤務|休日労働|深夜)[^。]{0,16}[0-9]{1,2}\\s*分(?:未満|単位|以下|に満たない|以内)[^。]{0,14}" +
    "(?:切り?捨|カット|(?:含め|数え|算入し|計上し|支給し|支払わ|認め)(?:ない|ません)|除[くき外])",
);
/** Of a month as a whole less than half an hour may be left out. */
const MAY_BE_ROUNDED = /1?[か箇ヶカケ]月(?:間)?(?:に|の|を|単位|合計|における)|月間|合計|切り?捨て(?:ない|ません|ず)/;
/** 時間外手当は月10,000円を限度とする, 残業代は20時間分まで. */
const BOUNDED = new RegExp(
  `(?:${PAY}|時間外手当|深夜手当|休日手当)(?:の支給|の支払い?)?[はを：]?[^。、0-9]{0,10}[0-9][0-9,]*\\s*(?:万|千)?(?:円|時間分)[^。、]{0,4}` +
    "(?:を?(?:限度|上限)|まで(?!に)|で打ち?切|を超え[^。、]{0,8}(?:支給し|支払わ|支払い)(?:ない|ません))",
);
/** The sum is for hours that are said, and more is paid for more. */
const MAY_BE_BOUNDED =
  /超え(?:た|る)(?:部分|分|場合|とき)[^。]{0,10}(?:別途|追加|支給し?[まて。]|支払[いう])|別途|差額|超過分/;
const INCLUDED = new RegExp(
  `${PAY}[^。、0-9]{0,8}(?:含む|含み|含めて?|含まれ|込み?(?!み))` +
    // 時間外労働については基本給に含まれる.
    "|(?:時間外|残業|超過勤務|深夜|休日)(?:労働|勤務)?(?:の対価|の分|分)?(?:に(?:ついて|対する賃金))?(?:は|も|を)、?[^。、0-9]{0,10}" +
    "(?:基本給|月給|年俸|賃金|給与|本給|時給)[^。、]{0,6}(?:含む|含み|含めて?|含まれ|込み?(?!み))",
);
const TOLD_APART =
  /\d\s*(?:時間|h)|別途(?!、?支(?:払わ|払い?ま|給し(?:ない|ません)))|差額|超過分|超え|含まない|含みません|含まれ(?:ない|ません)/;

/** 固定残業代 with its hours or amount somewhere else on the form. */
function isToldApart(form: Form): boolean {
  return clausesOf(form).some(({ text }) => /(?:固定|定額|みなし)(?:残業|時間外)[^。]{0,24}\d/.test(text));
}

const BEYOND_60 = "60時間(?:を)?(?:超|こ)え?(?:る|た|て)?(?!部分を?除|を除|ない|な[いか])";
const FREE = [
  "法定(?:労働)?(?:時間)?内|法定[^。、%]{0,8}(?:以内|まで|の範囲)|所定(?:時間)?超|8時間(?:以内|まで)",
  "法定外休日|所定休日|法定休日以外|その他の?休日|法定休日を除",
].join("|");
const OVERTIME = "時間外|残業|超過勤務|法定超|(?:法定|8|40)(?:労働)?(?:時間)?を?超|早出|所定外";
const NUMBER =
  "\\d+(?:\\.\\d+)?\\s*(?:%|パーセント)|[0-9一二三四五六七八九]割(?:[0-9一二三四五六七八九]分)?|\\d\\.\\d+\\s*倍|100分の\\d+";
const TOKENS = new RegExp(
  `(?<beyond60>${BEYOND_60})|(?<free>${FREE})|(?<night>深夜|午後10時|22時)|(?<legalDayOff>法定休日)|(?<dayOff>休日)` +
    `|(?<overtime>${OVERTIME})|(?<number>${NUMBER})`,
  "g",
);
/** What speaks of pay above the wage, and not of hours or of a share. */
const OF_PAY = /割増|手当|賃金|支払|支給|率|増し|増額|加算|倍/;
/** Words between a sort and its rate. */
const GAP_LETTERS_MAX = 24;

/** A rate that is too low, the work that it is for, and where it stands. */
interface LowRate {
  readonly percent: number;
  readonly least: number;
  readonly work: string;
  readonly words: RegExp;
}

/** A rate under the least of its sorts; null where each is enough or can't be told. */
function lowestOf({ text }: Clause, hasOwnDaysOff: boolean): LowRate | null {
  if (!OF_PAY.test(text) || !/\d|割|倍/.test(text)) return null;
  // Brackets without a rate explain a sort that stands before them.
  const plain = text.replaceAll(/[（(][^（()）]*[）)]/g, (group) =>
    new RegExp(`${NUMBER}|${FREE}`).test(group) ? group : "",
  );
  let sorts = new Set<Sort>();
  let isRated = true;
  let end = 0;
  let start = 0;
  for (const match of plain.matchAll(TOKENS)) {
    const { number, ...found } = match.groups ?? {};
    if (number === undefined) {
      if (isRated) {
        sorts = new Set();
        start = match.index;
      }
      isRated = false;
      for (const sort of SORTS) if (found[sort] !== undefined) sorts.add(sort);
    } else {
      const percent = percentOf(number);
      const isNear = match.index - end <= GAP_LETTERS_MAX;
      if (sorts.size === 0 && /^[^：]{0,6}割増(?:賃金)?率?：/.test(plain)) {
        sorts.add("overtime");
        isRated = false;
      }
      const least = leastOf(sorts, hasOwnDaysOff, percent);
      if (!isRated && isNear && percent < least) {
        const words = new RegExp(
          plain.slice(start, match.index + number.length).replaceAll(/[.*+?^${}()|[\]\\]/g, "."),
        );
        return { percent, least, work: workOf(sorts, least), words: words.test(text) ? words : /\d|割/ };
      }
      isRated = true;
    }
    end = match.index + match[0].length;
  }
  return null;
}

const WORK: Readonly<Record<Sort, string>> = {
  overtime: "overtime (時間外)",
  beyond60: "overtime beyond 60 hours a month",
  night: "night work (深夜)",
  legalDayOff: "work on a day off of the law (法定休日)",
  dayOff: "work on a day off (休日)",
  free: "these hours",
};

/** The work that asks for the most of several sorts. */
function workOf(sorts: ReadonlySet<Sort>, least: number): string {
  return WORK[[...sorts].find((sort) => LEAST_PERCENT[sort] === least) ?? "overtime"];
}

const SORTS = Object.keys(LEAST_PERCENT) as readonly Sort[];

function leastOf(sorts: ReadonlySet<Sort>, hasOwnDaysOff: boolean, percent: number): number {
  if (sorts.has("free")) return 0;
  // Where days off of the law are told apart, others may have the rate of overtime.
  const isOtherDay = hasOwnDaysOff && sorts.has("dayOff") && percent >= LEAST_PERCENT.overtime;
  const asked = [...sorts].filter((sort) => !(sort === "dayOff" && isOtherDay));
  return Math.max(0, ...asked.map((sort) => LEAST_PERCENT[sort]));
}

const KANJI = "〇一二三四五六七八九";

/** 25％, 2割5分, 1.25倍, 100分の125 → what is paid more, in percent. */
function percentOf(written: string): number {
  const shares = /([0-9一二三四五六七八九])割(?:([0-9一二三四五六七八九])分)?/.exec(written);
  if (shares !== null) return digitOf(shares[1]) * 10 + digitOf(shares[2]);
  const [number = "0"] = /\d+(?:\.\d+)?(?!分の)/.exec(written.replace("100分の", "")) ?? [];
  const percent = written.includes("倍") ? Math.round(Number(number) * 100) : Number(number);
  return percent > 100 ? percent - 100 : percent;
}

function digitOf(letter: string | undefined): number {
  if (letter === undefined) return 0;
  return KANJI.includes(letter) ? KANJI.indexOf(letter) : Number(letter);
}
