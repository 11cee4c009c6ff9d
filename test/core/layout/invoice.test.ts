import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Canvas, compileSource } from "../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import type { PageDocument } from "../../../src/core/layout/index.ts";
import { describeItem, layOutData, pageLines } from "../../support/lay-out.ts";

const source = readFileSync(new URL("../../../docs/examples/invoice.rpt", import.meta.url), "utf8");

function invoiceCanvas(): Canvas {
  const { value } = compileSource(source);
  if (value === null) throw new Error("the example invoice does not compile");
  return value;
}

const LINES = [
  { name: "サーバー保守", qty: 1, unit: "式", price: 30000 },
  { name: "コンテンツ更新（12ページ）", qty: 12, unit: "頁", price: 4500 },
  { name: "アクセス解析レポート", qty: 1, unit: "部", price: 15000 },
];

function invoice(lines: number) {
  return {
    invoice: {
      number: "INV-2026-0417",
      issueDate: "2026-10-31",
      dueDate: "2026-11-30",
      subject: "Webサイト保守（10月分）",
    },
    customer: {
      name: "株式会社みどり商店",
      dept: "総務部 経理課",
      postal: "530-0001",
      address: "大阪府大阪市北区梅田1-2-3\n梅田ビル8階",
    },
    issuer: {
      name: "青空デザイン合同会社",
      postal: "604-8001",
      address: "京都府京都市中京区河原町通4-5-6",
      tel: "075-000-0000",
    },
    bank: { account: "京都中央銀行 本店 普通 1234567", holder: "アオゾラデザイン（ド" },
    items: Array.from({ length: lines }, (_, index) => LINES[index % LINES.length]),
    note: "お振込手数料は貴社にてご負担くださいますようお願い申し上げます。",
  };
}

/** Kind, children and role of a structure node, as one line each. */
function outline(document: PageDocument): readonly string[] {
  const depths: number[] = [];
  return document.structure.map((node, index) => {
    depths[index] = node.parent < 0 ? 0 : (depths[node.parent] ?? 0) + 1;
    const span = node.columnSpan > 1 ? ` ×${node.columnSpan}` : "";
    return `${"  ".repeat(depths[index] ?? 0)}${index} ${node.type}${span}${node.role === null ? "" : ` ${node.role}`}`;
  });
}

describe("the example invoice", () => {
  test("lies on its page as the golden file says", async () => {
    const { value } = layOutData(invoiceCanvas(), invoice(3));
    const golden = {
      pages: value.pages.map((page) => page.items.map(describeItem)),
      structure: outline(value),
    };
    await expect(`${JSON.stringify(golden, null, 2)}\n`).toMatchFileSnapshot("golden/invoice.json");
  });

  test.each([1, 3, 12, 13, 17, 18, 19, 30, 60])("with %i lines trips no finding of fit or geometry", (lines) => {
    const form = invoiceCanvas();
    const { value, diagnostics } = layOutData(form, invoice(lines));
    expect([...diagnostics, ...judgeGeometry(form, value)].map((one) => `${one.code} ${one.message}`)).toEqual([]);
  });

  test("its second page repeats the table's header under the page's header, and ends with the totals", () => {
    const { value } = layOutData(invoiceCanvas(), invoice(30));
    const lines = pageLines(value, 1);
    expect(value.pages.length).toBe(2);
    expect(lines[0]).toBe("請求書 INV-2026-0417|株式会社みどり商店 御中");
    expect(lines[1]).toBe("No.|品名|数量|単位|単価|金額");
    expect(lines.at(-1)).toBe("2 / 2");
    expect(lines.filter((line) => line.startsWith("合計"))).toEqual(["合計|¥1,089,000"]);
  });
});
