// One thing said in several ways: wordings that are lawful, and breaches that go by other words than the statute's.
import { content, type Edit, lawful, type NamedCase } from "./named-case.ts";

/** A case of each wording. */
function each(
  of: typeof lawful,
  form: string,
  wordings: readonly string[],
  edits: (words: string) => readonly Edit[],
): readonly NamedCase[] {
  return wordings.map((words) => of(form, words, ...edits(words)));
}

const how = (words: string): readonly Edit[] => [["銀行振込（振込手数料は当社負担）", words]];
const supplied = (words: string): readonly Edit[] => [
  [
    '    text "消費税等は別途お支払いします。"',
    `    text "消費税等は別途お支払いします。"\n    text "${words}" role=order.materials`,
  ],
];
const open = (words: string): readonly Edit[] => [
  [
    '    text "消費税等は別途お支払いします。"',
    `    text "消費税等は別途お支払いします。"\n    text "${words}" role=order.undecided`,
  ],
];

const ORDERS: readonly NamedCase[] = [
  ...each(
    lawful,
    "hatchu",
    [
      "銀行振込（約束手形の利用は2025年に終了しました）",
      "銀行振込（手形：なし）",
      "銀行振込。手形による決済は取りやめました。",
      "銀行振込（手形に代えて全額を振り込みます）",
      "銀行振込。振込手数料を差し引いてお支払いすることはありません。",
      "銀行振込。振込手数料は控除せず、弊社で負担します。",
      "銀行振込（手数料の差引なし）",
      "銀行振込。代金からの減額は一切行いません。",
    ],
    how,
  ),
  ...each(
    content,
    "hatchu",
    ["銀行振込と手形の併用（手形の期間は60日を超えない）", "約束手形（手形の裏書譲渡は認めない。）で支払う"],
    how,
  ),
  ...each(
    lawful,
    "hatchu",
    [
      "有償支給：無",
      "有償支給材料はございません。",
      "材料の有償支給は行わない。",
      "有償で支給する部品はなく、貴社で調達願います。",
    ],
    supplied,
  ),
  content("hatchu", "materials for money, without a price", ...supplied("アルミ材A5052を有償で支給する。")),
  ...each(lawful, "hatchu", ["未定事項　該当なし", "未定の事項はない。", "定まっていない項目：特になし"], open),
  ...each(
    content,
    "hatchu",
    ["数量の一部は未定で、その他の定めはない。", "塗装色は未定。", "納入回数は未定です。"],
    open,
  ),
];

/** The due date as words, in the data. */
const dueSaid = (words: string): readonly Edit[] => [
  [
    'field due          date            role=payment.dueDate      example="2027-01-29"',
    `field due string(60) role=payment.dueDate example="${words}"`,
  ],
  ["(format(due, 'yyyy年M月d日'))", "(due)"],
];
/** Delivery and payment in one fixed sentence. */
const inWords = (words: string): readonly Edit[] => [
  ['field until        date            role=order.deliveryDate   example="2026-12-04"\n', ""],
  ['field due          date            role=payment.dueDate      example="2027-01-29"\n', ""],
  [
    "      pair \"納期\" (format(until, 'yyyy年M月d日'))\n",
    '      pair "納期" "2026年12月4日" role=order.deliveryDate\n',
  ],
  [
    "      pair \"支払期日\" (format(due, 'yyyy年M月d日'))\n",
    `      pair "支払期日" "${words}" role=payment.dueDate\n`,
  ],
];

const PAYMENT: readonly NamedCase[] = [
  ...each(
    content,
    "hatchu",
    ["令和9年3月31日", "2027年2月28日", "毎月25日締め翌々月10日払い", "納品の日から75日後"],
    dueSaid,
  ),
  ...each(
    content,
    "hatchu",
    ["2027年3月10日", "令和9年2月20日", "毎月10日締切、翌月末日支払", "当月20日〆翌々月5日払"],
    inWords,
  ),
  ...each(lawful, "hatchu", ["令和9年1月29日", "2027/01/29"], dueSaid),
  ...each(
    lawful,
    "hatchu",
    ["2027年1月15日", "毎月末日締め翌月末日払い（2027年1月31日）", "毎月20日締め翌月15日払い（2027年1月15日）"],
    inWords,
  ),
  ...each(
    content,
    "hatchu",
    [
      "納入後100日以内に振り込みます。",
      "請求書受付月の翌月末に振込",
      "検収月の末日締め、翌月20日振込",
      "銀行振込。送金手数料は先方負担。",
      "銀行振込（手数料を差し引いて振り込みます）",
      "銀行振込。振込料のご負担をお願いします：振込料はご負担願います。",
      "銀行振込。千円未満の端数は切り捨てて支払います。",
      "銀行振込。早期決済につき1.5％を割り引いて支払う。",
      "現金払い（割引料を申し受けます）",
      "電子債権（サイト120日）",
      "でんさい（振出しから4か月）",
      "一括支払信託により支払期日の後に決済",
      "ファクタリング（納品月末から100日）",
      "先日付の小切手",
    ],
    how,
  ),
  ...each(
    lawful,
    "hatchu",
    [
      "でんさい（支払期日に満額が決済されるもの）",
      "ファクタリングは利用しません。銀行振込。",
      "銀行振込。消費税の1円未満の端数は切り捨てます。",
      "銀行振込。先日付小切手は用いません。",
      "銀行振込。送金手数料は当社負担。",
      "請求書は月末までにお送りください。銀行振込。",
    ],
    how,
  ),
];

const overtime = (words: string): readonly Edit[] => [["所定時間外労働を命ずることがある。", words]];
const limit = (words: string): readonly Edit[] => [
  ["更新する場合があり得る。", `更新する場合があり得る。${words}`],
  ['pair "更新上限"', "-"],
];
const pension = (words: string): readonly Edit[] => [["退職手当 無", words]];

const LABOUR: readonly NamedCase[] = [
  ...each(
    lawful,
    "koyo-muki",
    [
      "繁忙期には所定労働時間を超えて勤務を求める場合がある。",
      "就業時間を延長することがある。",
      "勤務時間外に労働させることはない。",
      "超過勤務：月10時間程度あり。",
    ],
    overtime,
  ),
  ...each(lawful, "koyo-yuki", ["更新の限度は3回。", "更新は最長で4年。", "5年を超えて更新することはない。"], limit),
  lawful("koyo-yuki", "the limit by times, of a term of a year", [
    "有（通算契約期間4年まで）",
    "有（更新回数は2回まで）",
  ]),
  content("koyo-yuki", "a limit that nobody filled in", ["有（通算契約期間4年まで）", "　　　"]),
  ...each(lawful, "koyo-yuki", ["退職金制度：なし", "退職手当制度は無", "退職一時金 支給しない"], pension),
  lawful(
    "koyo-yuki",
    "five years of somebody over sixty",
    ['example="2027-11-30"', 'example="2031-11-30"'],
    ["期間の定めあり（", "期間の定めあり（満60歳以上の者との契約 "],
    ["4年まで", "5年まで"],
  ),
  content("koyo-yuki", "a term of four years", ['example="2027-11-30"', 'example="2030-11-30"']),
  ...["本給", "基本給（月額）", "月給", "基本給"].map((label) =>
    lawful("koyo-yuki", `wages under ${label}`, ['pair "賃金" "', `pair "${label}" "`]),
  ),
  ...["60分（正午から）", "昼休みの時間は12時から13時まで"].map((words) =>
    lawful("koyo-yuki", `breaks: ${words}`, ['pair "休憩時間" "60分"', `pair "中休み" "${words}"`]),
  ),
  ...["あらかじめ決めた時間を越えて働かせることはない", "約束の時間より長く働くことを求めない"].map((words) =>
    lawful("koyo-yuki", `overtime: ${words}`, ['pair "所定時間外労働" "無"', `pair "その他" "${words}"`]),
  ),
  lawful("koyo-yuki", "wages for the days of a month", [
    "締切日 毎月末日　支払日 翌月15日",
    "1日から末日までに働いた分を翌月15日に支払う",
  ]),
  lawful("koyo-yuki", "whoever wants to stop", [
    'pair "退職に関する事項" "自己都合退職は退職する30日前に届け出ること。"',
    'pair "働くのをやめるとき" "自分から辞める場合は30日前に届け出ること。"',
  ]),
  lawful("koyo-yuki", "the first contract of a term without a limit", [
    "有（通算契約期間4年まで）",
    "無。今回が初めての労働契約である。",
  ]),
  content(
    "koyo-yuki",
    "one day off a week of eight hours each",
    ["終業 16時00分", "終業 17時00分"],
    ["毎週土曜日・日曜日、国民の祝日", "休日は毎週月曜日だけとする"],
  ),
  lawful("keiyaku-jobun", "a line to sign with address and name", [
    "    text \"{format(day, 'yyyy年M月d日')}\"",
    '    text "{format(day, \'yyyy年M月d日\')}"\n    text "住所　　　　　　　　　　氏名　{who}　㊞"',
  ]),
  ...["賃金明細書", "賃金支払明細書", "俸給明細"].map((title) =>
    lawful("kyuyo", `the title ${title}`, ['text "給与支給明細書"', `text "${title}"`]),
  ),
];

const OPEN: readonly NamedCase[] = [
  ...[
    ["raises", "昇給 無、", "昇給：別途。"],
    ["bonuses", "賞与 有（年2回、寸志）、", "賞与：－。"],
    ["the closing day", "締切日 毎月末日　支払日 翌月15日　", "締切日：未定。支払日：翌月15日。"],
    ["the day of payment", "締切日 毎月末日　支払日 翌月15日　", "支払日：後日通知。締切日：毎月末日。"],
    [
      "the criteria of renewal",
      "判断の基準は契約期間満了時の業務量、勤務成績・態度、能力とする。",
      "更新の判断基準：別途定める。",
    ],
    ["how one leaves", "自己都合退職は退職する30日前に届け出ること。", "自己都合退職の手続：未定。定年：65歳。"],
  ].map(([name = "", from = "", to = ""]) => content("koyo-yuki", `${name} left open beside others`, [from, to])),
  content("koyo-yuki", "the days of the term left blank", [
    "（{format(start, 'yyyy年M月d日')}〜{format(finish, 'yyyy年M月d日')}）",
    "（　年　月　日〜　年　月　日）",
  ]),
  lawful("koyo-yuki", "things told by labels, one after another", [
    "昇給 無、賞与 有（年2回、寸志）、退職手当 無",
    "昇給：無。賞与：有（年2回）。退職手当：無。",
  ]),
  ...["○○株式会社", "△△△", "（会社名）", "御取引先各位"].map((words) =>
    content("seikyu-kenzai", `to ${words}`, ['example="有限会社長谷川工務店"', `example="${words}"`]),
  ),
  ...["株式会社□□", "〇〇商店"].map((words) =>
    content("seikyu-kenzai", `of ${words}`, ['example="北関東建材株式会社"', `example="${words}"`]),
  ),
  lawful("seikyu-kenzai", "to a name with a sign", ['example="有限会社長谷川工務店"', 'example="○に一つ屋株式会社"']),
];

const stamped = (issuer: string): readonly Edit[] => [
  ["木工房ひなた株式会社", issuer],
  ["電子メール送信のため収入印紙は省略", "ありがとうございました。"],
];

const INVOICES: readonly NamedCase[] = [
  ...["学校法人若葉学園 御中", "若葉学園 理事長 森田 様", "若葉商会 御中"].map((words) =>
    lawful("seikyu-kenzai", `to ${words}`, ['text "{to.name}　御中"', `text "${words}" role=recipient.name`]),
  ),
  ...["上 様", "宛先：上様"].map((words) =>
    content("seikyu-kenzai", `to ${words}`, ['text "{to.name}　御中"', `text "${words}" role=recipient.name`]),
  ),
  lawful("seikyu-kenzai", "rates as パーセント", ["10%対象）", "10パーセント対象）"], ["（10%）", "（10パーセント）"]),
  lawful("seikyu-kenzai", "税抜 and the rate in one bracket", ["小計（税抜・10%対象）", "小計（税抜・10％）"]),
  lawful("reji", "内税 in a label of its own", [
    "（{.key}%対象 税込 {format(.sub, '#,##0')}円　内消費税",
    "（{.key}%税率対象（内税） {format(.sub, '#,##0')}円　消費税",
  ]),
  lawful(
    "shiire",
    "売主 and 買主 on the buyer's paper",
    ['pair "仕入先" ', 'pair "売主" '],
    ['pair "作成者" ', 'pair "買主" '],
  ),
  content("shiire", "売主 and 買主 exchanged", ['pair "仕入先" ', 'pair "買主" '], ['pair "作成者" ', 'pair "売主" ']),
  ...each(
    lawful,
    "ryoshu",
    ["白山神社 宮司 秋葉 実", "大樹寺", "川上町内会 会計 山本", "一般社団法人 里山の会"],
    stamped,
  ),
  content("ryoshu", "of a company named after a temple", ...stamped("株式会社善光寺屋")),
];

/** All of them. */
export const NAMED_WORDINGS: readonly NamedCase[] = [...ORDERS, ...PAYMENT, ...LABOUR, ...OPEN, ...INVOICES];
