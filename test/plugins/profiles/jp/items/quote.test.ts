// What findings quote: whole words and numbers, around what they are about.
import { expect, test } from "vitest";
import { quoted } from "../../../../../src/plugins/profiles/jp/items/quote.ts";

const LONG =
  "割増賃金：時間外労働に対しては2割5分、1か月60時間を超える時間外労働に対しては5割、法定休日労働に対しては3割5分、深夜労働に対しては1割5分を支払う";

test("a short text is quoted as it is", () => {
  expect(quoted("  単価は 当社が定める ")).toBe("単価は 当社が定める");
});

test("a long text is quoted around what the finding is about", () => {
  const quote = quoted(LONG, /深夜労働に対しては1割5分/);
  expect(quote).toContain("深夜労働に対しては1割5分");
  expect(quote.startsWith("…")).toBe(true);
  expect(quote.length).toBeLessThan(LONG.length);
});

test("without a place a text is quoted from its beginning, up to the end of a phrase", () => {
  const quote = quoted(LONG);
  expect(quote.startsWith("割増賃金：")).toBe(true);
  expect(quote).toMatch(/[^、]…$/);
});

test.each([
  ["a number", `${"あ".repeat(55)}1234567890円です`, /\d…$/],
  ["a word in katakana", `${"あ".repeat(57)}システムエンジニアリング`, /[ァ-ヶー]…$/],
  ["a word in Latin letters", `${"あ".repeat(57)}Engineering works`, /[a-z]…$/],
])("%s is not cut", (_, text, cut) => {
  expect(quoted(text)).not.toMatch(cut);
});
