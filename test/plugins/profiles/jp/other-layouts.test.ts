// Forms as offices lay them out: rates in words, pay in groups, months in blocks. Good ones are told nothing.
import { describe, expect, test } from "vitest";
import { laborTerms, payslip } from "../../../../src/plugins/profiles/jp/employment/index.ts";
import {
  qualifiedInvoice,
  returnInvoice,
  selfBilling,
  simplifiedInvoice,
} from "../../../../src/plugins/profiles/jp/invoices/index.ts";
import { productionSchedule } from "../../../../src/plugins/profiles/jp/manufacture/index.ts";
import { receipt as paidReceipt } from "../../../../src/plugins/profiles/jp/receipts/index.ts";
import { wageLedger } from "../../../../src/plugins/profiles/jp/staff-books/index.ts";
import { changed, findingsUnder, form } from "./broken-forms.ts";
import { PLAN, SLIP } from "./broken-trade-and-work.ts";

const told = (profile: Parameters<typeof findingsUnder>[0], source: string, rule: string) =>
  findingsUnder(profile, source).filter((one) => one.includes(` ${rule} `));

describe("rates in words", () => {
  const inWords = (cell: string) =>
    changed(form("self-billing"), [`column key  "税率"     "{.key}%対象"`, `column key ${cell}`]);

  test.each([
    `"税率" "{if(.key == 8, '軽減税率 8％', '標準税率 10％')}"`,
    `"税率" "{if(.key == 8, '8%（軽減）対象', '10%対象')}"`,
    `"税率" "{if(.key == 8, '軽減8%', '10')}"`,
    `"種別" "{if(.key == 8, '8%軽減対象', '10%標準')}"`,
  ])("%s says the rate", (cell) => {
    expect(told(selfBilling, inWords(cell), "totals-by-rate")).toEqual([]);
  });

  test.each([`"税率" "{if(.key == 8, '軽減税率', '標準税率')}"`, `"種別" "{if(.key == 8, '食品', 'その他')}"`])(
    "%s says none",
    (cell) => {
      expect(told(selfBilling, inWords(cell), "totals-by-rate")).not.toEqual([]);
    },
  );
});

describe("marks of the reduced rate, where no line is at it", () => {
  const atTen: readonly [string, string] = ["example=[8, 10]", "example=[10, 10]"];
  const unmarked = changed(
    form("return-invoice"),
    ["{if(.rate == 8, ' ※', '')}", ""],
    ['text "※は軽減税率（8%）対象です。" size=small role=tax.reducedNote', "space 1mm"],
  );

  test("a form that has marks is told nothing", () => {
    expect(told(returnInvoice, changed(form("return-invoice"), atTen), "reduced-rate-mark")).toEqual([]);
  });
  test("a form without marks is warned that such a line would have none", () => {
    expect(told(returnInvoice, changed(unmarked, atTen), "reduced-rate-mark").join("\n")).toContain(" warning ");
  });
  test("a field that allows no reduced rate is told nothing", () => {
    const source = changed(unmarked, atTen, ["enum(10, 8)", "enum(10)"]);
    expect(told(returnInvoice, source, "reduced-rate-mark")).toEqual([]);
  });
  test("a line at the reduced rate without a mark is an error", () => {
    expect(told(returnInvoice, unmarked, "reduced-rate-mark").join("\n")).toContain(" error ");
  });
});

describe("what neighbours of a breach are told", () => {
  const ofRule = (source: string, rule: string) => told(payslip, source, rule);

  test.each(["pay-headings", "fines", "unpaid-overtime", "calendar-days"])("a slip in one grid: %s", (rule) => {
    expect(ofRule(SLIP, rule)).toEqual([]);
  });
  test.each(["欠勤控除", "遅刻控除", "減給", "交通違反反則金立替"])("%s is no fine of the employer", (name) => {
    expect(ofRule(changed(SLIP, ['head "所得税"', `head "${name}"`]), "fines")).toEqual([]);
  });
  test.each(["遅刻罰金", "ノルマ未達ペナルティ", "損害賠償金", "レジ不足弁償金"])("%s is one", (name) => {
    expect(ofRule(changed(SLIP, ['head "所得税"', `head "${name}"`]), "fines")).toHaveLength(1);
  });
  test.each(["時間外手当は翌月に支払います。", "固定残業手当20時間分を基本給に含む。", "代休を取得済み"])(
    "hours without pay: %s",
    (words) => {
      const unpaid = changed(SLIP, ["example=22300", "example=0"]);
      const said = changed(unpaid, ["    grid cols", `    text "${words}"\n    grid cols`]);
      expect(ofRule(unpaid, "unpaid-overtime")).toHaveLength(1);
      expect(ofRule(said, "unpaid-overtime")).toEqual([]);
    },
  );
  test.each(["dated", "bars", "calendar-days"])("a plan with its day: %s", (rule) => {
    expect(told(productionSchedule, PLAN, rule)).toEqual([]);
  });
});

describe("a bill whose lines print no days", () => {
  const dated = changed(
    form("return-invoice"),
    ["profile=jp.return-invoice", "profile=jp.qualified-invoice"],
    [
      'field note.date      date          role=transaction.date            example="2026-11-05"',
      'field items[].day date role=line.date example=["2026-10-05", "2026-10-06"]',
    ],
    ["role=transaction.originalDate ", ""],
    ["        text \"返品・値引日　{format(note.date, 'yyyy年M月d日')}\"\n", ""],
    ['        text "元の取引　{note.original}"\n', ""],
    ['    text "適格返還請求書"', 'SAID    text "請求書"'],
  );
  const saying = (words: string) =>
    told(qualifiedInvoice, changed(dated, ["SAID", `    text "${words}"\n`]), "transaction-date");

  test.each([
    "令和8年10月分（10月1日〜10月31日）を下記のとおりご請求申し上げます。",
    "2026年10月1日から10月31日までのお取引につき、ご請求申し上げます。",
  ])("%s says the period", (words) => {
    expect(saying(words)).toEqual([]);
  });

  test.each(["下記のとおりご請求申し上げます。", "12月29日〜1月3日は休業いたします。"])("%s says none", (words) => {
    expect(saying(words)).toHaveLength(1);
  });
});

describe("a receipt that is a simplified invoice", () => {
  const receipt = form("receipt");

  test("the sum received beside its rate is the total of that rate", () => {
    const beside = changed(
      receipt,
      ["（うち消費税額等　{format(slip.tax, '#,##0')}円）", ""],
      [
        "    row gap=6mm {\n      box",
        "    text \"10%対象（税込）　{format(slip.amount, '#,##0')}円\"\n" +
          "    text \"うち消費税等　{format(slip.tax, '#,##0')}円\"\n    row gap=6mm {\n      box",
      ],
    );
    expect(told(simplifiedInvoice, beside, "tax-or-rate")).toEqual([]);
    const without = changed(beside, ["10%対象（税込）　", "代金　"]);
    expect(told(simplifiedInvoice, without, "tax-or-rate").join("\n")).toContain("the total of each rate is not drawn");
  });

  test.each(["領　収　証", "受　領　証", "受取書"])("%s is a title of a receipt", (title) => {
    expect(told(paidReceipt, changed(receipt, ['text "領収書"', `text "${title}"`]), "title")).toEqual([]);
  });

  test.each(["transaction-date", "description"])("its own words stand for %s", (rule) => {
    expect(told(simplifiedInvoice, receipt, rule)).toEqual([]);
  });
  test("without the day", () => {
    const source = changed(receipt, [
      "text (format(slip.date, 'ggge年M月d日')) w=44mm align=right valign=bottom",
      'text "" w=44mm',
    ]);
    expect(told(simplifiedInvoice, source, "transaction-date")).not.toEqual([]);
  });
  test("without a word on what was paid for", () => {
    expect(told(simplifiedInvoice, changed(receipt, ["但　{slip.purpose}、", ""]), "description")).not.toEqual([]);
  });
});

const GROUPS = `rpt 1
document slip title="給与明細書" lang=ja profile=jp.payslip
field base int role=payslip.earnings example=230000
field skill int role=payslip.earnings example=9000
field health int role=payslip.deductions example=11800
field dorm int role=payslip.deductions example=15000
fonts gothic="Noto Sans JP"
sizes title=15pt body=9pt
style base font=gothic size=body
page A5 landscape margin=12mm {
  body gap=4mm {
    text "給与明細書" size=title
    row gap=6mm {
      stack w=1fr gap=1mm {
        text "支給"
        grid cols=[1fr, 30mm] row-h=7mm border=0.5pt {
          head "基本給"
          cell (base) align=right
          head "技能手当"
          cell (skill) align=right
        }
      }
      stack w=1fr gap=1mm {
        text "控除"
        grid cols=[1fr, 30mm] row-h=7mm border=0.5pt {
          head "健康保険料"
          cell (health) align=right
          head "寮費"
          cell (dorm) align=right
        }
      }
    }
  }
}
`;

describe("groups of pay under free headings", () => {
  const judged = (source: string) => told(payslip, source, "pay-headings");

  test.each<readonly [name: string, changes: readonly (readonly [string, string])[]]>([
    ["as it is", []],
    [
      "in two languages",
      [
        ['"支給"', '"支給額 Earnings"'],
        ['"控除"', '"控除額 Deductions"'],
      ],
    ],
    [
      "in brackets",
      [
        ['"支給"', '"【支給の部】"'],
        ['"控除"', '"【控除の部】"'],
      ],
    ],
    [
      "in English",
      [
        ['"支給"', '"Earnings"'],
        ['"控除"', '"Deductions"'],
      ],
    ],
    ["one over the other", [["row gap=6mm {", "stack gap=6mm {"]]],
    [
      "without headings",
      [
        ['text "支給"', 'text ""'],
        ['text "控除"', 'text ""'],
      ],
    ],
    ["with a heading in other words", [['"控除"', '"差し引かれるもの"']]],
  ])("%s is told nothing", (_, changes) => {
    expect(judged(changed(GROUPS, ...changes))).toEqual([]);
  });

  test.each<readonly [name: string, changes: readonly (readonly [string, string])[]]>([
    [
      "exchanged",
      [
        ['"支給"', '"控@"'],
        ['"控除"', '"支給"'],
        ["控@", "控除"],
      ],
    ],
    [
      "exchanged in two languages",
      [
        ['"支給"', '"控@"'],
        ['"控除"', '"支給額 Earnings"'],
        ["控@", "控除額 Deductions"],
      ],
    ],
    [
      "paid under 控除",
      [
        ['          head "技能手当"\n          cell (skill) align=right\n', ""],
        ['head "寮費"', 'head "技能手当"\n          cell (skill) align=right\n          head "寮費"'],
      ],
    ],
    [
      "withheld under 支給",
      [
        ['          head "寮費"\n          cell (dorm) align=right\n', ""],
        ['head "技能手当"', 'head "寮費"\n          cell (dorm) align=right\n          head "技能手当"'],
      ],
    ],
    ["without 支給", [['text "支給"', 'text ""']]],
    ["without 控除", [['text "控除"', 'text ""']]],
  ])("%s is told", (_, changes) => {
    expect(judged(changed(GROUPS, ...changes))).not.toEqual([]);
  });

  test.each(["給与明細書", "賃金台帳兼給与明細書", "賞与支給明細"])("%s is a title", (title) => {
    expect(told(payslip, changed(GROUPS, ['text "給与明細書"', `text "${title}"`]), "title")).toEqual([]);
  });
  test.each(["賃金台帳", "出勤簿"])("%s is none", (title) => {
    expect(told(payslip, changed(GROUPS, ['text "給与明細書"', `text "${title}"`]), "title")).not.toEqual([]);
  });
});

/** Two figures a row, payments left and deductions right; a block for each month. */
const BLOCKS = `rpt 1
document daicho title="賃金台帳" lang=ja profile=jp.wage-ledger
field ms[] min=1 max=12
field ms[].span string(20) example=["7月分", "8月分"]
field ms[].hours decimal(5,1) example=[160, 152]
field ms[].over decimal(5,1) example=[6, 0]
field ms[].night decimal(5,1) example=[3, 0]
field ms[].base int example=[260800, 260800]
field ms[].overPay int example=[11400, 0]
field ms[].nightPay int example=[1200, 0]
field ms[].tax int example=[5200, 5000]
let ms[].paid = .base + .overPay + .nightPay
let ms[].left = .paid - .tax
fonts gothic="Noto Sans JP"
sizes title=15pt body=9pt
style base font=gothic size=body
page A4 margin=15mm {
  body gap=4mm {
    text "賃金台帳" size=title
    each ms gap=1mm {
      grid cols=[34mm, 1fr, 34mm, 1fr] row-h=7mm border=0.5pt {
        head "賃金計算期間"
        cell (.span) cols=3
        head "労働時間数"
        cell "{.hours}時間" align=right
        head "時間外労働時間数"
        cell "{.over}時間" align=right
        head "深夜労働時間数"
        cell "{.night}時間" cols=3
        head "基本給"
        cell "{format(.base, '#,##0')}円" align=right
        head "所得税"
        cell "{format(.tax, '#,##0')}円" align=right
        head "時間外手当"
        cell "{format(.overPay, '#,##0')}円" align=right
        head "深夜手当"
        cell "{format(.nightPay, '#,##0')}円" align=right
        head "支給合計"
        cell "{format(.paid, '#,##0')}円" align=right
        head "差引支給額"
        cell "{format(.left, '#,##0')}円" align=right
      }
    }
  }
}
`;

describe("a block of pairs for each month", () => {
  const FIGURES = / (?:premium-hours|premium-rates|month-totals|year-totals) /;
  const judged = (source: string) => findingsUnder(wageLedger, source).filter((one) => FIGURES.test(one));

  test.each<readonly [name: string, changes: readonly (readonly [string, string])[]]>([
    ["as it is", []],
    ["hours at the right of a wide cell", [['cell "{.night}時間" cols=3', 'cell "{.night}時間" cols=3 align=right']]],
    [
      "no overtime",
      [
        ["example=[6, 0]", "example=[0, 0]"],
        ["example=[11400, 0]", "example=[0, 0]"],
      ],
    ],
    [
      "an hourly wage",
      [
        ['"基本給"', '"時間給"'],
        ["example=[11400, 0]", "example=[7000, 0]"],
      ],
    ],
    ["more than the law asks for", [["example=[1200, 0]", "example=[5000, 0]"]]],
    [
      "one pair a row",
      [
        ["cols=[34mm, 1fr, 34mm, 1fr]", "cols=[34mm, 1fr]"],
        [" cols=3", ""],
      ],
    ],
  ])("%s is told nothing", (_, changes) => {
    expect(judged(changed(BLOCKS, ...changes))).toEqual([]);
  });

  test.each<readonly [name: string, rule: string, changes: readonly (readonly [string, string])[]]>([
    [
      "another total",
      "month-totals",
      [["let ms[].paid = .base + .overPay + .nightPay", "let ms[].paid = .base + .overPay"]],
    ],
    ["another rest", "month-totals", [[".paid - .tax", ".paid - .tax + 900"]]],
    ["a total of the second month", "month-totals", [["+ .nightPay", "+ .nightPay + if(.over == 0, 70, 0)"]]],
    ["night work without hours", "premium-hours", [["example=[3, 0]", "example=[0, 0]"]]],
    ["overtime at 120 %", "premium-rates", [["example=[11400, 0]", "example=[10600, 0]"]]],
    [
      "labels exchanged",
      "premium-rates",
      [
        ['"時間外手当"', '"@"'],
        ['"深夜手当"', '"時間外手当"'],
        ['"@"', '"深夜手当"'],
      ],
    ],
  ])("%s is told", (_, rule, changes) => {
    expect(judged(changed(BLOCKS, ...changes)).join("\n")).toContain(` ${rule} `);
  });
});

describe("wages of an hour", () => {
  const withWords = (words: string) => form("labor-terms").replace(/(\n {4}text )/, `\n    text "${words}"$1`);
  const judged = (words: string) => told(laborTerms, withWords(words), "minimum-wage");

  test.each([
    "交通費：実費（月額上限15,000円）",
    "通勤手当は月額8,000円まで支給する。",
    "昼食代として月額3,500円を補助する。",
    "社宅の家賃は月額20,000円とする。",
    "基本給：時間給1,250円、交通費：月額上限5,000円",
  ])("%s is no low wage", (words) => {
    expect(judged(words)).toEqual([]);
  });
  test.each(["基本給：時間給800円、交通費：月額上限5,000円", "時給は850円とする。"])("%s is one", (words) => {
    expect(judged(words)).not.toEqual([]);
  });
});

describe("what a notice says in place of its items", () => {
  const FORM = form("labor-terms");
  /** The form with another example of a field. */
  const saying = (field: string, words: string) =>
    FORM.replace(new RegExp(`(field ${field} .*example=)"[^"]*"`), `$1"${words}"`);

  test.each<readonly [rule: string, field: string, words: string]>([
    ["weekly-rest", "holidays", "休日：祝日。休暇：年次有給休暇 6か月後10日"],
    ["weekly-rest", "holidays", "休日：夏季（8月13日から15日）及び年末年始。年次有給休暇 6か月後10日"],
    ["start-and-end", "hours", "休憩60分（12時から13時）。所定時間外労働：有"],
    ["renewal-criteria", "renewal", "更新する場合がある。更新上限：通算5年まで"],
    ["left-open", "hours", "始業及び終業の時刻は入社後に決定する。休憩60分。所定時間外労働：有"],
    ["minimum-wage", "wages", "日給5,000円。月末締、翌月15日に本人の口座へ振込"],
  ])("%s: %s: %s", (rule, field, words) => {
    expect(told(laborTerms, saying(field, words), rule)).not.toEqual([]);
  });

  test.each<readonly [rule: string, field: string, words: string]>([
    ["weekly-rest", "holidays", "休日：土曜日、日曜日、年末年始（12月29日から1月3日）。年次有給休暇 6か月後10日"],
    ["start-and-end", "hours", "9時から18時まで。休憩60分（12時から13時）。所定時間外労働：有"],
    ["start-and-end", "hours", "始業8:30、休憩12:00〜13:00。終業17:30。所定時間外労働：有"],
    ["renewal-criteria", "renewal", "更新は業務量により判断する。更新上限：通算5年まで"],
    ["minimum-wage", "wages", "日給12,000円。月末締、翌月15日に本人の口座へ振込"],
  ])("%s is not told: %s: %s", (rule, field, words) => {
    expect(told(laborTerms, saying(field, words), rule)).toEqual([]);
  });
});
