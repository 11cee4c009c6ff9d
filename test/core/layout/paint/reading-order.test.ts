// A plate's elements lie where they say; what is read aloud has each label right before its values.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAloud } from "../../../../src/core/engine/judging/read-aloud.ts";
import { kindOfWords, type PageDocument } from "../../../../src/core/layout/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

function plate(...elements: readonly string[]): PageDocument {
  return laidOut(`plate h=200mm {\n${elements.join("\n")}\n}`);
}

function laidOut(body: string): PageDocument {
  const source = `rpt 1
document form lang=ja
field name string(20) example="山田太郎"
field year string(4) example="1985"
field month string(2) example="7"
field amount decimal(12,0) example=7654321
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A4 portrait margin=15mm {
  body {
${body}
  }
}
`;
  return layOutSource(source).value;
}

describe("labels and values of a plate", () => {
  test.each<{ readonly is: string; readonly elements: readonly string[]; readonly read: readonly string[] }>([
    {
      is: "labels first, then values, side by side",
      elements: [
        'text "氏名" x=0mm y=0mm w=20mm h=5mm',
        'text "金額" x=0mm y=10mm w=20mm h=5mm',
        "text (name) x=22mm y=0mm w=40mm h=5mm",
        "text (amount) x=22mm y=10mm w=40mm h=5mm",
      ],
      read: ["氏名 山田太郎", "金額 7654321"],
    },
    {
      is: "a row of headings over a row of values",
      elements: [
        'text "氏名" x=0mm y=0mm w=30mm h=4mm align=center',
        'text "支払金額" x=30mm y=0mm w=30mm h=4mm align=center',
        "text (name) x=0mm y=5mm w=30mm h=5mm align=center",
        "text (amount) x=30mm y=5mm w=30mm h=5mm align=right",
      ],
      read: ["氏名 山田太郎", "支払金額 7654321"],
    },
    {
      is: "one label of several values on its line",
      elements: [
        "text (year) x=30mm y=0mm w=10mm h=5mm",
        "text (month) x=42mm y=0mm w=10mm h=5mm",
        'text "生年月日" x=5mm y=0mm w=20mm h=5mm',
      ],
      read: ["生年月日 1985 7"],
    },
    {
      is: "a unit behind its figure and one above it",
      elements: [
        'text "支払金額" x=0mm y=0mm w=30mm h=4mm',
        'text "円" x=26mm y=4.2mm w=4mm h=4mm align=right',
        "text (amount) x=0mm y=8mm w=30mm h=5mm align=right",
        'text "期間" x=50mm y=0mm w=10mm h=5mm',
        "text (month) x=62mm y=0mm w=4mm h=5mm",
        'text "月" x=66mm y=0mm w=5mm h=5mm',
      ],
      read: ["支払金額 7654321 円", "期間 7 月"],
    },
    {
      is: "a comb beside its label",
      elements: ["comb (year) cells=4 x=30mm y=0mm w=30mm h=6mm", 'text "年" x=0mm y=9mm w=9mm h=5mm'].concat(
        'text "暗証番号" x=0mm y=1mm w=20mm h=5mm',
      ),
      read: ["年", "暗証番号 1985"],
    },
    {
      is: "a sentence, which names nothing",
      elements: ['text "下記のとおり申し込みます。" x=0mm y=0mm w=60mm h=5mm', "text (name) x=62mm y=0mm w=30mm h=5mm"],
      read: ["下記のとおり申し込みます。", "山田太郎"],
    },
    {
      is: "a label that is far from everything",
      elements: ['text "備考" x=0mm y=0mm w=20mm h=5mm', "text (name) x=100mm y=100mm w=30mm h=5mm"],
      read: ["備考", "山田太郎"],
    },
  ])("$is", ({ elements, read }) => {
    expect(readAloud(plate(...elements))).toEqual(read);
  });

  test("the order of everything else is that of the source", () => {
    const blocks = ["text (name) x=100mm y=0mm w=30mm h=5mm", 'text "控え書面" x=0mm y=50mm w=30mm h=5mm'];
    expect(readAloud(plate(...blocks))).toEqual(["山田太郎", "控え書面"]);
    expect(readAloud(plate(...blocks.toReversed()))).toEqual(["控え書面", "山田太郎"]);
  });

  test("plates in plates, and lists in them, keep every text", () => {
    const inner = `plate x=0mm y=20mm w=100mm h=40mm {
      text (amount) x=22mm y=0mm w=40mm h=5mm
      text "金額" x=0mm y=0mm w=20mm h=5mm
      text "一つ目" marker="・" x=0mm y=10mm w=40mm h=5mm
      text "二つ目" marker="・" x=0mm y=16mm w=40mm h=5mm
    }`;
    const outer = ["text (name) x=22mm y=0mm w=40mm h=5mm", inner, 'text "氏名" x=0mm y=0mm w=20mm h=5mm'];
    expect(readAloud(plate(...outer))).toEqual([
      "金額 7654321",
      "list",
      "  item: ・ 一つ目",
      "  item: ・ 二つ目",
      "氏名 山田太郎",
    ]);
  });

  test("a heading is a heading still, and a picture a picture", () => {
    const heading = 'text "申請書" heading=1 x=0mm y=0mm w=40mm h=5mm';
    const value = "text (name) x=42mm y=0mm w=40mm h=5mm";
    expect(readAloud(plate(value, heading))).toEqual(["山田太郎", "heading 1: 申請書"]);
  });
});

test.each([
  ["氏名", "label"],
  ["（個人番号）", "label"],
  ["円", "mark"],
  ["（円）", "mark"],
  ["御中", "mark"],
  ["下記のとおりご請求申し上げます。", "other"],
  ["本契約に定めのない事項については甲乙協議のうえこれを決定するものとする", "other"],
  ["　", "other"],
])("the fixed words %s are a %s", (words, kind) => {
  expect(kindOfWords(words)).toBe(kind);
});

test("a grid of cells is read pair by pair, whatever the order of its source, and keeps every text", () => {
  const grid = fc
    .record({ columns: fc.integer({ min: 1, max: 4 }), rows: fc.integer({ min: 1, max: 6 }), beside: fc.boolean() })
    .chain(({ columns, rows, beside }) => {
      const cells = Array.from({ length: columns * rows }, (_, at) => at);
      const order = fc.shuffledSubarray([...cells.flatMap((at) => [`l${at}`, `v${at}`])], {
        minLength: cells.length * 2,
      });
      return order.map((written) => ({ columns, beside, written, cells }));
    });
  fc.assert(
    fc.property(grid, ({ columns, beside, written, cells }) => {
      const elements = written.map((one) => {
        const at = Number(one.slice(1));
        const [x, y] = [(at % columns) * 44, Math.floor(at / columns) * 14];
        const isLabel = one.startsWith("l");
        const text = isLabel ? `"項目${at}番"` : `"{year}_${at}"`;
        const [right, down] = isLabel ? [0, 0] : beside ? [20, 0] : [0, 5];
        return `text ${text} x=${x + right}mm y=${y + down}mm w=${beside ? 19 : 40}mm h=4mm`;
      });
      const lines = readAloud(plate(...elements));
      const labels = written.filter((one) => one.startsWith("l")).map((one) => Number(one.slice(1)));
      expect(lines).toEqual(labels.map((at) => `項目${at}番 1985_${at}`));
      expect(lines).toHaveLength(cells.length);
    }),
  );
});

test("a heading in a header is read once; other texts there are decoration", () => {
  const document = layOutSource(`rpt 1
document form lang=ja
field rows[].name string(10) example=["一", "二"]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A5 portrait margin=15mm {
  header h=10mm {
    text "点検表" heading=1 x=0mm y=0mm w=40mm h=5mm
    text "社外秘" x=60mm y=0mm w=40mm h=5mm
  }
  body {
    each rows {
      text (.name) break=after
    }
  }
}
`).value;
  expect(readAloud(document)).toEqual(["heading 1: 点検表", "一", "二"]);
});
