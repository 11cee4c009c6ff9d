import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MarkdownBlock, type MarkdownStretch, readMarkdown } from "../../../src/core/markdown/index.ts";

/** Letters with their looks around them: `[b:…]`. */
function looks(stretches: readonly MarkdownStretch[]): string {
  return stretches
    .map(({ text, isBold, isItalic, isStruck, isCode, link }) => {
      const marks = [isBold ? "b" : "", isItalic ? "i" : "", isStruck ? "s" : "", isCode ? "c" : ""].join("");
      const look = marks + (link === null ? "" : `→${link}`);
      return look === "" ? text : `[${look}:${text}]`;
    })
    .join("");
}

function outline(blocks: readonly MarkdownBlock[], indent = ""): readonly string[] {
  return blocks.flatMap((block) => outlineOf(block, indent));
}

function outlineOf(block: MarkdownBlock, indent: string): readonly string[] {
  switch (block.kind) {
    case "paragraph":
      return [`${indent}${looks(block.stretches)}`];
    case "heading":
      return [`${indent}H${block.level} ${looks(block.stretches)}`];
    case "code":
      return [`${indent}code ${looks(block.stretches)}`];
    case "quote":
      return [`${indent}quote`, ...outline(block.blocks, `${indent}  `)];
    case "list":
      return block.items.flatMap(({ number, blocks: inner }) => [
        `${indent}${block.isTight ? "" : "loose "}${number ?? "・"}`,
        ...outline(inner, `${indent}  `),
      ]);
    case "table":
      return block.rows.map(({ isHead, cells, doubt }) => {
        const told = doubt === null ? "" : ` (${doubt.kind} ${doubt.text})`;
        const written = cells.map(({ align, stretches }) => `${align?.charAt(0) ?? ""}:${looks(stretches)}`);
        return `${indent}${isHead ? "head" : "row"} ${written.join(" | ")}${told}`;
      });
    case "rule":
      return [`${indent}rule`];
  }
}

describe("what is read", () => {
  test.each<readonly [string, readonly string[]]>([
    ["本文", ["本文"]],
    ["一行目\n二行目\n\n次の段落", ["一行目\n二行目", "次の段落"]],
    ["　字下げ", ["　字下げ"]],
    ["# 大\n###### 小\n見出し\n---", ["H1 大", "H6 小", "H2 見出し"]],
    ["**太**と*斜*と~~消~~と`code`", ["[b:太]と[i:斜]と[s:消]と[c:code]"]],
    ["これは**「重要」**です。**（注）**も", ["これは[b:「重要」]です。[b:（注）]も"]],
    ["***両方***と**太*斜*太**", ["[bi:両方]と[b:太][bi:斜][b:太]"]],
    ["顧客_ID_番号、10~20%、3 * 4 * 5", ["顧客_ID_番号、10~20%、3 * 4 * 5"]],
    ["[先](https://example.jp)", ["[→https://example.jp:先]"]],
    [
      "[](https://example.jp) <https://a.jp>",
      ["[→https://example.jp:https://example.jp] [→https://a.jp:https://a.jp]"],
    ],
    ['[先](https://example.jp "題")と[中](a.html)', ["[→https://example.jp:先] (題)と中 (a.html)"]],
    ["[悪](javascript:alert)", ["[悪](javascript:alert)"]],
    ['![写*真*](a.png "題")と<b>HTML</b>', ['![写*真*](a.png "題")と<b>HTML</b>']],
    ["注[^1]\n\n[^1]: 脚注\n\n[a]: https://b", ["注[^1]", "[^1]: 脚注", "[a]: https://b"]],
    ["- 一\n- 二\n  - 三", ["・", "  一", "・", "  二", "  ・", "    三"]],
    ["- 一\n\n- 二", ["loose ・", "  一", "loose ・", "  二"]],
    ["1) 一", ["1)", "  一"]],
    ["- ", ["・"]],
    ["> 引用\n> - 項", ["quote", "  引用", "  ・", "    項"]],
    ["---", ["rule"]],
    ["|a|b|c|\n|:-|:-:|-:|\n|1|2|3|", ["head l:a | c:b | r:c", "row l:1 | c:2 | r:3"]],
    ["|a|b|\n|-|-|\n|1|2|3|4|\n|1|", ["head :a | :b", "row :1 | :2 3|4 (beyond 3|4)", "row :1 | :"]],
    ["> |a|b|\n> |-|-|\n> |1|2|", ["quote", "  head :a | :b", "  row :1 | :2"]],
    ["> a|b\n> -|-\n> 1|2|3", ["quote", "  head :a | :b", "  row :1 | :2 3 (beyond 3)"]],
    ["- |a|b|\n  |-|-|\n  |1|2|3|", ["・", "  head :a | :b", "  row :1 | :2 3 (beyond 3)"]],
    ["1. > |a|b|\n   > |-|-|\n   > |1|2|", ["1.", "  quote", "    head :a | :b", "    row :1 | :2"]],
    ["|a|b|\n|-|-|\n|`x|y`|", ["head :a | :b", "row :`x | :y` (code `x|y`)"]],
    ["|a|b|\n|-|-|\n|``x`|y``|2|", ["head :a | :b", "row :``x` | :y`` 2 (code ``x`|y``)"]],
    ["|a|b|\n|-|-|\n|`x\\|y`|`2`|", ["head :a | :b", "row :[c:x|y] | :[c:2]"]],
    ["|a|b|\n|-|-|\n|`x|\\`y|", ["head :a | :b", "row :`x | :`y (code `x|\\`)"]],
    ["```js\na\n  b\n```", ["code [b:js\n][c:a\n  b]"]],
    ["    四字下げ", ["code [c:四字下げ]"]],
    ["\\*逃げ\\* &amp; &copy;", ["*逃げ* & ©"]],
  ])("%j", (text, read) => {
    expect(outline(readMarkdown(text))).toEqual(read);
  });

  test("what is nested deeper than six lists prints as it is typed", () => {
    const text = Array.from({ length: 9 }, (_, depth) => `${"  ".repeat(depth)}- 段${depth}`).join("\n");
    const read = outline(readMarkdown(text));
    expect(read.slice(-2).join("\n")).toContain("- 段6\n");
    for (let depth = 0; depth < 9; depth += 1) expect(read.join("\n")).toContain(`段${depth}`);
  });
});

/** The markers of all lists of a text, in their order. */
function markersOf(text: string): readonly string[] {
  const outlined = outline(readMarkdown(text));
  return outlined.map((line) => line.trim().replace(/^loose /u, "")).filter((line) => /^(?:\d+[.)]|・)$/u.test(line));
}

describe("the numbers of a list", () => {
  // People refer to clauses by number.
  test.each([
    ["1. 2. 3."],
    ["1. 3. 2. 5. 5. 1."],
    ["3. 3. 7. 2."],
    ["5. 4. 3."],
    ["1. 1. 2."],
    ["1. 2. 2."],
    ["2. 1. 1. 1."],
    ["0. 1. 0."],
    ["3) 1) 2)"],
    ["01. 02. 10."],
    ["001. 1."],
    ["999999999. 1."],
    ["7."],
  ])("%s is printed as it is typed", (typed) => {
    const numbers = typed.split(" ");
    expect(markersOf(numbers.map((number) => `${number} 条`).join("\n"))).toEqual(numbers);
    const loose = numbers.map((number) => `${number} 条\n\n    続き`).join("\n\n");
    expect(markersOf(loose)).toEqual(numbers);
    const inner = numbers.map((number) => `    ${number} 号`).join("\n");
    expect(markersOf(`4. 条\n\n${inner}\n2. 条\n\n${inner}`)).toEqual(["4.", ...numbers, "2.", ...numbers]);
    expect(markersOf(`> - 項\n>\n${inner.replaceAll("    ", ">   ")}`)).toEqual(["・", ...numbers]);
  });

  test.each([
    ["1. 1. 1.", "1. 2. 3."],
    ["5. 5.", "5. 6."],
    ["0. 0. 0.", "0. 1. 2."],
    ["1) 1)", "1) 2)"],
    ["01. 01. 01.", "01. 02. 03."],
    ["9. 9. 9.", "9. 10. 11."],
    ["999999999. 999999999.", "999999999. 1000000000."],
  ])("%s is counted", (typed, printed) => {
    const items = typed.split(" ").map((number) => `${number} 条`);
    expect(markersOf(items.join("\n"))).toEqual(printed.split(" "));
    const inner = items.map((item) => `    ${item}`).join("\n");
    expect(markersOf(`- 章\n\n${inner}\n- 章\n\n${inner}`)).toEqual([
      "・",
      ...printed.split(" "),
      "・",
      ...printed.split(" "),
    ]);
  });

  test("any numbers of which two differ are printed as they are typed", () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 999_999_999 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(numbers, (all) => {
        fc.pre(new Set(all).size > 1);
        expect(markersOf(all.map((number) => `${number}. 条`).join("\n"))).toEqual(all.map((number) => `${number}.`));
      }),
    );
  });

  test.each([
    ["a. 甲\nb. 乙"],
    ["(3) 甲\n(1) 乙"],
    ["①甲\n③乙"],
    ["３．甲\n１．乙"],
    ["iii. 甲\ni. 乙"],
    ["第3条 甲\n第1条 乙"],
    ["1234567890. 甲\n3. 乙"],
  ])("other markers are letters: %j", (text) => {
    expect(outline(readMarkdown(text))).toEqual([text]);
  });
});

const lettersIn = (stretches: readonly MarkdownStretch[]) => {
  return stretches.map(({ text, link }) => text + (link ?? "")).join("");
};

function lettersOf(block: MarkdownBlock): string {
  switch (block.kind) {
    case "quote":
      return block.blocks.map(lettersOf).join("");
    case "list":
      return block.items.map(({ number, blocks }) => (number ?? "") + blocks.map(lettersOf).join("")).join("");
    case "table":
      return block.rows.map(({ cells }) => cells.map(({ stretches }) => lettersIn(stretches)).join("")).join("");
    case "rule":
      return "";
    case "paragraph":
    case "heading":
    case "code":
      return lettersIn(block.stretches);
  }
}

const SIGNS = [
  "*",
  "**",
  "_",
  "~~",
  "`",
  "```",
  "[",
  "]",
  "(",
  ")",
  "![",
  "<",
  ">",
  "> ",
  "# ",
  "- ",
  "1. ",
  "|",
  "\\",
];
const BLANKS = [" ", "  ", "    ", "\n", "\n\n", "\t", "　", "|-|-|\n", "---\n", ":"];
const LETTERS = ["国", "かな", "a", "Z", "「", "」", "。", "http://", "\u{20bb7}"];

describe("whatever is typed", () => {
  test("no letter is lost, and none is printed twice but those of addresses", () => {
    const written = fc.array(fc.constantFrom(...SIGNS, ...BLANKS, ...LETTERS), { maxLength: 60 });
    fc.assert(
      fc.property(written, (parts) => {
        const text = parts.join("");
        const sorted = (all: string) =>
          [...decoded(all).replaceAll(/[^国かなaZ「」。\u{20bb7}]/gu, "")].sort().join("");
        const read = sorted(readMarkdown(text).map(lettersOf).join(""));
        for (const letter of new Set(sorted(text))) {
          const count = (all: string) => all.split(letter).length;
          const told = `${letter} of ${JSON.stringify(text)}`;
          expect(count(read), told).toBeGreaterThanOrEqual(count(sorted(text)));
          if (!/[[<]/u.test(text)) expect(count(read), told).toBe(count(sorted(text)));
        }
      }),
    );
  });

  // Each would take hours if its work rose with the square of its length, or end without a stack.
  test.each([
    ["*"],
    ["*a "],
    ["a**b"],
    ["["],
    ["]"],
    ["[a]("],
    ["![[]()"],
    ["!["],
    ["> "],
    ["- "],
    ["~~a"],
    ["_a_"],
    ["<a"],
    ["\\"],
    ["&amp;"],
    ["|"],
    ["# "],
    ["`"],
    ["- a\n"],
    ["1. a\n"],
    ["|a|b|\n|-|-|\n"],
    ["\n"],
    ["　"],
    ["a  \n"],
  ])("%j a hundred thousand times over is read", (sign) => {
    const text = sign.repeat(Math.ceil(100_000 / sign.length));
    expect(() => readMarkdown(text)).not.toThrow();
  });
});

describe("signs between two digits are figures' own", () => {
  test.each([
    ["210*297*50 mm", "210*297*50 mm"],
    ["２１０*２９７*５０", "２１０*２９７*５０"],
    ["3**4**5", "3**4**5"],
    ["5~~3~~2", "5~~3~~2"],
    ["1*2 と **3** と *四*", "1*2 と [b:3] と [i:四]"],
    ["単価*5*本", "単価[i:5]本"],
  ])("%s", (written, printed) => {
    expect(outline(readMarkdown(written))).toEqual([printed]);
  });
});

/** Addresses write Japanese letters by their bytes. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
