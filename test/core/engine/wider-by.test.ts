// Of a text that lacks width the repair says by how much, and so much is enough.
import { describe, expect, test } from "vitest";
import { pdfEngine } from "./sources.ts";

const engine = pdfEngine();

const HEAD = `rpt 1
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
`;

function formOf(field: string, lines: string): string {
  return `${HEAD}${field}\npage A4 margin=15mm {\n  body {\n${lines}\n  }\n}\n`;
}

function told(source: string) {
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.filter(({ code }) => code === "RPT4002" || code === "RPT4004" || code === "RPT4031");
}

const NAMES = "field rows[].a string(24)";
const inTable = (looks: string) => (width: string) =>
  `    table rows {
      column a "名" ${looks} w=${width}
      column b "" "" w=1fr
    }`;
const inPlate = (looks: string) => (width: string) =>
  `    plate h=9mm {
      text (rows[0].a) x=0mm y=0mm w=${width} h=5mm ${looks}
    }`;

const EXAMPLES = {
  "a name that shrinks": ['example=["東京都千代田区丸の内一丁目"]', "fit=shrink"],
  "a word": ['example=["MANUFACTURER"]', ""],
  "an amount": ['example=["9,999,999,999.99"]', ""],
} as const;

const PLACES = { table: inTable, "a plate": inPlate } as const;

describe.each(Object.entries(EXAMPLES))("%s", (_, [example, looks]) => {
  test.each(Object.entries(PLACES))("in %s", (__, place) => {
    const from = 12;
    const field = place === inPlate ? `field one string(24) ${example.replace(/[[\]]/gu, "")}` : `${NAMES} ${example}`;
    const write = (width: string) => formOf(field, place(looks)(width).replaceAll("rows[0].a", "one"));
    const [first] = told(write(`${from}mm`)).filter(({ code }) => code !== "RPT4031");
    const by = Number(/^widen (?:w|the column) by ([\d.]+)mm/u.exec(first?.repair?.title ?? "")?.[1]);
    expect(by, first?.repair?.title).toBeGreaterThan(0);
    const after = told(write(`${(from + by).toFixed(1)}mm`)).filter(({ code }) => code !== "RPT4031");
    expect(after.map(({ message }) => message)).toEqual([]);
    const less = told(write(`${(from + by - 0.3).toFixed(1)}mm`)).filter(({ code }) => code !== "RPT4031");
    expect(less).not.toEqual([]);
  });
});
