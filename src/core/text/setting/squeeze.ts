// What the gaps of a justified line give up so that it holds one more word (追込み), in the order of JLREQ 3.8.3: word
// spaces, middle dots, brackets and commas, gaps between Japanese and Latin text. The space after a full stop stays.
import { fullReduction, neighbourReduction, spacingClass, wordGap } from "./spacing.ts";
import type { Setting, Strip } from "./strip.ts";

/** Narrowest that a word space and a Japanese–Latin gap become, in thousandths of an em. */
const WORD_SPACE_THOUSANDTHS = 250;
const LATIN_GAP_THOUSANDTHS = 125;

/** Stages in order; each is used up before the next is touched. */
export const SQUEEZE_STAGES = 4;

/** The size of a glyph along the line. */
export function sizeAlongEmu(strip: Strip, index: number, setting: Setting): number {
  return strip.sizesEmu?.[index] ?? Math.floor((setting.sizeEmu * setting.scaleThousandths) / 1000 + 0.5);
}

/** What the gap after a glyph can give up at one stage, in EMU. */
export function squeezeEmu(strip: Strip, index: number, stage: number, setting: Setting): number {
  const { classes, offsets } = strip;
  if (index + 1 >= strip.count || offsets[index] === offsets[index + 1]) return 0;
  const before = classes[index] ?? 0;
  const after = classes[index + 1] ?? 0;
  const size = sizeAlongEmu(strip, index, setting);
  const share = (thousandths: number): number => Math.floor((size * thousandths) / 1000);
  if (stage === 0) return before === spacingClass.space ? wordSpaceEmu(strip, index, size) : 0;
  if (stage === 3) {
    const most = wordGap(before, after, setting) - LATIN_GAP_THOUSANDTHS;
    return most > 0 ? share(most) : 0;
  }
  if (setting.isCompressed) return 0;
  const hasDot = before === spacingClass.middleDot || after === spacingClass.middleDot;
  if (hasDot !== (stage === 1)) return 0;
  return share(fullReduction(before, after) - neighbourReduction(before, after));
}

/** All that the gap after a glyph can give up. */
export function slackEmu(strip: Strip, index: number, setting: Setting): number {
  // Nearly all gaps are between two letters of one kind, and have nothing to give.
  const before = strip.classes[index] ?? 0;
  if (before >= spacingClass.japanese && before !== spacingClass.space && before === strip.classes[index + 1]) return 0;
  let sum = 0;
  for (let stage = 0; stage < SQUEEZE_STAGES; stage += 1) sum += squeezeEmu(strip, index, stage, setting);
  return sum;
}

/** An ideographic space is a letter of its own and stays. */
function wordSpaceEmu(strip: Strip, index: number, size: number): number {
  const advance = strip.advancesEmu[index] ?? 0;
  if (strip.text.charCodeAt(strip.offsets[index] ?? 0) === 0x3000) return 0;
  return Math.max(0, advance - Math.floor((size * WORD_SPACE_THOUSANDTHS) / 1000));
}
