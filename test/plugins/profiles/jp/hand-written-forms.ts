// Clean forms in a practitioner's layout, which tables of breaches change.

const STYLE = `fonts gothic="Noto Sans JP"
sizes title=16pt head=11pt body=9pt small=7.5pt
colors ink=#1a1a1a shade=#eef1f4
style base font=gothic size=body color=ink
style small size=small`;

/** A return of two rates: what came back in one sentence, the sums of each rate in a grid. */
export const RETURN_NOTE = `rpt 1
document note title="返還請求書" lang=ja profile=jp.return-invoice
field b8 int role=tax.base example=24000
field b10 int role=tax.base example=15000
field t8 int role=tax.amount example=1920
field t10 int role=tax.amount example=1500
field all int role=totals.gross example=42420
field onDay date role=document.issueDate example="2026-11-10"
${STYLE}
page A5 landscape margin=14mm {
  body gap=3mm {
    text "適格返還請求書" size=head align=center
    text "株式会社ことり商会　御中" role=recipient.name
    text "株式会社ふなと製菓" role=issuer.name
    text "登録番号 T7000012050002" role=issuer.registrationNumber
    grid cols=[42mm, 1fr] border=0.5pt rules=0.25pt head-fill=shade {
      head "返還等を行う年月日"
      cell (format(onDay, 'ggge年M月d日'))
      head "元の取引の年月日"
      cell "令和8年9月1日から同月30日までの納品分" role=transaction.originalDate
      head "返還の対象"
      cell "焼菓子詰合せ（※）の返品、包装箱の値引" role=line.description
    }
    grid cols=[42mm, 1fr, 1fr] border=0.5pt rules=0.25pt head-fill=shade {
      head "区分"
      head "返還金額（税抜）"
      head "消費税額等"
      cell "8%対象（※）"
      cell "{format(b8, '#,##0')}円" align=right
      cell "{format(t8, '#,##0')}円" align=right
      cell "10%対象"
      cell "{format(b10, '#,##0')}円" align=right
      cell "{format(t10, '#,##0')}円" align=right
    }
    text "返還合計（税込）　{format(all, '#,##0')}円" align=right
    text "※印は軽減税率（8%）の対象です。" style=small role=tax.reducedNote
  }
}
`;

/** A payslip in one grid, with the names of sums over them. */
export const SLIP_IN_GRID = `rpt 1
document slip title="給与支給明細" lang=ja profile=jp.payslip
field basic int role=payslip.earnings example=252000
field over int role=payslip.earnings example=22300
field way int role=payslip.earnings example=11200
field health int role=payslip.deductions example=13875
field pension int role=payslip.deductions example=25620
field jobless int role=payslip.deductions example=1571
field income int role=payslip.deductions example=5840
field local int role=payslip.deductions example=12400
field gross int example=285500
field minus int example=59306
field net int role=payslip.net example=226194
field bank int role=payslip.transferred example=226194
${STYLE}
page A5 landscape margin=10mm {
  body gap=3mm {
    text "給与支給明細書　令和8年11月分（10月16日〜11月15日）" size=head role=payslip.period
    text "支給日　令和8年11月25日" role=payslip.payDate
    text "氏名　松永 律子 殿" role=payslip.employee
    text "支払者　医療法人社団 みつば歯科" role=issuer.name
    grid cols=[14mm, 1fr, 1fr, 1fr, 1fr, 1fr, 1fr] border=0.75pt rules=0.25pt head-fill=shade {
      head "支給" rows=2
      head "基本給"
      head "時間外手当"
      head "通勤手当"
      head ""
      head ""
      head "支給合計"
      cell (basic) align=right format='#,##0'
      cell (over) align=right format='#,##0'
      cell (way) align=right format='#,##0'
      cell ""
      cell ""
      cell (gross) align=right format='#,##0'
      head "控除" rows=2
      head "健康保険料"
      head "厚生年金保険料"
      head "雇用保険料"
      head "所得税"
      head "住民税"
      head "控除合計"
      cell (health) align=right format='#,##0'
      cell (pension) align=right format='#,##0'
      cell (jobless) align=right format='#,##0'
      cell (income) align=right format='#,##0'
      cell (local) align=right format='#,##0'
      cell (minus) align=right format='#,##0'
    }
    text "差引支給額　{format(net, '#,##0')}円" weight=bold
    text "銀行振込額　{format(bank, '#,##0')}円"
  }
}
`;

/** A plan of work with a legend in colours. */
export const WORK_PLAN = `rpt 1
document plan title="工程表" lang=ja profile=jp.production-schedule
field s date role=schedule.from example="2026-12-01"
field e date role=schedule.to example="2026-12-18"
field today date role=document.issueDate example="2026-12-03"
field j[] min=1 max=40
field j[].no string(8) role=schedule.order example=["S-101", "S-102", "S-103"]
field j[].w string(20) example=["型枠製作", "打設・養生", "脱型・検査"]
field j[].r string(16) role=schedule.resource example=["第一工区", "第一工区", "検査室"]
field j[].a date role=schedule.start example=["2026-12-01", "2026-12-05", "2026-12-14"]
field j[].z date role=schedule.end example=["2026-12-04", "2026-12-12", "2026-12-17"]
field j[].due date role=schedule.due example=["2026-12-05", "2026-12-14", "2026-12-18"]
${STYLE}
page A4 landscape margin=12mm {
  body gap=4mm {
    text "製造工程表" size=title
    text "件名　側溝ブロックU300 12月前半生産" role=document.subject
    text "計画期間　{format(s, 'yyyy年M月d日')}〜{format(e, 'yyyy年M月d日')}"
    text "作成日　{format(today, 'yyyy年M月d日')}"
    text "作成者　米山" role=issuer.person
    gantt j head-fill=shade row-h=9mm {
      column no "指図番号" (.no) w=20mm
      column w "作業" (.w) w=28mm
      column r "工程・ライン" (.r) w=26mm
      column a "着手" (format(.a, 'M/d')) w=20mm
      column z "完了" (format(.z, 'M/d')) w=20mm
      scale from=(s) to=(e) unit=day top='yyyy年M月' bottom='d'
      bar start=(.a) end=(.z) fill=#a9bdd6 label="{.no}"
      milestone (.due) shape=diamond color=ink
      today (today) color=#b3261e
    }
    plate h=8mm {
      text "凡例" x=0mm y=1mm w=10mm h=5mm
      rect x=12mm y=2mm w=8mm h=3mm fill=#a9bdd6
      text "計画" x=22mm y=1mm w=12mm h=5mm
      text "◆ 納期" x=38mm y=1mm w=20mm h=5mm
    }
  }
}
`;
