// Forms that lost content without a finding, found by the generator and made small. Each is drawn whole now, or a
// finding names what it cannot hold.

import { PHOTO } from "../support/conservation/photo.ts";

export interface Regression {
  readonly lost: string;
  /** Behind `rpt 1`. */
  readonly source: string;
  readonly data?: unknown;
  /** The codes that are found now. */
  readonly named: readonly string[];
}

export const RESOURCES = 'fonts gothic="Noto Sans JP"\nsizes body=9pt small=7pt\nstyle base font=gothic size=body\n';

export function page(body: string, before = ""): string {
  return `${RESOURCES}${before}page A5 portrait margin=12mm {\n  body gap=2mm {\n${body}\n  }\n}\n`;
}

/** A red ring on white, as a scanner sees a seal. */
const SEAL_ON_WHITE = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#fff"/>' +
    '<circle cx="50" cy="50" r="45" fill="none" stroke="red" stroke-width="5"/></svg>',
).toString("base64")}`;

export const LINES = 'field lines[].name string(8) example=["見本"]\n';
const DATA = { lines: [{ name: "東西" }, { name: "南北" }] };

/** Elements that are as wide as they are let, and so had no width beside others. */
const FILLING: readonly (readonly [name: string, element: string])[] = [
  ["a table", 'table lines {\n  column name "品名"\n}'],
  ["a grid", 'grid cols=[1fr, 1fr] {\n  text "左"\n  text "右"\n}'],
  ["a comb", 'comb "12345" cells=8'],
  ["a row of seal boxes", 'seals h=20mm {\n  seal "承認"\n  seal "作成"\n}'],
  ["a chart", 'chart bar lines alt="負荷" h=40mm title="負荷率" {\n  category (.name)\n  series "数" (index)\n}'],
  ["a line", "line stroke=[0.5pt, #12345a]"],
  ["a rectangle", "rect h=8mm stroke=[0.5pt, #12345a]"],
  ["a plate with a line", "plate h=10mm {\n  line x=0mm y=2mm w=1fr h=2mm stroke=[0.5pt, #12345a]\n}"],
];

export const GANTT_LINES = `field start date example="2026-10-05"\n${LINES}`;
const GANTT_DATA = { start: "2026-10-07", ...DATA };

function gantt(inside: string, properties = ""): string {
  return `gantt lines${properties} {
  column name "品名"
  scale from=(addDays(start, -20)) to=(addDays(start, 20))
  bar start=(start) end=(addDays(start, 3))
  ${inside}
}`;
}

export const REGRESSIONS: readonly Regression[] = [
  {
    lost: "a picture beside its plate with round corners",
    source: `field photo? image\n${page(
      'plate w=50mm h=28mm radius=4mm {\n  image (photo) x=35mm y=3mm w=60mm h=12mm alt="写真"\n}',
    )}`,
    data: { photo: PHOTO },
    named: ["RPT5002"],
  },
  ...FILLING.map(
    ([name, element]): Regression => ({
      lost: `${name} without a width in a row`,
      source: LINES + page(`row gap=2mm {\n  text "見出し"\n  ${element}\n}`),
      data: DATA,
      named: [],
    }),
  ),
  ...FILLING.slice(0, 5).map(
    ([name, element]): Regression => ({
      lost: `${name} in a stack in a column of its content's width`,
      source: LINES + page(`grid cols=[auto, auto] gap=2mm {\n  text "見出し"\n  stack {\n    ${element}\n  }\n}`),
      data: DATA,
      named: [],
    }),
  ),
  {
    lost: "the label of a seal box without a size in a row",
    source: page('row gap=2mm {\n  seal "見出し"\n  text "お届け先"\n}'),
    named: [],
  },
  {
    lost: "the labels of narrow seal boxes, under their seals",
    source: `field photo? image\n${page('seals w=40mm {\n  seal "小計（税込）" (photo)\n  seal "承認" (photo)\n}')}`,
    data: { photo: PHOTO },
    named: [],
  },
  {
    lost: "a letter of a comb that no font has",
    source: page('comb "12\\u{10FFFD}" cells=8'),
    named: ["RPT4005"],
  },
  {
    lost: "letters of a background above the paper's edge",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background {
    text "見出し" x=0mm y=0mm w=60mm h=12mm line-height=0.5
  }
  body {
    text "本文"
  }
}
`,
    named: ["RPT5003"],
  },
  {
    lost: "letters in the bleed, which is cut off",
    source: `${RESOURCES}page A5 portrait margin=12mm bleed=3mm {
  background {
    text "断裁" x=-3mm y=30mm w=30mm h=12mm
  }
  body {
    text "本文"
  }
}
`,
    named: ["RPT5003"],
  },
  {
    lost: "ruby smaller than 4 pt",
    source: page('rich {\n  ruby "帳票" "ちょうひょう" size=small\n}'),
    named: ["RPT5006"],
  },
  {
    lost: "letters on the bars of a code in a background, and the code under them",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background {
    barcode qr "第１号様式" x=0mm y=0mm w=30mm h=30mm
  }
  body {
    text "お届け先"
  }
}
`,
    named: ["RPT5001", "RPT5008"],
  },
  {
    lost: "the first letters of a text that begins on a dark ground",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background {
    rect x=0mm y=0mm w=20mm h=40mm fill=#1a1a1a
  }
  body {
    text "お届け先とご担当者のお名前"
  }
}
`,
    named: ["RPT5008"],
  },
  {
    lost: "letters of a text with stretches under another text",
    source: page(
      'plate h=12mm {\n  rich x=0mm y=0mm w=60mm {\n    span "見出し"\n  }\n  text "備考欄" x=0mm y=0mm w=60mm\n}',
    ),
    named: ["RPT5001"],
  },
  {
    lost: "letters on one another within a table's cell",
    source:
      LINES +
      page(`table lines {
  column name "品名" {
    plate h=10mm {
      text (.name) x=0mm y=0mm w=30mm
      text "備考欄" x=0mm y=0mm w=30mm
    }
  }
}`),
    data: DATA,
    named: ["RPT5001"],
  },
  {
    lost: "a text under a rectangle that is painted later",
    source: page(
      'plate h=30mm {\n  text "お届け先" x=5mm y=5mm w=60mm h=8mm\n  rect x=0mm y=0mm w=70mm h=20mm fill=#102040\n}',
    ),
    named: ["RPT5001"],
  },
  {
    lost: "a text of a header under a rectangle that is painted later",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  header h=8mm {
    text "お届け先" x=0mm y=0mm w=85mm h=6mm
    rect x=4mm y=0mm w=45mm h=8mm fill=#102040
  }
  body {
    text "本文"
  }
}
`,
    named: ["RPT5001"],
  },
  {
    lost: "a text of a background under the ground of a box",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background {
    text "伝票番号" x=13mm y=20mm w=60mm h=8mm
  }
  body {
    box fill=#dddddd padding=2mm h=25mm {
      text "本文"
    }
  }
}
`,
    named: ["RPT5001"],
  },
  {
    lost: "a dark text of a background under letters of the page",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background {
    text "伝票番号" x=13mm y=12mm w=60mm h=8mm
  }
  body {
    text "お届け先" h=8mm
  }
}
`,
    named: ["RPT5001"],
  },
  {
    lost: "a name under the white ground of a seal",
    source: `field seal image\n${page(
      'plate h=20mm {\n  text "代表取締役" x=0mm y=6mm w=60mm\n  seal (seal) label="印" x=5mm y=0mm w=18mm h=18mm\n}',
    )}`,
    data: { seal: SEAL_ON_WHITE },
    named: ["RPT5001"],
  },
  {
    lost: "a name under a seal of pixels without transparency",
    source: `field seal image\n${page(
      'plate h=20mm {\n  text "代表取締役" x=0mm y=6mm w=60mm\n  seal (seal) label="印" x=5mm y=0mm w=18mm h=18mm\n}',
    )}`,
    data: { seal: PHOTO },
    named: ["RPT5001"],
  },
  {
    lost: "the words of today, where its line is not drawn",
    source: GANTT_LINES + page(gantt('today (start) "本日" stroke=none')),
    data: GANTT_DATA,
    named: [],
  },
  {
    lost: "the words of today in a time axis without a heading",
    source: GANTT_LINES + page(gantt('today (start) "本日"', " header=none")),
    data: GANTT_DATA,
    named: ["RPT4020"],
  },
  {
    lost: "a label that is taller than its seal's place, on what follows",
    source: page('seal "小計（税込）" h=5mm\ntext "お届け先"'),
    named: ["RPT4001", "RPT5001"],
  },
  {
    lost: "a letter of a name's seal that no font has",
    source: `field name string(8) example="見本"\n${page("seal (name)")}`,
    data: { name: "山\u{10FFFD}" },
    named: ["RPT4005"],
  },
  {
    lost: "letters that a frame of the background strikes through",
    source: `rpt 1
${RESOURCES}page A5 margin=12mm {
  background on=all {
    rect x=6mm y=20mm w=136mm h=150mm stroke=1pt
    line x=30mm y=6mm w=0mm h=60mm stroke=1pt
  }
  body gap=2mm {
    text "ご注文ありがとうございます。納期は別紙のとおりです。"
    text "ご注文ありがとうございます。納期は別紙のとおりです。"
  }
}
`,
    named: ["RPT5001"],
  },
  {
    lost: "the lines of a text on one another",
    source: page('text "ご注文ありがとうございます。納期は別紙のとおりです。" w=30mm line-height=0.5'),
    named: ["RPT5001", "RPT5011"],
  },
  {
    lost: "a marker that has no room, under its text",
    source: page('text "お届け先" marker="備考欄" marker-w=0mm'),
    named: ["RPT4004", "RPT5012"],
  },
  {
    lost: "the lines of a marker below its text, on what follows",
    source: page('text "お届け先" marker="備考欄" marker-w=4mm\ntext "小計（税込）"'),
    named: ["RPT4004", "RPT5012"],
  },
  {
    lost: "the lines of a marker below its box",
    source: page('plate h=30mm {\n  text "お届け先" marker="備考欄" marker-w=4mm x=0mm y=0mm w=60mm h=6mm\n}'),
    named: ["RPT4004", "RPT5012"],
  },
  {
    lost: "a line beyond the paper",
    source: page("row {\n  line w=100mm\n  line w=100mm stroke=[0.5pt, #12345a]\n}"),
    named: ["RPT4006", "RPT5003"],
  },
  {
    lost: "half-transparent letters on a ground of their colour",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background {
    rect x=0mm y=0mm w=148mm h=40mm fill=#1a1a1a
  }
  body {
    box opacity=0.5 {
      text "お届け先" color=#1a1a1a
    }
  }
}
`,
    named: ["RPT5008"],
  },
  {
    lost: "a picture to which its neighbours leave no room",
    source: `field photo? image\n${page("row gap=2mm {\n  rect w=124mm h=5mm stroke=0.25pt\n  image (photo)\n}")}`,
    data: { photo: PHOTO },
    named: ["RPT4001", "RPT4006", "RPT4026", "RPT5004"],
  },
  ...["qr", "ean13"].flatMap((kind): readonly Regression[] => {
    const code = `barcode ${kind} "${kind === "qr" ? "Q-1" : "4901234567894"}" h=20mm`;
    const under = (what: string): string => `  background {\n    ${what}\n  }\n  body {\n    ${code}\n  }\n}\n`;
    const form = (what: string): string => `${RESOURCES}page A5 portrait margin=12mm {\n${under(what)}`;
    return [
      {
        lost: `a ${kind} code half of which lies on a dark ground of the background`,
        source: form("rect x=0mm y=0mm w=148mm h=15mm fill=#c0392b"),
        named: ["RPT4007"],
      },
      {
        lost: `a ${kind} code on a picture of the background`,
        source: `field photo image\n${form('image (photo) x=0mm y=0mm w=30mm h=15mm alt="写真"')}`,
        data: { photo: PHOTO },
        named: ["RPT4007"],
      },
    ];
  }),
  {
    lost: "a bar code in the pale colour of what holds it",
    source: page('  stack color=#f2f4f7 {\n    barcode qr "12345"\n  }'),
    named: ["RPT4007"],
  },
  {
    lost: "a code that is higher than max-h, under that of the next record",
    source: LINES + page('each lines {\n  barcode qr "https://example.jp/pay/0417" max-h=6mm\n}'),
    data: DATA,
    named: ["RPT4007"],
  },
  {
    lost: "the last lines of a check's label, beyond its max-h",
    source: page('check (true) "お届け先とご担当者のお名前" w=24mm max-h=5mm\ntext "小計（税込）"'),
    named: ["RPT4001", "RPT5001"],
  },
  {
    lost: "the label of a seal box that has a seal, on which another text lies",
    source: `field photo? image\n${page(
      'plate h=20mm {\n  seals x=0mm y=0mm w=20mm h=20mm {\n    seal "承認" (photo)\n  }\n' +
        '  text "お届け先" x=5mm y=0mm w=40mm h=6mm\n}',
    )}`,
    data: {},
    named: ["RPT5001"],
  },
  {
    lost: "the label of a seal box that has a seal, on the bars of a code in a background",
    source: `field photo? image
${RESOURCES}page A5 portrait margin=12mm {
  background {
    barcode qr "12345" x=12mm y=10mm w=40mm h=40mm
  }
  body {
    seals {
      seal "見出し" (photo)
      seal "備考欄" (photo)
    }
  }
}
`,
    data: {},
    named: ["RPT4007", "RPT5001"],
  },
  {
    lost: "a frame beyond the paper",
    source: page('grid cols=[100mm, 60mm] {\n  text "見出し"\n  rect h=8mm border=[0.5pt, #10a14a]\n}'),
    named: ["RPT4006", "RPT5003"],
  },
  {
    lost: "a code under the ground of a box",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background {
    barcode datamatrix "南冬大空" x=14mm y=14mm w=10mm h=10mm
  }
  body {
    box h=40mm fill=#1a1a1a {
      text "小計" color=#ffffff margin=[20mm, 0mm, 0mm, 0mm]
    }
  }
}
`,
    named: ["RPT5001"],
  },
  {
    lost: "a bar code that its grid pushes beyond the paper",
    source: page('grid cols=[100mm, 60mm] {\n  text "見出し"\n  barcode code128 "ABC-123"\n}'),
    named: ["RPT4006", "RPT5003"],
  },
  {
    lost: "the words of today, where the time axis has no rows",
    source: GANTT_LINES + page(gantt('today (start) "本日"')),
    data: { start: "2026-10-07", lines: [] },
    named: [],
  },
  {
    lost: "a code that a part shows twice, on itself",
    source: `${RESOURCES}part code {
  barcode qr "12345"
}
page A5 portrait margin=12mm {
  background {
    use code x=15mm y=14mm w=40mm
  }
  body {
    use code
  }
}
`,
    named: ["RPT4007", "RPT5001"],
  },
  {
    lost: "what columns hold beyond their height, within other columns that no page bounds",
    source: page(`grid cols=[1fr] {
  columns {
    columns h=5mm {
      text "見出し"
      text "お届け先"
      text "備考欄"
      text "小計（税込）"
      text "第１号様式"
    }
  }
}`),
    named: ["RPT4001"],
  },
  {
    lost: "texts of records on one another, which leave their plates",
    source:
      LINES +
      page(`columns n=2 {
  each lines {
    plate h=40mm {
      text "納期：{.name}のとおり" x=0mm y=0mm w=110mm h=6mm align=right
    }
  }
}`),
    data: { lines: [{ name: "東西" }, { name: "南北" }, { name: "東西" }, { name: "南北" }] },
    named: ["RPT5002", "RPT5003"],
  },
  {
    lost: "the edge of a picture in a background, which the paper cuts off",
    source: `field photo image
${RESOURCES}page A5 portrait margin=12mm {
  background {
    image (photo) x=120mm y=3mm w=40mm h=40mm
  }
  body {
    text "本文"
  }
}
`,
    data: { photo: PHOTO },
    named: ["RPT5003"],
  },
  {
    lost: "a code of a background under another one, which may lie on anything",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background {
    barcode code128 "ABC-1234" x=15mm y=14mm w=60mm h=12mm
  }
  body {
    barcode code39 "ABC-123" w=60mm layer=under
  }
}
`,
    named: ["RPT4007"],
  },
  {
    lost: "the frame of a picture in a background, beyond the paper",
    source: `field photo image
${RESOURCES}page A5 portrait margin=12mm {
  background {
    image (photo) x=90mm y=3mm w=80mm h=12mm border=0.5pt
  }
  body {
    text "本文"
  }
}
`,
    data: { photo: PHOTO },
    named: ["RPT5003"],
  },
  {
    lost: "a reading in the third of two lines",
    source: page('rich lines=2 fit=shrink w=60mm {\n  span "お届け先"\n  br\n  br\n  ruby "帳票" "ちょうひょう"\n}'),
    named: ["RPT4002"],
  },
  {
    lost: "the feet of letters under a white rectangle",
    source: page(
      'plate h=9mm {\n  text "型番 EQL03E" x=0mm y=0mm w=60mm h=5mm\n  rect x=0mm y=3mm w=30mm h=4mm fill=white\n}',
    ),
    named: ["RPT5001"],
  },
  {
    lost: "the tails of commas under the ground of the next line",
    source: `field rows[].n string(10) example=["1,234", "5,678"]
${page("each rows {\n  text (.n) fill=#eeeeee line-height=0.85\n}")}`,
    data: { rows: [{ n: "1,234" }, { n: "Q;9,000" }] },
    named: ["RPT5001"],
  },
  {
    lost: "parts of letters under a thin white line",
    source: page(
      'plate h=9mm {\n  text "EQL 03" x=0mm y=0mm w=60mm h=5mm\n  rect x=0mm y=3mm w=30mm h=0.4mm fill=white\n}',
    ),
    named: ["RPT5001", "RPT5008"],
  },
  {
    lost: "the names of series without a name, in a finding that says which look alike",
    source: `field note text(32) example="見本"
field rows[].amount int example=[12]
${page(
  'chart bar rows alt="図" {\n  category "月"\n' +
    "  series (note) (.amount) color=black\n  series (note) (.amount) color=black\n}",
)}`,
    data: { note: "", rows: [{ amount: 1 }] },
    named: ["RPT4035", "RPT5008"],
  },
  {
    lost: "letters under the frame of an empty place for a seal in a background",
    source: `field name? string(8) example="山田"
${RESOURCES}page A5 landscape margin=12mm {
  background on=all {
    seal "印" (name) x=0mm y=14mm w=66mm h=12mm
  }
  body {
    text "見出し"
  }
}
`,
    data: {},
    named: ["RPT5001"],
  },
  {
    lost: "nothing, but vertical lines beside a text that pages cut stood on each page again",
    source: `field rows[].name string(300) example=["長い文"]
${page(
  'table rows split=cell {\n  column v "縦" "甲乙丙丁戊\\n己庚辛壬癸" w=20mm writing=vertical\n' +
    '  column n "文" (.name) w=18mm\n}',
)}`,
    data: { rows: [{ name: "長い文が頁を越えて続くので縦の行の横で切れる。".repeat(13) }] },
    named: [],
  },
];
