import { describe, expect, test } from "vitest";
import { meaningBefore, meaningOfLabel } from "../../../../../src/plugins/profiles/jp/reading/label-meanings.ts";

const rolesOf = (label: string): readonly string[] => [...(meaningOfLabel(label)?.roles ?? [])].sort();

describe("a label in two languages", () => {
  test.each([
    ["数量 Qty", "数量"],
    ["数量Qty", "数量"],
    ["数量 / Quantity", "数量"],
    ["数量・Qty.", "数量"],
    ["数量（Qty）", "数量"],
    ["単価\nUnit price", "単価"],
    ["お支払期限 Due date", "支払期限"],
    ["発行日 Date", "発行日"],
    ["小計（税抜）Subtotal", "小計"],
    ["消費税 Consumption tax", "消費税"],
    ["品名 Part", "品名"],
    ["ロット Lot", "ロット"],
    ["支給日 Pay day：", "支給日"],
    ["健康保険料 Health ins.", "健康保険料"],
    ["Qty", "数量"],
    ["Unit price", "単価"],
    ["Due date:", "支払期限"],
    ["Registration No.", "登録番号"],
  ])("%s means what %s means", (label, japanese) => {
    expect(rolesOf(japanese)).not.toEqual([]);
    expect(rolesOf(label)).toEqual(rolesOf(japanese));
  });

  test.each(["商品No", "商品 No.", "品名ID", "数量TEL", "担当 Person", "Total weight", "Remarks"])(
    "%s is no label that is known",
    (label) => expect(meaningOfLabel(label)).toBeNull(),
  );

  test("its words may stand right before a value in a text", () => {
    expect(meaningBefore("支給日 Pay day ")?.meaning.roles).toContain("payslip.payDate");
    expect(meaningBefore("名古屋支店 Date ")).toBeNull();
  });
});

test.each(["賃金", "通勤手当", "交通費", "支払方法", "支払日", "時間外手当"])("%s may stand before wages", (label) => {
  expect(rolesOf(label)).toContain("labor.wages");
});

test("対象期間 may begin with the day from which leave is counted", () => {
  expect(rolesOf("対象期間")).toContain("leave.baseDate");
});
