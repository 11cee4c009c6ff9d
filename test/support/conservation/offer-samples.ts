// Small forms in which something is found of each element that may have it: letters under its border, words that do not
// fit, rows that no page holds. What their repairs offer is then done.

/** A form's body, by what it shows. */
type Samples = Readonly<Record<string, string>>;

const BORDER = "border=[3mm, black]";
const THIN = "border=1.5pt padding=0mm line-height=1";
const SCALE = "scale from=(date('2026-10-01')) to=(date('2026-10-10')) unit=day";
const LONG = "長い語".repeat(400);

/** Letters under a border, by the element whose border it is. */
export const BORDERED: Readonly<Record<string, Samples>> = {
  text: {
    thick: `text "請求書 12" ${BORDER}`,
    thin: `text "請求書 12" w=50mm align=right ${THIN}`,
    vertical: `text "請求書" writing=vertical h=20mm w=20mm ${BORDER}`,
  },
  label: { thick: `label "請求書" ${BORDER}` },
  rich: { thick: `rich ${BORDER} {\n span "請求書 12"\n }` },
  markdown: { thick: `markdown (note) ${BORDER}` },
  box: { thick: `box ${BORDER} {\n text "請求書 12"\n }` },
  plate: { thick: `plate w=60mm h=12mm ${BORDER} {\n text "請求書" x=0mm y=0mm w=30mm h=5mm\n }` },
  stack: { thick: `stack ${BORDER} {\n text "請求書 12"\n }` },
  row: { thick: `row ${BORDER} {\n text "請求書 12" w=1fr\n }` },
  columns: { thick: `columns n=1 ${BORDER} {\n text "請求書 12"\n }` },
  each: { thick: `each items ${BORDER} {\n text (.name)\n }` },
  pairs: { thick: `pairs label-w=15mm w=50mm ${BORDER} {\n pair "番号" "請求書 12"\n }` },
  use: { thick: `box ${BORDER} {\n use words\n }` },
  grid: {
    "of elements": `grid cols=[50mm] ${BORDER} {\n text "請求書 12"\n }`,
    ruled: `grid cols=[20mm, 1fr] ${BORDER} rules=[3mm, black] padding=0mm {\n head "氏名"\n cell "山本 花子"\n }`,
    "ruled thinly": `grid cols=[20mm, 1fr] border=4pt rules=4pt padding=0mm {\n head "氏名"\n cell "花" align=right\n }`,
    "of a head": `grid cols=[20mm, 1fr] border=none padding=0mm {\n head "氏名" ${BORDER}\n cell "花"\n }`,
    "of a cell": `grid cols=[20mm, 1fr] border=none padding=0mm {\n head "氏名"\n cell "花子" ${BORDER}\n }`,
    "of a cell with a block": `grid cols=[20mm, 1fr] ${BORDER} padding=0mm {
      head "氏名"
      cell {
        text "花子" align=right
      }
    }`,
    "that lies on another": `plate h=40mm {
      grid x=0mm y=0mm w=60mm cols=[20mm, 1fr] row-h=14mm border=1pt rules=0.25pt {\n head "甲"\n cell "乙"\n }
      grid x=0mm y=7mm w=60mm cols=[20mm, 1fr] row-h=14mm border=1pt rules=0.25pt {\n head "甲"\n cell "乙"\n }
    }`,
  },
  table: {
    thick: `table items ${BORDER} {\n column name "品名" w=40mm\n }`,
    "of a column": `table items {\n column name "品名" w=40mm ${BORDER}\n }`,
    "of a foot": `table items {\n column name "品名" w=40mm\n foot {\n cell "合計" col=name ${BORDER}\n }\n }`,
    "of tiers": `table items ${BORDER} {\n column name "品名" w=40mm\n row {\n cell (.name) col=name\n }\n }`,
    "of a head": `table items ${BORDER} {\n column name "品名" w=40mm\n head {\n cell "品" col=name\n }\n }`,
  },
  gantt: {
    thick: `gantt items ${BORDER} {\n column name "品名" w=40mm\n ${SCALE}\n }`,
    "of a bar": `gantt items row-h=3mm {\n column name "品名" w=20mm\n ${SCALE}
      bar start=(date('2026-10-01')) end=(date('2026-10-10')) label="請求" border=3pt fill=white\n }`,
  },
  barcode: { thick: `barcode code128 "A-0417" w=60mm h=15mm ${BORDER}` },
};

/** Elements whose border is a picture's, a line of letters' own places, or one that letters always stand clear of. */
export const WITHOUT_PADDING = ["image", "rect", "chart", "seal", "seals", "comb", "style", "carry", "check"];

/** Words that do not fit their place, by the element that has them. */
export const UNFIT: Readonly<Record<string, Samples>> = {
  text: {
    "in a height": `text "一\\n二\\n三" w=40mm h=5mm`,
    "in a padded height": `text "一\\n二\\n三" w=40mm h=8mm padding=1mm`,
    "in a most height": `text "一\\n二\\n三" w=40mm max-h=5mm`,
    "in lines": `text "長い語の並び" w=12mm lines=1`,
    vertical: `text "長い語の並び" writing=vertical w=3mm h=10mm`,
    "a word": `text "Manufacturer" w=10mm`,
    "turned, of lines": `text "一\\n二\\n三" w=5mm h=30mm rotate=90`,
    "turned, of a word": `text "Manufacturer" w=10mm h=10mm rotate=270`,
    "turned, shrunk": `text "一\\n二\\n三" w=5mm h=30mm fit=shrink rotate=90`,
    "on its head": `text "一\\n二\\n三" w=40mm h=5mm rotate=180`,
  },
  barcode: {
    narrow: `barcode code128 "P123456" w=14mm h=20mm module=0.25mm`,
    low: `barcode qr "P123456" w=20mm h=3mm module=0.5mm`,
    ...Object.fromEntries(
      ["90", "180", "270"].flatMap((turn) => [
        [
          `narrow, turned by ${turn}`,
          `barcode code128 "P123456" ${turn === "180" ? "w=14mm h=34mm" : "w=34mm h=14mm"} module=0.3mm rotate=${turn}`,
        ],
        [`a square turned by ${turn}`, `barcode qr "P123456" w=30mm h=9mm module=0.5mm rotate=${turn}`],
        [`a low square turned by ${turn}`, `barcode qr "P123456" w=9mm h=30mm module=0.5mm rotate=${turn}`],
      ]),
    ),
  },
  head: {
    vertical: `grid cols=[3mm, 1fr] border=1pt {\n head "家族構成" writing=vertical\n cell "父"\n }`,
    "a word": `grid cols=[9mm, 1fr] border=1pt {\n head "Manufacturer"\n cell "父"\n }`,
    lines: `grid cols=[12mm, 1fr] border=1pt {\n head "長い語の並び" lines=1\n cell "父"\n }`,
  },
  cell: {
    vertical: `grid cols=[1fr, 3mm] border=1pt {\n head "氏名"\n cell "家族構成" writing=vertical\n }`,
    "a word": `grid cols=[1fr, 9mm] border=1pt {\n head "氏名"\n cell "Manufacturer"\n }`,
    shrunk: `grid cols=[1fr, 9mm] border=1pt {\n head "氏名"\n cell "Manufacturer" fit=shrink lines=1\n }`,
    clipped: `grid cols=[1fr, 9mm] border=1pt {\n head "氏名"\n cell "長い語の並び" fit=clip lines=1\n }`,
    "a row that no page holds": `grid cols=[20mm, 9mm, 1fr] border=1pt {\n head "氏名"\n cell (long)\n cell\n }`,
    "a vertical row that no page holds": `grid cols=[20mm, 1fr] border=1pt {
      head "氏名"
      cell (long) writing=vertical
    }`,
  },
  column: {
    "a word": `table items {\n column word "品名" w=9mm\n column name "名" w=1fr\n }`,
    vertical: `table items {\n column name "" (.name) w=3mm writing=vertical\n column word "語" w=1fr\n }`,
    "a row that no page holds": `table items {\n column name "品名" (long) w=9mm\n column word "語" w=1fr\n }`,
  },
  plate: { "what leaves it": `plate h=10mm {\n grid x=0mm y=0mm w=60mm cols=[1fr] row-h=20mm {\n cell "一"\n }\n }` },
  grid: {
    "in a height": `grid cols=[20mm, 1fr] h=10mm border=1pt row-h=8mm {\n head "甲"\n cell\n head "乙"\n cell\n }`,
  },
  box: {
    "in a height": `box h=5mm {\n text "一\\n二\\n三"\n }`,
    turned: `box w=5mm h=30mm rotate=90 {\n text "一\\n二\\n三"\n }`,
  },
};

const PALE = "fill=#f4f4f4";

function plan(mark: string): string {
  return `gantt items row-h=9mm {\n column name "品名" w=20mm\n ${SCALE}\n ${mark}\n }`;
}

const DAYS = "start=(date('2026-10-02')) end=(date('2026-10-08'))";

/** Bars and marks of schedules that hardly differ from the paper. */
export const FAINT: Readonly<Record<string, Samples>> = {
  bar: {
    plain: plan(`bar ${DAYS} ${PALE}`),
    "with what is done": plan(`bar ${DAYS} ${PALE} progress=(50)`),
    "with a pale frame": plan(`bar ${DAYS} ${PALE} border=[0.5pt, #f0f0f0]`),
    "with a pale frame and what is done": plan(`bar ${DAYS} ${PALE} border=[0.5pt, #f0f0f0] progress=(50)`),
  },
  milestone: {
    plain: plan(`milestone (date('2026-10-04')) ${PALE}`),
    "as a line": plan(`milestone (date('2026-10-04')) "納期" shape=line ${PALE}`),
  },
};

/** A form with that body. */
export function offerForm(body: string): string {
  return `rpt 1
field note string(20) example="文字 agp"
field long string(1200) example="${LONG}"
field items[].name string(10) example=["請求書 12"]
field items[].word string(20) example=["Manufacturer"]
part words {
  text "請求書 12"
}
page A5 margin=15mm {
  body gap=3mm {
    ${body}
  }
}
`;
}
