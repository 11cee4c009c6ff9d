import { describe, expect, it } from "vitest";
import { type BreakOptions, breakOpportunities, breakRank } from "../../../../src/core/text/index.ts";

const MARKS = ["", "", "~", "^", ":", "|", "!"];

/**
 * The text with `|` where a line may end, `:` where it may reluctantly, `^` before a unit, `~` in a number, `!` where
 * it must.
 */
function marked(
  text: string,
  kinsoku: BreakOptions["kinsoku"] = "very-strict",
  wrap: BreakOptions["wrap"] = "kinsoku",
): string {
  const ranks = breakOpportunities(text, { wrap, kinsoku });
  let out = "";
  for (let offset = 0; offset < text.length; offset += 1)
    out += (MARKS[ranks[offset] ?? 0] ?? "") + text.charAt(offset);
  return out;
}

describe("line ends by very strict kinsoku", () => {
  it.each([
    ["opening brackets stay with what follows (cl-01)", "請|求|書|（控|え）|を|送|る"],
    ["closing brackets and stops stay with what precedes (cl-02, 06, 07)", "「終|了」。|次、|再"],
    ["brackets in brackets", "「『二|重』」|で"],
    ["hyphens and wave dashes (cl-03)", "東|京〜|大|阪～|京|都"],
    ["dividing punctuation (cl-04)", "本|当！？|は|い"],
    ["middle dots (cl-05)", "東|京・|大|阪：|支|店；|次"],
    ["dashes and leaders of one kind (cl-08)", "あ……|い|――|う"],
    ["iteration marks (cl-09)", "様々|な|佐々|木"],
    ["long vowels (cl-10)", "デー|ター"],
    ["small kana (cl-11)", "チェッ|ク|ちょっ|と"],
    ["signs before a number (cl-12)", "価|格|￥100|と|№5"],
    ["signs after a number (cl-13)", "率|10％|と|5℃|と|10㎡"],
    ["half-width kana", "ﾃﾞｰ|ﾀ｡|ｱｯ|ﾌﾟ"],
    ["separators inside numbers", "1,234,567.89|と|3.45"],
    ["Latin words and hyphens", "The |quick-|brown |“fox” |jumps"],
    ["no end inside a variation sequence", "葛\u{e0100}|飾|区"],
    ["private characters, which stand for ideographs", "山|\ue000|\ue001、|田"],
    ["no end inside a combining sequence", "か\u309a|き"],
  ])("%s", (_, expected) => {
    expect(marked(expected.replaceAll("|", "")).replaceAll(/[~^:]/g, "|")).toBe(expected);
  });
});

describe("groups that read as one", () => {
  it.each([
    ["dates", "は|2026^年:11^月^30^日|ま|で"],
    ["dates of an era", "令:和:8^年:11^月^20^日"],
    ["dates with their day of the week", "は|2026^年:11^月^30^日:（月）|ま|で"],
    ["dates with a holiday", "11^月^3^日:(火・:祝)|は"],
    ["dates with blanks for digits", "令:和 :8^年 :1^月 ^5^日|は"],
    ["parts of months", "2026^年:11^月^上^旬|と|12^月^末|に"],
    ["years of accounts", "2026^年^度|の"],
    ["dates in digits with their day of the week", "は|2026/11/30:（月）|ま|で"],
    ["amounts with their unit", "単|価|1,200^円|×3^個"],
    ["units of trade in katakana", "計|12^セッ^ト、|5^ｹｰ^ｽ、|2|プ|ラ|ン"],
    ["amounts with a numeral between", "約|120^万^円|で|す"],
    ["months counted", "3ヶ^月^間|後"],
    ["units in Latin letters", "重|さ|12 ^kg|と|3kg|の|品"],
    ["postal codes", "〒:100-0001|東|京"],
    ["ordinals", "第^1^回^目"],
    ["negative amounts", "△￥1,234|と|▲500"],
    ["registration numbers", "番|号|T1234567890123"],
    ["document numbers", "No.2026-0012|ま|で"],
    ["numbers in full-width digits", "計|－~９~９，~９~９~９．~５^円|で|す"],
    ["block numbers in full-width digits", "本|町|１~－~２~３~－~４|の|家"],
    ["numbers in kanji", "計|−一~二~三~〇・~五|で|す"],
    ["numbers in kanji with places", "金|一~千~二~百~三~十~四~万^円^也"],
    ["amounts of contracts", "金|壱~百~弐~拾~参~万~四~千^円^整"],
    ["names with their title", "株|式|会|社|山:田:商:店　:御:中"],
    ["persons with their title", "山:田:太:郎:様"],
  ])("%s", (_, expected) => {
    expect(marked(expected.replaceAll(/[~^|:]/g, ""))).toBe(expected);
  });

  it("leaves 様 alone inside other words", () => {
    expect(marked("様式の様子")).toBe("様|式|の|様|子");
  });
});

describe("levels of kinsoku", () => {
  const text = "チェック佐々ター東・〜い…。「え」";
  it.each([
    ["very-strict", "チェッ|ク|佐々|ター|東・〜|い…。|「え」"],
    ["strict", "チ|ェ|ッ|ク|佐|々|タ|ー|東・〜|い…。|「え」"],
    ["normal", "チ|ェ|ッ|ク|佐|々|タ|ー|東|・|〜|い|…。|「え」"],
    ["loose", "チ|ェ|ッ|ク|佐|々|タ|ー|東|・|〜|い|…。|「え」"],
    ["none", "チ|ェ|ッ|ク|佐|々|タ|ー|東|・|〜|い|…|。|「|え|」"],
  ] as const)("%s", (level, expected) => {
    expect(marked(text, level)).toBe(expected);
  });

  it("keeps Latin words whole without kinsoku, and parts them with wrap=char", () => {
    expect(marked("ABC社」", "none")).toBe("ABC|社|」");
    expect(marked("AB C", "strict", "char")).toBe("A|B |C");
  });

  it.each([
    ["very-strict", "晴|天、|な|り。|チェッ|ク|「終|了」|A|B|C|（1~2~3）|1~0^年……|¥1,~0~0~0"],
    ["strict", "晴|天、|な|り。|チ|ェ|ッ|ク|「終|了」|A|B|C|（1~2~3）|1~0^年……|¥1,~0~0~0"],
    ["normal", "晴|天、|な|り。|チ|ェ|ッ|ク|「終|了」|A|B|C|（1~2~3）|1~0^年|…|…|¥1,~0~0~0"],
    ["loose", "晴|天、|な|り。|チ|ェ|ッ|ク|「終|了」|A|B|C|（1~2~3）|1~0^年|…|…|¥1,~0~0~0"],
    ["none", "晴|天|、|な|り|。|チ|ェ|ッ|ク|「|終|了|」|A|B|C|（~1~2~3~）|1~0|年|…|…|¥~1~,~0~0~0"],
  ] as const)(
    "parts letters but no numbers with wrap=char, and keeps line starts and ends as %s says",
    (level, expected) => {
      expect(marked(expected.replaceAll(/[|:~^]/g, ""), level, "char")).toBe(expected);
    },
  );

  it.each(["very-strict", "strict", "normal", "loose"] as const)(
    "begins no line with a stop or bracket: %s",
    (level) => {
      for (const wrap of ["kinsoku", "char"] as const) {
        for (const sign of "、。，．」』）】〕》") {
          for (const before of ["国", "A", "1", "あ", "％", "…", "」"]) {
            expect(marked(`${before}${sign}国`, level, wrap)).toBe(`${before}${sign}|国`);
          }
        }
        for (const sign of "「『（【〔《") expect(marked(`国${sign}A1`, level, wrap)).not.toContain(`${sign}|`);
      }
    },
  );

  it("ends a line only at newlines with wrap=none", () => {
    expect(marked("請求 書\n控え", "strict", "none")).toBe("請求 書\n!控え");
  });
});

describe("UAX #14", () => {
  it.each([
    ["LB8 zero width space", "ab\u200b|cd"],
    ["LB8a joiners", "\u{1f468}\u200d\u{1f469}|a"],
    ["LB11 word joiner", "a\u2060b|東"],
    ["LB12 glue", "10\u00a0kg |b"],
    ["LB14 spaces after an opening bracket", "a |( b"],
    ["LB15 quotes", "« a» |b"],
    ["LB15c decimal points after a space", "a |.5"],
    ["LB16 closing bracket, spaces, nonstarter", "a) 々"],
    ["LB17 em dashes with spaces", "a|— —|b"],
    ["LB20a hyphens at a word's start", "a |-b"],
    ["LB21 hyphens", "well-|known"],
    ["LB24 and 25 amounts", "$(12.34)% |PR12"],
    ["LB26 Hangul syllables", "한|국|\u1100\u1161|\u1100\u1161\u11a8"],
    ["LB27 Hangul and signs", "\u110c\u2033|한"],
    ["LB30a flags in pairs", "🇯🇵|🇰🇷"],
    ["LB30b emoji modifiers", "👍🏽|👍"],
  ])("%s", (_, expected) => {
    const text = expected.replaceAll("|", "");
    const ranks = breakOpportunities(text, { wrap: "kinsoku", kinsoku: "very-strict" });
    const ends = [...ranks.keys()].filter((offset) => ranks[offset] === breakRank.allowed);
    const wanted: number[] = [];
    let offset = 0;
    for (const unit of expected.split("")) {
      if (unit === "|") wanted.push(offset);
      else offset += 1;
    }
    expect(ends).toEqual(wanted);
  });
});
