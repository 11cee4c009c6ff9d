/** A small form with a bit of everything that editors ask about; it has no findings. */
export const FORM = `rpt 1

document invoice title="請求書 {invoice.number}" lang=ja

// What callers send
// and what stands in the examples
field invoice.number  string(20) role=document.number example="INV-1"
field invoice.date    date example="2026-10-31"
field customer.name   string(40) label="宛先" example="株式会社みどり商店"
field customer.dept?  string(40) example="総務部"
field customer.postal string(8)  example="530-0001"
field items[]         min=1 max=50
field items[].name    string(40) example=["保守", "更新"]
field items[].qty     decimal(7,2) example=[1, 12]
field items[].price   decimal(11,2) role=line.unitPrice example=[30000, 4500]

let items[].amount = round(.qty * .price, 0, down)
let net = sum(items[].amount)
let tax = round(net * 0.10, 0, down)
let total = net + tax

fonts gothic="Noto Sans JP"
sizes title=20pt body=9pt
colors ink=#1a1a1a rule=#8a8a8a
style base font=gothic size=body color=ink
style title size=title weight=bold

page A4 portrait margin=15mm {
  header h=8mm {
    text "{page.n} / {page.total}" x=0mm y=0mm w=90mm h=5mm align=right
  }
  body gap=4mm {
    text "請求書" style=title place=center w=60mm
    row gap=10mm {
      text "{customer.name} 御中" w=1fr
      text "{customer.dept}" w=1fr when=(has(customer.dept))
    }
    plate h=20mm {
      text "〒{customer.postal}" x=0mm y=0mm w=50mm h=5mm
      text (format(invoice.date, 'ggge年M月d日')) x=0mm y=6mm w=50mm h=5mm
    }
    table items {
      column name "品名" w=1fr
      column qty "数量" w=20mm align=right format='#,##0.##'
      column price "単価" (.price) w=25mm align=right
      column amount "金額" (.amount) w=30mm align=right format='#,##0'
      foot {
        cell "合計" col=name..price align=right
        cell (total) col=amount align=right format='#,##0'
      }
    }
  }
}
`;

export const FORM_LINES: readonly string[] = FORM.split("\n");
