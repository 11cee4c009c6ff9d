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

/** A bill of two rates: days and marks in the lines, the sums of each rate without tax and with it in a grid. */
export const BILL_IN_GRID = `rpt 1
document bill title="ご請求書" lang=ja profile=jp.qualified-invoice
field who string(30) role=recipient.name example="学校法人 青嵐学園"
field rows[] min=1 max=20
field rows[].d string(10) role=line.date example=["R8.10.3", "R8.10.10", "R8.10.17", "R8.10.24"]
field rows[].t string(30) role=line.description example=["牛乳 200ml 400本 ●", "パン 400個 ●", "洗剤 10kg", "白衣の洗濯 24着"]
field rows[].y int role=line.amount example=[22000, 30000, 8800, 14400]
${STYLE}
page A4 portrait margin=18mm {
  body gap=4mm {
    text "{who}　御中" size=head
    text "R8.10.1〜R8.10.31 の納品分を下のとおりご請求します。" role=transaction.period
    text "みどり乳業販売 有限会社" role=issuer.name
    text "登録番号：T7000012050002" role=issuer.registrationNumber
    text "ご請求書" size=title align=center
    grid cols=[30mm, 1fr, 1fr, 1fr] border=0.5pt rules=0.25pt head-fill=shade {
      head "区分"
      head "税抜金額"
      head "消費税額"
      head "税込金額"
      cell "8%（軽減）"
      cell "52,000" align=right role=tax.base
      cell "4,160" align=right role=tax.amount
      cell "56,160" align=right
      cell "10%"
      cell "23,200" align=right role=tax.base
      cell "2,320" align=right role=tax.amount
      cell "25,520" align=right
      cell "計"
      cell "75,200" align=right
      cell "6,480" align=right
      cell "81,680" align=right role=totals.gross
    }
    table rows {
      column d "納品日" (.d) w=24mm
      column t "品目" (.t) w=1fr
      column y "金額（税抜）" (.y) w=34mm align=right format='#,##0'
    }
    text "●を付けた品は軽減税率8%の対象です。" style=small role=tax.reducedNote
  }
}
`;

/** A payslip of two tables under free headings, with hours in one line. */
export const SLIP_IN_TABLES = `rpt 1
document slip title="給料明細" lang=ja profile=jp.payslip
field pay[] min=1 max=12
field pay[].n string(12) example=["本給", "家族手当", "残業手当", "通勤手当"]
field pay[].y int role=payslip.earnings example=[231000, 15000, 18600, 9400]
field cut[] min=1 max=12
field cut[].n string(12) example=["健康保険", "厚生年金", "雇用保険", "源泉所得税", "市県民税", "親睦会費"]
field cut[].y int role=payslip.deductions example=[13563, 25010, 1507, 5270, 10800, 500]
${STYLE}
page A5 portrait margin=10mm {
  body gap=3mm {
    text "R8年10月分　給　料　明　細" size=head align=center role=payslip.period
    text "氏名：中川 さとし 様" role=payslip.employee
    text "お支払日：R8.10.25" role=payslip.payDate
    text "働いた日数 21日　　働いた時間 163.5h　　残業 8.5h"
    text "◇ 支給" weight=bold
    table pay {
      column n "項目" (.n) w=1fr
      column y "金額" (.y) w=34mm align=right format='#,##0'
      foot {
        cell "支給計" col=n
        cell "274,000" col=y align=right
      }
    }
    text "◇ 控除" weight=bold
    table cut {
      column n "項目" (.n) w=1fr
      column y "金額" (.y) w=34mm align=right format='#,##0'
      foot {
        cell "控除計" col=n
        cell "56,650" col=y align=right
      }
    }
    text "お渡しする額（差引支給額） 217,350円" weight=bold role=payslip.net
    text "うち口座へ振り込んだ額 217,350円" role=payslip.transferred
    text "株式会社 河合生花園" align=right role=issuer.name
  }
}
`;

/** Terms of work in numbered sentences. */
export const TERMS_IN_SENTENCES = `rpt 1
document terms title="労働条件通知書" lang=ja profile=jp.labor-terms
${STYLE}
page A4 portrait margin=18mm {
  body gap=2mm {
    text "採用にあたっての労働条件のお知らせ（労働条件通知書）" size=head align=center
    text "三浦 はる 様" role=recipient.name
    text "R8.12.1　　松の湯温泉旅館 有限会社　代表取締役 松本 一" align=right role=issuer.name
    text "1．契約の期間　R9.1.1からR9.12.31まで（期間の定めあり）" role=labor.term
    text "2．更新　契約期間の終わりに、仕事の量、勤務の成績、会社の経営状況をみて更新することがあります。更新は通算4年を上限とします。" role=labor.renewal
    text "3．働く場所　本館（雇入れ直後）。変更の範囲：当社の本館及び別館" role=labor.place
    text "4．仕事　客室の清掃と配膳（雇入れ直後）。変更の範囲：接客に関する業務全般" role=labor.duties
    text "5．時間　始業 8:30、終業 16:30。休憩は12:00から13:00までの60分。所定時間外の労働：月8時間ほどあり。" role=labor.hours
    text "6．休日　毎週火曜日と水曜日、ほかに年末年始の振替4日" role=labor.holidays
    text "7．休暇　年次有給休暇は、6か月続けて勤め、8割以上出勤したとき10日。" role=labor.holidays
    text "8．賃金　時給 1,180円。通勤手当 1日 400円。割増：時間外 2割5分（月60時間を超える分は5割）、休日 3割5分、深夜 2割5分。" role=labor.wages
    text "毎月20日で締め、その月の末日に、ご本人の同意により口座へ振り込みます。" role=labor.wages
    text "9．昇給 あり（年1回、4月）。賞与 なし。退職手当 なし。雇用管理についての相談窓口：総務 松本 花（内線 12）" role=labor.partTime
    text "10．退職　定年なし。ご自身の都合で辞めるときは30日前までに申し出てください。" role=labor.retirement
    text "解雇の事由：就業規則第38条（勤務成績が著しく不良で改善の見込みがないとき、事業の縮小など）。" role=labor.retirement
    text "解雇するときは30日前に予告するか、平均賃金30日分を支払います。" role=labor.retirement
    text "11．社会保険　雇用保険、健康保険、厚生年金に加入します。"
  }
}
`;
