// What authors get wrong in a form that is fine: the text before, the text after, and the finding that it earns.

/** What an author does: the text before, the text after, the code it earns, and the line it is told on. */
export interface Mistake {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly code: string;
  /** A piece of the line that the finding must stand on, where that is not the edited line. */
  readonly onLine?: string;
}

/** Mistakes in `forms/invoice-qualified.rpt`. */
export const MISTAKES: readonly Mistake[] = [
  {
    name: "unclosed string",
    from: 'text "登録番号 {issuer.regNo}"',
    to: 'text "登録番号 {issuer.regNo}',
    code: "RPT0101",
  },
  {
    name: "double quotes inside {}",
    from: "{if(.rate == 8, ' ※', '')}",
    to: '{if(.rate == 8, " ※", "")}',
    code: "RPT0102",
  },
  { name: "css colon", from: "x=0mm y=11mm", to: "x: 0mm y=11mm", code: "RPT0105" },
  { name: "trailing semicolon", from: "          newrow", to: "          newrow;", code: "RPT0106" },
  { name: "jsx braces", from: "when=(has(payment.qr))", to: "when={has(payment.qr)}", code: "RPT0107" },
  { name: "missing value", from: "w=70mm role=", to: "w= role=", code: "RPT0108" },
  {
    name: "brace on its own line",
    from: "table taxes style=grid w=96mm {",
    to: "table taxes style=grid w=96mm\n      {",
    code: "RPT0109",
    onLine: "      {",
  },
  {
    name: "missing close of a stack",
    from: 'alt="お支払い用QRコード" when=(has(payment.qr))\n      }',
    to: 'alt="お支払い用QRコード" when=(has(payment.qr))',
    code: "RPT0111",
    onLine: "stack w=1fr gap=2mm {",
  },
  { name: "extra close", from: "    bookmark", to: "    }\n    bookmark", code: "RPT0112" },
  {
    name: "full-width parentheses",
    from: 'pair "番号"       (invoice.number)',
    to: 'pair "番号"       （invoice.number）',
    code: "RPT0103",
  },
  { name: "full-width equals", from: "w=70mm role", to: "w＝70mm role", code: "RPT0103" },
  { name: "unknown element", from: "barcode qr (payment", to: "qrcode (payment", code: "RPT1001" },
  { name: "typo in an element", from: "column base", to: "colum base", code: "RPT1001" },
  { name: "typo in a property", from: "fill-rows=true", to: "fillrows=true", code: "RPT1003" },
  { name: "typo in a variable", from: "{issuer.regNo}", to: "{issuer.regNum}", code: "RPT2103" },
  { name: "record field without dot", from: "round(.qty", to: "round(qty", code: "RPT2101" },
  { name: "jinja pipe", from: "{format(due, '#,##0')}", to: "{due | format('#,##0')}", code: "RPT0120" },
  { name: "unknown function", from: "sum(.items[].amount)", to: "total(.items[].amount)", code: "RPT2120" },
  { name: "sum of an array of records", from: "sum(taxes[].base)", to: "sum(taxes)", code: "RPT2123" },
  {
    name: "assignment as comparison",
    from: "when=(payment.status == 'paid')",
    to: "when=(payment.status = 'paid')",
    code: "RPT0121",
  },
  { name: "enum member", from: "payment.status == 'paid'", to: "payment.status == 'Paid'", code: "RPT2112" },
  { name: "example not in enum", from: "example=unpaid", to: "example=pending", code: "RPT2006" },
  { name: "unit missing", from: "h=18mm label", to: "h=18 label", code: "RPT1007" },
  {
    name: "x in flow",
    from: 'text "（{copy.label}）" w=1fr',
    to: 'text "（{copy.label}）" x=5mm w=1fr',
    code: "RPT1010",
  },
  { name: "wrong choice", from: "align=center style=small", to: "align=centre style=small", code: "RPT1006" },
  { name: "undeclared style", from: "style=head border-bottom", to: "style=heading border-bottom", code: "RPT2030" },
  { name: "undeclared colour", from: "color=alert", to: "color=crimson", code: "RPT2031" },
  { name: "hash comment", from: "// 税率ごと", to: "# 税率ごと", code: "RPT0104" },
  {
    name: "text as a number",
    from: "round(.qty * .price, 0, down)",
    to: "round(.qty * .name, 0, down)",
    code: "RPT2110",
  },
  { name: "type number", from: "decimal(13,0)      default=0", to: "number      default=0", code: "RPT2002" },
  {
    name: "inline block",
    from: "      stack w=1fr gap=2mm {",
    to: "      stack w=1fr gap=2mm { space 1mm }\n      stack w=1fr gap=2mm {",
    code: "RPT0110",
  },
  { name: "version missing", from: "rpt 1\n", to: "", code: "RPT0001" },
];
