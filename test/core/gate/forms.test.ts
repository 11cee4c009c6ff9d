// Forms as authors write them: what each rule of the gate tells, what it leaves alone, and that its edits mend it.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { arrange, CODES, type Diagnostic, type TextEdit } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** What was found, by the source: several tests ask it of one form. */
const checked = new Map<string, readonly Diagnostic[]>();

function findings(source: string): readonly Diagnostic[] {
  const found = checked.get(source) ?? arrange(engine.check({ source, data: null }).diagnostics);
  checked.set(source, found);
  return found;
}

interface Form {
  readonly is: string;
  /** Elements of a plate of 180 mm × 60 mm, 15 mm from the paper's edges. */
  readonly plate?: readonly string[];
  /** Elements of the flow. */
  readonly flow?: readonly string[];
  readonly page?: string;
  readonly head?: string;
  /** What the document promises. */
  readonly promises?: string;
  /** Headers and footers. */
  readonly bands?: string;
  /** Code and message, and the title of the repair. */
  readonly found: readonly (readonly [message: string, repair: string])[];
}

function source({
  plate = [],
  flow = [],
  page = "A4 portrait margin=15mm",
  head = "",
  promises = "",
  bands = "",
}: Form) {
  return `rpt 1
document form lang=ja ${promises}
field name string(10) example="国語"
field rows[].name string(10) example=["国", "語"]
fonts gothic="Noto Sans JP"
sizes title=16pt body=10pt small=7pt tiny=5pt
colors ink=#1a1a1a pale=#bbbbbb shade=#eeeeee
style base font=gothic size=body color=ink
${head}
page ${page} {
  ${bands}
  body {
${flow.map((element) => `    ${element}`).join("\n")}
    plate h=60mm {
${plate.map((element) => `      ${element}`).join("\n")}
    }
  }
}
`;
}

const TAGGED = 'ua=1 title="申請書"';
const STACKS = `row gap=2mm {
      stack w=20mm {
        text "氏名"
        text "別名"
      }
      stack w=40mm {
        text (name)
        text (name)
      }
    }`;

const LONG_WORD = '"INVOICENUMBER" is 28.2mm wide, its column 20.0mm';
const GAIJI = `gaiji U+E000 '<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'`;

const GEOMETRY: Readonly<Record<string, readonly Form[]>> = {
  "RPT5001, ink on ink": [
    {
      is: "texts side by side",
      plate: ['text "国語" x=0mm y=0mm w=20mm h=5mm', 'text "算数" x=20mm y=0mm w=20mm h=5mm'],
      found: [],
    },
    {
      is: "boxes on one another whose ink is apart",
      plate: ['text "国" x=0mm y=0mm w=30mm h=5mm', 'text "語" x=10mm y=0mm w=30mm h=5mm'],
      found: [],
    },
    {
      is: "a text on a text",
      plate: ['text "国語" x=0mm y=0mm w=20mm h=5mm', 'text "算数" x=3mm y=2mm w=20mm h=5mm'],
      found: [
        [
          "RPT5001 text overlaps text by 4.1mm × 1.0mm (page 1)",
          "set y=3.1mm to move it down by 1.0mm, or layer=over where the overlap is meant",
        ],
      ],
    },
    {
      is: "a text on a text on purpose",
      plate: ['text "国語" x=0mm y=0mm w=20mm h=5mm', 'text "算数" x=3mm y=2mm w=20mm h=5mm layer=over'],
      found: [],
    },
    {
      is: "a line through a text",
      plate: ['text "国語" x=0mm y=0mm w=20mm h=5mm', "line x=0mm y=2.5mm w=30mm stroke=0.5pt"],
      found: [
        [
          "RPT5001 line overlaps text by 7.1mm × 0.2mm (page 1)",
          "set y=4.2mm to move it down by 1.6mm, or layer=over where the overlap is meant",
        ],
      ],
    },
    {
      is: "a line under a text",
      plate: ['text "国語" x=0mm y=0mm w=20mm h=5mm', "line x=0mm y=5mm w=30mm stroke=0.5pt"],
      found: [],
    },
    {
      is: "a text on a filled rectangle",
      plate: ["rect x=0mm y=0mm w=30mm h=8mm fill=shade", 'text "国語" x=2mm y=1mm w=20mm h=5mm'],
      found: [],
    },
    {
      is: "a seal on a name",
      plate: ['text "山田太郎" x=0mm y=4mm w=30mm h=6mm', "seal (name) x=8mm y=0mm w=16mm h=16mm"],
      found: [],
    },
    {
      is: "an empty place for a seal on a name, which its frame strikes out",
      plate: ['text "山田太郎" x=0mm y=4mm w=30mm h=6mm', 'seal "印" x=8mm y=0mm w=16mm h=16mm'],
      found: [
        [
          "RPT5001 the border of seal, 0.18mm wide, runs through letters of text (page 1)",
          "move one of them, make more room for the letters, or write layer=over at one of them where that is meant",
        ],
      ],
    },
    {
      is: "a filled rectangle painted over a text",
      plate: ['text "国語" x=2mm y=1mm w=20mm h=5mm', "rect x=0mm y=0mm w=30mm h=8mm fill=shade"],
      found: [
        [
          "RPT5001 text lies under rect, which hides 6.6mm × 3.1mm of it (page 1)",
          "write the text after the rect, so that it lies on it, move one of them, " +
            "or write layer=over at the rect where that is meant",
        ],
      ],
    },
    {
      is: "a rectangle that blacks a text out on purpose",
      plate: ['text "国語" x=2mm y=1mm w=20mm h=5mm', "rect x=0mm y=0mm w=30mm h=8mm fill=ink layer=over"],
      found: [],
    },
    {
      is: "a translucent rectangle over a text",
      plate: ['text "国語" x=2mm y=1mm w=20mm h=5mm', "rect x=0mm y=0mm w=30mm h=8mm fill=shade opacity=0.5"],
      found: [],
    },
    {
      is: "words on a ground of their own, which interrupt a line",
      plate: [
        "line x=0mm y=4mm w=100mm stroke=[0.5pt, ink, dash]",
        'text "切り取り線" x=40mm y=1.5mm w=20mm h=5mm align=center fill=shade',
      ],
      found: [],
    },
    {
      is: "words whose ground is painted before a line",
      plate: [
        'text "切り取り線" x=40mm y=1.5mm w=20mm h=5mm align=center fill=shade',
        "line x=0mm y=4mm w=100mm stroke=[0.5pt, ink, dash]",
      ],
      found: [
        [
          "RPT5001 line overlaps text by 17.6mm × 0.2mm (page 1)",
          "set y=5.7mm to move it down by 1.6mm, or layer=over where the overlap is meant",
        ],
      ],
    },
    {
      is: "letters spaced apart at the right of their room, beside others",
      plate: [
        'text "甲乙" letter-spacing=8mm align=right x=0mm y=1mm w=40mm h=5mm',
        'text "丙" x=41mm y=1mm w=10mm h=5mm',
      ],
      found: [],
    },
    {
      is: "a filled rectangle that is no more than a line through a text",
      plate: ['text "国語" x=2mm y=1mm w=20mm h=5mm', "rect x=0mm y=3mm w=30mm h=0.4mm fill=ink"],
      found: [
        [
          "RPT5001 the line of rect, 0.4mm wide, runs through letters of text (page 1)",
          "move one of them, make more room for the letters, or write layer=over at one of them where that is meant",
        ],
      ],
    },
    {
      is: "a filled rectangle over a text of the header",
      bands: `header h=8mm {
    text "国語" x=2mm y=1mm w=20mm h=5mm
    rect x=0mm y=0mm w=30mm h=8mm fill=shade
  }`,
      found: [
        [
          "RPT5001 text lies under rect, which hides 6.6mm × 3.1mm of it (page 1)",
          "write the text after the rect, so that it lies on it, move one of them, " +
            "or write layer=over at the rect where that is meant",
        ],
      ],
    },
    {
      is: "the ground of a box over a text of the background",
      bands: 'background {\n    text "控え番号" x=20mm y=20mm w=40mm h=5mm\n  }',
      flow: ["box fill=shade padding=2mm h=20mm {", '  text "国語"', "}"],
      found: [
        [
          "RPT5001 text of the background lies under box, which hides 13.8mm × 3.3mm of it (page 1)",
          "move one of them, leave the box without a fill, or write layer=over at the box where that is meant",
        ],
      ],
    },
    {
      is: "the grounds of a table's cells over a text of the background",
      bands: 'background {\n    text "控え番号" x=20mm y=20mm w=40mm h=5mm\n  }',
      flow: ["table rows fill=shade {", '  column name "教科" w=60mm', "}"],
      found: [
        [
          "RPT5001 text of the background lies under table, which hides 13.8mm × 3.3mm of it (page 1)",
          "move one of them, leave the table without a fill, or write layer=over at the table where that is meant",
        ],
      ],
    },
    {
      is: "a dark text of the background under letters of the page",
      bands: 'background {\n    text "控え番号" x=17mm y=16mm w=40mm h=5mm\n  }',
      flow: ['text "国語"'],
      found: [
        [
          "RPT5001 text overlaps text of the background by 5.1mm × 2.0mm (page 1)",
          "make 4.0mm of room between the two, or layer=over where the overlap is meant",
        ],
      ],
    },
    {
      is: "a bar code on a dark text of the background",
      bands: 'background {\n    text "控え番号" x=20mm y=22mm w=40mm h=5mm\n  }',
      plate: ["barcode qr (name) x=0mm y=0mm w=20mm h=20mm"],
      found: [
        [
          "RPT5001 barcode overlaps text of the background by 12.1mm × 3.0mm (page 1)",
          "set y=8.2mm to move it down by 8.1mm, or layer=over where the overlap is meant",
        ],
      ],
    },
    {
      is: "light watermarks under letters and boxes, of which enough shows",
      bands: `background {
    text "見本" x=20mm y=20mm w=100mm h=40mm size=mark color=pale
    text "控え" x=20mm y=70mm w=100mm h=40mm size=mark opacity=0.2
  }`,
      head: "sizes mark=80pt",
      flow: ["box fill=shade padding=2mm h=14mm {", '  text "国語"', "}"],
      found: [],
    },
    {
      is: "a light watermark of which nothing shows",
      bands: 'background {\n    text "見本" x=20mm y=20mm w=20mm h=5mm color=pale opacity=0.9\n  }',
      flow: [
        "box fill=shade padding=1mm h=7mm {",
        '  text "国語"',
        "}",
        "box fill=shade padding=2mm h=10mm {",
        '  text "算数"',
        "}",
      ],
      found: [
        [
          "RPT5001 text of the background lies under box, which hides 7.1mm × 2.0mm of it (page 1)",
          "move one of them, leave the box without a fill, or write layer=over at the box where that is meant",
        ],
      ],
    },
    {
      is: "pictures of a list beside texts, and none of them about the next",
      flow: [
        "columns n=2 gap=6mm {",
        "  each rows {",
        '    barcode code128 "A1" w=60mm h=10mm border=0.5pt',
        "  }",
        "}",
        'text "国語"',
      ],
      found: [],
    },
  ],
  "RPT5002, beyond the container": [
    { is: "a box that ends where its plate ends", plate: ['text "国語" x=130mm y=55mm w=50mm h=5mm'], found: [] },
    {
      is: "a box that is too wide",
      plate: ['text "国語" x=132mm y=0mm w=52mm h=5mm'],
      found: [
        [
          "RPT5002 text leaves its container by 4.0mm on the right (page 1, x 147.0mm, y 15.0mm)",
          "set w=48mm, or layer=over where it is meant",
        ],
      ],
    },
    {
      is: "a box that stands too far right",
      plate: ['text "国語" x=165mm y=0mm w=20mm h=5mm #code'.replace(" #code", "")],
      found: [
        [
          "RPT5002 text leaves its container by 5.0mm on the right (page 1, x 180.0mm, y 15.0mm)",
          "set w=15mm, or layer=over where it is meant",
        ],
      ],
    },
    {
      is: "a box that stands outside",
      plate: ['text "国語" x=20mm y=58mm w=20mm h=6mm'],
      found: [
        [
          "RPT5002 text leaves its container by 4.0mm on the bottom (page 1, x 35.0mm, y 73.0mm)",
          "set y=54mm, or layer=over where it is meant",
        ],
      ],
    },
    { is: "a stamp over the edge on purpose", plate: ['seal "印" x=170mm y=0mm w=16mm h=16mm layer=over'], found: [] },
  ],
  "RPT5003, the edge that printers leave blank": [
    { is: "4 mm from the edge", page: "A4 portrait margin=4mm", flow: ['text "国語"'], found: [] },
    {
      is: "2 mm from the edge",
      page: "A4 portrait margin=[2mm, 15mm, 15mm, 15mm]",
      flow: ["plate h=10mm {", '  text "国語" x=0mm y=0mm w=20mm h=5mm', "}"],
      found: [
        ["RPT5003 text leaves the printable area by 1.0mm at the top (page 1)", "move it 1.0mm inwards (y=1.1mm)"],
      ],
    },
    {
      is: "a column that begins at the paper's edge",
      page: "A4 portrait margin=[15mm, 2mm]",
      flow: ["table rows {", '  column name "教科" w=60mm', "}"],
      found: [
        [
          "RPT5003 column leaves the printable area by 2.0mm at the left (page 1)",
          "give the page a margin of at least 4mm at the left",
        ],
      ],
    },
    {
      is: "a tag of a label printer, 2 mm from its edges",
      page: "w=60mm h=80mm margin=2mm",
      flow: ['text "国語"'],
      found: [],
    },
    {
      is: "a tag of a label printer at its edge",
      page: "w=60mm h=80mm margin=[0.5mm, 2mm]",
      flow: ['text "国語" line-height=1'],
      found: [
        [
          "RPT5003 text leaves the printable area by 0.2mm at the top (page 1)",
          "give the page a margin of at least 1mm at the top",
        ],
      ],
    },
    {
      is: "letters beyond the edge of a tag",
      page: "w=60mm h=80mm margin=2mm",
      plate: ['text "国語" x=-4mm y=0mm w=20mm h=5mm layer=over'],
      found: [["RPT5003 text leaves the paper by 2.0mm at the left (page 1)", "move it 3.0mm inwards (x=-1mm)"]],
    },
  ],
  "RPT5004, margins": [
    { is: "content between its margins", flow: ['text "国語" w=180mm align=right'], found: [] },
    {
      is: "lines that begin with the blank half of a bracket, set flush",
      flow: ['text "（注）" w=180mm', 'text "「納品書」" w=180mm', 'text "【至急】国語" w=180mm align=right'],
      found: [],
    },
    {
      is: "content over the right margin alone",
      flow: ['text "国語" w=186mm align=right'],
      found: [
        [
          "RPT5004 content margins differ: left 15.0mm, right 9.0mm",
          "make the content as wide as the page between its margins",
        ],
      ],
    },
  ],
  "RPT5005 and RPT5006, type sizes": [
    { is: "three sizes", flow: ['text "国" size=title', 'text "国"', 'text "国" size=small'], found: [] },
    {
      is: "six sizes",
      head: "sizes a=11pt b=12pt c=13pt",
      flow: [
        'text "国" size=title',
        'text "国"',
        'text "国" size=small',
        'text "国" size=a',
        'text "国" size=b',
        'text "国" size=c',
      ],
      found: [
        [
          "RPT5005 6 type sizes are used (limit 5): 16pt, 13pt, 12pt, 11pt, 10pt, 7pt",
          "use the named sizes title, head, body, small",
        ],
      ],
    },
    { is: "text of the least size", flow: ['text "国" size=small'], found: [] },
    {
      is: "text that needs a lens",
      flow: ['text "国" size=tiny'],
      found: [["RPT5006 text of 5pt is smaller than 6pt (page 1)", "use a larger size, or raise min-size"]],
    },
    { is: "three digits in one cell", flow: ['text "国123年" writing=vertical h=40mm combine=3'], found: [] },
    {
      is: "four digits in one cell",
      flow: ['text "国1234年" writing=vertical h=40mm combine=4'],
      found: [
        [
          "RPT5006 4 digits of 10pt share one cell, each as narrow as in type of 4.5pt, smaller than 6pt (page 1)",
          "write combine=3, wide() for digits that stand one by one, or a larger size",
        ],
      ],
    },
    {
      is: "four digits in one large cell",
      flow: ['text "国1234年" size=title writing=vertical h=40mm combine=4'],
      found: [],
    },
  ],
  "RPT5009, pictures without words": [
    {
      is: "a picture with words where the file is to be read aloud",
      promises: 'ua=1 title="書"',
      plate: ['barcode qr (name) x=0mm y=0mm w=20mm h=20mm alt="番号"'],
      found: [],
    },
    {
      is: "a picture without words where nothing was promised",
      plate: ["barcode qr (name) x=0mm y=0mm w=20mm h=20mm"],
      found: [],
    },
    {
      is: "a picture without words where the file is to be read aloud",
      promises: 'ua=1 title="書"',
      plate: ["barcode qr (name) x=0mm y=0mm w=20mm h=20mm"],
      found: [["RPT5009 barcode has no alt, and the document promises ua=1", 'add alt="…"']],
    },
  ],
  "RPT5010, private characters": [
    {
      is: "a private character that stands for another",
      promises: "pdf=a-2u",
      head: `${GAIJI} text='高'`,
      flow: ['text "\u{e000}橋"'],
      found: [],
    },
    {
      is: "a private character that nobody can read back",
      promises: "pdf=a-2u",
      head: GAIJI,
      flow: ['text "\u{e000}橋"'],
      found: [
        [
          "RPT5010 pdf=a-2u shows U+E000, a private character that nobody can read back (page 1)",
          "declare gaiji U+E000 with its drawing and text='…', the letters that it stands for",
        ],
      ],
    },
  ],
  "RPT5021, a heading to begin with": [
    { is: "a form that promises no tags", flow: ['text "申請書" size=title'], found: [] },
    { is: "a tagged form with a heading", promises: TAGGED, flow: ['text "申請書" heading=1'], found: [] },
    {
      is: "a tagged form whose heading stands in its header",
      promises: TAGGED,
      bands: 'header h=10mm {\n    text "申請書" heading=1 x=0mm y=0mm w=40mm h=5mm\n  }',
      flow: ["text (name)"],
      found: [],
    },
    {
      is: "a tagged form without one",
      promises: TAGGED,
      flow: ["text (name)", 'text "申請書" size=title // its name'],
      found: [["RPT5021 no text of the form is a heading; the largest one is “申請書”", "add heading=1 to this text"]],
    },
    {
      is: "a tagged form whose title in the header is none",
      promises: "pdf=a-2a",
      bands: 'header h=10mm {\n    text "申請書" size=title x=0mm y=0mm w=40mm h=8mm\n  }',
      flow: ["text (name)"],
      found: [["RPT5021 no text of the form is a heading; the largest one is “申請書”", "add heading=1 to this text"]],
    },
  ],
  "RPT5022, labels and their values": [
    {
      is: "labels beside values, in a plate in any order",
      promises: TAGGED,
      flow: ['text "申請書" heading=1'],
      plate: [
        'text "氏名" x=0mm y=0mm w=20mm h=5mm',
        'text "生年" x=0mm y=8mm w=20mm h=5mm',
        "text (name) x=22mm y=0mm w=20mm h=5mm",
        'text "{name}年" x=22mm y=8mm w=20mm h=5mm',
      ],
      found: [],
    },
    { is: "two stacks of a form that promises no tags", flow: [STACKS], found: [] },
    {
      is: "a stack of labels beside a stack of values",
      promises: TAGGED,
      flow: ['text "申請書" heading=1', STACKS],
      found: [
        [
          "RPT5022 name stands beside “氏名” and is read 1 text apart from it (page 1)",
          "write it right after “氏名” in the source, as a pair of pairs, or put both into one plate",
        ],
        [
          "RPT5022 name stands beside “別名” and is read 1 text apart from it (page 1)",
          "write it right after “別名” in the source, as a pair of pairs, or put both into one plate",
        ],
      ],
    },
  ],
  "RPT5012, texts of neighbours that read as one": [
    {
      is: "digits beside digits",
      plate: ['text "12" x=0mm y=0mm w=10mm h=6mm align=right', 'text "3" x=10mm y=0mm w=10mm h=6mm'],
      found: [
        [
          'RPT5012 "12" stands without a gap before "3", and nothing parts them (page 1)',
          "write padding-left=1.6mm at the text, or draw a line between the two",
        ],
      ],
    },
    {
      is: "digits apart",
      plate: ['text "12" x=0mm y=0mm w=10mm h=6mm align=right', 'text "3" x=13mm y=0mm w=10mm h=6mm'],
      found: [],
    },
  ],
  "RPT5011, letters that touch": [
    {
      is: "two lines set close",
      plate: ['text "上\\n下" x=0mm y=0mm w=20mm h=12mm line-height=0.8'],
      found: [["RPT5011 letters of two lines of text touch (page 1)", "set line-height=1 or more"]],
    },
    { is: "two lines as they are set", plate: ['text "上\\n下" x=0mm y=0mm w=20mm h=12mm'], found: [] },
  ],
  "RPT5007, edges that are nearly on one line": [
    {
      is: "edges on one line",
      plate: ['text "国語" x=0mm y=0mm w=20mm h=5mm', 'text "算数" x=0mm y=8mm w=20mm h=5mm'],
      found: [],
    },
    {
      is: "edges that are clearly apart",
      plate: ['text "国語" x=0mm y=0mm w=20mm h=5mm', 'text "算数" x=2mm y=8mm w=20mm h=5mm'],
      found: [],
    },
    {
      is: "left edges a hair apart",
      plate: ['text "国語" x=15mm y=0mm w=20mm h=5mm', 'text "算数" x=15.3mm y=8mm w=30mm h=5mm'],
      found: [
        ["RPT5007 left edges at 15mm and 15.3mm are nearly aligned", "set x=15mm, so that both edges stand at 15mm"],
      ],
    },
    {
      is: "right edges a hair apart",
      plate: [
        'text "国語" x=15mm y=0mm w=20mm h=5mm align=right',
        'text "算数" x=5mm y=8mm w=30.2mm h=5mm align=right',
      ],
      found: [
        ["RPT5007 right edges at 35mm and 35.2mm are nearly aligned", "set w=30mm, so that both edges stand at 35mm"],
      ],
    },
    {
      is: "a table and a frame on one line, whatever their lines are thick",
      head: "style grid border=0.25pt",
      flow: [
        'table rows style=grid {\n column name "名" w=60mm\n }',
        "box w=60mm border=1.5pt padding=1mm {\n text (name)\n }",
      ],
      found: [],
    },
    {
      is: "a table a hair narrower than a frame below it",
      head: "style grid border=0.25pt",
      flow: ['table rows style=grid {\n column name "名" w=59.6mm\n }', "box w=60mm border=0.5pt {\n text (name)\n }"],
      found: [
        [
          "RPT5007 drawn right edges at 74.6mm and 74.91mm from the paper's edge are nearly aligned (page 1)",
          "bring both edges to one place",
        ],
      ],
    },
    {
      is: "a rule a hair longer than a table",
      head: "style grid border=0.25pt",
      flow: ["line w=60.3mm", 'table rows style=grid {\n column name "名" w=60mm\n }'],
      found: [
        [
          "RPT5007 drawn right edges at 75mm and 75.3mm from the paper's edge are nearly aligned (page 1)",
          "bring both edges to one place",
        ],
      ],
    },
    {
      is: "a frame a hair beside another in columns of a row",
      flow: [
        "box w=60mm border=0.5pt margin=[0mm, 0mm, 0mm, 0.3mm] {\n text (name)\n }",
        "box w=80mm border=0.5pt {\n text (name)\n }",
      ],
      found: [
        [
          "RPT5007 drawn left edges at 15.09mm and 15.39mm from the paper's edge are nearly aligned (page 1)",
          "bring both edges to one place",
        ],
      ],
    },
  ],
  "RPT5008, contrast": [
    { is: "dark on white, and on a shade", plate: ['text "国語" x=0mm y=0mm w=20mm h=5mm fill=shade'], found: [] },
    {
      is: "pale on white",
      plate: ['text "国語" x=0mm y=0mm w=20mm h=5mm color=pale'],
      found: [
        [
          "RPT5008 contrast 1.9:1 of the text, #bbbbbb on the paper, less than 3:1 (page 1)",
          "use a darker colour, or lay a darker fill under it",
        ],
      ],
    },
    {
      is: "a bar code in dark ink, on paper, on a shade, and on a ground of its own",
      head: "colors navy=#203060 night=#203040",
      flow: [
        'box w=60mm color=navy {\n barcode qr "12345" w=30mm h=30mm\n }',
        'box w=60mm fill=shade {\n barcode qr "12345" w=30mm h=30mm\n }',
        'box w=60mm fill=night {\n barcode qr "12345" w=30mm h=30mm fill=shade radius=2mm\n }',
      ],
      found: [],
    },
    ...(
      [
        ["paler than its ground", 'box w=60mm color=faint {\n barcode qr "12345" w=30mm h=30mm\n }'],
        [
          "in red, which scanners do not see",
          'box w=60mm color=red {\n barcode code128 "12345" text=false w=60mm h=20mm\n }',
        ],
        ["on a dark ground", 'box w=60mm fill=night {\n barcode qr "12345" w=30mm h=30mm\n }'],
        ["in a dark cell", 'table rows {\n column name "" fill=night {\n barcode qr "12345" w=30mm h=30mm\n }\n }'],
      ] as const
    ).map(([is, element]) => ({
      is: `a bar code ${is}`,
      head: "colors night=#203040 red=#ff2010 faint=#f2f4f7",
      flow: [element],
      found: [
        [
          "RPT4007 the bars of the code hardly differ from their ground (page 1)",
          "give the code a white fill=, and what holds it a dark color=",
        ] as const,
      ],
    })),
    {
      is: "a bar code that is hardly there",
      flow: ['barcode qr "12345" w=30mm h=30mm opacity=0.2'],
      found: [
        [
          "RPT4007 the bars of the code hardly differ from their ground (page 1)",
          "leave out opacity= at the code, or at what holds it",
        ],
      ],
    },
    {
      is: "grey hairlines, and white ones on a shade",
      head: "colors hair=#d9d9d9 night=#203040 white=#ffffff\nstyle hairs border=[0.25pt, hair]",
      flow: [
        'table rows style=hairs {\n column name "名" w=60mm\n }',
        'box w=90mm fill=night {\n line stroke=[0.5pt, white]\n text "国語" color=white\n }',
      ],
      found: [],
    },
    {
      is: "a frame as white as the paper",
      head: "colors white=#ffffff",
      flow: ["box w=60mm border=[0.5pt, white] {\n text (name)\n }"],
      found: [
        [
          "RPT5008 contrast 1.0:1 of the lines to their ground, less than 1.2:1 (page 1)",
          "use a darker colour, or border=none",
        ],
      ],
    },
    {
      is: "a rule that hardly shows",
      head: "colors faint=#f2f2f2",
      flow: ["line stroke=[0.5pt, faint]"],
      found: [
        [
          "RPT5008 contrast 1.1:1 of the lines to their ground, less than 1.2:1 (page 1)",
          "use a darker colour, or leave it out",
        ],
      ],
    },
    {
      is: "a table whose lines are those of its fill",
      head: "style shaded border=[0.25pt, shade] fill=shade",
      flow: ['table rows style=shaded {\n column name "名" w=60mm\n }'],
      found: [],
    },
  ],
};

const FIT: Readonly<Record<string, readonly Form[]>> = {
  "RPT4001, too high": [
    { is: "two lines in a box of two", plate: ['text "国語算数理科" x=0mm y=0mm w=12mm h=9mm'], found: [] },
    {
      is: "two lines in a box of one",
      plate: ['text "国語算数理科" x=0mm y=0mm w=12mm h=5mm'],
      found: [
        [
          "RPT4001 text needs 8.5mm, its box has 5.0mm (page 1, x 15.0mm, y 15.0mm)",
          "enlarge h by 3.5mm, or use fit=shrink",
        ],
      ],
    },
    {
      is: "more lines than allowed, told with the element's id and the data's path",
      flow: ["text (name) id=title w=5mm lines=1"],
      found: [
        [
          "RPT4001 text needs 2 lines, lines=1 allows fewer (page 1, x 15.0mm, y 15.0mm, #title, name)",
          "allow lines=2, widen the box, or use fit=shrink",
        ],
      ],
    },
    {
      is: "more lines of its own than allowed",
      flow: ['text "国\\n語" w=40mm lines=1'],
      found: [["RPT4001 text needs 2 lines, lines=1 allows fewer (page 1, x 15.0mm, y 15.0mm)", "allow lines=2"]],
    },
  ],
  "RPT4002, too wide however small": [
    {
      is: "what shrinks enough",
      plate: ['text "国語算数理科" x=0mm y=0mm w=18mm h=5mm fit=shrink min-size=6pt'],
      found: [],
    },
    {
      is: "what does not",
      plate: ['text "国語算数理科" x=0mm y=0mm w=8mm h=5mm fit=shrink min-size=7pt'],
      found: [
        [
          "RPT4002 text does not fit even at 7pt: it needs 11.3mm of width, has 8.0mm (page 1, x 15.0mm, y 15.0mm)",
          "widen w by 3.3mm, or lower min-size",
        ],
      ],
    },
    {
      is: "lines that the text itself parts, which no width makes fewer",
      flow: ['text "国\\n語\\n国" w=40mm lines=1 fit=shrink'],
      found: [
        [
          "RPT4002 text does not fit even at 6pt: it needs 3 lines, lines=1 allows fewer (page 1, x 15.0mm, y 15.0mm)",
          "allow lines=3, or send fewer lines",
        ],
      ],
    },
    {
      is: "lines that the text itself parts, and that its height does not hold",
      plate: ['text "国\\n語\\n国" x=0mm y=0mm w=40mm h=5mm lines=1 fit=shrink'],
      found: [
        [
          "RPT4002 text does not fit even at 6pt: it needs 3 lines, lines=1 allows fewer (page 1, x 15.0mm, y 15.0mm)",
          "allow lines=3 and make room for them, or send fewer lines",
        ],
      ],
    },
  ],
  "RPT4003, clipped": [
    {
      is: "characters beyond a box that clips",
      plate: ['text "国語算数理科" x=0mm y=0mm w=12mm h=5mm fit=clip wrap=none'],
      found: [
        [
          "RPT4003 3 characters are clipped, its box is 12.0mm wide (page 1, x 15.0mm, y 15.0mm)",
          "widen the box, or use fit=shrink",
        ],
      ],
    },
    {
      is: "lines of the text's own, which no width and no smaller size would hold",
      plate: ['text "一\\n二\\n三" x=0mm y=0mm w=40mm fit=clip lines=2'],
      found: [["RPT4003 1 character is clipped, its box is 40.0mm wide (page 1, x 15.0mm, y 15.0mm)", "allow lines=3"]],
    },
    {
      is: "lines of its own, of which one is too long besides",
      plate: ['text "一\\n二二二二二二\\n三" x=0mm y=0mm w=9mm fit=clip wrap=none min-size=10pt'],
      found: [
        [
          "RPT4003 7 characters are clipped, its box is 9.0mm wide (page 1, x 15.0mm, y 15.0mm)",
          "allow lines=3 and widen the box",
        ],
      ],
    },
    {
      is: "lines of its own in a box that is too low",
      plate: ['text "一\\n二\\n三\\n四" x=0mm y=0mm w=40mm h=9mm fit=clip min-size=9pt'],
      found: [
        [
          "RPT4003 2 characters are clipped, its box is 40.0mm wide (page 1, x 15.0mm, y 15.0mm)",
          expect.stringMatching(/^make the box \d+\.\dmm higher$/u),
        ],
      ],
    },
  ],
  "RPT4004, a word wider than its column": [
    { is: "a word that fits", flow: ['text "INVOICE" w=20mm'], found: [] },
    {
      is: "words that fit one by one",
      flow: ['text "INVOICE NUMBER" w=20mm'],
      found: [],
    },
    {
      is: "one that may not be broken",
      flow: ['text "INVOICENUMBER" w=20mm wrap=none'],
      found: [
        [
          `RPT4004 ${LONG_WORD}, so it runs out of it (page 1, x 15.0mm, y 15.0mm)`,
          "widen the column by 8.2mm, use fit=shrink, or allow breaks anywhere with wrap=char",
        ],
      ],
    },
    {
      is: "one without a place to break",
      flow: ['text "INVOICENUMBER" w=20mm'],
      found: [
        [
          `RPT4004 ${LONG_WORD}, so it is broken inside (page 1, x 15.0mm, y 15.0mm)`,
          "widen the column by 8.2mm, use fit=shrink, or allow breaks anywhere with wrap=char",
        ],
      ],
    },
  ],
  "RPT4005, no glyph": [
    {
      is: "a character that no font has",
      flow: ['text "国\u{1F600}"'],
      found: [
        [
          'RPT4005 no font has a glyph for "\u{1F600}" (U+1F600) (page 1, x 15.0mm, y 15.0mm)',
          "name another font= for the text, or a further family in fonts as a fallback",
        ],
      ],
    },
  ],
  "RPT4006, columns wider than their table": [
    {
      is: "columns of 190 mm in a table of 180 mm",
      flow: ["table rows {", '  column name "名" w=100mm', '  column again "再" (.name) w=90mm', "}"],
      found: [
        [
          "RPT4006 columns need 190.0mm, the table has 180.0mm (page 1, x 15.0mm, y 15.0mm)",
          "reduce the widths, or give one column w=1fr",
        ],
      ],
    },
  ],
  "RPT4010 and RPT4011, taller than a page": [
    {
      is: "a row that may not be cut",
      page: "A5 landscape margin=15mm",
      flow: ["table rows split=none {", '  column name "名" "{repeat(.name, 120)}" w=20mm', "}"],
      found: [
        [
          "RPT4010 row 1 needs 118.6mm, a page has 113.0mm for it (page 1, x 15.0mm, y 15.0mm)",
          "let it go on on the next page with split=cell, or widen the column of the long text",
        ],
        [
          "RPT4010 row 2 needs 118.6mm, a page has 113.0mm for it (page 3, x 15.0mm, y 15.0mm)",
          "let it go on on the next page with split=cell, or widen the column of the long text",
        ],
      ],
    },
    {
      is: "a block that must stay together",
      page: "A5 landscape margin=15mm",
      flow: ['text "{repeat(name, 600)}" keep=together'],
      found: [
        [
          "RPT4011 keep=together needs 118.6mm, a page has 118.0mm (page 1, x 15.0mm, y 15.0mm)",
          "remove keep=together",
        ],
      ],
    },
  ],
  "RPT4013, fewer rows than planned": [
    { is: "rows that fit", flow: ["table rows rows-per-page=2 {", '  column name "名" w=20mm', "}"], found: [] },
    {
      is: "rows that do not",
      page: "A5 landscape margin=15mm",
      flow: ["table rows rows-per-page=2 row-h=40mm {", '  column name "名" w=20mm', "}"],
      found: [
        [
          "RPT4013 rows-per-page=2 needs 120.0mm, but only 1 fit into 118.0mm " +
            "(page 1, x 15.0mm, y 15.0mm, rows[1].name)",
          "lower rows-per-page or row-h, or make room on the page",
        ],
      ],
    },
  ],
  "RPT4014, no room": [
    {
      is: "margins that leave nothing",
      page: "A5 landscape margin=73mm",
      found: [
        [
          "RPT4014 margins, header and footer leave 2.0mm for the body, less than a line of 3.6mm (page 1)",
          "reduce the margins or the heights of header and footer",
        ],
        [
          "RPT4011 a plate needs 60.0mm, a page has 3.5mm (page 1, x 73.0mm, y 73.0mm)",
          "make it 56.5mm lower, or put its parts below one another",
        ],
      ],
    },
  ],
};

/** Findings of the gate alone: what data of full length would do is told elsewhere. */
function told(found: readonly Diagnostic[]): Form["found"] {
  return found
    .filter(({ code, severity }) => /^RPT(40[01]|5)/u.test(code) || severity === "error")
    .map(({ code, message, repair }) => [`${code} ${message}`, repair?.title ?? ""]);
}

describe.each(Object.entries({ ...GEOMETRY, ...FIT }))("%s", (_, forms) => {
  test.each(forms)("$is", (form) => {
    expect(told(findings(source(form)))).toEqual(form.found);
  });
});

test("every rule of geometry has forms that it lets pass and forms that it tells of", () => {
  const rules = Object.keys(CODES).filter((code) => code.startsWith("RPT50"));
  const of = (code: string) => Object.entries(GEOMETRY).flatMap(([name, forms]) => (name.includes(code) ? forms : []));
  const told = (code: string) => of(code).filter(({ found }) => found.some(([message]) => message.startsWith(code)));
  expect(rules.filter((code) => told(code).length === 0)).toEqual([]);
  expect(rules.filter((code) => of(code).every(({ found }) => found.length > 0))).toEqual([]);
});

function applied(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((one, other) => other.span.start - one.span.start)
    .reduce((now, { span, text: put }) => now.slice(0, span.start) + put + now.slice(span.end), text);
}

const MENDED = Object.values(GEOMETRY)
  .flat()
  .filter((form) =>
    findings(source(form)).some(({ code, repair }) => code.startsWith("RPT5") && (repair?.edits.length ?? 0) > 0),
  );

test.each(MENDED)("the edit for $is mends it", (form) => {
  const text = source(form);
  const [first] = findings(text).filter(
    ({ code, repair }) => code.startsWith("RPT5") && (repair?.edits.length ?? 0) > 0,
  );
  const mended = findings(applied(text, first?.repair?.edits ?? []));
  expect(mended.map(({ code }) => code)).not.toContain(first?.code);
});

test("rules that know the place have edits", () => {
  expect(MENDED.length).toBeGreaterThanOrEqual(8);
});

test.each(readdirSync("docs/examples").filter((file) => file.endsWith(".rpt")))("nothing is told of %s", (file) => {
  const found = findings(readFileSync(`docs/examples/${file}`, "utf8").replace(/ profile=\S+/u, ""));
  // What lies outside of a time axis is a matter of the example's data.
  expect(
    found.filter(({ code }) => /^RPT(40[01]|403|5)/u.test(code)).map(({ code, message }) => `${code} ${message}`),
  ).toEqual([]);
});

test("every line of the running heads of the example invoice holds the longest names", () => {
  const source = readFileSync("docs/examples/invoice.rpt", "utf8").replace(/ profile=\S+/u, "");
  const data = JSON.parse(engine.check({ source, data: null }).template?.example ?? "{}");
  data.customer.name = "株".repeat(40);
  data.invoice.number = "番".repeat(20);
  data.items = Array.from({ length: 60 }, () => data.items[0]);
  const { diagnostics } = engine.check({ source, data: new TextEncoder().encode(JSON.stringify(data)) });
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});
