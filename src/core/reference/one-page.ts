// The one page that a machine author reads before writing a form: a sample, then what the sample doesn't show.

import { AMBIENT_TYPES, FORMAT_PATTERNS, SIGNATURES } from "../expression/index.ts";
import { BAR_EACH, BARCODE_KINDS, ELEMENTS, MILESTONE_EACH } from "../schema/index.ts";

/** What the page may hold, in characters: more is not read, or crowds out the task (design, "Decided"). */
export const ONE_PAGE_LENGTH_MAX = 8_000;

/** The form on the page: it checks clean, and shows the elements that most forms are made of. */
export const ONE_PAGE_SAMPLE = `rpt 1
document invoice title="請求書 {invoice.number}" lang=ja
field invoice.number string(20) role=document.number example="A-0417"
field invoice.date date example="2026-10-31"
field customer.name string(40) role=recipient.name example="株式会社山本"
field issuer.seal? image
field note? text(400) example="至急"
field items[].name string(60) example=["ねじ", "ばね"]
field items[].qty int max=999 example=[2, 4]
field items[].price decimal(9,2) example=[100, 250.5]
field items[].rate enum(10, 8) example=[10, 8]
let items[].amount = round(.qty * .price, 0, down)
let taxes[] = group(items, .rate, desc)
let taxes[].base = sum(.items[].amount)
let taxes[].tax = round(.base * .key / 100, 0, down)
let total role=totals.gross = sum(taxes[].base) + sum(taxes[].tax)
fonts gothic="Noto Sans JP"
sizes title=18pt body=9pt
colors ink=#1a1a1a rule=#767676 shade=#f2f4f7
style base font=gothic size=body color=ink
style cell border=[0.25pt, rule] padding=1mm
page A4 margin=15mm {
  footer h=8mm {
    text "{page.n}/{page.total}" x=0mm y=2mm w=180mm h=5mm align=center
  }
  body gap=4mm {
    text "請求書" size=title w=60mm place=center align=distribute
    row gap=4mm {
      text "{customer.name} 御中" w=1fr fit=shrink
      pairs label-w=20mm w=62mm {
        pair "番号" (invoice.number)
        pair "発行日" (format(invoice.date, 'ggge年M月d日'))
      }
    }
    plate h=20mm {
      seal (issuer.seal) label="印" x=160mm y=0mm w=18mm h=18mm
    }
    table items style=cell header=repeat min-rows=8 zebra=shade {
      column no "No." (index) w=10mm align=center
      column name "品名" "{.name}{if(.rate == 8, ' ※', '')}" w=1fr
      column qty "数量" w=18mm align=right
      column amount "金額" (.amount) w=32mm align=right format='#,##0'
      foot {
        cell "合計" col=no..qty align=right
        cell (total) col=amount align=right format='#,##0'
      }
    }
    each taxes {
      text "{.key}%対象の消費税 {format(.tax, '#,##0')}円" align=right
    }
    box border=0.25pt padding=2mm when=(has(note)) {
      text (note)
    }
  }
}
`;

/** The reference for machine authors: Markdown of at most {@link ONE_PAGE_LENGTH_MAX} characters. */
export function onePageReference(): string {
  return `# .rpt in one page
One statement a line; { ends it, } stands alone (notes below: blocks on one
line), an empty box has none; // comment. Start: platen new, rpt://starters/quotation.
\`\`\`rpt
${ONE_PAGE_SAMPLE}\`\`\`
## More (page A5 landscape, page w=100mm h=150mm, pages=1: more are an error)
\`\`\`
${furtherElements().join("\n")}
\`\`\`
- Absolute (x y w h): header footer plate, background (paper's or label's corner). Flow (no x y): body stack row grid
  box each; space replaces the gaps beside it. header/footer on=all|first|rest|last|odd|even.
- w: 30mm 1fr 50% auto. h min-h max-h. mm cm pt in Q. margin=, padding= [2mm, 4mm], padding-left=2mm.
  gap= is between its own children: each xs gap=3mm, not body's.
- Everywhere: when=(…) keep=together|next break=before fill= border=[0.5pt, rule, dash] (dot double)
  border-bottom= radius= rotate=90 place=left|center|right (a narrower box) id= role= layer=over
  Bands, cells: no when=, write it inside, or (if(ok, x, null)). Styles: no keep= when=.
  Heading of a list: when=(count(xs) > 0).
- Text: size= weight=bold color= align=left|center|right|justify|distribute valign=middle
  fit=wrap|clip|shrink (lines=1 or 3), narrows letters to 80 %: condense=100%, min-size=6pt.
  color=(if(ok, 'ink', 'red'))
  writing=vertical: h= or columns: tiers.
  Numbered: marker="{index}." marker-w=8mm.
- image fit=contain|cover|fill. seals { seal "承認" (boss.name) }: a seal of the name.
- table: head-style= head-fill= row-h= (head, foot too) zebra= min-rows=8 (blank, if room)
  rows-per-page=20 fill-rows=true empty="該当なし" split=none; column merge=same; blank: column b "検印" "".
  column each .days as=d "{d.no}" (d.shift): a column per entry.
  head { cell … newrow … } replaces column headings. rows of a record: row { cell … }.
  pagefoot { cell (.amount) col=amount }: page sum. foot: row when=(…) {. Cells span: cell col=a..c rows=2.
- Ruled form: grid { head "氏名" rows=2 writing=vertical, cell (name) cols=3, cell { elements } }: cells
  fill row by row; newrow ends one. Blank: cell alone, min-h=; elements in it are centred: valign=top.
- group (.line) { head "{.key}" foot { cell (sum(.items[].amount)) col=amount } }: in it .key, .items.
- gantt: columns before or behind the scale. bar label="{.who}" align=center progress=(.pct);
  bar .xs start=…: one per entry; words stand in it or point to it. Times of day: scale
  from=(time('08:00')) to=(time('18:00')) unit=hour; else day week month. holidays=(days[]) off=shade.
- chart bar|line|stacked|pie LIST; series … type=line over bars; title= legend=right
- barcode: ${BARCODE_KINDS.join(" ")}, text=true.
- Labels: source people as=c (field people[].name), then page A4 n-up=[2, 6] and {c.name}.
  margin= gap= row-gap= are the sheet's; in a label, box padding=. document
  profile=jp.receipt: a law's rules.
- allow RPT5006 "why": in a block or on top.
## Data
- Types string(n): one line, text(n) lines=3 (most), int decimal(p,s) bool date time enum(a, b)
  image (data:image/png;base64,…),
  datetime "2026-10-01T09:30:00+09:00".
  x? int: optional; default=0.
  int min=0 max=999, items[] min=1 max=50, string(8) pattern='^[0-9]{3}-[0-9]{4}$' (single quotes), label="数量".
- enum(a, b) labels=["甲", "乙"]: k == 'a', label(k); label(ks[]): a list.
- example= one value; under [] a list, one per record (or null); under two [[1, 2], [3]].
- .x of the current record: let x[]…, table, each, filters x[.qty > 0], keys of group, sort.
  outer.x one out. Nested: each sites { table .slips {; a[].b has no outer.
- "…{expr}…" of elements inserts; inside {} 'single quotes'. In let: concat(.qty, ' 個').
- + - * / % == != < <= > >= and or not ??  items[].qty * items[].price: by entry.
- Always: index outer ${Object.keys(AMBIENT_TYPES).join(" ")}
- tags[] string: entry {.}.
- Functions: ${functionForms()}: 1 Monday–7 Sunday
## Formats
${FORMAT_PATTERNS.map((each) => each.pattern).join("  ")}
## Mistakes
1. qty of a record: .qty
2. "…" in {…}: write '…'
3. size=9pt, w=10, px: sizes are names, lengths have units, w h x y no (expr)
4. sum of an optional: (fee ?? 0)
`;
}

/** Every drawn element that the sample leaves out, one line each. */
function furtherElements(): readonly string[] {
  const shown = new Set(ONE_PAGE_SAMPLE.split("\n").map((line) => /^\s*([a-z-]+)/.exec(line)?.[1]));
  // Of elements that are written in two ways, such as grids, the last way says more.
  const drawn = ELEMENTS.filter((each) => !shown.has(each.name) && each !== BAR_EACH && each !== MILESTONE_EACH);
  const others = new Map(drawn.map((each) => [each.name, each] as const));
  return [...others.values()].map((each) => each.example.replace(/ \{$/, "").replace(/'<svg.*'/, "'<svg…'"));
}

function functionForms(): string {
  const byArguments = Map.groupBy(SIGNATURES, ({ name, form }) =>
    form.slice(name.length).replaceAll(`or ${name}`, "or "),
  );
  const forms = [...byArguments].map(([written, each]) => `${each.map(({ name }) => name).join(" ")}${written}`);
  return forms.map((form) => form.replaceAll(", ", ",")).join("; ");
}
