import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hasBlankNumber,
  isUnchosen,
  matchesNoContent,
  restSaysNothing,
  saysNoContent,
} from "../../../../../src/plugins/profiles/jp/items/no-content.ts";

test.each([
  ...["－", "—", "＊＊＊＊", "○○○", "未定", "未確定", "不明", "TBD", "調整中", "要相談", "（未定）", "", "　"],
  ...[
    "別途",
    "別途協議",
    "別途協議のうえ決定",
    "協議の上決定する",
    "別途指示",
    "別途定める",
    "別に定める場合",
    "別途見積",
  ],
  ...[
    "追って通知します",
    "後日連絡",
    "後日改めてご連絡いたします",
    "別途書面にて通知",
    "別途知らせる",
    "　年　月　日",
    "　　円",
  ],
])("「%s」 says nothing", (words) => {
  expect(saysNoContent(words)).toBe(true);
});

test.each([
  ...["なし", "有", "○", "×", "別途工事一式", "別紙のとおり", "別途契約書第3条による", "別途発行の注文書どおり 10個"],
  ...["後日配送分 3台", "通知書作成", "案内状 印刷", "仮設工事", "サンプル品 10個", "テスト工業", "未定義商店", "－5℃"],
  ...["2026年10月分", "毎月末日", "就業規則第48条に定める場合"],
])("「%s」 says something", (words) => {
  expect(saysNoContent(words)).toBe(false);
});

test("words are told by their first letter only where no pattern matches them", () => {
  const pieces = [
    ...[
      "株式会社",
      "（株）",
      "○○○",
      "□□",
      "商事",
      "様",
      "(",
      "【",
      "会社名",
      "）",
      "」",
      "－",
      "＊＊",
      "令和",
      "西暦",
      "年",
      "円",
    ],
    ...[
      "別途",
      "別に",
      "追って",
      "後ほど",
      "改めて",
      "今後",
      "協議の上",
      "打合せの上",
      "、",
      "定める",
      "ご連絡",
      "見積り",
      "決定",
    ],
    ...[
      "する",
      "予定",
      "による",
      "とする",
      "です",
      "になる",
      "未定",
      "不明",
      "ダミー",
      "サンプル",
      "TBD",
      "ｎ／ａ",
      "null",
      "要確認",
    ],
    ...[
      "　",
      " ",
      "\t",
      "。",
      "．",
      ",",
      "￥",
      "¥",
      "から",
      "まで",
      "〜",
      "日",
      "月",
      "時",
      "分",
      "金",
      "毎月",
      "翌月",
      "当月",
    ],
    ...[
      "なし",
      "該当なし",
      "記載なし",
      "空欄",
      "仮",
      "仮称",
      "国",
      "あ",
      "A",
      "9",
      "pending",
      "xxx",
      "tba",
      "none",
      "undefined",
    ],
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 4 }), (some) => {
      const words = some.join("");
      expect([words, saysNoContent(words)]).toEqual([words, matchesNoContent(words)]);
    }),
    { numRuns: 5_000 },
  );
  // One letter alone, and each before words that say nothing.
  const letters = Array.from({ length: 0xffff }, (_, unit) => String.fromCharCode(unit));
  const missed = letters.flatMap((letter) =>
    ["", "未定", "○○", "とする", "年月日"].filter((rest) => {
      return matchesNoContent(letter + rest) && !saysNoContent(letter + rest);
    }),
  );
  expect(missed).toEqual([]);
});

test("what follows a heading says nothing where its words do, or where nothing is chosen", () => {
  const nothing = ["は、別途定める。", "については別途定める。", "：－", "は有・無", "：。", "の有無：有／無"];
  expect(nothing.filter((rest) => !restSaysNothing(rest))).toEqual([]);
  const something = ["は無し", "：有（年1回）", "は就業規則第3条による", "60分"];
  expect(something.filter(restSaysNothing)).toEqual([]);
});

test("a box of a choice counts once it is marked", () => {
  expect(["有・無", "□有　□無", "あり / なし"].filter((words) => !isUnchosen(words))).toEqual([]);
  expect(["☑有　□無", "有", "無", "有（無期転換）", "□有　■無"].filter(isUnchosen)).toEqual([]);
});

test("a number that nobody filled in is found, and no other word is taken for one", () => {
  const blank = ["毎月　日", "毎月 日締切", "月額　　　円", "時給　円", "基本給 月額　　　円、"];
  expect(blank.filter((words) => !hasBlankNumber(words))).toEqual([]);
  const filled = ["毎月末日", "毎月20日", "年1回", "休憩 60分", "基本給 月額230,000円", "年次有給休暇", "毎月日曜"];
  expect(filled.filter(hasBlankNumber)).toEqual([]);
});
