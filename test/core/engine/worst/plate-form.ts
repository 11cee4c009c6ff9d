/** A form with these fields and these lines on a plate, from the plate's first line on. */
export function plateForm(fields: readonly string[], lines: readonly string[], heightMm = 100): string {
  return `rpt 1
document form lang=ja
${fields.join("\n")}
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A4 portrait margin=15mm {
  body {
    plate h=${heightMm}mm {
${lines.map((line) => `      ${line}`).join("\n")}
    }
  }
}
`;
}
