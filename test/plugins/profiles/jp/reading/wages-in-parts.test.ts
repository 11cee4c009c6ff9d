// Wages that are written in several rows, or in one text of several lines: each part has a label of its own.
import { describe, expect, test } from "vitest";
import { checkForm } from "../../../../../src/core/rule-tester/index.ts";
import { laborTerms } from "../../../../../src/plugins/profiles/jp/employment/index.ts";

const RULES = laborTerms.rules.filter(({ meta }) => meta.id === "label");

function told(wages: string, cells: string): readonly string[] {
  const source = `rpt 1
document terms title="労働条件通知書" lang=ja
${wages}
fonts gothic="Noto Sans JP"
sizes title=16pt body=9.5pt
style base font=gothic size=body
page A4 margin=15mm {
  body gap=6mm {
    text "労働条件通知書" size=title heading=1
    grid cols=[30mm, 1fr] row-h=9mm border=0.75pt rules=0.25pt {
${cells}
    }
  }
}
`;
  const { diagnostics, isDrawn } = checkForm([{ ...laborTerms, rules: RULES }], { source });
  expect(isDrawn).toBe(true);
  return diagnostics.filter(({ code }) => code.endsWith("/label")).map(({ message }) => message);
}

const row = (label: string, value: string): readonly [string, string] => [
  `field w text(200) role=labor.wages example="${value}"`,
  `      head "${label}"\n      cell (w) padding=1mm`,
];

describe("rows of their own", () => {
  test.each([
    ["通勤手当", "実費（月額上限 15,000円）"],
    ["交通費", "実費"],
    ["支払方法", "本人名義の口座への振込み"],
    ["支払日", "翌月15日"],
    ["時間外手当", "2割5分増"],
    ["休日", "35％増"],
    ["時間外労働", "25％"],
  ])("%s: %s", (label, value) => expect(told(...row(label, value))).toEqual([]));

  test.each([
    ["休日", "1,180円"],
    ["就業の場所", "250,000円"],
    ["契約期間", "1時間につき1,180円"],
  ])("wages under %s are told: %s", (label, value) => {
    expect(told(...row(label, value))).toEqual([expect.stringContaining(`"${label}"`)]);
  });
});

const LINES = "基本賃金　時間給 1,180円\\n通勤手当　実費\\n割増賃金率　時間外 25％、休日 35％\\n支払方法　口座振込";
const SENTENCES =
  "基本賃金：時間給 1,180円。通勤手当：実費（月額上限 15,000円）。割増賃金率：時間外 25％、休日 35％、深夜 25％。" +
  "締切日 毎月末日、支払日 翌月15日。支払方法：本人名義の口座への振込み（本人の同意による）。";

test.each([30, 38, 44, 50, 56, 62, 68])("one text in any width: %imm", (widthMm) => {
  for (const value of [LINES, SENTENCES]) {
    const cells = `      head "賃金"\n      cell {\n        text (w) w=${widthMm}mm\n      }`;
    expect(told(`field w text(400) role=labor.wages example="${value}"`, cells)).toEqual([]);
  }
});
