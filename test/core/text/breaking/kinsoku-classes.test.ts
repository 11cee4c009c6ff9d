import { describe, expect, it } from "vitest";
import { type BreakOptions, breakOpportunities, breakRank } from "../../../../src/core/text/index.ts";

type Level = BreakOptions["kinsoku"];

/** From this level on the class is free. */
type FreeFrom = "strict" | "normal" | "loose" | "none";

/** JLREQ appendix A: the characters of each class, which edge of a line they keep from, and when they are let go. */
const CLASSES: readonly (readonly [name: string, characters: string, edge: "start" | "end", free: FreeFrom])[] = [
  ["opening brackets (cl-01)", "‘“（〔［｛〈《「『【⦅〘〖«〝([{｟", "end", "none"],
  ["closing brackets (cl-02)", "’”）〕］｝〉》」』】⦆〙〗»〟)]}｠", "start", "none"],
  ["hyphens (cl-03)", "‐〜゠–～", "start", "normal"],
  ["dividing punctuation (cl-04)", "！？‼⁇⁈⁉", "start", "loose"],
  ["Latin dividing punctuation", "!?", "start", "none"],
  ["the katakana middle dot (cl-05)", "・", "start", "normal"],
  ["other middle dots (cl-05)", "：；", "start", "loose"],
  ["full stops (cl-06)", "。．.", "start", "none"],
  ["commas (cl-07)", "、，,", "start", "none"],
  ["the ideographic iteration mark (cl-09)", "々", "start", "strict"],
  ["other iteration marks (cl-09)", "ヽヾゝゞ〻", "start", "loose"],
  ["the long vowel (cl-10)", "ー", "start", "strict"],
  ["small kana (cl-11)", "ぁぃぅぇぉァィゥェォっゃゅょゎゕゖッャュョヮヵヶ", "start", "strict"],
  ["small kana for Ainu (cl-11)", "ㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ", "start", "strict"],
  ["signs before a number (cl-12)", "＄№￥￡", "end", "loose"],
  ["currency signs before a number (cl-12)", "¥£＃€$", "end", "none"],
  ["the percent sign (cl-13)", "％", "start", "normal"],
  ["signs after a number (cl-13)", "′″℃‰￠", "start", "loose"],
  ["units after a number (cl-13)", "°¢%㏋㌃㌍㌔㌘㌢㌣㌦㌧㌫㌶㌻㍉㍊㍍㍑㍗㎎㎏㎜㎝㎞㎡㏄", "start", "none"],
  ["half-width stops and brackets", "｡｣､", "start", "none"],
  ["the half-width opening bracket", "｢", "end", "none"],
  ["the half-width middle dot", "･", "start", "normal"],
  ["half-width small kana and marks", "ｰｧｨｩｪｫｬｭｮｯ", "start", "strict"],
  ["half-width sound marks", "ﾞﾟ", "start", "none"],
];

const LEVELS: readonly Level[] = ["very-strict", "strict", "normal", "loose", "none"];

/** Half-width sound marks belong to the kana before them: no level parts a grapheme cluster. */
const NEVER_FREE = "ﾞﾟ";

function mayPart(text: string, offset: number, kinsoku: Level): boolean {
  return (breakOpportunities(text, { wrap: "kinsoku", kinsoku })[offset] ?? 0) >= breakRank.number;
}

describe.each(LEVELS)("the classes of JLREQ at level %s, beside an ideograph", (level) => {
  it.each(CLASSES)("%s", (_, characters, edge, freeFrom) => {
    const isFree = LEVELS.indexOf(level) >= LEVELS.indexOf(freeFrom);
    const expected = isFree ? [...characters].filter((one) => !NEVER_FREE.includes(one)) : [];
    const free = [...characters].filter((one) => mayPart(edge === "start" ? `漢${one}` : `${one}漢`, 1, level));
    expect(free).toEqual(expected);
  });
});

describe.each(["very-strict", "strict", "normal", "loose"] as const)("numbers at level %s", (level) => {
  const partsWillingly = (text: string): boolean =>
    (breakOpportunities(text, { wrap: "kinsoku", kinsoku: level })[1] ?? 0) >= breakRank.allowed;

  it("stay with the signs after them and before them", () => {
    expect([..."℃%％㎡ℓ㏋°′″‰￠¢㎏"].filter((sign) => partsWillingly(`5${sign}`))).toEqual([]);
    expect([..."¥￥＄$№€£￡＃"].filter((sign) => partsWillingly(`${sign}5`))).toEqual([]);
  });

  it("keep their separators", () => {
    const inside = ["1,234", "12.5", "3:45", "1/2"].filter((text) =>
      [...text].some((_, offset) => offset > 0 && mayPart(text, offset, level)),
    );
    expect(inside).toEqual([]);
  });
});

describe("dashes and leaders of one kind (cl-08)", () => {
  const freed = (level: Level): string[] =>
    ["……", "‥‥", "――", "——"].filter(
      (pair) => (breakOpportunities(pair, { wrap: "kinsoku", kinsoku: level })[1] ?? 0) >= breakRank.allowed,
    );

  it("are parted on no strict level, leaders on the loose one of magazines, all on that of newspapers", () => {
    expect(LEVELS.map(freed)).toEqual([[], [], ["……", "‥‥"], ["……", "‥‥", "――", "——"], ["……", "‥‥", "――", "——"]]);
  });
});
