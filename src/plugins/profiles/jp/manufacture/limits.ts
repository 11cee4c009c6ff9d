// Specifications as drawings write them (10 +0.02/0, 120±0.1 mm, 2.5 N/mm 以下, HRC 45〜50) → the limits that they set.
import { Decimal } from "../../../../core/sdk/index.ts";
import { narrow } from "../items/narrow.ts";

/** Limits of a value; null: none on that side. */
export interface Limits {
  readonly least: Decimal | null;
  readonly most: Decimal | null;
  /** 未満 and 超: the limits themselves are outside. */
  readonly excludesEnds: boolean;
  /** As it is written: N/mm; empty where the specification names none. */
  readonly unit: string;
}

/** A figure that was measured. */
export interface Measured {
  readonly amount: Decimal;
  readonly unit: string;
}

const NUMBER = "([+-]?\\d+(?:\\.\\d+)?)(?![\\d.])";
/** mm, N/mm, kg/cm2, N·m, ℃, %RH; as short as what follows allows, so that `5mm max` ends in max. */
const UNIT = "(?:\\s*([A-Za-zμµΩ℃℉°%‰度][A-Za-z0-9μµΩ℃°%‰度²³/·・^]*?))?";
const SIGNED = "([+-]\\s*\\d+(?:\\.\\d+)?|0(?:\\.0+)?)";

const PLUS_MINUS = new RegExp(`^${NUMBER}${UNIT}\\s*\\(?±\\s*${NUMBER}${UNIT}(?:\\)${UNIT})?$`);
const TWO_SIDED = new RegExp(
  `^${NUMBER}${UNIT}\\s*\\(?${SIGNED}${UNIT}(?:\\s*[/~,、]\\s*|\\s+|(?=[+-]))${SIGNED}${UNIT}(?:\\)${UNIT})?$`,
);
const BETWEEN = new RegExp(`^${NUMBER}${UNIT}\\s*(~|-|以上)\\s*[、,]?\\s*${NUMBER}${UNIT}\\s*(以下|未満)?$`);
const ONE_SIDED: readonly (readonly [side: "least" | "most", isOpen: boolean, pattern: RegExp])[] = [
  ["most", false, new RegExp(`^${NUMBER}${UNIT}\\s*(?:以下|以内|max\\.?)$`, "i")],
  ["most", false, new RegExp(`^(?:≦|≤|<=|最大値?|max\\.?)\\s*${NUMBER}${UNIT}$`, "i")],
  ["most", true, new RegExp(`^${NUMBER}${UNIT}\\s*未満$|^<\\s*${NUMBER}${UNIT}$`)],
  ["least", false, new RegExp(`^${NUMBER}${UNIT}\\s*(?:以上|min\\.?)$`, "i")],
  ["least", false, new RegExp(`^(?:≧|≥|>=|最小値?|min\\.?)\\s*${NUMBER}${UNIT}$`, "i")],
  ["least", true, new RegExp(`^${NUMBER}${UNIT}\\s*(?:超|を?超え(?:る(?:こと)?)?)$|^>\\s*${NUMBER}${UNIT}$`)],
];

/** Signs before a figure that say what is measured: φ10, R5, Ra 1.6, t1.2, HRC 45. */
const KIND = /^(?:[φΦ⌀∅]|S?R|R[az]|R(?:max|z)|C|t|H(?:RC|RB|RA|V|B|S)\d*)\s*[=:]?\s*(?=[\d≦≤<≧≥>±])/;
const MEASURED = new RegExp(`^${NUMBER}${UNIT}$`);
/** Items whose own figures are percentages: ±1 % of such an item is one point. */
const SHARES = /率|割合|濃度|湿度|含有|純度|水分|歩留|塩分|成分|%|％/;

const SQUARED: Readonly<Record<string, string>> = {
  "\u339c": "mm",
  "\u339d": "cm",
  "\u338f": "kg",
  "\u338e": "mg",
  "\u339b": "μm",
  "\u2103": "℃",
  "\u301c": "~",
  "\u2212": "-",
  "\u2013": "-",
};

function plain(text: string): string {
  return narrow(text)
    .replaceAll(/[\u339c\u339d\u338f\u338e\u339b\u301c\u2212\u2013]/g, (sign) => SQUARED[sign] ?? sign)
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/**
 * The limits that a specification sets for an item; null for one that is of no known form, such as 図面どおり.
 * `item` is the name of what is measured: it says whether a tolerance in per cent is a share of the value.
 */
export function limitsOf(specification: string, item = ""): Limits | null {
  const text = plain(specification)
    .replace(KIND, "")
    .replace(/^(.+?)から(.+?)まで$/, "$1~$2");
  return aroundNominal(text, item) ?? twoSided(text) ?? between(text) ?? oneSided(text);
}

/** 2.55, 2.55 N/mm; null where more or something else is written. */
export function measuredOf(text: string): Measured | null {
  const [, digits, unit = ""] = MEASURED.exec(plain(text)) ?? [];
  return digits === undefined ? null : { amount: decimalOf(digits), unit };
}

/** Whether a value lies beyond limits; false where it has another unit, so that nobody can say. */
export function isOutside({ amount, unit }: Measured, limits: Limits): boolean {
  if (unit !== "" && limits.unit !== "" && unit !== limits.unit) return false;
  const low = limits.least === null ? 1 : amount.compare(limits.least);
  const high = limits.most === null ? -1 : amount.compare(limits.most);
  return limits.excludesEnds ? low <= 0 || high >= 0 : low < 0 || high > 0;
}

function decimalOf(digits: string): Decimal {
  return Decimal.of(digits.replaceAll(/[+\s]/g, ""));
}

const HUNDREDTH = Decimal.of("0.01");

function aroundNominal(text: string, item: string): Limits | null {
  const [, digits, own = "", deviationDigits, its = "", last = ""] = PLUS_MINUS.exec(text) ?? [];
  if (digits === undefined || deviationDigits === undefined) return null;
  const nominal = decimalOf(digits);
  const written = decimalOf(deviationDigits);
  const isShare = (its || last).startsWith("%") && !own.startsWith("%") && !SHARES.test(item);
  const size = nominal.sign() < 0 ? nominal.negated() : nominal;
  const deviation = isShare ? size.times(written).times(HUNDREDTH) : written;
  const unit = own || (isShare ? "" : its || last);
  return { least: nominal.minus(deviation), most: nominal.plus(deviation), excludesEnds: false, unit };
}

function twoSided(text: string): Limits | null {
  const [, digits, own = "", one, its = "", other, second = "", last = ""] = TWO_SIDED.exec(text) ?? [];
  if (digits === undefined || one === undefined || other === undefined) return null;
  const nominal = decimalOf(digits);
  const [first, next] = [decimalOf(one), decimalOf(other)];
  const [low, high] = first.compare(next) < 0 ? [first, next] : [next, first];
  const unit = own || its || second || last;
  return { least: nominal.plus(low), most: nominal.plus(high), excludesEnds: false, unit };
}

function between(text: string): Limits | null {
  const [, low, own = "", sign, high, its = "", end] = BETWEEN.exec(text) ?? [];
  if (low === undefined || high === undefined) return null;
  const [least, most] = [decimalOf(low), decimalOf(high.replace(/^\+/, ""))];
  // 10-0.5 is no range, and 10 以上 20 未満 leaves its end out: no single answer for both ends is right.
  if (least.compare(most) >= 0 || (sign === "以上" && end !== "以下")) return null;
  return { least, most, excludesEnds: false, unit: own || its };
}

function oneSided(text: string): Limits | null {
  for (const [side, excludesEnds, pattern] of ONE_SIDED) {
    const groups = pattern.exec(text)?.slice(1);
    if (groups === undefined) continue;
    const at = groups.findIndex((one) => one !== undefined);
    const limit = decimalOf(groups[at] ?? "0");
    const ends = { least: null, most: null, [side]: limit };
    return { ...ends, excludesEnds, unit: groups[at + 1] ?? "" };
  }
  return null;
}
