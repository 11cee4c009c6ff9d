// A divisor that the declarations let be zero: told wherever an expression may stand, before data come and with them.
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { sampled } from "../../../support/lane.ts";
import { pdfEngine } from "../sources.ts";

const engine = pdfEngine();

/** Of the document and of a record. */
const [OWN, ROW] = ["round(a / b)", "round(.a / .b)"] as const;

interface Place {
  readonly form: string;
  /** Statements before the page. */
  readonly before?: string;
  readonly path: "b" | "rows[].b";
}

const own = (form: string, before = ""): Place => ({ form, before, path: "b" });
const row = (form: string, before = ""): Place => ({ form, before, path: "rows[].b" });

const PLACES: Readonly<Record<string, Place>> = {
  "a text": own(`text (${OWN})`),
  "a placeholder": own(`text "甲{${OWN}}乙"`),
  "a remainder": own("text (a % b)"),
  "a product in the divisor": own("text (round(1 / (a * b)))", ""),
  "a colour": own(`text "甲" color=(if(${OWN} > 1, '#111111', '#222222'))`),
  "a ground": own(`text "甲" fill=(if(${OWN} > 1, '#eeeeee', '#dddddd'))`),
  when: own(`text "甲" when=(${OWN} > 1)`),
  "when of a box": own(`box when=(${OWN} > 1) {\ntext "甲"\n}`),
  "a link": own(`text "甲" link="https://example.jp/{${OWN}}"`),
  "a pair": own(`pairs label-w=20mm {\npair "甲" (${OWN})\n}`),
  "a check": own(`check (${OWN} > 1) "甲"`),
  "a comb": own(`comb (${OWN}) cells=12 w=60mm h=8mm`),
  "a bar code": own(`barcode qr "{${OWN}}" w=22mm h=22mm`),
  "a seal": own(`plate h=30mm {\nseal "{${OWN}}" label="印" x=0mm y=0mm w=18mm h=18mm\n}`),
  "a markdown": own(`markdown "{${OWN}}"`),
  "a picture's words": own(`chart bar rows h=60mm alt="{${OWN}}" {\ncategory (.n)\nseries "乙" (.a)\n}`),
  "a title": own('text "甲"', `document t title="{${OWN}}"\n`),
  "a let": own("text (z)", `let z = ${OWN}\n`),
  "a let of a let": own("text (y)", `let z = a / b\nlet y = round(z)\n`),
  "a cell": row(`table rows {\ncolumn c "C" (${ROW})\n}`),
  "a cell's colour": row(`table rows {\ncolumn a "C" color=(if(${ROW} > 1, '#111111', '#222222'))\n}`),
  "when of a column": own(`table rows {\ncolumn a "C" when=(${OWN} > 1)\n}`),
  "a heading": own(`table rows {\ncolumn a "C{${OWN}}"\n}`),
  "a foot": own(`table rows {\ncolumn a "C"\nfoot {\ncell (${OWN}) col=a\n}\n}`),
  "a carry": row(`table rows {\ncolumn a "C" w=30mm\ncarry (${ROW}) into=a out="次頁へ"\n}`),
  "a group's key": row(`table rows {\ngroup (${ROW}) {\nhead "{.key}"\n}\ncolumn a "C"\n}`),
  "a group's head": row(
    `table rows {\ngroup (.a) {\nhead "{round(sum(.items[].a) / sum(.items[].b))}"\n}\ncolumn a "C"\n}`,
  ),
  "a list's condition": row(`each (rows[${ROW} > 1]) {\ntext (.a)\n}`),
  "a sort's key": row(`each (sort(rows, ${ROW})) {\ntext (.a)\n}`),
  "a key of group": row(`each (group(rows, ${ROW})) {\ntext (.key)\n}`),
  each: row(`each rows {\ntext (${ROW})\n}`),
  "a let of records": row("each rows {\ntext (.z)\n}", `let rows[].z = ${ROW}\n`),
  "a sum": row("text (sum(rows[].z))", `let rows[].z = ${ROW}\n`),
  "a sum of quotients": row("text (round(sum(rows[].a / rows[].b)))"),
  "a quotient of sums": row("text (round(a / sum(rows[].b)))", "field rows[] min=1 max=3\n"),
  "a chart's value": row(`chart bar rows h=60mm alt="甲" {\ncategory (.n)\nseries "乙" (${ROW})\n}`),
  "a chart's name": row(`chart bar rows h=60mm alt="甲" {\ncategory (${ROW})\nseries "乙" (.a)\n}`),
  "a pie's part": row(`chart pie rows h=60mm alt="甲" {\ncategory (.n)\nseries "乙" (${ROW})\n}`),
  "a bar of a schedule": row(
    `gantt rows {\ncolumn n "甲" w=20mm\nscale from=(d) to=(addDays(d, 9)) unit=day\n` +
      `bar start=(d) end=(addDays(d, ${ROW}))\n}`,
  ),
  "a bar's words": row(
    `gantt rows {\ncolumn n "甲" w=20mm\nscale from=(d) to=(addDays(d, 9)) unit=day\n` +
      `bar start=(d) end=(d) label="{${ROW}}"\n}`,
  ),
};

/** Bounds that take zero, and those that do not. */
const ZERO = ["", "min=0", "min=-5", "max=9", "min=0 max=0"] as const;
const NONE = ["min=1", "min=1 max=9", "min=-9 max=-1"] as const;

function sourceOf({ form, before = "" }: Place, bounds: string): string {
  const example = bounds === "min=-9 max=-1" ? -2 : bounds === "min=0 max=0" ? 0 : 2;
  return `rpt 1
${before}field a int min=1 max=99 example=4
field b int ${bounds} example=${example}
field d date example="2026-06-01"
${before.includes("rows[] ") ? "" : "field rows[] max=3\n"}field rows[].n string(2) example=["甲"]
field rows[].a int min=1 max=99 example=[4]
field rows[].b int ${bounds} example=[${example}]
page A4 margin=15mm {
body {
${form}
}
}
`.replace(/^(rpt 1\n)((?:let .*\n)+)([\s\S]*?)(page A4)/u, "$1$3$2$4");
}

function checked(source: string, divisor?: number): readonly Diagnostic[] {
  const rows = [{ n: "甲", a: 4, b: divisor }];
  const data = { a: 4, b: divisor, d: "2026-06-01", rows };
  const bytes = divisor === undefined ? null : new TextEncoder().encode(JSON.stringify(data));
  return engine.check({ source, data: bytes, worstCases: true }).diagnostics;
}

function divisions(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.filter(({ message }) => message.includes("division by zero"));
}

describe.each(Object.keys(PLACES))("%s", (name) => {
  const place = PLACES[name] ?? own("");
  const at = Object.keys(PLACES).indexOf(name);
  test.each(sampled(ZERO.slice(0, -1), 4, at))("a divisor with %s is told once, with what mends it", (bounds) => {
    const source = sourceOf(place, bounds);
    for (const divisor of [undefined, 2]) {
      const found = checked(source, divisor);
      expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
      const told = divisions(found);
      expect(told.map(({ code, severity, dataPath }) => [code, severity, dataPath])).toEqual([
        ["RPT4031", "warning", place.path],
      ]);
      const [{ message = "", repair = null, span = { start: 0, end: 0 } } = {}] = told;
      expect(message).toMatch(new RegExp(`^with ${place.path.replace("[]", "\\[\\]")} of 0.*: division by zero`, "u"));
      const [, divided = "x"] = /[/%] (\.?[a-z]+)(?![\w(.[])/u.exec(source.slice(span.start)) ?? [];
      expect(repair?.title).toBe(`declare min=1 of ${place.path}, or guard with if(${divided} == 0, …, …)`);
      expect(source.slice(span.start, span.end)).toMatch(/[/%]/u);
    }
    expect(divisions(checked(source, 0)).map(({ code, severity }) => [code, severity])).toEqual([["RPT3020", "error"]]);
  });

  test.each(sampled(NONE, 3, at))("a divisor with %s is not told", (bounds) => {
    expect(divisions(checked(sourceOf(place, bounds)))).toEqual([]);
  });

  test("a guard mends it, and min=1 does", () => {
    const guarded = (code: string) =>
      code
        .replaceAll("round(a / b)", "if(b == 0, 0, round(a / b))")
        .replaceAll("round(.a / .b)", "if(.b == 0, 0, round(.a / .b))");
    const form = guarded(place.form);
    const before = guarded(place.before ?? "");
    if (form === place.form && before === place.before) return;
    const found = checked(sourceOf({ ...place, form, before }, "min=0"));
    expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(divisions(found)).toEqual([]);
  });
});

test("a divisor that is always zero is told of the examples already", () => {
  const found = checked(sourceOf(own(`text (${OWN})`), "min=0 max=0"));
  expect(divisions(found).map(({ code }) => code)).toEqual(["RPT3020"]);
});
