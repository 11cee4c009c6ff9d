// One mistake for every code of the catalogue; the reference shows each with what the check says about it.
import type { DiagnosticCode } from "../diagnostics/index.ts";
import { ADVICE } from "./advice-examples.ts";

/** The form without a finding that the mistakes are made in. */
export const SOUND_FORM = `rpt 1
document order title="発注内容 {order.number}" lang=ja
field order.number string(20) example="PO-0417"
field order.date date example="2026-10-31"
field order.status enum(open, closed) example=open
field customer.name string(40) example="株式会社山本"
field fee? decimal(9,2) example=500
field note? text(400) example="午前中にお届けください。"
field stamp? image
field items[] min=1 max=200
field items[].name string(40) example=["ねじ", "ばね"]
field items[].qty int min=0 max=9999 example=[2, 4]
field items[].price decimal(9,2) min=0 example=[100, 250.5]
let items[].amount = round(.qty * .price, 0, down)
let total = sum(items[].amount) + (fee ?? 0)
fonts gothic="Noto Sans JP"
sizes body=9pt
colors ink=#1a1a1a rule=#767676
style base font=gothic size=body color=ink
style small weight=bold
page A4 portrait margin=15mm {
  footer h=8mm {
    text "{page.n}/{page.total}" x=0mm y=2mm w=180mm h=5mm align=center
  }
  body gap=4mm {
    text "{customer.name} 御中" style=small
    pairs label-w=20mm {
      pair "発注日" (format(order.date, 'yyyy年M月d日'))
    }
    table items header=repeat {
      column name "品名" w=1fr
      column amount "金額" (.amount) w=30mm align=right format='#,##0'
      foot {
        cell "合計" col=name align=right
        cell (round(total)) col=amount align=right format='#,##0'
      }
    }
    plate h=20mm {
      text "担当" x=0mm y=0mm w=20mm h=5mm
      image (stamp) x=150mm y=0mm w=20mm h=20mm alt="印"
    }
    text (note) when=(has(note) and order.status == 'open')
  }
}
`;

/** A mistake: what an author writes instead of what stands in the form, and the data where the mistake is there. */
export interface DiagnosticExample {
  readonly edits: readonly (readonly [from: string, to: string])[];
  /** A form of its own, where the sound form can't be mistaken so. */
  readonly form?: string;
  readonly data?: string;
  /** Shown instead of the mistaken lines, where they are many or cannot be printed. */
  readonly shown?: string;
}

/** Codes that no short form can raise, or that no check raises yet, with why. */
export const WITHOUT_EXAMPLE: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  RPT7021: "It takes a plugin whose rule throws, never ends, fills its memory or goes on after its check.",
  RPT7022: "It takes a form of more than fifty records, and a profile that judges them.",
  RPT7023: "It takes a plugin whose exporter throws, never ends or fills its memory.",
  RPT7024: "It takes data of several records, and an export.",
  RPT9004: "A record of more than 20,000 pages is refused; it takes that many pages to raise it.",
};

const NAME = '"{customer.name} 御中" style=small';
const LINE = `    text ${NAME}\n`;
const TEXT = "text (note) when=(has(note) and order.status == 'open')";
const STAFF = 'text "担当" x=0mm y=0mm w=20mm h=5mm';
const SIZES = "sizes body=9pt\n";

/** What stands behind the first text, in the flow. */
function added(line: string): DiagnosticExample {
  return mistake(LINE, `${LINE}    ${line}\n`);
}

/** What stands among the declarations. */
function declared(line: string): DiagnosticExample {
  return mistake(SIZES, `${line}\n${SIZES}`);
}

function headerOn(on: string): string {
  return `  header h=8mm on=${on} {\n    text "控" x=0mm y=2mm w=180mm h=5mm\n  }\n`;
}

function mistake(from: string, to: string, shown?: string): DiagnosticExample {
  return { edits: [[from, to]], ...(shown === undefined ? {} : { shown }) };
}

/** Five parts, each with eight of the next one. */
const PARTS = [1, 2, 3, 4, 5]
  .map((part) => {
    const inner = part === 5 ? '  text "欄"' : Array.from({ length: 8 }, () => `  use part${part + 1}`).join("\n");
    return `part part${part} {\n${inner}\n}`;
  })
  .join("\n");

/** Data that the form refuses or cannot draw. */
function dataOf(data: string, example: DiagnosticExample = { edits: [] }): DiagnosticExample {
  return { ...example, data };
}

const ORDER = '"order": {"number": "PO-1", "date": "2026-10-31", "status": "open"}';

function sent(customer: string, items: string): string {
  return `{${ORDER}, "customer": ${customer}, "items": ${items}}`;
}

const SYNTAX = {
  RPT0001: mistake("rpt 1\n", "", "document order …"),
  RPT0002: mistake("rpt 1\n", "rpt 9\n"),
  RPT0100: mistake("customer.name string(40)", "customer.name string[40]"),
  RPT0101: mistake('御中" style', "御中 style"),
  RPT0102: added('text "{if(has(note), "有", "無")}"'),
  RPT0103: mistake("w=1fr", "w＝1fr"),
  RPT0104: declared("# 大きさ"),
  RPT0105: mistake("x=0mm y=0mm w=20mm", "x: 0mm y=0mm w=20mm"),
  RPT0106: mistake(STAFF, `${STAFF};`),
  RPT0107: mistake(TEXT, "text (note) when={has(note)}"),
  RPT0108: mistake("w=1fr", "w="),
  RPT0109: mistake("  body gap=4mm {", "  body gap=4mm\n  {"),
  RPT0110: added("stack { space 1mm }"),
  RPT0111: mistake("      }\n    }\n    plate", "      }\n    plate", "    table items header=repeat {"),
  RPT0112: mistake("    plate h=20mm {", "    }\n    plate h=20mm {"),
  RPT0113: mistake("{page.total}", "{page.total"),
  RPT0114: mistake("w=30mm", "w=113px"),
  RPT0115: mistake('"{page.n}/{page.total}"', "'{page.n}/{page.total}'"),
  RPT0116: mistake("品名", "\u304b\u3099品名"),
  RPT0117: mistake('御中"', '御中\\q"'),
  RPT0118: mistake("  body gap=4mm {", "  body gap=4mm"),
  RPT0119: mistake("(round(total))", "(round(total)"),
  RPT0120: mistake("{page.n}", "{page.n | round}"),
  RPT0121: mistake("== 'open'", "= 'open'"),
  RPT0122: declared("let mark = has(note) ? '有' : '無'"),
  RPT0123: mistake("担当", "担\u0000当", '      text "担(NUL)当" x=0mm y=0mm w=20mm h=5mm'),
  RPT0124: mistake("x=0mm y=0mm w=20mm", "x=0mm, y=0mm w=20mm"),
  RPT0125: mistake("{page.n}", "{{page.n}}"),
  RPT0126: mistake("{page.total}", "{page.total}}"),
  RPT0130: declared('dataset {\n  "note" "至急"\n}'),
} as const;

const STRUCTURE = {
  RPT1001: mistake("column name", "colum name"),
  RPT1002: declared("space 3mm"),
  RPT1003: mistake("header=repeat", "headr=repeat"),
  RPT1004: mistake("w=1fr", "w=1fr w=40mm"),
  RPT1005: mistake("table items header", "table header"),
  RPT1006: mistake("h=5mm align=center", "h=5mm align=centre"),
  RPT1007: mistake("w=30mm", "w=30"),
  RPT1008: declared("weight=bold"),
  RPT1009: mistake("plate h=20mm {", "plate {"),
  RPT1010: mistake(NAME, `${NAME} x=5mm`),
  RPT1011: mistake("w=30mm", "w=(total)"),
  RPT1012: added('text "小計" id=a\n    text "合計" id=a'),
  RPT1013: mistake("page A4 portrait", "page A5 {\n}\npage A4 portrait"),
  RPT1014: mistake('column name "品名"', "column name"),
  RPT1015: mistake('{customer.name} 御中"', '{customer.name} 御中" when="true"'),
  RPT1016: added("space 1mm {\n    }"),
  RPT1017: declared("document second"),
  RPT1018: mistake("plate h=20mm", "plate h=-20mm"),
  RPT1019: mistake("col=name", "col=title"),
  RPT1020: added('barcode ean13 "4901234567890" w=40mm h=12mm'),
  RPT1021: added('gantt items {\n      column name "工程"\n    }'),
  RPT1022: added('text "合計へ" link="#totl"'),
  RPT1023: mistake("table items", 'table items blank="以下余白"'),
  RPT1024: mistake(
    "  footer h=8mm {",
    '  footer h=8mm {\n    text "控" x=0mm y=2mm w=180mm h=5mm\n  }\n  footer h=8mm {',
  ),
  RPT1025: mistake('column name "品名" w=1fr', "column name \"品名\" w=1fr when=(order.status == 'open')"),
  RPT1026: added("allow RPT5006"),
  RPT1027: added('allow RPT5004 "no picture"'),
  RPT1028: added('grid cols=[24mm, 1fr] {\n      head "氏名"\n      cell cols=2\n    }'),
  RPT1029: added('grid cols=[24mm, 1fr] {\n      head "氏名"\n    }'),
  RPT1030: added(
    'columns {\n      table items {\n        column name "品名"\n        column amount "金額"\n        pagefoot {\n' +
      "          cell (.amount) col=amount\n        }\n      }\n    }",
  ),
} as const;

const DECLARATIONS = {
  RPT2001: declared("field unit-price int example=1"),
  RPT2002: mistake("items[].qty int", "items[].qty number"),
  RPT2003: mistake("customer.name string(40)", "customer.name"),
  RPT2004: declared('field customer string example="山本"'),
  RPT2005: mistake("price decimal(9,2)", "price decimal(9)"),
  RPT2006: mistake("example=open", "example=opened"),
  RPT2007: declared("let note = 1"),
  RPT2008: declared('field page.size string example="A4"'),
  RPT2009: mistake('example="2026-10-31"', 'example="2026-02-30"'),
  RPT2010: mistake(' example="PO-0417"', ""),
  RPT2011: mistake("example=[2, 4]", "example=[2, 4, 6]"),
  RPT2012: declared("field memo int example=1"),
  RPT2013: mistake("fee? decimal(9,2)", 'fee? decimal(9,2) default="無料"'),
  RPT2014: mistake("string(20) example", "string(20) pattern='([A-Z' example"),
  RPT2015: declared("style one base=two\nstyle two base=one"),
  RPT2016: mistake("field order.date date", "field oder.date date"),
  RPT2020: declared("source orders as=o"),
  RPT2030: mistake("style=small", "style=smal"),
  RPT2031: mistake("color=ink", "color=crimson"),
  RPT2032: mistake("size=body", "size=9pt"),
  RPT2033: mistake("font=gothic", "font=mincho"),
  RPT2034: added("use contact"),
  RPT2035: declared("part one {\n  use two\n}\npart two {\n  use one\n}"),
  RPT2036: {
    edits: [
      [SIZES, `${PARTS}\n${SIZES}`],
      [LINE, `${LINE}${"    use part1\n".repeat(5)}`],
    ],
    shown: "part part1 {\n  use part2\n  use part2\n  …\n}",
  },
  RPT2101: mistake("round(.qty", "round(qty"),
  RPT2102: declared("let first = .name"),
  RPT2103: mistake("{customer.name}", "{customer.nmae}"),
  RPT2104: mistake("table items", "table customer.name"),
  RPT2105: declared("let one = items[0].name"),
  RPT2106: declared("let a = b\nlet b = a"),
  RPT2107: added('text "{page.n}頁"'),
  RPT2108: added('text "至急" when=(total)'),
  RPT2109: added("text (items[].name)"),
  RPT2110: mistake("round(.qty * .price", "round(.qty * .name"),
  RPT2111: mistake("(fee ?? 0)", "fee"),
  RPT2112: mistake("== 'open'", "== 'Open'"),
  RPT2113: declared("field parts[].qty int example=[1]\nlet both = sum(items[].qty * parts[].qty)"),
  RPT2115: mistake("round(.qty", "round(outer.qty"),
  RPT2116: declared("let wide = 5mm"),
  RPT2120: mistake("sum(items[].amount)", "total(items[].amount)"),
  RPT2121: declared("let x = round()"),
  RPT2122: mistake("sum(items[].amount)", "sum(fee)"),
  RPT2123: mistake("sum(items[].amount)", "sum(items)"),
  RPT2124: mistake("0, down)", "0, downwards)"),
  RPT2125: mistake("yyyy年M月d日", "YYYY年M月d日"),
  RPT2126: declared("let rows[].no = 1"),
  RPT2127: mistake("      foot {", "      pagefoot {\n        cell (round(total)) col=amount\n      }\n      foot {"),
  RPT2130: added("text (total / 3)"),
  RPT2131: added("text (format(first(items).price ?? 0, '#,##0'))"),
  RPT2132: added('text "日曜" when=(weekday(order.date) == 0)'),
  RPT2133: {
    edits: [
      [SIZES, `field open string(5) example="済"\n${SIZES}`],
      ["order.status == 'open'", "order.status == open"],
    ],
  },
  RPT2134: added("text (format(addDays(order.date, 8 / 24), 'yyyy/MM/dd'))"),
} as const;

const ITEM = '{"name": "ねじ", "qty": 2, "price": 100}';
const NAMED = '{"name": "山本"}';
const NO_PICTURE = "data:image/png;base64,AAAA";
/** `<svg viewBox="0 0 9 9"><foreignObject/></svg>` */
const FOREIGN_PICTURE = "PHN2ZyB2aWV3Qm94PSIwIDAgOSA5Ij48Zm9yZWlnbk9iamVjdC8+PC9zdmc+";
/** `<svg viewBox="0 0 9 9"></svg>` */
const EMPTY_PICTURE = "PHN2ZyB2aWV3Qm94PSIwIDAgOSA5Ij48L3N2Zz4=";
/** `<svg viewBox="0 0 9 9"><filter id="f"><feOffset/></filter><rect width="9" height="9" filter="url(#f)"/></svg>` */
const FILTERED_PICTURE =
  "PHN2ZyB2aWV3Qm94PSIwIDAgOSA5Ij48ZmlsdGVyIGlkPSJmIj48ZmVPZmZzZXQvPjwvZmlsdGVyPjxyZWN0IHdpZHRoPSI5IiBo" +
  "ZWlnaHQ9IjkiIGZpbHRlcj0idXJsKCNmKSIvPjwvc3ZnPg==";
const TINY_PICTURE =
  "data:image/png;base64," +
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const DATA = {
  RPT3001: dataOf(sent("{}", `[${ITEM}]`)),
  RPT3002: dataOf(sent(NAMED, `[${ITEM.replace("2", '"二"')}]`)),
  RPT3003: dataOf(sent(NAMED, `[${ITEM}]`).replace('"open"', '"shut"')),
  RPT3004: dataOf(sent(NAMED, "[]")),
  RPT3005: dataOf(sent(NAMED, `[${ITEM}]`).replace("{", '{"nite": "至急", ')),
  RPT3006: dataOf(
    sent(NAMED, `[${ITEM}]`).replace("{", '{"nite": "至急", '),
    mistake("lang=ja", "lang=ja extra=forbid"),
  ),
  RPT3020: added("text (round(total / (total - total)))"),
  RPT3022: {
    edits: [],
    form: "rpt 1\npage A4 {\n  body {\n    text (round(price))\n  }\n}\n",
    data: '{"price": "時価"}',
  },
  RPT3023: added("text (addDays(order.date, 9999999))"),
  RPT3024: added("text (fixed(total, -1))"),
  RPT3025: {
    edits: [],
    form: 'rpt 1\npage A4 {\n  body {\n    text "{tags}"\n  }\n}\n',
    data: '{"tags": ["至急", "控"]}',
  },
  RPT3026: {
    edits: [],
    form: `rpt 1
field calls[].at datetime example=["2026-12-01T09:00:00+09:00", "2026-12-01T05:00:00Z"]
page A4 {
  body {
    table calls {
      column at "受付" "{format(.at, 'H:mm')}"
    }
  }
}
`,
  },
  RPT3027: {
    edits: [],
    form: `rpt 1
field shifts[].from time example=["09:00", "22:00"]
field shifts[].to time example=["17:00", "06:00"]
page A4 {
  body {
    table shifts {
      column from "始業"
      column to "終業"
      column worked "労働" "{format(minutes(.from, .to), '[h]:mm')}"
    }
  }
}
`,
  },
} as const;

const SIXTY = "header=repeat rows-per-page=60";

/** A schedule up to a day, with bars up to another. */
function schedule(to: string, end: string): string {
  const scale = `scale from=(order.date) to=(${to}) unit=day`;
  const bar = `bar start=(addDays(order.date, 1)) end=(${end})`;
  return `gantt items {\n      column name "品名"\n      ${scale}\n      ${bar}\n    }`;
}

const CONTENT = {
  RPT4001: mistake('"担当" x', '"担当者の氏名と所属部署" x'),
  RPT4002: mistake(STAFF, STAFF.replace("担当", "担当者の氏名と所属する部署の名称").concat(" fit=shrink")),
  RPT4003: mistake(STAFF, STAFF.replace("担当", "担当者の氏名と所属する部署").concat(" fit=clip")),
  RPT4004: added('text "Manufacturer" w=15mm'),
  RPT4005: mistake("御中", "御中\u{1F600}"),
  RPT4006: {
    edits: [
      ["w=1fr", "w=100mm"],
      ["w=30mm", "w=80.2mm"],
    ],
  },
  RPT4007: added('barcode code128 "ORDER-2026-000042-A" w=30mm h=15mm'),
  RPT4008: dataOf(sent(NAMED, `[${ITEM}]`).replace("{", `{"stamp": "${TINY_PICTURE}", `)),
  RPT4009: dataOf(sent(NAMED, `[${ITEM}]`).replace("{", `{"stamp": "${NO_PICTURE}", `)),
  RPT4010: mistake('column name "品名" w=1fr', 'column name "品名" "{repeat(.name, 5000)}" w=1fr'),
  RPT4011: added("text \"{repeat('重要', 3000)}\" keep=together"),
  RPT4012: added('text "別紙" keep=next\n    plate h=257mm {\n    }'),
  RPT4019: mistake("header=repeat", "header=repeat min-rows=200"),
  RPT4013: {
    ...dataOf(sent(NAMED, `[${Array.from({ length: 60 }, () => ITEM).join(",")}]`), mistake("header=repeat", SIXTY)),
    shown: `    table items ${SIXTY}`,
  },
  RPT4014: mistake("page A4 portrait", "page A5 {\n  footer h=200mm {\n  }\n  body {\n  }\n}\npage A4 portrait"),
  RPT4015: added("barcode ean13 (order.number) w=40mm h=20mm"),
  RPT4016: dataOf(sent(NAMED, `[${ITEM}]`).replace("{", `{"stamp": "${FOREIGN_PICTURE}", `)),
  RPT4017: dataOf(sent(NAMED, `[${ITEM}]`).replace("{", `{"stamp": "${FILTERED_PICTURE}", `)),
  RPT4026: dataOf(sent(NAMED, `[${ITEM}]`).replace("{", `{"stamp": "${EMPTY_PICTURE}", `)),
  RPT4018: mistake("御中", "御中 שלום"),
  RPT4022: dataOf(sent(NAMED, `[${ITEM}]`).replace("{", '{"note": "午前\\u0007中", ')),
  RPT4023: mistake("御中", "御中\u{e01ef}"),
  RPT4028: mistake("御中", "御中 Żuraw"),
  RPT4035: {
    edits: [
      [
        LINE,
        `${LINE}    chart bar items h=40mm alt="数量" {
      category "{index}"
      series "数量" (.qty)
      series "数量" (.price)
    }
`,
      ],
    ],
  },
  RPT4034: added('markdown "| 品名 | 数量 |\\n|---|--:|\\n| ねじ | 2 | 至急 |"'),
  RPT4036: added("space 198mm"),
  RPT4037: {
    edits: [],
    form: `rpt 1
document notice title="お知らせ"
field note string(80) example="窓口は月末まで休みます。"
page A5 landscape margin=10mm pages=1 {
  body {
    text (note)
    break page
    text "総務部"
  }
}
`,
  },
  RPT4029: added('text "図面" link="file:///plans/7.dwg"'),
  RPT4024: mistake("  footer h=8mm {", `${["first", "last"].map(headerOn).join("")}  footer h=8mm {`),
  RPT4025: {
    edits: [],
    form: `rpt 1
document labels title="宛名ラベル"
source people as=p
field people[].address string(20) example=["東京都千代田区丸の内一丁目", "大阪市"]
field people[].name string(8) example=["山本一郎", "田中"]
page A4 n-up=[3, 27] {
  body {
    text "親展"
    text (p.address)
    text "{p.name} 様"
  }
}
`,
  },
  RPT4027: {
    edits: [],
    form: `rpt 1
document rules title="規約"
field articles[] text(200) example=["第一条　会員は規約を守る。", "第二条　会費は毎月末日までに納める。"]
page A5 landscape {
  body {
    text "会員規約をここに定め、${"会員は次の各条に従うものとする。".repeat(4)}" writing=vertical
    each articles {
      text (.) writing=vertical
    }
  }
}
`,
  },
  RPT4030: {
    edits: [],
    form: `rpt 1
document rooms title="会議室"
field day date example="2026-12-01"
field items[].start datetime example=["2026-12-01T09:00:00+09:00", "2026-12-01T05:00:00Z"]
field items[].end datetime example=["2026-12-01T10:30:00+09:00", "2026-12-01T06:30:00Z"]
field items[].from string(5) example=["9:00", "5:00"]
page A4 landscape margin=15mm {
  body {
    gantt items {
      column start "会議" "定例" w=30mm
      scale from=(day) to=(day) unit=hour
      bar start=(.start) end=(.end) label="{.from}から"
    }
  }
}
`,
  },
  RPT4020: added(schedule("addDays(order.date, 9)", "addDays(order.date, 20)")),
  RPT4021: added(schedule("addDays(order.date, -9)", "addDays(order.date, 2)")),
} as const;

/** Seventy fields, each in a box of one line. */
const NOTES = Array.from({ length: 95 }, (_, at) => `note${at + 1}`);

const LENGTHS = {
  RPT4031: mistake('"担当" x', "(customer.name) x"),
  RPT4032: {
    edits: [
      ["field items[] min=1 max=200", "field items[] min=1"],
      ["field note? text(400)", "field note? string(400)"],
      ["page A4 portrait", "page A4 portrait pages=1"],
    ],
    shown: "field items[] min=1\npage A4 portrait pages=1 margin=15mm {",
  },
  RPT4033: {
    edits: [
      [SIZES, `${NOTES.map((note) => `field ${note} string(90) example="品"\n`).join("")}${SIZES}`],
      [LINE, `${LINE}${NOTES.map((note) => `    text (${note}) w=20mm h=5mm\n`).join("")}`],
    ],
    shown: 'field note1 string(90) example="品"\n… to note95\n    text (note1) w=20mm h=5mm\n    … to note95',
  },
} as const;

/** Labels in one stack, values in another. */
const APART = `    row gap=2mm {
      stack w=20mm {
        text "番号"
        text "会社"
      }
      stack {
        text (order.number)
        text (customer.name)
      }
    }
`;

const GEOMETRY = {
  RPT5001: mistake(STAFF, `${STAFF}\n      text "電話" x=3mm y=1mm w=20mm h=5mm`),
  RPT5002: mistake(STAFF, STAFF.replace("x=0mm", "x=170mm")),
  RPT5003: mistake("margin=15mm", "margin=2mm"),
  RPT5004: added('text "控" w=186mm align=right'),
  RPT5005: {
    edits: [
      ["body=9pt", "body=9pt a=10pt b=11pt c=12pt d=13pt e=14pt"],
      [LINE, `${LINE}${["a", "b", "c", "d", "e"].map((size) => `    text "見本" size=${size}\n`).join("")}`],
    ],
  },
  RPT5006: mistake("body=9pt", "body=4pt"),
  RPT5007: mistake(STAFF, `${STAFF}\n      text "電話" x=0.3mm y=8mm w=20mm h=5mm`),
  RPT5008: mistake("ink=#1a1a1a", "ink=#dddddd"),
  RPT5009: {
    edits: [
      ["lang=ja", "lang=ja ua=1"],
      [' alt="印"', ""],
    ],
  },
  RPT5010: {
    edits: [
      ["lang=ja", "lang=ja pdf=a-2u"],
      [SIZES, `gaiji U+E000 '<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'\n${SIZES}`],
      ["御中", "御中\u{e000}"],
    ],
  },
  RPT5011: added('text "上\\n下" line-height=0.8'),
  RPT5012: {
    edits: [
      ['column name "品名" w=1fr', 'column qty "数" w=16mm align=right\n      column name "品名" w=1fr'],
      ['example=["ねじ", "ばね"]', 'example=["3号機", "ばね"]'],
    ],
  },
  RPT5021: { edits: [["lang=ja", "lang=ja ua=1"]] },
  RPT5022: {
    edits: [
      ["lang=ja", "lang=ja ua=1"],
      ["style=small\n", `style=small heading=1\n${APART}`],
    ],
    shown: 'row {\n  stack { text "番号"; text "会社" }\n  stack { text (order.number); text (customer.name) }\n}',
  },
} as const;

const OUTPUT_AND_LIMITS = {
  RPT6090: mistake("items[].price decimal(9,2)", "items[].price decimal(9,2) role=line.unitprise"),
  RPT7002: {
    edits: [
      ["lang=ja", "lang=ja pdf=a-3u"],
      [SIZES, `encrypt aes-256 open=optional\n${SIZES}`],
    ],
  },
  RPT7004: declared('encrypt aes-256 password="himitsu"'),
  RPT7005: mistake('title="発注内容 {order.number}" lang=ja', "lang=ja ua=1"),
  RPT7006: {
    edits: [
      ["lang=ja", "lang=ja pdf=a-2u"],
      [SIZES, `attach payload "注文.json" relationship=source\n${SIZES}`],
    ],
  },
  RPT7007: mistake("lang=ja", "lang=ja pdf-compat=1.4 duplex=long-edge"),
  RPT7010: mistake("Noto Sans JP", "Meiryo"),
  RPT7011: declared("asset logo src='https://example.jp/logo.svg'"),
  RPT7025: mistake("発注内容", "注文書"),
  RPT7020: mistake("lang=ja", "lang=ja profile=jp.deliverynote"),
  RPT9001: added("text (len(repeat(repeat('あ', 1000000), 1000)))"),
  RPT9002: mistake(SIZES, `${"\n".repeat(20_001)}${SIZES}`, "// … more than 20,000 lines"),
  RPT9003: {
    ...declared(`let deep = ${"(".repeat(300)}1${")".repeat(300)}`),
    shown: "let deep = ((((( … 300 brackets … )))))",
  },
  RPT9009: {
    ...dataOf(sent(NAMED, `[${Array.from({ length: 120 }, () => ITEM.replace("2", '"二"')).join(", ")}]`)),
    shown: "// 120 items are sent, each with a wrong qty",
  },
  RPT9010: added('text "{discount} 円"'),
  RPT9011: {
    edits: [
      [SIZES, `allow RPT5004 "the stamp stands in the margin"\n${SIZES}`],
      [LINE, `${LINE}    text "控" w=186mm align=right\n`],
    ],
  },
} as const;

/** By code. Every code of the catalogue stands here or in {@link WITHOUT_EXAMPLE}. */
export const DIAGNOSTIC_EXAMPLES: Readonly<Partial<Record<DiagnosticCode, DiagnosticExample>>> = {
  ...SYNTAX,
  ...STRUCTURE,
  ...DECLARATIONS,
  ...DATA,
  ...CONTENT,
  ...LENGTHS,
  ...GEOMETRY,
  ...ADVICE,
  ...OUTPUT_AND_LIMITS,
};

/** The form with the mistake. */
export function mistakenForm({ edits, form }: DiagnosticExample): string {
  return form ?? edits.reduce((form, [from, to]) => form.replace(from, () => to), SOUND_FORM);
}
