// What an author does who follows a repair that is words alone: one case for each code of the catalogue. It starts from
// the mistake that the reference shows.
import type { DiagnosticCode } from "../../../src/core/diagnostics/index.ts";

/** Edits of the mistaken form, each found once in it, or other data, or both. */
export interface Followed {
  readonly edits?: readonly (readonly [from: string | RegExp, to: string])[];
  readonly data?: (data: string) => string;
}

const edit = (from: string | RegExp, to: string): Followed => ({ edits: [[from, to]] });
const send = (from: string | RegExp, to: string): Followed => ({ data: (data) => data.replace(from, to) });

const STAMP = /"data:[^"]*"|"PHN2[^"]*"/u;
const SMALL_SVG = Buffer.from('<svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg>').toString("base64");
const SEEN = send(STAMP, `"${SMALL_SVG}"`);

/** Codes whose words ask for nothing that a form or its data could follow. */
export const NOTHING_TO_FOLLOW: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  RPT4033: "It says which data to try by themselves.",
  RPT7011: "It takes a file that is published with the form.",
  RPT9009: "It counts the findings that the list leaves out.",
};

/** Errors that stood behind a mistake all along, and are found once it is mended. */
export const BEHIND: Readonly<Partial<Record<DiagnosticCode, readonly DiagnosticCode[]>>> = {
  // The dataset of the example holds one member alone.
  RPT0130: ["RPT3001"],
};

export const FOLLOWED: Readonly<Partial<Record<DiagnosticCode, Followed>>> = {
  RPT1002: {
    edits: [
      ["space 3mm\n", ""],
      [/(body gap=4mm \{\n)/u, "$1    space 3mm\n"],
    ],
  },
  RPT1019: edit("col=title", "col=name"),
  RPT1030: edit("cell (.amount) col=amount", 'cell "段計" col=name\n          cell (.amount) col=amount'),
  RPT1021: {
    edits: [
      [/(gantt items \{\n)/u, "$1      scale from=(plan.from) to=(plan.to) unit=day\n"],
      [/(rpt 1\n)/u, '$1field plan.from date example="2026-10-01"\nfield plan.to date example="2026-10-09"\n'],
    ],
  },
  RPT1022: edit('text "合計へ"', 'text "合計" id=totl\n    text "合計へ"'),
  RPT1024: edit(/ {2}footer h=8mm \{\n {4}text "控"/u, '  footer h=8mm on=last {\n    text "控"'),
  RPT1025: edit(" when=(order.status == 'open')\n      column", "\n      column"),
  RPT1026: edit("allow RPT5006\n", 'allow RPT5006 "prescribed form, 5 pt labels"\n'),
  RPT2007: edit("let note = 1", "let noteCount = 1"),
  RPT2011: edit("example=[2, 4, 6]", "example=[2, 4]"),
  RPT2034: edit("sizes body", 'part contact {\n  text "担当"\n}\nsizes body'),
  RPT2036: edit("    use part1\n".repeat(5), "    use part1\n"),
  RPT2102: edit("let first = .name", "let items[].first = .name"),
  RPT2105: edit("items[0].name", "first(items).name"),
  RPT2106: edit("let b = a", "let b = 1"),
  RPT2107: edit('text "{page.n}頁"', 'text "{page.n}頁" w=20mm h=5mm'),
  RPT2108: edit("when=(total)", "when=(total == 0)"),
  RPT2110: edit(".qty * .name", ".qty * .price"),
  RPT2113: edit("sum(items[].qty * parts[].qty)", "sum(items[].qty) * sum(parts[].qty)"),
  RPT2121: edit("round()", "round(total)"),
  RPT2122: edit("sum(fee)", "sum(items[].amount)"),
  RPT2124: edit("downwards", "half_even"),
  RPT2126: edit(
    "let rows[].no = 1",
    'field rows[] min=1\nfield rows[].name string(9) example=["品"]\nlet rows[].no = 1',
  ),
  RPT2127: edit("cell (round(total)) col=amount", "cell (.amount) col=amount"),
  RPT2131: edit("'#,##0'))\n    pairs", "'#,##0.##'))\n    pairs"),
  RPT3001: send('"customer": {}', '"customer": {"name": "株式会社山本"}'),
  RPT3002: send('"二"', "2"),
  RPT3003: send('"shut"', '"open"'),
  RPT3004: send('"items": []', '"items": [{"name": "ねじ", "qty": 2, "price": 100}]'),
  RPT3005: send('"nite"', '"note"'),
  RPT3006: send('"nite"', '"note"'),
  RPT3020: edit("round(total / (total - total))", "if(total - total == 0, 0, round(total / (total - total)))"),
  RPT3022: send('"時価"', "100"),
  RPT3023: edit("9999999", "90"),
  RPT3024: edit("fixed(total, -1)", "fixed(total, 1)"),
  RPT3025: edit('"{tags}"', "(join(tags, '、'))"),
  RPT3026: edit("2026-12-01T05:00:00Z", "2026-12-01T14:00:00+09:00"),
  RPT3027: edit("minutes(.from, .to)", "(minutes(.from, .to) + 1440) % 1440"),
  RPT4002: edit("w=20mm h=5mm fit=shrink", "w=40mm h=5mm fit=shrink"),
  RPT4005: edit("御中\u{1F600}", "御中"),
  RPT4006: edit("w=100mm", "w=1fr"),
  RPT4007: edit("w=30mm h=15mm", "w=64.3mm h=15mm"),
  RPT4008: SEEN,
  RPT4009: SEEN,
  RPT4010: edit("header=repeat", "header=repeat split=cell"),
  RPT4011: edit(" keep=together", ""),
  RPT4012: edit(" keep=next", ""),
  RPT4013: edit("rows-per-page=60", "rows-per-page=50"),
  RPT4014: edit("footer h=200mm", "footer h=20mm"),
  RPT4015: edit("barcode ean13 (order.number) w=40mm", "barcode code128 (order.number) w=60mm"),
  RPT4016: SEEN,
  RPT4017: SEEN,
  RPT4018: edit("御中 שלום", "御中 シャローム"),
  RPT4019: edit("min-rows=200", "min-rows=40"),
  RPT4020: edit("to=(addDays(order.date, 9))", "to=(addDays(order.date, 21))"),
  RPT4021: edit("to=(addDays(order.date, -9))", "to=(addDays(order.date, 9))"),
  RPT4022: send("\\u0007", ""),
  RPT4023: edit("御中\u{e01ef}", "御中"),
  RPT4024: edit(/ {2}header h=8mm on=first \{\n.*\n {2}\}\n/u, ""),
  RPT4025: edit("n-up=[3, 27]", "n-up=[3, 9]"),
  RPT4026: SEEN,
  RPT4027: edit(
    /" writing=vertical\n {4}each articles \{\n.*\n {4}\}\n/u,
    "\\n{join(articles, '\\n')}\" writing=vertical\n",
  ),
  RPT4028: edit("Żuraw", "Zuraw"),
  RPT4029: edit("file:///plans/7.dwg", "https://example.jp/plans/7.dwg"),
  RPT4030: {
    edits: [
      ["2026-12-01T05:00:00Z", "2026-12-01T14:00:00+09:00"],
      ["2026-12-01T06:30:00Z", "2026-12-01T15:30:00+09:00"],
      ['"5:00"', '"14:00"'],
    ],
  },
  RPT4031: edit("customer.name string(40)", "customer.name string(6)"),
  RPT4032: edit("field items[] min=1", "field items[] min=1 max=9"),
  RPT4034: edit("| 品名 | 数量 |\\n|---|--:|", "| 品名 | 数量 | 注 |\\n|---|--:|---|"),
  RPT4035: edit('series "数量" (.price)', 'series "単価" (.price)'),
  RPT4036: edit("    space 198mm\n", ""),
  RPT4037: edit("pages=1", "pages=2"),
  RPT5003: edit("margin=2mm", "margin=4mm"),
  RPT5004: edit('text "控" w=186mm', 'text "控" w=180mm'),
  RPT5005: edit(/ {4}text "見本" size=[bcde]\n/gu, ""),
  RPT5006: edit("body=4pt", "body=9pt"),
  RPT5008: edit("ink=#dddddd", "ink=#333333"),
  RPT5010: edit("gaiji U+E000 '<svg", "gaiji U+E000 text='中' '<svg"),
  RPT5022: {
    edits: [
      [
        / {4}row gap=2mm \{\n[\s\S]*?\n {4}\}\n/u,
        '    pairs label-w=20mm {\n      pair "番号" (order.number)\n    }\n',
      ],
    ],
  },
  RPT5101: edit("name=9.5pt", "name=9pt"),
  RPT5102: edit(/(ください。") weight=bold/u, "$1"),
  RPT5106: {
    edits: [
      ["sizes body=9pt", "sizes title=13pt body=9pt"],
      ['text "発注内容"', 'text "発注内容" size=title'],
    ],
  },
  RPT5107: edit(" margin-top=0.6mm", ""),
  RPT5110: edit("    space 230mm\n", ""),
  RPT5112: edit("field items[] max=200", "field items[] min=1 max=200"),
  RPT7025: edit("field order.number", 'allow RPT7025 "an example"\nfield order.number'),
  RPT5114: edit("style ruled border=0.5pt", "style ruled border=0.25pt"),
  RPT5115: edit("w=30mm border=0.25pt", "w=30mm border=0.25pt padding=1mm"),
  RPT5116: edit('"発注内容のご確認" w=22mm', '"発注内容のご確認" w=28mm'),
  RPT5118: edit("'HH:mm'", "'HH:mm:ss'"),
  RPT5011: edit("line-height=0.8", "line-height=1"),
  RPT5113: edit("{order.status == 'closed'}", "{if(order.status == 'closed', 'はい', 'いいえ')}"),
  RPT5111: edit('text "{fee}円"', 'text "{fee}円" when=(has(fee))'),
  RPT7010: edit('"Meiryo"', '"BIZ UDGothic"'),
  RPT9001: edit("repeat(repeat('あ', 1000000), 1000)", "repeat('あ', 10)"),
  RPT9002: edit(/\n{20000}/u, ""),
  RPT9003: edit(/let deep = .*\n/u, "let deep = 1\n"),
  RPT9010: edit("{discount}", "{total}"),
  RPT9011: edit(/ *allow RPT5004 .*\n/u, ""),
};
