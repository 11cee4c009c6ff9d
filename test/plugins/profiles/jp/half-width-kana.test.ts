import { test } from "vitest";
import { ruleTests } from "../../../../src/core/rule-tester/index.ts";
import { halfWidthKana } from "../../../../src/plugins/profiles/jp/typography/rules/half-width-kana.ts";

function form(...lines: readonly string[]): string {
  return `rpt 1\npage A5 portrait {\n  body {\n${lines.map((line) => `    ${line}\n`).join("")}  }\n}\n`;
}

const cases = ruleTests(halfWidthKana, {
  valid: [
    { name: "full-width words", source: form('text "請求書　カタカナ"') },
    { name: "an account as the bank writes it", source: form('text "ｶ)ｱｵﾊﾞｾｲｻｸｼﾖ" role=payment.account') },
  ],
  invalid: [
    {
      name: "half-width words with voiced sounds",
      source: form('text "ｺﾞ請求書ﾊﾟﾝ"'),
      findings: [
        '4:11-4:13 warning half-width-kana "ｺﾞ" is written in half-width katakana',
        '4:16-4:19 warning half-width-kana "ﾊﾟﾝ" is written in half-width katakana',
      ],
      repaired: form('text "ゴ請求書パン"'),
    },
  ],
});

for (const { name, run } of cases) test(name, run);
