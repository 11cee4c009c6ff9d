// 訪問販売の書面: what it says in words of many hands, how it is printed, and what takes クーリング・オフ away.
import { describe, expect, test } from "vitest";
import { directSale } from "../../../../src/plugins/profiles/jp/consumers/index.ts";
import { changed, example, findingsUnder, tellBroken } from "./broken-forms.ts";
import { BROKEN_SALES } from "./broken-sales.ts";

type Edit = readonly [from: string, to: string];

const GOOD = example("direct-sale");
const told = (source: string) => findingsUnder(directSale, source).filter((one) => !/ info /.test(one));

test("each broken paper is found by its rule, with these words", async () => {
  await expect(tellBroken(BROKEN_SALES)).toMatchFileSnapshot("golden/sales.findings.txt");
});

/** Everything on クーリング・オフ in the example, from its first sentence to its last. */
const SENTENCES = /( +text "1　[\s\S]*?text "7　.*\n)/.exec(GOOD)?.[0] ?? "";
const LAST = / +text "7　.*\n/.exec(GOOD)?.[0] ?? "";
const inWords = (...sentences: readonly string[]): Edit => [
  SENTENCES,
  sentences.map((one) => `      text "${one}" style=warning\n`).join(""),
];

const PLAIN = [
  "お客様は、本書面を受領した日を含む8日間は、はがき又は電子メールなどでお申込みの撤回・契約の解除ができます。",
  "販売員の説明が事実でなかったために誤認し、又は威迫により困惑して解除しなかったときは、あらためて交付する書面を受領した日を含めて8日間、解除できます。",
  "通知を発信した時に効力が生じます。",
  "違約金や損害賠償をお支払いいただく必要はありません。",
  "商品の返送にかかる送料は販売会社が負担いたします。",
  "すでに使用した商品の使用料もお支払いは不要です。",
  "頭金など受領済みの金銭は、すみやかに返金いたします。",
];

const LAWFUL: Readonly<Record<string, readonly Edit[]>> = {
  "as it is": [],
  "in other words": [inWords(...PLAIN)],
  "in one paragraph": [inWords(PLAIN.join(""))],
  "another red": [["red=#c00000", "red=#e60012"]],
  "letters of 8 pt": [["body=9pt", "body=8pt"]],
  "a seller who is no company": [
    ["みずほ住設株式会社", "三浦ふとん店"],
    ['        text "代表取締役　{seller.head}"\n', ""],
    [/field seller\.head.*\n/.exec(GOOD)?.[0] ?? "", ""],
  ],
  "a work that is put right": [
    ["商品のお届け日", "取付工事の日"],
    [LAST, `${LAST}      text "8　工事で変わった箇所は、無償で元の状態に戻します。" style=warning\n`],
  ],
  "what the order leaves out": [
    [LAST, `${LAST}      text "代金3,000円未満の現金取引には、クーリング・オフの適用はありません。" style=warning\n`],
  ],
  "a denial": [
    [LAST, `${LAST}      text "クーリング・オフに際して手数料をご負担いただくことはありません。" style=warning\n`],
  ],
  "interest within the law": [[LAST, `${LAST}      text "遅延損害金は年14.6%とします。" style=warning\n`]],
};

test.each(Object.entries(LAWFUL))("%s is told nothing", (_, edits) => {
  expect(told(changed(GOOD, ...edits))).toEqual([]);
});

describe("what takes クーリング・オフ away", () => {
  test.each([
    "クーリング・オフはお受けできません。",
    "契約日から8日以内に限り解除できます。",
    "5日以内であれば契約を解除できます。",
    "クーリング・オフの際の返送料はお客様のご負担となります。",
    "クーリング・オフのお申出は、お電話のみで承ります。",
    "クーリング・オフされる場合は、手数料として2,000円を申し受けます。",
  ])("%s", (words) => {
    const found = told(changed(GOOD, [LAST, `${LAST}      text "${words}" style=warning\n`]));
    expect(found.filter((one) => one.includes("cooling-off-kept"))).not.toEqual([]);
  });
});

describe("in red letters within a red frame", () => {
  const found = (...edits: readonly Edit[]) => told(changed(GOOD, ...edits)).filter((one) => one.includes("red-frame"));
  const FRAME = "stack border=[1pt, red] padding=3mm gap=1.5mm";

  test.each<readonly [name: string, says: string, edits: readonly Edit[]]>([
    ["a black frame", "no red frame", [[FRAME, FRAME.replace("red", "ink")]]],
    ["no frame", "no red frame", [[FRAME, "stack padding=3mm gap=1.5mm"]]],
    ["orange letters", "not drawn in red", [["red=#c00000", "red=#e08000"]]],
    [
      "nothing asks to read it",
      "nothing drawn says",
      [["この書面の内容を十分にお読みください。", "ありがとうございます。"]],
    ],
  ])("%s", (_, says, edits) => {
    expect(found(...edits).join("\n")).toContain(says);
  });
});
