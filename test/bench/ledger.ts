// The workload W3: a table of eight columns over many pages, its header on each, every run with other texts and
// numbers, so that no cache answers for it.

/** 40 rows of 6.1 mm a page. */
export const LEDGER_SOURCE = `rpt 1

document ledger title="出荷明細一覧表" lang=ja

field period     string(20) example="2026年10月度"
field rows[]     min=1 max=100000
field rows[].date  date          example=["2026-10-01", "2026-10-02"]
field rows[].slip  string(12)    example=["S-000001", "S-000002"]
field rows[].name  string(40)    example=["六角ボルト M8×30", "平座金 M8"]
field rows[].maker string(20)    example=["東和精密工業", "北海重機"]
field rows[].qty   int           example=[240, 1200]
field rows[].unit  string(4)     example=["本", "枚"]
field rows[].price decimal(11,2) example=[18.5, 3.25]

let rows[].amount = round(.qty * .price, 0, down)
let total         = sum(rows[].amount)

fonts gothic="Noto Sans JP"
sizes title=12pt body=8pt
colors ink=#1a1a1a rule=#8a8a8a
style base font=gothic size=body color=ink line-height=1.4
style cell border=[0.25pt, rule] padding=[0.8mm, 1mm]

page A4 portrait margin=[15mm, 10mm, 15mm, 10mm] {
  header h=12mm {
    text "出荷明細一覧表" x=0mm y=0mm w=90mm h=7mm size=title weight=bold
    text "{period}" x=100mm y=1mm w=90mm h=5mm align=right
  }
  footer h=6mm {
    text "{page.n} / {page.total}" x=0mm y=2mm w=190mm h=4mm align=center
  }
  body {
    table rows style=cell header=repeat {
      column date   "出荷日"   (format(.date, 'yyyy/MM/dd')) w=20mm align=center
      column slip   "伝票番号" (.slip)   w=22mm
      column name   "品名"     (.name)   w=1fr
      column maker  "仕入先"   (.maker)  w=34mm
      column qty    "数量"     (.qty)    w=16mm align=right format='#,##0'
      column unit   "単位"     (.unit)   w=10mm align=center
      column price  "単価"     (.price)  w=20mm align=right format='#,##0.00'
      column amount "金額"     (.amount) w=24mm align=right format='#,##0'
      foot {
        cell "合計" col=price align=right
        cell (total) col=amount align=right format='#,##0'
      }
    }
  }
}
`;

const GOODS = ["六角ボルト", "平座金", "ばね座金", "十字穴付き小ねじ", "すりわり付き止めねじ", "割りピン", "Oリング"];
const MAKERS = ["東和精密工業", "北海重機", "京浜ファスナー", "ミナト商会", "Sakura Metal Works"];
const UNITS = ["本", "枚", "個", "箱", "袋"];

/** The JSON text of one run's payload. */
export function ledgerPayload(rows: number, iteration: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const seed = (iteration * 7919 + row * 104_729) % 1_000_003;
    const day = String((row % 28) + 1).padStart(2, "0");
    return {
      date: `2026-10-${day}`,
      slip: `S-${String(seed).padStart(6, "0")}`,
      name: `${GOODS[seed % GOODS.length]} M${(seed % 20) + 2}×${seed % 997}`,
      maker: MAKERS[seed % MAKERS.length],
      qty: (seed % 9_000) + 1,
      unit: UNITS[seed % UNITS.length],
      price: ((seed * 13) % 1_000_000) / 100,
    };
  });
  return JSON.stringify({ period: `2026年10月度 第${iteration}版`, rows: lines });
}
