// A mark of the reduced rate is told from the sign of a number: signs by formats by the places where numbers stand.
import { describe, expect, test } from "vitest";
import { checkForm } from "../../../../src/core/rule-tester/index.ts";
import { qualifiedInvoice } from "../../../../src/plugins/profiles/jp/invoices/index.ts";

interface Line {
  readonly name: string;
  readonly qty: number;
  readonly rate: 10 | 8;
  readonly marked: boolean;
}

/** At both rates, sold and taken back, with a mark and without. */
const LINES: readonly Line[] = ([10, 8] as const).flatMap((rate) =>
  [3, -3].flatMap((qty) => [true, false].map((marked) => ({ name: "茶", qty, rate, marked }))),
);

const listed = (values: readonly unknown[]): string => JSON.stringify(values);

function formOf(columns: readonly string[], lines: readonly Line[] = LINES): string {
  return `rpt 1
document invoice title="請求書" lang=ja
field items[].name string(20) role=line.description example=${listed(lines.map(({ name }) => name))}
field items[].qty int role=line.quantity example=${listed(lines.map(({ qty }) => qty))}
field items[].price decimal(9,2) role=line.unitPrice example=${listed(lines.map(() => 1200))}
field items[].rate enum(10, 8) role=line.taxRate example=${listed(lines.map(({ rate }) => rate))}
field items[].marked bool example=${listed(lines.map(({ marked }) => marked))}
let items[].amount role=line.amount = .qty * .price
fonts gothic="Noto Sans JP"
sizes body=8pt
style base font=gothic size=body
page A4 landscape margin=10mm {
  body {
    table items {
${columns.map((column) => `      column ${column}`).join("\n")}
    }
    text "記号の行は軽減税率（8%）対象品目です。" role=tax.reducedNote
  }
}
`;
}

const [RULE] = qualifiedInvoice.rules.filter(({ meta }) => meta.id === "reduced-rate-mark");

/** `items[3] unmarked` for each line that is told. */
function told(source: string): readonly string[] {
  if (RULE === undefined) throw new Error("the rule is there");
  const { diagnostics, isDrawn } = checkForm([{ ...qualifiedInvoice, rules: [RULE] }], { source });
  expect(isDrawn).toBe(true);
  expect(diagnostics.filter(({ severity, code }) => severity === "error" && !code.includes("/"))).toEqual([]);
  return diagnostics
    .filter(({ code }) => code.endsWith("/reduced-rate-mark"))
    .map(({ dataPath, message }) => `${dataPath} ${message.includes("nothing on its line") ? "unmarked" : "marked"}`);
}

/** What is wrong of the lines by themselves: reduced without a mark, or standard with one. */
const WRONG = LINES.flatMap(({ rate, marked }, at) => {
  if (marked === (rate === 8)) return [];
  return [`items[${at}] ${marked ? "marked" : "unmarked"}`];
});

const SIGNS = ["▲", "△", "▼", "-", "−", "－", "+", "*", "※", "●", "軽"];
const FORMATS: readonly ((sign: string) => string)[] = [
  (sign) => `#,##0;${sign}#,##0`,
  (sign) => `#,##0;${sign} #,##0;-`,
  (sign) => `#,##0;#,##0${sign}`,
  (sign) => `¥#,##0;${sign}¥#,##0`,
  (sign) => `¥#,##0;¥${sign}#,##0`,
  (sign) => `#,##0円;${sign} #,##0円`,
  (sign) => `#,##0;(#,##0)${sign}`,
  (sign) => `#,##0.00;(${sign}#,##0.00)`,
];

/** Numbers as a value of the line, among words, computed where they are printed, and in the cell of the name. */
function columnsWith(format: string): readonly string[] {
  return [
    `name "品名" "{.name}{if(.marked, ' ☆', '')} {format(.qty, '${format}')}" w=1fr`,
    `qty "数量" w=30mm align=right format='${format}'`,
    `price "単価" "{format(.price * .qty, '${format}')}" w=40mm`,
    `amount "金額" "計 {format(.amount, '${format}')} 也" w=40mm`,
  ];
}

describe.each(FORMATS.map((format) => [format("▲"), format] as const))("signs of numbers in %s", (_, format) => {
  test.each(SIGNS)("%s is no mark, and hides none that is missing", (sign) => {
    expect(told(formOf(columnsWith(format(sign))))).toEqual(WRONG);
  });
});

const NAME = 'name "品名" w=1fr';
const QTY = "qty \"数量\" w=30mm format='#,##0;▲#,##0'";

describe("a sign that the form writes by itself", () => {
  test.each([
    "{if(.qty < 0, '▲', '')}{abs(.qty)}",
    "▲{format(abs(.qty), '#,##0')}",
    "{if(.qty < 0, '▲¥', '')}{format(abs(.amount), '#,##0')}",
    "▲¥{.price}",
  ])("%s", (text) => {
    const columns = ["name \"品名\" \"{.name}{if(.marked, ' ※', '')}\" w=1fr", `amount "金額" "${text}" w=40mm`];
    expect(told(formOf(columns))).toEqual(WRONG);
  });
});

describe("a mark counts wherever it stands on its line", () => {
  test.each([
    [["name \"品名\" \"{.name}{if(.marked, ' ▲', '')}\" w=1fr", QTY]],
    [["name \"品名\" \"{if(.marked, '▲', '')}{.name}\" w=1fr", QTY]],
    [[NAME, QTY, "amount \"金額\" \"{format(.amount, '#,##0;▲#,##0')}{if(.marked, '▲', '')}\" w=40mm"]],
    [[NAME, QTY, "amount \"金額\" \"{if(.marked, '*', '')}{format(.amount, '#,##0;-#,##0')}\" w=40mm"]],
    [[NAME, QTY, "rate \"税率\" \"{.rate}%{if(.marked, '軽', '')}\" w=20mm"]],
    [["marked \"軽\" (if(.marked, '※', '')) w=10mm", NAME, QTY]],
    [[NAME, QTY, "marked \"軽\" (case(.marked, '軽減', '')) w=10mm"]],
  ])("%j", (columns) => {
    expect(told(formOf(columns))).toEqual(WRONG);
  });

  test("before a name that begins with digits", () => {
    const names = LINES.map((line) => ({ ...line, name: "100％ジュース" }));
    expect(told(formOf(["name \"品名\" \"{if(.marked, '▲', '')}{.name}\" w=1fr", QTY], names))).toEqual(WRONG);
  });
});

test.each([
  ["軽トラック 配送", false],
  ["手軽セット", false],
  ["値引 ▲100円", false],
  ["緑茶（軽）", true],
  ["緑茶 軽", true],
  ["緑茶 軽減対象", true],
  ["緑茶※", true],
])("the name %s has a mark: %s", (name, isMarked) => {
  const lines = ([10, 8] as const).map((rate) => ({ name, qty: 1, rate, marked: false }));
  expect(told(formOf([NAME, QTY], lines))).toEqual([isMarked ? "items[0] marked" : "items[1] unmarked"]);
});

describe("a mark that goes on to another line than its name", () => {
  const NAMES = Array.from({ length: 40 }, (_, at) => ({
    name: "茶".repeat(at % 20 === 0 ? 1 : at % 20),
    qty: 1,
    rate: at % 3 === 0 ? (10 as const) : (8 as const),
    marked: at % 3 !== 0,
  }));

  test.each(["{.name}{if(.marked, '※', '')}", "{.name}{if(.marked, ' ※', '')}", "{if(.marked, '※ ', '')}{.name}"])(
    "%s is of its own line at every length",
    (text) => {
      for (const widthMm of [17, 23, 31]) {
        expect(told(formOf([`name "品名" "${text}" w=${widthMm}mm`, 'amount "金額" w=25mm'], NAMES))).toEqual([]);
      }
    },
  );

  test("which is missed where it is left out, and is told where it stands on a line at the standard rate", () => {
    const wrong = NAMES.map((line, at) => ({ ...line, marked: at % 2 === 0 }));
    const expected = wrong.flatMap(({ rate, marked }, at) => {
      if (marked === (rate === 8)) return [];
      return [`items[${at}] ${marked ? "marked" : "unmarked"}`];
    });
    for (const widthMm of [17, 23, 31]) {
      const column = `name "品名" "{.name}{if(.marked, ' ※', '')}" w=${widthMm}mm`;
      expect(told(formOf([column, 'amount "金額" w=25mm'], wrong)).toSorted()).toEqual(expected.toSorted());
    }
  });
});

describe("any sign that the form explains is a mark", () => {
  const columns = (sign: string) => [`name "品名" "{.name}{if(.marked, ' ${sign}', '')}" w=1fr`, QTY];
  const explained = (sign: string, note: string) =>
    told(formOf(columns(sign)).replace("記号の行は軽減税率（8%）対象品目です。", note));

  test.each([
    ["◎", "◎は軽減税率（8%）の品目"],
    ["△", "△印の行は軽減税率（8%）対象です。"],
    ["◇", "軽減税率の対象には「◇」を付けています。"],
    ["＃", "＃：軽減税率8%"],
    ["○", "○が付いた品は、軽減税率の対象です。"],
  ])("%s by %s", (sign, note) => {
    expect(explained(sign, note)).toEqual(WRONG);
  });

  test("and one that it does not explain is none", () => {
    const reduced = LINES.flatMap(({ rate }, at) => (rate === 8 ? [`items[${at}] unmarked`] : []));
    expect(explained("◎", "軽減税率（8%）の品目を含みます。")).toEqual(reduced);
  });
});
