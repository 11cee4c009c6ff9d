import { describe, expect, it } from "vitest";
import { type BreakOptions, breakOpportunities, breakRank } from "../../../src/core/text/index.ts";

type Level = BreakOptions["kinsoku"];

/** From this level on the class is free. */
type FreeFrom = "normal" | "loose" | "none";

/** JLREQ appendix A: the characters of each class, which edge of a line they keep from, and when they are let go. */
const CLASSES: readonly (readonly [name: string, characters: string, edge: "start" | "end", free: FreeFrom])[] = [
  ["opening brackets (cl-01)", "‘“（〔［｛〈《「『【⦅〘〖«〝([{｟", "end", "none"],
  ["closing brackets (cl-02)", "’”）〕］｝〉》」』】⦆〙〗»〟)]}｠", "start", "none"],
  ["hyphens (cl-03)", "‐〜゠–～", "start", "loose"],
  ["dividing punctuation (cl-04)", "！？‼⁇⁈⁉!?", "start", "none"],
  ["middle dots (cl-05)", "・：；", "start", "loose"],
  ["full stops (cl-06)", "。．.", "start", "none"],
  ["commas (cl-07)", "、，,", "start", "none"],
  ["iteration marks (cl-09)", "ヽヾゝゞ々〻", "start", "normal"],
  ["the long vowel (cl-10)", "ー", "start", "normal"],
  ["small kana (cl-11)", "ぁぃぅぇぉァィゥェォっゃゅょゎゕゖッャュョヮヵヶ", "start", "normal"],
  ["small kana for Ainu (cl-11)", "ㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ", "start", "normal"],
  ["signs before a number (cl-12)", "＄№￥￡", "end", "loose"],
  ["currency signs before a number (cl-12)", "¥£＃€$", "end", "none"],
  ["signs after a number (cl-13)", "′″℃‰％￠", "start", "loose"],
  ["units after a number (cl-13)", "°¢%㏋㌃㌍㌔㌘㌢㌣㌦㌧㌫㌶㌻㍉㍊㍍㍑㍗㎎㎏㎜㎝㎞㎡㏄", "start", "none"],
  ["half-width stops and brackets", "｡｣､", "start", "none"],
  ["the half-width opening bracket", "｢", "end", "none"],
  ["the half-width middle dot", "･", "start", "loose"],
  ["half-width small kana and marks", "ｰｧｨｩｪｫｬｭｮｯ", "start", "normal"],
  ["half-width sound marks", "ﾞﾟ", "start", "none"],
];

const LEVELS: readonly Level[] = ["strict", "normal", "loose", "none"];

/** Half-width sound marks belong to the kana before them: no level parts a grapheme cluster. */
const NEVER_FREE = "ﾞﾟ";

function mayPart(text: string, offset: number, kinsoku: Level): boolean {
  return (breakOpportunities(text, { wrap: "kinsoku", kinsoku })[offset] ?? 0) >= breakRank.reluctant;
}

describe.each(LEVELS)("the classes of JLREQ at level %s, beside an ideograph", (level) => {
  it.each(CLASSES)("%s", (_, characters, edge, freeFrom) => {
    const isFree = LEVELS.indexOf(level) >= LEVELS.indexOf(freeFrom);
    const expected = isFree ? [...characters].filter((one) => !NEVER_FREE.includes(one)) : [];
    const free = [...characters].filter((one) => mayPart(edge === "start" ? `漢${one}` : `${one}漢`, 1, level));
    expect(free).toEqual(expected);
  });
});

describe.each(["strict", "normal", "loose"] as const)("numbers at level %s", (level) => {
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
  it.each(["……", "‥‥", "――", "——", "〳〵", "〴〵"])("%s is not parted willingly", (pair) => {
    expect(breakOpportunities(pair, { wrap: "kinsoku", kinsoku: "strict" })[1]).toBeLessThan(breakRank.allowed);
  });
});
