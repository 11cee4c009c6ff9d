import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic, formatDiagnostics, LineIndex } from "../../../src/core/diagnostics/index.ts";

const QUALIFIED = readFileSync(new URL("forms/invoice-qualified.rpt", import.meta.url), "utf8");

/** What an author does: the text before, the text after, the code it earns, and the line it is told on. */
interface Mistake {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly code: string;
  /** A piece of the line that the finding must stand on, where that is not the edited line. */
  readonly onLine?: string;
}

const MISTAKES: readonly Mistake[] = [
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

const HARMLESS: readonly (readonly [name: string, from: string, to: string])[] = [
  ["spaces around =", "w=70mm role", "w = 70mm role"],
  ["full-width space", "w=70mm role", "w=70mm　role"],
  ["a basic colour that nobody declares", "color=alert", "color=red"],
  ["broken indentation", '        cell "合計" col=key', '  cell "合計" col=key'],
];

function findings(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter((each) => each.severity !== "info");
}

function edited(from: string, to: string): string {
  expect(QUALIFIED.split(from).length, `${from} stands in the form`).toBeGreaterThan(1);
  return QUALIFIED.replace(from, () => to);
}

test("the form without mistakes has no finding but what is not installed", () => {
  const { diagnostics } = compileSource(QUALIFIED);
  expect(new Set(diagnostics.map((each) => each.code))).toEqual(new Set(["RPT7020"]));
});

describe("an author's mistake earns one finding, on its line, with a repair", () => {
  test.each(MISTAKES)("$name", ({ from, to, code, onLine }) => {
    const source = edited(from, to);
    const found = findings(source);
    expect(
      formatDiagnostics(source, found)
        .split("\n")
        .filter((line) => /^\d/.test(line)),
    ).toHaveLength(1);
    expect(found[0]?.code).toBe(code);
    const index = new LineIndex(source);
    const line = source.split("\n")[index.position(found[0]?.span.start ?? 0).line - 1] ?? "";
    const expected = onLine ?? to.split("\n")[0] ?? "";
    expect(line).toContain(expected);
    expect(found[0]?.repair).not.toBeNull();
  });

  test.each(MISTAKES)("$name: its repair leaves no error", ({ from, to, code }) => {
    const source = edited(from, to);
    const repair = findings(source)[0]?.repair;
    // Which number was meant in place of a text only its author knows: the repair is advice in words.
    if (code === "RPT2110") return expect(repair?.title).not.toBe("");
    expect(repair?.edits).not.toEqual([]);
    const after = applyEdits(source, repair?.edits ?? []);
    const errors = findings(after).filter((each) => each.severity === "error");
    expect(formatDiagnostics(after, errors)).toBe("");
  });
});

test.each(HARMLESS)("%s is no mistake", (_, from, to) => {
  expect(findings(edited(from, to)).filter((each) => each.severity === "error")).toEqual([]);
});
