// Single breaches and lawful forms that an examiner named: what terms say, days of the law, wordings that are allowed.
import { readFileSync } from "node:fs";
import type { Mutant } from "./mutant.ts";
import { content, type Edit, lawful, type NamedCase } from "./named-case.ts";
import { NAMED_WORDINGS } from "./named-wordings.ts";

const DUE: Edit = ['role=payment.dueDate      example="2027-01-29"', ""];
const due = (day: string): Edit => [DUE[0], DUE[0].replace("2027-01-29", day)];
const how = (words: string): Edit => ["銀行振込（振込手数料は当社負担）", words];
const itaku = (day: string): Edit => ['example="2027-01-31"', `example="${day}"`];
const term = (words: string): Edit => ["振込手数料は発注者が負担します。", words];

/** What a notice says of raises, bonuses and retirement pay, in a line of its own. */
function partTime(line: string): readonly Edit[] {
  const pair = 'pair "昇給・賞与・退職手当" "昇給 無、賞与 有（年2回、寸志）、退職手当 無" role=labor.partTime';
  const end = 'text "本契約は当社の就業規則による。" size=small';
  return [
    [pair, ""],
    [end, `${line}\n    ${end}`],
  ];
}

/** The term of a contract as two boxes to tick, one of which is. */
function boxes(lasts: boolean): Edit {
  const line = 'text "1 雇用期間　{term}"';
  const checks = `check (${lasts}) "期間の定めなし" role=labor.term\n    check (${!lasts}) "期間の定めあり" role=labor.term`;
  return [line, `text "1 雇用期間　2026年12月1日から"\n    ${checks}`];
}

const ORDERS: readonly NamedCase[] = [
  content("hatchu", "due on the 61st day", due("2027-02-02")),
  lawful("hatchu", "due on the 60th day", due("2027-02-01")),
  lawful(
    "hatchu",
    "closed at the end of the month and paid at the end of the next",
    ['example="2026-12-04"', 'example="2026-12-01"'],
    due("2027-01-31"),
    how("毎月末日締切、翌月末日払い（銀行振込）"),
  ),
  content(
    "hatchu",
    "closed at the end of the month and paid at the end of the second next",
    due("2027-02-28"),
    how("毎月末日締切、翌々月末日払い（銀行振込）"),
  ),
  content("hatchu", "the fee taken off, in data", how("銀行振込（振込手数料は貴社負担とし差し引きます）")),
  content("hatchu", "the fee borne by the payee, in data", how("銀行振込。振込手数料は受注者の負担とします。")),
  content("hatchu", "due after inspection, in data", how("検収後60日以内に銀行振込")),
  content("hatchu", "due after the invoice, in data", how("請求書受領後45日以内に銀行振込")),
  content("hatchu", "a rebate taken off", how("銀行振込。支払時に値引を差し引いて支払います。")),
  content("hatchu", "歩引", how("銀行振込（歩引3%）")),
  content("hatchu", "a contribution", how("銀行振込。協賛金を差し引きます。")),
  content("hatchu", "by bill", how("約束手形（90日）")),
  content("hatchu", "by an electronic claim that matures late", how("電子記録債権（満期日 2027年4月30日）")),
  lawful("hatchu", "by an electronic claim that matures in time", how("電子記録債権（満期日 2027年1月29日）")),
  lawful("hatchu", "no bills", how("銀行振込（手形は用いません）")),
  lawful(
    "hatchu",
    "the fee borne by whoever orders",
    how("銀行振込。振込手数料は委託者の負担とし、代金から差し引きません。"),
  ),
  content(
    "hatchu",
    "without a word on tax",
    ["発注金額合計（税抜）", "発注金額合計"],
    ["消費税等は別途お支払いします。", "よろしくお願いします。"],
  ),
  content("gyomu-itaku", "due on the 61st day", itaku("2027-02-08")),
  lawful("gyomu-itaku", "due on the 60th day", itaku("2027-02-07")),
  lawful(
    "gyomu-itaku",
    "commissioned again, paid within 30 days of the principal's day",
    itaku("2027-03-01"),
    term("本件は再委託です。元委託者：株式会社大和広告、元委託業務の対価の支払期日：2027年1月31日。"),
  ),
  content(
    "gyomu-itaku",
    "commissioned again, paid 31 days after the principal's day",
    itaku("2027-03-03"),
    term("本件は再委託です。元委託者：株式会社大和広告、元委託業務の対価の支払期日：2027年1月31日。"),
  ),
  content("gyomu-itaku", "a tenth taken off", term("支払時に報酬の10%を控除します。")),
  lawful("gyomu-itaku", "income tax withheld", term("源泉所得税を控除して支払います。")),
];

const LABOUR: readonly NamedCase[] = [
  ...[
    ["the range of places", "　（変更の範囲）北海道内の営業所"],
    ["the range of duties", "　（変更の範囲）物流に関する業務"],
    ["the end of work", "　終業 16時00分"],
    ["the start of work", "始業 9時00分　"],
    ["the criteria of renewal", "判断の基準は契約期間満了時の業務量、勤務成績・態度、能力とする。"],
    ["the closing day of wages", "締切日 毎月末日　"],
    ["the day of payment", "支払日 翌月15日　"],
    ["raises", "昇給 無、"],
    ["bonuses", "賞与 有（年2回、寸志）、"],
    ["retirement pay", "、退職手当 無"],
  ].map(([name = "", words = ""]) => content("koyo-yuki", `without ${name}`, [words, ""])),
  ...(
    [
      ["with colons and blanks", 'text "7 昇給:無  賞与:有（年2回、寸志）  退職手当:無" role=labor.partTime'],
      ["with single blanks", 'text "昇給:無 賞与:有 退職手当:無" role=labor.partTime'],
      ["as questions and answers", 'text "7 昇給の有無:無  賞与の有無:有  退職手当の有無:無" role=labor.partTime'],
      [
        "by boxes to tick",
        'row {\ntext "7 昇給の有無" w=26mm role=labor.partTime\n' +
          ["昇給の有無", "賞与の有無", "退職手当の有無"]
            .map((name, at) => {
              const label = at === 0 ? "" : `text "${name}" w=26mm\n`;
              return `${label}check (${at === 1}) "有" w=10mm\ncheck (${at !== 1}) "無" w=12mm\n`;
            })
            .join("") +
          "}",
      ],
    ] as const
  ).map(([name, line]) => lawful("koyo-yuki", `raises, bonuses and retirement pay ${name}`, ...partTime(line))),
  ...(
    [
      ["raises", 'text "7 昇給:  賞与:有  退職手当:無" role=labor.partTime'],
      ["raises among questions", 'text "昇給の有無:有・無  賞与の有無:有  退職手当の有無:無" role=labor.partTime'],
      [
        "raises among boxes to tick",
        'row {\ntext "7 昇給の有無" w=26mm role=labor.partTime\ntext "賞与の有無" w=26mm\ncheck (true) "有" w=10mm\n' +
          'text "退職手当の有無" w=30mm\ncheck (true) "無" w=10mm\n}',
      ],
    ] as const
  ).map(([name, line]) => content("koyo-yuki", `without an answer of ${name}`, ...partTime(line))),
  lawful("koyo-yuki", "no other leave", [
    'pair "休暇" "年次有給休暇 6か月継続勤務した場合 10日"',
    'pair "休暇" "年次有給休暇 6か月継続勤務した場合 10日　その他の休暇：なし"',
  ]),
  lawful(
    "koyo-yuki",
    "overtime by a box to tick",
    ['pair "所定時間外労働" "無"', "-"],
    [
      'text "本契約は当社の就業規則による。" size=small',
      'row {\ntext "5 所定労働時間を超える労働の有無" w=60mm\ncheck (false) "有" w=10mm\ncheck (true) "無" w=12mm\n}\n' +
        'text "本契約は当社の就業規則による。" size=small',
    ],
  ),
  ...[
    "☑期間の定めなし　□期間の定めあり（　年　月　日～　年　月　日）　開始日 2026年12月1日",
    "2026年12月1日から　☑期間の定めなし □期間の定めあり",
    "□期間の定めあり ☑期間の定めなし（2026年12月1日より）",
    "期間の定め　□有 ☑無　開始 2026年12月1日",
    "■期間の定めなし □期間の定めあり 2026年12月1日から",
  ].map((term) => lawful("koyo-muki", term, ["2026年12月1日から定年まで（期間の定めなし）", term])),
  ...["☑期間の定めあり □期間の定めなし 2026年12月1日より", "期間の定め　☑有 □無　2026年12月1日～2027年3月31日"].map(
    (term) => content("koyo-muki", term, ["2026年12月1日から定年まで（期間の定めなし）", term]),
  ),
  lawful("koyo-muki", "a box of a contract that lasts is ticked", boxes(true)),
  content("koyo-muki", "a box of a contract that ends is ticked", boxes(false)),
  lawful(
    "koyo-yuki",
    "without a word on a limit that is not set",
    ['pair "更新上限"', "-"],
    ["本契約は当社の就業規則による。", "本契約期間内に無期転換の申込権は発生しない。"],
  ),
  ...["休憩時間", "所定時間外労働", "休暇", "解雇の事由", "相談窓口", "更新の有無"].map((label) =>
    content("koyo-yuki", `without the line ${label}`, [`pair "${label}"`, "-"]),
  ),
  content(
    "koyo-yuki",
    "a term that speaks of 無期転換 is fixed all the same",
    ["期間の定めあり（", "（無期転換の申込みは別途定める）（"],
    ['pair "更新の有無"', "-"],
  ),
  ...[
    "変更し得る範囲は、",
    "変更する範囲は、",
    "将来の異動の範囲は、",
    "配置転換の範囲は、",
    "変更の可能性がある範囲は、",
  ].map((words) => lawful("keiyaku-jobun", words, ["変更の範囲は、", words])),
  lawful("keiyaku-jobun", "a sentence in place of 変更の範囲", [
    "変更の範囲は、市内の各店とする。",
    "その後、市内の各店に変更することがある。",
  ]),
  lawful("keiyaku-jobun", "the break as a span", ["途中に60分の休憩を置く", "休憩は12:00〜13:00とする"]),
  content("koyo-yuki", "more than five years, without the chance of conversion", ["4年まで", "7年まで"]),
  lawful("koyo-yuki", "not renewed", [
    "更新する場合があり得る。判断の基準は契約期間満了時の業務量、勤務成績・態度、能力とする。",
    "更新しない。",
  ]),
  lawful(
    "koyo-yuki",
    "変更範囲",
    ["（変更の範囲）北海道", "（変更範囲）北海道"],
    ["（変更の範囲）物流", "（変更範囲）物流"],
  ),
  lawful("koyo-yuki", "雇用契約書", ['"労働条件通知書" size', '"雇用契約書 兼 労働条件通知書" size']),
  ...[
    ["the range of places", "変更範囲は、当社の各事業所とする。"],
    ["the range of duties", "変更範囲は、当社の定める業務とする。"],
    ["the end of work", "終業17時15分、"],
    ["breaks", "、休憩60分"],
    ["overtime", "所定時間外労働を命ずることがある。"],
    ["leave", "年次有給休暇は法定どおり付与する。"],
    ["the closing day of wages", "毎月20日に締め切り、"],
    ["the day of payment", "当月末日に"],
    ["grounds of dismissal", "解雇の事由は就業規則第45条による。"],
    ["how one leaves", "退職は30日前に申し出るものとする。"],
  ].map(([name = "", words = ""]) => content("koyo-muki", `without ${name}`, [words, ""])),
  lawful(
    "koyo-muki",
    "変更の範囲",
    ["変更範囲は、当社の各", "変更の範囲は、当社の各"],
    ["変更範囲は、当社の定", "変更の範囲は、当社の定"],
  ),
];

const number = (words: string): Edit => ['example="T7000012050002"', `example="${words}"`];
const stamp = (words: string): Edit => ["電子メール送信のため収入印紙は省略", words];
const note = (words: string): Edit => ["当方は適格請求書発行事業者ではありません。", words];
const foot = (words: string): Edit => ["全{page.total}頁中 第{page.n}頁", words];

const INVOICES: readonly NamedCase[] = [
  lawful("seikyu-kenzai", "the number with hyphens", number("T-7000-0120-50002")),
  lawful("seikyu-kenzai", "the number in full width", number("Ｔ７００００１２０５０００２")),
  lawful("seikyu-kenzai", "the number in pieces", [
    "登録番号 {us.reg}",
    "登録番号 T {mid(us.reg, 2, 1)}-{mid(us.reg, 3, 4)}-{mid(us.reg, 7, 4)}-{mid(us.reg, 11, 4)}",
  ]),
  content("seikyu-kenzai", "a number of twelve digits", number("T700001205000")),
  content("seikyu-kenzai", "half of the number", ["登録番号 {us.reg}", "登録番号 {left(us.reg, 7)}"]),
  content("seikyu-kenzai", "上様", ['example="有限会社長谷川工務店"', 'example="上様"']),
  content("seikyu-kenzai", "tax rounded line by line", [
    "let vat         role=totals.tax   = round(sub * 0.1, 0, down)",
    "let lines[].v = round(.sum * 0.1 + 0.4, 0, down)\nlet vat role=totals.tax = sum(lines[].v)",
  ]),
  content("seikyu-zeikomi", "a date without its year", ["format(day, 'ggge年M月d日')", "format(day, 'M月d日')"]),
  content("reji", "a time in place of the day", [
    "text (format(day, 'yyyy/MM/dd')) w=1fr",
    'text "12:34" w=1fr role=transaction.date',
  ]),
  content("seikyu-shokuhin", "a legend of another sign", ["※印は", "＊印は"]),
  content("seikyu-shokuhin", "no legend", ["※印は軽減税率（8%）対象商品です。", "毎度ありがとうございます。"]),
  content("seikyu-shokuhin", "no mark", ["{if(.rate == 8, ' ※', '')}", ""]),
  lawful(
    "seikyu-shokuhin",
    "軽減税率対象 in each line",
    ["' ※'", "'（軽減税率対象）'"],
    ['    text "※印は軽減税率（8%）対象商品です。" role=tax.reducedNote\n', ""],
  ),
  content("shiire", "nothing says that goods are at the reduced rate", ["品名（すべて軽減税率対象）", "品名"]),
  content("shiire", "other words in place of the confirmation", [
    "送付後7日以内に誤りのある旨の連絡がない場合には、記載内容のとおり確認があったものといたします。",
    "毎度お世話になっております。",
  ]),
  ...[
    "適格請求書発行事業者の登録はしておりません。",
    "当店は免税事業者のため、登録番号はありません。",
    "本書は適格請求書ではありません。",
  ].map((words) => lawful("seikyu-menzei", words, note(words))),
  content("seikyu-menzei", "a look-alike title", ['text "請求書"', 'text "適格請求書"']),
  content("seikyu-menzei", "a number", note("登録番号 T7000012050002")),
  ...["電磁的記録により発行のため、印紙は不要です。", "電子発行につき印紙不要", "PDF発行のため収入印紙貼付不要"].map(
    (words) => lawful("ryoshu", words, stamp(words)),
  ),
  content("ryoshu", "no stamp and no word of it", stamp("またのご利用をお待ちしております。")),
  lawful(
    "ryoshu",
    "of a dentist, who does no business",
    ["木工房ひなた株式会社", "ひなた歯科医院 院長 高木 修"],
    stamp("お大事になさってください。"),
  ),
  lawful("seikyu-shigyo", "rates in one sentence each", [
    "は{format(fee, '#,##0')}円、消費税額等（{percent}%）は",
    "は{format(fee, '#,##0')}円。{percent}%を乗じた消費税額等は",
  ]),
  content("reji-genkin", "the cash under the label of the total", [
    "{format(all, '#,##0')}円\" w=30mm",
    "{format(paid, '#,##0')}円\" w=30mm",
  ]),
  lawful("mitsumori", "tax rounded line by line", [
    "let vat         role=totals.tax   = round(sub * 0.1, 0, down)",
    "let lines[].v = round(.sum * 0.1, 0, down)\nlet vat role=totals.tax = sum(lines[].v)",
  ]),
  lawful("kensa", "Page 1 of 1", foot("Page {page.n} of {page.total}")),
  lawful("kensa", "1／1", foot("{page.n}／{page.total}")),
  content("kensa", "no page number beside a tolerance", foot("諏訪精密工業")),
  content("kensa", "a value out of its tolerance", ['"10.011"', '"10.031"']),
  content("kensa", "a value over its limit", ['"0.002"]', '"0.007"]']),
];

/** Each named case as a mutant. */
export const NAMED_MUTANTS: readonly Mutant[] = [...ORDERS, ...LABOUR, ...INVOICES, ...NAMED_WORDINGS].map(
  ({ form, name, kind, edits }) => {
    const own = readFileSync(`test/plugins/profiles/jp/examiner/forms/${form}.rpt`, "utf8");
    const [, profile = ""] = /^document .*profile=([\w.-]+)/m.exec(own) ?? [];
    return { name: `${form}: ${name}`, profile, kind, source: edits.reduce(edited, own) };
  },
);

/** `-` leaves out the whole line. */
function edited(source: string, [from, to]: Edit): string {
  if (!source.includes(from)) throw new Error(`the form has no ${from}`);
  if (to !== "-") return source.replaceAll(from, to);
  return source
    .split("\n")
    .filter((line) => !line.includes(from))
    .join("\n");
}
