import { describe, expect, test } from "vitest";
import { compileSource, fieldLabels } from "../../../src/core/canvas/index.ts";
import { exampleForm } from "../../facades/mcp/form/forms.ts";

function labelsOf(source: string): Readonly<Record<string, string>> {
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return Object.fromEntries(fieldLabels(value));
}

function form(fields: string, body: string): string {
  return `rpt 1\ndocument any\n${fields}\npage A4 {\n  body {\n${body}\n  }\n}\n`;
}

describe("what people call a field", () => {
  test.each([
    [
      "its own label before all",
      'field a string label="名"',
      '    pairs label-w=20mm {\n      pair "別名" (a)\n    }',
      "名",
    ],
    ["the label of a pair", "field a string", '    pairs label-w=20mm {\n      pair "名前" (a)\n    }', "名前"],
    [
      "a pair although it is formatted",
      "field a date",
      `    pairs label-w=20mm {\n      pair "発行日" (format(a, 'yyyy年'))\n    }`,
      "発行日",
    ],
    [
      "the text before it in a grid",
      "field a string",
      '    grid cols=[1fr, 1fr] {\n      text "品名"\n      text (a)\n    }',
      "品名",
    ],
    ["words that lead up to it", "field a string", '    text "件名：{a}"', "件名"],
    [
      "a pair rather than words that lead up to it",
      "field a string",
      '    text "請求書 {a}"\n    pairs label-w=20mm {\n      pair "番号" (a)\n    }',
      "番号",
    ],
  ])("is %s", (_title, fields, body, label) => {
    expect(labelsOf(form(fields, body))).toEqual({ a: label });
  });

  test.each([
    [
      "a text of its own above it",
      "field a string",
      '    stack {\n      text "検査成績書"\n      text (a)\n      text "殿"\n    }',
    ],
    ["words around several fields", "field a string\nfield b string", '    text "数：{a} {b}"'],
    [
      "a whole sentence",
      "field a string",
      '    text "下記のとおりご請求申し上げますのでよろしくお願いいたします： {a}"',
    ],
    ["what is computed of it", "field a int", '    pairs label-w=20mm {\n      pair "倍" (a * 2)\n    }'],
  ])("is not %s", (_title, fields, body) => {
    expect(labelsOf(form(fields, body))).toEqual({});
  });

  test("is a column's heading, in tables, in groups and in tables within records", () => {
    expect(labelsOf(exampleForm("invoice"))).toMatchObject({ "items[].name": "品名", "items[].price": "単価" });
    expect(labelsOf(exampleForm("inspection-report"))).toMatchObject({ "checks[].tool": "測定器具" });
    expect(labelsOf(exampleForm("production-schedule"))).toMatchObject({ "jobs[].customer": "得意先" });
    expect(labelsOf(exampleForm("billing-run"))).toMatchObject({
      "customers[].invoiceNo": "請求番号",
      "customers[].items[].qty": "数量",
    });
  });

  test("is a seal's label", () => {
    expect(labelsOf(exampleForm("inspection-report"))).toMatchObject({ "report.approver": "承認" });
  });
});
