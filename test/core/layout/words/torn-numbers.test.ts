// A number that its place is too narrow for is told as an error, in whatever way it is written and may break.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { layOutOf } from "../../../support/lay-out.ts";

const AMOUNT = -123456789012;
const FORMATS = {
  none: "",
  grouped: "format='#,##0'",
  brackets: "format='#,##0;(#,##0)'",
  triangle: "format='#,##0;▲#,##0'",
  "unit in brackets": "format='#,##0[円]'",
  "sign of a note": "format='※#,##0'",
  "credit behind": "format='#,##0;#,##0\"CR\"'",
  "currency before": "format='\"USD \"#,##0'",
  unit: "format='#,##0\"個\"'",
  yen: "format='¥#,##0'",
  kanji: "format='kanji'",
  contract: "format='daiji'",
} as const;
const PLACES = {
  text: (value: string, style: string) => `text (${value}) w=15mm ${style}`,
  plate: (value: string, style: string) => `plate h=60mm {\n text (${value}) x=0mm y=0mm w=15mm ${style}\n }`,
  "cell of a row": (value: string, style: string) => `row {\n text (${value}) w=15mm ${style}\n text "a"\n }`,
  "cell of a table": (_value: string, style: string) =>
    `table rows {\n column v "額" w=15mm ${style}\n column name "名"\n }`,
  "line of a list": (value: string, style: string) => `each rows {\n text (${value}) w=15mm ${style}\n }`,
  "vertical flow": (value: string, style: string) => `text (${value}) writing=vertical size=poster ${style}`,
  vertical: (value: string, style: string) => `text (${value}) writing=vertical w=40mm h=15mm ${style}`,
} as const;

const formOf = (body: string): string => `rpt 1
document notes title="注" lang=ja
field v decimal(14,0) example=1
field rows[].v decimal(14,0) example=[1]
field rows[].name string(9) example=["a"]
fonts gothic="Noto Sans JP"
sizes body=9pt poster=100pt
style base font=gothic size=body
page A5 margin=10mm {
  body {
    ${body}
  }
}
`;
const DATA = { v: AMOUNT, rows: [{ v: AMOUNT, name: "a" }] };

function tellings(body: string): readonly string[] {
  const source = formOf(body);
  const errors = compileSource(source).diagnostics.filter(({ severity }) => severity === "error");
  expect(
    errors.map(({ message }) => message),
    source,
  ).toEqual([]);
  const { diagnostics } = layOutOf(source)(DATA);
  return diagnostics.map(({ code, severity }) => `${severity} ${code}`);
}

describe.each(["", "wrap=char", "kinsoku=none", "wrap=char kinsoku=none"])("with %s", (wrap) => {
  describe.each(Object.entries(PLACES))("in a %s", (place, write) => {
    test.each(Object.entries(FORMATS))("%s", (_name, format) => {
      const value = place === "line of a list" ? ".v" : "v";
      expect(tellings(write(value, `${format} ${wrap}`))).toContain("error RPT4004");
    });
  });

  test.each([
    ["amounts in brackets", `text "({format(v, '#,##0')})" w=15mm`],
    ["spans", "rich w=15mm {\n span (v) format='#,##0'\n span \"円\" weight=bold\n }"],
  ])("in %s", (_name, body) => {
    const styled = body.replace("w=15mm", `w=15mm ${wrap}`);
    expect(tellings(styled)).toContain("error RPT4004");
  });
});

test("codes of digits and words part anywhere where they may", () => {
  for (const word of ["Manufacturer", "12345678901234567890", "AB-123456789012345", "https://example.com/1.2.3/4,567"])
    expect(tellings(`text "${word}" w=15mm wrap=char`), word).toEqual([]);
});

test("what is told of a width is what the number needs", () => {
  const at = (widthMm: number) =>
    layOutOf(formOf(`rich w=${widthMm}mm {\n span (v) format='#,##0'\n span "円" weight=bold\n }`))(DATA).diagnostics;
  const needed = Number(/ is ([0-9.]+)mm wide/.exec(at(15)[0]?.message ?? "")?.[1]);
  expect(needed).toBeGreaterThan(20);
  expect(at(needed)).toEqual([]);
  expect(at(needed - 0.3)).not.toEqual([]);
});

test.each(["", "wrap=char"])("a number goes to the next line with its unit where that has room (%s)", (wrap) => {
  const { value } = layOutOf(formOf(`text "額は123456円と1,200円、３０００個" w=20mm ${wrap}`))(DATA);
  const lines = new Map<number, string>();
  for (const item of value.pages[0]?.items ?? [])
    if (item.kind === "glyphs") lines.set(item.yEmu, (lines.get(item.yEmu) ?? "") + item.run.text);
  expect([...lines.values()].join("/")).not.toMatch(/[0-9０-９,]\/[0-9０-９,円個]/u);
});

test.each(["", "wrap=char"])("letters rather shrink than that a number breaks (%s)", (wrap) => {
  const source = formOf(`text (v) w=20mm h=20mm format='#,##0"円"' fit=shrink lines=3 min-size=5pt ${wrap}`);
  expect(layOutOf(source)(DATA).diagnostics).toEqual([]);
});
