// An item is shown by an expression that prints it among others, and by a word that tells it; never by a condition.
import { describe, expect, test } from "vitest";
import { checkForm } from "../../../../src/core/rule-tester/index.ts";
import type { Profile } from "../../../../src/core/sdk/index.ts";
import { inspectionReport } from "../../../../src/plugins/profiles/jp/manufacture/index.ts";
import { deliveryNote } from "../../../../src/plugins/profiles/jp/trade/index.ts";

const FIELDS = `field name string(20) role=recipient.name example="山本商店"
field other string(20) role=issuer.name example="青空商事"
field dept? string(20) example="検収係"
field absent? string(20) role=recipient.address
field total int role=totals.gross example=1200
field date date role=delivery.date example="2026-11-20"
field yes bool example=true
field no bool example=false
field pass bool role=inspection.itemResult example=true
field verdict string(10) role=inspection.verdict example="合格"`;

function formOf(text: string): string {
  return `rpt 1
document paper title="帳票" lang=ja
${FIELDS}
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A4 margin=15mm {
  body {
    text ${text}
    text "{yes} {no} {dept}"
  }
}
`;
}

/** What is said of the item that one rule asks for; "drawn" where nothing is. */
function told(profile: Profile, id: string, text: string): string {
  const rules = profile.rules.filter(({ meta }) => meta.id === id);
  expect(rules).toHaveLength(1);
  const { diagnostics, isDrawn } = checkForm([{ ...profile, rules }], { source: formOf(text) });
  expect(isDrawn).toBe(true);
  expect(diagnostics.filter(({ severity, code }) => severity === "error" && code.startsWith("RPT"))).toEqual([]);
  const [found] = diagnostics.filter(({ code }) => code.startsWith("jp."));
  if (found === undefined) return "drawn";
  return /(shown nowhere|not drawn|has no value)/.exec(found.message)?.[1] ?? found.message;
}

const recipient = (text: string) => told(deliveryNote, "recipient-name", text);
const delivered = (text: string) => told(deliveryNote, "delivery-date", text);
const result = (text: string) => told(inspectionReport, "results", text);
const verdict = (text: string) => told(inspectionReport, "verdict-shown", text);

describe("what an expression prints among others is shown where it is the one", () => {
  test.each([
    "(if(yes, name, other))",
    '"{if(no, other, name)} 御中"',
    '"{if(has(absent), absent, name)} 御中"',
    '"{case(no, other, yes, name, dept)}"',
    '"{absent ?? name} 御中"',
    '"{coalesce(absent, name)}"',
    '"{if(yes, if(no, other, name), other)}"',
    '"{if(yes, absent ?? name, other)}"',
    '"{wide(name)} 御中"',
    "(trim(narrow(name)))",
    '"{if(yes, wide(name), other)}"',
  ])("%s", (text) => {
    expect(recipient(text)).toBe("drawn");
  });

  test("in a format", () => {
    expect(delivered("\"{if(yes, format(date, 'yyyy年M月d日'), '—')}\"")).toBe("drawn");
    expect(delivered("\"納品日 {wide(format(date, 'yyyy年M月d日'))}\"")).toBe("drawn");
  });
});

describe("what it could print, and prints another value instead, is not drawn", () => {
  test.each([
    "(if(no, name, other))",
    '"{if(yes, other, name)} 御中"',
    '"{dept ?? name}"',
    "(if(no, name, '山本商店'))",
  ])("%s", (text) => {
    expect(recipient(text)).toBe("not drawn");
  });
});

describe("what only stands in a condition, or is computed with, is shown nowhere", () => {
  test.each([
    "(if(name == '山本商店', '有', '無'))",
    "(if(has(name), '有', '無'))",
    "(if(name == other, other, dept))",
    '"{len(name)}"',
    '"{wide(left(name, 1))}"',
    "\"{case(name == '', '無', '山本商店')}\"",
  ])("%s", (text) => {
    expect(recipient(text)).toBe("shown nowhere");
  });

  test("a day that decides between words", () => {
    expect(delivered("(if(date > date('2026-01-01'), '済', '未'))")).toBe("shown nowhere");
  });
});

describe("a result is told by the word that it chooses", () => {
  test.each([
    "(if(pass, '合', '否'))",
    "\"判定 {if(pass, '合', '否')}\"",
    "(if(not pass, '否', '合'))",
    "(if(pass == true, '合', '否'))",
  ])("%s", (text) => {
    expect(result(text)).toBe("drawn");
  });

  test.each(["(if(verdict == '合格', '○', '×'))", "(case(verdict == '合格', '○', verdict == '否', '×', '—'))"])(
    "%s",
    (text) => {
      expect(verdict(text)).toBe("drawn");
    },
  );

  test.each([
    ["(if(pass, '済', '済'))", "shown nowhere"],
    ["(if(pass and yes, '合', '否'))", "shown nowhere"],
    ["(if(pass, name, other))", "shown nowhere"],
    ["\"判定 {if(pass, '', '否')}\"", "not drawn"],
    ["\"合否 {if(pass, '', '否')}\"", "not drawn"],
    ["(if(pass, '合', '否')) color=#ffffff", "is drawn in the colour of its ground"],
  ])("%s: %s", (text, answer) => {
    expect(result(text)).toContain(answer);
  });
});
