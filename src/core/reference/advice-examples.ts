// What a designer would change, one example for each code, made in the same form as the mistakes.

const FIRST_TEXT = '    text "{customer.name} 御中" style=small\n';
const STAFF = 'text "担当" x=0mm y=0mm w=20mm h=5mm';
const NAME_COLUMN = 'column name "品名" w=1fr';
const NOTICE = "納期と数量をご確認のうえ、三日以内にご返送ください。ご不明の点は担当までお問い合わせください。";

/** What an author writes instead of what stands in the form. */
type Edit = readonly [from: string, to: string];

function change(...edits: readonly Edit[]): { readonly edits: readonly Edit[] } {
  return { edits };
}

export const ADVICE = {
  RPT5101: change(["body=9pt", "body=9pt name=9.5pt"], [FIRST_TEXT, FIRST_TEXT.replace("small", "small size=name")]),
  RPT5102: change([
    FIRST_TEXT,
    `${FIRST_TEXT}    text "${NOTICE}" weight=bold
`,
  ]),
  RPT5103: change([NAME_COLUMN, `column qty "数量" w=20mm align=right\n      ${NAME_COLUMN} padding-left=0.9mm`]),
  RPT5104: change(["w=30mm align=right", "w=30mm align=left"]),
  RPT5105: change([FIRST_TEXT, `${FIRST_TEXT}    box w=177mm border=0.5pt padding=1mm {\n      text "見本"\n    }\n`]),
  RPT5106: change([FIRST_TEXT, `    text "発注内容" align=center\n${FIRST_TEXT}`]),
  RPT5107: change([FIRST_TEXT, `${FIRST_TEXT}    text "見本" margin-top=0.6mm\n`]),
  RPT5108: change([FIRST_TEXT, `${FIRST_TEXT}    text "${NOTICE}" w=40mm line-height=1.1\n`]),
  RPT5109: change([STAFF, `${STAFF}\n      text "電話" x=1mm y=8mm w=20mm h=5mm`]),
  RPT5110: change([FIRST_TEXT, `${FIRST_TEXT}    space 230mm\n`]),
  RPT5111: change([FIRST_TEXT, `${FIRST_TEXT}    text "{fee}円"\n`]),
  RPT5112: change(
    ["field items[] min=1 max=200", 'field unit string(4) example="個"\nfield items[] max=200'],
    ['column name "品名" w=1fr', 'column name "品名" w=1fr\n      column unit "単位" (unit) w=20mm'],
  ),
  RPT5114: change(
    ["style small weight=bold", "style small weight=bold\nstyle ruled border=0.5pt padding=0.4mm"],
    ["header=repeat", "style=ruled header=repeat"],
  ),
  RPT5115: change([FIRST_TEXT, `${FIRST_TEXT}    text "見本" w=30mm border=0.25pt\n`]),
  RPT5116: change([
    FIRST_TEXT,
    `${FIRST_TEXT}    text "発注内容のご確認" w=22mm
`,
  ]),
  RPT5117: change([FIRST_TEXT, `${FIRST_TEXT}    text "明細" weight=bold\n`]),
  RPT5113: change([FIRST_TEXT, `${FIRST_TEXT}    text "完了: {order.status == 'closed'}"\n`]),
  RPT5118: change(
    ["field items[] min=1 max=200", 'field sent time example="09:30:15"\nfield items[] min=1 max=200'],
    [FIRST_TEXT, `${FIRST_TEXT}    text (format(sent, 'HH:mm'))\n`],
  ),
} as const;
